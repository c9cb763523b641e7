//! Changes the settings that name documents, folders, pages, and files: the config, `_category_` files, the files of
//! blogs, and front matter.

use std::collections::{BTreeMap, HashMap};

use super::{Edits, Moves, Pairs, links::new_routes};
use crate::markdown::front_matter_settings;
use crate::path::{RoutePath, SourcePath, decode_path, has_protocol};
use crate::pipeline::Sources;
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
        let mut visit = |path: &[String], node: &Node, text: &str| {
            if let Some(new) = changes.in_config(path, text) {
                put(edits, source, 0, node, &new);
            }
        };
        walk(&tree, &mut Vec::new(), &mut visit);
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
        let mut visit = |_: &[String], node: &Node, text: &str| {
            if let Some(new) = changes.link(text) {
                put(edits, source, 0, node, &new);
            }
        };
        walk(&tree, &mut Vec::new(), &mut visit);
    }
    for source in &sources.markdown {
        changes.in_front_matter(source, edits);
    }
}

/// Returns a `[[redirects]]` table from each path to a target, to append to the config.
pub(crate) fn redirect(from: &[RoutePath], to: &str) -> String {
    from.iter().map(|from| format!("\n[[redirects]]\nfrom = {:?}\nto = {to:?}\n", from.as_str())).collect()
}

fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Calls `visit` for every string in a tree, with the keys and indexes that lead there.
fn walk(node: &Node, path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], &Node, &str)) {
    match &node.value {
        Value::Text(text) => visit(path, node, text),
        Value::List(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                path.push(index.to_string());
                walk(node, path, visit);
                path.pop();
            }
        }
        Value::Table(entries) => {
            for (key, node) in entries {
                path.push(key.name.clone());
                walk(node, path, visit);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Replaces a string, and keeps its quotes. `offset` is the start of the settings in the source.
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
        None => edits.set(&source.path, range, format!("{new:?}")),
    }
}

/// What changes its name.
struct Changes<'a> {
    moves: &'a Moves,
    /// The new IDs of documents, by version and old ID.
    ids: BTreeMap<(String, String), String>,
    /// The names of the versions in the config.
    versions: Vec<String>,
    /// The name of the last version, which the navbar links to.
    last: String,
    routes: HashMap<RoutePath, RoutePath>,
}

impl<'a> Changes<'a> {
    fn new(pairs: &Pairs<'_>, moves: &'a Moves) -> Self {
        let id = |(before, after): (usize, usize)| {
            let (old, new) = (&pairs.before.pages[before], &pairs.after.pages[after]);
            let (id, new) = (old.doc_id.as_deref()?, new.doc_id.as_deref()?);
            let version = pairs.before.versions[old.version?].name.clone();
            (id != new).then(|| ((version, id.to_owned()), new.to_owned()))
        };
        let ids = pairs.indexes().filter_map(id).collect();
        let last = pairs.before.versions.iter().find(|version| version.last);
        let last = last.map_or_else(|| "current".to_owned(), |version| version.name.clone());
        let versions = pairs.before.config.docs.versions.iter().map(|version| version.name.clone()).collect();
        Changes { moves, ids, versions, last, routes: new_routes(pairs) }
    }

    /// Returns the new ID of a document in a version.
    fn id(&self, version: &str, id: &str) -> Option<String> {
        self.ids.get(&(version.to_owned(), id.to_owned())).cloned()
    }

    fn in_config(&self, path: &[String], text: &str) -> Option<String> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let last = *path.last()?;
        match path[..] {
            ["docs", "main"] | [.., "doc_id"] => return self.id(&self.last, text),
            ["docs", "sidebars", ..] => {
                if let Some(new) = self.in_sidebar("current", last, text) {
                    return Some(new);
                }
            }
            ["docs", "versions", index, "sidebars", ..] => {
                let version = index.parse().ok().and_then(|index: usize| self.versions.get(index));
                if let Some(new) = version.and_then(|version| self.in_sidebar(version, last, text)) {
                    return Some(new);
                }
            }
            _ => {}
        }
        match last {
            "href" | "to" | "active_base_path" | "src" | "src_dark" | "favicon" | "image" => self.link(text),
            "content" | "copyright" | "html" => self.html(text),
            _ => None,
        }
    }

    fn in_sidebar(&self, version: &str, key: &str, text: &str) -> Option<String> {
        match key {
            "doc" | "link" => self.id(version, text),
            "autogenerated" => self.folder(version, text),
            key if key.bytes().all(|byte| byte.is_ascii_digit()) => self.id(version, text),
            _ => None,
        }
    }

    /// Returns the new path of a folder in the documentation of a version.
    fn folder(&self, version: &str, folder: &str) -> Option<String> {
        let root = docs_folder(version);
        let old = SourcePath::new(format!("{root}/{folder}"));
        let new = self.moves.new_path(&old).filter(|new| *new != old)?;
        new.strip_dir(&root).map(str::to_owned)
    }

    /// Returns the new ID in the link of a folder's `_category_` file. The ID can be relative to the folder.
    fn in_category(&self, file: &SourcePath, id: &str) -> Option<String> {
        let (version, below) = in_version(file)?;
        let new_file = self.moves.new_path(file)?;
        let (_, new_below) = in_version(&new_file)?;
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
        let decoded = decode_path(path);
        let route = RoutePath::new(&*decoded);
        if let Some(new) = self.routes.get(&route).filter(|_| path.starts_with('/')) {
            let slash = if path.ends_with('/') && !new.is_root() { "/" } else { "" };
            return Some(format!("{new}{slash}{suffix}"));
        }
        let old = SourcePath::in_static(&decoded);
        let new = self.moves.new_path(&old).filter(|new| *new != old)?;
        let slash = if path.starts_with('/') { "/" } else { "" };
        Some(format!("{slash}{}{suffix}", new.strip_dir("static")?))
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

    fn in_front_matter(&self, source: &Source, edits: &mut Edits) {
        let Some((syntax, range)) = front_matter_settings(&source.text) else { return };
        let Ok(tree) = tree::parse(syntax, &source.text[range.clone()]) else { return };
        let version = in_version(&source.path).map_or("current", |(version, _)| version);
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
}

/// Returns the version of a file in the documentation, and the path below the folder of the version.
fn in_version(file: &SourcePath) -> Option<(&str, &str)> {
    let path = file.in_content()?;
    match path.strip_prefix("docs/") {
        Some(rest) => Some(("current", rest)),
        None => path.strip_prefix("versions/")?.split_once("/docs/"),
    }
}

fn docs_folder(version: &str) -> String {
    if version == "current" { "content/docs".to_owned() } else { format!("content/versions/{version}/docs") }
}
