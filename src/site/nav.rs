//! Sidebars: builds trees from folders or the config, and derives each page's place, breadcrumbs, and pagination from
//! the trees.

mod places;
mod reports;
mod reading_order;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::{
    Context, Crumb, Page, Target,
    category::{self, Categories, CategoryFile, GeneratedIndex},
    collect::{self, Doc, humanize, segment, strip_number},
    page::NavContext,
    renamed::{Renamed, renamed},
};
use crate::config::{SidebarItemConfig, SidebarTableConfig};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::path::RoutePath;
use places::Places;
pub(super) use reading_order::{SidebarPage, reading_order};
use reports::{Kind, Reports, Set};

/// The sidebar for a part of the documentation, in a locale and version.
#[derive(Debug)]
pub struct Sidebar {
    /// The ID, which is unique within the site: `docs`, `docs-1.0`, `docs-1.0-fr`.
    pub id: String,
    /// The name in the config.
    pub name: String,
    /// The index in [`super::Site::locales`].
    pub locale: usize,
    /// The version's index in [`super::Site::versions`], or `None` for an OpenAPI document or a blog.
    pub version: Option<usize>,
    /// The index of the version's documentation set in [`crate::config::Config::docs`].
    pub docs: Option<usize>,
    /// For a blog's sidebar, the blog's index in [`super::Site::blogs`]. The categories of a blog's sidebar are years.
    pub blog: Option<usize>,
    /// The items at the top level.
    pub nodes: Vec<Node>,
}

/// The maximum number of items in a sidebar that isn't large.
const LARGE: usize = 400;

impl Sidebar {
    /// Whether the sidebar has so many items that its tree is split into several files, and that pages contain only a
    /// small part of its long lists.
    pub fn is_large(&self) -> bool {
        fn left(nodes: &[Node], most: usize) -> Option<usize> {
            nodes.iter().try_fold(most, |most, node| match &node.kind {
                NodeKind::Category(category) => left(&category.items, most.checked_sub(1)?),
                _ => most.checked_sub(1),
            })
        }
        left(&self.nodes, LARGE).is_none()
    }
}

/// A sidebar item.
#[derive(Debug)]
pub struct Node {
    /// A key that is unique in the sidebar. The key is independent of the item's position, so an edit elsewhere doesn't
    /// change the key.
    pub key: Arc<str>,
    /// The label. For raw HTML, the label is empty.
    pub label: Arc<str>,
    /// A CSS class.
    pub class_name: Option<String>,
    /// The HTTP method of an operation, in uppercase.
    pub method: Option<Box<str>>,
    /// The kind.
    pub kind: NodeKind,
}

impl Node {
    /// Creates an item without a class or method.
    pub(super) fn new(key: impl Into<Arc<str>>, label: impl Into<Arc<str>>, kind: NodeKind) -> Self {
        Node { key: key.into(), label: label.into(), class_name: None, method: None, kind }
    }
}

/// The kind of an item.
#[derive(Debug)]
pub enum NodeKind {
    /// A page.
    Page(RoutePath),
    /// A link to any URL.
    Link(Target),
    /// Raw HTML.
    Html(String),
    /// A category.
    Category(Category),
}

/// A category.
#[derive(Debug)]
pub struct Category {
    /// The category's own page, if it has one.
    pub route: Option<RoutePath>,
    /// Whether the category starts collapsed. A category that contains the current page always starts expanded.
    pub collapsed: bool,
    /// Whether the category can be collapsed.
    pub collapsible: bool,
    /// The items. The list is never empty.
    pub items: Vec<Node>,
}

/// Returns the first page in a list of items, in reading order.
pub(super) fn first_route(nodes: &[Node]) -> Option<RoutePath> {
    nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Page(route) => Some(route.clone()),
        NodeKind::Category(category) => category.route.clone().or_else(|| first_route(&category.items)),
        NodeKind::Link { .. } | NodeKind::Html(_) => None,
    })
}

/// If a page contains a list of pages that has no items, returns the problem.
pub(super) fn empty_list(page: &Page) -> Option<Diagnostic> {
    let parsed = page.parsed().filter(|_| page.entries.is_empty() && !page.is_untranslated())?;
    let span = parsed.metadata.page_list?;
    let diagnostic = Diagnostic::new(Code::InvalidDirective, "`pages` has no pages to list")
        .hint("use it on a page in a sidebar, beside or above other pages");
    Some(diagnostic.at(&parsed.source.path, span.range()))
}

