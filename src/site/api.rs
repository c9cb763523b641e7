//! The pages of OpenAPI documents: URLs, sidebars, and pagination.
//!
//! Each document has a first page, and a page for each tag, operation, and webhook. A schema has a page if another page
//! is too long to show the schema in full, or if the config requests a page for every schema. Each locale has the same
//! pages, with its own UI strings.

pub(super) mod moved;
mod past;
mod tree;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use super::{
    ApiDocument, Content, Context, Crumb, Input, Locale, Page, PageKind, PageLink, Parsed, Place, Redirect,
    Resolved, Version, collect,
    nav::{self, Node, Sidebar},
    notes::Notes,
    page::edit_url,
    page_at,
};
use crate::config::{ApiLayout, OpenApiConfig, SchemaPages};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{Api, File, Operation, OperationRef, SchemaId, Subject, TextId, history::History};
use crate::path::{RoutePath, SourcePath};
use tree::schema_label;

/// An OpenAPI document on the site.
#[derive(Debug)]
pub struct SiteApi {
    /// The document's ID, which is unique within the site: `api`, or `api-1-0` for an older version.
    pub id: String,
    /// The ID of the document in all versions, which is the name of the document's sidebar.
    pub name: String,
    /// The version's index in [`super::Site::versions`], if the document has several versions.
    pub version: Option<usize>,
    /// The document's title.
    pub title: String,
    /// The document's settings.
    pub config: OpenApiConfig,
    /// The parsed API.
    pub api: Arc<Api>,
    /// The files that the document was read from, and those of the site's other documents.
    pub files: Arc<BTreeMap<SourcePath, Arc<File>>>,
    /// The text of the document's file, if readers can download it.
    pub published: Option<Arc<str>>,
    /// A hash of everything that `api` and `history` depend on.
    pub content: u64,
    /// The history of the API, if the site has older versions of it.
    pub(crate) history: Option<Arc<History>>,
    /// The path of the version's pages, without a locale.
    pub route: RoutePath,
    /// The schemas that have a page, sorted.
    pub schemas: Vec<SchemaId>,
    /// The targets of the links in the document's descriptions: by locale, then in the order of [`Api::texts`].
    pub resolved: Vec<Vec<Resolved>>,
}

impl SiteApi {
    /// Returns the first paragraph of a description, as plain text.
    pub(crate) fn summary(&self, text: Option<TextId>) -> Option<&str> {
        self.api[text?].document.summary.as_deref()
    }

    /// Returns an operation or webhook.
    pub fn operation(&self, which: OperationRef) -> &Operation {
        self.api.operation(which)
    }

    /// Whether all operations are on one page.
    fn is_one_page(&self) -> bool {
        self.config.layout == ApiLayout::SinglePage
    }

    /// Returns the path of the first page, in a locale.
    pub fn intro_route(&self, locale: &Locale) -> RoutePath {
        if self.is_one_page() { self.root(locale) } else { self.text_route(locale) }
    }

    /// Returns the route of the document's own text, which is on the first page.
    pub(crate) fn text_route(&self, locale: &Locale) -> RoutePath {
        self.below(locale, "intro")
    }

    /// Returns the path of a tag's page.
    pub fn tag_route(&self, locale: &Locale, tag: usize) -> RoutePath {
        self.below(locale, &self.api.tags[tag].slug)
    }

    /// Returns the path of an operation's page.
    pub fn operation_route(&self, locale: &Locale, which: OperationRef) -> RoutePath {
        self.below(locale, &self.operation(which).slug)
    }

    /// Returns the path of a schema's page, if any.
    pub fn schema_route(&self, locale: &Locale, schema: SchemaId) -> Option<RoutePath> {
        self.schemas.binary_search(&schema).ok()?;
        let slug = self.api.schemas[schema].slug.as_deref()?;
        // Slugs contain no colons.
        let separator = if self.is_one_page() { ':' } else { '/' };
        Some(self.below(locale, &format!("schemas{separator}{slug}")))
    }

    /// Returns the path of the changelog page, if there is one.
    pub fn changes_route(&self, locale: &Locale) -> Option<RoutePath> {
        self.history.as_ref().filter(|history| !history.releases.is_empty())?;
        let is_taken = |name: &str| {
            let mut operations = self.api.all_operations();
            self.api.tags.iter().any(|tag| &*tag.slug == name)
                || operations.any(|which| &*self.operation(which).slug == name)
        };
        let name = CHANGES.iter().find(|name| !is_taken(name)).unwrap_or(&CHANGES[0]);
        Some(self.root(locale).join(name))
    }

