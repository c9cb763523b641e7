//! Heading IDs that the original site has, but that docgen would generate differently.

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::HeadingIds;
use crate::markdown;
use crate::path::UniqueNames;

/// How a site generates heading IDs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::import) enum IdRule {
    /// In the same way as docgen.
    #[default]
    Same,
    /// In the same way as docgen, but without URLs that become links.
    Github,
    /// Like `Github`, but with ASCII characters only.
    GithubAscii,
    /// From letters and digits, with one dash in place of all other characters between them.
    Blackfriday,
}

/// The heading IDs on a page.
pub(super) struct Ids {
    rule: IdRule,
    /// The IDs on the original site.
    theirs: UniqueNames,
    /// The IDs that docgen would assign.
    ours: UniqueNames,
}

impl Ids {
    pub(super) fn new(rule: IdRule) -> Self {
        Ids { rule, theirs: UniqueNames::numbered_from(1), ours: UniqueNames::numbered_from(1) }
    }

    /// Records the ID that a heading specifies.
    pub(super) fn take(&mut self, id: &str) {
        self.ours.take(id);
        self.theirs.take(id);
    }

    /// Returns the ID of a heading if docgen would assign another ID.
    pub(super) fn pinned(&mut self, heading: &str) -> Option<String> {
        if self.rule == IdRule::Same {
            return None;
        }
        let ours = HeadingIds::Hugo.give(&mut self.ours, &markdown::plain(heading));
        let bare = without_urls(heading);
        if bare.chars().all(|c| c == '.' || c == ' ') {
            return None;
        }
        let text = markdown::plain(&bare);
        let shaped = match self.rule {
            IdRule::GithubAscii => ascii(&text),
            IdRule::Blackfriday => dashed(&text),
            IdRule::Same | IdRule::Github => text.into_owned(),
        };
        let theirs = HeadingIds::Hugo.give(&mut self.theirs, &shaped);
        (theirs != ours).then_some(theirs)
    }
}

/// Returns a heading with a period, which isn't part of IDs, in place of each URL that becomes a link.
fn without_urls(heading: &str) -> String {
    let is_url = |word: &str| {
        let word = word.trim_start_matches('<');
        ["http://", "https://", "ftp://", "www."].iter().any(|start| word.starts_with(start))
    };
    heading.split(' ').map(|word| if is_url(word) { "." } else { word }).collect::<Vec<_>>().join(" ")
}

/// Returns text without accents and without other characters that aren't in ASCII.
fn ascii(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfd().normalize(text).chars().filter(char::is_ascii).collect()
}

/// Returns the letters and digits of the text with single dashes between them.
fn dashed(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::{IdRule, Ids};

    #[test]
    fn ids_are_those_of_the_rule() {
        for (rule, heading, expected) in [
            (IdRule::Same, "See https://a.example/b", None),
            (IdRule::Github, "`--tea pot` & Größe", None),
            (IdRule::Github, "See https://a.example/b now", Some("see--now")),
            (IdRule::Github, "See [a](https://a.example) now", None),
            (IdRule::Github, "<https://a.example>", None),
            (IdRule::GithubAscii, "Größe é", Some("groe-e")),
            (IdRule::GithubAscii, "Tea", None),
            (IdRule::Blackfriday, "`--tea pot` & Größe", Some("tea-pot-größe")),
            (IdRule::Blackfriday, "A_b.c", Some("a-b-c")),
            (IdRule::Blackfriday, "???", None),
            (IdRule::Blackfriday, "Tea pot", None),
        ] {
            assert_eq!(Ids::new(rule).pinned(heading).as_deref(), expected, "{rule:?} {heading}");
        }
    }

    #[test]
    fn equal_ids_are_numbered_on_both_sites() {
        let mut ids = Ids::new(IdRule::Blackfriday);
        ids.take("own");
        assert_eq!(ids.pinned("-- Own"), Some("own-1".to_owned()));
        assert_eq!(ids.pinned("Own"), Some("own-2".to_owned()));
        assert_eq!(ids.pinned("Tea"), None);
    }
}
