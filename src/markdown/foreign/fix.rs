//! Converts other generators' constructs to docgen's Markdown, for `docgen check --fix`. Only constructs whose meaning
//! doesn't depend on other files or settings are converted. `docgen import` converts whole sites.

use std::ops::Range;

/// The range of a construct in a file, and the text that replaces it.
pub(in crate::markdown) type Fixed = (Range<usize>, String);

/// Converts the construct at a position. If its meaning isn't certain, returns `None`.
pub(super) type Fix = fn(&str, usize) -> Option<Fixed>;

/// The admonitions of Python-Markdown, each with the most similar docgen directive.
const ADMONITIONS: &[(&str, &[&str])] = &[
    ("note", &["note", "seealso", "example", "quote", "cite"]),
    ("info", &["info", "todo", "abstract", "summary", "tldr", "question", "help", "faq"]),
    ("tip", &["tip", "hint", "important"]),
    ("success", &["success", "check", "done"]),
    ("warning", &["warning", "caution", "attention"]),
    ("danger", &["danger", "error", "failure", "fail", "missing", "bug"]),
];

/// Returns the docgen directive that's most similar to an admonition of Python-Markdown.
pub(crate) fn look(name: &str) -> &'static str {
    ADMONITIONS.iter().find(|(_, names)| names.contains(&name)).map_or("note", |(look, _)| look)
}

/// Whether Python-Markdown has an admonition with this name.
pub(crate) fn is_admonition(name: &str) -> bool {
    ADMONITIONS.iter().any(|(_, names)| names.contains(&name))
}

/// Capitalizes the first letter of a word.
pub(crate) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// The maximum number of lines in a construct. Longer constructs aren't converted.
const LONGEST: usize = 2_000;

/// The lines from the start of a construct up to the first line that has less indentation.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    /// The indentation of the construct.
    margin: &'t str,
    /// The lines without the margin, each with the offset of its end in the text.
    all: Vec<(&'t str, usize)>,
}

impl<'t> Lines<'t> {
    /// Returns the lines from a position on, unless they're in a quote or after a list marker.
    fn at(text: &'t str, at: usize) -> Option<Self> {
        let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
        let margin = &text[start..at];
        if !margin.bytes().all(|byte| byte == b' ') {
            return None;
        }
        let (mut all, mut next) = (Vec::new(), start);
        for line in text[start..].split_inclusive('\n').take(LONGEST) {
            let bare = line.trim_end_matches(['\r', '\n']);
            let end = next + bare.len();
            next += line.len();
            match bare.strip_prefix(margin) {
                Some(line) => all.push((line, end)),
                None if bare.trim().is_empty() => all.push(("", end)),
                None => break,
            }
        }
        Some(Lines { text, at, margin, all })
    }

    /// Returns the indented lines after a line without their indentation, and the number of lines up to the last one.
    fn indented(&self, line: usize) -> Option<(Vec<&'t str>, usize)> {
        let inner = |line: &'t str| line.strip_prefix("    ").or_else(|| line.strip_prefix('\t'));
        let below = self.all.get(line + 1..)?.iter().map(|(line, _)| match line.trim().is_empty() {
            true => Some(""),
            false => inner(line),
        });
        let below: Vec<&str> = below.map_while(|line| line).collect();
        let content = trimmed(&below);
        let is_whole = line + 1 + below.len() < LONGEST;
        let before = below.iter().take_while(|line| line.is_empty()).count();
        let count = if content.is_empty() { 0 } else { before + content.len() };
        is_whole.then(|| (content.to_vec(), line + 1 + count))
    }

    /// Replaces the first lines.
    fn replaced(&self, count: usize, lines: &[String]) -> Option<Fixed> {
        let (_, end) = self.all.get(count.checked_sub(1)?)?;
        let line_end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let margin = |line: &str| if line.is_empty() { "" } else { self.margin };
        let mut written = lines.first()?.clone();
        lines[1..].iter().for_each(|line| written.push_str(&format!("{line_end}{}{line}", margin(line))));
        Some((self.at..*end, written))
    }
}

/// Returns lines without the blank lines at the start and the end.
fn trimmed<'l, 't>(lines: &'l [&'t str]) -> &'l [&'t str] {
    let is_text = |line: &&str| !line.trim().is_empty();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(is_text).map_or(start, |last| last + 1);
    &lines[start..end]
}

/// The starts of constructs that become directives.
const OPENINGS: [&str; 4] = ["!!! ", "??? ", "???+ ", "=== \""];

/// Returns the number of colons that a line starts with, now or after it is converted.
fn colons(line: &str) -> usize {
    let bare = line.trim_start();
    match OPENINGS.iter().any(|opening| bare.starts_with(opening)) {
        true => 3 + (line.len() - bare.len()) / 4,
        false => bare.bytes().take_while(|byte| *byte == b':').count(),
    }
}

/// Returns the lines of a directive, which has more colons than the directives inside.
fn directive<L: AsRef<str>>(opening: &str, content: &[L]) -> Vec<String> {
    let content = content.iter().map(AsRef::as_ref);
    let mark = ":".repeat(content.clone().map(colons).max().unwrap_or_default().max(2) + 1);
    let mut lines = vec![format!("{mark}{opening}")];
    lines.extend(content.map(str::to_owned));
    lines.push(mark);
    lines
}

/// Returns a title as a directive's label, unless its brackets aren't balanced.
fn label(title: &str) -> Option<String> {
    let mut depth = 0;
    for c in title.chars() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        if depth < 0 || c == '\\' {
            return None;
        }
    }
    (depth == 0).then(|| format!("[{title}]"))
}

/// Returns the label of an admonition, which Python-Markdown titles with its kind by default.
fn admonition_label(kind: &str, title: Option<&str>, is_plain: bool) -> Option<String> {
    match title {
        None if is_plain => Some(String::new()),
        None => label(&capitalized(kind)),
        Some(title) => label(title),
    }
}

