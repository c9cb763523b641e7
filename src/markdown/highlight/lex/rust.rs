//! A lexer for Rust.

use super::{
    cursor::{Cursor, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};

static WORDS: WordTable = WordTable::new(&[
    (
        KEYWORD,
        "abstract async await become box break const continue crate do dyn else enum extern final fn for if \
         impl let loop macro match mod move super mut override priv pub ref return static struct trait try \
         type typeof union unsafe unsized use virtual where while yield",
    ),
    (TYPE, "Self bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize"),
    (NUMBER, "true false"),
    (BUILTIN, "self"),
    (OPERATOR, "as in"),
]);

/// The state of the lexer.
#[derive(Default)]
struct State {
    /// The last keyword, if only a name can follow.
    after: Option<&'static str>,
    /// Whether the next parenthesis opens a function's parameters.
    declaration: bool,
    /// The depth of parentheses in a function's parameters.
    parameters: usize,
    /// Whether a closure's parameters are being lexed.
    closure: bool,
    /// Whether an expression can start here. If so, `|` opens a closure.
    expression: bool,
    /// Whether a macro's arguments are being lexed. If so, strings have placeholders.
    in_macro: bool,
}

pub(crate) fn lex(code: &mut Cursor<'_>) {
    let mut state = State { expression: true, ..State::default() };
    while let Some(byte) = code.peek() {
        match byte {
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => comment(code),
            _ if is_space(byte) => code.space(),
            b'#' if matches!(code.ahead(1), b'[' | b'!') => attribute(code),
            b'"' => string(code, &mut state),
            b'r' | b'b' | b'c' if prefix(code) > 0 => literal(code, &mut state),
            b'\'' => quote(code),
            b'0'..=b'9' => {
                parts::number(code);
                state.expression = false;
            }
            _ if starts_word(byte) => name(code, &mut state),
            _ => sign(code, byte, &mut state),
        }
    }
}

fn name(code: &mut Cursor<'_>, state: &mut State) {
    let word = code.word();
    let known = WORDS.get(word);
    let after = state.after.take();
    let class = match known {
        Some(KEYWORD) => {
            state.after = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static"]
                .into_iter()
                .find(|keyword| *keyword == word);
            state.expression = true;
            return code.emit(KEYWORD);
        }
        Some(BUILTIN) if word == "self" && state.parameters > 0 => VARIABLE,
        Some(OPERATOR) => {
            state.expression = true;
            return code.emit(OPERATOR);
        }
        Some(class) => class,
        None => match after {
            Some("fn") => FUNCTION,
            Some("mod") => PLAIN,
            Some("const" | "static") => NUMBER,
            Some(_) => TYPE,
            None if code.peek() == Some(b'!') && code.ahead(1) != b'=' => {
                code.skip(1);
                state.in_macro = true;
                state.after = (word == "macro_rules").then_some("fn");
                FUNCTION
            }
            None => plain_name(code, word, state),
        },
    };
    state.expression = false;
    state.declaration |= after == Some("fn");
    code.emit(class);
}

/// Returns the class of a name that isn't a known word and that the preceding keyword doesn't declare.
fn plain_name(code: &Cursor<'_>, word: &str, state: &State) -> u8 {
    let next = code.next_sign();
    let capital = parts::starts_capital(word);
    if capital && (word.len() == 1 || word.bytes().any(|byte| byte.is_ascii_lowercase())) {
        return TYPE;
    }
    if capital && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    {
        return NUMBER;
    }
    let call = code.peek() == Some(b'(') || code.sees("::<");
    match next {
        _ if call => FUNCTION,
        b':' if state.parameters == 1 && !code.sees("::") => VARIABLE,
        _ if state.closure => VARIABLE,
        _ => PLAIN,
    }
}

fn sign(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    code.skip(1);
    let expression = std::mem::replace(&mut state.expression, !b")].".contains(&byte));
    let class = match byte {
        b'(' => {
            let opens = std::mem::take(&mut state.declaration);
            state.parameters += usize::from(opens || state.parameters > 0);
            PUNCTUATION
        }
        b')' => {
            state.parameters = state.parameters.saturating_sub(1);
            PUNCTUATION
        }
        b';' => {
            state.in_macro = false;
            PUNCTUATION
        }
        b'[' | b']' | b'{' | b'}' | b':' => PUNCTUATION,
        b',' if state.parameters > 0 => PLAIN,
        b',' => PUNCTUATION,
        b'.' if code.peek() != Some(b'.') && code.before() != b'.' => PUNCTUATION,
        b'-' if code.eat(">") => PUNCTUATION,
        b'=' if code.eat(">") => OPERATOR,
        b'<' | b'>' if code.peek() != Some(b'=') && code.before() != b' ' => PUNCTUATION,
        b'|' => {
            if state.closure || expression && code.line_has(b'|') {
                state.closure = !state.closure;
                PUNCTUATION
            } else {
                OPERATOR
            }
        }
        _ if b".+-*/%=!<>&^?@".contains(&byte) => OPERATOR,
        128.. => {
            code.skip_while(|byte| byte >= 128);
            PLAIN
        }
        _ => PLAIN,
    };
    code.emit(class);
}

/// Lexes a block comment, which can be nested.
fn comment(code: &mut Cursor<'_>) {
    let mut depth = 0;
    loop {
        code.skip_while(|byte| byte != b'/' && byte != b'*');
        if code.eat("/*") {
            depth += 1;
        } else if code.eat("*/") {
            depth -= 1;
        } else if code.peek().is_some() {
            code.skip(1);
        }
        if depth == 0 || code.peek().is_none() {
            return code.emit(COMMENT);
        }
    }
}

/// Lexes an attribute, `#[…]`.
fn attribute(code: &mut Cursor<'_>) {
    code.skip(1);
    code.eat("!");
    code.emit(DECORATOR);
    if code.peek() != Some(b'[') {
        return;
    }
    let mut depth = 0;
    while let Some(byte) = code.peek() {
        match byte {
            b'[' | b'(' | b']' | b')' => {
                code.pass(1, PUNCTUATION);
                depth += if matches!(byte, b'[' | b'(') { 1 } else { -1 };
                if depth <= 0 {
                    return;
                }
            }
            b',' => code.pass(1, PUNCTUATION),
            b'"' => parts::quoted(code, true),
            b'\n' if depth == 1 => return,
            _ if is_space(byte) => code.space(),
            _ => code.pass_letter(DECORATOR),
        }
    }
}

/// Returns the length of a literal's prefix, such as `r#`, `b`, `br`, or `c`. If the literal has no prefix, returns 0.
fn prefix(code: &Cursor<'_>) -> usize {
    let mut length = 1;
    if matches!(code.peek(), Some(b'b' | b'c')) && code.ahead(1) == b'r' {
        length += 1;
    }
    let raw = code.ahead(length - 1) == b'r';
    while raw && code.ahead(length) == b'#' {
        length += 1;
    }
    let byte = code.peek() == Some(b'b') && length == 1 && code.ahead(1) == b'\'';
    if code.ahead(length) == b'"' || byte { length } else { 0 }
}

/// Lexes a literal with a prefix.
fn literal(code: &mut Cursor<'_>, state: &mut State) {
    let length = prefix(code);
    let raw = code.rest().as_bytes()[..length].contains(&b'r');
    let hashes = code.rest().as_bytes()[..length].iter().filter(|byte| **byte == b'#').count();
    code.pass(length, if raw { STRING } else { KEYWORD });
    if code.peek() == Some(b'\'') {
        return quote(code);
    }
    if !raw {
        return string(code, state);
    }
    code.skip(1);
    loop {
        code.skip_past("\"");
        let closed = code.rest().bytes().take_while(|byte| *byte == b'#').take(hashes).count() == hashes;
        if closed || code.peek().is_none() {
            code.skip_while_at_most(hashes, |byte| byte == b'#');
            return code.emit(STRING);
        }
    }
}

fn string(code: &mut Cursor<'_>, state: &mut State) {
    state.expression = false;
    code.skip(1);
    parts::filled(code, b'"', STRING, true, b'{', |code| placeholder(code, state.in_macro));
}

/// Lexes a placeholder for a formatting macro: `{}`, `{name}`, or `{0:>8.2}`. `{{` is a literal brace.
fn placeholder(code: &mut Cursor<'_>, in_macro: bool) {
    if code.ahead(1) == b'{' {
        return code.skip(2);
    }
    let length = 1 + code.run(1, usize::MAX, |byte| is_word(byte) || b":.#?<>^+-$* ".contains(&byte));
    if !in_macro || code.ahead(length) != b'}' {
        return code.skip(1);
    }
    code.emit(STRING);
    code.pass(length + 1, ESCAPE);
}

/// Lexes a character or a lifetime.
fn quote(code: &mut Cursor<'_>) {
    let rest = code.rest();
    let mut letters = rest[1..].chars();
    let (first, second) = (letters.next().unwrap_or('\n'), letters.next().unwrap_or('\n'));
    code.skip(1);
    if first == '\\' || second == '\'' {
        parts::string(code, b'\'', STRING, false);
    } else {
        code.pass_while(is_word, DECORATOR);
    }
}
