//! Reports the front matter keys and parameters that no part of the import has read.

use std::collections::BTreeSet;

use super::Site;
use super::places::Place;
use crate::import::front_matter::note_faults;
use crate::import::left::Left;

impl Site<'_> {
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
