//! A lexer for JavaScript and TypeScript, including JSX.
//!
//! Braces, strings, and elements nest, so open constructs are kept on a stack. The previous token shows whether a slash
//! is a division operator and whether `<` opens an element.

mod ahead;
mod jsx;
mod regex;
mod words;

use super::{
    cursor::{Cursor, is_space, is_word, starts_word},
    parts,
};
use crate::markdown::highlight::spans::*;
use ahead::{After, after_group, function_ahead, is_generic_call};
use words::{TYPED, WORDS};

/// An open construct.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Open {
    /// `{…}` of statements, of a class, or of imported names
    Block,
    /// `{…}` of an object
    Object,
    /// `{…}` of a type
    Shape,
    /// `(…)` of an expression
    Group,
    /// `(…)` of parameters
    Parameters,
    /// A destructuring pattern, `{…}` or `[…]`
    Pattern,
    /// `[…]`
    List,
    /// `${…}`
    Filled,
    /// `<name …`
    Tag,
    /// The content of an element
    Children,
    /// `{…}` in an element
    Expression,
}

/// The state of the lexer.
#[derive(Default)]
pub(super) struct State {
    pub open: Vec<Open>,
    /// Whether the last token ended a value. If so, a slash is a division operator, and `<` is a comparison operator.
    pub operand: bool,
    pub typed: bool,
    jsx: bool,
    /// The keyword before the name that's being declared.
    after: Option<&'static str>,
    /// Whether the next parenthesis opens a function's parameters.
    declaration: bool,
    /// Whether the lexer is past a parameter's name. If so, the parameter's type or default follows.
    past_name: bool,
    /// The last byte that wasn't whitespace.
    last: u8,
    /// Whether a value can follow the last keyword. If so, an opening brace opens an object.
    gives: bool,
    /// The number of `?` operators without a matching colon.
    questions: usize,
    /// Whether the type after `type X =` is being lexed.
    in_type: bool,
}

pub(crate) fn javascript(code: &mut Cursor<'_>) {
    lex(code, false, true);
}

pub(crate) fn typescript(code: &mut Cursor<'_>) {
    lex(code, true, false);
}

pub(crate) fn tsx(code: &mut Cursor<'_>) {
    lex(code, true, true);
}

/// Lexes a tag or a braced expression like those in an element's content.
pub(crate) fn element(code: &mut Cursor<'_>) {
    run(code, State { typed: true, jsx: true, last: b';', open: vec![Open::Children], ..State::default() });
}

fn lex(code: &mut Cursor<'_>, typed: bool, jsx: bool) {
    run(code, State { typed, jsx, last: b';', ..State::default() });
}

fn run(code: &mut Cursor<'_>, mut state: State) {
    while let Some(byte) = code.peek() {
        match state.open.last() {
            Some(Open::Tag) => jsx::tag(code, byte, &mut state),
            Some(Open::Children) => jsx::children(code, byte, &mut state),
            _ => token(code, byte, &mut state),
        }
    }
}

fn token(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    match byte {
        _ if is_space(byte) => return code.space(),
        b'/' if code.ahead(1) == b'/' => return parts::line_comment(code),
        b'/' if code.ahead(1) == b'*' => return comment(code, state.typed),
        b'#' if code.is_start() && code.ahead(1) == b'!' => return parts::line_comment(code),
        b'/' if !state.operand && regex::is_ahead(code) => {
            regex::lex(code);
            state.operand = true;
        }
        b'"' | b'\'' => {
            let key =
                state.open.last() == Some(&Open::Object) && matches!(state.last, b'{' | b',') && state.typed;
            code.skip(1);
            parts::string(code, byte, if key { ATTRIBUTE } else { STRING }, false);
            state.operand = true;
        }
        b'`' => {
            code.pass(1, ESCAPE);
            template(code, state);
        }
        b'0'..=b'9' => {
            parts::number(code);
            state.operand = true;
        }
        _ if starts_word(byte) || byte == b'$' => name(code, state),
        b'#' if starts_word(code.ahead(1)) => {
            code.skip(1);
            name(code, state);
        }
        b'@' if starts_word(code.ahead(1)) && !state.operand => {
            code.pass(1, PUNCTUATION);
            code.pass_while(is_word, FUNCTION);
            state.operand = true;
        }
        b'<' if state.jsx && !state.operand && jsx::is_ahead(code, state.typed) => {
            return jsx::open(code, state);
        }
        _ => sign(code, byte, state),
    }
    state.last = byte;
}

