//! Style sheets: finds the URLs in the text of a file and, in a CSS module, replaces each name with a name that is
//! unique on the site.
//!
//! A style sheet stays as its author wrote it, except for these names and URLs. This module parses nothing else, so
//! syntax that docgen doesn't recognize also stays unchanged. It doesn't read other files or know what a URL refers to.

mod names;
mod rules;
mod selectors;
mod tokens;
mod urls;
mod values;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::diag::Span;
use crate::path::SourcePath;
use crate::source::Source;
pub(super) use names::{Composed, Origin};

/// A style sheet, and the differences between its published form and the file.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    text: Arc<str>,
    /// The hash of the text.
    pub hash: u64,
    /// The changes to the text, in ascending order.
    edits: Vec<Edit>,
    /// The names of a CSS module, each with the name that replaces it.
    pub(super) names: BTreeMap<String, String>,
    /// The classes that compose the classes of a CSS module.
    pub(super) composed: Vec<Composed>,
    /// The problems, in text order.
    pub problems: Vec<Problem>,
}

/// A change to the text of a style sheet.
#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    change: Change,
}

#[derive(Debug)]
enum Change {
    /// The text that replaces the range.
    Text(String),
    /// A URL, which replaces the range if it changes.
    Url(Url),
}

/// A URL in a style sheet.
#[derive(Debug)]
pub(crate) struct Url {
    /// The URL as written, with escapes resolved.
    pub target: String,
    /// Whether the URL is in an `@import`.
    pub is_import: bool,
    /// Whether the range is a whole `url(…)`, rather than a string.
    is_bare: bool,
    /// The location in the text.
    pub span: Span,
}

impl Url {
    /// Returns the text that replaces the URL with another URL.
    pub(crate) fn with(&self, new: &str) -> String {
        if self.is_bare { format!("url({})", quoted(new)) } else { quoted(new) }
    }
}

/// A problem in a style sheet.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The message.
    pub message: String,
    /// The next step.
    pub hint: String,
    /// The location in the text.
    pub span: Span,
}

impl Problem {
    fn new(message: impl Into<String>, range: Range<u32>) -> Self {
        let span = Span { start: range.start, end: range.end };
        Problem { message: message.into(), hint: String::new(), span }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Problem { hint: hint.into(), ..self }
    }
}

/// Whether a file is a CSS module.
pub(super) fn is_module(path: &SourcePath) -> bool {
    path.file_name().to_ascii_lowercase().ends_with(".module.css")
}

impl Sheet {
    /// Reads a style sheet.
    pub(crate) fn new(source: &Source) -> Self {
        let text = &source.text;
        let (tokens, problems) = tokens::tokens(text);
        let mut rules = rules::Rules::new(text, &tokens, is_module(&source.path).then_some(&source.path));
        rules.problems = problems;
        rules.read();
        let urls = urls::urls(&tokens, &rules.preludes);
        let rules::Rules { mut edits, mut problems, names, composed, .. } = rules;
        edits.extend(urls);
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        problems.sort_by_key(|problem| problem.span.start);
        problems.truncate(MOST_PROBLEMS);
        Sheet { text: Arc::clone(text), hash: source.hash, edits, names, composed, problems }
    }

    /// Returns the URLs in the style sheet.
    pub(crate) fn urls(&self) -> impl Iterator<Item = &Url> {
        self.edits.iter().filter_map(|edit| match &edit.change {
            Change::Url(url) => Some(url),
            Change::Text(_) => None,
        })
    }

    /// Returns the published form of the style sheet. `resolve` returns the URL that replaces a URL, or `None` if the
    /// URL stays as written.
    pub(crate) fn published(&self, mut resolve: impl FnMut(&Url) -> Option<String>) -> String {
        let mut out = String::with_capacity(self.text.len() + 64);
        let mut at = 0;
        for Edit { range, change } in &self.edits {
            // A removed declaration can contain other changes.
            if range.start < at {
                continue;
            }
            let new = match change {
                Change::Text(text) => Some(text.clone()),
                Change::Url(url) => resolve(url).map(|new| url.with(&new)),
            };
            if let Some(new) = new {
                out.push_str(&self.text[at..range.start]);
                out.push_str(&new);
                at = range.end;
            }
        }
        out.push_str(&self.text[at..]);
        out
    }
}

/// The maximum number of reported problems per style sheet. One missing bracket can cause many problems.
const MOST_PROBLEMS: usize = 20;

/// Returns text as a CSS string.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    cssparser::serialize_string(text, &mut quoted).expect("writing to a string can't fail");
    quoted
}

/// Returns a range of offsets in 32 bits.
fn range_of(range: &Range<usize>) -> Range<u32> {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    number(range.start)..number(range.end)
}
