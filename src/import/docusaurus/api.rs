//! Converts the API references that plugins create. docgen creates pages for the same OpenAPI documents.

use std::collections::BTreeMap;

use serde_json::json;

use super::Docusaurus;
use super::content::{self, Docs, PageKind};
use super::routes::{self, kebab_case};
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::{Content, Origin, api};
use crate::openapi;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;

/// A function that finds the API references in a plugin's options.
type Find = fn(&Node) -> Vec<Reference>;

/// The plugins, without scopes and prefixes.
const PLUGINS: [(&str, Find); 3] =
    [("redocusaurus", of_redoc), ("@scalar/docusaurus", of_scalar), ("openapi-docs", of_generator)];

/// The ends of the names of generated pages.
const GENERATED: [&str; 4] = [".api.mdx", ".info.mdx", ".tag.mdx", ".schema.mdx"];

/// An API reference in a plugin's options.
struct Reference {
    /// The path or URL of the document.
    document: String,
    label: Option<String>,
    pages: Pages,
}

/// The pages of an API reference.
enum Pages {
    /// One page, with its URL path.
    One(String),
    /// Generated documents: the folder that contains them, and the ID of a docs plugin instance.
    Generated(String, Option<String>),
}

/// An API reference.
pub(super) struct Api {
    /// The ID of the reference's sidebar in the new site.
    id: String,
    pub label: String,
    /// The URL path of the first page.
    pub route: String,
    /// The index of a docs plugin instance, and the folder of the generated documents relative to the instance's folder.
    generated: Option<(usize, String)>,
    file: SourcePath,
    files: Vec<(SourcePath, Content)>,
    /// The URL paths of the original pages, each with the new URL path.
    moved: BTreeMap<String, String>,
}

impl Api {
    /// Whether a document was generated from the API. `below` is the path below the folder of the docs plugin instance.
    pub(super) fn has_page(&self, docs: usize, below: &str) -> bool {
        let is_generated = GENERATED.iter().any(|end| below.ends_with(end));
        is_generated && self.has_document(docs, below)
    }

    /// Whether a document with this ID or path belongs to the API.
    pub(super) fn has_document(&self, docs: usize, id: &str) -> bool {
        let Some((index, folder)) = &self.generated else { return false };
        let is_inside = |rest: &str| folder.is_empty() || rest.starts_with('/');
        *index == docs && id.strip_prefix(folder.as_str()).is_some_and(is_inside)
    }
}

fn text(node: &Node, keys: &[&str]) -> Option<String> {
    node.at(keys).and_then(Node::text)
}

fn of_redoc(options: &Node) -> Vec<Reference> {
    let reference = |spec: &Node| {
        let route = text(spec, &["route"]).or_else(|| text(spec, &["routePath"]));
        Some(Reference {
            document: text(spec, &["spec"]).or_else(|| text(spec, &["specUrl"]))?,
            label: text(spec, &["layout", "title"]),
            pages: Pages::One(route.unwrap_or_else(|| "/api".to_owned())),
        })
    };
    options.at(&["specs"]).map_or(&[][..], Node::items).iter().filter_map(reference).collect()
}

fn of_scalar(options: &Node) -> Vec<Reference> {
    let keys: [&[&str]; 2] = [&["configuration", "url"], &["configuration", "spec", "url"]];
    let document = keys.iter().find_map(|keys| text(options, keys));
    let route = text(options, &["route"]).unwrap_or_else(|| "/scalar".to_owned());
    let label = text(options, &["label"]);
    document.map(|document| Reference { document, label, pages: Pages::One(route) }).into_iter().collect()
}

fn of_generator(options: &Node) -> Vec<Reference> {
    let docs = text(options, &["docsPluginId"]).filter(|id| id != "classic");
    let reference = |node: &Node| {
        let pages = Pages::Generated(text(node, &["outputDir"])?, docs.clone());
        Some(Reference { document: text(node, &["specPath"])?, label: text(node, &["label"]), pages })
    };
    let entries = |node: Option<&Node>| node.and_then(Node::entries).unwrap_or_default().to_vec();
    let with_versions = |(_, node): (_, Node)| {
        let versions = entries(node.at(&["versions"])).into_iter().map(|(_, version)| version);
        versions.chain([node]).collect::<Vec<_>>()
    };
    let all = entries(options.at(&["config"])).into_iter().flat_map(with_versions);
    all.filter_map(|node| reference(&node)).collect()
}

/// Whether a plugin creates API references.
pub(super) fn is_plugin(name: &str) -> bool {
    PLUGINS.iter().any(|(plugin, _)| *plugin == name)
}

