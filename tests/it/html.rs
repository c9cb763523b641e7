//! A minimal parser that finds tags, their attributes, and inlined data in docgen's HTML.

use serde_json::Value as Json;

/// A start tag.
#[derive(Debug)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    /// The attributes' names and unescaped values, in order.
    pub(crate) attributes: Vec<(&'a str, String)>,
    /// The rest of the document after the tag.
    pub(crate) rest: &'a str,
}

impl Tag<'_> {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(found, _)| *found == name).map(|(_, value)| value.as_str())
    }

    /// Returns the text up to the end of the element, without tags.
    pub(crate) fn text(&self) -> String {
        let end = self.rest.find(&format!("</{}>", self.name)).unwrap_or(self.rest.len());
        let mut text = String::new();
        let mut inside = false;
        for c in self.rest[..end].chars() {
            match c {
                '<' => inside = true,
                '>' => inside = false,
                c if !inside => text.push(c),
                _ => {}
            }
        }
        unescape(text.trim())
    }
}

/// Returns every start tag of a document, except those in scripts, styles, and comments.
pub(crate) fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|found| at + found + 1) {
        if html[open..].starts_with("!--") {
            at = html[open..].find("-->").map_or(html.len(), |end| open + end + 3);
            continue;
        }
        if !html[open..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            at = open;
            continue;
        }
        let tag = tag(&html[open..]);
        at = html.len() - tag.rest.len();
        if matches!(tag.name, "script" | "style") {
            at += tag.rest.find(&format!("</{}>", tag.name)).expect("scripts and styles are closed");
        }
        tags.push(tag);
    }
    tags
}

fn tag(text: &str) -> Tag<'_> {
    let end_of_name = text.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end_of_name);
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Tag { name, attributes, rest: after };
        }
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len());
        assert!(end > 0, "a tag that isn't closed: {}", &text[..text.len().min(80)]);
        let (attribute, after) = rest.split_at(end);
        match after.strip_prefix("=\"") {
            Some(value) => {
                let (value, after) = value.split_once('"').expect("values are quoted to the end");
                attributes.push((attribute, unescape(value)));
                rest = after;
            }
            None => {
                assert!(!after.starts_with('='), "a value without quotes: {}", &text[..text.len().min(80)]);
                attributes.push((attribute, String::new()));
                rest = after;
            }
        }
    }
}

/// Returns the text between `start` and the next `end`.
pub(crate) fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

/// Returns the data that a shell inlines under an ID.
pub(crate) fn inlined(html: &str, id: &str) -> Option<Json> {
    let json = between(html, &format!("<script type=\"application/json\" id=\"{id}\">"), "</script>")?;
    Some(serde_json::from_str(json).unwrap_or_else(|error| panic!("{id}: {error}: {json}")))
}

/// Replaces character references in text with the characters.
pub(crate) fn unescape(text: &str) -> String {
    let entities =
        [("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}
