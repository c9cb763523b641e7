//! Reports the plugins and integrations that aren't converted.

use std::collections::BTreeSet;

use super::{PACKAGE, Starlight, api, blog, topics};
use crate::component::MODULE;
use crate::import::left::Left;
use crate::source::tree::{Node, Value};

/// The plugin for Algolia's search.
pub(super) const DOCSEARCH: &str = "@astrojs/starlight-docsearch";

/// The plugin for API documentation of TypeScript code.
pub(super) const TYPEDOC: &str = "starlight-typedoc";

/// The code to run instead of this plugin.
pub(super) const TYPEDOC_STAND_IN: &str = "
const $module = 'starlight-typedoc';
const plugin = () => ({ $module });
export const typeDocSidebarGroup = { $module };
export const createStarlightTypeDocPlugin = () => [plugin, { $module }];
export default plugin;
";

/// The integration for code blocks, which Starlight includes.
pub(super) const EXPRESSIVE_CODE: &str = "astro-expressive-code";

/// The integration that adds imports to pages.
pub(super) const AUTO_IMPORT: &str = "astro-auto-import";

/// The plugin for badges in headings.
const HEADING_BADGES: &str = "starlight-heading-badges";

/// What an import does with a package.
enum Package {
    /// The importer converts the settings, docgen has the same feature without settings, or the package affects only
    /// how Astro builds the site.
    Known,
    /// The import reports the package with this next step.
    Left(&'static str),
}

use Package::{Known, Left as Next};

/// The integrations.
const INTEGRATIONS: &[(&str, Package)] = &[
    (PACKAGE, Known),
    ("@astrojs/sitemap", Known),
    ("@astrojs/react", Known),
    ("@astrojs/mdx", Known),
    ("@astrojs/markdoc", Known),
    ("astro-compress", Known),
    (EXPRESSIVE_CODE, Known),
    (AUTO_IMPORT, Known),
    ("astro-mermaid", Known),
    ("@playform/compress", Known),
    ("@astrojs/tailwind", Next("put your styles in `overrides/custom.css`")),
    ("@tailwindcss/vite", Next("put your styles in `overrides/custom.css`")),
];

/// The plugins.
const PLUGINS: &[(&str, Package)] = &[
    (api::PLUGIN, Known),
    (blog::PLUGIN, Known),
    (topics::PLUGIN, Known),
    (DOCSEARCH, Known),
    (HEADING_BADGES, Known),
    ("starlight-contextual-menu", Known),
    ("starlight-github-alerts", Known),
    ("starlight-image-zoom", Known),
    ("starlight-katex", Known),
    ("starlight-links-validator", Known),
    ("starlight-llms-txt", Known),
    ("starlight-markdown", Known),
    ("starlight-page-actions", Known),
    ("starlight-scroll-to-top", Known),
    ("starlight-sidebar-topics-dropdown", Known),
    (
        "@lorenzo_lewis/starlight-utils",
        Next("add the links to `navbar.items`, and the sidebars to `docs.sidebars`"),
    ),
    ("starlight-announcement", Next("add the announcement to `[announcement_bar]`")),
    ("starlight-auto-sidebar", Next("describe the folders in `_category_.toml` files")),
    ("starlight-changelogs", Next("add the changelog to `content/docs`")),
    ("starlight-giscus", Next("write a component for a slot that adds the comments")),
    ("starlight-mega-menu", Next("add the links to `navbar.items`")),
    ("starlight-obsidian", Next("copy the vault's pages to `content/docs`")),
    ("starlight-site-graph", Next("leave it out")),
    (TYPEDOC, Next("generate Markdown files with TypeDoc, and add them to `content/docs`")),
    (
        "starlight-versions",
        Next("to connect the versions, move their pages to `content/versions`, and set `docs.versions`"),
    ),
];

/// The plugins for remark and rehype.
const MARKDOWN: &[(&str, Package)] = &[
    ("@astrojs/markdown-remark", Known),
    ("rehype-autolink-headings", Known),
    ("rehype-external-links", Known),
    ("rehype-katex", Known),
    ("rehype-mathjax", Known),
    ("rehype-mermaid", Known),
    ("rehype-slug", Known),
    ("remark-custom-heading-id", Known),
    ("remark-emoji", Known),
    ("remark-gfm", Known),
    ("remark-heading-id", Known),
    ("remark-math", Known),
    ("remark-mermaidjs", Known),
    ("remark-smartypants", Known),
];

/// The next step for plugins that only change the look of the site.
const OF_THEMES: &str = "put your styles in `overrides/custom.css`";

const OTHERS: &str = "look for an equivalent docgen feature";

const OF_MARKDOWN: &str = "rewrite content that uses this plugin";

/// Returns the next step for a package, or `None` if the package isn't reported.
fn next(packages: &[(&str, Package)], name: &str, other: &'static str) -> Option<&'static str> {
    match packages.iter().find(|(known, _)| *known == name) {
        Some((_, Known)) => None,
        Some((_, Next(hint))) => Some(hint),
        None if name.contains("theme") => Some(OF_THEMES),
        None => Some(other),
    }
}

/// Returns the package whose function returned a value.
pub(super) fn module(node: &Node) -> Option<String> {
    node.at(&[MODULE]).and_then(Node::text)
}

impl Starlight<'_> {
    /// Returns the values in the `plugins` setting.
    pub(super) fn plugins(&self) -> &[Node] {
        self.theme().and_then(|theme| theme.at(&["plugins"])).map_or(&[][..], Node::items)
    }

    /// Returns the options of a plugin.
    pub(super) fn plugin(&self, package: &str) -> Option<&Node> {
        let mut all = self.plugins().iter().flat_map(|node| std::iter::once(node).chain(node.items()));
        all.find(|node| module(node).as_deref() == Some(package))
    }

    /// Whether headings can contain badges.
    pub(super) fn has_badges(&self) -> bool {
        self.plugin(HEADING_BADGES).is_some()
    }

    /// Reports the plugins and integrations that aren't converted.
    pub(super) fn note_packages(&self, left: &mut Left) {
        if let Some(list) = self.astro.at(&["integrations"]) {
            self.note_list((list, flat(list, 0)), ("integration", OTHERS), INTEGRATIONS, left);
        }
        if let Some(list) = self.theme().and_then(|theme| theme.at(&["plugins"])) {
            self.note_list((list, flat(list, 0)), ("plugin", OTHERS), PLUGINS, left);
        }
        for keys in [&["markdown"][..], &["markdown", "processor"]] {
            let options = self.astro.at(keys).and_then(Node::entries).unwrap_or_default();
            for (_, list) in options.iter().filter(|(key, _)| is_plugins(&key.name)) {
                self.note_list((list, heads(list)), ("Markdown plugin", OF_MARKDOWN), MARKDOWN, left);
            }
        }
    }

    fn note_list(
        &self,
        (list, all): (&Node, Vec<&Node>),
        (kind, other): (&str, &'static str),
        packages: &[(&str, Package)],
        left: &mut Left,
    ) {
        let modules: BTreeSet<String> = all.iter().filter_map(|node| module(node)).collect();
        let mut noted = BTreeSet::new();
        let mut note = |name: &str, node: &Node, hint: &str| {
            if noted.insert(name.to_owned()) {
                left.note(&self.source, node.range.clone(), &format!("the `{name}` {kind}"), hint);
            }
        };
        for node in all {
            let own = node.at(&["name"]).and_then(Node::text);
            if let Some(name) = module(node).or_else(|| node.text()) {
                if let Some(hint) = next(packages, &name, other) {
                    note(&name, node, hint);
                }
            } else if let Some(name) = own {
                note(&name, node, other);
            } else {
                // Only the code tells what the value is.
                let code = self.source.text.get(node.range.clone()).unwrap_or_default().trim();
                let imports = self.imports();
                let names = code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
                let found: BTreeSet<&str> = names
                    .filter_map(|word| Some(imports.iter().find(|(name, _)| name == word)?.1.as_str()))
                    .collect();
                for name in found.iter().filter(|name| !modules.contains(**name)) {
                    if let Some(hint) = next(packages, name, other) {
                        note(name, node, hint);
                    }
                }
                let is_nothing = matches!(code, "" | "null" | "false" | "true" | "undefined");
                if found.is_empty() && !is_nothing && node.range != list.range {
                    let end = code.char_indices().nth(60).map_or(code.len(), |(at, _)| at);
                    note(code[..end].lines().next().unwrap_or_default(), node, other);
                }
            }
        }
    }

    /// Returns the names that the config imports, each with its package or module.
    fn imports(&self) -> Vec<(String, String)> {
        let mut imports = Vec::new();
        let mut rest: &str = &self.source.text;
        while let Some(at) = rest.find("import ") {
            let is_start = at == 0 || rest[..at].ends_with('\n');
            rest = &rest[at + 7..];
            let Some((clause, after)) = rest.split_once(['"', '\'']) else { break };
            let Some(end) = after.find(['"', '\'']).filter(|_| is_start && clause.contains("from")) else {
                continue;
            };
            let names = clause.rsplit_once("from").map_or("", |(names, _)| names);
            for name in names.split([',', '{', '}']) {
                let own = name.trim().rsplit(' ').next().unwrap_or_default();
                if !own.is_empty() {
                    imports.push((own.to_owned(), after[..end].to_owned()));
                }
            }
            rest = &after[end..];
        }
        imports
    }
}

/// Returns the values in a list, which can contain lists.
pub(super) fn flat(list: &Node, depth: usize) -> Vec<&Node> {
    let mut values = Vec::new();
    for item in list.items() {
        match item.value {
            Value::List(_) if depth < 4 => values.extend(flat(item, depth + 1)),
            _ => values.push(item),
        }
    }
    values
}

/// Whether a setting lists Markdown plugins. Each Markdown processor has its own kinds of plugins.
fn is_plugins(name: &str) -> bool {
    name.ends_with("Plugins")
}

/// Returns the plugins in a list of Markdown plugins. A list in the list contains a plugin and its options.
fn heads(list: &Node) -> Vec<&Node> {
    list.items().iter().map(|node| node.items().first().unwrap_or(node)).collect()
}
