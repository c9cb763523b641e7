//! A local service that implements the protocol of a hosted index. Like the real service, this service carries out
//! tasks with a delay. It fails when a test requests a failure.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};

/// The API key that has all permissions.
pub(crate) const KEY: &str = "0123456789abcdef0123456789abcdef";

/// The number of status requests after which a task is done.
const POLLS: u32 = 2;

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// The method, the path after `/1/indexes/`, and the kind of operation, if any.
    pub(crate) name: String,
    pub(crate) body: String,
}

/// A way for a request to fail.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// Responds with a status, a header, and a body.
    Status(u16, &'static str, String),
    /// Never responds.
    Hang,
    /// Closes the connection.
    Close,
    /// Carries out the request and closes the connection in the middle of the response.
    CloseAfter,
}

/// An index.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    pub(crate) records: BTreeMap<String, Json>,
    pub(crate) settings: BTreeMap<String, Json>,
    pub(crate) synonyms: BTreeMap<String, Json>,
    pub(crate) rules: BTreeMap<String, Json>,
}

/// The work of a task, which is carried out when the task is done.
type Work = Box<dyn FnOnce(&mut BTreeMap<String, Index>) + Send>;

type Judge = Box<dyn FnMut(&Call) -> Option<Trouble> + Send>;

#[derive(Default)]
struct State {
    indexes: BTreeMap<String, Index>,
    calls: Vec<Call>,
    /// The pending tasks, in order: each task's number, the number of status requests for the task, and the task's
    /// work.
    open: Vec<(u64, u32, Option<Work>)>,
    tasks: u64,
    judge: Option<Judge>,
}

/// The service.
pub(crate) struct Service {
    state: Arc<Mutex<State>>,
    address: String,
}

