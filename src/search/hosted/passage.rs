//! Splits long text at natural breaks into pieces that fit into a record.

use crate::search::record::one_line;

/// Splits text into pieces that each take at most `limit` bytes in a JSON string. No word is lost or moved. If
/// possible, splits the text between paragraphs. Otherwise, splits the text between sentences or, as a last resort,
/// between words. Only words that exceed the limit by themselves are split.
pub(super) fn pieces(text: &str, limit: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = fitting(rest, limit);
        let cut = if end == rest.len() { end } else { pause(&rest[..end], &rest[end..]) };
        pieces.push(one_line(&rest[..cut]));
        rest = rest[cut..].trim_start();
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns as much of the beginning of the text as fits, and whether any text was left out.
pub(super) fn beginning(text: &str, limit: usize) -> (String, bool) {
    let line = one_line(text);
    if json_length(&line) <= limit {
        return (line, false);
    }
    let end = fitting(&line, limit - '…'.len_utf8());
    let cut = word_end(&line[..end], &line[end..]).unwrap_or(end);
    (format!("{}…", line[..cut].trim_end()), true)
}

/// Returns the size of text inside a JSON string.
pub(super) fn json_length(text: &str) -> usize {
    text.chars().map(json_width).sum()
}

fn json_width(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        c => c.len_utf8(),
    }
}

/// Returns the number of bytes of text that fit. The result is at least the length of the first character.
fn fitting(text: &str, limit: usize) -> usize {
    let mut width = 0;
    for (at, c) in text.char_indices() {
        width += json_width(c);
        if width > limit && at > 0 {
            return at;
        }
    }
    text.len()
}

/// Returns the best place to split the text. Splits in the first half would result in many short pieces.
fn pause(text: &str, after: &str) -> usize {
    let late = |at: &usize| *at > text.len() / 2;
    let paragraph = text.rfind('\n').filter(late);
    paragraph
        .or_else(|| sentence_end(text, after).filter(late))
        .or_else(|| word_end(text, after).filter(|at| *at > 0))
        .unwrap_or(text.len())
}

/// Returns the end of the last sentence.
fn sentence_end(text: &str, after: &str) -> Option<usize> {
    let mut ends = text.char_indices().rev().map(|(at, c)| (at + c.len_utf8(), c));
    let found = ends.find(|(end, c)| match c {
        '。' | '！' | '？' => true,
        '.' | '!' | '?' => text[*end..].chars().chain(after.chars()).next().is_some_and(char::is_whitespace),
        _ => false,
    });
    found.map(|(end, _)| end)
}

/// If there's a space, returns the end of the last complete word.
fn word_end(text: &str, after: &str) -> Option<usize> {
    if after.starts_with(char::is_whitespace) { Some(text.len()) } else { text.rfind(char::is_whitespace) }
}

#[cfg(test)]
mod tests {
    use super::{beginning, json_length, pieces};

    /// Splits text and checks that no text is lost and that no piece is too long.
    fn check(text: &str, limit: usize) -> Vec<String> {
        let all = pieces(text, limit);
        let solid = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(solid(&all.concat()), solid(text));
        for piece in &all {
            let json = serde_json::to_string(piece).expect("a string can be written as JSON").len() - 2;
            assert_eq!(json, json_length(piece));
            assert!(json <= limit.max(6), "{json} bytes: {piece}");
        }
        all
    }

    #[test]
    fn texts_are_cut_where_one_would_pause() {
        assert_eq!(check("One two. Three four.", 100), ["One two. Three four."]);
        assert_eq!(check("One two. Three four.", 12), ["One two.", "Three four."]);
        assert_eq!(check("One two three\nfour five six", 20), ["One two three", "four five six"]);
        assert_eq!(check("It is 1.25 or so, they say", 10), ["It is 1.25", "or so,", "they say"]);
        assert_eq!(check("今日は。明日は。", 13), ["今日は。", "明日は。"]);
        assert_eq!(check("", 10), [""; 0]);
        assert_eq!(check(" \n ", 10), [""; 0]);
    }

    #[test]
    fn words_that_are_too_long_are_cut_between_characters() {
        assert_eq!(check("ééééé", 4), ["éé", "éé", "é"]);
        assert_eq!(check("a\"\"\"b", 4), ["a\"", "\"\"", "b"].map(str::to_owned));
        check("\u{1}\u{2}\u{3}", 5);
    }

    #[test]
    fn texts_of_any_kind_are_cut_whole() {
        let mut seed = 7_u64;
        let letters = ['a', 'é', '語', '😀', ' ', '\n', '.', '。', '"', '\\', '\u{1}', '\u{301}'];
        for limit in 6..60 {
            let text: String = (0..400)
                .map(|_| {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    letters[(seed >> 33) as usize % letters.len()]
                })
                .collect();
            check(&text, limit);
        }
    }

    #[test]
    fn a_beginning_says_that_it_is_one() {
        assert_eq!(beginning("One  two", 8), ("One two".to_owned(), false));
        assert_eq!(beginning("One two three", 10), ("One two…".to_owned(), true));
        assert_eq!(beginning("Onetwothree", 8), ("Onetw…".to_owned(), true));
    }
}
