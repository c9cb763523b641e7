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

/// The maximum nesting depth of included files.
const DEEPEST: usize = 8;

/// A site's variables.
#[derive(Default)]
pub(super) struct Variables {
    /// The variables, as written in the config.
    values: Map<String, Json>,
    is_on: bool,
    /// Whether expressions have other delimiters than `{{`, so that braces are text.
    has_own_delimiters: bool,
}

/// The page that's being converted.
struct Page<'p> {
    site: &'p MkDocs<'p>,
    source: &'p Source,
    front_matter: &'p FrontMatter,
    left: &'p mut Left,
}

impl Variables {
    /// Returns the variables in `extra` and in the files that the plugin's options list.
    pub(super) fn of(site: &MkDocs<'_>) -> Self {
        let Some((_, _, options)) = site.plugins().into_iter().find(|(name, ..)| *name == PLUGIN) else {
            return Variables::default();
        };
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
        let own = option("j2_variable_start_string").filter(|start| start != "{{");
        if own.is_some() {
            values.clear();
        }
        Variables { values, is_on: true, has_own_delimiters: own.is_some() }
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
        if !self.is_on || !text.contains("{{") && !text.contains("{%") && !text.contains("{#") {
            return text.to_owned();
        }
        if is_off || self.has_own_delimiters {
            return escaped(text);
        }
        omitted::placed(&self.text(text, &mut Page { site, source, front_matter, left }, 0))
    }

    fn text(&self, text: &str, page: &mut Page<'_>, depth: usize) -> String {
        let (mut out, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            out += before;
            let Some((end, inner)) = expression(from) else {
                out.push('{');
                rest = &from[1..];
                continue;
            };
            rest = &from[end..];
            let whole = &from[..end];
            match from.as_bytes()[1] {
                b'#' => {}
                b'%' if word(inner) == "raw" => {
                    let (raw, after) = split_raw(rest);
                    out += &if is_code(&out) { raw.to_owned() } else { escaped(raw) };
                    rest = after;
                }
                b'%' if word(inner) == "include" && depth < DEEPEST => {
                    let name = inner["include".len()..].trim().trim_matches(['"', '\'']);
                    let path = SourcePath::new(format!("{}/{name}", page.site.docs));
                    match page.site.origin.text(&path) {
                        Some(included) => out += &self.text(&included.text, page, depth + 1),
                        None => self.lose(whole, page, &mut out),
                    }
                }
                b'{' => match self.value(inner, page) {
                    Some(value) if is_code(&out) || !self.is_kept(inner, &value) => out += &value,
                    Some(_) => out += &format!("{{{{ {inner} }}}}"),
                    None => self.lose(whole, page, &mut out),
                },
                _ => self.lose(whole, page, &mut out),
            }
        }
        out + rest
    }

    /// Returns a variable's value.
    fn value(&self, path: &str, page: &Page<'_>) -> Option<String> {
        let mut keys = path.split('.');
        let first = keys.next()?;
        let rest: Vec<&str> = keys.collect();
        if first == "config" {
            return page.site.config.at(&rest).and_then(Node::text);
        }
        let own = page.front_matter.entries.iter().find(|entry| entry.name == first);
        if let Some(text) = own.and_then(|entry| entry.node.at(&rest)?.text()) {
            return Some(text);
        }
        let rest: &[&str] =
            if first == "extra" && !self.values.contains_key("extra") { &rest[..] } else { &[] };
        let path: Vec<&str> = if rest.is_empty() { path.split('.').collect() } else { rest.to_vec() };
        let (first, keys) = path.split_first()?;
        let value = keys.iter().try_fold(self.values.get(*first)?, |value, key| value.get(key))?;
        match value {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            Json::Bool(is_true) => Some(if *is_true { "True" } else { "False" }.to_owned()),
            _ => None,
        }
    }

    /// Whether a variable can be one of docgen's variables, whose values are plain text.
    fn is_kept(&self, path: &str, value: &str) -> bool {
        let is_name = |key: &str| {
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        };
        let is_plain =
            !value.contains(['*', '_', '`', '[', '<', '\\', '\n']) && !matches!(value, "True" | "False");
        let first = path.split('.').next().unwrap_or_default();
        is_plain && path.split('.').all(is_name) && self.values.contains_key(first)
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
        for text in texts.filter(|_| self.is_on) {
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

/// Returns the length of the expression at the start of the text, and the text between its braces.
fn expression(text: &str) -> Option<(usize, &str)> {
    let close = match text.as_bytes().get(1)? {
        b'{' => "}}",
        b'%' => "%}",
        b'#' => "#}",
        _ => return None,
    };
    let end = text[2..].find(close)? + 2;
    Some((end + 2, text[2..end].trim_matches('-').trim()))
}

fn word(inner: &str) -> &str {
    inner.split_whitespace().next().unwrap_or_default()
}

/// Splits text at the end of a raw block.
fn split_raw(text: &str) -> (&str, &str) {
    let ends = text.match_indices("{%").filter_map(|(at, _)| Some((at, expression(&text[at..])?)));
    let mut ends = ends.filter(|(_, (_, inner))| word(inner) == "endraw");
    ends.next().map_or((text, ""), |(at, (length, _))| (&text[..at], &text[at + length..]))
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
