//! Redirects from the config, from page aliases, and from the site itself.
//!
//! Takes redirects as written. Returns the final page, file, or URL for each path, and reports redirects that can't
//! work. This module must not depend on how hosts write redirects.

mod locales;
mod read;
mod resolve;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::{
    Context, Page, Redirect, RedirectKind, Routes, Splat, Target,
    collect::Doc,
    nav::{Sidebar, first_route},
};
use crate::diag::{Code, Diagnostic, Hint};
use crate::path::RoutePath;
use resolve::Resolver;

/// A redirect as written, until it's resolved.
struct Written {
    from: RoutePath,
    is_splat: bool,
    to: To,
    origin: Origin,
    /// `from` and `to` as written.
    shown: (String, String),
}

/// The target of a redirect.
#[derive(Clone)]
struct To {
    target: Target,
    suffix: String,
    carries: bool,
}

/// The origin of a redirect.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// The config, with the index of the redirect in the config.
    Config(usize),
    /// A page, with the index of the page and the index of the alias on that page.
    Alias(usize, usize),
    /// The site itself.
    Made,
}

/// Returns a redirect from the path of the documentation to the main document, for each locale and version. If a document
/// of the default locale has this path, the main document is its translation. The last version of the main set also gets
/// a redirect from the home page.
pub(super) fn to_main(context: Context<'_>, docs: &[Doc], sidebars: &[Sidebar]) -> Vec<Redirect> {
    let mut redirects = Vec::new();
    let mut seen = HashSet::new();
    for doc in docs {
        let set = (doc.locale, doc.version);
        if !seen.insert(set) {
            continue;
        }
        let from = context.docs_root(set.0, set.1);
        let of_set = || docs.iter().filter(|doc| (doc.locale, doc.version) == set);
        let original_root = context.docs_root(0, set.1);
        let is_start = |doc: &&Doc| (doc.locale, doc.version) == (0, set.1) && doc.route == original_root;
        let start = docs.iter().find(|doc| set.0 > 0 && is_start(doc)).map(|doc| &*doc.id);
        let main = start.or(context.docs_of(set.1).main.as_deref());
        let main = main.and_then(|id| of_set().find(|doc| *doc.id == *id));
        let first = || {
            let sidebar =
                sidebars.iter().find(|sidebar| (sidebar.locale, sidebar.version) == (set.0, Some(set.1)))?;
            first_route(&sidebar.nodes)
        };
        let to = main.map(|doc| doc.route.clone()).or_else(first).unwrap_or_else(|| doc.route.clone());
        // A site without a home page starts with the documentation.
        let version = &context.versions[set.1];
        let start = (version.last && version.docs == 0)
            .then(|| context.locales[set.0].home.clone())
            .filter(|home| *home != from);
        for from in start.into_iter().chain([from]) {
            if to != from {
                redirects.push(Redirect::new(from, to.clone()));
            }
        }
    }
    redirects
}

