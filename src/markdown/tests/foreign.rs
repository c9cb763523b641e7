//! Tests that foreign syntax is reported and that other text isn't.

use super::read;
use crate::diag::Code;

/// Returns each reported construct's text and message.
fn found(input: &str) -> Vec<(String, String)> {
    let (source, _, diagnostics) = read(input);
    let foreign = diagnostics.iter().filter(|one| one.code == Code::ForeignSyntax);
    foreign.map(|one| (super::quoted(&source, one), one.message.clone())).collect()
}

#[test]
fn every_construct_is_reported_with_its_tool() {
    let table = [
        ("!!! note\n    Text.", "!!! note", "an MkDocs admonition"),
        ("!!! tip \"Title\"", "!!! tip", "an MkDocs admonition"),
        ("> - ???+ note \"Title\"\n>       Text.", "???+ note", "an MkDocs collapsible block"),
        ("=== \"A tab\"\n\n    Text.", "=== \"A tab\"", "an MkDocs tab"),
        ("::: code-tabs#a\n\n@tab B\n\nText.\n\n:::", "::: code-tabs#a", "VuePress tabs"),
        (":::{warning}\nText.\n:::", ":::{warning}", "a MyST directive"),
        ("::: {.callout-note}\nText.\n:::", "::: {.callout-note}", "a Quarto div"),
        ("--8<-- \"part.md\"", "--8<-- \"part.md\"", "an MkDocs snippet"),
        ("[a](b) { .md-button }", "{ .md-button }", "an attribute list"),
        ("![a](b.png) {: #c width=3 }", "{: #c width=3 }", "an attribute list"),
        ("* TOC\n{:toc}", "{:toc}", "an attribute list"),
        ("[TOC]", "[TOC]", "a table of contents"),
        ("Press ++ctrl+c++.", "++ctrl+c++", "MkDocs keys"),
        ("A :material-check: B", ":material-check:", "an icon"),
        ("*[HTML]: Markup", "*[HTML]:", "an abbreviation"),
        ("{{< figure src=\"a_b_c.png\" >}}", "{{< figure", "a Hugo shortcode"),
        ("{{<tabs>}}\n", "{{<tabs", "a Hugo shortcode"),
        ("Text {{% /note %}}", "{{% /note", "a Hugo shortcode"),
        ("[a]({{< ref \"b.md\" >}})", "{{< ref", "a Hugo shortcode"),
        ("{% hint style=\"info\" %}", "{% hint", "a template tag"),
        ("{{ site.baseurl }}", "{{ site.baseurl }}", "a template variable"),
        ("{{ $frontmatter.title }}", "{{ $frontmatter.title }}", "a template variable"),
        ("{{ youtube(id=\"x\") }}", "{{ youtube(id=\"x\") }}", "a template variable"),
        ("<<< @/code.ts{2}", "<<< @/code.ts{2}", "a VitePress code import"),
        ("[[toc]]", "[[toc]]", "a table of contents"),
        ("<!--@include: ./part.md-->", "<!--@include: ./part.md-->", "a VitePress include"),
        ("{{#include part.md}}", "{{#include part.md}}", "an mdBook include"),
        ("$$\na^2 + b_1\n$$", "$$", "math"),
        ("It is $\\frac{a}{b$ wide.", "$\\frac{a}{b$", "math"),
        ("\\\\( a \\\\)", "\\\\( a \\\\)", "math"),
        ("!> Warning", "!> ", "a docsify callout"),
        ("![[image.png]]", "![[image.png]]", "an Obsidian link"),
        ("/// note | Title\nText.\n///", "/// note", "an MkDocs block"),
        ("See [[Page|label]].", "[[Page|label]]", "an Obsidian link"),
        ("See [[Some page|label]].", "[[Some page|label]]", "an Obsidian link"),
        ("See [[getting-started]].", "[[getting-started]]", "an Obsidian link"),
        ("> [!QUESTION]\n> Text.", "[!QUESTION]", "an admonition marker"),
        ("- > [!NOTE] Title\n  > Text.", "[!NOTE]", "an admonition marker"),
        ("See [the text][undefined-label].", "[the text][undefined-label]", "a link without a definition"),
        ("([*text*][01])", "[*text*][01]", "a link without a definition"),
        (
            "See [the *file*](my file.md#part).",
            "[the *file*](my file.md#part)",
            "a link with a space in its target",
        ),
        ("See [text] (../a.md).", "[text] (../a.md)", "a link with a space before its target"),
        ("##Heading", "##Heading", "a heading without a space"),
        ("| a | b |\n|---|\n| 1 | 2 |", "|---|", "a table"),
        ("See {ref}`label`.", "{ref}", "a MyST role"),
        ("See {py:func}`label`.", "{py:func}", "a MyST role"),
        (
            "a ::include{file=\"b.md\"} c",
            "::include{file=\"b.md\"}",
            "an `::include` in the middle of a line",
        ),
        ("::include{file=b.md} c", "::include{file=b.md}", "an `::include` in the middle of a line"),
        ("| a |\n|---|\n| ::include{file=b.md} |", "::include{file=b.md}", "an `::include` in the middle"),
        ("- a\n  b ::video[c]{src=d}.", "::video[c]{src=d}", "a directive in the middle of a line"),
    ];
    for (input, text, construct) in table {
        let found = found(input);
        let [(quoted, message), ..] = &found[..] else { panic!("nothing is found in {input}") };
        let verb = if input.starts_with("<!--") { "leaves out" } else { "shows" };
        assert_eq!(quoted, text, "{input}");
        assert!(message.starts_with(&format!("docgen {verb} {construct}")), "{input}: {message}");
    }
}

