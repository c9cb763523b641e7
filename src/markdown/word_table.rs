//! A table of words, each with a byte. The compiler builds the table, and lookups don't allocate memory.

/// A table of words, each with a byte.
pub(super) struct WordTable {
    slots: [(&'static str, u8); SLOTS],
}

const SLOTS: usize = 1024;

impl WordTable {
    /// Builds the table from lists of space-separated words. A word that's in several lists has the combined bits of
    /// these lists.
    pub(super) const fn new(lists: &[(u8, &'static str)]) -> Self {
        let mut slots = [("", 0); SLOTS];
        let mut count = 0;
        let mut list = 0;
        while list < lists.len() {
            let (byte, mut rest) = lists[list];
            while !rest.is_empty() {
                let mut end = 0;
                while end < rest.len() && rest.as_bytes()[end] != b' ' {
                    end += 1;
                }
                let (word, behind) = rest.split_at(end);
                let mut slot = slot(word.as_bytes());
                while !slots[slot].0.is_empty() && !equal(slots[slot].0, word) {
                    slot = (slot + 1) % SLOTS;
                }
                slots[slot] = (word, slots[slot].1 | byte);
                count += 1;
                rest = if behind.is_empty() { behind } else { behind.split_at(1).1 };
            }
            list += 1;
        }
        assert!(count < SLOTS / 2, "fewer than half of the slots are used, so probes stay short");
        WordTable { slots }
    }

    /// If a word is in the table, returns the word's byte.
    #[inline]
    pub(super) fn get(&self, word: &str) -> Option<u8> {
        if word.is_empty() {
            return None;
        }
        let mut slot = slot(word.as_bytes());
        loop {
            match self.slots[slot] {
                ("", _) => return None,
                (known, byte) if known == word => return Some(byte),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

/// Returns the first slot to try for a word, based on the word's length and three of its letters.
const fn slot(word: &[u8]) -> usize {
    let length = word.len();
    let (first, middle, last) = (word[0] as usize, word[length / 2] as usize, word[length - 1] as usize);
    (first * 7 + middle * 61 + last * 151 + length * 37) % SLOTS
}

/// Whether two words are equal, in a `const` context.
const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
