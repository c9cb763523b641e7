//! The history of an API: the versions in which its operations, parameters, and fields were added, changed, and
//! deprecated.
//!
//! Takes the documents of an API in order of version and compares each one with the next. The marks of a part follow the
//! part through these comparisons, so the same part can have another name or another schema in each version. A part that
//! was removed and added again counts as new. As in `compare`, descriptions and examples don't count as changes. This
//! module must not depend on where the documents come from or how marks are shown.

mod marks;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::{
    Api, Direction, Operation, OperationRef, Parameter, ParameterIn,
    compare::{self, Changes, Side, Trace},
    merge::Node,
};
use crate::path::UniqueNames;
use marks::Marks;

/// The date to compare sunset dates with. The output must not depend on the current date, so every sunset date is in
/// the past.
const TODAY: &str = "9999-12-31";

/// A version of an API.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Version {
    /// The name that readers see.
    pub label: String,
    /// The ID of the version's section on the changelog page.
    pub anchor: String,
    /// The release date, such as `2027-01-31`, if known.
    pub date: Option<String>,
}

/// The versions in which a part of an API changed, as indexes in [`History::versions`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mark {
    /// The first version that has the part. `None` if the oldest version has it.
    pub since: Option<u16>,
    /// The last version in which the part changed. `None` if it hasn't changed since it was added.
    pub changed: Option<u16>,
    /// The version in which the part was deprecated. `None` if it isn't deprecated, or was deprecated when it was added.
    pub deprecated: Option<u16>,
}

impl Mark {
    /// The mark of a part that a version adds.
    fn added(version: u16) -> Self {
        Mark { since: Some(version), ..Mark::default() }
    }

    /// Returns the newest of the versions.
    pub(crate) fn newest(self) -> Option<u16> {
        self.since.max(self.changed).max(self.deprecated)
    }

    /// Combines the marks of two parts that are shown as one, such as a property and its schema.
    #[must_use]
    pub(crate) fn and(self, other: Mark) -> Mark {
        let since = self.since.max(other.since);
        let is_later = |version: &u16| since.is_none_or(|since| *version > since);
        Mark {
            since,
            changed: self.changed.max(other.changed).filter(is_later),
            deprecated: self.deprecated.max(other.deprecated).filter(is_later),
        }
    }
}

/// The changes in a version.
#[derive(Clone, Debug)]
pub(crate) struct Release {
    /// The index in [`History::versions`].
    pub version: usize,
    /// The changes since the version before.
    pub changes: Arc<Changes>,
}

/// The history of an API up to a version.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The versions, oldest first. The last one is the version whose history this is.
    pub versions: Vec<Version>,
    /// The versions with changes, oldest first.
    pub releases: Vec<Release>,
    marks: Arc<Marks>,
}

impl History {
    /// Returns the history without its last version if that version has no changes.
    pub(crate) fn without_unchanged(&self) -> History {
        let mut history = self.clone();
        let last = history.releases.last().map_or(0, |release| release.version);
        if last + 1 < history.versions.len() {
            history.versions.pop();
        }
        history
    }

    /// Returns the mark of an operation.
    pub(crate) fn operation(&self, which: OperationRef) -> Mark {
        self.marks.operations.get(&which).copied().unwrap_or_default()
    }

    /// Returns the mark of a part of an operation. `part` is the part's key, such as [`parameter_key`].
    pub(crate) fn part(&self, which: OperationRef, part: &str) -> Mark {
        let parts = self.marks.parts.get(&which);
        parts.and_then(|parts| parts.get(part)).copied().unwrap_or_default()
    }

    /// Returns the mark of a schema itself, regardless of the property that contains it.
    pub(crate) fn schema(&self, node: &Node, direction: Direction) -> Mark {
        self.marks.of(node, direction, |marks| marks.own)
    }

    /// Returns the mark of a property.
    pub(crate) fn property(&self, object: &Node, name: &str, direction: Direction) -> Mark {
        self.marks.of(object, direction, |marks| marks.properties.get(name).copied().unwrap_or_default())
    }
}

/// Returns the key of an operation's parameter. Parameters in the path are known by their position, because renaming
/// them doesn't change the API.
pub(crate) fn parameter_key(operation: &Operation, parameter: &Parameter) -> String {
    let name = match parameter.location {
        ParameterIn::Path => {
            let names = super::server::template(&operation.path);
            let mut names = names.into_iter().filter_map(|(_, name)| name);
            names.position(|name| name == &*parameter.name).map(|at| at.to_string())
        }
        ParameterIn::Header => Some(parameter.name.to_ascii_lowercase()),
        _ => None,
    };
    format!("{}.{}", parameter.location.name(), name.as_deref().unwrap_or(&parameter.name))
}

