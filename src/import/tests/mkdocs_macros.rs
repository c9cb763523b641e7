//! Tests for the expressions of the macros plugin on MkDocs pages.

use super::{imported, text};

/// Returns the text of a page with the macros plugin, and the messages about it.
fn with_macros(page: &str) -> (String, Vec<String>) {
    let site = imported(&format!(
        "//- mkdocs.yml
site_name: Tea
plugins: [macros]
extra:
  teas: [{{ name: Green, hot: 80, tags: [a, b] }}, {{ name: Black, hot: 95 }}]
  shops: {{ west: W, east: E, north: N }}
  price: 5
//- docs/macros.html
{{% macro bold(text) %}}**{{{{ text }}}}**{{% endmacro %}}
//- docs/a.md
---
kind: herbal
---
# A

{page}
"
    ));
    let text = text(&site, "content/docs/a.md").split_once("# A\n\n").expect("there's a heading").1;
    (text.to_owned(), site.left.into_iter().map(|found| found.message).collect())
}

#[test]
fn macros_can_have_other_delimiters_and_an_include_folder() {
    let site = imported(
        "
//- mkdocs.yml
site_name: Tea
plugins:
  - macros:
      include_dir: parts
      j2_block_start_string: '[[%'
      j2_block_end_string: '%]]'
      j2_variable_start_string: '[['
      j2_variable_end_string: ']]'
extra: { price: 5 }
//- parts/pot.yml
pot: [[ price ]]
more: {{ kept }}
//- docs/a.md
# A

[[ price ]] {{ price }} [[ fix(1) ]]

```yaml
[[% include 'pot.yml' %]]
```
",
    );
    let page = text(&site, "content/docs/a.md");
    assert_eq!(
        page,
        "# A\n\n5 \\{{ price }} <!-- [[ fix(1) ]] -->\n\n```yaml\npot: 5\nmore: {{ kept }}\n```\n"
    );
    assert!(!text(&site, "docgen.toml").contains("price"));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the expression `[[ fix(1) ]]`"]);
}

#[test]
fn loops_over_data_are_repeated() {
    for settings in ["plugins: [macros]\n", "markdown_extensions: [zensical.extensions.macros]\n"] {
        let site = imported(&format!(
            "//- mkdocs.yml
site_name: Tea
{settings}extra:
  teas: [{{ name: Green, tags: [a, b] }}, {{ name: Black, tags: [] }}]
//- data/people.yml
- Jo
//- docs/a.md
---
include_yaml:
  people: data/people.yml
---
# A

{{% for tea in teas -%}}
- {{{{ tea.name }}}}{{% for tag in tea.tags %}} {{{{ tag }}}}{{% endfor %}}
{{% endfor %}}
{{% for person in people %}}{{{{ person }}}}{{% endfor %}}
{{% for x in gone %}}{{{{ x }}}}{{% endfor %}}
"
        ));
        let page = text(&site, "content/docs/a.md");
        for expected in
            ["- Green a b\n", "- Black\n", "\nJo\n", "<!-- {% for x in gone %}{{ x }}{% endfor %} -->"]
        {
            assert!(page.contains(expected), "{expected}\n{page}");
        }
        let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(left, ["not imported: the expression `{% for x in gone %}{{ x }}{% endfor %}`"]);
    }
}

