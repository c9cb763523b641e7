//! [`Object`]: reads an object of a known kind and keeps account of it.
//!
//! What is asked for is used; what is left at the end is on the list of what is left out on purpose, is shown because the
//! site allows it, is private, or is reported. So the account is made by the reading itself, and no second list can drift from it.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

#[cfg(test)]
use super::conventions::is_convention;
pub(in crate::openapi) use super::keywords::Kind;
use super::keywords::left_out;
use super::resolve::Followed;
use super::{At, Lowering};
use crate::diag::{Code, did_you_mean};
use crate::openapi::file::{Members, Value};
use crate::openapi::{Extra, Json, SchemaId, TextId};

/// An object that is being read. Its members are read by their keys, anything else as by the [`Lowering`] itself.
pub(super) struct Object<'l, 'a> {
    /// What reads it.
    pub(super) lowering: &'l mut Lowering<'a>,
    /// Where it is, behind a reference if there is one.
    pub(super) at: At,
    /// What stands beside that reference.
    pub(super) beside: Followed,
    kind: Kind,
    members: Members<'a>,
    /// Which members were asked for.
    seen: Vec<bool>,
    asked: Vec<&'static str>,
}

impl<'a> Deref for Object<'_, 'a> {
    type Target = Lowering<'a>;

    fn deref(&self) -> &Lowering<'a> {
        self.lowering
    }
}

impl DerefMut for Object<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.lowering
    }
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

impl<'a> Object<'_, 'a> {
    /// Asks for a member. One that is `null` counts as not there, as many writers mean it.
    pub(super) fn take(&mut self, key: &'static str) -> Option<At> {
        self.take_null(key).filter(|at| !matches!(self.value(*at), Value::Null))
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
        self.seen[position] = true;
        Some(self.at.to(self.members.at(position)))
    }

    /// Asks for the first of several members that mean the same; the others count as used.
    pub(super) fn first(&mut self, keys: &[&'static str]) -> Option<At> {
        keys.iter().fold(None, |found, key| {
            let at = self.take(key);
            found.or(at)
        })
    }

    /// Counts members as used that are of no use here.
    pub(super) fn skip(&mut self, keys: &[&'static str]) {
        self.first(keys);
    }

    /// A short text without markup.
    pub(super) fn string(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key);
        self.lowering.string(at)
    }

    /// A text exactly as it is.
    pub(super) fn exact(&mut self, key: &'static str) -> Option<&'a str> {
        let at = self.take(key)?;
        self.lowering.exact(at)
    }

    /// Texts of a list, or a single one.
    pub(super) fn strings(&mut self, key: &'static str) -> Vec<Box<str>> {
        let at = self.take(key);
        at.map(|at| self.lowering.strings(at)).unwrap_or_default()
    }

    /// A description.
    pub(super) fn text(&mut self, key: &'static str) -> Option<TextId> {
        let at = self.take(key);
        self.lowering.text(at)
    }

    /// The `description`; one beside the reference that led here comes first.
    pub(super) fn described(&mut self) -> Option<TextId> {
        let own = self.take("description");
        let text = self.beside.description.or(own);
        self.lowering.text(text)
    }

    /// Whether a flag is set.
    pub(super) fn flag(&mut self, key: &'static str) -> bool {
        let at = self.take(key);
        at.and_then(|at| self.lowering.flag(at)).unwrap_or_default()
    }

    /// A count.
    pub(super) fn count(&mut self, key: &'static str) -> Option<u64> {
        let at = self.take(key)?;
        self.lowering.count(at)
    }

    /// An address that may become a link.
    pub(super) fn url(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key)?;
        self.lowering.url(at)
    }

    /// A number with its digits.
    pub(super) fn number(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key)?;
        self.lowering.number(at)
    }

    /// A value as it was written, also `null`.
    pub(super) fn json(&mut self, key: &'static str) -> Option<Json> {
        let at = self.take_null(key)?;
        Some(self.lowering.json(at))
    }

    /// A schema.
    pub(super) fn schema(&mut self, key: &'static str) -> Option<SchemaId> {
        let at = self.take(key)?;
        Some(self.lowering.schema(at))
    }

    /// The schemas of a list.
    pub(super) fn schemas(&mut self, key: &'static str) -> Vec<SchemaId> {
        let items = self.items(key, "a list of schemas");
        items.into_iter().map(|at| self.lowering.schema(at)).collect()
    }

    /// The members of an object whose keys are names.
    pub(super) fn entries(&mut self, key: &'static str, wanted: &str) -> Vec<(&'a str, At)> {
        let at = self.take(key);
        at.map(|at| self.lowering.entries(at, wanted)).unwrap_or_default()
    }

    /// The items of a list.
    pub(super) fn items(&mut self, key: &'static str, wanted: &str) -> Vec<At> {
        let at = self.take(key);
        at.map(|at| self.lowering.items(at, wanted)).unwrap_or_default()
    }

    /// Leaves members to what else this object is.
    pub(super) fn pass_over(&mut self, others: impl Fn(&str) -> bool) {
        for (seen, entry) in self.seen.iter_mut().zip(self.members.iter()) {
            *seen |= others(entry.key);
        }
    }

    /// Ends reading it: gives what was not asked for and is to be shown.
    pub(super) fn close(&mut self) -> Extra {
        let mut extra = Extra::new();
        let (kind, members) = (self.kind, self.members);
        for (position, entry) in members.iter().enumerate() {
            let (key, at) = (entry.key, self.at.to(entry.value));
            let fate = if self.seen[position] {
                Fate::Used
            } else if let Some(reason) = left_out(kind, key) {
                Fate::LeftOut(reason)
            } else if self.allows(key) && kind.shows_extra() {
                extra.insert(key.into(), self.lowering.json(at));
                Fate::Shown
            } else if self.allows(key) || key.starts_with("x-") || !kind.is_closed() {
                Fate::Private
            } else {
                let hint = self.near(Code::InvalidOpenapi, || did_you_mean(key, self.asked.iter().copied()));
                let message = format!("`{}`: {} has no key `{key}`", self.pointer(at), kind.article());
                // It costs its part nothing, so the page need not speak of it.
                let faults = self.faults.take();
                self.report_with(Code::InvalidOpenapi, at, message, hint);
                self.faults = faults;
                Fate::Reported
            };
            if let Some(census) = &mut self.census {
                *census.entry((kind, key.into(), fate)).or_default() += 1;
            }
        }
        extra
    }
}

