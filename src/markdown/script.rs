//! Finds the ends of JavaScript statements in pages. MDX runs the statements, but Markdown doesn't.

/// Returns the end of the JavaScript statements that start at `at`. In MDX, a blank line separates statements from
/// Markdown.
pub(super) fn script_end(body: &str, at: usize) -> Option<usize> {
    let line = &body[at..line_end(body, at)];
    let imports =
        line.starts_with("import ") && (line.contains(['\'', '"']) || line.trim_end().ends_with('{'));
    let exports = ["const ", "let ", "var ", "function ", "default ", "{"]
        .iter()
        .any(|word| line.strip_prefix("export ").is_some_and(|rest| rest.starts_with(word)));
    if !imports && !exports {
        return None;
    }
    let mut end = at;
    while end < body.len() {
        let stop = line_end(body, end);
        if body[end..stop].trim().is_empty() {
            break;
        }
        end = next_line(body, stop);
    }
    Some(at + body[at..end].trim_end().len())
}

/// Returns the end of the line at an offset.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// Returns the start of the line after an offset.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    (line_end(text, at) + 1).min(text.len())
}
