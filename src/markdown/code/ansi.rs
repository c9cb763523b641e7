//! Reads the output of terminal programs: text with ECMA-48 escape sequences. Colors and styles (SGR, section 8.3.117)
//! become parts of the code, and other sequences are removed.

use std::fmt::Write as _;
use std::ops::Range;

use crate::markdown::document::CodePart;

/// The ways to write the escape character: the character itself, the control picture, and the escape sequences in
/// programming languages.
const ESCAPES: [&str; 10] =
    ["\u{1b}", "\u{241b}", "\\e", "\\E", "\\x1b", "\\x1B", "\\033", "\\u001b", "\\u001B", "\\u{1b}"];

/// The ways to write the bell character, which ends a control string.
const BELLS: [&str; 6] = ["\u{7}", "\u{2407}", "\\a", "\\x07", "\\007", "\\u0007"];

/// The characters after an escape character that start a control string, such as a title or a link.
const STRINGS: [char; 5] = [']', 'P', 'X', '^', '_'];

/// The palette colors: the lightness, chroma, and hue for `oklch()`. The theme adjusts the lightness to its background.
const PALETTE: [&str; 16] = [
    "0.25 0 0",
    "0.55 0.19 27",
    "0.6 0.16 145",
    "0.68 0.13 90",
    "0.55 0.17 258",
    "0.55 0.19 325",
    "0.62 0.11 205",
    "0.85 0 0",
    "0.55 0 0",
    "0.66 0.22 27",
    "0.72 0.2 145",
    "0.82 0.16 90",
    "0.66 0.17 258",
    "0.68 0.22 325",
    "0.76 0.13 205",
    "0.97 0 0",
];

/// A color.
#[derive(Clone, Copy, PartialEq)]
enum Color {
    /// One of the terminal's 16 colors.
    Palette(u8),
    /// Red, green, and blue.
    Rgb(u8, u8, u8),
}

/// The style of the text.
#[derive(Clone, Copy, Default, PartialEq)]
struct Style {
    foreground: Option<Color>,
    background: Option<Color>,
    bold: bool,
    dim: bool,
    italic: bool,
    underline: bool,
    strike: bool,
    reverse: bool,
}

