//! The translated texts of a Hugo site, which templates show with `i18n`.

use std::collections::BTreeMap;

use super::template;
use crate::import::Origin;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node, Value};

/// Texts by language and by key.
pub(super) type Texts = BTreeMap<(String, String), String>;

/// Reads the texts of a site, of the themes and modules in the site's repository, and of packages. A site's own text comes
/// before a theme's. `mounted` contains the packages' files.
pub(super) fn read(origin: &dyn Origin, mounted: &[Source]) -> Texts {
    let mut texts = Texts::new();
    let name = |path: &'_ SourcePath| template::below(path.as_str(), &["i18n/"]).map(str::to_owned);
    let mut files: Vec<_> = origin.files().iter().collect();
    files.sort_by_key(|path| !path.as_str().starts_with("i18n/"));
    let own = files.into_iter().filter_map(|path| Some((name(path)?, origin.text(path)?)));
    let others = mounted.iter().filter_map(|source| Some((name(&source.path)?, source.clone())));
    for (name, source) in own.chain(others) {
        // The files can be in folders.
        let name = name.rsplit('/').next().unwrap_or(&name);
        let Some((language, "toml" | "yaml" | "yml" | "json")) = name.rsplit_once('.') else { continue };
        let Some(root) = tree::of_other_program(&source) else { continue };
        let mut add = |key: String, text: Option<String>| {
            if let Some(text) = text {
                texts.entry((language.to_ascii_lowercase(), key)).or_insert(text);
            }
        };
        for (key, node) in root.entries().unwrap_or_default() {
            add(key.name.clone(), text_of(node));
        }
        // In older sites, each text is an item of a list.
        for item in root.items() {
            if let Some(key) = item.at(&["id"]).and_then(Node::text) {
                add(key, item.at(&["translation"]).and_then(text_of));
            }
        }
    }
    texts
}

/// Returns a text that can have plural forms.
fn text_of(node: &Node) -> Option<String> {
    match &node.value {
        Value::Table(_) => node.at(&["other"]).or_else(|| node.at(&["one"])).and_then(Node::text),
        _ => node.text(),
    }
}
