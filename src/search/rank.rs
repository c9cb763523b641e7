//! The search itself: which files a question needs, which records answer it, and in which order.
//!
//! All sums are of whole numbers, and what is divided is divided in the same order as in the browser's `rank.ts`, so
//! that both come to the same ranks.

mod score;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use serde::de::DeserializeOwned;

use super::hit::{Card, Matcher, Results};
use super::pack::unpack;
use super::question::{self, Question, Request};
use super::shard::{self, Damaged, Shard};
use super::{HEADER, Header, IndexEntry, Manifest, Ranges, spell};
use score::Found;
pub(super) use score::Value;

/// Why there is no answer.
#[derive(Debug)]
pub enum SearchError {
    /// A file cannot be read.
    Missing(String),
    /// A file is not what it should be.
    Damaged(Damaged),
    /// The index is of another version of docgen.
    Version(u32),
    /// Nothing is known of a facet.
    UnknownFacet(String),
}

impl std::fmt::Display for SearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SearchError::Missing(file) => write!(f, "the search index lacks the file {file}"),
            SearchError::Damaged(damaged) => damaged.fmt(f),
            SearchError::Version(version) => {
                write!(f, "the search index has format {version}, this docgen reads {}", super::FORMAT)
            }
            SearchError::UnknownFacet(facet) => write!(f, "there is no facet `{facet}`"),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<Damaged> for SearchError {
    fn from(damaged: Damaged) -> Self {
        SearchError::Damaged(damaged)
    }
}

/// How many files of terms the beginning of a word may need.
const FILES: usize = 2;

/// How many terms the beginning of a word may stand for.
const TERMS: usize = 40;

/// How many lists of words a guess may need, if as many begin like the word.
const LISTS: usize = 3;

/// A word of the question is weak when what it stands for is no rarer than this.
pub(super) const WEAK: u32 = 12;

/// How many answers are put into their last order, which takes their texts.
const WINDOW: usize = 20;

/// How many sections are looked into for a phrase.
const PHRASES: usize = 60;

/// A way to read a file by its path.
type Read<'a> = Box<dyn Fn(&str) -> Option<Vec<u8>> + 'a>;

/// Answers questions from the files of an index.
pub struct Searcher<'a> {
    read: Read<'a>,
    header: Header,
    shards: RefCell<HashMap<String, Rc<Shard>>>,
}

/// A part of an index that a question is put to.
struct Scope<'s> {
    entry: &'s IndexEntry,
    manifest: Manifest,
    /// Whether records of the documentation and whether others may answer.
    docs: bool,
    others: bool,
}

/// What a scope answers.
struct Ranking {
    /// The best sections, in order.
    head: Vec<Found>,
    /// The other records, in order.
    tail: Vec<Found>,
    matcher: Matcher,
}

impl<'a> Searcher<'a> {
    /// Takes a way to read the files of an index by their paths.
    pub fn new(read: impl Fn(&str) -> Option<Vec<u8>> + 'a) -> Result<Self, SearchError> {
        let read: Read<'a> = Box::new(read);
        let bytes = read(HEADER).ok_or_else(|| SearchError::Missing(HEADER.to_owned()))?;
        let header: Header = parse(&bytes)?;
        if header.version != super::FORMAT {
            return Err(SearchError::Version(header.version));
        }
        Ok(Searcher { read, header, shards: RefCell::default() })
    }

