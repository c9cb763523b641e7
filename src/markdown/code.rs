//! Reads code fences: info strings, and the comments in code that mark lines. Takes a block's text, and returns the
//! code to show, without highlighting.

use super::document::LineMark;
use super::excerpt::Selection;

/// The text after the opening fence: `rust title="src/main.rs" {1,4-6} showLineNumbers=5 diff`.
#[derive(Default)]
pub(super) struct Fence {
    pub language: String,
    pub title: Option<Box<str>>,
    /// If line numbers are shown, the number of the first line.
    pub first_number: Option<u32>,
    /// The ranges of highlighted lines. Line numbers start at 1, and a range includes both ends.
    pub marked: Vec<(u32, u32)>,
    /// Unknown attributes.
    pub unknown: Vec<Box<str>>,
    /// Whether each line begins with a diff marker: `+`, `-`, or a space.
    pub diff: bool,
    /// Whether the commands in the block are converted to commands for other package managers.
    pub npm: bool,
    /// Whether the variables in the block are replaced.
    pub variables: bool,
    /// The file that contains the code.
    pub file: Option<Box<str>>,
    /// The part of the file.
    pub selection: Selection,
}

/// A code block to show.
pub(super) struct MarkedCode {
    pub code: String,
    /// The marks, one for each line. If no line is marked, the list is empty.
    pub marks: Vec<Option<LineMark>>,
}

impl Fence {
    /// The attributes that a misspelled name is compared with. Names such as `live` and `filename` have a meaning for other
    /// tools, and are similar to the names of the other attributes.
    pub(super) const ATTRIBUTES: [&str; 5] = ["title", "showLineNumbers", "hl_lines", "diff", "npm2yarn"];

    pub(super) fn read(info: &str) -> Fence {
        let info = info.trim();
        let end =
            info.find(|c: char| c.is_whitespace() || matches!(c, '{' | ',' | ':')).unwrap_or(info.len());
        // In mdBook's `rust,ignore` and VitePress's `ts:line-numbers`, the part after the language is for other tools.
        let npm = matches!(&info[..end], "npm" | "package-install");
        let language = if npm { "sh" } else { &info[..end] }.to_owned();
        let mut fence = Fence { language, npm, ..Fence::default() };
        let mut rest = &info[end..];
        if rest.starts_with([',', ':']) {
            rest = &rest[rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len())..];
        }
        // If the first word contains `=`, the word is an attribute, and there's no language.
        if fence.language.contains('=') {
            fence.language.clear();
            rest = info;
        }
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return fence;
            }
            if let Some(list) = rest.strip_prefix('{') {
                let close = list.find('}').unwrap_or(list.len());
                fence.marked.extend(line_ranges(&list[..close]));
                rest = list.get(close + 1..).unwrap_or_default();
                continue;
            }
            let length =
                rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '{')).unwrap_or(rest.len());
            let (key, tail) = rest.split_at(length);
            let (value, tail) = match tail.strip_prefix('=') {
                Some(value) => attribute_value(value),
                None => ("", tail),
            };
            match key {
                "title" => fence.title = (!value.is_empty()).then(|| value.into()),
                "showLineNumbers" if value == "false" => {}
                "showLineNumbers" => fence.first_number = Some(value.parse().unwrap_or(1)),
                "hl_lines" => fence.marked.extend(line_ranges(value)),
                "diff" => fence.diff = true,
                "npm2yarn" => fence.npm = true,
                "variables" => fence.variables = true,
                "file" => fence.file = Some(value.into()),
                "lines" => fence.selection.lines = Some(value.into()),
                "region" => fence.selection.region = Some(value.into()),
                "symbol" => fence.selection.symbol = Some(value.into()),
                _ => fence.unknown.push(key.into()),
            }
            rest = tail;
        }
    }
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
    // White space and the parents' quote markers can precede the closing fence.
    let last = lines.next_back().unwrap_or_default().trim_start_matches([' ', '\t', '>']);
    let closes = last.starts_with(opening) && fence(last).is_some_and(|all| all.len() == last.len());
    // If the same line also ends the content, the line is code, not a fence.
    let is_code = code.trim_end().lines().next_back().is_some_and(|line| line.trim_start() == last);
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

fn attribute_value(text: &str) -> (&str, &str) {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\''))
        && let Some(length) = text[1..].find(quote)
    {
        return (&text[1..1 + length], &text[length + 2..]);
    }
    if text.starts_with('{')
        && let Some(close) = text.find('}')
    {
        return (&text[1..close], &text[close + 1..]);
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn line_ranges(list: &str) -> impl Iterator<Item = (u32, u32)> + '_ {
    list.split([',', ' ']).filter_map(|part| {
        let (first, last) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
        Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
    })
}

/// The scope of a mark.
#[derive(Clone, Copy)]
enum Order {
    /// Marks this number of lines. The first line is the mark's own line. If the mark is alone on its line, the first
    /// line is the next line.
    Here(LineMark, u32),
    /// Marks the next line.
    Next(LineMark),
    Start(LineMark),
    End,
}

