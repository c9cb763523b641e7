//! Tests of the tools on a site in memory.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{Docs, SiteFiles, lines, listing::Listing, passage, tools};
use crate::search::Query;

/// The files of a site, by path.
struct Memory(BTreeMap<&'static str, String>);

impl SiteFiles for Memory {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(path).map(|text| text.clone().into_bytes()))
    }
}

fn files() -> Memory {
    let page = "# Setup\n\n## Install {#install}\n\nRun it.\n\n```sh\n## no heading\n```\n\n### On a Mac\n\nBrew.\n\n## Use\n\nNow.\n";
    let files = [
        ("_docgen/site.json", r#"{"nav":{"docs":"nav/docs.json"},"operations":["operations/api.json"]}"#.to_owned()),
        ("_docgen/immutable/nav/docs.json", r#"{"id":"docs","items":[
            {"key":"c","label":"Guides","href":"/base/docs/setup/","unlinked":true,"items":[
                {"key":"s","label":"Setup","href":"/base/docs/setup/"}]},
            {"key":"pets-list","label":"List pets","href":"/base/api/pets-list/","badge":{"text":"GET","kind":"get"}}]}"#.to_owned()),
        ("_docgen/immutable/operations/api.json", r#"{"title":"Pets","operations":[
            {"id":"petsList","method":"GET","path":"/v1/pets","title":"List pets","tag":"Pets","href":"/base/api/pets-list/"}]}"#.to_owned()),
        ("llms.txt", "# Kettle\n\n> Boils.\n\n## Guides\n\n- [Setup](https://kettle.example/base/docs/setup.md): How to [start](x).\n- [List pets](https://kettle.example/base/api/pets-list.md)\n- [Long](https://kettle.example/base/docs/long.md)\n".to_owned()),
        ("docs/setup.md", page.to_owned()),
        ("docs/long.md", format!("# Long\n\n{}", "A line of é text.\n".repeat(3_000))),
        ("api/pets-list.md", "# List pets\n\n```http\nGET https://api.example/v1/pets\n```\n".to_owned()),
    ];
    Memory(files.into())
}

fn docs() -> Docs {
    Docs::open(files(), String::new()).expect("it's a site")
}

/// Calls a tool. An error starts with `!`.
fn ask(name: &str, arguments: Json) -> String {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    match tools::call(&docs(), name, &arguments).expect("the tool exists") {
        Ok(text) => text,
        Err(message) => format!("!{message}"),
    }
}

#[test]
fn a_listing_is_read_as_it_is_written() {
    let listing = Listing::read(
        "# T\n\n> Tag\n\n## G\n\n- [a [b](c)](/x/y%20z.md): Why \\<b>\n- [E](https://e.example/f.md)\n",
    );
    assert_eq!((&*listing.title, &*listing.tagline), ("T", "Tag"));
    let pages: Vec<_> =
        listing.pages.iter().map(|page| (&*page.path, &*page.title, &*page.description)).collect();
    assert_eq!(pages, [("x/y z.md", "a [b](c)", "Why <b>"), ("f.md", "E", "")]);
    assert_eq!(listing.origin.as_deref(), Some("https://e.example"));
}