fn name(code: &mut Cursor<'_>, state: &mut State) {
    let is_member = state.last == b'.';
    state.gives = false;
    code.skip_while(|byte| is_word(byte) || byte == b'$');
    let word = code.token();
    let next = code.next_sign();
    let after = state.after.take();
    let is_key = next == b':' && is_key(state);
    let mut known = if is_member || is_key { None } else { WORDS.get(word) };
    if known.is_some() && !is_keyword(code, word, next, state) {
        known = None;
    }
    if state.typed && !is_member && !is_key {
        known = match TYPED.get(word) {
            Some(TYPE) if next != b'(' && next != b'.' => Some(TYPE),
            Some(KEYWORD) if is_word(next) || b"{[#\"'".contains(&next) => Some(KEYWORD),
            _ => known,
        };
    }
    if state.typed && matches!(word, "void" | "undefined") && b":><|".contains(&state.last) {
        known = Some(TYPE);
    }
    let is_declared =
        matches!(after, Some("class" | "interface" | "enum" | "type" | "namespace" | "extends" | "new"));
    let class = match known {
        Some(KEYWORD | OPERATOR) => return keyword(code, word, known == Some(OPERATOR), state),
        Some(class) if !(class == TYPE && next == b'(' && state.typed && !is_declared) => class,
        _ if after == Some("function") => FUNCTION,
        _ if after == Some("new") && !state.typed && !is_member && next == b'(' => FUNCTION,
        _ if is_declared && !is_member => TYPE,
        _ if matches!(next, b'=' | b':') && state.questions == 0 && function_ahead(code, next) => FUNCTION,
        _ if is_key => ATTRIBUTE,
        _ if state.typed && word == "constructor" && next == b'(' => KEYWORD,
        _ if next == b'(' || state.typed && next == b'<' && is_generic_call(code) => FUNCTION,
        _ if is_parameter(code, next, state) => VARIABLE,
        _ if is_member && word == "exports" => TYPE,
        // Treat the name as a label, as the grammar does. Usually, the name is a class member.
        _ if state.typed
            && next == b':'
            && state.open.is_empty()
            && !state.operand
            && state.questions == 0 =>
        {
            VARIABLE
        }
        _ => plain_name(word, is_member, state),
    };
    code.emit(class);
    state.operand = true;
}

/// Returns a name's class if the context doesn't determine the class.
fn plain_name(word: &str, is_member: bool, state: &State) -> u8 {
    match parts::is_constant(word) {
        true if !state.typed || is_member => NUMBER,
        false if state.typed && parts::starts_capital(word) => TYPE,
        _ => PLAIN,
    }
}

/// Whether a contextual keyword is a keyword here.
fn is_keyword(code: &Cursor<'_>, word: &str, next: u8, state: &State) -> bool {
    match word {
        "from" => matches!(next, b'"' | b'\''),
        "of" | "as" => state.operand && (is_word(next) || b"[{\"'($".contains(&next)),
        "static" => !state.open.is_empty() && (is_word(next) || b"#[{*".contains(&next)),
        "get" | "set" => is_word(next) || b"#[{".contains(&next),
        "async" => is_word(next) || b"(*[".contains(&next),
        "module" | "exports" | "global" => matches!(next, b'.' | b'='),
        "let" | "package" => is_word(next) || b"[{$".contains(&next),
        "in" | "instanceof" => state.operand,
        "default" | "case" => true,
        _ => next != b':' || code.sees(" :") || WORDS.get(word) != Some(KEYWORD),
    }
}

fn keyword(code: &mut Cursor<'_>, word: &str, is_operator: bool, state: &mut State) {
    const DECLARES: &[&str] = &[
        "function",
        "class",
        "interface",
        "enum",
        "type",
        "namespace",
        "extends",
        "new",
        "const",
        "let",
        "var",
    ];
    state.after = DECLARES.iter().copied().find(|keyword| *keyword == word);
    state.declaration = word == "function";
    state.in_type = matches!(word, "type" | "interface");
    let is_constructor = word == "new" || word == "extends";
    if is_constructor && !starts_word(code.next_sign()) {
        state.after = None;
    }
    code.emit(if is_operator && !state.typed { OPERATOR } else { KEYWORD });
    state.operand = false;
    state.gives = matches!(word, "return" | "default" | "yield" | "throw");
}

