//! Ranges of files, which audio and video players request (RFC 9110, section 14).

use std::ops::Range;

/// The meaning of a `Range` header.
#[derive(Debug, PartialEq)]
pub(super) enum Selection {
    /// The whole file, because there is no range or the range isn't supported.
    Whole,
    /// These bytes of the file.
    Bytes(Range<usize>),
    /// A range outside the file.
    None,
}

/// Parses a `Range` header for a file of `length` bytes. A request for several ranges gets the whole file.
pub(super) fn part<'a>(header: Option<&'a str>, length: usize) -> Selection {
    let in_bytes = |header: &'a str| {
        let (unit, range) = header.split_once('=')?;
        range.split_once('-').filter(|_| unit.eq_ignore_ascii_case("bytes"))
    };
    let Some((first, last)) = header.and_then(in_bytes) else { return Selection::Whole };
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match (first.trim(), last.trim()) {
        ("", last) => match number(last) {
            Some(count) => length.saturating_sub(count)..length,
            None => return Selection::Whole,
        },
        (first, "") => match number(first) {
            Some(first) => first..length,
            None => return Selection::Whole,
        },
        (first, last) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => first..length.min(last.saturating_add(1)),
            _ => return Selection::Whole,
        },
    };
    if range.start < range.end { Selection::Bytes(range) } else { Selection::None }
}

#[cfg(test)]
mod tests {
    use super::{Selection, part};

    #[test]
    fn a_range_is_cut_to_the_file_and_nonsense_is_the_whole() {
        for (header, expected) in [
            ("bytes=0-3", Selection::Bytes(0..4)),
            ("bytes=4-", Selection::Bytes(4..10)),
            ("Bytes=4-", Selection::Bytes(4..10)),
            ("bytes=-4", Selection::Bytes(6..10)),
            ("bytes=-40", Selection::Bytes(0..10)),
            ("bytes=9-99999999999999", Selection::Bytes(9..10)),
            ("bytes=0-18446744073709551615", Selection::Bytes(0..10)),
            ("bytes=10-", Selection::None),
            ("bytes=-0", Selection::None),
            ("bytes=5-4", Selection::Whole),
            ("bytes=0-1,4-5", Selection::Whole),
            ("bytes=a-b", Selection::Whole),
            ("bytes=-", Selection::Whole),
            ("lines=0-3", Selection::Whole),
            ("", Selection::Whole),
        ] {
            assert_eq!(part(Some(header), 10), expected, "{header}");
        }
        assert_eq!(part(None, 10), Selection::Whole);
        assert_eq!(part(Some("bytes=0-"), 0), Selection::None);
    }
}
