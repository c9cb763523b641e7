//! A lexer for Bash and similar shells: scripts and single commands.
//!
//! A shell nests strings, substitutions, and groups to any depth, so open constructs are kept on a stack.

mod expansion;

use super::{
    cursor::{Cursor, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::{highlight::spans::*, word_table::WordTable};
use expansion::{arithmetic, backtick, expansion, parameter, quotes};

static WORDS: WordTable = WordTable::new(&[
    (OPERATOR, "!"),
    (
        KEYWORD,
        "[ break case continue coproc declare do done elif else esac export fi for function if in local \
         readonly return select then time typeset until while",
    ),
]);

/// Keywords that a command can follow.
const BEFORE_COMMAND: &[&str] =
    &["!", "do", "elif", "else", "if", "then", "time", "until", "while", "coproc"];
/// Keywords and commands whose arguments name variables to set.
const DECLARE: &[&str] = &["declare", "export", "local", "readonly", "typeset"];

/// An open construct.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// `"…"`
    Quotes,
    /// `$(…)`
    Substitution,
    /// `` `…` ``
    Backticks,
    /// `(…)`: a subshell
    Group,
    /// `(…)` where no command is allowed: the values of an array, or a pattern
    Words,
    /// `${…}`, inside or outside double quotes
    Parameter { quoted: bool },
    /// `((…))`
    Arithmetic,
}

/// The state of the lexer.
#[derive(Default)]
struct State<'t> {
    open: Vec<Open>,
    /// Whether a command is allowed here.
    command: bool,
    /// Whether the next words are variable names, as after `export` and similar commands.
    declares: bool,
    /// Whether `in` is a keyword here, after `for`, `case`, or `select`.
    names: bool,
    /// Whether a `case` pattern is allowed here.
    pattern: bool,
    /// Whether the value of an assignment is being lexed.
    value: bool,
    /// The number of open `case` statements.
    cases: usize,
    /// The delimiter of the heredoc that starts on the next line, and whether variables in the heredoc are expanded.
    document: Option<(&'t str, bool)>,
    /// The closing bracket of the open condition: `]` or `]]`.
    condition: Option<&'static str>,
}

pub(crate) fn lex(code: &mut Cursor<'_>) {
    let mut state = State { command: true, ..State::default() };
    while let Some(byte) = code.peek() {
        match state.open.last() {
            Some(Open::Quotes) => quotes(code, byte, &mut state),
            Some(Open::Parameter { quoted }) => parameter(code, byte, *quoted, &mut state),
            Some(Open::Arithmetic) => arithmetic(code, byte, &mut state),
            _ => script(code, byte, &mut state),
        }
    }
}

fn script<'t>(code: &mut Cursor<'t>, byte: u8, state: &mut State<'t>) {
    match byte {
        b'\n' => {
            code.pass(1, PLAIN);
            state.end_command();
            if let Some((end, filled)) = state.document.take() {
                document(code, end, filled);
            }
        }
        _ if is_space(byte) => {
            code.blank();
            state.value = false;
        }
        b'#' if is_space(code.before_next()) || code.before_next() == b';' => parts::line_comment(code),
        b'"' => {
            code.pass(1, STRING);
            state.open.push(Open::Quotes);
            state.command &= state.value;
        }
        b'\'' => {
            code.skip(1);
            code.pass_past("'", STRING);
            state.command &= state.value;
        }
        b'$' => expansion(code, PLAIN, state),
        b'`' => backtick(code, state),
        b'\\' => {
            code.skip(1);
            if matches!(code.peek(), Some(b'\n') | None) {
                // The command continues on the next line.
                code.emit(PUNCTUATION);
                return code.space();
            }
            code.pass_letter(ESCAPE);
        }
        _ if is_sign(byte) => sign(code, byte, state),
        _ => word(code, byte, state),
    }
}

/// Whether a byte is a special character, which ends a word.
fn is_sign(byte: u8) -> bool {
    b";&|<>()".contains(&byte)
}

