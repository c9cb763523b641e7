//! The items of a sidebar, rendered once for each set of open categories. Only the mark of the current page differs
//! between pages ([`SidebarCache`]).
//!
//! So that pages don't grow with the site, a page contains only the part of a long list that's around the page's own
//! item ([`shown`]). The navigation tree contains the rest of the list.

use std::collections::HashMap;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use minijinja::value::Serde;
use minijinja::{Value, context};
use parking_lot::RwLock;
use serde::Serialize;

use super::link;
use crate::markdown::escape;
use crate::path::Addressing;
use crate::render::{
    Messages, Renderer, breaks,
    navigation::{Badge, first_href, href, sidebar_title},
};
use crate::site::{Node, NodeKind, Page, Place};

/// The sidebar of a page. The items are compared by hash.
#[derive(Serialize)]
pub(in crate::render) struct OpenSidebar<'a> {
    pub id: &'a str,
    pub label: &'a str,
    /// The key of the page's own item.
    current: Option<Arc<str>>,
    items: u64,
    #[serde(skip)]
    parts: Arc<Parts>,
}

impl OpenSidebar<'_> {
    /// Returns the HTML of the sidebar's items, including the items of open categories. The page's own item is marked.
    pub(super) fn html(&self) -> String {
        self.parts.with_current(self.current.as_deref())
    }
}

impl Renderer<'_> {
    /// Returns a page's sidebar.
    pub(in crate::render) fn sidebar<'b>(&'b self, page: &'b Page) -> Option<OpenSidebar<'b>> {
        let place = page.sidebar.as_ref()?;
        let sidebar = &self.site.sidebars[place.sidebar];
        let label = if sidebar.blog.is_some() { "sidebar_blog" } else { "sidebar" };
        let parts = self.sidebar_parts(page, place);
        Some(OpenSidebar {
            id: &sidebar.id,
            label: self.messages[page.locale].get(label),
            current: self.keys(place).pop(),
            items: parts.hash,
            parts,
        })
    }

    /// Returns the items of a page's sidebar, including the items of open categories.
    fn sidebar_parts(&self, page: &Page, place: &Place) -> Arc<Parts> {
        let sidebar = &self.site.sidebars[place.sidebar];
        let (open, list) = open_categories(&sidebar.nodes, &place.trail);
        let at = place.trail.get(open.len()).copied();
        let large = sidebar.is_large();
        let key = (place.sidebar, open, shown(list.len(), at, large));
        let cached = self.frames[page.locale].sidebars.read().get(&key).cloned();
        cached.unwrap_or_else(|| {
            let view = SidebarView {
                at: &self.at,
                messages: &self.messages[page.locale],
                open: &key.1,
                trail: &place.trail,
                groups: sidebar.blog.is_some(),
                large,
            };
            let items = view.items(&sidebar.nodes, &mut Vec::new());
            let title = sidebar_title(self.site, sidebar, &self.messages);
            let model = context! {
                sidebar => context! { id => &sidebar.id, title, items },
                t => self.messages[page.locale].value(),
            };
            let html = self.templates.render("sidebar.html", model, None);
            let parts = Arc::new(Parts::cut(&html));
            self.frames[page.locale].sidebars.write().insert(key.clone(), Arc::clone(&parts));
            parts
        })
    }
}

/// Returns the trail of categories that are open for the page, including the page's own category, and the items of the
/// last category.
fn open_categories<'n>(nodes: &'n [Node], trail: &[usize]) -> (Vec<usize>, &'n [Node]) {
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
    (open, nodes)
}

/// The key of rendered items: a sidebar, the trail of open categories, and the last category's visible part.
type OpenPlace = (usize, Vec<usize>, Range<usize>);

/// Returns the visible part of a list with `count` items. `at` is the index of the page's item. Lists in large sidebars
/// have smaller parts, because every page has a part of several of them. `theme/src/frame/sidebarView.ts` implements the
/// same logic.
fn shown(count: usize, at: Option<usize>, large: bool) -> Range<usize> {
    // The maximum length of a list that is shown whole, and the minimum number of items to show before and after the
    // page in a longer one. The visible part moves in steps of this size, so neighboring pages share rendered items.
    let (most, step) = if large { (30, 5) } else { (100, 10) };
    if count <= most {
        return 0..count;
    }
    let start = at.unwrap_or(0) / step * step;
    start.saturating_sub(step)..count.min(start + 2 * step)
}

/// A cache of the rendered items of each sidebar, by its open categories.
pub(super) type SidebarCache = RwLock<HashMap<OpenPlace, Arc<Parts>>>;

