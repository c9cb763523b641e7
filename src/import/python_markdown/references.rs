//! Replaces references to documentation that a plugin generates from code, such as `[Tea][kettle.Tea]`, with their text.

use std::collections::HashSet;

use super::super::left::Left;
use super::super::markdown::definition;
use super::super::prose;
use crate::source::Source;

/// Replaces and reports the references for which the text has no definition. The text starts at an offset in the source.
pub(super) fn lost(source: &Source, start: usize, text: &str, left: &mut Left) -> String {
    if !text.contains("][") {
        return text.to_owned();
    }
    let label = |label: &str| label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
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
