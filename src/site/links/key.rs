//! The key of a Markdown file, which is the same in every locale.

use crate::path::{SourcePath, composed};
use crate::site::Version;

/// Returns the version of a Markdown file, and the file's path below the folder of the locale and version. The path is
/// normalized to NFC. The version of a file outside the documentation is `None`.
pub(super) fn source_key(path: &SourcePath, versions: &[Version]) -> Option<(Option<usize>, String)> {
    let own = path.in_content()?;
    let below = |version: &Version| own.strip_prefix(&version.folder)?.strip_prefix('/');
    if let Some((index, rest)) =
        versions.iter().enumerate().find_map(|(index, version)| Some((index, below(version)?)))
    {
        return Some((Some(index), composed(rest).into_owned()));
    }
    match own.split_once('/')? {
        ("pages", rest) => Some((None, composed(rest).into_owned())),
        ("versions", _) => None,
        // The leading slash distinguishes the posts of a blog from standalone pages in a folder with the same name.
        _ => Some((None, format!("/{}", composed(own)))),
    }
}
