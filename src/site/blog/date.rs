//! [`Date`]: the publication date of a post, in UTC so that lists, the archive, and feeds are the same on every
//! machine.

/// A date and time in UTC, to the second. A date without a time means midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The number of days since 1970-01-01.
    days: i64,
    /// The number of seconds since midnight.
    seconds: i64,
}

const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Date {
    /// Returns the start of a day, or `None` if the day doesn't exist.
    fn of_day(year: i64, month: i64, day: i64) -> Option<Date> {
        let date = Date { days: days(year, month, day), seconds: 0 };
        ((1..=9999).contains(&year) && date.civil() == (year, month, day)).then_some(date)
    }

    /// Returns the time that is this number of seconds after 1970-01-01.
    pub fn of_seconds(seconds: u64) -> Option<Date> {
        let seconds = i64::try_from(seconds).ok()?;
        Some(Date { days: seconds / 86400, seconds: seconds % 86400 })
    }

    /// Parses `2025-01-05`, optionally with a time after `T` or a space: `10:00`, `10:00:30Z`, `10:00+02:00`. A time
    /// without an offset is in UTC.
    pub fn parse(text: &str) -> Option<Date> {
        let text = text.trim();
        let (day, time) = match text.split_once(['T', 't', ' ']) {
            Some((day, time)) => (day, Some(time.trim())),
            None => (text, None),
        };
        let mut parts = day.splitn(3, '-').map(number);
        let date = Date::of_day(parts.next()??, parts.next()??, parts.next()??)?;
        let Some(time) = time else { return Some(date) };
        let (clock, offset) = match time.find(['Z', 'z', '+', '-']) {
            Some(at) => (time[..at].trim_end(), offset(&time[at..])?),
            None => (time, 0),
        };
        let clock = clock.split_once('.').map_or(clock, |(whole, _)| whole);
        let mut parts = clock.splitn(3, ':').map(number);
        let (hour, minute) = (parts.next()??, parts.next()??);
        let second = parts.next().unwrap_or(Some(0))?;
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let seconds = hour * 3600 + minute * 60 + second - offset;
        Some(Date { days: date.days + seconds.div_euclid(86400), seconds: seconds.rem_euclid(86400) })
    }

    /// Returns the year.
    pub fn year(self) -> i64 {
        self.civil().0
    }

    /// Returns the day: `2025-01-05`.
    pub fn day(self) -> String {
        let (year, month, day) = self.civil();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Returns the day as part of a path: `2025/01/05`.
    pub fn path(self) -> String {
        self.day().replace('-', "/")
    }

    /// Formats the date in RFC 3339 format: `2025-01-05T10:00:00Z`.
    pub fn rfc3339(self) -> String {
        format!("{}T{}Z", self.day(), self.clock())
    }

    /// Formats the date for RSS (RFC 822 with four-digit years): `Sun, 05 Jan 2025 10:00:00 GMT`.
    pub fn rfc822(self) -> String {
        let (year, month, day) = self.civil();
        let weekday = WEEKDAYS[self.days.rem_euclid(7) as usize];
        format!("{weekday}, {day:02} {} {year:04} {} GMT", MONTHS[month as usize - 1], self.clock())
    }

    fn clock(self) -> String {
        let (minutes, second) = (self.seconds / 60, self.seconds % 60);
        format!("{:02}:{:02}:{second:02}", minutes / 60, minutes % 60)
    }

    /// Returns the year, month, and day of the proleptic Gregorian calendar. The calculation uses 400-year eras that
    /// start in March, so the leap day is the last day of a year.
    fn civil(self) -> (i64, i64, i64) {
        let shifted = self.days + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }
}

/// Returns the number of days from 1970-01-01 to a day. The day doesn't have to exist: April 31 counts as May 1.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Parses a number of at most four digits.
fn number(text: &str) -> Option<i64> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Parses an offset from UTC, in seconds: `Z`, `+02:00`, or `-0530`.
fn offset(text: &str) -> Option<i64> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = text.split_at_checked(1)?;
    let digits = rest.replace(':', "");
    let (hours, minutes) = digits.split_at_checked(2)?;
    let (hours, minutes) = (number(hours)?, if minutes.is_empty() { 0 } else { number(minutes)? });
    let seconds = hours * 3600 + minutes * 60;
    (hours < 24 && minutes < 60).then_some(if sign == "-" { -seconds } else { seconds })
}

