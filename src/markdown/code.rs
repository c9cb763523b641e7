//! Reads code fences: info strings, and the comments in code that mark lines. Takes a block's text and returns the code
//! to show, without highlighting.

pub(super) mod ansi;
mod comments;
pub(super) mod links;
mod names;
mod notes;
mod orders;
mod ranges;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::document::{CodePart, LineMark};
use super::excerpt::Selection;
use crate::diag::Hint;
pub(crate) use comments::COMMENTS;
pub(super) use notes::{MAX as MAX_NOTES, list_follows};
use orders::{ORDERS, Order, find_orders};
use ranges::{line_ranges, misread, not_lines};
use words::{Pattern, Words};

/// The text after the opening fence: `rust title="src/main.rs" {1,4-6} showLineNumbers=5 diff`.
#[derive(Clone, Default)]
pub(super) struct Fence {
    pub language: String,
    pub title: Option<Box<str>>,
    /// The number of the first line, if line numbers are shown.
    pub first_number: Option<u32>,
    /// The ranges of marked lines. Line numbers start at 1, and a range includes both ends.
    pub marked: Vec<(u32, u32, LineMark)>,
    /// The marked words.
    pub words: Vec<(Pattern, LineMark)>,
    /// The ranges of collapsed lines.
    pub collapsed: Vec<(u32, u32)>,
    /// Whether long lines are wrapped.
    pub wrap: bool,
    /// Whether `(1)` in a comment refers to a note, like `(1)!`.
    pub annotate: bool,
    /// The largest number of a note in the list that follows the block. If no list follows, the number is 0.
    pub notes: u32,
    /// The language and the other options as written, without the options that [`Self`] contains the values of. If
    /// there's no info string, the value is `None`.
    pub written: Option<(Box<str>, Box<str>)>,
    /// The number of unknown words and attributes.
    unknown: usize,
    /// The unknown words and attributes that are probably misspelled, each with a suggestion.
    misspelled: Vec<(Box<str>, Hint)>,
    /// The marks that can't be read: messages, each with a hint.
    pub problems: Vec<(String, String)>,
    /// Whether each line begins with a diff marker: `+`, `-`, or a space.
    pub diff: bool,
    /// Whether the commands in the block are converted to commands for other package managers.
    pub npm: bool,
    /// Whether to replace the variables in the block.
    pub variables: bool,
    /// The file that contains the code.
    pub file: Option<Box<str>>,
    /// The part of the file to show.
    pub selection: Selection,
}

/// A code block to show.
#[derive(Default)]
pub(super) struct MarkedCode {
    pub code: String,
    /// The marks of each line. See [`super::CodeBlock::marks`].
    pub marks: Vec<Vec<LineMark>>,
    /// The marked words and the notes. See [`super::CodeBlock::parts`].
    pub parts: Vec<(Range<usize>, CodePart)>,
    /// The collapsed lines. See [`super::CodeBlock::collapsed`].
    pub collapsed: Vec<(u32, u32)>,
    /// The problems with the marks in the info string, each with a hint.
    pub problems: Vec<(String, String)>,
    /// The comments that are probably meant as marks, each with a hint.
    pub unread: Vec<(String, String)>,
    /// The ranges of the removed lines in the text that contains the marks.
    removed: Vec<Range<usize>>,
}

/// The attributes that mark lines or words.
const MARKS: [(&str, LineMark); 6] = [
    ("mark", LineMark::Mark),
    ("ins", LineMark::Add),
    ("del", LineMark::Remove),
    ("focus", LineMark::Focus),
    ("error", LineMark::Error),
    ("warning", LineMark::Warning),
];

/// The attributes that select the code and its title. Readers see their values.
const SHOWN: [&str; 6] = ["title", "variables", "file", "lines", "region", "symbol"];

/// The attributes whose values are text.
const TEXTS: [&str; 7] = ["title", "file", "lines", "region", "symbol", "lang", "hl_lines"];

