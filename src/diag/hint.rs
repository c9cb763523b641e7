//! Hints: the next steps for a problem, some with the change to the file that takes the step.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Span;
use crate::path::encode_path;

/// A change that fixes a problem: some text at the problem's location, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Edit {
    /// The text to replace. It must be at the problem's location exactly once.
    pub replace: Box<str>,
    /// The new text.
    pub with: Box<str>,
    /// Whether the change is certainly what the author meant. Otherwise, it's only likely.
    pub is_certain: bool,
    /// The location of the text, if it isn't the problem's location.
    pub place: Option<Span>,
}

impl Edit {
    /// Returns the old and the new text for a message: the first line of each.
    pub(crate) fn shown(&self) -> [String; 2] {
        [&self.replace, &self.with].map(|text| match text.split_once('\n') {
            Some((first, _)) => format!("{}…", first.trim_end()),
            None => text.to_string(),
        })
    }

    /// Returns the location of the text to replace: in the range of a problem, exactly once and as a whole word.
    pub(crate) fn located(&self, text: &str, span: Span) -> Option<Range<usize>> {
        let range = self.place.unwrap_or(span).range();
        let is_path = self.replace.contains('/');
        let is_part = |c: char| {
            c.is_alphanumeric() || matches!(c, '_' | '-') || is_path && matches!(c, '/' | '.' | '%')
        };
        let is_whole = |at: &usize| {
            let (before, after) = (&text[..*at], &text[at + self.replace.len()..]);
            !(self.replace.starts_with(is_part) && before.ends_with(is_part)
                || self.replace.ends_with(is_part) && after.starts_with(is_part))
        };
        let found = text.get(range.clone())?.match_indices(&*self.replace);
        let mut found = found.map(|(at, _)| range.start + at).filter(is_whole);
        let at = found.next().filter(|_| !self.replace.is_empty() && found.next().is_none())?;
        Some(at..at + self.replace.len())
    }
}

/// A next step: an imperative without a final period.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hint {
    /// The hint for the author.
    pub text: String,
    /// The change that takes the step, if there is one.
    pub edit: Option<Edit>,
}

impl Hint {
    /// Creates the hint that suggests `with` instead of `found`.
    pub(crate) fn meant(found: &str, with: &str, is_certain: bool) -> Self {
        let edit = Edit { replace: found.into(), with: with.into(), is_certain, place: None };
        Hint { text: format!("did you mean `{with}`?"), edit: Some(edit) }
    }

    /// Returns a suggestion with text around both the wrong and the right name, such as `[^` and `]`.
    pub(crate) fn within(self, before: &str, after: &str) -> Self {
        let Some(Edit { replace, with, is_certain, .. }) = self.edit else { return self };
        let whole = |name: &str| format!("{before}{name}{after}");
        Hint::meant(&whole(&replace), &whole(&with), is_certain)
    }

    /// Sets the text to replace, if it isn't the name that was looked up.
    pub(crate) fn replacing(mut self, found: &str) -> Self {
        if let Some(edit) = &mut self.edit {
            edit.replace = found.into();
        }
        self
    }

    /// Writes the new path of a link in the style of the old one: with or without `./`, a trailing slash, and
    /// percent-encoding.
    pub(crate) fn in_style_of(mut self, path: &str) -> Self {
        let Some(edit) = &mut self.edit else { return self };
        let mut with = edit.with.to_string();
        if !path.starts_with("./") {
            with = with.strip_prefix("./").unwrap_or(&with).to_owned();
        }
        if path.ends_with('/') && !with.ends_with('/') {
            with.push('/');
        }
        let encoded = encode_path(&with);
        if encoded != with {
            // The text must be a valid link, too.
            self.text = format!("did you mean `{encoded}`?");
        }
        edit.with = encoded.into();
        self
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Hint { text, edit: None }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        Hint::from(text.to_owned())
    }
}

impl From<Hint> for String {
    fn from(hint: Hint) -> Self {
        hint.text
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_unique_whole_word_is_located() {
        let located = |text: &str, found: &str| {
            let edit = Edit { replace: found.into(), with: "".into(), is_certain: true, place: None };
            edit.located(text, Span::from(1..text.len() - 1)).map(|range| range.start)
        };
        for (text, found, at) in [
            ("(titel)", "titel", Some(1)),
            ("(a.titel = titeln)", "titel", Some(3)),
            ("(titel titel)", "titel", None),
            ("(subtitel)", "titel", None),
            ("(titel-b)", "titel", None),
            ("titel()", "titel", None),
            ("(/docs/a#b)", "/docs/a", Some(1)),
            ("(/docs/a/b)", "/docs/a", None),
            ("(<img src>)", "<img", Some(1)),
            ("(é titel)", "titel", Some(4)),
            ("(a)", "", None),
        ] {
            assert_eq!(located(text, found), at, "{text}");
        }
        // A range that isn't in the text.
        let edit = Edit { replace: "a".into(), with: "b".into(), is_certain: true, place: None };
        assert_eq!(edit.located("é a", Span::from(1..3)), None);
        assert_eq!(edit.located("a", Span::from(0..9)), None);
    }

    #[test]
    fn a_path_keeps_its_style() {
        let with = |with: &str, path: &str| {
            Hint::meant(path, with, true).in_style_of(path).edit.map(|edit| edit.with)
        };
        assert_eq!(with("./b.md", "./a.md").as_deref(), Some("./b.md"));
        assert_eq!(with("./b.md", "a.md").as_deref(), Some("b.md"));
        assert_eq!(with("../b c.md", "../a.md").as_deref(), Some("../b%20c.md"));
        assert_eq!(with("/docs/b", "/docs/a/").as_deref(), Some("/docs/b/"));
    }
}
