//! Records to the files of an index.
//!
//! Records are read in blocks of pages, in parallel, and joined in their order: the same site gives the same bytes on
//! any number of cores. What a term says about a section depends on that section alone, so that an edit changes few
//! files.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use pagefind_stem::{Algorithm, Stemmer};
use rayon::prelude::*;

use super::record::{self, Record};
use super::shard::{self, Posting, Shard, Term};
use super::token::{Tokenizer, is_dense};
use super::{File, Manifest, Options, Ranges};
use crate::site::Site;

/// How many pages one task reads. Its records are numbered from a multiple of it, so that a file of cards is of one task.
const BLOCK: usize = 64;

/// How many places of a term are kept: those where it says most. A term of more says little.
const PLACES: usize = 4_000;

/// About how many bytes of terms go into one file, before they are packed.
const SHARD: usize = 12 << 10;

/// About how many bytes of words go into one file of the list to spell by, before they are packed.
const SPELLING: usize = 28 << 10;

/// About how many bytes of texts go into one file, before they are packed: an answer fetches some twenty of them.
const CARD: usize = 3 << 10;

/// What a word counts in each place, for one of it in a place of usual length.
const TITLE: f32 = 11.0;
const HEADING: f32 = 6.0;
const VERBS: f32 = 9.0;
const NAMES: f32 = 4.0;
const PATH: f32 = 7.0;
const FOLDER: f32 = 1.0;
const TEXT: f32 = 1.0;
const CODE: f32 = 0.5;

/// How much less a word counts in a very long place, at most.
const LONGEST: f32 = 3.0;

/// How much a word counts in a text that says it again and again, at most: less than in a title that says it once.
const MOST: f32 = 5.0;

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A title or heading.
    Named,
    /// Other names.
    Other,
    /// Text or code.
    Text,
}

/// How soon more of a word adds less.
const SATURATION: f32 = 3.0;

/// A term that more of the records have than this, in percent, is left out of questions that have others: one that only
/// holds others together, and any other.
const COMMON: (usize, usize) = (20, 90);

/// How many records an index must have for that.
const LARGE: usize = 1_000;

/// How rare a word that only holds others together is taken to be, at most.
const WEAK: u8 = super::rank::WEAK as u8;

/// Words that only hold others together, by language.
const WEAK_WORDS: [(&str, &str); 4] = [
    (
        "de",
        "am an auf aus bei das dem den der des die ein eine einen einer eines es für im in ist man mit oder und von wie zu zum zur",
    ),
    (
        "en",
        "a an and are at be by can do does for from how i in is it my of on or that the this to what when where which why with you your",
    ),
    ("es", "al como con de del el en es la las lo los o para por que se su un una y"),
    ("fr", "au aux avec ce comment dans de des du en est et la le les ou par pour que sur un une"),
];

/// What a block of pages gives.
#[derive(Default)]
struct Block {
    /// Each term by its stem, and its forms in the order they were met.
    terms: Vec<Box<str>>,
    /// Forms with the index of their term, and whether they are in a title or heading.
    forms: Vec<(Box<str>, u32, bool)>,
    /// By place, with the index of the term; records are counted from the block's first.
    postings: Vec<(u32, u16, u8, u8)>,
    /// How many records there are.
    records: usize,
    /// The cards that are not packed yet.
    open: Vec<String>,
    /// Files of cards, packed.
    cards: Vec<Vec<u8>>,
    /// What says which sections there are.
    structure: u64,
    /// Records that count more or less than others.
    boosts: Vec<(u32, u16)>,
}

