//! Handles Markdown files that pages and components import. The content of these files becomes part of the page.

use std::cell::RefCell;

use super::{
    Builder, Pass, Place,
    jsx::{Leaf, PageCode},
};
use crate::component::{Library, Module};
use crate::diag::{Diagnostic, Span};
use crate::markdown::{
    Options,
    document::{Address, Document, Element, Event, Imported, Metadata, Tab, Tabs, Video, VideoSource},
    extensions, front_matter,
    headings::Draft,
    highlight::Cache,
    icons::Icon,
};
use crate::path::SourcePath;
use crate::source::Source;

/// A page's imported Markdown files.
pub(super) struct Partials<'a> {
    options: &'a Options,
    cache: &'a Cache,
    library: &'a Library,
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
    /// The number of footnotes in the file.
    notes: u32,
    leaves: Vec<Leaf>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Partials<'a> {
    pub(super) fn new(options: &'a Options, cache: &'a Cache, library: &'a Library) -> Self {
        Partials { options, cache, library, found: RefCell::default() }
    }

    /// Returns a Markdown file's module, and keeps the file's content. If the file can't be read, returns `None`.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Module> {
        let source = self.library.read(path).ok()?;
        let mut diagnostics = Vec::new();
        let (_, start) = front_matter::read(&source, &mut diagnostics);
        let scan = super::scan(&source, start, self.options, Some(self.library));
        super::report_problems(&source, &scan, &mut diagnostics);
        // None of the file's headings is the title of the page.
        let options = Options { loose_titles: false, ..self.options.clone() };
        let mut builder = Builder::new(&source, &scan, &options, self.cache, &mut diagnostics);
        builder.library = Some(self.library);
        builder.extensions = extensions::of_page(&options, &source.text[start..]);
        builder.foreign = super::Foreign::new(&scan.text);
        builder.begun = true;
        builder.metadata.body_start = Span::from(start..start).start;
        builder.run(Pass { text: &scan.text, place: Place::Scan(&scan) });
        builder.end_page();
        let PageCode { module, leaves } = builder.page_code(None, true);
        let Builder { document, metadata, texts, headings, heading_numbers, notes, .. } = builder;
        let (arena, notes) = (texts.arena, notes.numbers.len() as u32);
        let source = source.clone();
        self.found.borrow_mut().push(Partial {
            document,
            metadata,
            arena,
            headings,
            heading_numbers,
            notes,
            leaves,
            diagnostics,
            source,
        });
        Some(module)
    }
}

/// The offsets to add to an imported file's indexes on the page.
struct Shift {
    arena: u32,
    links: u32,
    images: u32,
    code: u32,
    math: u32,
    attributes: u32,
    tabs: u32,
    videos: u32,
    fields: u32,
    headings: u32,
    notes: u32,
}

