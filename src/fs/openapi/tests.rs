use std::fs;

use super::*;
use crate::fs::tests::{folder, put};

const DOCUMENT: &str = "openapi: 3.1.0\n";

/// Returns the documents that were found, the files that were read, and each problem's code and file.
fn told(sources: &OpenApiSources) -> (String, String, Vec<String>) {
    let documents: Vec<&str> = sources.documents.iter().map(|document| document.file.as_str()).collect();
    let files: Vec<&str> = sources.files.keys().map(SourcePath::as_str).collect();
    let problem = |found: &Diagnostic| {
        let path = found.location.as_ref().map_or("", |place| place.path().as_str());
        format!("{} {path}", found.code.as_str())
    };
    (documents.join(" "), files.join(" "), sources.diagnostics.iter().map(problem).collect())
}

#[test]
fn documents_of_the_folder_and_all_they_refer_to_are_loaded() {
    let folder = folder();
    let root = folder.path();
    let load = || load_openapi(root, &[], &BTreeMap::new());
    assert_eq!(told(&load()), (String::new(), String::new(), Vec::new()));
    assert!(load().is_loaded);
    for (name, text) in [
        ("openapi/b.json", "{\"swagger\": \"2.0\"}"),
        (
            "openapi/a.yaml",
            "openapi: 3.1.0\npaths:\n  /a: { $ref: 'a/part.yaml' }\n  /b: { $ref: 'part.yaml#/b' }\n",
        ),
        // The reference back to `a.yaml` isn't followed again.
        ("openapi/a/part.yaml", "get: { $ref: '../../specs/deep.yaml' }\nput: { $ref: '../a.yaml' }\n"),
        ("specs/deep.yaml", "a: { $ref: 'missing.yaml' }\n"),
        ("openapi/part.yaml", "paths:\nb: {}\n"),
        ("openapi/a/other.yaml", DOCUMENT),
        ("openapi/notes.md", DOCUMENT),
        ("openapi/settings.yaml", "rules: {}\n"),
        ("openapi/folder.yaml/a.yaml", DOCUMENT),
    ] {
        put(&root.join(name), text);
    }
    let files = "openapi/a.yaml openapi/a/part.yaml openapi/b.json openapi/part.yaml specs/deep.yaml";
    assert_eq!(told(&load()), ("openapi/a.yaml openapi/b.json".to_owned(), files.to_owned(), Vec::new()));
    // Unused files that look like documents or could become documents.
    put(&root.join("openapi/paths.yml"), "paths: {}\n");
    put(&root.join("openapi/empty.json"), " \n");
    let unused = ["unused-content openapi/empty.json", "unused-content openapi/paths.yml"];
    assert_eq!(told(&load()).2, unused);
    // An unreadable file might be intended as a document.
    put(&root.join("openapi/broken.yaml"), "key: [\n");
    put(&root.join("openapi/cut.json"), "{ \"key\": ");
    let unreadable = ["unreadable-openapi openapi/broken.yaml", "unreadable-openapi openapi/cut.json"];
    assert_eq!(told(&load()).2, [&unreadable[..1], &unreadable[1..], &unused[..]].concat());
}

#[test]
#[cfg(unix)]
fn a_document_that_cannot_be_read_is_reported() {
    let folder = folder();
    let root = folder.path();
    put(&root.join("openapi/utf-16.yaml"), b"\xff\xfeo\0p\0e\0n\0a\0p\0i\0:\0");
    put(&root.join("openapi/good.yaml"), DOCUMENT);
    std::os::unix::fs::symlink("none.yaml", root.join("openapi/lost.yaml")).expect("links can be made");
    let found = told(&load_openapi(root, &[], &BTreeMap::new()));
    let problems = ["unreadable-file openapi/lost.yaml", "unreadable-file openapi/utf-16.yaml"];
    assert_eq!((found.1.as_str(), found.2), ("openapi/good.yaml", problems.map(str::to_owned).to_vec()));
}

