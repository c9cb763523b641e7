//! A [`Document`] to the HTML of its body: one pass into one string.
//!
//! Takes the document and where its links lead, gives what stands in the prose of the page. It must not know how links
//! are resolved, nor of the frame and the templates around the prose.

mod code;
mod containers;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::markdown::escape;
use crate::markdown::{Address, Alignment, Document, Element, Event};
use crate::site::{Href, HrefKind, ImageKind, ImageSource, Resolved};

/// The texts of the interface, by key.
pub type Messages = BTreeMap<String, String>;

/// What the place of a document on its page changes in its HTML.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WriteOptions<'a> {
    /// What its ids begin with, where several documents are on one page.
    pub(super) prefix: &'a str,
    /// Whether it stands in the small print of something else, where a heading would tear the outline of the page: its
    /// headings are paragraphs.
    pub(super) small: bool,
    /// Where it is shown.
    pub(super) medium: Medium,
    /// Whether its diagrams must not load anything.
    pub(super) closed: bool,
}

/// Where the HTML of a document is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Medium {
    /// On its own page.
    #[default]
    Page,
    /// On a page that lists it, cut before its notes: nothing there leads into it.
    List,
    /// Out of the site, where there are no scripts and none of its styles.
    Feed,
}

/// Appends the HTML of the document's body.
pub fn write_body(document: &Document, resolved: &Resolved, messages: &Messages, out: &mut String) {
    write_in(document, resolved, messages, WriteOptions::default(), out);
}

/// Appends the HTML of a document that is one of several on its page.
pub(super) fn write_in(
    document: &Document,
    resolved: &Resolved,
    messages: &Messages,
    options: WriteOptions<'_>,
    out: &mut String,
) {
    out.reserve(document.length as usize * 2);
    write_events(document, 0..document.events.len(), resolved, messages, options, out);
}

/// Appends the HTML of a stretch of the document's events, which opens and closes its elements evenly.
pub(super) fn write(
    document: &Document,
    events: Range<usize>,
    resolved: &Resolved,
    messages: &Messages,
    out: &mut String,
) {
    write_events(document, events, resolved, messages, WriteOptions::default(), out);
}

/// The same for a document with options of its own.
pub(super) fn write_events(
    document: &Document,
    events: Range<usize>,
    resolved: &Resolved,
    messages: &Messages,
    options: WriteOptions<'_>,
    out: &mut String,
) {
    let mut writer = Writer {
        document,
        resolved,
        messages,
        options,
        out,
        parents: Vec::new(),
        groups: Vec::new(),
        in_head: false,
        in_header: false,
        in_body: false,
        cards: 0,
        links: 0,
        bare_card: false,
    };
    for at in events {
        writer.event(document.events[at], document.events.get(at + 1).copied());
    }
}

