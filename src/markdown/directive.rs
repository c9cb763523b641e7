//! Parses directives: lines such as `:::name[Title]{key="value"}`, `:::name Title`, `:::`, and
//! `::name[Title]{key="value"}`; the JSX tags for tabs; and `:name[text]{key="value"}` in text. Takes a line or other
//! text and returns the parts and their locations. `directives` defines the valid names.

use std::borrow::Cow;

use super::jsx::Jsx;
use crate::source::floor;

/// The role of a line or of part of a line.
#[derive(PartialEq)]
pub(super) enum Line<'a> {
    /// The line opens a directive.
    Open(Opening<'a>),
    /// The line closes a directive.
    Close(By),
    /// The line is a directive without content.
    Leaf(Opening<'a>),
    /// A directive inside text.
    Inline(Opening<'a>),
    /// A formula: the pieces of LaTeX, each with its offset in the source.
    Formula(Vec<(usize, &'a str)>),
    /// A formula inside text: the pieces of LaTeX, and whether the formula is displayed as a block.
    InlineFormula { code: Vec<(usize, &'a str)>, display: bool },
    /// JavaScript statements, which run in MDX but not in Markdown.
    Script,
    /// The line, or part of it, is JSX or JavaScript that a page runs.
    Jsx(Jsx<'a>),
    /// The name of a variable in text.
    Variable(&'a str),
    /// A URL in angle brackets, without the brackets. The URL starts with a variable.
    Url(&'a str),
}

/// The start of a directive.
#[derive(Clone, PartialEq)]
pub(super) struct Opening<'a> {
    pub name: &'a str,
    pub label: Option<Label<'a>>,
    pub attributes: Vec<Attribute<'a>>,
    pub by: By,
}

/// The delimiters of a directive.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum By {
    /// This number of colons.
    Colons(u32),
    /// A JSX tag with this name.
    Tag(&'static str),
}

impl<'a> Opening<'a> {
    /// Returns the opening with the attributes' values replaced by `values`, in order.
    pub(super) fn with_values<'v>(&'v self, values: &'v [Cow<'v, str>]) -> Opening<'v>
    where
        'a: 'v,
    {
        let attributes = self.attributes.iter().zip(values);
        let attributes = attributes.map(|(attribute, value)| Attribute { value, ..*attribute }).collect();
        Opening { attributes, ..*self }
    }
}

impl By {
    /// Returns the closing line for messages. Abbreviates a long run of colons.
    pub(super) fn closing(self) -> String {
        match self {
            By::Colons(colons) => ":".repeat(colons.min(16) as usize),
            By::Tag(name) => format!("</{name}>"),
        }
    }
}

/// A directive's title, which is inline Markdown.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Label<'a> {
    pub text: &'a str,
    /// The location in the source.
    pub at: usize,
}

/// An attribute of a directive. If an attribute has no value, `value` is an empty string.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Attribute<'a> {
    pub name: &'a str,
    pub value: &'a str,
    /// The location of the value in the source.
    pub at: usize,
}

/// Parses a line that starts with colons. The line has no leading or trailing whitespace. `at` is the line's location
/// in the source.
pub(super) fn fence(line: &str, at: usize) -> Option<Line<'_>> {
    let colons = line.bytes().take_while(|byte| *byte == b':').count();
    if colons == 2 {
        let (length, opening) = inline(&line[1..], at + 1)?;
        return (length + 1 == line.len()).then_some(Line::Leaf(Opening { by: By::Colons(2), ..opening }));
    }
    if colons < 3 {
        return None;
    }
    let by = By::Colons(u32::try_from(colons).ok()?);
    let rest = line[colons..].trim_start();
    if rest.is_empty() {
        return Some(Line::Close(by));
    }
    let (name, tail) = split_name(rest);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let place = |part: &str| at + (line.len() - part.len());
    let (mut label, mut attributes) = (None, Vec::new());
    if let Some(inner) = tail.strip_prefix('[') {
        // If the text after a title isn't an attribute list, it's part of the title, so no text is lost.
        let close = closing_bracket(inner);
        let after = close.map_or("", |close| inner[close + 1..].trim_start());
        match (close, braced(after)) {
            (Some(close), Some(list)) => {
                label = Some(Label { text: &inner[..close], at: place(inner) });
                attributes = self::attributes(list, place(list) - 1);
            }
            (Some(close), None) if after.is_empty() => {
                label = Some(Label { text: &inner[..close], at: place(inner) });
            }
            _ => label = Some(Label { text: tail, at: place(tail) }),
        }
    } else if tail.starts_with(|c: char| c.is_whitespace() || c == '{') {
        let tail = tail.trim_start();
        match braced(tail) {
            Some(list) => attributes = self::attributes(list, place(list) - 1),
            None => label = Some(Label { text: tail, at: place(tail) }),
        }
    } else if !tail.is_empty() {
        return None;
    }
    Some(Line::Open(Opening { name, label, attributes, by }))
}

/// Splits text that starts with a directive name into the name and the rest.
pub(super) fn split_name(text: &str) -> (&str, &str) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    text.split_at(text.bytes().take_while(is_part).count())
}

/// Parses the directive at the start of `text`: `:name[text]{key="value"}`. The text in brackets and the attributes are
/// both optional. Returns the directive's length. `at` is the location of `text` in the source.
pub(super) fn inline(text: &str, at: usize) -> Option<(usize, Opening<'_>)> {
    let (name, tail) = split_name(text.strip_prefix(':')?);
    let place = |part: &str| at + (text.len() - part.len());
    let (mut label, mut rest) = (None, tail);
    if let Some(inner) = tail.strip_prefix('[') {
        let close = closing_bracket(within_reach(inner))?;
        label = Some(Label { text: &inner[..close], at: place(inner) });
        rest = &inner[close + 1..];
    }
    let mut attributes = Vec::new();
    if let Some(list) = rest.strip_prefix('{')
        && let Some(close) = list_end(within_reach(list))
    {
        attributes = self::attributes(&list[..close], place(list));
        rest = &list[close + 1..];
    }
    let length = text.len() - rest.len();
    let opening = Opening { name, label, attributes, by: By::Colons(1) };
    (rest.len() < tail.len()).then_some((length, opening))
}

/// Returns the start of the text, up to a maximum length.
pub(super) fn within_reach(text: &str) -> &str {
    &text[..floor(text, text.len().min(4096))]
}

/// Returns the offset of the brace that closes an attribute list. Ignores braces in quoted values.
pub(super) fn list_end(list: &str) -> Option<usize> {
    let (mut quote, mut depth, mut before) = (None, 0_u32, b' ');
    for (at, byte) in list.bytes().enumerate() {
        match (byte, quote) {
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) if matches!(before, b'=' | b'{') => quote = Some(byte),
            (b'{', None) => depth += 1,
            (b'}', None) if depth == 0 => return Some(at),
            (b'}', None) => depth -= 1,
            _ => {}
        }
        before = byte;
    }
    None
}

/// If nothing else is on the same line, parses `<Tabs …>`, `<TabItem …>`, and their closing tags. Returns the tag's
/// length and role. The tag can span several lines.
pub(super) fn tag(text: &str, at: usize) -> Option<(usize, Line<'_>)> {
    let closing = text.starts_with("</");
    let name_at = if closing { 2 } else { 1 };
    let tags = [("TabItem", "tab"), ("Tabs", "tabs")];
    let (tag, name) = tags.into_iter().find(|(tag, _)| text[name_at..].starts_with(tag))?;
    let inside = &text[name_at + tag.len()..];
    let end = tag_end(inside)?;
    let line_rest = &inside[end + 1..];
    let alone = line_rest.lines().next().is_none_or(|rest| rest.trim().is_empty());
    let inside = &inside[..end];
    let parted = inside.is_empty() || inside.starts_with(|c: char| c.is_whitespace());
    // A self-closing tag has no content, so leave it unchanged.
    if !alone || !parted || inside.ends_with('/') {
        return None;
    }
    let length = name_at + tag.len() + end + 1;
    if closing {
        return inside.trim().is_empty().then_some((length, Line::Close(By::Tag(tag))));
    }
    let attributes = attributes(inside, at + (length - 1 - end));
    Some((length, Line::Open(Opening { name, label: None, attributes, by: By::Tag(tag) })))
}

/// Returns the `label` for a value in a JSX array, such as `[{label: 'iOS', value: 'ios'}]`.
pub(super) fn label_of<'a>(array: &'a str, value: &str) -> Option<&'a str> {
    fn field<'a>(entry: &'a str, name: &str) -> Option<&'a str> {
        let after = entry[entry.find(name)? + name.len()..].trim_start_matches(['"', '\'']).trim_start();
        let literal = after.strip_prefix(':')?.trim_start();
        let quote = literal.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
        literal[1..].split(quote).next()
    }
    array
        .split('}')
        .find(|entry| field(entry, "value") == Some(value))
        .and_then(|entry| field(entry, "label"))
}

