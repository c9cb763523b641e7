//! Kills builds in every phase, at pseudorandom moments.

use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

use super::{Numbers, Project};

/// The phases of a build, in order. The start of each phase is visible in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The build is reading the site and laying out its pages.
    #[default]
    Read,
    /// The build is writing the output: the record of unfinished work exists.
    Write,
    /// The build is writing the cache: the manifest exists, and the record no longer does.
    Keep,
    /// The build finished before it was killed.
    Done,
}

/// The path of the record of unfinished work.
const RECORD: &str = "dist/_docgen/manifest.unfinished";

/// Kills builds and stores how long each phase took in the last build that wasn't killed.
#[derive(Debug, Default)]
pub(crate) struct Killer {
    lengths: [Duration; 3],
    /// The number of builds that were killed in each phase.
    pub(crate) killed: [usize; 4],
}

/// A running build.
struct Watched<'a> {
    site: &'a Project,
    build: Child,
    /// The modification time of the record that an earlier build left behind.
    earlier: Option<SystemTime>,
    phase: Phase,
    /// The time at which the phase started.
    begun: Instant,
    lengths: [Duration; 3],
}

impl<'a> Watched<'a> {
    fn begin(site: &'a Project) -> Self {
        let earlier = recorded(site);
        let (phase, lengths) = (Phase::Read, [Duration::ZERO; 3]);
        Watched { site, build: site.start("build"), earlier, phase, begun: Instant::now(), lengths }
    }

    /// Determines the current phase.
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

    /// Watches the build until some time after the start of a phase, or until the build stops.
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
    /// Builds a site. The build must succeed.
    pub(crate) fn build(&mut self, site: &Project) {
        let mut watched = Watched::begin(site);
        watched.go_on(Phase::Done, Duration::ZERO);
        let output = watched.build.wait_with_output().expect("it can be asked");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.lengths = watched.lengths;
    }

    /// Starts a build of a site and kills the build. Returns a description of when the build was killed.
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
