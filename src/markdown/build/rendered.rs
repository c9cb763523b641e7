//! Adds the output of a page's components to the page's document.
//!
//! The rendered HTML contains a unique string for each leaf of Markdown. The HTML is read once. Each leaf's string is
//! replaced by the leaf's events, text becomes searchable text, and tags become raw HTML. Links and images in the tags
//! are resolved and checked like all other links and images.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{
    Builder,
    described::{BLOCK, Described},
    islands::{Ancestors, Misplaced},
    jsx::{ADDRESS, LEAF, Leaf, LeafKind, PageCode},
    numbers::NoteContents,
    partials::{Context, Partials},
};
use crate::component::{
    Library, Page, Rendered, own_image,
    slots::{FRAME, Filling},
    without_tokens,
};
use crate::diag::{Code, Diagnostic, Span};
use crate::markdown::{
    balance::Open,
    document::{Element, Event, OwnMarkdown, OwnPiece},
    escape,
    raw_html::{self, Piece, Reading},
};
use crate::source::Source;

/// The characters that mark the start and end of a component's Markdown form, and the end of the component's output.
const MARKDOWN: [char; 3] = ['\u{fdd4}', '\u{fdd5}', '\u{fdd6}'];
/// The characters that mark the start and end of an interactive component's own HTML.
const LITERAL: [char; 2] = ['\u{fddd}', '\u{fdde}'];

/// The token characters that have a meaning between tags.
const SPECIAL: [char; 10] = [
    LEAF[0],
    ADDRESS[0],
    MARKDOWN[0],
    MARKDOWN[2],
    LITERAL[0],
    LITERAL[1],
    BLOCK[0],
    BLOCK[1],
    BLOCK[2],
    BLOCK[3],
];

impl Builder<'_> {
    /// Renders the page's components. If no part of the page can be rendered, shows the components' code on the page.
    pub(super) fn render_components(&mut self) {
        let Some(library) = self.library.filter(|_| self.jsx.is_used) else { return };
        let body = self.document.events.len();
        let title = self.jsx.title.take();
        self.document.events.extend(title.iter().flatten());
        let PageCode { module, mut leaves } = self.page_code(title.is_some().then_some(body), false);
        let page = Page { info: self.page_info(), locale: self.locale(library) };
        let context = Context { options: self.options, cache: self.cache, library: self.library };
        let source = self.source;
        let partials = Partials::new(context, library, &source.path, self.page.clone());
        let rendered = library.render(&module, &page, &|path| partials.module(path));
        self.metadata.is_incomplete |= rendered.is_incomplete();
        let Rendered { html, used, styles, client_assets, diagnostics } = rendered;
        self.diagnostics.extend(diagnostics);
        self.metadata.is_composed = true;
        self.metadata.imports.extend(used);
        self.metadata.styles = styles;
        let place = leaves.first().map(|leaf| leaf.next).unwrap_or_default();
        client_assets.iter().for_each(|asset| self.publish(asset, place));
        let mut written = std::mem::take(&mut self.document.events);
        let own = written.len();
        let files = self.add_partials(partials, &mut written, &mut leaves);
        self.document.html.clear();
        let mut output = Output::new(self, written, &leaves, &files);
        match &html {
            Some(html) => output.read(html),
            None => output.fall_back(own),
        }
        let Output { used, title, notes, .. } = output;
        if !self.metadata.is_incomplete {
            self.report_children(&leaves, &used);
        }
        let title = title.map(|at| self.document.events.split_off(at));
        let end = self.document.events.len();
        self.document.own_markdown.retain(|own| own.events.end <= end);
        if let (Some(events), Some(index)) = (title, self.title) {
            let (text, html) = self.inline_content(&events);
            let heading = &mut self.headings[index].heading;
            (heading.text, heading.html) = (text, html);
            self.set_title(events);
        }
        self.number_content(notes);
    }

    /// If a leaf isn't shown exactly once each time its file is shown, reports the leaf's headings.
    fn report_children(&mut self, leaves: &[Leaf], used: &[u32]) {
        let starts = leaves.iter().zip(used).filter(|(leaf, _)| leaf.kind == LeafKind::Start);
        let shown: HashMap<Option<usize>, u32> = starts.map(|(leaf, used)| (leaf.file, *used)).collect();
        for (leaf, used) in leaves.iter().zip(used) {
            let expected = shown.get(&leaf.file).copied().unwrap_or(0);
            let Some(index) = leaf.headings.first().filter(|_| *used != expected) else { continue };
            let draft = &self.headings[*index];
            let text = &draft.heading.text;
            let message = if *used < expected {
                format!(
                    "the heading `{text}` isn't shown: the component around it doesn't render its children"
                )
            } else {
                format!(
                    "the heading `{text}` is shown {used} times: the component around it repeats its children"
                )
            };
            let diagnostic = Diagnostic::new(Code::ComponentChildren, message)
                .hint("render `children` exactly once in the component, or move the heading out of it");
            let diagnostic = draft.at(diagnostic, &self.source.path);
            self.diagnostics.push(diagnostic);
        }
    }

    fn page_info(&self) -> serde_json::Value {
        let front_matter = &self.metadata.front_matter;
        let title = front_matter.title.as_deref().or_else(|| Some(&*self.headings[self.title?].heading.text));
        let file = match Filling::of(&self.source.path) {
            Some(filling) if filling.page == FRAME => return serde_json::Value::Null,
            Some(filling) => filling.source(),
            None => Some(self.source.path.clone()),
        };
        serde_json::json!({
            "file": file,
            "title": title,
            "description": front_matter.description,
        })
    }

    /// Returns the file's locale.
    pub(super) fn locale(&self, library: &Library) -> String {
        let path = &self.source.path;
        let translated = path.strip_dir("content/i18n").and_then(|rest| rest.split('/').next());
        let of_slot = Filling::of(path).map(|filling| filling.locale);
        of_slot.or(translated).unwrap_or(library.default_locale()).to_owned()
    }
}

