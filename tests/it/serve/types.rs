//! The component declarations, which the server keeps up to date.

use tempfile::TempDir;

use super::{Server, write};

const FIRST: &str =
    "// Written by `docgen types`. While this file exists, `docgen serve` keeps it up to date.\n";

fn read(server: &Server) -> String {
    std::fs::read_to_string(server.root.join("components.d.ts")).expect("the file exists")
}

#[test]
fn declarations_stay_up_to_date_if_docgen_wrote_them() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    write(folder.path(), "content/docs/start.md", "# Start\n");
    write(folder.path(), "components/Card.tsx", "export default () => <p>Card</p>;\n");
    write(folder.path(), "components.d.ts", FIRST);
    let server = Server::of(folder, &["--watch"]);
    assert!(read(&server).contains("  Card: typeof import(\"./components/Card\").default;"));
    server.write("components/New.tsx", "export default () => <p>New</p>;\n");
    server.said("components/New.tsx: updated");
    assert!(read(&server).contains("  New: typeof import(\"./components/New\").default;"));
    server.write("components/New.tsx", "\"use client\";\nexport default () => <p>New</p>;\n");
    server.said("components/New.tsx: updated");
    assert!(read(&server).contains("  New: import(\"docgen\").Interactive<"));
    server.write("components.d.ts", "export {};\n");
    server.write("components/Newer.tsx", "export default () => <p>Newer</p>;\n");
    server.said("components/Newer.tsx: updated");
    assert_eq!(read(&server), "export {};\n");
}

#[test]
fn declarations_that_nobody_asked_for_are_not_written() {
    let server = Server::start("", &[]);
    server.get("/docs/start/");
    assert!(!server.root.join("components.d.ts").exists());
}
