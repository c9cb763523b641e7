//! Problems with the style sheets that components import.

use super::check;

#[test]
fn style_sheets_that_are_not_valid() {
    check(
        r#"
//- components/Card.tsx
import "./card.css";
import styles from "./card.module.css";
export default () => <p className={styles.a} />;
//- components/card.css
@import "./nope.css";
@import "./again.css";
a { background: url(img/leef.png) url("/nope.png") url(./.git/x.png); }
// a comment
p { color: red
//- components/again.css
@import "./card.css";
//- components/card.module.css
.a { composes: c; }
.b { composes: d from "./nope.module.css"; }
@value x: 1px;
//- components/img/leaf.png
leaf
//- content/docs/a.md
# A

<Card />
"#,
        r#"
error[invalid-css]: `./card.css` imports this file again
 --> components/again.css:1:9
  |
1 | @import "./card.css";
  |         ^^^^^^^^^^^^
  |
  = hint: remove one of the imports

error[invalid-css]: file not found: `./nope.css`
 --> components/card.css:1:9
  |
1 | @import "./nope.css";
  |         ^^^^^^^^^^^^
  |
  = hint: add the file `components/nope.css`, or correct the path

error[invalid-css]: file not found: `img/leef.png`
 --> components/card.css:3:17
  |
3 | a { background: url(img/leef.png) url("/nope.png") url(./.git/x.png); }
  |                 ^^^^^^^^^^^^^^^^^
  |
  = hint: add the file `components/img/leef.png`, or correct the path

error[invalid-css]: file not found: `/nope.png`
 --> components/card.css:3:39
  |
3 | a { background: url(img/leef.png) url("/nope.png") url(./.git/x.png); }
  |                                       ^^^^^^^^^^^
  |
  = hint: add the file `static/nope.png`, or correct the path

error[invalid-css]: file not found: `./.git/x.png`
 --> components/card.css:3:52
  |
3 | a { background: url(img/leef.png) url("/nope.png") url(./.git/x.png); }
  |                                                    ^^^^^^^^^^^^^^^^^
  |
  = hint: rename the file or folder: names that start with a dot are allowed only in `static/`

error[invalid-css]: `//` doesn't start a comment in CSS
 --> components/card.css:4:1
  |
4 | // a comment
  | ^^
  |
  = hint: use `/* … */`

error[invalid-css]: `{` is never closed
 --> components/card.css:5:3
  |
5 | p { color: red
  |   ^
  |
  = hint: add `}`

error[invalid-css]: this file has no class `c`
 --> components/card.module.css:1:16
  |
1 | .a { composes: c; }
  |                ^
  |
  = hint: add the class, or use `from global` if it isn't in a CSS module
  = hint: the page `content/docs/a.md` uses this file

error[invalid-import]: can't import `./nope.module.css`: the file `components/nope.module.css` doesn't exist
 --> components/card.module.css:2:23
  |
2 | .b { composes: d from "./nope.module.css"; }
  |                       ^^^^^^^^^^^^^^^^^^^
  |
  = hint: check the path, which is relative to the importing file
  = hint: the page `content/docs/a.md` uses this file

error[invalid-css]: `@value` isn't supported
 --> components/card.module.css:3:1
  |
3 | @value x: 1px;
  | ^^^^^^
  |
  = hint: define a custom property, such as `--gap: 1rem`, and use it as `var(--gap)`
"#,
    );
}

#[test]
fn style_sheets_in_other_languages() {
    check(
        r#"
//- components/a.module.scss
.a { .b { top: 0 } }
//- components/b.less
.a { top: 0 }
//- components/c.styl
.a
//- components/d.css
@import "./e.sass";
//- components/e.sass
.a
//- content/docs/a.mdx
import styles from "../../components/a.module.scss"
import "../../components/b.less"
import "../../components/c.styl"
import "../../components/d.css"

# A
"#,
        r#"
error[invalid-css]: can't import `./e.sass`: docgen doesn't compile Sass
 --> components/d.css:1:9
  |
1 | @import "./e.sass";
  |         ^^^^^^^^^^
  |
  = hint: run `npx sass components/e.sass components/e.css`, and import `e.css`

error[invalid-import]: can't import `../../components/a.module.scss`: docgen doesn't compile Sass
 --> content/docs/a.mdx:1:20
  |
1 | import styles from "../../components/a.module.scss"
  |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: run `npx sass components/a.module.scss components/a.module.css`, and import `a.module.css`

error[invalid-import]: can't import `../../components/b.less`: docgen doesn't compile Less
 --> content/docs/a.mdx:2:8
  |
2 | import "../../components/b.less"
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: run `npx -p less lessc components/b.less components/b.css`, and import `b.css`

error[invalid-import]: can't import `../../components/c.styl`: docgen doesn't compile Stylus
 --> content/docs/a.mdx:3:8
  |
3 | import "../../components/c.styl"
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: run `npx stylus components/c.styl --out components/c.css`, and import `c.css`
"#,
    );
}
