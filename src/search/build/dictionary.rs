//! Builds the dictionary for packing text, which consists of phrases that the site often uses.
//!
//! The dictionary is based on a sample of the pages, so editing a page outside the sample doesn't change the files for
//! all pages.

use std::collections::HashMap;

use crate::cldr::is_dense;

/// The number of text samples.
pub(super) const SAMPLES: usize = 96;

/// The maximum size, in bytes. Every browser that searches the site fetches the dictionary once.
const SIZE: usize = 8 << 10;

/// The maximum number of words in a phrase.
const RUN: usize = 4;

/// The minimum number of samples that must contain a phrase.
const FEWEST: u32 = 3;

/// Returns the frequent phrases. The most useful phrase is last, because the end of the dictionary is closest to the
/// text.
pub(super) fn dictionary(texts: &[String]) -> String {
    let mut runs: HashMap<&str, (u32, u32)> = HashMap::new();
    for (number, text) in texts.iter().enumerate() {
        let words: Vec<(usize, usize)> = words(text);
        for (first, (start, _)) in words.iter().enumerate() {
            for (_, end) in words[first..].iter().take(RUN) {
                let (count, last) = runs.entry(&text[*start..*end]).or_default();
                if *last != number as u32 + 1 {
                    (*count, *last) = (*count + 1, number as u32 + 1);
                }
            }
        }
    }
    let saved = |run: &str, count: u32| u64::from(count - 1) * (run.len() as u64 - 3);
    let mut often: Vec<(u64, &str)> = runs
        .into_iter()
        .filter(|(run, (count, _))| *count >= FEWEST && run.len() > 3)
        .map(|(run, (count, _))| (saved(run, count), run))
        .collect();
    often.sort_unstable_by(|(saved, run), (other_saved, other)| other_saved.cmp(saved).then(run.cmp(other)));
    let mut all = String::new();
    for (_, run) in often {
        if all.len() + run.len() > SIZE {
            break;
        }
        if !all.contains(run) {
            all.insert_str(0, run);
        }
    }
    all
}

/// Returns the ranges of words. Each range includes the space after the word. In scripts without spaces, each character
/// is a word.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if c.is_whitespace() || is_dense(c) {
            words.push((start, end));
            start = end;
        }
    }
    if start < text.len() {
        words.push((start, text.len()));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> String {
        dictionary(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn it_holds_what_several_texts_say_and_the_most_useful_last() {
        let texts =
            ["start a remote workstation", "stop a remote workstation", "a remote workstation, an image"];
        let all = of(&texts);
        assert!(all.contains("a remote "), "{all}");
        assert!(!all.contains("start") && !all.contains("image"), "{all}");
        assert_eq!(of(&["alone"; 2]), "");
        assert_eq!(of(&["日本語の文", "日本語の本", "日本語の"]), "日本語の");
    }

    #[test]
    fn it_is_no_longer_than_it_may_be() {
        let text: String = (0..9_000).map(|number| format!("word{number} ")).collect();
        let all = of(&[&text[..]; 3]);
        assert!(all.len() <= SIZE && all.len() > SIZE / 2);
    }
}