impl Builder<'_> {
    /// Adds the content of the imported files to the page, and returns their sources. `written` contains the events of
    /// the page's leaves, and `leaves` contains the leaves.
    pub(super) fn add_partials(
        &mut self,
        partials: Partials<'_>,
        written: &mut Vec<Event>,
        leaves: &mut Vec<Leaf>,
    ) -> Vec<Source> {
        let mut notes = self.notes.numbers.len() as u32;
        let mut sources = Vec::new();
        for partial in partials.found.into_inner() {
            let shift = Shift {
                arena: self.texts.arena.len() as u32,
                links: self.metadata.links.len() as u32,
                images: self.metadata.images.len() as u32,
                code: self.document.code.len() as u32,
                math: self.document.math.len() as u32,
                attributes: self.document.attributes.len() as u32,
                tabs: self.document.tabs.len() as u32,
                videos: self.document.videos.len() as u32,
                fields: self.document.fields.len() as u32,
                headings: self.heading_numbers.len() as u32,
                notes,
            };
            notes += partial.notes;
            let (first_event, first_heading) = (written.len(), self.headings.len());
            written.extend(partial.document.events.iter().map(|event| shift.event(*event)));
            leaves.extend(partial.leaves.into_iter().map(|leaf| Leaf {
                events: leaf.events.start + first_event..leaf.events.end + first_event,
                headings: leaf.headings.iter().map(|at| at + first_heading).collect(),
                file: Some(sources.len()),
                ..leaf
            }));
            self.texts.meet(0);
            self.texts.arena.push_str(&partial.arena);
            self.heading_numbers.extend(partial.heading_numbers.iter().map(|at| at + first_heading));
            let file = &partial.source.path;
            let drafts = partial.headings.into_iter();
            self.headings.extend(drafts.map(|draft| Draft { file: Some(file.clone()), ..draft }));
            self.document.tabs.extend(partial.document.tabs.into_iter().map(|tabs| shift.tabs(tabs)));
            self.document.fields.extend(partial.document.fields);
            self.document.videos.extend(partial.document.videos.into_iter().map(|one| shift.video(one)));
            self.document.code.extend(partial.document.code.into_iter().map(|mut block| {
                block.text = shift.span(block.text);
                block
            }));
            self.document.math.extend(partial.document.math.into_iter().map(|mut formula| {
                formula.latex = shift.span(formula.latex);
                formula
            }));
            self.document.attributes.extend(partial.document.attributes);
            self.add_facts(file, partial.metadata);
            let page = &self.source.path;
            self.diagnostics.extend(partial.diagnostics.into_iter().map(|one| one.on_page(page)));
            sources.push(partial.source);
        }
        sources
    }

    /// Adds an imported file's metadata.
    fn add_facts(&mut self, file: &SourcePath, metadata: Metadata) {
        let before = (self.metadata.links.len(), self.metadata.images.len());
        self.metadata.links.extend(metadata.links);
        self.metadata.images.extend(metadata.images);
        self.note_imported(file, before);
        self.metadata.anchors.extend(metadata.anchors);
        self.metadata.sheets.extend(metadata.sheets);
        self.metadata.islands.extend(metadata.islands);
        self.metadata.diagrams.extend(metadata.diagrams);
        self.metadata.highlighted.extend(metadata.highlighted);
    }

    /// Records that an imported file contains the most recent links and images. `before` contains the numbers of links
    /// and images before the imported file.
    pub(super) fn note_imported(&mut self, file: &SourcePath, before: (usize, usize)) {
        let range = |before: usize, now: usize| Span::from(before..now).start..Span::from(before..now).end;
        let links = range(before.0, self.metadata.links.len());
        let images = range(before.1, self.metadata.images.len());
        match self.metadata.imported.last_mut() {
            Some(last)
                if last.file == *file && last.links.end == links.start && last.images.end == images.start =>
            {
                (last.links.end, last.images.end) = (links.end, images.end);
            }
            _ => self.metadata.imported.push(Imported { file: file.clone(), links, images }),
        }
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
            Event::Emoji(span) => Event::Emoji(self.span(span)),
            Event::Html(span) => Event::Html(self.span(span)),
            Event::Address(Address::Link(index)) => Event::Address(Address::Link(index + self.links)),
            Event::Address(Address::Image(index)) => Event::Address(Address::Image(index + self.images)),
            Event::Code(index) => Event::Code(index + self.code),
            Event::Math(index) => Event::Math(index + self.math),
            Event::Attributes(index) => Event::Attributes(index + self.attributes),
            Event::Image(index) => Event::Image(index + self.images),
            Event::Icon(icon) => Event::Icon(self.icon(icon)),
            Event::FootnoteReference { number, occurrence } => {
                Event::FootnoteReference { number: number + self.notes, occurrence }
            }
            other => other,
        }
    }

    fn icon(&self, icon: Icon) -> Icon {
        match icon {
            Icon::Image(index) => Icon::Image(index + self.images),
            Icon::Drawn(_) => icon,
        }
    }

    fn tabs(&self, tabs: Tabs) -> Tabs {
        let of = |tab: Tab| Tab { icon: tab.icon.map(|icon| self.icon(icon)), ..tab };
        Tabs { tabs: tabs.tabs.into_iter().map(of).collect(), ..tabs }
    }

    fn video(&self, video: Video) -> Video {
        let image = |index: u32| index + self.images;
        let source = match video.source {
            VideoSource::File(index) => VideoSource::File(image(index)),
            VideoSource::Service { page, player } => VideoSource::Service { page: page + self.links, player },
        };
        Video { source, poster: video.poster.map(image), captions: video.captions.map(image), ..video }
    }

    fn element(&self, element: Element) -> Element {
        match element {
            Element::Heading(number) => Element::Heading(number + self.headings),
            Element::Link(index) => Element::Link(index + self.links),
            Element::Card(link) => Element::Card(link.map(|index| index + self.links)),
            Element::Tabs(index) => Element::Tabs(index + self.tabs),
            Element::Field(index) => Element::Field(index + self.fields),
            Element::Video(index) => Element::Video(index + self.videos),
            Element::Footnote { number, references } => {
                Element::Footnote { number: number + self.notes, references }
            }
            other => other,
        }
    }
}

/// Returns the path of a file relative to a folder. The file and the folder both belong to the site. Files in `static`
/// have their own URLs.
pub(super) fn relative_to(folder: &str, path: &str) -> String {
    if let Some(published) = path.strip_prefix("static/") {
        return format!("/{published}");
    }
    let common = folder.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count();
    let ups = folder.split('/').skip(common).map(|_| "../");
    let downs = path.split('/').skip(common).collect::<Vec<_>>().join("/");
    format!("./{}{downs}", ups.collect::<String>())
}
