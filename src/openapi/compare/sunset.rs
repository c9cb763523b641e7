//! Sunset dates: the dates after which deprecated operations and parameters can be removed.

use crate::cldr::date_of;
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
        date_of(text).map_or_else(|| Sunset::Invalid(text.to_string()), Sunset::Date)
    }
}
