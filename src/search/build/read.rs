//! Reads pages into batches, which are the parts of an index that tasks build independently.
//!
//! A site with 10,000 pages contains millions of words. Therefore, looking up a known word doesn't copy the word, a
//! posting takes about three bytes, and text is packed as soon as a file is full.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pagefind_stem::Stemmer;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::super::pack::Packer;
use super::super::record::{self, Input, Record, Section, lines};
use super::super::shard::{LEVEL_BITS, Posting, number, read_number};
use super::super::token::Tokenizer;
use super::layout::{BLOCK, Layout, Names};
use crate::cldr::is_dense;
use crate::path::slugify;

/// For each kind of text, the weight of a word that occurs once in text of the usual length.
const TITLE: f32 = 11.0;
const HEADING: f32 = 6.0;
const VERBS: f32 = 9.0;
const NAMES: f32 = 4.0;
const PATH: f32 = 7.0;
const FOLDER: f32 = 1.0;
/// A name in the first column of a table, or a heading above the section.
const ENTRY: f32 = 3.0;
const PARENT: f32 = 1.5;
const TEXT: f32 = 1.0;
const CODE: f32 = 0.5;

/// The maximum divisor for weights in very long text.
const LONGEST: f32 = 3.0;

/// The maximum weight of a word that's repeated in the same text. This weight is less than the weight of a single
/// occurrence in a title.
const MOST: f32 = 5.0;

/// The kind of text.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The title or heading of the section.
    Named,
    /// The last part of the URL, which is also a name of the page.
    Url,
    /// Other names of the page.
    Other,
    /// A name in a list of names, such as the first column of a table. A word counts once, regardless of the number of
    /// names that contain it.
    Entry,
    /// Text or code.
    Text,
}

/// The weight that corresponds to half of the maximum level for a term in a section.
const SATURATION: f32 = 3.0;

/// The result of a task.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Batch {
    /// The stem of each term.
    pub stems: Texts,
    /// The text of each form, in no particular order.
    pub forms: Texts,
    /// For each form, twice the index of the form's term. If the form appears in a title or heading, 1 is added.
    pub terms: Vec<u32>,
    /// The postings of each term.
    pub places: Places,
    /// The number of records.
    pub records: usize,
    /// The number of assigned record numbers, including unused numbers at the end of blocks.
    pub numbers: usize,
    /// The text files, with their numbers.
    pub texts: Vec<(usize, ByteBuf)>,
    /// The names of each record as JSON, by block.
    pub names: Vec<Vec<Box<str>>>,
    /// The size of each card, as in [`size_of`]. If the text files don't contain cards, the list is empty.
    pub sizes: Vec<u8>,
    /// The first record of each section of the site, the name of the section, and the kind of the pages.
    pub groups: Vec<(u32, String, record::Kind)>,
    /// For each block, a hash of its URLs and sections.
    pub structure: Vec<u64>,
    /// The records with a boost.
    pub boosts: Vec<(u32, u16)>,
    /// The records of untranslated pages, as ranges.
    pub copies: Vec<(u32, u32)>,
}

