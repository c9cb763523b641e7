//! Where references lead: by (file, pointer), by anchor, or by an address that a file or schema gives itself.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{At, Lowering};
use crate::diag::{Code, nearest};
use crate::openapi::file::{self, NodeId, Value};
use crate::path::{SourcePath, decode_path, has_protocol};

/// How many references may follow one another.
const MAX_HOPS: usize = 64;
/// Names that a hint is looked for among.
const MAX_CANDIDATES: usize = 2000;

/// Why a reference leads nowhere.
#[derive(Clone, Debug)]
pub(super) enum Missing {
    /// Out of the site, or not a relative path.
    Outside,
    /// To another host.
    Remote,
    /// To a file that is not there.
    File(SourcePath),
    /// To a file that cannot be read, which was reported there.
    Broken,
    /// To something that the file does not hold: what leads as far as possible, and the rest.
    Inside(At, Box<str>),
    /// Back to itself.
    Cycle,
}

/// Where a reference led, and what stands beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    pub(super) at: At,
    pub(super) summary: Option<At>,
    pub(super) description: Option<At>,
}

impl<'a> Lowering<'a> {
    /// Follows a reference that may stand in place of a value. `None`: it leads nowhere, which is reported.
    pub(super) fn follow(&mut self, at: At) -> Option<Followed> {
        let mut followed = Followed { at, summary: None, description: None };
        for _ in 0..MAX_HOPS {
            let file = self.file(followed.at);
            let Some(reference) = file.reference(followed.at.node) else { return Some(followed) };
            let beside = |key| file.get(followed.at.node, key).map(|node| At { node, ..followed.at });
            followed.summary = followed.summary.or_else(|| beside("summary"));
            followed.description = followed.description.or_else(|| beside("description"));
            match self.target(followed.at, reference) {
                Ok(target) => followed.at = target,
                Err(missing) => {
                    self.report_missing(followed.at, reference, &missing);
                    return None;
                }
            }
        }
        let reference = self.file(at).reference(at.node).unwrap_or_default();
        self.report_missing(at, reference, &Missing::Cycle);
        None
    }

    /// Where a reference that stands at `from` leads; that may be another reference.
    pub(super) fn target(&mut self, from: At, reference: &'a str) -> Result<At, Missing> {
        // What `#/…` means depends on the place only where a schema has an address of its own.
        let file = self.file(from);
        let scope = match file.bases().is_empty() {
            true => None,
            false => enclosing(file, from.node),
        };
        let key = (from.file, scope, reference);
        if let Some(known) = self.resolved.get(&key) {
            return known.clone();
        }
        let found = self.find(from, reference);
        self.resolved.insert(key, found.clone());
        found
    }

    fn find(&mut self, from: At, reference: &str) -> Result<At, Missing> {
        let (name, fragment) = file::split_reference(reference);
        if name.is_empty() {
            return self.inside(from, fragment);
        }
        if let Some(base) = self.by_address(from, name) {
            return self.inside(base, fragment);
        }
        let Some(path) = file::relative(self.file(from).path(), name) else {
            return Err(if has_protocol(name) { Missing::Remote } else { Missing::Outside });
        };
        let Some(number) = self.reach(&path) else { return Err(Missing::File(path)) };
        let file = self.met[number as usize];
        if file.is_broken() {
            return Err(Missing::Broken);
        }
        self.inside(At { file: number, node: file.root() }, fragment)
    }

    /// The file or schema that calls itself by this address (`$self`, `$id`).
    fn by_address(&mut self, from: At, name: &str) -> Option<At> {
        if self.file(from).bases().is_empty() && !has_protocol(name) {
            return None;
        }
        let full = match has_protocol(name) {
            true => name.to_owned(),
            false => join(self.base(from)?, name)?,
        };
        if self.addresses.is_none() {
            self.addresses = Some(addresses(self.files));
        }
        let (path, node) = *self.addresses.as_ref()?.get(full.as_str())?;
        Some(At { file: self.reach(path)?, node })
    }

