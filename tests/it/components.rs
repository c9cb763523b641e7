//! Components and MDX: what pages show, what search finds, what docgen checks, and what it rebuilds after a change to
//! an imported file.

use crate::harness::Project;

/// A site with pages that import every kind of file.
const SITE: &str = r##"
//- docgen.toml
[site]
title = "Kettle"
url = "https://kettle.example"
//- data/prices.json
{ "rows": [{ "name": "Free", "price": 0 }, { "name": "Pro & more", "price": 20 }] }
//- components/Prices.tsx
import "./prices.css";
import { unit } from "./parts/unit";

interface Row { name: string; price: number }

export default function Prices({ rows, title, children }: { rows: Row[]; title: string; children?: React.ReactNode }) {
  return (
    <figure className="prices" id="the-prices">
      <figcaption>{title}</figcaption>
      <ul>{rows.map((row) => <li key={row.name}>{row.name} costs {unit(row.price)}</li>)}</ul>
      <a href="./plans.md#two">All plans</a>
      {children}
    </figure>
  );
}
//- components/parts/unit.ts
export const unit = (value: number): string => `${value} crowns`;
//- components/prices.css
.prices { color: teal }
//- components/Badge.jsx
export default function Badge({ children, tone = "plain" }) {
  return <b className={"badge " + tone}>{typeof children === "string" ? children.toUpperCase() : children}</b>;
}
//- content/docs/_part.mdx
Part with a [link](./plans.md) for {props.who}.

## Part heading

```js
let a = 1
```
//- content/docs/index.mdx
import { rows } from "../../data/prices.json"
import Part from "./_part.mdx"
export const year = 2026

# Prices {year}

Hello **you** in {year}, <Badge tone="new">fresh</Badge> and <Badge>*slanted*</Badge>.

## Section {year + 1}

<Prices rows={rows} title={`Prices ${year}`}>
  Markdown **inside**, with [checked links](./plans.md).

  ### Inner heading

  - one
  - two {year}
</Prices>

<Part who="everyone" />

{/* a comment */}

The end.
//- content/docs/plans.md
# Plans

## Two

A <Badge tone="old">word</Badge> in Markdown, {braces} and a < b.

<Prices rows={[{ "name": "Basic", "price": 5 }]} title="Here">

Inside **Markdown**.

</Prices>
"##;

/// Returns a page's prose.
fn prose(project: &Project, page: &str) -> String {
    let html = project.read(page);
    let start = html.find("<div class=\"prose\">").expect("the page has prose");
    let end = html[start..].find("</div><nav").map_or(html.len(), |end| start + end);
    html[start..end].to_owned()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} isn't in:\n{text}");
    }
}

#[track_caller]
fn has_not(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part:?} is in:\n{text}");
    }
}

#[test]
fn components_render_between_markdown() {
    let project = Project::new(SITE);
    project.build();
    let html = project.read("dist/docs/index.html");
    has(&html, &["<h1 id=\"prices-2026\">Prices 2026</h1>", "<title>Prices 2026 | Kettle</title>"]);
    let prose = prose(&project, "dist/docs/index.html");
    has(
        &prose,
        &[
            "<p>Hello <strong>you</strong> in 2026, <b class=\"badge new\">FRESH</b> and \
             <b class=\"badge plain\"><em>slanted</em></b>.</p>",
            "<h2 id=\"section-2027\">Section 2027<a",
            "<figure class=\"prices\" id=\"the-prices\"><figcaption>Prices 2026</figcaption>\
             <ul><li>Free costs 0 crowns</li><li>Pro &amp; more costs 20 crowns</li></ul>\
             <a href=\"/docs/plans/#two\">All plans</a><p>Markdown <strong>inside</strong>, with \
             <a href=\"/docs/plans/\">checked links</a>.</p>",
            "<h3 id=\"inner-heading\">Inner heading<a",
            "<li>two 2026</li>",
            "</ul>\n</figure>",
            "Part with a <a href=\"/docs/plans/\">link</a> for everyone.</p>",
            "<h2 id=\"part-heading\">Part heading<a",
            "<p>The end.</p>",
        ],
    );
    has_not(&prose, &["comment", "import", "\u{fdd0}", "<p><figure"]);
    // The headings are in the table of contents, in order.
    let toc = &html[html.find("toc-list").expect("there is a table of contents")..];
    let at = |id: &str| toc.find(&format!("href=\"#{id}\"")).unwrap_or_else(|| panic!("{id} isn't in {toc}"));
    assert!(at("section-2027") < at("inner-heading") && at("inner-heading") < at("part-heading"));
    // Only the pages that import a style sheet link to it.
    let styles = html.matches("<link rel=\"stylesheet\" href=\"/_docgen/immutable/assets/prices.").count();
    assert_eq!(styles, 1, "{html}");
}

