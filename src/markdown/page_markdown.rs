//! Creates the Markdown version of a page: the source, with link destinations that are valid at the published location,
//! below front matter with the estimated number of tokens.

use std::borrow::Cow;
use std::ops::Range;

use super::Metadata;
use crate::cldr::is_dense;
use crate::source::Source;

/// Returns the estimated number of tokens in a text: one token for each character of a script without spaces between
/// words, such as Chinese, and one token for four other characters. Language models count tokens differently.
pub(crate) fn tokens(text: &str) -> usize {
    let dense = text.chars().filter(|c| is_dense(*c)).count();
    dense + (text.chars().count() - dense).div_ceil(4)
}

/// Returns the Markdown version of a page with the front matter: the estimated number of tokens, and the URL of the list
/// of all pages. `text` doesn't have front matter.
pub(crate) fn with_front_matter(text: &str, all_pages: &str) -> String {
    format!("{FRONT_MATTER}{}\nall_pages: {all_pages}{FRONT_MATTER_END}{text}", tokens(text))
}

/// Returns the Markdown version of a page without the front matter that docgen added.
pub(crate) fn without_front_matter(text: &str) -> &str {
    let own = text.strip_prefix(FRONT_MATTER).and_then(|rest| rest.split_once(FRONT_MATTER_END));
    own.map_or(text, |(_, rest)| rest)
}

/// The front matter before the number of tokens.
const FRONT_MATTER: &str = "---\nestimated_tokens: ";
/// The end of the front matter.
const FRONT_MATTER_END: &str = "\n---\n\n";

/// Returns the body of a source, without the front matter or the title. `links` and `images` contain the replacement
/// for each destination in [`Metadata::links`] and [`Metadata::images`]. If a destination's replacement is `None`, or
/// if the destination can't be located in the source, the destination doesn't change.
pub(crate) fn page_markdown<'s>(
    source: &'s Source,
    metadata: &Metadata,
    links: &[Option<String>],
    images: &[Option<String>],
) -> Cow<'s, str> {
    let start = metadata.body_start as usize;
    // A destination that stays the same might be written differently, such as an email address without `mailto:`.
    let own_links = metadata.links.iter().zip(links).map(|(link, new)| {
        let changes = new.as_deref() != Some(&*link.target);
        (link.span, link.replaceable && changes, new)
    });
    let own_images =
        metadata.images.iter().zip(images).map(|(image, new)| (image.span, image.replaceable, new));
    let mut changes: Vec<Change<'_>> = own_links
        .chain(own_images)
        .filter_map(|(span, replaceable, new)| replaceable.then_some((span.range(), new.as_deref()?)))
        .collect();
    // Remove the title and the blank lines below it.
    changes.extend(metadata.title_span.map(|span| {
        let rest = source.text.get(span.range().end..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        (span.range().start..span.range().end + blank, "")
    }));
    changes.sort_by_key(|(range, _)| range.start);
    without_blank_start(rewritten(&source.text, start..source.text.len(), &changes))
}

/// A range of the source and its replacement.
type Change<'a> = (Range<usize>, &'a str);

/// Returns a range of the source with the changes in the range applied. The changes are sorted.
fn rewritten<'s>(text: &'s str, range: Range<usize>, changes: &[Change<'_>]) -> Cow<'s, str> {
    let first = changes.partition_point(|(change, _)| change.start < range.start);
    let changes = changes[first..].iter().take_while(|(change, _)| change.start < range.end);
    if changes.clone().next().is_none() {
        return Cow::Borrowed(text.get(range).unwrap_or_default());
    }
    let mut out = String::with_capacity(range.len() + 64);
    let mut done = range.start;
    for (change, new) in changes {
        // Even if several links use the same definition, replace the definition only once.
        let Some(between) = text.get(done..change.start) else { continue };
        out.push_str(between);
        // In raw HTML, the destination can be in quotation marks.
        let new = new.replace(' ', "%20");
        match text[..change.start].chars().next_back() {
            Some('"') => out.push_str(&new.replace('"', "%22")),
            Some('\'') => out.push_str(&new.replace('\'', "%27")),
            _ => out.push_str(&new),
        }
        done = change.end;
    }
    out.push_str(text.get(done..range.end).unwrap_or_default());
    Cow::Owned(out)
}

fn without_blank_start(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(['\r', '\n'])),
        Cow::Owned(mut text) => {
            let blank = text.len() - text.trim_start_matches(['\r', '\n']).len();
            Cow::Owned(if blank == 0 { text } else { text.split_off(blank) })
        }
    }
}
