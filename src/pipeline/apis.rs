//! Reads the OpenAPI documents, after their overlays are applied: the current ones, those of older versions, and the older
//! states from tags.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::{Cache, OpenApiSources, PastDocument, Sources};
use crate::config::{Config, ConfigSource, DownloadFormat, OpenApiConfig};
use crate::diag::{Code, Diagnostic, Severity};
use crate::openapi::{self, Api, File, SchemaId, history::Past};
use crate::path::{SourcePath, has_protocol};
use crate::site::ApiDocument;

/// A parsed OpenAPI document in the cache.
pub(super) struct KnownApi {
    /// A hash of every file and option.
    content: u64,
    api: Arc<Api>,
    /// The files, with the document's overlays applied.
    files: Files,
    needed: Vec<SchemaId>,
    /// The settings that match nothing in the document.
    unused: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    /// What only `docgen check` reports.
    lint: Vec<Diagnostic>,
}

/// Files by path.
type Files = Arc<BTreeMap<SourcePath, Arc<File>>>;

/// The document, and the settings that it's read with.
pub(super) type ApiKey = (SourcePath, String);

/// Returns the settings that a document is read with, as text.
fn settings(config: &OpenApiConfig) -> String {
    let OpenApiConfig { extensions, overlays, audience, servers, variables, parameters, download, .. } =
        config;
    let is_published = download.offers(DownloadFormat::Source);
    format!(
        "{extensions:?} {overlays:?} {audience:?} {servers:?} {variables:?} {parameters:?} {is_published}"
    )
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
        hasher.update(settings(document).as_bytes());
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
    let (sources, docs) = (&all.openapi, &config.docs);
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
    let files = Arc::new(sources.trees());
    let mut known = std::mem::take(&mut cache.apis);
    let earlier = std::mem::take(&mut cache.past);
    let mut documents = Vec::with_capacity(sources.documents.len());
    let written = all.config.as_ref().map(ConfigSource::new);
    for (index, config) in sources.documents.iter().enumerate() {
        let root = SourcePath::new(&config.file);
        diagnostics.extend(missing_overlays(sources, written.as_ref(), (index, config)));
        if !files.contains_key(&root) {
            diagnostics.extend(missing_document(all, written.as_ref(), &root, (index, &config.file)));
            continue;
        }
        // A document that can't be read is an error. The development server still shows the site, with the last valid
        // state of the document.
        let is_broken = files[&root].broken;
        let OpenApiConfig { extensions, audience, .. } = config;
        let key = (root.clone(), settings(config));
        let usable = |known: &KnownApi| is_broken || known.content == content;
        let read = known.remove(&key).filter(usable).unwrap_or_else(|| {
            let options = openapi::Options { smart_punctuation, extensions, audience };
            let (files, mut found) = overlaid(sources, &files, config);
            let (mut api, problems) = openapi::lower(&root, &files, &options, &cache.reader.highlight);
            found.extend(problems);
            let unused = openapi::preset(&mut api, config);
            found.retain(|one| config.servers.is_empty() || one.code != Code::MissingServer);
            let needed = openapi::blocks::needed_schemas(&openapi::tree::Trees::new(&api));
            let mut strict = Vec::new();
            if lint {
                strict.extend(openapi::lint(&root, &files));
                strict.extend(openapi::validate::values(&api));
            }
            let api = Arc::new(api);
            KnownApi { content, api, files, needed, unused, diagnostics: found, lint: strict }
        });
        // Nobody can change a version from Git.
        let is_fixed = docs.past_version(&root).is_some();
        let can_report = |one: &&Diagnostic| !is_fixed || one.code.default_severity() == Severity::Error;
        diagnostics.extend(read.diagnostics.iter().filter(can_report).cloned());
        diagnostics.extend(unused_settings(&read.unused, written.as_ref(), (index, config)));
        let past = past(sources, config, smart_punctuation, cache, (&earlier, content));
        diagnostics.extend(read.lint.iter().cloned());
        documents.push(ApiDocument {
            config: config.clone(),
            api: Arc::clone(&read.api),
            files: Arc::clone(&read.files),
            published: published(sources, config),
            content: read.content,
            needed: read.needed.clone(),
            past,
        });
        cache.apis.insert(key, read);
    }
    documents
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
    let hint = match has_protocol(written) {
        true => "download the document, and specify the path of the file; docgen reads only local files",
        false => "specify the document's path relative to the folder that contains `docgen.toml`",
    };
    let message = format!("`openapi`: file not found: `{written}`");
    let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
    let path = format!("openapi.{index}.file");
    Some(diagnostic.at_value(config?, &path))
}