#[test]
fn the_lists_of_a_large_site_are_one_list() {
    let list =
        "# Kettle: Guides\n\n## Guides\n\n- [Setup](https://kettle.example/base/docs/setup.md): How.\n";
    let root = "# Kettle\n\n> Boils.\n\n## Pages\n\n- [Home](https://kettle.example/base/index.md)\n\n\
        ## Docs\n\n- [Guides](https://kettle.example/base/docs/llms.txt): 1 page, 20 tokens\n\
        - [Gone](https://kettle.example/base/gone/llms-2.txt): 1 page, 20 tokens\n";
    let page = "---\nestimated_tokens: 2\n---\n\n# Setup\n";
    let files = [
        ("_docgen/site.json", r#"{"nav":{}}"#),
        ("llms.txt", root),
        ("docs/llms.txt", list),
        ("index.md", "# Home\n"),
        ("docs/setup.md", page),
    ];
    let files = files.map(|(path, text)| (path, text.to_owned()));
    let docs = Docs::open(Memory(files.into()), String::new()).expect("it's a site");
    let overview = docs.overview().expect("it has a list");
    let pages: Vec<_> = overview.listing.pages.iter().map(|page| (&*page.path, &*page.group)).collect();
    assert_eq!(pages, [("index", "Pages"), ("docs/setup", "Guides")]);
    assert_eq!(docs.find("/docs/setup").expect("it's a page").text, "# Setup\n");
}

#[test]
fn pages_and_sections_are_found_by_url_path_and_title() {
    for page in [
        "/docs/setup",
        "docs/setup/",
        "/base/docs/setup.md",
        "https://kettle.example/base/docs/setup/",
        "setup",
    ] {
        let text = ask("read", json!({ "page": page }));
        assert!(
            text.starts_with("URL: https://kettle.example/base/docs/setup/\n\n# Setup"),
            "{page}: {text}"
        );
    }
    // An anchor shows a short section with the text around it, and a section comes alone.
    let around = ask("read", json!({ "page": "/docs/setup#install" }));
    assert!(
        around.contains("#install\n\n# Setup") && around.contains("Brew.") && around.contains("Now."),
        "{around}"
    );
    let section = ask("read", json!({ "page": "/docs/setup", "section": "Install" }));
    assert!(
        section.contains("#install\n\n## Install") && section.contains("Brew.") && !section.contains("Now."),
        "{section}"
    );
    assert!(
        ask("read", json!({ "page": "/docs/setup", "section": "On a Mac" }))
            .contains("#on-a-mac\n\n### On a Mac")
    );
    assert!(ask("read", json!({ "page": "/docs/setup#gone" })).contains("`#gone` isn't a section"));
}

#[test]
fn what_is_wrong_is_explained() {
    assert!(
        ask("read", json!({ "page": "/docs/setpu" }))
            .starts_with("!No page `/docs/setpu`. Similar pages:\n- Setup")
    );
    assert!(
        ask("read", json!({ "page": "https://other.example/docs/setup" }))
            .starts_with("!`https://other.example` isn't part")
    );
    for page in ["../secret", "/docs/../../etc/passwd", "%2e%2e/x", "a\\b", "docs//x", ".git/config"] {
        assert!(ask("read", json!({ "page": page })).starts_with("!No page"), "{page}");
    }
    assert_eq!(ask("read", json!({})), "!Missing argument `page`.");
    assert_eq!(ask("read", json!({ "page": 1 })), "!`page`: expected a string.");
    assert!(ask("read", json!({ "page": "x", "of": 1 })).starts_with("!Unknown argument `of`."));
    assert!(ask("read", json!({ "page": "x".repeat(3_000) })).starts_with("!`page`: at most"));
    assert!(
        ask("read", json!({ "page": "/docs/setup", "section": "Away" }))
            .contains("Sections: `install`, `on-a-mac`, `use`.")
    );
    assert!(ask("search", json!({ "query": "x" })).starts_with("!This site has no built-in search index."));
}

/// A site whose search index can't be read anymore.
struct Gone(Memory);

impl SiteFiles for Gone {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        match path.starts_with("_docgen/search/") {
            true => Err("no response".to_owned()),
            false => self.0.read(path),
        }
    }
}

#[test]
fn a_site_that_stops_responding_is_not_a_damaged_index() {
    for client in [
        "function search() { readFile('x'); return '{}'; }",
        "function search() { throw new Error(readFile('x')); }",
    ] {
        let docs = Docs::open(Gone(files()), client.to_owned()).expect("it's a site");
        let query = Query { text: "x", language: None, version: None, page: 0, limit: 1 };
        assert_eq!(docs.search(query), Err("no response".to_owned()));
    }
}

#[test]
fn long_pages_are_cut_and_continued() {
    let (mut offset, mut rest) = (0, String::new());
    for _ in 0..10 {
        let text = ask("read", json!({ "page": "/docs/long", "offset": offset }));
        assert!(text.len() < passage::LIMIT + 500);
        let body = text.split_once("\n\n").expect("a head").1;
        let Some((body, note)) = body.split_once("\n\n[Cut: ") else {
            rest.push_str(body);
            break;
        };
        rest.push_str(&format!("{body}\n"));
        let next = note.split_once("`offset` ").expect("it says how to continue").1;
        offset = next.split('.').next().and_then(|next| next.parse().ok()).expect("a number");
    }
    assert_eq!(rest.matches("A line of é text.").count(), 3_000);
    assert!(ask("read", json!({ "page": "/docs/long", "offset": u64::MAX })).starts_with("!`offset`"));
}

