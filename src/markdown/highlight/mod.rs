//! Highlights code. This module has one small interface and two engines.
//!
//! The most common languages in documentation have their own lexers ([`lex`]), which are about 100 times as fast as
//! grammars. syntect ([`grammar`]) handles every other language. Both engines use the same 20 or so classes, and both
//! color themes are style sheets for these classes. This module doesn't handle Markdown, marks, or the HTML around a
//! block.

mod cache;
mod classes;
mod grammar;
mod languages;
mod lex;
mod mdx;
mod session;
mod spans;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;
use std::sync::Arc;

use spans::{PLAIN, Spans};

pub(crate) use cache::VERSION;
pub use cache::{Cache, Stored};
pub(crate) use languages::{is_known, names as language_names, nearest as nearest_language};
pub(crate) use session::commands;

/// The maximum length of a highlighted line, in bytes. A longer line isn't highlighted. Such a line isn't readable, and
/// grammars take too long to highlight it.
const MAX_LINE: usize = 4 * 1024;
/// The maximum length of highlighted code in a block, in bytes. The rest of a longer block isn't highlighted.
const MAX_BLOCK: usize = 512 * 1024;

/// The result of highlighting code.
pub struct Highlighted {
    /// The HTML from a grammar. If no grammar is needed, the value is `None`, because [`write`] takes no longer than
    /// loading a stored result.
    pub html: Option<Arc<str>>,
    /// Whether the language has a highlighter or doesn't need one.
    pub known: bool,
    /// The key of the HTML in the cache, if it's cached.
    pub key: Option<u128>,
}

/// If the code's language needs a grammar, highlights the code. `language` is the language name after the opening
/// fence.
pub fn highlight(language: &str, code: &str, cache: &Cache) -> Highlighted {
    if lexer(language, code).is_some() {
        return Highlighted { html: None, known: true, key: None };
    }
    let Some(name) = languages::find(language).map(|syntax| &*grammar::variant(syntax, code).name) else {
        return Highlighted { html: None, known: languages::is_plain(language), key: None };
    };
    // Shell sessions are cached separately from scripts, and MDX separately from Markdown.
    let name = match () {
        () if session::is(language, code) => format!("session {name}").into(),
        () if mdx::is(language) => Cow::Borrowed("mdx"),
        () => Cow::Borrowed(name),
    };
    let make = || by_grammar(language, code).unwrap_or_default();
    let (key, html) = cache.get_or_insert_with(&name, code, make);
    Highlighted { html: Some(html), known: true, key: Some(key) }
}

/// Appends the HTML for code that doesn't need a grammar. Tokens become `<span class="…">` elements. Spans never cross
/// line breaks. Plain text and unknown languages are only escaped.
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

/// Returns the HTML for code in a language with a lexer. For other languages, and for code that's too long or contains
/// a line that's too long, returns `None`.
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

/// Returns the HTML for inline code in a known language.
pub(crate) fn inline(language: &str, code: &str) -> String {
    by_lexer(language, code).or_else(|| by_grammar(language, code)).unwrap_or_else(|| {
        let mut out = String::with_capacity(code.len());
        write("text", code, &mut out);
        out
    })
}

/// Returns the HTML for JSON. The line length isn't limited, because examples in API references are shown in full.
pub(crate) fn json(code: &str) -> String {
    let mut out = Spans::after(String::with_capacity(code.len() * 3));
    lex::render(lex::json::lex, code, &mut out);
    out.finish()
}

/// Returns the HTML from a grammar, even for a language with a lexer, to compare both engines.
pub fn by_grammar(language: &str, code: &str) -> Option<String> {
    let syntax = grammar::variant(languages::find(language)?, code);
    let mut out = Spans::after(String::with_capacity(code.len() * 3));
    let (front, code) = if syntax.name == "Markdown" { front_matter(code) } else { ("", code) };
    lex::render(lex::yaml::lex, front, &mut out);
    if syntax.name == "Markdown" {
        grammar::render_around(syntax, code, &mdx::parts(code, mdx::is(language)), &mut out);
    } else {
        session::render(language, code, &mut out, |code, out| grammar::render(syntax, code, out));
    }
    Some(out.finish())
}

/// Splits off the front matter of a page, because the Markdown grammar would interpret it as a heading. Returns the
/// front matter, which can be empty, and the rest of the page.
fn front_matter(code: &str) -> (&str, &str) {
    let end = code.strip_prefix("---\n").and_then(|rest| rest.find("\n---\n"));
    code.split_at(end.map_or(0, |end| end + "---\n\n---\n".len()))
}
