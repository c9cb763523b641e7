//! Converts the events of documents to elements and content.

use std::collections::VecDeque;

use super::{
    Kind, Opening, Writer, blocks::Last, escape, escape::Place, inline::Inline, inline::Mark, inline::Space,
};
use crate::markdown::{
    Address, Document, Element, Event,
    document::{Audience, Field, OwnMarkdown, OwnPiece, VideoSource, Written},
    escape as html_escape,
};

/// The URLs of the links and images in a document.
#[derive(Clone, Copy)]
pub(super) struct Targets<'d> {
    pub document: &'d Document,
    pub links: &'d [Option<String>],
    pub images: &'d [Option<String>],
    /// The list of the pages in the page's category, as Markdown.
    pub pages: &'d str,
}

impl<'d> Targets<'d> {
    fn link(self, index: u32) -> &'d str {
        let own = || self.document.links.get(index as usize).map_or("", |link| &*link.target);
        self.links.get(index as usize).and_then(Option::as_deref).unwrap_or_else(own)
    }

    fn image(self, index: u32) -> &'d str {
        let own = || self.document.images.get(index as usize).map_or("", |image| &*image.target);
        self.images.get(index as usize).and_then(Option::as_deref).unwrap_or_else(own)
    }
}

impl Writer<'_> {
    /// Writes events. If a component has a Markdown form, writes that form instead of the component's output.
    pub(super) fn events(&mut self, events: &[Event], own: &[OwnMarkdown]) {
        let mut own = own.iter().peekable();
        let mut html = String::new();
        let mut at = 0;
        loop {
            let markdown = own.next_if(|one| one.events.start <= at);
            let event = if markdown.is_some() { None } else { events.get(at) };
            match event {
                Some(Event::Html(span)) => html.push_str(self.targets.document.str(*span)),
                Some(Event::Address(address)) => {
                    let target = match address {
                        Address::Link(index) => self.targets.link(*index),
                        Address::Image(index) => self.targets.image(*index),
                        Address::Module(_) => "",
                    };
                    html_escape::attribute(target, &mut html);
                }
                _ => self.html(&std::mem::take(&mut html)),
            }
            match (markdown, event) {
                (Some(one), _) => {
                    self.own(one);
                    at = at.max(one.events.end);
                    continue;
                }
                (None, Some(event)) if *event == FOR_HUMANS => {
                    at = end_of(events, at);
                    while own.next_if(|one| one.events.start < at).is_some() {}
                    continue;
                }
                (None, Some(event)) => self.event(*event, events.get(at + 1)),
                (None, None) => return,
            }
            at += 1;
        }
    }

    fn event(&mut self, event: Event, next: Option<&Event>) {
        let document = self.targets.document;
        match event {
            Event::Text(span) => self.text(document.str(span)),
            Event::InlineCode(span) => self.inline_code(document.str(span)),
            Event::Emoji(span) => self.raw_inline(document.str(span)),
            Event::SoftBreak => self.space(Space::Line),
            Event::HardBreak => self.space(Space::Hard),
            Event::Rule => self.rule(),
            // If no text followed a checkbox, the checkbox would be parsed as text.
            Event::Task(_) if matches!(next, Some(Event::Close(_))) => {}
            Event::Task(checked) => {
                self.raw_inline(if checked { "[x] " } else { "[ ] " });
            }
            Event::FootnoteReference { number, .. } => self.raw_inline(&format!("[^{number}]")),
            Event::Code(index) => {
                let block = &document.code[index as usize];
                // Only the code as written includes marks, notes, and collapsed lines.
                let (language, options, text) = match &block.written {
                    Some(Written { language, options, text }) => (&**language, &**options, *text),
                    None if block.diagram => ("mermaid", "", block.text),
                    None => (&*block.language, "", block.text),
                };
                let mut info = language.to_owned();
                if let Some(title) = &block.title {
                    info.push_str(&format!(" {}", escape::attribute("title", title)));
                }
                if !options.is_empty() {
                    info.push_str(&format!(" {options}"));
                }
                self.code_block(&info, document.str(text));
            }
            Event::Math(index) => {
                let formula = &document.math[index as usize];
                let mark = if formula.display { "$$" } else { "$" };
                self.raw_inline(&format!("{mark}{}{mark}", document.str(formula.latex)));
            }
            Event::Image(index) => {
                let image = &document.images[index as usize];
                self.image(&image.alt, self.targets.image(index), image.title.as_deref());
            }
            Event::Open(Element::Pages) => {
                self.end_line();
                self.block(self.targets.pages.trim_end(), Last::Other);
            }
            Event::Close(Element::Pages) => {}
            Event::ForAgents(index) => {
                self.end_line();
                let text = self.inner(&document.for_agents[index as usize]);
                self.block(text.trim_end(), Last::Other);
            }
            Event::Open(Element::TooltipText) => self.text(" ("),
            Event::Close(Element::TooltipText) => self.text(")"),
            Event::Attributes(index) => {
                if let Some(caption) = document.caption(index) {
                    self.caption = Some(caption.to_owned());
                }
            }
            Event::Icon(_) | Event::Children => {}
            Event::Open(element) => {
                self.depth += 1;
                let kind = self.kind_of(element, next == Some(&Event::Open(Element::Title)));
                self.open(kind);
            }
            Event::Close(element) => {
                self.depth = self.depth.saturating_sub(1);
                let (open, _) = self.balance.leave(self.depth + 1);
                (0..=open.len()).for_each(|_| self.close_frame());
                if matches!(element, Element::Tabs(_)) {
                    self.groups.pop();
                }
            }
            Event::Html(_) | Event::Address(_) | Event::Jsx(_) | Event::JsxEnd(_) => {}
        }
    }

    fn kind_of(&mut self, element: Element, is_titled: bool) -> Kind {
        let document = self.targets.document;
        match element {
            Element::Paragraph => Kind::Paragraph,
            Element::Term | Element::Entry(_) => Kind::Term,
            Element::Definition => Kind::Definition,
            Element::Definitions | Element::Figure | Element::Pages | Element::Visibility(_) => Kind::Block,
            Element::Heading(index) => {
                let heading = &document.headings[index as usize];
                Kind::Heading { level: heading.level, id: Some(heading.id.to_string()) }
            }
            Element::BlockQuote => Kind::Quote,
            Element::List(first) => Kind::List(first),
            Element::Item { .. } => Kind::Item,
            Element::Table => Kind::Table(self.caption.take()),
            Element::TableHead => Kind::Head,
            Element::TableRow => Kind::Row,
            Element::TableCell(alignment) => Kind::Cell { is_header: false, span: 1, alignment },
            Element::Emphasis => Kind::Mark(Mark::Emphasis),
            Element::Strong => Kind::Mark(Mark::Strong),
            Element::Strikethrough => Kind::Mark(Mark::Strikethrough),
            Element::Subscript => Kind::Mark(Mark::Tag("sub")),
            Element::Superscript => Kind::Mark(Mark::Tag("sup")),
            Element::Highlight => Kind::Mark(Mark::Tag("mark")),
            Element::Key => Kind::Mark(Mark::Tag("kbd")),
            Element::Link(index) => Kind::Mark(Mark::Link {
                target: self.targets.link(index).to_owned(),
                title: document.links[index as usize].title.as_deref().map(str::to_owned),
            }),
            Element::AgentHeading(level) => Kind::Heading { level, id: None },
            Element::Badge(_) | Element::IconText | Element::Tooltip | Element::TooltipText => Kind::Plain,
            Element::Title => Kind::Title,
            Element::Footnotes => Kind::Plain,
            Element::Footnote { number, .. } => Kind::Footnote(number),
            Element::Admonition(id) | Element::Container(id) | Element::Grid(id, _) => {
                self.directive(id.name, String::new(), is_titled)
            }
            Element::Details { .. } => self.directive("details", String::new(), is_titled),
            Element::Card(link) => {
                let target = link.map(|index| self.targets.link(index).replace('"', "%22"));
                let attributes = target.map_or_else(String::new, |target| format!("{{href=\"{target}\"}}"));
                self.directive("card", attributes, is_titled)
            }
            Element::Field(index) => {
                let field = &document.fields[index as usize];
                self.directive("field", field_attributes(field), is_titled)
            }
            Element::Video(index) => {
                let video = &document.videos[index as usize];
                let source = match video.source {
                    VideoSource::File(file) => self.targets.image(file),
                    VideoSource::Service { page, .. } => self.targets.link(page),
                };
                let attributes = format!("{{src=\"{}\"}}", source.replace('"', "%22"));
                self.directive("video", attributes, is_titled)
            }
            Element::Tabs(index) => {
                self.groups.push(index);
                self.directive("tabs", String::new(), is_titled)
            }
            Element::Tab(at) => {
                let group = self.groups.last().map(|index| &document.tabs[*index as usize]);
                let label = group.and_then(|group| group.tabs.get(at as usize)).map_or("", |tab| &*tab.label);
                let mut line = Inline::default();
                line.text(label, &[]);
                let label = line.finish(&[], Place::Label);
                self.directive("tab", format!("[{label}]"), false)
            }
        }
    }

    fn directive(&mut self, name: &'static str, attributes: String, is_titled: bool) -> Kind {
        let colons = self.colons.pop_front().unwrap_or(FEWEST);
        Kind::Directive(Opening { colons, name, attributes, is_titled })
    }

    /// Returns separate content as Markdown.
    fn inner(&self, events: &[Event]) -> String {
        let mut inner = Writer::new(self.targets, events);
        inner.events(events, &[]);
        inner.finish()
    }

    /// Writes a component's Markdown form.
    fn own(&mut self, own: &OwnMarkdown) {
        let mut text = String::new();
        for piece in &own.pieces {
            match piece {
                OwnPiece::Text(own) => text.push_str(own),
                OwnPiece::Events(events) => text.push_str(&self.inner(events)),
            }
        }
        let is_block = text.trim().contains('\n') || text.ends_with('\n');
        if is_block && self.single.is_none() && self.code.is_none() {
            self.end_line();
            self.block(text.trim(), Last::Other);
        } else {
            self.raw_inline(&text);
        }
    }
}

