//! What differs between editors: when they ask, what they support, and what they know of the files.

use serde_json::{Value as Json, json};

use super::{Editor, on, project};
use crate::harness::Project;

#[test]
fn requests_are_answered_even_before_the_site_is_assembled() {
    let site = project();
    let mut editor = Editor::start(&site);
    let beta = site.read("content/docs/b.md");
    editor.open("content/docs/b.md", &beta);
    let document = json!({ "textDocument": { "uri": editor.uri("content/docs/b.md") } });
    assert_eq!(editor.ask("textDocument/documentSymbol", document)[0]["name"], "Stripes of it");
    editor.end();
}

#[test]
fn editors_without_optional_features_get_simpler_answers() {
    let site = project();
    let mut editor = Editor::start_with(&site, json!({}));
    let beta = site.read("content/docs/b.md");
    let symbols =
        editor.at("textDocument/documentSymbol", "content/docs/b.md", &format!("{beta}|"), json!({}));
    assert_eq!(
        (&symbols[1]["name"], &symbols[1]["containerName"]),
        (&json!("White"), &json!("Stripes of it"))
    );
    assert_eq!(symbols[1]["location"]["uri"], editor.uri("content/docs/b.md"));
    let text = "# Gamma\n\nSee [stripes](../b.md#str|ipes).\n";
    let hover = editor.at("textDocument/hover", "content/docs/sub/c.md", text, json!({}));
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.starts_with("Beta › Stripes of it\n"))
    );
    let moved = json!({ "files": [{
        "oldUri": editor.uri("content/docs/b.md"),
        "newUri": editor.uri("content/docs/sub/beta.md"),
    }] });
    site.write("content/docs/sub/c.md", "# Gamma\n\nSee [stripes](../b.md#stripes).\n");
    let edit = editor.ask("workspace/willRenameFiles", moved);
    assert_eq!(edit["changes"][editor.uri("content/docs/a.md")][0]["newText"], "./sub/beta.md");
    editor.end();
}

#[test]
fn a_new_file_that_is_not_saved_yet_is_a_page_until_it_is_closed() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.edit("content/docs/a.md", "# A\n\n[new](<./new page.md#part>)\n");
    assert_eq!(editor.problems["content/docs/a.md"].len(), 1);
    editor.edit("content/docs/new page.md", "# New\n\n## Part\n\n[x](./gone.md)\n");
    // Its own problems appear first, and those of other pages after a pause.
    assert_eq!(editor.problems["content/docs/new%20page.md"].len(), 1);
    editor.wait_for("content/docs/a.md", 0);
    let document = json!({ "textDocument": { "uri": editor.uri("content/docs/new%20page.md") } });
    editor.tell("textDocument/didClose", document);
    editor.wait_for("content/docs/a.md", 1);
    assert_eq!(editor.problems["content/docs/new%20page.md"].len(), 0);
    editor.end();
}

#[test]
fn changes_by_other_programs_are_noticed_by_the_server_itself() {
    let site = project();
    let mut editor = Editor::start(&site);
    let gamma = "# Gamma\n\n[new](../new/n.md)\n";
    editor.edit("content/docs/sub/c.md", gamma);
    site.write("content/docs/new/n.md", "# New\n");
    editor.wait_for("content/docs/sub/c.md", 0);
    // An open file that another program removes isn't a page anymore.
    editor.edit("content/docs/a.md", "# A\n\n[c](./sub/c.md)\n");
    assert_eq!(editor.problems.get("content/docs/a.md").map_or(0, Vec::len), 0);
    site.remove("content/docs/sub/c.md");
    editor.wait_for("content/docs/a.md", 1);
    editor.end();
}

