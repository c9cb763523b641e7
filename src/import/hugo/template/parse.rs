//! Parses Go templates.

use minijinja::Value;

/// A part of a template.
#[derive(Debug)]
pub(super) enum Node {
    Text(String),
    /// Writes a value.
    Show(Pipe),
    /// Assigns a value to a variable.
    Set {
        name: String,
        is_new: bool,
        value: Pipe,
    },
    Block(Box<Block>),
    /// Runs another template of the same file.
    Template(String, Option<Pipe>),
    /// Defines a template.
    Define(String, Vec<Node>),
    Return(Option<Pipe>),
    Break,
    Continue,
}

/// The keyword of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    If,
    With,
    Range,
}

#[derive(Debug)]
pub(super) struct Block {
    pub kind: Kind,
    /// The variables that the block declares.
    pub names: Vec<String>,
    /// Whether the variables are new.
    pub is_new: bool,
    pub value: Pipe,
    pub body: Vec<Node>,
    pub other: Vec<Node>,
}

/// Commands whose results are the last arguments of the commands after them.
#[derive(Debug, Default)]
pub(super) struct Pipe(pub Vec<Vec<Term>>);

/// A value and the names of the fields to read from it.
#[derive(Debug)]
pub(super) struct Term {
    pub base: Base,
    pub fields: Vec<String>,
}

#[derive(Debug)]
pub(super) enum Base {
    Dot,
    Variable(String),
    Function(String),
    Constant(Value),
    Pipe(Pipe),
}

/// The maximum nesting depth of blocks and parentheses.
const DEEPEST: usize = 40;

/// Returns a template's nodes. If the syntax isn't valid, returns `None`.
pub(super) fn parse(template: &str) -> Option<Vec<Node>> {
    let parts = split(template)?;
    let mut parser = Parser { parts: &parts, at: 0, depth: 0 };
    let (nodes, end) = parser.nodes()?;
    end.is_none().then_some(nodes)
}

enum Part<'t> {
    Text(&'t str),
    Action(&'t str),
}

fn split(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    let mut is_trimmed = false;
    while let Some(at) = rest.find("{{") {
        let after = &rest[at + 2..];
        let (inner, trims_before) = match after.strip_prefix('-') {
            Some(inner) => (inner, true),
            None => (after, false),
        };
        let is_comment = inner.trim_start().starts_with("/*");
        let end = if is_comment {
            inner.find("*/").and_then(|at| Some(at + inner[at..].find("}}")?))?
        } else {
            end_of(inner)?
        };
        let mut text = &rest[..at];
        text = if is_trimmed { text.trim_start() } else { text };
        parts.push(Part::Text(if trims_before { text.trim_end() } else { text }));
        is_trimmed = inner[..end].ends_with('-');
        if !is_comment {
            parts.push(Part::Action(inner[..end].trim_end_matches('-').trim()));
        }
        rest = &inner[end + 2..];
    }
    parts.push(Part::Text(if is_trimmed { rest.trim_start() } else { rest }));
    Some(parts)
}

/// Returns the offset of the end of an action, ignoring quoted text.
fn end_of(text: &str) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'"' | b'`' | b'\'' => at += quoted(&text[at..])?,
            b'}' if text[at..].starts_with("}}") => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// Returns the length of the quoted text at the start.
fn quoted(text: &str) -> Option<usize> {
    let mark = text.chars().next()?;
    let mut is_after_backslash = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_after_backslash => is_after_backslash = false,
            '\\' if mark != '`' => is_after_backslash = true,
            c if c == mark => return Some(at + 1),
            _ => {}
        }
    }
    None
}

struct Parser<'p> {
    parts: &'p [Part<'p>],
    at: usize,
    depth: usize,
}

impl<'p> Parser<'p> {
    /// Returns the nodes until the end of the block, and the action that ends the block.
    fn nodes(&mut self) -> Option<(Vec<Node>, Option<&'p str>)> {
        self.depth += 1;
        let mut nodes = Vec::new();
        while let Some(part) = self.parts.get(self.at).filter(|_| self.depth < DEEPEST) {
            self.at += 1;
            let action = match part {
                Part::Text(text) => {
                    nodes.push(Node::Text((*text).to_owned()));
                    continue;
                }
                Part::Action(action) => *action,
            };
            let (word, rest) =
                action.split_at(action.find([' ', '\t', '\n', '\r', '(']).unwrap_or(action.len()));
            let rest = rest.trim();
            nodes.push(match word {
                "end" | "else" => {
                    self.depth -= 1;
                    return Some((nodes, Some(action)));
                }
                "if" => self.block(Kind::If, rest)?,
                "with" => self.block(Kind::With, rest)?,
                "range" => self.block(Kind::Range, rest)?,
                "define" => {
                    let (body, _) = self.nodes()?;
                    Node::Define(rest.trim_matches(['"', '`']).to_owned(), body)
                }
                "template" => {
                    let length = quoted(rest)?;
                    let value = rest[length..].trim();
                    let value = if value.is_empty() { None } else { Some(pipe(value)?) };
                    Node::Template(rest[1..length - 1].to_owned(), value)
                }
                "block" => return None,
                "return" if rest.is_empty() => Node::Return(None),
                "return" => Node::Return(Some(pipe(rest)?)),
                "break" => Node::Break,
                "continue" => Node::Continue,
                "" if rest.is_empty() => return None,
                _ => match assigned(action) {
                    Some((mut names, is_new, value)) if names.len() == 1 => {
                        Node::Set { name: names.pop()?, is_new, value: pipe(value)? }
                    }
                    Some(_) => return None,
                    None => Node::Show(pipe(action)?),
                },
            });
        }
        self.depth -= 1;
        (self.at == self.parts.len()).then_some((nodes, None))
    }

