//! Path patterns in picomatch syntax, and routes with parameters in path-to-regexp syntax.

use regex_lite::{Regex, escape};

/// Returns a regular expression for a pattern with `*`, `**`, `?`, `[…]`, and `{a,b}`. If the pattern is invalid,
/// returns `None`.
pub(crate) fn glob(pattern: &str) -> Option<Regex> {
    let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
    let (mut out, mut rest, mut depth) = (String::from("^"), pattern, 0_usize);
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        if rest.starts_with("**/") {
            out.push_str("(?:[^/]+/)*");
            length = 3;
        } else if rest.starts_with("**") {
            out.push_str(".*");
            length = 2;
        } else {
            match c {
                '*' => out.push_str("[^/]*"),
                '?' => out.push_str("[^/]"),
                '{' => {
                    out.push_str("(?:");
                    depth += 1;
                }
                '}' if depth > 0 => {
                    out.push(')');
                    depth -= 1;
                }
                ',' if depth > 0 => out.push('|'),
                '[' if rest.contains(']') => {
                    length = rest.find(']').unwrap_or_default() + 1;
                    out.push_str(&rest[..length].replace("[!", "[^"));
                }
                c => out.push_str(&escape(&c.to_string())),
            }
        }
        rest = &rest[length..];
    }
    Regex::new(&(out + "$")).ok()
}

/// A rule that changes paths, such as `packages/:name/docs/:rest*` to `:name/:rest*`.
pub(super) struct Rewrite {
    from: Regex,
    names: Vec<String>,
    to: String,
}

impl Rewrite {
    /// Parses a rule. If the rule is invalid, returns `None`.
    pub(super) fn new(from: &str, to: &str) -> Option<Self> {
        let (mut out, mut names, mut rest) = (String::from("^"), Vec::new(), from.trim_start_matches('/'));
        if from.starts_with('^') {
            return Some(Rewrite { from: Regex::new(from).ok()?, names, to: to.to_owned() });
        }
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if !matches!(c, ':' | '(') {
                out.push_str(&escape(&c.to_string()));
                continue;
            }
            let is_name = |c: char| !c.is_alphanumeric() && c != '_';
            let length = if c == ':' { rest.find(is_name).unwrap_or(rest.len()) } else { 0 };
            // Parameters without a name are counted.
            let unnamed = names.iter().filter(|name| name.parse::<usize>().is_ok()).count();
            names.push(if length > 0 { rest[..length].to_owned() } else { unnamed.to_string() });
            rest = &rest[length..];
            let own = if c == '(' { Some(rest) } else { rest.strip_prefix('(') };
            let mut pattern = "[^/]+?";
            if let Some(inner) = own {
                let close = closing(inner)?;
                pattern = &inner[..close];
                rest = &inner[close + 1..];
            }
            let modifier = rest.chars().next().filter(|c| matches!(c, '*' | '+' | '?'));
            rest = &rest[modifier.map_or(0, char::len_utf8)..];
            let slash = if modifier.is_some() && out.ends_with('/') { "/" } else { "" };
            out.truncate(out.len() - slash.len());
            let repeated = format!("{slash}({pattern}(?:/{pattern})*)");
            match modifier {
                Some('*') => out.push_str(&format!("(?:{repeated})?")),
                Some('+') => out.push_str(&repeated),
                Some(_) => out.push_str(&format!("(?:{slash}({pattern}))?")),
                None => out.push_str(&format!("({pattern})")),
            }
        }
        Some(Rewrite { from: Regex::new(&(out + "$")).ok()?, names, to: to.to_owned() })
    }

    /// If the rule matches the old path, returns the new path.
    pub(super) fn apply(&self, path: &str) -> Option<String> {
        let captures = self.from.captures(path)?;
        let mut to = numbered(self.to.trim_start_matches('/'));
        // Replace longer names first so that `:name` doesn't match part of `:names`.
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.names[*at].len()));
        for at in order {
            let value = captures.get(at + 1).map_or("", |found| found.as_str());
            let name = &self.names[at];
            for modifier in ["*", "+", "?", ""] {
                to = to.replace(&format!(":{name}{modifier}"), value);
            }
        }
        Some(to.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"))
    }
}

/// Replaces the patterns of parameters in the new path: `:name(.*)` with `:name`, and each pattern without a name with
/// the parameter's number.
fn numbered(to: &str) -> String {
    let (mut out, mut rest, mut count) = (String::new(), to, 0_usize);
    while let Some((before, inner)) = rest.split_once('(') {
        let Some(close) = closing(inner) else { break };
        out += before;
        let name = before.rsplit_once(':').map_or("", |(_, name)| name);
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            out += &format!(":{count}");
            count += 1;
        }
        rest = &inner[close + 1..];
    }
    out + rest
}

/// Returns the offset of a group's closing parenthesis.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::{Rewrite, glob};

    #[test]
    fn patterns_match_whole_paths() {
        let table = [
            ("**/README.md", "README.md", true),
            ("**/README.md", "a/b/README.md", true),
            ("*.md", "a/b.md", false),
            ("a/**", "a/b/c.md", true),
            ("{a,b}/?.md", "b/x.md", true),
            ("[!a]b.md", "ab.md", false),
            ("./a.md", "a.md", true),
            ("a(b.md", "a(b.md", true),
        ];
        for (pattern, path, expected) in table {
            assert_eq!(glob(pattern).is_some_and(|regex| regex.is_match(path)), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn rewrites_have_parameters() {
        let table = [
            ("en/:rest*", ":rest*", "en/a/b.md", "a/b.md"),
            ("packages/:name/src/(.*)", ":name/:0", "packages/x/src/y.md", "x/y.md"),
            ("translated/:locale/(.*)", ":locale/(.*)", "translated/de/a/b.md", "de/a/b.md"),
            ("(a|b)/:name(c.*)/(.*)", "(.*)/:name(c.*)-(.*)", "b/cd/e.md", "b/cd-e.md"),
            ("a/:slug(b-.*).md", "c/:slug.md", "a/b-c.md", "c/b-c.md"),
            ("packages/a/one.md", "b/two.md", "packages/a/one.md", "b/two.md"),
            (":name/:names+", "x/:names/:name", "a/b/c", "x/b/c/a"),
        ];
        for (from, to, path, expected) in table {
            let found = Rewrite::new(from, to).and_then(|rule| rule.apply(path));
            assert_eq!(found.as_deref(), Some(expected), "{from}");
        }
        assert!(Rewrite::new("a/:b(", "c").is_none());
        assert_eq!(Rewrite::new("en/:rest*", ":rest*").and_then(|rule| rule.apply("fr/a.md")), None);
    }
}
