//! Matches an expression: compiles the tree to a program and searches the paths through the program.
//!
//! If a state fails at an offset, the search doesn't try the state there again. Therefore, the work depends on the size
//! of the program and the length of the text, not on the number of paths. If the expression has a backreference, the
//! path to a state matters, so only the step limit bounds the search. `theme/src/islands/request/schema/matcher.ts`
//! does the same in the browser.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Pattern, Piece, Sequence, Set};

/// The number of steps after which the result is unknown.
pub(super) const MAX_STEPS: usize = 100_000;
/// The maximum number of operations in a program.
const MAX_PROGRAM: usize = 10_000;

/// The error for a search that takes too long. The result is unknown.
struct TooMuch;

impl Pattern {
    /// Whether the expression matches somewhere in a string. Returns `None` if the search takes too long.
    pub(crate) fn matches(&self, text: &str) -> Option<bool> {
        search(self, text).0
    }
}

/// Returns whether the expression matches, and the number of steps.
pub(super) fn search(pattern: &Pattern, text: &str) -> (Option<bool>, usize) {
    let chars: Vec<char> = text.chars().collect();
    let (refers, length) = (pattern.refers, chars.len());
    let mut program = Program { refers, slots: pattern.captures, length, operations: Vec::new() };
    let whole = program.alternatives(&pattern.alternatives);
    program.operations.push(Operation::Done);
    if whole.is_err() || program.operations.len() > MAX_PROGRAM {
        return (None, 0);
    }
    let (operations, looks) = (&program.operations, HashMap::new());
    let mut run = Run { chars: &chars, operations, refers, looks, steps: 0 };
    let slots = if refers { vec![None; program.slots] } else { Vec::new() };
    let mut failed = HashSet::new();
    for start in 0..=chars.len() {
        match run.reaches(0, start, &slots, None, &mut failed) {
            Ok(None) => {}
            Ok(Some(_)) => return (Some(true), run.steps),
            Err(TooMuch) => return (None, run.steps),
        }
    }
    (Some(false), run.steps)
}

enum Operation<'p> {
    /// One character from a set.
    One(&'p Set),
    /// Several characters from a set, between a minimum and a maximum.
    Many {
        set: &'p Set,
        min: usize,
        max: usize,
        lazy: bool,
    },
    Start,
    End,
    Boundary(bool),
    /// Continues at the first operation. If the first operation fails, continues at the second operation.
    Split(usize, usize),
    Jump(usize),
    /// The start of a capture.
    Open(usize),
    /// The end of a capture.
    Close(usize),
    /// The start of an iteration: clears its captures.
    Forget(Range<usize>),
    /// Fails if the iteration hasn't consumed anything.
    Progress(usize),
    Again(usize),
    /// The operations up to `next` are a separate program.
    Look {
        behind: bool,
        negated: bool,
        next: usize,
    },
    Done,
}

struct Program<'p> {
    refers: bool,
    /// The number of slots that a path has for captures and for the starts of repetitions.
    slots: usize,
    /// The length of the text, which is also the maximum number of iterations that consume text.
    length: usize,
    operations: Vec<Operation<'p>>,
}

impl<'p> Program<'p> {
    /// Adds an operation and returns its index.
    fn push(&mut self, operation: Operation<'p>) -> usize {
        self.operations.push(operation);
        self.operations.len() - 1
    }

    fn alternatives(&mut self, alternatives: &'p [Sequence]) -> Result<(), TooMuch> {
        let mut jumps = Vec::new();
        for (at, sequence) in alternatives.iter().enumerate() {
            let split = (at + 1 < alternatives.len()).then(|| self.push(Operation::Done));
            sequence.iter().try_for_each(|piece| self.piece(piece))?;
            if let Some(split) = split {
                jumps.push(self.push(Operation::Done));
                self.operations[split] = Operation::Split(split + 1, self.operations.len());
            }
        }
        let next = self.operations.len();
        for jump in jumps {
            self.operations[jump] = Operation::Jump(next);
        }
        Ok(())
    }

