//! Tests for the tree: the rows for each schema, as an indented list.

use std::fmt::Write as _;

use super::{Budget, FactValue, Facts, Role, Root, Row, RowId, Tree, Trees, tree};
use crate::fixture::same_text;
use crate::openapi::merge::GroupKind;
use crate::openapi::tests::fixture;
use crate::openapi::{Direction, Json};

const WIDE: Budget =
    Budget { rows: 1_000, limit: 1_000, bytes: usize::MAX, children: 1_000, depth: 20, deepest: 20 };

#[track_caller]
fn check(schemas: &str, direction: Direction, expected: &str) {
    check_within(schemas, direction, WIDE, expected);
}

#[track_caller]
fn check_within(schemas: &str, direction: Direction, budget: Budget, expected: &str) {
    let api = fixture::api(schemas);
    let views = Trees::new(&api);
    let roots =
        [Root { anchor: "r".to_owned(), node: fixture::node(&api, "S"), direction, is_failure: false }];
    let tree = tree(&views, &roots, budget);
    let mut out = String::new();
    show(&tree, tree.roots[0], 0, &mut out);
    if !tree.cuts().is_empty() {
        let names: Vec<&str> = tree.cuts().iter().filter_map(|id| api.schemas[*id].name.as_deref()).collect();
        writeln!(out, "pages: {}", names.join(", ")).expect("writing to a string can't fail");
    }
    same_text(expected, &out);
}

fn show(tree: &Tree<'_>, id: RowId, level: usize, out: &mut String) {
    let row = &tree[id];
    let indent = "  ".repeat(level);
    writeln!(out, "{indent}{}", line(row)).expect("writing to a string can't fail");
    for child in &row.children {
        show(tree, *child, level + 1, out);
    }
    for choice in &row.choices {
        let kind = match choice.kind {
            GroupKind::OneOf => "one of",
            GroupKind::AnyOf => "any of",
            GroupKind::Told => "told",
        };
        let by = choice.discriminator.map(|name| format!(" by {name}")).unwrap_or_default();
        writeln!(out, "{indent}  ({kind}{by})").expect("writing to a string can't fail");
        for variant in &choice.variants {
            show(tree, *variant, level + 2, out);
        }
    }
    let rest = row.rest;
    if rest.rows > 0 {
        let link = if rest.link.is_some() { " on its page" } else { "" };
        let repeats = rest.above.map(|above| format!(" as in #{}", tree[above].anchor)).unwrap_or_default();
        writeln!(out, "{indent}  … {} more{repeats}{link}", rest.rows)
            .expect("writing to a string can't fail");
    }
}

fn line(row: &Row<'_>) -> String {
    let name = match &row.role {
        Role::Root => "root".to_owned(),
        Role::Property(name) => (*name).to_owned(),
        Role::Pattern(pattern) => format!("/{pattern}/"),
        Role::Additional => "*".to_owned(),
        Role::Prefix(at) => format!("[{at}]"),
        Role::Variant { title, values } => {
            let texts: Vec<&str> = values.iter().filter_map(Json::as_str).collect();
            format!("<{title}>{}{}", if texts.is_empty() { "" } else { " = " }, texts.join(", "))
        }
        other => format!("{other:?}").to_lowercase(),
    };
    let required = if row.required { " required" } else { "" };
    let items: String = row.items.iter().map(|facts| format!("; each{}", told(facts))).collect();
    format!("{name}: {}{required}{}{items} #{}", row.facts.label, told(&row.facts), row.anchor)
}

fn told(facts: &Facts<'_>) -> String {
    let mut out = String::new();
    for fact in &facts.limits {
        let value = match &fact.value {
            FactValue::None => String::new(),
            FactValue::Number(text) => format!("={text}"),
            FactValue::Text(text) => format!("={text}"),
            FactValue::Json(value) => format!("={value}"),
            FactValue::Values(values) => {
                let texts: Vec<&str> = values.iter().filter_map(Json::as_str).collect();
                format!("={}", texts.join(","))
            }
            FactValue::Names(name, others) => format!("={name}:{}", others.join(",")),
            FactValue::Choices(all) => {
                format!("={}", all.iter().map(|names| names.join("+")).collect::<Vec<_>>().join("|"))
            }
        };
        let name = fact.key.trim_start_matches("api_");
        write!(out, " {name}{value}").expect("writing to a string can't fail");
    }
    for value in &facts.values {
        write!(out, " |{}", value.value).expect("writing to a string can't fail");
    }
    out
}

