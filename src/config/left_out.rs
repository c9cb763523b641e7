//! The settings that were left out because they're invalid. Problems that only follow from a missing setting aren't
//! reported, so that one run can report everything else.

use std::collections::BTreeSet;
use std::ops::Range;

use super::OpenApiConfig;
use crate::diag::{Code, Diagnostic, Location};
use crate::path::RoutePath;
use crate::source::tree::{Key, Node, Value};

const LOCALES: &str = "i18n.locales.code";

/// The settings that determine which documents belong to a documentation set, with which IDs.
pub(crate) const DOCUMENTS: &[&str] = &[
    "docs.id",
    "docs.number_prefixes",
    "docs.last_version",
    "docs.versions.name",
    "docs.versions.git",
    LOCALES,
];

/// The settings that determine which URLs a site has. After `=`, parts of the setting don't matter.
pub(crate) const URLS: &[&str] = &[
    "docs.id",
    "docs.route",
    "docs.main",
    "docs.number_prefixes",
    "docs.last_version",
    "docs.versions.name",
    "docs.versions.path",
    "docs.versions.git",
    "=docs.sidebars",
    "blog.id",
    "blog.folder",
    "blog.route",
    LOCALES,
    "i18n.default_locale",
    "openapi.file",
    "openapi.id",
    "openapi.route",
    "openapi.docs",
    "openapi.layout",
    "openapi.overlays",
    "openapi.schema_pages",
    "search.page",
];

/// The redirects.
const REDIRECTS: &str = "redirects";

/// The settings that readers see, which `labels.json` can translate.
pub(crate) const LABELS: &[&str] = &[
    "site.title",
    "site.tagline",
    "navbar.title",
    "navbar.logo.alt",
    "navbar.items.label",
    "navbar.items.items",
    "announcement_bar.content",
    "search.placeholder",
    "footer",
    "docs.versions",
    "docs.sidebars",
    "blog.title",
    "blog.description",
    "blog.sidebar_title",
    "blog.copyright",
    "openapi.history",
];

/// The problems that can follow from a missing URL.
const OF_URLS: &[Code] = &[
    Code::UnusedContent,
    Code::InvalidRequest,
    Code::InvalidRedirect,
    Code::RedirectChain,
    Code::DuplicateRoute,
    Code::OpenApiLink,
    Code::OutputConflict,
    Code::InvalidGlossary,
];

/// For each group of settings, the problems that can follow from a missing setting of the group. Broken links aren't
/// listed, because links to files don't depend on URLs.
const CONSEQUENCES: &[(&[&str], &[Code])] = &[
    (URLS, OF_URLS),
    (&[REDIRECTS], OF_URLS),
    (
        DOCUMENTS,
        &[
            Code::NavbarItem,
            Code::InvalidSidebar,
            Code::InvalidFrontMatter,
            Code::MissingContent,
            Code::DuplicateId,
        ],
    ),
    (
        &["docs.sidebars", "openapi.file", "openapi.id", "openapi.route", "blog.id", REDIRECTS],
        &[Code::NavbarItem],
    ),
    (&["docs.sidebars"], &[Code::InvalidFrontMatter]),
    (&["blog.id", "blog.folder"], &[Code::MissingContent]),
    (&["markdown.math", "markdown.extensions"], &[Code::ForeignSyntax]),
    (&["variables", "docs.versions"], &[Code::UnknownVariable, Code::ComponentError]),
    (&["repositories"], &[Code::InvalidInclude, Code::InvalidImport]),
];

/// The settings that were left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    /// The key paths, without the numbers of list items: `docs.versions.name`.
    keys: BTreeSet<String>,
    /// Unknown top-level keys, which can belong to any table.
    names: BTreeSet<String>,
    /// The keys that were probably misspelled: the offset and the correct name of each.
    renamed: Vec<(usize, String)>,
    /// The ranges of the values that docgen doesn't use as written, or under another key. A second problem with such a
    /// value would be a guess.
    guesses: Vec<Range<usize>>,
    /// The ranges of the list items that were left out.
    items: Vec<Range<usize>>,
    /// The ranges of the list items that have a problem.
    faulty: Vec<Range<usize>>,
    /// The routes of OpenAPI documents that can't be read, and the paths of redirects with problems.
    routes: Vec<RoutePath>,
    /// Whether an OpenAPI document can't be read.
    has_api: bool,
    /// Whether there's a redirect with an unknown path.
    has_unknown_redirect: bool,
    /// Whether any setting can be missing, because part of the text isn't valid TOML.
    everything: bool,
}

impl LeftOut {
    /// Records that any setting can be missing.
    pub(super) fn everything(&mut self) {
        self.everything = true;
    }

    /// Records a setting by its path, such as `docs[2].route` or `docs.1.route`.
    pub(super) fn add(&mut self, path: &str) {
        self.has_unknown_redirect |= path == REDIRECTS;
        self.keys.insert(key(path));
    }

    /// Records an unknown key in a table. It can stand for any key of the table.
    pub(super) fn add_unknown(&mut self, table: &str, name: &str) {
        match table.trim_end_matches('.') {
            "" => self.names.insert(name.to_owned()),
            table => self.keys.insert(key(table)),
        };
    }

