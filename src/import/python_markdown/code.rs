//! Code blocks of Python-Markdown: fences with options, and indented code.

use super::Converter;
use super::lists::{holds_blocks, item};
use crate::import::inline;
use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::fence;
use crate::import::omitted::{comment, placed};

/// Returns for each line whether it belongs to an indented code block, which follows a blank line and isn't in a list, a
/// footnote, or a definition.
pub(super) fn indented(lines: &[&str]) -> Vec<bool> {
    // At the start of the text, nothing can contain an indented line.
    let (mut is_after_blank, mut is_inside, mut is_in_item, mut is_last_blank) = (true, false, false, true);
    let of_line = |line: &&str| {
        let indent = indent_of(line);
        if is_blank(line) {
            (is_after_blank, is_last_blank) = (true, true);
            return false;
        }
        // A line that directly follows a list item or a definition belongs to it.
        let is_continued = is_in_item && !is_last_blank && !holds_blocks(line);
        is_last_blank = false;
        if indent < 4 && (indent == 0 || holds_blocks(line)) {
            is_after_blank = false;
            if !is_continued {
                let is_item = item(&line[indent..]).is_some() || line[indent..].starts_with(':');
                (is_inside, is_in_item) = (holds_blocks(line), is_item);
            }
        }
        indent >= 4 && is_after_blank && !is_inside
    };
    lines.iter().map(of_line).collect()
}

impl Converter<'_> {
    /// Copies a code block and converts its info string. Returns the index of the line after the code block.
    pub(super) fn fence(
        &mut self,
        lines: &[&str],
        at: usize,
        (length, mark, info): (usize, char, &str),
        out: &mut Vec<String>,
    ) -> usize {
        let line = lines[at];
        let is_end = |other: &str| {
            indent_of(other) < indent_of(line) + 4
                && fence(other)
                    .is_some_and(|(other, c, rest)| c == mark && other >= length && rest.trim().is_empty())
        };
        // A fence that isn't closed is text.
        let Some(count) = lines[at + 1..].iter().position(|line| is_end(line)) else {
            let indent = indent_of(line);
            out.push(format!("{}\\{}", &line[..indent], &line[indent..]));
            return at + 1;
        };
        let start = &line[..line.len() - info.len()];
        let is_run = |(name, value): &(String, Option<String>)| {
            let value = value.as_deref().map(str::to_ascii_lowercase);
            name == "exec" && value.is_some_and(|value| !["0", "no", "off", "false"].contains(&&*value))
        };
        if self.runs_code && inline::attributes(info).iter().any(is_run) {
            self.note_line(line.trim(), "the output of code", "run the code, and replace it with its output");
        }
        let mut info = self.info(info);
        let name = info.split(' ').next().unwrap_or_default();
        if self.syntax.own_fences.contains(name) {
            let what = format!("the look of the `{name}` code block");
            self.note_line(
                line.trim(),
                &what,
                "replace the block with what the site shows, such as an image",
            );
            if lines[at + 1..=at + count].iter().all(|line| is_blank(line)) {
                out.push(placed(&comment(line.trim())));
                return at + count + 2;
            }
        }
        let next = lines[at + count + 2..].iter().find(|line| !is_blank(line));
        let has_notes = next.is_some_and(|line| line.trim_start().starts_with("1."));
        // docgen supports `(1)!` without an option.
        let is_bare = |line: &&str| has_annotation(line) && !line.contains(")!");
        if has_notes && lines[at + 1..=at + count].iter().any(is_bare) {
            info = format!("{} annotate", if info.is_empty() { "text" } else { &info });
        }
        out.push(format!("{start}{info}"));
        out.extend(lines[at + 1..=at + 1 + count].iter().map(|line| (*line).to_owned()));
        at + count + 2
    }

    /// Converts an info string, such as `py title="a.py" linenums="1" hl_lines="2 3"`, with or without surrounding
    /// braces. The language can be before the braces.
    fn info(&mut self, info: &str) -> String {
        let bare = info.trim();
        let inner = bare.strip_suffix('}').and_then(|rest| rest.split_once('{'));
        let inner = inner.filter(|(before, _)| !before.contains(['"', '\'', '=']));
        let inner = inner.map(|(before, inner)| format!("{before} {inner}"));
        let (mut language, mut title, mut marks, mut numbers) = (String::new(), None, None, None);
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for (name, value) in inline::attributes(inner.as_deref().unwrap_or(bare)) {
            match (name.as_str(), value) {
                ("title", Some(value)) => title = Some(value),
                ("hl_lines", Some(value)) => {
                    marks = Some(value.split_whitespace().collect::<Vec<_>>().join(","))
                }
                ("linenums", Some(value)) => numbers = Some(value),
                (name, None) if language.is_empty() && !name.contains('"') => {
                    language = name.trim_start_matches('.').to_owned();
                }
                ("file" | "region" | "lines", Some(value)) => kept.push(format!("{name}=\"{value}\"")),
                (".annotate" | ".copy" | ".no-copy" | ".select" | ".no-select", None) => {}
                (name, value) => others.push(match value {
                    Some(value) => format!("{name}=\"{value}\""),
                    None => name.to_owned(),
                }),
            }
        }
        let numbers = numbers.or_else(|| self.syntax.line_numbers.then(String::new));
        let language = self.syntax.languages.get(&language).cloned().unwrap_or(language);
        let mut parts = vec![language];
        parts.extend(title.map(|title| format!("title=\"{}\"", title.replace('"', "'"))));
        parts.extend(marks.map(|lines| format!("{{{lines}}}")));
        parts.extend(numbers.and_then(|first| match first.split_whitespace().next() {
            Some("0") => None,
            Some("1") | None => Some("showLineNumbers".to_owned()),
            Some(first) => Some(format!("showLineNumbers={first}")),
        }));
        parts.extend(kept);
        if inner.is_none() {
            parts.extend(others);
        }
        // Without a language, docgen would take the word for the language.
        if parts[0].is_empty() && parts.get(1).is_some_and(|part| part == "showLineNumbers") {
            parts[0] = "text".to_owned();
        }
        parts.join(" ").trim().to_owned()
    }
}

/// Whether a line of code ends with a comment that contains only a number in parentheses, such as `# (1)!`.
fn has_annotation(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches("-->").trim_end_matches("*/").trim_end();
    let number =
        line.strip_suffix('!').unwrap_or(line).strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    number.is_some_and(|(before, number)| {
        let marks = ["#", "//", "--", "<!--", "/*", ";", "%"];
        !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && marks.iter().any(|mark| before.trim_end().ends_with(mark))
    })
}