/// Concatenated strings, which take a third of the memory of separate strings.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
    }

    /// Returns the strings in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = *end as usize;
            &self.all[std::mem::replace(&mut start, end)..end]
        })
    }

    fn shrink(&mut self) {
        self.all.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// The postings of each term in a task. Record numbers start at the task's first record.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Places {
    /// For each term, the offset of the postings in the bytes, the number of postings, and the number of records.
    lists: Vec<(u32, u32, u32)>,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

impl Places {
    /// Sorts postings by term. Postings of the same term keep their order.
    fn new(terms: usize, met: &[(u32, Posting)]) -> Self {
        let mut lists = vec![(0, 0, 0); terms];
        for (term, _) in met {
            lists[*term as usize].1 += 1;
        }
        let mut end = 0;
        for (start, count, _) in &mut lists {
            *start = end;
            end += *count;
        }
        let mut sorted = vec![Posting { record: 0, section: 0, level: 0 }; met.len()];
        for (term, posting) in met {
            let next = &mut lists[*term as usize].0;
            sorted[*next as usize] = *posting;
            *next += 1;
        }
        let mut bytes = Vec::with_capacity(met.len() * 3 + met.len() / 8);
        let mut rest = &sorted[..];
        for (start, count, records) in &mut lists {
            *start = bytes.len() as u32;
            let (own, others) = rest.split_at(*count as usize);
            rest = others;
            let mut last = 0;
            for posting in own {
                *records += u32::from(posting.record + 1 != last);
                number(&mut bytes, (posting.record + 1 - last) as usize);
                bytes.extend([posting.section, posting.level]);
                last = posting.record + 1;
            }
        }
        bytes.shrink_to_fit();
        Places { lists, bytes }
    }

    /// Returns the number of postings and the number of records for a term.
    pub(super) fn count(&self, term: u32) -> (usize, usize) {
        let (_, places, records) = self.lists[term as usize];
        (places as usize, records as usize)
    }

    /// Appends a term's postings to earlier postings. `first` is the number of the task's first record.
    pub(super) fn read(&self, term: u32, first: u32, all: &mut Vec<Posting>) {
        let (start, count, _) = self.lists[term as usize];
        let mut bytes = self.bytes[start as usize..].iter().copied();
        let mut last = first;
        all.extend((0..count).map(|_| {
            last += read_number(&mut bytes);
            let mut byte = || bytes.next().expect("packed postings are complete");
            Posting { record: last - 1, section: byte(), level: byte() }
        }));
    }
}

/// A fast hash for words. Nearly every token on a site is looked up, and most tokens are short.
#[derive(Default)]
pub(super) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 ^= xxhash_rust::xxh3::xxh3_64(bytes);
    }

    fn write_u8(&mut self, _: u8) {
        // This byte would mark the end of a string. The marker isn't needed, because a key has only one string.
    }

    fn write_u128(&mut self, word: u128) {
        // As in wyhash, the two halves are multiplied together. The constants are digits of pi.
        let low = (word as u64) ^ 0x243f_6a88_85a3_08d3;
        let high = ((word >> 64) as u64) ^ 0x1319_8a2e_0370_7344;
        let product = u128::from(low) * u128::from(high);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A hash table of words.
pub(super) type ByWord<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// The known forms, each with its index.
#[derive(Default)]
struct Forms {
    /// Forms of up to 15 bytes, which are stored inline so that comparisons don't follow pointers.
    short: ByWord<u128, u32>,
    long: ByWord<Box<str>, u32>,
}

impl Forms {
    /// Returns the key of a short word.
    fn key(word: &str) -> Option<u128> {
        let mut bytes = [0; 16];
        bytes[..15].get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        bytes[15] = word.len() as u8;
        Some(u128::from_le_bytes(bytes))
    }

    fn get(&self, word: &str) -> Option<u32> {
        match Self::key(word) {
            Some(key) => self.short.get(&key).copied(),
            None => self.long.get(word).copied(),
        }
    }

    fn insert(&mut self, word: &str, form: u32) {
        match Self::key(word) {
            Some(key) => self.short.insert(key, form),
            None => self.long.insert(word.into(), form),
        };
    }

    /// Calls a function with each word, in no particular order.
    fn each(self, mut call: impl FnMut(&str, u32)) {
        self.short.into_iter().for_each(|(key, form)| {
            let bytes = key.to_le_bytes();
            let word = std::str::from_utf8(&bytes[..usize::from(bytes[15])]);
            call(word.expect("a key contains a word"), form);
        });
        self.long.into_iter().for_each(|(word, form)| call(&word, form));
    }
}

/// A form of a term.
struct Form {
    term: u32,
    named: bool,
}

/// A term in the section that's being read.
#[derive(Default)]
struct Tally {
    /// The number of occurrences in the current text.
    count: u32,
    /// The number of words in the current name that make up the term.
    span: u8,
    /// The weight in the section, except in lists of names.
    weight: f32,
    /// The highest weight in a list of names.
    entry: f32,
    /// The share of the section's name that the term makes up, as in [`Posting::level`], or 0.
    share: u8,
}

/// The state of reading pages into a batch.
pub(super) struct Reader<'a> {
    stemmer: Option<&'a Stemmer>,
    layout: Layout,
    tokenizer: Tokenizer,
    batch: Batch,
    known: Forms,
    forms: Vec<Form>,
    /// The index of each term, by stem.
    stems: ByWord<Box<str>, u32>,
    tallies: Vec<Tally>,
    /// The terms of the current section.
    touched: Vec<u32>,
    /// The terms of the current text.
    met: Vec<u32>,
    /// The postings so far, with their terms.
    postings: Vec<(u32, Posting)>,
    /// The unpacked text, and the number of records in it.
    open: (Vec<u8>, usize),
    /// The names in the current block.
    block: Vec<Box<str>>,
    /// The offsets of the primary tokens in the current text.
    starts: Vec<usize>,
    packer: Packer,
}

