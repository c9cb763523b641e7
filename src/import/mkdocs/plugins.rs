//! The plugins of an MkDocs site.

use std::ops::Range;

use super::{MkDocs, languages, names};
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The plugins that have a built-in equivalent in docgen or that affect only how files are written.
const PLUGINS: &[&str] = &[
    "search",
    "material/search",
    "minify",
    "offline",
    "material/offline",
    "privacy",
    "material/privacy",
    "social",
    "material/social",
    "optimize",
    "material/optimize",
    "redirects",
    "tags",
    "material/tags",
    "meta",
    "git-revision-date",
    "git-revision-date-localized",
    "awesome-pages",
    "literate-nav",
    "awesome-nav",
    "material/awesome-nav",
    "include-markdown",
    "macros",
    "blog",
    "material/blog",
    "glightbox",
    "autorefs",
    "mike",
    SECTION_PAGES,
];

/// The plugin that makes the first page of a section the section's page.
pub(super) const SECTION_PAGES: &str = "section-index";

/// The plugin that runs code blocks and shows their output.
pub(super) const RUNS_CODE: &str = "markdown-exec";

/// The plugins that generate pages or parts of pages.
const GENERATORS: [&str; 7] =
    ["api-autonav", "coverage", "gen-files", "jupyter", "mkdocs-jupyter", "mkdocstrings", RUNS_CODE];

/// Returns the next step for a plugin that isn't converted.
pub(super) fn hint(name: &str) -> &'static str {
    match GENERATORS.contains(&name) {
        true => "generate Markdown from the code or data, or write the text by hand",
        false => "look for an equivalent docgen feature",
    }
}

/// The plugin that contains other plugins.
const GROUPS: [&str; 2] = ["group", "material/group"];

/// The plugin that leaves files out.
const EXCLUDE: &str = "exclude";

/// The plugins that resolve references to generated documentation.
pub(super) const REFERENCES: [&str; 2] = ["autorefs", "mkdocstrings"];

/// Plugins that aren't converted but that don't replace expressions such as `{{ version }}`.
const WITHOUT_EXPRESSIONS: [&str; 13] = [
    "api-autonav",
    "exclude",
    "gen-files",
    "git-authors",
    "git-committers",
    "htmlproofer",
    "llmstxt",
    "mermaid2",
    "mkdocstrings",
    "pdf-export",
    "print-site",
    "rss",
    "with-pdf",
];

/// The parts of a hook's code that show that the hook might replace expressions.
const TEMPLATES: [&str; 4] = ["{{", "{%", "jinja", "Template"];

/// A plugin's name, its location in the config, and its options.
pub(super) type Plugin<'n> = (&'n str, Range<usize>, Option<&'n Node>);

impl MkDocs<'_> {
    /// Returns the plugins that aren't converted.
    pub(super) fn unknown_plugins(&self) -> impl Iterator<Item = Plugin<'_>> {
        let is_known = |name: &str, options: Option<&Node>| {
            PLUGINS.contains(&name)
                || names::PLUGINS.contains(&name)
                || self.languages.is_some() && name == languages::PLUGIN
                || name == EXCLUDE && options.is_some_and(|options| options.at(&["regex"]).is_none())
        };
        self.plugins().into_iter().filter(move |(name, _, options)| !is_known(name, *options))
    }

    /// Whether a hook or a plugin that isn't converted might replace expressions such as `{{ version }}`.
    pub(super) fn has_expressions(&self) -> bool {
        let has_templates = |hook: &Node| {
            let code = hook.text().and_then(|path| self.origin.text(&SourcePath::new(self.in_config(&path))));
            code.is_none_or(|code| TEMPLATES.iter().any(|part| code.text.contains(part)))
        };
        let hooks = self.config.at(&["hooks"]).map_or(&[][..], Node::items);
        let mut plugins = self.unknown_plugins().filter(|(name, ..)| !WITHOUT_EXPRESSIONS.contains(name));
        hooks.iter().any(has_templates) || plugins.next().is_some()
    }

    /// Returns the plugins, each with its location and options. The plugins are in a list or a table.
    pub(super) fn plugins(&self) -> Vec<Plugin<'_>> {
        of(&self.config)
    }
}

/// Returns the patterns of the files that a plugin leaves out, one a line.
pub(super) fn excluded(plugins: &[Plugin<'_>]) -> String {
    let options = plugins.iter().filter(|(name, ..)| *name == EXCLUDE).filter_map(|(_, _, options)| *options);
    let patterns = options.filter_map(|options| options.at(&["glob"]));
    let patterns =
        patterns.flat_map(|node| node.text().into_iter().chain(node.items().iter().filter_map(Node::text)));
    patterns.map(|pattern| pattern + "\n").collect()
}

/// Returns the plugins in a config, including the plugins in groups.
pub(super) fn of(config: &Node) -> Vec<Plugin<'_>> {
    let mut found = Vec::new();
    for plugin in config.at(&["plugins"]).map(in_node).unwrap_or_default() {
        let inside =
            plugin.2.filter(|_| GROUPS.contains(&plugin.0)).and_then(|options| options.at(&["plugins"]));
        match inside {
            Some(inside) => found.extend(in_node(inside)),
            None => found.push(plugin),
        }
    }
    found
}

/// Returns the plugins in a list or a table.
fn in_node(node: &Node) -> Vec<Plugin<'_>> {
    let listed = node.items().iter().filter_map(|plugin| {
        let (name, _) = plugin.named()?;
        Some((name, plugin.range.clone(), plugin.pair().map(|(_, options)| options)))
    });
    let keys = node.entries().unwrap_or_default().iter();
    listed.chain(keys.map(|(key, node)| (&*key.name, key.range.clone(), Some(node)))).collect()
}
