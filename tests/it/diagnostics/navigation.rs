//! Problems with the navbar, sidebars, and category files.

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
error[navbar-item]: navbar item 1: missing key `href`
 --> docgen.toml:1:1
  |
1 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: check this item: {
            "position": "right",
            "label": "No address"
          }

error[navbar-item]: navbar item 2: missing key `label`
 --> docgen.toml:4:1
  |
4 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: check this item: {
            "position": "right",
            "href": "/docs/intro"
          }

error[navbar-item]: navbar item 3: unknown type `dorpdown`
 --> docgen.toml:7:1
  |
7 | [[navbar.items]]
  | ^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `dropdown`?
  = hint: check this item: {
            "type": "dorpdown",
            "position": "right",
            "label": "Typo"
          }

error[navbar-item]: navbar item 4: unknown type `something`
  --> docgen.toml:11:1
   |
11 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: use one of `default`, `dropdown`, `doc`, `docSidebar`, `docsVersion`, `docsVersionDropdown`, `localeDropdown`, `search`, `html`
   = hint: check this item: {
             "type": "something",
             "position": "right"
           }

error[navbar-item]: navbar item 5: missing key `items`
  --> docgen.toml:14:1
   |
14 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
             "type": "dropdown",
             "position": "right",
             "label": "Empty"
           }

error[navbar-item]: navbar item 6: item 2 of the dropdown: unknown document `intor`
  --> docgen.toml:18:1
   |
18 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `intro`?
   = hint: check this item: {
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

error[navbar-item]: navbar item 7: item 1 of the dropdown has `items`, but a dropdown can contain only links
  --> docgen.toml:23:1
   |
23 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
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

error[navbar-item]: navbar item 8: missing key `doc_id`
  --> docgen.toml:27:1
   |
27 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
             "type": "doc",
             "position": "right"
           }

error[navbar-item]: navbar item 9: unknown document `intor`
  --> docgen.toml:30:1
   |
30 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `intro`?
   = hint: check this item: {
             "type": "doc",
             "position": "right",
             "doc_id": "intor"
           }

error[navbar-item]: navbar item 10: missing key `sidebar_id`
  --> docgen.toml:34:1
   |
34 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
             "type": "docSidebar",
             "position": "left"
           }

error[navbar-item]: navbar item 11: unknown sidebar `dosc`
  --> docgen.toml:38:1
   |
38 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: did you mean `docs`?
   = hint: check this item: {
             "type": "docSidebar",
             "position": "right",
             "sidebar_id": "dosc"
           }

error[navbar-item]: navbar item 12: missing key `html`
  --> docgen.toml:42:1
   |
42 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
             "type": "html",
             "position": "right"
           }

error[navbar-item]: navbar item 13: invalid `active_base_regex`: found open group without closing ')'
  --> docgen.toml:45:1
   |
45 | [[navbar.items]]
   | ^^^^^^^^^^^^^^^^
   |
   = hint: check this item: {
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
error[navbar-item]: navbar item 2: missing key `href`
 --> docgen.toml:4:3
  |
4 |   { label = 'No address' },
  |   ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: check this item: {
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
error[navbar-item]: navbar item 1: broken link: `/docs/intor` doesn't match any page
 --> docgen.toml:2:10
  |
2 | items = [{ label = 'Gone', href = '/docs/intor' }]
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?
  = hint: check this item: {
            "position": "right",
            "label": "Gone",
            "href": "/docs/intor"
          }

error[broken-link]: broken link: the footer link `/abuot` doesn't match any page or file on this site
 --> docgen.toml:5:64
  |
5 | columns = [{ title = 'More', items = [{ label = 'Gone', href = '/abuot' }] }]
  |                                                                ^^^^^^^^
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
error[broken-link]: broken link: in the sidebar `docs`, the link `/nope` doesn't match any page or file on this site
 --> docgen.toml:4:28
  |
4 |   { label = 'Dead', href = '/nope' },
  |                            ^^^^^^^

error[broken-link]: broken link: in the sidebar `docs`, the link `/docs/intor` doesn't match any page or file on this site
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
error[invalid-sidebar]: sidebar `docs`: unknown document `intor`
 --> docgen.toml:3:3
  |
3 |   'intor',
  |   ^^^^^^^
  |
  = hint: did you mean `intro`?

error[invalid-sidebar]: sidebar `docs`: unknown document `gone`
 --> docgen.toml:4:31
  |
4 |   { category = 'gone', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                               ^^^^^^

error[invalid-sidebar]: sidebar `docs`: unknown document `guides/instal`
 --> docgen.toml:4:66
  |
4 |   { category = 'gone', link = 'gone', items = ['guides/install', 'guides/instal'] },
  |                                                                  ^^^^^^^^^^^^^^^
  |
  = hint: did you mean `guides/install`?

error[invalid-sidebar]: sidebar `docs`: missing key in an item: `doc`, `category`, `href`, `autogenerated`, or `html`
 --> docgen.toml:5:3
  |
5 |   { label = 'Nothing' },
  |   ^^^^^^^^^^^^^^^^^^^^^

error[invalid-sidebar]: sidebar `docs`: no documents in the `reference` folder
 --> docgen.toml:6:21
  |
6 |   { autogenerated = 'reference' },
  |                     ^^^^^^^^^^^

error[broken-link]: broken link: in the sidebar `docs`, the link `/docs/nowhere` doesn't match any page or file on this site
 --> docgen.toml:7:12
  |
7 |   { href = '/docs/nowhere', label = 'Nowhere' },
  |            ^^^^^^^^^^^^^^^

error[invalid-sidebar]: sidebar `docs`: an item can't have both `doc` and `href`
 --> docgen.toml:8:3
  |
8 |   { doc = 'intro', href = '/docs/intro' },
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: split it into two items, or remove one of the keys

error[invalid-sidebar]: sidebar `docs`: missing key `items` in the category `Empty`
 --> docgen.toml:9:3
  |
9 |   { category = 'Empty' },
  |   ^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: add `items`, or add a `link`
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

error[invalid-category]: `position`: expected a number, found a string
 --> content/docs/b/_category_.yml:2:11
  |
2 | position: first
  |           ^^^^^

error[invalid-category]: invalid JSON in the `_category_` file: trailing comma
 --> content/docs/c/_category_.json:3:1
  |
3 | }
  | ^

error[invalid-category]: unknown document `gone`
 --> content/docs/d/_category_.yaml:3:7
  |
3 |   id: gone
  |       ^^^^

error[invalid-category]: invalid `type` in `link`: expected `doc` or `generated-index`
 --> content/docs/e/_category_.toml:1:17
  |
1 | link = { type = 'document', id = 'a' }
  |                 ^^^^^^^^^^

error[invalid-category]: missing key `id` in a `link` to a document
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
  = hint: use `id`

error[invalid-category]: `collapsed`: expected `true` or `false`, found a string
 --> content/docs/g/_category_.toml:1:13
  |
1 | collapsed = 'yes'
  |             ^^^^^
  |
  = hint: use `collapsed = true`

error[invalid-category]: duplicate setting: `className` is the same as `class_name`
 --> content/docs/h/_category_.toml:2:1
  |
2 | className = 'two'
  | ^^^^^^^^^
  |
  = hint: remove `className`
"#,
    );
}
