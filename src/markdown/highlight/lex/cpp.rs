//! A lexer for C and C++, which have different keywords.

use super::{
    cursor::{Cursor, is_blank, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};

const C_KEYWORDS: (u8, &str) = (
    KEYWORD,
    "_Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local auto break case char \
     const continue default do double else enum extern float for goto if inline int long register restrict \
     return short signed sizeof static struct switch typedef union unsigned void volatile while",
);
const C_TYPES: (u8, &str) = (
    TYPE,
    "int16_t int32_t int64_t int8_t intmax_t intptr_t off_t pid_t ptrdiff_t size_t ssize_t time_t uint16_t \
     uint32_t uint64_t uint8_t uintmax_t uintptr_t wchar_t",
);
const C_CONSTANTS: (u8, &str) = (NUMBER, "FALSE NULL TRUE false true");

static C: WordTable = WordTable::new(&[C_KEYWORDS, C_TYPES, C_CONSTANTS, (KEYWORD, "bool")]);

static CPP: WordTable = WordTable::new(&[
    C_KEYWORDS,
    C_TYPES,
    C_CONSTANTS,
    (NUMBER, "nullptr"),
    (FUNCTION, "operator"),
    (
        KEYWORD,
        "alignas alignof bool catch char16_t char32_t char8_t class co_await co_return co_yield concept \
         const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export final friend \
         mutable namespace new noexcept override private protected public reinterpret_cast requires \
         static_assert static_cast template thread_local throw try typeid typename using virtual",
    ),
    (BUILTIN, "this"),
]);

/// The state of the lexer.
#[derive(Default)]
struct State {
    /// Whether the next name is a type.
    declared: bool,
    /// Whether the last token can be the type of the next name.
    typed: bool,
    /// The number of open parentheses in a parameter list, including the list's own parenthesis. Before the list, the
    /// value is `usize::MAX`.
    parameters: usize,
    /// The number of open angle brackets.
    angles: usize,
}

pub(crate) fn c(code: &mut Cursor<'_>) {
    lex(code, &C);
}

pub(crate) fn cpp(code: &mut Cursor<'_>) {
    lex(code, &CPP);
}

fn lex(code: &mut Cursor<'_>, words: &WordTable) {
    let mut state = State::default();
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => parts::comment(code),
            b'#' if code.is_first() => directive(code),
            b'"' | b'\'' => string(code, byte),
            b'R' if code.ahead(1) == b'"' => raw_string(code),
            b'0'..=b'9' => number(code),
            _ if starts_word(byte) => name(code, words, &mut state),
            _ => sign(code, byte, &mut state),
        }
    }
}

fn name(code: &mut Cursor<'_>, words: &WordTable, state: &mut State) {
    let is_member = code.before_is_access();
    let word = code.word();
    let declared = std::mem::take(&mut state.declared);
    let typed = std::mem::replace(&mut state.typed, true);
    let next = code.next_sign();
    let class = match words.get(word) {
        Some(class) => {
            state.declared = matches!(word, "class" | "enum" | "struct" | "union");
            state.typed = matches!(class, TYPE | KEYWORD)
                && !matches!(
                    word,
                    "return" | "new" | "delete" | "else" | "throw" | "case" | "goto" | "sizeof"
                );
            class
        }
        None if declared && next == b'(' => {
            state.parameters = usize::MAX;
            TYPE
        }
        None if declared && (b"{:;".contains(&next) || code.sees(" final")) => TYPE,
        None if next == b'(' => {
            if typed && !is_member && state.parameters == 0 {
                state.parameters = usize::MAX;
            }
            FUNCTION
        }
        None if state.parameters == 1 && typed && state.angles == 0 && b",)=[".contains(&next) => VARIABLE,
        // The name is a label.
        None if code.is_first() && code.peek() == Some(b':') && code.ahead(1) == b'\n' => VARIABLE,
        None => PLAIN,
    };
    code.emit(class);
}

fn sign(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    let spaced = is_space(code.before_next());
    code.step();
    let typed = std::mem::take(&mut state.typed);
    let class = match byte {
        b'(' => {
            state.parameters = match state.parameters {
                usize::MAX => 1,
                0 => 0,
                depth => depth + 1,
            };
            PUNCTUATION
        }
        b')' => {
            state.parameters =
                if state.parameters == usize::MAX { 0 } else { state.parameters.saturating_sub(1) };
            PUNCTUATION
        }
        b'{' | b'}' | b';' => {
            *state = State::default();
            PUNCTUATION
        }
        b'[' => PUNCTUATION,
        b']' => {
            state.typed = typed;
            PUNCTUATION
        }
        b',' | b'.' if !code.sees("..") => PUNCTUATION,
        b'-' if code.eat(">") => PUNCTUATION,
        b':' => {
            code.eat(":");
            PUNCTUATION
        }
        b'<' if !spaced && !matches!(code.ahead(0), b'<' | b'=') => {
            state.angles += 1;
            PUNCTUATION
        }
        b'>' if state.angles > 0 && code.peek() != Some(b'=') => {
            state.angles -= 1;
            state.typed = true;
            PUNCTUATION
        }
        b'*' | b'&' => {
            state.typed = typed;
            OPERATOR
        }
        _ if b"<>.+-/%=!|^~?".contains(&byte) => OPERATOR,
        _ => PLAIN,
    };
    code.emit(class);
}

fn string(code: &mut Cursor<'_>, quote: u8) {
    if quote == b'"' {
        parts::formatted(code);
    } else {
        parts::quoted(code, false);
    }
    code.pass_while(is_word, STRING);
}

/// Lexes `R"name(…)name"`.
fn raw_string(code: &mut Cursor<'_>) {
    code.skip(2);
    let length = code.run(0, 17, |byte| byte != b'(' && byte != b'\n');
    let name = &code.rest()[..if code.ahead(length) == b'(' { length } else { 0 }];
    loop {
        code.skip_to(")");
        code.eat(")");
        if code.peek().is_none() || code.sees(name) && code.ahead(name.len()) == b'"' {
            code.eat(name);
            code.eat("\"");
            return code.emit(STRING);
        }
    }
}

/// Lexes a number. C++ allows single quotation marks between digits.
fn number(code: &mut Cursor<'_>) {
    parts::number(code);
    while code.peek() == Some(b'\'') && code.ahead(1).is_ascii_digit() {
        code.skip(1);
        parts::number(code);
    }
}

/// Lexes a directive, such as `#include` or `#define`, and the name after the directive.
fn directive(code: &mut Cursor<'_>) {
    code.skip(1);
    code.skip_while(is_blank);
    let word = code.word();
    let is_condition = matches!(word, "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" | "pragma");
    code.emit(if is_condition { KEYWORD } else { DECORATOR });
    code.blank();
    match word {
        "include" | "import" => code.pass_while(|byte| !is_space(byte), STRING),
        "define" | "undef" => {
            code.word();
            code.emit(if code.peek() == Some(b'(') { FUNCTION } else { NUMBER });
        }
        "ifdef" | "ifndef" | "pragma" => code.pass_while(is_word, DECORATOR),
        _ => {}
    }
}
