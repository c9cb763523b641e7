//! Tests for directives in text: badges, icons, and tooltips.

use super::check;
use crate::markdown::{Options, parse};
use crate::path::SourcePath;
use crate::source::Source;

#[test]
fn directives_stand_in_text() {
    check(
        "A :badge[New **x**]{kind=tip} and :icon{name=rocket}, :icon[Yes]{name=\"check\"}.\n\n## H :badge[`v2`] {#own}\n\n## A :icon{name=x} :tooltip[B]{text=c}\n\n:badge[Alone]\n\n| a :badge[b] |\n|---|\n| :icon{name=x} |\n",
        r###"
paragraph
  "A "
  badge(some(tip))
    "New "
    strong
      "x"
  " and "
  icon(rocket)
  ", "
  icon(check)
  icontext
    "Yes"
  "."
h2 #own
  "H "
  badge(none)
    `v2`
h2 #a-b
  "A "
  icon(x)
  " "
  tooltip
    "B"
    tooltiptext
      "c"
paragraph
  badge(none)
    "Alone"
table
  tablehead
    tablecell(none)
      "a "
      badge(none)
        "b"
  tablerow
    tablecell(none)
      icon(x)
"###,
    );
}

#[test]
fn only_known_names_are_directives_in_text() {
    let same = "10:30, a:badge[b], :badge, ::badge[x], :unknown[x], :badge [x], /:icon{name=x}";
    check(same, &format!("paragraph\n  {same:?}"));
    check(":smile:", "paragraph\n  emoji :smile:");
    check("\\:badge[x] \\\\:badge[y]", "paragraph\n  \":badge[x] \\\\\"\n  badge(none)\n    \"y\"");
    check(
        "`:badge[x]`\n\n    :badge[x]\n\n```\n:badge[x]\n```\n",
        "paragraph\n  `:badge[x]`\ncode  \":badge[x]\"\ncode  \":badge[x]\"",
    );
    check(
        "[a](:icon{name=x}) [b](<c :badge[d]> \":badge[e]\") <i title=\":badge[f]\">g</i> <https://a.example/(:badge[h]>",
        r###"
paragraph
  link :icon{name=x} at ":icon{name=x}"
    "a"
  " "
  link c :badge[d] at "c :badge[d]"
    "b"
  " "
  html "<i title=\":badge[f]\">"
  "g"
  html "</i>"
  " "
  link https://a.example/(:badge[h] at "https://a.example/(:badge[h]"
    "https://a.example/(:badge[h]"
"###,
    );
    check("<div>:badge[x]</div>\n", "html \"<div>:badge[x]</div>\\n\"");
}

#[test]
fn labels_and_attributes_of_directives_in_text() {
    check(
        ":tooltip[an *API*]{text=\"It's {a}\n  contract\"} [x :badge[[y](z.md)]](w.md) ![p :badge[q]](r.png)",
        r###"
paragraph
  tooltip
    "an "
    emphasis
      "API"
    tooltiptext
      "It's {a} contract"
  " "
  link w.md at "w.md"
    "x "
    badge(none)
      "y"
  " "
  image r.png "p q" None block=false
"###,
    );
    check(
        "> :tooltip[a]{text='say \"b\"'} :badge[a :badge[b :badge[c :badge[d :badge[e]]]]]\n",
        r###"
blockquote
  paragraph
    tooltip
      "a"
      tooltiptext
        "say \"b\""
    " "
    badge(none)
      "a "
      badge(none)
        "b "
        badge(none)
          "c "
          badge(none)
            "d :badge[e]"
"###,
    );
    check(
        "- :badge[not :badge[a\n- :badge[b]{kind=\"x\n",
        r###"
list(none)
  item { task: false }
    ":badge[not :badge[a"
  item { task: false }
    badge(none)
      "b"
    "{kind=\"x"
"###,
    );
}

#[test]
fn titles_contain_directives_and_icons() {
    check(
        ":::note[A :badge[B [c](d.md)] e]\n:::\n\n:::tip{icon=rocket}\n:::\n\n::::tabs\n:::tab[X :badge[*y*]]{icon=alert-triangle}\n:::\n::::\n\n:::card[C]{icon=\"star\" href=\"e.md\"}\n:::\n",
        r###"
admonition(note)
  title
    "A "
    badge(none)
      "B "
      link d.md at "d.md"
        "c"
    " e"
admonition(tip)
  title
    icon(rocket)
tabs None None 0 [x-y=X y]
  tab(0)
card e.md at "e.md"
  title
    icon(star)
    "C"
"###,
    );
}

