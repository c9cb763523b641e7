//! The tree of a document to [`Api`]: whatever its dialect, one pass over what its root names.
//!
//! Lenient: keywords of one dialect count in every other one, and what is wrong is reported and costs no more than the
//! part it is in. Nothing recurses over schemas: a schema is given its id when it is first met and read from a queue.
//! Descriptions are gathered here and parsed together at the end.

mod content;
mod conventions;
mod document;
mod keywords;
mod names;
mod object;
mod operation;
mod parameter;
mod resolve;
mod scalars;
mod schema;
mod security;
mod server;
mod swagger;
mod tags;
mod texts;
mod titles;
mod vocabulary;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::file::{File, NodeId, Value};
use super::{Api, MAX_REPORTS, Place, Schema, SchemaId, TextId};
use crate::diag::{Code, Diagnostic};
use crate::markdown::highlight::Cache;
use crate::path::SourcePath;
use crate::source::floor;
#[cfg(test)]
pub(super) use conventions::CONVENTIONS;
#[cfg(test)]
pub(super) use names::{kebab, words};
#[cfg(test)]
pub(super) use object::{Census, Fate, Kind};
pub(crate) use titles::label;

/// What the site decides about a document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether straight quotes, `--` and `...` in descriptions become typographic ones.
    pub smart_punctuation: bool,
    /// The extensions that are published as they are, by name.
    pub extensions: &'a [String],
}

/// How many problems of one kind get a hint that is costly to find.
const MAX_NEAR: usize = 100;
/// How many faults of one operation are kept.
const MAX_FAULTS: usize = 100;
/// How many objects of a document of any size may be read, those included that are read for each reference to them.
const BASE_BUDGET: u64 = 2_000_000;
/// How long a message may be; what a document calls its parts may be of any length.
const MAX_MESSAGE: usize = 600;
/// How many bytes the pointers of a document may take together.
const MAX_POINTERS: usize = 64 << 20;

/// Lowers the document whose root is at `root`; `files` holds it and every file it names that there is.
pub fn lower(
    root: &SourcePath,
    files: &BTreeMap<SourcePath, Arc<File>>,
    options: &Options<'_>,
    cache: &Cache,
) -> (Api, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(files, options.extensions);
    lowering.document(root);
    lowering.finish(options, cache)
}

/// What becomes of every key of a document.
#[cfg(test)]
pub(super) fn census(
    root: &SourcePath,
    files: &BTreeMap<SourcePath, Arc<File>>,
    options: &Options<'_>,
) -> object::Census {
    let mut lowering = Lowering::new(files, options.extensions);
    lowering.census = Some(object::Census::new());
    lowering.document(root);
    lowering.census.unwrap_or_default()
}

/// A node of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct At {
    /// Index in [`Lowering::met`].
    file: u32,
    node: NodeId,
}

impl At {
    /// Another node of the same file.
    fn to(self, node: NodeId) -> At {
        At { node, ..self }
    }
}

