//! Texts that meet an expression. Lookarounds are not planned for: a text is tried, and checked.

use super::{Pattern, Piece, Sequence, Set};

/// Longer texts are not made.
const MAX_LENGTH: usize = 2_000;
/// So many repetitions look like an example where more would do.
const TASTE: u32 = 3;

/// What passwords and the like are asked to hold; expressions made of lookaheads often take one of these.
const COMMON: [&str; 6] = ["Passw0rd!", "Aa1!Aa1!Aa1!", "Example1", "example1", "example", "12345678"];

pub(super) fn candidates(pattern: &Pattern, min: usize, max: usize, turn: usize) -> Vec<String> {
    let mut found = Vec::new();
    let looks = pattern.alternatives.iter().any(looks);
    for alternative in pattern.alternatives.iter().take(8) {
        for (taste, extra) in [(TASTE, 0), (1, 0), (0, 0), (0, min), (TASTE, min)] {
            let mut maker = Maker {
                out: String::new(),
                turn: 0,
                shift: turn,
                taste,
                extra,
                max: max.min(MAX_LENGTH),
                captures: Vec::new(),
            };
            if maker.sequence(alternative).is_none() {
                continue;
            }
            let mut text = maker.out;
            // An expression that is not tied to the end lets anything follow.
            while text.chars().count() < min
                && text.len() < MAX_LENGTH
                && !matches!(alternative.last(), Some(Piece::End))
            {
                text.push('a');
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

fn looks(sequence: &Sequence) -> bool {
    sequence.iter().any(|piece| match piece {
        Piece::Look { .. } => true,
        Piece::Group(inner, _) => inner.iter().any(looks),
        Piece::Repeat { inner, .. } => looks(&vec![(**inner).clone()]),
        _ => false,
    })
}

struct Maker {
    out: String,
    /// Which character of a set comes next, so that `[a-z]{3}` is `abc`.
    turn: usize,
    /// Where each set begins.
    shift: usize,
    taste: u32,
    /// How many characters are still wanted beyond the fewest.
    extra: usize,
    max: usize,
    captures: Vec<(usize, String)>,
}

impl Maker {
    fn sequence(&mut self, sequence: &Sequence) -> Option<()> {
        sequence.iter().try_for_each(|piece| self.piece(piece))
    }

    fn piece(&mut self, piece: &Piece) -> Option<()> {
        match piece {
            Piece::One(set) => {
                let char = set.nth(self.turn + self.shift)?;
                self.out.push(char);
                self.turn += 1;
                (self.out.len() <= MAX_LENGTH * 4).then_some(())
            }
            Piece::Start | Piece::End | Piece::Boundary(_) | Piece::Look { .. } => Some(()),
            Piece::Group(inner, capture) => {
                let start = self.out.len();
                // The first alternative that can be made is as good as any.
                let mut made = false;
                for sequence in inner {
                    if self.sequence(sequence).is_some() {
                        made = true;
                        break;
                    }
                    self.out.truncate(start);
                }
                if let Some(capture) = capture {
                    self.captures.push((*capture, self.out[start..].to_owned()));
                }
                made.then_some(())
            }
            Piece::Again(capture) => {
                let text = self
                    .captures
                    .iter()
                    .rev()
                    .find(|(known, _)| known == capture)
                    .map(|(_, text)| text.clone());
                self.out.push_str(&text.unwrap_or_default());
                Some(())
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
        while done < wanted || (self.extra > self.out.chars().count() && done < most) {
            let before = self.out.len();
            if self.out.len() > MAX_LENGTH || (done >= min && self.out.chars().count() >= self.max) {
                break;
            }
            match self.piece(inner) {
                None if done >= min => {
                    self.out.truncate(before);
                    break;
                }
                made => made?,
            }
            done += 1;
            if self.out.len() == before {
                break;
            }
        }
        Some(())
    }
}

impl Set {
    /// A character of the set that looks like an example: letters and digits before anything else, in turn.
    fn nth(&self, turn: usize) -> Option<char> {
        let listed = || self.ranges.iter().flat_map(|(from, to)| (*from..=*to).take(64));
        let plain = ('a'..='z')
            .chain('1'..='9')
            .chain('A'..='Z')
            .chain(['0', '-', '_', '.', '/', ' ', '!', '@', '#']);
        if self.negated || (!self.classes.is_empty() && self.ranges.is_empty()) {
            let fit: Vec<char> = plain.filter(|char| self.has(*char)).take(26).collect();
            return if fit.is_empty() {
                ('\u{a1}'..'\u{3000}').find(|char| self.has(*char))
            } else {
                Some(fit[turn % fit.len()])
            };
        }
        // The first range names what is meant: `[A-Z0-9]` is letters with digits among them.
        let first: Vec<char> = match self.ranges.first() {
            Some(('0', '9')) => ('1'..='9').chain(['0']).collect(),
            Some((from, to)) => (*from..=*to).take(26).collect(),
            None => Vec::new(),
        };
        let fit: Vec<char> = first.into_iter().filter(|char| self.has(*char)).collect();
        if !fit.is_empty() {
            return Some(fit[turn % fit.len()]);
        }
        listed().find(|char| self.has(*char))
    }
}
