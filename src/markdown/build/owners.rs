//! Finds the block that an attribute list on its own line belongs to.
//!
//! The line's indentation and quote markers decide. If the line continues all open quotes and list items, the list
//! belongs to the text before it. Otherwise, the list belongs to the outermost block that the line doesn't continue.

use std::ops::Range;

use pulldown_cmark::{Tag, TagEnd};

use super::{
    Builder, Collect, FrameKind, Pass, Place,
    attributes::{can_have_attributes, is_list, with_values},
    containers::is_directive,
};
use crate::diag::Span;
use crate::markdown::{
    attributes,
    document::{Element, Event},
};

/// An open quote, list, or list item.
pub(super) struct Container {
    kind: Kind,
    /// The column where a list item's content starts.
    column: usize,
    /// The index of the event that opens the element.
    start: usize,
    /// The attribute lists that belong to the element, with their locations.
    lists: Vec<(String, Span)>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Quote,
    List,
    Item,
}

/// Returns the kind of a tag's container.
pub(super) fn kind(tag: &Tag<'_>) -> Option<Kind> {
    match tag {
        Tag::BlockQuote(_) => Some(Kind::Quote),
        Tag::List(_) => Some(Kind::List),
        Tag::Item => Some(Kind::Item),
        _ => None,
    }
}

impl Builder<'_> {
    /// Records that the innermost frame is a container. `range` is the container's range in the parsed text.
    pub(super) fn enter_container(&mut self, pass: &Pass<'_>, kind: Option<Kind>, range: &Range<usize>) {
        let (Some(kind), Some(frame)) = (kind, self.frames.last()) else { return };
        let column = if kind == Kind::Item { content_column(pass.text, range.start) } else { 0 };
        self.containers.push(Container { kind, column, start: frame.start, lists: Vec::new() });
    }

    /// Adds the attributes of a container that has ended.
    pub(super) fn leave_container(&mut self, tag: TagEnd) {
        if !matches!(tag, TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) {
            return;
        }
        let Some(Container { start, lists, .. }) = self.containers.pop() else { return };
        for (text, span) in lists {
            if let Some((_, mut list)) = attributes::read(&text) {
                if self.document.events.get(start) == Some(&Event::Open(Element::Item { task: true })) {
                    list.classes.insert(0, "task");
                }
                self.add_attributes(start, &list, span);
            }
        }
    }

    /// If an attribute list on its own line belongs to a container, records it and returns `true`. If the list belongs
    /// to the text before it, returns `false`. If nothing can have the attributes, returns `None`. `prefix` is the part
    /// of the line before the list.
    pub(super) fn belongs_to_container(&mut self, prefix: &str, list: &str, span: Span) -> Option<bool> {
        let Some(owner) = self.owner(prefix) else { return Some(false) };
        self.give(owner, list, span).then_some(true)
    }

    /// Handles an attribute list on the line after the text of a list item without paragraphs.
    pub(super) fn after_item_text(&mut self, pass: &Pass<'_>, range: &Range<usize>) -> Option<Range<usize>> {
        let is_free = self.run.is_empty()
            && matches!(self.collect, Collect::Events)
            && matches!(pass.place, Place::Scan(_))
            && matches!(self.document.events.last(), Some(Event::SoftBreak | Event::HardBreak));
        let is_item = |kind| matches!(kind, FrameKind::Element(Element::Item { .. }));
        if !is_free || !self.frames.last().is_some_and(|frame| is_item(frame.kind)) {
            return None;
        }
        let start = pass.text[..range.start].rfind('\n')? + 1;
        let mut lines = pass.text[range.start..].lines();
        let list = lines.next()?.trim_end();
        let prefix = &pass.text[start..range.start];
        let is_alone = prefix.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'>'));
        let (length, written) = with_values(pass, list)?;
        let (read, _) = attributes::read(&written)?;
        if read != written.len()
            || length != list.len()
            || !is_alone
            // The lists of the containers around the item can follow.
            || !ends_text(lines.find(|line| !is_list(pass, line.trim())).unwrap_or_default())
        {
            return None;
        }
        let place = range.start..range.start + length;
        let owner = self.owner(prefix).or(self.containers.len().checked_sub(1))?;
        self.give(owner, &written, pass.span(place.clone())).then(|| {
            self.document.events.pop();
            place
        })
    }

    /// Returns the index of the outermost container that a line doesn't continue. A list doesn't continue if its item
    /// doesn't.
    fn owner(&self, prefix: &str) -> Option<usize> {
        let mut rest = prefix;
        for (index, container) in self.containers.iter().enumerate() {
            let text = rest.trim_start_matches([' ', '\t']);
            match container.kind {
                Kind::List => {}
                Kind::Quote => match text.strip_prefix('>') {
                    Some(after) => rest = after,
                    None => return Some(index),
                },
                Kind::Item if columns(&prefix[..prefix.len() - text.len()]) < container.column => {
                    return index.checked_sub(1);
                }
                Kind::Item => {}
            }
        }
        None
    }

    /// Records an attribute list of a container. Returns whether the container can have attributes.
    fn give(&mut self, owner: usize, list: &str, span: Span) -> bool {
        let container = &mut self.containers[owner];
        let start = container.start;
        let is_apart = self.frames.iter().any(|frame| frame.start > start && is_directive(frame));
        let can_have = match self.document.events.get(start) {
            Some(Event::Open(Element::Item { .. })) => true,
            Some(Event::Open(element)) => can_have_attributes(*element),
            _ => false,
        };
        if can_have && !is_apart {
            container.lists.push((list.to_owned(), span));
        }
        can_have && !is_apart
    }
}

/// Returns the column where the content of a list item starts (CommonMark 0.31, section 5.2).
fn content_column(text: &str, start: usize) -> usize {
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let item = text[start..].lines().next().unwrap_or_default();
    let content = item.trim_start_matches([' ', '\t']);
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    let marker = item.len() - content.len() + digits + 1;
    let after = item.get(marker..).unwrap_or_default();
    let spaces = columns(after) - columns(after.trim_start_matches([' ', '\t']));
    let is_text = !after.trim().is_empty() && (1..=4).contains(&spaces);
    columns(&text[line..start]) + marker + if is_text { spaces } else { 1 }
}

/// Returns the width of text in columns.
fn columns(text: &str) -> usize {
    text.chars().fold(0, |column, c| if c == '\t' { column / 4 * 4 + 4 } else { column + 1 })
}

/// Whether a line ends the text before it.
fn ends_text(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']);
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.is_empty()
        // `<?` starts the marker of a directive.
        || ["- ", "* ", "+ ", "#", "```", "~~~", "<?"].iter().any(|start| line.starts_with(start))
        || after.len() < line.len() && (after.starts_with(". ") || after.starts_with(") "))
}
