//! The files that pages include with the `include-markdown` plugin.

use super::MkDocs;
use crate::import::glob::glob;
use crate::import::left::Left;
use crate::import::lines::is_blank;
use crate::import::markdown::{Address, Fences, with_definition, with_links};
use crate::import::site;
use crate::path::SourcePath;
use crate::source::Source;

/// The plugin.
pub(super) const PLUGIN: &str = "include-markdown";

/// The maximum nesting depth of included files.
const DEEPEST: usize = 8;

/// The names of the directives. Only the first one converts the included text as Markdown.
const NAMES: [&str; 2] = ["include-markdown", "include"];

/// The options that are converted or that don't change the page.
const OPTIONS: [&str; 10] = [
    "comments",
    "dedent",
    "encoding",
    "end",
    "heading-offset",
    "preserve-includer-indent",
    "recursive",
    "rewrite-relative-urls",
    "start",
    "trailing-newlines",
];

/// A directive that includes files.
struct Directive<'t> {
    is_markdown: bool,
    /// The path or pattern, as written.
    file: &'t str,
    options: &'t str,
    length: usize,
}

/// Returns a page's text with the files that it includes. If the page doesn't include any, returns `None`. A file that
/// can't be included is reported, and its directive becomes a comment.
pub(super) fn expanded(site: &MkDocs<'_>, page: &Source, left: &mut Left) -> Option<String> {
    let is_on = || site.plugins().iter().any(|(name, ..)| *name == PLUGIN);
    if !page.text.contains("{%") || !is_on() {
        return None;
    }
    for (at, _) in page.text.match_indices("{%") {
        let Some(directive) = directive(&page.text[at..]) else { continue };
        for (name, _) in directive.all().into_iter().filter(|(name, _)| !OPTIONS.contains(name)) {
            let what = format!("the `{name}` option of an include");
            left.note(page, at..at + directive.length, &what, "check the included text");
        }
    }
    let mut lost = Vec::new();
    let text = text(site, &page.path, &page.text, 0, &mut lost);
    for directive in lost {
        let at = page.text.find(&directive).unwrap_or_default();
        let length = if page.text[at..].starts_with(&directive) { directive.len() } else { 0 };
        let hint = "add the file, or insert its text";
        left.note(page, at..at + length, &format!("the include `{directive}`"), hint);
    }
    (text != *page.text).then_some(text)
}

fn text(site: &MkDocs<'_>, file: &SourcePath, text: &str, depth: usize, lost: &mut Vec<String>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("{%") {
        out += &rest[..at];
        let from = &rest[at..];
        let Some(directive) = directive(from) else {
            out += "{%";
            rest = &from[2..];
            continue;
        };
        rest = &from[directive.length..];
        let (files, is_outside) = files(site, file, directive.file);
        if files.is_empty() || depth == DEEPEST {
            let whole = &from[..directive.length];
            lost.push(whole.to_owned());
            out += &format!("<!-- {} -->", whole.replace("--", "- -"));
            continue;
        }
        let margin = out.rsplit('\n').next().unwrap_or_default();
        let margin = if is_blank(margin) { margin.to_owned() } else { String::new() };
        let included = files.iter().map(|source| {
            let part = part(&source.text, &directive);
            let part = self::text(site, &source.path, &part, depth + 1, lost);
            match directive.is_markdown {
                true => moved(&part, (!is_outside).then_some(&source.path), file, &directive),
                false => part,
            }
        });
        let included = included.collect::<String>();
        let included = if directive.flag("dedent", false) { dedented(&included) } else { included };
        out += &match directive.flag("preserve-includer-indent", true) {
            true => included.trim_end_matches('\n').replace('\n', &format!("\n{margin}")),
            false => included,
        };
    }
    out + rest
}

/// Reads the directive at the start of the text.
fn directive(text: &str) -> Option<Directive<'_>> {
    let length = text.find("%}")? + 2;
    let inner = text[2..length - 2].trim_matches('-').trim();
    let name = NAMES
        .iter()
        .find(|name| inner.strip_prefix(**name).is_some_and(|rest| rest.starts_with(char::is_whitespace)))?;
    let rest = inner[name.len()..].trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (file, options) = rest[1..].split_once(quote)?;
    Some(Directive { is_markdown: *name == NAMES[0], file, options, length })
}

