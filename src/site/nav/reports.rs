//! The problems with sidebars in the config, merged across all locales and versions so that each problem is reported
//! once.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Code, Diagnostic, Hint};
use crate::path::SourcePath;
use crate::site::Context;

/// A locale and a version with documents, as indexes in [`crate::site::Site`]. Versions with lower indexes are newer.
pub(super) type Set = (usize, usize);

/// The problems with all sidebars, by key path and message.
#[derive(Default)]
pub(super) struct Reports(BTreeMap<(String, String), Problem>);

struct Problem {
    kind: Kind,
    hint: Option<Hint>,
    sets: BTreeSet<Set>,
}

/// The scope of a problem.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// The problem depends only on the config.
    Config,
    /// The problem depends on the documents, which can differ between versions.
    Absent,
}

impl Reports {
    /// Adds a problem in a locale and version. Only the first hint is computed and kept.
    pub(super) fn add(
        &mut self,
        set: Set,
        at: &str,
        kind: Kind,
        message: String,
        hint: impl FnOnce() -> Option<Hint>,
    ) {
        let problem = self.0.entry((at.to_owned(), message));
        let problem = problem.or_insert_with(|| Problem { kind, hint: hint(), sets: BTreeSet::new() });
        problem.sets.insert(set);
    }

    /// Returns the diagnostics. `all` contains the locales and versions with documents.
    pub(super) fn diagnostics<'a>(
        self,
        context: Context<'a>,
        all: &'a BTreeSet<Set>,
    ) -> impl Iterator<Item = Diagnostic> + 'a {
        self.0.into_iter().filter_map(move |((at, mut message), problem)| {
            // A version's own sidebars apply only to that version.
            let (_, version) = *problem.sets.first()?;
            let own = at.strip_prefix(&context.docs_of(version).key);
            let is_own = own.is_some_and(|below| below.starts_with(".versions."));
            let docs = |version: usize| context.versions[version].docs;
            let shares = |set: &Set| docs(set.1) == docs(version) && (!is_own || set.1 == version);
            let all = &all.iter().copied().filter(shares).collect::<BTreeSet<_>>();
            if problem.sets != *all {
                let lacks: BTreeSet<Set> = match problem.kind {
                    Kind::Config => problem.sets,
                    Kind::Absent => problem
                        .sets
                        .iter()
                        .copied()
                        .filter(|set| is_error(*set, &problem.sets, all))
                        .collect(),
                };
                message.push_str(&places(&lacks, context, all)?);
            }
            let diagnostic = Diagnostic::new(Code::InvalidSidebar, message);
            let file = if is_own { in_commit(context, version) } else { None };
            Some(match file {
                Some((file, hint)) => diagnostic.hint(hint).in_file(&file),
                None => diagnostic.hint_if(problem.hint).at_value(context.config_source, &at),
            })
        })
    }
}

/// If the sidebars of a version are in the config of a commit, returns the path of this config in the version, and a hint.
fn in_commit(context: Context<'_>, version: usize) -> Option<(SourcePath, String)> {
    let (docs, name) = (context.docs_of(version), &context.versions[version].name);
    let index = docs.versions.iter().position(|version| version.name == *name && version.past.is_some())?;
    let own = format!("{}.versions.{index}.sidebars", docs.key);
    if context.config_source.place(&own).is_some() {
        return None;
    }
    let hint = format!(
        "the sidebar is in a commit and can't change; to replace it, set `sidebars` for the version `{name}` in `docgen.toml`"
    );
    Some((SourcePath::new(format!("content/versions/{name}/{}/docgen.toml", docs.id)), hint))
}

/// Whether a document that's missing in a locale and version is an error. `lacking` contains all locales and versions
/// that lack the document. A sidebar is written once for all versions, so an older version can lack a newer document. A
/// document that is missing in a version's default locale is also missing in the version's other locales.
fn is_error((locale, version): Set, lacking: &BTreeSet<Set>, all: &BTreeSet<Set>) -> bool {
    let lacks = |version: usize| lacking.contains(&(0, version));
    if locale > 0 {
        return all.contains(&(0, version)) && !lacks(version);
    }
    let mut having =
        all.iter().filter(|(locale, other)| *locale == 0 && !lacks(*other)).map(|(_, other)| *other);
    let oldest = having.next_back();
    oldest.is_none_or(|oldest| version < oldest)
}

/// Lists locales and versions in the form `` in version `2.0` `` or `` in locale `fr` ``. Returns `None` for an empty
/// set.
fn places(sets: &BTreeSet<Set>, context: Context<'_>, all: &BTreeSet<Set>) -> Option<String> {
    let mut by_locale: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (locale, version) in sets {
        by_locale.entry(*locale).or_default().push(&context.versions[*version].name);
    }
    let mut places = String::new();
    for (locale, names) in by_locale {
        places.push_str(if places.is_empty() { " in " } else { " and in " });
        let in_all = names.len() == all.iter().filter(|(other, _)| *other == locale).count();
        if !in_all || locale == 0 {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            places.push_str(if names.len() == 1 { "version " } else { "versions " });
            places.push_str(&names.join(", "));
        }
        if locale > 0 {
            places.push_str(if in_all { "locale `" } else { " of locale `" });
            places.push_str(&context.locales[locale].code);
            places.push('`');
        }
    }
    (!places.is_empty()).then_some(places)
}
