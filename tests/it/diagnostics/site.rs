//! Problems that affect the entire site: templates, files, and the config.

use super::check;

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
error[invalid-template]: unknown template `dcos.html`
--> overrides/templates/dcos.html
 = hint: did you mean `doc.html`?

error[invalid-template]: unexpected end of input, expected end of block
 --> overrides/templates/doc.html:2:1
  |
2 | {% if page.title %}
  | ^^^^^^^^^^^^^^^^^^^
  |
  = hint: check the syntax: MiniJinja uses Jinja2 syntax

error[invalid-template]: `page.nothing` is undefined
 --> overrides/templates/tag.html:2:4
  |
2 | {{ page.nothing.at.all }}
  |    ^^^^^^^^^^^^^^^
  |
  = hint: use a value that the manual lists for this template
"#,
    );
}

#[test]
fn templates_that_fail_on_some_pages() {
    check(
        "
//- docgen.toml
[[redirects]]
from = '/old'
to = '/docs/a'
//- content/docs/a.md
# A
//- content/docs/b.md
# B
//- content/docs/c.md
# C
//- overrides/templates/doc.html
{{ page.titel }} {{ t.next_page }}
{% for tag in page.tags[0] %}{{ tag }}{% endfor %}
{% set author = page.last_update.author -%}
{{ author }} {{ page.title|shout }}
{% if page.title == 'C' or page.title == 'B' %}{{ page['x'] }}{% endif %}
//- overrides/templates/page-header.html
<h1>{{ page.hero.title }}</h1>
//- overrides/templates/redirect.html
{{ site.base_url }}
//- overrides/templates/pager.html
{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}
//- overrides/templates/shell.html
{% include 'shell.html' %}
",
        r#"
error[invalid-template]: `page.titel` is undefined
 --> overrides/templates/doc.html:1:4
  |
1 | {{ page.titel }} {{ t.next_page }}
  |    ^^^^^^^^^^
  |
  = hint: did you mean `page.title`?

error[invalid-template]: `t.next_page` is undefined
 --> overrides/templates/doc.html:1:21
  |
1 | {{ page.titel }} {{ t.next_page }}
  |                     ^^^^^^^^^^^
  |
  = hint: did you mean `t.edit_page`?

error[invalid-template]: `page.tags[0]` is undefined when `page.tags` is empty
 --> overrides/templates/doc.html:2:15
  |
2 | {% for tag in page.tags[0] %}{{ tag }}{% endfor %}
  |               ^^^^^^^^^^^^
  |
  = hint: check it first: `{% if page.tags %}`

error[invalid-template]: `page.last_update.author` is undefined when `page.last_update` is absent
 --> overrides/templates/doc.html:4:4
  |
4 | {{ author }} {{ page.title|shout }}
  |    ^^^^^^
  |
  = hint: check it first: `{% if page.last_update %}`

error[invalid-template]: unknown filter `shout`
 --> overrides/templates/doc.html:4:17
  |
4 | {{ author }} {{ page.title|shout }}
  |                 ^^^^^^^^^^^^^^^^

error[invalid-template]: `page['x']` is undefined on `/docs/b/` and 1 other page
 --> overrides/templates/doc.html:5:51
  |
5 | {% if page.title == 'C' or page.title == 'B' %}{{ page['x'] }}{% endif %}
  |                                                   ^^^^^^^^^
  |
  = hint: use a value that the manual lists for this template

error[invalid-template]: `page.hero.title` is undefined in `page.html`
 --> overrides/templates/page-header.html:1:8
  |
1 | <h1>{{ page.hero.title }}</h1>
  |        ^^^^^^^^^^^^^^^
  |
  = hint: use a value that the manual lists for this template

error[invalid-template]: the template never finishes in `category.html`
--> overrides/templates/pager.html

error[invalid-template]: `site.base_url` is undefined
 --> overrides/templates/redirect.html:1:4
  |
1 | {{ site.base_url }}
  |    ^^^^^^^^^^^^^
  |
  = hint: use a value that the manual lists for this template

error[invalid-template]: recursion limit exceeded
 --> overrides/templates/shell.html:1:4
  |
1 | {% include 'shell.html' %}
  |    ^^^^^^^^^^^^^^^^^^^^
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
error[output-conflict]: `static/404.html` would replace the not-found page
--> static/404.html
 = hint: put the page in `content/pages/404.md`

error[output-conflict]: `static/_docgen/site.json` would replace a theme file
--> static/_docgen/site.json
 = hint: rename the file, or give the page a different `slug`

error[output-conflict]: `static/docs/a.md` would replace the Markdown version of the page `/docs/a`
--> static/docs/a.md
 = hint: rename the file, or give the page a different `slug`

error[output-conflict]: `static/docs/a/index.html` would replace the page `/docs/a`
--> static/docs/a/index.html
 = hint: rename the file, or give the page a different `slug`

error[output-conflict]: `static/docs/a/index.json` would replace the page `/docs/a`
--> static/docs/a/index.json
 = hint: rename the file, or give the page a different `slug`

error[output-conflict]: `static/docs/index.html` would replace the redirect from `/docs` to `/docs/a`
--> static/docs/index.html
 = hint: rename the file, or create a page with this URL
"#,
    );
}

