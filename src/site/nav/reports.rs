//! What is wrong with the sidebars of the config, gathered over every locale and version that has them, so that each
//! problem is reported once.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Code, Diagnostic};
use crate::site::Context;

/// A locale and a version that have documents, as indexes in [`crate::site::Site`]. Lower versions are newer.
pub(super) type Set = (usize, usize);

/// The problems of all sidebars, by their place in the config and their message.
#[derive(Default)]
pub(super) struct Reports(BTreeMap<(String, String), Problem>);

struct Problem {
    kind: Kind,
    hint: Option<String>,
    sets: BTreeSet<Set>,
}

/// What a problem depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The config alone.
    Config,
    /// The documents: an item names some that a version may have and another may lack.
    Absent,
}

impl Reports {
    /// Adds a problem of one locale and version. Only the first hint for a problem is asked for and kept.
    pub(super) fn add(
        &mut self,
        set: Set,
        at: &str,
        kind: Kind,
        message: String,
        hint: impl FnOnce() -> Option<String>,
    ) {
        let problem = self.0.entry((at.to_owned(), message));
        let problem = problem.or_insert_with(|| Problem { kind, hint: hint(), sets: BTreeSet::new() });
        problem.sets.insert(set);
    }

    /// The diagnostics, where `all` are the locales and versions that have documents.
    pub(super) fn diagnostics<'a>(
        self,
        context: Context<'a>,
        all: &'a BTreeSet<Set>,
    ) -> impl Iterator<Item = Diagnostic> + 'a {
        self.0.into_iter().filter_map(move |((at, mut message), problem)| {
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
            let diagnostic = Diagnostic::new(Code::InvalidSidebar, message).hint_if(problem.hint);
            Some(diagnostic.at_value(context.config_source, &at))
        })
    }
}

/// Whether it is an error that a locale and version lacks what an item names, where `lacking` are all that lack it. A
/// sidebar is written once for all versions, so an older version may lack what a newer one has introduced. And what a
/// version lacks in the default locale, it lacks in the others.
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

/// Where something is the case: ` in version `2.0``, ` in locale `fr``; nothing for no place.
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
