//! Tests for the conversion from Markdown to documents. Most tests consist of an input and the expected outline.

mod attributes;
mod autolinks;
mod code;
mod blocks;
mod components;
mod descriptions;
mod directives;
mod extensions;
mod foreign;
mod front_matter;
mod html;
mod includes;
mod inline_directives;
mod math;
mod mdx;
mod properties;
mod variables;
mod written;

use std::fmt::Write;

use super::{Address, Document, Element, Event, Options, highlight, parse};
use crate::diag::{Diagnostic, Location};
use crate::path::SourcePath;
use crate::source::Source;

/// Returns the text at the location of a problem.
fn quoted(source: &Source, diagnostic: &Diagnostic) -> String {
    match &diagnostic.location {
        Some(Location::Span(_, span)) => source.text[span.range()].to_owned(),
        other => panic!("the location is {other:?}"),
    }
}

/// Checks the outline of a page. The outline consists of the document and the diagnostics, one per line:
/// `! code: message`, with the affected source in quotation marks.
#[track_caller]
fn check(input: &str, expected: &str) {
    let actual = outline(input);
    let expected = expected.trim_matches('\n');
    assert_eq!(actual.trim_end(), expected, "\n--- input:\n{input}\n--- actual:\n{actual}");
}

/// Returns the outline of a page with this filename.
fn outline_of(name: &str, input: &str) -> String {
    let (source, document, diagnostics) = read_as(name, input);
    show(&source, &document, &diagnostics)
}

fn read(input: &str) -> (Source, Document, Vec<Diagnostic>) {
    read_as("docs/page.md", input)
}

fn read_as(name: &str, input: &str) -> (Source, Document, Vec<Diagnostic>) {
    let source = Source::new(SourcePath::new(name), input);
    let options = Options { islands: vec!["console".to_owned(), "chart".to_owned()], ..Options::default() };
    let (document, diagnostics) = parse(&source, &options, &highlight::Cache::default(), None);
    (source, document, diagnostics)
}

fn outline(input: &str) -> String {
    let (source, document, diagnostics) = read(input);
    show(&source, &document, &diagnostics)
}

