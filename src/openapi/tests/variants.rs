//! Tests for body variants: each variant has its own form and its own valid examples, in every media type and notation.

use super::api;
use crate::openapi::merge::{Node, Views};
use crate::openapi::request::{BodyModel, FieldModel, request};
use crate::openapi::validate::is_valid;
use crate::openapi::{Direction, Json, MediaType};

const MEDIA: [&str; 3] = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

const SCHEMAS: &str = "
    Card: { type: object, required: [kind, number], properties: {
      kind: { type: string, enum: [card, gift] }, number: { type: string, pattern: '^[0-9]{4}$' }, brand: { type: string, enum: [visa, amex] } } }
    Bank: { type: object, required: [kind, iban], properties: {
      kind: { type: string, enum: [bank, wire] }, iban: { type: string }, brand: { type: string, enum: [sepa, swift] } } }
    Cash: { type: object, properties: { coins: { type: integer, minimum: 3 } } }
    Cat: { type: object, required: [pet, meow], properties: { pet: { type: string }, meow: { type: boolean } } }
    Dog: { type: object, required: [pet, bark], properties: { pet: { type: string }, bark: { type: integer } } }
    Animal: { type: object, required: [sort], properties: { sort: { type: string } },
      discriminator: { propertyName: sort, mapping: { f: '#/components/schemas/Fish', b: '#/components/schemas/Bird' } } }
    Fish: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, required: [fins], properties: { fins: { type: integer } } }] }
    Bird: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { wings: { type: integer } } }] }
";

/// Schemas, with the title and the fields of each variant: `*` marks required fields, and values follow `=`.
const CASES: &[(&str, &[(&str, &str)])] = &[
    (
        "oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }]",
        &[
            ("Card", "kind*=card|gift number* brand=visa|amex"),
            ("Bank", "kind*=bank|wire iban* brand=sepa|swift"),
        ],
    ),
    (
        "anyOf: [{ $ref: '#/components/schemas/Cash' }, { $ref: '#/components/schemas/Card' }]",
        &[("Cash", "coins"), ("Card", "kind*=card|gift number* brand=visa|amex")],
    ),
    (
        "oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: pet }",
        &[("Cat", "pet*=Cat meow*"), ("Dog", "pet*=Dog bark*")],
    ),
    (
        "oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: pet, \
         mapping: { c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' } }",
        &[("Cat", "pet*=c meow*"), ("Dog", "pet*=d bark*")],
    ),
    (
        "allOf: [{ type: object, required: [note], properties: { note: { type: string } } }, \
         { oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Cash' }] }]",
        &[("Card", "note* kind*=card|gift number* brand=visa|amex"), ("Cash", "note* coins")],
    ),
    (
        "type: object, required: [note], properties: { note: { type: string }, brand: { type: string } }, \
         oneOf: [{ title: With card, $ref: '#/components/schemas/Card' }, { title: By bank, required: [iban], properties: { iban: { type: string } } }]",
        &[("With card", "note* brand=visa|amex kind*=card|gift number*"), ("By bank", "note* brand iban*")],
    ),
    ("$ref: '#/components/schemas/Animal'", &[("Fish", "sort*=f fins*"), ("Bird", "sort*=b wings")]),
];

fn fields(fields: &[FieldModel]) -> String {
    let shown = fields.iter().map(|field| {
        let values: Vec<&str> = field.input.values.iter().filter_map(Json::as_str).collect();
        let values = if values.is_empty() { String::new() } else { format!("={}", values.join("|")) };
        format!("{}{}{values}", field.name, if field.required { "*" } else { "" })
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Returns a document that has a body with this schema, and the body's model.
fn body(media: &str, schema: &str, examples: &str) -> (crate::openapi::Api, BodyModel) {
    let (api, _) = api(&format!(
        "//- api.yaml\nopenapi: 3.1.0\ninfo: {{ title: A, version: '1' }}\npaths:\n  /a:\n    post:\n      requestBody:\n        \
         content:\n          {media}:\n            schema: {{ {schema} }}\n{examples}      responses: {{}}\n\
         components:\n  schemas:{SCHEMAS}"
    ));
    let views = Views::new(&api);
    let mut model = request(&views, &api.operations[0]);
    let body = model.bodies.remove(0);
    drop(views);
    (api, body)
}

fn media_of(api: &crate::openapi::Api) -> &MediaType {
    &api.operations[0].body.as_ref().expect("there is a body").content[0]
}

#[test]
fn each_variant_has_its_own_form_and_a_valid_example() {
    for (schema, expected) in CASES {
        for media in MEDIA {
            let (api, body) = body(media, schema, "");
            let titles: Vec<&str> = body.variants.iter().map(|one| one.label.as_str()).collect();
            let wanted: Vec<&str> = expected.iter().map(|(title, _)| *title).collect();
            assert_eq!(titles, wanted, "{media}: {schema}");
            let views = Views::new(&api);
            let merged = views.of(&Node::from(media_of(&api).schema));
            for (at, (variant, (title, form))) in body.variants.iter().zip(*expected).enumerate() {
                match &variant.fields {
                    Some(found) => assert_eq!(fields(found), *form, "{media}: {title} of {schema}"),
                    None => assert_eq!(media, MEDIA[0]),
                }
                assert!(!variant.examples.is_empty(), "{media}: {title} of {schema}");
                for example in &variant.examples {
                    let value = Json::parse(&example.text).expect("an example of a form is JSON");
                    let node = &merged.groups[0].variants[at];
                    let valid = is_valid(&views, node, &value, Direction::Request);
                    assert_eq!(valid, Some(true), "{media}: {title} of {schema}: {value}");
                    // The example doesn't have the value of another variant.
                    for name in form.split(' ').filter_map(|field| field.split_once("*=")) {
                        let told = value.get(name.0).and_then(Json::as_str).unwrap_or_default();
                        assert!(name.1.split('|').any(|one| one == told), "{title} of {schema}: {value}");
                    }
                }
            }
            assert_eq!(body.examples, body.variants[0].examples, "{media}: {schema}");
            assert_eq!(body.fields, body.variants[0].fields, "{media}: {schema}");
        }
    }
}

#[test]
fn examples_of_the_document_are_with_their_variant() {
    let examples = "            examples:\n              second: { value: { kind: bank, iban: X } }\n              \
                    first: { value: { kind: gift, number: '1234' } }\n              neither: { value: { kind: none } }\n";
    let (_, body) = body(MEDIA[0], CASES[0].0, examples);
    let names = |at: usize| -> Vec<&str> {
        let variant: &crate::openapi::request::VariantModel = &body.variants[at];
        variant.examples.iter().map(|one| one.name.as_str()).collect()
    };
    assert_eq!(names(0), ["first", "neither"]);
    assert_eq!(names(1), ["second"]);
}

#[test]
fn many_variants_are_bounded() {
    let variants: Vec<String> = (0..500)
        .map(|at| format!("{{ title: V{at}, type: object, required: [a{at}], properties: {{ a{at}: {{ type: string, default: {} }} }} }}", "x".repeat(3000)))
        .collect();
    let (_, body) = body(MEDIA[0], &format!("oneOf: [{}]", variants.join(", ")), "");
    let size: usize = body.variants.iter().flat_map(|one| &one.examples).map(|one| one.text.len()).sum();
    assert!(body.variants.len() > 1 && size < 60_000, "{} variants, {size} bytes", body.variants.len());
}
