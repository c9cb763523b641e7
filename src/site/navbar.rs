//! The navbar: resolves the links, labels, and active pages of the items in the config.

use std::cell::RefCell;
use std::sync::Arc;

use regex_lite::Regex;

use super::{
    Context, Input, LocalLinks, Page, Routes, Sidebar, Target, Version,
    collect::draft_ids,
    drafts::HINT,
    nav::first_route,
    renamed::{Renamed, renamed},
};
use crate::config::{NavbarItemConfig, Position};
use crate::diag::{Code, Diagnostic, Hint, did_you_mean, suggest};
use crate::path::RoutePath;

/// The navbar of one locale.
#[derive(Clone, Debug)]
pub struct Navbar {
    /// The items, in order.
    pub items: Vec<NavbarItem>,
}

/// An item in the navbar.
#[derive(Clone, Debug)]
pub struct NavbarItem {
    /// The position in the config: `1`, or `1.2` in a dropdown.
    pub id: String,
    /// The side of the navbar.
    pub position: Position,
    /// A CSS class.
    pub class_name: Option<String>,
    /// The kind.
    pub kind: NavbarKind,
    /// The pages on which the item is marked as active.
    active: Active,
}

/// The kind of an item.
#[derive(Clone, Debug)]
pub enum NavbarKind {
    /// A link, including items of the types `doc`, `docSidebar`, and `docsVersion`.
    Link {
        /// The type in the config.
        kind: &'static str,
        /// The label.
        label: String,
        /// The target.
        target: Target,
        /// If the target is an unlisted page, the path of that page. The item is shown only on that page.
        only_on: Option<RoutePath>,
    },
    /// A dropdown of links.
    Dropdown {
        /// The label.
        label: String,
        /// The label's target if JavaScript isn't available.
        target: Option<Target>,
        /// The links.
        items: Vec<NavbarItem>,
    },
    /// The versions of a documentation set: the set with this index in [`super::Site::config`] or, by default, the
    /// current page's set.
    Versions(Option<usize>),
    /// The site's locales.
    Locales,
    /// The search box.
    Search,
    /// Raw HTML.
    Html(String),
}

/// The pages on which an item is active.
#[derive(Clone, Debug, Default)]
struct Active {
    route: Option<RoutePath>,
    base: Option<RoutePath>,
    /// The item is active on the blog pages at and below this path.
    blog: Option<RoutePath>,
    regex: Option<Regex>,
    /// The item is active on the pages of the sidebars with this name, in every version of a documentation set. For the
    /// sidebar of an OpenAPI document or a blog, the set is `None`.
    sidebar: Option<(String, Option<usize>)>,
    /// The item is active on the pages of the version with this index.
    version: Option<usize>,
}

impl Navbar {
    /// Returns the IDs of the items that are active on a page.
    pub fn current(&self, page: &Page, sidebars: &[Sidebar]) -> Vec<String> {
        let mut ids = Vec::new();
        for item in &self.items {
            mark(item, page, sidebars, &mut ids);
        }
        ids
    }

    /// Returns the IDs of the items that are hidden on a page.
    pub fn hidden(&self, page: &Page) -> Vec<String> {
        let mut ids = Vec::new();
        for item in &self.items {
            hide(item, page, &mut ids);
        }
        ids
    }
}

fn mark(item: &NavbarItem, page: &Page, sidebars: &[Sidebar], ids: &mut Vec<String>) -> bool {
    let mut marked = item.active.marks(page, sidebars);
    if let NavbarKind::Dropdown { items, .. } = &item.kind {
        let at = ids.len();
        for inner in items {
            marked |= mark(inner, page, sidebars, ids);
        }
        if marked {
            ids.insert(at, item.id.clone());
        }
    } else if marked {
        ids.push(item.id.clone());
    }
    marked
}

/// Whether an item is hidden on a page. If all items of a dropdown are hidden, the dropdown is hidden, too.
fn hide(item: &NavbarItem, page: &Page, ids: &mut Vec<String>) -> bool {
    let hidden = match &item.kind {
        NavbarKind::Link { only_on: Some(only), .. } => *only != page.route,
        NavbarKind::Dropdown { items, .. } => {
            let at = ids.len();
            let shown = items.iter().filter(|inner| !hide(inner, page, ids)).count();
            if shown == 0 {
                ids.truncate(at);
            }
            shown == 0
        }
        _ => false,
    };
    if hidden {
        ids.push(item.id.clone());
    }
    hidden
}

