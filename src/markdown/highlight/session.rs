//! Highlights terminal sessions: a command follows each prompt, and all other lines are output.

use super::spans::{OUTPUT, PLAIN, PROMPT, Spans};

/// The names of session languages in code fences.
const SESSIONS: [&str; 5] = ["console", "shell-session", "shellsession", "sh-session", "terminal"];

/// The languages of scripts, listed by prompt. If the first line of the code starts with the prompt, the code is a
/// session, because no line in a script starts with that prompt.
const SCRIPTS: [(&str, &[&str]); 4] = [
    ("$", &["bash", "sh", "shell", "zsh", "shellscript"]),
    (">>>", &["python", "py", "python3", "py3", "pycon"]),
    ("PS", &["powershell", "pwsh", "posh", "ps", "ps1"]),
    ("C:\\", &["bat", "dos", "cmd", "batch"]),
];

/// The maximum number of lines in a heredoc or a quoted string. Lines after this limit are treated as output.
const MAX_LINES: usize = 200;

/// The prompts of a session.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Prompts {
    /// A prompt that ends in this character.
    Shell(char),
    /// `PS C:\>` or `C:\>`.
    Windows,
    /// `>>>` and `...`.
    Python,
}

/// Whether code in a language is a session.
pub(super) fn is(language: &str, code: &str) -> bool {
    is_session(language) || Prompts::of(language, code).is_some()
}

fn is_session(language: &str) -> bool {
    SESSIONS.iter().any(|session| session.eq_ignore_ascii_case(language))
}

/// Highlights code with `read`. In a session, `read` receives only the commands, one at a time.
pub(super) fn render(language: &str, code: &str, out: &mut Spans, mut read: impl FnMut(&str, &mut Spans)) {
    let Some(prompts) = Prompts::of(language, code) else {
        return if is_session(language) { out.push(code, PLAIN) } else { read(code, out) };
    };
    let (mut rest, mut is_open) = (code, false);
    while !rest.is_empty() {
        let continued = || (is_open && rest.starts_with("> ")).then_some(2);
        let Some(length) = prompts.length(rest).or_else(continued) else {
            let line = &rest[..end_of_line(rest)];
            out.push(line, OUTPUT);
            rest = &rest[line.len()..];
            is_open = false;
            continue;
        };
        out.push(&rest[..length], PROMPT);
        rest = &rest[length..];
        let (command, after) = rest.split_at(prompts.end_of_command(rest));
        read(command, out);
        is_open = is_incomplete(command);
        rest = after;
    }
}

impl Prompts {
    /// Returns the prompts of a session. If the code isn't a session or has no prompts, returns `None`.
    fn of(language: &str, code: &str) -> Option<Self> {
        if !is_session(language) {
            let is_language = |name: &&str| name.eq_ignore_ascii_case(language);
            let (start, _) = SCRIPTS.into_iter().find(|(_, names)| names.iter().any(is_language))?;
            let first = code.lines().find(|line| !line.trim().is_empty() && !line.starts_with("# "))?;
            let prompts = match start {
                "$" => Prompts::Shell('$'),
                ">>>" => Prompts::Python,
                _ => Prompts::Windows,
            };
            let is_plain = prompts != Prompts::Shell('$') || first.starts_with("$ ");
            return prompts.length(first).filter(|_| is_plain).map(|_| prompts);
        }
        // `#` can also start a comment, and `>` can start output, so these prompts come last.
        let all = [
            Prompts::Shell('$'),
            Prompts::Windows,
            Prompts::Python,
            Prompts::Shell('%'),
            Prompts::Shell('#'),
            Prompts::Shell('>'),
        ];
        all.into_iter().find(|prompts| code.lines().any(|line| prompts.length(line).is_some()))
    }

    /// Returns the length of the prompt at the start of the text.
    fn length(self, text: &str) -> Option<usize> {
        let line = text.lines().next().unwrap_or_default();
        match self {
            Prompts::Python => {
                let length = [">>>", "..."].into_iter().find(|prompt| line.starts_with(prompt))?.len();
                let rest = &line[length..];
                (rest.is_empty() || rest.starts_with(' ')).then(|| length + usize::from(!rest.is_empty()))
            }
            Prompts::Windows => {
                let end = line.find('>')?;
                let path = line[..end].strip_prefix("PS").map(str::trim_start).unwrap_or(&line[..end]);
                let is_drive = path.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
                    && path[1..].starts_with(":\\");
                let is_bare = path.is_empty() && line.starts_with("PS");
                let space = usize::from(line[end + 1..].starts_with(' '));
                (is_drive || is_bare).then_some(end + 1 + space)
            }
            Prompts::Shell(sign) => {
                let end = line.find(sign).filter(|end| *end < 100 && line[end + 1..].starts_with(' '))?;
                (end == 0 || sign != '>' && is_host(line[..end].trim_end())).then_some(end + 2)
            }
        }
    }

    /// Returns the length of the command at the start of the text, with its line break. A command continues after a
    /// line that ends in a backslash, to the end of its heredoc, and to the end of a quoted string.
    fn end_of_command(self, text: &str) -> usize {
        let mut end = end_of_line(text);
        if self == Prompts::Python {
            return end;
        }
        while end < text.len() && text[..end].ends_with("\\\n") && self.length(&text[end..]).is_none() {
            if text[end..].starts_with("> ") {
                return end;
            }
            end += end_of_line(&text[end..]);
        }
        let word = here_document(&text[..end]);
        if word.is_none() && !has_open_quote(&text[..end]) {
            return end;
        }
        let (mut last, mut lines) = (end, 0);
        while last < text.len() && lines < MAX_LINES && self.length(&text[last..]).is_none() {
            let line = &text[last..last + end_of_line(&text[last..])];
            last += line.len();
            lines += 1;
            if word.map_or_else(|| !has_open_quote(&text[..last]), |word| line.trim() == word) {
                return last;
            }
        }
        end
    }
}

/// Whether the text before the last character of a prompt names a user or folder, as in `ada@host:~/docs$`.
fn is_host(text: &str) -> bool {
    let is_between = |open, close| text.starts_with(open) && text.ends_with(close);
    let is_word = !text.contains(char::is_whitespace) && (text.contains('@') || text.starts_with(['~', '/']));
    is_between('[', ']') || is_between('(', ')') || is_word
}

/// Returns the delimiter of the heredoc that a command starts.
fn here_document(command: &str) -> Option<&str> {
    let word = command.split("<<").nth(1)?.trim_start_matches(['-', '~', ' ', '"', '\'']);
    let length = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    Some(&word[..length]).filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Whether a shell would ask for the rest of a command.
fn is_incomplete(command: &str) -> bool {
    let command = command.trim_end();
    ["\\", "|", "&&"].iter().any(|end| command.ends_with(end))
        || command.contains("<<")
        || has_open_quote(command)
}

/// Whether a quoted string in a command isn't closed.
fn has_open_quote(command: &str) -> bool {
    let (mut quote, mut is_escaped, mut before) = (None, false, ' ');
    for c in command.chars() {
        match quote {
            _ if is_escaped => is_escaped = false,
            None if c == '#' && before.is_whitespace() => quote = Some('\n'),
            None if matches!(c, '"' | '\'') => quote = Some(c),
            Some(open) if open == c => quote = None,
            None | Some('"') => is_escaped = c == '\\',
            Some(_) => {}
        }
        before = c;
    }
    quote.is_some_and(|quote| quote != '\n')
}

/// Returns the length of the first line, including the line break.
fn end_of_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}
