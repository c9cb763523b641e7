//! Converts pulldown-cmark's events to a [`Document`] in one pass, without recursion. Copies every string only once.
//!
//! Elements are kept on a stack of frames. Directives are also frames, although Markdown doesn't have them. When a
//! frame ends, the directives that are still open inside it also end.

mod abbreviations;
mod addresses;
mod attributes;
mod balance;
mod blocks;
mod code_notes;
mod components;
mod containers;
mod content;
mod described;
mod fields;
mod figures;
mod foreign;
mod glossary;
mod html;
mod includes;
mod inline;
mod inline_directives;
mod islands;
mod jsx;
mod marks;
mod math;
mod notes;
mod numbers;
mod owners;
mod partials;
mod rendered;
mod tabs;
mod texts;
mod variables;
mod videos;
mod visibility;

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{Alignment, Event as Md, LinkType, Options as Extensions, Parser, Tag, TagEnd};

use super::{
    FrontMatter, Options,
    balance::Balance,
    document::{Document, Element, Event, Metadata, TextSpan},
    extensions,
    headings::{self, Draft},
    highlight::Cache,
    scan::{self, Problem, Scan, Syntax},
    variables::{PageFacts, Scope},
};
use crate::component::Library;
use crate::diag::{Code, Diagnostic, Hint, Span};
use crate::source::{Source, floor};
pub(super) use abbreviations::definition as abbreviation;
use foreign::Foreign;
use tabs::OpenTabs;
use texts::Texts;

/// Builds the document for a source whose body starts at `body_start`, after the front matter.
pub(super) fn build(
    source: &Source,
    front_matter: FrontMatter,
    body_start: usize,
    options: &Options,
    cache: &Cache,
    library: Option<&Library>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Document {
    let mut front_matter = front_matter;
    let page = variables::page_facts(source, &front_matter, body_start, options, library);
    let scope = variables::scope(options, library, &[], &page);
    let in_text = variables::in_text(source, scope.as_ref());
    if let Some(scope) = &scope {
        front_matter.replace_variables(source, body_start, scope);
        diagnostics.extend(front_matter.variable_problems(source, body_start));
    }
    let extensions = extensions::of_page(options, &source.text[body_start..]);
    let scan = scan(source, body_start, (extensions, library, options.math), in_text);
    report_problems(source, &scan, diagnostics);
    let mut builder = Builder::new(source, &scan, options, cache, diagnostics);
    builder.library = library;
    builder.variables = scope.as_ref();
    builder.extensions = extensions;
    builder.foreign = Foreign::new(&scan.text, options);
    builder.trail = partials::Trail::new(vec![source.path.clone()]);
    builder.page.clone_from(&page);
    builder.metadata.front_matter = front_matter;
    builder.metadata.body_start = Span::from(body_start..body_start).start;
    builder.run(Pass { text: &scan.text, place: Place::Scan(&scan) });
    builder.finish()
}

fn is_mdx(source: &Source) -> bool {
    source.path.extension().eq_ignore_ascii_case("mdx")
}

/// Scans a page or an imported file, starting at `body_start`.
fn scan<'a>(
    source: &'a Source,
    body_start: usize,
    (extensions, library, math): (Extensions, Option<&Library>, bool),
    scope: Option<&'a Scope<'a>>,
) -> Scan<'a> {
    let is_component = |name: &str| library.is_some_and(|library| library.has(name));
    let syntax = Syntax { mdx: is_mdx(source), math, extensions, is_component: &is_component };
    scan::scan(&source.text, body_start, &syntax, scope)
}

fn report_problems(source: &Source, scan: &Scan<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for Problem { code, message, hints, span } in &scan.problems {
        let diagnostic = Diagnostic::new(*code, message).at(&source.path, *span);
        diagnostics.push(Diagnostic { hints: hints.clone(), ..diagnostic });
    }
}

/// Builds a document from text that isn't part of the site's Markdown, such as a description in an OpenAPI document.
/// Directives and page titles aren't recognized, and problems aren't reported.
pub(super) fn build_foreign(source: &Source, options: &Options, cache: &Cache) -> Document {
    let mut unreported = Vec::new();
    let scan = scan::without_directives(&source.text);
    let mut builder = Builder::new(source, &scan, options, cache, &mut unreported);
    builder.begun = true;
    // Foreign HTML is harmless even without balancing, because `render` filters the tags.
    builder.balanced = false;
    builder.run(Pass { text: &scan.text, place: Place::Scan(&scan) });
    builder.finish()
}

