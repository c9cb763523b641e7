//! JSON pointers (RFC 6901): conversion between nodes and pointers.

use std::borrow::Cow;

use super::{File, Kind, NodeId, Value};

/// The maximum length of a pointer, in bytes.
const MAX_POINTER: usize = 2000;

impl File {
    /// Returns the pointer to a node's first occurrence. A very long pointer is truncated at the start.
    pub(crate) fn pointer(&self, id: NodeId) -> String {
        let mut segments: Vec<Cow<'_, str>> = Vec::new();
        let mut at = id;
        let mut length = 0;
        loop {
            let node = &self.nodes[at.0 as usize];
            if node.parent == at {
                break;
            }
            segments.push(match self.nodes[node.parent.0 as usize].kind {
                Kind::Array { start, .. } => Cow::Owned((node.slot - start).to_string()),
                _ => escape(end(self.str(self.members[node.slot as usize].key))),
            });
            length += segments.last().map_or(0, |segment| segment.len() + 1);
            if length > MAX_POINTER {
                segments.push(Cow::Borrowed("…"));
                break;
            }
            at = node.parent;
        }
        let mut pointer = String::with_capacity(segments.iter().map(|segment| segment.len() + 1).sum());
        for segment in segments.iter().rev() {
            pointer.push('/');
            pointer.push_str(segment);
        }
        pointer
    }

    /// Returns the parent of a node, or `None` for the root.
    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes[id.0 as usize].parent;
        (parent != id).then_some(parent)
    }

    /// Returns the key of a node, if it's a member of an object.
    pub(crate) fn key(&self, id: NodeId) -> Option<&str> {
        self.member(id).map(|member| self.str(member.key))
    }

    /// Resolves a decoded segment of a pointer inside a node.
    pub(crate) fn child(&self, id: NodeId, segment: &str) -> Option<NodeId> {
        match self.value(id) {
            Value::Object(members) => members.get(segment),
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?).copied(),
            _ => None,
        }
    }
}

/// Returns the end of a long key. A pointer keeps only that part.
fn end(key: &str) -> &str {
    let mut start = key.len().saturating_sub(MAX_POINTER);
    while !key.is_char_boundary(start) {
        start += 1;
    }
    &key[start..]
}

fn escape(segment: &str) -> Cow<'_, str> {
    if segment.contains(['~', '/']) {
        Cow::Owned(segment.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(segment)
    }
}

/// Decodes a segment of a pointer.
pub(crate) fn unescape(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') {
        Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(segment)
    }
}
