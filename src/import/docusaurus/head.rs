//! Converts the elements that pages add to their head with `<Head>` or `<head>`.

use serde_json::{Map, Value as Json};

use crate::import::left::Left;
use crate::import::markdown::Fences;
use crate::import::site::{HEAD, head_tag};
use crate::import::starlight::{JsxTag, expression};
use crate::source::Source;

/// The module that adds elements to the `head` element of a page. In docgen, its component doesn't render anything.
const MODULE: &str = "@docusaurus/Head";

/// The names of attributes that differ between JSX and HTML.
const NAMES: [(&str, &str); 2] = [("className", "class"), ("httpEquiv", "http-equiv")];

/// Reports the import of the [`MODULE`] in a component.
pub(super) fn note(source: &Source, left: &mut Left) {
    if let Some(line) = source.text.lines().find(|line| is_import(line)) {
        let at = source.text.find(line).unwrap_or_default();
        let hint = "set `title`, `description`, `image`, and `head` in the front matter of the page, and remove the import";
        left.note(source, at..at + line.len(), "the elements in `Head`", hint);
    }
}

fn is_import(line: &str) -> bool {
    line.trim_start().starts_with("import") && line.contains(MODULE)
}

/// Takes the elements out of a page's text, which starts at `start`. Returns the source with blank lines in their place,
/// and the elements as `head` entries. `url` converts the URL path of a file.
pub(super) fn take(
    source: &Source,
    start: usize,
    url: &dyn Fn(&str) -> String,
    left: &mut Left,
) -> Option<(Source, Vec<Json>)> {
    let text = &source.text;
    let (mut fences, mut at, mut out, mut entries) =
        (Fences::default(), start, text[..start].to_owned(), Vec::new());
    while at < text.len() {
        let line = text[at..].split_inclusive('\n').next().unwrap_or_default();
        let indent = line.len() - line.trim_start().len();
        let is_code = fences.has(line);
        let taken = match JsxTag::read(&text[at + indent..]).filter(|_| !is_code) {
            _ if !is_code && is_import(line) => line.len(),
            Some(tag) if ["Head", "head"].contains(&&*tag.name) && !tag.is_end && !tag.is_closed => {
                let inner = at + indent + tag.length;
                let end = format!("</{}>", tag.name);
                match text[inner..].find(&end) {
                    Some(length) => {
                        children(source, inner, &text[inner..inner + length], &mut entries, url, left);
                        inner + length + end.len() - at
                    }
                    None => 0,
                }
            }
            _ => 0,
        };
        match taken {
            0 => out.push_str(line),
            taken => out.extend(text[at..at + taken].matches('\n')),
        }
        at += if taken == 0 { line.len() } else { taken };
    }
    (out != **text).then(|| (Source::new(source.path.clone(), &out), entries))
}

/// Adds the elements in a text that starts at `start` in the source.
fn children(
    source: &Source,
    start: usize,
    text: &str,
    entries: &mut Vec<Json>,
    url: &dyn Fn(&str) -> String,
    left: &mut Left,
) {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(tag) = JsxTag::read(rest).filter(|tag| !tag.name.is_empty()) else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            if rest.starts_with('{') && !rest.starts_with("{/*") && !rest.starts_with("{\" \"}") {
                left.note(source, start + at..start + at + 1, "code in the page's head", HINT);
            }
            at += match rest.starts_with('{') {
                true => expression(rest).unwrap_or(length),
                false => length,
            };
            continue;
        };
        let end = format!("</{}>", tag.name);
        let inner = rest[tag.length..]
            .find(&end)
            .filter(|_| !tag.is_closed)
            .map(|length| &rest[tag.length..][..length]);
        let length = tag.length + inner.map_or(0, |inner| inner.len() + end.len());
        match entry(&tag, inner, url) {
            Some(entry) => entries.push(entry),
            None => {
                let what = format!("the `{}` tag in the page's head", tag.name);
                left.note(source, start + at..start + at + length, &what, HINT);
            }
        }
        at += length;
    }
}

const HINT: &str = "add it to `head` in the front matter; for the page's title, use `title`";

/// Returns the `head` entry of an element. If the element isn't allowed or contains code, returns `None`.
fn entry(tag: &JsxTag, inner: Option<&str>, url: &dyn Fn(&str) -> String) -> Option<Json> {
    let mut attributes = Map::new();
    for attribute in &tag.attributes {
        let known = NAMES.iter().find(|(jsx, _)| *jsx == attribute.name);
        let name = known.map_or_else(|| attribute.name.to_ascii_lowercase(), |(_, html)| (*html).to_owned());
        let value = match attribute.value.as_str() {
            "" | "{true}" => Json::Bool(true),
            _ => attribute.text()?.into(),
        };
        attributes.insert(name, value);
    }
    if attributes.contains_key("") || !HEAD.contains(&&*tag.name) {
        return None;
    }
    let content = match inner.map(str::trim).filter(|inner| !inner.is_empty()) {
        Some(inner) if inner.starts_with('{') => {
            let code = inner.strip_prefix('{')?.strip_suffix('}')?.trim();
            let code =
                ['`', '"', '\''].iter().find_map(|quote| code.strip_prefix(*quote)?.strip_suffix(*quote))?;
            (!code.contains("${") && !code.contains('\\')).then_some(code)?
        }
        Some(inner) => inner,
        None => "",
    };
    Some(head_tag(&tag.name, &attributes, Some(content.to_owned()), url))
}
