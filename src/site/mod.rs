//! Documents to [`Site`]: all knowledge that crosses files.
//!
//! Takes the config, the parsed documents and the list of other files; gives every page with its address, its place
//! in the navigation, its neighbours and its resolved links. It must not know of HTML, chunks or disk: facts about
//! files that are not text come through [`Assets`].

mod api;
mod blog;
mod category;
mod collect;
mod drafts;
mod edit;
mod input;
pub(crate) mod links;
mod locale;
mod nav;
mod navbar;
mod page;
mod parsed;
mod redirects;
mod search_page;
mod tags;
mod versions;

use std::cell::LazyCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use drafts::Drafts;

use crate::config::{Config, NavbarItemConfig, SidebarItemConfig, VersionBanner};
use crate::diag::{Code, Diagnostic};
use crate::markdown::front_matter_place;
use crate::path::{RoutePath, SourcePath};
pub(crate) use api::{MOST_ENTRIES, SiteApi, portion_label, portions};
pub(crate) use blog::{Blog, Date, Post, PostAuthor};
pub(crate) use edit::{Edit, with_edits};
pub(crate) use input::{ApiDocument, AssetFacts, Assets, Change, Input, Words};
pub use links::{Href, HrefKind, ImageKind, ImageSource, Resolved};
pub(crate) use locale::Locale;
pub(crate) use nav::{Category, Node, NodeKind, Sidebar};
pub(crate) use navbar::{Navbar, NavbarItem, NavbarKind};
pub(crate) use page::{BlogList, Content, Crumb, Entry, Neighbour, Page, PageKind, Place, TagLink, Target};
pub(crate) use parsed::{Parsed, Reader};
pub(crate) use redirects::{Redirect, RedirectKind, Splat};

/// The assembled site. A copy of it shares the pages and all that is large.
#[derive(Clone, Debug)]
pub struct Site {
    /// The settings it was made with.
    pub config: Config,
    /// Its languages, the default one first.
    pub locales: Vec<Locale>,
    /// The versions of its documentation, newest first; at least one.
    pub versions: Vec<Version>,
    /// Every page, sorted by address.
    pub pages: Vec<Arc<Page>>,
    /// The resolved links and images of each page, in the order of [`Site::pages`].
    pub resolved: Vec<Arc<Resolved>>,
    /// The OpenAPI documents.
    pub apis: Arc<[SiteApi]>,
    /// The blogs, each in every language.
    pub blogs: Arc<[Blog]>,
    /// Every sidebar, of every language and version.
    pub sidebars: Arc<[Sidebar]>,
    /// The navbar of each language, in the order of [`Site::locales`].
    pub navbars: Vec<Navbar>,
    /// Paths that lead elsewhere.
    pub redirects: Vec<Redirect>,
    /// Folders whose every path leads elsewhere, the more specific ones first.
    pub splats: Vec<Splat>,
    /// Files of `content` that pages refer to, by source, with their name in the output.
    pub assets: BTreeMap<SourcePath, String>,
    /// The files of `static/`, sorted.
    pub static_files: Vec<SourcePath>,
    /// Width and height of the logo, where they could be read.
    pub logo_size: Option<(u32, u32)>,
}

/// A version of the documentation.
#[derive(Clone, Debug)]
pub struct Version {
    /// The name of its folder, or `current`.
    pub name: String,
    /// What readers see.
    pub label: String,
    /// The segment in its addresses, `""` for the last version.
    pub path: String,
    /// What its pages say about it.
    pub banner: VersionBanner,
    /// Whether this is the version readers are led to.
    pub last: bool,
}

