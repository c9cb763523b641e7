//! Reads the config: `docs.json` and the files that it refers to, or the older `mint.json`.

use crate::import::Origin;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Value};

/// The maximum depth of references.
const DEEPEST: usize = 20;

/// Reads the config. Returns the file and its settings in the format of `docs.json`.
pub(super) fn read(origin: &dyn Origin) -> Option<(Source, Node)> {
    if let Some(source) = origin.text(&SourcePath::new("docs.json")) {
        let config = resolved(tree::of_other_program(&source)?, origin, &source.path, 0);
        // Other tools also use this filename.
        let is_site = config.at(&["navigation"]).is_some() || has_schema(&config);
        return is_site.then_some((source, config));
    }
    let source = origin.text(&SourcePath::new("mint.json"))?;
    let config = tree::of_other_program(&source)?;
    config.at(&["navigation"])?;
    Some((source, upgraded(config)))
}

fn has_schema(config: &Node) -> bool {
    config.at(&["$schema"]).and_then(Node::text).is_some_and(|schema| schema.contains("mintlify"))
}

/// Replaces each table that has a `$ref` key with the content of the file that the key refers to. The other keys in the
/// table take precedence over the file's keys.
fn resolved(node: Node, origin: &dyn Origin, file: &SourcePath, depth: usize) -> Node {
    let range = node.range.clone();
    let value = match node.value {
        Value::List(items) => {
            Value::List(items.into_iter().map(|item| resolved(item, origin, file, depth)).collect())
        }
        Value::Table(entries) => {
            let reference =
                entries.iter().find(|(key, _)| key.name == "$ref").and_then(|(_, node)| node.text());
            let own = entries.into_iter().filter(|(key, _)| key.name != "$ref");
            let mut own: Vec<(Key, Node)> =
                own.map(|(key, node)| (key, resolved(node, origin, file, depth))).collect();
            let read = reference.filter(|_| depth < DEEPEST).and_then(|path| {
                let source = origin.text(&file.join_sibling(&path))?;
                Some(resolved(tree::of_other_program(&source)?, origin, &source.path, depth + 1))
            });
            match read.map(|node| placed(node, &range).value) {
                Some(Value::Table(others)) => {
                    let names: Vec<String> = own.iter().map(|(key, _)| key.name.clone()).collect();
                    own.extend(others.into_iter().filter(|(key, _)| !names.contains(&key.name)));
                    Value::Table(own)
                }
                Some(other) => other,
                None => Value::Table(own),
            }
        }
        value => value,
    };
    Node { value, range }
}

/// Sets the location of a value from another file to the location of the reference.
fn placed(node: Node, range: &std::ops::Range<usize>) -> Node {
    let value = match node.value {
        Value::List(items) => Value::List(items.into_iter().map(|item| placed(item, range)).collect()),
        Value::Table(entries) => Value::Table(
            entries
                .into_iter()
                .map(|(key, node)| (Key { name: key.name, range: range.clone() }, placed(node, range)))
                .collect(),
        ),
        value => value,
    };
    Node { value, range: range.clone() }
}

/// The keys in `mint.json`, each with the corresponding path in `docs.json`.
const RENAMED: &[(&str, &[&str])] = &[
    ("modeToggle", &["appearance"]),
    ("analytics", &["integrations"]),
    ("openapi", &["api", "openapi"]),
    ("topbarLinks", &["navbar", "links"]),
    ("topbarCtaButton", &["navbar", "primary"]),
    ("footerSocials", &["footer", "socials"]),
];

/// Converts a `mint.json` file to the format of `docs.json`.
fn upgraded(config: Node) -> Node {
    let Value::Table(entries) = config.value else { return config };
    let mut new = Node { value: Value::Table(Vec::new()), range: config.range.clone() };
    let (mut groups, mut tabs, mut anchors, mut first) = (Vec::new(), Vec::new(), Vec::new(), None);
    let mut versions = Vec::new();
    for (key, node) in entries {
        match (key.name.as_str(), node.value) {
            ("navigation", Value::List(items)) => groups = items,
            ("tabs", Value::List(items)) => tabs = items,
            ("anchors", Value::List(items)) => anchors = items,
            ("versions", Value::List(items)) => versions = items,
            ("primaryTab", value) => {
                first = Node { value, range: node.range }.at(&["name"]).and_then(Node::text);
            }
            (name, value) => {
                let path = RENAMED.iter().find(|(old, _)| *old == name).map(|(_, path)| *path);
                let node = Node { value: renamed(value), range: node.range };
                insert(&mut new, path.unwrap_or(&[name]), key.range, node);
            }
        }
    }
    let parts = Parts { groups, tabs, anchors };
    let navigation = with_versions(parts, &versions, first.as_deref(), &config.range);
    insert(&mut new, &["navigation"], config.range, navigation);
    new
}

/// The parts of the navigation in `mint.json`.
struct Parts {
    groups: Vec<Node>,
    tabs: Vec<Node>,
    anchors: Vec<Node>,
}

impl Parts {
    /// Returns the parts of a version, including the parts that belong to all versions.
    fn of_version(&self, version: &str) -> Self {
        let of = |nodes: &[Node]| {
            let is_shown =
                |node: &&Node| node.at(&["version"]).and_then(Node::text).is_none_or(|own| own == version);
            nodes.iter().filter(is_shown).cloned().collect()
        };
        Parts { groups: of(&self.groups), tabs: of(&self.tabs), anchors: of(&self.anchors) }
    }
}

