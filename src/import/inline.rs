//! Converts the inline constructs that Python-Markdown extensions add: icons, emoji, keyboard keys, marked text, and
//! attribute lists. Code spans don't change.

use std::collections::BTreeMap;

use super::markdown::{Address, closing, tag, target};
use crate::markdown::{Icon, escape};

/// Abbreviations with their meanings.
#[derive(Clone, Debug, Default)]
pub(super) struct Abbreviations(pub BTreeMap<String, String>);

impl Abbreviations {
    /// Reads a definition, such as `*[HTML]: Hypertext Markup Language`. Returns whether the line is a definition.
    pub(super) fn define(&mut self, line: &str) -> bool {
        let parts = line.strip_prefix("*[").and_then(|rest| rest.split_once("]:"));
        let Some((name, meaning)) = parts else { return false };
        self.0.insert(name.trim().to_owned(), meaning.trim().to_owned());
        true
    }
}

/// An attribute list, such as `{ #id .class key=value }` or `{: .class }`.
pub(super) struct AttributeList {
    pub id: Option<String>,
    /// The names and values of all attributes except the ID.
    pub others: Vec<(String, Option<String>)>,
    /// The offset of the text after the list.
    pub end: usize,
}

/// Reads the attribute list at the start of a text.
pub(super) fn attribute_list(text: &str) -> Option<AttributeList> {
    let inner = text.strip_prefix('{')?;
    let inner = inner.strip_prefix(':').unwrap_or(inner);
    let offset = text.len() - inner.len();
    let close = inner.find('}')?;
    let attributes = attributes(&inner[..close]);
    let is_list = |(name, value): &(String, Option<String>)| {
        value.is_some() || name.starts_with(['.', '#']) || name.starts_with("data-")
    };
    if attributes.is_empty() || !attributes.iter().all(is_list) || inner[..close].contains('{') {
        return None;
    }
    let id = attributes.iter().find_map(|(name, value)| match name.strip_prefix('#') {
        Some(id) => Some(id.to_owned()),
        None => value.clone().filter(|_| name == "id"),
    });
    let is_id = |(name, _): &(String, Option<String>)| name.starts_with('#') || name == "id";
    let others = attributes.into_iter().filter(|attribute| !is_id(attribute)).collect();
    Some(AttributeList { id, others, end: offset + close + 1 })
}

/// Reads names and `name=value` pairs. The values can be quoted.
pub(super) fn attributes(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        rest = &rest[end..];
        let mut value = None;
        if let Some(after) = rest.strip_prefix('=') {
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let (text, next) = match quote.and_then(|quote| Some((quote, after[1..].find(quote)?))) {
                Some((_, length)) => (&after[1..=length], &after[length + 2..]),
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = Some(text.to_owned());
            rest = next;
        }
        if name.is_empty() && value.is_none() {
            break;
        }
        found.push((name, value));
        rest = rest.trim_start();
    }
    found
}

/// The icon name prefixes, one for each icon set.
const ICON_SETS: [&str; 4] = ["material-", "octicons-", "fontawesome-", "simple-"];

/// The attributes that don't affect the text or appearance of a page.
const INVISIBLE: [&str; 5] = ["loading", "target", "rel", "data-preview", ".annotate"];

/// Converts a line of text. Also returns the source text of constructs that can't be converted: icons that docgen
/// doesn't have, attribute lists, and math.
pub(super) fn convert(
    text: &str,
    abbreviations: &Abbreviations,
    address: &Address<'_>,
) -> (String, Vec<String>) {
    let mut unknown = Vec::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        out.push_str(&plain(&rest[..at], abbreviations, address, &mut unknown));
        let length = rest[at..].chars().take_while(|c| *c == '`').count();
        let fence = &rest[at..at + length];
        let after = &rest[at + length..];
        let Some(close) = closing(after, fence) else {
            out.push_str(fence);
            rest = after;
            continue;
        };
        out.push_str(fence);
        out.push_str(without_shebang(&after[..close]));
        out.push_str(fence);
        rest = &after[close + length..];
        if let Some(list) = attribute_list(rest) {
            rest = &rest[list.end..];
        }
    }
    out.push_str(&plain(rest, abbreviations, address, &mut unknown));
    (out, unknown)
}

/// Returns inline code without a language prefix such as `#!py`.
fn without_shebang(code: &str) -> &str {
    let parts =
        code.strip_prefix("#!").or_else(|| code.strip_prefix(":::")).and_then(|rest| rest.split_once(' '));
    parts
        .filter(|(language, _)| language.chars().all(|c| c.is_alphanumeric() || c == '-'))
        .map_or(code, |(_, code)| code)
}

