//! `[search]`: the search settings.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems, SearchIndexOptions};
use crate::diag::{Code, Diagnostic};
use crate::path::RoutePath;
use crate::script::invalid_regex;

/// The search provider and the search settings.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// The provider: `embedded` for an index that is built with the site, `algolia` for a hosted index, or `none` or
    /// `false` for no search.
    pub provider: SearchProvider,
    /// For `algolia` and `docgen search push`: the application ID.
    pub app_id: Option<String>,
    /// For `algolia`: the public search key. Never put the admin key here.
    pub api_key: Option<String>,
    /// For `algolia` and `docgen search push`: the index name.
    pub index_name: Option<String>,
    /// Finds only pages in the reader's locale and version.
    pub contextual: bool,
    /// The facet that contains a page's version.
    pub facet: String,
    /// More facets that results must match, in the form `facet:value`. If several facets are in a nested list, a result
    /// must match at least one of them.
    pub facet_filters: Vec<FacetFilter>,
    /// The path of the search page, or `false` for no search page.
    pub page: SearchPage,
    /// The placeholder in the search field. Default: the UI string `search_placeholder`.
    pub placeholder: Option<String>,
    /// A JavaScript regular expression. Results with a matching URL always open at that URL, even if the URL looks like
    /// the URL of a page on this site.
    pub external_url_regex: Option<String>,
    /// The URL where readers can report a query without results. `{query}` is replaced with the query.
    #[schemars(extend("x-url" = "link"))]
    pub report_url: Option<String>,
    /// The index's content and ranking.
    pub index: SearchIndexOptions,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig {
            provider: SearchProvider::default(),
            app_id: None,
            api_key: None,
            index_name: None,
            contextual: true,
            facet: "docusaurus_tag".into(),
            facet_filters: Vec::new(),
            page: SearchPage::Path("search".into()),
            placeholder: None,
            external_url_regex: None,
            report_url: None,
            index: SearchIndexOptions::default(),
        }
    }
}

/// The search provider.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SearchProvider {
    /// A provider.
    Named(ProviderName),
    /// `false`: no search.
    Switch(bool),
}

impl Default for SearchProvider {
    fn default() -> Self {
        SearchProvider::Named(ProviderName::Embedded)
    }
}

/// The name of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderName {
    /// An index that is built with the site.
    Embedded,
    /// Algolia.
    Algolia,
    /// No search.
    None,
}

/// A facet that results must match.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FacetFilter {
    /// This facet.
    One(String),
    /// One of these facets.
    Any(Vec<String>),
}

/// The path of the search page.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SearchPage {
    /// This path, below the locale's home page.
    Path(String),
    /// `false`: no search page.
    Switch(bool),
}

/// The provider with its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answerer<'a> {
    /// The index that is built with the site.
    Embedded,
    /// Algolia.
    Algolia {
        /// The application ID.
        app_id: &'a str,
        /// The public search key.
        api_key: &'a str,
        /// The name of the index.
        index_name: &'a str,
    },
}

impl SearchConfig {
    /// Returns the provider, or `None` if the site has no search.
    pub fn answerer(&self) -> Option<Answerer<'_>> {
        match self.provider {
            SearchProvider::Named(ProviderName::Embedded) | SearchProvider::Switch(true) => {
                Some(Answerer::Embedded)
            }
            SearchProvider::Named(ProviderName::Algolia) => {
                let (app_id, api_key, index_name) =
                    (self.app_id.as_deref()?, self.api_key.as_deref()?, self.index_name.as_deref()?);
                Some(Answerer::Algolia { app_id, api_key, index_name })
            }
            SearchProvider::Named(ProviderName::None) | SearchProvider::Switch(false) => None,
        }
    }

    /// Returns the path of the search page in each locale, or `None` if there is no search page.
    pub fn page(&self) -> Option<RoutePath> {
        self.answerer()?;
        match &self.page {
            SearchPage::Path(path) => Some(RoutePath::written(path)),
            SearchPage::Switch(true) => Some(RoutePath::written("search")),
            SearchPage::Switch(false) => None,
        }
    }

    /// Returns the hosts that a page contacts while a reader searches, in the order in which the page tries them. For
    /// the embedded search, the list is empty.
    pub fn hosts(&self) -> Vec<String> {
        let Some(Answerer::Algolia { app_id, .. }) = self.answerer() else { return Vec::new() };
        application_hosts(app_id, "-dsn").collect()
    }
}

