//! Converts the tree of a document to [`Api`]: one pass over everything that the root refers to, in any version.
//!
//! The conversion is lenient: keywords from one version are accepted in all other versions. Problems are reported and
//! affect only the part that contains them. Nothing recurses over schemas: a schema first gets an ID and is later read
//! from a queue. Descriptions are collected here and parsed together at the end.

mod bundle;
mod content;
mod document;
mod dynamic;
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
mod titles;
mod vocabulary;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use rayon::prelude::*;

use super::{
    Api, MAX_REPORTS, Place, Schema, SchemaId, Text, TextId,
    file::{File, NodeId, Value},
};
use crate::diag::{Code, Diagnostic, Hint};
use crate::markdown::{self, highlight::Cache};
use crate::path::{SourcePath, UniqueNames};
use crate::source::floor;
pub(crate) use bundle::bundle;
#[cfg(test)]
pub(super) use keywords::CONVENTIONS;
#[cfg(test)]
pub(super) use names::{kebab, words};
#[cfg(test)]
pub(super) use object::{Census, Fate, Kind};
pub(crate) use titles::label;

/// The site's options for a document.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether straight quotes, `--`, and `...` in descriptions become typographic characters.
    pub smart_punctuation: bool,
    /// The names of published extensions.
    pub extensions: &'a [String],
    /// The audiences of the reference. If it's empty, the reference is for everyone.
    pub audience: &'a [String],
}

/// For each kind of problem, the maximum number of problems with an expensive hint.
const MAX_NEAR: usize = 100;
/// The maximum number of faults to keep for an operation.
const MAX_FAULTS: usize = 100;
/// The minimum budget of a document: the number of values to read, including repeated reads through references. The
/// budget grows with the number of values in the files.
const BASE_BUDGET: u64 = 2_000_000;
/// The maximum length of a message. Messages can contain names of any length from the document.
const MAX_MESSAGE: usize = 600;
/// The maximum total size of pointers in a document, in bytes.
const MAX_POINTERS: usize = 64 << 20;

/// Lowers the document whose root file is `root`. `files` contains that file and every existing file that it refers to.
pub fn lower(
    root: &SourcePath,
    files: &BTreeMap<SourcePath, Arc<File>>,
    options: &Options<'_>,
    cache: &Cache,
) -> (Api, Vec<Diagnostic>) {
    let mut lowering = Lowering::new(files, options);
    lowering.document(root);
    lowering.finish(options, cache)
}

/// Returns the treatment of each key in a document.
#[cfg(test)]
pub(super) fn census(
    root: &SourcePath,
    files: &BTreeMap<SourcePath, Arc<File>>,
    options: &Options<'_>,
) -> object::Census {
    let mut lowering = Lowering::new(files, options);
    lowering.census = Some(object::Census::new());
    lowering.document(root);
    lowering.census.unwrap_or_default()
}

/// A node of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct At {
    /// The index in [`Lowering::met`].
    file: u32,
    node: NodeId,
    /// The number of the dynamic anchors around a schema.
    scope: u32,
}

impl At {
    /// Returns another node in the same file.
    fn to(self, node: NodeId) -> At {
        At { node, ..self }
    }
}

