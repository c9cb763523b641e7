//! The Markdown extensions that a generator turns on, and the settings that docgen needs for them.

use std::collections::{BTreeMap, BTreeSet};

use super::inline::Symbols;
use super::math::{Formulas, Math};
use super::prose;
use super::settings::Settings;
use super::{Content, markdown};
use crate::path::SourcePath;

/// The Markdown extensions of a site.
#[derive(Clone, Debug, Default)]
pub(super) struct Syntax {
    /// The formula syntax, if the site shows formulas.
    pub math: Option<Math>,
    /// Whether `:name:` can be an emoji.
    pub emoji: bool,
    pub abbreviations: bool,
    pub highlight: bool,
    pub keys: bool,
    /// Whether `^^text^^` is inserted text.
    pub inserted: bool,
    pub subscript: bool,
    pub superscript: bool,
    /// The characters that become symbols.
    pub symbols: Symbols,
    /// Whether all code blocks have line numbers.
    pub line_numbers: bool,
    /// If a backslash escapes any character, whether an escaped space is a no-break space.
    pub escapes: Option<bool>,
    /// Whether `{++text++}` and similar marks are edits.
    pub edits: bool,
    /// The languages of code blocks that the site names differently, by the site's names.
    pub languages: BTreeMap<String, String>,
    /// The names of the code blocks that the site shows in its own way, such as diagrams.
    pub own_fences: BTreeSet<String>,
}

