//! Lexers, written by hand for the languages that documentation is full of.
//!
//! A lexer reads bytes once, from the first to the last, without an allocation, and says the class of each token. It
//! knows no grammar, only what a token and its neighbours show: whatever the text, it ends, and in linear time. Where a
//! reader would see no difference, its classes are those of syntect's grammar; a test shows how many are.

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

/// Reads a whole code.
pub(super) type Lexer = fn(&mut Cursor<'_>);

/// Writes a code.
pub(super) fn render(lexer: Lexer, code: &str, out: &mut Spans) {
    let mut cursor = Cursor::new(code, std::mem::take(out));
    lexer(&mut cursor);
    *out = cursor.finish();
}
