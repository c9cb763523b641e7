//! Interactive components: what pages contain, which scripts are published, and what is reported.

use crate::harness::{Project, tree};

const SITE: &str = r##"
//- docgen.toml
[site]
title = "Kettle"
url = "https://kettle.example"
base_url = "/tea/"
//- components/Timer.tsx
"use client";
import { useState } from "react";
import { Link } from "docgen";
import "./timer.css";
import classes from "./timer.module.css";
import pot from "./pot.svg";
import { teas } from "../data/teas.json";
import { minutes } from "./parts/minutes";

export default function Timer({ children }: { children?: React.ReactNode }) {
  const [isOn, setOn] = useState(false);
  return (
    <div className={classes.timer}>
      <img src={pot} alt="" /><a href="/tea/docs/plain">As written</a><Link to="/docs/other.md">Other</Link>
      <button onClick={() => setOn(!isOn)}>{teas[0]} steeps {minutes(3)}</button>
      {isOn && children}
    </div>
  );
}
//- components/parts/minutes.ts
import { number } from "./number";
export const minutes = (count: number): string => `${number(count)} minutes`;
export const one = 1;
//- components/parts/number.ts
import { one } from "./minutes";
export const number = (count: number): string => (count === one ? "one" : String(count));
//- components/timer.css
.timer { color: teal }
//- components/timer.module.css
.timer { margin: 0 }
//- components/pot.svg
<svg width='4' height='4'/>
//- data/teas.json
{ "teas": ["Oolong"] }
//- content/docs/index.mdx
# Start

<Timer client="load">

## Inside

Hidden *words*.

</Timer>
//- content/docs/other.md
# Other

No components.
//- content/docs/plain.md
# Plain
"##;

/// Returns the paths of the components' published scripts, without the hashes in the filenames.
fn scripts(project: &Project) -> Vec<String> {
    let files = tree(&project.root().join("dist/_docgen/immutable/client"));
    files.into_keys().map(|path| without_hashes(&path)).collect()
}

/// Replaces each hash in a string with `#`.
fn without_hashes(text: &str) -> String {
    regex_lite::Regex::new(r"[0-9a-f]{16}|\b[0-9A-Z]{8}\b|\b[0-9a-f]{8}\b")
        .expect("it's right")
        .replace_all(text, "#")
        .into_owned()
}

/// Returns the published script of a component.
fn script(project: &Project, stem: &str) -> String {
    let files = tree(&project.root().join("dist/_docgen/immutable/client"));
    let (_, bytes) =
        files.into_iter().find(|(path, _)| path.starts_with(stem)).expect("there's such a script");
    without_hashes(&String::from_utf8(bytes).expect("scripts are UTF-8"))
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} isn't in:\n{text}");
    }
}

#[test]
fn a_page_has_the_component_and_its_scripts() {
    let project = Project::new(SITE);
    project.build();
    let html = without_hashes(&project.read("dist/docs/index.html"));
    has(
        &html,
        &[
            "<script src=\"/tea/_docgen/immutable/early.",
            "<link rel=\"stylesheet\" href=\"/tea/_docgen/immutable/assets/timer.#.css\">",
            "<link rel=\"stylesheet\" href=\"/tea/_docgen/immutable/assets/timer.module.#.css\">",
            "<slot data-client=\"load\" data-module=\"/tea/_docgen/immutable/client/timer.#.js\" \
             data-props=\"{&#34;children&#34;:[&#34;$slot&#34;,0]}\" data-prefix=\"fbf381-0-\" \
             data-facts=\"{&#34;answers&#34;:{&#34;[\\&#34;url\\&#34;,\\&#34;/docs/other.md\\&#34;]&#34;:&#34;/tea/docs/other/&#34;}}\">\
             <div class=\"timer_lmvnx4\"><img src=\"/tea/_docgen/immutable/assets/pot.#.svg\" alt=\"\"/>\
             <a href=\"/tea/docs/plain\">As written</a><a href=\"/tea/docs/other/\">Other</a>\
             <button>Oolong<!-- --> steeps <!-- -->3 minutes</button></div>\
             <template data-slot=\"0\"><h2 id=\"inside\">Inside<a",
            "</template></slot>",
            "<li><a class=\"toc-link\" href=\"#inside\">",
        ],
    );
    assert_eq!(
        scripts(&project),
        ["minutes.#.js", "number.#.js", "pot.#.js", "teas.#.js", "timer.#.js", "timer.module.#.js"]
    );
    has(
        &script(&project, "timer.").replace(['\n', ' '], ""),
        &[
            "import{useState}from\"../react.#.js\";import{Link}from\"../docgen.#.js\";\
             importclassesfrom\"./timer.module.#.js\";importpotfrom\"./pot.#.js\";import{teas}from\"./teas.#.js\";\
             import{minutes}from\"./minutes.#.js\";",
            "from\"../jsxRuntime.#.js\";",
        ],
    );
    has(&script(&project, "pot."), &["export default \"/tea/_docgen/immutable/assets/pot.#.svg\";"]);
    has(&script(&project, "teas."), &["export default v;", "export{v0 as teas}"]);
    has(&project.read("dist/docs.md"), &["Oolong steeps 3 minutes\n\n## Inside\n\nHidden *words*."]);
    has(&project.run("search query words").stdout, &["Hidden words."]);
}

