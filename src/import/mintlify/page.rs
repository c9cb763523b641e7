//! Converts pages and snippets.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::api::Operation;
use super::navigation::Navigation;
use super::{Mintlify, route, text, title_of};
use crate::import::front_matter::{self, FrontMatter};
use crate::import::left::Left;
use crate::import::{site, titles};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// A converted page.
pub(super) struct Converted {
    pub path: SourcePath,
    pub text: String,
    /// The components that the new site needs.
    pub components: BTreeSet<&'static str>,
}

/// The top-level folders of a docgen site.
const OWN: [&str; 5] = ["components", "content", "openapi", "overrides", "static"];

impl Mintlify<'_> {
    /// Returns the API operation that a page shows instead of its own text.
    pub(super) fn operation_of(&self, slug: &str) -> Option<&Operation> {
        self.shown.get(slug)
    }

    /// Reads the API operation that a page shows.
    pub(super) fn read_operation(&self, slug: &str) -> Option<&Operation> {
        let (source, front_matter) = self.front_matter(slug)?;
        let is_empty = source.text[front_matter.end..].trim().is_empty();
        let operation = front_matter.entries.iter().find(|entry| entry.name == "openapi")?.node.text()?;
        self.apis.operation(&operation, None).filter(|_| is_empty)
    }

    /// Converts a page. If the page contains only a link to another site or only an API operation, returns `None`.
    pub(super) fn page(
        &self,
        slug: &str,
        path: &SourcePath,
        navigation: &Navigation,
    ) -> (Option<Converted>, Left) {
        let mut left = Left::default();
        let Some(source) = self.origin.text(path) else { return (None, left) };
        let front_matter = front_matter::read(&source);
        let has = |name: &str| front_matter.entries.iter().any(|entry| entry.name == name);
        if has("url") || self.operation_of(slug).is_some() {
            return (None, left);
        }
        let mut entries = self.entries(&source, &front_matter, &mut left);
        if !has("title") {
            entries.insert("title".to_owned(), title_of(slug).into());
        }
        if !navigation.pages.contains_key(slug) && self.has_navigation() {
            entries.insert("unlisted".to_owned(), true.into());
        }
        if let Some(sidebar) = navigation.pages.get(slug).filter(|_| !self.languages.is_empty()) {
            entries.entry("displayed_sidebar").or_insert_with(|| sidebar.as_str().into());
        }
        let place = self.languages.place(slug);
        let name = place.id.rsplit('/').next().unwrap_or(&place.id);
        let is_hidden = place.id.split('/').any(|part| part.starts_with('_'));
        let is_pinned = site::pinned(&format!("{}.mdx", place.id), &place.route).is_some()
            || is_hidden
            || name.eq_ignore_ascii_case("readme");
        if is_pinned && name != "index" || place.route != route(&place.id) {
            entries.insert("slug".to_owned(), place.route.into());
        }
        let mut converted = self.text_of(&source, front_matter.end, slug, &mut left);
        self.add_lead(&front_matter, &source, &mut converted.text, &mut left);
        let text = titles::below(&entries, converted.text);
        let text = front_matter::write(&entries) + "\n" + text.trim_start_matches('\n');
        let file: String =
            place.id.split('/').map(|part| part.trim_start_matches('_')).collect::<Vec<_>>().join("/");
        let folder = place.locale.map_or_else(String::new, |locale| format!("i18n/{locale}/"));
        let path = SourcePath::new(format!("content/{folder}docs/{file}.mdx"));
        (Some(Converted { path, text, components: converted.components }), left)
    }

    fn has_navigation(&self) -> bool {
        self.config.at(&["navigation"]).and_then(Node::entries).is_some_and(|entries| !entries.is_empty())
    }

    /// Adds the content above the page's text: the page's description and, for an API operation, the request.
    fn add_lead(&self, front_matter: &FrontMatter, source: &Source, text: &mut String, left: &mut Left) {
        let find = |name: &str| front_matter.entries.iter().find(|entry| entry.name == name);
        let value = |name: &str| find(name).and_then(|entry| entry.node.text());
        let mut lead = String::new();
        let is_custom = value("mode").as_deref() == Some("custom");
        let description =
            value("description").filter(|description| !is_custom && !description.trim().is_empty());
        if let Some(description) = description {
            lead += &format!("{}\n\n", text::escaped(description.trim()));
        }
        if let Some(request) = value("api") {
            lead += &format!("`{}`\n\n", request.trim());
        }
        if let Some((request, entry)) = value("openapi").zip(find("openapi")) {
            match self.apis.operation(&request, None) {
                Some(operation) => lead += &format!("[`{}`]({})\n\n", request.trim(), operation.url),
                None => {
                    let hint = "add it to the OpenAPI document";
                    left.note(source, entry.value.clone(), "an operation that isn't in any document", hint);
                    lead += &format!("`{}`\n\n", request.trim());
                }
            }
        }
        text.insert_str(0, &lead);
    }

    /// Converts the front matter.
    fn entries(&self, source: &Source, front_matter: &FrontMatter, left: &mut Left) -> Map<String, Json> {
        let is = |node: &Node, wanted: bool| matches!(node.value, Value::Bool(value) if value == wanted);
        // Whether the page hides its pagination links. The conversion drops `null` values, so the keys are added
        // afterward.
        let is_last = Cell::new(false);
        let mut entries = front_matter.converted(source, left, |name, node| {
            Some(match name {
                "title" | "description" => vec![(
                    if name == "title" { "title" } else { "description" },
                    node.text().map_or(Json::Null, Into::into),
                )],
                "sidebarTitle" => vec![("sidebar_label", node.text().map_or(Json::Null, Into::into))],
                "hidden" => vec![("unlisted", is(node, true).then_some(true).map_or(Json::Null, Into::into))],
                "searchable" | "noindex" => {
                    let is_left_out = is(node, name == "noindex");
                    vec![("search", is_left_out.then_some(false).map_or(Json::Null, Into::into))]
                }
                "boost" => match node.value {
                    Value::Number(boost) if boost > 0.0 => {
                        vec![("search", json!({ "boost": boost.clamp(0.1, 10.0) }))]
                    }
                    _ => Vec::new(),
                },
                "keywords" => {
                    let words: Vec<String> = match node.text() {
                        Some(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
                        None => node.items().iter().filter_map(Node::text).collect(),
                    };
                    vec![("keywords", words.into())]
                }
                "og:image" => vec![("image", node.text().map_or(Json::Null, Into::into))],
                "lastUpdatedDate" => {
                    let entry = front_matter.entries.iter().find(|entry| entry.name == "lastUpdatedDate");
                    let date = entry.map(|entry| source.text[entry.value.clone()].trim_matches(['"', '\'']));
                    vec![("last_update", date.map_or(Json::Null, |date| json!({ "date": date })))]
                }
                "hideFooterPagination" => {
                    is_last.set(is(node, true));
                    Vec::new()
                }
                "mode" => match node.text().as_deref() {
                    Some("wide" | "center" | "frame") => vec![("hide_table_of_contents", true.into())],
                    // The page has nothing but its own text.
                    Some("custom") => vec![
                        ("hide_table_of_contents", true.into()),
                        ("hide_title", true.into()),
                        ("displayed_sidebar", Json::Null),
                    ],
                    _ => Vec::new(),
                },
                "openapi" | "api" | "openapi-schema" => Vec::new(),
                _ => return None,
            })
        });
        if is_last.get() {
            entries.extend(["pagination_prev", "pagination_next"].map(|name| (name.to_owned(), Json::Null)));
        }
        entries
    }

    /// Converts the text of a page or snippet.
    fn text_of(&self, source: &Source, start: usize, slug: &str, left: &mut Left) -> text::Converted {
        let address = |url: &str, _: bool| self.address(slug, url);
        let specifier = |path: &str| self.specifier(&source.path, path);
        let context = text::Context {
            address: &address,
            specifier: &specifier,
            variables: &self.variables,
            is_snippet: self.snippets.contains(&source.path),
        };
        text::convert(source, start, &context, left)
    }

    /// Converts a file that pages import.
    pub(super) fn snippet(
        &self,
        path: &SourcePath,
    ) -> Option<(SourcePath, String, BTreeSet<&'static str>, Left)> {
        let mut left = Left::default();
        let source = self.origin.text(path)?;
        let to = SourcePath::new(snippet_path(path.as_str()));
        if !matches!(path.extension(), "md" | "mdx") {
            let specifier = |specifier: &str| self.specifier(path, specifier);
            let converted = text::script(&source.text, &specifier);
            return Some((to, converted.text, converted.components, left));
        }
        let start = front_matter::read(&source).end;
        let slug = path.as_str().rsplit_once('.').map_or(path.as_str(), |(bare, _)| bare);
        let converted = self.text_of(&source, start, slug, &mut left);
        Some((to, converted.text, converted.components, left))
    }

    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`.
    fn address(&self, slug: &str, url: &str) -> Option<String> {
        let (path, suffix) = url.split_at(url.find(['#', '?']).unwrap_or(url.len()));
        let has_scheme =
            path.split_once(':').is_some_and(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric()));
        if path.is_empty() || has_scheme || path.starts_with("//") {
            return None;
        }
        let joined = match path.strip_prefix('/') {
            Some(rooted) => SourcePath::new(rooted),
            None => SourcePath::new(slug).join_sibling(path),
        };
        let name = joined.as_str();
        if let Some(page) = self.page_at(name) {
            let to = self.operation_of(page).map_or_else(|| route(page), |operation| operation.url.clone());
            return (to != path).then(|| to + suffix);
        }
        if let Some(to) = self.redirects.get(&format!("/{}", name.trim_end_matches('/'))) {
            return Some(if to.contains('#') { to.clone() } else { to.clone() + suffix });
        }
        let is_file = self.origin.files().binary_search(&joined).is_ok();
        (is_file && !path.starts_with('/')).then(|| format!("/{name}{suffix}"))
    }

    /// Converts an import specifier. If the specifier doesn't change, returns `None`.
    fn specifier(&self, from: &SourcePath, path: &str) -> Option<String> {
        if !path.starts_with(['/', '.']) && !path.starts_with("snippets/") {
            return None;
        }
        let found = text::module(from, path, self.origin)?;
        Some(format!("/{}", snippet_path(found.as_str())))
    }
}

/// Returns the path of a snippet in the new site.
fn snippet_path(path: &str) -> String {
    match path.split('/').next().is_some_and(|folder| OWN.contains(&folder)) {
        true => format!("snippets/{path}"),
        false => path.to_owned(),
    }
}
