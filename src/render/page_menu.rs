//! A page's menu, with actions for the page's Markdown version and for the site's MCP server.

use minijinja::{Value, context};

use super::{Renderer, sample::Sample};
use crate::config::DownloadFormat;
use crate::openapi::{OperationRef, Subject};
use crate::site::{Content, Page};

impl Renderer<'_> {
    /// Returns the values for a page's menu.
    pub(super) fn page_menu(&self, page: &Page) -> Value {
        let (config, site) = (&self.site.config.reader, &self.site.config.site);
        let messages = &self.messages[page.locale];
        // An assistant can't open a path without a host.
        let is_public = site.url.is_some() && !page.draft;
        let url = self.absolute(&self.at.file_href(&self.at.markdown(&page.route)));
        let prompt = messages.fill("page_menu_prompt", &[("url", url.as_str())]);
        let assistants = config.assistants.iter().filter(|_| is_public);
        let server = config.mcp_url.as_ref().map(|url| {
            let name = self.site.locales[page.locale].translate(&site.title);
            let connections = config.assistants.iter().filter_map(|assistant| {
                let href = assistant.connect(name, url)?;
                Some(context! { name => assistant.name(), href })
            });
            context! { url, connections => connections.collect::<Vec<_>>() }
        });
        context! {
            assistants => assistants
                .map(|assistant| context! { name => assistant.name(), href => assistant.chat(&prompt) })
                .collect::<Vec<_>>(),
            server,
            all_pages => self.all_pages(),
            document => self.operation_document(page).map(|(href, place)| context! { href, place }),
            shortcuts => config.shortcuts,
        }
    }

    /// For an operation's page, returns the URL of the document that contains the operation, and the operation's place in
    /// the document. `theme/src/body/apiDocument.ts` makes the operation's own document from it.
    pub(super) fn operation_document(&self, page: &Page) -> Option<(String, String)> {
        let Content::Api(api, Subject::Operation(which)) = page.content else { return None };
        let api = &self.site.apis[api];
        let mut all = self.downloads(api).into_iter();
        let (path, _) = all.find(|(_, download)| download.format == DownloadFormat::Json)?;
        let operation = api.operation(which);
        let list = if matches!(which, OperationRef::Path(_)) { "paths" } else { "webhooks" };
        let place = format!("{list} {} {}", operation.method.to_lowercase(), operation.path);
        Some((self.at.file_href(&path), place))
    }
}

/// Returns sample values, to test templates.
pub(super) fn sample(sample: &Sample) -> Value {
    let item = || context! { name => "Assistant", href => "https://example.com/" };
    let server = context! {
        url => "https://example.com/mcp",
        connections => sample.list("page.menu.server.connections", item()),
    };
    context! {
        assistants => sample.list("page.menu.assistants", item()),
        all_pages => "/llms.txt",
        document => sample.some("page.menu.document", context! { href => "/api/openapi.json", place => "paths get /a" }),
        server => sample.some("page.menu.server", server),
        shortcuts => sample.flag("page.menu.shortcuts"),
    }
}