impl Directive<'_> {
    /// Returns an option's value.
    fn option(&self, name: &str) -> Option<String> {
        let value = self.all().into_iter().find(|(known, _)| *known == name)?.1;
        let value = value.replace("\\n", "\n").replace("\\t", "\t");
        Some(value.replace("\\\"", "\"").replace("\\'", "'"))
    }

    /// Returns the names and values of the options.
    fn all(&self) -> Vec<(&str, &str)> {
        let (mut rest, mut found) = (self.options, Vec::new());
        while let Some((key, after)) = rest.split_once('=') {
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (value, next) = match quote {
                Some(quote) => {
                    let Some(end) = closing(&after[1..], quote) else { break };
                    (&after[1..=end], &after[end + 2..])
                }
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            found.push((key.trim(), value));
            rest = next;
        }
        found
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.option(name).map_or(default, |value| value == "true")
    }
}

/// Returns the offset of the quotation mark that ends a value.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end.then_some(at)
    })
}

/// Returns the files that a path or pattern stands for. The path is relative to the page if it starts with a dot.
/// Otherwise, it's relative to the documentation folder. Also returns whether the file is outside the site's folder.
fn files(site: &MkDocs<'_>, from: &SourcePath, file: &str) -> (Vec<Source>, bool) {
    let folder = match file.starts_with("./") || file.starts_with("../") {
        true => from.parent().to_owned(),
        false => site.docs.clone(),
    };
    let whole = format!("{folder}/{file}");
    if file.contains(['*', '[']) {
        let Some(pattern) = glob(SourcePath::new(&whole).as_str()) else { return Default::default() };
        let paths =
            site.origin.files().iter().filter(|path| pattern.is_match(path.as_str()) && *path != from);
        return (paths.filter_map(|path| site.origin.text(path)).collect(), false);
    }
    match site::above(&whole) {
        Some(above) => (site.origin.outside(&above).into_iter().collect(), true),
        None => (site.origin.text(&SourcePath::new(&whole)).into_iter().collect(), false),
    }
}

/// Returns the part of a file's text between the markers that the options name.
fn part(text: &str, directive: &Directive<'_>) -> String {
    let end = directive.option("end");
    let until = |text: &str| match &end {
        Some(end) => text.split(end.as_str()).step_by(2).collect::<String>(),
        None => text.to_owned(),
    };
    match directive.option("start") {
        Some(start) => text.split(start.as_str()).skip(1).map(until).collect(),
        None => end.as_deref().and_then(|end| text.split(end).next()).unwrap_or(text).to_owned(),
    }
}

/// Converts the headings of Markdown that's included in another file and, if `from` is its path, the links.
fn moved(text: &str, from: Option<&SourcePath>, to: &SourcePath, directive: &Directive<'_>) -> String {
    let offset: usize = directive.option("heading-offset").and_then(|by| by.parse().ok()).unwrap_or(0);
    let from = from.filter(|_| directive.flag("rewrite-relative-urls", true));
    let address = |url: &str, _: bool| {
        let (path, suffix) = site::relative(url)?;
        let target = from?.join_sibling(path);
        let slash = if path.ends_with('/') { "/" } else { "" };
        Some(format!("{}{slash}{suffix}", site::between(to.as_str(), target.as_str())))
    };
    let address: &Address<'_> = &address;
    let (mut out, mut fences) = (String::new(), Fences::default());
    for line in text.split_inclusive('\n') {
        if fences.has(line) {
            out += line;
            continue;
        }
        if line.starts_with('#') && offset > 0 {
            out += &"#".repeat(offset);
        }
        out +=
            &with_definition(line, &|url| address(url, false)).unwrap_or_else(|| with_links(line, address));
    }
    out
}

/// Removes the indentation that all lines have.
fn dedented(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().filter(|line| !is_blank(line)).map(indent).min().unwrap_or_default();
    let lines = text.split_inclusive('\n').map(|line| line.get(common..).unwrap_or("\n"));
    lines.collect()
}
