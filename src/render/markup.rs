//! Writes HTML with the [`html!`] macro and the [`Markup`] trait that the macro requires.

use super::Messages;
use crate::markdown::escape;

/// Writes a template, such as `html!(self, r#"<a href="{}" title="{key}">{}</a>"#, href, code(name))`. Each `{}` is a
/// placeholder for the next value: text, which is escaped for its context, or a call to one of the writer's methods.
/// Each `{key}` is a placeholder for a UI string.
macro_rules! html {
    ($writer:expr, $template:literal $(, $($values:tt)*)?) => {{
        use $crate::render::markup::Part;
        const PARTS: [Part; Part::count($template)] = Part::all($template);
        $crate::render::markup::html!(@ $writer, &PARTS, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr, $method:ident($($argument:expr),*) $(, $($values:tt)*)?) => {{
        let (rest, _) = $writer.until_value($rest);
        $writer.$method($($argument),*);
        $crate::render::markup::html!(@ $writer, rest, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr, $value:expr $(, $($values:tt)*)?) => {{
        let (rest, in_tag) = $writer.until_value($rest);
        $writer.value($value, in_tag);
        $crate::render::markup::html!(@ $writer, rest, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr,) => {{
        $writer.until_value($rest);
    }};
}
pub(super) use html;

/// A part of a template, up to the next value or UI string, or to the end.
#[derive(Clone, Copy)]
pub(super) struct Part {
    html: &'static str,
    /// The key of the UI string. For a value, it's empty.
    key: &'static str,
    /// Whether the placeholder is inside a tag.
    in_tag: bool,
}

impl Part {
    /// Returns the number of parts in a template.
    pub(super) const fn count(template: &str) -> usize {
        let (mut count, mut at) = (1, 0);
        while at < template.len() {
            count += (template.as_bytes()[at] == b'{') as usize;
            at += 1;
        }
        count
    }

    /// Splits a template into parts. The template can start with text, a tag, or an attribute.
    pub(super) const fn all<const N: usize>(template: &'static str) -> [Self; N] {
        let mut parts = [Self { html: "", key: "", in_tag: false }; N];
        let (mut rest, mut part, mut at) = (template, 0, 0);
        while at < rest.len() {
            match rest.as_bytes()[at] {
                b'<' | b'"' => parts[part].in_tag = true,
                b'>' => parts[part].in_tag = false,
                b'{' => {
                    (parts[part].html, rest) = rest.split_at(at);
                    at = 1;
                    while rest.as_bytes()[at] != b'}' {
                        at += 1;
                    }
                    parts[part].key = rest.split_at(at).0.split_at(1).1;
                    rest = rest.split_at(at + 1).1;
                    parts[part + 1].in_tag = parts[part].in_tag;
                    (part, at) = (part + 1, 0);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        parts[part].html = rest;
        parts
    }
}

/// Appends text to HTML, escaped for its context.
fn escaped(text: &str, in_tag: bool, out: &mut String) {
    let last = || out.bytes().rev().find(|byte| matches!(byte, b'<' | b'>'));
    debug_assert_eq!(in_tag, last() == Some(b'<'), "a value after {out}");
    if in_tag { escape::attribute(text, out) } else { escape::text(text, out) }
}

/// Whether code stays on one line although browsers break lines after hyphens: if it's short enough for a table cell on a
/// phone.
pub(super) fn stays_on_line(code: &str) -> bool {
    code.len() > 1 && code.contains('-') && code.chars().count() <= 24
}

/// A writer of HTML.
pub(super) trait Markup {
    /// Returns the HTML written so far and the UI strings.
    fn parts(&mut self) -> (&mut String, &Messages);

    /// Writes a template up to the next value. Returns the rest of the template, and whether the value is inside a tag.
    fn until_value(&mut self, template: &'static [Part]) -> (&'static [Part], bool) {
        let (out, messages) = self.parts();
        let mut rest = template.iter();
        while let Some(part) = rest.next() {
            out.push_str(part.html);
            if part.key.is_empty() {
                return (rest.as_slice(), part.in_tag);
            }
            escaped(messages.get(part.key), part.in_tag, out);
        }
        (&[], false)
    }

    /// Writes text, escaped for its context.
    fn value(&mut self, text: &str, in_tag: bool) {
        escaped(text, in_tag, self.parts().0);
    }

    /// Writes text between tags.
    fn text(&mut self, text: &str) {
        self.value(text, false);
    }

    /// Writes a word of code.
    fn code_word(&mut self, word: &str) {
        if stays_on_line(word) {
            html!(self, "<span data-unbroken>{}</span>", word);
        } else {
            self.text(word);
        }
    }

    /// Writes HTML without escaping it.
    fn raw(&mut self, html: &str) {
        self.parts().0.push_str(html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Writer(String, Messages);

    impl Markup for Writer {
        fn parts(&mut self) -> (&mut String, &Messages) {
            (&mut self.0, &self.1)
        }
    }

    impl Writer {
        fn twice(&mut self, text: &str) {
            html!(self, "{}{}", text, text);
        }
    }

    #[test]
    fn values_are_escaped_for_where_they_stand() {
        let mut writer = Writer::default();
        html!(writer, r#"<a title="{}{}">{key}"#, "\"<", raw("&"),);
        html!(writer, "{}{}</a>", "\"", twice("<"));
        assert_eq!(writer.0, "<a title=\"&quot;&lt;&\">key\"&lt;&lt;</a>");
    }
}
