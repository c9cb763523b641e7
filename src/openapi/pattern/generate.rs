//! Generates strings that match an expression. Lookarounds are ignored, so the caller has to check each string.

use std::ops::Range;

use super::{Pattern, Piece, Sequence, Set};

/// The maximum length of strings, in characters.
pub(super) const MAX_LENGTH: usize = 2_000;
/// The number of pieces after which a string is abandoned.
pub(super) const MAX_STEPS: usize = 20_000;
/// The preferred number of repetitions in an example.
const TASTE: u32 = 3;

/// Strings with the characters that passwords usually have to contain. Expressions that consist of lookaheads often
/// match one of these strings.
const COMMON: [&str; 6] = ["Passw0rd!", "Aa1!Aa1!Aa1!", "Example1", "example1", "example", "12345678"];

impl Pattern {
    /// Returns strings that are likely to match and to have a length within the bounds, starting with the best string.
    /// A different `turn` produces different strings. The caller has to check each string.
    pub(crate) fn candidates(&self, min: usize, max: usize, turn: usize) -> Vec<String> {
        let mut found = Vec::new();
        let looks = self.alternatives.iter().any(looks);
        for alternative in self.alternatives.iter().take(8) {
            for (taste, extra) in [(TASTE, 0), (1, 0), (0, 0), (0, min), (TASTE, min)] {
                let max = max.min(MAX_LENGTH);
                let Some(mut text) = Maker::new(self, turn, taste, extra, max).text(alternative) else {
                    continue;
                };
                // If an expression isn't anchored at the end, anything can follow.
                if !matches!(alternative.last(), Some(Piece::End)) {
                    let missing = min.min(MAX_LENGTH).saturating_sub(text.chars().count());
                    text.extend(std::iter::repeat_n('a', missing));
                }
                if !found.contains(&text) {
                    found.push(text);
                }
            }
        }
        if looks {
            for common in COMMON {
                found.push(common.to_owned());
                found.push(common.chars().cycle().take(min.clamp(1, MAX_LENGTH)).collect());
            }
        }
        found.retain(|text| (min..=max).contains(&text.chars().count()));
        found
    }
}

fn looks(sequence: &Sequence) -> bool {
    sequence.iter().any(Piece::looks)
}

impl Piece {
    fn looks(&self) -> bool {
        match self {
            Piece::Look { .. } => true,
            Piece::Group(inner, _) => inner.iter().any(looks),
            Piece::Repeat { inner, .. } => inner.looks(),
            _ => false,
        }
    }
}

pub(super) struct Maker {
    out: String,
    /// The length in characters.
    length: usize,
    /// The index of the next character in a set. For example, `[a-z]{3}` produces `abc`.
    turn: usize,
    /// The index that each set starts at.
    shift: usize,
    taste: u32,
    /// The length, in characters, up to which optional repetitions are added.
    extra: usize,
    max: usize,
    captures: Vec<Range<usize>>,
    /// The number of pieces so far, including discarded pieces.
    pub steps: usize,
}

impl Maker {
    pub(super) fn new(pattern: &Pattern, shift: usize, taste: u32, extra: usize, max: usize) -> Self {
        let captures = vec![0..0; pattern.captures];
        Maker { out: String::new(), length: 0, turn: 0, shift, taste, extra, max, captures, steps: 0 }
    }

    pub(super) fn text(&mut self, sequence: &Sequence) -> Option<String> {
        self.sequence(sequence)?;
        Some(std::mem::take(&mut self.out))
    }

    fn sequence(&mut self, sequence: &Sequence) -> Option<()> {
        sequence.iter().try_for_each(|piece| self.piece(piece))
    }

    /// Adds text. Returns `None` if the result is too long.
    fn add(&mut self, text: &str) -> Option<()> {
        self.length += text.chars().count();
        self.out.push_str(text);
        (self.length <= MAX_LENGTH).then_some(())
    }

    /// Resets the text to this number of bytes and characters.
    fn back(&mut self, (bytes, length): (usize, usize)) {
        self.out.truncate(bytes);
        self.length = length;
    }

    fn piece(&mut self, piece: &Piece) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        match piece {
            Piece::One(set) => {
                let char = set.nth(self.turn + self.shift)?;
                self.turn += 1;
                self.add(char.encode_utf8(&mut [0; 4]))
            }
            Piece::Start | Piece::End | Piece::Boundary(_) | Piece::Look { .. } => Some(()),
            Piece::Group(inner, capture) => {
                let start = (self.out.len(), self.length);
                // Use the first alternative that works.
                let made = inner.iter().any(|sequence| {
                    self.back(start);
                    self.sequence(sequence).is_some()
                });
                if let Some(capture) = capture {
                    self.captures[*capture] = start.0..self.out.len();
                }
                made.then_some(())
            }
            Piece::Again(capture) => {
                let captured = self.captures.get(*capture).and_then(|range| self.out.get(range.clone()));
                let text = captured.unwrap_or_default().to_owned();
                self.add(&text)
            }
            Piece::Repeat { inner, min, max, .. } => self.repeat(inner, *min, *max),
        }
    }

    fn repeat(&mut self, inner: &Piece, min: u32, max: Option<u32>) -> Option<()> {
        self.turn = if matches!(inner, Piece::One(_)) { 0 } else { self.turn };
        let most = max.unwrap_or(u32::MAX);
        let wanted = match inner {
            Piece::One(_) if max.is_none() || most > min => min.max(self.taste.min(most)),
            _ => min,
        };
        let mut done = 0;
        while done < wanted || (self.extra > self.length && done < most) {
            let before = (self.out.len(), self.length);
            if done >= min && self.length >= self.max {
                break;
            }
            match self.piece(inner) {
                None if done >= min => {
                    self.back(before);
                    break;
                }
                made => made?,
            }
            done += 1;
            if self.length == before.1 {
                break;
            }
        }
        Some(())
    }
}

impl Set {
    /// Returns a character from the set that makes a good example.
    fn nth(&self, turn: usize) -> Option<char> {
        (!self.likely.is_empty()).then(|| self.likely[turn % self.likely.len()])
    }

    /// Returns characters from the set that make good examples, starting with the best character.
    pub(super) fn examples(&self) -> Vec<char> {
        let first_of = |mut chars: &mut dyn Iterator<Item = char>| {
            (&mut chars).find(|char| self.has(*char)).into_iter().collect()
        };
        if self.negated || (!self.classes.is_empty() && self.ranges.is_empty()) {
            let plain = ('a'..='z')
                .chain('1'..='9')
                .chain('A'..='Z')
                .chain(['0', '-', '_', '.', '/', ' ', '!', '@', '#']);
            let fit: Vec<char> = plain.filter(|char| self.has(*char)).take(26).collect();
            return if fit.is_empty() { first_of(&mut ('\u{a1}'..'\u{3000}')) } else { fit };
        }
        // The first range shows the intention: `[A-Z0-9]` means letters with some digits.
        let first: Vec<char> = match self.ranges.first() {
            Some(('0', '9')) => ('1'..='9').chain(['0']).collect(),
            Some((from, to)) => (*from..=*to).take(26).collect(),
            None => Vec::new(),
        };
        let fit: Vec<char> = first.into_iter().filter(|char| self.has(*char)).collect();
        if fit.is_empty() {
            first_of(&mut self.ranges.iter().flat_map(|(from, to)| (*from..=*to).take(64)))
        } else {
            fit
        }
    }
}
