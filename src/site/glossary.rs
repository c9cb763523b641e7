//! Glossaries: the terms that pages explain, from the pages with `glossary: true` in their front matter.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use super::{Page, Parsed, Site, Version, translations::original_of};
use crate::config::Config;
use crate::diag::{Code, Diagnostic};
use crate::markdown::{Names, Term};
use crate::path::{RoutePath, SourcePath};

/// The terms of a locale and a version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glossary {
    /// The index of the locale in [`Site::locales`].
    locale: usize,
    /// The index of the version in [`Site::versions`]. Standalone pages and posts have no version.
    version: Option<usize>,
    /// Whether the terms are in the locale's own language.
    is_translated: bool,
    /// The names of all terms. Each name's number is an index into `entries`.
    pub names: Names,
    /// Each term with the path of its page.
    pub entries: Vec<(Term, RoutePath)>,
    /// Whether a definition contains a formula.
    pub has_formulas: bool,
    /// A hash of the entries.
    pub hash: u64,
}

/// Collects the terms of all glossaries and reports problems with the terms.
pub(super) fn glossaries(
    config: &Config,
    pages: &[Arc<Page>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Arc<[Glossary]> {
    diagnostics.extend(translations_without_terms(config, pages));
    let mut found: BTreeMap<(usize, Option<usize>), Glossary> = BTreeMap::new();
    for page in pages {
        let Some(parsed) = page.parsed().filter(|parsed| parsed.metadata.front_matter.glossary) else {
            continue;
        };
        let (locale, version) = (page.locale, page.version);
        let glossary = found.entry((locale, version)).or_default();
        (glossary.locale, glossary.version) = (locale, version);
        glossary.is_translated |= !page.is_untranslated();
        for term in &parsed.metadata.terms {
            let mut report = |message: String, hint: &str| {
                // An untranslated page is reported only in the default locale.
                let problem = Diagnostic::new(Code::InvalidGlossary, message);
                let problem = problem.at(&parsed.source.path, term.span).hint(hint);
                diagnostics.extend(Some(problem).filter(|_| !page.is_untranslated()));
            };
            if term.html.is_empty() {
                let message = format!("the term `{}` has no definition", term.names[0]);
                report(message, "write a paragraph after the term");
                continue;
            }
            let index = glossary.entries.len() as u32;
            if let Some(name) = term.names.iter().find(|name| glossary.names.add(name, index) != index) {
                report(format!("duplicate term `{name}`"), "remove one of the definitions");
            }
            glossary.entries.push((term.clone(), page.route.clone()));
        }
    }
    let with_hash = |mut glossary: Glossary| {
        let mut hasher = Xxh3::new();
        glossary.entries.hash(&mut hasher);
        glossary.hash = hasher.finish();
        glossary.has_formulas = glossary.entries.iter().any(|(term, _)| term.html.contains("<math"));
        glossary
    };
    found.into_values().map(with_hash).collect()
}

/// Reports the translations of glossaries that aren't glossaries themselves.
fn translations_without_terms(config: &Config, pages: &[Arc<Page>]) -> Vec<Diagnostic> {
    let originals = pages.iter().filter(|page| page.locale == 0).filter_map(|page| page.parsed());
    let originals: BTreeSet<&SourcePath> = originals
        .filter(|parsed| parsed.metadata.front_matter.glossary)
        .map(|parsed| &parsed.source.path)
        .collect();
    if originals.is_empty() {
        return Vec::new();
    }
    let translations = pages.iter().filter(|page| page.locale > 0 && !page.is_untranslated());
    let is_lost = |parsed: &&Arc<Parsed>| {
        !parsed.metadata.front_matter.glossary
            && original_of(config, &parsed.source.path).is_some_and(|original| originals.contains(&original))
    };
    let report = |parsed: &Arc<Parsed>| {
        let message = "the translation of a glossary isn't a glossary, so other pages don't show its terms";
        Diagnostic::new(Code::InvalidGlossary, message)
            .at(&parsed.source.path, 0..0)
            .hint("add `glossary: true` to the front matter")
    };
    translations.filter_map(|page| page.parsed()).filter(is_lost).map(report).collect()
}

impl Site {
    /// Returns the glossary that explains the terms on a page. A version without a glossary uses the glossary of the
    /// standalone pages, or of the main documentation. A glossary doesn't explain its own terms.
    pub(crate) fn glossary(&self, page: &Page) -> Option<&Glossary> {
        if self.glossaries.is_empty() || page.parsed()?.metadata.front_matter.glossary {
            return None;
        }
        let last = Version::last_of(&self.versions, 0);
        let of = |locale: usize| {
            let find =
                |version| self.glossaries.iter().find(|one| one.locale == locale && one.version == version);
            find(page.version).or_else(|| find(None)).or_else(|| find(Some(last)))
        };
        let own = of(page.locale)?;
        // The text of an untranslated page contains the terms of the default locale.
        if page.is_untranslated() && own.is_translated { of(0) } else { Some(own) }
    }
}