/// Whether a name before a colon is an object key. A block at the start of a snippet also counts as an object, because
/// snippets often show an object without its context.
fn is_key(state: &State) -> bool {
    match state.open.last() {
        Some(Open::Object) => matches!(state.last, b'{' | b','),
        Some(Open::Block) => !state.typed && state.questions == 0 && matches!(state.last, b'{' | b','),
        _ => false,
    }
}

/// Whether the next name is a parameter's name.
fn is_parameter(code: &Cursor<'_>, next: u8, state: &State) -> bool {
    if next == b'=' && (code.sees(" =>") || code.sees("=>")) {
        return true;
    }
    let open = state.open.last();
    match open {
        Some(Open::Parameters) => !state.past_name,
        Some(Open::Pattern) => !state.past_name && next != b':' && state.takes_apart(),
        _ => false,
    }
}

fn sign(code: &mut Cursor<'_>, byte: u8, state: &mut State) {
    // TypeScript's grammar uses punctuation where JavaScript's uses plain text.
    let quiet = if state.typed { PUNCTUATION } else { PLAIN };
    let class = match byte {
        b'(' => {
            let open = if opens_parameters(code, state) { Open::Parameters } else { Open::Group };
            state.past_name = false;
            (state.after, state.declaration) = (None, false);
            push(code, open, state);
            if open == Open::Parameters { PUNCTUATION } else { PLAIN }
        }
        b')' => {
            code.skip(1);
            state.operand = true;
            state.past_name = true;
            let ends_parameters = close(&[Open::Group, Open::Parameters], state) == Some(Open::Parameters);
            if ends_parameters { PUNCTUATION } else { PLAIN }
        }
        b'[' => {
            let pattern =
                matches!(state.open.last(), Some(Open::Parameters | Open::Pattern)) && !state.past_name;
            let declared = state.typed && matches!(state.after.take(), Some("const" | "let" | "var"));
            push(code, if pattern || declared { Open::Pattern } else { Open::List }, state);
            if declared { PUNCTUATION } else { PLAIN }
        }
        b']' => {
            code.skip(1);
            state.operand = true;
            let pattern = close(&[Open::List, Open::Pattern], state) == Some(Open::Pattern);
            let declared = pattern && !matches!(state.open.last(), Some(Open::Parameters | Open::Pattern));
            if declared { PUNCTUATION } else { PLAIN }
        }
        b'{' => {
            let open = brace(state);
            state.gives = false;
            push(code, open, state);
            quiet
        }
        b'}' => match close_brace(code, state) {
            Some(Open::Filled) => {
                code.emit(ESCAPE);
                return template(code, state);
            }
            Some(Open::Expression) => PUNCTUATION,
            _ => quiet,
        },
        b',' => {
            code.skip(1);
            state.past_name = false;
            state.operand = false;
            if state.open.last() == Some(&Open::Parameters) { PUNCTUATION } else { quiet }
        }
        b';' => {
            code.skip(1);
            state.operand = false;
            state.in_type = false;
            state.questions = 0;
            PUNCTUATION
        }
        b'.' if code.sees("...") => {
            code.skip(3);
            state.operand = false;
            state.last = b',';
            OPERATOR
        }
        b'.' => {
            code.skip(1);
            PUNCTUATION
        }
        b'=' if code.sees("=>") => {
            code.skip(2);
            state.operand = false;
            KEYWORD
        }
        _ => operator(code, byte, state),
    };
    code.emit(class);
}

/// Advances past a closing brace and returns the construct that the brace closes.
fn close_brace(code: &mut Cursor<'_>, state: &mut State) -> Option<Open> {
    code.skip(1);
    let closed = close(
        &[Open::Block, Open::Object, Open::Shape, Open::Pattern, Open::Filled, Open::Expression],
        state,
    );
    state.operand = matches!(closed, Some(Open::Object | Open::Pattern));
    closed
}

fn operator(code: &mut Cursor<'_>, byte: u8, state: &mut State) -> u8 {
    code.step();
    let was_operand = std::mem::replace(&mut state.operand, false);
    match byte {
        b':' => {
            state.past_name = true;
            let ternary = state.questions > 0 && state.open.last() != Some(&Open::Object);
            state.questions = state.questions.saturating_sub(1);
            match state.open.last() {
                _ if ternary && state.typed => OPERATOR,
                Some(Open::Group) if state.typed => PLAIN,
                _ => PUNCTUATION,
            }
        }
        b'?' if code.sees(".") => PUNCTUATION,
        b'?' if state.typed && b":),;".contains(&code.ahead(0)) => PUNCTUATION,
        b'?' => {
            state.questions += usize::from(!code.eat("?"));
            OPERATOR
        }
        b'=' => {
            state.past_name = true;
            code.skip_while_at_most(2, |next| next == b'=');
            OPERATOR
        }
        b'+' | b'-' if code.peek() == Some(byte) => {
            code.skip(1);
            state.operand = was_operand;
            OPERATOR
        }
        b'<' | b'>'
            if state.typed
                && code.peek() != Some(b'=')
                && !(is_space(code.before()) && code.peek() == Some(b' ')) =>
        {
            // The angle brackets contain type arguments.
            state.operand = byte == b'>';
            PUNCTUATION
        }
        _ if b"+-*/%<>!&|^~".contains(&byte) => {
            state.operand = byte == b'!' && was_operand;
            OPERATOR
        }
        _ => PLAIN,
    }
}