/// Assembles the site. Whatever is wrong with it is reported; what can be shown, is.
pub(crate) fn assemble(input: &Input<'_>) -> (Site, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let locales = locale::locales(input.config);
    let versions = versions::versions(input, &locales, &mut diagnostics);
    let docs = collect::docs(input, &locales, &versions, &mut diagnostics);
    let navigation = nav::navigation(input, &locales, &versions, &docs, &mut diagnostics);
    let tagged = tags::pages(input, &locales, &versions, &docs);
    let mut redirects = redirects::to_main(input, &locales, &versions, &docs, &navigation.sidebars);
    let translations = collect::Translations::new(&docs);
    let mut pages: Vec<Arc<Page>> = docs
        .par_iter()
        .zip(navigation.contexts)
        .map(|(doc, nav)| Arc::new(doc.page(input, &locales, &versions, nav, &translations)))
        .collect();
    let mut add = |others: Vec<Page>| pages.extend(others.into_iter().map(Arc::new));
    add(collect::free_pages(input, &locales, &mut diagnostics));
    add(navigation.generated);
    add(tagged);
    let mut sidebars = navigation.sidebars;
    let mut apis = api::documents(input, &mut diagnostics);
    add(api::pages(input, &locales, &apis, &mut sidebars));
    let blogs = blog::blogs(input, &locales, &mut diagnostics);
    add(blog::pages(input, &locales, &blogs, &mut sidebars));
    let searches = search_page::pages(input.config, &locales, &pages);
    pages.extend(searches.into_iter().map(Arc::new));
    let not_found = collect::not_found_pages(&locales, &pages);
    pages.extend(not_found.into_iter().map(Arc::new));
    pages.par_sort_by(|a, b| a.route.cmp(&b.route));
    let second = take_duplicate_routes(&mut pages, &mut diagnostics);
    forget_empty_tags(&mut pages);
    versions::relate(input.config, &locales, &versions, &mut pages);
    redirects.retain(|redirect| pages.binary_search_by(|page| page.route.cmp(&redirect.from)).is_err());
    let of_apis = api::redirects(&locales, &apis, &pages, &redirects);
    redirects.extend(of_apis);
    let drafts = Drafts::new(input, &locales, &versions);
    let homes: Vec<RoutePath> = locales.iter().map(|locale| locale.home.clone()).collect();
    let splats =
        redirects::add(input, &versions, &homes, (&pages, &drafts), &mut redirects, &mut diagnostics);
    config_files(input, &mut diagnostics);
    config_docs(input, &docs, (&locales, &versions), &mut diagnostics);
    config_links(input, (&pages, &drafts), &redirects, &apis, &mut diagnostics);
    let navbars = navbar::resolve(
        input,
        &locales,
        &versions,
        (&pages, &drafts),
        &sidebars,
        &redirects,
        &mut diagnostics,
    );
    let (resolved, assets) = links::resolve(
        input,
        &locales,
        &versions,
        (&pages, &second),
        &redirects,
        &mut apis,
        &mut diagnostics,
    );
    let site = Site {
        config: with_base_in_html(input),
        locales,
        versions,
        pages,
        resolved,
        apis: apis.into(),
        blogs: blogs.into(),
        sidebars: sidebars.into(),
        navbars,
        redirects,
        splats,
        assets,
        static_files: input.static_files.to_vec(),
        logo_size: logo_size(input),
    };
    (site, diagnostics)
}

/// The width and height of the logo in pixels, where they are known.
fn logo_size(input: &Input<'_>) -> Option<(u32, u32)> {
    let logo = input.config.navbar.logo.as_ref()?;
    let file = SourcePath::new(format!("static/{}", logo.src.trim_start_matches('/')));
    input.assets.facts(&file)?.size
}

impl Site {
    /// How many pages there are, the search and those for addresses that are not there apart.
    pub fn page_count(&self) -> usize {
        let counts = |page: &&Arc<Page>| !matches!(page.kind, PageKind::Search | PageKind::NotFound);
        self.pages.iter().filter(counts).count()
    }

    /// The page that a version of the documentation starts with, in a language.
    pub fn version_start(&self, locale: usize, version: usize) -> RoutePath {
        let root = collect::docs_root(&self.config, &self.locales[locale], &self.versions[version]);
        let redirect = self.redirects.iter().find(|redirect| redirect.from == root);
        redirect.and_then(|redirect| redirect.page().cloned()).unwrap_or(root)
    }

    /// The page at an address.
    pub fn page(&self, route: &RoutePath) -> Option<&Page> {
        self.page_index(route).map(|index| &*self.pages[index])
    }

    /// Where the page at an address is in [`Site::pages`].
    pub fn page_index(&self, route: &RoutePath) -> Option<usize> {
        self.pages.binary_search_by(|page| page.route.cmp(route)).ok()
    }
}

