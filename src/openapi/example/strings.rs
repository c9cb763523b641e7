//! Generates strings that match a format, a pattern, and a length.

use super::{Maker, formats};
use crate::openapi::{
    Json,
    merge::{Merged, Views},
};
use crate::source::floor;

/// The maximum length of strings, even if longer strings are required.
const MAX_LENGTH: usize = 10_000;
/// The default string.
const PLAIN: &str = "string";

impl<'a> Maker<'_, 'a> {
    pub(super) fn string(&mut self, merged: &Merged<'a>) -> Option<Json> {
        if let Some(node) = &merged.content_schema
            && merged.content_media_type.is_some_and(|name| name.contains("json"))
            && merged.content_encoding.is_none()
        {
            let inner = self.value(node, false)?;
            return Some(Json::String(inner.to_string().into()));
        }
        let fits = Fits::of(self.views, merged);
        let sample = sample(merged);
        let candidates = sample.map(|sample| fits.resized(sample)).into_iter();
        let made = || {
            let patterns = merged.patterns.iter().filter_map(|pattern| self.views.pattern(pattern));
            patterns.flat_map(|pattern| pattern.candidates(fits.least, fits.most, 0)).collect::<Vec<_>>()
        };
        let plain = || [fits.resized(PLAIN), fits.repeated("a"), fits.repeated("1"), fits.repeated("A")];
        // A string that also has the format is better than one that only matches the pattern.
        let both = || {
            let (Some(sample), Some(format)) = (sample, merged.format) else { return Vec::new() };
            let all =
                made().into_iter().flat_map(|part| [vec![part.clone()], formats::combined(sample, &part)]);
            all.flatten().filter(|text| formats::has(format, sample, text)).collect()
        };
        let mut all = candidates
            .chain(std::iter::once_with(both).flatten())
            .chain(std::iter::once_with(made).flatten())
            .chain(std::iter::once_with(plain).flatten());
        all.find(|text| fits.all(text)).map(|text| Json::String(text.into()))
    }
}

/// Returns a different string for the same schema.
pub(super) fn varied<'a>(views: &Views<'a>, merged: &Merged<'a>, text: &str, turn: usize) -> Option<Json> {
    let fits = Fits::of(views, merged);
    let number = turn.to_string();
    let room = text.len().saturating_sub(number.len());
    let cut = floor(text, room);
    let mut candidates = vec![format!("{text}{number}"), format!("{}{number}", &text[..cut])];
    if let Some((start, end)) = text.split_once(['@', '.']) {
        let mark = text.as_bytes().get(start.len()).map_or('.', |byte| char::from(*byte));
        candidates.push(format!("{start}{number}{mark}{end}"));
    }
    // Changing the last digit keeps dates and similar formats valid.
    if let Some(at) = text.rfind(|char: char| char.is_ascii_digit()) {
        candidates.extend(
            (0..10).map(|digit| format!("{}{}{}", &text[..at], (digit + turn) % 10, &text[at + 1..])),
        );
    }
    for pattern in merged.patterns.iter().filter_map(|pattern| views.pattern(pattern)) {
        candidates.extend(pattern.candidates(fits.least, fits.most, turn));
        candidates.extend(pattern.candidates(fits.least.max(turn), fits.most, turn));
    }
    let strict = merged.format.is_some_and(|format| sample_of(format).is_some());
    let kept = if strict { 1..candidates.len() } else { 0..candidates.len() };
    let found = candidates[kept].iter().find(|other| **other != *text && fits.all(other))?;
    Some(Json::String(found.as_str().into()))
}

struct Fits<'m, 'v, 'a> {
    views: &'v Views<'a>,
    merged: &'m Merged<'a>,
    least: usize,
    most: usize,
}

impl<'m, 'v, 'a> Fits<'m, 'v, 'a> {
    fn of(views: &'v Views<'a>, merged: &'m Merged<'a>) -> Self {
        let (least, most) = merged.limits.length.sizes();
        Fits { views, merged, least: least.min(MAX_LENGTH), most: most.min(MAX_LENGTH) }
    }

    fn all(&self, text: &str) -> bool {
        let length = text.chars().count();
        self.least <= length
            && length <= self.most
            && self.merged.patterns.iter().all(|pattern| {
                let pattern = self.views.pattern(pattern);
                pattern.is_none_or(|pattern| pattern.matches(text) == Some(true))
            })
    }

    fn repeated(&self, text: &str) -> String {
        text.chars().cycle().take(self.least.max(1).min(self.most)).collect()
    }

    /// Lengthens or shortens a string if the format allows a different length.
    fn resized(&self, text: &str) -> String {
        let length = text.chars().count();
        let format = self.merged.format.unwrap_or("");
        if length < self.least {
            let more: String = "abcdefghij".chars().cycle().take(self.least - length).collect();
            return match (format, text.split_once('@')) {
                ("email" | "idn-email", Some((user, host))) => format!("{user}{more}@{host}"),
                ("uri" | "url" | "iri" | "uri-reference", _) => format!("{text}{more}"),
                _ => text.chars().cycle().take(self.least).collect(),
            };
        }
        if length > self.most {
            return match format {
                "email" | "idn-email" if self.most >= 6 => "a@b.co".to_owned(),
                "uri" | "url" | "iri" if self.most >= 13 => "https://a.com".to_owned(),
                _ => text.chars().take(self.most).collect(),
            };
        }
        text.to_owned()
    }
}

/// Returns a sample string for the format or encoding.
fn sample<'a>(merged: &Merged<'a>) -> Option<&'static str> {
    let by_encoding = match merged.content_encoding {
        Some("base64" | "base64url") => Some("ZXhhbXBsZQ=="),
        Some("base32") => Some("MV4GC3LQNRSQ===="),
        Some("base16") => Some("6578616d706c65"),
        _ => None,
    };
    merged.format.and_then(sample_of).or(by_encoding)
}

fn sample_of(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2024-01-15T09:30:00Z",
        "date" | "full-date" => "2024-01-15",
        "time" | "full-time" => "09:30:00Z",
        "partial-time" => "09:30:00",
        "duration" => "P1DT2H",
        "email" | "idn-email" => "user@example.com",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" | "ip" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "cidr" => "192.0.2.0/24",
        "mac" => "00:00:5e:00:53:01",
        "uri" | "url" | "iri" => "https://example.com",
        "uri-reference" | "iri-reference" => "/path",
        "uri-template" => "/items/{id}",
        "uuid" | "guid" => "123e4567-e89b-12d3-a456-426614174000",
        "json-pointer" => "/items/0",
        "relative-json-pointer" => "1/items",
        "regex" => "^[a-z]+$",
        "byte" | "base64" => "ZXhhbXBsZQ==",
        "base64url" => "ZXhhbXBsZQ",
        "binary" => "binary",
        "password" => "pa55word",
        "phone" => "+12025550123",
        "int32" | "int64" | "integer" | "uint32" | "uint64" => "1",
        "decimal" | "double" | "float" | "number" => "1.5",
        "unix-time" | "timestamp" => "1705311000",
        _ => return None,
    })
}
