//! Converts the APIs of the `starlight-openapi` plugin. docgen creates pages for the same OpenAPI documents.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::Starlight;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::{Content, api};
use crate::openapi;
use crate::path::{SourcePath, slugify};
use crate::source::tree::{Node, Value};

/// The plugin's package.
pub(super) const PLUGIN: &str = "starlight-openapi";

/// The code to run instead of the plugin. A group is the part of a sidebar that lists an API's pages.
pub(super) const STAND_IN: &str = "
const $module = 'starlight-openapi';
let groups = 0;
export const openAPISidebarGroups = [{ $module }];
export const createOpenAPISidebarGroup = () => ({ $module, group: ++groups });
export default (schemas) => ({ $module, schemas });
";

/// The methods for which the plugin creates pages.
const METHODS: [&str; 8] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/// An API.
pub(super) struct Api {
    /// The ID of the API's sidebar.
    pub id: String,
    /// The path of the API's pages.
    route: String,
    /// The label in the sidebar.
    label: String,
    /// The number of the group in the sidebar. If the API is in the default group, the value is `None`.
    group: Option<f64>,
    /// The path of the document in the new site.
    file: SourcePath,
    /// The document's files, by path in the new site.
    files: Vec<(SourcePath, Content)>,
    /// The URL paths of the pages in the original site, without slashes at the ends, each with the new URL path.
    pub moved: BTreeMap<String, String>,
}

impl Starlight<'_> {
    /// Reads the documents that the plugin's options refer to.
    pub(super) fn find_apis(&self, left: &mut Left) -> Vec<Api> {
        let schemas = self.plugin(PLUGIN).and_then(|options| options.at(&["schemas"]));
        let schemas = schemas.map_or(&[][..], Node::items);
        let is_alone = schemas.len() == 1;
        schemas.iter().filter_map(|node| self.find_api(node, is_alone, left)).collect()
    }

    fn find_api(&self, node: &Node, is_alone: bool, left: &mut Left) -> Option<Api> {
        let text = |keys: &[&str]| node.at(keys).and_then(Node::text);
        let base = text(&["base"])?;
        let base: Vec<String> = base.trim_matches('/').split('/').map(slugify).collect();
        let base = base.join("/");
        let schema = text(&["schema"]).unwrap_or_default();
        let Some(placed) = api::placed(self.origin, &self.root, &[&self.public, &self.root], &schema) else {
            let what = format!("the OpenAPI document `{schema}`");
            let hint =
                format!("copy it to `openapi`, and add it to `[[openapi]]` with `route = \"/{base}\"`");
            left.note(&self.source, node.range.clone(), &what, &hint);
            return None;
        };
        let group = match node.at(&["sidebar", "group", "group"]).map(|node| &node.value) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        Some(Api {
            id: if is_alone { "api".to_owned() } else { format!("api-{}", base.replace('/', "-")) },
            label: text(&["sidebar", "label"])
                .or_else(|| text(&["label"]))
                .unwrap_or_else(|| placed.api.title.to_string()),
            group,
            moved: moved(&base, &placed.api),
            file: placed.file,
            files: placed.files,
            route: format!("/{base}"),
        })
    }

    /// Adds the documents to the new site.
    pub(super) fn write_apis(&self, settings: &mut Settings, files: &mut BTreeMap<SourcePath, Content>) {
        for api in &self.apis {
            settings.push("openapi", json!({ "file": api.file.as_str(), "id": api.id, "route": api.route }));
            files.extend(api.files.iter().cloned());
        }
    }

    /// Returns the links for a part of the sidebar that lists the pages of APIs.
    pub(super) fn api_links(&self, node: &Node) -> Vec<Json> {
        let group = match node.at(&["group"]).map(|node| &node.value) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        let of_group = self.apis.iter().filter(|api| api.group == group);
        of_group.map(|api| json!({ "href": api.route, "label": api.label })).collect()
    }
}

/// Returns the URL paths of the plugin's pages, each with the new URL path.
fn moved(base: &str, api: &openapi::Api) -> BTreeMap<String, String> {
    let mut moved = BTreeMap::from([(base.to_owned(), format!("/{base}"))]);
    let mut add = |old: String, slug: &str| {
        let old = format!("{base}/{old}").trim_end_matches('/').to_owned();
        moved.entry(old).or_insert_with(|| format!("/{base}/{slug}"));
    };
    let operations = || api.operations.iter().filter(|one| METHODS.contains(&&*one.method));
    fn id(operation: &openapi::Operation) -> &str {
        operation.id.as_deref().unwrap_or(&operation.path)
    }
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for operation in operations() {
        *counts.entry((&operation.path, id(operation))).or_default() += 1;
    }
    for operation in operations() {
        let slug = slugify(id(operation));
        let is_double = counts.get(&(&*operation.path, id(operation))).is_some_and(|count| *count > 1);
        let end = if is_double { format!("/{}", operation.method.to_lowercase()) } else { String::new() };
        add(format!("operations/{slug}{end}"), &operation.slug);
    }
    for webhook in &api.webhooks {
        add(format!("webhooks/{}", slugify(id(webhook))), &webhook.slug);
    }
    for tag in api.tags.iter().filter(|tag| tag.description.is_some() || tag.external_docs.is_some()) {
        add(format!("operations/tags/{}", slugify(&tag.name)), &tag.slug);
    }
    moved
}
