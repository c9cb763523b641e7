//! Explains a broken link. The explanation names the draft or file at the path, or the target that the writer probably
//! meant.

use std::sync::Arc;

use super::{
    Resolver, is_markdown,
    place::{Place, relative},
};
use crate::diag::{Code, Diagnostic, Hint, Paths, misspelled};
use crate::path::{RoutePath, SourcePath, decode_path, encode_path};
use crate::site::{Page, api, drafts, page::page_at};

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

/// Reports a URL that browsers can't open: its scheme is misspelled, or it has no host.
pub(super) fn invalid_url(target: &str) -> Option<Diagnostic> {
    const WEB: [&str; 2] = ["https", "http"];
    let (scheme, rest) = target.split_once(':')?;
    if WEB.iter().any(|web| scheme.eq_ignore_ascii_case(web)) {
        let is_empty = rest.trim_start_matches('/').is_empty() || rest.starts_with("///");
        let message = format!("broken link: `{target}` has no host");
        let hint = format!("add the host, such as `{scheme}://example.com`");
        return is_empty.then(|| Diagnostic::new(Code::BrokenLink, message).hint(hint));
    }
    let near = misspelled(scheme, WEB).filter(|_| rest.starts_with('/'))?;
    let message = format!("broken link: unknown scheme `{scheme}` in `{target}`");
    Some(Diagnostic::new(Code::BrokenLink, message).hint(Hint::meant(
        target,
        &format!("{near}:{rest}"),
        true,
    )))
}

impl Resolver<'_> {
    /// If a file has a path with `#` or `?`, which aren't part of a URL's path, suggests the percent-encoded path.
    pub(super) fn unescaped(&self, place: Place<'_>, target: &str) -> Option<Hint> {
        let decoded = decode_path(target);
        let files = match decoded.strip_prefix('/') {
            Some(bare) => vec![SourcePath::in_static(bare)],
            None => self.beside(place.file, &decoded),
        };
        let exists = |file: &SourcePath| {
            self.context.document(file).is_some() || self.context.assets.facts(file).is_some()
        };
        let is_odd = target.contains(['#', '?']) && files.iter().any(exists);
        is_odd.then(|| Hint::meant(target, &encode_path(&decoded), true))
    }

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

    /// If a redirect leads from the path that a missing file's page had to a page, suggests this page's file.
    pub(super) fn renamed(&self, page: &Page, place: Place<'_>, path: &str) -> Option<Hint> {
        let by_path = || self.redirects.iter().map(|redirect| (redirect.from.as_str(), redirect)).collect();
        let target = |file: &SourcePath| {
            let from = self.usual_route(page.locale, file)?;
            let redirect = self.near.redirects.get_or_init(by_path).get(from.as_str())?;
            let target = &self.pages[page_at(self.pages, redirect.page()?)?];
            let source = &target.parsed()?.source.path;
            (target.version == page.version || target.version.is_none()).then_some(source)
        };
        if !is_markdown(path) {
            return None;
        }
        let file = self.files(place.file, path).iter().find_map(target)?;
        let shown = match path.starts_with('/') {
            true => format!("/{}", file.in_content()?),
            false => relative(place.file.parent(), file.as_str()),
        };
        let hint = Hint::meant(path, &shown, true).in_style_of(path);
        Some(Hint { text: format!("the page moved; link to `{shown}`"), ..hint })
    }

    /// If a path was probably the path of the site's only OpenAPI document, names the new path.
    pub(super) fn moved_api(&self, page: &Page, place: Place<'_>, path: &str) -> Option<Hint> {
        let written = place.on_page(path);
        let route = match written.starts_with('/') {
            true => RoutePath::new(&written),
            false => page.route.parent().join(&written),
        };
        // Links in translations are written like those in the default locale.
        let own = route.as_str().strip_prefix(self.context.locales[page.locale].home.as_str());
        let route = own.filter(|own| own.starts_with('/')).map_or_else(|| route.clone(), RoutePath::new);
        let hint = api::moved::hint(self.apis, self.pages, &self.context.locales[0], &route)?;
        Some(if path.starts_with('/') { hint.replacing(path) } else { Hint { edit: None, ..hint } })
    }

    /// Returns a suggestion for a broken link's path.
    pub(super) fn nearest(&self, page: &Page, place: Place<'_>, path: &str) -> Option<Hint> {
        if self.is_quiet {
            return None;
        }
        let markdown = path.ends_with(".md") || path.ends_with(".mdx");
        let versions = self.context.versions;
        // A page in a different version isn't a replacement. Other pages need the latest release or the current version.
        let suits = |other: &Page| match (page.version, other.version) {
            _ if other.locale != page.locale => false,
            (_, None) => true,
            (Some(own), Some(other)) if versions[own].docs == versions[other].docs => {
                own == other || !markdown && versions[other].last
            }
            (_, Some(other)) => versions[other].last || versions[other].name == "current",
        };
        if markdown && !path.starts_with('/') {
            let wanted = place.file.join_sibling(path);
            let listed = self.pages.iter().filter(|page| suits(page));
            let sources = listed.filter_map(|page| Some(page.parsed()?.source.path.as_str()));
            let mut files = self.near.files.lock();
            let files =
                files.entry((page.locale, page.version)).or_insert_with(|| Arc::new(Paths::new(sources)));
            let files = Arc::clone(files);
            let near = files.nearest(wanted.as_str())?;
            // A path in the folder of a release wouldn't follow the next release.
            let release = self.source_page(page.locale, &SourcePath::new(near));
            let release = release.map(|index| &self.pages[index]);
            let release = release.filter(|found| {
                found.version.is_some_and(|version| versions[version].name != "current")
                    && found.version != page.version
            });
            return Some(match release {
                Some(release) => Hint::meant(path, release.route.as_str(), false),
                None => {
                    let shown = relative(place.file.parent(), near);
                    files.hint((path, wanted.as_str()), (&shown, near)).in_style_of(path)
                }
            });
        }
        let written = path;
        let path = place.on_page(path);
        let route =
            if path.starts_with('/') { RoutePath::new(&path) } else { page.route.parent().join(&path) };
        let listed = self.pages.iter().filter(|page| page.listed() && suits(page));
        let routes = listed.filter(|page| !page.is_part()).map(|page| page.route.as_str());
        let mut known = self.near.routes.lock();
        let known = known.entry((page.locale, page.version)).or_insert_with(|| Arc::new(Paths::new(routes)));
        let known = Arc::clone(known);
        let near = known.nearest(route.as_str())?;
        Some(known.hint((written, route.as_str()), (near, near)).in_style_of(written))
    }
}
