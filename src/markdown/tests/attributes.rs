//! Tests for attribute lists.

use std::fmt::Write;

use super::{outline_of, show};
use crate::markdown::{Event, Options, highlight, parse};
use crate::path::{HeadingIds, SourcePath};
use crate::source::Source;

/// Checks the outline of a page, as `.md` and as `.mdx`.
#[track_caller]
fn check(text: &str, expected: &str) {
    for name in ["a.md", "a.mdx"] {
        let mut lines = String::new();
        for line in outline_of(name, text).lines().filter(|line| !line.trim().is_empty()) {
            writeln!(lines, "{line}").unwrap();
        }
        assert_eq!(lines.trim(), expected.trim(), "{name}: {text}");
    }
}

#[test]
fn a_list_belongs_to_the_element_before_it() {
    check(
        "**a**{.b #c} d",
        "
paragraph
  attributes #c .b
  strong
    \"a\"
  \" d\"
",
    );
    check(
        "[a](b){: target=_blank rel=nofollow} ![c](d){: width=\"300\" .e} `f`{.g}",
        "
paragraph
  attributes target=_blank rel=nofollow
  link b at \"b\"
    \"a\"
  \" \"
  attributes .e width=300
  image d \"c\" None block=false
  \" \"
  attributes .g
  `f`
",
    );
}

#[test]
fn a_list_in_a_title_belongs_to_the_element_before_it() {
    check(
        ":::note[Call `a()`{:js} **b**{.y}: c]\nx\n:::",
        "
admonition(note)
  title
    \"Call \"
    attributes lang=js
    `a()`
    \" \"
    attributes .y
    strong
      \"b\"
    \": c\"
  paragraph
    \"x\"
",
    );
    check(":badge[`a`{.y}]", "paragraph\n  badge(none)\n    attributes .y\n    `a`");
    let text = "::::tabs\n:::tab[Call `a()`{:js} **b**{.y}: c]\nx\n:::\n::::\n";
    for name in ["a.md", "a.mdx"] {
        let source = Source::new(SourcePath::new(name), text);
        let (document, _) = parse(&source, &Options::default(), &highlight::Cache::default(), None);
        assert_eq!(&*document.tabs[0].tabs[0].label, "Call a() b: c", "{name}");
    }
}

#[test]
fn a_list_belongs_to_the_block_before_it() {
    check("## A {.b #c}", "attributes .b\nh2 #c\n  \"A\"");
    check("## A {.b}", "attributes .b\nh2 #a\n  \"A\"");
    check("## A {: class=\"b c\" id=d}", "attributes .b .c\nh2 #d\n  \"A\"");
    assert_eq!(outline_of("a.md", "## A {class=b}"), outline_of("a.md", "## A {.b}"));
    assert_eq!(outline_of("a.md", "a\n{id=b}"), outline_of("a.md", "a\n{#b}"));
    check("a\n{.b}", "attributes .b\nparagraph\n  \"a\"");
    check("> a\n> {.b}\n\n{.c}", "attributes .c\nblockquote\n  attributes .b\n  paragraph\n    \"a\"");
    check(
        "- a\n- b\n\n{.c}",
        "attributes .c\nlist(none)\n  item { task: false }\n    \"a\"\n  item { task: false }\n    \"b\"",
    );
    check(
        "| a | c |\n|---|---|\n| b | d |\n{.sortable caption=\"C d\"}",
        "attributes .sortable caption=C d\ntable\n  tablehead\n    tablecell(none)\n      \"a\"\n    tablecell(none)\n      \"c\"\n  tablerow\n    tablecell(none)\n      \"b\"\n    tablecell(none)\n      \"d\"",
    );
    check("```text\na\n```\n{.b}", "attributes .b\ncode text \"a\"");
    // The last element and its paragraph can both have a list.
    check("[a](b){.c}\n{.d}", "attributes .d\nparagraph\n  attributes .c\n  link b at \"b\"\n    \"a\"");
}