impl<'a> Lowering<'a> {
    /// Begins to read an object, behind a reference if there is one. `None`: there is none, which is reported.
    pub(super) fn object(&mut self, at: At, kind: Kind) -> Option<Object<'_, 'a>> {
        let beside = self.follow(at)?;
        Some(Object { beside, ..self.object_here(beside.at, kind)? })
    }

    /// Begins to read the object at a place whose references were followed.
    pub(super) fn object_here(&mut self, at: At, kind: Kind) -> Option<Object<'_, 'a>> {
        let Value::Object(members) = self.value(at) else {
            self.wrong(at, kind.article());
            return None;
        };
        if !self.spend(members.len() + 1, at) {
            return None;
        }
        let (seen, asked) = (vec![false; members.len()], Vec::with_capacity(16));
        let beside = Followed { at, summary: None, description: None };
        let mut object = Object { lowering: self, at, beside, kind, members, seen, asked };
        // Behind a reference there is none; a schema asks for its own.
        if kind != Kind::Schema {
            object.take_null("$ref");
        }
        Some(object)
    }

    /// Reads an object of a kind that shows nothing but what is asked for.
    pub(super) fn read<T>(
        &mut self,
        at: At,
        kind: Kind,
        read: impl FnOnce(&mut Object<'_, 'a>) -> T,
    ) -> Option<T> {
        let mut object = self.object(at, kind)?;
        let value = read(&mut object);
        object.close();
        Some(value)
    }

    /// Whether the site allows a key to be published that no specification has.
    fn allows(&self, key: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == key)
    }

    /// An extension of an object whose other keys are names, such as paths: shown with those of what is around it.
    pub(super) fn extension(&mut self, key: &str, at: At) -> Option<(Box<str>, Json)> {
        self.allows(key).then(|| (key.into(), self.json(at)))
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
        let Some(Followed { at, .. }) = self.follow(at) else { return Vec::new() };
        match self.value(at) {
            Value::Object(members) if self.spend(members.len() + 1, at) => {
                members.iter().map(|entry| (entry.key, at.to(entry.value))).collect()
            }
            Value::Object(_) | Value::Null => Vec::new(),
            _ => {
                self.wrong(at, wanted);
                Vec::new()
            }
        }
    }

    /// The items of a list, behind a reference if there is one.
    pub(super) fn items(&mut self, at: At, wanted: &str) -> Vec<At> {
        let Some(Followed { at, .. }) = self.follow(at) else { return Vec::new() };
        match self.value(at) {
            Value::Array(items) if self.spend(items.len() + 1, at) => {
                items.iter().map(|node| at.to(*node)).collect()
            }
            Value::Array(_) | Value::Null => Vec::new(),
            _ => {
                self.wrong(at, wanted);
                Vec::new()
            }
        }
    }
}
