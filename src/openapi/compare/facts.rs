//! What a comparison of two schemas collects: differences, and the parts to compare next.

use super::{Rule, quote};
use crate::openapi::{SchemaId, merge::Node};

/// How a value is written, which decides whether different types can look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    /// A value in JSON.
    Typed,
    /// A value in text, such as a form or a header.
    Text,
    /// A parameter. Its default is compared separately, as a property of the parameter.
    Parameter,
}

/// The step from a schema to one of its parts.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Property(Box<str>),
    Items,
    PrefixItem(usize),
    Additional,
    Pattern(Box<str>),
    Variant(String),
    Keyword(&'static str),
}

/// A difference between two schemas.
#[derive(Debug)]
pub(super) struct Fact {
    pub rule: Rule,
    pub old: String,
    pub new: String,
    /// The property that the difference is about.
    pub property: Option<Box<str>>,
    /// The schemas with the difference, if they aren't the compared schemas.
    pub at: [Option<SchemaId>; 2],
}

/// Collects the differences between two schemas.
#[derive(Default)]
pub(super) struct Facts {
    pub all: Vec<Fact>,
    /// The parts to compare. `bool` is whether the part is negated.
    pub parts: Vec<(Step, Node, Node, bool)>,
}

impl Facts {
    /// Adds a difference between the schemas themselves.
    pub(super) fn add(&mut self, rule: Rule, old: impl Into<String>, new: impl Into<String>) {
        self.all.push(Fact { rule, old: old.into(), new: new.into(), property: None, at: [None; 2] });
    }

    /// Adds parts to compare.
    pub(super) fn part(&mut self, step: Step, old: &Node, new: &Node) {
        self.parts.push((step, old.clone(), new.clone(), false));
    }

    /// Compares a keyword that contains a schema.
    pub(super) fn keyword(&mut self, name: &'static str, old: Option<&Node>, new: Option<&Node>) {
        match (old, new) {
            (Some(old), Some(new)) => self.part(Step::Keyword(name), old, new),
            (None, Some(_)) => self.add(Rule::ConstraintAdded, "", quote::code(name)),
            (Some(_), None) => self.add(Rule::ConstraintRemoved, quote::code(name), ""),
            (None, None) => {}
        }
    }
}
