//! Tests for request servers, for documents that define servers and documents that don't.

use super::files;
use crate::diag::{Code, Diagnostic};
use crate::fixture::sources;
use crate::markdown::highlight::Cache;
use crate::openapi::sample::server_address;
use crate::openapi::server::placed;
use crate::openapi::{Api, Options, lower};

const PATHS: &str = "info: { title: A, version: '1' }\npaths:\n  /a:\n    get: { responses: {} }\n";

/// Returns a document and the reports about its servers.
fn read(text: &str) -> (Api, Vec<Diagnostic>) {
    let sources = sources(&format!("//- api.yaml\n{text}"));
    let (files, _) = files(&sources);
    let (api, found) = lower(&sources[0].path, &files, &Options::default(), &Cache::default());
    (api, found.into_iter().filter(|one| one.code == Code::MissingServer).collect())
}

/// Checks the URLs of a document's servers, and whether readers have to enter something.
#[track_caller]
fn check(head: &str, expected: &[&str], asks: bool) {
    let (api, found) = read(&format!("{head}\n{PATHS}"));
    let servers = placed(&api.operations[0].servers);
    let addresses: Vec<String> = servers.iter().map(server_address).collect();
    assert_eq!(addresses, expected, "{head}");
    assert_eq!(found.len(), usize::from(asks), "{head}: {found:#?}");
}

#[test]
fn what_a_document_leaves_out_is_left_to_the_reader() {
    let v3 = |servers: &str, expected: &[&str], asks| {
        check(&format!("openapi: 3.0.3\nservers: {servers}"), expected, asks);
    };
    check("openapi: 3.1.0", &["{baseUrl}"], true);
    check("swagger: '2.0'", &["{baseUrl}"], true);
    check("swagger: '2.0'\nbasePath: /v1/", &["{baseUrl}/v1"], true);
    check("swagger: '2.0'\nbasePath: v1\nschemes: [http]", &["{baseUrl}/v1"], true);
    check("swagger: '2.0'\nhost: a.example\nbasePath: /v1", &["https://a.example/v1"], false);
    v3("[]", &["{baseUrl}"], true);
    v3("[{ url: / }]", &["{baseUrl}"], true);
    v3("[{ url: '' }]", &["{baseUrl}"], true);
    v3("[{ url: . }]", &["{baseUrl}"], true);
    v3("[{ url: /v1 }, { url: v2/ }]", &["{baseUrl}/v1", "{baseUrl}/v2"], true);
    v3("[{ url: '../../v1/./a?b#c' }]", &["{baseUrl}/v1/a"], true);
    v3("[{ url: 'a.example/v1' }]", &["{baseUrl}/a.example/v1"], true);
    v3("[{ url: 'javascript:alert(1)' }]", &["{baseUrl}"], true);
    v3("[{ url: /v1 }, { url: 'https://a.example' }]", &["https://a.example", "{baseUrl}/v1"], false);
    v3("[{ url: '//a.example/v1' }]", &["https://a.example/v1"], false);
    v3("[{ url: 'http://localhost:8080' }]", &["http://localhost:8080"], false);
}

#[test]
fn a_variable_without_a_value_keeps_its_place() {
    let v3 = |url: &str, variables: &str, expected: &str, asks| {
        let head = format!("openapi: 3.0.3\nservers: [{{ url: '{url}', variables: {{ {variables} }} }}]");
        check(&head, &[expected], asks);
    };
    v3("https://{r}.a.example", "r: { default: eu }", "https://eu.a.example", false);
    v3("https://{r}.a.example", "r: { enum: [eu, us] }", "https://eu.a.example", false);
    v3("https://{r}.a.example", "r: {}", "https://{r}.a.example", true);
    // An undefined variable is reported as such.
    v3("https://{r}.a.example", "", "https://{r}.a.example", false);
    v3("https://{r}.a.example", "r: { default: '' }", "https://{r}.a.example", true);
    v3("https://a.example{path}", "path: { default: '' }", "https://a.example", false);
    v3("{scheme}://{host}", "scheme: { default: https }, host: {}", "https://{host}", true);
    v3("{root}/v1", "root: { default: 'https://a.example' }", "https://a.example/v1", false);
    v3("{root}/v1", "", "{root}/v1", false);
    v3("{root}/v1", "root: { default: /api }", "{baseUrl}/api/v1", true);
    v3("/{version}", "version: { default: v2 }", "{baseUrl}/v2", true);
    v3("/{baseUrl}", "baseUrl: { default: v2 }", "{baseUrl}/v2", true);
}

#[test]
fn one_warning_says_so_however_many_operations_there_are() {
    let paths: String = (0..50).map(|at| format!("  /p{at}:\n    get: {{ responses: {{}} }}\n")).collect();
    let (_, found) = read(&format!("openapi: 3.1.0\n{PATHS}{paths}"));
    let [one] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(one.message, "the API has no server with a full URL, so readers have to enter the URL");
    let own = "  /b:\n    get: { servers: [{ url: /b }], responses: {} }\n";
    let (_, found) =
        read(&format!("openapi: 3.1.0\nservers: [{{ url: 'https://a.example' }}]\n{PATHS}{own}"));
    assert_eq!(
        found[0].message,
        "1 of 2 operations has no server with a full URL, so readers have to enter the URL"
    );
    // A document without operations sends no requests.
    assert_eq!(read("openapi: 3.1.0\ninfo: { title: A, version: '1' }\n").1, []);
}
