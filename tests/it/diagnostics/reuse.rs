//! The messages about included files, variables, and code from files.

use super::check;

#[test]
fn what_a_page_shows_of_other_files_has_to_exist() {
    check(
        r#"
//- docgen.toml
[variables]
product = "Kettle"
//- src/lib.rs
// #region parse
fn parse() {}
// #endregion
//- content/docs/index.md
# Start

Install {{ prodct }}.

::include{file="./_water.md" amount="1"}
//- content/docs/parser.md
# Parser

```rust file="../../src/lib.rs" region="parze"
```

::include{file="./_watr.md"}
//- content/docs/_water.md
{{ amont }} liter
//- content/docs/title.md
---
title: For {{ products }}
---

Text.
"#,
        r#"
error[unknown-variable]: unknown variable `prodct`
 --> content/docs/index.md:3:9
  |
3 | Install {{ prodct }}.
  |         ^^^^^^^^^^^^
  |
  = hint: did you mean `product`?

error[unknown-variable]: `./_water.md` shows the variable `amont`, but the include sets `amount`
 --> content/docs/index.md:5:30
  |
5 | ::include{file="./_water.md" amount="1"}
  |                              ^^^^^^
  |
  = hint: did you mean `amont`?

error[invalid-include]: `../../src/lib.rs` has no region `parze`
 --> content/docs/parser.md:3:1
  |
3 | ```rust file="../../src/lib.rs" region="parze"
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `parse`?

error[invalid-include]: can't read `./_watr.md`: the file doesn't exist
 --> content/docs/parser.md:6:1
  |
6 | ::include{file="./_watr.md"}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: check the path, which is relative to the page's file

error[unknown-variable]: unknown variable `products`
 --> content/docs/title.md:2:12
  |
2 | title: For {{ products }}
  |            ^^^^^^^^^^^^^^
  |
  = hint: did you mean `product`?
"#,
    );
}

#[test]
fn a_term_has_one_definition() {
    check(
        r#"
//- content/docs/index.md
# Start
//- content/docs/glossary.md
---
glossary: true
---
# Glossary

Token
tokens
: A secret.

token
: Another secret.

Empty
: ![](dot.svg)
//- content/docs/dot.svg
<svg width='1' height='1'/>
"#,
        r#"
warning[invalid-glossary]: duplicate term `token`
  --> content/docs/glossary.md:10:1
   |
10 | token
   | ^^^^^
   |
   = hint: remove one of the definitions

warning[invalid-glossary]: the term `Empty` has no definition
  --> content/docs/glossary.md:13:1
   |
13 | Empty
   | ^^^^^
   |
   = hint: write a paragraph after the term
"#,
    );
}
