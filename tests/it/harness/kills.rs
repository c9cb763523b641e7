//! Kills builds in every phase, at moments that look random.

use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

use super::{Numbers, Project};

/// What a build does after another. Each phase begins with something that can be seen in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Reads the site and lays out its pages.
    #[default]
    Read,
    /// Writes the output: the record of what is unfinished is there.
    Write,
    /// Writes the cache: the manifest is there, and the record is gone.
    Keep,
    /// Has stopped by itself.
    Done,
}

/// The record of what is unfinished.
const RECORD: &str = "dist/_docgen/manifest.unfinished";

/// Kills builds, and knows how long each phase took in the last one that it let go on.
#[derive(Debug, Default)]
pub(crate) struct Killer {
    lengths: [Duration; 3],
    /// How many builds were killed in each phase.
    pub(crate) killed: [usize; 4],
}

/// A build that runs.
struct Watched<'a> {
    site: &'a Project,
    build: Child,
    /// When the record was written that an earlier build left.
    earlier: Option<SystemTime>,
    phase: Phase,
    /// When the phase began.
    begun: Instant,
    lengths: [Duration; 3],
}

impl<'a> Watched<'a> {
    fn begin(site: &'a Project) -> Self {
        let earlier = recorded(site);
        let (phase, lengths) = (Phase::Read, [Duration::ZERO; 3]);
        Watched { site, build: site.start("build"), earlier, phase, begun: Instant::now(), lengths }
    }

    /// Looks what the build is doing.
    fn look(&mut self) -> Phase {
        let stopped = self.build.try_wait().expect("it can be asked").is_some();
        let now = match (self.phase, recorded(self.site)) {
            _ if stopped => Phase::Done,
            (Phase::Read, Some(time)) if self.earlier != Some(time) => Phase::Write,
            (Phase::Write, None) => Phase::Keep,
            (phase, _) => phase,
        };
        if now != self.phase {
            self.lengths[self.phase as usize] = self.begun.elapsed();
            (self.phase, self.begun) = (now, Instant::now());
        }
        now
    }

    /// Watches until a time after the beginning of a phase.
    fn go_on(&mut self, until: Phase, after: Duration) {
        while self.look() < until || (self.phase == until && self.begun.elapsed() < after) {
            if self.phase == Phase::Done {
                break;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

fn recorded(site: &Project) -> Option<SystemTime> {
    std::fs::metadata(site.root().join(RECORD)).and_then(|facts| facts.modified()).ok()
}

impl Killer {
    /// Builds a site, which must succeed.
    pub(crate) fn build(&mut self, site: &Project) {
        let mut watched = Watched::begin(site);
        watched.go_on(Phase::Done, Duration::ZERO);
        let output = watched.build.wait_with_output().expect("it can be asked");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.lengths = watched.lengths;
    }

    /// Begins a build of a site and kills it. Says when.
    pub(crate) fn kill(&mut self, site: &Project, random: &mut Numbers) -> String {
        let phase = [Phase::Read, Phase::Write, Phase::Keep][random.below(3)];
        let percent = random.below(100);
        let after = self.lengths[phase as usize] * percent as u32 / 100;
        let mut watched = Watched::begin(site);
        watched.go_on(phase, after);
        watched.build.kill().and_then(|()| watched.build.wait()).expect("it can be killed, or has stopped");
        self.killed[watched.phase as usize] += 1;
        format!("kill a build at {percent} % of {phase:?}, in {:?}", watched.phase)
    }
}
