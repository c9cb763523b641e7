//! [`Left`]: diagnostics about what an import leaves out. If the same item is left out several times in a file, a
//! single diagnostic includes the count.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::source::Source;

/// The items that an import leaves out.
#[derive(Debug, Default)]
pub(super) struct Left(BTreeMap<(SourcePath, String), (Diagnostic, u32)>);

impl Left {
    /// Records an omission at a range in a file. `what` is the subject of the message, and `hint` is the next step.
    pub(super) fn note(&mut self, source: &Source, range: Range<usize>, what: &str, hint: &str) {
        let key = (source.path.clone(), what.to_owned());
        let diagnostic = || {
            Diagnostic::new(Code::NotImported, format!("not imported: {what}"))
                .at(&source.path, range)
                .hint(hint)
        };
        self.0.entry(key).and_modify(|(_, count)| *count += 1).or_insert_with(|| (diagnostic(), 1));
    }

    /// Adds all entries from another list.
    pub(super) fn add(&mut self, other: Left) {
        self.0.extend(other.0);
    }

    /// Returns the problems. If a problem occurs several times in a file, the message contains the number of
    /// occurrences.
    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let counted = |(diagnostic, count): (Diagnostic, u32)| match count {
            1 => diagnostic,
            _ => Diagnostic {
                message: format!("{} ({count} times in this file)", diagnostic.message),
                ..diagnostic
            },
        };
        self.0.into_values().map(counted).collect()
    }
}