#[test]
fn a_list_on_the_next_line_belongs_to_the_block_with_the_same_indentation() {
    let items = "list(none)\n  item { task: false }\n    \"a\"";
    for (text, expected) in [
        ("- a\n{.c}", format!("attributes .c\n{items}")),
        ("- a\n{: .c}", format!("attributes .c\n{items}")),
        ("- a\n{.c}\n\nb", format!("attributes .c\n{items}\nparagraph\n  \"b\"")),
        ("- a\n  {.c}", "list(none)\n  attributes .c\n  item { task: false }\n    \"a\"".to_owned()),
        (
            "- a\n  {.c}\n- b\n{.d}",
            "attributes .d\nlist(none)\n  attributes .c\n  item { task: false }\n    \"a\"\n  item { task: false }\n    \"b\"".to_owned(),
        ),
        ("1. a\n{.c}", "attributes .c\nlist(some(1))\n  item { task: false }\n    \"a\"".to_owned()),
        (
            "- a\n  - b\n{.c}",
            "attributes .c\nlist(none)\n  item { task: false }\n    \"a\"\n    list(none)\n      item { task: false }\n        \"b\"".to_owned(),
        ),
        (
            "- a\n  - b\n  {.c}",
            "list(none)\n  item { task: false }\n    \"a\"\n    attributes .c\n    list(none)\n      item { task: false }\n        \"b\"".to_owned(),
        ),
        ("> a\n{.c}", "attributes .c\nblockquote\n  paragraph\n    \"a\"".to_owned()),
        (
            "> a\n> {.b}\n{.c}",
            "attributes .c\nblockquote\n  attributes .b\n  paragraph\n    \"a\"".to_owned(),
        ),
        (
            "- a\n  - b\n  {.d}\n{.c}",
            "attributes .c\nlist(none)\n  item { task: false }\n    \"a\"\n    attributes .d\n    list(none)\n      item { task: false }\n        \"b\"".to_owned(),
        ),
        ("> a\n> {.c}", "blockquote\n  attributes .c\n  paragraph\n    \"a\"".to_owned()),
        (
            "> - a\n> {.c}",
            "blockquote\n  attributes .c\n  list(none)\n    item { task: false }\n      \"a\"".to_owned(),
        ),
        (
            "- > a\n  {.c}",
            "list(none)\n  item { task: false }\n    attributes .c\n    blockquote\n      paragraph\n        \"a\"".to_owned(),
        ),
        (
            "- a\n\n- b\n{.c}",
            "attributes .c\nlist(none)\n  item { task: false }\n    paragraph\n      \"a\"\n  item { task: false }\n    paragraph\n      \"b\"".to_owned(),
        ),
    ] {
        check(text, &expected);
    }
    let outline = |text| outline_of("a.md", text);
    // The line that closes a directive also ends the item.
    for text in [":::note\n- a\n  {.c}\n:::", ":::note\n- a\n{.c}\n:::", "- a\n  {.c}\n::video{src=b.mp4}"] {
        assert!(outline(text).contains("attributes .c"), "{text}: {}", outline(text));
    }
    for text in ["- a\n{.x}\nmore", "- a\n{.x} more", "> [!NOTE]\n> a\n{.x}"] {
        assert!(!outline(text).contains("attributes"), "{text}: {}", outline(text));
    }
}

#[test]
fn an_attribute_that_has_no_effect_is_reported_by_name() {
    for (list, expected) in [
        ("{: onclick=x}", "unknown attribute `onclick`"),
        ("{: width=abc}", "invalid value `abc` for `width`"),
        ("{height=20em}", "invalid value `20em` for `height`"),
        ("{: loading=fast}", "invalid value `fast` for `loading`"),
        ("{: dir=left}", "invalid value `left` for `dir`"),
        ("{: id=\"bad id\"}", "invalid value `bad id` for `id`"),
        ("{: #a!b}", "invalid value `a!b` for `id`"),
        ("{: .a/b}", "invalid value `a/b` for `class`"),
        ("{: id= width=x}", "the attribute `id` has no value"),
    ] {
        let outline = outline_of("a.md", &format!("![a](b.png){list}"));
        assert!(outline.contains(expected), "{list}: {outline}");
        let is_kept = |line: &str| line.trim().starts_with("attributes") && line.contains('=');
        assert!(!outline.lines().any(is_kept), "{list}: {outline}");
        assert!(!outline.contains("foreign-syntax"), "{list}: {outline}");
    }
    let title = outline_of("a.md", "# A {.b #c}\n");
    assert!(title.contains("the page's title can have an ID but no other attributes"), "{title}");
    assert!(!title.contains("foreign-syntax"), "{title}");
    for text in ["`a`{: .c :js}", "`a`{.c :js}", "`a`{#d .c :js}"] {
        for name in ["a.md", "a.mdx"] {
            let code = outline_of(name, text);
            let is_list = code.contains(".c") && code.contains("lang=js") && !code.contains(":js");
            assert!(is_list && !code.contains('!'), "{text}: {code}");
        }
    }
    for list in ["{: width=50%}", "{: width=300px}", "{: height=\"20\" loading=lazy}"] {
        let outline = outline_of("a.md", &format!("![a](b.png){list}"));
        assert!(!outline.contains('!'), "{list}: {outline}");
    }
}

