//! Finds drafts for the messages about broken links.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{Context, Input, Parsed, blog, category, collect};
use crate::path::{RoutePath, SourcePath};

/// The hint for links to a draft.
pub(super) const HINT: &str =
    "publish the draft by removing `draft: true` from its front matter, or remove the link";

/// The drafts that a build leaves out, by the routes that they would have. The drafts are collected only if a link is
/// broken.
pub(super) struct Drafts<'a> {
    context: Context<'a>,
    routes: OnceLock<BTreeMap<RoutePath, SourcePath>>,
}

impl<'a> Drafts<'a> {
    /// Creates the lookup without collecting the drafts yet.
    pub(super) fn new(context: Context<'a>) -> Self {
        Drafts { context, routes: OnceLock::new() }
    }

    /// Returns the draft that would be published at a route.
    pub(super) fn at(&self, route: &RoutePath) -> Option<&SourcePath> {
        self.routes.get_or_init(|| self.find()).get(route)
    }

    /// Whether a file is a draft that's left out.
    pub(super) fn has(&self, file: &SourcePath) -> bool {
        let found = self.context.document(file);
        !self.context.drafts && found.is_some_and(|parsed| parsed.metadata.front_matter.draft)
    }

    fn find(&self) -> BTreeMap<RoutePath, SourcePath> {
        let is_draft = |parsed: &Arc<Parsed>| parsed.metadata.front_matter.draft;
        if self.context.drafts || !self.context.documents.iter().any(is_draft) {
            return BTreeMap::new();
        }
        // Collect the drafts as the development server does. Problems in other files are reported elsewhere.
        let (input, unheard) = (Input { drafts: true, ..*self.context.input }, &mut Vec::new());
        let context = Context { input: &input, ..self.context };
        let categories = category::parse_all(context, unheard);
        let docs = collect::docs(context, &categories, unheard);
        let docs = docs.into_iter().map(|doc| (doc.route, doc.parsed.source.path.clone()));
        let pages = collect::free_pages(context, unheard).into_iter();
        let pages = pages.filter_map(|page| Some((page.route.clone(), page.parsed()?.source.path.clone())));
        let posts = blog::blogs(context, unheard).into_iter().flat_map(|blog| blog.posts);
        let posts = posts.map(|post| (post.route, post.parsed.source.path.clone()));
        docs.chain(pages).chain(posts).filter(|(_, file)| self.has(file)).collect()
    }
}
