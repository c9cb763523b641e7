//! The Markdown version of a page: the source, with link destinations that work where the page is published.

use std::borrow::Cow;
use std::ops::Range;

use super::{Address, MarkdownPart, Metadata};
use crate::diag::Span;
use crate::source::Source;

/// Returns the body of a source, without the front matter and the title. `links` and `images` contain the replacement
/// for each destination in [`Metadata::links`] and [`Metadata::images`]. A destination stays unchanged if its
/// replacement is `None`, or if it can't be located in the source. On a page with components, `parts` are the pieces of
/// the body.
pub(crate) fn page_markdown<'s>(
    source: &'s Source,
    metadata: &Metadata,
    parts: &[MarkdownPart],
    links: &[Option<String>],
    images: &[Option<String>],
) -> Cow<'s, str> {
    let start = metadata.body_start as usize;
    let own_links = metadata.links.iter().zip(links).map(|(link, new)| (link.span, link.replaceable, new));
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
    if parts.is_empty() {
        return without_blank_start(rewritten(&source.text, start..source.text.len(), &changes));
    }
    let mut out = String::with_capacity(source.text.len());
    for part in parts {
        let piece = match part {
            MarkdownPart::Source(span) => rewritten(&source.text, span.range(), &changes),
            MarkdownPart::Imported { text, span, addresses } => {
                let change = |(span, address): &(Span, Address)| {
                    let new = match address {
                        Address::Link(index) => links.get(*index as usize)?,
                        Address::Image(index) => images.get(*index as usize)?,
                        Address::Module(_) => return None,
                    };
                    Some((span.range(), new.as_deref()?))
                };
                let changes: Vec<Change<'_>> = addresses.iter().filter_map(change).collect();
                rewritten(text, span.range(), &changes)
            }
            MarkdownPart::Rendered(text) => Cow::Borrowed(text.as_str()),
        };
        let is_rendered = matches!(part, MarkdownPart::Rendered(_));
        let piece = if is_rendered { piece } else { Cow::Owned(without_indentation(&piece).into_owned()) };
        // There is at most one empty line between two pieces.
        let (before, rest) = (out.trim_end_matches('\n').len(), piece.trim_start_matches('\n'));
        let breaks = out.len() - before + piece.len() - rest.len();
        out.truncate(before);
        out.push_str(&"\n".repeat(breaks.min(2)));
        out.push_str(rest);
    }
    out.truncate(out.trim_end().len());
    without_blank_start(Cow::Owned(out))
}

/// A range of the source and its replacement.
type Change<'a> = (Range<usize>, &'a str);

/// Returns a range of the source with the changes inside it. The changes are sorted.
fn rewritten<'s>(text: &'s str, range: Range<usize>, changes: &[Change<'_>]) -> Cow<'s, str> {
    let first = changes.partition_point(|(change, _)| change.start < range.start);
    let changes = changes[first..].iter().take_while(|(change, _)| change.start < range.end);
    if changes.clone().next().is_none() {
        return Cow::Borrowed(text.get(range).unwrap_or_default());
    }
    let mut out = String::with_capacity(range.len() + 64);
    let mut done = range.start;
    for (change, new) in changes {
        // Replace a definition once, even if several links use it.
        let Some(between) = text.get(done..change.start) else { continue };
        out.push_str(between);
        // In raw HTML, the destination can be in quotes.
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

/// Removes the indentation that all lines after the first have. Inside a component, Markdown can be indented like code.
fn without_indentation(text: &str) -> Cow<'_, str> {
    let lines = || text.split('\n').skip(1).filter(|line| !line.trim().is_empty());
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let Some(common) = lines().map(indentation).min().filter(|common| *common > 0) else {
        return Cow::Borrowed(text);
    };
    let line = |(at, line): (usize, &str)| match at {
        0 => line.to_owned(),
        _ => line.get(common..).unwrap_or(line.trim_start_matches([' ', '\t'])).to_owned(),
    };
    Cow::Owned(text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n"))
}
