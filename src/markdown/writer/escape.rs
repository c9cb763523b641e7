//! Escapes text for Markdown so that readers see the same text and no part of it becomes markup.

use crate::markdown::{attributes, directive};

/// The place where inline content appears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Place {
    #[default]
    Paragraph,
    Heading,
    /// A term in a definition list.
    Term,
    /// A directive's title, in brackets.
    Label,
    /// A table cell.
    Cell,
}

/// The kind of character next to a delimiter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Edge {
    /// Whitespace, or the start or end of the content.
    #[default]
    Space,
    /// A letter or a digit.
    Word,
    /// Punctuation.
    Sign,
    /// A character that might or might not be punctuation.
    Other,
    Delimiter(char),
}

impl Edge {
    pub(super) fn of(c: Option<char>) -> Edge {
        match c {
            Some(c) if c.is_alphanumeric() => Edge::Word,
            Some(c) if c.is_ascii_punctuation() => Edge::Sign,
            Some(c) if !c.is_whitespace() => Edge::Other,
            _ => Edge::Space,
        }
    }

    /// Returns the kind of a character at the edge of markup. Unlike [`Edge::of`], recognizes the delimiters `*`, `_`,
    /// and `~`.
    pub(super) fn of_delimiter(c: Option<char>) -> Edge {
        match c {
            Some(c @ ('*' | '_' | '~')) => Edge::Delimiter(c),
            other => Edge::of(other),
        }
    }
}

/// Whether these delimiters, such as `**`, start and end emphasis (CommonMark 6.2).
pub(super) fn delimits(delimiter: &str, outside: (Edge, Edge), inside: (Edge, Edge)) -> bool {
    let Some(c) = delimiter.chars().next() else { return false };
    let near = |outer: Edge, inner: Edge| {
        let is_same = outer == Edge::Delimiter(c) || inner == Edge::Delimiter(c);
        let is_flanking = match inner {
            Edge::Space => false,
            Edge::Word if c == '*' => true,
            _ => !matches!(outer, Edge::Word | Edge::Other),
        };
        is_flanking && !is_same
    };
    near(outside.0, inside.0) && near(outside.1, inside.1)
}

/// The surroundings of text.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Whether a closing bracket would end the construct that contains the text.
    pub in_brackets: bool,
    /// Whether a bracket that starts a link follows.
    pub before_bracket: bool,
    pub starts_line: bool,
}

