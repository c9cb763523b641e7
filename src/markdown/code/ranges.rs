//! Reads the line numbers in an info string, such as `1,4-6`, and describes the marks that can't be read.
//!
//! Other tools put other words, attributes, and classes into info strings. Only text that looks like a mark is a problem.

/// A message and a hint.
type Problem = (String, String);

/// Returns the line numbers in a list. Leaves out all other text.
pub(super) fn line_ranges(list: &str) -> impl Iterator<Item = (u32, u32)> + '_ {
    parts(list).filter_map(range)
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty())
}

/// Whether a list consists of line numbers.
pub(super) fn are_lines(list: &str) -> bool {
    parts(list).next().is_some() && parts(list).all(|part| range(part).is_some())
}

fn range(part: &str) -> Option<(u32, u32)> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// Whether a list in braces without a key is meant as line numbers. Other tools use braces for attributes and classes,
/// and, in place of a language, for the name of a directive or an engine.
pub(super) fn is_ours(list: &str, has_language: bool) -> bool {
    let is_word = |part: &str| part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    let has_number = parts(list).any(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    !list.contains(['=', ':'])
        && (has_number || has_language && parts(list).count() < 2 && is_word(list.trim()))
}

/// Describes the parts of a list that aren't line numbers, and a list without any.
pub(super) fn not_lines(key: Option<&str>, list: &str) -> Option<Problem> {
    let wrong = parts(list).find(|part| range(part).is_none());
    if let Some(wrong) = wrong {
        return Some(misread(wrong, key.unwrap_or_default()));
    }
    let example = example(key.unwrap_or_default());
    let name = key.map_or("`{}`".to_owned(), |key| format!("`{key}`"));
    let is_empty = parts(list).next().is_none();
    is_empty.then(|| (format!("{name} has no line numbers"), format!("add line numbers, as in `{example}`")))
}

/// Describes a part of an info string that isn't a line number.
pub(super) fn misread(part: &str, key: &str) -> Problem {
    (format!("expected a line number, found `{part}`"), format!("use line numbers, as in `{}`", example(key)))
}

fn example(key: &str) -> String {
    match key {
        "" => "{1,4-6}".to_owned(),
        "hl_lines" => "hl_lines=\"1 4-6\"".to_owned(),
        "showLineNumbers" => "showLineNumbers=20".to_owned(),
        key => format!("{key}={{1,4-6}}"),
    }
}

/// Describes a list without a closing brace.
pub(super) fn unclosed_list(key: Option<&str>, list: &str) -> Problem {
    let key = key.map_or_else(String::new, |key| format!("{key}="));
    (format!("`{key}{{{list}` has no closing brace"), "add `}` after the line numbers".to_owned())
}

/// Whether a value starts with a quotation mark that's never closed.
pub(super) fn unclosed(value: &str) -> bool {
    quote(value).is_some_and(|quote| !value[1..].contains(quote))
}

fn quote(text: &str) -> Option<char> {
    text.chars().next().filter(|c| matches!(c, '"' | '\''))
}

/// Describes a value with a quotation mark that's never closed.
pub(super) fn unclosed_value(key: &str, value: &str) -> Problem {
    let quote = quote(value).unwrap_or('"');
    (
        format!("`{key}={value}` has no closing quotation mark"),
        format!("add `{quote}` at the end of the value"),
    )
}

/// If a string starts with a quotation mark, describes why it doesn't start with text to mark. Also returns the length
/// of the part that can't be read.
pub(super) fn unreadable_text(text: &str) -> Option<(Problem, usize)> {
    let quote = quote(text)?;
    let Some(close) = text[1..].find(quote) else {
        let problem = (
            format!("`{text}` has no closing quotation mark"),
            format!("add `{quote}` at the end of the text"),
        );
        return Some((problem, text.len()));
    };
    let end = text[close + 1..].find(char::is_whitespace).map_or(text.len(), |length| close + 1 + length);
    let written = &text[..end];
    let problem = match close {
        0 => (format!("`{written}` has no text to mark"), "add text, or remove the quotation marks"),
        _ => (format!("can't read `{written}`"), "put a space after the closing quotation mark"),
    };
    Some(((problem.0, problem.1.to_owned()), end))
}

/// Describes the value of an attribute that marks lines or words. Also returns the length of the value.
pub(super) fn unreadable_value(key: &str, value: &str) -> (Problem, usize) {
    if let Some(((message, hint), length)) = unreadable_text(value) {
        return ((message.replacen('`', &format!("`{key}="), 1), hint), length);
    }
    let end = value.find(char::is_whitespace).unwrap_or(value.len());
    let written = &value[..end];
    let hint = format!(
        "use line numbers in braces or text in quotation marks, as in `{key}={{2-3}}` or `{key}=\"text\"`"
    );
    ((format!("can't read `{key}={written}`"), hint), end)
}
