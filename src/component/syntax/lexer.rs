//! A lightweight lexer for JavaScript with JSX. It finds the brace that closes an expression and measures how deeply
//! the code nests.
//!
//! It recognizes strings, templates, comments, regular expressions, and JSX, but has no grammar. The parser verifies
//! the lexer's result. The nesting is at least as deep as the parser's recursion, so a caller can reject code that
//! would overflow the stack.

/// The lexer's result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// The offset of the unmatched closing brace, or `None` if the text ends first.
    pub brace: Option<usize>,
    /// An upper bound for the nesting up to the end.
    pub depth: usize,
}

/// Reads code up to a closing brace that has no opening brace.
pub(super) fn read(text: &str) -> Found {
    let mut lexer = Lexer::new(text);
    let brace = lexer.run(text.len());
    Found { brace, depth: lexer.depth(&text[..brace.unwrap_or(text.len())]) }
}

/// Returns the number of words and punctuation characters, which is an upper bound for the nesting depth of the code.
pub(super) fn token_count(code: &str) -> usize {
    let mut in_word = false;
    let starts = |byte: u8| {
        let is_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80;
        let starts = (is_word && !in_word) || byte.is_ascii_punctuation();
        in_word = is_word;
        usize::from(starts)
    };
    code.bytes().map(starts).sum()
}

/// An open bracket, and the incomplete prefix operators before it.
struct Frame {
    kind: Kind,
    chain: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Parentheses; `head` if they belong to `if`, `while`, `for`, or `with`.
    Paren {
        head: bool,
    },
    Bracket,
    /// Braces; `block` if an operand can follow them.
    Brace {
        block: bool,
    },
    /// The text of a template.
    Template,
    /// `${…}` in a template.
    Hole,
    /// A tag, from `<` to `>`.
    Tag {
        end: bool,
    },
    /// The content of an element.
    Children,
    /// `{…}` in a tag or an element.
    JsxHole,
}

