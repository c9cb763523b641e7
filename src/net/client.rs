//! A client for a service with several hosts. If a host fails, the client tries the next host. If all hosts fail, the
//! client tries them again after a pause. If the service is busy, the client waits for as long as the service requests.
//! A rejected request isn't retried.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::Duration;

use serde_json::Value as Json;

use super::http::{Answer, Host, Http, Lost, Method, Request};

/// The longest pause that the client accepts from a host.
const LONGEST_REST: Duration = Duration::from_secs(300);

/// The retry policy.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// The maximum number of times to try all hosts.
    pub rounds: u32,
    /// The pause after all hosts fail for the first time. The pause doubles each time that all hosts fail. A random
    /// amount, up to half of the pause, is subtracted so that clients that failed at the same time don't retry at the
    /// same time.
    pub pause: Duration,
    /// The maximum number of times to retry a request because the service is busy.
    pub rests: u32,
    /// The longest time to wait for the service to finish a task.
    pub task: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { rounds: 4, pause: Duration::from_secs(1), rests: 8, task: Duration::from_secs(15 * 60) }
    }
}

/// A progress notice.
pub(crate) enum Notice {
    /// A host failed, so the client tries the next host.
    Failed {
        /// The host.
        host: Host,
        /// The reason.
        reason: String,
    },
    /// All hosts failed.
    Unreachable {
        /// The pause before the client tries all hosts again.
        pause: Duration,
    },
    /// The service is busy.
    Busy {
        /// The pause before the next request.
        pause: Duration,
    },
}

/// The reason that a request failed.
#[derive(Debug, PartialEq)]
pub(crate) enum Problem {
    /// All hosts failed. Contains the last host and the reason.
    Unreachable(Host, String),
    /// A host rejected the request. Contains the status and the message.
    Refused(u16, String),
    /// The service stayed busy.
    Busy,
    /// The service didn't finish a task in time.
    Unfinished(Duration),
    /// A response is invalid.
    Unexpected(String),
    /// The number of records in the new index differs from the number of records sent. Contains both numbers.
    Incomplete(u64, u64),
}

/// The environment of a client: sends requests, waits, and returns random numbers.
pub(super) trait World {
    fn send(&self, request: &Request<'_>) -> Result<Answer, Lost>;
    fn wait(&self, time: Duration);
    /// Returns a random number from 0 (inclusive) to 1 (exclusive).
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
        // Each `RandomState` has a random seed from the system.
        (RandomState::new().build_hasher().finish() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The client of a service.
pub(crate) struct Client<'a> {
    world: Box<dyn World + 'a>,
    hosts: Vec<Host>,
    /// The index of the host that responded most recently.
    first: usize,
    patience: Patience,
    notify: Box<dyn Fn(&Notice) + 'a>,
}

impl<'a> Client<'a> {
    /// Creates a client that uses the first host until it stops responding. There must be at least one host.
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

    /// Sends a GET request. Returns `None` if the resource doesn't exist.
    pub(super) fn get(&mut self, path: &str) -> Result<Option<Json>, Problem> {
        match self.call(Method::GET, path, None) {
            Err(Problem::Refused(404, _)) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Sends a query in the body of a request.
    pub(super) fn ask(&mut self, path: &str, body: &str) -> Result<Json, Problem> {
        self.call(Method::POST, path, Some(body))
    }

    /// Sends a write request and returns the ID of the task that the service starts.
    pub(super) fn order(&mut self, method: Method, path: &str, body: Option<&str>) -> Result<u64, Problem> {
        let answer = self.call(method, path, body)?;
        let task = answer["taskID"].as_u64();
        task.ok_or_else(|| Problem::Unexpected(format!("missing `taskID` in a response: {}", short(&answer))))
    }

    /// Waits until a task is done.
    pub(super) fn finish(&mut self, path: &str) -> Result<(), Problem> {
        let mut waited = Duration::ZERO;
        let mut pause = Duration::from_millis(50);
        loop {
            let answer = self.get(path)?;
            match answer.as_ref().and_then(|answer| answer["status"].as_str()) {
                Some("published") => return Ok(()),
                Some("notPublished") => {}
                _ => {
                    let said = answer.map_or_else(|| "404".to_owned(), |answer| short(&answer));
                    return Err(Problem::Unexpected(format!("missing `status` in a task: {said}")));
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

    /// Waits for the first pause in the retry policy.
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
                    Err(_) => "sent a response that isn't JSON".to_owned(),
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
                Ok(Answer { status: status @ 500.., .. }) => format!("responded with status {status}"),
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

/// Returns the message in a host's rejection.
fn message(body: &str) -> String {
    let answer: Option<Json> = serde_json::from_str(body).ok();
    let message = answer.as_ref().and_then(|answer| answer["message"].as_str());
    cut(message.unwrap_or(body))
}

fn short(answer: &Json) -> String {
    cut(&answer.to_string())
}

/// Returns text from a service in a form that is safe to print: one short line without control characters.
fn cut(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
    line.trim().to_owned()
}
