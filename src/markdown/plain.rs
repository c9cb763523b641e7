//! Converts Markdown to one line of plain text, for titles and other places without markup, or to one line of HTML.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{elements, escape};

/// A prefix that prevents the text from starting a block. For example, the title `1. Sign in` isn't a list.
const GUARD: &str = ". ";

/// The characters in a title that can have a special meaning in Markdown or HTML.
const MARKS: [char; 10] = ['*', '_', '`', '[', '<', '&', '\\', '~', '#', '>'];

/// Returns text on one line, without markup. A link becomes its text, and an image becomes its alternative text.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let is_line = !text.contains(|c: char| c.is_whitespace() && c != ' ') && !text.contains("  ");
    if is_line && !text.contains(MARKS) {
        return Cow::Borrowed(text);
    }
    let guarded = guarded(text.trim_start_matches('#'));
    let mut out = String::with_capacity(guarded.len());
    for event in Parser::new_ext(&guarded, Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Text(text) | Event::Code(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::Html(html) | Event::InlineHtml(html) => match is_markup(&html) {
                true if html.starts_with("<br") || html.starts_with("</p") => out.push(' '),
                true => {}
                false => out.push_str(&html),
            },
            _ => {}
        }
    }
    let words = out.strip_prefix(GUARD).unwrap_or(&out);
    Cow::Owned(words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns text on one line, with markup as HTML. Raw HTML doesn't change.
pub(crate) fn inline_html(text: &str) -> String {
    let guarded = guarded(text);
    let mut out = String::with_capacity(guarded.len() * 2);
    let mut is_alt = false;
    for event in Parser::new_ext(&guarded, Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Text(text) | Event::Code(text) if is_alt => escape::attribute(&text, &mut out),
            Event::End(TagEnd::Image) => {
                is_alt = false;
                out.push_str("\">");
            }
            _ if is_alt => {}
            Event::Text(text) => escape::text(&text, &mut out),
            Event::Code(code) => {
                out.push_str("<code>");
                escape::text(&code, &mut out);
                out.push_str("</code>");
            }
            Event::Html(html) | Event::InlineHtml(html) => out.push_str(&html),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            Event::Start(Tag::Link { dest_url: url, .. }) => {
                out.push_str("<a href=\"");
                escape::attribute(&url, &mut out);
                out.push_str("\">");
            }
            Event::Start(Tag::Image { dest_url: url, .. }) => {
                out.push_str("<img src=\"");
                escape::attribute(&url, &mut out);
                out.push_str("\" alt=\"");
                is_alt = true;
            }
            Event::Start(Tag::Emphasis) => out.push_str("<em>"),
            Event::Start(Tag::Strong) => out.push_str("<strong>"),
            Event::Start(Tag::Strikethrough) => out.push_str("<del>"),
            Event::End(TagEnd::Emphasis) => out.push_str("</em>"),
            Event::End(TagEnd::Strong) => out.push_str("</strong>"),
            Event::End(TagEnd::Strikethrough) => out.push_str("</del>"),
            Event::End(TagEnd::Link) => out.push_str("</a>"),
            _ => {}
        }
    }
    out.strip_prefix(GUARD).unwrap_or_default().to_owned()
}

/// Returns text on one line that doesn't start a block.
fn guarded(text: &str) -> String {
    format!("{GUARD}{}", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether markup is a comment or the tag of a text-level HTML element. Other names in angle brackets are placeholders,
/// as in `Get user <id>`.
fn is_markup(html: &str) -> bool {
    if html.starts_with("<!--") {
        return true;
    }
    let name = html.trim_start_matches(['<', '/']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    // A single capital letter is a type, as in `Page<T>`.
    let name = match &name[..end] {
        letter if letter.len() == 1 => letter.to_owned(),
        name => name.to_ascii_lowercase(),
    };
    elements::is(&name, elements::TEXT)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn markup_goes_and_words_stay() {
        for (text, words) in [
            ("List pets", "List pets"),
            ("  List\n  pets ", "List pets"),
            ("**List** _pets_ of `/pets`", "List pets of /pets"),
            ("See [the guide](/x \"t\") and ![a chart](c.png)", "See the guide and a chart"),
            ("See [the guide][1]", "See [the guide][1]"),
            ("<b>Bold</b><br/>line<!-- no -->", "Bold line"),
            ("Get user <id> of <tenant-id>", "Get user <id> of <tenant-id>"),
            ("Page<S> of <P>, <BR>and more", "Page<S> of <P>, and more"),
            ("Get <object> by <code>id</code>", "Get <object> by id"),
            ("R&amp;D &lt;x&gt;", "R&D <x>"),
            ("### Heading", "Heading"),
            ("1. Sign in", "1. Sign in"),
            ("- Sign in", "- Sign in"),
            ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
            ("\\*not bold\\*", "*not bold*"),
            ("~~old~~ new", "old new"),
            ("<https://example.com>", "https://example.com"),
            ("用户 **列表**", "用户 列表"),
            ("", ""),
        ] {
            assert_eq!(plain(text), words, "{text}");
        }
    }
}
