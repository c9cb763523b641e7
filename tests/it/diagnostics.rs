//! What docgen says about content that is wrong: every kind of problem with its file, line, column and hint.

use crate::harness::{Project, same_text};

/// Checks a site and compares all that is said about it but the last line, the summary.
#[track_caller]
fn check(fixture: &str, expected: &str) {
    let project = Project::new(fixture);
    let run = project.run("check");
    let (problems, _) = run.stderr.rsplit_once("\n\n").unwrap_or(("", &run.stderr));
    same_text(expected.trim(), problems);
}

#[test]
fn a_broken_link_names_the_nearest_page() {
    check(
        "
//- content/docs/intro.md
# Intro

A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
a [reference][gone], an ![image as a link](./intro.md) and <a href=\"/nowhere/at/all\">HTML</a>.

[gone]: zzz.pdf
//- content/docs/guides/install.md
# Install
//- content/docs/guides/update.md
# Update
",
        r#"
error[broken-link]: `./guides/instal.md` leads to no page or file of this site
 --> content/docs/intro.md:3:10
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |          ^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `./guides/install.md`?

error[broken-link]: `/docs/guides/instal` leads to no page or file of this site
 --> content/docs/intro.md:3:44
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |                                            ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/guides/install`?

error[broken-link]: `./old/install.md#linux` leads to no page or file of this site
 --> content/docs/intro.md:3:83
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |                                                                                   ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `./guides/install.md`?

warning[unreadable-image]: the size of `content/docs/intro.md` cannot be read
 --> content/docs/intro.md:4:44
  |
4 | a [reference][gone], an ![image as a link](./intro.md) and <a href="/nowhere/at/all">HTML</a>.
  |                                            ^^^^^^^^^^
  |
  = hint: the page shifts when it loads; save the picture as PNG, JPEG, GIF, WebP, AVIF or as an SVG with `width` and `height`

error[broken-link]: `/nowhere/at/all` leads to no page or file of this site
 --> content/docs/intro.md:4:69
  |
4 | a [reference][gone], an ![image as a link](./intro.md) and <a href="/nowhere/at/all">HTML</a>.
  |                                                                     ^^^^^^^^^^^^^^^
  |
  = hint: name a Markdown file, a page's address, a file beside this one, or one of `static/`

error[broken-link]: `zzz.pdf` leads to no page or file of this site
 --> content/docs/intro.md:6:9
  |
6 | [gone]: zzz.pdf
  |         ^^^^^^^
  |
  = hint: name a Markdown file, a page's address, a file beside this one, or one of `static/`
"#,
    );
}

#[test]
fn a_broken_anchor_names_the_nearest_heading() {
    check(
        "
//- content/docs/a.md
# A

[own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)

## Second
//- content/docs/b.md
# B

## Third
",
        r#"
warning[broken-anchor]: `#sceond` leads to a place that is not on its page
 --> content/docs/a.md:3:7
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |       ^^^^^^^
  |
  = hint: did you mean `#second`?

warning[broken-anchor]: `b.md#thrid` leads to a place that is not on its page
 --> content/docs/a.md:3:24
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                        ^^^^^^^^^^
  |
  = hint: did you mean `#third`?

warning[broken-anchor]: `/docs/b#thrid` leads to a place that is not on its page
 --> content/docs/a.md:3:46
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                                              ^^^^^^^^^^^^^
  |
  = hint: did you mean `#third`?

warning[broken-anchor]: `b.md#zzz` leads to a place that is not on its page
 --> content/docs/a.md:3:68
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                                                                    ^^^^^^^^
  |
  = hint: `content/docs/b.md` has no heading with this id
"#,
    );
}

