//! Changes to the config that defines import aliases.

use tempfile::TempDir;

use super::{Server, write};

const SITE: [(&str, &str); 5] = [
    ("docgen.toml", "[site]\ntitle = \"Aliased\"\n"),
    ("content/docs/start.md", "# Start\n\n<Card />\n"),
    (
        "components/Card.tsx",
        "import { name } from \"~/name\";\nexport default () => <p className=\"card\">{name}</p>;\n",
    ),
    ("src/name.ts", "export const name = \"of src\";\n"),
    ("lib/name.ts", "export const name = \"of lib\";\n"),
];

#[test]
fn a_page_follows_the_config_of_its_aliases() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in SITE {
        write(folder.path(), path, text);
    }
    let server = Server::of(folder, &["--watch"]);
    let config = |text: &str| {
        server.write("tsconfig.json", text);
        server.said("tsconfig.json: updated");
        server.get("/docs/start/").body
    };
    assert!(config(r#"{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }"#).contains(">of src<"));
    assert!(config(r#"{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }"#).contains(">of lib<"));
    server.write("tsconfig.json", r#"{ "compilerOptions": { "paths": 1 } }"#);
    server.said("expected an object for `paths`");
}
