use super::*;
use crate::fixture::same_text;
use crate::openapi::{Json, read, yaml};

const DOCUMENT: &str = "openapi: 3.1.0
info: { title: A, version: '1' }
tags: [{ name: x }, { name: y }, { name: z }]
paths:
  /a:
    get: { summary: Get, parameters: [{ name: p, in: query }] }
    post: { summary: Post }
  /b: {}
";

/// Applies overlays to a document and returns the result and the problems.
fn applied(document: &str, overlays: &[&str]) -> (String, Vec<String>) {
    let source = |name: &str, text: &str| Source::new(SourcePath::new(name), text);
    let document = source("api.yaml", document);
    let (file, _) = read(&document);
    let sources: Vec<Source> = overlays.iter().map(|text| source("overlay.yaml", text)).collect();
    let files: Vec<File> = sources.iter().map(|source| read(source).0).collect();
    let (file, diagnostics) = overlaid(&document, &file, &files.iter().collect::<Vec<_>>());
    let json = Json::parse(&Tree::of(&file, file.root).json().to_string());
    let told = diagnostics.iter().map(|one| {
        let place = match &one.location {
            Some(crate::diag::Location::Span(_, span)) => sources[0].text[span.range()].to_owned(),
            _ => String::new(),
        };
        format!("{} {place}: {}", one.code.as_str(), one.message)
    });
    (json.as_ref().map(yaml::write).unwrap_or_default(), told.collect())
}

#[track_caller]
fn check(actions: &str, expected: &str) {
    for version in ["1.0.0", "1.1.0"] {
        let (text, told) = applied(DOCUMENT, &[&format!("overlay: {version}\nactions:\n{actions}")]);
        assert_eq!(told, Vec::<String>::new(), "{version}");
        same_text(expected, &text);
    }
}

#[test]
fn objects_are_merged_and_items_are_appended() {
    check(
        "- target: $
  update: { info: { title: B, license: { name: MIT } }, tags: [{ name: v }], x: null }
- target: $.paths.*.get
  update: { summary: Got, deprecated: true }
- target: $.paths['/a'].get.parameters
  update: { name: q, in: query }
- target: $.paths['/b']
  update: { get: { summary: Own } }
",
        "openapi: \"3.1.0\"
info:
  title: B
  version: \"1\"
  license:
    name: MIT
tags:
  - name: x
  - name: \"y\"
  - name: z
  - name: v
paths:
  /a:
    get:
      summary: Got
      parameters:
        - name: p
          in: query
        - name: q
          in: query
      deprecated: true
    post:
      summary: Post
  /b:
    get:
      summary: Own
x: null",
    );
}

#[test]
fn values_are_removed_in_the_order_of_the_actions() {
    check(
        "- { target: '$.tags[?@.name != \"y\"]', remove: true }
- { target: '$..parameters', remove: true }
- { target: '$.paths[\"/a\"].post', remove: true, update: { summary: Ignored } }
- { target: '$.paths[\"/b\"]', remove: true }
- { target: '$.paths', update: { /b: { get: { summary: New } } } }
",
        "openapi: \"3.1.0\"
info:
  title: A
  version: \"1\"
tags:
  - name: \"y\"
paths:
  /a:
    get:
      summary: Get
  /b:
    get:
      summary: New",
    );
}

#[test]
fn lists_and_scalars_are_updated_by_the_rules_of_the_version() {
    let overlay = |version: &str| {
        format!(
            "overlay: {version}\nactions:\n- {{ target: $.tags, update: [{{ name: a }}] }}\n- {{ target: $..summary, update: S }}\n- {{ target: \"$.paths['/b']\", copy: \"$.paths['/a'].post\" }}\n"
        )
    };
    let (text, told) = applied(DOCUMENT, &[&overlay("1.1.0")]);
    assert_eq!(told, Vec::<String>::new());
    assert!(text.contains("  - name: z\n  - name: a\n") && !text.contains("Get"), "{text}");
    assert!(text.ends_with("  /b:\n    summary: S"), "{text}");
    let (text, _) = applied(DOCUMENT, &[&overlay("1.0.0")]);
    assert!(text.contains("  - name: z\n  - - name: a\n"), "{text}");
}

#[test]
fn several_overlays_are_applied_in_order() {
    let overlay = |title: &str| {
        format!("overlay: 1.1.0\nactions: [{{ target: $.info, update: {{ title: {title} }} }}]\n")
    };
    let (text, _) = applied(DOCUMENT, &[&overlay("B"), &overlay("C")]);
    assert!(text.contains("title: C"), "{text}");
}

