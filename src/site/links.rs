//! Resolves every link and image on every page.
//!
//! A link can refer to a Markdown file (relative, or from the root of `content`), the path of a page, a file next to
//! the document, a file in `static/`, or another site. A link's `#anchor` is checked against the headings and IDs of
//! the target page.

mod again;
mod anchors;
mod config;
mod images;
mod key;
mod locales;
mod nowhere;
mod past;
mod place;
mod redoc_links;
mod released;
mod requests;
mod resolved;
mod sheets;
mod slots;
mod svg;
mod text;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rayon::prelude::*;

pub(super) use again::{again, of_new};
pub(super) use anchors::{Anchors, of_document as ids};
pub(crate) use config::config_target;
use config::{MADE_FILES, anchor_of};
pub(super) use config::{config_route, split_suffix};
use key::source_key;
use locales::once;
pub(super) use locales::problems;
use nowhere::on_disk;
use place::Place;
use redoc_links::RedocLinks;
pub use resolved::{Href, HrefKind, ImageFile, ImageKind, ImageSource, Resolved};
pub(crate) use sheets::StyleSheet;
pub use svg::Drawing;
pub(crate) use svg::PREFIX;

use super::{Context, Locale, Page, PageKind, Parsed, Redirect, SiteApi, Slots, drafts::Drafts};
use crate::component::{PACKAGE_STYLES, slots::Filling};
use crate::config::URLS;
use crate::diag::{Code, Diagnostic, Paths};
use crate::markdown::PageTag;
use crate::path::{
    Addressing, OutPath, RoutePath, SourcePath, asset_name, composed, decode_path, has_protocol, is_on_disk,
    runs_script,
};

/// The result of [`resolve`].
pub(super) struct Links {
    /// The resolved links and images on each page.
    pub resolved: Vec<Arc<Resolved>>,
    /// The problems with links and images on pages, by the page's index.
    pub problems: BTreeMap<usize, Vec<Diagnostic>>,
    /// The files outside `static/` that pages refer to, with their output names.
    pub assets: BTreeMap<SourcePath, String>,
    /// The style sheets that pages import.
    pub sheets: BTreeMap<SourcePath, StyleSheet>,
}

/// Resolves every link and image on every page and in every slot. Pages with a duplicate path (`second`) are only
/// checked.
pub(super) fn resolve(
    context: Context<'_>,
    (pages, second, slots): (&[Arc<Page>], &[Arc<Page>], &mut Slots),
    redirects: &[Redirect],
    apis: &mut [SiteApi],
    diagnostics: &mut Vec<Diagnostic>,
) -> Links {
    let mut resolver = Resolver::new(context, pages, redirects, apis);
    let mut of_sheets = Found::default();
    resolver.sheets = sheets::sheets(&resolver, (pages, slots), &mut of_sheets);
    diagnostics.extend(of_sheets.diagnostics);
    let found: Vec<Found> = pages
        .par_iter()
        .map(|page| match page.document() {
            Some(parsed) => resolver.page(page, parsed),
            None => Found::default(),
        })
        .collect();
    let mut assets = BTreeMap::from_iter(of_sheets.assets);
    let mut of_pages = BTreeMap::new();
    let mut resolved = Vec::with_capacity(found.len());
    for (index, found) in found.into_iter().enumerate() {
        assets.extend(found.assets);
        resolved.push(Arc::new(found.resolved));
        of_pages.insert(index, found.diagnostics);
    }
    of_pages.retain(|_, found: &mut Vec<Diagnostic>| !found.is_empty());
    slots::resolve(&resolver, slots, &mut assets, diagnostics);
    let second =
        second.iter().filter_map(|page| Some((&**page, resolver.page(page, page.parsed()?).diagnostics)));
    diagnostics.extend(locales::of_second(pages, second, &mut of_pages, context.locales));
    let mut problems = Vec::new();
    let texts: Vec<Vec<Vec<Resolved>>> = apis
        .iter()
        .map(|api| {
            let mut of = |locale: usize| {
                let found: Vec<Found> =
                    api.api.texts.par_iter().map(|text| resolver.text(api, text, locale)).collect();
                let mut of_locale = Vec::with_capacity(found.len());
                for found in found {
                    assets.extend(found.assets);
                    of_locale.push(found.resolved);
                    problems.extend(found.diagnostics.into_iter().map(|one| (locale, one)));
                }
                of_locale
            };
            (0..context.locales.len()).map(&mut of).collect()
        })
        .collect();
    diagnostics.extend(once(problems, context.locales));
    let sheets = resolver.sheets;
    for (api, texts) in apis.iter_mut().zip(texts) {
        api.resolved = texts;
    }
    Links { resolved, problems: of_pages, assets, sheets }
}