/// Builds the index of one language and version.
pub(super) fn index(
    site: &Site,
    (locale, version): (usize, usize),
    options: &Options,
    folder: &str,
    files: &mut Vec<File>,
) -> Option<Manifest> {
    let (docs, others) = record::pages(site, locale, version);
    if docs.is_empty() && others.is_empty() {
        return None;
    }
    let stemmer = stemmer(&site.locales[locale].lang);
    let shift = shift(site, docs.iter().chain(&others));
    let read = |pages: &[usize]| -> Vec<Block> {
        let blocks: Vec<&[usize]> = pages.chunks(BLOCK).collect();
        blocks
            .par_iter()
            .map(|pages| Reader::new(stemmer.as_ref(), shift).read(site, pages, options))
            .collect()
    };
    let (mut blocks, others) = (read(&docs), read(&others));
    let docs = blocks.iter().map(|block| block.records.next_multiple_of(BLOCK)).sum::<usize>();
    blocks.extend(others);
    let language = language(&site.locales[locale].lang);
    let weak = WEAK_WORDS.iter().find(|(code, _)| *code == language).map_or("", |(_, words)| words);
    let joined = Joined::new(blocks, shift, weak);
    Some(joined.files((docs, shift), folder, super::synonyms(site), files))
}

/// How many cards go into a file, as a power of two.
fn shift<'a>(site: &Site, pages: impl Iterator<Item = &'a usize>) -> u32 {
    let (mut size, mut count) = (0, 0);
    for page in pages {
        // What an operation says is about as long as a short page.
        size += site.pages[*page].parsed().map_or(1000, |parsed| parsed.document.text.len());
        count += 1;
    }
    let mean = size / count.max(1);
    (0..5).find(|shift| mean << (shift + 1) > CARD).unwrap_or(5)
}

/// The language of a tag (BCP 47), without script and region.
fn language(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or_default()
}

/// The stemmer of a language, where there is one.
fn stemmer(lang: &str) -> Option<Stemmer> {
    let algorithm = match language(lang) {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "nl" => Algorithm::Dutch,
        "nb" | "nn" | "no" => Algorithm::Norwegian,
        "pl" => Algorithm::Polish,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sv" => Algorithm::Swedish,
        "tr" => Algorithm::Turkish,
        // Texts in these hold English names.
        "zh" | "ja" | "ko" | "th" => Algorithm::English,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}

/// Reads pages into a block.
struct Reader<'a> {
    stemmer: Option<&'a Stemmer>,
    shift: u32,
    tokenizer: Tokenizer,
    block: Block,
    /// Index of each form.
    known: HashMap<Box<str>, u32>,
    /// Index of each term by its stem.
    stems: HashMap<Box<str>, u32>,
    /// By term: what it counts in the section at hand.
    weights: Vec<f32>,
    /// The terms of the section at hand.
    touched: Vec<u32>,
    /// The forms of the field at hand.
    field: Vec<u32>,
}

impl<'a> Reader<'a> {
    fn new(stemmer: Option<&'a Stemmer>, shift: u32) -> Self {
        Reader {
            stemmer,
            shift,
            tokenizer: Tokenizer::default(),
            block: Block::default(),
            known: HashMap::new(),
            stems: HashMap::new(),
            weights: Vec::new(),
            touched: Vec::new(),
            field: Vec::new(),
        }
    }

    fn read(mut self, site: &Site, pages: &[usize], options: &Options) -> Block {
        let mut structure = xxhash_rust::xxh3::Xxh3::new();
        for page in pages {
            for record in record::of_page(site, *page, options) {
                structure.update(record.href.as_bytes());
                for section in &record.sections {
                    structure.update(&[0, section.level]);
                    structure.update(section.anchor.as_bytes());
                }
                self.record(&record);
            }
        }
        self.block.structure = structure.digest();
        self.pack();
        self.block
    }

    fn record(&mut self, record: &Record) {
        let number = self.block.records as u32;
        for (index, section) in record.sections.iter().enumerate() {
            if index == 0 {
                // A further part of a page is about the same, but is not the page.
                let share = if record.continued { 0.4 } else { 1.0 };
                self.field(&record.title, TITLE * share, 3.0, Kind::Named);
                self.field(&record.verbs, VERBS * share, 3.0, Kind::Other);
                self.field(&record.names, NAMES * share, 12.0, Kind::Other);
                self.field(&record.path.1, PATH * share, 3.0, Kind::Other);
                self.field(&record.path.0, FOLDER * share, 3.0, Kind::Other);
            }
            self.field(&section.heading, HEADING, 3.0, Kind::Named);
            self.field(&section.text, TEXT, 80.0, Kind::Text);
            self.field(&section.code, CODE, 80.0, Kind::Text);
            self.touched.sort_unstable();
            for term in self.touched.drain(..) {
                let weight = std::mem::take(&mut self.weights[term as usize]);
                let level = (31.0 * weight / (weight + SATURATION)).round().clamp(1.0, 31.0) as u8;
                self.block.postings.push((term, number as u16, index as u8, level));
            }
        }
        if record.boost != 100 {
            self.block.boosts.push((number, record.boost));
        }
        self.block.open.push(card(record));
        self.block.records += 1;
        if self.block.open.len() == 1 << self.shift {
            self.pack();
        }
    }

