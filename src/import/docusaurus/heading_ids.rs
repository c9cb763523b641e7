//! The IDs of headings in Docusaurus 2, which contain the names of HTML tags: the ID of `## A <b>c</b>` is `a-bcb`.

use crate::import::markdown::Fences;
use crate::path::slugify;

/// Adds the IDs to the headings that contain tags.
pub(super) fn with_tags(text: &str) -> String {
    let mut fences = Fences::default();
    text.split_inclusive('\n')
        .map(|line| match fences.has(line) {
            true => line.to_owned(),
            false => with_id(line).unwrap_or_else(|| line.to_owned()),
        })
        .collect()
}

fn with_id(line: &str) -> Option<String> {
    let bare = line.trim_end();
    let heading = bare.trim_start_matches('#');
    let is_heading = (2..=6).contains(&(bare.len() - heading.len())) && heading.starts_with(' ');
    let is_tag = |(at, _): (usize, &str)| {
        let is_code = heading[..at].matches('`').count() % 2 == 1;
        !is_code && heading[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic())
    };
    if !is_heading || bare.ends_with('}') || !heading.match_indices('<').any(is_tag) {
        return None;
    }
    let id = slugify(&crate::markdown::plain(&heading.replace(['<', '>'], "")));
    Some(format!("{bare} {{#{id}}}{}", &line[bare.len()..]))
}