/// A setting that pages need.
#[derive(Clone, Copy, PartialEq)]
enum Need {
    Math,
    Extension(&'static str),
}

impl Syntax {
    /// Turns on the settings for the extensions that the site has and that pages use.
    pub(super) fn turn_on(&self, files: &BTreeMap<SourcePath, Content>, settings: &mut Settings) {
        let known = [
            (self.math.is_some(), Need::Math),
            (self.abbreviations, Need::Extension("abbreviations")),
            (self.highlight, Need::Extension("highlight")),
            (self.keys, Need::Extension("keys")),
            (self.subscript, Need::Extension("subscript")),
            (self.superscript, Need::Extension("superscript")),
        ];
        let mut open: Vec<Need> =
            known.into_iter().filter(|(is_on, _)| *is_on).map(|(_, need)| need).collect();
        let mut used: Vec<Need> = Vec::new();
        for (path, content) in files {
            let Content::Text(text) = content else { continue };
            if open.is_empty() || !matches!(path.extension(), "md" | "mdx") {
                continue;
            }
            let found = self.needs(text, &open, path.extension() == "mdx");
            open.retain(|need| !found.contains(need));
            used.extend(found);
        }
        if used.contains(&Need::Math) {
            settings.set("markdown.math", true);
        }
        let names = known.iter().filter_map(|(_, need)| match need {
            Need::Extension(name) if used.contains(need) => Some(*name),
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        if !names.is_empty() {
            settings.set("markdown.extensions", names);
        }
    }

    /// Returns the settings that a page needs.
    fn needs(&self, text: &str, open: &[Need], is_mdx: bool) -> Vec<Need> {
        let mut found = Vec::new();
        let is_formula = |line: &str| {
            markdown::fence(line.trim_start_matches([' ', '>', '\t']))
                .is_some_and(|(_, _, info)| info.split_whitespace().next() == Some("math"))
        };
        let has_formula = open.contains(&Need::Math) && text.lines().any(is_formula);
        found.extend(has_formula.then_some(Need::Math));
        prose::rewritten(text, is_mdx, &['$', '*', '=', '+', '~', '^'], &mut |text, at| {
            let is_line = at == 0 || text[..at].ends_with('\n');
            let need = need(&text[at..], is_line);
            found.extend(need.filter(|need| open.contains(need)));
            // Formulas contain carets.
            let is_math = self.math.is_some() && text[at..].starts_with('$');
            let length = if is_math { formula(&text[at..])? } else { return None };
            Some((text[at..at + length].to_owned(), length))
        });
        found
    }

    /// Replaces the formulas in text with tokens.
    pub(super) fn taken(&self, text: &str) -> (String, Formulas) {
        match &self.math {
            Some(math) => math.taken(text),
            None => (text.to_owned(), Formulas::default()),
        }
    }

    /// Replaces the emoji shortcodes in headings with emoji, for generators whose heading IDs depend on the emoji.
    pub(super) fn with_emoji_in_headings(text: &str, is_mdx: bool) -> String {
        if !text.contains(':') {
            return text.to_owned();
        }
        prose::rewritten(text, is_mdx, &[':'], &mut |text, at| {
            let code = shortcode(&text[at..])?;
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let emoji = crate::markdown::emoji(code).filter(|_| text[start..].starts_with('#'))?;
            Some((emoji.to_owned(), code.len()))
        })
    }

    /// Changes emoji shortcodes that docgen and the generator show differently. If the site has no emoji, shortcodes are
    /// escaped. Otherwise, shortcodes that docgen would show as text become emoji.
    pub(super) fn with_emoji(&self, text: &str, is_mdx: bool) -> String {
        if !text.contains(':') {
            return text.to_owned();
        }
        prose::rewritten(text, is_mdx, &[':'], &mut |text, at| {
            let code = shortcode(&text[at..])?;
            let (before, after) = (&text[..at], &text[at + code.len()..]);
            if is_in_url(before) {
                return Some((code.to_owned(), code.len()));
            }
            let is_apart = !before.ends_with(|c: char| c.is_alphanumeric() || ":/".contains(c))
                && !after.starts_with(|c: char| c.is_alphanumeric() || ":[{/".contains(c));
            let changed = match (self.emoji, is_apart) {
                (false, true) => Some(format!("\\{code}")),
                (true, false) => crate::markdown::emoji(code).map(str::to_owned),
                _ => None,
            };
            Some((changed.unwrap_or_else(|| code.to_owned()), code.len()))
        })
    }
}

/// Whether text ends in a URL: in the target of a link, in a definition, or in a plain URL.
fn is_in_url(before: &str) -> bool {
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    let start = line.rfind(char::is_whitespace).map_or(0, |end| end + 1);
    let (above, word) = (line[..start].trim(), &line[start..]);
    let is_target = word.rfind("](").is_some_and(|open| {
        let target = &word[open + 2..];
        target.matches(')').count() <= target.matches('(').count()
    });
    is_target
        || word.contains("://") && !word.contains("](")
        || above.starts_with('[') && above.ends_with("]:")
}

/// Returns the emoji shortcode at the start of the text.
fn shortcode(text: &str) -> Option<&str> {
    let end = text.strip_prefix(':')?.find(':')? + 2;
    Some(&text[..end]).filter(|shortcode| crate::markdown::emoji(shortcode).is_some())
}

/// Returns the length of the formula at the start of the text.
fn formula(text: &str) -> Option<usize> {
    let mark = if text.starts_with("$$") { "$$" } else { "$" };
    let inner = &text[mark.len()..];
    let scope = if mark == "$$" { inner } else { prose::paragraph(inner) };
    Some(scope.find(mark)? + 2 * mark.len())
}

/// Returns the setting for the construct at the start of the text.
fn need(rest: &str, is_line: bool) -> Option<Need> {
    let line = rest.lines().next().unwrap_or_default();
    let between = |mark: &str| {
        let inner = line.strip_prefix(mark)?;
        let inner = &inner[..inner.find(mark)?];
        (!inner.is_empty() && !inner.starts_with(char::is_whitespace)).then_some(inner)
    };
    let word = |mark: &str| between(mark).filter(|inner| !inner.contains(char::is_whitespace));
    Some(match rest.as_bytes()[0] {
        b'$' => formula(rest).map(|_| Need::Math)?,
        b'*' if is_line => {
            line.strip_prefix("*[")?.split_once("]:").map(|_| Need::Extension("abbreviations"))?
        }
        b'=' => between("==").map(|_| Need::Extension("highlight"))?,
        b'+' => word("++").map(|_| Need::Extension("keys"))?,
        b'~' if !rest.starts_with("~~") => word("~").map(|_| Need::Extension("subscript"))?,
        b'^' => word("^").map(|_| Need::Extension("superscript"))?,
        _ => return None,
    })
}