#[test]
fn the_first_element_of_a_home_page_is_next_to_its_title() {
    let site = Project::new(
        "//- components/Box.tsx\nexport default ({ children }) => <section className=\"box\">{children}</section>;\n\
         //- content/docs/a.md\n# A\n",
    );
    let image = "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>";
    site.write("content/pages/a.svg", image);
    for first in [
        "<div><img src=\"./a.svg\" alt=\"A\" /><p>Inside</p></div>",
        "<img src=\"./a.svg\" alt=\"A\" />",
        "import Box from '../../components/Box.tsx'\n\n<Box>\n\n![A](./a.svg)\n\n</Box>",
    ] {
        site.write(
            "content/pages/index.mdx",
            format!("---\nlayout: home\ntitle: Home\n---\n\n{first}\n\nAfter the *first* block\n"),
        );
        site.build();
        let page = site.read("dist/index.html");
        let (before, after) = page.split_once("<p>After the <em>first</em> block</p>").expect(first);
        assert!(before.contains("hero-figure"), "{first}: {page}");
        assert!(
            before.contains("alt=\"A\"") && !before.contains("=\"<") && !after.contains("alt=\"A\""),
            "{first}: {page}"
        );
        let closed = |tag: &str| {
            page.matches(&format!("<{tag}")).count() == page.matches(&format!("</{tag}>")).count()
        };
        assert!(closed("div") && closed("section"), "{first}: {page}");
    }
}

#[test]
fn markdown_files_use_components_by_their_names() {
    let project = Project::new(SITE);
    project.build();
    has(
        &prose(&project, "dist/docs/plans/index.html"),
        &[
            "A <b class=\"badge old\">WORD</b> in Markdown, {braces} and a &lt; b.</p>",
            "<li>Basic costs 5 crowns</li>",
            "<p>Inside <strong>Markdown</strong>.</p>\n</figure>",
        ],
    );
}

#[test]
fn search_and_markdown_versions_contain_what_components_show() {
    let project = Project::new(SITE);
    project.build();
    let found = project.run("search query crowns").code(0).stdout;
    has(&found, &["Prices 2026", "Plans"]);
    let markdown = project.read("dist/docs.md");
    has(
        &markdown,
        &[
            "# Prices 2026\n\nHello **you** in 2026, **FRESH** and **_slanted_**.\n\n## Section 2027\n",
            "\n- Free costs 0 crowns\n- Pro & more costs 20 crowns\n",
            "\n[All plans](https://kettle.example/docs/plans/#two)\n",
            "Markdown **inside**, with [checked links](https://kettle.example/docs/plans/).",
            "\n- one\n- two 2026\n",
            "Part with a [link](https://kettle.example/docs/plans/) for everyone.\n\n## Part heading",
            "\nThe end.",
        ],
    );
    has_not(&markdown, &["<Prices", "</Badge>", "import ", "export ", "{year}", "comment"]);
}

#[test]
fn links_images_and_anchors_of_components_are_checked() {
    let project = Project::new(SITE);
    project.write(
        "components/Bad.tsx",
        "export default () => <><a href=\"./nowhere.md\">a</a><img src=\"./none.png\" alt=\"\" />\
         <a href=\"./plans.md#three\">b</a></>;\n",
    );
    project.write("content/docs/bad.mdx", "# Bad\n\nText.\n\n<Bad />\n");
    let run = project.run("check");
    has(
        &run.stderr,
        &[
            "`./nowhere.md` doesn't match any page",
            "image not found: `./none.png`",
            "three",
            "content/docs/bad.mdx:5:1",
        ],
    );
}