#[test]
fn jinja_with_known_values_becomes_its_result() {
    for (written, expected) in [
        ("{% if price > 3 and teas %}yes{% else %}no{% endif %}", "yes\n"),
        ("{% if price == 3 %}a{% elif kind == \"herbal\" %}b{% endif %}", "b\n"),
        ("{% if page.meta.kind is defined %}{{ page.meta.kind | upper }}{% endif %}", "HERBAL\n"),
        ("{% if page.meta.gone %}x{% endif %}.", ".\n"),
        ("{{ price * 2 }} {{ teas[0].name[:3] }} {{ teas|length }} {{ shops.west.lower() }}", "10 Gre 2 w\n"),
        ("{{ teas | map(attribute='name') | join(', ') }}", "Green, Black\n"),
        (
            "| Tea |\n| --- |\n{% for tea in teas if tea.hot > 90 -%}\n| {{ tea.name }} |\n{% endfor %}",
            "| Tea |\n| --- |\n| Black |\n",
        ),
        (
            "{% for key, value in shops.items() %}{{ loop.index }}{{ key }}{{ value }}{% if not loop.last %}, {% endif %}\
             {% endfor %}",
            "1westW, 2eastE, 3northN\n",
        ),
        ("{% for x in [] %}x{% else %}none{% endfor %}", "none\n"),
        ("{% if price %}{% set a = 1 %}{% set b %}{{ a }}{% endset %}{{ b }}{% endif %}", "1\n"),
        ("{% set a, b = price, 'x' %}{{ a }}{{ b }}{% set c %}-{{ a }}-{% endset %}{{ c }}", "5x-5-\n"),
        ("{% macro m(x, y='z') %}<{{ x }}{{ y }}>{% endmacro %}`{{ m(price) }}`", "`<5z>`\n"),
        ("{% from 'macros.html' import bold %}{{ bold(kind) }}", "**herbal**\n"),
        ("a\n\n{%- if price %}\n\nb\n{%- endif %}", "a\n\nb\n"),
        ("{% raw %}{% if x %}{% endraw %} {# c #}{{ price }}", "{% if x %} {{ price }}\n"),
        (
            "{% if price %}{% for i in range(2) %}{{ i }}{% if i %}!{% endif %}{% endfor %}{% endif %}",
            "01!\n",
        ),
    ] {
        let (text, left) = with_macros(written);
        let left: Vec<String> =
            left.into_iter().filter(|message| !message.contains("front matter")).collect();
        assert_eq!((text.as_str(), left), (expected, Vec::new()), "{written}");
    }
}

#[test]
fn jinja_with_unknown_values_stays_and_is_reported() {
    for (written, expected) in [
        ("{% if env.x %}a{% endif %}", "<!-- {% if env.x %} -->"),
        ("{% if gone is defined %}a{% endif %}", "<!-- {% if gone is defined %} -->"),
        ("{% if page.title %}a{% endif %}", "<!-- {% if page.title %} -->"),
        ("{% if config.use_directory_urls %}a{% endif %}", "<!-- {% if config.use_directory_urls %} -->"),
        ("{% set x = now() %}", "<!-- {% set x = now() %} -->"),
        ("{{ teas[0].gone }}", "<!-- {{ teas[0].gone }} -->"),
        ("{{ teas }}", "<!-- {{ teas }} -->"),
        ("{{ price | own }}", "<!-- {{ price | own }} -->"),
        ("{% for i in range(100000) %}{{ i }}{% endfor %}", "<!-- {% for i in range(100000) %}"),
        ("{{ 'x' * 100000000000 }}", "<!-- {{ 'x' * 100000000000 }} -->"),
        ("{% if price %}a", "<!-- {% if price %} -->"),
    ] {
        let (text, left) = with_macros(written);
        let reported = left.iter().filter(|message| message.contains("the expression")).count();
        assert!(text.contains(expected) && reported == 1, "{written}\n{text}\n{left:?}");
    }
}

#[test]
fn pages_can_have_no_expressions_by_default() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: [macros: { render_by_default: false, force_render_paths: 'notes/' }]
extra: { price: 5 }
//- docs/a.md
{{ price }}
//- docs/b.md
---
render_macros: true
---
{{ price }}
//- docs/notes/c.md
{{ price }}
",
    );
    for (page, expected) in [("a", "\\{{ price }}\n"), ("b", "{{ price }}\n"), ("notes/c", "{{ price }}\n")] {
        assert_eq!(text(&site, &format!("content/docs/{page}.md")), expected, "{page}");
    }
}
