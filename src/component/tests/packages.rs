//! Tests for npm packages.

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
import * as react from \"react\";
const loaded = [Date.now(), new Date().getTime(), Date(), typeof Math.random()].join();
const first = [new Date(2026, 0, 31).getHours(), Math.max(1, 2), Math.random() === Math.random()].join();
export const all = {
  loaded, first,
  now: () => Date.now(),
  today: () => new Date(),
  random: () => Math.random(),
  year: (date) => date instanceof Date && date.getFullYear(),
  local: () => [
    new Date(2026, 11, 31, 23, 59, 59, 999).getTime(), new Date(\"2026-01-31T10:00\").toISOString(),
    Date.parse(\"Jan 31 2026\"), new Date(0).setHours(1, 2), new Date(\"2026-07-31\").getDay(), new Date(0).getYear(),
    new Date(\"2026-07-31T10:00Z\").getTimezoneOffset(), new Date(\"x\").getTimezoneOffset(),
    `${new Date(0)}`, new Date(0).toDateString(), new Date(0).toTimeString(), String(new Date(\"x\")),
    new Date(-62198755200000).toString(), [new Date(0)].map(Function.prototype.call, Date.prototype.getHours),
  ].join(),
  made: () => new Date(\"2026-01-31T10:00\"),
  called: (date, callback) => callback(date),
  Clock: () => react.createElement(\"time\", null, String(new Date().getFullYear())),
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
//- npm/video
import * as react from \"react\";
const Frame = () => react.createElement(\"i\", null, new URLPattern(\"/\").toString());
const Outer = () => react.createElement(\"p\", null, react.createElement(Frame));
const styled = () => react.createElement(\"p\", { style: \"a\" });
const useFrame = () => window.frames;
const Slot = ({ render, children }) => react.createElement(\"b\", null, render ? render() : children);
export const all = { Frame, Outer, Slot, styled, useFrame };
//- components/Player.tsx
import { Outer } from \"video\";
export default () => <div>
  <Outer/>
</div>;
//- components/Hook.tsx
import { useFrame } from \"video\";
export default () => {
  const frame = useFrame();
  return <p>{frame}</p>;
};
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
                "page.md `three`: `names` has no export `three`\n  to import its default export, use `import three from \"names\"`\npage.md `Button`: `@scope/button/part` has no default export\n  import `Button` in braces, such as `{ … }`\na",
            ),
            ("import { text } from \"tokens\"\n{text}", "\u{fffd}0\u{fffd}"),
            (
                "import { fail } from \"throws\"\n{fail()}a",
                "page.md `fail`: the package `throws` fails: uncaught error: no (node_modules/throws/index.js:1:41)\n  check what the page passes to the package\na",
            ),
        ],
    );
}

#[test]
fn local_time_is_utc_in_packages_only() {
    let getter = |place: &str, name: &str| {
        format!(
            "page.md `{place}`: `Date.prototype.{name}` isn't available: it depends on the machine's time zone\n  use `{}`",
            name.replace("get", "getUTC") + "()"
        )
    };
    table(
        PACKAGES,
        &[
            (
                "import { local, year } from \"clock\"\n{local()} {year(new Date(\"2026-01-31\"))}",
                "1798761599999,2026-01-31T10:00:00.000Z,1769817600000,3720000,5,70,0,NaN,Thu Jan 01 1970 00:00:00 GMT+0000,Thu Jan 01 1970,00:00:00 GMT+0000,Invalid Date,Fri Jan 01 -0001 00:00:00 GMT+0000,0 2026",
            ),
            (
                "import { made, called } from \"clock\"\n{made().getUTCHours()}{made().getHours()}{called(made(), (date) => date.getDay())}",
                &format!("{}\n{}\n10", getter("getHours", "getHours"), getter("getDay", "getDay")),
            ),
        ],
    );
}

#[test]
fn packages_have_no_clock_and_no_random_numbers_except_while_they_are_loaded() {
    let site = Site::new(&format!(
        "//- page.md\nimport {{ loaded, first }} from \"clock\"\n{{loaded}} {{first}}\n{PACKAGES}"
    ));
    let html = site.render("page.md").html.unwrap_or_default();
    assert_eq!(html, "NaN,NaN,Invalid Date,number 0,2,false");
    let clock = "isn't available: pages are rendered without a clock";
    for (page, message) in [
        ("{now()}", format!("`Date.now()` {clock}")),
        ("{called(1, now)}", format!("`Date.now()` {clock}")),
        ("{today()}", format!("`new Date()` {clock}")),
        ("{random()}", "`Math.random()` isn't available: pages are the same in every build".to_owned()),
        // The package is loaded, but the page isn't.
        ("export const time = now()\n{time}", format!("`Date.now()` {clock}")),
        ("<Clock/>", format!("`new Date()` {clock}")),
    ] {
        let import = "import { now, called, today, random, Clock } from \"clock\"";
        let found = super::outcome(&format!("//- page.md\n{import}\n{page}\n{PACKAGES}"));
        assert!(found.starts_with("page.md") && found.contains(&message), "{page}: {found}");
        assert!(!found.contains("1970"), "{page}: {found}");
    }
}

#[test]
fn a_failure_in_a_package_names_the_package_and_where_the_site_uses_it() {
    let uses = "\n  the page `page.md` uses this file";
    let frame = "the package `video` fails: uncaught ReferenceError: URLPattern is not defined (node_modules/video/index.js:2:56)\n  choose a package that works without `URLPattern`";
    let import = |page: &str| format!("import {{ Frame, Outer, Slot, styled }} from \"video\"\n{page}");
    table(
        PACKAGES,
        &[
            (&import("a <Frame/>"), &format!("page.md `Frame`: {frame}\na")),
            (&import("<p><Outer/></p>"), &format!("page.md `Outer`: {frame}\n<p><p></p></p>")),
            (&import("<Slot><p>x</p><Frame/></Slot>"), &format!("page.md `Frame`: {frame}\n<b><p>x</p></b>")),
            (
                &import("<Slot render={() => <Outer/>}/>"),
                &format!("page.md `Outer`: {frame}\n<b><p></p></b>"),
            ),
            ("<Player/>", &format!("components/Player.tsx:3:4: {frame}{uses}\n<div><p></p></div>")),
            (
                "<Hook/>",
                &format!(
                    "components/Hook.tsx:3:17: the package `video` fails: uncaught ReferenceError: window is not defined (node_modules/video/index.js:5:24)\n  choose a package that works without `window`{uses}"
                ),
            ),
            // A failure in the site's own code isn't a failure in the package that calls the code.
            (
                &import("<Slot render={() => { throw new Error(\"own\"); }}/>"),
                "page.md `Error`: uncaught error: own",
            ),
        ],
    );
}

#[test]
fn packages_that_cannot_be_used_are_reported_where_they_are_imported() {
    table(
        PACKAGES,
        &[
            (
                "import { a } from \"missing/part\"\nimport b from \"raect\"\nimport c from \"fs\"\nimport d from \"react-tea\"\n{a.b}x",
                "page.md `\"missing/part\"`: can't import the package `missing/part`: it isn't installed\n  run `npm install missing/part`\npage.md `\"raect\"`: can't import the package `raect`: it isn't installed\n  did you mean `react`?\npage.md `\"fs\"`: can't import the package `fs`: it isn't installed\n  keep data in a file in the site's folder, and import the file; Node.js modules aren't available\npage.md `\"react-tea\"`: can't import the package `react-tea`: it isn't installed\n  run `npm install react-tea`\nx",
            ),
            (
                "import { width } from \"browser\"\nimport \"endless\"\nimport \"server\"\n{width}x",
                "page.md `\"browser\"`: can't import the package `browser`: it failed to load: uncaught ReferenceError: window is not defined (node_modules/browser/index.js:1:29)\n  choose a package that works without `window`\npage.md `\"endless\"`: can't import the package `endless`: it takes too long to load\npage.md `\"server\"`: can't import the package `server`: it needs `react-dom/server`, which isn't available in docgen\nx",
            ),
            (
                "import a from \"node:fs\"\nimport b from \"@/components/Uses\"\nimport c from \"react-dom/server\"\nimport e from \"names?raw\"\nx",
                "page.md `\"node:fs\"`: can't import `node:fs`: it's a Node.js module\n  keep data in a file in the site's folder, and import the file; Node.js modules aren't available\npage.md `\"@/components/Uses\"`: can't import `@/components/Uses`: it's neither a path nor a package name\n  start the path with `./`, `../`, or `@site/` (the site's folder), or add it to `paths` in `tsconfig.json`\npage.md `\"react-dom/server\"`: can't import `react-dom/server`: docgen's built-in `react-dom` doesn't include it\npage.md `\"names?raw\"`: can't import `names?raw`: it's neither a path nor a package name\n  start the path with `./`, `../`, or `@site/` (the site's folder), or add it to `paths` in `tsconfig.json`\nx",
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
    let configs = [("jsconfig.json", true), ("tsconfig.json", true)];
    assert_eq!(used, [configs[0], ("npm:@scope/button/part", false), ("npm:missing", true), configs[1]]);
    for (path, hash) in &rendered.used {
        assert_eq!(*hash, site.library.hash_of(path), "{path}");
    }
}
