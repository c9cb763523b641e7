//! Tests for the Markdown versions of pages with components.

use crate::config::Extension;
use crate::diag::{Diagnostic, Severity};
use crate::fixture::{Memory, Numbers, same_text, sources};
use crate::markdown::raw_html::{Part, first_part, has_block};
use crate::markdown::{Document, Options, as_markdown, decode, highlight, parse};
use crate::path::SourcePath;
use crate::render::Messages;
use crate::render::content::{self, WriteOptions};
use crate::site::Resolved;
use crate::source::Source;

/// Reads a fixture's page. The fixture's other files are components and their imports. Returns the page and its
/// problems.
pub(super) fn page_and_problems(fixture: &str) -> (Document, Vec<Diagnostic>) {
    page_with(fixture, &[])
}

/// Reads a fixture's page with Markdown extensions.
pub(super) fn page_with(fixture: &str, extensions: &[Extension]) -> (Document, Vec<Diagnostic>) {
    let mut files = sources(fixture);
    let at =
        files.iter().position(|file| file.path.file_name().starts_with("page.")).expect("there is a page");
    let page = files.remove(at);
    let options = Options {
        extensions: extensions.to_vec(),
        variables: files.iter().any(|file| file.path.as_str() == "docgen.toml"),
        ..Options::default()
    };
    let library = Memory::new(files).library(&serde_json::json!({}));
    parse(&page, &options, &highlight::Cache::default(), Some(&library))
}

/// Reads a fixture's page and checks that there are no errors.
#[track_caller]
fn page(fixture: &str) -> Document {
    let (document, diagnostics) = page_and_problems(fixture);
    let is_error = |one: &&Diagnostic| one.code.default_severity() == Severity::Error;
    assert_eq!(diagnostics.iter().filter(is_error).count(), 0, "{fixture}\n{diagnostics:#?}");
    document
}

/// Checks the Markdown version of an MDX page.
#[track_caller]
fn check(mdx: &str, expected: &str) {
    let document = page(&format!("//- page.mdx\n{mdx}"));
    same_text(expected, &version(&document));
}

/// Returns the Markdown version of a document. Checks that the Markdown version has the same words as the document.
#[track_caller]
pub(super) fn version(document: &Document) -> String {
    let markdown = as_markdown(document, &[], &[], "");
    let source = Source::new(SourcePath::new("page.md"), &format!("# Title\n\n{markdown}"));
    let (again, _) = parse(&source, &Options::default(), &highlight::Cache::default(), None);
    let (shown, read) = (words(document), words(&again));
    assert!(
        splits(&shown, &read),
        "\n--- Markdown:\n{markdown}\n--- HTML:\n{}\n--- words:\n{shown}\n{read}",
        html(document)
    );
    markdown
}

/// Whether two strings consist of the same words. In the second string, words can be split. Invalid HTML, such as a
/// list item outside a list, can become several blocks of Markdown.
fn splits(text: &str, split: &str) -> bool {
    let mut rest = split.chars();
    let all = text.chars().all(|c| match (c, rest.next()) {
        (' ', next) => next == Some(' '),
        (c, Some(' ')) => rest.next() == Some(c),
        (c, next) => next == Some(c),
    });
    all && rest.as_str().is_empty()
}

pub(super) fn html(document: &Document) -> String {
    let events = 0..document.events.len();
    content::write(document, events, &Resolved::default(), &Messages::english(), WriteOptions::default())
}

