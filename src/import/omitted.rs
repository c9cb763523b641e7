//! Comments that replace constructs that docgen doesn't support.
//!
//! A line that starts with a comment is raw HTML up to its end, so Markdown after the comment would be shown as it's
//! written. Therefore, [`placed`] moves such a comment behind the text.

use super::lines::{is_blank, margin_of};

/// The character that identifies a comment from [`comment`] until [`placed`] moves the comment.
const ADDED: char = '\u{fdd1}';

/// Returns a comment that shows the omitted code. The text that contains the comment must be passed to [`placed`].
pub(super) fn comment(code: &str) -> String {
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{ADDED}<!-- {} -->", code.replace("--", "- -"))
}

/// Moves each comment that's before text on its line to the end of the line.
pub(super) fn placed(text: &str) -> String {
    if !text.contains(ADDED) {
        return text.to_owned();
    }
    let mut out: Vec<String> = Vec::new();
    let mut lines = text.split('\n').peekable();
    while let Some(line) = lines.next() {
        let (margin, bare) = line.split_at(margin(line));
        let (comments, rest) = leading(bare);
        if comments.is_empty() {
            out.push(line.to_owned());
        } else if !is_blank(rest) {
            out.push(format!("{margin}{}", before(rest, &comments)));
        } else {
            // A comment on its own line would divide the paragraph.
            let is_inside = is_blank(margin) && lines.peek().is_some_and(|next| is_text(next));
            match out.last_mut().filter(|above| is_inside && is_text(above)) {
                Some(above) => *above = before(above, &comments),
                None => out.push(format!("{margin}{comments}")),
            }
        }
    }
    out.join("\n").replace(ADDED, "")
}

/// Returns the length of the markers at the start of a line: quotes, list items, footnotes, and definitions.
fn margin(line: &str) -> usize {
    let at = margin_of(line);
    let bare = &line[at..];
    let label = bare.strip_prefix("[^").and_then(|rest| rest.find("]:")).map(|end| end + 4);
    let length = label.or_else(|| bare.starts_with(": ").then_some(1));
    length.map_or(at, |length| {
        let rest = &bare[length..];
        at + length + rest.len() - rest.trim_start().len()
    })
}

/// Splits a line after the added comments at its start.
fn leading(line: &str) -> (String, &str) {
    let (mut comments, mut rest) = (Vec::new(), line);
    while let Some(after) = rest.strip_prefix(ADDED) {
        let end = after.find("-->").map_or(after.len(), |end| end + 3);
        comments.push(&after[..end]);
        rest = after[end..].trim_start_matches([' ', '\t']);
    }
    (comments.join(" "), rest)
}

/// Whether a line is text of a paragraph.
fn is_text(line: &str) -> bool {
    let bare = &line[margin(line)..];
    !is_blank(bare) && !bare.starts_with(['<', '#', '|', '`', '~', ':', ADDED])
}

/// Adds comments after text. In a table row, there's no place for them.
fn before(text: &str, comments: &str) -> String {
    let bare = text.trim_end();
    // Two spaces or a backslash at the end are a line break.
    let (bare, end) = match bare.strip_suffix('\\') {
        Some(before) if !before.ends_with('\\') => (before, "\\"),
        _ => (bare, if text.ends_with("  ") { "  " } else { "" }),
    };
    // Without the comment, the text could start a block.
    let escape = match bare.as_bytes() {
        [b'#' | b'>' | b'-' | b'+' | b'=' | b'~' | b':', ..] | [b'*', b' ', ..] => "\\",
        _ => "",
    };
    match bare.contains(" | ") || bare.starts_with('|') {
        true => format!("{escape}{bare}{end}"),
        false => format!("{escape}{bare} {comments}{end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{comment, placed};

    #[test]
    fn a_comment_never_makes_text_raw() {
        // A `§` stands for an omitted construct, and a `|` for a line break.
        for (text, expected) in [
            ("§ *a*", "*a* §"),
            ("§ § *a* § b", "*a* § b § §"),
            ("- § *a*|- b", "- *a* §|- b"),
            ("> 1. §*a*", "> 1. *a* §"),
            ("[^1]: § *a*", "[^1]: *a* §"),
            (": § *a*", ": *a* §"),
            ("a|§|b", "a §|b"),
            ("§||a", "§||a"),
            ("a|§", "a|§"),
            ("# a|§|b", "# a|§|b"),
            ("§ a  |b", "a §  |b"),
            ("§ a\\|b", "a §\\|b"),
            ("§ # a", "\\# a §"),
            ("a § b", "a § b"),
            ("<!-- own --> *a*", "<!-- own --> *a*"),
        ] {
            let placed = placed(&text.replace('§', &comment("{{ a }}")).replace('|', "\n"));
            assert_eq!(placed, expected.replace('§', "<!-- {{ a }} -->").replace('|', "\n"), "{text}");
        }
        assert_eq!(placed(&format!("{} a | b", comment("x"))), "a | b");
    }
}
