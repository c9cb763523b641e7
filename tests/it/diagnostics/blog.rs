//! Problems with blogs and redirects.

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
error[invalid-front-matter]: `date`: expected a date such as `2026-02-28`, found `2025-02-30`
 --> content/blog/2025-01-01-three.md:2:7
  |
2 | date: 2025-02-30
  |       ^^^^^^^^^^

error[invalid-post]: the date `2025-02-30` in the filename doesn't exist
--> content/blog/2025-02-30-two.md
 = hint: correct the filename, or set `date` in the front matter

error[invalid-front-matter]: `date`: expected a date such as `2026-02-28`, found `soon`
 --> content/blog/four.md:2:7
  |
2 | date: soon
  |       ^^^^

error[invalid-post]: missing post date
 --> content/blog/one.md:1:1
  |
1 | # One
  | ^^^^^
  |
  = hint: start the filename with a date, as in `2025-01-05-name.md`, or set `date` in the front matter
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
error[unknown-author]: unknown author `maker`
 --> content/blog/2025-01-01-one.md:2:11
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |           ^^^^^
  |
  = hint: did you mean `makers`?

error[invalid-front-matter]: missing key `name` in an author entry
 --> content/blog/2025-01-01-one.md:2:18
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |                  ^

error[invalid-front-matter]: unknown key `nam` in an author entry
 --> content/blog/2025-01-01-one.md:2:20
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |                    ^^^
  |
  = hint: did you mean `name`?

error[unknown-author]: unknown author `The makers`
 --> content/blog/2025-01-01-one.md:2:30
  |
2 | authors: [maker, { nam: X }, 'The makers']
  |                              ^^^^^^^^^^^^
  |
  = hint: describe the author in `content/blog/authors.toml`, or here: `authors: [{ name: … }]`

warning[undefined-tag]: undefined tag `stream`: it isn't in the blog's tags file
 --> content/blog/2025-01-01-one.md:3:15
  |
3 | tags: [Steam, stream, water]
  |               ^^^^^^
  |
  = hint: did you mean `steam`?

warning[undefined-tag]: undefined tag `water`: it isn't in the blog's tags file
 --> content/blog/2025-01-01-one.md:3:23
  |
3 | tags: [Steam, stream, water]
  |                       ^^^^^
  |
  = hint: add it to the tags file

error[invalid-front-matter]: `authors`: expected an author's key, a table with `name`, or a list of these, found a boolean
 --> content/blog/2025-01-02-two.md:2:10
  |
2 | authors: true
  |          ^^^^

error[missing-image]: image not found: `/img/makers.svg`
 --> content/blog/authors.toml:3:9
  |
3 | image = '/img/makers.svg'
  |         ^^^^^^^^^^^^^^^^^
  |
  = hint: add it as `static/img/makers.svg`
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
error[invalid-blog-file]: missing key `name` in an author entry
 --> content/blog/authors.toml:1:2
  |
1 | [makers]
  |  ^^^^^^

error[invalid-blog-file]: unknown key `nmae` in an author entry
 --> content/blog/authors.toml:2:1
  |
2 | nmae = 'The makers'
  | ^^^^
  |
  = hint: did you mean `name`?

error[invalid-blog-file]: unknown key `labels` in a tag
 --> content/blog/tags.yml:2:3
  |
2 |   labels: Steam
  |   ^^^^^^
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
error[missing-content]: the blog `news` has no posts in `content/news`
 --> docgen.toml:1:1
  |
1 | [[blog]]
  | ^^^^^^^^
  |
  = hint: add a post such as `content/news/2025-01-05-hello.md`, or remove the `[[blog]]` table from the config
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
to = 'mailto:a@example.com'
[[redirects]]
from = '/chain/*'
to = '/once'
[[redirects]]
from = '/once'
to = '/docs/b'
[[redirects]]
from = '/twice'
to = '/docs/b'
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
error[invalid-redirect]: `/docs/a` is a page, so it can't redirect
 --> docgen.toml:2:8
  |
2 | from = '/docs/a'
  |        ^^^^^^^^^
  |
  = hint: remove the page or the redirect

error[invalid-redirect]: `/old` redirects to `/docs/bb`, which doesn't match any page or file
 --> docgen.toml:6:6
  |
6 | to = '/docs/bb'
  |      ^^^^^^^^^^
  |
  = hint: did you mean `/docs/b`?

error[invalid-redirect]: `mailto:a@example.com` isn't a web URL
 --> docgen.toml:9:6
  |
9 | to = 'mailto:a@example.com'
  |      ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: use a URL that starts with `https://`

warning[redirect-chain]: `/chain/*` redirects to `/once`, which is itself a redirect
  --> docgen.toml:12:6
   |
12 | to = '/once'
   |      ^^^^^^^
   |
   = hint: redirect it to `/docs/b`

error[invalid-redirect]: duplicate redirect from `/twice/`
  --> docgen.toml:20:8
   |
20 | from = '/twice/'
   |        ^^^^^^^^^
   |
   = hint: remove one of them

error[invalid-redirect]: missing path in a redirect
  --> docgen.toml:23:8
   |
23 | from = ''
   |        ^^
   |
   = hint: specify the path that readers request, such as `/docs/old`, or `/` for the home page

error[invalid-redirect]: `/old?id=3` never matches: static hosts compare only the path
  --> docgen.toml:26:8
   |
26 | from = '/old?id=3'
   |        ^^^^^^^^^^^
   |
   = hint: use `/old`, which matches any query

error[invalid-redirect]: `#part` never matches: static hosts compare only the path
  --> docgen.toml:29:8
   |
29 | from = '#part'
   |        ^^^^^^^
   |
   = hint: specify the path that readers request, such as `/docs/old`
"#,
    );
}