/// The sidebars, and everything that's derived from the sidebars.
pub(super) struct Navigation {
    pub sidebars: Vec<Sidebar>,
    /// The navigation of each document, in the same order as the documents.
    pub contexts: Vec<NavContext>,
    /// The generated pages of categories.
    pub generated: Vec<Page>,
}

/// The generated page of a category.
struct Index {
    /// The key of the category in the sidebar, which is the same in every locale.
    key: String,
    route: RoutePath,
    title: Arc<str>,
    description: Option<String>,
}

/// Builds the sidebars of every locale and version.
pub(super) fn navigation(
    context: Context<'_>,
    docs: &[Doc],
    categories: &Categories,
    diagnostics: &mut Vec<Diagnostic>,
) -> Navigation {
    let mut sets: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, doc) in docs.iter().enumerate() {
        sets.entry((doc.locale, doc.version)).or_default().push(index);
    }
    for docs in 0..context.config.docs.len() {
        let is_empty = sets.keys().all(|(_, version)| context.versions[*version].docs != docs);
        if is_empty && context.config.docs[docs].sidebars.is_some() {
            // There are no documents, so docgen reports each sidebar item that refers to documents.
            sets.insert((0, context.last_version(docs)), Vec::new());
        }
    }
    let all: BTreeSet<Set> = sets.keys().copied().collect();
    let mut reports = Reports::default();
    let mut navigation = Navigation {
        sidebars: Vec::new(),
        contexts: vec![NavContext::default(); docs.len()],
        generated: Vec::new(),
    };
    let mut same: BTreeMap<(usize, String), Vec<usize>> = BTreeMap::new();
    for ((locale, version), members) in sets {
        let by_id = members.iter().map(|&index| (&*docs[index].id, index)).collect();
        let mut builder = Builder {
            context,
            docs,
            members: &members,
            by_id: &by_id,
            root: context.docs_root(locale, version),
            categories: &categories[&(locale, version)],
            drafts: &collect::draft_ids_of(context, locale, version),
            set: (locale, version),
            reports: &mut reports,
            indexes: Vec::new(),
            diagnostics,
        };
        let of = &context.versions[version];
        let config = context.docs_of(version);
        let trees = match config.sidebars_of(&of.name) {
            Some((configured, path)) => configured
                .iter()
                .map(|(name, items)| {
                    let at = format!("{path}.{name}");
                    (name.clone(), builder.configured(items, name, name, &at, None))
                })
                .collect(),
            None => vec![(config.id.clone(), builder.generated("", &config.id))],
        };
        let indexes = std::mem::take(&mut builder.indexes);
        let first = navigation.sidebars.len();
        for (name, nodes) in trees {
            let mut id = name.clone();
            if of.docs > 0 && name != config.id {
                id = format!("{}-{id}", segment(&config.id));
            }
            if of.several && !of.last {
                id = format!("{id}-{}", segment(&of.name.replace('.', "-")));
            }
            id = context.in_locale(&id, locale);
            let (version, docs) = (Some(version), Some(of.docs));
            navigation.sidebars.push(Sidebar { id, name, locale, version, docs, blog: None, nodes });
        }
        let mut places = Places::new(docs, &members, &by_id, &navigation.sidebars[first..], first);
        places.read(&mut navigation.contexts);
        places.settle(&mut navigation.contexts, diagnostics);
        for index in indexes {
            let key = (version, index.key.clone());
            same.entry(key).or_default().push(navigation.generated.len());
            navigation.generated.push(places.generated(index, locale, version));
        }
    }
    same.values().for_each(|same| relate_locales(&mut navigation.generated, same));
    diagnostics.extend(reports.diagnostics(context, &all));
    navigation
}

/// Connects the generated pages of the same category in each locale. `same` contains their indexes.
fn relate_locales(pages: &mut [Page], same: &[usize]) {
    let mut in_locales: Vec<_> =
        same.iter().map(|at| (pages[*at].locale, pages[*at].route.clone())).collect();
    in_locales.dedup_by_key(|(locale, _)| *locale);
    let original = same.iter().map(|at| &pages[*at]).find(|page| page.locale == 0);
    let texts = original.map(|page| (page.title.clone(), page.description.clone()));
    for at in same.iter().filter(|_| in_locales.len() > 1) {
        let page = &mut pages[*at];
        page.in_locales = in_locales.clone();
        page.lists_originals &= texts == Some((page.title.clone(), page.description.clone()));
    }
}

