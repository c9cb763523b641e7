//! HTML and XML. In HTML, scripts and styles are read by the lexers of their languages.

use super::cursor::{Cursor, is_space};
use super::{css, javascript, parts};
use crate::markdown::highlight::spans::*;

pub(super) fn html(code: &mut Cursor<'_, '_>) {
    lex(code, true);
}

pub(super) fn xml(code: &mut Cursor<'_, '_>) {
    lex(code, false);
}

fn lex(code: &mut Cursor<'_, '_>, is_html: bool) {
    while let Some(byte) = code.peek() {
        match byte {
            b'<' if code.sees("<!--") => parts::comment(code, "-->"),
            b'<' if code.sees("<![CDATA[") => data(code),
            b'<' if code.ahead(1) == b'!' => declaration(code),
            b'<' if starts_name(code.ahead(1)) || matches!(code.ahead(1), b'/' | b'?') => {
                element(code, is_html)
            }
            b'&' => entity(code, PLAIN),
            _ if is_space(byte) => code.space(),
            _ => {
                code.step();
                code.skip_while(|byte| !matches!(byte, b'<' | b'&'));
                code.emit(PLAIN);
            }
        }
    }
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') || byte >= 0x80
}

/// `<![CDATA[…]]>`
fn data(code: &mut Cursor<'_, '_>) {
    code.skip("<![".len());
    code.emit(PUNCTUATION);
    code.skip("CDATA".len());
    code.emit(KEYWORD);
    code.skip(1);
    code.emit(PUNCTUATION);
    code.skip_to("]]>");
    code.emit(STRING);
    code.eat("]]>");
    code.emit(PUNCTUATION);
}

/// `<!DOCTYPE …>`
fn declaration(code: &mut Cursor<'_, '_>) {
    code.skip(2);
    code.emit(PUNCTUATION);
    code.skip_while(in_name);
    code.emit(KEYWORD);
    while let Some(byte) = code.peek() {
        match byte {
            b'>' => {
                code.skip(1);
                return code.emit(PUNCTUATION);
            }
            b'"' | b'\'' => value(code),
            b'<' => return,
            _ if is_space(byte) => code.space(),
            _ => {
                code.step();
                code.skip_while(in_name);
                code.emit(NUMBER);
            }
        }
    }
}

/// A tag with its attributes, and the script or style in it.
fn element(code: &mut Cursor<'_, '_>, is_html: bool) {
    code.skip(1);
    let opens = !matches!(code.peek(), Some(b'/' | b'?'));
    if !opens {
        code.skip(1);
    }
    code.emit(PUNCTUATION);
    let name = code.rest();
    names(code, TAG);
    let is_raw = |wanted: &str| {
        let found = name.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
        found && !name.as_bytes().get(wanted.len()).copied().is_some_and(in_name)
    };
    if !attributes(code) || !opens || !is_html {
        return;
    }
    if is_raw("script") {
        embed(code, "</script", javascript::javascript);
    } else if is_raw("style") {
        embed(code, "</style", css::lex);
    }
}

/// A name, and the colon after its prefix.
fn names(code: &mut Cursor<'_, '_>, class: u8) {
    code.skip_while(in_name);
    code.emit(class);
    if code.peek() == Some(b':') && starts_name(code.ahead(1)) {
        code.skip(1);
        code.emit(PUNCTUATION);
        code.skip_while(in_name);
        code.emit(class);
    }
}

/// The attributes up to the end of a tag; says whether it has one and stays open.
fn attributes(code: &mut Cursor<'_, '_>) -> bool {
    while let Some(byte) = code.peek() {
        match byte {
            b'>' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                return true;
            }
            b'/' | b'?' if code.ahead(1) == b'>' => {
                code.skip(2);
                code.emit(PUNCTUATION);
                return false;
            }
            b'<' => return false,
            b'=' => {
                code.skip(1);
                code.emit(PUNCTUATION);
                code.space();
                value(code);
            }
            b'"' | b'\'' => value(code),
            _ if is_space(byte) => code.space(),
            _ if starts_name(byte) => names(code, ATTRIBUTE),
            _ => {
                // Frameworks have their own signs in front of names.
                code.step();
                code.skip_while(|byte| in_name(byte) || byte == b':');
                code.emit(ATTRIBUTE);
            }
        }
    }
    false
}

/// The value of an attribute, with quotes or without.
fn value(code: &mut Cursor<'_, '_>) {
    let quote = code.peek().filter(|byte| matches!(byte, b'"' | b'\''));
    if quote.is_some() {
        code.skip(1);
    }
    let ends = |byte: u8| match quote {
        Some(quote) => byte == quote,
        None => is_space(byte) || byte == b'>',
    };
    loop {
        code.skip_while(|byte| !ends(byte) && byte != b'&');
        match code.peek() {
            Some(b'&') => {
                code.emit(STRING);
                entity(code, STRING);
            }
            Some(_) if quote.is_some() => {
                code.skip(1);
                return code.emit(STRING);
            }
            _ => return code.emit(STRING),
        }
    }
}

/// A reference to a letter. An ampersand that is none is of the class of what is around it.
fn entity(code: &mut Cursor<'_, '_>, around: u8) {
    code.skip(1);
    code.eat("#");
    code.skip_while_at_most(32, |byte| byte.is_ascii_alphanumeric());
    let ends = code.token().len() > 1 && code.eat(";");
    code.emit(if ends { ESCAPE } else { around });
}

/// What is inside of an element that holds another language.
fn embed(code: &mut Cursor<'_, '_>, end: &str, lexer: super::Lexer) {
    let rest = code.rest();
    let length = rest.find(end).unwrap_or(rest.len());
    code.embed(length, lexer);
}
