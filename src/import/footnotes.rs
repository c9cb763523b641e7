//! Keeps links to footnotes. Other generators derive the IDs of footnotes from their names, but docgen numbers footnotes.
//! Therefore, each footnote to which a page links gets an anchor. In an imported book, every footnote gets one.

use std::collections::BTreeSet;

use super::lines::{indent_of, is_blank};
use super::markdown::Fences;
use super::{Content, Imported};

/// What generators write before a footnote's name to create an ID.
const PREFIXES: [&str; 3] = ["footnote-", "fn:", "user-content-fn-"];

/// Adds anchors to the footnotes to which pages link.
pub(super) fn keep(imported: &mut Imported) {
    let is_book = imported.tool == "mdBook";
    let is_page = |extension: &str| matches!(extension, "md" | "mdx");
    let mut pages: Vec<&mut String> = imported
        .files
        .iter_mut()
        .filter(|(path, _)| is_page(path.extension()))
        .filter_map(|(_, content)| if let Content::Text(text) = content { Some(text) } else { None })
        .collect();
    let wanted: BTreeSet<String> = pages.iter().flat_map(|text| targets(text)).map(str::to_owned).collect();
    let id_of = |name: &str| match is_book {
        true => Some(format!("{}{name}", PREFIXES[0])),
        false => PREFIXES.iter().map(|prefix| format!("{prefix}{name}")).find(|id| wanted.contains(id)),
    };
    for text in pages.iter_mut().filter(|text| text.contains("]:")) {
        **text = anchored(text, &id_of);
    }
}

/// Returns the IDs of footnotes to which text links.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let after = text.match_indices('#').map(|(at, _)| &text[at + 1..]);
    after.filter(|rest| PREFIXES.iter().any(|prefix| rest.starts_with(prefix))).map(|rest| {
        let end = rest.find(|c: char| c.is_whitespace() || ")>\"'".contains(c));
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Adds anchors to the footnotes that have an ID.
fn anchored(text: &str, id_of: &dyn Fn(&str) -> Option<String>) -> String {
    let mut fences = Fences::default();
    let with_anchor = |line: &str| {
        let (name, rest) = line.trim_start().strip_prefix("[^")?.split_once("]:")?;
        let rest = rest.trim_start_matches(' ');
        let id =
            id_of(name).filter(|_| indent_of(line) < 4 && is_text(rest) && !name.contains(['"', '<']))?;
        let (start, _) = line.split_once("]:")?;
        Some(format!("{start}]: <a id=\"{id}\"></a>{rest}"))
    };
    text.split_inclusive('\n')
        .map(|line| match fences.has(line) {
            true => line.to_owned(),
            false => with_anchor(line).unwrap_or_else(|| line.to_owned()),
        })
        .collect()
}

/// Whether a footnote starts with text, not with a block such as a list or code.
fn is_text(rest: &str) -> bool {
    let is_item =
        rest.starts_with("* ") || rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(". ");
    !is_blank(rest)
        && !is_item
        && !rest.starts_with("``")
        && !rest.starts_with(['-', '+', '#', '>', '|', '~', '<', ':'])
}
