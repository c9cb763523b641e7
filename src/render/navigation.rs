//! Navigation trees as files: a file for each sidebar, and the index that names these files and the lists of operations.
//!
//! The amount of data that readers load must not grow with the site. In a large tree, the content of a closed category
//! is a separate file, which is fetched when the category opens.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::{Messages, Renderer, breaks, chunk::to_json, operations};
use crate::path::{Addressing, has_protocol};
use crate::site::{Node, NodeKind, Place, Sidebar, Site, Target, links::config_target};

/// The trees of a site.
#[derive(Default)]
pub(super) struct Navigation {
    /// The names of all files, as `nav/<id>.<hash>.json`. Each tree comes after its parts.
    pub files: Vec<String>,
    /// The contents of these files.
    pub trees: Vec<String>,
    index: BTreeMap<String, String>,
    /// The files with the operations of the APIs.
    operations: Vec<String>,
    /// The labels of the versions, by their unique names. Contains only labels that differ from the name.
    labels: BTreeMap<String, String>,
}

/// The tree of a sidebar, or the content of a category in a large tree.
#[derive(Serialize)]
struct Tree<'a> {
    /// The ID of the sidebar.
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// Whether the tree is large. Pages then show less of its long lists.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    large: bool,
    items: Vec<WireNode<'a>>,
}

/// The minimum number of nodes that a closed category in a large tree must contain to become a part. Nodes in other
/// parts don't count.
const PART: usize = 20;

/// A node. `theme/src/chunk.ts` explains the keys.
#[derive(Default, Serialize)]
struct WireNode<'a> {
    key: &'a str,
    label: &'a str,
    #[serde(rename = "labelHtml", skip_serializing_if = "Option::is_none")]
    label_html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unlinked: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    group: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    external: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<WireNode<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collapsible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collapsed: Option<bool>,
    #[serde(rename = "className", skip_serializing_if = "Option::is_none")]
    class_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    badge: Option<Badge>,
}

/// The badge before the link to an operation: its HTTP method. A webhook also has a badge.
#[derive(Serialize)]
pub(super) struct Badge {
    /// The text.
    text: String,
    /// The kind, which determines the color.
    kind: String,
}

impl Badge {
    pub(super) fn of(node: &Node, messages: &Messages) -> Option<Badge> {
        let method = node.method.as_deref()?;
        let text = match method {
            "EVENT" => messages.get("api_event_badge"),
            method => short_method(method),
        };
        Some(Badge { text: text.to_owned(), kind: method.to_ascii_lowercase() })
    }
}

/// Returns the text of a method's badge, which has no room for long names.
fn short_method(method: &str) -> &str {
    match method {
        "DELETE" => "DEL",
        "OPTIONS" => "OPT",
        method => method,
    }
}

impl WireNode<'_> {
    /// Whether the content is hidden until the category is opened.
    fn is_closed(&self) -> bool {
        !self.group && self.collapsible.is_none() && self.collapsed.is_none()
    }
}

impl Navigation {
    /// Creates the trees of a site.
    pub(super) fn new(site: &Site, at: &Addressing, messages: &[Messages]) -> Self {
        let mut navigation = Navigation::default();
        for sidebar in site.sidebars.iter() {
            let mut items = nodes(&sidebar.nodes, at, &messages[sidebar.locale]);
            for item in items.iter_mut().filter(|_| sidebar.blog.is_some()) {
                item.group = true;
            }
            let large = sidebar.is_large();
            if large {
                navigation.part(&sidebar.id, &mut items);
            }
            let title = sidebar_title(site, sidebar, messages);
            let tree = Tree { id: &sidebar.id, title, large, items };
            let file = navigation.file("nav", &sidebar.id, to_json(&tree));
            navigation.index.insert(sidebar.id.clone(), file);
        }
        for (id, list) in operations::lists(site, at) {
            let file = navigation.file("operations", id, list);
            navigation.operations.push(file);
        }
        let labelled =
            site.versions.iter().filter(|version| version.several && version.label != version.name);
        navigation.labels =
            labelled.map(|version| (site.version_name(version), version.label.clone())).collect();
        navigation
    }

    /// Adds a file and returns its name.
    fn file(&mut self, folder: &str, id: &str, content: String) -> String {
        let file = format!("{folder}/{id}.{:016x}.json", xxhash_rust::xxh3::xxh3_64(content.as_bytes()));
        self.files.push(file.clone());
        self.trees.push(content);
        file
    }