#[test]
fn a_moved_page_keeps_its_links_and_its_url() {
    let site = project();
    let mut editor = Editor::start(&site);
    let files = json!({ "files": [{
        "oldUri": editor.uri("content/docs/b.md"),
        "newUri": editor.uri("content/docs/sub/beta.md"),
    }] });
    let edit = editor.ask("workspace/willRenameFiles", files.clone());
    let changes = edit["documentChanges"].as_array().expect("there's a list").clone();
    let of = |file: &str| {
        let uri = editor.uri(file);
        let change =
            changes.iter().find(|change| change["textDocument"]["uri"] == uri).expect("the file changes");
        change["edits"].as_array().expect("there's a list").clone()
    };
    assert_eq!(of("content/docs/a.md")[0]["newText"], "./sub/beta.md");
    assert_eq!(of("content/docs/sub/c.md")[0]["newText"], "./beta.md");
    // The page's own links, and an alias for its old URL.
    let own = of("content/docs/b.md").iter().map(|edit| edit["newText"].to_string()).collect::<String>();
    assert!(own.contains("../a.md") && own.contains("aliases"), "{own}");
    // The changes are those of the text in the editor.
    editor.edit("content/docs/a.md", "# A\n\n\n[b](b.md)\n");
    let edit = editor.ask("workspace/willRenameFiles", files.clone());
    let changes = edit["documentChanges"].as_array().expect("there's a list").clone();
    let uri = editor.uri("content/docs/a.md");
    let of_a = changes.iter().find(|change| change["textDocument"]["uri"] == uri).expect("the file changes");
    assert_eq!(
        (&of_a["edits"][0]["newText"], &of_a["edits"][0]["range"]),
        (&json!("sub/beta.md"), &on(3, 4, 8))
    );
    // Other files are read from disk, as soon as the server has noticed them.
    site.write("content/docs/_part.md", "[b](./b.md)\n");
    site.write(
        "content/docs/whole.mdx",
        "import Part from './_part.md'\n\n# Whole\n\n<Part />\n\n[gone](gone.md)\n",
    );
    editor.wait_for("content/docs/whole.mdx", 1);
    editor.edit("content/docs/_part.md", "More.\n\n[b](./b.md)\n");
    let refused = editor.ask("workspace/willRenameFiles", files);
    assert_eq!(refused["message"], "save `content/docs/_part.md` first, because its links change");
    // Other files in the folder aren't part of the site.
    let other = json!({ "oldUri": editor.uri("src/a.rs"), "newUri": editor.uri("src/b.rs") });
    assert_eq!(editor.ask("workspace/willRenameFiles", json!({ "files": [other] })), Json::Null);
    editor.end();
}

#[test]
fn a_moved_folder_keeps_its_links() {
    let site = project();
    site.write("content/docs/a.md", "# A\n\n[c](./sub/c.md)\n");
    let mut editor = Editor::start(&site);
    for slash in ["", "/"] {
        let files = json!({ "files": [{
            "oldUri": format!("{}{slash}", editor.uri("content/docs/sub")),
            "newUri": format!("{}{slash}", editor.uri("content/docs/below")),
        }] });
        let edit = editor.ask("workspace/willRenameFiles", files);
        let changes = edit["documentChanges"].as_array().expect("there's a list").clone();
        let of_a = |change: &&Json| change["textDocument"]["uri"] == editor.uri("content/docs/a.md");
        let change = changes.iter().find(of_a).expect("the page with the link changes");
        assert_eq!(change["edits"][0]["newText"], "./below/c.md");
    }
    // Files that aren't pages or static files have no links to change.
    let other =
        json!({ "oldUri": editor.uri("components/Herd.tsx"), "newUri": editor.uri("components/H.tsx") });
    assert_eq!(editor.ask("workspace/willRenameFiles", json!({ "files": [other] })), Json::Null);
    editor.end();
}

#[test]
fn a_site_is_the_nearest_folder_with_a_config() {
    let site = project();
    site.write("content/docs/content/x.md", "# X\n");
    let mut editor = Editor::start(&site);
    let place =
        editor.at("textDocument/definition", "content/docs/content/x.md", "[a](../a|.md)\n", json!({}));
    assert_eq!(place["uri"], editor.uri("content/docs/a.md"));
    editor.end();
    let other = Project::new("//- content/a.md\n# A\n\n[x](./x.md)\n");
    let mut editor = Editor::start(&other);
    editor.open("content/a.md", "# A\n");
    let document = json!({ "textDocument": { "uri": editor.uri("content/a.md") } });
    assert_eq!(editor.ask("textDocument/documentSymbol", document), Json::Null);
    editor.end();
}

#[test]
fn problems_appear_while_a_title_is_typed_and_those_of_the_whole_site_follow() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.edit("content/docs/b.md", "---\ntitle: Bet\n---\n\n[x](./gone.md)\n\n## Stripes\n");
    editor.edit(
        "content/docs/b.md",
        "---\ntitle: Beta\n---\n\n[x](./gone.md)\n\n[y](./lost.md)\n\n## Stripes\n",
    );
    assert_eq!(editor.problems["content/docs/b.md"].len(), 2);
    // The slug is that of another page.
    editor.open("content/docs/b.md", "---\ntitle: Beta\nslug: a\n---\n\n## Stripes\n");
    let is_there =
        |editor: &Editor<'_>| editor.problems.values().flatten().any(|one| one["code"] == "duplicate-route");
    while !is_there(&editor) {
        editor.next();
    }
    editor.end();
}

