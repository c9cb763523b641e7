//! Tests for interactive components: references, islands, props, and slots.

use super::{Site, outcome};

/// An interactive component that shows its props.
const SHOW: &str = "
//- components/Show.tsx
\"use client\";
export default function Show({ children, ...props }: any) {
  const text = (value: any): string => {
    if (typeof value === \"bigint\") return `${value}n`;
    if (value instanceof Map) return `Map(${text([...value])})`;
    if (value instanceof Set) return `Set(${text([...value])})`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? \"never\" : value.toISOString();
    if (Array.isArray(value)) return `[${value.map(text)}]`;
    if (Object.is(value, -0)) return \"-0\";
    if (typeof value === \"object\" && value) return JSON.stringify(Object.keys(value).map((key) => [key, text(value[key])]));
    return String(value);
  };
  return <p>{Object.keys(props).map((key) => `${key}=${text(props[key])}`).join(\" \")}{children}</p>;
}
";

/// Returns the HTML of a page, which can use the other files in the list. The parts that the browser also renders
/// are between `‹` and `›`.
fn island(page: &str, more: &str) -> String {
    let html = outcome(&format!("//- page.md\n{page}\n{more}"));
    let html = html.replace('\u{fddd}', "‹").replace('\u{fdde}', "›").replace("&#34;", "'");
    let html =
        html.replace("slot data-client=\"visible\" data-module=\"[module:components/Show.tsx]\"", "island");
    // All IDs of a page start with a hash of the page's code.
    let prefix =
        html.split_once("data-prefix=\"").map(|(_, rest)| rest.split('-').next().unwrap_or_default());
    match prefix.map(str::to_owned) {
        Some(prefix) => html.replace(&format!("data-prefix=\"{prefix}-"), "n=\"").replace(&prefix, "hash"),
        None => html,
    }
}

/// Returns the first line of the outcome of a page that can use these other files.
fn first(page: &str, more: &str) -> String {
    island(page, more).lines().next().unwrap_or_default().to_owned()
}

#[track_caller]
fn check(more: &str, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(page, expected)| (page, expected, first(page, more)))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(page, expected, found)| format!("{page}\n  expected: {expected}\n  found:    {found}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_browser_reads_the_same_props_as_the_engine() {
    check(
        SHOW,
        &[
            (
                "<Show a=\"1\" b={2} c d={null} e={undefined}/>",
                "<island data-props=\"{'a':'1','b':2,'c':true,'d':null,'e':'$u'}\" n=\"0-\">‹<p>a=1 b=2 c=true d=null e=undefined</p>›</slot>",
            ),
            (
                "<Show a={[1, { b: \"$c\" }]} d={new Date(0)} e={new Date(NaN)}/>",
                "<island data-props=\"{'a':[1,{'b':'$$c'}],'d':'$d1970-01-01T00:00:00.000Z','e':'$d'}\" n=\"0-\">‹<p>a=[1,[[&quot;b&quot;,&quot;$c&quot;]]] d=1970-01-01T00:00:00.000Z e=never</p>›</slot>",
            ),
            (
                "<Show a={10n} b={NaN} c={-Infinity} d={-0} e={Symbol.for(\"x\")}/>",
                "<island data-props=\"{'a':'$b10','b':'$nNaN','c':'$n-Infinity','d':'$n-0','e':'$sx'}\" n=\"0-\">‹<p>a=10n b=NaN c=-Infinity d=-0 e=Symbol(x)</p>›</slot>",
            ),
            (
                "<Show a={new Map([[\"k\", new Set([1])]])}/>",
                "<island data-props=\"{'a':['$map',[['k',['$set',[1]]]]]}\" n=\"0-\">‹<p>a=Map([[k,Set([1])]])</p>›</slot>",
            ),
            (
                "<Show a={\"<\\\"&'\"}/>",
                "<island data-props=\"{'a':'&#60;\\'&#38;''}\" n=\"0-\">‹<p>a=&lt;&quot;&amp;&#x27;</p>›</slot>",
            ),
            (
                "import { url } from \"docgen\"\n<Show href={url(\"./a\\\"\\\\.md\")}/>",
                "<island data-props=\"{'href':'[link:./a%22%5C.md]'}\" n=\"0-\">‹<p>href=[link:./a%22%5C.md]</p>›</slot>",
            ),
        ],
    );
}

#[test]
fn what_is_not_data_is_refused() {
    let property = |what: &str| format!("the prop `a` of `Show` is {what}");
    for (page, message) in [
        ("<Show a={() => 1}/>", property("a function")),
        ("<Show a={Symbol()}/>", property("a symbol that isn't from `Symbol.for`")),
        ("<Show a={new (class Foo {})()}/>", property("an object of the class `Foo`")),
        ("<Show a={/x/}/>", property("an object of the class `RegExp`")),
        ("<Show a={Promise.resolve(1)}/>", property("an object of the class `Promise`")),
        (
            "{(() => { const a: any = {}; a.a = a; return <Show a={a}/>; })()}",
            property("nested too deeply, or contains itself"),
        ),
        (
            "<Show rows={[{ \"on click\": () => 1 }]}/>",
            "the prop `rows[0][\"on click\"]` of `Show` is a function".to_owned(),
        ),
        ("<Show client=\"soon\"/>", "unknown value `soon` for `client`".to_owned()),
    ] {
        let found = first(page, SHOW);
        assert!(found.starts_with("page.md `") && found.ends_with(&message), "{page}\n  {found}");
    }
}

#[test]
fn elements_in_props_are_slots() {
    check(
        SHOW,
        &[
            ("<Show>text</Show>", "<island data-props=\"{'children':'text'}\" n=\"0-\">‹<p>text</p>›</slot>"),
            (
                "<Show>«1»</Show>",
                "<island data-props=\"{'children':['$slot',0]}\" n=\"0-\">‹<p><slot data-slot=\"0\">›{1}‹</slot></p>›</slot>",
            ),
            (
                "<Show>a<b>{1}</b></Show>",
                "<island data-props=\"{'children':['a',['$slot',0]]}\" n=\"0-\">‹<p>a<slot data-slot=\"0\">›<b>1</b>‹</slot></p>›</slot>",
            ),
            (
                "<Show>«1»<b>«2»</b>«3»</Show>",
                "<island data-props=\"{'children':['$slot',0]}\" n=\"0-\">‹<p><slot data-slot=\"0\">›{1}<b>{2}</b>{3}‹</slot></p>›</slot>",
            ),
            (
                "<Show><Show client=\"load\">«1»</Show></Show>",
                "<island data-props=\"{'children':['$slot',0]}\" n=\"0-\">‹<p><slot data-slot=\"0\">›<slot data-client=\"load\" data-module=\"[module:components/Show.tsx]\" data-props=\"{'children':['$slot',0]}\" n=\"1-\">‹<p><slot data-slot=\"0\">›{1}‹</slot></p>›</slot>‹</slot></p>›</slot>",
            ),
            (
                "<Show client=\"only\" a=\"1\" fallback={<i>x</i>}>«1»</Show>",
                "<slot data-client=\"only\" data-module=\"[module:components/Show.tsx]\" data-props=\"{'a':'1','children':['$slot',0]}\" n=\"0-\">‹›<i>x</i>‹<template data-slot=\"0\">›{1}‹</template>›</slot>",
            ),
        ],
    );
}

#[test]
fn slots_are_part_of_the_static_tree() {
    let files = "
//- page.md
import { Level, Depth } from \"./level\"
import { Box } from \"./box\"
<Level.Provider value=\"2\"><Box><Depth/></Box></Level.Provider>
//- level.tsx
import { createContext, useContext } from \"react\";
export const Level = createContext(\"1\");
export const Depth = () => <i>{useContext(Level)}</i>;
//- box.tsx
\"use client\";
import { Depth } from \"./level\";
export const Box = ({ children }: any) => <>{children}<Depth/></>;
";
    let html = outcome(files);
    assert!(html.contains("<slot data-slot=\"0\">\u{fdde}<i>2</i>\u{fddd}</slot><i>1</i>"), "{html}");
}

const FOLD: &str = "
//- components/Fold.tsx
\"use client\";
import { useState, useId } from \"react\";
import { formatNumber, url, Link, usePage } from \"docgen\";
import { next } from \"../lib\";
export default function Fold({ children }: any) {
  const [open] = useState(false);
  return <div id={useId()} className={next()}>{formatNumber(1.5)}<Link to=\"./a.md\">{usePage().title}</Link>{open && children}</div>;
}
export function Other() { return <Fold/>; }
Other.Part = function Part() { return <b>part</b>; };
export const helper = () => 1;
export function toMarkdown({ children }: any) { return `<fold> ${children}`; }
//- lib.ts
let n = 0;
export const next = () => `n${n += 1}`;
";

#[test]
fn a_module_can_be_in_both_graphs_and_knows_the_page() {
    let page = "import { next } from \"./lib\"\n{next()}<Fold>«1»</Fold>";
    assert_eq!(
        island(page, FOLD),
        "n1<md>&#60;fold&#62; {1}</md><slot data-client=\"visible\" data-module=\"[module:components/Fold.tsx]\" \
         data-props=\"{'children':['$slot',0]}\" n=\"0-\" data-facts=\"{'locale':'de','page':{'title':'Page','tags':['a'],'file':'page.md','url':'[page:]'},\
         'answers':{'[\\'formatNumber\\',1.5]':'1,5','[\\'url\\',\\'./a.md\\']':'[link:./a.md]'}}\">‹\
         <div id=\"_hash-0-R_0_\" class=\"n1\">1,5<a href=\"[link:./a.md]\">Page</a></div>\
         <template data-slot=\"0\">›{1}‹</template>›</slot><end>"
    );
}

#[test]
fn static_code_gets_only_components() {
    let import = "import Fold, { Other, helper } from \"./components/Fold\"\n";
    let html = island(&format!("{import}<Other.Part client=\"load\"/>"), FOLD);
    assert!(html.contains("data-export=\"Other.Part\"") && html.contains("‹<b>part</b>›"), "{html}");
    let refused =
        "page.md `helper`: `helper` is part of an interactive module, and a page can use only its components";
    assert_eq!(first(&format!("{import}{{helper()}}"), FOLD), refused);
    assert_eq!(first(&format!("{import}<helper.x/>"), FOLD), refused);
    assert_eq!(
        first("import { nothing } from \"./components/Fold\"\n{nothing}", FOLD),
        "page.md `nothing`: `./components/Fold` has no export `nothing`"
    );
}

#[test]
fn an_island_that_throws_does_not_affect_the_rest_of_the_page() {
    for thrown in [
        "throw new Error(\"no\")",
        "return null.length",
        "return <Missing/>",
        "return <b>{(() => { throw 1 })()}</b>",
    ] {
        let site = Site::new(&format!(
            "
//- page.md
<i>before</i><Broken>«1»</Broken><Broken/><Fine/>
//- components/Fine.tsx
export default function Fine() {{ return <i>fine</i>; }}
//- components/Broken.tsx
\"use client\";
export default function Broken({{ children }}: any) {{ {thrown}; }}
"
        ));
        let rendered = site.render("page.md");
        let html = rendered.html.as_deref().unwrap_or_default();
        assert!(
            html.starts_with("<i>before</i><slot ") && html.ends_with("</slot><i>fine</i>"),
            "{thrown}: {html}"
        );
        assert!(html.contains("<slot data-slot=\"0\">") && !html.contains("<template"), "{thrown}: {html}");
        assert!(!rendered.diagnostics.is_empty(), "{thrown}");
    }
}

#[test]
fn an_island_whose_module_fails_shows_its_content_and_reports_only_the_cause() {
    let found = outcome(
        "
//- page.md
<Broken>«1»</Broken>
//- components/Broken.tsx
\"use client\";
import types from \"not-installed\";
export default function Broken({ children }: any) { return <b>{children}</b>; }
Broken.types = { a: types.oneOf([1]) };
",
    );
    assert!(found.contains("<slot data-slot=\"0\">") && !found.contains("Element type"), "{found}");
    assert_eq!(found.lines().filter(|line| line.contains("components/Broken.tsx:")).count(), 1, "{found}");
}

#[test]
fn client_code_can_leave_things_to_the_browser() {
    let files = "
//- components/Lazy.tsx
\"use client\";
import { lazy, Suspense } from \"react\";
const Heavy = lazy(() => import(\"./Heavy\"));
export default function Lazy() { return <Suspense fallback={<i>wait</i>}><Heavy/></Suspense>; }
export function Alone() { return <Heavy/>; }
//- components/Heavy.tsx
export default function Heavy() { return <b>heavy</b>; }
//- components/Late.tsx
import x from \"react\";
\"use client\";
export default function Late() { return <b/>; }
//- components/Dom.tsx
\"use client\";
window.x = 1;
export default function Dom() { return <b/>; }
//- components/Text.tsx
\"use client\";
import Page from \"../page.md\";
export default function Text() { return <Page/>; }
//- components/Static.tsx
import { lazy } from \"react\";
const Heavy = lazy(() => import(\"./Heavy\"));
export default function Static() { return <i><Heavy/></i>; }
";
    check(
        files,
        &[
            (
                "<Lazy/>",
                "<slot data-client=\"visible\" data-module=\"[module:components/Lazy.tsx]\" n=\"0-\">‹<!--$!--><template data-dgst=\"docgen:waits\"></template><i>wait</i><!--/$-->›</slot>",
            ),
            (
                "import { Alone } from \"./components/Lazy\"\n<Alone/>",
                "components/Lazy.tsx:5:35: uncaught error: A component waits for something, and there is no `<Suspense>` around it",
            ),
            ("<Late/>", "components/Late.tsx:2:1: `\"use client\"` has no effect here"),
            ("<Dom/>", "components/Dom.tsx:2:1: uncaught ReferenceError: window is not defined"),
            (
                "<Dom client=\"only\"/>",
                "<slot data-client=\"only\" data-module=\"[module:components/Dom.tsx]\" n=\"0-\">‹›</slot>",
            ),
            (
                "<Text/>",
                "components/Text.tsx:2:18: an interactive module can't import Markdown, such as `../page.md`",
            ),
            ("<Static/>", "<i><b>heavy</b></i>"),
        ],
    );
}

#[test]
fn client_code_can_use_packages() {
    let files = "
//- npm/names
export const all = { default: (name) => name.toUpperCase(), two: 2 };
//- npm/map
export const all = { width: window.innerWidth, Map: () => null };
//- npm/server
import * as server from \"react-dom/server\";
export const all = {};
//- components/Upper.tsx
\"use client\";
import upper, { two } from \"names\";
export default function Upper() { return <b>{upper(\"a\")}{two}</b>; }
//- components/World.tsx
\"use client\";
import { Map } from \"map\";
import \"names\";
export default function World() { return <Map/>; }
//- components/Server.tsx
\"use client\";
import \"server\";
export default function Server() { return null; }
//- components/Lost.tsx
\"use client\";
import \"lost\";
export default function Lost() { return null; }
";
    check(
        files,
        &[
            (
                "<Upper/>",
                "<slot data-client=\"visible\" data-module=\"[module:components/Upper.tsx]\" n=\"0-\">‹<b>A<!-- -->2</b>›</slot>",
            ),
            (
                "<World client=\"only\"/>",
                "<slot data-client=\"only\" data-module=\"[module:components/World.tsx]\" n=\"0-\">‹›</slot>",
            ),
            (
                "<World/>",
                "components/World.tsx:2:21: can't import the package `map`: it failed to load: uncaught ReferenceError: window is not defined (node_modules/map/index.js:1:29)",
            ),
            (
                "<Server client=\"only\"/>",
                "components/Server.tsx:2:8: can't import the package `server`: it needs `react-dom/server`, which isn't available in docgen",
            ),
            (
                "<Lost client=\"only\"/>",
                "components/Lost.tsx:2:8: can't import the package `lost`: it isn't installed",
            ),
        ],
    );
}
