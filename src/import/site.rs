//! Converts what the sites of all generators have in common: the URL of the site, its repository, style sheets, and
//! files that aren't pages.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::settings::Settings;
use super::{Content, Origin};
use crate::path::SourcePath;

/// Sets the URL of the site and the path below its host.
pub(super) fn set_url(settings: &mut Settings, url: &str) {
    let after = url.find("://").map_or(0, |at| at + 3);
    let end = url[after..].find('/').map_or(url.len(), |at| after + at);
    if after > 0 {
        settings.set("site.url", &url[..end]);
    }
    if !url[end..].trim_matches('/').is_empty() {
        settings.set("site.base_url", format!("/{}/", url[end..].trim_matches('/')));
    }
}

/// Lowers problems that the site had before, so that they don't fail the first build.
pub(super) fn lower_diagnostics(settings: &mut Settings) {
    for code in ["broken-link", "missing-image", "duplicate-id", "duplicate-route"] {
        settings.set(&format!("diagnostics.{code}"), "warn");
    }
}

/// Returns an item of the navbar that links to a repository. Its label defaults to the name of the repository.
pub(super) fn repository(url: &str, label: Option<String>) -> Json {
    let label =
        label.unwrap_or_else(|| url.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned());
    json!({ "label": label, "href": url, "position": "right" })
}

/// Returns an entry of `[[head]]` for a style sheet.
pub(super) fn style_sheet(url: &str) -> Json {
    json!({ "tag": "link", "attributes": { "rel": "stylesheet", "href": url } })
}

/// Returns an entry of `[[head]]` for a script.
pub(super) fn script(url: &str) -> Json {
    json!({ "tag": "script", "attributes": { "src": url, "defer": true } })
}

/// Splits a relative URL before its query or fragment. Returns `None` for another URL.
pub(super) fn relative(url: &str) -> Option<(&str, &str)> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let has_scheme =
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if url.is_empty() || url.contains("://") || url.starts_with(['/', '#', '?']) || has_scheme {
        return None;
    }
    Some(url.split_at(url.find(['#', '?']).unwrap_or(url.len())))
}

/// Copies the files of a folder that aren't `left_out`, so that their URLs stay the same. Returns their number.
pub(super) fn copy_others(
    origin: &dyn Origin,
    folder: &str,
    files: &mut BTreeMap<SourcePath, Content>,
    left_out: impl Fn(&str) -> bool,
) -> usize {
    let others = origin.files().iter().filter_map(|file| {
        let below = file.strip_dir(folder).filter(|below| !left_out(below))?;
        Some((SourcePath::in_static(below), Content::Copy(file.clone())))
    });
    let before = files.len();
    files.extend(others);
    files.len() - before
}

/// Returns the slug of a page, given its URL path, if its file name doesn't determine that path in docgen.
pub(super) fn pinned(page: &str, route: &str) -> Option<String> {
    let is_same = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
    (!route.chars().all(is_same)
        || page.rsplit('/').nth(1).is_some_and(|folder| route.ends_with(&format!("/{folder}/{folder}"))))
    .then(|| route.to_owned())
}
