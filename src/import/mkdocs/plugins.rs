//! The plugins of an MkDocs site.

use std::ops::Range;

use super::MkDocs;
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
    "awesome-nav",
    "material/awesome-nav",
    "macros",
    "blog",
    "material/blog",
    "glightbox",
    "autorefs",
    "mike",
];

/// The plugins that resolve references to generated documentation.
pub(super) const REFERENCES: [&str; 2] = ["autorefs", "mkdocstrings"];

/// A plugin's name, its location in the config, and its options.
pub(super) type Plugin<'n> = (&'n str, Range<usize>, Option<&'n Node>);

impl MkDocs<'_> {
    /// Returns the plugins that aren't converted.
    pub(super) fn unknown_plugins(&self) -> impl Iterator<Item = Plugin<'_>> {
        self.plugins().into_iter().filter(|(name, ..)| !PLUGINS.contains(name))
    }

    /// Whether a hook or a plugin that isn't converted can change the pages.
    pub(super) fn has_unknown_code(&self) -> bool {
        self.config.at(&["hooks"]).is_some() || self.unknown_plugins().next().is_some()
    }

    /// Returns the plugins, each with its location and options. The plugins are in a list or a table.
    pub(super) fn plugins(&self) -> Vec<Plugin<'_>> {
        let Some(node) = self.config.at(&["plugins"]) else { return Vec::new() };
        let listed = node.items().iter().filter_map(|plugin| {
            let (name, _) = plugin.named()?;
            Some((name, plugin.range.clone(), plugin.pair().map(|(_, options)| options)))
        });
        let keys = node.entries().unwrap_or_default().iter();
        listed.chain(keys.map(|(key, node)| (&*key.name, key.range.clone(), Some(node)))).collect()
    }
}
