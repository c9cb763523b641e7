//! Pages that try to break the build, or to reach other pages.

use super::{Site, shown, table};

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
        ("{(() => { const f = () => f() + 1; return f(); })()}", "functions call one another without end"),
        ("{(() => { throw new Promise(() => {}); })()}", "async components aren't supported here"),
        ("{(() => { throw \"text\"; })()}", "uncaught value: text"),
        ("{(() => { throw null; })()}", "uncaught value: null"),
        ("{(() => { throw { get message() { throw 1; } }; })()}", "uncaught"),
        ("export const f = async () => { for (;;) await 0; }\nexport const p = f()\nx", ""),
        ("{/^(a|a)*$/.test(\"a\".repeat(99) + \"b\") ? 1 : 0}", "the page takes too long to render"),
        ("{JSON.parse(\"[\".repeat(1e5))}", "functions call one another"),
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
            (
                "<Deep/>",
                "components/Deep.tsx:2:28: functions call one another without end\n  the page `page.md` uses this file",
            ),
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
