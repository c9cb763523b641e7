//! Inserts snippets, which are text files that pages include. Snippets that are kept as files become docgen includes.

use std::borrow::Cow;

use super::left::Left;
use super::lines::{indent_of, is_blank};
use super::markdown::fence;
use super::parts::Part;
use crate::path::SourcePath;
use crate::source::Source;

/// The maximum nesting depth of snippets.
const DEEPEST: usize = 20;

/// The maximum size of a page including its snippets, in bytes.
const LARGEST: usize = 2 << 20;

/// A site's snippets.
pub(super) trait Snippets: Sync {
    /// Returns a snippet's text.
    fn text(&self, name: &str) -> Option<String>;
    /// If a snippet is kept as a file, returns the directive that includes the snippet.
    fn include(&self, name: &str) -> Option<String>;
    /// If a snippet is kept as a file, returns the options of a code block that shows the snippet.
    fn code(&self, name: &str) -> Option<String>;
    /// Whether `{!file!}` also includes snippets.
    fn has_braces(&self) -> bool {
        false
    }
}

/// Replaces the lines that include snippets with the snippets. Such lines are `--8<-- "file"`, a list of files between
/// two `--8<--` lines, or, with other extensions, `{!file!}`. If a snippet isn't available, replaces the line
/// with a comment and reports it.
pub(super) fn inserted(source: &Source, text: &str, snippets: &dyn Snippets, left: &mut Left) -> String {
    let mut page = Page { size: text.len(), missing: Vec::new() };
    let text = insert(text, snippets, 0, &mut page);
    for line in page.missing {
        let start = source.text.find(&line);
        let range = start.map_or(0..0, |start| start..start + line.len());
        left.note(source, range, &format!("`{line}`"), "add the file, or put its text in the page");
    }
    text
}

/// Inserts the snippets that a snippet includes.
pub(super) fn expanded(text: &str, snippets: &dyn Snippets) -> String {
    insert(text, snippets, 0, &mut Page { size: text.len(), missing: Vec::new() })
}

/// A page that snippets are inserted into.
struct Page {
    /// The size so far, in bytes.
    size: usize,
    /// The lines with snippets that aren't available.
    missing: Vec<String>,
}

/// Inserts snippets into text that's nested in `depth` snippets.
fn insert(text: &str, snippets: &dyn Snippets, depth: usize, page: &mut Page) -> String {
    let has_braces = snippets.has_braces();
    if !(text.contains("8<-") || has_braces && text.contains("{!")) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut at, mut is_list) = (Vec::new(), 0, false);
    let mut open: Option<(usize, char)> = None;
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        if let Some((length, mark, info)) = fence(line) {
            match open {
                Some((opened, c)) if c == mark && length >= opened && is_blank(info) => open = None,
                None => {
                    if let Some(block) = of_file(&lines[at - 1..], info, snippets) {
                        out.push(block);
                        out.push(lines[at + 1].to_owned());
                        at += 2;
                        continue;
                    }
                    open = Some((length, mark));
                }
                _ => {}
            }
        }
        let bare = line.trim_start();
        let indent = &line[..line.len() - bare.len()];
        let name = match mark(bare, has_braces) {
            Some(name) if name.is_empty() => {
                is_list = !is_list;
                continue;
            }
            Some(name) => name,
            None if is_list => bare.trim().into(),
            None => {
                out.push(line.to_owned());
                continue;
            }
        };
        // Names that start with `;` are left out.
        if name.is_empty() || name.starts_with(';') {
            continue;
        }
        if let Some(include) = snippets.include(&name).filter(|_| open.is_none()) {
            out.push(format!("{indent}{include}"));
            continue;
        }
        match snippets.text(&name).filter(|found| depth < DEEPEST && page.size + found.len() < LARGEST) {
            Some(found) => {
                page.size += found.len();
                let inner = insert(&found, snippets, depth + 1, page);
                out.extend(inner.lines().map(|line| format!("{indent}{line}")));
            }
            None => {
                page.missing.push(bare.trim_end().to_owned());
                out.push(match open {
                    Some(_) => line.to_owned(),
                    None => format!("{indent}<!-- {} -->", bare.trim_end()),
                });
            }
        }
    }
    out.join("\n")
}

/// Returns the name of the snippet in a line that includes a snippet.
fn mark(bare: &str, has_braces: bool) -> Option<Cow<'_, str>> {
    let Some(rest) = bare.trim_start_matches('-').strip_prefix("8<") else {
        return braced(bare.trim_end()).filter(|_| has_braces).map(Cow::Owned);
    };
    Some(rest.trim_start_matches('-').trim().trim_matches(['"', '\'']).into())
}

