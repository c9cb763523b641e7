//! Tests for directives: syntax, nesting, locations, and lines that only look like directives.

use super::{check, read};
use crate::markdown::Sheet;

#[test]
fn admonitions_have_titles() {
    check(
        ":::note\na\n:::\n\n:::tip[Use `x` *now*]\nb\n:::\n\n:::warning Old form\nc\n:::\n\n::: danger [1. A # b]\n:::\n",
        r###"
admonition(note)
  paragraph
    "a"
admonition(tip)
  title
    "Use "
    `x`
    " "
    emphasis
      "now"
  paragraph
    "b"
admonition(warning)
  title
    "Old form"
  paragraph
    "c"
admonition(danger)
  title
    "[1. A # b]"
"###,
    );
}

#[test]
fn attributes_can_be_on_several_lines() {
    let expected = r###"
list(none)
  item { task: false }
    admonition(note)
      title
        "T"
      paragraph
        "a"
paragraph
  "b"
"###;
    check("- :::note{\n    title=\"T\"\n  }\n  a\n  :::\n\nb", expected);
    check("- :::note[T]{\n    icon=\"\"\n  }\n  a\n  :::\n\nb", expected);
    // In code, the lines stay the same.
    check(
        "- a\n\n  ```md\n  ::youtube{\n    id=\"a\"\n  }\n  ```\n",
        r###"
list(none)
  item { task: false }
    paragraph
      "a"
    code md "::youtube{\n  id=\"a\"\n}"
"###,
    );
}

#[test]
fn directives_nest_by_longer_fences_and_without() {
    let nested = r###"
admonition(note)
  admonition(tip)
    paragraph
      "a"
  paragraph
    "b"
"###;
    check("::::note\n:::tip\na\n:::\nb\n::::\n", nested);
    check(":::note\n:::tip\na\n:::\nb\n:::\n", nested);
}

#[test]
fn directives_stand_in_lists_and_quotes() {
    check(
        "1. x\n   :::note\n   a\n   :::\n2. y\n\n> :::tip[T]\n> b\n> :::\n\n- :::info\n  c\n  :::\n",
        r###"
list(some(1))
  item { task: false }
    "x"
    admonition(note)
      paragraph
        "a"
  item { task: false }
    "y"
blockquote
  admonition(tip)
    title
      "T"
    paragraph
      "b"
list(none)
  item { task: false }
    admonition(info)
      paragraph
        "c"
"###,
    );
}

#[test]
fn directives_interrupt_paragraphs_and_tables() {
    check(
        "a\n:::note\nb\n:::\nc\n\n| x |\n|---|\n| y |\n:::tip\n:::\n",
        r###"
paragraph
  "a"
admonition(note)
  paragraph
    "b"
paragraph
  "c"
table
  tablehead
    tablecell(none)
      "x"
  tablerow
    tablecell(none)
      "y"
admonition(tip)
"###,
    );
}

#[test]
fn tabs() {
    check(
        "::::tabs{group=\"lang\" query=\"l\"}\n:::tab[`Rust`]{value=\"rs\"}\na\n:::\n:::tab[C++]{default}\nb\n:::\n::::\n",
        r###"
tabs Some("lang") Some("l") 1 [rs=Rust] [c=C++]
  tab(0)
    paragraph
      "a"
  tab(1)
    paragraph
      "b"
"###,
    );
}

#[test]
fn tabs_in_the_tags_of_jsx() {
    check(
        "import Tabs from '@theme/Tabs';\nimport X from 'y';\n\n# T\n\n<Tabs groupId=\"os\" defaultValue=\"b\" queryString\n  values={[{label: 'A a', value: 'a'}, {value: \"b\", label: \"B\"}]}>\n<TabItem value=\"a\">\n\nx\n\n</TabItem>\n<TabItem value=\"b\">\ny\n</TabItem>\n</Tabs>\n",
        r###"
title "T" #t
tabs Some("os") Some("os") 1 [a=A a] [b=B]
  tab(0)
    paragraph
      "x"
  tab(1)
    paragraph
      "y"
! unknown-component: Markdown can't run JavaScript statements; they're left out "import Tabs from '@theme/Tabs';\nimport X from 'y';"
"###,
    );
}