struct Writer<'a> {
    document: &'a Document,
    resolved: &'a Resolved,
    messages: &'a Messages,
    options: WriteOptions<'a>,
    out: &'a mut String,
    /// What the next [`Element::Title`] belongs to.
    parents: Vec<Element>,
    /// The open groups of tabs.
    groups: Vec<u32>,
    in_head: bool,
    /// Whether the open cell is a header.
    in_header: bool,
    /// Whether the body of the table is open.
    in_body: bool,
    /// How many cards that are links are open: a link must not hold another.
    cards: u32,
    /// How many links are open; a link may hold none.
    links: u32,
    /// Whether the card that ends next has a title and nothing else.
    bare_card: bool,
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: Event, next: Option<Event>) {
        match event {
            Event::Text(span) => escape::text(self.document.str(span), self.out),
            Event::InlineCode(span) => {
                self.out.push_str("<code>");
                escape::text(self.document.str(span), self.out);
                self.out.push_str("</code>");
            }
            Event::Html(span)
                if self.options.medium != Medium::Page && is_comment(self.document.str(span)) => {}
            Event::Html(span) => self.out.push_str(self.document.str(span)),
            Event::Address(address) => {
                let written = match address {
                    Address::Link(index) => match self.href(index) {
                        Some(href) => &*href.href,
                        None => &*self.document.links[index as usize].target,
                    },
                    Address::Image(index) => match self.resolved.images.get(index as usize) {
                        Some(source) => &*source.src,
                        None => &*self.document.images[index as usize].target,
                    },
                };
                escape::attribute(written, self.out);
            }
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::Task(checked) => self.task(checked),
            Event::FootnoteReference { number, occurrence } => self.note_reference(number, occurrence),
            Event::Code(index) if self.options.medium == Medium::Feed => {
                code::write_plain(self.document, index, self.out);
            }
            Event::Code(index) => {
                code::write(self.document, index, self.messages, self.options.closed, self.out)
            }
            Event::Image(index) => self.image(index),
            Event::Open(element) => self.open(element, next),
            Event::Close(element) => self.close(element, next),
        }
    }

    fn open(&mut self, element: Element, next: Option<Event>) {
        let tag = match element {
            Element::Paragraph => "<p>",
            Element::Figure => "<figure>",
            Element::BlockQuote => "<blockquote>\n",
            Element::List(None) => "<ul>\n",
            Element::List(Some(1)) => "<ol>\n",
            Element::Item { task: false } => "<li>",
            Element::Item { task: true } => "<li class=\"task\">",
            Element::Table => "<div class=\"table-scroll\" tabindex=\"0\"><table>\n",
            Element::TableHead => {
                self.in_head = true;
                "<thead><tr>"
            }
            Element::TableRow if self.in_body => "<tr>",
            Element::TableRow => {
                self.in_body = true;
                "<tbody>\n<tr>"
            }
            Element::TableCell(align) => {
                // A header that says nothing is none.
                self.in_header = self.in_head && next != Some(Event::Close(element));
                match (self.in_header, align) {
                    (true, Alignment::None | Alignment::Left) => "<th>",
                    (true, Alignment::Center) => "<th data-align=\"center\">",
                    (true, Alignment::Right) => "<th data-align=\"right\">",
                    (false, Alignment::None | Alignment::Left) => "<td>",
                    (false, Alignment::Center) => "<td data-align=\"center\">",
                    (false, Alignment::Right) => "<td data-align=\"right\">",
                }
            }
            Element::Emphasis => "<em>",
            Element::Strong => "<strong>",
            Element::Strikethrough => "<del>",
            Element::Title => match self.parents.last() {
                Some(Element::Card(_)) => "<span class=\"card-title\">",
                Some(Element::Details { .. }) => "<summary>",
                _ => "<p class=\"admonition-title\">",
            },
            Element::List(Some(first)) => return self.push(&["<ol start=\"", &first.to_string(), "\">\n"]),
            Element::Heading(index) => return self.open_heading(index),
            Element::Link(index) => return self.open_link(index, ""),
            Element::Admonition(_) | Element::Details { .. } | Element::Card(_) => {
                self.parents.push(element);
                return self.open_titled(element, next == Some(Event::Open(Element::Title)));
            }
            Element::Container(id) => return self.push(&["<div class=\"", id.class(), "\">\n"]),
            Element::Tabs(index) => return self.open_tabs(index),
            Element::Tab(index) => return self.open_tab(index),
            Element::Footnotes => {
                let label = message(self.messages, "footnotes", "Footnotes");
                self.out.push_str("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"");
                escape::attribute(label, self.out);
                return self.out.push_str("\">\n<ol>\n");
            }
            Element::Footnote { .. } if self.options.medium == Medium::Feed => "<li>",
            Element::Footnote { number, .. } => {
                return self.push(&["<li id=\"", self.options.prefix, "fn-", &number.to_string(), "\">"]);
            }
        };
        self.out.push_str(tag);
    }

    fn close(&mut self, element: Element, next: Option<Event>) {
        let tag = match element {
            Element::Paragraph => {
                if let Some(Event::Close(Element::Footnote { number, references })) = next {
                    self.back_links(number, references);
                }
                "</p>\n"
            }
            Element::Figure => "</figure>\n",
            Element::BlockQuote => "</blockquote>\n",
            Element::List(None) => "</ul>\n",
            Element::List(Some(_)) => "</ol>\n",
            Element::Item { .. } => "</li>\n",
            Element::Table => {
                let in_body = std::mem::take(&mut self.in_body);
                if in_body { "</tbody></table></div>\n" } else { "</table></div>\n" }
            }
            Element::TableHead => {
                self.in_head = false;
                "</tr></thead>\n"
            }
            Element::TableRow => "</tr>\n",
            Element::TableCell(_) if self.in_header => "</th>",
            Element::TableCell(_) => "</td>",
            Element::Emphasis => "</em>",
            Element::Strong => "</strong>",
            Element::Strikethrough => "</del>",
            Element::Title => match self.parents.last() {
                Some(Element::Card(_)) if matches!(next, Some(Event::Close(Element::Card(_)))) => {
                    self.bare_card = true;
                    "</span>"
                }
                Some(Element::Card(_)) => "</span><div class=\"card-body\">\n",
                Some(Element::Details { .. }) => "</summary><div class=\"details-body\">\n",
                _ => "</p>\n",
            },
            Element::Admonition(_) => {
                self.parents.pop();
                "</div>\n"
            }
            Element::Details { .. } => {
                self.parents.pop();
                "</div></details>\n"
            }
            Element::Container(_) | Element::Tab(_) => "</div>\n",
            Element::Card(link) => {
                self.parents.pop();
                // Without a body there is no wrapper to close.
                if !std::mem::take(&mut self.bare_card) {
                    self.out.push_str("</div>");
                }
                match link {
                    Some(_) => {
                        self.cards = self.cards.saturating_sub(1);
                        "</a>\n"
                    }
                    None => "</div>\n",
                }
            }
            Element::Tabs(_) => {
                self.groups.pop();
                "</div>\n"
            }
            Element::Heading(index) => return self.close_heading(index),
            Element::Link(index) => return self.close_link(index),
            Element::Footnotes => "</ol>\n</section>\n",
            Element::Footnote { number, references } => {
                if !self.out.ends_with("</p>\n") {
                    self.back_links(number, references);
                }
                "</li>\n"
            }
        };
        self.out.push_str(tag);
    }

    fn push(&mut self, parts: &[&str]) {
        self.out.extend(parts.iter().copied());
    }

    fn open_heading(&mut self, index: u32) {
        let heading = &self.document.headings[index as usize];
        if self.options.medium == Medium::Feed {
            return self.push(&["<h", self.level(heading.level), ">"]);
        }
        match self.options.small {
            true => self.out.push_str("<p class=\"small-heading\""),
            false => self.push(&["<h", self.level(heading.level)]),
        }
        self.push(&[" id=\"", self.options.prefix]);
        escape::attribute(&heading.id, self.out);
        self.out.push_str("\">");
    }

    fn close_heading(&mut self, index: u32) {
        let heading = &self.document.headings[index as usize];
        if self.options.small {
            return self.out.push_str("</p>\n");
        }
        if self.cards == 0 && self.options.medium == Medium::Page {
            self.push(&["<a class=\"hash-link\" href=\"#", self.options.prefix]);
            escape::attribute(&heading.id, self.out);
            self.out.push_str("\" aria-label=\"");
            let label = message(self.messages, "heading_link", "Direct link to {heading}");
            escape::attribute(&label.replace("{heading}", &heading.text), self.out);
            self.out.push_str("\"></a>");
        }
        self.push(&["</h", self.level(heading.level), ">\n"]);
    }

    /// The number of a heading's element.
    fn level(&self, level: u8) -> &'static str {
        match level {
            1 => "1",
            3 => "3",
            4 => "4",
            5 => "5",
            6 => "6",
            _ => "2",
        }
    }

    fn href(&self, index: u32) -> Option<&'a Href> {
        self.resolved.links.get(index as usize)
    }

    fn open_link(&mut self, index: u32, class: &str) {
        if self.cards > 0 {
            return;
        }
        self.links += 1;
        self.out.push_str("<a");
        if !class.is_empty() {
            self.push(&[" class=\"", class, "\""]);
        }
        if let Some(href) = self.href(index).filter(|href| href.kind != HrefKind::Nowhere) {
            self.out.push_str(" href=\"");
            match href.href.strip_prefix('#') {
                Some(anchor) => {
                    self.push(&["#", self.options.prefix]);
                    escape::attribute(anchor, self.out);
                }
                None => escape::attribute(&href.href, self.out),
            }
            self.out.push('"');
            self.out.push_str(match href.kind {
                HrefKind::Page | HrefKind::Nowhere => "",
                HrefKind::File => " data-no-router",
                HrefKind::External => " target=\"_blank\" rel=\"noopener noreferrer\"",
            });
        }
        if let Some(title) = &self.document.links[index as usize].title {
            self.out.push_str(" title=\"");
            escape::attribute(title, self.out);
            self.out.push('"');
        }
        self.out.push('>');
    }

    fn close_link(&mut self, index: u32) {
        if self.cards > 0 {
            return;
        }
        self.links = self.links.saturating_sub(1);
        if self.href(index).is_some_and(|href| href.kind == HrefKind::External) {
            let label = message(self.messages, "external", "(opens in new tab)");
            self.out.push_str("<span class=\"external\" role=\"img\" aria-label=\"");
            escape::attribute(label, self.out);
            self.out.push_str("\"></span>");
        }
        self.out.push_str("</a>");
    }

    fn image(&mut self, index: u32) {
        let image = &self.document.images[index as usize];
        let source = self.resolved.images.get(index as usize);
        if let Some(source) = source.filter(|source| source.kind != ImageKind::Loaded) {
            return self.image_words(&image.alt, source);
        }
        self.out.push_str("<img src=\"");
        escape::attribute(source.map_or(&*image.target, |source| &source.src), self.out);
        self.out.push('"');
        if let Some((width, height)) = source.and_then(|source| source.size) {
            self.push(&[" width=\"", &width.to_string(), "\" height=\"", &height.to_string(), "\""]);
        }
        self.out.push_str(" loading=\"lazy\" decoding=\"async\" alt=\"");
        escape::attribute(&image.alt, self.out);
        self.out.push('"');
        match &image.title {
            Some(caption) if image.block => {
                self.out.push_str("><figcaption>");
                escape::text(caption, self.out);
                self.out.push_str("</figcaption>");
            }
            Some(title) => {
                self.out.push_str(" title=\"");
                escape::attribute(title, self.out);
                self.out.push_str("\">");
            }
            None => self.out.push('>'),
        }
    }

    /// Replaces an image that is not loaded.
    fn image_words(&mut self, alt: &str, source: &ImageSource) {
        let words = if alt.is_empty() { &source.src } else { alt };
        if source.kind == ImageKind::Nowhere || self.links > 0 {
            return escape::text(words, self.out);
        }
        self.out.push_str("<a href=\"");
        escape::attribute(&source.src, self.out);
        self.out.push_str("\" target=\"_blank\" rel=\"noopener noreferrer\">");
        escape::text(words, self.out);
        self.out.push_str("</a>");
    }

    fn task(&mut self, checked: bool) {
        let (state, label) = match checked {
            true => (" checked", message(self.messages, "task_done", "Done")),
            false => ("", message(self.messages, "task_open", "To do")),
        };
        self.push(&["<input type=\"checkbox\" disabled", state, " aria-label=\""]);
        escape::attribute(label, self.out);
        self.out.push_str("\"> ");
    }

    fn note_reference(&mut self, number: u32, occurrence: u32) {
        if self.options.medium == Medium::List {
            return;
        }
        let number = number.to_string();
        if self.cards > 0 || self.options.medium == Medium::Feed {
            return self.push(&["<sup>", &number, "</sup>"]);
        }
        let label = message(self.messages, "footnote", "Footnote {number}").replace("{number}", &number);
        self.push(&[
            "<sup><a class=\"footnote-ref\" id=\"",
            self.options.prefix,
            &reference_id(&number, occurrence),
            "\" href=\"#",
            self.options.prefix,
            "fn-",
            &number,
        ]);
        self.out.push_str("\" role=\"doc-noteref\" aria-label=\"");
        escape::attribute(&label, self.out);
        self.push(&["\">", &number, "</a></sup>"]);
    }

    fn back_links(&mut self, number: u32, references: u32) {
        if self.options.medium == Medium::Feed {
            return;
        }
        let number = number.to_string();
        for occurrence in 1..=references {
            let which = if occurrence == 1 { number.clone() } else { format!("{number}-{occurrence}") };
            let label = message(self.messages, "footnote_back", "Back to reference {number}")
                .replace("{number}", &which);
            let prefix = self.options.prefix;
            self.push(&[" <a class=\"footnote-back\" href=\"#", prefix, &reference_id(&number, occurrence)]);
            self.out.push_str("\" role=\"doc-backlink\" aria-label=\"");
            escape::attribute(&label, self.out);
            self.out.push_str("\">↩</a>");
        }
    }
}

fn is_comment(html: &str) -> bool {
    let html = html.trim();
    html.starts_with("<!--") && html.find("-->") == html.len().checked_sub(3)
}

fn reference_id(number: &str, occurrence: u32) -> String {
    if occurrence == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{occurrence}") }
}

/// A text of the interface, or the English one where a site's own list lacks it.
fn message<'m>(messages: &'m Messages, key: &str, english: &'m str) -> &'m str {
    messages.get(key).map_or(english, String::as_str)
}
