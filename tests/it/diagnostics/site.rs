//! What concerns the whole site: templates, files, languages, versions, the config.

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
error[output-conflict]: the page `/` as Markdown and the page `/index` as Markdown cannot both be written: both are `index.md`
--> content/pages/index.md.mdx
 = hint: give one of them another address

error[output-conflict]: the page `/docs/a` as Markdown and the redirect from `/docs/a.md/old` to `/docs/a` cannot both be written: `docs/a.md` would be a file and a folder
--> docgen.toml
 = hint: give one of them another address

error[output-conflict]: `static/docs/b` and the page `/docs/b` cannot both be written: `docs/b` would be a file and a folder
--> static/docs/b
 = hint: rename the file, or give the page another `slug`

error[output-conflict]: the page `/` and `static/index.html/text` cannot both be written: `index.html` would be a file and a folder
--> static/index.html/text
 = hint: rename the file, or give the page another `slug`
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
warning[unused-content]: no page is made of `content/doc`: it holds neither documentation, pages nor a blog
--> content/doc/a.md
 = hint: did you mean `content/docs`?

warning[unused-content]: no page is made of `content/install.md`: it stands in no folder of pages
--> content/install.md
 = hint: move it to `content/docs` or `content/pages`

warning[unused-content]: no page is made of `content/texts`: it holds neither documentation, pages nor a blog
--> content/texts/a.md
 = hint: documentation stands in `content/docs`, other pages in `content/pages`, posts where `[[blog]]` says
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
warning[unused-content]: `docgen.yml` is not read: the config is `docgen.toml`
--> docgen.yml
 = hint: write its settings in `docgen.toml`, as TOML
",
    );
}
