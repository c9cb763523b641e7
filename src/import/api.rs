//! Reads the OpenAPI documents of a site.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::Origin;
use crate::markdown::highlight;
use crate::openapi::{self, Api};
use crate::path::SourcePath;
use crate::source::tree::{self, Node};

/// A document.
pub(super) struct Document {
    /// All files of the document.
    pub files: Vec<SourcePath>,
    /// The document as written.
    pub tree: Node,
    pub api: Api,
}

/// Reads a document and the files that it refers to. If the file isn't an OpenAPI document, returns `None`.
pub(super) fn read(origin: &dyn Origin, path: &SourcePath) -> Option<Document> {
    let source = origin.text(path)?;
    if !["\"openapi\"", "openapi:", "\"swagger\"", "swagger:"].iter().any(|key| source.text.contains(key)) {
        return None;
    }
    let tree = tree::of_other_program(&source)?;
    tree.at(&["openapi"]).or(tree.at(&["swagger"]))?;
    let mut files = BTreeMap::new();
    let mut waiting = VecDeque::from([path.clone()]);
    while let Some(path) = waiting.pop_front() {
        if let Some(source) = origin.text(&path).filter(|_| !files.contains_key(&path)) {
            let file = openapi::read(&source).0;
            waiting.extend(file.references.iter().cloned());
            files.insert(path, Arc::new(file));
        }
    }
    if !files.get(path)?.is_document() {
        return None;
    }
    let options = openapi::Options { smart_punctuation: false, extensions: &[] };
    let (api, _) = openapi::lower(path, &files, &options, &highlight::Cache::default());
    Some(Document { files: files.into_keys().collect(), tree, api })
}