struct Lowering<'a> {
    files: &'a BTreeMap<SourcePath, Arc<File>>,
    /// The published extensions.
    allowed: &'a [String],
    /// The audiences of the reference.
    audience: &'a [String],
    /// The files found so far, starting with the root file.
    met: Vec<&'a File>,
    numbers: HashMap<&'a SourcePath, u32>,
    /// The targets of references.
    resolved: HashMap<(u32, Option<NodeId>, &'a str), Result<At, resolve::Missing>>,
    addresses: Option<resolve::Addresses<'a>>,
    dynamic: dynamic::Dynamic<'a>,
    api: Api,
    schemas: HashMap<At, SchemaId>,
    /// The final targets of schema references.
    behind: HashMap<At, (SchemaId, At)>,
    queue: VecDeque<(SchemaId, At, schema::Form)>,
    texts: HashMap<Cow<'a, str>, TextId>,
    drafts: Vec<(Cow<'a, str>, Place)>,
    slugs: UniqueNames,
    /// The pages that have the slugs, for messages.
    slug_owners: HashMap<Box<str>, Box<str>>,
    /// The URLs of servers with undefined variables.
    undefined: HashSet<Box<str>>,
    schema_slugs: UniqueNames,
    diagnostics: Vec<Diagnostic>,
    reported: HashSet<(Code, At, Box<str>)>,
    counts: BTreeMap<Code, usize>,
    /// The faults of the current operation.
    faults: Option<Vec<Box<str>>>,
    /// The number of values that can still be read before the limit is reached.
    budget: u64,
    /// Operations by location, for links.
    operations: HashMap<At, u32>,
    /// Operations by `operationId`, for links.
    ids: HashMap<Box<str>, u32>,
    /// The names of the security schemes.
    scheme_names: HashSet<Box<str>>,
    /// The target locations of links.
    promised: Vec<At>,
    /// The media types that a 2.0 document defines for all operations.
    consumes: Vec<Box<str>>,
    produces: Vec<Box<str>>,
    /// The nesting depth of references that are being followed along pointers.
    hops: usize,
    /// The nesting depth of callbacks.
    callbacks: usize,
    /// The total size of pointers so far, in bytes.
    pointers: usize,
    /// Whether a value was truncated because of its depth.
    cut: bool,
    /// The treatment of each key, if requested.
    census: Option<object::Census>,
}

impl<'a> Lowering<'a> {
    fn new(files: &'a BTreeMap<SourcePath, Arc<File>>, options: &Options<'a>) -> Self {
        let values: usize = files.values().map(|file| file.len()).sum();
        let mut slugs = UniqueNames::numbered_from(2);
        slugs.take("intro");
        Lowering {
            files,
            allowed: options.extensions,
            audience: options.audience,
            met: Vec::new(),
            numbers: HashMap::new(),
            resolved: HashMap::new(),
            addresses: None,
            dynamic: dynamic::Dynamic::default(),
            api: Api::default(),
            schemas: HashMap::new(),
            behind: HashMap::new(),
            queue: VecDeque::new(),
            texts: HashMap::new(),
            drafts: Vec::new(),
            slugs,
            slug_owners: HashMap::from([("intro".into(), "the first page".into())]),
            undefined: HashSet::new(),
            schema_slugs: UniqueNames::numbered_from(2),
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

    /// Returns the index of a file in [`Lowering::met`] if the file exists.
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

    /// Reports an invalid value once. If the pointer helps readers, callers include it in the message.
    fn report(&mut self, at: At, message: impl Into<String>) {
        self.report_with(Code::InvalidOpenapi, at, message, None);
    }

    fn report_hint(&mut self, at: At, message: impl Into<String>, hint: &str) {
        self.report_with(Code::InvalidOpenapi, at, message, Some(hint.into()));
    }

    fn report_with(&mut self, code: Code, at: At, message: impl Into<String>, hint: Option<Hint>) {
        let mut message = message.into();
        if message.len() > MAX_MESSAGE {
            message.truncate(floor(&message, MAX_MESSAGE));
            message.push('…');
        }
        self.fault(&message);
        if !self.reported.insert((code, At { scope: 0, ..at }, message.as_str().into())) {
            return;
        }
        if self.is_listed(code) {
            let file = self.file(at);
            // The same message at other locations usually has the same cause.
            let fix = message.replace(&format!("`{}`", file.pointer(at.node)), "");
            let diagnostic = Diagnostic::new(code, message).at(&file.path, file.place(at.node));
            self.diagnostics.push(diagnostic.fixed_with(fix).hint_if(hint));
        }
    }

    /// Counts a problem and returns whether to list it.
    fn is_listed(&mut self, code: Code) -> bool {
        let count = self.counts.entry(code).or_default();
        *count += 1;
        *count <= MAX_REPORTS
    }

    /// Adds a fault to the current operation.
    fn fault(&mut self, message: &str) {
        if let Some(faults) = &mut self.faults
            && faults.len() < MAX_FAULTS
            && !faults.iter().any(|fault| **fault == *message)
        {
            faults.push(message.into());
        }
    }

    /// For the first few problems with a code, computes an expensive hint.
    fn near(&self, code: Code, find: impl FnOnce() -> Option<Hint>) -> Option<Hint> {
        self.counts.get(&code).is_none_or(|count| *count < MAX_NEAR).then(find).flatten()
    }

    /// Takes `count` values from the budget. Returns `false` if the budget was already used up.
    fn spend(&mut self, count: usize, at: At) -> bool {
        if self.budget == 0 {
            self.fault("too large to show in full");
            return false;
        }
        self.budget = self.budget.saturating_sub(count as u64);
        if self.budget == 0 {
            self.report(at, "references make this document too large; the rest is left out");
        }
        true
    }

    fn finish(mut self, options: &Options<'_>, cache: &Cache) -> (Api, Vec<Diagnostic>) {
        self.api.files = self.met.iter().map(|file| file.path.clone()).collect();
        for (code, count) in std::mem::take(&mut self.counts) {
            if let Some(root) = self.met.first() {
                let left = count.saturating_sub(MAX_REPORTS);
                self.diagnostics.extend(Diagnostic::unlisted(code, left, &root.path));
            }
        }
        let texts = self.drafts.into_par_iter().map(|(source, place)| Text {
            document: markdown::parse_description(&source, options.smart_punctuation, cache),
            source: source.into(),
            place,
        });
        self.api.texts = texts.collect();
        (self.api, self.diagnostics)
    }

    /// Adds a schema and returns its ID.
    fn add_schema(&mut self, schema: Schema) -> SchemaId {
        let id = SchemaId(self.api.schemas.all.len() as u32);
        self.api.schemas.all.push(Box::new(schema));
        id
    }
}
