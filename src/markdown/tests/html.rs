//! Tests that raw HTML never extends beyond the surrounding Markdown and that problems are reported.

use super::read;
use crate::fixture::Numbers;
use crate::markdown::elements;
use crate::render::Messages;
use crate::render::content::{self, WriteOptions};
use crate::site::Resolved;

/// Returns a page's HTML, and each problem with its line and hint.
fn write(input: &str) -> (String, String) {
    let (source, document, mut diagnostics) = read(input);
    crate::diag::sort(&mut diagnostics);
    let (events, messages) = (0..document.events.len(), Messages::english());
    let out = content::write(&document, events, &Resolved::default(), &messages, WriteOptions::default());
    let mut problems = String::new();
    for diagnostic in diagnostics {
        let Some(crate::diag::Location::Span(_, span)) = diagnostic.location else { panic!("has a place") };
        let line = source.text[..span.range().start].matches('\n').count() + 1;
        let text = &source.text[span.range()];
        problems += &format!("{line}: {text}: {} ({})\n", diagnostic.message, diagnostic.hints.join("; "));
    }
    (out.trim().to_owned(), problems)
}

#[track_caller]
fn check(input: &str, html: &str, problems: &str) {
    let (actual, told) = write(input);
    assert_eq!(actual, html.trim(), "\n--- input:\n{input}\n--- told:\n{told}");
    assert_eq!(told.trim(), problems.trim(), "\n--- input:\n{input}");
}

/// Checks that HTML passes through unchanged and that no problems are reported.
#[track_caller]
fn passes(html: &str) {
    check(html, html, "");
}

#[test]
fn what_is_balanced_passes_as_it_is() {
    for html in [
        "<div>\n<p>a<p>b\n<ul><li>a<li>b</ul>\n</div>",
        "<table>\n<tr><td>a<td>b\n<tr><th>c\n</table>",
        "<table><tr><td><table><tr><td>a</table></table>",
        "<dl><dt>a<dd>b<dt>c</dl>\n<select><option>a<option>b</select>",
        "<DIV><BR><IMG SRC=\"https://a.example/x\"><input><hr/></br></dIV>",
        "<div><svg><g><path d=\"M0\"/><title>a<b></b></title></g></svg><math><mi/></math></div>",
        "<div><svg><![CDATA[ <div> ]]></svg><!-- <div> --><!--><? <div ?></div>",
        "<div><script>\"<div>\"</script><textarea><b></textarea><title></p></title><style>a>b</style></div>",
        "<div title=\"</div>\" class=it's data-x='<p>'></div>",
        "<div><a href=/docs/>a</a></div>",
        "<h2>a</h3>",
        "<div><ruby>a<rp>(<rt>b<rp>)</ruby></div>",
        "<pre><b>a</b>\n\n<i>b</i></pre>",
        "<div><my-element><template><p></template></my-element></div>",
    ] {
        let html = html.replace(" href=/docs/", " href=\"/docs/\"");
        passes(&html);
    }
}

#[test]
fn an_element_may_close_after_markdown() {
    check(
        "<details>\n<summary>S</summary>\n\ntext *a*\n\n- b\n\n</details>\n\nafter\n",
        "<details>\n<summary>S</summary>\n<p>text <em>a</em></p>\n<ul>\n<li>b</li>\n</ul>\n</details>\n<p>after</p>",
        "",
    );
    check(
        "- a\n\n  <div>\n\n  b </div> c\n\n> <p align=\"center\">\n>\n> d\n>\n> </p>\n\ne <div>\n\nf\n\n</div>\n",
        "<ul>\n<li><p>a</p>\n<div>\n<p>b </div> c</p>\n</li>\n</ul>\n<blockquote>\n<p align=\"center\">\n<p>d</p>\n</p>\n</blockquote>\n<p>e <div></p>\n<p>f</p>\n</div>",
        "",
    );
    check(
        "<b>\n\n:::note[<i>T</i>]\n<u>\n\na\n\n</u>\n:::\n\n</b>\n",
        "<b>\n<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\"><i>T</i></p>\n<u>\n<p>a</p>\n</u>\n</div>\n</b>",
        "",
    );
    check("<svg>\n\n<path d=\"a\"/>\n\n</svg>\n", "<svg>\n<path d=\"a\"/>\n</svg>", "");
    check("<iframe title=\"a\">\n\n</iframe>\n\nb\n", "<iframe title=\"a\">\n</iframe>\n<p>b</p>", "");
}

