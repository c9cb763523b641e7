//! Keeps token characters out of the text that people write. Unicode reserves U+FDD0 to U+FDEF for internal use by
//! programs, so no text needs them.

use std::borrow::Cow;

/// Replaces token characters in code, and their escapes, with the replacement character. The length of the text
/// doesn't change. In the code of a Markdown file, only the parts that a person wrote are changed.
pub(in crate::component) fn defused<'t>(text: &'t str, written: Option<&[(u32, u32, u32)]>) -> Cow<'t, str> {
    let mut replacements = replacements(text);
    if let Some(written) = written {
        let is_written = |at: usize| {
            let next = written.partition_point(|(start, ..)| *start as usize <= at);
            let part = next.checked_sub(1).map(|index| written[index]);
            part.is_some_and(|(start, _, length)| at < start as usize + length as usize)
        };
        replacements.retain(|(at, _)| is_written(*at));
    }
    if replacements.is_empty() {
        return text.into();
    }
    let mut defused = text.to_owned();
    for (at, replacement) in replacements {
        defused.replace_range(at..at + replacement.len(), replacement);
    }
    defused.into()
}

/// Returns text without token characters.
pub(crate) fn without_tokens(text: &str) -> Cow<'_, str> {
    let is_token = |c: char| is_token(u32::from(c));
    if text.contains(is_token) { text.replace(is_token, "\u{fffd}").into() } else { text.into() }
}

/// Replaces token characters in JSON, and their escapes.
pub(in crate::component) fn defused_json(text: &str) -> Cow<'_, str> {
    defused(text, None)
}

/// Returns the offsets of token characters and of their escapes, each with a replacement of the same length.
fn replacements(text: &str) -> Vec<(usize, &'static str)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    // Every way to write these characters contains one of these bytes.
    while let Some(next) = bytes[at..].iter().position(|byte| matches!(byte, 0xef | b'f' | b'F' | b'6')) {
        at += next;
        let rest = &bytes[at..];
        match rest {
            [0xef, 0xb7, 0x90..=0xaf, ..] => found.push((at, "\u{fffd}")),
            [b'f' | b'F', b'd' | b'D', b'd' | b'D' | b'e' | b'E', ones, ..]
                if ones.is_ascii_hexdigit() && is_escape(&bytes[..at]) =>
            {
                found.push((at, "fffd"));
            }
            [b'6', ..] if is_reference(&bytes[..at]) && decimal(rest).is_some_and(is_token) => {
                found.push((at, "65533"));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether the four digits of a character are part of an escape, based on the text before them: `\u`, `\u{0…`, or
/// `&#x0…`.
fn is_escape(before: &[u8]) -> bool {
    let trimmed = before.len() - before.iter().rev().take_while(|byte| **byte == b'0').count();
    let before_zeros = &before[..trimmed];
    before.ends_with(b"\\u")
        || before_zeros.ends_with(b"\\u{")
        || before_zeros.ends_with(b"&#x")
        || before_zeros.ends_with(b"&#X")
}

/// Whether the decimal digits of a character are part of a character reference, based on the text before them.
fn is_reference(before: &[u8]) -> bool {
    let trimmed = before.len() - before.iter().rev().take_while(|byte| **byte == b'0').count();
    before[..trimmed].ends_with(b"&#")
}

/// Returns the number in the first five bytes if all of them are digits.
fn decimal(bytes: &[u8]) -> Option<u32> {
    std::str::from_utf8(bytes.get(..5)?).ok()?.parse().ok()
}

/// Whether a character is a token character.
fn is_token(code: u32) -> bool {
    (0xfdd0..=0xfdef).contains(&code)
}
