//! JSON pointers (RFC 6901): the pointer of a node, and the node of a pointer.

use std::borrow::Cow;

use super::{File, Kind, NodeId, Value};

impl File {
    /// The pointer of a node: of the first place it stands at.
    pub(in crate::openapi) fn pointer(&self, id: NodeId) -> String {
        let mut segments: Vec<Cow<'_, str>> = Vec::new();
        let mut at = id;
        loop {
            let node = &self.nodes[at.0 as usize];
            if node.parent == at {
                break;
            }
            segments.push(match self.nodes[node.parent.0 as usize].kind {
                Kind::Array { start, .. } => Cow::Owned((node.slot - start).to_string()),
                _ => escape(self.str(self.members[node.slot as usize].key)),
            });
            at = node.parent;
        }
        let mut pointer = String::with_capacity(segments.iter().map(|segment| segment.len() + 1).sum());
        for segment in segments.iter().rev() {
            pointer.push('/');
            pointer.push_str(segment);
        }
        pointer
    }

    /// The node that holds this one.
    pub(in crate::openapi) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id.0 as usize].parent;
        (parent != id).then_some(parent)
    }

    /// The key of a node, where it is a member of an object.
    pub(in crate::openapi) fn key(&self, id: NodeId) -> Option<&str> {
        let node = &self.nodes[id.0 as usize];
        match self.nodes[node.parent.0 as usize].kind {
            Kind::Object { .. } if node.parent != id => Some(self.str(self.members[node.slot as usize].key)),
            _ => None,
        }
    }

    /// What a segment of a pointer, without its escapes, names inside a node.
    pub(in crate::openapi) fn child(&self, id: NodeId, segment: &str) -> Option<NodeId> {
        match self.value(id) {
            Value::Object(members) => members.get(segment),
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?).copied(),
            _ => None,
        }
    }
}

fn escape(segment: &str) -> Cow<'_, str> {
    match segment.contains(['~', '/']) {
        true => Cow::Owned(segment.replace('~', "~0").replace('/', "~1")),
        false => Cow::Borrowed(segment),
    }
}

/// A segment without its escapes.
pub(in crate::openapi) fn unescape(segment: &str) -> Cow<'_, str> {
    match segment.contains('~') {
        true => Cow::Owned(segment.replace("~1", "/").replace("~0", "~")),
        false => Cow::Borrowed(segment),
    }
}
