//! Assembles documents into a [`Site`]. This module handles everything that involves several files.
//!
//! Takes the config, the parsed documents, and the list of other files. Returns every page with its URL path, its place
//! in the navigation, its previous and next pages, and its resolved links. This module must not depend on HTML, chunks,
//! or the disk. Details about files that aren't text come from [`Assets`].

mod api;
mod blog;
pub(crate) mod category;
mod collect;
mod config;
mod context;
mod drafts;
mod edit;
mod external;
mod glossary;
mod input;
mod labels;
pub(crate) mod links;
mod local_links;
mod locale;
pub(crate) mod messages;
mod nav;
mod navbar;
pub(crate) mod notes;
mod page;
mod parsed;
mod redirects;
mod renamed;
mod routes;
mod search_page;
mod slots;
mod strings;
mod tags;
pub(crate) mod translations;
pub(crate) mod unused;
mod versions;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::slice;
use std::sync::Arc;

use rayon::prelude::*;

use crate::component::Client;
use crate::config::{Config, VersionBanner};
use crate::diag::{Code, Diagnostic, Span};
pub(crate) use crate::markdown::Change;
use crate::markdown::{front_matter_place, front_matter_settings};
use crate::path::{RoutePath, SourcePath, UniqueNames};
use crate::source::tree::{self, Value};
pub(crate) use api::{MOST_ENTRIES, SiteApi, portion_label, portions};
pub(crate) use blog::{Blog, Date, Post, PostAuthor};
pub(crate) use category::category_problems;
pub(crate) use collect::{humanize, strip_number};
pub(crate) use config::MOST_OPERATIONS;
use context::Context;
use drafts::Drafts;
pub(crate) use edit::{Edit, problems_of_new, with_edits};
pub(crate) use external::external_links;
pub(crate) use glossary::Glossary;
pub(crate) use input::{ApiDocument, AssetFacts, Assets, Input, Words};
pub(crate) use links::PREFIX as DRAWING_PREFIX;
pub(crate) use links::StyleSheet;
pub use links::{Drawing, Href, HrefKind, ImageFile, ImageKind, ImageSource, Resolved};
pub(crate) use local_links::LocalLinks;
pub(crate) use locale::{Locale, locales};
pub(crate) use nav::{Category, Node, NodeKind, Sidebar};
pub(crate) use navbar::{Navbar, NavbarItem, NavbarKind};
pub use page::PageKind;
pub(crate) use page::{BlogList, Content, Crumb, Entry, Page, PageLink, Place, Target, page_at, parts_of};
pub(crate) use parsed::{Parsed, Reader};
pub(crate) use renamed::alias_route;
use routes::Routes;
pub(crate) use routes::{Redirect, RedirectKind, Splat};
pub(crate) use slots::{Filled, SlotPlace, Slots};
pub(crate) use versions::{default_label, is_newer, is_prerelease, newest_first, version_labels};

/// The assembled site. Clones share the pages and everything else that is large.
#[derive(Clone, Debug)]
pub struct Site {
    /// The settings.
    pub config: Config,
    /// The locales, starting with the default locale.
    pub locales: Vec<Locale>,
    /// The versions of the documentation: for each set, the newest version comes first. Each set has at least one
    /// version.
    pub versions: Vec<Version>,
    /// Every page, sorted by path.
    pub pages: Vec<Arc<Page>>,
    /// The resolved links and images on each page, in the order of [`Site::pages`].
    pub resolved: Vec<Arc<Resolved>>,
    /// The problems with links and images on pages, by the page's index.
    pub(crate) problems: BTreeMap<usize, Vec<Diagnostic>>,
    /// The OpenAPI documents.
    pub apis: Arc<[SiteApi]>,
    /// The blogs, in every locale.
    pub blogs: Arc<[Blog]>,
    /// Every sidebar, in every locale and version.
    pub sidebars: Arc<[Sidebar]>,
    /// The glossaries, by locale and version.
    pub(crate) glossaries: Arc<[Glossary]>,
    /// The navbar of each locale, in the order of [`Site::locales`].
    pub navbars: Vec<Navbar>,
    /// The redirects for single paths.
    pub redirects: Vec<Redirect>,
    /// The redirects for whole folders, with the more specific folders first.
    pub splats: Vec<Splat>,
    /// The files outside `static/` that pages refer to, with their output names.
    pub assets: BTreeMap<SourcePath, String>,
    /// The style sheets that pages import, directly or through other style sheets.
    pub sheets: BTreeMap<SourcePath, StyleSheet>,
    /// The files in `static/`, sorted.
    pub static_files: Vec<SourcePath>,
    /// The width and height of the logo, if known.
    pub logo_size: Option<(u32, u32)>,
    /// The modules of interactive components.
    pub client: Arc<Client>,
    /// The slots that contain the site's components.
    pub(crate) slots: Arc<Slots>,
}