    /// The address that relative ones at this place are relative to.
    fn base(&self, at: At) -> Option<&'a str> {
        let file = self.file(at);
        let own = enclosing(file, at.node).and_then(|node| file.string(file.get(node, "$id")?));
        own.or_else(|| file.get(file.root(), "$self").and_then(|node| file.string(node)))
    }

    /// What a fragment names, in the file or schema of `from`.
    fn inside(&mut self, from: At, fragment: &str) -> Result<At, Missing> {
        let file = self.file(from);
        let root = At { node: file.root(), ..from };
        let own = match file.bases().is_empty() {
            true => None,
            false => enclosing(file, from.node).map(|node| At { node, ..from }),
        };
        let fragment = decode_path(fragment);
        if fragment.is_empty() {
            return Ok(own.unwrap_or(root));
        }
        if !fragment.starts_with('/') {
            return match file.anchor(&fragment) {
                Some(node) => Ok(At { node, ..from }),
                None => Err(Missing::Inside(root, fragment.as_ref().into())),
            };
        }
        match own.map(|own| self.walk(own, &fragment)) {
            Some(Ok(found)) => Ok(found),
            _ => self.walk(root, &fragment),
        }
    }

    /// Walks a pointer; a reference on the way is followed.
    fn walk(&mut self, start: At, pointer: &str) -> Result<At, Missing> {
        let mut at = start;
        let mut hops = 0;
        let mut rest = &pointer[1..];
        loop {
            let (segment, after) = match rest.split_once('/') {
                Some((segment, after)) => (segment, Some(after)),
                None => (rest, None),
            };
            let name = file::unescape(segment);
            let file = self.file(at);
            if let Some(node) = file.child(at.node, &name) {
                at = At { node, ..at };
                match after {
                    Some(after) => rest = after,
                    None => return Ok(at),
                }
                continue;
            }
            let Some(reference) = file.reference(at.node).filter(|_| hops < MAX_HOPS) else {
                return Err(Missing::Inside(at, rest.into()));
            };
            hops += 1;
            if self.hops >= MAX_HOPS {
                return Err(Missing::Cycle);
            }
            self.hops += 1;
            let found = self.target(at, reference);
            self.hops -= 1;
            at = found?;
        }
    }

    /// Says why a reference leads nowhere.
    pub(super) fn report_missing(&mut self, at: At, reference: &str, missing: &Missing) {
        let (why, hint) = match missing {
            Missing::Broken => {
                self.fault(format!("the file of `{reference}` can't be read"));
                return;
            }
            Missing::Cycle => ("refers back to itself, or follows too many references".to_owned(), None),
            Missing::Remote => (
                "is on another host, and docgen fetches nothing".to_owned(),
                Some("keep a copy of the file beside the document".to_owned()),
            ),
            Missing::Outside => (
                "is outside the site".to_owned(),
                Some("name a file of the site, relative to this one".to_owned()),
            ),
            Missing::File(path) => {
                (format!("doesn't match any file: `{path}` doesn't exist"), self.near_file(path))
            }
            Missing::Inside(within, rest) => {
                let hint = self.near_key(*within, rest);
                // One key is clearer as it is written; of a longer pointer only the escapes tell its parts.
                let rest = if rest.contains('/') { rest.as_ref().into() } else { file::unescape(rest) };
                (format!("doesn't match anything: there is no `{rest}` in {}", self.named(*within)), hint)
            }
        };
        let pointer = self.pointer(at);
        self.report_with(Code::UnresolvedRef, at, format!("`{reference}` at `{pointer}` {why}"), hint);
    }

    /// Adds to what is wrong with the operation that is being read, where that was reported elsewhere.
    pub(super) fn fault(&mut self, message: String) {
        if let Some(faults) = &mut self.faults
            && faults.len() < super::MAX_FAULTS
            && !faults.iter().any(|fault| **fault == *message)
        {
            faults.push(message.into());
        }
    }

    /// A node in words: its file, and its pointer where it is not the root.
    fn named(&self, at: At) -> String {
        let pointer = self.pointer(at);
        match pointer.as_str() {
            "" => format!("`{}`", self.file(at).path()),
            pointer => format!("`{}#{pointer}`", self.file(at).path()),
        }
    }

    fn near_file(&self, path: &SourcePath) -> Option<String> {
        if !self.reports(Code::UnresolvedRef) {
            return None;
        }
        let candidates = self.files.keys().map(SourcePath::as_str).take(MAX_CANDIDATES);
        let near = crate::diag::nearest_path(path.as_str(), candidates)?;
        Some(format!("did you mean `{near}`?"))
    }

    fn near_key(&self, within: At, rest: &str) -> Option<String> {
        if !self.reports(Code::UnresolvedRef) {
            return None;
        }
        let Value::Object(members) = self.value(within) else { return None };
        let wanted = rest.split('/').next().unwrap_or(rest);
        let near =
            nearest(&file::unescape(wanted), members.iter().map(|entry| entry.key).take(MAX_CANDIDATES))?;
        Some(format!("did you mean `{near}`?"))
    }
}

/// The files and schemas with an absolute address of their own.
pub(super) type Addresses<'a> = HashMap<Box<str>, (&'a SourcePath, NodeId)>;

fn addresses(files: &BTreeMap<SourcePath, Arc<file::File>>) -> Addresses<'_> {
    let mut found = HashMap::new();
    for (path, file) in files {
        for (address, node) in file.bases() {
            let address = address.trim_end_matches('#');
            let full = match has_protocol(address) {
                true => Some(address.to_owned()),
                // A relative one is meant relative to the one around it.
                false => file
                    .parent(*node)
                    .and_then(|parent| enclosing(file, parent))
                    .and_then(|outer| join(file.string(file.get(outer, "$id")?)?, address)),
            };
            if let Some(full) = full {
                found.entry(full.into()).or_insert((path, *node));
            }
        }
    }
    found
}

/// The innermost object around a node, itself included, that has an address of its own.
fn enclosing(file: &file::File, node: NodeId) -> Option<NodeId> {
    let mut at = Some(node);
    while let Some(node) = at {
        if file.get(node, "$id").is_some_and(|id| file.string(id).is_some()) {
            return Some(node);
        }
        at = file.parent(node);
    }
    None
}

/// A relative address in the folder of another one (RFC 3986, section 5.2, for paths).
fn join(base: &str, relative: &str) -> Option<String> {
    let (scheme, rest) = base.split_once("://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match relative.strip_prefix('/') {
        Some(absolute) => SourcePath::new(absolute),
        None => SourcePath::new(format!("{folder}/{relative}")),
    };
    Some(format!("{scheme}://{host}/{path}"))
}
