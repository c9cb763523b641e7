//! The navigation of the `literate-nav` plugin: a Markdown list in each folder, by default in `SUMMARY.md`.

use super::MkDocs;
use crate::import::lines::indent_of;
use crate::path::SourcePath;
use crate::source::tree::{Key, Node, Value};

/// The plugin.
pub(super) const PLUGIN: &str = "literate-nav";

/// The maximum nesting depth of lists.
const DEEPEST: usize = 20;

impl MkDocs<'_> {
    /// Returns the name of the files with the navigation, if the site has the plugin.
    pub(super) fn navigation_file(&self) -> Option<String> {
        let (_, _, options) = self.plugins().into_iter().find(|(name, ..)| *name == PLUGIN)?;
        let own = options.and_then(|options| options.at(&["nav_file"])).and_then(Node::text);
        Some(own.unwrap_or_else(|| "SUMMARY.md".to_owned()))
    }

    /// Returns a folder's navigation as the table that `.nav.yml` would contain.
    pub(super) fn literate_navigation(&self, folder: &str) -> Option<Node> {
        let path = SourcePath::new(format!("{}/{folder}/{}", self.docs, self.navigation_file()?));
        let text = self.origin.text(&path)?.text;
        let items: Vec<(usize, &str)> = text.lines().filter_map(item).collect();
        let nodes = list(&items, &mut 0, 0);
        (!nodes.is_empty()).then(|| table("nav", Value::List(nodes)))
    }
}

fn node(value: Value) -> Node {
    Node { value, range: 0..0 }
}

fn table(key: &str, value: Value) -> Node {
    node(Value::Table(vec![(Key { name: key.to_owned(), range: 0..0 }, node(value))]))
}

/// Returns the indentation and the text of a list item.
fn item(line: &str) -> Option<(usize, &str)> {
    let bare = line.trim();
    let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < bare.len();
    let rest = match is_numbered {
        true => number.strip_prefix(". ")?,
        false => ["- ", "* ", "+ "].iter().find_map(|mark| bare.strip_prefix(mark))?,
    };
    Some((indent_of(line), rest.trim()))
}

/// Returns the items of a list, starting with the item at `at`.
fn list(items: &[(usize, &str)], at: &mut usize, depth: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    let Some(&(indent, _)) = items.get(*at) else { return nodes };
    while let Some(&(own, text)) = items.get(*at).filter(|(own, _)| *own >= indent) {
        *at += 1;
        let mut inside = match items.get(*at) {
            Some((next, _)) if *next > own && depth < DEEPEST => list(items, at, depth + 1),
            _ => Vec::new(),
        };
        let link = text.strip_prefix('[').and_then(|rest| {
            let (title, target) = rest.split_once("](")?;
            let target = target.strip_suffix(')')?;
            Some((title, target.split([' ', '"']).next().unwrap_or(target)))
        });
        nodes.push(match link {
            Some((title, target)) if inside.is_empty() => table(title, Value::Text(target.to_owned())),
            Some((title, target)) => {
                inside.insert(0, node(Value::Text(target.to_owned())));
                table(title, Value::List(inside))
            }
            None if inside.is_empty() => node(Value::Text(text.to_owned())),
            None => table(text, Value::List(inside)),
        });
    }
    nodes
}
