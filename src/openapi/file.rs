//! [`File`]: one file of a document.

use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;

/// One file of a document.
#[derive(Debug)]
pub struct File {
    source: Source,
}

impl File {
    /// The text it was read from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The files of the site that it refers to.
    pub fn references(&self) -> Vec<SourcePath> {
        Vec::new()
    }
}

/// Reads one file.
pub fn read(source: &Source) -> (File, Vec<Diagnostic>) {
    (File { source: source.clone() }, Vec::new())
}
