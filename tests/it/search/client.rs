//! The browser's client in Node, which answers thousands of queries within seconds.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use super::site::Indexed;
use crate::harness::repository;

/// Returns the client's answers to requests, based on an index.
pub(crate) fn answers(indexed: &Indexed, requests: &[Json]) -> Vec<Json> {
    ask(&indexed.folder(), requests)
}

/// For each set of replaced files, returns the answer of a new client. The answer includes the paths of the files that
/// the client requested.
pub(crate) fn answers_with(indexed: &Indexed, request: &Json, files: Vec<Json>) -> Vec<Json> {
    let request = |files: Json| {
        let mut request = request.clone();
        request["files"] = files;
        request
    };
    answers(indexed, &files.into_iter().map(request).collect::<Vec<_>>())
}

/// Returns the files that a query needs.
pub(crate) fn files(indexed: &Indexed, request: &Json) -> Vec<String> {
    let [answer] = &answers_with(indexed, request, vec![json!({})])[..] else { panic!("it is one question") };
    let asked = answer["asked"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    asked.map(|path| path.as_str().expect("a path is a text").to_owned()).collect()
}

/// Returns the client's answers to lines of JSON.
pub(super) fn ask(folder: &Path, lines: &[Json]) -> Vec<Json> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut client = Command::new("node")
        .arg(repository().join("tests/search/client.mjs"))
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is installed");
    let mut input = client.stdin.take().expect("its input is ours");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = client.wait_with_output().expect("the client ends");
    writer.join().expect("the writer ends").expect("the client takes all");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("answers are text");
    let answers: Vec<Json> =
        text.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    assert_eq!(answers.len(), lines.len());
    answers
}
