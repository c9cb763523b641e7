//! Reads the site's navigation trees and lists of operations, which docgen writes as JSON.

use serde::Deserialize;

/// The index of the navigation trees: `_docgen/site.json`.
#[derive(Default, Deserialize)]
pub(super) struct Index {
    /// The path of each tree below [`FOLDER`], by ID.
    pub nav: std::collections::BTreeMap<String, String>,
    /// The paths of the lists of operations below [`FOLDER`].
    #[serde(default)]
    pub operations: Vec<String>,
    /// The labels of versions, by unique name.
    #[serde(default)]
    pub labels: std::collections::BTreeMap<String, String>,
}

/// The operations of an API.
#[derive(Deserialize)]
pub(super) struct Operations {
    /// The title of the API.
    pub title: String,
    /// The operations, in the same order as in the navigation.
    pub operations: Vec<Operation>,
}

/// An operation of an API.
#[derive(Deserialize)]
pub(super) struct Operation {
    /// The ID.
    pub id: String,
    /// The HTTP method in uppercase, or `EVENT` for a webhook.
    pub method: String,
    /// The path of the endpoint, such as `/v1/users/{id}`.
    pub path: String,
    /// The title.
    pub title: String,
    /// The label of the first tag.
    #[serde(default)]
    pub tag: String,
    /// The URL path of the page.
    pub href: String,
}

/// The index's path.
pub(super) const INDEX: &str = "_docgen/site.json";
/// The folder that contains the trees.
pub(super) const FOLDER: &str = "_docgen/immutable/";
/// The maximum number of files with parts of trees to read.
const PARTS: usize = 100;
/// The maximum depth of a tree.
const DEPTH: usize = 32;

/// A navigation tree, or a part of one.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Tree {
    /// The ID.
    #[serde(default)]
    pub id: String,
    /// The nodes at the top level.
    #[serde(default)]
    pub items: Vec<Node>,
}

/// A node in a navigation tree.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Node {
    /// The text.
    #[serde(default)]
    pub label: String,
    /// The URL path of the page.
    pub href: Option<String>,
    /// Whether the URL belongs to the first page inside the category, not to the category itself.
    #[serde(default)]
    unlinked: bool,
    /// Whether the URL is on another site.
    #[serde(default)]
    external: bool,
    /// The node's children.
    #[serde(default)]
    pub items: Vec<Node>,
    /// In a large tree, the file that contains the node's children.
    pub part: Option<String>,
    badge: Option<Badge>,
}

#[derive(Debug, Deserialize)]
struct Badge {
    kind: String,
}

impl Node {
    /// The URL path of the node's own page on this site.
    pub(super) fn page(&self) -> Option<&str> {
        self.href.as_deref().filter(|_| !self.unlinked && !self.external)
    }

    /// The HTTP method of an API operation, in uppercase, or `EVENT` for a webhook.
    pub(super) fn method(&self) -> Option<String> {
        self.badge.as_ref().map(|badge| badge.kind.to_ascii_uppercase())
    }
}

impl Tree {
    /// Adds the parts of a large tree. `read` returns the content of a file below [`FOLDER`].
    pub(super) fn complete(&mut self, read: &dyn Fn(&str) -> Option<Tree>) {
        let mut left = PARTS;
        add_parts(&mut self.items, read, &mut left, DEPTH);
    }
}

fn add_parts(nodes: &mut [Node], read: &dyn Fn(&str) -> Option<Tree>, left: &mut usize, depth: usize) {
    if depth == 0 {
        return;
    }
    for node in nodes {
        if let Some(part) = node.part.take().filter(|_| *left > 0) {
            *left -= 1;
            node.items = read(&part).map(|tree| tree.items).unwrap_or_default();
        }
        add_parts(&mut node.items, read, left, depth - 1);
    }
}

/// Calls a function with each node, starting at the top, and the labels of the categories above the node.
pub(super) fn walk<'t>(
    nodes: &'t [Node],
    above: &mut Vec<&'t str>,
    each: &mut dyn FnMut(&'t Node, &[&'t str]),
) {
    for node in nodes {
        each(node, above);
        if above.len() < DEPTH {
            above.push(&node.label);
            walk(&node.items, above, each);
            above.pop();
        }
    }
}
