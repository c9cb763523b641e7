//! Writes the pages of OpenAPI documents as HTML and as Markdown.
//!
//! Takes a document with its place in the site and returns the body of a page. A large operation has thousands of rows,
//! which are written directly into one string. Templates contain only the skeleton of a page. `openapi::blocks` decides
//! what a page shows, `openapi::tree` decides what a schema shows, and `site` resolves links. This module adds words
//! and markup. Raw HTML from a document is sanitized, and all other text from a document is escaped.

mod downloads;
mod entry;
mod examples;
mod html;
mod inline;
mod json;
mod markdown;
mod own_samples;
mod request;
mod room;
mod styles;
mod whole;
mod words;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::config::FeedFormat;
use crate::diag::Diagnostic;
use crate::markdown::highlight::Cache;
use crate::openapi::{
    CodeSample, Operation, OperationRef, SchemaId, Subject, anchors, blocks,
    history::{Release, Version},
    request::{RequestModel, request as model_of, schemas},
    tree::{Budget, Trees},
};
use crate::path::{Addressing, OutPath, RoutePath};
use crate::render::download::Download;
use crate::render::{
    Renderer, Theme,
    body::language_attributes,
    content::{self, WriteOptions},
    fault,
    page_blocks::PageBlocks,
};
use crate::site::{Content, Locale, Page, PageKind, Site, SiteApi};
use html::Writer;
use html::texts::{PerText, Texts};
use own_samples::SampleTemplates;
use words::Words;

/// The values that the pages of a document share.
pub(super) struct Shared<'a> {
    views: Trees<'a>,
    texts: Texts<'a>,
    /// The descriptions on one line, as Markdown.
    lines: PerText,
    /// The paths of the schemas' pages, by locale, in the order of [`SiteApi::schemas`].
    schema_routes: Vec<OnceLock<Vec<Option<RoutePath>>>>,
    /// The highlighted examples that aren't JSON.
    highlight: Cache,
    /// Whether any description contains a diagram.
    diagrams: bool,
    /// The site's own templates for code samples.
    templates: Arc<SampleTemplates<'a>>,
    /// The samples that the templates wrote, by the method and path of the operation.
    samples: OnceLock<HashMap<(&'a str, &'a str), Vec<CodeSample>>>,
}

impl<'a> Shared<'a> {
    /// Creates the shared values of each document on a site. Reports the site's templates that don't compile.
    pub(super) fn all(site: &'a Site, theme: &'a Theme) -> (Vec<Shared<'a>>, Vec<Diagnostic>) {
        let (templates, diagnostics) = SampleTemplates::new(theme);
        let templates = Arc::new(templates);
        let interface = || (0..site.locales.len()).map(|locale| languages(&site.locales, locale).0).collect();
        let of = |api: &'a SiteApi| Shared {
            views: Trees::with_history(&api.api, api.history.as_deref()),
            texts: Texts::new(&api.api, &api.resolved, site.config.image_hosts(&api.config), interface()),
            lines: PerText::new(&api.api, site.locales.len()),
            schema_routes: site.locales.iter().map(|_| OnceLock::new()).collect(),
            highlight: Cache::default(),
            diagrams: api.api.texts.iter().any(|text| !text.document.islands.is_empty()),
            templates: Arc::clone(&templates),
            samples: OnceLock::new(),
        };
        (site.apis.iter().map(of).collect(), diagnostics)
    }

    /// Returns the path of a schema's page, if any.
    fn schema_route(
        &self,
        api: &SiteApi,
        (locale, language): (usize, &Locale),
        schema: SchemaId,
    ) -> Option<&RoutePath> {
        let at = api.schemas.binary_search(&schema).ok()?;
        let route = |id: &SchemaId| api.schema_route(language, *id);
        let all = self.schema_routes[locale].get_or_init(|| api.schemas.iter().map(route).collect());
        all[at].as_ref()
    }

    /// Returns the samples of an operation: the document's own samples, and those of the site's templates for other
    /// languages.
    fn samples_of(&self, operation: &Operation, model: &RequestModel) -> Vec<CodeSample> {
        let key = (&*operation.method, &*operation.path);
        let written = self.samples.get().and_then(|all| all.get(&key)).into_iter().flatten();
        let is_new = |one: &&CodeSample| model.samples.iter().all(|own| own.language() != one.language());
        model.samples.iter().chain(written.filter(is_new)).cloned().collect()
    }
}

