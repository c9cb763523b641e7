//! The URLs of the pages' sources.

use super::MkDocs;

impl MkDocs<'_> {
    /// Returns the URL to edit a page, which contains `{path}`.
    pub(super) fn edit_url(&self) -> Option<String> {
        let template = self.text(&["edit_uri_template"]).filter(|url| url.contains("{path}"));
        let repository = self.text(&["repo_url"]).map(|url| url.trim_end_matches('/').to_owned());
        let uri = template.or_else(|| self.text(&["edit_uri"]));
        let default = || match repository.as_deref()? {
            url if url.contains("github.com") || url.contains("gitlab.com") => {
                Some("edit/master/".to_owned())
            }
            _ => None,
        };
        let uri = uri.or_else(default).filter(|uri| !uri.is_empty())?;
        let url = match uri.contains("://") {
            true => uri,
            false => joined(&repository?, uri.trim_start_matches('/')),
        };
        // The new path starts with the folder that contains the pages in the new site.
        let docs = format!("/{}", self.docs);
        let url = match url.trim_end_matches('/').strip_suffix(&docs) {
            Some(root) if !url.contains("{path}") => root.to_owned(),
            _ => url.replace(&format!("{docs}/{{path}}"), "/{path}"),
        };
        // docgen replaces `{path}` with the path relative to the site's folder.
        Some(if url.contains("{path}") { url } else { format!("{}/{{path}}", url.trim_end_matches('/')) })
    }
}

/// Returns the URL that pages' paths are added to. `repository` has no slash at its end.
fn joined(repository: &str, uri: &str) -> String {
    let separator = if uri.starts_with(['?', '#']) { "" } else { "/" };
    let whole = format!("{repository}{separator}{uri}");
    let is_relative = uri.split('/').any(|part| part == "..");
    let url = url::Url::parse(&whole).ok().filter(|_| is_relative);
    url.map_or(whole, |url| String::from(url).replace("%7B", "{").replace("%7D", "}"))
}
