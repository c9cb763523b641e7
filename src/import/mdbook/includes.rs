//! Fills in what mdBook's preprocessor `links` includes: `{{#include file:part}}` and its relatives.

use crate::path::SourcePath;

/// The number of files that can include one another, as in mdBook.
const DEEPEST: usize = 10;

/// The size in bytes of the files that a page can include.
const LARGEST: usize = 8 << 20;

/// The text of a page with everything that it includes.
#[derive(Debug, Default)]
pub(super) struct Expanded {
    pub text: String,
    /// The title that `{{#title}}` sets.
    pub title: Option<String>,
    /// The expressions that include no file of the book, as written.
    pub missing: Vec<String>,
}

/// Fills in the expressions in the text of a file, whose path is `of`. `read` returns the text of another file.
pub(super) fn expand(text: &str, of: &SourcePath, read: &dyn Fn(&SourcePath) -> Option<String>) -> Expanded {
    let mut expander = Expander { read, left: LARGEST, expanded: Expanded::default() };
    let text = expander.expand(text, of, 0);
    Expanded { text, ..expander.expanded }
}

struct Expander<'r> {
    read: &'r dyn Fn(&SourcePath) -> Option<String>,
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
        let path = of.join_sibling(file);
        let text = (self.read)(&path).filter(|text| depth < DEEPEST && text.len() <= self.left)?;
        self.left -= text.len();
        if matches!(name, "playground" | "playpen") {
            let flags: String = words.flat_map(|flag| [",", flag]).collect();
            return Some(format!("```rust{flags}\n{}\n```\n", text.trim_end()));
        }
        Some(self.expand(&select(&text, part), &path, depth + 1))
    }
}

/// Reads an expression at the start of a text. Returns its name, its argument, and its length.
fn expression(text: &str) -> Option<(&str, &str, usize)> {
    let inner = text.strip_prefix("{{")?;
    let end = inner.find('}').filter(|end| inner[*end..].starts_with("}}"))?;
    let (name, argument) = inner[..end].trim_start().strip_prefix('#')?.split_once(char::is_whitespace)?;
    ["include", "rustdoc_include", "playground", "playpen", "title"].contains(&name).then_some((
        name,
        argument,
        end + 4,
    ))
}

/// Returns the part of a text: a line (`2`), lines (`2:5`, `2:`, `:5`), or what's between the marks of an anchor.
fn select(text: &str, part: &str) -> String {
    let (first, last) = part.split_once(':').map_or((part, None), |(first, last)| (first, Some(last)));
    let from = first.parse::<usize>();
    if !first.is_empty() && from.is_err() {
        return anchored(text, first);
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

/// Returns the lines between the marks of an anchor, without other marks.
fn anchored(text: &str, name: &str) -> String {
    let is = |line: &str, mark: &str| marked(line, mark) == Some(name);
    let inside = text.lines().skip_while(|line| !is(line, "ANCHOR:")).skip(1);
    let lines = inside
        .take_while(|line| !is(line, "ANCHOR_END:"))
        .filter(|line| marked(line, "ANCHOR:").is_none() && marked(line, "ANCHOR_END:").is_none());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the name after a mark of an anchor in a line.
fn marked<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let name = line[line.find(mark)? + mark.len()..].trim_start();
    let end = name.find(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).unwrap_or(name.len());
    (end > 0).then(|| &name[..end])
}
