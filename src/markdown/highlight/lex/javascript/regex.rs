//! Regular expressions between slashes, as JavaScript writes them.

use crate::markdown::highlight::lex::cursor::Cursor;
use crate::markdown::highlight::spans::*;

/// A longer one is no regular expression but a division.
const MAX_LENGTH: usize = 1000;

/// Whether a slash opens a regular expression: another one closes it in the same line.
pub(super) fn is_ahead(code: &Cursor<'_, '_>) -> bool {
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

/// A regular expression that has been seen to end.
pub(super) fn lex(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    code.emit(STRING);
    let mut in_class = false;
    while let Some(byte) = code.peek() {
        match byte {
            b'/' if !in_class => break,
            b'\n' => return,
            b'\\' => {
                code.skip(1);
                let is_class = matches!(code.ahead(0), b'd' | b'w' | b's' | b'D' | b'W' | b'S' | b'b' | b'B');
                if code.peek().is_some() {
                    code.step();
                }
                code.emit(if is_class { NUMBER } else { ESCAPE });
            }
            b'[' | b']' => {
                in_class = byte == b'[';
                code.skip(1);
                code.emit(PUNCTUATION);
            }
            b'^' | b'$' if !in_class => {
                code.skip(1);
                code.emit(KEYWORD);
            }
            b'*' | b'+' | b'?' | b'|' | b'{' | b'}' if !in_class => {
                code.skip(1);
                code.emit(OPERATOR);
            }
            b'(' | b')' if !in_class => {
                code.skip(1);
                if code.eat("?") {
                    code.skip_while_at_most(2, |byte| matches!(byte, b':' | b'=' | b'!' | b'<'));
                }
                code.emit(PUNCTUATION);
            }
            _ => {
                code.step();
                code.emit(if in_class { NUMBER } else { REGEX });
            }
        }
    }
    code.skip(1);
    code.emit(STRING);
    code.skip_while(|byte| byte.is_ascii_lowercase());
    code.emit(KEYWORD);
}
