//! The stages in order: parse every source, assemble the site.
//!
//! Pure like the stages themselves: the edges hand in what they loaded and write what is rendered. Parsing is cached
//! by content, so a development server parses only what changed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use crate::config::Config;
use crate::diag::{Code, Diagnostic, Severity};
use crate::markdown::{self, highlight};
use crate::path::SourcePath;
use crate::site::{self, Assets, Change, Parsed, Site};
use crate::source::Source;

/// What was loaded from a site's folder.
#[derive(Debug, Default)]
pub struct Sources {
    /// The text of `docgen.toml`; empty when there is none.
    pub config: Option<Source>,
    /// Every Markdown file, sorted by path.
    pub markdown: Vec<Source>,
    /// Every `_category_` file, sorted by path.
    pub categories: Vec<Source>,
    /// `content/i18n/<locale>/messages.json`, sorted by path.
    pub messages: Vec<Source>,
    /// The files of `static/`, sorted.
    pub static_files: Vec<SourcePath>,
    /// What could not be loaded.
    pub diagnostics: Vec<Diagnostic>,
}

/// What one run wants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Keeps drafts and leaves statistics out: the development server.
    pub live: bool,
}

/// What is kept between runs; it changes how long a run takes, never what comes out of it.
#[derive(Default)]
pub struct Cache {
    /// Highlighted code, by language and text.
    pub highlight: highlight::Cache,
    /// Parsed documents by path and content; only the last run's are kept.
    documents: HashMap<SourcePath, (Arc<Parsed>, Vec<Diagnostic>)>,
    /// What they were parsed with.
    smart_punctuation: bool,
}

/// An assembled site and everything that was found wrong with it.
#[derive(Debug)]
pub struct Assembled {
    /// The site; none when its config cannot be used.
    pub site: Option<Site>,
    /// The texts of further languages, by code.
    pub messages: BTreeMap<String, BTreeMap<String, String>>,
    /// What is wrong, in the order of reports, with the severities of the config.
    pub diagnostics: Vec<(Severity, Diagnostic)>,
    /// The config, for what is reported later.
    pub config: Config,
}

/// Parses and assembles. `islands` are the names the theme has; `config` is the parsed config with the command line's
/// changes in it.
pub fn assemble(
    sources: &Sources,
    (config, config_diagnostics): (Config, Vec<Diagnostic>),
    assets: &dyn Assets,
    changes: &BTreeMap<SourcePath, Change>,
    islands: &[&str],
    options: Options,
    cache: &mut Cache,
) -> Assembled {
    let mut diagnostics = sources.diagnostics.clone();
    let usable = config_diagnostics.is_empty();
    diagnostics.extend(config_diagnostics);
    let markdown = markdown::Options { smart_punctuation: config.markdown.smart_punctuation, islands };
    let documents = parse(&sources.markdown, &markdown, cache, &mut diagnostics);
    let messages = messages(&sources.messages, &mut diagnostics);
    // Without a config that can be used, what crosses files cannot be judged; the files themselves can.
    let site = usable.then(|| {
        let empty = Source::new(SourcePath::new("docgen.toml"), "");
        let input = site::Input {
            config: &config,
            config_source: sources.config.as_ref().unwrap_or(&empty),
            documents: &documents,
            categories: &sources.categories,
            static_files: &sources.static_files,
            assets,
            changes,
            drafts: options.live,
        };
        let (site, found) = site::assemble(&input);
        diagnostics.extend(found);
        site
    });
    Assembled { site, messages, diagnostics: judge(&config, diagnostics), config }
}

/// Gives diagnostics their severities and order; those that are off are gone.
pub fn judge(config: &Config, mut diagnostics: Vec<Diagnostic>) -> Vec<(Severity, Diagnostic)> {
    crate::diag::sort(&mut diagnostics);
    diagnostics
        .into_iter()
        .filter_map(|diagnostic| Some((config.severity(diagnostic.code)?, diagnostic)))
        .collect()
}

fn parse(
    sources: &[Source],
    options: &markdown::Options<'_>,
    cache: &mut Cache,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<Parsed>> {
    if cache.smart_punctuation != options.smart_punctuation {
        cache.smart_punctuation = options.smart_punctuation;
        cache.documents.clear();
    }
    let (known, highlight) = (&cache.documents, &cache.highlight);
    let parsed: Vec<(Arc<Parsed>, Vec<Diagnostic>)> = sources
        .par_iter()
        .map(|source| match known.get(&source.path) {
            Some((parsed, found)) if parsed.source.hash == source.hash => (Arc::clone(parsed), found.clone()),
            _ => {
                let (document, found) = markdown::parse(source, options, highlight);
                (Arc::new(Parsed { source: source.clone(), document }), found)
            }
        })
        .collect();
    cache.documents.clear();
    let mut documents = Vec::with_capacity(parsed.len());
    for (document, found) in parsed {
        diagnostics.extend(found.iter().cloned());
        documents.push(Arc::clone(&document));
        cache.documents.insert(document.source.path.clone(), (document, found));
    }
    documents
}

/// The texts of further languages: `content/i18n/<code>/messages.json`, an object of texts by key.
fn messages(
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for source in sources {
        let code =
            source.path.strip_dir("content/i18n").and_then(|rest| rest.split_once('/')).map(|(code, _)| code);
        match (code, serde_json::from_str::<BTreeMap<String, String>>(&source.text)) {
            (Some(code), Ok(texts)) => {
                all.insert(code.to_owned(), texts);
            }
            (None, _) => {}
            (Some(_), Err(error)) => diagnostics.push(
                Diagnostic::new(
                    Code::InvalidConfig,
                    "the texts of a language are an object of strings in JSON",
                )
                .at_position(&source.path, error.line() as u32, error.column() as u32),
            ),
        }
    }
    all
}