    /// Answers a question.
    pub fn search(&self, request: &Request) -> Result<Results, SearchError> {
        let question = question::parse(&request.query);
        let scopes = self.scopes(&request.facet_filters)?;
        let mut ranked: Vec<(f64, usize, Found)> = Vec::new();
        let mut others = Vec::new();
        let mut matchers = Vec::new();
        for (number, scope) in scopes.iter().enumerate() {
            let Ranking { head, tail, matcher } = self.rank(scope, &question)?;
            ranked.extend(head.into_iter().map(|found| (found.rank, number, found)));
            others.extend(tail.into_iter().map(|found| (found.rank, number, found)));
            matchers.push(matcher);
        }
        for all in [&mut ranked, &mut others] {
            all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then_with(|| a.2.order(&b.2)));
        }
        let mut cards = Cards { searcher: self, scopes: &scopes, files: HashMap::new() };
        if !question.phrases.is_empty() {
            ranked.truncate(PHRASES);
            let mut kept = Vec::new();
            for (rank, number, found) in ranked {
                let card = cards.of(number, found.record)?;
                if card.has_phrases(usize::from(found.section), &question, &matchers[number]) {
                    kept.push((rank, number, found));
                }
            }
            ranked = kept;
        }
        let first = request.page.saturating_mul(request.hits_per_page);
        if first < WINDOW {
            let window = ranked.len().min(WINDOW);
            for (rank, number, found) in &mut ranked[..window] {
                let card = cards.of(*number, found.record)?;
                *rank *= card.likeness(usize::from(found.section), &question, &matchers[*number]);
            }
            ranked[..window].sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        ranked.extend(others);
        let mut hits = Vec::new();
        for (_, number, found) in ranked.iter().skip(first).take(request.hits_per_page) {
            let card = cards.of(*number, found.record)?;
            hits.push(card.hit(found.record, usize::from(found.section), &matchers[*number]));
        }
        Ok(Results::new(request, hits, ranked.len()))
    }

    /// The indexes a question is put to: as few as hold all records that the filters let through.
    fn scopes(&self, filters: &[Vec<String>]) -> Result<Vec<Scope<'_>>, SearchError> {
        let mut lets_through = Vec::new();
        for entry in &self.header.indexes {
            let holds = |tag: &str| -> Result<bool, SearchError> {
                for filter in filters {
                    let mut any = false;
                    for facet in filter {
                        let (name, value) = facet.split_once(':').unwrap_or((facet, ""));
                        any |= match name {
                            "language" => value == entry.language,
                            "docusaurus_tag" => value == tag,
                            _ => return Err(SearchError::UnknownFacet(name.to_owned())),
                        };
                    }
                    if !any {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
            lets_through.push((entry, holds(&entry.tag)?, holds("default")?));
        }
        // What is of no version is in every index of its language: one of them is asked for it, if possible one that
        // is asked anyway.
        let mut scopes: Vec<Scope<'_>> = Vec::new();
        for (entry, docs, _) in lets_through.iter().filter(|(_, docs, _)| *docs) {
            scopes.push(self.scope(entry, *docs)?);
        }
        for (entry, _, _) in lets_through.iter().filter(|(_, _, others)| *others) {
            let language = |scope: &&mut Scope<'_>| scope.entry.language == entry.language;
            let known = scopes.iter_mut().find(language);
            match known {
                Some(scope) => scope.others = true,
                None => {
                    let mut scope = self.scope(entry, false)?;
                    scope.others = true;
                    scopes.push(scope);
                }
            }
        }
        Ok(scopes)
    }

    fn scope<'s>(&self, entry: &'s IndexEntry, docs: bool) -> Result<Scope<'s>, SearchError> {
        let manifest: Manifest = parse(&unpack(&self.file(&entry.folder, &entry.manifest)?, b"")?)?;
        if manifest.version != super::FORMAT {
            return Err(SearchError::Version(manifest.version));
        }
        Ok(Scope { entry, manifest, docs, others: false })
    }

    fn file(&self, folder: &str, name: &str) -> Result<Vec<u8>, SearchError> {
        let path = format!("{folder}/{name}");
        (self.read)(&path).ok_or(SearchError::Missing(path))
    }

    fn shard(&self, scope: &Scope<'_>, index: usize) -> Result<Rc<Shard>, SearchError> {
        let hash = scope.manifest.shards.hash.get(index).ok_or(Damaged("a file of terms has no name"))?;
        let name = format!("{index}.{hash}.bin");
        let key = format!("{}/{name}", scope.entry.folder);
        if let Some(known) = self.shards.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let shard = Rc::new(Shard::decode(&unpack(&self.file(&scope.entry.folder, &name)?, b"")?)?);
        self.shards.borrow_mut().insert(key, Rc::clone(&shard));
        Ok(shard)
    }

