//! The authors that a site's data files describe.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::Site;
use crate::import::Origin;
use crate::source::tree::{self, Node, Syntax};

/// The names of data files and folders that describe people.
const FILES: [&str; 5] = ["authors", "author", "people", "team", "contributors"];

/// The keys that contain an author's name, picture, website, and role, with docgen's names for the keys.
const KEYS: [(&str, &[&str]); 4] = [
    ("name", &["name", "display_name", "displayname"]),
    ("image", &["image", "avatar", "photo", "picture", "image_url"]),
    ("url", &["url", "website", "homepage", "link"]),
    ("title", &["role", "job", "position", "title"]),
];

/// Returns the people in a site's data files, by key: a file contains one person, or a table for each person.
pub(super) fn read(origin: &dyn Origin, folder: &str) -> BTreeMap<String, Node> {
    let mut people = BTreeMap::new();
    for path in origin.files() {
        let Some((below, _)) = path.strip_dir(folder).and_then(|below| below.rsplit_once('.')) else {
            continue;
        };
        let (file, own) = below.split_once('/').map_or((below, None), |(file, own)| (file, Some(own)));
        if !FILES.contains(&file.to_ascii_lowercase().as_str()) {
            continue;
        }
        let Some(source) = origin.text(path) else { continue };
        let Ok(root) = tree::parse(Syntax::of(&source), &source.text) else { continue };
        match own {
            Some(key) => _ = people.insert(key.to_owned(), root),
            None => {
                let entries = root.entries().unwrap_or_default().iter();
                people.extend(entries.map(|(key, node)| (key.name.clone(), node.clone())));
            }
        }
    }
    people.retain(|_, person| value(person, KEYS[0].1).is_some());
    people
}

/// Returns the first of these keys' values.
fn value(person: &Node, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| person.at(&[key])?.text()).filter(|text| !text.is_empty())
}

impl Site<'_> {
    /// Returns the author that a key refers to, as in docgen's authors file.
    pub(super) fn person(&self, key: &str) -> Option<Map<String, Json>> {
        self.described(self.people.get(key).or_else(|| self.people.get(&key.to_lowercase()))?)
    }

    /// Returns the author that a table describes, as in docgen's authors file.
    pub(super) fn described(&self, person: &Node) -> Option<Map<String, Json>> {
        value(person, KEYS[0].1)?;
        let known = KEYS.iter().filter_map(|(name, keys)| {
            let text = value(person, keys)?;
            let text = match *name {
                "image" if !text.contains("://") => self.first_file([text.trim_start_matches('/')])?,
                "url" if !text.contains("://") => return None,
                _ => text,
            };
            Some(((*name).to_owned(), text.into()))
        });
        Some(known.collect())
    }
}
