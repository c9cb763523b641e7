//! Slots: places in the frame and on pages that a site's components can fill.

use crate::harness::Project;

/// A site with a page of every kind that has slots.
const SITE: &str = r##"
//- docgen.toml
[site]
title = "Kettle"
url = "https://kettle.example"
base_url = "/tea/"
[footer]
copyright = "Default footer"
[i18n]
locales = [{ code = "en" }, { code = "fr" }]
[docs]
edit_url = "https://code.example"
//- content/docs/index.md
---
tags: [tea]
---
# Start

Words.
//- content/docs/next.md
---
description: All about <tea>.
---
# Next & last
//- content/pages/index.md
---
layout: home
---
# Home

Default home.
//- content/blog/2026-01-02-first.md
---
authors: [{ name: Jo }]
---
# First

An excerpt.
//- openapi/api.yaml
openapi: 3.0.3
info: { title: Tea, version: '1' }
servers: [{ url: https://tea.example }]
paths:
  /cups:
    get: { operationId: listCups, summary: List cups, responses: { '200': { description: Fine } } }
"##;

/// A component for each slot.
const COMPONENTS: &str = r##"
//- components/theme/Banner.tsx
import { Link, url, useLocale, useSite } from "docgen";
import "./banner.css";
export default ({ site }) => <b id="banner"><Link href="/docs/next">{site.title}</Link> {useSite().title} {useLocale()} {url("/docs")}</b>;
//- components/theme/banner.css
#banner { color: red }
//- components/theme/NavbarEnd.jsx
"use client";
import { useState } from "react";
export default ({ site }) => { const [count] = useState(0); return <button>{site.locale} {count}</button>; };
//- components/theme/SidebarTop.tsx
import type { FrameSlot } from "docgen";
export default ({ site }: FrameSlot) => <i>sidebar top</i>;
//- components/theme/SidebarBottom.tsx
export default () => <i>sidebar bottom</i>;
//- components/theme/Footer.tsx
export default ({ site }) => <footer>own footer: {site.footer.copyright}</footer>;
//- components/theme/Home.tsx
export default ({ children }) => <section>{children}after home</section>;
//- components/theme/NotFound.tsx
export default (props: {}) => <p>nothing here</p>;
//- components/theme/PageHeader.tsx
import { usePage } from "docgen";
export default ({ page, children }) => (
  <div data-kind={page.kind}><a href={page.next?.url}>{page.title}: {page.description}</a>{usePage().file}{children}</div>
);
//- components/theme/ApiHeader.tsx
export default ({ page, children }) => <>{children}<p>{page.operation ? `calls ${page.operation.path}` : "no call"}</p></>;
//- components/theme/PageFooter.tsx
"use client";
export default ({ page, children }) => <aside>rate {page.title}{children}</aside>;
//- components/theme/BlogCard.tsx
export default ({ post, children }) => <div className="own-card"><a href={post.url}>{post.date} {post.authors[0].name}</a>{children}</div>;
"##;

fn built() -> Project {
    let project = Project::new(&format!("{SITE}{COMPONENTS}"));
    project.run("build --strict").code(0);
    project
}

/// Returns the part of a string between `start` and `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} in {rest}")).0
}

#[test]
fn components_fill_the_slots_of_the_frame() {
    let project = built();
    for (page, locale) in [("docs/next/index.html", "en"), ("fr/docs/next/index.html", "fr")] {
        let html = project.read(&format!("dist/{page}"));
        let banner = between(&html, "<div class=\"slot slot-banner\">", "</div>");
        let prefix = if locale == "fr" { "/tea/fr" } else { "/tea" };
        assert_eq!(
            banner,
            format!(
                "<b id=\"banner\"><a href=\"{prefix}/docs/next/\">Kettle</a> Kettle {locale} {prefix}/docs/</b>"
            )
        );
        let end = between(&html, "<div class=\"slot navbar-items navbar-end\">", "</div>");
        assert!(end.contains("<slot data-client=\"visible\"") && end.contains("<button>"), "{end}");
        let sidebar = between(&html, "<div class=\"sidebar\">", "<main");
        let (top, rest) = sidebar.split_once("<nav").expect("the sidebar has a list");
        assert!(top.contains("<i>sidebar top</i>") && rest.contains("<i>sidebar bottom</i>"), "{sidebar}");
        assert!(html.contains("<footer>own footer: Default footer</footer>"), "{html}");
        assert!(!html.contains("class=\"footer\""), "{html}");
        assert!(html.contains("early.") && html.contains("banner."), "{html}");
    }
    let home = project.read("dist/index.html");
    assert!(home.contains("slot-banner") && !home.contains("sidebar top</i>"), "{home}");
}

#[test]
fn components_fill_the_slots_of_pages() {
    let project = built();
    let start = project.read("dist/docs/index.html");
    assert!(
        start.contains(
            "<div data-kind=\"doc\"><a href=\"/tea/docs/next/\">Start: </a>content/docs/index.md<header"
        ),
        "{start}"
    );
    let next = project.read("dist/docs/next/index.html");
    assert!(next.contains(">Next &amp; last: All about &lt;tea&gt;.</a>"), "{next}");
    // An interactive component gets the default content as a slot.
    assert!(
        next.contains(
            "<aside>rate <!-- -->Next &amp; last<slot data-slot=\"0\"><footer class=\"page-meta\">"
        ),
        "{next}"
    );
    let home = project.read("dist/index.html");
    assert!(home.contains("<div class=\"hero\">") && home.contains("after home</section>"), "{home}");
    let lost = project.read("dist/404.html");
    assert!(lost.contains("<p>nothing here</p>") && !lost.contains("data-island=\"search\""), "{lost}");
    let post = project.read("dist/blog/first/index.html");
    assert!(post.contains("<div data-kind=\"blog-post\">") && !post.contains("own-card"), "{post}");
    let list = project.read("dist/blog/index.html");
    let card = between(&list, "<div class=\"own-card\">", "</div></div>");
    assert!(card.starts_with("<a href=\"/tea/blog/first/\">2026-01-02 Jo</a>"), "{card}");
    assert!(card.contains("An excerpt."), "{card}");
    let operation = project.read("dist/api/list-cups/index.html");
    assert!(operation.contains("<p>calls /cups</p>") && operation.contains("data-kind=\"api-operation\""));
    assert!(project.read("dist/api/intro/index.html").contains("<p>no call</p>"));
}

#[test]
fn search_feeds_and_markdown_do_not_contain_slots() {
    let project = built();
    for file in ["docs/next.md", "llms-full.txt", "blog/rss.xml"] {
        let text = project.read(&format!("dist/{file}"));
        assert!(
            !text.contains("own-card") && !text.contains("rate") && !text.contains("sidebar top"),
            "{text}"
        );
    }
}

#[test]
fn problems_of_slots_are_in_their_components() {
    let project = Project::new(&format!(
        r##"{SITE}
//- components/theme/Foter.tsx
export default () => null;
//- components/theme/Banner.tsx
export default () => null;
//- components/theme/Banner.jsx
export default () => null;
//- components/theme/helper.ts
export const one = 1;
//- components/theme/SidebarTop.tsx
import {{ usePage }} from "docgen";
export default () => <p>{{usePage().title}}</p>;
//- components/theme/PageHeader.tsx
export default ({{ page }}) => (
  <p>{{page.nothing.label}}</p>
);
//- components/theme/PageFooter.tsx
export default () => <a href="/docs/nowhere">x</a>;
"##
    ));
    let output = project.run("check").code(1).stderr;
    for part in [
        "unknown slot `Foter`",
        "did you mean `Footer`?",
        "`components/theme/Banner.tsx` isn't used: another file fills the slot `Banner`",
        "components/theme/SidebarTop.tsx:2:26",
        "`usePage` needs a page",
        "components/theme/PageHeader.tsx:2:7",
        "broken link: `/docs/nowhere`",
        "components/theme/PageFooter.tsx",
    ] {
        assert!(output.contains(part), "{part} isn't in {output}");
    }
    assert!(!output.contains("helper") && !output.contains(".mdx"), "{output}");
    assert_eq!(output.matches("cannot read property").count(), 1, "{output}");
}

#[test]
fn a_template_with_a_slot_can_be_replaced() {
    let files = format!(
        "{SITE}{COMPONENTS}\n//- overrides/templates/page-header.html\n<h1>own {{{{ page.title }}}}</h1>\n"
    );
    let project = Project::new(&files);
    project.run("build --strict").code(0);
    let start = project.read("dist/docs/index.html");
    assert!(start.contains("content/docs/index.md<h1>own Start</h1>"), "{start}");
    project.write("overrides/templates/page-header.html", "<h1>\n{{ page.nothing.more }}</h1>");
    let output = project.run("build").code(1).stderr;
    assert!(output.contains("overrides/templates/page-header.html:2:4"), "{output}");
    assert_eq!(output.matches("invalid-template").count(), 1, "{output}");
}

#[test]
fn the_list_of_slots_names_every_property() {
    let project = built();
    let list = project.run("theme slots").code(0).stdout;
    for name in ["Banner", "BlogCard", "lastUpdate: ", "operation?: ", "footer: "] {
        assert!(list.contains(name), "{list}");
    }
}

#[test]
fn a_printed_template_replaces_itself_without_a_change() {
    let project = built();
    let pages = project.read("dist/docs/index.html");
    let names = project.run("theme template").code(0).stdout;
    for name in names.lines() {
        let text = project.run(&format!("theme template {name}")).code(0).stdout;
        project.write(&format!("overrides/templates/{name}"), &text);
    }
    assert!(names.lines().count() > 25, "{names}");
    project.run("build --strict").code(0);
    assert_eq!(project.read("dist/docs/index.html"), pages);
    let unknown = "unknown template `dok.html`\n |\n = hint: did you mean `doc.html`?";
    project.run("theme template dok.html").code(2).stderr_has(unknown);
}

#[test]
fn tags_of_the_config_are_in_every_head() {
    let site = |head: &str| {
        format!("{}\n{}", SITE.replace("[footer]", &format!("{head}\n[footer]")), "//- static/a.js\n1\n")
    };
    let head = r#"[[head]]
tag = "script"
attributes = { src = "/a.js", defer = true, async = false, "data-name" = "a \"b\" <c>" }
[[head]]
tag = "meta"
attributes = { name = "verification", content = "1 & 2" }
[[head]]
tag = "style"
content = "p > b { color: red }"
[[head]]
tag = "link"
attributes = { rel = "help", href = "/docs/next" }"#;
    let project = Project::new(&site(head));
    project.run("build --strict").code(0);
    for page in ["index.html", "docs/next/index.html", "404.html"] {
        let html = project.read(&format!("dist/{page}"));
        let head = between(&html, "<head>", "</head>");
        for tag in [
            "\n<script data-name=\"a &quot;b&quot; &lt;c&gt;\" defer src=\"/tea/a.js\"></script>",
            "\n<meta content=\"1 &amp; 2\" name=\"verification\">",
            "\n<style>p > b { color: red }</style>",
            "\n<link href=\"/tea/docs/next/\" rel=\"help\">",
        ] {
            assert!(head.contains(tag), "{tag} isn't in {head}");
        }
    }
    let wrong = r#"[[head]]
tag = "meta"
content = "x"
[[head]]
tag = "script"
content = "a('</SCRIPT>')"
[[head]]
tag = "link"
attributes = { "a b" = "c" }
[[head]]
tag = "link"
attributes = { href = "/nowhere.css" }"#;
    let output = Project::new(&site(wrong)).run("check").code(1).stderr;
    for part in [
        "`head.content`: `meta` elements can't have content",
        "`head.content`: `</script` would end the element",
        "the head tag's href `/nowhere.css`",
        "`a b` isn't a valid attribute name",
    ] {
        assert!(output.contains(part), "{part} isn't in {output}");
    }
}