#[test]
fn two_pages_at_one_address() {
    check(
        "
//- content/docs/a.md
---
slug: /same
---
# A
//- content/docs/b.md
---
slug: same
---
# B

[broken](#gone)
//- content/pages/docs/same.md
# C
",
        r#"
error[duplicate-route]: `/docs/same` is the address of two pages: `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:2:1
  |
2 | slug: same
  | ^^^^^^^^^^
  |
  = hint: give one of them another `slug` in its front matter, or rename the file

warning[broken-anchor]: `#gone` leads to a place that is not on its page
 --> content/docs/b.md:6:10
  |
6 | [broken](#gone)
  |          ^^^^^
  |
  = hint: `content/docs/b.md` has no heading with this id

error[duplicate-route]: `/docs/same` is the address of two pages: `content/docs/a.md` and `content/pages/docs/same.md`
 --> content/pages/docs/same.md:1:1
  |
1 | # C
  | ^^^
  |
  = hint: give one of them another `slug` in its front matter, or rename the file
"#,
    );
}

#[test]
fn two_files_for_one_route() {
    check(
        "
//- content/docs/guide.md
# One
//- content/docs/guide/index.md
# Two
//- content/docs/01-setup.md
# Three
//- content/docs/02-setup.md
# Four
",
        r#"
error[duplicate-route]: `/docs/setup` is the address of two pages: `content/docs/01-setup.md` and `content/docs/02-setup.md`
 --> content/docs/02-setup.md:1:1
  |
1 | # Four
  | ^^^^^^
  |
  = hint: give one of them another `slug` in its front matter, or rename the file

error[duplicate-id]: `setup` is the id of two documents: `content/docs/01-setup.md` and `content/docs/02-setup.md`
 --> content/docs/02-setup.md:1:1
  |
1 | # Four
  | ^^^^^^
  |
  = hint: give one of them another `id` in its front matter, or rename the file

error[duplicate-route]: `/docs/guide` is the address of two pages: `content/docs/guide.md` and `content/docs/guide/index.md`
 --> content/docs/guide/index.md:1:1
  |
1 | # Two
  | ^^^^^
  |
  = hint: give one of them another `slug` in its front matter, or rename the file
"#,
    );
}

#[test]
fn two_documents_or_headings_with_one_id() {
    check(
        "
//- content/docs/a.md
---
id: same
slug: a
---
# A

## One {#here}

## Two {#here}
//- content/docs/b.md
---
id: same
slug: b
---
# B
",
        r#"
error[duplicate-id]: the heading id `here` is used twice on this page
 --> content/docs/a.md:9:1
  |
9 | ## Two {#here}
  | ^^^^^^^^^^^^^^
  |
  = hint: give one of the headings another id, or leave it out

error[duplicate-id]: `same` is the id of two documents: `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:2:1
  |
2 | id: same
  | ^^^^^^^^
  |
  = hint: give one of them another `id` in its front matter, or rename the file
"#,
    );
}

#[test]
fn an_image_that_is_not_there() {
    check(
        "
//- content/docs/a.md
# A

![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
//- content/docs/img/plan.svg
<svg viewBox='0 0 4 4'/>
//- static/img/logo.svg
<svg viewBox='0 0 4 4'/>
",
        r#"
error[missing-image]: there is no image `./img/paln.svg`
 --> content/docs/a.md:3:9
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |         ^^^^^^^^^^^^^^
  |
  = hint: it was looked for at `content/docs/img/paln.svg`

error[missing-image]: there is no image `/img/lgoo.svg`
 --> content/docs/a.md:3:33
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |                                 ^^^^^^^^^^^^^
  |
  = hint: did you mean `/img/logo.svg`?

warning[unreadable-image]: the size of `content/docs/a.md` cannot be read
 --> content/docs/a.md:3:56
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |                                                        ^^^^
  |
  = hint: the page shifts when it loads; save the picture as PNG, JPEG, GIF, WebP, AVIF or as an SVG with `width` and `height`
"#,
    );
}

#[test]
fn an_address_in_raw_html_that_leads_nowhere() {
    check(
        "
//- content/docs/a.md
# A

> <p>
>   See <a
>     href='./gone.md'>this</a>
> </p>

Some <img alt=x src=gone.png> and <a href=\"/docs/b\">b</a>, not <a href=\"https://example.com/gone\">c</a>.
//- content/docs/b.md
# B
",
        r#"
error[broken-link]: `./gone.md` leads to no page or file of this site
 --> content/docs/a.md:5:13
  |
5 | >     href='./gone.md'>this</a>
  |             ^^^^^^^^^
  |
  = hint: name a Markdown file, a page's address, a file beside this one, or one of `static/`

error[missing-image]: there is no image `gone.png`
 --> content/docs/a.md:8:21
  |
8 | Some <img alt=x src=gone.png> and <a href="/docs/b">b</a>, not <a href="https://example.com/gone">c</a>.
  |                     ^^^^^^^^
  |
  = hint: it was looked for at `content/docs/gone.png`
"#,
    );
}

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
error[invalid-front-matter]: `titel` is no key of front matter
 --> content/docs/a.md:2:1
  |
2 | titel: A
  | ^^^^^
  |
  = hint: did you mean `title`?

error[invalid-front-matter]: `sidebar_position` must be a number, here is text
 --> content/docs/a.md:3:19
  |
3 | sidebar_position: first
  |                   ^^^^^

error[invalid-front-matter]: `tags` must be a list of texts, here is text
 --> content/docs/a.md:4:7
  |
4 | tags: one
  |       ^^^
  |
  = hint: write `tags: ["one"]`

error[invalid-front-matter]: `draft` must be true or false, here is text
 --> content/docs/a.md:5:8
  |
5 | draft: maybe
  |        ^^^^^
  |
  = hint: write `draft: false`

error[invalid-front-matter]: `toc_max_heading_level` must be a whole number from 2 to 6
 --> content/docs/a.md:6:24
  |
6 | toc_max_heading_level: 9
  |                        ^

error[invalid-front-matter]: the front matter is not valid YAML: unclosed bracket '['
 --> content/docs/b.md:2:1
  |
2 | title: [B
  | ^^^^^^^^^

error[invalid-front-matter]: the front matter is not valid TOML: string values must be quoted, expected literal string
 --> content/docs/c.md:2:9
  |
2 | title = C
  |         ^

error[invalid-front-matter]: the front matter is not valid YAML: duplicate mapping key: title not allowed here
 --> content/docs/d.md:3:1
  |
3 | title: E
  | ^^^^^

error[invalid-front-matter]: there is no sidebar `dosc`
 --> content/docs/e.md:2:1
  |
2 | displayed_sidebar: dosc
  | ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `docs`?

error[invalid-front-matter]: there is no document `aa` to lead to
 --> content/docs/e.md:3:1
  |
3 | pagination_next: aa
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `a`?

error[invalid-front-matter]: there is no layout `hoem`
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
error[invalid-front-matter]: the front matter opened by `---` is never closed
 --> content/docs/a.md:1:1
  |
1 | ---
  | ^^^
  |
  = hint: add a line `---` after the last setting
  = hint: if a thematic break was meant, write `***`

error[broken-link]: `gone.md` leads to no page or file of this site
 --> content/docs/a.md:7:8
  |
7 | [gone](gone.md)
  |        ^^^^^^^
  |
  = hint: name a Markdown file, a page's address, a file beside this one, or one of `static/`

error[invalid-front-matter]: the front matter opened by `+++` is never closed
 --> content/docs/b.md:1:1
  |
1 | +++
  | ^^^
  |
  = hint: add a line `+++` after the last setting
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
warning[unknown-directive]: there is no directive `warnign`; its content is shown without it
 --> content/docs/a.md:3:1
  |
3 | :::warnign[Careful]
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `:::warning`?

warning[unknown-directive]: there is no directive `zzz`; its content is shown without it
 --> content/docs/a.md:7:1
  |
7 | :::zzz
  | ^^^^^^
  |
  = hint: admonitions are note, tip, info, warning and danger

warning[unbalanced-directive]: `:::note` is never closed
  --> content/docs/a.md:11:1
   |
11 | :::note
   | ^^^^^^^
   |
   = hint: add a line `:::` after its last line

warning[unknown-island]: the theme has no island `diagarm`
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
   = hint: add a line `</Tabs>` after its last line

warning[unknown-component]: `<Widget>` is a component, which Markdown cannot run: it is shown as text
  --> content/docs/a.md:18:1
   |
18 | <Widget size="3" />
   | ^^^^^^^^^^^^^^^^^^^
   |
   = hint: put it in backticks, or write `\<`, if text is what you want

warning[unknown-language]: there is no highlighter for the language `klingon`
  --> content/docs/a.md:20:1
   |
20 | ```klingon
   | ^^^^^^^^^^
   |
   = hint: write `text` for plain text
"#,
    );
}

#[test]
fn a_misconfigured_item_of_the_navbar_of_every_kind() {
    check(
        "
//- docgen.toml
[[navbar.items]]
label = 'No address'

[[navbar.items]]
href = '/docs/intro'

[[navbar.items]]
type = 'dorpdown'
label = 'Typo'

[[navbar.items]]
type = 'something'

[[navbar.items]]
type = 'dropdown'
label = 'Empty'

[[navbar.items]]
type = 'dropdown'
label = 'Inner'
items = [{ label = 'Fine', href = '/docs/intro' }, { type = 'doc', doc_id = 'intor' }]

[[navbar.items]]
label = 'Deep'
items = [{ label = 'Deeper', items = [{ label = 'Deepest', href = '/' }] }]

[[navbar.items]]
type = 'doc'

[[navbar.items]]
type = 'doc'
doc_id = 'intor'

[[navbar.items]]
type = 'docSidebar'
position = 'left'

[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'dosc'

[[navbar.items]]
type = 'html'

[[navbar.items]]
label = 'Pattern'
href = '/docs/intro'
active_base_regex = '('

[[navbar.items]]
label = 'Fine'
href = '/docs/intro'
//- content/docs/intro.md
# Intro
",
        r#"
error[navbar-item]: navbar item 1 is misconfigured: a link needs an `href`
 --> docgen.toml:1:1
  |
1 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: the item is {
            "position": "right",
            "label": "No address"
          }

error[navbar-item]: navbar item 2 is misconfigured: it needs a `label`
 --> docgen.toml:4:1
  |
4 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: the item is {
            "position": "right",
            "href": "/docs/intro"
          }

error[navbar-item]: navbar item 3 is misconfigured: there is no type `dorpdown`
 --> docgen.toml:7:1
  |
7 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `dropdown`?
  = hint: the item is {
            "type": "dorpdown",
            "position": "right",
            "label": "Typo"
          }

error[navbar-item]: navbar item 4 is misconfigured: there is no type `something`
  --> docgen.toml:11:1
   |
11 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the types are `default`, `dropdown`, `doc`, `docSidebar`, `docsVersion`, `docsVersionDropdown`, `localeDropdown`, `search`, `html`
   = hint: the item is {
             "type": "something",
             "position": "right"
           }

error[navbar-item]: navbar item 5 is misconfigured: a dropdown needs `items`
  --> docgen.toml:14:1
   |
14 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "type": "dropdown",
             "position": "right",
             "label": "Empty"
           }

error[navbar-item]: navbar item 6 is misconfigured: its item 2: there is no document `intor`
  --> docgen.toml:18:1
   |
18 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `intro`?
   = hint: the item is {
             "type": "dropdown",
             "position": "right",
             "label": "Inner",
             "items": [
               {
                 "position": "right",
                 "label": "Fine",
                 "href": "/docs/intro"
               },
               {
                 "type": "doc",
                 "position": "right",
                 "doc_id": "intor"
               }
             ]
           }

error[navbar-item]: navbar item 7 is misconfigured: its item 1 has `items`: a dropdown holds links only
  --> docgen.toml:23:1
   |
23 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "position": "right",
             "label": "Deep",
             "items": [
               {
                 "position": "right",
                 "label": "Deeper",
                 "items": [
                   {
                     "position": "right",
                     "label": "Deepest",
                     "href": "/"
                   }
                 ]
               }
             ]
           }

error[navbar-item]: navbar item 8 is misconfigured: it needs a `doc_id`
  --> docgen.toml:27:1
   |
27 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "type": "doc",
             "position": "right"
           }

error[navbar-item]: navbar item 9 is misconfigured: there is no document `intor`
  --> docgen.toml:30:1
   |
30 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `intro`?
   = hint: the item is {
             "type": "doc",
             "position": "right",
             "doc_id": "intor"
           }

error[navbar-item]: navbar item 10 is misconfigured: it needs a `sidebar_id`
  --> docgen.toml:34:1
   |
34 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "type": "docSidebar",
             "position": "left"
           }

error[navbar-item]: navbar item 11 is misconfigured: there is no sidebar `dosc`
  --> docgen.toml:38:1
   |
38 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `docs`?
   = hint: the item is {
             "type": "docSidebar",
             "position": "right",
             "sidebar_id": "dosc"
           }

error[navbar-item]: navbar item 12 is misconfigured: it needs `html`
  --> docgen.toml:42:1
   |
42 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "type": "html",
             "position": "right"
           }