/// Rendered items, split at each place where `aria-current` is possible.
pub(super) struct Parts {
    html: Vec<(String, String)>,
    end: String,
    /// A hash of all parts.
    hash: u64,
}

/// The prefix of each `aria-current` value while items are rendered. The item's key follows the prefix. The prefix is a
/// private-use character, which labels don't contain.
const MARK: char = '\u{f8d0}';

impl Parts {
    fn cut(html: &str) -> Self {
        let start = format!(" aria-current=\"{MARK}");
        let mut parts = Vec::new();
        let mut pieces = html.split(start.as_str());
        let mut before = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (key, rest) = piece.split_once('"').unwrap_or((piece, ""));
            parts.push((std::mem::replace(&mut before, rest.to_owned()), escape::undo(key)));
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

struct SidebarView<'a> {
    at: &'a Addressing,
    messages: &'a Messages,
    open: &'a [usize],
    /// The trail of the page.
    trail: &'a [usize],
    /// Whether the categories are years of a blog.
    groups: bool,
    /// Whether the sidebar is large.
    large: bool,
}

impl SidebarView<'_> {
    fn items(&self, nodes: &[Node], trail: &mut Vec<usize>) -> Vec<Value> {
        let at = self.trail.strip_prefix(trail.as_slice()).and_then(|rest| rest.first().copied());
        let shown = shown(nodes.len(), at, self.large);
        let mut items = Vec::with_capacity(shown.len());
        let mut before = nodes[..shown.start].iter().rev();
        items.extend(before.find_map(|node| self.more(slice::from_ref(node))));
        for index in shown.clone() {
            trail.push(index);
            items.push(self.item(&nodes[index], trail));
            trail.pop();
        }
        items.extend(self.more(&nodes[shown.end..]));
        items
    }

    /// Returns a link to the first page among the hidden nodes.
    fn more(&self, hidden: &[Node]) -> Option<Value> {
        let place = (first_href(hidden, self.at)?, false);
        let label = self.messages.get("sidebar_more");
        let label_html = &*breaks::of_text(label);
        Some(context! { link => context! { labelHtml => label_html, ..link(label, place, None) } })
    }

    fn item(&self, node: &Node, trail: &mut Vec<usize>) -> Value {
        let class = node.class_name.as_deref();
        let label = &*node.label;
        let current = format!("{MARK}{}", node.key);
        let label_html = &*breaks::of_text(label);
        let to = |link: Value| {
            let badge = Badge::of(node, self.messages).map(|badge| Value::from(Serde(badge)));
            context! { className => class, link => context! { badge, labelHtml => label_html, ..link } }
        };
        match &node.kind {
            NodeKind::Html(html) => context! { className => class, html },
            NodeKind::Link(target) => to(link(label, href(target, self.at), None)),
            NodeKind::Page(route) => to(link(label, (self.at.href(route), false), Some(&current))),
            NodeKind::Category(category) if self.groups => {
                let group = context! { label, items => self.items(&category.items, trail) };
                context! { className => class, group }
            }
            NodeKind::Category(category) => {
                let active = self.open.starts_with(trail);
                let expanded = active || !category.collapsed || !category.collapsible;
                let key = if expanded { "sidebar_collapse" } else { "sidebar_expand" };
                let (route, collapsible) = (category.route.as_ref(), category.collapsible);
                let category = context! {
                    labelHtml => label_html,
                    active => active.then_some("true"),
                    expanded => if expanded { "true" } else { "false" },
                    page => route.map(|route| context! { href => self.at.href(route), current }),
                    toggle => (route.is_none() && collapsible).then(|| {
                        context! { href => first_href(&category.items, self.at).unwrap_or_else(|| "#".into()) }
                    }),
                    heading => route.is_none() && !collapsible,
                    caret => (route.is_some() && collapsible).then(|| {
                        context! { label => self.messages.fill(key, &[("label", label)]) }
                    }),
                    items => expanded.then(|| self.items(&category.items, trail)),
                };
                context! { className => class, category }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_long_list_is_cut_around_the_page() {
        for (count, at, expected) in [
            (100, Some(99), 0..100),
            (101, None, 0..20),
            (101, Some(9), 0..20),
            (101, Some(10), 0..30),
            (101, Some(100), 90..101),
            (5000, Some(2500), 2490..2520),
        ] {
            assert_eq!(shown(count, at, false), expected);
        }
        for (count, at, expected) in [(30, Some(29), 0..30), (31, None, 0..10), (100, Some(50), 45..60)] {
            assert_eq!(shown(count, at, true), expected);
        }
    }
}
