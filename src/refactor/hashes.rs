//! Keeps translations up to date if only links, settings, or aliases in their originals change.

use super::{Edits, Moves};
use crate::markdown::front_matter_place;
use crate::site::{Site, translations};

/// Adds the changes to the `source_hash` of each translation that was up to date before the other changes.
pub(crate) fn hashes(site: &Site, moves: &Moves, edits: &mut Edits) {
    for (translation, original) in translations::up_to_date(site) {
        let source = &translation.source;
        if !moves.can_change(&source.path) {
            continue;
        }
        let Some(changed) = edits.apply(&original.source.path, &original.source.text) else { continue };
        let Some(hash) = &translation.metadata.front_matter.source_hash else { continue };
        let Some(place) = front_matter_place(source, "source_hash", Some(hash)) else { continue };
        // The value can be in quotes.
        let found = source.text.get(place.clone()).and_then(|value| value.find(hash.as_str()));
        if let Some(at) = found.map(|at| place.start + at) {
            edits.set(&source.path, at..at + hash.len(), translations::hash_of(&changed));
        }
    }
}
