//! After a move, changes the paths of other files in `import` and `export` statements, in includes, and in code blocks
//! with `file`.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use regex_lite::Regex;

use super::{Edits, Moves, destination::relative};
use crate::path::SourcePath;
use crate::site::Site;

/// A statement with a relative path. The path is the first group.
pub(super) static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?m)^[ \t]*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"](\.{1,2}/[^'"\n]+)['"]"#;
    Regex::new(pattern).expect("the pattern is valid")
});

/// An include, or a code block that shows a file. The path is the first group.
pub(super) static FILE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?m)^[ \t>]*(?::{2,}include\b|`{3,}|~{3,})[^\n]*?[ {]file=["']([^"'\n]+)["']"#;
    Regex::new(pattern).expect("the pattern is valid")
});

/// The suffixes that the path in a statement can omit.
pub(super) const ENDS: [&str; 13] = [
    "",
    ".tsx",
    ".ts",
    ".jsx",
    ".js",
    ".mdx",
    ".md",
    ".json",
    "/index.tsx",
    "/index.ts",
    "/index.jsx",
    "/index.js",
    "/index.mdx",
];

/// Adds the changes for every page, and for every file that pages import. `text` returns the original text of a file.
pub(crate) fn imports(
    site: &Site,
    moves: &Moves,
    text: &dyn Fn(&SourcePath) -> Option<Arc<str>>,
    edits: &mut Edits,
) {
    let parsed = || site.pages.iter().filter_map(|page| page.parsed());
    let imported: BTreeSet<&SourcePath> =
        parsed().flat_map(|parsed| &parsed.metadata.imports).map(|(path, _)| path).collect();
    let with_imports = parsed().filter(|parsed| !parsed.metadata.imports.is_empty());
    let files: BTreeSet<&SourcePath> =
        with_imports.map(|parsed| &parsed.source.path).chain(imported.iter().copied()).collect();
    for file in files {
        if !moves.can_change(file) {
            continue;
        }
        let (Some(text), Some(new_file)) = (text(file), moves.new_path(file)) else { continue };
        for found in STATEMENT.captures_iter(&text) {
            let Some(path) = found.get(1) else { continue };
            let target = ENDS.iter().find_map(|end| {
                let target = file.join_sibling(&format!("{}{end}", path.as_str()));
                imported.contains(&target).then_some((target, *end))
            });
            let Some((target, end)) = target else { continue };
            let Some(new) = moves.new_path(&target) else { continue };
            if new == target && new_file == *file {
                continue;
            }
            let new = relative(new_file.parent(), new.as_str());
            let new = new.strip_suffix(end).unwrap_or(&new);
            if new != path.as_str() {
                edits.set(file, path.range(), new.to_owned());
            }
        }
        for path in FILE.captures_iter(&text).filter_map(|found| found.get(1)) {
            // In a code block, a path from the root of the repository isn't a path on the site.
            let target = match path.as_str().strip_prefix('/') {
                Some(below) => SourcePath::new(format!("content/{below}")),
                None => file.join_sibling(path.as_str()),
            };
            let Some(new) = moves.new_path(&target).filter(|_| imported.contains(&target)) else { continue };
            let new = match (path.as_str().starts_with('/'), new.strip_dir("content")) {
                (true, Some(below)) => format!("/{below}"),
                (true, None) => continue,
                (false, _) if new == target && new_file == *file => continue,
                (false, _) => relative(new_file.parent(), new.as_str()),
            };
            if new != path.as_str() {
                edits.set(file, path.range(), new);
            }
        }
    }
}