impl Active {
    fn marks(&self, page: &Page, sidebars: &[Sidebar]) -> bool {
        let in_sidebar = |(name, docs): &(String, Option<usize>)| {
            let sidebar = page.sidebar.as_ref().map(|place| &sidebars[place.sidebar]);
            sidebar.is_some_and(|sidebar| sidebar.name == *name && sidebar.docs == *docs)
        };
        self.route.as_ref() == Some(&page.route)
            || self.base.as_ref().is_some_and(|base| page.route.strip(base).is_some())
            || self.blog.as_ref().is_some_and(|blog| page.kind.is_blog() && page.route.strip(blog).is_some())
            || self.regex.as_ref().is_some_and(|regex| regex.is_match(page.route.as_str()))
            || self.sidebar.as_ref().is_some_and(in_sidebar)
            || (self.version.is_some() && self.version == page.version)
    }
}

/// Returns each locale's navbar. A misconfigured item is reported and left out.
pub(super) fn resolve(
    routes: Routes<'_>,
    links: LocalLinks<'_>,
    sidebars: &[Sidebar],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Navbar> {
    let context = routes.context;
    let mut navbars = Vec::new();
    for locale in 0..context.locales.len() {
        let resolver = Resolver { context, routes, links, sidebars, locale, left_out: RefCell::default() };
        let mut items = Vec::new();
        for (index, item) in context.config.navbar.items.iter().enumerate() {
            match resolver.item(item, (index + 1).to_string()) {
                Ok(item) => items.extend(item),
                Err(reason) => resolver.left_out.borrow_mut().push(reason),
            }
            let reasons = resolver.left_out.take();
            let reported = reasons.iter().filter(|_| locale == 0);
            diagnostics.extend(reported.map(|reason| report(&context, index, item, reason)));
        }
        navbars.push(Navbar { items });
    }
    navbars
}

/// Returns the problem with an item: its number, the reason, and the item itself.
fn report(input: &Input<'_>, index: usize, item: &NavbarItemConfig, reason: &Reason) -> Diagnostic {
    let json = serde_json::to_string_pretty(item).unwrap_or_default();
    Diagnostic::new(Code::NavbarItem, format!("navbar item {}: {}", index + 1, reason.text))
        .hint_if(reason.hint.clone())
        .hint(format!("check this item: {json}"))
        .at_value(input.config_source, &format!("navbar.items.{index}"))
        .edit_at(input.config_source.place(&format!("navbar.items.{index}.{}", reason.key)))
}

/// The reason that an item is misconfigured.
struct Reason {
    text: String,
    hint: Option<Hint>,
    /// The path of the key with the invalid value, below the item.
    key: String,
}

fn because(text: impl Into<String>) -> Reason {
    Reason { text: text.into(), hint: None, key: String::new() }
}

const TYPES: [&str; 9] = [
    "default",
    "dropdown",
    "doc",
    "docSidebar",
    "docsVersion",
    "docsVersionDropdown",
    "localeDropdown",
    "search",
    "html",
];

struct Resolver<'a> {
    context: Context<'a>,
    routes: Routes<'a>,
    links: LocalLinks<'a>,
    sidebars: &'a [Sidebar],
    locale: usize,
    /// The problems with the items that are left out.
    left_out: RefCell<Vec<Reason>>,
}