/// Returns the words that readers see, with line breaks between blocks.
pub(super) fn words(document: &Document) -> String {
    let html = html(document);
    let (mut out, mut rest) = (String::new(), &*html);
    while !rest.is_empty() {
        let (part, length) = first_part(rest);
        match part {
            Part::Text(text) => out.push_str(&decode(text)),
            _ if has_block(&rest[..length]) => out.push('\n'),
            _ => {}
        }
        rest = &rest[length..];
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn elements_become_the_syntax_of_markdown() {
    check(
        "<h2 id=\"own\">A <em>b</em></h2>\n<p>c <b>d</b>, <code>e|f</code><br/><kbd>g</kbd> <s>h</s> x<sup>2</sup></p>",
        "## A *b* {#own}\n\nc **d**, `e|f`\\\n`g` ~~h~~ x<sup>2</sup>",
    );
    check(
        "<ul><li>a</li><li>b<ol start={3}><li>c</li><li><p>d</p><p>e</p></li></ol></li></ul><ul><li>f</li></ul>",
        "- a\n- b\n\n  3. c\n  4. d\n\n     e\n\n+ f",
    );
    check(
        "<blockquote>a<pre><code className=\"language-js\">{\"x\\n```\\n\"}</code></pre></blockquote><hr/>",
        "> a\n>\n> ````js\n> x\n> ```\n> ````\n\n***",
    );
    check(
        "<table><caption>T</caption><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td><p>d</p><p>e</p></td>\
         <td><ul><li><code>f|g</code></li><li>h</li></ul></td></tr></tbody></table>",
        "T\n\n| a | b\\|c |\n| --- | --- |\n| d<br>e | `f\\|g`<br>h |",
    );
    check(
        "<table><tbody><tr><td>a</td><td colSpan={2}>b</td></tr></tbody></table>",
        "| | | |\n| --- | --- | --- |\n| a | b | |",
    );
    check(
        "<p><a href=\"/a b\" title='t\"'>x]</a> <img src=\"i.png\" alt=\"y]\"/> <a href=\"https://a.example\">https://a.example</a></p>",
        "[x\\]](/a%20b \"t\\\"\") ![y\\]](i.png) <https://a.example>",
    );
    check("<a href=\"/card\"><h3>Card</h3><div>Text</div></a>", "### [Card](/card)\n\n[Text](/card)");
    check(
        "<div>a<div>b</div>c <span>d</span></div><svg><text>e</text><text>f</text></svg>",
        "a\n\nb\n\nc d\n\ne\n\nf",
    );
}

#[test]
fn text_of_components_is_not_markup() {
    for text in [
        "1. a",
        "12) a",
        "- a",
        "+ a",
        "* a",
        "# a",
        "###### a",
        "> a",
        "=",
        "---",
        "***",
        "___",
        ":::note",
        ":icon{name=x}",
        ":badge[x]",
        "```",
        "~~~",
        "| a |",
        "|--|",
        "| - |",
        ":-:",
        "*a*",
        "**a**",
        "_a_",
        "__a__",
        "a_b_c",
        "~~a~~",
        "`a`",
        "[a](b)",
        "![a](b)",
        "[a]: b",
        "[^1]",
        "[^1]: a",
        "<b>a</b>",
        "<!-- a -->",
        "</a>",
        "<?a?>",
        "&lt;",
        "&#60;",
        "&copy",
        "a & b",
        "a < b",
        "\\*a\\*",
        "a\\",
        "<Tabs>",
        "{#id}",
        "a {#id}",
        "{a}",
        "https://a.example/x_y_z*w*",
        "www.example.com/*a*",
        "a@b.example",
        "a!",
        "C#",
        "1 * 2 * 3",
        "- [ ] a",
        "[ ] a",
        "\u{a0}a",
        "    a",
        "\ta",
    ] {
        let literal = serde_json::to_string(text).expect("text is JSON");
        for jsx in [
            format!("<p>{{{literal}}}</p>"),
            format!("{{{literal}}}"),
            format!("<p>x<br/>{{{literal}}}<br/>{{{literal}}}</p>"),
            format!("<h2>{{{literal}}}</h2>"),
            format!("<ul><li>{{{literal}}}</li><li>{{{literal}}}</li></ul>"),
            format!("<table><tbody><tr><td>{{{literal}}}</td><td>b</td></tr></tbody></table>"),
            format!("<p><b>{{{literal}}}</b>a<i>{{{literal}}}</i></p>"),
            format!("<p><a href=\"/x\">{{{literal}}}</a><a href=\"/y\">{{{literal}}}</a></p>"),
            format!("<p><code>{{{literal}}}</code></p>"),
            format!("<pre>{{{literal}}}</pre>"),
        ] {
            version(&page(&format!("//- page.mdx\n# T\n\n{jsx}\n")));
        }
    }
}

#[test]
fn emphasis_that_markdown_cannot_write_is_in_tags() {
    check("<p>a<b>\"q\"</b>b</p>", "a<strong>\"q\"</strong>b");
    check("<p><b>a</b><b>b</b><b><b>c</b></b></p>", "**abc**");
    check("<p>x <b> a </b>y</p>", "x **a** y");
    check("<p><b><em>a</em></b> <em><b>b</b></em> <b>c</b><i>d</i></p>", "**_a_** _**b**_ **c**_d_");
    check("<p><b></b>a<a href=\"/b\"></a></p>", "a");
}

#[test]
fn the_markdown_of_a_page_with_components_stays() {
    let markdown = "## A *b* {#c}\n\n:::note[N]\nText **x**\\\n`y` [z](/z \"t\") ![i](i.png)\n:::\n\n- a\n- b\n  - c\n\n\
                    > q[^1]\n\n```js title=\"a.js\"\nlet x;\n```\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |\n\n- [x] done\n\n[^1]: n\n";
    check(&format!("{markdown}\n{{1}}\n"), &markdown.replace("\n\n[^1]: n\n", "\n\n1\n\n[^1]: n\n"));
    check(
        "::::tabs\n:::tab[A]\n1\n:::\n:::tab[B]\n{2}\n:::\n::::\n\n:::details[S]\n3\n:::\n\n::::cards\n:::card[C]{href=\"/c\"}\n4\n:::\n::::",
        "::::tabs\n:::tab[A]\n1\n:::\n\n:::tab[B]\n2\n:::\n::::\n\n:::details[S]\n3\n:::\n\n::::cards\n:::card[C]{href=\"/c\"}\n4\n:::\n::::",
    );
    check("<!-- a\n\nb -->\n\n{1}\n", "<!-- a\n\nb -->\n\n1");
}

#[test]
fn components_have_markdown_of_their_own() {
    let components = "
//- components/Own.tsx
export default ({ children }) => <div className=\"own\">{children}</div>;
export const toMarkdown = ({ text, children }) => text.replace(\"CHILDREN\", children).replace(\"PIPE\", \"|\");
";
    let of =
        |page: &str| as_markdown(&self::page(&format!("{components}//- page.mdx\n{page}")), &[], &[], "");
    assert_eq!(of("<Own text={\"- a\\n- b\\n\"}/>\nnext"), "- a\n- b\n\nnext");
    assert_eq!(of("a <Own text=\"**b**\"/>, c"), "a **b**, c");
    assert_eq!(
        of("> <Own text={\"> CHILDREN\\n\"}>\n> ## H\n> \n> p *q*\n> </Own>\n> r"),
        "> > ## H\n>\n> p *q*\n>\n> r"
    );
    assert_eq!(of("<Own text={\"\"}>\n\nlost\n\n</Own>\n\nb"), "b");
    assert_eq!(of("| a |\n| - |\n| <Own text=\"xPIPEy\"/> |"), "| a |\n| --- |\n| x\\|y |");
}

#[test]
fn the_url_of_a_page_is_text_too() {
    let document = page(
        "//- page.mdx\nimport { url } from \"docgen\"\n\n`a` {url(\"./b_c.md\")} <code>{url(\"/d*\")}</code>\n",
    );
    let links = [Some("/b_c/".to_owned()), Some("/d*/".to_owned())];
    assert_eq!(as_markdown(&document, &links, &[], ""), "`a` /b_c/ `/d*/`");
}

#[test]
fn captions_definitions_and_abbreviations_are_kept() {
    let body = "The SLA is {{ v }}.\n\n*[SLA]: Service level agreement\n*[API]: Interface\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n{caption=\"Brewing times\"}\n\nTerm *one*\nTerm two\n: Def one.\n\n  More.\n: Def two.\n\n\\# Other\n: - Def\n\n- Item\n\n  Term\n  : Def\n";
    let expected = "The SLA is V.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n{caption=\"Brewing times\"}\n\nTerm *one*\nTerm two\n: Def one.\n\n  More.\n: Def two.\n\n\\# Other\n: - Def\n\n- Item\n\n  Term\n  : Def\n\n*[API]: Interface\n*[SLA]: Service level agreement";
    for (name, value) in [("page.md", "{{ v }}"), ("page.mdx", "{\"V\"}")] {
        let page = body.replace("{{ v }}", value).replace("{caption", "{: caption");
        let fixture = format!("//- {name}\n{page}//- docgen.toml\n[variables]\nv = \"V\"\n");
        let (document, problems) = page_with(&fixture, &[Extension::Abbreviations]);
        assert!(problems.is_empty(), "{problems:#?}");
        let markdown = as_markdown(&document, &[], &[], "");
        same_text(expected, &markdown);
        let (again, _) = page_with(&format!("//- page.md\n{markdown}\n"), &[Extension::Abbreviations]);
        assert_eq!(html(&again), html(&document), "{name}");
    }
    check("| a |\n| --- |\n{: caption='\"b\" c'}", "| a |\n| --- |\n{caption='\"b\" c'}");
}

/// Elements of several kinds. Some elements aren't allowed inside others.
const ELEMENTS: &[&str] = &[
    "p",
    "div",
    "span",
    "b",
    "em",
    "i",
    "strong",
    "s",
    "code",
    "kbd",
    "sub",
    "h2",
    "h5",
    "ul",
    "ol",
    "li",
    "li",
    "blockquote",
    "table",
    "tbody",
    "tr",
    "td",
    "td",
    "th",
    "pre",
    "a",
    "section",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "svg",
    "text",
    "details",
    "summary",
    "Fragment",
];

const TEXTS: &[&str] = &[
    "word",
    "two words",
    " a ",
    "*",
    "_",
    "**",
    "`",
    "``",
    "[",
    "](x)",
    "!",
    "<",
    "&",
    "&amp;",
    "\\",
    "#",
    "-",
    "1.",
    "|",
    "~",
    ":::",
    ":::note",
    "\n",
    "\n\n",
    "{",
    "}",
    "\"",
    "é",
    "日本",
    "🎉",
    "—",
    "“q”",
    "a*b",
    "x_y",
    "=",
    "---",
    ">",
    "(",
    ")",
];

fn element(numbers: &mut Numbers, depth: usize, out: &mut String) {
    match numbers.below(10) {
        0..4 => {
            let text = serde_json::to_string(TEXTS[numbers.below(TEXTS.len())]).expect("text is JSON");
            out.push_str(&format!("{{{text}}}"));
        }
        4 => out.push_str(["<br/>", "<hr/>", "<img src=\"a.png\" alt=\"b\"/>"][numbers.below(3)]),
        _ if depth > 6 => out.push_str("{\"deep\"}"),
        _ => {
            let name = ELEMENTS[numbers.below(ELEMENTS.len())];
            let (start, end) = match name {
                "a" => ("<a href=\"/x\">".to_owned(), "</a>".to_owned()),
                "Fragment" => ("<>".to_owned(), "</>".to_owned()),
                name => (format!("<{name}>"), format!("</{name}>")),
            };
            out.push_str(&start);
            for _ in 0..numbers.below(5) {
                element(numbers, depth + 1, out);
            }
            out.push_str(&end);
        }
    }
}

#[test]
fn any_elements_read_as_the_same_words() {
    let mut numbers = Numbers(0x5eed_0001);
    for _ in 0..80 {
        let mut jsx = String::new();
        for _ in 0..=numbers.below(4) {
            element(&mut numbers, 0, &mut jsx);
        }
        version(&page(&format!("//- page.mdx\n# T\n\n<div>{jsx}</div>\n")));
    }
}

#[test]
fn a_checkbox_without_text_is_left_out() {
    check("- [x] a\n- [x] {\"\"}\n", "- [x] a\n\n-");
}

#[test]
fn brackets_in_the_destinations_of_titles_are_escaped() {
    let markdown = ":::note[a [b](c\\]d \"e\\]f\")]\n:::";
    check(&format!("{markdown}\n\n{{1}}"), &format!("{markdown}\n\n1"));
}
