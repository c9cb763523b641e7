//! Parses references and resolves their file paths. A reference never points outside the site.

use std::borrow::Cow;

use crate::path::{self, SourcePath};

/// Returns the file and the fragment of a reference, both encoded. Without a `#`, the fragment is empty.
pub(crate) fn split(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// Resolves a relative path from a reference in the `from` file. Returns `None` if the path isn't relative or points
/// outside the site.
pub(crate) fn relative(from: &SourcePath, file: &str) -> Option<SourcePath> {
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
    // A filename can't contain NUL, and a path with a Windows drive isn't relative.
    (!file.contains('\0') && !file.contains(':')).then(|| from.join_sibling(&file))
}

/// Whether a string, which can be a name or a reference, refers to a file.
pub(crate) fn is_file(text: &str) -> bool {
    let (file, _) = split(text);
    [".yaml", ".yml", ".json"].iter().any(|extension| file.ends_with(extension))
}

/// Whether a reference names a text file, according to the file extension.
pub(crate) fn is_text(text: &str) -> bool {
    let (file, _) = split(text);
    let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| TEXT.split(' ').any(|text| text == extension))
}

/// The extensions of files that examples can be read from.
const TEXT: &str = "json yaml yml xml txt csv tsv ndjson jsonl html md graphql js svg toml ini http";