    /// Records a key that was probably misspelled, with its correct name.
    pub(super) fn add_renamed(&mut self, found: &Key, name: &str) {
        self.renamed.push((found.range.start, name.to_owned()));
    }

    /// Replaces the start of the recorded paths below a key that was probably misspelled.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        let (from, to) = (key(from), key(to));
        let renamed = |path: String| match path.strip_prefix(&from) {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("{to}{rest}"),
            _ => path,
        };
        self.keys = std::mem::take(&mut self.keys).into_iter().map(renamed).collect();
    }

    /// Returns the correct name of a key that was probably misspelled.
    pub(super) fn new_name(&self, key: &Key) -> Option<&str> {
        let found = self.renamed.iter().find(|(at, _)| *at == key.range.start)?;
        Some(&found.1)
    }

    /// Records a value that docgen doesn't use as written.
    pub(super) fn add_guess(&mut self, node: &Node) {
        if node.entries().is_none() {
            self.guesses.push(node.range.clone());
        }
    }

    /// Records a list item that was left out.
    pub(super) fn add_item(&mut self, list: &str, item: &Node) {
        self.keys.insert(key(list));
        self.items.push(item.range.clone());
    }

    /// Records a list item with a problem.
    pub(super) fn add_faulty(&mut self, list: &str, item: &Node) {
        self.faulty.push(item.range.start..end(item));
        if list == REDIRECTS {
            // The path can have another key than `from`.
            let entries = item.entries().into_iter().flatten().filter(|(key, _)| key.name != "to");
            let texts = entries.map(|(_, node)| node).chain([item]).filter_map(|node| match &node.value {
                Value::Text(text) => Some(text),
                _ => None,
            });
            let known = self.routes.len();
            self.routes.extend(texts.map(|text| RoutePath::written(text.trim_end_matches("/*"))));
            self.has_unknown_redirect |= self.routes.len() == known;
        }
    }

    /// Records that an OpenAPI document can't be read, so its pages are unknown.
    pub(crate) fn add_api(&mut self, document: &OpenApiConfig) {
        self.has_api = true;
        self.routes.push(document.route.as_deref().map_or_else(|| RoutePath::new("api"), RoutePath::written));
    }

    /// Whether there could be a page at a path if the invalid settings and OpenAPI documents were valid.
    pub(crate) fn may_have(&self, path: &str) -> bool {
        let below = |route: &RoutePath| {
            let rest = path.strip_prefix(route.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '#', '?']))
        };
        self.has(URLS) || self.has_unknown_redirect || self.routes.iter().any(below)
    }

    /// Whether one of the settings, or a part of it, was left out.
    pub(crate) fn has(&self, settings: &[&str]) -> bool {
        let is_below = |path: &str, table: &str| {
            path.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_one = |setting: &&str| {
            let whole = setting.strip_prefix('=');
            let setting = whole.unwrap_or(setting);
            let is_part = |key: &str| whole.is_none() && is_below(key, setting);
            self.keys.iter().any(|key| is_part(key) || is_below(setting, key))
                || setting.split('.').any(|name| self.names.contains(name))
        };
        self.everything || settings.iter().any(is_one)
    }

    /// Whether a setting is missing, or part of it.
    pub(super) fn lacks(&self, path: &str) -> bool {
        let path = key(path);
        self.keys
            .iter()
            .any(|key| key.strip_prefix(&*path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    /// Whether an offset in the config is in a list item that has a problem, or in a value that isn't used as written.
    pub(super) fn is_in_faulty(&self, at: usize) -> bool {
        self.faulty.iter().chain(&self.guesses).any(|range| range.contains(&at))
    }

    /// Whether the value at a place isn't used as written.
    pub(super) fn is_guess(&self, place: &Range<usize>) -> bool {
        self.guesses.contains(place)
    }

    /// Whether a list item was left out.
    pub(super) fn is_left_out(&self, item: &Node) -> bool {
        self.items.contains(&item.range)
    }

    /// Whether a problem that was found after the config was checked can follow from a missing setting.
    pub(crate) fn explains(&self, found: &Diagnostic) -> bool {
        let is_in_faulty = || match &found.location {
            Some(Location::Span(path, span)) => {
                path.as_str() == "docgen.toml" && self.is_in_faulty(span.start as usize)
            }
            _ => false,
        };
        let is_of_api = || {
            let codes = [Code::NavbarItem, Code::InvalidRequest, Code::InvalidRedirect, Code::OpenApiLink];
            self.has_api && codes.contains(&found.code)
        };
        CONSEQUENCES.iter().any(|(settings, codes)| codes.contains(&found.code) && self.has(settings))
            || is_in_faulty()
            || is_of_api()
    }
}

/// Returns a path without the numbers of list items.
fn key(path: &str) -> String {
    let names = path.split('.').map(|name| name.split_once('[').map_or(name, |(name, _)| name));
    let is_number = |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    names.filter(|name| !is_number(name)).collect::<Vec<_>>().join(".")
}

/// Returns the end of a value. The range of a table that has a header doesn't include the table's keys.
fn end(node: &Node) -> usize {
    let below = match &node.value {
        Value::List(items) => items.iter().map(end).max(),
        Value::Table(entries) => entries.iter().map(|(_, node)| end(node)).max(),
        _ => None,
    };
    below.unwrap_or_default().max(node.range.end)
}
