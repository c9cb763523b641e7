//! Converts marks in code, such as `// [!code ++]`.
//!
//! VitePress reads several marks in one comment, and the comment can contain text. docgen reads only one mark, in a
//! comment of its own.

use crate::markdown::COMMENTS;

/// The names of marks for lines.
const LINES: [&str; 7] = ["++", "--", "highlight", "hl", "error", "warning", "focus"];

/// The marks on a line of code.
#[derive(Debug, PartialEq)]
pub(super) struct Marks<'l> {
    /// The line without the marks, and without the comment if it contains only marks.
    pub bare: String,
    /// The marks, such as `++` or `word:name`.
    marks: Vec<&'l str>,
    delimiters: (&'static str, &'static str),
    /// Whether docgen reads the line in the same way.
    is_usual: bool,
}

impl<'l> Marks<'l> {
    /// Reads the marks on a line. If there are none, returns `None`.
    pub(super) fn read(line: &'l str) -> Option<Self> {
        let first = line.find("[!code ")?;
        let (start, open, close) = comment(&line[..first])?;
        let inside = &line[start + open.len()..];
        let end = if close.is_empty() { None } else { inside.find(close) };
        let (content, after) = inside.split_at(end.unwrap_or(inside.len()));
        let after = &after[close.len().min(after.len())..];
        let (mut text, mut rest, mut marks) = (String::new(), content, Vec::new());
        while let Some(at) = rest.find("[!code ") {
            let length = rest[at..].find(']')? + 1;
            let mark = rest[at + "[!code ".len()..at + length - 1].trim();
            let name = mark.split(':').next().unwrap_or_default();
            if name == "word" || LINES.contains(&name) {
                text += rest[..at].trim_end();
                marks.push(mark);
            } else {
                text += &rest[..at + length];
            }
            rest = &rest[at + length..];
        }
        text += rest;
        let before = &line[..start];
        let bare = if text.trim().is_empty() {
            format!("{}{}", before.trim_end(), after.trim_end())
        } else {
            let close = if close.is_empty() { String::new() } else { format!(" {close}") };
            format!("{before}{open}{}{close}{after}", text.trim_end())
        };
        let is_usual = marks.len() == 1 && text.trim().is_empty();
        (!marks.is_empty()).then_some(Marks { bare, marks, delimiters: (open, close), is_usual })
    }

    /// Returns the lines that docgen reads in the same way, and whether docgen can't show some of the marks. If nothing
    /// changes, returns `None`.
    pub(super) fn converted(&self) -> Option<(Vec<String>, bool)> {
        if self.is_usual {
            return None;
        }
        let (open, close) = self.delimiters;
        let close = if close.is_empty() { String::new() } else { format!(" {close}") };
        let comment = |mark: &str| format!("{open} [!code {mark}]{close}");
        let (words, lines): (Vec<&str>, Vec<&str>) =
            self.marks.iter().partition(|mark| mark.starts_with("word:"));
        let mut out: Vec<String> = words.into_iter().map(comment).collect();
        // A line can have only one mark. The focus is the least important mark.
        let kept = lines.iter().find(|mark| !mark.starts_with("focus")).or(lines.first());
        match kept {
            Some(mark) if self.bare.trim().is_empty() => out.push(format!("{}{}", self.bare, comment(mark))),
            Some(mark) => out.push(format!("{} {}", self.bare, comment(mark))),
            None if self.bare.trim().is_empty() => {}
            None => out.push(self.bare.clone()),
        }
        Some((out, lines.len() > 1))
    }
}

/// Returns the start and the delimiters of the comment at the end of the text.
fn comment(text: &str) -> Option<(usize, &'static str, &'static str)> {
    let head = text.trim_end();
    if let Some((open, close)) = COMMENTS.into_iter().find(|(open, _)| head.ends_with(open)) {
        return Some((head.len() - open.len(), open, close));
    }
    let of = |(open, close): (&'static str, &'static str)| {
        let start = text.rfind(open)?;
        let is_start = text[..start].chars().next_back().is_none_or(char::is_whitespace);
        let is_open = close.is_empty() || !text[start..].contains(close);
        (is_start && is_open && !matches!(open, "\"" | "'")).then_some((start, open, close))
    };
    // VitePress doesn't know comments that start with a word.
    let signs = COMMENTS.into_iter().filter(|(open, _)| !open.ends_with(' '));
    signs.filter_map(of).max_by_key(|(start, ..)| *start)
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn each_mark_gets_its_own_comment() {
        // A `|` stands for a line break.
        for (line, expected) in [
            ("x = 1 # [!code ++] [!code focus]", Some(("x = 1 # [!code ++]", true))),
            ("y # [!code focus] because", Some(("y # because # [!code focus]", false))),
            ("y // because [!code --]", Some(("y // because // [!code --]", false))),
            (
                "<p> <!-- [!code hl] [!code error] a --></p>",
                Some(("<p> <!-- a --></p> <!-- [!code hl] -->", true)),
            ),
            ("a // [!code word:b] [!code ++:2]", Some(("// [!code word:b]|a // [!code ++:2]", false))),
            ("// [!code focus] [!code ++]", Some(("// [!code ++]", true))),
            ("x // [!code ++]", None),
            ("// [!code word:b]", None),
            ("x /* [!code warning] */", None),
            ("x [!code ++]", None),
            ("x // [!code own]", None),
            ("x // [!code", None),
        ] {
            let found = Marks::read(line).and_then(|marks| marks.converted());
            let found = found.map(|(lines, is_lost)| (lines.join("|"), is_lost));
            assert_eq!(found, expected.map(|(lines, is_lost)| (lines.to_owned(), is_lost)), "{line}");
        }
    }
}