    /// Whether there are so many groups and tags that groups start collapsed.
    pub fn folds_groups(&self) -> bool {
        let groups = &self.api.groups;
        groups.iter().map(|group| 1 + group.tags.len()).sum::<usize>() > MOST_ENTRIES
    }

    fn root(&self, locale: &Locale) -> RoutePath {
        locale.home.join(self.route.as_str())
    }

    fn below(&self, locale: &Locale, slug: &str) -> RoutePath {
        let root = self.root(locale);
        if self.is_one_page() { root.part(slug) } else { root.join(slug) }
    }
}

/// The names of the changelog page. The first one that no operation or tag has is used.
const CHANGES: [&str; 3] = ["changes", "changelog", "api-changelog"];
/// The maximum number of entries in a list. Longer lists are split, because every page contains the entries of its
/// category.
pub(crate) const MOST_ENTRIES: usize = 200;
/// The number of entries in a portion, unless there would be too many portions.
const PORTION: usize = 100;

/// Splits a list of `count` entries into portions. A short list is one portion.
pub(crate) fn portions(count: usize) -> impl Iterator<Item = Range<usize>> {
    let size = if count > MOST_ENTRIES { PORTION.max(count.div_ceil(MOST_ENTRIES)) } else { count.max(1) };
    (0..count).step_by(size).map(move |start| start..(start + size).min(count))
}

/// Returns the label of a portion: the numbers of the portion's first and last entries.
pub(crate) fn portion_label(portion: &Range<usize>) -> String {
    format!("{}–{}", portion.start + 1, portion.end)
}

