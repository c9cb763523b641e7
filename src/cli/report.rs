//! Prints problems and results: messages on standard error, data on standard output.
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "this is the module that uses the terminal")]

mod names;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{IsTerminal as _, Write as _};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstream::{eprintln, stderr};
use indicatif::ProgressStyle;
use serde_json::json;

use super::{Failure, Format, timings::Phase};
use crate::diag::{Diagnostic, Edit, Entry, Location, MANUAL, Severity, entries};
use crate::path::SourcePath;
use crate::serve::{self, Problem};
use crate::source::{Source, clamp, floor, offset_of};
use names::Names;
pub(super) use names::from_here;

/// The maximum number of problems to list after the first problem of an entry.
const LISTED: usize = 4;

/// If there are more entries than this number, a table of their codes follows.
const MANY: usize = 50;

/// The number of problems by severity.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Counts {
    pub errors: usize,
    pub warnings: usize,
}

impl Counts {
    /// Counts problems.
    pub(super) fn of(all: &[(Severity, Diagnostic)]) -> Self {
        let count = |wanted| {
            all.iter().filter(|(severity, _)| *severity == wanted).map(|(_, one)| one.count as usize).sum()
        };
        Counts { errors: count(Severity::Error), warnings: count(Severity::Warning) }
    }

    /// Whether the run fails.
    pub(super) fn fail(self, strict: bool) -> bool {
        self.errors > 0 || (strict && self.warnings > 0)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.errors, self.warnings) {
            (0, 0) => f.write_str("no problems"),
            (errors, 0) => f.write_str(&plural(errors, "error")),
            (0, warnings) => f.write_str(&plural(warnings, "warning")),
            (errors, warnings) => write!(f, "{}, {}", plural(errors, "error"), plural(warnings, "warning")),
        }
    }
}

/// Prints every problem. In the text and GitHub formats, problems with the same fix form one entry. `root` is the
/// site's folder.
pub(super) fn diagnostics<'a>(
    all: &'a [(Severity, Diagnostic)],
    source: impl Fn(&SourcePath) -> Option<&'a Source>,
    root: &Path,
    format: Format,
) -> Counts {
    first_diagnostics(all, (usize::MAX, ""), source, root, format);
    Counts::of(all)
}

/// Prints the first `most` entries. If there are more, prints their number and where to find the `rest`.
pub(super) fn first_diagnostics<'a>(
    all: &'a [(Severity, Diagnostic)],
    (most, rest): (usize, &str),
    source: impl Fn(&SourcePath) -> Option<&'a Source>,
    root: &Path,
    format: Format,
) {
    let lines = &mut Lines::default();
    let names = Names::new(root, format);
    let mut place = |one: &'a Diagnostic| {
        let location = one.location.as_ref()?;
        let source = source(location.path());
        let place = Place::new(location, source, lines);
        let edit = source.and_then(|source| {
            let (edit, range) = one.edit_in(&source.text)?;
            Some((edit, lines.position(&source.text, range.start).shown()))
        });
        Some(Place { name: names.of(place.path), edit, ..place })
    };
    if format == Format::Json {
        all.iter().for_each(|(severity, one)| put(&as_json(*severity, one, place(one).as_ref())));
        return;
    }
    let entries = entries(all);
    for entry in entries.iter().take(most) {
        match format {
            Format::Github => put(&github(entry, &mut place)),
            _ => eprintln!("{}\n", human(entry, &mut place)),
        }
    }
    let left: usize = entries.iter().skip(most).map(Entry::count).sum();
    if left > 0 {
        summary(&format!("and {left} more; {rest}"));
    } else if format == Format::Human && entries.len() > MANY {
        summary(&by_code(&entries));
    }
    if format == Format::Human && !entries.is_empty() && !shows_links() {
        summary(&format!("for details about a code, see {MANUAL}"));
    }
}

