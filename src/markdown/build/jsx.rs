//! Components and expressions on a page: keeps their tags balanced, and converts the page to a JavaScript module.
//!
//! A tag or an expression is an event among the events of the Markdown around it. The events between two of them are a
//! *leaf*. The module of the page contains the tags and expressions as written, and a unique string in place of each
//! leaf. `rendered` puts the leaves back into the HTML that the module renders.

use std::fmt::Write as _;
use std::ops::Range;

use super::{Builder, FrameKind, containers::frame_name};
use crate::component::Module;
use crate::diag::{Code, Span};
use crate::markdown::{
    directive::Line,
    document::{Element, Event},
    jsx::{Jsx, JsxKind},
    scan::Scan,
};

/// The first and last characters of the string that stands for a leaf. They're noncharacters, which no text contains.
pub(super) const LEAF: [char; 2] = ['\u{fdd0}', '\u{fdd1}'];
/// The string between the body of a page and its title.
pub(super) const TITLE: char = '\u{fdd7}';

/// The components and expressions of a page.
#[derive(Default)]
pub(super) struct PageJsx {
    /// The markers of statements, in reading order.
    pub(super) scripts: Vec<usize>,
    /// The events of the title, if it contains expressions.
    pub(super) title: Option<Vec<Event>>,
    /// Whether the page has components or expressions.
    pub(super) is_used: bool,
}

/// A page as code.
pub(super) struct PageCode {
    pub module: Module,
    pub leaves: Vec<Leaf>,
}

/// The Markdown between two tags or expressions.
pub(super) struct Leaf {
    /// The events.
    pub events: Range<usize>,
    /// The location of the tag or expression after it.
    pub next: Span,
    /// The indexes of its headings in the page's drafts.
    pub headings: Vec<usize>,
}

impl Builder<'_> {
    /// Handles a tag, an expression, or statements.
    pub(super) fn jsx(&mut self, index: usize, jsx: &Jsx<'_>) {
        match jsx.kind {
            JsxKind::Script => {
                self.jsx.is_used = true;
                self.jsx.scripts.push(index);
            }
            JsxKind::Start(_) => {
                self.begin_jsx(jsx);
                self.enter(FrameKind::Jsx(index));
                self.write(Event::Jsx(index as u32));
            }
            JsxKind::Empty(_) | JsxKind::Expression => {
                self.begin_jsx(jsx);
                self.write(Event::Jsx(index as u32));
            }
            JsxKind::End(name) => self.end_jsx(index, name),
        }
    }

    fn begin_jsx(&mut self, jsx: &Jsx<'_>) {
        self.jsx.is_used = true;
        self.begun |= jsx.kind != JsxKind::Expression || !is_empty(jsx);
        if jsx.is_block {
            self.end_line();
        } else {
            self.imply_paragraph();
        }
        self.make_room("the component", jsx.is_block);
    }

    /// Closes the element of an end tag. Directives that are open inside it are closed and reported.
    fn end_jsx(&mut self, index: usize, name: &str) {
        let scan = self.scan;
        let is_start = |kind: FrameKind| match kind {
            FrameKind::Jsx(start) => Some(name_of(scan, start) == name),
            FrameKind::Directive { .. } | FrameKind::Implied => Some(false),
            _ => None,
        };
        let mut inside = self
            .frames
            .iter()
            .enumerate()
            .rev()
            .map_while(|(at, frame)| is_start(frame.kind).map(|is_start| (at, is_start)));
        if let Some((at, _)) = inside.find(|(_, is_start)| *is_start) {
            self.end_implied();
            self.close_directives_to(at + 1);
            self.pop();
            return self.write(Event::JsxEnd(index as u32));
        }
        let around = self.frames.iter().rev().find(|frame| is_start(frame.kind).is_none());
        let around = around.map_or("the page", |frame| frame_name(frame.kind));
        let span = Span::from(scan.line(index).original.clone());
        let message = format!("`</{name}>` has no matching `<{name}>` in {around}");
        let hint = format!("remove it, or move it to where `<{name}>` is");
        self.report_with(Code::InvalidMdx, message, hint, span);
    }

    pub(super) fn report_unclosed_jsx(&mut self, marker: usize) {
        let name = name_of(self.scan, marker).to_owned();
        let around = self.frames.last().map_or("the page", |frame| frame_name(frame.kind));
        let span = Span::from(self.scan.line(marker).original.clone());
        let hint = format!("add `</{name}>` before the end of {around}, or write `<{name} />`");
        self.report_with(Code::InvalidMdx, format!("`<{name}>` is never closed"), hint, span);
    }

    /// Removes the paragraph that was just written if it consists only of components, expressions, and white space,
    /// as MDX does. `start` is the index of its first event.
    pub(super) fn unravel(&mut self, start: usize) {
        let (mut depth, mut is_any) = (0_usize, false);
        let mut kept = Vec::new();
        for &event in &self.document.events[start + 1..self.document.events.len() - 1] {
            let is_blank = match event {
                Event::Jsx(marker) => {
                    is_any = true;
                    depth += usize::from(matches!(self.kind_of(marker), Some(JsxKind::Start(_))));
                    false
                }
                Event::JsxEnd(_) => {
                    depth = depth.saturating_sub(1);
                    false
                }
                _ if depth > 0 => false,
                Event::Text(span) if self.texts.arena[span.range()].trim().is_empty() => true,
                Event::SoftBreak => true,
                _ => return,
            };
            if !is_blank {
                kept.push(event);
            }
        }
        if is_any {
            self.document.events.truncate(start);
            self.document.events.append(&mut kept);
        }
    }

    /// Returns the indexes of the headings among events.
    fn headings_in(&self, events: &[Event]) -> Vec<usize> {
        let heading = |event: &Event| match event {
            Event::Open(Element::Heading(number)) => self.heading_numbers.get(*number as usize).copied(),
            _ => None,
        };
        events.iter().filter_map(heading).collect()
    }

    fn kind_of(&self, marker: u32) -> Option<JsxKind<'_>> {
        jsx_of(self.scan, marker as usize).map(|jsx| jsx.kind)
    }

    /// Converts the page to a module whose leaves are numbered from `first`. The events from `title` on are the title.
    pub(super) fn page_code(&self, title: Option<usize>, first: usize) -> PageCode {
        let mut code =
            CodeWriter { builder: self, code: String::new(), places: Vec::new(), leaves: Vec::new(), first };
        for script in &self.jsx.scripts {
            code.jsx(*script);
            code.code.push('\n');
        }
        code.code.push_str("export default function DocgenPage(props) { return <>");
        let end = Span::from(self.source.text.len()..self.source.text.len());
        let mut start = 0;
        let events = &self.document.events;
        for (at, event) in events.iter().enumerate() {
            if title == Some(at) {
                code.leaf(start..at, end);
                let _ = write!(code.code, "{{\"{TITLE}\"}}");
                start = at;
            }
            let (Event::Jsx(marker) | Event::JsxEnd(marker)) = *event else { continue };
            let span = Span::from(self.scan.line(marker as usize).original.clone());
            code.leaf(start..at, span);
            match event {
                Event::Jsx(_) => code.jsx(marker as usize),
                _ => code.end(marker as usize),
            }
            start = at + 1;
        }
        code.leaf(start..events.len(), end);
        code.code.push_str("</> }\n");
        let CodeWriter { code, places, leaves, .. } = code;
        let module = Module { path: self.source.path.clone(), code, places };
        PageCode { module, leaves }
    }
}

