//! Encodes text for URLs and headers.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_encode_byte, utf8_percent_encode};

/// All characters except RFC 3986's unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// The characters that HTTP doesn't allow in a header.
const UNSENDABLE: &AsciiSet = &CONTROLS.remove(b'\t');

/// Encodes a value for a URL: all characters except RFC 3986's unreserved characters.
pub(super) fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Encodes all characters except unreserved characters, characters in `kept`, and characters that are already encoded.
fn keeping(text: &str, kept: &str) -> String {
    let bytes = text.as_bytes();
    let is_code = |at| bytes.get(at + 1..at + 3).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
    let encoded = |(at, byte): (usize, &u8)| match byte {
        b'%' if is_code(at) => "%",
        byte if kept.as_bytes().contains(byte) => &text[at..at + 1],
        byte if byte.is_ascii_alphanumeric() || b"-._~".contains(byte) => &text[at..at + 1],
        byte => percent_encode_byte(*byte),
    };
    bytes.iter().enumerate().map(encoded).collect()
}

/// Encodes the value of a query parameter with `allowReserved`.
pub(super) fn reserved_in_query(text: &str) -> String {
    keeping(text, ":/?@!$()*,;=")
}

/// Encodes a value for a path with `allowReserved` so that it stays within its segment.
pub(super) fn reserved_in_path(text: &str) -> String {
    keeping(text, ":@!$&'()*+,;=")
}

/// Encodes the text of a path in the document: only the characters that aren't allowed in a path.
pub(super) fn path_text(text: &str) -> String {
    keeping(text, ":@!$&'()*+,;=/")
}

/// Encodes the text of a query in the document: only the characters that aren't allowed in a query.
pub(super) fn query_text(text: &str) -> String {
    keeping(text, ":@!$&()*+,;=/?")
}

/// Encodes only the characters that aren't allowed in a URL.
pub(super) fn address_text(text: &str) -> String {
    keeping(text, ":/?#[]@!$&'()*+,;=")
}

/// Encodes a header's value: characters that HTTP doesn't allow become `%XX`, and surrounding whitespace is removed.
pub(super) fn header_text(text: &str) -> String {
    utf8_percent_encode(text, UNSENDABLE).to_string().trim_matches([' ', '\t']).to_owned()
}

/// Splits the longest HTTP token off the start of a string.
pub(super) fn token(text: &str) -> (&str, &str) {
    let is_sign = |char: char| char.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(char);
    text.split_at(text.find(|char| !is_sign(char)).unwrap_or(text.len()))
}

/// Whether HTTP allows this name for a header or a method.
pub(crate) fn is_token(name: &str) -> bool {
    !name.is_empty() && token(name).1.is_empty()
}
