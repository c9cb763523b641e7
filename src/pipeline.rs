//! Runs the stages in order: parses every source and assembles the site.
//!
//! The pipeline is pure, like the stages themselves: callers load the input and write the rendered output. Parsed
//! documents are cached by content, so a development server parses only what changed.

mod apis;
mod components;
mod document_cache;
mod last;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use rayon::prelude::*;

use crate::component::{self, Library};
use crate::config::{BlogConfig, Config, ConfigSource, OpenApiConfig};
use crate::diag::{Code, Diagnostic, Severity};
use crate::markdown::{self, highlight};
use crate::openapi::{self, Api};
use crate::path::SourcePath;
use crate::render::Theme;
use crate::site::{self, Assets, Change, Parsed, Reader, Site};
use crate::source::Source;
use apis::{ApiKey, KnownApi, apis, contents};
pub(crate) use components::declarations;
use components::{components, site_values, variables};
pub(crate) use document_cache::DocumentCache;
use last::{EDITS, Last, Updated, world};

/// The files loaded from a site's folder.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The text of `docgen.toml`, if it exists.
    pub config: Option<Source>,
    /// Every Markdown file, sorted by path.
    pub markdown: Vec<Source>,
    /// Every `_category_` file, sorted by path.
    pub categories: Vec<Source>,
    /// Every authors file and tags file directly in a folder of `content` or of a locale, sorted by path.
    pub blog_files: Vec<Source>,
    /// The UI strings of other locales, `content/i18n/<locale>/messages.json`, sorted by path.
    pub messages: Vec<Source>,
    /// The components that pages can use by name, sorted.
    pub components: Vec<SourcePath>,
    /// The components in the slots folder, sorted.
    pub slots: Vec<SourcePath>,
    /// The files that pages and components import and that diagnostics can refer to.
    pub imported: Vec<Source>,
    /// The site's own templates and styles.
    pub templates: Vec<Source>,
    /// The files in `static/`, sorted.
    pub static_files: Vec<SourcePath>,
    /// Unused files whose names are similar to those of files that docgen reads, sorted.
    pub strays: Vec<SourcePath>,
    /// The OpenAPI documents.
    pub openapi: OpenApiSources,
    /// The problems found while loading.
    pub diagnostics: Vec<Diagnostic>,
}

impl Sources {
    /// Returns the file with this path, if the site uses it.
    pub(crate) fn source(&self, path: &SourcePath) -> Option<&Source> {
        let files = [&self.categories, &self.blog_files, &self.messages, &self.templates, &self.imported];
        let mut all = self.config.iter().chain(files.into_iter().flatten());
        let found = self.markdown.binary_search_by(|source| source.path.cmp(path)).ok();
        let api = || self.openapi.files.get(path).map(|loaded| &*loaded.source);
        found
            .map(|index| &self.markdown[index])
            .or_else(|| all.find(|source| source.path == *path))
            .or_else(api)
    }
}

/// A site's OpenAPI documents.
#[derive(Clone, Debug, Default)]
pub struct OpenApiSources {
    /// The settings, in the order of the config.
    pub documents: Vec<OpenApiConfig>,
    /// Every file that belongs to the documents.
    pub files: BTreeMap<SourcePath, OpenApiFile>,
    /// The older states of the documents that have the `history` setting, oldest first, by the document's path.
    pub past: BTreeMap<String, Vec<PastDocument>>,
    /// The problems found while loading.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether all documents match the files on disk.
    pub is_loaded: bool,
}

impl OpenApiSources {
    /// Returns every file that the documents need, including files that don't exist.
    pub fn wanted(&self) -> BTreeSet<SourcePath> {
        self.roots()
            .chain(self.files.values().flat_map(|loaded| loaded.file.references.iter().cloned()))
            .collect()
    }

    /// Returns the documents and their overlays.
    pub fn roots(&self) -> impl Iterator<Item = SourcePath> {
        let paths =
            self.documents.iter().flat_map(|document| document.overlays.iter().chain([&document.file]));
        paths.map(SourcePath::new)
    }

    fn trees(&self) -> BTreeMap<SourcePath, Arc<openapi::File>> {
        self.files.iter().map(|(path, loaded)| (path.clone(), Arc::clone(&loaded.file))).collect()
    }
}

