//! The links in settings.

use super::check;

#[test]
fn the_html_of_the_config_is_checked() {
    check(
        r##"
//- docgen.toml
[announcement_bar]
content = '''New: <a href="/docs/intor">a</a>
<a href="/docs/intro#prat">b</a> <a href='docs/intro'>c</a> <a href="#top">d</a>'''
[navbar]
logo = { src = '/a.svg', href = '/hmoe' }
[[navbar.items]]
type = 'html'
html = '<img src="/b.svg" alt=""> <img src="/a.svg" alt="">'
[[navbar.items]]
label = 'More'
href = '/docs/mroe'
items = [{ label = 'A', href = '/docs/intro' }]
[docs.sidebars]
docs = ['intro', { html = "<a href=\"/docs/nowhere/?a&amp;b\">a</a>" }]
[footer]
copyright = '<a href="/docs/intro/">a</a> <a href="https://example.com">b</a> <a href="mailto:a@b.example">c</a>'
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
//- static/a.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
//- content/docs/intro.md
# Intro

## Part
//- content/blog/authors.toml
[ann]
name = 'Ann'
url = '/docs/intor'
//- content/blog/2026-01-05-post.md
---
authors: [ann]
---
# Post
//- content/i18n/de/docs/intro.md
---
slug: einstieg
---
# Intro

## Teil
//- content/i18n/de/labels.json
{
  "<a href=\"/docs/intro/\">a</a> <a href=\"https://example.com\">b</a> <a href=\"mailto:a@b.example\">c</a>": "<a href='/docs/intro/#teil'>a</a> <a href='/docs/einstieg'>b</a> <a href='/docs/einsteig'>c</a>"
}
"##,
        r##"
error[broken-link]: broken link: in the announcement bar, the URL `/docs/intor` doesn't match any page or file on this site
 --> docgen.toml:2:28
  |
2 | content = '''New: <a href="/docs/intor">a</a>
  |                            ^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?

warning[broken-anchor]: broken link: `/docs/intro#prat` doesn't match any heading or ID on the target page
 --> docgen.toml:3:10
  |
3 | <a href="/docs/intro#prat">b</a> <a href='docs/intro'>c</a> <a href="#top">d</a>'''
  |          ^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `#part`?

error[broken-link]: broken link: in the announcement bar, the URL `docs/intro` is relative to each page that shows it
 --> docgen.toml:3:43
  |
3 | <a href="/docs/intro#prat">b</a> <a href='docs/intro'>c</a> <a href="#top">d</a>'''
  |                                           ^^^^^^^^^^
  |
  = hint: start the path with `/`

error[broken-link]: broken link: the logo's link `/hmoe` doesn't match any page or file on this site
 --> docgen.toml:5:33
  |
5 | logo = { src = '/a.svg', href = '/hmoe' }
  |                                 ^^^^^^^

error[broken-link]: broken link: in the navbar, the URL `/b.svg` doesn't match any page or file on this site
 --> docgen.toml:8:19
  |
8 | html = '<img src="/b.svg" alt=""> <img src="/a.svg" alt="">'
  |                   ^^^^^^
  |
  = hint: did you mean `/a.svg`?

error[broken-link]: broken link: the navbar link `/docs/mroe` doesn't match any page or file on this site
  --> docgen.toml:11:8
   |
11 | href = '/docs/mroe'
   |        ^^^^^^^^^^^^

error[broken-link]: broken link: in the sidebar `docs`, the URL `/docs/nowhere/?a&b` doesn't match any page or file on this site
  --> docgen.toml:14:38
   |
14 | docs = ['intro', { html = "<a href=\"/docs/nowhere/?a&amp;b\">a</a>" }]
   |                                      ^^^^^^^^^^^^^^^^^^^^^^

error[broken-link]: broken link: the author's URL `/docs/intor` doesn't match any page or file on this site
 --> content/blog/authors.toml:3:7
  |
3 | url = '/docs/intor'
  |       ^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?

error[broken-link]: broken link: in the copyright line, the URL `/docs/einsteig` doesn't match any page or file on this site
 --> content/i18n/de/labels.json:2:187
  |
2 | ...ntro/#teil'>a</a> <a href='/docs/einstieg'>b</a> <a href='/docs/einsteig'>c</a>"
  |                                                              ^^^^^^^^^^^^^^
  |
  = hint: did you mean `/de/docs/einstieg`?
"##,
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
warning[broken-anchor]: broken link: `/docs/intro#nope` doesn't match any heading or ID on the target page
 --> docgen.toml:3:32
  |
3 | items = [{ label = 'A', href = '/docs/intro#nope' }, { label = 'B', href = '/docs/introo?x=1#a' }]
  |                                ^^^^^^^^^^^^^^^^^^
  |
  = hint: add the ID to a heading in `content/docs/intro.md`, or correct the link

error[broken-link]: broken link: the navbar link `/docs/introo?x=1#a` doesn't match any page or file on this site
 --> docgen.toml:3:76
  |
3 | items = [{ label = 'A', href = '/docs/intro#nope' }, { label = 'B', href = '/docs/introo?x=1#a' }]
  |                                                                            ^^^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `/docs/intro`?

warning[broken-anchor]: broken link: `/docs/intro#prat` doesn't match any heading or ID on the target page
 --> docgen.toml:5:43
  |
5 | docs = ['intro', { label = 'Part', href = '/docs/intro#prat' }, { label = 'Elsewhere', href = 'https://example.com/#x' }]
  |                                           ^^^^^^^^^^^^^^^^^^
  |
  = hint: did you mean `#part`?
"#,
    );
}
