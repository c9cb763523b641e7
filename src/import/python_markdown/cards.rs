//! Card grids, which are lists between the tags of a `div` element.

use super::{Converter, close, lists};
use crate::import::lines::{indent_of, is_blank};

/// Whether a card grid is at the start of the lines: an element with the classes `grid` and `cards` that starts with a
/// list.
pub(super) fn are_at(lines: &[&str]) -> bool {
    let Some(tag) = lines.first().and_then(|line| line.trim().strip_prefix("<div")?.strip_suffix('>')) else {
        return false;
    };
    let value = tag.split_once("class=").map_or("", |(_, value)| value);
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let value = match quote {
        Some(quote) => value[1..].split(quote).next(),
        None => value.split(' ').next(),
    };
    let has = |name: &str| value.unwrap_or_default().split_whitespace().any(|class| class == name);
    let next = lines[1..].iter().find(|line| !is_blank(line));
    has("grid") && has("cards") && next.is_some_and(|line| lists::item(line.trim_start()).is_some())
}

impl Converter<'_> {
    /// Converts a card grid, which is a list of cards. Returns the index of the line after the grid, and the
    /// directive's number of colons.
    pub(super) fn cards(&mut self, lines: &[&str], at: usize, out: &mut Vec<String>) -> (usize, usize) {
        let indent = indent_of(lines[at]);
        let is_end = |line: &str| indent_of(line) == indent && line.trim() == "</div>";
        let length = lines[at + 1..].iter().position(|line| is_end(line)).unwrap_or(lines.len() - at - 1);
        let inside = &lines[at + 1..at + 1 + length];
        // The list can start in another column than the element.
        let start = inside.iter().find(|line| !is_blank(line)).map_or(indent, |line| indent_of(line));
        let item = |line: &str| if indent_of(line) == start { lists::item(&line[start..]) } else { None };
        let mut cards: Vec<Vec<&str>> = Vec::new();
        let mut column = start;
        for line in inside {
            if let Some(width) = item(line) {
                column = start + width;
                cards.push(vec![line[column..].trim_start()]);
            } else if let Some(card) = cards.last_mut() {
                card.push(&line[column.min(indent_of(line))..]);
            }
        }
        let margin = " ".repeat(indent);
        let mut written = Vec::new();
        let mut most = 0;
        for mut card in cards {
            let first = self.inline(card[0]);
            let bold = |text: &str| {
                let at = text.find("**").or_else(|| text.find("__"))?;
                let inner = &text[at + 2..];
                let end = inner.find(&text[at..at + 2])?;
                inner[end + 2..].trim().is_empty().then(|| inner[..end].to_owned())
            };
            let title = bold(&first);
            if title.is_some() {
                card.remove(0);
            }
            card.retain(|line| line.trim() != "---");
            let mut content = Vec::new();
            most = most.max(self.blocks(&card, &mut content));
            let content =
                content.into_iter().map(|line| if line.is_empty() { line } else { margin.clone() + &line });
            written.push((title.unwrap_or_default(), content.collect::<Vec<_>>()));
        }
        let colons = if most == 0 { 3 } else { most + 1 };
        let (outer, inner) = (":".repeat(colons + 1), ":".repeat(colons));
        out.push(format!("{margin}{outer}cards"));
        for (title, content) in written {
            let label = if title.is_empty() { String::new() } else { format!("[{}]", self.label(&title)) };
            out.push(format!("{margin}{inner}card{label}"));
            close(out, content, format!("{margin}{inner}"));
        }
        out.push(format!("{margin}{outer}"));
        (at + length + 2, colons + 1)
    }
}
