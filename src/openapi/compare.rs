//! Compares two versions of an API and reports what changed for clients.
//!
//! Takes two [`Api`]s and returns [`Changes`]: each change has a rule, which determines whether it can break clients,
//! and its locations in both documents. The comparison considers only the meaning, so the form of a document (its
//! version, the order of its parts, and where its schemas are) doesn't matter. Descriptions, examples, and extensions
//! other than `x-sunset` aren't compared. This module must not depend on how changes are shown.

mod attribution;
mod content;
mod document;
mod facts;
mod limits;
mod operations;
mod parameters;
mod quote;
mod rules;
mod schemas;
mod sunset;
#[cfg(test)]
mod tests;
mod values;
mod variants;

use std::collections::HashMap;
use std::sync::Arc;

use super::{
    Api, OperationRef, Place,
    merge::{Node, Views},
};

pub(crate) use rules::Side;
pub use rules::{Level, Rule};
pub(crate) use sunset::SUNSET;

use operations::Diff;

/// The differences between two versions of an API.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The names of the operations and webhooks: those of the new document in document order, then the removed ones.
    pub operations: Vec<String>,
    /// The changes, starting with the worst.
    pub all: Vec<Change>,
    /// Whether the comparison was stopped because the documents are too large. If so, changes can be missing.
    pub cut: bool,
}

/// One change.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The kind of change.
    pub rule: Rule,
    /// The effect on clients.
    pub level: Level,
    /// The indexes of the affected operations in [`Changes::operations`], in order. The list is empty for a change to
    /// the document as a whole.
    pub operations: Arc<[u32]>,
    /// What changed: lowercase, without a final period, literals in backticks.
    pub message: String,
    /// The location in the old document.
    pub old: Option<Place>,
    /// The location in the new document.
    pub new: Option<Place>,
}

/// What a comparison compared, for code that follows parts of an API through several versions.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// The old and the new operation, if they exist, for each name in [`Changes::operations`].
    pub operations: Vec<[Option<OperationRef>; 2]>,
    /// The compared schemas. A new schema can be compared with several old ones.
    pub schemas: Vec<Compared>,
}

/// Two compared schemas.
#[derive(Debug)]
pub(crate) struct Compared {
    /// The schema in the old document.
    pub old: Node,
    /// The schema in the new document.
    pub new: Node,
    /// Who sends the values.
    pub side: Side,
    /// The differences, without those in nested schemas. A difference in a property has the property's name.
    pub facts: Vec<(Rule, Option<Box<str>>)>,
}

impl Changes {
    /// Returns the number of changes with this level.
    pub(crate) fn count(&self, level: Level) -> usize {
        self.all.iter().filter(|change| change.level == level).count()
    }

    /// Returns the indexes of the changes by the operations that they affect, starting with the group that has the worst
    /// change.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        self.groups_of_some(|_| true)
    }

    /// Returns the indexes of the changes with a level by the operations that they affect.
    pub(crate) fn groups_of(&self, level: Level) -> Vec<Vec<usize>> {
        self.groups_of_some(|change| change.level == level)
    }

    fn groups_of_some(&self, is_wanted: impl Fn(&Change) -> bool) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut places = HashMap::new();
        for (at, change) in self.all.iter().enumerate().filter(|(_, change)| is_wanted(change)) {
            let group = *places.entry(&change.operations).or_insert(groups.len());
            match groups.get_mut(group) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        // Changes are sorted, so the first change of a group is the worst one.
        groups.sort_by_key(|group| {
            let worst = &self.all[group[0]];
            (worst.level, worst.operations.first().copied())
        });
        groups
    }
}

/// Returns the items by name. If several items have the same name, the first one counts.
fn index<T>(all: &[T], name: impl Fn(&T) -> String) -> HashMap<String, &T> {
    let mut items = HashMap::with_capacity(all.len());
    for item in all {
        items.entry(name(item)).or_insert(item);
    }
    items
}

/// Compares two versions of an API. `today` is the current date, such as `2027-01-31`, for sunset dates.
pub(crate) fn compare(old: &Api, new: &Api, today: &str) -> Changes {
    trace(old, new, today).0
}

/// Compares two versions of an API, as [`compare`] does, and also returns what was compared.
pub(crate) fn trace(old: &Api, new: &Api, today: &str) -> (Changes, Trace) {
    let mut diff = Diff::new(Views::new(old), Views::new(new), today);
    diff.document();
    diff.operations();
    diff.finish()
}

/// Returns the name of an operation in [`Changes::operations`].
pub(crate) fn operation_name(api: &Api, which: OperationRef) -> String {
    let operation = api.operation(which);
    operations::name(operation, which.is_webhook())
}

/// Returns an operation's method and path, without the names of parameters.
pub(crate) fn operation_key(method: &str, path: &str) -> String {
    format!("{method} {}", operations::template(path))
}
