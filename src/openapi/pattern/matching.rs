//! Whether an expression matches: backtracking, with counted steps.

use super::{Pattern, Piece, Sequence};

/// Steps after which the answer is unknown.
const MAX_STEPS: u32 = 200_000;
/// Calls within one another after which the answer is unknown.
const MAX_DEPTH: u32 = 500;

/// That the answer is unknown.
struct TooMuch;

type Answer = Result<bool, TooMuch>;

pub(super) fn matches(pattern: &Pattern, text: &str) -> Option<bool> {
    let chars: Vec<char> = text.chars().collect();
    let mut run = Run { chars: &chars, steps: 0, depth: 0, captures: vec![None; pattern.captures] };
    for start in 0..=chars.len() {
        match run.any(&pattern.alternatives, start, &mut |_, _| Ok(true)) {
            Ok(true) => return Some(true),
            Ok(false) => {}
            Err(TooMuch) => return None,
        }
    }
    Some(false)
}

struct Run<'t> {
    chars: &'t [char],
    steps: u32,
    depth: u32,
    captures: Vec<Option<(usize, usize)>>,
}

/// What has to match after a piece.
type Then<'f, 't> = &'f mut dyn FnMut(&mut Run<'t>, usize) -> Answer;

impl<'t> Run<'t> {
    fn any(&mut self, alternatives: &[Sequence], at: usize, then: Then<'_, 't>) -> Answer {
        for sequence in alternatives {
            if self.sequence(sequence, at, then)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sequence(&mut self, pieces: &[Piece], at: usize, then: Then<'_, 't>) -> Answer {
        match pieces.split_first() {
            None => then(self, at),
            Some((first, rest)) => self.piece(first, at, &mut |run, at| run.sequence(rest, at, then)),
        }
    }

    fn piece(&mut self, piece: &Piece, at: usize, then: Then<'_, 't>) -> Answer {
        self.steps += 1;
        self.depth += 1;
        if self.steps > MAX_STEPS || self.depth > MAX_DEPTH {
            return Err(TooMuch);
        }
        let answer = self.piece_within(piece, at, then);
        self.depth -= 1;
        answer
    }

    fn piece_within(&mut self, piece: &Piece, at: usize, then: Then<'_, 't>) -> Answer {
        match piece {
            Piece::One(set) => match self.chars.get(at) {
                Some(char) if set.has(*char) => then(self, at + 1),
                _ => Ok(false),
            },
            Piece::Start => {
                if at == 0 {
                    then(self, at)
                } else {
                    Ok(false)
                }
            }
            Piece::End => {
                if at == self.chars.len() {
                    then(self, at)
                } else {
                    Ok(false)
                }
            }
            Piece::Boundary(wanted) => {
                let word = |at: Option<usize>| {
                    at.and_then(|at| self.chars.get(at))
                        .is_some_and(|char| char.is_ascii_alphanumeric() || *char == '_')
                };
                let there = word(at.checked_sub(1)) != word(Some(at));
                if there == *wanted { then(self, at) } else { Ok(false) }
            }
            Piece::Group(inner, None) => self.any(inner, at, then),
            Piece::Group(inner, Some(capture)) => {
                let before = self.captures[*capture];
                let found = self.any(inner, at, &mut |run, end| {
                    let outer = run.captures[*capture].replace((at, end));
                    let found = then(run, end)?;
                    if !found {
                        run.captures[*capture] = outer;
                    }
                    Ok(found)
                })?;
                if !found {
                    self.captures[*capture] = before;
                }
                Ok(found)
            }
            Piece::Again(capture) => {
                let Some((start, end)) = self.captures.get(*capture).copied().flatten() else {
                    return then(self, at);
                };
                let length = end - start;
                let there = self.chars.get(at..at + length) == self.chars.get(start..end);
                if there { then(self, at + length) } else { Ok(false) }
            }
            Piece::Look { behind, negated, inner } => {
                let mut found = false;
                if *behind {
                    for start in (0..=at).rev() {
                        if self.any(inner, start, &mut |_, end| Ok(end == at))? {
                            found = true;
                            break;
                        }
                    }
                } else {
                    found = self.any(inner, at, &mut |_, _| Ok(true))?;
                }
                if found != *negated { then(self, at) } else { Ok(false) }
            }
            Piece::Repeat { inner, min, max, lazy } => match &**inner {
                // One character repeated needs no call for each.
                Piece::One(set) => {
                    let limit = max.map_or(usize::MAX, |max| max as usize);
                    let there =
                        self.chars[at..].iter().take(limit).take_while(|char| set.has(**char)).count();
                    let min = *min as usize;
                    if there < min {
                        return Ok(false);
                    }
                    let mut try_at = |run: &mut Run<'t>, count: usize| {
                        run.steps += 1;
                        if run.steps > MAX_STEPS { Err(TooMuch) } else { then(run, at + count) }
                    };
                    for step in 0..=there - min {
                        let count = if *lazy { min + step } else { there - step };
                        if try_at(self, count)? {
                            return Ok(true);
                        }
                    }
                    Ok(false)
                }
                inner => self.repeat(inner, (*min, *max, *lazy), 0, at, then),
            },
        }
    }

    fn repeat(
        &mut self,
        inner: &Piece,
        (min, max, lazy): (u32, Option<u32>, bool),
        done: u32,
        at: usize,
        then: Then<'_, 't>,
    ) -> Answer {
        if done >= min && lazy && then(self, at)? {
            return Ok(true);
        }
        if max.is_none_or(|max| done < max) {
            let more = self.piece(inner, at, &mut |run, end| {
                // A repetition that takes nothing would go on for ever.
                if end == at && done >= min {
                    Ok(false)
                } else {
                    run.repeat(inner, (min, max, lazy), done + 1, end, then)
                }
            })?;
            if more {
                return Ok(true);
            }
        }
        if done >= min && !lazy { then(self, at) } else { Ok(false) }
    }
}
