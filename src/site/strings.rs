//! Reads the JSON files in which each value is a string: the labels and the UI strings of a locale.

use crate::diag::{Code, Diagnostic};
use crate::source::{
    Source,
    settings::{Kind, Reader},
    tree::{Key, Node, Value},
};

/// A string in a file.
pub(super) struct Entry {
    pub key: Key,
    pub node: Node,
    pub text: String,
}

/// Returns the kind of a file. `name` is the name in messages.
pub(super) const fn kind(name: &'static str) -> Kind {
    Kind { code: Code::InvalidConfig, name, example: r#"{ "Guides": "Guides pratiques" }"#, lenient: false }
}

/// Reads a file and calls `check` for each string. Reports other values and leaves them out.
pub(super) fn read(
    kind: &Kind,
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
    mut check: impl FnMut(&mut Reader<'_>, &Entry),
) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut reader = Reader::of(kind, source, diagnostics);
    for (key, node) in reader.entries() {
        let Value::Text(text) = &node.value else {
            reader.wrong(&key, &node, "a string", None);
            continue;
        };
        let entry = Entry { text: text.clone(), key, node };
        check(&mut reader, &entry);
        all.push(entry);
    }
    all
}
