//! C, C++ and Java: one lexer over what tells them apart.

use super::cursor::{Cursor, is_blank, is_space, is_word, starts_word};
use super::parts;
use super::table::Table;
use crate::markdown::highlight::spans::*;

/// What tells one language of the family from another.
struct Dialect {
    words: &'static Table,
    /// Lines that start with `#` are for the preprocessor, and strings have placeholders.
    preprocessor: bool,
    /// It is Java: names with a capital are types, and `@` opens an annotation.
    java: bool,
    /// The words before the name of a type that is declared.
    declares: &'static [&'static str],
}

static C: Dialect = Dialect {
    words: &C_WORDS,
    preprocessor: true,
    java: false,
    declares: &["class", "enum", "namespace", "struct", "union"],
};

static CPP: Dialect = Dialect {
    words: &CPP_WORDS,
    preprocessor: true,
    java: false,
    declares: &["class", "enum", "struct", "union"],
};

static JAVA: Dialect = Dialect {
    words: &JAVA_WORDS,
    preprocessor: false,
    java: true,
    declares: &["class", "enum", "extends", "implements", "interface", "record"],
};

const C_KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];
const C_TYPES: &[&str] = &[
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intmax_t",
    "intptr_t",
    "off_t",
    "pid_t",
    "ptrdiff_t",
    "size_t",
    "ssize_t",
    "time_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uintmax_t",
    "uintptr_t",
    "wchar_t",
];
const C_CONSTANTS: &[&str] = &["FALSE", "NULL", "TRUE", "false", "true"];

static C_WORDS: Table =
    Table::new(&[(KEYWORD, C_KEYWORDS), (TYPE, C_TYPES), (NUMBER, C_CONSTANTS), (KEYWORD, &["bool"])]);

static CPP_WORDS: Table = Table::new(&[
    (KEYWORD, C_KEYWORDS),
    (TYPE, C_TYPES),
    (NUMBER, C_CONSTANTS),
    (NUMBER, &["nullptr"]),
    (FUNCTION, &["operator"]),
    (
        KEYWORD,
        &[
            "alignas",
            "alignof",
            "bool",
            "catch",
            "char16_t",
            "char32_t",
            "char8_t",
            "class",
            "co_await",
            "co_return",
            "co_yield",
            "concept",
            "const_cast",
            "consteval",
            "constexpr",
            "constinit",
            "decltype",
            "delete",
            "dynamic_cast",
            "explicit",
            "export",
            "final",
            "friend",
            "mutable",
            "namespace",
            "new",
            "noexcept",
            "override",
            "private",
            "protected",
            "public",
            "reinterpret_cast",
            "requires",
            "static_assert",
            "static_cast",
            "template",
            "thread_local",
            "throw",
            "try",
            "typeid",
            "typename",
            "using",
            "virtual",
        ],
    ),
    (BUILTIN, &["this"]),
]);

static JAVA_WORDS: Table = Table::new(&[
    (
        KEYWORD,
        &[
            "abstract",
            "assert",
            "break",
            "case",
            "catch",
            "class",
            "continue",
            "default",
            "do",
            "else",
            "enum",
            "exports",
            "extends",
            "final",
            "finally",
            "for",
            "if",
            "implements",
            "import",
            "instanceof",
            "interface",
            "native",
            "new",
            "non-sealed",
            "package",
            "permits",
            "private",
            "protected",
            "public",
            "record",
            "requires",
            "return",
            "sealed",
            "static",
            "strictfp",
            "switch",
            "synchronized",
            "throw",
            "throws",
            "transient",
            "try",
            "var",
            "void",
            "volatile",
            "while",
            "yield",
        ],
    ),
    (TYPE, &["boolean", "byte", "char", "double", "float", "int", "long", "short"]),
    (NUMBER, &["false", "null", "true"]),
    (BUILTIN, &["super", "this"]),
]);

