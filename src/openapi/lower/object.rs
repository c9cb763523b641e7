//! [`Object`]: reads an object of a known kind and keeps account of it.
//!
//! What is asked for is used; what is left at the end is on the list of what is left out on purpose, is shown because the
//! site allows it, is private, or is reported. So the account is made by the reading itself, and no second list can drift from it.

use std::collections::BTreeMap;

use super::conventions::is_convention;
pub(in crate::openapi) use super::keywords::Kind;
use super::keywords::left_out;
use super::{At, Lowering};
use crate::diag::{Code, nearest};
use crate::openapi::Extra;
use crate::openapi::file::{File, Members, Value};

/// An object that is being read.
pub(super) struct Object<'a> {
    pub(super) at: At,
    kind: Kind,
    file: &'a File,
    members: Members<'a>,
    /// Which members were asked for, by their position.
    seen: Seen,
    asked: Vec<&'static str>,
}

/// What became of a key of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::openapi) enum Fate {
    /// It was asked for.
    Used,
    /// The site allows it, so it is shown as it is.
    Shown,
    /// It is an extension or an annotation that the site doesn't allow.
    Private,
    /// Nobody needs it, for this reason.
    LeftOut(&'static str),
    /// It is a mistake, and was reported.
    Reported,
}

/// How often each key of each kind of object had which fate.
pub(in crate::openapi) type Census = BTreeMap<(Kind, Box<str>, Fate), usize>;

/// A set of small numbers.
struct Seen {
    low: u64,
    high: Vec<u64>,
}

impl Seen {
    fn new(len: usize) -> Self {
        Seen { low: 0, high: if len > 64 { vec![0; len / 64] } else { Vec::new() } }
    }

    fn word(&mut self, at: usize) -> &mut u64 {
        match at / 64 {
            0 => &mut self.low,
            word => &mut self.high[word - 1],
        }
    }

    fn insert(&mut self, at: usize) {
        *self.word(at) |= 1 << (at % 64);
    }

    fn has(&mut self, at: usize) -> bool {
        *self.word(at) & (1 << (at % 64)) != 0
    }
}

impl Object<'_> {
    /// Asks for a member. One that is `null` counts as not there, as many writers mean it.
    pub(super) fn take(&mut self, key: &'static str) -> Option<At> {
        self.take_null(key).filter(|at| !matches!(self.file.value(at.node), Value::Null))
    }

    /// Asks for a member that may be `null`.
    pub(super) fn take_null(&mut self, key: &'static str) -> Option<At> {
        #[cfg(test)]
        assert!(
            !key.starts_with("x-") || is_convention(self.kind, key),
            "{key} of {:?} has no line in the table of conventions",
            self.kind
        );
        self.asked.push(key);
        let position = self.members.position(key)?;
        self.seen.insert(position);
        Some(At { node: self.members.at(position), ..self.at })
    }

    /// Asks for the first of several members that mean the same; the others count as used.
    pub(super) fn first(&mut self, keys: &[&'static str]) -> Option<At> {
        let mut found = None;
        for key in keys {
            let at = self.take(key);
            found = found.or(at);
        }
        found
    }

    /// The members that were not asked for.
    pub(super) fn rest(&mut self) -> Vec<(&str, At)> {
        let at = self.at;
        let seen = &mut self.seen;
        let rest = self.members.iter().enumerate().filter(|(position, _)| !seen.has(*position));
        rest.map(|(_, entry)| (entry.key, At { node: entry.value, ..at })).collect()
    }

    /// Leaves the extensions and examples to the parameter that this schema also is.
    pub(super) fn pass_over_extensions(&mut self) {
        for (position, entry) in self.members.iter().enumerate() {
            if entry.key.starts_with("x-") || matches!(entry.key, "example" | "examples") {
                self.seen.insert(position);
            }
        }
    }

    /// Leaves the keywords of JSON Schema to the schema that this object also is.
    pub(super) fn pass_on(&mut self) {
        for (position, entry) in self.members.iter().enumerate() {
            let of_schema =
                is_convention(Kind::Schema, entry.key) && !is_convention(Kind::Parameter, entry.key);
            if !entry.key.starts_with("x-") || of_schema {
                self.seen.insert(position);
            }
        }
    }
}

