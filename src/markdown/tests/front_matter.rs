//! Tests for front matter: valid settings and reports about invalid settings.

use super::{check, read};
use crate::markdown::front_matter::{Change, Hero, HeroAction, PageTag};

#[test]
fn every_key_in_yaml() {
    let (_, document, diagnostics) = read(
        "---\nid: a\ntitle: 'T: x'\nslug: /b\ndescription: |\n  D\n  e\nkeywords: [k, 1.0]\nimage: ./i.png\nsidebar_label: L\nsidebar_position: 2.5\nsidebar_class_name: c\nhide_title: true\nhide_table_of_contents: true\ntoc_min_heading_level: 2\ntoc_max_heading_level: 4\npagination_label: P\npagination_next: null\npagination_prev: docs/x\ndisplayed_sidebar: ~\ncustom_edit_url: https://e.example\ntags:\n  - t\n  - u\ndraft: false\nunlisted: true\nlast_update:\n  date: 2026-02-28\n  author: Ann\nlayout: home\nhero:\n  title: H\n  tagline: G\n  actions:\n    - label: Go\n      href: /go\n      variant: primary\n---\nbody\n",
    );
    assert_eq!(diagnostics, []);
    let it = &document.front_matter;
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    assert_eq!(
        [&it.id, &it.title, &it.slug, &it.description, &it.image, &it.sidebar_label, &it.layout].map(text),
        ["a", "T: x", "/b", "D\ne\n", "./i.png", "L", "home"]
    );
    assert_eq!([&it.sidebar_class_name, &it.pagination_label].map(text), ["c", "P"]);
    assert_eq!(
        (it.sidebar_position, it.toc_min_heading_level, it.toc_max_heading_level),
        (Some(2.5), Some(2), Some(4))
    );
    assert_eq!((&it.pagination_next, &it.pagination_prev), (&Some(None), &Some(Some("docs/x".to_owned()))));
    assert_eq!(
        (&it.displayed_sidebar, &it.custom_edit_url),
        (&Some(None), &Some(Some("https://e.example".to_owned())))
    );
    assert_eq!((it.keywords.join(","), it.tags.join(",")), ("k,1.0".to_owned(), "t,u".to_owned()));
    assert_eq!((it.hide_title, it.hide_table_of_contents, it.draft, it.unlisted), (true, true, false, true));
    assert_eq!(
        it.last_update,
        Some(Change { date: Some("2026-02-28".to_owned()), author: Some("Ann".to_owned()), commit: 0 })
    );
    let action = HeroAction {
        label: "Go".to_owned(),
        href: "/go".to_owned(),
        variant: Some("primary".to_owned()),
        place: it
            .hero
            .iter()
            .flat_map(|hero| &hero.actions)
            .map(|action| action.place)
            .next()
            .expect("it has one"),
    };
    assert_eq!(
        it.hero,
        Some(Hero { title: Some("H".to_owned()), tagline: Some("G".to_owned()), actions: vec![action] })
    );
    assert_eq!(document.plain_text(), "body");
}

#[test]
fn toml_says_the_same() {
    let (_, document, diagnostics) = read(
        "+++\ntitle = \"T\"\nsidebar_position = 3\npagination_next = false\ntags = [\"a\"]\n[last_update]\ndate = 2026-02-28\n+++\n",
    );
    assert_eq!(diagnostics, []);
    let it = &document.front_matter;
    assert_eq!(
        (it.title.as_deref(), it.sidebar_position, &it.pagination_next),
        (Some("T"), Some(3.0), &Some(None))
    );
    assert_eq!(it.last_update.as_ref().and_then(|update| update.date.as_deref()), Some("2026-02-28"));
}

#[test]
fn unknown_keys_are_reported_where_they_stand() {
    check(
        "---\ntitle: é\nsidebar_positon: 3\nlast_update: {autor: x}\n---\n",
        r###"
! invalid-front-matter: unknown key `sidebar_positon` in front matter "sidebar_positon"
! invalid-front-matter: unknown key `autor` in `last_update` "autor"
"###,
    );
    let (_, _, diagnostics) = read("---\nsidebar_positon: 3\n---\n");
    assert_eq!(diagnostics[0].hints, ["did you mean `sidebar_position`?"]);
    check("+++\ntag = [\"é\"]\n+++\n", "! invalid-front-matter: unknown key `tag` in front matter \"tag\"");
}

