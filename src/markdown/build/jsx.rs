//! Handles components and expressions on a page: keeps their tags balanced and converts the page to a JavaScript
//! module.
//!
//! Each tag or expression is an event, like the events of the surrounding Markdown. The events between two tags or
//! expressions are a *leaf*. The page's module contains the tags and expressions unchanged. In place of each leaf,
//! the module contains a token, which is a string with the leaf's name. `rendered` puts the leaves back into the HTML
//! that the module renders.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

use xxhash_rust::xxh3::Xxh3;

use super::{Builder, FrameKind, containers::frame_name};
use crate::component::{BLOCKS, Module, without_tokens};
use crate::diag::{Code, Span};
use crate::markdown::{
    directive::Line,
    document::{Element, Event},
    escape,
    jsx::{Jsx, JsxKind},
    scan::Scan,
};
use crate::path::SourcePath;

/// The first and last characters of a leaf's token.
pub(super) const LEAF: [char; 2] = ['\u{fdd0}', '\u{fdd1}'];
/// The first and last characters of a URL that docgen resolves.
pub(super) const ADDRESS: [char; 2] = ['\u{fdd2}', '\u{fdd3}'];

/// The components and expressions of a page.
#[derive(Default)]
pub(super) struct PageJsx {
    /// The markers of statements, in reading order.
    pub(super) scripts: Vec<usize>,
    /// The title's events, if the title contains expressions.
    pub(super) title: Option<Vec<Event>>,
    /// Whether the page has components or expressions.
    pub(super) is_used: bool,
    /// The included files that the page imports as modules.
    pub(super) includes: Includes,
}

/// An included file with components or expressions.
pub(super) struct Included {
    /// The specifier that the page's module imports.
    pub specifier: String,
    /// The props of the file's component.
    pub props: Vec<(String, String)>,
}

/// The included files with components or expressions, keyed by the indexes of the markers.
pub(super) type Includes = BTreeMap<usize, Included>;

/// The code of a page.
pub(super) struct PageCode {
    pub module: Module,
    pub leaves: Vec<Leaf>,
}

/// The Markdown between two tags or expressions, or a mark such as the start of a file.
pub(super) struct Leaf {
    /// The name in the leaf's token. Code can't guess the names of leaves, so it can use only the leaves that it
    /// receives.
    pub name: u64,
    pub kind: LeafKind,
    /// The events.
    pub events: Range<usize>,
    /// The location of the tag or expression after the leaf.
    pub next: Span,
    /// The indexes of the leaf's headings in the page's drafts.
    pub headings: Vec<usize>,
    /// The index of the imported file that contains the leaf. If the page itself contains the leaf, the value is
    /// `None`.
    pub file: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum LeafKind {
    Content,
    /// The start of a file.
    Start,
    /// The end of a file.
    End,
    /// The end of a page's body, before its title.
    Title,
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

    /// Closes the element that an end tag belongs to. Closes and reports the directives that are still open inside the
    /// element.
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
        let around = around.map_or(self.whole(), |frame| frame_name(frame.kind));
        let span = Span::from(scan.line(index).original.clone());
        let message = format!("`</{name}>` has no matching `<{name}>` in {around}");
        let hint = format!("remove it, or move it to where `<{name}>` is");
        self.report_with(Code::InvalidMdx, message, hint, span);
    }

    pub(super) fn report_unclosed_jsx(&mut self, marker: usize) {
        let name = name_of(self.scan, marker).to_owned();
        let around = self.frames.last().map_or(self.whole(), |frame| frame_name(frame.kind));
        let span = Span::from(self.scan.line(marker).original.clone());
        let hint = format!("add `</{name}>` before the end of {around}, or use `<{name} />`");
        self.report_with(Code::InvalidMdx, format!("`<{name}>` is never closed"), hint, span);
    }

    /// As MDX does, removes the latest paragraph if it contains only components, expressions, and whitespace. `start`
    /// is the index of the paragraph's first event.
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

    /// Returns the indexes of the headings in a list of events.
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

