//! The names of languages, as people write them after a fence.

use syntect::parsing::SyntaxReference;

use super::syntaxes;

/// Finds the syntax of a name; `None` for plain text and for what has none.
pub(super) fn find(name: &str) -> Option<&'static SyntaxReference> {
    if is_plain(name) { None } else { syntaxes().find_syntax_by_token(name) }
}

/// Whether the name asks for plain text.
pub(super) fn is_plain(name: &str) -> bool {
    name.is_empty() || ["text", "txt", "plain", "plaintext", "none"].contains(&name)
}

/// The known name that is most like this one.
pub fn nearest(_name: &str) -> Option<&'static str> {
    None
}
