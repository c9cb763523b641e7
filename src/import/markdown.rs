//! Reads and converts the Markdown constructs that all generators support: fences, link definitions, links, and URLs in
//! raw HTML.

use super::lines::{is_blank, margin_of};

/// A function that converts a URL. If the URL doesn't change, the function returns `None`. The second argument is
/// `true` in raw HTML.
pub(super) type Address<'a> = dyn Fn(&str, bool) -> Option<String> + 'a;

/// Returns the length of the fence that a line opens, the fence's character, and the info string.
pub(super) fn fence(line: &str) -> Option<(usize, char, &str)> {
    let bare = line.trim_start();
    let mark = bare.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = bare.chars().take_while(|c| *c == mark).count();
    let info = &bare[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((length, mark, info))
}

/// Whether a code block is open at the end of the text.
pub(super) fn is_in_fence(text: &str) -> bool {
    let mut open: Option<(usize, char)> = None;
    for line in text.lines() {
        if let Some((length, mark, info)) = fence(&line[margin_of(line)..]) {
            match open {
                Some((opened, c)) if c == mark && length >= opened && is_blank(info) => open = None,
                None => open = Some((length, mark)),
                _ => {}
            }
        }
    }
    open.is_some()
}

/// Splits a link definition, such as `[name]: target`, before the target. The target can include a title.
pub(super) fn definition(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim_start();
    let close = bare.strip_prefix('[').filter(|rest| !rest.starts_with('^'))?.find("]:")? + 3;
    let target = bare[close..].trim();
    let start = line.len() - bare.len() + close;
    let space = bare[close..].len() - bare[close..].trim_start().len();
    (!target.is_empty()).then_some((&line[..start + space], target))
}

/// Converts the URLs in a paragraph. Code spans don't change.
pub(super) fn with_links(text: &str, address: &Address<'_>) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let converted = match c {
            '`' => Some(code_span(rest)),
            '\\' => {
                rest.chars().nth(1).map(|next| (rest[..1 + next.len_utf8()].to_owned(), 1 + next.len_utf8()))
            }
            '(' if out.ends_with(']') => target(rest, address),
            '<' => tag(rest, address),
            _ => None,
        };
        let (text, length) = converted.unwrap_or_else(|| (c.to_string(), c.len_utf8()));
        out.push_str(&text);
        at += length;
    }
    out
}

/// Converts only the URLs in tags. In raw HTML, brackets and backticks are text.
pub(super) fn with_tags(text: &str, address: &Address<'_>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('<') {
        out += &rest[..at];
        let (text, length) = tag(&rest[at..], address).unwrap_or_else(|| ("<".to_owned(), 1));
        out += &text;
        rest = &rest[at + length..];
    }
    out + rest
}

/// The elements that aren't inline.
const NOT_INLINE: &str = "address article aside blockquote body canvas center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main \
    map math menu menuitem meta nav noframes noscript object ol optgroup option output p param picture pre progress script \
    search section source style summary svg table tbody td textarea template tfoot th thead title tr track ul video";

/// Whether text starts with the tag of an element that isn't inline.
pub(super) fn is_block_tag(text: &str) -> bool {
    let name = text.trim_start_matches(['<', '/']);
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
    text.starts_with('<') && NOT_INLINE.split_ascii_whitespace().any(|block| block.eq_ignore_ascii_case(name))
}

/// Returns the code span at the start of the text, and the code span's length. If the code span isn't closed, returns
/// only its backticks.
pub(super) fn code_span(rest: &str) -> (String, usize) {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let end = closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
    (rest[..end].to_owned(), end)
}

/// Returns the offset of the backticks that close a code span.
pub(super) fn closing(text: &str, fence: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(fence).map(|at| from + at) {
        let length = text[at..].chars().take_while(|c| *c == '`').count();
        if length == fence.len() {
            return Some(at);
        }
        from = at + length;
    }
    None
}

/// Returns the offset of the closing parenthesis for the opening parenthesis at the start of the text.
pub(super) fn closing_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Converts the parenthesized target of a link or image, which can include a title.
pub(super) fn target(rest: &str, address: &Address<'_>) -> Option<(String, usize)> {
    let bracketed = rest.strip_prefix("(<").and_then(|inner| inner.split_once('>'));
    if let Some((url, after)) = bracketed.filter(|(url, _)| !url.contains(['\n', '<'])) {
        let end = after.find(')')? + 1;
        let url = address(url, false).unwrap_or_else(|| url.to_owned());
        return Some((format!("(<{url}>{}", &after[..end]), rest.len() - after.len() + end));
    }
    let end = closing_parenthesis(rest)?;
    let inner = &rest[1..end];
    let (url, title) = inner.split_at(inner.find(char::is_whitespace).unwrap_or(inner.len()));
    let url = address(url, false).unwrap_or_else(|| url.to_owned());
    Some((format!("({url}{title})"), end + 1))
}

/// Converts a tag: resolves its URLs and removes the `markdown` attribute.
pub(super) fn tag(rest: &str, address: &Address<'_>) -> Option<(String, usize)> {
    if rest.starts_with("<!--") {
        let end = rest.find("-->").map_or(rest.len(), |at| at + 3);
        return Some((rest[..end].to_owned(), end));
    }
    let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let end = rest.find('>').filter(|_| is_tag)? + 1;
    let mut tag = rest[..end].to_owned();
    for name in ["src=\"", "href=\""] {
        let Some(start) = tag.find(name).map(|at| at + name.len()) else { continue };
        let Some(length) = tag[start..].find('"') else { continue };
        if let Some(url) = address(&tag[start..start + length], true) {
            tag.replace_range(start..start + length, &url);
        }
    }
    for attribute in [" markdown=\"1\"", " markdown=\"block\"", " markdown=\"span\"", " markdown"] {
        tag = tag.replace(attribute, "");
    }
    Some((tag, end))
}

/// Converts inline Markdown for use in HTML on the same line. Code spans become elements.
pub(super) fn inline_html(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        match at % 2 {
            0 => out.push_str(part),
            _ => {
                out.push_str("<code>");
                crate::markdown::escape::text(part, &mut out);
                out.push_str("</code>");
            }
        }
    }
    out
}
