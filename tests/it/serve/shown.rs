//! The pages that browsers show: they're updated before all other pages, and they open their files in the editor.

use std::process::Command;

use serde_json::Value as Json;
use tempfile::TempDir;

use super::{Server, write};
use crate::harness::tree;

#[test]
fn a_page_that_a_browser_shows_is_updated_first_even_if_it_requests_many_others() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    write(folder.path(), "components/Tea.tsx", "export default () => <b>Oolong</b>;\n");
    for number in 0..400 {
        write(folder.path(), &format!("content/docs/p{number}.md"), &format!("# Page {number}\n\n<Tea />\n"));
    }
    let server = Server::of(folder, &["--watch"]);
    let mut events = server.events("?page=%2Fdocs%2Fp7%2F");
    let first = events.next();
    // A page requests the pages that a reader might open next.
    for number in 100..140 {
        assert_eq!(server.get(&format!("/docs/p{number}/index.json")).status, 200);
    }
    server.write("components/Tea.tsx", "export default () => <b>Assam</b>;\n");
    events.until(|state| state["generation"] != first["generation"]);
    assert!(server.get("/docs/p7/index.json").body.contains("Assam"));
    server.waits_until("/docs/p100/index.json", "Assam");
}

#[test]
fn blocks_have_their_lines_and_pages_open_their_files_only_while_serving() {
    let server = Server::start("", &["--editor", "edit://open?file={path}&line={line}"]);
    assert!(server.get("/docs/start/").body.contains("<p data-source-line=\"5\">The first words."));
    let state = server.events("?page=/docs/start/").next();
    let file = server.root.canonicalize().expect("the folder exists").join("content/docs/start.md");
    let file = file.to_str().expect("the path is text");
    assert_eq!(state["source"]["file"], "content/docs/start.md");
    assert_eq!(state["source"]["url"], format!("edit://open?file={file}&line={{line}}"));
    assert_eq!(server.events("").next()["source"], Json::Null);
    let found = server.get("/_docgen/page?file=content%2Fdocs%2Fstart.md");
    assert_eq!((found.status, found.header("location")), (307, Some("/docs/start/")));
    for file in ["content/docs/none.md", "../docgen.toml", ""] {
        assert_eq!(server.get(&format!("/_docgen/page?file={file}")).status, 404, "{file}");
    }
    let refused = Command::new(env!("CARGO_BIN_EXE_docgen"))
        .args(["serve", "--editor", "javascript:alert('{path}')", "--root"])
        .arg(&server.root)
        .output()
        .expect("the binary was built before the tests");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("expected a URL that contains `{path}`"), "{message}");
    let built =
        Command::new(env!("CARGO_BIN_EXE_docgen")).args(["build", "--root"]).arg(&server.root).output();
    assert!(built.expect("the binary was built before the tests").status.success());
    for (path, bytes) in tree(&server.root.join("dist")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("data-source-line=") && !text.contains("edit://"), "{path}");
    }
}
