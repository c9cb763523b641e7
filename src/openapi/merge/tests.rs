//! Tests for merging several schemas into one effective schema.

use std::fmt::Write as _;

use super::{GroupKind, Node, Others, Views};
use crate::fixture::same_text;
use crate::openapi::discriminator_values::discriminator_values;
use crate::openapi::tests::fixture;
use crate::openapi::tree::Label;
use crate::openapi::{Json, SchemaId};

#[test]
fn plain_schemas_have_nothing_rare() {
    let api = fixture::api(
        r##"{
            "S": {"allOf": [{"$ref": "#/components/schemas/A"}, {"properties": {"b": {"type": "integer", "minimum": 1}}}]},
            "A": {"type": "object", "required": ["a"], "properties": {"a": {"type": ["string", "null"], "enum": ["x"]}}}
        }"##,
    );
    let views = Views::new(&api);
    for (index, schema) in api.schemas.all.iter().enumerate() {
        let merged = views.of(&Node::One(SchemaId(index as u32)));
        assert!(schema.rare.some().is_none() && merged.rare.some().is_none(), "{schema:?}");
    }
}

/// Checks the merged view of the `S` schema: a line for each fact. Each property has its own label.
#[track_caller]
fn check(schemas: &str, expected: &str) {
    let api = fixture::api(schemas);
    let views = Views::new(&api);
    let merged = views.of(&fixture::node(&api, "S"));
    let mut out = format!("{}\n", Label::of(&views, &merged));
    let mut line = |text: String| writeln!(out, "{text}").expect("writing to a string can't fail");
    if merged.never {
        line("never".to_owned());
    }
    for field in &merged.properties {
        let inner = views.of(&field.node);
        let marks =
            [(field.required, " required"), (field.excluded, " excluded"), (inner.read_only, " read-only")];
        let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
        let limits = &inner.limits;
        let range = [&limits.minimum, &limits.maximum].map(|one| {
            one.as_ref()
                .map_or("-".to_owned(), |(n, out)| if *out { format!("({n})") } else { n.to_string() })
        });
        let range = if range == ["-", "-"] { String::new() } else { format!(" {}..{}", range[0], range[1]) };
        line(format!("{}: {}{range}{marks}", field.name, Label::of(&views, &inner)));
    }
    if !merged.also_required.is_empty() {
        line(format!("also required: {}", merged.also_required.join(", ")));
    }
    if !merged.values.is_empty() {
        let values: Vec<String> = merged.values.iter().map(|one| one.value.to_string()).collect();
        line(format!("values: {}", values.join(", ")));
    }
    if !merged.patterns.is_empty() {
        line(format!("patterns: {}", merged.patterns.join(" ")));
    }
    if merged.additional == Others::None {
        line("closed".to_owned());
    }
    for group in &merged.groups {
        let kind = match group.kind {
            GroupKind::OneOf => "one of",
            GroupKind::AnyOf => "any of",
            GroupKind::Told => "told",
        };
        let variants: Vec<String> =
            group.variants.iter().map(|node| Label::of(&views, &views.of(node)).to_string()).collect();
        line(format!("{kind}: {}", variants.join(", ")));
    }
    for (discriminator, id) in &merged.told_by {
        let told = discriminator_values(&views, discriminator, *id, &merged)
            .map(|told| told.values)
            .unwrap_or_default();
        let values: Vec<&str> = told.iter().filter_map(Json::as_str).collect();
        line(format!("told by {}: {}", discriminator.property, values.join(", ")));
    }
    if let Some(title) = merged.title {
        line(format!("title: {title}"));
    }
    same_text(&expected.lines().map(str::trim).collect::<Vec<_>>().join("\n"), &out);
}

#[test]
fn properties_keep_their_order_and_are_refined() {
    check(
        r#"{"S": {"allOf": [{"$ref": "Base"}, {"required": ["b", "z"], "properties": {"b": {"maximum": 9}, "c": {"type": "string"}}}]},
            "Base": {"type": "object", "title": "Base", "required": ["a"], "properties": {
                "a": {"type": "string", "readOnly": true}, "b": {"type": "integer", "minimum": 1, "maximum": 10}}}}"#,
        "S
         a: string required read-only
         b: integer 1..9 required
         c: string
         also required: z
         title: Base",
    );
}