#[derive(Default)]
struct Found {
    resolved: Resolved,
    assets: Vec<(SourcePath, String)>,
    diagnostics: Vec<Diagnostic>,
}

struct Resolver<'a> {
    context: Context<'a>,
    pages: &'a [Arc<Page>],
    at: Addressing,
    /// The pages and redirects, by path. The part of a page also has the path that it would have as a page.
    routes: HashMap<Cow<'a, str>, Option<usize>>,
    redirects: &'a [Redirect],
    /// The pages made from each Markdown file, by the file path, normalized to NFC.
    by_source: HashMap<Cow<'a, str>, Vec<usize>>,
    by_key: OnceLock<HashMap<SourceKey, usize>>,
    static_files: HashSet<&'a str>,
    /// All Markdown files, paths, and static files, for suggestions.
    near: Near<'a>,
    /// Whether nobody reads the suggestions.
    is_quiet: bool,
    drafts: Drafts<'a>,
    anchors: Anchors<'a>,
    redoc_links: RedocLinks<'a>,
    apis: &'a [SiteApi],
    /// The operations of `apis`, prepared on first use.
    requests: OnceLock<Vec<requests::Known<'a>>>,
    /// The style sheets that pages import.
    sheets: BTreeMap<SourcePath, StyleSheet>,
}

/// Paths by the locale and the version of the pages that they're suggested on. Standalone pages have no version.
type NearPaths<'a> = Mutex<BTreeMap<(usize, Option<usize>), Arc<Paths<'a>>>>;

/// Suggestions for broken links, built on first use.
#[derive(Default)]
struct Near<'a> {
    files: NearPaths<'a>,
    /// The paths of pages.
    routes: NearPaths<'a>,
    static_files: OnceLock<Paths<'a>>,
    /// The redirects, by path.
    redirects: OnceLock<HashMap<&'a str, &'a Redirect>>,
}

/// The key of a Markdown file in a locale: the locale, the version (`None` for a standalone page), and the path below
/// the folder for that locale and version.
type SourceKey = (usize, Option<usize>, String);

/// The target of the path in a link.
#[derive(Clone)]
enum Destination {
    Page(usize),
    Redirect(RoutePath),
    /// A file in `content`, with a hash of the file's content.
    Asset(SourcePath, u64),
    File(String),
}