#[test]
fn details_cards_and_steps() {
    check(
        ":::details[More]{open}\na\n:::\n\n:::details\nb\n:::\n\n::::cards\n:::card[A]{href=\"a.md\"}\nc\n:::\n:::card[B]\n:::\n::::\n\n:::steps\n1. x\n:::\n",
        r###"
details { open: true }
  title
    "More"
  paragraph
    "a"
details { open: false }
  paragraph
    "b"
grid(cards, none)
  card a.md at "a.md"
    title
      "A"
    paragraph
      "c"
  card(none)
    title
      "B"
container(steps)
  list(some(1))
    item { task: false }
      "x"
"###,
    );
}

#[test]
fn alerts_of_github_are_admonitions() {
    check(
        "> [!NOTE]\n> a\n\n> [!CAUTION]\n> b\n",
        "admonition(note)\n  paragraph\n    \"a\"\nadmonition(caution)\n  paragraph\n    \"b\"",
    );
}

#[test]
fn an_unknown_name_is_reported_and_its_content_shown() {
    check(
        ":::note[A]\n:::wraning[B c]\nx\n:::\n:::\n",
        r###"
admonition(note)
  title
    "A"
  paragraph
    "B c"
  paragraph
    "x"
! unknown-directive: unknown directive `wraning`; only its content is shown ":::wraning[B c]"
"###,
    );
    check(
        ":::tab[A]\nx\n:::\n",
        r###"
paragraph
  "A"
paragraph
  "x"
! unknown-directive: a `tab` isn't in `tabs` ":::tab[A]"
"###,
    );
}

#[test]
fn what_is_left_open_or_closes_nothing_is_reported() {
    check(
        "- :::note\n  a\n\nb\n\n:::\n\n::::tabs\n:::tab[A]\nx\n",
        r###"
list(none)
  item { task: false }
    admonition(note)
      paragraph
        "a"
paragraph
  "b"
tabs None None 0 [a=A]
  tab(0)
    paragraph
      "x"
! unbalanced-directive: `:::note` is never closed ":::note"
! unbalanced-directive: `:::` has no directive to close ":::"
! unbalanced-directive: `:::tab` is never closed ":::tab[A]"
! unbalanced-directive: `::::tabs` is never closed "::::tabs"
"###,
    );
}

#[test]
fn lines_in_code_and_html_are_put_back() {
    check(
        "```md\n:::note[A]\n> :::\n```\n\n    :::tip\n\n<div>\n:::note\n</div>\n\n<!--\n:::note\nhidden\n:::\n-->\n\na\n    :::x\n",
        r###"
code md ":::note[A]\n> :::"
code  ":::tip"
html "<div>\n:::note\n</div>\n"
html "<!--\n:::note\nhidden\n:::\n-->\n"
paragraph
  "a"
  softbreak
  ":::x"
"###,
    );
}

#[test]
fn a_formatter_may_indent_the_closing_line_and_html_may_stand_right_before_it() {
    check(
        ":::note\n- a\n- b\n  :::\n\nc\n\n:::tip\n<details>\nd\n</details>\n:::\n\ne\n",
        r###"
admonition(note)
  list(none)
    item { task: false }
      "a"
    item { task: false }
      "b"
paragraph
  "c"
admonition(tip)
  html "<details>\nd\n</details>\n"
paragraph
  "e"
"###,
    );
}

#[test]
fn lines_that_only_look_like_directives_are_text() {
    check(
        ":: note\n\n:::1x\n\na ::: b\n\n:::note:x\n",
        "paragraph\n  \":: note\"\nparagraph\n  \":::1x\"\nparagraph\n  \"a ::: b\"\nparagraph\n  \":::note:x\"",
    );
}