impl Fence {
    pub(super) fn read(info: &str) -> Fence {
        let info = info.trim();
        let end =
            info.find(|c: char| c.is_whitespace() || matches!(c, '{' | ',' | ':')).unwrap_or(info.len());
        // In mdBook's `rust,ignore` and VitePress's `ts:line-numbers`, the part after the language is for other tools.
        let npm = matches!(&info[..end], "npm" | "package-install");
        let language = if npm { "sh" } else { &info[..end] }.to_owned();
        let mut fence = Fence { language, npm, ..Fence::default() };
        let mut own = &info[..end];
        let mut rest = &info[end..];
        if rest.starts_with([',', ':']) {
            rest = &rest[rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len())..];
        }
        // If the first word contains `=`, the word is an attribute, and there's no language.
        if fence.language.contains('=') {
            fence.language.clear();
            (own, rest) = ("", info);
        }
        // The ranges of the options whose values the page shows, so they aren't options any more.
        let mut shown = Vec::new();
        let options = rest;
        // Text in quotation marks can also be part of a sentence.
        let mut doubtful = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                break;
            }
            if let Some(tail) = fence.read_marks(None, LineMark::Mark, rest, rest.len() < info.len()) {
                rest = tail;
                continue;
            }
            if let Some((problem, length)) = ranges::unreadable_text(rest) {
                let list = if rest.starts_with('"') { &mut fence.problems } else { &mut doubtful };
                list.push(problem);
                rest = &rest[length..];
                continue;
            }
            let length =
                rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '{')).unwrap_or(rest.len());
            let (key, tail) = rest.split_at(length);
            if let Some((_, mark)) = MARKS.iter().find(|(name, _)| *name == key)
                && let Some(value) = tail.strip_prefix('=')
            {
                let (bare, after) = value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()));
                rest = if ranges::are_lines(bare) {
                    fence.mark_lines(Some(key), *mark, bare);
                    after
                } else {
                    fence.read_marks(Some(key), *mark, value, true).unwrap_or_else(|| {
                        let (problem, length) = ranges::unreadable_value(key, value);
                        fence.problems.push(problem);
                        &value[length..]
                    })
                };
                continue;
            }
            let has_value = tail.starts_with('=');
            let value = match tail.strip_prefix('=') {
                // In rehype-pretty-code, the first number is in braces.
                None if key == "showLineNumbers" && tail.starts_with('{') => Some(tail),
                value => value,
            };
            let (value, tail): (Cow<'_, str>, &str) = match value {
                Some(value) if TEXTS.contains(&key) && ranges::unclosed(value) => {
                    fence.problems.push(ranges::unclosed_value(key, value));
                    (value.get(1..).unwrap_or_default().into(), "")
                }
                Some(value) => attribute_value(value),
                None => ("".into(), tail),
            };
            if SHOWN.contains(&key) {
                shown.push(options.len() - rest.len()..options.len() - tail.len());
            }
            let value = &*value;
            match key {
                "title" => fence.title = (!value.is_empty()).then(|| value.into()),
                "showLineNumbers" if value == "false" => {}
                "showLineNumbers" => {
                    let number = value.parse().ok();
                    if number.is_none() && !matches!(value, "" | "true") {
                        fence.problems.push(misread(value, key));
                    }
                    fence.first_number = Some(number.unwrap_or(1));
                }
                "hl_lines" => fence.mark_lines(Some(key), LineMark::Mark, value),
                "collapse" => {
                    fence.collapsed.extend(line_ranges(value));
                    fence.problems.extend(not_lines(Some(key), value));
                }
                "diff" => fence.diff = true,
                // As in Expressive Code, a diff can name the language of its code.
                "lang" if fence.language == "diff" => {
                    (fence.language, fence.diff) = (value.to_owned(), true);
                }
                "wrap" => fence.wrap = value != "false",
                "annotate" => fence.annotate = true,
                "npm2yarn" => fence.npm = true,
                "variables" => fence.variables = true,
                "file" => fence.file = Some(value.into()),
                "lines" => fence.selection.lines = Some(value.into()),
                "region" => fence.selection.region = Some(value.into()),
                "symbol" => fence.selection.symbol = Some(value.into()),
                _ => {
                    fence.unknown += 1;
                    let marks_lines =
                        has_value && rest[length..].starts_with("={") && ranges::are_lines(value);
                    let near = names::near(key, has_value, marks_lines);
                    fence.misspelled.extend(near.map(|near| (key.into(), near)));
                }
            }
            rest = tail;
        }
        let mut options = options.to_owned();
        for range in shown.into_iter().rev() {
            let start = options[..range.start].trim_end().len();
            options.replace_range(start..range.end, "");
        }
        fence.written = (!info.is_empty()).then(|| (own.into(), options.trim().into()));
        // An info string with many unknown words is probably a sentence, such as a title.
        if fence.unknown > 2 {
            fence.misspelled.clear();
        } else {
            fence.problems.extend(doubtful);
        }
        fence
    }

    /// Returns the unknown attributes that are probably misspelled, each with a suggestion.
    pub(super) fn misspelled(&self) -> impl Iterator<Item = (&str, Hint)> {
        self.misspelled.iter().map(|(name, hint)| (&**name, hint.clone()))
    }

    /// Whether the info string marks or collapses lines or words.
    pub(super) fn has_marks(&self) -> bool {
        !(self.marked.is_empty() && self.words.is_empty() && self.collapsed.is_empty())
    }

    /// Reads the lines or words to mark, such as `{1,4-6}`, `"word"`, or `/regex/`, from the start of a string. Returns
    /// the rest of the string. `key` is the attribute that has this value, and `has_language` is false if the string is
    /// the whole info string.
    fn read_marks<'t>(
        &mut self,
        key: Option<&str>,
        mark: LineMark,
        text: &'t str,
        has_language: bool,
    ) -> Option<&'t str> {
        if let Some(list) = text.strip_prefix('{') {
            let close = list.find('}').unwrap_or(list.len());
            let inner = &list[..close];
            if key.is_some() || ranges::is_ours(inner, has_language) {
                self.mark_lines(key, mark, inner);
                if close == list.len() {
                    self.problems.push(ranges::unclosed_list(key, inner));
                }
            }
            return Some(list.get(close + 1..).unwrap_or_default());
        }
        let (pattern, rest) = Pattern::read(text)?;
        self.words.push((pattern, mark));
        Some(rest)
    }

    fn mark_lines(&mut self, key: Option<&str>, mark: LineMark, list: &str) {
        self.marked.extend(line_ranges(list).map(|(first, last)| (first, last, mark)));
        self.problems.extend(not_lines(key, list));
    }

    /// Returns the marks that the info string gives a line.
    fn marks_of(&self, number: u32) -> impl Iterator<Item = LineMark> {
        let marks = self.marked.iter().filter(move |(first, last, _)| (*first..=*last).contains(&number));
        marks.map(|(_, _, mark)| *mark)
    }

    /// Returns the collapsed ranges in code that has this number of lines. See [`super::CodeBlock::collapsed`].
    fn collapsed_lines(&self, lines: u32) -> Vec<(u32, u32)> {
        let mut ranges = self.collapsed.clone();
        ranges.sort_unstable();
        let mut out: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            let first = first.max(out.last().map_or(1, |(_, last)| last + 1));
            let last = last.min(lines);
            if first <= last {
                out.push((first, last));
            }
        }
        out
    }

    /// Describes each range that contains none of the code's lines.
    fn missing_lines(&self, lines: u32) -> impl Iterator<Item = (String, String)> {
        let marked = self.marked.iter().map(|(first, last, _)| (*first, *last));
        let all = marked.chain(self.collapsed.iter().copied());
        all.filter_map(move |(first, last)| {
            let range = if first == last { first.to_string() } else { format!("{first}-{last}") };
            if first == 0 || last == 0 {
                let hint = "correct the number; the first line of the block is line 1".to_owned();
                return Some((format!("can't mark `{range}`: there's no line 0"), hint));
            }
            if first > last {
                let hint = format!("use `{last}-{first}`");
                return Some((format!("the line numbers `{range}` are in the wrong order"), hint));
            }
            let hint = "correct the number; the first line of the block is line 1".to_owned();
            let count = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
            (first > lines).then(|| (format!("can't mark `{range}`: the code has {count}"), hint))
        })
    }
}

