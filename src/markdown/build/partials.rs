//! Markdown files that pages and components import: their content becomes part of the page.

use std::cell::RefCell;

use super::{Builder, Pass, Place, Texts, jsx::Leaf};
use crate::component::{Library, Module};
use crate::diag::{Diagnostic, Span};
use crate::markdown::{
    Options,
    document::{Address, Document, Element, Event, Metadata},
    front_matter,
    headings::Draft,
    highlight::Cache,
};
use crate::path::SourcePath;
use crate::source::Source;

/// The imported Markdown files of a page.
pub(super) struct Partials<'a> {
    options: &'a Options,
    cache: &'a Cache,
    library: &'a Library,
    /// The number of leaves of the page.
    first_leaf: usize,
    found: RefCell<Vec<Partial>>,
}

/// An imported Markdown file, before its content is part of a page.
struct Partial {
    source: Source,
    document: Document,
    metadata: Metadata,
    arena: String,
    headings: Vec<Draft>,
    heading_numbers: Vec<usize>,
    leaves: Vec<Leaf>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Partials<'a> {
    pub(super) fn new(
        options: &'a Options,
        cache: &'a Cache,
        library: &'a Library,
        first_leaf: usize,
    ) -> Self {
        Partials { options, cache, library, first_leaf, found: RefCell::default() }
    }

    /// Returns the module of a Markdown file, and keeps the file's content. Returns `None` if it can't be read.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Module> {
        let source = self.library.read(path).ok()?;
        let mut diagnostics = Vec::new();
        let (_, start) = front_matter::read(&source, &mut Vec::new());
        let scan = super::scan(&source, start, Some(self.library));
        super::report_problems(&source, &scan, &mut diagnostics);
        let mut builder = Builder::new(&source, &scan, self.options, self.cache, &mut diagnostics);
        builder.library = Some(self.library);
        builder.begun = true;
        builder.metadata.body_start = Span::from(start..start).start;
        builder.run(Pass { text: &scan.text, place: Place::Scan(&scan) });
        builder.end_page();
        let first_leaf =
            self.first_leaf + self.found.borrow().iter().map(|it| it.leaves.len()).sum::<usize>();
        let code = builder.page_code(None, first_leaf);
        let Builder { document, metadata, texts: Texts { arena, .. }, headings, heading_numbers, .. } =
            builder;
        let leaves = code.leaves;
        self.found.borrow_mut().push(Partial {
            document,
            metadata,
            arena,
            headings,
            heading_numbers,
            leaves,
            diagnostics,
            source: source.clone(),
        });
        Some(code.module)
    }
}

/// The offsets by which the indexes of an imported file change on the page.
struct Shift {
    arena: u32,
    links: u32,
    images: u32,
    code: u32,
    tabs: u32,
    headings: u32,
}

impl Builder<'_> {
    /// Adds the content of the imported files to the page. `written` are the events of the page's leaves, and `leaves`
    /// its leaves.
    pub(super) fn add_partials(
        &mut self,
        partials: Partials<'_>,
        written: &mut Vec<Event>,
        leaves: &mut Vec<Leaf>,
    ) {
        let place = leaves.first().map(|leaf| leaf.next).unwrap_or_default();
        for partial in partials.found.into_inner() {
            let shift = Shift {
                arena: self.texts.arena.len() as u32,
                links: self.metadata.links.len() as u32,
                images: self.metadata.images.len() as u32,
                code: self.document.code.len() as u32,
                tabs: self.document.tabs.len() as u32,
                headings: self.heading_numbers.len() as u32,
            };
            let (first_event, first_heading) = (written.len(), self.headings.len());
            written.extend(partial.document.events.iter().map(|event| shift.event(*event)));
            leaves.extend(partial.leaves.into_iter().map(|leaf| Leaf {
                events: leaf.events.start + first_event..leaf.events.end + first_event,
                next: place,
                headings: leaf.headings.iter().map(|at| at + first_heading).collect(),
            }));
            self.texts.meet(0);
            self.texts.arena.push_str(&partial.arena);
            self.heading_numbers.extend(partial.heading_numbers.iter().map(|at| at + first_heading));
            self.headings.extend(partial.headings.into_iter().map(|mut draft| {
                draft.heading.span = place;
                draft
            }));
            self.document.tabs.extend(partial.document.tabs);
            self.document.code.extend(partial.document.code.into_iter().map(|mut block| {
                block.text = shift.span(block.text);
                block
            }));
            self.add_facts(&partial.source, partial.metadata, place);
            self.diagnostics.extend(partial.diagnostics);
        }
    }

    /// Adds the metadata of an imported file. Its links are relative to the file.
    fn add_facts(&mut self, source: &Source, metadata: Metadata, place: Span) {
        let page = self.source.path.parent().to_owned();
        let from_page = |target: &str| target_from(&page, &source.path, target).into();
        self.metadata.links.extend(metadata.links.into_iter().map(|mut link| {
            link.target = from_page(&link.target);
            (link.span, link.replaceable) = (place, false);
            link
        }));
        self.metadata.images.extend(metadata.images.into_iter().map(|mut image| {
            image.target = from_page(&image.target);
            (image.span, image.replaceable) = (place, false);
            image
        }));
        self.metadata.anchors.extend(metadata.anchors);
        self.metadata.islands.extend(metadata.islands);
        self.metadata.diagrams.extend(metadata.diagrams);
        self.metadata.highlighted.extend(metadata.highlighted);
    }
}

impl Shift {
    fn span(&self, span: Span) -> Span {
        Span { start: span.start + self.arena, end: span.end + self.arena }
    }

    fn event(&self, event: Event) -> Event {
        match event {
            Event::Open(element) => Event::Open(self.element(element)),
            Event::Close(element) => Event::Close(self.element(element)),
            Event::Text(span) => Event::Text(self.span(span)),
            Event::InlineCode(span) => Event::InlineCode(self.span(span)),
            Event::Html(span) => Event::Html(self.span(span)),
            Event::Address(Address::Link(index)) => Event::Address(Address::Link(index + self.links)),
            Event::Address(Address::Image(index)) => Event::Address(Address::Image(index + self.images)),
            Event::Code(index) => Event::Code(index + self.code),
            Event::Image(index) => Event::Image(index + self.images),
            other => other,
        }
    }

    fn element(&self, element: Element) -> Element {
        match element {
            Element::Heading(number) => Element::Heading(number + self.headings),
            Element::Link(index) => Element::Link(index + self.links),
            Element::Card(link) => Element::Card(link.map(|index| index + self.links)),
            Element::Tabs(index) => Element::Tabs(index + self.tabs),
            other => other,
        }
    }
}

/// Returns a link target in an imported file as the page would write it.
fn target_from(page: &str, file: &SourcePath, target: &str) -> String {
    let is_elsewhere = target.starts_with(['/', '#', '@']) || crate::path::has_protocol(target);
    if is_elsewhere || target.is_empty() {
        return target.to_owned();
    }
    let end = target.find(['#', '?']).unwrap_or(target.len());
    let path = file.join_sibling(&target[..end]);
    format!("{}{}", relative_to(page, path.as_str()), &target[end..])
}

/// Returns a path of the site relative to a folder of the site. Files in `static` have their own URLs.
pub(super) fn relative_to(folder: &str, path: &str) -> String {
    if let Some(published) = path.strip_prefix("static/") {
        return format!("/{published}");
    }
    let common = folder.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count();
    let ups = folder.split('/').skip(common).map(|_| "../");
    let downs = path.split('/').skip(common).collect::<Vec<_>>().join("/");
    format!("./{}{downs}", ups.collect::<String>())
}