#[test]
fn the_site_and_its_pages_have_outlines() {
    let site = ask("outline", json!({}));
    assert!(site.contains("- Guides\n  - Setup /base/docs/setup/\n"), "{site}");
    assert!(site.contains("\nThe paths are relative to https://kettle.example.\n"), "{site}");
    assert!(site.contains("- GET List pets") && site.contains("## Other pages\n\n- Long"), "{site}");
    let page = ask("outline", json!({ "page": "/docs/setup" }));
    assert!(page.contains("  - Install #install (") && page.contains("    - On a Mac #on-a-mac ("), "{page}");
    assert!(!page.contains("no heading"));
    assert!(
        ask("outline", json!({ "under": "guides" })).ends_with("\n\n- Guides\n  - Setup /base/docs/setup/\n")
    );
    assert!(ask("outline", json!({ "under": "/docs" })).contains("\n- Setup"));
    assert!(
        ask("outline", json!({ "under": "nothing" }))
            .starts_with("!Nothing under `nothing`. Categories: Guides.")
    );
}

#[test]
fn operations_are_listed_and_shown() {
    let all = ask("operations", json!({}));
    assert!(all.contains("- GET /v1/pets: List pets https://kettle.example/base/api/pets-list/"), "{all}");
    for wanted in [
        "pets-list",
        "petsList",
        "GET /v1/pets",
        "get /pets",
        "/v1/pets",
        "List pets",
        "https://kettle.example/base/api/pets-list/",
    ] {
        assert!(
            ask("operations", json!({ "operation": wanted }))
                .starts_with("URL: https://kettle.example/base/api/pets-list/\n\n# List pets"),
            "{wanted}"
        );
    }
    assert!(
        ask("operations", json!({ "operation": "POST /v1/pets" }))
            .starts_with("!No operation `POST /v1/pets`. Similar:\n- GET")
    );
    assert!(ask("operations", json!({ "filter": "dogs" })).starts_with("No operation matches `dogs`."));
}

#[test]
fn changed_lines_are_shown_with_their_surroundings() {
    let compare = |old: &str, new: &str| lines::compare(old, new, &|line| line.replace("/1/", "/2/"));
    assert_eq!(compare("a\nb\n", "a\nb\n"), "");
    assert_eq!(
        compare("a\nb\nc\nd\ne\nf\n", "a\nb\nX\nd\ne\nf\ng\n"),
        "@@ line 1 @@\n a\n b\n-c\n+X\n d\n e\n f\n+g\n"
    );
    assert_eq!(compare("", "x"), "@@ line 1 @@\n+x\n");
    assert_eq!(compare("x", ""), "@@ line 1 @@\n-x\n");
    assert_eq!(compare("see /1/a", "see /2/a"), "");
    assert_eq!(compare("see /1/a\nx", "see /2/a\ny"), "@@ line 1 @@\n see /1/a\n-x\n+y\n");
    assert_eq!(lines::count("a\nb\nc", "a\nX\nY\nc", &str::to_owned), (2, 1));
    assert_eq!(
        compare("1\n2\n3\n4\n5\n6\n7\n8", "1\n3\n4\n5\n6\n7\n8\n9"),
        "@@ line 1 @@\n 1\n-2\n 3\n 4\n@@ line 7 @@\n 7\n 8\n+9\n"
    );
}

#[test]
fn long_texts_are_compared_line_by_line() {
    let text = |every: usize| -> String {
        let line = |at: usize| format!("{}{at}\n", if at.is_multiple_of(every) { "changed " } else { "" });
        (1..=20_000).map(line).collect()
    };
    let (old, new) = (text(usize::MAX), text(100));
    assert_eq!(lines::count(&old, &new, &str::to_owned), (200, 200));
    let changes = lines::compare(&old, &new, &str::to_owned);
    assert!(changes.starts_with("@@ line 98 @@\n 98\n 99\n-100\n+changed 100\n 101\n 102\n@@ line 198 @@\n"));
}