impl<'a> Resolver<'a> {
    fn new(
        context: Context<'a>,
        pages: &'a [Arc<Page>],
        redirects: &'a [Redirect],
        apis: &'a [SiteApi],
    ) -> Self {
        let by_source = || {
            let mut by_source: HashMap<Cow<'_, str>, Vec<usize>> = HashMap::new();
            for (index, page) in pages.iter().enumerate() {
                if let Some(parsed) = page.parsed() {
                    by_source.entry(composed(parsed.source.path.as_str())).or_default().push(index);
                }
            }
            by_source
        };
        let routes = || {
            let path = |page: &'a Page| match page.is_part() {
                true => Cow::Owned(page.route.as_page().to_string()),
                false => Cow::Borrowed(page.route.as_str()),
            };
            let own = pages.iter().enumerate().map(|(index, page)| (path(page), Some(index)));
            redirects.iter().map(|redirect| (redirect.from.as_str().into(), None)).chain(own).collect()
        };
        let (by_source, routes) = rayon::join(by_source, routes);
        Resolver {
            context,
            pages,
            at: context.config.addressing(),
            routes,
            redirects,
            by_source,
            by_key: OnceLock::new(),
            static_files: context.static_files.iter().filter_map(|path| path.strip_dir("static")).collect(),
            near: Near::default(),
            is_quiet: false,
            drafts: Drafts::new(context),
            anchors: Anchors::new(pages, apis),
            redoc_links: RedocLinks::new(apis),
            apis,
            requests: OnceLock::new(),
            sheets: BTreeMap::new(),
        }
    }

    fn page(&self, page: &Page, parsed: &Parsed) -> Found {
        let mut found = Found::default();
        for (index, link) in parsed.metadata.links.iter().enumerate() {
            let place = Place::new(parsed, parsed.metadata.file_of_link(index), link.span);
            let before = found.diagnostics.len();
            let href = self.link(page, parsed, &link.target, place, &mut found);
            found.resolved.links.push(href);
            self.name_pattern(parsed, index, &mut found.diagnostics[before..]);
        }
        for index in &parsed.metadata.literal_links {
            let link = &parsed.metadata.links[*index as usize];
            let resolved = &found.resolved.links[*index as usize].href;
            if !is_same_path(&link.target, resolved) {
                found.diagnostics.push(literal_link(&link.target).at(&parsed.source.path, link.span));
            }
        }
        for action in parsed.metadata.front_matter.hero.iter().flat_map(|hero| &hero.actions) {
            let place = Place::new(parsed, None, action.place);
            let href = self.link(page, parsed, &action.href, place, &mut found);
            found.resolved.actions.push(href);
        }
        for (attribute, url) in parsed.metadata.front_matter.head.iter().flat_map(PageTag::urls) {
            let place = Place::new(parsed, None, attribute.place);
            let href = self.link(page, parsed, url, place, &mut found);
            found.resolved.head.push(href);
        }
        for (index, image) in parsed.metadata.images.iter().enumerate() {
            let place = Place::new(parsed, parsed.metadata.file_of_image(index), image.span);
            let source = self.image(image, place, &mut found);
            found.resolved.images.push(source);
        }
        self.requests(page, parsed, &mut found);
        let sheets = parsed.metadata.styles.iter().filter_map(|path| self.sheets.get(path));
        found.resolved.styles = sheets.map(|sheet| self.at.file_href(&sheet.path)).collect();
        let card = self.card(parsed, &mut found);
        found.resolved.cover = card.filter(|_| page.post.is_some());
        found
    }

    fn link(&self, page: &Page, parsed: &Parsed, target: &str, place: Place<'_>, found: &mut Found) -> Href {
        let plain = |href: String, kind| Href { href, kind };
        if runs_script(target) {
            found.diagnostics.push(place.report(Diagnostic::script_link(target)));
            return plain(String::new(), HrefKind::Nowhere);
        }
        if is_on_disk(target) {
            found.diagnostics.push(on_disk(Code::BrokenLink, target, place));
        }
        if let Some(path) = target.strip_prefix("pathname://") {
            return plain(self.at.with_base(path), HrefKind::File);
        }
        if has_protocol(target) {
            found.diagnostics.extend(nowhere::invalid_url(target).map(|problem| place.report(problem)));
            let web = target.starts_with("//") || target.starts_with("http:") || target.starts_with("https:");
            let href = target.replace(' ', "%20");
            return plain(href, if web { HrefKind::External } else { HrefKind::File });
        }
        let (path, suffix) = split_suffix(target);
        let anchor = anchor_of(suffix);
        if path.is_empty() {
            // The anchors of the page that surrounds a slot are unknown.
            if let Some(anchor) = anchor.filter(|_| Filling::of(&parsed.source.path).is_none()) {
                let broken = self.broken_own_anchor(parsed, anchor, target, place);
                found.diagnostics.extend(broken.map(|one| place.report(one)));
            }
            return plain(target.to_owned(), HrefKind::Page);
        }
        let decoded = decode_path(path);
        // If a filename contains a percent-escape such as `%20`, a link can contain the unchanged name.
        let as_written = || self.destination(page, place, path).filter(|_| decoded != path);
        let destination = self.destination(page, place, &decoded).or_else(as_written);
        let Some(destination) = destination.or_else(|| self.redirected(page, place, &decoded)) else {
            if self.is_certain(page, place, &decoded) {
                found.diagnostics.push(place.report(self.broken_link(page, place, target, &decoded)));
            }
            return plain(target.to_owned(), HrefKind::Page);
        };
        if let (Destination::Page(index), Some(anchor)) = (&destination, anchor) {
            found.diagnostics.extend(self.broken_anchor(
                page.is_untranslated(),
                *index,
                anchor,
                target,
                place,
            ));
        }
        self.href(destination, suffix, found)
    }

    /// Returns a target's URL, with the link's query and fragment.
    fn href(&self, destination: Destination, suffix: &str, found: &mut Found) -> Href {
        let (href, kind) = match destination {
            Destination::Page(index) => {
                let Page { kind, route, .. } = &*self.pages[index];
                match kind {
                    PageKind::NotFound => (self.at.file_href(&self.at.not_found(route)), HrefKind::File),
                    _ => (self.at.href(route), HrefKind::Page),
                }
            }
            Destination::Redirect(route) => (self.at.href(&route), HrefKind::Page),
            Destination::Asset(file, hash) => (self.copy(file, hash, found), HrefKind::File),
            Destination::File(file) => (self.at.file_href(&OutPath::new(file)), HrefKind::File),
        };
        // In a part of a page, the anchor follows the ID of the part.
        let suffix = match suffix.strip_prefix('#') {
            Some(id) if href.contains('#') && !id.is_empty() => format!("/{id}"),
            _ => suffix.to_owned(),
        };
        Href { href: href + &suffix, kind }
    }

    /// Returns the URL of the published copy of a file in `content`. `hash` is the hash of the file's content.
    fn copy(&self, file: SourcePath, hash: u64, found: &mut Found) -> String {
        let copy = OutPath::immutable(format_args!("assets/{}", asset_name(file.file_name(), hash)));
        found.assets.push((file, copy.as_str().to_owned()));
        self.at.file_href(&copy)
    }

    /// Whether a link without a target is broken even if an invalid config or OpenAPI document leaves URLs unknown.
    fn is_certain(&self, page: &Page, place: Place<'_>, path: &str) -> bool {
        let (home, left_out) = (&self.context.locales[page.locale].home, &self.context.config.left_out);
        if is_markdown(path) {
            let is_document = |file: &SourcePath| self.context.document(file).is_some();
            return !left_out.has(URLS) || !self.files(place.file, path).iter().any(is_document);
        }
        let route = if path.starts_with('/') { RoutePath::new(path) } else { page.route.parent().join(path) };
        let own = route.as_str().strip_prefix(home.as_str()).filter(|own| own.starts_with('/'));
        !left_out.may_have(own.unwrap_or(route.as_str()))
    }

    /// Returns the diagnostic for a broken link.
    fn broken_link(&self, page: &Page, place: Place<'_>, target: &str, path: &str) -> Diagnostic {
        let file = place.file.join_sibling(path);
        let private = is_private(&file);
        if let Some(refusal) = self.refusal(&file, target).filter(|_| !private) {
            return refusal;
        }
        let nothing = || format!("broken link: `{target}` doesn't match any page or file on this site");
        let (message, hint) = match self.unpublished(page, place, path) {
            _ if private => (nothing(), Some(PRIVATE.into())),
            _ if let Some(hint) = place.hint_for_repository(target) => (nothing(), Some(hint.into())),
            _ if let Some(hint) = self.unescaped(place, target) => (nothing(), Some(hint)),
            Some((what, hint)) => (format!("broken link: `{target}` points to {what}"), Some(hint.into())),
            None => match self.old_route(page, place, path) {
                Some(route) => (nothing(), Some(past::hint(&route).into())),
                None => {
                    let hint = self.renamed(page, place, path).or_else(|| self.moved_api(page, place, path));
                    (nothing(), hint.or_else(|| self.nearest(page, place, path)))
                }
            },
        };
        let is_content = |file: &SourcePath| file.strip_dir("content").is_some();
        let is_elsewhere = !path.starts_with('/') && is_content(place.file) && !is_content(&file);
        let general = match is_elsewhere {
            true => "the file isn't in `content`; use a full URL, such as the file's URL in your repository",
            false => "link to a Markdown file, a page path, a file next to this one, or a file in `static/`",
        };
        Diagnostic::new(Code::BrokenLink, message).hint(hint.unwrap_or_else(|| general.into()))
    }

    fn destination(&self, page: &Page, place: Place<'_>, path: &str) -> Option<Destination> {
        let of_files = || self.of_files((page.locale, page.version), place, &self.files(place.file, path));
        if is_markdown(path) {
            return of_files();
        }
        if path.starts_with('/') {
            return self.absolute(&self.context.locales[page.locale], path);
        }
        if let Some(found) = of_files() {
            return Some(found);
        }
        if extension(path).is_some() {
            let asset = |file: SourcePath| {
                let facts = self.context.assets.facts(&file).filter(|_| !is_private(&file))?;
                Some(Destination::Asset(file, facts.hash))
            };
            if let Some(asset) = self.beside(place.file, path).into_iter().find_map(asset) {
                return Some(asset);
            }
        }
        let locale = &self.context.locales[page.locale];
        let path = place.on_page(path);
        // A translation can have another path than its original, and an original that the page shows can contain a path
        // in the default locale.
        let original = page.in_locale(0).filter(|_| page.locale > 0);
        let bases = [Some(&page.route), original].into_iter().flatten();
        let found: Vec<_> = bases
            .flat_map(|route| [route.parent(), route.clone()])
            .map(|at| self.route_in(locale, &at.join(&path)))
            .collect();
        // Prefer a page of the same version, so that the same links work in each version.
        let is_same = |found: &&Destination| match found {
            Destination::Page(index) => self.pages[*index].version == page.version,
            _ => false,
        };
        let same = found.iter().flatten().find(is_same).cloned();
        same.or_else(|| found.into_iter().flatten().next())
    }

    /// Returns the target at a path relative to the site's root, with or without the base URL.
    fn absolute(&self, locale: &Locale, path: &str) -> Option<Destination> {
        let bare = path.strip_prefix(&*self.at.base_url).filter(|_| self.at.base_url.len() > 1);
        let at = |path| self.route_in(locale, &RoutePath::new(path)).or_else(|| self.file(path));
        [Some(path), bare].into_iter().flatten().find_map(at)
    }

    fn route_in(&self, locale: &Locale, route: &RoutePath) -> Option<Destination> {
        let stripped =
            route.as_str().strip_suffix("/index.html").or_else(|| route.as_str().strip_suffix(".html"));
        let find = |route: &str| match self.routes.get(route)? {
            Some(index) => Some(Destination::Page(*index)),
            None => Some(Destination::Redirect(RoutePath::new(route))),
        };
        let any = || find(route.as_str()).or_else(|| find(stripped?));
        if locale.home.is_root() {
            return any();
        }
        // Prefer a page in the linking page's locale. A translation can have another path than its original.
        let found = any();
        let translation = || {
            let Some(Destination::Page(index)) = found else { return None };
            let number = self.context.locales.iter().position(|other| other.home == locale.home)?;
            find(self.pages[index].in_locale(number)?.as_str())
        };
        translation().or_else(|| find(locale.home.join(route.as_str()).as_str())).or(found)
    }

    fn file(&self, path: &str) -> Option<Destination> {
        let path = path.trim_start_matches('/');
        let made = MADE_FILES.contains(&path) || self.context.config.is_feed(path);
        (self.static_files.contains(path) || made).then(|| Destination::File(path.to_owned()))
    }

    /// Returns the pages made from a Markdown file.
    fn pages_of(&self, file: &SourcePath) -> &[usize] {
        self.by_source.get(&*composed(file.as_str())).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the page made from a Markdown file, in the locale with this index.
    fn source_page(&self, locale: usize, file: &SourcePath) -> Option<usize> {
        let made = self.pages_of(file);
        if let Some(&index) = made.iter().find(|&&index| self.pages[index].locale == locale) {
            return Some(index);
        }
        let by_key = self.by_key.get_or_init(|| {
            let key = |(index, page): (usize, &Arc<Page>)| {
                let (version, path) = source_key(&page.parsed()?.source.path, self.context.versions)?;
                Some(((page.locale, version, path), index))
            };
            self.pages.iter().enumerate().filter_map(key).collect()
        });
        let (version, path) = source_key(file, self.context.versions)?;
        by_key.get(&(locale, version, path)).copied()
    }

    /// Returns the problem with a link to an anchor on a page. `is_original` is whether the link is in a file of the
    /// default locale, and the page with the link belongs to another locale.
    fn broken_anchor(
        &self,
        is_original: bool,
        index: usize,
        anchor: &str,
        target: &str,
        place: Place<'_>,
    ) -> Option<Diagnostic> {
        let broken = self.anchors.check(index, anchor, target)?;
        let page = &self.pages[index];
        let is_right = || {
            let original = page.in_locale(0).and_then(|route| *self.routes.get(route.as_str())?);
            original.is_some_and(|original| self.anchors.check(original, anchor, target).is_none())
        };
        Some(match page.parsed().filter(|there| is_original && there.is_translated() && is_right()) {
            Some(translation) => anchors::not_in(&translation.source.path, anchor, place.file),
            None => place.report(broken),
        })
    }

    /// Returns the problem with a link to an anchor on the same page.
    fn broken_own_anchor(
        &self,
        parsed: &Parsed,
        anchor: &str,
        target: &str,
        place: Place<'_>,
    ) -> Option<Diagnostic> {
        let path = &parsed.source.path;
        let broken = match self.pages_of(path).first() {
            Some(own) => self.anchors.check(*own, anchor, target),
            // The file doesn't produce a page, because another page has the same path.
            None => {
                let what = format_args!("add the ID to a heading in `{path}`, or correct the link");
                anchors::broken(&anchors::of_document(&parsed.metadata), &what, anchor, target)
            }
        }?;
        if place.file == place.page {
            return Some(broken);
        }
        let hint = "add the ID to a heading on each page that uses this file, or correct the link";
        Some(Diagnostic { hints: vec![hint.to_owned()], edit: None, ..broken })
    }

    /// Returns the problem with an existing file that a link refers to.
    fn refusal(&self, file: &SourcePath, target: &str) -> Option<Diagnostic> {
        let refusal = self.context.assets.refusal(file)?;
        Some(Diagnostic { message: format!("`{target}`: {}", refusal.message), ..refusal })
    }

    /// Returns the Markdown files that a path in a file can refer to.
    fn files(&self, from: &SourcePath, path: &str) -> Vec<SourcePath> {
        match (is_markdown(path), path.starts_with('/')) {
            (true, true) => past::absolute(self.context.input.config, from, path),
            (true, false) => self.beside(from, path),
            (false, true) => Vec::new(),
            (false, false) => {
                let names = |file: SourcePath| ENDS.map(|end| SourcePath::new(format!("{file}{end}")));
                self.beside(from, path).into_iter().flat_map(names).collect()
            }
        }
    }

    /// Returns the files that a path relative to a file can refer to, most likely first.
    fn beside(&self, from: &SourcePath, path: &str) -> Vec<SourcePath> {
        past::targets(self.context.input.config, from, path)
    }
}

