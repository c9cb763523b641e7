//! Blog feeds conform to their formats: RSS 2.0, Atom (RFC 4287), and JSON Feed 1.1.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};
use serde_json::Value as Json;

use crate::harness::Project;

const ATOM: &str = "http://www.w3.org/2005/Atom";
const CONTENT: &str = "http://purl.org/rss/1.0/modules/content/";
const POSTS: usize = 23;

/// Creates a site with more posts than fit in a feed. The text contains characters that have a special meaning in XML,
/// HTML, and URLs.
fn site() -> Project {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Tea & <Kettles>'
url = 'https://tea.example'

[[blog]]
description = 'What \"boils\" & why.'
//- content/docs/index.md
# Docs
//- content/blog/authors.toml
jo = { name = 'Jo <& sons>', url = 'https://jo.example/?a=1&b=2' }
//- content/blog/2025-06-01-all/cup.svg
<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>
//- content/blog/2025-06-01-all/index.md
---
title: Everything & <more> ]]> 🫖
authors: jo
tags: ['a & b']
---
See [docs](../../docs/index.md), [below](#end), [a post](/blog/p1) and ![cup](cup.svg).

<!-- truncate -->

```html
<b>]]></b>
```

## End

`a < b && c > d`
",
    );
    for number in 1..POSTS {
        site.write(
            &format!("content/blog/2024-03-{number:02}-p{number}.md"),
            format!("# Post {number}\n\nText.\n"),
        );
    }
    site.run("build").code(0);
    site
}

fn children<'a>(node: Node<'a, 'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

/// Returns the text of the only child with the given name. The child must exist.
fn text<'a>(node: Node<'a, 'a>, name: &'a str) -> &'a str {
    let mut found = children(node, name);
    let child = found.next().unwrap_or_else(|| panic!("there is no {name}"));
    assert!(found.next().is_none(), "there is a second {name}");
    child.text().unwrap_or_default()
}

/// Checks that every URL in the HTML of a post is absolute.
fn absolute(html: &str) {
    let addresses = html.split([' ', '<']).filter_map(|part| {
        part.strip_prefix("href=\"").or_else(|| part.strip_prefix("src=\""))?.split('"').next()
    });
    let mut count = 0;
    for address in addresses {
        assert!(address.starts_with("https://"), "{address}");
        count += 1;
    }
    assert_eq!(count, 4, "{html}");
    assert!(html.contains("https://tea.example/blog/all/#end") && html.contains("&lt;b&gt;]]&gt;"), "{html}");
}

/// Checks that each entry has a unique ID, and that the IDs stay the same when the site is rebuilt with one more post.
fn stable(site: &Project, ids: impl Fn(&Project) -> Vec<String>) {
    let before = ids(site);
    assert_eq!(before.len(), 20);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), 20);
    site.write("content/blog/2026-01-01-new.md", "# New\n\nText.\n").run("build --no-cache").code(0);
    let after = ids(site);
    assert_eq!(after[0], "https://tea.example/blog/new/");
    assert_eq!(after[1..], before[..19]);
    site.remove("content/blog/2026-01-01-new.md").run("build").code(0);
    assert_eq!(ids(site), before);
}

