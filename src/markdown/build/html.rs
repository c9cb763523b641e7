//! Handles raw HTML: blocks, tags in text, and the information that docgen extracts from them.

use std::iter;
use std::ops::Range;

use super::{Builder, Collect, Pass, Place};
use crate::component::{BLOCKS, CODE, OF_VERSIONS};
use crate::diag::{Code, Span, did_you_mean};
use crate::markdown::{
    balance::Open,
    document::{Address, Document, Event, Image, Link},
    image_tag::ImageTag,
    raw_html::{self, Piece, Reading},
    sheet::Sheet,
};
use crate::source::floor;

impl Builder<'_> {
    pub(super) fn end_html(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        let Collect::Html { text, stretches } = std::mem::replace(&mut self.collect, Collect::Events) else {
            return;
        };
        self.note_foreign_comments(pass, range);
        if let Some(marker) = self.scan.marker(&text) {
            return self.directive(marker);
        }
        // An HTML block of kind 6 or 7 (CommonMark 4.6) continues to the next blank line, but a closing line
        // immediately after the HTML is intended to close a directive. Comments, scripts, and preformatted text (kinds
        // 1 to 5) don't change.
        let markdown_may_follow = !raw_html::is_verbatim(&text);
        let mut at = 0;
        if markdown_may_follow && self.scan.holds_marker(&text) {
            let mut passed = 0;
            for line in text.split_inclusive('\n') {
                if let Some(marker) = self.scan.marker(line)
                    && self.closes(marker)
                {
                    self.html_block(pass, &text, at..passed, &stretches);
                    self.end_raw_text(None);
                    self.directive(marker);
                    at = passed + line.len();
                }
                passed += line.len();
            }
        }
        self.html_block(pass, &text, at..text.len(), &stretches);
        self.end_raw_text(pass.text.get(range.end..));
    }

    /// Writes a range of an HTML block, including its components.
    fn html_block(&mut self, pass: &Pass<'_>, text: &str, range: Range<usize>, stretches: &[(usize, usize)]) {
        let scan = self.scan;
        let verbatim = match scan.holds_marker(text) {
            true => raw_html::verbatim(&text[..range.end], self.balance.is_verbatim()),
            false => Vec::new(),
        };
        let mut start = range.start;
        let mut at = range.start;
        while let Some((found, index)) = scan.jsx_in(&text[at..range.end]) {
            let found = at + found.start..at + found.end;
            at = found.end;
            // In an attribute or a comment, a component is text.
            if raw_html::is_open(&text[start..found.start]) {
                continue;
            }
            self.html_part_of_block(pass, text, start..found.start, (stretches, &verbatim));
            self.directive(index);
            start = found.end;
        }
        self.html_part_of_block(pass, text, start..range.end, (stretches, &verbatim));
    }

    /// Writes a range of an HTML block. `verbatim` contains the ranges of the block in which variables have no effect.
    fn html_part_of_block(
        &mut self,
        pass: &Pass<'_>,
        text: &str,
        range: Range<usize>,
        (stretches, verbatim): (&[(usize, usize)], &[Range<usize>]),
    ) {
        if range.is_empty() {
            return;
        }
        // Replace the directive markers with the original lines. This replacement changes all offsets after the lines.
        let (mut html, mut moved) = (String::with_capacity(range.len()), Vec::with_capacity(stretches.len()));
        for (index, &(start, parsed)) in stretches.iter().enumerate() {
            let end = stretches.get(index + 1).map_or(text.len(), |(next, _)| *next).min(range.end);
            let from = start.max(range.start);
            if from < end {
                moved.push((html.len(), parsed + (from - start)));
                let mut at = from;
                while at < end {
                    let next = verbatim.partition_point(|range| range.end <= at);
                    let next = verbatim.get(next).filter(|range| range.start < end);
                    let is_verbatim = next.is_some_and(|range| range.start <= at);
                    let stop =
                        next.map_or(end, |next| if is_verbatim { next.end.min(end) } else { next.start });
                    let part = &text[at..stop];
                    html.push_str(&if is_verbatim { self.scan.restore(part) } else { self.scan.html(part) });
                    at = stop;
                }
            }
        }
        let seen = !raw_html::is_comment(&html);
        self.begun |= seen;
        if seen
            && self.between_tabs()
            && let Some((_, at)) = moved.first()
        {
            let (start, line) = (pass.locate(*at), html.lines().next().map_or(0, str::len));
            self.note_between_tabs(Span::from(start..(start + line).min(self.source.text.len())));
        }
        self.raw_html(pass, &html, &moved, false);
    }

    pub(super) fn inline_html(&mut self, pass: &Pass<'_>, html: &str, range: &Range<usize>) {
        let marker = match pass.place {
            Place::Scan(scan) => scan.inline_marker(html),
            Place::Title(scan, at) => scan
                .inline_marker(html)
                .and_then(|index| self.scan.marker_in_title(at + scan.line(index).original.start)),
        };
        if let Some(index) = marker {
            self.end_run(pass);
            return self.directive(index);
        }
        if pass.scan().holds_other(html) {
            return self.text(pass, html, range);
        }
        self.end_run(pass);
        self.note_foreign_comments(pass, range);
        self.imply_paragraph();
        let is_verbatim = raw_html::is_verbatim(html) || self.balance.is_verbatim();
        let html = if is_verbatim { pass.scan().restore(html) } else { pass.scan().html(html) };
        self.raw_html(pass, &html, &[(0, range.start)], true);
    }

    pub(super) fn html_part(&mut self, html: &str) {
        let joined = self.document.events.len() > self.joined_from;
        let span = self.keep(html);
        match self.document.events.last_mut() {
            Some(Event::Html(last)) if joined && last.end == span.start => last.end = span.end,
            _ => self.write(Event::Html(span)),
        }
    }

    /// Writes text that only looks like HTML.
    pub(super) fn text_part(&mut self, part: &str) {
        let span = self.keep(part);
        self.write(Event::Text(span));
    }

    /// Passes raw HTML through, except for tags that would affect content outside the surrounding Markdown. JSX
    /// components and placeholders become text. `stretches` maps offsets in the HTML to offsets in the parsed text.
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
        let end = self.source.text.len();
        let place = |at: usize, part: &str| {
            let line = part.lines().next().map_or(0, str::len);
            Span::from(locate(at)..(locate(at) + line).min(end))
        };
        let mut left_out = 0;
        for piece in raw_html::pieces(&html[text..], reading) {
            match piece {
                Piece::Html(part) => self.html_part(&part[std::mem::take(&mut left_out)..]),
                Piece::Start { name, tag, at, .. } if self.ends_outer_item(&name) => {
                    left_out = tag.len();
                    self.report_item(&name, place(at, tag));
                }
                Piece::Start { name, tag, at, raw_text, slash } => {
                    let (name, tag) = (name.into(), place(at, tag));
                    self.start_element(Open { name, tag, inline, raw_text, slash, ..Open::default() });
                }
                Piece::Slash => self.keep_slot(),
                Piece::End { name, tag, at } => {
                    self.raw_links = self.raw_links.saturating_sub(u32::from(name == "a"));
                    self.end_tag(&name, tag, place(at, tag));
                }
                Piece::Unended { start, close, at } => self.unended(start, close, place(at, start)),
                Piece::Broken { part, at } => self.broken_tag(part, place(at, part)),
                Piece::Address { value, at, image } => self.address(value, locate(at), image),
                Piece::Unknown { name, part, at } => self.unknown_tag(name, part, locate(at)),
                Piece::LinkOpen => self.raw_links += 1,
                Piece::Anchor(id) => self.metadata.anchors.push(id.into()),
                Piece::Island { name, at } => self.island(name, locate(at)),
            }
        }
        self.joined_from = usize::MAX;
        self.note_html(first);
    }

    /// Reserves an event for the end tag if an element's start tag ended in `/>`.
    pub(super) fn keep_slot(&mut self) {
        if self.balance.wants_slot(self.document.events.len()) {
            let empty = self.keep("");
            self.write(Event::Html(empty));
            self.joined_from = self.document.events.len();
        }
    }

    fn unknown_tag(&mut self, name: &str, part: &str, at: usize) {
        self.text_part(part);
        if self.reported.iter().any(|known| known == name) {
            return;
        }
        self.reported.push(name.to_owned());
        let place = Span::from(at..(at + part.len()).min(self.source.text.len()));
        let hint = "to show it as text, put it in backticks or write `\\<`";
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            let message = format!("unknown HTML element `<{name}>`; it's shown as text");
            return self.report_with(Code::UnknownComponent, message, hint, place);
        }
        if self.options.components.iter().any(|known| known == name) {
            let message = format!("the component `<{name}>` is inside raw HTML; it's shown as text");
            let hint = "move it out of the raw HTML, or write `&lt;` to show it as text";
            return self.report_with(Code::UnknownComponent, message, hint, place);
        }
        let message = format!("unknown component `<{name}>`; it's shown as text");
        let near = did_you_mean(name, self.options.components.iter().map(String::as_str));
        let block = BLOCKS.iter().find(|(block, _)| *block == name).map(|(_, directive)| *directive);
        let own = near.unwrap_or_else(|| match block {
            Some("") => "use a directive such as `:::note` instead, or rename the file to `.mdx`".into(),
            Some(CODE) => "use a code block instead, or rename the file to `.mdx`".into(),
            Some(directive) => {
                format!("use the `{directive}` directive instead, or rename the file to `.mdx`").into()
            }
            None => format!("to use your own component, add `components/{name}.tsx`").into(),
        });
        let of_version = self.source.path.in_version().map(|_| OF_VERSIONS.to_owned());
        let diagnostic = self.report(Code::UnknownComponent, message, place);
        diagnostic.add_hint(own);
        diagnostic.hints.extend(iter::once(hint.to_owned()).chain(of_version));
    }

    /// Handles a URL in raw HTML. The URL is at the offset `at` or, if lines were joined, after that offset.
    fn address(&mut self, value: &str, at: usize, image: Option<ImageTag>) {
        let at = floor(&self.source.text, at);
        let rest = &self.source.text[at..];
        let found = if rest.starts_with(value) {
            Some(at)
        } else {
            ['"', '\'']
                .iter()
                .filter_map(|quote| rest.find(&format!("{quote}{value}{quote}")))
                .min()
                .map(|found| at + found + 1)
        };
        let span = Span::from(found.map_or(at..at, |at| at..at + value.len()));
        let (target, replaceable) = (raw_html::decode(value).into(), found.is_some());
        let address = if let Some(tag) = image {
            let raw = Image { target, alt: "".into(), title: None, span, replaceable, block: false, tag };
            self.metadata.images.push(raw);
            Address::Image((self.metadata.images.len() - 1) as u32)
        } else {
            Address::Link(self.add_link(Link { target, title: None, span, replaceable, is_added: false }))
        };
        self.write(Event::Address(address));
    }

    fn island(&mut self, name: &str, at: usize) {
        if name == "diagram" {
            // The type of a diagram in raw HTML is unknown.
            self.metadata.diagrams.push("".into());
        }
        if name == "diagram" || self.options.islands.iter().any(|known| known == name) {
            return self.metadata.islands.push(name.into());
        }
        let hint = did_you_mean(name, self.options.islands.iter().map(String::as_str));
        let message = format!("unknown island `{name}`");
        let diagnostic = self.report(Code::UnknownIsland, message, Span::from(at..at + name.len()));
        if let Some(hint) = hint {
            diagnostic.add_hint(hint);
        }
    }
}

/// Parts of raw HTML that need [`Sheet::Extra`]: form controls, steps, and interactive components, which can show such
/// elements later.
const RARE: [&str; 9] = [
    "<input",
    "<select",
    "<textarea",
    "<label",
    "<fieldset",
    "<progress",
    "<meter",
    "\"steps\"",
    "data-client=",
];

/// Returns the style sheet that the raw HTML in a document needs, including the output of components.
pub(super) fn sheet(document: &Document) -> Option<Sheet> {
    let is_rare = document.events.iter().any(|event| match event {
        Event::Html(span) => {
            let html = document.str(*span).to_ascii_lowercase();
            RARE.iter().any(|part| html.contains(part))
        }
        _ => false,
    });
    is_rare.then_some(Sheet::Extra)
}
