//! Determines the kind of block that a line starts, based only on the line itself.

/// The marker of a container.
pub(super) struct Marker {
    pub length: usize,
    pub kind: MarkerKind,
}

pub(super) enum MarkerKind {
    Quote,
    Item,
    Footnote,
}

/// Returns the marker at the start of a line. Some markers can't interrupt a paragraph.
pub(super) fn marker(line: &[u8], interrupts: bool, definitions: bool) -> Option<Marker> {
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b' ' | b'\t'));
    match line {
        [b'>', ..] => Some(Marker { length: 1, kind: MarkerKind::Quote }),
        [b'-' | b'*' | b'+', rest @ ..] => {
            let valid = is_end(rest.first()) && !(interrupts && is_blank(rest)) && !is_rule(line);
            valid.then_some(Marker { length: 1, kind: MarkerKind::Item })
        }
        [b'0'..=b'9', ..] => {
            let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let rest = &line[digits..];
            let valid = digits <= 9
                && matches!(rest.first(), Some(b'.' | b')'))
                && is_end(rest.get(1))
                && !(interrupts && (line[..digits] != [b'1'] || is_blank(&rest[1..])));
            valid.then_some(Marker { length: digits + 1, kind: MarkerKind::Item })
        }
        // A definition.
        [b':', rest @ ..] if definitions => {
            let valid = is_end(rest.first()) && !is_blank(rest);
            valid.then_some(Marker { length: 1, kind: MarkerKind::Item })
        }
        [b'[', b'^', rest @ ..] => {
            let length = footnote_label(rest)?;
            let valid = rest.get(length + 1) == Some(&b':');
            valid.then_some(Marker { length: length + 4, kind: MarkerKind::Footnote })
        }
        _ => None,
    }
}

/// Returns the length of a footnote's label, up to the bracket.
fn footnote_label(text: &[u8]) -> Option<usize> {
    const LONGEST: usize = 1000;
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate().take(LONGEST) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if text.get(at + 1).is_some_and(u8::is_ascii_punctuation) => escaped = true,
            b'[' => return None,
            b']' => return text[..at].iter().any(|byte| !byte.is_ascii_whitespace()).then_some(at),
            _ => {}
        }
    }
    None
}

/// Whether a line is a thematic break (CommonMark 4.1).
pub(crate) fn is_rule(line: &[u8]) -> bool {
    let Some(first) = line.first().filter(|byte| matches!(byte, b'-' | b'*' | b'_')) else { return false };
    let count = line.iter().filter(|byte| *byte == first).count();
    count >= 3 && line.iter().all(|byte| byte == first || matches!(byte, b' ' | b'\t'))
}

pub(super) fn is_setext_underline(line: &[u8]) -> bool {
    let Some(first) = line.first().filter(|byte| matches!(byte, b'-' | b'=')) else { return false };
    let rest = &line[line.iter().take_while(|byte| *byte == first).count()..];
    is_blank(rest)
}

/// Whether the start of a line shows that the line ends a paragraph.
pub(super) fn ends_paragraph(line: &str) -> bool {
    let line = line.trim_ascii().as_bytes();
    line.is_empty()
        || matches!(line[0], b'<' | b'{')
        || is_rule(line)
        || is_setext_underline(line)
        || heading_level(line).is_some()
        || fence(line).is_some()
}

/// Returns the number of `#` characters at the start of a heading.
pub(super) fn heading_level(line: &[u8]) -> Option<usize> {
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    ((1..=6).contains(&level) && line.get(level).is_none_or(|byte| matches!(byte, b' ' | b'\t')))
        .then_some(level)
}

/// Returns the character and the length of an opening fence.
pub(in crate::markdown) fn fence(line: &[u8]) -> Option<(u8, usize)> {
    let first = *line.first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let length = line.iter().take_while(|byte| **byte == first).count();
    (length >= 3 && !(first == b'`' && line[length..].contains(&b'`'))).then_some((first, length))
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Returns the text of a heading without the closing `#` characters.
pub(super) fn heading_content(text: &str) -> &str {
    let text = text.trim_matches([' ', '\t']);
    let bare = text.trim_end_matches('#');
    if bare.is_empty() || bare.ends_with([' ', '\t']) { bare.trim_end_matches([' ', '\t']) } else { text }
}
