//! Tests for formulas.

use std::fmt::Write;

use crate::markdown::{Document, Event, Options, as_markdown, parse};
use crate::path::SourcePath;
use crate::source::Source;

fn document(name: &str, text: &str) -> (Document, Vec<crate::diag::Diagnostic>) {
    let source = Source::new(SourcePath::new(name), text);
    let options = Options { math: true, ..Options::default() };
    parse(&source, &options, &Default::default(), None)
}

/// Returns the text of a page with `⟨…⟩` around inline formulas and `⟪…⟫` around displayed formulas, and the problems.
fn show(name: &str, text: &str) -> String {
    let (document, diagnostics) = document(name, text);
    let mut out = String::new();
    for event in &document.events {
        match *event {
            Event::Math(index) => {
                let formula = &document.math[index as usize];
                let (open, close) = if formula.display { ("⟪", "⟫") } else { ("⟨", "⟩") };
                write!(out, "{open}{}{close}", document.str(formula.latex)).unwrap();
            }
            Event::Text(span) => out.push_str(document.str(span)),
            Event::InlineCode(span) => write!(out, "`{}`", document.str(span)).unwrap(),
            Event::SoftBreak => out.push('/'),
            Event::Close(element) if element.is_block() => out.push('|'),
            _ => {}
        }
    }
    for diagnostic in diagnostics {
        let Some(crate::diag::Location::Span(_, span)) = &diagnostic.location else { panic!() };
        write!(out, "\n! {}: {}", diagnostic.message, &text[span.range()]).unwrap();
    }
    out
}

#[track_caller]
fn check(text: &str, expected: &str) {
    for name in ["a.md", "a.mdx"] {
        assert_eq!(show(name, text), expected, "{name}: {text}");
    }
}

#[test]
fn dollars_delimit_formulas() {
    check("a $x_1 * y_1$ b", "a ⟨x_1 * y_1⟩ b|");
    check("$$a$$ and `$x$`, \\$5, $5 or $6", "⟪a⟫ and `$x$`, $5, $5 or $6|");
    check("a $`x_1 * {y}_1`$ b $$`c`$$, $`d` and `e`", "a ⟨x_1 * {y}_1⟩ b ⟪`c`⟫, $`d` and `e`|");
    check("| a | b |\n|---|---|\n| $x$ | $y \\| z$ |", "a|b||⟨x⟩|⟨y | z⟩|||");
    check("# $x$\n\n## About $a<b$", "About ⟨a<b⟩|");
}

#[test]
fn formulas_between_lines_need_an_end() {
    check("$$\nx\n$$\n\na", "⟪x⟫|a|");
    check("$$\nx\n\na", "⟪⟫|x|a|\n! the formula has no end: $$");
    check("- $$\n  x\n\na $$", "⟪⟫|x||a $$|\n! the formula has no end: $$");
    check("$$\nx $$ a\n", "⟪x⟫ a|");
    check("$$ a\n\nb $$ c", "$$ a|b $$ c|");
}

#[test]
fn code_links_urls_and_html_take_precedence() {
    check("$HOME or `$PATH` and `a$`", "$HOME or `$PATH` and `a$`|");
    check("$5 for `a` or 6$", "$5 for `a` or 6$|");
    check("https://x.example/$c/$d and $x$", "https://x.example/$c/$d and ⟨x⟩|");
    check("<b>$5</b> or <b>6$</b>", "$5 or 6$|");
    check("$a <b title=\"$x\">c</b>", "$a c|");
    check("[a $x](b.md) and y$", "a $x and y$|");
    check("$a [b](c$d) e", "$a b e|");
    check("$a in https://x.example/$d", "$a in https://x.example/$d|");
    check("[a $x$](b.md) ![c $y$ d](e.png)", "a ⟨x⟩ |");
}