/// A version of the documentation.
#[derive(Clone, Debug)]
pub struct Version {
    /// The index of the documentation set in [`Config::docs`].
    pub docs: usize,
    /// The name of the version's folder, or `current`. The name is unique in the set.
    pub name: String,
    /// The folder of the version's documents in `content`: `docs`, or `versions/2.0/docs`.
    pub folder: String,
    /// Whether the version is built from Git.
    pub is_past: bool,
    /// The name that readers see.
    pub label: String,
    /// The segment in the version's URLs. By default, the last version's segment is `""`.
    pub path: String,
    /// The banner on the version's pages.
    pub banner: VersionBanner,
    /// Whether this is the set's last version. Links without a version point to the last version.
    pub last: bool,
    /// Whether the set has several versions. Otherwise, readers don't see the version.
    pub several: bool,
}

impl Version {
    /// Returns the index of a documentation set's last version.
    fn last_of(versions: &[Version], docs: usize) -> usize {
        versions.iter().position(|version| version.docs == docs && version.last).unwrap_or(0)
    }
}

/// Assembles the site. Reports problems, except those of [`Site::link_problems`], and keeps everything that can be shown.
pub(crate) fn assemble(input: &Input<'_>) -> (Site, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut locales = locales(input.config);
    let translated = (locales.len() > 1).then(|| translations::with_settings(input.config, input.documents));
    let input = &Input { documents: translated.as_deref().unwrap_or(input.documents), ..*input };
    labels::read(input, &mut locales, &mut diagnostics);
    let versions = versions::versions(input, &locales, &mut diagnostics);
    let context = Context { input, locales: &locales, versions: &versions };
    let categories = category::parse_all(context, &mut diagnostics);
    let docs = collect::docs(context, &categories, &mut diagnostics);
    let navigation = nav::navigation(context, &docs, &categories, &mut diagnostics);
    let mut redirects = redirects::to_main(context, &docs, &navigation.sidebars);
    let translations = collect::Translations::new(context, &docs);
    let mut pages: Vec<Arc<Page>> = docs
        .par_iter()
        .zip(navigation.contexts)
        .map(|(doc, nav)| Arc::new(doc.page(context, nav, &translations)))
        .collect();
    let mut add = |others: Vec<Page>| pages.extend(others.into_iter().map(Arc::new));
    collect::layouts(context, &mut diagnostics);
    add(collect::free_pages(context, &mut diagnostics));
    add(navigation.generated);
    add(tags::pages(context, &docs));
    let mut sidebars = navigation.sidebars;
    let mut apis = api::documents(context, &mut diagnostics);
    add(api::pages(context, &apis, &mut sidebars));
    let blogs = blog::blogs(context, &mut diagnostics);
    add(blog::pages(context, &blogs, &mut sidebars));
    number_ids(&mut sidebars);
    let searches = search_page::pages(input.config, &locales, &pages);
    pages.extend(searches.into_iter().map(Arc::new));
    let not_found = collect::not_found_pages(&locales, &pages);
    pages.extend(not_found.into_iter().map(Arc::new));
    pages.par_sort_by(|a, b| a.route.cmp(&b.route));
    let second = take_duplicate_routes(&mut pages, &mut diagnostics);
    forget_empty_tags(&mut pages);
    diagnostics.extend(pages.iter().filter_map(|page| nav::empty_list(page)));
    versions::relate(context, &apis, &mut pages);
    translations::mark_outdated(context, &mut pages);
    redirects.retain(|redirect| page_at(&pages, &redirect.from).is_none());
    let of_apis = api::redirects(context, &apis, &pages, &redirects, &mut diagnostics);
    redirects.extend(of_apis);
    let drafts = Drafts::new(context);
    let routes = Routes { context, pages: &pages, drafts: &drafts };
    let splats = redirects::add(routes, &mut redirects, &mut diagnostics);
    versions::relate_moved(context, &redirects, &mut pages);
    let routes = Routes { context, pages: &pages, drafts: &drafts };
    config::files(input, &mut diagnostics);
    config::docs(context, &docs, &mut diagnostics);
    config::openapi(input, &mut diagnostics);
    config::layouts(input, &mut diagnostics);
    config::links(routes, &redirects, &apis, &blogs, &mut diagnostics);
    config::balance(context, &mut diagnostics);
    let locals = LocalLinks {
        config: input.config,
        static_files: input.static_files,
        locales: context.locales,
        pages: routes.pages,
        redirects: &redirects,
    };
    locals.localize_sidebars(&mut sidebars);
    let navbars = navbar::resolve(routes, locals, &sidebars, &mut diagnostics);
    let html: Vec<_> = (0..context.locales.len()).map(|locale| local_html(locals, locale)).collect();
    for (index, page) in locals.localized_lists() {
        pages[index] = page;
    }
    let mut slots = slots::fill::fill(context, (&pages, &apis, &blogs), &mut diagnostics);
    let links::Links { resolved, problems, assets, sheets } =
        links::resolve(context, (&pages, &second, &mut slots), &redirects, &mut apis, &mut diagnostics);
    for (locale, [announcement, copyright]) in locales.iter_mut().zip(html) {
        (locale.announcement, locale.copyright) = (announcement, copyright);
    }
    let glossaries = glossary::glossaries(input.config, &pages, &mut diagnostics);
    let site = Site {
        config: input.config.clone(),
        glossaries,
        pages,
        resolved,
        problems,
        apis: apis.into(),
        blogs: blogs.into(),
        sidebars: sidebars.into(),
        navbars,
        redirects,
        splats,
        assets,
        sheets,
        static_files: input.static_files.to_vec(),
        logo_size: logo_size(input),
        client: client(input.documents, &slots),
        slots: slots.into(),
        locales,
        versions,
    };
    diagnostics.extend(unused::report(input, &site));
    (site, diagnostics)
}

