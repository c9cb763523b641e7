//! Writes the `package.json` file for a site that imports npm packages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::left::Left;
use super::{Content, Origin, WORKSPACE};
use crate::path::SourcePath;
use crate::source::{Source, tree};

/// The name of the file that lists a package's dependencies.
const PACKAGE: &str = "package.json";

/// The maximum number of folders between a workspace and a site.
const DEEPEST: usize = 5;

/// The packages that docgen provides or replaces with its own versions.
const PROVIDED: [&str; 6] = ["react", "react-dom", "docgen", "classnames", "clsx", "prop-types"];

/// The scopes of packages that work only with the original generator.
const OTHERS: [&str; 4] = ["@theme", "@theme-original", "@docusaurus", "@site"];

/// Adds a `package.json` file that lists the imported packages, and reports that the packages must be installed.
/// `config` is the original site's config, and `path` is the path of the original site's `package.json` file.
pub(super) fn add(
    origin: &dyn Origin,
    (config, path): (&Source, &SourcePath),
    files: &mut BTreeMap<SourcePath, Content>,
    left: &mut Left,
) {
    let mut names = BTreeSet::new();
    for (path, content) in &*files {
        if !matches!(path.extension(), "mdx" | "md" | "js" | "jsx" | "ts" | "tsx")
            || path.strip_dir("static").is_some()
        {
            continue;
        }
        match content {
            Content::Text(text) => imported(text, &mut names),
            Content::Bytes(_) => {}
            Content::Copy(from) => {
                if let Some(source) = origin.text(from) {
                    imported(&source.text, &mut names);
                }
            }
        }
    }
    // The site can also use the packages that the packages in its workspace depend on.
    let of_workspace =
        |path: &&SourcePath| path.strip_dir(WORKSPACE).is_some() && path.file_name() == PACKAGE;
    let paths = std::iter::once(path).chain(origin.files().iter().filter(of_workspace));
    let parse = |path: &SourcePath| serde_json::from_str::<Json>(&origin.text(path)?.text).ok();
    let old: Vec<Json> = paths.filter_map(parse).collect();
    let catalogs = catalogs(origin);
    let listed = |name: &String| {
        let lists = old.iter().flat_map(|old| [&old["dependencies"], &old["devDependencies"]]);
        let version = lists.filter_map(|list| list[name].as_str()).find_map(|version| {
            let catalog = match version.strip_prefix("catalog:") {
                Some("" | "default") => &catalogs["catalog"],
                Some(catalog) => &catalogs["catalogs"][catalog],
                // A package in the same repository has a version such as `workspace:*`.
                None => return (!version.contains(':')).then_some(version),
            };
            catalog[name].as_str()
        })?;
        Some((name.clone(), Json::from(version)))
    };
    let dependencies: Map<String, Json> = names.iter().filter_map(listed).collect();
    if dependencies.is_empty() {
        return;
    }
    let all = dependencies.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let package =
        json!({ "private": true, "dependencies": dependencies, "devDependencies": { "esbuild": "*" } });
    let text = serde_json::to_string_pretty(&package).unwrap_or_default() + "\n";
    files.insert(SourcePath::new("package.json"), Content::Text(text));
    let what = format!("code from the npm packages that pages use ({all})");
    left.note(config, 0..0, &what, "run `npm install` in the new site's folder");
}

/// Reads the file of the nearest workspace that lists the versions of packages once for all packages.
fn catalogs(origin: &dyn Origin) -> Json {
    let name = "pnpm-workspace.yaml";
    let above = (1..=DEEPEST).map(|depth| "../".repeat(depth) + name);
    let mut sources =
        origin.text(&SourcePath::new(name)).into_iter().chain(above.filter_map(|path| origin.outside(&path)));
    sources.next().and_then(|source| Some(tree::of_other_program(&source)?.json())).unwrap_or_default()
}

/// Adds the packages that a module or page imports.
fn imported(text: &str, names: &mut BTreeSet<String>) {
    let (mut fence, mut in_comment): (Option<(usize, char)>, bool) = (None, false);
    for line in text.lines() {
        match (fence, super::markdown::fence_outside_comments(line, fence.is_some(), &mut in_comment)) {
            (None, Some((length, mark, _))) => fence = Some((length, mark)),
            (Some((length, mark)), Some((n, c, info)))
                if c == mark && n >= length && info.trim().is_empty() =>
            {
                fence = None;
            }
            _ => {}
        }
        let bare = line.trim_start();
        let is_import = bare.starts_with("import") || bare.starts_with("export") || bare.starts_with('}');
        if fence.is_some() || !is_import {
            continue;
        }
        let Some(close) = line.rfind(['"', '\'']) else { continue };
        let Some(open) = line[..close].rfind(&line[close..=close]) else { continue };
        let before = line[..open].trim();
        let specifier = line[open + 1..close].rsplit('!').next().unwrap_or_default();
        if !(before.ends_with("from") || before == "import") || specifier.starts_with(['.', '/', '~', '#']) {
            continue;
        }
        let parts = if specifier.starts_with('@') { 2 } else { 1 };
        let name = specifier.split('/').take(parts).collect::<Vec<_>>().join("/");
        let scope = name.split('/').next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "@/._-".contains(c);
        if !name.is_empty()
            && name.chars().all(is_name)
            && !PROVIDED.contains(&name.as_str())
            && !OTHERS.contains(&scope)
        {
            names.insert(name);
        }
    }
}
