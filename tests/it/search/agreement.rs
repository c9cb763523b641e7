//! The browser's client and the searcher in Rust give the same answers, to the letter, and an index is the same however
//! many threads make it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use docgen::internals::search::Request;
use serde_json::{Value as Json, json};

use super::quality::{corpora, own, queries};
use super::site::{self, Indexed, request};
use crate::harness::{Numbers, Project, repository};

/// What the browser's client answers. Each request may come with files in the place of those of the index.
pub(crate) fn browser(indexed: &Indexed, requests: &[(Request, Option<Json>)]) -> Vec<Json> {
    let lines = requests.iter().map(|(request, files)| {
        let mut line = json!({
            "query": request.query,
            "page": request.page,
            "hitsPerPage": request.hits_per_page,
            "facetFilters": request.facet_filters,
        });
        if let Some(files) = files {
            line["files"] = files.clone();
        }
        format!("{line}\n")
    });
    let lines: String = lines.collect();
    let mut client = Command::new("node")
        .arg(repository().join("tests/search/client.mjs"))
        .arg(indexed.folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is there");
    let mut input = client.stdin.take().expect("its input is ours");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = client.wait_with_output().expect("the client ends");
    writer.join().expect("the writer ends").expect("the client takes all");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("answers are text");
    text.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
}

/// Holds the two against each other.
#[track_caller]
pub(super) fn check(indexed: &Indexed, requests: &[Request]) {
    let searcher = indexed.searcher();
    let whole: Vec<_> = requests.iter().map(|request| (request.clone(), None)).collect();
    let theirs = browser(indexed, &whole);
    assert_eq!(theirs.len(), requests.len());
    for (request, theirs) in requests.iter().zip(theirs) {
        let ours = match searcher.search(request) {
            Ok(answer) => serde_json::to_value(answer).expect("answers are JSON"),
            Err(error) => json!({ "error": format!("Error: {error}") }),
        };
        let places = |answer: &Json| {
            let urls = answer["hits"].as_array().into_iter().flatten().map(|hit| hit["url"].clone());
            json!([answer["error"], answer["nbHits"], urls.collect::<Vec<_>>()])
        };
        assert_eq!(places(&ours), places(&theirs), "{request:?}");
        assert_eq!(ours, theirs, "{request:?}");
    }
}

/// Questions made of the words of a site: parts of them, misspelled, joined, in quotes.
fn generated(indexed: &Indexed, count: usize) -> Vec<Request> {
    let mut words: Vec<String> = Vec::new();
    for page in &indexed.site.pages {
        words.extend(page.title.split_whitespace().map(str::to_owned));
        if let Some(parsed) = page.parsed() {
            let text = parsed.document().plain_text();
            words.extend(text.split_whitespace().step_by(7).map(str::to_owned));
        }
    }
    words.extend(
        ["C++", ".NET", "--watch", "日本語", "café", "\"", "ΟΔΟΣ", "𠀀𠀁", "İ", "a"].map(str::to_owned),
    );
    let mut random = Numbers(words.len() as u64);
    let mut question = || {
        let mut query = String::new();
        for _ in 0..=random.below(4) {
            let mut letters: Vec<char> = words[random.below(words.len())].chars().collect();
            let at = random.below(letters.len());
            match random.below(8) {
                0 => letters.truncate(at + 1),
                1 => {
                    letters.remove(at);
                }
                2 if at > 0 => letters.swap(at, at - 1),
                3 => letters.insert(at, 'e'),
                4 => query.push('"'),
                _ => {}
            }
            query.extend(letters);
            query.push_str(["", " ", "-", "_", "\" "][random.below(5)]);
        }
        let language = &indexed.site.locales[random.below(indexed.site.locales.len())].code;
        Request { page: random.below(3), ..request(&query, language) }
    };
    (0..count).map(|_| question()).collect()
}

fn all(sites: &BTreeMap<String, Indexed>, file: &str, more: usize) {
    for (name, indexed) in sites {
        let asked = queries(file).into_iter().filter(|query| query.site == *name);
        let mut requests: Vec<Request> = asked.map(|query| request(&query.text, &query.language)).collect();
        requests.extend(generated(indexed, more));
        check(indexed, &requests);
    }
}

#[test]
fn both_sides_give_the_same_answers() {
    all(&own(), "own.tsv", 150);
}

#[test]
fn both_sides_give_the_same_answers_about_real_documentation() {
    let (Some(corpus), Some(specs)) = (site::named("DOCGEN_CORPUS"), site::named("DOCGEN_SPECS")) else {
        return;
    };
    all(&corpora(&corpus, &specs), "corpora.tsv", 60);
}

#[test]
fn words_that_are_everywhere_answer_when_nothing_else_does() {
    let project = Project::new("");
    for number in 0..1_000 {
        let text = format!("# Gadget {number}\n\nThe platform keeps part{number} in its store.\n");
        project.write(&format!("content/docs/gadget-{number}.md"), text.as_bytes());
    }
    let indexed = Indexed::new(project.root());
    let hits = |query: &str| {
        let answer = indexed.searcher().search(&request(query, "en")).expect("the index is whole");
        serde_json::to_value(answer).expect("answers are JSON")["nbHits"].as_u64()
    };
    assert_eq!(hits("platform part77 "), Some(1));
    assert_eq!(hits("platform qqzzvv "), Some(1_000));
    assert_eq!(hits("qqzzvv "), Some(0));
    let asked = [
        "platform part77 ",
        "platform qqzzvv ",
        "qqzzvv ",
        "platform",
        "the platform qqzzvv",
        "platfrom store qqzz",
    ];
    check(&indexed, &asked.map(|query| request(query, "en")));
}

#[test]
fn an_index_is_the_same_however_many_threads_make_it() {
    let site = site::load(repository());
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be made");
        pool.install(|| site::index(&site))
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(7));
}
