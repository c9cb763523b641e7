//! The expressions of the `macros` plugin. Variables become docgen's variables. Includes are inserted. Jinja logic
//! isn't converted.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::MkDocs;
use crate::import::front_matter::FrontMatter;
use crate::import::left::Left;
use crate::import::markdown::is_in_fence;
use crate::import::{omitted, placeholders};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node, Value};

/// The plugin.
pub(super) const PLUGIN: &str = "macros";

/// The extension with the same features.
pub(super) const EXTENSION: &str = "zensical.extensions.macros";

/// The key in front matter that lists data files, each with the name of a variable.
const DATA: &str = "include_yaml";

/// The maximum nesting depth of included files and loops.
const DEEPEST: usize = 8;

/// The maximum number of items that a page's loops repeat.
const MOST: usize = 2000;

/// The maximum size of a page with the results of its loops, in bytes.
const LARGEST: usize = 2 << 20;

/// A site's variables.
#[derive(Default)]
pub(super) struct Variables {
    /// The variables, as written in the config.
    values: Map<String, Json>,
    is_on: bool,
    delimiters: Delimiters,
    /// The folder that includes are relative to.
    folder: String,
}

/// The kinds of expressions.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Variable,
    Statement,
    Comment,
}

/// The names of the usual delimiters in the options, and the delimiters themselves.
const USUAL: [(Kind, &str, &str, &str); 3] = [
    (Kind::Statement, "block", "{%", "%}"),
    (Kind::Comment, "comment", "{#", "#}"),
    (Kind::Variable, "variable", "{{", "}}"),
];

/// The delimiters of expressions, each with its kind.
struct Delimiters([(Kind, String, String); 3]);

impl Default for Delimiters {
    fn default() -> Self {
        Delimiters::new(&|_| None)
    }
}

impl Delimiters {
    /// Returns the delimiters that the options of the plugin specify.
    fn new(option: &dyn Fn(&str) -> Option<String>) -> Self {
        Delimiters(USUAL.map(|(kind, name, start, end)| {
            let own = |part: &str| option(&format!("j2_{name}_{part}_string")).filter(|own| !own.is_empty());
            let start = own("start").unwrap_or_else(|| start.to_owned());
            (kind, start, own("end").unwrap_or_else(|| end.to_owned()))
        }))
    }

    /// Whether no delimiter differs from the usual ones. Otherwise, braces are text.
    fn are_usual(&self) -> bool {
        let mut pairs = self.0.iter().zip(USUAL);
        pairs.all(|((_, start, end), (.., usual_start, usual_end))| start == usual_start && end == usual_end)
    }

    /// Returns the offset of the first expression in the text, its length, its kind, and the text between its
    /// delimiters.
    fn first<'t>(&self, text: &'t str) -> Option<(usize, usize, Kind, &'t str)> {
        let of = |(kind, start, end): &(Kind, String, String)| {
            let at = text.find(start.as_str())?;
            let inner = &text[at + start.len()..];
            let length = inner.find(end.as_str())?;
            let whole = start.len() + length + end.len();
            // Of two delimiters that start alike, the longer one counts.
            Some((at, usize::MAX - start.len(), whole, *kind, inner[..length].trim_matches('-').trim()))
        };
        let first = self.0.iter().filter_map(of).min_by_key(|(at, order, ..)| (*at, *order));
        first.map(|(at, _, whole, kind, inner)| (at, whole, kind, inner))
    }
}

/// The page that's being converted.
struct Page<'p> {
    site: &'p MkDocs<'p>,
    source: &'p Source,
    front_matter: &'p FrontMatter,
    left: &'p mut Left,
    /// The variables of the open loops.
    scope: Vec<(String, Json)>,
    /// The number of items that loops have repeated.
    repeated: usize,
}

impl Variables {
    /// Returns the variables in `extra` and in the files that the plugin's options list.
    pub(super) fn of(site: &MkDocs<'_>) -> Self {
        let plugin = site.plugins().into_iter().find(|(name, ..)| *name == PLUGIN);
        let plugin = plugin.map(|(_, _, options)| options);
        let Some(options) = plugin.or_else(|| site.extension(EXTENSION)) else { return Variables::default() };
        let mut values = Map::new();
        let mut add = |node: &Node| {
            if let Json::Object(entries) = node.json() {
                values.extend(entries);
            }
        };
        if let Some(extra) = site.config.at(&["extra"]) {
            add(extra);
        }
        for item in options.and_then(|options| options.at(&["include_yaml"])).map_or(&[][..], Node::items) {
            let path = item.pair().map_or_else(|| item.text(), |(_, node)| node.text());
            let source = path.and_then(|path| site.origin.text(&SourcePath::new(path)));
            if let Some(node) = source.and_then(|source| tree::of_other_program(&source)) {
                add(&node);
            }
        }
        let option = |name: &str| options.and_then(|options| options.at(&[name])).and_then(Node::text);
        let delimiters = Delimiters::new(&option);
        let folder = option("include_dir").unwrap_or_else(|| site.docs.clone());
        Variables { values, is_on: true, delimiters, folder }
    }