/// Returns the info string of a block with the backslashes before quotation marks, which Markdown removes. `line` is the
/// line of the opening fence.
pub(super) fn with_escaped_quotes(info: String, line: &str) -> String {
    if !line.contains("\\\"") && !line.contains("\\'") {
        return info;
    }
    let (mut out, mut rest) =
        (String::with_capacity(line.len()), line.trim().trim_start_matches(['`', '~']).trim());
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escaped = rest[at + 1..].chars().next().filter(char::is_ascii_punctuation);
        match escaped {
            Some(c @ ('"' | '\'')) => out.extend(['\\', c]),
            Some(c) => out.push(c),
            None => out.push('\\'),
        }
        rest = &rest[at + 1 + escaped.map_or(0, char::len_utf8)..];
    }
    out.push_str(rest);
    super::raw_html::decode(&out).into_owned()
}

/// If a block is never closed, returns its opening fence (CommonMark 4.5). `block` is the source of the block, and
/// `code` is its content.
pub(super) fn unclosed_fence<'b>(block: &'b str, code: &str) -> Option<&'b str> {
    let fence = |line: &'b str| {
        let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        Some(&line[..line.len() - line.trim_start_matches(sign).len()])
    };
    let opening = fence(block.trim_start())?;
    let mut lines = block.trim_end().lines();
    lines.next();
    // Whitespace and the quote markers of surrounding blocks can precede the closing fence.
    let last = lines.next_back().unwrap_or_default().trim_start_matches([' ', '\t', '>']);
    let closes = last.starts_with(opening) && fence(last).is_some_and(|all| all.len() == last.len());
    // If the line is part of the content, it's code, not a fence.
    let is_code = code.trim_end().lines().count() + 1 == block.trim_end().lines().count();
    (!closes || is_code).then_some(opening)
}

