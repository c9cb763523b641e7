//! Finds the autolinks of GitHub Flavored Markdown: bare URLs in text (GFM 0.29, section 6.9). Returns the locations of
//! the URLs. The caller decides whether a link is allowed at each location.

use std::ops::Range;

/// A URL in text.
pub(super) struct Autolink {
    /// The URL's location in the text.
    pub range: Range<usize>,
    /// The prefix that turns the text into a destination: `http://`, `mailto:`, or nothing.
    pub prefix: &'static str,
}

/// Whether the text might contain a URL. Most text doesn't.
pub(super) fn may_hold(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'@' => true,
        b':' => {
            bytes[at + 1..].starts_with(b"//")
                || bytes[..at].ends_with(b"mailto")
                || bytes[..at].ends_with(b"xmpp")
        }
        b'.' => at >= 3 && bytes[at - 3..at].eq_ignore_ascii_case(b"www"),
        _ => false,
    })
}

/// Returns the URLs in `text`, in order.
pub(super) fn find(text: &str) -> Vec<Autolink> {
    let bytes = text.as_bytes();
    let mut found: Vec<Autolink> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let floor = found.last().map_or(0, |link| link.range.end);
        let hit = match bytes[at] {
            b'w' | b'W' => www(text, at),
            b'h' | b'H' | b'f' | b'F' => url(text, at),
            b'm' | b'M' | b'x' | b'X' => protocol(text, at),
            b'@' => email(text, at, floor),
            _ => None,
        };
        match hit {
            Some(link) => {
                at = link.range.end;
                found.push(link);
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a URL at the end of the text might continue in the text that follows.
pub(super) fn open_at_end(text: &str) -> bool {
    let word = text.rsplit(|c: char| c.is_whitespace() || c == '<').next().unwrap_or(text);
    // This code can run many times for one URL. Without a limit, the total time would be quadratic in the length of the
    // URL.
    if word.len() > 2048 {
        return false;
    }
    let lower = word.to_ascii_lowercase();
    let start = ["https://", "http://", "ftp://", "www."]
        .into_iter()
        .filter_map(|head| Some((lower.find(head)?, if head == "www." { 0 } else { head.len() })))
        .min();
    let Some((at, scheme)) = start else { return false };
    domain_end(word, at + scheme).is_some_and(|end| end < word.len() && path_end(word, end) == word.len())
}

/// If one of the prefixes in `heads` starts at an offset, returns the prefix. Ignores case.
fn at(text: &str, start: usize, heads: &[&'static str]) -> Option<&'static str> {
    let rest = &text.as_bytes()[start..];
    let stands =
        |head: &&str| rest.get(..head.len()).is_some_and(|found| found.eq_ignore_ascii_case(head.as_bytes()));
    heads.iter().copied().find(stands)
}

fn www(text: &str, start: usize) -> Option<Autolink> {
    at(text, start, &["www."]).filter(|_| opens(text, start))?;
    let domain = domain_end(text, start)?;
    let end = trim(text, start, path_end(text, domain));
    (end > start + 4).then_some(Autolink { range: start..end, prefix: "http://" })
}

fn url(text: &str, start: usize) -> Option<Autolink> {
    let scheme = at(text, start, &["https://", "http://", "ftp://"]).filter(|_| opens_url(text, start))?;
    let host = start + scheme.len();
    let domain = domain_end(text, host)?;
    let end = trim(text, host, path_end(text, domain));
    (end > host).then_some(Autolink { range: start..end, prefix: "" })
}

/// Returns the link for an address after `mailto:` or `xmpp:`. The scheme is part of the link.
fn protocol(text: &str, start: usize) -> Option<Autolink> {
    let scheme = at(text, start, &["mailto:", "xmpp:"]).filter(|_| opens_url(text, start))?;
    let local = start + scheme.len();
    let sign = local + text.as_bytes()[local..].iter().position(|byte| !is_local(*byte))?;
    if sign == local || text.as_bytes()[sign] != b'@' {
        return None;
    }
    let mut end = email_domain_end(text, sign)?;
    if scheme == "xmpp:" && text.as_bytes().get(end) == Some(&b'/') {
        let resource = text.as_bytes()[end + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'.'))
            .count();
        let resource = text[end + 1..end + 1 + resource].trim_end_matches('.').len();
        if resource > 0 {
            end += 1 + resource;
        }
    }
    Some(Autolink { range: start..end, prefix: "" })
}

fn email(text: &str, sign: usize, floor: usize) -> Option<Autolink> {
    let before = &text.as_bytes()[floor..sign];
    let local = before.iter().rev().take_while(|byte| is_local(**byte)).count();
    if local == 0 {
        return None;
    }
    let end = email_domain_end(text, sign)?;
    Some(Autolink { range: sign - local..end, prefix: "mailto:" })
}

fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
}

/// Returns the end of an email address's domain. The domain must contain a dot and, as on GitHub, must end in a letter, so
/// `name@1.2.3` isn't an address.
fn email_domain_end(text: &str, sign: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[sign + 1..];
    let mut end = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
        .count();
    while end > 0 && bytes[end - 1] == b'.' {
        end -= 1;
    }
    let valid = end > 0
        && bytes[end - 1].is_ascii_alphabetic()
        && bytes[0] != b'.'
        && bytes[..end].contains(&b'.')
        && bytes.get(end) != Some(&b'@');
    valid.then_some(sign + 1 + end)
}

/// Whether a `www` link can start at an offset: at the beginning of a line, after whitespace, or after `*`, `_`, `~`,
/// `(`, `[`, or a quotation mark. As on GitHub, a `www` link can also follow a non-ASCII character, because some
/// scripts have no spaces between words.
fn opens(text: &str, at: usize) -> bool {
    text[..at]
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || "*_~([\"'".contains(c) || !c.is_ascii())
}

/// Whether a scheme can start at an offset. A scheme must not be the end of a longer word.
fn opens_url(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric())
}

/// Returns the end of a valid domain: segments of alphanumerics, `-`, and `_`, separated by dots, without `_` in the
/// last two segments. Letters in every script count as alphanumerics. A host without a dot is allowed only after a
/// scheme, as in `http://localhost`, which GitHub also links.
fn domain_end(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let len =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))).unwrap_or(rest.len());
    let domain = rest[..len].trim_end_matches('.');
    let mut segments = domain.rsplit('.');
    let last_two = [segments.next(), segments.next()];
    let valid = !domain.is_empty()
        && domain.starts_with(|c: char| c.is_alphanumeric())
        && last_two.iter().flatten().all(|segment| !segment.contains('_') && !segment.is_empty());
    valid.then_some(start + len)
}