#[test]
fn an_id_ends_at_a_space_and_can_start_with_a_digit() {
    for text in ["a\n{: #bad id}", "a\n{#bad id}", "**a**{: #bad id}"] {
        let outline = outline_of("a.md", text);
        assert!(outline.contains("attributes #bad\n"), "{text}: {outline}");
        assert!(
            outline.contains("! unknown-attribute: the attribute `id` has no value"),
            "{text}: {outline}"
        );
    }
    for text in ["a\n{: #1st}", "a\n{#1st}", "a\n{#_1}"] {
        let outline = outline_of("a.md", text);
        assert!(outline.contains("attributes #") && !outline.contains('!'), "{text}: {outline}");
    }
    let source = |text: &str| crate::source::Source::new(crate::path::SourcePath::new("a.md"), text);
    for text in
        ["## Bad {: #bad id}", "## Bad {#bad id}", "## Bad {: id=\"b id\"}", "## Bad {: #b!d id=\"\"}"]
    {
        let (document, problems) =
            crate::markdown::parse(&source(text), &Default::default(), &Default::default(), None);
        assert_eq!(&*document.headings[0].id, "bad", "{text}");
        assert!(!problems.is_empty(), "{text}");
    }
}

#[test]
fn only_tables_have_captions() {
    for text in [
        "![a](b.png){caption=\"C\"}",
        "![a](b.png)\n{caption=\"C\" .x}",
        "a\n{caption=\"C\"}",
        "> a\n{caption=\"C\"}",
    ] {
        let outline = outline_of("a.md", text);
        assert!(outline.contains("! invalid-directive: `caption` has no effect here"), "{text}: {outline}");
        let is_kept = |line: &str| line.trim().starts_with("attributes") && line.contains("caption");
        assert!(!outline.lines().any(is_kept) && !outline.contains("foreign-syntax"), "{text}: {outline}");
    }
    let source =
        crate::source::Source::new(crate::path::SourcePath::new("a.md"), "![a](b.png){captoin=\"C\"}");
    let (_, problems) = crate::markdown::parse(&source, &Default::default(), &Default::default(), None);
    assert_eq!(&*problems[0].message, "unknown attribute `captoin`");
    assert!(
        problems[0].hints[0].contains("set the image's title") && problems[0].edit.is_none(),
        "{problems:#?}"
    );
}

#[test]
fn a_misspelled_name_next_to_a_known_one_is_reported() {
    for text in [
        "![a](b.png){width=30 heigth=2}",
        "| a |\n|---|\n| b |\n{caption=\"C\" wdths=\"1\"}",
        "a\n{title=\"b\" tilte=\"c\"}",
    ] {
        let outline = outline_of("a.md", text);
        assert!(
            outline.contains("attributes") && outline.contains("! unknown-attribute: unknown attribute"),
            "{text}: {outline}"
        );
    }
    assert!(!outline_of("a.md", "![a](b.png){color=red}").contains("attributes"));
}

#[test]
fn a_wrong_list_is_not_a_row_of_the_table_before_it() {
    let row = "  tablerow\n    tablecell(none)\n      \"b\"";
    for (list, message) in [
        ("{caption=\"\"}", "invalid value `` for `caption`"),
        ("{: caption=\"\" .x}", "invalid value `` for `caption`"),
        ("{sortable}", "unknown attribute `sortable`"),
        ("{: sortable}", "unknown attribute `sortable`"),
        ("{sortable filterable}", "unknown attribute `filterable`"),
        ("{sorteable}", "unknown attribute `sorteable`"),
        ("{wdths=\"1 2\"}", "unknown attribute `wdths`"),
        ("{caption}", "invalid value `` for `caption`"),
        ("{.sortable widths=\"x\"}", "invalid column width `x`"),
        ("{widths=\",30%\"}", "a column width is missing in `,30%`"),
    ] {
        let outline = outline_of("a.md", &format!("| a |\n|---|\n| b |\n{list}\n"));
        assert!(outline.contains(message) && !outline.contains("foreign-syntax"), "{list}: {outline}");
        assert!(outline.contains(row) && outline.matches("tablerow").count() == 1, "{list}: {outline}");
        let is_kept = |line: &str| line.starts_with("attributes") && line.contains('=');
        assert!(!outline.lines().any(is_kept), "{list}: {outline}");
    }
    for text in ["{value}", "{a: 1}", "{{ x }}", "{.x", "`{sortable}`", "{} b"] {
        let outline = outline_of("a.md", &format!("| a |\n|---|\n| b |\n{text}\n"));
        assert_eq!(outline.matches("tablerow").count(), 2, "{text}: {outline}");
    }
}

#[test]
fn other_braces_are_text() {
    let outline = |text| outline_of("a.md", text);
    for text in
        ["a {.b}", "{.b}", "**a** {.b}", "**a**{b}", "**a**{ b: 1 }", "**a**\\{.b}", "**a**{.5}", "**a**{.b"]
    {
        assert!(!outline(text).contains("attributes"), "{text}: {}", outline(text));
    }
    assert!(outline("![a](b){width=300}").contains("attributes width=300"));
    assert!(outline("**a**{.b sytle=c}").contains("! unknown-attribute: unknown attribute `sytle`"));
}

