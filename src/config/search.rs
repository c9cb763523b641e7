//! `[search]`: the settings of the search.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, ConfigSource, SearchIndexOptions};
use crate::diag::{Code, Diagnostic};
use crate::path::RoutePath;

/// The search: who answers, and what is offered around the answers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Who answers: `embedded`, an index that is built with the site and travels with it; `algolia`, a hosted one; `none`
    /// or `false`, nobody.
    pub provider: SearchProvider,
    /// `algolia` and `docgen search push`: the id of the application.
    pub app_id: Option<String>,
    /// `algolia`: the public key for searching. The key that may change the index is never written here.
    pub api_key: Option<String>,
    /// `algolia` and `docgen search push`: the name of the index.
    pub index_name: Option<String>,
    /// Finds pages in the reader's language and version only.
    pub contextual: bool,
    /// The facet that says which version a page belongs to.
    pub facet: String,
    /// What hits must be tagged with besides, each a facet, a colon and a value; of a list in the list, one is enough.
    pub facet_filters: Vec<FacetFilter>,
    /// The path of the search page; `false`: the site has none.
    pub page: SearchPage,
    /// What stands in the input while it is empty; the text `search_placeholder` of the interface when left out.
    pub placeholder: Option<String>,
    /// Hits whose address matches this expression of JavaScript lead to that address, even if it looks like the site's.
    pub external_url_regex: Option<String>,
    /// Where readers report a query that should have had results; `{query}` in it stands for the query.
    #[schemars(extend("x-url" = "link"))]
    pub report_url: Option<String>,
    /// What the index holds and what counts more in it.
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

/// Who answers a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SearchProvider {
    /// One of those there are.
    Named(ProviderName),
    /// `false`: nobody.
    Switch(bool),
}

impl Default for SearchProvider {
    fn default() -> Self {
        SearchProvider::Named(ProviderName::Embedded)
    }
}

/// A provider by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProviderName {
    /// An index that travels with the site.
    Embedded,
    /// Algolia.
    Algolia,
    /// Nobody.
    None,
}

/// What a hit must be tagged with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FacetFilter {
    /// This.
    One(String),
    /// One of these.
    Any(Vec<String>),
}

/// Where the search page is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SearchPage {
    /// At this path, below the language's first page.
    Path(String),
    /// `false`: nowhere.
    Switch(bool),
}

/// Who answers, with all it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer<'a> {
    /// The index that travels with the site.
    Embedded,
    /// Algolia.
    Algolia {
        /// The id of the application.
        app_id: &'a str,
        /// The public key.
        api_key: &'a str,
        /// The name of the index.
        index_name: &'a str,
    },
}

impl SearchConfig {
    /// Who answers; none where the site has no search.
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

    /// The path of the search page in each language; none where there is no page.
    pub fn page(&self) -> Option<RoutePath> {
        self.answerer()?;
        match &self.page {
            SearchPage::Path(path) => Some(RoutePath::written(path)),
            SearchPage::Switch(true) => Some(RoutePath::written("search")),
            SearchPage::Switch(false) => None,
        }
    }

    /// Hosts that pages ask while a reader searches, first the one that is asked first; none where the site itself answers.
    pub fn hosts(&self) -> Vec<String> {
        let Some(Answerer::Algolia { app_id, .. }) = self.answerer() else { return Vec::new() };
        let app = app_id.to_lowercase();
        let further = (1..=3).map(|number| format!("https://{app}-{number}.algolianet.com"));
        std::iter::once(format!("https://{app}-dsn.algolia.net")).chain(further).collect()
    }
}

/// The facets that the embedded index knows.
const EMBEDDED_FACETS: [&str; 2] = ["language", "docusaurus_tag"];

/// Reports a provider that lacks what it needs, and settings that cannot be right; a hosted search without its keys is
/// none.
pub(super) fn check(config: &mut Config, source: &ConfigSource<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut report = |path: &str, diagnostic: Diagnostic| diagnostics.push(diagnostic.at_value(source, path));
    let search = &mut config.search;
    for value in [&mut search.app_id, &mut search.api_key, &mut search.index_name] {
        *value = value.take().filter(|value| !value.trim().is_empty());
    }
    if search.provider == SearchProvider::Named(ProviderName::Algolia) {
        let needed =
            [("app_id", &search.app_id), ("api_key", &search.api_key), ("index_name", &search.index_name)];
        for (key, _) in needed.into_iter().filter(|(_, value)| value.is_none()) {
            let message = format!("`search.provider` is `algolia`, which needs `{key}`");
            let hint = "the application's id, its search-only key and the index's name are in its dashboard";
            report("search.provider", Diagnostic::new(Code::InvalidConfig, message).hint(hint));
        }
    }
    // It becomes part of a host's name, also where only `docgen search push` asks that host.
    let is_id = |id: &String| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if let Some(app_id) = search.app_id.take_if(|id| !is_id(id)) {
        let message = format!("`{app_id}` is no id of an application");
        report("search.app_id", Diagnostic::new(Code::InvalidConfig, message));
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
                let message = format!("the embedded search has no facet for `{tag}`");
                let hint = "it knows `language:<code>` and `docusaurus_tag:<tag>`";
                report(path, Diagnostic::new(Code::InvalidConfig, message).hint(hint));
            }
            unknown.is_none()
        });
    }
    let known = ["https://", "http://", "mailto:", "/"];
    let is_address = |url: &String| known.iter().any(|start| url.starts_with(start));
    if let Some(url) = search.report_url.take_if(|url| !is_address(url)) {
        let message = format!("`search.report_url` isn't a URL or path: `{url}`");
        report(
            "search.report_url",
            Diagnostic::new(Code::InvalidConfig, message).hint("write it with `https://`"),
        );
    }
}
