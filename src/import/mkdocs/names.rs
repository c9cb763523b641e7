//! The links of plugins that find files by name: `[[name#heading|label]]`, and links that leave out the file's folder.

use std::collections::BTreeMap;

use super::MkDocs;
use crate::import::{Origin, prose, site};
use crate::path::python_slug;

/// The plugins.
pub(super) const PLUGINS: [&str; 2] = ["roamlinks", "ezlinks"];

/// The files of a site by name, if a plugin finds them. Each path is relative to the folder with the pages.
#[derive(Debug, Default)]
pub(super) struct Names(Option<BTreeMap<String, String>>);

impl Names {
    /// Finds the files. If several files have the same name, the first one counts.
    pub(super) fn of(origin: &dyn Origin, docs: &str) -> Self {
        let files = origin.files().iter().rev().filter_map(|path| path.strip_dir(docs));
        let name = |path: &str| same(path.rsplit('/').next().unwrap_or(path));
        Names(Some(files.map(|path| (name(path), path.to_owned())).collect()))
    }

    /// Returns the path of the file with a name, which can leave out `.md`. A name with a slash is a path.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        let files = self.0.as_ref()?;
        let last = name.rsplit('/').next().unwrap_or(name);
        let path = files.get(&same(last)).map(String::as_str)?;
        let is_same = || same(path).ends_with(&format!("/{}", same(name))) || same(path) == same(name);
        (!name.contains('/') || is_same()).then_some(path)
    }
}

/// Returns what two names for the same file have in common.
fn same(name: &str) -> String {
    let lower = name.to_lowercase().replace(['-', '_', ' '], "");
    lower.strip_suffix(".md").map(str::to_owned).unwrap_or(lower)
}

impl MkDocs<'_> {
    /// Writes links to names as Markdown links. A name that no file has stays as it is.
    pub(super) fn with_named_links(&self, page: &str, text: String) -> String {
        if self.names.0.is_none() || !text.contains("[[") {
            return text;
        }
        prose::rewritten(&text, false, &['['], &mut |text, at| {
            let (inner, _) = text[at..].strip_prefix("[[")?.split_once("]]")?;
            if inner.contains(['[', '\n']) {
                return None;
            }
            let mut parts = inner.split('|');
            let target = parts.next()?.trim();
            let (sizes, labels): (Vec<&str>, Vec<&str>) =
                parts.partition(|part| part.starts_with(|c: char| c.is_ascii_digit()));
            let (name, heading) = target.split_once('#').map_or((target, None), |(a, b)| (a, Some(b)));
            let file = match name.trim() {
                "" => String::new(),
                name => site::between(page, self.names.find(name)?).replace(' ', "%20"),
            };
            let anchor =
                heading.map_or_else(String::new, |text| format!("#{}", python_slug(text, "-", true)));
            let label = labels.first().map_or(target, |label| label.trim());
            let size = sizes.first().map_or_else(String::new, |size| match size.split_once('x') {
                Some((width, height)) => format!("{{width={width} height={height}}}"),
                None => format!("{{width={size}}}"),
            });
            Some((format!("[{label}]({file}{anchor}){size}"), inner.len() + 4))
        })
    }
}
