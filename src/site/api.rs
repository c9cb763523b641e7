//! The pages of OpenAPI documents: addresses, sidebars, neighbours.
//!
//! Each document has a first page, a page for each tag, operation and webhook, and one for each schema that some page
//! was too long to show whole. A further language has the same pages, with its own words around them.

use std::collections::HashMap;
use std::sync::Arc;

use super::nav::{self, Category, Node, NodeKind, Sidebar};
use super::{
    Content, Crumb, Input, Locale, Neighbour, Page, PageKind, Place, Redirect, Resolved, Words, collect,
};
use crate::config::{OpenApiConfig, SchemaPages};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{Api, Operation, SchemaId, TextId};
use crate::path::RoutePath;

/// A document, read.
#[derive(Clone, Debug)]
pub struct ApiDocument {
    /// Its settings.
    pub config: OpenApiConfig,
    /// What it describes.
    pub api: Arc<Api>,
    /// A hash of all that `api` follows from.
    pub content: u64,
    /// The schemas that some page is too long to show whole.
    pub needed: Vec<SchemaId>,
}

/// A document as a part of the site.
#[derive(Clone, Debug)]
pub struct SiteApi {
    /// The name of its sidebar, unique in the site.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Its settings.
    pub config: OpenApiConfig,
    /// What it describes.
    pub api: Arc<Api>,
    /// A hash of all that `api` follows from.
    pub content: u64,
    /// The address of its pages, without a language.
    pub route: RoutePath,
    /// The schemas that have a page, sorted.
    pub schemas: Vec<SchemaId>,
    /// Where the links of its texts lead: by language, then in the order of [`Api::texts`].
    pub resolved: Vec<Vec<Resolved>>,
}

/// An operation of `paths` or a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperationRef {
    /// Index in [`Api::operations`].
    Path(u32),
    /// Index in [`Api::webhooks`].
    Webhook(u32),
}

impl SiteApi {
    /// The operation a page is about.
    pub fn operation(&self, which: OperationRef) -> &Operation {
        match which {
            OperationRef::Path(index) => &self.api.operations[index as usize],
            OperationRef::Webhook(index) => &self.api.webhooks[index as usize],
        }
    }

    /// The address of the first page, in a language.
    pub fn intro_route(&self, locale: &Locale) -> RoutePath {
        self.below(locale, "intro")
    }

    /// The address of a tag's page.
    pub fn tag_route(&self, locale: &Locale, tag: usize) -> RoutePath {
        self.below(locale, &self.api.tags[tag].slug)
    }

    /// The address of an operation's page.
    pub fn operation_route(&self, locale: &Locale, which: OperationRef) -> RoutePath {
        self.below(locale, &self.operation(which).slug)
    }

    /// The address of a schema's page, where it has one.
    pub fn schema_route(&self, locale: &Locale, schema: SchemaId) -> Option<RoutePath> {
        self.schemas.binary_search(&schema).ok()?;
        let slug = self.api.schemas[schema].slug.as_deref()?;
        Some(self.below(locale, &format!("schemas/{slug}")))
    }

    fn below(&self, locale: &Locale, slug: &str) -> RoutePath {
        locale.home.join(self.route.as_str()).join(slug)
    }

    /// Every operation, then every webhook.
    pub fn all_operations(&self) -> impl Iterator<Item = OperationRef> + use<> {
        let (paths, webhooks) = (self.api.operations.len() as u32, self.api.webhooks.len() as u32);
        (0..paths).map(OperationRef::Path).chain((0..webhooks).map(OperationRef::Webhook))
    }
}

