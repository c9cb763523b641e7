//! Comments in code that give lines a style, such as `// highlight-next-line`. A Docusaurus config can define its own
//! (`prism.magicComments`), which replace the usual ones.

use crate::source::tree::Node;

/// What the class of a comment means, by a part of the class's name. The first match counts.
const MEANINGS: [(&str, Meaning); 4] = [
    ("hid", Meaning::Hide),
    ("error", Meaning::Mark("error")),
    ("focus", Meaning::Mark("focus")),
    ("invisible", Meaning::Hide),
];

#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    /// The lines have a mark, whose comments start with this word in docgen.
    Mark(&'static str),
    /// The lines aren't shown.
    Hide,
}

/// Where a comment stands: before a line, or before or after several lines.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Line,
    Start,
    End,
}

/// A site's own comments.
pub(super) struct Comments(Vec<(String, Meaning, Part)>);

impl Comments {
    /// Returns the comments that the config defines.
    pub(super) fn of(config: &Node) -> Self {
        let all = config.at(&["themeConfig", "prism", "magicComments"]).map_or(&[][..], Node::items);
        let of_one = |comment: &Node| {
            let text = |keys: &[&str]| comment.at(keys).and_then(Node::text);
            let class = text(&["className"]).unwrap_or_default().to_ascii_lowercase();
            let found = MEANINGS.iter().find(|(part, _)| class.contains(part));
            let meaning = found.map_or(Meaning::Mark("highlight"), |(_, meaning)| *meaning);
            let parts = [
                (&["line"][..], Part::Line),
                (&["block", "start"], Part::Start),
                (&["block", "end"], Part::End),
            ];
            parts
                .into_iter()
                .filter_map(move |(keys, part)| Some((text(keys)?, meaning, part)))
                .collect::<Vec<_>>()
        };
        Comments(all.iter().flat_map(of_one).collect())
    }

    /// Whether the config defines no comments.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Converts code: writes the comments as docgen reads them, and leaves out hidden lines. If nothing changes, returns
    /// `None`.
    pub(super) fn convert(&self, code: &str) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let (mut out, mut is_hidden, mut skips) = (String::with_capacity(code.len()), false, false);
        for line in code.split_inclusive('\n') {
            let found = self
                .0
                .iter()
                .find_map(|(word, meaning, part)| Some((at(line, word)?, word, *meaning, *part)));
            let Some((at, word, meaning, part)) = found else {
                if !is_hidden && !skips {
                    out += line;
                }
                skips = false;
                continue;
            };
            match (meaning, part) {
                (Meaning::Hide, Part::Line) => skips = true,
                (Meaning::Hide, part) => is_hidden = part == Part::Start,
                (Meaning::Mark(mark), part) => {
                    let end = match part {
                        Part::Line => "next-line",
                        Part::Start => "start",
                        Part::End => "end",
                    };
                    out += &format!("{}{mark}-{end}{}", &line[..at], &line[at + word.len()..]);
                }
            }
        }
        (out != code).then_some(out)
    }
}

/// Returns the offset of a word on a line, if the line contains only a comment with this word.
fn at(line: &str, word: &str) -> Option<usize> {
    let at = line.find(word).filter(|_| !word.is_empty())?;
    let is_sign = |text: &str| !text.contains(|c: char| c.is_alphanumeric() || matches!(c, '_' | '='));
    let (before, after) = (line[..at].trim(), line[at + word.len()..].trim());
    let is_comment = !before.is_empty() && (is_sign(before) || before.eq_ignore_ascii_case("rem"));
    (is_comment && is_sign(after) && before.len() <= 4 && after.len() <= 4).then_some(at)
}