/// The kind of the last token, which determines the meaning of the next character.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// An operand is complete, so `/` divides.
    Operand,
    /// An operand must follow, so `/` starts a regular expression, and `<` starts an element.
    Operator,
    /// `if`, `while`, `for`, or `with`.
    Head,
    /// `=>` or a keyword before a block.
    Block,
    /// `.`, so the next word is a name.
    Dot,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    frames: Vec<Frame>,
    last: Last,
    /// The number of operators that make the parser recurse at this level, counted from the last complete expression.
    chain: usize,
    /// The sum of the outer levels' chains.
    outer: usize,
    deepest: usize,
    /// Whether the last token is a closing brace, or `of`. Only the grammar decides whether an operand follows.
    is_ambiguous: bool,
    /// Whether the meaning of any token so far depends on the grammar.
    is_unsure: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at: 0,
            frames: Vec::new(),
            last: Last::Operator,
            chain: 0,
            outer: 0,
            deepest: 0,
            is_ambiguous: false,
            is_unsure: false,
        }
    }

    /// Reads tokens up to an offset. Returns whether everything that was opened is closed at the offset.
    pub(super) fn is_closed_at(&mut self, end: usize) -> bool {
        while self.run(end).is_some() {
            // A closing brace without an opening brace is an error that the parser reports.
            self.at += 1;
        }
        self.at <= end && self.frames.is_empty()
    }

    /// Returns an upper bound for the nesting of the code that was read.
    pub(super) fn depth(&self, code: &str) -> usize {
        if self.is_unsure { self.deepest.max(token_count(code)) } else { self.deepest }
    }

    fn run(&mut self, end: usize) -> Option<usize> {
        while self.at < end {
            match self.frames.last().map(|frame| frame.kind) {
                Some(Kind::Template) => self.template(),
                Some(Kind::Tag { end }) => self.tag(end),
                Some(Kind::Children) => self.children(),
                _ => {
                    if let Some(brace) = self.code() {
                        return Some(brace);
                    }
                }
            }
        }
        None
    }

    fn push(&mut self, kind: Kind) {
        self.frames.push(Frame { kind, chain: self.chain });
        self.outer += self.chain;
        self.chain = 0;
        self.last = Last::Operator;
        self.note();
    }

    fn pop(&mut self, last: Last) {
        if let Some(frame) = self.frames.pop() {
            self.chain = frame.chain;
            self.outer -= frame.chain;
        }
        self.last = last;
    }

    fn note(&mut self) {
        self.deepest = self.deepest.max(self.frames.len() + self.outer + self.chain);
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Reads one token of code. Returns the offset of a closing brace without an opening brace.
    fn code(&mut self) -> Option<usize> {
        let byte = self.bytes[self.at];
        let is_space = byte.is_ascii_whitespace() || matches!(self.peek(1), b'/' | b'*') && byte == b'/';
        let is_ambiguous = self.is_ambiguous;
        self.is_ambiguous &= is_space;
        self.is_unsure |= is_ambiguous && !is_space && matches!(byte, b'/' | b'<');
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
            b'"' | b'\'' => self.string(byte),
            b'`' => {
                self.at += 1;
                self.push(Kind::Template);
            }
            b'/' => self.slash(),
            b'(' | b'[' | b'{' => self.open(byte),
            b')' | b']' => {
                self.at += 1;
                self.close(byte);
            }
            b'}' => {
                let Some(frame) = self.frames.last() else { return Some(self.at) };
                let last = match frame.kind {
                    Kind::Brace { block: true } => Last::Operator,
                    _ => Last::Operand,
                };
                self.is_ambiguous = matches!(frame.kind, Kind::Brace { .. });
                self.at += 1;
                self.pop(last);
            }
            b'<' if self.last != Last::Operand && self.starts_element() => {
                self.at += 1;
                self.push(Kind::Tag { end: false });
            }
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'#' | b'\\' | 0x80.. => self.word(),
            _ => self.operator(byte),
        }
        None
    }

    fn starts_element(&self) -> bool {
        matches!(self.peek(1), b'>' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..)
    }

    fn open(&mut self, byte: u8) {
        let kind = match byte {
            b'(' => Kind::Paren { head: self.last == Last::Head },
            b'[' => Kind::Bracket,
            // A brace after an operand is the body of a function or class.
            _ => Kind::Brace { block: matches!(self.last, Last::Block | Last::Operand) },
        };
        self.at += 1;
        self.push(kind);
    }

    fn close(&mut self, byte: u8) {
        let last = match self.frames.last().map(|frame| frame.kind) {
            Some(Kind::Paren { head: true }) if byte == b')' => Last::Block,
            _ => Last::Operand,
        };
        // A closing bracket without an opening bracket is an error that the parser reports.
        match self.frames.last().map(|frame| frame.kind) {
            Some(Kind::Paren { .. }) if byte == b')' => self.pop(last),
            Some(Kind::Bracket) if byte == b']' => self.pop(last),
            _ => self.last = last,
        }
    }

    /// Reads a string, up to its closing quote or the end of the line.
    fn string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.bytes[self.at] {
                b'\\' => self.at += 1,
                b'\n' | b'\r' => break,
                byte if byte == quote => {
                    self.at += 1;
                    break;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = self.at.min(self.bytes.len());
        self.last = Last::Operand;
    }

    /// Reads a comment, a regular expression, or a division.
    fn slash(&mut self) {
        match self.peek(1) {
            b'/' => {
                let length = self.text[self.at..].find(['\n', '\r', '\u{2028}', '\u{2029}']);
                self.at = length.map_or(self.bytes.len(), |length| self.at + length);
            }
            b'*' => {
                let rest = &self.text[self.at + 2..];
                self.at = rest.find("*/").map_or(self.bytes.len(), |length| self.at + length + 4);
            }
            _ if self.last == Last::Operand => {
                self.at += 1;
                self.last = Last::Operator;
            }
            _ => self.regex(),
        }
    }

    fn regex(&mut self) {
        let (mut at, mut class) = (self.at + 1, false);
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => {
                    self.at = at + 1;
                    self.last = Last::Operand;
                    return;
                }
                b'\n' | b'\r' => break,
                _ => {}
            }
            at += 1;
        }
        self.at += 1;
        self.last = Last::Operator;
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| {
                !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '\\' | '\u{200c}' | '\u{200d}'))
            })
            .unwrap_or(rest.len())
            .max(rest.chars().next().map_or(1, char::len_utf8));
        let word = &rest[..length];
        self.at += length;
        if self.last == Last::Dot {
            self.last = Last::Operand;
            return;
        }
        self.last = match word {
            "if" | "while" | "for" | "with" => Last::Head,
            "else" | "do" | "try" | "finally" => Last::Block,
            "return" | "typeof" | "instanceof" | "in" | "of" | "new" | "delete" | "void" | "throw"
            | "case" | "await" | "yield" | "extends" | "default" | "export" => Last::Operator,
            _ => Last::Operand,
        };
        self.is_ambiguous = word == "of";
        if self.last != Last::Operand {
            self.chain += 1;
            self.note();
        }
    }

    fn operator(&mut self, byte: u8) {
        self.at += 1;
        match byte {
            b',' | b';' => {
                self.chain = 0;
                self.last = Last::Operator;
            }
            b'.' if self.peek(0) != b'.' => self.last = Last::Dot,
            // `++` and `--` are prefixes or suffixes, so what can follow stays the same.
            b'+' | b'-' if self.peek(0) == byte => {
                self.at += 1;
                self.chain += usize::from(self.last != Last::Operand);
                self.note();
            }
            b'=' if self.peek(0) == b'>' => {
                self.at += 1;
                self.chain += 1;
                self.note();
                self.last = Last::Block;
            }
            _ => {
                let recurses = self.last != Last::Operand
                    || matches!(byte, b'=' | b'?' | b':')
                    || (byte == b'*' && self.peek(0) == b'*');
                self.chain += usize::from(recurses);
                self.note();
                self.last = Last::Operator;
            }
        }
    }

    fn template(&mut self) {
        match self.bytes[self.at] {
            b'\\' => self.at = (self.at + 2).min(self.bytes.len()),
            b'`' => {
                self.at += 1;
                self.pop(Last::Operand);
            }
            b'$' if self.peek(1) == b'{' => {
                self.at += 2;
                self.push(Kind::Hole);
            }
            _ => self.at += 1,
        }
    }

    fn tag(&mut self, end: bool) {
        match self.bytes[self.at] {
            b'>' => {
                self.at += 1;
                if end {
                    self.pop(Last::Operand);
                    self.pop(Last::Operand);
                } else if let Some(frame) = self.frames.last_mut() {
                    frame.kind = Kind::Children;
                }
            }
            b'/' if self.text[self.at + 1..].trim_start().starts_with('>') => {
                self.at = self.text.len() - self.text[self.at + 1..].trim_start().len() + 1;
                self.pop(Last::Operand);
            }
            b'/' if matches!(self.peek(1), b'/' | b'*') => self.slash(),
            quote @ (b'"' | b'\'') => {
                let length = self.text[self.at + 1..].find(char::from(quote));
                self.at = length.map_or(self.bytes.len(), |length| self.at + length + 2);
            }
            b'{' => {
                self.at += 1;
                self.push(Kind::JsxHole);
            }
            b'<' => {
                self.at += 1;
                self.push(Kind::Tag { end: false });
            }
            _ => self.at += 1,
        }
    }

    fn children(&mut self) {
        match self.bytes[self.at] {
            b'{' => {
                self.at += 1;
                self.push(Kind::JsxHole);
            }
            b'<' => {
                self.at += 1;
                let rest = &self.text[self.at..];
                let end = rest.trim_start().starts_with('/');
                if end {
                    self.at += rest.len() - rest.trim_start().len() + 1;
                }
                self.push(Kind::Tag { end });
            }
            _ => self.at += 1,
        }
    }
}