impl Resolver<'_> {
    /// Returns the item, or `None` if there is nothing to show, such as for a link to a draft.
    fn item(&self, item: &NavbarItemConfig, id: String) -> Result<Option<NavbarItem>, Reason> {
        let kind = item.kind.as_deref().unwrap_or("default");
        let mut active = Active {
            base: item.active_base_path.as_deref().map(|path| self.folder(path)),
            regex: match item.active_base_regex.as_deref().map(Regex::new) {
                None => None,
                Some(Ok(regex)) => Some(regex),
                Some(Err(error)) => {
                    return Err(because(format!("invalid `active_base_regex`: {error}")));
                }
            },
            ..Active::default()
        };
        let label = || {
            label_of(item).map(|label| self.translated(label)).ok_or_else(|| because("missing key `label`"))
        };
        let kind = match kind {
            "default" if item.items.is_empty() => {
                let href = item.href.as_deref().ok_or_else(|| because("missing key `href`"))?;
                let target = self.localized(href);
                if let Target::Route(route) = &target {
                    if !self.routes.has(self.links.redirects, route) {
                        if let Some(draft) = self.routes.drafts.at(route) {
                            let text = format!("broken link: `{route}` points to the draft `{draft}`");
                            return Err(Reason { hint: Some(HINT.into()), ..because(text) });
                        }
                        let text = format!("broken link: `{route}` doesn't match any page");
                        let hint = self.routes.did_you_mean(route);
                        return Err(Reason { text, hint, key: "href".to_owned() });
                    }
                    active.route = Some(route.clone());
                    // Unless the config says where the link is active, a link to a blog is active on all its pages.
                    let is_blog = |at: usize| self.routes.pages[at].kind.is_blog();
                    let is_free = active.base.is_none() && active.regex.is_none();
                    if is_free && self.routes.page(route).is_some_and(is_blog) {
                        active.blog = Some(route.clone());
                    }
                }
                NavbarKind::Link { kind: "default", label: label()?, target, only_on: None }
            }
            "default" | "dropdown" => {
                let items = self.dropdown(&item.items, &id)?;
                let target = item.href.as_deref().map(|href| self.localized(href));
                NavbarKind::Dropdown { label: label()?, target, items }
            }
            "doc" => match self.doc(item, &mut active)? {
                Some(kind) => kind,
                None => return Ok(None),
            },
            "docSidebar" => self.sidebar(item, &mut active)?,
            "docsVersion" => self.version(item, &mut active)?,
            "docsVersionDropdown" => {
                let of = self.docs_of(item)?;
                let is_shown = |one: &Version| one.several && of.is_none_or(|of| one.docs == of);
                if !self.context.versions.iter().any(is_shown) {
                    return Ok(None);
                }
                NavbarKind::Versions(of)
            }
            "localeDropdown" => NavbarKind::Locales,
            "search" if self.context.config.search.answerer().is_none() => return Ok(None),
            "search" => NavbarKind::Search,
            "html" => {
                let html = item.html.as_deref().ok_or_else(|| because("missing key `html`"))?;
                NavbarKind::Html(self.links.html(self.locale, html))
            }
            other => {
                let hint = Some(suggest(other, TYPES.into_iter()));
                return Err(Reason { text: format!("unknown type `{other}`"), hint, key: "type".to_owned() });
            }
        };
        Ok(Some(NavbarItem {
            id,
            position: item.position,
            class_name: item.class_name.clone(),
            kind,
            active,
        }))
    }

    /// Returns a dropdown's links. Leaves out the links that don't work.
    fn dropdown(&self, items: &[NavbarItemConfig], id: &str) -> Result<Vec<NavbarItem>, Reason> {
        if items.is_empty() {
            return Err(because("missing key `items`"));
        }
        let mut links = Vec::new();
        for (number, inner) in (1..).zip(items) {
            if !inner.items.is_empty() {
                return Err(because(format!(
                    "item {number} of the dropdown has `items`, but a dropdown can contain only links"
                )));
            }
            match self.item(inner, format!("{id}.{number}")) {
                Ok(link) => links.extend(link),
                Err(Reason { text, hint, key }) => {
                    let key = format!("items.{}.{key}", number - 1);
                    let text = format!("item {number} of the dropdown: {text}");
                    self.left_out.borrow_mut().push(Reason { text, hint, key });
                }
            }
        }
        Ok(links)
    }

    /// Translates a label in the config for the navbar's locale.
    fn translated(&self, label: &str) -> String {
        self.context.locales[self.locale].translate(label).to_owned()
    }

    /// Resolves a link in the config for the navbar's locale.
    fn localized(&self, href: &str) -> Target {
        self.links.target(self.locale, href)
    }

    /// Returns the path of a folder in the navbar's locale.
    fn folder(&self, path: &str) -> RoutePath {
        let folder = RoutePath::written(path);
        let own = (self.locale > 0).then(|| self.routes.folder_in(self.locale, &folder)).flatten();
        own.unwrap_or(folder)
    }

    /// Returns the index of the documentation set that an item names.
    fn docs_of(&self, item: &NavbarItemConfig) -> Result<Option<usize>, Reason> {
        let Some(id) = item.docs.as_deref() else { return Ok(None) };
        let all = &self.context.config.docs;
        let found = all.iter().position(|docs| docs.id == id).ok_or_else(|| Reason {
            text: format!("unknown documentation ID `{id}`"),
            hint: Some(suggest(id, all.iter().map(|docs| docs.id.as_str()))),
            key: "docs".to_owned(),
        });
        found.map(Some)
    }

    /// Returns the last version of each documentation set that an item can refer to.
    fn last(&self, item: &NavbarItemConfig) -> Result<Vec<usize>, Reason> {
        let sets = self.docs_of(item)?.map_or(0..self.context.config.docs.len(), |docs| docs..docs + 1);
        Ok(sets.map(|docs| self.context.last_version(docs)).collect())
    }

    fn doc(&self, item: &NavbarItemConfig, active: &mut Active) -> Result<Option<NavbarKind>, Reason> {
        let id = item.doc_id.as_deref().ok_or_else(|| because("missing key `doc_id`"))?;
        let last = self.last(item)?;
        let docs = || {
            let is_last = |page: &&Arc<Page>| page.version.is_some_and(|version| last.contains(&version));
            self.routes.pages.iter().filter(|page| page.locale == self.locale).filter(is_last)
        };
        let by_id = |page: &&Arc<Page>| page.doc_id.as_deref() == Some(id);
        let Some(page) = docs().filter(by_id).min_by_key(|page| page.version) else {
            let is_draft =
                |version: &usize| draft_ids(self.context, self.context.versions[*version].docs).contains(id);
            if last.iter().any(is_draft) {
                return Ok(None);
            }
            let ids: Vec<Arc<str>> = docs().filter_map(|page| page.doc_id.clone()).collect();
            let documents = docs().filter_map(|page| {
                Some(Renamed { id: page.doc_id.as_deref()?, route: &page.route, parsed: page.parsed()? })
            });
            let sets = last.iter().map(|version| (self.locale, *version));
            let moved = { sets }.find_map(|set| renamed(self.context, set, id, documents.clone()));
            return Err(Reason {
                text: format!("unknown document `{id}`"),
                hint: moved.or_else(|| did_you_mean(id, ids.iter().map(|id| &**id))),
                key: "doc_id".to_owned(),
            });
        };
        active.route = Some(page.route.clone());
        active.sidebar = page.sidebar.as_ref().map(|place| {
            let sidebar = &self.sidebars[place.sidebar];
            (sidebar.name.clone(), sidebar.docs)
        });
        let label = label_of(item).map_or_else(|| page.title.to_string(), |label| self.translated(label));
        let only_on = page.unlisted.then(|| page.route.clone());
        Ok(Some(NavbarKind::Link { kind: "doc", label, target: Target::Route(page.route.clone()), only_on }))
    }

    fn sidebar(&self, item: &NavbarItemConfig, active: &mut Active) -> Result<NavbarKind, Reason> {
        let name = item.sidebar_id.as_deref().ok_or_else(|| because("missing key `sidebar_id`"))?;
        let last = self.last(item)?;
        let is_fixed = item.docs.is_some();
        let own = || {
            self.sidebars.iter().filter(|sidebar| {
                let is_last = sidebar.version.map_or(!is_fixed, |version| last.contains(&version));
                sidebar.locale == self.locale && is_last
            })
        };
        let Some(sidebar) = own().find(|sidebar| sidebar.name == name) else {
            return Err(Reason {
                text: format!("unknown sidebar `{name}`"),
                hint: own().next().map(|_| suggest(name, own().map(|sidebar| sidebar.name.as_str()))),
                key: "sidebar_id".to_owned(),
            });
        };
        let route = first_route(&sidebar.nodes)
            .ok_or_else(|| because(format!("the sidebar `{name}` has no pages")))?;
        active.sidebar = Some((name.to_owned(), sidebar.docs));
        let label = self.translated(label_of(item).unwrap_or(name));
        Ok(NavbarKind::Link { kind: "docSidebar", label, target: Target::Route(route), only_on: None })
    }

    fn version(&self, item: &NavbarItemConfig, active: &mut Active) -> Result<NavbarKind, Reason> {
        let last = self.last(item)?[0];
        let version = &self.context.versions[last];
        let root = self.context.docs_root(self.locale, last);
        let main = self
            .links
            .redirects
            .iter()
            .find(|redirect| redirect.from == root)
            .and_then(|found| found.page().cloned());
        let label = self.translated(label_of(item).unwrap_or(&version.label));
        active.version = Some(last);
        let target = Target::Route(main.unwrap_or(root));
        Ok(NavbarKind::Link { kind: "docsVersion", label, target, only_on: None })
    }
}

/// Returns an item's label. The navbar can't show an item with an empty label.
fn label_of(item: &NavbarItemConfig) -> Option<&str> {
    item.label.as_deref().filter(|label| !label.trim().is_empty())
}
