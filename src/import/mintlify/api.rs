//! The OpenAPI documents on a site. docgen creates the pages for the operations in the documents.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::Mintlify;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::{Content, Origin, api};
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

/// The possible base paths of documents, with the preferred path first.
const ROUTES: [&str; 3] = ["/api", "/rest-api", "/openapi"];

/// The default folder in the URLs of generated pages.
const FOLDER: &str = "api-reference";

/// The documents.
#[derive(Default)]
pub(super) struct Apis(Vec<Document>);

/// A document.
pub(super) struct Document {
    /// The path of the file in the original site.
    path: SourcePath,
    /// All files of the document.
    files: Vec<SourcePath>,
    /// The ID of the document's sidebar in the new site.
    pub id: String,
    /// The base path of the document's pages in the new site.
    route: String,
    pub operations: Vec<Operation>,
}

/// An operation or a webhook.
#[derive(Clone)]
pub(super) struct Operation {
    /// The method in uppercase, or `WEBHOOK`.
    method: String,
    path: String,
    pub title: String,
    pub tag: Option<String>,
    /// The URL path that the document specifies for the page.
    href: Option<String>,
    /// The URL path of the page in the new site.
    pub url: String,
}

impl Apis {
    /// Reads the documents that the config refers to and, if pages show operations, all other documents.
    pub(super) fn read(site: &Mintlify<'_>, left: &mut Left) -> Self {
        let mut paths = BTreeSet::new();
        named(&site.config, &mut |name, node| {
            if name.contains("://") {
                let what = format!("the OpenAPI document at `{name}`");
                left.note(&site.source, node.range.clone(), &what, "download it to `openapi`");
            } else {
                paths.insert(SourcePath::new(name.trim_start_matches('/')));
            }
        });
        let shows_operation = |path: &&SourcePath| {
            let text = site.origin.text(path).map(|source| source.text);
            text.is_some_and(|text| text.lines().take(40).any(|line| line.starts_with("openapi:")))
        };
        if site.pages.values().any(|path| shows_operation(&path)) {
            let is_data = |path: &&SourcePath| matches!(path.extension(), "json" | "yaml" | "yml");
            paths.extend(
                site.origin
                    .files()
                    .iter()
                    .filter(is_data)
                    .filter(|path| !site.ignored.has(path.as_str()))
                    .cloned(),
            );
        }
        let taken = |route: &str| {
            let folder = &route[1..];
            site.pages.keys().any(|page| page == folder || page.starts_with(&format!("{folder}/")))
        };
        let route = ROUTES.into_iter().find(|route| !taken(route)).unwrap_or("/api-operations");
        let mut documents: Vec<Document> =
            paths.iter().filter_map(|path| Document::read(site.origin, path)).collect();
        let is_alone = documents.len() == 1;
        for (index, document) in documents.iter_mut().enumerate() {
            document.id = if is_alone { "openapi".to_owned() } else { format!("openapi-{}", index + 1) };
            document.route = if is_alone { route.to_owned() } else { format!("{route}/{}", index + 1) };
            for operation in &mut document.operations {
                operation.url = format!("{}/{}", document.route, operation.url);
            }
        }
        Apis(documents)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|document| document.operations.len()).sum()
    }

    /// Returns the document with this path.
    pub(super) fn document(&self, path: &str) -> Option<&Document> {
        let path = SourcePath::new(path.trim_start_matches('/'));
        self.0.iter().find(|document| document.path == path)
    }

    /// Returns the operation that a string, such as `GET /users` or `openapi.json GET /users`, refers to. `file` is the
    /// document to search first.
    pub(super) fn operation(&self, text: &str, file: Option<&str>) -> Option<&Operation> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (file, method, path) = match words[..] {
            [file, method, path] => (Some(file), method, path),
            [method, path] => (file, method, path),
            _ => return None,
        };
        let is_named = |document: &&Document| {
            file.is_some_and(|file| {
                document.path.as_str() == file.trim_start_matches('/') || document.path.stem() == file
            })
        };
        let all = self.0.iter().filter(is_named).chain(self.0.iter());
        let is_same = |operation: &&Operation| {
            operation.method.eq_ignore_ascii_case(method)
                && operation.path.trim_end_matches('/') == path.trim_end_matches('/')
        };
        all.flat_map(|document| &document.operations).find(is_same)
    }

    /// Adds the documents to the new site.
    pub(super) fn write(&self, files: &mut BTreeMap<SourcePath, Content>, settings: &mut Settings) {
        for document in &self.0 {
            for file in &document.files {
                files.insert(SourcePath::new(format!("openapi/{file}")), Content::Copy(file.clone()));
            }
            let file = format!("openapi/{}", document.path);
            settings.push("openapi", json!({ "file": file, "id": document.id, "route": document.route }));
        }
    }
}