fn sign<'t>(code: &mut Cursor<'t>, byte: u8, state: &mut State<'t>) {
    match byte {
        b'<' if code.sees("<<") && !code.sees("<<<") => begin_document(code, state),
        b'<' | b'>' => {
            code.skip_while(|byte| b"<>|".contains(&byte));
            if code.eat("&") {
                code.emit(OPERATOR);
                return code.pass_while(|byte| byte.is_ascii_digit() || byte == b'-', NUMBER);
            }
            code.emit(OPERATOR);
            if code.peek() == Some(b'(') {
                open(code, Open::Substitution, 1, PUNCTUATION, state);
            }
        }
        b'(' if code.sees("((") && (state.command || state.names) => {
            open(code, Open::Arithmetic, 2, PUNCTUATION, state)
        }
        b'(' => {
            let what = if state.command && !state.value { Open::Group } else { Open::Words };
            open(code, what, 1, PUNCTUATION, state);
        }
        b')' => {
            code.skip(1);
            if state.pattern && state.open.last() != Some(&Open::Words) {
                code.emit(KEYWORD);
                state.pattern = false;
                state.command = true;
                return;
            }
            code.emit(PUNCTUATION);
            if matches!(state.open.last(), Some(Open::Group | Open::Words | Open::Substitution)) {
                state.open.pop();
            }
            state.command = false;
        }
        b';' if code.sees(";;") => {
            code.pass(2, PUNCTUATION);
            state.end_command();
            state.pattern = state.cases > 0;
        }
        _ => {
            code.skip_while(|next| next == byte);
            if byte == b'|' {
                code.eat("&");
            }
            code.emit(OPERATOR);
            if state.condition.is_none() && !(byte == b'&' && code.peek() == Some(b'>')) {
                let pattern = state.pattern;
                state.end_command();
                state.pattern = pattern;
            }
        }
    }
}

fn open(code: &mut Cursor<'_>, what: Open, length: usize, class: u8, state: &mut State<'_>) {
    code.pass(length, class);
    state.open.push(what);
    state.command = matches!(what, Open::Group | Open::Substitution);
    (state.declares, state.value) = (false, false);
}

impl State<'_> {
    /// Ends the current command so that a new command can start.
    fn end_command(&mut self) {
        self.command = !self.pattern && self.open.last() != Some(&Open::Words);
        self.declares = false;
        self.value = false;
        self.condition = None;
    }
}

/// Lexes a word: a command, a keyword, an option, an assignment, or an argument.
fn word(code: &mut Cursor<'_>, byte: u8, state: &mut State<'_>) {
    if state.value {
        return argument(code, STRING, state);
    }
    if byte == b'-' && !state.command && !state.pattern && is_space(code.before_next()) {
        return option(code);
    }
    if (state.command || state.declares) && assignment(code, state) {
        return;
    }
    if matches!(byte, b'{' | b'}')
        && state.command
        && (is_space(code.ahead(1)) || is_sign(code.ahead(1)) || code.ahead(1) == 0)
    {
        code.pass(1, PUNCTUATION);
        state.command = byte == b'{';
        return;
    }
    let text = whole_word(code);
    if state.condition.is_some_and(|end| end == text) {
        code.pass(text.len(), if text == "]" { KEYWORD } else { FUNCTION });
        state.condition = None;
        return;
    }
    if text == "in" && state.names
        || text == "esac" && state.pattern
        || state.command && WORDS.get(text).is_some()
    {
        return keyword(code, text, state);
    }
    if state.pattern || !state.command {
        return argument(code, PLAIN, state);
    }
    state.command = false;
    if text == "[[" {
        state.condition = Some("]]");
    }
    state.declares = DECLARE.contains(&text);
    if code.sign_after(text.len()) == b'(' && !text.is_empty() {
        code.pass(text.len(), FUNCTION);
        code.blank();
        code.skip_while_at_most(2, |byte| matches!(byte, b'(' | b')'));
        code.emit(PUNCTUATION);
        state.command = true;
        return;
    }
    argument(code, FUNCTION, state);
}

fn keyword(code: &mut Cursor<'_>, text: &str, state: &mut State<'_>) {
    code.pass(text.len(), WORDS.get(text).unwrap_or(KEYWORD));
    state.command = BEFORE_COMMAND.contains(&text);
    state.declares = DECLARE.contains(&text);
    state.names = matches!(text, "for" | "case" | "select");
    match text {
        "[" => state.condition = Some("]"),
        "case" => state.cases += 1,
        "esac" => {
            state.cases = state.cases.saturating_sub(1);
            state.pattern = false;
        }
        "in" => state.pattern = state.cases > 0,
        "function" => {
            code.blank();
            code.pass_while(|byte| is_word(byte) || b"-:.".contains(&byte), FUNCTION);
            code.blank();
            code.pass_if("()", PUNCTUATION);
            state.command = true;
        }
        _ => {}
    }
}

/// Whether a plain word ends before this byte.
fn ends_word(byte: u8) -> bool {
    is_space(byte) || is_sign(byte) || b"\"'$`\\".contains(&byte)
}

