//! The leaves of a document: texts, flags, numbers, addresses, and values as they were written.

use std::borrow::Cow;

use super::{At, Lowering, titles};
use crate::diag::Code;
use crate::openapi::TextId;
use crate::openapi::file::Value;
use crate::openapi::json::Json;
use crate::path::scheme;

/// How deep a value that is shown may be.
const MAX_DEPTH: usize = 256;

impl<'a> Lowering<'a> {
    /// A description, behind a reference if there is one.
    pub(super) fn text(&mut self, at: Option<At>) -> Option<TextId> {
        let at = self.follow(at?)?.at;
        let text = self.exact(at)?;
        (!text.trim().is_empty()).then(|| self.add_text(text.into(), at))
    }

    fn add_text(&mut self, text: Cow<'a, str>, at: At) -> TextId {
        if let Some(id) = self.texts.get(&text) {
            return *id;
        }
        let id = TextId(self.drafts.len() as u32);
        let place = self.place(at);
        self.drafts.push((text.clone(), place));
        self.texts.insert(text, id);
        id
    }

    /// The title that a line makes, and the description of what it names, which begins with the line where the title does
    /// not hold all of it.
    pub(super) fn titled(&mut self, line: At, description: Option<TextId>) -> (Box<str>, Option<TextId>) {
        let Some(text) = self.string(Some(line)) else { return (Box::default(), description) };
        let title = titles::title_or_start(&text);
        let description = if title.whole { description } else { self.introduced(line, description) };
        (title.text, description)
    }

    /// A description with the whole of a line before it of which a title shows a part. Many begin with it themselves.
    pub(super) fn introduced(&mut self, line: At, description: Option<TextId>) -> Option<TextId> {
        let Some(line_text) = self.text(Some(line)) else { return description };
        let Some(description) = description else { return Some(line_text) };
        let source = |text: TextId| self.drafts[text.0 as usize].0.trim();
        let (first, rest) = (source(line_text), source(description));
        let mut begun = rest.split_whitespace();
        if first.split_whitespace().all(|word| begun.next() == Some(word)) {
            return Some(description);
        }
        let text = format!("{first}\n\n{rest}");
        Some(self.add_text(text.into(), line))
    }

    /// A short text without markup; an empty one is none.
    pub(super) fn string(&mut self, at: Option<At>) -> Option<Box<str>> {
        let text = self.exact(at?)?.trim();
        (!text.is_empty()).then(|| text.into())
    }

    /// A text exactly as it is, behind a reference if there is one.
    pub(super) fn exact(&mut self, at: At) -> Option<&'a str> {
        let at = self.follow(at)?.at;
        match self.file(at).scalar(at.node) {
            Some(text) => Some(text),
            None => {
                if !matches!(self.value(at), Value::Null) {
                    self.wrong(at, "a text");
                }
                None
            }
        }
    }

    /// Texts of a list; a single one counts as a list of one.
    pub(super) fn strings(&mut self, at: At) -> Vec<Box<str>> {
        if let Value::String(text) = self.value(at) {
            return vec![text.into()];
        }
        let items = self.items(at, "a list of texts");
        items.into_iter().filter_map(|item| self.exact(item).map(Into::into)).collect()
    }

    /// `true` or `false`; `None` where nothing is said.
    pub(super) fn flag(&mut self, at: At) -> Option<bool> {
        match self.value(at) {
            Value::Bool(value) => Some(value),
            Value::String("true") => Some(true),
            Value::String("false") => Some(false),
            _ => {
                self.wrong(at, "`true` or `false`");
                None
            }
        }
    }

    /// A number with its digits.
    pub(super) fn number(&mut self, at: At) -> Option<Box<str>> {
        match self.file(at).scalar_json(at.node) {
            Some(Json::Number(text)) => Some(text),
            _ => {
                self.wrong(at, "a number");
                None
            }
        }
    }

    /// A count.
    pub(super) fn count(&mut self, at: At) -> Option<u64> {
        let count = match self.value(at) {
            Value::Number(text) | Value::String(text) => text.strip_suffix(".0").unwrap_or(text).parse().ok(),
            _ => None,
        };
        if count.is_none() {
            self.wrong(at, "a whole number that is not negative");
        }
        count
    }

    /// A value as it was written. A `$ref` alone in an object that leads somewhere is what it leads to.
    pub(super) fn json(&mut self, at: At) -> Json {
        self.json_below(at, 0)
    }

    fn json_below(&mut self, at: At, depth: usize) -> Json {
        if let Some(scalar) = self.file(at).scalar_json(at.node) {
            return scalar;
        }
        if depth >= MAX_DEPTH {
            self.report_depth(at);
            return Json::Null;
        }
        match self.value(at) {
            Value::Array(items) if self.spend(items.len() + 1, at) => {
                Json::Array(items.iter().map(|node| self.json_below(at.to(*node), depth + 1)).collect())
            }
            Value::Object(members) if self.spend(members.len() + 1, at) => {
                if members.len() == 1
                    && let Some(reference) = self.file(at).reference(at.node)
                    && let Ok(target) = self.target(at, reference)
                {
                    return self.json_below(target, depth + 1);
                }
                let members = members
                    .iter()
                    .map(|entry| (entry.key.into(), self.json_below(at.to(entry.value), depth + 1)));
                Json::Object(members.collect())
            }
            _ => Json::Null,
        }
    }

    /// Reports that a value is cut. A reference to what is around it makes a thousand such places: one tells them all.
    fn report_depth(&mut self, at: At) {
        if !std::mem::replace(&mut self.cut, true) {
            let pointer = self.pointer(at);
            let message = format!("`{pointer}`: a value that is shown is cut at {MAX_DEPTH} levels");
            self.report(Code::InvalidOpenapi, at, message);
        }
    }

    /// An address that may become a link: http, https, mailto or relative. Any other is reported and left out.
    pub(super) fn url(&mut self, at: At) -> Option<Box<str>> {
        let url = self.exact(at)?.trim();
        if url.is_empty() {
            return None;
        }
        if is_safe(url, &["http", "https", "mailto"]) {
            return Some(url.into());
        }
        self.refuse_url(at, url, "begin it with `https://`, or write a relative one");
        None
    }

    pub(super) fn refuse_url(&mut self, at: At, url: &str, hint: &str) {
        let pointer = self.pointer(at);
        let shown: String = url.chars().filter(|c| !c.is_control()).take(60).collect();
        let message = format!("the address `{shown}` at `{pointer}` is left out");
        self.report_with(Code::UnsafeUrl, at, message, Some(hint.to_owned()));
    }
}

/// Whether a URL is relative or of one of these schemes, and holds no control characters.
pub(super) fn is_safe(url: &str, schemes: &[&str]) -> bool {
    !url.chars().any(char::is_control) && scheme(url).is_none_or(|scheme| schemes.contains(&&*scheme))
}