#[test]
fn places_after_a_directive_are_those_of_the_source() {
    check(
        ":::note[[t](t.md)]\n:::\n\n> [a](b.md)\n\n## X {#y}\n\n## X {#y}\n",
        r###"
admonition(note)
  title
    link t.md at "t.md"
      "t"
blockquote
  paragraph
    link b.md at "b.md"
      "a"
h2 #y
  "X"
h2 #x
  "X"
! duplicate-id: duplicate heading ID `y` "## X {#y}"
"###,
    );
}

#[test]
fn what_stands_between_tabs_is_reported_and_shown() {
    check(
        "::::tabs\n\nHere *they*\nare:\n\n<!-- no -->\n\n:::tab[A]\na\n:::\n\n```text\nb\n```\n\n***\n<p>c</p>\n\n:::tab[B]\nd\n:::\n:::note\ne\n:::\n::::\n\nf\n",
        r###"
tabs None None 0 [a=A] [b=B]
  paragraph
    "Here "
    emphasis
      "they"
    softbreak
    "are:"
  html "<!-- no -->\n"
  tab(0)
    paragraph
      "a"
  code text "b"
  rule
  html "<p>c</p>\n"
  tab(1)
    paragraph
      "d"
  admonition(note)
    paragraph
      "e"
paragraph
  "f"
! invalid-tabs: this content isn't in a tab, so it's always shown "Here *they*"
! invalid-tabs: this content isn't in a tab, so it's always shown "```text"
! invalid-tabs: this content isn't in a tab, so it's always shown "***"
! invalid-tabs: this content isn't in a tab, so it's always shown "<p>c</p>"
! invalid-tabs: this content isn't in a tab, so it's always shown ":::note"
"###,
    );
    check(
        "- ::::tabs\n  x `y` z\n  :::tab[A]\n  a\n  :::\n  ::::\n",
        r###"
list(none)
  item { task: false }
    tabs None None 0 [a=A]
      paragraph
        "x "
        `y`
        " z"
      tab(0)
        paragraph
          "a"
! invalid-tabs: this content isn't in a tab, so it's always shown "x "
"###,
    );
}

