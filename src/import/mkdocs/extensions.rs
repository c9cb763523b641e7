//! The Markdown extensions of an MkDocs site.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::MkDocs;
use super::code_files;
use super::macros;
use super::snippets::WITH_BRACES;
use crate::import::inline::Symbols;
use crate::import::left::Left;
use crate::import::lines::indent_of;
use crate::import::math::Math;
use crate::import::python_markdown::{CaptionRule, Slugs, TabIds};
use crate::import::syntax::Syntax;
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

/// The extensions that include other extensions.
const BUNDLES: [&str; 2] = ["extra", "pymdownx.extra"];

/// The extensions in a bundle.
const BUNDLED: [&str; 3] = ["abbr", "attr_list", "def_list"];

/// The extensions of a Zensical site that doesn't list extensions.
const DEFAULT: [&str; 9] = [
    "abbr",
    "attr_list",
    "def_list",
    "pymdownx.arithmatex",
    "pymdownx.caret",
    "pymdownx.emoji",
    "pymdownx.keys",
    "pymdownx.mark",
    "pymdownx.tilde",
];

/// The extensions that are converted, that docgen's Markdown includes, or that affect only the HTML.
const KNOWN: &[&str] = &[
    "abbr",
    "admonition",
    "attr_list",
    "callouts",
    "codehilite",
    "def_list",
    "extra",
    "fenced_code",
    "footnotes",
    "github-callouts",
    code_files::EXTENSION,
    "md_in_html",
    "mdx_math",
    "mdx_truly_sane_lists",
    "meta",
    "pymdownx.arithmatex",
    "pymdownx.betterem",
    "pymdownx.blocks.admonition",
    "pymdownx.blocks.caption",
    "pymdownx.blocks.details",
    "pymdownx.blocks.html",
    "pymdownx.blocks.tab",
    "pymdownx.caret",
    "pymdownx.critic",
    "pymdownx.details",
    "pymdownx.emoji",
    "pymdownx.escapeall",
    "pymdownx.extra",
    "pymdownx.highlight",
    "pymdownx.inlinehilite",
    "pymdownx.keys",
    "pymdownx.magiclink",
    "pymdownx.mark",
    "pymdownx.saneheaders",
    "pymdownx.smartsymbols",
    "pymdownx.snippets",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
    "pymdownx.tilde",
    "python-markdown-math",
    "sane_lists",
    "smarty",
    "tables",
    "toc",
];

/// The start of the full names of Python-Markdown's own extensions.
const OWN: &str = "markdown.extensions.";

/// The scripts that show formulas.
const MATH_SCRIPTS: [&str; 2] = ["mathjax", "katex"];

/// Adds the names of the extensions in a table. In TOML, the parts of a name can be nested tables.
fn add_names(table: &Node, start: &str, names: &mut Vec<(String, Range<usize>)>) {
    for (key, node) in table.entries().unwrap_or_default() {
        let name = format!("{start}{}", key.name);
        let group = format!("{name}.");
        let known = KNOWN.iter().chain([&macros::EXTENSION, &OWN]);
        match known.into_iter().any(|known| known.starts_with(&group)) {
            true => add_names(node, &group, names),
            false => names.push((name, key.range.clone())),
        }
    }
}

