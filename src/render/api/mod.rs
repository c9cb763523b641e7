//! Pages of OpenAPI documents: their HTML and their Markdown twins.
//!
//! Takes a document with its place in the site and gives what stands in the body of a page. Rows are written straight
//! into one string, of which a large operation has thousands; templates hold the skeleton of a page alone. What is shown
//! of a schema is decided in `openapi::tree`, where links lead in `site`; here it is worded and marked up. Whatever a
//! document says is escaped or, where it is raw HTML, sanitised.

mod examples;
mod facts;
mod inline;
mod intro;
mod island;
mod json;
mod links;
mod lists;

mod operation;
mod request;
mod room;
mod rows;
mod side;
mod styles;
mod text;
mod twin;
mod writer;

use crate::markdown::highlight::Cache;
use crate::openapi::OperationRef;
use crate::openapi::outline;
use crate::openapi::request::schemas;
use crate::openapi::tree::{Budget, Trees};
use crate::path::{Addressing, OutPath, RoutePath};
use crate::render::Renderer;
use crate::site::{Content, Page, Site, SiteApi};
use facts::Words;
use text::Texts;
use twin::Twin;
use writer::Writer;

/// What the pages of one document share.
pub(super) struct Shared<'a> {
    views: Trees<'a>,
    texts: Texts<'a>,
    /// Examples that are not JSON, highlighted.
    highlight: Cache,
    /// Whether some description has a diagram.
    diagrams: bool,
}

impl<'a> Shared<'a> {
    /// What the pages of each document of a site share.
    pub(super) fn all(site: &'a Site) -> Vec<Shared<'a>> {
        let of = |api: &'a SiteApi| Shared {
            views: Trees::new(&api.api),
            texts: Texts::new(&api.api, &api.resolved, site.config.image_hosts(&api.config)),
            highlight: Cache::default(),
            diagrams: api.api.texts.iter().any(|text| !text.document.islands.is_empty()),
        };
        site.apis.iter().map(of).collect()
    }
}

/// The parts of a page that its template puts together.
#[derive(Default)]
pub(super) struct Parts {
    /// The method and the path.
    pub(super) endpoint: String,
    /// The column of text.
    pub(super) content: String,
    /// The column beside it.
    pub(super) side: String,
    /// Whether the page is deprecated.
    pub(super) deprecated: bool,
}

/// Where the schemas of an operation's request are, beside its chunk.
pub(super) fn request_schemas(at: &Addressing, route: &RoutePath) -> OutPath {
    let chunk = at.chunk(route);
    let name = chunk.as_str();
    OutPath::new(match name.strip_suffix("/index.json") {
        Some(folder) => format!("{folder}/request.json"),
        None => format!("{}.request.json", name.strip_suffix(".json").unwrap_or(name)),
    })
}

/// Whether an operation has a console with something to check.
fn checks_request(api: &SiteApi, which: OperationRef) -> bool {
    let operation = api.operation(which);
    let mut bodies = operation.body.iter().flat_map(|body| &body.content);
    matches!(which, OperationRef::Path(_))
        && api.config.console
        && (bodies.any(|media| media.schema.is_some())
            || operation.parameters.iter().any(|parameter| parameter.schema.is_some()))
}

impl<'a> Renderer<'a> {
    /// Where the schemas of the page's request are written; none for a page without.
    pub(super) fn api_schemas_path(&self, page: &Page) -> Option<OutPath> {
        let Content::ApiOperation(api, which) = page.content else { return None };
        checks_request(&self.site.apis[api], which).then(|| request_schemas(&self.at, &page.route))
    }