/// The key of an operation's request body.
pub(crate) const BODY: &str = "body";

/// Returns the key of a response or, with a name, of one of its headers.
pub(crate) fn response_key(status: &str, header: Option<&str>) -> String {
    let status = status.to_ascii_lowercase();
    header.map_or_else(
        || format!("response.{status}"),
        |name| format!("response.{status}.{}", name.to_ascii_lowercase()),
    )
}

/// A document of an API, and its version.
#[derive(Clone)]
pub(crate) struct Past {
    /// The name of the version.
    pub label: String,
    /// The release date, if known.
    pub date: Option<String>,
    /// The API.
    pub api: Arc<Api>,
}

/// Returns the history of each document. The documents are in order of version, oldest first. The oldest one has no
/// history.
pub(crate) fn histories(documents: &[Past], steps: &Steps) -> Vec<Option<Arc<History>>> {
    let mut anchors = UniqueNames::numbered_from(2);
    let version = |one: &Past| {
        let bare = one.label.strip_prefix('v').unwrap_or(&one.label);
        let clean = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '_') { c } else { '-' };
        let anchor = format!("v{}", bare.chars().map(clean).collect::<String>());
        let anchor = anchors.give(anchor, |name, number| format!("{name}-{number}"));
        Version { label: one.label.clone(), anchor, date: one.date.clone() }
    };
    let versions: Vec<Version> = documents.iter().map(version).collect();
    let mut marks = Arc::new(Marks::default());
    let mut releases: Vec<Release> = Vec::new();
    let mut all = vec![None; documents.len().min(1)];
    let compared: Vec<Arc<Step>> =
        documents.par_windows(2).map(|pair| steps.step(&pair[0].api, &pair[1].api)).collect();
    for (version, (pair, step)) in (1..).zip(documents.windows(2).zip(compared)) {
        let [old, new] = [&*pair[0].api, &*pair[1].api];
        marks = Arc::new(marks.after(&step, [old, new], u16::try_from(version).unwrap_or(u16::MAX)));
        if !step.changes.all.is_empty() {
            releases.push(Release { version, changes: Arc::clone(&step.changes) });
        }
        all.push(Some(Arc::new(History {
            versions: versions[..=version].to_vec(),
            releases: releases.clone(),
            marks: Arc::clone(&marks),
        })));
    }
    all
}

/// The comparison of two neighboring versions.
#[derive(Debug)]
struct Step {
    changes: Arc<Changes>,
    trace: Trace,
}

/// Comparisons that are kept between runs, each for as long as both documents exist.
#[derive(Default)]
pub(crate) struct Steps(Mutex<Vec<Known>>);

struct Known {
    documents: [Weak<Api>; 2],
    step: Arc<Step>,
}

impl Steps {
    fn step(&self, old: &Arc<Api>, new: &Arc<Api>) -> Arc<Step> {
        let is_same = |known: &Weak<Api>, api: &Arc<Api>| std::ptr::eq(known.as_ptr(), Arc::as_ptr(api));
        let found = |known: &&Known| is_same(&known.documents[0], old) && is_same(&known.documents[1], new);
        if let Some(known) = self.0.lock().iter().find(found) {
            return Arc::clone(&known.step);
        }
        let (changes, trace) = compare::trace(old, new, TODAY);
        let step = Arc::new(Step { changes: Arc::new(changes), trace });
        let mut all = self.0.lock();
        all.retain(|known| known.documents.iter().all(|document| document.strong_count() > 0));
        all.push(Known { documents: [Arc::downgrade(old), Arc::downgrade(new)], step: Arc::clone(&step) });
        step
    }
}

/// The operations of a document by method and path, without the names of parameters.
pub(crate) struct Operations(HashMap<String, OperationRef>);

impl Operations {
    /// Indexes the operations of a document.
    pub(crate) fn of(api: &Api) -> Self {
        let name = |which| (key(&compare::operation_name(api, which)), which);
        Operations(api.all_operations().map(name).collect())
    }

    /// Returns the operation with a name in [`Changes::operations`].
    pub(crate) fn find(&self, name: &str) -> Option<OperationRef> {
        self.0.get(&key(name)).copied()
    }
}

fn key(name: &str) -> String {
    let (method, path) = name.split_once(' ').unwrap_or(("", name));
    compare::operation_key(method, path)
}

/// Returns the side that sends the values of a direction.
fn sides(direction: Direction) -> &'static [Side] {
    match direction {
        Direction::Request => &[Side::Request],
        Direction::Response => &[Side::Response],
        Direction::Both => &[Side::Request, Side::Response],
    }
}
