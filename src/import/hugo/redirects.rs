//! Reads the redirects of a Hugo or Zola site from a `_redirects` file, which can be a static file or the result of an
//! output format.

use super::host::PageHost;
use super::urls::normal;
use super::{Site, template};
use crate::import::left::Left;
use crate::import::redirect_rules::{self, Line};
use crate::path::SourcePath;
use crate::source::Source;

impl Site<'_> {
    /// Returns the `_redirects` file, which is a static file or a file in the content folder.
    fn redirect_file(&self) -> Option<Source> {
        let in_content = || {
            self.tree.resources.iter().find(|file| redirect_rules::is_file(&file.url)).map(|file| &file.file)
        };
        self.origin.text(self.files.get("/_redirects").or_else(in_content)?)
    }

    /// Adds the redirects in the `_redirects` file. The file isn't copied, because docgen generates its own
    /// `_redirects` file.
    pub(super) fn read_redirects(&self) {
        let mut text = self.redirect_file().map(|source| source.text.to_string()).unwrap_or_default();
        for (_, key, _) in self.config.entries(&["outputFormats"]) {
            text.extend(self.redirects_of(&key.name).map(|(text, _)| format!("\n{text}")));
        }
        for (from, to) in text.lines().filter_map(rule) {
            self.redirect(&from, &to);
        }
    }

    /// Reports the rules in the `_redirects` file that docgen has no counterpart for.
    pub(super) fn note_rules(&self, left: &mut Left) {
        let Some(source) = self.redirect_file() else { return };
        let mut at = 0;
        for line in source.text.split_inclusive('\n') {
            let range = at..at + line.trim_end().len();
            at = range.start + line.len();
            if redirect_rules::line(line) == Line::Other {
                let hint = "add a redirect for each path in `[[redirects]]`";
                left.note(&source, range, "a redirect rule", hint);
            }
        }
    }

    /// If an output format generates the file with redirects, returns the redirects, and whether there are no others.
    pub(super) fn redirects_of(&self, format: &str) -> Option<(String, bool)> {
        let is_redirects = self.config.text(&["outputFormats", format, "baseName"])? == "_redirects";
        let is_template = |path: &&SourcePath| {
            let mut parts = path.file_name().split('.');
            matches!(path.parent(), "layouts" | "layouts/_default")
                && matches!(parts.next(), Some("index" | "home"))
                && parts.any(|part| part.eq_ignore_ascii_case(format))
        };
        let path = self.origin.files().iter().find(is_template).filter(|_| is_redirects)?;
        let template = self.origin.text(path)?.text;
        let host = PageHost::new(self, self.tree.pages.first()?);
        if let Some(text) = template::of_page(&template, &host) {
            return Some((text, true));
        }
        let lines = template.lines().filter(|line| !line.contains("{{"));
        Some((lines.map(|line| format!("{line}\n")).collect(), false))
    }
}

/// Returns the source and the target of a rule. If docgen has no counterpart for the rule, or if the line is a comment,
/// returns `None`.
fn rule(line: &str) -> Option<(String, String)> {
    match redirect_rules::line(line) {
        Line::Page { from, to } => {
            let bare = to.trim_end_matches('/');
            Some((normal(from), if bare.is_empty() { "/" } else { bare }.to_owned()))
        }
        Line::Folder { from, to } => Some((format!("{from}/*"), format!("{to}/*"))),
        Line::Empty | Line::Other => None,
    }
}
