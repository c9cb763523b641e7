//! Tests for pages that try to break the build or to affect other pages.

use std::fmt::Write as _;

use super::{Site, outcome, shown, table};

#[test]
fn whatever_a_page_does_the_next_one_renders() {
    let pages = [
        ("{(() => { for (;;); })()}", "the page takes too long to render"),
        ("{(() => { for (;;) try { for (;;); } catch {} })()}", "the page takes too long to render"),
        ("{new Array(1e9).fill(0).length}", "the page needs more than 256 MB of memory"),
        (
            "{(() => { const all = []; for (;;) all.push(new Array(1000).fill(0)); })()}",
            "the page needs more than 256 MB of memory",
        ),
        ("{(() => { const f = () => f() + 1; return f(); })()}", "too much recursion"),
        ("{(() => { throw new Promise(() => {}); })()}", "async components aren't supported here"),
        ("{(() => { throw \"text\"; })()}", "uncaught value: text"),
        ("{(() => { throw null; })()}", "uncaught value: null"),
        ("{(() => { throw { get message() { throw 1; } }; })()}", "uncaught"),
        ("export const f = async () => { for (;;) await 0; }\nexport const p = f()\nx", ""),
        ("{/^(a|a)*$/.test(\"a\".repeat(99) + \"b\") ? 1 : 0}", "the page takes too long to render"),
        ("{JSON.parse(\"[\".repeat(1e5))}", "too much recursion"),
    ];
    let mut files = "//- good.md\nexport const list = [1]\n{list.concat(2).join()}\n".to_owned();
    for (number, (page, _)) in pages.iter().enumerate() {
        files += &format!("//- page{number}.md\n{page}\n");
    }
    let site = Site::new(&files);
    for (number, (page, message)) in pages.iter().enumerate() {
        let found = shown(&site, &site.render(&format!("page{number}.md")));
        assert!(found.contains(message), "{page}: {found}");
        assert_eq!(shown(&site, &site.render("good.md")), "1,2", "after {page}");
    }
}

#[test]
fn components_without_end_are_reported() {
    table(
        "
//- components/Deep.tsx
export default function Deep({ n = 0 }) {
  return <div><Deep n={n + 1}/></div>;
}
//- components/Async.tsx
export default async function Async() {
  return 1;
}
",
        &[
            ("<Deep/>", "components/Deep.tsx:2:28: too much recursion\n  the page `page.md` uses this file"),
            (
                "<Async/>",
                "components/Async.tsx:1:1: async components aren't supported here; a component must return its content, not a promise\n  import the data from a file instead of waiting for it\n  the page `page.md` uses this file",
            ),
        ],
    );
}