/// What has been read, as far as it matters for what follows.
#[derive(Default)]
struct State {
    /// Whether the next name is that of a type.
    declared: bool,
    /// Whether what was read last may be the type of what comes next.
    typed: bool,
    /// How many parentheses are open inside of the parameters of a function, these included.
    parameters: usize,
    /// How many angle brackets are open.
    angles: usize,
    /// Whether the values of an annotation are being read.
    annotated: bool,
}

pub(super) fn c(code: &mut Cursor<'_, '_>) {
    lex(code, &C);
}

pub(super) fn cpp(code: &mut Cursor<'_, '_>) {
    lex(code, &CPP);
}

pub(super) fn java(code: &mut Cursor<'_, '_>) {
    lex(code, &JAVA);
}

fn lex(code: &mut Cursor<'_, '_>, dialect: &Dialect) {
    let mut state = State::default();
    while let Some(byte) = code.peek() {
        match byte {
            _ if is_space(byte) => code.space(),
            b'/' if code.ahead(1) == b'/' => parts::line_comment(code),
            b'/' if code.ahead(1) == b'*' => comment(code, dialect),
            b'#' if dialect.preprocessor && code.is_first() => directive(code),
            b'@' if dialect.java => annotation(code, &mut state),
            b'"' | b'\'' => string(code, dialect),
            b'R' if dialect.preprocessor && code.ahead(1) == b'"' => raw_string(code),
            b'0'..=b'9' => number(code, dialect),
            _ if starts_word(byte) => name(code, dialect, &mut state),
            _ => sign(code, byte, dialect, &mut state),
        }
    }
}

fn name(code: &mut Cursor<'_, '_>, dialect: &Dialect, state: &mut State) {
    let is_member = matches!(code.before(), b'.' | b'>' | b':') && code.before_is_access();
    let word = code.word();
    let declared = std::mem::take(&mut state.declared);
    let typed = std::mem::replace(&mut state.typed, true);
    let next = code.next_sign();
    let class = match dialect.words.get(word) {
        Some(class) if !(is_member && dialect.java && class == KEYWORD && word != "class") => {
            state.declared = dialect.declares.contains(&word);
            let is_type = class == TYPE || dialect.preprocessor && class == KEYWORD;
            state.typed = is_type
                && !matches!(
                    word,
                    "return" | "new" | "delete" | "else" | "throw" | "case" | "goto" | "sizeof"
                )
                || word == "void";
            class
        }
        _ if declared && next == b'(' => {
            state.parameters = usize::MAX;
            TYPE
        }
        _ if dialect.java && is_member && code.before() == b':' => FUNCTION,
        _ if state.annotated && next == b'=' => VARIABLE,
        _ if declared && (dialect.java || matches!(next, b'{' | b':' | b';') || code.sees(" final")) => TYPE,
        _ if next == b'(' => {
            let starts =
                typed && !is_member || dialect.java && starts_capital(word) && is_first_of_member(code);
            if starts && state.parameters == 0 {
                state.parameters = usize::MAX;
            }
            if dialect.java && starts_capital(word) && !starts { TYPE } else { FUNCTION }
        }
        _ if state.parameters == 1
            && typed
            && state.angles == 0
            && matches!(next, b',' | b')' | b'=' | b'[') =>
        {
            VARIABLE
        }
        _ => plain_name(code, word, dialect),
    };
    code.emit(class);
}

/// A name that nothing around it explains.
fn plain_name(code: &Cursor<'_, '_>, word: &str, dialect: &Dialect) -> u8 {
    if !dialect.java {
        let is_label = code.is_first() && code.peek() == Some(b':') && code.ahead(1) == b'\n';
        return if is_label { VARIABLE } else { PLAIN };
    }
    if code.sees(" ->") {
        return VARIABLE;
    }
    if starts_capital(word) {
        let is_constant = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
        return if is_constant { NUMBER } else { TYPE };
    }
    PLAIN
}

