//! The cache of highlighted code, within this build and between builds. This module doesn't access files.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use xxhash_rust::xxh3::Xxh3;

/// The version of the highlighter that created the entries. The version changes when the classes or grammars change.
/// The build script computes the version from the sources.
pub(crate) const VERSION: &str = env!("DOCGEN_HIGHLIGHTER");
const SHARDS: usize = 64;

/// The stored highlighted code from an earlier build, keyed by a hash of the language and the text.
pub type Stored = BTreeMap<u128, Arc<str>>;

/// Highlighted code, keyed by a hash of the language and the text. All threads share the cache.
pub struct Cache {
    shards: [Mutex<HashMap<u128, Arc<str>>>; SHARDS],
    /// The entries from an earlier build, which are used on demand.
    stored: Stored,
}

impl Default for Cache {
    fn default() -> Self {
        Cache::from_stored(Stored::new())
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("stored", &self.stored.len()).finish_non_exhaustive()
    }
}

impl Cache {
    /// Creates a cache with the entries from an earlier build.
    pub fn from_stored(stored: Stored) -> Self {
        Cache { shards: std::array::from_fn(|_| Mutex::default()), stored }
    }

    /// Returns the entries that were requested since this cache was created. If exactly these entries are already
    /// stored, returns `None`.
    pub fn to_store(&self) -> Option<Stored> {
        let mut asked = Stored::new();
        for shard in &self.shards {
            asked.extend(shard.lock().iter().map(|(key, html)| (*key, html.clone())));
        }
        (!asked.keys().eq(self.stored.keys())).then_some(asked)
    }

    /// Keeps the stored code for a document that isn't parsed again.
    pub fn keep(&self, key: u128) {
        if let Some(stored) = self.stored.get(&key) {
            self.shard(key).entry(key).or_insert_with(|| stored.clone());
        }
    }

    fn shard(&self, key: u128) -> MutexGuard<'_, HashMap<u128, Arc<str>>> {
        self.shards[(key % SHARDS as u128) as usize].lock()
    }

    /// Returns the highlighted code and its key. If the cache doesn't contain the code, highlights it. If two threads
    /// request the same code at the same time, both might highlight it.
    pub(super) fn get_or_insert_with(
        &self,
        language: &str,
        code: &str,
        make: impl FnOnce() -> String,
    ) -> (u128, Arc<str>) {
        let mut hasher = Xxh3::new();
        hasher.update(language.as_bytes());
        hasher.update(&[0]);
        hasher.update(code.as_bytes());
        let key = hasher.digest128();
        if let Some(html) = self.shard(key).get(&key) {
            return (key, html.clone());
        }
        let html = self.stored.get(&key).cloned().unwrap_or_else(|| make().into());
        (key, self.shard(key).entry(key).or_insert(html).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(cache: &Cache, language: &str, code: &str) -> (String, bool) {
        let mut made = false;
        let (_, html) = cache.get_or_insert_with(language, code, || {
            made = true;
            format!("<{language}>{code}")
        });
        (html.to_string(), made)
    }

    #[test]
    fn what_was_asked_for_is_stored_and_found_again() {
        let first = Cache::default();
        assert_eq!(ask(&first, "a", "é"), ("<a>é".to_owned(), true));
        assert_eq!(ask(&first, "a", "é"), ("<a>é".to_owned(), false));
        assert_eq!(ask(&first, "b", "é"), ("<b>é".to_owned(), true));
        let stored = first.to_store().expect("nothing is stored yet");
        let second = Cache::from_stored(stored.clone());
        assert_eq!(ask(&second, "b", "é"), ("<b>é".to_owned(), false));
        // Unrequested entries are dropped, and the order of requests doesn't matter.
        let third = Cache::from_stored(second.to_store().expect("less is to be stored"));
        assert_eq!((ask(&third, "b", "é").1, ask(&third, "a", "é").1), (false, true));
        assert_eq!(third.to_store(), Some(stored));
    }

    #[test]
    fn what_is_kept_stays_stored_without_being_asked_for() {
        let first = Cache::default();
        let (key, _) = first.get_or_insert_with("a", "code", || "<a>code".to_owned());
        ask(&first, "b", "code");
        let second = Cache::from_stored(first.to_store().expect("nothing is stored yet"));
        second.keep(key);
        // If an earlier build didn't store an entry, the entry can't be kept.
        second.keep(!key);
        let third = Cache::from_stored(second.to_store().expect("less is to be stored"));
        third.keep(key);
        assert_eq!(third.to_store(), None, "it is stored");
        assert_eq!((ask(&third, "a", "code").1, ask(&third, "b", "code").1), (false, true));
    }
}