/// Returns the `lang` and `dir` attributes of UI strings in a document's text and those of the text itself, on pages in
/// a locale. The text has the language of the default locale. In that locale, the attributes are empty.
fn languages(locales: &[Locale], locale: usize) -> (String, String) {
    if locale == 0 {
        return Default::default();
    }
    (language_attributes(&locales[locale]), language_attributes(&locales[0]))
}

/// The parts of a page for its template.
#[derive(Default)]
pub(super) struct Parts {
    /// The method and the path.
    pub endpoint: String,
    /// The text column before its first section: the description.
    pub opening: String,
    /// The sections of the text column.
    pub content: String,
    /// The column beside the text. On narrow screens, it's between the opening and the sections.
    pub side: String,
    /// The versions in which the page's operation changed, and the choice of a version.
    pub history: String,
    /// The link to the request form.
    pub try_it: String,
    /// Whether the page's operation or schema is deprecated.
    pub deprecated: bool,
}

/// Returns the path of the file with the schemas of an operation's request. The file is next to the operation's chunk, if
/// the operation has a page.
fn request_schemas(at: &Addressing, route: &RoutePath) -> OutPath {
    let chunk = at.chunk(&route.as_page());
    let name = chunk.as_str();
    OutPath::new(match name.strip_suffix("/index.json") {
        Some(folder) => format!("{folder}/request.json"),
        None => format!("{}.request.json", name.strip_suffix(".json").unwrap_or(name)),
    })
}

/// Whether an operation has a console that checks input.
fn checks_request(api: &SiteApi, which: OperationRef) -> bool {
    let operation = api.operation(which);
    let mut bodies = operation.body.iter().flat_map(|body| &body.content);
    matches!(which, OperationRef::Path(_))
        && api.config.console
        && (bodies.any(|media| media.schema.is_some())
            || operation.parameters.iter().any(|parameter| parameter.schema.is_some()))
}

impl<'a> Renderer<'a> {
    /// Returns the path of the file with the schemas of the page's request, or `None` for a page without a console that
    /// checks input.
    pub(super) fn api_schemas_path(&self, page: &Page) -> Option<OutPath> {
        let Content::Api(api, Subject::Operation(which)) = page.content else { return None };
        checks_request(&self.site.apis[api], which).then(|| request_schemas(&self.at, &page.route))
    }

