//! TOML.

use super::cursor::{Cursor, is_space, is_word};
use super::parts;
use crate::markdown::highlight::spans::*;

/// What is read around a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Array,
    Table,
}

pub(super) fn lex(code: &mut Cursor<'_, '_>) {
    let mut open = Vec::new();
    let mut key = true;
    while let Some(byte) = code.peek() {
        match byte {
            b'\n' => {
                code.space();
                key = open.is_empty();
            }
            _ if is_space(byte) => code.blank(),
            b'#' => parts::line_comment(code),
            b'[' if open.is_empty() && key => header(code),
            b'"' | b'\'' => string(code, byte),
            b'[' | b'{' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                open.push(if byte == b'[' { Open::Array } else { Open::Table });
                key = byte == b'{';
            }
            b']' | b'}' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                open.pop();
                key = false;
            }
            b',' | b'=' | b'.' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                key = byte == b',' && open.last() == Some(&Open::Table) || byte == b'.' && key;
            }
            b'+' | b'-' if !key => {
                code.skip(1);
                code.emit(OPERATOR);
            }
            _ if is_word(byte) || byte == b'-' => word(code, key),
            _ => {
                code.step();
                code.emit(PLAIN);
            }
        }
    }
}

/// `[table]` or `[[table]]`, with its name.
fn header(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        match byte {
            b'[' | b']' | b'.' => {
                code.skip(1);
                code.emit(PUNCTUATION);
            }
            b'"' | b'\'' => string(code, byte),
            b'\n' | b'#' => return,
            _ if is_space(byte) => code.blank(),
            _ => {
                code.step();
                code.skip_while(|byte| is_word(byte) || byte == b'-');
                code.emit(TYPE);
            }
        }
    }
}

/// A bare key, or a number, a date or a constant.
fn word(code: &mut Cursor<'_, '_>, key: bool) {
    if key {
        code.skip_while(|byte| is_word(byte) || byte == b'-');
        return code.emit(ATTRIBUTE);
    }
    code.skip_while(|byte| is_word(byte) || matches!(byte, b'-' | b':' | b'.' | b'+'));
    let text = code.token();
    let known = matches!(text, "true" | "false" | "inf" | "nan");
    code.emit(if known || text.as_bytes()[0].is_ascii_digit() { NUMBER } else { PLAIN });
}

fn string(code: &mut Cursor<'_, '_>, quote: u8) {
    let triple = if quote == b'"' { "\"\"\"" } else { "'''" };
    let escapes = quote == b'"';
    if !code.eat(triple) {
        code.skip(1);
        if escapes {
            return parts::string(code, quote, STRING, false);
        }
        code.skip_while(|byte| byte != quote && byte != b'\n');
        if code.peek() == Some(quote) {
            code.skip(1);
        }
        return code.emit(STRING);
    }
    loop {
        code.skip_while(|byte| byte != quote && !(escapes && byte == b'\\'));
        match code.peek() {
            Some(b'\\') if !is_space(code.ahead(1)) => {
                code.emit(STRING);
                parts::escape(code);
            }
            Some(_) if code.eat(triple) => return code.emit(STRING),
            Some(_) => code.skip(1),
            None => return code.emit(STRING),
        }
    }
}
