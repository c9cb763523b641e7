//! The symbols that pymdownx.smartsymbols writes for other characters.

/// A kind of symbols, and the characters that it replaces.
type Kind = (&'static str, &'static [(&'static str, &'static str)]);

/// The options of the extension, which turn off kinds of symbols.
const KINDS: [Kind; 8] = [
    ("trademark", &[("(tm)", "™")]),
    ("copyright", &[("(c)", "©")]),
    ("registered", &[("(r)", "®")]),
    ("care_of", &[("c/o", "℅")]),
    ("plusminus", &[("+/-", "±")]),
    ("arrows", &[("<-->", "↔"), ("-->", "→"), ("<--", "←")]),
    ("notequal", &[("=/=", "≠")]),
    (
        "fractions",
        &[
            ("1/4", "¼"),
            ("1/2", "½"),
            ("3/4", "¾"),
            ("1/3", "⅓"),
            ("2/3", "⅔"),
            ("1/5", "⅕"),
            ("2/5", "⅖"),
            ("3/5", "⅗"),
            ("4/5", "⅘"),
            ("1/6", "⅙"),
            ("5/6", "⅚"),
            ("1/8", "⅛"),
            ("3/8", "⅜"),
            ("5/8", "⅝"),
            ("7/8", "⅞"),
        ],
    ),
];

/// The option for ordinal numbers, such as `2nd`.
const ORDINALS: &str = "ordinal_numbers";

/// The kinds of symbols that a site shows.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Symbols(Vec<&'static str>);

impl Symbols {
    /// Returns the kinds of symbols whose options are on.
    pub(in crate::import) fn of(is_on: impl Fn(&str) -> bool) -> Self {
        let names = KINDS.iter().map(|(name, _)| *name).chain([ORDINALS]);
        Symbols(names.filter(|name| is_on(name)).collect())
    }

    /// Converts the characters at the start of text. `out` is the converted text before it.
    pub(super) fn at(&self, rest: &str, out: &str) -> Option<(String, usize)> {
        if self.0.is_empty() || !rest.starts_with(['(', 'c', '+', '<', '-', '=']) && !starts_with_digit(rest)
        {
            return None;
        }
        let has = |kind: &Kind| self.0.contains(&kind.0);
        let mut all = KINDS.iter().filter(|kind| has(kind)).flat_map(|(_, symbols)| symbols.iter());
        let found = all.find(|(written, _)| rest.starts_with(written)).filter(|(written, _)| {
            let is_word = written.starts_with(|c: char| c.is_ascii_alphanumeric());
            let is_alone = !out.ends_with(is_part) && !rest[written.len()..].starts_with(is_part);
            !out.ends_with(']') && (!is_word || is_alone)
        });
        match found {
            Some((written, symbol)) => Some(((*symbol).to_owned(), written.len())),
            None if self.0.contains(&ORDINALS) => ordinal(rest, out),
            None => None,
        }
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a character next to a number or word makes it part of something else, such as a path or a date.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '/' | '-' | '.')
}

/// Raises the end of an ordinal number.
fn ordinal(rest: &str, out: &str) -> Option<(String, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let end = rest.get(digits..digits + 2)?;
    let number = &rest[..digits];
    let is_teen = number.ends_with("11") || number.ends_with("12") || number.ends_with("13");
    let expected = match number.chars().next_back()? {
        '1' if !is_teen => "st",
        '2' if !is_teen => "nd",
        '3' if !is_teen => "rd",
        _ => "th",
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_alone = !out.ends_with(|c: char| is_word(c) || matches!(c, '/' | '#' | '=' | '-'))
        && !rest[digits + 2..].starts_with(is_word);
    (end == expected && !number.starts_with('0') && is_alone)
        .then(|| (format!("{number}<sup>{end}</sup>"), digits + 2))
}
