//! A site's components, and the site data that they can use.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Sources;
use crate::component::{self, Library, VariableSources};
use crate::config::Config;
use crate::diag::{Code, Diagnostic};
use crate::markdown;
use crate::path::SourcePath;
use crate::site;

/// Returns the files of components by component name.
pub(super) fn components(sources: &Sources) -> BTreeMap<String, SourcePath> {
    sources.components.iter().map(|path| (path.stem().to_owned(), path.clone())).collect()
}

/// Reports the files that have the same name as another component.
pub(super) fn unused(sources: &Sources) -> Vec<Diagnostic> {
    let used = components(sources);
    let unused = sources.components.iter().filter(|path| used.get(path.stem()) != Some(path));
    let report = |path: &SourcePath| {
        let message = format!("`{path}` isn't used: `{}` is the same component", used[path.stem()]);
        Diagnostic::new(Code::UnusedContent, message).in_file(path).hint("remove one of the files")
    };
    unused.map(report).collect()
}

/// Returns TypeScript declarations of the components that pages can use.
pub(crate) fn declarations(sources: &Sources, files: Arc<dyn component::Files>) -> String {
    let (site, variables) = (serde_json::Value::Null, VariableSources::default());
    markdown::declarations(&Library::new(components(sources), &site, None, variables, files))
}

/// Returns the site data that components can use.
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

/// Returns the sources of the site's variables.
pub(super) fn variables(config: &Config, sources: &Sources) -> VariableSources {
    let mut all = VariableSources { config: sources.config.clone(), ..VariableSources::default() };
    let labels = site::version_labels(config, sources.markdown.iter().map(|source| &source.path));
    all.labels.extend(labels);
    for docs in &*config.docs {
        for version in &docs.versions {
            if let Some(past) = &version.past {
                let folder = format!("versions/{}/{}", version.name, docs.id);
                all.past.insert(folder, (past.clone(), docs.id.clone()));
            }
        }
    }
    all
}
