//! A lexer for JSON, with or without comments.

use super::{
    cursor::{Cursor, is_space, is_word},
    parts,
};
use crate::markdown::highlight::spans::*;

pub(crate) fn lex(code: &mut Cursor<'_>) {
    while let Some(byte) = code.peek() {
        match byte {
            b'"' => string(code),
            _ if b"{}[],:".contains(&byte) => code.pass(1, PUNCTUATION),
            b'0'..=b'9' | b'-' if byte != b'-' || code.ahead(1).is_ascii_digit() => {
                code.skip(1);
                parts::number(code);
            }
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => parts::comment(code),
            _ if is_space(byte) => code.space(),
            _ if is_word(byte) => {
                let word = code.word();
                code.emit(if matches!(word, "true" | "false" | "null") { NUMBER } else { PLAIN });
            }
            _ => code.pass_letter(PLAIN),
        }
    }
}

/// Lexes a string. If a colon follows, the string is a key.
fn string(code: &mut Cursor<'_>) {
    let class = if is_key(code) { ATTRIBUTE } else { STRING };
    code.skip(1);
    parts::string(code, b'"', class, false);
}

/// Whether a colon follows the next string.
fn is_key(code: &Cursor<'_>) -> bool {
    let rest = code.rest().as_bytes();
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return code.sign_after(at + 1) == b':',
            b'\n' => return false,
            _ => at += 1,
        }
    }
    false
}
