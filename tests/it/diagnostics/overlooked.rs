//! Problems that are easy to overlook, because the site could still be built.

use super::check;

#[test]
fn html_of_the_config_that_is_not_balanced() {
    check(
        r#"
//- docgen.toml
[announcement_bar]
content = '<div><b>x</b> <i>y</b></i>'
[navbar]
items = [{ type = 'html', html = '</nav><b>x</b>' }]
[docs.sidebars]
docs = ['a', { html = '<span/>text' }]
[footer]
copyright = """<p>a<br></p><li>b</div>
<a title="x>c"""
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- content/docs/a.md
# A
//- content/i18n/de/labels.json
{ "<div><b>x</b> <i>y</b></i>": "<b>z" }
"#,
        r#"
warning[unbalanced-html]: in the announcement bar, `<div>` is never closed
 --> docgen.toml:2:12
  |
2 | content = '<div><b>x</b> <i>y</b></i>'
  |            ^^^^^
  |
  = hint: add `</div>` where the element ends

warning[unbalanced-html]: in the announcement bar, `</b>` has no matching `<b>`
 --> docgen.toml:2:30
  |
2 | content = '<div><b>x</b> <i>y</b></i>'
  |                              ^^^^
  |
  = hint: remove the tag

warning[unbalanced-html]: in the navbar, `</nav>` has no matching `<nav>`
 --> docgen.toml:4:35
  |
4 | items = [{ type = 'html', html = '</nav><b>x</b>' }]
  |                                   ^^^^^^
  |
  = hint: remove the tag

warning[unbalanced-html]: in the sidebar `docs`, `/>` doesn't close `<span>`
 --> docgen.toml:6:24
  |
6 | docs = ['a', { html = '<span/>text' }]
  |                        ^^^^^^^
  |
  = hint: use `<span></span>`; in HTML, `/>` works only for elements without content

warning[unbalanced-html]: in the copyright line, `</div>` has no matching `<div>`
 --> docgen.toml:8:33
  |
8 | copyright = """<p>a<br></p><li>b</div>
  |                                 ^^^^^^
  |
  = hint: remove the tag

warning[unbalanced-html]: in the copyright line, the tag `<a` is never closed
 --> docgen.toml:9:1
  |
9 | <a title="x>c"""
  | ^^^^^^^^^^^^^
  |
  = hint: close the quotation marks and the tag

warning[unbalanced-html]: in the announcement bar, `<b>` is never closed
 --> content/i18n/de/labels.json:1:34
  |
1 | { "<div><b>x</b> <i>y</b></i>": "<b>z" }
  |                                  ^^^
  |
  = hint: add `</b>` where the element ends
"#,
    );
}

#[test]
fn settings_that_cannot_work() {
    check(
        r#"
//- docgen.toml
[search]
external_url_regex = '(['
[search.index]
synonyms = [['x'], ['k8s', 'kubernetes']]
[announcement_bar]
[analytics]
[repositories]
x = 'https://example.com/sdk'
//- content/docs/a.md
# A
"#,
        r#"
error[invalid-config]: `search.external_url_regex`: invalid regular expression `([`: unexpected end
 --> docgen.toml:2:22
  |
2 | external_url_regex = '(['
  |                      ^^^^
  |
  = hint: in TOML, put regular expressions in single quotes

error[invalid-config]: `search.index.synonyms`: expected at least two words, found 1
 --> docgen.toml:4:13
  |
4 | synonyms = [['x'], ['k8s', 'kubernetes']]
  |             ^^^^^
  |
  = hint: add a word, or remove the group

error[invalid-config]: missing key `content` in `announcement_bar`
 --> docgen.toml:5:1
  |
5 | [announcement_bar]
  | ^^^^^^^^^^^^^^^^^^

error[invalid-config]: missing key `id` in `analytics`
 --> docgen.toml:6:1
  |
6 | [analytics]
  | ^^^^^^^^^^^

error[invalid-config]: missing key `provider` in `analytics`
 --> docgen.toml:6:1
  |
6 | [analytics]
  | ^^^^^^^^^^^

error[invalid-config]: invalid repository name `x`
 --> docgen.toml:8:1
  |
8 | x = 'https://example.com/sdk'
  | ^
  |
  = hint: use at least two characters (letters, digits, hyphens, and underscores), starting with a letter
"#,
    );
}

