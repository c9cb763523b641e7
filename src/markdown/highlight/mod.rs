//! Code to HTML: one small function over syntect, so that a faster engine can take its place.
//!
//! Tokens are walked here rather than by syntect, neighbours of one class are merged, and scopes become about twenty
//! short classes: a third of the HTML. Both colour themes are style sheets over these classes. Knows nothing of
//! Markdown, marks or the frame around a block.

mod cache;
mod classes;
mod languages;
mod words;

use std::sync::{Arc, OnceLock};

use syntect::parsing::{ParseState, SyntaxReference, SyntaxSet};

use super::escape;
use classes::Walker;

pub use cache::Cache;
pub use languages::nearest as nearest_language;

/// Longer lines are shown plain: the work on a line grows with its length, and nobody reads such a line.
const MAX_LINE: usize = 4 * 1024;
/// Longer blocks are shown plain from here on.
const MAX_BLOCK: usize = 512 * 1024;

/// Highlighted code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlighted {
    /// HTML with `<span class="…">` for tokens; no span crosses a line end.
    pub html: Arc<str>,
    /// Whether there is a highlighter for the language, or none is wanted.
    pub known: bool,
}

/// Highlights code of a language, named as people name it after a fence. Plain text and code in an unknown language
/// are only escaped.
pub fn highlight(language: &str, code: &str, cache: &Cache) -> Highlighted {
    let Some(syntax) = languages::find(language) else {
        let mut html = String::with_capacity(code.len() + code.len() / 8);
        escape::text(code, &mut html);
        return Highlighted { html: html.into(), known: languages::is_plain(language) };
    };
    // PHP is what follows `<?php`; a snippet often leaves that out.
    let syntax = if syntax.name == "PHP Source" && code.contains("<?") {
        syntaxes().find_syntax_by_name("PHP").unwrap_or(syntax)
    } else {
        syntax
    };
    // Sessions of a shell are cached apart from its scripts.
    let session = languages::is_session(language);
    let name = if session { "console" } else { &*syntax.name };
    let make = || if session { render_session(syntax, code) } else { render(syntax, code) };
    Highlighted { html: cache.get_or_insert_with(name, code, make), known: true }
}

/// The syntaxes: syntect's and those of two-face, read once, each unpacked when it is first used.
fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: OnceLock<SyntaxSet> = OnceLock::new();
    SYNTAXES.get_or_init(two_face::syntax::extra_newlines)
}

fn render(syntax: &SyntaxReference, code: &str) -> String {
    let mut out = String::with_capacity(code.len() * 3);
    let mut block = Block::new(syntax);
    for line in code.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        block.line(text, &mut out);
        if text.len() < line.len() {
            out.push('\n');
        }
    }
    out
}

/// A session of a shell: what follows a prompt is a command, the rest is what it printed.
fn render_session(syntax: &SyntaxReference, code: &str) -> String {
    let mut out = String::with_capacity(code.len() * 2);
    let mut command: Option<Block> = None;
    for line in code.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        let prompt = ["$ ", "# ", "> ", "% "].into_iter().find(|prompt| text.starts_with(prompt));
        match (prompt, &mut command) {
            // A line that ends in a backslash goes on.
            (None, Some(block)) => block.line(text, &mut out),
            (None, None) => escape::text(text, &mut out),
            (Some(prompt), _) => {
                out.push_str("<span class=\"p\">");
                escape::text(prompt, &mut out);
                out.push_str("</span>");
                let mut block = Block::new(syntax);
                block.line(&text[prompt.len()..], &mut out);
                command = Some(block);
            }
        }
        if !text.ends_with('\\') {
            command = None;
        }
        if text.len() < line.len() {
            out.push('\n');
        }
    }
    out
}

/// The state of the parser between the lines of a block.
struct Block {
    state: ParseState,
    walker: Walker,
    /// The line with the end that the grammars expect of each.
    line: String,
    passed: usize,
}

impl Block {
    fn new(syntax: &SyntaxReference) -> Self {
        Block {
            state: ParseState::new(syntax),
            walker: Walker::new(&syntax.name),
            line: String::new(),
            passed: 0,
        }
    }

    fn line(&mut self, text: &str, out: &mut String) {
        if text.len() > MAX_LINE || self.passed > MAX_BLOCK {
            return escape::text(text, out);
        }
        self.passed += text.len();
        self.line.clear();
        self.line.push_str(text);
        self.line.push('\n');
        match self.state.parse_line(&self.line, syntaxes()) {
            Ok(operations) => self.walker.line(text, &operations, out),
            // A fault of a grammar: the rest of the block is not worth less for it.
            Err(_) => escape::text(text, out),
        }
    }
}
