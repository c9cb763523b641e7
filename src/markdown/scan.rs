//! Finds the lines that open and close directives, before Markdown is parsed.
//!
//! Markdown has no directives, so each such line is replaced by a processing instruction, `<?…?>`. This is a raw HTML
//! block that can interrupt a paragraph, ends on its own line, and is allowed in lists and quotes (CommonMark 4.6, kind
//! 3). A comment would also work, but would end a comment around it. The rules of Markdown then determine what the
//! instruction is. If it's a block, `build` treats it as a directive. Anywhere else, such as in code or inside other
//! HTML, the original line is restored. This module handles the syntax of these lines, but not their meaning.

use std::borrow::Cow;
use std::ops::Range;

use super::directive::{self, By, Line};
use super::mdx::{self, Edit, Written};
use crate::diag::{Code, Span};

/// The text to parse, and its mapping to the source.
pub(super) struct Scan<'a> {
    /// The body, with each directive line and each piece of JSX replaced.
    pub text: Cow<'a, str>,
    /// What isn't valid.
    pub problems: Vec<Problem>,
    source: &'a str,
    /// The start of the body in the source.
    base: usize,
    markers: Vec<Marker<'a>>,
    /// The ranges that were replaced, in the source and in the scanned text.
    shifts: Vec<(Range<usize>, Range<usize>)>,
    /// A private-use character that isn't in the source.
    sign: char,
}

/// The syntax of a page.
pub(super) struct Syntax<'s> {
    /// Whether the page is MDX.
    pub mdx: bool,
    /// Whether a name is the name of a component.
    pub is_component: &'s dyn Fn(&str) -> bool,
}

/// Something that isn't valid in a page.
#[derive(Debug, PartialEq)]
pub(super) struct Problem {
    pub code: Code,
    pub message: String,
    pub hints: Vec<String>,
    pub span: Span,
}

/// A replaced line, or a replaced piece of JSX.
pub(super) struct Marker<'a> {
    pub line: Line<'a>,
    /// The location of the line in the source.
    pub original: Range<usize>,
}

/// The directive that a frame belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Opener {
    pub marker: usize,
    pub by: By,
}

/// Scans the source from `base` on.
pub(super) fn scan<'a>(source: &'a str, base: usize, syntax: &Syntax<'_>) -> Scan<'a> {
    let body = &source[base..];
    if syntax.mdx || mdx::has_component(body, syntax.is_component) {
        let (edits, problems) = mdx::scan(source, base, syntax);
        return Scan { problems, ..write(source, base, edits) };
    }
    let scripts = first_word(body).is_some_and(|word| matches!(word, "import" | "export"));
    if !scripts && !body.contains(":::") && !body.contains("<Tab") {
        return unchanged(source, base);
    }
    write(source, base, directives(source, base, scripts))
}

/// Returns a scan that leaves the text unchanged, without looking for directives.
pub(super) fn without_directives(source: &str) -> Scan<'_> {
    unchanged(source, 0)
}

fn unchanged(source: &str, base: usize) -> Scan<'_> {
    let text = Cow::Borrowed(&source[base..]);
    Scan { text, problems: Vec::new(), source, base, markers: Vec::new(), shifts: Vec::new(), sign: '\0' }
}

/// Finds the lines that open and close directives, in the source from `base` on.
fn directives(source: &str, base: usize, scripts: bool) -> Vec<Edit<'_>> {
    let body = &source[base..];
    let mut edits = Vec::new();
    let mut add = |range: Range<usize>, line| {
        edits.push(Edit { range: base + range.start..base + range.end, written: Written::Block(line) });
    };
    let (mut at, mut at_top) = (0, scripts);
    while at < body.len() {
        let end = line_end(body, at);
        if at_top && !body[at..end].trim().is_empty() {
            match script_end(body, at) {
                Some(end) => {
                    add(at..end, Line::Script);
                    at = next_line(body, end);
                    continue;
                }
                None => at_top = false,
            }
        }
        if let Some((range, line)) = read_line(body, base, at, end) {
            let range = range.start..body[..range.end].trim_end_matches('\r').len();
            at = next_line(body, range.end);
            add(range, line);
        } else {
            at = next_line(body, end);
        }
    }
    edits
}

