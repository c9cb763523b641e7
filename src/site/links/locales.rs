//! Reports the problems of files that several locales show.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::diag::{Code, Diagnostic, Location};
use crate::path::SourcePath;
use crate::site::{Locale, Page};

/// A problem and the index of the locale that it occurs in. Problems that can't depend on a locale have the index 0.
pub(super) type Problem = (usize, Diagnostic);

/// Returns a page's problems. The problems of an untranslated page can be only in the page's locale.
fn of_page(page: &Page, found: Vec<Diagnostic>) -> impl Iterator<Item = Problem> {
    let locale = if page.is_untranslated() { page.locale } else { 0 };
    found.into_iter().map(move |one| (locale, one))
}

/// Returns the problems with links and images on a site's pages. `found` contains them by the page's index.
pub(in crate::site) fn problems(
    pages: &[Arc<Page>],
    found: &BTreeMap<usize, Vec<Diagnostic>>,
    locales: &[Locale],
) -> Vec<Diagnostic> {
    let found = found.iter().flat_map(|(index, found)| of_page(&pages[*index], found.clone()));
    once(found.collect(), locales)
}

/// Returns the problems of pages whose path another page has. A file can have its own path in some locales only, so the
/// problems that are the same are removed from `found`, or aren't returned.
pub(super) fn of_second<'p>(
    pages: &[Arc<Page>],
    second: impl Iterator<Item = (&'p Page, Vec<Diagnostic>)>,
    found: &mut BTreeMap<usize, Vec<Diagnostic>>,
    locales: &[Locale],
) -> Vec<Diagnostic> {
    let mut second: Vec<Problem> = second.flat_map(|(page, found)| of_page(page, found)).collect();
    let of_default = second.iter().filter(|(locale, _)| *locale == 0);
    let known: HashSet<_> = of_default.map(|(_, one)| place(one)).collect();
    for (_, found) in found.iter_mut().filter(|(index, _)| pages[**index].is_untranslated()) {
        found.retain(|one| !known.contains(&place(one)));
    }
    found.retain(|_, found| !found.is_empty());
    let known: HashSet<_> = found.values().flatten().map(place).collect();
    second.retain(|(locale, one)| *locale == 0 || !known.contains(&place(one)));
    once(second, locales)
}

/// Returns each problem once. If the default locale doesn't have a problem, a hint names the locales that have it. The
/// same file is right in other locales, so docgen can't fix such a problem.
pub(super) fn once(found: Vec<Problem>, locales: &[Locale]) -> Vec<Diagnostic> {
    let (own, mut others): (Vec<Problem>, Vec<Problem>) =
        found.into_iter().partition(|(locale, _)| *locale == 0);
    let mut all: Vec<Diagnostic> = own.into_iter().map(|(_, one)| one).collect();
    if others.is_empty() {
        return all;
    }
    let known: HashSet<_> = all.iter().map(place).collect();
    others.retain(|(_, one)| !known.contains(&place(one)));
    let key = |(_, one): &Problem| (one.location.clone(), one.page.clone(), one.code, one.message.clone());
    others.sort_by_cached_key(|problem| (key(problem), problem.0));
    for group in others.chunk_by(|a, b| key(a) == key(b)) {
        let (_, first) = &group[0];
        let mut codes: Vec<String> =
            group.iter().map(|(locale, _)| format!("`{}`", locales[*locale].code)).collect();
        codes.dedup();
        let noun = if codes.len() == 1 { "locale" } else { "locales" };
        let hint = format!("the problem is only in the {noun} {}", codes.join(", "));
        all.push(Diagnostic { edit: None, ..first.clone() }.hint(hint));
    }
    all
}

/// Returns everything about a problem except its text, which can differ between locales.
fn place(one: &Diagnostic) -> (Option<Location>, Option<Box<SourcePath>>, Code) {
    (one.location.clone(), one.page.clone(), one.code)
}
