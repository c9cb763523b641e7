//! Problems with front matter, directives, islands, and raw HTML.

use super::check;

#[test]
fn front_matter_that_is_wrong() {
    check(
        "
//- content/docs/a.md
---
titel: A
sidebar_position: first
tags: one
draft: maybe
toc_max_heading_level: 9
---
# A
//- content/docs/b.md
---
title: [B
---
# B
//- content/docs/c.md
+++
title = C
+++
# C
//- content/docs/d.md
---
title: D
title: E
---
# D
//- content/docs/e.md
---
displayed_sidebar: dosc
pagination_next: aa
---
# E
//- content/pages/f.md
---
layout: hoem
---
# F
",
        r#"
error[invalid-front-matter]: unknown key `titel` in front matter
 --> content/docs/a.md:2:1
  |
2 | titel: A
  | ^^^^^
  |
  = hint: did you mean `title`?

error[invalid-front-matter]: `sidebar_position`: expected a number, found a string
 --> content/docs/a.md:3:19
  |
3 | sidebar_position: first
  |                   ^^^^^

error[invalid-front-matter]: `tags`: expected a list of strings, found a string
 --> content/docs/a.md:4:7
  |
4 | tags: one
  |       ^^^
  |
  = hint: use `tags: ["one"]`

error[invalid-front-matter]: `draft`: expected `true` or `false`, found a string
 --> content/docs/a.md:5:8
  |
5 | draft: maybe
  |        ^^^^^
  |
  = hint: use `draft: false`

error[invalid-front-matter]: `toc_max_heading_level`: expected an integer from 2 to 6, found 9
 --> content/docs/a.md:6:24
  |
6 | toc_max_heading_level: 9
  |                        ^

error[invalid-front-matter]: invalid YAML in the front matter: unclosed bracket '['
 --> content/docs/b.md:2:1
  |
2 | title: [B
  | ^^^^^^^^^

error[invalid-front-matter]: invalid TOML in the front matter: string values must be quoted, expected literal string
 --> content/docs/c.md:2:9
  |
2 | title = C
  |         ^
  |
  = hint: use `"C"`

error[invalid-front-matter]: invalid YAML in the front matter: duplicate mapping key: title not allowed here
 --> content/docs/d.md:3:1
  |
3 | title: E
  | ^^^^^
  |
  = hint: remove one of them

error[invalid-front-matter]: unknown sidebar `dosc`
 --> content/docs/e.md:2:1
  |
2 | displayed_sidebar: dosc
  | ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `docs`?

error[invalid-front-matter]: unknown document `aa`
 --> content/docs/e.md:3:1
  |
3 | pagination_next: aa
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `a`?

error[invalid-front-matter]: unknown layout `hoem`
 --> content/pages/f.md:2:1
  |
2 | layout: hoem
  | ^^^^^^^^^^^^
  |
  = hint: did you mean `home`?
"#,
    );
}

#[test]
fn front_matter_that_never_closes() {
    check(
        "
//- content/docs/a.md
---
title: A
draft: false

# A

[gone](gone.md)
//- content/docs/b.md
+++
title = 'B'
//- content/docs/c.md
---

A thematic break is no front matter.
",
        r#"
error[invalid-front-matter]: the front matter that starts with `---` is never closed
 --> content/docs/a.md:1:1
  |
1 | ---
  | ^^^
  |
  = hint: add the line `---` after the last setting
  = hint: for a thematic break, write `***`

error[broken-link]: broken link: `gone.md` doesn't match any page or file on this site
 --> content/docs/a.md:7:8
  |
7 | [gone](gone.md)
  |        ^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`

error[invalid-front-matter]: the front matter that starts with `+++` is never closed
 --> content/docs/b.md:1:1
  |
1 | +++
  | ^^^
  |
  = hint: add the line `+++` after the last setting
"#,
    );
}

#[test]
fn directives_and_islands_that_docgen_does_not_know() {
    check(
        "
//- content/docs/a.md
# A

:::warnign[Careful]
Text.
:::

:::zzz
Text.
:::

:::note
never closed

<div data-island=\"diagarm\"></div>

<Tabs>

<Widget size=\"3\" />

```klingon
qapla
```
",
        r#"
warning[unknown-directive]: unknown directive `warnign`; only its content is shown
 --> content/docs/a.md:3:1
  |
3 | :::warnign[Careful]
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `:::warning`?

warning[unknown-directive]: unknown directive `zzz`; only its content is shown
 --> content/docs/a.md:7:1
  |
7 | :::zzz
  | ^^^^^^
  |
  = hint: for an admonition, use `note`, `tip`, `info`, `warning`, or `danger`

warning[unbalanced-directive]: `:::note` is never closed
  --> content/docs/a.md:11:1
   |
11 | :::note
   | ^^^^^^^
   |
   = hint: add the line `:::` where the content ends

warning[unknown-island]: unknown island `diagarm`
  --> content/docs/a.md:14:19
   |
14 | <div data-island="diagarm"></div>
   |                   ^^^^^^^
   |
   = hint: did you mean `diagram`?

warning[unbalanced-directive]: `<Tabs>` is never closed
  --> content/docs/a.md:16:1
   |
16 | <Tabs>
   | ^^^^^^
   |
   = hint: add the line `</Tabs>` where the content ends

warning[unknown-component]: unknown component `<Widget>`; it's shown as text
  --> content/docs/a.md:18:1
   |
18 | <Widget size="3" />
   | ^^^^^^^^^^^^^^^^^^^
   |
   = hint: to use your own component, add `components/Widget.tsx`
   = hint: to show it as text, put it in backticks or write `\<`

warning[unknown-language]: unknown language `klingon`
  --> content/docs/a.md:20:1
   |
20 | ```klingon
   | ^^^^^^^^^^
   |
   = hint: use `text` for plain text
"#,
    );
}

#[test]
fn raw_html_and_fences_that_are_not_closed() {
    check(
        "
//- content/docs/a.md
# A

</main>

- <div class=\"a\">

  text <b>bold</i>

<a id=\"x\"/>
<!-- below

```sh
ls
",
        r#"
warning[unbalanced-html]: `</main>` has no matching `<main>`
 --> content/docs/a.md:3:1
  |
3 | </main>
  | ^^^^^^^
  |
  = hint: remove the tag; docgen left it out

warning[unbalanced-html]: `<div>` is never closed
 --> content/docs/a.md:5:3
  |
5 | - <div class="a">
  |   ^^^^^^^^^^^^^^^
  |
  = hint: add `</div>` where the element ends; docgen closed it at the end of the list item

warning[unbalanced-html]: `<b>` is never closed
 --> content/docs/a.md:7:8
  |
7 |   text <b>bold</i>
  |        ^^^
  |
  = hint: add `</b>` where the element ends; docgen closed it at the end of the paragraph

warning[unbalanced-html]: `</i>` has no matching `<i>`
 --> content/docs/a.md:7:15
  |
7 |   text <b>bold</i>
  |               ^^^^
  |
  = hint: remove the tag; docgen left it out

warning[unbalanced-html]: `/>` doesn't close `<a>`
 --> content/docs/a.md:9:1
  |
9 | <a id="x"/>
  | ^^^^^^^^^^^
  |
  = hint: use `<a></a>`; in HTML, `/>` works only for elements without content

warning[unbalanced-html]: `<!--` is never closed
  --> content/docs/a.md:10:1
   |
10 | <!-- below
   | ^^^^
   |
   = hint: add `-->` in the right place; docgen added it at the end of the HTML block

warning[unclosed-fence]: the code fence is never closed
  --> content/docs/a.md:12:1
   |
12 | ```sh
   | ^^^^^
   |
   = hint: add the line "```" after the last line of code; everything up to the end of the page is code
"#,
    );
}

#[test]
fn what_is_almost_an_attribute_and_footnotes_that_are_not_shown() {
    check(
        "
//- content/docs/a.md
# A

Text[^one] and [^One] and [^tow].

[^one]: The first.
[^two]: Not shown.
[^ONE]: A second one.

:::note{titel=\"Mind\" class=wide}
Text.
:::

```js showLineNumber live
1
```
",
        r#"
warning[undefined-footnote]: undefined footnote `[^tow]`; the reference is shown as text
 --> content/docs/a.md:3:27
  |
3 | Text[^one] and [^One] and [^tow].
  |                           ^^^^^^
  |
  = hint: add a line that starts with `[^tow]:`, or remove the reference

warning[unused-footnote]: unused footnote `[^two]`; it isn't shown
 --> content/docs/a.md:6:1
  |
6 | [^two]: Not shown.
  | ^^^^^^
  |
  = hint: refer to the footnote with `[^two]`, or remove it

warning[unused-footnote]: duplicate footnote `[^one]`; only the first one is shown
 --> content/docs/a.md:7:1
  |
7 | [^ONE]: A second one.
  | ^^^^^^
  |
  = hint: rename or remove this footnote

warning[unknown-attribute]: unknown attribute `titel`
 --> content/docs/a.md:9:1
  |
9 | :::note{titel="Mind" class=wide}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `title`?

warning[unknown-attribute]: unknown attribute `showLineNumber`
  --> content/docs/a.md:13:1
   |
13 | ```js showLineNumber live
   | ^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `showLineNumbers`?
"#,
    );
}

#[test]
fn directives_in_text_that_lack_something() {
    check(
        "
//- content/docs/a.md
# A

An :icon{name=rockett} and a :badge[new]{kind=tipp}.
",
        r#"
warning[invalid-directive]: unknown icon `rockett`
 --> content/docs/a.md:3:4
  |
3 | An :icon{name=rockett} and a :badge[new]{kind=tipp}.
  |    ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `rocket`?

warning[invalid-directive]: unknown badge kind `tipp`
 --> content/docs/a.md:3:30
  |
3 | An :icon{name=rockett} and a :badge[new]{kind=tipp}.
  |                              ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `tip`?
"#,
    );
}

#[test]
fn content_between_tabs_and_tabs_that_open_together() {
    check(
        "
//- content/docs/a.md
# A

::::tabs
Between.
:::tab[C]
In one.
:::
:::tab[C++]
In another.
:::
::::

::::tabs{default=\"c\"}
:::tab[Cc]
:::
::::

:::tabs
:::

<Tabs>
<TabItem label=\"A\">

In one.

</TabItem>

After tabs that nothing closes.
",
        r#"
warning[invalid-tabs]: this content isn't in a tab, so it's always shown
 --> content/docs/a.md:4:1
  |
4 | Between.
  | ^^^^^^^^
  |
  = hint: move the content into one of the tabs, or out of the group

warning[invalid-tabs]: duplicate tab value `c`: `C` and `C++` open together
 --> content/docs/a.md:8:1
  |
8 | :::tab[C++]
  | ^^^^^^^^^^^
  |
  = hint: change one of the values, as in `value="c-2"`

warning[invalid-tabs]: unknown default tab `c`; the first tab is selected
  --> content/docs/a.md:13:19
   |
13 | ::::tabs{default="c"}
   |                   ^
   |
   = hint: did you mean `cc`?

warning[invalid-tabs]: this group has no tabs
  --> content/docs/a.md:18:1
   |
18 | :::tabs
   | ^^^^^^^
   |
   = hint: start each tab with `:::tab[Label]`, or remove the group

warning[unbalanced-directive]: `<Tabs>` is never closed
  --> content/docs/a.md:21:1
   |
21 | <Tabs>
   | ^^^^^^
   |
   = hint: add the line `</Tabs>` where the content ends
"#,
    );
}

#[test]
fn syntax_of_other_generators_is_shown_as_text() {
    check(
        "
//- content/docs/a.md
# A

!!! note \"Title\"
    Text.

{{< tabs >}} `{{< tabs >}}`

Text {{% tab %}}
//- content/docs/b.md
# B

<!--@include: ./a.md-->

$$
x
$$
",
        r#"
warning[foreign-syntax]: docgen shows an MkDocs admonition as text
 --> content/docs/a.md:3:1
  |
3 | !!! note "Title"
  | ^^^^^^^^
  |
  = hint: write `:::note[Title]`, the text, and `:::`
  = hint: to convert a whole site, run `docgen import`

warning[foreign-syntax]: docgen shows a Hugo shortcode as text (2 times in this file)
 --> content/docs/a.md:6:1
  |
6 | {{< tabs >}} `{{< tabs >}}`
  | ^^^^^^^^
  |
  = hint: use a directive, such as `:::note`, or a component in an `.mdx` file
  = hint: to convert a whole site, run `docgen import`

warning[foreign-syntax]: docgen leaves out a VitePress include
 --> content/docs/b.md:3:1
  |
3 | <!--@include: ./a.md-->
  | ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: write `::include{file="./_part.md"}`, with the other file's path
  = hint: to convert a whole site, run `docgen import`

warning[foreign-syntax]: docgen shows math as text
 --> content/docs/b.md:5:1
  |
5 | $$
  | ^^
  |
  = hint: set `math = true` in `[markdown]` in `docgen.toml`, write formulas as `$x$` or `$$x$$`, and close each brace
"#,
    );
}
