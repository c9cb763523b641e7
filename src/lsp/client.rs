//! [`Client`]: the optional features of the protocol that an editor supports, and answers for editors without them.

use lsp_types::{ClientCapabilities, MarkupKind, ResourceOperationKind};
use serde_json::{Value, json};

/// What an editor can do.
#[derive(Clone, Copy, Default)]
pub(super) struct Client {
    /// Whether the editor can move files when it applies changes.
    pub can_rename: bool,
    /// Whether the editor reports changes to files that aren't open.
    pub reports_files: bool,
    has_document_changes: bool,
    shows_markdown: bool,
    shows_trees: bool,
}

impl Client {
    pub(super) fn new(all: &ClientCapabilities) -> Self {
        let (workspace, text) = (all.workspace.as_ref(), all.text_document.as_ref());
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let operations = edit.and_then(|edit| edit.resource_operations.as_ref());
        let files = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
        let hover = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
        let symbols = text.and_then(|text| text.document_symbol.as_ref());
        Client {
            can_rename: operations.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Rename)),
            reports_files: files.and_then(|files| files.dynamic_registration) == Some(true),
            has_document_changes: edit.and_then(|edit| edit.document_changes) == Some(true),
            shows_markdown: hover.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            shows_trees: symbols.and_then(|all| all.hierarchical_document_symbol_support) == Some(true),
        }
    }

    /// Returns an answer in a form that the editor supports.
    pub(super) fn adapt(self, method: &str, uri: &str, mut answer: Value) -> Value {
        match method {
            "textDocument/hover" if !self.shows_markdown && answer.is_object() => {
                let text = answer["contents"]["value"].as_str().unwrap_or_default().replace(['*', '`'], "");
                answer["contents"] = json!({ "kind": MarkupKind::PlainText, "value": text });
                answer
            }
            "textDocument/documentSymbol" if !self.shows_trees && answer.is_array() => {
                let mut list = Vec::new();
                flatten(&answer, uri, None, &mut list);
                list.into()
            }
            "workspace/willRenameFiles" if !self.has_document_changes && answer.is_object() => {
                let all = answer["documentChanges"].as_array().into_iter().flatten();
                let edits = all.filter_map(|one| Some((one["textDocument"]["uri"].as_str()?, &one["edits"])));
                json!({ "changes": edits.collect::<std::collections::BTreeMap<_, _>>() })
            }
            _ => answer,
        }
    }
}

/// Adds the symbols of a tree to a list, each with the name of the symbol that contains it.
fn flatten(tree: &Value, uri: &str, container: Option<&Value>, list: &mut Vec<Value>) {
    for symbol in tree.as_array().into_iter().flatten() {
        list.push(json!({
            "name": symbol["name"],
            "kind": symbol["kind"],
            "location": { "uri": uri, "range": symbol["range"] },
            "containerName": container,
        }));
        flatten(&symbol["children"], uri, Some(&symbol["name"]), list);
    }
}
