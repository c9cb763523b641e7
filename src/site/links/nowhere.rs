//! Explains a broken link. The explanation names the draft or file at the path, or the target that the writer probably
//! meant.

use std::sync::Arc;

use super::{
    Resolver,
    place::{Place, relative},
};
use crate::diag::{Code, Diagnostic, Paths};
use crate::path::{RoutePath, SourcePath};
use crate::site::{Page, drafts};

/// Reports a link or image on the author's computer, which readers can't open.
pub(super) fn on_disk(code: Code, target: &str, place: Place<'_>) -> Diagnostic {
    let (start, hint) = match code {
        Code::MissingImage => {
            ("image not found", "copy the image to the site, and use a path relative to this file")
        }
        _ => ("broken link", "copy the file to the site, and use a path relative to this file"),
    };
    place.report(Diagnostic::new(code, format!("{start}: `{target}` is a path on your computer"))).hint(hint)
}

impl Resolver<'_> {
    /// If a path matches a draft or a file without a page, returns a description of the draft or file, and a hint.
    pub(super) fn unpublished(
        &self,
        page: &Page,
        place: Place<'_>,
        path: &str,
    ) -> Option<(String, &'static str)> {
        let files = self.files(place.file, path);
        let path = &*place.on_page(path);
        let routes = if path.starts_with('/') {
            vec![RoutePath::new(path), self.context.locales[page.locale].home.join(path)]
        } else {
            vec![page.route.parent().join(path), page.route.join(path)]
        };
        let draft = files.iter().find(|file| self.drafts.has(file));
        if let Some(draft) = draft.or_else(|| routes.iter().find_map(|route| self.drafts.at(route))) {
            return Some((format!("the draft `{draft}`"), drafts::HINT));
        }
        if let Some(file) = files.iter().find(|file| self.context.document(file).is_some()) {
            let hint = "fix the other problems with this file or its folder";
            return Some((format!("`{file}`, which isn't a page"), hint));
        }
        let is_partial = |file: &&SourcePath| {
            file.as_str().split('/').any(|name| name.starts_with('_'))
                && self.context.assets.facts(file).is_some()
        };
        let file = files.iter().find(is_partial)?;
        let hint = "rename the file or folder: names of pages and their folders can't start with `_`";
        Some((format!("`{file}`, which isn't a page"), hint))
    }

    /// Returns a suggestion for a broken link's path.
    pub(super) fn nearest(&self, page: &Page, place: Place<'_>, path: &str) -> Option<String> {
        let markdown = path.ends_with(".md") || path.ends_with(".mdx");
        if markdown && !path.starts_with('/') {
            let wanted = place.file.join_sibling(path);
            // A page in a different version isn't a replacement.
            let versions = self.context.versions;
            let is_other = |other: usize| {
                page.version.is_some_and(|own| own != other && versions[own].docs == versions[other].docs)
            };
            let listed = self.pages.iter().filter(|page| !page.version.is_some_and(is_other));
            let sources = listed.filter_map(|page| Some(page.parsed()?.source.path.as_str()));
            let mut files = self.near.files.lock();
            let files = files.entry(page.version).or_insert_with(|| Arc::new(Paths::new(sources)));
            let near = Arc::clone(files).nearest(wanted.as_str())?;
            return Some(format!("did you mean `{}`?", relative(place.file.parent(), near)));
        }
        let path = place.on_page(path);
        let route =
            if path.starts_with('/') { RoutePath::new(&path) } else { page.route.parent().join(&path) };
        let listed = || self.pages.iter().filter(|page| page.listed());
        let routes = || Paths::new(listed().map(|page| page.route.as_str()));
        self.near
            .routes
            .get_or_init(routes)
            .nearest(route.as_str())
            .map(|near| format!("did you mean `{near}`?"))
    }
}
