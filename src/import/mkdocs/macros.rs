//! The expressions of the `macros` plugin. Variables become docgen's variables. Includes are inserted, and other
//! expressions are replaced with their results.

mod delimiters;
mod jinja;

use std::ops::Range;

use minijinja::Value as Computed;
use minijinja::context;
use minijinja::value::merge_maps;
use serde_json::{Map, Value as Json};

use super::MkDocs;
use crate::import::front_matter::FrontMatter;
use crate::import::ignored::Ignored;
use crate::import::left::Left;
use crate::import::markdown::is_in_fence;
use crate::import::{omitted, placeholders};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node, Value};
use delimiters::{Block, Delimiters, Kind, Tag};
use jinja::{Jinja, MOST};

/// The plugin.
pub(super) const PLUGIN: &str = "macros";

/// The extension with the same features.
pub(super) const EXTENSION: &str = "zensical.extensions.macros";

/// The key in front matter that lists data files, each with the name of a variable.
const DATA: &str = "include_yaml";

/// The maximum nesting depth of included files and loops.
const DEEPEST: usize = 8;

/// The maximum size of a page with the results of its loops, in bytes.
const LARGEST: usize = 2 << 20;

/// A site's variables.
#[derive(Default)]
pub(super) struct Variables {
    /// The variables, as written in the config.
    values: Map<String, Json>,
    /// The variables and the config, for expressions.
    computed: Computed,
    is_on: bool,
    /// If pages have no expressions by default, the patterns for the pages that have expressions.
    only: Option<Ignored>,
    delimiters: Delimiters,
    /// The folder that includes are relative to.
    folder: String,
}