/// Returns a table with the number of problems of each code, errors first.
fn by_code(entries: &[Entry<'_>]) -> String {
    let mut counts: BTreeMap<(Reverse<bool>, &str), usize> = BTreeMap::new();
    for entry in entries {
        let is_error = entry.severity == Severity::Error;
        *counts.entry((Reverse(is_error), entry.first.code.as_str())).or_default() += entry.count();
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|((is_error, code), count)| (*is_error, Reverse(*count), *code));
    let width = rows.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or_default();
    let row = |((Reverse(is_error), code), count): &((Reverse<bool>, &str), usize)| {
        format!("  {count:width$} {} {code}\n", if *is_error { "error  " } else { "warning" })
    };
    format!("problems by code:\n{}", rows.iter().map(row).collect::<String>())
}

/// Returns the problems that follow the first problem of an entry: the next few, one per line, and the number of
/// remaining problems.
fn more<'a>(
    entry: &Entry<'a>,
    place: &mut impl FnMut(&'a Diagnostic) -> Option<Place<'a>>,
) -> Option<String> {
    if entry.rest.is_empty() {
        return None;
    }
    let line = |one: &&'a Diagnostic| {
        let place = place(one).map(|place| place.to_string());
        let message = (one.message != entry.first.message).then(|| one.message.clone());
        place.into_iter().chain(message).collect::<Vec<_>>().join(": ")
    };
    let mut lines: Vec<String> =
        entry.rest.iter().take(LISTED).map(line).filter(|line| !line.is_empty()).collect();
    if entry.rest.len() > LISTED {
        let left = entry.rest.len() - LISTED;
        lines.push(format!("and {left} more; to list all of them, run `docgen check --format json`"));
    }
    let colon = if lines.is_empty() { "" } else { ":" };
    let more = plural(entry.rest.len(), &format!("more {}", severity_word(entry.severity)));
    let title = format!("{more} like this one{colon}");
    lines.insert(0, title);
    Some(lines.join("\n"))
}

/// A location with its line and column, and the source lines around it.
pub(super) struct Place<'a> {
    path: &'a SourcePath,
    /// The filename in messages.
    name: String,
    /// The lines and columns where the problem starts and ends, counted from 1.
    lines: Option<((usize, usize), (usize, usize))>,
    snippet: Option<(&'a str, Range<usize>)>,
    /// The change that fixes the problem, and the line and column of the text to replace, counted from 1.
    edit: Option<(&'a Edit, (usize, usize))>,
    /// Whether the snippet starts after the beginning of its line.
    is_cut: bool,
}

/// The number of bytes to show on each side of a problem in a long line.
const AROUND: usize = 200;
/// If more bytes than this precede a problem on its line, only the last [`AROUND`] bytes before the problem are
/// shown.
const FAR: usize = 4_000;
/// The maximum number of bytes to show for a problem.
const MARKED: usize = 1_000;
/// The distance between two marks in text, in bytes. It must be longer than a character.
const MARK_DISTANCE: usize = 4_096;

impl<'a> Place<'a> {
    pub(super) fn new<'t: 'a>(
        location: &'a Location,
        source: Option<&'t Source>,
        lines: &mut Lines<'t>,
    ) -> Self {
        let path = location.path();
        let name = path.to_string();
        let mut place = Place { path, name, lines: None, snippet: None, edit: None, is_cut: false };
        let text = source.map(|source| &*source.text);
        let range = match (location, text) {
            (Location::File(_), _) => return place,
            (Location::Span(_, span), Some(text)) => clamp(span.range(), text),
            (Location::Position(_, line, column), Some(text)) => {
                let start = offset(text, *line as usize, *column as usize);
                let end = text[start..].chars().next().map_or(start, |c| start + c.len_utf8());
                start..end
            }
            (Location::Position(_, line, column), None) => {
                let at = (*line as usize, *column as usize);
                place.lines = Some((at, at));
                return place;
            }
            (Location::Span(..), None) => return place,
        };
        let Some(text) = text else { return place };
        let first = lines.position(text, range.start);
        let is_far = range.start - first.start > FAR;
        let start = if is_far { floor(text, range.start - AROUND) } else { first.start };
        // If a problem spans many lines or much of a line, show only its beginning.
        let most = floor(text, range.start + MARKED).max(range.start);
        let shown = text[start..most].split_inclusive('\n').take(4).map(str::len).sum::<usize>() + start;
        let end = range.end.min(shown).max(range.start);
        let most = floor(text, end + AROUND);
        let last = text[end..most].find('\n').map_or(most, |at| end + at);
        let last = end + text[end..last].trim_end_matches('\r').len();
        place.is_cut = is_far;
        place.lines = Some((first.shown(), lines.position(text, range.end).shown()));
        place.snippet = Some((&text[start..last], range.start - start..end - start));
        place
    }

    /// Returns the filename in messages.
    pub(super) fn to_name(&self) -> String {
        self.name.clone()
    }

    /// Returns the lines and columns where the problem starts and ends, counted from 1.
    pub(super) fn range(&self) -> Option<[(usize, usize); 2]> {
        self.lines.map(|(start, end)| [start, end])
    }

    /// Returns the line and column of the first character, counted from 1.
    pub(super) fn start(&self) -> Option<(usize, usize)> {
        self.lines.map(|(start, _)| start)
    }
}

/// Finds the names and lines of locations, in any order.
pub(super) struct Locator<'a> {
    names: Names<'a>,
    lines: Lines<'a>,
}

