//! Tests for the rows of form bodies, query strings, and cookies in collections.

use super::{Client, collection};
use crate::openapi::Json;
use crate::openapi::merge::Views;
use crate::openapi::tests::fixture;

/// Returns the Postman collection of an operation.
fn postman(operation: &str) -> Json {
    let api = fixture::document(&format!(
        "openapi: 3.2.0\ninfo: {{ title: T, version: '1' }}\npaths: {{ /a: {{ post: {operation} }} }}"
    ));
    let text = collection(&Views::new(&api), "T", Client::Postman);
    Json::parse(&text).expect("a collection is JSON")
}

/// Returns the items of a list with this name, at any depth, as `name=value`, with `-` before the items that aren't
/// sent, and `@` in place of a file.
fn rows(value: &Json, list: &str) -> Vec<String> {
    let text = |item: &Json, key: &str| item.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let row = |item: &Json| {
        let off = if item.get("disabled").is_some() { "-" } else { "" };
        let file = if text(item, "type") == "file" { "@" } else { "" };
        format!("{off}{}={file}{}", text(item, "key"), text(item, "value"))
    };
    match value {
        Json::Object(members) => members
            .iter()
            .flat_map(|(key, value)| match value {
                Json::Array(items) if **key == *list => items.iter().map(row).collect(),
                value => rows(value, list),
            })
            .collect(),
        Json::Array(items) => items.iter().flat_map(|item| rows(item, list)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn forms_have_the_rows_of_the_curl_sample() {
    let form = postman(
        "{ requestBody: { content: { application/x-www-form-urlencoded: {
             schema: { type: object, required: [ids, list, obj], properties: {
               ids: { type: array, items: { type: integer }, example: [1, 2] },
               list: { type: array, items: { type: string }, example: [a, b c] },
               words: { type: array, items: { type: string }, example: [a, b] },
               plain: { type: object, properties: { k: { type: string } }, example: { k: z } },
               obj: { type: object, properties: { k: { type: string } }, example: { k: v } } } },
             encoding: { list: { style: form, explode: false }, obj: { style: deepObject, explode: true },
               words: { style: spaceDelimited, explode: false } } } } } }",
    );
    assert_eq!(
        rows(&form, "urlencoded"),
        ["ids=1", "ids=2", "list=a,b c", "-words=a b", "-plain={\"k\":\"z\"}", "obj[k]=v"]
    );
}

#[test]
fn a_list_of_files_is_a_file() {
    let form = postman(
        "{ requestBody: { content: { multipart/form-data: {
             schema: { type: object, required: [files, tags], properties: {
               files: { type: array, items: { type: string, format: binary } },
               one: { type: string, format: binary },
               tags: { type: array, items: { type: string }, example: [a, b] } } } } } } }",
    );
    assert_eq!(rows(&form, "formdata"), ["files=@", "-one=@", "tags=a", "tags=b"]);
}

#[test]
fn parts_without_names_are_text() {
    let form = postman(
        "{ requestBody: { content: { multipart/mixed: {
             schema: { type: array, prefixItems: [{ type: object }, { type: string, format: binary }] },
             prefixEncoding: [{ headers: { X-Part: { schema: { const: one } } } }, {}],
             example: [{ a: 1 }, null] } } } }",
    );
    let text = form.to_string();
    let body = r#"--boundary\r\nContent-Type: application/json\r\nX-Part: one\r\n\r\n{\"a\":1}\r\n--boundary\r\nContent-Disposition: attachment; filename=\"part-2\"\r\nContent-Type: application/octet-stream\r\n\r\n<part-2>\r\n--boundary--\r\n"#;
    assert!(text.contains(body), "{text}");
    assert_eq!(rows(&form, "header"), ["Content-Type=multipart/mixed; boundary=boundary"]);
    assert!(rows(&form, "formdata").is_empty());
}

#[test]
fn a_parameter_can_be_the_whole_query() {
    let form = "{ parameters: [{ name: q, in: querystring, required: true, content: {
         application/x-www-form-urlencoded: { example: { a: x y, b: [1, 2], c: { d: 3 } } } } }] }";
    assert_eq!(rows(&postman(form), "query"), ["a=x y", "b=1", "b=2", "c={\"d\":3}"]);
    let text = "{ parameters: [{ name: q, in: querystring, content: { text/plain: { example: 'a?' } } }] }";
    assert_eq!(rows(&postman(text), "query"), ["-a?="]);
}

#[test]
fn cookies_are_encoded_as_in_the_sample() {
    let cookies = "{ parameters: [
         { name: tok, in: cookie, required: true, style: cookie, schema: { type: array }, example: [a, b] },
         { name: s, in: cookie, required: true, schema: { type: string }, example: abc def },
         { name: none, in: cookie, schema: { type: array }, example: [] }] }";
    assert_eq!(
        rows(&postman(cookies), "header"),
        ["Cookie=tok=a; tok=b", "Cookie=s=abc%20def", "-Cookie=none="]
    );
}

#[test]
fn every_client_gets_the_same_rows() {
    let api = fixture::document(
        "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { requestBody: { content: {
           application/x-www-form-urlencoded: { schema: { type: object, properties: {
             ids: { type: array, items: { type: integer }, example: [1, 2] } } } } } } } } }",
    );
    let views = Views::new(&api);
    for (client, row) in [
        (Client::Bruno, "name: ids"),
        (Client::Insomnia, "name: ids"),
        (Client::Hoppscotch, "# ids: 1\\n# ids: 2"),
        (Client::Postman, "\"key\": \"ids\""),
    ] {
        let count = if client == Client::Hoppscotch { 1 } else { 2 };
        let text = collection(&views, "T", client);
        assert_eq!(text.matches(row).count(), count, "{text}");
    }
}