/// Returns a diagram's first word after front matter, settings, and comments. If there are no words, returns an empty
/// string.
pub(super) fn diagram_kind(source: &str) -> &str {
    let mut rest = source.trim_start();
    if rest.starts_with("---") {
        let is_alone = |after: &&str| after.lines().next().is_none_or(|line| line.trim().is_empty());
        let mut lines =
            rest.match_indices('\n').map(|(at, _)| rest[at + 1..].trim_start_matches([' ', '\t']));
        rest =
            lines.find_map(|line| line.strip_prefix("---").filter(is_alone)).unwrap_or_default().trim_start();
    }
    while rest.starts_with("%%") {
        let end = if rest.starts_with("%%{") { "}%%" } else { "\n" };
        rest = rest.split_once(end).map_or("", |(_, after)| after).trim_start();
    }
    rest.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next().unwrap_or_default()
}

fn attribute_value(text: &str) -> (Cow<'_, str>, &str) {
    let (value, rest) = raw_value(text);
    let escaped = text.chars().next().filter(|c| matches!(c, '"' | '\'')).map(|quote| format!("\\{quote}"));
    match escaped {
        Some(escaped) if value.contains(&escaped) => (value.replace(&escaped, &escaped[1..]).into(), rest),
        _ => (value.into(), rest),
    }
}