impl State {
    /// Whether the innermost pattern is in parameters rather than in a declaration.
    fn takes_apart(&self) -> bool {
        let near = self.open.iter().rev().take(4);
        near.copied().find(|open| *open != Open::Pattern) == Some(Open::Parameters)
    }

    /// Sets the last character. This character determines which tokens can follow.
    pub(super) fn expects(&mut self, last: u8) {
        self.last = last;
    }
}

fn push(code: &mut Cursor<'_>, open: Open, state: &mut State) {
    code.skip(1);
    state.operand = false;
    state.open.push(open);
}

/// Closes the innermost open construct of one of these kinds and the constructs that are still open inside it. Returns
/// the construct's kind.
fn close(kinds: &[Open], state: &mut State) -> Option<Open> {
    let near = state.open.len().saturating_sub(4);
    let found = state.open[near..].iter().rposition(|open| kinds.contains(open))?;
    let open = state.open[near + found];
    state.open.truncate(near + found);
    Some(open)
}

/// Whether a parenthesis opens parameters.
fn opens_parameters(code: &Cursor<'_>, state: &State) -> bool {
    let after = after_group(code.rest().as_bytes());
    if state.declaration {
        return true;
    }
    let follows_name = is_word(state.last) || state.last == b'$' || state.last == b'>';
    match after {
        After::Arrow => true,
        After::Brace => state.operand && follows_name,
        // A method must be in a class. Outside a class, the name might be a call.
        After::Colon => {
            state.typed && state.questions == 0 && (follows_name && !state.open.is_empty() || !state.operand)
        }
        After::Else => false,
    }
}

/// Returns the construct that a brace opens.
fn brace(state: &State) -> Open {
    match state.open.last() {
        Some(Open::Parameters | Open::Pattern) if !state.past_name => Open::Pattern,
        Some(Open::Shape) => Open::Shape,
        Some(Open::Parameters) if state.typed && state.last == b':' => Open::Shape,
        _ if state.in_type => Open::Shape,
        _ if state.operand => Open::Block,
        Some(Open::Object) if state.last == b':' => Open::Object,
        _ if state.last == b':' && state.typed => Open::Shape,
        _ if state.gives || b"=(,[:?&|<".contains(&state.last) => Open::Object,
        _ => Open::Block,
    }
}

/// Lexes a template literal up to the end or to the next expression.
fn template(code: &mut Cursor<'_>, state: &mut State) {
    loop {
        code.skip_to_any(b"`\\$");
        match code.peek() {
            Some(b'\\') => {
                code.emit(STRING);
                parts::escape(code);
            }
            Some(b'$') if code.ahead(1) == b'{' => {
                code.emit(STRING);
                code.pass(2, ESCAPE);
                state.operand = false;
                state.last = b'(';
                return state.open.push(Open::Filled);
            }
            Some(b'$') => code.skip(1),
            Some(_) => {
                code.emit(STRING);
                code.skip(1);
                state.operand = true;
                return code.emit(ESCAPE);
            }
            None => return code.emit(STRING),
        }
    }
}

/// Lexes a block comment. In TypeScript, documentation tags are highlighted.
fn comment(code: &mut Cursor<'_>, typed: bool) {
    if !typed || !code.eat("/**") {
        return parts::comment(code);
    }
    loop {
        code.skip_to_any(b"*@");
        match code.peek() {
            Some(b'@') if is_space(code.before_next()) && starts_word(code.ahead(1)) => {
                code.emit(COMMENT);
                code.pass(1, PUNCTUATION);
                code.pass_while(is_word, KEYWORD);
            }
            Some(b'*') if code.eat("*/") => return code.emit(COMMENT),
            Some(_) => code.skip(1),
            None => return code.emit(COMMENT),
        }
    }
}