/// Converts text outside code spans.
fn plain(
    text: &str,
    abbreviations: &Abbreviations,
    address: &Address<'_>,
    unknown: &mut Vec<String>,
) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(c) = rest.chars().next() else { break };
        let before = out.chars().next_back();
        let converted = match c {
            ':' => icon(rest, unknown),
            '+' => keys(rest),
            '=' => between(rest, "==", "mark"),
            '^' => between(rest, "^^", "ins").or_else(|| script(rest, '^', "sup")),
            '~' if !rest.starts_with("~~") && before != Some('~') => script(rest, '~', "sub"),
            '{' if before.is_some_and(|c| !c.is_whitespace()) => {
                attribute_list(rest).filter(|_| is_after_element(&out)).map(|list| {
                    let is_image = to_image(&mut out, &list);
                    let is_lost = |(name, _): &(String, _)| !INVISIBLE.contains(&name.as_str());
                    if !is_image && list.others.iter().any(is_lost) {
                        unknown.push(rest[..list.end].to_owned());
                    }
                    (String::new(), list.end)
                })
            }
            '$' if rest.starts_with("$$") => {
                unknown.push("$$".to_owned());
                Some(("$$".to_owned(), 2))
            }
            '(' if before == Some(']') => target(rest, address),
            '<' => tag(rest, address),
            _ => None,
        };
        let word = converted.is_none() && c.is_alphanumeric() && !before.is_some_and(char::is_alphanumeric);
        let converted = if word { abbreviated(rest, abbreviations) } else { converted };
        match converted {
            Some((text, length)) => {
                out.push_str(&text);
                at += length;
            }
            None => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

/// If the image at the end of a text has an attribute list with dimensions, converts the image to HTML.
fn to_image(out: &mut String, list: &AttributeList) -> bool {
    let size: Vec<_> = list
        .others
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)))
        .filter(|(name, _)| matches!(name.as_str(), "width" | "height"))
        .collect();
    let Some(start) = out.rfind("![").filter(|_| !size.is_empty()) else { return false };
    let parts = out[start + 2..].strip_suffix(')').and_then(|inner| inner.split_once("]("));
    let Some((alt, url)) = parts.filter(|(_, url)| !url.contains([')', ' ', '"'])) else { return false };
    let mut image = format!("<img src=\"{url}\" alt=\"");
    escape::attribute(alt, &mut image);
    image.push('"');
    for (name, value) in size {
        image.push_str(&format!(" {name}=\""));
        escape::attribute(value, &mut image);
        image.push('"');
    }
    image.push('>');
    out.replace_range(start.., &image);
    true
}

/// Whether a text ends with an element that can have an attribute list.
fn is_after_element(out: &str) -> bool {
    out.ends_with([')', ']', '*', '_', '>', '`', '}'])
}

/// Converts an icon or an emoji, such as `:material-check:{ .green }` or `:smile:`.
fn icon(rest: &str, unknown: &mut Vec<String>) -> Option<(String, usize)> {
    let end = rest[1..].find(':')? + 1;
    let name = &rest[1..end];
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let mut length = end + 1;
    if let Some(list) = attribute_list(&rest[length..]) {
        length += list.end;
    }
    let Some(bare) = ICON_SETS.iter().find_map(|set| name.strip_prefix(set)) else {
        return emojis::get_by_shortcode(name).map(|emoji| (emoji.as_str().to_owned(), length));
    };
    // Octicon names end with a size, and Font Awesome names start with a style.
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    let bare =
        ["solid-", "regular-", "brands-"].iter().find_map(|style| bare.strip_prefix(style)).unwrap_or(bare);
    match Icon::find(bare) {
        Some(_) => Some((format!(":icon{{name={bare}}}"), length)),
        None => {
            unknown.push(format!(":{name}:"));
            Some((String::new(), length))
        }
    }
}

/// Converts keyboard keys, such as `++ctrl+alt+del++`.
fn keys(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix("++")?;
    let end = inner.find("++")?;
    let keys = &inner[..end];
    let is_key = |key: &str| {
        let bare = key.trim_matches('"');
        !bare.is_empty()
            && (key.starts_with('"') || bare.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
    };
    if !keys.split('+').all(is_key) {
        return None;
    }
    let named = |key: &str| {
        let words = key.trim_matches('"').split('-').map(|word| match word {
            "ctrl" | "control" => "Ctrl".to_owned(),
            "cmd" | "command" => "⌘".to_owned(),
            "del" => "Del".to_owned(),
            word => capitalized(word),
        });
        format!("<kbd>{}</kbd>", words.collect::<Vec<_>>().join(" "))
    };
    let written = keys.split('+').map(named).collect::<Vec<_>>().join("+");
    Some((written, end + 4))
}

/// Capitalizes the first letter of a word.
pub(crate) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// Converts text between two markers to an HTML element.
fn between(rest: &str, mark: &str, element: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix(mark)?;
    let end = inner.find(mark)?;
    let text = &inner[..end];
    let is_text =
        !text.is_empty() && !text.starts_with(char::is_whitespace) && !text.ends_with(char::is_whitespace);
    (is_text && !text.starts_with(&mark[..1]))
        .then(|| (format!("<{element}>{text}</{element}>"), end + 2 * mark.len()))
}

/// Converts superscript or subscript, which can't contain spaces.
fn script(rest: &str, mark: char, element: &str) -> Option<(String, usize)> {
    let inner = &rest[1..];
    let end = inner.find(mark)?;
    let text = &inner[..end];
    let is_script = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "[]()".contains(c));
    is_script.then(|| (format!("<{element}>{text}</{element}>"), end + 2))
}

/// Converts an abbreviation at the start of a word.
fn abbreviated(rest: &str, abbreviations: &Abbreviations) -> Option<(String, usize)> {
    let ends = |length: usize| !rest[length..].starts_with(char::is_alphanumeric);
    let found =
        abbreviations.0.iter().rev().find(|(name, _)| rest.starts_with(name.as_str()) && ends(name.len()));
    found.map(|(name, meaning)| {
        let mut title = String::new();
        escape::attribute(meaning, &mut title);
        (format!("<abbr title=\"{title}\">{name}</abbr>"), name.len())
    })
}