/// The config, with the addresses of the site in its HTML as pages need them: with the base URL and the site's way to end
/// an address.
fn with_base_in_html(input: &Input<'_>) -> Config {
    let mut config = input.config.clone();
    let at = config.addressing();
    let to = |address: &str| {
        let own = address.starts_with('/') && !address.starts_with("//");
        own.then(|| match links::config_target(input.config, input.static_files, address) {
            Target::Route(route) => at.href(&route),
            Target::Address { href, .. } => href,
        })
    };
    if let Some(bar) = &mut config.announcement_bar {
        bar.content = crate::markdown::with_addresses(&bar.content, to);
    }
    if let Some(copyright) = config.footer.as_mut().and_then(|footer| footer.copyright.as_mut()) {
        *copyright = crate::markdown::with_addresses(copyright, to);
    }
    config
}

/// In a further language, an address of the site leads to the page in that language where there is one.
pub(crate) fn localized(
    target: Target,
    locale: &Locale,
    pages: &[Arc<Page>],
    redirects: &[Redirect],
) -> Target {
    let Target::Route(route) = &target else { return target };
    let own = locale.home.join(route.as_str());
    let exists = pages.binary_search_by(|page| page.route.cmp(&own)).is_ok()
        || redirects.iter().any(|redirect| redirect.from == own);
    if exists { Target::Route(own) } else { target }
}

/// The files that the config names by their address must be in `static/`.
fn config_files(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let config = input.config;
    let logo = config.navbar.logo.as_ref();
    let named = [
        ("site.favicon", config.site.favicon.as_ref()),
        ("site.image", config.site.image.as_ref()),
        ("navbar.logo.src", logo.map(|logo| &logo.src)),
        ("navbar.logo.src_dark", logo.and_then(|logo| logo.src_dark.as_ref())),
    ];
    for (key, file) in named.into_iter().filter_map(|(key, file)| Some((key, file?))) {
        let wanted = SourcePath::new(format!("static/{file}"));
        if crate::path::has_protocol(file) || input.static_files.binary_search(&wanted).is_ok() {
            continue;
        }
        let known = input.static_files.iter().map(SourcePath::as_str);
        let hint = match crate::diag::nearest(wanted.as_str(), known) {
            Some(near) => format!("did you mean `{}`?", near.trim_start_matches("static")),
            None => format!("put it at `{wanted}`"),
        };
        let diagnostic =
            Diagnostic::new(Code::MissingImage, format!("`{key}`: there is no file `{file}`")).hint(hint);
        diagnostics.push(input.config_source.at_value(key, diagnostic));
    }
}

/// The main document and the versions that the config names must be there.
fn config_docs(
    input: &Input<'_>,
    docs: &[collect::Doc],
    (locales, versions): (&[Locale], &[Version]),
    diagnostics: &mut Vec<Diagnostic>,
) {
    let config = &input.config.docs;
    let suggest = |near: Option<&str>| near.map(|near| format!("did you mean `{near}`?"));
    let drafts = collect::draft_ids(input, locales, versions);
    let missing =
        |main: &&String| docs.iter().all(|doc| *doc.id != ***main) && !drafts.contains(main.as_str());
    if let Some(main) = config.main.as_ref().filter(missing) {
        let hint = suggest(crate::diag::nearest(main, docs.iter().map(|doc| &*doc.id)));
        let diagnostic =
            Diagnostic::new(Code::InvalidConfig, format!("`docs.main`: there is no document `{main}`"))
                .hint_if(hint);
        diagnostics.push(input.config_source.at_value("docs.main", diagnostic));
    }
    if let Some(last) =
        config.last_version.as_ref().filter(|last| versions.iter().all(|version| version.name != **last))
    {
        let hint = suggest(crate::diag::nearest(last, versions.iter().map(|version| version.name.as_str())));
        let diagnostic = Diagnostic::new(
            Code::InvalidConfig,
            format!("`docs.last_version`: there is no version `{last}`"),
        )
        .hint_if(hint);
        diagnostics.push(input.config_source.at_value("docs.last_version", diagnostic));
    }
    for (index, version) in versions.iter().enumerate().skip(usize::from(config.versions.is_empty())) {
        if docs.iter().all(|doc| doc.version != index) {
            let folder = collect::docs_folder(None, version);
            let message = format!("the version `{}` has no document in `{folder}`", version.name);
            let diagnostic = Diagnostic::new(Code::MissingContent, message)
                .hint("write its pages there, or take it out of `docs.versions`");
            let place = config.versions.iter().position(|listed| listed.name == version.name);
            let path = format!("docs.versions.{}.name", place.unwrap_or(index));
            diagnostics.push(input.config_source.at_value(&path, diagnostic));
        }
    }
}

