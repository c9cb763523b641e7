//! Finds expressions, such as `{{ version }}`, that only a hook, a plugin, or a preprocessor of the original site can
//! replace.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::left::Left;
use super::{omitted, prose};
use crate::source::Source;

/// Returns text in which comments replace all expressions outside code, and reports each expression. `opening` lists
/// the characters that can follow `{` at the start of an expression.
pub(super) fn lost(source: &Source, text: &str, opening: &[char], left: &mut Left) -> String {
    if !text.contains('{') {
        return text.to_owned();
    }
    let text = prose::rewritten(text, false, &['{'], &mut |text, at| {
        let whole = expression(&text[at..], opening)?;
        let place = source.text.find(whole).map_or(0..0, |at| at..at + whole.len());
        let hint = "replace it with its result, or use a component in an `.mdx` file";
        left.note(source, place, &format!("the expression `{}`", named(whole)), hint);
        // In a URL, a comment would be text.
        let is_separate = at == 0 || text[..at].ends_with(char::is_whitespace);
        Some((if is_separate { omitted::comment(whole) } else { String::new() }, whole.len()))
    });
    omitted::placed(&text)
}

/// Returns an expression, such as `{{#name argument}}`, without its argument, so that one message covers all of them.
fn named(whole: &str) -> Cow<'_, str> {
    match whole.strip_prefix("{{#").and_then(|rest| rest.split_once(char::is_whitespace)) {
        Some((name, _)) if !name.is_empty() => format!("{{{{#{name} …}}}}").into(),
        _ => whole.into(),
    }
}

/// Reports the placeholders that only the original site's own plugins can replace. `known` contains them without spaces.
pub(super) fn note(source: &Source, known: &BTreeSet<String>, left: &mut Left) {
    if known.is_empty() {
        return;
    }
    for (at, _) in source.text.match_indices("{{") {
        let Some(whole) = expression(&source.text[at..], &['{']) else { continue };
        if known.contains(&whole.replace(' ', "")) {
            let what = format!("the value of `{whole}`, which a plugin of the site inserts");
            left.note(source, at..at + whole.len(), &what, "replace it with its value");
        }
    }
}

/// Returns the expression at the start of the text.
fn expression<'t>(text: &'t str, opening: &[char]) -> Option<&'t str> {
    let second = text[1..].chars().next().filter(|c| opening.contains(c))?;
    let close = if second == '{' { "}}" } else { "%}" };
    let line = text.lines().next()?;
    let (content, _) = line[2..].split_once(close)?;
    (!content.trim().is_empty()).then(|| &line[..content.len() + 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_with_a_name_are_reported_without_their_arguments() {
        for (text, expected) in
            [("{{#ref a b}}", "{{#ref …}}"), ("{{#toc}}", "{{#toc}}"), ("{{ a b }}", "{{ a b }}")]
        {
            assert_eq!(named(text), expected);
        }
    }

    #[test]
    fn an_expression_has_content() {
        for (text, expected) in [
            ("{{ a }} b", Some("{{ a }}")),
            ("{% if a %}", Some("{% if a %}")),
            ("{%}", None),
            ("{%%}", None),
            ("{{}}", None),
            ("{{", None),
            ("{{ é }}", Some("{{ é }}")),
            ("{{ a\n}}", None),
            ("{a}", None),
        ] {
            assert_eq!(expression(text, &['{', '%']), expected, "{text}");
        }
    }
}