fn show(source: &Source, document: &Document, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    if let Some(title) = &document.title {
        writeln!(out, "title {title:?} #{}", document.title_id.as_deref().unwrap_or_default()).unwrap();
    }
    let mut depth = 0;
    for event in &document.events {
        if matches!(event, Event::Close(_)) {
            depth -= 1;
            continue;
        }
        out.push_str(&"  ".repeat(depth));
        match *event {
            Event::Open(element) => {
                depth += 1;
                match element {
                    Element::Heading(index) => {
                        let heading = &document.headings[index as usize];
                        write!(out, "h{} #{}", heading.level, heading.id).unwrap();
                    }
                    Element::Link(index) | Element::Card(Some(index)) => {
                        let link = &document.links[index as usize];
                        let name = if matches!(element, Element::Link(_)) { "link" } else { "card" };
                        write!(out, "{name} {}", link.target).unwrap();
                        if link.replaceable {
                            write!(out, " at {:?}", &source.text[link.span.range()]).unwrap();
                        }
                    }
                    Element::Tabs(index) => {
                        let tabs = &document.tabs[index as usize];
                        write!(out, "tabs {:?} {:?} {}", tabs.group, tabs.query, tabs.selected).unwrap();
                        for tab in &tabs.tabs {
                            write!(out, " [{}={}]", tab.value, tab.label).unwrap();
                        }
                    }
                    other => write!(out, "{}", format!("{other:?}").to_lowercase()).unwrap(),
                }
            }
            Event::Text(span) => write!(out, "{:?}", document.str(span)).unwrap(),
            Event::InlineCode(span) => write!(out, "`{}`", document.str(span)).unwrap(),
            Event::Emoji(span) => write!(out, "emoji {}", document.str(span)).unwrap(),
            Event::Attributes(index) => {
                let attributes = &document.attributes[index as usize];
                out.push_str("attributes");
                attributes.id.iter().for_each(|id| write!(out, " #{id}").unwrap());
                attributes.classes.split_whitespace().for_each(|class| write!(out, " .{class}").unwrap());
                attributes.others.iter().for_each(|(name, value)| write!(out, " {name}={value}").unwrap());
            }
            Event::Html(span) => write!(out, "html {:?}", document.str(span)).unwrap(),
            Event::Address(Address::Link(index)) => {
                let link = &document.links[index as usize];
                write!(out, "address {} at {:?}", link.target, &source.text[link.span.range()]).unwrap();
            }
            Event::Address(Address::Image(index)) => {
                let image = &document.images[index as usize];
                write!(out, "picture {} at {:?}", image.target, &source.text[image.span.range()]).unwrap();
            }
            Event::Image(index) => {
                let image = &document.images[index as usize];
                write!(out, "image {} {:?} {:?} block={}", image.target, image.alt, image.title, image.block)
                    .unwrap();
            }
            Event::Code(index) => {
                let block = &document.code[index as usize];
                write!(out, "code {} {:?}", block.language, document.str(block.text)).unwrap();
                if !block.marks.is_empty() {
                    let marks = block
                        .marks
                        .iter()
                        .map(|marks| marks.first().map_or("-".to_owned(), |mark| format!("{mark:?}")));
                    write!(out, " {}", marks.collect::<Vec<_>>().join(",")).unwrap();
                }
            }
            other => write!(out, "{}", format!("{other:?}").to_lowercase()).unwrap(),
        }
        out.push('\n');
    }
    assert_eq!(depth, 0, "every element that opens closes");
    for diagnostic in diagnostics {
        write!(out, "! {}: {}", diagnostic.code.as_str(), diagnostic.message).unwrap();
        if let Some(Location::Span(_, span)) = &diagnostic.location {
            write!(out, " {:?}", &source.text[span.range()]).unwrap();
        }
        out.push('\n');
    }
    out
}

#[test]
fn headings_get_the_ids_that_github_gives() {
    check(
        "# Start\n\n## One\n\n## One\n\n## One-1\n\n### Own {#one-2}\n\n## One\n\n## {#only}\n\n## a `b` {c}\n",
        r###"
title "Start" #start
h2 #one
  "One"
h2 #one-1
  "One"
h2 #one-1-1
  "One-1"
h3 #one-2
  "Own"
h2 #one-3
  "One"
h2 #only
h2 #a-b-c
  "a "
  `b`
  " {c}"
"###,
    );
}

#[test]
fn headings_of_any_script_get_an_id() {
    check(
        "## 🚀\n\n## 🚀\n\n## שלום עולם\n\n## 日本語 の\n\n## Größe 🎉\n\n## ❤️\n\n## 🚀 🚀\n\n## กำหนดค่า\n",
        r###"
h2 #section
  "🚀"
h2 #section-1
  "🚀"
h2 #שלום-עולם
  "שלום עולם"
h2 #日本語-の
  "日本語 の"
h2 #größe-
  "Größe 🎉"
h2 #section-2
  "❤\u{fe0f}"
h2 #-
  "🚀 🚀"
h2 #กำหนดค่า
  "กำหนดค\u{e48}า"
"###,
    );
}

#[test]
fn a_heading_with_only_an_image_has_the_alternative_text() {
    let (_, document, _) = read("## ![A & b](./c.png)\n\n## ![D](./c.png) *e*\n");
    let html: Vec<&str> = document.headings.iter().map(|heading| &*heading.html).collect();
    assert_eq!(html, ["A &amp; b", "<em>e</em>"]);
}

#[test]
fn an_own_id_may_not_stand_twice() {
    check(
        "## A {#x}\n\n## B {#x}\n",
        r###"
h2 #x
  "A"
h2 #b
  "B"
! duplicate-id: duplicate heading ID `x` "## B {#x}"
"###,
    );
}