#[test]
fn a_construct_is_reported_once_with_its_number() {
    let found = found("{{< a >}} {{% b %}}\n\nText `{{< c >}}`.\n\n{{< d >}}\n");
    assert_eq!(
        found,
        [("{{< a".to_owned(), "docgen shows a Hugo shortcode as text (3 times in this file)".to_owned())]
    );
}

#[test]
fn code_and_what_docgen_understands_are_not_reported() {
    for input in [
        "`!!! note` and `{{< x >}}`",
        "```\n!!! note\n    {{< x >}}\n{% if %}\n$$\nx\n$$\n```",
        "    !!! note\n    {{< x >}}",
        "<code>{{< x >}} {% y %}</code> and <kbd>[[toc]]</kbd>",
        "<pre>\n{{< x >}}\n\n{% y %}\n</pre>",
        "\\{{< x >}} and \\{% y %} and \\[[toc]]",
        "<!-- {{< x >}} {% y %} -->",
        "## Title {#id}",
        ":::note[Title]{icon=star}\nText.\n:::",
        ":::code-group\n```js\n```\n:::",
        "A :badge[New] :icon{name=star} b",
        "Wow!!! Really??? a === \"b\"",
        "!!! WARNING: don't do that !!!",
        "!!! important thing",
        "It costs $$ or $$$.",
        "a ==b== c; x = {a: 1}; f{.5}; {.x",
        "10:30:00, a:key:b, :key, ::key::, http://x:80:80/",
        "The [[Call]] method\n\n[[menus.main]]\nname = 1",
        "/// A comment",
        "[[1, 2], [3]] and [[ -f x ]] and x[[i]]",
        "i++ and ++j and C++",
        "[a]: /b\n\n[[a]] [TOC]\n\n[TOC]: /x",
        "[^1]\n\n[^1]: Note.",
        "Use { braces } and {{double}} and { {x} }",
        "> [!NOTE]\n> Text.",
        "Text [!QUESTION] text\n\n[!QUESTION]\n\n> text [!QUESTION]",
        "[text][defined] and [text][] and [text]\n\n[defined]: b.md",
        "array[i][j], [i][j], [0][1], [a][b], and `[text][label]`",
        "[string][ValidateLength(1,5)]$id and [Parameter(Mandatory = $true)][int] $p1",
        "\\[text][label] and [text]\\[label] and [[text][label]]",
        "[[x]] and [[Prototype]]",
        "[a](b.md \"my title.md\") and [a](<my file.md>) and [a](b, c and d) and a[i](x y)",
        "[note] (see the text) and [1] (a.md) and [x] (y)",
        "#hash and ## Heading\n\n##[x] y\n\n##",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n|---|\n\ntext\n|--|",
        "<Tabs>\n<TabItem value=\"a\">\n\nA\n\n</TabItem>\n</Tabs>",
        "* [ ] task\n* [x] task",
        "\\$$ x $$",
        "Title\n===\n\nText",
    ] {
        assert_eq!(found(input), [], "{input}");
    }
}

#[test]
fn admonitions_in_code_fences_are_reported() {
    let hints = |input: &str| -> Vec<String> {
        let (_, _, found) = read(input);
        let of_fence = found.iter().filter(|one| one.code == Code::ForeignSyntax);
        of_fence.map(|one| format!("{}: {}", one.message, one.hints.join(" "))).collect()
    };
    assert_eq!(
        hints("```{warning} Title\nText.\n```"),
        ["docgen shows a MyST directive as code: `{warning}`: write `:::warning`, the text, and `:::`"]
    );
    for input in
        ["```{r}\nx\n```", "```js {1,3}\nx\n```", "```{1,3}\nx\n```", "```{}\nx\n```", "```\n{note}\n```"]
    {
        assert_eq!(hints(input), Vec::<String>::new(), "{input}");
    }
}

