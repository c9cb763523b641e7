//! Writes the directives, code blocks, and URLs that replace shortcodes.

use super::Call;
use super::host::Host;
use crate::import::goldmark::colons_for;
use crate::import::lines::is_blank;
use crate::markdown::{Icon, escape};

/// Returns a directive around content.
pub(super) fn directive(name: &str, title: Option<&str>, attributes: &str, inner: &str) -> String {
    let colons = colons_for(inner);
    let title = title.map_or_else(String::new, |title| format!("[{}]", in_brackets(title)));
    let attributes = if attributes.is_empty() { String::new() } else { format!("{{{attributes}}}") };
    // HTML ends only at a blank line.
    let is_html = inner.lines().next_back().is_some_and(|line| line.trim_start().starts_with('<'));
    let end = if is_html { "\n\n" } else { "\n" };
    let inner = if inner.is_empty() { String::new() } else { format!("{inner}{end}") };
    format!("{colons}{name}{title}{attributes}\n{inner}{colons}")
}

/// Returns text that can be in brackets: a single line, without unmatched brackets.
pub(super) fn in_brackets(text: &str) -> String {
    let text = text.trim().replace('\n', " ");
    if text.matches('[').count() == text.matches(']').count() { text } else { text.replace(['[', ']'], "") }
}

/// Returns a directive's attribute. If the attribute has no value, returns an empty string.
pub(super) fn attribute(name: &str, value: Option<&str>) -> String {
    value.filter(|value| !value.is_empty()).map_or_else(String::new, |value| {
        format!(" {name}=\"{}\"", value.replace('"', "&quot;").replace('\n', " "))
    })
}

/// Escapes text for an HTML attribute.
pub(in crate::import) fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape::attribute(text, &mut out);
    out
}

/// Returns a code block. The block's fence is longer than all fences in the code.
pub(in crate::import) fn fenced(info: &str, code: &str) -> String {
    let code = dedented_code(code);
    let longest = code
        .lines()
        .map(|line| line.trim_start())
        .map(|line| line.len() - line.trim_start_matches('`').len())
        .max();
    let marks = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{marks}{info}\n{code}\n{marks}")
}

/// Returns code without common indentation and without leading and trailing blank lines.
fn dedented_code(code: &str) -> String {
    dedented(code.trim_end())
}

/// The names of arguments that contain a URL.
pub(super) const URLS: [&str; 7] = ["href", "link", "url", "relref", "ref", "to", "page"];

/// Returns the URL that a shortcode links to.
pub(super) fn target(host: &dyn Host, call: &Call) -> Option<String> {
    let url = call.named(&URLS).filter(|url| !url.is_empty())?;
    let path = call.named(&["relref", "ref", "page"]).and_then(|path| host.reference(path));
    let url = path.unwrap_or_else(|| url.to_owned());
    Some(host.address(&url).unwrap_or(url))
}

/// Returns an icon's name in docgen. If docgen doesn't have the icon, returns `None`.
pub(super) fn icon_name(name: &str) -> Option<&str> {
    let bare = name.rsplit(' ').next().unwrap_or(name);
    let bare = ["fa-", "gdoc_", "fas-", "fab-"].iter().find_map(|set| bare.strip_prefix(set)).unwrap_or(bare);
    Icon::find(bare).map(|_| bare)
}

/// Returns the content of a shortcode without common indentation and without leading and trailing blank lines. If the
/// shortcode is in a quote, the markers of the quote are before the end tag, too.
pub(super) fn dedented(text: &str) -> String {
    let is_in_quote = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim_start().starts_with('>'));
    let is_full = |line: &&&str| !is_blank(line);
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !is_blank(line));
    let Some(first) = first else { return String::new() };
    let last = lines.iter().rposition(|line| !is_blank(line)).unwrap_or(first);
    lines = lines[first..=last].to_vec();
    if is_in_quote && lines.iter().filter(is_full).all(|line| line.trim_start().starts_with('>')) {
        let bare = lines.iter().map(|line| line.trim_start().strip_prefix('>').unwrap_or_default());
        let bare: Vec<&str> = bare.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        if bare.iter().any(|line| !is_blank(line)) {
            return bare.join("\n");
        }
    }
    // The first line can be on the same line as the start tag.
    let skipped = usize::from(first == 0 && !lines[0].starts_with([' ', '\t']));
    let width = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let common =
        lines[skipped.min(lines.len())..].iter().filter(is_full).map(|line| width(line)).min().unwrap_or(0);
    let cut = |(at, line): (usize, &&str)| match at < skipped || width(line) < common {
        true => line.trim_start_matches([' ', '\t']).to_owned(),
        false => line[common..].to_owned(),
    };
    lines.iter().enumerate().map(cut).collect::<Vec<_>>().join("\n")
}

/// Returns the text in HTML.
pub(in crate::import) fn without_tags(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else { break };
        out.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    out + rest
}

/// Returns text with the characters that these entities stand for.
pub(in crate::import) fn without_entities(text: &str) -> String {
    const ENTITIES: [(&str, &str); 6] =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    ENTITIES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
