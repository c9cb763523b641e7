//! Lines with their own anchors, in the text of an API page: the parameters, fields, and values on the page.
//!
//! Each line is preceded by its anchor, so a result can open at the line. The anchors contain no spaces. A line without
//! a description is hidden: it's searched like code, and shown only if it matches.
//! `theme/src/search/embedded/lines.ts` reads the same format.

/// The character before an anchor.
const START: char = '\u{2}';
/// The character between an anchor and its line.
const SHOWN: char = '\u{3}';
/// The character between an anchor and its line if the line is hidden.
const HIDDEN: char = '\u{4}';

/// Appends a line.
pub(super) fn push(text: &mut String, anchor: &str, is_shown: bool, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push(START);
    text.push_str(anchor);
    text.push(if is_shown { SHOWN } else { HIDDEN });
    text.extend(line.chars().filter(|c| !is_mark(*c)));
}

/// Whether a character has a meaning in the format.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, START | SHOWN | HIDDEN)
}

/// Returns the text without the anchors and the hidden lines, and the hidden lines.
pub(in crate::search) fn split(text: &str) -> (String, String) {
    let mut parts = text.split(START);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    let mut hidden = String::new();
    for part in parts {
        match part.split_once([SHOWN, HIDDEN]) {
            Some((anchor, line)) if part[anchor.len()..].starts_with(HIDDEN) => {
                hidden.push_str(line);
                hidden.push('\n');
            }
            Some((_, line)) => shown.push_str(line),
            None => {}
        }
    }
    (shown, hidden)
}