#[test]
fn values_of_the_wrong_type_are_reported_where_they_stand() {
    check(
        "---\ntitle: [x]\nsidebar_position: \"3\"\ndraft: yes\ntags: a, b\nhide_title: \"true\"\ntoc_max_heading_level: 9\nlast_update:\n  date: soon\nhero: x\n---\n",
        r###"
! invalid-front-matter: `title`: expected a string, found a list "["
! invalid-front-matter: `sidebar_position`: expected a number, found a string "\"3\""
! invalid-front-matter: `draft`: expected `true` or `false`, found a string "yes"
! invalid-front-matter: `tags`: expected a list of strings, found a string "a, b"
! invalid-front-matter: `hide_title`: expected `true` or `false`, found a string "\"true\""
! invalid-front-matter: `toc_max_heading_level`: expected an integer from 2 to 6, found 9 "9"
! invalid-front-matter: `date`: expected a date such as `2026-02-28`, found `soon` "soon"
! invalid-front-matter: `hero`: expected a table with `title`, `tagline`, and `actions`, found a string "x"
"###,
    );
    let (_, _, diagnostics) = read("---\ntags: a, b\n---\n");
    assert_eq!(diagnostics[0].hints, ["use `tags: [\"a\", \"b\"]`"]);
}

#[test]
fn what_is_no_yaml_or_toml_is_reported_and_the_body_read() {
    check(
        "---\ntitle: [a\n---\n\nbody\n",
        "paragraph\n  \"body\"\n! invalid-front-matter: invalid YAML in the front matter: unclosed bracket '[' \"title: [a\"",
    );
    check(
        "---\njust words\n---\n",
        "! invalid-front-matter: front matter: expected settings such as `title: Quickstart`, found a string \"just words\"",
    );
    let (_, _, diagnostics) = read("---\ntitle: a\ntitle: b\n---\n");
    assert!(diagnostics[0].message.contains("duplicate"), "{}", diagnostics[0].message);
    let (_, _, diagnostics) = read("+++\ntitle = \n+++\n");
    assert!(diagnostics[0].message.starts_with("invalid TOML in the front matter: "));
}

#[test]
fn what_is_no_yaml_is_told_how_to_become_it() {
    for (line, hint) in [
        ("title: One: two", "use `title: \"One: two\"`"),
        ("title: Say \"a: b\"", "use `title: 'Say \"a: b\"'`"),
        ("title: @you", "use `title: \"@you\"`"),
        ("title: \"open", "use `title: \"open\"`"),
        ("title:\tA\n\tx: 1", "replace the tab with spaces"),
        ("title: a\ntitle: b", "remove one of them"),
        ("title: \"open\nslug: x", "use `title: \"open\"`"),
        ("title: a\ntags:\n  - 'open\n  - b\nslug: x", "close the quote on this line"),
    ] {
        let (_, _, diagnostics) = read(&format!("---\n{line}\n---\n"));
        assert_eq!(diagnostics[0].hints, [hint], "{}", diagnostics[0].message);
    }
}

#[test]
fn a_fault_in_yaml_is_where_its_cause_is() {
    check(
        "---\ntitle: \"open\nslug: x\n---\n",
        "! invalid-front-matter: invalid YAML in the front matter: the closing quote is missing \"\\\"open\"",
    );
    check(
        "---\ntitle: a\n\tslug: x\n---\n",
        "! invalid-front-matter: invalid YAML in the front matter: while scanning a plain scalar, found a tab \"\\t\"",
    );
}

#[test]
fn front_matter_that_never_closes_is_reported() {
    check(
        "---\ntitle: a\n\n# Body\n",
        "title \"Body\" #body\n! invalid-front-matter: the front matter that starts with `---` is never closed \"---\"",
    );
    check(
        "+++\n\nx\n",
        "paragraph\n  \"x\"\n! invalid-front-matter: the front matter that starts with `+++` is never closed \"+++\"",
    );
    let (_, document, _) = read("---\ntitle: a\n\n# Body\n");
    assert_eq!(document.front_matter.title.as_deref(), Some("a"));
}

