//! Estimates how much work a style sheet needs, because grass has no limits.

use std::collections::BTreeMap;

use super::words;
use crate::source::Source;

/// The maximum number of statements that run.
const MOST: f64 = 2e6;

/// The maximum length of a value, in bytes.
const LONGEST: f64 = 1e7;

/// The assumed number of iterations of a loop whose bounds aren't numbers.
const UNKNOWN: f64 = 1000.0;

/// A statement of a style sheet, with its nesting depth. A statement with a block contains the deeper statements after it.
struct Statement<'s> {
    depth: usize,
    text: &'s str,
}

/// Whether style sheets run too many statements or create values that are too long. The estimate is too high rather than too
/// low. Mixins and functions must not use themselves.
pub(super) fn is_excessive(sources: &[Source]) -> bool {
    let lists: Vec<Vec<Statement<'_>>> = sources.iter().map(statements).collect();
    let longest = lists.iter().flatten().map(|one| one.text.matches(',').count() + 1).max().unwrap_or(1);
    let mut known = BTreeMap::new();
    // The first pass finds the work of mixins and functions, which use only those that were defined earlier.
    for statements in lists.iter().chain(&lists) {
        let mut sizes = BTreeMap::new();
        let mut work = 0.0;
        // The number of times that the blocks around a statement run.
        let mut around: Vec<(usize, f64)> = Vec::new();
        let mut definition: Option<(usize, String, f64)> = None;
        for Statement { depth, text } in statements {
            around.retain(|(above, _)| above < depth);
            let times: f64 = around.iter().map(|(_, times)| times).product();
            if definition.as_ref().is_some_and(|(above, ..)| above >= depth)
                && let Some((_, name, cost)) = definition.take()
            {
                known.insert(name, cost);
            }
            let cost = times * (1.0 + words(text).filter_map(|word| known.get(&plain(word))).sum::<f64>());
            match &mut definition {
                Some((.., own)) => *own += cost,
                None => work += cost,
            }
            if work > MOST || cost > MOST || is_long(text, times, &mut sizes) {
                return true;
            }
            match ["@mixin", "@function", "="].iter().find_map(|word| text.strip_prefix(word)) {
                Some(rest) if definition.is_none() => {
                    definition = Some((*depth, plain(words(rest).next().unwrap_or_default()), 0.0));
                }
                _ => around.push((*depth, repetitions(text, longest))),
            }
        }
        if let Some((_, name, cost)) = definition {
            known.insert(name, cost);
        }
    }
    false
}

/// Sass treats hyphens and underscores in names alike.
fn plain(name: &str) -> String {
    name.replace('_', "-")
}

/// Returns the number of times that the block of a statement runs. `longest` is the length of the longest list.
fn repetitions(header: &str, longest: usize) -> f64 {
    if header.starts_with("@for") {
        let numbers = words(header).filter_map(|word| word.parse::<f64>().ok());
        let has_names = header.matches('$').count() > 1 || header.contains('(');
        let most = numbers.fold(1.0, f64::max);
        return if has_names { most.max(UNKNOWN) } else { most };
    }
    if header.starts_with("@each") {
        return longest as f64;
    }
    // Nested rules combine all their selectors.
    if header.starts_with('@') { 1.0 } else { (header.matches(',').count() + 1) as f64 }
}

/// Whether a statement that runs several times sets a variable to a long value. `sizes` contains the lengths of the values.
fn is_long<'s>(text: &'s str, times: f64, sizes: &mut BTreeMap<&'s str, f64>) -> bool {
    let Some((name, value)) = text.strip_prefix('$').and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    let name = name.trim();
    let mut length = value.len() as f64;
    let mut own = 0;
    for part in value.split('$').skip(1) {
        let used = words(part).next().unwrap_or_default();
        if used == name {
            own += 1;
        }
        length += sizes.get(used).copied().unwrap_or_default();
    }
    // In a loop, the value grows each time.
    let length = match own {
        0 => length,
        1 => length * times,
        _ => length * f64::from(own).powf(times),
    };
    let size = sizes.entry(name).or_default();
    *size = size.max(length);
    *size > LONGEST
}

fn statements(source: &Source) -> Vec<Statement<'_>> {
    match source.path.extension() {
        "sass" => indented(&source.text),
        _ => bracketed(&source.text),
    }
}

/// Returns the statements of a style sheet with braces.
fn bracketed(text: &str) -> Vec<Statement<'_>> {
    let (mut statements, mut depth, mut start) = (Vec::new(), 0, 0);
    let (mut quote, mut interpolations) = (None, 0_usize);
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open && bytes[at - 1] != b'\\' || byte == b'\n' => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{') if at > 0 && bytes[at - 1] == b'#' => interpolations += 1,
            (None, b'}') if interpolations > 0 => interpolations -= 1,
            (None, b'{' | b'}' | b';') => {
                let own = text[start..at].trim();
                if !own.is_empty() {
                    statements.push(Statement { depth, text: own });
                }
                depth = match byte {
                    b'{' => depth + 1,
                    b'}' => depth.saturating_sub(1),
                    _ => depth,
                };
                start = at + 1;
            }
            _ => {}
        }
    }
    statements
}

/// Returns the statements of an indented style sheet.
fn indented(text: &str) -> Vec<Statement<'_>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Statement { depth: line.len() - line.trim_start().len(), text: line.trim() }).collect()
}