    /// Converts the page to a module. `title` is the index of the title's first event. The title extends to the last
    /// event. If `is_imported` is true, another page imports this page's file.
    pub(super) fn page_code(&self, title: Option<usize>, is_imported: bool) -> PageCode {
        let mut code = CodeWriter {
            builder: self,
            code: String::new(),
            places: Vec::new(),
            leaves: Vec::new(),
            names: Vec::new(),
        };
        for script in &self.jsx.scripts {
            code.jsx(*script);
            code.code.push('\n');
        }
        for (marker, included) in &self.jsx.includes {
            let specifier = serde_json::Value::from(&*included.specifier);
            let _ = writeln!(code.code, "import DocgenInclude{marker} from {specifier};");
        }
        code.code.push_str("export default function DocgenPage(props) { return <>");
        let events = &self.document.events;
        let end = Span::from(self.source.text.len()..self.source.text.len());
        let place = |event: &Event| match *event {
            Event::Jsx(marker) | Event::JsxEnd(marker) => {
                Some(Span::from(self.scan.line(marker as usize).original.clone()))
            }
            _ => None,
        };
        code.mark(LeafKind::Start, events.iter().find_map(place).unwrap_or(end));
        let mut start = 0;
        for (at, event) in events.iter().enumerate() {
            if title == Some(at) {
                code.leaf(start..at, end);
                code.mark(LeafKind::Title, end);
                start = at;
            }
            let Some(span) = place(event) else { continue };
            code.leaf(start..at, span);
            match *event {
                Event::Jsx(marker) => code.jsx(marker as usize),
                Event::JsxEnd(marker) => code.end(marker as usize),
                _ => {}
            }
            start = at + 1;
        }
        code.leaf(start..events.len(), end);
        code.mark(LeafKind::End, end);
        code.code.push_str("</> }\n");
        code.name_leaves(is_imported.then_some(&self.source.path));
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
    /// The offset of each leaf's name in the code.
    names: Vec<usize>,
}

impl CodeWriter<'_> {
    /// Writes a marker's code unchanged, but adds missing quotation marks around values and replaces variables in
    /// quoted values.
    fn jsx(&mut self, marker: usize) {
        if let Some(included) = self.builder.jsx.includes.get(&marker) {
            let props = included.props.iter().map(|(name, value)| (&**name, &**value));
            let props: serde_json::Value = props.collect();
            let _ = write!(self.code, "<DocgenInclude{marker} {{...{props}}} />");
            return;
        }
        let Some(jsx) = jsx_of(self.builder.scan, marker) else { return };
        let mut values: Vec<&Range<usize>> = jsx.bare.iter().collect();
        if self.builder.scan.scope.is_some() {
            values.extend(&jsx.quoted);
            values.sort_by_key(|value| value.start);
        }
        let mut values = values.into_iter().peekable();
        for &(start, text) in &jsx.code {
            let mut from = 0;
            while let Some(value) = values.next_if(|value| value.end <= start + text.len()) {
                // A value that continues on the next line doesn't change.
                let Some(at) = value.start.checked_sub(start) else { continue };
                let inside = at..value.end - start;
                self.piece(start + from, &text[from..inside.start]);
                self.value(value.start, &text[inside.clone()]);
                from = inside.end;
            }
            self.piece(start + from, &text[from..]);
        }
    }

    /// Writes an attribute's value. `at` is the offset of the value in the source.
    fn value(&mut self, at: usize, value: &str) {
        if !value.starts_with(['"', '\'']) {
            self.code.push('"');
            self.piece(at, value);
            return self.code.push('"');
        }
        let place = |range: Range<usize>| Span::from(at + range.start..at + range.end);
        match self.builder.scan.scope.map(|scope| scope.replaced_by(value, place, escape::anywhere)) {
            Some(replaced) if replaced != value => self.code.push_str(&replaced),
            _ => self.piece(at, value),
        }
    }

    /// Writes code. `at` is the offset of the code in the source.
    fn piece(&mut self, at: usize, text: &str) {
        if !text.is_empty() {
            self.places.push((self.code.len() as u32, at as u32, text.len() as u32));
            self.code.push_str(text);
        }
    }

    fn end(&mut self, marker: usize) {
        let name = name_of(self.builder.scan, marker);
        let _ = write!(self.code, "</{name}>");
    }

    /// Writes a leaf's token. If the leaf contains only text, writes the text instead.
    fn leaf(&mut self, range: Range<usize>, next: Span) {
        let events = &self.builder.document.events[range.clone()];
        if events.is_empty() {
            return;
        }
        let text = |event: &Event| match *event {
            Event::Text(span) => Some(&self.builder.texts.arena[span.range()]),
            Event::SoftBreak => Some("\n"),
            _ => None,
        };
        match events.iter().map(text).collect::<Option<String>>() {
            Some(text) => self.string(&without_tokens(&text)),
            None => {
                let headings = self.builder.headings_in(events);
                self.token(LeafKind::Content, range, next, headings);
            }
        }
    }

    fn mark(&mut self, kind: LeafKind, next: Span) {
        self.token(kind, 0..0, next, Vec::new());
    }

    fn token(&mut self, kind: LeafKind, events: Range<usize>, next: Span, headings: Vec<usize>) {
        self.leaves.push(Leaf { name: 0, kind, events, next, headings, file: None });
        let [start, end] = LEAF;
        self.names.push(self.code.len() + "{\"".len() + start.len_utf8());
        self.string(&format!("{start}{:016x}{end}", 0));
    }

    /// Gives the leaves their names, which depend only on the code, so pages that differ only in their leaves have the
    /// same code. A page can import several files with the same code, so the names in an imported file also depend on
    /// the file.
    fn name_leaves(&mut self, imported: Option<&SourcePath>) {
        let mut hasher = Xxh3::new();
        (&self.code, imported.map(SourcePath::as_str)).hash(&mut hasher);
        for (leaf, at) in self.leaves.iter_mut().zip(&self.names) {
            hasher.write_usize(*at);
            leaf.name = hasher.finish();
            let name = format!("{:016x}", leaf.name);
            self.code.replace_range(*at..at + name.len(), &name);
        }
    }

    fn string(&mut self, text: &str) {
        let _ = write!(self.code, "{{{}}}", serde_json::Value::from(text));
    }
}

impl Builder<'_> {
    /// Writes the code of a tag or an expression as inline code. If a tag has content, the content is shown instead.
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

/// Whether a frame is an update, such as a release note. In MDX, an update can be a component.
pub(super) fn is_update(scan: &Scan<'_>, kind: FrameKind) -> bool {
    const NAME: &str = "update";
    match kind {
        FrameKind::Directive { element: Some(Element::Container(id)), .. } => id.name == NAME,
        FrameKind::Jsx(marker) => BLOCKS.contains(&(name_of(scan, marker), NAME)),
        _ => false,
    }
}

/// Whether an expression is empty or contains only a comment.
fn is_empty(jsx: &Jsx<'_>) -> bool {
    let code: String = jsx.code.iter().map(|(_, text)| *text).collect();
    let inner = code.trim().trim_start_matches('{').trim_end_matches('}').trim();
    inner.is_empty() || (inner.starts_with("/*") && inner.find("*/") == Some(inner.len() - 2))
}