#[test]
fn the_title_is_the_level_one_heading_that_opens_the_page() {
    check("<!-- note -->\n\n# *The* `page`\n", "title \"The page\" #the-page\nhtml \"<!-- note -->\\n\"");
    check("Text\n\n# Not it\n", "paragraph\n  \"Text\"\nh1 #not-it\n  \"Not it\"");
    let (_, document, _) = read("# *The* [`page`](x.md) & more\n");
    assert_eq!(document.title_html.as_deref(), Some("<em>The</em> <code>page</code> &amp; more"));
}

#[test]
fn with_loose_titles_the_heading_that_is_apart_is_the_title() {
    let title = |text: &str| {
        let options = Options { loose_titles: true, ..Options::default() };
        let source = Source::new(SourcePath::new("a.md"), text);
        let (document, _) = parse(&source, &options, &highlight::Cache::default(), None);
        let shown =
            document.headings.iter().map(|heading| heading.text.clone()).collect::<Vec<_>>().join(", ");
        (document.title.as_deref().unwrap_or_default().to_owned(), shown)
    };
    let is = |text: &str, expected: &str, shown: &str| {
        assert_eq!(title(text), (expected.to_owned(), shown.to_owned()), "{text}");
    };
    is("## A\n\n### B\n\n### C\n", "A", "B, C");
    is("## A\n\n## B\n", "", "A, B");
    is("### A\n\n## B\n", "", "A, B");
    is("Text\n\n# A\n\n## B\n", "A", "B");
    is("<p><img src='a.png'></p>\n\n# A\n\n# B\n", "", "A, B");
    is("# A\n\n# B\n", "A", "B");
    is("Text\n\n## A\n", "", "A");
    is("> ## A\n", "", "A");
    is("---\ntitle: T\n---\n\n## A\n", "", "A");
    is("## A\n\n```md\n## B\n```\n", "A", "");
}

#[test]
fn links_know_where_their_destinations_stand() {
    check(
        "[a](b.md 't') [*c*](<d e.md>) [r][x] [x] ![i](p.png) <https://z.example>\n\n[x]: ../f.md#g\n",
        r###"
paragraph
  link b.md at "b.md"
    "a"
  " "
  link d e.md at "d e.md"
    emphasis
      "c"
  " "
  link ../f.md#g at "../f.md#g"
    "r"
  " "
  link ../f.md#g at "../f.md#g"
    "x"
  " "
  image p.png "i" None block=false
  " "
  link https://z.example at "https://z.example"
    "https://z.example"
"###,
    );
}

#[test]
fn images_alone_in_a_paragraph_are_blocks_and_those_with_a_title_figures() {
    check(
        "![a *b* `c`](d.png)\n\n![a](d.png \"Caption\")\n\nText ![a](d.png \"t\")\n",
        r###"
paragraph
  image d.png "a b c" None block=true
figure
  image d.png "a" Some("Caption") block=true
paragraph
  "Text "
  image d.png "a" Some("t") block=false
"###,
    );
}

#[test]
fn footnotes_are_numbered_by_their_first_reference() {
    check(
        "A[^b] B[^a] C[^b].\n\n[^a]: Note *a*.\n[^b]: Note b.\n[^c]: Never asked for.\n",
        r###"
paragraph
  "A"
  footnotereference { number: 1, occurrence: 1 }
  " B"
  footnotereference { number: 2, occurrence: 1 }
  " C"
  footnotereference { number: 1, occurrence: 2 }
  "."
footnotes
  footnote { number: 1, references: 2 }
    paragraph
      "Note b."
  footnote { number: 2, references: 1 }
    paragraph
      "Note "
      emphasis
        "a"
      "."
! unused-footnote: unused footnote `[^c]`; it isn't shown "[^c]"
"###,
    );
}