#[test]
fn problems_of_settings_appear_while_they_are_typed_and_those_of_the_whole_site_follow() {
    let site = project();
    site.write("content/docs/sub/_category_.toml", "label = \"Below\"\n");
    let mut editor = Editor::start(&site);
    let config = site.read("docgen.toml");
    editor.edit("content/docs/b.md", "# Beta\n\n## Stripes\n");
    editor.open("docgen.toml", &format!("{config}[navbar]\nitmes = []\n"));
    editor.wait_for("docgen.toml", 1);
    // Until the writer pauses, the pages are those before.
    assert_eq!(editor.ask("workspace/symbol", json!({ "query": "gamma" }))[0]["name"], "Gamma");
    editor.open(
        "docgen.toml",
        &format!("{config}[navbar]\nitems = [{{ label = 'X', href = '/docs/gone' }}]\n"),
    );
    editor.wait_for("docgen.toml", 0);
    editor.wait_for("docgen.toml", 1);
    assert!(editor.problems["docgen.toml"][0]["message"].as_str().is_some_and(|text| text.contains("gone")));
    editor.open("content/docs/sub/_category_.toml", "lable = \"Below\"\n");
    editor.wait_for("content/docs/sub/_category_.toml", 1);
    editor.open("content/docs/b.md", "# Beta\n\n[x](./lost.md)\n");
    editor.wait_for("content/docs/b.md", 1);
    editor.end();
}

#[test]
fn line_breaks_of_windows_are_kept() {
    let site = project();
    let mut editor = Editor::start(&site);
    let text = "# Gamma\r\n\r\n🦓 See [stripes](../b.md#stri|pe).\r\n";
    let range = json!({ "range": on(2, 20, 20), "context": { "diagnostics": [] } });
    let actions = editor.at("textDocument/codeAction", "content/docs/sub/c.md", text, range);
    let edit = &actions[0]["edit"]["changes"][editor.uri("content/docs/sub/c.md")][0];
    assert_eq!((&edit["newText"], &edit["range"]), (&json!("#stripes"), &on(2, 24, 31)));
    editor.end();
}

#[test]
fn editors_with_unknown_abilities_and_files_get_answers() {
    let site = project();
    let mut editor = Editor::start_with(
        &site,
        json!({
            "general": { "positionEncodings": ["utf-8", "utf-99"] },
            "workspace": { "workspaceFolders": true, "workspaceEdit": { "failureHandling": "later" } },
            "textDocument": {
                "hover": { "contentFormat": ["asciidoc", "markdown"] },
                "diagnostic": { "dynamicRegistration": false },
                "completion": { "completionItem": 5 },
            },
        }),
    );
    let folder = json!({ "uri": "file:///none", "name": "none" });
    editor.tell(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [folder], "removed": [] } }),
    );
    // Positions count UTF-16 units, as in every editor.
    let alpha = "# Alpha\n\n🦓é [stripes](./b.md#str|ipes)\n";
    let hover = editor.at("textDocument/hover", "content/docs/a.md", alpha, json!({}));
    assert_eq!(
        (&hover["range"]["start"]["character"], &hover["contents"]["kind"]),
        (&json!(14), &json!("markdown"))
    );
    // Problems are sent, so editors that ask for them are told that the server doesn't answer.
    let document = json!({ "textDocument": { "uri": editor.uri("content/docs/a.md") } });
    assert_eq!(editor.ask("textDocument/diagnostic", document)["code"], -32601);
    for uri in ["untitled:Untitled-1", "file:///none/x.md", "https://zebra.example/a.md", "not a uri"] {
        let opened =
            json!({ "textDocument": { "uri": uri, "languageId": "markdown", "version": 1, "text": "# A" } });
        editor.tell("textDocument/didOpen", opened);
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 9 } });
        for method in ["textDocument/hover", "textDocument/completion", "textDocument/documentSymbol"] {
            assert_eq!(editor.ask(method, place.clone()), Json::Null, "{method} {uri}");
        }
        editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    editor.tell("$/unknown", json!({}));
    editor.tell("$/cancelRequest", json!({ "id": "none" }));
    assert_eq!(editor.ask("shutdown", Json::Null), Json::Null);
    let late = json!({ "textDocument": { "uri": editor.uri("content/docs/a.md") } });
    assert_eq!(editor.ask("textDocument/documentSymbol", late)["code"], -32600);
    editor.tell("exit", Json::Null);
    assert!(editor.child.wait().expect("docgen ends").success());
}

#[test]
fn a_request_that_waits_for_the_site_can_be_canceled() {
    let site = project();
    let mut editor = Editor::start(&site);
    editor.open("content/docs/b.md", &site.read("content/docs/b.md"));
    let params = json!({ "textDocument": { "uri": editor.uri("content/docs/b.md") } });
    let request = |id: &str| json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/documentSymbol", "params": params });
    // The site can be assembled before the cancellation arrives, so both answers are right.
    editor.send(&request("first"));
    editor.tell("$/cancelRequest", json!({ "id": "first" }));
    let answer = std::iter::repeat_with(|| editor.next()).find(|message| message["id"] == "first");
    let answer = answer.expect("every request is answered");
    assert!(answer["error"]["code"] == -32800 || answer["result"].is_array(), "{answer}");
    editor.end();
}
