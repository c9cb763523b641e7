//! Builds a file's tree from parser events, with an explicit stack instead of recursion.
//!
//! Takes values in reading order, rejects structures that would grow too large (depth, nested aliases, nested merges),
//! reports duplicate keys, and collects the names of other files.

use std::collections::{BTreeSet, HashMap};

use super::{File, Kind, MAX_DEPTH, Member, NamedNode, Node, NodeId, reference};
use crate::diag::{Code, Diagnostic, Span};
use crate::path::SourcePath;
use crate::source::{Source, json::Scalar};

/// The maximum number of members in an object that doesn't use binary search.
const SMALL: usize = 12;
/// The maximum number of values that expanded aliases can add.
const MAX_ALIASED: u64 = 1_000_000;
/// The maximum number of problems to report for a file.
const MAX_REPORTS: usize = 50;
/// The maximum number of members that merge keys can add.
const MAX_MERGED: usize = 100_000;

pub(super) struct Builder<'a> {
    source: &'a Source,
    diagnostics: &'a mut Vec<Diagnostic>,
    file: File,
    frames: Vec<Frame>,
    /// The content of open lists and objects.
    pending: Vec<Pending>,
    anchors: HashMap<usize, Anchor>,
    aliased: u64,
    /// Whether an alias was rejected. Rejected aliases are reported only once.
    refused: bool,
    merged: usize,
    named: BTreeSet<SourcePath>,
    reports: usize,
}

/// An open list or object.
struct Frame {
    object: bool,
    start: usize,
    /// The index of the frame's first value in `pending`.
    base: usize,
    key: Option<Key>,
    anchor: usize,
    /// The number of values, counted as if every alias were expanded.
    weight: u64,
    /// The number of levels below the frame.
    height: usize,
    /// Whether the object has a merge key.
    merges: bool,
}

#[derive(Clone, Copy)]
enum Key {
    Text {
        text: Span,
        place: Span,
        merge: bool,
    },
    /// The key isn't a string, so the value is left out.
    Unusable,
}

#[derive(Clone, Copy)]
struct Pending {
    key: Option<Key>,
    value: NodeId,
}

