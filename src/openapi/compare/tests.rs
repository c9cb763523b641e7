mod operations;
mod schemas;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Changes, Level, Rule, SUNSET, compare};
use crate::markdown::highlight::Cache;
use crate::openapi::{Api, Options, lower, read};
use crate::path::SourcePath;
use crate::source::Source;

/// The current date in these tests.
const TODAY: &str = "2027-01-15";

fn api(text: &str) -> Api {
    let path = SourcePath::new("api.yaml");
    let (file, problems) = read(&Source::new(path.clone(), text));
    assert_eq!(problems, [], "{text}");
    let files = BTreeMap::from([(path.clone(), Arc::new(file))]);
    let extensions = [SUNSET.to_owned()];
    let options = Options { extensions: &extensions, ..Options::default() };
    lower(&path, &files, &options, &Cache::default()).0
}

/// Compares two documents that contain these parts.
fn documents(old: &str, new: &str) -> Changes {
    let document = |parts: &str| api(&format!("openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\n{parts}\n"));
    compare(&document(old), &document(new), TODAY)
}

/// Compares two operations with these members.
fn operations(old: &str, new: &str) -> Changes {
    let document = |members: &str| format!("paths: {{/a: {{post: {{{members}}}}}}}");
    documents(&document(old), &document(new))
}

/// Formats changes, one per line: the level, the ID, and the message.
fn told(changes: &Changes) -> String {
    let mut text = String::new();
    for change in &changes.all {
        writeln!(text, "{} {} {}", change.level.name(), change.rule.id(), change.message).expect("a string");
    }
    text
}

#[test]
fn every_rule_has_a_row() {
    let lines = operations::OPERATIONS
        .iter()
        .chain(operations::DOCUMENTS)
        .filter_map(|(_, _, line)| line.split(' ').nth(1));
    let rules = schemas::SCHEMAS.iter().chain(schemas::PROPERTIES).map(|(rule, ..)| rule.id());
    let known: BTreeSet<&str> = lines.chain(rules).chain(["property-not-write-only"]).collect();
    let all: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(all.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(all.len(), Rule::ALL.len(), "each ID is unique");
}

#[test]
fn the_form_of_a_document_does_not_matter() {
    let same = [
        // A schema is the same inline and in the components.
        (
            "paths: {/a: {post: {requestBody: {content: {a/json: {schema: {type: string, maxLength: 3}}}}}}}",
            "paths: {/a: {post: {requestBody: {$ref: '#/components/requestBodies/B'}}}}\ncomponents: {requestBodies: {B: {content: {a/json: {schema: {$ref: '#/components/schemas/S'}}}}}, schemas: {S: {type: string, maxLength: 3}}}",
        ),
        // The order of properties, values, types, and media types.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {type: [string, 'null'], enum: [a, b, null]}}, c/d: {}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {c/d: {}, a/b: {schema: {enum: [null, b, a], type: ['null', string]}}}}}}}",
        ),
        // Properties in an `allOf`.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {type: object, required: [a], properties: {a: {}, b: {}}}}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {allOf: [{type: object, properties: {a: {}}}, {required: [a], properties: {b: {}}}]}}}}}}}",
        ),
        // Numbers.
        (
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {maximum: 10, const: 1.0}}}}}}}",
            "paths: {/a: {post: {requestBody: {content: {a/b: {schema: {maximum: 1e1, const: 1}}}}}}}",
        ),
        // Parameters of the path.
        (
            "paths: {/a: {parameters: [{in: query, name: q}], get: {}}}",
            "paths: {/a: {get: {parameters: [{in: query, name: q}]}}}",
        ),
        // Text.
        (
            "paths: {/a: {get: {summary: A, description: B, responses: {'200': {description: C}}}}}",
            "paths: {/a: {get: {summary: D, responses: {'200': {description: E}}}}}",
        ),
    ];
    for (old, new) in same {
        let changes = documents(old, new);
        let left: Vec<_> = changes.all.iter().filter(|change| change.rule != Rule::SchemaRemoved).collect();
        assert!(left.is_empty(), "{old} -> {new}\n{}", told(&changes));
    }
}