    fn piece(&mut self, piece: &'p Piece) -> Result<(), TooMuch> {
        if self.operations.len() > MAX_PROGRAM {
            return Err(TooMuch);
        }
        let operation = match piece {
            Piece::One(set) => Operation::One(set),
            Piece::Start => Operation::Start,
            Piece::End => Operation::End,
            Piece::Boundary(wanted) => Operation::Boundary(*wanted),
            Piece::Again(capture) => Operation::Again(*capture),
            Piece::Group(inner, Some(capture)) if self.refers => {
                self.push(Operation::Open(*capture));
                self.alternatives(inner)?;
                Operation::Close(*capture)
            }
            Piece::Group(inner, _) => return self.alternatives(inner),
            // Captures that are matched from right to left aren't supported.
            Piece::Look { behind: true, .. } if self.refers => return Err(TooMuch),
            Piece::Look { behind, negated, inner } => {
                let look = self.push(Operation::Done);
                self.alternatives(inner)?;
                let next = self.push(Operation::Done) + 1;
                self.operations[look] = Operation::Look { behind: *behind, negated: *negated, next };
                return Ok(());
            }
            Piece::Repeat { inner, min, max, lazy } => {
                let max = max.map_or(usize::MAX, |max| max as usize);
                return self.repeat(inner, *min as usize, max, *lazy);
            }
        };
        self.push(operation);
        Ok(())
    }

    fn repeat(&mut self, inner: &'p Piece, min: usize, max: usize, lazy: bool) -> Result<(), TooMuch> {
        if let Piece::One(set) = inner {
            self.push(Operation::Many { set, min, max, lazy });
            return Ok(());
        }
        for _ in 0..min {
            let before = self.operations.len();
            self.once(inner)?;
            // An empty piece stays empty, regardless of the number of repetitions.
            if self.operations.len() == before {
                break;
            }
        }
        let endless = max - min > self.length;
        let mut splits = Vec::new();
        for _ in min..if endless { min + 1 } else { max } {
            splits.push(self.push(Operation::Done));
            let slot = (endless && self.refers).then_some(self.slots);
            if let Some(slot) = slot {
                self.slots += 1;
                self.push(Operation::Open(slot));
            }
            self.once(inner)?;
            if let Some(slot) = slot {
                self.push(Operation::Progress(slot));
            }
            if endless {
                self.push(Operation::Jump(splits[0]));
            }
        }
        let next = self.operations.len();
        for at in splits {
            let body = at + 1;
            self.operations[at] =
                if lazy { Operation::Split(next, body) } else { Operation::Split(body, next) };
        }
        Ok(())
    }

    fn once(&mut self, inner: &'p Piece) -> Result<(), TooMuch> {
        if self.refers {
            self.operations.extend(inner.captures().map(Operation::Forget));
        }
        self.piece(inner)
    }
}

impl Piece {
    /// Returns the range of the capture groups in the piece.
    fn captures(&self) -> Option<Range<usize>> {
        let (inner, own) = match self {
            Piece::Group(inner, own) => (inner, own.map(|own| own..own + 1)),
            Piece::Look { inner, .. } => (inner, None),
            Piece::Repeat { inner, .. } => return inner.captures(),
            _ => return None,
        };
        inner.iter().flatten().filter_map(Piece::captures).fold(own, |all, more| {
            Some(all.map_or(more.clone(), |all| all.start.min(more.start)..all.end.max(more.end)))
        })
    }
}

/// The start and end of each capture. If the expression has no backreference, no captures are stored.
type Slots = Vec<Option<(usize, Option<usize>)>>;

struct Run<'r> {
    chars: &'r [char],
    operations: &'r [Operation<'r>],
    refers: bool,
    /// The results of lookarounds, by operation and offset.
    looks: HashMap<(usize, usize), bool>,
    steps: usize,
}