impl<'a> Locator<'a> {
    /// Creates a locator for the files of a site, with names for an output format. `root` is the site's folder.
    pub(super) fn new(root: &'a Path, format: Format) -> Self {
        Locator { names: Names::new(root, format), lines: Lines::default() }
    }

    /// Returns a location with its name.
    pub(super) fn place<'l>(&mut self, location: &'l Location, source: Option<&'a Source>) -> Place<'l>
    where
        'a: 'l,
    {
        let place = Place::new(location, source, &mut self.lines);
        Place { name: self.names.of(place.path), ..place }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.start().map_or(Ok(()), |(line, column)| write!(f, ":{line}:{column}"))
    }
}

/// Finds the lines and columns of offsets in texts. Counting from the start each time would be slow: a file of several
/// megabytes can have many locations in any order, and can be a single line.
#[derive(Default)]
pub(super) struct Lines<'a> {
    /// The texts, by their addresses.
    texts: HashMap<*const str, Marked<'a>>,
}

/// A text with marks.
struct Marked<'a> {
    text: &'a str,
    /// The positions at regular intervals, up to the highest offset that was looked up.
    marks: Vec<Position>,
}

/// The position of an offset.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Position {
    offset: usize,
    /// The offset where the line starts.
    start: usize,
    /// The line and column, counted from 0.
    line: usize,
    column: usize,
}

impl Position {
    /// Returns the position of a later offset.
    fn later(self, text: &str, offset: usize) -> Position {
        let passed = &text[self.offset..offset];
        match passed.rfind('\n').map(|end| self.offset + end + 1) {
            Some(start) => Position {
                offset,
                start,
                line: self.line + passed.bytes().filter(|byte| *byte == b'\n').count(),
                column: text[start..offset].chars().count(),
            },
            None => Position { offset, column: self.column + passed.chars().count(), ..self },
        }
    }

    /// Returns the line and column, counted from 1.
    fn shown(self) -> (usize, usize) {
        (self.line + 1, self.column + 1)
    }
}

impl<'a> Lines<'a> {
    /// Returns the position of an offset, which must be at the start of a character.
    fn position(&mut self, text: &'a str, offset: usize) -> Position {
        let new = || Marked { text, marks: vec![Position::default()] };
        self.texts.entry(std::ptr::from_ref(text)).or_insert_with(new).position(offset)
    }
}

impl Marked<'_> {
    fn position(&mut self, offset: usize) -> Position {
        let Marked { text, marks } = self;
        while let Some(last) = marks.last().filter(|last| last.offset + MARK_DISTANCE <= offset) {
            let next = last.later(text, floor(text, last.offset + MARK_DISTANCE));
            marks.push(next);
        }
        let index = marks.partition_point(|mark| mark.offset <= offset);
        marks[index.saturating_sub(1)].later(text, offset)
    }
}

pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = offset_of(text, line, 1);
    let rest = text[start..].lines().next().unwrap_or_default();
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

