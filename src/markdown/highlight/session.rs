//! Sessions of a shell: what follows a prompt is a command, the rest is what it printed.

use super::spans::{PLAIN, PUNCTUATION, Spans};

const PROMPTS: [&str; 4] = ["$ ", "# ", "> ", "% "];

/// Writes a session; each command is written by `command`, all its lines at once.
pub(super) fn render(code: &str, out: &mut Spans, mut command: impl FnMut(&str, &mut Spans)) {
    let mut rest = code;
    while !rest.is_empty() {
        let Some(prompt) = PROMPTS.into_iter().find(|prompt| rest.starts_with(prompt)) else {
            let line = &rest[..end_of_line(rest)];
            out.push(line, PLAIN);
            rest = &rest[line.len()..];
            continue;
        };
        out.push(prompt, PUNCTUATION);
        rest = &rest[prompt.len()..];
        let mut end = end_of_line(rest);
        // A line that ends in a backslash goes on.
        while end < rest.len()
            && rest[..end].ends_with("\\\n")
            && !PROMPTS.iter().any(|prompt| rest[end..].starts_with(prompt))
        {
            end += end_of_line(&rest[end..]);
        }
        command(&rest[..end], out);
        rest = &rest[end..];
    }
}

/// The length of the first line with its end.
fn end_of_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}
