//! Settings and links that look right, but have no effect or lead nowhere.

use super::check;

#[test]
fn urls_that_browsers_cannot_open() {
    check(
        "
//- content/docs/a.md
# A

[one](htp://example.com/a), [two](https://), [three](http:///docs)

[four](https://example.com), [five](obsidian://open), [six](mailto:a@example.com)
",
        "
error[broken-link]: broken link: unknown scheme `htp` in `htp://example.com/a`
 --> content/docs/a.md:3:7
  |
3 | [one](htp://example.com/a), [two](https://), [three](http:///docs)
  |       ^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `http://example.com/a`?

error[broken-link]: broken link: `https://` has no host
 --> content/docs/a.md:3:35
  |
3 | [one](htp://example.com/a), [two](https://), [three](http:///docs)
  |                                   ^^^^^^^^
  |
  = hint: add the host, such as `https://example.com`

error[broken-link]: broken link: `http:///docs` has no host
 --> content/docs/a.md:3:54
  |
3 | [one](htp://example.com/a), [two](https://), [three](http:///docs)
  |                                                      ^^^^^^^^^^^^
  |
  = hint: add the host, such as `http://example.com`
",
    );
}

#[test]
fn front_matter_without_effect() {
    check(
        "
//- content/docs/a.md
---
title: A
layout: fancy
custom_edit_url: 5
---
Text.
//- content/docs/b.md
---
title: B
layout: doc
custom_edit_url: null
hero: { title: B }
---
Text.
//- content/docs/c.md
----
title: C
----
Text.
//- content/docs/d.md
+++
title = D
+++
Text.
",
        "
error[invalid-front-matter]: `layout` has no effect in this folder
 --> content/docs/a.md:3:1
  |
3 | layout: fancy
  | ^^^^^^^^^^^^^
  |
  = hint: move the file to `content/pages`, or remove `layout`

error[invalid-front-matter]: invalid URL `5` for `custom_edit_url`
 --> content/docs/a.md:4:18
  |
4 | custom_edit_url: 5
  |                  ^
  |
  = hint: use a URL that starts with `https://` or `/`

error[invalid-front-matter]: `hero` has no effect in this folder
 --> content/docs/b.md:5:1
  |
5 | hero: { title: B }
  | ^^^^^^^
  |
  = hint: move the file to `content/pages`, or remove `hero`

error[invalid-front-matter]: the front matter starts with `----`
 --> content/docs/c.md:1:1
  |
1 | ----
  | ^^^^
  |
  = hint: start and end it with `---`
  = hint: for a thematic break, write `***`

error[invalid-front-matter]: invalid TOML in the front matter: string values must be quoted, expected literal string
 --> content/docs/d.md:2:9
  |
2 | title = D
  |         ^
  |
  = hint: use `\"D\"`
",
    );
}

#[test]
fn a_documentation_set_without_documents() {
    check(
        "
//- docgen.toml
[[docs]]
id = 'zz'
//- content/pages/index.md
# Home
",
        "
error[missing-content]: the documentation set `zz` has no documents in `content/zz`
 --> docgen.toml:2:6
  |
2 | id = 'zz'
  |      ^^^^
  |
  = hint: add pages there, or remove the `[[docs]]` table
",
    );
}

#[test]
fn a_key_without_a_value() {
    check(
        "
//- content/docs/guides/_category_.toml
label =
//- content/docs/guides/a.md
# A
",
        "
error[invalid-category]: invalid TOML in the `_category_` file: missing value for `label`
 --> content/docs/guides/_category_.toml:1:1
  |
1 | label =
  | ^^^^^^^
  |
  = hint: add a value after `=`, or remove the key
",
    );
}

#[test]
fn an_author_whose_url_has_no_scheme() {
    check(
        "
//- content/docs/a.md
# A
//- content/blog/2026-01-05-hello.md
---
title: Hello
authors: [team]
---
Text.
//- content/blog/authors.toml
[team]
name = 'Team'
url = 'example.com/team'
",
        "
error[broken-link]: broken link: the author's URL `example.com/team` doesn't match any page or file on this site
 --> content/blog/authors.toml:3:7
  |
3 | url = 'example.com/team'
  |       ^^^^^^^^^^^^^^^^^^
  |
  = hint: use `https://example.com/team`
",
    );
}
