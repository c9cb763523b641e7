//! The wire format: the data that the browser reads. `theme/src/chunk.ts` mirrors this format.
//!
//! Only these types are serialized for the browser. Models are converted to these types explicitly so that a model can
//! change without changing the format.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Renderer, breaks, theme::Theme};
use crate::markdown::{Heading, Sheet};
use crate::path::{Addressing, OutPath, RoutePath};
use crate::site::{Content, Page, PageKind, Redirect};

/// A page's data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Chunk<'a> {
    /// The build ID of the theme.
    pub build: &'a str,
    /// The canonical path, with the base URL.
    pub path: String,
    /// The kind of page.
    pub kind: &'a str,
    /// The document's full title.
    pub title: String,
    /// The head tags of this page only.
    pub head: Vec<HeadTag>,
    /// The IDs of active navbar items.
    pub navbar: Vec<String>,
    /// The IDs of hidden navbar items.
    #[serde(rename = "navbarHidden", skip_serializing_if = "Vec::is_empty")]
    pub navbar_hidden: Vec<String>,
    /// The page's place in the sidebar.
    pub sidebar: Option<SidebarPlace>,
    /// The table of contents.
    pub toc: Vec<TocEntry<'a>>,
    /// The name of the page's documentation set, if the site has several sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub docs: Option<&'a str>,
    /// The paths of the same document in each version that contains it, by version name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versions: Option<BTreeMap<&'a str, String>>,
    /// The name of the page's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'a str>,
    /// The paths of the same page in each locale that contains it, by locale code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locales: Option<BTreeMap<&'a str, String>>,
    /// The islands on the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub islands: Vec<&'a str>,
    /// The style sheets of the page, in addition to the theme's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub styles: Vec<String>,
    /// The body, which the copy of the chunk in the shell doesn't contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<&'a str>,
}

/// A head tag.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct HeadTag {
    /// The name.
    pub tag: &'static str,
    /// The attributes, sorted by name.
    pub attrs: BTreeMap<Cow<'static, str>, String>,
    /// The content of a script, a style sheet, or a `noscript` element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A place in a sidebar.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SidebarPlace {
    /// The ID of the sidebar.
    pub id: String,
    /// The keys of the items from the root to the page.
    pub trail: Vec<Arc<str>>,
}

/// An entry in the table of contents.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TocEntry<'a> {
    /// The ID of the heading.
    pub id: &'a str,
    /// The heading's inline HTML.
    pub html: Cow<'a, str>,
    /// The headings below this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<TocEntry<'a>>,
}

/// Nests the headings between two levels. A heading that skips levels goes below the previous heading of a higher
/// level.
pub(super) fn table_of_contents(headings: &[Heading], (least, most): (u8, u8)) -> Vec<TocEntry<'_>> {
    let mut entries: Vec<TocEntry<'_>> = Vec::new();
    let mut levels: Vec<u8> = Vec::new();
    for heading in headings.iter().filter(|heading| (least..=most).contains(&heading.level)) {
        while levels.last().is_some_and(|&above| above >= heading.level) {
            levels.pop();
        }
        let mut list = &mut entries;
        for _ in 0..levels.len() {
            // At each level, continue in the last entry of the list.
            let Some(last) = list.len().checked_sub(1) else { break };
            list = &mut list[last].items;
        }
        list.push(TocEntry { id: &heading.id, html: breaks::of_html(&heading.html), items: Vec::new() });
        levels.push(heading.level);
    }
    entries
}

impl<'a> Renderer<'a> {
    /// Returns a page's chunk without the body.
    pub(super) fn wire<'b>(&'b self, page: &'b Page) -> Chunk<'b> {
        let site = self.site;
        let navbar = &site.navbars[page.locale];
        let metadata = page.parsed().map(|parsed| &parsed.metadata);
        let several = |list: &[(usize, RoutePath)]| list.len() > 1;
        Chunk {
            build: &self.theme.build,
            path: self.at.href(&page.route),
            kind: page.kind.as_str(),
            title: self.document_title(page),
            head: self.head_tags(page),
            navbar: navbar.current(page, &site.sidebars),
            navbar_hidden: navbar.hidden(page),
            sidebar: page.sidebar.as_ref().map(|place| SidebarPlace {
                id: site.sidebars[place.sidebar].id.clone(),
                trail: self.keys(place),
            }),
            toc: match (metadata, page.toc_levels) {
                (Some(metadata), Some(levels)) => table_of_contents(&metadata.headings, levels),
                _ => Vec::new(),
            },
            docs: page
                .version
                .filter(|_| site.config.docs.len() > 1)
                .map(|version| site.docs_name(site.versions[version].docs)),
            versions: page
                .version
                .is_some_and(|v| site.versions[v].several && !page.in_versions.is_empty())
                .then(|| {
                    page.in_versions
                        .iter()
                        .map(|(v, route)| (site.versions[*v].name.as_str(), self.at.href(route)))
                        .collect()
                }),
            version: page
                .version
                .filter(|v| site.versions[*v].several)
                .map(|v| site.versions[v].name.as_str()),
            locales: several(&page.in_locales).then(|| {
                page.in_locales
                    .iter()
                    .map(|(l, route)| (site.locales[*l].code.as_str(), self.at.href(route)))
                    .collect()
            }),
            islands: match metadata {
                Some(metadata) => metadata.islands.iter().map(|name| &**name).collect(),
                None if self.has_search_island(page) => vec!["search"],
                None => self.api_islands(page),
            },
            styles: self.styles(page),
            html: None,
        }
    }