#[test]
fn raw_html_passes_and_what_only_looks_like_it_is_text() {
    check(
        "A <kbd>x</kbd> Vec<T> and <url>, <Foo a=\"<\"/> and <Foo/> {y} 1 < 2 <br/> <my-tag></my-tag>\n",
        r###"
paragraph
  "A "
  html "<kbd>"
  "x"
  html "</kbd>"
  " Vec"
  "<T>"
  " and "
  "<url>"
  ", "
  "<Foo a=\"<\"/>"
  " and "
  "<Foo/>"
  " {y} 1 < 2 "
  html "<br/>"
  " "
  html "<my-tag>"
  html "</my-tag>"
! unknown-component: unknown component `<T>`; it's shown as text "<T>"
! unknown-component: unknown HTML element `<url>`; it's shown as text "<url>"
! unknown-component: unknown component `<Foo>`; it's shown as text "<Foo a=\"<\"/>"
"###,
    );
}

#[test]
fn raw_html_is_looked_through_for_ids_and_islands() {
    let (_, document, _) = read("<div id=\"x\">\n<a name='y'></a>\n</div>\n\nA <span id=z>b</span>\n");
    assert_eq!(document.anchors, ["x".into(), "y".into(), "z".into()] as [Box<str>; 3]);
    assert!(document.has_anchor("y") && !document.has_anchor("w"));
    check(
        "<div data-island=\"console\"></div>\n\n<div data-island=\"chrat\"></div>\n",
        r###"
html "<div data-island=\"console\"></div>\n"
html "<div data-island=\"chrat\"></div>\n"
! unknown-island: unknown island `chrat` "chrat"
"###,
    );
}

#[test]
fn windows_line_endings_and_a_nul_are_read_as_the_standard_says() {
    check(
        "---\r\ntitle: x\r\n---\r\n# A\r\n\r\nb\0c\r\nd\r\n\r\n```sh\r\n$ x\r\ny\r\n```\r\n",
        "title \"A\" #a\nparagraph\n  \"b\u{fffd}c\"\n  softbreak\n  \"d\"\ncode sh \"$ x\\ny\"",
    );
    let bytes = b"\xef\xbb\xbf---\ntitle: x\n---\n".to_vec();
    let source = Source::from_bytes(SourcePath::new("a.md"), &bytes).expect("it is UTF-8");
    let (document, diagnostics) = parse(&source, &Options::default(), &highlight::Cache::default(), None);
    assert_eq!((document.front_matter.title.as_deref(), diagnostics.len()), (Some("x"), 0));
}

#[test]
fn prose_is_what_readers_read() {
    let (_, document, _) =
        read("# T\n\n:::note[N]\nIn note\n:::\n\nFirst *para* `x`\ngoes on\n\n```\ncode\n```\n\n- a\n- b\n");
    assert_eq!(document.plain_text(), "N\nIn note\nFirst para x goes on\na\nb");
    assert_eq!(document.first_paragraph().as_deref(), Some("First para x goes on"));
    assert_eq!(document.words, 10);
}

#[test]
fn the_text_of_a_tight_item_is_apart_from_the_blocks_in_it() {
    let blocks = [
        ("> seal", "seal"),
        ("- Pear", "Pear"),
        (":::tip\n  otter\n  :::", "otter"),
        ("| a | b |\n  | - | - |\n  | c | d |", "a\nb\nc\nd"),
        ("### Otter", "Otter"),
        (":::details[More]\n  otter\n  :::", "More\notter"),
        ("```\n  code\n  ```\n  after", "after"),
        ("***\n  after", "after"),
    ];
    for (block, text) in blocks {
        for name in ["a.md", "a.mdx"] {
            let (_, document, _) = read_as(name, &format!("Text\n\n- Item\n  {block}\n- Last\n"));
            assert_eq!(document.plain_text(), format!("Text\nItem\n{text}\nLast"), "{name} {block}");
        }
    }
}

#[test]
fn captions_are_prose() {
    let (_, document, _) =
        read("a\n\n- b\n  | c |\n  | - |\n  | d |\n  {caption=\"E f\"}\n\n![g](h.png \"I j\")\n\nk\n");
    assert_eq!(document.plain_text(), "a\nb\nE f\nc\nd\ng\nI j\nk");
}

