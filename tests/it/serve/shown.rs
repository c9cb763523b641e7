//! The pages that browsers show are updated before all other pages.

use tempfile::TempDir;

use super::{Server, write};

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
