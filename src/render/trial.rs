//! Trying out a site's own templates before anything is written: on samples of what each is given, in which everything
//! that may be absent is there, and is not; then on the pages themselves.
//!
//! Rendering stops at its first error. So what has failed is left out of the template, and it is tried again: one run finds
//! all that is wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use minijinja::value::{Enumerator, Object};
use minijinja::{ErrorKind, Value};
use rayon::prelude::*;

use super::{PageFiles, Renderer, Theme, body, by_page, redirect, shell};
use crate::diag::{Code, Diagnostic, nearest};
use crate::path::OutPath;
use crate::site::PageKind;

/// How often a set of samples is tried again after what failed has been left out.
const ROUNDS: usize = 50;

/// Decides which values of a sample are there.
pub(super) struct Sample {
    lacks: Lacks,
    asked: RefCell<Vec<Optional>>,
}

/// A value that may be absent: its name, and what it is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Optional(&'static str, &'static str);

/// What is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lacks {
    Nothing,
    One(Optional),
    Everything,
}

impl Sample {
    fn new(lacks: Lacks) -> Self {
        Sample { lacks, asked: RefCell::default() }
    }

    fn has(&self, value: Optional) -> bool {
        self.asked.borrow_mut().push(value);
        match self.lacks {
            Lacks::Nothing => true,
            Lacks::One(absent) => absent != value,
            Lacks::Everything => false,
        }
    }

    /// A value that may be absent.
    pub(super) fn some<T>(&self, name: &'static str, value: T) -> Option<T> {
        self.has(Optional(name, "absent")).then_some(value)
    }

    /// A list that may be empty.
    pub(super) fn list<T>(&self, name: &'static str, item: T) -> Vec<T> {
        self.has(Optional(name, "empty")).then_some(item).into_iter().collect()
    }

    /// What is true or false.
    pub(super) fn flag(&self, name: &'static str) -> bool {
        self.has(Optional(name, "false"))
    }
}

/// When a template failed, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Occasion {
    /// On a sample for this template.
    Sample(Lacks, Entry),
    /// On pages: the first of them and how many.
    Pages(usize, usize),
    /// On a redirect.
    Redirect,
}

impl Occasion {
    /// The rendering of a page, or of what is none.
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

/// Where templates failed: template, place and reason, with the occasion.
#[derive(Debug, Default)]
pub(super) struct Faults(BTreeMap<Fault, Occasion>);

/// What failed in a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fault {
    pub(super) template: String,
    start: usize,
    end: usize,
    reason: Reason,
}

impl Fault {
    /// Its place in the text of the template.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// This expression, where it is known.
    Undefined(Option<String>),
    Endless,
    Other(String),
}

impl Faults {
    /// Adds an error. It is where rendering stopped, which may be in a part that another template includes.
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
            // Where it ran out is nowhere in particular.
            ErrorKind::OutOfFuel => {
                range = 0..0;
                Reason::Endless
            }
            ErrorKind::UnknownFilter | ErrorKind::UnknownFunction | ErrorKind::UnknownTest => {
                let detail = inner.detail().unwrap_or_default().trim_end_matches(" is unknown");
                let (what, name) = detail.split_once(' ').unwrap_or(("function", detail));
                Reason::Other(format!("unknown {what} `{name}`"))
            }
            kind => Reason::Other(inner.detail().map_or_else(|| kind.to_string(), str::to_owned)),
        };
        let template = inner.name().unwrap_or_default().to_owned();
        let fault = Fault { template, start: range.start, end: range.end, reason };
        let before = self.0.remove(&fault);
        self.0.insert(fault, before.map_or(occasion, |before| before.and(occasion)));
    }
}

