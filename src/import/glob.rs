//! The patterns of files to leave out, as in `.gitignore`.

/// A list of patterns.
#[derive(Debug, Default)]
pub(super) struct Ignored(Vec<Pattern>);

#[derive(Debug)]
struct Pattern {
    parts: Vec<String>,
    /// Whether the pattern includes files again.
    is_negated: bool,
    /// Whether the pattern matches only folders.
    is_folder: bool,
}

impl Ignored {
    /// Reads the lines of a file.
    pub(super) fn new(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ignored(lines.map(Pattern::new).collect())
    }

    /// Whether a file is left out, itself or with one of its folders.
    pub(super) fn has(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        (1..=parts.len()).any(|count| {
            let matching =
                self.0.iter().rev().find(|pattern| pattern.has(&parts[..count], count < parts.len()));
            matching.is_some_and(|pattern| !pattern.is_negated)
        })
    }
}

impl Pattern {
    fn new(line: &str) -> Self {
        let (is_negated, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (is_folder, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let is_anchored = line.contains('/');
        let parts = line.trim_start_matches('/').split('/').map(str::to_owned);
        // Without a slash, a pattern matches at any depth.
        let anywhere = (!is_anchored).then(|| "**".to_owned());
        Pattern { parts: anywhere.into_iter().chain(parts).collect(), is_negated, is_folder }
    }

    fn has(&self, path: &[&str], is_folder: bool) -> bool {
        (is_folder || !self.is_folder) && matches(&self.parts, path)
    }
}

/// Whether the parts of a pattern match the parts of a path.
fn matches(pattern: &[String], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        ([any, rest @ ..], _) if any == "**" => {
            // At the end, the pattern matches everything inside a folder.
            (rest.is_empty() && !path.is_empty())
                || (0..=path.len()).any(|skipped| !rest.is_empty() && matches(rest, &path[skipped..]))
        }
        ([first, rest @ ..], [name, others @ ..]) => has_name(first, name) && matches(rest, others),
        _ => false,
    }
}

/// Whether a pattern with `*` and `?` matches a name.
fn has_name(pattern: &str, name: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        let is_same = |(a, b): (char, char)| a == b || a == '?';
        return pattern.chars().count() == name.chars().count()
            && pattern.chars().zip(name.chars()).all(is_same);
    };
    let Some(rest) =
        name.get(..before.len()).filter(|start| has_name(before, start)).map(|_| &name[before.len()..])
    else {
        return false;
    };
    let mut parts: Vec<&str> = after.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    let mut at = 0;
    for part in parts {
        match rest[at..].find(part) {
            Some(found) => at += found + part.len(),
            None => return false,
        }
    }
    rest.len() >= at + last.len() && rest[at..].ends_with(last)
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