#[test]
fn a_dropped_or_repeated_heading_is_reported() {
    let project = Project::new(SITE);
    project.write(
        "components/Drop.tsx",
        "export default ({ children, twice }) => twice ? <>{children}{children}</> : null;\n",
    );
    let page = "# D\n\n<Drop>\n\n## Lost\n\n</Drop>\n\n<Drop twice>\n\n## Again\n\n</Drop>\n";
    project.write("content/docs/drop.mdx", page);
    let run = project.run("check");
    has(
        &run.stderr,
        &["the heading `Lost` isn't shown", "drop.mdx:5:1", "the heading `Again` is shown 2 times"],
    );
    project.run("build").code(0);
    has(&prose(&project, "dist/docs/drop/index.html"), &["id=\"again\"", "id=\"again-1\""]);
}

#[test]
fn only_pages_that_import_a_changed_file_are_rendered_again() {
    let project = Project::new(SITE);
    project.build();
    let rendered = |run: crate::harness::Run| {
        let line = run.stderr.lines().find(|line| line.contains(" rendered")).unwrap_or_default().to_owned();
        line.split(' ').find_map(|word| word.trim_matches(['(', ',']).parse::<usize>().ok())
    };
    let build = || project.run("build --timings").code(0);
    for (file, text, pages) in [
        ("data/prices.json", r#"{ "rows": [{ "name": "Free", "price": 1 }] }"#, 1),
        ("components/parts/unit.ts", "export const unit = (value: number) => `${value} thalers`;\n", 2),
        ("content/docs/_part.mdx", "Another part.\n", 1),
        ("components/prices.css", ".prices { color: red }\n", 2),
    ] {
        project.write(file, text);
        assert_eq!(rendered(build()), Some(pages), "{file}");
        project.is_as_if_clean();
    }
    has(&prose(&project, "dist/docs/index.html"), &["Free costs 1 thalers", "Another part."]);
}

#[test]
fn one_run_reports_every_failure_of_a_page_and_none_of_their_consequences() {
    let project = Project::new(SITE);
    project.write(
        "components/Section.tsx",
        "export default ({ id, children }) => <section id={id.toLowerCase()}>{children}</section>;\n",
    );
    project.write("components/Syntax.tsx", "export default () => <p>{</p>;\n");
    project.write(
        "content/docs/bad.mdx",
        "import rows from \"./none.json\"\n\n# Bad\n\nSee [one](#one), [two](#two), and {missing.word}.\n\n\
         <Section>\n\n## Inside\n\nText.\n\n</Section>\n\n<Section id=\"TWO\" />\n\n<Syntax />\n\n\
         <Prices rows={rows} title=\"Rows\" />\n\n[Not](./nowhere.md)\n",
    );
    let run = project.run("build").code(1);
    has(
        &run.stderr,
        &[
            "can't import `./none.json`",
            "content/docs/bad.mdx:1:18",
            "missing is not defined",
            "content/docs/bad.mdx:5:",
            "cannot read property 'toLowerCase' of undefined",
            "components/Section.tsx:1:",
            "components/Syntax.tsx:1:27",
            "`./nowhere.md` doesn't match any page",
            "5 errors\n",
        ],
    );
    has_not(&run.stderr, &["warning", "Prices.tsx", "`#one`", "`Inside`"]);
    assert!(!project.has("dist"));
    // If the diagnostics for a page's problems are turned off, the page shows everything except the failed parts.
    let config = project.read("docgen.toml");
    let off = "\n[diagnostics]\ncomponent-error = \"off\"\ninvalid-import = \"off\"\nbroken-link = \"off\"\n";
    project.write("docgen.toml", config + off);
    project.build();
    let prose = prose(&project, "dist/docs/bad/index.html");
    has(&prose, &["and .</p>", "<h2 id=\"inside\">", "<p>Text.</p>", "<section id=\"two\"></section>"]);
    has_not(&prose, &["Rows", "missing", "Section"]);
}

#[test]
fn imported_files_have_any_name_and_are_in_any_attribute() {
    let project = Project::new("");
    project.write("docgen.toml", "[site]\ntitle = 'A'\nbase_url = '/sub/'\n");
    project
        .write("components/a b/100%20 ü.png", "one")
        .write("components/c,d#e.svg", "<svg width='1' height='1'/>");
    project.write(
        "content/docs/a.mdx",
        "import one from \"../../components/a b/100%20 ü.png\"\nimport two from \"../../components/c,d#e.svg\"\n\n# A\n\n\
         <img src={one} srcSet={`${one} 1x, ${two} 2x`} alt=\"\" width=\"1\" height=\"1\" />\n\n\
         <a href={two} data-file={one}>two</a>\n",
    );
    project.build();
    let html = prose(&project, "dist/docs/a/index.html");
    let file = |start: &str| {
        let found = project.dist().into_keys().find(|path| path.contains(&format!("/assets/{start}")));
        format!("/sub/{}", found.unwrap_or_else(|| panic!("{start} isn't published")))
    };
    let (one, two) = (file("100"), file("c"));
    has(
        &html,
        &[
            &format!("<img src=\"{one}\" srcSet=\"{one} 1x, {two} 2x\""),
            &format!("<a href=\"{two}\" data-file=\"{one}\">"),
        ],
    );
}

#[test]
fn the_date_of_the_build_comes_from_the_environment() {
    let project = Project::new(SITE);
    project.write(
        "content/docs/built.mdx",
        "import { buildDate } from \"docgen\"\n\n# Built\n\nOn {buildDate ?? \"an unknown day\"}.\n",
    );
    let built = |time: &str| {
        let run = project.run_with("build --strict --timings", &[("SOURCE_DATE_EPOCH", time)]).code(0);
        (prose(&project, "dist/docs/built/index.html"), run.stderr)
    };
    let (first, _) = built("1769817600");
    has(&first, &["On 2026-01-31."]);
    let (second, timings) = built("1769904000");
    has(&second, &["On 2026-02-01."]);
    has(&timings, &["1 page rendered"]);
    let (last, _) = built("");
    has(&last, &["On an unknown day."]);
    project.is_as_if_clean();
    for wrong in ["soon", "-1", "1.5", "253402300800"] {
        project.run_with("build", &[("SOURCE_DATE_EPOCH", wrong)]).code(2).stderr_has(&format!(
            "`SOURCE_DATE_EPOCH`: expected a number of seconds since 1970, found `{wrong}`"
        ));
    }
}

#[test]
#[cfg(unix)]
fn an_import_never_leaves_the_site_and_hidden_files_stay_hidden() {
    let project = Project::new(SITE);
    let outside = Project::new("//- secret.json\n{}");
    std::os::unix::fs::symlink(outside.root().join("secret.json"), project.root().join("data/link.json"))
        .expect("links can be made");
    project.write(".env", "KEY=1");
    project.write(
        "content/docs/out.mdx",
        "import a from \"@site/data/link.json\"\nimport b from \"@site/.env?raw\"\n\n# Out\n\n{a.b}{b}\n",
    );
    let run = project.run("check").code(1);
    has(
        &run.stderr,
        &[
            "can't import `@site/data/link.json`: this symbolic link points outside the site",
            "can't import `@site/.env`: files and folders whose names start with a dot often contain secrets",
            "2 errors",
        ],
    );
}

#[test]
fn text_and_attributes_never_become_tags() {
    let project = Project::new(SITE);
    let evil = "</script></title></p>--><script>alert(1)</script>";
    project.write(
        "data/evil.json",
        serde_json::json!({ "evil": evil, "long": "a".repeat(1 << 20) }).to_string(),
    );
    project.write("components/Plain.tsx", "export default (props) => <i {...props} />;\n");
    project.write(
        "content/docs/evil.mdx",
        "import { evil, long } from \"../../data/evil.json\"\n\n# {evil}\n\n## {evil}\n\n\
         <Plain title={evil} className={evil}>{evil}</Plain>\n\n<script>{evil}</script>\n\n<textarea defaultValue={evil} />\n\n\
         <a href={evil} id={evil}>{long}</a>\n",
    );
    project.run("build").code(1);
    let page = project.read("content/docs/evil.mdx").replace("href={evil}", "href=\"#\"");
    project.write("content/docs/evil.mdx", page);
    project.run("build").code(0);
    let [evil, plain] = ["evil", "plans"].map(|page| project.read(&format!("dist/docs/{page}/index.html")));
    let scripts = |html: &str| html.matches("<script").count();
    // One script is part of the page's own content. React escapes the script's text so that the text doesn't close the
    // element.
    assert_eq!(scripts(&evil), scripts(&plain) + 1);
    has(&evil, &["<script></\\u0073cript></title></p>--><\\u0073cript>alert(1)</\\u0073cript></script>"]);
}

#[test]
fn content_that_is_shown_twice_has_ids_of_its_own() {
    let project = Project::new(
        r#"
//- components/Twice.tsx
export default ({ children }) => <><div>{children}</div><div>{children}</div></>;
//- content/docs/parts/_part.md
Of the part[^1], [above](#in-part).

## In part

::::tabs
:::tab[A]
One[^1]
:::
:::tab[B]
Two[^other]
:::
::::

[^1]: The first note of the part[^other].
[^other]: The other note of the part.
//- content/docs/parts/page.mdx
import Part from "./_part.md"

# Page

Of the page[^1].

<Twice>

Repeated[^2], and [below](#part-2).

:::tabs
:::tab[C]
Three
:::
:::

</Twice>

<Part />

## Part 2

<Part />

The end[^3].

[^1]: The first note of the page.
[^2]: The repeated note.
[^3]: The last note.
"#,
    );
    project.build();
    let html = project.read("dist/docs/parts/page/index.html");
    let values = |attribute: &str| -> Vec<String> {
        let start = format!(" {attribute}=\"");
        let values = html.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
        values.map(str::to_owned).collect()
    };
    let ids = values("id");
    let unique: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    let anchors = values("href").into_iter().filter_map(|href| href.strip_prefix('#').map(str::to_owned));
    for reference in anchors.chain(values("aria-controls")).chain(values("aria-labelledby")) {
        assert!(unique.contains(&reference), "nothing has the ID {reference}");
    }
    let prose = prose(&project, "dist/docs/parts/page/index.html");
    assert_eq!(prose.matches("class=\"footnotes\"").count(), 1, "{prose}");
    let notes: Vec<&str> = prose.split("<li id=\"fn-").skip(1).collect();
    let starts = [
        "1\"><p>The first note of the page.",
        "2\"><p>The repeated note.",
        "3\"><p>The first note of the part<sup>",
        "4\"><p>The other note of the part.",
        "5\"><p>The last note.",
    ];
    assert!(
        notes.iter().zip(starts).all(|(note, start)| note.starts_with(start)) && notes.len() == 5,
        "{notes:?}"
    );
    has(notes[1], &["href=\"#fnref-2\"", "href=\"#fnref-2-2\""]);
    has(notes[2], &["href=\"#fnref-3-4\""]);
    let markdown = project.read("dist/docs/parts/page.md");
    has(&markdown, &["Of the part[^3], [above]", "\n[^5]: The last note."]);
}

#[test]
fn links_in_imported_files_are_relative_to_these_files() {
    let project = Project::new(
        r#"
//- content/docs/guide/start.md
# Start
//- content/docs/guide/parts/_links.mdx
[File](../start.md) [Page](../start) ![Logo](./logo.svg) <a href="../start.md">JSX</a>
//- content/docs/guide/parts/logo.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>
//- content/docs/other/page.mdx
import Links from "../guide/parts/_links.mdx"

# Page

<Links />

[Own](../guide/start.md)
"#,
    );
    project.build();
    let prose = prose(&project, "dist/docs/other/page/index.html");
    let start = "<a href=\"/docs/guide/start/\">";
    has(
        &prose,
        &["File", "Page", "JSX", "Own"]
            .map(|name| format!("{start}{name}</a>"))
            .each_ref()
            .map(|text| &**text),
    );
    has(&prose, &["<img src=\"/_docgen/immutable/assets/logo."]);
}

#[test]
fn a_changed_type_is_compared_with_the_tags_of_pages_again() {
    let project = Project::new(
        "
//- components/Chart.tsx
import type { Props } from \"@site/types/all\";
export default function Chart({ unit }: Props) { return <p>{unit}</p>; }
//- types/all.ts
export * from \"./props\";
//- types/props.ts
export interface Props { unit: \"kg\" | \"t\" }
//- content/docs/index.md
# A

<Chart unit=\"kg\" />
",
    );
    let build = |problem: Option<&str>| {
        let run = project.run("build").code(0);
        let found = run.stderr.lines().find(|line| line.contains("component-props"));
        assert_eq!(found.and_then(|line| line.split_once(": ")).map(|(_, message)| message), problem);
        project.is_as_if_clean();
    };
    build(None);
    project.write("types/props.ts", "export interface Props { unit: \"g\" | \"t\" }\n");
    build(Some("unknown value `kg` for `unit`"));
    project.remove("types/props.ts");
    build(None);
    project.write("types/props.tsx", "export interface Props { unit: number }\n");
    build(Some("`unit`: expected a number, found the string `kg`"));
    project.write("types/all.ts", "export interface Props { unit: string }\n");
    build(None);
}
