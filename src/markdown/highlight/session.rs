//! Highlights terminal sessions: a command follows each prompt, and all other lines are output.

mod input;

use std::borrow::Cow;

use super::spans::{OUTPUT, PLAIN, PROMPT, Spans};
use input::{Input, Syntax};

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

/// The maximum number of lines in a command. If the command isn't complete after this limit, its other lines are treated
/// as output.
const MAX_LINES: usize = 200;

/// The characters that a shell's prompt ends with.
const SIGNS: [char; 5] = ['$', '%', '#', '>', '❯'];

/// The maximum length of a shell's prompt, in bytes.
const MAX_PROMPT: usize = 100;

/// The prompts of a session.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Prompts {
    /// This character, or a user, host, or folder with a character from [`SIGNS`].
    Shell(char),
    /// `PS C:\>` or `C:\>`.
    Windows,
    /// `>>>` and `...`.
    Python,
}

/// The role of a part of a session.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// The prompt before a command.
    Prompt,
    /// The prompt before another line of the same command.
    Continuation,
    /// A command, or a line of a command.
    Command,
    /// A line of output.
    Output,
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
    prompts.read(code, |part, role| match role {
        Role::Prompt | Role::Continuation => out.push(part, PROMPT),
        Role::Command => read(part, out),
        Role::Output => out.push(part, OUTPUT),
    });
}

/// Returns the code of a session with spaces instead of output and prompts, or all other code unchanged. The offsets stay
/// the same. The rest is what readers copy: the theme leaves out the parts that [`render`] marks as output or prompts.
pub(crate) fn commands<'c>(language: &str, code: &'c str) -> Cow<'c, str> {
    let Some(prompts) = Prompts::of(language, code) else { return Cow::Borrowed(code) };
    let mut out = String::with_capacity(code.len());
    prompts.read(code, |part, role| match role {
        Role::Command => out.push_str(part),
        Role::Prompt | Role::Continuation | Role::Output => {
            out.extend(part.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
        }
    });
    Cow::Owned(out)
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
            Prompts::Shell('❯'),
            Prompts::Shell('#'),
            Prompts::Shell('>'),
        ];
        let is_own = |prompts: &Prompts, line: &str| match prompts {
            Prompts::Shell(sign) => shell(line, *sign).is_some_and(|(_, found)| found == *sign),
            prompts => prompts.length(line).is_some(),
        };
        all.into_iter().find(|prompts| code.lines().any(|line| is_own(prompts, line)))
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
            Prompts::Windows => windows(line),
            Prompts::Shell(sign) => shell(line, sign).map(|(length, _)| length),
        }
    }

    /// Splits the code of a session into its parts.
    fn read<'c>(self, code: &'c str, mut write: impl FnMut(&'c str, Role)) {
        let mut rest = code;
        while !rest.is_empty() {
            let Some(length) = self.length(rest) else {
                let (line, after) = rest.split_at(end_of_line(rest));
                write(line, Role::Output);
                rest = after;
                continue;
            };
            let (prompt, after) = rest.split_at(length);
            write(prompt, Role::Prompt);
            let (end, is_prompted) = self.command(prompt, after);
            let (command, after) = after.split_at(end);
            if is_prompted {
                for (number, line) in command.split_inclusive('\n').enumerate() {
                    let length = continuation(line).filter(|_| number > 0).unwrap_or_default();
                    if length > 0 {
                        write(&line[..length], Role::Continuation);
                    }
                    write(&line[length..], Role::Command);
                }
            } else {
                write(command, Role::Command);
            }
            rest = after;
        }
    }

    /// Returns the length of the command after a prompt, with its line break, and whether the lines after the first one
    /// have prompts of their own.
    fn command(self, prompt: &str, text: &str) -> (usize, bool) {
        let syntax = match self {
            Prompts::Python => return (end_of_line(text), false),
            Prompts::Shell(_) => Syntax::Shell,
            Prompts::Windows if prompt[environments(prompt)..].starts_with("PS") => Syntax::PowerShell,
            Prompts::Windows => Syntax::Batch,
        };
        if self == Prompts::Windows {
            // No output starts with these prompts.
            let first = end_of_line(text);
            let lines = text[first..].split_inclusive('\n').take_while(|line| continuation(line).is_some());
            let more: usize = lines.map(str::len).sum();
            if more > 0 {
                return (first + more, true);
            }
        }
        let styles = [true, false];
        let complete = styles.into_iter().find_map(|is_prompted| {
            self.complete_command(syntax, text, is_prompted).map(|end| (end, is_prompted))
        });
        complete.unwrap_or_else(|| (self.incomplete_command(syntax, text), true))
    }

    /// Returns the length of a complete command.
    fn complete_command(self, syntax: Syntax, text: &str, is_prompted: bool) -> Option<usize> {
        let (mut input, mut end) = (Input::new(syntax), 0);
        for line in text.split_inclusive('\n').take(MAX_LINES) {
            let start = match end {
                0 => 0,
                _ if is_prompted => continuation(line)?,
                _ if self.length(line).is_some() && !input.is_document() => return None,
                _ => 0,
            };
            input.add(&line[start..]);
            end += line.len();
            if input.is_complete() {
                return Some(end);
            }
        }
        None
    }

    /// Returns the length of a command whose end isn't shown: its first line, and the lines after it that have the
    /// prompt of another line or that follow an escaped line break.
    fn incomplete_command(self, syntax: Syntax, text: &str) -> usize {
        let mut end = end_of_line(text);
        loop {
            let line = &text[end..end + end_of_line(&text[end..])];
            let is_escaped = text[..end].trim_end_matches(['\r', '\n']).ends_with(syntax.escape());
            let is_more = is_escaped && self.length(line).is_none() || continuation(line).is_some();
            if line.is_empty() || !is_more {
                return end;
            }
            end += line.len();
        }
    }
}

