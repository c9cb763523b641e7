//! Finds the IDs of a page's headings: matches the headings in its Markdown with the headings in its HTML.

use super::passage::Section;
use crate::markdown::escape;

/// The maximum number of pairs of headings to compare.
const PAIRS: usize = 1_000_000;

/// A heading in HTML.
#[derive(Debug, PartialEq)]
struct Heading {
    level: usize,
    id: String,
    title: String,
}

/// Sets the IDs and the titles of sections to those in the page's HTML. Leaves sections without a match unchanged.
pub(super) fn identify(sections: &mut [Section], html: &str) {
    let headings = headings(html);
    let (rows, columns) = (sections.len(), headings.len());
    if rows.saturating_mul(columns) > PAIRS {
        return;
    }
    let score = |section: &Section, heading: &Heading| {
        let is_same = || section.id == heading.id || letters(&section.title) == letters(&heading.title);
        match section.level == heading.level {
            true if is_same() => 4,
            true => 1,
            false => 0,
        }
    };
    // For each pair of positions, the best total score of the headings from there to the end.
    let mut best = vec![0u32; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let pair = score(&sections[row], &headings[column]);
            let both = if pair > 0 { pair + best[at(row + 1, column + 1)] } else { 0 };
            best[at(row, column)] = both.max(best[at(row + 1, column)]).max(best[at(row, column + 1)]);
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let pair = score(&sections[row], &headings[column]);
        let total = best[at(row, column)];
        if pair > 0 && total == pair + best[at(row + 1, column + 1)] {
            sections[row].id.clone_from(&headings[column].id);
            sections[row].title.clone_from(&headings[column].title);
            (row, column) = (row + 1, column + 1);
        } else if total == best[at(row + 1, column)] {
            row += 1;
        } else {
            column += 1;
        }
    }
}

/// Returns the headings that have an ID.
fn headings(html: &str) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find("<h") {
        rest = &rest[start + 2..];
        let Some(level) = rest.chars().next().and_then(|digit| digit.to_digit(10)) else { continue };
        let Some((attributes, inside)) = rest.split_once('>') else { break };
        let id = attributes.split_once(" id=\"").and_then(|(_, id)| id.split_once('"'));
        let (Some((id, _)), Some(end)) = (id, inside.find(&format!("</h{level}>"))) else { continue };
        headings.push(Heading {
            level: level as usize,
            id: escape::undo(id),
            title: escape::undo(&without_tags(&inside[..end]))
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
        });
        rest = &inside[end..];
    }
    headings
}

fn without_tags(html: &str) -> String {
    let mut is_tag = false;
    let mut text = String::new();
    for c in html.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    text
}

/// Returns the letters and digits of a heading in Markdown or of its text.
fn letters(title: &str) -> String {
    let bare = if title.contains('<') { without_tags(title) } else { title.to_owned() };
    bare.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::passage;

    #[test]
    fn headings_get_the_ids_of_the_html() {
        let text =
            "# Page\n\n## [Props](./p.md)\n\n## `run` ![beta](b.png)\n\n## Props\n\n### Deep\n\n## Last\n";
        let html = "<h1 id=\"page\">Page</h1><h2 id=\"props\"><a href=\"/p/\">Props</a></h2><h2 class=\"x\" id=\"run\">\
            <code>run</code> <img></h2><blockquote><h3 id=\"aside\">Aside</h3></blockquote><h2 id=\"props-1\">Props</h2>\
            <h3>No ID</h3><h3 id=\"deep&amp;\">Deep &amp; low</h3>";
        let mut sections = passage::sections(text);
        identify(&mut sections, html);
        let found: Vec<_> = sections.iter().map(|it| (&*it.id, &*it.title)).collect();
        let expected = [
            ("page", "Page"),
            ("props", "Props"),
            ("run", "run"),
            ("props-1", "Props"),
            ("deep&", "Deep & low"),
            ("last", "Last"),
        ];
        assert_eq!(found, expected);
    }
}