impl Run<'_> {
    fn spend(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.steps += steps;
        if self.steps > MAX_STEPS { Err(TooMuch) } else { Ok(()) }
    }

    /// Returns the possible repetition counts of a set at an offset, in reverse order of preference.
    fn counts(
        &mut self,
        set: &Set,
        (min, max): (usize, usize),
        lazy: bool,
        at: usize,
        slots: usize,
    ) -> Result<Vec<usize>, TooMuch> {
        let most = max.min(self.chars.len() - at);
        let there = self.chars[at..at + most].iter().take_while(|char| set.has(**char)).count();
        self.spend((there + 1) * (1 + set.size() / 8))?;
        let mut counts: Vec<usize> = (min..=there).collect();
        if lazy {
            counts.reverse();
        }
        self.spend(counts.len() * (1 + slots / 8))?;
        Ok(counts)
    }

    /// Returns the length of the text that a backreference repeats, if that text follows at the offset. A capture that
    /// didn't match is empty.
    fn again(&mut self, capture: usize, at: usize, slots: &Slots) -> Result<Option<usize>, TooMuch> {
        let Some((start, Some(end))) = slots.get(capture).copied().flatten() else { return Ok(Some(0)) };
        self.spend(end - start)?;
        let there = self.chars.get(at..at + end - start) == self.chars.get(start..end);
        Ok(there.then_some(end - start))
    }

    /// Starting at an operation and an offset, searches for a path to the end of a program. Returns its captures.
    /// `until` is the required end.
    fn reaches(
        &mut self,
        operation: usize,
        at: usize,
        slots: &Slots,
        until: Option<usize>,
        failed: &mut HashSet<(usize, usize)>,
    ) -> Result<Option<Slots>, TooMuch> {
        let mut ways = vec![(operation, at, slots.clone())];
        while let Some((mut operation, mut at, mut slots)) = ways.pop() {
            loop {
                self.spend(1 + slots.len() / 8)?;
                let next = operation + 1;
                let goes_on = match &self.operations[operation] {
                    Operation::Done if until.is_none_or(|until| until == at) => return Ok(Some(slots)),
                    Operation::Done => false,
                    Operation::One(set) => {
                        self.spend(set.size() / 8)?;
                        let fits = self.chars.get(at).is_some_and(|char| set.has(*char));
                        at += 1;
                        fits
                    }
                    Operation::Many { set, min, max, lazy } => {
                        if !self.refers && !failed.insert((operation, at)) {
                            break;
                        }
                        let counts = self.counts(set, (*min, *max), *lazy, at, slots.len())?;
                        ways.extend(counts.into_iter().map(|count| (next, at + count, slots.clone())));
                        break;
                    }
                    Operation::Start => at == 0,
                    Operation::End => at == self.chars.len(),
                    Operation::Boundary(wanted) => self.is_boundary(at) == *wanted,
                    Operation::Split(first, second) => {
                        if !self.refers && !failed.insert((operation, at)) {
                            break;
                        }
                        ways.push((*second, at, slots.clone()));
                        operation = *first;
                        continue;
                    }
                    Operation::Jump(to) => {
                        operation = *to;
                        continue;
                    }
                    mark @ (Operation::Open(_) | Operation::Close(_) | Operation::Forget(_)) => {
                        take_down(mark, at, &mut slots);
                        true
                    }
                    Operation::Progress(slot) => slots[*slot].is_some_and(|(start, _)| start < at),
                    Operation::Again(capture) => {
                        let length = self.again(*capture, at, &slots)?;
                        at += length.unwrap_or(0);
                        length.is_some()
                    }
                    Operation::Look { behind, negated, next } => {
                        let found = self.look(operation, at, &slots, *behind)?;
                        if found.is_some() == *negated {
                            break;
                        }
                        if let Some(found) = found {
                            slots = found;
                        }
                        operation = *next;
                        continue;
                    }
                };
                if !goes_on {
                    break;
                }
                operation = next;
            }
        }
        Ok(None)
    }

    /// Returns the captures of a lookaround if the lookaround matches.
    fn look(
        &mut self,
        operation: usize,
        at: usize,
        slots: &Slots,
        behind: bool,
    ) -> Result<Option<Slots>, TooMuch> {
        if let Some(found) = self.looks.get(&(operation, at)).filter(|_| !self.refers) {
            return Ok(found.then(Vec::new));
        }
        let mut failed = HashSet::new();
        let mut found = None;
        for start in if behind { 0..=at } else { at..=at } {
            found = self.reaches(operation + 1, start, slots, behind.then_some(at), &mut failed)?;
            if found.is_some() {
                break;
            }
        }
        self.looks.insert((operation, at), found.is_some());
        Ok(found)
    }

    fn is_boundary(&self, at: usize) -> bool {
        let word = |at: Option<usize>| {
            let char = at.and_then(|at| self.chars.get(at));
            char.is_some_and(|char| char.is_ascii_alphanumeric() || *char == '_')
        };
        word(at.checked_sub(1)) != word(Some(at))
    }
}

/// Stores the start or end of a group, or clears captures.
fn take_down(mark: &Operation<'_>, at: usize, slots: &mut Slots) {
    match mark {
        Operation::Open(capture) => slots[*capture] = Some((at, None)),
        Operation::Close(capture) => {
            if let Some((_, end)) = &mut slots[*capture] {
                *end = Some(at);
            }
        }
        Operation::Forget(captures) => slots[captures.clone()].fill(None),
        _ => {}
    }
}
