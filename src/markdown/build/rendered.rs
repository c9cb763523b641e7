//! Puts what the components of a page render into its document.
//!
//! The rendered HTML contains a unique string for each leaf of Markdown. It's read once: the events of a leaf replace its
//! string, text becomes text, which is searchable, and tags become raw HTML, whose links and images are resolved and
//! checked like others.

use std::collections::HashSet;
use std::ops::Range;

use super::{
    Builder,
    jsx::{LEAF, Leaf, PageCode, TITLE},
    partials::{Partials, relative_to},
};
use crate::component::{Library, Page, Rendered, is_image};
use crate::diag::{Code, Span};
use crate::markdown::{
    document::{Address, Element, Event, Heading, Image, Link, OwnMarkdown, OwnPiece},
    elements,
    headings::{self, Draft},
    raw_html::{self, Piece, Reading},
};
use crate::path::SourcePath;

/// The first and last characters of a URL that docgen resolves.
const ADDRESS: [char; 2] = ['\u{fdd2}', '\u{fdd3}'];
/// The start and end of a component's own Markdown, and the end of what the component renders.
const MARKDOWN: [char; 3] = ['\u{fdd4}', '\u{fdd5}', '\u{fdd6}'];

impl Builder<'_> {
    /// Renders the components of the page. If nothing of it can be rendered, the page shows their code.
    pub(super) fn render_components(&mut self) {
        let Some(library) = self.library.filter(|_| self.jsx.is_used) else { return };
        let body = self.document.events.len();
        let title = self.jsx.title.take();
        self.document.events.extend(title.iter().flatten());
        let PageCode { module, mut leaves } = self.page_code(title.is_some().then_some(body), 0);
        let page = Page { info: self.page_info(), locale: self.locale(library) };
        let partials = Partials::new(self.options, self.cache, library, leaves.len());
        let rendered = library.render(&module, &page, &|path| partials.module(path));
        self.metadata.is_incomplete = rendered.is_incomplete();
        let Rendered { html, used, styles, diagnostics } = rendered;
        self.diagnostics.extend(diagnostics);
        self.metadata.has_code = true;
        self.metadata.imports = used.into_iter().collect();
        self.metadata.styles = styles;
        let mut written = std::mem::take(&mut self.document.events);
        let own = written.len();
        self.add_partials(partials, &mut written, &mut leaves);
        self.document.html.clear();
        let mut output = Output {
            builder: self,
            written,
            leaves: &leaves,
            used: vec![0; leaves.len()],
            at: 0,
            own: Vec::new(),
        };
        match &html {
            Some(html) => output.read(html),
            None => output.fall_back(own),
        }
        let used = output.used;
        if !self.metadata.is_incomplete {
            self.report_children(&leaves, &used);
        }
        let mark =
            title.and_then(|_| self.document.events.iter().position(|event| is_title_mark(self, event)));
        let title = mark.map(|at| self.document.events.split_off(at));
        let end = self.document.events.len();
        self.document.own_markdown.retain(|own| own.events.end <= end);
        self.renumber_headings();
        if let (Some(events), Some(index)) = (title, self.title) {
            let (text, html) =
                headings::inline_content(&events[1..], &self.texts.arena, &self.metadata.images);
            let heading = &mut self.headings[index].heading;
            (heading.text, heading.html) = (text, html);
        }
        self.document.html = self.html_ranges();
    }

    /// Reports headings in leaves that aren't shown exactly once.
    fn report_children(&mut self, leaves: &[Leaf], used: &[u32]) {
        for (leaf, used) in leaves.iter().zip(used).filter(|(_, used)| **used != 1) {
            let Some(index) = leaf.headings.first() else { continue };
            let Heading { text, span, .. } = self.headings[*index].heading.clone();
            let message = match used {
                0 => format!(
                    "the heading `{text}` isn't shown: the component around it doesn't render its children"
                ),
                _ => format!(
                    "the heading `{text}` is shown {used} times: the component around it repeats its children"
                ),
            };
            let hint = "render `children` exactly once in the component, or move the heading out of it";
            self.report_with(Code::ComponentChildren, message, hint, span);
        }
    }

    fn page_info(&self) -> serde_json::Value {
        let front_matter = &self.metadata.front_matter;
        let title = front_matter.title.as_deref().or_else(|| Some(&*self.headings[self.title?].heading.text));
        serde_json::json!({
            "file": self.source.path.as_str(),
            "title": title,
            "description": front_matter.description,
        })
    }

    /// Returns the locale of the file.
    fn locale(&self, library: &Library) -> String {
        let translated = self.source.path.strip_dir("content/i18n").and_then(|rest| rest.split('/').next());
        translated.unwrap_or(library.default_locale()).to_owned()
    }

    /// Numbers the headings in the order in which they're shown, and reads their texts again. A heading that is
    /// shown more than once has its own ID each time.
    fn renumber_headings(&mut self) {
        let before = std::mem::take(&mut self.heading_numbers);
        let (mut start, mut shown) = (0, HashSet::new());
        for at in 0..self.document.events.len() {
            match self.document.events[at] {
                Event::Open(Element::Heading(number)) => {
                    let mut index = before[number as usize];
                    if !shown.insert(index) {
                        let heading = self.headings[index].heading.clone();
                        self.headings.push(Draft { heading, own_id: false });
                        index = self.headings.len() - 1;
                    }
                    self.heading_numbers.push(index);
                    self.document.events[at] =
                        Event::Open(Element::Heading(self.heading_numbers.len() as u32 - 1));
                    start = at + 1;
                }
                Event::Close(Element::Heading(_)) => {
                    let number = self.heading_numbers.len() - 1;
                    self.document.events[at] = Event::Close(Element::Heading(number as u32));
                    let events = &self.document.events[start..at];
                    let content = headings::inline_content(events, &self.texts.arena, &self.metadata.images);
                    let heading = &mut self.headings[self.heading_numbers[number]].heading;
                    (heading.text, heading.html) = content;
                }
                _ => {}
            }
        }
    }

    /// Returns the ranges of events inside HTML elements at the top level of the page.
    fn html_ranges(&self) -> Vec<Range<usize>> {
        let (mut ranges, mut start) = (Vec::new(), None);
        let (mut markdown, mut html) = (0_usize, 0_usize);
        for (at, event) in self.document.events.iter().enumerate() {
            match *event {
                Event::Open(_) => markdown += 1,
                Event::Close(_) => markdown = markdown.saturating_sub(1),
                Event::Html(span) if markdown == 0 => {
                    let text = &self.texts.arena[span.range()];
                    for piece in raw_html::pieces(text, Reading { lenient: true, foreign: false }) {
                        match piece {
                            Piece::Start { name, slash: false, .. }
                                if !elements::is(&name, elements::VOID) =>
                            {
                                start = start.or(Some(at));
                                html += 1;
                            }
                            Piece::End { .. } => html = html.saturating_sub(1),
                            _ => {}
                        }
                    }
                    if html == 0 {
                        ranges.extend(start.take().map(|start| start..at + 1));
                    }
                }
                _ => {}
            }
        }
        ranges
    }
}

