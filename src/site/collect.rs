//! From files to documents and free pages: which language and version a file belongs to, its id and its address.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::page::NavContext;
use super::{Content, Input, Locale, Page, PageKind, Parsed, TagLink, Version};
use crate::config::Config;
use crate::diag::{Code, Diagnostic, nearest};
use crate::markdown::FrontMatter;
use crate::path::{RoutePath, SourcePath, decode_path, encode_path, slugify};

/// A document of one language and version, with what follows from its file alone.
#[derive(Debug)]
pub(super) struct Doc {
    pub(super) parsed: Arc<Parsed>,
    pub(super) locale: usize,
    pub(super) version: usize,
    /// `legal/privacy-policy`, unique in its language and version.
    pub(super) id: Arc<str>,
    /// Its path below the folder of its version, as on disk.
    pub(super) path: String,
    pub(super) route: RoutePath,
    pub(super) title: Arc<str>,
    /// Its words in the sidebar.
    pub(super) label: Arc<str>,
    pub(super) position: Option<f64>,
    pub(super) unlisted: bool,
    /// Whether its address is its folder's: `index.md`, `README.md`, or a file named like its folder.
    pub(super) is_index: bool,
}

/// The folder that holds the documents of a language and version.
pub(super) fn docs_folder(locale: Option<&Locale>, version: &Version) -> String {
    let below = match version.name.as_str() {
        "current" => "docs".to_owned(),
        name => format!("versions/{name}/docs"),
    };
    match locale {
        None => format!("content/{below}"),
        Some(locale) => format!("content/i18n/{}/{below}", locale.code),
    }
}

/// The address that the documentation of a language and version starts with.
pub(super) fn docs_root(config: &Config, locale: &Locale, version: &Version) -> RoutePath {
    locale.home.join(&config.docs.route).join(&version.path)
}

/// The address of the list of tags of a language and version.
pub(super) fn tags_root(config: &Config, locale: &Locale, version: &Version) -> RoutePath {
    docs_root(config, locale, version).join("tags")
}

/// The tags of a page.
fn tag_links(front: &FrontMatter, root: &RoutePath) -> Vec<TagLink> {
    let link = |tag: &String| TagLink { label: tag.as_str().into(), route: root.join(&segment(tag)) };
    front.tags.iter().map(link).collect()
}

/// Every document of every language and version. A page that a language lacks is the default language's.
pub(super) fn docs(
    input: &Input<'_>,
    locales: &[Locale],
    versions: &[Version],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Doc> {
    let mut docs = Vec::new();
    for (v, version) in versions.iter().enumerate() {
        let own = docs_folder(None, version);
        for (l, locale) in locales.iter().enumerate() {
            let mut files: BTreeMap<&str, &Arc<Parsed>> = below(input, &own).collect();
            if l > 0 {
                files.extend(below(input, &docs_folder(Some(locale), version)));
            }
            let root = docs_root(input.config, locale, version);
            let first = docs.len();
            let files: Vec<_> = files
                .into_iter()
                .filter(|(_, parsed)| input.drafts || !parsed.metadata.front_matter.draft)
                .collect();
            docs.par_extend(
                files.into_par_iter().map(|(path, parsed)| doc(input, parsed, path, (l, v), &root)),
            );
            report_duplicate_ids(&docs[first..], diagnostics);
        }
    }
    docs
}

/// The ids of the documents that are left out because they are drafts: naming one is no error.
pub(super) fn draft_ids(input: &Input<'_>, locales: &[Locale], versions: &[Version]) -> HashSet<Arc<str>> {
    let current = versions.iter().find(|version| version.name == "current");
    current.map_or_else(HashSet::new, |version| draft_ids_of(input, &locales[0], version))
}

/// The same in one language and version.
pub(super) fn draft_ids_of(input: &Input<'_>, locale: &Locale, version: &Version) -> HashSet<Arc<str>> {
    if input.drafts {
        return HashSet::new();
    }
    let folders = [docs_folder(None, version), docs_folder(Some(locale), version)];
    let root = docs_root(input.config, locale, version);
    let drafts = |folder: &String| {
        let drafts = below(input, folder).filter(|(_, parsed)| parsed.metadata.front_matter.draft);
        drafts.map(|(path, parsed)| doc(input, parsed, path, (0, 0), &root).id).collect::<Vec<_>>()
    };
    folders.iter().flat_map(drafts).collect()
}

/// The Markdown files below a folder, by path below it.
pub(super) fn below<'a>(
    input: &'a Input<'_>,
    folder: &str,
) -> impl Iterator<Item = (&'a str, &'a Arc<Parsed>)> {
    input.documents.iter().filter_map(move |parsed| Some((parsed.source.path.strip_dir(folder)?, parsed)))
}

