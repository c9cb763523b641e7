//! Turns files into documents and standalone pages: determines the locale and version, the ID, and the path of each
//! file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::{
    Context, Locale, Page, PageKind, PageLink, Parsed, Version,
    category::{Categories, CategoryFile},
    page::{NavContext, last_update},
};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::markdown::FrontMatter;
use crate::path::{RoutePath, decode_path, slugify};

/// A document in a locale and version, with everything that depends only on its file.
pub(super) struct Doc {
    pub parsed: Arc<Parsed>,
    pub locale: usize,
    pub version: usize,
    /// The ID, such as `legal/privacy-policy`. The ID is unique in the document's locale and version.
    pub id: Arc<str>,
    /// The file path below the folder of its version.
    pub path: String,
    pub route: RoutePath,
    pub title: Arc<str>,
    /// The label in the sidebar.
    pub label: Arc<str>,
    pub position: Option<f64>,
    pub unlisted: bool,
    /// Whether the document's URL path is the path of the document's folder, as for `index.md`, `README.md`, or a file
    /// with the folder's name.
    pub is_index: bool,
}

/// Returns the links to a page's tags.
fn tag_links(front: &FrontMatter, root: &RoutePath) -> Vec<PageLink> {
    let link = |tag: &String| PageLink { label: tag.as_str().into(), route: root.join(&segment(tag)) };
    front.tags.iter().map(link).collect()
}

/// Returns every document in every locale and version. A locale that lacks a page uses the default locale's page.
pub(super) fn docs(
    context: Context<'_>,
    categories: &Categories,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Doc> {
    let mut docs = Vec::new();
    for (v, version) in context.versions.iter().enumerate() {
        for l in 0..context.locales.len() {
            let root = context.docs_root(l, v);
            let first = docs.len();
            let files: Vec<_> = context.files(l, &version.folder).into_iter().collect();
            let numbered = context.docs_of(v).number_prefixes;
            let route_of = |folder: &str| folder_route(&root, folder, &categories[&(l, v)], numbered);
            docs.par_extend(
                files
                    .into_par_iter()
                    .map(|(path, parsed)| doc(context, parsed, path, (l, v), &root, &route_of)),
            );
            report_duplicate_ids(&docs[first..], diagnostics);
        }
    }
    docs
}

/// Returns the IDs of the drafts that are left out of the current version of a documentation set. Referring to such an
/// ID isn't an error.
pub(super) fn draft_ids(context: Context<'_>, docs: usize) -> HashSet<Arc<str>> {
    let is_current = |version: &Version| version.docs == docs && version.name == "current";
    let current = context.versions.iter().position(is_current);
    current.map_or_else(HashSet::new, |version| draft_ids_of(context, 0, version))
}

/// Returns the IDs of drafts that are left out in a locale and version.
pub(super) fn draft_ids_of(context: Context<'_>, locale: usize, version: usize) -> HashSet<Arc<str>> {
    if context.drafts {
        return HashSet::new();
    }
    let root = context.docs_root(locale, version);
    let drafts = |folder: &String| {
        let drafts = context.below(folder).filter(|(_, parsed)| parsed.metadata.front_matter.draft);
        drafts
            .map(|(path, parsed)| doc(context, parsed, path, (locale, version), &root, &|_| root.clone()).id)
            .collect::<Vec<_>>()
    };
    context.folders(locale, &context.versions[version].folder).iter().flat_map(drafts).collect()
}

fn doc(
    context: Context<'_>,
    parsed: &Arc<Parsed>,
    path: &str,
    (locale, version): (usize, usize),
    root: &RoutePath,
    route_of: &impl Fn(&str) -> RoutePath,
) -> Doc {
    let front = &parsed.metadata.front_matter;
    let numbered = context.docs_of(version).number_prefixes;
    let strip =
        |segment: &str| if numbered { strip_number(segment).1.to_owned() } else { segment.to_owned() };
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let segments: Vec<String> = folder.split('/').filter(|segment| !segment.is_empty()).map(strip).collect();
    let name = strip(stem);
    let is_index = matches!(name.to_ascii_lowercase().as_str(), "index" | "readme")
        || segments.last().is_some_and(|folder| folder.eq_ignore_ascii_case(&name));
    let last = front.id.clone().unwrap_or_else(|| name.clone());
    let id = segments.iter().map(String::as_str).chain([last.as_str()]).collect::<Vec<_>>().join("/");
    let route = match front.slug.as_deref() {
        Some(slug) if slug.starts_with('/') => root.join_written(slug),
        Some(slug) => route_of(folder).join_written(slug),
        None if is_index => route_of(folder),
        None => route_of(folder).join(&name),
    };
    let title: Arc<str> = match segments.last() {
        // This is the first page of a site without settings.
        None if is_index && context.config.markdown.loose_titles => {
            given_title(parsed).unwrap_or_else(|| context.config.site.title.clone())
        }
        Some(folder) if is_index => title(parsed, folder),
        _ => title(parsed, &name),
    }
    .into();
    Doc {
        label: front.sidebar_label.as_deref().map_or_else(|| title.clone(), Arc::from),
        position: front.sidebar_position.or_else(|| numbered.then(|| strip_number(stem).0).flatten()),
        unlisted: front.unlisted,
        parsed: Arc::clone(parsed),
        path: path.to_owned(),
        locale,
        version,
        id: id.into(),
        route,
        title,
        is_index,
    }
}

/// Returns the path of a folder's pages. `root` is the path of the documentation, and `folders` contains the settings of
/// its folders.
pub(super) fn folder_route(
    root: &RoutePath,
    folder: &str,
    folders: &BTreeMap<String, CategoryFile>,
    numbered: bool,
) -> RoutePath {
    let mut route = root.clone();
    let mut end = 0;
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        end += name.len() + usize::from(end > 0);
        route = match folders.get(&folder[..end]).and_then(|file| file.slug.as_deref()) {
            Some(slug) if slug.starts_with('/') => root.join_written(slug),
            Some(slug) => route.join_written(slug),
            None => route.join(if numbered { strip_number(name).1 } else { name }),
        };
    }
    route
}