struct Builder<'a, 'd> {
    context: Context<'a>,
    docs: &'a [Doc],
    members: &'a [usize],
    by_id: &'a HashMap<&'a str, usize>,
    root: RoutePath,
    categories: &'a BTreeMap<String, CategoryFile>,
    drafts: &'a HashSet<Arc<str>>,
    set: Set,
    reports: &'d mut Reports,
    indexes: Vec<Index>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Builder<'_, '_> {
    /// Returns the items of a list in the config. `path` identifies the list in the keys of items, `at` is the key path
    /// of the list, and `own` is the page of the category that contains the list.
    fn configured(
        &mut self,
        items: &[SidebarItemConfig],
        sidebar: &str,
        path: &str,
        at: &str,
        own: Option<&RoutePath>,
    ) -> Vec<Node> {
        let mut nodes = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let at = format!("{at}.{index}");
            match item {
                SidebarItemConfig::Doc(id) => {
                    let found = self.find(id, sidebar, &at);
                    nodes.extend(found.and_then(|index| self.doc_node(index, None, None)));
                }
                SidebarItemConfig::Table(table) => {
                    self.table(table, sidebar, &format!("{path}/{index}"), &at, own, &mut nodes)
                }
            }
        }
        nodes
    }

    fn table(
        &mut self,
        table: &SidebarTableConfig,
        sidebar: &str,
        path: &str,
        at: &str,
        own: Option<&RoutePath>,
        nodes: &mut Vec<Node>,
    ) {
        self.check_item(table, sidebar, at);
        let class_name = table.class_name.clone();
        if let Some(label) = &table.category {
            let key = format!("category:{}/{}", parent(path), segment(label));
            let inner = format!("{}/{}", parent(path), segment(label));
            let route = match table.link.as_deref() {
                None => None,
                Some("generated") => {
                    let folder = self.root.join("category");
                    // Several categories can have the same label.
                    let name = |count: usize| match count {
                        0 => folder.join(&segment(label)),
                        count => folder.join(&format!("{}-{count}", segment(label))),
                    };
                    let is_free = |route: &RoutePath| self.indexes.iter().all(|index| index.route != *route);
                    let route = (0..).map(name).find(is_free).unwrap_or_else(|| name(0));
                    self.indexes.push(Index {
                        key: format!("{key} {path}"),
                        route: route.clone(),
                        title: self.translated(table.title.as_ref().unwrap_or(label)).into(),
                        description: table
                            .description
                            .as_deref()
                            .map(|text| self.translated(text).to_owned()),
                    });
                    Some(route)
                }
                Some(id) => {
                    let found = self.find(id, sidebar, &format!("{at}.link"));
                    found.map(|index| self.docs[index].route.clone())
                }
            };
            let items =
                self.configured(&table.items, sidebar, &inner, &format!("{at}.items"), route.as_ref());
            let node =
                Node { class_name, ..Node::new(key, self.translated(label), NodeKind::Html(String::new())) };
            nodes.extend(self.category(node, route, (table.collapsed, table.collapsible), items));
        } else if let Some(folder) = &table.autogenerated {
            let folder = folder.trim_matches(['.', '/']);
            let mut generated = self.generated(folder, path);
            if generated.is_empty() {
                let message = format!("sidebar `{sidebar}`: no documents in the `{folder}` folder");
                self.reports.add(self.set, &format!("{at}.autogenerated"), Kind::Absent, message, || None);
            }
            take_own(&mut generated, own);
            nodes.append(&mut generated);
        } else if let Some(id) = &table.doc {
            let found = self.find(id, sidebar, &format!("{at}.doc"));
            nodes.extend(found.and_then(|index| self.doc_node(index, table.label.as_deref(), class_name)));
        } else if let Some(href) = &table.href {
            let label = table.label.as_ref().map_or(&**href, |label| self.translated(label));
            let target = self.context.target(href);
            let node = Node::new(format!("link:{href}"), label, NodeKind::Link(target));
            nodes.push(Node { class_name, ..node });
        } else if let Some(html) = &table.html {
            let node = Node::new(format!("html:{path}"), "", NodeKind::Html(html.clone()));
            nodes.push(Node { class_name, ..node });
        } else {
            let message = format!(
                "sidebar `{sidebar}`: missing key in an item: `doc`, `category`, `href`, `autogenerated`, or `html`"
            );
            self.reports.add(self.set, at, Kind::Config, message, || None);
        }
    }