fn doc(
    input: &Input<'_>,
    parsed: &Arc<Parsed>,
    path: &str,
    (locale, version): (usize, usize),
    root: &RoutePath,
) -> Doc {
    let front = &parsed.metadata.front_matter;
    let numbered = input.config.docs.number_prefixes;
    let strip =
        |segment: &str| if numbered { strip_number(segment).1.to_owned() } else { segment.to_owned() };
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let segments: Vec<String> = folder.split('/').filter(|segment| !segment.is_empty()).map(strip).collect();
    let name = strip(stem);
    let is_index =
        matches!(name.to_ascii_lowercase().as_str(), "index" | "readme") || segments.last() == Some(&name);
    let last = front.id.clone().unwrap_or_else(|| name.clone());
    let id = segments.iter().map(String::as_str).chain([last.as_str()]).collect::<Vec<_>>().join("/");
    let dir = segments.join("/");
    let route = match front.slug.as_deref() {
        Some(slug) if slug.starts_with('/') => root.join_written(slug),
        Some(slug) => root.join(&dir).join_written(slug),
        None if is_index => root.join(&dir),
        None => root.join(&dir).join(&name),
    };
    let title: Arc<str> =
        title(parsed, if is_index { segments.last().unwrap_or(&name) } else { &name }).into();
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

pub(super) fn title(parsed: &Parsed, name: &str) -> String {
    given_title(parsed).unwrap_or_else(|| humanize(name))
}

/// Whether a page shows no title: a heading of its text stays.
pub(super) fn hides_title(parsed: &Parsed) -> bool {
    parsed.metadata.front_matter.hide_title && parsed.metadata.title.is_none()
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
            let message = format!("`{}` is the id of two documents: `{first}` and `{second}`", doc.id);
            let diagnostic = Diagnostic::new(Code::DuplicateId, message)
                .hint("give one of them another `id` in its front matter, or rename the file");
            diagnostics.push(super::in_front_matter(&doc.parsed, "id", diagnostic));
        }
    }
}

/// The same document in other languages and versions, by id.
pub(super) struct Translations<'a>(HashMap<&'a str, Vec<&'a Doc>>);

impl<'a> Translations<'a> {
    pub(super) fn new(docs: &'a [Doc]) -> Self {
        let several = docs.first().is_some_and(|first| {
            docs.iter().any(|doc| (doc.locale, doc.version) != (first.locale, first.version))
        });
        let mut by_id: HashMap<&str, Vec<&Doc>> = HashMap::new();
        if several {
            for doc in docs {
                by_id.entry(&doc.id).or_default().push(doc);
            }
        }
        Translations(by_id)
    }

    fn of(&self, doc: &Doc) -> &[&'a Doc] {
        self.0.get(&*doc.id).map_or(&[], Vec::as_slice)
    }
}

