//! Reads the redirects of a Hugo or Zola site from a `_redirects` file, which can be a static file or the result of an
//! output format.

use super::host::PageHost;
use super::urls::normal;
use super::{Site, template};
use crate::path::SourcePath;

impl Site<'_> {
    /// Adds the redirects in the `_redirects` file. The file isn't copied, because docgen generates its own
    /// `_redirects` file.
    pub(super) fn read_redirects(&self) {
        let of_file = self.files.get("/_redirects").and_then(|path| self.origin.text(path));
        let mut text = of_file.map(|source| source.text.to_string()).unwrap_or_default();
        for (_, key, _) in self.config.entries(&["outputFormats"]) {
            text.extend(self.redirects_of(&key.name).map(|(text, _)| format!("\n{text}")));
        }
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            let mut words = line.split_whitespace();
            let (Some(from), Some(to)) = (words.next(), words.next()) else { continue };
            let status = words.next().unwrap_or("301").trim_end_matches('!');
            if let (Some(folder), Some(to)) = (from.strip_suffix("/*"), to.strip_suffix("/:splat"))
                && !folder.contains([':', '*'])
                && to.starts_with('/')
                && status.starts_with('3')
            {
                self.redirect(from, &format!("{to}/*"));
            }
            let is_simple =
                from.starts_with('/') && !from.contains([':', '*', '?', '#']) && !to.contains([':', '*']);
            let is_url = to.starts_with("https://")
                && !to.contains('*')
                && from.starts_with('/')
                && !from.contains([':', '*', '?', '#']);
            if (is_simple || is_url) && status.starts_with('3') {
                let bare = to.trim_end_matches('/');
                self.redirect(&normal(from), if bare.is_empty() { "/" } else { bare });
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
        let host = PageHost { site: self, page: self.tree.pages.first()? };
        if let Some(text) = template::of_page(&template, &host) {
            return Some((text, true));
        }
        let lines = template.lines().filter(|line| !line.contains("{{"));
        Some((lines.map(|line| format!("{line}\n")).collect(), false))
    }
}
