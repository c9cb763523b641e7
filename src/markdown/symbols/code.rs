//! Hides comments and strings so that only code remains.

use std::ops::Range;

use super::names::Language;

/// Code without comments or strings. Offsets are the same as in the text. Spaces replace comments, and quotation marks
/// replace strings, including their line breaks, so a string never ends a line.
pub(super) struct Code {
    out: Vec<u8>,
    /// The ranges of preprocessor directives.
    pub directives: Vec<Range<usize>>,
}

impl Code {
    pub(super) fn new(text: &str) -> Self {
        Code { out: text.as_bytes().to_vec(), directives: Vec::new() }
    }

    /// Replaces a comment.
    pub(super) fn comment(&mut self, range: Range<usize>) {
        self.out[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }

    fn string(&mut self, range: Range<usize>) {
        self.out[range].fill(b'"');
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8(self.out).unwrap_or_default()
    }
}

/// Returns the code without comments or strings. If `language` is `None`, the code is Python. If a comment or string
/// never ends, returns `None`.
pub(super) fn code_only(text: &str, language: Option<Language>) -> Option<Code> {
    let mut code = Code::new(text);
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match language {
            None => python(rest, &mut code, at)?,
            Some(language) => braces(text, at, language, &mut code)?,
        };
        at += length.max(rest.chars().next().map_or(1, char::len_utf8));
    }
    Some(code)
}

/// Hides the Python comment or string at the start of the text and returns its length. Otherwise, returns 0.
fn python(rest: &str, code: &mut Code, at: usize) -> Option<usize> {
    let length = match rest.as_bytes()[0] {
        b'#' => {
            let length = line_length(rest);
            code.comment(at..at + length);
            length
        }
        quote @ (b'"' | b'\'') => {
            let mark = char::from(quote).to_string();
            let triple = mark.repeat(3);
            let length = if rest.starts_with(&triple) {
                closed(rest, 3, &triple, Escapes::On)?
            } else {
                closed(rest, 1, &mark, Escapes::On)?
            };
            code.string(at..at + length);
            length
        }
        b'\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
        _ => 0,
    };
    Some(length)
}

