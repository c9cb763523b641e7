//! What concerns blogs and redirects.

use super::check;

#[test]
fn posts_without_a_day() {
    check(
        "
//- content/blog/one.md
# One
//- content/blog/2025-02-30-two.md
# Two
//- content/blog/2025-01-01-three.md
---
date: 2025-02-30
---
# Three
//- content/blog/four.md
---
date: soon
---
# Four
",
        r#"
error[invalid-post]: there is no day or time `2025-02-30`
 --> content/blog/2025-01-01-three.md:2:1
  |
2 | date: 2025-02-30
  | ^^^^^^^^^^^^^^^^
  |
  = hint: write a date such as `2025-01-05` or `2025-01-05T10:00:00Z`

error[invalid-post]: this post has no date
 --> content/blog/2025-02-30-two.md:1:1
  |
1 | # Two
  | ^^^^^
  |
  = hint: begin the name of its file with one, as in `2025-01-05-name.md`, or set `date` in its front matter

error[invalid-post]: this post has no date
 --> content/blog/four.md:2:1
  |
2 | date: soon
  | ^^^^^^^^^^
  |
  = hint: begin the name of its file with one, as in `2025-01-05-name.md`, or set `date` in its front matter

error[invalid-front-matter]: `date` must be a date such as `2026-02-28`
 --> content/blog/four.md:2:7
  |
2 | date: soon
  |       ^^^^

error[invalid-post]: this post has no date
 --> content/blog/one.md:1:1
  |
1 | # One
  | ^^^^^
  |
  = hint: begin the name of its file with one, as in `2025-01-05-name.md`, or set `date` in its front matter
"#,
    );
}

#[test]
fn authors_and_tags_that_are_not_in_their_files() {
    check(
        "
//- content/blog/authors.toml
[makers]
name = 'The makers'
image = '/img/makers.svg'
//- content/blog/tags.yml
steam:
  label: Steam
//- content/blog/2025-01-01-one.md
---
authors: [maker, { nam: X }, 'The makers']
tags: [Steam, stream, water]
---
# One
//- content/blog/2025-01-02-two.md
---
authors: true
---
# Two
",
        r#"
error[unknown-author]: there is no author `The makers`
 --> content/blog/2025-01-01-one.md:2:1
  |
2 | authors: [maker, { nam: X }, 'The makers']
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: describe the author in `content/blog/authors.toml`, or here: `authors: [{ name: … }]`

error[unknown-author]: there is no author `maker`
 --> content/blog/2025-01-01-one.md:2:1
  |
2 | authors: [maker, { nam: X }, 'The makers']
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `makers`?

error[invalid-front-matter]: an author needs a `name`
 --> content/blog/2025-01-01-one.md:2:18
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |                  ^

error[invalid-front-matter]: `nam` is no key of an author
 --> content/blog/2025-01-01-one.md:2:20
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |                    ^^^
  |
  = hint: did you mean `name`?

warning[undefined-tag]: the tag `stream` is not in the blog's file of tags
 --> content/blog/2025-01-01-one.md:3:1
  |
3 | tags: [Steam, stream, water]
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `steam`?

warning[undefined-tag]: the tag `water` is not in the blog's file of tags
 --> content/blog/2025-01-01-one.md:3:1
  |
3 | tags: [Steam, stream, water]
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: add it to the file of tags

error[invalid-front-matter]: `authors` must be the key of an author, a table with a `name`, or a list of these, here is true or false
 --> content/blog/2025-01-02-two.md:2:10
  |
2 | authors: true
  |          ^^^^

error[missing-image]: there is no image `/img/makers.svg`
 --> content/blog/authors.toml:3:10
  |
3 | image = '/img/makers.svg'
  |          ^^^^^^^^^^^^^^^
  |
  = hint: put it at `static/img/makers.svg`
"#,
    );
}

#[test]
fn files_of_authors_and_tags_that_cannot_be_read() {
    check(
        "
//- content/blog/authors.toml
[makers]
nmae = 'The makers'
//- content/blog/tags.yml
steam:
  labels: Steam
//- content/blog/2025-01-01-one.md
# One
",
        r#"
error[invalid-blog-file]: `nmae` is no key of an author
 --> content/blog/authors.toml:2:1
  |
2 | nmae = 'The makers'
  | ^^^^
  |
  = hint: did you mean `name`?

error[invalid-blog-file]: `labels` is no key of a tag
 --> content/blog/tags.yml:2:3
  |
2 |   labels: Steam
  |   ^
  |
  = hint: did you mean `label`?
"#,
    );
}

#[test]
fn a_blog_of_nothing() {
    check(
        "
//- docgen.toml
[[blog]]
id = 'news'
//- content/docs/a.md
# A
",
        r#"
error[missing-content]: the blog `news` has no post in `content/news`
 --> docgen.toml:1:1
  |
1 | [[blog]]
  | ^^^^^^^^
  |
  = hint: write `content/news/2025-01-05-hello.md`, or take the `[[blog]]` out of the config
"#,
    );
}

#[test]
fn redirects_that_lead_nowhere_or_from_a_page() {
    check(
        "
//- docgen.toml
[[redirects]]
from = '/docs/a'
to = '/docs/b'
[[redirects]]
from = '/old'
to = '/docs/bb'
[[redirects]]
from = '/out'
to = 'https://example.com'
[[redirects]]
from = '/twice'
to = '/docs/b#part'
[[redirects]]
from = '/twice/'
to = '/docs/a'
[[redirects]]
from = ''
to = '/docs/a'
[[redirects]]
from = '/old?id=3'
to = '/docs/a'
[[redirects]]
from = '#part'
to = '/docs/a'
//- content/docs/a.md
# A
//- content/docs/b.md
# B
",
        r#"
error[invalid-redirect]: `/docs/a` is the address of a page, so nothing can lead away from it
 --> docgen.toml:2:8
  |
2 | from = '/docs/a'
  |        ^^^^^^^^^
  |
  = hint: remove the page or the redirect

error[invalid-redirect]: `/old` leads to `/docs/bb`, where there is no page
 --> docgen.toml:6:6
  |
6 | to = '/docs/bb'
  |      ^^^^^^^^^^
  |
  = hint: did you mean `/docs/b`?

error[invalid-redirect]: `/out` to `https://example.com`: a redirect stays on the site
 --> docgen.toml:8:8
  |
8 | from = '/out'
  |        ^^^^^^
  |
  = hint: write paths of the site without its host, like `/docs/new`; for the rest there are the redirects of your host

error[invalid-redirect]: two redirects lead away from `/twice/`
  --> docgen.toml:14:8
   |
14 | from = '/twice/'
   |        ^^^^^^^^^
   |
   = hint: keep one of them

error[invalid-redirect]: a redirect leads away from no address
  --> docgen.toml:17:8
   |
17 | from = ''
   |        ^^
   |
   = hint: write the path that is asked for, like `/docs/old`, or `/` for the start of the site

error[invalid-redirect]: `/old?id=3` never matches: a static host looks at the path alone
  --> docgen.toml:20:8
   |
20 | from = '/old?id=3'
   |        ^^^^^^^^^^^
   |
   = hint: write `/old`, which is followed whatever comes after it

error[invalid-redirect]: `#part` never matches: a static host looks at the path alone
  --> docgen.toml:23:8
   |
23 | from = '#part'
   |        ^^^^^^^
   |
   = hint: write the path that is asked for, like `/docs/old`
"#,
    );
}
