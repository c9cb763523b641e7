//! Tests for optional fields and the variants of fields.

use super::changes;
use crate::fixture::same_text;
use crate::openapi::merge::Views;
use crate::openapi::tests::fixture;

/// Returns the changes of each body and variant, with one line for each change.
fn shown(schema: &str, example: &str) -> String {
    let example = if example.is_empty() { String::new() } else { format!(", example: {example}") };
    let api = fixture::document(&format!(
        "
openapi: 3.1.0
info: {{title: T, version: '1'}}
components:
  schemas:
    Node: {{type: object, properties: {{name: {{type: string}}, next: {{$ref: '#/components/schemas/Node'}}}}}}
    Term: {{oneOf: [{{$ref: '#/components/schemas/Text'}}, {{$ref: '#/components/schemas/Both'}}, {{$ref: '#/components/schemas/If'}}]}}
    Text: {{type: object, required: [kind], properties: {{kind: {{const: text}}, text: {{type: string}}}}}}
    Both: {{type: object, required: [kind], properties: {{kind: {{const: both}}, left: {{$ref: '#/components/schemas/Term'}}, right: {{$ref: '#/components/schemas/Term'}}}}}}
    If: {{type: object, required: [kind], properties: {{kind: {{const: if}}, test: {{$ref: '#/components/schemas/Term'}}, yes: {{$ref: '#/components/schemas/Term'}}, no: {{$ref: '#/components/schemas/Term'}}}}}}
    Card: {{type: object, required: [kind], properties: {{kind: {{const: card}}, number: {{type: string}}}}}}
    Bank: {{type: object, required: [kind, iban], properties: {{kind: {{const: bank}}, iban: {{type: string}}, bic: {{type: string}}}}}}
paths:
  /a:
    post:
      requestBody: {{content: {{application/json: {{schema: {schema}{example}}}}}}}
      responses: {{}}
"
    ));
    let views = Views::new(&api);
    let mut out = String::new();
    for one in changes(&views, api.operations[0].body.as_ref()).iter().flatten() {
        let compact = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (path, text) in &one.optional {
            let path = serde_json::to_string(path).expect("a path is JSON");
            out.push_str(format!("{path} {}", compact(text)).trim_end());
            out.push('\n');
        }
        for (path, texts) in &one.choices {
            let path = serde_json::to_string(path).expect("a path is JSON");
            let texts: Vec<String> = texts.iter().map(|text| compact(text)).collect();
            out.push_str(&format!("{path}: {}\n", texts.join(" / ")));
        }
        out.push_str("-\n");
    }
    out
}

#[test]
fn optional_fields_are_listed_and_missing_ones_have_values() {
    let schema = "{type: object, required: [id, items], properties: {
        id: {type: string}, note: {type: string}, old: {type: string, deprecated: true}, sent: {type: string, readOnly: true},
        size: {type: object, required: [width], properties: {width: {type: number}, unit: {enum: [m, ft]}}},
        items: {type: array, items: {type: object, properties: {sku: {type: string}, count: {type: integer}}}}}}";
    // A generated example contains everything that isn't deprecated.
    same_text(
        "[\"note\"]\n[\"old\"] \"string\"\n[\"size\"]\n[\"size\",\"unit\"]\n[\"items\",0,\"sku\"]\n[\"items\",0,\"count\"]\n-\n",
        &shown(schema, ""),
    );
    same_text(
        "[\"note\"] \"string\"\n[\"old\"] \"string\"\n[\"size\"] { \"width\": 1.5, \"unit\": \"m\" }\n[\"size\",\"unit\"]\n[\"items\",0,\"sku\"]\n[\"items\",0,\"count\"] 1\n-\n",
        &shown(schema, "{id: a, items: [{sku: x}, {sku: y}]}"),
    );
}

#[test]
fn added_fields_keep_the_example_valid() {
    let one = "{type: object, maxProperties: 1, properties: {a: {type: string}, b: {type: string}}}";
    same_text("[\"a\"]\n-\n", &shown(one, "{a: x}"));
    let excluded = "{type: object, properties: {a: {type: string}, b: {type: string}}, not: {required: [b]}}";
    same_text("[\"a\"]\n-\n", &shown(excluded, "{a: x}"));
    // If the example isn't valid anyway, all fields are offered.
    let broken = "{type: object, required: [c], properties: {a: {type: string}, b: {type: string}, c: {type: string}}}";
    same_text("[\"a\"]\n[\"b\"] \"string\"\n-\n", &shown(broken, "{a: x}"));
}

#[test]
fn recursive_schemas_are_added_once() {
    same_text("[\"name\"]\n-\n", &shown("{$ref: '#/components/schemas/Node'}", "{name: a}"));
    let inside = "{type: object, properties: {node: {$ref: '#/components/schemas/Node'}}}";
    same_text(
        "[\"node\"] { \"name\": \"string\", \"next\": { \"name\": \"string\" } }\n[\"node\",\"name\"]\n[\"node\",\"next\"]\n[\"node\",\"next\",\"name\"]\n-\n",
        &shown(inside, "{}"),
    );
}

#[test]
fn variants_that_contain_each_other_can_be_chosen_once() {
    let text = r#"{ "kind": "text", "text": "string" }"#;
    let both = format!(r#"{{ "kind": "both", "left": {text}, "right": {text} }}"#);
    let when = format!(r#"{{ "kind": "if", "test": {text}, "yes": {text}, "no": {text} }}"#);
    let fields = ["left", "right", "test", "yes", "no"];
    let inner: String =
        fields.map(|name| format!("[\"term\",\"{name}\"]\n[\"term\",\"{name}\",\"text\"]\n")).concat();
    same_text(
        &format!("[\"term\"]\n{inner}[\"term\",\"text\"]\n[\"term\"]:  / {both} / {when}\n-\n"),
        &shown("{type: object, properties: {term: {$ref: '#/components/schemas/Term'}}}", ""),
    );
}

#[test]
fn fields_with_variants_have_a_value_for_each() {
    let pay = "{type: object, required: [pay], properties: {pay: {oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bank'}]}}}";
    same_text(
        "[\"pay\",\"bic\"]\n[\"pay\",\"number\"]\n-\n",
        &shown(pay, "{pay: {kind: card, number: x}}")
            .lines()
            .filter(|line| !line.contains(": "))
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    );
    assert!(
        shown(pay, "")
            .contains("[\"pay\"]:  / { \"kind\": \"bank\", \"iban\": \"string\", \"bic\": \"string\" }"),
        "{}",
        shown(pay, "")
    );
    // The variants of the whole body are bodies of their own.
    let whole = "{oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bank'}]}";
    same_text("[\"number\"]\n-\n[\"bic\"]\n-\n", &shown(whole, ""));
}

#[test]
fn changes_are_bounded() {
    let fields: Vec<String> =
        (0..400).map(|at| format!("f{at}: {{type: string, default: '{}'}}", "x".repeat(200))).collect();
    let text = shown(&format!("{{type: object, properties: {{{}}}}}", fields.join(", ")), "{}");
    assert!(text.len() < 10_000 && text.lines().count() < 120, "{}", text.len());
    assert_eq!(shown("{type: string}", ""), "-\n");
    let wide: Vec<String> = (0..50_000).map(|at| format!("f{at}: {{type: string}}")).collect();
    assert_eq!(shown(&format!("{{type: object, properties: {{{}}}}}", wide.join(", ")), "{f1: x}"), "-\n");
    let long = format!("{{a: {}}}", "x".repeat(40_000));
    assert_eq!(shown("{type: object, properties: {a: {type: string}, b: {type: string}}}", &long), "-\n");
}
