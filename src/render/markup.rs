//! Writing HTML: [`html!`], and what it needs of a writer.

use super::Messages;
use crate::markdown::escape;

/// Writes a template: `html!(self, r#"<a href="{}" title="{key}">{}</a>"#, href, code(name))`. Each `{}` is the next
/// value: a text, escaped for where it stands, or a call of a method of the writer. `{key}` is a text of the interface.
macro_rules! html {
    ($writer:expr, $template:expr $(, $($values:tt)*)?) => {{
        let template = $crate::render::markup::Template::new($template);
        $crate::render::markup::html!(@ $writer, template, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr, $method:ident($($argument:expr),*) $(, $($values:tt)*)?) => {{
        let rest = $writer.until_value($rest);
        $writer.$method($($argument),*);
        $crate::render::markup::html!(@ $writer, rest, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr, $value:expr $(, $($values:tt)*)?) => {{
        let rest = $writer.until_value($rest);
        $writer.value($value, rest.in_tag);
        $crate::render::markup::html!(@ $writer, rest, $($($values)*)?)
    }};
    (@ $writer:expr, $rest:expr,) => {{
        $writer.until_value($rest);
    }};
}
pub(super) use html;

/// What isn't written yet of a template.
#[derive(Clone, Copy)]
pub(super) struct Template<'t> {
    rest: &'t str,
    /// Whether it goes on inside a tag.
    pub(super) in_tag: bool,
}

impl<'t> Template<'t> {
    /// A template that begins between tags, or with attributes.
    pub(super) fn new(template: &'t str) -> Self {
        Self { rest: template, in_tag: false }
    }

    /// Goes on after a part of the template.
    fn after(self, part: &str, rest: &'t str) -> Self {
        let last = part.bytes().rev().find(|byte| matches!(byte, b'<' | b'>' | b'"'));
        Self { rest, in_tag: last.map_or(self.in_tag, |byte| byte != b'>') }
    }
}

/// Appends a text to HTML, escaped for where it stands.
fn escaped(text: &str, in_tag: bool, out: &mut String) {
    let last = || out.bytes().rev().find(|byte| matches!(byte, b'<' | b'>'));
    debug_assert_eq!(in_tag, last() == Some(b'<'), "a value after {out}");
    match in_tag {
        true => escape::attribute(text, out),
        false => escape::text(text, out),
    }
}

/// A writer of HTML.
pub(super) trait Markup {
    /// What it has written, and the texts of the interface.
    fn parts(&mut self) -> (&mut String, &Messages);

    /// Writes a template up to its next value, and gives what comes after that.
    fn until_value<'t>(&mut self, mut template: Template<'t>) -> Template<'t> {
        while let Some((before, from)) = template.rest.split_once('{')
            && let Some((key, after)) = from.split_once('}')
        {
            let (out, messages) = self.parts();
            out.push_str(before);
            template = template.after(before, after);
            if key.is_empty() {
                return template;
            }
            escaped(messages.get(key), template.in_tag, out);
        }
        self.raw(template.rest);
        template.after(template.rest, "")
    }

    /// Writes a text, escaped for where it stands.
    fn value(&mut self, text: &str, in_tag: bool) {
        escaped(text, in_tag, self.parts().0);
    }

    /// Writes a text between tags.
    fn text(&mut self, text: &str) {
        self.value(text, false);
    }

    /// Writes HTML as it is.
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
