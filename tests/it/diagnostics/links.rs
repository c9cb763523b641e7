//! Problems with links and URLs: broken links, and duplicate URLs or IDs.

use super::check;

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
error[broken-link]: broken link: `./guides/instal.md` doesn't match any page or file on this site
 --> content/docs/intro.md:3:10
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |          ^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `./guides/install.md`?

error[broken-link]: broken link: `/docs/guides/instal` doesn't match any page or file on this site
 --> content/docs/intro.md:3:44
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |                                            ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/guides/install`?

error[broken-link]: broken link: `./old/install.md#linux` doesn't match any page or file on this site
 --> content/docs/intro.md:3:83
  |
3 | A [file](./guides/instal.md), an [address](/docs/guides/instal), a [folder moved](./old/install.md#linux),
  |                                                                                   ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `./guides/install.md`?

warning[unreadable-image]: can't read the size of `content/docs/intro.md`
 --> content/docs/intro.md:4:44
  |
4 | a [reference][gone], an ![image as a link](./intro.md) and <a href="/nowhere/at/all">HTML</a>.
  |                                            ^^^^^^^^^^
  |
  = hint: save the image as PNG, JPEG, GIF, WebP, or AVIF, or as SVG with `width` and `height`; otherwise, the page shifts when the image loads

error[broken-link]: broken link: `/nowhere/at/all` doesn't match any page or file on this site
 --> content/docs/intro.md:4:69
  |
4 | a [reference][gone], an ![image as a link](./intro.md) and <a href="/nowhere/at/all">HTML</a>.
  |                                                                     ^^^^^^^^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`

error[broken-link]: broken link: `zzz.pdf` doesn't match any page or file on this site
 --> content/docs/intro.md:6:9
  |
6 | [gone]: zzz.pdf
  |         ^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`
"#,
    );
}

#[test]
fn hidden_files_are_not_published() {
    check(
        "
//- content/docs/a.md
# A

[Keys](../../.env.local) and ![a picture](./.drafts/a.svg), but [notes](./notes.txt).
//- .env.local
KEY=1
//- content/docs/.drafts/a.svg
<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>
//- content/docs/notes.txt
Notes.
",
        r#"
error[broken-link]: broken link: `../../.env.local` doesn't match any page or file on this site
 --> content/docs/a.md:3:8
  |
3 | [Keys](../../.env.local) and ![a picture](./.drafts/a.svg), but [notes](./notes.txt).
  |        ^^^^^^^^^^^^^^^^
  |
  = hint: rename the file or folder: names that start with a dot are allowed only in `static/`

error[missing-image]: image not found: `./.drafts/a.svg`
 --> content/docs/a.md:3:43
  |
3 | [Keys](../../.env.local) and ![a picture](./.drafts/a.svg), but [notes](./notes.txt).
  |                                           ^^^^^^^^^^^^^^^
  |
  = hint: rename the file or folder: names that start with a dot are allowed only in `static/`
"#,
    );
}