/// Makes the IDs of sidebars unique. The names of versions and locales, such as `1.0` and `1 0`, can result in the same
/// ID.
fn number_ids(sidebars: &mut [Sidebar]) {
    let mut ids = UniqueNames::numbered_from(2);
    for sidebar in sidebars {
        sidebar.id = ids.give(std::mem::take(&mut sidebar.id), |id, number| format!("{id}-{number}"));
    }
}

/// Returns the modules of the interactive components in the documents and slots.
fn client(documents: &[Arc<Parsed>], slots: &Slots) -> Arc<Client> {
    let all = || documents.iter().chain(slots.all().map(|(_, filled)| &filled.parsed));
    let has_modules = |parsed: &&Arc<Parsed>| !parsed.metadata.modules.is_empty();
    let library = all().find(has_modules).and_then(|parsed| parsed.library());
    let entries: BTreeSet<&SourcePath> = all().flat_map(|parsed| &parsed.metadata.modules).collect();
    library.map(|library| library.client(entries.into_iter())).unwrap_or_default().into()
}

/// Returns the width and height of the logo in pixels, if known.
fn logo_size(input: &Input<'_>) -> Option<(u32, u32)> {
    let logo = input.config.navbar.logo.as_ref()?;
    input.assets.facts(&SourcePath::in_static(&logo.src))?.size
}