#[test]
fn a_thematic_break_at_the_start_is_one() {
    check("---\n\nText\n", "rule\nparagraph\n  \"Text\"");
    check("----\ntitle: x\n", "rule\nparagraph\n  \"title: x\"");
}

#[test]
fn files_of_front_matter_alone() {
    for text in [
        "---\ntitle: x\n---",
        "---\r\ntitle: x\r\n---\r\n",
        "---\ntitle: x # c\n---\n",
        "---\n# only a comment\ntitle: x\n---   \n",
    ] {
        let (_, document, diagnostics) = read(text);
        assert_eq!(
            (document.front_matter.title.as_deref(), document.events.len(), diagnostics),
            (Some("x"), 0, vec![]),
            "{text:?}"
        );
    }
    for text in ["", "---\n---\n", "---\n\n---\n", "---", "+++"] {
        let (_, document, _) = read(text);
        assert_eq!(document.front_matter, crate::markdown::FrontMatter::default(), "{text:?}");
    }
}

#[test]
fn settings_that_do_not_begin_the_file_are_reported_and_count() {
    for text in ["\n---\ntitle: x\n---\n", " ---\ntitle: x\n---\n", "\n\n+++\ntitle = 'x'\n+++\n"] {
        let (_, document, diagnostics) = read(text);
        assert_eq!(document.front_matter.title.as_deref(), Some("x"), "{text:?}");
        let [problem] = diagnostics.as_slice() else { panic!("{text:?}: {diagnostics:?}") };
        assert!(problem.message.contains("isn't at the start of the file"), "{problem:?}");
    }
    for text in ["\n---\nText.\n", "    ---\n    title: x\n    ---\n", "\n***\ntitle: x\n"] {
        let (_, document, diagnostics) = read(text);
        assert_eq!((document.front_matter.title.as_deref(), diagnostics), (None, vec![]), "{text:?}");
    }
}

#[test]
fn tags_for_the_head_are_read_and_checked() {
    let (_, document, diagnostics) = read(
        "---\nhead:\n  - tag: meta\n    attributes: { name: a, content: 1.0 }\n  - { tag: script, attributes: { src: /a.js, async: true, defer: false } }\n  - tag: style\n    content: 'b { c: d }'\n---\n",
    );
    assert_eq!(diagnostics, []);
    let shown = |tag: &PageTag| {
        let attributes =
            tag.attributes.iter().map(|attribute| (&*attribute.name, attribute.value.as_deref()));
        format!("{} {:?} {:?}", tag.tag.as_str(), attributes.collect::<Vec<_>>(), tag.content)
    };
    assert_eq!(
        document.front_matter.head.iter().map(shown).collect::<Vec<_>>(),
        [
            "meta [(\"name\", Some(\"a\")), (\"content\", Some(\"1.0\"))] None",
            "script [(\"src\", Some(\"/a.js\")), (\"async\", None)] None",
            "style [] Some(\"b { c: d }\")",
        ]
    );
    check(
        "---\nhead:\n  - tag: title\n  - attributes: {}\n  - { tag: meta, content: x }\n  - { tag: script, content: 'a</script>' }\n  - { tag: link, attributes: { 'a b': c, href: [d] } }\n  - x\n  - { tag: meta, attrs: {} }\n---\n",
        r###"
! invalid-front-matter: `tag`: expected one of `meta`, `link`, `script`, `style`, `noscript`, found `title` "title"
! invalid-front-matter: missing key `tag` in a `head` tag ""
! invalid-front-matter: `head.content`: `meta` elements can't have content "content"
! invalid-front-matter: `head.content`: `</script` would end the element "content"
! invalid-front-matter: `href`: expected text, `true`, or `false`, found a list "["
! invalid-front-matter: `head.attributes`: `a b` isn't a valid attribute name "attributes"
! invalid-front-matter: `head`: expected a list of tables with `tag`, `attributes`, and `content`, found a string "x"
! invalid-front-matter: unknown key `attrs` in a `head` tag "attrs"
"###,
    );
}