#[test]
fn rows_say_what_a_schema_says() {
    check(
        r#"{"S": {"type": "object", "required": ["id", "odd name"], "additionalProperties": false, "properties": {
            "id": {"type": "integer", "format": "int64", "minimum": 1},
            "when": {"type": ["string", "null"], "format": "date-time"},
            "kind": {"enum": ["a", "b"], "default": "a"},
            "tags": {"type": "array", "maxItems": 3, "items": {"type": "string", "minLength": 1}},
            "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
            "grid": {"type": "array", "items": {"type": "array", "items": {"$ref": "Cell"}}},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"type": "boolean"}},
            "map": {"type": "object", "additionalProperties": {"type": "number"}, "patternProperties": {"^x-": {}}},
            "any": {}, "odd name": {"const": 1}}},
            "Cell": {"type": "object", "properties": {"v": {"type": "number"}}}}"#,
        Direction::Both,
        r#"
root: S closed #r
  id: integer<int64> required minimum=1 #r.id
  when: string<date-time> | null #r.when
  kind: string default="a" |"a" |"b" #r.kind
  tags: array of string items_most=3; each length_least=1 #r.tags
  lines: array of object; each #r.lines
    sku: string #r.lines.sku
  grid: array of array of Cell; each; each #r.grid
    v: number #r.grid.v
  pair: array #r.pair
    [0]: string #r.pair.item-1
    [1]: integer #r.pair.item-2
    item: boolean #r.pair.items
  map: object #r.map
    /^x-/: any #r.map.pattern-properties
    *: number #r.map.additional-properties
  any: any #r.any
  odd name: integer required const=1 #r.odd-name
"#,
    );
}

#[test]
fn a_choice_between_required_properties_is_a_limit() {
    check(
        r#"{"S": {"type": "object", "properties": {"a": {}, "b": {}, "c": {}},
            "anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}}"#,
        Direction::Both,
        r#"
root: S required_any=a|b+c #r
  a: any #r.a
  b: any #r.b
  c: any #r.c
"#,
    );
    check(
        r#"{"S": {"properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}}"#,
        Direction::Both,
        r#"
root: S required_one=a|b #r
  a: any #r.a
  b: any #r.b
"#,
    );
}

#[test]
fn what_is_no_limit_is_not_said() {
    check(
        r#"{"S": {"minProperties": 0, "properties": {
            "text": {"type": "string", "minLength": 0, "maxLength": 9},
            "list": {"type": "array", "minItems": 0},
            "few": {"type": "array", "contains": {"const": 1}, "minContains": 0},
            "none": {"type": "string", "maxLength": 0},
            "number": {"type": "integer", "minimum": 0}}}}"#,
        Direction::Both,
        r#"
root: S #r
  text: string length_most=9 #r.text
  list: array #r.list
  few: array contains_least=0 #r.few
    contains: integer const=1 #r.few.contains
  none: string length_most=0 #r.none
  number: integer minimum=0 #r.number
"#,
    );
}