/// Appends text without line breaks.
pub(super) fn text(text: &str, around: Around, place: Place, out: &mut String) {
    let mut rest = text;
    if around.starts_line {
        let start = line_start(text);
        out.push_str(&text[..start]);
        rest = &text[start..];
        if let Some(c) = rest.chars().next().filter(|_| start > 0 || is_line(text)) {
            out.push('\\');
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    let mut before = text[..text.len() - rest.len()].chars().next_back();
    for (at, c) in rest.char_indices() {
        let tail = &rest[at + c.len_utf8()..];
        let next = tail.chars().next();
        let is_active = match c {
            '\\' | '`' | '[' | '~' => true,
            '*' => (before, next) != (Some(' '), Some(' ')),
            '_' => !before.zip(next).is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric()),
            ']' => around.in_brackets,
            '|' => place == Place::Cell,
            '!' => tail.is_empty() && around.before_bracket,
            '<' => next.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => is_reference(tail),
            '#' => place == Place::Heading && tail.is_empty(),
            ':' => directive::split_name(tail).1.starts_with('{'),
            '{' => place != Place::Heading && attributes::read(&rest[at..]).is_some(),
            _ => false,
        };
        if is_active {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

/// Returns the offset of the character to escape so that a paragraph line doesn't start a list. If there's no such
/// character, returns 0.
fn line_start(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let is_marker = (1..=9).contains(&digits) && rest.starts_with(['.', ')']) && is_parted(&rest[1..]);
    if is_marker { digits } else { 0 }
}

/// Whether a line would start a block other than a paragraph or a numbered list, or would end a paragraph.
fn is_line(line: &str) -> bool {
    let signs = line.len() - line.trim_start_matches('#').len();
    let is_only = |signs: &[char]| line.trim_end().chars().all(|c| signs.contains(&c));
    match line.as_bytes().first() {
        Some(b'#') => signs <= 6 && is_parted(&line[signs..]),
        Some(b'>') => true,
        Some(b'-' | b'+' | b':') if is_parted(&line[1..]) => true,
        Some(b'=') => is_only(&['=']),
        // Such a line could be a heading's underline or a table's delimiter row.
        Some(b'-' | b':' | b'|') => is_only(&['-', ':', '|', ' ']) || line.starts_with(":::"),
        _ => false,
    }
}

fn is_parted(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// Whether an ampersand and the text that follows are a character reference.
fn is_reference(rest: &str) -> bool {
    const LONGEST: usize = 40;
    let name = rest.strip_prefix('#').unwrap_or(rest);
    let length = name.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    length > 0 && name[length..].starts_with(';')
}

/// Returns code in backticks. The delimiters are longer than any run of backticks in the code.
pub(crate) fn code_span(text: &str) -> String {
    if !text.contains(['`', '\n', '\r']) && !text.starts_with(' ') {
        return ["`", text, "`"].concat();
    }
    let text = text.replace(['\n', '\r'], " ");
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    // Unless the code contains only spaces, Markdown removes one space from each end (CommonMark 6.1).
    let is_padded = text.starts_with(' ') && text.ends_with(' ') && !text.trim_matches(' ').is_empty();
    let pad = if is_padded || text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// Returns inline code for a place as a [`code_span`]. If a code span isn't possible, returns an HTML element.
pub(super) fn code_in(code: &str, place: Place) -> String {
    match place {
        // When looking for the end of a title, docgen ignores backticks.
        Place::Label if code.contains('`') => {
            let mut out = "<code>".to_owned();
            let around = Around { in_brackets: true, ..Around::default() };
            text(&code.replace(['\n', '\r'], " "), around, place, &mut out);
            out + "</code>"
        }
        Place::Cell => code_span(code).replace('|', "\\|"),
        _ => code_span(code),
    }
}

/// Returns a fenced code block. The fence is longer than any run of the fence character in the code.
pub(crate) fn fenced(info: &str, code: &str) -> String {
    let sign = if info.contains('`') { '~' } else { '`' };
    let fence = sign.to_string().repeat(longest_run(code, sign).max(2) + 1);
    format!("{fence}{info}\n{}\n{fence}", code.trim_end_matches('\n'))
}

fn longest_run(text: &str, sign: char) -> usize {
    text.split(|c| c != sign).map(str::len).max().unwrap_or(0)
}

/// Returns Markdown for a place. If the place isn't a paragraph, the Markdown is on one line.
pub(super) fn raw(markdown: &str, place: Place) -> String {
    if place == Place::Paragraph {
        return markdown.to_owned();
    }
    let line = markdown.split_whitespace().collect::<Vec<_>>().join(" ");
    if place != Place::Cell {
        return line;
    }
    let (mut out, mut is_escaped) = (String::new(), false);
    for c in line.chars() {
        if c == '|' && !is_escaped {
            out.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}

/// Returns the destination of a link.
pub(super) fn destination(target: &str, place: Place) -> String {
    let mut out = String::with_capacity(target.len());
    for (at, c) in target.char_indices() {
        match c {
            ' ' => out.push_str("%20"),
            '|' if place == Place::Cell => out.push_str("%7C"),
            c if c.is_ascii_control() => out.push_str(&format!("%{:02X}", u32::from(c))),
            '(' | ')' | '<' | '>' | '\\' => out.extend(['\\', c]),
            '[' | ']' if place == Place::Label => out.extend(['\\', c]),
            '&' if is_reference(&target[at + 1..]) => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    if out.is_empty() { "<>".to_owned() } else { out }
}

/// Returns an attribute for an attribute list or an info string. If the value contains both kinds of quotes, leaves out
/// single quotes.
pub(super) fn attribute(name: &str, value: &str) -> String {
    let quote = if value.contains('"') { '\'' } else { '"' };
    format!("{name}={quote}{}{quote}", value.replace(quote, ""))
}

/// Returns a link's title, escaped for double quotes.
pub(super) fn title(title: &str, place: Place) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let is_active = match c {
            '"' | '\\' => true,
            '|' => place == Place::Cell,
            '[' | ']' => place == Place::Label,
            '&' => is_reference(&line[at + 1..]),
            _ => false,
        };
        out.extend(is_active.then_some('\\'));
        out.push(c);
    }
    out
}

/// Whether `<text>` is a link with this text and this target.
pub(super) fn is_autolink(text: &str, target: &str) -> bool {
    let is_url = target == text && (text.starts_with("https://") || text.starts_with("http://"));
    is_url && !text.contains(|c: char| c.is_whitespace() || c.is_ascii_control() || "<>|`[]&\\".contains(c))
}
