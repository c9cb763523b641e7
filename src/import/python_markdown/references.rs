//! References to link definitions, and to documentation that a plugin generates from code, such as `[Tea][kettle.Tea]`.

use std::collections::{HashMap, HashSet};

use super::super::left::Left;
use super::super::lines::{indent_of, is_blank};
use super::super::markdown::{Fences, definition};
use super::super::prose;
use super::super::site;
use super::{Converter, Slugs};
use crate::path::SourcePath;
use crate::source::Source;

/// The headings and anchors of all pages, by ID.
#[derive(Default)]
pub(in crate::import) struct Headings {
    pages: HashMap<String, SourcePath>,
    slugs: Slugs,
}

impl Headings {
    /// Reads the headings. If several pages have the same ID, the first page takes precedence.
    pub(in crate::import) fn of(sources: impl Iterator<Item = Source>, slugs: &Slugs) -> Self {
        let mut pages = HashMap::new();
        for source in sources {
            for id in slugs.ids(&source.text) {
                pages.entry(id).or_insert_with(|| source.path.clone());
            }
        }
        Headings { pages, slugs: slugs.clone() }
    }

    /// Returns the page and the ID for an identifier, which is an ID or the text of a heading.
    fn find(&self, identifier: &str) -> Option<(&SourcePath, String)> {
        [identifier.to_owned(), self.slugs.slug(identifier)]
            .into_iter()
            .find_map(|id| Some((self.pages.get(&id)?, id)))
    }
}

/// The URLs of the link definitions in a text, by name.
#[derive(Default)]
pub(super) struct Definitions(HashMap<String, String>);

impl Definitions {
    pub(super) fn of(text: &str) -> Self {
        let mut fences = Fences::default();
        let lines = text.lines().filter(|line| !fences.has(line));
        let of_line = |line: &str| {
            let found = definition(line)?;
            Some((label(found.name), line[found.url].to_owned()))
        };
        Definitions(lines.filter_map(of_line).collect())
    }

    /// Returns text in which references are links that contain their URL. The labels of directives need such links.
    pub(super) fn inlined(&self, text: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        prose::rewritten(text, false, &['['], &mut |text, at| {
            let shown = bracketed(&text[at..])?;
            let rest = &text[at + shown.len()..];
            let target = if rest.starts_with('[') { bracketed(rest)? } else { "" };
            let name = if target.len() > 2 { target } else { shown };
            let url = self.0.get(&label(&name[1..name.len() - 1])).filter(|_| !rest.starts_with('('))?;
            let url = address(url).unwrap_or_else(|| url.clone());
            Some((format!("{shown}({url})"), shown.len() + target.len()))
        })
    }
}

/// Returns the name of a link definition for comparisons.
fn label(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Removes all definitions with the same name except the last one, which Python-Markdown uses. CommonMark uses the first
/// one.
pub(super) fn without_duplicates(text: &str) -> String {
    let mut fences = Fences::default();
    let lines = text.lines().enumerate().filter(|(_, line)| !fences.has(line));
    let found: Vec<(usize, String)> =
        lines.filter_map(|(at, line)| Some((at, label(definition(line)?.name)))).collect();
    let last: HashMap<&str, usize> = found.iter().map(|(at, name)| (name.as_str(), *at)).collect();
    if last.len() == found.len() {
        return text.to_owned();
    }
    let dropped: HashSet<usize> =
        found.iter().filter(|(at, name)| last[name.as_str()] != *at).map(|(at, _)| *at).collect();
    let kept = text.split('\n').enumerate().filter(|(at, _)| !dropped.contains(at));
    kept.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// Replaces the references for which the text has no definition: references to headings on any page, such as
/// `[Brew tea][]`, become links. Reports the others. The text starts at an offset in the source.
pub(super) fn resolved(
    source: &Source,
    start: usize,
    text: &str,
    headings: &Headings,
    left: &mut Left,
) -> String {
    if !text.contains("][") {
        return text.to_owned();
    }
    let definitions = text.lines().filter_map(definition);
    let defined: HashSet<String> = definitions.map(|definition| label(definition.name)).collect();
    prose::rewritten(text, false, &['['], &mut |text, at| {
        let shown = bracketed(&text[at..]).filter(|_| !text[..at].ends_with('!'))?;
        let rest = &text[at + shown.len()..];
        let target = rest.starts_with('[').then(|| bracketed(rest)).flatten()?;
        let inner = |brackets: &str| brackets[1..brackets.len() - 1].to_owned();
        let (content, id) = (inner(shown), inner(target));
        let id = if id.trim().is_empty() { content.clone() } else { id };
        if content.is_empty() || content.starts_with('^') || defined.contains(&label(&id)) {
            return None;
        }
        if let Some((page, id)) = headings.find(&id) {
            let path = site::between(source.path.as_str(), page.as_str()).replace(' ', "%20");
            let path = if *page == source.path { String::new() } else { path };
            return Some((format!("[{content}]({path}#{id})"), shown.len() + target.len()));
        }
        let written = &text[at..at + shown.len() + target.len()];
        let place =
            source.text[start..].find(written).map_or(0..0, |at| start + at..start + at + written.len());
        let hint = "link to the page, or leave out the link";
        left.note(source, place, "a link to a heading or to documentation generated from code", hint);
        Some((content, written.len()))
    })
}

/// Returns the brackets at the start of the text, including their content. Code spans can contain any brackets.
fn bracketed(text: &str) -> Option<&str> {
    let text = prose::paragraph(text);
    let (mut depth, mut is_code, mut is_escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if !is_code => is_escaped = true,
            '`' => is_code = !is_code,
            '[' if !is_code => depth += 1,
            ']' if !is_code => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[..=at]);
        }
    }
    None
}

/// Returns the name after `:::` in the first of these lines. A plugin replaces such a line with documentation that's
/// generated from code. A name with hyphens is the name of a tool, with options in the next line.
pub(super) fn generated<'l>(lines: &[&'l str]) -> Option<&'l str> {
    let line = *lines.first()?;
    let rest = line.trim().strip_prefix(":::")?;
    let name = rest.trim();
    let has_options =
        lines.get(1).is_some_and(|next| indent_of(next) > indent_of(line) && next.trim().starts_with(':'));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_') || has_options && c == '-';
    // Without a space, a single word is more likely to be another kind of block.
    let is_name = rest.starts_with(' ') || name.contains('.');
    (is_name && !name.is_empty() && name.chars().all(is_part)).then_some(name)
}

impl Converter<'_> {
    /// Writes a comment that replaces documentation that a plugin would generate from code. The comment includes the
    /// plugin's options. Returns the index of the line after the options.
    pub(super) fn generated(
        &mut self,
        lines: &[&str],
        at: usize,
        name: &str,
        out: &mut Vec<String>,
    ) -> usize {
        let indent = indent_of(lines[at]);
        let is_option = |line: &str| indent_of(line) > indent && !is_blank(line);
        let count = lines[at + 1..].iter().take_while(|line| is_option(line)).count();
        out.push(format!("{}<!-- ::: {name} -->", " ".repeat(indent)));
        let place =
            self.source.text[self.start..].find(lines[at].trim()).map_or(0, |place| self.start + place);
        let hint = "generate Markdown from the code, or write the documentation by hand";
        self.left.note(self.source, place..place + name.len(), "documentation generated from code", hint);
        at + 1 + count
    }
}

/// Whether a line contains only a footnote label, such as `[^1]:`.
pub(super) fn is_bare_note(line: &str) -> bool {
    line.trim_start().strip_prefix("[^").is_some_and(|rest| rest.trim_end().ends_with("]:"))
}
