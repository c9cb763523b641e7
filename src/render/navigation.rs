//! Navigation trees as resources: one file a sidebar, and the index that names them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Messages;
use super::chunk::to_json;
use crate::path::Addressing;
use crate::site::links::config_target;
use crate::site::{Node, NodeKind, Place, Sidebar, Site, Target};

/// The trees of a site.
pub(super) struct Navigation {
    /// `nav/<id>.<hash>.json`, in the order of the site's sidebars.
    pub(super) files: Vec<String>,
    /// Their content.
    pub(super) trees: Vec<String>,
    index: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Tree<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    items: Vec<WireNode<'a>>,
}

/// A node; `theme/src/chunk.ts` says what each key means.
#[derive(Serialize)]
struct WireNode<'a> {
    key: &'a str,
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    unlinked: bool,
    #[serde(skip_serializing_if = "is_false")]
    group: bool,
    #[serde(skip_serializing_if = "is_false")]
    external: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<WireNode<'a>>,
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

/// The mark before a link: the method of an operation.
#[derive(Serialize)]
pub(super) struct Badge {
    /// What it says.
    text: String,
    /// What its colour goes by.
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

/// A method as a badge says it: long ones do not fit.
fn short_method(method: &str) -> &str {
    match method {
        "DELETE" => "DEL",
        "OPTIONS" => "OPT",
        method => method,
    }
}

#[derive(Serialize)]
struct SiteIndex<'a> {
    build: &'a str,
    nav: &'a BTreeMap<String, String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Navigation {
    /// Writes the trees.
    pub(super) fn new(site: &Site, at: &Addressing, messages: &[Messages]) -> Self {
        let mut navigation = Navigation { files: Vec::new(), trees: Vec::new(), index: BTreeMap::new() };
        for sidebar in site.sidebars.iter() {
            let mut items = nodes(&sidebar.nodes, at, &messages[sidebar.locale]);
            for item in items.iter_mut().filter(|_| sidebar.blog.is_some()) {
                item.group = true;
            }
            let title = sidebar_title(site, sidebar, messages);
            let tree = to_json(&Tree { id: &sidebar.id, title, items });
            let file =
                format!("nav/{}.{:016x}.json", sidebar.id, xxhash_rust::xxh3::xxh3_64(tree.as_bytes()));
            navigation.index.insert(sidebar.id.clone(), file.clone());
            navigation.files.push(file);
            navigation.trees.push(tree);
        }
        navigation
    }

    /// `site.json`: which file holds which tree.
    pub(super) fn site_index(&self, build: &str) -> String {
        to_json(&SiteIndex { build, nav: &self.index })
    }

    /// The keys of the nodes on the way to a place.
    pub(super) fn keys(&self, site: &Site, place: &Place) -> Vec<String> {
        Self::keys_at(site, place)
    }

    /// The same, without the trees.
    pub(super) fn keys_at(site: &Site, place: &Place) -> Vec<String> {
        let mut nodes = &site.sidebars[place.sidebar].nodes[..];
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

/// What stands above the posts of a blog's sidebar; none for other sidebars.
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

/// Where a link of the navigation leads, ready for an `href`, and whether that is another site.
pub(super) fn href(target: &Target, at: &Addressing) -> (String, bool) {
    match target {
        Target::Route(route) => (at.href(route), false),
        Target::Address { href, external } => (href.clone(), *external),
    }
}

/// An address of the config as a link, and whether it is of another site.
pub(super) fn config_href(site: &Site, at: &Addressing, address: &str) -> (String, bool) {
    href(&config_target(&site.config, &site.static_files, address), at)
}

/// The same for the footer of a language: a page leads to itself in that language, where there is one.
pub(super) fn footer_href(site: &Site, at: &Addressing, locale: usize, address: &str) -> (String, bool) {
    let target = config_target(&site.config, &site.static_files, address);
    href(&crate::site::localized(target, &site.locales[locale], &site.pages, &site.redirects), at)
}

/// The first page in a list of nodes: where a category without a page leads without JavaScript.
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
        href: None,
        unlinked: false,
        group: false,
        external: false,
        items: Vec::new(),
        collapsible: None,
        collapsed: None,
        class_name: node.class_name.as_deref(),
        html: None,
        badge: Badge::of(node, messages),
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
