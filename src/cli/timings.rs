//! The duration of each build phase.

use std::time::{Duration, Instant};

/// The durations of all phases so far, in order.
pub(super) struct Timings {
    last: Instant,
    pub phases: Vec<Phase>,
}

/// A build phase.
pub(super) struct Phase {
    pub name: &'static str,
    pub time: Duration,
    /// The amount of work, for phases where it varies.
    pub note: Option<String>,
}

impl Timings {
    /// Starts the first phase.
    pub(super) fn begin() -> Self {
        Timings { last: Instant::now(), phases: Vec::new() }
    }

    /// Finishes a phase and starts the next one.
    pub(super) fn ended(&mut self, name: &'static str) {
        let now = Instant::now();
        self.phases.push(Phase { name, time: now - self.last, note: None });
        self.last = now;
    }

    /// Adds the amount of work to a finished phase.
    pub(super) fn note(&mut self, name: &str, note: String) {
        if let Some(phase) = self.phases.iter_mut().find(|phase| phase.name == name) {
            phase.note = Some(note);
        }
    }
}