/// Returns the length of the prompt before another line of a command: `>` in most shells, `for>` and the like in Zsh,
/// `>>` in PowerShell, and `More?` in the Windows command prompt.
fn continuation(line: &str) -> Option<usize> {
    let line = line.trim_end_matches(['\r', '\n']);
    let end = match line.strip_prefix("More?") {
        Some(_) => "More?".len(),
        None => {
            let word = line.bytes().take_while(u8::is_ascii_lowercase).count();
            let signs = line[word..].bytes().take_while(|byte| *byte == b'>').count();
            let is_prompt = signs == 1 && word < 16 || signs == 2 && word == 0;
            is_prompt.then_some(word + signs)?
        }
    };
    match line.as_bytes().get(end) {
        None => Some(end),
        Some(b' ') => Some(end + 1),
        Some(_) => None,
    }
}

/// Returns the length and the last character of the prompt at the start of a line. Without a user, host, or folder, the
/// prompt is `sign`.
fn shell(line: &str, sign: char) -> Option<(usize, char)> {
    let is_end = |(at, c): &(usize, char)| {
        let after = &line[at + c.len_utf8()..];
        SIGNS.contains(c) && (after.is_empty() || after.starts_with(' '))
    };
    let (end, found) = line.char_indices().take_while(|(at, _)| *at < MAX_PROMPT).find(is_end)?;
    let before = line[..end].trim_end();
    let is_prompt = match found {
        _ if before.is_empty() => end == 0 && found == sign && (sign == '$' || line.len() > sign.len_utf8()),
        '>' => false,
        // After a space, `#` can also start a comment.
        '#' if sign != '#' && before.len() < end && !before.ends_with([']', ')']) => false,
        _ => is_host(before, found),
    };
    let length = end + found.len_utf8();
    is_prompt.then(|| (length + usize::from(line.len() > length), found))
}

/// Whether the text before the last character of a prompt names a user, host, or folder, as in `ada@host:~/docs$`.
fn is_host(text: &str, sign: char) -> bool {
    let text = &text[environments(text)..];
    // A branch can follow.
    let text = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((text, _)) => text,
        None => text,
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    match text.split_once(' ') {
        _ if text.is_empty() || text.starts_with('[') && text.ends_with(']') => true,
        _ if text.starts_with('(') && text.ends_with(')') => true,
        Some((first, rest)) => first.contains('@') && (first.contains(':') || rest.starts_with(['~', '/'])),
        None => {
            text.contains('@')
                || text.starts_with(['~', '/'])
                || sign == '$'
                    && text.starts_with(|c: char| c.is_ascii_lowercase())
                    && text.chars().all(is_name)
        }
    }
}

/// Returns the length of the environments, such as `(venv)`, at the start of a prompt.
fn environments(text: &str) -> usize {
    let mut rest = text;
    while let Some((_, after)) = rest.strip_prefix('(').and_then(|inner| inner.split_once(") ")) {
        rest = after.trim_start();
    }
    text.len() - rest.len()
}

/// Returns the length of a prompt of Windows at the start of a line.
fn windows(line: &str) -> Option<usize> {
    let start = environments(line);
    let end = start + line[start..].find('>')?;
    let text = &line[start..end];
    let power = text.strip_prefix("PS").filter(|path| path.is_empty() || path.starts_with(' '));
    let path = power.unwrap_or(text).trim_start();
    let drive = path.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_drive = path[drive..].starts_with(":\\") && (drive == 1 || drive > 1 && power.is_some());
    let is_path = is_drive || power.is_some() && (path.is_empty() || path.starts_with(['/', '~']));
    let space = usize::from(line[end + 1..].starts_with(' '));
    is_path.then_some(end + 1 + space)
}

/// Returns the length of the first line, including the line break.
fn end_of_line(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |end| end + 1)
}
