//! Code actions: the changes that fix a file's problems, the same ones as `docgen check --fix` makes.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, CodeActionParams, TextEdit, WorkspaceEdit};
use serde_json::Value;

use super::Asked;
use super::places::Lines;
use super::problems::convert;
use crate::diag::Location;

/// Returns the fixes for the problems in a range.
#[allow(clippy::mutable_key_type, reason = "the protocol's type has URIs as keys")]
pub(super) fn actions(asked: &Asked<'_>) -> Option<Value> {
    let params: CodeActionParams = asked.params()?;
    let lines = Lines::new(asked.text);
    let wanted = lines.offset(params.range.start)..lines.offset(params.range.end);
    let mut actions = Vec::new();
    for (severity, problem) in &asked.site.problems {
        let Some(Location::Span(file, span)) = &problem.location else { continue };
        let span = span.range();
        if file != asked.file || span.start > wanted.end || wanted.start > span.end {
            continue;
        }
        let Some((edit, range)) = problem.edit_in(asked.text) else { continue };
        let [old, new] = edit.shown();
        let change = TextEdit { range: lines.range(range), new_text: edit.with.to_string() };
        actions.push(CodeAction {
            title: format!("Replace `{old}` with `{new}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![convert(*severity, problem, &lines)]),
            edit: Some(WorkspaceEdit {
                changes: Some(HashMap::from([(params.text_document.uri.clone(), vec![change])])),
                ..WorkspaceEdit::default()
            }),
            is_preferred: Some(edit.is_certain),
            ..CodeAction::default()
        });
    }
    serde_json::to_value(actions).ok()
}