/// The documents as parts of the site: their ids and addresses.
pub(super) fn documents(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<SiteApi> {
    let alone = input.apis.len() == 1;
    let mut apis: Vec<SiteApi> = Vec::with_capacity(input.apis.len());
    for document in input.apis {
        let config = &document.config;
        let stem = crate::path::SourcePath::new(&config.file);
        let id = config.id.clone().unwrap_or_else(|| match alone {
            true => "api".to_owned(),
            false => collect::segment(stem.stem()),
        });
        let route = match &config.route {
            Some(route) => RoutePath::written(route),
            None if alone => RoutePath::new("api"),
            None => RoutePath::new("api").join(&id),
        };
        if let Some(other) = apis.iter().find(|other| other.id == id) {
            let message = format!(
                "`{id}` is the id of two OpenAPI documents: `{}` and `{}`",
                other.config.file, config.file
            );
            let diagnostic =
                Diagnostic::new(Code::InvalidConfig, message).hint("give each an `id` of its own");
            diagnostics.push(super::in_config(input, &config.file, diagnostic));
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
            title: config.title.clone().unwrap_or_else(|| document.api.title.to_string()),
            config: config.clone(),
            api: Arc::clone(&document.api),
            content: document.content,
            route,
            schemas,
            resolved: Vec::new(),
        });
    }
    apis
}

/// The pages of every document in every language; their sidebars are added to the others.
pub(super) fn pages(
    input: &Input<'_>,
    locales: &[Locale],
    apis: &[SiteApi],
    sidebars: &mut Vec<Sidebar>,
) -> Vec<Page> {
    let mut pages = Vec::new();
    for (index, api) in apis.iter().enumerate() {
        for (l, locale) in locales.iter().enumerate() {
            let nodes = tree(api, locale, input.words);
            let sidebar = sidebars.len();
            let id = if l == 0 { api.id.clone() } else { format!("{}-{}", api.id, locale.code) };
            let facts = Facts::new(sidebar, &nodes);
            sidebars.push(Sidebar { id, name: api.id.clone(), locale: l, version: None, blog: None, nodes });
            let maker = Maker { input, api, index, locale, l, locales, facts };
            maker.pages(&mut pages);
        }
    }
    pages
}

/// The bare address of a document leads to its first page.
pub(super) fn redirects(locales: &[Locale], apis: &[SiteApi], pages: &[Arc<Page>]) -> Vec<Redirect> {
    let free = |route: &RoutePath| pages.binary_search_by(|page| page.route.cmp(route)).is_err();
    let of = |api: &SiteApi, locale: &Locale| {
        Redirect::new(locale.home.join(api.route.as_str()), api.intro_route(locale))
    };
    let all = apis.iter().flat_map(|api| locales.iter().map(move |locale| of(api, locale)));
    all.filter(|redirect| free(&redirect.from)).collect()
}

/// The sidebar of a document: its first page, its tags (in their groups) with their operations, webhooks, schemas.
fn tree(api: &SiteApi, locale: &Locale, words: &Words<'_>) -> Vec<Node> {
    let mut nodes = vec![Node {
        key: "intro".into(),
        label: api.title.clone(),
        class_name: None,
        method: None,
        kind: NodeKind::Page(api.intro_route(locale)),
    }];
    let document = &api.api;
    if document.groups.is_empty() {
        let roots = (0..document.tags.len()).filter(|tag| document.tags[*tag].parent.is_none());
        nodes.extend(portions("tags", roots.filter_map(|tag| tag_node(api, locale, tag, 0)).collect()));
    }
    for (index, group) in document.groups.iter().enumerate() {
        let tags = group.tags.iter().map(|tag| *tag as usize);
        let items: Vec<Node> = tags
            .filter(|tag| document.tags[*tag].parent.is_none_or(|parent| !group.tags.contains(&parent)))
            .filter_map(|tag| tag_node(api, locale, tag, 0))
            .collect();
        nodes.extend(section(format!("group:{index}"), group.label.to_string(), items, false));
    }
    let loose = document.webhooks.iter().enumerate().filter(|(_, webhook)| webhook.tags.is_empty());
    let webhooks: Vec<Node> =
        loose.map(|(index, _)| operation_node(api, locale, OperationRef::Webhook(index as u32))).collect();
    nodes.extend(section("webhooks".into(), words(&locale.code, "api_webhooks"), webhooks, true));
    if api.config.schema_pages == SchemaPages::All {
        let schema = |schema: &SchemaId| {
            let route = api.schema_route(locale, *schema)?;
            Some(Node {
                key: format!("schema:{}", schema.0),
                label: schema_label(document, *schema, || words(&locale.code, "api_schema")),
                class_name: None,
                method: None,
                kind: NodeKind::Page(route),
            })
        };
        let schemas: Vec<Node> = document.schemas.named.iter().filter_map(schema).collect();
        nodes.extend(section("schemas".into(), words(&locale.code, "api_schemas"), schemas, true));
    }
    nodes
}