    /// Packs the cards that are there into a file.
    fn pack(&mut self) {
        if !self.block.open.is_empty() {
            let texts = std::mem::take(&mut self.block.open);
            self.block.cards.push(shard::pack(format!("[{}]", texts.join(",")).as_bytes()));
        }
    }

    /// Adds a text of a section: what a word in it counts, and how many words are usual.
    fn field(&mut self, text: &str, weight: f32, usual: f32, kind: Kind) {
        if text.is_empty() {
            return;
        }
        let Reader { stemmer, tokenizer, block, known, stems, weights, field, .. } = self;
        tokenizer.each(text, &mut |token, _, _, _| {
            let form = known.get(token).copied().unwrap_or_else(|| {
                let stem = match stemmer {
                    Some(stemmer) if is_plain(token) => stemmer.stem(token),
                    _ => token.into(),
                };
                let term = stems.get(&*stem).copied().unwrap_or_else(|| {
                    let term = block.terms.len() as u32;
                    block.terms.push((&*stem).into());
                    weights.push(0.0);
                    stems.insert((&*stem).into(), term);
                    term
                });
                let form = block.forms.len() as u32;
                block.forms.push((token.into(), term, false));
                known.insert(token.into(), form);
                form
            });
            field.push(form);
        });
        let length = (0.4 + 0.6 * self.field.len() as f32 / usual).min(LONGEST);
        let forms = &mut self.block.forms;
        if kind == Kind::Named {
            for form in &self.field {
                forms[*form as usize].2 = true;
            }
        }
        self.field.sort_unstable_by_key(|form| forms[*form as usize].1);
        for same in self.field.chunk_by(|a, b| forms[*a as usize].1 == forms[*b as usize].1) {
            let term = forms[same[0] as usize].1;
            let sum = &mut self.weights[term as usize];
            if *sum == 0.0 {
                self.touched.push(term);
            }
            *sum += if kind == Kind::Text {
                let often = same.len() as f32 / length;
                weight * often / (1.0 + often / MOST)
            } else {
                // Where something is named, saying it twice says nothing more.
                weight / length
            };
        }
        self.field.clear();
    }
}

/// Whether a token is a word as a stemmer knows them.
fn is_plain(token: &str) -> bool {
    token.len() > 2 && token.chars().all(|c| c.is_alphabetic() && !is_dense(c))
}

/// A record as it is shown.
fn card(record: &Record) -> String {
    let sections: Vec<_> = record
        .sections
        .iter()
        .map(|section| (section.level, &section.anchor, &section.heading, &section.text))
        .collect();
    serde_json::to_string(&(&record.href, &record.title, &record.lvl0, sections)).unwrap_or_default()
}

/// All blocks as one.
struct Joined {
    /// Each form with its term, sorted.
    forms: Vec<(String, u32)>,
    /// Whether a form is in a title or heading, in the order of `forms`.
    named: Vec<bool>,
    terms: Vec<Term>,
    /// In how many records each term is.
    spread: Vec<usize>,
    /// How many records there are.
    records: usize,
    /// How many numbers of records are taken.
    numbers: usize,
    /// Files of cards by their number.
    cards: Vec<(usize, Vec<u8>)>,
    structure: u64,
    boosts: Vec<(u32, u16)>,
}