#[test]
fn the_markdown_version_has_the_destinations_it_is_given() {
    let (source, document, _) = read(
        "---\ntitle: x\n---\n\n[a](b.md) [r][x] ![i](p.png)\n\n:::card[C]{href=\"d.md\"}\n:::\n\n[x]: e.md\n",
    );
    let links: Vec<_> = document.links.iter().map(|link| Some(format!("/new/{}", link.target))).collect();
    let images = vec![Some("/assets/p.1.png".to_owned())];
    assert_eq!(
        super::page_markdown(&source, &document, &links, &images),
        "[a](/new/b.md) [r][x] ![i](/assets/p.1.png)\n\n:::card[C]{href=\"/new/d.md\"}\n:::\n\n[x]: /new/e.md\n"
    );
    assert!(super::page_markdown(&source, &document, &[], &[]).starts_with("[a](b.md)"));
    let (source, document, _) = read("<!-- kept -->\n\n# The [title](a.md)\n\n[b](b.md)\n\n# Another\n");
    let links = vec![Some("/new".to_owned()); document.links.len()];
    let version = super::page_markdown(&source, &document, &links, &[]);
    assert_eq!(version, "<!-- kept -->\n\n[b](/new)\n\n# Another\n");
}

#[test]
fn addresses_in_raw_html_are_found() {
    check(
        "<p align=center>\n  <a\n    class='x' href='/a?b&amp;c'><img alt=\"\" src=./p.png></a>\n</p>\n",
        r#"
html "<p align=center>\n  <a\n    class='x' href=\""
address /a?b&c at "/a?b&amp;c"
html "\"><img alt=\"\" src=\""
picture ./p.png at "./p.png"
html "\"></a>\n</p>\n"
"#,
    );
    check(
        "> - <video poster=\"p.png\">\n>   <source src=\"v.mp4\"></video>\n",
        r#"
blockquote
  list(none)
    item { task: false }
      html "<video poster=\""
      picture p.png at "p.png"
      html "\">\n<source src=\""
      address v.mp4 at "v.mp4"
      html "\"></video>\n"
"#,
    );
}

#[test]
fn what_is_no_address_of_the_site_stays_as_it_is() {
    for html in [
        "<p><a href=\"tel:1\"><img src='data:image/png;base64,AA'></a><link href=\"https://a.example\"></p>",
        "<p><a href=\"mailto:a@b.example\"></a><a href=\"\"><img src=\"{{ x }}\"><img srcset=\"data:image/png;base64,AA 1x\"></a>",
        "<div><!-- <img src=\"a.png\"> --></div>",
        "<div><script>x = '<img src=\"a.png\">'</script><style>/* <a href=\"b\"> */</style></div>",
        "<div><textarea><img src=\"a.png\"></textarea></div>",
    ] {
        check(html, &format!("html {html:?}"));
    }
    let (_, document, _) = read(
        "a <script>x = '<img src=\"a.png\">'</script> <!-- <img src=\"b.png\"> --> <img src=\"c.png\">\n",
    );
    assert_eq!(document.images.iter().map(|image| &*image.target).collect::<Vec<_>>(), ["c.png"]);
}

#[test]
fn the_markdown_version_has_the_addresses_of_raw_html_too() {
    let text = "<a href='a.md'\nclass=x>b</a>\n\n> <img srcset=\"c.png, d.png 2x\" src=e.png>\n";
    let (source, document, _) = read(text);
    let links = vec![Some("/it's".to_owned())];
    let images: Vec<_> = document.images.iter().map(|image| Some(format!("/x/{}", image.target))).collect();
    assert_eq!(
        super::page_markdown(&source, &document, &links, &images),
        "<a href='/it%27s'\nclass=x>b</a>\n\n> <img srcset=\"/x/c.png, /x/d.png 2x\" src=/x/e.png>\n"
    );
}