    /// Reports an item that has two kinds, or a category that has no items.
    fn check_item(&mut self, table: &SidebarTableConfig, sidebar: &str, at: &str) {
        let keys = [
            ("category", table.category.is_some()),
            ("autogenerated", table.autogenerated.is_some()),
            ("doc", table.doc.is_some()),
            ("href", table.href.is_some()),
            ("html", table.html.is_some()),
        ];
        let given: Vec<&str> =
            keys.into_iter().filter(|(_, is_given)| *is_given).map(|(key, _)| key).collect();
        let holds_nothing = table.items.is_empty() && table.link.is_none();
        if let [first, second, ..] = given[..] {
            let message = format!("sidebar `{sidebar}`: an item can't have both `{first}` and `{second}`");
            let hint = || Some("split it into two items, or remove one of the keys".into());
            self.reports.add(self.set, at, Kind::Config, message, hint);
        } else if let Some(category) = table.category.as_ref().filter(|_| holds_nothing) {
            let message = format!("sidebar `{sidebar}`: missing key `items` in the category `{category}`");
            let hint = || Some("add `items`, or add a `link`".into());
            self.reports.add(self.set, at, Kind::Config, message, hint);
        }
    }

    /// Translates a label in the config for the sidebar's locale.
    fn translated<'t>(&'t self, label: &'t str) -> &'t str {
        self.context.locales[self.set.0].translate(label)
    }

    fn doc_node(&self, index: usize, label: Option<&str>, class: Option<String>) -> Option<Node> {
        let doc = &self.docs[index];
        (!doc.unlisted).then(|| self.page_node(doc, label, class))
    }

    fn page_node(&self, doc: &Doc, label: Option<&str>, class_name: Option<String>) -> Node {
        let label = label.map_or_else(|| doc.label.clone(), |label| self.translated(label).into());
        Node {
            class_name: class_name.or_else(|| doc.parsed.metadata.front_matter.sidebar_class_name.clone()),
            ..Node::new(doc.route.shared(), label, NodeKind::Page(doc.route.clone()))
        }
    }

    /// Finds the document with an ID from the config. Reports an unknown ID.
    fn find(&mut self, id: &str, sidebar: &str, at: &str) -> Option<usize> {
        let found = self.by_id.get(id).copied();
        if found.is_none() && !self.drafts.contains(id) {
            let documents =
                self.docs.iter().map(|doc| Renamed { id: &doc.id, route: &doc.route, parsed: &doc.parsed });
            let near = || {
                renamed(self.context, self.set, id, documents)
                    .or_else(|| did_you_mean(id, self.by_id.keys().copied()))
            };
            let message = format!("sidebar `{sidebar}`: unknown document `{id}`");
            self.reports.add(self.set, at, Kind::Absent, message, near);
        }
        found
    }

    /// Turns an item into a category of `items` with these settings. If `items` is empty, returns a link to `route`, if
    /// any.
    fn category(
        &self,
        node: Node,
        route: Option<RoutePath>,
        (collapsed, collapsible): (Option<bool>, Option<bool>),
        items: Vec<Node>,
    ) -> Option<Node> {
        let config = self.context.docs_of(self.set.1);
        let kind = match (items.is_empty(), route) {
            (true, None) => return None,
            (true, Some(route)) => NodeKind::Page(route),
            (false, route) => NodeKind::Category(Category {
                route,
                collapsed: collapsed.unwrap_or(config.sidebar_collapsed),
                collapsible: collapsible.unwrap_or(config.sidebar_collapsible),
                items,
            }),
        };
        Some(Node { kind, ..node })
    }

