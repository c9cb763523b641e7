//! Converts the inline constructs that Python-Markdown extensions add: icons, keyboard keys, inserted text, and attribute
//! lists. Code spans don't change.

mod emphasis;
mod symbols;

use super::markdown::{
    Address, closing, closing_parenthesis, escaped_character, tag, target, with_replacements,
};
use super::syntax::Syntax;
pub(crate) use crate::markdown::capitalized;
use crate::markdown::{ATTRIBUTES, Icon};
pub(super) use symbols::Symbols;

/// An attribute list, such as `{ #id .class key=value }` or `{: .class }`.
#[derive(Default)]
pub(super) struct AttributeList {
    pub id: Option<String>,
    /// The names and values of all attributes except the ID.
    pub others: Vec<(String, Option<String>)>,
    /// The offset of the text after the list.
    pub end: usize,
}

impl AttributeList {
    /// Adds the attributes of another list.
    fn add(&mut self, other: AttributeList) {
        self.id = self.id.take().or(other.id);
        self.others.extend(other.others);
    }

    /// Returns the list in docgen's syntax, and whether docgen doesn't support some of the attributes. If docgen
    /// supports none of the attributes, the text is empty.
    pub(super) fn written(&self) -> (String, bool) {
        let is_name = |name: &str| {
            name.starts_with(char::is_alphabetic)
                && name.chars().all(|c| c.is_alphanumeric() || "-_:.".contains(c))
        };
        let mut words: Vec<String> = Vec::new();
        words.extend(self.id.as_ref().map(|id| match is_name(id) {
            true => format!("#{id}"),
            false => format!("id={}", quoted(id)),
        }));
        let mut is_lost = false;
        for (name, value) in &self.others {
            match (name.strip_prefix('.'), value) {
                (Some(class), None) if is_name(class) && class != "annotate" => {
                    words.push(format!(".{class}"))
                }
                (None, Some(value)) if name == "class" || is_kept(name) => {
                    words.push(format!("{name}={}", quoted(value)));
                }
                (None, None) if is_kept(name) => words.push(name.clone()),
                _ => is_lost |= !INVISIBLE.contains(&name.as_str()),
            }
        }
        // If the list starts with a class or an ID, or if all attributes have values, docgen doesn't need a colon.
        let is_plain = words.first().is_some_and(|word| word.starts_with(['#', '.']))
            || words.iter().all(|word| word.contains('=') || word.starts_with('.'));
        let text = match words.is_empty() {
            true => String::new(),
            false => format!("{{{}{}}}", if is_plain { "" } else { ": " }, words.join(" ")),
        };
        (text, is_lost)
    }

    /// Returns the list for the end of a heading, and whether docgen doesn't support some of the attributes.
    pub(super) fn written_in_heading(&self) -> (String, bool) {
        let (text, is_lost) = self.written();
        match &self.id {
            // In a heading, any text can be an ID.
            Some(id) if text.starts_with("{id=") && !text.contains(' ') => (format!(" {{#{id}}}"), is_lost),
            _ if text.is_empty() => (text, is_lost),
            _ => (format!(" {text}"), is_lost),
        }
    }
}

/// Whether docgen supports an attribute.
fn is_kept(name: &str) -> bool {
    ATTRIBUTES.contains(&name) || name.starts_with("data-") && !INVISIBLE.contains(&name)
}

/// Returns an attribute's value with quotation marks if it needs them.
fn quoted(value: &str) -> String {
    let is_bare = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "-_.%/#".contains(c));
    match value.contains('"') {
        _ if is_bare => value.to_owned(),
        true => format!("'{value}'"),
        false => format!("\"{value}\""),
    }
}

/// Converts the attribute list at the end of a heading. If the line isn't a heading with an attribute list, returns
/// `None`. Otherwise, returns the text before the list, and the list in docgen's syntax.
pub(super) fn heading(line: &str) -> Option<(&str, AttributeList)> {
    let bare = line.trim_end();
    let at = bare.rfind('{').filter(|_| line.trim_start().starts_with('#'))?;
    let is_escaped = bare[..at].ends_with('\\');
    let list = attribute_list(&bare[at..]).filter(|list| at + list.end == bare.len() && !is_escaped)?;
    let text = bare[..at].trim_end();
    let without_marks = text.trim_end_matches('#');
    Some((if without_marks.ends_with(' ') { without_marks.trim_end() } else { text }, list))
}

