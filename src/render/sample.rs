//! Sample values for templates: a [`Sample`] decides which optional values exist.

use std::cell::RefCell;

use crate::site::PageKind;

/// Decides which values of a sample exist.
pub(super) struct Sample {
    lacks: Lacks,
    pub asked: RefCell<Vec<Optional>>,
}

/// An optional value: its name, and the word for its absence (`absent`, `empty`, or `false`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Optional(pub(super) &'static str, pub(super) &'static str);

/// The values that are absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lacks {
    Nothing,
    One(Optional),
    Everything,
}

impl Sample {
    pub(super) fn new(lacks: Lacks) -> Self {
        Sample { lacks, asked: RefCell::default() }
    }

    fn has(&self, value: Optional) -> bool {
        self.asked.borrow_mut().push(value);
        match self.lacks {
            Lacks::Nothing => true,
            Lacks::One(absent) => absent != value,
            Lacks::Everything => false,
        }
    }

    /// Returns an optional value, unless it's absent.
    pub(super) fn some<T>(&self, name: &'static str, value: T) -> Option<T> {
        self.has(Optional(name, "absent")).then_some(value)
    }

    /// Returns a list with one item, or an empty list if the value is absent.
    pub(super) fn list<T>(&self, name: &'static str, item: T) -> Vec<T> {
        self.has(Optional(name, "empty")).then_some(item).into_iter().collect()
    }

    /// Returns a flag.
    pub(super) fn flag(&self, name: &'static str) -> bool {
        self.has(Optional(name, "false"))
    }
}

/// The number of a template that renders output files. The templates for the kinds of pages come first, followed by all
/// other templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(pub(super) usize);

impl Entry {
    pub(super) const SHELL: Entry = Entry(PageKind::ALL.len());
    pub(super) const REDIRECT: Entry = Entry(PageKind::ALL.len() + 1);

    pub(super) fn all() -> impl Iterator<Item = Entry> {
        (0..=Entry::REDIRECT.0).map(Entry)
    }

    pub(super) fn template(self) -> &'static str {
        match PageKind::ALL.get(self.0) {
            Some(kind) => kind.template(),
            None if self == Entry::SHELL => "shell.html",
            None => "redirect.html",
        }
    }
}