/// The page that's being converted.
struct Page<'p> {
    site: &'p MkDocs<'p>,
    source: &'p Source,
    front_matter: &'p FrontMatter,
    left: &'p mut Left,
    jinja: Jinja,
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
            let source = path.and_then(|path| site.origin.text(&SourcePath::new(site.in_config(&path))));
            if let Some(node) = source.and_then(|source| tree::of_other_program(&source)) {
                add(&node);
            }
        }
        let found = |name: &str| options.and_then(|options| options.at(&[name]));
        let option = |name: &str| found(name).and_then(Node::text);
        let is_only = matches!(found("render_by_default").map(|node| &node.value), Some(Value::Bool(false)));
        let only = is_only.then(|| Ignored::new(&option("force_render_paths").unwrap_or_default()));
        let delimiters = Delimiters::new(&option);
        let folder =
            option("include_dir").map(|folder| site.in_config(&folder)).unwrap_or_else(|| site.docs.clone());
        let mut all = Map::from_iter([("config".to_owned(), site.config.json())]);
        all.insert("extra".to_owned(), values.clone().into());
        all.extend(values.clone());
        Variables { computed: jinja::value(&all.into()), values, is_on: true, only, delimiters, folder }
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
        if !self.is_on {
            return text.to_owned();
        }
        if !self.are_replaced(site, source, front_matter) {
            return escaped(text);
        }
        let jinja = Jinja::new(self.of_page(site, front_matter));
        let mut out = String::new();
        self.expand(text, &mut Page { site, source, front_matter, left, jinja, repeated: 0 }, 0, &mut out);
        // docgen's own expressions have braces.
        omitted::placed(&if self.delimiters.are_usual() { out } else { escaped(&out) })
    }

    /// Whether the plugin replaces the expressions on a page.
    fn are_replaced(&self, site: &MkDocs<'_>, source: &Source, front_matter: &FrontMatter) -> bool {
        let flag = |name: &str| {
            let entry = front_matter.entries.iter().find(|entry| entry.name == name)?;
            if let Value::Bool(is_true) = entry.node.value { Some(is_true) } else { None }
        };
        let is_chosen = || match &self.only {
            Some(only) => source.path.strip_dir(&site.docs).is_some_and(|page| only.has(page)),
            None => true,
        };
        flag("ignore_macros") != Some(true) && flag("render_macros").unwrap_or_else(is_chosen)
    }

    /// Returns the values that expressions on a page can use.
    fn of_page(&self, site: &MkDocs<'_>, front_matter: &FrontMatter) -> Computed {
        let entries = front_matter.entries.iter();
        let own: Json =
            entries.map(|entry| (entry.name.clone(), entry.node.json())).collect::<Map<_, _>>().into();
        let files = front_matter.entries.iter().find(|entry| entry.name == DATA);
        let files = files.and_then(|entry| entry.node.entries()).unwrap_or_default();
        let data = files.iter().filter_map(|(name, file)| {
            let source = site.origin.text(&SourcePath::new(site.in_config(&file.text()?)))?;
            Some((name.name.clone(), tree::of_other_program(&source)?.json()))
        });
        let data: Json = data.collect::<Map<_, _>>().into();
        let own = jinja::value(&own);
        let page = context! { page => context! { meta => own.clone() } };
        merge_maps([self.computed.clone(), page, jinja::value(&data), own])
    }

    /// Writes text with the results of its expressions.
    fn expand(&self, text: &str, page: &mut Page<'_>, depth: usize, out: &mut String) {
        let mut rest = text;
        while let Some(tag) = self.delimiters.first(rest) {
            *out += tag.before();
            rest = tag.after();
            match tag.kind {
                Kind::Comment => {}
                Kind::Variable => self.variable(&tag, page, out),
                Kind::Statement => rest = self.statement(&tag, page, depth, out),
            }
        }
        *out += rest;
    }

    fn variable(&self, tag: &Tag<'_>, page: &mut Page<'_>, out: &mut String) {
        let name = tag.inner.split(['.', ' ', '|', '[', '(']).next().unwrap_or_default();
        let is_defined = page.jinja.defines(name);
        let value = if is_defined { None } else { self.value(tag.inner, page) };
        match value.or_else(|| page.jinja.result(tag.inner)) {
            Some(value) if is_code(out) || is_defined || !self.is_kept(tag.inner, &value) => *out += &value,
            Some(_) => *out += &format!("{{{{ {} }}}}", tag.inner),
            None => self.lose(tag.whole(), page, out),
        }
    }

    /// Writes the result of a statement. Returns the text after the statement or after its block.
    fn statement<'t>(&self, tag: &Tag<'t>, page: &mut Page<'_>, depth: usize, out: &mut String) -> &'t str {
        let block = || self.delimiters.block(tag).filter(|_| depth < DEEPEST);
        let is_done = match tag.word() {
            "raw" => {
                let (raw, after) = self.delimiters.raw(tag.after());
                // Text with other delimiters is escaped at the end.
                let is_ready = !self.delimiters.are_usual() || is_code(out);
                *out += &if is_ready { raw.to_owned() } else { escaped(raw) };
                return after;
            }
            "include" if depth < DEEPEST => self.included(tag.inner, page).is_some_and(|text| {
                // Like Jinja, leaves out the last line break.
                self.expand(text.strip_suffix('\n').unwrap_or(&text), page, depth + 1, out);
                true
            }),
            "for" => {
                if let Some(block) = block() {
                    if self.repeat(&block, page, depth, out).is_none() {
                        self.lose(block.whole, page, out);
                    }
                    return block.after;
                }
                false
            }
            "if" => {
                let block = block();
                let chosen = block.as_ref().and_then(|block| chosen(block, &page.jinja));
                if let (Some(block), Some(text)) = (block, chosen) {
                    self.expand(text, page, depth + 1, out);
                    return block.after;
                }
                false
            }
            "set" if tag.inner.contains('=') => page.jinja.set(tag.inner),
            "set" => {
                if let (Some(block), Some((_, name))) = (block(), tag.inner.split_once("set ")) {
                    let mut text = String::new();
                    block.parts.iter().for_each(|part| self.expand(part.text, page, depth + 1, &mut text));
                    page.jinja.scope.push((name.trim().to_owned(), text.into()));
                    return block.after;
                }
                false
            }
            "macro" if self.delimiters.are_usual() => {
                if let Some(block) = block() {
                    if !page.jinja.define(tag.inner, block.whole) {
                        self.lose(block.whole, page, out);
                    }
                    return block.after;
                }
                false
            }
            "import" | "from" => {
                let read = |name: &str| self.text(name, page.site);
                page.jinja.import(tag.inner, &read)
            }
            _ => false,
        };
        if !is_done {
            self.lose(tag.whole(), page, out);
        }
        tag.after()
    }

    /// Writes the text of a loop for each item. If an item is unknown or there are too many items, returns `None`.
    fn repeat(&self, block: &Block<'_>, page: &mut Page<'_>, depth: usize, out: &mut String) -> Option<()> {
        let (first, others) = block.parts.split_first()?;
        let (names, items) = page.jinja.items(first.inner)?;
        let count = items.len();
        if page.repeated + count > MOST || out.len() + count * first.text.len() > LARGEST {
            return None;
        }
        page.repeated += count;
        let outside = page.jinja.scope.len();
        for (index, values) in items.into_iter().enumerate() {
            let names = names.iter().map(|name| (*name).to_owned());
            page.jinja.scope.extend(names.zip(values));
            let this = context! {
                index => index + 1,
                index0 => index,
                revindex => count - index,
                revindex0 => count - index - 1,
                first => index == 0,
                last => index + 1 == count,
                length => count,
            };
            page.jinja.scope.push(("loop".to_owned(), this));
            self.expand(first.text, page, depth + 1, out);
            page.jinja.scope.truncate(outside);
        }
        if count == 0 {
            others.iter().for_each(|part| self.expand(part.text, page, depth + 1, out));
        }
        Some(())
    }

    /// Returns the text of the file that an include statement names.
    fn included(&self, statement: &str, page: &Page<'_>) -> Option<String> {
        self.text(jinja::quoted(statement)?, page.site)
    }

    /// Returns the text of a template.
    fn text(&self, name: &str, site: &MkDocs<'_>) -> Option<String> {
        let source = site.origin.text(&SourcePath::new(format!("{}/{name}", self.folder)))?;
        Some(source.text.to_string())
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
        if *first == "config" {
            return of(&page.site.config);
        }
        let entry = |name: &str| page.front_matter.entries.iter().find(|entry| entry.name == name);
        if let Some(value) = entry(first).and_then(|entry| of(&entry.node)) {
            return Some(value);
        }
        let file = entry(DATA).and_then(|entry| entry.node.at(&[*first])?.text());
        let data = file.and_then(|file| page.site.origin.text(&SourcePath::new(page.site.in_config(&file))));
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
        // The start of a block has been reported.
        let word = self.delimiters.first(whole).map_or("", |tag| tag.word());
        if !word.starts_with("end") && !matches!(word, "else" | "elif") {
            page.left.note(page.source, range, &format!("the expression `{whole}`"), hint);
        }
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

/// Returns the text of the first part whose condition is true. If a condition contains an unknown name, returns `None`.
fn chosen<'t>(block: &Block<'t>, jinja: &Jinja) -> Option<&'t str> {
    for part in &block.parts {
        if part.inner == "else" || jinja.is_true(part.inner)? {
            return Some(part.text);
        }
    }
    Some("")
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
