//! Finds JSX, and the lines that open and close directives, before Markdown is parsed.
//!
//! Because Markdown doesn't support JSX or directives, this module replaces both with markers (see `marks`). The rules
//! of Markdown then determine the role of each marker. If a marker is a block or a tag in text, `build` handles it.
//! Otherwise (for example, in code or inside other HTML), the original text is restored. This module handles the syntax
//! of directive lines, but not their meaning. `mdx` handles JSX.

use std::borrow::Cow;
use std::ops::Range;

use super::attributes;
use super::directive::{self, By, Label, Line};
use super::directives;
use super::escape;
use super::marks::{self, Edit, Layout, Written};
use super::mdx;
use super::script::{line_end, next_line, script_end};
use super::variables::{self, Scope};
use crate::diag::Span;

pub(super) use super::mdx::{Problem, Syntax};

/// The text to parse, and the mapping from the text to the source.
pub(super) struct Scan<'a> {
    /// The body, with markers instead of directive lines and pieces of JSX.
    pub text: Cow<'a, str>,
    /// The problems with the MDX syntax.
    pub problems: Vec<Problem>,
    source: &'a str,
    /// The start of the body in the source.
    base: usize,
    markers: Vec<Marker<'a>>,
    /// The index of the first marker for code in a directive's title. The text doesn't contain these markers.
    in_titles: usize,
    /// The ranges that were replaced, in the source and in the scanned text.
    shifts: Vec<(Range<usize>, Range<usize>)>,
    /// A private-use character that isn't in the source.
    sign: char,
    /// The variables that the text can show.
    pub scope: Option<&'a Scope<'a>>,
    /// The location of `source` in the file.
    at: usize,
}

/// A line or piece of JSX that was replaced with a marker.
pub(super) struct Marker<'a> {
    pub line: Line<'a>,
    /// The location of the line or piece in the source.
    pub original: Range<usize>,
}

/// The directive that a frame belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Opener {
    pub marker: usize,
    pub by: By,
}

/// Scans the source, starting at `base`. `scope` contains the variables that the text can show.
pub(super) fn scan<'a>(
    source: &'a str,
    base: usize,
    syntax: &Syntax<'_>,
    scope: Option<&'a Scope<'a>>,
) -> Scan<'a> {
    let mut scan = scan_syntax(source, base, syntax, scope);
    if let Some(text) = without_tabs_in_tables(&scan.text) {
        scan.text = Cow::Owned(text);
    }
    scan
}

/// If the delimiter row of a table contains tabs, returns the text with spaces in place of these tabs. pulldown-cmark
/// doesn't allow tabs in such a row, but GFM does.
fn without_tabs_in_tables(text: &str) -> Option<String> {
    let is_row = |line: &str| {
        line.contains('\t')
            && line.contains('|')
            && line.contains('-')
            && line.chars().all(|c| matches!(c, '|' | ':' | '-' | '>' | ' ' | '\t' | '\r'))
    };
    if !text.contains('\t') || !text.contains('|') || !text.lines().any(is_row) {
        return None;
    }
    let row = |line: &str| {
        let (indent, row) = line.split_at(line.len() - line.trim_start().len());
        if is_row(line) { format!("{indent}{}", row.replace('\t', " ")) } else { line.to_owned() }
    };
    Some(text.split('\n').map(row).collect::<Vec<_>>().join("\n"))
}

fn scan_syntax<'a>(
    source: &'a str,
    base: usize,
    syntax: &Syntax<'_>,
    scope: Option<&'a Scope<'a>>,
) -> Scan<'a> {
    let body = &source[base..];
    let found = found_variables(source, base, scope);
    let has_math = syntax.math && body.contains('$');
    if syntax.mdx
        || has_math
        || syntax.definitions()
        || mdx::has_component(body, syntax.is_component)
        || mdx::has_directive(body)
    {
        let (edits, layout, problems) = mdx::scan(source, base, syntax, found);
        return Scan { problems, scope, ..finish(source, base, layout, edits) };
    }
    let scripts = first_word(body).is_some_and(|word| matches!(word, "import" | "export"));
    if !scripts && found.is_empty() && !body.contains("::") && !body.contains("<Tab") {
        return Scan { scope, ..unchanged(source, base) };
    }
    let mut edits = directives(source, base, scripts);
    edits.extend(found);
    edits.sort_by_key(|Edit { range, .. }| (range.start, usize::MAX - range.end));
    Scan { scope, ..write(source, base, edits) }
}