pub(super) fn title(parsed: &Parsed, name: &str) -> String {
    given_title(parsed).unwrap_or_else(|| humanize(name))
}

fn given_title(parsed: &Parsed) -> Option<String> {
    let metadata = &parsed.metadata;
    let given = metadata.front_matter.title.clone().or_else(|| metadata.title.as_deref().map(str::to_owned));
    given.filter(|title| !title.trim().is_empty())
}

fn report_duplicate_ids(docs: &[Doc], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<&str, &Doc> = HashMap::new();
    for doc in docs {
        if let Some(first) = seen.insert(&doc.id, doc) {
            if doc.locale > 0 && !first.parsed.is_translated() && !doc.parsed.is_translated() {
                continue;
            }
            let (first, second) = (&first.parsed.source.path, &doc.parsed.source.path);
            let message = format!("duplicate ID `{}`: documents `{first}` and `{second}`", doc.id);
            diagnostics.push(
                Diagnostic::new(Code::DuplicateId, message)
                    .hint("change `id` in the front matter of one document, or rename its file")
                    .in_front_matter(&doc.parsed, "id"),
            );
        }
    }
}

/// The same document in other locales and versions, by documentation set and ID.
pub(super) struct Translations<'a>(HashMap<(usize, &'a str), Vec<&'a Doc>>);

impl<'a> Translations<'a> {
    pub(super) fn new(context: Context<'_>, docs: &'a [Doc]) -> Self {
        let several = docs.first().is_some_and(|first| {
            docs.iter().any(|doc| (doc.locale, doc.version) != (first.locale, first.version))
        });
        let mut by_id: HashMap<(usize, &str), Vec<&Doc>> = HashMap::new();
        if several {
            for doc in docs {
                by_id.entry((context.versions[doc.version].docs, &doc.id)).or_default().push(doc);
            }
        }
        Translations(by_id)
    }

    fn of(&self, context: Context<'_>, doc: &'a Doc) -> &[&'a Doc] {
        self.0.get(&(context.versions[doc.version].docs, &*doc.id)).map_or(&[], Vec::as_slice)
    }
}

impl Doc {
    /// Creates the document's page.
    pub(super) fn page(&self, context: Context<'_>, nav: NavContext, all: &Translations<'_>) -> Page {
        let config = context.docs_of(self.version);
        let others = all.of(context, self);
        let mut in_versions: Vec<_> = others
            .iter()
            .filter(|other| other.locale == self.locale)
            .map(|other| (other.version, other.route.clone()))
            .collect();
        in_versions.sort_by_key(|(version, _)| *version);
        let in_locales = others
            .iter()
            .filter(|other| other.version == self.version)
            .map(|other| (other.locale, other.route.clone()))
            .collect();
        let tags = context.docs_root(self.locale, self.version).join("tags");
        Page {
            kind: PageKind::Doc,
            version: Some(self.version),
            doc_id: Some(self.id.clone()),
            title: self.title.clone(),
            sidebar: nav.place,
            breadcrumbs: if config.breadcrumbs { nav.breadcrumbs } else { Vec::new() },
            previous: nav.previous,
            next: nav.next,
            entries: nav.entries,
            tags: tag_links(&self.parsed.metadata.front_matter, &tags),
            last_update: last_update(&context, config, &self.parsed),
            in_versions,
            in_locales,
            ..Page::written(config, &self.parsed, self.route.clone(), self.locale)
        }
    }
}

