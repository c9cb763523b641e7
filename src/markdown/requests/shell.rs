//! Splits a shell script into commands and their words according to the quoting rules of POSIX shells (POSIX.1-2017,
//! section 2.2). Commands in substitutions, such as `$(…)`, are separate commands.

use std::ops::Range;

/// A word of a command.
#[derive(Debug)]
pub(super) struct Word {
    /// The word without its quotes.
    pub text: String,
    /// The offset of the start in the script.
    start: usize,
    /// The offset of the end in the script.
    end: usize,
}

impl Word {
    /// Adds text, which ends at an offset in the script.
    fn push(&mut self, text: &str, end: usize) {
        self.text.push_str(text);
        self.end = end;
    }
}

/// A command.
#[derive(Debug, Default)]
pub(super) struct Command {
    /// The words.
    pub words: Vec<Word>,
    /// The text that the script itself sends to the command as input, with its offset if the script contains the text
    /// as it is.
    pub input: Option<(String, Option<usize>)>,
    /// Whether the output of the previous command is the input.
    pub is_piped: bool,
}

impl Command {
    /// Returns the range of the word that contains a part, with the word's quotes.
    pub(super) fn range(&self, part: &str) -> Option<Range<usize>> {
        let at = part.as_ptr() as usize;
        let has_part = |word: &&Word| {
            let start = word.text.as_ptr() as usize;
            start <= at && at + part.len() <= start + word.text.len()
        };
        self.words.iter().find(has_part).map(|word| word.start..word.end)
    }

    /// Returns the offset of a word's part in the script, if the script contains the part as it is.
    pub(super) fn offset(&self, script: &str, part: &str) -> Option<usize> {
        let start = |word: &Word| {
            let inside = (part.as_ptr() as usize).checked_sub(word.text.as_ptr() as usize)?;
            (inside + part.len() <= word.text.len()).then_some(word.start + inside)
        };
        let start = self.words.iter().find_map(start)?;
        // The quote before the part isn't in the word.
        [start, start + 1].into_iter().find(|at| script.get(*at..).is_some_and(|rest| rest.starts_with(part)))
    }
}

/// What the next word is.
enum Redirect {
    /// A file.
    File,
    /// Input.
    Text,
    /// The line after the last line of input. `<<-` removes tabs.
    Document { tabs: bool },
}

/// Returns the commands of a script.
pub(super) fn commands(script: &str) -> Vec<Command> {
    let mut reader = Reader { script, at: 0, end: script.len(), commands: Vec::new(), depth: 0 };
    reader.list();
    reader.commands
}

/// The maximum depth of nested substitutions.
const MAX_DEPTH: usize = 8;

struct Reader<'s> {
    script: &'s str,
    at: usize,
    end: usize,
    commands: Vec<Command>,
    depth: usize,
}

impl<'s> Reader<'s> {
    fn rest(&self) -> &'s str {
        self.script.get(self.at..self.end).unwrap_or_default()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Skips the text if it's next.
    fn skip(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        self.at += if is_next { text.len() } else { 0 };
        is_next
    }

    /// Reads commands until the end.
    fn list(&mut self) {
        let mut command = Command::default();
        let mut word: Option<Word> = None;
        let mut redirect = None;
        // The last lines of the here-documents that start after the current line, each with its command.
        let mut documents: Vec<(Option<usize>, String, bool)> = Vec::new();
        loop {
            let start = self.at;
            let c = self.next();
            if c == Some('<')
                && let Some(name) = self.placeholder()
            {
                word.get_or_insert_with(|| Word { text: String::new(), start, end: start })
                    .push(name, self.at);
                continue;
            }
            let ends = matches!(c, None | Some('\n' | ';' | '|' | '&' | '(' | ')'));
            if ends || c.is_some_and(|c| c.is_whitespace() || matches!(c, '<' | '>')) {
                // The number of a file before a redirection, as in `2>`.
                let is_number = |word: &Word| word.text.bytes().all(|byte| byte.is_ascii_digit());
                let word = word.take().filter(|word| !matches!(c, Some('<' | '>')) || !is_number(word));
                match (word, redirect.take()) {
                    (None, pending) => redirect = pending,
                    (Some(word), None) => command.words.push(word),
                    (Some(word), Some(Redirect::Text)) => {
                        let at = [word.start, word.start + 1].into_iter().find(|at| {
                            self.script.get(*at..).is_some_and(|rest| rest.starts_with(&word.text))
                        });
                        command.input = Some((word.text, at));
                    }
                    (Some(word), Some(Redirect::Document { tabs })) => {
                        documents.push((None, word.text, tabs));
                    }
                    (Some(_), Some(Redirect::File)) => {}
                }
            }
            match c {
                _ if ends => {
                    redirect = None;
                    let index = self.commands.len();
                    let own = documents.iter_mut().filter(|(command, ..)| command.is_none());
                    own.for_each(|(command, ..)| *command = Some(index));
                    if !command.words.is_empty() {
                        self.commands.push(std::mem::take(&mut command));
                    }
                    command.is_piped = c == Some('|') && !self.skip("|");
                    match c {
                        None => break,
                        Some('\n') => {
                            std::mem::take(&mut documents).into_iter().for_each(|(of, last, tabs)| {
                                let input = self.document(&last, tabs);
                                let command = of.and_then(|of| self.commands.get_mut(of));
                                command.into_iter().for_each(|command| command.input = Some(input.clone()));
                            })
                        }
                        _ => {}
                    }
                }
                Some('<') => {
                    redirect = Some(match () {
                        () if self.skip("<<") => Redirect::Text,
                        () if self.skip("<-") => Redirect::Document { tabs: true },
                        () if self.skip("<") => Redirect::Document { tabs: false },
                        () => Redirect::File,
                    });
                }
                Some('>') => {
                    let _ = self.skip(">") || self.skip("&") || self.skip("|");
                    redirect = Some(Redirect::File);
                }
                Some(c) if c.is_whitespace() => {}
                Some('#') if word.is_none() => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                Some('\\') if self.skip("\r\n") || self.skip("\n") => {}
                Some(c) => {
                    let word = word.get_or_insert_with(|| Word { text: String::new(), start, end: start });
                    self.part(c, &mut word.text);
                    word.end = self.at;
                }
                None => {}
            }
        }
    }

