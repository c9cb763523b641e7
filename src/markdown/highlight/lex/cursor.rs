//! The place of a lexer in its text: looks ahead, moves on, and gives what was passed a class.
//!
//! A lexer is a loop over `peek`: it moves past a token, then says its class with `emit`. Everything it passes is
//! written, in order and once, so no lexer can lose or change a letter.

use crate::markdown::highlight::spans::{PLAIN, Spans};

/// A place in a text.
pub(crate) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// Where the token that is being read starts.
    start: usize,
    /// Where the tokens start that have a class and are not written yet, all of them of `class`.
    run: usize,
    class: u8,
    spans: Spans,
}

/// Whether a byte is part of a name. A letter outside of ASCII is, and is never cut.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a name may start with this byte.
pub(super) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// White space, line ends included.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// White space inside of a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, spans: Spans) -> Self {
        Cursor { text, at: 0, start: 0, run: 0, class: PLAIN, spans }
    }

    /// The next byte.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The byte so far ahead; a NUL past the end.
    #[inline]
    pub(super) fn ahead(&self, distance: usize) -> u8 {
        self.text.as_bytes().get(self.at + distance).copied().unwrap_or(0)
    }

    /// The byte before the token, a line end at the start.
    #[inline]
    pub(super) fn before(&self) -> u8 {
        match self.start {
            0 => b'\n',
            start => self.text.as_bytes()[start - 1],
        }
    }

    /// The byte that was passed last, a line end at the start.
    #[inline]
    pub(super) fn before_next(&self) -> u8 {
        match self.at {
            0 => b'\n',
            at => self.text.as_bytes()[at - 1],
        }
    }

    /// Whether a name is next that a parenthesis follows.
    pub(super) fn sign_is_called(&self) -> bool {
        let mut rest =
            self.rest().bytes().take(80).skip_while(|byte| is_blank(*byte)).skip_while(|byte| is_word(*byte));
        matches!(rest.next(), Some(b'(' | b'['))
    }

    /// Whether the token comes after a point, an arrow or a double colon.
    pub(super) fn before_is_access(&self) -> bool {
        let before = &self.text.as_bytes()[..self.start];
        before.ends_with(b".") || before.ends_with(b"->") || before.ends_with(b"::")
    }

    /// How many bytes have been passed.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// Whether nothing has been passed.
    pub(super) fn is_start(&self) -> bool {
        self.at == 0
    }

    /// What has not been passed.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// What has been passed since the last token.
    #[inline]
    pub(super) fn token(&self) -> &'t str {
        &self.text[self.start..self.at]
    }

    #[inline]
    pub(super) fn sees(&self, text: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(text.as_bytes())
    }

    /// The first byte ahead that is no white space in this line, and how far ahead it is.
    #[inline]
    pub(super) fn next_sign(&self) -> u8 {
        self.sign_after(0)
    }

    /// The first byte that is no white space in this line, so many bytes ahead or later; a NUL at the end.
    pub(super) fn sign_after(&self, distance: usize) -> u8 {
        let rest = self.text.as_bytes().get(self.at + distance..).unwrap_or_default();
        rest.iter().copied().find(|byte| !is_blank(*byte)).unwrap_or(0)
    }

    /// Whether a byte is in the rest of the line.
    pub(super) fn line_has(&self, wanted: u8) -> bool {
        self.rest().bytes().take_while(|byte| *byte != b'\n').any(|byte| byte == wanted)
    }

    /// Whether nothing but white space is before the token in its line.
    pub(super) fn is_first(&self) -> bool {
        let before = self.text.as_bytes()[..self.start].iter().rev();
        before.copied().find(|byte| !is_blank(*byte)).is_none_or(|byte| byte == b'\n')
    }

    /// Passes a letter, however many bytes it has; nothing at the end.
    #[inline]
    pub(super) fn step(&mut self) {
        self.at = (self.at + 1).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Passes everything up to one of these bytes, or all if none comes.
    #[inline]
    pub(super) fn skip_to_any(&mut self, ends: &[u8]) {
        self.skip_while(|byte| !ends.contains(&byte));
    }

    /// Passes so many letters of ASCII, which have been seen.
    #[inline]
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Passes a text if it is next.
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

    /// Passes bytes of a kind, so many at most.
    pub(super) fn skip_while_at_most(&mut self, count: usize, belongs: impl Fn(u8) -> bool) {
        self.at += self.run(0, count, belongs);
    }

    /// How many bytes of a kind there are so far ahead, counted no further than `most`.
    pub(super) fn run(&self, distance: usize, most: usize, belongs: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[self.at + distance..];
        rest.iter().take(most).take_while(|byte| belongs(**byte)).count()
    }

    /// Passes everything up to a text, or all if it does not come.
    pub(super) fn skip_to(&mut self, text: &str) {
        self.at = self.rest().find(text).map_or(self.text.len(), |found| self.at + found);
    }

    /// Passes everything up to the end of a text, or all if it does not come.
    pub(super) fn skip_past(&mut self, text: &str) {
        self.skip_to(text);
        self.eat(text);
    }

    /// Passes the rest of the line.
    #[inline]
    pub(super) fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
    }

    /// Passes a name and gives it.
    #[inline]
    pub(super) fn word(&mut self) -> &'t str {
        let from = self.at;
        self.skip_while(is_word);
        &self.text[from..self.at]
    }

    /// Gives what was passed since the last token its class.
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

    /// Passes so many letters of ASCII, which get a class.
    #[inline]
    pub(super) fn pass(&mut self, count: usize, class: u8) {
        self.skip(count);
        self.emit(class);
    }

    /// Passes bytes of a kind, which get a class.
    #[inline]
    pub(super) fn pass_while(&mut self, belongs: impl Fn(u8) -> bool, class: u8) {
        self.skip_while(belongs);
        self.emit(class);
    }

    /// Passes everything up to one of these bytes, which gets a class.
    #[inline]
    pub(super) fn pass_to_any(&mut self, ends: &[u8], class: u8) {
        self.skip_to_any(ends);
        self.emit(class);
    }

    /// Passes a text if it is next, which gets a class.
    pub(super) fn pass_if(&mut self, text: &str, class: u8) {
        self.eat(text);
        self.emit(class);
    }

    /// Passes a letter, which gets a class.
    pub(super) fn pass_letter(&mut self, class: u8) {
        self.step();
        self.emit(class);
    }

    /// Passes everything up to the end of a text, or all if it does not come, which gets a class.
    pub(super) fn pass_past(&mut self, text: &str, class: u8) {
        self.skip_past(text);
        self.emit(class);
    }

    /// Passes white space; it belongs to what is before it.
    #[inline]
    pub(super) fn space(&mut self) {
        self.skip_while(is_space);
        self.start = self.at;
    }

    /// Passes white space up to the line's end.
    #[inline]
    pub(super) fn blank(&mut self) {
        self.skip_while(|byte| is_space(byte) && byte != b'\n');
        self.start = self.at;
    }

    /// Writes what has not been written, and gives what has been.
    pub(super) fn finish(mut self) -> Spans {
        self.at = self.text.len();
        self.emit(PLAIN);
        self.spans.push(&self.text[self.run..], self.class);
        self.spans
    }
}