#[test]
fn what_is_left_open_ends_where_it_stands() {
    check(
        "<div class=\"a\">\n\ntext\n",
        "<div class=\"a\">\n<p>text</p>\n</div>",
        "1: <div class=\"a\">: `<div>` is never closed (add `</div>` where the element ends; docgen closed it at the end of the page)",
    );
    check(
        "- a <b>c\n- <details>\n\n  d\n\n> <table><tr><td>\n\n## e <i>f {#g}\n\n*h <u>i*\n",
        "<ul>\n<li><p>a <b>c</b></p>\n</li>\n<li><details>\n<p>d</p>\n</details></li>\n</ul>\n<blockquote>\n<table><tr><td>\n</table></blockquote>\n<h2 id=\"g\">e <i>f</i><a class=\"hash-link\" href=\"#g\" aria-label=\"Direct link to e f\"></a></h2>\n<p><em>h <u>i</u></em></p>",
        "1: <b>: `<b>` is never closed (add `</b>` where the element ends; docgen closed it at the end of the paragraph)
2: <details>: `<details>` is never closed (add `</details>` where the element ends; docgen closed it at the end of the list item)
6: <table>: `<table>` is never closed (add `</table>` where the element ends; docgen closed it at the end of the quote)
8: <i>: `<i>` is never closed (add `</i>` where the element ends; docgen closed it at the end of the heading)
10: <u>: `<u>` is never closed (add `</u>` where the element ends; docgen closed it at the end of the emphasis)",
    );
    check(
        "- a <b>c\n  - d\n",
        "<ul>\n<li>a <b>c</b><ul>\n<li>d</li>\n</ul>\n</li>\n</ul>",
        "1: <b>: `<b>` is never closed (add `</b>` where the element ends; docgen closed it at the end of the line of text)",
    );
    check(
        "| a <b> | c |\n|---|---|\n| <div> | d |\n\n:::note\n<div>\n:::\n\ne[^1]\n\n[^1]: <span>n\n",
        "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead><tr><th>a <b></b></th><th>c</th></tr></thead>\n<tbody>\n<tr><td><div></div></td><td>d</td></tr>\n</tbody></table></div>\n<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\">Note</p>\n<div>\n</div></div>\n<p>e<sup><a class=\"footnote-ref\" id=\"fnref-1\" href=\"#fn-1\" role=\"doc-noteref\" aria-label=\"Footnote 1\">1</a></sup></p>\n<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"fn-1\"><p><span>n</span> <a class=\"footnote-back\" href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"Back to reference 1\">↩</a></p>\n</li>\n</ol>\n</section>",
        "1: <b>: `<b>` is never closed (add `</b>` where the element ends; docgen closed it at the end of the table cell)
3: <div>: `<div>` is never closed (add `</div>` where the element ends; docgen closed it at the end of the table cell)
6: <div>: `<div>` is never closed (add `</div>` where the element ends; docgen closed it at the end of the admonition)
11: <span>: `<span>` is never closed (add `</span>` where the element ends; docgen closed it at the end of the paragraph)",
    );
}

#[test]
fn an_end_tag_that_closes_nothing_is_left_out() {
    check(
        "</main>\n\na </div> b </p>\n\n</body></article>\n",
        "<p>a  b </p>",
        "1: </main>: `</main>` has no matching `<main>` (remove the tag; docgen left it out)
3: </div>: `</div>` has no matching `<div>` (remove the tag; docgen left it out)
3: </p>: `</p>` has no matching `<p>` (remove the tag; docgen left it out)
5: </body>: `</body>` has no matching `<body>` (remove the tag; docgen left it out)
5: </article>: `</article>` has no matching `<article>` (remove the tag; docgen left it out)",
    );
    check(
        "<div>\n\n- a </div>\n\n</div>\n",
        "<div>\n<ul>\n<li>a </li>\n</ul>\n</div>",
        "3: </div>: `</div>` has no matching `<div>` (close the `<div>` outside the list item, where it was opened; docgen left this tag out)",
    );
    check(
        "<div><table><tr><td></div></td></tr></table></div>\n",
        "<div><table><tr><td></td></tr></table></div>",
        "1: </div>: `</div>` has no matching `<div>` (remove the tag; docgen left it out)",
    );
}