/// Splits the path of a post into the post's date and the rest. In `2025-01-05-name`, `2025-01-05-name/index`, and
/// `2025/01/05/name`, the rest is `name`. In `news/2025/01-05-name`, the rest is `news/name`. `path` has no extension.
pub(super) fn of_path(path: &str) -> (Option<Date>, String) {
    let path = path.strip_suffix("/index").unwrap_or(path);
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    for start in starts {
        if let Some((date, length)) = leading(&path[start..]) {
            let rest = path[start + length..].trim_start_matches(['-', '/', '_', '.', ' ']);
            // A post whose name is only a date gets that date as its name.
            let name = if rest.is_empty() { date.day() } else { rest.to_owned() };
            return (Some(date), format!("{}{name}", &path[..start]));
        }
    }
    (None, path.to_owned())
}

/// Returns the first part of a path that has the form of a date but isn't a date, such as `2025-02-30`.
pub(super) fn impossible(path: &str) -> Option<&str> {
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    let written = |start: usize| numbers(&path[start..]).map(|(_, length)| &path[start..start + length]);
    starts.filter_map(written).find(|written| leading(written).is_none())
}

/// Returns the date at the start of a path, and the length of the date in bytes.
fn leading(path: &str) -> Option<(Date, usize)> {
    let ([year, month, day], length) = numbers(path)?;
    Date::of_day(year, month, day).map(|date| (date, length))
}

/// Returns the year, the month, and the day at the start of a path, and the length of this text in bytes.
fn numbers(path: &str) -> Option<([i64; 3], usize)> {
    let mut at = 0;
    let mut parts = [0; 3];
    for (index, part) in parts.iter_mut().enumerate() {
        let most = if index == 0 { 4 } else { 2 };
        let digits = path[at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > most || (index == 0 && digits < 4) {
            return None;
        }
        *part = number(&path[at..at + digits])?;
        at += digits;
        if index < 2 {
            path[at..].starts_with(['-', '/']).then_some(())?;
            at += 1;
        }
    }
    let ends = path[at..].chars().next().is_none_or(|next| !next.is_alphanumeric());
    ends.then_some((parts, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_told_in_utc() {
        let told = |text: &str| Date::parse(text).map(|date| date.rfc3339());
        assert_eq!(told("2025-01-05").as_deref(), Some("2025-01-05T00:00:00Z"));
        assert_eq!(told("2025-01-05 10:20").as_deref(), Some("2025-01-05T10:20:00Z"));
        assert_eq!(told("2025-01-01T00:30:15.5+02:00").as_deref(), Some("2024-12-31T22:30:15Z"));
        assert_eq!(told("2024-12-31T23:00-0530").as_deref(), Some("2025-01-01T04:30:00Z"));
        for wrong in
            ["2025-02-29", "2025-13-01", "2025-1", "05.01.2025", "2025-01-05T25:00", "2025-01-05T10:00+x"]
        {
            assert_eq!(told(wrong), None, "{wrong}");
        }
        assert_eq!(
            Date::parse("2024-02-29").map(Date::rfc822).as_deref(),
            Some("Thu, 29 Feb 2024 00:00:00 GMT")
        );
        assert_eq!(
            Date::parse("1969-07-20").map(Date::rfc822).as_deref(),
            Some("Sun, 20 Jul 1969 00:00:00 GMT")
        );
        let every_day = (-800_000..800_000).map(|days| Date { days, seconds: 0 });
        for date in every_day.step_by(31) {
            let (year, month, day) = date.civil();
            assert_eq!(super::days(year, month, day), date.days);
        }
    }

    #[test]
    fn the_date_of_a_post_is_in_its_path() {
        let of = |path: &str| {
            let (date, name) = of_path(path);
            (date.map_or_else(String::new, Date::day), name)
        };
        let day = |name: &str| ("2025-01-05".to_owned(), name.to_owned());
        assert_eq!(of("2025-01-05-name"), day("name"));
        assert_eq!(of("2025-1-5-name/index"), day("name"));
        assert_eq!(of("2025/01/05/name"), day("name"));
        assert_eq!(of("news/2025/01-05-name/index"), day("news/name"));
        assert_eq!(of("2025-01-05"), day("2025-01-05"));
        assert_eq!(of("name"), (String::new(), "name".into()));
        assert_eq!(of("2025-01-051-name"), (String::new(), "2025-01-051-name".into()));
        assert_eq!(of("2025-02-30-name"), (String::new(), "2025-02-30-name".into()));
        assert_eq!(of("12025-01-05-name"), (String::new(), "12025-01-05-name".into()));
    }
}