impl<'a> Reader<'a> {
    /// Creates a reader with a stemmer. Text files are packed with `dictionary`.
    pub(super) fn new(stemmer: Option<&'a Stemmer>, layout: Layout, dictionary: &str) -> Self {
        Reader {
            stemmer,
            layout,
            tokenizer: Tokenizer::default(),
            batch: Batch::default(),
            known: Forms::default(),
            forms: Vec::new(),
            stems: ByWord::default(),
            tallies: Vec::new(),
            touched: Vec::new(),
            met: Vec::new(),
            postings: Vec::new(),
            open: Default::default(),
            block: Vec::new(),
            starts: Vec::new(),
            packer: Packer::new(dictionary.as_bytes().into()),
        }
    }

    /// Reads pages into a batch.
    pub(super) fn read(mut self, input: &Input<'_>, pages: &[usize]) -> Batch {
        for block in pages.chunks(BLOCK) {
            let mut structure = xxhash_rust::xxh3::Xxh3::new();
            for page in block {
                for record in record::of_page(input, *page) {
                    structure.update(record.href.as_bytes());
                    for section in &record.sections {
                        structure.update(&[0, section.level]);
                        structure.update(section.anchor.as_bytes());
                    }
                    self.record(&record);
                }
            }
            self.batch.structure.push(structure.digest());
            self.pack();
            self.end_block();
            self.batch.numbers = self.batch.numbers.next_multiple_of(BLOCK);
            if self.layout.names == Names::Cards {
                self.batch.sizes.resize(self.batch.numbers, 0);
            }
        }
        let Reader { mut batch, known, forms, stems, postings, .. } = self;
        batch.places = Places::new(stems.len(), &postings);
        let mut by_number = vec![Box::default(); stems.len()];
        stems.into_iter().for_each(|(stem, term)| by_number[term as usize] = stem);
        by_number.iter().for_each(|stem| batch.stems.push(stem));
        known.each(|text, form| {
            let Form { term, named } = forms[form as usize];
            batch.forms.push(text);
            batch.terms.push(term << 1 | u32::from(named));
        });
        batch.stems.shrink();
        batch.forms.shrink();
        batch.terms.shrink_to_fit();
        batch
    }

