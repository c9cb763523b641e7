//! `head`: the tags that a page adds to its head.

use serde::{Deserialize, Serialize};

use crate::config::{HeadElement, HeadFault, head_faults};
use crate::diag::Span;
use crate::source::{
    settings::{Reader, fields},
    tree::{Key, Node, Value},
};

/// A tag in the head of one page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageTag {
    /// The element.
    pub tag: HeadElement,
    /// The attributes.
    pub attributes: Vec<TagAttribute>,
    /// The content of a `script`, `style`, or `noscript` element, without escaping.
    pub content: Option<String>,
}

/// An attribute of a [`PageTag`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TagAttribute {
    /// The name.
    pub name: String,
    /// The value, if any.
    pub value: Option<String>,
    /// The location of the value in the source.
    pub place: Span,
}

impl PageTag {
    /// Returns the attributes that contain URLs.
    pub fn urls(&self) -> impl Iterator<Item = (&TagAttribute, &str)> {
        let urls = self.attributes.iter().filter(|attribute| matches!(&*attribute.name, "href" | "src"));
        urls.filter_map(|attribute| Some((attribute, attribute.value.as_deref()?)))
    }
}

const TAGS: &str = "a list of tables with `tag`, `attributes`, and `content`";

/// A [`PageTag`] that's being read.
#[derive(Default)]
struct Draft {
    tag: Option<HeadElement>,
    attributes: Vec<TagAttribute>,
    content: Option<String>,
}

impl Reader<'_> {
    pub(super) fn head(&mut self, key: &Key, node: &Node) -> Vec<PageTag> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::List(nodes) => nodes.iter().filter_map(|node| self.head_tag(key, node)).collect(),
            _ => {
                self.wrong(key, node, TAGS, None);
                Vec::new()
            }
        }
    }

    fn head_tag(&mut self, key: &Key, node: &Node) -> Option<PageTag> {
        let entries = self.table(key, node, TAGS)?;
        let draft = fields!(self, entries, "a `head` tag", Draft::default(), {
            tag: head_element,
            attributes: head_attributes,
            content: text,
        });
        let Draft { tag, attributes, content } = draft;
        let Some(tag) = tag else {
            if !entries.iter().any(|(key, _)| key.name == "tag") {
                self.report("missing key `tag` in a `head` tag", node.range.clone());
            }
            return None;
        };
        let mut is_valid = true;
        let names = attributes.iter().map(|attribute| &*attribute.name);
        for HeadFault { key, message, hint } in head_faults(tag, names, content.as_deref()) {
            let place = entries.iter().find(|(entry, _)| entry.name == key);
            let range = place.map_or(&node.range, |(entry, _)| &entry.range);
            self.report(format!("`head.{key}`: {message}"), range.clone()).add_hint(hint);
            is_valid = false;
        }
        is_valid.then_some(PageTag { tag, attributes, content })
    }

    fn head_element(&mut self, key: &Key, node: &Node) -> Option<HeadElement> {
        let name = self.text(key, node)?;
        let found = HeadElement::ALL.into_iter().find(|element| element.as_str() == name);
        if found.is_none() {
            let names = HeadElement::ALL.map(|element| format!("`{}`", element.as_str())).join(", ");
            let message = format!("`{}`: expected one of {names}, found `{name}`", key.name);
            self.report(message, node.range.clone());
        }
        found
    }

    fn head_attributes(&mut self, key: &Key, node: &Node) -> Vec<TagAttribute> {
        let entries = self.table(key, node, "a table of attributes").unwrap_or_default();
        let mut attributes = Vec::with_capacity(entries.len());
        for (name, node) in entries {
            let value = match &node.value {
                Value::Bool(false) => continue,
                Value::Bool(true) => None,
                _ => match self.scalar(node) {
                    Some(text) => Some(text),
                    None => {
                        self.wrong(name, node, "text, `true`, or `false`", None);
                        continue;
                    }
                },
            };
            let place = self.span(&node.range);
            attributes.push(TagAttribute { name: name.name.clone(), value, place });
        }
        attributes
    }
}
