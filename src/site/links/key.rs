//! A key for a Markdown file that is the same in every locale.

use crate::path::{SourcePath, composed};
use crate::site::Version;

/// Returns the version of a Markdown file, and the file's path below the folder of the locale and version. The path is
/// normalized to NFC. The version of a file outside the documentation is `None`.
pub(super) fn source_key(path: &SourcePath, versions: &[Version]) -> Option<(Option<usize>, String)> {
    let own = path.in_content()?;
    let version = |name: &str| versions.iter().position(|version| version.name == name);
    let (kind, rest) = own.split_once('/')?;
    match kind {
        "docs" => Some((Some(version("current")?), composed(rest).into_owned())),
        "pages" => Some((None, composed(rest).into_owned())),
        "versions" => {
            let (name, rest) = rest.split_once("/docs/")?;
            Some((Some(version(name)?), composed(rest).into_owned()))
        }
        // The leading slash distinguishes the posts of a blog from standalone pages in a folder with the same name.
        _ => Some((None, format!("/{}", composed(own)))),
    }
}
