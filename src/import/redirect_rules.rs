//! The rules in `_redirects` files, which some hosts read.

use toml_edit::{Array, DocumentMut, value};

use super::{Content, Imported};
use crate::path::SourcePath;

/// The name of the file.
pub(super) const FILE: &str = "_redirects";

/// Whether a URL path is the path of the file.
pub(super) fn is_file(url: &str) -> bool {
    url.trim_start_matches('/') == FILE
}

/// A line of the file.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'l> {
    /// An empty line or a comment.
    Empty,
    /// A rule for one path.
    Page { from: &'l str, to: &'l str },
    /// A rule for all paths below a folder. The paths below the target are the same.
    Folder { from: &'l str, to: &'l str },
    /// A rule that docgen has no counterpart for.
    Other,
}

/// Reads a line.
pub(super) fn line(line: &str) -> Line<'_> {
    let mut words = words(line);
    let (Some(from), Some(to)) = (words.next(), words.next()) else {
        return if self::words(line).next().is_none() { Line::Empty } else { Line::Other };
    };
    let status = words.next().unwrap_or("301").trim_end_matches('!');
    if !status.starts_with('3') || words.next().is_some() || !from.starts_with('/') {
        return Line::Other;
    }
    if let (Some(folder), Some(target)) = (from.strip_suffix("/*"), to.strip_suffix("/:splat"))
        && !folder.contains([':', '*'])
        && target.starts_with('/')
    {
        return Line::Folder { from: folder, to: target };
    }
    let is_plain = !from.contains([':', '*', '?', '#', '='])
        && if to.starts_with("https://") || to.starts_with("http://") {
            !to.contains('*')
        } else {
            !to.contains([':', '*'])
        };
    if is_plain { Line::Page { from, to } } else { Line::Other }
}

/// Returns the words of a rule, without comments.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().take_while(|word| !word.starts_with('#'))
}

/// Keeps a `_redirects` file that comes along unchanged. If docgen would write such a file too, turns that off. docgen's
/// redirect pages work on any host.
pub(super) fn keep(imported: &mut Imported) {
    let config = SourcePath::new("docgen.toml");
    let Some(Content::Text(text)) = imported.files.get(&config) else { return };
    if !imported.files.contains_key(&SourcePath::in_static(FILE)) || !text.contains("[[redirects]]") {
        return;
    }
    let Ok(mut document) = text.parse::<DocumentMut>() else { return };
    document["site"]["hosts"] = value(Array::new());
    imported.files.insert(config, Content::Text(document.to_string()));
}

#[cfg(test)]
mod tests {
    use super::{Line, line};

    #[test]
    fn lines_are_rules() {
        for (text, expected) in [
            ("", Line::Empty),
            ("  # Moved", Line::Empty),
            ("/a /b # c", Line::Page { from: "/a", to: "/b" }),
            ("/a https://b.example/c 302!", Line::Page { from: "/a", to: "https://b.example/c" }),
            ("/a/* /b/:splat 301", Line::Folder { from: "/a", to: "/b" }),
            ("/a", Line::Other),
            ("/a /b 200", Line::Other),
            ("/a /b Country=de", Line::Other),
            ("/a/:id /b", Line::Other),
            ("/a/* /b", Line::Other),
            ("https://a.example/* /b/:splat", Line::Other),
        ] {
            assert_eq!(line(text), expected, "{text}");
        }
    }
}
