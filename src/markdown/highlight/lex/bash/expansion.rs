//! What a shell fills in: variables, parameters, arithmetic, the output of commands; and the strings it does so in.

use super::{Open, State, open};
use crate::markdown::highlight::lex::cursor::{Cursor, is_space, is_word, starts_word};
use crate::markdown::highlight::lex::parts;
use crate::markdown::highlight::spans::*;

pub(super) fn backtick(code: &mut Cursor<'_, '_>, state: &mut State<'_>) {
    code.skip(1);
    code.emit(PUNCTUATION);
    if let Some(at) = state.open.iter().rposition(|open| *open == Open::Backticks) {
        state.open.truncate(at);
        state.command = false;
    } else {
        state.open.push(Open::Backticks);
        (state.command, state.value) = (true, false);
    }
}

/// A place inside of double quotes.
pub(super) fn quotes(code: &mut Cursor<'_, '_>, byte: u8, state: &mut State<'_>) {
    match byte {
        b'"' => {
            code.skip(1);
            code.emit(STRING);
            state.open.pop();
        }
        b'\\' => {
            let escape = matches!(code.ahead(1), b'"' | b'\\' | b'$' | b'`' | b'n' | b't' | b'r' | b'\n');
            code.skip(1);
            if code.peek().is_some() {
                code.step();
            }
            code.emit(if escape { ESCAPE } else { STRING });
        }
        b'$' => expansion(code, STRING, state),
        b'`' => backtick(code, state),
        _ => {
            code.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`'));
            code.emit(STRING);
        }
    }
}

/// What starts with a dollar sign; `class` is what it is when nothing follows that is filled in.
pub(super) fn expansion(code: &mut Cursor<'_, '_>, class: u8, state: &mut State<'_>) {
    let in_word = class == STRING;
    let command = state.command && !in_word;
    state.command &= state.value || in_word;
    match code.ahead(1) {
        b'(' if code.ahead(2) == b'(' => {
            code.skip(1);
            code.emit(VARIABLE);
            open(code, Open::Arithmetic, 2, PUNCTUATION, state);
        }
        b'(' => {
            code.skip(1);
            code.emit(VARIABLE);
            open(code, Open::Substitution, 1, PUNCTUATION, state);
        }
        b'{' => {
            code.skip(2);
            code.skip_while(|byte| matches!(byte, b'#' | b'!'));
            code.skip_while(is_word);
            code.emit(VARIABLE);
            let quoted = matches!(state.open.last(), Some(Open::Quotes | Open::Parameter { quoted: true }));
            state.open.push(Open::Parameter { quoted });
            modifier(code);
        }
        b'\'' if !in_word => {
            code.skip(1);
            code.emit(STRING);
            parts::quoted(code, true);
        }
        b'"' if !in_word => {
            code.skip(1);
            code.emit(STRING);
        }
        byte if starts_word(byte) => {
            code.skip(1);
            code.skip_while(|byte| is_word(byte) && byte < 0x80);
            code.emit(VARIABLE);
        }
        byte if byte.is_ascii_digit() => {
            code.skip(2);
            code.emit(VARIABLE);
        }
        b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' => {
            code.skip(1);
            code.emit(VARIABLE);
            code.skip(1);
            code.emit(BUILTIN);
        }
        b' ' if command => {
            // A prompt.
            code.skip(1);
            code.emit(PUNCTUATION);
            state.command = true;
        }
        _ => {
            code.skip(1);
            code.emit(class);
        }
    }
}

/// What follows the name in `${…}`: an index, and a sign that says what is done with the value.
fn modifier(code: &mut Cursor<'_, '_>) {
    if matches!(code.peek(), Some(b'@' | b'*' | b'?')) {
        code.skip(1);
        code.emit(VARIABLE);
    }
    if code.peek() == Some(b'[') {
        code.skip(1);
        code.emit(PUNCTUATION);
        code.skip_while(|byte| is_word(byte) || matches!(byte, b'@' | b'*'));
        code.emit(if matches!(code.token(), "@" | "*") { BUILTIN } else { PLAIN });
        code.eat("]");
        code.emit(PUNCTUATION);
    }
    let sign = code.ahead(0);
    let length = match sign {
        b':' if matches!(code.ahead(1), b'-' | b'=' | b'?' | b'+') => 2,
        b'#' | b'%' | b'/' | b'^' | b',' if code.ahead(1) == sign => 2,
        b':' | b'#' | b'%' | b'/' | b'^' | b',' | b'-' | b'=' | b'?' | b'+' | b'@' => 1,
        _ => 0,
    };
    code.skip(length);
    code.emit(OPERATOR);
}

/// A place inside of `${…}`, after the name.
pub(super) fn parameter(code: &mut Cursor<'_, '_>, byte: u8, quoted: bool, state: &mut State<'_>) {
    let class = if quoted || state.value { STRING } else { PLAIN };
    match byte {
        b'}' => {
            code.skip(1);
            code.emit(VARIABLE);
            state.open.pop();
        }
        b'"' => {
            code.skip(1);
            code.emit(STRING);
            if !quoted {
                state.open.push(Open::Quotes);
            }
        }
        b'\\' => {
            code.skip(1);
            if code.peek().is_some() {
                code.step();
            }
            code.emit(ESCAPE);
        }
        b'$' => expansion(code, class, state),
        b'`' => backtick(code, state),
        b'*' | b'?' => {
            code.skip(1);
            code.emit(OPERATOR);
        }
        _ => {
            code.step();
            code.skip_while(|byte| !matches!(byte, b'}' | b'"' | b'\\' | b'$' | b'`' | b'*' | b'?'));
            code.emit(class);
        }
    }
}

/// A place inside of `((…))`.
pub(super) fn arithmetic(code: &mut Cursor<'_, '_>, byte: u8, state: &mut State<'_>) {
    match byte {
        b')' if code.sees("))") => {
            code.skip(2);
            code.emit(PUNCTUATION);
            state.open.pop();
        }
        b'$' => expansion(code, PLAIN, state),
        b'0'..=b'9' => parts::number(code),
        b'\n' => {
            // It was none: a subshell in a subshell.
            state.open.pop();
        }
        _ if is_space(byte) => code.blank(),
        _ if is_word(byte) => {
            code.word();
            code.emit(PLAIN);
        }
        _ => {
            code.skip(1);
            code.emit(if matches!(byte, b'(' | b')') { PUNCTUATION } else { OPERATOR });
        }
    }
}
