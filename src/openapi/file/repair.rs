//! Repairs YAML that isn't valid but that most parsers accept, so that one line doesn't make a whole document unreadable.
//!
//! A repair only adds spaces, where they don't change any value. The offsets in the file are known for all offsets in the
//! repaired text.

use std::borrow::Cow;

/// The number of spaces that make any line of a quoted scalar a continuation. The value doesn't contain them.
const INDENT: usize = 200;
/// The maximum number of bytes to read again. Each repair reads the file from the start.
const MAX_READ: usize = 50_000_000;

/// A problem that has a repair.
struct Tolerated {
    /// A part of the parser's message.
    message: &'static str,
    hint: &'static str,
    /// The number of spaces to add before the problem.
    spaces: usize,
    /// The text at the problem.
    starts_with: &'static str,
}

const TOLERATED: &[Tolerated] = &[
    Tolerated {
        message: "invalid indentation in multiline quoted scalar",
        hint: "indent this line more than the key that it belongs to",
        spaces: INDENT,
        starts_with: "",
    },
    Tolerated {
        message: "comments must be separated from other tokens by whitespace",
        hint: "put a space before `#`",
        spaces: 1,
        starts_with: "#",
    },
];

/// Added spaces.
struct Added {
    /// The offset in the repaired text.
    at: usize,
    /// The number of spaces that were added earlier in the text.
    before: usize,
    problem: &'static Tolerated,
}

/// The text of a file with the spaces that make it valid.
pub(super) struct Repair<'t> {
    text: Cow<'t, str>,
    /// The added spaces, in order.
    added: Vec<Added>,
    read: usize,
}

impl<'t> Repair<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Repair { text: text.into(), added: Vec::new(), read: 0 }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Repairs a problem at an offset in the repaired text. Returns `false` if there's no repair.
    pub(super) fn fix(&mut self, message: &str, at: usize) -> bool {
        let known = TOLERATED.iter().find(|one| message.contains(one.message));
        let Some(known) = known.filter(|one| self.text[at..].starts_with(one.starts_with)) else {
            return false;
        };
        self.read += self.text.len();
        let before = self.added.last().map_or(0, |last| last.before + last.problem.spaces);
        let is_new = self.added.last().is_none_or(|last| last.at + last.problem.spaces < at);
        if self.read > MAX_READ || !is_new {
            return false;
        }
        self.text.to_mut().insert_str(at, &" ".repeat(known.spaces));
        self.added.push(Added { at, before, problem: known });
        true
    }

    /// Returns the offset in the file.
    pub(super) fn original(&self, offset: usize) -> usize {
        let index = self.added.partition_point(|one| one.at < offset);
        let Some(last) = self.added[..index].last() else { return offset };
        offset - last.before - last.problem.spaces.min(offset - last.at)
    }

    /// Returns the offset in the file of the first repair within quotes.
    pub(super) fn first_in_quotes(&self) -> Option<usize> {
        let first = self.added.iter().find(|one| one.problem.spaces == INDENT)?;
        Some(self.original(first.at))
    }

    /// Returns the problems that were repaired: the message, a hint, and the offset in the file.
    pub(super) fn reports(&self) -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        self.added.iter().map(|one| (one.problem.message, one.problem.hint, self.original(one.at)))
    }
}
