//! Handles Markdown files that pages and components import or include. The content of these files becomes part of the
//! page.

use std::cell::RefCell;

use super::{
    Builder, Pass, Place,
    jsx::{Leaf, PageCode},
    notes::Notes,
    variables,
};
use crate::component::{self, GIT, Library, Module, REPOSITORY, Root, in_git};
use crate::diag::{Diagnostic, Span};
use crate::markdown::{
    Options,
    document::{
        Address, CodePart, Document, Element, Event, Imported, Metadata, Request, Tab, Tabs, Video,
        VideoSource, Written,
    },
    extensions, front_matter,
    headings::Draft,
    highlight::Cache,
    icons::Icon,
    variables::{Misnamed, PageFacts, Parameters},
};
use crate::path::{SourcePath, has_protocol};
use crate::source::Source;

/// The files that a page has included so far.
#[derive(Default)]
pub(super) struct Trail {
    /// The files around the current content, starting with the page.
    pub files: Vec<SourcePath>,
    /// The number of included files.
    pub count: usize,
    /// The size of the included text.
    pub size: usize,
    /// Whether a file includes itself.
    pub is_cyclic: bool,
}

impl Trail {
    /// Creates the trail of the innermost file.
    pub(super) fn new(files: Vec<SourcePath>) -> Self {
        Trail { files, ..Trail::default() }
    }
}

/// The context for parsing Markdown files whose content becomes part of a page.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub options: &'a Options,
    pub cache: &'a Cache,
    pub library: Option<&'a Library>,
}

/// A Markdown file, or a part of it, whose content becomes part of a page.
pub(super) struct Part<'p> {
    pub source: &'p Source,
    /// The start of the content in the source.
    pub start: usize,
    pub parameters: &'p Parameters,
    pub page: &'p PageFacts,
    /// The files that the page has included so far, including this file.
    pub trail: Trail,
}

/// A parsed [`Part`].
pub(super) struct Read {
    pub partial: Partial,
    pub trail: Trail,
    /// Whether the part has components or expressions.
    pub has_code: bool,
    /// The parameters that are probably misspelled.
    pub misnamed: Vec<Misnamed>,
    /// The footnotes of a part without code.
    notes: Notes,
    /// The module of a part with code.
    module: Option<Module>,
}

impl<'a> Context<'a> {
    /// Parses a part of a page.
    pub(super) fn part(self, part: Part<'_>) -> Read {
        self.parse(part, false)
    }

    /// Parses a part of a page. If `is_module` is true, the part's content becomes a module.
    fn parse(self, part: Part<'_>, is_module: bool) -> Read {
        let Part { source, start, parameters, page, trail } = part;
        let mut diagnostics = Vec::new();
        let scope = variables::scope(self.options, self.library, parameters, page);
        let extensions = extensions::of_page(self.options, &source.text[start..]);
        let in_text = variables::in_text(source, scope.as_ref());
        let scan = super::scan(source, start, (extensions, self.library, self.options.math), in_text);
        super::report_problems(source, &scan, &mut diagnostics);
        let mut builder = Builder::new(source, &scan, self.options, self.cache, &mut diagnostics);
        builder.library = self.library;
        builder.variables = scope.as_ref();
        builder.extensions = extensions;
        builder.foreign = super::Foreign::new(&scan.text, self.options);
        builder.begun = true;
        builder.trail = trail;
        builder.page.clone_from(page);
        builder.metadata.body_start = Span::from(start..start).start;
        builder.run(Pass { text: &scan.text, place: Place::Scan(&scan) });
        let has_code = builder.jsx.is_used;
        // The attributes of components also contain variables.
        let code = if is_module || has_code {
            builder.end_page();
            Some(builder.page_code(None, true))
        } else {
            builder.end_body();
            builder.report_unused_notes();
            None
        };
        let misnamed = builder.note_variables();
        let (module, leaves) = code.map(|PageCode { module, leaves }| (module, leaves)).unzip();
        let Builder { document, metadata, texts, headings, heading_numbers, notes, trail, .. } = builder;
        let partial = Partial {
            source: source.clone(),
            document,
            metadata,
            arena: texts.arena,
            headings,
            heading_numbers,
            notes: notes.numbers.len() as u32,
            leaves: leaves.unwrap_or_default(),
            diagnostics,
        };
        Read { partial, trail, has_code, misnamed, notes, module }
    }
}

/// A page's imported Markdown files.
pub(super) struct Partials<'a> {
    context: Context<'a>,
    library: &'a Library,
    page: &'a SourcePath,
    facts: PageFacts,
    found: RefCell<Vec<Partial>>,
}

