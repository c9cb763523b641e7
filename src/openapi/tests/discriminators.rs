//! Tests that the documented discriminator values are the values that the variant allows.

use std::fmt::Write as _;

use serde_json::{Value as Tree, json};

use super::fixture::{self, example};
use crate::fixture::Numbers;
use crate::openapi::tree::{Budget, FactValue, Role, Root, Row, Trees, tree};
use crate::openapi::{Api, Direction, Json, request};

const NAMES: [&str; 3] = ["Cat", "Dog", "Emu"];

/// The ways that a variant can declare the discriminator property.
const OWN: [&str; 14] = [
    r#"{"type": "string"}"#,
    r#"{"const": "own-N"}"#,
    r#"{"type": "string", "enum": ["own-N"]}"#,
    r#"{"type": "string", "enum": ["own-N", "other-N"]}"#,
    r#"{"type": "string", "enum": ["NAME", "other-N"]}"#,
    r#"{"$ref": "KindN"}"#,
    r#"{"allOf": [{"$ref": "KindN"}], "description": "What it is."}"#,
    r#"{"type": "string", "pattern": "^[a-z]+$"}"#,
    r#"{"type": "integer"}"#,
    r#"{"type": "integer", "enum": [7, 8]}"#,
    r#"{"const": "NAME"}"#,
    r#"{"type": "string", "maxLength": 2}"#,
    r#"{"anyOf": [{"const": "own-N"}, {"const": "other-N"}]}"#,
    r#"{"not": {"const": "NAME"}, "type": "string"}"#,
];

/// The values that a mapping assigns to a variant.
const MAPPED: [&[&str]; 7] = [&[], &[], &["mapped-N"], &["own-N"], &["own-N", "other-N"], &["7"], &["low"]];

