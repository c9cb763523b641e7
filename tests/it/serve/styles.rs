//! Changes to the files that components' style sheets refer to.

use tempfile::TempDir;

use super::{Server, write};

const SITE: [(&str, &str); 6] = [
    ("docgen.toml", "[site]\ntitle = \"Styled\"\n"),
    ("content/docs/start.md", "# Start\n\n<Card />\n"),
    (
        "components/Card.tsx",
        "import \"../styles/card.css\";\nexport default () => <p className=\"card\">Card</p>;\n",
    ),
    ("styles/card.css", "@import \"./deep/base.css\";\n"),
    ("styles/deep/base.css", ".card { background: url(../leaf.png) }\n"),
    ("styles/leaf.png", "leaf"),
];

/// Finds a published style sheet or image in text, based on the start of the filename, and returns the URL.
fn url(text: &str, start: &str) -> Option<String> {
    let at = text.find(&format!("/_docgen/immutable/assets/{start}."))?;
    Some(text[at..].split('"').next().unwrap_or_default().to_owned())
}

/// Returns the URL of the image, which is found by following the page and both style sheets.
fn image(server: &Server) -> Option<String> {
    let card = url(&server.get("/docs/start/").body, "card")?;
    let base = url(&server.get(&card).body, "base")?;
    let image = url(&server.get(&base).body, "leaf")?;
    assert_eq!(server.get(&image).status, 200, "{image}");
    Some(image)
}

#[test]
fn a_page_follows_every_file_of_its_style_sheets() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in SITE {
        write(folder.path(), path, text);
    }
    let server = Server::of(folder, &["--watch"]);
    let first = image(&server).expect("the image is published");
    // None of these files is in one of the site's folders.
    server.write("styles/leaf.png", "another leaf");
    server.said("styles/leaf.png: updated");
    let second = image(&server).expect("the image is published");
    assert_ne!(first, second);
    server.write("styles/deep/base.css", ".card { background: url(../new.png) }\n");
    server.said("file not found: `../new.png`");
    server.said(": updated");
    assert_eq!(image(&server), None);
    server.write("styles/new.png", "new");
    server.said("styles/new.png: updated");
    let card = url(&server.get("/docs/start/").body, "card").expect("the page has its style sheet");
    let base = url(&server.get(&card).body, "base").expect("it imports the other one");
    assert!(url(&server.get(&base).body, "new").is_some());
}

#[test]
fn files_outside_the_site_s_folders_are_read_once_at_the_start() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in SITE {
        write(folder.path(), path, text);
    }
    let server = Server::of(folder, &["--watch"]);
    server.write("content/docs/start.md", "# Another start\n\n<Card />\n");
    let first = server.said("updated in");
    assert!(first.starts_with("content/docs/start.md: updated in"), "{first}");
}