/// Returns the variables in the source, starting at `base`.
fn found_variables<'a>(source: &'a str, base: usize, scope: Option<&Scope<'_>>) -> Vec<Edit<'a>> {
    let body = &source[base..];
    let edit = |scope: &Scope<'_>, (range, name): (Range<usize>, &'a str)| {
        let url = url_around(body, range.clone()).filter(|_| scope.is_url(name));
        let (range, line) = match url {
            Some(url) => (url.start - 1..url.end + 1, Line::Url(&body[url])),
            None => (range, Line::Variable(name)),
        };
        Edit { range: base + range.start..base + range.end, written: Written::Word(line) }
    };
    scope.into_iter().flat_map(|scope| variables::find(body).map(|found| edit(scope, found))).collect()
}

/// If a variable is directly after an opening angle bracket, returns the range of the text in the brackets.
fn url_around(text: &str, variable: Range<usize>) -> Option<Range<usize>> {
    if !text[..variable.start].ends_with('<') {
        return None;
    }
    let after = directive::within_reach(&text[variable.end..]);
    let mut length = 0;
    loop {
        let rest = &after[length..];
        length += match rest.chars().next()? {
            '>' => break,
            '{' if rest.starts_with("{{") => rest.find("}}")? + 2,
            c if c.is_whitespace() || c == '<' => return None,
            c => c.len_utf8(),
        };
    }
    Some(variable.start..variable.end + length)
}

/// The title of a directive.
pub(super) struct Title<'a> {
    pub text: &'a str,
    /// The offset of the title in the file.
    pub at: usize,
    /// Whether the title can contain directives.
    pub has_directives: bool,
    /// Whether the title can contain formulas.
    pub math: bool,
    /// The page with the title, if the title can contain code.
    pub page: Option<&'a Scan<'a>>,
}

/// Scans the title of a directive. The text to parse is a heading so that the title is always inline content.
pub(super) fn title<'a>(title: Title<'a>, scope: Option<&'a Scope<'a>>) -> Scan<'a> {
    let Title { text: title, at, has_directives, math, page } = title;
    let text = |range: Range<usize>, text: &'static str| Edit { range, written: Written::Text(text.into()) };
    let mut edits = vec![text(0..0, "# ")];
    if has_directives {
        edits.extend(mdx::directives(title, math));
    }
    edits.extend(page.into_iter().flat_map(|page| page.code_in_title(at..at + title.len())));
    edits.extend(found_variables(title, 0, scope));
    edits.extend(title.match_indices(['\n', '\r']).map(|(at, _)| text(at..at + 1, " ")));
    edits.push(text(title.len()..title.len(), " #"));
    edits.sort_by_key(|edit| edit.range.start);
    Scan { scope, at, ..write(title, 0, edits) }
}

/// Returns a scan that leaves the text unchanged, without looking for directives.
pub(super) fn without_directives(source: &str) -> Scan<'_> {
    unchanged(source, 0)
}

fn unchanged(source: &str, base: usize) -> Scan<'_> {
    Scan {
        text: Cow::Borrowed(&source[base..]),
        problems: Vec::new(),
        source,
        base,
        markers: Vec::new(),
        in_titles: 0,
        shifts: Vec::new(),
        sign: '\0',
        scope: None,
        at: 0,
    }
}

/// Finds the lines in the source that open and close directives, starting at `base`.
fn directives(source: &str, base: usize, scripts: bool) -> Vec<Edit<'_>> {
    let body = &source[base..];
    let mut edits = Vec::new();
    let mut add = |range: Range<usize>, line| {
        edits.push(Edit { range: base + range.start..base + range.end, written: Written::Block(line) });
    };
    let (mut at, mut at_top, mut fence) = (0, scripts, None);
    while at < body.len() {
        let end = line_end(body, at);
        let (prefix, bulleted) = prefix(&body[at..end]);
        let start = at + prefix;
        note_fence(&body[start..end], &mut fence);
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
        if let Some((range, line)) = read_line(body, base, start..end, (bulleted, fence.is_none())) {
            let range = range.start..body[..range.end].trim_end_matches('\r').len();
            at = next_line(body, range.end);
            add(range, line);
        } else {
            at = next_line(body, end);
        }
    }
    edits
}

