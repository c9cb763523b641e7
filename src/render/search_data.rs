//! A page's search settings, which browsers use, and a page's facets, which crawlers use.
//!
//! This module handles the provider and the search page, but not how results are found.

use serde_json::{Value as Json, json};

use super::{
    Renderer,
    chunk::{HeadTag, search_styles},
    head::meta,
    templates::escape,
    theme::Theme,
};
use crate::config::{Answerer, FacetFilter, SearchConfig};
use crate::path::Addressing;
use crate::search;
use crate::site::{Page, Site};

/// Returns the search settings of a locale, or `None` if the site has no search. `theme/src/chunk.ts` explains the
/// meaning of each key and of a missing key. Null values are left out.
pub(super) fn search_data(site: &Site, theme: &Theme, at: &Addressing, locale: usize) -> Option<Json> {
    let config = &site.config.search;
    let options = match config.answerer()? {
        Answerer::Embedded => None,
        Answerer::Algolia { app_id, api_key, index_name } => {
            Some(json!({ "appId": app_id, "apiKey": api_key, "indexName": index_name }))
        }
    };
    let filters = config.facet_filters.iter().map(|filter| match filter {
        FacetFilter::One(one) => json!(one),
        FacetFilter::Any(any) => json!(any),
    });
    let there = |list: Vec<Json>| Some(list).filter(|list| !list.is_empty());
    // In the embedded index, facets always have their usual names.
    let is_own = options.is_some() && config.facet != SearchConfig::default().facet;
    Some(json!({
        "styles": search_styles(theme, at),
        "page": page_href(site, at, locale),
        "provider": options.is_some().then_some("algolia"),
        "options": options,
        "contextual": (!config.contextual).then_some(false),
        "facet": is_own.then_some(&config.facet),
        "filters": there(filters.collect()),
        "placeholder": config.placeholder.as_deref().map(|text| site.locales[locale].translate(text)),
        "externalUrlRegex": config.external_url_regex,
        "suggestions": there(search::sections(site, locale).into_iter().map(Json::from).collect()),
        "reportUrl": config.report_url,
    }))
}

/// Returns the URL of a locale's search page.
pub(super) fn page_href(site: &Site, at: &Addressing, locale: usize) -> Option<String> {
    site.search_route(locale).map(|route| at.href(&route))
}

/// Returns a tag that connects to the search host early, or `None` for the embedded search.
pub(super) fn preconnect(config: &SearchConfig) -> Option<String> {
    let host = config.hosts().into_iter().next()?;
    Some(format!("<link rel=\"preconnect\" href=\"{}\" crossorigin>", escape(&host)))
}

impl Renderer<'_> {
    /// Returns tags with the locale and version of a page, for crawlers that fill a hosted index.
    pub(super) fn search_tags(&self, page: &Page) -> Vec<HeadTag> {
        let site = self.site;
        if site.config.search.answerer().is_none() {
            return Vec::new();
        }
        let facets = search::Facets::of(site, page);
        let values = [
            ("language", facets.language),
            ("version", facets.version),
            (site.config.search.facet.as_str(), facets.tag.as_str()),
        ];
        values.into_iter().map(|(name, value)| meta(format!("docsearch:{name}"), value)).collect()
    }
}
