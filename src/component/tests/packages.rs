//! Tests of npm packages.

use super::{Site, table};

const PACKAGES: &str = "
//- npm/names
export const all = { default: (name) => name.toUpperCase(), two: 2, \"not a name\": 3 };
//- npm/@scope/button/part
import * as react from \"react\";
import * as dom from \"react-dom\";
const context = react.createContext(typeof dom.createPortal);
export const all = { Button: ({ children }) => react.createElement(\"button\", null, react.useContext(context), children) };
//- npm/@scope/button/part.css
button { color: red }
//- npm/clock
export const all = {
  now: [docgenDate.now(), new docgenDate().toISOString(), docgenDate(), docgenMath.max(1, 2)].join(),
  random: () => [docgenMath.random(), docgenMath.random()],
  year: (date) => date instanceof docgenDate && date.getFullYear(),
};
//- npm/browser
export const all = { width: window.innerWidth };
//- npm/endless
export const all = {};
for (;;);
//- npm/server
import * as server from \"react-dom/server\";
export const all = {};
//- npm/tokens
export const all = { text: \"\\u{fdd0}0\\u{fdd1}\" };
//- npm/throws
export const all = { fail() { throw new Error(\"no\"); } };
//- components/Uses.tsx
import { two } from \"names\";
export default () => <b>{two}</b>;
";

#[test]
fn packages_are_modules_with_their_names() {
    table(
        PACKAGES,
        &[
            ("import upper, { two } from \"names\"\n{upper(\"a\")}{two}<Uses/>", "A2<b>2</b>"),
            ("import * as all from \"names\"\n{Object.keys(all).join()}", "default,two"),
            (
                "import { Button } from \"@scope/button/part\"\n<Button>x</Button>",
                "<button>functionx</button>",
            ),
            (
                "import { three } from \"names\"\nimport Button from \"@scope/button/part\"\n{three}a",
                "page.md `three`: `names` has no export `three`\n  write `import three from \"names\"` for its default export\npage.md `Button`: `@scope/button/part` has no default export\n  import `Button` in braces, such as `{ … }`\na",
            ),
            ("import { text } from \"tokens\"\n{text}", "\u{fffd}0\u{fffd}"),
            ("import { fail } from \"throws\"\n{fail()}a", "page.md `fail`: uncaught error: no\na"),
        ],
    );
}

#[test]
fn the_clock_of_packages_stands_still_and_their_chance_is_the_same_on_every_page() {
    let site = Site::new(&format!(
        "//- page.md\nimport {{ now, random, year }} from \"clock\"\n{{now}} {{random().join()}} {{year(new Date(\"2026-01-31\"))}}\n{PACKAGES}"
    ));
    let first = site.render("page.md");
    let html = first.html.as_deref().expect("the page renders");
    assert!(html.starts_with("0,1970-01-01T00:00:00.000Z,Thu Jan 01 1970 00:00:00 GMT+0000,2 0."), "{html}");
    assert!(html.ends_with(" 2026") && first.diagnostics.is_empty(), "{html}");
    assert_eq!(site.render("page.md").html.as_deref(), Some(html));
}

#[test]
fn packages_that_cannot_be_used_are_reported_where_they_are_imported() {
    table(
        PACKAGES,
        &[
            (
                "import { a } from \"missing/part\"\nimport b from \"raect\"\nimport c from \"fs\"\n{a.b}x",
                "page.md `\"missing/part\"`: can't import the package `missing/part`: it isn't installed\n  run `npm install missing/part`\npage.md `\"raect\"`: can't import the package `raect`: it isn't installed\n  did you mean `react`?\npage.md `\"fs\"`: can't import the package `fs`: it isn't installed\n  Node's modules aren't available; keep data in a file of the site, and import the file\nx",
            ),
            (
                "import { width } from \"browser\"\nimport \"endless\"\nimport \"server\"\n{width}x",
                "page.md `\"browser\"`: can't import the package `browser`: it fails when it's loaded: uncaught ReferenceError: window is not defined\n  choose a package that also works outside browsers\npage.md `\"endless\"`: can't import the package `endless`: it takes too long to load\npage.md `\"server\"`: can't import the package `server`: it needs `react-dom/server`, which isn't available in docgen\nx",
            ),
            (
                "import a from \"node:fs\"\nimport b from \"@/components/Uses\"\nimport c from \"react-dom/server\"\nimport d from \"@docusaurus/Link\"\nimport e from \"names?raw\"\nx",
                "page.md `\"node:fs\"`: can't import `node:fs`: it's a module of Node\n  Node's modules aren't available; keep data in a file of the site, and import the file\npage.md `\"@/components/Uses\"`: can't import `@/components/Uses`: it's neither a path nor the name of a package\n  start the path with `./`, with `../`, or with `@site/` for the site's folder\npage.md `\"react-dom/server\"`: can't import `react-dom/server`: docgen's own module `react-dom` doesn't have this part\npage.md `\"@docusaurus/Link\"`: can't import `@docusaurus/Link`: docgen has its own module for this\n  write `import { Link } from \"docgen\"`\npage.md `\"names?raw\"`: can't import `names?raw`: it's neither a path nor the name of a package\n  start the path with `./`, with `../`, or with `@site/` for the site's folder\nx",
            ),
        ],
    );
}

#[test]
fn only_pages_that_show_the_date_of_the_build_depend_on_it() {
    let dated = |page: &str| {
        let site = Site::new(&format!(
            "//- page.md\n{page}\n//- components/Built.tsx\nimport {{ buildDate }} from \"docgen\";\nexport default () => buildDate;\n"
        ));
        let rendered = site.render("page.md");
        let used = rendered.used.get("env:SOURCE_DATE_EPOCH").copied();
        (rendered.html.unwrap_or_default(), used)
    };
    let used = Some(1_769_817_601);
    assert_eq!(dated("<Built/>"), ("2026-01-31".to_owned(), used));
    assert_eq!(dated("import * as d from \"docgen\"\n{d.buildDate}"), ("2026-01-31".to_owned(), used));
    assert_eq!(dated("import { useLocale } from \"docgen\"\n{useLocale()}"), ("de".to_owned(), None));
}

#[test]
fn pages_depend_on_their_packages_and_link_their_styles() {
    let site = Site::new(&format!(
        "//- page.md\nimport {{ Button }} from \"@scope/button/part\"\nimport \"missing\"\n<Button/>\n{PACKAGES}"
    ));
    let rendered = site.render("page.md");
    assert_eq!(rendered.styles, ["npm/@scope/button/part.css"].map(crate::path::SourcePath::new));
    let used: Vec<(&str, bool)> =
        rendered.used.iter().map(|(path, hash)| (path.as_str(), *hash == 0)).collect();
    assert_eq!(used, [("npm:@scope/button/part", false), ("npm:missing", true)]);
    for (path, hash) in &rendered.used {
        assert_eq!(*hash, site.library.hash_of(path), "{path}");
    }
}