/// An older state of an OpenAPI document, from a tag.
#[derive(Clone, Debug)]
pub struct PastDocument {
    /// The name of the version.
    pub label: String,
    /// The date of the tag, such as `2027-01-31`.
    pub date: String,
    /// The ID of the commit.
    pub commit: String,
    /// The files that belong to the document.
    pub files: Arc<BTreeMap<SourcePath, Arc<openapi::File>>>,
}

/// A file that belongs to an OpenAPI document.
#[derive(Clone, Debug)]
pub struct OpenApiFile {
    /// The text, which diagnostics refer to.
    pub source: Arc<Source>,
    /// The parsed tree.
    pub file: Arc<openapi::File>,
    /// The problems with the syntax.
    pub diagnostics: Vec<Diagnostic>,
}

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// For the development server: whether to keep drafts and leave out analytics.
    pub live: bool,
    /// Whether more runs can follow, so that a small edit only updates the site of the last run.
    pub repeated: bool,
    /// For `docgen check`: whether to check OpenAPI 3.0 documents strictly against the specification, and examples
    /// against their schemas.
    pub lint: bool,
    /// For the language server: whether someone is typing. After a small change, the site can then be provisional: only
    /// the problems of the changed files are current, and everything else can be that of the last run.
    pub typing: bool,
}

/// A phase of [`assemble`].
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// Parsing and highlighting Markdown.
    Parse,
    /// Reading OpenAPI documents.
    Apis,
    /// Everything that spans files: navigation, URLs, and links.
    Site,
}

/// The values that are cached between runs. These values affect how long a run takes, but never its result.
#[derive(Default)]
pub struct Cache {
    /// The parse options and the highlighted code.
    reader: Arc<Reader>,
    /// Parsed documents with their problems, sorted by path. Only documents from the last run are kept.
    documents: Documents,
    /// The filled slots with their problems, stored like the documents.
    slots: Documents,
    /// The documents that an earlier process stored.
    known: DocumentCache,
    /// The OpenAPI documents, by root file. Only documents from the last run are kept.
    apis: HashMap<ApiKey, KnownApi>,
    /// The older states of OpenAPI documents, by file, commit, and options. Only those from the last run are kept.
    past: HashMap<String, Arc<Api>>,
    /// The comparisons of OpenAPI documents.
    steps: openapi::history::Steps,
    /// The site from the last run, if more runs can follow.
    last: Option<Last>,
    /// The hash of the variables' sources, if the site has variables.
    variables: Option<u64>,
}

impl Cache {
    /// Creates a cache from what earlier runs stored: highlighted code and documents.
    pub(crate) fn from_stored(highlighted: highlight::Stored, known: DocumentCache) -> Self {
        let highlight = Arc::new(highlight::Cache::from_stored(highlighted));
        Cache {
            reader: Arc::new(Reader::new(markdown::Options::default(), highlight, None)),
            known,
            ..Cache::default()
        }
    }

    /// Returns the highlighted code, if it has changed since it was loaded.
    pub(crate) fn highlight_to_store(&self) -> Option<highlight::Stored> {
        self.reader.highlight.to_store()
    }

    /// Returns the metadata and problems of the documents, if they have changed since they were loaded.
    pub(crate) fn documents_to_store(&self) -> Option<DocumentCache> {
        if self.slots.is_empty() {
            return self.known.to_store(&self.documents, &self.reader);
        }
        // The paths of slots come before the paths of documents.
        self.known.to_store(&[&*self.slots, &self.documents].concat(), &self.reader)
    }

    /// Returns the number of documents parsed. A document that was parsed twice counts twice.
    pub fn parsed(&self) -> usize {
        self.reader.count()
    }

    /// Returns what a run replaces, so that the next run can continue from there after runs on a variation of the site.
    pub(crate) fn kept(&self) -> Kept {
        let (reader, variables) = (Arc::clone(&self.reader), self.variables);
        (reader, variables, self.documents.clone(), self.slots.clone(), self.last.clone())
    }

    /// Continues from an earlier run.
    pub(crate) fn restore(&mut self, kept: Kept) {
        (self.reader, self.variables, self.documents, self.slots, self.last) = kept;
    }

    /// Returns the site from the last run whose result wasn't provisional, with all of its documents.
    pub(crate) fn last_site(&self) -> Option<SiteOfDocuments> {
        self.last.as_ref().map(|last| (last.site.clone(), last.documents.clone()))
    }

