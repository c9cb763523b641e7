//! Leaves out static files and redirects that the new site's pages replace. Most generators let a page replace a static
//! file with the same URL, but docgen reports such a file as an error. docgen also writes files that other generators
//! don't write, such as the Markdown version of a page.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::DocumentMut;

use super::{Content, Imported, front_matter};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::source::Source;

/// The extensions of the files that docgen writes for a page.
const WRITTEN: [&str; 3] = ["html", "json", "md"];

/// Removes the static files and redirects that have the same output path as a file of a page, and reports them.
pub(super) fn remove(imported: &mut Imported) {
    let below = |path: &SourcePath| path.strip_dir("static").map(str::to_owned);
    let is_candidate = |path: &SourcePath| WRITTEN.contains(&path.extension()) && below(path).is_some();
    let has_file = imported.files.keys().any(is_candidate);
    let config = SourcePath::new("docgen.toml");
    let document = match imported.files.get(&config) {
        Some(Content::Text(text)) => text.parse::<DocumentMut>().ok(),
        _ => None,
    };
    let is_like_file = |from: &str| WRITTEN.iter().any(|extension| from.ends_with(&format!(".{extension}")));
    let mut document = document.filter(|document| redirects(document).any(|(from, _)| is_like_file(&from)));
    if !has_file && document.is_none() {
        return;
    }
    let outputs = outputs(&imported.files);
    if let Some(document) = &mut document {
        let is_taken = |from: &str| outputs.contains(from.trim_matches('/'));
        // The Markdown version of a page can take the place of a redirect to the page.
        let is_same = |from: &str, to: &str| {
            from.rsplit_once('.').is_some_and(|(stem, _)| stem == to.trim_end_matches('/'))
        };
        let taken: Vec<(String, String)> = redirects(document).filter(|(from, _)| is_taken(from)).collect();
        for (from, to) in taken.iter().filter(|(from, to)| !is_same(from, to)) {
            let message = format!("not imported: the redirect from `{from}` to `{to}`");
            let hint = "use another URL; docgen writes a file of a page to this one";
            imported.left.push(Diagnostic::new(Code::NotImported, message).hint(hint));
        }
        if let Some(tables) = document.get_mut("redirects").and_then(toml_edit::Item::as_array_of_tables_mut)
        {
            tables.retain(|table| !table.get("from").and_then(toml_edit::Item::as_str).is_some_and(is_taken));
        }
        if !taken.is_empty() {
            imported.files.insert(config, Content::Text(document.to_string()));
        }
    }
    let is_replaced = |path: &SourcePath| below(path).is_some_and(|below| outputs.contains(&below));
    for path in imported.files.keys().filter(|path| is_replaced(path)).cloned().collect::<Vec<_>>() {
        let Some(Content::Copy(file)) = imported.files.remove(&path) else { continue };
        let message = format!("not imported: `{}`, which would replace a page", file.file_name());
        let hint = "copy the content that you need to the page with this URL";
        imported.left.push(Diagnostic::new(Code::NotImported, message).in_file(&file).hint(hint));
    }
}

/// Returns the paths of the redirects in a config, and their targets.
fn redirects(document: &DocumentMut) -> impl Iterator<Item = (String, String)> {
    let tables = document.get("redirects").and_then(toml_edit::Item::as_array_of_tables);
    tables.into_iter().flatten().filter_map(|table| {
        let text = |key: &str| Some(table.get(key)?.as_str()?.to_owned());
        Some((text("from")?, text("to")?))
    })
}

/// Returns the output paths of the pages.
fn outputs(files: &BTreeMap<SourcePath, Content>) -> BTreeSet<String> {
    let config = match files.get(&SourcePath::new("docgen.toml")) {
        Some(Content::Text(text)) => text.parse::<toml::Table>().unwrap_or_default(),
        _ => toml::Table::new(),
    };
    let has_slash = config.get("site").and_then(|site| site.get("trailing_slash")?.as_bool()).unwrap_or(true);
    let docs = config.get("docs").and_then(|docs| docs.get(0).or(Some(docs)));
    let of_docs = |key: &str| docs.and_then(|docs| docs.get(key));
    let route = of_docs("route").and_then(toml::Value::as_str).unwrap_or("/docs");
    let strips = of_docs("number_prefixes").and_then(toml::Value::as_bool).unwrap_or(true);
    // Without a page at the root, docgen writes a redirect.
    let mut outputs: BTreeSet<String> =
        ["index.html", "index.json", "404.html"].map(str::to_owned).into_iter().collect();
    for (path, content) in files.iter().filter(|(path, _)| matches!(path.extension(), "md" | "mdx")) {
        let (prefix, below) = match (path.strip_dir("content/pages"), path.strip_dir("content/docs")) {
            (Some(below), _) => ("", below),
            (_, Some(below)) => (route, below),
            _ => continue,
        };
        let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
        let url = match slug(path, content) {
            Some(slug) if slug.starts_with('/') => slug,
            Some(slug) => SourcePath::new(stem).join_sibling(&slug).as_str().to_owned(),
            None => {
                let strip = |part| if strips { crate::site::strip_number(part).1 } else { part };
                let parts: Vec<&str> = stem.split('/').map(strip).collect();
                match parts.split_last() {
                    Some((last, folders)) if is_index(last) => folders.join("/"),
                    _ => parts.join("/"),
                }
            }
        };
        let url = SourcePath::new(format!("{prefix}/{url}"));
        let own = match url.as_str() {
            "" => ["html", "json", "md"].map(|extension| format!("index.{extension}")),
            url if has_slash => {
                [format!("{url}/index.html"), format!("{url}/index.json"), format!("{url}.md")]
            }
            url => ["html", "json", "md"].map(|extension| format!("{url}.{extension}")),
        };
        outputs.extend(own);
    }
    outputs
}

fn is_index(name: &str) -> bool {
    matches!(name.to_ascii_lowercase().as_str(), "index" | "readme")
}

/// Returns the slug in a page's front matter.
fn slug(path: &SourcePath, content: &Content) -> Option<String> {
    let Content::Text(text) = content else { return None };
    let entries = front_matter::read(&Source::new(path.clone(), text.as_str())).entries;
    entries.iter().find(|entry| entry.name == "slug")?.node.text()
}
