//! Finds emoji shortcodes, such as `:rocket:`, with the names that GitHub uses.

use std::ops::Range;

/// Returns the ranges of the shortcodes in a string. A name between colons isn't a shortcode if no emoji has that name,
/// or if the name is part of a word or other code.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while let Some(colon) = text[from..].find(':').map(|at| from + at) {
        let name = &text[colon + 1..];
        let length =
            name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"-_+".contains(byte)).count();
        let end = colon + length + 2;
        let is_apart = !text[..colon].ends_with(|c: char| c.is_alphanumeric() || ":/\\".contains(c))
            && text
                .get(end..)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || ":[{/".contains(c)));
        let is_closed = name[length..].starts_with(':');
        if is_apart && is_closed && emoji(&text[colon..end]).is_some() {
            found.push(colon..end);
            from = end;
        } else {
            from = colon + 1;
        }
    }
    found
}

/// Returns the emoji for a shortcode with its colons. A number isn't a shortcode, because it's usually part of a time.
pub(crate) fn emoji(shortcode: &str) -> Option<&'static str> {
    let name = shortcode.strip_prefix(':')?.strip_suffix(':')?;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    emojis::get_by_shortcode(name).filter(|_| !is_number).map(emojis::Emoji::as_str)
}
