//! A page's menu, with actions for the page's Markdown version and for the site's MCP server.

use minijinja::{Value, context};

use super::{Renderer, sample::Sample};
use crate::site::Page;

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
            shortcuts => config.shortcuts,
        }
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
        server => sample.some("page.menu.server", server),
        shortcuts => sample.flag("page.menu.shortcuts"),
    }
}
