//! A service with several hosts: the next one is asked where one fails, all of them again after a while, and one that
//! has too much to do is given the time it wants. What a host refuses is not asked again.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::Duration;

use serde_json::Value as Json;

use super::http::{Answer, Host, Http, Lost, Method, Request};

/// How long a host may ask to be left alone.
const LONGEST_REST: Duration = Duration::from_secs(300);

/// How requests are tried again.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// How often all hosts are asked in turn.
    pub rounds: u32,
    /// How long is waited after the first round. It is twice as long after each further one, and a random part of up
    /// to a half less, so that those who failed together do not come back together.
    pub pause: Duration,
    /// How often a host may say that it has too much to do.
    pub rests: u32,
    /// How long is waited at most until the service has done what it took on.
    pub task: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { rounds: 4, pause: Duration::from_secs(1), rests: 8, task: Duration::from_secs(15 * 60) }
    }
}

/// What someone who waits wants to know.
pub(crate) enum Notice {
    /// A host failed; the next one is asked.
    Failed {
        /// Which host.
        host: Host,
        /// What it did.
        reason: String,
    },
    /// All hosts failed.
    Unreachable {
        /// How long none of them is asked.
        pause: Duration,
    },
    /// The service has too much to do.
    Busy {
        /// How long it is left alone.
        pause: Duration,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// No host gave an answer; the last one, and what it did.
    Unreachable(Host, String),
    /// A host does not do what is asked: its status and what it says.
    Refused(u16, String),
    /// The service has too much to do, again and again.
    Busy,
    /// The service did not do in time what it took on.
    Unfinished(Duration),
    /// An answer is not what it should be.
    Unexpected(String),
    /// The new index does not hold what was sent: so many of so many records.
    Incomplete(u64, u64),
}

/// How requests leave, and how time passes.
pub(super) trait World {
    fn send(&self, request: &Request<'_>) -> Result<Answer, Lost>;
    fn wait(&self, time: Duration);
    /// A number from 0 up to 1.
    fn chance(&self) -> f64;
}

impl World for Http {
    fn send(&self, request: &Request<'_>) -> Result<Answer, Lost> {
        Http::send(self, request)
    }

    fn wait(&self, time: Duration) {
        std::thread::sleep(time);
    }

    fn chance(&self) -> f64 {
        // Each state is seeded by the system.
        (RandomState::new().build_hasher().finish() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Whoever speaks with the service.
pub(crate) struct Client<'a> {
    world: Box<dyn World + 'a>,
    hosts: Vec<Host>,
    /// The one that answered last.
    first: usize,
    patience: Patience,
    notify: Box<dyn Fn(&Notice) + 'a>,
}

impl<'a> Client<'a> {
    /// A client that asks the first of these hosts for as long as it answers. There is at least one.
    pub(crate) fn new(
        http: Http,
        hosts: Vec<Host>,
        patience: Patience,
        notify: impl Fn(&Notice) + 'a,
    ) -> Self {
        Self::in_world(Box::new(http), hosts, patience, Box::new(notify))
    }

    pub(super) fn in_world(
        world: Box<dyn World + 'a>,
        hosts: Vec<Host>,
        patience: Patience,
        notify: Box<dyn Fn(&Notice) + 'a>,
    ) -> Self {
        Client { world, hosts, first: 0, patience, notify }
    }

    /// Asks for something; none if there is no such thing.
    pub(super) fn get(&mut self, path: &str) -> Result<Option<Json>, Problem> {
        match self.call(Method::GET, path, None) {
            Err(Problem::Refused(404, _)) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Asks a question that does not fit into an address.
    pub(super) fn ask(&mut self, path: &str, body: &str) -> Result<Json, Problem> {
        self.call(Method::POST, path, Some(body))
    }

    /// Has something done, and gives the number of the task that the service made of it.
    pub(super) fn order(&mut self, method: Method, path: &str, body: Option<&str>) -> Result<u64, Problem> {
        let answer = self.call(method, path, body)?;
        let task = answer.get("taskID").and_then(Json::as_u64);
        task.ok_or_else(|| Problem::Unexpected(format!("an answer has no `taskID`: {}", short(&answer))))
    }

    /// Waits until a task is done.
    pub(super) fn finish(&mut self, path: &str) -> Result<(), Problem> {
        let mut waited = Duration::ZERO;
        let mut pause = Duration::from_millis(50);
        loop {
            let answer = self.get(path)?;
            match answer.as_ref().and_then(|answer| answer.get("status")).and_then(Json::as_str) {
                Some("published") => return Ok(()),
                Some("notPublished") => {}
                _ => {
                    let said = answer.map_or_else(|| "404".to_owned(), |answer| short(&answer));
                    return Err(Problem::Unexpected(format!("a task has no `status`: {said}")));
                }
            }
            if waited >= self.patience.task {
                return Err(Problem::Unfinished(waited));
            }
            self.world.wait(pause);
            waited += pause;
            pause = (pause * 3 / 2).min(Duration::from_secs(5));
        }
    }

    /// Leaves the service alone for a moment.
    pub(super) fn pause(&self) {
        self.world.wait(self.patience.pause);
    }

    fn call(&mut self, method: Method, path: &str, body: Option<&str>) -> Result<Json, Problem> {
        let hosts = &self.hosts;
        let (mut failures, mut rests) = (0_u32, 0);
        loop {
            let host = &hosts[self.first];
            let reason = match self.world.send(&Request { method: &method, host, path, body }) {
                Ok(Answer { status: 200..300, body, .. }) => match serde_json::from_str(&body) {
                    Ok(answer) => return Ok(answer),
                    Err(_) => "gave an answer that is no JSON".to_owned(),
                },
                Ok(Answer { status: 429, retry_after, .. }) => {
                    let pause = retry_after.unwrap_or_else(|| self.patience.pause * 2_u32.pow(rests.min(8)));
                    rests += 1;
                    if rests > self.patience.rests || pause > LONGEST_REST {
                        return Err(Problem::Busy);
                    }
                    (self.notify)(&Notice::Busy { pause });
                    self.world.wait(pause);
                    continue;
                }
                Ok(Answer { status: status @ 500.., .. }) => format!("answered with status {status}"),
                Ok(Answer { status, body, .. }) => return Err(Problem::Refused(status, message(&body))),
                Err(Lost(reason)) => reason,
            };
            failures += 1;
            let failed = host.clone();
            self.first = (self.first + 1) % hosts.len();
            let round = failures.div_ceil(hosts.len() as u32);
            if round == 1 {
                (self.notify)(&Notice::Failed { host: failed.clone(), reason: reason.clone() });
            }
            if failures % hosts.len() as u32 == 0 {
                if round >= self.patience.rounds {
                    return Err(Problem::Unreachable(failed, reason));
                }
                let longest = self.patience.pause * 2_u32.pow(round - 1);
                let pause = longest.mul_f64(1.0 - self.world.chance() / 2.0);
                (self.notify)(&Notice::Unreachable { pause });
                self.world.wait(pause);
            }
        }
    }
}

/// What a host says about its refusal.
fn message(body: &str) -> String {
    let answer: Option<Json> = serde_json::from_str(body).ok();
    let message = answer.as_ref().and_then(|answer| answer.get("message")).and_then(Json::as_str);
    cut(message.unwrap_or(body))
}

fn short(answer: &Json) -> String {
    cut(&answer.to_string())
}

/// A text of a stranger: one line of it, without anything that a terminal would obey.
fn cut(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
    line.trim().to_owned()
}
