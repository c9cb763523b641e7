//! Converts HTML elements that have equivalent Markdown syntax.

use std::borrow::Cow;

use pulldown_cmark::Alignment;

use super::{Kind, Writer, blocks::Last, inline::Mark, inline::Space};
use crate::markdown::{
    balance::{End, Open, Started},
    raw_html::{self, Part},
};

/// A tag's attributes.
type Attributes<'a> = [(&'a str, &'a str)];

impl Writer<'_> {
    /// Writes raw HTML, which never ends inside a tag.
    pub(super) fn html(&mut self, html: &str) {
        let mut rest = html;
        while !rest.is_empty() {
            let (part, length) = raw_html::first_part(rest);
            match part {
                Part::Text(text) => self.html_text(text),
                Part::Start { name, attributes, slash } => self.start_tag(&name, &attributes, slash),
                Part::End(name) => match self.balance.end(&name, self.depth) {
                    End::Closes(inside) => (0..=inside.len()).for_each(|_| self.close_frame()),
                    _ if raw_html::starts_line(&name) => self.end_line(),
                    _ => {}
                },
                Part::Comment(comment) => self.comment(comment),
                Part::Silent => {}
            }
            rest = &rest[length..];
        }
    }

    /// Writes text with character references. Unresolved references are the same in Markdown.
    fn html_text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.text(&rest[..at]);
            rest = &rest[at..];
            let length = reference_length(rest);
            let decoded = raw_html::decode(&rest[..length]);
            if length > 1 && decoded.len() == length && !self.is_verbatim() {
                self.raw_inline(&rest[..length]);
            } else {
                self.text(&decoded);
            }
            rest = &rest[length..];
        }
        self.text(rest);
    }

    fn start_tag(&mut self, name: &str, attributes: &Attributes<'_>, slash: bool) {
        let open = Open { name: name.into(), depth: self.depth, slash, ..Open::default() };
        let Started { ended, is_open } = self.balance.start(open);
        ended.iter().for_each(|_| self.close_frame());
        if !is_open {
            return self.void(name, attributes);
        }
        if name == "code"
            && let Some(code) = &mut self.code
            && code.language.is_empty()
        {
            code.language = language(attributes);
        }
        let kind = kind(name, attributes);
        self.open(kind);
    }

    /// Writes an element without content.
    fn void(&mut self, name: &str, attributes: &Attributes<'_>) {
        match name {
            "br" => self.space(Space::Hard),
            "hr" => self.rule(),
            "img" => {
                let value = |key| attribute(attributes, key).unwrap_or_default();
                if let Some(target) = attribute(attributes, "src").filter(|target| !target.is_empty()) {
                    self.image(&value("alt"), &target, attribute(attributes, "title").as_deref());
                }
            }
            _ if raw_html::starts_line(name) => self.end_line(),
            _ => {}
        }
    }

    /// Keeps a comment if it's a block or inside a line. At the start of a line in a paragraph, the comment would turn
    /// the line into HTML.
    fn comment(&mut self, comment: &str) {
        if self.is_verbatim() || raw_html::is_marker(comment) {
            return;
        }
        match &self.line {
            Some(line) if !line.starts_line() => {
                let line = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                self.raw_inline(&line);
            }
            None => self.block(comment, Last::Other),
            Some(_) => {}
        }
    }
}

/// Returns the Markdown equivalent of an element.
fn kind(name: &str, attributes: &Attributes<'_>) -> Kind {
    let number = |key| attribute(attributes, key).and_then(|value| value.trim().parse().ok());
    match name {
        "p" => Kind::Paragraph,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let level = name.as_bytes()[1] - b'0';
            Kind::Heading { level, id: attribute(attributes, "id").map(Cow::into_owned) }
        }
        "blockquote" => Kind::Quote,
        "ul" | "menu" | "dir" => Kind::List(None),
        "ol" => Kind::List(Some(number("start").unwrap_or(1))),
        "li" => Kind::Item,
        "table" => Kind::Table(None),
        "thead" => Kind::Head,
        "tr" => Kind::Row,
        "td" | "th" => Kind::Cell {
            is_header: name == "th",
            span: number("colspan").unwrap_or(1) as usize,
            alignment: Alignment::None,
        },
        "pre" | "listing" => Kind::Code(language(attributes)),
        "code" | "kbd" | "samp" | "tt" => Kind::Mark(Mark::Code),
        "em" | "i" => Kind::Mark(Mark::Emphasis),
        "strong" | "b" => Kind::Mark(Mark::Strong),
        "del" | "s" | "strike" => Kind::Mark(Mark::Strikethrough),
        "sub" => Kind::Mark(Mark::Tag("sub")),
        "sup" => Kind::Mark(Mark::Tag("sup")),
        "a" => match attribute(attributes, "href") {
            Some(target) => Kind::Mark(Mark::Link {
                target: target.trim().to_owned(),
                title: attribute(attributes, "title").map(Cow::into_owned),
            }),
            None => Kind::Plain,
        },
        _ if raw_html::starts_line(name) => Kind::Block,
        _ => Kind::Plain,
    }
}

/// Returns the language of code from the class: for example, `js` for `class="language-js"`.
fn language(attributes: &Attributes<'_>) -> String {
    let class = attribute(attributes, "class").unwrap_or_default();
    let language = class.split_whitespace().find_map(|name| name.strip_prefix("language-"));
    language.or(attribute(attributes, "data-language").as_deref()).unwrap_or_default().to_owned()
}

/// Returns the length of the character reference at the start of the text. If there's no reference, returns 1.
fn reference_length(text: &str) -> usize {
    let name = text[1..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    if name > 0 && text[1 + name..].starts_with(';') { name + 2 } else { 1 }
}

/// Returns an attribute's value.
fn attribute<'a>(attributes: &Attributes<'a>, name: &str) -> Option<Cow<'a, str>> {
    let (_, value) = attributes.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
    Some(raw_html::decode(value))
}