    /// Moves the content of closed categories into parts, starting with the deepest categories. Returns the number of
    /// remaining nodes.
    fn part(&mut self, id: &str, items: &mut [WireNode<'_>]) -> usize {
        let mut left = items.len();
        for item in items {
            let below = self.part(id, &mut item.items);
            if below >= PART && item.is_closed() {
                let items = std::mem::take(&mut item.items);
                let part = to_json(&Tree { id, title: None, large: false, items });
                item.part = Some(self.file("nav", id, part));
            } else {
                left += below;
            }
        }
        left
    }

    /// Returns `site.json`, which lists the file of each tree, the files with operations, and the labels of versions.
    pub(super) fn site_index(&self, build: &str) -> String {
        let mut index = json!({ "build": build, "nav": self.index });
        if !self.operations.is_empty() {
            index["operations"] = json!(self.operations);
        }
        if !self.labels.is_empty() {
            index["labels"] = json!(self.labels);
        }
        to_json(&index)
    }
}

impl Renderer<'_> {
    /// Returns the keys of the nodes from the root to a place.
    pub(super) fn keys(&self, place: &Place) -> Vec<Arc<str>> {
        let mut nodes = &self.site.sidebars[place.sidebar].nodes[..];
        let mut keys = Vec::with_capacity(place.trail.len());
        for &index in &place.trail {
            let node = &nodes[index];
            keys.push(node.key.clone());
            nodes = match &node.kind {
                NodeKind::Category(category) => &category.items,
                _ => &[],
            };
        }
        keys
    }
}

/// Returns the heading above the posts in a blog's sidebar, or `None` for other sidebars.
pub(super) fn sidebar_title<'a>(
    site: &'a Site,
    sidebar: &Sidebar,
    messages: &'a [Messages],
) -> Option<&'a str> {
    let blog = &site.blogs[sidebar.blog?];
    let own = blog.config.sidebar_title.as_deref();
    let title = own.unwrap_or_else(|| messages[blog.locale].get("blog_recent"));
    Some(title).filter(|title| !title.is_empty())
}

/// Returns the path of a file in `static/` with its leading slash, which the config can omit.
pub(super) fn rooted(path: &str) -> String {
    if path.starts_with('/') || has_protocol(path) { path.to_owned() } else { format!("/{path}") }
}

/// Returns the target of a navigation link, ready for an `href`, and whether the target is on another site.
pub(super) fn href(target: &Target, at: &Addressing) -> (String, bool) {
    match target {
        Target::Route(route) => (at.href(route), false),
        Target::Address { href, external } => (href.clone(), *external),
    }
}

/// Returns the target of a link in the config, and whether the target is on another site.
pub(super) fn config_href(site: &Site, at: &Addressing, address: &str) -> (String, bool) {
    href(&config_target(&site.config, &site.static_files, address), at)
}

/// Returns the target of a link in the config for a locale, and whether the target is on another site. If a link points to
/// a page that exists in that locale, returns the page in that locale.
pub(super) fn local_href(site: &Site, at: &Addressing, locale: usize, address: &str) -> (String, bool) {
    href(&site.local_links().target(locale, address), at)
}

/// Returns the URL of the first page or link in a list of nodes. Without JavaScript, a category without a page links to
/// this URL.
pub(super) fn first_href(nodes: &[Node], at: &Addressing) -> Option<String> {
    nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Page(route) => Some(at.href(route)),
        NodeKind::Link(target) => Some(href(target, at).0),
        NodeKind::Category(category) => match &category.route {
            Some(route) => Some(at.href(route)),
            None => first_href(&category.items, at),
        },
        NodeKind::Html(_) => None,
    })
}

fn nodes<'a>(list: &'a [Node], at: &Addressing, messages: &Messages) -> Vec<WireNode<'a>> {
    list.iter().map(|node| wire(node, at, messages)).collect()
}

fn wire<'a>(node: &'a Node, at: &Addressing, messages: &Messages) -> WireNode<'a> {
    let mut wire = WireNode {
        key: &node.key,
        label: &node.label,
        label_html: Some(breaks::of_text(&node.label)).filter(|html| html.contains("<wbr>")),
        class_name: node.class_name.as_deref(),
        badge: Badge::of(node, messages),
        ..WireNode::default()
    };
    match &node.kind {
        NodeKind::Page(route) => wire.href = Some(at.href(route)),
        NodeKind::Link(target) => {
            let (address, external) = href(target, at);
            (wire.href, wire.external) = (Some(address), external);
        }
        NodeKind::Html(html) => wire.html = Some(html),
        NodeKind::Category(category) => {
            wire.unlinked = category.route.is_none();
            wire.href = category
                .route
                .as_ref()
                .map(|route| at.href(route))
                .or_else(|| first_href(&category.items, at));
            wire.items = nodes(&category.items, at, messages);
            wire.collapsible = (!category.collapsible).then_some(false);
            wire.collapsed = (!category.collapsed).then_some(false);
        }
    }
    wire
}