#[test]
fn the_outermost_description_wins() {
    check(
        r#"{"S": {"$ref": "T", "title": "outer"}, "T": {"type": "string", "title": "inner"}}"#,
        "string\ntitle: outer",
    );
    check(
        r#"{"S": {"allOf": [{"$ref": "T"}, {"title": "beside"}]}, "T": {"type": "string", "title": "inner"}}"#,
        "string\ntitle: beside",
    );
}

#[test]
fn limits_are_tightened_and_types_intersected() {
    check(
        r#"{"S": {"type": "object", "allOf": [
            {"properties": {"n": {"type": "number", "minimum": 1, "exclusiveMaximum": 10}}},
            {"properties": {"n": {"type": ["integer", "string"], "minimum": 0.5, "maximum": 10}}}]}}"#,
        "S\nn: integer 1..(10)",
    );
    check(
        r#"{"S": {"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "b$", "enum": ["ab", "a"]}, {"enum": ["ab", "b"]}]}}"#,
        r#"string
           values: "ab"
           patterns: ^a b$"#,
    );
    check(r#"{"S": {"allOf": [{"type": "string"}, {"type": "integer"}]}}"#, "string\nnever");
    check(r#"{"S": {"allOf": [{"enum": [1, 2]}, {"enum": [2.0, 3]}]}}"#, "integer\nvalues: 2");
}

#[test]
fn null_among_variants_makes_nullable() {
    check(r#"{"S": {"anyOf": [{"type": "string"}, {"type": "null"}]}}"#, "string | null");
    check(r#"{"S": {"oneOf": [{"$ref": "T"}, {"type": "null"}]}, "T": {"type": "object"}}"#, "S | null");
    check(
        r#"{"S": {"oneOf": [{"type": "string"}, {"type": "integer"}, {"const": null}]}}"#,
        "string | integer | null\none of: string, integer",
    );
    check(r#"{"S": {"nullable": true, "allOf": [{"type": "string"}]}}"#, "string | null");
    check(r#"{"S": {"nullable": true, "enum": ["a"]}}"#, "string | null\nvalues: \"a\"");
    check(r#"{"S": {"type": "string", "nullable": true, "allOf": [{"type": "string"}]}}"#, "string");
}

#[test]
fn cycles_of_all_of_are_cut() {
    check(
        r#"{"S": {"allOf": [{"$ref": "T"}], "properties": {"a": {"type": "string"}}},
            "T": {"allOf": [{"$ref": "S"}], "type": "object", "properties": {"b": {"type": "string"}}}}"#,
        "S\nb: string\na: string",
    );
    check(r#"{"S": {"allOf": [{"$ref": "S"}]}}"#, "any");
}

#[test]
fn a_variant_does_not_choose_again() {
    let pets = |root: &str, pet: &str| {
        format!(
            r#"{{"S": {root}, "Pet": {{"type": "object", "properties": {{"kind": {{"type": "string"}}}},
                "discriminator": {{"propertyName": "kind", "mapping": {{"cat": "S", "dog": "Dog"}}}}{pet}}},
                "Dog": {{"type": "object"}}}}"#
        )
    };
    let child = r#"{"allOf": [{"$ref": "Pet"}], "properties": {"lives": {"type": "integer"}}}"#;
    let expected = "S\nkind: string\nlives: integer\ntold by kind: cat";
    check(&pets(child, ""), expected);
    check(&pets(child, r#", "oneOf": [{"$ref": "S"}, {"$ref": "Dog"}]"#), expected);
}

#[test]
fn what_another_part_rules_out_is_marked() {
    check(
        r#"{"S": {"allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false},
            {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}]}}"#,
        "S\na: string\nb: string excluded\nclosed",
    );
}

#[test]
fn merging_is_bounded() {
    let chain: Vec<String> = (0..2000)
        .map(|at| {
            format!(r#""N{at}": {{"allOf": [{{"$ref": "N{}"}}], "properties": {{"p{at}": {{}}}}}}"#, at + 1)
        })
        .collect();
    let api = fixture::api(&format!(r#"{{{}, "N2000": {{}}}}"#, chain.join(",")));
    let views = Views::new(&api);
    let merged = views.of(&fixture::node(&api, "N0"));
    assert!(merged.cut);
    assert!(merged.properties.len() > 30);
}
