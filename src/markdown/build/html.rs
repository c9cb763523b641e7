//! Raw HTML: blocks of it and tags among text, what is read out of it, and what is done so that none of it reaches out
//! of the Markdown it stands in.

use std::ops::Range;

use super::containers::frame_name;
use super::{Builder, Collect, Frame, FrameKind, Pass};
use crate::diag::{Code, Span};
use crate::markdown::balance::{Cut, End, Open};
use crate::markdown::document::{Address, Element, Event, Image, Link};
use crate::markdown::elements;
use crate::markdown::raw_html::{self, Content, Piece, Reading};

impl Builder<'_> {
    pub(super) fn end_html(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        let Collect::Html { text, stretches } = std::mem::replace(&mut self.collect, Collect::Events) else {
            return;
        };
        if let Some(marker) = self.scan.marker(&text) {
            return self.directive(marker);
        }
        // HTML goes on up to an empty line (kinds 6 and 7), but a writer who closes a directive right after it means
        // that; comments, scripts and preformatted text (kinds 1 to 5) are left alone.
        let markdown_may_follow = !raw_html::is_verbatim(&text);
        let mut at = 0;
        if markdown_may_follow && self.scan.holds_marker(&text) {
            let mut passed = 0;
            for line in text.split_inclusive('\n') {
                if let Some(marker) = self.scan.marker(line)
                    && self.closes(marker)
                {
                    self.html_block(pass, &text, at..passed, &stretches);
                    self.end_raw_text("");
                    self.directive(marker);
                    at = passed + line.len();
                }
                passed += line.len();
            }
        }
        self.html_block(pass, &text, at..text.len(), &stretches);
        self.end_raw_text(pass.text.get(range.end..).unwrap_or_default());
    }

    fn html_block(&mut self, pass: &Pass<'_>, text: &str, range: Range<usize>, stretches: &[(usize, usize)]) {
        if range.is_empty() {
            return;
        }
        // What stands for directives is put back, and what comes after it moves.
        let (mut html, mut moved) = (String::with_capacity(range.len()), Vec::with_capacity(stretches.len()));
        for (index, &(start, parsed)) in stretches.iter().enumerate() {
            let end = stretches.get(index + 1).map_or(text.len(), |(next, _)| *next).min(range.end);
            let from = start.max(range.start);
            if from < end {
                moved.push((html.len(), parsed + (from - start)));
                html.push_str(&self.scan.restore(&text[from..end]));
            }
        }
        self.begun |= !raw_html::is_comment(&html);
        self.raw_html(pass, &html, &moved, false);
    }

    pub(super) fn inline_html(&mut self, pass: &Pass<'_>, html: &str, range: &Range<usize>) {
        if self.scan.holds_marker(html) {
            return self.text(html, range);
        }
        self.end_run(pass);
        self.imply_paragraph();
        self.raw_html(pass, html, &[(0, range.start)], true);
    }

    fn html_part(&mut self, html: &str) {
        let joined = self.document.events.len() > self.joined_from;
        let span = self.keep(html);
        match self.document.events.last_mut() {
            Some(Event::Html(last)) if joined && last.end == span.start => last.end = span.end,
            _ => self.document.events.push(Event::Html(span)),
        }
    }

    /// Raw HTML passes as it is, but for tags that would reach out of where they stand. What only looks like it,
    /// components of JSX and placeholders, becomes text. `stretches` are offsets in it and in the text that is parsed.
    fn raw_html(&mut self, pass: &Pass<'_>, html: &str, stretches: &[(usize, usize)], inline: bool) {
        let first = self.document.events.len();
        self.joined_from = first;
        let text = match self.balance.raw_text(self.note_depth()) {
            Some(element) => raw_html::raw_text_end(html, element).unwrap_or(html.len()),
            None => 0,
        };
        if text > 0 {
            self.html_part(&html[..text]);
        }
        let reading = Reading {
            lenient: !inline || self.balance.embeds(),
            foreign: self.balance.is_foreign(self.html_depth()),
        };
        let locate = |at: usize| {
            let at = text + at;
            let stretch = stretches.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            pass.locate(stretches.get(stretch).map_or(0, |(start, parsed)| parsed + (at - start)))
        };
        let place = |at: usize, part: &str| {
            let line = part.lines().next().map_or(0, str::len);
            Span::from(locate(at)..locate(at) + line)
        };
        let mut left_out = 0;
        for piece in raw_html::pieces(&html[text..], reading) {
            match piece {
                Piece::Html(part) => self.html_part(&part[std::mem::take(&mut left_out)..]),
                Piece::Start { name, tag, at, .. } if self.ends_outer_item(name) => {
                    left_out = tag.len();
                    let list = if name.eq_ignore_ascii_case("li") { "ul" } else { "dl" };
                    let message = format!("`<{}>` stands in no list", name.to_ascii_lowercase());
                    self.report(Code::UnbalancedHtml, message, place(at, tag))
                        .hints
                        .push(format!("docgen left it out: put `<{list}>` before the first of them"));
                }
                Piece::Start { name, tag, at, content, slash } => {
                    self.start_element(name, place(at, tag), content, Manner { slash, inline });
                }
                Piece::Slash => {
                    if self.balance.wants_slot(self.document.events.len()) {
                        let empty = self.keep("");
                        self.document.events.push(Event::Html(empty));
                        self.joined_from = self.document.events.len();
                    }
                }
                Piece::End { name, tag, at } => self.end_tag(name, tag, place(at, tag)),
                Piece::Unended { close, .. } | Piece::Broken { part: close, .. } if !self.balanced => {
                    if matches!(piece, Piece::Broken { .. }) {
                        self.html_part(close);
                    }
                }
                Piece::Unended { start, close, at } => {
                    self.html_part(close);
                    let hint =
                        format!("docgen closed it at the end of the HTML block: add `{close}` where it ends");
                    self.report(Code::UnbalancedHtml, format!("`{start}` is never closed"), place(at, start))
                        .hints
                        .push(hint);
                }
                Piece::Broken { part, at } => {
                    let span = self.keep(part);
                    self.document.events.push(Event::Text(span));
                    let name = part.split(char::is_whitespace).next().unwrap_or(part);
                    let hint = "it is shown as text: end the tag, and each quotation mark in it, before the next empty line";
                    self.report(
                        Code::UnbalancedHtml,
                        format!("the tag `{name}` has no end"),
                        place(at, part),
                    )
                    .hints
                    .push(hint.to_owned());
                }
                Piece::Address { value, at, image } => self.address(value, locate(at), image),
                Piece::Unknown { name, part, at } => {
                    let span = self.keep(part);
                    self.document.events.push(Event::Text(span));
                    if !self.reported.iter().any(|known| known == name) {
                        self.reported.push(name.to_owned());
                        let place = locate(at);
                        let place = Span::from(place..(place + part.len()).min(self.source.text.len()));
                        let component = name.starts_with(|c: char| c.is_ascii_uppercase());
                        let message = match component {
                            true => format!(
                                "`<{name}>` is a component, which Markdown cannot run: it is shown as text"
                            ),
                            false => format!("`<{name}>` is no element of HTML: it is shown as text"),
                        };
                        let diagnostic = self.report(Code::UnknownComponent, message, place);
                        diagnostic
                            .hints
                            .push("put it in backticks, or write `\\<`, if text is what you want".to_owned());
                    }
                }
                Piece::LinkOpen => self.raw_links += 1,
                Piece::LinkClose => self.raw_links = self.raw_links.saturating_sub(1),
                Piece::Anchor(id) => self.facts.anchors.push(id.into()),
                Piece::Island { name, at } => self.island(name, locate(at)),
            }
        }
        self.joined_from = usize::MAX;
        self.note_html(first);
    }

    /// An address in raw HTML that stands at `at`, or after it where lines were put together.
    fn address(&mut self, value: &str, at: usize, image: bool) {
        let mut at = at.min(self.source.text.len());
        while !self.source.text.is_char_boundary(at) {
            at -= 1;
        }
        let rest = &self.source.text[at..];
        let found = match rest.starts_with(value) {
            true => Some(at),
            false => ['"', '\'']
                .iter()
                .filter_map(|quote| rest.find(&format!("{quote}{value}{quote}")))
                .min()
                .map(|found| at + found + 1),
        };
        let span = Span::from(found.map_or(at..at, |at| at..at + value.len()));
        let (target, replaceable) = (raw_html::decode(value).into(), found.is_some());
        let address = if image {
            let raw =
                Image { target, alt: "".into(), title: None, span, replaceable, block: false, raw: true };
            self.facts.images.push(raw);
            Address::Image((self.facts.images.len() - 1) as u32)
        } else {
            Address::Link(self.add_link(Link { target, title: None, span, replaceable }))
        };
        self.document.events.push(Event::Address(address));
    }

    fn island(&mut self, name: &str, at: usize) {
        if name == "diagram" || self.options.islands.contains(&name) {
            return self.facts.islands.push(name.into());
        }
        let near = crate::diag::nearest(name, self.options.islands.iter().copied());
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        let message = format!("the theme has no island `{name}`");
        let diagnostic = self.report(Code::UnknownIsland, message, Span::from(at..at + name.len()));
        diagnostic.hints.extend(hint);
    }

    /// How much Markdown is around a block that stood here. A paragraph is not: it ends where a block begins.
    fn html_depth(&self) -> usize {
        let paragraph = [FrameKind::Element(Element::Paragraph), FrameKind::Implied];
        let inside = self.frames.last().is_some_and(|frame| paragraph.contains(&frame.kind));
        self.frames.len() - usize::from(inside)
    }

    /// The depth of the note that is being read: it is written elsewhere than what is around it.
    fn note_depth(&self) -> usize {
        if self.notes.current.is_empty() {
            return 0;
        }
        self.frames.iter().rposition(|frame| frame.kind == FrameKind::Footnote).map_or(0, |at| at + 1)
    }

    fn start_element(&mut self, name: &str, tag: Span, content: Content, manner: Manner) {
        let name: Box<str> = name.to_ascii_lowercase().into();
        let block = elements::is_block(&name);
        let raw_text = match content {
            Content::Html => None,
            Content::RawText(name) => Some(name),
        };
        let around = self.html_depth();
        let element = Open {
            name,
            tag,
            depth: if block { around } else { self.frames.len() },
            inline: manner.inline && !block,
            raw_text,
            slash: manner.slash,
            slot: 0,
            bound: false,
        };
        let ended = self.balance.start(element);
        self.close_elements(&ended);
    }

    fn ends_outer_item(&self, name: &str) -> bool {
        let item = |frame: &Frame| matches!(frame.kind, FrameKind::Element(Element::Item { .. }));
        let name = name.to_ascii_lowercase();
        self.balanced
            && matches!(&*name, "li" | "dd" | "dt")
            && self.balance.ends_outer_item(&name, self.html_depth(), self.frames.iter().any(item))
    }

    fn end_tag(&mut self, name: &str, tag: &str, place: Span) {
        let name = name.to_ascii_lowercase();
        if self.balance.raw_text(self.note_depth()) == Some(&*name) {
            self.balance.end_raw_text();
            return self.html_part(tag);
        }
        let end = self.balance.end(&name, self.html_depth());
        let (message, hint) = match end {
            End::Closes(inside) => {
                self.close_elements(&inside);
                return self.html_part(tag);
            }
            End::Ignored => return self.html_part(tag),
            _ if !self.balanced => return self.html_part(tag),
            End::Late(by) => (
                format!("`</{name}>` comes too late"),
                format!("docgen left it out and closed the `<{name}>` before {by}: write `</{name}>` there"),
            ),
            End::Nothing { outside: false } => {
                (format!("`</{name}>` closes nothing"), "docgen left it out: remove it".to_owned())
            }
            End::Nothing { outside: true } => {
                let around = self.frames.last().map_or("the page", |frame| frame_name(frame.kind));
                (
                    format!("`</{name}>` closes nothing"),
                    format!(
                        "docgen left it out: the `<{name}>` before it was opened outside of {around}, and has to be closed there"
                    ),
                )
            }
        };
        self.report(Code::UnbalancedHtml, message, place).hints.push(hint);
    }

    /// A block of HTML is over. If text is open in it that is not HTML, as a script, and nothing closes it in the `rest`
    /// of the page, it goes no further.
    fn end_raw_text(&mut self, rest: &str) {
        let Some(element) = self.balance.raw_text(self.note_depth()) else { return };
        if !self.endless.contains(&element) {
            if raw_html::raw_text_end(rest, element).is_some() {
                return;
            }
            self.endless.push(element);
        }
        if let Some(open) = self.balance.end_raw_text() {
            self.close_unclosed(&open, "the HTML block");
        }
        self.note_html(self.document.events.len());
    }

    /// What stands at this depth or deeper ends, at the end of `place`.
    pub(super) fn leave_html(&mut self, depth: usize, place: &str) {
        if self.balance.is_idle() {
            return;
        }
        let first = self.document.events.len();
        let (open, cut) = self.balance.leave(depth);
        for element in &open {
            self.close_unclosed(element, place);
        }
        for Cut { element, by } in cut {
            let hint = format!("docgen closed it before {by}: add `</{}>` where it ends", element.name);
            self.report_unclosed_html(&element, hint);
        }
        self.note_html(first);
    }

    /// A line of text in a list item without paragraphs ends.
    pub(super) fn end_line(&mut self) {
        if self.balance.is_idle() {
            return;
        }
        for element in self.balance.end_line(self.frames.len()) {
            self.close_unclosed(&element, "the line of text");
        }
    }

    /// Markdown comes that begins a block: what it cannot stand in ends before it.
    pub(super) fn make_room(&mut self, block: &str, holds_blocks: bool) {
        if self.balance.is_idle() {
            return;
        }
        let first = self.document.events.len();
        let ended = self.balance.make_room(block, holds_blocks, self.html_depth());
        self.close_elements(&ended);
        self.note_html(first);
    }

    /// Closes elements that end with another; whether that is a mistake shows later.
    fn close_elements(&mut self, elements: &[Open]) {
        for element in elements {
            self.close_element(element);
        }
    }

    fn close_unclosed(&mut self, element: &Open, place: &str) {
        self.close_element(element);
        if !element.slash && !elements::ends_alone(&element.name) {
            let hint =
                format!("docgen closed it at the end of {place}: add `</{}>` where it ends", element.name);
            self.report_unclosed_html(element, hint);
        }
    }

    fn close_element(&mut self, element: &Open) {
        if !self.balanced {
            return;
        }
        let name = &*element.name;
        if element.slash {
            if element.slot > 0 {
                self.document.events[element.slot] = Event::Html(self.keep(&format!("</{name}>")));
            }
            let hint = format!(
                "docgen closed it right there: write `<{name}></{name}>`, as HTML has `/>` only for elements without content"
            );
            self.report(Code::UnbalancedHtml, format!("`/>` does not close `<{name}>`"), element.tag)
                .hints
                .push(hint);
        } else if !elements::ends_alone(name) {
            self.html_part(&format!("</{name}>"));
        }
    }

    fn report_unclosed_html(&mut self, element: &Open, hint: String) {
        let message = format!("`<{}>` is never closed", element.name);
        self.report(Code::UnbalancedHtml, message, element.tag).hints.push(hint);
    }

    /// Remembers which events of the page hold together: those of one block of HTML, and those from an element that
    /// opens at its top to where that is closed. `first` is the first event of what was just written.
    fn note_html(&mut self, first: usize) {
        let end = self.document.events.len();
        match (self.html_start, self.balance.is_open_at_top()) {
            (None, true) => self.html_start = Some(first),
            (Some(start), false) => {
                self.document.html.push(start..end);
                self.html_start = None;
            }
            (None, false) if self.frames.is_empty() && end > first + 1 => self.document.html.push(first..end),
            _ => {}
        }
    }
}

/// How a tag is written.
struct Manner {
    slash: bool,
    inline: bool,
}