#[test]
fn the_name_of_a_script_changes_with_everything_that_it_imports() {
    let project = Project::new(SITE);
    let names = || {
        project.build();
        tree(&project.root().join("dist/_docgen/immutable/client")).into_keys().collect::<Vec<_>>()
    };
    let changed = |before: &[String], after: &[String]| {
        let stem = |name: &String| name.split('.').next().unwrap_or_default().to_owned();
        let new = after.iter().filter(|name| !before.contains(name)).map(stem);
        new.collect::<Vec<_>>().join(" ")
    };
    let first = names();
    assert_eq!(changed(&first, &names()), "");
    // If one module in an import cycle changes, all modules in the cycle change.
    project.write("components/parts/number.ts", "import { one } from \"./minutes\";\nexport const number = (count: number): string => (count === one ? \"1\" : String(count));\n");
    let second = names();
    assert_eq!(changed(&first, &second), "minutes number timer");
    project.is_as_if_clean();
    project.write("components/pot.svg", "<svg width='9' height='4'/>");
    let third = names();
    assert_eq!(changed(&second, &third), "pot timer");
    project.is_as_if_clean();
    project.write("content/docs/other.md", "# Other\n\nChanged.\n");
    assert_eq!(changed(&third, &names()), "");
    // A comment in the code of a component doesn't change the published scripts.
    let timer = SITE.split("//- ").find_map(|file| file.strip_prefix("components/Timer.tsx\n"));
    let timer = timer.expect("there's a timer").replace("const [isOn", "// A comment\n  const [isOn");
    project.write("components/Timer.tsx", timer);
    assert_eq!(changed(&third, &names()), "");
    project.is_as_if_clean();
}

#[test]
fn a_site_without_interactive_components_has_nothing_of_them() {
    let project = Project::new(SITE);
    project.build();
    let is_of_components = |path: &&String| {
        ["early.", "react", "jsxRuntime", "docgen.", "start-", "dev-", "/client/"]
            .iter()
            .any(|part| path.strip_prefix("_docgen/immutable").is_some_and(|path| path.contains(part)))
    };
    let of_components = |files: &std::collections::BTreeMap<String, Vec<u8>>| {
        files.keys().filter(is_of_components).map(|path| without_hashes(path)).collect::<Vec<_>>()
    };
    let with = project.dist();
    assert!(
        of_components(&with).len() > 10 && !of_components(&with).iter().any(|path| path.contains("dev-"))
    );
    let plain = project.read("dist/docs/other/index.html");
    project.write("content/docs/index.mdx", "# Start\n\n## Inside\n");
    project.build();
    assert_eq!(of_components(&project.dist()), ["_docgen/immutable/docgen-mono.#.woff2"; 0]);
    // A page without components isn't affected by the components of another page.
    assert_eq!(project.read("dist/docs/other/index.html"), plain);
}

#[test]
fn what_browsers_would_move_is_reported() {
    let project = Project::new(SITE);
    let rows = "export default ({ children }) => <table><tbody>{children}</tbody></table>;\n";
    project.write("components/Rows.tsx", rows);
    project.write("components/Sheet.tsx", format!("\"use client\";\n{rows}"));
    let page = "# Bad\n\nA <Timer /> in text.\n\n<Rows><Timer /></Rows>\n\nWords.\n\n<Sheet>\n\nText.\n\n</Sheet>\n\n- <Timer />\n";
    project.write("content/docs/bad.mdx", page);
    let stderr = project.run("check").code(1).stderr;
    has(
        &stderr,
        &[
            "`<div>` can't be in a paragraph, so this component can't become interactive\n --> content/docs/bad.mdx:3:3",
            "`<tbody>` can't contain an interactive component or its content\n --> content/docs/bad.mdx:5:1",
            "3 errors",
        ],
    );
}

#[test]
fn links_that_the_browser_renders_too_have_to_be_right() {
    let project = Project::new(SITE);
    let links = ["./plain.md", "/docs/plain", "/tea/docs/plain", "#here", "https://kettle.example", "/none"];
    let links = links.map(|link| format!("<a href=\"{link}\">x</a>")).join("");
    project.write("components/Links.tsx", format!("\"use client\";\nexport default () => <>{links}</>;\n"));
    project.write("content/docs/links.mdx", "# Links\n\n## Here\n\n<Links />\n");
    let stderr = project.run("check").code(1).stderr;
    has(
        &stderr,
        &[
            "broken link: docgen can't resolve `./plain.md`, because an interactive component renders it\n --> content/docs/links.mdx:5:1",
            "in the component, use `<Link to=\"./plain.md\">` or `url(\"./plain.md\")`, from \"docgen\"",
            "broken link: docgen can't resolve `/docs/plain`",
            "broken link: `/none` doesn't match",
            "3 errors",
        ],
    );
}

#[test]
fn a_list_of_posts_has_the_component_and_a_feed_has_its_content() {
    let project = Project::new(SITE);
    let post = "# Post\n\n<Timer>\n\nHidden.\n\n</Timer>\n\n<!-- truncate -->\n\nRest.\n";
    project.write("content/blog/2026-01-01-post.mdx", post);
    project.build();
    let list = without_hashes(&project.read("dist/blog/index.html"));
    has(
        &list,
        &["early.#.js", "data-module=\"/tea/_docgen/immutable/client/timer.#.js\"", "Oolong<!-- --> steeps"],
    );
    let feed = project.read("dist/blog/rss.xml");
    has(&feed, &["&lt;slot&gt;&lt;div class=&quot;timer_lmvnx4&quot;&gt;", "Oolong steeps 3 minutes"]);
    assert!(!feed.contains("data-client") && !feed.contains("data-props"), "{feed}");
}
