//! Compares two versions of a page: finds the words, IDs, links, and images that only the old version has. This module
//! knows nothing about other pages, so it can't recognize the frame that all pages share.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::address::without_hash;
use super::page::{Image, Page};
use super::text::{self, Word};

/// What's missing from the new version of a page.
#[derive(Debug, Default)]
pub(super) struct Lost {
    /// The number of words on the old page.
    pub(super) words: usize,
    /// The number of words that only the new page has.
    pub(super) added: usize,
    pub(super) blocks: Vec<LostText>,
    /// The number of heading IDs on the old page.
    pub(super) ids: usize,
    /// Heading IDs, each with its heading.
    pub(super) headings: Vec<(String, String)>,
    /// Other IDs.
    pub(super) anchors: Vec<String>,
    /// The number of links on the old page.
    pub(super) links: usize,
    pub(super) targets: Vec<LostLink>,
    /// The number of images on the old page.
    pub(super) images: usize,
    pub(super) sources: Vec<(String, String)>,
}

/// A block of text with missing words.
#[derive(Debug)]
pub(super) struct LostText {
    pub(super) text: String,
    /// The positions of the missing words.
    pub(super) words: Vec<Range<usize>>,
    /// Each missing word, with a number that counts the missing occurrences of that word on the page.
    pub(super) tokens: Vec<(Word, u32)>,
}

/// A missing link.
#[derive(Debug)]
pub(super) struct LostLink {
    pub(super) target: String,
    pub(super) text: String,
}

/// The target of a link, in a form that's the same for both sites.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Goal {
    /// A page on the new site.
    Page(usize),
    /// The name of another file on the site.
    File(String),
    Away(String),
}

/// A link in the main content, with its goal and how the report shows it.
#[derive(Debug)]
pub(super) struct Aim {
    pub(super) goal: Goal,
    pub(super) fragment: String,
    pub(super) text: String,
    pub(super) shown: String,
}

/// Compares two versions of a page.
pub(super) fn compare(old: &Page, new: &Page, old_links: Vec<Aim>, new_links: Vec<Aim>) -> Lost {
    let (blocks, added) = lost_text(&old.blocks, &new.blocks);
    let ids: HashSet<&str> = new.ids.iter().map(String::as_str).collect();
    let lost = |id: &str| !ids.contains(id);
    Lost {
        words: old.words(),
        added,
        blocks,
        ids: old.headings.len(),
        headings: old.headings.iter().filter(|(id, _)| lost(id)).cloned().collect(),
        anchors: old.anchors.iter().filter(|id| lost(id)).cloned().collect(),
        links: old_links.len(),
        targets: lost_links(old_links, new_links),
        images: old.images.len(),
        sources: lost_images(&old.images, &new.images),
    }
}

/// Returns the blocks with missing words, and the number of words that only the new text has. The positions of the
/// words don't matter.
fn lost_text(old: &[String], new: &[String]) -> (Vec<LostText>, usize) {
    if old == new {
        return (Vec::new(), 0);
    }
    let read = |block: &String| text::words(block).collect::<Vec<_>>();
    let (old_words, new_words): (Vec<_>, Vec<_>) =
        (old.iter().map(read).collect(), new.iter().map(read).collect());
    let hashes = |words: &[(Range<usize>, Word)]| words.iter().map(|(_, word)| *word).collect::<Vec<_>>();
    let mut whole: HashMap<Vec<Word>, usize> = HashMap::new();
    for words in &new_words {
        *whole.entry(hashes(words)).or_default() += 1;
    }
    // The blocks that only the old text has.
    let mut rest: Vec<usize> = Vec::new();
    for (index, words) in old_words.iter().enumerate() {
        match whole.get_mut(&hashes(words)).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => rest.push(index),
        }
    }
    let mut balance: HashMap<Word, i64> = HashMap::new();
    for word in rest.iter().flat_map(|index| hashes(&old_words[*index])) {
        *balance.entry(word).or_default() += 1;
    }
    for words in &new_words {
        let Some(count) = whole.get_mut(&hashes(words)).filter(|count| **count > 0) else { continue };
        *count -= 1;
        hashes(words).into_iter().for_each(|word| *balance.entry(word).or_default() -= 1);
    }
    let added = balance.values().filter(|count| **count < 0).map(|count| count.unsigned_abs() as usize).sum();
    (assign(old, &old_words, rest, balance), added)
}

/// Assigns the missing words to the blocks with the largest share of missing words.
fn assign(
    old: &[String],
    words: &[Vec<(Range<usize>, Word)>],
    mut rest: Vec<usize>,
    mut missing: HashMap<Word, i64>,
) -> Vec<LostText> {
    let share = |index: &usize| {
        let all = &words[*index];
        let lost = all.iter().filter(|(_, word)| missing.get(word).is_some_and(|count| *count > 0)).count();
        std::cmp::Reverse(lost * 1000 / all.len().max(1))
    };
    rest.sort_by_cached_key(share);
    let mut numbers: HashMap<Word, u32> = HashMap::new();
    let mut found = BTreeMap::new();
    for index in rest {
        let mut lost = LostText { text: String::new(), words: Vec::new(), tokens: Vec::new() };
        for (range, word) in &words[index] {
            let Some(count) = missing.get_mut(word).filter(|count| **count > 0) else { continue };
            *count -= 1;
            let number = numbers.entry(*word).or_default();
            *number += 1;
            lost.words.push(range.clone());
            lost.tokens.push((*word, *number));
        }
        if !lost.words.is_empty() {
            lost.text.clone_from(&old[index]);
            found.insert(index, lost);
        }
    }
    found.into_values().collect()
}