/// Returns the end of a tag, which is a `>` outside quotation marks and braces, within a limited distance.
fn tag_end(text: &str) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0_i32);
    for (at, byte) in text.bytes().enumerate().take(4096) {
        match (byte, quote) {
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(byte),
            (b'{', None) => depth += 1,
            (b'}', None) => depth -= 1,
            (b'>', None) if depth <= 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// Returns the offset of the bracket that closes a title. Ignores brackets in code spans and escaped brackets.
pub(super) fn closing_bracket(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => {
                if let Some(length) = text[at + 1..].find('`') {
                    at += length + 1;
                }
            }
            b'[' => depth += 1,
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

fn braced(text: &str) -> Option<&str> {
    text.strip_prefix('{')?.strip_suffix('}')
}

/// Parses attributes: `key="value"`, `key='value'`, `key=value`, `key={"value"}`, `key={{ variable }}`, and `key`. For
/// any other expression in braces, the value is the expression's text. `at` is the location of the list in the source.
pub(super) fn attributes(list: &str, at: usize) -> Vec<Attribute<'_>> {
    let mut found = Vec::new();
    let mut rest = list;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | ',')).unwrap_or(rest.len());
        if rest.is_empty() {
            return found;
        }
        let (name, after) = rest.split_at(length);
        let Some(value) = after.strip_prefix('=') else {
            found.push(Attribute { name, value: "", at: at + (list.len() - rest.len()) });
            rest = after;
            continue;
        };
        let (value, after) = read_value(value);
        found.push(Attribute { name, value, at: at + offset(list, value) });
        rest = after;
    }
}

fn read_value(text: &str) -> (&str, &str) {
    let quoted = |text: &'_ str| -> Option<usize> {
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        text[1..].find(quote).map(|length| length + 1)
    };
    if let Some(close) = quoted(text) {
        return (&text[1..close], &text[close + 1..]);
    }
    if text.starts_with('{')
        && let Some(close) = closing_brace(text)
    {
        // The braces of a variable are part of the value.
        if text.starts_with("{{") && text[..close].ends_with('}') {
            return text.split_at(close + 1);
        }
        let inner = text[1..close].trim();
        let value = match quoted(inner) {
            Some(end) if end + 1 == inner.len() => &inner[1..end],
            _ => inner,
        };
        return (value, &text[close + 1..]);
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the offset of a substring in a string.
pub(super) fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize).min(whole.len())
}