impl MkDocs<'_> {
    /// Returns the options of an extension. If the site doesn't have the extension, returns `None`.
    pub(super) fn extension(&self, name: &str) -> Option<Option<&Node>> {
        let Some(node) = self.config.at(&["markdown_extensions"]) else {
            let is_on = self.source.path.extension() == "toml" && DEFAULT.contains(&name);
            return is_on.then_some(None);
        };
        let full = format!("{OWN}{name}");
        let keys: Vec<&str> = name.split('.').collect();
        match &node.value {
            Value::Table(_) => {
                node.at(&[name]).or_else(|| node.at(&[full.as_str()])).or_else(|| node.at(&keys)).map(Some)
            }
            _ => {
                let mut named = node.items().iter().filter_map(Node::named);
                named.find(|(known, _)| *known == name || *known == full).map(|(_, options)| options)
            }
        }
    }

    /// Reports the extensions that aren't converted.
    pub(super) fn note_extensions(&self, left: &mut Left) {
        let Some(node) = self.config.at(&["markdown_extensions"]) else { return };
        let listed =
            node.items().iter().filter_map(|item| Some((item.named()?.0.to_owned(), item.range.clone())));
        let mut all: Vec<(String, Range<usize>)> = listed.collect();
        add_names(node, "", &mut all);
        for (name, range) in all {
            let bare = name.strip_prefix(OWN).unwrap_or(&name);
            if !KNOWN.contains(&bare) && bare != macros::EXTENSION && !WITH_BRACES.contains(&bare) {
                let what = format!("the `{name}` extension");
                left.note(&self.source, range, &what, "check the pages that depend on it");
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        let is_bundled =
            BUNDLED.contains(&name) && BUNDLES.iter().any(|bundle| self.extension(bundle).is_some());
        is_bundled || self.extension(name).is_some()
    }

    /// Returns the number of spaces by which a list is indented in another list.
    pub(super) fn list_indent(&self) -> usize {
        let Some(options) = self.extension("mdx_truly_sane_lists") else { return 4 };
        let nested = options.and_then(|options| options.at(&["nested_indent"])).and_then(Node::text);
        nested.and_then(|nested| nested.parse().ok()).unwrap_or(2).clamp(1, 4)
    }

    /// Returns the rule for heading IDs.
    pub(super) fn slugs(&self, left: &mut Left) -> Slugs {
        let options = self.extension("toc").flatten();
        let separator = options.and_then(|options| options.at(&["separator"])).and_then(Node::text);
        let function = options.and_then(|options| options.entry("slugify")).map(|(key, _)| key);
        let written = function.map(|key| value_at(&self.source.text, key.range.end));
        Slugs::of(written, separator.clone()).unwrap_or_else(|| {
            if let Some(key) = function {
                let hint =
                    "compare the heading IDs with those of the old site, and set IDs where they're different";
                left.note(&self.source, key.range.clone(), "the function for heading IDs", hint);
            }
            Slugs::of(None, separator).unwrap_or_default()
        })
    }

    /// Returns the rule for the IDs of tabs. If tabs have no IDs that links refer to, returns `None`.
    pub(super) fn tab_ids(&self) -> Option<TabIds> {
        let options = ["pymdownx.tabbed", "pymdownx.blocks.tab"].into_iter().find_map(|name| {
            self.extension(name).flatten().filter(|options| options.entry("slugify").is_some())
        })?;
        let (key, _) = options.entry("slugify")?;
        let separator = options.at(&["separator"]).and_then(Node::text);
        let slugs = Slugs::of(Some(value_at(&self.source.text, key.range.end)), separator)?;
        let is_combined = options.at(&["combine_header_slug"]).map(|node| &node.value);
        let path = |page: &String| SourcePath::new(format!("{}/{page}", self.docs));
        let pages: Vec<_> = self.pages.iter().filter_map(|page| self.origin.text(&path(page))).collect();
        let texts = pages.iter().map(|page| &*page.text);
        Some(TabIds::of(slugs, matches!(is_combined, Some(Value::Bool(true))), texts))
    }

    /// Whether an extension is on and its option isn't `false`.
    fn has_option(&self, name: &str, option: &str) -> bool {
        let is_off =
            |node: &Node| matches!(node.at(&[option]).map(|node| &node.value), Some(Value::Bool(false)));
        self.extension(name).is_some_and(|options| !options.is_some_and(is_off))
    }

    pub(super) fn syntax(&self) -> Syntax {
        Syntax {
            math: self.math(),
            emoji: self.has("pymdownx.emoji"),
            abbreviations: self.has("abbr"),
            highlight: self.has("pymdownx.mark"),
            keys: self.has("pymdownx.keys"),
            inserted: self.has_option("pymdownx.caret", "insert"),
            subscript: self.has_option("pymdownx.tilde", "subscript"),
            superscript: self.has_option("pymdownx.caret", "superscript"),
            symbols: match self.extension("pymdownx.smartsymbols") {
                Some(_) => Symbols::of(|option| self.has_option("pymdownx.smartsymbols", option)),
                None => Symbols::default(),
            },
            escapes: self.extension("pymdownx.escapeall").map(|options| is_true(options, "nbsp")),
            edits: self.extension("pymdownx.critic").is_some(),
            line_numbers: ["pymdownx.highlight", "codehilite"].iter().any(|name| {
                let numbers = self.extension(name).flatten().and_then(|options| options.at(&["linenums"]));
                matches!(numbers.map(|node| &node.value), Some(Value::Bool(true)))
            }),
            languages: self.languages_of_code(),
            own_fences: self.own_fences(),
        }
    }

    /// Returns the languages that code blocks have under other names.
    fn languages_of_code(&self) -> BTreeMap<String, String> {
        let options = self.extension("pymdownx.highlight").flatten();
        let listed = options.and_then(|options| options.at(&["extend_pygments_lang"]));
        let text = |node: &Node, key: &str| node.at(&[key]).and_then(Node::text);
        let named = |node: &Node| Some((text(node, "name")?, text(node, "lang")?));
        listed.map_or(&[][..], Node::items).iter().filter_map(named).collect()
    }

    /// Returns the names of the code blocks that the site shows in its own way.
    fn own_fences(&self) -> BTreeSet<String> {
        let options = self.extension("pymdownx.superfences").flatten();
        let listed = options.and_then(|options| options.at(&["custom_fences"]));
        let text = |node: &Node, key: &str| node.at(&[key]).and_then(Node::text);
        let is_diagram = |node: &&Node| text(node, "class").as_deref() == Some("mermaid");
        let others = listed.map_or(&[][..], Node::items).iter().filter(|node| !is_diagram(node));
        let names = others.filter_map(|node| text(node, "name"));
        names.filter(|name| !["*", "math", "mermaid"].contains(&name.as_str())).collect()
    }

    /// Returns the options of captions.
    pub(super) fn captions(&self) -> CaptionRule {
        let mut rule = CaptionRule::default();
        let Some(options) = self.extension("pymdownx.blocks.caption").flatten() else { return rule };
        let named = |node: &Node| match node.text() {
            Some(name) => Some((name, String::new())),
            None => {
                let prefix = node.at(&["prefix"]).and_then(Node::text).unwrap_or_default();
                Some((node.at(&["name"])?.text()?, prefix))
            }
        };
        if let Some(types) = options.at(&["types"]) {
            rule.types = types.items().iter().filter_map(named).collect();
        }
        rule.is_numbered = options.at(&["auto"]).is_none() || is_true(Some(options), "auto");
        let level = options.at(&["auto_level"]).and_then(Node::text);
        rule.level = level.and_then(|level| level.parse().ok()).unwrap_or_default();
        rule
    }

    /// If paragraphs that start with a word such as `NOTE:` are admonitions, returns whether their titles lose the last
    /// period.
    pub(super) fn callouts(&self) -> Option<bool> {
        self.extension("callouts").map(|options| {
            options.is_none_or(|options| options.at(&["strip_period"]).is_none())
                || is_true(options, "strip_period")
        })
    }

    fn math(&self) -> Option<Math> {
        if let Some(options) = self.extension("pymdownx.arithmatex") {
            let listed = |name: &str| {
                let items = options.and_then(|options| options.at(&[name])).map(Node::items);
                move |value: &str| {
                    items.is_none_or(|items| items.iter().any(|item| item.text().as_deref() == Some(value)))
                }
            };
            let (inline, block) = (listed("inline_syntax"), listed("block_syntax"));
            let mut math = Math { has_environments: block("begin"), ..Math::default() };
            for (is_on, open, close, is_display) in [
                (block("dollar"), "$$", "$$", true),
                (block("square"), "\\[", "\\]", true),
                (inline("dollar"), "$", "$", false),
                (inline("round"), "\\(", "\\)", false),
            ] {
                math = if is_on { math.with(open, close, is_display) } else { math };
            }
            return Some(math);
        }
        for name in ["mdx_math", "python-markdown-math"] {
            let Some(options) = self.extension(name) else { continue };
            let dollar = options.and_then(|options| options.at(&["enable_dollar_delimiter"]));
            let has_dollar = matches!(dollar.map(|node| &node.value), Some(Value::Bool(true)));
            let math = Math { has_environments: true, ..Math::default() };
            let math = math.with("$$", "$$", true).with("\\[", "\\]", true).with("\\(", "\\)", false);
            return Some(if has_dollar { math.with("$", "$", false) } else { math });
        }
        // A script finds the formulas in the pages.
        let scripts = self.list("extra_javascript");
        if !scripts.iter().any(|path| is_math_script(path)) {
            return None;
        }
        let texts = scripts
            .iter()
            .filter_map(|path| self.origin.text(&SourcePath::new(format!("{}/{path}", self.docs))));
        let has_dollar =
            texts.into_iter().any(|source| ["'$'", "\"$\""].iter().any(|mark| source.text.contains(mark)));
        let math = Math { has_environments: true, is_markdown: true, ..Math::default() };
        let math = math.with("$$", "$$", true).with("\\\\[", "\\\\]", true).with("\\\\(", "\\\\)", false);
        Some(if has_dollar { math.with("$", "$", false) } else { math })
    }

    /// Returns the paths in a list of style sheets or scripts.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let items = self.config.at(&[name]).map_or(&[][..], Node::items).iter();
        items.filter_map(|item| item.text().or_else(|| item.at(&["path"])?.text())).collect()
    }
}

/// Whether an option is `true`.
fn is_true(options: Option<&Node>, name: &str) -> bool {
    matches!(options.and_then(|options| options.at(&[name])).map(|node| &node.value), Some(Value::Bool(true)))
}

/// Returns the source text of a value: the rest of the line after its key, and the following lines that are indented more
/// than the key's line.
fn value_at(text: &str, key: usize) -> &str {
    let start = text[..key].rfind('\n').map_or(0, |at| at + 1);
    let indent = indent_of(&text[start..]);
    let mut end = text[key..].find('\n').map_or(text.len(), |at| key + at + 1);
    for line in text[end..].split_inclusive('\n') {
        if indent_of(line) <= indent {
            break;
        }
        end += line.len();
    }
    text[key..end].trim_start_matches(['\'', '"', ':', ' '])
}

/// Whether a script or style sheet only shows formulas, which docgen shows without scripts.
pub(super) fn is_math_script(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    MATH_SCRIPTS.iter().any(|name| path.contains(name))
}