fn raw_value(text: &str) -> (&str, &str) {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let mut is_escaped = false;
        let end = text[1..].find(|c| {
            let ends = c == quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        // A backslash can also be the last character of a path.
        if let Some(length) = end.or_else(|| text[1..].find(quote)) {
            return (&text[1..1 + length], &text[length + 2..]);
        }
    }
    if text.starts_with('{')
        && let Some(close) = text.find('}')
    {
        return (&text[1..close], &text[close + 1..]);
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Reads a block's code, which can be terminal output.
pub(super) fn read_any(text: &str, fence: &Fence) -> MarkedCode {
    let mut shown = if fence.language == "ansi" {
        let (code, styled) = ansi::read(text);
        read(&code, &styled, fence)
    } else {
        read(text, &[], fence)
    };
    if !fence.marked.is_empty() || !fence.collapsed.is_empty() {
        let lines = shown.code.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        shown.collapsed = fence.collapsed_lines(lines);
        shown.problems.extend(fence.missing_lines(lines));
    }
    let missing = fence.words.iter().filter_map(|(pattern, _)| match pattern {
        Pattern::Text(text) if !shown.code.contains(&**text) => Some(text),
        _ => None,
    });
    let hint = "correct the text, or remove it; matching is case-sensitive";
    let missing =
        missing.map(|text| (format!("can't mark `{text}`: the code doesn't contain it"), hint.into()));
    shown.problems.extend(missing);
    keep_apart(&mut shown.parts);
    shown
}

/// Sorts parts and removes each part that overlaps an earlier part.
pub(super) fn keep_apart(parts: &mut Vec<(Range<usize>, CodePart)>) {
    parts.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    parts.retain(|(range, _)| {
        let is_apart = range.start >= end;
        end = end.max(range.end);
        is_apart
    });
}

/// Reads and removes the marks in code. Keeps invalid marks as text. `styled` contains the styled parts of the text.
fn read(text: &str, styled: &[(Range<usize>, CodePart)], fence: &Fence) -> MarkedCode {
    // Most blocks have no marks, so check for marks first. Markdown shown as code keeps its marks.
    let markdown = matches!(fence.language.as_str(), "md" | "markdown" | "mdx");
    let marks = |(word, order): &(&str, Order<'_>)| !matches!(order, Order::End(_)) && text.contains(word);
    let ordered = !markdown && (text.contains("[!code ") || ORDERS.iter().any(marks));
    let noted = !markdown && fence.notes > 0;
    let is_patch = fence.language == "diff";
    if !ordered && !noted && !is_patch && !fence.diff && fence.marked.is_empty() && fence.words.is_empty() {
        return MarkedCode { code: text.to_owned(), parts: styled.to_vec(), ..MarkedCode::default() };
    }
    let (mut code, mut marks, mut parts) = (String::with_capacity(text.len()), Vec::new(), Vec::new());
    let mut words = Words::new(&fence.words);
    // Keep these variables separate from `marks`, which has entries only for visible lines so that `{…}` counts visible
    // lines.
    let (mut sections, mut next, mut following) = (Vec::new(), Vec::new(), Vec::<(LineMark, u32)>::new());
    let mut lines = text.split('\n').peekable();
    let (mut before, mut line_at, mut numbers) = ("", 0, Vec::new());
    let (mut unread, mut removed) = (BTreeMap::new(), Vec::new());
    while let Some(line) = lines.next() {
        let written_at = line_at;
        line_at += line.len() + 1;
        // A number can follow a mark in the same comment.
        let written = line;
        let noted_line = noted.then(|| notes::take(line, fence.annotate, fence.notes));
        let line = noted_line.as_ref().map_or(line, |(rest, _)| rest.as_str());
        numbers.extend(noted_line.iter().flat_map(|(_, numbers)| numbers));
        let (mut rest, mut kept, mut has_orders) = (line, String::new(), false);
        let own;
        while let Some(found) = ordered.then(|| find_orders(rest)).flatten() {
            for order in found.orders {
                match order {
                    Order::Next(kind) => next.push(kind),
                    Order::Start(kind) => sections.push(kind),
                    Order::End(kind) => sections.retain(|open| *open != kind),
                    Order::Word(word, count) => {
                        let first = marks.len() as u32 + 1;
                        words.add(word, first..count.map_or(u32::MAX, |count| first.saturating_add(count)));
                    }
                    // A comment on its own line applies to the following lines.
                    Order::Here(kind, count) => following.push((kind, count)),
                }
            }
            kept.push_str(found.before.trim_end());
            (rest, has_orders) = (found.after, true);
        }
        if ordered && let Some((written, hint)) = orders::misread(rest) {
            unread.insert(written.to_owned(), hint);
        }
        if has_orders {
            kept.push_str(rest.trim_end());
            if kept.is_empty() {
                continue;
            }
        }
        let mut shown = if has_orders { &*kept } else { line };
        let mut line_marks = sections.clone();
        line_marks.append(&mut next);
        following.retain_mut(|(kind, count)| {
            let is_here = *count > 0;
            line_marks.extend(is_here.then_some(*kind));
            *count = count.saturating_sub(1);
            is_here
        });
        if fence.diff {
            let sign = shown.as_bytes().first();
            line_marks.extend(match sign {
                Some(b'+') => Some(LineMark::Add),
                Some(b'-') => Some(LineMark::Remove),
                _ => None,
            });
            if matches!(sign, Some(b'+' | b'-' | b' ')) {
                shown = &shown[1..];
            }
        }
        if is_patch {
            line_marks.extend(patch_mark(before, written, lines.peek().copied().unwrap_or_default()));
            before = written;
        }
        let number = marks.len() as u32 + 1;
        line_marks.extend(fence.marks_of(number));
        if line_marks.contains(&LineMark::Remove) {
            removed.push(written_at..written_at + written.len());
        }
        if !marks.is_empty() {
            code.push('\n');
        }
        if noted {
            let (rest, others) = notes::take(shown, fence.annotate, fence.notes);
            own = rest;
            let end = code.len() + own.len();
            words.find(&own, number, code.len(), &mut parts);
            let numbers = others.into_iter().chain(std::mem::take(&mut numbers));
            parts.extend(numbers.map(|number| (end..end, CodePart::Note(number))));
            shown = &own;
        } else {
            words.find(shown, number, code.len(), &mut parts);
        }
        ansi::add_styled((written, written_at), (shown, code.len()), styled, &mut parts);
        code.push_str(shown);
        marks.push(in_order(line_marks));
    }
    if marks.iter().all(Vec::is_empty) {
        marks = Vec::new();
    }
    let unread = unread.into_iter().collect();
    let mut problems = words.into_problems();
    let is_open =
        |(_, order): &(&str, Order<'_>)| matches!(order, Order::Start(kind) if sections.contains(kind));
    problems.extend(ORDERS.into_iter().filter(is_open).map(|(start, _)| {
        let end = start.replace("start", "end");
        (
            format!("`{start}` has no `{end}`"),
            format!("add a comment with `{end}` after the last marked line"),
        )
    }));
    MarkedCode { code, marks, parts, problems, unread, removed, ..MarkedCode::default() }
}

/// Returns code with spaces instead of its removed lines and its diff markers. The offsets stay the same.
pub(super) fn without_removed<'t>(text: &'t str, fence: &Fence) -> Cow<'t, str> {
    let mut removed = read(text, &[], fence).removed.into_iter().peekable();
    if removed.peek().is_none() && !fence.diff {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for line in text.split_inclusive('\n') {
        let blank = match removed.next_if(|range| range.start == at) {
            Some(range) => range.len(),
            None => usize::from(fence.diff && line.starts_with(['+', '-', ' '])),
        };
        out.extend(std::iter::repeat_n(' ', blank));
        out.push_str(&line[blank..]);
        at += line.len();
    }
    Cow::Owned(out)
}

/// Sorts the marks of a line and leaves out highlighting if the line has another color.
fn in_order(mut marks: Vec<LineMark>) -> Vec<LineMark> {
    marks.sort_unstable();
    marks.dedup();
    let has_color = marks.iter().any(|mark| !matches!(mark, LineMark::Mark | LineMark::Focus));
    marks.retain(|mark| *mark != LineMark::Mark || !has_color);
    marks
}

/// Returns the mark of a line in a patch. The filenames are on two lines, `--- a` and `+++ b`.
fn patch_mark(before: &str, line: &str, after: &str) -> Option<LineMark> {
    let is_name = line.starts_with("--- ") && after.starts_with("+++ ")
        || line.starts_with("+++ ") && before.starts_with("--- ");
    match line.as_bytes().first().filter(|_| !is_name)? {
        b'+' => Some(LineMark::Add),
        b'-' => Some(LineMark::Remove),
        _ => None,
    }
}
