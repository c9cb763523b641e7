//! INI files and those of environment variables.

use super::cursor::{Cursor, is_blank, is_space, is_word, starts_word};
use super::parts;
use crate::markdown::highlight::spans::*;

/// `[section]`, `key = value`.
pub(super) fn ini(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b';' | b'#' => parts::line_comment(code),
            b'[' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                code.skip_while(|byte| byte != b']' && byte != b'\n');
                code.emit(PLAIN);
                code.eat("]");
                code.emit(PUNCTUATION);
            }
            _ => {
                code.skip_while(|byte| byte != b'=' && byte != b'\n');
                if code.peek() == Some(b'=') {
                    code.emit(KEYWORD);
                    code.skip(1);
                    code.emit(PUNCTUATION);
                    code.blank();
                    value(code);
                } else {
                    code.emit(STRING);
                }
            }
        }
    }
}

fn value(code: &mut Cursor<'_, '_>) {
    let quote = code.peek().filter(|byte| matches!(byte, b'"' | b'\''));
    if let Some(quote) = quote {
        code.skip(1);
        code.emit(PUNCTUATION);
        code.skip_while(|byte| byte != quote && byte != b'\n');
        code.emit(STRING);
        if code.peek() == Some(quote) {
            code.skip(1);
            code.emit(PUNCTUATION);
        }
    }
    loop {
        code.skip_while(|byte| byte != b'\n' && byte != b';');
        let is_comment = is_blank(code.before_next());
        code.emit(STRING);
        match code.peek() {
            Some(b';') if is_comment => return parts::line_comment(code),
            Some(b';') => code.skip(1),
            _ => return,
        }
    }
}

/// `NAME=value`, as a shell would read it.
pub(super) fn environment(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b'#' => parts::line_comment(code),
            b'=' => {
                code.skip(1);
                code.emit(OPERATOR);
                setting(code);
            }
            _ if starts_word(byte) => {
                let word = code.word();
                code.emit(if word == "export" && code.peek() == Some(b' ') { KEYWORD } else { PLAIN });
            }
            _ => {
                code.step();
                code.emit(PLAIN);
            }
        }
    }
}

fn setting(code: &mut Cursor<'_, '_>) {
    match code.peek() {
        Some(b'"') => filled(code),
        Some(b'\'') => {
            code.skip(1);
            code.skip_past("'");
            code.emit(STRING);
        }
        _ => {
            code.skip_while(|byte| !is_space(byte));
            let text = code.token();
            let is_number =
                !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let is_constant = ["true", "false", "null"].iter().any(|known| known.eq_ignore_ascii_case(text));
            code.emit(if is_number || is_constant { NUMBER } else { PLAIN });
            if !code.line_has(b'#') {
                code.skip_line();
                code.emit(PLAIN);
            }
        }
    }
}

/// A value in double quotes, with escapes and variables.
fn filled(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    loop {
        code.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'$'));
        match code.peek() {
            Some(b'\\') => {
                code.emit(STRING);
                parts::escape(code);
            }
            Some(b'$') if code.ahead(1) == b'{' => {
                code.emit(STRING);
                code.skip(2);
                code.emit(KEYWORD);
                code.skip_while(is_word);
                code.emit(PLAIN);
                code.eat("}");
                code.emit(KEYWORD);
            }
            Some(b'$') => code.skip(1),
            Some(_) => {
                code.skip(1);
                return code.emit(STRING);
            }
            None => return code.emit(STRING),
        }
    }
}