/// An imported Markdown file, before its content becomes part of a page.
pub(super) struct Partial {
    source: Source,
    document: Document,
    metadata: Metadata,
    arena: String,
    headings: Vec<Draft>,
    heading_numbers: Vec<usize>,
    /// The number of footnotes in the file.
    notes: u32,
    leaves: Vec<Leaf>,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Partials<'a> {
    /// Creates a page's partials.
    pub(super) fn new(
        context: Context<'a>,
        library: &'a Library,
        page: &'a SourcePath,
        facts: PageFacts,
    ) -> Self {
        Partials { context, library, page, facts, found: RefCell::default() }
    }

    /// Returns a Markdown file's module and keeps the file's content. If the file can't be read, returns `None`.
    pub(super) fn module(&self, path: &SourcePath) -> Option<Module> {
        let parameters = &component::parameters(path);
        let path = component::without_parameters(path);
        let source = &self.library.read(&path).ok()?;
        let mut problems = Vec::new();
        let (_, start) = front_matter::read(source, &mut problems);
        let trail = Trail::new(vec![self.page.clone(), path]);
        let part = Part { source, start, parameters, page: &self.facts, trail };
        let Read { mut partial, module, .. } = self.context.parse(part, true);
        partial.diagnostics.splice(0..0, problems);
        self.found.borrow_mut().push(partial);
        module
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
    /// Adds the content of the imported files to the page and returns their sources. `written` contains the events of
    /// the page's leaves, and `leaves` contains the leaves.
    pub(super) fn add_partials(
        &mut self,
        partials: Partials<'_>,
        written: &mut Vec<Event>,
        leaves: &mut Vec<Leaf>,
    ) -> Vec<Source> {
        let mut notes = self.notes.numbers.len() as u32;
        let mut sources = Vec::new();
        for mut partial in partials.found.into_inner() {
            let (first_event, first_heading) = (written.len(), self.headings.len());
            leaves.extend(std::mem::take(&mut partial.leaves).into_iter().map(|leaf| Leaf {
                events: leaf.events.start + first_event..leaf.events.end + first_event,
                headings: leaf.headings.iter().map(|at| at + first_heading).collect(),
                file: Some(sources.len()),
                ..leaf
            }));
            let after = notes + partial.notes;
            sources.push(partial.source.clone());
            let (shift, events) = self.merge(partial, notes);
            written.extend(events.into_iter().map(|event| shift.event(event)));
            notes = after;
        }
        sources
    }

    /// Adds the content of an included file at the end of the page's content so far.
    pub(super) fn splice(&mut self, read: Read) {
        let Read { mut partial, notes, .. } = read;
        let html = std::mem::take(&mut partial.document.html);
        let first = self.document.events.len();
        let (shift, events) = self.merge(partial, self.notes.labels.len() as u32);
        self.document.events.extend(events.into_iter().map(|event| shift.event(event)));
        if self.html_start.is_none() {
            self.document.html.extend(html.into_iter().map(|range| range.start + first..range.end + first));
        }
        let Notes { labels, numbers, mut content, .. } = notes;
        for label in labels {
            let (_, references) = numbers[&label];
            let events = content.remove(&label).unwrap_or_default();
            let number = self.notes.labels.len() as u32 + 1;
            // Make sure that no other footnote on the page has the same label.
            let label = format!("{label}\0{number}");
            self.notes.numbers.insert(label.clone(), (number, references));
            self.notes
                .content
                .insert(label.clone(), events.into_iter().map(|event| shift.event(event)).collect());
            self.notes.labels.push(label);
        }
    }

    /// Adds everything in a file, except its events, to the page. Returns the file's events and the offsets to add to
    /// them. `notes` is the number of footnotes before the file.
    fn merge(&mut self, mut partial: Partial, notes: u32) -> (Shift, Vec<Event>) {
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
        let first_heading = self.headings.len();
        self.texts.meet(0);
        self.texts.arena.push_str(&partial.arena);
        self.texts.end_import(shift.arena as usize);
        self.heading_numbers.extend(partial.heading_numbers.iter().map(|at| at + first_heading));
        let file = &partial.source.path;
        if let Some(library) = self.library.filter(|_| file.as_str().starts_with(REPOSITORY)) {
            let links = partial.metadata.links.iter_mut().map(|link| &mut link.target);
            let images = partial.metadata.images.iter_mut().map(|image| &mut image.target);
            links.chain(images).for_each(|target| *target = in_site(library, file, target));
        }
        if let Some((library, (name, _))) = self.library.zip(in_git(file)) {
            let links = partial.metadata.links.iter_mut().map(|link| (&mut link.target, false));
            let images = partial.metadata.images.iter_mut().map(|image| (&mut image.target, true));
            for (target, is_image) in links.chain(images) {
                if let Some(url) = library.web_url(file, target, is_image) {
                    *target = url.into();
                }
            }
            // The URLs contain the commit ID, so the page depends on the commit.
            let repository = SourcePath::new(format!("{GIT}{name}"));
            partial.metadata.imports.push((repository.clone(), library.hash_of(&repository)));
        }
        let drafts = partial.headings.into_iter();
        self.headings
            .extend(drafts.map(|draft| Draft { file: draft.file.clone().or(Some(file.clone())), ..draft }));
        self.document.tabs.extend(partial.document.tabs.into_iter().map(|tabs| shift.tabs(tabs)));
        self.document.fields.extend(partial.document.fields);
        self.document.videos.extend(partial.document.videos.into_iter().map(|one| shift.video(one)));
        self.document.code.extend(partial.document.code.into_iter().map(|mut block| {
            block.text = shift.span(block.text);
            block.place = Span::default();
            block.written = block.written.map(|one| Written { text: shift.span(one.text), ..one });
            for (_, part) in &mut block.parts {
                if let CodePart::Link(index) = part {
                    *index += shift.links;
                }
            }
            block
        }));
        self.document.math.extend(partial.document.math.into_iter().map(|mut formula| {
            formula.latex = shift.span(formula.latex);
            formula.labels.iter_mut().for_each(|label| _ = label.file.get_or_insert_with(|| file.clone()));
            formula
        }));
        self.document.attributes.extend(partial.document.attributes);
        self.add_facts(file, partial.metadata);
        let page = &self.source.path;
        self.diagnostics.extend(partial.diagnostics.into_iter().map(|one| one.on_page(page)));
        (shift, partial.document.events)
    }

    /// Adds a file's metadata to the page.
    fn add_facts(&mut self, file: &SourcePath, metadata: Metadata) {
        let first = self.metadata.links.len() as u32;
        let code_links = metadata.code_links.iter().map(|(link, pattern)| (first + link, *pattern));
        self.metadata.code_links.extend(code_links);
        let mut parts = Vec::new();
        // The file itself can include other files.
        for part in metadata.imported {
            parts.push((file.clone(), (part.links.start, part.images.start)));
            parts.push((part.file, (part.links.end, part.images.end)));
        }
        parts.push((file.clone(), (metadata.links.len() as u32, metadata.images.len() as u32)));
        let (mut links, mut images) = (0, 0);
        let (mut all_links, mut all_images) = (metadata.links.into_iter(), metadata.images.into_iter());
        for (file, (links_end, images_end)) in parts {
            let before = (self.metadata.links.len(), self.metadata.images.len());
            self.metadata.links.extend(all_links.by_ref().take((links_end - links) as usize));
            self.metadata.images.extend(all_images.by_ref().take((images_end - images) as usize));
            self.note_imported(&file, before);
            (links, images) = (links_end, images_end);
        }
        let requests = metadata.requests.into_iter();
        let in_file =
            |request: Request| Request { file: request.file.or_else(|| Some(file.clone())), ..request };
        self.metadata.requests.extend(requests.map(in_file));
        self.metadata.abbreviations.extend(metadata.abbreviations);
        self.metadata.anchors.extend(metadata.anchors);
        self.metadata.is_incomplete |= metadata.is_incomplete;
        let page_list = metadata.page_list.map(|_| Span::from(0..0));
        self.metadata.page_list = self.metadata.page_list.or(page_list);
        self.metadata.sheets.extend(metadata.sheets);
        self.metadata.islands.extend(metadata.islands);
        self.metadata.diagrams.extend(metadata.diagrams);
        self.metadata.highlighted.extend(metadata.highlighted);
        self.metadata.imports.extend(metadata.imports);
    }

    /// Records that an imported file contains the most recent links and images. `before` contains the numbers of links
    /// and images before the imported file.
    pub(super) fn note_imported(&mut self, file: &SourcePath, before: (usize, usize)) {
        if before == (self.metadata.links.len(), self.metadata.images.len()) {
            return;
        }
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

/// Changes a relative link in a file outside the site's folder. `site` resolves links relative to the site's folder, so
/// a link to a file in this folder must be relative to the folder.
fn in_site(library: &Library, file: &SourcePath, target: &str) -> Box<str> {
    let length = target.find(['#', '?']).unwrap_or(target.len());
    let (path, rest) = target.split_at(length);
    let is_relative = !path.is_empty() && !path.starts_with('/') && !has_protocol(path);
    match library.locate(file, path, Root::Repository) {
        Ok(path) if is_relative && !path.as_str().starts_with(REPOSITORY) => {
            let ups = "../".repeat(file.parent().split('/').filter(|part| !part.is_empty()).count());
            format!("{ups}{path}{rest}").into()
        }
        _ => target.into(),
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