error[navbar-item]: navbar item 13 is misconfigured: `active_base_regex` is not an expression: found open group without closing ')'
  --> docgen.toml:45:1
   |
45 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: the item is {
             "position": "right",
             "label": "Pattern",
             "href": "/docs/intro",
             "active_base_regex": "("
           }
"#,
    );
}

#[test]
fn an_item_of_an_array_in_the_navbar() {
    check(
        "
//- docgen.toml
[navbar]
items = [
  { label = 'A', href = '/docs/a' },
  { label = 'No address' },
]
//- content/docs/a.md
# A
",
        r#"
error[navbar-item]: navbar item 2 is misconfigured: a link needs an `href`
 --> docgen.toml:4:3
  |
4 |   { label = 'No address' },
  |   ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: the item is {
            "position": "right",
            "label": "No address"
          }
"#,
    );
}

#[test]
fn an_item_of_the_navbar_that_leads_nowhere() {
    check(
        "
//- docgen.toml
[navbar]
items = [{ label = 'Gone', href = '/docs/intor' }]

[footer]
columns = [{ title = 'More', items = [{ label = 'Gone', href = '/abuot' }] }]
//- content/docs/intro.md
# Intro
",
        r#"
error[navbar-item]: navbar item 1 is misconfigured: there is no page `/docs/intor`
 --> docgen.toml:2:10
  |
2 | items = [{ label = 'Gone', href = '/docs/intor' }]
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?
  = hint: the item is {
            "position": "right",
            "label": "Gone",
            "href": "/docs/intor"
          }

error[broken-link]: the footer's link `/abuot` leads to no page or file of this site
 --> docgen.toml:5:64
  |
5 | columns = [{ title = 'More', items = [{ label = 'Gone', href = '/abuot' }] }]
  |                                                                ^^^^^^^^
"#,
    );
}