/// Returns the documents with their IDs and paths on the site. Leaves out documents of unlisted versions. Reports
/// duplicate IDs.
pub(super) fn documents(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<SiteApi> {
    let input = context.input;
    let current =
        |document: &ApiDocument| (document.config.current_file().to_owned(), document.config.id.clone());
    let currents: BTreeSet<_> = input.apis.iter().map(current).collect();
    let alone = currents.len() == 1;
    let mut apis: Vec<SiteApi> = Vec::with_capacity(input.apis.len());
    for document in input.apis {
        let config = &document.config;
        let stem = SourcePath::new(config.current_file());
        let name = config
            .id
            .clone()
            .unwrap_or_else(|| if alone { "api".to_owned() } else { collect::segment(stem.stem()) });
        let all = match &config.route {
            Some(route) => RoutePath::written(route),
            None if alone => RoutePath::new("api"),
            None => RoutePath::new("api").join(&name),
        };
        let version = match version_name(input, config) {
            None => None,
            Some(version) => {
                let docs = docs_of(input, config);
                let is_own = |own: &Version| own.docs == docs && own.name == version;
                let Some(index) = context.versions.iter().position(is_own) else { continue };
                Some(index)
            }
        };
        let own = version.map(|version| &context.versions[version]);
        let route = own.map_or_else(|| all.clone(), |own| all.join(&own.path));
        let id = match own.filter(|own| !own.last) {
            Some(own) => {
                let id = format!("{name}-{}", collect::segment(&own.name.replace('.', "-")));
                // The names of two versions, such as `1.0` and `1 0`, can result in the same ID.
                let is_free = |id: &String| apis.iter().all(|other| other.name != name || other.id != *id);
                let numbered = (2..).map(|number| format!("{id}-{number}"));
                std::iter::once(id.clone()).chain(numbered).find(is_free).unwrap_or(id)
            }
            None => name.clone(),
        };
        if let Some(other) = apis.iter().find(|other| other.id == id) {
            let message = format!(
                "duplicate ID `{id}`: OpenAPI documents `{}` and `{}`",
                other.config.file, config.file
            );
            let diagnostic =
                Diagnostic::new(Code::InvalidConfig, message).hint("give each document its own `id`");
            let index = input.config.openapi.iter().rposition(|other| other.file == config.file);
            let path = format!("openapi.{}", index.unwrap_or(usize::MAX));
            diagnostics.push(diagnostic.at_value(input.config_source, &path));
            continue;
        }
        let named = match config.schema_pages {
            SchemaPages::All => &document.api.schemas.named[..],
            SchemaPages::Needed => &[],
        };
        let has_slug = |schema: &&SchemaId| document.api.schemas[**schema].slug.is_some();
        let mut schemas: Vec<SchemaId> =
            document.needed.iter().chain(named).filter(has_slug).copied().collect();
        schemas.sort_unstable();
        schemas.dedup();
        apis.push(SiteApi {
            id,
            name,
            version,
            title: match (&config.title, document.api.title.trim()) {
                (Some(title), _) => title.clone(),
                // A document that can't be read still has a page. The page's title comes from the filename.
                (None, "") => stem.stem().to_owned(),
                (None, title) => title.to_owned(),
            },
            config: config.clone(),
            api: Arc::clone(&document.api),
            files: Arc::clone(&document.files),
            published: document.published.clone(),
            content: document.content,
            history: None,
            route,
            schemas,
            resolved: Vec::new(),
        });
    }
    past::histories(context, &mut apis);
    apis
}

/// Returns the index of the documentation set that has the same versions as a document.
pub(super) fn docs_of(input: &Input<'_>, config: &OpenApiConfig) -> usize {
    let id = config.docs.as_deref();
    id.and_then(|id| input.config.docs.iter().position(|docs| docs.id == id)).unwrap_or(0)
}

/// Whether an older version of a document belongs to the document's set. Several sets can show the same document. If one
/// of them has the version, because the set's settings list it or because the version's folder contains pages of the set,
/// then the document belongs only to the sets that have the version.
pub(super) fn is_of_set(input: &Input<'_>, config: &OpenApiConfig) -> bool {
    let Some(version) = config.version.as_deref().filter(|_| input.config.docs.len() > 1) else {
        return true;
    };
    let has_version = |document: &OpenApiConfig| {
        let docs = &input.config.docs[docs_of(input, document)];
        let folder = format!("content/versions/{version}/{}", docs.id);
        docs.versions.iter().any(|listed| listed.name == version)
            || input.documents.iter().any(|parsed| parsed.source.path.strip_dir(&folder).is_some())
    };
    let mut same = input.apis.iter().map(|other| &other.config).filter(|other| other.file == config.file);
    has_version(config) || !same.any(has_version)
}

/// Returns the name of a document's version. If the document has only one version, returns `None`.
pub(super) fn version_name<'a>(input: &Input<'_>, config: &'a OpenApiConfig) -> Option<&'a str> {
    let is_older = |other: &ApiDocument| {
        let other = &other.config;
        let is_same = other.version.is_some() && other.current_file() == config.current_file();
        is_same && docs_of(input, other) == docs_of(input, config) && is_of_set(input, other)
    };
    let is_versioned = config.version.is_some() || input.apis.iter().any(is_older);
    is_versioned.then(|| config.version.as_deref().unwrap_or("current"))
}

/// Returns the pages of every document in every locale and adds the documents' sidebars.
pub(super) fn pages(context: Context<'_>, apis: &[SiteApi], sidebars: &mut Vec<Sidebar>) -> Vec<Page> {
    let mut pages = Vec::new();
    let notes = Notes::new(context);
    for (index, api) in apis.iter().enumerate() {
        for (l, locale) in context.locales.iter().enumerate() {
            let nodes = tree::sidebar(api, locale, context.words);
            let sidebar = sidebars.len();
            let id = context.in_locale(&api.id, l);
            let order = SidebarOrder::new(sidebar, &nodes);
            sidebars.push(Sidebar {
                id,
                name: api.name.clone(),
                locale: l,
                version: api.version,
                docs: api.version.map(|version| context.versions[version].docs),
                blog: None,
                nodes,
            });
            Maker { context, api, index, locale, l, order, notes: &notes }.pages(&mut pages);
        }
    }
    pages
}

/// Returns a redirect from the path of each document to the document's first page. If the path of a home page has no
/// page and no redirect, also redirects that path to the first page of the first document. `known` contains the other
/// redirects. Reports documents with the same path as a documentation set.
pub(super) fn redirects(
    context: Context<'_>,
    apis: &[SiteApi],
    pages: &[Arc<Page>],
    known: &[Redirect],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Redirect> {
    let locales = context.locales;
    let is_known = |from: &RoutePath| known.iter().any(|redirect| redirect.from == *from);
    let of = |api: &SiteApi, locale: &Locale| {
        Redirect::new(locale.home.join(api.route.as_str()), api.intro_route(locale))
    };
    let mut all = Vec::new();
    for api in apis {
        let own: Vec<Redirect> = locales.iter().map(|locale| of(api, locale)).collect();
        if own.first().is_none_or(|redirect| redirect.from == locales[0].home || !is_known(&redirect.from)) {
            all.extend(own);
        } else if api.config.version.is_none() {
            diagnostics.push(same_route(context.input, api));
        }
    }
    let start = |locale: &Locale| {
        let first = apis.first().filter(|_| !is_known(&locale.home))?;
        Some(Redirect::new(locale.home.clone(), first.intro_route(locale)))
    };
    let all = all.into_iter().chain(locales.iter().filter_map(start));
    all.filter(|redirect| page_at(pages, &redirect.from).is_none()).collect()
}

/// Reports a document that has the same path as a documentation set.
fn same_route(input: &Input<'_>, api: &SiteApi) -> Diagnostic {
    let message = format!(
        "duplicate route `{}`: it belongs to the documentation and to the OpenAPI document `{}`",
        api.route, api.config.file
    );
    let is_own = |other: &OpenApiConfig| (&other.file, &other.id) == (&api.config.file, &api.config.id);
    let index = input.config.openapi.iter().position(is_own);
    let path = index.map(|index| format!("openapi.{index}.route"));
    let path = path.filter(|path| input.config_source.place(path).is_some());
    let docs = || input.config.docs.iter().find(|docs| RoutePath::written(docs.route()) == api.route);
    let path = path.or_else(|| Some(format!("{}.route", docs()?.key))).unwrap_or_default();
    let diagnostic = Diagnostic::new(Code::InvalidConfig, message);
    diagnostic.at_value(input.config_source, &path).hint("set a different `route` for one of them")
}

/// The pages of a document's sidebar in reading order, with the index of each page by its path.
struct SidebarOrder {
    sidebar: usize,
    pages: Vec<nav::SidebarPage>,
    at: HashMap<RoutePath, usize>,
}

impl SidebarOrder {
    fn new(sidebar: usize, nodes: &[Node]) -> Self {
        let pages = nav::reading_order(nodes);
        let at = pages.iter().enumerate().map(|(index, page)| (page.route.clone(), index)).collect();
        SidebarOrder { sidebar, pages, at }
    }
}

struct Maker<'a> {
    context: Context<'a>,
    api: &'a SiteApi,
    index: usize,
    locale: &'a Locale,
    l: usize,
    order: SidebarOrder,
    notes: &'a Notes<'a>,
}

impl Maker<'_> {
    fn pages(&self, pages: &mut Vec<Page>) {
        let document = &self.api.api;
        pages.push(Page {
            kind: PageKind::ApiIntro,
            title: self.api.title.as_str().into(),
            description: self.described(document.description),
            content: Content::Api(self.index, Subject::Intro),
            ..self.page(|locale| self.api.text_route(locale), 0)
        });
        if self.api.is_one_page() {
            pages.push(Page {
                kind: PageKind::ApiWhole,
                title: self.api.title.as_str().into(),
                description: self.described(document.description),
                content: Content::Api(self.index, Subject::Whole),
                next: None,
                ..self.page(|locale| self.api.intro_route(locale), 0)
            });
        }
        for (tag, own) in document.tags.iter().enumerate() {
            let page = self.page(|locale| self.api.tag_route(locale, tag), own.place.file);
            let label = || own.label.to_string();
            pages.push(Page {
                kind: PageKind::ApiTag,
                title: label().into(),
                description: self.described(own.description),
                content: Content::Api(self.index, Subject::Tag(tag)),
                breadcrumbs: if own.mark { self.loose_crumbs(label()) } else { page.breadcrumbs },
                note: self.note(&[&own.name, &own.slug]),
                ..page
            });
        }
        for which in document.all_operations() {
            let operation = self.api.operation(which);
            let names = [operation.id.as_deref().unwrap_or(&operation.slug), &operation.slug];
            pages.push(Page {
                note: self.note(&names),
                kind: PageKind::ApiOperation,
                title: (&*operation.title).into(),
                description: self.described(operation.description),
                content: Content::Api(self.index, Subject::Operation(which)),
                ..self.page(|locale| self.api.operation_route(locale, which), operation.place.file)
            });
        }
        for &schema in &self.api.schemas {
            let own = &document.schemas[schema];
            let route = |locale: &Locale| {
                self.api.schema_route(locale, schema).unwrap_or_else(|| self.api.intro_route(locale))
            };
            pages.push(Page {
                kind: PageKind::ApiSchema,
                title: self.schema_label(schema).into(),
                description: self.described(own.description),
                content: Content::Api(self.index, Subject::Schema(schema)),
                breadcrumbs: self.loose_crumbs(self.schema_label(schema)),
                ..self.page(route, own.place.file)
            });
        }
        if self.api.changes_route(self.locale).is_some() {
            let route = |locale: &Locale| {
                self.api.changes_route(locale).unwrap_or_else(|| self.api.intro_route(locale))
            };
            pages.push(Page {
                kind: PageKind::ApiChanges,
                title: (self.context.words)(&self.locale.code, "api_changes").into(),
                description: Some(
                    (self.context.words)(&self.locale.code, "api_changes_description")
                        .replace("{api}", &self.api.title),
                ),
                content: Content::Api(self.index, Subject::Changes),
                ..self.page(route, 0)
            });
        }
    }

    fn schema_label(&self, schema: SchemaId) -> String {
        schema_label(&self.api.api, schema, || (self.context.words)(&self.locale.code, "api_schema"))
    }

    /// Returns the breadcrumbs of a page that isn't in the sidebar, such as a schema's page.
    fn loose_crumbs(&self, label: String) -> Vec<Crumb> {
        if !self.context.config.docs.main().breadcrumbs {
            return Vec::new();
        }
        vec![self.document_crumb(), Crumb { label: label.into(), route: None }]
    }

    fn document_crumb(&self) -> Crumb {
        Crumb { label: self.api.title.as_str().into(), route: Some(self.api.intro_route(self.locale)) }
    }

    /// Returns the breadcrumbs of a page in the document's sidebar, starting with the document.
    fn crumbs(&self, page: &nav::SidebarPage) -> Vec<Crumb> {
        let is_first = page.route == self.api.intro_route(self.locale);
        let document = (!is_first).then(|| self.document_crumb());
        document.into_iter().chain(page.crumbs.iter().cloned()).collect()
    }

    /// Creates a page for the document. The caller sets the page's content.
    fn page(&self, route: impl Fn(&Locale) -> RoutePath, file: u32) -> Page {
        let own = route(self.locale);
        let pages = &self.order.pages;
        let at = self.order.at.get(&own).copied();
        let neighbour =
            |page: &nav::SidebarPage| PageLink { label: page.label.clone(), route: page.route.clone() };
        let file = self.api.api.files.get(file as usize).or(self.api.api.files.first());
        Page {
            version: self.api.version,
            // A page that isn't in the sidebar, such as a schema's page, still shows the sidebar.
            sidebar: Some(Place {
                sidebar: self.order.sidebar,
                trail: at.map_or_else(Vec::new, |at| pages[at].trail.clone()),
            }),
            breadcrumbs: at
                .filter(|_| self.context.config.docs.main().breadcrumbs)
                .map_or_else(Vec::new, |at| self.crumbs(&pages[at])),
            previous: at.and_then(|at| at.checked_sub(1)).map(|at| neighbour(&pages[at])),
            next: at.and_then(|at| pages.get(at + 1)).map(neighbour),
            edit_url: file
                .filter(|_| !self.api.version.is_some_and(|index| self.context.versions[index].is_past))
                .and_then(|file| edit_url(self.context.config.docs.main(), file)),
            in_locales: self.context.in_locales(&route),
            ..Page::generated(own, self.l)
        }
    }

    /// Returns the note with one of the names.
    fn note(&self, names: &[&str]) -> Option<Arc<Parsed>> {
        self.notes.find((&self.api.name, self.api.config.version.as_deref()), self.l, names)
    }

    /// Returns the first paragraph of a description, as plain text.
    fn described(&self, text: Option<TextId>) -> Option<String> {
        self.api.summary(text).map(str::to_owned)
    }
}
