//! [`Object`]: reads an object of a known kind and tracks its members.
//!
//! If code requests a member, the member counts as used. Each remaining member is deliberately left out, published,
//! private, or reported. Reading a member also records that it's used, so there is no second list that could go out of
//! date.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

pub(crate) use super::keywords::Kind;
#[cfg(test)]
use super::keywords::is_convention;
use super::{At, Lowering, keywords::left_out, resolve::Followed};
use crate::diag::{Code, did_you_mean};
use crate::openapi::{
    Extra, Json, SchemaId, TextId,
    file::{Members, Value},
};

/// An object that the code is reading. The members of the object are read by key. Everything else works as in
/// [`Lowering`].
pub(super) struct Object<'l, 'a> {
    /// The reader.
    pub lowering: &'l mut Lowering<'a>,
    /// The object's location, after following references.
    pub at: At,
    /// The summary and description that are next to the object's reference.
    pub beside: Followed,
    kind: Kind,
    members: Members<'a>,
    /// Whether each member was requested.
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

/// The treatment of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    /// Read by the code.
    Used,
    /// A published extension.
    Shown,
    /// A private extension or annotation.
    Private,
    /// Deliberately left out, for this reason.
    LeftOut(&'static str),
    /// An error that has been reported.
    Reported,
}

/// The number of times that each key occurs, by object kind and treatment.
pub(crate) type Census = BTreeMap<(Kind, Box<str>, Fate), usize>;

impl<'a> Object<'_, 'a> {
    /// Requests a member. `null` counts as missing, because that's what most writers mean.
    pub(super) fn take(&mut self, key: &'static str) -> Option<At> {
        self.take_null(key).filter(|at| !matches!(self.value(*at), Value::Null))
    }

    /// Requests a member that can be `null`.
    pub(super) fn take_null(&mut self, key: &'static str) -> Option<At> {
        #[cfg(test)]
        assert!(
            !key.starts_with("x-") || is_convention(self.kind, key),
            "the table of conventions lacks {key} for {:?}",
            self.kind
        );
        self.asked.push(key);
        let position = self.members.position(key)?;
        self.seen[position] = true;
        Some(self.at.to(self.members.at(position)))
    }

    /// Requests the first of several equivalent members. All these members count as used.
    pub(super) fn first(&mut self, keys: &[&'static str]) -> Option<At> {
        keys.iter().fold(None, |found, key| {
            let at = self.take(key);
            found.or(at)
        })
    }

    /// Marks members as used even though their values aren't needed here.
    pub(super) fn skip(&mut self, keys: &[&'static str]) {
        self.first(keys);
    }

    /// Reads short text without markup.
    pub(super) fn string(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key);
        self.lowering.string(at)
    }

    /// Reads a string exactly as written.
    pub(super) fn exact(&mut self, key: &'static str) -> Option<&'a str> {
        let at = self.take(key)?;
        self.lowering.exact(at)
    }

    /// Reads a list of strings, or a single string.
    pub(super) fn strings(&mut self, key: &'static str) -> Vec<Box<str>> {
        let at = self.take(key);
        at.map(|at| self.lowering.strings(at)).unwrap_or_default()
    }

    /// Reads a description.
    pub(super) fn text(&mut self, key: &'static str) -> Option<TextId> {
        let at = self.take(key);
        self.lowering.text(at)
    }

    /// Reads `description`. A description next to the reference takes precedence.
    pub(super) fn described(&mut self) -> Option<TextId> {
        let own = self.take("description");
        let text = self.beside.description.or(own);
        self.lowering.text(text)
    }

    /// Reads a flag.
    pub(super) fn flag(&mut self, key: &'static str) -> bool {
        self.optional_flag(key).unwrap_or_default()
    }

    /// Reads a flag, if it's specified.
    pub(super) fn optional_flag(&mut self, key: &'static str) -> Option<bool> {
        let at = self.take(key)?;
        self.lowering.flag(at)
    }

    /// Reads `summary`, which is at `own`. A summary next to the reference takes precedence.
    pub(super) fn summed_up(&mut self, own: Option<At>) -> Option<Box<str>> {
        let summary = self.beside.summary.or(own);
        self.lowering.string(summary)
    }

    /// Reads a count.
    pub(super) fn count(&mut self, key: &'static str) -> Option<u64> {
        let at = self.take(key)?;
        self.lowering.count(at)
    }

    /// Reads a URL that can become a link.
    pub(super) fn url(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key)?;
        self.lowering.url(at)
    }

    /// Reads a number with all its digits.
    pub(super) fn number(&mut self, key: &'static str) -> Option<Box<str>> {
        let at = self.take(key)?;
        self.lowering.number(at)
    }

    /// Reads a value as written, including `null`.
    pub(super) fn json(&mut self, key: &'static str) -> Option<Json> {
        let at = self.take_null(key)?;
        Some(self.lowering.json(at))
    }

    /// Reads a schema.
    pub(super) fn schema(&mut self, key: &'static str) -> Option<SchemaId> {
        let at = self.take(key)?;
        Some(self.lowering.schema(at))
    }

    /// Reads a list of schemas.
    pub(super) fn schemas(&mut self, key: &'static str) -> Vec<SchemaId> {
        let items = self.items(key, "a list of schemas");
        items.into_iter().map(|at| self.lowering.schema(at)).collect()
    }

    /// Reads the members of an object whose keys are names.
    pub(super) fn entries(&mut self, key: &'static str, wanted: &str) -> Vec<(&'a str, At)> {
        let at = self.take(key);
        at.map(|at| self.lowering.entries(at, wanted)).unwrap_or_default()
    }

    /// Reads the items of a list.
    pub(super) fn items(&mut self, key: &'static str, wanted: &str) -> Vec<At> {
        let at = self.take(key);
        at.map(|at| self.lowering.items(at, wanted)).unwrap_or_default()
    }

    /// Marks members as used if `others` accepts their keys, because other code reads them.
    pub(super) fn pass_over(&mut self, others: impl Fn(&str) -> bool) {
        for (seen, entry) in self.seen.iter_mut().zip(self.members.iter()) {
            *seen |= others(entry.key);
        }
    }

    /// Finishes reading. Returns the unused members that are published.
    pub(super) fn close(&mut self) -> Extra {
        let mut extra = Extra::new();
        let (kind, members) = (self.kind, self.members);
        // A reference to `#` in a schema means the schema's own root, so the document isn't a schema with private keys.
        let file = self.file(self.at);
        let is_document = kind == Kind::Schema && file.root == self.at.node && file.is_document();
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
                let message = format!("`{}`: unknown key `{key}` in {}", self.pointer(at), kind.article());
                // The key doesn't affect the object, so the page doesn't mention the error.
                let faults = self.faults.take();
                self.report_with(Code::InvalidOpenapi, at, message, hint);
                self.faults = faults;
                Fate::Reported
            };
            if matches!(fate, Fate::Private | Fate::Reported) && !is_document {
                self.api.private.insert((at.file, at.node));
            }
            if let Some(census) = &mut self.census {
                *census.entry((kind, key.into(), fate)).or_default() += 1;
            }
        }
        extra
    }
}