    /// Returns the islands on an OpenAPI document's page.
    pub(super) fn api_islands(&self, page: &Page) -> Vec<&'static str> {
        let Content::Api(api, subject) = page.content else { return Vec::new() };
        let request = match subject {
            Subject::Operation(which) => !which.is_webhook(),
            Subject::Whole => !self.site.apis[api].api.operations.is_empty(),
            _ => false,
        };
        // Which descriptions are on a page is known only after the body is rendered, so the page gets the island if any
        // description in the document contains a diagram. An unneeded island costs almost nothing to load.
        let has_diagram = |page: &Page| page.note.iter().any(|note| !note.metadata.diagrams.is_empty());
        let of_note = has_diagram(page) || self.parts_of(page).any(has_diagram);
        let diagram = self.apis[api].diagrams || of_note;
        [("diagram", diagram), ("request", request)]
            .into_iter()
            .filter(|(_, is)| *is)
            .map(|(name, _)| name)
            .collect()
    }

    /// Returns a page as Markdown, without its title. `at` is the page's index. Returns `None` if the page doesn't belong
    /// to an OpenAPI document.
    pub(super) fn api_markdown(&self, at: usize, page: &Page, blocks: &PageBlocks<'a>) -> Option<String> {
        let Content::Api(index, subject) = page.content else { return None };
        if let Subject::Whole = subject {
            return Some(self.whole_markdown(page));
        }
        let shared = &self.apis[index];
        let (shown, whole) = (blocks.get(&shared.views, subject), OnceCell::new());
        let blocks = match shown.tree.is_whole() {
            true => shown,
            false => whole.get_or_init(|| blocks::of_page(&shared.views, subject, Budget::whole())),
        };
        let mut writer = markdown::Writer {
            renderer: self,
            api: &self.site.apis[index],
            shared,
            language: &self.site.locales[page.locale],
            locale: page.locale,
            words: Words { messages: &self.messages[page.locale], markdown: true },
            webhook: matches!(subject, Subject::Operation(OperationRef::Webhook(_))),
            about: if let Subject::Operation(which) = subject { Some(which) } else { None },
            nested: false,
            note: page.note.as_ref().map(|note| self.document_text(at, note)),
            out: String::new(),
        };
        writer.blocks(blocks);
        Some(writer.out)
    }

    /// Renders the site's own samples of all operations. Leaves out samples that fail. Reports each place that fails once,
    /// with the first operation.
    pub(super) fn write_samples(&self) -> Vec<Diagnostic> {
        let mut found = BTreeMap::new();
        for shared in self.apis.iter().filter(|shared| !shared.templates.is_empty()) {
            let api = shared.views.api;
            let of = |operation| {
                let rendered = shared.templates.render(api, operation, &model_of(&shared.views, operation));
                (operation, rendered)
            };
            let all: Vec<_> = api.operations.par_iter().map(of).collect();
            let (mut samples, mut faults) = (HashMap::with_capacity(all.len()), Vec::new());
            for (operation, rendered) in all {
                let mut written = Vec::with_capacity(rendered.len());
                for (name, sample) in rendered {
                    match sample {
                        Ok(sample) => written.push(sample),
                        Err(error) => faults.push((name, error, &*operation.title)),
                    }
                }
                samples.insert((&*operation.method, &*operation.path), written);
            }
            _ = shared.samples.set(samples);
            for (name, error, title) in faults {
                found.entry((name, error.line())).or_insert_with(|| {
                    let fault = fault::in_sample(self.theme, name, &error);
                    fault.hint(format!(
                        "this happens for the operation `{title}`: test whether the value is defined"
                    ))
                });
            }
        }
        found.into_values().collect()
    }

    /// Returns the schemas of the page's request.
    pub(super) fn api_schemas(&self, page: &Page) -> String {
        const NOTHING: &str = "{\"parameters\":{},\"bodies\":[],\"$defs\":{}}";
        let found = match &page.content {
            Content::Api(api, Subject::Operation(which)) => {
                schemas(&self.apis[*api].views, self.site.apis[*api].operation(*which))
            }
            _ => None,
        };
        found.unwrap_or_else(|| NOTHING.to_owned())
    }

    /// Returns the path of the feed of the API's changes. A feed needs the site's URL, because its links are absolute.
    pub(super) fn api_feed(&self, page: &Page) -> Option<OutPath> {
        let Content::Api(index, _) = page.content else { return None };
        self.site.config.site.url.as_ref()?;
        let changes = self.site.apis[index].changes_route(&self.site.locales[page.locale])?;
        Some(OutPath::new(changes.join(FeedFormat::Rss.file_name()).as_str()))
    }

    /// Returns the changes in each version of an API as HTML with absolute links, newest first.
    pub(super) fn api_releases(&self, index: usize, locale: usize) -> Vec<(&'a Version, String)> {
        let api: &'a SiteApi = &self.site.apis[index];
        let Some(history) = api.history.as_deref() else { return Vec::new() };
        let language = (locale, &self.site.locales[locale]);
        let release = |release: &'a Release| {
            let shared = (api, &self.apis[index]);
            let mut writer = Writer::new(shared, &self.at, language, &self.messages[locale]);
            (_, writer.language_of_text) = self.languages(locale);
            writer.origin = self.site.config.site.url.as_deref();
            writer.changes(release);
            (&history.versions[release.version], writer.out)
        };
        history.releases.iter().rev().map(release).collect()
    }

    /// Returns the page's note as HTML. If an ID in the note is also the ID of one of the page's sections, all IDs in the
    /// note get a prefix.
    fn note_html(&self, page: &Page) -> Option<(String, String)> {
        let note = page.note.as_ref()?;
        let document = note.document();
        let index = self.site.page_index(&page.route)?;
        let taken = if page.kind == PageKind::ApiTag { blocks::TAG } else { blocks::OPERATION };
        let is_foreign = page.locale > 0 && !note.is_translated();
        let (interface, language) = if is_foreign { self.languages(page.locale) } else { Default::default() };
        let prefix = anchors::prefix(&document, taken);
        let options = WriteOptions { prefix, interface: &interface, ..self.write_options() };
        let (resolved, messages) = (&self.site.resolved[index], &self.messages[page.locale]);
        Some((content::write(&document, 0..document.events.len(), resolved, messages, options), language))
    }

    fn languages(&self, locale: usize) -> (String, String) {
        languages(&self.site.locales, locale)
    }

    /// Returns the parts of an OpenAPI document's page, or `None` for any other page.
    pub(super) fn api_parts(&self, page: &Page, blocks: &PageBlocks<'a>) -> Option<Parts> {
        let Content::Api(index, subject) = page.content else { return None };
        let blocks = blocks.get(&self.apis[index].views, subject);
        let api: &'a SiteApi = &self.site.apis[index];
        let language = (page.locale, &self.site.locales[page.locale]);
        let messages = &self.messages[page.locale];
        let mut writer = Writer::new((api, &self.apis[index]), &self.at, language, messages);
        (_, writer.language_of_text) = self.languages(page.locale);
        writer.markdown = page.has_markdown().then(|| self.at.file_href(&self.at.markdown(&page.route)));
        let mut parts = Parts::default();
        let which = if let Subject::Operation(which) = subject { Some(which) } else { None };
        let feed = self.api_feed(page).filter(|_| matches!(subject, Subject::Changes));
        writer.part = page.route.part_id();
        writer.page_history(which, feed.map(|feed| self.at.file_href(&feed)).as_deref());
        parts.history = std::mem::take(&mut writer.out);
        let mut island = String::new();
        match subject {
            Subject::Operation(which) => {
                let operation = api.operation(which);
                writer.endpoint(operation, which.is_webhook());
                parts.endpoint = std::mem::take(&mut writer.out);
                if checks_request(api, which) {
                    writer.schemas = Some(self.at.file_href(&request_schemas(&self.at, &page.route)));
                }
                writer.island(operation, which.is_webhook());
                island = std::mem::take(&mut writer.out);
                if api.config.console {
                    writer.try_it(operation, which.is_webhook());
                    parts.try_it = std::mem::take(&mut writer.out);
                }
                writer.room = room::column(island.len());
                parts.deprecated = operation.deprecated;
            }
            Subject::Schema(schema) => {
                writer.about = Some(schema);
                parts.deprecated = api.api.schemas[schema].deprecated;
            }
            Subject::Intro => {
                let all = self.downloads(api).into_iter();
                let link = |(path, download): (OutPath, &Download)| {
                    (download.label(messages), self.at.file_href(&path))
                };
                writer.downloads = all.map(link).collect();
            }
            Subject::Whole => parts.content = self.whole(page),
            Subject::Tag(_) | Subject::Changes => {}
        }
        if let Subject::Whole = subject {
            return Some(parts);
        }
        writer.page_note = self.note_html(page);
        writer.blocks(blocks);
        (parts.opening, parts.content) = writer.column();
        match subject {
            Subject::Intro => writer.intro_side(),
            Subject::Tag(tag) => writer.tag_side(tag),
            Subject::Operation(which) => {
                writer.side(api.operation(which), which.is_webhook(), &blocks.all, &island);
            }
            Subject::Schema(schema) => writer.schema_side(schema),
            Subject::Changes | Subject::Whole => {}
        }
        parts.side = writer.out;
        Some(parts)
    }
}

#[cfg(test)]
mod tests;
