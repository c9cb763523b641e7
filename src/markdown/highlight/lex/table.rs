//! The words of a language and their classes: a table that the compiler builds, looked up without an allocation.

/// Words that the lexer of a language knows, each with its class.
pub(super) struct Table {
    slots: [(&'static str, u8); SLOTS],
}

const SLOTS: usize = 1024;

impl Table {
    /// Builds the table from lists of words with a space between two, each of one class. Where a word is in two lists, the
    /// first counts.
    pub(super) const fn new(lists: &[(u8, &'static str)]) -> Self {
        let mut slots = [("", 0); SLOTS];
        let mut count = 0;
        let mut list = 0;
        while list < lists.len() {
            let (class, mut rest) = lists[list];
            while !rest.is_empty() {
                let mut end = 0;
                while end < rest.len() && rest.as_bytes()[end] != b' ' {
                    end += 1;
                }
                let (word, behind) = rest.split_at(end);
                let mut slot = slot(word.as_bytes());
                while !slots[slot].0.is_empty() {
                    slot = (slot + 1) % SLOTS;
                }
                slots[slot] = (word, class);
                count += 1;
                rest = if behind.is_empty() { behind } else { behind.split_at(1).1 };
            }
            list += 1;
        }
        assert!(count < SLOTS / 2, "a table that is half empty has short ways");
        Table { slots }
    }

    /// The class of a word, if it is in the table.
    #[inline]
    pub(super) fn get(&self, word: &str) -> Option<u8> {
        if word.is_empty() {
            return None;
        }
        let mut slot = slot(word.as_bytes());
        loop {
            match self.slots[slot] {
                ("", _) => return None,
                (known, class) if known == word => return Some(class),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

/// Where a word is looked for first: by its length and three of its letters.
const fn slot(word: &[u8]) -> usize {
    let length = word.len();
    let (first, middle, last) = (word[0] as usize, word[length / 2] as usize, word[length - 1] as usize);
    (first * 7 + middle * 61 + last * 151 + length * 37) % SLOTS
}
