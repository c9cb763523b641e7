//! From the files of a document to its [`Api`].

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Api, File};
use crate::diag::Diagnostic;
use crate::markdown::highlight;
use crate::path::SourcePath;

/// Lowers the document whose root is one of the files.
pub fn lower(
    root: &SourcePath,
    _files: &BTreeMap<SourcePath, Arc<File>>,
    _cache: &highlight::Cache,
) -> (Api, Vec<Diagnostic>) {
    (Api { title: root.stem().into(), files: vec![root.clone()], ..Api::default() }, Vec::new())
}