/// A place in a template from the start of its expression: the engine's may begin behind the first names of `page.a.b`.
fn whole(text: &str, place: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    // A filter is a part of what it is put to.
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

/// The name that stands for what has been left out of a template.
pub(super) const NOTHING: &str = "_";

/// A text with [`NOTHING`] in the place of an expression, and everything else where it was.
pub(super) fn without(text: &str, place: Range<usize>) -> Option<String> {
    let blanks = text.get(place.clone())?.strip_prefix(|_| true)?.bytes();
    let blanks: String = blanks.map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let end = " ".repeat(place.len() - NOTHING.len() - blanks.len());
    Some(format!("{}{NOTHING}{blanks}{end}{}", &text[..place.start], &text[place.end..]))
}

/// A value with every attribute, which shows as nothing.
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

impl<'a> Renderer<'a> {
    /// Tries the site's own templates on samples. What fails is left out of them from now on.
    pub(super) fn try_samples(&mut self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        if self.theme.overrides.is_empty() {
            return diagnostics;
        }
        let mut cases: Vec<(Entry, Lacks)> = Entry::all().map(|entry| (entry, Lacks::Nothing)).collect();
        // Every locale has its own texts, which its own templates may ask for.
        for locale in 0..self.messages.len() {
            self.try_until_right(&cases, locale, &mut diagnostics);
        }
        let all = |entry: Entry| {
            let sample = Sample::new(Lacks::Nothing);
            self.sample(entry, &sample, 0);
            let mut asked = sample.asked.into_inner();
            asked.sort_unstable();
            asked.dedup();
            asked.into_iter().map(move |one| (entry, Lacks::One(one))).collect::<Vec<_>>()
        };
        cases = Entry::all().flat_map(all).collect();
        self.try_until_right(&cases, 0, &mut diagnostics);
        cases = Entry::all().map(|entry| (entry, Lacks::Everything)).collect();
        self.try_until_right(&cases, 0, &mut diagnostics);
        diagnostics
    }

    fn try_until_right(&mut self, cases: &[(Entry, Lacks)], locale: usize, found: &mut Vec<Diagnostic>) {
        for _ in 0..ROUNDS {
            cases.par_iter().for_each(|(entry, lacks)| {
                let context = self.sample(*entry, &Sample::new(*lacks), locale);
                self.templates.try_out(entry.template(), &context, Occasion::Sample(*lacks, *entry));
            });
            let faults = self.templates.take_faults();
            if faults.0.is_empty() {
                break;
            }
            for (fault, occasion) in faults.0 {
                if self.templates.leave_out(self.theme, &fault) {
                    found.push(self.report(&fault, &occasion));
                }
            }
        }
    }

    /// Tries the site's own templates on the pages that were not made of the same when `is_made` says so, and on every
    /// redirect.
    pub fn try_pages(&self, is_made: impl Fn(&OutPath, u128) -> bool + Sync) -> Vec<Diagnostic> {
        if self.theme.overrides.is_empty() {
            return Vec::new();
        }
        let has_shell = self.theme.overrides.contains_key("shell.html");
        let outputs = self.outputs();
        let (pages, _) = by_page(&outputs);
        pages.par_iter().for_each(|files: &PageFiles<'_>| {
            let given = self.given(files.page);
            let key = self.key(files.page, &given);
            if files.outputs.iter().any(|output| is_made(&output.path, key)) {
                return;
            }
            let body = self.body(files.page, &given);
            if has_shell {
                self.shell(files.page, &given, &body);
            }
        });
        if self.theme.overrides.contains_key("redirect.html") {
            self.site.redirects.par_iter().for_each(|redirect| drop(self.redirect_shell(redirect)));
        }
        let faults = self.templates.take_faults();
        faults.0.iter().map(|(fault, occasion)| self.report(fault, occasion)).collect()
    }

    /// What a template is given in a sample.
    fn sample(&self, entry: Entry, sample: &Sample, locale: usize) -> Value {
        match PageKind::ALL.get(entry.0) {
            Some(kind) => body::sample(*kind, sample, &self.messages[locale]),
            None if entry == Entry::SHELL => shell::sample(sample, &self.shared[locale]),
            None => redirect::sample(),
        }
    }
}

