//! Sessions of a shell: what follows a prompt is a command, the rest is what it printed.

use super::spans::{PLAIN, PUNCTUATION, Spans};

/// Names of sessions, as people write them after a fence.
const SESSIONS: [&str; 5] = ["console", "shell-session", "shellsession", "sh-session", "terminal"];

const PROMPTS: [&str; 4] = ["$ ", "# ", "> ", "% "];

/// Whether the name is that of a session.
pub(super) fn is(language: &str) -> bool {
    SESSIONS.iter().any(|session| session.eq_ignore_ascii_case(language))
}

/// Writes a code by `read`. Of a session, that is each of its commands, all lines of one at once.
pub(super) fn render(language: &str, code: &str, out: &mut Spans, mut read: impl FnMut(&str, &mut Spans)) {
    if !is(language) {
        return read(code, out);
    }
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
        read(&rest[..end], out);
        rest = &rest[end..];
    }
}

/// The length of the first line with its end.
fn end_of_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}
