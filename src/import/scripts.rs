//! Reports the scripts that come along and that change pages, because they can depend on elements that docgen's theme
//! doesn't have.

use super::{Imported, Origin};
use crate::diag::{Code, Diagnostic};

/// What scripts use to find or change elements.
const USES: [&str; 4] = ["querySelector", "getElement", "innerHTML", "MutationObserver"];

/// Adds one diagnostic for each script that the config loads.
pub(super) fn note(imported: &mut Imported, origin: &dyn Origin) {
    for source in imported.loaded("js", "src", origin) {
        let first = USES.iter().filter_map(|name| Some((source.text.find(name)?, name.len()))).min();
        if let Some((at, length)) = first {
            let message = "a script changes pages, and can depend on the theme of the original site";
            let found = Diagnostic::new(Code::NotImported, message).at(&source.path, at..at + length);
            imported
                .left
                .push(found.hint("compare the pages; if the script doesn't work, remove it from `[[head]]`"));
        }
    }
}