/// The events of a page that's being assembled.
pub(super) struct Output<'o, 'b> {
    pub builder: &'o mut Builder<'b>,
    /// The original events, with the leaves.
    pub written: Vec<Event>,
    pub leaves: &'o [Leaf],
    /// The indexes of the leaves, keyed by name.
    names: HashMap<u64, usize>,
    /// The imported files.
    files: &'o [Source],
    /// The number of times that each leaf was shown.
    used: Vec<u32>,
    /// The index of the last leaf or mark that was shown.
    pub at: usize,
    /// The end of the last URL that was found in the tags after the leaf. If no URL was found, the start of these tags.
    pub tags_from: usize,
    /// For each open imported file, the last leaf before the file.
    around: Vec<usize>,
    /// For each open imported file, the offset of its first string in the arena.
    imports: Vec<usize>,
    /// The open components that have a Markdown form.
    pub own: Vec<OpenOwn>,
    /// The number of events before the title.
    title: Option<usize>,
    pub notes: NoteContents,
    /// The number of the open footnote, and the events outside the footnote.
    pub note: Option<(u32, Vec<Event>)>,
    /// The component directives whose titles are being read, with the innermost directive last.
    pub described: Vec<Described>,
    /// The explanations for the components' open tooltips.
    pub explanations: Vec<Box<str>>,
    /// Whether the HTML is an interactive component's own HTML. docgen doesn't change the URLs in such HTML.
    is_literal: bool,
    /// Whether the tag that's being read is an `<img>` tag that's written on a page.
    pub is_own_image: bool,
    /// The elements around the HTML.
    ancestors: Ancestors,
    /// Whether a problem in the current interactive component was reported.
    is_reported: bool,
}

