//! The place of each page in its sidebar, its previous and next pages, and the generated pages of categories.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Index, Node, NodeKind, Sidebar, SidebarPage, first_route, reading_order};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::path::RoutePath;
use crate::site::{Content, Entry, Page, PageKind, PageLink, Place, Target, collect::Doc, page::NavContext};

/// The navigation of the pages in one locale and version.
pub(super) struct Places<'a> {
    docs: &'a [Doc],
    /// The documents of this locale and version.
    members: &'a [usize],
    by_id: &'a HashMap<&'a str, usize>,
    /// The documents by their paths. If several documents have the same path, the last document is used. The duplicate
    /// path is reported elsewhere.
    by_route: HashMap<&'a RoutePath, usize>,
    /// The sidebars of this locale and version. `first` is the first sidebar's index in the site.
    sidebars: &'a [Sidebar],
    first: usize,
    /// The navigation of pages that aren't documents, by path.
    others: HashMap<RoutePath, NavContext>,
}

impl<'a> Places<'a> {
    pub(super) fn new(
        docs: &'a [Doc],
        members: &'a [usize],
        by_id: &'a HashMap<&'a str, usize>,
        sidebars: &'a [Sidebar],
        first: usize,
    ) -> Self {
        let by_route = members.iter().map(|&index| (&docs[index].route, index)).collect();
        Places { docs, members, by_id, by_route, sidebars, first, others: HashMap::new() }
    }

    /// Gives each page its place: in the sidebar that the page specifies or, if the page doesn't specify a sidebar, in
    /// the first sidebar that contains the page.
    pub(super) fn read(&mut self, contexts: &mut [NavContext]) {
        for (at, tree) in self.sidebars.iter().enumerate() {
            self.read_tree(self.first + at, tree, contexts);
        }
    }

    fn read_tree(&mut self, sidebar: usize, tree: &Sidebar, contexts: &mut [NavContext]) {
        let mut pages = reading_order(&tree.nodes);
        for at in 0..pages.len() {
            let route = &pages[at].route;
            let index = self.by_route.get(route).copied();
            let wanted =
                self.doc(route).and_then(|doc| doc.parsed.metadata.front_matter.displayed_sidebar.as_ref());
            if wanted.is_some_and(|wanted| wanted.as_ref() != Some(&tree.name))
                || index
                    .map_or_else(|| self.others.contains_key(route), |index| contexts[index].place.is_some())
            {
                continue;
            }
            let page = &mut pages[at];
            let own = NavContext {
                place: Some(Place { sidebar, trail: std::mem::take(&mut page.trail) }),
                breadcrumbs: std::mem::take(&mut page.crumbs),
                previous: at.checked_sub(1).map(|before| self.neighbour(&pages[before])),
                next: pages.get(at + 1).map(|after| self.neighbour(after)),
                entries: Vec::new(),
            };
            match index {
                Some(index) => contexts[index] = own,
                None => {
                    self.others.insert(pages[at].route.clone(), own);
                }
            }
        }
    }

    /// Applies the front matter of each document: its sidebar, previous page, and next page.
    pub(super) fn settle(&self, contexts: &mut [NavContext], diagnostics: &mut Vec<Diagnostic>) {
        for &index in self.members {
            let doc = &self.docs[index];
            let front = &doc.parsed.metadata.front_matter;
            let mut own = match self.by_route.get(&doc.route) {
                // Another document has the same path, which is reported elsewhere.
                Some(&last) if last != index => contexts[last].clone(),
                _ => std::mem::take(&mut contexts[index]),
            };
            if own.place.is_none() {
                own.place = self.outside(doc, diagnostics);
            } else if front.displayed_sidebar == Some(None) {
                own = NavContext::default();
            }
            let mut beside = |key, id, computed| self.beside(doc, key, id, computed, diagnostics);
            own.previous = beside("pagination_prev", &front.pagination_prev, own.previous.take());
            own.next = beside("pagination_next", &front.pagination_next, own.next.take());
            if doc.parsed.metadata.page_list.is_some() {
                own.entries =
                    own.place.as_ref().map_or_else(Vec::new, |place| self.around(place, &doc.route));
            }
            contexts[index] = own;
        }
    }

    /// Returns the sidebar for a page that no sidebar contains: the sidebar that the page specifies or, for an unlisted
    /// page that doesn't specify a sidebar, the first sidebar.
    fn outside(&self, doc: &Doc, diagnostics: &mut Vec<Diagnostic>) -> Option<Place> {
        let name = match &doc.parsed.metadata.front_matter.displayed_sidebar {
            Some(name) => name.as_deref()?,
            None => doc.unlisted.then(|| self.sidebars.first())??.name.as_str(),
        };
        let found = self.sidebars.iter().position(|sidebar| sidebar.name == name);
        if found.is_none() {
            let names = self.sidebars.iter().map(|sidebar| sidebar.name.as_str());
            diagnostics.push(
                Diagnostic::new(Code::InvalidFrontMatter, format!("unknown sidebar `{name}`"))
                    .hint_if(did_you_mean(name, names))
                    .in_front_matter(&doc.parsed, "displayed_sidebar"),
            );
        }
        Some(Place { sidebar: self.first + found?, trail: Vec::new() })
    }

