//! The list of an API's operations as a file. Agents read this file instead of the navigation trees, because it also
//! contains the paths, and only the operations of the latest release.

use serde::Serialize;

use super::chunk::to_json;
use crate::openapi::{OperationRef, sample::server_address, server::placed};
use crate::path::Addressing;
use crate::site::{Site, SiteApi};

/// The operations of an API. `src/mcp/operations.rs` and `theme/src/agent/operations.ts` read this format.
#[derive(Serialize)]
struct Operations<'a> {
    /// The title of the API.
    title: &'a str,
    operations: Vec<Operation<'a>>,
}

#[derive(Serialize)]
struct Operation<'a> {
    id: &'a str,
    /// The method, or `EVENT` for a webhook.
    method: &'a str,
    /// The path of the endpoint, including the path of the server. For a webhook, it's the name of the event.
    path: String,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'a str>,
    /// The URL path of the page.
    href: String,
}

/// Returns the ID of each API in its latest release, and the text of the API's file.
pub(super) fn lists<'a>(site: &'a Site, at: &'a Addressing) -> impl Iterator<Item = (&'a str, String)> {
    site.current_apis().map(move |api| (&*api.id, list(site, at, api)))
}

fn list(site: &Site, at: &Addressing, api: &SiteApi) -> String {
    let mut all: Vec<OperationRef> = api.api.all_operations().collect();
    // The same order as in the sidebar: by tag, and operations without tags at the end.
    all.sort_by_key(|which| api.operation(*which).tags.first().copied().unwrap_or(u32::MAX));
    let operations = all.into_iter().map(|which| {
        let operation = api.operation(which);
        let tag = operation.tags.first().map(|tag| &*api.api.tags[*tag as usize].label);
        let server = placed(&operation.servers).first().map(server_address).unwrap_or_default();
        Operation {
            id: operation.id.as_deref().unwrap_or(&operation.slug),
            method: if which.is_webhook() { "EVENT" } else { &operation.method },
            path: match which.is_webhook() {
                true => operation.path.to_string(),
                false => format!("{}{}", path_of(&server), operation.path),
            },
            title: &operation.title,
            tag: tag.filter(|tag| !tag.is_empty()),
            href: at.href(&api.operation_route(&site.locales[0], which)),
        }
    });
    to_json(&Operations { title: &api.title, operations: operations.collect() })
}

/// Returns the path of a server's URL.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}
