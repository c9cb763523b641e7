//! Converts records to the files of an index.
//!
//! Tasks read records in parallel, in batches of pages. The batches are joined in order so that the same site produces
//! the same bytes on any number of cores. A term's weight in a section depends only on that section, so an edit changes
//! few files. Until a file is written, the file's postings stay in packed form.

mod dictionary;
mod layout;
mod names;
mod read;
mod store;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use pagefind_stem::{Algorithm, Stemmer};
use rayon::prelude::*;
use serde_bytes::ByteBuf;
use xxhash_rust::xxh3::Xxh3;

use super::{
    File, Group, Manifest, Ranges, Store,
    pack::Packer,
    record::{self, Input},
    shard::{self, Posting, Shard, Term},
};
use layout::{BLOCK, Layout, Names};
use read::{Batch, ByWord, Places, Reader, is_plain};

/// The minimum number of tasks, which keeps every core busy, and the maximum number of page blocks in a task. In a
/// larger task, fewer words are new. However, if one of the task's pages changes, the whole task is repeated.
const TASKS: usize = 16;
const LARGEST: usize = 2;

/// The maximum number of postings for each term. Only the postings with the highest weights are kept, because more
/// postings aren't useful.
const PLACES: usize = 2_000;

/// The approximate size of a term file before packing, in bytes.
const SHARD: usize = 6 << 10;

/// The maximum size of a term file, in bytes. If there's no better place nearby, a larger file is split between two
/// forms of the same word.
const LARGEST_SHARD: usize = 9 << 10;

/// The approximate size of a spelling file before packing, in bytes.
const SPELLING: usize = 28 << 10;

/// The maximum percentage of records that contain a term. A term that appears in more records is ignored in queries
/// with other terms. The first value is for stop words, and the second value is for other words.
const COMMON: (usize, usize) = (20, 90);

/// The minimum number of records for [`COMMON`] to apply.
const LARGE: usize = 1_000;

/// The maximum rarity of stop words. A word that doesn't exceed this rarity counts as a stop word. `weak` in
/// `theme/src/search/embedded/score.ts` has the same value.
const WEAK: u8 = 12;

/// Stop words by language.
const WEAK_WORDS: [(&str, &str); 4] = [
    (
        "de",
        "am an auf aus bei das dem den der des die ein eine einen einer eines es für im in ist man mit oder und von wie zu zum zur",
    ),
    (
        "en",
        "a about all an and any are at be but by can could do does for from had has have how i if in into is it its me my need no not of on or our own should so some than that the their them then there they this to us want was we were what when where which why will with would you your",
    ),
    ("es", "al como con de del el en es la las lo los o para por que se su un una y"),
    ("fr", "au aux avec ce comment dans de des du en est et la le les ou par pour que sur un une"),
];

/// Builds the index of a locale and version.
pub(super) fn index(
    input: &Input<'_>,
    (locale, version): (usize, usize),
    (folder, store): (&str, &dyn Store),
    files: &mut Vec<File>,
) -> Option<Manifest> {
    let site = input.site;
    let (docs, others) = record::pages(site, locale, version);
    if docs.is_empty() && others.is_empty() {
        return None;
    }
    let lang = &*site.locales[locale].lang;
    let stemmer = stemmer(lang);
    let layout = Layout::of(site, docs.iter().chain(&others));
    let size = ((docs.len() + others.len()) / BLOCK / TASKS).clamp(1, LARGEST) * BLOCK;
    let dictionary = dictionary(input, docs.iter().chain(&others), layout, store);
    let read = |pages: &[usize]| -> Vec<Batch> {
        let tasks = pages.par_chunks(size);
        let read = |pages: &[usize]| Reader::new(stemmer.as_ref(), layout, &dictionary).read(input, pages);
        let name = |pages: &[usize]| digest(input, pages, (lang, layout, &dictionary));
        tasks.map(|pages| store::kept(store, &name(pages), || read(pages))).collect()
    };
    let (mut batches, others) = (read(&docs), read(&others));
    let docs = batches.iter().map(|batch| batch.numbers).sum::<usize>();
    batches.extend(others);
    let language = language(lang);
    let weak = WEAK_WORDS.iter().find(|(code, _)| *code == language).map_or("", |(_, words)| words);
    let joined = Joined::new(batches, layout.shift, weak);
    Some(joined.files(Shape { docs, layout, dictionary }, (folder, store), super::synonyms(site), files))
}

