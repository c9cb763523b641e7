//! Finds the redirects from the old URLs of versions, API pages, and other generated pages. These URLs have no front
//! matter for aliases.

use super::{Moves, Pairs};
use crate::path::{RoutePath, SourcePath};

/// Returns the redirects from all old URLs that don't have front matter.
pub(crate) fn root_redirects(pairs: &Pairs<'_>, moves: &Moves) -> Vec<(String, String)> {
    let mut all = version_redirects(pairs, moves);
    let versions: Vec<RoutePath> =
        all.iter().map(|(from, _)| RoutePath::written(from.trim_end_matches('*'))).collect();
    all.extend(api_redirects(pairs, moves));
    let after = pairs.after;
    let generated = pairs
        .with_new_paths()
        .filter(|(page, _)| page.locale == 0 && page.parsed().is_none() && !page.kind.is_api());
    for (page, new) in generated {
        let is_redirected = || after.redirects.iter().any(|redirect| redirect.from == page.route);
        let is_in_version = versions.iter().any(|root| page.route.strip(root).is_some());
        if !is_in_version && after.page(&page.route).is_none() && !is_redirected() {
            all.push((page.route.to_string(), new.route.to_string()));
        }
    }
    all
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
            all.push((below(old.as_str()), below(new.as_str())));
        }
    }
    all
}

/// Returns the pattern for all paths in a folder.
fn below(folder: &str) -> String {
    format!("{}/*", folder.trim_end_matches('/'))
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
            all.push((below(old.as_str()), below(new.as_str())));
            continue;
        }
        let pages = pairs.with_new_paths().filter(|(page, _)| page.locale == 0 && page.kind.is_api());
        let pages = pages.filter(|(page, _)| page.route.strip(&old).is_some());
        let free = pages.filter(|(page, _)| pairs.after.page_index(&page.route).is_none());
        all.extend(free.map(|(page, new)| (page.route.to_string(), new.route.to_string())));
    }
    all
}
