//! Tests for the text of Docusaurus pages.

use super::docusaurus::CONFIG;
use super::{imported, text};
use crate::import::Content;
use crate::path::SourcePath;

#[test]
fn an_indented_end_of_an_admonition_ends_it() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md\n:::note\n\n1. Go\n2. Rerun\n   :::\n\nAfter.\n\n- item\n\n  :::tip\n  x\n  :::\n"
    ));
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("2. Rerun\n:::\n\nAfter.") && page.ends_with("  x\n  :::\n"), "{page}");
}

#[test]
fn pages_that_mdx_reads_differently_are_mdx() {
    for (version, page, is_mdx) in [
        ("^3.1.0", "# A\n\n    Text with [a](b.md).\n", true),
        ("^3.1.0", "<details>\n<summary>T</summary>\nBefore **on**.\n</details>\n", true),
        ("^3.1.0", "- a\n\n    text\n\n```\n\n    code\n```\n", false),
        ("^3.1.0", "<table><tr><td>\n![A](a.png)\n</td></tr></table>\n", true),
        ("^3.1.0", "<table>\n<tr><td>A</td><td>**bold** and `code`</td></tr>\n</table>\n", true),
        ("^3.1.0", "<table>\n<tr><td>A</td><td>b * c</td></tr>\n</table>\n\n*x*\n", false),
        ("2.4.3", "# A\n\n    code\n", false),
    ] {
        let package = format!("{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}");
        let site = imported(&format!("{CONFIG}//- package.json\n{package}\n//- docs/a.md\n{page}"));
        let path = SourcePath::new("content/docs/a.mdx");
        assert_eq!(site.files.contains_key(&path), is_mdx, "{version} {page}");
    }
}

#[test]
fn autolinks_in_mdx_files_without_code_are_links() {
    let files = "//- docs/a.mdx\n<a@b.example>\n//- docs/b.md\n<a@b.example>\n";
    let site = imported(&format!("{CONFIG}{files}"));
    assert_eq!(text(&site, "content/docs/a.mdx").trim_end(), "[a@b.example](mailto:a@b.example)");
    assert_eq!(text(&site, "content/docs/b.md"), "<a@b.example>\n");
}

#[test]
fn rules_and_odd_ids_stay() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md\n---\n\nText [a](intro.md).\n\n- x: y\n---\nEnd.\n\n## Is it? {{#is it?}}\n"
    ));
    let page = text(&site, "content/docs/a.md");
    assert!(page.starts_with("***\n\nText") && page.contains("- x: y\n---\nEnd."), "{page}");
    assert!(page.ends_with("## Is it? <a id=\"is it?\"></a>\n"), "{page}");
    let headings = "## A{#b}\n\n### `c`{#c} \n\n## D {#e}\n\nF{#g}\n\n```md\n## H{#i}\n```\n";
    let site = imported(&format!("{CONFIG}//- docs/a.md\nText.\n\n{headings}"));
    let page = text(&site, "content/docs/a.md");
    let expected = "## A {#b}\n\n### `c` {#c}\n\n## D {#e}\n\nF{#g}\n\n```md\n## H{#i}\n```\n";
    assert!(page.ends_with(expected), "{page}");
}

#[test]
fn text_after_a_comment_is_markdown() {
    let site = imported(&format!("{CONFIG}//- docs/a.md\n<!-- Check. --> Some **bold** [text](intro.md).\n"));
    let page = text(&site, "content/docs/a.md");
    assert!(page.ends_with("<!-- Check. -->\nSome **bold** [text](intro.md).\n"), "{page}");
}

#[test]
fn translations_have_the_same_extension() {
    let site = imported(
        "//- docusaurus.config.js\nmodule.exports = { title: 'Tea', presets: [['classic', {}]], i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n//- docs/a.md\n# A\n//- i18n/fr/docusaurus-plugin-content-docs/current/a.md\n# A\n\n<b>{1 + 1}</b>\n",
    );
    for path in ["content/docs/a.mdx", "content/i18n/fr/docs/a.mdx"] {
        assert!(site.files.contains_key(&SourcePath::new(path)), "{path}");
    }
}

