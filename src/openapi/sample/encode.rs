//! Texts as URLs and headers carry them.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_encode_byte, utf8_percent_encode};

/// All but the unreserved characters of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// What HTTP can't carry in a header.
const UNSENDABLE: &AsciiSet = &CONTROLS.remove(b'\t');

/// A value in a URL: all but RFC 3986's unreserved characters is encoded.
pub(super) fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// What is neither kept nor already encoded is encoded.
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

/// A value in a query under `allowReserved`.
pub(super) fn reserved_in_query(text: &str) -> String {
    keeping(text, ":/?@!$()*,;=")
}

/// The same in a path, whose parts a value never leaves.
pub(super) fn reserved_in_path(text: &str) -> String {
    keeping(text, ":@!$&'()*+,;=")
}

/// The document's own text in a path.
pub(super) fn path_text(text: &str) -> String {
    keeping(text, ":@!$&'()*+,;=/")
}

/// The document's own text in a query.
pub(super) fn query_text(text: &str) -> String {
    keeping(text, ":@!$&()*+,;=/?")
}

/// An address.
pub(super) fn address_text(text: &str) -> String {
    keeping(text, ":/?#[]@!$&'()*+,;=")
}

/// A text as a header's value: what HTTP cannot carry is `%XX`, white space around it is no part of it.
pub(super) fn header_text(text: &str) -> String {
    utf8_percent_encode(text, UNSENDABLE).to_string().trim_matches([' ', '\t']).to_owned()
}

/// The longest token of HTTP that a text begins with, and the rest.
pub(super) fn token(text: &str) -> (&str, &str) {
    let is_sign = |char: char| char.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(char);
    text.split_at(text.find(|char| !is_sign(char)).unwrap_or(text.len()))
}

/// Whether HTTP allows a header or a method of this name.
pub(super) fn is_token(name: &str) -> bool {
    !name.is_empty() && token(name).1.is_empty()
}
