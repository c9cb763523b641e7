//! Divides the Markdown of a page into sections and truncates long text.

use std::ops::Range;

use crate::path::slugify;

/// The maximum length of an answer's text, in bytes: about 5,000 tokens.
pub(super) const LIMIT: usize = 20_000;

/// The length of the first answer about a text that is more than [`LONG`] times as long as an answer, in bytes.
const START: usize = 5_000;
const LONG: usize = 4;

/// The maximum length of a section with the text around it, in bytes: about 2,000 tokens. In `benches/agents`, twice as
/// much text doesn't answer more questions.
const WITH_CONTEXT: usize = 8_000;

/// The number of bytes of English text in a token, on average.
const TOKEN: usize = 4;

/// A section of a page: a heading and the text below it, including its subsections.
#[derive(Debug, PartialEq)]
pub(super) struct Section {
    /// The heading level, 1 to 6.
    pub level: usize,
    /// The heading's text.
    pub title: String,
    /// The heading's ID in the page's HTML. If the page doesn't set the ID, this is a guess.
    pub id: String,
    /// The position of the section in the text.
    pub range: Range<usize>,
}

/// Returns the sections of a page, in order.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_start_matches(' ').trim_end();
        if let Some(mark) = bare.chars().next().filter(|mark| matches!(mark, '`' | '~')) {
            let count = bare.chars().take_while(|other| *other == mark).count();
            fence = match fence {
                None if count >= 3 => Some((mark, count)),
                Some((open, length)) if open == mark && count >= length && bare.len() == count => None,
                other => other,
            };
        }
        if fence.is_some() || line.starts_with("    ") {
            continue;
        }
        let level = bare.bytes().take_while(|byte| *byte == b'#').count();
        if !(1..=6).contains(&level) || !bare[level..].starts_with(' ') {
            continue;
        }
        let (title, id) = split_id(bare[level..].trim());
        sections.push(Section {
            level,
            id: id.unwrap_or_else(|| slugify(&title)),
            title,
            range: start..text.len(),
        });
    }
    let starts: Vec<(usize, usize)> = sections.iter().map(|it| (it.level, it.range.start)).collect();
    for (index, section) in sections.iter_mut().enumerate() {
        let next = starts[index + 1..].iter().find(|(level, _)| *level <= section.level);
        section.range.end = next.map_or(text.len(), |(_, start)| *start);
    }
    sections
}

/// Separates a heading's text from its ID: `Text {#id}`.
fn split_id(heading: &str) -> (String, Option<String>) {
    let found = heading.strip_suffix('}').and_then(|rest| rest.rsplit_once("{#"));
    match found.filter(|(_, id)| !id.is_empty() && !id.contains(char::is_whitespace)) {
        Some((title, id)) => (title.trim().to_owned(), Some(id.to_owned())),
        None => (heading.trim_end_matches('#').trim().to_owned(), None),
    }
}

/// Finds a section by its ID or, if no section has the ID, by its heading.
pub(super) fn find<'s>(sections: &'s [Section], wanted: &str) -> Option<&'s Section> {
    let wanted = wanted.trim().trim_start_matches('#').trim();
    let by_id = sections.iter().find(|section| section.id == wanted);
    let slug = slugify(wanted);
    let by_title = || {
        let same = |section: &&Section| {
            section.title.eq_ignore_ascii_case(wanted) || slugify(&section.title) == slug
        };
        sections.iter().filter(|_| !slug.is_empty()).find(same)
    };
    by_id.or_else(by_title)
}

/// Returns the largest section around a section that is at most [`WITH_CONTEXT`] bytes long, or `None` if the whole page
/// is. Returns a longer section itself.
pub(super) fn around<'s>(sections: &'s [Section], length: usize, own: &'s Section) -> Option<&'s Section> {
    if length <= WITH_CONTEXT {
        return None;
    }
    let is_around = |other: &&Section| {
        other.range.start <= own.range.start
            && other.range.end >= own.range.end
            && other.range.len() <= WITH_CONTEXT
    };
    sections.iter().find(is_around).or(Some(own))
}

/// Returns the part of a text that starts at an offset and fits into an answer, with a note if text follows. A very long
/// text starts with a short part, because reading all of it would rarely help. `how` takes the offset of the following
/// text and returns how to get it. Fails if the offset is after the end.
pub(super) fn excerpt(
    text: &str,
    offset: usize,
    how: impl FnOnce(usize) -> String,
) -> Result<String, String> {
    let length = text.len();
    if offset > 0 && offset >= length {
        return Err(format!("`offset`: the text has only {length} characters. Leave out `offset`."));
    }
    let limit = if offset == 0 && length > LONG * LIMIT { START } else { LIMIT };
    let (part, next) = cut(text, offset, limit);
    let note = next.map_or_else(String::new, |next| {
        let rest = length - next;
        format!("\n\n[Cut: {rest} of {length} characters follow. To continue, {}]", how(next))
    });
    Ok(format!("{}{note}", part.trim_end()))
}

/// Cuts a list that is too long for an answer. `note` takes the number of lines that are left out and returns the text at
/// the end.
pub(super) fn bounded(list: &str, note: impl FnOnce(usize) -> String) -> String {
    match cut(list, 0, LIMIT) {
        (part, Some(next)) => format!("{part}{}", note(list[next..].lines().count())),
        (whole, None) => whole.to_owned(),
    }
}

/// Returns the part of a text that starts at a position and has at most `limit` bytes, and the position after the part,
/// unless it reaches the end. The part ends at the end of a line, if possible.
pub(super) fn cut(text: &str, from: usize, limit: usize) -> (&str, Option<usize>) {
    let from = text.floor_char_boundary(from.min(text.len()));
    let rest = &text[from..];
    if rest.len() <= limit {
        return (rest, None);
    }
    let end = rest.floor_char_boundary(limit);
    let line = rest[..end].rfind('\n').map(|at| at + 1).filter(|at| *at > end / 2);
    let end = line.unwrap_or(end);
    (&rest[..end], Some(from + end))
}

/// Estimates the number of tokens in text of this length, in bytes.
pub(super) fn tokens(length: usize) -> usize {
    length.div_ceil(TOKEN)
}