#[test]
fn rss_has_what_the_format_asks_for() {
    let site = site();
    let source = site.read("dist/blog/rss.xml");
    let document = Document::parse(&source).expect("it is XML");
    let rss = document.root_element();
    assert_eq!((rss.tag_name().name(), rss.attribute("version")), ("rss", Some("2.0")));
    let channel = children(rss, "channel").next().expect("a feed has a channel");
    assert_eq!(text(channel, "title"), "Blog | Tea & <Kettles>");
    assert_eq!(text(channel, "description"), "What \"boils\" & why.");
    let own =
        channel.children().find(|child| child.has_tag_name((ATOM, "link"))).expect("it says where it is");
    assert_eq!(
        (own.attribute("rel"), own.attribute("href")),
        (Some("self"), Some("https://tea.example/blog/rss.xml"))
    );
    let first = children(channel, "item").next().expect("it has posts");
    assert_eq!(text(first, "title"), "Everything & <more> ]]> 🫖");
    assert_eq!(text(first, "link"), "https://tea.example/blog/all/");
    assert_eq!(text(first, "pubDate"), "Sun, 01 Jun 2025 00:00:00 GMT");
    assert_eq!(text(first, "category"), "a & b");
    let content =
        first.children().find(|child| child.has_tag_name((CONTENT, "encoded"))).expect("it is whole");
    absolute(content.text().unwrap_or_default());
    stable(&site, |site| {
        let source = site.read("dist/blog/rss.xml");
        let document = Document::parse(&source).expect("it is XML");
        let items = document.descendants().filter(|node| node.tag_name().name() == "item");
        items.map(|item| text(item, "guid").to_owned()).collect()
    });
}

#[test]
fn atom_has_what_the_format_asks_for() {
    let site = site();
    let source = site.read("dist/blog/atom.xml");
    let document = Document::parse(&source).expect("it is XML");
    let feed = document.root_element();
    assert!(feed.has_tag_name((ATOM, "feed")));
    assert_eq!(text(feed, "id"), "https://tea.example/blog/");
    assert_eq!(text(feed, "title"), "Blog | Tea & <Kettles>");
    assert_eq!(text(feed, "updated"), "2025-06-01T00:00:00Z");
    let own = children(feed, "link").find(|link| link.attribute("rel") == Some("self"));
    assert_eq!(own.and_then(|link| link.attribute("href")), Some("https://tea.example/blog/atom.xml"));
    // RFC 4287, section 4.1.1, requires an author in the feed or in every entry.
    assert_eq!(children(feed, "author").count(), 1);
    for entry in children(feed, "entry") {
        let address = children(entry, "link").find(|link| link.attribute("rel") == Some("alternate"));
        assert_eq!(address.and_then(|link| link.attribute("href")), Some(text(entry, "id")));
        for date in ["published", "updated"] {
            let date = text(entry, date);
            assert!(date.len() == 20 && date.ends_with('Z') && date.as_bytes()[10] == b'T', "{date}");
        }
        assert!(!text(entry, "title").is_empty());
    }
    let first = children(feed, "entry").next().expect("it has posts");
    let author = children(first, "author").next().expect("it says who wrote it");
    assert_eq!((text(author, "name"), text(author, "uri")), ("Jo <& sons>", "https://jo.example/?a=1&b=2"));
    let content = children(first, "content").next().expect("it is whole");
    assert_eq!(content.attribute("type"), Some("html"));
    absolute(content.text().unwrap_or_default());
    stable(&site, |site| {
        let source = site.read("dist/blog/atom.xml");
        let document = Document::parse(&source).expect("it is XML");
        children(document.root_element(), "entry").map(|entry| text(entry, "id").to_owned()).collect()
    });
}

#[test]
fn a_json_feed_has_what_the_format_asks_for() {
    let site = site();
    let read = |site: &Project| -> Json {
        serde_json::from_str(&site.read("dist/blog/feed.json")).expect("it is JSON")
    };
    let feed = read(&site);
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["title"], "Blog | Tea & <Kettles>");
    assert_eq!(feed["feed_url"], "https://tea.example/blog/feed.json");
    let first = &feed["items"][0];
    assert_eq!(first["url"], first["id"]);
    assert_eq!(first["date_published"], "2025-06-01T00:00:00Z");
    assert_eq!((&first["authors"][0]["name"], &first["tags"][0]), (&"Jo <& sons>".into(), &"a & b".into()));
    absolute(first["content_html"].as_str().expect("it is whole"));
    stable(&site, |site| {
        let feed = read(site);
        let items = feed["items"].as_array().expect("it has posts").iter();
        items.map(|item| item["id"].as_str().expect("ids are text").to_owned()).collect()
    });
}