/// For a large site, returns the dictionary for the text. For a small site, returns an empty dictionary.
fn dictionary<'a>(
    input: &Input<'_>,
    pages: impl Iterator<Item = &'a usize>,
    layout: Layout,
    store: &dyn Store,
) -> String {
    let mut pages: Vec<(u64, usize)> = pages
        .map(|page| (xxhash_rust::xxh3::xxh3_64(input.site.pages[*page].route.as_str().as_bytes()), *page))
        .collect();
    if pages.len() < dictionary::SAMPLES {
        return String::new();
    }
    pages.sort_unstable();
    let pages: Vec<usize> = pages[..dictionary::SAMPLES].iter().map(|(_, page)| *page).collect();
    let texts = |page: &usize| {
        let mut cards = Vec::new();
        let records = record::of_page(input, *page);
        records.iter().for_each(|record| read::write_texts(record, layout, &mut cards));
        String::from_utf8(cards).expect("JSON is UTF-8")
    };
    let name = format!("dictionary-{}", digest(input, &pages, layout));
    store::kept(store, &name, || dictionary::dictionary(&pages.par_iter().map(texts).collect::<Vec<_>>()))
}

/// Returns a name that identifies all parts that are built from these pages.
fn digest(input: &Input<'_>, pages: &[usize], with: impl std::hash::Hash) -> String {
    let mut hasher = Xxh3::new();
    with.hash(&mut hasher);
    pages.iter().for_each(|page| record::digest(input, *page, &mut hasher));
    format!("{:032x}", hasher.digest128())
}

/// How the forms are divided into files.
struct Cuts {
    /// The range of forms in each file.
    ranges: Vec<Range<usize>>,
    /// For each term that has forms in several files, all the term's forms. Each of these files contains the term with
    /// all its forms, so a browser finds the term by any form and highlights all forms.
    straddling: HashMap<u32, Vec<usize>>,
}

/// Values that are needed to read an index's files.
struct Shape {
    /// The number of record numbers that are reserved for the documentation. Documentation records come first.
    docs: usize,
    layout: Layout,
    /// The dictionary for the text.
    dictionary: String,
}

/// Returns the language in a language tag (BCP 47), without the script or region.
fn language(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or_default()
}

/// Returns the stemmer for a language, if there is one.
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
        // Text in these languages often contains English names.
        "zh" | "ja" | "ko" | "th" => Algorithm::English,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}

/// The result of joining all batches.
struct Joined {
    /// The sorted forms, each with its term.
    forms: Vec<(Box<str>, u32)>,
    /// For each form in `forms`, whether it appears in a title or heading.
    named: Vec<bool>,
    /// The properties of each term that are known before its postings are read.
    terms: Vec<Known>,
    /// For each term, the tasks that contain the term, and the term's index in each task. A term's entries start at
    /// `Known::first`.
    met: Vec<(u32, u32)>,
    /// Each task's postings and the number of the task's first record.
    places: Vec<(Places, u32)>,
    /// The number of records.
    records: usize,
    /// The number of assigned record numbers, including unused numbers at the end of blocks.
    numbers: usize,
    /// The text files, with their numbers.
    texts: Vec<(usize, ByteBuf)>,
    /// The names of each record as JSON, by block.
    names: Vec<Vec<Box<str>>>,
    /// The size of each record's card, as in [`Batch::sizes`].
    sizes: Vec<u8>,
    groups: Vec<Group>,
    structure: u64,
    boosts: Vec<(u32, u16)>,
    copies: Vec<(u32, u32)>,
}

/// A term whose postings haven't been read yet.
#[derive(Default)]
struct Known {
    /// The start of the term's tasks in [`Joined::met`]. `tasks` is the number of tasks.
    first: u32,
    tasks: u32,
    /// The number of postings.
    places: usize,
    /// The number of records that contain the term.
    spread: usize,
    rarity: u8,
}

/// A form in the batches that are being joined.
struct Form<'a> {
    text: &'a str,
    /// The first batch that contains the form, and the index of the form's term in that batch.
    batch: u32,
    term: u32,
    named: bool,
}

