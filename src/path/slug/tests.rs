use std::borrow::Cow;
use std::collections::HashSet;

use serde::Deserialize;

use super::slugify;

/// The slugs that the `github-slugger` npm package creates, from the file that `tests/slugs/generate.mjs` writes.
#[derive(Deserialize)]
struct Table {
    /// The characters that stay, as ranges of hexadecimal numbers. The package uses Unicode 13.
    kept: String,
    /// The headings of each page, each with its text, slug, and ID.
    pages: Vec<Vec<(String, String, String)>>,
}

impl Table {
    fn read() -> Table {
        #[allow(clippy::disallowed_methods, reason = "a table other than the stored one, for manual tests")]
        let text: Cow<'_, str> = match std::env::var_os("DOCGEN_SLUGS") {
            Some(file) => std::fs::read_to_string(file).expect("`DOCGEN_SLUGS` names a table").into(),
            None => include_str!("table.json").into(),
        };
        serde_json::from_str(&text).expect("it is a table")
    }

    /// Returns the characters that stay.
    fn kept(&self) -> HashSet<char> {
        let number = |text: &str| u32::from_str_radix(text, 16).expect("it is a number");
        let ranges = self.kept.split(' ').map(|range| range.split_once('-').expect("it is a range"));
        ranges.flat_map(|(low, high)| (number(low)..=number(high)).filter_map(char::from_u32)).collect()
    }
}

/// Returns the headings of each page, each with its text, slug, and ID.
pub(crate) fn slug_table() -> Vec<Vec<(String, String, String)>> {
    Table::read().pages
}

#[test]
fn every_character_is_kept_or_dropped_as_on_github() {
    let kept = Table::read().kept();
    let (mut lost, mut newer) = (Vec::new(), 0);
    for c in '\0'..=char::MAX {
        let ours = c == ' ' || super::is_kept(c);
        if kept.contains(&c) && !ours {
            lost.push(c);
        } else if ours && !kept.contains(&c) {
            // These letters and marks are newer than Unicode 13.
            assert!(c > '\u{52f}', "{c:?}");
            newer += 1;
        }
    }
    assert_eq!(lost.len(), 0, "{} characters are lost: {:?}…", lost.len(), &lost[..lost.len().min(40)]);
    assert!(newer < 16_000, "{newer} characters are kept that GitHub drops");
}

#[test]
fn slugs_are_those_of_github() {
    let table = Table::read();
    let kept = table.kept();
    let is_known = |text: &str| text.chars().all(|c| kept.contains(&c) || !super::is_kept(c));
    let mut wrong = Vec::new();
    let mut count = 0;
    for (text, slug, _) in table.pages.iter().flatten().filter(|(text, ..)| is_known(text)) {
        count += 1;
        let found = slugify(text);
        if found != *slug {
            wrong.push(format!("{text:?} is {found:?}, on GitHub {slug:?}"));
        }
    }
    assert!(count >= 60, "there are headings");
    assert!(
        wrong.is_empty(),
        "{} of {count} are wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
