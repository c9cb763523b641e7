//! A lexer for regular expressions between slashes, as in JavaScript.

use crate::markdown::{highlight::lex::cursor::Cursor, highlight::lex::parts, highlight::spans::*};

/// The maximum length of a regular expression, in bytes. If the closing slash is farther away, the first slash is a
/// division operator.
const MAX_LENGTH: usize = 1000;

/// Whether the next slash opens a regular expression because another slash on the same line closes the expression.
pub(super) fn is_ahead(code: &Cursor<'_>) -> bool {
    let mut bytes = code.rest().bytes().take(MAX_LENGTH).skip(1);
    let mut in_class = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return true,
            b'\n' => return false,
            _ => {}
        }
    }
    false
}

/// Lexes a regular expression. [`is_ahead`] must have returned `true`.
pub(super) fn lex(code: &mut Cursor<'_>) {
    code.pass(1, STRING);
    let mut in_class = false;
    while let Some(byte) = code.peek() {
        match byte {
            b'/' if !in_class => break,
            b'\n' => return,
            b'\\' => {
                code.skip(1);
                code.pass_letter(if parts::is_class(code.ahead(0)) { NUMBER } else { ESCAPE });
            }
            b'[' | b']' => {
                in_class = byte == b'[';
                code.pass(1, PUNCTUATION);
            }
            b'^' | b'$' if !in_class => code.pass(1, KEYWORD),
            _ if b"*+?|{}".contains(&byte) && !in_class => code.pass(1, OPERATOR),
            b'(' | b')' if !in_class => {
                code.skip(1);
                if code.eat("?") {
                    code.skip_while_at_most(2, |byte| b":=!<".contains(&byte));
                }
                code.emit(PUNCTUATION);
            }
            _ => code.pass_letter(if in_class { NUMBER } else { REGEX }),
        }
    }
    code.pass(1, STRING);
    code.pass_while(|byte| byte.is_ascii_lowercase(), KEYWORD);
}
