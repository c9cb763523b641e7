//! Parts of files: players of sound and video ask for them (RFC 9110, section 14).

use std::ops::Range;

/// What a `Range` header comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The whole file: nothing was asked for, or something that need not be understood.
    Whole,
    /// These bytes of it.
    Bytes(Range<usize>),
    /// It has no such bytes.
    None,
}

/// The part of a file of `length` bytes that a header asks for. Several parts at once are answered with the whole.
pub(super) fn part<'a>(header: Option<&'a str>, length: usize) -> Part {
    let in_bytes = |header: &'a str| {
        let (unit, range) = header.split_once('=')?;
        range.split_once('-').filter(|_| unit.eq_ignore_ascii_case("bytes"))
    };
    let Some((first, last)) = header.and_then(in_bytes) else { return Part::Whole };
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match (first.trim(), last.trim()) {
        ("", last) => match number(last) {
            Some(count) => length.saturating_sub(count)..length,
            None => return Part::Whole,
        },
        (first, "") => match number(first) {
            Some(first) => first..length,
            None => return Part::Whole,
        },
        (first, last) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => first..length.min(last.saturating_add(1)),
            _ => return Part::Whole,
        },
    };
    if range.start < range.end { Part::Bytes(range) } else { Part::None }
}

#[cfg(test)]
mod tests {
    use super::{Part, part};

    #[test]
    fn a_range_is_cut_to_the_file_and_nonsense_is_the_whole() {
        for (header, expected) in [
            ("bytes=0-3", Part::Bytes(0..4)),
            ("bytes=4-", Part::Bytes(4..10)),
            ("Bytes=4-", Part::Bytes(4..10)),
            ("bytes=-4", Part::Bytes(6..10)),
            ("bytes=-40", Part::Bytes(0..10)),
            ("bytes=9-99999999999999", Part::Bytes(9..10)),
            ("bytes=0-18446744073709551615", Part::Bytes(0..10)),
            ("bytes=10-", Part::None),
            ("bytes=-0", Part::None),
            ("bytes=5-4", Part::Whole),
            ("bytes=0-1,4-5", Part::Whole),
            ("bytes=a-b", Part::Whole),
            ("bytes=-", Part::Whole),
            ("lines=0-3", Part::Whole),
            ("", Part::Whole),
        ] {
            assert_eq!(part(Some(header), 10), expected, "{header}");
        }
        assert_eq!(part(None, 10), Part::Whole);
        assert_eq!(part(Some("bytes=0-"), 0), Part::None);
    }
}
