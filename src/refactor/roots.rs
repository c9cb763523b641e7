//! Finds the redirects from old URLs that aren't aliases: the URLs of versions, API pages, and other generated pages, and
//! URLs in other locales.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Moves, Pairs};
use crate::path::{RoutePath, SourcePath};
use crate::site::PageKind;

/// Returns the redirects for versions and OpenAPI documents: one redirect for all pages that moved together.
pub(crate) fn root_redirects(pairs: &Pairs<'_>, moves: &Moves) -> Vec<(String, String)> {
    let mut all = version_redirects(pairs, moves);
    all.extend(api_redirects(pairs, moves));
    all
}

/// Returns redirects from the URLs that stopped working to the pages that they opened before. A redirect in the default
/// locale also applies to the other locales. Therefore, this function returns the URLs of other locales only if every URL
/// of the default locale works.
pub(crate) fn lost_urls(pairs: &Pairs<'_>) -> Vec<(String, String)> {
    let (before, after) = (pairs.before, pairs.after);
    let redirected: HashSet<&RoutePath> = after.redirects.iter().map(|redirect| &redirect.from).collect();
    let is_lost = |url: &RoutePath| after.page_index(url).is_none() && !redirected.contains(url);
    let pages = pairs.indexes().map(|(old, new)| (&before.pages[old], &after.pages[new]));
    let pages = pages.filter(|(old, _)| old.kind != PageKind::NotFound && !old.draft);
    let pages: HashMap<&RoutePath, &RoutePath> = pages.map(|(old, new)| (&old.route, &new.route)).collect();
    let redirects =
        before.redirects.iter().filter_map(|old| Some((&old.from, *pages.get(old.page()?)?, &*old.suffix)));
    let urls = pages.iter().map(|(old, new)| (*old, *new, "")).chain(redirects);
    let lost: BTreeMap<&RoutePath, String> = urls
        .filter(|(url, to, _)| is_lost(url) && !url.is_same_name(to))
        .map(|(url, to, suffix)| (url, format!("{}{suffix}", to.to_written())))
        .collect();
    let is_translated =
        |url: &RoutePath| before.locales[1..].iter().any(|locale| url.strip(&locale.home).is_some());
    let (translated, own): (Vec<_>, Vec<_>) = lost.into_iter().partition(|(url, _)| is_translated(url));
    let lost = if own.is_empty() { translated } else { own };
    lost.into_iter().map(|(url, to)| (url.to_written(), to)).collect()
}

/// Returns the redirects for the versions of the documentation whose paths have redirected to their first pages and
/// don't exist anymore.
fn version_redirects(pairs: &Pairs<'_>, moves: &Moves) -> Vec<(String, String)> {
    let (before, after) = (pairs.before, pairs.after);
    let mut all = Vec::new();
    for version in &before.versions {
        let folder = |folder: &str| SourcePath::new(format!("content/{folder}"));
        let new_folder = moves.new_path(&folder(&version.folder));
        let Some(new) = after.versions.iter().find(|new| Some(folder(&new.folder)) == new_folder) else {
            continue;
        };
        let old = before.locales[0].docs_root(&before.config, version);
        let new = after.locales[0].docs_root(&after.config, new);
        let is_taken = after.pages_below(&old).next().is_some()
            || after.redirects.iter().any(|redirect| redirect.from == old);
        let was_redirected = before.redirects.iter().any(|redirect| redirect.from == old);
        if old != new && was_redirected && !is_taken {
            all.push((below(&old), below(&new)));
        }
    }
    all
}

/// Returns the pattern for all paths in a folder.
fn below(folder: &RoutePath) -> String {
    format!("{}/*", folder.to_written().trim_end_matches('/'))
}

/// Returns the redirects for the OpenAPI documents whose pages have new paths: one redirect for all pages of a document
/// if no other page is below their old path.
fn api_redirects(pairs: &Pairs<'_>, moves: &Moves) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for before in &*pairs.before.apis {
        let file = moves.new_path(&SourcePath::new(&before.config.file));
        let same = pairs.after.apis.iter().find(|api| Some(SourcePath::new(&api.config.file)) == file);
        let Some(after) = same.filter(|after| after.route != before.route) else { continue };
        let old = pairs.before.locales[0].home.join(before.route.as_str());
        let new = pairs.after.locales[0].home.join(after.route.as_str());
        if pairs.after.pages_below(&old).next().is_none() {
            all.push((below(&old), below(&new)));
            continue;
        }
        let pages = pairs.with_new_paths().filter(|(page, _)| page.locale == 0 && page.kind.is_api());
        let pages = pages.filter(|(page, _)| page.route.strip(&old).is_some());
        let free = pages.filter(|(page, _)| pairs.after.page_index(&page.route).is_none());
        all.extend(free.map(|(page, new)| (page.route.to_written(), new.route.to_written())));
    }
    all
}