    /// Sets the parse options. Documents parsed with different options are dropped.
    fn read_with(
        &mut self,
        config: &Config,
        islands: Vec<String>,
        sources: &Sources,
        imports: Option<Arc<dyn component::Files>>,
        build_time: Option<u64>,
    ) {
        let settings = &config.markdown;
        let is_mdx = |source: &Source| source.path.extension().eq_ignore_ascii_case("mdx");
        let is_used = !sources.components.is_empty()
            || !sources.slots.is_empty()
            || sources.markdown.iter().any(is_mdx);
        let site = if is_used { site_values(config) } else { serde_json::Value::Null };
        let components = components(sources);
        let names = components.keys().cloned().collect();
        let options = markdown::Options {
            smart_punctuation: settings.smart_punctuation,
            math: settings.math,
            extensions: settings.extensions.clone(),
            side_notes: settings.side_notes,
            heading_ids: settings.heading_ids,
            loose_titles: settings.loose_titles,
            islands,
            components: names,
            site: site.to_string(),
            variables: config.has_variables(),
            requests: !sources.openapi.files.is_empty(),
            code_links: markdown::CodeLinks::new(settings.code_links.clone()),
        };
        let variables = if options.variables { variables(config, sources) } else { Default::default() };
        let hash = options.variables.then(|| variables.hash());
        let is_same = self.reader.options == options;
        if is_same && self.variables == hash {
            return;
        }
        self.variables = hash;
        let library = imports
            .map(|imports| Library::new(components, &site, build_time, variables, imports))
            .map(Arc::new);
        self.reader = Arc::new(Reader::new(options, Arc::clone(&self.reader.highlight), library));
        // If only variables have changed, documents that don't use these variables stay valid.
        if !is_same {
            self.documents.clear();
            self.slots.clear();
        }
    }
}

/// The options, the variables, the documents, the slots, and the site of a run.
pub(crate) type Kept = (Arc<Reader>, Option<u64>, Documents, Documents, Option<Last>);

/// A site and its documents, sorted by path.
pub(crate) type SiteOfDocuments = (Site, Vec<Arc<Parsed>>);

/// Parsed documents with their problems.
type Documents = Vec<(Arc<Parsed>, Vec<Diagnostic>)>;

/// An assembled site and all its problems.
#[derive(Debug)]
pub struct Assembled {
    /// The site. The value is `None` if invalid settings make it impossible to determine the site's pages.
    pub site: Option<Site>,
    /// The number of pages that were checked.
    pub pages: usize,
    /// The UI strings of other locales, by locale code.
    pub messages: BTreeMap<String, BTreeMap<String, String>>,
    /// The problems in reporting order, with the severities from the config.
    pub diagnostics: Vec<(Severity, Diagnostic)>,
    /// The config, for problems that are reported later.
    pub config: Config,
    /// Whether some documents that import a changed file weren't parsed again.
    pub is_behind: bool,
    /// Whether the site differs from the last run's only in the text, links, and images of a few pages.
    pub is_updated: bool,
    /// Whether the site is provisional (see [`Options::typing`]).
    pub is_provisional: bool,
}

/// The input of a run.
pub struct Input<'a> {
    /// The site's files.
    pub sources: &'a Sources,
    /// The parsed config, with overrides from the command line.
    pub config: Config,
    /// The problems with the config.
    pub config_diagnostics: Vec<Diagnostic>,
    /// Details about files that aren't text.
    pub assets: &'a dyn Assets,
    /// The files that pages and components can import, or `None` if imports aren't possible.
    pub imports: Option<Arc<dyn component::Files>>,
    /// The build time that components show, in seconds since 1970.
    pub build_time: Option<u64>,
    /// If many documents import a changed file, returns whether parsing a document again can wait. This function is
    /// called just before the document is parsed again. If this field is `None`, every such document is parsed again.
    pub waits: Option<Waits<'a>>,
    /// The last change to each file, for sites that show last changes.
    pub changes: &'a BTreeMap<SourcePath, Change>,
    /// The theme, which defines the available islands and UI strings.
    pub theme: &'a Theme,
    /// The options.
    pub options: Options,
}

/// Whether parsing a document again can wait.
pub(crate) type Waits<'a> = &'a (dyn Fn(&SourcePath) -> bool + Sync);