/// An open component that has a Markdown form.
pub(super) struct OpenOwn {
    /// The Markdown. Inside another such component, the value is `None`.
    markdown: Option<OwnMarkdown>,
    /// The number of Markdown elements around the component.
    pub depth: usize,
}

impl<'o, 'b> Output<'o, 'b> {
    fn new(
        builder: &'o mut Builder<'b>,
        written: Vec<Event>,
        leaves: &'o [Leaf],
        files: &'o [Source],
    ) -> Self {
        Output {
            builder,
            written,
            leaves,
            names: leaves.iter().enumerate().map(|(index, leaf)| (leaf.name, index)).collect(),
            files,
            used: vec![0; leaves.len()],
            at: 0,
            tags_from: 0,
            around: Vec::new(),
            imports: Vec::new(),
            own: Vec::new(),
            title: None,
            notes: NoteContents::new(),
            note: None,
            described: Vec::new(),
            explanations: Vec::new(),
            is_literal: false,
            is_own_image: false,
            ancestors: Ancestors::default(),
            is_reported: false,
        }
    }

    /// Reads rendered HTML.
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '<' => self.tag(rest),
                c if c == LEAF[0] => self.leaf(rest),
                c if c == ADDRESS[0] => self.address_of(rest, None),
                c if c == MARKDOWN[0] => self.own_markdown(rest),
                c if c == MARKDOWN[2] => {
                    self.end_own_markdown();
                    c.len_utf8()
                }
                c if BLOCK.contains(&c) => self.block(rest, c),
                c if LITERAL.contains(&c) => {
                    self.is_literal = c == LITERAL[0];
                    c.len_utf8()
                }
                _ => {
                    let is_special = |c: char| c == '<' || SPECIAL.contains(&c);
                    self.text(&rest[..rest.find(is_special).unwrap_or(rest.len())])
                }
            };
            rest = &rest[length.max(1)..];
        }
        self.close_to(0);
        self.builder.leave_html(0, "the page");
    }

    fn text(&mut self, text: &str) -> usize {
        if self.builder.between_tabs() && !text.trim().is_empty() {
            self.builder.note_between_tabs(self.place());
        }
        let span = self.builder.keep(&without_tokens(&raw_html::decode(text)));
        self.builder.write(Event::Text(span));
        text.len()
    }

    /// Reads a component's Markdown form, which can contain leaves. Returns the form's length.
    fn own_markdown(&mut self, rest: &str) -> usize {
        let Some(end) = rest.find(MARKDOWN[1]) else { return MARKDOWN[0].len_utf8() };
        let markdown = (self.own.is_empty() && self.note.is_none()).then(|| {
            let text = raw_html::decode(&rest[MARKDOWN[0].len_utf8()..end]);
            let start = self.builder.document.events.len();
            OwnMarkdown { events: start..start, pieces: self.own_pieces(&text) }
        });
        self.own.push(OpenOwn { markdown, depth: self.builder.frames.len() });
        end + MARKDOWN[1].len_utf8()
    }

    fn own_pieces(&self, text: &str) -> Vec<OwnPiece> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(at) = rest.find(LEAF[0]) {
            pieces.push(OwnPiece::Text(rest[..at].into()));
            let (index, length) = self.leaf_at(&rest[at..]);
            if let Some(index) = index {
                self.leaf_pieces(&self.leaves[index], &mut pieces);
            }
            rest = &rest[at + length..];
        }
        pieces.push(OwnPiece::Text(rest.into()));
        pieces
    }

    /// Adds a leaf's content. Headings in the leaf aren't part of the document's headings, so the function converts
    /// them to Markdown.
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
        let Some(open) = self.own.pop() else { return };
        self.close_to(open.depth);
        if let Some(mut own) = open.markdown {
            own.events.end = self.builder.document.events.len();
            self.builder.document.own_markdown.push(own);
        }
    }

    /// If the HTML starts with a leaf's token, returns the leaf's index and the token's length. If only a token's start
    /// character is present, the character is left out.
    fn leaf_at(&self, rest: &str) -> (Option<usize>, usize) {
        let start = LEAF[0].len_utf8();
        let name = rest
            .get(start..start + 16)
            .filter(|_| rest[start..].get(16..).is_some_and(|rest| rest.starts_with(LEAF[1])));
        let name = name.and_then(|name| u64::from_str_radix(name, 16).ok());
        match name.and_then(|name| self.names.get(&name)) {
            Some(index) => (Some(*index), start + 16 + LEAF[1].len_utf8()),
            None => (None, start),
        }
    }

    /// Replaces a leaf's token with the leaf's events and returns the token's length.
    fn leaf(&mut self, rest: &str) -> usize {
        let (Some(index), length) = self.leaf_at(rest) else { return LEAF[0].len_utf8() };
        let leaf = &self.leaves[index];
        self.used[index] += 1;
        match leaf.kind {
            LeafKind::Content => {
                self.set_place(index);
                if self.builder.between_tabs() && !self.builder.is_code_group() {
                    self.builder.note_between_tabs(self.place());
                }
                let events = &self.written[leaf.events.clone()];
                events.iter().for_each(|event| self.ancestors.event(event));
                self.content(leaf.events.clone());
            }
            LeafKind::Start => {
                if leaf.file.is_some() {
                    self.imports.push(self.builder.texts.arena.len());
                }
                self.around.push(self.at);
                self.set_place(index);
            }
            LeafKind::End => {
                let around = self.around.pop().unwrap_or_default();
                self.set_place(around);
                let start = leaf.file.and_then(|_| self.imports.pop());
                if let Some(start) = start.filter(|_| self.imports.is_empty()) {
                    self.builder.texts.end_import(start);
                }
            }
            LeafKind::Title => {
                self.close_to(0);
                self.builder.leave_html(0, "the page");
                self.title = Some(self.builder.document.events.len());
            }
        }
        length
    }

    /// Sets the last leaf that was shown. Problems are reported at the location after this leaf.
    fn set_place(&mut self, index: usize) {
        self.at = index;
        self.tags_from = self.place().start as usize;
        let file = self.leaves.get(index).and_then(|leaf| leaf.file);
        self.builder.imported = file.and_then(|file| self.files.get(file).cloned());
    }

    /// Whether the HTML is an interactive component's own HTML.
    pub(super) fn is_literal(&self) -> bool {
        self.is_literal
    }

    /// Returns a leaf's text for use where only text is allowed.
    fn plain(&self, index: usize) -> String {
        let events = &self.written[self.leaves[index].events.clone()];
        let content = self.builder.inline_content(events);
        without_tokens(&content.0).into_owned()
    }

    /// Returns the current location: the tag or expression after the last leaf.
    pub(super) fn place(&self) -> Span {
        self.leaves.get(self.at).map(|leaf| leaf.next).unwrap_or_default()
    }

    /// Writes the tag, comment, or raw-text element at the start of the HTML, and returns the length of the written
    /// text.
    fn tag(&mut self, rest: &str) -> usize {
        let length = own_length(&rest[..raw_html::markup_length(rest)]);
        let mut html = self.without_leaves(&rest[..length]);
        let own = own_image(&html);
        self.is_own_image = own.is_some();
        html = own.map_or(html, Cow::Owned);
        let first = self.builder.document.events.len();
        self.builder.joined_from = first.saturating_sub(1);
        let place = self.place();
        let reading =
            Reading { lenient: true, foreign: self.builder.balance.is_foreign(self.builder.html_depth()) };
        for piece in raw_html::pieces(&html, reading) {
            match piece {
                Piece::Html(part) => self.html(part),
                Piece::Start { name, tag, raw_text, slash, .. } => {
                    self.report_misplaced(&name, tag);
                    if !slash {
                        self.ancestors.start(&name);
                    }
                    let open = Open { name: name.into(), tag: place, raw_text, slash, ..Open::default() };
                    self.builder.start_element(open);
                }
                Piece::Slash => self.builder.keep_slot(),
                Piece::End { name, tag, .. } => {
                    self.ancestors.end(&name);
                    self.builder.end_tag(&name, tag, place);
                }
                Piece::Unended { start, close, .. } => self.builder.unended(start, close, place),
                Piece::Broken { part, .. } => self.builder.text_part(part),
                Piece::Unknown { part, .. } => self.html(part),
                Piece::Address { value, image, .. } => {
                    if value.starts_with(ADDRESS[0]) {
                        self.address_of(value, image);
                    } else if self.is_literal {
                        self.literal_link(value);
                    } else {
                        self.address(&raw_html::decode(value), image);
                    }
                }
                Piece::Anchor(id) => self.builder.metadata.anchors.push(id.into()),
                Piece::Island { name, .. } => self.builder.metadata.islands.push(name.into()),
                Piece::LinkOpen => {}
            }
        }
        self.builder.joined_from = usize::MAX;
        self.builder.note_html(first);
        length
    }

    /// Reports a tag of an interactive component that a browser would move.
    fn report_misplaced(&mut self, name: &str, tag: &str) {
        let is_island = name == "slot" && tag.contains(" data-client=");
        let is_slot = is_island || (name == "slot" && tag.contains(" data-slot="));
        self.is_reported &= !is_island;
        if (is_slot || self.is_literal)
            && let Some(Misplaced { message, hint }) = self.ancestors.misplaced(name, is_slot)
        {
            let place = self.place();
            if !std::mem::replace(&mut self.is_reported, true) {
                self.builder.report_with(Code::ComponentError, message, hint, place);
            }
        }
    }

    /// Writes HTML, including its URLs.
    pub(super) fn html(&mut self, html: &str) {
        let mut rest = html;
        while let Some(at) = rest.find(ADDRESS[0]) {
            self.builder.html_part(&rest[..at]);
            let length = self.address_of(&rest[at..], None);
            rest = &rest[at + length..];
        }
        if !rest.is_empty() {
            self.builder.html_part(rest);
        }
    }

    /// Replaces the leaves inside a tag with their text.
    fn without_leaves<'h>(&self, html: &'h str) -> Cow<'h, str> {
        if !html.contains(LEAF[0]) {
            return html.into();
        }
        let (mut out, mut rest) = (String::new(), html);
        while let Some(at) = rest.find(LEAF[0]) {
            out.push_str(&rest[..at]);
            let (index, length) = self.leaf_at(&rest[at..]);
            if let Some(index) = index {
                escape::attribute(&self.plain(index), &mut out);
            }
            rest = &rest[at + length..];
        }
        out.push_str(rest);
        out.into()
    }

    /// Shows the page as Markdown without rendering components. Tags and expressions that have no content are shown as
    /// code. The first `own` events belong to the page.
    fn fall_back(&mut self, own: usize) {
        let mut start = 0;
        for at in 0..own {
            let event = self.written[at];
            if let Event::Jsx(_) | Event::JsxEnd(_) = event {
                self.content(start..at);
                start = at + 1;
            }
            if let Event::Jsx(marker) = event {
                self.builder.jsx_as_code(marker as usize);
            }
        }
        self.content(start..own);
        self.close_to(0);
        self.builder.leave_html(0, "the page");
    }
}

/// Returns the length of a tag or comment. The tag or comment can be incomplete, because a component can write any
/// string as HTML. In React's output, a tag doesn't contain `<` before a leaf.
fn own_length(markup: &str) -> usize {
    let last_leaf = markup.rfind(LEAF[0]).unwrap_or(0);
    markup.get(1..last_leaf).and_then(|inside| inside.find('<')).map_or(markup.len(), |at| at + 1)
}
