//! [`Tree`]: the values of a file, in a form that can be changed.

use std::ops::Range;

use super::{Builder, File, NodeId, Value};
use crate::diag::Diagnostic;
use crate::source::Source;
use crate::source::json::Scalar;

/// A value with its location in the file's text.
#[derive(Clone, Debug)]
pub(in crate::openapi) struct Tree {
    /// The byte range of the value.
    pub place: Range<usize>,
    /// The value.
    pub kind: TreeKind,
}

/// The value of a [`Tree`].
#[derive(Clone, Debug)]
pub(in crate::openapi) enum TreeKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// A list.
    Array(Vec<Tree>),
    /// An object's members in order: the key, the key's location, and the value.
    Object(Vec<(Box<str>, Range<usize>, Tree)>),
}

impl Tree {
    /// Returns a value of a file.
    pub(in crate::openapi) fn of(file: &File, node: NodeId) -> Tree {
        let kind = match file.value(node) {
            Value::Null => TreeKind::Null,
            Value::Bool(value) => TreeKind::Bool(value),
            Value::Number(text) => TreeKind::Number(text.into()),
            Value::String(text) => TreeKind::String(text.into()),
            Value::Array(items) => TreeKind::Array(items.iter().map(|item| Tree::of(file, *item)).collect()),
            Value::Object(members) => {
                let member = |entry: super::Entry<'_>| {
                    let key = file.place(entry.value).range();
                    (entry.key.into(), key, Tree::of(file, entry.value))
                };
                TreeKind::Object(members.iter().map(member).collect())
            }
        };
        Tree { place: file.span(node).range(), kind }
    }

    /// Returns the value as JSON. Numbers have the precision of JSON in JavaScript.
    pub(in crate::openapi) fn json(&self) -> serde_json::Value {
        match &self.kind {
            TreeKind::Null => serde_json::Value::Null,
            TreeKind::Bool(value) => (*value).into(),
            TreeKind::Number(text) => serde_json::from_str(text).unwrap_or_else(|_| (&**text).into()),
            TreeKind::String(text) => (&**text).into(),
            TreeKind::Array(items) => items.iter().map(Tree::json).collect(),
            TreeKind::Object(members) => serde_json::Value::Object(
                members.iter().map(|(key, _, value)| (key.to_string(), value.json())).collect(),
            ),
        }
    }

    /// Returns the tree as a file with the given source.
    pub(in crate::openapi) fn file(&self, source: &Source) -> (File, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut builder = Builder::new(source, &mut diagnostics);
        self.write(&mut builder);
        (builder.finish(), diagnostics)
    }

    fn write(&self, builder: &mut Builder<'_>) {
        let place = || self.place.clone();
        match &self.kind {
            TreeKind::Null => builder.scalar(Scalar::Null, place(), 0),
            TreeKind::Bool(value) => builder.scalar(Scalar::Bool(*value), place(), 0),
            TreeKind::Number(text) => builder.scalar(Scalar::Number(text), place(), 0),
            TreeKind::String(text) => builder.scalar(Scalar::String((&**text).into()), place(), 0),
            TreeKind::Array(items) => {
                if builder.open(false, self.place.start, 0) {
                    items.iter().for_each(|item| item.write(builder));
                    builder.close(self.place.end);
                }
            }
            TreeKind::Object(members) => {
                if builder.open(true, self.place.start, 0) {
                    for (key, place, value) in members {
                        builder.key(key, place.clone(), false);
                        value.write(builder);
                    }
                    builder.close(self.place.end);
                }
            }
        }
    }
}
