//! Lexes tokens that many languages share: numbers, strings with escapes, and comments.

use super::cursor::{Cursor, is_word};
use crate::markdown::highlight::spans::*;

/// Lexes a number with its base, decimal point, exponent, and suffix.
pub(super) fn number(code: &mut Cursor<'_>) {
    let hex = code.peek() == Some(b'0') && matches!(code.ahead(1), b'x' | b'X');
    let mut last = 0;
    while let Some(byte) = code.peek() {
        let belongs = match byte {
            b'.' => code.ahead(1).is_ascii_digit() && last != b'.',
            b'+' | b'-' => !hex && matches!(last, b'e' | b'E') && code.ahead(1).is_ascii_digit(),
            _ => is_word(byte),
        };
        if !belongs {
            break;
        }
        last = byte;
        code.skip(1);
    }
    code.emit(NUMBER);
}

/// Whether a name is a constant, which consists of capital letters.
pub(super) fn is_constant(word: &str) -> bool {
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte >= 0x80;
    word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_uppercase()) && !word.bytes().any(is_small)
}

/// Whether a name starts with a capital letter.
pub(super) fn starts_capital(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Lexes an escape sequence, which is a backslash and either a letter or the digits of a code point.
pub(super) fn escape(code: &mut Cursor<'_>) {
    code.skip(1);
    let digits = match code.peek() {
        Some(b'u') if code.ahead(1) == b'{' => {
            code.skip(2);
            code.skip_while(|byte| byte.is_ascii_hexdigit() || byte == b'_');
            return code.pass_if("}", ESCAPE);
        }
        Some(b'0'..=b'7') => {
            code.skip_while_at_most(3, |byte| matches!(byte, b'0'..=b'7'));
            return code.emit(ESCAPE);
        }
        Some(b'x') => 2,
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => 0,
    };
    code.step();
    code.skip_while_at_most(digits, |byte| byte.is_ascii_hexdigit());
    code.emit(ESCAPE);
}

/// Whether a letter after a backslash represents a character class in a pattern.
pub(super) fn is_class(letter: u8) -> bool {
    b"dwsDWSbB".contains(&letter)
}

/// Lexes the rest of a string, with escapes, through its closing quote. If `lines` is false, an unclosed string ends at
/// the end of its line.
pub(super) fn string(code: &mut Cursor<'_>, quote: u8, class: u8, lines: bool) {
    filled(code, quote, class, lines, quote, |_| {});
}

/// Lexes the rest of a string with interpolations or placeholders. `sign` is the character that can start an
/// interpolation or a placeholder. The lexer calls `fill` at this character, and `fill` must advance past at least this
/// character.
pub(super) fn filled<'t>(
    code: &mut Cursor<'t>,
    quote: u8,
    class: u8,
    lines: bool,
    sign: u8,
    fill: impl Fn(&mut Cursor<'t>),
) {
    loop {
        code.skip_to_any(&[quote, b'\\', b'\n', sign]);
        match code.peek() {
            Some(b'\\') => {
                code.emit(class);
                escape(code);
            }
            Some(b'\n') if lines => code.skip(1),
            Some(byte) if byte == quote => return code.pass(1, class),
            Some(byte) if byte == sign => fill(code),
            _ => return code.emit(class),
        }
    }
}

/// Lexes a quotation mark and the string that follows.
pub(super) fn quoted(code: &mut Cursor<'_>, lines: bool) {
    let quote = code.ahead(0);
    code.skip(1);
    string(code, quote, STRING, lines);
}

/// Lexes a string in double quotes with escapes and `printf` placeholders.
pub(super) fn formatted(code: &mut Cursor<'_>) {
    code.skip(1);
    filled(code, b'"', STRING, false, b'%', placeholder);
}

/// Lexes a placeholder: `%s`, `%-8.2f`, `%zu`. A percent sign that doesn't start a placeholder is text.
fn placeholder(code: &mut Cursor<'_>) {
    let flags = code.run(1, 8, |byte| b"0123456789.-+#*hlzjt".contains(&byte));
    if !b"diouxXeEfgGaAcspqvTwn%".contains(&code.ahead(1 + flags)) {
        return code.skip(1);
    }
    code.emit(STRING);
    code.pass(flags + 2, ESCAPE);
}

/// Lexes a comment up to `*/`.
pub(super) fn comment(code: &mut Cursor<'_>) {
    code.pass_past("*/", COMMENT);
}

/// Lexes a comment up to the end of the line.
pub(super) fn line_comment(code: &mut Cursor<'_>) {
    code.skip_line();
    code.emit(COMMENT);
}