    /// Whether a page contains the search form, as the search page and docgen's own not-found page do.
    fn has_search_island(&self, page: &Page) -> bool {
        let can_search = || self.site.config.search.answerer().is_some();
        page.kind == PageKind::Search || (matches!(page.content, Content::NotFound) && can_search())
    }

    /// Returns the style sheets that a page needs in addition to the theme's own.
    pub(super) fn styles(&self, page: &Page) -> Vec<String> {
        let mut styles = self.own_styles(page);
        for sheet in self.parts_of(page).flat_map(|part| self.own_styles(part)) {
            if !styles.contains(&sheet) {
                styles.push(sheet);
            }
        }
        styles
    }

    fn own_styles(&self, page: &Page) -> Vec<String> {
        let file = |name: &str| self.at.file_href(&OutPath::immutable(name));
        let is_api = page.kind.is_api();
        let api = Some(&self.theme.api_css).filter(|name| is_api && !name.is_empty());
        let mut sheets = self.sheets(page);
        sheets.retain(|sheet| !is_api || *sheet != Sheet::Fields);
        let rows =
            api.into_iter().chain(sheets.iter().filter_map(|sheet| self.theme.sheets.get(sheet)?.first()));
        let search = self.has_search_island(page).then(|| search_styles(self.theme, &self.at));
        let has_slots = self.site.slots.all().next().is_some();
        let has_own = has_slots || page.document().is_some_and(|parsed| !parsed.metadata.styles.is_empty());
        let index = self.site.page_index(&page.route).filter(|_| has_own);
        let own = index.into_iter().flat_map(|index| &self.site.resolved[index].styles);
        let of_slots = index.into_iter().flat_map(|index| self.slots_shown(index));
        let own = own.chain(of_slots.flat_map(|filled| &filled.resolved.styles)).cloned();
        let mut styles: Vec<String> = rows.map(|name| file(name)).chain(search).collect();
        for sheet in own {
            if !styles.contains(&sheet) {
                styles.push(sheet);
            }
        }
        styles
    }

    /// Returns the style sheets that the kind, the content, and the excerpts of a page need.
    fn sheets(&self, page: &Page) -> BTreeSet<Sheet> {
        let mut sheets: BTreeSet<Sheet> = match &page.content {
            Content::BlogList(list) => {
                let posts = &self.site.blogs[list.blog].posts;
                let shown = list.posts.iter().map(|post| &posts[*post]).filter(|post| post.cut.is_some());
                shown.flat_map(|post| post.parsed.metadata.sheets.iter().copied()).collect()
            }
            _ => page.document().map(|parsed| parsed.metadata.sheets.clone()).unwrap_or_default(),
        };
        sheets.extend(sheet_of(page.kind));
        sheets.extend(self.shows_avif(page).then_some(Sheet::Pictures));
        // Each term can be on the page, and its card shows its formulas.
        let glossary = self.site.glossary(page).filter(|_| !sheets.contains(&Sheet::Math));
        sheets.extend(glossary.is_some_and(|terms| terms.has_formulas).then_some(Sheet::Math));
        sheets
    }

    /// Whether a page, or a post whose excerpt is on the page, has an image with AVIF files.
    fn shows_avif(&self, page: &Page) -> bool {
        let Some(images) = self.images.filter(|_| self.site.config.images.avif) else { return false };
        let posts = match &page.content {
            Content::BlogList(list) => {
                let all = &self.site.blogs[list.blog].posts;
                list.posts.iter().map(|post| &all[*post].route).collect()
            }
            _ => Vec::new(),
        };
        let shown = posts.into_iter().chain([&page.route]).filter_map(|route| self.site.page_index(route));
        let mut sources = shown.flat_map(|index| {
            let resolved = &self.site.resolved[index];
            resolved.images.iter().chain(&resolved.cover)
        });
        sources.any(|source| source.file.as_ref().is_some_and(|file| images.has_avif(&file.path)))
    }

