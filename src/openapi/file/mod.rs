//! [`File`]: a file in a document, as an untyped tree with locations.
//!
//! Takes text (JSON, YAML, or any other text that a reference can refer to) and returns a tree of values with their
//! locations. The tree is one list of nodes that refer to one another by index. A YAML alias repeats a node's index, so
//! aliases aren't expanded. The index identifies the node. This module handles JSON pointers. It knows nothing about
//! OpenAPI except the names of the reference keywords.

mod builder;
mod json;
mod places;
mod pointer;
mod reference;
mod repair;
mod scalar;
mod tree;
mod yaml;

use crate::diag::{Diagnostic, Span};
use crate::path::SourcePath;
use crate::source::Source;

use super::json::Json;
use builder::Builder;
pub(crate) use places::Part;
pub(super) use pointer::unescape;
pub(super) use reference::{is_text, relative, split as split_reference};
pub(super) use scalar::is_json as is_json_number;
pub(super) use tree::{Tree, TreeKind};

/// The maximum depth of nested values. The deepest schemas that people write have a few dozen levels, each of which
/// takes two or three levels of the tree.
const MAX_DEPTH: usize = 1200;

/// The index of a node in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

/// A file in a document.
#[derive(Debug)]
pub struct File {
    /// The path of the file.
    pub path: SourcePath,
    /// Whether the file couldn't be read. If so, the problem has been reported.
    pub broken: bool,
    nodes: Vec<Node>,
    /// The items of the lists.
    items: Vec<NodeId>,
    /// The members of the objects.
    members: Vec<Member>,
    /// For larger objects, the indexes of the members, sorted by key.
    by_key: Vec<u32>,
    /// All strings, concatenated.
    strings: String,
    /// The value of the whole file.
    pub(super) root: NodeId,
    /// The files that references and examples refer to, as relative paths inside the site, without duplicates.
    pub references: Vec<SourcePath>,
    /// The objects with `$anchor` or `$dynamicAnchor`, by name and then by the schema that they're in.
    pub(super) anchors: Vec<NamedNode>,
    /// The objects with `$id` or `$self`, and their URIs.
    pub(super) bases: Vec<(Box<str>, NodeId)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The byte range of the value.
    span: Span,
    /// The index of the list or object that contains the value, or the root's own index.
    parent: NodeId,
    /// The value's index in `items` or `members`.
    slot: u32,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Null,
    Bool(bool),
    /// The number as written.
    Number(Span),
    String(Span),
    Array {
        start: u32,
        len: u32,
    },
    /// For larger objects, `by_key` is the start of the sorted members.
    Object {
        start: u32,
        len: u32,
        by_key: Option<u32>,
    },
}

#[derive(Clone, Copy, Debug)]
struct Member {
    key: Span,
    /// The byte range of the key.
    place: Span,
    value: NodeId,
}

