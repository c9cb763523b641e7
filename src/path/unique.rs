//! [`UniqueNames`]: names of which none is given twice, as ids and slugs are.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use xxhash_rust::xxh3::xxh3_64;

/// Names of which none is given twice: one that is taken gets a number.
pub(crate) struct UniqueNames {
    /// The first number.
    first: u32,
    /// By the hash of each name that is taken: the number that the next one like it is tried with.
    next: HashMap<u64, u32>,
}

impl UniqueNames {
    /// Takes the first number; no name is taken yet.
    pub(crate) fn numbered_from(first: u32) -> Self {
        UniqueNames { first, next: HashMap::new() }
    }

    /// Takes a name. Whether it was free.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        let entry = self.next.entry(xxh3_64(name.as_bytes()));
        let is_free = matches!(entry, Entry::Vacant(_));
        entry.or_insert(self.first);
        is_free
    }

    /// Takes a name or, where it is not free, what `numbered` makes of it and of the first number that is.
    pub(crate) fn give(&mut self, name: String, numbered: impl Fn(&str, u32) -> String) -> String {
        if self.take(&name) {
            return name;
        }
        let key = xxh3_64(name.as_bytes());
        let mut number = self.next[&key];
        loop {
            let other = numbered(&name, number);
            number += 1;
            if self.take(&other) {
                self.next.insert(key, number);
                return other;
            }
        }
    }
}
