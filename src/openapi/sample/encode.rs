//! Texts as URLs and headers carry them.

/// Each byte as `%XX`.
fn triplets(char: char, out: &mut String) {
    let mut bytes = [0; 4];
    for byte in char.encode_utf8(&mut bytes).bytes() {
        out.push_str(&format!("%{byte:02X}"));
    }
}

fn is_unreserved(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '-' | '.' | '_' | '~')
}

/// A value in a URL: all but RFC 3986's unreserved characters is encoded.
pub(super) fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if is_unreserved(char) { out.push(char) } else { triplets(char, &mut out) }
    }
    out
}

/// What is neither kept nor already encoded is encoded.
fn keeping(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, char) in text.char_indices() {
        let encoded = char == '%'
            && text
                .as_bytes()
                .get(at + 1..at + 3)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        if encoded || is_unreserved(char) || kept.contains(char) {
            out.push(char)
        } else {
            triplets(char, &mut out)
        }
    }
    out
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
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if matches!(char, ' '..='~' | '\t') { out.push(char) } else { triplets(char, &mut out) }
    }
    out.trim_matches([' ', '\t']).to_owned()
}

/// Whether HTTP allows a header or a method of this name.
pub(super) fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|char| char.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(char))
}
