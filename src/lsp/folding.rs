//! Folding: front matter, sections, code blocks, and directives.

use lsp_types::{FoldingRange, FoldingRangeKind};
use serde_json::Value;

use super::Asked;
use super::places::Lines;

/// Returns the ranges of lines that an editor can fold.
pub(super) fn ranges(asked: &Asked<'_>) -> Option<Value> {
    let parsed = asked.site.parsed(asked.file, asked.text)?;
    let document = parsed.document();
    let lines = Lines::new(asked.text);
    let mut ranges = Vec::new();
    let mut add = |start: usize, end: usize, kind: Option<FoldingRangeKind>| {
        if let (Ok(start_line), Ok(end_line)) = (u32::try_from(start), u32::try_from(end))
            && start < end
        {
            ranges.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    if document.body_start > 0 {
        let end = asked.text[..document.body_start as usize].trim_end().len();
        add(0, lines.number(end), Some(FoldingRangeKind::Region));
    }
    let own = document.headings.iter().zip(&document.heading_places).filter(|(_, (file, _))| file.is_none());
    let headings: Vec<_> = own.map(|(heading, (_, span))| (heading.level, span.range().start)).collect();
    for (index, (level, start)) in headings.iter().enumerate() {
        let next = headings[index + 1..].iter().find(|(other, _)| other <= level).map(|(_, start)| *start);
        let end = asked.text[..next.unwrap_or(asked.text.len())].trim_end().len();
        add(lines.number(*start), lines.number(end), None);
    }
    let mut open: Vec<(&str, usize)> = Vec::new();
    for (number, line) in asked.text.lines().enumerate() {
        let Some((mark, rest)) = mark(line) else { continue };
        let is_code = open.last().is_some_and(|(mark, _)| !mark.starts_with(':'));
        // A fence ends with a line that contains only a mark of the same kind that is at least as long.
        let closes = |opened: &str| rest.is_empty() && mark.starts_with(opened);
        match open.iter().rposition(|(opened, _)| closes(opened)) {
            Some(at) if !is_code || at == open.len() - 1 => {
                add(open[at].1, number, None);
                open.truncate(at);
            }
            _ if is_code || rest.is_empty() && mark.starts_with(':') => {}
            _ => open.push((mark, number)),
        }
    }
    serde_json::to_value(ranges).ok()
}

/// Returns the mark of a code fence or a directive at the start of a line, and the rest of the line.
fn mark(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let first = line.chars().next().filter(|c| matches!(c, '`' | '~' | ':'))?;
    let rest = line.trim_start_matches(first);
    let mark = &line[..line.len() - rest.len()];
    (mark.len() >= 3).then(|| (mark, rest.trim()))
}
