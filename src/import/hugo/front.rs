//! The front matter of a Hugo page.

use std::collections::{BTreeMap, BTreeSet};

use parking_lot::Mutex;
use serde_json::Value as Json;

use super::config::{below, flag, json};
use crate::import::front_matter::{self, Entry};
use crate::source::Source;
use crate::source::tree::{Fault, Node, Value};

/// The keys that determine whether a page is part of the site.
const BUILDS: [&str; 2] = ["build", "_build"];

/// The front matter tables that contain theme keys in Hugo or Zola.
const TABLES: [&str; 3] = ["params", "extra", "taxonomies"];

/// A page's front matter. Key names are case-insensitive.
#[derive(Default)]
pub(super) struct Front {
    pub entries: Vec<Entry>,
    /// The offset of the text after the front matter.
    pub end: usize,
    /// The problems with the syntax.
    pub faults: Vec<Fault>,
    /// The source text of TOML dates, by key.
    dates: Vec<(String, String)>,
    /// The values from sections and the config, by lowercase key.
    received: BTreeMap<String, Node>,
    /// The keys that were read, in lowercase.
    read: Mutex<BTreeSet<String>>,
}

impl Front {
    pub(super) fn read(source: &Source) -> Self {
        // Blank lines can precede the front matter.
        let bare = source.text.trim_start_matches([' ', '\t', '\r', '\n']);
        let skipped = source.text.len() - bare.len();
        let mut read = match skipped {
            0 => front_matter::read(source),
            _ => front_matter::read(&Source::new(source.path.clone(), bare)),
        };
        if skipped > 0 && read.end > 0 {
            read.end += skipped;
            for entry in &mut read.entries {
                entry.key = entry.key.start + skipped..entry.key.end + skipped;
                entry.value = entry.value.start + skipped..entry.value.end + skipped;
            }
            for fault in &mut read.faults {
                fault.range = fault.range.start + skipped..fault.range.end + skipped;
            }
        }
        let is_date = |entry: &&Entry| matches!(entry.node.value, Value::Date);
        let date =
            |entry: &Entry| (entry.name.to_ascii_lowercase(), source.text[entry.value.clone()].to_owned());
        let dates = read.entries.iter().filter(is_date).map(date).collect();
        let (entries, end, faults) = (read.entries, read.end, read.faults);
        Front { entries, end, faults, dates, received: BTreeMap::new(), read: Mutex::default() }
    }

    /// Returns the value of a key at the top level, in one of the [`TABLES`], or from a section.
    pub(super) fn at(&self, key: &str) -> Option<&Node> {
        self.mark_as_read(key);
        self.own(key).or_else(|| self.received.get(&key.to_ascii_lowercase()))
    }

    /// Adds a value from a section or the config, unless there is one already.
    pub(super) fn receive(&mut self, key: &str, value: &Node) {
        if self.own(key).is_none() {
            self.received.entry(key.to_ascii_lowercase()).or_insert_with(|| value.clone());
        }
    }

    fn own(&self, key: &str) -> Option<&Node> {
        let own =
            self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(key)).map(|entry| &entry.node);
        own.or_else(|| {
            let tables = self
                .entries
                .iter()
                .filter(|entry| TABLES.contains(&entry.name.to_ascii_lowercase().as_str()));
            tables.map(|table| &table.node).find_map(|node| below(node, &[key]))
        })
    }

    /// Records that a key was read.
    pub(super) fn mark_as_read(&self, key: &str) {
        if !self.entries.is_empty() {
            self.read.lock().insert(key.to_ascii_lowercase());
        }
    }

    /// Returns the keys that were read, in lowercase.
    pub(super) fn read_keys(&self) -> BTreeSet<String> {
        self.read.lock().clone()
    }

    /// Returns all keys with their locations, including the keys in the [`TABLES`].
    pub(super) fn keys(&self) -> Vec<(String, std::ops::Range<usize>)> {
        let mut keys = Vec::new();
        for Entry { name, key, node, .. } in &self.entries {
            match node.entries().filter(|_| TABLES.contains(&name.to_ascii_lowercase().as_str())) {
                Some(own) => keys.extend(own.iter().map(|(key, _)| (key.name.clone(), key.range.clone()))),
                None => keys.push((name.clone(), key.clone())),
            }
        }
        keys
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.at(key).and_then(Node::text).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        self.at(key).and_then(flag)
    }

    /// Returns a date in the format `2026-01-31`.
    pub(super) fn date(&self, key: &str) -> Option<String> {
        self.mark_as_read(key);
        let own = self.dates.iter().find(|(name, _)| name == key).map(|(_, date)| date.clone());
        let date = own.or_else(|| self.text(key))?;
        let day: String = date.chars().take(10).collect();
        let is_date = day.len() == 10
            && day
                .bytes()
                .enumerate()
                .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() });
        is_date.then_some(day)
    }

    /// Returns the strings in a list.
    pub(super) fn list(&self, key: &str) -> Vec<String> {
        self.at(key).map_or_else(Vec::new, super::config::texts)
    }

    /// Returns the weight. If the weight is 0, which is the default, returns `None`.
    pub(super) fn weight(&self) -> Option<f64> {
        self.text("weight")?.parse().ok().filter(|weight| *weight != 0.0)
    }

    /// Returns all values as JSON, with lowercase keys.
    pub(super) fn json(&self) -> Json {
        let received = self.received.iter().map(|(key, node)| (key.clone(), json(node)));
        let own = self.entries.iter().map(|entry| (entry.name.to_ascii_lowercase(), json(&entry.node)));
        received.chain(own).collect::<serde_json::Map<_, _>>().into()
    }

    /// Returns a setting that controls how the page is built.
    fn build(&self, key: &str) -> Option<String> {
        let node = BUILDS.iter().find_map(|name| below(self.at(name)?, &[key]))?;
        flag(node).map(|is_true| is_true.to_string()).or_else(|| node.text())
    }

    /// Whether the page isn't part of the site.
    pub(super) fn is_unrendered(&self) -> bool {
        matches!(self.build("render").as_deref(), Some("never" | "false" | "link"))
            || self.flag("headless") == Some(true)
            || self.is_data()
            || self.flag("render") == Some(false)
    }

    /// Whether a template writes data instead of a page, such as a search index.
    fn is_data(&self) -> bool {
        let url = self.text("url").unwrap_or_default();
        [".json", ".xml", ".txt", ".csv", ".js"].iter().any(|end| url.ends_with(end))
    }

    /// Whether page lists leave out the page.
    pub(super) fn is_unlisted(&self) -> bool {
        matches!(self.build("list").as_deref(), Some("never" | "false"))
    }
}