/// Returns the next word, up to a space or a special character.
fn whole_word<'t>(code: &Cursor<'t>) -> &'t str {
    let rest = code.rest();
    let length = rest.bytes().take(64).position(ends_word).unwrap_or(rest.len().min(64));
    rest.get(..length).unwrap_or_default()
}

/// Lexes the rest of a word, including any wildcards and operators.
fn argument(code: &mut Cursor<'_>, class: u8, state: &mut State<'_>) {
    state.command &= state.value;
    while let Some(byte) = code.peek() {
        match byte {
            _ if ends_word(byte) => return,
            b'*' | b'?' => code.pass(1, OPERATOR),
            b'=' if state.condition.is_some() || class == PLAIN && b"=~ ".contains(&code.ahead(1)) => {
                code.pass_while(|byte| matches!(byte, b'=' | b'~'), OPERATOR);
            }
            b'0'..=b'9' if class == PLAIN && !is_word(code.before_next()) && descriptor(code) => {
                code.pass(1, NUMBER)
            }
            b'!' if code.ahead(1) == b'=' || state.condition.is_some() => {
                code.skip(1);
                code.pass_if("=", OPERATOR);
            }
            _ => {
                code.step();
                code.pass_while(|byte| !ends_word(byte) && !b"*?=".contains(&byte), class);
            }
        }
    }
}

/// Whether a digit is a file descriptor, as in `2>&1`.
fn descriptor(code: &Cursor<'_>) -> bool {
    matches!(code.ahead(1), b'<' | b'>') && is_space(code.before_next())
}

/// Lexes an option: `-x`, `--name`, `--name=value`.
fn option(code: &mut Cursor<'_>) {
    code.skip_while(|byte| byte == b'-');
    let bare = !code.peek().is_some_and(is_word);
    code.skip_while(|byte| is_word(byte) || b"-.:/+,@%".contains(&byte));
    if bare {
        return code.emit(if code.token() == "--" { OPERATOR } else { PLAIN });
    }
    code.emit(ATTRIBUTE);
    code.pass_if("=", OPERATOR);
}

/// Lexes `NAME=`, `NAME+=`, or `NAME[i]=`. Returns whether an assignment was found.
fn assignment(code: &mut Cursor<'_>, state: &mut State<'_>) -> bool {
    let first = code.ahead(0);
    if !(starts_word(first) || state.declares && first == b'[') {
        return false;
    }
    let mut length = code.run(0, 64, |byte| is_word(byte) || state.declares && byte == b'-');
    if code.ahead(length) == b'[' {
        let rest = &code.rest().as_bytes()[length..];
        let inside = rest.iter().take(64).position(|byte| *byte == b']' || is_space(*byte));
        length += inside.map_or(0, |inside| inside + 1);
    }
    let sign = match (code.ahead(length), code.ahead(length + 1)) {
        (b'=', _) => 1,
        (b'+', b'=') => 2,
        _ => return false,
    };
    code.pass(length, PLAIN);
    code.pass(sign, OPERATOR);
    state.value = true;
    true
}

/// Lexes `<<WORD`, which starts a heredoc on the next line.
fn begin_document<'t>(code: &mut Cursor<'t>, state: &mut State<'t>) {
    code.skip(2);
    code.pass_if("-", OPERATOR);
    code.blank();
    let quote = code.peek().filter(|byte| matches!(byte, b'"' | b'\''));
    if quote.is_some() {
        code.pass(1, STRING);
    }
    let end = code.word();
    code.emit(KEYWORD);
    if quote.is_some() && code.peek() == quote {
        code.pass(1, STRING);
    }
    if !end.is_empty() {
        state.document = Some((end, quote.is_none()));
    }
}

/// Lexes the lines of a heredoc up to its closing delimiter.
fn document(code: &mut Cursor<'_>, end: &str, filled: bool) {
    while code.peek().is_some() {
        code.blank();
        if code.sees(end) && matches!(code.ahead(end.len()), b'\n' | b'\r' | 0) {
            return code.pass(end.len(), KEYWORD);
        }
        loop {
            code.skip_to_any(b"\n$");
            if code.peek() != Some(b'$') {
                break;
            }
            code.emit(STRING);
            code.skip(1);
            match code.peek() {
                Some(b'{' | b'(') if filled => {
                    let close = if code.peek() == Some(b'{') { "}" } else { ")" };
                    code.skip_to_any(&[close.as_bytes()[0], b'\n']);
                    code.pass_if(close, VARIABLE);
                }
                Some(byte) if filled && starts_word(byte) => code.pass_while(is_word, VARIABLE),
                _ => {}
            }
        }
        code.pass_letter(STRING);
    }
}