/// Reads and removes the marks in code. Keeps invalid marks as text.
pub(super) fn read(text: &str, fence: &Fence) -> MarkedCode {
    // Most blocks have no marks, so check for marks first. Markdown shown as code keeps its marks.
    let markdown = matches!(fence.language.as_str(), "md" | "markdown" | "mdx");
    let marks = |(word, order): &(&str, Order)| !matches!(order, Order::End) && text.contains(word);
    let ordered = !markdown && (text.contains("[!code ") || ORDERS.iter().any(marks));
    if !ordered && !fence.diff && fence.marked.is_empty() {
        return MarkedCode { code: text.to_owned(), marks: Vec::new() };
    }
    let (mut code, mut marks) = (String::with_capacity(text.len()), Vec::new());
    // These variables are separate from `marks`, which has entries only for visible lines, so that `{…}` counts visible
    // lines.
    let (mut section, mut next, mut following) = (None, None, (None, 0_u32));
    for line in text.split('\n') {
        let (mut shown, mut mark) = (line, section);
        let kept;
        if let Some(found) = ordered.then(|| find_order(line)).flatten() {
            let alone = line[..found.start].trim().is_empty() && line[found.end..].trim().is_empty();
            match found.order {
                Order::Next(kind) => next = Some(kind),
                Order::Start(kind) => section = Some(kind),
                Order::End => section = None,
                // A comment on its own line applies to the following lines.
                Order::Here(kind, count) => {
                    following = (Some(kind), count);
                    mark = if alone { mark } else { Some(kind) };
                }
            }
            if alone {
                continue;
            }
            kept = [line[..found.start].trim_end(), line[found.end..].trim_end()].concat();
            shown = &kept;
        }
        mark = next.take().or(mark);
        if following.1 > 0 {
            mark = mark.or(following.0);
            following.1 -= 1;
        }
        if fence.diff {
            let sign = shown.as_bytes().first();
            mark = match sign {
                Some(b'+') => Some(LineMark::Add),
                Some(b'-') => Some(LineMark::Remove),
                _ => mark,
            };
            if matches!(sign, Some(b'+' | b'-' | b' ')) {
                shown = &shown[1..];
            }
        }
        let number = marks.len() as u32 + 1;
        if mark.is_none() && fence.marked.iter().any(|(first, last)| (*first..=*last).contains(&number)) {
            mark = Some(LineMark::Mark);
        }
        if !marks.is_empty() {
            code.push('\n');
        }
        code.push_str(shown);
        marks.push(mark);
    }
    if marks.iter().all(Option::is_none) {
        marks = Vec::new();
    }
    MarkedCode { code, marks }
}

/// The comments that mark lines.
const ORDERS: [(&str, Order); 9] = [
    ("highlight-next-line", Order::Next(LineMark::Mark)),
    ("highlight-start", Order::Start(LineMark::Mark)),
    ("highlight-end", Order::End),
    ("error-next-line", Order::Next(LineMark::Error)),
    ("error-start", Order::Start(LineMark::Error)),
    ("error-end", Order::End),
    ("focus-next-line", Order::Next(LineMark::Focus)),
    ("focus-start", Order::Start(LineMark::Focus)),
    ("focus-end", Order::End),
];

struct FoundOrder {
    order: Order,
    /// The mark's range on the line.
    start: usize,
    end: usize,
}

/// The comment delimiters that can contain a mark. These delimiters apply to every language, because the text of a mark
/// has no other meaning.
const COMMENTS: [(&str, &str); 12] = [
    ("<!--", "-->"),
    ("{/*", "*/}"),
    ("/*", "*/"),
    ("(*", "*)"),
    ("//", ""),
    ("--", ""),
    ("#", ""),
    ("%", ""),
    (";", ""),
    ("REM ", ""),
    ("\"", ""),
    ("'", ""),
];

fn find_order(line: &str) -> Option<FoundOrder> {
    let (order, words) = order_in(line)?;
    let (before, after) = (&line[..words.start], &line[words.end..]);
    let head = before.trim_end();
    let (open, close) = COMMENTS.into_iter().find(|(open, _)| match open.strip_suffix(' ') {
        // The delimiter must not be the end of a longer word.
        Some(word) => head.len() >= word.len() && head.len() < before.len() && ends_with_word(head, word),
        None => head.ends_with(open),
    })?;
    let mut start = head.len() - open.trim_end().len();
    // `///` and `;;` are single delimiters.
    while open.len() <= 2 && !open.is_empty() && line[..start].ends_with(&open[..1]) && close.is_empty() {
        start -= 1;
    }
    let end = if close.is_empty() {
        // Only white space can follow the mark on its line.
        after.trim().is_empty().then_some(line.len())?
    } else {
        line.len() - after.trim_start().strip_prefix(close)?.len()
    };
    Some(FoundOrder { order, start, end })
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let Some(at) = text.len().checked_sub(word.len()) else { return false };
    text.get(at..).is_some_and(|tail| tail.eq_ignore_ascii_case(word))
        && !text[..at].ends_with(|c: char| c.is_alphanumeric())
}

/// Returns the mark in a line and its range.
fn order_in(line: &str) -> Option<(Order, std::ops::Range<usize>)> {
    if let Some(at) = line.find("[!code ") {
        let inner = &line[at + "[!code ".len()..];
        let close = inner.find(']')?;
        let (word, count) = inner[..close].trim().split_once(':').unwrap_or((inner[..close].trim(), "1"));
        let mark = match word {
            "highlight" | "hl" | "mark" => LineMark::Mark,
            "++" | "add" => LineMark::Add,
            "--" | "remove" => LineMark::Remove,
            "error" => LineMark::Error,
            "warning" => LineMark::Warning,
            "focus" => LineMark::Focus,
            _ => return None,
        };
        let count = count.trim().parse().ok()?;
        return Some((Order::Here(mark, count), at..at + "[!code ".len() + close + 1));
    }
    ORDERS.into_iter().find_map(|(word, order)| line.find(word).map(|at| (order, at..at + word.len())))
}