    /// Reads a part of a word that starts with a character.
    fn part(&mut self, c: char, word: &mut String) {
        match c {
            '\\' => word.extend(self.next()),
            '$' if self.skip("'") => self.escaped(word),
            '\'' => {
                let length = self.rest().find('\'').unwrap_or(self.rest().len());
                word.push_str(&self.rest()[..length]);
                self.at += length;
                self.skip("'");
            }
            '"' => {
                while let Some(c) = self.next().filter(|c| *c != '"') {
                    let is_escape = c == '\\' && self.rest().starts_with(['"', '\\', '$', '`']);
                    match is_escape {
                        true => word.extend(self.next()),
                        false => self.substitution(c, word),
                    }
                }
            }
            c => self.substitution(c, word),
        }
    }

    /// Reads a string with escape sequences, after `$'` (POSIX.1-2024, section 2.2.4).
    fn escaped(&mut self, word: &mut String) {
        while let Some(c) = self.next().filter(|c| *c != '\'') {
            match c {
                '\\' => word.extend(self.next().map(|c| match c {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    c => c,
                })),
                c => word.push(c),
            }
        }
    }

    /// Reads a character and, if a substitution starts with it, the commands of the substitution.
    fn substitution(&mut self, c: char, word: &mut String) {
        word.push(c);
        let start = self.at;
        let end = match c {
            '$' if self.skip("(") => self.closing(),
            '`' => self.rest().find('`').map(|length| self.at + length),
            _ => return,
        };
        let Some(end) = end.filter(|_| self.depth < MAX_DEPTH) else {
            self.at = start;
            return;
        };
        let outer = std::mem::replace(&mut self.end, end);
        self.depth += 1;
        self.list();
        self.depth -= 1;
        self.end = outer;
        self.at = (end + 1).min(self.end);
        word.push_str(&self.script[start..self.at]);
    }

    /// Returns the offset of the parenthesis that closes a substitution.
    fn closing(&self) -> Option<usize> {
        let mut depth = 1;
        let end = self.rest().find(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        Some(self.at + end)
    }

    /// Reads a placeholder in a word, such as `<id>`, which isn't a redirection.
    fn placeholder(&mut self) -> Option<&'s str> {
        let length = self.rest().find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
        if length == 0 || !self.rest()[length..].starts_with('>') {
            return None;
        }
        self.at += length + 1;
        Some(&self.script[self.at - length - 2..self.at])
    }

    /// Reads the lines of a here-document. Consoles show a prompt before each line. In a session, spaces replace the
    /// prompt.
    fn document(&mut self, last: &str, tabs: bool) -> (String, Option<usize>) {
        let start = self.at;
        let mut end = start;
        let mut lines = self.rest().split_inclusive('\n');
        for line in lines.by_ref() {
            self.at += line.len();
            let line = line.strip_prefix("> ").unwrap_or(line).trim_end_matches(['\r', '\n']);
            let line = line.trim_start_matches(' ');
            if last == if tabs { line.trim_start_matches('\t') } else { line } {
                break;
            }
            end = self.at;
        }
        (self.script[start..end].to_owned(), Some(start))
    }
}
