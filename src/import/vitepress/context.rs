//! Stores information about the page that's being converted.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::{Page, VitePress};
use crate::import::front_matter::FrontMatter;
use crate::import::left::Left;
use crate::path::{SourcePath, UniqueNames};
use crate::source::Source;

/// A component's name, and its props and page as JSON. The name of an expression is empty.
pub(super) type Use = (String, String);

/// The page that's being converted, and the state of the conversion.
pub(super) struct Context<'c> {
    pub site: &'c VitePress<'c>,
    pub route: &'c str,
    pub page: &'c Page,
    pub source: &'c Source,
    pub front_matter: &'c FrontMatter,
    /// Whether code blocks have line numbers by default.
    pub line_numbers: bool,
    /// The site's custom containers, with their titles.
    pub containers: Vec<(String, String)>,
    /// The text of each heading so far.
    pub headings: RefCell<Vec<String>>,
    /// The IDs of the headings so far.
    pub ids: RefCell<UniqueNames>,
    pub left: RefCell<Left>,
    /// The site's own components on the page.
    pub components: RefCell<BTreeSet<Use>>,
    pub assets: RefCell<BTreeSet<SourcePath>>,
    /// Whether expressions in the text are shown unchanged.
    pub is_verbatim: Cell<bool>,
}

impl Context<'_> {
    /// Records the first occurrence of a construct that isn't converted.
    pub(super) fn note(&self, needle: &str, what: &str, hint: &str) {
        let start = self.source.text.find(needle);
        let range = start.map_or(0..0, |start| start..start + needle.len());
        self.left.borrow_mut().note(self.source, range, what, hint);
    }
}