impl Joined {
    fn new(blocks: Vec<Block>, shift: u32, weak: &str) -> Self {
        let mut stems: HashMap<Box<str>, u32> = HashMap::new();
        let mut forms: HashMap<Box<str>, (u32, bool)> = HashMap::new();
        let mut terms: Vec<Term> = Vec::new();
        let mut structure = xxhash_rust::xxh3::Xxh3::new();
        let (mut cards, mut boosts) = (Vec::new(), Vec::new());
        let (mut records, mut numbers) = (0, 0);
        for block in blocks {
            let first = numbers as u32;
            let own: Vec<u32> = block
                .terms
                .into_iter()
                .map(|stem| {
                    let next = stems.len() as u32;
                    *stems.entry(stem).or_insert(next)
                })
                .collect();
            terms.resize_with(stems.len(), Term::default);
            for (form, term, named) in block.forms {
                forms.entry(form).or_insert((own[term as usize], false)).1 |= named;
            }
            for (term, record, section, level) in block.postings {
                let posting = Posting { record: u32::from(record) + first, section, level };
                terms[own[term as usize] as usize].postings.push(posting);
            }
            structure.update(&block.structure.to_le_bytes());
            boosts.extend(block.boosts.into_iter().map(|(record, boost)| (record + first, boost)));
            let file = |(index, bytes)| ((numbers >> shift) + index, bytes);
            cards.extend(block.cards.into_iter().enumerate().map(file));
            records += block.records;
            numbers += block.records.next_multiple_of(BLOCK);
        }
        let mut forms: Vec<(String, u32, bool)> =
            forms.into_iter().map(|(form, (term, named))| (form.into(), term, named)).collect();
        forms.par_sort_unstable();
        let named = forms.iter().map(|(_, _, named)| *named).collect();
        let forms: Vec<(String, u32)> = forms.into_iter().map(|(form, term, _)| (form, term)).collect();
        let spread = terms.par_iter_mut().map(|term| finish(term, records)).collect();
        for word in weak.split(' ') {
            if let Ok(at) = forms.binary_search_by(|(form, _): &(String, u32)| form.as_str().cmp(word)) {
                let rarity = &mut terms[forms[at].1 as usize].rarity;
                *rarity = WEAK.min(*rarity);
            }
        }
        Joined { forms, named, terms, spread, records, numbers, cards, structure: structure.digest(), boosts }
    }

    fn files(
        self,
        (docs, shift): (usize, u32),
        folder: &str,
        synonyms: BTreeMap<String, Vec<String>>,
        files: &mut Vec<File>,
    ) -> Manifest {
        let ranges = self.cuts();
        let packed: Vec<(String, Vec<u8>)> = ranges
            .par_iter()
            .map(|range| {
                (self.forms[range.start].0.clone(), shard::pack(&self.shard(range.clone()).encode()))
            })
            .collect();
        let before = |index: usize| ranges[index].start.checked_sub(1).map(|last| &*self.forms[last].0);
        let shards = named(folder, "", packed, files, before);
        let words = self.spelling();
        let packed: Vec<(String, Vec<u8>)> = words
            .par_iter()
            .map(|words| (words[0].0.clone(), shard::pack(&shard::encode_words(words))))
            .collect();
        let before = |index: usize| index.checked_sub(1).and_then(|index| words[index].last());
        let spelling = named(folder, "s", packed, files, |index| before(index).map(|(word, _)| &**word));
        let cards = format!("c{:08x}", self.structure as u32);
        let common = if self.records >= LARGE { self.common() } else { Vec::new() };
        for (number, bytes) in self.cards {
            files.push(File { path: format!("{folder}/{cards}/{number}.bin"), bytes });
        }
        Manifest {
            version: super::FORMAT,
            records: self.numbers as u32,
            docs: docs as u32,
            cards,
            shift,
            shards,
            spelling,
            common,
            boosts: self.boosts,
            synonyms,
        }
    }

    /// The forms of each file of terms, cut where no term has forms on both sides.
    fn cuts(&self) -> Vec<Range<usize>> {
        let (mut first, mut last) = (vec![usize::MAX; self.terms.len()], vec![0_usize; self.terms.len()]);
        for (at, (_, term)) in self.forms.iter().enumerate() {
            let term = *term as usize;
            (first[term], last[term]) = (first[term].min(at), at);
        }
        let mut cuts = Vec::new();
        let (mut start, mut size, mut open) = (0, 0, 0);
        for (at, (form, term)) in self.forms.iter().enumerate() {
            let term = *term as usize;
            if first[term] == at {
                size += self.terms[term].postings.len() * 5 / 2 + 4;
            }
            size += form.len() / 2 + 3;
            open = open.max(last[term]);
            if (size >= SHARD || at + 1 == self.forms.len()) && open <= at {
                cuts.push(start..at + 1);
                (start, size) = (at + 1, 0);
            }
        }
        cuts
    }