struct Lowering<'a> {
    files: &'a BTreeMap<SourcePath, Arc<File>>,
    /// The extensions that the site publishes.
    allowed: &'a [String],
    /// The files met so far, the root first.
    met: Vec<&'a File>,
    numbers: HashMap<&'a SourcePath, u32>,
    /// Where references of a file lead.
    resolved: HashMap<(u32, Option<NodeId>, &'a str), Result<At, resolve::Missing>>,
    addresses: Option<resolve::Addresses<'a>>,
    api: Api,
    schemas: HashMap<At, SchemaId>,
    /// Where references to schemas lead at last.
    behind: HashMap<At, (SchemaId, At)>,
    queue: VecDeque<(SchemaId, At, schema::Form)>,
    texts: HashMap<Cow<'a, str>, TextId>,
    drafts: Vec<(Cow<'a, str>, Place)>,
    slugs: names::Slugs,
    schema_slugs: names::Slugs,
    diagnostics: Vec<Diagnostic>,
    reported: HashSet<(Code, At, Box<str>)>,
    counts: BTreeMap<Code, usize>,
    /// What is wrong with the operation that is being read.
    faults: Option<Vec<Box<str>>>,
    /// How many more values may be read.
    budget: u64,
    /// Operations by their place, for links.
    operations: HashMap<At, u32>,
    /// Operations by their ids, for links.
    ids: HashMap<Box<str>, u32>,
    /// The names of the security schemes.
    scheme_names: HashSet<Box<str>>,
    /// The places that links lead to.
    promised: Vec<At>,
    /// Media types that 2.0 states once for the whole document.
    consumes: Vec<Box<str>>,
    produces: Vec<Box<str>>,
    /// How many references are being followed on the way along a pointer.
    hops: usize,
    /// How many callbacks lie in one another.
    callbacks: usize,
    /// How many bytes the pointers take so far.
    pointers: usize,
    /// Whether a value that is shown was cut for its depth.
    cut: bool,
    /// What became of every key, where anybody wants to know.
    census: Option<object::Census>,
}

impl<'a> Lowering<'a> {
    fn new(files: &'a BTreeMap<SourcePath, Arc<File>>, allowed: &'a [String]) -> Self {
        let values: usize = files.values().map(|file| file.len()).sum();
        Lowering {
            files,
            allowed,
            met: Vec::new(),
            numbers: HashMap::new(),
            resolved: HashMap::new(),
            addresses: None,
            api: Api::default(),
            schemas: HashMap::new(),
            behind: HashMap::new(),
            queue: VecDeque::new(),
            texts: HashMap::new(),
            drafts: Vec::new(),
            slugs: names::Slugs::reserving("intro"),
            schema_slugs: names::Slugs::default(),
            diagnostics: Vec::new(),
            reported: HashSet::new(),
            counts: BTreeMap::new(),
            faults: None,
            budget: BASE_BUDGET + 8 * values as u64,
            operations: HashMap::new(),
            ids: HashMap::new(),
            scheme_names: HashSet::new(),
            promised: Vec::new(),
            consumes: Vec::new(),
            produces: Vec::new(),
            hops: 0,
            callbacks: 0,
            pointers: 0,
            cut: false,
            census: None,
        }
    }

    /// The number of a file, if there is such a file.
    fn reach(&mut self, path: &SourcePath) -> Option<u32> {
        if let Some(number) = self.numbers.get(path) {
            return Some(*number);
        }
        let (path, file) = self.files.get_key_value(path)?;
        let number = self.met.len() as u32;
        self.met.push(file);
        self.numbers.insert(path, number);
        Some(number)
    }

    fn file(&self, at: At) -> &'a File {
        self.met[at.file as usize]
    }

    fn value(&self, at: At) -> Value<'a> {
        self.file(at).value(at.node)
    }

    fn pointer(&self, at: At) -> String {
        self.file(at).pointer(at.node)
    }

    fn place(&mut self, at: At) -> Place {
        let mut place = Place { file: at.file, span: self.file(at).place(at.node), ..Place::default() };
        if self.pointers < MAX_POINTERS {
            place.pointer = self.pointer(at).into();
            self.pointers += place.pointer.len();
        }
        place
    }

    /// Reports a problem with a value, once. The message names its pointer itself where that helps.
    fn report(&mut self, code: Code, at: At, message: impl Into<String>) {
        self.report_with(code, at, message, None);
    }

    fn report_with(&mut self, code: Code, at: At, message: impl Into<String>, hint: Option<String>) {
        let mut message = message.into();
        if message.len() > MAX_MESSAGE {
            message.truncate(floor(&message, MAX_MESSAGE));
            message.push('…');
        }
        self.fault(&message);
        if !self.reported.insert((code, at, message.as_str().into())) {
            return;
        }
        if self.is_listed(code) {
            let file = self.file(at);
            // Whatever says the same of other places has one cause in what wrote the document.
            let fix = message.replace(&format!("`{}`", file.pointer(at.node)), "");
            let diagnostic = Diagnostic::new(code, message).at(file.path(), file.place(at.node));
            self.diagnostics.push(diagnostic.fixed_with(fix).hint_if(hint));
        }
    }

    /// Counts a problem, and whether it is one of those that are listed.
    fn is_listed(&mut self, code: Code) -> bool {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        *count <= MAX_REPORTS
    }

    /// Adds to what is wrong with the operation that is being read.
    fn fault(&mut self, message: &str) {
        if let Some(faults) = &mut self.faults
            && faults.len() < MAX_FAULTS
            && !faults.iter().any(|fault| **fault == *message)
        {
            faults.push(message.into());
        }
    }

    /// A hint that is costly to find: only the first problems of a code get it.
    fn near(&self, code: Code, find: impl FnOnce() -> Option<String>) -> Option<String> {
        self.counts.get(&code).is_none_or(|count| *count < MAX_NEAR).then(find).flatten()
    }

    /// Takes `count` values off the budget; `false` when it is spent.
    fn spend(&mut self, count: usize, at: At) -> bool {
        if self.budget == 0 {
            self.fault("it is too large to be shown whole");
            return false;
        }
        self.budget = self.budget.saturating_sub(count as u64);
        if self.budget == 0 {
            self.report(
                Code::InvalidOpenapi,
                at,
                "references make this document too large; the rest of it is left out",
            );
        }
        true
    }

    fn finish(mut self, options: &Options<'_>, cache: &Cache) -> (Api, Vec<Diagnostic>) {
        self.api.files = self.met.iter().map(|file| file.path().clone()).collect();
        for (code, count) in std::mem::take(&mut self.counts) {
            if let Some(root) = self.met.first() {
                let left = count.saturating_sub(MAX_REPORTS);
                self.diagnostics.extend(Diagnostic::unlisted(code, left, root.path()));
            }
        }
        self.api.texts = texts::parse(std::mem::take(&mut self.drafts), options, cache);
        (self.api, self.diagnostics)
    }

    /// Adds a schema that stands nowhere by itself.
    fn add_schema(&mut self, schema: Schema) -> SchemaId {
        let id = SchemaId(self.api.schemas.all.len() as u32);
        self.api.schemas.all.push(schema);
        id
    }
}
