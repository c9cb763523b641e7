//! Documents for tests, created from literals.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::markdown::highlight::Cache;
use crate::openapi::merge::{Node, Views};
use crate::openapi::validate::is_valid;
use crate::openapi::{Api, Direction, Json, Options, example, lower, read};
use crate::path::SourcePath;
use crate::source::Source;

/// Parses a YAML or JSON document.
pub(crate) fn document(text: &str) -> Api {
    let path = SourcePath::new("api.yaml");
    let (file, _) = read(&Source::new(path.clone(), text));
    let files = BTreeMap::from([(path.clone(), Arc::new(file))]);
    lower(&path, &files, &Options::default(), &Cache::default()).0
}

/// Returns a document with these named schemas. `schemas` is a JSON object in which each `$ref` is the name of a
/// schema.
pub(crate) fn api(schemas: &str) -> Api {
    let schemas = Json::parse(schemas).expect("the schemas of a test are JSON");
    let schemas = pointed(schemas);
    document(&format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "components": {{"schemas": {schemas}}}}}"#
    ))
}

/// Returns a document with a pointer in place of the name in each `$ref`.
pub(crate) fn pointed(value: Json) -> Json {
    let pointer = |name: &str| Json::String(format!("#/components/schemas/{name}").into());
    match value {
        Json::Array(items) => Json::Array(items.into_iter().map(pointed).collect()),
        Json::Object(members) => {
            let members = members.into_iter().map(|(key, value)| match (&*key, &value) {
                ("$ref", Json::String(name)) => (key, pointer(name)),
                _ => (key, pointed(value)),
            });
            Json::Object(members.collect())
        }
        leaf => leaf,
    }
}

/// Returns the node of the schema with this name.
pub(crate) fn node(api: &Api, name: &str) -> Node {
    let id = api.schemas.named.iter().find(|id| api.schemas[**id].name.as_deref() == Some(name));
    Node::One(*id.expect("a test names a schema that it has"))
}

/// A generated value.
#[derive(Debug)]
pub(crate) struct Made {
    /// The value.
    pub(crate) value: Json,
    /// Whether the value is valid.
    pub(crate) valid: bool,
}

/// Returns an example of a schema, and whether it's valid.
pub(crate) fn example(views: &Views<'_>, node: &Node, direction: Direction) -> Made {
    let value = example::example(views, node, direction);
    let valid = is_valid(views, node, &value, direction) == Some(true);
    Made { value, valid }
}
