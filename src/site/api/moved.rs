//! Links to `/api`, the URL of a site's only OpenAPI document, after the site has got a second document.

use std::sync::Arc;

use super::SiteApi;
use crate::diag::Hint;
use crate::path::RoutePath;
use crate::site::{Locale, Page, page_at};

/// If a path without a page would be the path of a document if the document were the site's only one, returns a hint. The
/// hint has a change only if a single document has a page with this name.
pub(in crate::site) fn hint(
    apis: &[SiteApi],
    pages: &[Arc<Page>],
    locale: &Locale,
    route: &RoutePath,
) -> Option<Hint> {
    let rest = route.as_str().strip_prefix(locale.home.join("api").as_str())?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let is_current = |api: &&SiteApi| api.config.version.is_none();
    let unplaced: Vec<&SiteApi> =
        apis.iter().filter(is_current).filter(|api| api.config.route.is_none()).collect();
    if unplaced.is_empty() || unplaced.iter().any(|api| api.route.as_str() == "/api") {
        return None;
    }
    let page = |api: &&SiteApi| {
        let route = api.root(locale).join(rest);
        (rest.is_empty() || page_at(pages, &route).is_some()).then_some((api.config.file.clone(), route))
    };
    let found: Vec<(String, RoutePath)> = unplaced.iter().filter_map(page).collect();
    let why = "the site has several OpenAPI documents, so";
    match &found[..] {
        [] => None,
        [(file, new)] => {
            let hint = Hint::meant(route.as_str(), new.as_str(), false);
            let keep = format!("or set `file = \"{file}\"` and `route = \"/api\"` in an `[[openapi]]` table");
            Some(Hint {
                text: format!("{why} the URL of `{file}` is now `{new}`; link to it, {keep}"),
                ..hint
            })
        }
        _ => {
            let urls: Vec<String> = found.iter().map(|(file, new)| format!("`{new}` (`{file}`)")).collect();
            let urls = urls.join(" and ");
            let text = format!(
                "{why} their URLs start with the names of the documents: {urls}; link to one of them, or set \
                 `route = \"/api\"` in the `[[openapi]]` table of the document that had this URL"
            );
            Some(text.into())
        }
    }
}