    /// Returns the previous or next page: the document that the front matter names, or no page if the front matter
    /// contains `null`. If the front matter doesn't contain the key, returns the page from the sidebar.
    fn beside(
        &self,
        doc: &Doc,
        key: &str,
        id: &Option<Option<String>>,
        computed: Option<PageLink>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<PageLink> {
        let Some(id) = id else { return computed };
        let id = id.as_deref()?;
        let Some(&index) = self.by_id.get(id) else {
            let message = format!("unknown document `{id}`");
            diagnostics.push(
                Diagnostic::new(Code::InvalidFrontMatter, message)
                    .hint_if(did_you_mean(id, self.by_id.keys().copied()))
                    .in_front_matter(&doc.parsed, key),
            );
            return None;
        };
        let found = &self.docs[index];
        Some(PageLink { label: pager_label(found, &found.label), route: found.route.clone() })
    }

    /// Returns the generated page of a category.
    pub(super) fn generated(&mut self, index: Index, locale: usize, version: usize) -> Page {
        let own = self.others.remove(&index.route).unwrap_or_default();
        let items = own.place.as_ref().map_or(&[][..], |place| self.items_of(place));
        Page {
            kind: PageKind::Category,
            version: Some(version),
            title: index.title,
            description: index.description,
            content: Content::Category(self.entries(items)),
            sidebar: own.place,
            breadcrumbs: own.breadcrumbs,
            previous: own.previous,
            next: own.next,
            lists_originals: locale > 0 && self.are_untranslated(items),
            ..Page::generated(index.route, locale)
        }
    }

    /// Whether all documents among items and the items below them are untranslated.
    fn are_untranslated(&self, items: &[Node]) -> bool {
        items.iter().all(|node| match &node.kind {
            NodeKind::Page(route) => self.doc(route).is_some_and(|doc| !doc.parsed.is_translated()),
            NodeKind::Category(inner) => {
                let own = inner.route.as_ref().and_then(|route| self.doc(route));
                own.is_none_or(|doc| !doc.parsed.is_translated()) && self.are_untranslated(&inner.items)
            }
            NodeKind::Link(_) | NodeKind::Html(_) => true,
        })
    }

    /// Returns the items of the category at a place. If there's no category at this place, the list is empty.
    fn items_of(&self, place: &Place) -> &'a [Node] {
        let nodes = &self.sidebars[place.sidebar - self.first].nodes;
        match node_at(nodes, &place.trail).map(|node| &node.kind) {
            Some(NodeKind::Category(category)) => &category.items,
            _ => &[],
        }
    }

    /// Returns the items that a page lists: the items of the page's own category or, if the page doesn't have a category
    /// of its own, the other items beside the page.
    fn around(&self, place: &Place, route: &RoutePath) -> Vec<Entry> {
        let own = self.items_of(place);
        let Some((_, above)) = place.trail.split_last() else { return Vec::new() };
        let beside = match above.is_empty() {
            true => &self.sidebars[place.sidebar - self.first].nodes,
            false => self.items_of(&Place { sidebar: place.sidebar, trail: above.to_vec() }),
        };
        let mut entries = self.entries(if own.is_empty() { beside } else { own });
        entries.retain(|entry| !matches!(&entry.href, Target::Route(own) if own == route));
        entries
    }

    /// Returns the entries for items in a list of pages.
    fn entries(&self, items: &[Node]) -> Vec<Entry> {
        let entry = |node: &Node| {
            let (href, count) = match &node.kind {
                NodeKind::Page(route) => (Target::Route(route.clone()), None),
                NodeKind::Link(target) => (target.clone(), None),
                NodeKind::Html(_) => return None,
                NodeKind::Category(inner) => {
                    let route = inner.route.clone().or_else(|| first_route(&inner.items))?;
                    let shown = inner.items.iter().filter(|item| !matches!(item.kind, NodeKind::Html(_)));
                    (Target::Route(route), Some(shown.count()))
                }
            };
            let doc = match &href {
                Target::Route(route) if count.is_none() => self.doc(route),
                _ => None,
            };
            let description = doc.and_then(|doc| {
                let metadata = &doc.parsed.metadata;
                metadata
                    .front_matter
                    .description
                    .clone()
                    .or_else(|| metadata.summary.as_deref().map(str::to_owned))
            });
            let untranslated = doc.is_some_and(|doc| doc.locale > 0 && !doc.parsed.is_translated());
            Some(Entry { label: node.label.clone(), href, description, count, untranslated })
        };
        items.iter().filter_map(entry).collect()
    }

    fn neighbour(&self, page: &SidebarPage) -> PageLink {
        let doc = self.doc(&page.route);
        let label = doc.map_or_else(|| page.label.clone(), |doc| pager_label(doc, &page.label));
        PageLink { label, route: page.route.clone() }
    }

    fn doc(&self, route: &RoutePath) -> Option<&'a Doc> {
        self.by_route.get(route).map(|&index| &self.docs[index])
    }
}

/// Returns the label of a pagination link to a document. A label in the document's front matter takes precedence over
/// `label`.
fn pager_label(doc: &Doc, label: &Arc<str>) -> Arc<str> {
    let own = doc.parsed.metadata.front_matter.pagination_label.as_deref();
    own.map_or_else(|| label.clone(), Arc::from)
}

/// Returns the item at the end of a trail. A trail contains the index of an item at each level.
fn node_at<'a>(nodes: &'a [Node], trail: &[usize]) -> Option<&'a Node> {
    let (&at, rest) = trail.split_first()?;
    let node = nodes.get(at)?;
    match (&node.kind, rest.is_empty()) {
        (_, true) => Some(node),
        (NodeKind::Category(category), false) => node_at(&category.items, rest),
        _ => None,
    }
}
