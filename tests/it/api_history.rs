//! The history of an API: marks, the changelog page, the feed, and tags.

use crate::dates::git;
use crate::harness::Project;

const CONFIG: &str = "[site]\ntitle = 'Shop'\nurl = 'https://shop.example'\n";
const OLD: &str = "openapi: 3.1.0
info: { title: Shop, version: '1.0' }
servers: [{ url: 'https://api.shop.example' }]
paths:
  /orders:
    get:
      summary: List orders
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 10 } }]
      responses: { '200': { description: Orders., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
    delete: { summary: Delete all orders, responses: { '204': { description: Deleted. } } }
components:
  schemas:
    Order: { type: object, properties: { id: { type: string } } }
";

/// Returns the document with a new operation and a new property, and with other limits.
fn new() -> String {
    let text = OLD.replace("version: '1.0'", "version: '2.0'").replace("maximum: 10", "maximum: 5");
    let start = text.find("    delete:").expect("the operation");
    let end = text.find("components:").expect("the schemas");
    text.replace(
        &text[start..end],
        "    post: { summary: Create an order, responses: { '201': { description: Created. } } }\n",
    )
    .replace("id: { type: string }", "id: { type: string, deprecated: true }, note: { type: string }")
}

/// Creates a site with two versions of an API in folders.
fn versions() -> Project {
    let site =
        Project::new("//- content/docs/index.md\n# Shop\n//- content/versions/1.0/docs/index.md\n# Shop\n");
    site.write("docgen.toml", format!("{CONFIG}[docs]\nlast_version = 'current'\n[[docs.versions]]\nname = 'current'\nlabel = '2.0'\n[[docs.versions]]\nname = '1.0'\n"));
    site.write("openapi/shop.yaml", new()).write("content/versions/1.0/openapi/shop.yaml", OLD);
    site
}

/// Creates a repository with a document in each of several tags.
fn tagged(config: &str, tags: &[(&str, &str)]) -> Project {
    let site = Project::new("//- content/docs/index.md\n# Shop\n");
    site.write("docgen.toml", format!("{CONFIG}{config}")).write(".gitignore", ".docgen\ndist\n");
    git(&site, "2024-05-06T10:00:00Z", &["init", "-q"]);
    for (number, (tag, text)) in (1..).zip(tags) {
        let date = format!("2024-05-{number:02}T10:00:00Z");
        site.write("openapi/shop.yaml", text);
        git(&site, &date, &["add", "."]);
        git(&site, &date, &["commit", "-qm", "Change", "--allow-empty"]);
        git(&site, &date, &["tag", tag]);
    }
    site
}

const HISTORY: &str = "[[openapi]]\nfile = 'openapi/shop.yaml'\nhistory = 'v*'\n";

/// Fails if the pages, the changelog, or the feed don't show the history. `date` is the release date in the feed.
#[track_caller]
fn shows_history(site: &Project, date: &str) {
    let orders = site.read("dist/api/get-orders/index.html");
    for part in [
        "<a class=\"api-mark\" href=\"/api/changes/#v2.0\">Changed in 2.0</a>",
        "<li id=\"query.limit\" class=\"api-in-1\">",
        "<span class=\"api-mark\">Since 2.0</span>",
        "<span class=\"api-mark api-deprecated\">Deprecated since 2.0</span>",
        "<option value=\"1.0\" data-at=\"0\">1.0</option></select>",
        "rel=\"alternate\" title=\"Shop\" type=\"application/rss+xml\"",
    ] {
        assert!(orders.contains(part), "{part}: {orders}");
    }
    assert!(!orders.contains(">deprecated<"), "{orders}");
    assert!(
        orders.contains("<li class=\"api-in-1\"><a class=\"sidebar-link\" href=\"/api/post-orders/\">"),
        "{orders}"
    );
    assert!(site.read("dist/api/post-orders/index.html").contains("#v2.0\">Since 2.0</a>"));
    let page = site.read("dist/api/changes/index.html");
    for part in [
        "<h2 id=\"v2.0\">2.0",
        "<h3 class=\"api-level\" data-level=\"breaking\">Breaking changes</h3>",
        "<code>DELETE /orders</code>",
        "<a href=\"/api/post-orders/\"><code>POST /orders</code></a>",
        "query parameter <code>limit</code>: <code>maximum</code> <code>10</code> tightened to <code>5</code>",
        "href=\"/api/changes/rss.xml\" data-no-router>RSS</a>",
        "content=\"What changed in each version of Shop.\" name=\"description\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let feed = site.read("dist/api/changes/rss.xml");
    for part in [
        "<title>Shop 2.0</title>\n<link>https://shop.example/api/changes/#v2.0</link>",
        "href=&quot;https://shop.example/api/post-orders/&quot;",
        date,
    ] {
        assert!(feed.contains(part), "{part}: {feed}");
    }
    assert!(site.read("dist/api/changes.md").contains("- `DELETE /orders`\n  - operation: removed"));
    assert!(site.read("dist/api/get-orders.md").contains("Changed in 2.0"));
    assert!(site.read("dist/sitemap.xml").contains("<loc>https://shop.example/api/changes/</loc>"));
}

#[test]
fn versions_of_the_site_are_the_history_of_an_api() {
    let site = versions();
    site.build();
    shows_history(&site, "<guid isPermaLink=\"true\">");
    assert!(!site.read("dist/api/changes/rss.xml").contains("<pubDate>"));
    // The oldest version has no history.
    assert!(!site.has("dist/api/1.0/changes/index.html"));
    let old = site.read("dist/api/1.0/get-orders/index.html");
    assert!(!old.contains("api-mark") && !old.contains("api-since"), "{old}");
}

#[test]
fn tags_are_the_history_of_an_api() {
    let tags = [("v1.0-rc.1", ""), ("v1.0", OLD), ("v1.0.1", OLD), ("v2.0", &new()), ("other", OLD)];
    let site = tagged(HISTORY, &tags);
    site.write("openapi/shop.yaml", new());
    site.run("build").code(0).stderr_lacks("no-api-history");
    shows_history(&site, "<pubDate>Sat, 04 May 2024 00:00:00 GMT</pubDate>");
    let page = site.read("dist/api/changes/index.html");
    assert!(page.contains("<time datetime=\"2024-05-04\">May 4, 2024</time>"), "{page}");
    assert!(!page.contains("vNext") && !page.contains("rc.1"), "{page}");
    site.is_as_if_clean();
    // A document that isn't tagged yet has the version in the document.
    let next = new().replace("'2.0'", "'2.1'").replace("note:", "more: { type: string }, note:");
    site.write("openapi/shop.yaml", next);
    site.run("build").code(0);
    assert!(
        site.read("dist/api/get-orders/index.html").contains("<span class=\"api-mark\">Since 2.1</span>")
    );
    // A new tag changes the next build.
    git(&site, "2024-05-09T10:00:00Z", &["commit", "-qam", "Change"]);
    git(&site, "2024-05-09T10:00:00Z", &["tag", "v2.2"]);
    site.run("build").code(0);
    assert!(
        site.read("dist/api/get-orders/index.html").contains("<span class=\"api-mark\">Since 2.2</span>")
    );
}

#[test]
fn an_unavailable_history_is_reported() {
    let site = Project::new("//- content/docs/index.md\n# Shop\n");
    site.write("docgen.toml", format!("{CONFIG}{HISTORY}")).write("openapi/shop.yaml", OLD);
    let check = |site: &Project, message: &str, hint: &str| {
        let run = site.run("build").code(0).stderr_has("warning[no-api-history]: ").stderr_has(message);
        run.stderr_has(hint).stderr_has("docgen.toml:6:");
        assert!(!site.read("dist/api/get-orders/index.html").contains("api-mark"));
    };
    check(&site, "no tag matches `v*`", "build the site in a clone of its repository");
    let site = tagged(HISTORY, &[("1.0", OLD)]);
    check(&site, "no tag matches `v*`", "list the tags with `git tag`");
    let site = tagged(HISTORY, &[("v1.0", OLD)]);
    git(&site, "2024-05-06T10:00:00Z", &["mv", "openapi/shop.yaml", "openapi/a.yaml"]);
    git(&site, "2024-05-06T10:00:00Z", &["commit", "-qm", "Move"]);
    git(&site, "2024-05-06T10:00:00Z", &["tag", "-f", "v1.0"]);
    site.write("openapi/shop.yaml", OLD).remove("openapi/a.yaml");
    check(&site, "no tag that matches `v*` contains `openapi/shop.yaml`", "choose another pattern");
    let site = tagged(HISTORY, &[("v1.0", "openapi: [")]);
    site.write("openapi/shop.yaml", OLD);
    check(&site, "can't read `openapi/shop.yaml` in the tag `v1.0`", "doesn't match the tag");
}

#[test]
fn a_site_without_older_versions_has_no_trace_of_a_history() {
    let site = Project::new("//- content/docs/index.md\n# Shop\n");
    site.write("docgen.toml", CONFIG).write("openapi/shop.yaml", new());
    site.build();
    let page = site.read("dist/api/get-orders/index.html");
    for part in ["api-mark", "api-history", "api-since", "api-in-", "rss.xml"] {
        assert!(!page.contains(part), "{part}");
    }
    assert!(!site.has("dist/api/changes/index.html"));
}

#[test]
fn the_changelog_gives_way_to_an_operation_with_its_name() {
    let site = versions();
    site.write(
        "openapi/shop.yaml",
        new().replace("summary: List orders", "operationId: changes\n      summary: List orders"),
    );
    site.build();
    assert!(site.read("dist/api/changes/index.html").contains("List orders"));
    assert!(site.read("dist/api/changelog/index.html").contains("Breaking changes"));
}
