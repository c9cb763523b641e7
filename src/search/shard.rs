//! The binary format of index files, which contain terms or words for spelling correction.
//! `theme/src/search/embedded/shard.ts` reads them. [`super::pack`] packs them.

/// The first byte of a file, which identifies the file's kind and format version.
const TERMS: u8 = 0x11;
const WORDS: u8 = 0x21;

/// A posting, which is a section that contains a term.
#[derive(Clone, Copy)]
pub(super) struct Posting {
    /// The record number.
    pub record: u32,
    /// The section number.
    pub section: u8,
    /// The lowest five bits are the term's weight in the section, from 1 to 31. If the term is in the name of the
    /// section, the other bits contain the share of the name that the term makes up: 1 for the whole name, 2 for half
    /// of it, and so on, up to 7.
    pub level: u8,
}

impl Posting {
    /// Whether the term is in the title of the page.
    pub(super) fn is_in_title(self) -> bool {
        self.section == 0 && self.level >> LEVEL_BITS > 0
    }

    /// Returns a key that sorts postings by the share of the name that the term makes up, and then by weight.
    pub(super) fn likeness(self) -> (u8, u8) {
        (self.level >> LEVEL_BITS, LEVEL - (self.level & LEVEL))
    }
}

/// The bits of [`Posting::level`] that contain the weight.
pub(super) const LEVEL: u8 = 0x1f;

/// The number of these bits.
pub(super) const LEVEL_BITS: u32 = 5;

/// A term with its forms.
pub(super) struct Term {
    /// The rarity, from 1 to 255.
    pub rarity: u8,
    /// Whether excess postings were dropped.
    pub capped: bool,
    /// The postings, in order.
    pub postings: Vec<Posting>,
}

/// A term file.
#[derive(Default)]
pub(super) struct Shard {
    /// The sorted forms, each with the index of its term.
    pub forms: Vec<(String, u32)>,
    /// The terms.
    pub terms: Vec<Term>,
    /// The records whose names are in the file, in order, and the names as JSON.
    pub names: Vec<(u32, String)>,
}

impl Shard {
    /// Encodes the file.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = vec![TERMS];
        number(&mut out, self.terms.len());
        write_words(&mut out, self.forms.iter().map(|(form, term)| (form.as_str(), *term)));
        for term in &self.terms {
            out.push(term.rarity);
            number(&mut out, term.postings.len() << 1 | usize::from(term.capped));
        }
        // Similar values are next to each other, because this order compresses best.
        for term in &self.terms {
            let mut last = 0;
            for posting in &term.postings {
                number(&mut out, (posting.record + 1 - last) as usize);
                last = posting.record + 1;
            }
        }
        let postings = || self.terms.iter().flat_map(|term| &term.postings);
        out.extend(postings().map(|posting| posting.section));
        out.extend(postings().map(|posting| posting.level));
        if !self.names.is_empty() {
            number(&mut out, self.names.len());
            let mut last = 0;
            for (record, _) in &self.names {
                number(&mut out, (record + 1 - last) as usize);
                last = record + 1;
            }
            let names: Vec<&str> = self.names.iter().map(|(_, name)| name.as_str()).collect();
            out.extend_from_slice(format!("[{}]", names.join(",")).as_bytes());
        }
        out
    }
}

/// Encodes a sorted list of words, each with its frequency (from 0 to 15).
pub(super) fn encode_words(words: &[(String, u32)]) -> Vec<u8> {
    let mut out = vec![WORDS];
    write_words(&mut out, words.iter().map(|(word, common)| (word.as_str(), *common)));
    out
}

/// Encodes sorted words, each with a number. The encoding starts with three values for each word: the length of the
/// prefix that the word shares with the previous word, the length of the remainder, and the number. The remainders
/// follow. Lengths are in UTF-16 code units, as in JavaScript strings.
fn write_words<'a>(out: &mut Vec<u8>, words: impl Iterator<Item = (&'a str, u32)> + Clone) {
    number(out, words.clone().count());
    let (mut last, mut rests) = ("", String::new());
    for (word, value) in words {
        let alike = last.chars().zip(word.chars()).take_while(|(a, b)| a == b);
        let (mut bytes, mut units) = (0, 0);
        for (c, _) in alike {
            (bytes, units) = (bytes + c.len_utf8(), units + c.len_utf16());
        }
        number(out, units);
        number(out, word[bytes..].encode_utf16().count());
        number(out, value as usize);
        rests.push_str(&word[bytes..]);
        last = word;
    }
    number(out, rests.len());
    out.extend_from_slice(rests.as_bytes());
}

/// Encodes a number with seven bits in each byte, starting with the lowest bits. If the highest bit is set, more bytes
/// follow.
pub(super) fn number(out: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads the next number that [`number`] wrote.
pub(super) fn read_number(bytes: &mut impl Iterator<Item = u8>) -> u32 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes.next().expect("an encoded number is complete");
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
        shift += 7;
    }
}
