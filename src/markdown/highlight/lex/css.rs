//! CSS, nesting included.

use super::cursor::{Cursor, is_space, is_word, starts_word};
use super::parts;
use crate::markdown::highlight::spans::*;

pub(super) fn lex(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b'/' if code.ahead(1) == b'*' => parts::comment(code, "*/"),
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'@' => at_rule(code),
            b'{' | b'}' | b';' => {
                code.skip(1);
                code.emit(PUNCTUATION);
            }
            _ if is_rule(code) => selector(code),
            _ => declaration(code),
        }
    }
}

/// Whether a brace comes before the end of what starts here: then it is a selector, else a declaration.
fn is_rule(code: &Cursor<'_, '_>) -> bool {
    let mut quote = 0;
    let mut has_colon = false;
    for byte in code.rest().bytes() {
        match byte {
            _ if quote != 0 => quote = if byte == quote || byte == b'\n' { 0 } else { quote },
            b'"' | b'\'' => quote = byte,
            b'{' => return true,
            b';' | b'}' => return false,
            b':' => has_colon = true,
            _ => {}
        }
    }
    !has_colon
}

fn selector(code: &mut Cursor<'_, '_>) {
    while let Some(byte) = code.peek() {
        match byte {
            b'{' | b'}' | b';' => return,
            _ if is_space(byte) => code.space(),
            b'/' if code.ahead(1) == b'*' => parts::comment(code, "*/"),
            b'.' | b'#' | b':' => {
                code.skip_while(|byte| matches!(byte, b'.' | b'#' | b':'));
                code.skip_while(in_name);
                code.emit(ATTRIBUTE);
            }
            b'[' => attribute(code),
            b'*' => {
                code.skip(1);
                code.emit(TAG);
            }
            b',' | b'>' | b'+' | b'~' | b'(' | b')' => {
                code.skip(1);
                code.emit(PUNCTUATION);
            }
            b'0'..=b'9' => {
                code.skip_while(|byte| is_word(byte) || matches!(byte, b'.' | b'%'));
                code.emit(NUMBER);
            }
            _ if starts_word(byte) || byte == b'-' => {
                code.skip_while(in_name);
                code.emit(if matches!(code.token(), "from" | "to") { KEYWORD } else { TAG });
            }
            _ => {
                code.step();
                code.emit(PLAIN);
            }
        }
    }
}

fn in_name(byte: u8) -> bool {
    is_word(byte) || byte == b'-' || byte == b'\\'
}

/// `[name="value"]`
fn attribute(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    code.skip_while(in_name);
    code.emit(ATTRIBUTE);
    code.skip_while(|byte| matches!(byte, b'=' | b'^' | b'$' | b'*' | b'~' | b'|'));
    code.emit(OPERATOR);
    match code.peek() {
        Some(b'"' | b'\'') => parts::quoted(code, false),
        _ => {
            code.skip_while(in_name);
            code.emit(STRING);
        }
    }
    code.eat("]");
    code.emit(ATTRIBUTE);
}

fn at_rule(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    code.skip_while(in_name);
    let rule = code.token();
    code.emit(KEYWORD);
    let names = matches!(rule, "@keyframes" | "@layer" | "@container" | "@property" | "@counter-style");
    while let Some(byte) = code.peek() {
        match byte {
            b'{' | b'}' | b';' => return,
            _ if names && (starts_word(byte) || byte == b'-') => {
                code.skip_while(in_name);
                code.emit(PLAIN);
            }
            _ => value(code, byte, true),
        }
    }
}

fn declaration(code: &mut Cursor<'_, '_>) {
    if code.eat("--") {
        code.emit(PUNCTUATION);
        code.skip_while(in_name);
        code.emit(TYPE);
    } else {
        code.step();
        code.skip_while(in_name);
        code.emit(ATTRIBUTE);
    }
    code.space();
    if code.peek() == Some(b':') {
        code.skip(1);
        code.emit(PUNCTUATION);
    }
    while let Some(byte) = code.peek() {
        match byte {
            b';' | b'}' | b'{' => return,
            _ => value(code, byte, false),
        }
    }
}

/// A piece of a value, or of the condition of a rule.
fn value(code: &mut Cursor<'_, '_>, byte: u8, condition: bool) {
    match byte {
        _ if is_space(byte) => code.space(),
        b'"' | b'\'' => parts::quoted(code, false),
        b'/' if code.ahead(1) == b'*' => parts::comment(code, "*/"),
        b'#' => {
            code.skip(1);
            code.skip_while(is_word);
            code.emit(NUMBER);
        }
        b'0'..=b'9' => number(code),
        b'.' | b'-' | b'+' if code.ahead(1).is_ascii_digit() || code.ahead(1) == b'.' => number(code),
        b'-' if code.sees("--") => {
            code.skip(2);
            code.emit(PUNCTUATION);
            code.skip_while(in_name);
            code.emit(TYPE);
        }
        b'!' => {
            code.skip(1);
            code.skip_while(in_name);
            code.emit(KEYWORD);
        }
        b'(' | b')' | b',' | b':' => {
            code.skip(1);
            code.emit(PUNCTUATION);
        }
        b'*' | b'+' | b'-' | b'<' | b'>' | b'=' => {
            code.skip(1);
            code.emit(OPERATOR);
        }
        _ if starts_word(byte) || byte == b'-' => word(code, condition),
        _ => {
            code.step();
            code.emit(PLAIN);
        }
    }
}

fn number(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    code.skip_while(|byte| is_word(byte) || matches!(byte, b'.' | b'%'));
    code.emit(NUMBER);
}

fn word(code: &mut Cursor<'_, '_>, condition: bool) {
    code.skip_while(in_name);
    let text = code.token();
    if condition && matches!(text, "and" | "or" | "not" | "only") {
        return code.emit(OPERATOR);
    }
    if code.peek() == Some(b'(') {
        code.emit(FUNCTION);
        if text == "url" && !matches!(code.ahead(1), b'"' | b'\'') {
            code.skip(1);
            code.emit(PUNCTUATION);
            code.skip_while(|byte| byte != b')' && byte != b'\n');
            code.emit(STRING);
        }
        return;
    }
    code.emit(if condition && code.next_sign() == b':' { ATTRIBUTE } else { NUMBER });
}