#[test]
fn a_sidebar_that_is_wrong() {
    check(
        "
//- docgen.toml
[docs.sidebars]
docs = [
  'intor',
  { category = 'Guides', link = 'gone', items = ['guides/install', 'guides/instal'] },
  { label = 'Nothing' },
  { autogenerated = 'reference' },
  { href = '/docs/nowhere', label = 'Nowhere' },
]
//- content/docs/intro.md
# Intro
//- content/docs/guides/install.md
# Install
//- content/docs/wip.md
---
draft: true
---
# Draft
",
        r#"
error[invalid-sidebar]: sidebar `docs`: an item has none of `doc`, `category`, `href`, `autogenerated` and `html`
 --> docgen.toml:1:7
  |
1 | [docs.sidebars]
  |       ^^^^^^^^

error[invalid-sidebar]: sidebar `docs`: there is no document `intor`
 --> docgen.toml:3:3
  |
3 |   'intor',
  |   ^^^^^^^
  |
  = hint: did you mean `intro`?

error[invalid-sidebar]: sidebar `docs`: there is no document `gone`
 --> docgen.toml:4:33
  |
4 |   { category = 'Guides', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                                 ^^^^^^

error[invalid-sidebar]: sidebar `docs`: there is no document `guides/instal`
 --> docgen.toml:4:68
  |
4 |   { category = 'Guides', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                                                                    ^^^^^^^^^^^^^^^
  |
  = hint: did you mean `guides/install`?

error[invalid-sidebar]: sidebar `docs`: there is no document in the folder `reference`
 --> docgen.toml:6:21
  |
6 |   { autogenerated = 'reference' },
  |                     ^^^^^^^^^^^
"#,
    );
}

#[test]
fn category_files_that_are_wrong() {
    check(
        "
//- content/docs/a/_category_.toml
lable = 'A'
//- content/docs/a/a.md
# A
//- content/docs/b/_category_.yml
label: B
position: first
//- content/docs/b/b.md
# B
//- content/docs/c/_category_.json
{
  \"label\": \"C\",
}
//- content/docs/c/c.md
# C
//- content/docs/d/_category_.yaml
link:
  type: doc
  id: gone
//- content/docs/d/d.md
# D
",
        r#"
error[invalid-category]: `lable` is no key of a `_category_` file
 --> content/docs/a/_category_.toml:1:1
  |
1 | lable = 'A'
  | ^^^^^
  |
  = hint: did you mean `label`?

error[invalid-category]: invalid floating point
 --> content/docs/b/_category_.yml:2:11
  |
2 | position: first
  |           ^
  |
  = hint: the keys are `label`, `position`, `collapsed`, `collapsible`, `class_name`, `description`, `link`

error[invalid-category]: trailing comma
 --> content/docs/c/_category_.json:3:1
  |
3 | }
  | ^
  |
  = hint: the keys are `label`, `position`, `collapsed`, `collapsible`, `class_name`, `description`, `link`

error[invalid-category]: there is no document `gone` to lead to
 --> content/docs/d/_category_.yaml:3:7
  |
3 |   id: gone
  |       ^^^^
"#,
    );
}

#[test]
fn templates_that_are_wrong() {
    check(
        "
//- content/docs/a.md
# A
//- overrides/templates/doc.html
<article>
{% if page.title %}
</article>
//- overrides/templates/dcos.html
<p>Typo</p>
//- overrides/templates/tag.html
<h1>{{ page.title }}</h1>
{{ page.nothing.at.all }}
",
        r#"
error[invalid-template]: there is no template `dcos.html` to replace
--> overrides/templates/dcos.html
 = hint: did you mean `doc.html`?

error[invalid-template]: unexpected end of input, expected end of block
 --> overrides/templates/doc.html:2:1
  |
2 | {% if page.title %}
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: the manual lists what each template is given; the syntax is that of Jinja

error[invalid-template]: undefined value
 --> overrides/templates/tag.html:2:1
  |
2 | {{ page.nothing.at.all }}
  | ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: the manual lists what each template is given; the syntax is that of Jinja
"#,
    );
}

#[test]
fn a_static_file_in_the_place_of_a_page() {
    check(
        "
//- content/docs/a.md
# A
//- static/docs/a/index.html
<p>Mine</p>
//- static/docs/a/index.json
{}
//- static/docs/a.md
# Mine
//- static/404.html
<p>Mine</p>
//- static/_docgen/site.json
{}
//- static/docs/index.html
<p>Mine</p>
//- static/robots.txt
User-agent: *
",
        r#"
error[output-conflict]: `static/404.html` would take the place of the page for addresses that are not there
--> static/404.html
 = hint: write what it should say in `content/pages/404.md`

error[output-conflict]: `static/_docgen/site.json` would take the place of a file of the theme
--> static/_docgen/site.json
 = hint: rename the file, or give the page another `slug`

error[output-conflict]: `static/docs/a.md` would take the place of the page `/docs/a` as Markdown
--> static/docs/a.md
 = hint: rename the file, or give the page another `slug`

error[output-conflict]: `static/docs/a/index.html` would take the place of the page `/docs/a`
--> static/docs/a/index.html
 = hint: rename the file, or give the page another `slug`

error[output-conflict]: `static/docs/a/index.json` would take the place of the page `/docs/a`
--> static/docs/a/index.json
 = hint: rename the file, or give the page another `slug`

error[output-conflict]: `static/docs/index.html` would take the place of the redirect from `/docs` to `/docs/a`
--> static/docs/index.html
 = hint: rename the file, or write a page with this address
"#,
    );
}

#[test]
fn the_texts_of_a_language_that_are_wrong() {
    check(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/a.md
# A
//- content/i18n/fr/messages.json
{ \"next\": 3 }
",
        r#"
error[invalid-config]: the texts of a language are an object of strings in JSON
 --> content/i18n/fr/messages.json:1:11
  |
1 | { "next": 3 }
  |           ^
"#,
    );
}

#[test]
fn content_of_languages_and_versions_that_are_not_there() {
    check(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[docs]
versions = [{ name = 'current' }]
//- content/docs/a.md
# A
//- content/i18n/en/docs/a.md
# A
//- content/i18n/fr/messages.json
{ \"pager_nxt\": \"Suivant\", \"zz\": \"pager_nxt\" }
//- content/i18n/fr/versions/1.0/docs/a.md
# A
//- content/i18n/de/docs/a.md
# A
//- content/i18n/de/messages.json
{}
//- content/i18n/fra/pages/a.md
# A
//- content/versions/2.0/docs/a.md
# A
//- content/versions/2.0/docs/b.md
# B
",
        r#"
warning[unused-content]: no page is made of `content/i18n/de`: the site has no language `de`
--> content/i18n/de/docs/a.md
 = hint: add the language to `i18n.locales`, or remove the folder

warning[unused-content]: no page is made of `content/i18n/en`: `en` is the default language
--> content/i18n/en/docs/a.md
 = hint: move the files to `content`

error[invalid-config]: there is no text `pager_nxt` in the interface
 --> content/i18n/fr/messages.json:1:3
  |
1 | { "pager_nxt": "Suivant", "zz": "pager_nxt" }
  |   ^^^^^^^^^^^
  |
  = hint: did you mean `pager_next`?

error[invalid-config]: there is no text `zz` in the interface
 --> content/i18n/fr/messages.json:1:27
  |
1 | { "pager_nxt": "Suivant", "zz": "pager_nxt" }
  |                           ^^^^
  |
  = hint: the manual lists the texts of the interface by their keys

warning[unused-content]: no page is made of `content/i18n/fr/versions/1.0`: the documentation has no version `1.0`
--> content/i18n/fr/versions/1.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder

warning[unused-content]: no page is made of `content/i18n/fra`: the site has no language `fra`
--> content/i18n/fra/pages/a.md
 = hint: did you mean `fr`?

warning[unused-content]: no page is made of `content/versions/2.0`: the documentation has no version `2.0`
--> content/versions/2.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder
"#,
    );
}

#[test]
fn versions_that_are_wrong() {
    check(
        "
//- docgen.toml
[docs]
last_version = '3.0'
versions = [{ name = 'current' }, { name = '2.0' }]
//- content/docs/a.md
# A
//- content/versions/1.0/docs/a.md
# A
",
        r#"
warning[unused-content]: no page is made of `content/versions/1.0`: the documentation has no version `1.0`
--> content/versions/1.0/docs/a.md
 = hint: add the version to `docs.versions`, or remove the folder

error[invalid-config]: `docs.last_version`: there is no version `3.0`
 --> docgen.toml:2:16
  |
2 | last_version = '3.0'
  |                ^^^^^

error[missing-content]: the version `2.0` has no document in `content/versions/2.0/docs`
 --> docgen.toml:3:44
  |
3 | versions = [{ name = 'current' }, { name = '2.0' }]
  |                                            ^^^^^
  |
  = hint: write its pages there, or take it out of `docs.versions`
"#,
    );
}

#[test]
fn text_that_is_no_config() {
    check(
        "//- docgen.toml\n[site\ntitle = 'x'\n//- content/docs/a.md\n# A\n",
        r#"
error[invalid-config]: unclosed table, expected `]`
 --> docgen.toml:1:6
  |
1 | [site
  |      ^
"#,
    );
}

#[test]
fn addresses_that_are_none() {
    check(
        "
//- docgen.toml
[site]
url = 'docs.example.com'
base_url = 'https://example.com/x'
//- content/docs/a.md
# A
",
        r#"
error[invalid-config]: `docs.example.com` is not the address of a host
 --> docgen.toml:2:1
  |
2 | url = 'docs.example.com'
  | ^^^
  |
  = hint: `url` is scheme and host only, like `https://docs.example.com`; a path goes into `base_url`

error[invalid-config]: `base_url` is a path, not an address
 --> docgen.toml:3:1
  |
3 | base_url = 'https://example.com/x'
  | ^^^^^^^^
  |
  = hint: write `url = "https://host"` and `base_url = "/path/"` in place of `https://example.com/x`
"#,
    );
}

#[test]
fn documents_that_the_config_names_and_that_are_not_there() {
    check(
        "
//- docgen.toml
[site]
favicon = 'favicon.icon'

[docs]
main = 'intor'
//- content/docs/intro.md
# Intro
//- static/favicon.ico
icon
",
        r#"
error[missing-image]: `site.favicon`: there is no file `favicon.icon`
 --> docgen.toml:2:11
  |
2 | favicon = 'favicon.icon'
  |           ^^^^^^^^^^^^^^
  |
  = hint: did you mean `/favicon.ico`?

error[invalid-config]: `docs.main`: there is no document `intor`
 --> docgen.toml:5:8
  |
5 | main = 'intor'
  |        ^^^^^^^
  |
  = hint: did you mean `intro`?
"#,
    );
}

#[test]
fn a_problem_of_a_page_that_two_languages_show_is_reported_once() {
    check(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/a.md
---
id: b
---
[gone](gone.md)
//- content/docs/b.md
# B
",
        r#"
error[broken-link]: `gone.md` leads to no page or file of this site
 --> content/docs/a.md:4:8
  |
4 | [gone](gone.md)
  |        ^^^^^^^
  |
  = hint: name a Markdown file, a page's address, a file beside this one, or one of `static/`

error[duplicate-id]: `b` is the id of two documents: `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:1:1
  |
1 | # B
  | ^^^
  |
  = hint: give one of them another `id` in its front matter, or rename the file
"#,
    );
}
