//! A lexer for Python, including interpreter sessions.

use super::{
    cursor::{Cursor, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};

static WORDS: WordTable = WordTable::new(&[
    (
        KEYWORD,
        "and as assert async await break class continue def del elif else except finally for from global if \
         import in is lambda nonlocal not or pass raise return try while with yield",
    ),
    (NUMBER, "Ellipsis False None NotImplemented True"),
    (
        TYPE,
        "bool bytearray bytes complex dict float frozenset int list memoryview object property range set \
         slice str tuple type",
    ),
    (BUILTIN, "cls self"),
]);

/// The maximum depth of interpolations. Deeper interpolations are lexed as part of the string.
const MAX_DEPTH: usize = 6;

/// The state of the lexer.
#[derive(Default)]
struct State {
    /// The last keyword that declares names: `def` or `class` up to the declared name, or `lambda` up to its colon.
    after: Option<&'static str>,
    /// The number of open brackets.
    depth: usize,
    /// The number of open brackets around a function's parameter list, while the list is being lexed.
    parameters: Option<usize>,
    /// Whether the lexer is past a parameter's name. If so, the parameter's type or default follows.
    past_name: bool,
    /// Whether a decorator's name is being lexed.
    decorator: bool,
    /// The number of strings around the interpolation that's being lexed. Outside strings, the number is 0.
    strings: usize,
}

pub(crate) fn lex(code: &mut Cursor<'_>) {
    let mut state = State::default();
    while let Some(byte) = code.peek() {
        token(code, byte, &mut state);
    }
}

fn token(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    match byte {
        b'#' => parts::line_comment(code),
        b'\n' => {
            state.decorator = false;
            code.space();
        }
        _ if is_space(byte) => code.blank(),
        b'"' | b'\'' => string(code, 0, state),
        b'0'..=b'9' => parts::number(code),
        b'.' if code.ahead(1).is_ascii_digit() && !is_word(code.before()) => parts::number(code),
        b'@' if code.is_first() && starts_word(code.ahead(1)) => {
            code.skip(1);
            state.decorator = true;
            code.emit(DECORATOR);
        }
        _ if starts_word(byte) => match prefix(code) {
            0 => name(code, state),
            length => string(code, length, state),
        },
        _ => sign(code, byte, state),
    }
}

/// Returns the length of a string's prefix. If no string follows, returns 0.
fn prefix(code: &Cursor<'_>) -> usize {
    let is_prefix = |byte: u8| b"rbfut".contains(&byte.to_ascii_lowercase());
    let length = (0..2).take_while(|at| is_prefix(code.ahead(*at))).count();
    if matches!(code.ahead(length), b'"' | b'\'') { length } else { 0 }
}

fn name(code: &mut Cursor<'_>, state: &mut State) {
    let is_member = code.before() == b'.';
    let word = code.word();
    let class = match WORDS.get(word) {
        _ if state.decorator => DECORATOR,
        Some(KEYWORD) if !is_member => {
            state.after = ["def", "class", "lambda"].into_iter().find(|keyword| *keyword == word);
            state.past_name = false;
            KEYWORD
        }
        Some(BUILTIN) if state.is_parameter() => VARIABLE,
        _ if state.after == Some("def") => {
            state.after = None;
            state.parameters = Some(state.depth);
            state.past_name = false;
            FUNCTION
        }
        _ if state.after == Some("class") => {
            state.after = None;
            TYPE
        }
        _ if state.after == Some("lambda") && !state.past_name => VARIABLE,
        Some(class) if !is_member => class,
        _ => other_name(code, word, state),
    };
    code.emit(class);
}

/// Returns the class of a name that isn't built in.
fn other_name(code: &Cursor<'_>, word: &str, state: &State) -> u8 {
    let next = code.next_sign();
    let is_parameter = state.is_parameter() && matches!(next, b',' | b':' | b'=' | b')' | 0 | b'\n');
    let is_argument = state.depth > 0 && next == b'=' && !code.sees("==") && !code.sees(" ==");
    if is_parameter || is_argument {
        VARIABLE
    } else if word.len() > 4 && word.starts_with("__") && word.ends_with("__") {
        if next == b'(' { FUNCTION } else { BUILTIN }
    } else if parts::is_constant(word) {
        NUMBER
    } else if next == b'(' && !is_exception(word) {
        FUNCTION
    } else if parts::starts_capital(word) {
        TYPE
    } else if (word == "match" || word == "case") && code.is_first() && soft(code) {
        KEYWORD
    } else {
        PLAIN
    }
}

/// Whether a soft keyword is a keyword here because a space and the start of an expression follow.
fn soft(code: &Cursor<'_>) -> bool {
    let next = code.next_sign();
    code.ahead(0) == b' ' && (is_word(next) || b"\"'[{-".contains(&next))
}

fn is_exception(word: &str) -> bool {
    ["Error", "Exception", "Warning", "StopIteration", "KeyboardInterrupt", "SystemExit"]
        .iter()
        .any(|end| word.ends_with(end))
}

fn sign(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    code.skip(1);
    let class = match byte {
        b'(' | b'[' | b'{' => {
            state.depth += 1;
            PUNCTUATION
        }
        b')' | b']' | b'}' => {
            state.depth = state.depth.saturating_sub(1);
            if state.parameters.is_some_and(|outside| state.depth <= outside) {
                state.parameters = None;
            }
            PUNCTUATION
        }
        b':' => {
            if state.after == Some("lambda") {
                state.after = None;
            }
            state.past_name = true;
            if code.eat("=") { OPERATOR } else { PUNCTUATION }
        }
        b',' => {
            state.past_name = false;
            PUNCTUATION
        }
        b'.' if code.sees("..") => {
            code.skip(2);
            NUMBER
        }
        b';' | b'.' | b'\\' => PUNCTUATION,
        b'-' if code.eat(">") => PUNCTUATION,
        b'=' => {
            state.past_name = true;
            OPERATOR
        }
        _ if b"+-*/%<>!&|^~@".contains(&byte) => OPERATOR,
        _ => PLAIN,
    };
    if byte == b'.' && state.decorator {
        return code.emit(PUNCTUATION);
    }
    if byte == b'(' {
        state.decorator = false;
    }
    code.emit(class);
}

impl State {
    /// Whether a parameter's name is allowed here.
    fn is_parameter(&self) -> bool {
        self.parameters.is_some_and(|outside| self.depth == outside + 1) && !self.past_name
    }
}

/// Lexes a string. `prefix` is the length of the prefix before the opening quote.
fn string(code: &mut Cursor<'_>, prefix: usize, state: &mut State) {
    let is_documentation = state.depth == 0 && code.is_first() && state.strings == 0;
    let letters = &code.rest().as_bytes()[..prefix];
    let has = |letter: u8| letters.iter().any(|byte| byte.eq_ignore_ascii_case(&letter));
    let (raw, filled) = (has(b'r'), (has(b'f') || has(b't')) && state.strings < MAX_DEPTH);
    code.skip(prefix);
    let quote = code.ahead(0);
    let triple = code.ahead(1) == quote && code.ahead(2) == quote;
    code.skip(if triple { 3 } else { 1 });
    let class = if is_documentation && triple { COMMENT } else { STRING };
    loop {
        code.skip_to_any(&[quote, b'\\', b'\n', b'{', b'}', b'%']);
        match code.peek() {
            None => return code.emit(class),
            Some(b'\n') if !triple => return code.emit(class),
            Some(b'\\') if code.ahead(1) == b'\n' || class == COMMENT => code.step(),
            Some(b'\\') => {
                code.emit(class);
                raw_or_escape(code, raw, quote);
            }
            Some(b'{') if class == STRING && filled => {
                code.emit(class);
                if code.eat("{{") {
                    code.emit(ESCAPE);
                } else {
                    interpolation(code, quote, triple, state);
                }
            }
            Some(b'}') if filled && code.ahead(1) == b'}' => {
                code.emit(class);
                code.pass(2, ESCAPE);
            }
            Some(b'{' | b'%') if class == STRING => placeholder(code),
            Some(byte) if byte == quote => {
                code.skip(1);
                if !triple {
                    return code.emit(class);
                }
                if code.ahead(0) == quote && code.ahead(1) == quote {
                    return code.pass(2, class);
                }
            }
            Some(_) => code.step(),
        }
    }
}

/// Lexes a backslash in a string. In a raw string, which is usually a pattern, the backslash can start a character
/// class.
fn raw_or_escape(code: &mut Cursor<'_>, raw: bool, quote: u8) {
    if !raw {
        return parts::escape(code);
    }
    code.skip(1);
    let is_class = parts::is_class(code.ahead(0));
    if code.peek().is_some_and(|byte| byte != b'\n') && (code.ahead(0) != quote || code.ahead(1) != 0) {
        code.step();
    }
    code.emit(if is_class { NUMBER } else { ESCAPE });
}

/// Lexes a placeholder, such as `%s`, `%(name)d`, `{}`, `{name}`, or `{0:>8}`. Anything else is text.
fn placeholder(code: &mut Cursor<'_>) {
    let length = if code.ahead(0) == b'{' {
        let length = 1 + code.run(1, 64, |byte| is_word(byte) || b".!:<>[]-".contains(&byte));
        if code.ahead(length) == b'}' { length + 1 } else { 0 }
    } else {
        let flags = code.run(1, 8, |byte| b"0123456789.-+#".contains(&byte));
        if b"sdrfgexiocuXGE".contains(&code.ahead(flags + 1)) { flags + 2 } else { 0 }
    };
    if length == 0 {
        return code.skip(1);
    }
    code.emit(STRING);
    code.pass(length, ESCAPE);
}

/// Lexes an interpolated expression in a string, including the conversion and format.
fn interpolation(code: &mut Cursor<'_>, quote: u8, triple: bool, state: &mut State) {
    code.pass(1, ESCAPE);
    let mut inner = State { strings: state.strings + 1, depth: 1, ..State::default() };
    while let Some(byte) = code.peek() {
        match byte {
            b'}' if inner.depth == 1 => return code.pass(1, ESCAPE),
            b'!' if code.ahead(1) != b'=' => {
                code.skip(1);
                code.pass_letter(ESCAPE);
            }
            b':' if inner.depth == 1 => {
                code.pass(1, ESCAPE);
                code.pass_to_any(&[b'}', quote, b'\n', b'{'], NUMBER);
                if code.peek() == Some(b'{') {
                    inner.depth += 1;
                    code.pass(1, ESCAPE);
                }
            }
            b'\n' if !triple => return,
            _ if byte == quote => return,
            _ => token(code, byte, &mut inner),
        }
    }
}