impl Renderer<'_> {
    /// A fault at its place, with when it happens and what can be done.
    fn report(&self, fault: &Fault, occasion: &Occasion) -> Diagnostic {
        let own = self.theme.overrides.get_key_value(&fault.template);
        let expression = own.and_then(|(_, text)| text.get(fault.range())).unwrap_or_default();
        let expression = match &fault.reason {
            Reason::Undefined(Some(known)) => known,
            _ => expression,
        };
        let what = match &fault.reason {
            Reason::Undefined(_) => format!("`{expression}` is undefined"),
            Reason::Endless => "the template never ends".to_owned(),
            Reason::Other(reason) => reason.clone(),
        };
        let of_part = |entry: Entry| match entry.template() {
            template if template == fault.template => String::new(),
            template => format!(" in `{template}`"),
        };
        let (when, entry) = match *occasion {
            Occasion::Sample(Lacks::Nothing, entry) => (of_part(entry), Some(entry)),
            Occasion::Sample(Lacks::One(Optional(name, how)), _) => {
                (format!(" where `{name}` is {how}"), None)
            }
            Occasion::Sample(Lacks::Everything, _) => (" where all that may be absent is".to_owned(), None),
            Occasion::Pages(first, count) => {
                let first = self.at.href(&self.site.pages[first].route);
                let others = match count - 1 {
                    0 => String::new(),
                    1 => " and 1 other page".to_owned(),
                    more => format!(" and {more} other pages"),
                };
                (format!(" on `{first}`{others}"), None)
            }
            Occasion::Redirect => (of_part(Entry::REDIRECT), None),
        };
        let hint = match (&fault.reason, occasion) {
            (Reason::Endless, _) => None,
            (_, Occasion::Sample(Lacks::One(Optional(name, "absent" | "empty")), _)) => {
                Some(format!("check it first: `{{% if {name} %}}`"))
            }
            (Reason::Undefined(_), _) => {
                let near = entry.and_then(|entry| self.did_you_mean(entry, expression));
                Some(near.unwrap_or_else(|| "use a value that the manual lists for this template".to_owned()))
            }
            _ => None,
        };
        let diagnostic = Diagnostic::new(Code::InvalidTemplate, format!("{what}{when}")).hint_if(hint);
        match own {
            Some((name, _)) if !fault.range().is_empty() => {
                diagnostic.at(&Theme::template_path(name), fault.range())
            }
            Some((name, _)) => diagnostic.in_file(&Theme::template_path(name)),
            None => diagnostic.in_file(&Theme::template_path(self.culprit(occasion))),
        }
    }

    /// The template of the site that makes one of the theme's fail.
    fn culprit(&self, occasion: &Occasion) -> &str {
        let entry = match occasion {
            Occasion::Sample(_, entry) => entry.template(),
            Occasion::Redirect => Entry::REDIRECT.template(),
            Occasion::Pages(page, _) => self.site.pages[*page].kind.template(),
        };
        let mut own = self.theme.overrides.keys().map(String::as_str);
        own.clone().find(|name| *name == entry).or_else(|| own.next()).unwrap_or_default()
    }

    /// A name like the last one of an expression such as `page.titel`, of which the others are right.
    fn did_you_mean(&self, entry: Entry, expression: &str) -> Option<String> {
        let mut value = self.sample(entry, &Sample::new(Lacks::Nothing), 0);
        let mut before = String::new();
        if expression.contains(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '_')) {
            return None;
        }
        for name in expression.split('.') {
            let next = value.get_attr(name).ok()?;
            if next.is_undefined() {
                let names: Vec<String> = value.try_iter().ok()?.map(|name| name.to_string()).collect();
                let near = nearest(name, names.iter().map(String::as_str))?;
                return Some(format!("did you mean `{before}{near}`?"));
            }
            before.push_str(&format!("{name}."));
            value = next;
        }
        None
    }
}

/// A file in the place of a template that the theme hasn't got.
pub(super) fn unknown(theme: &Theme, name: &str) -> Diagnostic {
    let known = theme.templates.keys().map(String::as_str);
    let hint = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names: Vec<String> = known.map(|name| format!("`{name}`")).collect();
            format!("the templates are {}", names.join(", "))
        }
    };
    Diagnostic::new(Code::InvalidTemplate, format!("there is no template `{name}` to replace"))
        .in_file(&Theme::template_path(name))
        .hint(hint)
}

/// A template of the site that is no template.
pub(super) fn not_compiled(theme: &Theme, name: &str, error: &minijinja::Error) -> Diagnostic {
    let message = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let diagnostic = Diagnostic::new(Code::InvalidTemplate, message)
        .hint("check the syntax: templates are written in MiniJinja, which is close to Jinja2");
    let path = Theme::template_path(name);
    let line = error.line().zip(theme.overrides.get(name)).and_then(|(line, text)| line_of(text, line));
    match line {
        Some(line) => diagnostic.at(&path, line),
        None => diagnostic.in_file(&path),
    }
}

/// A line of a text without the blanks around it; lines count from 1.
fn line_of(text: &str, line: usize) -> Option<Range<usize>> {
    let before = line.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let whole = text[start..].lines().next()?;
    let start = start + whole.len() - whole.trim_start().len();
    Some(start..start + whole.trim().len())
}

/// A template that a file of the output is made with: that of a kind of page by its number, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(usize);

impl Entry {
    const SHELL: Entry = Entry(PageKind::ALL.len());
    const REDIRECT: Entry = Entry(PageKind::ALL.len() + 1);

    fn all() -> impl Iterator<Item = Entry> {
        (0..=Entry::REDIRECT.0).map(Entry)
    }

    fn template(self) -> &'static str {
        match PageKind::ALL.get(self.0) {
            Some(kind) => kind.template(),
            None if self == Entry::SHELL => "shell.html",
            None => "redirect.html",
        }
    }
}

/// A sample for every template.
#[cfg(test)]
pub(super) fn samples(mut each: impl FnMut(Value)) {
    let sample = Sample::new(Lacks::Nothing);
    PageKind::ALL.iter().for_each(|kind| each(body::sample(*kind, &sample, &super::Messages::default())));
    each(redirect::sample());
    each(shell::sample(&sample, &shell::SharedShell::default()));
}