struct CodeWriter<'b> {
    builder: &'b Builder<'b>,
    code: String,
    places: Vec<(u32, u32, u32)>,
    leaves: Vec<Leaf>,
    /// The number of the first leaf.
    first: usize,
}

impl CodeWriter<'_> {
    /// Writes the code of a marker as written.
    fn jsx(&mut self, marker: usize) {
        let Some(jsx) = jsx_of(self.builder.scan, marker) else { return };
        for (at, text) in &jsx.code {
            self.places.push((self.code.len() as u32, *at as u32, text.len() as u32));
            self.code.push_str(text);
        }
    }

    fn end(&mut self, marker: usize) {
        let name = name_of(self.builder.scan, marker);
        let _ = write!(self.code, "</{name}>");
    }

    /// Writes a leaf: its string or, if it's only text, the text.
    fn leaf(&mut self, range: Range<usize>, next: Span) {
        let events = &self.builder.document.events[range.clone()];
        if events.is_empty() {
            return;
        }
        let text = |event: &Event| match *event {
            Event::Text(span) => Some(self.builder.texts.arena[span.range()].to_owned()),
            Event::SoftBreak => Some("\n".to_owned()),
            _ => None,
        };
        let shown = match events.iter().map(text).collect::<Option<String>>() {
            Some(text) => text.replace(LEAF, "\u{fffd}"),
            None => {
                let headings = self.builder.headings_in(events);
                self.leaves.push(Leaf { events: range, next, headings });
                format!("{}{}{}", LEAF[0], self.first + self.leaves.len() - 1, LEAF[1])
            }
        };
        let shown = serde_json::to_string(&shown).unwrap_or_default();
        let _ = write!(self.code, "{{{shown}}}");
    }
}

impl Builder<'_> {
    /// Writes the code of a tag or an expression as inline code, unless it has content, which is shown instead.
    pub(super) fn jsx_as_code(&mut self, marker: usize) {
        let Some(jsx) = jsx_of(self.scan, marker) else { return };
        if matches!(jsx.kind, JsxKind::Start(_)) || is_empty(jsx) {
            return;
        }
        let code: String = jsx.code.iter().map(|(_, text)| *text).collect();
        let span = self.keep(&code);
        if jsx.is_block {
            self.write(Event::Open(Element::Paragraph));
        }
        self.write(Event::InlineCode(span));
        if jsx.is_block {
            self.write(Event::Close(Element::Paragraph));
        }
    }
}

fn jsx_of<'s>(scan: &'s Scan<'_>, marker: usize) -> Option<&'s Jsx<'s>> {
    match &scan.line(marker).line {
        Line::Jsx(jsx) => Some(jsx),
        _ => None,
    }
}

/// Returns the name in the start or end tag of a marker.
fn name_of<'s>(scan: &'s Scan<'_>, marker: usize) -> &'s str {
    match jsx_of(scan, marker).map(|jsx| jsx.kind) {
        Some(JsxKind::Start(name) | JsxKind::End(name)) => name,
        _ => "",
    }
}

/// Whether an expression is empty or only a comment.
fn is_empty(jsx: &Jsx<'_>) -> bool {
    let code: String = jsx.code.iter().map(|(_, text)| *text).collect();
    let inner = code.trim().trim_start_matches('{').trim_end_matches('}').trim();
    inner.is_empty() || (inner.starts_with("/*") && inner.find("*/") == Some(inner.len() - 2))
}
