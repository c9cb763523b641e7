//! Headings without a space after the `#` characters. In CommonMark, such lines are text.

use crate::import::markdown::Fences;

/// The elements and comments whose lines can start with `#` without being headings.
const RAW: [(&str, &str); 4] =
    [("<style", "</style>"), ("<script", "</script>"), ("<pre", "</pre>"), ("<!--", "-->")];

/// Adds the space to headings.
pub(super) fn with_spaces(text: &str) -> String {
    let (mut fences, mut raw): (Fences, Option<&str>) = (Fences::default(), None);
    let spaced = |line: &str| {
        if let Some(end) = raw {
            raw = raw.filter(|_| !line.contains(end));
            return line.to_owned();
        }
        if fences.has(line) {
            return line.to_owned();
        }
        let starts = RAW.iter().find_map(|(start, end)| Some((line.find(start)?, *end)));
        raw = starts.filter(|(at, end)| !line[*at..].contains(end)).map(|(_, end)| end);
        let rest = line.trim_start_matches('#');
        let level = line.len() - rest.len();
        let is_tight = rest.starts_with(|c: char| !c.is_ascii_whitespace());
        match (1..=6).contains(&level) && is_tight {
            true => format!("{} {}", &line[..level], rest.trim_start()),
            false => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(spaced).collect()
}
