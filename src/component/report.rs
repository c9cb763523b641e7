//! Converts problems in modules to diagnostics.

use std::ops::Range;

use super::module::{Fault, Node};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::source::floor;

/// Reports the problems on a page.
pub(super) struct Reporter<'g> {
    /// The name of the page's own module.
    pub main: &'g str,
}

impl Reporter<'_> {
    /// Reports a problem in a module.
    pub(super) fn fault(&self, code: Code, node: &Node, fault: &Fault) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, fault.message.as_str()).hint_if(fault.hint.clone());
        self.placed(diagnostic, node, &fault.range)
    }

    /// Sets the location of a problem, which can be outside the page.
    pub(super) fn placed(&self, diagnostic: Diagnostic, node: &Node, range: &Range<u32>) -> Diagnostic {
        let diagnostic = match &node.places {
            Some(places) => match source_range(places, range) {
                Some(range) => diagnostic.at(&node.path, range),
                None => diagnostic.in_file(&node.path),
            },
            None if node.unit.sheet.is_some() => {
                diagnostic.at(&node.path, range.start as usize..range.end as usize)
            }
            None => {
                let (line, column) = position(&node.unit.text, range.start as usize);
                diagnostic.at_position(&node.path, line, column)
            }
        };
        if node.path.as_str() == self.main {
            return diagnostic;
        }
        diagnostic.on_page(&SourcePath::new(self.main))
    }
}

/// Converts a range in the code of a Markdown file to a range in its source.
fn source_range(places: &[(u32, u32, u32)], range: &Range<u32>) -> Option<Range<usize>> {
    // The part that contains the start, or the last part before it.
    let next = places.partition_point(|(start, ..)| *start <= range.start);
    let (start, source, length) = places[next.checked_sub(1)?];
    let clamp = |at: u32| (source + at.saturating_sub(start).min(length)) as usize;
    Some(clamp(range.start)..clamp(range.end.max(range.start)))
}

/// Returns the line and column of an offset, both counted from 1.
pub(super) fn position(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..floor(text, at)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    (number(line), number(column))
}
