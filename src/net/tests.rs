//! Tests of retries, in an environment where waiting takes no time.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use super::client::World;
use super::http::{Answer, Lost, Method, Request};
use super::{Client, Host, Key, Patience, Problem};

/// An environment that has prepared responses and records what happens.
#[derive(Default)]
struct Script {
    answers: RefCell<Vec<Result<Answer, Lost>>>,
    chance: Cell<f64>,
    happened: RefCell<Vec<String>>,
}

impl World for &Script {
    fn send(&self, request: &Request<'_>) -> Result<Answer, Lost> {
        self.happened.borrow_mut().push(format!("{}{}", request.host, request.path));
        let mut answers = self.answers.borrow_mut();
        if answers.is_empty() { Err(Lost("is gone".to_owned())) } else { answers.remove(0) }
    }

    fn wait(&self, time: Duration) {
        self.happened.borrow_mut().push(format!("{time:?}"));
    }

    fn chance(&self) -> f64 {
        self.chance.get()
    }
}

fn status(status: u16) -> Result<Answer, Lost> {
    let body = if status < 300 { r#"{"taskID":7,"status":"published"}"# } else { r#"{"message":"no"}"# };
    Ok(Answer { status, retry_after: None, body: body.to_owned() })
}

/// Returns what happens from the start of a write request to the start of the next request, and the result of the first
/// request.
fn check(answers: Vec<Result<Answer, Lost>>, chance: f64) -> (Vec<String>, Result<u64, Problem>) {
    let script = Script::default();
    *script.answers.borrow_mut() = answers;
    script.chance.set(chance);
    let hosts =
        || ["a", "b", "c"].map(|name| Host::new(&format!("https://{name}")).expect("a host")).to_vec();
    let patience = Patience { rounds: 3, ..Patience::default() };
    let mut client = Client::in_world(Box::new(&script), hosts(), patience, Box::new(|_| {}));
    let result = client.order(Method::POST, "/x", Some("{}"));
    // The next request starts at the host that responded last.
    let _ = client.order(Method::POST, "/y", None);
    drop(client);
    let mut happened = script.happened.take();
    let next = happened.iter().position(|line| line.ends_with("/y")).expect("something else is ordered");
    happened.truncate(next + 1);
    (happened, result)
}

#[test]
fn what_is_answered_is_asked_once() {
    assert_eq!(check(vec![status(200)], 0.0), (vec!["a/x".into(), "a/y".into()], Ok(7)));
}

#[test]
fn the_next_host_is_asked_where_one_fails_and_stays_the_first() {
    let answers = vec![Err(Lost("is gone".into())), status(503), status(200)];
    let (happened, result) = check(answers, 0.0);
    assert_eq!(happened, ["a/x", "b/x", "c/x", "c/y"]);
    assert_eq!(result, Ok(7));
}

#[test]
fn pauses_grow_and_are_not_the_same_for_everybody() {
    let (happened, result) = check(Vec::new(), 0.0);
    let round = ["a/x", "b/x", "c/x"];
    let expected = [&round[..], &["1s"], &round, &["2s"], &round, &["a/y"]].concat();
    assert_eq!(happened, expected);
    let last = Host::new("https://c").expect("a host");
    assert_eq!(result, Err(Problem::Unreachable(last, "is gone".into())));
    let (happened, _) = check(Vec::new(), 0.5);
    assert_eq!((&*happened[3], &*happened[7]), ("750ms", "1.5s"));
}

#[test]
fn a_refusal_is_final() {
    for code in [301, 400, 401, 403, 404, 408, 413] {
        let (happened, result) = check(vec![status(code)], 0.0);
        assert_eq!(happened, ["a/x", "a/y"]);
        assert_eq!(result, Err(Problem::Refused(code, "no".into())));
    }
}

#[test]
fn a_host_with_too_much_to_do_gets_the_time_it_wants() {
    let busy = |seconds: Option<u64>| {
        Ok(Answer { status: 429, retry_after: seconds.map(Duration::from_secs), body: String::new() })
    };
    let (happened, result) = check(vec![busy(Some(3)), busy(None), busy(None), status(200)], 0.0);
    assert_eq!(happened, ["a/x", "3s", "a/x", "2s", "a/x", "4s", "a/x", "a/y"]);
    assert_eq!(result, Ok(7));
    let (_, result) = check(vec![busy(Some(1)); 20], 0.0);
    assert_eq!(result, Err(Problem::Busy));
    let (happened, result) = check(vec![busy(Some(100_000))], 0.0);
    assert_eq!((happened, result), (vec!["a/x".into(), "a/y".into()], Err(Problem::Busy)));
}

#[test]
fn an_answer_that_is_cut_off_is_none() {
    let half = Ok(Answer { status: 200, retry_after: None, body: r#"{"taskID":"#.into() });
    let (happened, result) = check(vec![half, status(200)], 0.0);
    assert_eq!((happened, result), (vec!["a/x".into(), "b/x".into(), "b/y".into()], Ok(7)));
    let other = Ok(Answer { status: 200, retry_after: None, body: "[]".into() });
    let (_, result) = check(vec![other], 0.0);
    assert_eq!(result, Err(Problem::Unexpected("missing `taskID` in a response: []".into())));
}

#[test]
fn a_task_that_is_never_done_is_given_up() {
    let script = Script::default();
    let waiting =
        || Ok(Answer { status: 200, retry_after: None, body: r#"{"status":"notPublished"}"#.into() });
    *script.answers.borrow_mut() = (0..1000).map(|_| waiting()).collect();
    let hosts = || vec![Host::new("https://a").expect("a host")];
    let patience = Patience { task: Duration::from_secs(60), ..Patience::default() };
    let mut client = Client::in_world(Box::new(&script), hosts(), patience, Box::new(|_| {}));
    assert!(matches!(client.finish("/task"), Err(Problem::Unfinished(waited)) if waited.as_secs() >= 60));
    drop(client);
    assert!(script.happened.borrow().len() < 80, "it is not asked without a pause");
}

#[test]
fn a_key_goes_to_encrypted_hosts_and_this_machine_only() {
    for good in
        ["https://abc.algolia.net", "https://abc.algolia.net:8443/", "http://127.0.0.1:80", "http://[::1]:1"]
    {
        assert!(Host::new(good).is_some(), "{good}");
    }
    for bad in [
        "http://abc.algolia.net",
        "http://127.0.0.1.example",
        "abc.algolia.net",
        "https://",
        "https://a/b",
        "https://u@h",
    ] {
        assert_eq!(Host::new(bad), None, "{bad}");
    }
}

#[test]
fn a_key_is_a_word_and_not_shown() {
    assert_eq!(Key::new(" \n"), None);
    assert_eq!(Key::new("two words"), None);
    assert_eq!(Key::new("a\r\nx-header: 1"), None);
    let key = Key::new(" 0123456789abcdef\n").expect("a key");
    assert_eq!(format!("{key:?}"), "Key");
    assert!(key.is("0123456789abcdef"));
}
