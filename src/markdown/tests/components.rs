//! Tests for pages with components.

use super::written::{html, page_and_problems};

/// Returns the HTML of an MDX page.
fn mdx(text: &str) -> String {
    let (document, problems) = page_and_problems(&format!("//- page.mdx\n# T\n\n{text}\n"));
    assert!(problems.is_empty(), "{text}\n{problems:#?}");
    html(&document)
}

#[test]
fn values_without_quotes_are_strings_in_markdown() {
    let (document, problems) = page_and_problems(
        "//- components/Show.tsx
export default ({ a, b, c, children }) => <i>{a}|{b}|{c ? \"c\" : \"\"}{children}</i>;
//- page.md
x <Show a=1 b=./c/d.md c/> y <Show a='2' b=3>z</Show>

> <Show
>   a=4
>   b=5 />
",
    );
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(
        html(&document),
        "<p>x <i>1|./c/d.md|c</i> y <i>2|3|z</i></p>\n<blockquote>\n<i>4|5|</i></blockquote>\n"
    );
}

#[test]
fn subscripts_and_superscripts_can_contain_code() {
    use crate::config::Extension::{Subscript, Superscript};
    let page = "//- page.mdx\n# T\n\nexport const n = 7;\n\nH~{n}~O x^{ n }^ x^a{n}b^ 2^3 {n} 4^\n";
    let (document, problems) = super::written::page_with(page, &[Subscript, Superscript]);
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(html(&document).trim(), "<p>H<sub>7</sub>O x<sup>7</sup> x<sup>a7b</sup> 2^3 7 4^</p>");
}

#[test]
fn titles_of_directives_can_contain_code() {
    let text = "export const a = <i>1</i>;

:::note[A {a} and *{a}* `{a}` :badge[x {a}] <b title={\"y\"} />]
Body {a}
:::

> :::details T {a} $x$
> x
> :::

:tooltip[{a}]{text=\"{a}\"}

:::tip{title=\"{a}\"}
:::
";
    assert_eq!(
        mdx(text),
        "<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\">A <i>1</i> and <em><i>1</i></em> <code>{a}</code> <span class=\"badge\">x <i>1</i></span> <b title=\"y\"></b></p>\n<p>Body <i>1</i></p>\n</div>\n<blockquote>\n<details class=\"details\"><summary>T <i>1</i> $x$</summary><div class=\"details-body\">\n<p>x</p>\n</div></details>\n</blockquote>\n<p><span class=\"tooltip\" tabindex=\"0\"><i>1</i><span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>{a}<span class=\"tooltip-mark\">)</span></span></span></p>\n<div class=\"admonition\" data-kind=\"tip\" role=\"note\"><p class=\"admonition-title\">{a}</p>\n</div>\n"
    );
    let (_, problems) =
        page_and_problems("//- page.mdx\n# T\n\n::::tabs\n:::tab[A {1}]\nx\n:::\n::::\n\n:::note[{]\n:::\n");
    let found: Vec<_> = problems.iter().map(|problem| &*problem.message).collect();
    assert_eq!(found, ["this title is plain text and can't contain expressions"]);
}

#[test]
fn strings_never_become_content() {
    // The characters around tokens occur in strings that code creates, and in text, entities, and data.
    let made = |hex: &str| format!("decodeURIComponent(\"%EF%B7%{hex}\")");
    let leaf = |name: &str| format!("{{{} + {name} + {}}}", made("90"), made("91"));
    for code in [
        leaf("\"0\""),
        leaf("\"0000000000000000\""),
        leaf("\"é000000000000000\""),
        format!("{{{} + \"no end\"}}", made("90")),
        format!("{{{} + \"title\"}}", made("97")),
        format!("{{{} + \"own\"}}", made("94")),
        format!("{{{} + \"end\"}}", made("96")),
        format!("<b title={{{} + \"0\" + {}}}>b</b>", made("90"), made("91")),
        format!("<a href={{{} + \"x\"}}>b</a>", made("92")),
        r#"{JSON.parse('"' + "\\u" + 'fdd0"')}{String.raw`\ufdd0`}{"\ufdd0"}"#.to_owned(),
        "\u{fdd0}0\u{fdd1} *\u{fdd2}link:x\u{fdd3}* &#xfdd4; \u{fdd7} <b title=\"\u{fdd7}\">\u{fdd6}</b>"
            .to_owned(),
    ] {
        let found = mdx(&format!("First *paragraph*.\n\n## Heading\n\n{code}\n\nLast **paragraph**."));
        assert_eq!(found.matches("First <em>paragraph</em>.").count(), 1, "{code}\n{found}");
        assert_eq!(found.matches("Last <strong>paragraph</strong>.").count(), 1, "{code}\n{found}");
        assert_eq!(found.matches("<h2").count(), 1, "{code}\n{found}");
    }
}

#[test]
fn html_of_components_cannot_change_the_page_around_it() {
    for inner in [
        "</div></section>",
        "<div><b>",
        "<!-- ",
        "<p>a<ul><li>b",
        "<script>",
        "<b title=\"",
        "</p></li></ul>",
    ] {
        let literal = serde_json::to_string(inner).expect("text is JSON");
        let text = format!(
            "- a\n\n  <div dangerouslySetInnerHTML={{{{ __html: {literal} }}}} />\n\n- b\n\nEnd *here*."
        );
        let (document, _) = page_and_problems(&format!("//- page.mdx\n# T\n\n{text}\n"));
        let found = html(&document);
        assert!(found.ends_with("</li>\n</ul>\n<p>End <em>here</em>.</p>\n"), "{inner}\n{found}");
    }
}