fn is_title_mark(builder: &Builder<'_>, event: &Event) -> bool {
    matches!(*event, Event::Text(span) if builder.texts.arena[span.range()].starts_with(TITLE))
}

/// The events of a page that are being put together.
struct Output<'o, 'b> {
    builder: &'o mut Builder<'b>,
    /// The events as written, with the leaves.
    written: Vec<Event>,
    leaves: &'o [Leaf],
    /// How often each leaf was shown.
    used: Vec<u32>,
    /// The number of the last leaf that was shown.
    at: usize,
    /// The Markdown of the open components that have their own; `None` inside another one.
    own: Vec<Option<OwnMarkdown>>,
}

impl Output<'_, '_> {
    /// Reads rendered HTML.
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '<' => self.tag(rest),
                c if c == LEAF[0] => self.leaf(rest),
                c if c == ADDRESS[0] => self.address_of(rest, false),
                c if c == MARKDOWN[0] => self.own_markdown(rest),
                c if c == MARKDOWN[2] => {
                    self.end_own_markdown();
                    c.len_utf8()
                }
                c if c == TITLE => self.text(&rest[..c.len_utf8()]),
                _ => {
                    let special = ['<', LEAF[0], ADDRESS[0], MARKDOWN[0], MARKDOWN[2], TITLE];
                    self.text(&rest[..rest.find(special).unwrap_or(rest.len())])
                }
            };
            rest = &rest[length.max(1)..];
        }
    }

    fn text(&mut self, text: &str) -> usize {
        let shown = raw_html::decode(text);
        let span = self.builder.keep(&shown);
        self.builder.write(Event::Text(span));
        text.len()
    }

    /// Reads the Markdown that a component has for itself. It can contain leaves. Returns its length.
    fn own_markdown(&mut self, rest: &str) -> usize {
        let end = rest.find(MARKDOWN[1]).unwrap_or(rest.len());
        if self.own.is_empty() {
            let text = raw_html::decode(&rest[MARKDOWN[0].len_utf8().min(end)..end]);
            let start = self.builder.document.events.len();
            self.own.push(Some(OwnMarkdown { events: start..start, pieces: self.own_pieces(&text) }));
        } else {
            self.own.push(None);
        }
        (end + MARKDOWN[1].len_utf8()).min(rest.len())
    }

    fn own_pieces(&self, text: &str) -> Vec<OwnPiece> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(at) = rest.find(LEAF[0]) {
            pieces.push(OwnPiece::Text(rest[..at].into()));
            let (index, length) = leaf_at(&rest[at..]).unwrap_or((usize::MAX, LEAF[0].len_utf8()));
            if let Some(leaf) = self.leaves.get(index) {
                self.leaf_pieces(leaf, &mut pieces);
            }
            rest = &rest[at + length..];
        }
        pieces.push(OwnPiece::Text(rest.into()));
        pieces
    }

    /// Adds the content of a leaf. The headings in it aren't headings of the document, so they become Markdown here.
    fn leaf_pieces(&self, leaf: &Leaf, pieces: &mut Vec<OwnPiece>) {
        let builder = &self.builder;
        let (mut events, mut is_first) = (Vec::new(), true);
        for event in &self.written[leaf.events.clone()] {
            let text = match event {
                Event::Open(Element::Heading(number)) => {
                    let heading = &builder.headings[builder.heading_numbers[*number as usize]].heading;
                    let start = if is_first { "" } else { "\n\n" };
                    format!("{start}{} ", "#".repeat(heading.level.into()))
                }
                Event::Close(Element::Heading(_)) => "\n\n".to_owned(),
                event => {
                    events.push(*event);
                    is_first = false;
                    continue;
                }
            };
            is_first = false;
            pieces.push(OwnPiece::Events(std::mem::take(&mut events)));
            pieces.push(OwnPiece::Text(text.into()));
        }
        pieces.push(OwnPiece::Events(events));
    }

    fn end_own_markdown(&mut self) {
        if let Some(Some(mut own)) = self.own.pop() {
            own.events.end = self.builder.document.events.len();
            self.builder.document.own_markdown.push(own);
        }
    }

    /// Writes the events of a leaf in place of its string, and returns the length of the string.
    fn leaf(&mut self, rest: &str) -> usize {
        let Some((index, length)) = leaf_at(rest) else { return LEAF[0].len_utf8() };
        let Some(leaf) = self.leaves.get(index) else { return length };
        self.at = index;
        self.used[index] += 1;
        self.builder.document.events.extend_from_slice(&self.written[leaf.events.clone()]);
        length
    }

    /// Returns the text of a leaf, for a place where only text is allowed.
    fn plain(&self, index: usize) -> String {
        let events = self.leaves.get(index).map_or(&[][..], |leaf| &self.written[leaf.events.clone()]);
        headings::inline_content(events, &self.builder.texts.arena, &self.builder.metadata.images).0.into()
    }

    /// The location of what is being rendered: the tag or expression after the last leaf.
    fn place(&self) -> Span {
        self.leaves.get(self.at).map(|leaf| leaf.next).unwrap_or_default()
    }

    /// Writes the tag, comment, or element with raw text at the start of the HTML, and returns its length.
    fn tag(&mut self, rest: &str) -> usize {
        let length = raw_html::markup_length(rest);
        let html = self.without_leaves(&rest[..length]);
        let first = self.builder.document.events.len();
        self.builder.joined_from = first.saturating_sub(1);
        for piece in raw_html::pieces(&html, Reading { lenient: true, foreign: true }) {
            match piece {
                Piece::Html(part) => self.html(part),
                Piece::End { tag, .. } => self.html(tag),
                Piece::Broken { part, .. } | Piece::Unknown { part, .. } => self.html(part),
                Piece::Address { value, image, .. } => {
                    if value.starts_with(ADDRESS[0]) {
                        self.address_of(value, image);
                    } else {
                        self.address(&raw_html::decode(value), image);
                    }
                }
                Piece::Anchor(id) => self.builder.metadata.anchors.push(id.into()),
                Piece::Island { name, .. } => self.builder.metadata.islands.push(name.into()),
                Piece::Start { .. } | Piece::Slash | Piece::Unended { .. } | Piece::LinkOpen => {}
            }
        }
        self.builder.joined_from = usize::MAX;
        length
    }

    /// Writes HTML, with the URLs in it.
    fn html(&mut self, html: &str) {
        let mut rest = html;
        while let Some(at) = rest.find(ADDRESS[0]) {
            self.builder.html_part(&rest[..at]);
            let length = self.address_of(&rest[at..], false);
            rest = &rest[at + length..];
        }
        if !rest.is_empty() {
            self.builder.html_part(rest);
        }
    }

    /// Replaces the leaves inside a tag by their text.
    fn without_leaves<'h>(&self, html: &'h str) -> std::borrow::Cow<'h, str> {
        if !html.contains([LEAF[0], MARKDOWN[0]]) {
            return html.into();
        }
        let (mut out, mut rest) = (String::new(), html);
        while let Some(at) = rest.find(LEAF[0]) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let (index, length) = leaf_at(rest).unwrap_or((usize::MAX, LEAF[0].len_utf8()));
            crate::markdown::escape::attribute(&self.plain(index), &mut out);
            rest = &rest[length..];
        }
        out.push_str(rest);
        out.into()
    }

    /// Writes the URL at the start of the HTML, and returns its length.
    fn address_of(&mut self, rest: &str, image: bool) -> usize {
        let Some(end) = rest.find(ADDRESS[1]) else { return ADDRESS[0].len_utf8() };
        let target = raw_html::decode(&rest[ADDRESS[0].len_utf8()..end]).into_owned();
        match target.split_once(':') {
            Some(("link", target)) => self.address(target, image),
            Some(("file", path)) => {
                let relative = relative_to(self.builder.source.path.parent(), path);
                self.address(&relative, image || is_image(&SourcePath::new(path)));
            }
            _ => {
                let name = self.builder.source.path.file_name().to_owned();
                self.address(&format!("./{name}"), false);
            }
        }
        end + ADDRESS[1].len_utf8()
    }

    fn address(&mut self, target: &str, image: bool) {
        let (span, target) = (self.place(), target.into());
        let address = if image {
            let image = Image {
                target,
                alt: "".into(),
                title: None,
                span,
                replaceable: false,
                block: false,
                raw: true,
            };
            self.builder.metadata.images.push(image);
            Address::Image(self.builder.metadata.images.len() as u32 - 1)
        } else {
            Address::Link(self.builder.add_link(Link { target, title: None, span, replaceable: false }))
        };
        self.builder.write(Event::Address(address));
    }

    /// Shows the page without rendering: the Markdown, and the code of what has no content. The first `own` events are
    /// those of the page.
    fn fall_back(&mut self, own: usize) {
        for event in std::mem::take(&mut self.written).into_iter().take(own) {
            match event {
                Event::JsxEnd(_) => {}
                Event::Jsx(marker) => self.builder.jsx_as_code(marker as usize),
                event => self.builder.write(event),
            }
        }
    }
}

/// Returns the number of the leaf at the start of the HTML, and the length of its string.
fn leaf_at(rest: &str) -> Option<(usize, usize)> {
    let end = rest.find(LEAF[1])?;
    let index = rest[LEAF[0].len_utf8()..end].parse().ok()?;
    Some((index, end + LEAF[1].len_utf8()))
}