/// Adds the redirects from the config and from pages to the generated redirects. Returns the splats, with the more
/// specific splats first. A written redirect takes precedence over a generated redirect.
pub(super) fn add(
    routes: Routes<'_>,
    redirects: &mut Vec<Redirect>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Splat> {
    let mut all = read::config(routes, diagnostics);
    let aliases = read::aliases(routes, &all, diagnostics);
    all.extend(aliases);
    read::add_last_version(routes, redirects, &mut all);
    locales::add(routes, redirects, &mut all);
    let mut all = without_doubles(routes, all, diagnostics);
    let own: HashMap<RoutePath, usize> = own_paths(&all);
    for made in std::mem::take(redirects).into_iter().filter(|made| !own.contains_key(&made.from)) {
        all.push(Written {
            shown: (made.from.to_string(), String::new()),
            from: made.from,
            is_splat: false,
            to: To { target: made.to, suffix: made.suffix, carries: false },
            origin: Origin::Made,
        });
    }
    let mut splats = Vec::new();
    let resolved = Resolver::new(routes, &all).all(diagnostics);
    for (written, to) in all.into_iter().zip(resolved) {
        let Some(To { target: to, suffix, carries }) = to else { continue };
        let from = written.from;
        if written.is_splat {
            splats.push(Splat { from, to, suffix, carries });
            continue;
        }
        let kind = match written.origin {
            Origin::Made => RedirectKind::Made,
            Origin::Config(_) => RedirectKind::Config,
            Origin::Alias(..) => RedirectKind::Alias,
        };
        redirects.push(Redirect { from, to, suffix, kind });
    }
    splats
        .sort_by(|a, b| b.from.as_str().len().cmp(&a.from.as_str().len()).then_with(|| a.from.cmp(&b.from)));
    spread(&splats, routes, redirects);
    splats
}

/// Returns the indexes of redirects by their paths, without splats.
fn own_paths(all: &[Written]) -> HashMap<RoutePath, usize> {
    let exact = all.iter().enumerate().filter(|(_, written)| !written.is_splat);
    exact.map(|(index, written)| (written.from.clone(), index)).collect()
}

/// Removes and reports each redirect whose path already has a page, a file, or another redirect.
fn without_doubles(routes: Routes<'_>, all: Vec<Written>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Written> {
    let mut known: HashMap<(RoutePath, bool), Vec<Origin>> = HashMap::new();
    let mut kept = Vec::with_capacity(all.len());
    let report = |written: &Written, message, hint: &str| {
        routes.report(Code::InvalidRedirect, written.origin, "from", message, Some(hint.into()))
    };
    for written in all {
        let from = &written.shown.0;
        let key = (written.from.clone(), written.is_splat);
        if !written.is_splat && routes.page(&written.from).is_some() {
            let message = format!("`{from}` is a page, so it can't redirect");
            let hint = "remove the page or the redirect";
            diagnostics.extend(report(&written, message, hint));
        } else if !written.is_splat && routes.context.has_static(written.from.as_str()) {
            let message = format!("`{from}` is a file in `static/`, so it can't redirect");
            let hint = "remove the file or the redirect";
            diagnostics.extend(report(&written, message, hint));
        } else if let Some(inside) = routes.inside(&written.from).filter(|_| written.is_splat) {
            let message = format!("`{from}` would also redirect {inside}");
            let hint = "redirect a folder that has no pages or files, or redirect each path separately";
            diagnostics.extend(report(&written, message, hint));
        } else if let Some(others) = known.get_mut(&key) {
            // A copy of the documentation for another version includes the aliases. The first alias belongs to the last
            // version.
            if !others.iter().all(|other| routes.are_versions(*other, written.origin)) {
                let message = match others.first() {
                    Some(Origin::Alias(page, _)) => {
                        format!(
                            "duplicate redirect from `{from}`, which already redirects to the page `{}`",
                            routes.pages[*page].route
                        )
                    }
                    _ => format!("duplicate redirect from `{from}`"),
                };
                diagnostics.extend(report(&written, message, "remove one of them"));
            }
            others.push(written.origin);
        } else {
            known.insert(key, vec![written.origin]);
            kept.push(written);
        }
    }
    kept
}

/// Adds a redirect for each known path of a splat: the folder itself, and each page and redirect in the target folder.
/// The added redirects are for hosts that serve only files.
fn spread(splats: &[Splat], routes: Routes<'_>, redirects: &mut Vec<Redirect>) {
    let mut known: HashSet<RoutePath> = redirects.iter().map(|found| found.from.clone()).collect();
    let own: BTreeMap<RoutePath, Redirect> =
        redirects.iter().map(|redirect| (redirect.from.clone(), redirect.clone())).collect();
    // The more specific splats come first and take precedence.
    for Splat { from, to, suffix, carries } in splats {
        let mut add = |from: RoutePath, to: Target, suffix: &str| {
            if known.insert(from.clone()) {
                let kind = RedirectKind::OfSplat;
                redirects.push(Redirect { from, to, suffix: suffix.to_owned(), kind });
            }
        };
        match to {
            Target::Route(folder) if *carries => {
                let start = own.get(folder).and_then(|start| start.page());
                if let Some(start) = Some(folder).filter(|folder| routes.page(folder).is_some()).or(start) {
                    add(from.clone(), Target::Route(start.clone()), suffix);
                }
                for page in below(routes.pages, folder) {
                    let rest = page.route.strip(folder).unwrap_or_default();
                    if !rest.is_empty() && !matches!(page.kind, super::PageKind::NotFound) {
                        add(from.join(rest), Target::Route(page.route.clone()), suffix);
                    }
                }
                let below = own
                    .range(folder.clone()..)
                    .take_while(|(from, _)| from.as_str().starts_with(folder.as_str()));
                let written = below.filter(|(_, own)| own.kind != RedirectKind::Made);
                for (route, Redirect { to, suffix: own, .. }) in written {
                    let Some(rest) = route.strip(folder).filter(|rest| !rest.is_empty()) else { continue };
                    add(from.join(rest), to.clone(), if own.is_empty() { suffix } else { own });
                }
            }
            to => add(from.clone(), to.clone(), suffix),
        }
    }
}

/// Returns the pages at and below a path. The pages are sorted by path.
pub(super) fn below<'a>(pages: &'a [Arc<Page>], folder: &RoutePath) -> impl Iterator<Item = &'a Arc<Page>> {
    let folder = folder.clone();
    let first = pages.partition_point(|page| page.route < folder);
    let start = folder.clone();
    let near = pages[first..].iter().take_while(move |page| page.route.as_str().starts_with(start.as_str()));
    near.filter(move |page| page.route.strip(&folder).is_some())
}

