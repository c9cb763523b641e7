//! What is shown of a record: which of its words matched, marked and cut to some fifteen words, in the shape of a
//! DocSearch record. The browser's `hits.ts` is the same in TypeScript.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::question::{Question, Request};
use super::rank::Value;
use super::token::{self, Token, is_dense};
use crate::path::slugify;

/// An answer.
#[derive(Serialize)]
pub struct Results {
    /// The question.
    pub query: String,
    /// Best first.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    #[serde(rename = "nbHits")]
    pub hit_count: usize,
    /// Which part this is, from 0.
    pub page: usize,
    /// How many parts there are.
    #[serde(rename = "nbPages")]
    pub page_count: usize,
}

/// `lvl0` to `lvl6`.
pub(crate) type Hierarchy<T> = BTreeMap<String, T>;

/// A hit, as DocSearch has it.
#[derive(Serialize)]
pub struct Hit {
    /// Unique in the answer and the same in every build.
    #[serde(rename = "objectID")]
    pub object_id: String,
    /// The address, with the anchor.
    pub url: String,
    /// The address of the page.
    pub url_without_anchor: String,
    /// The id of the section's heading.
    pub anchor: Option<String>,
    /// The level of what matched, or `content`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The part of the site, the page and the headings above and of the section.
    pub hierarchy: Hierarchy<Option<String>>,
    /// The text of the section.
    pub content: Option<String>,
    /// The whole texts with what matched marked.
    #[serde(rename = "_highlightResult")]
    pub highlighted: Texts,
    /// The texts cut to what matched.
    #[serde(rename = "_snippetResult")]
    pub cut: Texts,
}

/// The texts of a hit as HTML.
#[derive(Clone, Serialize)]
pub struct Texts {
    /// By level.
    pub hierarchy: Hierarchy<Marked>,
    /// The text of the section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Marked>,
}

/// A text as HTML: all of it escaped but the marks.
#[derive(Clone, Serialize)]
pub struct Marked {
    /// The HTML.
    pub value: String,
    /// `none`, `partial` or `full`: how many words of the question are in it.
    #[serde(rename = "matchLevel")]
    pub level: &'static str,
}

impl Results {
    pub(super) fn new(request: &Request, hits: Vec<Hit>, count: usize) -> Self {
        Results {
            query: request.query.clone(),
            hits,
            hit_count: count,
            page: request.page,
            page_count: count.div_ceil(request.hits_per_page.max(1)),
        }
    }
}

/// A record as it is kept: address, title, part of the site, and its sections.
#[derive(Clone, Deserialize)]
pub(super) struct Card(String, String, String, Vec<Section>);

/// Level, anchor, heading and text of a section. Without an anchor it has the one that follows from its heading.
type Section = (u8, Option<String>, String, String);

/// Knows which words of a text are of the question.
pub(super) struct Matcher {
    /// Each form with the words of the question it is a form of, as bits.
    forms: BTreeMap<String, u32>,
    /// Beginnings, likewise.
    begun: Vec<(String, u32)>,
    /// The words that count.
    all: u32,
}

/// How much fits into what is cut: two for a word, one for a pair of characters of a script without spaces.
const ROOM: usize = 30;

/// How many words stand before the first that matched.
const LEAD: usize = 3;

impl Matcher {
    pub(super) fn new(values: &[Value], words: &[String]) -> Self {
        let mut matcher = Matcher { forms: BTreeMap::new(), begun: Vec::new(), all: 0 };
        let all_weak = values[..words.len()].iter().all(Value::is_weak);
        for (index, value) in values.iter().enumerate() {
            let bits = value.words.clone().fold(0, |bits, word| bits | 1 << word);
            if index < words.len() && (all_weak || !value.is_weak()) {
                matcher.all |= bits;
            }
            if value.ignored {
                matcher.forms.insert(words[index].clone(), bits);
            }
            for (shard, term, _) in &value.terms {
                let begins = |form: &str| value.open.as_deref().is_some_and(|open| form.starts_with(open));
                for (form, _) in shard.forms.iter().filter(|(form, own)| own == term && !begins(form)) {
                    *matcher.forms.entry(form.clone()).or_default() |= bits;
                }
            }
            matcher.begun.extend(value.open.iter().map(|open| (open.clone(), bits)));
        }
        matcher
    }

