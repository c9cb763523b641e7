//! Pages of OpenAPI documents: their HTML and their Markdown twins.
//!
//! Takes a document with its place in the site and gives what stands in the body of a page. Rows are written straight
//! into one string, of which a large operation has thousands; templates hold the skeleton of a page alone. What is shown
//! of a schema is decided in `openapi::tree`, where links lead in `site`; here it is worded and marked up. Whatever a
//! document says is escaped or, where it is raw HTML, sanitised.

mod examples;
mod facts;
mod intro;
mod island;
mod json;
mod operation;
mod rows;
mod text;
mod twin;
mod writer;

use crate::openapi::merge::Views;
use crate::openapi::outline;
use crate::render::Renderer;
use crate::site::{Content, OperationRef, Page, Site, SiteApi};
use text::Texts;
use writer::Writer;

/// What the pages of one document share.
pub(super) struct Shared<'a> {
    views: Views<'a>,
    texts: Texts<'a>,
}

impl<'a> Shared<'a> {
    /// What the pages of each document of a site share.
    pub(super) fn all(site: &'a Site) -> Vec<Shared<'a>> {
        let of = |api: &'a SiteApi| Shared {
            views: Views::new(&api.api),
            texts: Texts::new(&api.api, &api.resolved),
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

impl<'a> Renderer<'a> {
    /// The parts of a page of an OpenAPI document; `None` for any other page.
    pub(super) fn api_parts(&self, page: &Page) -> Option<Parts> {
        let writer = |api: usize| {
            let shared = (&self.site.apis[api], &self.apis[api]);
            let language = (page.locale, &self.site.locales[page.locale]);
            Writer::new(shared, &self.at, language, &self.messages[page.locale])
        };
        let mut parts = Parts::default();
        match &page.content {
            Content::ApiIntro(api) => {
                let mut content = writer(*api);
                content.intro();
                parts.content = content.out;
            }
            Content::ApiTag(api, tag) => {
                let mut content = writer(*api);
                content.tag(*tag);
                parts.content = content.out;
            }
            Content::ApiOperation(api, which) => {
                let site_api: &'a SiteApi = &self.site.apis[*api];
                let operation = site_api.operation(*which);
                let webhook = matches!(which, OperationRef::Webhook(_));
                let (outline, tree) = outline::of_operation(&self.apis[*api].views, operation, webhook);
                let mut content = writer(*api);
                content.endpoint(operation, webhook);
                parts.endpoint = std::mem::take(&mut content.out);
                content.operation(operation, &outline, &tree, webhook);
                parts.content = std::mem::take(&mut content.out);
                content.side(operation, webhook);
                parts.side = content.out;
                parts.deprecated = operation.deprecated;
            }
            Content::ApiSchema(api, schema) => {
                let tree = outline::of_schema(&self.apis[*api].views, *schema);
                let mut content = writer(*api);
                content.schema(*schema, &tree);
                parts.content = std::mem::take(&mut content.out);
                content.schema_side(*schema);
                parts.side = content.out;
                parts.deprecated = self.site.apis[*api].api.schemas[*schema].deprecated;
            }
            _ => return None,
        }
        Some(parts)
    }
}