impl Site {
    /// Returns the problems with the links and images on pages.
    pub(crate) fn link_problems(&self) -> Vec<Diagnostic> {
        links::problems(&self.pages, &self.problems, &self.locales)
    }

    /// Returns the number of pages, except search and not-found pages.
    pub fn page_count(&self) -> usize {
        let counts = |page: &&Arc<Page>| !matches!(page.kind, PageKind::Search | PageKind::NotFound);
        self.pages.iter().filter(counts).count()
    }

    /// Returns the versions of a documentation set with their indexes in [`Site::versions`], newest first.
    pub fn versions_of(&self, docs: usize) -> impl Iterator<Item = (usize, &Version)> {
        self.versions.iter().enumerate().filter(move |(_, version)| version.docs == docs)
    }

    /// Returns the index of a documentation set's last version.
    pub fn last_version(&self, docs: usize) -> usize {
        Version::last_of(&self.versions, docs)
    }

    /// Returns the name that identifies a documentation set in stored settings and search tags: `default` for the main
    /// set, and the ID for any other set.
    pub fn docs_name(&self, docs: usize) -> &str {
        if docs == 0 { "default" } else { &self.config.docs[docs].id }
    }

    /// Returns the OpenAPI documents of the latest releases.
    pub fn current_apis(&self) -> impl Iterator<Item = &SiteApi> {
        self.apis.iter().filter(|api| api.version.is_none_or(|version| self.versions[version].last))
    }

    /// Returns a name that is unique among all versions: `2.0`, or `sdk/2.0` for a set other than the main set.
    pub fn version_name(&self, version: &Version) -> String {
        match version.docs {
            0 => version.name.clone(),
            docs => format!("{}/{}", self.docs_name(docs), version.name),
        }
    }

    /// Returns the first page of a version of the documentation, in a locale.
    pub fn version_start(&self, locale: usize, version: usize) -> RoutePath {
        let root = self.locales[locale].docs_root(&self.config, &self.versions[version]);
        let redirect = self.redirects.iter().find(|redirect| redirect.from == root);
        let page = redirect.and_then(|redirect| redirect.page().cloned());
        // A version can consist of OpenAPI documents.
        let has_api = |api: &&SiteApi| api.version == Some(version) && self.page(&root).is_none();
        let api = || self.apis.iter().find(has_api).map(|api| api.intro_route(&self.locales[locale]));
        page.or_else(api).unwrap_or(root)
    }

    /// Returns the locale of the text on a page: the page's locale or, if the page has the content of the default locale,
    /// the default locale.
    pub(crate) fn source_locale(&self, page: &Page) -> &Locale {
        &self.locales[if page.is_copy() { 0 } else { page.locale }]
    }

    /// Returns the page at a path.
    pub fn page(&self, route: &RoutePath) -> Option<&Page> {
        self.page_index(route).map(|index| &*self.pages[index])
    }

    /// Returns the index of a page in [`Site::pages`] by its path.
    pub fn page_index(&self, route: &RoutePath) -> Option<usize> {
        page_at(&self.pages, route)
    }

    /// Returns everything that determines the targets of links in settings.
    pub(crate) fn local_links(&self) -> LocalLinks<'_> {
        LocalLinks {
            config: &self.config,
            static_files: &self.static_files,
            locales: &self.locales,
            pages: &self.pages,
            redirects: &self.redirects,
        }
    }

    /// Returns the page of a Markdown file in the default locale. The path is relative to the site's folder or to
    /// `content`.
    pub(crate) fn page_of_file(&self, path: &str) -> Option<&Page> {
        routes::page_of_file(&self.pages, path)
    }

    /// Returns the pages at and below a path.
    pub fn pages_below(&self, route: &RoutePath) -> impl Iterator<Item = &Page> {
        redirects::below(&self.pages, route).map(|page| &**page)
    }
}

