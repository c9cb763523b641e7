//! Where long names can break across lines: between the words of an identifier, instead of inside a word.

use std::borrow::Cow;

use crate::markdown::escape;

/// The minimum length, in characters, of a name that gets breaks.
const LONG: usize = 16;
/// The minimum number of characters before and after a break.
const PART: usize = 3;

/// Returns text as HTML with a `<wbr>` between the words of long identifiers.
pub(super) fn of_text(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    escape::text(text, &mut html);
    of_html(&html).into_owned()
}

/// Adds a `<wbr>` between the words of the long identifiers in HTML.
pub(super) fn of_html(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    let mut at = 0;
    while at < html.len() {
        let rest = &html[at..];
        if rest.starts_with('<') {
            at += rest.find('>').map_or(rest.len(), |end| end + 1);
            continue;
        }
        let end = rest.find(|c: char| c == '<' || c == '-' || c.is_whitespace()).unwrap_or(rest.len());
        for place in places(&rest[..end]) {
            out.push_str(&html[done..at + place]);
            out.push_str("<wbr>");
            done = at + place;
        }
        let skipped = rest[end..].chars().next().filter(|c| *c != '<').map_or(0, char::len_utf8);
        at += end + skipped;
    }
    if done == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(&html[done..]);
    Cow::Owned(out)
}

/// Returns the offsets of the breaks in a name.
fn places(name: &str) -> Vec<usize> {
    if name.len() < LONG {
        return Vec::new();
    }
    let all: Vec<(usize, char)> = name.char_indices().collect();
    let mut places = Vec::new();
    let mut last = 0;
    for (index, (offset, c)) in all.iter().enumerate().skip(1) {
        let before = all[index - 1].1;
        let next = all.get(index + 1).map(|(_, next)| *next);
        let is_word = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_numeric()
                || before.is_uppercase() && next.is_some_and(char::is_lowercase));
        let is_symbol = matches!(before, '_' | '.' | '/' | ':') && c.is_alphanumeric();
        if (is_word || is_symbol) && index - last >= PART && all.len() - index >= PART {
            places.push(*offset);
            last = index;
        }
    }
    if all.len() < LONG { Vec::new() } else { places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_break_between_their_words() {
        for (text, expected) in [
            ("MessageAttemptExhaustedEvent", "Message<wbr>Attempt<wbr>Exhausted<wbr>Event"),
            ("MessagingV1UsAppToPerson", "Messaging<wbr>V1Us<wbr>App<wbr>ToPerson"),
            ("parseHTTPResponseHeaders", "parse<wbr>HTTP<wbr>Response<wbr>Headers"),
            ("List payment_method_configurations", "List payment_<wbr>method_<wbr>configurations"),
            ("Short camelCase names", "Short camelCase names"),
            ("Internationalization", "Internationalization"),
            ("Ärger<&>ÄußereGrößenÄnderung", "Ärger&lt;&amp;&gt;Äußere<wbr>Größen<wbr>Änderung"),
        ] {
            assert_eq!(of_text(text), expected);
        }
        let html = "<code class=\"someVeryLongClassName\">someVeryLongFunctionName</code>";
        assert_eq!(
            of_html(html),
            "<code class=\"someVeryLongClassName\">some<wbr>Very<wbr>Long<wbr>Function<wbr>Name</code>"
        );
    }
}
