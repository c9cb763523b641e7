//! The Markdown version of a page: the source, with link destinations that work where the page is published.

use std::borrow::Cow;

use super::Metadata;
use crate::source::Source;

/// Returns the body of a source, without the front matter and the title. `links` and `images` contain the replacement
/// for each destination in [`Metadata::links`] and [`Metadata::images`]. A destination stays unchanged if its
/// replacement is `None`, or if it can't be located in the source.
pub(crate) fn page_markdown<'s>(
    source: &'s Source,
    metadata: &Metadata,
    links: &[Option<String>],
    images: &[Option<String>],
) -> Cow<'s, str> {
    let start = metadata.body_start as usize;
    let body = source.text.get(start..).unwrap_or_default();
    let links = metadata.links.iter().zip(links).map(|(link, new)| (link.span, link.replaceable, new));
    let images = metadata.images.iter().zip(images).map(|(image, new)| (image.span, image.replaceable, new));
    let mut changes: Vec<_> = links
        .chain(images)
        .filter_map(|(span, replaceable, new)| replaceable.then_some((span.range(), new.as_deref()?)))
        .collect();
    // Remove the title and the blank lines below it.
    changes.extend(metadata.title_span.map(|span| {
        let rest = source.text.get(span.range().end..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        (span.range().start..span.range().end + blank, "")
    }));
    if changes.is_empty() {
        return Cow::Borrowed(body.trim_start_matches(['\r', '\n']));
    }
    changes.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(body.len() + 64 * changes.len());
    let mut done = start;
    for (range, new) in changes {
        // Replace a definition once, even if several links use it.
        let Some(between) = source.text.get(done..range.start) else { continue };
        out.push_str(between);
        // In raw HTML, the destination can be in quotes.
        let new = new.replace(' ', "%20");
        match source.text[..range.start].chars().next_back() {
            Some('"') => out.push_str(&new.replace('"', "%22")),
            Some('\'') => out.push_str(&new.replace('\'', "%27")),
            _ => out.push_str(&new),
        }
        done = range.end;
    }
    out.push_str(source.text.get(done..).unwrap_or_default());
    match out.len() - out.trim_start_matches(['\r', '\n']).len() {
        0 => Cow::Owned(out),
        blank => Cow::Owned(out.split_off(blank)),
    }
}
