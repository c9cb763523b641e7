//! The URLs of Hugo pages.

use crate::path::{SourcePath, ascii_slug};

/// Returns the URL path of a file or folder. Whitespace becomes `-`, and characters with a special meaning in URLs are
/// removed.
pub(super) fn sanitized(path: &str, keeps_case: bool) -> String {
    let mut out = String::new();
    let mut is_space = false;
    let chars: Vec<char> = path.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let is_escape =
            *c == '%' && chars.len() > at + 2 && chars[at + 1..at + 3].iter().all(char::is_ascii_hexdigit);
        if is_kept(*c) || is_escape {
            if is_space && *c != '-' && !out.ends_with('-') {
                out.push('-');
            }
            is_space = false;
            out.push(*c);
        } else {
            is_space = is_space || (c.is_whitespace() && !out.is_empty());
        }
    }
    if keeps_case { out } else { out.to_lowercase() }
}

fn is_kept(c: char) -> bool {
    let is_mark = crate::path::is_mark(c);
    c.is_alphabetic() || c.is_numeric() || is_mark || "./\\_+~-@".contains(c)
}

/// The values that a `permalinks` pattern can contain.
pub(super) struct Parts<'p> {
    /// The date, such as `2026-01-31`.
    pub date: &'p str,
    pub title: &'p str,
    pub slug: Option<&'p str>,
    /// The file's name or, for a bundle, the folder's name.
    pub name: &'p str,
    /// The folders that contain the page, starting with the top-level folder.
    pub sections: &'p [String],
    pub keeps_case: bool,
}

/// The names of the months.
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Parts<'_> {
    /// Fills in a pattern, such as `/:year/:slug/`. If the pattern contains an unknown token, returns `None`.
    pub(super) fn fill(&self, pattern: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = pattern;
        while let Some(at) = rest.find(':') {
            out.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let mut end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
            if after[end..].starts_with('[') {
                end = after[end..].find(']').map_or(after.len(), |close| end + close + 1);
            }
            out.push_str(&self.token(&after[..end])?);
            rest = &after[end..];
        }
        Some(out + rest)
    }

    fn token(&self, name: &str) -> Option<String> {
        // Hugo decodes the path, so a `+` becomes a space.
        let clean = |text: &str| {
            let once = sanitized(&text.replace('/', "-"), self.keeps_case);
            if once.contains('+') { sanitized(&once.replace('+', " "), self.keeps_case) } else { once }
        };
        let mut date = self.date.split('-');
        let (year, month, day) =
            (date.next()?, date.next().unwrap_or_default(), date.next().unwrap_or_default());
        Some(match name {
            "year" => year.to_owned(),
            "month" => month.to_owned(),
            "day" => day.to_owned(),
            "monthname" => MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?.to_lowercase(),
            "section" => clean(self.sections.first().map_or("", String::as_str)),
            "title" => clean(self.title),
            "slug" => clean(self.slug.unwrap_or(self.title)),
            "filename" | "contentbasename" => clean(self.name),
            "slugorfilename" | "slugorcontentbasename" => clean(self.slug.unwrap_or(self.name)),
            _ => {
                let slice = name.strip_prefix("sections")?;
                let all: Vec<String> = self.sections.iter().map(|section| clean(section)).collect();
                self.slice(&all, slice)?.join("/")
            }
        })
    }

    /// Returns the folders that a slice, such as `[1:]`, `[:2]`, or `[last]`, selects.
    fn slice(&self, all: &[String], slice: &str) -> Option<Vec<String>> {
        if slice.is_empty() {
            return Some(all.to_vec());
        }
        let inner = slice.strip_prefix('[')?.strip_suffix(']')?;
        let last = all.len().saturating_sub(1);
        let number = |text: &str, default: usize| match text {
            "" => Some(default),
            "last" => Some(last),
            text => text.parse::<usize>().ok(),
        };
        let (from, until) = match inner.split_once(':') {
            Some((from, until)) => (number(from, 0)?, number(until, all.len())?),
            None => (number(inner, 0)?, number(inner, 0)? + 1),
        };
        Some(all.get(from..until.min(all.len())).unwrap_or_default().to_vec())
    }
}

/// Returns a URL path that starts with one slash and doesn't end with a slash.
pub(super) fn normal(url: &str) -> String {
    format!("/{}", SourcePath::new(url).as_str())
}

/// Returns the date at the start of a name.
pub(super) fn date_of(name: &str) -> Option<&str> {
    let date = name.get(..10)?;
    let is_date =
        |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    date.bytes().enumerate().all(is_date).then_some(date)
}

/// Returns a name without the date and time at its start.
pub(super) fn without_date(name: &str) -> &str {
    let Some(rest) = date_of(name).map(|_| &name[10..]) else { return name };
    let rest = match rest.strip_prefix('T') {
        Some(time) => {
            time.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '+' | 'Z'))
        }
        None => rest,
    };
    rest.strip_prefix(['-', '_']).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// Returns a segment of a Zola URL path. `mode` is the value of the `slugify.paths` setting.
pub(super) fn slugified(mode: Option<&str>, name: &str) -> String {
    match mode {
        Some("off") => name.to_owned(),
        Some("safe") => {
            let trimmed = name.trim_end_matches([' ', '.']);
            trimmed.chars().filter(|c| !"<>:\"/\\|?*".contains(*c)).collect()
        }
        _ => ascii_slug(name),
    }
}
