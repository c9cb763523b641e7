//! [`Client`]: the optional features of the protocol that an editor supports, and answers for editors without them.

use lsp_types::MarkupKind;
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
    /// Reads an editor's abilities. Later versions of the protocol can have values that aren't known here, so only the
    /// values that matter are read.
    pub(super) fn new(all: &Value) -> Self {
        let at = |path: &str| all.pointer(path).unwrap_or(&Value::Null);
        let has = |path: &str, value: &str| {
            at(path).as_array().is_some_and(|values| values.iter().any(|one| one == value))
        };
        Client {
            can_rename: has("/workspace/workspaceEdit/resourceOperations", "rename"),
            reports_files: at("/workspace/didChangeWatchedFiles/dynamicRegistration") == true,
            has_document_changes: at("/workspace/workspaceEdit/documentChanges") == true,
            shows_markdown: has("/textDocument/hover/contentFormat", "markdown"),
            shows_trees: at("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport") == true,
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
