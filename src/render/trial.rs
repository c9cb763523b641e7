//! Tests a site's own templates before anything is written: first with sample values, then on the pages themselves. In
//! the samples, each optional value exists in one case and is absent in another.
//!
//! Rendering stops at the first error, so the failing part is left out, and the template is tested again. This way, one
//! run finds all errors.

use minijinja::Value;
use rayon::prelude::*;

use super::{
    PageFiles, Renderer, Theme, body, by_page,
    fault::{Fault, Occasion, Reason},
    redirect,
    sample::{Entry, Lacks, Optional, Sample},
    shell,
};
use crate::diag::{Code, Diagnostic, nearest};
use crate::path::OutPath;
use crate::site::PageKind;

/// The maximum number of attempts for a set of samples.
const ROUNDS: usize = 50;

impl<'a> Renderer<'a> {
    /// Tests the site's own templates with samples and leaves out each part that fails.
    pub(super) fn try_samples(&mut self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        if self.theme.overrides.is_empty() {
            return diagnostics;
        }
        let mut cases: Vec<(Entry, Lacks)> = Entry::all().map(|entry| (entry, Lacks::Nothing)).collect();
        // Every locale has its own strings, which templates can use.
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

    /// Tests the site's own templates on every redirect and on every page that hasn't been rendered yet. `is_made`
    /// returns whether a file has already been rendered with the page's key.
    pub(crate) fn try_pages(&self, is_made: impl Fn(&OutPath, u128) -> bool + Sync) -> Vec<Diagnostic> {
        if self.theme.overrides.is_empty() {
            return Vec::new();
        }
        let has_shell = self.theme.overrides.contains_key("shell.html");
        let outputs = self.outputs();
        let (pages, _) = by_page(&outputs);
        pages.par_iter().for_each(|files: &PageFiles<'_>| {
            let page_data = self.page_data(files.page);
            let key = self.key(files.page, &page_data);
            if files.outputs.iter().any(|output| is_made(&output.path, key)) {
                return;
            }
            let body = self.body(files.page, &page_data, &<_>::default());
            if has_shell {
                self.shell(files.page, &page_data, &body);
            }
        });
        if self.theme.overrides.contains_key("redirect.html") {
            self.site.redirects.par_iter().for_each(|redirect| drop(self.redirect_shell(redirect)));
        }
        let faults = self.templates.take_faults();
        faults.0.iter().map(|(fault, occasion)| self.report(fault, occasion)).collect()
    }

    /// Returns sample values for a template.
    fn sample(&self, entry: Entry, sample: &Sample, locale: usize) -> Value {
        match PageKind::ALL.get(entry.0) {
            Some(kind) => body::sample(*kind, sample, &self.messages[locale]),
            None if entry == Entry::SHELL => shell::sample(sample, &self.shared[locale]),
            None => redirect::sample(),
        }
    }

    /// Returns the problem for a fault, with its location, its occasion, and a hint.
    fn report(&self, fault: &Fault, occasion: &Occasion) -> Diagnostic {
        let own = self.theme.overrides.get_key_value(&fault.template);
        let expression = own.and_then(|(_, text)| text.get(fault.range())).unwrap_or_default();
        let expression = match &fault.reason {
            Reason::Undefined(Some(known)) => known,
            _ => expression,
        };
        let what = match &fault.reason {
            Reason::Undefined(_) => format!("`{expression}` is undefined"),
            Reason::Endless => "the template never finishes".to_owned(),
            Reason::Missing(name) => format!("the included template `{name}` doesn't exist"),
            Reason::Other(reason) => reason.clone(),
        };
        let of_part = |entry: Entry| match entry.template() {
            template if template == fault.template => String::new(),
            template => format!(" in `{template}`"),
        };
        let (when, entry) = match *occasion {
            _ if matches!(fault.reason, Reason::Missing(_)) => (String::new(), None),
            Occasion::Sample(Lacks::Nothing, entry) => (of_part(entry), Some(entry)),
            Occasion::Sample(Lacks::One(Optional(name, how)), _) => {
                (format!(" when `{name}` is {how}"), None)
            }
            Occasion::Sample(Lacks::Everything, _) => {
                (" when every optional value is absent".to_owned(), None)
            }
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
            (Reason::Missing(name), _) => {
                let known = self.theme.templates.keys().map(String::as_str);
                nearest(name, known).map(|near| format!("did you mean `{near}`?"))
            }
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

    /// Returns the override that probably makes one of the theme's templates fail.
    fn culprit(&self, occasion: &Occasion) -> &str {
        let entry = match occasion {
            Occasion::Sample(_, entry) => entry.template(),
            Occasion::Redirect => Entry::REDIRECT.template(),
            Occasion::Pages(page, _) => self.site.pages[*page].kind.template(),
        };
        let mut own = self.theme.overrides.keys().map(String::as_str);
        own.clone().find(|name| *name == entry).or_else(|| own.next()).unwrap_or_default()
    }

    /// Suggests a name that is similar to the last name in an expression such as `page.titel`. The other names in the
    /// expression are valid.
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

/// Calls `each` with a sample for every template.
#[cfg(test)]
pub(super) fn samples(mut each: impl FnMut(Value)) {
    let sample = Sample::new(Lacks::Nothing);
    PageKind::ALL.iter().for_each(|kind| each(body::sample(*kind, &sample, &super::Messages::default())));
    each(redirect::sample());
    each(shell::sample(&sample, &shell::SharedShell::default()));
}
