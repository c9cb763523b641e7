//! Keeps translations up to date if only links, settings, or aliases in their originals change, and keeps outdated
//! translations outdated.

use super::{Edits, Moves};
use crate::markdown::{front_matter_place, front_matter_settings};
use crate::site::{Site, translations};
use crate::source::{Source, tree::Syntax};

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

/// Adds a `source_hash` that doesn't match any original to the front matter of an outdated translation that has none.
pub(crate) fn mark_outdated(translation: &Source, edits: &mut Edits) {
    add_hash(translation, "outdated", edits);
}

/// Adds the `source_hash` of the changed original to the front matter of an up-to-date translation that has none.
pub(crate) fn mark_up_to_date(translation: &Source, original: &Source, edits: &mut Edits) {
    if let Some(changed) = edits.apply(&original.path, &original.text) {
        add_hash(translation, &translations::hash_of(&changed), edits);
    }
}

fn add_hash(translation: &Source, hash: &str, edits: &mut Edits) {
    let text = &translation.text;
    if front_matter_place(translation, "source_hash", None).is_some() {
        return;
    }
    let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let settings = front_matter_settings(text);
    let at = settings.as_ref().map_or(0, |(_, settings)| settings.start);
    let mark = match settings {
        Some((Syntax::Toml, _)) => format!("source_hash = \"{hash}\"{line}"),
        _ => format!("source_hash: {hash}{line}"),
    };
    // Aliases can have been added at the same place.
    let added = edits.new_text(&translation.path, &(at..at)).unwrap_or_default();
    let fence = format!("---{line}");
    let new = match (settings, added.strip_prefix(&*fence)) {
        (Some(_), _) => format!("{mark}{added}"),
        (None, Some(rest)) => format!("{fence}{mark}{rest}"),
        (None, None) => format!("{fence}{mark}{fence}{line}"),
    };
    edits.set(&translation.path, at..at, new);
}
