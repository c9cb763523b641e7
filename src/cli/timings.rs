//! How long the parts of a build took.

use std::time::{Duration, Instant};

/// The time of every part so far, in the order of the work.
pub(super) struct Timings {
    last: Instant,
    parts: Vec<Phase>,
}

/// A phase of a build.
pub(super) struct Phase {
    pub name: &'static str,
    pub time: Duration,
    /// How much there was to do, where that is not the same every time.
    pub note: Option<String>,
}

impl Timings {
    /// Begins with the first part.
    pub(super) fn begin() -> Self {
        Timings { last: Instant::now(), parts: Vec::new() }
    }

    /// A phase has ended, and the next one begins.
    pub(super) fn ended(&mut self, part: &'static str) {
        let now = Instant::now();
        self.parts.push(Phase { name: part, time: now - self.last, note: None });
        self.last = now;
    }

    /// Says how much there was to do in a part that has ended.
    pub(super) fn note(&mut self, part: &str, note: String) {
        if let Some(part) = self.parts.iter_mut().find(|known| known.name == part) {
            part.note = Some(note);
        }
    }

    /// The parts with their times.
    pub(super) fn parts(&self) -> &[Phase] {
        &self.parts
    }
}