/// Returns the forms of all batches, sorted.
fn forms(batches: &[Batch]) -> Vec<Form<'_>> {
    let mut known: ByWord<&str, Form<'_>> = ByWord::default();
    for (batch, own) in batches.iter().enumerate() {
        for (text, term) in own.forms.iter().zip(&own.terms) {
            let named = term & 1 == 1;
            known.entry(text).and_modify(|form| form.named |= named).or_insert(Form {
                text,
                batch: batch as u32,
                term: term >> 1,
                named,
            });
        }
    }
    let mut forms: Vec<Form<'_>> = known.into_values().collect();
    forms.par_sort_unstable_by_key(|form| form.text);
    forms
}

/// Returns the terms of all batches in the order of their first occurrence. For each batch, also returns the positions
/// of the batch's terms in that order.
fn terms(batches: &[Batch]) -> (Vec<Known>, Vec<Vec<u32>>) {
    let mut numbers: ByWord<&str, u32> = ByWord::default();
    let mut terms: Vec<Known> = Vec::new();
    let mut numbers_of = Vec::with_capacity(batches.len());
    for batch in batches {
        let number = |(index, stem)| {
            let number = *numbers.entry(stem).or_insert_with(|| {
                terms.push(Known::default());
                terms.len() as u32 - 1
            });
            let (count, spread) = batch.places.count(index as u32);
            let known = &mut terms[number as usize];
            known.tasks += 1;
            known.places += count;
            known.spread += spread;
            number
        };
        numbers_of.push(batch.stems.iter().enumerate().map(number).collect());
    }
    (terms, numbers_of)
}