/// The start of content for people, which the Markdown version of a page doesn't contain.
const FOR_HUMANS: Event = Event::Open(Element::Visibility(Audience::Humans));

/// Returns the index after the end of the content for one audience that starts at an index.
fn end_of(events: &[Event], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, event) in events.iter().enumerate().skip(start) {
        match event {
            Event::Open(Element::Visibility(_)) => depth += 1,
            Event::Close(Element::Visibility(_)) if depth <= 1 => return at + 1,
            Event::Close(Element::Visibility(_)) => depth -= 1,
            _ => {}
        }
    }
    events.len()
}

fn field_attributes(field: &Field) -> String {
    let value = |name: &str, value: &Option<Box<str>>| Some(escape::attribute(name, value.as_deref()?));
    let flag = |name: &str, is_set: bool| is_set.then(|| name.to_owned());
    let all = [
        value("type", &field.kind),
        flag("required", field.is_required),
        value("default", &field.default),
        flag("deprecated", field.is_deprecated),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    if all.is_empty() { String::new() } else { format!("{{{}}}", all.join(" ")) }
}

/// The minimum number of colons in a directive.
const FEWEST: usize = 3;

/// Returns the number of colons for each directive. A directive has one more colon than the directives inside it.
pub(super) fn colons(events: &[Event]) -> VecDeque<usize> {
    let is_directive = |element: Element| {
        use Element::{Admonition, Card, Container, Details, Field, Grid, Tab, Tabs, Video};
        matches!(
            element,
            Admonition(_)
                | Card(_)
                | Container(_)
                | Details { .. }
                | Field(_)
                | Grid(..)
                | Tab(_)
                | Tabs(_)
                | Video(_)
        )
    };
    let (mut all, mut open): (VecDeque<usize>, Vec<usize>) = (VecDeque::new(), Vec::new());
    let mut written = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            _ if at < written => {}
            event if *event == FOR_HUMANS => written = end_of(events, at),
            Event::Open(element) if is_directive(*element) => {
                open.push(all.len());
                all.push_back(FEWEST);
            }
            Event::Close(element) if is_directive(*element) => {
                if let (Some(inner), Some(outer)) = (open.pop(), open.last()) {
                    all[*outer] = all[*outer].max(all[inner] + 1);
                }
            }
            _ => {}
        }
    }
    all
}
