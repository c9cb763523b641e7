//! Reports the front matter keys and parameters that no part of the import has read.

use std::collections::{BTreeMap, BTreeSet};

use super::Site;
use super::content::{Kind, Page};
use super::places::Place;
use crate::import::front_matter::note_faults;
use crate::import::left::Left;

/// The filename extensions of data, which templates can show.
const DATA: [&str; 5] = ["csv", "json", "toml", "yaml", "yml"];

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-')
}

impl Site<'_> {
    /// Reports folders with data next to a page if no page contains the names of the files.
    pub(super) fn note_data(&self, left: &mut Left) {
        let pages = self.tree.pages.iter().filter(|page| page.kind != Kind::Single);
        let pages: BTreeMap<&str, &Page> = pages.map(|page| (page.source.path.parent(), page)).collect();
        let texts = self.tree.pages.iter().map(|page| &*page.source.text);
        let words = texts.flat_map(|text| text.split(|c: char| !is_in_name(c)));
        let names: BTreeSet<&str> = words.map(|name| name.trim_end_matches('.')).collect();
        let mut folders = BTreeMap::new();
        for file in self.tree.resources.iter().filter(|file| file.outside.is_none()).map(|file| &file.file) {
            if !DATA.contains(&&*file.extension().to_ascii_lowercase()) {
                continue;
            }
            let mut folder = Some(file.parent());
            while let Some(own) = folder.filter(|own| !pages.contains_key(own)) {
                folder = own.rsplit_once('/').map(|(above, _)| above);
            }
            let page = folder.and_then(|folder| pages.get(folder));
            if let Some(page) = page.filter(|_| !names.contains(file.file_name())) {
                folders.insert(file.parent(), page);
            }
        }
        for (folder, page) in folders {
            let what = format!("the data in `{folder}`, which a template can show");
            left.note(&page.source, 0..0, &what, "write the data in Markdown, or link to the files");
        }
    }

    /// Reports everything that wasn't read. Call this function last. Otherwise, it also reports values that are read
    /// later.
    pub(super) fn note_unread(&self, left: &mut Left) {
        for (source, key, path) in self.config.unread("params") {
            let what = format!("the `{}` parameter", path.strip_prefix("params.").unwrap_or(&path));
            left.note(
                source,
                key.range.clone(),
                &what,
                "use an equivalent docgen setting if there is one; otherwise, leave out this setting",
            );
        }
        // A key on one page can determine whether another key is read.
        let read: BTreeSet<String> = self.tree.pages.iter().flat_map(|page| page.front.read_keys()).collect();
        let is_left_out = |place: &Place| matches!(place, Place::None | Place::Fallback);
        for (page, _) in self.tree.pages.iter().zip(&self.places).filter(|(_, place)| !is_left_out(place)) {
            note_faults(&page.front.faults, &page.source, left);
            for (name, range) in page.front.keys() {
                if !read.contains(&name.to_ascii_lowercase()) {
                    let what = format!("the `{name}` front matter key");
                    left.note(
                        &page.source,
                        range,
                        &what,
                        "use an equivalent docgen key if there is one; otherwise, leave out this key",
                    );
                }
            }
        }
    }
}