#[test]
fn front_matter_of_values_that_do_not_exist() {
    check(
        r#"
//- content/docs/a.md
---
last_update: { date: 2025-02-30 }
tags: [a, "", b]
image: ./p.svg
---
# A
//- content/docs/p.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
//- content/blog/2026-02-31-x.md
---
authors: [nobody]
---
# X
//- content/blog/2026-02-28-y.md
---
authors: [{ name: Y, image: /gone.png, url: /nowhere }]
---
# Y
"#,
        r#"
error[missing-image]: image not found: `/gone.png`
 --> content/blog/2026-02-28-y.md:2:29
  |
2 | authors: [{ name: Y, image: /gone.png, url: /nowhere }]
  |                             ^^^^^^^^^
  |
  = hint: add it as `static/gone.png`

error[broken-link]: broken link: the author's URL `/nowhere` doesn't match any page or file on this site
 --> content/blog/2026-02-28-y.md:2:45
  |
2 | authors: [{ name: Y, image: /gone.png, url: /nowhere }]
  |                                             ^^^^^^^^

error[invalid-post]: the date `2026-02-31` in the filename doesn't exist
--> content/blog/2026-02-31-x.md
 = hint: correct the filename, or set `date` in the front matter

error[unknown-author]: unknown author `nobody`
 --> content/blog/2026-02-31-x.md:2:11
  |
2 | authors: [nobody]
  |           ^^^^^^
  |
  = hint: describe the author in `content/blog/authors.toml`, or here: `authors: [{ name: … }]`

error[invalid-front-matter]: `date`: expected a date such as `2026-02-28`, found `2025-02-30`
 --> content/docs/a.md:2:22
  |
2 | last_update: { date: 2025-02-30 }
  |                      ^^^^^^^^^^

error[invalid-front-matter]: `tags`: an item is empty
 --> content/docs/a.md:3:11
  |
3 | tags: [a, "", b]
  |           ^^
  |
  = hint: remove the item

error[missing-image]: image not found: `./p.svg`
 --> content/docs/a.md:4:8
  |
4 | image: ./p.svg
  |        ^^^^^^^
  |
  = hint: move `content/docs/p.svg` to `static`: preview images are in that folder
"#,
    );
}

#[test]
fn files_of_which_only_one_is_used() {
    check(
        r#"
//- content/docs/a.md
# A
//- content/docs/b/c.md
# C
//- content/docs/b/_category_.json
{ "label": "B" }
//- content/docs/b/_category_.toml
label = "B"
//- content/i18n/de/docs/b/_category_.yml
label: B
//- components/Card.jsx
export default () => <p>a</p>
//- components/Card.tsx
export default () => <p>a</p>
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
"#,
        r#"
warning[unused-content]: `components/Card.jsx` isn't used: `components/Card.tsx` is the same component
--> components/Card.jsx
 = hint: remove one of the files

warning[unused-content]: `content/docs/b/_category_.json` isn't used: `content/docs/b/_category_.toml` has the settings of the same folder
--> content/docs/b/_category_.json
 = hint: remove one of the files
"#,
    );
}

#[test]
fn a_merge_conflict() {
    check(
        r#"
//- content/docs/a.md
# A

<<<<<<< HEAD
One
=======
Two
>>>>>>> branch

```text
<<<<<<< HEAD
One
=======
Two
>>>>>>> branch
```
"#,
        r#"
warning[merge-conflict]: the page contains an unresolved merge conflict
 --> content/docs/a.md:3:1
  |
3 | <<<<<<< HEAD
  | ^^^^^^^^^^^^
  |
  = hint: keep one side of the conflict, and remove the lines that start with `<<<<<<<`, `=======`, and `>>>>>>>`
"#,
    );
}