/// `!!! kind "Title"` or `??? kind "Title"`, with indented content.
pub(super) fn admonition(text: &str, at: usize) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let (mark, words) = lines.all.first()?.0.trim_end().split_once(' ')?;
    let (words, title) = match words.split_once('"') {
        Some((words, title)) => (words, Some(title.strip_suffix('"')?)),
        None => (words, None),
    };
    let kind = words.split_whitespace().next()?;
    let look = look(kind);
    let label = admonition_label(kind, title, mark == "!!!" && kind == look)?;
    let opening = match mark {
        "!!!" => format!("{look}{label}"),
        "???" => format!("details{label}"),
        "???+" => format!("details{label}{{open}}"),
        _ => return None,
    };
    let (content, count) = lines.indented(0)?;
    lines.replaced(count, &directive(&opening, &content))
}

/// `/// kind | Title`, the content, and `///`. The content can't contain other blocks.
pub(super) fn block(text: &str, at: usize) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let (name, title) = match lines.all.first()?.0.strip_prefix("/// ")?.split_once('|') {
        Some((name, title)) => (name.trim(), Some(title.trim())),
        None => (lines.all[0].0[4..].trim(), None),
    };
    let end = lines.all.iter().skip(1).position(|(line, _)| line.trim_start().starts_with("///"))? + 1;
    let content: Vec<&str> = lines.all[1..end].iter().map(|(line, _)| *line).collect();
    // Indented lines at the start are the block's options.
    let has_options = content.first().is_some_and(|line| line.starts_with("    "));
    if has_options || lines.all[end].0.trim_end() != "///" {
        return None;
    }
    let opening = match name {
        "details" => format!("details{}", title.map_or_else(|| Some(String::new()), label)?),
        kind if is_admonition(kind) => {
            format!("{}{}", look(kind), admonition_label(kind, title, kind == look(kind))?)
        }
        _ => return None,
    };
    lines.replaced(end + 1, &directive(&opening, trimmed(&content)))
}

/// Consecutive tabs, each as `=== "Label"` with indented content.
pub(super) fn tabs(text: &str, at: usize) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_above = |line: &&str| !line.trim().is_empty() && indent(line) <= lines.margin.len();
    let above = text[..at - lines.margin.len()].lines().rev().take(LONGEST).find(is_above);
    if above.is_some_and(|line| line.trim_start().starts_with("===")) {
        return None;
    }
    let (mut tabs, mut count, mut next) = (Vec::new(), 0, 0);
    while let Some(title) = lines.all.get(next).and_then(|(line, _)| line.strip_prefix("=== \"")) {
        let (content, end) = lines.indented(next)?;
        let label = label(title.trim_end().strip_suffix('"')?)?;
        tabs.extend(directive(&format!("tab{label}"), &content));
        let blank = lines.all[end..].iter().take_while(|(line, _)| line.trim().is_empty()).count();
        (count, next) = (end, end + blank);
    }
    let is_marked = lines.all.get(next).is_some_and(|(line, _)| line.starts_with("===+ \""));
    if is_marked { None } else { lines.replaced(count, &directive("tabs", &tabs)) }
}

/// `!> Text` or `?> Text`, up to the end of the paragraph.
pub(super) fn callout(text: &str, at: usize) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let count = lines.all.iter().take_while(|(line, _)| !line.trim().is_empty()).count();
    let mut content: Vec<&str> = lines.all[..count].iter().map(|(line, _)| *line).collect();
    let (mark, first) = content.first()?.split_once(' ')?;
    let look = if mark == "!>" { "warning" } else { "tip" };
    content[0] = first.trim_start();
    lines.replaced(count, &directive(look, &content))
}

/// A line that isn't needed, and the blank lines after it.
pub(super) fn removed(text: &str, at: usize) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let blank = lines.all.iter().skip(1).take_while(|(line, _)| line.trim().is_empty()).count();
    let end = lines.all.get(blank)?.1;
    let rest = &text[end..];
    let line_end = rest.len() - rest.trim_start_matches('\r').trim_start_matches('\n').len();
    Some((at - lines.margin.len()..end + line_end.min(2), String::new()))
}

/// A Markdown file that another page includes: the path between two marks, on its own line.
fn included(text: &str, at: usize, start: &str, end: &str) -> Option<Fixed> {
    let lines = Lines::at(text, at)?;
    let path = lines.all.first()?.0.trim_end().strip_prefix(start)?.strip_suffix(end)?.trim();
    let is_plain =
        path.ends_with(".md") && !path.starts_with('/') && !path.contains([' ', ':', '"', '{', '#']);
    if is_plain { lines.replaced(1, &[format!("::include{{file=\"{path}\"}}")]) } else { None }
}

/// `{{#include ./path.md}}`.
pub(super) fn mdbook_include(text: &str, at: usize) -> Option<Fixed> {
    included(text, at, "{{#include ", "}}")
}

/// `<!--@include: ./path.md-->`.
pub(super) fn vitepress_include(text: &str, at: usize) -> Option<Fixed> {
    let start = if text[at..].starts_with("<!-- ") { "<!-- @include:" } else { "<!--@include:" };
    included(text, at, start, "-->")
}

/// `++ctrl+c++`.
pub(super) fn keys(text: &str, at: usize) -> Option<Fixed> {
    let inner = text.get(at..)?.strip_prefix("++")?;
    let keys = &inner[..inner.find("++")?];
    let key = |key: &str| format!("<kbd>{}</kbd>", capitalized(key));
    let written: Vec<String> = keys.split('+').map(key).collect();
    Some((at..at + keys.len() + 4, written.join("+")))
}