#[test]
fn problems_affect_only_their_action() {
    for (overlay, expected) in [
        ("actions: [{ target: $.info, update: {} }]", "invalid-overlay actions: missing overlay version"),
        ("overlay: 1.1.0", "invalid-overlay overlay: the overlay has no actions"),
        ("overlay: 1.1.0\nactions: []", "invalid-overlay overlay: the overlay has no actions"),
        ("overlay: 1.1.0\nactions: [{ update: {} }]", "invalid-overlay update: the action has no `target`"),
        (
            "overlay: 1.1\nactions: [{ target: $.info, udpate: {} }]",
            "invalid-overlay udpate: unknown key `udpate` in an action",
        ),
        ("overlay: 1.1.0\nactions: [{ target: 1 }]", "invalid-overlay 1: expected a JSONPath expression"),
        ("overlay: 1.1.0\nactions: [{ target: $ }]", "unmatched-target target: the action changes nothing"),
        (
            "overlay: 1.1.0\nactions: [{ target: $, remove: true }]",
            "invalid-overlay $: an overlay can't remove the whole document",
        ),
        (
            "overlay: 1.1.0\nactions: [{ target: $.nothing, update: {} }]",
            "unmatched-target $.nothing: `$.nothing` doesn't match anything in the document",
        ),
        (
            "overlay: 1.1.0\nactions: [{ target: $.info, copy: '$.tags[*]' }]",
            "invalid-overlay '$.tags[*]': `copy` doesn't match exactly one value",
        ),
        (
            "overlay: 1.1.0\nactions: [{ target: $.info, update: { title: [] } }]",
            "invalid-overlay target: a value of the action has a different type than the value in the document",
        ),
    ] {
        let (text, told) = applied(DOCUMENT, &[overlay]);
        assert_eq!(told, [expected]);
        same_text(&text, &applied(DOCUMENT, &[]).0);
    }
    let (_, told) = applied(DOCUMENT, &["overlay: 1.1.0\nactions: [{ target: 'paths[', update: {} }]"]);
    assert!(
        told[0].starts_with("invalid-overlay 'paths[': invalid JSONPath expression `paths[`: "),
        "{told:?}"
    );
}

#[test]
fn an_action_without_an_effect_is_a_warning() {
    for action in [
        "target: $",
        "target: $, remove: false",
        "target: $.info, x-note: { a: 1 }",
        "target: $.info, description: Why",
        "target: $.none, update: { a: 1 }",
        "target: $.none, remove: true",
        "target: $.paths.*.get.none, remove: true, update: { a: 1 }",
    ] {
        for version in ["1.0.0", "1.1.0"] {
            let (_, told) = applied(DOCUMENT, &[&format!("overlay: {version}\nactions: [{{ {action} }}]")]);
            assert!(told.len() == 1 && told[0].starts_with("unmatched-target "), "{action}: {told:?}");
        }
    }
}

#[test]
fn names_with_hyphens_can_follow_a_dot() {
    for (target, expected) in [
        ("$.paths.*.get[?@.x-a.b-c]", "$.paths.*.get[?@['x-a']['b-c']]"),
        ("$..x-a", "$..['x-a']"),
        ("$['a.b-c'].x-y", "$['a.b-c']['x-y']"),
        (r"$['it\'s.b-c'].x-y", r"$['it\'s.b-c']['x-y']"),
        ("$.größe-a[\"", "$['größe-a'][\""),
    ] {
        assert_eq!(in_brackets(target), expected);
    }
    let document = "openapi: 3.1.0\npaths:\n  /a: { get: { x-a: { b: {} }, summary: Old } }\n";
    let overlay = "overlay: 1.0.0\nactions: [{ target: '$.paths.*[?@.x-a.b]', update: { summary: New } }]";
    let (text, told) = applied(document, &[overlay]);
    assert!(told.is_empty() && text.contains("summary: New"), "{told:?}\n{text}");
}

#[test]
fn a_changed_value_has_the_location_of_the_value_that_it_changes() {
    let document = Source::new(SourcePath::new("api.yaml"), DOCUMENT);
    let overlay = Source::new(
        SourcePath::new("o.yaml"),
        "overlay: 1.1.0\nactions: [{ target: \"$.paths['/a'].get\", update: { tags: [new] } }]\n",
    );
    let (file, _) = overlaid(&document, &read(&document).0, &[&read(&overlay).0]);
    let get = |node: NodeId, key: &str| file.get(node, key).expect("the key exists");
    let new = get(get(get(get(file.root, "paths"), "/a"), "get"), "tags");
    assert!(DOCUMENT[file.span(new).range()].contains("summary: Get"));
    let post = get(get(get(file.root, "paths"), "/a"), "post");
    assert_eq!(&DOCUMENT[file.span(post).range()], "{ summary: Post }");
}