/// The text that's being parsed, and the mapping from the text's offsets to the source.
#[derive(Clone, Copy)]
struct Pass<'t> {
    text: &'t str,
    place: Place<'t>,
}

#[derive(Clone, Copy)]
enum Place<'t> {
    /// The output of the scanner.
    Scan(&'t Scan<'t>),
    /// A directive's title, and the title's offset in the source.
    Title(&'t Scan<'t>, usize),
}

impl<'t> Pass<'t> {
    /// Returns the pass for a directive's title. `at` is the offset of the title in the source.
    fn title(scan: &'t Scan<'t>, at: usize) -> Self {
        Pass { text: &scan.text, place: Place::Title(scan, at) }
    }

    fn scan(&self) -> &'t Scan<'t> {
        match self.place {
            Place::Scan(scan) | Place::Title(scan, _) => scan,
        }
    }

    /// Returns the offset of the scanned text in the source.
    fn base(&self) -> usize {
        match self.place {
            Place::Scan(_) => 0,
            Place::Title(_, at) => at,
        }
    }

    fn locate(&self, at: usize) -> usize {
        self.base() + self.scan().locate(at)
    }

    /// Returns a marker's location.
    fn original(&self, index: usize) -> Span {
        let range = &self.scan().line(index).original;
        Span::from(self.base() + range.start..self.base() + range.end)
    }

    fn span(&self, range: Range<usize>) -> Span {
        let start = self.locate(range.start);
        Span::from(start..self.locate(range.end).max(start))
    }
}

/// An open element.
#[derive(Clone, Copy)]
struct Frame {
    kind: FrameKind,
    /// The number of events before the frame.
    start: usize,
    /// Whether this is a directive whose closing line is inside a list. The directive ends with the list.
    ended: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum FrameKind {
    Element(Element),
    /// A Markdown element that doesn't write any events itself.
    Silent,
    /// The heading that becomes the page title.
    PageTitle,
    /// A paragraph that a tight list omits, but that a directive needs.
    Implied,
    /// A footnote. The footnote's events are kept separately until the end of the page.
    Footnote,
    /// A directive. If the directive's name is unknown, `element` is `None`.
    Directive {
        element: Option<Element>,
        opener: scan::Opener,
    },
    /// A JSX element, with the index of its start tag's marker.
    Jsx(usize),
}

/// The destination for the text of the current events.
enum Collect {
    /// The document.
    Events,
    /// A code block: its info string, text, and start, and whether the block is fenced.
    Code { info: String, text: String, start: usize, fenced: bool },
    /// An HTML block: its text, and the mapping from offsets in the block to offsets in the parsed text.
    Html { text: String, stretches: Vec<(usize, usize)> },
    /// An image's alternative text. `depth` is the number of open images inside the text.
    Alt { text: String, depth: u32 },
}

/// An open link or image. The location of the destination is determined when the text of the link or image ends.
struct OpenLink {
    index: usize,
    kind: LinkType,
    /// The location of the reference definition in the parsed text.
    definition: Option<Range<usize>>,
}

struct Builder<'a> {
    source: &'a Source,
    scan: &'a Scan<'a>,
    options: &'a Options,
    extensions: Extensions,
    cache: &'a Cache,
    /// The components that the page can use.
    library: Option<&'a Library>,
    /// The variables that code can show.
    variables: Option<&'a Scope<'a>>,
    /// The imported file whose content is being written, if any.
    imported: Option<Source>,
    /// The files that the page has included so far.
    trail: partials::Trail,
    /// The details of the page that shows the content.
    page: PageFacts,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// The document's content so far.
    document: Document,
    /// The document's metadata so far.
    metadata: Metadata,
    /// Whether the source contains neither NUL nor Windows line endings.
    plain: bool,
    texts: Texts,
    frames: Vec<Frame>,
    /// The open quotes, lists, and list items.
    containers: Vec<owners::Container>,
    collect: Collect,
    /// The start of the last quote that could end a merge conflict, as an offset in the parsed text.
    conflict_end: usize,
    /// The end of the last event inside the innermost link, as an offset in the parsed text.
    inner_end: usize,
    links: Vec<OpenLink>,
    images: Vec<OpenLink>,
    /// The pieces of the collected text.
    run: Vec<inline::Piece>,
    headings: Vec<Draft>,
    /// The heading that's the page's title.
    title: Option<usize>,
    /// The indexes of the document's headings in `headings`, in order.
    heading_numbers: Vec<usize>,
    columns: Vec<Alignment>,
    column: usize,
    /// Whether the body already contains visible content.
    begun: bool,
    notes: notes::Notes,
    /// The code blocks with numbers of notes.
    noted: Vec<code_notes::Noted>,
    /// The number of open raw `<a>` elements, which must not contain autolinks.
    raw_links: u32,
    /// The open raw HTML elements.
    balance: Balance,
    /// Whether to keep the raw HTML balanced.
    balanced: bool,
    /// The index of the first event that more raw HTML can be joined to.
    joined_from: usize,
    /// The elements whose content isn't HTML and that have no end tag in the rest of the page.
    endless: Vec<&'static str>,
    /// The start of the raw HTML that's open at the top level of the page.
    html_start: Option<usize>,
    /// The names of the unknown elements that were reported. If JavaScript statements were reported, also contains
    /// `import`.
    reported: Vec<String>,
    /// The delimiters of highlighted text in the open block.
    delimiters: Vec<marks::Delimiter>,
    /// The number of directive labels around the current content.
    label_depth: u32,
    /// The open tab groups, with the innermost group last.
    open_tabs: Vec<OpenTabs>,
    /// The page's components and code.
    jsx: jsx::PageJsx,
    /// Other generators' syntax.
    foreign: Foreign,
}

