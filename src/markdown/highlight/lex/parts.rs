//! Tokens that many languages share: numbers, strings with escapes, comments between two signs.

use super::cursor::{Cursor, is_space, is_word, starts_word};
use crate::markdown::highlight::spans::*;

/// A number with its digits, base, point, exponent and suffix.
pub(super) fn number(code: &mut Cursor<'_, '_>) {
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

/// An escape that starts with a backslash: of one letter, or with the digits of a code point.
pub(super) fn escape(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    match code.peek() {
        Some(b'x') => digits(code, 2),
        Some(b'u') if code.ahead(1) == b'{' => {
            code.skip(2);
            code.skip_while(|byte| byte.is_ascii_hexdigit() || byte == b'_');
            code.eat("}");
        }
        Some(b'u') => digits(code, 4),
        Some(b'U') => digits(code, 8),
        Some(b'0'..=b'7') => {
            for _ in 0..3 {
                if matches!(code.peek(), Some(b'0'..=b'7')) {
                    code.skip(1);
                }
            }
        }
        Some(_) => code.step(),
        None => {}
    }
    code.emit(ESCAPE);
}

fn digits(code: &mut Cursor<'_, '_>, count: usize) {
    code.skip(1);
    for _ in 0..count {
        if code.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
            code.skip(1);
        }
    }
}

/// The rest of a string up to its quote, with escapes. One that is left open ends with its line, unless it may have many.
pub(super) fn string(code: &mut Cursor<'_, '_>, quote: u8, class: u8, lines: bool) {
    loop {
        code.skip_while(|byte| byte != quote && byte != b'\\' && byte != b'\n');
        match code.peek() {
            Some(b'\\') => {
                code.emit(class);
                escape(code);
            }
            Some(b'\n') if lines => code.skip(1),
            Some(byte) if byte == quote => {
                code.skip(1);
                return code.emit(class);
            }
            _ => return code.emit(class),
        }
    }
}

/// A quote and the string after it.
pub(super) fn quoted(code: &mut Cursor<'_, '_>, lines: bool) {
    let quote = code.ahead(0);
    code.skip(1);
    string(code, quote, STRING, lines);
}

/// A string in double quotes with escapes and the placeholders of `printf`.
pub(super) fn formatted(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    loop {
        code.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'%'));
        match code.peek() {
            Some(b'\\') => {
                code.emit(STRING);
                escape(code);
            }
            Some(b'%') => placeholder(code),
            Some(b'"') => {
                code.skip(1);
                return code.emit(STRING);
            }
            _ => return code.emit(STRING),
        }
    }
}

/// `%s`, `%-8.2f`, `%zu`; any other per cent sign is text.
fn placeholder(code: &mut Cursor<'_, '_>) {
    let rest = &code.rest().as_bytes()[1..];
    let flags = rest.iter().take(8).take_while(|byte| b"0123456789.-+#*hlzjt".contains(byte)).count();
    if !rest.get(flags).is_some_and(|byte| b"diouxXeEfgGaAcspqvTwn%".contains(byte)) {
        return code.skip(1);
    }
    code.emit(STRING);
    code.skip(flags + 2);
    code.emit(ESCAPE);
}

/// A comment between signs in which the tags of documentation stand out; `sign` is the class of their `@`.
pub(super) fn documented(code: &mut Cursor<'_, '_>, sign: u8) {
    if !code.sees("/**") {
        return comment(code, "*/");
    }
    code.skip(3);
    loop {
        code.skip_while(|byte| byte != b'*' && byte != b'@');
        match code.peek() {
            Some(b'@') if is_space(code.before_next()) && starts_word(code.ahead(1)) => {
                code.emit(COMMENT);
                code.skip(1);
                code.emit(sign);
                code.word();
                code.emit(KEYWORD);
            }
            Some(b'*') if code.eat("*/") => return code.emit(COMMENT),
            Some(_) => code.skip(1),
            None => return code.emit(COMMENT),
        }
    }
}

/// A comment that ends where `close` does.
pub(super) fn comment(code: &mut Cursor<'_, '_>, close: &str) {
    code.skip_past(close);
    code.emit(COMMENT);
}

/// A comment that ends with the line.
pub(super) fn line_comment(code: &mut Cursor<'_, '_>) {
    code.skip_line();
    code.emit(COMMENT);
}
