//! Lexes shell expansions (variables, parameters, arithmetic, and command substitutions) and the strings that contain
//! expansions.

use super::{Open, State, open};
use crate::markdown::{
    highlight::lex::cursor::{Cursor, is_space, is_word, starts_word},
    highlight::lex::parts,
    highlight::spans::*,
};

pub(super) fn backtick(code: &mut Cursor<'_>, state: &mut State<'_>) {
    code.pass(1, PUNCTUATION);
    if let Some(at) = state.open.iter().rposition(|open| *open == Open::Backticks) {
        state.open.truncate(at);
        state.command = false;
    } else {
        state.open.push(Open::Backticks);
        (state.command, state.value) = (true, false);
    }
}

/// Lexes the next part of a string in double quotes.
pub(super) fn quotes(code: &mut Cursor<'_>, byte: u8, state: &mut State<'_>) {
    match byte {
        b'"' => {
            code.pass(1, STRING);
            state.open.pop();
        }
        b'\\' => {
            let escape = b"\"\\$`ntr\n".contains(&code.ahead(1));
            code.skip(1);
            code.pass_letter(if escape { ESCAPE } else { STRING });
        }
        b'$' => expansion(code, STRING, state),
        b'`' => backtick(code, state),
        _ => code.pass_to_any(b"\"\\$`", STRING),
    }
}

/// Lexes a dollar sign and the expansion that follows. If no expansion follows, the dollar sign gets `class`.
pub(super) fn expansion(code: &mut Cursor<'_>, class: u8, state: &mut State<'_>) {
    let in_word = class == STRING;
    let command = state.command && !in_word;
    state.command &= state.value || in_word;
    match code.ahead(1) {
        b'(' if code.ahead(2) == b'(' => {
            code.pass(1, VARIABLE);
            open(code, Open::Arithmetic, 2, PUNCTUATION, state);
        }
        b'(' => {
            code.pass(1, VARIABLE);
            open(code, Open::Substitution, 1, PUNCTUATION, state);
        }
        b'{' => {
            code.skip(2);
            code.skip_while(|byte| matches!(byte, b'#' | b'!'));
            code.pass_while(is_word, VARIABLE);
            let quoted = matches!(state.open.last(), Some(Open::Quotes | Open::Parameter { quoted: true }));
            state.open.push(Open::Parameter { quoted });
            modifier(code);
        }
        b'\'' if !in_word => {
            code.pass(1, STRING);
            parts::quoted(code, true);
        }
        b'"' if !in_word => code.pass(1, STRING),
        byte if starts_word(byte) => {
            code.skip(1);
            code.pass_while(|byte| is_word(byte) && byte < 0x80, VARIABLE);
        }
        byte if byte.is_ascii_digit() => code.pass(2, VARIABLE),
        byte if b"@*#?-$!".contains(&byte) => {
            code.pass(1, VARIABLE);
            code.pass(1, BUILTIN);
        }
        b' ' if command => {
            // The dollar sign is a prompt.
            code.pass(1, PUNCTUATION);
            state.command = true;
        }
        _ => code.pass(1, class),
    }
}

/// Lexes the part after the name in `${…}`: an index and an operator.
fn modifier(code: &mut Cursor<'_>) {
    if matches!(code.peek(), Some(b'@' | b'*' | b'?')) {
        code.pass(1, VARIABLE);
    }
    if code.peek() == Some(b'[') {
        code.pass(1, PUNCTUATION);
        code.skip_while(|byte| is_word(byte) || matches!(byte, b'@' | b'*'));
        code.emit(if matches!(code.token(), "@" | "*") { BUILTIN } else { PLAIN });
        code.pass_if("]", PUNCTUATION);
    }
    let sign = code.ahead(0);
    let length = match sign {
        b':' if b"-=?+".contains(&code.ahead(1)) => 2,
        _ if b"#%/^,".contains(&sign) && code.ahead(1) == sign => 2,
        _ => usize::from(b":#%/^,-=?+@".contains(&sign)),
    };
    code.pass(length, OPERATOR);
}

/// Lexes the next part of `${…}`, after the name.
pub(super) fn parameter(code: &mut Cursor<'_>, byte: u8, quoted: bool, state: &mut State<'_>) {
    let class = if quoted || state.value { STRING } else { PLAIN };
    match byte {
        b'}' => {
            code.pass(1, VARIABLE);
            state.open.pop();
        }
        b'"' => {
            code.pass(1, STRING);
            if !quoted {
                state.open.push(Open::Quotes);
            }
        }
        b'\\' => {
            code.skip(1);
            code.pass_letter(ESCAPE);
        }
        b'$' => expansion(code, class, state),
        b'`' => backtick(code, state),
        b'*' | b'?' => code.pass(1, OPERATOR),
        _ => {
            code.step();
            code.pass_to_any(b"}\"\\$`*?", class);
        }
    }
}

/// Lexes the next part of `((…))`.
pub(super) fn arithmetic(code: &mut Cursor<'_>, byte: u8, state: &mut State<'_>) {
    match byte {
        b')' if code.sees("))") => {
            code.pass(2, PUNCTUATION);
            state.open.pop();
        }
        b'$' => expansion(code, PLAIN, state),
        b'0'..=b'9' => parts::number(code),
        b'\n' => {
            // The parentheses are a subshell in a subshell, not arithmetic.
            state.open.pop();
        }
        _ if is_space(byte) => code.blank(),
        _ if is_word(byte) => code.pass_while(is_word, PLAIN),
        _ => {
            code.skip(1);
            code.emit(if matches!(byte, b'(' | b')') { PUNCTUATION } else { OPERATOR });
        }
    }
}
