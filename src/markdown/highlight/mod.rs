//! Code to HTML: one small function over syntect, so that a faster engine can take its place.
//!
//! Tokens are walked here rather than by syntect, neighbours of one class are merged, and scopes become about twenty
//! short classes: a third of the HTML. Both colour themes are style sheets over these classes. Knows nothing of
//! Markdown, marks or the frame around a block.

mod cache;
mod classes;
mod languages;

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
    Highlighted { html: cache.get_or_insert_with(&syntax.name, code, || render(syntax, code)), known: true }
}

/// The syntaxes: syntect's and those of two-face, read once, each unpacked when it is first used.
fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: OnceLock<SyntaxSet> = OnceLock::new();
    SYNTAXES.get_or_init(two_face::syntax::extra_newlines)
}

fn render(syntax: &SyntaxReference, code: &str) -> String {
    let set = syntaxes();
    let mut state = ParseState::new(syntax);
    let mut walker = Walker::new(syntax.scope);
    let mut out = String::with_capacity(code.len() * 3);
    let mut line_buffer = String::new();
    let mut passed = 0;
    for line in code.split_inclusive('\n') {
        passed += line.len();
        if line.len() > MAX_LINE || passed > MAX_BLOCK {
            escape::text(line, &mut out);
            continue;
        }
        // The grammars expect each line to end, the last one too.
        let (line, ends) = match line.strip_suffix('\n') {
            Some(_) => (line, true),
            None => {
                line_buffer.push_str(line);
                line_buffer.push('\n');
                (line_buffer.as_str(), false)
            }
        };
        match state.parse_line(line, set) {
            Ok(operations) => walker.line(line.strip_suffix('\n').unwrap_or(line), &operations, &mut out),
            // A fault of a grammar: the rest of the block is not worth less for it.
            Err(_) => escape::text(line.trim_end_matches('\n'), &mut out),
        }
        if ends {
            out.push('\n');
        }
    }
    out
}
