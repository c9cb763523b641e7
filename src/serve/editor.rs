//! [`Editor`]: opens the files of pages in the author's editor.

use std::path::PathBuf;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::path::{has_protocol, runs_script};

/// The characters of a path that are encoded in a URL's path and in its query.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/').remove(b':');

/// The placeholder for the path in an editor's URL.
const PATH: &str = "{path}";

/// The author's editor, and the folder whose files it opens.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    /// The URL that opens a file, with `{path}` and `{line}`.
    pub url: String,
    /// The site's folder, an absolute path.
    pub root: PathBuf,
}

impl Editor {
    /// The URL that opens a file in VS Code.
    pub(crate) const DEFAULT: &str = "vscode://file/{path}:{line}";

    /// Whether a text can be the URL of an editor.
    pub(crate) fn is_url(url: &str) -> bool {
        has_protocol(url) && !runs_script(url) && url.contains(PATH)
    }

    /// Returns the path of a file in the site's folder, and the URL that opens the file at `{line}`.
    pub(super) fn source(&self, file: &str) -> Value {
        let path = self.root.join(file).to_string_lossy().replace('\\', "/");
        let encoded = utf8_percent_encode(&path, ENCODED).to_string();
        // The text before the placeholder can already end with the slash that starts the path.
        let url = match self.url.split_once(PATH) {
            Some((before, after)) if before.ends_with('/') => {
                format!("{before}{}{after}", encoded.trim_start_matches('/'))
            }
            Some((before, after)) => format!("{before}{encoded}{after}"),
            None => self.url.clone(),
        };
        json!({ "file": file, "url": url })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_contain_the_encoded_path() {
        let url = |url: &str| {
            let editor = Editor { url: url.to_owned(), root: PathBuf::from("/home/a b") };
            editor.source("content/é&#.md")["url"].clone()
        };
        assert_eq!(url(Editor::DEFAULT), "vscode://file/home/a%20b/content/%C3%A9%26%23.md:{line}");
        assert_eq!(
            url("idea://open?file={path}&line={line}"),
            "idea://open?file=/home/a%20b/content/%C3%A9%26%23.md&line={line}"
        );
        for (text, is_url) in [
            (Editor::DEFAULT, true),
            ("https://editor.example/?f={path}", true),
            ("javascript:alert('{path}')", false),
            ("vscode://file/", false),
            ("{path}", false),
        ] {
            assert_eq!(Editor::is_url(text), is_url, "{text}");
        }
    }
}
