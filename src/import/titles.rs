//! Titles of pages whose text doesn't start with the title.
//!
//! In docgen, a heading at the start of a page is the page's title, which docgen shows as text. Other generators show the
//! first level-one heading of the page where it is, so a page can start with something else.

use serde_json::{Map, Value as Json};

use super::inline;
use super::markdown::{Fences, fence};
use crate::markdown;

/// If docgen would add a title above the page's own title, adds the settings that keep the page's own title in its place.
pub(super) fn keep(entries: &mut Map<String, Json>, text: &str) {
    let Some((heading, _)) = first(text).filter(|(_, is_first)| !is_first) else { return };
    let title = plain(heading);
    if title.is_empty() {
        return;
    }
    entries.entry("title").or_insert_with(|| title.into());
    entries.insert("hide_title".to_owned(), true.into());
}

/// Returns the text of a page whose generator shows both the title and the level-one headings in the text. If the text
/// starts with a heading that differs from the title, all level-one headings become level-two headings, because docgen
/// would show the first one in place of the title.
pub(super) fn below(entries: &Map<String, Json>, text: String) -> String {
    let title = entries.get("title").and_then(Json::as_str).map(str::trim).unwrap_or_default();
    let heading = first(&text).filter(|(_, is_first)| *is_first).map(|(heading, _)| plain(heading));
    if title.is_empty() || heading.is_none_or(|heading| heading.trim() == title) {
        return text;
    }
    let mut fences = Fences::default();
    let line = |line: &str| {
        let is_heading = !fences.has(line) && line.starts_with("# ");
        if is_heading { format!("#{line}") } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// If a page starts with a level-one heading, returns the heading's text.
pub(super) fn heading(text: &str) -> Option<String> {
    first(text).filter(|(_, is_first)| *is_first).map(|(heading, _)| plain(heading).trim().to_owned())
}

/// Whether a page has a level-one heading anywhere.
pub(super) fn has_heading(text: &str) -> bool {
    first(text).is_some() || text.contains("<h1")
}

/// Returns the text of the first level-one heading, and whether there's nothing above the heading.
fn first(text: &str) -> Option<(&str, bool)> {
    let (mut open, mut above): (Option<(usize, char)>, &str) = (None, "");
    let (mut is_first, mut is_comment) = (true, false);
    for line in text.lines() {
        let bare = line.trim();
        let found = fence(line).filter(|_| !is_comment);
        match (open, found) {
            (None, Some((length, mark, _))) => open = Some((length, mark)),
            (Some((length, mark)), Some((other, c, rest)))
                if c == mark && other >= length && rest.trim().is_empty() =>
            {
                open = None;
            }
            _ => {}
        }
        if open.is_some() || is_comment || bare.starts_with("<!--") {
            is_comment = (is_comment || bare.starts_with("<!--")) && !bare.contains("-->");
            is_first &= open.is_none();
            above = "";
            continue;
        }
        let heading = line.strip_prefix("# ").map(|heading| heading.trim().trim_end_matches('#').trim_end());
        if let Some(heading) = heading {
            return Some((heading, is_first));
        }
        if !bare.is_empty() && !above.is_empty() && bare.bytes().all(|byte| byte == b'=') {
            return Some((above, false));
        }
        // The line above an underline can be the first line of the page.
        is_first &= bare.is_empty();
        above = bare;
    }
    None
}

/// Returns the text of a heading without markup, images, and attributes.
fn plain(heading: &str) -> String {
    let heading = format!("# {heading}");
    let text = inline::heading(&heading).map_or(&*heading, |(text, _)| text);
    markdown::plain(&without_images(text.trim_start_matches('#'))).into_owned()
}

/// Returns the text of a heading without images and their attributes.
pub(super) fn without_images(heading: &str) -> String {
    let mut text = heading.to_owned();
    while let Some(start) = text.find("![") {
        let url = text[start..].find("](").map_or(text.len(), |at| start + at);
        let end = text[url..].find(')').map_or(text.len(), |at| url + at + 1);
        let list = inline::attribute_list(&text[end..]).map_or(0, |list| list.end);
        text.replace_range(start..end + list, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_below_other_titles() {
        let entries = Map::from_iter([("title".to_owned(), "Tea *A*".into())]);
        for (text, expected) in [
            ("\n# B\n\n```\n# c\n```\n\n# D\n", "\n## B\n\n```\n# c\n```\n\n## D\n"),
            ("# Tea \\*A\\*\n\n# D\n", "# Tea \\*A\\*\n\n# D\n"),
            ("a\n\n# B\n", "a\n\n# B\n"),
        ] {
            assert_eq!(below(&entries, text.to_owned()), expected);
        }
    }

    #[test]
    fn titles_that_are_not_text_at_the_start_stay_in_their_place() {
        for (text, expected) in [
            ("# A\n", None),
            ("\n<!-- a\nb -->\n\n# A\n", None),
            ("text\n\n## B\n", None),
            ("<div>x</div>\n\n# A *b* `c`\n", Some("A b c")),
            ("```sh\n# no\n```\n\n# A [b](c.md)\n", Some("A b")),
            ("x\n\nA\n===\n", Some("A")),
            ("# ![x](a.png) A\n", None),
            ("x\n\n# ![x](a.png#only-light){: .x } <img src=\"b.png\"> A { #id }\n", Some("A")),
            ("x\n\n# <img src=\"b.png\">\n", None),
            ("x\n\n# {#id}\n", None),
            ("x\n\n# ![a\n", None),
        ] {
            let mut entries = Map::new();
            keep(&mut entries, text);
            assert_eq!(entries.get("title").and_then(Json::as_str), expected, "{text}");
            assert_eq!(entries.contains_key("hide_title"), expected.is_some(), "{text}");
        }
    }
}
