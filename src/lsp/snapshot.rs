//! [`Snapshot`]: a site at one moment, with its problems.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::Location;

use super::places::{Lines, uri_of};
use crate::diag::{Diagnostic, Severity, Span};
use crate::openapi::{OperationRef, Subject};
use crate::path::{RoutePath, SourcePath};
use crate::pipeline::{Assembled, Sources};
use crate::site::{Content, Page, Parsed, Site};
use crate::source::Source;

/// The text of the files that are open in the editor.
pub(crate) type Buffers = BTreeMap<SourcePath, Arc<str>>;

/// An assembled site.
pub(crate) struct Snapshot {
    /// The site's folder, an absolute path.
    pub root: PathBuf,
    /// The sources, with the text of open files.
    pub sources: Sources,
    /// The site.
    pub assembled: Assembled,
    /// Everything that `docgen check` would report.
    pub problems: Vec<(Severity, Diagnostic)>,
}

/// Whether a file can be part of a site, instead of a build's output or another program's files.
pub(super) fn is_input(path: &SourcePath) -> bool {
    let is_foreign = |name: &str| name.starts_with('.') || name == "node_modules";
    path.strip_dir("dist").is_none() && !path.as_str().split('/').any(is_foreign)
}

impl Snapshot {
    /// Returns a file of the site.
    pub(super) fn source(&self, path: &SourcePath) -> Option<&Source> {
        self.sources.source(path)
    }

    /// Returns the site, unless the config has errors.
    pub(super) fn site(&self) -> Option<&Site> {
        self.assembled.site.as_ref()
    }

    /// Returns the index of the page that shows a file.
    pub(super) fn page_of(&self, path: &SourcePath) -> Option<usize> {
        self.site()?
            .pages
            .iter()
            .position(|page| page.parsed().is_some_and(|parsed| parsed.source.path == *path))
    }

    /// Returns the file with the editor's text, parsed as a page of the site.
    pub(super) fn parsed(&self, path: &SourcePath, text: &str) -> Option<Arc<Parsed>> {
        let site = self.site()?;
        let known = self.page_of(path).and_then(|index| site.pages[index].parsed());
        if let Some(known) = known.filter(|known| *known.source.text == *text) {
            return Some(Arc::clone(known));
        }
        // A file that isn't a page has the options of the others.
        let any = known.or_else(|| site.pages.iter().find_map(|page| page.parsed()))?;
        Some(Arc::new(any.sibling(Source::new(path.clone(), text))))
    }

    /// Returns the page that a URL on the site refers to, and the anchor.
    pub(super) fn page_at<'h>(&self, href: &'h str) -> Option<(&Page, Option<&'h str>)> {
        let site = self.site()?;
        let (path, anchor) = href.split_once('#').map_or((href, None), |(path, anchor)| (path, Some(anchor)));
        let base = site.config.addressing().base_path().into_owned();
        let below = path.split('?').next().unwrap_or_default().strip_prefix(base.trim_end_matches('/'))?;
        let page = site.page(&RoutePath::new(&*crate::path::decode_path(below)))?;
        Some((page, anchor.filter(|anchor| !anchor.is_empty())))
    }

    /// Returns the operation that a page describes.
    pub(super) fn operation(&self, page: &Page) -> Option<(usize, OperationRef)> {
        match page.content {
            Content::Api(api, Subject::Operation(which)) => Some((api, which)),
            _ => None,
        }
    }

    /// Returns the ID, the method and path, and the place of the operation that a page describes.
    pub(super) fn about_operation(&self, page: &Page) -> Option<(Option<String>, String, Location)> {
        let (api, which) = self.operation(page)?;
        let api = &self.site()?.apis[api].api;
        let operation = api.operation(which);
        let file = api.files.get(operation.place.file as usize)?;
        let id = operation.id.as_ref().map(|id| id.to_string());
        Some((id, api.address(which), self.location(file, operation.place.span)?))
    }

    /// Returns the place of a range in a file.
    pub(super) fn location(&self, path: &SourcePath, span: Span) -> Option<Location> {
        let uri = uri_of(&self.root.join(path.as_str()))?;
        let text = self.source(path).map_or("", |source| &source.text);
        Some(Location { uri, range: Lines::new(text).range(span.range()) })
    }

    /// Returns the place of a page's heading, of the page's start, or of the operation that a page describes.
    pub(super) fn place_of(&self, page: &Page, anchor: Option<&str>) -> Option<Location> {
        if let Some((_, _, place)) = self.about_operation(page) {
            return Some(place);
        }
        let parsed = page.document()?;
        let heading = anchor.and_then(|anchor| {
            let document = parsed.document();
            let index = document.headings.iter().position(|heading| *heading.id == *anchor)?;
            let (file, span) = document.heading_places.get(index)?.clone();
            self.location(file.as_ref().unwrap_or(&parsed.source.path), span)
        });
        heading.or_else(|| self.location(&parsed.source.path, parsed.metadata.title_span.unwrap_or_default()))
    }
}