#[test]
fn nothing_of_one_page_reaches_another() {
    let attack = "
export const tried = []
export const attempt = (f) => { try { f(); } catch (error) { tried.push(error.name); } }
{(() => {
  const shared = [React, React.useState, React.createElement, React.Component.prototype, React.Children, jsx, Link, usePage];
  for (const one of shared) attempt(() => { \"use strict\"; one.leak = 1; });
  attempt(() => { React.useState.constructor(\"return globalThis\")().leak = 1; });
  attempt(() => { React.useState.__proto__.leak = 1; });
  attempt(() => { React.useState.__proto__.__proto__.leak = 1; });
  attempt(() => { React.createElement(\"a\").__proto__.leak = 1; });
  attempt(() => { Object.prototype.leak = 1; Array.prototype.leak = 1; String.prototype.leak = 1; });
  attempt(() => { globalThis.leak = 1; (0, eval)(\"var leak2 = 1; let leak3 = 1\"); });
  return null;
})()}<Old/>
";
    let probe = "
{String([React.leak, React.useState.leak, [].leak, ({}).leak, \"\".leak, typeof leak, typeof leak2, typeof leak3, (() => {}).leak, React.createElement(\"a\").leak, React.createElement(\"a\").props.leak])}<Probe/>
";
    let head = "import React from \"react\"\nimport { jsx } from \"react/jsx-runtime\"\nimport { Link, usePage } from \"docgen\"";
    let files = format!(
        "//- attack.md\n{head}{attack}//- probe.md\n{head}{probe}
//- components/Old.tsx
import {{ Component, useTransition }} from \"react\";
export default class Old extends Component {{
  render() {{
    for (const one of [this.context, this.refs, this.updater]) try {{ one.leak = 1; }} catch {{}}
    return <Hook/>;
  }}
}}
function Hook() {{ try {{ useTransition()[1].leak = 1; }} catch {{}} return null; }}
//- components/Probe.tsx
import {{ Component, useTransition }} from \"react\";
export default class Probe extends Component {{
  render() {{ return <p>{{String([this.context.leak, this.refs.leak, this.updater.leak])}}<Hook/></p>; }}
}}
function Hook() {{ return String(useTransition()[1].leak); }}
"
    );
    let site = Site::new(&files);
    let threads = super::Threads::new(1);
    let before = site.render_on(&threads, "probe.md").html;
    let attacked = site.render_on(&threads, "attack.md");
    assert!(attacked.html.is_some(), "{}", shown(&site, &attacked));
    let after = site.render_on(&threads, "probe.md").html;
    assert_eq!(before, after);
    assert_eq!(after.as_deref(), Some(",,,,,undefined,undefined,undefined,,,<p>,,undefined</p>"));
}

#[test]
fn code_that_is_nested_too_deeply_is_reported() {
    for code in [
        "(", "[", "{a:", "-", "!", "<a>", "x=>", "a?b:", "1+", "f`${", "if(a)", "`${", "new ", "await ",
        "a=b=", "a.b.", "<A<", "() => (",
    ] {
        let deep = code.repeat(20_000);
        let site = Site::new(&format!(
            "//- page.md\nimport A from \"./components/A\"\n<A/>\n//- components/A.tsx\nexport const x = {deep}\n"
        ));
        let rendered = site.render("page.md");
        assert_eq!((rendered.diagnostics.len(), rendered.html.as_deref()), (1, Some("")), "{code}");
    }
}

#[test]
fn changed_prototypes_reach_neither_docgen_nor_the_next_page() {
    let attack = "
export const none = () => { throw new Error(\"changed\"); };
for (const { prototype } of [Array, String, Number, RegExp, Map, Set, Promise, Error, Function, Object]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name === \"constructor\" || name[0] === \"_\") continue;
    try { Object.defineProperty(prototype, name, { get: none, set: none, configurable: true }); } catch {}
  }
}
JSON.stringify = JSON.parse = Object.keys = Object.assign = Array.isArray = none;
for (const name of [\"x\", \"key\", \"ref\", \"children\", \"$$typeof\", \"then\", \"html\", \"thrown\"]) {
  Object.prototype[name] = \"changed\";
}
globalThis.Date = globalThis.Object = globalThis.Error = undefined;
";
    let good = "{[1].map((n) => n + 1).join() + typeof ({}).x + JSON.stringify({ a: 1 }) + new Date(0).toISOString()}<Box>a</Box>";
    let files = format!(
        "//- attack.md\nimport \"./attack\"\n<p title=\"a\">{{1}}<b>{{[1, 2]}}</b></p>{{absent}}\n//- attack.ts{attack}//- good.md\n{good}\n//- components/Box.tsx\nexport default ({{ children, ...rest }}) => <i {{...rest}}>{{children}}</i>;\n"
    );
    let site = Site::new(&files);
    let threads = super::Threads::new(1);
    let attacked = shown(&site, &site.render_on(&threads, "attack.md"));
    // The properties that the page adds to all objects become attributes only of the page's own elements.
    assert!(attacked.contains("<p title=\"a\"") && attacked.ends_with(">12</b></p>"), "{attacked}");
    assert!(attacked.starts_with("attack.md `absent`: uncaught ReferenceError"), "{attacked}");
    let expected = "2undefined{&quot;a&quot;:1}1970-01-01T00:00:00.000Z<i>a</i>";
    assert_eq!(shown(&site, &site.render_on(&threads, "good.md")), expected);
}

#[test]
fn circles_and_floods_of_imports_end() {
    // If each of 10 files includes the next file 10 times, the result is 10 billion paragraphs.
    let mut files = "//- page.md\nimport P0 from \"./_p0.md\"\nbefore<P0/>after\n".to_owned();
    for level in 0..10 {
        let next = level + 1;
        let tags = format!("<P{next}/>").repeat(10);
        let _ = write!(files, "//- _p{level}.md\nimport P{next} from \"./_p{next}.md\"\n{tags}\n");
    }
    let found = outcome(&(files + "//- _p10.md\nha\n"));
    assert!(found.contains("takes too long") || found.contains("MB of memory"), "{found}");
    assert!(found.starts_with("_p"), "{found}");
    table(
        "
//- components/A.tsx
import B, { b } from \"./B\";
export const a = () => \"a\";
export default ({ n = 0 }) => (n > 3 ? b() : <B n={n + 1}/>);
//- components/B.tsx
import A, { a } from \"./A\";
export const b = () => \"b\" + a();
export default ({ n }) => <A n={n + 1}/>;
//- components/Self.tsx
import Own from \"./Self\";
export default ({ n = 2 }) => (n > 0 ? <i><Own n={n - 1}/></i> : \"end\");
//- components/Early.tsx
import { late } from \"./Late\";
export const early = late + 1;
export default () => early;
//- components/Late.tsx
import { early } from \"./Early\";
export const late = early + 1;
//- _one.md
import Two from \"./_two.md\"
1{props.n > 0 ? <Two n={props.n - 1}/> : null}
//- _two.md
import One from \"./_one.md\"
2<One n={props.n - 1}/>
",
        &[
            ("<A/><Self/>", "ba<i><i>end</i></i>"),
            (
                "<Early/>a",
                "components/Late.tsx:2:21: uncaught ReferenceError: early is not initialized\n  the page `page.md` uses this file\na",
            ),
        ],
    );
}

#[test]
fn odd_values_are_shown_or_reported() {
    let long = "x".repeat(1 << 20);
    let show = "export default ({ children, ...rest }) => <p {...rest}>{children}</p>;";
    let more = format!(
        "
//- components/Show.tsx
{show}
//- odd.ts
export const getter = {{ get title() {{ throw new Error(\"get\"); }} }};
export const proxy = new Proxy({{}}, {{ get() {{ throw new Error(\"proxy\"); }} }});
export const list = new Proxy([\"a\", \"b\"], {{}});
export const text = {{ toString() {{ for (;;); }} }};
export const circle = {{}};
circle.circle = circle;
export const long = \"x\".repeat(1 << 20);
"
    );
    let page =
        |body: &str| format!("import {{ getter, proxy, list, text, circle, long }} from \"./odd\"\n{body}");
    table(
        &more,
        &[
            (
                &page("<Show title={\"</p><script>alert(1)</script>\"}>{\"</script><!--\"}</Show>"),
                "<p title=\"&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">&lt;/script&gt;&lt;!--</p>",
            ),
            (
                &page("<Show {...getter}>a</Show>b"),
                "odd.ts:1:49: uncaught error: get\n  the page `page.md` uses this file\n<p>a</p>b",
            ),
            (
                &page("<Show>{proxy}</Show>b"),
                "odd.ts:2:56: uncaught error: proxy\n  the page `page.md` uses this file\n<p></p>b",
            ),
            (&page("<Show>{list}{[list]}</Show>"), "<p>abab</p>"),
            (
                &page("<Show title={text}/>b"),
                "odd.ts:4:1: the page takes too long to render\n  look for an infinite loop, or import the result from a file\n  the page `page.md` uses this file\nb",
            ),
            (
                &page("<Show>{circle}</Show>b"),
                "components/Show.tsx:1:50: uncaught error: Objects are not valid as a React child (found: object with keys {circle}). If you meant to render a collection of children, use an array instead\n  the page `page.md` uses this file\n<p></p>b",
            ),
            (
                &page("{JSON.stringify(circle)}b"),
                "page.md `circle`: uncaught TypeError: circular reference\nb",
            ),
            (&page("<Show title={long}/>"), &format!("<p title=\"{long}\"></p>")),
            (
                &page("{(() => { throw new Error(long); })()}b"),
                &format!("page.md `long`: uncaught error: {}\nb", "x".repeat(400)),
            ),
        ],
    );
}
