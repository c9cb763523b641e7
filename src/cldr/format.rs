//! Formats numbers and dates for a locale, with the options of the `docgen` module.

use std::str::FromStr as _;

use icu_calendar::Gregorian;
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::builder::{DateFields, FieldSetBuilder};
use icu_datetime::input::{Date, DateTime, Time};
use icu_datetime::options::{Length, TimePrecision};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_decimal::options::{DecimalFormatterOptions, GroupingStrategy};
use serde::Deserialize;

use super::locale;
use crate::diag::suggest;

/// A number, and how to format it.
#[derive(Deserialize)]
struct NumberRequest {
    locale: String,
    /// The number, as JavaScript writes it.
    value: String,
    options: serde_json::Map<String, serde_json::Value>,
}

/// A point in time in UTC, and how to format it.
#[derive(Deserialize)]
struct DateRequest {
    locale: String,
    /// The year, month, day, hour, minute, and second.
    value: (i32, u8, u8, u8, u8, u8),
    options: serde_json::Map<String, serde_json::Value>,
}

/// Formats a number. The argument is a [`NumberRequest`] in JSON. The error is a message for the person who wrote the
/// options.
pub(crate) fn number(request: &str) -> Result<String, String> {
    let request: NumberRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let (mut least, mut most, mut strategy) = (None, None, GroupingStrategy::Auto);
    for (name, value) in &request.options {
        match name.as_str() {
            "minimumFractionDigits" => least = Some(digits(name, value)?),
            "maximumFractionDigits" => most = Some(digits(name, value)?),
            "useGrouping" => match value.as_bool() {
                Some(true) => {}
                Some(false) => strategy = GroupingStrategy::Never,
                None => return Err(format!("expected `true` or `false` for `useGrouping`, found `{value}`")),
            },
            _ => {
                let known = ["minimumFractionDigits", "maximumFractionDigits", "useGrouping"];
                return Err(unknown("formatNumber", name, &known));
            }
        }
    }
    let least = least.unwrap_or(most.map_or(0, |most: i16| most.min(0)));
    let most = most.unwrap_or(least.max(3));
    if least > most {
        return Err(format!(
            "`minimumFractionDigits` ({least}) is greater than `maximumFractionDigits` ({most})"
        ));
    }
    let value: f64 = request.value.parse().map_err(|_| format!("can't format `{}`", request.value))?;
    // Rust writes all digits of a number without an exponent, so large integers are exact.
    let text = if request.value.bytes().all(|byte| byte.is_ascii_digit()) {
        request.value
    } else {
        value.to_string()
    };
    let mut decimal = Decimal::from_str(&text).map_err(|_| format!("can't format `{text}`"))?;
    decimal.round(-most);
    decimal.trim_end();
    decimal.pad_end(-least);
    let mut options = DecimalFormatterOptions::default();
    options.grouping_strategy = Some(strategy);
    let formatter = DecimalFormatter::try_new(locale(&request.locale).into(), options);
    let formatter = formatter.map_err(|error| error.to_string())?;
    Ok(formatter.format(&decimal).to_string())
}

/// Formats a date and time in UTC. The argument is a [`DateRequest`] in JSON. The error is a message for the person who
/// wrote the options.
pub(crate) fn date(request: &str) -> Result<String, String> {
    let request: DateRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let (mut date_style, mut time_style) = (None, None);
    for (name, value) in &request.options {
        let style = value.as_str().unwrap_or_default();
        match name.as_str() {
            "dateStyle" => {
                date_style = Some(one_of(name, value, style, &["full", "long", "medium", "short"])?)
            }
            "timeStyle" => time_style = Some(one_of(name, value, style, &["medium", "short"])?),
            "timeZone" if style == "UTC" => {}
            "timeZone" => return Err("`timeZone` can only be `UTC`".to_owned()),
            _ => return Err(unknown("formatDate", name, &["dateStyle", "timeStyle", "timeZone"])),
        }
    }
    if date_style.is_none() && time_style.is_none() {
        date_style = Some("long");
    }
    let mut fields = FieldSetBuilder::new();
    fields.date_fields =
        date_style.map(|style| if style == "full" { DateFields::YMDE } else { DateFields::YMD });
    fields.time_precision =
        time_style.map(|style| if style == "short" { TimePrecision::Minute } else { TimePrecision::Second });
    fields.length = Some(match date_style {
        Some("full" | "long") => Length::Long,
        Some("short") => Length::Short,
        _ => Length::Medium,
    });
    let fields = fields.build_composite_datetime().map_err(|error| error.to_string())?;
    let formatter = FixedCalendarDateTimeFormatter::try_new(locale(&request.locale).into(), fields);
    let formatter: FixedCalendarDateTimeFormatter<Gregorian, _> =
        formatter.map_err(|error| error.to_string())?;
    let (year, month, day, hour, minute, second) = request.value;
    let date = Date::try_new_gregorian(year, month, day).map_err(|error| error.to_string())?;
    let time = Time::try_new(hour, minute, second, 0).map_err(|error| error.to_string())?;
    Ok(formatter.format(&DateTime { date, time }).to_string())
}

/// Reads an option that is a number of digits.
fn digits(name: &str, value: &serde_json::Value) -> Result<i16, String> {
    let digits = value.as_u64().filter(|digits| *digits <= 100).and_then(|digits| i16::try_from(digits).ok());
    digits.ok_or_else(|| format!("expected an integer from 0 to 100 for `{name}`, found `{value}`"))
}

fn one_of<'k>(
    name: &str,
    value: &serde_json::Value,
    style: &str,
    known: &[&'k str],
) -> Result<&'k str, String> {
    let found = known.iter().find(|known| **known == style);
    let list = || known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    found.copied().ok_or_else(|| format!("expected one of {} for `{name}`, found `{value}`", list()))
}

fn unknown(function: &str, name: &str, known: &[&str]) -> String {
    format!("unknown option `{name}` for `{function}`; {}", suggest(name, known.iter().copied()))
}
