//! Resolves references: by file and pointer, by anchor, or by the URI of a file or schema.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{At, Lowering};
use crate::diag::{Code, did_you_mean, meant, nearest_path};
use crate::openapi::file::{self, NodeId};
use crate::path::{SourcePath, decode_path, has_protocol};

/// The maximum number of references in a chain.
pub(super) const MAX_HOPS: usize = 64;
/// The maximum number of names to search for a hint.
const MAX_CANDIDATES: usize = 2000;

/// The reason that a reference can't be resolved.
#[derive(Clone, Debug)]
pub(super) enum Missing {
    /// The reference points outside the site or isn't a relative path.
    Outside,
    /// The reference points to a different host.
    Remote,
    /// The file doesn't exist.
    File(SourcePath),
    /// The file can't be read. The problem is reported with the other problems in that file.
    Broken,
    /// The file doesn't contain the target. The fields are the last existing node along the pointer, and the rest of
    /// the pointer.
    Inside(At, Box<str>),
    /// The reference points back to itself, or the chain of references is too long.
    Cycle,
}

/// A resolved reference, with the summary and description next to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    pub at: At,
    pub summary: Option<At>,
    pub description: Option<At>,
}

impl<'a> Lowering<'a> {
    /// Follows the references at a location to the value. If a reference is broken, reports it and returns `None`.
    pub(super) fn follow(&mut self, at: At) -> Option<Followed> {
        let mut followed = Followed { at, summary: None, description: None };
        for _ in 0..MAX_HOPS {
            let file = self.file(followed.at);
            let Some(reference) = file.reference(followed.at.node) else { return Some(followed) };
            let beside = |key| file.get(followed.at.node, key).map(|node| followed.at.to(node));
            followed.summary = followed.summary.or_else(|| beside("summary"));
            followed.description = followed.description.or_else(|| beside("description"));
            followed.at = self.target_or_report(followed.at, reference)?;
        }
        let reference = self.file(at).reference(at.node).unwrap_or_default();
        self.report_missing(at, reference, &Missing::Cycle);
        None
    }

    /// Returns the target of a reference at `from`. The target can be another reference.
    pub(super) fn target(&mut self, from: At, reference: &'a str) -> Result<At, Missing> {
        // The meaning of `#/…` depends on the location only if an enclosing schema has its own URI.
        let key = (from.file, self.file(from).resource(from.node), reference);
        if let Some(known) = self.resolved.get(&key) {
            return known.clone().map(|at| At { scope: from.scope, ..at });
        }
        let found = self.find(from, reference);
        self.resolved.insert(key, found.clone());
        found
    }

    /// Returns the target of a reference. If the reference is broken, reports it and returns `None`.
    pub(super) fn target_or_report(&mut self, from: At, reference: &'a str) -> Option<At> {
        let found = self.target(from, reference);
        found.inspect_err(|missing| self.report_missing(from, reference, missing)).ok()
    }

    pub(super) fn find(&mut self, from: At, reference: &str) -> Result<At, Missing> {
        let (name, fragment) = file::split_reference(reference);
        if name.is_empty() {
            return self.inside(from, fragment);
        }
        if let Some(base) = self.by_address(from, name) {
            return self.inside(base, fragment);
        }
        let Some(path) = file::relative(&self.file(from).path, name) else {
            return Err(if has_protocol(name) { Missing::Remote } else { Missing::Outside });
        };
        let Some(number) = self.reach(&path) else { return Err(Missing::File(path)) };
        let file = self.met[number as usize];
        if file.broken {
            return Err(Missing::Broken);
        }
        self.inside(At { file: number, node: file.root, ..from }, fragment)
    }

    /// Returns the file or schema with this URI (`$self`, `$id`).
    fn by_address(&mut self, from: At, name: &str) -> Option<At> {
        if self.file(from).bases.is_empty() && !has_protocol(name) {
            return None;
        }
        let full = if has_protocol(name) { name.to_owned() } else { join(self.base(from)?, name)? };
        let files = self.files;
        let addresses = self.addresses.get_or_insert_with(|| addresses(files));
        let (path, node) = *addresses.get(full.as_str())?;
        Some(At { file: self.reach(path)?, node, ..from })
    }

