//! What was highlighted already: in this build, and in the builds before it.
//!
//! The stored form is one run of bytes, read whole and written whole. It may be lost, old or broken: then everything is
//! highlighted anew. Knows nothing of files.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"docgenHL";
/// Names the highlighter that made the entries: changes with the classes, the grammars and the form of the file. The
/// build script makes it from the sources, so that nobody has to remember.
const VERSION: &[u8; 16] =
    env!("DOCGEN_HIGHLIGHTER").as_bytes().first_chunk().expect("the build script writes 16 digits");
/// Magic, version, number of entries, checksum of all that follows.
const HEADER: usize = 8 + 16 + 8 + 8;
/// Key, offset and length.
const ENTRY: usize = 16 + 8 + 8;
const SHARDS: usize = 64;

/// Highlighted code by a hash of language and text. Shared by all threads.
pub struct Cache {
    shards: [Mutex<HashMap<u128, Arc<str>>>; SHARDS],
    /// The stored form of an earlier build; entries are taken from it when they are asked for.
    stored: Stored,
}

#[derive(Default)]
struct Stored {
    text: String,
    entries: HashMap<u128, Range<usize>>,
}

impl Default for Cache {
    fn default() -> Self {
        Cache { shards: std::array::from_fn(|_| Mutex::default()), stored: Stored::default() }
    }
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("stored", &self.stored.entries.len()).finish_non_exhaustive()
    }
}

impl Cache {
    /// Reads the stored form. What is not one, or one of another version, is an empty cache.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Cache { stored: Stored::read(bytes).unwrap_or_default(), ..Cache::default() }
    }

    /// Whether the stored form that this was read from holds what was asked for since, and nothing else.
    pub fn is_stored(&self) -> bool {
        let asked = |shard: &Mutex<HashMap<u128, Arc<str>>>| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            (shard.len(), shard.keys().all(|key| self.stored.entries.contains_key(key)))
        };
        let mut count = 0;
        self.shards.iter().map(asked).all(|(len, known)| {
            count += len;
            known
        }) && count == self.stored.entries.len()
    }

    /// The stored form of what was asked for since this cache was made, in an order that depends on nothing else.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries: Vec<(u128, Arc<str>)> = Vec::new();
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
            for (key, html) in shard.iter() {
                entries.push((*key, html.clone()));
            }
        }
        entries.sort_unstable_by_key(|(key, _)| *key);
        let length: usize = entries.iter().map(|(_, html)| ENTRY + html.len()).sum();
        let mut bytes = Vec::with_capacity(HEADER + length);
        bytes.extend(MAGIC);
        bytes.extend(VERSION);
        bytes.extend((entries.len() as u64).to_le_bytes());
        bytes.extend([0; 8]);
        let mut offset = 0_u64;
        for (key, html) in &entries {
            bytes.extend(key.to_le_bytes());
            bytes.extend(offset.to_le_bytes());
            bytes.extend((html.len() as u64).to_le_bytes());
            offset += html.len() as u64;
        }
        for (_, html) in &entries {
            bytes.extend(html.as_bytes());
        }
        let sum = xxh3_64(&bytes[HEADER..]);
        bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Asks for what a document that is not read again was highlighted with, so that it stays stored.
    pub fn keep(&self, key: u128) {
        if let Some(stored) =
            self.stored.entries.get(&key).and_then(|range| self.stored.text.get(range.clone()))
        {
            self.shard(key).entry(key).or_insert_with(|| stored.into());
        }
    }

    fn shard(&self, key: u128) -> MutexGuard<'_, HashMap<u128, Arc<str>>> {
        self.shards[(key % SHARDS as u128) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The HTML of a code, from here or made now, with its key. Two threads that ask at once may both make it: the same.
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
        let html: Arc<str> =
            match self.stored.entries.get(&key).and_then(|range| self.stored.text.get(range.clone())) {
                Some(stored) => stored.into(),
                None => make().into(),
            };
        (key, self.shard(key).entry(key).or_insert(html).clone())
    }
}

impl Stored {
    fn read(bytes: &[u8]) -> Option<Stored> {
        let number = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        if !bytes.starts_with(MAGIC)
            || bytes.get(8..24)? != VERSION
            || number(HEADER - 8)? != xxh3_64(bytes.get(HEADER..)?)
        {
            return None;
        }
        let count = usize::try_from(number(24)?).ok()?;
        let texts = count.checked_mul(ENTRY)?.checked_add(HEADER)?;
        let text = std::str::from_utf8(bytes.get(texts..)?).ok()?.to_owned();
        let mut entries = HashMap::with_capacity(count);
        for at in (HEADER..texts).step_by(ENTRY) {
            let key = u128::from_le_bytes(bytes.get(at..at + 16)?.try_into().ok()?);
            let start = usize::try_from(number(at + 16)?).ok()?;
            let end = start.checked_add(usize::try_from(number(at + 24)?).ok()?)?;
            text.get(start..end)?;
            entries.insert(key, start..end);
        }
        Some(Stored { text, entries })
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
        let bytes = first.to_bytes();
        let second = Cache::from_bytes(&bytes);
        assert_eq!(ask(&second, "b", "é"), ("<b>é".to_owned(), false));
        // What nobody asked for any more is left out, and the order of asking does not matter.
        let third = Cache::from_bytes(&second.to_bytes());
        assert_eq!((ask(&third, "b", "é").1, ask(&third, "a", "é").1), (false, true));
        assert_eq!(third.to_bytes(), bytes);
    }

    #[test]
    fn what_is_kept_stays_stored_without_being_asked_for() {
        let first = Cache::default();
        let (key, _) = first.get_or_insert_with("a", "code", || "<a>code".to_owned());
        ask(&first, "b", "code");
        let second = Cache::from_bytes(&first.to_bytes());
        assert!(!second.is_stored());
        second.keep(key);
        // What an earlier build did not store cannot be kept.
        second.keep(!key);
        let third = Cache::from_bytes(&second.to_bytes());
        assert_eq!((ask(&third, "a", "code").1, ask(&third, "b", "code").1), (false, true));
    }

    #[test]
    fn broken_bytes_are_an_empty_cache() {
        let cache = Cache::default();
        ask(&cache, "a", "code");
        let bytes = cache.to_bytes();
        for length in 0..bytes.len() {
            assert!(ask(&Cache::from_bytes(&bytes[..length]), "a", "code").1);
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            assert_eq!(ask(&Cache::from_bytes(&broken), "a", "code").0, "<a>code");
        }
    }
}
