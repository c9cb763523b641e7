//! The messages about components, imports, and MDX.

use super::check;

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
  = hint: write the date, such as `new Date("2026-01-31")`, or use `buildDate` from "docgen"
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
        "",
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
"#,
        "",
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
        "",
    );
}
