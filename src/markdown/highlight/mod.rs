//! Code to HTML: one small function over two engines.
//!
//! The languages that documentation is full of have lexers of their own ([`lex`]), which are about a hundred times as
//! fast as a grammar; every other language is read by syntect ([`grammar`]). Both give the same twenty or so classes,
//! and both colour themes are style sheets over these. Knows nothing of Markdown, marks or the frame around a block.

mod cache;
mod classes;
mod grammar;
mod languages;
mod lex;
mod session;
mod spans;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use spans::{PLAIN, Spans};

pub(crate) use cache::VERSION;
pub use cache::{Cache, Stored};
pub(crate) use languages::nearest as nearest_language;

/// Longer lines are shown plain: nobody reads such a line, and grammars take ever longer for it.
const MAX_LINE: usize = 4 * 1024;
/// Longer blocks are shown plain from here on.
const MAX_BLOCK: usize = 512 * 1024;

/// What is known of a code before anybody shows it.
pub struct Highlighted {
    /// The HTML that a grammar has made of it, as [`write`] writes it. None where there is no need of a grammar: then
    /// making it takes no longer than keeping it.
    pub html: Option<Arc<str>>,
    /// Whether there is a highlighter for the language, or none is wanted.
    pub known: bool,
    /// What it is called in the cache, where it is there.
    pub key: Option<u128>,
}

/// Highlights code of a language, named as people name it after a fence, where that takes a grammar.
pub fn highlight(language: &str, code: &str, cache: &Cache) -> Highlighted {
    if lexer(language, code).is_some() {
        return Highlighted { html: None, known: true, key: None };
    }
    let Some(name) = languages::find(language).map(|syntax| &*grammar::variant(syntax, code).name) else {
        return Highlighted { html: None, known: languages::is_plain(language), key: None };
    };
    // Sessions of a shell are cached apart from its scripts.
    let name = if session::is(language) { "console" } else { name };
    let make = || by_grammar(language, code).unwrap_or_default();
    let (key, html) = cache.get_or_insert_with(name, code, make);
    Highlighted { html: Some(html), known: true, key: Some(key) }
}

/// Appends the HTML of a code that needs no grammar, with `<span class="…">` for tokens; no span crosses a line end. Plain
/// text and code in an unknown language are only escaped.
pub(crate) fn write(language: &str, code: &str, out: &mut String) {
    let mut spans = Spans::after(std::mem::take(out));
    match lexer(language, code) {
        Some(lexer) => {
            session::render(language, code, &mut spans, |code, out| lex::render(lexer, code, out));
        }
        None => spans.push(code, PLAIN),
    }
    *out = spans.finish();
}

/// The HTML of a code in a language that has a lexer. None too for code with a line so long that it is shown plain.
pub fn by_lexer(language: &str, code: &str) -> Option<String> {
    let mut html = String::with_capacity(code.len() * 4);
    lexer(language, code)?;
    write(language, code, &mut html);
    Some(html)
}

fn lexer(language: &str, code: &str) -> Option<lex::Lexer> {
    let too_long =
        || code.len() > MAX_BLOCK || code.len() > MAX_LINE && code.lines().any(|line| line.len() > MAX_LINE);
    languages::named(language)?.lexer.filter(|_| !too_long())
}

/// The HTML of JSON, however long its lines are: examples in an API description are shown whole.
pub(crate) fn json(code: &str) -> String {
    let mut out = Spans::after(String::with_capacity(code.len() * 3));
    lex::render(lex::json::lex, code, &mut out);
    out.finish()
}

/// The HTML of a code as the grammar of its language has it, whether it has a lexer or not: what lexers are held against.
pub fn by_grammar(language: &str, code: &str) -> Option<String> {
    let syntax = grammar::variant(languages::find(language)?, code);
    let mut out = Spans::after(String::with_capacity(code.len() * 3));
    session::render(language, code, &mut out, |code, out| grammar::render(syntax, code, out));
    Some(out.finish())
}