#[test]
fn tabs_that_cannot_be_told_apart_are_reported() {
    check(
        "::::tabs\n:::tab[C]\n:::\n:::tab[C++]\n:::\n:::tab[C]\n:::\n:::tab[C]{value=\"d\"}\n:::\n:::tab[C#]{value=\"cs\"}\n:::\n::::\n\n::::tabs\n:::tab[C]\n:::\n::::\n",
        r###"
tabs None None 0 [c=C] [c=C++] [c=C] [d=C] [cs=C#]
  tab(0)
  tab(1)
  tab(2)
  tab(3)
  tab(4)
tabs None None 0 [c=C]
  tab(0)
! invalid-tabs: duplicate tab value `c`: `C` and `C++` open together ":::tab[C++]"
! invalid-tabs: duplicate tab label `C`, so these tabs open together ":::tab[C]"
! invalid-tabs: duplicate tab label `C` ":::tab[C]{value=\"d\"}"
"###,
    );
}

#[test]
fn what_an_expression_would_open_is_not_known() {
    for (attribute, problems) in [
        ("defaultValue={constants.os}", 0),
        ("defaultValue={null}", 0),
        ("defaultValue=\"b\"", 1),
        ("defaultValue={'b'}", 1),
        ("defaultValue=\"a\"", 0),
    ] {
        let text = format!("<Tabs {attribute}>\n<TabItem value=\"a\">\n\nx\n\n</TabItem>\n</Tabs>\n");
        let (_, _, diagnostics) = super::read(&text);
        assert_eq!(diagnostics.len(), problems, "{attribute}: {diagnostics:?}");
    }
}

#[test]
fn containers_can_have_titles() {
    check(
        "::::steps\n:::step[*Go*]\na\n:::\n::::\n\n:::columns[T]\nb\n:::\n",
        r###"
container(steps)
  container(step)
    title
      emphasis
        "Go"
    paragraph
      "a"
grid(columns, none)
  paragraph
    "b"
"###,
    );
}

#[test]
fn grids_have_up_to_four_columns() {
    check(
        ":::cards{cols=3}\n:::\n\n:::columns{cols=4}\n:::\n\n:::cards{cols=5}\n:::\n\n:::cards{cols=two}\n:::\n",
        r###"
grid(cards, some(3))
grid(columns, some(4))
grid(cards, none)
grid(cards, none)
! invalid-directive: invalid number of columns `5` ":::cards{cols=5}"
! invalid-directive: invalid number of columns `two` ":::cards{cols=two}"
"###,
    );
}

#[test]
fn the_blocks_of_a_code_group_are_tabs() {
    let (_, document, diagnostics) =
        super::read(":::code-group{group=g}\n```js title=\"A b\"\n1\n```\n```py\n2\n```\n```\n3\n```\n:::\n");
    let group = &document.tabs[0];
    let labels: Vec<(&str, &str)> = group.tabs.iter().map(|tab| (&*tab.label, &*tab.value)).collect();
    assert_eq!((group.group.as_deref(), labels), (Some("g"), vec![("A b", "a-b"), ("py", "py"), ("3", "3")]));
    assert!(document.code.iter().all(|block| block.title.is_none()));
    assert_eq!(diagnostics, []);
    let (_, _, diagnostics) = super::read("::::code-group\nwords\n\n- list\n\n  ```js\n  1\n  ```\n::::\n");
    let messages: Vec<&str> = diagnostics.iter().map(|one| &*one.message).collect();
    let outside = "this content isn't in a tab, so it's always shown";
    assert_eq!(messages, [outside, outside, "this group has no code blocks"]);
}

#[test]
fn commands_for_npm_are_tabs() {
    for (fence, language) in [("npm", "sh"), ("package-install", "sh"), ("bash npm2yarn", "sh")] {
        let (_, document, diagnostics) = super::read(&format!("```{fence}\nnpm i x\n```\n"));
        let codes: Vec<&str> = document.code.iter().map(|block| document.str(block.text)).collect();
        assert_eq!(codes, ["npm i x", "pnpm add x", "yarn add x", "bun add x"]);
        assert!(document.code.iter().all(|block| &*block.language == language));
        assert_eq!((document.tabs.len(), diagnostics), (1, vec![]));
    }
    let (_, document, _) = super::read(":::code-group\n```npm title=T\nnpm i x\n```\n```js\n1\n```\n:::\n");
    assert_eq!((document.tabs.len(), document.code.len()), (1, 2));
}

#[test]
fn directives_without_content_have_two_colons() {
    check(
        "a\n::card[B]{href=\"c.md\"}\n- ::tip[D *e*]{title=\"f\"}\n\n::note{title=\"G\"}\n\n```\n::card[h]\n```\n",
        r###"
paragraph
  "a"
card c.md at "c.md"
  title
    "B"
list(none)
  item { task: false }
    admonition(tip)
      title
        "D "
        emphasis
          "e"
admonition(note)
  title
    "G"
code  "::card[h]"
"###,
    );
    let same = "::card ::unknown[a] ::badge[b] a ::card[c]";
    let shown = "! foreign-syntax: docgen shows a directive in the middle of a line as text";
    check(same, &format!("paragraph\n  {same:?}\n{shown} \"::card[c]\""));
    check("::card[a] b", &format!("paragraph\n  \"::card[a] b\"\n{shown} \"::card[a]\""));
    for same in ["::std", "::card", "::card[a", "::card {a} b", "a ::card {b}"] {
        check(same, &format!("paragraph\n  {same:?}"));
    }
    for (same, problem) in [
        ("::unknown[a]", "unknown directive `unknown`; it's shown as text"),
        ("::badge[b]", "`badge` has the wrong number of colons; it's shown as text"),
    ] {
        check(same, &format!("paragraph\n  {same:?}\n! unknown-directive: {problem} {same:?}"));
    }
    check(
        "::card[a]\n::card[b]\n:::\n",
        "card(none)\n  title\n    \"a\"\ncard(none)\n  title\n    \"b\"\n! unbalanced-directive: `:::` has no directive to close \":::\"",
    );
}

#[test]
fn videos_are_files_or_on_services() {
    let (source, document, diagnostics) = super::read(
        "::video[A *b*]{src=\"./a.mp4\" poster=/p.png captions=c.vtt}\n\n:::video[C]{src=\"https://vimeo.com/12\"}\nMore.\n:::\n\n::youtube[D]{id=aqz-KE-bpKQ}\n",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let shown = document.videos.iter().map(|video| format!("{video:?}")).collect::<Vec<_>>();
    let expected = [
        "Video { source: File(0), title: \"A b\", poster: Some(1), captions: Some(2) }",
        "Video { source: Service { page: 0, player: \"https://player.vimeo.com/video/12?autoplay=1&dnt=1\" }, title: \"C\", poster: None, captions: None }",
        "Video { source: Service { page: 1, player: \"https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1\" }, title: \"D\", poster: None, captions: None }",
    ];
    assert_eq!(shown, expected);
    let files = document.images.iter().map(|image| &source.text[image.span.range()]).collect::<Vec<_>>();
    assert_eq!(files, ["./a.mp4", "/p.png", "c.vtt"]);
    check(
        "::video[A]{poster=a.png}\n\n::youtube[B]{id=\"c d\"}\n\n::video{src=e.mp4}\n",
        r###"
paragraph
  "A"
paragraph
  "B"
video(0)
! invalid-directive: the video has no source "::video[A]{poster=a.png}"
! invalid-directive: `c d` isn't a valid video ID "::youtube[B]{id=\"c d\"}"
! invalid-directive: the video has no title "::video{src=e.mp4}"
"###,
    );
}

#[test]
fn fields_have_ids_of_their_own() {
    let (_, document, diagnostics) = super::read(
        "## User\n\n::::field[user]{type=\"object <x>\" required}\nA *b*.\n:::field[`__id`]{default=\"1\" deprecated=false}\n:::\n::field{name=id}\n::field[ID]\n::::\n\n::field[☃]{deprecated}\n",
    );
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let shown = document.fields.iter().map(|field| {
        let (required, deprecated) = (field.is_required, field.is_deprecated);
        format!("{} #{} {:?} {:?} {required} {deprecated}", field.name, field.id, field.kind, field.default)
    });
    let expected = [
        "user #user-1 Some(\"object <x>\") None true false",
        "__id #user.__id None Some(\"1\") false false",
        "id #user.id None None false false",
        "ID #user.id-1 None None false false",
        "☃ #field None None false true",
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert!(document.has_anchor("user.__id") && document.sheets.contains(&Sheet::Fields));
    let text = "User\nuser\nA b.\n__id\nid\nID\n☃";
    assert_eq!(document.plain_text(), text);
    check(
        "::field{type=a}\n\n:::field[ ]\nb\n:::\n",
        "paragraph\n  \"b\"\n! invalid-directive: the field has no name \"::field{type=a}\"\n! invalid-directive: the field has no name \":::field[ ]\"",
    );
}

#[test]
fn only_pages_with_rare_elements_need_their_styles() {
    for (input, is_rare) in [
        ("a **b** <kbd>c</kbd> <button>d</button>\n", false),
        (":::steps\n1. a\n:::\n", true),
        ("<div class=\"steps\">\n\n1. a\n\n</div>\n", true),
        ("a <INPUT type=range> b\n", true),
        ("`<input>`\n", false),
    ] {
        let (_, document, _) = read(input);
        assert_eq!(document.sheets.contains(&Sheet::Extra), is_rare, "{input}");
    }
}
