//! The index of a site with so many pages that a browser fetches the names and the text of each result alone.

use serde_json::{Value as Json, json};

use super::client::{answers, answers_with, files};
use super::site::{Indexed, request};
use crate::harness::{Project, docgen};

const PAGES: usize = 1_100;

/// Returns a site whose titles are too long for a single file.
fn site() -> Project {
    let project = Project::new("//- docgen.toml\n[site]\ntitle = \"Levers\"\n");
    for page in 0..PAGES {
        let title = format!("Lever {page}{}", " of the panel on the quiet workbench by the door".repeat(5));
        let text =
            format!("The lever named okapi{page} turns.\n\n## Ways to turn it\n\nTurn zebra{page} slowly.\n");
        project.write(
            &format!("content/docs/f{}/p{page}.md", page % 30),
            format!("---\ntitle: {title}\n---\n\n{text}"),
        );
    }
    project
}

#[test]
fn results_on_a_large_site_have_names_and_text() {
    let indexed = Indexed::new(site().root());
    assert!(
        !indexed.files.keys().any(|path| path.contains("/n.")),
        "no file contains the names of all pages"
    );
    let complete = |query: &str| {
        let mut request = request(query, "en");
        request["complete"] = json!(true);
        request
    };
    let draft = |query: &str, is_draft: bool| {
        let mut request = request(query, "en");
        (request["visible"], request["isDraft"]) = (json!(7), json!(is_draft));
        request
    };
    let requests = [
        complete("zebra77"),
        complete("\"named okapi900 turns\""),
        draft("okapi1", true),
        draft("okapi1", false),
        draft("lever 1053", true),
        request("lever workbench", "en"),
    ];
    let answers = answers(&indexed, &requests);
    let hits = |answer: usize| answers[answer]["hits"].as_array().unwrap_or_else(|| panic!("{answers:?}"));
    let urls = |answer: usize| hits(answer).iter().map(|hit| hit["url"].clone()).collect::<Vec<Json>>();
    assert_eq!(urls(0)[0], "/docs/f17/p77/#ways-to-turn-it");
    assert_eq!(hits(0)[0]["content"], "Turn zebra77 slowly.");
    assert_eq!(hits(0)[0]["hierarchy"]["lvl2"], "Ways to turn it");
    assert_eq!(urls(1), ["/docs/f0/p900/"]);
    // The names of pages whose titles contain the word are in its term file.
    assert!(urls(4).contains(&json!("/docs/f3/p1053/")), "{:?}", urls(4));
    assert_eq!(hits(5).len(), 20);

    // While the reader types, at most one result causes a request. Then, all visible results load.
    let texts = |request| {
        let asked = files(&indexed, request);
        asked.into_iter().filter(|path| path.contains("/t")).collect::<Vec<_>>()
    };
    assert_eq!((texts(&requests[2]).len() <= 1, &answers[2]["isDraft"]), (true, &json!(true)));
    assert_eq!((texts(&requests[3]).len() > 1, &answers[3]["isDraft"]), (true, &Json::Null));
    assert_eq!(urls(2)[0], urls(3)[0]);

    // If a deployment replaced a text file, the sizes in the manifest don't match it.
    let replaced = texts(&requests[3]).into_iter().map(|path| (path, json!("AAAA")));
    let [answer] = &answers_with(&indexed, &requests[3], vec![replaced.collect()])[..] else { panic!() };
    assert!(answer["error"].to_string().contains("a card is invalid"), "{answer}");

    let out = indexed.out().to_str().expect("it is ASCII");
    let query = ["search", "query", "zebra77", "--out", out];
    docgen(indexed.out(), query, &[]).code(0).stdout_has("/docs/f17/p77/#ways-to-turn-it");
}
