//! Expands the expressions of mdBook's `links` preprocessor, such as `{{#include file:part}}`. Included files that are
//! kept as files become docgen includes.

use crate::import::lines::{is_blank, margin_of};
use crate::import::markdown::{fence, is_in_fence};
use crate::import::parts::Part;
use crate::path::SourcePath;
use crate::source::Source;

/// The maximum depth of included files, as in mdBook.
const DEEPEST: usize = 10;

/// The maximum total size of the files that a page includes, in bytes.
const LARGEST: usize = 8 << 20;

/// The text of a page after all expressions are expanded.
#[derive(Debug, Default)]
pub(super) struct Expanded {
    pub text: String,
    /// The title that `{{#title}}` sets.
    pub title: Option<String>,
    /// The source text of expressions that refer to missing files.
    pub missing: Vec<String>,
}

/// A function that returns the file at a path. The path can contain `..`.
type Read<'r> = dyn Fn(&str) -> Option<Source> + 'r;

/// The included files that are kept as files.
pub(super) trait Files {
    /// Returns the directive that includes a part of a file. `shown` is the text of the part.
    fn include(&self, part: &Part, shown: &str) -> Option<String>;
    /// Returns the options of a code block that shows a part of a file. `language` is the code block's language.
    fn code(&self, language: &str, part: &Part, shown: &str) -> Option<String>;
}

/// Expands the expressions in the text of a file. `of` is the path of the file.
pub(super) fn expand(text: &str, of: &SourcePath, read: &Read<'_>, files: &dyn Files) -> Expanded {
    let mut expander = Expander { read, files, left: LARGEST, expanded: Expanded::default() };
    let text = expander.expand(text, of, 0);
    Expanded { text, ..expander.expanded }
}

/// Returns the files that the text of a file includes. `of` is the path of the file.
pub(super) fn files(text: &str, of: &SourcePath) -> Vec<SourcePath> {
    let expressions = text.match_indices("{{").filter_map(|(at, _)| expression(&text[at..]));
    let names = expressions
        .filter(|(name, ..)| *name == "include")
        .filter_map(|(_, argument, _)| argument.split_whitespace().next()?.split(':').next());
    let paths = names.map(|name| format!("{}/{name}", of.parent()));
    paths.filter(|path| crate::path::above(path).is_none()).map(SourcePath::new).collect()
}

struct Expander<'r> {
    read: &'r Read<'r>,
    files: &'r dyn Files,
    /// The number of bytes that can still be included.
    left: usize,
    expanded: Expanded,
}

impl Expander<'_> {
    fn expand(&mut self, text: &str, of: &SourcePath, depth: usize) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("{{") {
            let (before, from) = rest.split_at(at);
            let Some((name, argument, length)) = expression(from) else {
                out.push_str(before);
                out.push_str("{{");
                rest = &from[2..];
                continue;
            };
            rest = &from[length..];
            if let Some(before) = before.strip_suffix('\\') {
                out.push_str(before);
                out.push_str(&from[..length]);
                continue;
            }
            out.push_str(before);
            let is_alone = is_blank(last_line(&out)) && rest.lines().next().is_none_or(is_blank);
            match self.value(name, argument, of, depth) {
                Some(Value { text, part: Some(part) }) if is_alone => {
                    rest = self.place(&text, &part, name, &mut out, rest);
                }
                Some(value) => out.push_str(&written(name, &value.text)),
                None => {
                    self.expanded.missing.push(from[..length].to_owned());
                    out.push_str(&from[..length]);
                }
            }
        }
        out + rest
    }

    /// Writes the part of a file that an expression on its own line selects. `rest` is the text after the expression.
    /// Returns the text that follows the part.
    fn place<'t>(&self, text: &str, part: &Part, name: &str, out: &mut String, rest: &'t str) -> &'t str {
        let start = out.trim_end_matches(' ').trim_end_matches('\n').to_owned();
        let first = last_line(&start);
        let opening = fence(&first[margin_of(first)..]).filter(|_| is_in_fence(&start));
        let after = rest.trim_start_matches(' ').strip_prefix('\n').unwrap_or_default();
        let closes = |line: &str| fence(line).is_some_and(|(_, _, info)| is_blank(info));
        if name == "playground" || name == "playpen" {
            if let Some(options) = self.files.code("rust", part, text) {
                *out += &format!("```rust {options}\n```");
                return rest;
            }
        } else if let Some((_, _, info)) = opening.filter(|_| after.lines().next().is_some_and(closes)) {
            let language = info.split([',', ' ']).next().unwrap_or_default();
            if let Some(options) = self.files.code(language, part, text) {
                // docgen would highlight the code in the language of the file.
                let language = if is_blank(info) { "text" } else { "" };
                *out = format!("{start}{language} {options}\n");
                return after;
            }
        } else if !is_in_fence(out)
            && let Some(include) = self.files.include(part, text)
        {
            *out += &include;
            return rest;
        }
        *out += &written(name, text);
        rest
    }

    fn value(&mut self, name: &str, argument: &str, of: &SourcePath, depth: usize) -> Option<Value> {
        if name == "title" {
            self.expanded.title = Some(argument.trim().to_owned());
            return Some(Value { text: String::new(), part: None });
        }
        let mut words = argument.split_whitespace();
        let (file, part) = match words.next()?.split_once(':') {
            Some((file, part)) => (file, part),
            None => (argument.split_whitespace().next()?, ""),
        };
        let path = format!("{}/{file}", of.parent());
        let included = (self.read)(&path)?;
        let text = &*included.text;
        if depth == DEEPEST || text.len() > self.left {
            return None;
        }
        self.left -= text.len();
        let is_inside = crate::path::above(&path).is_none();
        let selected = is_inside.then(|| selection(SourcePath::new(&path), part));
        if matches!(name, "playground" | "playpen") {
            return Some(Value { text: text.to_owned(), part: selected });
        }
        let shown = select(text, part, name == "rustdoc_include");
        let text = self.expand(&shown, &included.path, depth + 1);
        Some(Value { part: selected.filter(|_| text == shown), text })
    }
}