#[test]
fn a_link_without_a_target_is_broken() {
    let broken = |input: &str| {
        let (source, _, found) = read(input);
        let found = found.iter().filter(|one| one.code == Code::BrokenLink);
        found.map(|one| super::quoted(&source, one)).collect::<Vec<_>>()
    };
    assert_eq!(broken("See [the text](), [more](<>).\n"), ["[the text]()", "[more](<>)"]);
    for text in ["[a](#)", "![a]()", "<a href=\"\">x</a>", "`[a]()`", "\\[a]()"] {
        assert_eq!(broken(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn references_to_undefined_footnotes_are_reported_once() {
    let undefined = |input: &str| -> Vec<String> {
        let (source, _, diagnostics) = read(input);
        let found = diagnostics.iter().filter(|one| one.code == Code::UndefinedFootnote);
        found.map(|one| format!("{} {}", super::quoted(&source, one), one.hints.join(" "))).collect()
    };
    let add = "add a line that starts with";
    assert_eq!(undefined("A[^1] and *[^1]*.\n"), [format!("[^1] {add} `[^1]:`, or remove the reference")]);
    assert_eq!(undefined("## A[^b]\n\n| [^c] |\n|---|\n").len(), 2);
    assert_eq!(undefined("A[^prise].\n\n[^price]: B[^price]\n"), ["[^prise] did you mean `[^price]`?"]);
    for text in [
        "A[^1].\n\n[^1]: B\n",
        "`[^1]`\n",
        "\\[^1]\n",
        "[^a-z]+ and ([^x]) and \\\\/[^/]\n",
        "[^a b]\n",
        "[^]\n",
    ] {
        assert_eq!(undefined(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn footnotes_after_typographic_characters_are_defined() {
    let options = crate::markdown::Options { smart_punctuation: true, ..Default::default() };
    for text in ["\"A\"[^1].\n\n[^1]: B\n", "A...[^1]\n\n[^1]: B\n", "A'[^1] it's[^1]\n\n[^1]: B\n"] {
        let source = crate::source::Source::new(crate::path::SourcePath::new("docs/a.md"), text);
        let (_, found) = crate::markdown::parse(&source, &options, &super::highlight::Cache::default(), None);
        assert!(found.is_empty(), "{text}\n{found:?}");
    }
}

#[test]
fn a_directive_in_the_middle_of_an_mdx_line_is_not_an_expression() {
    let text = "a ::include{file=\"b.md\"} c\n\n| a |\n|---|\n| ::include{file=\"b.md\"} |\n";
    let (source, _, found) = super::read_as("a.mdx", text);
    let found: Vec<_> = found.iter().map(|one| (super::quoted(&source, one), &*one.message)).collect();
    let message = "docgen shows an `::include` in the middle of a line as text (2 times in this file)";
    assert_eq!(found, [("::include{file=\"b.md\"}".to_owned(), message)]);
}

#[test]
fn a_space_or_a_blank_line_in_a_directive_is_reported() {
    for (text, fixed) in [
        ("::card {href=\"c.md\"}", "::card{href=\"c.md\"}"),
        ("::include  {file=\"c.md\"}", "::include{file=\"c.md\"}"),
        ("::card [a]", "::card[a]"),
        ("::card[a] {href=\"c.md\"}", "::card[a]{href=\"c.md\"}"),
        ("::card [a] {href=\"c.md\"}", "::card[a]{href=\"c.md\"}"),
        ("::card {\n  href=\"c.md\"\n}", "::card{\n  href=\"c.md\"\n}"),
    ] {
        for (before, after) in [("", ""), ("- ", ""), ("Term\n: def\n\n", "\n\nMore."), ("a\n", "\nb")] {
            let page = format!("{before}{text}{after}\n");
            let (source, _, problems) = read(&page);
            let [problem] = &problems[..] else { panic!("{page:?}: {problems:#?}") };
            assert!(problem.message.starts_with("a space separates `::"), "{problems:#?}");
            assert_eq!(problem.hints, ["remove the space"], "{page}");
            let (edit, range) = problem.edit_in(&source.text).expect("there's a fix");
            let mut text = source.text.to_string();
            text.replace_range(range, &edit.with);
            assert_eq!(text, format!("{before}{fixed}{after}\n"));
        }
    }
    let (_, _, problems) = read("::include{file=\"c.md\" a=\"b\n\nc\"}\n");
    let messages: Vec<&str> = problems.iter().map(|one| &*one.message).collect();
    assert_eq!(messages, ["a blank line is in the attributes of `include`; the directive is shown as text"]);
}

#[test]
fn only_what_is_certain_is_converted() {
    let fixed = |text: &str| {
        let (source, _, problems) = read(text);
        let problem = problems.iter().find(|one| one.code == crate::diag::Code::ForeignSyntax)?;
        let (edit, range) = problem.edit_in(&source.text)?;
        let mut text = source.text.to_string();
        text.replace_range(range, &edit.with);
        Some(text)
    };
    for (text, expected) in [
        ("!!! note \"A\"", Some(":::note[A]\n:::")),
        ("!!! note \"\"\n    a  \n    b\n\nc", Some(":::note[]\na  \nb\n:::\n\nc")),
        ("!!! quote\n\ta", Some(":::note[Quote]\na\n:::")),
        (
            "!!! note\n    !!! tip\n        !!! tip\n            a",
            Some(":::::note\n!!! tip\n    !!! tip\n        a\n:::::"),
        ),
        ("  !!! note \"A\"\n      a\n\n      b\n  c", Some("  :::note[A]\n  a\n\n  b\n  :::\n  c")),
        ("!!! note \"a]\"\n    b", None),
        ("> !!! note \"A\"\n>     b", None),
        ("- !!! note \"A\"\n\n      b", None),
        ("===+ \"A\"\n\n    a\n\n=== \"B\"\n\n    b", None),
        ("=== \"A\"\n\n    a\n\n===+ \"B\"\n\n    b", None),
        ("=== \"A\"\n\n    a\n\nb", Some("::::tabs\n:::tab[A]\na\n:::\n::::\n\nb")),
        ("/// details | A\na\n///", Some(":::details[A]\na\n:::")),
        ("/// note\n    open: true\n\na\n///", None),
        ("/// note\n/// tip\na\n///\n///", Some("/// note\n:::tip\na\n:::\n///")),
        ("/// unknown | A\na\n///", None),
        ("!> a\nb\n\nc", Some(":::warning\na\nb\n:::\n\nc")),
        ("a\n\n[[toc]]\n\n\nb", Some("a\n\nb")),
        ("{{#include ./a.md}}", Some("::include{file=\"./a.md\"}")),
        ("a {{#include ./a.md}}", None),
        ("{{#include ./a.md:2:3}}", None),
        ("{{#include ./a.rs}}", None),
        ("<!-- @include: ./a.md -->", Some("::include{file=\"./a.md\"}")),
        ("a ++ctrl+alt+del++ b", Some("a <kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd> b")),
        ("{{< a >}}", None),
    ] {
        assert_eq!(
            fixed(&format!("{text}\n")).as_deref(),
            expected.map(|text| format!("{text}\n")).as_deref(),
            "{text}"
        );
    }
    // Occurrences in code stay, also between others.
    let text = "!!! tip \"A\"\n\n`!!! tip`\n\n!!! tip \"B\"\n    b\n";
    assert_eq!(fixed(text).as_deref(), Some(":::tip[A]\n:::\n\n`!!! tip`\n\n:::tip[B]\nb\n:::\n"));
    // A construct that is too long stays.
    assert_eq!(fixed(&format!("!!! tip\n{}", "    a\n".repeat(3_000))), None);
}

#[test]
fn a_definition_list_does_not_hide_problems() {
    let problems = |text: &str| {
        let (source, _, problems) = read(text);
        let problem = |one: &crate::diag::Diagnostic| (super::quoted(&source, one), one.message.clone());
        problems.iter().map(problem).collect::<Vec<_>>()
    };
    for text in [
        ":include{file=\"c.md\"}",
        ":card[x]{href=\"c.md\"}",
        ":bagde[x] text",
        "::inclde{file=\"c.md\"}",
        "::card[a] b",
        "::badge[b]",
        "a\n:icno{name=x}",
        ":material-check:",
    ] {
        let alone = problems(&format!("{text}\n"));
        assert_eq!(alone.len(), 1, "{text}: {alone:?}");
        assert_eq!(problems(&format!("Term\n: def\n\n{text}\n")), alone, "{text}");
    }
    assert_eq!(problems("Term\n: def\n\n&#58;bagde[x] text\n"), []);
}