/// Parses and assembles a site. Calls `ended` at the end of each phase.
pub fn assemble(input: Input<'_>, cache: &mut Cache, ended: &mut dyn FnMut(Stage)) -> Assembled {
    let Input { sources, mut config, config_diagnostics, assets, imports, build_time, .. } = input;
    let Input { waits, changes, theme, options, .. } = input;
    let mut diagnostics = sources.diagnostics.clone();
    diagnostics.extend(components::unused(sources));
    let posts = |source: &Source| source.path.strip_dir("content/blog").is_some();
    if config.blog.is_empty() && sources.markdown.iter().any(posts) {
        config.blog.push(BlogConfig::default());
    }
    diagnostics.extend(config_diagnostics);
    let known = diagnostics.len();
    if options.typing
        && let Some(settled) = cache.last.as_ref().and_then(|last| last.settled_config(sources))
    {
        config = settled.clone();
    }
    cache.read_with(&config, theme.islands.keys().cloned().collect(), sources, imports, build_time);
    let parsed = parse(&sources.markdown, waits, &cache.documents, &cache.known, &cache.reader);
    let is_behind = parsed.is_behind;
    cache.documents = parsed.documents;
    diagnostics.extend(cache.documents.iter().flat_map(|(_, found)| found.iter().cloned()));
    let parsed_end = diagnostics.len();
    let documents: Vec<Arc<Parsed>> =
        cache.documents.iter().map(|(document, _)| Arc::clone(document)).collect();
    ended(Stage::Parse);
    let content = contents(&sources.openapi, &config);
    let apis = apis(sources, (&config, content), options.lint, cache, &mut diagnostics);
    for document in &sources.openapi.documents {
        let loaded = sources.openapi.files.get(&SourcePath::new(&document.file));
        if loaded.is_none_or(|loaded| loaded.file.broken) {
            config.left_out.add_api(document);
        }
    }
    ended(Stage::Apis);
    let given = site::messages::Given {
        english: &theme.messages,
        texts: &|language| theme.texts(language),
        templates: &theme.overrides,
    };
    let messages = site::messages::read(&sources.messages, &site::locales(&config), &given, &mut diagnostics);
    let is_updated;
    let mut is_provisional = false;
    let site = {
        let empty = Source::new(SourcePath::new("docgen.toml"), "");
        let words = |code: &str, key: &str| {
            let own = messages.get(code).and_then(|texts| texts.get(key));
            own.or_else(|| theme.messages.get(key)).map_or(key, String::as_str).to_owned()
        };
        let slots = Mutex::new(None);
        let parse_slots = |sources: &[Source]| {
            let parsed = parse(sources, None, &cache.slots, &cache.known, &cache.reader).documents;
            *slots.lock() = Some(parsed.clone());
            parsed
        };
        let input = site::Input {
            config: &config,
            config_source: &ConfigSource::new(sources.config.as_ref().unwrap_or(&empty))
                .without(&config.left_out),
            documents: &documents,
            categories: &sources.categories,
            blog_files: &sources.blog_files,
            messages: &sources.messages,
            strays: &sources.strays,
            apis: &apis,
            steps: &cache.steps,
            static_files: &sources.static_files,
            assets,
            changes,
            slots: &sources.slots,
            parse: &parse_slots,
            words: &words,
            drafts: options.live,
        };
        let world = options.repeated.then(|| {
            let is_draft = |parsed: &Arc<Parsed>| parsed.metadata.front_matter.draft;
            let has_drafts = options.live && documents.iter().any(is_draft);
            world(sources, &config, &messages, theme, assets, changes) ^ u64::from(has_drafts)
        });
        let last = cache.last.take();
        let updated = last.as_ref().zip(world).and_then(|(last, world)| {
            // A link can now refer to a file that was unused before.
            let is_same = last.world == world && sources.strays.is_empty();
            last.updated(&documents, &input, is_same, options.typing)
        });
        is_updated = updated.is_some();
        let (site, found) = match updated {
            Some(Updated { site, diagnostics, is_provisional: is_of_typing }) => {
                is_provisional = is_of_typing;
                (site, diagnostics)
            }
            None => site::assemble(&input),
        };
        if let Some(slots) = slots.into_inner() {
            cache.slots = slots;
        }
        // Every matching document has already been taken from the cache.
        cache.known.forget_content();
        diagnostics.extend(found.iter().cloned());
        diagnostics.extend(site.link_problems());
        cache.last = if is_provisional {
            last
        } else {
            let (documents, new) = (documents.clone(), site.clone());
            let categories = sources.categories.clone();
            let config = sources.config.as_ref().map(|source| source.hash);
            world.map(|world| Last { world, config, categories, documents, site: new, diagnostics: found })
        };
        site
    };
    let mut index = 0;
    diagnostics.retain(|found| {
        index += 1;
        // Front matter that can't be read has nothing to do with the config.
        let is_of_file = index <= parsed_end && found.code == Code::InvalidFrontMatter;
        index <= known || is_of_file || !config.left_out.explains(found)
    });
    if apis.iter().any(|document| document.content != content) {
        // If an older state of a document is shown, only problems with the document's current text have valid
        // locations.
        let of_text =
            |code: Code| matches!(code, Code::UnreadableOpenapi | Code::OpenapiSyntax | Code::UnreadableFile);
        let is_of_document = |found: &Diagnostic| {
            found.location.as_ref().is_some_and(|place| sources.openapi.files.contains_key(place.path()))
        };
        diagnostics.retain(|found| of_text(found.code) || !is_of_document(found));
    }
    ended(Stage::Site);
    let diagnostics = judge(&config, diagnostics);
    let pages = site.page_count();
    let site = (!config.is_partial).then_some(site);
    Assembled { site, pages, messages, diagnostics, config, is_behind, is_updated, is_provisional }
}