/// Returns the pages in `content/pages` in every locale.
pub(super) fn free_pages(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Page> {
    let (mut paths, mut pages) = (Vec::new(), Vec::new());
    for locale in 0..context.locales.len() {
        for (path, parsed) in context.files(locale, "pages") {
            paths.push(path);
            pages.push(free_page(context, parsed, path, locale, diagnostics));
        }
    }
    let mut same: HashMap<&str, Vec<(usize, RoutePath)>> = HashMap::new();
    if context.locales.len() > 1 {
        for (path, page) in paths.iter().zip(&pages).filter(|(_, page)| page.kind != PageKind::NotFound) {
            same.entry(path).or_default().push((page.locale, page.route.clone()));
        }
    }
    for (path, page) in paths.iter().zip(&mut pages).filter(|(_, page)| page.kind != PageKind::NotFound) {
        page.in_locales = same.get(path).cloned().unwrap_or_default();
    }
    pages
}

fn free_page(
    context: Context<'_>,
    parsed: &Arc<Parsed>,
    path: &str,
    locale: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Page {
    let locales = context.locales;
    let front = &parsed.metadata.front_matter;
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let last = stem.rsplit('/').next().unwrap_or(stem);
    let address = match front.slug.as_deref() {
        Some(slug) => decode_path(slug),
        None if last == "index" => stem.strip_suffix("index").unwrap_or(stem).into(),
        None => stem.into(),
    };
    let address = &*address;
    let route = locales[locale].home.join(address);
    // The not-found page is shown for every unknown URL and has no URL of its own.
    let lost = route == not_found_route(&locales[locale]);
    let kind = match front.layout.as_deref() {
        _ if lost => PageKind::NotFound,
        None | Some("page") => PageKind::Page,
        Some("home") => PageKind::Home,
        Some(other) => {
            let hint = did_you_mean(other, ["page", "home"]);
            diagnostics.push(
                Diagnostic::new(Code::InvalidFrontMatter, format!("unknown layout `{other}`"))
                    .hint(hint.unwrap_or_else(|| "use `page` or `home`".into()))
                    .in_front_matter(parsed, "layout"),
            );
            PageKind::Page
        }
    };
    let page = Page::written(context.config.docs.main(), parsed, route, locale);
    Page {
        kind,
        title: if lost { given_title(parsed).unwrap_or_default() } else { title(parsed, last) }.into(),
        toc_levels: page.toc_levels.filter(|_| !lost && kind != PageKind::Home),
        edit_url: page.edit_url.filter(|_| kind == PageKind::Page),
        last_update: front.last_update.clone(),
        ..page
    }
}

/// Reports the layouts and heroes of documents that aren't standalone pages. Other generators have the layouts `doc` and
/// `page`.
pub(super) fn layouts(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for parsed in context.documents {
        let front = &parsed.metadata.front_matter;
        let layout = front.layout.as_deref().filter(|layout| !matches!(*layout, "doc" | "docs" | "page"));
        let key = match layout {
            Some(_) => "layout",
            None if front.hero.is_some() => "hero",
            None => continue,
        };
        let folder = parsed.source.path.strip_dir("content").and_then(|path| path.split('/').next());
        if folder.is_some_and(|folder| !matches!(folder, "pages" | "i18n")) {
            let message = format!("`{key}` has no effect in this folder");
            diagnostics.push(
                Diagnostic::new(Code::InvalidFrontMatter, message)
                    .hint(format!("move the file to `content/pages`, or remove `{key}`"))
                    .in_front_matter(parsed, key),
            );
        }
    }
}

/// Returns a generated not-found page for each locale that doesn't have a not-found page in `pages`.
pub(super) fn not_found_pages(locales: &[Locale], pages: &[Arc<Page>]) -> Vec<Page> {
    let own = |l: usize| pages.iter().any(|page| page.kind == PageKind::NotFound && page.locale == l);
    (0..locales.len())
        .filter(|l| !own(*l))
        .map(|l| Page::generated(not_found_route(&locales[l]), l))
        .collect()
}

fn not_found_route(locale: &Locale) -> RoutePath {
    locale.home.join("404")
}

/// Splits a number off the start of a filename: `02-install` becomes 2 and `install`. Dates and version numbers
/// (`2025-01-05-news`, `1.2-notes`) are names, not positions.
pub(crate) fn strip_number(name: &str) -> (Option<f64>, &str) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let rest = name[digits..].trim_start_matches([' ', '-', '_', '.']);
    let separated = rest.len() < name.len() - digits;
    if digits == 0 || !separated || rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) {
        return (None, name);
    }
    (name[..digits].parse().ok(), rest)
}

/// Converts a file or folder name to words: `getting-started` becomes `Getting started`.
pub(crate) fn humanize(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut chars = words.trim().chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => name.to_owned(),
    }
}

/// Converts any text to a path segment. The segment is never empty.
pub(super) fn segment(words: &str) -> String {
    let slug = slugify(words.trim());
    if slug.is_empty() { format!("{:x}", xxhash_rust::xxh3::xxh3_64(words.as_bytes())) } else { slug }
}
