use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::{History, Mark, Past, Steps, histories};
use crate::markdown::highlight::Cache;
use crate::openapi::{
    Api, OperationRef, Options, Subject,
    blocks::{self, Block, Blocks},
    lower, read,
    tree::{Budget, Trees},
};
use crate::path::SourcePath;
use crate::source::Source;

fn api(parts: &str) -> Arc<Api> {
    let path = SourcePath::new("api.yaml");
    let text = format!("openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\n{parts}\n");
    let (file, problems) = read(&Source::new(path.clone(), &text));
    assert_eq!(problems, [], "{text}");
    let files = BTreeMap::from([(path.clone(), Arc::new(file))]);
    Arc::new(lower(&path, &files, &Options::default(), &Cache::default()).0)
}

/// Returns the history of the last of several documents, which have the versions 1.0, 2.0, and so on.
fn history(documents: &[Arc<Api>], steps: &Steps) -> Arc<History> {
    let past = |(at, api): (usize, &Arc<Api>)| Past {
        label: format!("{}.0", at + 1),
        date: None,
        api: Arc::clone(api),
    };
    let documents: Vec<Past> = documents.iter().enumerate().map(past).collect();
    histories(&documents, steps).pop().flatten().expect("several documents")
}

fn shown(mark: Mark) -> String {
    let parts = [("since", mark.since), ("changed", mark.changed), ("deprecated", mark.deprecated)];
    let parts = parts.into_iter().filter_map(|(word, version)| Some(format!(" {word} {}.0", version? + 1)));
    parts.collect()
}

/// Compares the marks on the pages of the last document's operations with the expected lines.
#[track_caller]
fn check(documents: &[&str], expected: &str) {
    let documents: Vec<Arc<Api>> = documents.iter().map(|parts| api(parts)).collect();
    let history = history(&documents, &Steps::default());
    let last = documents.last().expect("several documents");
    let trees = Trees::with_history(last, Some(&history));
    let mut found = String::new();
    let mut tell = |name: &str, mark: Mark| {
        if mark != Mark::default() {
            writeln!(found, "{name}{}", shown(mark)).expect("a string");
        }
    };
    for which in last.all_operations() {
        tell(&crate::openapi::compare::operation_name(last, which), history.operation(which));
        let Blocks { all, tree } = blocks::of_page(&trees, Subject::Operation(which), Budget::default());
        for block in &all {
            match block {
                Block::Parameters(all) => {
                    all.rows.iter().for_each(|(_, slot)| tell(&slot.anchor, slot.mark));
                }
                Block::Body(body) => tell("body", body.mark),
                Block::Responses(all) => {
                    for response in all {
                        tell(&response.response.status, response.mark);
                        response.headers.iter().for_each(|(_, slot)| tell(&slot.anchor, slot.mark));
                    }
                }
                _ => {}
            }
        }
        tree.rows.iter().for_each(|row| tell(&format!("#{}", row.anchor), row.mark));
    }
    crate::fixture::same_text(expected, &found);
}

/// Returns a document with an operation that takes an object with these properties.
fn object(properties: &str) -> String {
    format!(
        "paths: {{/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{type: object, \
         properties: {{{properties}}}}}}}}}}}, responses: {{default: {{description: Any.}}}}}}}}}}"
    )
}