impl Doc {
    /// The finished page.
    pub(super) fn page(
        &self,
        input: &Input<'_>,
        locales: &[Locale],
        versions: &[Version],
        nav: NavContext,
        all: &Translations<'_>,
    ) -> Page {
        let config = &input.config.docs;
        let front = &self.parsed.metadata.front_matter;
        let path = &self.parsed.source.path;
        let change = input.changes.get(path);
        let own = front.last_update.as_ref();
        let date = own.and_then(|own| own.date.clone()).or_else(|| {
            change.filter(|_| config.show_last_update_time).and_then(|change| change.date.clone())
        });
        let author = own.and_then(|own| own.author.clone()).or_else(|| {
            change.filter(|_| config.show_last_update_author).and_then(|change| change.author.clone())
        });
        let others = all.of(self);
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
        Page {
            route: self.route.clone(),
            kind: PageKind::Doc,
            locale: self.locale,
            version: Some(self.version),
            doc_id: Some(self.id.clone()),
            title: self.title.clone(),
            hide_title: hides_title(&self.parsed),
            description: front.description.clone(),
            keywords: front.keywords.clone(),
            image: front.image.clone(),
            draft: front.draft,
            unlisted: self.unlisted,
            sidebar: nav.place,
            breadcrumbs: if config.breadcrumbs { nav.breadcrumbs } else { Vec::new() },
            toc_levels: toc_levels(input.config, &self.parsed),
            previous: nav.previous,
            next: nav.next,
            tags: tag_links(front, &tags_root(input.config, &locales[self.locale], &versions[self.version])),
            edit_url: edit_url(input.config, &self.parsed),
            last_update: (date.is_some() || author.is_some()).then_some(super::Change { date, author }),
            in_versions,
            in_locales,
            post: None,
            content: Content::Markdown(Arc::clone(&self.parsed)),
        }
    }
}

pub(super) fn toc_levels(config: &Config, parsed: &Parsed) -> Option<(u8, u8)> {
    let front = &parsed.metadata.front_matter;
    let least = front.toc_min_heading_level.unwrap_or(config.docs.toc_min_heading_level);
    let most = front.toc_max_heading_level.unwrap_or(config.docs.toc_max_heading_level);
    (!front.hide_table_of_contents).then_some((least, most))
}

pub(super) fn edit_url(config: &Config, parsed: &Parsed) -> Option<String> {
    match &parsed.metadata.front_matter.custom_edit_url {
        Some(own) => own.clone(),
        None => edit_address(config, &parsed.source.path),
    }
}

/// Where a file of the site can be edited.
pub(super) fn edit_address(config: &Config, file: &SourcePath) -> Option<String> {
    let path = &*encode_path(file.as_str());
    config.docs.edit_url.as_ref().map(|url| match url.contains("{path}") {
        true => url.replace("{path}", path),
        false => format!("{}/{path}", url.trim_end_matches('/')),
    })
}

/// The pages of `content/pages`, in every language.
pub(super) fn free_pages(
    input: &Input<'_>,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Page> {
    let mut pages = Vec::new();
    for (l, locale) in locales.iter().enumerate() {
        let mut files: BTreeMap<&str, &Arc<Parsed>> = below(input, "content/pages").collect();
        if l > 0 {
            files.extend(below(input, &format!("content/i18n/{}/pages", locale.code)));
        }
        for (path, parsed) in files {
            if !parsed.metadata.front_matter.draft || input.drafts {
                pages.push(free_page(input, parsed, path, l, locales, diagnostics));
            }
        }
    }
    pages
}

