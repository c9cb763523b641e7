//! Finds the IDs of a page's headings: matches the headings in its Markdown with the headings in its HTML.

use super::passage::Section;
use crate::markdown::escape;

/// The maximum number of pairs of headings to compare.
const PAIRS: usize = 1_000_000;
/// On a page with more pairs, the maximum number of headings that can be missing from one of the two lists in a row.
const GAP: usize = 200;

/// A heading in HTML.
#[derive(Debug, PartialEq)]
struct Heading {
    level: usize,
    id: String,
    title: String,
}

/// The score of two headings that are the same.
const SAME: u32 = 4;

/// Sets the IDs and the titles of sections to those in the page's HTML. Leaves sections without a match unchanged.
pub(super) fn identify(sections: &mut [Section], html: &str) {
    let headings = headings(html);
    let (mut sections, mut headings) = (sections, &headings[..]);
    loop {
        // Most pages have the same headings in both lists.
        let pairs = sections.iter().zip(headings);
        let same = pairs.take_while(|(section, heading)| score(section, heading) == SAME).count();
        let (first, others) = sections.split_at_mut(same);
        first.iter_mut().zip(headings).for_each(|(section, heading)| set(section, heading));
        (sections, headings) = (others, &headings[same..]);
        if sections.len().saturating_mul(headings.len()) <= PAIRS {
            return align(sections, headings);
        }
        let is_same = |row: usize, column: usize| {
            let pair = sections.get(row).zip(headings.get(column));
            pair.is_some_and(|(section, heading)| score(section, heading) == SAME)
        };
        let next = (1..=GAP).find_map(|skipped| {
            (0..=skipped).map(|row| (row, skipped - row)).find(|(row, column)| is_same(*row, *column))
        });
        let Some((row, column)) = next else { return };
        (sections, headings) = (&mut sections[row..], &headings[column..]);
    }
}

fn set(section: &mut Section, heading: &Heading) {
    section.id.clone_from(&heading.id);
    section.title.clone_from(&heading.title);
}

fn score(section: &Section, heading: &Heading) -> u32 {
    let is_same = || section.id == heading.id || letters(&section.title) == letters(&heading.title);
    match section.level == heading.level {
        true if is_same() => SAME,
        true => 1,
        false => 0,
    }
}

/// Matches sections with headings so that the total score is as high as possible.
fn align(sections: &mut [Section], headings: &[Heading]) {
    let (rows, columns) = (sections.len(), headings.len());
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
            set(&mut sections[row], &headings[column]);
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

    #[test]
    fn headings_of_a_very_long_page_get_the_ids_of_the_html() {
        let (mut text, mut html) = (String::from("# Page\n\n"), String::from("<h1 id=\"page\">Page</h1>"));
        for number in 0..2_000 {
            text.push_str("## Fixes\n\n");
            html.push_str(&format!("<h2 id=\"fixes-{number}\">Fixes</h2>"));
            if number == 700 {
                html.push_str("<h3 id=\"aside\">Aside</h3>");
                text.push_str("# Another\n\n");
            }
        }
        let mut sections = passage::sections(&text);
        identify(&mut sections, &html);
        assert_eq!(
            [1, 700, 1_500, 2_001].map(|at| sections[at].id.as_str()),
            ["fixes-0", "fixes-699", "fixes-1498", "fixes-1999"]
        );
    }
}