fn human<'a>(entry: &Entry<'a>, place: &mut impl FnMut(&'a Diagnostic) -> Option<Place<'a>>) -> String {
    let diagnostic = entry.first;
    let (first, more) = (place(diagnostic), more(entry, place));
    let place = &first;
    let level = match entry.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code.as_str())
        .id_url(diagnostic.code.docs())
        .elements([] as [annotate_snippets::Element<'_>; 0]);
    let path = place.as_ref().map(|place| &*place.name).unwrap_or_default();
    if let Some(place) = place {
        let start = place.start();
        // The renderer counts the columns of a complete snippet itself.
        let whole = place.snippet.is_some() && !place.is_cut;
        if !whole {
            let mut origin = annotate_snippets::Origin::path(path);
            if let Some((line, column)) = start {
                origin = origin.line(line).char_column(column);
            }
            title = title.element(origin);
        }
        if let Some((text, range)) = &place.snippet {
            // The renderer would show the carriage returns of Windows line endings.
            let returns = |part: &str| part.matches('\r').count();
            let start_of = range.start - returns(&text[..range.start]);
            let marked = start_of..range.end - returns(&text[..range.end]);
            let snippet = Snippet::source(text.replace('\r', ""))
                .path(whole.then_some(path))
                .line_start(start.map_or(1, |(line, _)| line))
                .annotation(AnnotationKind::Primary.span(marked));
            title = title.element(snippet);
        }
    }
    for hint in &diagnostic.hints {
        title = title.element(Level::HELP.with_name("hint").message(hint));
    }
    if let Some(more) = more {
        title = title.element(Level::NOTE.message(more));
    }
    let group: Group<'_> = title;
    Renderer::styled().hyperlink(shows_links()).render(&[group])
}

/// Whether standard error is a terminal that supports links (OSC 8). A terminal can't report whether it supports links,
/// so known terminals are listed here.
fn shows_links() -> bool {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let is_known = |name: &str, known: &[&str]| known.contains(&variable(name).as_str());
    std::io::stderr().is_terminal()
        && (is_known("TERM_PROGRAM", &["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "zed"])
            || is_known("TERM", &["xterm-kitty", "alacritty", "foot", "xterm-ghostty"])
            || !variable("WT_SESSION").is_empty()
            || variable("VTE_VERSION").parse::<u32>().is_ok_and(|version| version >= 5000))
}

fn as_json(severity: Severity, diagnostic: &Diagnostic, place: Option<&Place<'_>>) -> String {
    let mut object = json!({
        "severity": severity_word(severity),
        "code": diagnostic.code.as_str(),
        "message": diagnostic.message,
        "hints": diagnostic.hints,
        "docs": diagnostic.code.docs(),
    });
    if let Some((edit, (line, column))) = place.and_then(|place| place.edit) {
        object["suggestions"] = json!([{
            "replace": edit.replace,
            "with": edit.with,
            "certain": edit.is_certain,
            "line": line,
            "column": column,
        }]);
    }
    if diagnostic.count > 1 {
        object["count"] = diagnostic.count.into();
    }
    if let Some(place) = place {
        object["file"] = place.path.as_str().into();
        object["path"] = place.name.as_str().into();
        if let Some(((line, column), (end_line, end_column))) = place.lines {
            object["line"] = line.into();
            object["column"] = column.into();
            object["end_line"] = end_line.into();
            object["end_column"] = end_column.into();
        }
    }
    object.to_string()
}

/// Escapes the message in a GitHub annotation.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property in a GitHub annotation.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

fn github<'a>(entry: &Entry<'a>, place: &mut impl FnMut(&'a Diagnostic) -> Option<Place<'a>>) -> String {
    let (diagnostic, more) = (entry.first, more(entry, place));
    let place = place(diagnostic);
    let hints: String = diagnostic.hints.iter().map(|hint| format!("\nhint: {hint}")).collect();
    let more = more.map(|more| format!("\n{more}")).unwrap_or_default();
    annotation(
        severity_word(entry.severity),
        diagnostic.code.as_str(),
        place.as_ref().map(|place| (&*place.name, place.range())),
        &format!("{}{hints}{more}\nsee {}", diagnostic.message, diagnostic.code.docs()),
    )
}

/// The name of a file, and the lines and columns where a problem in it starts and ends.
type Spot<'a> = (&'a str, Option<[(usize, usize); 2]>);

/// Returns a GitHub annotation. `command` is `error`, `warning`, or `notice`.
pub(super) fn annotation(command: &str, title: &str, place: Option<Spot<'_>>, message: &str) -> String {
    let mut properties = vec![format!("title={}", property(title))];
    if let Some((name, lines)) = place {
        properties.push(format!("file={}", property(name)));
        if let Some([(line, column), (end_line, end_column)]) = lines {
            properties.push(format!("line={line},col={column},endLine={end_line},endColumn={end_column}"));
        }
    }
    format!("::{command} {}::{}", properties.join(","), escaped(message))
}

/// Returns a GitHub annotation for a site file.
pub(super) fn github_warning(root: &Path, file: &SourcePath, message: &str) -> String {
    let file = Names::new(root, Format::Github).of(file);
    format!("::warning file={}::{}", property(&file), escaped(message))
}

/// Returns the first `most` entries in the format that the development server shows.
pub(super) fn problems<'a>(
    all: &'a [(Severity, Diagnostic)],
    most: usize,
    source: impl Fn(&SourcePath) -> Option<&'a Source>,
) -> Vec<Problem> {
    let lines = &mut Lines::default();
    let mut place = |one: &'a Diagnostic| {
        let location = one.location.as_ref();
        location.map(|location| Place::new(location, source(location.path()), lines))
    };
    entries(all).iter().take(most).map(|entry| problem(entry, &mut place)).collect()
}

