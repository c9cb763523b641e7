//! A site's own styles and templates on the development server.

use serde_json::Value as Json;

use super::Server;

#[test]
fn styles_templates_and_files_are_followed() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    let first = events.next();
    server.write("overrides/custom.css", "body { color: red }");
    let styled = events.until(|state| state["css"] != Json::Null);
    assert_eq!(styled["document"], first["document"], "styles are swapped in the open page");
    assert_eq!(server.get(styled["css"].as_str().expect("an address")).body, "body { color: red }");
    server.write("overrides/templates/pager.html", "<p>an own pager</p>");
    events.until(|_| server.get("/docs/start/index.json").body.contains("an own pager"));
    server.write("static/files/data.bin", "other");
    events.until(|state| state["document"] != first["document"]);
    assert_eq!(server.get("/files/data.bin").body, "other");
}

#[test]
fn a_template_that_fails_is_reported_and_pages_stay() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    events.next();
    let template = "overrides/templates/doc.html";
    let own = |line: &str| format!("<p>mine</p>\n{{{{ content|safe }}}}\n{line}\n");
    let failing = [
        ("{{ page.nothing }}", "`page.nothing` is undefined"),
        ("{{ page.version.label }}", "`page.version.label` is undefined when `page.version` is absent"),
        ("{% if page.title == 'Other' %}{{ page.x }}{% endif %}", "`page.x` is undefined on `/docs/other/`"),
        ("{% if page.title %}", "unexpected end of input, expected end of block"),
    ];
    for (line, message) in failing {
        server.write(template, &own(line));
        let state = events.until(|state| state["errors"] == 1);
        let problem = &state["problems"][0];
        let found = [&problem["message"], &problem["file"], &problem["line"]].map(Json::to_string);
        assert_eq!(found, [format!("{message:?}"), format!("{template:?}"), "3".to_owned()], "{line}");
        for page in ["/docs/start/", "/docs/other/"] {
            let answer = server.get(page);
            assert_eq!((answer.status, answer.body.contains("undefined")), (200, false), "{line}");
        }
        assert!(server.get("/docs/start/index.json").body.contains("first words"), "{line}");
        server.write(template, &own(""));
        events.until(|state| state["errors"] == 0);
        server.waits_until("/docs/other/", "mine");
    }
}
