//! References to link definitions, and to documentation that a plugin generates from code, such as `[Tea][kettle.Tea]`.

use std::collections::{HashMap, HashSet};

use super::super::left::Left;
use super::super::lines::{indent_of, is_blank};
use super::super::markdown::{Fences, definition};
use super::super::prose;
use super::Converter;
use crate::source::Source;

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

/// Replaces and reports the references for which the text has no definition. The text starts at an offset in the source.
pub(super) fn lost(source: &Source, start: usize, text: &str, left: &mut Left) -> String {
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
        let written = &text[at..at + shown.len() + target.len()];
        let place =
            source.text[start..].find(written).map_or(0..0, |at| start + at..start + at + written.len());
        let hint = "link to the documentation, or leave out the link";
        left.note(source, place, "a link to documentation generated from code", hint);
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

/// Returns the name after `:::` in a line. A plugin replaces such a line with documentation that's generated from code.
pub(super) fn generated(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix(":::")?;
    let name = rest.trim();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
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
