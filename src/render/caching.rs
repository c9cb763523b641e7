//! Cache headers for hosts: The `_headers` file, which several hosts read.

use super::Renderer;
use crate::path::OutPath;

/// The caching policy for files with a path from [`OutPath::immutable`].
pub(crate) const FOREVER: &str = "public, max-age=31536000, immutable";

impl Renderer<'_> {
    /// Returns the content of `_headers`. If a file's name changes with its content, `_headers` makes browsers cache
    /// the file forever. By default, hosts that read `_headers` make browsers revalidate all other files.
    pub(super) fn header_rules(&self) -> String {
        let all = self.at.file_href(&OutPath::immutable("*"));
        format!("{all}\n  Cache-Control: {FOREVER}\n")
    }
}