    /// Returns the items generated from a folder of the documentation.
    fn generated(&mut self, folder: &str, path: &str) -> Vec<Node> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut tree = Folder::default();
        let docs = self.docs;
        for &index in self.members {
            let Some(rest) = docs[index].path.strip_prefix(&prefix) else { continue };
            let mut at = &mut tree;
            let segments: Vec<&str> = rest.split('/').collect();
            for segment in &segments[..segments.len() - 1] {
                at = at.folders.entry(segment).or_default();
            }
            at.docs.push(index);
        }
        self.folder_nodes(&tree, folder, path, true)
    }

    /// Returns the items of a folder. At the `top`, the items include the folder's own page. At other levels, that page
    /// belongs to the category.
    fn folder_nodes(&mut self, folder: &Folder<'_>, dir: &str, path: &str, top: bool) -> Vec<Node> {
        // An explicit position and a number prefix are equivalent. Items with the same position are sorted by name.
        let mut placed: Vec<(f64, &str, Node)> = Vec::new();
        for &index in &folder.docs {
            let doc = &self.docs[index];
            if doc.unlisted || (doc.is_index && !top) {
                continue;
            }
            let first = if doc.is_index { f64::MIN } else { f64::MAX };
            let name = doc.path.rsplit('/').next().unwrap_or(&doc.path);
            placed.push((doc.position.unwrap_or(first), name, self.page_node(doc, None, None)));
        }
        for (name, inner) in &folder.folders {
            let below = if dir.is_empty() { (*name).to_owned() } else { format!("{dir}/{name}") };
            let placed_node = self.folder_node(inner, name, &below, path);
            placed.extend(placed_node.map(|(position, node)| (position, *name, node)));
        }
        placed.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
        placed.into_iter().map(|(_, _, node)| node).collect()
    }

    /// Returns the category of a folder and its position.
    fn folder_node(
        &mut self,
        folder: &Folder<'_>,
        name: &str,
        below: &str,
        path: &str,
    ) -> Option<(f64, Node)> {
        let numbered = self.context.docs_of(self.set.1).number_prefixes;
        let (number, bare) = if numbered { strip_number(name) } else { (None, name) };
        let file = self.categories.get(below).cloned().unwrap_or_default();
        let docs = self.docs;
        let mut index =
            folder.docs.iter().map(|&index| &docs[index]).find(|doc| doc.is_index && !doc.unlisted);
        // A generated page with its own URL takes precedence, and the folder's page is an item.
        let own_route = match &file.link {
            Some(category::Link::GeneratedIndex(GeneratedIndex { slug: Some(slug), .. })) => {
                Some(self.root.join_written(slug))
            }
            _ => None,
        };
        let is_generated = own_route.is_some_and(|route| index.is_some_and(|doc| doc.route != route));
        let mut items = self.folder_nodes(folder, below, path, is_generated);
        let label_of_index = index.map(|doc| doc.label.clone());
        index = index.filter(|_| !is_generated);
        let translated = |text: Option<String>| text.map(|text| self.translated(&text).to_owned());
        let (label, description) = (translated(file.label), translated(file.description));
        let label = label.map(Arc::from).or(label_of_index);
        let label = label.unwrap_or_else(|| humanize(bare).into());
        let route = match file.link {
            Some(category::Link::Doc { id, place }) => {
                let local = format!("{}/{id}", unnumbered(below, numbered));
                let found = self.by_id.get(id.as_str()).or_else(|| self.by_id.get(local.as_str())).copied();
                if found.is_none() && !self.drafts.contains(&*id) && !self.drafts.contains(&*local) {
                    let message = format!("unknown document `{id}`");
                    let diagnostic = Diagnostic::new(Code::InvalidCategory, message)
                        .hint_if(did_you_mean(&id, self.by_id.keys().copied()));
                    self.diagnostics.push(Diagnostic { location: Some(place), ..diagnostic });
                }
                found.map(|at| docs[at].route.clone())
            }
            Some(category::Link::GeneratedIndex(GeneratedIndex { title, description: own, slug }))
                if index.is_none() =>
            {
                let route = match slug {
                    Some(slug) => self.root.join_written(&slug),
                    None => collect::folder_route(&self.root, below, self.categories, numbered),
                };
                self.indexes.push(Index {
                    key: format!("category:{path}/{below}"),
                    route: route.clone(),
                    title: translated(title).map_or_else(|| label.clone(), Arc::from),
                    description: translated(own).or(description),
                });
                Some(route)
            }
            _ => index.map(|doc| doc.route.clone()),
        };
        take_own(&mut items, route.as_ref());
        let position = file
            .position
            .or_else(|| index.and_then(|doc| doc.parsed.metadata.front_matter.sidebar_position))
            .or(number);
        let key = format!("category:{path}/{below}");
        let node =
            Node { class_name: file.class_name, ..Node::new(key, label, NodeKind::Html(String::new())) };
        let node = self.category(node, route, (file.collapsed, file.collapsible), items)?;
        Some((position.unwrap_or(f64::MAX), node))
    }
}

#[derive(Default)]
struct Folder<'a> {
    docs: Vec<usize>,
    folders: BTreeMap<&'a str, Folder<'a>>,
}

/// Removes the category's own page from its items.
fn take_own(items: &mut Vec<Node>, own: Option<&RoutePath>) {
    items.retain(|node| !matches!(&node.kind, NodeKind::Page(page) if Some(page) == own));
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(parent, _)| parent)
}

fn unnumbered(path: &str, numbered: bool) -> String {
    let strip = |segment| if numbered { strip_number(segment).1 } else { segment };
    path.split('/').map(strip).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests;
