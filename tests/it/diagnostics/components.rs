//! The messages about components, imports, and MDX.

use super::check;
use crate::harness::Project;

#[test]
fn components_that_do_not_compile_or_fail() {
    check(
        r#"
//- components/Broken.tsx
export default () => <p>{</p>;
//- components/Throws.tsx
function inner(x: { y: string } | undefined) {
  return x!.y;
}
export default () => <p>{inner(undefined)}</p>;
//- components/Clock.tsx
export default () => <p>{Date.now()}</p>;
//- content/docs/a.md
# A

Text.

<Throws />
//- content/docs/b.mdx
# B

<Broken />
//- content/docs/c.mdx
# C

{[1, 2].map((n) => <Clock key={n} />)}
"#,
        r#"
error[component-error]: unexpected token
 --> components/Broken.tsx:1:27
  |
1 | export default () => <p>{</p>;
  |                           ^
  |
  = hint: the page `content/docs/b.mdx` uses this file

error[component-error]: `Date.now()` isn't available: pages are rendered without a clock
 --> components/Clock.tsx:1:31
  |
1 | export default () => <p>{Date.now()}</p>;
  |                               ^
  |
  = hint: specify the date, such as `new Date("2026-01-31")`
  = hint: the page `content/docs/c.mdx` uses this file

error[component-error]: uncaught TypeError: cannot read property 'y' of undefined
 --> components/Throws.tsx:2:10
  |
2 |   return x!.y;
  |          ^
  |
  = hint: the page `content/docs/a.md` uses this file
"#,
    );
}

#[test]
fn imports_without_a_file() {
    check(
        r#"
//- components/Thrown.tsx
export default () => null;
//- content/docs/a.mdx
import a from "./nope.json"
import b from "lodash"
import c from "../../../../etc/passwd"
import d from "https://x.example/a.js"
import e from "../../components/Thrwon"

# A

{a}
"#,
        r#"
error[invalid-import]: can't import `./nope.json`: the file `content/docs/nope.json` doesn't exist
 --> content/docs/a.mdx:1:15
  |
1 | import a from "./nope.json"
  |               ^^^^^^^^^^^^^
  |
  = hint: check the path, which is relative to the importing file

error[invalid-import]: can't import the package `lodash`: it isn't installed
 --> content/docs/a.mdx:2:15
  |
2 | import b from "lodash"
  |               ^^^^^^^^
  |
  = hint: run `npm install lodash esbuild`

error[invalid-import]: the import `../../../../etc/passwd` points outside the site's folder
 --> content/docs/a.mdx:3:15
  |
3 | import c from "../../../../etc/passwd"
  |               ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: copy the file into the site's folder

error[invalid-import]: can't import the URL `https://x.example/a.js`
 --> content/docs/a.mdx:4:15
  |
4 | import d from "https://x.example/a.js"
  |               ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: save the file in the site's folder, and import that file

error[invalid-import]: can't import `../../components/Thrwon`: the file `components/Thrwon` doesn't exist
 --> content/docs/a.mdx:5:15
  |
5 | import e from "../../components/Thrwon"
  |               ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `../../components/Thrown.tsx`?
"#,
    );
}

#[test]
fn mdx_that_is_not_valid() {
    check(
        r#"
//- components/Box.tsx
export default ({ children }) => <div>{children}</div>;
//- content/docs/a.mdx
# A

Sum: {1 +}

<Box>

text

- </Box>

<Bxo />
//- content/docs/b.md
# B

<Box size={large}>

Text.

</Box>

<pre>
<Box/>
</pre>
//- content/docs/c.mdx
# C

export default ({ children }) => <main>{children}</main>

A <img src="a.png"> B
"#,
        r#"
error[invalid-mdx]: invalid JavaScript: unexpected token
 --> content/docs/a.mdx:3:10
  |
3 | Sum: {1 +}
  |          ^
  |
  = hint: to show a brace as text, write `\{`

error[invalid-mdx]: expected a closing tag for `<Box>` before the end of the page
 --> content/docs/a.mdx:5:1
  |
5 | <Box>
  | ^^^^^
  |
  = hint: close each tag in the block that it starts in, or write `\<` to show it as text

error[invalid-mdx]: `</Box>` has no opening tag in the list item
 --> content/docs/a.mdx:9:3
  |
9 | - </Box>
  |   ^^^^^^
  |
  = hint: close each tag in the block that it starts in, or write `\<` to show it as text

warning[unknown-component]: unknown component `Bxo`
  --> content/docs/a.mdx:11:2
   |
11 | <Bxo />
   |  ^^^
   |
   = hint: add the component as `components/Bxo.tsx`, or import it

error[invalid-mdx]: expected JSON in the braces
 --> content/docs/b.md:3:12
  |
3 | <Box size={large}>
  |            ^
  |
  = hint: to use JavaScript, change the file extension to `.mdx`

warning[unknown-component]: the component `<Box>` is inside raw HTML; it's shown as text
  --> content/docs/b.md:10:1
   |
10 | <Box/>
   | ^^^^^^
   |
   = hint: move it out of the raw HTML, or write `&lt;` to show it as text

error[invalid-mdx]: layouts with `export default` aren't supported
 --> content/docs/c.mdx:3:1
  |
3 | export default ({ children }) => <main>{children}</main>
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: remove the statement; docgen's theme determines the layout of pages

error[invalid-mdx]: expected `/>` at the end of `<img>`
 --> content/docs/c.mdx:5:3
  |
5 | A <img src="a.png"> B
  |   ^^^^^^^^^^^^^^^^^
  |
  = hint: use `<img src="a.png" />`
"#,
    );
}

#[test]
fn a_component_that_drops_or_repeats_headings() {
    check(
        r#"
//- components/Times.tsx
export default ({ count, children }) => <div>{Array.from({ length: count }, () => children)}</div>;
//- content/docs/a.md
# A

<Times count={0}>

## Never

</Times>

<Times count={1}>

## Once

</Times>

<Times count={2}>

## Twice

</Times>
"#,
        r#"
warning[component-children]: the heading `Never` isn't shown: the component around it doesn't render its children
 --> content/docs/a.md:5:1
  |
5 | ## Never
  | ^^^^^^^^
  |
  = hint: render `children` exactly once in the component, or move the heading out of it

warning[component-children]: the heading `Twice` is shown 2 times: the component around it repeats its children
  --> content/docs/a.md:17:1
   |
17 | ## Twice
   | ^^^^^^^^
   |
   = hint: render `children` exactly once in the component, or move the heading out of it
"#,
    );
}

#[test]
fn problems_in_imported_files() {
    check(
        r#"
//- components/Once.tsx
export default ({ children }) => <div>{children}</div>;
//- components/Never.tsx
export default () => null;
//- components/Card.tsx
export default ({ to }) => <a href={to}>card</a>;
//- content/docs/parts/_note.mdx
See [the guide](./guide.md) and [the end](#end). ![a chart](./chart.png)

<a href="./raw.md">raw</a> <Card to="./card.md" />

:::nope
x
:::

## Same {#same}

## Same {#same}

<Never>

## Lost

</Never>

<Unknown />
//- content/docs/parts/_text.md
[gone](./gone.md) and [there](../b.md)
//- content/docs/a.mdx
import Text from "./parts/_text.md"

# A

<Text />

<Text />
//- content/docs/b.mdx
import Text from "./parts/_text.md"

# B

<Once>
<Text />
</Once>
//- content/docs/c.mdx
import Note from "./parts/_note.mdx"

# C

<Note />
//- content/docs/d.mdx
import Note from "./parts/_note.mdx"
import Text from "./parts/_text.md"

# D

<Note />
"#,
        r#"
error[broken-link]: broken link: `./guide.md` doesn't match any page or file on this site
 --> content/docs/parts/_note.mdx:1:17
  |
1 | See [the guide](./guide.md) and [the end](#end). ![a chart](./chart.png)
  |                 ^^^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`
  = hint: `content/docs/c.mdx` and another page use this file

warning[broken-anchor]: broken link: `#end` doesn't match any heading or ID on the target page
 --> content/docs/parts/_note.mdx:1:43
  |
1 | See [the guide](./guide.md) and [the end](#end). ![a chart](./chart.png)
  |                                           ^^^^
  |
  = hint: add the ID to a heading on each page that uses this file, or correct the link
  = hint: `content/docs/c.mdx` and another page use this file

error[missing-image]: image not found: `./chart.png`
 --> content/docs/parts/_note.mdx:1:61
  |
1 | See [the guide](./guide.md) and [the end](#end). ![a chart](./chart.png)
  |                                                             ^^^^^^^^^^^
  |
  = hint: add the file `content/docs/parts/chart.png`, or correct the path
  = hint: `content/docs/c.mdx` and another page use this file

error[broken-link]: broken link: `./raw.md` doesn't match any page or file on this site
 --> content/docs/parts/_note.mdx:3:10
  |
3 | <a href="./raw.md">raw</a> <Card to="./card.md" />
  |          ^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`
  = hint: `content/docs/c.mdx` and another page use this file

error[broken-link]: broken link: `./card.md` doesn't match any page or file on this site
 --> content/docs/parts/_note.mdx:3:38
  |
3 | <a href="./raw.md">raw</a> <Card to="./card.md" />
  |                                      ^^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`
  = hint: `content/docs/c.mdx` and another page use this file

warning[unknown-directive]: unknown directive `nope`; only its content is shown
 --> content/docs/parts/_note.mdx:5:1
  |
5 | :::nope
  | ^^^^^^^
  |
  = hint: did you mean `:::note`?
  = hint: `content/docs/c.mdx` and another page use this file

error[duplicate-id]: duplicate heading ID `same`
  --> content/docs/parts/_note.mdx:11:1
   |
11 | ## Same {#same}
   | ^^^^^^^^^^^^^^^
   |
   = hint: change or remove one of the IDs
   = hint: `content/docs/c.mdx` and another page use this file

warning[component-props]: `Never` doesn't show its content: it has no prop `children`
  --> content/docs/parts/_note.mdx:13:2
   |
13 | <Never>
   |  ^^^^^
   |
   = hint: remove the content, or add `children` to the component's prop types
   = hint: `content/docs/c.mdx` and another page use this file

warning[component-children]: the heading `Lost` isn't shown: the component around it doesn't render its children
  --> content/docs/parts/_note.mdx:15:1
   |
15 | ## Lost
   | ^^^^^^^
   |
   = hint: render `children` exactly once in the component, or move the heading out of it
   = hint: `content/docs/c.mdx` and another page use this file

warning[unknown-component]: unknown component `Unknown`
  --> content/docs/parts/_note.mdx:19:2
   |
19 | <Unknown />
   |  ^^^^^^^
   |
   = hint: add the component as `components/Unknown.tsx`, or import it
   = hint: `content/docs/c.mdx` and another page use this file

error[broken-link]: broken link: `./gone.md` doesn't match any page or file on this site
 --> content/docs/parts/_text.md:1:8
  |
1 | [gone](./gone.md) and [there](../b.md)
  |        ^^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`
  = hint: `content/docs/a.mdx` and 2 other pages use this file

error[broken-link]: broken link: `../b.md` doesn't match any page or file on this site
 --> content/docs/parts/_text.md:1:31
  |
1 | [gone](./gone.md) and [there](../b.md)
  |                               ^^^^^^^
  |
  = hint: did you mean `../b.mdx`?
  = hint: `content/docs/a.mdx` and 2 other pages use this file
"#,
    );
}

#[test]
fn tags_that_do_not_match_the_props_of_their_components() {
    check(
        r#"
//- components/Chart.tsx
import type { Unit } from "./units";
interface Props { data: number[]; title?: string; rows?: number; unit?: Unit }
export default function Chart({ title }: Props) {
  return <p>{title}</p>;
}
//- components/units.ts
export type Unit = "kg" | "t";
//- content/docs/a.md
# A

<Chart titel="a" unit="gk" />
//- content/docs/b.mdx
# B

<Chart data={[1]} rows="3">
  Text.
</Chart>
"#,
        r#"
warning[component-props]: `Chart` needs the prop `data`
 --> content/docs/a.md:3:2
  |
3 | <Chart titel="a" unit="gk" />
  |  ^^^^^
  |
  = hint: add `data={…}`

warning[component-props]: `Chart` has no prop `titel`
 --> content/docs/a.md:3:8
  |
3 | <Chart titel="a" unit="gk" />
  |        ^^^^^
  |
  = hint: did you mean `title`?

warning[component-props]: unknown value `gk` for `unit`
 --> content/docs/a.md:3:18
  |
3 | <Chart titel="a" unit="gk" />
  |                  ^^^^
  |
  = hint: use one of `kg`, `t`

warning[component-props]: `Chart` doesn't show its content: it has no prop `children`
 --> content/docs/b.mdx:3:2
  |
3 | <Chart data={[1]} rows="3">
  |  ^^^^^
  |
  = hint: remove the content, or add `children` to the component's prop types

warning[component-props]: `rows`: expected a number, found the string `3`
 --> content/docs/b.mdx:3:19
  |
3 | <Chart data={[1]} rows="3">
  |                   ^^^^
  |
  = hint: use `rows={3}`
"#,
    );
}

#[test]
fn a_component_in_a_markdown_file_has_a_hint_with_its_directive() {
    let site = Project::new("");
    for (component, hint) in [
        ("Note", "use the `note` directive instead, or rename the file to `.mdx`"),
        ("CardGroup", "use the `cards` directive instead, or rename the file to `.mdx`"),
        ("Callout", "use a directive such as `:::note` instead, or rename the file to `.mdx`"),
        ("CodeBlock", "use a code block instead, or rename the file to `.mdx`"),
        ("Foreign", "to use your own component, add `components/Foreign.tsx`"),
    ] {
        site.write("content/docs/a.md", format!("# A\n\n<{component}>\n\nText.\n\n</{component}>\n"));
        let found = site.run("check --format json").json();
        let unknown: Vec<_> = found.iter().filter(|one| one["code"] == "unknown-component").collect();
        assert_eq!(unknown.len(), 1, "{component}: {found:#?}");
        assert_eq!(unknown[0]["hints"][0], hint);
    }
    // As the hint says, the components work in the other kind of file.
    site.remove("content/docs/a.md").write("content/docs/a.mdx", "# A\n\n<Note>\n\nText.\n\n</Note>\n");
    assert!(site.run("check --format json").json().is_empty());
}
