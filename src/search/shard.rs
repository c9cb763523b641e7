//! Files of the index: how terms, the words to spell by and texts become bytes, and bytes these again.
//!
//! Whatever the bytes are, decoding ends, allocates no more than they warrant, and gives an error where they make no
//! sense. How they are packed is [`super::pack`]'s.

/// What is wrong with a file of the index.
#[derive(Debug, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the search index is damaged: {}", self.0)
    }
}

impl std::error::Error for Damaged {}

/// What files begin with: their kind and the version of their format.
const TERMS: u8 = 0x11;
const WORDS: u8 = 0x21;

/// How long a word may be, in units of UTF-16.
const LONGEST: usize = 100;

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

    /// Reads the bytes of a file.
    pub(super) fn decode(bytes: &[u8]) -> Result<Shard, Damaged> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.byte()? != TERMS {
            return Err(Damaged("a file of terms is none"));
        }
        let terms = reader.count()?;
        let mut shard = Shard { forms: reader.words()?, terms: Vec::new() };
        if shard.forms.iter().any(|(_, term)| *term as usize >= terms) {
            return Err(Damaged("a word leads nowhere"));
        }
        let mut lengths = Vec::new();
        for _ in 0..terms {
            let rarity = reader.byte()?;
            let length = reader.number()?;
            shard.terms.push(Term { rarity, capped: length & 1 == 1, postings: Vec::new() });
            lengths.push(length >> 1);
        }
        for (term, length) in shard.terms.iter_mut().zip(&lengths) {
            let mut record = 0_u32;
            for _ in 0..*length {
                record = record
                    .checked_add(reader.number()?)
                    .filter(|record| *record > 0)
                    .ok_or(Damaged("a place is out of range"))?;
                term.postings.push(Posting { record: record - 1, section: 0, level: 0 });
            }
        }
        for posting in shard.terms.iter_mut().flat_map(|term| &mut term.postings) {
            posting.section = reader.byte()?;
        }
        for posting in shard.terms.iter_mut().flat_map(|term| &mut term.postings) {
            posting.level = reader.byte()?;
        }
        reader.end()?;
        Ok(shard)
    }
}

/// The bytes of a list of words, sorted, each with how common it is (0 to 15).
pub(super) fn encode_words(words: &[(String, u32)]) -> Vec<u8> {
    let mut out = vec![WORDS];
    write_words(&mut out, words.iter().map(|(word, common)| (word.as_str(), *common)));
    out
}

/// Reads the bytes of a list of words.
pub(super) fn decode_words(bytes: &[u8]) -> Result<Vec<(String, u32)>, Damaged> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.byte()? != WORDS {
        return Err(Damaged("a list of words is none"));
    }
    let words = reader.words()?;
    reader.end()?;
    Ok(words)
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

/// Reads the bytes of a file from a place on.
pub(super) struct Reader<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl Reader<'_> {
    pub(super) fn byte(&mut self) -> Result<u8, Damaged> {
        let byte = self.bytes.get(self.at).ok_or(Damaged("a file is cut short"))?;
        self.at += 1;
        Ok(*byte)
    }

    pub(super) fn number(&mut self) -> Result<u32, Damaged> {
        let mut value = 0_u32;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Damaged("a number is too large"))
    }

    /// A number of things that each take a byte at least.
    fn count(&mut self) -> Result<usize, Damaged> {
        let count = self.number()? as usize;
        if count > self.bytes.len() { Err(Damaged("a number is too large")) } else { Ok(count) }
    }

    fn words(&mut self) -> Result<Vec<(String, u32)>, Damaged> {
        let mut lengths = Vec::new();
        for _ in 0..self.count()? {
            lengths.push((self.number()? as usize, self.number()? as usize, self.number()?));
        }
        let length = self.number()? as usize;
        let rests = self.bytes.get(self.at..self.at.saturating_add(length));
        let rests = rests.ok_or(Damaged("a file is cut short"))?;
        self.at += length;
        let mut rests = std::str::from_utf8(rests).map_err(|_| Damaged("a word is none"))?;
        let mut words: Vec<(String, u32)> = Vec::with_capacity(lengths.len());
        for (shared, length, value) in lengths {
            let last = words.last().map_or("", |(word, _)| word);
            let (head, tail) = (cut(last, shared), cut(rests, length));
            let (Some(head), Some(tail)) = (head, tail) else { return Err(Damaged("a word is none")) };
            if shared + length > LONGEST {
                return Err(Damaged("a word is too long"));
            }
            rests = &rests[tail.len()..];
            words.push((format!("{head}{tail}"), value));
        }
        if rests.is_empty() { Ok(words) } else { Err(Damaged("there are more words than their number")) }
    }

    fn end(&self) -> Result<(), Damaged> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(Damaged("a file goes on after its end")) }
    }
}

/// The first so many units of UTF-16 of a text.
fn cut(text: &str, units: usize) -> Option<&str> {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left == 0 {
            return Some(&text[..at]);
        }
        left = left.checked_sub(c.len_utf16())?;
    }
    (left == 0).then_some(text)
}
