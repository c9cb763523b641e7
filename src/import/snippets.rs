//! Inserts snippets, which are text files that pages include.

use super::lines::{indent_of, is_blank};
use crate::path::SourcePath;

/// The maximum nesting depth of snippets.
const DEEPEST: usize = 20;

/// The maximum size of a page including its snippets, in bytes.
const LARGEST: usize = 2 << 20;

/// Replaces the lines that include snippets with the snippets. Such lines are `--8<-- "file"`, or a list of files
/// between two `--8<--` lines.
pub(super) fn inserted(text: &str, snippet: &(dyn Fn(&str) -> Option<String> + Sync)) -> String {
    insert(text, snippet, 0, &mut text.len())
}

/// Inserts snippets into a text that's nested in `depth` snippets. `size` is the size of the page so far.
fn insert(
    text: &str,
    snippet: &(dyn Fn(&str) -> Option<String> + Sync),
    depth: usize,
    size: &mut usize,
) -> String {
    if !text.contains("--8<--") && !text.contains("-8<-") {
        return text.to_owned();
    }
    let mut out = Vec::new();
    let mut is_list = false;
    for line in text.lines() {
        let bare = line.trim_start();
        let indent = &line[..line.len() - bare.len()];
        let mark =
            bare.trim_start_matches('-').strip_prefix("8<").map(|rest| rest.trim_start_matches('-').trim());
        let name = match mark {
            Some("") => {
                is_list = !is_list;
                continue;
            }
            Some(name) => name.trim_matches(['"', '\'']),
            None if is_list => bare.trim(),
            None => {
                out.push(line.to_owned());
                continue;
            }
        };
        // Names that start with `;` are left out.
        if name.is_empty() || name.starts_with(';') {
            continue;
        }
        match snippet(name).filter(|found| depth < DEEPEST && *size + found.len() < LARGEST) {
            Some(found) => {
                *size += found.len();
                let inner = insert(&found, snippet, depth + 1, size);
                out.extend(inner.lines().map(|line| format!("{indent}{line}")));
            }
            None => out.push(line.to_owned()),
        }
    }
    out.join("\n")
}

/// Returns the path of the snippet that a name in `--8<--` refers to. `folders` are the folders that contain snippets.
pub(super) fn path(
    folders: &[SourcePath],
    name: &str,
    exists: impl Fn(&SourcePath) -> bool,
) -> Option<SourcePath> {
    let file = name.split(':').next().unwrap_or(name);
    folders.iter().map(|folder| SourcePath::new(format!("{folder}/{file}"))).find(|path| exists(path))
}

/// Returns the part of a snippet that a name selects: a section (`file:section`) or lines (`file:2:5`).
pub(super) fn part(text: &str, name: &str) -> Option<String> {
    let Some((_, part)) = name.split_once(':') else { return Some(without_marks(text)) };
    let numbers: Vec<Option<usize>> = part.split(':').map(|number| number.parse().ok()).collect();
    if part.split(':').all(|number| number.is_empty() || number.parse::<usize>().is_ok()) {
        let first = numbers.first().copied().flatten().unwrap_or(1).max(1);
        let last = numbers.get(1).copied().flatten().unwrap_or(usize::MAX);
        let lines = text.lines().skip(first - 1).take(last.saturating_sub(first - 1));
        return Some(lines.collect::<Vec<_>>().join("\n"));
    }
    let (start, end) = (format!("[start:{part}]"), format!("[end:{part}]"));
    let inside: Vec<&str> = text.lines().skip_while(|line| !line.contains(&start)).skip(1).collect();
    let length = inside.iter().position(|line| line.contains(&end))?;
    let lines = &inside[..length];
    let indent = lines.iter().filter(|line| !is_blank(line)).map(|line| indent_of(line)).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
    Some(without_marks(&lines.join("\n")))
}

/// Returns text without the lines that mark snippet sections.
fn without_marks(text: &str) -> String {
    let is_mark = |line: &&str| line.contains("--8<-- [start:") || line.contains("--8<-- [end:");
    text.lines().filter(|line| !is_mark(line)).collect::<Vec<_>>().join("\n")
}