impl Joined {
    fn new(batches: Vec<Batch>, shift: u32, weak: &str) -> Self {
        let ((mut terms, numbers_of), forms) = rayon::join(|| terms(&batches), || forms(&batches));
        let named = forms.iter().map(|form| form.named).collect();
        let term = |form: &Form<'_>| numbers_of[form.batch as usize][form.term as usize];
        let forms: Vec<(Box<str>, u32)> = forms.iter().map(|form| (form.text.into(), term(form))).collect();
        let mut structure = Xxh3::new();
        let (mut texts, mut boosts, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let (mut names, mut sizes) = (Vec::new(), Vec::new());
        let (mut groups, mut copies) = (Vec::<Group>::new(), Vec::new());
        let (mut records, mut numbers) = (0, 0);
        for batch in batches {
            let first = numbers as u32;
            for digest in batch.structure {
                structure.update(&digest.to_le_bytes());
            }
            boosts.extend(batch.boosts.into_iter().map(|(record, boost)| (record + first, boost)));
            copies.extend(batch.copies.into_iter().map(|(start, end)| (start + first, end + first)));
            texts.extend(batch.texts.into_iter().map(|(file, bytes)| ((numbers >> shift) + file, bytes)));
            names.extend(batch.names);
            sizes.extend(batch.sizes);
            for (record, lvl0, kind) in batch.groups {
                let group = Group(record + first, lvl0, kind);
                if groups.last().is_none_or(|last| (&last.1, last.2) != (&group.1, group.2)) {
                    groups.push(group);
                }
            }
            places.push((batch.places, first));
            records += batch.records;
            numbers += batch.numbers;
        }
        let mut end = 0;
        for known in &mut terms {
            (known.first, end) = (end, end + known.tasks);
            known.tasks = 0;
            let rarity = (1.0 + records as f64 / known.spread.max(1) as f64).log2() * 14.0;
            known.rarity = rarity.round().clamp(1.0, 255.0) as u8;
        }
        let mut met = vec![(0, 0); end as usize];
        for (task, own) in numbers_of.into_iter().enumerate() {
            for (index, term) in own.into_iter().enumerate() {
                let known = &mut terms[term as usize];
                met[(known.first + known.tasks) as usize] = (task as u32, index as u32);
                known.tasks += 1;
            }
        }
        for word in weak.split(' ') {
            if let Ok(at) = forms.binary_search_by(|(form, _)| (**form).cmp(word)) {
                let rarity = &mut terms[forms[at].1 as usize].rarity;
                *rarity = WEAK.min(*rarity);
            }
        }
        let structure = structure.digest();
        Joined {
            forms,
            named,
            terms,
            met,
            places,
            records,
            numbers,
            texts,
            names,
            sizes,
            groups,
            structure,
            boosts,
            copies,
        }
    }

    /// Returns a term and the term's postings.
    fn term(&self, number: u32) -> Term {
        let known = &self.terms[number as usize];
        let mut postings = Vec::with_capacity(known.places.min(2 * PLACES));
        for (task, index) in &self.met[known.first as usize..][..known.tasks as usize] {
            let (places, first) = &self.places[*task as usize];
            places.read(*index, *first, &mut postings);
            // Drop excess postings early so that a common word doesn't need space for all its postings.
            if postings.len() > 2 * PLACES {
                cap(&mut postings);
            }
        }
        cap(&mut postings);
        Term { rarity: known.rarity, capped: known.places > PLACES, postings }
    }

    fn files(
        self,
        Shape { docs, layout, dictionary }: Shape,
        (folder, store): (&str, &dyn Store),
        synonyms: BTreeMap<String, Vec<String>>,
        files: &mut Vec<File>,
    ) -> Manifest {
        let Cuts { ranges, straddling } = self.cuts();
        let known = store::Packed::read(store, folder);
        let packed: Vec<store::Entry> = ranges
            .par_iter()
            .map_init(Packer::plain, |packer, range| {
                let mut shard = self.shard(range.clone(), &straddling);
                if layout.names == Names::Cards {
                    self.add_names(&mut shard);
                }
                known.pack(&shard.encode(), packer)
            })
            .collect();
        known.keep(store, folder, &packed);
        let first = |range: &Range<usize>| self.forms[range.start].0.to_string();
        let packed: Vec<(String, Vec<u8>)> =
            ranges.iter().map(first).zip(packed.into_iter().map(|(_, bytes)| bytes.into_vec())).collect();
        let before = |index: usize| ranges[index].start.checked_sub(1).map(|last| &*self.forms[last].0);
        let shards = named(folder, "", packed, files, before);
        let words = self.spelling();
        let mut backwards: Vec<(String, u32)> =
            words.iter().map(|(word, common)| (word.chars().rev().collect(), *common)).collect();
        backwards.par_sort_unstable();
        let spelling = lists(&words, folder, "s", files);
        let endings = lists(&backwards, folder, "e", files);
        let packed_with = xxhash_rust::xxh3::xxh3_64_with_seed(dictionary.as_bytes(), self.structure);
        let texts = format!("t{:08x}", packed_with as u32);
        let common = if self.records >= LARGE { self.common() } else { Vec::new() };
        let names = self.names(folder, layout, files);
        let is_known = |word: &str| self.forms.binary_search_by(|(form, _)| (**form).cmp(word)).is_ok();
        let similar = super::synonyms::groups(is_known);
        for (number, bytes) in self.texts {
            files.push(File { path: format!("{folder}/{texts}/{number}.bin"), bytes: bytes.into_vec() });
        }
        Manifest {
            version: super::FORMAT,
            records: self.numbers as u32,
            docs: docs as u32,
            groups: self.groups,
            names,
            texts,
            shift: layout.shift,
            dictionary,
            shards,
            spelling,
            endings,
            common,
            boosts: self.boosts,
            copies: self.copies,
            synonyms,
            similar,
        }
    }

    /// Splits the forms into term files. If possible, splits the forms where no term has forms on both sides. In sorted
    /// order, identifiers that start with a word can be between the word's forms.
    fn cuts(&self) -> Cuts {
        let (mut first, mut last) = (vec![usize::MAX; self.terms.len()], vec![0_usize; self.terms.len()]);
        for (at, (_, term)) in self.forms.iter().enumerate() {
            let term = *term as usize;
            (first[term], last[term]) = (first[term].min(at), at);
        }
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut straddling: HashMap<u32, Vec<usize>> = HashMap::new();
        let (mut start, mut size, mut open) = (0, 0, 0);
        // The last file of each term so far, numbered from 1.
        let mut files = vec![0_usize; self.terms.len()];
        for (at, (form, term)) in self.forms.iter().enumerate() {
            let term = *term as usize;
            if files[term] != ranges.len() + 1 {
                files[term] = ranges.len() + 1;
                size += self.terms[term].places.min(PLACES) * 5 / 2 + 4;
            }
            size += form.len() / 2 + 3;
            open = open.max(last[term]);
            let is_full = size >= SHARD && (open <= at || size >= LARGEST_SHARD);
            if is_full || at + 1 == self.forms.len() {
                ranges.push(start..at + 1);
                (start, size) = (at + 1, 0);
            }
        }
        let file = |form: usize| ranges.partition_point(|range| range.end <= form);
        for (at, (_, term)) in self.forms.iter().enumerate() {
            if file(first[*term as usize]) != file(last[*term as usize]) {
                straddling.entry(*term).or_default().push(at);
            }
        }
        Cuts { ranges, straddling }
    }

    /// Returns the term file for a range of forms.
    fn shard(&self, range: Range<usize>, straddling: &HashMap<u32, Vec<usize>>) -> Shard {
        let mut shard = Shard::default();
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut forms: Vec<usize> = range.clone().collect();
        let terms: BTreeSet<u32> = self.forms[range].iter().map(|(_, term)| *term).collect();
        forms.extend(terms.iter().filter_map(|term| straddling.get(term)).flatten());
        forms.sort_unstable();
        forms.dedup();
        for (form, term) in forms.into_iter().map(|at| &self.forms[at]) {
            let number = *numbers.entry(*term).or_insert_with(|| {
                shard.terms.push(self.term(*term));
                shard.terms.len() as u32 - 1
            });
            shard.forms.push((form.to_string(), number));
        }
        shard
    }

    /// Returns the words that other words can be misspellings of.
    fn spelling(&self) -> Vec<(String, u32)> {
        let rare = if self.records >= LARGE { 3 } else { 1 };
        let words = self.forms.iter().zip(&self.named).filter_map(|((form, term), named)| {
            let spread = self.terms[*term as usize].spread;
            let is_left_out = !is_plain(form) || form.chars().count() < 4 || (spread < rare && !named);
            (!is_left_out).then(|| (form.to_string(), spread.ilog2().min(15)))
        });
        words.collect()
    }

    /// Returns the forms of terms that appear in more records than [`COMMON`] allows.
    fn common(&self) -> Vec<String> {
        let is_common = |term: u32| {
            let term = &self.terms[term as usize];
            let most = if term.rarity <= WEAK { COMMON.0 } else { COMMON.1 };
            term.spread > self.records * most / 100
        };
        let common = self.forms.iter().filter(|(_, term)| is_common(*term));
        common.map(|(form, _)| form.to_string()).collect()
    }
}

/// Splits sorted words into files of similar size.
fn lists(words: &[(String, u32)], folder: &str, kind: &str, files: &mut Vec<File>) -> Ranges {
    let mut size = 0;
    let lists: Vec<&[(String, u32)]> = words
        .chunk_by(|(word, _), _| {
            size += word.len();
            let is_full = size >= SPELLING;
            size *= usize::from(!is_full);
            !is_full
        })
        .collect();
    let packed: Vec<(String, Vec<u8>)> = lists
        .par_iter()
        .map_init(Packer::plain, |packer, words| {
            (words[0].0.clone(), packer.pack(&shard::encode_words(words)))
        })
        .collect();
    let before = |index: usize| index.checked_sub(1).and_then(|index| lists[index].last());
    named(folder, kind, packed, files, |index| before(index).map(|(word, _)| &**word))
}

/// Keeps only as many postings as a query needs. Prefers the highest weights. If weights are equal, prefers earlier
/// postings.
fn cap(postings: &mut Vec<Posting>) {
    if postings.len() <= PLACES {
        return;
    }
    let mut counts = [0_usize; 32];
    let level_of = |posting: &Posting| usize::from(posting.level & shard::LEVEL);
    for posting in &*postings {
        counts[level_of(posting)] += 1;
    }
    // Keep all postings above the lowest remaining level, and the first postings of that level.
    let (mut level, mut kept) = (31, 0);
    while kept + counts[level] <= PLACES {
        kept += counts[level];
        level -= 1;
    }
    let mut left = PLACES - kept;
    postings.retain(|posting| match level_of(posting).cmp(&level) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => {
            let keep = left > 0;
            left = left.saturating_sub(1);
            keep
        }
    });
}

/// Adds files, which are named after a hash of their bytes, and returns the files' ranges for the manifest. The
/// manifest contains the first word of each file, truncated after the first character that differs from the last word
/// of the previous file.
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
