//! Resolves redirects through other redirects to a page, a file, or another site.

use std::collections::{HashMap, HashSet};

use super::{Origin, To, Written, own_paths};
use crate::diag::{Code, Diagnostic, Hint};
use crate::path::{RoutePath, encode_path};
use crate::site::{Routes, Target, drafts::HINT};

/// A redirect's final target.
#[derive(Clone)]
enum End {
    /// An existing target.
    There(To),
    /// A path without a page or file.
    Missing,
    /// No target, because the redirect is part of a loop.
    Loop,
}

/// The next step from a redirect's target.
enum Step {
    There,
    Redirect(usize),
    /// The splat with this index. The string is the part of the path after the splat's folder.
    Splat(usize, String),
    Missing,
}

pub(super) struct Resolver<'a> {
    routes: Routes<'a>,
    all: &'a [Written],
    exact: HashMap<RoutePath, usize>,
    splats: HashMap<RoutePath, usize>,
    ends: Vec<Option<End>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(routes: Routes<'a>, all: &'a [Written]) -> Self {
        let splats = all.iter().enumerate().filter(|(_, written)| written.is_splat);
        let splats = splats.map(|(index, written)| (written.from.clone(), index)).collect();
        Resolver { routes, all, exact: own_paths(all), splats, ends: vec![None; all.len()] }
    }

    /// Returns each redirect's final target. If a redirect is broken, reports the redirect and returns `None` for its
    /// target.
    pub(super) fn all(mut self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Option<To>> {
        let all = self.all;
        let mut found = Vec::with_capacity(all.len());
        for index in 0..all.len() {
            let end = self.end(index);
            diagnostics.extend(self.report(index, &end));
            found.push(match end {
                End::There(to) => Some(to),
                End::Missing | End::Loop => None,
            });
        }
        found
    }

    /// Resolves a redirect. Keeps the results of the redirects along the chain so that each chain is followed once.
    fn end(&mut self, index: usize) -> End {
        // The redirects so far (`None` for a path that a splat covers), each with its query and fragment.
        let mut way: Vec<(Option<usize>, String)> = Vec::new();
        let mut seen = HashSet::new();
        let (mut at, mut to) = (Some(index), self.all[index].to.clone());
        let end = loop {
            if let Some(at) = at {
                if let Some(end) = &self.ends[at] {
                    break end.clone();
                }
                if !seen.insert(at) {
                    break End::Loop;
                }
            }
            way.push((at, to.suffix.clone()));
            match self.step(&to) {
                Step::There => break End::There(to),
                Step::Missing => break End::Missing,
                Step::Redirect(next) => (at, to) = (Some(next), self.all[next].to.clone()),
                // A folder that redirects to another folder continues with that folder's redirect.
                Step::Splat(next, rest) if rest.is_empty() && to.carries => {
                    (at, to) = (Some(next), self.all[next].to.clone());
                }
                Step::Splat(next, _) if !seen.insert(next) => break End::Loop,
                Step::Splat(next, rest) => (at, to) = (None, filled(&self.all[next].to, &rest, to.carries)),
            }
        };
        // The first redirect with a query or a fragment determines the query and fragment of the chain.
        let mut kept = end;
        for (at, own) in way.into_iter().rev() {
            if let End::There(To { suffix, .. }) = &mut kept
                && !own.is_empty()
            {
                *suffix = own;
            }
            if let Some(at) = at {
                self.ends[at] = Some(kept.clone());
            }
        }
        kept
    }

    /// Returns the next step from a redirect's target.
    fn step(&self, to: &To) -> Step {
        let Target::Route(route) = &to.target else { return Step::There };
        let is_there =
            if to.carries { self.routes.inside(route).is_some() } else { self.routes.page(route).is_some() };
        if is_there {
            return Step::There;
        }
        if let Some(next) = self.exact.get(route).filter(|_| !to.carries) {
            return Step::Redirect(*next);
        }
        let mut folder = Some(route.clone());
        while let Some(path) = folder {
            if let Some(next) = self.splats.get(&path) {
                let rest = route.strip(&path).unwrap_or_default();
                return Step::Splat(*next, rest.to_owned());
            }
            folder = (!path.is_root()).then(|| path.parent());
        }
        // All pages of the folder can have been replaced with redirects.
        if to.carries && has_below(self.all, route) { Step::There } else { Step::Missing }
    }

    fn report(&self, index: usize, end: &End) -> Option<Diagnostic> {
        let Written { shown: (from, to), origin, to: own, .. } = &self.all[index];
        if *origin == Origin::Made {
            return None;
        }
        let report = |code, message, hint| self.routes.report(code, *origin, "to", message, hint);
        let invalid = |message, hint| report(Code::InvalidRedirect, message, hint);
        let step = self.step(own);
        let next = match &step {
            Step::Redirect(next) | Step::Splat(next, _) => Some(*next),
            Step::There | Step::Missing => None,
        };
        match (end, next) {
            (End::Loop, Some(next)) if next == index => {
                invalid(format!("`{from}` redirects to itself"), Some("redirect it to a page".into()))
            }
            (End::Loop, _) => {
                let message = format!("`{from}` redirects to `{to}`, which leads to a redirect loop");
                invalid(message, Some("redirect one of these paths to a page".into()))
            }
            (End::Missing, None) if own.carries => {
                let message = format!("`{from}` redirects to `{to}`, which doesn't match any page or file");
                invalid(message, None)
            }
            (End::Missing, None) => {
                let Target::Route(route) = &own.target else { return None };
                if let Some(draft) = self.routes.drafts.at(route) {
                    return invalid(format!("`{from}` redirects to the draft `{draft}`"), Some(HINT.into()));
                }
                let message = format!("`{from}` redirects to `{to}`, which doesn't match any page or file");
                invalid(message, self.routes.did_you_mean(route))
            }
            (End::There(end), Some(next)) if self.all[next].origin != Origin::Made => {
                let message = format!("`{from}` redirects to `{to}`, which is itself a redirect");
                let end = shown(end);
                let text = format!("redirect it to `{end}`");
                let hint =
                    if own.carries { text.into() } else { Hint { text, ..Hint::meant(to, &end, true) } };
                report(Code::RedirectChain, message, Some(hint))
            }
            // Either this redirect is valid, or the problem is reported for the next redirect.
            (End::Missing | End::There(_), _) => None,
        }
    }
}

/// Whether a redirect from a single path starts below a folder.
pub(super) fn has_below(all: &[Written], folder: &RoutePath) -> bool {
    let is_below = |from: &RoutePath| from.strip(folder).is_some_and(|rest| !rest.is_empty());
    all.iter().any(|written| !written.is_splat && is_below(&written.from))
}

/// Returns the target of a splat for a path. `rest` is the part of the path after the splat's folder.
fn filled(to: &To, rest: &str, carries: bool) -> To {
    if !to.carries {
        return to.clone();
    }
    let target = match &to.target {
        Target::Route(folder) => Target::Route(folder.join(rest)),
        Target::Address { href, external } => {
            let slash = if carries && !rest.is_empty() { "/" } else { "" };
            Target::Address { href: format!("{href}{}{slash}", encode_path(rest)), external: *external }
        }
    };
    To { target, suffix: to.suffix.clone(), carries }
}

/// Returns the target of a redirect, as written in a config.
fn shown(to: &To) -> String {
    let target = match &to.target {
        Target::Route(route) if to.carries => format!("{}/", route.as_str().trim_end_matches('/')),
        Target::Route(route) => route.to_string(),
        Target::Address { href, .. } => href.clone(),
    };
    format!("{target}{}{}", if to.carries { "*" } else { "" }, to.suffix)
}
