//! Dates in templates. A date is a text in the format `2026-01-31` or `2026-01-31T12:30:00Z`.

use minijinja::Value;
use minijinja::value::ValueKind;

use super::value::{Result, text, unknown, words};
use crate::import::hugo::urls::MONTHS;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

#[derive(Clone, Copy)]
struct Date {
    year: i64,
    month: usize,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

/// Reads a date.
fn read(text: &str) -> Option<Date> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let is_mark = |at: usize, marks: &str| text.get(at..=at).is_none_or(|own| marks.contains(own));
    let is_date = is_mark(4, "-") && is_mark(7, "-") && is_mark(10, "T ");
    let date = Date {
        year: number(0, 4)?,
        month: usize::try_from(number(5, 7)?).ok()?,
        day: number(8, 10)?,
        hour: number(11, 13).unwrap_or(0),
        minute: number(14, 16).unwrap_or(0),
        second: number(17, 19).unwrap_or(0),
    };
    (is_date && (1..=12).contains(&date.month) && (1..=31).contains(&date.day)).then_some(date)
}

impl Date {
    /// Returns the number of days since the first day of 1970.
    fn days(self) -> i64 {
        let year = self.year - i64::from(self.month <= 2);
        let era = year.div_euclid(400);
        let of_era = year - era * 400;
        let month = (self.month as i64 + 9) % 12;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + self.day
            - 1
            - 719_468
    }

    fn weekday(self) -> &'static str {
        DAYS[(self.days() + 3).rem_euclid(7) as usize]
    }

    fn month(self) -> &'static str {
        MONTHS[self.month - 1]
    }
}

/// The parts of Go's layouts, with the values. A longer part comes before its start.
type Layout = (&'static str, fn(Date) -> String);

const LAYOUTS: [Layout; 22] = [
    ("Monday", |date| date.weekday().to_owned()),
    ("January", |date| date.month().to_owned()),
    ("2006", |date| format!("{:04}", date.year)),
    ("-0700", |_| "+0000".to_owned()),
    ("-07:00", |_| "+00:00".to_owned()),
    ("Z07:00", |_| "Z".to_owned()),
    ("MST", |_| "UTC".to_owned()),
    ("Mon", |date| date.weekday()[..3].to_owned()),
    ("Jan", |date| date.month()[..3].to_owned()),
    ("01", |date| format!("{:02}", date.month)),
    ("02", |date| format!("{:02}", date.day)),
    ("03", |date| format!("{:02}", (date.hour + 11) % 12 + 1)),
    ("04", |date| format!("{:02}", date.minute)),
    ("05", |date| format!("{:02}", date.second)),
    ("06", |date| format!("{:02}", date.year % 100)),
    ("15", |date| format!("{:02}", date.hour)),
    ("PM", |date| if date.hour < 12 { "AM" } else { "PM" }.to_owned()),
    ("pm", |date| if date.hour < 12 { "am" } else { "pm" }.to_owned()),
    ("_2", |date| format!("{:2}", date.day)),
    ("1", |date| date.month.to_string()),
    ("2", |date| date.day.to_string()),
    ("3", |date| ((date.hour + 11) % 12 + 1).to_string()),
];

/// Returns a date in a layout of Go, such as `Jan 2, 2006`.
pub(super) fn formatted(date: &str, layout: &str) -> Result<Value> {
    let date = read(date).ok_or_else(|| unknown("a value that isn't a date"))?;
    let layout = match layout {
        ":date_full" => "Monday, January 2, 2006",
        ":date_long" => "January 2, 2006",
        ":date_medium" => "Jan 2, 2006",
        ":date_short" => "1/2/06",
        layout => layout,
    };
    let (mut out, mut rest) = (String::new(), layout);
    while let Some(c) = rest.chars().next() {
        let row = LAYOUTS.iter().find(|(part, _)| rest.starts_with(part));
        match row {
            Some((part, write)) => {
                out.push_str(&write(date));
                rest = &rest[part.len()..];
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    Ok(Value::from(out))
}

/// Returns a date for a text or for a number of seconds since 1970.
pub(super) fn of(value: &Value) -> Result<Value> {
    if value.kind() != ValueKind::Number {
        let text = text(value)?;
        return read(&text).map(|_| Value::from(&*text)).ok_or_else(|| unknown("a value that isn't a date"));
    }
    let seconds = i64::try_from(value.clone()).map_err(|_| unknown("a value that isn't a date"))?;
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    if days.abs() > 700_000 {
        return Err(unknown("a value that isn't a date"));
    }
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted - era * 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Ok(Value::from(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")))
}

/// Runs a method of a date. If there's no such method, returns `None`.
pub(super) fn method(own: &str, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
    if name == "Format" {
        return formatted(own, &words(arguments, 0)?).map(Some);
    }
    let Some(date) = read(own) else { return Ok(None) };
    Ok(Some(match name {
        "Year" => date.year.into(),
        "Month" => Value::from(date.month()),
        "Day" => date.day.into(),
        "Weekday" => Value::from(date.weekday()),
        "Unix" => (date.days() * 86_400 + date.hour * 3600 + date.minute * 60 + date.second).into(),
        "UTC" | "Local" => Value::from(own),
        "IsZero" => Value::from(false),
        _ => return Ok(None),
    }))
}
