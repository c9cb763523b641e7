//! Code blocks and diagrams to HTML.

use super::{Messages, message};
use crate::markdown::{CodeBlock, Document, LineMark, escape, highlight};

pub(super) fn write(document: &Document, index: u32, messages: &Messages, closed: bool, out: &mut String) {
    let block = &document.code[index as usize];
    if block.diagram {
        return diagram(document.str(block.text), closed, out);
    }
    out.push_str("<div class=\"code\" data-language=\"");
    escape::attribute(if block.language.is_empty() { "text" } else { &block.language }, out);
    out.push('"');
    if let Some(first) = block.first_number {
        out.extend([" data-lines=\"", &first.to_string(), "\""]);
        if first != 1 {
            out.extend([" style=\"--first-line: ", &first.to_string(), "\""]);
        }
    }
    if block.marks.iter().any(|mark| matches!(mark, Some(LineMark::Add | LineMark::Remove))) {
        out.push_str(" data-diff");
    }
    if block.marks.contains(&Some(LineMark::Focus)) {
        out.push_str(" data-focus");
    }
    out.push('>');
    if let Some(title) = &block.title {
        out.push_str("<div class=\"code-title\">");
        escape::text(title, out);
        out.push_str("</div>");
    }
    out.push_str("<pre tabindex=\"0\"><code>");
    if block.first_number.is_some() || !block.marks.is_empty() {
        let mut html = String::new();
        highlighted(document, block, &mut html);
        lines(block, &html, out);
    } else {
        highlighted(document, block, out);
    }
    out.push_str(
        "</code></pre><div class=\"code-tools\"><button type=\"button\" class=\"code-wrap\" aria-label=\"",
    );
    escape::attribute(message(messages, "code_wrap", "Toggle word wrap"), out);
    out.push_str("\" hidden></button><button type=\"button\" class=\"code-copy\" aria-label=\"");
    escape::attribute(message(messages, "code_copy", "Copy code to clipboard"), out);
    out.push_str("\"></button></div></div>\n");
}

/// The same without colours, buttons and islands.
pub(super) fn write_plain(document: &Document, index: u32, out: &mut String) {
    let block = &document.code[index as usize];
    if let Some(title) = &block.title {
        out.push_str("<p><em>");
        escape::text(title, out);
        out.push_str("</em></p>\n");
    }
    out.push_str("<pre><code>");
    escape::text(document.str(block.text), out);
    out.push_str("</code></pre>\n");
}

fn highlighted(document: &Document, block: &CodeBlock, out: &mut String) {
    match &block.html {
        Some(html) => out.push_str(html),
        None => highlight::write(&block.language, document.str(block.text), out),
    }
}

fn lines(block: &CodeBlock, html: &str, out: &mut String) {
    for (at, line) in html.split_inclusive('\n').enumerate() {
        out.push_str(match block.marks.get(at).copied().flatten() {
            None => "<span class=\"line\">",
            Some(LineMark::Mark) => "<span class=\"line\" data-line=\"mark\">",
            Some(LineMark::Add) => "<span class=\"line\" data-line=\"add\">",
            Some(LineMark::Remove) => "<span class=\"line\" data-line=\"remove\">",
            Some(LineMark::Error) => "<span class=\"line\" data-line=\"error\">",
            Some(LineMark::Warning) => "<span class=\"line\" data-line=\"warning\">",
            Some(LineMark::Focus) => "<span class=\"line\" data-line=\"focus\">",
        });
        out.push_str(line);
        out.push_str("</span>");
    }
}

/// An island draws the diagram; until then, and without it, its source is there. A closed one is drawn where it can't
/// load anything.
fn diagram(source: &str, closed: bool, out: &mut String) {
    out.push_str("<div data-island=\"diagram\"><script type=\"application/json\">{\"source\":");
    json_string(source, out);
    if closed {
        out.push_str(",\"closed\":true");
    }
    out.push_str("}</script><div data-fallback><pre tabindex=\"0\">");
    escape::text(source, out);
    out.push_str("</pre></div></div>\n");
}

/// A JSON string that may stand in a script element.
fn json_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' || "<>&\u{2028}\u{2029}".contains(c) => {
                out.push_str(&format!("\\u{:04x}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
