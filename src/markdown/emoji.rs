//! Finds emoji shortcodes, such as `:rocket:`, with the names that GitHub uses.

use std::ops::Range;

/// Returns the ranges of the shortcodes in a string. A name between colons isn't a shortcode if no emoji has that name,
/// or if the name is part of a word or other code. Shortcodes can follow each other directly.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while let Some(colon) = text[from..].find(':').map(|at| from + at) {
        from = colon + 1;
        if text[..colon].ends_with(|c: char| c.is_alphanumeric() || ":/\\".contains(c)) {
            continue;
        }
        let (count, mut end) = (found.len(), colon);
        while let Some(length) = length(&text[end..]) {
            found.push(end..end + length);
            end += length;
        }
        if text[end..].starts_with(|c: char| c.is_alphanumeric() || ":[{/".contains(c)) {
            found.truncate(count);
        } else {
            from = end.max(from);
        }
    }
    found
}

/// Returns the length of the shortcode at the start of a string.
fn length(text: &str) -> Option<usize> {
    let name = text.strip_prefix(':')?;
    let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || "-_+".contains(c)))?;
    let end = length + 2;
    (name[length..].starts_with(':') && emoji(&text[..end]).is_some()).then_some(end)
}

/// Returns the emoji for a shortcode with its colons.
pub(crate) fn emoji(shortcode: &str) -> Option<&'static str> {
    let name = shortcode.strip_prefix(':')?.strip_suffix(':')?;
    emojis::get_by_shortcode(name).map(emojis::Emoji::as_str)
}
