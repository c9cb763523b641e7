//! A site's components, and the facts about the site that they can use.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Sources;
use crate::component::{self, Library};
use crate::config::Config;
use crate::markdown;
use crate::path::SourcePath;

/// Returns the files of components by their names.
pub(super) fn components(sources: &Sources) -> BTreeMap<String, SourcePath> {
    sources.components.iter().map(|path| (path.stem().to_owned(), path.clone())).collect()
}

/// Returns TypeScript declarations of the components that pages can use.
pub(crate) fn declarations(sources: &Sources, files: Arc<dyn component::Files>) -> String {
    markdown::declarations(&Library::new(components(sources), &serde_json::Value::Null, None, None, files))
}

/// Returns the facts about the site that its components can use.
pub(super) fn site_values(config: &Config) -> serde_json::Value {
    let site = &config.site;
    serde_json::json!({
        "title": site.title,
        "tagline": site.tagline,
        "url": site.url,
        "baseUrl": site.base_url,
        "locale": config.i18n.default_locale,
    })
}