/// Writes the text with its edits, which are in order. An edit inside another one is left out.
fn write<'a>(source: &'a str, base: usize, edits: Vec<Edit<'a>>) -> Scan<'a> {
    let mut scan = unchanged(source, base);
    if edits.is_empty() {
        return scan;
    }
    let sign = ('\u{e000}'..='\u{f8ff}').find(|sign| !source.contains(*sign)).unwrap_or('\u{e000}');
    scan.sign = sign;
    let mut text = String::with_capacity(source.len() - base);
    let mut copied = base;
    for Edit { range, written } in edits {
        if range.start < copied {
            continue;
        }
        text.push_str(&source[copied..range.start]);
        let start = text.len();
        let index = scan.markers.len();
        match written {
            Written::Text(written) => text.push_str(&written),
            Written::Block(line) => {
                text.push_str(&format!("<?{sign}{index}{sign}?>"));
                scan.markers.push(Marker { line, original: range.clone() });
            }
            Written::Inline(line) => {
                text.push_str(&format!("<x a={sign}{index}{sign}>"));
                scan.markers.push(Marker { line, original: range.clone() });
            }
        }
        copied = range.end;
        scan.shifts.push((range, start..text.len()));
    }
    text.push_str(&source[copied..]);
    scan.text = Cow::Owned(text);
    scan
}

