//! Reads the OpenAPI documents: the current ones, those of older versions, and the older states from tags.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::{Cache, OpenApiSources, PastDocument, Sources};
use crate::config::{Config, ConfigSource, OpenApiConfig};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{self, Api, SchemaId, history::Past};
use crate::path::SourcePath;
use crate::site::ApiDocument;

/// A parsed OpenAPI document in the cache.
pub(super) struct KnownApi {
    /// A hash of every file and option.
    content: u64,
    api: Arc<Api>,
    needed: Vec<SchemaId>,
    diagnostics: Vec<Diagnostic>,
}

/// Hashes every file that belongs to the OpenAPI documents, and the documents' parse options.
pub(super) fn contents(sources: &OpenApiSources, config: &Config) -> u64 {
    let mut hasher = Xxh3::new();
    for (path, loaded) in &sources.files {
        hasher.update(path.as_str().as_bytes());
        hasher.update(&loaded.source.hash.to_le_bytes());
    }
    hasher.update(&[u8::from(config.markdown.smart_punctuation)]);
    for document in &config.openapi {
        hasher.update(format!("{:?}", document.extensions).as_bytes());
    }
    for (file, past) in &sources.past {
        for PastDocument { label, date, commit, files: _ } in past {
            hasher.update(format!("{file} {label} {date} {commit}").as_bytes());
        }
    }
    hasher.digest()
}

/// Parses the OpenAPI documents. `content` is the hash of the documents' files. Documents with unchanged files aren't
/// parsed again.
pub(super) fn apis(
    all: &Sources,
    (config, content): (&Config, u64),
    lint: bool,
    cache: &mut Cache,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ApiDocument> {
    let sources = &all.openapi;
    diagnostics.extend(sources.diagnostics.iter().cloned());
    let roots: BTreeSet<SourcePath> =
        sources.documents.iter().map(|document| SourcePath::new(&document.file)).collect();
    for loaded in sources.files.values() {
        let is_lost = loaded.file.broken && roots.contains(&loaded.source.path);
        diagnostics.extend(loaded.diagnostics.iter().cloned().map(|found| {
            if is_lost { Diagnostic { code: Code::UnreadableOpenapi, ..found } } else { found }
        }));
    }
    let smart_punctuation = config.markdown.smart_punctuation;
    let files = sources.trees();
    let mut known = std::mem::take(&mut cache.apis);
    let earlier = std::mem::take(&mut cache.past);
    let mut documents = Vec::with_capacity(sources.documents.len());
    let written = all.config.as_ref().map(ConfigSource::new);
    for (index, config) in sources.documents.iter().enumerate() {
        let root = SourcePath::new(&config.file);
        if !files.contains_key(&root) {
            diagnostics.extend(missing_document(all, written.as_ref(), &root, (index, &config.file)));
            continue;
        }
        // A document that can't be read is an error. The development server still shows the site, with the last valid
        // state of the document.
        let is_broken = files[&root].broken;
        let usable = |known: &KnownApi| is_broken || known.content == content;
        let read = known.remove(&root).filter(usable).unwrap_or_else(|| {
            let options = openapi::Options { smart_punctuation, extensions: &config.extensions };
            let (api, diagnostics) = openapi::lower(&root, &files, &options, &cache.reader.highlight);
            let needed = openapi::blocks::needed_schemas(&openapi::tree::Trees::new(&api));
            KnownApi { content, api: Arc::new(api), needed, diagnostics }
        });
        diagnostics.extend(read.diagnostics.iter().cloned());
        let past = past(sources, config, smart_punctuation, cache, &earlier);
        if lint {
            diagnostics.extend(openapi::lint(&root, &files));
            diagnostics.extend(openapi::validate::examples(&read.api));
        }
        documents.push(ApiDocument {
            config: config.clone(),
            api: Arc::clone(&read.api),
            content: read.content,
            needed: read.needed.clone(),
            past,
        });
        cache.apis.insert(root, read);
    }
    documents
}

/// Returns the older states of a document, oldest first. `known` contains those from the last run.
fn past(
    sources: &OpenApiSources,
    config: &OpenApiConfig,
    smart_punctuation: bool,
    cache: &mut Cache,
    known: &HashMap<String, Arc<Api>>,
) -> Vec<Past> {
    let listed = sources.past.get(&config.file).filter(|_| config.history.is_some());
    let options = openapi::Options { smart_punctuation, extensions: &config.extensions };
    let root = SourcePath::new(&config.file);
    let highlight = &cache.reader.highlight;
    let read = |one: &PastDocument| {
        let key = format!("{} {} {options:?}", config.file, one.commit);
        let api = known.get(&key).cloned();
        let lower = || Arc::new(openapi::lower(&root, &one.files, &options, highlight).0);
        (key, Past { label: one.label.clone(), date: Some(one.date.clone()), api: api.unwrap_or_else(lower) })
    };
    let all: Vec<(String, Past)> = listed.map_or(&[][..], Vec::as_slice).par_iter().map(read).collect();
    cache.past.extend(all.iter().map(|(key, past)| (key.clone(), Arc::clone(&past.api))));
    all.into_iter().map(|(_, past)| past).collect()
}

/// If a document that the config specifies doesn't exist, returns the problem. If a problem with loading the document
/// was already reported, returns `None`.
fn missing_document(
    sources: &Sources,
    config: Option<&ConfigSource<'_>>,
    root: &SourcePath,
    (index, written): (usize, &str),
) -> Option<Diagnostic> {
    let of_root = |found: &Diagnostic| found.location.as_ref().is_some_and(|place| place.path() == root);
    if sources.openapi.diagnostics.iter().any(of_root) {
        return None;
    }
    let diagnostic = Diagnostic::new(Code::InvalidConfig, format!("`openapi`: file not found: `{written}`"))
        .hint("specify the document's path relative to the folder that contains `docgen.toml`");
    let path = format!("openapi.{index}.file");
    Some(diagnostic.at_value(config?, &path))
}