/// The value of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    /// The number as written.
    Number(&'a str),
    String(&'a str),
    Array(&'a [NodeId]),
    Object(Members<'a>),
}

/// The members of an object, without duplicate keys, in file order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members<'a> {
    file: &'a File,
    members: &'a [Member],
    by_key: Option<u32>,
}

/// Parses one file. The extension determines whether the file is parsed as JSON or YAML. Any other file becomes one
/// string. A file that can't be parsed is reported here and skipped later.
pub fn read(source: &Source) -> (File, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let file = match language(source) {
        Language::Json => json::read(source, Builder::new(source, &mut diagnostics)),
        Language::Yaml => yaml::read(source, &mut diagnostics),
        Language::Text => Builder::new(source, &mut diagnostics).text(),
    };
    (file, diagnostics)
}

enum Language {
    Json,
    Yaml,
    Text,
}

/// Returns the syntax of a file. If the file has no extension, the syntax depends on the content.
fn language(source: &Source) -> Language {
    match source.path.extension().to_ascii_lowercase().as_str() {
        "json" => Language::Json,
        "yaml" | "yml" => Language::Yaml,
        "" if source.text.trim_start().starts_with('{') => Language::Json,
        "" if source
            .text
            .lines()
            .any(|line| line.starts_with("openapi:") || line.starts_with("swagger:")) =>
        {
            Language::Yaml
        }
        _ => Language::Text,
    }
}

impl File {
    /// Whether the file is or might be an OpenAPI document. Any unreadable file might be an OpenAPI document.
    pub(crate) fn is_document(&self) -> bool {
        self.broken || ["openapi", "swagger"].iter().any(|key| self.get(self.root, key).is_some())
    }

    /// Whether the file is an overlay.
    pub(crate) fn is_overlay(&self) -> bool {
        !self.broken && self.get(self.root, "overlay").is_some()
    }

    /// Returns `info.title`.
    pub(crate) fn title(&self) -> Option<&str> {
        self.text(self.get(self.root, "info")?, "title")
    }

    /// Returns the references to other files: the range of each string, its text, and the file.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Span, &str, SourcePath)> {
        let texts = self.members.iter().flat_map(|member| self.referring(self.str(member.key), member.value));
        texts.filter_map(|(span, text)| Some((span, text, builder::relative(&self.path, text)?)))
    }

    /// Returns the texts in the value of a member that can refer to files, with their ranges.
    fn referring(&self, key: &str, value: NodeId) -> Vec<(Span, &str)> {
        let string = |node: NodeId| Some((self.span(node), self.string(node)?));
        match (key, self.value(value)) {
            ("mapping", Value::Object(members)) => {
                let targets = members.iter().filter_map(|entry| string(entry.value));
                targets.filter(|(_, text)| reference::is_file(text)).collect()
            }
            // Since 3.2, the key of a security requirement can refer to a scheme.
            ("security", Value::Array(items)) => {
                let members = items.iter().flat_map(|item| self.members(*item).members);
                let keys = members.map(|member| (member.place, self.str(member.key)));
                keys.filter(|(_, text)| reference::is_file(text)).collect()
            }
            ("externalValue", Value::String(text)) if !is_text(text) => Vec::new(),
            ("$ref" | "operationRef" | "externalValue", Value::String(_)) => {
                string(value).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the number of values.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn value(&self, id: NodeId) -> Value<'_> {
        match self.nodes[id.0 as usize].kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(value),
            Kind::Number(text) => Value::Number(self.str(text)),
            Kind::String(text) => Value::String(self.str(text)),
            Kind::Array { start, len } => Value::Array(&self.items[range(start, len)]),
            Kind::Object { start, len, by_key } => {
                Value::Object(Members { file: self, members: &self.members[range(start, len)], by_key })
            }
        }
    }

    /// Returns the members of an object. A value of a different type has no members.
    pub(super) fn members(&self, id: NodeId) -> Members<'_> {
        match self.value(id) {
            Value::Object(members) => members,
            _ => Members { file: self, members: &[], by_key: None },
        }
    }

    /// Returns a member of an object.
    pub(super) fn get(&self, id: NodeId, key: &str) -> Option<NodeId> {
        self.members(id).get(key)
    }

    /// Returns the text of a string.
    pub(super) fn string(&self, id: NodeId) -> Option<&str> {
        match self.value(id) {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a string member.
    pub(super) fn text(&self, id: NodeId, key: &str) -> Option<&str> {
        self.string(self.get(id, key)?)
    }

    /// Returns the text of a `$ref` at this node.
    pub(super) fn reference(&self, id: NodeId) -> Option<&str> {
        self.text(id, "$ref")
    }

    /// Returns the text of a scalar, or `None` for `null`, lists, and objects.
    pub(super) fn scalar(&self, id: NodeId) -> Option<&str> {
        match self.value(id) {
            Value::Bool(value) => Some(if value { "true" } else { "false" }),
            Value::Number(text) | Value::String(text) => Some(text),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Returns a scalar as JSON, or `None` for lists and objects.
    pub(super) fn scalar_json(&self, id: NodeId) -> Option<Json> {
        Some(match self.value(id) {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(value),
            Value::Number(text) => match scalar::json_number(text) {
                Some(number) => Json::Number(number.into()),
                None => Json::String(text.into()),
            },
            Value::String(text) => Json::String(text.into()),
            Value::Array(_) | Value::Object(_) => return None,
        })
    }

    /// Returns the byte range of a value's key or, if there's no key, of the value.
    pub(super) fn place(&self, id: NodeId) -> Span {
        self.member(id).map_or(self.span(id), |member| member.place)
    }

    /// If the node is the value of an object member, returns that member.
    fn member(&self, id: NodeId) -> Option<&Member> {
        let node = &self.nodes[id.0 as usize];
        let in_object = matches!(self.nodes[node.parent.0 as usize].kind, Kind::Object { .. });
        (in_object && node.parent != id).then(|| &self.members[node.slot as usize])
    }

    /// Returns the byte range of a value.
    pub(super) fn span(&self, id: NodeId) -> Span {
        self.nodes[id.0 as usize].span
    }

    /// Returns the object with this `$anchor` or `$dynamicAnchor`. Schemas with their own URI can use the same name, so
    /// the anchor in the schema at `resource` comes first.
    pub(super) fn anchor(&self, name: &str, resource: Option<NodeId>) -> Option<NodeId> {
        let from = |resource| {
            let after =
                self.anchors.partition_point(|anchor| (&*anchor.name, anchor.resource) < (name, resource));
            self.anchors.get(after).filter(|anchor| anchor.name.as_ref() == name)
        };
        let own = from(resource).filter(|anchor| anchor.resource == resource);
        own.or_else(|| from(None)).map(|anchor| anchor.node)
    }

    /// Returns the innermost object with its own URI: the value itself or an object that contains the value.
    pub(super) fn resource(&self, id: NodeId) -> Option<NodeId> {
        // Most files have no URIs.
        let mut around = std::iter::successors((!self.bases.is_empty()).then_some(id), |id| self.parent(*id));
        around.find(|id| self.text(*id, "$id").is_some())
    }

    /// Returns all values.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len() as u32).map(NodeId)
    }

    fn str(&self, span: Span) -> &str {
        &self.strings[span.range()]
    }
}

fn range(start: u32, len: u32) -> std::ops::Range<usize> {
    start as usize..(start + len) as usize
}

/// An object with `$anchor` or `$dynamicAnchor`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NamedNode {
    pub name: Box<str>,
    /// The innermost object with its own URI around the object.
    pub resource: Option<NodeId>,
    pub node: NodeId,
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub key: &'a str,
    pub value: NodeId,
}

impl<'a> Members<'a> {
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Entry<'a>> {
        self.members.iter().map(move |member| Entry { key: self.file.str(member.key), value: member.value })
    }

    pub(super) fn get(&self, key: &str) -> Option<NodeId> {
        self.position(key).map(|at| self.members[at].value)
    }

    /// Returns the value at an index from [`Members::position`].
    pub(super) fn at(&self, position: usize) -> NodeId {
        self.members[position].value
    }

    /// Returns the index of a key among the members.
    pub(super) fn position(&self, key: &str) -> Option<usize> {
        let Some(start) = self.by_key else {
            return self.members.iter().position(|member| self.file.str(member.key) == key);
        };
        let sorted = &self.file.by_key[range(start, self.members.len() as u32)];
        let at = sorted.binary_search_by(|at| self.file.str(self.members[*at as usize].key).cmp(key)).ok()?;
        Some(sorted[at] as usize)
    }
}
