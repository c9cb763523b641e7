//! Components' style sheets: the names in CSS modules, the files that style sheets refer to, and what is rebuilt after
//! a change.

use crate::harness::Project;

/// A site with a component that imports a CSS module. The CSS module refers to files of every kind.
const SITE: &str = r##"
//- docgen.toml
[site]
title = "Kettle"
base_url = "/sub/"
//- components/Card.tsx
import styles, { title } from "./card.module.css";
import "../styles/plain.css";

export default ({ children }) => <div className={styles["card-box"]}><p className={title}>{children}</p></div>;
//- components/card.module.css
@import "../styles/base.css" layer(base);
@import url(https://fonts.example/a.css);
.card-box { background: url(./img/leaf.png?x#y), url(/dot.svg) }
.title { composes: heading from "../styles/parts.module.css"; color: red }
.card-box { mask: url(#m); cursor: url("data:image/gif;base64,R0lGOD") }
//- styles/base.css
@import "./deep/more.css";
body { background: url("./paper%20white.svg") }
//- styles/deep/more.css
@font-face { font-family: x; src: url(../x.woff2) format("woff2") }
//- styles/parts.module.css
.heading { font-weight: bold }
//- styles/plain.css
.plain { color: blue }
//- styles/paper white.svg
<svg width='3' height='3'/>
//- styles/x.woff2
font
//- components/img/leaf.png
leaf
//- static/dot.svg
<svg width='2' height='2'/>
//- content/docs/index.md
# Start

<Card>Tea</Card>
//- content/docs/other.md
# Other
"##;

/// Returns the paths of the published files whose names start with `start`.
fn published(project: &Project, start: &str) -> Vec<String> {
    let start = format!("_docgen/immutable/assets/{start}");
    project.dist().into_keys().filter(|path| path.starts_with(&start)).collect()
}

/// Returns the URL and text of the published style sheet whose name starts with `start`.
#[track_caller]
fn sheet(project: &Project, start: &str) -> (String, String) {
    let found = published(project, start);
    assert_eq!(found.len(), 1, "{start}: {found:?}");
    let text = project.read(&format!("dist/{}", found[0]));
    (format!("/sub/{}", found[0]), text)
}

#[track_caller]
fn has(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} isn't in:\n{text}");
}

#[test]
fn pages_link_to_style_sheets_with_unique_names_and_resolved_urls() {
    let project = Project::new(SITE);
    project.build();
    let html = project.read("dist/docs/index.html");
    let links: Vec<&str> = html
        .split("<link rel=\"stylesheet\" href=\"/sub/_docgen/immutable/assets/")
        .skip(1)
        .map(|rest| rest.split('.').next().unwrap_or_default())
        .collect();
    // The rules of a composed class come before the rules of the class that includes it.
    assert_eq!(links, ["parts", "card", "plain"], "{html}");
    let (card, text) = sheet(&project, "card.");
    has(&html, &format!("<link rel=\"stylesheet\" href=\"{card}\">"));
    let class = |name: &str| {
        let start = html.find(&format!("\"{name}_")).unwrap_or_else(|| panic!("no {name} in {html}")) + 1;
        html[start..].split('"').next().unwrap_or_default().to_owned()
    };
    has(&text, &format!(".{} {{ background", class("card-box")));
    let title = class("title");
    let (own, composed) = title.split_once(' ').expect("the title is composed of two classes");
    has(&text, &format!(".{own} {{  color: red }}"));
    has(&sheet(&project, "parts.").1, &format!(".{composed} {{ font-weight: bold }}"));
    // Every file that the style sheet refers to is published.
    let url = |start: &str| format!("\"/sub/{}\"", published(&project, start)[0]);
    has(&text, &format!("@import {} layer(base);", url("base.")));
    has(&text, "@import url(https://fonts.example/a.css);");
    has(&text, &format!("url({}?x#y\"), url(\"/sub/dot.svg\")", url("leaf.").trim_end_matches('"')));
    has(&text, "mask: url(#m); cursor: url(\"data:image/gif;base64,R0lGOD\")");
    let (_, base) = sheet(&project, "base.");
    has(&base, &format!("@import {};", url("more.")));
    has(&base, &format!("url({})", url("paper-white.")));
    has(&sheet(&project, "more.").1, &format!("src: url({}) format(\"woff2\")", url("x.")));
    let other = project.read("dist/docs/other/index.html");
    assert!(!other.contains("/assets/"), "{other}");
}

#[test]
fn a_style_sheet_depends_on_every_file_that_it_refers_to() {
    let project = Project::new(SITE);
    project.build();
    let name = |project: &Project| sheet(project, "card.").0;
    let mut last = name(&project);
    for (file, text, affects) in [
        ("components/card.module.css", "@import \"../styles/base.css\"; .card-box, .title { top: 0 }", true),
        ("styles/base.css", "@import \"./deep/more.css\"; p { top: 0 }", true),
        ("styles/deep/more.css", "@font-face { src: url(../x.woff2) }", true),
        ("styles/x.woff2", "another font", true),
        ("styles/paper white.svg", "<svg width='9' height='9'/>", false),
        ("styles/plain.css", "i { top: 0 }", false),
    ] {
        project.write(file, text);
        let run = project.build();
        project.is_as_if_clean();
        let now = name(&project);
        assert_eq!(now != last, affects, "{file}: {}", run.stderr);
        last = now;
    }
    // Only files that are used are published.
    assert_eq!(published(&project, "paper-white."), [""; 0]);
    project.run("build").code(0).stderr_has(": 0 files written");
}

#[test]
fn names_are_the_same_in_every_build() {
    let (one, two) = (Project::new(SITE), Project::new(SITE));
    two.write("content/docs/a.mdx", "# A\n\n<Card>More</Card>\n");
    two.write("components/a.module.css", ".title {}");
    one.build();
    two.build();
    assert_eq!(sheet(&one, "card."), sheet(&two, "card."));
}