    /// The records of a scope that answer a question, best first.
    fn rank(&self, scope: &Scope<'_>, question: &Question) -> Result<Ranking, SearchError> {
        let manifest = &scope.manifest;
        let count = question.words.len();
        let mut values: Vec<Value> = Vec::with_capacity(count + question.names.len());
        let is_common = |word: usize| {
            let text = &question.words[word];
            !question.is_open(word)
                && !question.phrases.iter().any(|phrase| phrase.contains(&word))
                && manifest.common.binary_search(text).is_ok()
        };
        let all_common = (0..count).all(is_common);
        for word in 0..count {
            let text = &question.words[word];
            let mut value = Value::new(word..word + 1);
            value.ignored = !all_common && is_common(word);
            if !value.ignored {
                self.look_up_all(scope, text, question.is_open(word), &mut value)?;
            }
            values.push(value);
        }
        for (name, words) in &question.names {
            let mut value = Value::new(words.clone());
            self.look_up_all(scope, name, question.open && words.end == count, &mut value)?;
            values.push(value);
        }
        self.pairs(scope, question, &mut values)?;
        for word in 0..count {
            let named =
                values[count..].iter().any(|name| name.words.contains(&word) && !name.terms.is_empty());
            if values[word].terms.is_empty() && !values[word].ignored && !named {
                self.guess(scope, question, word, &mut values[word])?;
            }
        }
        if values.iter().all(|value| value.terms.is_empty()) {
            // Nothing else is anywhere: words that are everywhere are better than no answer.
            for (value, text) in values.iter_mut().zip(&question.words) {
                if std::mem::take(&mut value.ignored) {
                    self.look_up_all(scope, text, false, value)?;
                }
            }
        }
        let (head, tail) = score::rank(&values, count, question, scope.docs, scope.others, manifest);
        Ok(Ranking { head, tail, matcher: Matcher::new(&values, &question.words) })
    }

    /// Adds neighbouring words that are written as one, where that is in a file that the words need anyway.
    fn pairs(
        &self,
        scope: &Scope<'_>,
        question: &Question,
        values: &mut Vec<Value>,
    ) -> Result<(), SearchError> {
        let ranges = &scope.manifest.shards;
        let counted = |word: &usize| !values[*word].ignored;
        let needed: BTreeSet<usize> = (0..question.words.len())
            .filter(counted)
            .map(|word| ranges.file(&question.words[word]))
            .collect();
        for (pair, word) in &question.pairs {
            if needed.contains(&ranges.file(pair)) {
                let mut value = Value::new(*word..word + 2);
                self.look_up(scope, pair, false, 90, &mut value)?;
                values.push(value);
            }
        }
        Ok(())
    }

    /// Adds the terms a word stands for, and those of the words that mean the same.
    fn look_up_all(
        &self,
        scope: &Scope<'_>,
        text: &str,
        open: bool,
        value: &mut Value,
    ) -> Result<(), SearchError> {
        self.look_up(scope, text, open, 100, value)?;
        for other in scope.manifest.synonyms.get(text).into_iter().flatten() {
            self.look_up(scope, other, false, 80, value)?;
        }
        Ok(())
    }

    /// Adds the terms a word stands for: its own and, where it may go on, those it begins.
    fn look_up(
        &self,
        scope: &Scope<'_>,
        text: &str,
        open: bool,
        weight: u32,
        value: &mut Value,
    ) -> Result<(), SearchError> {
        let ranges = &scope.manifest.shards;
        if ranges.hash.is_empty() {
            return Ok(());
        }
        let first = ranges.file(text);
        let last = match open {
            true => ranges.file(&format!("{text}\u{10ffff}")).min(first + FILES - 1),
            false => first,
        };
        let mut own = None;
        let mut begun: Vec<(usize, Rc<Shard>, u32, usize)> = Vec::new();
        for file in first..=last {
            // A word that is whole needs no more files for what else it begins.
            if own.is_some() {
                break;
            }
            let shard = self.shard(scope, file)?;
            let from = shard.forms.partition_point(|(form, _)| form.as_str() < text);
            for (form, term) in &shard.forms[from..] {
                if !form.starts_with(text) || (!open && form != text) {
                    break;
                }
                if form == text {
                    value.add(&shard, *term, weight);
                    own = Some(*term);
                } else if !(file == first && own == Some(*term)) {
                    begun.push((form.chars().count(), Rc::clone(&shard), *term, file));
                }
            }
        }
        if !begun.is_empty() {
            let length = text.chars().count();
            let base = if own.is_some() { 25 } else { 45 };
            let places = |entry: &(usize, Rc<Shard>, u32, usize)| {
                entry.1.terms.get(entry.2 as usize).map_or(0, |term| term.postings.len())
            };
            // Each term once, under its shortest form.
            begun.sort_by_key(|entry| (entry.3, entry.2, entry.0));
            begun.dedup_by_key(|entry| (entry.3, entry.2));
            begun.sort_by(|a, b| places(b).cmp(&places(a)).then((a.3, a.2).cmp(&(b.3, b.2))));
            for (own, shard, term, _) in begun.into_iter().take(TERMS) {
                let share = base + 45 * length / own;
                value.add(&shard, term, weight * share as u32 / 100);
            }
            value.open = Some(text.to_owned());
        }
        Ok(())
    }

