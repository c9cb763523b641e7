//! Tests for variables in Markdown.

mod without;

use super::written::{html, page_and_problems};

const CONFIG: &str = "\n//- docgen.toml
[variables]
product = \"Bench & <b>top</b>\"
quote = \"it's\"
version = 2.0
url = \"https://example.com/a b\"
is_ready = true
list = [\"one\", \"two\"]
day = 2026-01-02

[variables.db]
name = \"Post*gres*\"
//- content/_data/team.yaml
lead: Ada
members:
  - name: Grace
//- content/_data/broken.json
{\"a\": ]
//- content/_data/both.toml
a = 1
//- content/_data/both.json
{\"a\": 2}
";

/// Returns the HTML of a page, and its problems with their hints.
fn shown(page: &str) -> (String, Vec<String>) {
    let (document, problems) = page_and_problems(&format!("//- page.md\n{page}{CONFIG}"));
    let problems = problems
        .iter()
        .map(|one| format!("{}: {} ({})", one.code.as_str(), one.message, one.hints.join("; ")));
    (html(&document), problems.collect())
}

#[track_caller]
fn check(page: &str, expected: &str) {
    let (found, problems) = shown(page);
    assert_eq!(problems, Vec::<String>::new(), "{page}");
    assert_eq!(found.trim_end(), expected, "{page}");
}

#[test]
fn a_variable_is_text_wherever_readers_see_text() {
    check("{{ product }}", "<p>Bench &amp; &lt;b&gt;top&lt;/b&gt;</p>");
    check("**{{db.name}}** _{{ version }}_", "<p><strong>Post*gres*</strong> <em>2.0</em></p>");
    check("{{ is_ready }}, {{ day }}, {{ list.1 }}", "<p>true, 2026-01-02, two</p>");
    check("{{ data.team.lead }} and {{ data.team.members.0.name }}", "<p>Ada and Grace</p>");
    check(
        "| {{ version }} |\n| --- |\n| {{ product }} |",
        "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead><tr><th>2.0</th></tr></thead>\n<tbody>\n<tr><td>Bench &amp; &lt;b&gt;top&lt;/b&gt;</td></tr>\n</tbody></table></div>",
    );
    check(
        "## Use {#part-{{ version }}}",
        "<h2 id=\"part-2.0\">Use<a class=\"hash-link\" href=\"#part-2.0\" aria-label=\"Direct link to Use\"></a></h2>",
    );
    let (table, problems) = shown("| a |\n|---|\n| b |\n{caption=\"C {{ version }}\"}");
    assert!(table.contains("<caption>C 2.0</caption>") && problems.is_empty(), "{table} {problems:?}");
    check("a\n{#x-{{ version }} .b}", "<p id=\"x-2.0\" class=\"b\">a</p>");
    check(
        "**a**{title=\"{{ product }}\"} {{ version }}",
        "<p><strong title=\"Bench &amp; &lt;b&gt;top&lt;/b&gt;\">a</strong> 2.0</p>",
    );
    check(
        "## Use {{ version }}",
        "<h2 id=\"use-20\">Use 2.0<a class=\"hash-link\" href=\"#use-20\" aria-label=\"Direct link to Use 2.0\"></a></h2>",
    );
}

#[test]
fn a_variable_can_be_in_a_link_and_in_html() {
    let (document, problems) = page_and_problems(&format!(
        "//- page.md\n[a {{{{ version }}}}]({{{{ url }}}} \"T {{{{ version }}}}\") ![i {{{{ version }}}}](/i-{{{{ version }}}}.png) <b title=\"{{{{ product }}}}\">x</b> [r]\n\n[r]: https://example.com/{{{{ version }}}}\n\n<https://example.com/{{{{version}}}}> https://example.com/v{{{{ version }}}}/x\n{CONFIG}"
    ));
    assert!(problems.is_empty(), "{problems:#?}");
    let links: Vec<&str> = document.links.iter().map(|link| &*link.target).collect();
    assert_eq!(
        links,
        [
            "https://example.com/a b",
            "https://example.com/2.0",
            "https://example.com/2.0",
            "https://example.com/v2.0/x"
        ]
    );
    assert_eq!(document.links[0].title.as_deref(), Some("T 2.0"));
    assert_eq!((&*document.images[0].target, &*document.images[0].alt), ("/i-2.0.png", "i 2.0"));
    assert!(html(&document).contains("<b title=\"Bench &amp; &lt;b&gt;top&lt;/b&gt;\">x</b>"));
    check(
        "<p data-x='{{ version }}'>\n{{ product }}\n</p>",
        "<p data-x='2.0'>\nBench &amp; &lt;b&gt;top&lt;/b&gt;\n</p>",
    );
    check(
        "<!-- {{ nothing }} -->\n\n<script>{{ nothing }}</script>",
        "<!-- {{ nothing }} -->\n<script>{{ nothing }}</script>",
    );
}

/// Values with the syntax of Markdown, attribute lists, HTML, and directives.
const AWKWARD: [&str; 28] = [
    "Green :tea: shop",
    ":tea:",
    "a ==x== b",
    "a ~x~ b",
    "a x^2^ b",
    "a ++ctrl++ b",
    "é:tea: ü ==ß==",
    "==",
    "^",
    "end\\",
    "*a* _b_ `c` ~~d~~",
    "[a](b) ![c](d) [^e]",
    "<b>x</b> & &amp; <!-- y",
    "{#id .class title=x}",
    "a {#id}",
    "a {.sortable}",
    "{:js}",
    "say \"hi\"",
    "it's",
    "\" onclick=\"x",
    "} {{ v }} {",
    "| a | b |",
    "# a",
    ":badge[x]{kind=tip}",
    ":::note",
    "$x$ $$y$$",
    "3 < 4 > 2",
    "日本語 🍵",
];

/// Text with a variable in it. Readers see the value once in each place.
const PLACES: [&str; 21] = [
    "{{ v }}",
    "We sell {{ v }} here.",
    ":tea: {{ v }} :tea: ==x== ~y~ ++ctrl++ z^2^",
    "*{{ v }}* ==b {{ v }} c== é{{ v }}é{{ v }}",
    "## A {{ v }} b",
    "## A {{ v }}",
    "## A {{ v }} {#own .wide}",
    "- {{ v }}\n- [ ] b {{ v }}",
    "> {{ v }}\n> b",
    "| {{ v }} |\n| --- |\n| a {{ v }} |",
    "Term {{ v }}\n: Text {{ v }}",
    "a[^n]\n\n[^n]: b {{ v }}",
    ":::note[A {{ v }} b]\nc\n:::",
    ":::details[A {{ v }}]\nc {{ v }}\n:::",
    ":::card[A {{ v }}]\nc\n:::",
    "a :badge[x {{ v }}] b :tooltip[y {{ v }}]{text=\"z\"}",
    "::include{file=_a.md p=\"Green :tea: b\"}",
    "::include{file=_b.md p=\"a\"}",
    "https://example.com/{{ v }}/é and {{ v }}",
    "<p>{{ v }}</p>",
    "a <b>{{ v }}</b> c",
];

#[test]
fn a_value_is_never_syntax() {
    use super::written::{page_with, words};
    use crate::config::Extension::{Highlight, Keys, Subscript, Superscript};
    let part = "\n//- _a.md\nA {{ p }} b {{ v }}\n//- _b.md\n## {{ v }} {{ p }}";
    let extensions = [Highlight, Keys, Subscript, Superscript];
    for (value, place) in AWKWARD.iter().flat_map(|value| PLACES.map(|place| (value, place))) {
        let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
        let fixture = format!(
            "//- page.md\nStart\n\n{place}\n{part}\n//- docgen.toml\n[variables]\nv = \"{quoted}\"\n"
        );
        let (document, _) = page_with(&fixture, &extensions);
        let all = place.matches("{{ v }}").count().max(1);
        let text = words(&document);
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.matches(&value).count() >= all, "{value:?} in {place:?}: {text}");
    }
}

#[test]
fn a_value_stays_inside_an_attribute() {
    for value in AWKWARD {
        let quoted = value.replace('\\', "\\\\").replace('"', "\\\"");
        for page in ["**a**{title=\"{{ v }}\" .c}", "`a`{title={{ v }} .c}", "> a\n\n## b {title='{{ v }}'}"]
        {
            let (document, problems) = page_and_problems(&format!(
                "//- page.md\n{page}\n//- docgen.toml\n[variables]\nv = \"{quoted}\"\n"
            ));
            let given = document.attributes.iter().flat_map(|list| &list.others);
            let given: Vec<(&str, &str)> = given.map(|(name, value)| (&**name, &**value)).collect();
            assert_eq!(given, [("title", value)], "{page}");
            assert!(problems.is_empty(), "{page} {value} {problems:#?}");
        }
    }
}

#[test]
fn a_list_of_attributes_of_a_container_has_variables() {
    check("> a\n{#x-{{ version }}}\n\nb", "<blockquote id=\"x-2.0\">\n<p>a</p>\n</blockquote>\n<p>b</p>");
}

#[test]
fn numbers_behind_aliases_are_shown_as_written() {
    let page = "//- page.md\n{{ data.y.free.price }} {{ data.y.pro.price }} {{ data.y.m }} {{ data.y.list.0 }} {{ data.y.v }}\n";
    let data = "//- docgen.toml\n[variables]\na = 1\n//- content/_data/y.yaml\n\
                defaults: &d {plan: Team, price: 5}\nfree: *d\npro: {<<: *d, plan: Pro}\n\
                n: &n 7\nm: *n\nlist: [*n]\nw: &w 2.0\nv: *w\n";
    let (document, problems) = page_and_problems(&format!("{page}{data}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(html(&document).trim(), "<p>5 5 7 7 2.0</p>");
}

#[test]
fn code_keeps_its_braces() {
    check(
        "`{{ version }}` and ``{{ unknown }}``",
        "<p><code>{{ version }}</code> and <code>{{ unknown }}</code></p>",
    );
    let (document, problems) = page_and_problems(&format!(
        "//- page.md\n```sh\n{{{{ version }}}}\n```\n\n    {{{{ version }}}}\n\n```sh variables\ninstall {{{{ version }}}} \\{{{{ version }}}}\n```\n{CONFIG}"
    ));
    assert!(problems.is_empty(), "{problems:#?}");
    let code: Vec<&str> = document.code.iter().map(|block| document.str(block.text)).collect();
    assert_eq!(code, ["{{ version }}", "{{ version }}", "install 2.0 {{ version }}"]);
}

#[test]
fn code_in_mdx_has_the_same_variables() {
    let body = "```sh variables title=\"v{{ version }}\"\ninstall {{ version }} {{ page.title }} \\{{ version }}\n```\n\n```sh variables\n{{ versoin }}\n```\n\n```sh\n{{ version }}\n```\n\n{\"{{ version }}\"}\n";
    for name in ["md", "mdx"] {
        let (document, problems) =
            page_and_problems(&format!("//- page.{name}\n---\ntitle: A\n---\n\n{body}{CONFIG}"));
        let code: Vec<&str> = document.code.iter().map(|block| document.str(block.text)).collect();
        assert_eq!(code, ["install 2.0 A {{ version }}", "{{ versoin }}", "{{ version }}"], "{name}");
        assert_eq!(document.code[0].title.as_deref(), Some("v2.0"), "{name}");
        let messages: Vec<&str> = problems.iter().map(|one| &*one.message).collect();
        assert_eq!(messages, ["unknown variable `versoin`"], "{name}");
        let (hint, imports) = (&problems[0].hints, &document.imports);
        assert_eq!(**hint, ["did you mean `version`?"], "{name}");
        assert!(imports.iter().any(|(path, _)| path.as_str() == "variable:version"), "{name}");
        let shown = if name == "mdx" { "{{ version }}" } else { "2.0" };
        assert!(html(&document).contains(shown), "{name}");
    }
    let part = "//- _a.mdx\n```sh variables\n{{ version }}\n```\n";
    let page = "//- page.mdx\nimport A from \"./_a.mdx\"\n\n<A />\n\n::include{file=_a.mdx}\n";
    let (document, problems) = page_and_problems(&format!("{page}{part}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(!html(&document).contains("{{"), "{}", html(&document));
}

#[test]
fn directives_have_variables() {
    check(
        ":::note[For {{ product }}]\n{{ version }}\n:::",
        "<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\">For Bench &amp; &lt;b&gt;top&lt;/b&gt;</p>\n<p>2.0</p>\n</div>",
    );
    check(
        "A :badge[v{{ version }}]{kind=tip} b",
        "<p>A <span class=\"badge\" data-kind=\"tip\">v2.0</span> b</p>",
    );
    let page = "::::tabs\n:::tab[A {{ version }}]{value=\"{{ version }}\"}\nx\n:::\n::::\n\n:::card[C]{href=\"{{ url }}\"}\n:::";
    let (document, problems) = page_and_problems(&format!("//- page.md\n{page}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!((&*document.tabs[0].tabs[0].label, &*document.tabs[0].tabs[0].value), ("A 2.0", "2.0"));
    assert_eq!(&*document.links[0].target, "https://example.com/a b");
}

#[test]
fn attributes_of_components_have_variables() {
    let page = "//- components/Show.tsx\nexport default ({ a, b }) => <i>{a}|{JSON.stringify(b)}</i>;\n//- page.md\nx <Show a=\"{{ product }} 'v' &lt;{{ version }}\" b={{ \"c\": 1 }} /> {{ version }} <Show a='{{ quote }}' />\n";
    let (document, problems) = page_and_problems(&format!("{page}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(
        html(&document).trim(),
        "<p>x <i>Bench &amp; &lt;b&gt;top&lt;/b&gt; 'v' &lt;2.0|{\"c\":1}</i> 2.0 <i>it's|</i></p>"
    );
}

#[test]
fn front_matter_has_variables() {
    let page = "//- page.md\n---\ntitle: For {{ product }}\ndescription: \"{{ page.title }} \\\\{{ x }}\"\n---\n{{ page.title }}: {{ page.description }}";
    let (document, problems) = page_and_problems(&format!("{page}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(document.front_matter.title.as_deref(), Some("For Bench & <b>top</b>"));
    let title = "For Bench &amp; &lt;b&gt;top&lt;/b&gt;";
    assert_eq!(html(&document).trim(), format!("<p>{title}: {title} {{{{ x }}}}</p>"));
}

#[test]
fn a_path_or_a_tag_cannot_have_variables() {
    let (_, problems) = shown("---\nslug: /s-{{ version }}\ntags: [a, \"v{{ version }}\"]\n---\na");
    let message =
        |key| format!("invalid-front-matter: `{key}` can't contain variables (write the value itself)");
    assert_eq!(problems, [message("slug"), message("tags")]);
}

#[test]
fn a_page_detail_shows_its_own_variables() {
    for (page, expected) in [
        ("---\ntitle: A {{ version }}\n---\n{{ page.title }}", "A 2.0"),
        ("# A {{ version }}\n\n{{ page.title }}", "A 2.0"),
        ("# A :tea:\n\n{{ page.title }}", "A 🍵"),
        (
            "---\ntitle: A {{ page.description }}\ndescription: B {{ version }}\n---\n{{ page.title }}",
            "A B 2.0",
        ),
        (
            "---\ntitle: A {{ version }}\n---\n::include{file=_a.md version=3}\n//- _a.md\n{{ page.title }}",
            "A 2.0",
        ),
    ] {
        check(page, &format!("<p>{expected}</p>"));
    }
    let (found, problems) =
        shown("---\ntitle: A {{ page.description }}\ndescription: B {{ page.title }}\n---\n{{ page.title }}");
    assert!(found.contains("A B {{ page.title }}") || found.contains("{{ page.title }}"), "{found}");
    assert!(problems.iter().all(|one| one.contains("contains itself")), "{problems:#?}");
    let (found, problems) = shown("---\ntitle: A {{ versio }}\n---\n{{ page.title }}");
    assert_eq!((found.trim(), problems.len()), ("<p>A {{ versio }}</p>", 1), "{problems:#?}");
}

#[test]
fn the_title_of_a_page_can_be_its_heading() {
    let page = "//- page.md\n# The *title* {#id}\n\n{{ page.title }}\n\n::include{file=_a.md}\n//- _a.md\nOf {{ page.title }}\n";
    let (document, problems) = page_and_problems(&format!("{page}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(html(&document).trim(), "<p>The title</p>\n<p>Of The title</p>");
    let (document, problems) =
        page_and_problems(&format!("//- page.md\n---\ntitle: A {{{{ versio }}}}\n---\nNo variables{CONFIG}"));
    assert_eq!(document.front_matter.title.as_deref(), Some("A {{ versio }}"));
    assert_eq!(problems.len(), 1);
}

#[test]
fn a_title_with_an_expression_has_no_value() {
    let page = "//- page.mdx\nexport const v = \"9\";\n\n# A {v}\n\n::include{file=_a.md}\n//- _a.md\nOf {{ page.title }}\n";
    let (_, problems) = page_and_problems(&format!("{page}{CONFIG}"));
    let found: Vec<&str> = problems.iter().map(|one| &*one.message).collect();
    assert_eq!(found, ["unknown variable `page.title`"]);
    assert_eq!(problems[0].hints, ["add `title` to the page's front matter"]);
}

#[test]
fn what_is_not_a_variable_stays() {
    for text in [
        "\\{{ version }}",
        "\\\\\\{{ version }}",
        "{{{ version }}}",
        "{{< figure >}}",
        "{{ .Values.x }}",
        "{{ a b }}",
    ] {
        let (found, problems) = shown(text);
        assert!(found.contains("{{"), "{found}");
        assert!(!problems.iter().any(|problem| problem.contains("variable:")), "{problems:?}");
    }
    check("\\{{ version }}", "<p>{{ version }}</p>");
    let off = "//- page.md\n{{ version }} and {{ page.title }}";
    let (document, _) = page_and_problems(off);
    assert_eq!(html(&document).trim(), "<p>{{ version }} and {{ page.title }}</p>");
}

#[test]
fn an_unknown_variable_is_reported_where_it_is() {
    for (name, expected) in [
        ("prodct", "unknown variable `prodct` (did you mean `product`?)"),
        ("db.nam", "unknown variable `db.nam` (did you mean `db.name`?)"),
        (
            "xyz",
            "unknown variable `xyz` (define it in `[variables]` in `docgen.toml`, or write `\\{{ xyz }}` to show it as text)",
        ),
        ("db", "the variable `db` is a table (specify a key, as in `{{ db.name }}`)"),
        ("list", "the variable `list` is a list (specify an item number, as in `{{ list.0 }}`)"),
        (
            "data.tem.lead",
            "unknown variable `data.tem.lead`: `content/_data` has no `tem.toml` file (add the file; it can also be a YAML or JSON file)",
        ),
        (
            "data.both.a",
            "variable `data.both.a` is ambiguous: `content/_data/both.toml` and `content/_data/both.json` have the same name (rename one of the files, or remove it)",
        ),
        ("data.team.leed", "unknown variable `data.team.leed` (did you mean `data.team.lead`?)"),
        ("page.title", "unknown variable `page.title` (add `title` to the page's front matter)"),
        ("page.tite", "unknown variable `page.tite` (did you mean `page.title`?)"),
    ] {
        let page = format!("Text\n\n> x {{{{ {name} }}}} y :badge[{{{{ {name} }}}}]");
        let (document, problems) = page_and_problems(&format!("//- page.md\n{page}{CONFIG}"));
        let found: Vec<(String, &str)> = problems
            .iter()
            .map(|one| {
                let Some(crate::diag::Location::Span(_, span)) = &one.location else { panic!("no location") };
                (format!("{} ({})", one.message, one.hints.join("; ")), &page[span.range()])
            })
            .collect();
        let place = format!("{{{{ {name} }}}}");
        assert_eq!(found, vec![(expected.to_owned(), &*place); 2]);
        assert!(html(&document).contains(&place), "the name is shown");
    }
    let (_, problems) = shown("{{ data.broken.a }}");
    assert!(
        problems[0].starts_with("unknown-variable: line 1 of `content/_data/broken.json` isn't valid: "),
        "{problems:?}"
    );
}

#[test]
fn a_page_depends_on_the_variables_that_it_shows() {
    let (document, _) =
        page_and_problems(&format!("//- page.md\n{{{{ version }}}} {{{{ data.team.lead }}}}{CONFIG}"));
    let names: Vec<&str> = document.imports.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["variable:data.team.lead", "variable:version"]);
    assert!(document.is_composed);
    let (document, _) = page_and_problems(&format!("//- page.md\nNo variables `{{{{ version }}}}`{CONFIG}"));
    assert!(document.imports.is_empty() && !document.is_composed);
}

/// A config with values for each version.
const VERSIONS: &str = "\n//- docgen.toml
[variables]
name = \"Kettle\"
shop = { url = \"a\", city = \"B\" }

[[docs]]
[[docs.versions]]
name = \"current\"
variables = { name = \"Pot\" }
[[docs.versions]]
name = \"1.0\"
variables = { name = \"Jug\", shop = { url = \"c\" }, only = 1.0 }

[[docs]]
id = \"sdk\"
versions = [{ name = \"1.0\", variables = { name = \"Cup\" } }]
//- content/docs/_part.md
{{ name }}
";

#[test]
fn a_value_can_differ_in_each_version() {
    for (path, expected) in [
        ("content/docs/page", "Pot a B"),
        ("content/versions/1.0/docs/a/page", "Jug c B"),
        ("content/i18n/fr/versions/1.0/docs/page", "Jug c B"),
        ("content/versions/1.0/sdk/page", "Cup a B"),
        ("content/versions/2.0/docs/page", "Kettle a B"),
        ("content/sdk/page", "Kettle a B"),
        ("content/pages/page", "Kettle a B"),
    ] {
        let text = "{{ name }} {{ shop.url }} {{ shop.city }}";
        let (document, problems) = page_and_problems(&format!("//- {path}.md\n{text}{VERSIONS}"));
        assert_eq!((html(&document).trim(), problems.len()), (&*format!("<p>{expected}</p>"), 0), "{path}");
        let text = "import { name, shop } from \"docgen/variables\"\n\nA {name} {shop.url} {shop.city}";
        let (document, problems) = page_and_problems(&format!("//- {path}.mdx\n{text}{VERSIONS}"));
        assert_eq!((html(&document).trim(), problems.len()), (&*format!("<p>A {expected}</p>"), 0), "{path}");
    }
    let page = "//- content/versions/1.0/docs/page.md\n{{ only }} {{ page.version }}\n\n::include{file=\"/docs/_part.md\"}";
    let (document, problems) = page_and_problems(&format!("{page}{VERSIONS}"));
    assert_eq!(
        (html(&document).trim(), problems.len()),
        ("<p>1.0 1.0 (LTS)</p>\n<p>Jug</p>", 0),
        "{problems:?}"
    );
    assert!(document.imports.iter().any(|(path, _)| path.as_str() == "variable:only@versions/1.0/docs"));
    let (_, problems) = page_and_problems(&format!(
        "//- content/pages/page.md\n{{{{ page.version }}}} {{{{ only }}}}{VERSIONS}"
    ));
    let messages: Vec<&str> = problems.iter().map(|one| &*one.message).collect();
    assert_eq!(
        messages,
        ["unknown variable `page.version`: the page doesn't belong to a version", "unknown variable `only`"]
    );
}

#[test]
fn mdx_imports_the_variables() {
    let page = "//- page.mdx\nimport variables, { version } from \"docgen/variables\";\n\n{version} {variables.db.name} {\"{{ version }}\"}.\n";
    let (document, problems) = page_and_problems(&format!("{page}{CONFIG}"));
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(html(&document).trim(), "<p>2 Post*gres* {{ version }}.</p>");
    assert!(document.imports.iter().any(|(path, _)| path.as_str() == "docgen:variables.json"));
}

#[test]
fn mdx_suggests_to_import_the_variables() {
    let hints = |page: &str| {
        let (_, problems) = page_and_problems(&format!("//- page.mdx\n{page}\n{CONFIG}"));
        problems.iter().map(|one| one.hints.join("|")).collect::<Vec<_>>()
    };
    let import = "import { db } from \"docgen/variables\"";
    let found = hints("{{ db.name }}");
    assert_eq!(found[1], format!("in MDX, add `{import}`, and write `{{db.name}}`"), "{found:?}");
    assert_eq!(hints("{db.name}"), [format!("add `{import}`")]);
    let found = hints("import { dayy } from \"docgen/variables\"\n\n{dayy}");
    assert_eq!(found, ["did you mean `day`?"]);
    let found = hints("import { nope } from \"docgen/variables\"\n\n{nope}");
    assert!(found[0].starts_with("use one of `") && found[0].contains("`product`"), "{found:?}");
}

#[test]
fn a_url_in_angle_brackets_can_start_with_a_variable() {
    let link = |page: &str| {
        let (document, problems) = page_and_problems(&format!(
            "//- page.md\n{page}\n//- docgen.toml\n[variables]\nurl = \"https://example.com/x\"\ntype = \"T\"\n"
        ));
        assert!(problems.is_empty(), "{problems:#?}");
        html(&document).trim().to_owned()
    };
    let at = |url: &str| format!("<p>a <a>{url}</a> b</p>");
    assert_eq!(link("a <{{ url }}> b"), at("https://example.com/x"));
    assert_eq!(link("a <{{url}}/{{ type }}> b"), at("https://example.com/x/T"));
    assert_eq!(link("`<{{ url }}>`"), "<p><code>&lt;{{ url }}&gt;</code></p>");
    assert_eq!(link("a<{{ type }}>"), "<p>a&lt;T&gt;</p>");
}

#[test]
fn the_title_can_follow_statements_comments_and_includes() {
    for before in ["<!-- # Old\n# Older -->\n\n", "::include{file=\"./_part.md\"}\n\n", "```\n# No\n```\n\n"]
    {
        let (document, problems) = page_and_problems(&format!(
            "//- page.md\n{before}# Own\n\nTitle: {{{{ page.title }}}}.\n//- _part.md\nPart\n//- docgen.toml\n[variables]\na = 1\n"
        ));
        assert!(html(&document).contains("Title: Own."), "{before} {problems:#?}");
    }
}

#[test]
fn the_front_matter_of_mdx_pages_can_contain_variables() {
    for name in ["page.md", "page.mdx"] {
        let (document, problems) = page_and_problems(&format!(
            "//- {name}\n---\ntitle: Use {{{{ version }}}}\ndescription: On {{{{ page.title }}}}\n---\n\nText\n{CONFIG}"
        ));
        assert!(problems.is_empty(), "{problems:#?}");
        let front = &document.front_matter;
        assert_eq!(front.title.as_deref(), Some("Use 2.0"), "{name}");
        assert_eq!(front.description.as_deref(), Some("On Use 2.0"), "{name}");
    }
}

#[test]
fn an_unknown_variable_in_code_is_reported_at_its_line() {
    let page = "> ```sh variables\n> a {{ version }}\n> b {{ nothing }} {{ nothing }}\n> ```\n";
    let (_, problems) = page_and_problems(&format!("//- page.md\n{page}{CONFIG}"));
    let places = problems.iter().map(|one| match &one.location {
        Some(crate::diag::Location::Span(_, span)) => span.range().start,
        _ => 0,
    });
    let expected: Vec<usize> = page.match_indices("{{ nothing }}").map(|(at, _)| at).collect();
    assert_eq!(places.collect::<Vec<_>>(), expected, "{problems:#?}");
}

#[test]
fn a_value_in_an_id_or_a_class_becomes_a_valid_one() {
    let awkward = ["a b", "a | b", "a}b", "*a* b", "a {#b}", "\"a\" 'b'", "a/b", "a=b", "a 🍵 b"];
    for value in awkward {
        let quoted = value.replace('"', "\\\"");
        let page = "## Use {{ n }} {#use-{{ n }}}\n\n## Wide {#wide-{{ n }} .x-{{ n }}}\n\n| c |\n| - |\n| d |\n{#t-{{ n }} .sortable caption=\"Of {{ n }} #{{ n }}\"}\n\n**e**{#e-{{ n }}}\n\n> f\n{.f-{{ n }} #f-{{ n }}}\n";
        let (document, problems) = page_and_problems(&format!(
            "//- page.md\n{page}//- docgen.toml\n[variables]\nn = \"{quoted}\"\n"
        ));
        assert!(problems.is_empty(), "{value}: {problems:#?}");
        let ids: Vec<&str> = document.headings.iter().map(|heading| &*heading.id).collect();
        assert_eq!(ids, ["use-a-b", "wide-a-b"], "{value}");
        assert_eq!(&*document.headings[0].text, format!("Use {value}"));
        let lists = document.attributes.iter();
        let lists: Vec<_> = lists.map(|one| (one.id.as_deref(), &*one.classes)).collect();
        let expected =
            [(None, "x-a-b"), (Some("t-a-b"), "sortable"), (Some("e-a-b"), ""), (Some("f-a-b"), "f-a-b")];
        assert_eq!(lists, expected, "{value}");
        assert_eq!(&*document.attributes[1].others[0].1, format!("Of {value} #{value}"));
    }
    for (value, id) in [("🍵", "use-"), ("Free", "use-Free"), ("2.0", "use-2.0"), ("--x", "use---x")] {
        let page = format!(
            "//- page.md\n## A {{#use-{{{{ n }}}}}}\n//- docgen.toml\n[variables]\nn = \"{value}\"\n"
        );
        assert_eq!(&*page_and_problems(&page).0.headings[0].id, id, "{value}");
    }
}

#[test]
fn an_annotated_block_has_the_options_of_a_block_without_notes() {
    let written = |info: &str| {
        let page =
            format!("//- page.md\n```{info}\nf(\"{{{{ version }}}}\") // (1)!\n```\n\n1. Note\n{CONFIG}");
        crate::markdown::as_markdown(&page_and_problems(&page).0, &[], &[], "")
    };
    for (info, expected) in [
        ("js title=\"v{{ version }}.js\" variables", "js title=\"v2.0.js\""),
        ("js variables {1} title='a \"b\"' showLineNumbers", "js title='a \"b\"' {1} showLineNumbers"),
        ("js{1} variables", "js {1}"),
        ("title=x variables {1}", " title=\"x\" {1}"),
        ("js variables \"f  (\" /a b/", "js \"f  (\" /a b/"),
    ] {
        let expected = format!("```{expected}\nf(\"2.0\") // (1)!\n```\n\n1. Note");
        assert_eq!(written(info), expected, "{info}");
    }
    let page = "//- content/page.md\n```file=\"../a.rs\" region=r\n```\n//- a.rs\n// #region r\nfn a() {} // [!code highlight]\n// #endregion\n";
    let (document, problems) = page_and_problems(page);
    assert!(problems.is_empty(), "{problems:#?}");
    let markdown = crate::markdown::as_markdown(&document, &[], &[], "");
    assert_eq!(markdown, "```rs\nfn a() {} // [!code highlight]\n```");
}
