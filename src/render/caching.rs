//! What hosts are told about caching: `_headers`, which several hosts read.

use super::Renderer;
use crate::path::OutPath;

/// How long a copy of a file in [`OutPath::immutable`] is good.
pub(crate) const FOREVER: &str = "public, max-age=31536000, immutable";

impl Renderer<'_> {
    /// `_headers`: files whose names change with their content are cached forever. Hosts that read it have all others
    /// revalidated by default.
    pub(super) fn header_rules(&self) -> String {
        let all = self.at.file_href(&OutPath::immutable("*"));
        format!("{all}\n  Cache-Control: {FOREVER}\n")
    }
}