/// Returns the hosts of an Algolia application. `kind` is the suffix of the first host's subdomain, such as `-dsn` for
/// a host near the reader.
pub(crate) fn application_hosts(app_id: &str, kind: &str) -> impl Iterator<Item = String> {
    let app = app_id.to_lowercase();
    let first = format!("https://{app}{kind}.algolia.net");
    std::iter::once(first).chain((1..=3).map(move |number| format!("https://{app}-{number}.algolianet.com")))
}

/// The facets of the embedded index.
const EMBEDDED_FACETS: [&str; 2] = ["language", "docusaurus_tag"];

/// Reports missing and invalid settings. If a key that the hosted search requires is missing, the site has no search.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let search = &mut config.search;
    for value in [&mut search.app_id, &mut search.api_key, &mut search.index_name] {
        *value = value.take().filter(|value| !value.trim().is_empty());
    }
    if search.provider == SearchProvider::Named(ProviderName::Algolia) {
        let needed =
            [("app_id", &search.app_id), ("api_key", &search.api_key), ("index_name", &search.index_name)];
        for (key, _) in needed.into_iter().filter(|(_, value)| value.is_none()) {
            let message = format!("missing key `{key}` in `search`: the `algolia` provider requires it");
            let hint = "copy the application ID, the search-only API key, and the index name from the Algolia dashboard";
            problems.report("search.provider", message, hint);
        }
    }
    // The ID becomes part of a hostname, even for `docgen search push`.
    let is_id = |id: &String| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if let Some(app_id) = search.app_id.take_if(|id| !is_id(id)) {
        let message = format!("invalid application ID `{app_id}`");
        let diagnostic = Diagnostic::new(Code::InvalidConfig, message);
        problems.diagnostics.push(diagnostic.at_value(problems.source, "search.app_id"));
    }
    if search.answerer() == Some(Answerer::Embedded) {
        let known = |tag: &String| EMBEDDED_FACETS.contains(&tag.split(':').next().unwrap_or_default());
        let mut index = 0;
        search.facet_filters.retain(|filter| {
            let path = format!("search.facet_filters.{index}");
            index += 1;
            let unknown = match filter {
                FacetFilter::One(tag) => (!known(tag)).then_some((tag, path)),
                FacetFilter::Any(tags) => tags
                    .iter()
                    .enumerate()
                    .find(|(_, tag)| !known(tag))
                    .map(|(inner, tag)| (tag, format!("{path}.{inner}"))),
            };
            if let Some((tag, path)) = &unknown {
                let message = format!("the embedded search has no facet `{tag}`");
                let hint = "use `language:<code>` or `docusaurus_tag:<tag>`";
                problems.report(path, message, hint);
            }
            unknown.is_none()
        });
    }
    let invalid = search.external_url_regex.as_deref().and_then(invalid_regex);
    if let Some((pattern, error)) = search.external_url_regex.take_if(|_| invalid.is_some()).zip(invalid) {
        let message = format!("`search.external_url_regex`: invalid regular expression `{pattern}`: {error}");
        let hint = "in TOML, put regular expressions in single quotes";
        problems.report("search.external_url_regex", message, hint);
    }
    let known = ["https://", "http://", "mailto:", "/"];
    let is_address = |url: &String| known.iter().any(|start| url.starts_with(start));
    if let Some(url) = search.report_url.take_if(|url| !is_address(url)) {
        let message = format!("`search.report_url`: expected a URL or path, found `{url}`");
        problems.report("search.report_url", message, "start it with `https://`");
    }
}