fn problem<'a>(entry: &Entry<'a>, place: &mut impl FnMut(&'a Diagnostic) -> Option<Place<'a>>) -> Problem {
    let (diagnostic, more) = (entry.first, more(entry, place));
    let place = &place(diagnostic);
    let start = place.as_ref().and_then(Place::start);
    let snippet =
        place.as_ref().and_then(|place| place.snippet.as_ref()).map(|(text, marked)| serve::Snippet {
            before: text[..marked.start].to_owned(),
            marked: text[marked.clone()].to_owned(),
            after: text[marked.end..].to_owned(),
        });
    Problem {
        severity: severity_word(entry.severity),
        code: diagnostic.code.as_str(),
        docs: diagnostic.code.docs(),
        message: diagnostic.message.clone(),
        file: place.as_ref().map(|place| place.name.clone()),
        line: start.map(|(line, _)| line),
        column: start.map(|(_, column)| column),
        snippet,
        hints: diagnostic.hints.clone(),
        count: entry.count(),
        more,
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Prints why a run failed.
pub(super) fn failure(failure: &Failure) {
    let mut group =
        Level::ERROR.primary_title(&failure.message).elements([] as [annotate_snippets::Element<'_>; 0]);
    for hint in &failure.hints {
        group = group.element(Level::HELP.with_name("hint").message(hint));
    }
    eprintln!("{}", Renderer::styled().render(&[group]));
}

/// Prints a warning about the run, not about the content.
pub(super) fn warning(message: &str) {
    eprintln!("{}", Renderer::styled().render(&[Group::with_title(Level::WARNING.primary_title(message))]));
}

/// Prints progress information.
pub(super) fn note(message: &str) {
    eprintln!("{}", Renderer::styled().render(&[Group::with_title(Level::NOTE.primary_title(message))]));
}

/// Prints a line without a severity, such as the result of a run.
pub(super) fn summary(line: &str) {
    eprintln!("{line}");
}

/// Prints how long each phase took.
pub(super) fn timings(phases: &[Phase]) {
    let width = phases.iter().map(|phase| phase.name.len()).max().unwrap_or(0);
    for Phase { name, time, note } in phases {
        let note = note.as_ref().map_or_else(String::new, |note| format!("  {note}"));
        eprintln!("  {name:width$} {:>8.1} ms{note}", time.as_secs_f64() * 1000.0);
    }
}

/// Prints data on standard output. A closed pipe isn't an error.
pub(super) fn data(text: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("can't write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn put(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
    let _ = stderr().flush();
}

/// Returns the style of a progress bar that counts `things`.
pub(super) fn bar(things: &str) -> ProgressStyle {
    ProgressStyle::with_template(&format!("{{bar:32}} {{pos}}/{{len}} {things}"))
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Formats a count with its noun: `1 page`, `2 pages`.
pub(super) fn plural(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Formats a duration: `840 ms`, `1.24 s`, `2 min 5 s`.
pub(super) fn duration(duration: Duration) -> String {
    match duration.as_secs() {
        0 => format!("{} ms", duration.as_millis()),
        1..60 => format!("{:.2} s", duration.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests;
