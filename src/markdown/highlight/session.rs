//! Highlights shell sessions: a command follows each prompt, and all other lines are output.

use super::spans::{PLAIN, PUNCTUATION, Spans};

/// The names of session languages in code fences.
const SESSIONS: [&str; 5] = ["console", "shell-session", "shellsession", "sh-session", "terminal"];

const PROMPTS: [&str; 4] = ["$ ", "# ", "> ", "% "];

/// Whether a name belongs to a session language.
pub(super) fn is(language: &str) -> bool {
    SESSIONS.iter().any(|session| session.eq_ignore_ascii_case(language))
}

/// Highlights code with `read`. In a session, `read` receives only the commands, one at a time.
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
        // A command continues after a line that ends in a backslash.
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

/// Returns the length of the first line, including the line break.
fn end_of_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}
