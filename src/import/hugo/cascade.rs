//! The front matter that the config and sections pass on to pages.

use super::config::below;
use super::mounts;
use crate::import::glob::glob;
use crate::source::tree::Node;

/// A page that can receive values.
pub(super) struct Receiver<'r> {
    /// Hugo's name for the kind of page.
    pub kind: &'r str,
    /// The path relative to the content folder.
    pub path: &'r str,
    /// The key of the language.
    pub language: &'r str,
}

/// Returns the values that a page receives from a `cascade` setting, which is a table or a list of tables.
pub(super) fn values<'n>(cascade: &'n Node, page: &Receiver<'_>) -> Vec<(&'n str, &'n Node)> {
    let tables = if cascade.entries().is_some() { std::slice::from_ref(cascade) } else { cascade.items() };
    let is_target = |name: &str| ["target", "_target"].iter().any(|target| name.eq_ignore_ascii_case(target));
    let mut found = Vec::new();
    for table in tables {
        let entries = table.entries().unwrap_or_default();
        let target = entries.iter().find(|(key, _)| is_target(&key.name));
        if target.is_some_and(|(_, target)| !is_met(target, page)) {
            continue;
        }
        let own = entries
            .iter()
            .filter(|(key, _)| !is_target(&key.name) && !key.name.eq_ignore_ascii_case("params"));
        let params = below(table, &["params"]).and_then(Node::entries).unwrap_or_default();
        found.extend(own.chain(params).map(|(key, node)| (key.name.as_str(), node)));
    }
    found
}

/// Whether a page meets all conditions.
fn is_met(target: &Node, page: &Receiver<'_>) -> bool {
    let path = format!("/{}", page.path);
    target.entries().unwrap_or_default().iter().all(|(key, node)| {
        if key.name.eq_ignore_ascii_case("sites") {
            return mounts::keys(target).iter().any(|key| key == page.language);
        }
        let Some(pattern) = node.text() else { return false };
        let Some(pattern) = glob(&pattern.to_lowercase()) else { return false };
        let matches = |value: &str| pattern.is_match(&value.to_lowercase());
        match key.name.to_ascii_lowercase().as_str() {
            "path" => matches(&path) || matches(page.path),
            "lang" => matches(page.language),
            "environment" => matches("production"),
            "kind" => matches(page.kind),
            _ => false,
        }
    })
}
