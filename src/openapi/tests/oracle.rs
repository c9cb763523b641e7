//! Compares validation with the `jsonschema` crate, which shares no code with docgen's validator.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use jsonschema::Registry;
use serde_json::{Value as Tree, json};

use super::census::{load, roots};
use super::fixture::{self, example};
use crate::markdown::highlight::Cache;
use crate::openapi::merge::{Node, Views};
use crate::openapi::{Direction, File, Json, Options, SchemaId, lower};
use crate::path::SourcePath;

/// Whether a value matches the `S` schema in a set of schemas, which use the notation of the tests.
pub(in crate::openapi) fn allows(schemas: &str, value: &Json) -> bool {
    let schemas = fixture::pointed(Json::parse(schemas).expect("the schemas of a test are JSON"));
    let mut schema = json!({ "components": { "schemas": tree(&schemas) }, "$ref": "#/components/schemas/S" });
    modern(&mut schema);
    let validator =
        jsonschema::options().should_validate_formats(true).build(&schema).expect("they are schemas");
    validator.is_valid(&tree(value))
}

/// Converts a value from a document to a value that the `jsonschema` crate accepts.
fn tree(value: &Json) -> Tree {
    serde_json::from_str(&value.to_string()).expect("it is JSON")
}

/// Converts the OpenAPI 3.0 schemas in a tree to OpenAPI 3.1.
fn modern(value: &mut Tree) {
    match value {
        Tree::Array(items) => items.iter_mut().for_each(modern),
        Tree::Object(members) => {
            members.values_mut().for_each(modern);
            if members.get("required").is_some_and(Tree::is_boolean) {
                members.remove("required");
            }
            for (exclusive, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
                match members.get(exclusive) {
                    Some(Tree::Bool(true)) => {
                        let bound = members.remove(limit).unwrap_or_default();
                        members.insert(exclusive.to_owned(), bound);
                    }
                    Some(Tree::Bool(false)) => {
                        members.remove(exclusive);
                    }
                    _ => {}
                }
            }
            if members.get("nullable") == Some(&Tree::Bool(true)) {
                members.remove("nullable");
                let inner = Tree::Object(std::mem::take(members));
                members.insert("anyOf".to_owned(), json!([inner, { "type": "null" }]));
            }
        }
        _ => {}
    }
}

/// Converts the files of a document for the `jsonschema` crate, each with a URI.
fn registry(
    files: &BTreeMap<SourcePath, Arc<File>>,
    sources: &BTreeMap<SourcePath, String>,
) -> Registry<'static> {
    let mut builder = Registry::new();
    for path in files.keys() {
        let Ok(mut value) = serde_saphyr::from_str::<Tree>(&sources[path]) else { continue };
        modern(&mut value);
        builder = builder.add(address(path), value).expect("an address");
    }
    builder.prepare().expect("the files refer to one another")
}

fn address(path: &SourcePath) -> String {
    format!("https://spec.test/{path}")
}

/// Checks the real documents in the folder that `DOCGEN_SPECS` names: nearly every example that docgen considers valid
/// is also valid according to the `jsonschema` crate. Where the two validators disagree, the schema uses a feature that
/// one validator doesn't support: a 3.0 `$ref` with siblings, or `nullable` next to a type that is specified elsewhere.
#[test]
#[allow(clippy::disallowed_methods, reason = "the documents are on disk")]
#[allow(clippy::print_stdout, reason = "the disagreements are printed on request")]
fn examples_of_real_documents_are_valid_by_another_validator() {
    let Some(folder) = std::env::var_os("DOCGEN_SPECS").filter(|folder| !folder.is_empty()) else { return };
    let folder = Path::new(&folder);
    let (mut all, mut good) = (0_usize, 0_usize);
    for root in roots(folder) {
        let files = load(folder, &root);
        let read =
            |path: &SourcePath| std::fs::read_to_string(folder.join(path.as_str())).unwrap_or_default();
        let sources = files.keys().map(|path| (path.clone(), read(path))).collect();
        let (api, _) = lower(&root, &files, &Options::default(), &Cache::default());
        if !api.dialect.starts_with("3.") {
            continue;
        }
        let registry = registry(&files, &sources);
        let views = Views::new(&api);
        // To compile a schema in a large document, the crate compiles most of that document, so use a sample.
        let step = (api.schemas.named.len() / 150).max(1);
        let mut ids: Vec<SchemaId> = api.schemas.named.iter().copied().step_by(step).collect();
        let bodies = api.operations.iter().step_by(step).flat_map(|operation| &operation.body);
        ids.extend(bodies.flat_map(|body| &body.content).filter_map(|media| media.schema));
        for id in ids {
            let made = example(&views, &Node::One(id), Direction::Both);
            let place = &api.schemas[id].place;
            let schema = json!({ "$ref": format!("{}#{}", address(&api.files[place.file as usize]), fragment(&place.pointer)) });
            let Ok(validator) = jsonschema::options().with_registry(&registry).build(&schema) else {
                println!("{root}: {} isn't a schema", place.pointer);
                continue;
            };
            if !made.valid {
                println!("{root}: {} has no valid example: {}", place.pointer, made.value);
                continue;
            }
            all += 1;
            match validator.validate(&tree(&made.value)) {
                Ok(()) => good += 1,
                Err(error) => println!("{root}: {}: {error} in {}", place.pointer, made.value),
            }
        }
    }
    println!("{good} of {all} examples are valid");
    assert!(all > 100 && good * 100 >= all * 98, "{good} of {all}");
}

/// Escapes a pointer for a URI.
fn fragment(pointer: &str) -> String {
    let kept = |char: char| char.is_ascii_alphanumeric() || "-._~/!$&'()*+,;=:@".contains(char);
    let mut out = String::new();
    for char in pointer.chars() {
        if kept(char) {
            out.push(char);
        } else {
            let mut bytes = [0; 4];
            char.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        }
    }
    out
}