    fn block(&mut self, kind: Kind, head: &str) -> Option<Node> {
        let (names, is_new, value) = assigned(head).unwrap_or((Vec::new(), true, head));
        let value = pipe(value)?;
        let (body, end) = self.nodes()?;
        let next = end?.strip_prefix("else").map(str::trim);
        let other = match next {
            None => Vec::new(),
            Some("") => self.nodes()?.0,
            Some(next) => {
                let (kind, head) = match next.strip_prefix("if") {
                    Some(head) => (Kind::If, head),
                    None => (Kind::With, next.strip_prefix("with")?),
                };
                self.depth += 1;
                let nested = self.block(kind, head.trim());
                self.depth -= 1;
                vec![nested?]
            }
        };
        Some(Node::Block(Box::new(Block { kind, names, is_new, value, body, other })))
    }
}

/// Splits an assignment into the names of the variables, whether they're new, and the value.
fn assigned(action: &str) -> Option<(Vec<String>, bool, &str)> {
    if !action.starts_with('$') {
        return None;
    }
    let at = action.find('=')?;
    let is_new = action[..at].ends_with(':');
    let names = action[..at].trim_end_matches(':').split(',').map(str::trim);
    let is_name = |name: &str| {
        name.strip_prefix('$').is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
    };
    let names: Vec<&str> = names.collect();
    names
        .iter()
        .all(|name| is_name(name))
        .then(|| (names.into_iter().map(str::to_owned).collect(), is_new, action[at + 1..].trim()))
}

/// Parses an expression, such as `.Get "title" | default "Note"`.
fn pipe(text: &str) -> Option<Pipe> {
    let mut tokens = Tokens { rest: text, depth: 0 };
    let pipe = tokens.pipe()?;
    tokens.rest.is_empty().then_some(pipe)
}

struct Tokens<'t> {
    rest: &'t str,
    depth: usize,
}

impl Tokens<'_> {
    fn pipe(&mut self) -> Option<Pipe> {
        let (mut commands, mut command) = (Vec::new(), Vec::new());
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                None | Some(')') => break,
                Some('|') => {
                    self.rest = &self.rest[1..];
                    commands.push(std::mem::take(&mut command));
                }
                Some(_) => command.push(self.term()?),
            }
        }
        commands.push(command);
        commands.iter().all(|command| !command.is_empty()).then_some(Pipe(commands))
    }

    fn term(&mut self) -> Option<Term> {
        let base = match self.rest.chars().next()? {
            '(' if self.depth < DEEPEST => {
                self.rest = &self.rest[1..];
                self.depth += 1;
                let pipe = self.pipe()?;
                self.depth -= 1;
                self.rest = self.rest.strip_prefix(')')?;
                Base::Pipe(pipe)
            }
            '(' => return None,
            '"' | '`' | '\'' => {
                let length = quoted(self.rest)?;
                let (raw, rest) = self.rest.split_at(length);
                self.rest = rest;
                Base::Constant(match raw.as_bytes()[0] {
                    b'"' => Value::from(unescaped(&raw[1..length - 1])),
                    b'`' => Value::from(&raw[1..length - 1]),
                    _ => Value::from(unescaped(&raw[1..length - 1]).chars().next()? as u32),
                })
            }
            '$' => {
                let word = self.word(1);
                Base::Variable(word)
            }
            '.' => Base::Dot,
            c if c.is_ascii_digit() || matches!(c, '-' | '+') => {
                let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-._".contains(c));
                let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                let whole = number.parse::<i64>().ok().map(Value::from);
                Base::Constant(whole.or_else(|| number.parse::<f64>().ok().map(Value::from))?)
            }
            _ => {
                let mut word = self.word(0);
                // The first name of other words is a namespace: for example, `strings.TrimPrefix`.
                while !matches!(&*word, "site" | "hugo" | "page") && self.rest.starts_with('.') {
                    let name = self.word(1);
                    word.push_str(&name);
                }
                match word.as_str() {
                    "" => return None,
                    "true" => Base::Constant(Value::from(true)),
                    "false" => Base::Constant(Value::from(false)),
                    "nil" => Base::Constant(Value::from(())),
                    _ => Base::Function(word),
                }
            }
        };
        let mut fields = Vec::new();
        while self.rest.starts_with('.') {
            let name = self.word(1)[1..].to_owned();
            if !name.is_empty() {
                fields.push(name);
            } else if !matches!(base, Base::Dot) || !fields.is_empty() {
                return None;
            }
        }
        Some(Term { base, fields })
    }

    /// Takes a name, with a number of characters before it.
    fn word(&mut self, before: usize) -> String {
        let own = &self.rest[before..];
        let length = own.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(own.len());
        let (word, rest) = self.rest.split_at(before + length);
        self.rest = rest;
        word.to_owned()
    }
}

/// Replaces the escape sequences of a string.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match if c == '\\' { chars.next() } else { None } {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some(mark @ ('x' | 'u')) => {
                let digits: String = chars.by_ref().take(if mark == 'x' { 2 } else { 4 }).collect();
                out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            Some(other) => out.push(other),
            None => out.push(c),
        }
    }
    out
}
