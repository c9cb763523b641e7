//! Files of the index: how terms and the words to spell by become bytes. `theme/src/search/embedded/shard.ts` reads them. How
//! they are packed is [`super::pack`]'s.

/// What files begin with: their kind and the version of their format.
const TERMS: u8 = 0x11;
const WORDS: u8 = 0x21;

/// A place where a term occurs.
#[derive(Clone, Copy)]
pub(super) struct Posting {
    /// The record.
    pub record: u32,
    /// The section in it.
    pub section: u8,
    /// How much the term says about the section, 1 to 31.
    pub level: u8,
}

/// A word in all its forms.
pub(super) struct Term {
    /// How rare it is, 1 to 255.
    pub rarity: u8,
    /// Whether places were left out, because there were too many.
    pub capped: bool,
    /// Where it occurs, in order.
    pub postings: Vec<Posting>,
}

/// A file of terms.
#[derive(Default)]
pub(super) struct Shard {
    /// Every form, sorted, with its term.
    pub forms: Vec<(String, u32)>,
    /// The terms.
    pub terms: Vec<Term>,
}

impl Shard {
    /// The bytes of the file.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = vec![TERMS];
        number(&mut out, self.terms.len());
        write_words(&mut out, self.forms.iter().map(|(form, term)| (form.as_str(), *term)));
        for term in &self.terms {
            out.push(term.rarity);
            number(&mut out, term.postings.len() << 1 | usize::from(term.capped));
        }
        // Like stands by like: that is what packing makes small.
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
        out
    }
}

/// The bytes of a list of words, sorted, each with how common it is (0 to 15).
pub(super) fn encode_words(words: &[(String, u32)]) -> Vec<u8> {
    let mut out = vec![WORDS];
    write_words(&mut out, words.iter().map(|(word, common)| (word.as_str(), *common)));
    out
}

/// Sorted words with a number each: what a word shares with the one before it, how long the rest is and the number, for
/// all of them; then all rests. Lengths are those of UTF-16, in which browsers count.
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

/// Seven bits a byte, the lowest first; the highest bit says that there are more.
pub(super) fn number(out: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The next number, of bytes that [`number`] wrote.
pub(super) fn read_number(bytes: &mut impl Iterator<Item = u8>) -> u32 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = bytes.next().expect("a number is as it was written");
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return value;
        }
        shift += 7;
    }
}