impl<'a> Lowering<'a> {
    /// Begins to read an object, behind a reference if there is one. `None`: there is none, which is reported.
    pub(super) fn object(&mut self, at: At, kind: Kind) -> Option<Object<'a>> {
        let at = self.follow(at)?.at;
        self.object_here(at, kind)
    }

    /// Begins to read the object at a place whose references were followed.
    pub(super) fn object_here(&mut self, at: At, kind: Kind) -> Option<Object<'a>> {
        let Value::Object(members) = self.value(at) else {
            self.wrong(at, kind.article());
            return None;
        };
        if !self.spend(members.len() + 1, at) {
            return None;
        }
        let asked = Vec::with_capacity(16);
        let mut object =
            Object { at, kind, file: self.file(at), members, seen: Seen::new(members.len()), asked };
        // Behind a reference there is none; a schema asks for its own.
        if kind != Kind::Schema {
            object.take_null("$ref");
        }
        Some(object)
    }

    /// Ends reading an object: gives what was not asked for and is to be shown.
    pub(super) fn close(&mut self, mut object: Object<'a>) -> Extra {
        let mut extra = Extra::new();
        let (kind, asked) = (object.kind, std::mem::take(&mut object.asked));
        if self.census.is_some() {
            self.count_used(&mut object);
        }
        for (key, at) in object.rest() {
            if let Some(reason) = left_out(kind, key) {
                self.account(kind, key, Fate::LeftOut(reason));
            } else if self.allows(key) {
                let shown = kind.shows_extra();
                self.account(kind, key, if shown { Fate::Shown } else { Fate::Private });
                if shown {
                    extra.insert(key.into(), self.json(at));
                }
            } else if !key.starts_with("x-") && kind.is_closed() {
                let hint = match self.reports(Code::InvalidOpenapi) {
                    true => nearest(key, asked.iter().copied()).map(|near| format!("did you mean `{near}`?")),
                    false => None,
                };
                let pointer = self.pointer(at);
                let message = format!("`{pointer}`: {} has no key `{key}`", kind.article());
                // It costs its part nothing, so the page need not speak of it.
                let faults = self.faults.take();
                self.report_with(Code::InvalidOpenapi, at, message, hint);
                self.faults = faults;
                self.account(kind, key, Fate::Reported);
            } else {
                self.account(kind, key, Fate::Private);
            }
        }
        extra
    }

    /// Whether the site allows a key to be published that no specification has.
    fn allows(&self, key: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == key)
    }

    /// An extension of an object whose other keys are names, such as paths: shown with those of what is around it.
    pub(super) fn extension(&mut self, key: &str, at: At, extra: &mut Extra) {
        if self.allows(key) {
            extra.insert(key.into(), self.json(at));
        }
    }

    fn count_used(&mut self, object: &mut Object<'a>) {
        for (position, entry) in object.members.iter().enumerate() {
            if object.seen.has(position) {
                self.account(object.kind, entry.key, Fate::Used);
            }
        }
    }

    fn account(&mut self, kind: Kind, key: &str, fate: Fate) {
        if let Some(census) = &mut self.census {
            *census.entry((kind, key.into(), fate)).or_default() += 1;
        }
    }

    /// Ends reading an object of a kind that shows nothing but what was asked for.
    pub(super) fn end(&mut self, object: Object<'a>) {
        self.close(object);
    }

    /// Reports that a value is not what belongs at its place.
    pub(super) fn wrong(&mut self, at: At, wanted: &str) {
        let found = match self.value(at) {
            Value::Null => "nothing",
            Value::Bool(_) => "`true` or `false`",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        let pointer = self.pointer(at);
        let message = match pointer.as_str() {
            "" if found == "nothing" => format!("this file is empty, where {wanted} belongs"),
            "" => format!("this file is {found}, where {wanted} belongs"),
            pointer => format!("`{pointer}` is {found}, where {wanted} belongs"),
        };
        self.report(Code::InvalidOpenapi, at, message);
    }

    /// The members of an object whose keys are names, behind a reference if there is one.
    pub(super) fn entries(&mut self, at: At, wanted: &str) -> Vec<(&'a str, At)> {
        let Some(followed) = self.follow(at) else { return Vec::new() };
        let at = followed.at;
        let Value::Object(members) = self.value(at) else {
            if !matches!(self.value(at), Value::Null) {
                self.wrong(at, wanted);
            }
            return Vec::new();
        };
        if !self.spend(members.len() + 1, at) {
            return Vec::new();
        }
        members.iter().map(|entry| (entry.key, At { node: entry.value, ..at })).collect()
    }

    /// The items of a list, behind a reference if there is one.
    pub(super) fn items(&mut self, at: At, wanted: &str) -> Vec<At> {
        let Some(followed) = self.follow(at) else { return Vec::new() };
        let at = followed.at;
        let Value::Array(items) = self.value(at) else {
            if !matches!(self.value(at), Value::Null) {
                self.wrong(at, wanted);
            }
            return Vec::new();
        };
        if !self.spend(items.len() + 1, at) {
            return Vec::new();
        }
        items.iter().map(|node| At { node: *node, ..at }).collect()
    }
}