#[track_caller]
fn properties(versions: &[&str], expected: &str) {
    let documents: Vec<String> = versions.iter().map(|properties| object(properties)).collect();
    check(&documents.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn a_property_has_the_version_that_added_it() {
    properties(
        &[
            "a: {type: string}",
            "a: {type: string}, b: {type: string}",
            "a: {type: string}, b: {type: string}",
        ],
        "POST /a changed 2.0\n#request-body.b since 2.0\n",
    );
}

#[test]
fn a_property_that_was_removed_and_added_again_is_new() {
    properties(
        &["a: {type: string}", "b: {type: string}", "a: {type: string}, b: {type: string}"],
        "POST /a changed 3.0\n#request-body changed 2.0\n#request-body.a since 3.0\n#request-body.b since 2.0\n",
    );
}

#[test]
fn a_property_has_the_last_version_that_changed_it() {
    properties(
        &[
            "a: {type: string, maxLength: 5}, b: {type: string}",
            "a: {type: string, maxLength: 6}, b: {type: string, enum: [x]}",
            "a: {type: string, maxLength: 7, description: Text.}, b: {type: string, enum: [x]}",
            "a: {type: string, maxLength: 7}, b: {type: string, enum: [x], description: Other text.}",
        ],
        "POST /a changed 3.0\n#request-body.a changed 3.0\n#request-body.b changed 2.0\n",
    );
}

#[test]
fn a_property_that_was_added_and_then_changed_has_both_versions() {
    properties(
        &["a: {}", "a: {}, b: {type: string}", "a: {}, b: {type: integer}"],
        "POST /a changed 3.0\n#request-body.b since 2.0 changed 3.0\n",
    );
}

#[test]
fn deprecation_is_marked_until_it_is_undone() {
    properties(
        &[
            "a: {type: string}, b: {type: string}, c: {type: string, deprecated: true}",
            "a: {type: string, deprecated: true}, b: {type: string, deprecated: true}, c: {type: string, deprecated: true}",
            "a: {type: string, deprecated: true}, b: {type: string}, c: {type: string, deprecated: true}",
        ],
        "#request-body.a deprecated 2.0\n",
    );
}

#[test]
fn items_and_nested_objects_keep_their_marks() {
    properties(
        &[
            "list: {type: array, items: {type: object, properties: {x: {type: string}}}}",
            "list: {type: array, items: {type: object, properties: {x: {type: string}, y: {type: object, properties: {z: {}}}}}}",
            "list: {type: array, items: {type: object, properties: {x: {type: string, minLength: 1}, y: {type: object, properties: {z: {}}}}}}",
            "list: {type: array, items: {type: object, minProperties: 1, properties: {x: {type: string, minLength: 1}, y: {type: object, properties: {z: {}}}}}}",
        ],
        "POST /a changed 4.0\n#request-body.list changed 4.0\n#request-body.list.x changed 3.0\n#request-body.list.y since 2.0\n",
    );
}

#[test]
fn what_is_shown_only_in_responses_is_marked_there() {
    let document = |properties: &str| {
        format!(
            "paths: {{/a: {{post: {{requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/S'}}}}}}}}, \
             responses: {{'200': {{description: Any., content: {{application/json: {{schema: {{$ref: '#/components/schemas/S'}}}}}}}}}}}}}}}}\n\
             components: {{schemas: {{S: {{type: object, properties: {{{properties}}}}}}}}}"
        )
    };
    check(
        &[&document("a: {}"), &document("a: {}, id: {type: string, readOnly: true}")],
        "POST /a changed 2.0\n#response-200.id since 2.0\n",
    );
}

#[test]
fn operations_have_marks_even_if_a_path_parameter_is_renamed() {
    let operation = "responses: {default: {description: Any.}}";
    let get = |name: &str, more: &str| {
        format!(
            "'/a/{{{name}}}': {{get: {{parameters: [{{name: {name}, in: path, required: true, schema: {{type: string}}}}], {more}{operation}}}}}"
        )
    };
    check(
        &[
            &format!("paths: {{{}}}", get("id", "")),
            &format!("paths: {{{}, /b: {{get: {{{operation}}}}}}}", get("id", "deprecated: true, ")),
            &format!("paths: {{{}, /b: {{get: {{{operation}}}}}}}", get("key", "deprecated: true, ")),
        ],
        "GET /a/{key} deprecated 2.0\nGET /b since 2.0\n",
    );
}

#[test]
fn parameters_bodies_responses_and_headers_have_marks() {
    let document = |members: &str| format!("paths: {{/a: {{post: {{{members}}}}}}}");
    let query =
        |name: &str, more: &str| format!("{{name: {name}, in: query, {more}schema: {{type: integer}}}}");
    let response =
        |status: &str, headers: &str| format!("'{status}': {{description: Any., headers: {{{headers}}}}}");
    check(
        &[
            &document(&format!("parameters: [{}], responses: {{{}}}", query("a", ""), response("200", ""))),
            &document(&format!(
                "parameters: [{}, {}], requestBody: {{content: {{text/plain: {{}}}}}}, responses: {{{}, {}}}",
                query("a", "required: true, "),
                query("b", ""),
                response("200", "X-A: {schema: {type: string}}"),
                response("404", ""),
            )),
            &document(&format!(
                "parameters: [{}, {}], requestBody: {{required: true, content: {{text/plain: {{}}}}}}, responses: {{{}, {}}}",
                query("a", "required: true, "),
                query("b", "deprecated: true, "),
                response("200", "x-a: {schema: {type: string}}"),
                response("404", ""),
            )),
        ],
        "POST /a changed 3.0\nquery.a changed 2.0\nquery.b since 2.0 deprecated 3.0\nbody since 2.0 changed 3.0\n\
         response-200-header.x-a since 2.0\n404 since 2.0\n",
    );
}

#[test]
fn each_version_has_the_history_up_to_it() {
    let documents: Vec<Arc<Api>> =
        ["a: {}", "a: {}, b: {}", "a: {}, b: {}, c: {}"].map(|one| api(&object(one))).into();
    let past = |label: &str, api: &Arc<Api>| Past { label: label.into(), date: None, api: Arc::clone(api) };
    let steps = Steps::default();
    let labels = ["v1.0", "1.0", "v1.1 beta"];
    let all: Vec<Past> = labels.iter().zip(&documents).map(|(label, api)| past(label, api)).collect();
    let found = histories(&all, &steps);
    let versions: Vec<Option<(usize, usize)>> =
        found.iter().map(|one| one.as_ref().map(|one| (one.versions.len(), one.releases.len()))).collect();
    assert_eq!(versions, [None, Some((2, 1)), Some((3, 2))]);
    let anchors: Vec<&str> =
        found[2].iter().flat_map(|one| &one.versions).map(|one| one.anchor.as_str()).collect();
    assert_eq!(anchors, ["v1.0", "v1.0-2", "v1.1-beta"]);
}

#[test]
fn comparisons_are_kept_while_their_documents_exist() {
    let steps = Steps::default();
    let documents: Vec<Arc<Api>> = ["a: {}", "a: {}, b: {}"].map(|one| api(&object(one))).into();
    let first = history(&documents, &steps);
    let again = history(&documents, &steps);
    assert!(Arc::ptr_eq(&first.releases[0].changes, &again.releases[0].changes));
    assert_eq!(first.operation(OperationRef::Path(0)), Mark { changed: Some(1), ..Mark::default() });
    drop(documents);
    let others: Vec<Arc<Api>> = ["a: {}", "a: {}, c: {}"].map(|one| api(&object(one))).into();
    history(&others, &steps);
    assert_eq!(steps.0.lock().len(), 1);
}
