//! Lists the links to other sites.

use std::collections::{BTreeMap, BTreeSet};

use super::{Site, config::html_links};
use crate::config::{Config, ConfigSource};
use crate::diag::{Location, Span};
use crate::markdown::PageTag;
use crate::path::{SourcePath, scheme};
use crate::source::{
    Source,
    tree::{self, Node, Value},
};

/// Returns the URL of each link to another site and each image from another site, with the places that use the URL: on
/// pages, in the descriptions of OpenAPI documents, and in the config. `messages` are the files with the translations of
/// the config's HTML.
pub(crate) fn external_links(
    site: &Site,
    (config, source): (&Config, Option<&Source>),
    messages: &[Source],
) -> BTreeMap<String, BTreeSet<Location>> {
    let mut all = Links::default();
    for page in &site.pages {
        let Some(parsed) = page.document() else { continue };
        let metadata = &parsed.metadata;
        for (index, link) in metadata.links.iter().enumerate() {
            all.add(&link.target, metadata.file_of_link(index).unwrap_or(&parsed.source.path), link.span);
        }
        for (index, image) in metadata.images.iter().enumerate() {
            all.add(&image.target, metadata.file_of_image(index).unwrap_or(&parsed.source.path), image.span);
        }
        for (attribute, url) in metadata.front_matter.head.iter().flat_map(PageTag::urls) {
            all.add(url, &parsed.source.path, attribute.place);
        }
        for action in metadata.front_matter.hero.iter().flat_map(|hero| &hero.actions) {
            all.add(&action.href, &parsed.source.path, action.place);
        }
    }
    for api in &*site.apis {
        for text in &api.api.texts {
            let Some(file) = api.api.files.get(text.place.file as usize) else { continue };
            for link in &text.document.links {
                all.add(&link.target, file, text.place.span);
            }
        }
    }
    if let Some(source) = source {
        if let Some(tree) = tree::of(source) {
            all.settings(&tree, "", source);
        }
        for link in html_links(config, &ConfigSource::new(source), &site.locales, messages) {
            all.add(&link.href, link.file, link.place.unwrap_or(0..0).into());
        }
    }
    all.0
}

#[derive(Default)]
struct Links(BTreeMap<String, BTreeSet<Location>>);

impl Links {
    fn add(&mut self, target: &str, file: &SourcePath, span: Span) {
        if matches!(scheme(target).as_deref(), Some("http" | "https")) {
            let url = target.trim().to_owned();
            self.0.entry(url).or_default().insert(Location::Span(file.clone(), span));
        }
    }

    /// Adds the links in the navbar, the footer, and sidebars, and the targets of redirects.
    fn settings(&mut self, node: &Node, key: &str, source: &Source) {
        match &node.value {
            Value::Text(text) if matches!(key, "href" | "to") && !text.ends_with("/*") => {
                self.add(text, &source.path, node.range.clone().into());
            }
            Value::List(nodes) => nodes.iter().for_each(|node| self.settings(node, key, source)),
            Value::Table(entries) => {
                entries.iter().for_each(|(key, node)| self.settings(node, &key.name, source));
            }
            _ => {}
        }
    }
}