#[test]
fn elements_that_cross_are_reported_once() {
    check(
        "a <b><i>c</b></i>\n",
        "<p>a <b><i>c</i></b></p>",
        "1: </i>: `</i>` comes too late (put `</i>` before `</b>`, where docgen closed the `<i>`)",
    );
    check(
        "<ul><li><div><li>a</ul>\n",
        "<ul><li><div></div><li>a</ul>",
        "1: <div>: `<div>` is never closed (add `</div>` where the element ends; docgen closed it before `<li>`)",
    );
    check(
        "<section><div>\n\na\n\n</section>\n",
        "<section><div>\n<p>a</p>\n</div></section>",
        "1: <div>: `<div>` is never closed (add `</div>` where the element ends; docgen closed it before `</section>`)",
    );
}

#[test]
fn what_cannot_hold_markdown_ends_before_it() {
    check(
        "<table>\n\n| a |\n|---|\n\n</table>\n",
        "<table>\n</table><div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead><tr><th>a</th></tr></thead>\n</table></div>",
        "6: </table>: `</table>` comes too late (put `</table>` before the table, where docgen closed the `<table>`)",
    );
    check(
        "<svg>\n<g>\n\ntext\n",
        "<svg>\n<g>\n</g></svg><p>text</p>",
        "1: <svg>: `<svg>` is never closed (add `</svg>` where the element ends; docgen closed it before the paragraph)
2: <g>: `<g>` is never closed (add `</g>` where the element ends; docgen closed it before the paragraph)",
    );
    check(
        "<table><object><table></table>\n",
        "<table><object></object></table><table></table>",
        "1: <table>: `<table>` is never closed (add `</table>` where the element ends; docgen closed it before `<table>`)
1: <object>: `<object>` is never closed (add `</object>` where the element ends; docgen closed it before `<table>`)",
    );
    check(
        "a <svg><section> `b`</section></svg>\n",
        "<p>a <svg><section> </section></svg><code>b</code></p>",
        "1: </section>: `</section>` comes too late (put `</section>` before the code, where docgen closed the `<section>`)
1: </svg>: `</svg>` comes too late (put `</svg>` before the code, where docgen closed the `<svg>`)",
    );
    check(
        "- <li>a\n",
        "<ul>\n<li>a\n</li>\n</ul>",
        "1: <li>: `<li>` isn't in a list (add `<ul>` before the first item; docgen left this tag out)",
    );
}

#[test]
fn a_slash_closes_what_it_was_meant_to_close() {
    check(
        "## <a name=\"x\"/> a\n\n<div class=\"b\"/>\n\ntext <i/> c\n\n<iframe title=\"t\" />\n\nd\n",
        "<h2 id=\"a\"><a name=\"x\"/></a> a<a class=\"hash-link\" href=\"#a\" aria-label=\"Direct link to a\"></a></h2>\n<div class=\"b\"/></div>\n<p>text <i/></i> c</p>\n<iframe title=\"t\" /></iframe>\n<p>d</p>",
        "1: <a name=\"x\"/>: `/>` doesn't close `<a>` (use `<a></a>`; in HTML, `/>` works only for elements without content)
3: <div class=\"b\"/>: `/>` doesn't close `<div>` (use `<div></div>`; in HTML, `/>` works only for elements without content)
5: <i/>: `/>` doesn't close `<i>` (use `<i></i>`; in HTML, `/>` works only for elements without content)
7: <iframe title=\"t\" />: `/>` doesn't close `<iframe>` (use `<iframe></iframe>`; in HTML, `/>` works only for elements without content)",
    );
    check(
        "<div>\n<span/>\n<div/>\n</div>\n",
        "<div>\n<span/></span>\n<div/></div>\n</div>",
        "2: <span/>: `/>` doesn't close `<span>` (use `<span></span>`; in HTML, `/>` works only for elements without content)
3: <div/>: `/>` doesn't close `<div>` (use `<div></div>`; in HTML, `/>` works only for elements without content)",
    );
}

