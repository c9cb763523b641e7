//! Regular expressions of ECMA-262, as documents use them in `pattern`: read, matched, and met by a text.
//!
//! The dialects of the crates lack lookaround and read some escapes otherwise, and a generator needs the expression as a
//! tree anyway. So this is a small matcher of our own. Steps are counted, in matching and in making: what takes too long is
//! unknown, never a hang. It must not know of schemas.

mod generate;
mod matching;
mod parse;
#[cfg(test)]
mod tests;

/// Longer expressions are not read.
const MAX_SOURCE: usize = 4_000;

/// A regular expression.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// One of these matches.
    alternatives: Vec<Sequence>,
    /// How many groups capture.
    captures: usize,
    /// Whether it refers to what a group captured.
    refers: bool,
}

/// Pieces one after the other.
type Sequence = Vec<Piece>;

#[derive(Clone, Debug)]
enum Piece {
    /// One character out of a set.
    One(Set),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// Between a word's character and another; or not.
    Boundary(bool),
    /// A group, and which capture it is.
    Group(Vec<Sequence>, Option<usize>),
    /// What a capture matched.
    Again(usize),
    /// What follows (or stands before) must, or must not, match.
    Look { behind: bool, negated: bool, inner: Vec<Sequence> },
    /// Repeated at least and at most so often.
    Repeat { inner: Box<Piece>, min: u32, max: Option<u32>, lazy: bool },
}

/// A set of characters.
#[derive(Clone, Debug, Default)]
struct Set {
    negated: bool,
    ranges: Vec<(char, char)>,
    /// Classes that are no ranges, with whether they are negated.
    classes: Vec<(Class, bool)>,
    /// Some of its characters, the best examples first.
    likely: Vec<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    Letter,
    Upper,
    Lower,
    Number,
    Punctuation,
}

impl Set {
    /// How much work it is to look for a character in it.
    fn size(&self) -> usize {
        self.ranges.len() + self.classes.len()
    }

    fn has(&self, char: char) -> bool {
        let inside = self.ranges.iter().any(|(from, to)| *from <= char && char <= *to)
            || self.classes.iter().any(|(class, negated)| class.has(char) != *negated);
        inside != self.negated
    }
}

impl Class {
    fn has(self, char: char) -> bool {
        match self {
            Class::Space => char.is_whitespace() || char == '\u{feff}',
            Class::Letter => char.is_alphabetic(),
            Class::Upper => char.is_uppercase(),
            Class::Lower => char.is_lowercase(),
            Class::Number => char.is_numeric(),
            Class::Punctuation => char.is_ascii_punctuation(),
        }
    }
}

impl Pattern {
    /// Reads an expression; `None` when it is none, or uses what is not known here.
    pub(crate) fn parse(source: &str) -> Option<Pattern> {
        if source.len() > MAX_SOURCE { None } else { parse::parse(source) }
    }
}