impl Routes<'_> {
    /// Returns the path that a folder has in a locale, if the locale has pages in the folder.
    pub(super) fn folder_in(self, locale: usize, folder: &RoutePath) -> Option<RoutePath> {
        let own = self.context.locales[locale].home.join(folder.as_str());
        if self.inside(&own).is_some() {
            return Some(own);
        }
        // The folder can have another path in the locale. Then its own page has that path.
        let translation = self.pages[self.page(folder)?].in_locale(locale)?;
        below(self.pages, translation).any(|page| page.route != *translation).then(|| translation.clone())
    }

    /// Describes the first page at or below a path. If there's no such page, describes the first file below the path in
    /// `static/`.
    fn inside(self, folder: &RoutePath) -> Option<String> {
        let page = below(self.pages, folder).next().map(|page| format!("the page `{}`", page.route));
        page.or_else(|| {
            let start = format!("static{}/", folder.as_str().trim_end_matches('/'));
            let files = self.context.static_files;
            let first = files.partition_point(|file| file.as_str() < start.as_str());
            let file = files.get(first).filter(|file| file.as_str().starts_with(&start))?;
            Some(format!("the file `{file}`"))
        })
    }

    /// Whether two aliases belong to two versions of the same documentation. The document can have another name in each
    /// version.
    fn are_versions(self, first: Origin, second: Origin) -> bool {
        let (Origin::Alias(first, _), Origin::Alias(second, _)) = (first, second) else { return false };
        let (first, second) = (&self.pages[first], &self.pages[second]);
        let docs = |page: &Page| page.version.map(|version| self.context.versions[version].docs);
        first.version != second.version && (first.locale, docs(first)) == (second.locale, docs(second))
    }

    /// Reports a problem at the origin of a redirect: at `key` in the config, or in the front matter. Returns `None`
    /// for a generated redirect.
    fn report(
        self,
        code: Code,
        origin: Origin,
        key: &str,
        message: String,
        hint: Option<Hint>,
    ) -> Option<Diagnostic> {
        let diagnostic = Diagnostic::new(code, message).hint_if(hint);
        Some(match origin {
            Origin::Config(index) => {
                diagnostic.at_value(self.context.config_source, &format!("redirects.{index}.{key}"))
            }
            Origin::Alias(page, alias) => {
                let parsed = self.pages[page].parsed()?;
                diagnostic.in_list(parsed, "aliases", &parsed.metadata.front_matter.aliases[alias])
            }
            Origin::Made => return None,
        })
    }
}
