//! How long the parts of a build took.

use std::time::{Duration, Instant};

/// The time of every part so far, in the order of the work.
pub(super) struct Timings {
    last: Instant,
    parts: Vec<(&'static str, Duration)>,
}

impl Timings {
    /// Begins with the first part.
    pub(super) fn begin() -> Self {
        Timings { last: Instant::now(), parts: Vec::new() }
    }

    /// A part has ended, and the next one begins.
    pub(super) fn ended(&mut self, part: &'static str) {
        let now = Instant::now();
        self.parts.push((part, now - self.last));
        self.last = now;
    }

    /// The parts with their times.
    pub(super) fn parts(&self) -> &[(&'static str, Duration)] {
        &self.parts
    }
}