/// More entries than this do not stand beneath one another: every page has those of the category it is in.
const MOST_ENTRIES: usize = 300;
/// So many entries are a portion of them.
const PORTION: usize = 100;

/// Entries that one may open at once: where there are thousands, categories of a hundred each, called by their numbers.
fn portions(key: &str, items: Vec<Node>) -> Vec<Node> {
    if items.len() <= MOST_ENTRIES {
        return items;
    }
    let (count, mut items) = (items.len(), items.into_iter());
    let portion = |start: usize| {
        let items = items.by_ref().take(PORTION).collect();
        Node {
            key: format!("{key}:{start}"),
            label: format!("{}–{}", start + 1, (start + PORTION).min(count)),
            class_name: None,
            method: None,
            kind: NodeKind::Category(Category { route: None, collapsed: true, collapsible: true, items }),
        }
    };
    (0..count).step_by(PORTION).map(portion).collect()
}

fn section(key: String, label: String, items: Vec<Node>, collapsible: bool) -> Option<Node> {
    let items = portions(&key, items);
    let category = Category { route: None, collapsed: collapsible, collapsible, items };
    (!category.items.is_empty()).then_some(Node {
        key,
        label,
        class_name: None,
        method: None,
        kind: NodeKind::Category(category),
    })
}

/// How deep tags may nest in a sidebar: parents of parents are a matter of the document, and may be anything.
const TAG_DEPTH: usize = 8;

/// A tag with what it holds; a tag of nothing still has its page.
fn tag_node(api: &SiteApi, locale: &Locale, tag: usize, depth: usize) -> Option<Node> {
    let own = &api.api.tags[tag];
    let first = |operation: &Operation| operation.tags.first() == Some(&(tag as u32));
    let listed = |which: &OperationRef| first(api.operation(*which));
    let paths = own.operations.iter().map(|index| OperationRef::Path(*index));
    let webhooks = own.webhooks.iter().map(|index| OperationRef::Webhook(*index));
    let mut items: Vec<Node> =
        paths.chain(webhooks).filter(listed).map(|which| operation_node(api, locale, which)).collect();
    if depth < TAG_DEPTH {
        let children =
            (0..api.api.tags.len()).filter(|child| api.api.tags[*child].parent == Some(tag as u32));
        items.extend(children.filter_map(|child| tag_node(api, locale, child, depth + 1)));
    }
    let items = portions(&format!("tag:{}", own.slug), items);
    let route = api.tag_route(locale, tag);
    let kind = match items.is_empty() {
        true => NodeKind::Page(route),
        false => {
            NodeKind::Category(Category { route: Some(route), collapsed: true, collapsible: true, items })
        }
    };
    Some(Node {
        key: format!("tag:{}", own.slug),
        label: own.label.to_string(),
        class_name: None,
        method: None,
        kind,
    })
}

fn operation_node(api: &SiteApi, locale: &Locale, which: OperationRef) -> Node {
    let operation = api.operation(which);
    Node {
        key: operation.slug.to_string(),
        label: operation.title.to_string(),
        class_name: operation.deprecated.then(|| "api-deprecated".to_owned()),
        method: Some(match which {
            OperationRef::Path(_) => operation.method.clone(),
            OperationRef::Webhook(_) => "EVENT".into(),
        }),
        kind: NodeKind::Page(api.operation_route(locale, which)),
    }
}

fn schema_label(api: &Api, schema: SchemaId, otherwise: impl FnOnce() -> String) -> String {
    let schema = &api.schemas[schema];
    schema.name.as_deref().or(schema.title.as_deref()).map_or_else(otherwise, str::to_owned)
}