/// Writes the text with its edits.
fn write<'a>(source: &'a str, base: usize, edits: Vec<Edit<'a>>) -> Scan<'a> {
    if edits.is_empty() {
        return unchanged(source, base);
    }
    finish(source, base, marks::lay_out(source, base, &edits), edits)
}

fn finish<'a>(source: &'a str, base: usize, layout: Layout, edits: Vec<Edit<'a>>) -> Scan<'a> {
    let mut marked = layout.marked.into_iter().peekable();
    let (mut markers, mut in_titles) = (Vec::new(), Vec::new());
    for (index, Edit { range, written }) in edits.into_iter().enumerate() {
        let is_marked = marked.next_if_eq(&index).is_some();
        match written {
            Written::Block(line) | Written::Inline(line) | Written::Word(line) | Written::Formula(line)
                if is_marked =>
            {
                markers.push(Marker { line, original: range });
            }
            Written::Inline(line @ Line::Jsx(_)) => in_titles.push(Marker { line, original: range }),
            _ => {}
        }
    }
    let first_in_titles = markers.len();
    markers.extend(in_titles);
    let (text, shifts, sign) = (Cow::Owned(layout.text), layout.shifts, layout.sign);
    Scan { text, markers, in_titles: first_in_titles, shifts, sign, ..unchanged(source, base) }
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

    /// If an HTML block contains only a marker, returns the marker's index.
    pub(super) fn marker(&self, html: &str) -> Option<usize> {
        marks::block_number(html, self.sign).filter(|index| *index < self.markers.len())
    }

    /// If an HTML tag in text is a marker, returns the marker's index.
    pub(super) fn inline_marker(&self, html: &str) -> Option<usize> {
        marks::inline_number(html, self.sign).filter(|index| *index < self.markers.len())
    }

    /// Returns the location and index of the first piece of JSX in raw HTML.
    pub(super) fn jsx_in(&self, html: &str) -> Option<(Range<usize>, usize)> {
        self.find(html, |line| matches!(line, Line::Jsx(_)))
    }

    /// Returns the location and index of the first directive or formula in text.
    pub(super) fn directive_in(&self, text: &str) -> Option<(Range<usize>, usize)> {
        self.find(text, |line| matches!(line, Line::Inline(_) | Line::InlineFormula { .. }))
    }

    /// Returns the location and index of the first directive, formula, or variable in text.
    pub(super) fn word_in(&self, text: &str) -> Option<(Range<usize>, usize)> {
        self.find(text, |line| {
            matches!(line, Line::Inline(_) | Line::InlineFormula { .. } | Line::Variable(_) | Line::Url(_))
        })
    }

    /// Whether text from the parser contains a marker that isn't a variable.
    pub(super) fn holds_other(&self, text: &str) -> bool {
        self.find(text, |line| !matches!(line, Line::Variable(_) | Line::Url(_))).is_some()
    }

    fn find(&self, text: &str, is_wanted: impl Fn(&Line<'_>) -> bool) -> Option<(Range<usize>, usize)> {
        let mut rest = text;
        while self.holds_marker(rest) {
            let (before, index, after) = marks::split_at_marker(rest, self.sign)?;
            if self.markers.get(index).is_some_and(|marker| is_wanted(&marker.line)) {
                let start = text.len() - rest.len() + before.len();
                return Some((start..text.len() - after.len(), index));
            }
            rest = after;
        }
        None
    }

    /// Returns the marker for an index from [`Scan::marker`] or [`Scan::inline_marker`].
    pub(super) fn line(&self, index: usize) -> &Marker<'a> {
        &self.markers[index]
    }

    /// Returns the code in a range of the source that contains the title of a directive. The ranges of the edits are
    /// relative to the title.
    fn code_in_title(&self, title: Range<usize>) -> Vec<Edit<'a>> {
        let markers = &self.markers[self.in_titles..];
        let first = markers.partition_point(|marker| marker.original.start < title.start);
        let inside = markers[first..].iter().take_while(|marker| marker.original.end <= title.end);
        let edit = |Marker { line, original }: &Marker<'a>| match line {
            Line::Jsx(jsx) => {
                let range = original.start - title.start..original.end - title.start;
                Some(Edit { range, written: Written::Inline(Line::Jsx(jsx.clone())) })
            }
            _ => None,
        };
        inside.filter_map(edit).collect()
    }

    /// If a marker for code in a title starts at an offset in the source, returns the marker's index.
    pub(super) fn marker_in_title(&self, at: usize) -> Option<usize> {
        let markers = &self.markers[self.in_titles..];
        let found = markers.binary_search_by_key(&at, |marker| marker.original.start).ok()?;
        Some(self.in_titles + found)
    }

    /// Returns the label of a directive in the text, with the label's location in the file.
    pub(super) fn placed<'l>(&self, label: Label<'l>) -> Label<'l> {
        Label { at: self.at + label.at, ..label }
    }

    /// Returns the value of the variable whose marker has this index.
    pub(super) fn value(&self, index: usize) -> Option<Cow<'_, str>> {
        let marker = self.markers.get(index)?;
        let place = |range: Range<usize>| Span::from(self.at + range.start..self.at + range.end);
        let start = marker.original.start + 1;
        match marker.line {
            Line::Variable(name) => self.scope?.value(name, place(marker.original.clone())),
            Line::Url(url) => {
                Some(self.scope?.replaced(url, |range| place(start + range.start..start + range.end)))
            }
            _ => None,
        }
    }

    /// Replaces the markers in the text with the original lines.
    pub(super) fn restore<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, |_, _| false)
    }

    /// Removes the markers from the text.
    pub(super) fn unmarked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, |_, _| true)
    }

    /// Replaces the markers in the text with the values of variables or with the original lines.
    pub(super) fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, |index, out| self.value(index).map(|value| out.push_str(&value)).is_some())
    }

    /// Replaces the markers in an attribute list with the [hidden](attributes::hidden) values of variables or the
    /// original lines.
    pub(super) fn list<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, |index, out| {
            self.value(index).map(|value| out.push_str(&attributes::hidden(out, &value))).is_some()
        })
    }

    /// Replaces the markers in raw HTML with the escaped values of variables or the original lines.
    pub(super) fn html<'t>(&self, html: &'t str) -> Cow<'t, str> {
        self.replaced(html, |index, out| {
            self.value(index).map(|value| escape::anywhere(&value, out)).is_some()
        })
    }

    /// Replaces the markers in the text. `write` writes the replacement for a marker. If `write` returns `false`, the
    /// original line is written instead.
    fn replaced<'t>(&self, text: &'t str, write: impl Fn(usize, &mut String) -> bool) -> Cow<'t, str> {
        if !self.holds_marker(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, index, tail)) = marks::split_at_marker(rest, self.sign) {
            out.push_str(before);
            match self.markers.get(index) {
                _ if write(index, &mut out) => {}
                // The pieces don't include container markers.
                Some(Marker { line: Line::Jsx(jsx), .. }) => {
                    out.extend(jsx.code.iter().map(|(_, piece)| *piece))
                }
                Some(marker) => out.push_str(&self.source[marker.original.clone()]),
                None => out.push_str(&rest[before.len()..rest.len() - tail.len()]),
            }
            rest = tail;
        }
        out.push_str(rest);
        Cow::Owned(out)
    }
}

