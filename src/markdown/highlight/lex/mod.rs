//! Handwritten lexers for the languages that are most common in documentation.
//!
//! A lexer reads the bytes once and assigns a class to each token. It allocates memory only for nested constructs.
//! Because a lexer handles only tokens and their neighbors, not a grammar, it takes linear time for any text. For
//! readers, the lexer's classes are close enough to the classes of syntect's grammar for the language. A test measures
//! how closely the classes agree.

pub(super) mod bash;
pub(super) mod cpp;
mod cursor;
pub(super) mod go;
pub(super) mod javascript;
pub(super) mod json;
mod parts;
pub(super) mod python;
pub(super) mod rust;
pub(super) mod yaml;

use super::spans::Spans;
use cursor::Cursor;

/// A function that lexes a whole code block.
pub(super) type Lexer = fn(&mut Cursor<'_>);

/// Highlights code with a lexer.
pub(super) fn render(lexer: Lexer, code: &str, out: &mut Spans) {
    let mut cursor = Cursor::new(code, std::mem::take(out));
    lexer(&mut cursor);
    *out = cursor.finish();
}