#[test]
fn paths_on_the_computer_of_the_author_are_reported() {
    check(
        "
//- content/docs/a.md
# A

[Plan](file:///home/me/plan.pdf) and ![Chart](C:/me/chart.png), but ![Empty]().
",
        r#"
error[broken-link]: broken link: `file:///home/me/plan.pdf` is a path on your computer
 --> content/docs/a.md:3:8
  |
3 | [Plan](file:///home/me/plan.pdf) and ![Chart](C:/me/chart.png), but ![Empty]().
  |        ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: copy the file to the site, and use a path relative to this file

error[missing-image]: image not found: `C:/me/chart.png` is a path on your computer
 --> content/docs/a.md:3:47
  |
3 | [Plan](file:///home/me/plan.pdf) and ![Chart](C:/me/chart.png), but ![Empty]().
  |                                               ^^^^^^^^^^^^^^^
  |
  = hint: copy the image to the site, and use a path relative to this file

error[missing-image]: the image has no path
 --> content/docs/a.md:3:69
  |
3 | [Plan](file:///home/me/plan.pdf) and ![Chart](C:/me/chart.png), but ![Empty]().
  |                                                                     ^^^^^^^^^^
  |
  = hint: add the path of a file, or remove the image
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
warning[broken-anchor]: broken link: `#sceond` doesn't match any heading or ID on the target page
 --> content/docs/a.md:3:7
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |       ^^^^^^^
  |
  = hint: did you mean `#second`?

warning[broken-anchor]: broken link: `b.md#thrid` doesn't match any heading or ID on the target page
 --> content/docs/a.md:3:24
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                        ^^^^^^^^^^
  |
  = hint: did you mean `#third`?

warning[broken-anchor]: broken link: `/docs/b#thrid` doesn't match any heading or ID on the target page
 --> content/docs/a.md:3:46
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                                              ^^^^^^^^^^^^^
  |
  = hint: did you mean `#third`?

warning[broken-anchor]: broken link: `b.md#zzz` doesn't match any heading or ID on the target page
 --> content/docs/a.md:3:68
  |
3 | [own](#sceond) [other](b.md#thrid) [address](/docs/b#thrid) [none](b.md#zzz) [fine](#second) [title](b.md#b)
  |                                                                    ^^^^^^^^
  |
  = hint: add the ID to a heading in `content/docs/b.md`, or correct the link
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
error[duplicate-route]: duplicate URL `/docs/same`: `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:2:1
  |
2 | slug: same
  | ^^^^^^^^^^
  |
  = hint: change `slug` in the front matter of one page, or rename its file

warning[broken-anchor]: broken link: `#gone` doesn't match any heading or ID on the target page
 --> content/docs/b.md:6:10
  |
6 | [broken](#gone)
  |          ^^^^^
  |
  = hint: add the ID to a heading in `content/docs/b.md`, or correct the link

error[duplicate-route]: duplicate URL `/docs/same`: `content/docs/a.md` and `content/pages/docs/same.md`
 --> content/pages/docs/same.md:1:1
  |
1 | # C
  | ^^^
  |
  = hint: change `slug` in the front matter of one page, or rename its file
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
error[duplicate-route]: duplicate URL `/docs/setup`: `content/docs/01-setup.md` and `content/docs/02-setup.md`
 --> content/docs/02-setup.md:1:1
  |
1 | # Four
  | ^^^^^^
  |
  = hint: change `slug` in the front matter of one page, or rename its file

error[duplicate-id]: duplicate ID `setup`: documents `content/docs/01-setup.md` and `content/docs/02-setup.md`
 --> content/docs/02-setup.md:1:1
  |
1 | # Four
  | ^^^^^^
  |
  = hint: change `id` in the front matter of one document, or rename its file

error[duplicate-route]: duplicate URL `/docs/guide`: `content/docs/guide.md` and `content/docs/guide/index.md`
 --> content/docs/guide/index.md:1:1
  |
1 | # Two
  | ^^^^^
  |
  = hint: change `slug` in the front matter of one page, or rename its file
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
error[duplicate-id]: duplicate heading ID `here`
 --> content/docs/a.md:9:1
  |
9 | ## Two {#here}
  | ^^^^^^^^^^^^^^
  |
  = hint: change or remove one of the IDs

error[duplicate-id]: duplicate ID `same`: documents `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:2:1
  |
2 | id: same
  | ^^^^^^^^
  |
  = hint: change `id` in the front matter of one document, or rename its file
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
error[missing-image]: image not found: `./img/paln.svg`
 --> content/docs/a.md:3:9
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |         ^^^^^^^^^^^^^^
  |
  = hint: add the file `content/docs/img/paln.svg`, or correct the path

error[missing-image]: image not found: `/img/lgoo.svg`
 --> content/docs/a.md:3:33
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |                                 ^^^^^^^^^^^^^
  |
  = hint: did you mean `/img/logo.svg`?

warning[unreadable-image]: can't read the size of `content/docs/a.md`
 --> content/docs/a.md:3:56
  |
3 | ![Plan](./img/paln.svg) ![Logo](/img/lgoo.svg) ![Text](a.md)
  |                                                        ^^^^
  |
  = hint: save the image as PNG, JPEG, GIF, WebP, or AVIF, or as SVG with `width` and `height`; otherwise, the page shifts when the image loads
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
error[broken-link]: broken link: `./gone.md` doesn't match any page or file on this site
 --> content/docs/a.md:5:13
  |
5 | >     href='./gone.md'>this</a>
  |             ^^^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`

error[missing-image]: image not found: `gone.png`
 --> content/docs/a.md:8:21
  |
8 | Some <img alt=x src=gone.png> and <a href="/docs/b">b</a>, not <a href="https://example.com/gone">c</a>.
  |                     ^^^^^^^^
  |
  = hint: add the file `content/docs/gone.png`, or correct the path
"#,
    );
}

#[test]
fn a_picture_of_a_social_card_that_is_not_there() {
    check(
        "
//- docgen.toml
[site]
base_url = '/sub/'
//- content/docs/a.md
---
image: /img/crad.svg
---
# A
//- content/docs/b.md
---
image: /sub/img/card.svg
---
# B
//- content/docs/c.md
---
image: https://a.example/card.svg
---
# C
//- static/img/card.svg
<svg width='1' height='1'/>
",
        r#"
error[missing-image]: image not found: `/img/crad.svg`
 --> content/docs/a.md:2:8
  |
2 | image: /img/crad.svg
  |        ^^^^^^^^^^^^^
  |
  = hint: did you mean `/img/card.svg`?
"#,
    );
}