/// Does the same as [`python`], but for a language with braces.
fn braces(text: &str, at: usize, language: Language, code: &mut Code) -> Option<usize> {
    let rest = &text[at..];
    let before = text[..at].chars().next_back();
    let comment = match () {
        () if rest.starts_with("//") => Some(line_length(rest)),
        () if rest.starts_with("/*") => Some(block_comment(rest, language == Language::Rust)?),
        () if rest.starts_with('#') && language.has_directives() && starts_line(&text[..at]) => {
            let length = directive_length(rest);
            code.directives.push(at..at + length);
            Some(length)
        }
        () => None,
    };
    if let Some(length) = comment {
        code.comment(at..at + length);
        return Some(length);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts_word = !before.is_some_and(is_word);
    let length = match language {
        _ if rest.starts_with("\"\"\"") && matches!(language, Language::Java | Language::CSharp) => {
            let quotes = rest.len() - rest.trim_start_matches('"').len();
            closed(
                rest,
                quotes,
                &"\"".repeat(quotes),
                if language == Language::Java { Escapes::On } else { Escapes::Off },
            )?
        }
        Language::Rust if starts_word && raw_rust(rest).is_some() => {
            let (open, close) = raw_rust(rest)?;
            closed(rest, open, &close, Escapes::Off)?
        }
        Language::C
            if raw_cpp(rest).is_some() && (starts_word || text[..at].ends_with(['u', 'U', 'L', '8'])) =>
        {
            let (open, close) = raw_cpp(rest)?;
            closed(rest, open, &close, Escapes::Off)?
        }
        Language::CSharp if rest.starts_with("@\"") || rest.starts_with("@$\"") => verbatim(rest)?,
        Language::CSharp if rest.starts_with("$@\"") => verbatim(rest)?,
        Language::Go if rest.starts_with('`') => closed(rest, 1, "`", Escapes::Off)?,
        Language::Rust if rest.starts_with('"') => closed(rest, 1, "\"", Escapes::AndLines)?,
        _ if rest.starts_with('"') => closed(rest, 1, "\"", Escapes::On)?,
        // A lifetime has no second quotation mark. In C++, digits can have quotation marks between them.
        Language::Rust if rest.starts_with('\'') => {
            let mut next = rest.chars().skip(1);
            match (next.next(), next.next()) {
                (Some('\\'), _) | (Some(_), Some('\'')) => closed(rest, 1, "'", Escapes::On)?,
                _ => 0,
            }
        }
        Language::C if rest.starts_with('\'') && is_number(&text[..at]) => 0,
        _ if rest.starts_with('\'') => closed(rest, 1, "'", Escapes::On)?,
        _ => 0,
    };
    code.string(at..at + length);
    Some(length)
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

fn starts_line(before: &str) -> bool {
    before.trim_end_matches([' ', '\t']).ends_with('\n') || before.trim().is_empty()
}

/// Returns the length of a preprocessor directive. After a backslash, the directive continues on the next line.
fn directive_length(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    text[..length].trim_end_matches('\n').len()
}

fn block_comment(text: &str, nests: bool) -> Option<usize> {
    let (mut at, mut depth) = (2, 1_usize);
    while depth > 0 {
        let rest = &text[at..];
        let end = rest.find("*/")?;
        match rest[..end].find("/*").filter(|_| nests) {
            Some(start) => (at, depth) = (at + start + 2, depth + 1),
            None => (at, depth) = (at + end + 2, depth - 1),
        }
    }
    Some(at)
}

/// The meaning of a backslash in a string.
#[derive(Clone, Copy, PartialEq)]
enum Escapes {
    /// A backslash has no special meaning, and the string can span several lines.
    Off,
    /// A backslash escapes the next character.
    On,
    /// A backslash escapes the next character, and the string can span several lines.
    AndLines,
}

/// Returns the length of the string literal at the start of the text. `open` is the length of the opening delimiter.
fn closed(text: &str, open: usize, close: &str, escapes: Escapes) -> Option<usize> {
    let mut at = open;
    loop {
        let rest = text.get(at..)?;
        if rest.starts_with(close) {
            return Some(at + close.len());
        }
        let c = rest.chars().next()?;
        // Such a string ends on its line, unless a backslash precedes the line break.
        if c == '\n' && escapes == Escapes::On && close.len() == 1 {
            return None;
        }
        at += c.len_utf8();
        if c == '\\' && escapes != Escapes::Off {
            at += text[at..].chars().next()?.len_utf8();
        }
    }
}

/// Returns the length of a C# string that starts with `@`. In such a string, two quotation marks stand for one.
fn verbatim(text: &str) -> Option<usize> {
    let mut at = text.find('"')? + 1;
    loop {
        at += text[at..].find('"')? + 1;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the length of a Rust raw string's opening delimiter, and the closing delimiter.
fn raw_rust(text: &str) -> Option<(usize, String)> {
    let rest =
        text.strip_prefix("br").or_else(|| text.strip_prefix("cr")).or_else(|| text.strip_prefix('r'))?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..]
        .strip_prefix('"')
        .map(|inner| (text.len() - inner.len(), format!("\"{}", "#".repeat(hashes))))
}

/// Returns the length of a C++ raw string's opening delimiter, and the closing delimiter.
fn raw_cpp(text: &str) -> Option<(usize, String)> {
    let (delimiter, _) = text.strip_prefix("R\"")?.split_once('(')?;
    (delimiter.len() <= 16 && !delimiter.contains([' ', ')', '\\', '"', '\n']))
        .then(|| (delimiter.len() + 3, format!("){delimiter}\"")))
}

/// Whether the text ends with the digits of a number.
fn is_number(before: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '_';
    before.rsplit(|c| !is_part(c)).next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}