    /// Converts the expressions in a page's text.
    pub(super) fn replaced(
        &self,
        site: &MkDocs<'_>,
        source: &Source,
        front_matter: &FrontMatter,
        left: &mut Left,
    ) -> String {
        let text = &source.text[front_matter.end..];
        if !self.is_on && site.has_expressions() {
            return placeholders::lost(source, text, &['{', '%'], left);
        }
        let is_off = front_matter.entries.iter().any(|entry| {
            entry.name == "render_macros" && matches!(entry.node.value, Value::Bool(false))
                || entry.name == "ignore_macros" && matches!(entry.node.value, Value::Bool(true))
        });
        if !self.is_on {
            return text.to_owned();
        }
        if is_off {
            return escaped(text);
        }
        let mut out = String::new();
        self.expand(
            text,
            &mut Page { site, source, front_matter, left, scope: Vec::new(), repeated: 0 },
            0,
            &mut out,
        );
        // docgen's own expressions have braces.
        omitted::placed(&if self.delimiters.are_usual() { out } else { escaped(&out) })
    }

    /// Writes text with the results of its expressions.
    fn expand(&self, text: &str, page: &mut Page<'_>, depth: usize, out: &mut String) {
        let mut rest = text;
        while let Some((at, length, kind, inner)) = self.delimiters.first(rest) {
            *out += &rest[..at];
            let (from, whole) = (rest, &rest[at..at + length]);
            rest = &rest[at + length..];
            match kind {
                Kind::Comment => {}
                Kind::Statement if word(inner) == "raw" => {
                    let (raw, after) = split_raw(rest, &self.delimiters);
                    // Text with other delimiters is escaped at the end.
                    let is_ready = !self.delimiters.are_usual() || is_code(out);
                    *out += &if is_ready { raw.to_owned() } else { escaped(raw) };
                    rest = after;
                }
                Kind::Statement if word(inner) == "include" && depth < DEEPEST => {
                    match self.included(inner, page) {
                        // Like Jinja, leaves out the last line break.
                        Some(text) => {
                            let text = text.strip_suffix('\n').unwrap_or(&text);
                            self.expand(text, page, depth + 1, out);
                        }
                        None => self.lose(whole, page, out),
                    }
                }
                Kind::Statement if word(inner) == "for" && depth < DEEPEST => {
                    let (body, after) = split_loop(rest, &self.delimiters);
                    let is_small = |items: &[Json]| {
                        page.repeated + items.len() <= MOST && out.len() + items.len() * body.len() <= LARGEST
                    };
                    match self.repeated(inner, page).filter(|(_, items)| is_small(items)) {
                        Some((name, items)) => {
                            page.repeated += items.len();
                            for item in items {
                                page.scope.push((name.clone(), item));
                                self.expand(body, page, depth + 1, out);
                                page.scope.pop();
                            }
                        }
                        None => {
                            let whole = &from[at..from.len() - after.len()];
                            self.lose(whole, page, out);
                        }
                    }
                    rest = after;
                }
                Kind::Variable => match self.value(inner, page) {
                    Some(value) if is_code(out) || !page.scope.is_empty() || !self.is_kept(inner, &value) => {
                        *out += &value;
                    }
                    Some(_) => *out += &format!("{{{{ {inner} }}}}"),
                    None => self.lose(whole, page, out),
                },
                Kind::Statement => self.lose(whole, page, out),
            }
        }
        *out += rest;
    }

    /// Returns the text of the file that an include statement names.
    fn included(&self, statement: &str, page: &Page<'_>) -> Option<String> {
        let (_, name) = statement.split_once(['"', '\''])?;
        let (name, _) = name.split_once(['"', '\''])?;
        let source = page.site.origin.text(&SourcePath::new(format!("{}/{name}", self.folder)))?;
        Some(source.text.to_string())
    }

    /// Returns the variable of a loop, and the items that it repeats.
    fn repeated(&self, statement: &str, page: &Page<'_>) -> Option<(String, Vec<Json>)> {
        let (name, path) = statement.strip_prefix("for")?.split_once(" in ")?;
        match self.found(path.trim(), page)? {
            Json::Array(items) => Some((name.trim().to_owned(), items)),
            _ => None,
        }
    }

    /// Returns a variable's value as text.
    fn value(&self, path: &str, page: &Page<'_>) -> Option<String> {
        match self.found(path, page)? {
            Json::String(text) => Some(text),
            Json::Number(number) => Some(number.to_string()),
            Json::Bool(is_true) => Some(if is_true { "True" } else { "False" }.to_owned()),
            _ => None,
        }
    }

