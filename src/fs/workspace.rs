//! Finds the packages that a site shares a workspace with: folders of one repository that import each other by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::{exists, file, folders_in, repository};
use crate::import::glob;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree;

/// The maximum number of folders between a workspace and its packages.
const DEEPEST: usize = 5;

/// The lists of packages in `package.json`.
const LISTS: [&str; 3] = ["dependencies", "devDependencies", "peerDependencies"];

/// Returns the folders of the packages that the site in a folder depends on, directly or indirectly, by name. `chosen`
/// is the path of another folder of the site, relative to the first.
pub(super) fn packages(root: &Path, chosen: &str) -> BTreeMap<String, PathBuf> {
    let own = [root.to_owned(), root.join(chosen)];
    let mut waiting: BTreeSet<String> =
        own.iter().filter_map(|folder| package(folder)).flat_map(names).collect();
    if waiting.is_empty() {
        return BTreeMap::new();
    }
    let all = members(root);
    let mut found = BTreeMap::new();
    while let Some(name) = waiting.pop_first() {
        let Some(folder) = all.get(&name).filter(|folder| !own.contains(folder)) else { continue };
        let needed = package(folder).into_iter().flat_map(names);
        waiting.extend(needed.filter(|name| !found.contains_key(name)));
        found.insert(name, folder.clone());
    }
    found
}

/// Returns the folders of all packages in the nearest workspace that contains a folder, by name.
fn members(root: &Path) -> BTreeMap<String, PathBuf> {
    let repository = repository(root).unwrap_or_else(|| root.to_owned());
    let above = root.ancestors().take_while(|folder| folder.starts_with(&repository));
    let workspace = above.map(|folder| (folder, patterns(folder))).find(|(_, patterns)| !patterns.is_empty());
    let Some((workspace, patterns)) = workspace else { return BTreeMap::new() };
    let mut folders = BTreeSet::new();
    for pattern in patterns.iter().filter(|pattern| !pattern.starts_with('!')) {
        let parts: Vec<&str> = pattern.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        expand(workspace, &parts, 0, &mut folders);
    }
    let named = |folder: PathBuf| Some((package(&folder)?["name"].as_str()?.to_owned(), folder));
    folders.into_iter().filter_map(named).collect()
}

/// Returns the patterns of the folders that belong to the workspace in a folder.
fn patterns(folder: &Path) -> Vec<String> {
    let of_npm = package(folder).map(|package| match &package["workspaces"] {
        Json::Object(workspaces) => workspaces.get("packages").cloned().unwrap_or_default(),
        list => list.clone(),
    });
    let of_pnpm = || {
        let path = SourcePath::new("pnpm-workspace.yaml");
        Some(tree::of_other_program(&file::read_text(folder, path).ok()?)?.json()["packages"].clone())
    };
    let texts = |list: Json| match list {
        Json::Array(items) => items.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let of_npm = of_npm.map(texts).unwrap_or_default();
    if of_npm.is_empty() { of_pnpm().map(texts).unwrap_or_default() } else { of_npm }
}

/// Adds the folders that match the parts of a pattern.
fn expand(folder: &Path, parts: &[&str], depth: usize, found: &mut BTreeSet<PathBuf>) {
    let Some((first, rest)) = parts.split_first() else {
        if exists(&folder.join("package.json")) {
            found.insert(folder.to_owned());
        }
        return;
    };
    if depth == DEEPEST || *first == ".." {
        return;
    }
    if !first.contains(['*', '?', '{', '[']) {
        return expand(&folder.join(first), rest, depth + 1, found);
    }
    let is_deep = *first == "**";
    if is_deep {
        expand(folder, rest, depth, found);
    }
    let Some(pattern) = glob(first) else { return };
    for name in folders_in(folder) {
        if name == "node_modules" || name.starts_with('.') || !(is_deep || pattern.is_match(&name)) {
            continue;
        }
        let rest = if is_deep { parts } else { rest };
        expand(&folder.join(name), rest, depth + 1, found);
    }
}

/// Reads the `package.json` file in a folder.
fn package(folder: &Path) -> Option<Json> {
    let source: Source = file::read_text(folder, SourcePath::new("package.json")).ok()?;
    serde_json::from_str(&source.text).ok()
}

/// Returns the names of the packages that a package depends on.
fn names(package: Json) -> Vec<String> {
    let lists = LISTS.iter().filter_map(|list| package[list].as_object());
    lists.flat_map(|list| list.keys().cloned()).collect()
}