/// Returns the text of a document's file, if readers can download it.
fn published(sources: &OpenApiSources, config: &OpenApiConfig) -> Option<Arc<str>> {
    let loaded = sources.files.get(&SourcePath::new(&config.file))?;
    config.download.offers(DownloadFormat::Source).then(|| Arc::clone(&loaded.source.text))
}

/// Returns the older states of a document, oldest first. `known` contains those from the last run, and the hash of the
/// current files.
fn past(
    sources: &OpenApiSources,
    config: &OpenApiConfig,
    smart_punctuation: bool,
    cache: &mut Cache,
    (known, content): (&HashMap<String, Arc<Api>>, u64),
) -> Vec<Past> {
    let listed = sources.past.get(&config.file).filter(|_| config.history.is_some());
    let (extensions, audience) = (&config.extensions, &config.audience);
    let options = openapi::Options { smart_punctuation, extensions, audience };
    let root = SourcePath::new(&config.file);
    let highlight = &cache.reader.highlight;
    // The current overlays change the older states, too.
    let overlays = if config.overlays.is_empty() { 0 } else { content };
    let read = |one: &PastDocument| {
        let key = format!("{} {} {options:?} {overlays:x} {}", config.file, one.commit, settings(config));
        let api = known.get(&key).cloned();
        let lower = || {
            let (files, _) = overlaid(sources, &one.files, config);
            let (mut api, _) = openapi::lower(&root, &files, &options, highlight);
            openapi::preset(&mut api, config);
            Arc::new(api)
        };
        (key, Past { label: one.label.clone(), date: Some(one.date.clone()), api: api.unwrap_or_else(lower) })
    };
    let all: Vec<(String, Past)> = listed.map_or(&[][..], Vec::as_slice).par_iter().map(read).collect();
    cache.past.extend(all.iter().map(|(key, past)| (key.clone(), Arc::clone(&past.api))));
    all.into_iter().map(|(_, past)| past).collect()
}

/// Returns the files of a state of a document, with the document's overlays applied, and the problems with the overlays.
fn overlaid(sources: &OpenApiSources, files: &Files, config: &OpenApiConfig) -> (Files, Vec<Diagnostic>) {
    let root = SourcePath::new(&config.file);
    let paths = config.overlays.iter().map(SourcePath::new);
    let overlays: Vec<&File> = paths.filter_map(|path| Some(&*sources.files.get(&path)?.file)).collect();
    let document = files.get(&root).filter(|document| !document.broken && !overlays.is_empty());
    let source = sources.files.get(&root).map(|current| &current.source);
    let (Some(document), Some(source)) = (document, source) else { return (Arc::clone(files), Vec::new()) };
    let (file, found) = openapi::overlaid(source, document, &overlays);
    let mut files = BTreeMap::clone(files);
    files.insert(root, Arc::new(file));
    (Arc::new(files), found)
}

/// Returns the problems with default values of variables and parameters that don't exist.
fn unused_settings(
    unused: &[String],
    config: Option<&ConfigSource<'_>>,
    (index, document): (usize, &OpenApiConfig),
) -> Vec<Diagnostic> {
    // An older version can have other parameters.
    let unused = unused.iter().filter(|_| document.version.is_none());
    let problem = |path: &String| {
        let (table, name) = path.split_once('.').unwrap_or_default();
        let (what, hint) = match table {
            "variables" => {
                ("variable", "specify the name of a variable in a server's URL, and a value that it allows")
            }
            _ => ("parameter", "specify a parameter's name, or its location and name, such as `query:limit`"),
        };
        let message = format!("`openapi`: unknown {what} `{name}` in `{table}`");
        let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
        match config {
            Some(config) => diagnostic.at_value(config, &format!("openapi.{index}.{path}")),
            None => diagnostic,
        }
    };
    unused.map(problem).collect()
}

/// Returns the problems with overlays that don't exist.
fn missing_overlays(
    sources: &OpenApiSources,
    config: Option<&ConfigSource<'_>>,
    (index, document): (usize, &OpenApiConfig),
) -> Vec<Diagnostic> {
    let paths = document.overlays.iter().enumerate();
    let missing = paths.filter(|(_, path)| !sources.files.contains_key(&SourcePath::new(path)));
    missing
        .map(|(at, path)| {
            let diagnostic =
                Diagnostic::new(Code::InvalidConfig, format!("`openapi`: file not found: `{path}`"))
                    .hint("specify the overlay's path relative to the folder that contains `docgen.toml`");
            match config {
                Some(config) => diagnostic.at_value(config, &format!("openapi.{index}.overlays.{at}")),
                None => diagnostic,
            }
        })
        .collect()
}