/// What the sidebar says about each page.
struct Facts {
    sidebar: usize,
    stops: Vec<nav::Stop>,
    at: HashMap<RoutePath, usize>,
}

impl Facts {
    fn new(sidebar: usize, nodes: &[Node]) -> Self {
        let stops = nav::stops(nodes);
        let at = stops.iter().enumerate().map(|(index, stop)| (stop.route.clone(), index)).collect();
        Facts { sidebar, stops, at }
    }
}

struct Maker<'a> {
    input: &'a Input<'a>,
    api: &'a SiteApi,
    index: usize,
    locale: &'a Locale,
    l: usize,
    locales: &'a [Locale],
    facts: Facts,
}

impl Maker<'_> {
    fn pages(&self, pages: &mut Vec<Page>) {
        let document = &self.api.api;
        pages.push(Page {
            kind: PageKind::ApiIntro,
            title: self.api.title.clone(),
            description: self.described(document.description),
            content: Content::ApiIntro(self.index),
            ..self.page(|locale| self.api.intro_route(locale), 0)
        });
        for (tag, own) in document.tags.iter().enumerate() {
            pages.push(Page {
                kind: PageKind::ApiTag,
                title: own.label.to_string(),
                description: self.described(own.description),
                content: Content::ApiTag(self.index, tag),
                ..self.page(|locale| self.api.tag_route(locale, tag), own.place.file)
            });
        }
        for which in self.api.all_operations() {
            let operation = self.api.operation(which);
            pages.push(Page {
                kind: PageKind::ApiOperation,
                title: operation.title.to_string(),
                description: self.described(operation.description),
                content: Content::ApiOperation(self.index, which),
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
                title: self.schema_label(schema),
                description: self.described(own.description),
                content: Content::ApiSchema(self.index, schema),
                breadcrumbs: self.schema_crumbs(schema),
                ..self.page(route, own.place.file)
            });
        }
    }

    fn schema_label(&self, schema: SchemaId) -> String {
        schema_label(&self.api.api, schema, || (self.input.words)(&self.locale.code, "api_schema"))
    }

    /// A schema's page is in no tree; the way to it is by the document.
    fn schema_crumbs(&self, schema: SchemaId) -> Vec<Crumb> {
        if !self.input.config.docs.breadcrumbs {
            return Vec::new();
        }
        let document =
            Crumb { label: self.api.title.clone(), route: Some(self.api.intro_route(self.locale)) };
        vec![document, Crumb { label: self.schema_label(schema), route: None }]
    }

    /// What all pages of the document have; the caller says what it is.
    fn page(&self, route: impl Fn(&Locale) -> RoutePath, file: u32) -> Page {
        let own = route(self.locale);
        let stops = &self.facts.stops;
        let at = self.facts.at.get(&own).copied();
        let neighbour = |stop: &nav::Stop| Neighbour { label: stop.label.clone(), route: stop.route.clone() };
        let file = self.api.api.files.get(file as usize).or(self.api.api.files.first());
        Page {
            // A schema's page is in no tree, but is read beside the same one.
            sidebar: Some(Place {
                sidebar: self.facts.sidebar,
                trail: at.map_or_else(Vec::new, |at| stops[at].trail.clone()),
            }),
            breadcrumbs: at
                .filter(|_| self.input.config.docs.breadcrumbs)
                .map_or_else(Vec::new, |at| stops[at].crumbs.clone()),
            previous: at.and_then(|at| at.checked_sub(1)).map(|at| neighbour(&stops[at])),
            next: at.and_then(|at| stops.get(at + 1)).map(neighbour),
            edit_url: file.and_then(|file| collect::edit_address(self.input.config, file)),
            in_locales: match self.locales.len() {
                1 => Vec::new(),
                _ => self.locales.iter().enumerate().map(|(l, locale)| (l, route(locale))).collect(),
            },
            ..collect::generated(own, self.l)
        }
    }

    /// The first paragraph of a description, as plain text.
    fn described(&self, text: Option<TextId>) -> Option<String> {
        self.api.api[text?].document.summary.as_deref().map(str::to_owned)
    }
}