/// Returns a document with a schema `S` that has a discriminator and is the schema of a request body.
fn document(numbers: &mut Numbers) -> String {
    let shape = numbers.below(5);
    let mut schemas = serde_json::Map::new();
    let mut mapping = serde_json::Map::new();
    let parent = shape >= 3;
    for (at, name) in NAMES.iter().enumerate() {
        let fill = |text: &str| text.replace("NAME", name).replace('N', &at.to_string());
        // Replace `NAME` before `N`, because `NAME` contains `N`.
        let own: Tree = serde_json::from_str(&fill(OWN[numbers.below(OWN.len())])).expect("it is JSON");
        schemas.insert(format!("Kind{at}"), json!({ "type": "string", "enum": [format!("own-{at}")] }));
        let mark = format!("only{at}");
        let mut required = vec![mark.clone()];
        if numbers.below(2) == 0 {
            required.push("kind".to_owned());
        }
        let mut body = json!({ "type": "object", "required": required, "properties": { (mark): { "type": "boolean" } } });
        if numbers.below(8) > 0 {
            body["properties"]["kind"] = own;
        }
        let mut schema = match numbers.below(4) {
            0 => body,
            1 => {
                schemas.insert(format!("Base{at}"), body);
                json!({ "allOf": [{ "$ref": format!("Base{at}") }, { "properties": { "more": {} } }] })
            }
            2 => json!({ "allOf": [{ "allOf": [body] }], "description": "One of them." }),
            _ => {
                schemas.insert(format!("Base{at}"), json!({ "allOf": [body] }));
                json!({ "allOf": [{ "$ref": format!("Base{at}") }], "title": "A title" })
            }
        };
        if parent {
            schema = json!({ "allOf": [{ "$ref": "S" }, schema] });
        }
        schemas.insert((*name).to_owned(), schema);
        for value in MAPPED[numbers.below(MAPPED.len())] {
            mapping.insert(fill(value), json!(format!("#/components/schemas/{name}")));
        }
    }
    let mut discriminator = json!({ "propertyName": "kind" });
    if !mapping.is_empty() {
        discriminator["mapping"] = Tree::Object(mapping);
    }
    let variants: Vec<Tree> = NAMES.iter().map(|name| json!({ "$ref": name })).collect();
    let whole = match shape {
        0 => json!({ "oneOf": variants, "discriminator": discriminator }),
        1 => json!({ "anyOf": variants, "discriminator": discriminator }),
        2 => {
            schemas.insert("Pet".to_owned(), json!({ "oneOf": variants, "discriminator": discriminator }));
            json!({ "type": "object", "required": ["pets"], "properties": { "pets": { "type": "array", "minItems": 1, "items": { "$ref": "Pet" } } } })
        }
        _ => {
            let kind = match numbers.below(3) {
                0 => {
                    json!({ "type": "string", "enum": ["Cat", "Dog", "Emu", "own-0", "other-1", "mapped-2", "low"] })
                }
                1 => json!({ "type": ["string", "integer"] }),
                _ => json!({}),
            };
            let mut schema =
                json!({ "type": "object", "properties": { "kind": kind }, "discriminator": discriminator });
            if shape == 4 {
                schema["oneOf"] = json!(variants);
            }
            schema
        }
    };
    schemas.insert("S".to_owned(), whole);
    let schemas = fixture::pointed(Json::parse(&Tree::Object(schemas).to_string()).expect("it is JSON"));
    let mut out = String::from(
        r#"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"post": "#,
    );
    out.push_str(r##"{"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}}}}, "##);
    write!(out, r#""components": {{"schemas": {schemas}}}}}"#).expect("writing to a string can't fail");
    out
}

/// Returns a validator from the `jsonschema` crate for a named schema in a document.
fn validator(document: &Tree, name: &str) -> jsonschema::Validator {
    let mut schema = document.clone();
    schema["$ref"] = json!(format!("#/components/schemas/{name}"));
    jsonschema::options().build(&schema).expect("they are schemas")
}

/// Whether trials find a valid object with this value of the discriminator property.
fn fits(validator: &jsonschema::Validator, value: &Tree) -> bool {
    let object = |at: usize| json!({ (format!("only{at}")): true, "kind": value });
    (0..NAMES.len()).any(|at| validator.is_valid(&object(at)))
}

/// Returns the values that a row describes as the only valid values.
fn claimed(row: &Row<'_>) -> Vec<Tree> {
    let mut claimed = Vec::new();
    for fact in row.facts.limits.iter().filter(|fact| fact.key == "api_const") {
        match &fact.value {
            FactValue::Json(value) => {
                claimed.push(serde_json::from_str(&value.to_string()).expect("it is JSON"))
            }
            FactValue::Values(values) => {
                claimed.extend(
                    values
                        .iter()
                        .map(|value| serde_json::from_str::<Tree>(&value.to_string()).expect("it is JSON")),
                );
            }
            _ => {}
        }
    }
    claimed
}

/// Returns the wrong values in a document, one per line, and the total number of values.
fn untrue(text: &str) -> (Vec<String>, usize) {
    let tree_of: Tree = serde_json::from_str(text).expect("it is JSON");
    let api: Api = fixture::document(text);
    let views = Trees::new(&api);
    let mut faults = Vec::new();
    let mut claims = 0;
    for root in ["S", "Cat", "Dog", "Emu"] {
        let node = fixture::node(&api, root);
        let made = example(&views, &node, Direction::Both);
        let value: Tree = serde_json::from_str(&made.value.to_string()).expect("it is JSON");
        let satisfiable =
            NAMES.iter().any(|name| root != "S" && root != *name || is_satisfiable(&tree_of, name));
        claims += 1;
        if satisfiable
            && (root == "S" || is_satisfiable(&tree_of, root))
            && !validator(&tree_of, root).is_valid(&value)
        {
            faults.push(format!("example of {root}: {value}"));
        }
        let roots = [Root { anchor: "r".to_owned(), node, direction: Direction::Both, is_failure: false }];
        let tree = tree(&views, &roots, Budget::default());
        let variants = tree
            .rows
            .iter()
            .flat_map(|row| row.choices.iter().filter(|choice| choice.discriminator.is_some()));
        let rows: Vec<_> = variants.flat_map(|choice| &choice.variants).chain(&tree.roots).collect();
        for id in rows {
            let row = &tree[*id];
            let Some(name) = row.schema.and_then(|id| api.schemas[id].name.as_deref()) else { continue };
            if name == "Pet" || !is_satisfiable(&tree_of, name) {
                continue;
            }
            let validator = validator(&tree_of, name);
            let mut said = Vec::new();
            if let Role::Variant { values, .. } = &row.role {
                said.extend(
                    values
                        .iter()
                        .map(|value| ("tab", serde_json::from_str(&value.to_string()).expect("it is JSON"))),
                );
            }
            for child in &row.children {
                if tree[*child].role == Role::Property("kind") {
                    let claimed = claimed(&tree[*child]);
                    if !claimed.is_empty() && !tree[*child].facts.values.is_empty() {
                        faults.push(format!("{root}: {name}: always one, and one of several"));
                    }
                    said.extend(claimed.into_iter().map(|value| ("row", value)));
                }
            }
            for (place, value) in said {
                claims += 1;
                if !fits(&validator, &value) {
                    faults.push(format!("{root}: {place} of {name}: {value}"));
                }
            }
        }
    }
    let operation = &api.operations[0];
    let console: Tree = serde_json::from_str(&request::schemas(&views, operation).expect("it has a body"))
        .expect("it is JSON");
    mappings(&console, &mut |mapping| {
        for (value, target) in mapping {
            claims += 1;
            let schema = json!({ "$ref": target, "$defs": console["$defs"] });
            let validator = jsonschema::options().build(&schema).expect("they are schemas");
            // The browser's validator interprets the value as a string.
            if any_fits(&validator) && !fits(&validator, &json!(value)) {
                faults.push(format!("console: {value}"));
            }
        }
    });
    (faults, claims)
}

/// Whether trials find an object that matches a schema.
fn is_satisfiable(document: &Tree, name: &str) -> bool {
    any_fits(&validator(document, name))
}

fn any_fits(validator: &jsonschema::Validator) -> bool {
    let texts = NAMES.iter().map(|name| json!(name)).chain((0..3).flat_map(|at| {
        [json!(format!("own-{at}")), json!(format!("other-{at}")), json!(format!("mapped-{at}"))]
    }));
    texts.chain([json!("low"), json!("a"), json!(7), json!(8)]).any(|value| fits(validator, &value))
}

fn mappings(value: &Tree, found: &mut impl FnMut(&serde_json::Map<String, Tree>)) {
    match value {
        Tree::Array(items) => items.iter().for_each(|item| mappings(item, found)),
        Tree::Object(members) => {
            if let Some(Tree::Object(mapping)) =
                members.get("discriminator").and_then(|one| one.get("mapping"))
            {
                found(mapping);
            }
            members.values().for_each(|value| mappings(value, found));
        }
        _ => {}
    }
}

#[test]
fn nothing_untrue_is_said_about_a_discriminator() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let (mut faults, mut claims, mut bad) = (Vec::new(), 0, 0);
    for _ in 0..400 {
        let text = document(&mut numbers);
        let (found, count) = untrue(&text);
        claims += count;
        bad += usize::from(!found.is_empty());
        if !found.is_empty() && faults.len() < 12 {
            faults.push(format!("{text}\n  {}", found.join("\n  ")));
        }
    }
    assert!(claims > 4_000, "{claims} claims are too few to show anything");
    assert!(bad == 0, "{bad} of 400 documents:\n{}", faults.join("\n"));
}

/// For a document with these schemas, checks the discriminator's row in each variant.
#[track_caller]
fn check(schemas: &str, expected: &str) {
    let api = fixture::api(schemas);
    let views = Trees::new(&api);
    let roots = [Root {
        anchor: "r".to_owned(),
        node: fixture::node(&api, "S"),
        direction: Direction::Both,
        is_failure: false,
    }];
    let tree = tree(&views, &roots, Budget::default());
    let mut out = Vec::new();
    for choice in tree.rows.iter().flat_map(|row| &row.choices) {
        for id in &choice.variants {
            let Role::Variant { title, .. } = &tree[*id].role else { continue };
            let row =
                tree[*id].children.iter().map(|id| &tree[*id]).find(|row| row.role == Role::Property("kind"));
            let always = row.map(claimed).unwrap_or_default();
            let values =
                row.map(|row| row.facts.values.iter().map(|one| one.value.to_string()).collect::<Vec<_>>());
            let always: Vec<String> = always.iter().map(Tree::to_string).collect();
            out.push(
                format!("{title}: {} {}", always.join("+"), values.unwrap_or_default().join("|"))
                    .trim()
                    .to_owned(),
            );
        }
    }
    assert_eq!(out.join("\n"), expected);
}

#[test]
fn the_variants_own_value_comes_before_its_name() {
    check(
        r#"{"S": {"oneOf": [{"$ref": "A"}, {"$ref": "B"}, {"$ref": "C"}, {"$ref": "D"}], "discriminator": {"propertyName": "kind"}},
            "A": {"type": "object", "properties": {"kind": {"const": "a.created"}}},
            "B": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["b.created"]}}},
            "C": {"type": "object", "properties": {"kind": {"type": "string", "enum": ["C", "c"]}}},
            "D": {"type": "object", "properties": {"kind": {"type": "string"}}}}"#,
        "A: \"a.created\"\nB: \"b.created\"\nC:  \"C\"|\"c\"\nD: \"D\"",
    );
}