/// The endings that a path to a Markdown file can omit.
const ENDS: [&str; 6] = [".md", ".mdx", "/index.md", "/index.mdx", "/README.md", "/README.mdx"];

/// Whether the written form of a link has the same path as the resolved URL.
fn is_same_path(written: &str, resolved: &str) -> bool {
    let bare = |link| split_suffix(link).0.trim_end_matches('/');
    bare(written) == bare(resolved)
}

/// Reports a link that docgen can't resolve in an interactive component, because the browser also renders the link.
fn literal_link(target: &str) -> Diagnostic {
    Diagnostic::new(
        Code::BrokenLink,
        format!("broken link: docgen can't resolve `{target}`, because an interactive component renders it"),
    )
    .hint(format!("in the component, use `<Link to=\"{target}\">` or `url(\"{target}\")`, from \"docgen\""))
}

/// The hint for a link to a private file. See [`is_private`].
const PRIVATE: &str = "rename the file or folder: names that start with a dot are allowed only in `static/`";

/// Whether a file is hidden or in a hidden folder. Hidden files often contain settings, keys, and histories.
fn is_private(file: &SourcePath) -> bool {
    file.strip_dir(PACKAGE_STYLES).is_none()
        && file.as_str().split('/').any(|segment| segment.starts_with('.') && segment != "..")
}

/// Returns the extension of a path, in lowercase.
fn extension(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}

/// Whether a path has the extension of a Markdown file.
fn is_markdown(path: &str) -> bool {
    matches!(extension(path).as_deref(), Some("md" | "mdx" | "markdown"))
}
