//! Resolves imports of packages in the site's workspace, whose code isn't in `node_modules` but elsewhere in the
//! repository.

use serde_json::Value as Json;

use super::Origin;
use crate::path::SourcePath;

/// The entries of `package.json` that name the main module, in the order in which they're tried.
const MAIN: [&str; 5] = ["source", "module", "main", "svelte", "types"];

/// The conditions of `exports`, in the order in which they're tried.
const CONDITIONS: [&str; 6] = ["source", "import", "default", "browser", "require", "types"];

/// Returns the paths, with or without extensions, of the module that an import of a workspace's package can refer to.
/// For other specifiers, the list is empty.
pub(super) fn paths(origin: &dyn Origin, specifier: &str) -> Vec<SourcePath> {
    let Some((folder, package)) = find(origin, specifier) else { return Vec::new() };
    let below =
        specifier.splitn(length_of_name(specifier) + 1, '/').nth(length_of_name(specifier)).unwrap_or("");
    let mut found: Vec<String> = exported(&package["exports"], below).into_iter().collect();
    if below.is_empty() {
        found.extend(MAIN.iter().filter_map(|key| package[key].as_str()).map(str::to_owned));
    }
    // The output of the package's build isn't in the repository.
    let source = |path: &String| {
        let path = path.trim_start_matches("./");
        let (_, inner) = path.split_once('/')?;
        let bare = inner.strip_suffix(".d.ts").or_else(|| Some(inner.rsplit_once('.')?.0)).unwrap_or(inner);
        Some(format!("src/{bare}"))
    };
    let sources: Vec<String> = found.iter().filter_map(source).collect();
    found.extend(sources);
    match below {
        "" => found.extend(["src/index", "index"].map(str::to_owned)),
        below => found.extend([below.to_owned(), format!("src/{below}")]),
    }
    found.iter().map(|path| SourcePath::new(format!("{folder}/{path}"))).collect()
}

/// Like [`paths`], but without the main modules of published packages. Such a package can be a plugin that docgen knows
/// by its name.
pub(super) fn private_paths(origin: &dyn Origin, specifier: &str) -> Vec<SourcePath> {
    let is_main = specifier.split('/').count() == length_of_name(specifier);
    let is_private = || find(origin, specifier).is_some_and(|(_, package)| package["private"] == true);
    if !is_main || is_private() { paths(origin, specifier) } else { Vec::new() }
}

/// Returns the number of parts in the name of the package that a specifier refers to.
fn length_of_name(specifier: &str) -> usize {
    if specifier.starts_with('@') { 2 } else { 1 }
}

/// Returns the folder and the `package.json` file of the package that a specifier refers to.
fn find<'o>(origin: &'o dyn Origin, specifier: &str) -> Option<(&'o SourcePath, Json)> {
    let name = specifier.split('/').take(length_of_name(specifier)).collect::<Vec<_>>().join("/");
    let folder = origin.package(&name)?;
    let package = origin.text(&SourcePath::new(format!("{folder}/package.json")))?;
    Some((folder, serde_json::from_str(&package.text).ok()?))
}

/// Returns the file that a package exports for a path below it, which is empty for the main module.
fn exported(exports: &Json, below: &str) -> Option<String> {
    let key = if below.is_empty() { ".".to_owned() } else { format!("./{below}") };
    let entries = exports.as_object();
    let is_map = entries.is_some_and(|entries| entries.keys().any(|key| key.starts_with('.')));
    if !is_map {
        return below.is_empty().then(|| target(exports, 0))?;
    }
    if let Some(found) = exports.get(&key) {
        return target(found, 0);
    }
    entries?.iter().find_map(|(pattern, value)| {
        let (before, after) = pattern.split_once('*')?;
        let part = key.strip_prefix(before)?.strip_suffix(after)?;
        Some(target(value, 0)?.replacen('*', part, 1))
    })
}

/// Returns the file of an entry in `exports`, which can depend on conditions.
fn target(value: &Json, depth: usize) -> Option<String> {
    match value {
        Json::String(path) => Some(path.clone()),
        Json::Object(entries) if depth < 4 => {
            CONDITIONS.iter().filter_map(|name| entries.get(*name)).find_map(|value| target(value, depth + 1))
        }
        _ => None,
    }
}