#[test]
fn text_that_is_not_html_ends_with_its_block() {
    check(
        "a\n\n<!-- b\n\nc\n",
        "<p>a</p>\n<!-- b\n\nc\n-->",
        "3: <!--: `<!--` is never closed (add `-->` in the right place; docgen added it at the end of the HTML block)",
    );
    check(
        "<div>\n<!-- a\n\nb\n\n</div>\n",
        "<div>\n<!-- a\n--><p>b</p>\n</div>",
        "2: <!--: `<!--` is never closed (add `-->` in the right place; docgen added it at the end of the HTML block)",
    );
    check(
        "> <script>\n> x\n\na\n\n<title>b\n\nc\n",
        "<blockquote>\n<script>\nx\n</script></blockquote>\n<p>a</p>\n<title>b\n</title><p>c</p>",
        "1: <script>: `<script>` is never closed (add `</script>` where the element ends; docgen closed it at the end of the HTML block)
6: <title>: `<title>` is never closed (add `</title>` where the element ends; docgen closed it at the end of the HTML block)",
    );
    check(
        ":::note\n<div><iframe title=\"a\">\n:::\n\n<iframe title=\"b\">\n\n</iframe>\n",
        "<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\">Note</p>\n<div><iframe title=\"a\">\n</iframe></div></div>\n<iframe title=\"b\">\n</iframe>",
        "2: <div>: `<div>` is never closed (add `</div>` where the element ends; docgen closed it at the end of the admonition)
2: <iframe title=\"a\">: `<iframe>` is never closed (add `</iframe>` where the element ends; docgen closed it at the end of the HTML block)",
    );
    check(
        "a <textarea> b *c*\n\nd\n",
        "<p>a <textarea> b <em>c</em></textarea></p>\n<p>d</p>",
        "1: <textarea>: `<textarea>` is never closed (add `</textarea>` where the element ends; docgen closed it at the end of the paragraph)",
    );
    check(
        "<div title=\"a>\n\nb\n\n<plaintext>\n",
        "&lt;div title=\"a&gt;\n<p>b</p>\n&lt;plaintext&gt;",
        "1: <div title=\"a>: the tag `<div` is never closed (close the quotation marks and the tag before the next blank line; until then, docgen shows the tag as text)
5: <plaintext>: unknown HTML element `<plaintext>`; it's shown as text (to show it as text, put it in backticks or write `\\<`)",
    );
}

#[test]
fn a_fence_that_nothing_closes_is_reported() {
    for closed in [
        "```\na\n```",
        "> ~~~\n> a\n> ~~~~\n",
        "- ```js\n  a\n  ```  \n",
        "````\n```\n````",
        "    ```\n    a\n",
    ] {
        assert_eq!(write(closed).1, "", "{closed}");
    }
    for (open, around, fence) in [
        ("```\na\n\n## b\n", "page", "```"),
        ("```", "page", "```"),
        ("````js\n```\n", "page", "````"),
        ("~~~\na\n    ~~~\n", "page", "~~~"),
        ("- ```\n  a\n\nb\n", "list item", "```"),
        ("> ```\n> a\n\n```\nc\n```\n", "quote", "```"),
        ("- a\n\n  > ```\n  > a\n", "quote", "```"),
    ] {
        let told = format!(
            "the code fence is never closed (add the line \"{fence}\" after the last line of code; everything up to the end of the {around} is code)\n"
        );
        let (_, problems) = write(open);
        assert!(problems.ends_with(&told) && problems.lines().count() == 1, "{open:?}\n{problems}");
    }
}

#[test]
fn pages_are_cut_between_elements() {
    let (_, document, _) = read("<div>\n\na\n\n<!-- truncate -->\n\nb\n\n</div>\n\nc\n");
    let after = document.events.len() - 3;
    assert_eq!((document.cut, document.first_block_end()), (Some(after as u32), after));
    let (_, document, _) = read("<p><img src=\"a.png\"></p>\n\nb\n\n<!-- truncate -->\n\nc\n");
    assert_eq!(document.first_block_end(), 3);
    assert_eq!(document.cut, Some(document.events.len() as u32 - 3));
}

/// Checks that each random tag in random Markdown is closed inside its parent.
#[test]
fn what_is_written_is_balanced() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    for _ in 0..3000 {
        let mut page = String::new();
        for _ in 0..1 + numbers.below(5) {
            block(&mut numbers, "", 0, &mut page);
        }
        let (html, _) = write(&page);
        if let Err(wrong) = balanced(&html) {
            panic!("{wrong}\n--- page:\n{page}\n--- html:\n{html}");
        }
    }
}