impl<'a> Scan<'a> {
    /// Converts an offset in the scanned text to an offset in the source.
    pub(super) fn locate(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|(_, scanned)| scanned.start <= at);
        let Some((original, scanned)) = before.checked_sub(1).map(|index| &self.shifts[index]) else {
            return self.base + at;
        };
        match at.checked_sub(scanned.end) {
            Some(past) => (original.end + past).min(self.source.len()),
            None => original.start,
        }
    }

    /// Whether text from the parser contains a marker.
    pub(super) fn holds_marker(&self, text: &str) -> bool {
        !self.markers.is_empty() && text.contains(self.sign)
    }

    /// Returns the index of the marker, if an HTML block consists only of a marker.
    pub(super) fn marker(&self, html: &str) -> Option<usize> {
        if self.markers.is_empty() {
            return None;
        }
        self.index(html.trim().strip_prefix("<?")?.strip_suffix("?>")?)
    }

    /// Returns the index of the marker, if an HTML tag in text is a marker.
    pub(super) fn inline_marker(&self, html: &str) -> Option<usize> {
        if self.markers.is_empty() {
            return None;
        }
        self.index(html.strip_prefix("<x a=")?.strip_suffix('>')?)
    }

    /// Returns the location and the index of the first piece of JSX among raw HTML.
    pub(super) fn jsx_in(&self, html: &str) -> Option<(Range<usize>, usize)> {
        if !self.holds_marker(html) {
            return None;
        }
        let starts = html.match_indices('<').filter(|(at, _)| html[at + 1..].starts_with(['?', 'x']));
        starts.into_iter().find_map(|(at, _)| {
            let length = html[at..].find('>')? + 1;
            let tag = &html[at..at + length];
            let index = self.inline_marker(tag).or_else(|| self.marker(tag))?;
            matches!(self.line(index).line, Line::Jsx(_)).then_some((at..at + length, index))
        })
    }

    fn index(&self, inner: &str) -> Option<usize> {
        let index = inner.strip_prefix(self.sign)?.strip_suffix(self.sign)?;
        index.parse().ok().filter(|index| *index < self.markers.len())
    }

    /// Returns the marker for an index that [`Scan::marker`] or [`Scan::inline_marker`] returned.
    pub(super) fn line(&self, index: usize) -> &Marker<'a> {
        &self.markers[index]
    }

    /// Restores the original lines in place of the markers in the text.
    pub(super) fn restore<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.holds_marker(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(open) = rest.find(self.sign) {
            let before = &rest[..open];
            let after = &rest[open + self.sign.len_utf8()..];
            let found = after.find(self.sign).and_then(|close| {
                let marker = self.markers.get(after[..close].parse::<usize>().ok()?)?;
                let tail = &after[close + self.sign.len_utf8()..];
                let block = before.strip_suffix("<?").zip(tail.strip_prefix("?>"));
                let (before, tail) =
                    block.or_else(|| before.strip_suffix("<x a=").zip(tail.strip_prefix('>')))?;
                Some((before, marker, tail))
            });
            match found {
                Some((before, marker, tail)) => {
                    out.push_str(before);
                    match &marker.line {
                        // Without the markers of the containers around its lines.
                        Line::Jsx(jsx) => out.extend(jsx.code.iter().map(|(_, piece)| *piece)),
                        _ => out.push_str(&self.source[marker.original.clone()]),
                    }
                    rest = tail;
                }
                None => {
                    out.push_str(&rest[..open + self.sign.len_utf8()]);
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        Cow::Owned(out)
    }
}

/// Parses one line, or the tag that starts on it. Returns the range to replace, and its meaning.
fn read_line(body: &str, base: usize, at: usize, end: usize) -> Option<(Range<usize>, Line<'_>)> {
    let line = &body[at..end];
    let (prefix, bulleted) = prefix(line);
    let start = at + prefix;
    match body.as_bytes().get(start)? {
        b':' => {
            let text = body[start..end].trim_end();
            let line = directive::fence(text, base + start)?;
            if bulleted && matches!(line, Line::Close(_)) {
                return None;
            }
            Some((start..start + text.len(), line))
        }
        b'<' if body[start..].starts_with("<Tab") || body[start..].starts_with("</Tab") => {
            let (length, line) = directive::tag(&body[start..], base + start)?;
            Some((start..start + length, line))
        }
        _ => None,
    }
}

/// Returns the length of what can precede a directive: white space, quote markers, and list markers. Parsing shows
/// later whether they really are such markers. Also returns whether a list item starts.
fn prefix(line: &str) -> (usize, bool) {
    let bytes = line.as_bytes();
    let (mut at, mut bulleted) = (0, false);
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'>') => at += 1,
            Some(b'-' | b'*' | b'+') if matches!(bytes.get(at + 1), Some(b' ' | b'\t')) => {
                (at, bulleted) = (at + 2, true);
            }
            Some(b'0'..=b'9') => {
                let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let marker = &bytes[at + digits..];
                if digits > 9 || !matches!(marker, [b'.' | b')', b' ' | b'\t', ..]) {
                    return (at, bulleted);
                }
                (at, bulleted) = (at + digits + 2, true);
            }
            _ => return (at, bulleted),
        }
    }
}

/// Returns the end of the JavaScript statements that start at `at`. In MDX, an empty line separates them from Markdown.
pub(super) fn script_end(body: &str, at: usize) -> Option<usize> {
    let line = &body[at..line_end(body, at)];
    let imports =
        line.starts_with("import ") && (line.contains(['\'', '"']) || line.trim_end().ends_with('{'));
    let exports = ["const ", "let ", "var ", "function ", "default ", "{"]
        .iter()
        .any(|word| line.strip_prefix("export ").is_some_and(|rest| rest.starts_with(word)));
    if !imports && !exports {
        return None;
    }
    let mut end = at;
    while end < body.len() {
        let stop = line_end(body, end);
        if body[end..stop].trim().is_empty() {
            break;
        }
        end = next_line(body, stop);
    }
    Some(at + body[at..end].trim_end().len())
}

fn first_word(text: &str) -> Option<&str> {
    text.split_ascii_whitespace().next()
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

fn next_line(text: &str, at: usize) -> usize {
    (line_end(text, at) + 1).min(text.len())
}
