//! `docgen lsp`: drives the server over standard input and output, as an editor does.

mod editors;
mod random;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = \"Zebra\"
url = \"https://zebra.example\"
[variables]
herd = \"savanna\"
[markdown]
math = true
//- content/docs/a.md
---
title: Alpha
description: All about zebras.
---

The zebra 🦓 runs: see [stripes](./b.md#stripes) and ![a photo](/zebra.png).

## Legs {.big}

:::note
Four.
:::
//- content/docs/b.md
# Beta

## Stripes of it {#stripes}

### White

Back to [Alpha](a.md), and to [legs](a.md#legs).
//- content/docs/sub/c.md
# Gamma

See [stripes](../b.md#stripes).
//- static/zebra.png
no image
//- components/Herd.tsx
export default function Herd() { return <b>Herd</b>; }
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      summary: List pets
      responses: { '200': { description: All pets } }
";

/// A running server, and the editor's side of the connection.
struct Editor<'p> {
    site: &'p Project,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    /// The latest problems of each file.
    problems: BTreeMap<String, Vec<Json>>,
}

impl<'p> Editor<'p> {
    /// Starts the server, and introduces an editor that supports all optional features.
    fn start(site: &'p Project) -> Self {
        Editor::start_with(
            site,
            json!({
                "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["rename"] } },
                "textDocument": {
                    "hover": { "contentFormat": ["markdown", "plaintext"] },
                    "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                },
            }),
        )
    }

    /// Starts the server in another folder, as editors do, and introduces an editor with these abilities.
    fn start_with(site: &'p Project, capabilities: Json) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .args(["lsp", "--stdio"])
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("docgen starts");
        let input = child.stdin.take().expect("standard input is piped");
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut editor = Editor { site, child, input, output, last: 0, problems: BTreeMap::new() };
        editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.site.root().join(file).display())
    }

    fn send(&mut self, message: &Json) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Reads the next message, and remembers the problems in it.
    fn next(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("the server writes") > 0, "the server ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("the length is a number"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("the message is complete");
        let message: Json = serde_json::from_slice(&bytes).expect("messages are JSON");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("there's a URI");
            let file =
                uri.rsplit_once(&format!("{}/", self.site.root().display())).expect("it's in the site").1;
            let all = message["params"]["diagnostics"].as_array().expect("there's a list").clone();
            self.problems.insert(file.to_owned(), all);
        }
        message
    }

    /// Sends a request and returns the result.
    fn ask(&mut self, method: &str, params: Json) -> Json {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.next();
            if message["id"] == id && message["method"].is_null() {
                return message.get("result").cloned().unwrap_or_else(|| message["error"].clone());
            }
        }
    }

    fn open(&mut self, file: &str, text: &str) {
        let uri = self.uri(file);
        let document = json!({ "uri": uri, "languageId": "markdown", "version": self.last, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Opens a file or changes its text. Waits until the site is assembled, which its problems in a broken file show.
    fn edit(&mut self, file: &str, text: &str) {
        if file == "docgen.toml" {
            // While the config isn't valid, the problems of pages aren't known.
            self.open(file, text);
            return;
        }
        let mark = "content/docs/zz.md";
        let number = self.last;
        self.open(file, text);
        self.open(mark, &format!("[x](./missing-{number}.md)\n"));
        let is_there = |all: &Vec<Json>| {
            all.iter().any(|one| {
                one["message"].as_str().is_some_and(|text| text.contains(&format!("missing-{number}.")))
            })
        };
        self.last += 1;
        while !self.problems.get(mark).is_some_and(is_there) {
            self.next();
        }
        // The problems of other files come before the answer.
        self.ask("workspace/symbol", json!({ "query": "" }));
    }

    /// Opens a file. The text contains `|` at the cursor. Sends a request about the cursor's position.
    fn at(&mut self, method: &str, file: &str, text: &str, more: Json) -> Json {
        let at = text.find('|').expect("there's a cursor");
        let whole = text.replacen('|', "", 1);
        self.edit(file, &whole);
        let line = whole[..at].matches('\n').count();
        let before = whole[..at].rsplit('\n').next().expect("there's a line");
        let mut params = json!({
            "textDocument": { "uri": self.uri(file) },
            "position": { "line": line, "character": before.encode_utf16().count() },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.ask(method, params)
    }

    /// Returns the labels of the suggestions at the cursor.
    fn suggestions(&mut self, file: &str, text: &str) -> Vec<String> {
        let found = self.at("textDocument/completion", file, text, json!({}));
        let items = found["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().expect("there's a label").to_owned()).collect()
    }

    /// Reads messages until the number of a file's problems is this one.
    fn wait_for(&mut self, file: &str, count: usize) {
        while self.problems.get(file).map_or(0, Vec::len) != count {
            self.next();
        }
    }

    fn end(mut self) {
        self.ask("shutdown", Json::Null);
        self.tell("exit", Json::Null);
        assert!(self.child.wait().expect("docgen ends").success());
    }
}

/// The site with a broken page, whose problems show that the site is assembled.
fn project() -> Project {
    let site = Project::new(SITE);
    site.write("content/docs/zz.md", "[x](./missing.md)\n");
    site
}

/// A range on one line.
fn on(line: u32, from: u32, to: u32) -> Json {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

#[test]
fn problems_are_those_of_check_and_follow_the_editor_instead_of_the_disk() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.edit("content/docs/sub/c.md", "# Gamma\n\n🦓 See [stripes](../b.md#stripe) and [no](./x.md).\n");
    let problems = editor.problems["content/docs/sub/c.md"].clone();
    let codes: Vec<_> = problems.iter().map(|one| one["code"].as_str().expect("there's a code")).collect();
    assert_eq!(codes, ["broken-anchor", "broken-link"]);
    assert_eq!(problems[1]["range"], on(2, 42, 48));
    assert!(
        problems[0]["codeDescription"]["href"].as_str().is_some_and(|url| url.ends_with("#broken-anchor"))
    );
    // The editor's text is valid again, but nothing has been saved.
    editor.edit("content/docs/sub/c.md", "# Gamma\n");
    assert_eq!(editor.problems["content/docs/sub/c.md"], Vec::<Json>::new());
    editor.end();
}

#[test]
fn a_changed_file_that_is_not_open_is_read_again() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.edit("content/docs/a.md", "# A\n\n[new](./new.md)\n");
    assert_eq!(editor.problems["content/docs/a.md"].len(), 1);
    site.write("content/docs/new.md", "# New\n");
    let change = json!({ "uri": editor.uri("content/docs/new.md"), "type": 1 });
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    while !editor.problems["content/docs/a.md"].is_empty() {
        editor.next();
    }
    editor.end();
}

#[test]
fn a_code_action_makes_the_fix_of_check() {
    let site = project();
    let mut editor = Editor::start(&site);
    let text = "# Gamma\n\n🦓 See [stripes](../b.md#stri|pe).\n";
    let range = json!({ "range": on(2, 20, 20), "context": { "diagnostics": [] } });
    let actions = editor.at("textDocument/codeAction", "content/docs/sub/c.md", text, range);
    let uri = editor.uri("content/docs/sub/c.md");
    assert_eq!(actions[0]["title"], "Replace `#stripe` with `#stripes`");
    assert_eq!(actions[0]["edit"]["changes"][&uri][0]["newText"], "#stripes");
    assert_eq!(actions[0]["edit"]["changes"][&uri][0]["range"], on(2, 24, 31));
    editor.end();
}

#[test]
fn links_are_completed_with_pages_images_and_anchors() {
    let site = project();
    let mut editor = Editor::start(&site);
    let mut on = |text: &str| editor.suggestions("content/docs/sub/c.md", text);
    assert_eq!(
        on("[x](|"),
        ["../a.md", "../b.md", "../zz.md", "/api/get-pets", "/api/intro", "/api/pets", "/search"]
    );
    assert_eq!(on("[x](../b.md#|)"), ["stripes", "white"]);
    assert_eq!(on("# Own\n\n## Section\n\n[x](#|)"), ["section"]);
    assert_eq!(on("![x](/ze|"), ["/zebra.png"]);
    assert_eq!(on("<img src=\"|"), ["/zebra.png"]);
    assert_eq!(on("[x](../b.md) |"), Vec::<String>::new());
    editor.end();
}

#[test]
fn names_are_completed() {
    let site = project();
    let mut editor = Editor::start(&site);
    let mut on = |text: &str| editor.suggestions("content/docs/a.md", text);
    assert!(on("---\nti|\n---\n").contains(&"title".to_owned()));
    assert_eq!(on("---\ntitle: |\n---\n"), Vec::<String>::new());
    assert!(on(":::no|").contains(&"note".to_owned()));
    assert!(on(":::card[Title]{ic|").contains(&"icon".to_owned()));
    assert_eq!(on(":::card{href=\"ic|"), on("[x](|"));
    assert!(on("```ru|").contains(&"rust".to_owned()));
    assert_eq!(on("A {{ he|"), ["herd"]);
    assert_eq!(on("Call `GE|"), ["GET /pets"]);
    assert_eq!(on("Call `GET /pets` |"), Vec::<String>::new());
    assert_eq!(on("<He|"), ["Herd"]);
    editor.end();
}

#[test]
fn the_config_is_completed_and_described() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.edit("content/docs/a.md", "# A\n");
    let mut on = |text: &str| editor.suggestions("docgen.toml", text);
    assert!(on("[mark|").contains(&"markdown".to_owned()));
    assert!(on("[site]\ntitle = \"Z\"\nba|").contains(&"base_url".to_owned()));
    assert_eq!(on("[markdown]\nmath = |"), ["true", "false"]);
    assert!(on("[markdown]\nheading_ids = \"|").contains(&"docusaurus".to_owned()));
    assert!(on("[[docs]]\nid = \"a\"\n[[docs.versions]]\n|").contains(&"name".to_owned()));
    let hover = editor.at("textDocument/hover", "docgen.toml", "[site]\nti|tle = \"Zebra\"\n", json!({}));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("title")), "{hover}");
    editor.end();
}

#[test]
fn links_show_their_page_and_lead_to_it_and_back() {
    let site = project();
    let mut editor = Editor::start(&site);
    let text = "# Gamma\n\nSee [stripes](../b.md#str|ipes).\n";
    let file = "content/docs/sub/c.md";
    let hover = editor.at("textDocument/hover", file, text, json!({}));
    let shown = "**Beta** › Stripes of it\n\nBack to Alpha, and to legs.\n\n`/docs/b`";
    assert_eq!(hover["contents"]["value"], shown);
    let place = editor.at("textDocument/definition", file, text, json!({}));
    assert_eq!(
        (&place["uri"], &place["range"]["start"]["line"]),
        (&json!(editor.uri("content/docs/b.md")), &json!(2))
    );
    // From the heading to the links that refer to it.
    let beta = site.read("content/docs/b.md").replace("## Stripes", "## Str|ipes");
    let found = editor.at(
        "textDocument/references",
        "content/docs/b.md",
        &beta,
        json!({ "context": { "includeDeclaration": false } }),
    );
    let files: Vec<_> =
        found.as_array().expect("there's a list").iter().map(|one| one["uri"].clone()).collect();
    assert_eq!(files, [editor.uri("content/docs/a.md"), editor.uri(file)]);
    // Anywhere else, the links to the page.
    let beta = site.read("content/docs/b.md").replace("# Beta", "# Be|ta");
    let found = editor.at(
        "textDocument/references",
        "content/docs/b.md",
        &beta,
        json!({ "context": { "includeDeclaration": false } }),
    );
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    editor.end();
}

#[test]
fn a_heading_gets_a_new_id_and_all_links_follow() {
    let site = project();
    let mut editor = Editor::start(&site);
    let beta = site.read("content/docs/b.md").replace("## Stripes", "## Str|ipes");
    let renamed = editor.at("textDocument/rename", "content/docs/b.md", &beta, json!({ "newName": "bands" }));
    let changes = &renamed["changes"];
    let edit = |file: &str| {
        (changes[editor.uri(file)][0]["newText"].clone(), changes[editor.uri(file)][0]["range"].clone())
    };
    assert_eq!(edit("content/docs/b.md"), (json!("bands"), on(2, 19, 26)));
    assert_eq!(edit("content/docs/a.md").0, "bands");
    assert_eq!(edit("content/docs/sub/c.md"), (json!("bands"), on(2, 22, 29)));
    // A heading without its own ID gets one, in its attribute list if it has one.
    let alpha = site.read("content/docs/a.md").replace("## Legs", "## Le|gs");
    let renamed = editor.at("textDocument/rename", "content/docs/a.md", &alpha, json!({ "newName": "feet" }));
    let edit = &renamed["changes"][editor.uri("content/docs/a.md")][0];
    assert_eq!((&edit["newText"], &edit["range"]), (&json!("#feet "), &on(7, 9, 9)));
    let invalid =
        editor.at("textDocument/rename", "content/docs/a.md", &alpha, json!({ "newName": "two feet" }));
    assert_eq!(invalid, Json::Null);
    editor.end();
}

#[test]
fn symbols_and_folding_follow_the_sections() {
    let site = project();
    let mut editor = Editor::start(&site);
    let beta = site.read("content/docs/b.md");
    let symbols =
        editor.at("textDocument/documentSymbol", "content/docs/b.md", &format!("{beta}|"), json!({}));
    assert_eq!(symbols[0]["name"], "Stripes of it");
    assert_eq!(symbols[0]["children"][0]["name"], "White");
    let alpha = site.read("content/docs/a.md");
    let folds = editor.at("textDocument/foldingRange", "content/docs/a.md", &format!("{alpha}|"), json!({}));
    let lines = |fold: &Json| (fold["startLine"].as_u64(), fold["endLine"].as_u64());
    let folds: Vec<_> = folds.as_array().expect("there's a list").iter().map(lines).collect();
    assert_eq!(folds, [(Some(0), Some(3)), (Some(7), Some(11)), (Some(9), Some(11))]);
    let found = editor.ask("workspace/symbol", json!({ "query": "gam" }));
    assert_eq!(found[0]["name"], "Gamma");
    editor.end();
}

#[test]
fn problems_stay_right_while_headings_and_links_change() {
    let site = project();
    let mut editor = Editor::start(&site);
    let beta = site.read("content/docs/b.md");
    let own = "[own](#new) [gone](./gone.md)\n";
    let messages = |editor: &mut Editor<'_>, text: &str| {
        editor.edit("content/docs/b.md", text);
        ["content/docs/a.md", "content/docs/b.md", "content/docs/sub/c.md"]
            .map(|file| editor.problems.get(file).map_or(0, Vec::len))
    };
    // The first page has an image that can't be read.
    assert_eq!(messages(&mut editor, &beta), [1, 0, 0]);
    assert_eq!(messages(&mut editor, &format!("{beta}\n{own}")), [1, 2, 0]);
    assert_eq!(messages(&mut editor, &format!("{beta}\n## New\n\n{own}")), [1, 1, 0]);
    // Two pages link to this heading. Their problems follow after a pause.
    editor.edit("content/docs/b.md", &beta.replace("#stripes", "#bands"));
    editor.wait_for("content/docs/a.md", 2);
    editor.wait_for("content/docs/sub/c.md", 1);
    editor.edit("content/docs/b.md", &beta);
    editor.wait_for("content/docs/a.md", 1);
    editor.wait_for("content/docs/sub/c.md", 0);
    editor.end();
}

const API: &str = "openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      responses:
        '200':
          description: All pets
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Pet' }
components:
  schemas:
    Pet: { type: object, properties: { mother: { $ref: '#/components/schemas/Pet' } } }
    Place: { type: string }
";

/// Returns the files and lines of places.
fn places(found: &Json) -> Vec<(String, u64)> {
    let place = |one: &Json| {
        let uri = one["uri"].as_str().expect("there's a URI");
        let line = one["range"]["start"]["line"].as_u64().expect("there's a line");
        (uri.rsplit('/').next().unwrap_or_default().to_owned(), line)
    };
    found.as_array().expect("there's a list").iter().map(place).collect()
}

#[test]
fn references_in_openapi_files_are_checked_completed_and_followed() {
    let site = project();
    site.write("openapi/pets.yaml", API);
    let mut editor = Editor::start(&site);
    let file = "openapi/pets.yaml";
    editor.edit(file, &API.replacen("schemas/Pet'", "schemas/Pit'", 1));
    let problems = editor.problems[file].clone();
    assert_eq!((&problems[0]["code"], problems.len()), (&json!("unresolved-ref"), 1));
    let typing = API.replacen("'#/components/schemas/Pet'", "'#/comp|", 1);
    assert_eq!(editor.suggestions(file, &typing), ["#/components/schemas/Pet", "#/components/schemas/Place"]);
    let followed = API.replacen("schemas/Pet'", "sche|mas/Pet'", 1);
    let place = editor.at("textDocument/definition", file, &followed, json!({}));
    assert_eq!(place["range"], on(16, 4, 7));
    let more = json!({ "context": { "includeDeclaration": false } });
    let found = editor.at("textDocument/references", file, &API.replacen("    Pet:", "    P|et:", 1), more);
    assert_eq!(places(&found), [("pets.yaml".to_owned(), 13), ("pets.yaml".to_owned(), 16)]);
    let symbols = editor.at("textDocument/documentSymbol", file, &format!("{API}|"), json!({}));
    let names: Vec<_> =
        symbols.as_array().expect("there's a list").iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["GET /pets", "Pet", "Place"]);
    assert_eq!(symbols[0]["detail"], "listPets");
    editor.end();
}

