//! From the places of terms to records in their order.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::super::Manifest;
use super::super::question::Question;
use super::super::shard::{Posting, Shard};
use super::super::token::is_dense;

/// A word of the question, or a name of several, with what it stands for.
pub(crate) struct Value {
    /// Its words in the question.
    pub words: Range<usize>,
    /// The terms, each with the file it is in and its weight in percent.
    pub terms: Vec<(Rc<Shard>, u32, u32)>,
    /// What words it stands for begin with.
    pub open: Option<String>,
    /// Whether it is so common that it does not count.
    pub ignored: bool,
}

/// A section that answers.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// Higher is better.
    pub rank: f64,
    pub record: u32,
    pub section: u8,
}

impl Found {
    /// What comes first of two.
    pub(super) fn order(&self, other: &Found) -> std::cmp::Ordering {
        let place = |found: &Found| (found.record, found.section);
        other.rank.total_cmp(&self.rank).then(place(self).cmp(&place(other)))
    }
}

/// How many records are looked at section by section.
const HEAD: usize = 200;

/// How many sections of one record may answer.
const SECTIONS: usize = 3;

impl Value {
    pub(crate) fn new(words: Range<usize>) -> Self {
        Value { words, terms: Vec::new(), open: None, ignored: false }
    }

    /// Adds a term, once.
    pub(super) fn add(&mut self, shard: &Rc<Shard>, term: u32, weight: u32) {
        let known = self.terms.iter().any(|(other, number, _)| Rc::ptr_eq(other, shard) && *number == term);
        if !known && (term as usize) < shard.terms.len() {
            self.terms.push((Rc::clone(shard), term, weight));
        }
    }

    /// How rare the word is: as rare as the commonest of what it stands for.
    fn rarity(&self) -> u32 {
        let of = |(shard, term, _): &(Rc<Shard>, u32, u32)| u32::from(shard.terms[*term as usize].rarity);
        self.terms.iter().map(of).min().unwrap_or(0)
    }

    /// Whether it only holds others together.
    pub(crate) fn is_weak(&self) -> bool {
        self.ignored || (!self.terms.is_empty() && self.rarity() <= super::WEAK)
    }

    fn capped(&self) -> bool {
        self.terms.iter().any(|(shard, term, _)| shard.terms[*term as usize].capped)
    }

    fn places(&self, mut each: impl FnMut(&Posting, u32)) {
        for (shard, term, weight) in &self.terms {
            for posting in &shard.terms[*term as usize].postings {
                each(posting, u32::from(posting.level) * weight);
            }
        }
    }
}

/// What one section or record has of each word and name.
struct Tally<'a> {
    values: &'a [Value],
    rarities: &'a [u32],
    /// How many of the values are words; the others are names.
    words: usize,
    /// Twice the sum of the rarities of all words.
    total: u32,
}

impl Tally<'_> {
    /// The records that have at least half the share of the words that the best one has, with their ranks and shares.
    fn records(&self, count: usize, accepted: impl Fn(u32) -> bool) -> Vec<(f64, u32, u32)> {
        let mut best: Vec<Vec<u16>> = Vec::with_capacity(self.values.len());
        let mut touched = vec![false; count];
        for value in self.values {
            let mut own = vec![0_u16; count];
            value.places(|posting, level| {
                if accepted(posting.record) {
                    let slot = &mut own[posting.record as usize];
                    *slot = (*slot).max(level as u16);
                    touched[posting.record as usize] = true;
                }
            });
            best.push(own);
        }
        let mut ranked: Vec<(f64, u32, u32)> = Vec::new();
        for (record, _) in touched.iter().enumerate().filter(|(_, touched)| **touched) {
            let (rank, share) = self.rank(|value| u32::from(best[value][record]));
            ranked.push((rank, record as u32, share));
        }
        let most = ranked.iter().map(|(_, _, share)| *share).max().unwrap_or(0);
        ranked.retain(|(_, _, share)| share * 2 >= most);
        ranked
    }

    /// The rank of a place that has so much of each value, and the share of the words it has, of `total`.
    fn rank(&self, of: impl Fn(usize) -> u32) -> (f64, u32) {
        let mut sum = 0_u64;
        let mut covered = vec![0_u32; self.words];
        for (word, share) in covered.iter_mut().enumerate() {
            let rarity = self.rarities[word];
            let value = of(word);
            sum += u64::from(rarity) * u64::from(value);
            *share = match value {
                0 if self.values[word].capped() => rarity,
                0 => 0,
                _ => 2 * rarity,
            };
        }
        for name in self.words..self.values.len() {
            let own = u64::from(self.rarities[name]) * u64::from(of(name));
            if own == 0 {
                continue;
            }
            let words = self.values[name].words.clone();
            let parts: u64 =
                words.clone().map(|word| u64::from(self.rarities[word]) * u64::from(of(word))).sum();
            sum += own.saturating_sub(parts) + own / 2;
            for word in words {
                covered[word] = 2 * self.rarities[word];
            }
        }
        let share: u32 = covered.iter().sum();
        (sum as f64 * f64::from(self.total + share) / f64::from(2 * self.total.max(1)), share)
    }
}