fn path_end(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let stops = |c: char| c.is_whitespace() || c == '<' || is_wide_punctuation(c);
    if !rest.starts_with(['/', '?', '#', ':']) {
        return from;
    }
    from + rest.find(stops).unwrap_or(rest.len())
}

/// Whether a character is Chinese or Japanese punctuation, which can follow a URL without a space.
fn is_wide_punctuation(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff01}' | '\u{ff08}' | '\u{ff09}' | '\u{ff0c}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff1f}')
}

/// The characters that smart punctuation writes.
const TYPOGRAPHIC: [char; 7] = ['…', '–', '—', '‘', '’', '“', '”'];

/// Returns the end of a link. According to the specification, a link doesn't include trailing punctuation, unmatched
/// closing parentheses, or text that looks like an entity.
fn trim(text: &str, start: usize, mut end: usize) -> usize {
    let bytes = text.as_bytes();
    // Count the parentheses only once, because counting again for each parenthesis would take quadratic time.
    let count = |sign: u8| bytes[start..end].iter().filter(|byte| **byte == sign).count();
    let (mut closing, opening) = (count(b')'), count(b'('));
    let (mut closing_bracket, opening_bracket) = (count(b']'), count(b'['));
    while end > start {
        // With smart punctuation, the punctuation after a URL is typographic.
        if let Some(last) = text[start..end].chars().next_back().filter(|c| TYPOGRAPHIC.contains(c)) {
            end -= last.len_utf8();
            continue;
        }
        match bytes[end - 1] {
            b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"' => end -= 1,
            b')' if closing > opening => {
                closing -= 1;
                end -= 1;
            }
            // The specification keeps this bracket, but GitHub treats it like a parenthesis.
            b']' if closing_bracket > opening_bracket => {
                closing_bracket -= 1;
                end -= 1;
            }
            b';' => {
                let name = bytes[start..end - 1]
                    .iter()
                    .rev()
                    .take_while(|byte| byte.is_ascii_alphanumeric())
                    .count();
                let amp = end - 1 - name;
                if name > 0 && amp > start && bytes[amp - 1] == b'&' {
                    end = amp - 1;
                } else {
                    end -= 1;
                }
            }
            _ => break,
        }
    }
    end
}