/// Reads the documents that the plugins' options refer to.
pub(super) fn find(
    origin: &dyn Origin,
    (source, config): (&Source, &Node),
    root: &str,
    docs: &[Docs],
    left: &mut Left,
) -> Vec<Api> {
    let mut apis = Vec::new();
    for (plugin, find) in PLUGINS {
        for options in content::plugins(config, &[plugin]).into_iter().flatten() {
            for reference in find(options) {
                let found = api_of(origin, config, root, docs, &reference);
                if found.is_none() {
                    let what = format!("the OpenAPI document `{}`", reference.document);
                    let hint = "copy it to `openapi`, and add it to `[[openapi]]`";
                    left.note(source, options.range.clone(), &what, hint);
                }
                apis.extend(found);
            }
        }
    }
    if let [only] = &mut apis[..] {
        only.id = "api".to_owned();
    }
    apis
}

fn api_of(
    origin: &dyn Origin,
    config: &Node,
    root: &str,
    docs: &[Docs],
    reference: &Reference,
) -> Option<Api> {
    let folders = content::static_folders(config);
    let below = |folder: &String| SourcePath::new(format!("{root}/{folder}")).as_str().to_owned();
    let roots: Vec<String> = folders.iter().map(below).chain([root.to_owned()]).collect();
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    // A path with a leading slash is the URL path of a static file.
    let candidates = folders.iter().map(|folder| format!("{folder}/{}", reference.document));
    let candidates = candidates.chain([reference.document.clone()]);
    let placed = candidates.into_iter().find_map(|path| api::placed(origin, root, &roots, &path))?;
    let (route, generated) = match &reference.pages {
        Pages::One(route) => (format!("/{}", route.trim_matches('/')), None),
        Pages::Generated(folder, id) => {
            let index = match id {
                Some(id) => docs.iter().position(|docs| docs.id == *id)?,
                None => 0,
            };
            let docs = docs.get(index)?;
            let folder = SourcePath::new(format!("{root}/{folder}"));
            let inside = match folder.as_str() == docs.folder {
                true => String::new(),
                false => folder.strip_dir(&docs.folder)?.to_owned(),
            };
            let route = routes::joined(&[&docs.route, &inside]);
            (format!("/{route}"), Some((index, inside)))
        }
    };
    Some(Api {
        id: format!("api-{}", kebab_case(&route)),
        label: reference.label.clone().unwrap_or_else(|| placed.api.title.to_string()),
        moved: if generated.is_some() { moved(&route, &placed.api) } else { BTreeMap::new() },
        route,
        generated,
        file: placed.file,
        files: placed.files,
    })
}

/// Returns the URL paths of generated documents, each with the new URL path.
fn moved(route: &str, api: &openapi::Api) -> BTreeMap<String, String> {
    let mut moved = BTreeMap::from([(format!("{route}/{}", kebab_case(&api.title)), route.to_owned())]);
    for operation in api.operations.iter().chain(&api.webhooks) {
        let name = kebab_case(operation.id.as_deref().unwrap_or(&operation.title));
        moved.entry(format!("{route}/{name}")).or_insert_with(|| format!("{route}/{}", operation.slug));
    }
    for tag in &api.tags {
        let old = format!("{route}/{}", kebab_case(&tag.name));
        moved.entry(old).or_insert_with(|| format!("{route}/{}", tag.slug));
    }
    moved.retain(|from, to| from != to);
    moved
}

impl Docusaurus<'_> {
    /// Adds the documents to the new site.
    pub(super) fn write_apis(&self, settings: &mut Settings, files: &mut BTreeMap<SourcePath, Content>) {
        for api in &self.apis {
            settings.push("openapi", json!({ "file": api.file.as_str(), "id": api.id, "route": api.route }));
            files.extend(api.files.iter().cloned());
            for (from, to) in &api.moved {
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
    }

    /// Whether all documents of a docs plugin instance were generated from APIs.
    pub(super) fn is_generated(&self, docs: usize) -> bool {
        let is_api = self.apis.iter().any(|api| matches!(api.generated, Some((index, _)) if index == docs));
        is_api && self.files.pages.values().all(|page| page.kind != PageKind::Doc(docs))
    }

    /// Returns the API reference that a generated document with this ID belongs to.
    pub(super) fn api_of(&self, docs: usize, id: &str) -> Option<&Api> {
        // The folder of a document can contain the folders of its versions.
        let matches = self.apis.iter().filter(|api| api.has_document(docs, id));
        matches.max_by_key(|api| api.route.len())
    }
}
