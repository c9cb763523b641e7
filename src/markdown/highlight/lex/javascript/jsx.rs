//! Lexes JSX elements: tags, attributes, and the text between tags.

use super::{Open, State};
use crate::markdown::{
    highlight::lex::cursor::{Cursor, is_space, is_word, starts_word},
    highlight::lex::parts,
    highlight::spans::*,
};

/// Whether `<` opens an element. In TypeScript, `<` can also open type parameters.
pub(super) fn is_ahead(code: &Cursor<'_>, typed: bool) -> bool {
    let next = code.ahead(1);
    if next == b'>' {
        return true;
    }
    if !starts_word(next) {
        return false;
    }
    let after = &code.rest().as_bytes()[1 + code.run(1, 64, is_word)..];
    !(typed && (after.starts_with(b",") || after.starts_with(b" extends ") || after.starts_with(b">(")))
}

/// Lexes `<` and the name of an element. [`tag`] lexes the rest of the tag.
pub(super) fn open(code: &mut Cursor<'_>, state: &mut State) {
    code.pass(1, PUNCTUATION);
    name(code, state);
    state.open.push(Open::Tag);
}

/// Lexes the name of an element. In TypeScript, components are types.
fn name(code: &mut Cursor<'_>, state: &State) {
    let component = state.typed && code.peek().is_some_and(|byte| byte.is_ascii_uppercase());
    code.pass_while(|byte| is_word(byte) || b".-:".contains(&byte), if component { TYPE } else { TAG });
}

/// Lexes the next part of a tag, after the tag's name.
pub(super) fn tag(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    match byte {
        _ if is_space(byte) => code.space(),
        b'/' if code.ahead(1) == b'>' => {
            code.pass(2, PUNCTUATION);
            state.open.pop();
            end(state);
        }
        b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
        b'/' if code.ahead(1) == b'*' => parts::comment(code),
        b'>' => {
            code.pass(1, PUNCTUATION);
            state.open.pop();
            state.open.push(Open::Children);
        }
        b'{' => expression(code, state),
        b'"' | b'\'' => {
            code.skip(1);
            code.skip_while(|next| next != byte);
            code.pass_letter(STRING);
        }
        b'=' => code.pass(1, OPERATOR),
        _ if starts_word(byte) => {
            code.pass_while(|byte| is_word(byte) || matches!(byte, b'-' | b':'), ATTRIBUTE)
        }
        _ => code.pass_letter(PLAIN),
    }
}

/// Lexes the next part of the content between tags.
pub(super) fn children(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    match byte {
        b'<' if code.ahead(1) == b'/' => {
            code.pass(2, PUNCTUATION);
            name(code, state);
            code.space();
            code.pass_if(">", PUNCTUATION);
            state.open.pop();
            end(state);
        }
        b'<' if is_ahead(code, false) => open(code, state),
        b'{' => expression(code, state),
        b'&' => {
            code.skip(1);
            code.skip_while_at_most(32, |byte| byte.is_ascii_alphanumeric() || byte == b'#');
            let is_entity = code.eat(";");
            code.emit(if is_entity { ESCAPE } else { PLAIN });
        }
        _ => {
            code.step();
            code.pass_to_any(b"<{&", PLAIN);
        }
    }
}

fn expression(code: &mut Cursor<'_>, state: &mut State) {
    code.pass(1, PUNCTUATION);
    state.open.push(Open::Expression);
    state.operand = false;
    state.expects(b'(');
}

/// Handles the end of an element. An element is a value, but no comparison or division can follow it. Another element
/// can follow it.
fn end(state: &mut State) {
    state.operand = false;
    state.expects(b')');
}
