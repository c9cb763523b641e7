//! Finds values by their location, for editors.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{File, Member, NodeId, builder, split_reference, unescape};
use crate::diag::Span;
use crate::path::{SourcePath, decode_path};

/// The methods of the operations at a path.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// The objects that contain objects for references, before and since OpenAPI 3.0.
const COMPONENTS: [&str; 5] = ["components", "definitions", "parameters", "responses", "securityDefinitions"];

/// A named part of a document.
pub(crate) struct Part<'a> {
    /// The value.
    pub id: NodeId,
    /// The name: a method and path, or the name of a component.
    pub name: String,
    /// The operation's ID, or the kind of component.
    pub detail: &'a str,
    /// Whether the part is an operation.
    pub is_operation: bool,
}

impl File {
    /// Returns the references with their locations, as written.
    pub(crate) fn written_references(&self) -> impl Iterator<Item = (Span, &str)> {
        let of = |member: &Member| match self.str(member.key) {
            "$ref" | "operationRef" => vec![member.value],
            "mapping" => self.members(member.value).iter().map(|entry| entry.value).collect(),
            _ => Vec::new(),
        };
        self.members.iter().flat_map(of).filter_map(|id| Some((self.span(id), self.string(id)?)))
    }

    /// Returns the value that a reference in this file refers to, and its file.
    pub(crate) fn target<'f>(
        &'f self,
        reference: &str,
        files: &'f BTreeMap<SourcePath, Arc<File>>,
    ) -> Option<(&'f File, NodeId)> {
        let (file, fragment) = split_reference(reference);
        let file = match file {
            "" => self,
            other => files.get(&builder::relative(&self.path, other)?)?,
        };
        let fragment = decode_path(fragment);
        let id = match fragment.strip_prefix('/') {
            Some(pointer) => {
                let mut segments = pointer.split('/');
                segments.try_fold(file.root, |id, segment| file.child(id, &unescape(segment)))
            }
            None if fragment.is_empty() => Some(file.root),
            None => file.anchor(&fragment, None),
        };
        Some((file, id?))
    }

    /// Returns the smallest value that contains an offset, in its text or its key.
    pub(crate) fn value_at(&self, offset: usize) -> Option<NodeId> {
        let contains = |span: Span| span.range().start <= offset && offset <= span.range().end;
        let around = self.nodes().filter(|id| contains(self.span(*id)) || contains(self.place(*id)));
        around.min_by_key(|id| self.span(*id).range().len() + self.place(*id).range().len())
    }

    /// Returns the location of a value's key or, if there's no key, of the value.
    pub(crate) fn location(&self, id: NodeId) -> Span {
        self.place(id)
    }

    /// Returns the location of a value.
    pub(crate) fn extent(&self, id: NodeId) -> Span {
        self.span(id)
    }

    /// Returns a string value.
    pub(crate) fn string_value(&self, id: NodeId) -> Option<&str> {
        self.string(id)
    }

    /// Returns the operations, webhooks, and components in this file.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for key in ["paths", "webhooks", "x-webhooks"] {
            let items = self.get(self.root, key).into_iter().flat_map(|paths| self.members(paths).iter());
            for item in items {
                for entry in self.members(item.value).iter().filter(|entry| METHODS.contains(&entry.key)) {
                    let name = format!("{} {}", entry.key.to_uppercase(), item.key);
                    let detail = self.text(entry.value, "operationId").unwrap_or_default();
                    parts.push(Part { id: entry.value, name, detail, is_operation: true });
                }
            }
        }
        for key in COMPONENTS {
            let Some(all) = self.get(self.root, key) else { continue };
            let groups: Vec<(&str, NodeId)> = match key {
                "components" => self.members(all).iter().map(|entry| (entry.key, entry.value)).collect(),
                _ => vec![(key, all)],
            };
            for (detail, group) in groups {
                let named = self.members(group).iter();
                let part = |id, name: &str| Part { id, name: name.to_owned(), detail, is_operation: false };
                parts.extend(named.map(|entry| part(entry.value, entry.key)));
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::read;
    use crate::source::Source;

    #[test]
    fn references_lead_to_values_and_places_lead_back() {
        let text = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: one\n      x: {$ref: '#/components/schemas/A~1b'}\n\
                    components:\n  schemas:\n    A/b: {type: string}\n";
        let (file, _) = read(&Source::new(SourcePath::new("a.yaml"), text));
        let references: Vec<_> = file.written_references().map(|(_, text)| text).collect();
        assert_eq!(references, ["#/components/schemas/A~1b"]);
        let (_, id) = file.target(references[0], &BTreeMap::new()).expect("the target exists");
        assert_eq!(&text[file.location(id).range()], "A/b");
        let at = text.find("A/b:").expect("the text has the key");
        assert_eq!(file.pointer(file.value_at(at + 1).expect("there's a value")), "/components/schemas/A~1b");
        let parts: Vec<_> =
            file.parts().into_iter().map(|part| (part.name, part.detail.to_owned())).collect();
        assert_eq!(
            parts,
            [("GET /a".to_owned(), "one".to_owned()), ("A/b".to_owned(), "schemas".to_owned())]
        );
        for wrong in ["#/nothing", "#/paths/x/y", "./b.yaml", "https://a.example", "#none", "%"] {
            assert!(file.target(wrong, &BTreeMap::new()).is_none(), "{wrong}");
        }
    }
}