/// Returns the text that an expression becomes.
fn written(name: &str, text: &str) -> String {
    match name {
        "playground" | "playpen" => format!("```rust\n{}\n```\n", text.trim_end()),
        _ => text.to_owned(),
    }
}

/// The value of an expression.
struct Value {
    text: String,
    /// The part of a file that contains the text.
    part: Option<Part>,
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// Returns the part of a file that an expression selects.
fn selection(file: SourcePath, part: &str) -> Part {
    let (first, last) = part.split_once(':').map_or((part, None), |(first, last)| (first, Some(last)));
    let last = last.map(|last| last.split(':').next().unwrap_or(last));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match (first, last) {
        ("", None) => Part { file, region: None, lines: None },
        (first, _) if !first.is_empty() && !is_number(first) => {
            Part { file, region: Some(first.to_owned()), lines: None }
        }
        (first, None) => Part { file, region: None, lines: Some(first.to_owned()) },
        (first, Some(last)) => {
            let first = if first.is_empty() { "1" } else { first };
            let last = if is_number(last) { last } else { "" };
            Part { file, region: None, lines: Some(format!("{first}-{last}")) }
        }
    }
}

/// Reads the expression at the start of the text. Returns the expression's name, argument, and length.
fn expression(text: &str) -> Option<(&str, &str, usize)> {
    let inner = text.strip_prefix("{{")?;
    let end = inner.find('}').filter(|end| inner[*end..].starts_with("}}"))?;
    let (name, argument) = inner[..end].trim_start().strip_prefix('#')?.split_once(char::is_whitespace)?;
    if argument.is_empty() {
        return None;
    }
    ["include", "rustdoc_include", "playground", "playpen", "title"].contains(&name).then_some((
        name,
        argument,
        end + 4,
    ))
}

/// Returns part of the text: a line (`2`), a range of lines (`2:5`, `2:`, or `:5`), or the lines in an anchor. If
/// `is_repeated` is `true`, the same anchor can occur several times.
fn select(text: &str, part: &str, is_repeated: bool) -> String {
    let (first, last) = part.split_once(':').map_or((part, None), |(first, last)| (first, Some(last)));
    let from = first.parse::<usize>();
    if !first.is_empty() && from.is_err() {
        return anchored(text, first, is_repeated);
    }
    let last = last.map(|last| last.split(':').next().unwrap_or(last));
    let until = match last {
        Some(last) => last.parse().unwrap_or(usize::MAX),
        None => from.clone().unwrap_or(usize::MAX),
    };
    let skipped = from.map_or(0, |from| from.saturating_sub(1));
    let lines = text.lines().skip(skipped).take(until.saturating_sub(skipped));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the lines between an anchor's start and end comments, without the comments of other anchors.
fn anchored(text: &str, name: &str, is_repeated: bool) -> String {
    let (mut lines, mut is_inside, mut count) = (Vec::new(), false, 0);
    for line in text.lines() {
        match (marked(line, "ANCHOR:"), marked(line, "ANCHOR_END:")) {
            (_, Some(end)) if is_inside && end == name => is_inside = false,
            (Some(start), _) if !is_inside && start == name && (is_repeated || count == 0) => {
                (is_inside, count) = (true, count + 1);
            }
            (None, None) if is_inside => lines.push(line),
            _ => {}
        }
    }
    lines.join("\n")
}

/// Returns the name after an anchor's start or end comment in a line.
fn marked<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let name = line[line.find(mark)? + mark.len()..].trim_start();
    let end = name.find(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).unwrap_or(name.len());
    (end > 0).then(|| &name[..end])
}