/// How much each value counts.
fn rarities(values: &[Value], words: usize, question: &Question) -> Vec<u32> {
    let mut rarities: Vec<u32> = values.iter().map(Value::rarity).collect();
    let is_dense = |word: usize| question.words[word].chars().next().is_some_and(is_dense);
    let dense = || (0..words).filter(|word| is_dense(*word));
    // Pairs that straddle two words are rare and say little: no pair counts more than the mean of all, and one that is
    // nowhere counts half of it.
    let found = dense().filter(|word| rarities[*word] > 0).count() as u32;
    let mean = dense().map(|word| rarities[word]).sum::<u32>() / found.max(1);
    // A word that is nowhere counts as one that is rare, so that records with all others are not the best of all.
    let rarest = rarities.iter().copied().max().unwrap_or(0);
    for (word, value) in values[..words].iter().enumerate() {
        let nowhere = value.terms.is_empty() && !value.ignored;
        rarities[word] = match (is_dense(word), nowhere) {
            (true, true) => mean / 2,
            (true, false) => rarities[word].min(mean),
            (false, true) => rarest,
            (false, false) => rarities[word],
        };
    }
    rarities
}

/// The sections that answer, best first, and after them the other records. A record counts by all it says and by its best section.
pub(super) fn rank(
    values: &[Value],
    words: usize,
    question: &Question,
    docs: bool,
    others: bool,
    manifest: &Manifest,
) -> (Vec<Found>, Vec<Found>) {
    let rarities = rarities(values, words, question);
    let total = 2 * rarities[..words].iter().sum::<u32>();
    let tally = Tally { values, rarities: &rarities, words, total };
    let accepted = |record: u32| {
        let of_docs = record < manifest.docs;
        record < manifest.records && ((of_docs && docs) || (!of_docs && others))
    };
    let mut ranked = tally.records(manifest.records as usize, accepted);
    let boost = |record: u32| match manifest.boosts.binary_search_by_key(&record, |(record, _)| *record) {
        Ok(at) => f64::from(manifest.boosts[at].1),
        Err(_) => 100.0,
    };
    for (rank, record, _) in &mut ranked {
        *rank = *rank * boost(*record) / 100.0;
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let head: HashSet<u32> = ranked.iter().take(HEAD).map(|(_, record, _)| *record).collect();
    let mut sections = Sections::new(values.len());
    for (index, value) in values.iter().enumerate() {
        value.places(|posting, level| {
            if head.contains(&posting.record) {
                sections.add(posting, index, level);
            }
        });
    }
    let mut found = Vec::with_capacity(ranked.len());
    let tail = ranked.split_off(ranked.len().min(HEAD));
    for (rank, record, _) in ranked {
        let of_record = sections.of(record);
        let mut own: Vec<(f64, u8, u32)> = of_record
            .iter()
            .map(|(section, levels)| {
                let (rank, share) = tally.rank(|value| levels[value]);
                (rank, *section, share)
            })
            .collect();
        own.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let Some((first, _, share)) = own.first().copied() else { continue };
        let whole = rank + first * boost(record) / 100.0;
        let quoted = !question.phrases.is_empty();
        for (place, (section_rank, section, own_share)) in own.into_iter().enumerate() {
            let good = section_rank * 10.0 >= first * 7.0 && own_share >= share;
            if place > 0 && !quoted && (place >= SECTIONS || !good) {
                break;
            }
            // Each further section of a page comes after other pages that are nearly as good.
            let less = [1.0, 0.5, 0.3][place.min(SECTIONS - 1)];
            found.push(Found { rank: whole * less, record, section });
        }
    }
    found.sort_by(Found::order);
    // The others are what they are: of thousands few are ever shown.
    let tail = tail.into_iter().filter(|_| question.phrases.is_empty());
    let tail = tail.map(|(rank, record, _)| Found { rank, record, section: 0 });
    (found, tail.collect())
}

/// What sections of some records have of each value.
struct Sections {
    values: usize,
    all: BTreeMap<(u32, u8), Vec<u32>>,
}

impl Sections {
    fn new(values: usize) -> Self {
        Sections { values, all: BTreeMap::new() }
    }

    fn add(&mut self, posting: &Posting, value: usize, level: u32) {
        let slot =
            &mut self.all.entry((posting.record, posting.section)).or_insert_with(|| vec![0; self.values])
                [value];
        *slot = (*slot).max(level);
    }

    /// The sections of a record, in order.
    fn of(&self, record: u32) -> Vec<(u8, &Vec<u32>)> {
        self.all
            .range((record, 0)..=(record, u8::MAX))
            .map(|((_, section), levels)| (*section, levels))
            .collect()
    }
}
