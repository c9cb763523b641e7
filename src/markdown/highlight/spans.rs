//! Token classes, and the resulting spans.
//!
//! [`Spans`] takes a block's text piece by piece, in order, and returns the block's HTML. Adjacent tokens with the same
//! class are merged. A span never crosses a line break, and no character is lost, regardless of the tokens.

pub(super) const PLAIN: u8 = b' ';
pub(super) const COMMENT: u8 = b'c';
pub(super) const STRING: u8 = b's';
pub(super) const REGEX: u8 = b'r';
/// Escapes, placeholders, and interpolation delimiters.
pub(super) const ESCAPE: u8 = b'e';
/// Numbers and constants.
pub(super) const NUMBER: u8 = b'n';
pub(super) const KEYWORD: u8 = b'k';
pub(super) const OPERATOR: u8 = b'o';
pub(super) const TYPE: u8 = b't';
pub(super) const FUNCTION: u8 = b'f';
/// Names of elements.
pub(super) const TAG: u8 = b'g';
/// Element attributes, properties, keys, and options.
pub(super) const ATTRIBUTE: u8 = b'a';
/// Parameters, and variables in languages that mark variables.
pub(super) const VARIABLE: u8 = b'v';
/// Built-ins of the language or the standard library, such as `self` and `console`.
pub(super) const BUILTIN: u8 = b'b';
/// Attributes in code, annotations, lifetimes, and preprocessor directives.
pub(super) const DECORATOR: u8 = b'd';
pub(super) const PUNCTUATION: u8 = b'p';
pub(super) const HEADING: u8 = b'm';
pub(super) const INSERTED: u8 = b'i';
pub(super) const DELETED: u8 = b'j';
pub(super) const INVALID: u8 = b'x';
/// The prompts in terminal sessions, which readers don't copy.
pub(super) const PROMPT: u8 = b'q';
/// The output in terminal sessions.
pub(super) const OUTPUT: u8 = b'w';

/// The HTML of a block so far.
pub(super) struct Spans {
    html: String,
    /// The class of the open span.
    open: u8,
}

impl Default for Spans {
    fn default() -> Self {
        Spans::after(String::new())
    }
}

impl Spans {
    /// Creates spans that are appended to existing HTML.
    pub(super) fn after(html: String) -> Self {
        Spans { html, open: PLAIN }
    }

    /// Writes a piece of the text, which can contain line breaks.
    pub(super) fn push(&mut self, text: &str, class: u8) {
        let mut done = self.turn(text, class);
        for (at, byte) in text.bytes().enumerate() {
            let entity = match byte {
                b'\n' => "",
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => continue,
            };
            self.html.push_str(&text[done..at]);
            self.html.push_str(entity);
            done = at + 1;
            if byte == b'\n' {
                self.close();
                self.html.push('\n');
                done += self.turn(&text[done..], class);
            }
        }
        self.html.push_str(&text[done..]);
    }

    /// Closes the open span and returns the HTML.
    pub(super) fn finish(mut self) -> String {
        self.close();
        self.html
    }

    /// Opens the span for a piece up to the first line break and returns the length of the leading whitespace that was
    /// written before the span. Whitespace keeps the previous class, which reduces the number of spans.
    #[inline]
    fn turn(&mut self, text: &str, class: u8) -> usize {
        if self.open == PROMPT && class != PROMPT {
            // Indentation after a prompt is part of the command that readers copy.
            self.close();
        }
        let blank = text.bytes().take_while(|byte| *byte == b' ' || *byte == b'\t').count();
        self.html.push_str(&text[..blank]);
        if class == self.open || matches!(text.as_bytes().get(blank), None | Some(b'\n')) {
            return blank;
        }
        self.close();
        if class != PLAIN {
            self.html.push_str("<span class=\"");
            self.html.push(class as char);
            self.html.push_str("\">");
        }
        self.open = class;
        blank
    }

    #[inline]
    fn close(&mut self) {
        if self.open != PLAIN {
            self.html.push_str("</span>");
            self.open = PLAIN;
        }
    }
}