#[test]
fn pages_and_the_operations_that_they_mention_lead_to_each_other() {
    let site = project();
    site.write("openapi/pets.yaml", API);
    let mut editor = Editor::start(&site);
    let page = "# A\n\nCall `GET /p|ets`, or see [pets](/api/list-pets).\n";
    let place = editor.at("textDocument/definition", "content/docs/a.md", page, json!({}));
    assert_eq!(
        (&place["uri"], &place["range"]["start"]["line"]),
        (&json!(editor.uri("openapi/pets.yaml")), &json!(5))
    );
    let hover = editor.at("textDocument/hover", "content/docs/a.md", page, json!({}));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("List pets")), "{hover}");
    let more = json!({ "context": { "includeDeclaration": false } });
    let at = API.replacen("operationId: list", "operationId: li|st", 1);
    let found = editor.at("textDocument/references", "openapi/pets.yaml", &at, more);
    assert_eq!(places(&found), [("a.md".to_owned(), 2), ("a.md".to_owned(), 2)]);
    let found = editor.ask("workspace/symbol", json!({ "query": "listpets" }));
    assert_eq!((&found[0]["name"], &found[0]["containerName"]), (&json!("listPets"), &json!("GET /pets")));
    editor.end();
}

#[test]
fn props_are_completed_and_described() {
    let site = project();
    site.write(
        "components/Flock.tsx",
        "type Props = { size: \"small\" | \"large\"; count?: number };\n\
         export default function Flock({ size, count }: Props) { return <b>{size}{count}</b>; }\n",
    );
    site.write(
        "components/parts/Nest.tsx",
        "export function Nest(props: { deep: boolean }) { return <i />; }\n",
    );
    let mut editor = Editor::start(&site);
    let mut on = |text: &str| editor.suggestions("content/docs/p.mdx", text);
    assert_eq!(on("<Flock |"), ["count", "size"]);
    assert_eq!(on("<Flock\n  size=\"small\"\n  co|"), ["count"]);
    assert_eq!(on("<Flock size=\"|"), ["small", "large"]);
    assert_eq!(on("<Flock>|"), Vec::<String>::new());
    let import = "import { Nest } from \"/components/parts/Nest\"\n\n";
    assert_eq!(on(&format!("{import}<Nest |")), ["deep"]);
    assert!(on("<Card |").contains(&"icon".to_owned()));
    let hover =
        editor.at("textDocument/hover", "content/docs/p.mdx", "<Flo|ck size=\"small\" />\n", json!({}));
    let shown =
        "**Flock** `components/Flock.tsx`\n\n- `count`: a number\n- `size` (required): `small` or `large`";
    assert_eq!(hover["contents"]["value"], shown);
    let place =
        editor.at("textDocument/definition", "content/docs/p.mdx", "<Flo|ck size=\"small\" />\n", json!({}));
    assert_eq!(place["uri"], editor.uri("components/Flock.tsx"));
    editor.end();
}

#[test]
fn files_outside_a_site_and_unknown_requests_are_answered() {
    let site = Project::new("//- notes/a.md\n# A\n");
    let mut editor = Editor::start(&site);
    let uri = editor.uri("notes/a.md");
    let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": "# A\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let params = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.ask("textDocument/hover", params), Json::Null);
    assert_eq!(editor.ask("textDocument/moniker", json!({}))["code"], -32601);
    assert_eq!(
        editor.ask("textDocument/hover", json!({ "textDocument": { "uri": "untitled:1" } })),
        Json::Null
    );
    editor.end();
}