#[derive(Clone, Copy)]
struct Anchor {
    node: NodeId,
    weight: u64,
    height: usize,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: &'a Source, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        let file = File {
            path: source.path.clone(),
            broken: false,
            nodes: Vec::with_capacity(source.text.len() / 24 + 1),
            items: Vec::new(),
            members: Vec::with_capacity(source.text.len() / 32 + 1),
            by_key: Vec::new(),
            strings: String::with_capacity(source.text.len()),
            root: NodeId(0),
            references: Vec::new(),
            anchors: Vec::new(),
            bases: Vec::new(),
        };
        Builder {
            source,
            diagnostics,
            file,
            frames: Vec::new(),
            pending: Vec::new(),
            anchors: HashMap::new(),
            aliased: 0,
            refused: false,
            merged: 0,
            named: BTreeSet::new(),
            reports: 0,
        }
    }

    /// Returns a file whose only value is the whole source as a string.
    pub(super) fn text(mut self) -> File {
        let source = self.source;
        self.scalar(Scalar::String((&*source.text).into()), 0..source.text.len(), 0);
        self.finish()
    }

    /// Whether the next value of the innermost object is a key.
    pub(super) fn wants_key(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.object && frame.key.is_none())
    }

    /// Adds a key. `merge` is `true` for a merge key.
    pub(super) fn key(&mut self, text: &str, place: std::ops::Range<usize>, merge: bool) {
        let text = self.keep(text);
        if let Some(frame) = self.frames.last_mut() {
            frame.merges |= merge;
            frame.key = Some(Key::Text { text, place: place.into(), merge });
        }
    }

    /// Stores the text of a key with an anchor.
    pub(super) fn anchored_key(&mut self, text: &str, place: std::ops::Range<usize>, anchor: usize) {
        if anchor != 0 {
            let text = self.keep(text);
            let node = self.node(Kind::String(text), place.into());
            self.anchors.insert(anchor, Anchor { node, weight: 1, height: 0 });
        }
    }

    /// Reports a key that isn't a string and skips its value.
    fn unusable_key(&mut self, place: Span) {
        self.report("invalid key: expected a string, found a list or an object", place);
        if let Some(frame) = self.frames.last_mut() {
            frame.key = Some(Key::Unusable);
        }
    }

    /// Adds a scalar. `anchor` is 0 if the scalar has no anchor.
    pub(super) fn scalar(&mut self, scalar: Scalar<'_>, place: std::ops::Range<usize>, anchor: usize) {
        let kind = match scalar {
            Scalar::Null => Kind::Null,
            Scalar::Bool(value) => Kind::Bool(value),
            Scalar::Number(text) => Kind::Number(self.keep(text)),
            Scalar::String(text) => Kind::String(self.keep(&text)),
        };
        let node = self.node(kind, place.into());
        self.value(Anchor { node, weight: 1, height: 0 }, anchor);
    }

    /// Opens a list or object. Returns `false` if the list or object is nested too deeply.
    pub(super) fn open(&mut self, object: bool, at: usize, anchor: usize) -> bool {
        if self.frames.len() >= MAX_DEPTH {
            self.fail(&format!("values are nested more than {MAX_DEPTH} levels deep"), at..at, None);
            return false;
        }
        self.frames.push(Frame {
            object,
            start: at,
            base: self.pending.len(),
            key: None,
            anchor,
            weight: 1,
            height: 0,
            merges: false,
        });
        true
    }

    /// Closes the innermost list or object.
    pub(super) fn close(&mut self, end: usize) {
        let Some(frame) = self.frames.pop() else { return };
        let span = Span::from(frame.start..end.max(frame.start));
        let node =
            if frame.object { self.close_object(&frame, span) } else { self.close_array(&frame, span) };
        self.value(Anchor { node, weight: frame.weight, height: frame.height + 1 }, frame.anchor);
    }

    /// Adds another copy of the value that an alias refers to.
    pub(super) fn alias(&mut self, anchor: usize, place: std::ops::Range<usize>) {
        let Some(known) = self.anchors.get(&anchor).copied() else {
            self.report("an alias is inside the value that it refers to", place.clone().into());
            return self.scalar(Scalar::Null, place, 0);
        };
        if self.wants_key() {
            match self.file.scalar(known.node).map(str::to_owned) {
                Some(text) => self.key(&text, place, false),
                None => self.unusable_key(place.into()),
            }
            return;
        }
        self.aliased = self.aliased.saturating_add(known.weight);
        if self.aliased > MAX_ALIASED || self.frames.len() + known.height > MAX_DEPTH {
            if !std::mem::replace(&mut self.refused, true) {
                let message = "nested aliases make this file too large; some of them are left out";
                self.report(message, place.clone().into());
            }
            return self.scalar(Scalar::Null, place, 0);
        }
        self.value(known, 0);
    }

    /// Reports why the file can't be read and marks the file as broken.
    pub(super) fn fail(&mut self, message: &str, place: std::ops::Range<usize>, hint: Option<&str>) {
        self.report_with(message, place.into(), hint);
        self.file.broken = true;
    }

    pub(super) fn report(&mut self, message: &str, place: Span) {
        self.report_with(message, place, None);
    }

    pub(super) fn report_with(&mut self, message: &str, place: Span, hint: Option<&str>) {
        self.reports += 1;
        // A generated file can repeat a problem thousands of times, so list only the first few problems.
        if self.reports > MAX_REPORTS {
            return;
        }
        let diagnostic = Diagnostic::new(Code::OpenapiSyntax, message).at(&self.source.path, place);
        self.diagnostics.push(diagnostic.hint_if(hint.map(str::to_owned)));
    }

    /// Returns the file. If the file is broken or has open lists or objects, its only value is `null`.
    pub(super) fn finish(mut self) -> File {
        let left = self.reports.saturating_sub(MAX_REPORTS);
        self.diagnostics.extend(Diagnostic::unlisted(Code::OpenapiSyntax, left, &self.source.path));
        if self.file.broken || self.pending.len() != 1 {
            self.file.nodes.clear();
            self.node(Kind::Null, Span::default());
            self.file.anchors.clear();
            self.file.bases.clear();
            return self.file;
        }
        self.file.root = self.pending[0].value;
        let mut anchors = std::mem::take(&mut self.file.anchors);
        for anchor in &mut anchors {
            anchor.resource = self.file.resource(anchor.node);
        }
        anchors.sort();
        self.file.anchors = anchors;
        self.file.references = self.named.into_iter().collect();
        self.file
    }

    fn value(&mut self, value: Anchor, anchor: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, value);
        }
        if self.wants_key() {
            let span = self.file.span(value.node);
            return self.unusable_key(span);
        }
        let mut key = None;
        if let Some(frame) = self.frames.last_mut() {
            frame.weight = frame.weight.saturating_add(value.weight);
            frame.height = frame.height.max(value.height);
            key = frame.key.take();
        }
        self.pending.push(Pending { key, value: value.node });
    }

    fn close_array(&mut self, frame: &Frame, span: Span) -> NodeId {
        let start = self.file.items.len() as u32;
        let id = NodeId(self.file.nodes.len() as u32);
        for pending in self.pending.drain(frame.base..) {
            let slot = self.file.items.len() as u32;
            self.file.items.push(pending.value);
            adopt(&mut self.file.nodes, pending.value, id, slot);
        }
        let len = self.file.items.len() as u32 - start;
        self.node(Kind::Array { start, len }, span)
    }

    fn close_object(&mut self, frame: &Frame, span: Span) -> NodeId {
        let mut members: Vec<Member> = Vec::with_capacity(self.pending.len() - frame.base);
        let mut merged = Vec::new();
        for pending in self.pending.drain(frame.base..) {
            match pending.key {
                Some(Key::Text { merge: true, .. }) => merged.push(pending.value),
                Some(Key::Text { text, place, .. }) => {
                    members.push(Member { key: text, place, value: pending.value });
                }
                Some(Key::Unusable) | None => {}
            }
        }
        self.drop_duplicates(&mut members);
        if frame.merges {
            self.merge(&mut members, &merged, span);
        }
        let start = self.file.members.len() as u32;
        let id = NodeId(self.file.nodes.len() as u32);
        for member in &members {
            let slot = self.file.members.len() as u32;
            self.file.members.push(*member);
            adopt(&mut self.file.nodes, member.value, id, slot);
        }
        let by_key = (members.len() > SMALL).then(|| {
            let at = self.file.by_key.len() as u32;
            self.file.by_key.extend(sorted(&self.file.strings, &members));
            at
        });
        self.notice(id, &members);
        self.node(Kind::Object { start, len: members.len() as u32, by_key }, span)
    }

    /// Removes all but the last member for each duplicate key. Most JSON and YAML parsers use the last member.
    fn drop_duplicates(&mut self, members: &mut Vec<Member>) {
        let strings = &self.file.strings;
        let text = |member: &Member| &strings[member.key.range()];
        let mut dropped: Vec<(usize, usize)> = Vec::new();
        if members.len() <= SMALL {
            for (at, member) in members.iter().enumerate() {
                if let Some(later) = members[at + 1..].iter().position(|other| text(other) == text(member)) {
                    dropped.push((at, at + 1 + later));
                }
            }
        } else {
            let order = sorted(strings, members);
            for pair in order.windows(2) {
                let (first, second) = (pair[0] as usize, pair[1] as usize);
                if text(&members[first]) == text(&members[second]) {
                    dropped.push((first, second));
                }
            }
            dropped.sort_unstable();
        }
        if dropped.is_empty() {
            return;
        }
        let twice: Vec<(String, Span)> = dropped
            .iter()
            .take(MAX_REPORTS)
            .map(|(_, later)| (text(&members[*later]).to_owned(), members[*later].place))
            .collect();
        for (key, place) in twice {
            self.report(&format!("duplicate key `{key}`; the last one is used"), place);
        }
        self.reports += dropped.len().saturating_sub(MAX_REPORTS);
        let mut at = 0;
        let mut dropped = dropped.iter().map(|(first, _)| *first).peekable();
        members.retain(|_| {
            let drop = dropped.next_if_eq(&at).is_some();
            at += 1;
            !drop
        });
    }

    /// Adds the members from merge keys, except members that the object already has.
    fn merge(&mut self, members: &mut Vec<Member>, merged: &[NodeId], span: Span) {
        let mut known: BTreeSet<String> =
            members.iter().map(|member| self.file.strings[member.key.range()].to_owned()).collect();
        let mut sources = Vec::new();
        for value in merged {
            match self.file.nodes[value.0 as usize].kind {
                Kind::Array { start, len } => {
                    sources.extend_from_slice(&self.file.items[super::range(start, len)])
                }
                _ => sources.push(*value),
            }
        }
        for source in sources {
            let Kind::Object { start, len, .. } = self.file.nodes[source.0 as usize].kind else {
                self.report("merge key: expected an object or a list of objects", span);
                continue;
            };
            if self.merged + len as usize > MAX_MERGED {
                return self.report("merge keys make this file too large; some of them are left out", span);
            }
            self.merged += len as usize;
            for at in super::range(start, len) {
                let member = self.file.members[at];
                if known.insert(self.file.strings[member.key.range()].to_owned()) {
                    members.push(member);
                }
            }
        }
    }

    /// Collects an object's references and identifiers.
    fn notice(&mut self, id: NodeId, members: &[Member]) {
        for member in members {
            let key = &self.file.strings[member.key.range()];
            let texts = self.file.referring(key, member.value).into_iter();
            self.named.extend(texts.filter_map(|(_, text)| relative(&self.source.path, text)));
            match (key, self.file.string(member.value)) {
                ("$id" | "$self", Some(text)) => self.file.bases.push((text.into(), id)),
                ("$anchor" | "$dynamicAnchor", Some(text)) => {
                    self.file.anchors.push(NamedNode { name: text.into(), resource: None, node: id });
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, kind: Kind, span: Span) -> NodeId {
        let id = NodeId(self.file.nodes.len() as u32);
        self.file.nodes.push(Node { kind, span, parent: id, slot: 0 });
        id
    }

    fn keep(&mut self, text: &str) -> Span {
        let start = self.file.strings.len();
        self.file.strings.push_str(text);
        Span::from(start..self.file.strings.len())
    }
}

/// Returns the file that a reference refers to, unless it's the file that contains the reference.
pub(super) fn relative(from: &SourcePath, reference: &str) -> Option<SourcePath> {
    let (file, _) = reference::split(reference);
    if file.is_empty() {
        return None;
    }
    reference::relative(from, file).filter(|path| path != from)
}

/// Sets the parent of a value, unless the value already has one. The location of a value is the location of its first
/// occurrence.
fn adopt(nodes: &mut [Node], value: NodeId, parent: NodeId, slot: u32) {
    let node = &mut nodes[value.0 as usize];
    if node.parent == value {
        node.parent = parent;
        node.slot = slot;
    }
}

fn sorted(strings: &str, members: &[Member]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..members.len() as u32).collect();
    order.sort_by(|a, b| {
        let key = |at: &u32| &strings[members[*at as usize].key.range()];
        key(a).cmp(key(b))
    });
    order
}
