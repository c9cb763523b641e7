//! Converts the data files next to Docusaurus pages: categories and authors.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value as Json, json};

use super::super::left::Left;
use super::Docusaurus;
use crate::path::{SourcePath, UniqueNames};
use crate::source::Source;
use crate::source::tree::{self, Node, Value};

/// The category keys that docgen supports.
const CATEGORY: [&str; 7] =
    ["label", "position", "collapsed", "collapsible", "className", "description", "link"];

/// The type of a link to a page that lists the category's items.
const GENERATED: &str = "generated-index";

impl Docusaurus<'_> {
    /// Returns the URL paths of the categories' generated pages, by the path of the category's file. Categories with the
    /// same label have numbers, in the order of the sidebars.
    pub(super) fn category_slugs(&self) -> BTreeMap<SourcePath, String> {
        let texts =
            self.docs.iter().filter_map(|docs| self.origin.text(&self.path(docs.sidebars.as_deref()?)));
        let sidebars: String = texts.map(|source| source.text.to_string()).collect();
        let mut found = Vec::new();
        for path in self.origin.files().iter().filter(|path| path.stem() == "_category_") {
            let folder = self.files.folders.iter().find_map(|(old, _)| Some((old, path.strip_dir(old)?)));
            let (Some((folder, below)), Some(source)) = (folder, self.origin.text(path)) else { continue };
            let Some(node) = tree::of_other_program(&source) else { continue };
            let link = |key| node.at(&["link", key]).and_then(Node::text);
            if link("type").as_deref() == Some(GENERATED) && link("slug").is_none() {
                let top = below.split('/').next().unwrap_or_default();
                let quoted = [format!("'{top}'"), format!("\"{top}\"")];
                let place = quoted.iter().find_map(|name| sidebars.find(name)).unwrap_or(usize::MAX);
                found.push((place, path, folder, slug(&node, path)));
            }
        }
        found.sort();
        let mut taken: HashMap<&str, UniqueNames> = HashMap::new();
        let given = found.into_iter().map(|(_, path, folder, slug)| {
            let names = taken.entry(folder).or_insert_with(|| UniqueNames::numbered_from(1));
            (path.clone(), names.give(slug, |name, number| format!("{name}-{number}")))
        });
        given.collect()
    }
}

/// Returns the URL path of the page that Docusaurus generates for a category.
fn slug(node: &Node, path: &SourcePath) -> String {
    let folder = path.parent().rsplit('/').next().unwrap_or_default();
    let label = node.at(&["label"]).and_then(Node::text);
    let label = label.unwrap_or_else(|| super::routes::without_number(folder).to_owned());
    format!("/category/{}", crate::path::slugify(label.trim()))
}

/// Converts a `_category_` file. `slugs` contains the URL paths of generated pages. If the file doesn't have to change,
/// returns `None`.
pub(super) fn category(
    source: &Source,
    path: &SourcePath,
    slugs: &BTreeMap<SourcePath, String>,
) -> Option<String> {
    let node = tree::of_other_program(source)?;
    let mut entries: Map<String, Json> = known(&node, &CATEGORY);
    // Docusaurus ignores a link without a known type.
    let is_link = |link: &Json| {
        link.is_null() || [GENERATED, "doc"].contains(&link["type"].as_str().unwrap_or_default())
    };
    if entries.get("link").is_some_and(|link| !is_link(link)) {
        entries.shift_remove("link");
    }
    if let Some(link) = entries.get_mut("link").filter(|link| link["type"] == GENERATED) {
        let link = link.as_object_mut()?;
        link.retain(|key, _| matches!(key.as_str(), "type" | "title" | "description" | "slug"));
        let slug = || slugs.get(path).cloned().unwrap_or_else(|| slug(&node, path));
        link.entry("slug").or_insert_with(|| slug().into());
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