    /// Returns a variable's value.
    fn found(&self, path: &str, page: &Page<'_>) -> Option<Json> {
        let keys: Vec<&str> = path.split('.').collect();
        let (first, rest) = keys.split_first()?;
        let within =
            |value: &Json, keys: &[&str]| keys.iter().try_fold(value, |value, key| value.get(key)).cloned();
        let of =
            |node: &Node| node.at(rest).map(|node| node.text().map_or_else(|| node.json(), Json::String));
        if let Some((_, value)) = page.scope.iter().rev().find(|(name, _)| name == first) {
            return within(value, rest);
        }
        if *first == "config" {
            return of(&page.site.config);
        }
        let entry = |name: &str| page.front_matter.entries.iter().find(|entry| entry.name == name);
        if let Some(value) = entry(first).and_then(|entry| of(&entry.node)) {
            return Some(value);
        }
        let file = entry(DATA).and_then(|entry| entry.node.at(&[*first])?.text());
        let data = file.and_then(|file| page.site.origin.text(&SourcePath::new(file)));
        if let Some(node) = data.and_then(|source| tree::of_other_program(&source)) {
            return within(&node.json(), rest);
        }
        let is_extra = *first == "extra" && !rest.is_empty() && !self.values.contains_key("extra");
        let (first, rest) = if is_extra { rest.split_first()? } else { (first, rest) };
        within(self.values.get(*first)?, rest)
    }

    /// Whether a variable can be one of docgen's variables, whose values are plain text.
    fn is_kept(&self, path: &str, value: &str) -> bool {
        let is_name = |key: &str| {
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        };
        let is_plain =
            !value.contains(['*', '_', '`', '[', '<', '\\', '\n']) && !matches!(value, "True" | "False");
        let first = path.split('.').next().unwrap_or_default();
        self.delimiters.are_usual()
            && is_plain
            && path.split('.').all(is_name)
            && self.values.contains_key(first)
    }

    /// Reports an expression that can't be converted and writes a comment in its place. In code, writes the expression
    /// itself.
    fn lose(&self, whole: &str, page: &mut Page<'_>, out: &mut String) {
        let at = page.source.text.find(whole);
        let range: Range<usize> = at.map_or(0..0, |at| at..at + whole.len());
        let hint = "replace it with its result, or use a component in an `.mdx` file";
        page.left.note(page.source, range, &format!("the expression `{whole}`"), hint);
        match is_code(out) {
            true => *out += whole,
            false => *out += &omitted::comment(whole),
        }
    }

    /// Returns the variables that appear in the text.
    pub(super) fn used<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Map<String, Json> {
        let mut used = Map::new();
        for text in texts.filter(|_| self.is_on && self.delimiters.are_usual()) {
            for (at, _) in text.match_indices("{{ ").filter(|(at, _)| !text[..*at].ends_with('\\')) {
                let name = text[at + 3..].split([' ', '.', '}']).next().unwrap_or_default();
                used.extend(
                    self.values.get_key_value(name).map(|(name, value)| (name.clone(), value.clone())),
                );
            }
        }
        used
    }
}

fn word(inner: &str) -> &str {
    inner.split_whitespace().next().unwrap_or_default()
}

/// Splits text at the end of a raw block.
fn split_raw<'t>(text: &'t str, delimiters: &Delimiters) -> (&'t str, &'t str) {
    let mut from = 0;
    while let Some((at, length, kind, inner)) = delimiters.first(&text[from..]) {
        if kind == Kind::Statement && word(inner) == "endraw" {
            return (&text[..from + at], &text[from + at + length..]);
        }
        // An expression can start in text that looks like one.
        from += at + 1;
        while !text.is_char_boundary(from) {
            from += 1;
        }
    }
    (text, "")
}

/// Splits text at the end of a loop.
fn split_loop<'t>(text: &'t str, delimiters: &Delimiters) -> (&'t str, &'t str) {
    let (mut from, mut depth) = (0, 0_usize);
    while let Some((at, length, kind, inner)) = delimiters.first(&text[from..]) {
        let (start, end) = (from + at, from + at + length);
        match word(inner) {
            "endfor" if kind == Kind::Statement && depth == 0 => return (&text[..start], &text[end..]),
            "endfor" if kind == Kind::Statement => depth -= 1,
            "for" if kind == Kind::Statement && depth == DEEPEST => break,
            "for" if kind == Kind::Statement => depth += 1,
            _ => {}
        }
        from = end;
    }
    ("", text)
}

/// Whether the end of the text is in a code block or in inline code.
fn is_code(text: &str) -> bool {
    let line = text.rsplit('\n').next().unwrap_or_default();
    line.matches('`').count() % 2 == 1 || is_in_fence(text)
}

/// Escapes the braces in text so that docgen doesn't replace variables.
fn escaped(text: &str) -> String {
    crate::import::prose::rewritten(text, false, &['{'], &mut |text, at| {
        text[at..].starts_with("{{").then(|| ("\\{{".to_owned(), 2))
    })
}
