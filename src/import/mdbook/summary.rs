//! Reads `SUMMARY.md`: the chapters of a book, with their titles and order.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::import::markdown::closing_parenthesis;
use crate::path::decode_path;

/// An entry of the summary.
#[derive(Debug, PartialEq)]
pub(super) enum Entry {
    /// The title of a part, which contains the numbered chapters after the title.
    Part(String),
    Separator,
    Chapter(Chapter),
}

/// A chapter.
#[derive(Debug, PartialEq)]
pub(super) struct Chapter {
    pub title: String,
    /// The original path. For a draft, the path is empty.
    pub path: String,
    /// The location of the path in the summary.
    pub range: Range<usize>,
    /// Whether the chapter is a list item.
    pub is_numbered: bool,
    pub inside: Vec<Chapter>,
}

/// Reads a summary. The first heading is the title of the summary, not of a part.
pub(super) fn read(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut indents: Vec<usize> = Vec::new();
    let (mut has_title, mut is_comment, mut at) = (false, false, 0);
    let definitions = definitions(text);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        let bare = line.trim_start();
        if definition(bare).is_some() {
            continue;
        }
        let was_comment = is_comment;
        is_comment = (is_comment || bare.starts_with("<!--")) && !bare.contains("-->");
        if was_comment || bare.starts_with("<!--") {
            continue;
        }
        if let Some(title) = bare.strip_prefix("# ") {
            if has_title || !entries.is_empty() {
                entries.push(Entry::Part(plain(title.trim())));
            }
            has_title = true;
            continue;
        }
        if is_separator(bare) {
            entries.push(Entry::Separator);
            continue;
        }
        let indent = width(&line[..line.len() - bare.len()]);
        let is_numbered = !bare.starts_with('[');
        let mut offset = start + line.len() - bare.len();
        let mut rest = bare;
        // Chapters that aren't in a list can be on the same line.
        while let Some((title, target)) = link(rest).or_else(|| reference(rest, &definitions)) {
            let range = offset + target.start..offset + target.end;
            let written = &rest[target.clone()];
            let defined =
                definitions.get(&written.to_lowercase()).filter(|_| !rest[..target.start].ends_with('('));
            let path = defined.map_or(written, |path| path);
            let path = decode_path(path.trim_matches(['<', '>'])).into_owned();
            let chapter = Chapter { title: plain(title), path, range, is_numbered, inside: Vec::new() };
            add(&mut entries, &mut indents, indent, chapter);
            let next = rest[target.end..].find('[').map(|at| target.end + at).filter(|_| !is_numbered);
            let Some(next) = next else { break };
            offset += next;
            rest = &rest[next..];
        }
    }
    entries
}

/// Adds a chapter inside the last chapter with a smaller indentation. `indents` contains the indentations of the open
/// chapters.
fn add(entries: &mut Vec<Entry>, indents: &mut Vec<usize>, indent: usize, chapter: Chapter) {
    if !chapter.is_numbered || !matches!(entries.last(), Some(Entry::Chapter(last)) if last.is_numbered) {
        indents.clear();
    }
    while indents.last().is_some_and(|open| *open >= indent) {
        indents.pop();
    }
    let depth = indents.len().min(DEEPEST);
    indents.push(indent);
    let Some(Entry::Chapter(top)) = entries.last_mut().filter(|_| depth > 0) else {
        entries.push(Entry::Chapter(chapter));
        return;
    };
    let mut parent = top;
    for _ in 1..depth {
        if parent.inside.is_empty() {
            break;
        }
        let last = parent.inside.len() - 1;
        parent = &mut parent.inside[last];
    }
    parent.inside.push(chapter);
}

/// The maximum nesting depth of chapters. Chapters at deeper levels become siblings.
const DEEPEST: usize = 20;

fn width(indent: &str) -> usize {
    indent.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

fn is_separator(line: &str) -> bool {
    line.len() >= 3 && ['-', '*', '_'].iter().any(|mark| line.chars().all(|c| c == *mark || c == ' '))
}

/// Returns the text of the link in a line, and the range of the link's target.
fn link(line: &str) -> Option<(&str, Range<usize>)> {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = after.strip_prefix(['-', '*', '+', '.', ')']).map_or(line, str::trim_start);
    let start = line.len() - after.len();
    let inner = after.strip_prefix('[')?;
    let close = inner.find("](")?;
    let target = start + 1 + close + 2;
    let own = closing_parenthesis(&line[target - 1..]).map(|close| target - 1 + close);
    let end = own.or_else(|| Some(target + line[target..].rfind(')')?))?;
    let title = line[target..end].find(" \"").unwrap_or(end - target);
    Some((&inner[..close], target..target + title))
}

/// If a line defines the target of links, returns the name and the target.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix('[')?.split_once("]:")?;
    Some((name, rest.split_whitespace().next()?)).filter(|(name, _)| !name.contains(']'))
}

/// Returns the targets of links by their lowercase names.
fn definitions(text: &str) -> BTreeMap<String, &str> {
    let all = text.lines().filter_map(|line| definition(line.trim()));
    all.map(|(name, target)| (name.to_lowercase(), target)).collect()
}

/// Returns the text of a link such as `[Text][name]` or `[Name]`, and the range of the name.
fn reference<'l>(line: &'l str, definitions: &BTreeMap<String, &str>) -> Option<(&'l str, Range<usize>)> {
    let start = line.find('[')? + 1;
    let close = start + line[start..].find(']')?;
    let text = &line[start..close];
    let named = line[close + 1..].strip_prefix('[').and_then(|rest| rest.find(']'));
    let name = match named {
        Some(end) if end > 0 => close + 2..close + 2 + end,
        _ => start..close,
    };
    definitions.contains_key(&line[name.clone()].to_lowercase()).then_some((text, name))
}

/// Returns a title without code and emphasis markers.
pub(super) fn plain(title: &str) -> String {
    let mut out = String::new();
    let mut chars = title.chars();
    let mut is_code = false;
    while let Some(c) = chars.next() {
        match c {
            '`' => is_code = !is_code,
            '\\' if !is_code => out.extend(chars.next()),
            // A single `*` is text.
            '*' if !is_code && title.matches('*').count() > 1 => {}
            c => out.push(c),
        }
    }
    out
}