/// Returns the diagnostics that the config doesn't turn off, sorted, each with its severity. In a version that is built
/// from Git, links can't change when their targets do, so a broken link is at most a warning.
pub(crate) fn judge(config: &Config, mut diagnostics: Vec<Diagnostic>) -> Vec<(Severity, Diagnostic)> {
    crate::diag::sort(&mut diagnostics);
    let is_past_link = |it: &Diagnostic| {
        matches!(it.code, Code::BrokenLink | Code::MissingImage | Code::BrokenAnchor)
            && it.location.as_ref().is_some_and(|at| config.docs.past_version(at.path()).is_some())
    };
    let judged = |it: Diagnostic| match config.severity(it.code)? {
        Severity::Error if is_past_link(&it) => Some((Severity::Warning, it)),
        severity => Some((severity, it)),
    };
    diagnostics.into_iter().filter_map(judged).collect()
}

/// The result of [`parse`].
struct ParsedSources {
    documents: Documents,
    /// Whether some documents that import a changed file weren't parsed again.
    is_behind: bool,
}

/// Parses the sources that aren't `known`, or that import a changed file. If many unchanged sources import a changed
/// file, doesn't parse the sources that can wait according to `waits`.
fn parse(
    sources: &[Source],
    waits: Option<Waits<'_>>,
    known: &[(Arc<Parsed>, Vec<Diagnostic>)],
    earlier: &DocumentCache,
    reader: &Arc<Reader>,
) -> ParsedSources {
    let is_outdated = |parsed: &Parsed| !reader.are_current(&parsed.metadata.imports);
    let outdated = || known.iter().filter(|(parsed, _)| is_outdated(parsed)).count();
    let waits = waits.filter(|_| outdated() > EDITS);
    let waits = |parsed: &Parsed| waits.is_some_and(|waits| waits(&parsed.source.path));
    let is_behind = AtomicBool::new(false);
    let is_of = |index: usize, source: &Source| {
        known.get(index).is_some_and(|(parsed, _)| parsed.source.path == source.path)
    };
    let documents = sources
        .par_iter()
        .enumerate()
        .map(|(index, source)| {
            // Most documents are at the same index as in the last run.
            let at = if is_of(index, source) {
                Some(index)
            } else {
                known.binary_search_by(|(parsed, _)| parsed.source.path.cmp(&source.path)).ok()
            };
            match at.map(|at| &known[at]) {
                Some((parsed, found))
                    if parsed.source.hash == source.hash && (!is_outdated(parsed) || waits(parsed)) =>
                {
                    is_behind.fetch_or(is_outdated(parsed), Ordering::Relaxed);
                    (Arc::clone(parsed), found.clone())
                }
                _ => {
                    let (parsed, found) = match earlier.get(source, reader) {
                        Some((metadata, found)) => (Parsed::cached(source.clone(), metadata, reader), found),
                        None => Parsed::new(source.clone(), reader),
                    };
                    (Arc::new(parsed), found)
                }
            }
        })
        .collect();
    ParsedSources { documents, is_behind: is_behind.into_inner() }
}

#[cfg(test)]
mod tests;