#[test]
fn directives_in_text_report_what_is_missing() {
    check(
        ":badge[a]{kind=tipp} :icon{name=rockett} :icon[b] :tooltip[c] :tooltip{text=d} :badge{kind=tip} :badge[e]{kin=tip}\n\n:::badge[f]\n:::\n",
        r###"
paragraph
  badge(none)
    "a"
  " "
  " "
  "b"
  " "
  "c"
  " "
  " "
  " "
  badge(none)
    "e"
paragraph
  "f"
! invalid-directive: unknown badge kind `tipp` ":badge[a]{kind=tipp}"
! invalid-directive: unknown icon `rockett` ":icon{name=rockett}"
! invalid-directive: the icon has no name ":icon[b]"
! invalid-directive: the tooltip has no explanation ":tooltip[c]"
! invalid-directive: the tooltip has no term ":tooltip{text=d}"
! invalid-directive: the badge has no text ":badge{kind=tip}"
! unknown-attribute: unknown attribute `kin` ":badge[e]{kin=tip}"
! unknown-directive: `badge` isn't a block; only its content is shown ":::badge[f]"
"###,
    );
}

#[test]
fn names_with_typos_are_reported() {
    let problem = |text: &str| {
        let source = Source::new(SourcePath::new("a.md"), text);
        let (_, problems) = parse(&source, &Options::default(), &Default::default(), None);
        problems.iter().map(|one| format!("{} {}", one.message, one.hints.join(" "))).collect::<Vec<_>>()
    };
    let unknown = |name: &str, near: &str| {
        vec![format!("unknown directive `{name}`; it's shown as text did you mean `{near}`?")]
    };
    assert_eq!(problem("::inclde{file=a.md}"), unknown("inclde", "::include"));
    assert_eq!(problem("> - ::crad[T]{href=x}\n"), unknown("crad", "::card"));
    assert_eq!(problem("a\n: b\n\n::inclde{file=a.md}"), unknown("inclde", "::include"));
    assert_eq!(problem("a :bagde[x]{kind=tip} and :bagde[y]"), unknown("bagde", ":badge"));
    assert_eq!(problem("a (:tooltp[x]{text=y})"), unknown("tooltp", ":tooltip"));
    let hint = "check the name, or put a backslash before the first colon";
    assert_eq!(problem("::widget{id=x}"), [format!("unknown directive `widget`; it's shown as text {hint}")]);
    let colons = |name: &str, near: &str| {
        vec![format!("`{name}` has the wrong number of colons; it's shown as text did you mean `{near}`?")]
    };
    assert_eq!(problem("::badge[x]"), colons("badge", ":badge"));
    assert_eq!(problem(":include{file=a.md}"), colons("include", "::include"));
    for text in [
        "std::vec{} and `::inclde{file=x}` ::1 :smile: key:value[0] 10:30[x] x::crad[T]",
        "\\::crad[T]",
        "a :unknown[x], a[::2], ::badge[x] and :note[x]",
        "::1[x]",
        "    ::crad[T]\n\n```\n::crad[T]\n:bagde[x]\n```\n",
        "[a](b::crad[T])",
    ] {
        assert_eq!(problem(text), [""; 0], "{text}");
    }
}

#[test]
fn titles_refer_to_footnotes() {
    let page =
        "//- page.md\n:::note[Limits[^l] \\[^l\\] [^other]]\na :badge[b[^L]]\n:::\n\n[^l]: Per user.\n";
    let (document, problems) = super::written::page_and_problems(page);
    assert!(problems.is_empty(), "{problems:#?}");
    let html = super::written::html(&document);
    for part in [
        "Limits<sup><a class=\"footnote-ref\" id=\"fnref-1\"",
        "</sup> [^l] [^other]</p>",
        "id=\"fnref-1-2\"",
        "Per user.",
    ] {
        assert!(html.contains(part), "{part} isn't in {html}");
    }
    let page = "//- page.md\na[^l]\n\n<p>b[^l] c[^x]</p>\n\n[^l]: A\n[^x]: B\n[^y]: C\n";
    let (_, problems) = super::written::page_and_problems(page);
    let hints: Vec<&str> = problems.iter().flat_map(|one| &one.hints).map(String::as_str).collect();
    let expected = [
        "move `[^x]` out of the HTML, code, or caption, or remove the footnote",
        "refer to the footnote with `[^y]`, or remove it",
    ];
    assert_eq!(hints, expected);
}