    /// Returns the base URI for references at this location.
    fn base(&self, at: At) -> Option<&'a str> {
        let file = self.file(at);
        let own = file.resource(at.node).and_then(|node| file.text(node, "$id"));
        own.or_else(|| file.text(file.root, "$self"))
    }

    /// Resolves a fragment in the file or schema that contains `from`.
    fn inside(&mut self, from: At, fragment: &str) -> Result<At, Missing> {
        let file = self.file(from);
        let root = from.to(file.root);
        let own = file.resource(from.node).map(|node| from.to(node));
        let fragment = decode_path(fragment);
        if fragment.is_empty() {
            return Ok(own.unwrap_or(root));
        }
        if !fragment.starts_with('/') {
            return match file.anchor(&fragment, own.map(|own| own.node)) {
                Some(node) => Ok(from.to(node)),
                None => Err(Missing::Inside(root, fragment.as_ref().into())),
            };
        }
        match own.map(|own| self.walk(own, &fragment)) {
            Some(Ok(found)) => Ok(found),
            _ => self.walk(root, &fragment),
        }
    }

    /// Resolves a pointer and follows the references along it.
    fn walk(&mut self, start: At, pointer: &str) -> Result<At, Missing> {
        let (mut at, mut rest, mut hops) = (start, &pointer[1..], 0);
        loop {
            let parts = rest.split_once('/');
            let (segment, after) = parts.map_or((rest, None), |(segment, after)| (segment, Some(after)));
            let name = file::unescape(segment);
            let file = self.file(at);
            if let Some(node) = file.child(at.node, &name) {
                at = at.to(node);
                let Some(after) = after else { return Ok(at) };
                rest = after;
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

    /// Reports why a reference can't be resolved.
    pub(super) fn report_missing(&mut self, at: At, reference: &str, missing: &Missing) {
        let (why, hint) = match missing {
            Missing::Broken => {
                return self.fault(&format!("the file that `{reference}` points to can't be read"));
            }
            Missing::Cycle => {
                ("refers back to itself, or the chain of references is too long".to_owned(), None)
            }
            Missing::Remote => (
                "is on another host, and docgen doesn't fetch remote files".to_owned(),
                Some("add a copy of the file to the site, next to the document".into()),
            ),
            Missing::Outside => (
                "is outside the site".to_owned(),
                Some("specify the path of a file on the site, relative to this file".into()),
            ),
            Missing::File(path) => {
                let files = self.files.keys().map(SourcePath::as_str).take(MAX_CANDIDATES);
                let near = || {
                    let near = nearest_path(path.as_str(), files.clone())?;
                    Some(meant(path.as_str(), near, files))
                };
                (
                    format!("doesn't match any file: `{path}` doesn't exist"),
                    self.near(Code::UnresolvedRef, near),
                )
            }
            Missing::Inside(within, rest) => {
                let file = self.file(*within);
                let keys = file.members(within.node).iter().map(|entry| entry.key).take(MAX_CANDIDATES);
                let wanted = file::unescape(rest.split('/').next().unwrap_or(rest));
                let hint = self.near(Code::UnresolvedRef, || did_you_mean(&wanted, keys));
                // A single key is clearer without escapes. A longer pointer needs escapes to separate its parts.
                let rest = if rest.contains('/') { rest.as_ref().into() } else { file::unescape(rest) };
                let place = match file.pointer(within.node).as_str() {
                    "" => file.path.to_string(),
                    pointer => format!("{}#{pointer}", file.path),
                };
                (format!("doesn't match anything: `{place}` has no `{rest}`"), hint)
            }
        };
        let message = format!("`{reference}` at `{}` {why}", self.pointer(at));
        self.report_with(Code::UnresolvedRef, at, message, hint);
    }
}

/// The files and schemas that have their own absolute URI.
pub(super) type Addresses<'a> = HashMap<Box<str>, (&'a SourcePath, NodeId)>;

fn addresses(files: &BTreeMap<SourcePath, Arc<file::File>>) -> Addresses<'_> {
    let mut found = HashMap::new();
    for (path, file) in files {
        for (address, node) in &file.bases {
            let address = address.trim_end_matches('#');
            let full = match has_protocol(address) {
                true => Some(address.to_owned()),
                // The base of a relative URI is the URI of the enclosing schema.
                false => file
                    .parent(*node)
                    .and_then(|parent| file.resource(parent))
                    .and_then(|outer| join(file.text(outer, "$id")?, address)),
            };
            if let Some(full) = full {
                found.entry(full.into()).or_insert((path, *node));
            }
        }
    }
    found
}

/// Resolves a relative URI against another URI (RFC 3986, section 5.2, for paths).
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
