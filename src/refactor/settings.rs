//! Changes the settings that name documents, folders, pages, and files: the config, `_category_` files, blog files, and
//! front matter.

use std::collections::{BTreeMap, HashMap};

use super::{Edits, Moves, Pairs, links::new_routes};
use crate::markdown::front_matter_settings;
use crate::path::{RoutePath, SourcePath, decode_path, has_protocol};
use crate::pipeline::Sources;
use crate::site::{Site, Version};
use crate::source::{
    Source,
    tree::{self, Node, Value},
};

/// Adds the changes to the settings of a site.
pub(crate) fn settings(pairs: &Pairs<'_>, moves: &Moves, sources: &Sources, edits: &mut Edits) {
    let changes = Changes::new(pairs, moves);
    if let Some(source) = &sources.config
        && let Some(tree) = tree::of(source)
    {
        let mut visit = |path: &[String], table: Option<&Node>, node: &Node, text: &str| {
            let docs = table.and_then(|table| text_of(&table.entry("docs")?.1));
            if let Some(new) = changes.in_config(path, docs, text) {
                put(edits, source, 0, node, &new);
            }
        };
        walk(&tree, None, &mut Vec::new(), &mut visit);
        let index = tree.entry("search").and_then(|(_, search)| search.entry("index"));
        let boost = index.and_then(|(_, index)| index.entry("boost"));
        for (key, _) in boost.and_then(|(_, boost)| boost.entries()).into_iter().flatten() {
            if let Some(new) = changes.link(&key.name) {
                edits.set(&source.path, key.range.clone(), quoted(&new));
            }
        }
    }
    for source in sources.messages.iter().filter(|source| source.path.file_name() == "labels.json") {
        changes.in_labels(source, edits);
    }
    for source in &sources.categories {
        let Some(tree) = tree::of(source) else { continue };
        let id = tree.entry("link").and_then(|(_, link)| link.entry("id")).map(|(_, id)| id);
        if let Some((id, new)) =
            id.and_then(|id| Some((id, changes.in_category(&source.path, text_of(id)?)?)))
        {
            put(edits, source, 0, id, &new);
        }
    }
    for source in &sources.blog_files {
        let Some(tree) = tree::of(source) else { continue };
        let mut visit = |_: &[String], _: Option<&Node>, node: &Node, text: &str| {
            if let Some(new) = changes.link(text) {
                put(edits, source, 0, node, &new);
            }
        };
        walk(&tree, None, &mut Vec::new(), &mut visit);
    }
    for source in &sources.markdown {
        changes.in_front_matter(source, edits);
    }
}

/// Adds a `[[redirects]]` table for each path and target to the end of the config.
pub(crate) fn redirects(config: &Source, redirects: &[(String, String)], edits: &mut Edits) {
    if redirects.is_empty() {
        return;
    }
    let (text, end) = (&config.text, config.text.len());
    let mut added = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" }.to_owned();
    let tables = redirects
        .iter()
        .map(|(from, to)| format!("\n[[redirects]]\nfrom = {}\nto = {}\n", quoted(from), quoted(to)));
    added.extend(tables);
    edits.set(&config.path, end..end, added);
}

fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// The function that [`walk`] calls for each string.
type Visit<'v> = dyn FnMut(&[String], Option<&Node>, &Node, &str) + 'v;