/// The links of the footer and of the sidebars must lead somewhere, and those of the navbar to places that are there.
fn config_links(
    input: &Input<'_>,
    (pages, drafts): (&[Arc<Page>], &Drafts<'_>),
    redirects: &[Redirect],
    apis: &[SiteApi],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut links = Vec::new();
    navbar_links("navbar.items", &input.config.navbar.items, &mut links);
    // An item of the navbar whose whole address leads nowhere is misconfigured, which is said elsewhere.
    links.retain(|link| link.href.contains(['?', '#']));
    for (name, items) in input.config.docs.sidebars.iter().flatten() {
        let what = format!("in the sidebar `{name}`, the link");
        sidebar_links(&what, &format!("docs.sidebars.{name}"), items, &mut links);
    }
    for (column, of_column) in input.config.footer.iter().flat_map(|footer| &footer.columns).enumerate() {
        links.extend(of_column.items.iter().enumerate().map(|(index, item)| ConfigLink {
            what: "the footer's link".to_owned(),
            href: &item.href,
            path: format!("footer.columns.{column}.items.{index}.href"),
        }));
    }
    let anchors = LazyCell::new(|| links::Anchors::new(pages, apis));
    // Whether a redirect leads to a page is said elsewhere; the place on it is looked at here.
    for (index, redirect) in input.config.redirects.iter().enumerate() {
        let route = links::config_route(input.config, input.static_files, &redirect.to);
        let is_page = |route: &RoutePath| pages.binary_search_by(|page| page.route.cmp(route)).is_ok();
        if route.is_some_and(|(route, anchor)| anchor.is_some() && is_page(&route)) {
            let path = format!("redirects.{index}.to");
            links.push(ConfigLink { what: "the redirect to".to_owned(), href: &redirect.to, path });
        }
    }
    for ConfigLink { what, href, path } in links {
        let Some((route, anchor)) = links::config_route(input.config, input.static_files, href) else {
            continue;
        };
        if !leads_somewhere(input, pages, redirects, &route) {
            let (message, hint) = match drafts.at(&route) {
                Some(draft) => {
                    (format!("{what} `{href}` leads to the draft `{draft}`"), Some(drafts::HINT.to_owned()))
                }
                None => {
                    let message =
                        format!("broken link: {what} `{href}` doesn't match any page or file of this site");
                    (message, nearest_route(pages, &route))
                }
            };
            let diagnostic = Diagnostic::new(Code::BrokenLink, message).hint_if(hint);
            diagnostics.push(input.config_source.at_value(&path, diagnostic));
        } else if let Some(anchor) = anchor
            && let Ok(index) = pages.binary_search_by(|page| page.route.cmp(&route))
        {
            let span = input.config_source.place(&path).unwrap_or(0..0);
            let place = (&input.config_source.source.path, span.into());
            diagnostics.extend(anchors.check(index, anchor, href, place));
        }
    }
}

/// An address that the config names.
struct ConfigLink<'a> {
    /// What the link is of, for readers.
    what: String,
    href: &'a str,
    /// Its place in the config, as `ConfigSource::at_value` takes it.
    path: String,
}

/// The addresses in the items of the navbar, and in those of its dropdowns.
fn navbar_links<'a>(path: &str, items: &'a [NavbarItemConfig], links: &mut Vec<ConfigLink<'a>>) {
    for (index, item) in items.iter().enumerate() {
        links.extend(item.href.as_deref().map(|href| ConfigLink {
            what: "the navbar's link".to_owned(),
            href,
            path: format!("{path}.{index}.href"),
        }));
        navbar_links(&format!("{path}.{index}.items"), &item.items, links);
    }
}