/// Calls a function with each document name in the config.
fn named<'n>(node: &'n Node, found: &mut dyn FnMut(String, &'n Node)) {
    for (key, value) in node.entries().unwrap_or_default() {
        if key.name == "openapi" {
            for name in sources(value) {
                found(name, value);
            }
        }
        named(value, found);
    }
    node.items().iter().for_each(|item| named(item, found));
}

/// Returns the document names in a value, which is a path, a list of paths, or a table with a `source` key.
pub(super) fn sources(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(path) => vec![path.clone()],
        Value::List(items) => items.iter().flat_map(sources).collect(),
        Value::Table(_) => node.at(&["source"]).map(sources).unwrap_or_default(),
        _ => Vec::new(),
    }
}

impl Document {
    fn read(origin: &dyn Origin, path: &SourcePath) -> Option<Self> {
        let api::Document { files, tree, api } = api::read(origin, path)?;
        let webhooks = api.webhooks.iter().map(|webhook| ("WEBHOOK".to_owned(), webhook));
        let all =
            api.operations.iter().map(|operation| (operation.method.to_string(), operation)).chain(webhooks);
        let operations = all.map(|(method, operation)| {
            let node = tree.at(&["paths", &operation.path, &method.to_lowercase()]);
            let text = |keys: &[&str]| node.and_then(|node| node.at(keys)).and_then(Node::text);
            let tags = node.and_then(|node| node.at(&["tags"])).map_or(&[][..], Node::items);
            Operation {
                title: text(&["summary"]).unwrap_or_else(|| operation.title.to_string()),
                tag: tags.first().and_then(Node::text),
                href: text(&["x-mint", "href"]),
                method,
                path: operation.path.to_string(),
                url: operation.slug.to_string(),
            }
        });
        let operations = operations.collect();
        Some(Document { path: path.clone(), files, id: String::new(), route: String::new(), operations })
    }
}

impl Operation {
    /// Returns the URL path of the page in the original site.
    pub(super) fn old_url(&self, folder: Option<&str>) -> String {
        if let Some(href) = &self.href {
            return format!("/{}", href.trim_matches('/'));
        }
        let folder = folder.unwrap_or(FOLDER).trim_matches('/');
        let name = match self.title.is_empty() {
            true => format!("{}-{}", self.method.to_lowercase(), file_name(&self.path)),
            false => file_name(&self.title),
        };
        let tag = self.tag.as_deref().map(file_name).unwrap_or_default();
        let parts = [folder, &tag, &name];
        parts.iter().filter(|part| !part.is_empty()).fold(String::new(), |url, part| url + "/" + part)
    }
}

/// Returns the filename that Mintlify derives from a title, tag, or path.
fn file_name(text: &str) -> String {
    let (mut name, mut rest) = (String::new(), text);
    while let Some((before, (inner, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        let _ = inner;
        name += before;
        name.push('-');
        rest = after;
    }
    name += rest;
    let name = name.replace(' ', "-");
    let name = name.strip_prefix('-').unwrap_or(&name);
    let name = name.strip_suffix('-').unwrap_or(name);
    let kept: String = name.chars().filter(|c| !"{}(),.'\n/".contains(*c)).collect();
    kept.replace("--", "-").to_lowercase()
}