    /// The file of some forms.
    fn shard(&self, range: Range<usize>) -> Shard {
        let mut shard = Shard::default();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for (form, term) in &self.forms[range] {
            let number = *numbers.entry(*term).or_insert_with(|| {
                shard.terms.push(self.terms[*term as usize].clone());
                shard.terms.len() as u32 - 1
            });
            shard.forms.push((form.clone(), number));
        }
        shard
    }

    /// The words that others may be misspellings of.
    fn spelling(&self) -> Vec<Vec<(String, u32)>> {
        let rare = if self.records >= LARGE { 3 } else { 1 };
        let mut lists: Vec<Vec<(String, u32)>> = Vec::new();
        let mut size = usize::MAX;
        for ((form, term), named) in self.forms.iter().zip(&self.named) {
            let spread = self.spread[*term as usize];
            if !is_plain(form) || form.chars().count() < 4 || (spread < rare && !named) {
                continue;
            }
            if size >= SPELLING {
                lists.push(Vec::new());
                size = 0;
            }
            size += form.len();
            if let Some(list) = lists.last_mut() {
                list.push((form.clone(), spread.ilog2().min(15)));
            }
        }
        lists
    }

    /// The forms of terms that most records have.
    fn common(&self) -> Vec<String> {
        let is_common = |term: u32| {
            let weak = self.terms[term as usize].rarity <= WEAK;
            let most = if weak { COMMON.0 } else { COMMON.1 };
            self.spread[term as usize] > self.records * most / 100
        };
        let common = self.forms.iter().filter(|(_, term)| is_common(*term));
        common.map(|(form, _)| form.clone()).collect()
    }
}

/// Completes a term: how rare it is, and no more places than a question can do with. Gives the number of its records.
fn finish(term: &mut Term, records: usize) -> usize {
    let mut spread = 0;
    let mut last = None;
    for posting in &term.postings {
        spread += usize::from(last != Some(posting.record));
        last = Some(posting.record);
    }
    let rarity = (1.0 + records as f64 / spread.max(1) as f64).log2() * 14.0;
    term.rarity = rarity.round().clamp(1.0, 255.0) as u8;
    if term.postings.len() > PLACES {
        let mut counts = [0_usize; 32];
        for posting in &term.postings {
            counts[usize::from(posting.level)] += 1;
        }
        // All of the levels above the lowest that is kept, and the first of that one.
        let (mut level, mut kept) = (31, 0);
        while kept + counts[level] <= PLACES {
            kept += counts[level];
            level -= 1;
        }
        let mut left = PLACES - kept;
        term.postings.retain(|posting| match usize::from(posting.level).cmp(&level) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                let keep = left > 0;
                left = left.saturating_sub(1);
                keep
            }
        });
        term.capped = true;
    }
    spread
}

/// Names files after their bytes. Each begins with a word; the manifest holds no more of it than tells it from the last
/// word of the file before.
fn named<'a>(
    folder: &str,
    kind: &str,
    packed: Vec<(String, Vec<u8>)>,
    files: &mut Vec<File>,
    before: impl Fn(usize) -> Option<&'a str>,
) -> Ranges {
    let mut ranges = Ranges::default();
    for (index, (first, bytes)) in packed.into_iter().enumerate() {
        let shared = before(index).map_or(0, |last| {
            last.chars().zip(first.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum()
        });
        let end = first[shared..].chars().next().map_or(first.len(), |c| shared + c.len_utf8());
        ranges.from.push(if index == 0 { String::new() } else { first[..end].to_owned() });
        let hash = format!("{:08x}", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
        files.push(File { path: format!("{folder}/{kind}{index}.{hash}.bin"), bytes });
        ranges.hash.push(hash);
    }
    ranges
}
