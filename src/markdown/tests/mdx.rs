//! Tests of the JSX and the expressions that the scanner finds.

mod canonical;
mod differential;
mod properties;

use std::fmt::Write;

use crate::markdown::directive::Line;
use crate::markdown::scan::{Syntax, scan};

/// Compares what the scanner finds: the text with `⟦…⟧` around each piece of a block and `⟨…⟩` around each piece of
/// text, followed by the problems.
#[track_caller]
fn check(mdx: bool, input: &str, expected: &str) {
    let actual = show(mdx, input);
    assert_eq!(actual.trim_end(), expected.trim_end(), "\n--- input:\n{input}\n--- actual:\n{actual}");
}

fn show(mdx: bool, input: &str) -> String {
    let is_component = |name: &str| matches!(name, "A" | "B" | "Table");
    let scan = scan(input, 0, &Syntax { mdx, is_component: &is_component });
    let mut out = String::new();
    let mut rest = &scan.text[..];
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let end = tail.find('>').map_or(tail.len(), |end| end + 1);
        let block = scan.marker(&tail[..end]);
        match block.or_else(|| scan.inline_marker(&tail[..end])) {
            Some(index) => {
                let marker = scan.line(index);
                let Line::Jsx(jsx) = &marker.line else { panic!("only JSX is expected in {input}") };
                let code: String = jsx.code.iter().map(|(_, piece)| *piece).collect();
                let star = if block.is_none() && jsx.is_block { "*" } else { "" };
                let (open, close) = if block.is_some() { ("⟦", "⟧") } else { ("⟨", "⟩") };
                write!(out, "{open}{star}{code}{close}").unwrap();
                for (at, piece) in &jsx.code {
                    assert_eq!(&input[*at..*at + piece.len()], *piece);
                }
            }
            None => out.push_str(&tail[..end]),
        }
        rest = &tail[end..];
    }
    out.push_str(rest);
    for problem in &scan.problems {
        write!(out, "\n! {} {:?}", problem.message, &input[problem.span.range()]).unwrap();
    }
    out
}

#[test]
fn markdown_has_the_tags_of_components() {
    check(
        false,
        "<A b={[1]}>\n\n*c* {d} <B/> <C/>\n\n</A>\n",
        "⟦<A b={[1]}>⟧\n\n*c* {d} ⟨<B/>⟩ <C/>\n\n⟦</A>⟧",
    );
    check(false, "> <A\n>   b='c'\n> />\n> d", "> ⟦<A\n  b='c'\n/>⟧\n> d");
    check(false, "- <A> <B/> </A>\n", "- ⟦<A>⟧\n  ⟦<B/>⟧\n  ⟦</A>⟧\n");
    check(
        false,
        "`<A/>` \\<A/> \n\n    <A/>\n\n```\n<A/>\n```\n",
        "`<A/>` \\<A/> \n\n    <A/>\n\n```\n<A/>\n```\n",
    );
    check(false, "<Table>\nb\n</Table>", "⟦<Table>⟧\nb\n⟦</Table>⟧");
    check(false, "a <A b={c}/>", "a \\<A b={c}/>\n! expected JSON in the braces \"c\"");
}

#[test]
fn mdx_has_jsx_and_expressions() {
    check(true, "import a from 'b'\n\n{a}\n\nb {c} <d/>\n", "⟦import a from 'b'⟧\n\n⟦{a}⟧\n\nb ⟨{c}⟩ ⟨<d/>⟩");
    check(true, "    # a\n\n        b {c}\n", "# a\n\nb ⟨{c}⟩\n");
    check(true, "<a>b *c*</a>\n", "⟨*<a>⟩b *c*⟨*</a>⟩");
    check(true, "- {`\n    a\n  `}\n", "- ⟦{`\na\n`}⟧\n");
}

#[test]
fn debug() {
    let Ok(text) = std::env::var("DOC") else { return };
    let text = text.replace("\\n", "\n").replace("\\t", "\t");
    let scan = scan(&text, 0, &Syntax { mdx: std::env::var("MD").is_err(), is_component: &|_| false });
    eprintln!("{:?}\n{:?}", scan.text, scan.problems);
    for event in pulldown_cmark::Parser::new_ext(
        &scan.text,
        pulldown_cmark::Options::ENABLE_TABLES
            | pulldown_cmark::Options::ENABLE_FOOTNOTES
            | pulldown_cmark::Options::ENABLE_GFM,
    ) {
        eprintln!("  {event:?}");
    }
}
