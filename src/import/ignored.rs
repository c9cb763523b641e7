//! Patterns for files to leave out, like the patterns in `.gitignore`.

use regex_lite::Regex;

use super::glob::glob;

/// A list of patterns.
#[derive(Debug, Default)]
pub(super) struct Ignored(Vec<Pattern>);

#[derive(Debug)]
struct Pattern {
    path: Regex,
    /// Whether the pattern includes files that an earlier pattern left out.
    is_negated: bool,
    /// Whether the pattern matches only folders.
    is_folder: bool,
}

impl Ignored {
    /// Reads the patterns in a file.
    pub(super) fn new(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ignored(lines.filter_map(Pattern::new).collect())
    }

    /// Whether a file or one of its parent folders is left out.
    pub(super) fn has(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(at, _)| (&path[..at], true));
        folders.chain([(path, false)]).any(|(path, is_folder)| {
            let is_match =
                |pattern: &&Pattern| (is_folder || !pattern.is_folder) && pattern.path.is_match(path);
            self.0.iter().rev().find(is_match).is_some_and(|pattern| !pattern.is_negated)
        })
    }
}

impl Pattern {
    fn new(line: &str) -> Option<Self> {
        let (is_negated, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (is_folder, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        // A pattern without a slash matches at any depth.
        let anywhere = if line.contains('/') { "" } else { "**/" };
        let path = glob(&format!("{anywhere}{}", line.trim_start_matches('/')))?;
        Some(Pattern { path, is_negated, is_folder })
    }
}

#[cfg(test)]
mod tests {
    use super::Ignored;

    #[test]
    fn patterns_are_those_of_git() {
        let ignored = Ignored::new(
            "# Comment\ndrafts/\n*.draft.mdx\n/only.md\na/**/b.md\n**/internal/**\nx?.md\n!xy.md\n",
        );
        for (path, is_ignored) in [
            ("drafts/a.mdx", true),
            ("guides/drafts/a.mdx", true),
            ("drafts", false),
            ("a.draft.mdx", true),
            ("b/a.draft.mdx", true),
            ("only.md", true),
            ("b/only.md", false),
            ("a/b.md", true),
            ("a/c/d/b.md", true),
            ("c/internal/d/e.md", true),
            ("internal", false),
            ("xz.md", true),
            ("xy.md", false),
            ("page.mdx", false),
        ] {
            assert_eq!(ignored.has(path), is_ignored, "{path}");
        }
    }
}
