//! Navbar, sidebars and category files.

use super::check;

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

error[broken-link]: broken link: the footer's link `/abuot` doesn't match any page or file of this site
 --> docgen.toml:5:64
  |
5 | columns = [{ title = 'More', items = [{ label = 'Gone', href = '/abuot' }] }]
  |                                                                ^^^^^^^^
"#,
    );
}

#[test]
fn links_of_the_config_lead_to_places_that_are_there() {
    check(
        "
//- docgen.toml
[[navbar.items]]
label = 'More'
items = [{ label = 'A', href = '/docs/intro#nope' }, { label = 'B', href = '/docs/introo?x=1#a' }]
[docs.sidebars]
docs = ['intro', { label = 'Part', href = '/docs/intro#prat' }, { label = 'Elsewhere', href = 'https://example.com/#x' }]
[[footer.columns]]
title = 'More'
items = [{ label = 'C', href = '/docs/intro/#part' }, { label = 'D', href = 'pathname:///app/#x' }]
//- content/docs/intro.md
# Intro

## Part
",
        r#"
warning[broken-anchor]: broken link: `/docs/intro#nope` doesn't match any heading or id of its page
 --> docgen.toml:3:32
  |
3 | items = [{ label = 'A', href = '/docs/intro#nope' }, { label = 'B', href = '/docs/introo?x=1#a' }]
  |                                ^^^^^^^^^^^^^^^^^^
  |
  = hint: `content/docs/intro.md` has no heading with this id

error[broken-link]: broken link: the navbar's link `/docs/introo?x=1#a` doesn't match any page or file of this site
 --> docgen.toml:3:76
  |
3 | items = [{ label = 'A', href = '/docs/intro#nope' }, { label = 'B', href = '/docs/introo?x=1#a' }]
  |                                                                            ^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?

warning[broken-anchor]: broken link: `/docs/intro#prat` doesn't match any heading or id of its page
 --> docgen.toml:5:43
  |
5 | docs = ['intro', { label = 'Part', href = '/docs/intro#prat' }, { label = 'Elsewhere', href = 'https://example.com/#x' }]
  |                                           ^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `#part`?
"#,
    );
}

#[test]
fn links_of_sidebars_lead_somewhere() {
    check(
        "
//- docgen.toml
[docs.sidebars]
docs = [
  'intro',
  { label = 'Dead', href = '/nope' },
  { category = 'More', items = [
    'intro',
    { label = 'Intro', href = '/docs/intro/' },
    { label = 'Typo', href = '/docs/intor' },
    { label = 'Elsewhere', href = 'https://example.com/docs/intor' },
  ] },
]
//- content/docs/intro.md
# Intro
",
        r#"
error[broken-link]: broken link: in the sidebar `docs`, the link `/nope` doesn't match any page or file of this site
 --> docgen.toml:4:28
  |
4 |   { label = 'Dead', href = '/nope' },
  |                            ^^^^^^^

error[broken-link]: broken link: in the sidebar `docs`, the link `/docs/intor` doesn't match any page or file of this site
 --> docgen.toml:8:30
  |
8 |     { label = 'Typo', href = '/docs/intor' },
  |                              ^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?
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
  { category = 'gone', link = 'gone', items = ['guides/install', 'guides/instal'] },
  { label = 'Nothing' },
  { autogenerated = 'reference' },
  { href = '/docs/nowhere', label = 'Nowhere' },
  { doc = 'intro', href = '/docs/intro' },
  { category = 'Empty' },
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
error[invalid-sidebar]: sidebar `docs`: there is no document `intor`
 --> docgen.toml:3:3
  |
3 |   'intor',
  |   ^^^^^^^
  |
  = hint: did you mean `intro`?

error[invalid-sidebar]: sidebar `docs`: there is no document `gone`
 --> docgen.toml:4:31
  |
4 |   { category = 'gone', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                               ^^^^^^

error[invalid-sidebar]: sidebar `docs`: there is no document `guides/instal`
 --> docgen.toml:4:66
  |
4 |   { category = 'gone', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                                                                  ^^^^^^^^^^^^^^^
  |
  = hint: did you mean `guides/install`?

error[invalid-sidebar]: sidebar `docs`: an item has none of `doc`, `category`, `href`, `autogenerated` and `html`
 --> docgen.toml:5:3
  |
5 |   { label = 'Nothing' },
  |   ^^^^^^^^^^^^^^^^^^^^^

error[invalid-sidebar]: sidebar `docs`: there is no document in the folder `reference`
 --> docgen.toml:6:21
  |
6 |   { autogenerated = 'reference' },
  |                     ^^^^^^^^^^^

error[broken-link]: broken link: in the sidebar `docs`, the link `/docs/nowhere` doesn't match any page or file of this site
 --> docgen.toml:7:12
  |
7 |   { href = '/docs/nowhere', label = 'Nowhere' },
  |            ^^^^^^^^^^^^^^^

error[invalid-sidebar]: sidebar `docs`: an item has both `doc` and `href`
 --> docgen.toml:8:3
  |
8 |   { doc = 'intro', href = '/docs/intro' },
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: make two items of it, or remove one of the keys

error[invalid-sidebar]: sidebar `docs`: the category `Empty` has no `items`
 --> docgen.toml:9:3
  |
9 |   { category = 'Empty' },
  |   ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: name what it holds, or give it a `link`
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
//- content/docs/e/_category_.toml
link = { type = 'document', id = 'a' }
//- content/docs/e/e.md
# E
//- content/docs/f/_category_.toml
link = { type = 'doc', title = 'F' }
//- content/docs/f/f.md
# F
//- content/docs/g/_category_.toml
collapsed = 'yes'
//- content/docs/g/g.md
# G
//- content/docs/h/_category_.toml
class_name = 'one'
className = 'two'
//- content/docs/h/h.md
# H
",
        r#"
error[invalid-category]: unknown key `lable` in a `_category_` file
 --> content/docs/a/_category_.toml:1:1
  |
1 | lable = 'A'
  | ^^^^^
  |
  = hint: did you mean `label`?

error[invalid-category]: `position` must be a number, here is text
 --> content/docs/b/_category_.yml:2:11
  |
2 | position: first
  |           ^^^^^

error[invalid-category]: the `_category_` file is not valid JSON: trailing comma
 --> content/docs/c/_category_.json:3:1
  |
3 | }
  | ^

error[invalid-category]: there is no document `gone` to lead to
 --> content/docs/d/_category_.yaml:3:7
  |
3 |   id: gone
  |       ^^^^

error[invalid-category]: the `type` of `link` must be `doc` or `generated-index`
 --> content/docs/e/_category_.toml:1:17
  |
1 | link = { type = 'document', id = 'a' }
  |                 ^^^^^^^^^^

error[invalid-category]: a `link` to a document needs an `id`
 --> content/docs/f/_category_.toml:1:8
  |
1 | link = { type = 'doc', title = 'F' }
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[invalid-category]: unknown key `title` in a `link` to a document
 --> content/docs/f/_category_.toml:1:24
  |
1 | link = { type = 'doc', title = 'F' }
  |                        ^^^^^
  |
  = hint: the keys are id

error[invalid-category]: `collapsed` must be true or false, here is text
 --> content/docs/g/_category_.toml:1:13
  |
1 | collapsed = 'yes'
  |             ^^^^^
  |
  = hint: write `collapsed = true`

error[invalid-category]: `className` and `class_name` are the same setting
 --> content/docs/h/_category_.toml:2:1
  |
2 | className = 'two'
  | ^^^^^^^^^
  |
  = hint: leave `className` out
"#,
    );
}
