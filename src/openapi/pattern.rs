//! ECMA-262 regular expressions, as used in `pattern`: parses and matches them, and generates matching strings.
//!
//! Existing crates either don't support lookaround or don't follow ECMA-262 for some escapes. A generator also needs
//! the expression as a tree, so docgen has its own small matcher. Matching and generating are limited to a number of
//! steps. If matching takes too long, the result is unknown. This module must not depend on schemas.

mod generate;
mod matching;
mod parse;
#[cfg(test)]
mod tests;

/// The maximum length of an expression, in bytes.
const MAX_SOURCE: usize = 4_000;

/// A parsed regular expression.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The alternatives.
    alternatives: Vec<Sequence>,
    /// The number of capture groups.
    captures: usize,
    /// Whether the expression has a backreference.
    refers: bool,
}

/// A sequence of pieces.
type Sequence = Vec<Piece>;

#[derive(Debug)]
enum Piece {
    /// One character from a set.
    One(Set),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// A word boundary, or the absence of one.
    Boundary(bool),
    /// A group, with its capture number.
    Group(Vec<Sequence>, Option<usize>),
    /// A backreference.
    Again(usize),
    /// A lookahead or lookbehind, possibly negated.
    Look { behind: bool, negated: bool, inner: Vec<Sequence> },
    /// A repetition with a minimum and a maximum.
    Repeat { inner: Box<Piece>, min: u32, max: Option<u32>, lazy: bool },
}

/// A set of characters.
#[derive(Debug, Default)]
struct Set {
    negated: bool,
    ranges: Vec<(char, char)>,
    /// Classes that aren't ranges, each with a flag that specifies whether the class is negated.
    classes: Vec<(Class, bool)>,
    /// Some characters from the set, starting with the best examples.
    likely: Vec<char>,
}

#[derive(Clone, Copy, Debug)]
enum Class {
    Space,
    Letter,
    Upper,
    Lower,
    Number,
    Punctuation,
}

impl Set {
    /// Returns the cost of a search for a character in the set.
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
    /// Parses an expression. Returns `None` if the expression is invalid or unsupported.
    pub(crate) fn parse(source: &str) -> Option<Pattern> {
        if source.len() > MAX_SOURCE { None } else { parse::parse(source) }
    }
}