#[test]
fn indented_code_of_mdx_1_is_fenced() {
    let site = imported(&format!(
        "{CONFIG}//- package.json\n{{\"dependencies\": {{\"@docusaurus/core\": \"2.4.3\"}}}}\n//- docs/a.md\n# A\n\n    if (a) {{\n\n      b();\n    }}\n\nText\n    more.\n\n- item\n\n    text\n\n<B />\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    let code = "```\nif (a) {\n\n  b();\n}\n```\n\nText\n    more.\n\n- item\n\n    text\n";
    assert!(page.contains(code), "{page}");
}

#[test]
fn only_headings_at_the_start_replace_titles_in_docusaurus_2() {
    for (version, is_hidden) in [("2.4.3", false), ("^3.1.0", true)] {
        let site = imported(&format!(
            "{CONFIG}//- package.json\n{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}\n//- docs/a.md\n---\ntitle: Drag\n---\n> Note\n\n# Use\n"
        ));
        assert_eq!(text(&site, "content/docs/a.md").contains("hide_title"), is_hidden, "{version}");
    }
}

#[test]
fn elements_in_the_head_become_front_matter() {
    let head = "import Head from '@docusaurus/Head';\n\n# A\n\n<Head>\n  <title>T</title>\n  <meta name=\"robots\" content={'noindex'} />\n  <link rel=\"preload\" href=\"/img/a.png\" crossOrigin=\"anonymous\" />\n  {/* A comment */}\n  <script type=\"application/ld+json\">{`{\"a\": 1}`}</script>\n  <meta name=\"x\" content={code()} />\n</Head>\n\nText.\n\n```jsx\n<head><meta name=\"y\" /></head>\n```\n";
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- docs/a.mdx\n{head}//- docs/b.md\n<head>\n  <meta name='b' content='c' />\n</head>\n\n# B\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    let (front_matter, body) = page[4..].split_once("\n---\n").unwrap_or_default();
    for part in [
        "{\"tag\":\"meta\",\"attributes\":{\"name\":\"robots\",\"content\":\"noindex\"}}",
        "\"crossorigin\":\"anonymous\"",
        "\"href\":\"https://tea.example/img/a.png\"",
        "\"content\":\"{\\\"a\\\": 1}\"",
    ] {
        assert!(front_matter.contains(part), "{part} in {front_matter}");
    }
    let lines: Vec<&str> = body.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["# A", "Text.", "```jsx", "<head><meta name=\"y\" /></head>", "```"]);
    assert!(text(&site, "content/docs/b.md").contains("\"name\":\"b\""));
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the `title` tag in the page's head",
            "not imported: the `meta` tag in the page's head"
        ]
    );
}

#[test]
fn posts_without_a_marker_are_shown_in_full_and_dates_can_have_spaces_before_them() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- blog/a.md\n---\ntitle: A\ndate: \u{a0}  2018-08-27 18:00:00\n---\nText.\n//- blog/2020-01-01-b.md\nText.\n\n<!-- truncate -->\n\nMore.\n"
    ));
    let page = text(&site, "content/blog/a.md");
    assert!(
        page.contains("date: \"2018-08-27 18:00:00\"") && page.ends_with("Text.\n\n<!-- truncate -->\n"),
        "{page}"
    );
    assert!(site.left.is_empty(), "{:?}", site.left);
    let other = SourcePath::new("content/blog/2020-01-01-b.md");
    assert!(
        matches!(site.files.get(&other), Some(Content::Copy(_)))
            || text(&site, other.as_str()).ends_with("More.\n")
    );
}

