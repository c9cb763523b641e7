//! [`UniqueNames`]: names that can be used only once, such as IDs and slugs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use xxhash_rust::xxh3::xxh3_64;

/// A set of taken names, which makes a new name unique by adding a number if the name is already taken.
pub(crate) struct UniqueNames {
    /// The first number to use.
    first: u32,
    /// The next number to try for each taken name, by a hash of the name.
    next: HashMap<u64, u32>,
}

impl UniqueNames {
    /// Creates an instance without taken names. Numbers start at `first`.
    pub(crate) fn numbered_from(first: u32) -> Self {
        UniqueNames { first, next: HashMap::new() }
    }

    /// Takes a name. Returns whether the name was available.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        let entry = self.next.entry(xxh3_64(name.as_bytes()));
        let is_free = matches!(entry, Entry::Vacant(_));
        entry.or_insert(self.first);
        is_free
    }

    /// Takes and returns a name. If the name is already taken, instead takes and returns the result of `numbered` for
    /// the name and the first number that makes it unique.
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