    fn record(&mut self, record: &Record) {
        let number = self.batch.numbers as u32;
        // The headings above the current section, by level.
        let mut above: [&str; 7] = [""; 7];
        for (index, section) in record.sections.iter().enumerate() {
            if index == 0 {
                // A later part of a page has the same title, but isn't the start of the page.
                let share = if record.continued { 0.4 } else { 1.0 };
                let kind = if record.continued { Kind::Other } else { Kind::Named };
                self.field(&record.title, TITLE * share, 3.0, kind);
                self.field(&record.verbs, VERBS * share, 3.0, Kind::Other);
                self.field(&record.names, NAMES * share, 12.0, Kind::Other);
                let kind = if record.continued { Kind::Other } else { Kind::Url };
                self.field(&record.path.1, PATH * share, 3.0, kind);
                self.field(&record.path.0, FOLDER * share, 3.0, Kind::Other);
            }
            let kind = if index == 0 && section.level == 1 { Kind::Other } else { Kind::Named };
            self.field(&section.heading, HEADING, 3.0, kind);
            if section.level > 1 && !section.heading.is_empty() {
                let level = usize::from(section.level).min(6);
                above[2..level].iter().for_each(|heading| self.field(heading, PARENT, 3.0, Kind::Other));
                above[level] = &section.heading;
                above[level + 1..].fill("");
            }
            section.entries.lines().for_each(|entry| self.field(entry, ENTRY, 3.0, Kind::Entry));
            if record.kind == record::Kind::Api {
                let (text, hidden) = lines::split(&section.text);
                self.field(&text, TEXT, 80.0, Kind::Text);
                self.field(&(hidden + &section.code), CODE, 80.0, Kind::Text);
            } else {
                self.field(&section.text, TEXT, 80.0, Kind::Text);
                self.field(&section.code, CODE, 80.0, Kind::Text);
            }
            for term in self.touched.drain(..) {
                let Tally { weight, entry, share, .. } = std::mem::take(&mut self.tallies[term as usize]);
                let weight = weight + entry;
                let level = (31.0 * weight / (weight + SATURATION)).round().clamp(1.0, 31.0) as u8;
                let level = level | share << LEVEL_BITS;
                self.postings.push((term, Posting { record: number, section: index as u8, level }));
            }
        }
        if record.boost != 100 {
            self.batch.boosts.push((number, record.boost));
        }
        if record.copy {
            match self.batch.copies.last_mut().filter(|(_, end)| *end == number) {
                Some((_, end)) => *end = number + 1,
                None => self.batch.copies.push((number, number + 1)),
            }
        }
        let group = (number, &record.lvl0, record.kind);
        if self.batch.groups.last().is_none_or(|(_, lvl0, kind)| (lvl0, *kind) != (group.1, group.2)) {
            self.batch.groups.push((number, record.lvl0.clone(), record.kind));
        }
        self.block.push(names_of(record, self.layout).into());
        let Reader { open: (open, count), packer, .. } = self;
        if self.layout.names == Names::Cards {
            let mut card = Vec::new();
            write_texts(record, self.layout, &mut card);
            self.batch.sizes.push(add_card(&packer.pack(&card), open));
        } else {
            open.push(if *count == 0 { b'[' } else { b',' });
            write_texts(record, self.layout, open);
        }
        *count += 1;
        self.batch.records += 1;
        self.batch.numbers += 1;
        if self.batch.numbers.is_multiple_of(1 << self.layout.shift) {
            self.pack();
        }
        if self.batch.numbers.is_multiple_of(BLOCK) {
            self.end_block();
        }
    }

    /// Finishes the current block of names.
    fn end_block(&mut self) {
        if !self.block.is_empty() {
            self.batch.names.push(std::mem::take(&mut self.block));
        }
    }

    /// Packs the current text into a file.
    fn pack(&mut self) {
        let Reader { open: (open, count), packer, .. } = self;
        if *count > 0 {
            let file = (self.batch.numbers - 1) >> self.layout.shift;
            let bytes = if self.layout.names == Names::Cards {
                std::mem::take(open)
            } else {
                open.push(b']');
                packer.pack(open)
            };
            self.batch.texts.push((file, bytes.into()));
            open.clear();
            *count = 0;
        }
    }

    /// Adds text in a section. `weight` is a word's weight in the text, and `usual` is the usual number of words.
    fn field(&mut self, text: &str, weight: f32, usual: f32, kind: Kind) {
        if text.is_empty() {
            return;
        }
        let Reader { stemmer, tokenizer, known, forms, stems, tallies, touched, met, starts, .. } = self;
        let is_name = matches!(kind, Kind::Named | Kind::Url);
        let mut words = 0;
        starts.clear();
        tokenizer.each(text, &mut |token, start, _, primary| {
            let form = known.get(token).unwrap_or_else(|| {
                let stem = match stemmer {
                    Some(stemmer) if is_plain(token) => stemmer.stem(token),
                    _ => token.into(),
                };
                let term = stems.get(&*stem).copied().unwrap_or_else(|| {
                    let term = tallies.len() as u32;
                    tallies.push(Tally::default());
                    stems.insert(stem.into(), term);
                    term
                });
                let form = forms.len() as u32;
                forms.push(Form { term, named: false });
                known.insert(token, form);
                form
            });
            let form = &mut forms[form as usize];
            form.named |= kind == Kind::Named;
            if is_name && primary {
                starts.push(start);
            }
            let tally = &mut tallies[form.term as usize];
            if tally.count == 0 {
                met.push(form.term);
            }
            tally.count += 1;
            if is_name {
                // A joined name follows the words that it consists of.
                let inside = starts.iter().rev().take_while(|at| **at >= start).count().max(1);
                tally.span = tally.span.max(inside.min(255) as u8);
            }
            words += 1;
        });
        let length = (0.4 + 0.6 * words as f32 / usual).min(LONGEST);
        // The arguments of a function aren't part of its name.
        let end = text.find('(').unwrap_or(text.len());
        let length_of_name = match starts.iter().take_while(|at| **at < end).count() {
            0 => starts.len(),
            count => count,
        };
        for term in met.drain(..) {
            let tally = &mut tallies[term as usize];
            if tally.weight + tally.entry == 0.0 {
                touched.push(term);
            }
            let count = std::mem::take(&mut tally.count);
            let span = std::mem::take(&mut tally.span);
            if span > 0 {
                let share = length_of_name.div_ceil(usize::from(span)).clamp(1, 7) as u8;
                tally.share = if tally.share == 0 { share } else { tally.share.min(share) };
            }
            match kind {
                Kind::Text => {
                    let often = count as f32 / length;
                    tally.weight += weight * often / (1.0 + often / MOST);
                }
                Kind::Entry => tally.entry = tally.entry.max(weight / length),
                // Repeated words in a name don't add weight.
                _ => tally.weight += weight / length,
            }
        }
    }
}

