//! The faults in a site's own templates: where, when, and why a template fails, and which of its parts are then left
//! out.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use minijinja::value::{Enumerator, Object};
use minijinja::{ErrorKind, Value};

use super::{
    Theme,
    sample::{Entry, Lacks},
    slots::own_name,
};
use crate::diag::{Code, Diagnostic, suggest};

/// The occasions on which a template can fail, starting with the occasion that's most useful in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Occasion {
    /// The template is rendered with sample values.
    Sample(Lacks, Entry),
    /// The template is rendered for pages. The values are the first page and the number of pages.
    Pages(usize, usize),
    /// The template is rendered for a redirect.
    Redirect,
}

impl Occasion {
    /// Creates the occasion for a page or, if there is no page, for a redirect.
    pub(super) fn on(page: Option<usize>) -> Self {
        page.map_or(Occasion::Redirect, |page| Occasion::Pages(page, 1))
    }

    fn and(self, other: Occasion) -> Occasion {
        match (self, other) {
            (Occasion::Pages(a, some), Occasion::Pages(b, more)) => Occasion::Pages(a.min(b), some + more),
            (a, b) => a.min(b),
        }
    }
}

/// Template faults by template, location, and reason, each with its occasion.
#[derive(Debug, Default)]
pub(super) struct Faults(pub(super) BTreeMap<Fault, Occasion>);

/// A fault in a template.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fault {
    pub template: String,
    start: usize,
    end: usize,
    pub reason: Reason,
}

impl Fault {
    /// Returns the location in the template's text.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// An undefined expression, if known.
    Undefined(Option<String>),
    Endless,
    /// The name of a template that doesn't exist.
    Missing(String),
    Other(String),
}

impl Faults {
    /// Adds an error. The error's location can be in a template that another template includes.
    pub(super) fn add(&mut self, error: &minijinja::Error, occasion: Occasion) {
        let mut inner = error;
        while let Some(deeper) = std::error::Error::source(inner).and_then(|source| source.downcast_ref()) {
            inner = deeper;
        }
        let mut range =
            inner.range().map_or(0..0, |range| whole(inner.template_source().unwrap_or_default(), range));
        let reason = match inner.kind() {
            ErrorKind::UndefinedError => {
                Reason::Undefined(inner.detail().and_then(|text| text.split('`').nth(1)).map(str::to_owned))
            }
            // An endless loop has no specific location.
            ErrorKind::OutOfFuel => {
                range = 0..0;
                Reason::Endless
            }
            ErrorKind::UnknownFilter | ErrorKind::UnknownFunction | ErrorKind::UnknownTest => {
                let detail = inner.detail().unwrap_or_default().trim_end_matches(" is unknown");
                let (what, name) = detail.split_once(' ').unwrap_or(("function", detail));
                Reason::Other(format!("unknown {what} `{name}`"))
            }
            ErrorKind::TemplateNotFound => {
                let detail = inner.detail().unwrap_or_default();
                let name = detail.split(['\'', '"', '`']).nth(1).unwrap_or_default();
                Reason::Missing(name.to_owned())
            }
            kind => Reason::Other(inner.detail().map_or_else(|| kind.to_string(), str::to_owned)),
        };
        let template = own_name(inner.name().unwrap_or_default()).to_owned();
        let fault = Fault { template, start: range.start, end: range.end, reason };
        let before = self.0.remove(&fault);
        self.0.insert(fault, before.map_or(occasion, |before| before.and(occasion)));
    }
}

/// Extends the location in a template to the start of the expression. For example, the engine's location can start
/// after the first names of `page.a.b`.
fn whole(text: &str, place: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    // A filter belongs to the expression before it.
    let before = text.get(..place.start).unwrap_or_default().trim_end();
    let mut start = if before.ends_with('|') { before.len() - 1 } else { place.start };
    while matches!(bytes.get(start), Some(b'.' | b'[' | b'(' | b'|')) {
        let mut depth = 0_usize;
        let is_inside = |byte: &u8| {
            match *byte {
                b']' | b')' => depth += 1,
                b'[' | b'(' if depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                byte => return matches!(byte, b'.' | b'_' | 0x80..) || byte.is_ascii_alphanumeric(),
            }
            true
        };
        let length = bytes[..start].iter().rev().copied().take_while(is_inside).count();
        if length == 0 {
            break;
        }
        start -= length;
    }
    start..place.end
}

/// The name that replaces an omitted part of a template.
pub(super) const NOTHING: &str = "_";

/// Returns a template with [`NOTHING`] in place of an expression. The offsets of all other text stay the same.
pub(super) fn without(text: &str, place: Range<usize>) -> Option<String> {
    let blanks = text.get(place.clone())?.strip_prefix(|_| true)?.bytes();
    let blanks: String = blanks.map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let end = " ".repeat(place.len() - NOTHING.len() - blanks.len());
    Some(format!("{}{NOTHING}{blanks}{end}{}", &text[..place.start], &text[place.end..]))
}

/// A value that has every attribute and renders as nothing.
#[derive(Debug)]
pub(super) struct Nothing;

impl Object for Nothing {
    fn get_value(self: &Arc<Self>, _: &Value) -> Option<Value> {
        Some(Value::from_dyn_object(Arc::clone(self)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Empty
    }

    fn is_true(self: &Arc<Self>) -> bool {
        false
    }

    fn render(self: &Arc<Self>, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

/// Returns the problem with a file that doesn't replace any of the theme's templates.
pub(super) fn unknown(theme: &Theme, name: &str) -> Diagnostic {
    let known = theme.templates.keys().map(String::as_str);
    let hint = suggest(name, known);
    Diagnostic::new(Code::InvalidTemplate, format!("unknown template `{name}`"))
        .in_file(&Theme::template_path(name))
        .hint(hint)
}

/// Returns the problem with a site's template that doesn't compile.
pub(super) fn not_compiled(theme: &Theme, name: &str, error: &minijinja::Error) -> Diagnostic {
    let message = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let diagnostic = Diagnostic::new(Code::InvalidTemplate, message)
        .hint("check the syntax: MiniJinja uses Jinja2 syntax");
    let path = Theme::template_path(name);
    let line = error.line().zip(theme.overrides.get(name)).and_then(|(line, text)| line_of(text, line));
    match line {
        Some(line) => diagnostic.at(&path, line),
        None => diagnostic.in_file(&path),
    }
}

/// Returns the problem with a site's template for code samples.
pub(super) fn in_sample(theme: &Theme, name: &str, error: &minijinja::Error) -> Diagnostic {
    let reason = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let message = format!("the sample can't be written: {reason}");
    let diagnostic = Diagnostic::new(Code::InvalidTemplate, message);
    let path = Theme::sample_path(name);
    let line = error.line().zip(theme.samples.get(name)).and_then(|(line, text)| line_of(text, line));
    match line {
        Some(line) => diagnostic.at(&path, line),
        None => diagnostic.in_file(&path),
    }
}

/// Returns the range of a line without surrounding whitespace. Lines are numbered from 1.
fn line_of(text: &str, line: usize) -> Option<Range<usize>> {
    let before = line.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let whole = text[start..].lines().next()?;
    let start = start + whole.len() - whole.trim_start().len();
    Some(start..start + whole.trim().len())
}
