//! The hooks of an MkDocs site: Python code that changes pages.

use std::collections::BTreeSet;

use super::MkDocs;
use crate::import::left::Left;
use crate::path::SourcePath;
use crate::source::tree::Node;

impl MkDocs<'_> {
    /// Reports the hooks, and the text on pages that the hooks are likely to replace.
    pub(super) fn note_hooks(&self, left: &mut Left) {
        let (mut folders, mut markers) = (BTreeSet::new(), BTreeSet::new());
        for hook in self.config.at(&["hooks"]).map_or(&[][..], Node::items) {
            let Some(path) = hook.text().map(SourcePath::new) else { continue };
            let what = format!("the hook `{path}`");
            left.note(&self.source, hook.range.clone(), &what, "check what the hook changes on the pages");
            folders.insert(path.parent().to_owned());
        }
        // A hook can import other files in its folder.
        let is_code = |path: &&SourcePath| path.extension() == "py" && folders.contains(path.parent());
        for code in self.origin.files().iter().filter(is_code).filter_map(|path| self.origin.text(path)) {
            markers.extend(texts(&code.text).filter(|text| is_marker(text)).map(str::to_owned));
        }
        if markers.is_empty() {
            return;
        }
        let path = |page: &String| SourcePath::new(format!("{}/{page}", self.docs));
        for page in self.pages.iter().filter_map(|page| self.origin.text(&path(page))) {
            for marker in &markers {
                let Some(at) = page.text.find(marker) else { continue };
                let what = format!("the text `{marker}`, which a hook can replace");
                left.note(&page, at..at + marker.len(), &what, "write the text that the hook produces");
            }
        }
    }
}

/// Returns the strings in Python code that are on one line.
fn texts(code: &str) -> impl Iterator<Item = &str> {
    code.lines()
        .flat_map(|line| ['"', '\''].into_iter().flat_map(move |quote| line.split(quote).skip(1).step_by(2)))
}

/// Whether a string, such as `<LATEST_VERSION>`, is text that code replaces on pages.
fn is_marker(text: &str) -> bool {
    let inner = text.trim_start_matches(['<', '[', '{', '%', '@', '$', '#', '!', '-', ' ']);
    let inner = inner.trim_end_matches(['>', ']', '}', '%', '@', '$', '#', '!', '-', ' ']);
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.: ".contains(c);
    // Names of HTML elements and of formats have lower-case letters.
    let is_name = inner.len() > 2 && inner.starts_with(char::is_alphabetic) && inner.chars().all(is_word);
    let (before, after) = (text.find(inner).unwrap_or_default(), text.len() - inner.len());
    let is_tag = text.starts_with('<') && !inner.contains(|c: char| c.is_ascii_uppercase() || c == '_');
    is_name && !is_tag && before > 0 && after > before
}

#[cfg(test)]
mod tests {
    use super::{is_marker, texts};

    #[test]
    fn markers_are_in_strings_and_brackets() {
        let code =
            "A = '<TEA_VERSION>' + \"{{ tea }}\" + '<p>' + '<table>'\nb('[^ ]*', '%TEA%', 'TEA', '-- a')\n";
        let found: Vec<&str> = texts(code).filter(|text| is_marker(text)).collect();
        assert_eq!(found, ["{{ tea }}", "<TEA_VERSION>", "%TEA%"]);
    }
}
