//! The scalars in a document: strings, flags, numbers, URLs, and values as written.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{At, Lowering, titles};
use crate::diag::Code;
use crate::openapi::{TextId, file::Value, file::is_json_number, json::Json};
use crate::path::scheme;

/// The maximum depth of values to show.
const MAX_DEPTH: usize = 256;

impl<'a> Lowering<'a> {
    /// Reads a description, after following references.
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

    /// Returns the title of an object, which `line` provides, and the object's description. If the title is only part
    /// of the line, the description starts with the line.
    pub(super) fn titled(&mut self, line: At, description: Option<TextId>) -> (Box<str>, Option<TextId>) {
        let Some(text) = self.string(Some(line)) else { return (Box::default(), description) };
        let title = titles::title_or_start(&text);
        let description = if title.whole { description } else { self.introduced(line, description) };
        (title.text, description)
    }

    /// Adds a line before a description because the title shows only part of the line. A description that already
    /// starts with the line stays unchanged.
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

    /// Reads short text without markup. Empty text counts as missing.
    pub(super) fn string(&mut self, at: Option<At>) -> Option<Box<str>> {
        let text = self.exact(at?)?.trim();
        (!text.is_empty()).then(|| text.into())
    }

    /// Reads a string exactly as written, after following references.
    pub(super) fn exact(&mut self, at: At) -> Option<&'a str> {
        let at = self.follow(at)?.at;
        match self.file(at).scalar(at.node) {
            Some(text) => Some(text),
            None => {
                if !matches!(self.value(at), Value::Null) {
                    self.wrong(at, "a string");
                }
                None
            }
        }
    }

    /// Reads a list of strings. A single string counts as a list.
    pub(super) fn strings(&mut self, at: At) -> Vec<Box<str>> {
        if let Value::String(text) = self.value(at) {
            return vec![text.into()];
        }
        let items = self.items(at, "a list of strings");
        items.into_iter().filter_map(|item| self.exact(item).map(Into::into)).collect()
    }

    /// Reads `true` or `false`. Any other value is reported, and the result is `None`.
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

    /// Reads a number with all its digits.
    pub(super) fn number(&mut self, at: At) -> Option<Box<str>> {
        match self.file(at).scalar_json(at.node) {
            Some(Json::Number(text)) => Some(text),
            _ => {
                self.wrong(at, "a number");
                None
            }
        }
    }

    /// Reads a count.
    pub(super) fn count(&mut self, at: At) -> Option<u64> {
        let count = match self.value(at) {
            Value::Number(text) | Value::String(text) => text.strip_suffix(".0").unwrap_or(text).parse().ok(),
            _ => None,
        };
        if count.is_none() {
            self.wrong(at, "a non-negative integer");
        }
        count
    }

    /// Reads a value as written. A valid `$ref` is replaced with its target. Keys next to the `$ref` replace the target's
    /// keys.
    pub(super) fn json(&mut self, at: At) -> Json {
        match self.number_as_text(at) {
            Some(text) => Json::String(text.into()),
            None => self.json_below(at, 0),
        }
    }

    /// If a value of a string schema is a number that JSON can't represent exactly, such as `090` in YAML, returns its
    /// text. The author means the text.
    fn number_as_text(&self, at: At) -> Option<&'a str> {
        let file = self.file(at);
        let Value::Number(text) = file.value(at.node) else { return None };
        let parent = file.parent(at.node).filter(|_| !is_json_number(text))?;
        let is_string = |node| {
            let schema = file.get(node, "schema").unwrap_or(node);
            file.text(schema, "type") == Some("string")
        };
        // The value of a keyword, or an item of `enum` or `examples`.
        (is_string(parent) || file.parent(parent).is_some_and(is_string)).then_some(text)
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
                let found = self.file(at).reference(at.node).and_then(|to| self.target(at, to).ok());
                let mut target = found.map(|target| self.json_below(target, depth + 1));
                let is_object = matches!(target, Some(Json::Object(_)));
                if let Some(target) = target.take_if(|_| members.len() == 1) {
                    return target;
                }
                let own = members.iter().filter(|entry| !is_object || entry.key != "$ref");
                let own: Vec<(Box<str>, Json)> = own
                    .map(|entry| (entry.key.into(), self.json_below(at.to(entry.value), depth + 1)))
                    .collect();
                Json::Object(match target {
                    Some(Json::Object(target)) => beside(target, own),
                    _ => own,
                })
            }
            _ => Json::Null,
        }
    }

    /// Reports that a value was truncated. A reference to a parent creates thousands of such values, so only the first
    /// one is reported.
    fn report_depth(&mut self, at: At) {
        if !std::mem::replace(&mut self.cut, true) {
            let pointer = self.pointer(at);
            let message = format!("`{pointer}`: only the first {MAX_DEPTH} levels of a value are shown");
            self.report(at, message);
        }
    }

    /// Reads a URL that can become a link: http, https, mailto, or relative. Other URLs are reported and left out.
    pub(super) fn url(&mut self, at: At) -> Option<Box<str>> {
        let url = self.exact(at)?.trim();
        if url.is_empty() {
            return None;
        }
        if is_safe(url, &["http", "https", "mailto"]) {
            return Some(url.into());
        }
        self.refuse_url(at, url, "start it with `https://`, or use a relative URL");
        None
    }

    pub(super) fn refuse_url(&mut self, at: At, url: &str, hint: &str) {
        let pointer = self.pointer(at);
        let shown: String = url.chars().filter(|c| !c.is_control()).take(60).collect();
        let message = format!("unsafe URL `{shown}` at `{pointer}`; it's left out");
        self.report_with(Code::UnsafeUrl, at, message, Some(hint.into()));
    }
}

/// Returns the members of a reference's target, with the members next to the reference.
fn beside(mut target: Vec<(Box<str>, Json)>, own: Vec<(Box<str>, Json)>) -> Vec<(Box<str>, Json)> {
    let names: HashSet<&str> = own.iter().map(|(name, _)| &**name).collect();
    target.retain(|(name, _)| !names.contains(&**name));
    target.extend(own);
    target
}

/// Whether a URL contains no control characters and is relative or has one of these schemes.
pub(super) fn is_safe(url: &str, schemes: &[&str]) -> bool {
    !url.chars().any(char::is_control) && scheme(url).is_none_or(|scheme| schemes.contains(&&*scheme))
}
