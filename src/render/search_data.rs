//! What pages carry for the search: its settings for the browser, and the tags by which a crawler tells pages apart.
//!
//! It knows who answers and where the search page is; what is found, and how, is not its business.

use serde::Serialize;

use super::Renderer;
use super::chunk::{HeadTag, search_styles};
use super::head::meta;
use super::templates::escape;
use super::theme::Theme;
use crate::config::{Answerer, FacetFilter, SearchConfig};
use crate::path::Addressing;
use crate::search;
use crate::site::{Page, Site};

/// The search of one language; `theme/src/chunk.ts` says what each key means, and what one left out does.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchData<'a> {
    styles: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<HostedOptions<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contextual: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facet: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    filters: Vec<Filter<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholder: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    external_url_regex: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report_url: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HostedOptions<'a> {
    app_id: &'a str,
    api_key: &'a str,
    index_name: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Filter<'a> {
    One(&'a str),
    Any(&'a [String]),
}

impl<'a> SearchData<'a> {
    /// The settings of a language's search; none where the site has no search.
    pub(super) fn new(site: &'a Site, theme: &Theme, at: &Addressing, locale: usize) -> Option<Self> {
        let config = &site.config.search;
        let (provider, options) = match config.answerer()? {
            Answerer::Embedded => (None, None),
            Answerer::Algolia { app_id, api_key, index_name } => {
                (Some("algolia"), Some(HostedOptions { app_id, api_key, index_name }))
            }
        };
        let filters = config.facet_filters.iter().map(|filter| match filter {
            FacetFilter::One(one) => Filter::One(one),
            FacetFilter::Any(any) => Filter::Any(any),
        });
        Some(SearchData {
            styles: search_styles(theme, at),
            page: page_href(site, at, locale),
            provider,
            contextual: (!config.contextual).then_some(false),
            // The embedded index knows its facets by their usual names.
            facet: (options.is_some() && config.facet != SearchConfig::default().facet)
                .then_some(&config.facet),
            filters: filters.collect(),
            placeholder: config.placeholder.as_deref(),
            external_url_regex: config.external_url_regex.as_deref(),
            suggestions: search::sections(site, locale),
            report_url: config.report_url.as_deref(),
            options,
        })
    }
}

/// The address of a language's search page.
pub(super) fn page_href(site: &Site, at: &Addressing, locale: usize) -> Option<String> {
    site.search_route(locale).map(|route| at.href(&route))
}

/// Opens the connection to the host that will answer; nothing where that is the site itself.
pub(super) fn preconnect(config: &SearchConfig) -> Option<String> {
    let host = config.hosts().into_iter().next()?;
    Some(format!("<link rel=\"preconnect\" href=\"{}\" crossorigin>", escape(&host)))
}

impl Renderer<'_> {
    /// The tags that say which language and version a page belongs to, for what fills a hosted index.
    pub(super) fn search_tags(&self, page: &Page) -> Vec<HeadTag> {
        let site = self.site;
        if site.config.search.answerer().is_none() {
            return Vec::new();
        }
        let facets = search::Facets::of(site, page);
        let tag = facets.tag();
        let values = [
            ("language", facets.language),
            ("version", facets.version),
            (site.config.search.facet.as_str(), tag.as_str()),
        ];
        values.into_iter().map(|(name, value)| meta(format!("docsearch:{name}"), value)).collect()
    }
}