#[test]
fn formulas_can_contain_the_punctuation_of_markdown() {
    check("$a*b*c$ and $x_1 + y_1$", "⟨a*b*c⟩ and ⟨x_1 + y_1⟩|");
    check("$f[x](y)$ $a<b$ and $c>d$ $[0,1)$", "⟨f[x](y)⟩ ⟨a<b⟩ and ⟨c>d⟩ ⟨[0,1)⟩|");
    check("**a:**$x$ *$y$* a$z$b _c_$d$", "a:⟨x⟩ ⟨y⟩ a⟨z⟩b c⟨d⟩|");
    check("$\\text{``a''}$ $\\{x\\}$", "⟨\\text{``a''}⟩ ⟨\\{x\\}⟩|");
    check("> a $x\n> y$ b", "a ⟨x\ny⟩ b||");
    check("a $x$5 or US$5 and CA$6, $ x$", "a $x$5 or US$5 and CA$6, $ x$|");
}

#[test]
fn a_block_of_lines_is_a_formula_whatever_its_lines_start_with() {
    check("a\n$$\nx\n= y\n- z\n\n+ 1\n$$\nb", "a|⟪x\n= y\n- z\n\n+ 1⟫|b|");
    check("$$ x\n+ y $$\n", "⟪x\n+ y⟫|");
    check("- a\n\n  $$\n  x\n  $$\n\n> $$\n> y\n> $$", "a|⟪x⟫|||⟪y⟫||");
    check("```math\nx\n+ y\n```", "⟪x\n+ y⟫|");
    check("```text\n$$\nx\n$$\n```", "");
    check("$$\na\n$$, where", "⟪a⟫, where|");
}

#[test]
fn braces_tags_and_directives_in_formulas_are_latex() {
    check("$\\frac{a}{b}$ and $a <b c$ and $x:badge[y]$", "⟨\\frac{a}{b}⟩ and ⟨a <b c⟩ and ⟨x:badge[y]⟩|");
    check("$$\n\\frac{a}{b}\n{x}\n<y\n$$", "⟪\\frac{a}{b}\n{x}\n<y⟫|");
    check("a :badge[$x_{1}$] b", "a ⟨x_{1}⟩ b|");
}

#[test]
fn a_formula_becomes_mathml_with_its_latex_as_text() {
    let (document, diagnostics) = document("a.md", "$x < \"y\"$");
    assert!(diagnostics.is_empty());
    let mathml = document.math[0].mathml.as_deref().unwrap();
    assert!(
        mathml.starts_with("<math alttext=\"x &lt; &quot;y&quot;\">") && mathml.ends_with("</math>"),
        "{mathml}"
    );
    assert!(mathml.contains("<mi>x</mi><mo>&lt;</mo>"), "{mathml}");
}