/// Returns the text without escape sequences, and its styled parts.
pub(in crate::markdown) fn read(text: &str) -> (String, Vec<(Range<usize>, CodePart)>) {
    let (mut out, mut parts) = (String::with_capacity(text.len()), Vec::new());
    let (mut style, mut start, mut rest) = (Style::default(), 0, text);
    while !rest.is_empty() {
        if let Some((parameters, command, length)) = sequence(rest) {
            flush(style, start..out.len(), &mut parts);
            start = out.len();
            if command == 'm' {
                style.apply(parameters);
            }
            rest = &rest[length..];
            continue;
        }
        if let Some(length) = other_escape(rest) {
            rest = &rest[length..];
            continue;
        }
        let c = rest.chars().next().unwrap_or_default();
        if c == '\n' {
            flush(style, start..out.len(), &mut parts);
            start = out.len() + 1;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    flush(style, start..out.len(), &mut parts);
    (out, parts)
}

/// Adds the styled parts of a line to the parts of the shown line. The shown line is the line without comments or a diff
/// marker. `shown_at` is the offset of the shown line.
pub(in crate::markdown) fn add_styled(
    line: (&str, usize),
    shown: (&str, usize),
    styled: &[(Range<usize>, CodePart)],
    parts: &mut Vec<(Range<usize>, CodePart)>,
) {
    let ((line, line_at), (shown, shown_at)) = (line, shown);
    let same = line.char_indices().zip(shown.chars()).take_while(|((_, a), b)| a == b).last();
    let start = same.map_or(0, |((at, c), _)| at + c.len_utf8());
    // The rest of the shown line can be at the end of the line or before a comment.
    let rest = &shown[start..];
    let at_end = line.ends_with(rest).then(|| line.len() - rest.len());
    let Some(found) = at_end.or_else(|| Some(start + line[start..].find(rest)?)) else { return };
    let first = styled.partition_point(|(range, _)| range.end <= line_at);
    for (range, part) in styled[first..].iter().take_while(|(range, _)| range.start < line_at + line.len()) {
        let (from, to) = (range.start - line_at, range.end - line_at);
        let in_rest = from.max(found)..to.min(found + rest.len());
        let moved = |at: usize| at.saturating_sub(found.saturating_sub(start));
        let kept = [from..to.min(start), moved(in_rest.start)..moved(in_rest.end)];
        for piece in kept.into_iter().filter(|piece| piece.start < piece.end) {
            style(shown_at + piece.start..shown_at + piece.end, part, parts);
        }
    }
}

/// Adds a styled part, and divides the marked words that it overlaps. A word keeps its mark in the styled part.
fn style(piece: Range<usize>, part: &CodePart, parts: &mut Vec<(Range<usize>, CodePart)>) {
    let overlaps = |(range, part): &(Range<usize>, CodePart)| {
        matches!(part, CodePart::Word(_)) && range.start < piece.end && piece.start < range.end
    };
    let mut words: Vec<_> = parts.extract_if(.., |part| overlaps(part)).collect();
    words.sort_by_key(|(range, _)| range.start);
    let mut at = piece.start;
    for (range, word) in words {
        let inner = range.start.max(at)..range.end.min(piece.end);
        let styled = match (part, &word) {
            (CodePart::Styled { classes, colors, .. }, CodePart::Word(mark)) => {
                CodePart::Styled { classes: classes.clone(), colors: colors.clone(), mark: Some(*mark) }
            }
            _ => part.clone(),
        };
        let pieces = [
            (range.start..inner.start, word.clone()),
            (at..inner.start, part.clone()),
            (inner.clone(), styled),
            (inner.end..range.end, word),
        ];
        parts.extend(pieces.into_iter().filter(|(range, _)| !range.is_empty()));
        at = inner.end;
    }
    if at < piece.end {
        parts.push((at..piece.end, part.clone()));
    }
}

fn flush(style: Style, range: Range<usize>, parts: &mut Vec<(Range<usize>, CodePart)>) {
    if !range.is_empty() && style != Style::default() {
        parts.push((range, style.part()));
    }
}

/// Returns the parameters, the command, and the length of the control sequence at the start of the text.
fn sequence(text: &str) -> Option<(&str, char, usize)> {
    let body = match text.strip_prefix('\u{9b}') {
        Some(body) => body,
        None => text[escape(text)?.len()..].strip_prefix('[')?,
    };
    let end = body.find(|c: char| !matches!(c, ' '..='?'))?;
    let command = body[end..].chars().next().filter(|c| matches!(c, '@'..='~'))?;
    Some((&body[..end], command, text.len() - body.len() + end + 1))
}

/// Returns the escape character at the start of the text, as written.
fn escape(text: &str) -> Option<&'static str> {
    let may_match = text.starts_with(['\u{1b}', '\u{241b}', '\\']);
    may_match.then(|| ESCAPES.into_iter().find(|escape| text.starts_with(escape))).flatten()
}

/// Returns the length of an escape sequence that isn't a control sequence.
fn other_escape(text: &str) -> Option<usize> {
    if let Some(body) = text.strip_prefix(['\u{90}', '\u{98}', '\u{9d}', '\u{9e}', '\u{9f}']) {
        return Some(text.len() - body.len() + string_length(body).unwrap_or(0));
    }
    let escape = escape(text)?;
    let body = &text[escape.len()..];
    let is_character = !escape.starts_with('\\');
    let length = if let Some(string) = body.strip_prefix(STRINGS) {
        string_length(string).map(|length| 1 + length)
    } else if escape.eq_ignore_ascii_case("\\e") && body.starts_with(|c: char| c.is_alphabetic() || c == ' ')
    {
        // This is probably part of a path, such as `C:\example`.
        None
    } else {
        let end = body.trim_start_matches(|c: char| matches!(c, ' '..='/'));
        end.starts_with(|c: char| matches!(c, '0'..='~')).then(|| body.len() - end.len() + 1)
    };
    length.or(is_character.then_some(0)).map(|length| escape.len() + length)
}

/// Returns the length of a control string, including its end, which must be on the same line.
fn string_length(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    line.char_indices().find_map(|(at, c)| {
        let rest = &line[at..];
        if let Some(bell) = BELLS.into_iter().find(|bell| rest.starts_with(bell)) {
            return Some(at + bell.len());
        }
        if c == '\u{9c}' {
            return Some(at + c.len_utf8());
        }
        let escape = escape(rest)?;
        let after = rest[escape.len()..].strip_prefix('\\')?;
        // In strings of programming languages, the backslash is escaped.
        let is_doubled = escape.starts_with('\\') && after.starts_with('\\') && !starts_sequence(after);
        Some(at + escape.len() + 1 + usize::from(is_doubled))
    })
}

/// Whether an escape sequence with an unambiguous start begins here.
fn starts_sequence(text: &str) -> bool {
    escape(text).is_some_and(|escape| {
        text[escape.len()..].starts_with(|c: char| c == '[' || c == '(' || STRINGS.contains(&c))
    })
}

impl Style {
    /// Applies the parameters of an SGR sequence.
    fn apply(&mut self, parameters: &str) {
        let numbers: Vec<u8> = parameters.split([';', ':']).map(|part| part.parse().unwrap_or(0)).collect();
        let mut rest = &numbers[..];
        while let [code, after @ ..] = rest {
            rest = after;
            match *code {
                0 => *self = Style::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                3 => self.italic = true,
                4 => self.underline = true,
                7 => self.reverse = true,
                9 => self.strike = true,
                22 => (self.bold, self.dim) = (false, false),
                23 => self.italic = false,
                24 => self.underline = false,
                27 => self.reverse = false,
                29 => self.strike = false,
                30..=37 => self.foreground = Some(Color::Palette(code - 30)),
                90..=97 => self.foreground = Some(Color::Palette(code - 90 + 8)),
                40..=47 => self.background = Some(Color::Palette(code - 40)),
                100..=107 => self.background = Some(Color::Palette(code - 100 + 8)),
                39 => self.foreground = None,
                49 => self.background = None,
                38 | 48 => {
                    let (color, length) = extended(rest);
                    rest = &rest[length..];
                    *(if *code == 38 { &mut self.foreground } else { &mut self.background }) = color;
                }
                _ => {}
            }
        }
    }

    fn part(self) -> CodePart {
        let flags = [
            (self.bold, "bold"),
            (self.dim, "dim"),
            (self.italic, "italic"),
            (self.underline, "underline"),
            (self.strike, "strike"),
            (self.reverse, "reverse"),
        ];
        let (mut classes, mut colors) = ("ansi".to_owned(), String::new());
        flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, name)| {
            let _ = write!(classes, " ansi-{name}");
        });
        for (color, name) in [(self.foreground, "fg"), (self.background, "bg")] {
            let Some(color) = color else { continue };
            let _ = write!(classes, " ansi-{name}");
            let _ = match color {
                Color::Palette(index) => {
                    write!(colors, "--{name}: oklch({});", PALETTE[usize::from(index)])
                }
                Color::Rgb(red, green, blue) => write!(colors, "--{name}: #{red:02x}{green:02x}{blue:02x};"),
            };
        }
        CodePart::Styled { classes: classes.into(), colors: colors.into(), mark: None }
    }
}

/// Returns the color that the parameters after 38 or 48 select, and the number of these parameters.
fn extended(numbers: &[u8]) -> (Option<Color>, usize) {
    match *numbers {
        [5, index @ 0..16, ..] => (Some(Color::Palette(index)), 2),
        // xterm's colors: a cube with six steps for each component, and a ramp of 24 grays.
        [5, index @ 16..232, ..] => {
            let step = |part: u8| if part == 0 { 0 } else { 55 + part * 40 };
            let index = index - 16;
            (Some(Color::Rgb(step(index / 36), step(index / 6 % 6), step(index % 6))), 2)
        }
        [5, index, ..] => {
            let gray = 8 + (index - 232) * 10;
            (Some(Color::Rgb(gray, gray, gray)), 2)
        }
        [2, red, green, blue, ..] => (Some(Color::Rgb(red, green, blue)), 4),
        _ => (None, numbers.len()),
    }
}