    fn bits(&self, token: &str) -> u32 {
        let own = self.forms.get(token).copied().unwrap_or(0);
        self.begun.iter().filter(|(open, _)| token.starts_with(open)).fold(own, |bits, (_, more)| bits | more)
    }

    /// The words of a text, each with the words of the question it is, and the stretches that matched.
    fn read(&self, text: &str) -> Read {
        let all = token::tokens(text);
        let mut read = Read::default();
        let mut spans = Vec::new();
        for token in all {
            let bits = self.bits(&token.text);
            if bits != 0 {
                spans.push((token.start, token.end));
            }
            if token.primary {
                read.words.push((token, bits));
            } else if bits != 0 {
                let inside =
                    |word: &&mut (Token, u32)| word.0.start >= token.start && word.0.end <= token.end;
                // What spans words follows them.
                for (_, own) in read.words.iter_mut().rev().take_while(inside) {
                    *own |= bits;
                }
            }
        }
        spans.sort_unstable();
        for (start, end) in spans {
            match read.spans.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(*last),
                _ => read.spans.push((start, end)),
            }
        }
        read
    }

    fn marked(&self, text: &str) -> (Marked, Marked) {
        let read = self.read(text);
        let found = read.words.iter().fold(0, |bits, (_, own)| bits | own) & self.all;
        let level = match found {
            0 => "none",
            found if found == self.all => "full",
            _ => "partial",
        };
        let whole = Marked { value: read.html(text, 0, text.len()), level };
        let (start, end) = read.window(text);
        let mut cut = String::new();
        if start > 0 {
            cut.push('…');
        }
        cut.push_str(&read.html(text, start, end));
        if end < text.len() {
            cut.push('…');
        }
        (whole, Marked { value: cut, level })
    }
}

/// A text with what matched in it.
#[derive(Default)]
struct Read {
    words: Vec<(Token, u32)>,
    spans: Vec<(usize, usize)>,
}

impl Read {
    fn html(&self, text: &str, start: usize, end: usize) -> String {
        let mut out = String::with_capacity(end - start + 32);
        let mut at = start;
        for &(from, to) in &self.spans {
            let (from, to) = (from.max(start), to.min(end));
            if from >= to {
                continue;
            }
            escape(&text[at..from], &mut out);
            out.push_str("<mark>");
            escape(&text[from..to], &mut out);
            out.push_str("</mark>");
            at = to;
        }
        escape(&text[at..end], &mut out);
        out
    }

    /// The stretch with most of the question in it.
    fn window(&self, text: &str) -> (usize, usize) {
        let cost = |token: &Token| {
            if text[token.start..].chars().next().is_some_and(is_dense) { 1 } else { 2 }
        };
        let reach = |first: usize| {
            let (mut room, mut last, mut bits, mut count) = (ROOM, first, 0_u32, 0);
            for (index, (token, own)) in self.words.iter().enumerate().skip(first) {
                let cost = cost(token);
                if cost > room {
                    break;
                }
                room -= cost;
                last = index;
                bits |= own;
                count += u32::from(*own != 0);
            }
            (bits.count_ones() * 100 + count, last)
        };
        let mut best: Option<(u32, usize, usize)> = None;
        let mut next = 0;
        for (index, (_, bits)) in self.words.iter().enumerate() {
            if *bits == 0 || index < next {
                continue;
            }
            let first = index.saturating_sub(LEAD);
            let (score, last) = reach(first);
            if best.is_none_or(|(most, _, _)| score > most) {
                best = Some((score, first, last));
            }
            next = index + 1;
        }
        let Some((_, first, last)) = best.or_else(|| (!self.words.is_empty()).then(|| (0, 0, reach(0).1)))
        else {
            return (0, text.len());
        };
        let start = if first == 0 { 0 } else { self.words[first].0.start };
        let end = if last + 1 == self.words.len() { text.len() } else { self.words[last].0.end };
        (start, end)
    }

    /// Whether words of the question stand side by side in their order.
    fn has_phrase(&self, words: std::ops::Range<usize>) -> bool {
        let length = words.len();
        length > 0
            && self.words.windows(length).any(|window| {
                window.iter().zip(words.clone()).all(|((_, bits), word)| bits & (1 << word) != 0)
            })
    }
}

impl Card {
    fn section(&self, index: usize) -> Option<&Section> {
        self.3.get(index)
    }

