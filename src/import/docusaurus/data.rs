//! Converts the data files next to Docusaurus pages: categories and authors.

use serde_json::{Map, Value as Json, json};

use super::super::left::Left;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node, Value};

/// The category keys that docgen supports.
const CATEGORY: [&str; 7] =
    ["label", "position", "collapsed", "collapsible", "className", "description", "link"];

/// Converts a `_category_` file. If the file doesn't have to change, returns `None`.
pub(super) fn category(source: &Source, path: &SourcePath) -> Option<String> {
    let node = tree::of_other_program(source)?;
    let mut entries: Map<String, Json> = known(&node, &CATEGORY);
    // Docusaurus ignores a link without a known type.
    let is_link = |link: &Json| {
        link.is_null() || ["generated-index", "doc"].contains(&link["type"].as_str().unwrap_or_default())
    };
    if entries.get("link").is_some_and(|link| !is_link(link)) {
        entries.shift_remove("link");
    }
    if let Some(link) = entries.get_mut("link").filter(|link| link["type"] == "generated-index") {
        let folder = path.parent().rsplit('/').next().unwrap_or_default();
        let label = node.at(&["label"]).and_then(Node::text);
        let label = label.unwrap_or_else(|| super::routes::without_number(folder).to_owned());
        let link = link.as_object_mut()?;
        link.retain(|key, _| matches!(key.as_str(), "type" | "title" | "description" | "slug"));
        let slug = || format!("/category/{}", crate::path::slugify(label.trim())).into();
        link.entry("slug").or_insert_with(slug);
    }
    Some(written(&entries, source))
}

/// The author keys that docgen supports.
const AUTHOR: [&str; 6] = ["name", "title", "url", "image_url", "description", "page"];

/// The social platforms, each with the start of its profile URLs.
const SOCIALS: [(&str, &str); 7] = [
    ("github", "https://github.com/"),
    ("x", "https://x.com/"),
    ("twitter", "https://twitter.com/"),
    ("linkedin", "https://www.linkedin.com/in/"),
    ("bluesky", "https://bsky.app/profile/"),
    ("mastodon", "https://mastodon.social/@"),
    ("stackoverflow", "https://stackoverflow.com/users/"),
];

/// Converts an authors file. If an author has no URL, uses the URL of the author's first social profile.
pub(super) fn authors(source: &Source, left: &mut Left) -> Option<String> {
    let node = tree::of_other_program(source)?;
    let mut authors = Map::new();
    for (key, author) in node.entries()? {
        let mut entries = known(author, &AUTHOR);
        let social = || {
            let (name, base) = SOCIALS.iter().find(|(name, _)| author.at(&["socials", name]).is_some())?;
            let account = author.at(&["socials", name])?.text()?;
            Some(if account.contains("://") { account } else { format!("{base}{account}") })
        };
        if !entries.contains_key("url")
            && let Some(url) = social()
        {
            entries.insert("url".to_owned(), url.into());
        } else if let Some((key, _)) = author.entry("socials") {
            left.note(
                source,
                key.range.clone(),
                "an author's list of social profiles",
                "set `url` to the URL of one of the profiles",
            );
        }
        // In docgen, authors have pages unless `page` is `false`.
        let has_page = entries.remove("page").is_some_and(|page| page != json!(false));
        if !has_page {
            entries.insert("page".to_owned(), false.into());
        }
        authors.insert(key.name.clone(), entries.into());
    }
    Some(written(&authors, source))
}

fn known(node: &Node, keys: &[&str]) -> Map<String, Json> {
    let entries = node.entries().unwrap_or_default().iter();
    let known =
        entries.filter(|(key, node)| keys.contains(&key.name.as_str()) && !matches!(node.value, Value::Null));
    known.map(|(key, node)| (key.name.clone(), node.json())).collect()
}

/// Returns entries in a file's syntax.
fn written(entries: &Map<String, Json>, source: &Source) -> String {
    match source.path.extension() {
        "json" => serde_json::to_string_pretty(entries).unwrap_or_default() + "\n",
        // JSON values are valid YAML.
        _ => entries.iter().map(|(key, value)| format!("{}: {value}\n", json!(key))).collect(),
    }
}
