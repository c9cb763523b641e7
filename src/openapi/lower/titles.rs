//! Titles: one short line of plain text for headings, tabs, sidebars, and search.

use crate::markdown::plain;

/// The maximum length of a title, in characters. Longer titles would wrap to several lines in a sidebar.
const MAX_TITLE: usize = 80;

/// The prefixes of lines that start a new block instead of continuing the paragraph.
const BLOCKS: [&str; 8] = ["- ", "* ", "+ ", "|", "```", "~~~", "#", "---"];

/// Abbreviations whose period doesn't end a sentence.
const ABBREVIATIONS: [&str; 8] = ["approx", "e.g", "etc", "i.e", "incl", "no", "resp", "vs"];

/// A title that's made from longer text.
#[derive(Debug)]
pub(super) struct Title {
    /// Plain text of at most [`MAX_TITLE`] characters, without a final period.
    pub text: Box<str>,
    /// Whether the title contains the whole text.
    pub whole: bool,
}

/// Returns the title of any text: the text without its markup, or the first sentence. Returns `None` if both are too
/// long or contain no words.
pub(super) fn title(text: &str) -> Option<Title> {
    let (paragraph, rest) = first_paragraph(text);
    let words = plain(paragraph);
    // Titles don't contain link destinations.
    let whole = rest.trim().is_empty() && !text.contains("](") && !text.contains("href=");
    let (text, whole) = if fits(&words) { (&*words, whole) } else { (first_sentence(&words)?, false) };
    let text = without_stop(text);
    (fits(text) && !text.is_empty()).then(|| Title { text: text.into(), whole })
}

/// Returns a label of at most [`MAX_TITLE`] characters: the text's title or beginning.
pub(crate) fn label(text: &str) -> Box<str> {
    title_or_start(text).text
}

/// Returns a title for any text: the text's own title, or the beginning of the text.
pub(super) fn title_or_start(text: &str) -> Title {
    title(text).unwrap_or_else(|| {
        let mut words = plain(first_paragraph(text).0);
        if words.is_empty() {
            words = text.trim().into();
        }
        let end = words.char_indices().nth(MAX_TITLE - 1).map_or(words.len(), |(end, _)| end);
        if end == words.len() {
            return Title { text: words.into(), whole: true };
        }
        let cut = words[..end].rfind(' ').filter(|cut| *cut > end / 2).unwrap_or(end);
        let start = words[..cut].trim_end_matches([' ', ',', ';', ':', '.']);
        Title { text: format!("{start}…").into(), whole: false }
    })
}

fn fits(text: &str) -> bool {
    text.chars().nth(MAX_TITLE).is_none()
}

/// Splits text after its first paragraph.
fn first_paragraph(text: &str) -> (&str, &str) {
    let text = text.trim();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let begins_block = BLOCKS.iter().any(|start| words.starts_with(start));
        if end > 0 && (words.is_empty() || begins_block || text.starts_with('#')) {
            break;
        }
        end += line.len();
    }
    text.split_at(end)
}

/// Returns the first sentence if more text follows that sentence.
fn first_sentence(text: &str) -> Option<&str> {
    text.char_indices().find_map(|(at, sign)| {
        let end = at + sign.len_utf8();
        let (before, after) = (&text[..at], &text[end..]);
        let ends = match sign {
            '。' | '！' | '？' => true,
            '.' => {
                let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
                // A single character is an initial or a list item's number.
                let shortened = word.chars().count() < 2 || ABBREVIATIONS.binary_search(&&*word).is_ok();
                !shortened && begins_sentence(after)
            }
            '!' | '?' => begins_sentence(after),
            _ => false,
        };
        ends.then_some(&text[..end])
    })
}

/// Whether the text starts with a space that isn't followed by a lowercase letter.
fn begins_sentence(after: &str) -> bool {
    after.strip_prefix(' ').is_some_and(|next| !next.starts_with(char::is_lowercase))
}

/// Returns a title without its final period.
fn without_stop(text: &str) -> &str {
    let text = text.trim_end();
    match text.strip_suffix(['.', '。']) {
        Some(stem) if !stem.ends_with('.') => stem.trim_end(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{ABBREVIATIONS, MAX_TITLE, title, title_or_start};

    #[test]
    fn a_title_is_the_text_or_its_first_sentence() {
        assert!(ABBREVIATIONS.is_sorted());
        let long = "And so on ".repeat(20);
        for (text, expected) in [
            ("List pets", Some(("List pets", true))),
            ("List pets.", Some(("List pets", true))),
            ("List **all** `pets`.", Some(("List all pets", true))),
            ("List [pets](/pets)", Some(("List pets", false))),
            ("List pets...", Some(("List pets...", true))),
            ("List pets. All of them.", Some(("List pets. All of them", true))),
            ("List pets\n\nAll of them.", Some(("List pets", false))),
            ("List pets\r\n\r\nAll of them.", Some(("List pets", false))),
            ("List pets\n- cats\n- dogs", Some(("List pets", false))),
            ("# List pets\nAll of them.", Some(("List pets", false))),
            ("List\npets", Some(("List pets", true))),
            (&format!("List pets. {long}"), Some(("List pets", false))),
            (
                &format!("List pets, e.g. Cats, i.e. All. {long}"),
                Some(("List pets, e.g. Cats, i.e. All", false)),
            ),
            (&format!("List v1.2 pets. {long}"), Some(("List v1.2 pets", false))),
            (&format!("列出宠物。{}", "等等".repeat(60)), Some(("列出宠物", false))),
            (&long, None),
            ("", None),
            ("**", Some(("**", true))),
            ("<br>", None),
        ] {
            let made = title(text);
            let made = made.as_ref().map(|title| (&*title.text, title.whole));
            assert_eq!(made, expected, "{text}");
        }
    }

    #[test]
    fn a_title_that_must_be_is_cut_at_a_word() {
        let made = title_or_start(&"lorem ipsum ".repeat(20));
        assert!(made.text.ends_with(" ipsum…") || made.text.ends_with(" lorem…"), "{made:?}");
        assert!(made.text.chars().count() <= MAX_TITLE && !made.whole);
        assert_eq!(title_or_start(&"x".repeat(500)).text.chars().count(), MAX_TITLE);
        assert_eq!(&*title_or_start("Pets.").text, "Pets");
        assert_eq!(&*title_or_start("<br>").text, "<br>");
    }
}
