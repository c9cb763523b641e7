//! How long the phases of a build took.

use std::time::{Duration, Instant};

/// The time of every phase so far, in the order of the work.
pub(super) struct Timings {
    last: Instant,
    phases: Vec<Phase>,
}

/// A phase of a build.
pub(super) struct Phase {
    pub name: &'static str,
    pub time: Duration,
    /// How much there was to do, where that is not the same every time.
    pub note: Option<String>,
}

impl Timings {
    /// Begins with the first phase.
    pub(super) fn begin() -> Self {
        Timings { last: Instant::now(), phases: Vec::new() }
    }

    /// A phase has ended, and the next one begins.
    pub(super) fn ended(&mut self, name: &'static str) {
        let now = Instant::now();
        self.phases.push(Phase { name, time: now - self.last, note: None });
        self.last = now;
    }

    /// Says how much there was to do in a phase that has ended.
    pub(super) fn note(&mut self, name: &str, note: String) {
        if let Some(phase) = self.phases.iter_mut().find(|phase| phase.name == name) {
            phase.note = Some(note);
        }
    }

    /// The phases with their times.
    pub(super) fn phases(&self) -> &[Phase] {
        &self.phases
    }
}