#[test]
fn files_that_are_folders_too_or_twice_the_same() {
    check(
        "
//- docgen.toml
[[redirects]]
from = '/docs/a.md/old'
to = '/docs/a'
//- content/docs/a.md
# A
//- content/docs/b.md
# B
//- content/pages/index.md
# Home
//- content/pages/index.md.mdx
---
slug: /index
---
# Index
//- static/docs/b
text
//- static/index.html/text
text
",
        r#"
error[output-conflict]: can't write both the Markdown version of the page `/docs/a` and the redirect from `/docs/a.md/old` to `/docs/a`: `docs/a.md` would be both a file and a folder
--> docgen.toml
 = hint: change one of the URLs

error[output-conflict]: can't write both the Markdown version of the page `/` and the Markdown version of the page `/index`: both are `index.md`
--> content/pages/index.md.mdx
 = hint: change one of the URLs

error[output-conflict]: can't write both `static/docs/b` and the page `/docs/b`: `docs/b` would be both a file and a folder
--> static/docs/b
 = hint: rename the file, or give the page a different `slug`

error[output-conflict]: can't write both the page `/` and `static/index.html/text`: `index.html` would be both a file and a folder
--> static/index.html/text
 = hint: rename the file, or give the page a different `slug`
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
error[invalid-config]: `next`: expected a string, found a number
 --> content/i18n/fr/messages.json:1:11
  |
1 | { "next": 3 }
  |           ^
"#,
    );
}

#[test]
fn content_that_stands_nowhere() {
    check(
        "
//- docgen.toml
[[blog]]
folder = 'news'
//- content/docs/a.md
# A
//- content/README.md
For writers.
//- content/install.md
# Install
//- content/news/2025-01-01-a.md
# A
//- content/doc/a.md
# A
//- content/doc/b.md
# B
//- content/texts/a.md
# A
",
        r#"
warning[unused-content]: `content/doc` isn't used: it isn't a folder for documentation, pages, or a blog
--> content/doc/a.md
 = hint: did you mean `content/docs`?

warning[unused-content]: `content/install.md` isn't used: it isn't in a folder for pages
--> content/install.md
 = hint: move it to `content/docs` or `content/pages`

warning[unused-content]: `content/texts` isn't used: it isn't a folder for documentation, pages, or a blog
--> content/texts/a.md
 = hint: move documentation to `content/docs`, other pages to `content/pages`, and posts to the folder of a `[[blog]]`
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
error[invalid-config]: `site.url`: expected a scheme and host, found `docs.example.com`
 --> docgen.toml:2:7
  |
2 | url = 'docs.example.com'
  |       ^^^^^^^^^^^^^^^^^^
  |
  = hint: use a URL such as `https://docs.example.com`; set a path in `site.base_url`

error[invalid-config]: `site.base_url`: expected a path, found a URL
 --> docgen.toml:3:12
  |
3 | base_url = 'https://example.com/x'
  |            ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = hint: use `url = "https://host"` and `base_url = "/path/"` instead of `https://example.com/x`
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
error[missing-image]: `site.favicon`: file not found: `favicon.icon`
 --> docgen.toml:2:11
  |
2 | favicon = 'favicon.icon'
  |           ^^^^^^^^^^^^^^
  |
  = hint: did you mean `favicon.ico`?

error[invalid-config]: `docs.main`: unknown document `intor`
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
error[broken-link]: broken link: `gone.md` doesn't match any page or file on this site
 --> content/docs/a.md:4:8
  |
4 | [gone](gone.md)
  |        ^^^^^^^
  |
  = hint: link to a Markdown file, a page path, a file next to this one, or a file in `static/`

error[duplicate-id]: duplicate ID `b`: documents `content/docs/a.md` and `content/docs/b.md`
 --> content/docs/b.md:1:1
  |
1 | # B
  | ^^^
  |
  = hint: change `id` in the front matter of one document, or rename its file
"#,
    );
}

#[test]
fn a_config_of_another_name() {
    check(
        "
//- docgen.yml
site:
  title: Mine
//- content/docs/a.md
# A
",
        "
warning[unused-content]: `docgen.yml` isn't used: docgen reads `docgen.toml`
--> docgen.yml
 = hint: move its settings to `docgen.toml`, and convert them to TOML
",
    );
}