#[test]
fn only_documents_of_the_config_are_loaded_if_it_names_some() {
    let folder = folder();
    let root = folder.path();
    for name in ["openapi/a.yaml", "specs/b.yaml"] {
        put(&root.join(name), DOCUMENT);
    }
    let configured = ["specs/b.yaml", "specs/missing.yaml"].map(OpenApiConfig::of);
    let found = told(&load_openapi(root, &configured, &BTreeMap::new()));
    let documents = "specs/b.yaml specs/missing.yaml";
    assert_eq!(found, (documents.to_owned(), "specs/b.yaml".to_owned(), Vec::new()));
}

#[test]
fn only_files_with_another_text_are_read_again() {
    let folder = folder();
    let root = folder.path();
    put(&root.join("openapi/a.yaml"), "openapi: 3.1.0\npaths:\n  /a: { $ref: '../part.yaml' }\n");
    for name in ["openapi/b.yaml", "openapi/c.yaml", "openapi/d.yaml"] {
        put(&root.join(name), DOCUMENT);
    }
    let first = load_openapi(root, &[], &BTreeMap::new());
    let asked: BTreeSet<SourcePath> =
        first.wanted().into_iter().chain([SourcePath::new("openapi/new.yaml")]).collect();
    assert_eq!(outdated(root, &first, &asked), BTreeSet::new());
    // A file that no document refers to, such as a style sheet, isn't outdated.
    put(&root.join("styles/card.css"), "a {}");
    assert_eq!(
        outdated(root, &first, &BTreeSet::from([SourcePath::new("styles/card.css")])),
        BTreeSet::new()
    );
    put(&root.join("openapi/b.yaml"), "openapi: 3.1.1\n");
    put(&root.join("openapi/c.yaml"), DOCUMENT);
    put(&root.join("part.yaml"), "get: {}\n");
    fs::remove_file(root.join("openapi/d.yaml")).expect("it is there");
    let changed = ["openapi/b.yaml", "openapi/d.yaml", "part.yaml"].map(SourcePath::new);
    assert_eq!(outdated(root, &first, &asked), BTreeSet::from(changed));
    // A file that can't be read doesn't count as outdated.
    put(&root.join("openapi/c.yaml"), b"\xff");
    assert_eq!(outdated(root, &first, &BTreeSet::from([SourcePath::new("openapi/c.yaml")])), BTreeSet::new());
    put(&root.join("openapi/c.yaml"), DOCUMENT);
    let second = load_openapi(root, &[], &first.files);
    let is_kept = |name: &str| {
        let [before, after] = [&first, &second].map(|sources| &sources.files[&SourcePath::new(name)].file);
        Arc::ptr_eq(before, after)
    };
    assert!(is_kept("openapi/a.yaml") && is_kept("openapi/c.yaml") && !is_kept("openapi/b.yaml"));
    assert_eq!(told(&second).1, "openapi/a.yaml openapi/b.yaml openapi/c.yaml part.yaml");
}

#[test]
fn a_document_is_known_by_a_key_at_its_top() {
    for (name, text, expected) in [
        ("a.yaml", "openapi: 3.1.0", true),
        ("a.yaml", "info: {}\n'openapi' : 3.1.0", true),
        ("a.yaml", "\u{feff}\"swagger\": '2.0'", true),
        ("a.yaml", " {\"openapi\": \"3.1.0\"}", true),
        ("a.JSON", "\"openapi\"", true),
        ("a.json", "openapi: 3.1.0", false),
        ("a.yaml", "\"openapi\"", false),
        ("a.yaml", "x:\n  openapi: 3.1.0", false),
        ("a.yaml", "openapis: 3.1.0", false),
        ("a.yaml", "", false),
    ] {
        let found = has_key(&SourcePath::new(name), text, &["openapi", "swagger"]);
        assert_eq!(found, expected, "{name}: {text}");
    }
}

#[test]
fn documents_are_found_directly_in_their_folder() {
    for path in ["openapi", "openapi/a.yaml", "openapi/a.yml", "openapi/A.JSON"] {
        assert!(is_found(&SourcePath::new(path)), "{path}");
    }
    for path in ["openapi/a.md", "openapi/parts/a.yaml", "a.yaml", "openapis/a.yaml", "content/openapi"] {
        assert!(!is_found(&SourcePath::new(path)), "{path}");
    }
}
