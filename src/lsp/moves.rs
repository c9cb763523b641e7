//! Moves of files and folders: the changes that keep every link working, the same ones as `docgen mv` makes.

use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::{
    DocumentChangeOperation, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, RenameFile,
    ResourceOp, TextDocumentEdit, TextEdit, WorkspaceEdit,
};

use super::places::{Lines, uri_of};
use super::snapshot::Buffers;
use crate::path::SourcePath;
use crate::source::Source;

/// A range of a file's text, and the new text.
pub(crate) type Change = (Range<usize>, String);

/// The old and the new path of a file or folder.
pub(crate) type Move = (PathBuf, PathBuf);

/// What a move changes.
pub(crate) struct Moved {
    /// The paths that move, with the translations that move with them.
    pub renames: Vec<(SourcePath, SourcePath)>,
    /// The files whose text changes, at their old paths, with the new text of each changed range.
    pub changes: Vec<(Source, Vec<Change>)>,
}

/// Returns the editor's changes. The editor itself moves the `asked` paths. If it can't move files that it wasn't asked
/// to move, translations stay.
///
/// # Errors
///
/// Returns a message if a file that changes isn't a page and isn't saved, because its ranges are those on disk.
pub(super) fn edit(
    root: &Path,
    moved: &Moved,
    asked: &[SourcePath],
    buffers: &Buffers,
    can_rename: bool,
) -> Result<WorkspaceEdit, String> {
    let mut operations = Vec::new();
    for (source, changes) in &moved.changes {
        if buffers.get(&source.path).is_some_and(|text| **text != *source.text) {
            return Err(format!("save `{}` first, because its links change", source.path));
        }
        let Some(uri) = uri_of(&root.join(source.path.as_str())) else { continue };
        let lines = Lines::new(&source.text);
        let edit = |(range, text): &Change| {
            OneOf::Left(TextEdit { range: lines.range(range.clone()), new_text: text.clone() })
        };
        operations.push(DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
            edits: changes.iter().map(edit).collect(),
        }));
    }
    let others = moved.renames.iter().filter(|(old, _)| can_rename && !asked.contains(old));
    operations.extend(others.filter_map(|(old, new)| {
        let [old_uri, new_uri] = [old, new].map(|path| uri_of(&root.join(path.as_str())));
        let rename = RenameFile { old_uri: old_uri?, new_uri: new_uri?, options: None, annotation_id: None };
        Some(DocumentChangeOperation::Op(ResourceOp::Rename(rename)))
    }));
    let document_changes = Some(DocumentChanges::Operations(operations));
    Ok(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() })
}
