//! Adds tags to highlighted code. The HTML of highlighted code consists of escaped text and spans that aren't nested.

use std::ops::Range;

/// Tags around a part of the code.
pub(super) struct Tagged {
    /// The range of the part in the code. If it's empty, the tags have no content.
    pub range: Range<usize>,
    /// The start tag.
    pub open: String,
    /// The end tag.
    pub close: &'static str,
}

/// The HTML so far.
struct Output<'h> {
    html: String,
    /// The start tag of the current span. Outside spans, it's empty.
    span: &'h str,
    /// Whether the current span was written.
    is_open: bool,
}

impl Output<'_> {
    /// Writes a tag outside the current span. The rest of the span's text is in another span.
    fn tag(&mut self, tag: &str) {
        if std::mem::take(&mut self.is_open) {
            self.html.push_str("</span>");
        }
        self.html.push_str(tag);
    }

    fn text(&mut self, text: &str) {
        if !self.is_open && !self.span.is_empty() {
            self.html.push_str(self.span);
            self.is_open = true;
        }
        self.html.push_str(text);
    }
}

/// Adds tags to the HTML of code. The ranges are in order and don't overlap.
pub(super) fn with_tags(html: &str, parts: &[Tagged]) -> String {
    let html_length = html.len() + parts.iter().map(|part| part.open.len() + part.close.len()).sum::<usize>();
    let mut out = Output { html: String::with_capacity(html_length), span: "", is_open: false };
    let mut parts = parts.iter().peekable();
    let mut open: Option<&Tagged> = None;
    let (mut rest, mut at) = (html, 0);
    loop {
        if let Some(part) = open.take_if(|part| part.range.end <= at) {
            out.tag(part.close);
        }
        while open.is_none()
            && let Some(part) = parts.next_if(|part| part.range.start <= at)
        {
            out.tag(&part.open);
            match part.range.is_empty() {
                true => out.html.push_str(part.close),
                false => open = Some(part),
            }
        }
        if rest.is_empty() {
            break;
        }
        if rest.starts_with('<') {
            let (tag, after) = rest.split_at(rest.find('>').map_or(rest.len(), |end| end + 1));
            if tag.starts_with("</") {
                out.tag("");
                out.span = "";
            } else {
                out.span = tag;
            }
            rest = after;
            continue;
        }
        let next = open.map(|part| part.range.end).or_else(|| Some(parts.peek()?.range.start));
        let (text, after) =
            rest.split_at(text_length(rest, next.map_or(usize::MAX, |next| next - at), &mut at));
        out.text(text);
        rest = after;
    }
    if let Some(part) = open {
        out.tag(part.close);
    }
    out.html
}

/// Returns the length of the text at the start of the HTML, up to a tag or to this number of bytes of code. Adds the
/// number of bytes of code to `at`.
fn text_length(html: &str, most: usize, at: &mut usize) -> usize {
    let (mut length, mut count) = (0, 0);
    while count < most && length < html.len() {
        length += match html.as_bytes()[length] {
            b'<' => break,
            b'&' => html[length..].find(';').map_or(1, |end| end + 1),
            _ => 1,
        };
        count += 1;
    }
    *at += count;
    length
}

#[cfg(test)]
mod tests {
    use super::{Tagged, with_tags};

    #[track_caller]
    fn check(html: &str, ranges: &[(usize, usize)], expected: &str) {
        let tag = |(start, end): &(usize, usize)| Tagged {
            range: *start..*end,
            open: "<mark>".to_owned(),
            close: "</mark>",
        };
        let parts: Vec<Tagged> = ranges.iter().map(tag).collect();
        assert_eq!(with_tags(html, &parts), expected);
    }

    #[test]
    fn tags_are_around_spans() {
        let code = "<span class=\"k\">let </span>a <span class=\"o\">&lt;</span> \u{e9}";
        check(code, &[], code);
        check(
            code,
            &[(0, 5)],
            "<mark><span class=\"k\">let </span>a</mark> <span class=\"o\">&lt;</span> \u{e9}",
        );
        check(
            code,
            &[(1, 2), (6, 7), (8, 10)],
            "<span class=\"k\">l</span><mark><span class=\"k\">e</span></mark><span class=\"k\">t </span>a <mark><span class=\"o\">&lt;</span></mark> <mark>\u{e9}</mark>",
        );
        check("ab", &[(1, 1), (2, 2)], "a<mark></mark>b<mark></mark>");
        check("a", &[(0, 9)], "<mark>a</mark>");
        check("", &[(0, 0)], "<mark></mark>");
    }
}
