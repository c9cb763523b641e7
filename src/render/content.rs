//! Converts a [`Document`] to a single string of HTML in one pass.
//!
//! Takes the document and its resolved links. This module must not depend on how links are resolved, on the
//! frame, or on the templates around the prose.

mod attributes;
mod code;
mod containers;
mod fields;
mod images;
mod lines;
mod links;
mod medium;
mod notes;
mod parts;
mod terms;
mod video;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{
    Messages,
    client::ClientFiles,
    markup::{Markup, html},
};
use crate::images::Images;
use crate::markdown::{Address, Alignment, Document, Element, Event, Formula, emoji, escape};
use crate::site::Resolved;
pub(super) use images::smaller_files;
pub(super) use medium::Medium;
pub(super) use terms::PageTerms;
use terms::Terms;

/// The options that depend on where a document is shown.
#[derive(Clone, Copy, Default)]
pub struct WriteOptions<'a> {
    /// The prefix of the document's IDs, if there are several documents on one page.
    pub(super) prefix: &'a str,
    /// The heading IDs that don't get the prefix.
    pub(super) kept_ids: Option<&'a HashSet<&'a str>>,
    /// Whether the document is inside other text, where headings would break the outline of the page. The document's
    /// headings become paragraphs.
    pub(super) small: bool,
    /// The place where the document is shown.
    pub(super) medium: Medium,
    /// Whether diagrams must not load anything.
    pub(super) closed: bool,
    /// The modules of interactive components.
    pub(super) modules: Option<&'a ClientFiles<'a>>,
    /// The glossary that explains the terms in the document.
    pub(super) terms: Option<PageTerms<'a>>,
    /// The smaller versions of images.
    pub(super) images: Option<&'a Images<'a>>,
    /// Whether readers can enlarge images.
    pub(super) zoom: bool,
    /// Whether blocks have the numbers of their lines in the source.
    pub(super) lines: bool,
    /// The HTML of the list of the pages in the page's category, if the document contains such a list.
    pub(super) pages: &'a str,
    /// The `lang` and `dir` attributes of UI strings, with a leading space, if the document isn't translated.
    pub(super) interface: &'a str,
}

/// Returns the HTML for a range of a document's events. Every element that opens in the range must close in the range.
pub fn write(
    document: &Document,
    events: Range<usize>,
    resolved: &Resolved,
    messages: &Messages,
    options: WriteOptions<'_>,
) -> String {
    write_parts(document, events, resolved, messages, options).concat()
}

/// Returns the HTML for a range of events in parts. The HTML is the same as the result of [`write`]. The default
/// content of a slot belongs between two parts.
pub(super) fn write_parts(
    document: &Document,
    events: Range<usize>,
    resolved: &Resolved,
    messages: &Messages,
    options: WriteOptions<'_>,
) -> Vec<String> {
    let mut writer = Writer::new(document, resolved, messages, options);
    for at in events {
        if writer.depth == 0 {
            writer.side_notes(at);
        }
        let start = writer.out.len();
        writer.event(document.events[at], document.events.get(at + 1).copied());
        writer.add_line(at, start);
    }
    writer.parts.push(writer.out);
    writer.parts
}

/// Returns the HTML for a document's title if the title has parts that the metadata's HTML leaves out.
pub(super) fn write_title(
    document: &Document,
    resolved: &Resolved,
    messages: &Messages,
    options: WriteOptions<'_>,
) -> Option<String> {
    let events = &document.title_events;
    (!events.is_empty()).then(|| {
        let mut writer = Writer::new(document, resolved, messages, options);
        writer.in_heading = true;
        (0..events.len()).for_each(|at| writer.event(events[at], events.get(at + 1).copied()));
        writer.out.trim().to_owned()
    })
}

struct Writer<'a> {
    document: &'a Document,
    resolved: &'a Resolved,
    messages: &'a Messages,
    options: WriteOptions<'a>,
    out: String,
    /// The HTML before `out`.
    parts: Vec<String>,
    /// The open elements that can have a title. The next [`Element::Title`] belongs to the last element.
    parents: Vec<Element>,
    /// The open groups of tabs.
    groups: Vec<u32>,
    /// For each open video or field, whether its content is in a separate element.
    wrapped: Vec<bool>,
    /// Whether the next field is in the same list as the previous field.
    in_rows: bool,
    in_head: bool,
    /// Whether the open cell is a header cell.
    in_header: bool,
    /// Whether the body of the table is open.
    in_body: bool,
    /// The number of open cards that are links. A card that's a link must not contain links.
    cards: u32,
    /// The number of open links. Links must not contain other links.
    links: u32,
    /// Whether a heading is open. Headings contain only the author's own links.
    in_heading: bool,
    /// Whether the next card to close has only a title.
    bare_card: bool,
    /// The attributes of the next element, as an index.
    attributes: Option<u32>,
    /// The notes of the preceding code block.
    notes: Option<code::Notes>,
    /// The numbers of the footnotes that are next to the text.
    beside: HashSet<u32>,
    /// Whether the open heading shows the number of tasks in its section.
    counted: bool,
    terms: Terms<'a>,
    /// The lines of the source, if blocks have line numbers.
    lines: Option<lines::Lines>,
    /// The number of open elements.
    depth: usize,
    /// Whether a heading was written.
    in_section: bool,
    /// Whether the open title is empty.
    is_untitled: bool,
    /// Whether the writer is leaving out an interactive component's start tag.
    in_island_tag: bool,
}

