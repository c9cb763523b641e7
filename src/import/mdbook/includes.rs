//! Expands the expressions of mdBook's `links` preprocessor, such as `{{#include file:part}}`.

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

/// Expands the expressions in the text of a file. `of` is the path of the file.
pub(super) fn expand(text: &str, of: &SourcePath, read: &Read<'_>) -> Expanded {
    let mut expander = Expander { read, left: LARGEST, expanded: Expanded::default() };
    let text = expander.expand(text, of, 0);
    Expanded { text, ..expander.expanded }
}

struct Expander<'r> {
    read: &'r Read<'r>,
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
            match self.value(name, argument, of, depth) {
                Some(value) => out.push_str(&value),
                None => {
                    self.expanded.missing.push(from[..length].to_owned());
                    out.push_str(&from[..length]);
                }
            }
        }
        out + rest
    }

    fn value(&mut self, name: &str, argument: &str, of: &SourcePath, depth: usize) -> Option<String> {
        if name == "title" {
            self.expanded.title = Some(argument.trim().to_owned());
            return Some(String::new());
        }
        let mut words = argument.split_whitespace();
        let (file, part) = match words.next()?.split_once(':') {
            Some((file, part)) => (file, part),
            None => (argument.split_whitespace().next()?, ""),
        };
        let included = (self.read)(&format!("{}/{file}", of.parent()))?;
        let text = &*included.text;
        if depth == DEEPEST || text.len() > self.left {
            return None;
        }
        self.left -= text.len();
        if matches!(name, "playground" | "playpen") {
            let flags: String = words.flat_map(|flag| [",", flag]).collect();
            return Some(format!("```rust{flags}\n{}\n```\n", text.trim_end()));
        }
        let selected = select(text, part, name == "rustdoc_include");
        Some(self.expand(&selected, &included.path, depth + 1))
    }
}

/// Reads the expression at the start of a text. Returns the expression's name, argument, and length.
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

/// Returns part of a text: a line (`2`), a range of lines (`2:5`, `2:`, or `:5`), or the lines in an anchor. If
/// `is_repeated` is true, the same anchor can occur several times.
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