#[test]
fn imported_sass_becomes_css() {
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- docs/a.mdx\nimport Card from '@site/src/components/Card';\nimport '@site/src/css/page.scss';\n\n<Card />\n//- src/css/page.scss\n@import 'missing';\n//- src/css/_colors.scss\n$main: #102030;\n@mixin wide {{ @media (min-width: 10em) {{ @content; }} }}\n//- src/components/Card.jsx\nimport styles from './Card.module.scss';\nimport './list.less';\nexport default () => <div className={{styles.card}}>Hi</div>;\n//- src/components/Card.module.scss\n@use '../css/colors' as *;\n.card {{ color: $main; &-title {{ margin: 0 }} @include wide {{ width: 1px; }} }}\n//- src/components/list.less\n.a {{ .b {{ c: d }} }}\n"
    ));
    let css = text(&site, "src/components/Card.module.css");
    assert_eq!(
        css.split_whitespace().collect::<Vec<_>>().join(" "),
        ".card { color: #102030; } .card-title { margin: 0; } @media (min-width: 10em) { .card { width: 1px; } }"
    );
    let card = text(&site, "src/components/Card.jsx");
    assert!(card.contains("from './Card.module.css'") && card.contains("'./list.css'"), "{card}");
    assert!(text(&site, "content/docs/a.mdx").contains("import '@site/src/css/page.css';"));
    for path in ["src/css/page.css", "src/components/list.css"] {
        assert_eq!(text(&site, path), "");
    }
    for path in ["src/css/page.scss", "src/css/_colors.scss", "src/components/Card.module.scss"] {
        assert!(!site.files.contains_key(&SourcePath::new(path)), "{path}");
    }
    let left: Vec<&str> = site.left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        left,
        [
            "not imported: the style sheet (docgen can't read this language)",
            "not imported: the style sheet (Can't find stylesheet to import.)"
        ]
    );
}

#[test]
fn sass_that_might_never_finish_is_not_compiled() {
    for (sheet, is_compiled) in [
        ("@mixin a { @include a; } .b { @include a; }", false),
        ("@mixin a { @include b; } @mixin b { @include a; } .b { @include a; }", false),
        ("@function f($n) { @return f($n); } .b { c: f(1); }", false),
        ("@while true { a { b: c } }", false),
        ("@for $i from 1 through 100000 { .a-#{$i} { b: c } }", false),
        (
            "@for $i from 1 through 900 { @for $j from 1 through 900 { @for $k from 1 through 900 { .a { b: $i } } } }",
            false,
        ),
        (
            "@mixin a { @for $i from 1 through 900 { b: $i } } @mixin c { @for $i from 1 through 900 { @include a; } } .d { @for $i from 1 through 900 { @include c; } }",
            false,
        ),
        (
            "$n: 900 * 900; @for $i from 1 through $n { @for $j from 1 through $n { .a-#{$i} { b: $j } } }",
            false,
        ),
        ("$a: aaaaaaaa; @for $i from 1 through 60 { $a: $a + $a; } .b { c: $a }", false),
        (
            "@for $i from 1 through 60 { @for $j from 1 through 60 { .m-#{$i}-#{$j} { margin: $i * 1px $j * 1px; } } }",
            true,
        ),
        ("@import 'sheet';", false),
        ("@mixin flex { display: flex; } @mixin a { @include flex; } .b { @include a; }", true),
        (
            "@function rem($x) { @return $x * 1rem; } @for $i from 1 through 3 { .a-#{$i} { b: rem($i) } }",
            true,
        ),
    ] {
        let site = imported(&format!(
            "{CONFIG}//- docs/intro.md\n# Intro\n//- src/components/A.jsx\nimport './sheet.scss';\nexport default () => null;\n//- src/components/sheet.scss\n{}\n",
            sheet
        ));
        assert_eq!(
            !text(&site, "src/components/sheet.css").is_empty(),
            is_compiled,
            "{sheet}: {:?}",
            site.left
        );
        assert_eq!(site.left.is_empty(), is_compiled, "{sheet}: {:?}", site.left);
    }
    let many = format!("{}c: d{}", "&, & {".repeat(60), "}".repeat(60));
    let doubled: String = (1..60).map(|at| format!("$v{at}: $v{} + $v{};", at - 1, at - 1)).collect();
    let doubled = format!("$v0: aaaaaaaa; {doubled} .a {{ b: $v59 }}");
    for sheet in [format!(".a {{ {many} }}"), doubled] {
        let site = imported(&format!(
            "{CONFIG}//- docs/intro.md\n# Intro\n//- src/components/A.jsx\nimport './sheet.scss';\n//- src/components/sheet.scss\n{sheet}\n"
        ));
        assert_eq!(text(&site, "src/components/sheet.css"), "");
        assert_eq!(site.left.len(), 1, "{:?}", site.left);
    }
    let deep = "a {".repeat(10_000);
    let site = imported(&format!(
        "{CONFIG}//- docs/intro.md\n# Intro\n//- src/components/A.jsx\nimport './sheet.scss';\n//- src/components/sheet.scss\n{deep}\n"
    ));
    assert_eq!(text(&site, "src/components/sheet.css"), "");
}