/// Calls `visit` for every string in a tree, with the string's key path and the table that contains the string.
fn walk(node: &Node, table: Option<&Node>, path: &mut Vec<String>, visit: &mut Visit<'_>) {
    match &node.value {
        Value::Text(text) => visit(path, table, node, text),
        Value::List(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                path.push(index.to_string());
                walk(node, None, path, visit);
                path.pop();
            }
        }
        Value::Table(entries) => {
            for (key, inner) in entries {
                path.push(key.name.clone());
                walk(inner, Some(node), path, visit);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Replaces a string and keeps its quotes. `offset` is the start of the settings in the source.
fn put(edits: &mut Edits, source: &Source, offset: usize, node: &Node, new: &str) {
    let Some(old) = text_of(node) else { return };
    let range = offset + node.range.start..offset + node.range.end;
    let Some(written) = source.text.get(range.clone()) else { return };
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    let is_special =
        |c: char| matches!(c, '\\' | '\n') || quote.map_or(matches!(c, '"' | '\''), |quote| c == quote);
    let inside = written.find(old).filter(|_| !new.contains(is_special));
    match inside.map(|at| range.start + at) {
        Some(start) => edits.set(&source.path, start..start + old.len(), new.to_owned()),
        None => edits.set(&source.path, range, quoted(new)),
    }
}

/// Returns a string as a literal in TOML, YAML, and JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The names and paths that change.
struct Changes<'a> {
    moves: &'a Moves,
    site: &'a Site,
    /// The new IDs of documents, by the index of the version in [`Site::versions`] and the old ID.
    ids: BTreeMap<(usize, String), String>,
    routes: HashMap<RoutePath, RoutePath>,
}

impl<'a> Changes<'a> {
    fn new(pairs: &Pairs<'a>, moves: &'a Moves) -> Self {
        let id = |(before, after): (usize, usize)| {
            let (old, new) = (&pairs.before.pages[before], &pairs.after.pages[after]);
            let (id, new) = (old.doc_id.as_deref()?, new.doc_id.as_deref()?);
            let version = old.version?;
            (id != new).then(|| ((version, id.to_owned()), new.to_owned()))
        };
        let ids = pairs.indexes().filter_map(id).collect();
        Changes { site: pairs.whole, moves, ids, routes: new_routes(pairs) }
    }

    /// Returns the new ID of a document in a version.
    fn id(&self, version: usize, id: &str) -> Option<String> {
        self.ids.get(&(version, id.to_owned())).cloned()
    }

    /// Returns the new form of a string in the config. `docs` is the documentation set that the string's table
    /// specifies.
    fn in_config(&self, path: &[String], docs: Option<&str>, text: &str) -> Option<String> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let last = *path.last()?;
        if last == "doc_id" {
            let all = self.site.config.docs.iter().enumerate();
            let mut named = all.filter(|(_, own)| docs.is_none_or(|docs| own.id == docs));
            return named.find_map(|(set, _)| self.id(self.site.last_version(set), text));
        }
        if let Some(new) = self.in_docs(&path, last, text) {
            return Some(new);
        }
        if let ["search", "index", "exclude", _] = *path {
            return self.link(text);
        }
        if let ["openapi", _, "overlays", _] = *path {
            let old = SourcePath::new(text);
            return self.moves.new_path(&old).filter(|new| *new != old).map(|new| new.to_string());
        }
        match last {
            "href" | "to" | "active_base_path" | "src" | "src_dark" | "favicon" | "image" => self.link(text),
            "content" | "copyright" | "html" => self.html(text),
            _ => None,
        }
    }

    /// Returns the new form of a string in the documentation settings.
    fn in_docs(&self, path: &[&str], last: &str, text: &str) -> Option<String> {
        let (key, below) = match *path {
            ["docs", index, ref below @ ..] if index.parse::<usize>().is_ok() => {
                (format!("docs.{index}"), below)
            }
            ["docs", ref below @ ..] => ("docs".to_owned(), below),
            _ => return None,
        };
        let set = self.site.config.docs.iter().position(|docs| docs.key == key)?;
        let named = |name: &str| self.site.versions_of(set).find(|(_, version)| version.name == name);
        match *below {
            ["main"] => self.id(self.site.last_version(set), text),
            ["last_version"] | ["versions", _, "name"] => {
                let (folder, id) = (&named(text)?.1.folder, &self.site.config.docs[set].id);
                let old = SourcePath::new(format!("content/{folder}"));
                let new = self.moves.new_path(&old).filter(|new| *new != old)?;
                let (name, below) = new.strip_dir("content/versions")?.split_once('/')?;
                (*below == **id).then(|| name.to_owned())
            }
            ["sidebars", ..] => self.in_sidebar(named("current")?.0, last, text),
            ["versions", index, "sidebars", ..] => {
                let config = self.site.config.docs[set].versions.get(index.parse::<usize>().ok()?)?;
                self.in_sidebar(named(&config.name)?.0, last, text)
            }
            _ => None,
        }
    }

    fn in_sidebar(&self, version: usize, key: &str, text: &str) -> Option<String> {
        match key {
            "doc" | "link" => self.id(version, text),
            "autogenerated" => self.folder(version, text),
            key if key.bytes().all(|byte| byte.is_ascii_digit()) => self.id(version, text),
            _ => None,
        }
    }

    /// Returns the new path of a folder in a version's documentation.
    fn folder(&self, version: usize, folder: &str) -> Option<String> {
        let root = format!("content/{}", self.site.versions[version].folder);
        let old = SourcePath::new(format!("{root}/{folder}"));
        let new = self.moves.new_path(&old).filter(|new| *new != old)?;
        new.strip_dir(&root).map(str::to_owned)
    }

    /// Returns the new ID in the link of a folder's `_category_` file. The ID can be relative to the folder.
    fn in_category(&self, file: &SourcePath, id: &str) -> Option<String> {
        let (version, below) = self.in_version(file)?;
        let new_file = self.moves.new_path(file)?;
        let (_, new_below) = self.in_version(&new_file)?;
        let folder =
            |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let (old_folder, new_folder) = (folder(below), folder(new_below));
        self.id(version, id).or_else(|| {
            let new = self.id(version, &format!("{old_folder}{id}"))?;
            (new != format!("{new_folder}{id}")).then_some(new)
        })
    }

    /// Returns the new form of a link in settings: a path from the root of the site.
    fn link(&self, link: &str) -> Option<String> {
        if has_protocol(link) || !link.starts_with('/') && !link.contains('.') {
            return None;
        }
        let (path, suffix) = link.split_at(link.find(['?', '#']).unwrap_or(link.len()));
        if let Some(folder) = path.strip_suffix("/*") {
            return Some(format!("{}/*", self.moved_folder(&RoutePath::written(folder))?.to_written()));
        }
        let decoded = decode_path(path);
        let route = RoutePath::new(&*decoded);
        let is_page = self.site.page_index(&route).is_some();
        let new = match self.routes.get(&route) {
            None if !is_page => self.moved_folder(&route),
            new => new.cloned(),
        };
        if let Some(new) = new.filter(|_| path.starts_with('/')) {
            let slash = if path.ends_with('/') && !new.is_root() { "/" } else { "" };
            return Some(format!("{}{slash}{suffix}", new.to_written()));
        }
        let old = SourcePath::in_static(&decoded);
        let new = self.moves.new_path(&old).filter(|new| *new != old)?;
        let slash = if path.starts_with('/') { "/" } else { "" };
        Some(format!("{slash}{}{suffix}", new.strip_dir("static")?))
    }

    /// Returns the new path of a folder of pages, if all pages below the path moved together.
    fn moved_folder(&self, folder: &RoutePath) -> Option<RoutePath> {
        let mut new_folder = None;
        for page in self.site.pages_below(folder) {
            let rest = page.route.strip(folder)?;
            let new = self.routes.get(&page.route)?.as_str().strip_suffix(rest)?;
            let new = RoutePath::new(Some(new).filter(|new| rest.is_empty() || new.ends_with('/'))?);
            if *new_folder.get_or_insert_with(|| new.clone()) != new {
                return None;
            }
        }
        new_folder
    }

    /// Returns the new form of HTML with links.
    fn html(&self, html: &str) -> Option<String> {
        let mut new = html.to_owned();
        for quote in ['"', '\''] {
            let parts: Vec<String> =
                new.split(quote).map(|part| self.link(part).unwrap_or_else(|| part.to_owned())).collect();
            new = parts.join(&quote.to_string());
        }
        (new != html).then_some(new)
    }

    /// Changes the translations of the config's HTML. Their keys are the HTML as written in the config.
    fn in_labels(&self, source: &Source, edits: &mut Edits) {
        let config = &self.site.config;
        let bar = config.announcement_bar.as_ref().map(|bar| &bar.content);
        let copyright = config.footer.as_ref().and_then(|footer| footer.copyright.as_ref());
        let Some(tree) = tree::of(source) else { return };
        let is_html = |key: &str| [bar, copyright].into_iter().flatten().any(|html| html == key);
        for (key, node) in tree.entries().into_iter().flatten().filter(|(key, _)| is_html(&key.name)) {
            if let Some(new) = self.html(&key.name) {
                edits.set(&source.path, key.range.clone(), quoted(&new));
            }
            if let Some(new) = text_of(node).and_then(|text| self.html(text)) {
                put(edits, source, 0, node, &new);
            }
        }
    }

    fn in_front_matter(&self, source: &Source, edits: &mut Edits) {
        let Some((syntax, range)) = front_matter_settings(&source.text) else { return };
        // Most pages don't have these settings, and parsing takes longer.
        if !["pagination_", "image"].iter().any(|key| source.text[range.clone()].contains(key)) {
            return;
        }
        let Ok(tree) = tree::parse(syntax, &source.text[range.clone()]) else { return };
        let version = self.in_version(&source.path).map_or(0, |(version, _)| version);
        for (key, node) in tree.entries().into_iter().flatten() {
            let Some(text) = text_of(node) else { continue };
            let new = match key.name.as_str() {
                "pagination_next" | "pagination_prev" => self.id(version, text),
                "image" => self.link(text),
                _ => None,
            };
            if let Some(new) = new {
                put(edits, source, range.start, node, &new);
            }
        }
    }

    /// Returns the version of a file in the documentation, and the path below the folder of the version.
    fn in_version<'f>(&self, file: &'f SourcePath) -> Option<(usize, &'f str)> {
        let path = file.in_content()?;
        let below = |version: &Version| path.strip_prefix(&version.folder)?.strip_prefix('/');
        let all = self.site.versions.iter().enumerate();
        all.filter_map(|(index, version)| Some((index, below(version)?))).next()
    }
}