impl Service {
    /// Starts a service without indexes.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                std::thread::spawn(move || converse(&stream, &state));
            }
        });
        Service { state, address }
    }

    /// Returns the URLs of two hosts. This service is available at both hosts.
    pub(crate) fn hosts(&self) -> String {
        format!("{0},{0}", self.address)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread of the service panicked")
    }

    /// Sets a function that decides whether and how each request fails.
    pub(crate) fn judge(&self, judge: impl FnMut(&Call) -> Option<Trouble> + Send + 'static) -> &Self {
        self.state().judge = Some(Box::new(judge));
        self
    }

    /// Makes requests fail if their names contain the given text. Only the first `times` of these requests fail.
    pub(crate) fn trouble(&self, part: &'static str, mut times: u32, trouble: Trouble) -> &Self {
        self.judge(move |call| {
            let is_meant = times > 0 && call.name.contains(part);
            times -= u32::from(is_meant);
            is_meant.then(|| trouble.clone())
        })
    }

    /// Creates an index.
    pub(crate) fn put(&self, name: &str, index: Index) -> &Self {
        self.state().indexes.insert(name.to_owned(), index);
        self
    }

    /// Returns an index, if it exists.
    pub(crate) fn index(&self, name: &str) -> Option<Index> {
        self.state().indexes.get(name).cloned()
    }

    /// Returns the requests so far and clears them.
    pub(crate) fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut self.state().calls)
    }

    /// Returns the names of the requests so far, without status requests for pending tasks.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.calls().into_iter().map(|call| call.name).collect();
        names.dedup();
        names
    }

    /// Waits until the given number of requests have names that contain the given text.
    pub(crate) fn wait_for(&self, part: &str, times: usize) {
        let begun = std::time::Instant::now();
        while self.state().calls.iter().filter(|call| call.name.contains(part)).count() < times {
            assert!(begun.elapsed().as_secs() < 300, "there are fewer than {times} requests with `{part}`");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

/// Responds to one request after another.
fn converse(stream: &TcpStream, state: &Mutex<State>) {
    let mut reader = BufReader::new(stream);
    while let Some((head, body)) = request(&mut reader) {
        let (method, path, key) = head;
        let path = percent_decode_str(&path).decode_utf8_lossy().into_owned();
        let name = name(&method, &path, &body);
        let call = Call { name, body };
        let mut state = state.lock().expect("no thread of the service panicked");
        state.calls.push(call.clone());
        let trouble = state.judge.as_mut().and_then(|judge| judge(&call));
        let (status, headers, text) = match trouble {
            Some(Trouble::Status(status, headers, body)) => (status, headers, body),
            Some(Trouble::Close) => break,
            Some(Trouble::Hang) => {
                drop(state);
                std::thread::park();
                break;
            }
            after => {
                let (status, answer) = match key == KEY {
                    true => state.answer(&method, &path, &call.body),
                    false => (403, json!({ "message": "Invalid Application-ID or API key", "status": 403 })),
                };
                let text = answer.to_string();
                if after.is_some() {
                    let head = format!("HTTP/1.1 {status} OK\r\ncontent-length: {}\r\n\r\n", text.len());
                    let _ =
                        (&mut &*stream).write_all(format!("{head}{}", &text[..text.len() / 2]).as_bytes());
                    break;
                }
                (status, "", text)
            }
        };
        drop(state);
        let head = format!("HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n{headers}");
        let answer = format!("{head}content-length: {}\r\n\r\n{text}", text.len());
        if (&mut &*stream).write_all(answer.as_bytes()).is_err() {
            break;
        }
    }
    let _ = stream.shutdown(std::net::Shutdown::Both);
}

/// Returns the name that the tests use for a request.
fn name(method: &str, path: &str, body: &str) -> String {
    let rest = path.strip_prefix("/1/indexes/").unwrap_or(path);
    let operation = serde_json::from_str::<Json>(body).ok();
    let operation = operation.as_ref().and_then(|body| body.get("operation")?.as_str());
    let is_task = rest.split('/').nth(1) == Some("task");
    let rest = if is_task { rest.rsplit_once('/').map_or(rest, |(before, _)| before) } else { rest };
    let name = format!("{method} {rest} {}", operation.unwrap_or_default());
    name.trim_end().to_owned()
}

/// Reads a request. Returns the request's method, path, and key, and then the body.
fn request(reader: &mut BufReader<&TcpStream>) -> Option<((String, String, String), String)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let mut words = line.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut key) = (0, String::new());
    loop {
        line.clear();
        reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_lowercase().as_str() {
            "content-length" => length = value.parse().ok()?,
            "x-algolia-api-key" => key = value.to_owned(),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(((method, path, key), String::from_utf8(body).ok()?))
}

impl State {
    /// Carries out a request.
    fn answer(&mut self, method: &str, path: &str, body: &str) -> (u16, Json) {
        let path = path.split('?').next().unwrap_or(path);
        let segments: Vec<&str> = path.trim_start_matches("/1/indexes/").split('/').collect();
        let index = segments[0].to_owned();
        let body: Json = serde_json::from_str(body).unwrap_or_default();
        let nothing = (404, json!({ "message": format!("Index {index} does not exist"), "status": 404 }));
        match (method, &segments[1..]) {
            ("GET", ["settings"]) => match self.indexes.get(&index) {
                Some(index) => (200, json!(index.settings)),
                None => nothing,
            },
            ("GET", ["task", task]) => self.ask_after(task.parse().unwrap_or_default()),
            ("POST", ["query"]) => match self.indexes.get(&index) {
                Some(index) => (
                    200,
                    json!({ "hits": [], "nbHits": index.records.len(), "exhaustive": { "nbHits": true } }),
                ),
                None => nothing,
            },
            ("POST", ["synonyms", "search"]) => match self.indexes.get(&index) {
                Some(index) => {
                    let size = body["hitsPerPage"].as_u64().unwrap_or(20) as usize;
                    let first = body["page"].as_u64().unwrap_or(0) as usize * size;
                    let hits: Vec<&Json> = index.synonyms.values().skip(first).take(size).collect();
                    (200, json!({ "hits": hits, "nbHits": index.synonyms.len() }))
                }
                None => nothing,
            },
            ("DELETE", []) => self.take_on(move |indexes| drop(indexes.remove(&index))),
            ("PUT", ["settings"]) => self.take_on(move |indexes| {
                let settings = body.as_object().cloned().unwrap_or_default();
                indexes.entry(index).or_default().settings.extend(settings);
            }),
            ("POST", ["synonyms", "batch"]) => self.take_on(move |indexes| {
                let groups = body.as_array().cloned().unwrap_or_default();
                indexes.entry(index).or_default().synonyms.extend(groups.into_iter().map(with_id));
            }),
            ("DELETE", ["synonyms", id]) => {
                let id = (*id).to_owned();
                self.take_on(move |indexes| {
                    indexes.entry(index).or_default().synonyms.remove(&id);
                })
            }
            ("POST", ["batch"]) => {
                let requests = body["requests"].as_array().cloned().unwrap_or_default();
                let too_long = requests.iter().any(|request| request["body"].to_string().len() > 10_000);
                if requests.is_empty() || too_long {
                    return (400, json!({ "message": "Record is too big or there is none", "status": 400 }));
                }
                self.take_on(move |indexes| {
                    let records = requests.into_iter().map(|request| with_id(request["body"].clone()));
                    indexes.entry(index).or_default().records.extend(records);
                })
            }
            ("POST", ["operation"]) => self.operation(index, &body),
            _ => (400, json!({ "message": format!("{method} {path} is not known"), "status": 400 })),
        }
    }

    fn operation(&mut self, index: String, body: &Json) -> (u16, Json) {
        let to = body["destination"].as_str().unwrap_or_default().to_owned();
        if body["operation"] == "move" {
            // A missing index can't be moved.
            return self.take_on(move |indexes| {
                if let Some(moved) = indexes.remove(&index) {
                    indexes.insert(to, moved);
                }
            });
        }
        let scope = body["scope"].clone();
        self.take_on(move |indexes| {
            let from = indexes.get(&index).cloned().unwrap_or_default();
            let to = indexes.entry(to).or_default();
            let has =
                |name: &str| scope.as_array().is_some_and(|scope| scope.iter().any(|part| part == name));
            if has("settings") {
                to.settings = from.settings;
            }
            if has("synonyms") {
                to.synonyms = from.synonyms;
            }
            if has("rules") {
                to.rules = from.rules;
            }
        })
    }

    /// Schedules a task.
    fn take_on(&mut self, work: impl FnOnce(&mut BTreeMap<String, Index>) + Send + 'static) -> (u16, Json) {
        self.tasks += 1;
        self.open.push((self.tasks, 0, Some(Box::new(work))));
        (200, json!({ "taskID": self.tasks, "updatedAt": "2026-01-01T00:00:00Z" }))
    }

    /// Reports whether a task is done. After enough status requests, carries out the task and all tasks before that
    /// task.
    fn ask_after(&mut self, task: u64) -> (u16, Json) {
        let Some(at) = self.open.iter().position(|(open, _, _)| *open == task) else {
            return (200, json!({ "status": "published", "pendingTask": false }));
        };
        self.open[at].1 += 1;
        if self.open[at].1 < POLLS {
            return (200, json!({ "status": "notPublished", "pendingTask": true }));
        }
        for (_, _, work) in self.open.drain(..=at) {
            work.into_iter().for_each(|work| work(&mut self.indexes));
        }
        (200, json!({ "status": "published", "pendingTask": false }))
    }
}

fn with_id(object: Json) -> (String, Json) {
    (object["objectID"].as_str().unwrap_or_default().to_owned(), object)
}