    /// Whether a section has every phrase of a question.
    pub(super) fn has_phrases(&self, section: usize, question: &Question, matcher: &Matcher) -> bool {
        let title = matcher.read(&self.1);
        let Some((_, _, heading, text)) = self.section(section) else { return false };
        let (heading, text) = (matcher.read(heading), matcher.read(text));
        question.phrases.iter().all(|phrase| {
            (section == 0 && title.has_phrase(phrase.clone()))
                || heading.has_phrase(phrase.clone())
                || text.has_phrase(phrase.clone())
        })
    }

    /// What title and heading make of a rank: more when they are what was asked.
    pub(super) fn likeness(&self, section: usize, question: &Question, matcher: &Matcher) -> f64 {
        let words = question.words.len();
        let judge = |text: &str| {
            let read = matcher.read(text);
            let found = read.words.iter().fold(0, |bits, (_, own)| bits | own) & matcher.all;
            // Articles and the like may be missing in the question.
            let whole = read.words.iter().all(|(token, bits)| *bits != 0 || token.text.chars().count() < 4);
            if found != matcher.all {
                let share = 200 * found.count_ones() / matcher.all.count_ones().max(1);
                return if read.words.iter().all(|(_, bits)| *bits != 0) { share } else { 0 };
            }
            let phrase = words > 1 && read.has_phrase(0..words);
            let exact = read.words.len() == words && (words == 1 || phrase);
            let extra = (read.words.len().saturating_sub(words) as u32 * 10).min(60);
            100 * (u32::from(found != 0) + u32::from(whole) * 2 + u32::from(phrase) + u32::from(exact) * 2)
                + 60
                - extra
        };
        // An address is often a better title than the title.
        let slug = self.0.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let title = judge(&self.1).max(judge(slug) * 3 / 4);
        let heading = self.section(section).map_or(0, |(_, _, heading, _)| judge(heading));
        f64::from(10_000 + 12 * title + 4 * heading) / 10_000.0
    }

    /// The hit of a section.
    pub(super) fn hit(&self, record: u32, index: usize, matcher: &Matcher) -> Hit {
        let Card(href, title, lvl0, sections) = self;
        let mut levels: [Option<&str>; 7] = [None; 7];
        levels[0] = Some(lvl0);
        levels[1] = Some(title);
        for (level, _, heading, _) in sections.iter().take(index + 1).filter(|section| section.0 > 1) {
            let level = usize::from((*level).clamp(2, 6));
            if !heading.is_empty() {
                levels[level] = Some(heading);
                levels[level + 1..].fill(None);
            }
        }
        let nothing = (1, Some(String::new()), String::new(), String::new());
        let (level, anchor, heading, text) = sections.get(index).unwrap_or(&nothing);
        let anchor = anchor.clone().unwrap_or_else(|| slugify(heading));
        let names = if heading.is_empty() && *level == 1 { title } else { heading };
        let named = matcher.read(names).words.iter().any(|(_, bits)| bits & matcher.all != 0);
        let kind = match (named, text.is_empty(), heading.is_empty()) {
            (true, _, _) | (false, true, false) => format!("lvl{}", (*level).clamp(1, 6)),
            (false, true, true) => "lvl1".to_owned(),
            (false, false, _) => "content".to_owned(),
        };
        let mut highlighted = Texts { hierarchy: Hierarchy::new(), content: None };
        let mut cut = highlighted.clone();
        for (level, text) in levels.iter().enumerate() {
            if let Some(text) = text {
                let (whole, part) = matcher.marked(text);
                highlighted.hierarchy.insert(format!("lvl{level}"), whole);
                cut.hierarchy.insert(format!("lvl{level}"), part);
            }
        }
        if !text.is_empty() {
            let (whole, part) = matcher.marked(text);
            highlighted.content = Some(whole);
            cut.content = Some(part);
        }
        let url = if anchor.is_empty() { href.clone() } else { format!("{href}#{anchor}") };
        // A section that is cut into several records has one address.
        let piece = index == 0 && *level > 1;
        Hit {
            object_id: if piece { format!("{url}~{record}") } else { url.clone() },
            url,
            url_without_anchor: href.clone(),
            anchor: (!anchor.is_empty()).then(|| anchor.clone()),
            kind,
            hierarchy: levels
                .iter()
                .enumerate()
                .map(|(level, text)| (format!("lvl{level}"), text.map(str::to_owned)))
                .collect(),
            content: (!text.is_empty()).then(|| text.clone()),
            highlighted,
            cut,
        }
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}