#[test]
fn redirects_from_an_extension_include_lists_of_posts() {
    let posts: String = (10..22).map(|day| format!("//- blog/2026-01-{day}-p.md\nText.\n")).collect();
    let site = imported(&format!(
        "//- docusaurus.config.js\nmodule.exports = {{ title: 'Tea', presets: [['classic', {{ docs: {{}}, blog: {{ postsPerPage: 5 }} }}]], plugins: [['@docusaurus/plugin-client-redirects', {{ fromExtensions: ['html'] }}]], themeConfig: {{ algolia: {{ appId: 'a', apiKey: 'b', indexName: 'c' }} }} }};\n//- docs/a.md\n# A\n{posts}"
    ));
    let config = text(&site, "docgen.toml");
    for from in ["/blog", "/blog/archive", "/blog/page/2", "/blog/page/3", "/docs/a", "/search"] {
        assert!(config.contains(&format!("from = \"{from}.html\"")), "{from}: {config}");
    }
    assert!(!config.contains("/blog/page/4") && !config.contains("/blog/page/1"), "{config}");
}

#[test]
fn braces_in_text_of_mdx_1_are_text() {
    for (version, expected) in [("2.4.3", "/a/\\{id} and \\{b: c}"), ("3.1.0", "/a/{id} and {b: c}")] {
        let package = format!("{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}");
        let page = "# A\n\n/a/{id} and {b: c}\n\n<B c={d} />\n";
        let site = imported(&format!("{CONFIG}//- package.json\n{package}\n//- docs/a.md\n{page}"));
        let page = text(&site, "content/docs/a.mdx");
        assert!(page.contains(expected) && page.contains("<B c={d} />"), "{page}");
    }
}

#[test]
fn ids_of_headings_contain_tags_in_docusaurus_2() {
    let headings = "# A <b>x</b>\n\n## B **(<ins>new</ins>)**\n\n## `C<T>` c\n\n## <Badge>D</Badge> {#d}\n\n```md\n## <b>x</b>\n```\n";
    for (version, expected) in
        [("^2.4.1", "## B **(<ins>new</ins>)** {#b-insnewins}\n"), ("^3.1.0", "## B **(<ins>new</ins>)**\n")]
    {
        let package = format!("{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}");
        let site = imported(&format!("{CONFIG}//- package.json\n{package}\n//- docs/a.md\n{headings}"));
        let path = ["content/docs/a.mdx", "content/docs/a.md"].map(SourcePath::new);
        let page = path.iter().find_map(|path| match site.files.get(path) {
            Some(crate::import::Content::Text(text)) => Some(text),
            _ => None,
        });
        let page = page.expect("there's a page");
        assert!(page.contains(expected), "{page}");
        assert!(page.contains("## `C<T>` c\n") && page.contains("```md\n## <b>x</b>\n"), "{page}");
        assert_eq!(page.matches("{#").count(), 1 + usize::from(version == "^2.4.1"), "{page}");
    }
}
