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

/// The text to parse, and its mapping to the source.
pub(super) struct Scan<'a> {
    /// The body, with each directive line replaced.
    pub text: Cow<'a, str>,
    source: &'a str,
    /// The start of the body in the source.
    base: usize,
    markers: Vec<Marker<'a>>,
    /// A private-use character that isn't in the source.
    sign: char,
}

/// A replaced line.
pub(super) struct Marker<'a> {
    pub line: Line<'a>,
    /// The location of the line in the source.
    pub original: Range<usize>,
    /// The location of the marker in the scanned text.
    scanned: Range<usize>,
}

/// The directive that a frame belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Opener {
    pub marker: usize,
    pub by: By,
}

/// Scans the source from `base` on.
pub(super) fn scan(source: &str, base: usize) -> Scan<'_> {
    let body = &source[base..];
    let mut scan = Scan { text: Cow::Borrowed(body), source, base, markers: Vec::new(), sign: '\0' };
    let scripts = first_word(body).is_some_and(|word| matches!(word, "import" | "export"));
    if !scripts && !body.contains(":::") && !body.contains("<Tab") {
        return scan;
    }
    scan.sign = ('\u{e000}'..='\u{f8ff}').find(|sign| !source.contains(*sign)).unwrap_or('\u{e000}');
    let mut text = String::with_capacity(body.len());
    let (mut at, mut copied, mut at_top) = (0, 0, scripts);
    while at < body.len() {
        let end = line_end(body, at);
        if at_top && !body[at..end].trim().is_empty() {
            match script_end(body, at) {
                Some(end) => {
                    scan.replace(&mut text, &mut copied, at..end, Line::Script);
                    at = next_line(body, end);
                    continue;
                }
                None => at_top = false,
            }
        }
        if let Some((range, line)) = read_line(body, base, at, end) {
            let range = range.start..body[..range.end].trim_end_matches('\r').len();
            at = next_line(body, range.end);
            scan.replace(&mut text, &mut copied, range, line);
        } else {
            at = next_line(body, end);
        }
    }
    if !scan.markers.is_empty() {
        text.push_str(&body[copied..]);
        scan.text = Cow::Owned(text);
    }
    scan
}

/// Returns a scan that leaves the text unchanged, without looking for directives.
pub(super) fn without_directives(source: &str) -> Scan<'_> {
    Scan { text: Cow::Borrowed(source), source, base: 0, markers: Vec::new(), sign: '\0' }
}

impl<'a> Scan<'a> {
    fn replace(&mut self, text: &mut String, copied: &mut usize, range: Range<usize>, line: Line<'a>) {
        text.push_str(&self.source[self.base + *copied..self.base + range.start]);
        let start = text.len();
        text.push_str(&format!("<?{}{}{}?>", self.sign, self.markers.len(), self.sign));
        let original = self.base + range.start..self.base + range.end;
        self.markers.push(Marker { line, original, scanned: start..text.len() });
        *copied = range.end;
    }

    /// Converts an offset in the scanned text to an offset in the source.
    pub(super) fn locate(&self, at: usize) -> usize {
        let before = self.markers.partition_point(|marker| marker.scanned.start <= at);
        let Some(marker) = before.checked_sub(1).map(|index| &self.markers[index]) else {
            return self.base + at;
        };
        match at.checked_sub(marker.scanned.end) {
            Some(past) => (marker.original.end + past).min(self.source.len()),
            None => marker.original.start,
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
        let index = html
            .trim()
            .strip_prefix("<?")?
            .strip_prefix(self.sign)?
            .strip_suffix("?>")?
            .strip_suffix(self.sign)?;
        index.parse().ok().filter(|index| *index < self.markers.len())
    }

    /// Returns the marker for an index that [`Scan::marker`] returned.
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
        while let Some(open) = rest.find("<?") {
            let after = &rest[open + 2..];
            let found = after.strip_prefix(self.sign).and_then(|inner| {
                let close = inner.find(self.sign)?;
                let marker = self.markers.get(inner[..close].parse::<usize>().ok()?)?;
                Some((marker, inner[close..].strip_prefix(self.sign)?.strip_prefix("?>")?))
            });
            match found {
                Some((marker, tail)) => {
                    out.push_str(&rest[..open]);
                    out.push_str(&self.source[marker.original.clone()]);
                    rest = tail;
                }
                None => {
                    out.push_str(&rest[..open + 2]);
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
fn script_end(body: &str, at: usize) -> Option<usize> {
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
