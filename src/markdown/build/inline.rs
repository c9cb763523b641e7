//! Handles inline content: text, bare URLs, links, images, inline code, and HTML.

use std::ops::Range;

use pulldown_cmark::{Event as Md, LinkType, Tag, TagEnd};

use super::{Builder, Collect, FrameKind, OpenLink, Pass, inline_directives::plain_text};
use crate::diag::{Code, Span};
use crate::markdown::{
    autolink,
    code::links::CodeUrl,
    destination,
    directive::Line,
    document::{CodePart, Element, Event, Image, Link},
    image_tag::ImageTag,
    requests,
};

/// A piece of a run of text.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The offset in the arena.
    pub at: usize,
    /// The offset in the parsed text.
    pub parsed: usize,
    /// Whether the piece is the value of a variable or a typographic character. Its text has no meaning in Markdown,
    /// and offsets in it don't correspond to offsets in the parsed text.
    pub is_value: bool,
}

impl Builder<'_> {
    /// Appends text to the current collector. In the document, adjacent text becomes one run, because pulldown-cmark
    /// splits text at every character that can have a special meaning.
    pub(super) fn text(&mut self, pass: &Pass<'_>, text: &str, range: &Range<usize>) {
        match &mut self.collect {
            Collect::Code { text: out, .. } | Collect::Alt { text: out, .. } => {
                super::copy_clean(self.plain, text, out);
            }
            Collect::Html { text: out, stretches } => {
                stretches.push((out.len(), range.start));
                super::copy_clean(self.plain, text, out);
            }
            Collect::Events => {
                let text = self.of_url(pass, text, range).unwrap_or(text);
                if text.len() > range.len() {
                    return self.add_typographic(text, range);
                }
                let (mut rest, mut at) = (text, range.start);
                while let Some((found, index)) = pass.scan().word_in(rest) {
                    self.add_to_run(pass, &rest[..found.start], at);
                    match &pass.scan().line(index).line {
                        Line::Variable(_) | Line::Url(_) => {
                            let marker = &rest[found.clone()];
                            let value = match self.balance.is_verbatim() {
                                true => pass.scan().restore(marker),
                                false => pass.scan().shown(marker),
                            };
                            self.add_value(&value, at + found.start..at + found.end);
                        }
                        Line::InlineFormula { code, display } => self.inline_formula(pass, code, *display),
                        _ => self.inline_directive(pass, index),
                    }
                    (rest, at) = (&rest[found.end..], at + found.end);
                    self.texts.meet(pass.locate(at));
                }
                self.add_to_run(pass, rest, at);
            }
        }
    }

    /// If text is a typographic character that replaces part of a bare URL, returns the original text.
    fn of_url<'p>(&self, pass: &'p Pass<'_>, text: &str, range: &Range<usize>) -> Option<&'p str> {
        let written = pass.text.get(range.clone()).filter(|written| *written != text)?;
        let is_typographic = written.chars().all(|c| matches!(c, '.' | '-' | '\'' | '"'));
        let is_followed =
            pass.text[range.end..].starts_with(|next: char| !next.is_whitespace() && next != '<');
        let start = self.run.first()?.at;
        let is_allowed = self.links.is_empty() && self.raw_links == 0;
        let is_inside = || is_allowed && autolink::open_at_end(&self.texts.arena[start..]);
        (is_typographic && is_followed && is_inside()).then_some(written)
    }

    /// Adds text to the run. `at` is the offset of the added text in the parsed text.
    fn add_to_run(&mut self, pass: &Pass<'_>, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        self.imply_paragraph();
        self.add_piece(at, false);
        super::copy_clean(self.plain, &pass.scan().restore(text), &mut self.texts.arena);
    }

    /// Adds the value of a variable to the run. `range` is the range of the variable in the parsed text.
    fn add_value(&mut self, value: &str, range: Range<usize>) {
        self.imply_paragraph();
        self.add_piece(range.start, true);
        let start = self.texts.arena.len();
        super::copy_clean(false, value, &mut self.texts.arena);
        self.texts.end_value(start);
        self.add_piece(range.end, false);
    }

    /// Adds a typographic character to the run. The character is longer than the text that it replaces.
    fn add_typographic(&mut self, text: &str, range: &Range<usize>) {
        self.imply_paragraph();
        self.add_piece(range.start, true);
        self.texts.arena.push_str(text);
        self.add_piece(range.end, false);
    }

    /// Starts the next piece of the run. `parsed` is the offset in the parsed text.
    fn add_piece(&mut self, parsed: usize, is_value: bool) {
        self.run.push(Piece { at: self.texts.arena.len(), parsed, is_value });
    }

    /// Ends the text run. If the run contains bare URLs, it becomes several events. Otherwise, it becomes one event.
    pub(super) fn end_run(&mut self, pass: &Pass<'_>) {
        let Some(start) = self.run.first().map(|piece| piece.at) else { return };
        let end = self.texts.arena.len();
        self.note_foreign_text(pass);
        let found =
            if self.options.requests { requests::in_text(&self.texts.arena[start..]) } else { Vec::new() };
        for (found, request) in found {
            let place = self.parsed_offset(start + found.start)..self.parsed_offset(start + found.end);
            self.note_requests(pass, vec![request], "", place);
        }
        let links_allowed = self.links.is_empty() && self.raw_links == 0;
        if links_allowed && autolink::may_hold(&self.texts.arena[start..]) {
            let mut done = start;
            for found in autolink::find(&self.texts.arena[start..]) {
                let range = start + found.range.start..start + found.range.end;
                self.text_event(pass, done..range.start);
                let target = format!("{}{}", found.prefix, &self.texts.arena[range.clone()]);
                let span = pass.span(self.parsed_offset(range.start)..self.parsed_offset(range.end));
                let index = self.add_link(Link {
                    target: target.into(),
                    title: None,
                    span,
                    replaceable: false,
                    is_added: false,
                });
                self.write(Event::Open(Element::Link(index)));
                self.write(Event::Text(Span::from(range.clone())));
                self.write(Event::Close(Element::Link(index)));
                done = range.end;
            }
            self.text_event(pass, done..end);
        } else {
            self.text_event(pass, start..end);
        }
        self.run.clear();
    }

    /// Whether emphasis that starts here is actually part of a URL at the end of the text run:
    /// `https://a.example/__init__.py` contains no emphasis. If so, adds the source text of the emphasis to the run.
    pub(super) fn absorb(&mut self, pass: &Pass<'_>, range: &Range<usize>) -> bool {
        let (Some(first), Some(last)) = (self.run.first(), self.run.last()) else { return false };
        let start = first.at;
        let adjacent = last.parsed + (self.texts.arena.len() - last.at) == range.start;
        let Some(source) = pass.text.get(range.clone()) else { return false };
        if !adjacent
            || !self.links.is_empty()
            || self.raw_links > 0
            || source.contains(|c: char| c.is_whitespace() || c == '<')
            || pass.scan().holds_marker(source)
            || !autolink::open_at_end(&self.texts.arena[start..])
        {
            return false;
        }
        self.add_piece(range.start, false);
        self.texts.arena.push_str(source);
        true
    }

    /// Converts an offset in the current run of the arena to an offset in the parsed text.
    pub(super) fn parsed_offset(&self, at: usize) -> usize {
        let piece = self.run.partition_point(|piece| piece.at <= at).saturating_sub(1);
        self.run.get(piece).map_or(0, |piece| piece.parsed + if piece.is_value { 0 } else { at - piece.at })
    }

    pub(super) fn add_link(&mut self, link: Link) -> u32 {
        self.metadata.links.push(link);
        (self.metadata.links.len() - 1) as u32
    }

    pub(super) fn start_link(
        &mut self,
        pass: &Pass<'_>,
        tag: Tag<'_>,
        range: &Range<usize>,
        definition: Option<Range<usize>>,
    ) {
        match tag {
            // A directive's label is parsed separately, so the label can contain a link inside another link.
            Tag::Link { .. } if !self.links.is_empty() => self.enter(FrameKind::Silent),
            Tag::Link { link_type, dest_url, title, .. } => {
                self.imply_paragraph();
                if dest_url.is_empty() {
                    let hint = "add a path or URL, or remove the brackets and parentheses";
                    let message = "broken link: the link has no target";
                    self.report_with(Code::BrokenLink, message, hint, pass.span(range.clone()));
                }
                let target = match link_type {
                    LinkType::Email => format!("mailto:{dest_url}").into(),
                    _ => dest_url,
                };
                let index = self.add_link(Link {
                    target: pass.scan().shown(&target).into(),
                    title: not_empty(&pass.scan().shown(&title)),
                    span: pass.span(range.clone()),
                    replaceable: false,
                    is_added: false,
                });
                self.links.push(OpenLink { index: index as usize, kind: link_type, definition });
                self.open(Element::Link(index));
            }
            Tag::Image { link_type, dest_url, title, .. } => {
                self.imply_paragraph();
                let index = self.metadata.images.len();
                self.metadata.images.push(Image {
                    target: pass.scan().shown(&dest_url).into(),
                    alt: "".into(),
                    title: not_empty(&pass.scan().shown(&title)),
                    span: pass.span(range.clone()),
                    replaceable: false,
                    block: false,
                    tag: ImageTag::Markdown,
                });
                self.images.push(OpenLink { index, kind: link_type, definition });
                self.collect = Collect::Alt { text: String::new(), depth: 0 };
            }
            _ => {}
        }
    }

    pub(super) fn end_link(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        if self.frames.last().is_some_and(|frame| frame.kind == FrameKind::Silent) {
            self.pop();
            return;
        }
        let Some(open) = self.links.pop() else { return };
        if let Some(span) = self.destination(pass, &open, range) {
            let link = &mut self.metadata.links[open.index];
            (link.span, link.replaceable) = (span, true);
        }
        self.pop_and_close();
    }

    fn destination(&self, pass: &Pass<'_>, open: &OpenLink, range: &Range<usize>) -> Option<Span> {
        let found = match (open.kind, &open.definition) {
            (_, Some(definition)) => destination::definition(pass.text, definition.clone()),
            (LinkType::Inline, None) => destination::inline(pass.text, self.inner_end, range.end),
            (LinkType::Autolink | LinkType::Email, None) => {
                return Some(pass.span(range.start + 1..range.end.max(range.start + 2) - 1));
            }
            _ => None,
        }?;
        Some(pass.span(found))
    }

    /// Handles an event inside an image. Only text becomes part of the alternative text.
    pub(super) fn alt_event(&mut self, pass: &Pass<'_>, event: Md<'_>, range: &Range<usize>) {
        let Collect::Alt { text, depth } = &mut self.collect else { return };
        match event {
            Md::Text(part) => text.push_str(&part),
            Md::Code(part) => text.push_str(&pass.scan().restore(&part)),
            Md::SoftBreak | Md::HardBreak => text.push(' '),
            Md::InlineHtml(html) if pass.scan().inline_marker(&html).is_some() => {
                let message = "alternative text can't contain expressions or components";
                let hint = "write the text itself, or use `<img>` with an expression in `alt`";
                self.report_with(Code::InvalidMdx, message, hint, pass.span(range.clone()));
            }
            Md::Start(Tag::Image { .. }) => *depth += 1,
            Md::End(TagEnd::Image) if *depth > 0 => *depth -= 1,
            Md::End(TagEnd::Image) => {
                let mut alt = String::with_capacity(text.len());
                plain_text(pass.scan(), text, 0, &mut alt);
                let alt = alt.replace('\0', "\u{fffd}");
                self.collect = Collect::Events;
                let Some(open) = self.images.pop() else { return };
                let destination = self.destination(pass, &open, range);
                let image = &mut self.metadata.images[open.index];
                image.alt = alt.into();
                if let Some(span) = destination {
                    (image.span, image.replaceable) = (span, true);
                }
                self.begun = true;
                self.make_room("the image", false);
                self.push(pass, Event::Image(open.index as u32));
            }
            _ => {}
        }
    }

    pub(super) fn inline_code(&mut self, pass: &Pass<'_>, code: &str, range: &Range<usize>) {
        if self.options.requests {
            self.note_requests(pass, requests::inline(code).into_iter().collect(), code, range.clone());
        }
        self.end_run(pass);
        self.make_room("the code", false);
        let code = pass.scan().restore(code);
        let link = self.code_link(&code, pass.span(range.clone()));
        let span = self.keep(&code);
        link.into_iter().for_each(|link| self.write(Event::Open(Element::Link(link))));
        self.write(Event::InlineCode(span));
        link.into_iter().for_each(|link| self.write(Event::Close(Element::Link(link))));
    }

    /// Returns the index of the link for inline code. Code in links and headings has no link.
    fn code_link(&mut self, code: &str, span: Span) -> Option<u32> {
        let is_heading =
            |kind| matches!(kind, FrameKind::PageTitle | FrameKind::Element(Element::Heading(_)));
        let is_free = self.links.is_empty() && self.raw_links == 0;
        let found = self.options.code_links.of(code).filter(|_| is_free)?;
        if self.frames.iter().any(|frame| is_heading(frame.kind)) {
            return None;
        }
        Some(self.add_code_link(found, span))
    }

    fn add_code_link(&mut self, found: CodeUrl, span: Span) -> u32 {
        let link = Link { target: found.url.into(), title: None, span, replaceable: false, is_added: true };
        let index = self.add_link(link);
        self.metadata.code_links.push((index, found.pattern as u32));
        index
    }

    /// Adds the links for the names in a code block.
    pub(super) fn link_code(&mut self, code: &str, parts: &mut Vec<(Range<usize>, CodePart)>, span: Span) {
        for (range, found) in self.options.code_links.in_block(code) {
            let is_taken =
                |(other, _): &(Range<usize>, CodePart)| other.start < range.end && range.start < other.end;
            if !parts.iter().any(is_taken) {
                let index = self.add_code_link(found, span);
                parts.push((range, CodePart::Link(index)));
            }
        }
        parts.sort_by_key(|(range, _)| (range.start, range.end));
    }
}

fn not_empty(text: &str) -> Option<Box<str>> {
    (!text.is_empty()).then(|| text.into())
}
