//! Finds the parts of links where braces and angle brackets have no special meaning: destinations, titles, definitions,
//! and bare URLs.

/// Returns the end of `(destination "title")` (CommonMark 6.3).
pub(super) fn resource_end(text: &str, at: usize) -> Option<usize> {
    let at = space(text, at + 1);
    if text[at..].starts_with(')') {
        return Some(at + 1);
    }
    let after = destination_end(text, at)?;
    let title = space(text, after);
    let end =
        if title > after { title_end(text, title).map_or(title, |end| space(text, end)) } else { title };
    text[end..].starts_with(')').then_some(end + 1)
}

/// If only whitespace separates an offset from a preceding `](` or `]:`, returns the offset of the `(` or `:`. In this
/// position, a marker that looks like a tag could become a link destination.
pub(super) fn opening_before(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end_matches([' ', '\t', '\n', '\r']);
    let bracket = before.strip_suffix(['(', ':'])?;
    bracket.ends_with(']').then_some(bracket.len())
}

/// Returns the end of a link reference definition at the start of a line, including the line break (CommonMark 4.7).
pub(super) fn definition_end(text: &str, start: usize) -> Option<usize> {
    let at = start + (text[start..].len() - text[start..].trim_start_matches([' ', '\t']).len());
    let label = label_end(text, at)?;
    let at = text[label..].strip_prefix(':').map(|_| space(text, label + 1))?;
    let after = destination_end(text, at).filter(|end| *end > at)?;
    let title = space(text, after);
    if title > after
        && let Some(end) = title_end(text, title)
        && let Some(end) = line_rest(text, end)
    {
        return Some(end);
    }
    line_rest(text, after)
}

/// Returns the end of `[label]`.
fn label_end(text: &str, at: usize) -> Option<usize> {
    const LONGEST: usize = 999;
    let inner = text[at..].strip_prefix('[')?;
    let mut escaped = false;
    for (offset, byte) in inner.bytes().enumerate().take(LONGEST * 4) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'[' => return None,
            b']' => return (!inner[..offset].trim().is_empty()).then_some(at + offset + 2),
            _ => {}
        }
    }
    None
}

fn destination_end(text: &str, at: usize) -> Option<usize> {
    const DEEPEST: usize = 32;
    let bytes = text.as_bytes();
    let mut end = at;
    if bytes.get(at) == Some(&b'<') {
        loop {
            end += 1;
            match bytes.get(end)? {
                b'>' => return Some(end + 1),
                b'<' | b'\n' | b'\r' => return None,
                b'\\' if bytes.get(end + 1).is_some_and(|next| matches!(next, b'<' | b'>' | b'\\')) => {
                    end += 1
                }
                _ => {}
            }
        }
    }
    let mut depth = 0;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'(' if depth == DEEPEST => return None,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            b'\\' if bytes.get(end + 1).is_some_and(|next| matches!(next, b'(' | b')' | b'\\')) => end += 1,
            b' ' | b'\t' | b'\n' | b'\r' => break,
            0..=31 | 127 => return None,
            _ => {}
        }
        end += 1;
    }
    (depth == 0).then_some(end)
}

fn title_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let close = match bytes.get(at)? {
        b'(' => b')',
        quote @ (b'"' | b'\'') => *quote,
        _ => return None,
    };
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'\\' => end += 1,
            b'(' if close == b')' => return None,
            byte if *byte == close => return Some(end + 1),
            _ => {}
        }
        end += 1;
    }
}

fn space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t', '\n', '\r']).len()
}

/// If only whitespace remains on a line, returns the start of the next line.
fn line_rest(text: &str, at: usize) -> Option<usize> {
    let rest = text[at..].trim_start_matches([' ', '\t']);
    let end = text.len() - rest.len();
    match rest.as_bytes() {
        [] => Some(end),
        [b'\r', b'\n', ..] => Some(end + 2),
        [b'\n' | b'\r', ..] => Some(end + 1),
        _ => None,
    }
}

/// Returns the end of a URL that GFM converts to a link. All characters up to that end are part of the URL.
pub(super) fn bare_url_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text.as_bytes()[at..];
    let starts = |prefix: &str| {
        rest.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
    };
    let before = text[..at].chars().next_back();
    let domain = if starts("www.") {
        if before.is_some_and(|c| !c.is_whitespace() && !matches!(c, '(' | '*' | '_' | '[' | ']' | '~')) {
            return None;
        }
        at
    } else {
        let length = ["http://", "https://"].into_iter().find(|prefix| starts(prefix))?.len();
        if before.is_some_and(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        at + length
    };
    let first = text[domain..].chars().next()?;
    if first.is_whitespace() || first.is_ascii_punctuation() {
        return None;
    }
    let rest = &text[domain..];
    let end = rest.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(rest.len());
    let bracket = ["](", "]["].into_iter().filter_map(|bracket| rest[..end].find(bracket)).min();
    Some(domain + bracket.unwrap_or(end).min(end))
}
