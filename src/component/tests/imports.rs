//! Tests for imports.

use super::{Site, outcome, table};

#[test]
fn import_returns_a_promise_that_is_fulfilled_already() {
    let lazy = |loader: &str| {
        format!(
            "import {{ lazy, Suspense }} from \"react\"\nexport const Lazy = lazy({loader})\n<Suspense fallback=\"waiting\"><Lazy>x</Lazy></Suspense>"
        )
    };
    table(
        "
//- components/Part.tsx
import icon from \"./icon.svg\";
export default ({ children }) => <b title={icon}>{children}</b>;
export const Named = ({ children }) => <i>{children}</i>;
//- components/icon.svg
<svg/>
//- components/Whole.tsx
import { lazy } from \"react\";
const Missing = lazy(() => import(\"./Nowhere\"));
const Syntax = lazy(() => import(\"./Syntax\"));
export default () => <p><Missing/><Syntax/></p>;
//- components/Syntax.tsx
export default () => <p>{</p>;
//- components/Effect.tsx
import { useEffect } from \"react\";
export default () => { useEffect(() => { import(\"./Part\"); }, []); return <u/>; };
//- data.json
{\"a\": 1}
",
        &[
            (&lazy("() => import(\"./components/Part\")"), "<b title=\"[file:components/icon.svg]\">x</b>"),
            (
                &lazy("async () => import(\"./components/Part\")"),
                "page.md `Lazy`: async components aren't supported here; a component must return its content, not a promise\n  import the data from a file instead of waiting for it\nx",
            ),
            (
                &lazy("() => import(\"./components/Part\").then((part) => ({ default: part.Named }))"),
                "<i>x</i>",
            ),
            (
                "import { use } from \"react\"\nexport const data = import(\"./data.json\")\n{use(data).default.a} {use(import(\"./data.json\").then((all) => all.a + 1).finally(() => 3))}",
                "1 2",
            ),
            (
                "import { use } from \"react\"\n{use(import(\"./data.json\").then((all) => all.b.c).catch(() => \"caught\"))}{use(import(\"./data.json\").then((all) => all.b.c))}",
                "page.md `all`: uncaught TypeError: cannot read property 'c' of undefined\ncaught",
            ),
            ("<Effect/>", "<u></u>"),
            (
                "<Whole/>",
                "components/Whole.tsx:2:35: can't import `./Nowhere`: the file `components/Nowhere` doesn't exist\n  check the path, which is relative to the importing file\n  the page `page.md` uses this file\ncomponents/Syntax.tsx:1:27: unexpected token\n  the page `page.md` uses this file\n<p></p>",
            ),
            (
                "{import(\"./\" + name)}",
                "page.md `import(\"./\" + name)`: `import()` needs a string literal so that docgen can find the file\n  specify the path, as in `import(\"./data.json\")`",
            ),
        ],
    );
}

#[test]
fn every_kind_of_file_is_imported() {
    let files = "
//- content/page.md
import json, { rows } from \"../data/a.json\"
import yaml from \"../data/b.yaml\"
import toml from \"/data/c.toml\"
import csv from \"@site/data/d.csv\"
import raw from \"./e.py?raw\"
import image from \"./f.png\"
import icon from \"./icon.svg\"
import Part from \"./_part.md\"
import styles from \"../g.module.css\"
import * as all from \"../data/a.json\"
import { one, two } from \"../lib\"
import \"../h.css\"
import Index from \"../components\"
{json.rows.length} {rows[0].a} {all.rows === rows ? 1 : 0} {yaml.list.join()} {toml.table.key} {String(toml.date)}
<p>{csv.map((row) => row.name + \"=\" + row.price).join(\";\")}</p><pre>{raw}</pre><img src={image} alt={icon}/>
<p className={styles.big}>{styles[\"a-b\"]}{styles.nested}</p><Part/>{one}{two}<Index/>
//- data/a.json
{\"rows\": [{\"a\": 1}, {\"a\": 2}], \"not a name\": 1, \"JSON\": 2}
//- data/b.yaml
list: [1, two, 2.5]
//- data/c.toml
date = 2026-01-31
[table]
key = \"value\"
//- data/d.csv
name,price
\"a, \"\"b\"\"\",1

c,\"2
3\"
//- content/e.py
print('`<>`')
//- content/f.png
not UTF-8
//- content/icon.svg
<svg/>
//- content/_part.md
import more from \"../data/b.yaml\"
«7»{more.list[1]}
//- g.module.css
.big { color: red; .nested:hover { top: .5em } } /* .no */ @media print { .a-b, p.big { background: url(x.no.png) } }
//- h.css
p { color: red }
//- lib/index.ts
export * from \"./one.js\";
export { two } from \"./two\";
//- lib/one.ts
export const one: number = 1;
//- lib/two.js
import \"../h.css\";
export const two = <b>2</b>;
//- components/index.tsx
export default () => \"index\";
";
    let expected = "2 1 1 1,two,2.5 value 2026-01-31\
        <p>a, &quot;b&quot;=1;c=2\n3</p><pre>print(&#x27;`&lt;&gt;`&#x27;)</pre>\
        <img src=\"[file:content/f.png]\" alt=\"[file:content/icon.svg]\"/>\
        <p class=\"big_slln70\">a-b_fvekz2nested_id4b2k</p>{7}two1<b>2</b>index";
    assert_eq!(outcome(files), expected);
    let site = Site::new(files);
    let rendered = site.render("content/page.md");
    let styles: Vec<&str> = rendered.styles.iter().map(|path| path.as_str()).collect();
    assert_eq!(styles, ["g.module.css", "h.css"]);
    for (path, hash) in &rendered.used {
        assert_eq!(*hash, site.library.hash_of(path), "{path}");
    }
    let missing: Vec<&str> =
        rendered.used.iter().filter(|(_, hash)| **hash == 0).map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        missing,
        [
            "components",
            "components.js",
            "components.jsx",
            "components.mjs",
            "components.mts",
            "components.ts",
            "components.tsx",
            "lib",
            "lib.js",
            "lib.jsx",
            "lib.mjs",
            "lib.mts",
            "lib.ts",
            "lib.tsx",
            "lib/index.tsx",
            "lib/one.js",
            "lib/two",
            "lib/two.jsx",
            "lib/two.ts",
            "lib/two.tsx"
        ]
    );
}

#[test]
fn wrong_imports_are_reported_where_they_are() {
    let more = "
//- components/Chart.tsx
export default function Chart() { return null; }
export const color = \"red\";
//- data/prices.json
{\"rows\": []}
//- bad/Broken.tsx
export default function Broken( { return 1 }
//- bad/data.yaml
a: [1
//- bad/rows.csv
a,b
1
//- note.txt
x
//- plain.css
p {}
//- bad/binary.json
not UTF-8
//- .env
KEY=1
//- content/.hidden/a.json
{}
//- data/out.json.link
this symbolic link points outside the site
//- lib/index.ts.link
this symbolic link points outside the site
";
    table(
        more,
        &[
            (
                "import x from \"./data/price.json\"",
                "page.md `\"./data/price.json\"`: can't import `./data/price.json`: the file `data/price.json` doesn't exist\n  check the path, which is relative to the importing file",
            ),
            (
                "import x from \"./prices.json\"",
                "page.md `\"./prices.json\"`: can't import `./prices.json`: the file `prices.json` doesn't exist\n  check the path, which is relative to the importing file",
            ),
            (
                "import x from \"./docs/data/prices.json\"",
                "page.md `\"./docs/data/prices.json\"`: can't import `./docs/data/prices.json`: the file `docs/data/prices.json` doesn't exist\n  did you mean `./data/prices.json`?",
            ),
            (
                "import x from \"./data/prices.yaml\"",
                "page.md `\"./data/prices.yaml\"`: can't import `./data/prices.yaml`: the file `data/prices.yaml` doesn't exist\n  did you mean `./data/prices.json`?",
            ),
            (
                "import x from \"./Chrat\"",
                "page.md `\"./Chrat\"`: can't import `./Chrat`: the file `Chrat` doesn't exist\n  did you mean `./components/Chart.tsx`?",
            ),
            (
                "import x from \"../secret.json\"",
                "page.md `\"../secret.json\"`: the import `../secret.json` points outside the site's folder\n  copy the file into the site's folder",
            ),
            (
                "import x from \"https://a.example/x.js\"",
                "page.md `\"https://a.example/x.js\"`: can't import the URL `https://a.example/x.js`\n  save the file in the site's folder, and import that file",
            ),
            (
                "import x from \"lodash\"",
                "page.md `\"lodash\"`: can't import the package `lodash`: it isn't installed\n  run `npm install lodash`",
            ),
            (
                "import a from \"@site/.env?raw\"\nimport b from \"./content/.hidden/a.json\"\nimport c from \"./.none/x\"\nx",
                "page.md `\"@site/.env?raw\"`: can't import `@site/.env`: files and folders whose names start with a dot often contain secrets\n  to publish the content, rename the file or folder\npage.md `\"./content/.hidden/a.json\"`: can't import `./content/.hidden/a.json`: files and folders whose names start with a dot often contain secrets\n  to publish the content, rename the file or folder\npage.md `\"./.none/x\"`: can't import `./.none/x`: files and folders whose names start with a dot often contain secrets\n  to publish the content, rename the file or folder\nx",
            ),
            (
                "import a from \"./data/out.json\"\nimport b from \"./lib\"\nx",
                "page.md `\"./data/out.json\"`: can't import `./data/out.json`: this symbolic link points outside the site\n  copy the file into the site's folder\npage.md `\"./lib\"`: can't import `./lib`: this symbolic link points outside the site\n  copy the file into the site's folder\nx",
            ),
            (
                "import x from \"./note.txt\"",
                "page.md `\"./note.txt\"`: can't import `./note.txt`: docgen doesn't support this file type\n  use `./note.txt?raw` to import the file as text",
            ),
            (
                "import x from \"./note.txt?url\"",
                "page.md `\"./note.txt?url\"`: unknown query `?url` in the import of `./note.txt`\n  remove it, or use `?raw` to import the file as text",
            ),
            (
                "import { colour } from \"./components/Chart\"",
                "page.md `colour`: `./components/Chart` has no export `colour`\n  did you mean `color`?",
            ),
            (
                "import { useStat } from \"react\"",
                "page.md `useStat`: `react` has no export `useStat`\n  did you mean `useState`?",
            ),
            (
                "import docgen from \"docgen\"",
                "page.md `docgen`: `docgen` has no default export\n  import `Accordion`, `AccordionGroup`, `Accordions`, `Admonition`, `Aside` in braces, such as `{ … }`",
            ),
            (
                "import s from \"./plain.css\"",
                "page.md `s`: `./plain.css` has no default export\n  use `import \"./plain.css\"` or, to import the file's classes, give the file the `.module.css` extension",
            ),
            (
                "import x from \"./bad/binary.json\"",
                "page.md `\"./bad/binary.json\"`: can't import `bad/binary.json`: it isn't UTF-8",
            ),
            (
                "import x from \"./bad/Broken\"\nimport y from \"./bad/data.yaml\"\nimport z from \"./bad/rows.csv\"",
                "bad/Broken.tsx:1:42: expected `:` but found `decimal`\n  the page `page.md` uses this file\nbad/data.yaml:1:1: invalid YAML: unclosed bracket '['\n  the page `page.md` uses this file\nbad/rows.csv:2:1: expected 2 columns, found 1\n  use the same number of values in every row; quote values that contain a comma\n  the page `page.md` uses this file",
            ),
            ("<Chrat/>", "page.md `Chrat`: unknown component `Chrat`\n  did you mean `Chart`?"),
            (
                "<Gauge a={1}>kept</Gauge><Gauge.Part>part</Gauge.Part>",
                "page.md `Gauge`: unknown component `Gauge`\n  add the component as `components/Gauge.tsx`, or import it\nkeptpart",
            ),
            (
                "{await 1}",
                "page.md `await`: `await` isn't supported here: pages render without waiting\n  import data from a file, such as `import data from \"./data.json\"`",
            ),
            (
                "export const x = await 1",
                "page.md `await`: `await` isn't supported here: pages render without waiting\n  import data from a file, such as `import data from \"./data.json\"`",
            ),
            (
                "export const text = import(\"./note.txt\")",
                "page.md `\"./note.txt\"`: can't import `./note.txt`: docgen doesn't support this file type\n  use `./note.txt?raw` to import the file as text",
            ),
        ],
    );
}

#[test]
fn circles_of_modules_run() {
    let files = "
//- page.md
import { even } from \"./even\"
{String(even(4))}
//- even.ts
import { odd } from \"./odd\";
export const even = (n: number): boolean => n === 0 || odd(n - 1);
//- odd.ts
import { even } from \"./even\";
export const odd = (n: number): boolean => n !== 0 && even(n - 1);
";
    assert_eq!(outcome(files), "true");
}

#[test]
fn what_docgen_exports_is_known() {
    for (module, exports) in *crate::component::resolve::BUILTIN {
        let page = format!("import * as all from \"{module}\"\n{{Object.keys(all).sort().join()}}");
        assert_eq!(outcome(&format!("//- page.md\n{page}")), exports.join(","), "{module}");
    }
}

#[test]
fn partials_can_include_one_another_but_end() {
    let ten = |name: &str| format!("<{name}/>").repeat(10);
    let files = format!(
        "//- page.md\nimport A from \"./_a.md\"\n<A/>\n//- _a.md\nimport B from \"./_b.md\"\n{}\n\
         //- _b.md\nimport C from \"./_c.md\"\n{}\n//- _c.md\nimport A from \"./_a.md\"\n<A/>text\n",
        ten("B"),
        ten("C")
    );
    let found = outcome(&files);
    assert!(found.contains("too much recursion"), "{found}");
    let site = Site::new("//- page.md\nimport Itself from \"./page.md\"\n<b/>");
    let used = site.render("page.md").used;
    assert_eq!(used["page.md"], site.library.hash_of(&crate::path::SourcePath::new("page.md")));
    let itself = outcome("//- page.md\nimport Itself from \"./page.md\"\n<Itself/>");
    assert!(itself.contains("too much recursion"), "{itself}");
}

#[test]
fn a_broken_component_of_many_pages_is_one_entry() {
    let mut files = "//- components/Bad.tsx\nexport default () => missing;\n".to_owned();
    for number in 0..9 {
        files += &format!("//- page{number}.md\n<Bad/>\n");
    }
    let site = Site::new(&files);
    let all: Vec<_> = (0..9)
        .flat_map(|number| site.render(&format!("page{number}.md")).diagnostics)
        .map(|one| (one.code.default_severity(), one))
        .collect();
    assert_eq!((all.len(), crate::diag::entries(&all).len()), (9, 1));
}

#[test]
fn places_are_found_behind_other_letters() {
    let component = "const größe = \"ä😀\"; export default () => <p title=\"日本\">{größe}{ätsch()}</p>;";
    let found = outcome(&format!("//- page.md\nß <A/>\n//- components/A.tsx\n{component}\n"));
    let column = component.split("ätsch").next().map_or(0, |before| before.chars().count()) + 1;
    assert!(found.starts_with(&format!("components/A.tsx:1:{column}: ")), "{found}");
    let found = outcome("//- page.md\n日本😀 <p title=\"ä\">{fehlt}</p>\n");
    assert!(found.starts_with("page.md `fehlt`"), "{found}");
}

#[test]
fn modules_of_docusaurus_return_what_docusaurus_returns() {
    let base = |paths: &str| {
        format!(
            "import useBaseUrl, {{ useBaseUrlUtils }} from \"@docusaurus/useBaseUrl\"\n{{[{paths}].map(useBaseUrl).join(\" \")}} {{useBaseUrlUtils().withBaseUrl(\"a\")}}"
        )
    };
    table(
        "",
        &[
            (
                &base("\"img/x.png\", \"é.png\", \"/x.png\""),
                "[link:/img/x.png] [link:/é.png] [link:/x.png] [link:/a]",
            ),
            (
                &base("\"./x\", \"#a\", \"https://a.example\""),
                "[link:./x] [link:#a] [link:https://a.example] [link:/a]",
            ),
            (&base("useBaseUrl(\"x.png\"), \"\""), "[link:/x.png]  [link:/a]"),
            (
                "import useContext from \"@docusaurus/useDocusaurusContext\"\n{String(useContext().siteConfig.customFields.a)} {useContext().siteConfig.title}",
                "undefined Benchtop",
            ),
        ],
    );
}
