//! Finds documents that had other IDs, by the redirects from their old paths.

use super::{Context, Parsed};
use crate::diag::Hint;
use crate::path::{RoutePath, decode_path};

/// Resolves an alias's path. An alias that starts with a slash is relative to the locale's home page, unless the alias
/// already includes the home page's path. Any other alias is relative to the page.
pub(crate) fn alias_route(page: &RoutePath, home: &RoutePath, alias: &str) -> RoutePath {
    let alias = decode_path(alias);
    if alias.starts_with('/') {
        let route = RoutePath::new(&*alias);
        return if route.strip(home).is_some() { route } else { home.join(&alias) };
    }
    page.parent().join(&alias)
}

/// A document that might have had another ID.
pub(super) struct Renamed<'d> {
    pub id: &'d str,
    pub route: &'d RoutePath,
    pub parsed: &'d Parsed,
}

/// If a redirect leads from a path that an unknown document had in any version to one of these documents, suggests its
/// ID. A document can have moved before the version was cut.
pub(super) fn renamed<'d>(
    context: Context<'_>,
    (locale, version): (usize, usize),
    id: &str,
    documents: impl IntoIterator<Item = Renamed<'d>>,
) -> Option<Hint> {
    let home = &context.locales[locale].home;
    let set = context.versions[version].docs;
    let versions = (0..context.versions.len()).filter(|other| context.versions[*other].docs == set);
    let old: Vec<RoutePath> = versions.map(|version| context.docs_root(locale, version).join(id)).collect();
    let to = |to: &str| RoutePath::written(&to[..to.find(['?', '#']).unwrap_or(to.len())]);
    let configured = context.config.redirects.iter();
    let targets: Vec<RoutePath> = configured
        .filter(|one| old.contains(&RoutePath::written(&one.from)))
        .map(|one| to(&one.to))
        .collect();
    let is_target = |one: &Renamed<'_>| {
        let aliases = &one.parsed.metadata.front_matter.aliases;
        targets.contains(one.route)
            || aliases.iter().any(|alias| old.contains(&alias_route(one.route, home, alias)))
    };
    let found = documents.into_iter().find(is_target)?;
    let text = format!("the document moved; use `{}`", found.id);
    Some(Hint { text, ..Hint::meant(id, found.id, true) })
}