/// The JSON Schema keywords that apply only to values of one type, each with that type.
const OF_TYPES: &[(&str, &str)] = &[
    (r#""minimum": 5"#, "number"),
    (r#""exclusiveMaximum": 5"#, "number"),
    (r#""multipleOf": 5"#, "number"),
    (r#""minLength": 5"#, "string"),
    (r#""maxLength": 5"#, "string"),
    (r#""pattern": "a""#, "string"),
    (r#""contentEncoding": "base64""#, "string"),
    (r#""contentMediaType": "image/png""#, "string"),
    (r#""contentMediaType": "application/json", "contentSchema": {"const": 1}"#, "string"),
    (r#""minItems": 5"#, "array"),
    (r#""maxItems": 5"#, "array"),
    (r#""uniqueItems": true"#, "array"),
    (r#""items": {"const": 1}"#, "array"),
    (r#""items": false"#, "array"),
    (r#""prefixItems": [{"const": 1}]"#, "array"),
    (r#""unevaluatedItems": {"const": 1}"#, "array"),
    (r#""contains": {"const": 1}, "minContains": 2, "maxContains": 5"#, "array"),
    (r#""minProperties": 5"#, "object"),
    (r#""maxProperties": 5"#, "object"),
    (r#""properties": {"a": {}}"#, "object"),
    (r#""required": ["a"]"#, "object"),
    (r#""patternProperties": {"a": {}}"#, "object"),
    (r#""additionalProperties": {"const": 1}"#, "object"),
    (r#""additionalProperties": false"#, "object"),
    (r#""additionalProperties": true"#, "object"),
    (r#""unevaluatedProperties": {"const": 1}"#, "object"),
    (r#""propertyNames": {"const": 1}"#, "object"),
    (r#""dependentRequired": {"a": ["b"]}"#, "object"),
    (r#""dependentSchemas": {"a": {"const": 1}}"#, "object"),
];

#[test]
fn a_keyword_is_shown_only_for_the_type_it_is_about() {
    let said = |schema: &str| {
        let api = fixture::api(&format!(r#"{{"S": {schema}}}"#));
        let views = Trees::new(&api);
        let node = fixture::node(&api, "S");
        let roots = [Root { anchor: "r".to_owned(), node, direction: Direction::Both, is_failure: false }];
        let tree = tree(&views, &roots, WIDE);
        let root = &tree[tree.roots[0]];
        tree.rows.len() > 1 || !root.facts.limits.is_empty() || !root.items.is_empty()
    };
    let mut wrong = Vec::new();
    for (keyword, of) in OF_TYPES {
        for kind in ["number", "integer", "string", "boolean", "array", "object"] {
            let about = *of == kind || (*of == "number" && kind == "integer");
            if said(&format!(r#"{{"type": "{kind}", {keyword}}}"#)) != about {
                wrong.push(format!("{kind}: {keyword}"));
            }
        }
        if !said(&format!("{{{keyword}}}")) {
            wrong.push(format!("without a type: {keyword}"));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_format_is_said_where_the_type_has_no_room_for_it() {
    check(
        r#"{"S": {"properties": {"port": {"$ref": "Port"}, "when": {"format": "date"}, "n": {"type": ["integer", "string"], "format": "int64"}}},
            "Port": {"oneOf": [{"type": "integer"}, {"type": "string"}], "format": "int-or-string"}}"#,
        Direction::Both,
        "
root: S #r
  port: integer | string format=int-or-string #r.port
    (one of)
      <integer>: integer #r.port.integer
      <string>: string #r.port.string
  when: any format=date #r.when
  n: string<int64> | integer<int64> #r.n
",
    );
}

#[test]
fn a_direction_hides_what_does_not_go_that_way() {
    let schema = r#"{"S": {"type": "object", "properties": {
        "id": {"type": "string", "readOnly": true}, "secret": {"$ref": "Secret"}, "name": {"type": "string"}}},
        "Secret": {"type": "string", "writeOnly": true}}"#;
    check(schema, Direction::Request, "root: S #r\n  secret: string #r.secret\n  name: string #r.name");
    check(schema, Direction::Response, "root: S #r\n  id: string #r.id\n  name: string #r.name");
    check(
        schema,
        Direction::Both,
        "root: S #r\n  id: string #r.id\n  secret: string #r.secret\n  name: string #r.name",
    );
}

#[test]
fn variants_have_titles_and_say_what_tells_them() {
    check(
        r#"{"S": {"oneOf": [{"$ref": "Card"}, {"$ref": "Bank"}], "discriminator": {"propertyName": "type", "mapping": {"card": "Card", "bank": "Bank"}}},
            "Card": {"title": "A card", "type": "object", "properties": {"type": {"type": "string"}, "number": {"type": "string"}}},
            "Bank": {"type": "object", "properties": {"type": {"type": "string"}, "number": {"type": "string"}}}}"#,
        Direction::Both,
        "
root: S #r
  (one of by type)
    <A card> = card: Card #r.A-card
      type: string const=card #r.A-card.type
      number: string #r.A-card.number
    <Bank> = bank: Bank #r.Bank
      type: string const=bank #r.Bank.type
      number: string #r.Bank.number
",
    );
    check(
        r#"{"S": {"type": ["string", "null"], "anyOf": [{"format": "date"}, {"format": "date-time"}, {"maxLength": 5}]}}"#,
        Direction::Both,
        "
root: string<date> | string<date-time> | string | null #r
  (any of)
    <string<date>>: string<date> #r.string-date
    <string<date-time>>: string<date-time> #r.string-date-time
    <string>: string length_most=5 #r.string
",
    );
    check(
        r#"{"S": {"type": "object", "properties": {"v": {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "integer"}, {"type": "string", "format": "uri"}, {"type": "string", "maxLength": 9}, {"type": "null"}]}}}}"#,
        Direction::Both,
        "
root: S #r
  v: string | integer | string<uri> | null #r.v
    (any of)
      <string>: string length_most=5 #r.v.string
      <integer>: integer #r.v.integer
      <string<uri>>: string<uri> #r.v.string-uri
      <string (2)>: string length_most=9 #r.v.string-2
",
    );
}

#[test]
fn a_variant_does_not_repeat_its_parent() {
    check(
        r#"{"S": {"type": "object", "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
                "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat", "dog": "Dog"}}},
            "Cat": {"allOf": [{"$ref": "S"}, {"properties": {"lives": {"type": "integer"}}}]},
            "Dog": {"allOf": [{"$ref": "S"}, {"properties": {"name": {"minLength": 2}}}]}}"#,
        Direction::Both,
        "
root: S #r
  kind: string #r.kind
  name: string #r.name
  (told by kind)
    <Cat> = cat: Cat #r.Cat
      kind: string const=cat #r.Cat.kind
      lives: integer #r.Cat.lives
    <Dog> = dog: Dog #r.Dog
      kind: string const=dog #r.Dog.kind
      name: string length_least=2 #r.Dog.name
",
    );
}

#[test]
fn any_other_value_selects_the_default_variant() {
    check(
        r#"{"S": {"oneOf": [{"$ref": "Cat"}, {"$ref": "Other"}],
                "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat"}, "defaultMapping": "Other"}},
            "Cat": {"type": "object", "properties": {"kind": {"type": "string"}}},
            "Other": {"type": "object", "properties": {"kind": {"type": "string"}}}}"#,
        Direction::Both,
        "
root: S #r
  (one of by kind)
    <Cat> = cat: Cat #r.Cat
      kind: string const=cat #r.Cat.kind
    <Other> = Other: Other #r.Other
      kind: string #r.Other.kind
",
    );
}

#[test]
fn recursion_becomes_a_link() {
    check(
        r#"{"S": {"type": "object", "properties": {"parent": {"title": "up", "$ref": "S"}, "children": {"type": "array", "items": {"$ref": "S"}},
            "other": {"$ref": "T"}}}, "T": {"type": "object", "properties": {"s": {"$ref": "S"}, "x": {"type": "string"}}}}"#,
        Direction::Both,
        "
root: S #r
  parent: S #r.parent
    … 3 more as in #r on its page
  children: array of S; each #r.children
    … 3 more as in #r on its page
  other: T #r.other
    s: S #r.other.s
      … 3 more as in #r on its page
    x: string #r.other.x
pages: S
",
    );
}

#[test]
fn items_do_not_repeat_the_description_of_their_list() {
    let api = fixture::api(
        r#"{"S": {"type": "object", "properties": {
            "same": {"type": "array", "description": "Role", "items": {"$ref": "Role"}},
            "other": {"type": "array", "description": "Other", "items": {"$ref": "Role"}}}},
            "Role": {"type": "string", "description": "Role"}}"#,
    );
    let views = Trees::new(&api);
    let node = fixture::node(&api, "S");
    let roots = [Root { anchor: "r".to_owned(), node, direction: Direction::Both, is_failure: false }];
    let tree = tree(&views, &roots, WIDE);
    let lists = tree[tree.roots[0]].children.iter().map(|id| &tree[*id]);
    let texts = |facts: &Facts<'_>| -> Vec<String> {
        facts.descriptions.iter().map(|text| api[*text].source.to_string()).collect()
    };
    let found: Vec<_> = lists.map(|row| (texts(&row.facts), texts(&row.items[0]))).collect();
    let text = |text: &str| vec![text.to_owned()];
    assert_eq!(found, [(text("Role"), Vec::new()), (text("Other"), text("Role"))]);
}

#[test]
fn a_response_does_not_say_that_it_has_no_other_properties() {
    let schemas = r#"{"S": {"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}}}"#;
    check(schemas, Direction::Response, "\nroot: S #r\n  a: string #r.a\n");
    check(schemas, Direction::Request, "\nroot: S closed #r\n  a: string #r.a\n");
}

#[test]
fn the_budget_is_spent_level_by_level() {
    let schemas = r#"{"S": {"type": "object", "properties": {"a": {"$ref": "A"}, "inline": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}, "z": {"type": "string"}}},
        "A": {"type": "object", "properties": {"b": {"$ref": "B"}, "c": {"type": "string"}}},
        "B": {"type": "object", "properties": {"d": {"type": "object", "properties": {"e": {"type": "string"}}}}}}"#;
    let budget = |rows, limit| Budget { rows, limit, ..WIDE };
    check_within(
        schemas,
        Direction::Both,
        budget(4, 100),
        "
root: S #r
  a: A #r.a
    … 2 more on its page
  inline: object #r.inline
    x: string #r.inline.x
    y: string #r.inline.y
  z: string #r.z
pages: A
",
    );
    check_within(
        schemas,
        Direction::Both,
        budget(6, 100),
        "
root: S #r
  a: A #r.a
    b: B #r.a.b
      … 1 more on its page
    c: string #r.a.c
  inline: object #r.inline
    x: string #r.inline.x
    y: string #r.inline.y
  z: string #r.z
pages: B
",
    );
    check_within(
        schemas,
        Direction::Both,
        budget(3, 3),
        "
root: S #r
  a: A #r.a
    … 2 more on its page
  inline: object #r.inline
    … 2 more
  … 1 more
pages: A
",
    );
}

#[test]
fn small_objects_are_shown_even_if_there_is_no_room_for_other_schemas() {
    let text = "x".repeat(1_000);
    let fields = (0..10).map(|at| format!(r#""f{at}": {{"type": "string", "description": "{text}"}}"#));
    let fields: Vec<String> = fields.collect();
    let api = fixture::api(&format!(
        r#"{{"S": {{"type": "object", "required": ["due"], "properties": {{"large": {{"$ref": "Large"}}, "paid": {{"$ref": "Amount"}}, "due": {{"$ref": "Amount"}}, {}}}}},
            "Amount": {{"type": "object", "properties": {{"currency": {{"type": "string"}}, "value": {{"type": "integer"}}}}}},
            "Large": {{"type": "object", "properties": {{"a": {{}}, "b": {{}}, "c": {{}}, "d": {{}}, "e": {{}}}}}}}}"#,
        fields.join(",")
    ));
    let views = Trees::new(&api);
    let node = fixture::node(&api, "S");
    let roots = [Root { anchor: "r".to_owned(), node, direction: Direction::Request, is_failure: false }];
    let shown = |bytes: usize| {
        let tree = tree(&views, &roots, Budget { bytes, ..Budget::default() });
        let children = &tree[tree.roots[0]].children;
        assert!(tree.bytes <= bytes + bytes / 6, "{} bytes", tree.bytes);
        assert_eq!(children.len(), 13);
        [0, 1, 2].map(|at| tree[children[at]].children.len())
    };
    assert_eq!(shown(16_000), [0, 2, 2]);
    // The objects that are required go first.
    assert_eq!(shown(15_200), [0, 0, 2]);
}

#[test]
fn roots_share_a_budget_in_equal_parts() {
    let wide: Vec<String> = (0..500).map(|at| format!(r#""p{at}": {{"type": "string"}}"#)).collect();
    let api = fixture::api(&format!(
        r#"{{"Wide": {{"type": "object", "properties": {{{}}}}}, "Small": {{"type": "object", "properties": {{"a": {{}}, "b": {{}}}}}}}}"#,
        wide.join(",")
    ));
    let views = Trees::new(&api);
    let root = |name: &str| Root {
        anchor: name.to_owned(),
        node: fixture::node(&api, name),
        direction: Direction::Response,
        is_failure: false,
    };
    let tree =
        tree(&views, &[root("Wide"), root("Small"), root("Wide")], Budget { rows: 105, limit: 105, ..WIDE });
    let shown: Vec<usize> = tree.roots.iter().map(|id| tree[*id].children.len()).collect();
    assert_eq!(shown, [50, 2, 50]);
    assert_eq!(tree[tree.roots[0]].rest.rows, 450);
    assert_eq!(tree.cuts().len(), 1, "the rest is on the page of the schema");
}

#[test]
fn error_responses_get_the_room_that_is_left() {
    let wide: Vec<String> = (0..50).map(|at| format!(r#""p{at}": {{"type": "string"}}"#)).collect();
    let api = fixture::api(&format!(
        r#"{{"Deep": {{"type": "object", "properties": {{"in": {{"$ref": "Wide"}}}}}}, "Wide": {{"type": "object", "properties": {{{}}}}}}}"#,
        wide.join(",")
    ));
    let views = Trees::new(&api);
    let root = |name: &str, is_failure| Root {
        anchor: name.to_owned(),
        node: fixture::node(&api, name),
        direction: Direction::Response,
        is_failure,
    };
    let roots = [root("Wide", true), root("Deep", false), root("Wide", true)];
    let tree = tree(&views, &roots, Budget { rows: 84, limit: 84, ..WIDE });
    let shown: Vec<usize> = tree.roots.iter().map(|id| tree[*id].children.len()).collect();
    assert_eq!(shown, [15, 1, 15]);
    assert_eq!(tree[tree[tree.roots[1]].children[0]].children.len(), 50);
}

#[test]
fn a_huge_object_is_bounded() {
    let wide: Vec<String> = (0..100_000).map(|at| format!(r#""p{at}": {{"type": "string"}}"#)).collect();
    let api =
        fixture::api(&format!(r#"{{"S": {{"type": "object", "properties": {{{}}}}}}}"#, wide.join(",")));
    let views = Trees::new(&api);
    let roots = [Root {
        anchor: "r".to_owned(),
        node: fixture::node(&api, "S"),
        direction: Direction::Both,
        is_failure: false,
    }];
    let budget = Budget { bytes: usize::MAX, ..Budget::default() };
    let by_rows = tree(&views, &roots, budget);
    assert_eq!(by_rows.rows.len(), 1_001);
    assert_eq!(by_rows[by_rows.roots[0]].rest.rows, 99_000);
    let by_bytes = tree(&views, &roots, Budget::default());
    assert!(by_bytes.bytes < Budget::default().bytes + 1_000, "{} bytes", by_bytes.bytes);
    assert_eq!(by_bytes.rows.len() + by_bytes[by_bytes.roots[0]].rest.rows, 100_001);
}

#[test]
fn anchors_are_unique() {
    let schemas = r#"{"S": {"type": "object", "properties": {"a b": {}, "a-b": {}, "a/b": {}, "a-b-2": {}, "": {}, "é": {}, "\"><script>": {}}}}"#;
    let api = fixture::api(schemas);
    let views = Trees::new(&api);
    let roots = [Root {
        anchor: "r".to_owned(),
        node: fixture::node(&api, "S"),
        direction: Direction::Both,
        is_failure: false,
    }];
    let tree = tree(&views, &roots, WIDE);
    let anchors: Vec<&str> = tree.rows.iter().map(|row| row.anchor.as_str()).collect();
    assert_eq!(anchors, ["r", "r.a-b", "r.a-b-2", "r.a-b-3", "r.a-b-2-2", "r.value", "r.é", "r.script"]);
}
