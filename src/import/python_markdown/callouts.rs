//! Callouts of the `callouts` extension: paragraphs and quotes that start with a word such as `NOTE:`.

use crate::import::lines::{indent_of, is_blank};

/// Returns the callout at a line as an admonition or details without indentation, and its number of lines. If
/// `strips_period` is `true`, titles lose their last period.
pub(super) fn at(lines: &[&str], at: usize, strips_period: bool) -> Option<(Vec<String>, usize)> {
    let line = lines[at];
    if at > 0 && !is_blank(lines[at - 1]) {
        return None;
    }
    let indent = indent_of(line);
    let bare = &line[indent..];
    let (text, mark) = match bare.strip_prefix('>') {
        Some(rest) => match rest.chars().next() {
            Some('!') => (&rest[1..], "???+"),
            Some('?') => (&rest[1..], "???"),
            _ => (rest, "!!!"),
        },
        None => (bare, "!!!"),
    };
    let is_quote = bare.starts_with('>');
    let text = text.strip_prefix(' ').filter(|_| is_quote).unwrap_or(text);
    let (kind, first) = text.split_once(':')?;
    let is_kind = kind.len() > 1 && kind.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_kind || !(first.is_empty() || first.starts_with(' ')) {
        return None;
    }
    let length = lines[at..].iter().take_while(|line| !is_blank(line)).count();
    let (title, first) = match titled(first.trim(), strips_period) {
        Some((title, rest)) => (format!(" \"{title}\""), rest),
        None => (String::new(), first.trim()),
    };
    let mut block = vec![format!("{mark} {}{title}", kind.to_ascii_lowercase())];
    let inside = |line: &&str| {
        let bare = line.trim_start_matches(' ');
        let text = match bare.strip_prefix('>').filter(|_| is_quote) {
            Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
            None => line.get(indent..).unwrap_or(bare),
        };
        format!("    {text}").trim_end().to_owned()
    };
    block.extend((!first.is_empty()).then(|| format!("    {first}")));
    block.extend(lines[at + 1..at + length].iter().map(inside));
    Some((block, length))
}

/// If text starts with bold text, returns it as a title, and the rest of the text.
fn titled(text: &str, strips_period: bool) -> Option<(&str, &str)> {
    let (title, rest) = text.strip_prefix("**")?.split_once("**")?;
    let title = title.trim();
    let title = title.strip_suffix('.').filter(|_| strips_period).unwrap_or(title);
    (!title.is_empty()).then(|| (title, rest.trim_start()))
}