/// Whether a stemmer can handle a token.
pub(super) fn is_plain(token: &str) -> bool {
    token.len() > 2 && token.chars().all(|c| c.is_alphabetic() && !is_dense(c))
}

/// Returns a section's name: its level, its anchor, and its heading. If the anchor can be derived from the heading, as in
/// most cases, it's left out.
fn name_of(section: &Section) -> (u8, Option<&str>, &str) {
    let Section { level, anchor, heading, .. } = section;
    let follows = !heading.is_empty() && heading.is_ascii() && slugify(heading) == *anchor;
    (*level, (!follows).then_some(anchor), heading)
}

/// Returns a record's names, as JSON: its URL, its title, and the names of its sections. On a large site, only the first
/// section is included.
fn names_of(record: &Record, layout: Layout) -> String {
    let count = match layout.names {
        Names::All => record.sections.len(),
        Names::Pages | Names::Cards => 1,
    };
    let sections = record.sections.iter().take(count).map(|section| {
        let (level, anchor, heading) = name_of(section);
        (level, anchor, heading, u8::from(!section.text.is_empty()))
    });
    let names = (&record.href, &record.title, sections.collect::<Vec<_>>());
    serde_json::to_string(&names).expect("names can be written as JSON")
}

/// Appends a card to a file, with padding in front of it: the size of the padding, the padding, and the packed bytes.
/// Returns the size of all of these, as in [`size_of`].
fn add_card(packed: &[u8], out: &mut Vec<u8>) -> u8 {
    // The size of the padding takes at most four bytes.
    let code = (1..=u8::MAX).find(|code| size_of(*code) >= packed.len() + 4).expect("text is limited");
    let padding = size_of(code) - packed.len() - 4;
    out.extend_from_slice(&(padding as u32).to_le_bytes());
    out.resize(out.len() + padding, 0);
    out.extend_from_slice(packed);
    code
}

/// Returns the size of a card in bytes. The manifest contains the sizes of all cards, so there are only few different
/// sizes: eight for each power of 2.
fn size_of(code: u8) -> usize {
    match code {
        0 => 0,
        _ => (8 + usize::from(code & 7)) << (code >> 3),
    }
}

/// Appends the text of a record's sections, as JSON. On a large site, each text is preceded by the section's name. In a
/// card, the texts follow the record's URL and title.
pub(super) fn write_texts(record: &Record, layout: Layout, out: &mut Vec<u8>) {
    let sections = record.sections.iter();
    let named = |section| {
        let (level, anchor, heading) = name_of(section);
        (level, anchor, heading, &*section.text)
    };
    let written = match layout.names {
        Names::All => serde_json::to_writer(out, &sections.map(|section| &*section.text).collect::<Vec<_>>()),
        Names::Pages => serde_json::to_writer(out, &sections.map(named).collect::<Vec<_>>()),
        Names::Cards => {
            let card = (&record.href, &record.title, sections.map(named).collect::<Vec<_>>());
            serde_json::to_writer(out, &card)
        }
    };
    written.expect("text can be written as JSON");
}