#[test]
fn widths_and_languages_that_have_no_effect_are_reported() {
    let problems = |text: &str| {
        let lines = |name| {
            outline_of(name, text).lines().filter(|line| line.starts_with('!')).map(str::to_owned).collect()
        };
        let (md, mdx): (Vec<String>, Vec<String>) = (lines("a.md"), lines("a.mdx"));
        assert_eq!(md, mdx, "{text}");
        md.join("\n")
    };
    let table = |list: &str| problems(&format!("| a | c |\n|---|---|\n| b | d |\n{list}\n"));
    for list in ["{: widths=\"20% 80%\"}", "{: widths=200}", "\n{: widths=\"20,80.5%\"}"] {
        assert_eq!(table(list), "", "{list}");
    }
    for list in ["{: widths=\"10% 20% 70%\"}", "\n{: widths=\"10% 20% 70%\"}"] {
        assert!(
            table(list).starts_with("! invalid-directive: 3 column widths, but 2 columns"),
            "{}",
            table(list)
        );
    }
    assert!(
        problems("| a |\n|---|\n| b |\n{: widths=\"10% 90%\"}\n")
            .starts_with("! invalid-directive: 2 column widths, but 1 column \"")
    );
    assert!(
        problems("Text\n{: widths=\"10%\"}\n")
            .starts_with("! invalid-directive: `widths` has no effect here")
    );
    assert!(table("{: widths=\"20rem\"}").starts_with("! invalid-directive: invalid column width `20rem`"));
    assert_eq!(problems("`a`{:js} `a`{.js}"), "");
    assert!(problems("`a`{:nolang}").starts_with("! unknown-language: unknown language `nolang`"));
}

#[test]
fn smart_punctuation_does_not_change_bare_urls() {
    let options = Options { smart_punctuation: true, ..Options::default() };
    let urls = "https://a.example/v0.9.1...v0.10.0 http://a.example/b--c'd";
    for (markdown, targets, has_ellipsis) in [
        (urls, &["https://a.example/v0.9.1...v0.10.0", "http://a.example/b--c'd"][..], false),
        ("Wait... see www.a.example/b...", &["http://www.a.example/b"], true),
    ] {
        let source = Source::new(SourcePath::new("a.md"), markdown);
        let (document, _) = parse(&source, &options, &highlight::Cache::default(), None);
        let found: Vec<&str> = document.metadata.links.iter().map(|link| &*link.target).collect();
        assert_eq!(found, targets);
        let text: String = document
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Text(span) => Some(document.str(*span)),
                _ => None,
            })
            .collect();
        assert_eq!(text.contains('…'), has_ellipsis, "{text}");
    }
}

#[test]
fn smart_punctuation_does_not_change_explicit_ids() {
    let options = Options { smart_punctuation: true, ..Options::default() };
    let source = Source::new(SourcePath::new("a.md"), "## `--a <b>` -- c {#--a-b}\n");
    let (document, diagnostics) = parse(&source, &options, &highlight::Cache::default(), None);
    let outline = show(&source, &document, &diagnostics);
    assert!(outline.starts_with("h2 #--a-b\n") && outline.contains(" – c"), "{outline}");
}

#[test]
fn ids_of_hugo_have_the_dashes_that_the_author_wrote() {
    let options = Options { smart_punctuation: true, heading_ids: HeadingIds::Hugo, ..Options::default() };
    for (heading, id) in [("## --tea", "--tea"), ("## a -- b", "a----b"), ("## a – b", "a--b")] {
        let source = Source::new(SourcePath::new("a.md"), heading);
        let (document, diagnostics) = parse(&source, &options, &highlight::Cache::default(), None);
        let outline = show(&source, &document, &diagnostics);
        assert!(outline.starts_with(&format!("h2 #{id}\n")), "{outline}");
    }
}

#[test]
fn a_list_with_only_typos_is_reported() {
    let problems = |text: &str| {
        let source = Source::new(SourcePath::new("a.md"), text);
        let (_, problems) = parse(&source, &Options::default(), &Default::default(), None);
        problems.iter().map(|one| one.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(problems("![a](a.png){wdith=300}"), ["unknown attribute `wdith`"]);
    assert_eq!(problems("![a](a.png){data-only=drak}"), ["invalid value `drak` for `data-only`"]);
    assert_eq!(problems("![a](a.svg){: inlin}"), ["unknown attribute `inlin`"]);
    for text in ["`a`{b=c}", "**a**{mass=3 wdith=300}", "a {wdith=300}", "`f`{x}"] {
        assert_eq!(problems(text), [""; 0], "{text}");
    }
}
