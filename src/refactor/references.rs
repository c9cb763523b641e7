//! After a move, changes the paths in the references between the files of OpenAPI documents.

use super::{Edits, Moves, destination::relative};
use crate::path::{SourcePath, decode_path, encode_path};
use crate::pipeline::OpenApiSources;

/// Adds the changes for every file that belongs to an OpenAPI document.
pub(crate) fn references(openapi: &OpenApiSources, moves: &Moves, edits: &mut Edits) {
    for (file, loaded) in &openapi.files {
        let Some(new_file) = moves.new_path(file).filter(|_| moves.can_change(file)) else { continue };
        for (span, written, target) in loaded.file.named() {
            let Some(new_target) = moves.new_path(&target) else { continue };
            let path = written.split('#').next().unwrap_or_default();
            if new_file.join_sibling(&decode_path(path)) == new_target {
                continue;
            }
            let new = new_path(path, &new_file, &new_target);
            // If the path isn't written literally, the reference is reported as unresolved.
            let text = loaded.source.text.get(span.range()).unwrap_or_default();
            if let Some(at) = text.find(path).map(|at| span.range().start + at) {
                edits.set(file, at..at + path.len(), new);
            }
        }
    }
}

/// Returns a relative path in the style of the old one.
fn new_path(written: &str, file: &SourcePath, target: &SourcePath) -> String {
    let new = relative(file.parent(), target.as_str());
    let new = match new.strip_prefix("./") {
        Some(bare) if !written.starts_with('.') => bare,
        _ => &new,
    };
    encode_path(new).into_owned()
}