#[test]
fn suggestions_are_valid_links() {
    check(
        r#"
//- content/docs/a.md
# A

[g](<./c#.md>) [f](/docs/d) ![a](</a b#.svg>) ![a](</a c.svg>)
//- content/docs/c#.md
# C
//- static/a b#.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
//- static/a cd.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
"#,
        r#"
error[broken-link]: broken link: `./c#.md` doesn't match any page or file on this site
 --> content/docs/a.md:3:6
  |
3 | [g](<./c#.md>) [f](/docs/d) ![a](</a b#.svg>) ![a](</a c.svg>)
  |      ^^^^^^^
  |
  = hint: did you mean `./c%23.md`?

error[broken-link]: broken link: `/docs/d` doesn't match any page or file on this site
 --> content/docs/a.md:3:20
  |
3 | [g](<./c#.md>) [f](/docs/d) ![a](</a b#.svg>) ![a](</a c.svg>)
  |                    ^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`

error[missing-image]: image not found: `/a b#.svg`
 --> content/docs/a.md:3:35
  |
3 | [g](<./c#.md>) [f](/docs/d) ![a](</a b#.svg>) ![a](</a c.svg>)
  |                                   ^^^^^^^^^
  |
  = hint: did you mean `/a%20b%23.svg`?

error[missing-image]: image not found: `/a c.svg`
 --> content/docs/a.md:3:53
  |
3 | [g](<./c#.md>) [f](/docs/d) ![a](</a b#.svg>) ![a](</a c.svg>)
  |                                                     ^^^^^^^^
  |
  = hint: did you mean `/a%20cd.svg`?
"#,
    );
}

#[test]
fn a_component_without_a_default_export() {
    check(
        r#"
//- content/docs/a.md
# A

<Card/>
//- components/Card.tsx
export function Card() { return <p>a</p> }
"#,
        r#"
error[invalid-import]: `components/Card.tsx` has no default export
 --> content/docs/a.md:3:2
  |
3 | <Card/>
  |  ^^^^
  |
  = hint: add `export default Card;` to that file
"#,
    );
}

#[test]
fn an_included_template_that_does_not_exist() {
    check(
        r#"
//- content/docs/a.md
# A
//- overrides/templates/pager.html
{% include "doc-fooder.html" %}
"#,
        r#"
error[invalid-template]: the included template `doc-fooder.html` doesn't exist
 --> overrides/templates/pager.html:1:4
  |
1 | {% include "doc-fooder.html" %}
  |    ^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_that_no_part_of_an_openapi_document_defines_or_uses() {
    check(
        r#"
//- content/docs/a.md
# A
//- openapi/a.yaml
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: 'https://{region}.example.com' }]
security: [{ login: [read, reed], open: [any], empty: [any] }]
tags:
  - { name: Used }
  - { name: parent }
  - { name: child, parent: parent }
  - { name: described, description: Later. }
  - { name: used }
  - { name: other }
paths:
  /a:
    get:
      tags: [Used, child]
      security: [{ login: [reed] }]
      responses: { '200': { description: Fine. } }
components:
  securitySchemes:
    login:
      type: oauth2
      flows:
        implicit: { authorizationUrl: 'https://a.example/', scopes: { read: Read. } }
        password: { tokenUrl: 'https://a.example/', scopes: { write: Write. } }
    open: { type: openIdConnect, openIdConnectUrl: 'https://a.example/' }
    empty: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://a.example/', scopes: {} } } }
"#,
        r#"
warning[invalid-openapi]: the server `https://{region}.example.com` doesn't define the variable `{region}`
 --> openapi/a.yaml:3:11
  |
3 | servers: [{ url: 'https://{region}.example.com' }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

warning[openapi-lint]: `/security/0/login/1` isn't valid OpenAPI 3.1: no flow of `login` defines the scope `reed`
 --> openapi/a.yaml:4:28
  |
4 | security: [{ login: [read, reed], open: [any], empty: [any] }]
  |                            ^^^^
  |
  = hint: did you mean `read`?

warning[openapi-lint]: `/tags/4`: no operation has the tag `used`, which also has no description
  --> openapi/a.yaml:10:5
   |
10 |   - { name: used }
   |     ^^^^^^^^^^^^^^
   |
   = hint: operations have the similar tag `Used`

warning[openapi-lint]: `/tags/5`: no operation has the tag `other`, which also has no description
  --> openapi/a.yaml:11:5
   |
11 |   - { name: other }
   |     ^^^^^^^^^^^^^^^
   |
   = hint: remove the tag, or add a description
"#,
    );
}

#[test]
fn keywords_that_newer_versions_of_openapi_replace() {
    check(
        r#"
//- content/docs/a.md
# A
//- openapi/a.yaml
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths: {}
components:
  schemas:
    A:
      properties:
        a: { type: string, nullable: true }
        b: { type: integer, minimum: 1, exclusiveMinimum: true }
        c: { type: integer, maximum: 1, exclusiveMaximum: false }
        d: { type: integer, exclusiveMaximum: 1 }
"#,
        r#"
warning[openapi-lint]: `/components/schemas/A/properties/a/nullable` isn't valid OpenAPI 3.1: `nullable` is a keyword of OpenAPI 3.0
 --> openapi/a.yaml:9:28
  |
9 |         a: { type: string, nullable: true }
  |                            ^^^^^^^^
  |
  = hint: add `null` to the types, such as `type: [string, "null"]`

warning[openapi-lint]: `/components/schemas/A/properties/b/exclusiveMinimum` isn't valid OpenAPI 3.1: expected a number in `exclusiveMinimum`
  --> openapi/a.yaml:10:41
   |
10 |         b: { type: integer, minimum: 1, exclusiveMinimum: true }
   |                                         ^^^^^^^^^^^^^^^^
   |
   = hint: replace `minimum` with `exclusiveMinimum`, which has the limit as its value

warning[openapi-lint]: `/components/schemas/A/properties/c/exclusiveMaximum` isn't valid OpenAPI 3.1: expected a number in `exclusiveMaximum`
  --> openapi/a.yaml:11:41
   |
11 |         c: { type: integer, maximum: 1, exclusiveMaximum: false }
   |                                         ^^^^^^^^^^^^^^^^
   |
   = hint: remove `exclusiveMaximum`
"#,
    );
}

#[test]
fn rules_of_openapi() {
    check(
        r#"
//- docgen.toml
[[openapi]]
file = 'openapi/a.yaml'
overlays = ['openapi/o.yaml']
//- content/docs/a.md
# A
//- openapi/o.yaml
overlay: 1.0
actions:
  - target: $.info
  - target: $.info
    updat: { a: 1 }
//- openapi/a.yaml
openapi: 3.1.0
info: { title: T }
servers: [{ url: https://api.example.com }]
paths:
  /a/{x}:
    get:
      parameters:
        - { name: x, in: path, schema: { type: string, pattern: '([' } }
        - { name: q, in: query, schema: { type: string } }
        - { name: q, in: query, schema: { type: string } }
      responses:
        '200': {}
  /a/{y}:
    get:
      parameters: [{ name: y, in: path, required: true, schema: { type: string, pattern: '^(?i:a)$' } }]
      responses: { '200': { $ref: '#/components/responses/Fine' } }
components:
  responses:
    Fine: { description: Fine. }
"#,
        r#"
warning[openapi-lint]: `/info` isn't valid OpenAPI 3.1: missing key `version`
 --> openapi/a.yaml:2:1
  |
2 | info: { title: T }
  | ^^^^

warning[openapi-lint]: `/paths/~1a~1{x}/get/parameters/0` isn't valid OpenAPI 3.1: a path parameter requires `required: true`
 --> openapi/a.yaml:8:11
  |
8 |         - { name: x, in: path, schema: { type: string, pattern: '([' } }
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

warning[openapi-lint]: `/paths/~1a~1{x}/get/parameters/0/schema/pattern` isn't valid OpenAPI 3.1: invalid regular expression: unexpected end
 --> openapi/a.yaml:8:56
  |
8 |         - { name: x, in: path, schema: { type: string, pattern: '([' } }
  |                                                        ^^^^^^^

warning[openapi-lint]: `/paths/~1a~1{x}/get/parameters/2` isn't valid OpenAPI 3.1: an earlier parameter has the same name and location
  --> openapi/a.yaml:10:11
   |
10 |         - { name: q, in: query, schema: { type: string } }
   |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

warning[openapi-lint]: `/paths/~1a~1{x}/get/responses/200` isn't valid OpenAPI 3.1: missing key `description`
  --> openapi/a.yaml:12:9
   |
12 |         '200': {}
   |         ^^^^^

warning[openapi-lint]: `/paths/~1a~1{y}` isn't valid OpenAPI 3.1: `/a/{x}` is the same path, except for the names of its parameters
  --> openapi/a.yaml:13:3
   |
13 |   /a/{y}:
   |   ^^^^^^

warning[unmatched-target]: the action changes nothing
 --> openapi/o.yaml:3:5
  |
3 |   - target: $.info
  |     ^^^^^^
  |
  = hint: add `update`, `copy`, or `remove: true`

error[invalid-overlay]: unknown key `updat` in an action
 --> openapi/o.yaml:5:5
  |
5 |     updat: { a: 1 }
  |     ^^^^^
  |
  = hint: did you mean `update`?
"#,
    );
}
