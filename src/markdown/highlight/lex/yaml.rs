//! A lexer for YAML. Only the end of a scalar shows whether the scalar is a key. A block scalar ends where its
//! indentation ends.

use super::{
    cursor::{Cursor, is_blank, is_space, is_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};

static CONSTANTS: WordTable = WordTable::new(&[(
    NUMBER,
    "~ null Null NULL true True TRUE false False FALSE yes Yes YES no No NO on On ON off Off OFF .inf \
             -.inf .nan .NaN",
)]);

pub(crate) fn lex(code: &mut Cursor<'_>) {
    // `depth` is the number of open brackets, and `column` is the column of the innermost key or dash.
    let (mut depth, mut column) = (0_usize, 0);
    let mut line = 0;
    while let Some(byte) = code.peek() {
        match byte {
            b'\n' => {
                code.pass(1, PLAIN);
                line = code.place();
            }
            _ if is_space(byte) => code.blank(),
            b'#' if is_space(code.before_next()) => parts::line_comment(code),
            b'"' | b'\'' => quoted(code, byte),
            b'{' | b'}' | b'[' | b']' => {
                code.pass(1, PUNCTUATION);
                depth = if matches!(byte, b'{' | b'[') { depth + 1 } else { depth.saturating_sub(1) };
            }
            b',' if depth > 0 => code.pass(1, PUNCTUATION),
            b':' | b'-' | b'?'
                if is_space(code.ahead(1)) || code.ahead(1) == 0 || byte == b':' && depth > 0 =>
            {
                if byte == b'-' {
                    column = code.place() - line;
                }
                code.pass(1, PUNCTUATION);
            }
            b'-' | b'.' if code.place() == line && (code.sees("---") || code.sees("...")) => {
                code.pass(3, PLAIN)
            }
            b'&' | b'*' => {
                code.pass(1, PUNCTUATION);
                code.pass_while(|byte| !ends_word(byte), if byte == b'&' { TYPE } else { PLAIN });
            }
            b'!' => code.pass_while(|byte| !ends_word(byte), KEYWORD),
            b'|' | b'>' if depth == 0 && is_header(code) => {
                code.pass_while(|byte| !is_space(byte), KEYWORD);
                block(code, column);
                line = code.place();
            }
            _ => {
                let at = code.place() - line;
                if plain(code, depth > 0) {
                    column = at;
                }
            }
        }
    }
}

/// Whether a character ends the name of an anchor or tag.
fn ends_word(byte: u8) -> bool {
    is_space(byte) || b",[]{}".contains(&byte)
}

/// Whether a block scalar starts here because the rest of the line contains only indicators and a comment.
fn is_header(code: &Cursor<'_>) -> bool {
    let mut rest = code.rest().bytes().skip(1).skip_while(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'));
    let next = rest.next();
    next.is_none_or(|byte| byte == b'\n' || byte == b'\r')
        || next.is_some_and(is_blank)
            && matches!(rest.find(|byte| !is_blank(*byte)), None | Some(b'#' | b'\n' | b'\r'))
}

/// Lexes a block scalar after its indicators. The scalar consists of lines that are empty or that are indented more
/// than the scalar's key.
fn block(code: &mut Cursor<'_>, column: usize) {
    code.blank();
    if code.peek() == Some(b'#') {
        parts::line_comment(code);
    }
    while code.peek() == Some(b'\n') {
        let rest = code.rest().as_bytes();
        let indent = rest[1..].iter().take_while(|byte| **byte == b' ').count();
        let is_empty = matches!(rest.get(1 + indent), Some(b'\n' | b'\r') | None);
        if indent <= column && !is_empty {
            break;
        }
        code.skip(1 + indent);
        code.skip_line();
        code.emit(STRING);
    }
    if code.peek() == Some(b'\n') {
        code.pass(1, PLAIN);
    }
}

/// Lexes a plain scalar. Returns whether the scalar is a key.
fn plain(code: &mut Cursor<'_>, flow: bool) -> bool {
    let mut end = 0;
    let mut at = 0;
    let rest = code.rest().as_bytes();
    let is_key = loop {
        match rest.get(at) {
            None | Some(b'\n') => break false,
            Some(b':') if rest.get(at + 1).is_none_or(|next| is_space(*next) || flow && *next == b',') => {
                break true;
            }
            Some(b'#') if at > 0 && is_blank(rest[at - 1]) => break false,
            Some(b',' | b'[' | b']' | b'{' | b'}') if flow => break false,
            Some(byte) => {
                at += 1;
                if !is_space(*byte) {
                    end = at;
                }
            }
        }
    };
    code.skip(end.max(1));
    let class = match code.token() {
        _ if is_key => ATTRIBUTE,
        word if is_number(word) => NUMBER,
        word => CONSTANTS.get(word).unwrap_or(STRING),
    };
    code.emit(class);
    is_key
}

/// Whether a scalar is a number or a date.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_hex =
        digits.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let is_date = digits.len() >= 10 && digits.as_bytes()[4] == b'-' && digits.as_bytes()[7] == b'-';
    digits.starts_with(|first: char| first.is_ascii_digit())
        && (is_hex
            || digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
            || digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                && digits.matches('.').count() == 1
            || is_date && digits.bytes().all(|byte| is_word(byte) || b"-:.+".contains(&byte)))
}

/// Lexes a quoted scalar, which can span lines. A quoted key has the class of a string.
fn quoted(code: &mut Cursor<'_>, quote: u8) {
    code.skip(1);
    if quote == b'"' {
        return parts::string(code, quote, STRING, true);
    }
    code.pass_past("'", STRING);
}
