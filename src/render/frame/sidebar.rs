//! The items of a sidebar: rendered once for each set of open categories; only the mark of the current page is set for
//! each page ([`SidebarCache`]).

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::{BLANK, NEW_TAB};
use crate::path::Addressing;
use crate::render::navigation::{Badge, Navigation, first_href, href, sidebar_title};
use crate::render::{Messages, Renderer};
use crate::site::{Node, NodeKind, Page, Place};

#[derive(Serialize)]
struct SidebarItems<'a> {
    id: &'a str,
    title: Option<&'a str>,
    items: Vec<SidebarItem<'a>>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct SidebarItem<'a> {
    class_name: Option<&'a str>,
    link: Option<SidebarLink<'a>>,
    category: Option<SidebarCategory<'a>>,
    group: Option<SidebarGroup<'a>>,
    html: Option<&'a str>,
}

#[derive(Serialize)]
struct SidebarLink<'a> {
    label: &'a str,
    href: String,
    current: Option<String>,
    target: Option<&'static str>,
    rel: Option<&'static str>,
    external: Option<bool>,
    badge: Option<Badge>,
}

#[derive(Serialize)]
struct SidebarCategory<'a> {
    label: &'a str,
    active: Option<&'static str>,
    expanded: &'static str,
    page: Option<CategoryPage>,
    toggle: Option<CategoryToggle>,
    heading: Option<bool>,
    caret: Option<Caret>,
    items: Option<Vec<SidebarItem<'a>>>,
}

/// The posts of a year.
#[derive(Serialize)]
struct SidebarGroup<'a> {
    label: &'a str,
    items: Vec<SidebarItem<'a>>,
}

#[derive(Serialize)]
struct CategoryPage {
    href: String,
    current: Option<String>,
}

#[derive(Serialize)]
struct CategoryToggle {
    href: String,
}

#[derive(Serialize)]
struct Caret {
    label: String,
}

/// The sidebar of a page. The items are told apart by their hash.
#[derive(Serialize)]
pub(in crate::render) struct OpenSidebar<'a> {
    pub(in crate::render) id: &'a str,
    pub(in crate::render) label: &'a str,
    /// The key of the page's own node.
    current: Option<String>,
    items: u64,
    #[serde(skip)]
    parts: Arc<Parts>,
}

impl OpenSidebar<'_> {
    /// Its items: those of the open categories, with the page itself marked.
    pub(in crate::render) fn html(&self) -> String {
        self.parts.with_current(self.current.as_deref())
    }
}

impl Renderer<'_> {
    /// The sidebar of a page.
    pub(in crate::render) fn sidebar<'b>(&'b self, page: &'b Page) -> Option<OpenSidebar<'b>> {
        let place = page.sidebar.as_ref()?;
        let sidebar = &self.site.sidebars[place.sidebar];
        let label = if sidebar.blog.is_some() { "sidebar_blog" } else { "sidebar" };
        let parts = self.sidebar_parts(page, place);
        Some(OpenSidebar {
            id: &sidebar.id,
            label: self.messages[page.locale].get(label),
            current: Navigation::keys_at(self.site, place).pop(),
            items: parts.hash,
            parts,
        })
    }

    /// The items of a page's sidebar: those of its open categories.
    fn sidebar_parts(&self, page: &Page, place: &Place) -> Arc<Parts> {
        let sidebar = &self.site.sidebars[place.sidebar];
        let open = open_categories(&sidebar.nodes, &place.trail);
        let key = (place.sidebar, open);
        let cached = self.sidebars.parts.read().ok().and_then(|parts| parts.get(&key).cloned());
        cached.unwrap_or_else(|| {
            let view = SidebarView {
                at: &self.at,
                messages: &self.messages[page.locale],
                open: &key.1,
                groups: sidebar.blog.is_some(),
            };
            let items = view.items(&sidebar.nodes, &mut Vec::new());
            let title = sidebar_title(self.site, sidebar, &self.messages);
            let model = SidebarItems { id: &sidebar.id, title, items };
            let html = self.templates.render(
                "sidebar.html",
                context! { sidebar => Value::from(Serde(model)), t => self.messages[page.locale].value() },
            );
            let parts = Arc::new(Parts::cut(&html));
            if let Ok(mut cache) = self.sidebars.parts.write() {
                cache.insert(key.clone(), Arc::clone(&parts));
            }
            parts
        })
    }
}