fn starts_capital(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Whether a word of the access to a member is before a name: then it may be a constructor.
fn is_first_of_member(code: &Cursor<'_, '_>) -> bool {
    let line = code.line_before();
    let last = line.trim_end().rsplit(is_blank_char).next().unwrap_or("");
    line.trim().is_empty() || matches!(last, "public" | "private" | "protected" | "record")
}

fn is_blank_char(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

fn sign(code: &mut Cursor<'_, '_>, byte: u8, dialect: &Dialect, state: &mut State) {
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
            state.annotated = false;
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
            state.typed = typed || dialect.java;
            PUNCTUATION
        }
        b',' | b'.' if !code.sees("..") => PUNCTUATION,
        b'-' if code.eat(">") => {
            if dialect.java {
                KEYWORD
            } else {
                PUNCTUATION
            }
        }
        b':' if dialect.java && code.peek() != Some(b':') && code.before_is_blank() => OPERATOR,
        b':' => {
            code.eat(":");
            PUNCTUATION
        }
        b'<' if !spaced && !matches!(code.ahead(0), b'<' | b'=') => {
            state.angles += 1;
            PUNCTUATION
        }
        b'<' if dialect.java && code.peek() == Some(b'>') => PUNCTUATION,
        b'>' if state.angles > 0 && code.peek() != Some(b'=') => {
            state.angles -= 1;
            state.typed = true;
            PUNCTUATION
        }
        b'>' if dialect.java && code.before() == b'<' => PUNCTUATION,
        b'*' | b'&' => {
            state.typed = typed;
            OPERATOR
        }
        b'<' | b'>' | b'.' | b'+' | b'-' | b'/' | b'%' | b'=' | b'!' | b'|' | b'^' | b'~' | b'?' => OPERATOR,
        _ => PLAIN,
    };
    code.emit(class);
}

fn string(code: &mut Cursor<'_, '_>, dialect: &Dialect) {
    let quote = code.ahead(0);
    if dialect.java && code.eat("\"\"\"") {
        code.skip_past("\"\"\"");
        return code.emit(STRING);
    }
    if dialect.preprocessor && quote == b'"' {
        parts::formatted(code);
    } else {
        parts::quoted(code, false);
    }
    if dialect.preprocessor {
        code.skip_while(is_word);
        code.emit(STRING);
    }
}

/// `R"name(…)name"`
fn raw_string(code: &mut Cursor<'_, '_>) {
    code.skip(2);
    let rest = code.rest().as_bytes();
    let length = rest.iter().take(17).take_while(|byte| **byte != b'(' && **byte != b'\n').count();
    let name = &code.rest()[..if rest.get(length) == Some(&b'(') { length } else { 0 }];
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

/// A number; C++ has quotes between the digits.
fn number(code: &mut Cursor<'_, '_>, dialect: &Dialect) {
    parts::number(code);
    while dialect.preprocessor && code.peek() == Some(b'\'') && code.ahead(1).is_ascii_digit() {
        code.skip(1);
        parts::number(code);
    }
}

/// `#include`, `#define` and their like, to the name that follows.
fn directive(code: &mut Cursor<'_, '_>) {
    code.skip(1);
    code.skip_while(is_blank);
    let word = code.word();
    let is_condition = matches!(word, "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" | "pragma");
    code.emit(if is_condition { KEYWORD } else { DECORATOR });
    code.blank();
    match word {
        "include" | "import" => {
            code.skip_while(|byte| !is_space(byte));
            code.emit(STRING);
        }
        "define" | "undef" => {
            code.word();
            code.emit(if code.peek() == Some(b'(') { FUNCTION } else { NUMBER });
        }
        "ifdef" | "ifndef" | "pragma" => {
            code.word();
            code.emit(DECORATOR);
        }
        _ => {}
    }
}

fn annotation(code: &mut Cursor<'_, '_>, state: &mut State) {
    code.skip(1);
    if code.sees("interface") {
        return code.emit(KEYWORD);
    }
    code.skip_while(|byte| is_word(byte) || byte == b'.');
    code.emit(DECORATOR);
    state.annotated = code.peek() == Some(b'(');
}

/// A comment; in Java, the tags of documentation stand out.
fn comment(code: &mut Cursor<'_, '_>, dialect: &Dialect) {
    match dialect.java {
        true => parts::documented(code, KEYWORD),
        false => parts::comment(code, "*/"),
    }
}
