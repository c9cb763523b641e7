//! Splits a shell script into commands and their words according to the quoting rules of POSIX shells (POSIX.1-2017,
//! section 2.2). Commands in substitutions, such as `$(…)`, are separate commands.

use std::ops::Range;

/// A word of a command.
#[derive(Debug)]
pub(super) struct Word {
    /// The word without its quotes.
    pub text: String,
    /// The range in the script.
    range: Range<usize>,
    /// The parts that the script contains as they are: the offset in the text and the offset in the script.
    parts: Vec<(usize, usize)>,
}

impl Word {
    fn new(start: usize) -> Self {
        Word { text: String::new(), range: start..start, parts: Vec::new() }
    }

    /// Adds text that the script contains at an offset.
    fn push(&mut self, text: &str, at: usize) {
        let own = self.text.len();
        if self.parts.last().is_none_or(|(own_start, start)| at - start != own - own_start) {
            self.parts.push((own, at));
        }
        self.text.push_str(text);
        self.range.end = at + text.len();
    }

    /// Returns the range of a part of the text in the script. If quotes divide the whole text, the range includes all
    /// quotes.
    fn range(&self, part: &str) -> Option<Range<usize>> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start + part.len();
        if part.is_empty() || end > self.text.len() {
            return None;
        }
        let part_of = |at: usize| self.parts.partition_point(|(own, _)| *own <= at).checked_sub(1);
        let (first, last) = (part_of(start)?, part_of(end - 1)?);
        if first != last && part.len() == self.text.len() {
            return Some(self.range.clone());
        }
        let in_script = |index: usize, at: usize| self.parts[index].1 + at - self.parts[index].0;
        Some(in_script(first, start)..in_script(last, end - 1) + 1)
    }
}

/// A command.
#[derive(Debug, Default)]
pub(super) struct Command {
    /// The words.
    pub words: Vec<Word>,
    /// The text that the script itself sends to the command as input.
    pub input: Option<Word>,
    /// Whether the output of the previous command is the input.
    pub is_piped: bool,
}

impl Command {
    /// Returns the range of a part of a word or of the input in the script.
    pub(super) fn range(&self, part: &str) -> Option<Range<usize>> {
        self.words.iter().chain(&self.input).find_map(|word| word.range(part))
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

/// The rules for quotes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shell {
    Posix,
    /// A backslash before a double quote is for the program, which removes it, even between single quotes.
    Windows,
}

/// Returns the commands of a script.
pub(super) fn commands(script: &str, shell: Shell) -> Vec<Command> {
    let mut reader = Reader { script, shell, at: 0, end: script.len(), commands: Vec::new(), depth: 0 };
    reader.list();
    reader.commands
}

/// The maximum depth of nested substitutions.
const MAX_DEPTH: usize = 8;

struct Reader<'s> {
    script: &'s str,
    shell: Shell,
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
                word.get_or_insert_with(|| Word::new(start)).push(name, start);
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
                    (Some(word), Some(Redirect::Text)) => command.input = Some(word),
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
                                if let Some(command) = of.and_then(|of| self.commands.get_mut(of)) {
                                    command.input = Some(input);
                                }
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
                    let word = word.get_or_insert_with(|| Word::new(start));
                    self.part(c, word);
                    word.range.end = self.at;
                }
                None => {}
            }
        }
    }

    /// Reads a part of a word that starts with a character.
    fn part(&mut self, c: char, word: &mut Word) {
        match c {
            '\\' => self.literal(word),
            '$' if self.skip("'") => self.escaped(word),
            '\'' => {
                let end = self.rest().find('\'').map_or(self.end, |length| self.at + length);
                while self.at < end {
                    let is_escape = self.shell == Shell::Windows && self.rest().starts_with("\\\"");
                    self.at += usize::from(is_escape);
                    self.literal(word);
                }
                self.skip("'");
            }
            '"' => {
                while let Some(c) = self.next().filter(|c| *c != '"') {
                    let is_escape = c == '\\' && self.rest().starts_with(['"', '\\', '$', '`']);
                    match is_escape {
                        true => self.literal(word),
                        false => self.substitution(c, word),
                    }
                }
            }
            c => self.substitution(c, word),
        }
    }

    /// Reads a string with escape sequences, after `$'` (POSIX.1-2024, section 2.2.4).
    fn escaped(&mut self, word: &mut Word) {
        while let Some(c) = self.next().filter(|c| *c != '\'') {
            let at = self.at;
            let mut escapes = [("n", "\n"), ("r", "\r"), ("t", "\t")].into_iter();
            if c != '\\' {
                let start = at - c.len_utf8();
                word.push(&self.script[start..at], start);
            } else if let Some((_, text)) = escapes.find(|(name, _)| self.skip(name)) {
                word.push(text, at);
            } else {
                self.literal(word);
            }
        }
    }

    /// Adds the next character to a word.
    fn literal(&mut self, word: &mut Word) {
        let at = self.at;
        if self.next().is_some() {
            word.push(&self.script[at..self.at], at);
        }
    }

    /// Reads a character and, if a substitution starts with it, the commands of the substitution.
    fn substitution(&mut self, c: char, word: &mut Word) {
        let start = self.at;
        word.push(&self.script[start - c.len_utf8()..start], start - c.len_utf8());
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
        word.push(&self.script[start..self.at], start);
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
    fn document(&mut self, last: &str, tabs: bool) -> Word {
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
        Word { text: self.script[start..end].to_owned(), range: start..end, parts: vec![(0, start)] }
    }
}