    /// The islands of a page of an OpenAPI document.
    pub(super) fn api_islands(&self, page: &Page) -> Vec<&'static str> {
        let (api, request) = match page.content {
            Content::ApiOperation(api, which) => (api, matches!(which, OperationRef::Path(_))),
            Content::ApiIntro(api) | Content::ApiTag(api, _) | Content::ApiSchema(api, _) => (api, false),
            _ => return Vec::new(),
        };
        // Which of its texts are on a page, only its body knows; to load a little too much costs next to nothing.
        let diagram = self.apis[api].diagrams;
        [("diagram", diagram), ("request", request)]
            .into_iter()
            .filter(|(_, is)| *is)
            .map(|(name, _)| name)
            .collect()
    }

    /// The twin of a page as Markdown, below its title; none for a page of no OpenAPI document.
    pub(super) fn api_markdown(&self, page: &Page) -> Option<String> {
        let (Content::ApiIntro(index)
        | Content::ApiTag(index, _)
        | Content::ApiOperation(index, _)
        | Content::ApiSchema(index, _)) = page.content
        else {
            return None;
        };
        let (api, shared): (&'a SiteApi, _) = (&self.site.apis[index], &self.apis[index]);
        let mut twin = Twin {
            renderer: self,
            api,
            shared,
            language: &self.site.locales[page.locale],
            locale: page.locale,
            words: Words { messages: &self.messages[page.locale], markdown: true },
            out: String::new(),
        };
        match page.content {
            Content::ApiTag(_, tag) => twin.tag(tag),
            Content::ApiOperation(_, which) => {
                let operation = api.operation(which);
                let webhook = matches!(which, OperationRef::Webhook(_));
                let make = |budget| outline::of_operation(&shared.views, operation, webhook, budget);
                let (outline, tree) = room::whole(make, |(_, tree)| tree);
                twin.operation(operation, &outline, &tree, webhook);
            }
            Content::ApiSchema(_, schema) => {
                let make = |budget| outline::of_schema(&shared.views, schema, budget);
                twin.schema(schema, &room::whole(make, |tree| tree));
            }
            _ => twin.intro(),
        }
        Some(twin.out)
    }

    /// The schemas of the page's request.
    pub(super) fn api_schemas(&self, page: &Page) -> String {
        const NOTHING: &str = "{\"parameters\":{},\"bodies\":[],\"$defs\":{}}";
        let found = match &page.content {
            Content::ApiOperation(api, which) => {
                schemas(&self.apis[*api].views, self.site.apis[*api].operation(*which))
            }
            _ => None,
        };
        found.unwrap_or_else(|| NOTHING.to_owned())
    }

    /// The parts of a page of an OpenAPI document; `None` for any other page.
    pub(super) fn api_parts(&self, page: &Page) -> Option<Parts> {
        let writer = |api: usize| {
            let shared = (&self.site.apis[api], &self.apis[api]);
            let language = (page.locale, &self.site.locales[page.locale]);
            let markdown = page.has_markdown().then(|| self.at.file_href(&self.at.markdown(&page.route)));
            let mut writer = Writer::new(shared, &self.at, language, &self.messages[page.locale]);
            writer.markdown = markdown;
            writer
        };
        let mut parts = Parts::default();
        match &page.content {
            Content::ApiIntro(api) => {
                let mut content = writer(*api);
                content.intro();
                parts.content = content.column();
                content.intro_side();
                parts.side = content.out;
            }
            Content::ApiTag(api, tag) => {
                let mut content = writer(*api);
                content.tag(*tag);
                parts.content = content.column();
                content.tag_side(*tag);
                parts.side = content.out;
            }
            Content::ApiOperation(api, which) => {
                let site_api: &'a SiteApi = &self.site.apis[*api];
                let operation = site_api.operation(*which);
                let webhook = matches!(which, OperationRef::Webhook(_));
                let views = &self.apis[*api].views;
                let (outline, tree) = outline::of_operation(views, operation, webhook, Budget::default());
                let mut content = writer(*api);
                content.endpoint(operation, webhook);
                parts.endpoint = std::mem::take(&mut content.out);
                if checks_request(site_api, *which) {
                    content.schemas = Some(self.at.file_href(&request_schemas(&self.at, &page.route)));
                }
                content.island(operation, webhook);
                let island = std::mem::take(&mut content.out);
                content.room = room::column(island.len());
                content.operation(operation, &outline, &tree, webhook);
                parts.content = content.column();
                content.side(operation, webhook, &island);
                parts.side = content.out;
                parts.deprecated = operation.deprecated;
            }
            Content::ApiSchema(api, schema) => {
                let tree = outline::of_schema(&self.apis[*api].views, *schema, Budget::default());
                let mut content = writer(*api);
                content.about = Some(*schema);
                content.schema(*schema, &tree);
                parts.content = content.column();
                content.schema_side(*schema);
                parts.side = content.out;
                parts.deprecated = self.site.apis[*api].api.schemas[*schema].deprecated;
            }
            _ => return None,
        }
        Some(parts)
    }
}

#[cfg(test)]
mod tests;
