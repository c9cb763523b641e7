//! Determines whether a command in a terminal session is complete, or whether the shell would ask for another line.

use std::collections::VecDeque;

/// The language of a command.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Syntax {
    /// A POSIX shell, or a similar one.
    Shell,
    PowerShell,
    /// The Windows command prompt.
    Batch,
}

impl Syntax {
    /// The character that escapes a line break.
    pub(super) fn escape(self) -> char {
        match self {
            Syntax::Shell => '\\',
            Syntax::PowerShell => '`',
            Syntax::Batch => '^',
        }
    }
}

/// The lines of a command so far.
pub(super) struct Input<'c> {
    syntax: Syntax,
    /// The open quotation mark. `$` stands for `$'`.
    quote: Option<char>,
    /// The ends of the here-documents that follow, or of a here-string in PowerShell.
    documents: VecDeque<&'c str>,
    /// The open brackets, and the words that open compound commands.
    open: Vec<&'c str>,
    /// Whether the last line ends in a way that requires another line.
    is_continued: bool,
    /// Whether the next word can be a reserved word.
    at_command: bool,
}

impl<'c> Input<'c> {
    pub(super) fn new(syntax: Syntax) -> Self {
        let (documents, open) = (VecDeque::new(), Vec::new());
        Input { syntax, quote: None, documents, open, is_continued: false, at_command: true }
    }

    /// Whether the next line belongs to a here-document.
    pub(super) fn is_document(&self) -> bool {
        !self.documents.is_empty()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.quote.is_none() && self.documents.is_empty() && self.open.is_empty() && !self.is_continued
    }

    /// Adds a line.
    pub(super) fn add(&mut self, line: &'c str) {
        let line = line.trim_end_matches(['\r', '\n']);
        match self.syntax {
            Syntax::Shell => self.shell(line),
            Syntax::PowerShell => self.power_shell(line),
            Syntax::Batch => self.is_continued = line.ends_with(self.syntax.escape()),
        }
    }

    fn shell(&mut self, line: &'c str) {
        if self.quote.is_none()
            && let Some(last) = self.documents.front()
        {
            if line.trim() == *last {
                self.documents.pop_front();
            }
            return;
        }
        self.is_continued = false;
        let mut word = None;
        let mut chars = line.char_indices();
        while let Some((at, c)) = chars.next() {
            if let Some(quote) = self.quote {
                if c == '\\' && quote != '\'' {
                    chars.next();
                } else if c == if quote == '$' { '\'' } else { quote } {
                    self.quote = None;
                }
                continue;
            }
            let rest = &line[at..];
            let ends_word = c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')' | '<' | '>');
            if ends_word {
                self.end_word(line, word.take(), at);
            } else if c == '#' && word.is_none() {
                break;
            } else {
                word = word.or(Some(at));
            }
            match c {
                '\\' if chars.next().is_none() => {
                    self.is_continued = true;
                    return;
                }
                '\'' if line[..at].ends_with('$') => self.quote = Some('$'),
                '\'' | '"' | '`' => self.quote = Some(c),
                '<' => {
                    let signs = rest.len() - rest.trim_start_matches('<').len();
                    // `<<<` isn't a here-document, and neither is a shift in arithmetic.
                    if signs == 2 && !self.open.ends_with(&["(", "("]) {
                        self.documents.extend(delimiter(&rest[2..]));
                    }
                    for _ in 1..signs {
                        chars.next();
                    }
                }
                ';' | '&' | '|' => self.at_command = true,
                '(' => {
                    self.open.push("(");
                    self.at_command = true;
                }
                // After the pattern of a case, the next word is a command.
                ')' if self.open.last() == Some(&"case") => self.at_command = true,
                ')' => {
                    self.close(&["("]);
                    self.at_command = false;
                }
                _ => {}
            }
            if !c.is_whitespace() {
                self.is_continued = c == '|' || line[..at + c.len_utf8()].ends_with("&&");
            }
        }
        self.end_word(line, word, line.len());
        self.at_command = true;
    }

    /// Handles the word between two offsets, which can be a reserved word (POSIX.1-2017, section 2.4).
    fn end_word(&mut self, line: &'c str, start: Option<usize>, end: usize) {
        let Some(word) = start.and_then(|start| line.get(start..end)) else { return };
        // In `function f {`, the brace isn't the first word.
        let is_body = word == "{" && line[end..].trim().is_empty();
        let is_reserved = std::mem::take(&mut self.at_command) || is_body;
        match word {
            "if" | "while" | "until" | "{" if is_reserved => {
                self.open.push(word);
                self.at_command = true;
            }
            "for" | "case" | "select" if is_reserved => self.open.push(word),
            "then" | "do" | "else" | "elif" | "!" | "time" => self.at_command = is_reserved,
            "fi" if is_reserved => self.close(&["if"]),
            "done" if is_reserved => self.close(&["for", "while", "until", "select"]),
            "esac" if is_reserved => self.close(&["case"]),
            "}" if is_reserved => self.close(&["{"]),
            _ => {}
        }
    }

    /// Closes the innermost bracket or compound command if one of the words opened it.
    fn close(&mut self, words: &[&str]) {
        self.open.pop_if(|open| words.contains(open));
    }

    fn power_shell(&mut self, line: &'c str) {
        let mut line = line;
        if let Some(last) = self.documents.front() {
            let Some(rest) = line.strip_prefix(last) else { return };
            self.documents.pop_front();
            line = rest;
        }
        self.is_continued = false;
        let mut chars = line.char_indices();
        while let Some((at, c)) = chars.next() {
            if let Some(quote) = self.quote {
                match c {
                    '`' if quote == '"' => {
                        chars.next();
                    }
                    c if c == quote => self.quote = None,
                    _ => {}
                }
                continue;
            }
            match c {
                '`' if chars.next().is_none() => {
                    self.is_continued = true;
                    return;
                }
                '#' if line[..at].trim_end().len() < at || at == 0 => return,
                '@' if matches!(line[at + 1..].trim_end(), "\"" | "'") => {
                    self.documents.push_back(if line[at..].contains('"') { "\"@" } else { "'@" });
                    return;
                }
                '\'' | '"' => self.quote = Some(c),
                '(' | '{' | '[' => self.open.push("("),
                ')' | '}' | ']' => self.close(&["("]),
                _ => {}
            }
            if !c.is_whitespace() {
                self.is_continued = matches!(c, '|' | ',') || line[..at + c.len_utf8()].ends_with("&&");
            }
        }
    }
}

/// Returns the delimiter of a here-document, without its quotation marks. `text` follows `<<`.
fn delimiter(text: &str) -> Option<&str> {
    let word = text.trim_start_matches(['-', '~', ' ', '"', '\'', '\\']);
    let length = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    Some(&word[..length]).filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
