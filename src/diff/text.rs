//! Words, which are the units of comparison. Differences in punctuation, case, whitespace, and the Unicode form of
//! characters don't count.

use std::ops::Range;

use icu_normalizer::ComposingNormalizerBorrowed;
use xxhash_rust::xxh3::xxh3_64;

use crate::path::is_mark;

/// The hash of a word in its normal form.
pub(super) type Word = u64;

/// Returns the words in the text, with their positions. A word is a run of letters, digits, and marks. In scripts
/// without spaces between words, every character is a word.
pub(super) fn words(text: &str) -> impl Iterator<Item = (Range<usize>, Word)> {
    positions(text).map(|range| (range.clone(), hash(&text[range])))
}

/// Returns the number of words in the text.
pub(super) fn count(text: &str) -> usize {
    positions(text).count()
}

fn positions(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = &text[from..];
        let start = from + rest.find(is_letter)?;
        from = start + end_of_word(&text[start..]);
        Some(start..from)
    })
}

/// Returns the words in the text in their normal form, separated by single spaces.
pub(super) fn normal(text: &str) -> String {
    let all: Vec<String> = positions(text).map(|range| normal_word(&text[range])).collect();
    all.join(" ")
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
}

/// Zero-width characters, which can be anywhere in a word.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Whether a character belongs to a script without spaces between words: Han, Hiragana, or Katakana.
fn is_alone(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the length, in bytes, of the word at the start of the text.
fn end_of_word(text: &str) -> usize {
    let continues = |c: char| is_letter(c) && !is_alone(c) || is_mark(c) || is_invisible(c);
    let mut chars = text.char_indices();
    let alone = chars.next().is_some_and(|(_, c)| is_alone(c));
    let ends = |c: char| if alone { !is_mark(c) && !is_invisible(c) } else { !continues(c) };
    chars.find(|(_, c)| ends(*c)).map_or(text.len(), |(at, _)| at)
}

fn normal_word(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let visible: String = word.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect();
    ComposingNormalizerBorrowed::new_nfkc().normalize(&visible).into_owned()
}

fn hash(word: &str) -> Word {
    let is_normal = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if word.bytes().all(is_normal) { xxh3_64(word.as_bytes()) } else { xxh3_64(normal_word(word).as_bytes()) }
}

/// Replaces runs of whitespace with single spaces and trims whitespace at both ends.
pub(super) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

/// Removes line numbers from preformatted text if every line starts with a number that is 1 greater than the number
/// before it. Text that contains only such numbers becomes empty.
pub(super) fn without_line_numbers(text: &str) -> String {
    let number = |line: &str| -> Option<(u64, usize)> {
        let start = line.len() - line.trim_start().len();
        let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
        Some((line[start..start + digits].parse().ok()?, start + digits))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let numbers: Option<Vec<(u64, usize)>> = lines.iter().map(|line| number(line)).collect();
    let rises = |numbers: &[(u64, usize)]| numbers.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
    if let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1 && rises(numbers)) {
        let rest = lines.iter().zip(numbers).map(|(line, (_, end))| &line[end..]);
        return rest.collect::<Vec<_>>().join("\n");
    }
    let all: Option<Vec<(u64, usize)>> =
        text.split_whitespace().map(|part| Some((part.parse().ok()?, 0))).collect();
    match all {
        Some(all) if all.len() > 1 && rises(&all) => String::new(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_in_any_form() {
        for (one, other) in [
            ("Don’t “quote” it…", "don't \"quote\" it..."),
            ("a\u{200b}b \u{ad}c", "ab c"),
            ("cafe\u{301} ﬁne", "Café fine"),
            ("  a \n\t b", "a b"),
            ("a – b", "a -- b"),
            ("Heading¶", "heading #"),
            ("日本語", "日 本 語"),
        ] {
            assert_eq!(normal(one), normal(other));
            let hashes = |text| words(text).map(|(_, word)| word).collect::<Vec<_>>();
            assert_eq!(hashes(one), hashes(other), "{one} {other}");
        }
        assert_eq!(normal("snake_case 1,597 हिन्दी"), "snake case 1 597 हिन्दी");
        assert_eq!(count("— ¶ #"), 0);
    }

    #[test]
    fn line_numbers_are_not_text() {
        for (text, expected) in [
            ("1 a\n2 b\n\n3 c", " a\n b\n c"),
            ("  9 a\n 10 b", " a\n b"),
            ("1\n2\n3", "\n\n"),
            ("1 2 3", ""),
            ("1 a\n3 b", "1 a\n3 b"),
            ("1 a", "1 a"),
            ("7", "7"),
        ] {
            assert_eq!(without_line_numbers(text), expected, "{text}");
        }
    }
}
