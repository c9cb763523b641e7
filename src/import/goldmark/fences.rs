//! Code fence options. In Hugo, the options are in braces. In Zola, the options follow the language.

use super::Lost;
use crate::import::inline::attributes;

/// Converts a code fence's info string. Also returns the constructs that can't be converted.
pub(super) fn info(info: &str) -> (String, Vec<Lost>) {
    let info = info.trim();
    let braces = info.find('{').filter(|_| info.ends_with('}'));
    let (language, options) = match braces {
        Some(at) => (info[..at].trim(), &info[at + 1..info.len() - 1]),
        // If there's no comma, only the first word counts.
        None => match info.split_once([',', ' ']) {
            Some((language, options)) if info[language.len()..].starts_with(',') => (language, options),
            Some((language, _)) => (language, ""),
            None => (info, ""),
        },
    };
    let mut options = Options::read(options);
    let mut language = language.trim_end_matches(',').to_owned();
    if language.is_empty() {
        language = options.language.take().unwrap_or_default();
    }
    let language = if MATH.contains(&language.as_str()) { "math".to_owned() } else { language };
    let info = format!("{language}{}", options.words);
    (info.trim().to_owned(), options.lost)
}

/// The languages of code blocks that contain a formula.
pub(in crate::import) const MATH: [&str; 4] = ["math", "katex", "latex-math", "chem"];

#[derive(Default)]
struct Options {
    words: String,
    language: Option<String>,
    lost: Vec<Lost>,
}

impl Options {
    fn read(text: &str) -> Self {
        let mut options = Options::default();
        let (mut lines, mut numbers, mut first) = (String::new(), false, None);
        for (name, value) in attributes(&spaced(text)) {
            let value = value.unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "linenos" => numbers = !matches!(value.as_str(), "false" | "none"),
                "linenostart" => first = value.parse::<u32>().ok(),
                "hl_lines" => lines = highlighted(&value),
                "title" | "name" | "filename" | "file" | "caption" if !value.is_empty() => {
                    options.words += &format!(" title=\"{}\"", value.replace('"', "'"));
                }
                "hide_lines" => options.lose(&name),
                name if name.starts_with('.') => {
                    options.language = options.language.or(Some(name[1..].to_owned()))
                }
                // Other names are attributes of the HTML element.
                _ => {}
            }
        }
        if !lines.is_empty() {
            options.words += &format!(" {{{lines}}}");
        }
        if numbers || first.is_some() {
            let first =
                first.filter(|first| *first != 1).map_or_else(String::new, |first| format!("={first}"));
            options.words += &format!(" showLineNumbers{first}");
        }
        options
    }

    fn lose(&mut self, name: &str) {
        let what = format!("the `{name}` code block option");
        self.lost.push((
            what,
            "use an equivalent docgen option if there is one; otherwise, leave out this option",
        ));
    }
}

/// Returns space-separated options and removes brackets and quotation marks around lists. Space-separated line numbers,
/// as in Zola, become one value.
fn spaced(text: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut quote) = (0_usize, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        match c {
            '[' if quote.is_none() => depth += 1,
            ']' if depth > 0 => depth -= 1,
            '"' | '\'' | ' ' if depth > 0 => {}
            ',' if depth == 0 && quote.is_none() => out.push(' '),
            c => out.push(c),
        }
    }
    // `hl_lines=1 3-4` has several values without quotation marks.
    let mut joined = String::new();
    let mut is_lines = false;
    for word in out.split(' ').filter(|word| !word.is_empty()) {
        let is_more = is_lines && word.chars().all(|c| c.is_ascii_digit() || c == '-');
        is_lines = is_more || (word.starts_with("hl_lines=") && !word.contains('"'));
        joined.push_str(if is_more { "," } else { " " });
        joined.push_str(word);
    }
    joined
}

/// Returns the line numbers in a value, such as `1,3-4`.
fn highlighted(value: &str) -> String {
    let parts = value.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let is_lines = |part: &&str| part.chars().all(|c| c.is_ascii_digit() || c == '-');
    parts.filter(is_lines).collect::<Vec<_>>().join(",")
}
