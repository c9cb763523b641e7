//! After a move, changes the paths of other files in `import` and `export` statements, in includes, and in code blocks
//! with `file`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use regex_lite::Regex;

use super::{Edits, Moves, destination::relative};
use crate::component::{Root, from_root, located};
use crate::path::SourcePath;
use crate::site::Site;

/// A statement with a relative path. The path, without a query such as `?raw`, is the first group.
static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r#"(?m)^[ \t]*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"](\.{1,2}/[^'"?\n]+)(?:\?[^'"\n]*)?['"]"#;
    Regex::new(pattern).expect("the pattern is valid")
});

/// Returns the ranges of the relative paths in `import` and `export` statements.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Range<usize>> {
    STATEMENT.captures_iter(text).filter_map(|found| found.get(1).map(|path| path.range()))
}

/// An include (the first group), or a code block that shows a file, perhaps at the start of a list item or in a quote.
/// The path is one of the other groups: in double quotes, in single quotes, or without quotes.
static FILE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"(?m)^(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*",
        r"(?:(:{2,}include\b)|`{3,}|~{3,})[^\n]*?[ \t{,]file=",
        r#"(?:\{?(?:"([^"\n]+)"|'([^'\n]+)')|([^\s"'{}]+))"#,
    );
    Regex::new(pattern).expect("the pattern is valid")
});

/// The path of a file in an include or a code block.
pub(super) struct Shown {
    /// The range of the path in the text.
    pub range: Range<usize>,
    /// The folder that a path with a leading slash is relative to.
    pub root: Root,
}

/// Returns the paths in the includes and code blocks of a Markdown file.
pub(super) fn shown(text: &str) -> impl Iterator<Item = Shown> {
    FILE.captures_iter(text).filter_map(|found| {
        let path = found.get(2).or(found.get(3)).or(found.get(4))?;
        let root = if found.get(1).is_some() { Root::Content } else { Root::Repository };
        Some(Shown { range: path.range(), root })
    })
}

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

/// Adds the changes for every page, and for every file that pages import. `folder` is the site's folder in its
/// repository, and `text_of` returns the original text of a file.
pub(crate) fn imports(
    site: &Site,
    moves: &Moves,
    folder: &str,
    text_of: &dyn Fn(&SourcePath) -> Option<Arc<str>>,
    edits: &mut Edits,
) {
    let parsed = || site.pages.iter().filter_map(|page| page.document());
    let imported: BTreeSet<&SourcePath> =
        parsed().flat_map(|parsed| &parsed.metadata.imports).map(|(path, _)| path).collect();
    let with_imports = parsed().filter(|parsed| !parsed.metadata.imports.is_empty());
    let files: BTreeSet<&SourcePath> =
        with_imports.map(|parsed| &parsed.source.path).chain(imported.iter().copied()).collect();
    let any_moves = imported.iter().any(|path| moves.affect(path));
    for file in files {
        if !moves.can_change(file) || !any_moves && !moves.affect(file) {
            continue;
        }
        let (Some(text), Some(new_file)) = (text_of(file), moves.new_path(file)) else { continue };
        for range in statements(&text) {
            let written = &text[range.clone()];
            let candidates = ENDS.iter().map(|end| (file.join_sibling(&format!("{written}{end}")), *end));
            let mut candidates = candidates.filter(|(target, _)| imported.contains(target));
            // A page also depends on files that would take precedence if they existed.
            let found = candidates.clone().find(|(target, _)| text_of(target).is_some());
            let Some((target, end)) = found.or_else(|| candidates.next()) else { continue };
            let Some(new) = moves.new_path(&target) else { continue };
            if new == target && new_file == *file {
                continue;
            }
            let new = relative(new_file.parent(), new.as_str());
            let new = new.strip_suffix(end).unwrap_or(&new);
            if new != written {
                edits.set(file, range, new.to_owned());
            }
        }
        for Shown { range, root } in shown(&text) {
            let path = &text[range.clone()];
            let Some(target) = located(folder, file, path, root).filter(|it| imported.contains(it)) else {
                continue;
            };
            let Some(new) = moves.new_path(&target) else { continue };
            let rooted = match root {
                Root::Content => new.strip_dir("content").map(str::to_owned),
                Root::Repository => Some(from_root(folder, &new).as_str().to_owned()),
            };
            let new = match (path.starts_with("@site/"), path.starts_with('/')) {
                _ if new == target && new_file == *file => continue,
                (true, _) => format!("@site/{new}"),
                (_, true) => match rooted {
                    Some(below) => format!("/{below}"),
                    None => continue,
                },
                _ => relative(from_root(folder, &new_file).parent(), from_root(folder, &new).as_str()),
            };
            let new = match new.strip_prefix("./") {
                Some(bare) if !path.starts_with(['.', '@', '/']) => bare.to_owned(),
                _ => new,
            };
            if new != path {
                edits.set(file, range, new);
            }
        }
    }
}
