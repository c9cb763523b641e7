//! Consistency between docgen and the browser. Both produce the same tokens, and the client returns the same results in
//! docgen's own engine and in Node. The client finds only existing pages. The index doesn't depend on the number of
//! threads.

use std::collections::BTreeMap;

use docgen::internals::search::{Token, tokens};
use serde_json::{Value as Json, json};

use super::client::{answers, ask};
use super::quality::{corpora, own, queries};
use super::site::{self, Indexed, request};
use crate::harness::{Numbers, Project, docgen, repository};

/// Words that are easily split or compared incorrectly.
const ODD: [&str; 10] = ["C++", ".NET", "--watch", "日本語", "café", "\"", "ΟΔΟΣ", "𠀀𠀁", "İ", "a"];

/// Creates queries from the words of a site: parts of words, misspelled words, joined words, and words in quotes.
fn generated(indexed: &Indexed, count: usize) -> Vec<Json> {
    let mut words: Vec<String> = Vec::new();
    for page in &indexed.site.pages {
        words.extend(page.title.split_whitespace().map(str::to_owned));
        if let Some(parsed) = page.parsed() {
            let text = parsed.document().plain_text();
            words.extend(text.split_whitespace().step_by(7).map(str::to_owned));
        }
    }
    words.extend(ODD.map(str::to_owned));
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
        let mut request = request(&query, language);
        request["page"] = json!(random.below(3));
        request
    };
    (0..count).map(|_| question()).collect()
}

/// Returns a file's queries for a site, and `more` generated queries.
fn questions(file: &str, name: &str, indexed: &Indexed, more: usize) -> Vec<Json> {
    let asked = queries(file).into_iter().filter(|query| query.site == name);
    let mut requests: Vec<Json> = asked.map(|query| request(&query.text, &query.language)).collect();
    requests.extend(generated(indexed, more));
    requests
}

/// Checks that the client finds only what exists: every hit for a Markdown page links to the page or one of its
/// headings.
fn check(file: &str, sites: &BTreeMap<String, Indexed>, more: usize) {
    let mut anchors = 0;
    for (name, indexed) in sites {
        let at = indexed.site.config.addressing();
        let pages = indexed.site.pages.iter().filter_map(|page| Some((at.href(&page.route), page.parsed()?)));
        let pages: BTreeMap<String, _> = pages.collect();
        let requests = questions(file, name, indexed, more);
        for (request, answer) in requests.iter().zip(answers(indexed, &requests)) {
            let hits = answer["hits"].as_array().unwrap_or_else(|| panic!("{request}: {answer}"));
            for hit in hits {
                let page = hit["url_without_anchor"].as_str().and_then(|href| pages.get(href));
                let (Some(page), Some(anchor)) = (page, hit["anchor"].as_str()) else { continue };
                assert!(page.document().has_anchor(anchor), "{name}: {}", hit["url"]);
                anchors += 1;
            }
        }
    }
    // A site with only an API has no Markdown pages.
    assert!(anchors > 0, "{file}");
}

#[test]
fn what_is_found_is_there() {
    check("own.tsv", &own(), 150);
}

#[test]
fn what_is_found_in_real_documentation_is_there() {
    let (Some(corpus), Some(specs)) = (site::named("DOCGEN_CORPUS"), site::named("DOCGEN_SPECS")) else {
        return;
    };
    check("corpora.tsv", &corpora(&corpus, &specs), 60);
}

/// If a word is split differently in the index and in the query, the word is never found.
#[test]
fn docgen_and_the_browser_take_texts_apart_alike() {
    let mut texts: Vec<String> = ODD.map(str::to_owned).into();
    for indexed in own().values() {
        for page in &indexed.site.pages {
            texts.push(page.title.to_string());
            texts.extend(page.parsed().map(|parsed| parsed.document().plain_text()));
        }
        texts.extend(generated(indexed, 500).iter().map(|request| request["query"].to_string()));
    }
    // Every character that Rust and JavaScript could treat differently, next to similar characters and in a name.
    texts.extend((0..0x3_0000_u32).step_by(64).map(|block| {
        let all = (block..block + 64).filter_map(char::from_u32);
        all.flat_map(|c| ['a', c, 'B', ' ', c, '-', 'x', c, ' ']).collect()
    }));
    let lines: Vec<Json> = texts.iter().map(|text| json!(text)).collect();
    let token = |token: Token| json!([token.text, token.primary]);
    for (text, theirs) in texts.iter().zip(ask(repository(), &lines)) {
        let ours: Vec<Json> = tokens(text).into_iter().map(token).collect();
        assert_eq!(Json::Array(ours), theirs, "{text}");
    }
}

#[test]
fn the_engine_answers_as_node_does() {
    let manual = Indexed::new(&repository().join("manual"));
    let mut requests = questions("own.tsv", "manual", &manual, 12);
    requests.push(request("\"table of contents\" side", "en"));
    for request in &mut requests {
        request["complete"] = true.into();
    }
    for (request, theirs) in requests.iter().zip(answers(&manual, &requests)) {
        let text = |key: &str| request[key].to_string();
        let (out, query) = (manual.out().to_str().expect("it is ASCII"), request["query"].as_str());
        let arguments = ["search", "query", "--json", "--out", out, "--language", "en", "--page"];
        let (page, limit) = (text("page"), text("hitsPerPage"));
        let rest = [&*page, "--limit", &limit, "--", query.expect("it is a text")];
        let ours = docgen(manual.out(), arguments.into_iter().chain(rest), &[]).code(0).stderr("").stdout;
        let pretty = serde_json::to_string_pretty(&theirs).expect("it was JSON");
        assert_eq!(ours.trim_end(), pretty, "{request}");
    }
}

#[test]
fn words_that_are_everywhere_answer_when_nothing_else_does() {
    let project = Project::new("");
    for number in 0..1_000 {
        let text = format!("# Gadget {number}\n\nThe platform keeps part{number} in its store.\n");
        project.write(&format!("content/docs/gadget-{number}.md"), text.as_bytes());
    }
    let indexed = Indexed::new(project.root());
    let asked = [
        ("platform part77 ", 1),
        ("platform qqzzvv ", 1_000),
        ("qqzzvv ", 0),
        ("platform", 1_000),
        ("the platform qqzzvv", 1_000),
    ];
    let answers = answers(&indexed, &asked.map(|(query, _)| request(query, "en")));
    for ((query, count), answer) in asked.into_iter().zip(answers) {
        assert_eq!(answer["nbHits"], count, "{query}");
    }
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