/// The trail of categories that are open because the reader is in them: the page's own, when it is one's.
fn open_categories(nodes: &[Node], trail: &[usize]) -> Vec<usize> {
    let mut open = Vec::new();
    let mut nodes = nodes;
    for &index in trail {
        match nodes.get(index).map(|node| &node.kind) {
            Some(NodeKind::Category(category)) => {
                open.push(index);
                nodes = &category.items;
            }
            _ => break,
        }
    }
    open
}

/// A sidebar and the trail of its open categories.
type OpenPlace = (usize, Vec<usize>);

/// The rendered items of each sidebar by its open categories.
#[derive(Default)]
pub(in crate::render) struct SidebarCache {
    parts: RwLock<HashMap<OpenPlace, Arc<Parts>>>,
}

/// Rendered items, cut at each place where `aria-current` may stand.
struct Parts {
    html: Vec<(String, String)>,
    end: String,
    /// Hash of all of it.
    hash: u64,
}

/// Stands for the mark while the items are rendered: a private-use character, which no label holds by accident.
const MARK: char = '\u{f8d0}';

impl Parts {
    fn cut(html: &str) -> Self {
        let start = format!(" aria-current=\"{MARK}");
        let mut parts = Vec::new();
        let mut pieces = html.split(start.as_str());
        let mut before = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (key, rest) = piece.split_once('"').unwrap_or((piece, ""));
            parts.push((std::mem::replace(&mut before, rest.to_owned()), unescape(key)));
        }
        Parts { html: parts, end: before, hash: xxhash_rust::xxh3::xxh3_64(html.as_bytes()) }
    }

    fn with_current(&self, key: Option<&str>) -> String {
        let mut html = String::with_capacity(
            self.html.iter().map(|(part, _)| part.len()).sum::<usize>() + self.end.len() + 24,
        );
        for (part, own) in &self.html {
            html.push_str(part);
            if Some(own.as_str()) == key {
                html.push_str(" aria-current=\"page\"");
            }
        }
        html.push_str(&self.end);
        html
    }
}

/// Undoes the escaping of an attribute.
fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}

struct SidebarView<'a> {
    at: &'a Addressing,
    messages: &'a Messages,
    open: &'a [usize],
    /// Whether the categories are years of a blog.
    groups: bool,
}

impl SidebarView<'_> {
    fn items<'n>(&self, nodes: &'n [Node], trail: &mut Vec<usize>) -> Vec<SidebarItem<'n>> {
        let mut items = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            trail.push(index);
            items.push(self.item(node, trail));
            trail.pop();
        }
        items
    }

    fn item<'n>(&self, node: &'n Node, trail: &mut Vec<usize>) -> SidebarItem<'n> {
        let mut item = SidebarItem { class_name: node.class_name.as_deref(), ..SidebarItem::default() };
        match &node.kind {
            NodeKind::Html(html) => item.html = Some(html),
            NodeKind::Page(_) | NodeKind::Link(_) => {
                let (address, external) = match &node.kind {
                    NodeKind::Link(target) => href(target, self.at),
                    NodeKind::Page(route) => (self.at.href(route), false),
                    _ => (String::new(), false),
                };
                item.link = Some(SidebarLink {
                    label: &node.label,
                    href: address,
                    current: matches!(node.kind, NodeKind::Page(_)).then(|| format!("{MARK}{}", node.key)),
                    target: BLANK.filter(|_| external),
                    rel: NEW_TAB.filter(|_| external),
                    external: external.then_some(true),
                    badge: Badge::of(node, self.messages),
                });
            }
            NodeKind::Category(category) if self.groups => {
                item.group =
                    Some(SidebarGroup { label: &node.label, items: self.items(&category.items, trail) });
            }
            NodeKind::Category(category) => {
                let active = self.open.starts_with(trail);
                let expanded = active || !category.collapsed || !category.collapsible;
                let key = if expanded { "sidebar_collapse" } else { "sidebar_expand" };
                item.category = Some(SidebarCategory {
                    label: &node.label,
                    active: active.then_some("true"),
                    expanded: if expanded { "true" } else { "false" },
                    page: category.route.as_ref().map(|route| CategoryPage {
                        href: self.at.href(route),
                        current: Some(format!("{MARK}{}", node.key)),
                    }),
                    toggle: (category.route.is_none() && category.collapsible).then(|| CategoryToggle {
                        href: first_href(&category.items, self.at).unwrap_or_else(|| "#".into()),
                    }),
                    heading: (category.route.is_none() && !category.collapsible).then_some(true),
                    caret: (category.route.is_some() && category.collapsible)
                        .then(|| Caret { label: self.messages.fill(key, &[("label", &node.label)]) }),
                    items: expanded.then(|| self.items(&category.items, trail)),
                });
            }
        }
        item
    }
}
