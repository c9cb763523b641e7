//! Stores a lexer's position in its text. A cursor looks ahead, moves forward, and assigns classes.
//!
//! A lexer is a loop over `peek` that moves past each token and then sets the token's class with `emit`. All text that
//! the cursor passes is written once and in order, so a lexer can't lose or change a character.

use crate::markdown::highlight::spans::{PLAIN, Spans};

/// A position in text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// The start of the current token.
    start: usize,
    /// The start of the unwritten tokens, which all have `class`.
    run: usize,
    class: u8,
    spans: Spans,
}

/// Whether a byte can be part of a name. Non-ASCII bytes also count, so characters are never split.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a name can start with this byte.
pub(super) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// Whether a byte is whitespace, including line breaks.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a byte is whitespace within a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, spans: Spans) -> Self {
        Cursor { text, at: 0, start: 0, run: 0, class: PLAIN, spans }
    }

    /// Returns the next byte.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Returns the byte at this distance ahead. Past the end of the text, returns NUL.
    #[inline]
    pub(super) fn ahead(&self, distance: usize) -> u8 {
        self.text.as_bytes().get(self.at + distance).copied().unwrap_or(0)
    }

    /// Returns the byte before the token. At the start of the text, returns a line break.
    #[inline]
    pub(super) fn before(&self) -> u8 {
        match self.start {
            0 => b'\n',
            start => self.text.as_bytes()[start - 1],
        }
    }

    /// Returns the last byte that the cursor passed. At the start of the text, returns a line break.
    #[inline]
    pub(super) fn before_next(&self) -> u8 {
        match self.at {
            0 => b'\n',
            at => self.text.as_bytes()[at - 1],
        }
    }

    /// Whether the next token is a name followed by a parenthesis or bracket.
    pub(super) fn sign_is_called(&self) -> bool {
        let mut rest =
            self.rest().bytes().take(80).skip_while(|byte| is_blank(*byte)).skip_while(|byte| is_word(*byte));
        matches!(rest.next(), Some(b'(' | b'['))
    }

    /// Whether the token follows a dot, an arrow, or a double colon.
    pub(super) fn before_is_access(&self) -> bool {
        let before = &self.text.as_bytes()[..self.start];
        before.ends_with(b".") || before.ends_with(b"->") || before.ends_with(b"::")
    }

    /// Returns the number of bytes that the cursor has passed.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// Whether the cursor is still at the start of the text.
    pub(super) fn is_start(&self) -> bool {
        self.at == 0
    }

    /// Returns the remaining text.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Returns the text that the cursor has passed since the last token.
    #[inline]
    pub(super) fn token(&self) -> &'t str {
        &self.text[self.start..self.at]
    }

    #[inline]
    pub(super) fn sees(&self, text: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(text.as_bytes())
    }

    /// Returns the next byte that isn't a space or a tab. At the end of the text, returns NUL.
    #[inline]
    pub(super) fn next_sign(&self) -> u8 {
        self.sign_after(0)
    }

    /// Skips spaces and tabs, starting at this distance ahead, and returns the next byte. At the end of the text,
    /// returns NUL.
    pub(super) fn sign_after(&self, distance: usize) -> u8 {
        let rest = self.text.as_bytes().get(self.at + distance..).unwrap_or_default();
        rest.iter().copied().find(|byte| !is_blank(*byte)).unwrap_or(0)
    }

    /// Whether the rest of the line contains a byte.
    pub(super) fn line_has(&self, wanted: u8) -> bool {
        self.rest().bytes().take_while(|byte| *byte != b'\n').any(|byte| byte == wanted)
    }

    /// Whether only whitespace precedes the token on its line.
    pub(super) fn is_first(&self) -> bool {
        let before = self.text.as_bytes()[..self.start].iter().rev();
        before.copied().find(|byte| !is_blank(*byte)).is_none_or(|byte| byte == b'\n')
    }

    /// Advances past one character of any length. At the end of the text, does nothing.
    #[inline]
    pub(super) fn step(&mut self) {
        self.at = (self.at + 1).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Advances to the next of these bytes or to the end of the text.
    #[inline]
    pub(super) fn skip_to_any(&mut self, ends: &[u8]) {
        self.skip_while(|byte| !ends.contains(&byte));
    }

    /// Advances past `count` ASCII characters. The caller must have checked that the characters are ASCII.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// If a string is next, advances past it. Returns whether the string was next.
    #[inline]
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.sees(text);
        if found {
            self.at += text.len();
        }
        found
    }

    #[inline]
    pub(super) fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len());
    }

    /// Advances past bytes for which `belongs` returns `true`, up to a maximum number.
    pub(super) fn skip_while_at_most(&mut self, count: usize, belongs: impl Fn(u8) -> bool) {
        self.at += self.run(0, count, belongs);
    }

    /// Counts consecutive bytes for which `belongs` returns `true`, starting at this distance, up to `most`.
    pub(super) fn run(&self, distance: usize, most: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at + distance..];
        rest.iter().take(most).take_while(|byte| belongs(**byte)).count()
    }

    /// Advances to the next occurrence of a string or to the end of the text.
    pub(super) fn skip_to(&mut self, text: &str) {
        self.at = self.rest().find(text).map_or(self.text.len(), |found| self.at + found);
    }

    /// Advances past the next occurrence of a string or to the end of the text.
    pub(super) fn skip_past(&mut self, text: &str) {
        self.skip_to(text);
        self.eat(text);
    }

    /// Advances to the end of the line.
    #[inline]
    pub(super) fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    /// Advances past a name and returns it.
    #[inline]
    pub(super) fn word(&mut self) -> &'t str {
        let from = self.at;
        self.skip_while(is_word);
        &self.text[from..self.at]
    }

    /// Assigns a class to the text that the cursor has passed since the last token.
    #[inline]
    pub(super) fn emit(&mut self, class: u8) {
        if self.start == self.at {
            return;
        }
        if class != self.class {
            self.spans.push(&self.text[self.run..self.start], self.class);
            self.run = self.start;
            self.class = class;
        }
        self.start = self.at;
    }

    /// Advances past `count` ASCII characters and assigns a class.
    #[inline]
    pub(super) fn pass(&mut self, count: usize, class: u8) {
        self.skip(count);
        self.emit(class);
    }

    /// Advances past bytes for which `belongs` returns `true` and assigns a class.
    #[inline]
    pub(super) fn pass_while(&mut self, belongs: impl Fn(u8) -> bool, class: u8) {
        self.skip_while(belongs);
        self.emit(class);
    }

    /// Advances to the next of these bytes or to the end of the text and assigns a class.
    #[inline]
    pub(super) fn pass_to_any(&mut self, ends: &[u8], class: u8) {
        self.skip_to_any(ends);
        self.emit(class);
    }

    /// If a string is next, advances past it and assigns a class.
    pub(super) fn pass_if(&mut self, text: &str, class: u8) {
        self.eat(text);
        self.emit(class);
    }

    /// Advances past one character and assigns a class.
    pub(super) fn pass_letter(&mut self, class: u8) {
        self.step();
        self.emit(class);
    }

    /// Advances past the next occurrence of a string or to the end of the text and assigns a class.
    pub(super) fn pass_past(&mut self, text: &str, class: u8) {
        self.skip_past(text);
        self.emit(class);
    }

    /// Advances past whitespace and assigns the preceding token's class to the whitespace.
    #[inline]
    pub(super) fn space(&mut self) {
        self.skip_while(is_space);
        self.start = self.at;
    }

    /// Advances past whitespace up to the end of the line.
    #[inline]
    pub(super) fn blank(&mut self) {
        self.skip_while(|byte| is_space(byte) && byte != b'\n');
        self.start = self.at;
    }

    /// Writes the rest of the text and returns the spans.
    pub(super) fn finish(mut self) -> Spans {
        self.at = self.text.len();
        self.emit(PLAIN);
        self.spans.push(&self.text[self.run..], self.class);
        self.spans
    }
}