/// The addresses in the items of a sidebar, and in those of its categories.
fn sidebar_links<'a>(
    what: &str,
    path: &str,
    items: &'a [SidebarItemConfig],
    links: &mut Vec<ConfigLink<'a>>,
) {
    for (index, item) in items.iter().enumerate() {
        if let SidebarItemConfig::Table(table) = item {
            links.extend(table.href.as_deref().map(|href| ConfigLink {
                what: what.to_owned(),
                href,
                path: format!("{path}.{index}.href"),
            }));
            sidebar_links(what, &format!("{path}.{index}.items"), &table.items, links);
        }
    }
}

/// Whether there is a page, a redirect or a file at an address of the site.
fn leads_somewhere(
    input: &Input<'_>,
    pages: &[Arc<Page>],
    redirects: &[Redirect],
    route: &RoutePath,
) -> bool {
    let file = SourcePath::new(format!("static{}", route.as_str()));
    pages.binary_search_by(|page| page.route.cmp(route)).is_ok()
        || redirects.iter().any(|redirect| redirect.from == *route)
        || input.static_files.binary_search(&file).is_ok()
}

/// A hint that names the page whose address is most like one that leads nowhere.
fn nearest_route(pages: &[Arc<Page>], route: &RoutePath) -> Option<String> {
    let routes = pages.iter().filter(|page| page.listed()).map(|page| page.route.as_str());
    crate::diag::nearest_path(route.as_str(), routes).map(|near| format!("did you mean `{near}`?"))
}

/// Places a problem where the front matter sets a key, else at the first line of the file.
pub(crate) fn in_front_matter(parsed: &Parsed, key: &str, diagnostic: Diagnostic) -> Diagnostic {
    at_setting(parsed, key, None, diagnostic)
}

/// Places a problem at an item of a list in the front matter.
fn in_list(parsed: &Parsed, key: &str, item: &str, diagnostic: Diagnostic) -> Diagnostic {
    at_setting(parsed, key, Some(item), diagnostic)
}

fn at_setting(parsed: &Parsed, key: &str, item: Option<&str>, diagnostic: Diagnostic) -> Diagnostic {
    let place = front_matter_place(&parsed.source, key, item);
    let first = || 0..parsed.source.text.lines().next().unwrap_or_default().len();
    diagnostic.at(&parsed.source.path, place.unwrap_or_else(first))
}

/// A tag that only unlisted pages have has no page to lead to.
fn forget_empty_tags(pages: &mut [Arc<Page>]) {
    let tags: HashSet<RoutePath> = pages
        .iter()
        .filter(|page| matches!(page.kind, PageKind::Tag | PageKind::BlogTag))
        .map(|page| page.route.clone())
        .collect();
    for page in pages.iter_mut().filter(|page| !page.tags.is_empty()) {
        Arc::make_mut(page).tags.retain(|tag| tags.contains(&tag.route));
    }
}

/// Two pages at one address are an error that names both; the first by path stays. Gives the others, so that they can be
/// checked too.
fn take_duplicate_routes(pages: &mut Vec<Arc<Page>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Arc<Page>> {
    let mut taken = Vec::new();
    pages.dedup_by(|second, first| {
        if first.route != second.route {
            return false;
        }
        let name = |page: &Page| match page.parsed() {
            Some(parsed) => format!("`{}`", parsed.source.path),
            None => format!("the generated {} page", page.kind.as_str()),
        };
        let diagnostic = Diagnostic::new(
            Code::DuplicateRoute,
            format!("`{}` is the address of two pages: {} and {}", first.route, name(first), name(second)),
        )
        .hint("give one of them another `slug` in its front matter, or rename the file");
        // Pages that a further language takes over are reported in their own.
        let translated = |page: &Page| page.parsed().is_some_and(|parsed| parsed.is_translated());
        if second.locale == 0 || translated(first) || translated(second) {
            diagnostics.push(match second.parsed().or(first.parsed()) {
                Some(parsed) => in_front_matter(parsed, "slug", diagnostic),
                None => diagnostic,
            });
        }
        taken.push(second.clone());
        true
    });
    taken
}

#[cfg(test)]
pub(crate) mod tests;
