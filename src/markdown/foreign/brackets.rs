//! Matches constructs in brackets and other short constructs.

use super::At;

/// Matches `!> Text` at the start of a paragraph.
pub(super) fn callout(at: &At<'_>) -> Option<(usize, usize)> {
    at.before().is_empty().then_some((0, 3))
}

/// Matches `[[Some page]]`, `[[page]]`, `[[Page|text]]`, or `![[image.png]]`. A single word that isn't in lowercase can have
/// a different meaning: `[[Prototype]]` is a slot of JavaScript's objects.
pub(super) fn wiki_link(at: &At<'_>) -> Option<(usize, usize)> {
    let inner = &at.rest()[2..at.rest().find("]]")?];
    let is_name = inner.starts_with(char::is_alphabetic) && !inner.contains(['[', ']', '`', '"', '=']);
    let image = usize::from(at.before().ends_with('!'));
    let is_lowercase = || {
        inner.chars().count() > 2 && inner.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_link = image > 0 || inner.contains(['|', ' ', '#', '/']) || is_lowercase();
    let follows = at.follows_word() && image == 0;
    (is_name && is_link && !follows && !at.rest()[inner.len() + 4..].starts_with(['(', '[']))
        .then_some((image, inner.len() + 4))
}

/// Matches `[^name]`, except in a regular expression or a link.
pub(super) fn footnote(at: &At<'_>) -> Option<(usize, usize)> {
    let name = &at.rest()[2..at.rest().find(']')?];
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c)) && !name.is_empty();
    let follows = at.before().ends_with(|c| "[({^$|\\/".contains(c));
    let continues = at.rest()[name.len() + 3..].starts_with(|c| "+*?{([|$/".contains(c));
    (is_name && !follows && !continues).then_some((0, name.len() + 3))
}

/// Matches `{name}` before code.
pub(super) fn role(at: &At<'_>) -> Option<(usize, usize)> {
    let before = at.before();
    let open = before.rfind('{')?;
    let name = &before[open + 1..];
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_:.-".contains(c));
    let follows = before[..open].ends_with(|c: char| c.is_alphanumeric() || "$`/\\{}".contains(c));
    let has_end = at.rest()[2..].contains('`') && !at.rest()[2..].starts_with('`');
    (is_name && !follows && has_end).then_some((name.len() + 1, 1))
}

/// Matches `[!QUESTION]`, or `[!NOTE]` before text, at the start of a quote.
pub(super) fn alert(at: &At<'_>) -> Option<(usize, usize)> {
    let name = &at.rest()[2..at.rest().find(']')?];
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
    let before = at.before();
    let is_quoted = before.ends_with(['>', ' ']) && before.contains('>');
    let follows = at.rest()[name.len() + 3..].starts_with(['(', '[', ':']);
    (is_name && is_quoted && at.starts_block() && !follows).then_some((0, name.len() + 3))
}

/// Matches `[text][label]`, except in code such as `array[i][j]` or `[string][Length(1,5)]$text`.
pub(super) fn reference(at: &At<'_>) -> Option<(usize, usize)> {
    let label = &at.rest()[2..2 + at.rest()[2..].find(']')?];
    let before = at.before();
    let open = before.rfind('[')?;
    let text = &before[open + 1..];
    let is_label = |label: &str| {
        label.chars().count() > 1 && label.chars().all(|c| c.is_alphanumeric() || " -_#.:/'`*&".contains(c))
    };
    let is_text =
        text.chars().filter(|c| c.is_alphabetic()).count() > 1 && !text.contains(['(', '=', '$', '"', ']']);
    let follows = before[..open].ends_with(|c: char| c.is_alphanumeric() || "])}[!`$_\\".contains(c));
    let continues =
        at.rest()[label.len() + 3..].starts_with(|c: char| c.is_alphanumeric() || "[({$:".contains(c));
    (is_label(label) && is_text && !follows && !continues).then_some((text.len() + 1, label.len() + 3))
}

/// Whether a string looks like the path of a file or a URL.
fn is_target(target: &str) -> bool {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let has_extension = path.rsplit_once('.').is_some_and(|(stem, extension)| {
        let is_name = extension.starts_with(|c: char| c.is_ascii_alphabetic()) && extension.len() < 6;
        !stem.is_empty() && is_name && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let is_url = ["https://", "http://", "./", "../"].iter().any(|start| target.starts_with(start));
    (has_extension || is_url) && !target.contains(['"', '\'', '(', '<', '>', '[', ']', '`', '*', '|', '{'])
}

/// Returns the link text before a `]`.
fn text_before<'t>(at: &At<'t>) -> Option<&'t str> {
    let before = at.before();
    let text = &before[before.rfind('[')? + 1..];
    let follows =
        before.len() > text.len() + 1 && before[..before.len() - text.len() - 1].ends_with(['`', '\\', ']']);
    (text.contains(char::is_alphabetic) && !follows).then_some(text)
}

/// Matches `[text](my file.md)`.
pub(super) fn spaced_target(at: &At<'_>) -> Option<(usize, usize)> {
    let target = &at.rest()[2..2 + at.rest()[2..].find(')')?];
    let is_spaced = target.contains(' ') && target.trim() == target && is_target(target);
    let text = text_before(at).filter(|_| is_spaced)?;
    Some((text.len() + 1, target.len() + 3))
}

/// Matches `[text] (file.md)`.
pub(super) fn distant_target(at: &At<'_>) -> Option<(usize, usize)> {
    let target = &at.rest()[3..3 + at.rest()[3..].find(')')?];
    let text = text_before(at).filter(|_| !target.contains(' ') && is_target(target))?;
    Some((text.len() + 1, target.len() + 4))
}

/// Matches `##Heading`.
pub(super) fn heading(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest().trim_end();
    let title = rest.trim_start_matches('#');
    let is_title = title.starts_with(char::is_alphabetic) && !title.contains(['[', '#', ';', '=', '(']);
    (rest.len() - title.len() < 7 && is_title && at.before().is_empty()).then_some((0, rest.len()))
}

/// Matches the row below the header of a table, such as `|---|`.
pub(super) fn delimiter_row(at: &At<'_>) -> Option<(usize, usize)> {
    let rest = at.rest().trim_end();
    let is_row = rest.len() > 3 && rest.bytes().all(|byte| b"|-: ".contains(&byte)) && rest.contains("--");
    let above = at.text[..at.at - at.before().len()].strip_suffix('\n')?.rsplit('\n').next()?;
    let is_header = above.trim_start().starts_with('|') && above.contains(char::is_alphanumeric);
    (is_row && is_header && at.before().trim().is_empty()).then_some((0, rest.len()))
}

/// If an info string contains a name in braces, as in MyST and R Markdown, returns the name: `note` for `{note} Title`.
pub(in crate::markdown) fn name_in_braces(info: &str) -> Option<&str> {
    let inner = info.trim().strip_prefix('{')?.split_once('}')?.0.trim_start_matches('.');
    let name = inner.split([' ', ',']).next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_:+".contains(c));
    is_name.then_some(name)
}