fn free_page(
    input: &Input<'_>,
    parsed: &Arc<Parsed>,
    path: &str,
    locale: usize,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Page {
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
    // This one stands for every address that is not there, and has none of its own.
    let lost = route == not_found_route(&locales[locale]);
    let kind = match front.layout.as_deref() {
        _ if lost => PageKind::NotFound,
        None | Some("page") => PageKind::Page,
        Some("home") => PageKind::Home,
        Some(other) => {
            let hint = nearest(other, ["page", "home"]).map(|near| format!("did you mean `{near}`?"));
            let diagnostic =
                Diagnostic::new(Code::InvalidFrontMatter, format!("there is no layout `{other}`"))
                    .hint(hint.unwrap_or_else(|| "the layouts are `page` and `home`".into()));
            diagnostics.push(super::in_front_matter(parsed, "layout", diagnostic));
            PageKind::Page
        }
    };
    Page {
        route,
        kind,
        locale,
        version: None,
        doc_id: None,
        title: if lost { given_title(parsed).unwrap_or_default() } else { title(parsed, last) }.into(),
        hide_title: hides_title(parsed),
        description: front.description.clone(),
        keywords: front.keywords.clone(),
        image: front.image.clone(),
        draft: front.draft,
        unlisted: front.unlisted,
        sidebar: None,
        breadcrumbs: Vec::new(),
        toc_levels: if lost || kind == PageKind::Home { None } else { toc_levels(input.config, parsed) },
        previous: None,
        next: None,
        tags: Vec::new(),
        edit_url: edit_url(input.config, parsed).filter(|_| kind == PageKind::Page),
        last_update: front
            .last_update
            .as_ref()
            .map(|own| super::Change { date: own.date.clone(), author: own.author.clone() }),
        in_versions: Vec::new(),
        in_locales: match locales.len() {
            1 => Vec::new(),
            _ if lost => Vec::new(),
            _ => locales.iter().enumerate().map(|(l, locale)| (l, locale.home.join(address))).collect(),
        },
        post: None,
        content: Content::Markdown(Arc::clone(parsed)),
    }
}

/// The page for addresses that are not there, in each language whose `pages` have none of the site's own.
pub(super) fn not_found_pages(locales: &[Locale], pages: &[Arc<Page>]) -> Vec<Page> {
    let own = |l: usize| pages.iter().any(|page| page.kind == PageKind::NotFound && page.locale == l);
    (0..locales.len())
        .filter(|l| !own(*l))
        .map(|l| Page {
            kind: PageKind::NotFound,
            content: Content::NotFound,
            ..generated(not_found_route(&locales[l]), l)
        })
        .collect()
}

fn not_found_route(locale: &Locale) -> RoutePath {
    locale.home.join("404")
}

/// A page without a source; the caller says what it is.
pub(super) fn generated(route: RoutePath, locale: usize) -> Page {
    Page {
        route,
        kind: PageKind::Category,
        locale,
        version: None,
        doc_id: None,
        title: Arc::default(),
        hide_title: false,
        description: None,
        keywords: Vec::new(),
        image: None,
        draft: false,
        unlisted: false,
        sidebar: None,
        breadcrumbs: Vec::new(),
        toc_levels: None,
        previous: None,
        next: None,
        tags: Vec::new(),
        edit_url: None,
        last_update: None,
        in_versions: Vec::new(),
        in_locales: Vec::new(),
        post: None,
        content: Content::NotFound,
    }
}

/// Splits a number off the start of a file's name: `02-install` is 2 and `install`. Dates and version numbers
/// (`2025-01-05-news`, `1.2-notes`) are names, not places.
pub(super) fn strip_number(name: &str) -> (Option<f64>, &str) {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    let rest = name[digits..].trim_start_matches([' ', '-', '_', '.']);
    let separated = rest.len() < name.len() - digits;
    if digits == 0 || !separated || rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) {
        return (None, name);
    }
    (name[..digits].parse().ok(), rest)
}

/// Makes words of the name of a file or folder: `getting-started` is `Getting started`.
pub(super) fn humanize(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut chars = words.trim().chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => name.to_owned(),
    }
}

/// The segment of an address for any words; never empty.
pub(super) fn segment(words: &str) -> String {
    let slug = slugify(words.trim());
    if slug.is_empty() { format!("{:x}", xxhash_rust::xxh3::xxh3_64(words.as_bytes())) } else { slug }
}