/// If a line starts or ends fenced code, updates the fence of the open code.
pub(super) fn note_fence(line: &str, open: &mut Option<(u8, usize)>) {
    let Some((sign, length)) = mdx::fence(line.as_bytes()) else { return };
    match *open {
        None => *open = Some((sign, length)),
        Some((own, least)) if sign == own && length >= least && line[length..].trim().is_empty() => {
            *open = None
        }
        Some(_) => {}
    }
}

/// Parses the text of one line after its [`prefix`], or the tag that starts there. A directive outside code can continue
/// on the next lines. Returns the range to replace and the range's role.
fn read_line(
    body: &str,
    base: usize,
    Range { start, end }: Range<usize>,
    (bulleted, can_continue): (bool, bool),
) -> Option<(Range<usize>, Line<'_>)> {
    match body.as_bytes().get(start)? {
        b':' => {
            let length = end - start;
            let length = if can_continue { directives::end(&body[start..], length) } else { length };
            let text = body[start..start + length].trim_end();
            let line = directives::line(text, base + start)?;
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

/// Returns the length of the whitespace, quote markers, and list markers before a directive. Only parsing shows
/// whether these characters are actually markers. Also returns whether a list item starts.
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

fn first_word(text: &str) -> Option<&str> {
    text.split_ascii_whitespace().next()
}