#[test]
fn equations_have_numbers_and_references_show_them() {
    let text = "By $\\eqref{eq:tag}$, $\\ref{eq:tag}$, and $x = \\eqref{two}$:\n\n\
                $$\nE = mc^2 \\tag{A} \\label{eq:tag}\n$$\n\n\
                $$\n\\begin{align} a &= b \\\\ c &= d \\label{two} \\end{align}\n$$\n\n\
                - $$\\begin{equation} e = f \\label{three} \\end{equation}$$\n\n$\\ref{three}$ $\\eqref {two}$\n";
    for page in ["a.md", "a.mdx"] {
        let (document, diagnostics) = document(page, text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mathml: Vec<&str> =
            document.math.iter().filter_map(|formula| formula.mathml.as_deref()).collect();
        assert_eq!(mathml[0], "<a href=\"#eqtag\">(A)</a>");
        assert_eq!(mathml[1], "<a href=\"#eqtag\">A</a>");
        assert!(
            mathml[2].ends_with("<mtext><a href=\"#two\">(2)</a></mtext></mrow></math>"),
            "{}",
            mathml[2]
        );
        assert!(
            mathml[3].contains("<mtr id=\"eqtag\"") && mathml[3].contains(">(A)</mtext>"),
            "{}",
            mathml[3]
        );
        assert!(mathml[4].contains(">(1)</mtext>") && mathml[4].contains(">(2)</mtext>"), "{}", mathml[4]);
        assert!(mathml[5].contains(">(3)</mtext>"), "{}", mathml[5]);
        assert_eq!(mathml[6..], ["<a href=\"#three\">3</a>", "<a href=\"#two\">(2)</a>"]);
    }
}

#[test]
fn references_in_headings_are_text() {
    let equation = "\n\n$$\\begin{equation} x \\label{a} \\end{equation}$$\n";
    for page in ["a.md", "a.mdx"] {
        let text =
            format!("# By $\\eqref{{a}}$\n\n## Sum $\\eqref{{a}}$\n\n## See $x \\le \\ref{{a}}${equation}");
        let (document, diagnostics) = document(page, &text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        assert_eq!(document.title.as_deref(), Some("By (1)"));
        assert_eq!(document.title_html.as_deref(), Some("By (1)"));
        assert!(document.title_events.iter().any(|event| matches!(event, Event::Math(_))));
        let sum = &document.headings[0];
        assert_eq!((&*sum.text, &*sum.html, &*sum.id), ("Sum (1)", "Sum (1)", "sum-eqrefa"));
        let see = &document.headings[1].html;
        assert!(see.contains("<mtext>1</mtext>") && !see.contains("<a"), "{see}");
    }
}

#[test]
fn a_reference_without_an_equation_is_reported() {
    check(
        "a $x + \\ref{no:pe}$",
        "a ⟨x + \\ref{no:pe}⟩|\n! no equation on this page has the label `no:pe`: \\",
    );
    check(
        "$$x \\tag{1} \\label{a}$$ $$y \\tag{2} \\label{a}$$",
        "⟪x \\tag{1} \\label{a}⟫ ⟪y \\tag{2} \\label{a}⟫|\n! two equations have the label `a`: \\",
    );
}

#[test]
fn a_problem_has_a_place_and_the_page_shows_the_latex() {
    check(
        "é 😀 $a \\wrong b$ c",
        "é 😀 ⟨a \\wrong b⟩ c|\n! invalid formula: Unsupported function name: \\wrong: \\",
    );
    let (first, _) = document("a.md", "a\n\n> $$\n> x\n> \\wrong\n> $$");
    assert!(first.math[0].mathml.is_none());
    check(
        "a\n\n> $$\n> x\n> \\wrong\n> $$",
        "a|⟪x\n\\wrong⟫||\n! invalid formula: Unsupported function name: \\wrong: \\",
    );
    check(
        "$\\def\\a{\\a\\a}\\a$",
        "⟨\\def\\a{\\a\\a}\\a⟩|\n! invalid formula: Too many expansions: infinite loop or need to increase maxExpand setting: \\",
    );
    check("$x^$", "⟨x^⟩|\n! invalid formula: part of the formula is missing: x");
    let deep = format!("${}$", "{".repeat(3000) + &"}".repeat(3000));
    let (_, diagnostics) = document("a.md", &deep);
    assert!(diagnostics.len() < 2);
}

#[test]
fn without_the_setting_dollars_are_text() {
    let source = Source::new(SourcePath::new("a.md"), "$x$\n");
    let (document, _) = parse(&source, &Options::default(), &Default::default(), None);
    assert!(document.math.is_empty() && document.sheets.is_empty());
}

#[test]
fn markdown_keeps_the_latex() {
    let (document, _) = document("a.md", "a $x_1*y$ b\n\n$$\nz\n$$\n");
    assert_eq!(as_markdown(&document, &[], &[], ""), "a $x_1*y$ b\n\n$$z$$");
}

#[test]
fn displayed_formulas_can_have_line_breaks() {
    let rows = |latex: &str| {
        let mathml = crate::markdown::math::to_mathml(latex, true).unwrap();
        mathml.matches("<mtr").count()
    };
    assert_eq!(rows("a \\\\ b % c \\\\\n\\\\[2pt] c"), 3);
    assert_eq!(rows("a \\newline b"), 2);
    assert_eq!(rows("\\begin{matrix}a \\\\ b\\end{matrix}"), 2);
    assert_eq!(rows("a \\,b"), 0);
    let fault = crate::markdown::math::to_mathml("a \\\\ \\unknown", true).unwrap_err();
    assert_eq!(fault.at, 5);
}