    /// Adds the terms that a word which is in no text may be meant to be.
    fn guess(
        &self,
        scope: &Scope<'_>,
        question: &Question,
        word: usize,
        value: &mut Value,
    ) -> Result<(), SearchError> {
        let text = &question.words[word];
        let letters = text.chars().count();
        let Manifest { spelling, endings, .. } = &scope.manifest;
        if spell::allowed(letters) == 0 || spelling.hash.is_empty() || !text.chars().all(char::is_alphabetic)
        {
            return Ok(());
        }
        let open = question.is_open(word);
        let mut guesses =
            spell::guesses(text, open, &self.words(scope, "s", spelling, beginnings(spelling, text))?);
        if guesses.is_empty() {
            // The first letter may be what is wrong.
            let ending: String = text.chars().rev().take(letters / 2).collect();
            let mut words = self.words(scope, "e", endings, endings.files(&ending))?;
            for (word, _) in &mut words {
                *word = word.chars().rev().collect();
            }
            guesses = spell::guesses(text, open, &words);
        }
        for guess in guesses {
            let weight = 90 - 15 * guess.distance;
            self.look_up(scope, &guess.word, false, weight, value)?;
        }
        Ok(())
    }

    /// The words to spell by in some files of a kind.
    fn words(
        &self,
        scope: &Scope<'_>,
        kind: &str,
        ranges: &Ranges,
        files: Range<usize>,
    ) -> Result<Vec<(String, u32)>, SearchError> {
        let mut words = Vec::new();
        for file in files {
            let hash = ranges.hash.get(file).ok_or(Damaged("a list of words has no name"))?;
            let bytes = self.file(&scope.entry.folder, &format!("{kind}{file}.{hash}.bin"))?;
            words.extend(shard::decode_words(&unpack(&bytes, b"")?)?);
        }
        Ok(words)
    }
}

/// The files of words that begin as a word does: as much of it alike as makes them few.
fn beginnings(spelling: &Ranges, text: &str) -> Range<usize> {
    let mut files = 0..0;
    for (at, c) in text.char_indices() {
        files = spelling.files(&text[..at + c.len_utf8()]);
        if files.len() <= LISTS {
            break;
        }
    }
    files
}

/// The texts of records, each file read once.
struct Cards<'a, 'r> {
    searcher: &'a Searcher<'r>,
    scopes: &'a [Scope<'a>],
    files: HashMap<(usize, u32), Rc<Vec<Card>>>,
}

impl Cards<'_, '_> {
    fn of(&mut self, number: usize, record: u32) -> Result<Card, SearchError> {
        let scope = &self.scopes[number];
        let file = record >> scope.manifest.shift.min(16);
        let cards = match self.files.get(&(number, file)) {
            Some(cards) => Rc::clone(cards),
            None => {
                let name = format!("{}/{file}.bin", scope.manifest.cards);
                let packed = self.searcher.file(&scope.entry.folder, &name)?;
                let bytes = unpack(&packed, scope.manifest.dictionary.as_bytes())?;
                let cards: Rc<Vec<Card>> = Rc::new(parse(&bytes)?);
                self.files.insert((number, file), Rc::clone(&cards));
                cards
            }
        };
        let first = file << scope.manifest.shift.min(16);
        cards.get((record - first) as usize).cloned().ok_or(Damaged("a text is missing").into())
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SearchError> {
    serde_json::from_slice(bytes).map_err(|_| Damaged("a file is no JSON of its kind").into())
}