    /// Returns a redirect's chunk.
    pub(super) fn redirect_chunk(&self, redirect: &Redirect) -> String {
        to_json(&compact(json!({
            "build": self.theme.build,
            "redirect": self.redirect_href(redirect),
            // Whether the browser has to load the target as a document, because the target isn't a page on the site.
            "document": redirect.page().is_none().then_some(true),
        })))
    }

    /// Returns the full title of the document: the page's title, the name of the page's API if the site has several
    /// APIs, and the site's title. Leaves out titles that are the same as another.
    pub(super) fn document_title(&self, page: &Page) -> String {
        let site = &self.site.config.site;
        let of_site = self.site.locales[page.locale].translate(&site.title);
        let mut parts: Vec<String> = vec![self.title(page)];
        if parts[0] == site.title {
            parts.clear();
        }
        for part in self.api_name(page).into_iter().chain([of_site]) {
            if parts.iter().all(|known| known != part) {
                parts.push(part.to_owned());
            }
        }
        parts.join(&format!(" {} ", site.title_delimiter))
    }

    /// Returns the title of the API that a page belongs to, if the site has APIs with different titles.
    pub(super) fn api_name(&self, page: &Page) -> Option<&str> {
        let Content::Api(index, _) = &page.content else { return None };
        let title = &self.site.apis[*index].title;
        self.site.apis.iter().any(|api| api.title != *title).then_some(title)
    }

    /// Returns a page's title.
    pub(super) fn title(&self, page: &Page) -> String {
        let messages = &self.messages[page.locale];
        let key = match &page.content {
            Content::Tag(entries) => {
                return messages.count("tag_title", entries.len(), &[("tag", &page.title)]);
            }
            Content::BlogList(list) => return self.blog_list_title(page, list),
            Content::Search => "search_title",
            Content::NotFound => "not_found",
            Content::Tags(_) => "tags",
            Content::BlogArchive(_) => "blog_archive",
            Content::BlogAuthors(_) => "blog_authors",
            // The site's own not-found page doesn't need a title.
            Content::Markdown(_) if page.title.is_empty() => "not_found",
            _ => return page.title.to_string(),
        };
        messages.get(key).to_owned()
    }
}

/// Returns the style sheet that all pages of a kind need.
pub(super) fn sheet_of(kind: PageKind) -> Option<Sheet> {
    match kind {
        PageKind::Home => Some(Sheet::Home),
        PageKind::Tags | PageKind::Tag => Some(Sheet::Blog),
        _ if kind.is_blog() => Some(Sheet::Blog),
        _ => None,
    }
}

/// Returns the content of a page's chunk file.
pub(super) fn chunk(wire: &Chunk<'_>, html: &str) -> String {
    // Most of the text is the body, of which few characters are escaped.
    let mut json = Vec::with_capacity(html.len() + html.len() / 8 + 4096);
    serde_json::to_writer(&mut json, &Chunk { html: Some(html), ..wire.clone() }).expect(ONLY_STRINGS);
    String::from_utf8(json).expect("JSON is UTF-8")
}

/// Why wire types can be written as JSON.
const ONLY_STRINGS: &str = "wire types have only string keys";

/// Returns the style sheet URL for the search dialog and the search page.
pub(super) fn search_styles(theme: &Theme, at: &Addressing) -> String {
    at.file_href(&OutPath::immutable(&theme.search_css))
}

/// Serializes a value. Serialization can't fail because the value contains only maps with string keys, lists, and
/// strings.
pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect(ONLY_STRINGS)
}

/// Returns a value without the null members of its objects.
pub(super) fn compact(json: Json) -> Json {
    match json {
        Json::Object(values) => {
            let there = values.into_iter().filter(|(_, value)| !value.is_null());
            there.map(|(key, value)| (key, compact(value))).collect()
        }
        Json::Array(values) => values.into_iter().map(compact).collect(),
        value => value,
    }
}

/// Serializes a value for a `<script>`, without the `<` character.
pub(super) fn to_inline_json(value: &impl Serialize) -> String {
    let json = to_json(value);
    if json.contains('<') { json.replace('<', "\\u003c") } else { json }
}
