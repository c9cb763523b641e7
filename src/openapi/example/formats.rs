//! Generates strings that match both a format and a pattern, and checks whether a string has a format.

/// Returns combinations of a sample of a format and a string that matches a pattern, which is often only a part of the
/// value: the part that the pattern describes replaces the start or the end of the sample, or is added to it.
pub(super) fn combined(sample: &str, part: &str) -> Vec<String> {
    let characters: Vec<char> = sample.chars().collect();
    let length = part.chars().count();
    let text = |range: &[char]| range.iter().collect::<String>();
    let mut all = Vec::new();
    if length < characters.len() {
        all.push(format!("{part}{}", text(&characters[length..])));
        all.push(format!("{}{part}", text(&characters[..characters.len() - length])));
    }
    // The part begins where its first character is in the sample, or ends where its last character is.
    let place = |c: Option<char>, from_end: bool| {
        let same = |other: &char| Some(*other) == c;
        if from_end { characters.iter().rposition(same) } else { characters.iter().position(same) }
    };
    if let Some(start) = place(part.chars().next(), false) {
        all.push(format!("{}{part}", text(&characters[..start])));
    }
    if let Some(end) = place(part.chars().next_back(), true) {
        all.push(format!("{part}{}", text(&characters[end + 1..])));
    }
    all.push(format!("{part}{sample}"));
    all.push(format!("{sample}{part}"));
    all
}

/// Whether a string has a format whose sample is `sample`. The check is strict enough for combinations of the sample
/// with other text.
pub(super) fn has(format: &str, sample: &str, text: &str) -> bool {
    match format {
        "hostname" | "idn-hostname" => is_host(text),
        "email" | "idn-email" => {
            text.split_once('@').is_some_and(|(user, host)| !user.is_empty() && is_host(host))
        }
        "uri" | "url" | "iri" => text.split_once("://").is_some_and(|(scheme, rest)| {
            !scheme.is_empty()
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
                && !rest.is_empty()
                && !text.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c))
        }),
        "date" | "full-date" => is_shaped(sample, text) && is_date(text),
        "date-time" => is_shaped(sample, text) && is_date(&text[..10]) && is_time(&text[11..]),
        "time" | "full-time" | "partial-time" => is_shaped(sample, text) && is_time(text),
        "ipv4" | "ip" => {
            text.split('.').count() == 4 && text.split('.').all(|part| part.parse::<u8>().is_ok())
        }
        _ => is_shaped(sample, text),
    }
}

fn is_host(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    text.split('.').all(is_label)
}

/// Whether a string has letters, digits, and other characters in the same places as another string. In hexadecimal
/// samples, letters and digits are interchangeable.
fn is_shaped(sample: &str, text: &str) -> bool {
    let is_hex = sample.contains(|c| matches!(c, 'a'..='f'))
        && !sample.contains(|c| matches!(c, 'g'..='z' | 'A'..='Z'));
    let is_same = |(a, b): (char, char)| match a {
        _ if is_hex && a.is_ascii_hexdigit() => b.is_ascii_hexdigit(),
        _ if a.is_ascii_digit() => b.is_ascii_digit(),
        _ if a.is_alphabetic() => b.is_alphabetic(),
        _ => a == b,
    };
    sample.chars().count() == text.chars().count() && sample.chars().zip(text.chars()).all(is_same)
}

fn is_date(text: &str) -> bool {
    const DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let days = number(text, 5).and_then(|month| DAYS.get(usize::from(month).checked_sub(1)?));
    days.zip(number(text, 8)).is_some_and(|(days, day)| (1..=*days).contains(&day))
}

fn is_time(text: &str) -> bool {
    let is_below = |at, limit| number(text, at).is_some_and(|number| number < limit);
    is_below(0, 24) && is_below(3, 60) && is_below(6, 60)
}

/// Returns the number that consists of two digits at an offset.
fn number(text: &str, at: usize) -> Option<u8> {
    text.get(at..at + 2)?.parse().ok()
}