impl<'a> Lowering<'a> {
    /// Starts reading an object after following references. If there is no object, reports the problem and returns
    /// `None`.
    pub(super) fn object(&mut self, at: At, kind: Kind) -> Option<Object<'_, 'a>> {
        let beside = self.follow(at)?;
        Some(Object { beside, ..self.object_here(beside.at, kind)? })
    }

    /// Starts reading the object at a location without following references.
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
        // References were already followed. A schema reads its own `$ref`.
        if kind != Kind::Schema {
            object.take_null("$ref");
        }
        Some(object)
    }

    /// Reads an object whose unused members are never published.
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

    /// Whether the site publishes an extension.
    fn allows(&self, key: &str) -> bool {
        self.allowed.iter().any(|allowed| allowed == key)
    }

    /// Returns an extension of an object that otherwise has names, such as paths, as keys. Returns `None` if the site
    /// doesn't publish the extension. The extension is shown with the extensions of the parent object.
    pub(super) fn extension(&mut self, key: &str, at: At) -> Option<(Box<str>, Json)> {
        self.allows(key).then(|| (key.into(), self.json(at)))
    }

    /// Reports a value of the wrong type.
    pub(super) fn wrong(&mut self, at: At, wanted: &str) {
        let found = match self.value(at) {
            Value::Null => "nothing",
            Value::Bool(_) => "`true` or `false`",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        let pointer = self.pointer(at);
        let message = match pointer.as_str() {
            "" if found == "nothing" => format!("expected {wanted}, found an empty file"),
            "" => format!("expected {wanted}, found {found}"),
            pointer => format!("`{pointer}`: expected {wanted}, found {found}"),
        };
        self.report(at, message);
    }

    /// Reads the members of an object whose keys are names, after following references.
    pub(super) fn entries(&mut self, at: At, wanted: &str) -> Vec<(&'a str, At)> {
        let Some(Followed { at, .. }) = self.follow(at) else { return Vec::new() };
        match self.value(at) {
            Value::Object(members) if self.spend(members.len() + 1, at) => {
                return members.iter().map(|entry| (entry.key, at.to(entry.value))).collect();
            }
            Value::Object(_) | Value::Null => {}
            _ => self.wrong(at, wanted),
        }
        Vec::new()
    }

    /// Reads the items of a list, after following references.
    pub(super) fn items(&mut self, at: At, wanted: &str) -> Vec<At> {
        let Some(Followed { at, .. }) = self.follow(at) else { return Vec::new() };
        match self.value(at) {
            Value::Array(items) if self.spend(items.len() + 1, at) => {
                return items.iter().map(|node| at.to(*node)).collect();
            }
            Value::Array(_) | Value::Null => {}
            _ => self.wrong(at, wanted),
        }
        Vec::new()
    }
}
