//! A lexer for Go. The lexer recognizes a type based on the previous token, which is a name, a bracket, or an asterisk.

use super::{
    cursor::{Cursor, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};

static WORDS: WordTable = WordTable::new(&[
    (
        KEYWORD,
        "break case chan const continue default defer else fallthrough for func go goto if import interface \
         map package range return select struct switch type var",
    ),
    (
        TYPE,
        "any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string \
         uint uint16 uint32 uint64 uint8 uintptr",
    ),
    (NUMBER, "false iota nil true"),
    (
        FUNCTION,
        "append cap clear close complex copy delete imag len make max min new panic print println real \
         recover",
    ),
    (BUILTIN, "_"),
]);

/// The position in a function declaration.
#[derive(Clone, Copy, Default, PartialEq)]
enum Signature {
    #[default]
    None,
    /// After `func`, before the name and the parameters
    Start,
    /// In parentheses
    Inside,
    /// After the parameters
    Results,
}

/// The kind of the last token.
#[derive(Clone, Copy, Default, PartialEq)]
enum Last {
    #[default]
    Else,
    Name,
    /// An asterisk or a bracket, which a type can follow.
    Type,
    /// In a type, the dot after a package name.
    Member,
}

#[derive(Default)]
struct State {
    signature: Signature,
    /// The depth of parentheses in the signature.
    depth: usize,
    last: Last,
    /// Whether constants are being declared, with or without parentheses.
    constants: bool,
    after: Option<&'static str>,
}

pub(crate) fn lex(code: &mut Cursor<'_>) {
    let mut state = State::default();
    while let Some(byte) = code.peek() {
        match byte {
            b'\n' => {
                code.space();
                state.last = Last::Else;
                if state.depth == 0 {
                    state.signature = Signature::None;
                }
            }
            _ if is_space(byte) => code.blank(),
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => parts::comment(code),
            b'"' => {
                parts::formatted(code);
                state.last = Last::Else;
            }
            b'`' => {
                code.skip(1);
                code.pass_past("`", STRING);
            }
            b'\'' => {
                code.skip(1);
                parts::string(code, b'\'', NUMBER, false);
            }
            b'0'..=b'9' => {
                parts::number(code);
                state.last = Last::Else;
            }
            _ if starts_word(byte) => name(code, &mut state),
            _ => sign(code, byte, &mut state),
        }
    }
}

fn name(code: &mut Cursor<'_>, state: &mut State) {
    let is_first = code.is_first();
    let word = code.word();
    let last = std::mem::replace(&mut state.last, Last::Name);
    let after = state.after.take();
    let next = code.peek().unwrap_or(0);
    let class = match WORDS.get(word) {
        Some(KEYWORD) => {
            match word {
                "func" => state.signature = Signature::Start,
                "const" => state.constants = true,
                "var" | "type" | "import" => state.constants = false,
                _ => {}
            }
            state.after = (word == "type").then_some("type");
            state.last = if matches!(word, "chan") { Last::Type } else { Last::Else };
            KEYWORD
        }
        Some(FUNCTION) if next != b'(' => name_class(code, is_first, last, state),
        Some(class) => class,
        None if after == Some("type") => TYPE,
        None if next == b'(' => FUNCTION,
        None => name_class(code, is_first, last, state),
    };
    code.emit(class);
}

/// Returns the class of a name that is neither a function nor predeclared.
fn name_class(code: &Cursor<'_>, is_first: bool, last: Last, state: &mut State) -> u8 {
    let next = code.peek().unwrap_or(0);
    let in_type = matches!(last, Last::Name | Last::Type | Last::Member);
    if next == b'.' && (in_type || state.signature != Signature::None) {
        // The name is a package name.
        state.last = Last::Member;
        return PLAIN;
    }
    if state.constants && is_first {
        return NUMBER;
    }
    match state.signature {
        Signature::Inside if last == Last::Else && is_parameter(code) => VARIABLE,
        Signature::Inside | Signature::Results => KEYWORD,
        _ if in_type && !matches!(next, b'.') => KEYWORD,
        _ => PLAIN,
    }
}

/// Whether a type follows a name in a signature, or whether the name shares the next name's type.
fn is_parameter(code: &Cursor<'_>) -> bool {
    let next = code.next_sign();
    next == b',' || code.ahead(0) == b' ' && (is_word(next) || b"*[.<".contains(&next))
}

fn sign(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    let spaced = is_space(code.before_next());
    code.step();
    let last = std::mem::take(&mut state.last);
    let class = match byte {
        b'(' => {
            if state.signature == Signature::Start || state.signature == Signature::Results {
                state.signature = Signature::Inside;
                state.depth = 1;
            } else if state.depth > 0 {
                state.depth += 1;
            }
            PUNCTUATION
        }
        b')' => {
            state.constants &= !code.is_first();
            state.depth = state.depth.saturating_sub(1);
            if state.depth == 0 && state.signature == Signature::Inside {
                // If a name follows, the preceding parentheses contained the receiver.
                let named = starts_word(code.next_sign()) && code.sign_is_called();
                state.signature = if named { Signature::Start } else { Signature::Results };
            }
            PUNCTUATION
        }
        b'{' => {
            if state.depth == 0 {
                state.signature = Signature::None;
            }
            PUNCTUATION
        }
        b'*' | b'&' => {
            state.last = match last {
                Last::Name if spaced && !is_space(code.ahead(0)) => Last::Type,
                _ if state.signature != Signature::None || last == Last::Type => Last::Type,
                _ => Last::Else,
            };
            OPERATOR
        }
        b']' => {
            state.last = Last::Type;
            PUNCTUATION
        }
        b'.' if code.sees("..") => {
            code.skip(2);
            state.last = Last::Type;
            OPERATOR
        }
        b'.' => {
            state.last = if last == Last::Member { Last::Member } else { Last::Else };
            PUNCTUATION
        }
        b'[' | b'}' | b',' | b';' => PUNCTUATION,
        b':' if code.peek() != Some(b'=') => PUNCTUATION,
        _ if b"+-/%|^<>=!:~".contains(&byte) => OPERATOR,
        _ => PLAIN,
    };
    code.emit(class);
}