/// Reads the attribute list at the start of the text.
pub(super) fn attribute_list(text: &str) -> Option<AttributeList> {
    let inner = text.strip_prefix('{')?;
    // After a colon, words are allowed, but they have no effect.
    let has_colon = inner.starts_with(':');
    let inner = inner.strip_prefix(':').unwrap_or(inner);
    let offset = text.len() - inner.len();
    let close = inner.find('}')?;
    let attributes = attributes(&inner[..close]);
    let is_list = |(name, value): &(String, Option<String>)| {
        value.is_some() || name.starts_with(['.', '#']) || name.starts_with("data-")
    };
    let is_all = attributes.iter().all(is_list) || has_colon && attributes.iter().any(is_list);
    if attributes.is_empty() || !is_all || inner[..close].contains('{') {
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
            value = Some(text.trim_end_matches([';', ',']).to_owned());
            // Separators have no effect.
            rest = next.trim_start_matches([';', ',']);
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
const ICON_SETS: [&str; 5] = ["material-", "octicons-", "fontawesome-", "simple-", "lucide-"];

/// The attributes that don't affect the text or appearance of a page.
const INVISIBLE: [&str; 2] = ["data-preview", ".annotate"];

/// Converts a line of text. Also returns the source text of constructs that can't be converted: icons that docgen
/// doesn't have, and attribute lists.
pub(super) fn convert(text: &str, syntax: &Syntax, address: &Address<'_>) -> (String, Vec<String>) {
    let text = emphasis::with_elements(text);
    // An arrow might be the end of a comment.
    let has_comment = text.contains("<!--") || text.trim_end().ends_with("-->");
    let without_symbols = has_comment.then(|| Syntax { symbols: Symbols::default(), ..syntax.clone() });
    let syntax = without_symbols.as_ref().unwrap_or(syntax);
    let mut unknown = Vec::new();
    let mut out = String::new();
    let mut rest = &*text;
    while let Some(at) = rest.find('`') {
        out.push_str(&plain(&rest[..at], syntax, address, &mut unknown));
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
    out.push_str(&plain(rest, syntax, address, &mut unknown));
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
fn plain(text: &str, syntax: &Syntax, address: &Address<'_>, unknown: &mut Vec<String>) -> String {
    with_replacements(text, |c, at, out| {
        let rest = &text[at..];
        let before = out.chars().next_back();
        if syntax.edits
            && let Some(found) = edit(rest, out)
        {
            return Some(found);
        }
        if let Some(symbol) = syntax.symbols.at(rest, out) {
            return Some(symbol);
        }
        match c {
            '\\' if syntax.escapes.is_some() => escaped(rest, syntax.escapes == Some(true)),
            '\\' => escaped_character(rest),
            ':' if syntax.emoji => icon(rest, unknown),
            '+' if syntax.keys => keys(rest),
            '^' if syntax.inserted && rest.starts_with("^^") => between(rest, "^^", "ins"),
            '^' if syntax.superscript => script(rest, '^', "sup"),
            '~' if !rest.starts_with("~~") && before != Some('~') => match syntax.subscript {
                true => script(rest, '~', "sub"),
                // In docgen, text between single tildes is struck through.
                false => rest[1..].contains('~').then(|| ("\\~".to_owned(), 1)),
            },
            '{' => attributes_after(rest, out, unknown),
            '(' if before == Some(']') => target(rest, address).or_else(|| spaced_target(rest, address)),
            '<' => tag(rest, address),
            _ => None,
        }
    })
}

/// Converts a backslash that escapes any character, except at the end of a line.
fn escaped(rest: &str, has_spaces: bool) -> Option<(String, usize)> {
    let c = rest[1..].chars().next()?;
    let text = match c {
        ' ' if has_spaces => "&nbsp;".to_owned(),
        c if c.is_ascii_punctuation() => format!("\\{c}"),
        c => c.to_string(),
    };
    Some((text, 1 + c.len_utf8()))
}

/// The marks of edits, each with its HTML.
const EDITS: [(&str, &str); 10] = [
    ("{++", "<ins>"),
    ("++}", "</ins>"),
    ("{--", "<del>"),
    ("--}", "</del>"),
    ("{~~", "<del>"),
    ("~~}", "</ins>"),
    ("{==", "<mark>"),
    ("==}", "</mark>"),
    ("{>>", "<em>"),
    ("<<}", "</em>"),
];

/// Converts a mark of an edit.
fn edit(rest: &str, out: &str) -> Option<(String, usize)> {
    let is_replaced = || out.rfind("<del>").is_some_and(|at| !out[at..].contains("</del>"));
    if rest.starts_with("~>") && is_replaced() {
        return Some(("</del><ins>".to_owned(), 2));
    }
    let (mark, html) = EDITS.iter().find(|(mark, _)| rest.starts_with(mark))?;
    Some(((*html).to_owned(), mark.len()))
}

/// Converts the attribute lists at the start of the text if they follow an element. In a table, a list can also be at
/// the end of a cell.
fn attributes_after(rest: &str, out: &str, unknown: &mut Vec<String>) -> Option<(String, usize)> {
    let mut list = attribute_list(rest)?;
    if out.ends_with(char::is_whitespace) {
        let ends_cell = rest[list.end..].trim_start().starts_with('|');
        unknown.extend(ends_cell.then(|| rest[..list.end].to_owned()));
        return ends_cell.then(|| (String::new(), list.end));
    }
    if !is_after_element(out) {
        return None;
    }
    while let Some(next) = attribute_list(&rest[list.end..]) {
        list.end += next.end;
        list.add(next);
    }
    let (text, is_lost) = list.written();
    unknown.extend(is_lost.then(|| rest[..list.end].to_owned()));
    Some((text, list.end))
}

/// Whether text ends with an element that can have an attribute list.
fn is_after_element(out: &str) -> bool {
    out.ends_with([')', ']', '*', '_', '>', '`', '}'])
}

/// Converts an icon, such as `:material-check:{ .green }`. An emoji loses its attribute list.
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
        // GitHub's names end with the gender, as in `raising_hand_man`.
        let moved = name.split_once('_').filter(|(gender, _)| matches!(*gender, "man" | "woman"));
        let moved = moved.map(|(gender, name)| format!(":{name}_{gender}:"));
        let mut names = [rest[..=end].to_owned()].into_iter().chain(moved);
        return names.find(|name| crate::markdown::emoji(name).is_some()).map(|name| (name, length));
    };
    // Octicon names end with a size, and Font Awesome names start with a style.
    let other = bare.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    let other =
        ["solid-", "regular-", "brands-"].iter().find_map(|style| other.strip_prefix(style)).unwrap_or(other);
    match [bare, other].into_iter().find(|name| Icon::find(name).is_some()) {
        Some(name) => Some((format!(":icon{{name={name}}}"), length)),
        None => {
            unknown.push(format!(":{name}:"));
            Some((String::new(), length))
        }
    }
}

/// Keeps keyboard keys, such as `++ctrl+alt+del++`. Keys in quotation marks, such as `++"Enter the room"++`, become
/// elements.
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
    if !keys.contains('"') {
        return Some((rest[..end + 4].to_owned(), end + 4));
    }
    let named = |key: &str| match key.strip_prefix('"') {
        Some(text) => format!("<kbd>{}</kbd>", text.trim_end_matches('"')),
        None => format!("<kbd>{}</kbd>", capitalized(key)),
    };
    let written = keys.split('+').map(named).collect::<Vec<_>>().join("+");
    Some((written, end + 4))
}

/// Converts a link's target with spaces, which Python-Markdown accepts without angle brackets.
fn spaced_target(rest: &str, address: &Address<'_>) -> Option<(String, usize)> {
    let end = closing_parenthesis(rest)?;
    let url = rest[1..end].trim();
    if url.is_empty() || url.contains(['\n', '"', '\'', '<', '>']) {
        return None;
    }
    let url = address(url, false).unwrap_or_else(|| url.to_owned());
    Some((format!("(<{url}>)"), end + 1))
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

/// Keeps superscript or subscript. If the text contains escaped spaces or other signs, it becomes an element.
fn script(rest: &str, mark: char, element: &str) -> Option<(String, usize)> {
    let inner = &rest[1..];
    let end = inner.find(mark)?;
    let text = &inner[..end];
    let spaced = text.replace("\\ ", " ");
    let is_script = !text.is_empty()
        && !text.replace("\\ ", "").contains(|c: char| c.is_whitespace() || "[]()".contains(c));
    let is_plain = spaced == text && !text.contains(['*', '_', '<', '\\', '=', '+']);
    is_script.then(|| match is_plain {
        true => (rest[..end + 2].to_owned(), end + 2),
        false => (format!("<{element}>{spaced}</{element}>"), end + 2),
    })
}