impl<'a> Builder<'a> {
    fn new(
        source: &'a Source,
        scan: &'a Scan<'a>,
        options: &'a Options,
        cache: &'a Cache,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Builder {
            source,
            scan,
            options,
            extensions: extensions::of_site(options),
            cache,
            library: None,
            variables: None,
            imported: None,
            trail: partials::Trail::default(),
            page: PageFacts::default(),
            diagnostics,
            document: Document::default(),
            metadata: Metadata::default(),
            plain: !source.text.bytes().any(|byte| byte == 0 || byte == b'\r'),
            texts: Texts::with_capacity(scan.text.len()),
            frames: Vec::new(),
            containers: Vec::new(),
            collect: Collect::Events,
            conflict_end: 0,
            inner_end: 0,
            links: Vec::new(),
            images: Vec::new(),
            run: Vec::new(),
            headings: Vec::new(),
            title: None,
            heading_numbers: Vec::new(),
            columns: Vec::new(),
            column: 0,
            begun: false,
            notes: notes::Notes::default(),
            noted: Vec::new(),
            raw_links: 0,
            balance: Balance::default(),
            balanced: true,
            joined_from: usize::MAX,
            endless: Vec::new(),
            html_start: None,
            reported: Vec::new(),
            delimiters: Vec::new(),
            label_depth: 0,
            open_tabs: Vec::new(),
            jsx: jsx::PageJsx::default(),
            foreign: Foreign::default(),
        }
    }

    fn run(&mut self, pass: Pass<'_>) {
        self.read_pass(&pass, self.extensions);
        self.end_run(&pass);
        self.resolve_marks();
        self.report_foreign(&pass);
    }

    /// Reads the text of a pass. A title is parsed as a heading, but it isn't one.
    fn read_pass(&mut self, pass: &Pass<'_>, extensions: Extensions) {
        let is_title = matches!(pass.place, Place::Title(..));
        let mut events = Parser::new_ext(pass.text, extensions).into_offset_iter();
        // The ranges of attribute lists and abbreviations that no event has passed yet.
        let (mut absorbed, mut listed) = (0, Vec::<Range<usize>>::new());
        while let Some((event, range)) = events.next() {
            let contains = |list: &Range<usize>| list.start <= range.start && range.end <= list.end;
            let is_heading = matches!(event, Md::Start(Tag::Heading { .. }) | Md::End(TagEnd::Heading(_)));
            if range.end <= absorbed || listed.iter().any(contains) || is_title && is_heading {
                continue;
            }
            let found = self.attribute_list(pass, &event, &range);
            let found = found.into_iter().chain(self.abbreviations(pass, &event, &range));
            listed.retain(|list| list.end > range.start);
            listed.extend(found);
            if listed.iter().any(contains) {
                continue;
            }
            if let Md::Text(text) = &event
                && let Some(end) = listed.iter().find(|list| list.contains(&range.start)).map(|list| list.end)
                && let Some(rest) = text.get(end - range.start..)
            {
                let rest = Md::Text(rest.to_owned().into());
                self.event(pass, rest, end..range.end, None);
                continue;
            }
            let emphasis =
                matches!(event, Md::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Subscript));
            if emphasis && self.absorb(pass, &range) {
                absorbed = range.end;
                continue;
            }
            let definition = match &event {
                Md::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) => {
                    match link_type {
                        LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
                            events.reference_definitions().get(id).map(|definition| definition.span.clone())
                        }
                        _ => None,
                    }
                }
                _ => None,
            };
            self.event(pass, event, range, definition);
        }
    }

    fn event(
        &mut self,
        pass: &Pass<'_>,
        event: Md<'_>,
        range: Range<usize>,
        definition: Option<Range<usize>>,
    ) {
        self.texts.meet(pass.locate(range.start));
        self.event_between_tabs(pass, &event, &range);
        let opens_link = matches!(event, Md::Start(Tag::Link { .. } | Tag::Image { .. }));
        if matches!(self.collect, Collect::Alt { .. }) {
            self.alt_event(pass, event, &range);
        } else {
            match event {
                Md::Text(text) | Md::InlineMath(text) | Md::DisplayMath(text) => {
                    self.text(pass, &text, &range);
                }
                // As in Pandoc, a subscript doesn't contain spaces.
                Md::Start(Tag::Subscript) if marks::has_space(pass, &range) => {
                    self.text(pass, "~", &(range.start..range.start + 1));
                }
                Md::End(TagEnd::Subscript) if marks::has_space(pass, &range) => {
                    self.text(pass, "~", &(range.end - 1..range.end));
                }
                Md::Start(tag) => {
                    let kind = owners::kind(&tag);
                    self.start(pass, tag, &range, definition);
                    self.enter_container(pass, kind, &range);
                }
                Md::End(tag) => {
                    self.end(pass, tag, &range);
                    self.leave_container(tag);
                }
                Md::Code(code) => self.inline_code(pass, &code, &range),
                Md::Html(html) => self.text(pass, &html, &range),
                Md::InlineHtml(html) => self.inline_html(pass, &html, &range),
                Md::FootnoteReference(label) => self.note_reference(pass, &label),
                Md::SoftBreak if self.is_in_term() => self.next_term(pass),
                Md::SoftBreak => self.push(pass, Event::SoftBreak),
                Md::HardBreak => {
                    self.end_run(pass);
                    self.make_room("the line end", false);
                    self.push(pass, Event::HardBreak);
                }
                Md::Rule => {
                    self.begun = true;
                    self.end_run(pass);
                    self.end_implied();
                    self.end_line();
                    self.make_room("the line", false);
                    self.write(Event::Rule);
                }
                Md::TaskListMarker(checked) => self.task(pass, checked),
            }
        }
        self.inner_end = if opens_link { range.start + 1 } else { range.end };
    }

    /// Appends an event.
    fn write(&mut self, event: Event) {
        self.document.events.push(event);
    }

    /// Appends an event of inline content after the text collected so far.
    fn push(&mut self, pass: &Pass<'_>, event: Event) {
        self.end_run(pass);
        self.write(event);
    }

    /// Pushes a frame onto the stack.
    fn enter(&mut self, kind: FrameKind) {
        self.frames.push(Frame { kind, start: self.document.events.len(), ended: false });
    }

    /// Copies a string into the arena.
    fn keep(&mut self, text: &str) -> TextSpan {
        let start = self.texts.arena.len();
        copy_clean(self.plain, text, &mut self.texts.arena);
        Span::from(start..self.texts.arena.len())
    }

    fn report(&mut self, code: Code, message: impl Into<String>, span: Span) -> &mut Diagnostic {
        let source = self.imported.as_ref().unwrap_or(self.source);
        // Offsets in joined HTML can be slightly inaccurate, but they must not be inside a character.
        let mut range = span.range();
        range.start = floor(&source.text, range.start);
        while range.end < source.text.len() && !source.text.is_char_boundary(range.end) {
            range.end += 1;
        }
        let page = self.imported.is_some().then(|| Box::new(self.source.path.clone()));
        let diagnostic = Diagnostic::new(code, message).at(&source.path, range);
        self.diagnostics.push(Diagnostic { page, ..diagnostic });
        self.diagnostics.last_mut().expect("a diagnostic was just pushed")
    }

    /// Reports a problem with a hint.
    fn report_with(&mut self, code: Code, message: impl Into<String>, hint: impl Into<Hint>, span: Span) {
        self.report(code, message, span).add_hint(hint);
    }

    /// Closes all elements that are open at the end of the page and writes the footnotes.
    fn end_page(&mut self) {
        self.end_body();
        self.write_notes();
    }

    /// Closes all elements that are open at the end of the file.
    fn end_body(&mut self) {
        self.close_directives_to(0);
        self.leave_html(0, self.whole());
        self.check_code_notes();
    }

    fn finish(mut self) -> Document {
        self.end_page();
        self.render_components();
        self.separate_agents();
        self.note_variables();
        self.number_equations();
        self.metadata.imports.sort();
        self.metadata.imports.dedup_by(|a, b| a.0 == b.0);
        let mut ids = headings::assign_ids(
            &mut self.headings,
            self.options.heading_ids,
            &self.source.path,
            self.diagnostics,
        );
        let ids = &mut ids;
        self.metadata.anchors.extend(fields::assign_ids(&mut self.document, ids));
        let headings = self.heading_numbers.iter().map(|at| self.headings[*at].heading.clone());
        self.metadata.headings = headings.collect();
        let drafts = self.heading_numbers.iter().map(|at| &self.headings[*at]);
        self.document.heading_places = drafts.map(|draft| (draft.file.clone(), draft.span)).collect();
        self.read_glossary(ids);
        let (mut document, mut metadata) = (self.document, self.metadata);
        if let Some(index) = self.title {
            let heading = &self.headings[index].heading;
            metadata.title = Some(heading.text.clone());
            metadata.title_html = Some(heading.html.clone());
            metadata.title_id = Some(heading.id.clone());
            metadata.title_span = Some(self.headings[index].span);
        }
        metadata.length = Span::from(0..self.texts.arena.len()).end;
        document.source = Arc::clone(&self.source.text);
        self.texts.settle(&mut document);
        // The document is kept for a long time, and shrinking a vector doesn't always free memory, so copy the events.
        document.events = document.events.as_slice().to_vec();
        metadata.abbreviations.sort();
        metadata.abbreviations.dedup_by(|a, b| a.0 == b.0);
        for names in [&mut metadata.islands, &mut metadata.diagrams, &mut metadata.anchors] {
            names.sort();
            names.dedup();
        }
        metadata.sheets.extend(html::sheet(&document));
        document.metadata = Arc::new(metadata);
        let (words, cut) = (texts::count_words(&document), texts::truncate_marker(&document));
        let summary = document.first_paragraph().map(|text| texts::summary(&text).into());
        let metadata = Arc::make_mut(&mut document.metadata);
        (metadata.words, metadata.cut, metadata.summary) = (words, cut, summary);
        document
    }
}

/// Copies text. NUL becomes the replacement character (CommonMark 2.3), and Windows line endings become
/// `\n`. A `plain` source contains neither NUL nor Windows line endings.
fn copy_clean(plain: bool, text: &str, out: &mut String) {
    if plain || !text.bytes().any(|byte| byte == 0 || byte == b'\r') {
        return out.push_str(text);
    }
    for c in text.chars() {
        match c {
            '\0' => out.push('\u{fffd}'),
            '\r' => {}
            c => out.push(c),
        }
    }
}
