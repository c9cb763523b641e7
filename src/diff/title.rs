//! Page titles without the site's name.

use std::collections::HashMap;

use super::text;

/// The separators between a page title and the site name.
const SEPARATORS: [&str; 11] = [" | ", " - ", " — ", " – ", " · ", " • ", " :: ", " » ", " « ", " / ", ": "];
/// The maximum number of names around a title.
const NAMES: usize = 3;

/// Returns the part of a title before the first separator, which usually is the title of the page itself.
pub(super) fn of_page(title: &str) -> &str {
    let end = SEPARATORS.iter().filter_map(|separator| title.find(separator)).min();
    &title[..end.unwrap_or(title.len())]
}

/// Removes the text that at least half of the titles start or end with.
pub(super) fn without_site(mut titles: Vec<String>) -> Vec<String> {
    for _ in 0..NAMES {
        let after = common(&titles, |title, separator| Some(&title[title.rfind(separator)?..]));
        let before =
            common(&titles, |title, separator| Some(&title[..title.find(separator)? + separator.len()]));
        if after.is_none() && before.is_none() {
            break;
        }
        for title in &mut titles {
            let bare = after.as_ref().and_then(|name| title.strip_suffix(&**name)).unwrap_or(title);
            *title = before.as_ref().and_then(|name| bare.strip_prefix(&**name)).unwrap_or(bare).to_owned();
        }
    }
    titles
}

/// Returns the part that at least half of the titles have.
fn common<'a>(titles: &'a [String], part: impl Fn(&'a str, &str) -> Option<&'a str>) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for title in titles {
        let mut parts: Vec<&str> = SEPARATORS.iter().filter_map(|separator| part(title, separator)).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.into_iter().for_each(|part| *counts.entry(part).or_default() += 1);
    }
    let best = counts.into_iter().max_by_key(|(part, count)| (*count, part.len(), *part))?;
    (best.1 > 1 && best.1 * 2 >= titles.len()).then(|| best.0.to_owned())
}

/// Whether a new title has the same words as the old title, or whether `whole`, the new title with the site's name,
/// contains all of these words.
pub(super) fn is_kept(old: &str, new: &str, whole: &str) -> bool {
    let old = text::normal(old);
    let whole = text::normal(whole);
    let words: Vec<&str> = whole.split(' ').collect();
    old == text::normal(new) || old.split(' ').all(|word| word.is_empty() || words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_site_is_what_most_titles_share() {
        let titles = |all: &[&str]| all.iter().map(|title| (*title).to_owned()).collect::<Vec<_>>();
        for (given, expected) in [
            (&["Intro | Site", "Set up | Site", "Site"][..], &["Intro", "Set up", "Site"][..]),
            (&["Site - Intro", "Site - A - B"], &["Intro", "A - B"]),
            (&["A · Docs · Site", "B · Docs · Site", "C · Blog · Site"], &["A", "B", "C · Blog"]),
            (&["A - B"], &["A - B"]),
            (&["One", "Two"], &["One", "Two"]),
            (&[], &[]),
        ] {
            assert_eq!(without_site(titles(given)), expected);
        }
        assert!(is_kept("Don’t", "Don't", "Don't"));
        assert!(is_kept("Intro", "Intro to Site", "Intro to Site"));
        assert!(!is_kept("Intro", "Start", "Start | Site"));
    }
}