/// Returns the navigation, divided into versions if its parts name their versions. The default version is first.
fn with_versions(
    parts: Parts,
    versions: &[Node],
    first: Option<&str>,
    range: &std::ops::Range<usize>,
) -> Node {
    let is_versioned = parts.groups.iter().any(|group| group.at(&["version"]).is_some());
    let name = |version: &Node| version.text().or_else(|| version.at(&["name"])?.text());
    let mut names: Vec<String> = versions.iter().filter_map(name).collect();
    if names.len() < 2 || !is_versioned {
        return navigation(parts, first, range);
    }
    let is_default = |version: &Node| {
        version.at(&["default"]).is_some_and(|default| matches!(default.value, Value::Bool(true)))
    };
    if let Some(default) = versions.iter().find(|version| is_default(version)).and_then(name) {
        names.sort_by_key(|name| *name != default);
    }
    let divisions = names.iter().map(|name| {
        let mut division = navigation(parts.of_version(name), first, range);
        let label = Node { value: Value::Text(name.clone()), range: range.clone() };
        insert(&mut division, &["version"], range.clone(), label);
        division
    });
    let divisions = Node { value: Value::List(divisions.collect()), range: range.clone() };
    let mut all = Node { value: Value::Table(Vec::new()), range: range.clone() };
    insert(&mut all, &["versions"], range.clone(), divisions);
    all
}

/// Renames the keys in links.
fn renamed(value: Value) -> Value {
    match value {
        Value::List(items) => Value::List(
            items.into_iter().map(|item| Node { value: renamed(item.value), range: item.range }).collect(),
        ),
        Value::Table(entries) => {
            let is_link = entries.iter().any(|(key, _)| key.name == "url");
            let new_name = |name: String| match name.as_str() {
                "url" if is_link => "href".to_owned(),
                "name" if is_link => "label".to_owned(),
                _ => name,
            };
            let entries = entries.into_iter().map(|(key, node)| {
                let node = Node { value: renamed(node.value), range: node.range };
                (Key { name: new_name(key.name), range: key.range }, node)
            });
            Value::Table(entries.collect())
        }
        value => value,
    }
}

/// Inserts a value at this key path.
pub(super) fn insert(table: &mut Node, path: &[&str], key: std::ops::Range<usize>, node: Node) {
    let (Value::Table(entries), [name, rest @ ..]) = (&mut table.value, path) else { return };
    if rest.is_empty() {
        return entries.push((Key { name: (*name).to_owned(), range: key }, node));
    }
    let at = entries.iter().position(|(key, _)| key.name == *name).unwrap_or_else(|| {
        let inner = Node { value: Value::Table(Vec::new()), range: node.range.clone() };
        entries.push((Key { name: (*name).to_owned(), range: key.clone() }, inner));
        entries.len() - 1
    });
    insert(&mut entries[at].1, rest, key, node);
}

/// Returns the navigation. A tab or anchor contains the groups of pages below its path.
fn navigation(parts: Parts, first: Option<&str>, range: &std::ops::Range<usize>) -> Node {
    let Parts { groups, tabs, anchors } = parts;
    let table = || Node { value: Value::Table(Vec::new()), range: range.clone() };
    let text = |text: &str| Node { value: Value::Text(text.to_owned()), range: range.clone() };
    let mut rest = groups;
    let mut divisions = Vec::new();
    for (kind, node) in
        tabs.into_iter().map(|tab| ("tab", tab)).chain(anchors.into_iter().map(|one| ("anchor", one)))
    {
        let (Some(name), Some(url)) =
            (node.at(&["name"]).and_then(Node::text), node.at(&["url"]).and_then(Node::text))
        else {
            continue;
        };
        let mut division = table();
        insert(&mut division, &["tab"], node.range.clone(), text(&name));
        let folder = url.trim_matches('/').to_owned();
        let (own, others): (Vec<Node>, Vec<Node>) = rest.into_iter().partition(|group| {
            !url.contains("://")
                && first_page(group).is_some_and(|page| page.starts_with(&format!("{folder}/")))
        });
        rest = others;
        match own.is_empty() {
            true => insert(&mut division, &["href"], node.range.clone(), text(&url)),
            false => insert(
                &mut division,
                &["groups"],
                node.range.clone(),
                Node { value: Value::List(own), range: range.clone() },
            ),
        }
        divisions.push((kind, division));
    }
    let mut navigation = table();
    let rest = Node { value: Value::List(rest), range: range.clone() };
    if divisions.is_empty() {
        insert(&mut navigation, &["groups"], range.clone(), rest);
        return navigation;
    }
    let mut main = table();
    insert(&mut main, &["tab"], range.clone(), text(first.unwrap_or("Documentation")));
    insert(&mut main, &["groups"], range.clone(), rest);
    let all = std::iter::once(main).chain(divisions.into_iter().map(|(_, division)| division));
    let all = Node { value: Value::List(all.collect()), range: range.clone() };
    insert(&mut navigation, &["tabs"], range.clone(), all);
    navigation
}

/// Returns the first page in a group.
fn first_page(group: &Node) -> Option<String> {
    group.at(&["pages"])?.items().iter().find_map(|page| match &page.value {
        Value::Text(page) => Some(page.trim_start_matches('/').to_owned()),
        _ => first_page(page),
    })
}