#[test]
fn a_mapping_applies_where_the_variant_allows_it() {
    check(
        r##"{"S": {"oneOf": [{"$ref": "A"}, {"$ref": "B"}, {"$ref": "C"}], "discriminator": {"propertyName": "kind",
                "mapping": {"a": "#/components/schemas/A", "b": "#/components/schemas/B", "c": "#/components/schemas/C"}}},
            "A": {"type": "object", "properties": {"kind": {"type": "string"}}},
            "B": {"type": "object", "properties": {"kind": {"const": "other"}}},
            "C": {"type": "object", "properties": {"kind": {"enum": ["a", "b", "c"]}}}}"##,
        "A: \"a\"\nB: \"other\"\nC: \"c\"",
    );
}

#[test]
fn a_list_that_the_parent_gives_is_narrowed_by_the_name() {
    check(
        r#"{"S": {"type": "object", "discriminator": {"propertyName": "kind"}, "properties": {"kind": {"enum": ["Cat", "Dog"]}}},
            "Cat": {"allOf": [{"$ref": "S"}, {"properties": {"lives": {"type": "integer"}}}]},
            "Dog": {"allOf": [{"$ref": "S"}, {"properties": {"bark": {"type": "string"}}}]}}"#,
        "Cat: \"Cat\"\nDog: \"Dog\"",
    );
}