/// Returns the name of the snippet in `{!file!}`, in the form that `--8<--` has. `{!file [ln:2-4,6]!}` and
/// `{!file!lines=2-4 6}` select lines.
fn braced(line: &str) -> Option<String> {
    let (inner, after) = line.strip_prefix("{!")?.strip_suffix('}')?.split_once('!')?;
    let (file, lines) = match inner.split_once('[') {
        Some((file, lines)) => (file, lines.trim_end().strip_prefix("ln:")?.strip_suffix(']')?),
        None => (inner, after.strip_prefix("lines=").unwrap_or(after)),
    };
    let file = file.split('|').next().unwrap_or(file).trim().trim_start_matches(['+', '-', '>']).trim_start();
    let range = |range: &str| match range.split_once('-') {
        Some((first, last)) => format!("{first}:{last}"),
        None => format!("{range}:{range}"),
    };
    let ranges: Vec<String> = lines.split([',', ' ']).filter(|range| !range.is_empty()).map(range).collect();
    let name = if ranges.is_empty() { file.to_owned() } else { format!("{file}:{}", ranges.join(",")) };
    (!file.is_empty()).then_some(name)
}

/// If a code block contains only a snippet that's kept as a file, returns the first line of the code block for docgen.
fn of_file(lines: &[&str], info: &str, snippets: &dyn Snippets) -> Option<String> {
    let [first, inner, last, ..] = lines else { return None };
    let is_end = fence(last).is_some_and(|(_, _, info)| is_blank(info));
    let name = mark(inner.trim_start(), snippets.has_braces())
        .filter(|name| is_end && !name.is_empty() && indent_of(inner) == indent_of(first))?;
    let options = snippets.code(&name)?;
    // docgen would highlight the code in the file's language.
    let language = if is_blank(info) { " text" } else { "" };
    Some(match first.trim_end().strip_suffix('}').filter(|_| info.trim_start().starts_with('{')) {
        Some(start) => format!("{start} {options} }}"),
        None => format!("{}{language} {options}", first.trim_end()),
    })
}

/// Returns the names of the snippets that the text includes, outside code.
pub(super) fn names(text: &str, has_braces: bool) -> Vec<Cow<'_, str>> {
    let mut open = false;
    let mut is_prose = |line: &&str| {
        open ^= fence(line).is_some();
        !open
    };
    text.lines()
        .filter(|line| is_prose(line))
        .filter_map(|line| mark(line.trim_start(), has_braces))
        .collect()
}

/// Returns the path of the snippet with a name. `folders` are the folders that contain snippets.
pub(super) fn path(
    folders: &[SourcePath],
    name: &str,
    exists: impl Fn(&SourcePath) -> bool,
) -> Option<SourcePath> {
    let file = name.split(':').next().unwrap_or(name);
    let path = |folder: &SourcePath| match folder.file_name() == file && exists(folder) {
        // A base path can be a file.
        true => folder.clone(),
        false => SourcePath::new(format!("{folder}/{file}")),
    };
    folders.iter().map(path).find(|path| exists(path))
}

/// Returns the part of a file that a name selects: a section (`file:section`) or lines (`file:2:5`).
pub(super) fn part(file: SourcePath, name: &str) -> Part {
    let Some((_, selected)) = name.split_once(':') else { return Part { file, region: None, lines: None } };
    let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
    if !selected.split([':', ',']).all(is_number) {
        return Part { file, region: Some(selected.to_owned()), lines: None };
    }
    let range = |range: &str| {
        let (first, last) = range.split_once(':').unwrap_or((range, ""));
        format!("{}-{last}", if first.is_empty() { "1" } else { first })
    };
    let lines = selected.split(',').map(range).collect::<Vec<_>>().join(",");
    Part { file, region: None, lines: Some(lines) }
}

/// Returns the text of a part of a file, as MkDocs shows it. A section that doesn't exist is empty, and a section without
/// an end extends to the end of the file.
pub(super) fn text(text: &str, part: &Part) -> String {
    if let Some(ranges) = &part.lines {
        let all: Vec<&str> = text.lines().collect();
        let lines = ranges.split(',').filter_map(|range| {
            let (first, last) = range.split_once('-')?;
            let first = first.parse::<usize>().ok()?.max(1) - 1;
            all.get(first..last.parse().unwrap_or(all.len()).clamp(first.min(all.len()), all.len()))
        });
        return lines.collect::<Vec<_>>().concat().join("\n");
    }
    let Some(region) = &part.region else { return without_marks(text) };
    let (start, end) = (format!("[start:{region}]"), format!("[end:{region}]"));
    let inside = text.lines().skip_while(|line| !line.contains(&start)).skip(1);
    let lines: Vec<&str> = inside.take_while(|line| !line.contains(&end)).collect();
    let indent = lines.iter().filter(|line| !is_blank(line)).map(|line| indent_of(line)).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
    without_marks(&lines.join("\n"))
}

/// Returns text without the lines that mark snippet sections.
fn without_marks(text: &str) -> String {
    let is_mark = |line: &&str| line.contains("--8<-- [start:") || line.contains("--8<-- [end:");
    text.lines().filter(|line| !is_mark(line)).collect::<Vec<_>>().join("\n")
}