/// Returns the links that are missing from the new page. A link that points to a different place on the same target
/// page doesn't count as missing.
fn lost_links(old: Vec<Aim>, new: Vec<Aim>) -> Vec<LostLink> {
    let mut exact: HashMap<(&Goal, &str), usize> = HashMap::new();
    let mut any: HashMap<&Goal, usize> = HashMap::new();
    for link in distinct(&new) {
        *exact.entry((&link.goal, &link.fragment)).or_default() += 1;
        *any.entry(&link.goal).or_default() += 1;
    }
    let old_links = distinct(&old);
    let mut lost = Vec::new();
    for link in &old_links {
        match exact.get_mut(&(&link.goal, &*link.fragment)).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                any.entry(&link.goal).and_modify(|count| *count -= 1);
            }
            None => lost.push(*link),
        }
    }
    lost.retain(|link| match any.get_mut(&link.goal).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => true,
    });
    lost.into_iter().map(|link| LostLink { target: link.shown.clone(), text: link.text.clone() }).collect()
}

/// Removes links without text that are next to another link to the same place, such as the image of a card.
fn distinct(links: &[Aim]) -> Vec<&Aim> {
    let named: HashSet<&Goal> =
        links.iter().filter(|link| !link.text.is_empty()).map(|link| &link.goal).collect();
    links.iter().filter(|link| !link.text.is_empty() || !named.contains(&link.goal)).collect()
}

/// Returns the images that are missing from the new page: pairs images first by name, then by alternative text, and
/// then by order, because tools rename and inline images.
fn lost_images(old: &[Image], new: &[Image]) -> Vec<(String, String)> {
    let name = |image: &Image| match image.source.starts_with("data:") {
        true => String::new(),
        false => without_hash(image.source.split(['?', '#']).next().unwrap_or_default()),
    };
    let alt = |image: &Image| text::normal(&image.alt);
    let mut old: Vec<&Image> = old.iter().collect();
    let mut new: Vec<&Image> = new.iter().collect();
    let mut pair = |form: &dyn Fn(&Image) -> String| {
        let mut known: HashMap<String, usize> = HashMap::new();
        new.iter().for_each(|image| *known.entry(form(image)).or_default() += 1);
        let mut used: HashMap<String, usize> = HashMap::new();
        old.retain(|image| {
            let form = form(image);
            let left = known.get_mut(&form).filter(|count| !form.is_empty() && **count > 0);
            let Some(count) = left else { return true };
            *count -= 1;
            *used.entry(form).or_default() += 1;
            false
        });
        new.retain(|image| match used.get_mut(&form(image)).filter(|count| **count > 0) {
            Some(count) => {
                *count -= 1;
                false
            }
            None => true,
        });
    };
    pair(&name);
    pair(&alt);
    let replaced = new.len();
    old.into_iter().skip(replaced).map(|image| (image.source.clone(), image.alt.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the missing words of each block, in brackets.
    fn lost(old: &[&str], new: &[&str]) -> (Vec<String>, usize) {
        let owned = |blocks: &[&str]| blocks.iter().map(|block| (*block).to_owned()).collect::<Vec<_>>();
        let (lost, added) = lost_text(&owned(old), &owned(new));
        let words = |block: LostText| {
            let words: Vec<&str> = block.words.iter().map(|range| &block.text[range.clone()]).collect();
            words.join(" ")
        };
        (lost.into_iter().map(words).collect(), added)
    }

    #[test]
    fn missing_words_are_found_where_they_were() {
        let nothing: [&str; 0] = [];
        for (old, new, expected, added) in [
            (&["a b c"][..], &["a b c"][..], &nothing[..], 0),
            (&["a b c"], &["A, “b”", "c"], &nothing, 0),
            (&["a b", "c d"], &["c d", "a b"], &nothing, 0),
            (&["a b c"], &["a c"], &["b"], 0),
            (&["the cat", "the dog ran"], &["the cat"], &["the dog ran"], 0),
            (&["the cat", "the dog ran"], &["the dog ran", "x y"], &["the cat"], 2),
            (&["one two three", "one four five six"], &["one four five six seven"], &["one two three"], 1),
        ] {
            let (words, count) = lost(old, new);
            assert_eq!(
                (words.as_slice(), count),
                (&expected.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>()[..], added),
                "{old:?} {new:?}"
            );
        }
    }

    #[test]
    fn images_are_paired_by_name_then_text_then_order() {
        let images = |all: &[(&str, &str)]| -> Vec<Image> {
            let image = |(source, alt): &(&str, &str)| Image { source: (*source).into(), alt: (*alt).into() };
            all.iter().map(image).collect()
        };
        for (old, new, expected) in [
            (&[("/a.png", "A")][..], &[("/assets/a-3f2a9c1b.png", "")][..], None),
            (&[("/a.png", "A")], &[("data:image/png;base64,", "a")], None),
            (&[("/a.png", "A"), ("/b.png", "B")], &[("/b.png", "B")], Some("/a.png")),
            (&[("/a.png", "A"), ("/a.png", "A")], &[("/a.png", "A")], Some("/a.png")),
            (&[("/a.png", "")], &[("/z.png", "Z")], None),
        ] {
            let lost = lost_images(&images(old), &images(new));
            assert_eq!(lost.first().map(|(source, _)| source.as_str()), expected, "{old:?}");
        }
    }
}
