//! Sunset dates: the dates after which deprecated operations and parameters can be removed.

use crate::openapi::{Extra, Json};

/// The extension that contains the date.
pub(crate) const SUNSET: &str = "x-sunset";

/// The sunset date of an operation or parameter.
#[derive(Debug, PartialEq)]
pub(super) enum Sunset<'a> {
    /// There's no date.
    None,
    /// A date, such as `2027-01-31`.
    Date(&'a str),
    /// A value that isn't a date.
    Invalid(String),
}

impl<'a> Sunset<'a> {
    /// Reads the date from the extensions. The value is a date or a date with a time (RFC 3339).
    pub(super) fn of(extra: &'a Extra) -> Self {
        let Some(value) = extra.get(SUNSET) else { return Sunset::None };
        let Json::String(text) = value else { return Sunset::Invalid(value.to_string()) };
        match text.get(..10).filter(|date| is_date(date) && is_end(&text[10..])) {
            Some(date) => Sunset::Date(date),
            None => Sunset::Invalid(text.to_string()),
        }
    }
}

fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['T', 't', ' '])
}

fn is_date(text: &str) -> bool {
    let number =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u32>().ok());
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let valid = |part: &str, range: std::ops::RangeInclusive<u32>| {
        number(part).flatten().is_some_and(|number| range.contains(&number))
    };
    year.len() == 4 && valid(year, 0..=9999) && valid(month, 1..=12) && valid(day, 1..=31)
}
