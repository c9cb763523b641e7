//! Tests for pages with several problems: docgen reports all problems but not their consequences, and renders the rest
//! of the page.

use super::{outcome, table};

/// Components that work, fail, or aren't valid.
const SITE: &str = "
//- components/Good.tsx
export default ({ children, data }) => <b>{data ? data.length : \"good\"}{children}</b>;
//- components/Throws.tsx
export default ({ what, children }) => { throw new Error(`no ${what}`); };
//- components/Late.tsx
export default ({ children }) => <i>{children}{{ a: 1 }}</i>;
//- components/Syntax.tsx
export default () => <p>{</p>;
export const part = 1;
//- components/Imports.tsx
import data from \"./nowhere.json\";
export default () => <p>{data.rows.map((row) => row.name)}</p>;
//- components/Top.tsx
export const rows = missing.rows;
export default () => <p>{rows.length}</p>;
//- components/OnTop.tsx
import { rows } from \"./Top\";
const first = rows[0].name;
export default () => <p>{first}</p>;
//- components/Endless.tsx
export default () => { for (;;); };
//- components/Async.tsx
export default async () => 1;
//- components/Deep.tsx
export default () => <p><Deep/></p>;
const Deep = () => <p><Deep/></p>;
//- components/Recursive.tsx
const f = () => f() + 1;
export default () => f();
//- components/Greedy.tsx
export default () => { const all = []; for (;;) all.push(new Array(1000).fill(0)); };
//- components/Wrap.tsx
export default ({ children }) => children;
//- components/index.ts
export * from \"./Syntax\";
export * from \"./parts\";
export { default as Good } from \"./Good\";
export { default as Throws } from \"./Throws\";
//- components/parts.ts
export const size = 5;
//- components/Tabs.tsx
import { createContext, useContext } from \"react\";
const Context = createContext(null);
export default function Tabs({ label, children }) {
  return <Context.Provider value={label.toUpperCase()}>{children}</Context.Provider>;
}
export function Tab() {
  const label = useContext(Context);
  if (!label) throw new Error(\"a tab must be in tabs\");
  return <u>{label}</u>;
}
";

/// A hint that names the page that uses a component.
const USES: &str = "\n  the page `page.md` uses this file";

#[test]
fn one_broken_component_does_not_stop_the_others() {
    let throws = format!("components/Throws.tsx:1:64: uncaught error: no 1{USES}");
    table(
        SITE,
        &[
            ("<Throws what={1}/>", &throws),
            ("<Good/><Throws what={1}/><Good/>", &format!("{throws}\n<b>good</b><b>good</b>")),
            (
                "<Good><Throws what={1}><Good/></Throws>end</Good>",
                &format!("{throws}\n<b>good<b>good</b>end</b>"),
            ),
            (
                "<Wrap><Wrap><Throws what={1}><Wrap>kept</Wrap></Throws></Wrap></Wrap>",
                &format!("{throws}\nkept"),
            ),
            (
                "<Throws what={1}/><Late>late</Late><Throws what={2}/><p style=\"a\">p</p>",
                &format!(
                    "{throws}\ncomponents/Late.tsx:1:38: uncaught error: Objects are not valid as a React child (found: object with keys {{a}}). If you meant to render a collection of children, use an array instead{USES}\ncomponents/Throws.tsx:1:64: uncaught error: no 2{USES}\npage.md `<p`: uncaught error: The `style` prop expects a mapping from style properties to values, not a string. For example, style={{{{marginRight: spacing + 'em'}}}} when using JSX\n<i>late</i>p"
                ),
            ),
            (
                "<Async/><Recursive/><Deep/><Good/>",
                &format!(
                    "components/Async.tsx:1:1: async components aren't supported here; a component must return its content, not a promise\n  import the data from a file instead of waiting for it{USES}\ncomponents/Recursive.tsx:1:7: too much recursion{USES}\ncomponents/Deep.tsx:2:24: too much recursion{USES}\n<p></p><b>good</b>"
                ),
            ),
        ],
    );
}

#[test]
fn one_broken_expression_does_not_stop_the_others() {
    table(
        SITE,
        &[
            (
                "{one}{\"two\"}{three.four}<Good data={five}/><p title={six}>{[seven]}</p>",
                "page.md `one`: uncaught ReferenceError: one is not defined\n  define it, as in `export const one = 1`, or write `\\{` to show the braces\npage.md `three`: uncaught ReferenceError: three is not defined\n  define it, as in `export const three = 1`, or write `\\{` to show the braces\npage.md `five`: uncaught ReferenceError: five is not defined\n  define it, as in `export const five = 1`, or write `\\{` to show the braces\npage.md `six`: uncaught ReferenceError: six is not defined\n  define it, as in `export const six = 1`, or write `\\{` to show the braces\npage.md `seven`: uncaught ReferenceError: seven is not defined\n  define it, as in `export const seven = 1`, or write `\\{` to show the braces\ntwo<p></p>",
            ),
            (
                "{caption=\"x\"} two",
                "page.md `caption`: uncaught ReferenceError: caption is not defined\n  for an attribute list, add a colon, as in `{: caption=\"…\"}`\n two",
            ),
            (
                "{(() => { throw \"text\"; })()}<p {...one}>x</p>{null.x}",
                "page.md `(`: uncaught value: text\npage.md `one`: uncaught ReferenceError: one is not defined\n  define it, as in `export const one = 1`, or write `\\{` to show the braces\npage.md `null`: uncaught TypeError: cannot read property 'x' of null\n<p>x</p>",
            ),
            (
                "export const a = one.two\nexport const b = a.map((x) => x)\nexport const c = 3\n{a}{b.c}{String(a)}{c}<Good data={b}/>{two}",
                "page.md `one`: uncaught ReferenceError: one is not defined\n  define it, as in `export const one = 1`, or write `\\{` to show the braces\npage.md `two`: uncaught ReferenceError: two is not defined\n  define it, as in `export const two = 1`, or write `\\{` to show the braces\n3",
            ),
        ],
    );
}

#[test]
fn modules_that_cannot_be_used_do_not_stop_the_others() {
    let syntax = format!("components/Syntax.tsx:1:27: unexpected token{USES}");
    let nowhere = format!(
        "components/Imports.tsx:1:18: can't import `./nowhere.json`: the file `components/nowhere.json` doesn't exist\n  check the path, which is relative to the importing file{USES}"
    );
    let top = format!("components/Top.tsx:1:21: uncaught ReferenceError: missing is not defined{USES}");
    table(
        SITE,
        &[
            (
                "<Syntax/><Imports/><Top/><OnTop/><Throws what={1}/><Good/>",
                &format!(
                    "{syntax}\n{nowhere}\n{top}\ncomponents/Throws.tsx:1:64: uncaught error: no 1{USES}\n<b>good</b>"
                ),
            ),
            (
                "import { rows } from \"./data.json\"\nimport { part, Good, Throws, size } from \"./components\"\n<Good data={rows}/>{part}{part.x}{size}<Throws what={1}/><p title={rows} style={rows}>{rows}</p>",
                &format!(
                    "page.md `\"./data.json\"`: can't import `./data.json`: the file `data.json` doesn't exist\n  check the path, which is relative to the importing file\n{syntax}\ncomponents/Throws.tsx:1:64: uncaught error: no 1{USES}\n5"
                ),
            ),
            (
                "import { colour, Tab } from \"./components/Tabs\"\nimport { useStat } from \"react\"\n{colour}{colour.x}{useStat()}<Good/>",
                "page.md `colour`: `./components/Tabs` has no export `colour`\n  to import its default export, use `import colour from \"./components/Tabs\"`\npage.md `useStat`: `react` has no export `useStat`\n  did you mean `useState`?\n<b>good</b>",
            ),
            (
                "import * as all from \"./data.json\"\n{all.rows.map((row) => row)}<Good/>",
                "page.md `\"./data.json\"`: can't import `./data.json`: the file `data.json` doesn't exist\n  check the path, which is relative to the importing file\n<b>good</b>",
            ),
        ],
    );
}

#[test]
fn the_children_of_a_failed_component_do_not_miss_its_context() {
    let page = |tabs: &str| {
        format!(
            "import Tabs, {{ Tab }} from \"./components/Tabs\"\n<Tabs {tabs}><Tab/><Throws what={{1}}/></Tabs><Good/>"
        )
    };
    let throws = format!("components/Throws.tsx:1:64: uncaught error: no 1{USES}");
    table(
        SITE,
        &[
            (&page("label=\"a\""), &format!("{throws}\n<u>A</u><b>good</b>")),
            (
                &page(""),
                &format!(
                    "components/Tabs.tsx:4:35: uncaught TypeError: cannot read property 'toUpperCase' of undefined{USES}\n{throws}\n<b>good</b>"
                ),
            ),
            (
                &format!("{}<Tab/>", page("label=\"a\"")),
                &format!(
                    "{throws}\ncomponents/Tabs.tsx:8:25: uncaught error: a tab must be in tabs{USES}\n<u>A</u><b>good</b>"
                ),
            ),
        ],
    );
}

#[test]
fn what_does_not_end_does_not_stop_the_others() {
    let endless = |place: &str| {
        format!(
            "{place}: the page takes too long to render\n  look for an infinite loop, or import the result from a file"
        )
    };
    let throws = format!("components/Throws.tsx:1:64: uncaught error: no 1{USES}");
    table(
        SITE,
        &[
            (
                "<Endless/><Throws what={1}/><Good/>",
                &format!("{}{USES}\n{throws}\n<b>good</b>", endless("components/Endless.tsx:1:1")),
            ),
            (
                "{(() => { for (;;); })()}<Throws what={1}/>{(() => { for (;;) 1; })()}<Good/>",
                &format!("{}\n{}\n{throws}\n<b>good</b>", endless("page.md `(`"), endless("page.md `1`")),
            ),
            (
                "<Greedy/><Throws what={1}/><Good/>",
                &format!(
                    "components/Greedy.tsx:1:1: the page needs more than 256 MB of memory\n  look for a list or string that grows without limit{USES}\n{throws}\n<b>good</b>"
                ),
            ),
        ],
    );
}

#[test]
fn only_the_first_of_many_failures_are_listed() {
    let found = outcome(&format!(
        "//- page.md\n{{[...Array(30).keys()].map((n) => <Throws key={{n}} what={{n}}/>)}}<Good/>\n{SITE}"
    ));
    let errors = found.matches("uncaught error: no ").count();
    assert_eq!(errors, 20, "{found}");
    assert!(found.contains("page.md: 10 more problems of this kind aren't listed\n"), "{found}");
    assert!(found.ends_with("<b>good</b>"), "{found}");
    let many = "<Endless/>".to_owned()
        + &(0..9).map(|n| format!("{{(() => {{ for (;;) {n}; }})()}}")).collect::<String>();
    let found = outcome(&format!("//- page.md\n{many}\n{SITE}"));
    assert_eq!(found.matches("takes too long").count(), 4, "{found}");
}

#[test]
fn constructing_a_missing_value_is_a_consequence() {
    table(
        "
//- components/Parsed.tsx
import { Parser } from \"not-installed\";
const parser = new Parser();
export default ({ children }) => <p>{parser.run(children)}</p>;
",
        &[(
            "<Parsed>a</Parsed>",
            &format!(
                "components/Parsed.tsx:1:24: can't import the package `not-installed`: it isn't installed\n  run `npm install not-installed`{USES}\na"
            ),
        )],
    );
}
