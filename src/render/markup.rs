//! Writing HTML: [`html!`], and what it needs of a writer.

use super::Messages;
use crate::markdown::escape;

/// Writes a template: `html!(self, r#"<a href="{}" title="{key}">{}</a>"#, href, code(name))`. Each `{}` is the next
/// value: a text, escaped for where it stands, or a call of a method of the writer. `{key}` is a text of the interface.
macro_rules! html {
    ($writer:expr, $template:expr $(, $($values:tt)*)?) => {
        $crate::render::markup::html!(@ $writer, $template, $($($values)*)?)
    };
    (@ $writer:expr, $rest:expr, $method:ident($($argument:expr),*) $(, $($values:tt)*)?) => {{
        let rest = $writer.until_value($rest);
        $writer.$method($($argument),*);
        $crate::render::markup::html!(@ $writer, rest, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr, $value:expr $(, $($values:tt)*)?) => {
        $crate::render::markup::html!(@ $writer, $rest, value($value) $(, $($values)*)?)
    };
    (@ $writer:expr, $rest:expr,) => {{
        $writer.until_value($rest);
    }};
}
pub(super) use html;

/// A writer of HTML.
pub(super) trait Markup {
    /// What it has written, and the texts of the interface.
    fn parts(&mut self) -> (&mut String, &Messages);

    /// Writes a template up to its next value, and gives what comes after that.
    fn until_value<'t>(&mut self, template: &'t str) -> &'t str {
        let (out, messages) = self.parts();
        let mut rest = template;
        while let Some((before, from)) = rest.split_once('{')
            && let Some((key, after)) = from.split_once('}')
        {
            out.push_str(before);
            rest = after;
            if key.is_empty() {
                return rest;
            }
            escaped(messages.get(key), out);
        }
        out.push_str(rest);
        ""
    }

    /// Writes a text, escaped for where it stands.
    fn value(&mut self, text: &str) {
        escaped(text, self.parts().0);
    }

    /// Writes HTML as it is.
    fn raw(&mut self, html: &str) {
        self.parts().0.push_str(html);
    }
}

/// Appends a text to HTML, in which the last angle bracket tells whether a tag is open.
fn escaped(text: &str, out: &mut String) {
    match out.bytes().rev().find(|byte| matches!(byte, b'<' | b'>')) {
        Some(b'<') => escape::attribute(text, out),
        _ => escape::text(text, out),
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