/// Returns the HTML of a locale's announcement bar and copyright line, with their links.
fn local_html(links: LocalLinks<'_>, locale: usize) -> [Option<String>; 2] {
    let bar = links.config.announcement_bar.as_ref().map(|bar| &bar.content);
    let copyright = links.config.footer.as_ref().and_then(|footer| footer.copyright.as_ref());
    [bar, copyright].map(|html| html.map(|html| links.html(locale, links.locales[locale].translate(html))))
}

impl Diagnostic {
    /// Points the diagnostic to a key in the front matter or, if the key is missing, to the first line of the file.
    pub(crate) fn in_front_matter(self, parsed: &Parsed, key: &str) -> Self {
        self.at_setting(parsed, key, None)
    }

    /// Points the diagnostic to a list item in the front matter.
    fn in_list(self, parsed: &Parsed, key: &str, item: &str) -> Self {
        self.at_setting(parsed, key, Some(item))
    }

    fn at_setting(self, parsed: &Parsed, key: &str, item: Option<&str>) -> Self {
        let place = front_matter_place(&parsed.source, key, item);
        let first = || 0..parsed.source.text.lines().next().unwrap_or_default().len();
        self.at(&parsed.source.path, place.unwrap_or_else(first))
    }
}

impl Parsed {
    /// Returns the location of a setting of an author that the front matter describes.
    fn author_place(&self, key: &str, value: &str) -> Option<Span> {
        let (syntax, range) = front_matter_settings(&self.source.text)?;
        let settings = tree::parse(syntax, &self.source.text[range.clone()]).ok()?;
        let (_, authors) = settings.entry("authors")?;
        let authors = if let Value::List(all) = &authors.value { &all[..] } else { slice::from_ref(authors) };
        let found =
            authors.iter().filter_map(|author| author.entry(key)).find(|(_, node)| match &node.value {
                Value::Text(text) => text == value,
                _ => false,
            });
        found.map(|(_, node)| Span::from(range.start + node.range.start..range.start + node.range.end))
    }
}

/// Removes from each page the tags that don't have their own page. A tag has a page only if a listed page has the tag.
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

/// Reports pages with the same path and keeps the first page in file order. Returns the other pages, because their
/// links are also checked.
fn take_duplicate_routes(pages: &mut Vec<Arc<Page>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Arc<Page>> {
    let mut taken = Vec::new();
    pages.dedup_by(|second, first| {
        if first.route != second.route {
            return false;
        }
        let name = |page: &Page| match page.parsed() {
            Some(parsed) => format!("`{}`", parsed.source.path),
            None => {
                let kind = page.kind.as_str().replace("api-", "API ").replace('-', " ");
                format!("the generated {kind} page")
            }
        };
        let diagnostic = Diagnostic::new(
            Code::DuplicateRoute,
            format!("duplicate URL `{}`: {} and {}", first.route, name(first), name(second)),
        )
        .hint(
            match [&*first, &*second].map(|page| page.parsed().map(|parsed| &parsed.source.path)) {
                [Some(one), Some(other)] if are_translations(one, other) => {
                    "give the translation the same file extension as the original"
                }
                _ => "change `slug` in the front matter of one page, or rename its file",
            },
        );
        // Untranslated pages in other locales are reported only in the default locale.
        let translated = |page: &Page| page.parsed().is_some_and(|parsed| parsed.is_translated());
        if second.locale == 0 || translated(first) || translated(second) {
            diagnostics.push(match second.parsed().or(first.parsed()) {
                Some(parsed) => diagnostic.in_front_matter(parsed, "slug"),
                None => diagnostic,
            });
        }
        taken.push(second.clone());
        true
    });
    taken
}

/// Whether two files would be translations of each other if they had the same extension.
fn are_translations(one: &SourcePath, other: &SourcePath) -> bool {
    let name = |path: &SourcePath| Some(path.in_content()?.strip_suffix(path.extension())?.to_owned());
    one.parent() != other.parent() && name(one).is_some() && name(one) == name(other)
}

#[cfg(test)]
pub(crate) mod tests;