impl<'a> Writer<'a> {
    fn new(
        document: &'a Document,
        resolved: &'a Resolved,
        messages: &'a Messages,
        options: WriteOptions<'a>,
    ) -> Self {
        Writer {
            document,
            resolved,
            messages,
            options,
            out: String::with_capacity(document.length as usize * 2),
            parts: Vec::new(),
            parents: Vec::new(),
            groups: Vec::new(),
            wrapped: Vec::new(),
            in_rows: false,
            in_head: false,
            in_header: false,
            in_body: false,
            cards: 0,
            links: 0,
            in_heading: false,
            bare_card: false,
            in_island_tag: false,
            in_section: false,
            is_untitled: false,
            attributes: None,
            notes: None,
            beside: HashSet::new(),
            counted: false,
            depth: 0,
            lines: options.lines.then(|| lines::Lines::new(&document.source)),
            terms: Terms::new(options.terms, &document.abbreviations, options.medium),
        }
    }
}

impl Markup for Writer<'_> {
    fn parts(&mut self) -> (&mut String, &Messages) {
        (&mut self.out, self.messages)
    }
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: Event, next: Option<Event>) {
        self.write_event(event, next);
        // An element that doesn't write its attributes must not leave them to the next element.
        if !matches!(event, Event::Attributes(_)) {
            self.attributes = None;
        }
    }

    fn write_event(&mut self, event: Event, next: Option<Event>) {
        match event {
            _ if self.in_notes(event) => {}
            // The author's raw HTML can precede the text, so the context of the text is unknown.
            Event::Text(span) => self.text_with_terms(self.document.str(span)),
            Event::InlineCode(span) => self.inline_code(self.document.str(span)),
            Event::Html(span)
                if self.options.medium != Medium::Page && is_comment(self.document.str(span)) =>
            {
                self.comment(self.document.str(span));
            }
            Event::Html(span) if self.in_island_tag => self.end_island_tag(self.document.str(span)),
            Event::Html(span) => {
                self.note_tags(self.document.str(span));
                self.raw(self.document.str(span));
            }
            Event::Address(_) if self.in_island_tag => {}
            Event::Address(Address::Module(_)) if self.options.medium == Medium::Feed => {
                let start = self.out.rfind('<').unwrap_or(self.out.len());
                self.out.truncate(start);
                self.in_island_tag = true;
            }
            Event::Address(address) => self.address(address),
            Event::SoftBreak => self.raw("\n"),
            Event::HardBreak => self.raw("<br>\n"),
            Event::Rule => self.raw("<hr>\n"),
            Event::Task(checked) => self.task(checked),
            Event::FootnoteReference { number, occurrence } => self.note_reference(number, occurrence),
            Event::Code(index) => self.code_with_attributes(index),
            Event::Attributes(index) => self.attributes = Some(index),
            Event::Emoji(span) => self.raw(emoji(self.document.str(span)).unwrap_or_default()),
            Event::Math(index) => self.formula(&self.document.math[index as usize]),
            Event::Image(index) => self.image(index),
            Event::Icon(icon) => self.icon(icon, next),
            Event::Children => self.parts.push(std::mem::take(&mut self.out)),
            Event::Jsx(_) | Event::JsxEnd(_) | Event::ForAgents(_) => {}
            Event::Open(element) => self.open(element, next),
            Event::Close(element) => self.close(element, next),
        }
    }

    fn address(&mut self, address: Address) {
        let written = match address {
            Address::Link(index) => match self.href(index) {
                Some(href) => &*href.href,
                None => &*self.document.links[index as usize].target,
            },
            Address::Image(index) => return self.image_address(index),
            Address::Module(index) => {
                let module = &self.document.modules[index as usize];
                let href = self.options.modules.and_then(|modules| modules.href(module));
                href.map_or("", String::as_str)
            }
        };
        escape::attribute(written, &mut self.out);
    }

    fn open(&mut self, element: Element, next: Option<Event>) {
        self.note_element(element, true);
        self.depth += 1;
        let tag = match element {
            Element::Paragraph => "<p>",
            Element::Figure => "<figure>",
            Element::BlockQuote => "<blockquote>\n",
            Element::Definitions => "<dl>\n",
            Element::Term => "<dt>",
            Element::Entry(index) => {
                let id = &self.document.terms[index as usize].id;
                return html!(self, r#"<dt id="{}{}">"#, self.options.prefix, id);
            }
            Element::Definition => "<dd>",
            Element::List(None) => "<ul>\n",
            Element::List(Some(1)) => "<ol>\n",
            // The attributes of a task contain the class.
            Element::Item { task: true } if self.attributes.is_none() => "<li class=\"task\">",
            Element::Item { .. } => "<li>",
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
                // An empty header cell isn't a header.
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
            Element::Subscript => "<sub>",
            Element::Superscript => "<sup>",
            Element::Highlight => "<mark>",
            Element::Key => "<kbd>",
            Element::Badge(Some(kind)) => {
                return html!(self, r#"<span class="badge" data-kind="{}">"#, kind.look());
            }
            Element::Badge(None) => "<span class=\"badge\">",
            Element::IconText => "<span class=\"icon-text\">",
            Element::Tooltip if self.options.medium == Medium::Feed => "<span>",
            // A link is already focusable.
            Element::Tooltip if self.links + self.cards > 0 => "<span class=\"tooltip\">",
            Element::Tooltip => "<span class=\"tooltip\" tabindex=\"0\">",
            Element::TooltipText if self.options.medium == Medium::Feed => "<span> (",
            Element::TooltipText => "<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>",
            Element::Title => match self.parents.last() {
                Some(Element::Card(_)) => "<span class=\"card-title\">",
                Some(Element::Details { .. }) => "<summary>",
                Some(Element::Video(_)) => "<p>",
                Some(Element::Field(index)) => return self.open_field_name(*index),
                Some(Element::Container(id)) => return self.open_container_title(*id),
                _ if next == Some(Event::Close(Element::Title)) => {
                    self.is_untitled = true;
                    return;
                }
                _ => "<p class=\"admonition-title\">",
            },
            Element::List(Some(first)) => {
                html!(self, "<ol start=\"{}\"", &first.to_string());
                self.write_attributes(&[]);
                return self.raw(">\n");
            }
            Element::Heading(index) => {
                self.in_section = true;
                return self.open_heading(index);
            }
            Element::Link(index) => return self.open_link(index, ""),
            Element::Admonition(_) | Element::Details { .. } | Element::Card(_) => {
                self.parents.push(element);
                return self.open_titled(element, next == Some(Event::Open(Element::Title)));
            }
            Element::Container(id) => {
                self.parents.push(element);
                return self.open_container(id);
            }
            Element::Grid(id, columns) => {
                self.parents.push(element);
                return self.open_grid(id, columns);
            }
            Element::Field(index) => return self.open_field(index),
            Element::Video(index) => {
                self.parents.push(element);
                return self.open_video(index, next != Some(Event::Close(element)));
            }
            Element::Tabs(index) => return self.open_tabs(index),
            Element::Pages | Element::Visibility(_) | Element::AgentHeading(_) => return,
            Element::Tab(index) => return self.open_tab(index),
            Element::Footnotes => {
                html!(self, r#"<section class="footnotes" role="doc-endnotes" aria-label="{footnotes}">"#);
                "\n<ol>\n"
            }
            Element::Footnote { .. } if self.options.medium == Medium::Feed => "<li>",
            Element::Footnote { number, .. } => {
                return self.open_note(number);
            }
        };
        if self.attributes.is_none() {
            return self.raw(tag);
        }
        let (start, end) = tag.split_at(tag.rfind('>').unwrap_or(tag.len()));
        self.raw(start);
        let table = self.attributes;
        self.write_attributes(&[]);
        if table.is_some_and(|index| self.has_class(index, "filterable")) {
            html!(self, r#" data-filter="{rows_filter}" data-none="{rows_none}""#);
        }
        self.raw(end);
        if element == Element::Table {
            self.table_parts(table);
        }
    }

    fn close(&mut self, element: Element, next: Option<Event>) {
        self.note_element(element, false);
        self.depth = self.depth.saturating_sub(1);
        let tag = match element {
            Element::Paragraph => {
                if let Some(Event::Close(Element::Footnote { number, references })) = next {
                    self.back_links(number, references);
                }
                "</p>\n"
            }
            Element::Figure => "</figure>\n",
            Element::BlockQuote => "</blockquote>\n",
            Element::Definitions => "</dl>\n",
            Element::Term | Element::Entry(_) => "</dt>\n",
            Element::Definition => "</dd>\n",
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
            Element::Subscript => "</sub>",
            Element::Superscript => "</sup>",
            Element::Highlight => "</mark>",
            Element::Key => "</kbd>",
            Element::TooltipText if self.options.medium == Medium::Feed => ")</span>",
            Element::TooltipText => "<span class=\"tooltip-mark\">)</span></span>",
            Element::Badge(_) | Element::IconText | Element::Tooltip => "</span>",
            Element::Title => match self.parents.last() {
                Some(Element::Card(_)) if matches!(next, Some(Event::Close(Element::Card(_)))) => {
                    self.bare_card = true;
                    "</span>"
                }
                Some(Element::Card(_)) => "</span><div class=\"card-body\">\n",
                Some(Element::Details { .. }) => "</summary><div class=\"details-body\">\n",
                Some(Element::Container(id)) => return self.close_container_title(*id),
                Some(Element::Field(index)) => return self.close_field_name(*index, next),
                _ if std::mem::take(&mut self.is_untitled) => return,
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
            Element::Container(id) | Element::Grid(id, _) => {
                self.parents.pop();
                return html!(self, "</{}>\n", raw(id.html[0].tag));
            }
            Element::Field(_) => return self.close_field(next),
            Element::Video(_) => {
                self.parents.pop();
                if self.wrapped.pop() == Some(true) { "</figcaption></figure>\n" } else { "</figure>\n" }
            }
            Element::Tab(_) => "</div>\n",
            Element::Pages => self.options.pages,
            Element::Visibility(_) | Element::AgentHeading(_) => "",
            Element::Card(link) => {
                self.parents.pop();
                // Without a body, there is no wrapper to close.
                if !std::mem::take(&mut self.bare_card) {
                    self.raw("</div>");
                }
                match link {
                    Some(_) => {
                        self.cards = self.cards.saturating_sub(1);
                        if self.cards == 0 {
                            self.links = self.links.saturating_sub(1);
                        }
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
        self.raw(tag);
    }

    fn open_heading(&mut self, index: u32) {
        self.in_heading = true;
        let heading = &self.document.headings[index as usize];
        if self.options.medium == Medium::Feed {
            return html!(self, "<h{}>", &heading.level.to_string());
        }
        if self.options.small {
            self.raw("<p class=\"small-heading\"")
        } else {
            html!(self, "<h{}", &heading.level.to_string())
        }
        let is_kept = self.options.kept_ids.is_some_and(|kept| kept.contains(&*heading.id));
        html!(self, r#" id="{}{}""#, if is_kept { "" } else { self.options.prefix }, &heading.id);
        self.counted = self.attributes.is_some_and(|index| self.has_class(index, "task-count"));
        self.write_attributes(&[]);
        self.raw(">");
    }

    fn close_heading(&mut self, index: u32) {
        self.in_heading = false;
        let heading = &self.document.headings[index as usize];
        if std::mem::take(&mut self.counted) {
            self.task_count(index);
        }
        if self.options.small {
            return self.raw("</p>\n");
        }
        if self.cards == 0 && self.options.medium == Medium::Page {
            let label = self.messages.fill("heading_link", &[("heading", &heading.text)]);
            html!(self, r##"<a class="hash-link" href="#{}{}""##, self.options.prefix, &heading.id);
            html!(self, r#" aria-label="{}"></a>"#, &label);
        }
        html!(self, "</h{}>\n", &heading.level.to_string());
    }

    fn formula(&mut self, formula: &Formula) {
        let is_linked = self.options.medium == Medium::Page && !self.is_in_link();
        let linked = formula.mathml.as_deref().filter(|_| is_linked).map(Cow::Borrowed);
        let Some(mathml) = &linked.or_else(|| formula.unlinked()) else {
            return html!(self, "<code>{}</code>", self.document.str(formula.latex));
        };
        if !formula.display || self.options.medium == Medium::Feed {
            return self.raw(mathml);
        }
        // A wide formula scrolls. Formulas run from left to right in all languages.
        self.raw("<span class=\"formula\" dir=\"ltr\" tabindex=\"0\">");
        self.raw(mathml);
        self.raw("</span>");
    }

    fn task(&mut self, checked: bool) {
        html!(self, r#"<input type="checkbox" disabled"#);
        if checked {
            html!(self, r#" checked aria-label="{task_done}"> "#)
        } else {
            html!(self, r#" aria-label="{task_open}"> "#)
        }
    }
}

fn is_comment(html: &str) -> bool {
    let html = html.trim();
    html.starts_with("<!--") && html.find("-->") == html.len().checked_sub(3)
}
