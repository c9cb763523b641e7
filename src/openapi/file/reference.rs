//! The parts of a reference, and the file it names. A reference never leaves the site.

use std::borrow::Cow;

use crate::path::{self, SourcePath};

/// The file of a reference and its fragment, neither decoded. Without a `#` the fragment is empty.
pub(in crate::openapi) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// The file that a relative path names when written in another one; `None` when it is no relative path, or leads out of
/// the site.
pub(in crate::openapi) fn relative(from: &SourcePath, file: &str) -> Option<SourcePath> {
    if path::has_protocol(file) || file.starts_with(['/', '\\']) {
        return None;
    }
    let file: Cow<'_, str> = path::decode_path(file);
    let mut depth = from.parent().split('/').filter(|segment| !segment.is_empty()).count();
    for segment in file.split(['/', '\\']) {
        match segment {
            "" | "." => {}
            ".." => depth = depth.checked_sub(1)?,
            _ => depth += 1,
        }
    }
    // A NUL is in no name of a file, and a drive of Windows is a root.
    (!file.contains('\0') && !file.contains(':')).then(|| from.join_sibling(&file))
}

/// Whether a text that may be a name or a reference is a reference to a file.
pub(in crate::openapi) fn is_file(text: &str) -> bool {
    let (file, _) = split(text);
    [".yaml", ".yml", ".json"].iter().any(|extension| file.ends_with(extension))
}

/// Whether a text names a file that holds text.
pub(in crate::openapi) fn is_text(text: &str) -> bool {
    let (file, _) = split(text);
    let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| TEXT.contains(&&*extension))
}

/// Extensions of files that examples are read from.
const TEXT: [&str; 17] = [
    "json", "yaml", "yml", "xml", "txt", "csv", "tsv", "ndjson", "jsonl", "html", "md", "graphql", "js",
    "svg", "toml", "ini", "http",
];