fn block(numbers: &mut Numbers, indent: &str, depth: usize, out: &mut String) {
    let deeper = depth + 1;
    match numbers.below(if depth < 3 { 11 } else { 7 }) {
        0 | 1 => {
            for _ in 0..1 + numbers.below(5) {
                let line = format!("{indent}{}{}\n", tag(numbers), ["", "x", "<b>y</b>"][numbers.below(3)]);
                out.push_str(&line);
            }
        }
        2 | 3 => *out += &format!("{indent}t {}\n", line(numbers)),
        4 => *out += &format!("{indent}## {}\n", line(numbers)),
        5 => {
            *out += &format!(
                "{indent}| a | b |\n{indent}|---|---|\n{indent}| {} | {} |\n",
                line(numbers),
                line(numbers)
            );
        }
        6 => *out += &format!("{indent}```js\n{indent}<div>\n{indent}```\n"),
        7 | 8 => {
            *out += &format!("{indent}- {}\n", line(numbers));
            block(numbers, &format!("{indent}  "), deeper, out);
        }
        9 => block(numbers, &format!("{indent}> "), deeper, out),
        _ => {
            *out += &format!("{indent}:::{}\n\n", ["note", "card", "details", "unknown"][numbers.below(4)]);
            block(numbers, indent, deeper, out);
            *out += &format!("{indent}:::\n");
        }
    }
    if numbers.below(4) > 0 {
        out.push_str(indent.trim_end());
        out.push('\n');
    }
}

fn line(numbers: &mut Numbers) -> String {
    let words = ["one", "*two*", "**three", "four**", "`five`", "[six](https://a.example)", "[^1]"];
    let mut out = String::new();
    for _ in 0..1 + numbers.below(6) {
        let word = if numbers.below(2) == 0 { tag(numbers) } else { words[numbers.below(7)].to_owned() };
        out += &word;
        out.push(' ');
    }
    out
}

fn tag(numbers: &mut Numbers) -> String {
    const NAMES: &[&str] = &[
        "div", "p", "b", "i", "a", "span", "table", "tr", "td", "ul", "li", "dl", "dd", "section", "main",
        "body", "h2", "h3", "pre", "details", "button", "select", "option", "svg", "g", "DIV", "my-tag",
        "object", "template", "br", "script", "style", "title", "textarea",
    ];
    let name = NAMES[numbers.below(NAMES.len())];
    match numbers.below(12) {
        0..6 => format!("<{name}>"),
        6..10 => format!("</{name}>"),
        10 => format!("<{name} title=\"a > b\"/>"),
        _ => ["<!-- a", "<!-- <div> -->", "<div title=\"", "<? a", "</ b>"][numbers.below(5)].to_owned(),
    }
}

/// Checks that a page's tags are balanced. Implements only the parts of the standard that docgen's output requires.
fn balanced(html: &str) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").ok_or("a comment does not end")?;
            rest = &comment[end + 3..];
            continue;
        }
        if !rest[1..].starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()) || rest.starts_with("</ ") {
            rest = &rest[rest.find('>').ok_or("a comment does not end")? + 1..];
            continue;
        }
        let mut quoted = false;
        let is_end = |c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        };
        let end = rest.find(is_end).ok_or("a tag does not end")?;
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        let closing = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']).split([' ', '/', '\n']).next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        let foreign = open.iter().any(|open| open == "svg");
        if elements::is(&name, elements::VOID) || ((foreign || name == "svg") && tag.ends_with('/')) {
            continue;
        }
        if !closing {
            if elements::is(&name, elements::BLOCK)
                && let Some(at) = open.iter().rposition(|open| elements::is(open, elements::BLOCK))
                && open[at] == "p"
            {
                open.remove(at);
            }
            if !foreign && let Some(raw) = elements::raw_text(&name) {
                let close = format!("</{raw}");
                let end = rest.to_ascii_lowercase().find(&close).ok_or(format!("`{raw}` does not end"))?;
                rest = &rest[end..];
            }
            open.push(name);
            continue;
        }
        let heading = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let same = |open: &String| *open == name || (heading(open) && heading(&name));
        // If no paragraph is open, this end tag creates an empty paragraph.
        if name == "p"
            && open
                .iter()
                .rev()
                .take_while(|open| elements::is(open, elements::ENDS_ALONE))
                .all(|open| open != "p")
        {
            continue;
        }
        while open.last().is_some_and(|open| !same(open) && elements::is(open, elements::ENDS_ALONE)) {
            open.pop();
        }
        match open.last().is_some_and(same) {
            true => drop(open.pop()),
            false => return Err(format!("`</{name}>` where {open:?} are open")),
        }
    }
    open.retain(|open| !elements::is(open, elements::ENDS_ALONE));
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are left open")) }
}
