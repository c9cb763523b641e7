//! `docgen search push`: what it uploads to a hosted index. The live index must never be incomplete.

mod service;

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use serde_json::{Value as Json, json};

use crate::harness::{Project, Run};
use service::{Call, Index, KEY, Service, Trouble};

const SITE: &str = "
//- docgen.toml
[site]
title = \"Zebra\"
url = \"https://zebra.example\"
[search]
provider = \"algolia\"
app_id = \"ABC\"
api_key = \"public\"
index_name = \"zebra docs\"
[search.index]
exclude = [\"/docs/secret/**\"]
synonyms = [[\"k8s\", \"kubernetes\"]]
boost = { \"/docs/a\" = 2 }
[i18n]
locales = [{ code = \"en\" }, { code = \"fr\" }]
//- content/docs/a.md
---
keywords: [quagga]
---
# Alpha

The zebra runs under kubernetes.

## Stripes of it {#stripes}

Every zebra has `stripe_count` <b>and</b> \"more\".

```
let stripes = 7;
```
//- content/docs/secret/b.md
# Secret
//- content/docs/c.md
---
unlisted: true
---
# Unlisted
";

/// Pushes a site to a service.
fn push(project: &Project, service: &Service, arguments: &str) -> Run {
    push_with(project, service, arguments, KEY)
}

/// Pushes a site to a service with a key, which must not appear in any message.
#[track_caller]
fn push_with(project: &Project, service: &Service, arguments: &str, key: &str) -> Run {
    let environment = [("ALGOLIA_ADMIN_KEY", key), ("ALGOLIA_HOSTS", &service.hosts())];
    let run = project.run_with(&format!("search push {arguments}"), &environment);
    assert!(!run.stderr.contains(key) && !run.stdout.contains(key), "the key is shown: {}", run.stderr);
    run
}

/// Returns a live index, including everything that the index's owner set up manually.
fn live() -> Index {
    let one = |id: &str, value: Json| BTreeMap::from([(id.to_owned(), value)]);
    let mut settings = one("searchableAttributes", json!(["content"]));
    settings.insert("attributesForFaceting".into(), json!(["filterOnly(language)"]));
    settings.insert("hitsPerPage".into(), json!(7));
    Index {
        records: one("old", json!({ "objectID": "old" })),
        settings,
        synonyms: one("by-hand", json!({ "objectID": "by-hand", "synonyms": ["a", "b"] })),
        rules: one("rule", json!({ "objectID": "rule" })),
    }
}

const LIVE: &str = "zebra docs";
const TEMPORARY: &str = "zebra docs_docgen_tmp";

/// Creates a site with one page that has the given number of sections. The service gets two records for each section,
/// and one for the page.
fn long(sections: usize) -> Project {
    let project = Project::new(SITE);
    let text: String =
        (0..sections).map(|number| format!("## Part {number}\n\nText {number}.\n\n")).collect();
    project.write("content/docs/long.md", format!("# Long\n\n{text}"));
    project
}

fn service() -> Service {
    let service = Service::start();
    service.put(LIVE, live());
    service
}

#[test]
fn the_records_are_those_of_docsearch() {
    let project = Project::new(SITE);
    let run = project.run("search push --dry-run").code(0);
    let records: Vec<Json> = run.json();
    let of = |id: &str| {
        records.iter().find(|record| record["objectID"] == id).unwrap_or_else(|| panic!("{id}: {records:#?}"))
    };
    let levels = |two: Option<&str>| json!({ "lvl0": "Zebra", "lvl1": "Alpha", "lvl2": two, "lvl3": null, "lvl4": null, "lvl5": null, "lvl6": null });
    assert_eq!(
        of("/docs/a/#stripes~1"),
        &json!({
            "objectID": "/docs/a/#stripes~1",
            "type": "content",
            "url": "https://zebra.example/docs/a/#stripes",
            "section": "/docs/a/#stripes",
            "url_without_anchor": "https://zebra.example/docs/a/",
            "anchor": "stripes",
            "content": "Every zebra has stripe_count and \"more\".",
            "hierarchy": levels(Some("Stripes of it")),
            "lang": "en",
            "language": "en",
            "version": "current",
            "docusaurus_tag": "docs-default-current",
            "kind": "docs",
            "weight": { "pageRank": 200, "level": 0, "position": 3, "original": 1 },
            "code": "let stripes = 7;",
        })
    );
    let page = of("/docs/a/");
    assert_eq!(
        (&page["type"], &page["anchor"], &page["content"]),
        (&json!("lvl1"), &Json::Null, &Json::Null)
    );
    assert_eq!((&page["hierarchy"], &page["weight"]["level"]), (&levels(None), &json!(90)));
    assert!(page["keywords"].as_str().is_some_and(|words| words.contains("quagga")));
    let heading = of("/docs/a/#stripes");
    assert_eq!((&heading["type"], &heading["weight"]["level"]), (&json!("lvl2"), &json!(80)));
    assert_eq!((&heading["hierarchy"], &heading["content"]), (&levels(Some("Stripes of it")), &Json::Null));
    assert_eq!(of("/docs/a/~1")["content"], "The zebra runs under kubernetes.");
    assert_eq!(of("/fr/docs/a/")["language"], "fr");
    let all = run.stdout.to_lowercase();
    assert!(!all.contains("secret") && !all.contains("unlisted"), "{all}");
    run.stderr_has("would be sent to the `zebra docs` index of the `ABC` application");
}

#[test]
fn a_version_and_a_facet_are_those_of_the_page() {
    let project = Project::new(SITE);
    project.write(
        "docgen.toml",
        "[search]\napp_id = \"A\"\nindex_name = \"b\"\nfacet = \"edition\"\n[docs]\nlast_version = \"1.0\"\n[[docs.versions]]\nname = \"current\"\n[[docs.versions]]\nname = \"1.0\"\n",
    );
    project.write("content/versions/1.0/docs/a.md", "# Old\n").write("content/pages/about.md", "# About\n");
    let run = project.run("search push --dry-run").code(0);
    let facets: BTreeSet<(String, String, String)> = run
        .json()
        .iter()
        .map(|record| {
            ["url_without_anchor", "version", "edition"]
                .map(|key| record[key].as_str().expect("a text").to_owned())
        })
        .map(|[url, version, facet]| (url, version, facet))
        .collect();
    let has =
        |url: &str, version: &str, facet: &str| facets.contains(&(url.into(), version.into(), facet.into()));
    assert!(has("/docs/a/", "1.0", "docs-default-1.0"), "{facets:?}");
    assert!(has("/docs/next/a/", "current", "docs-default-current"), "{facets:?}");
    assert!(has("/about/", "1.0", "default"), "{facets:?}");
    project.run("build").code(0);
    let shell = project.read("dist/about/index.html");
    assert!(shell.contains("content=\"default\" name=\"docsearch:edition\""), "pages say the same");
}

#[test]
fn a_push_replaces_the_live_index_in_the_last_step() {
    let (project, service) = (long(600), service());
    let run = push(&project, &service, "").code(0).stdout("");
    let task = format!("GET {TEMPORARY}/task");
    let [clear, settings, copy, set, synonyms, add, batch, count, moved] = [
        format!("DELETE {TEMPORARY}"),
        format!("GET {LIVE}/settings"),
        format!("POST {LIVE}/operation copy"),
        format!("PUT {TEMPORARY}/settings"),
        format!("POST {TEMPORARY}/synonyms/search"),
        format!("POST {TEMPORARY}/synonyms/batch?replaceExistingSynonyms=false"),
        format!("POST {TEMPORARY}/batch"),
        format!("POST {TEMPORARY}/query"),
        format!("POST {TEMPORARY}/operation move"),
    ];
    let carry = [&settings, &copy, &task, &set, &task, &synonyms, &add, &task];
    let expected: Vec<&String> = [&clear, &task]
        .into_iter()
        .chain(carry)
        .chain([&batch, &task])
        .chain(carry)
        .chain([&count, &moved, &task])
        .collect();
    let calls = service.calls();
    let mut names: Vec<&String> = calls.iter().map(|call| &call.name).collect();
    names.dedup();
    assert_eq!(names, expected);
    let sizes: Vec<usize> = calls.iter().filter(|call| call.name == batch).map(records_in).collect();
    assert_eq!((sizes.len(), sizes[0]), (3, 1000), "a batch has a limit");
    assert!(calls.iter().all(|call| call.body.len() <= 2 << 20));
    assert_eq!(service.index(TEMPORARY), None);
    let index = service.index(LIVE).expect("the live index is there");
    let dry = project.run("search push --dry-run").code(0).json();
    assert_eq!(index.records.len(), dry.len(), "all records exist, with their own IDs");
    assert!(dry.iter().all(|record| index.records[record["objectID"].as_str().expect("an id")] == *record));
    assert_eq!(index.rules, live().rules);
    assert_eq!(index.settings["searchableAttributes"], json!(["content"]));
    assert_eq!(index.settings["hitsPerPage"], 7);
    assert_eq!(
        index.settings["attributesForFaceting"],
        json!(["filterOnly(language)", "docusaurus_tag", "kind", "hierarchy.lvl0"])
    );
    assert!(index.synonyms.contains_key("by-hand"));
    let own: Vec<&Json> = index
        .synonyms
        .iter()
        .filter(|(id, _)| *id != "by-hand")
        .map(|(_, group)| &group["synonyms"])
        .collect();
    assert_eq!(own, [&json!(["k8s", "kubernetes"])]);
    run.stderr_has("the `zebra docs` index keeps its settings, synonyms, and rules, and keeps its records")
        .stderr_has("sent 2410 records");
}

fn records_in(call: &Call) -> usize {
    let body: Json = serde_json::from_str(&call.body).expect("a batch is JSON");
    body["requests"].as_array().expect("a batch has requests").len()
}

#[test]
fn a_long_text_is_in_records_of_ten_kilobytes_and_whole() {
    let words =
        |mark: &str, count: usize| (0..count).map(|number| format!("{mark}{number}")).collect::<Vec<_>>();
    let (texts, code) = (words("tx", 20_000), words("cd", 3_000));
    let (title, heading) = (words("ti", 600), words("he", 2_000));
    let project = Project::new(SITE);
    let sentences: String = texts.chunks(9).map(|words| format!("{} \"said\". ", words.join(" "))).collect();
    let solid = "漢字".repeat(5_000);
    let page = format!(
        "# {}\n\n## {}\n\n{sentences}\n\n```\n{}\n```\n\n## 二\n\n{solid}\n",
        title.join(" "),
        heading.join(" "),
        code.join("\n")
    );
    project.write("content/docs/long.md", page);
    let run = project.run("search push --dry-run").code(0);
    assert!(run.stdout.lines().all(|line| line.len() <= 10_000), "a record is too long");
    let records = run.json();
    let ids: BTreeSet<&str> = records.iter().filter_map(|record| record["objectID"].as_str()).collect();
    assert_eq!(ids.len(), records.len());
    let own = || {
        records.iter().filter(|record| {
            record["language"] == "en" && record["url"].as_str().is_some_and(|url| url.contains("/long/"))
        })
    };
    let all = |key: &str| own().filter_map(|record| record[key].as_str()).collect::<Vec<_>>().join(" ");
    let (content, keywords) = (all("content"), all("keywords"));
    let of = |text: &str, mark: &str| {
        text.split_whitespace()
            .map(|word| word.trim_end_matches('.'))
            .filter(|word| word.starts_with(mark))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&content, "tx"), texts, "each word once, in its order");
    assert_eq!(of(&content, "he"), heading);
    assert_eq!(of(&keywords, "ti"), title);
    assert_eq!(of(&all("code"), "cd"), code);
    assert_eq!(content.matches('漢').count(), 5_000);
    let sentences = own()
        .filter_map(|record| record["content"].as_str())
        .filter(|text| text.starts_with("tx") && text.ends_with("\"said\"."));
    assert!(sentences.count() > 40, "texts are cut between sentences");
    let service = service();
    push(&project, &service, "").code(0);
    assert_eq!(service.index(LIVE).map(|index| index.records.len()), Some(records.len()));
}

#[test]
fn ids_stay_when_another_part_of_the_page_is_written() {
    let project = Project::new(SITE);
    let by_url = |project: &Project| -> BTreeMap<String, String> {
        let records = project.run("search push --dry-run").code(0).json();
        records.iter().map(|record| (record["objectID"].to_string(), record["url"].to_string())).collect()
    };
    let before = by_url(&project);
    let text = project.read("content/docs/a.md");
    project.write("content/docs/a.md", text.replace("## Stripes", "## Hooves\n\nFour.\n\n## Stripes"));
    let after = by_url(&project);
    assert!(after.len() > before.len());
    assert!(before.iter().all(|(id, url)| after.get(id) == Some(url)), "{before:?}\n{after:?}");
}

#[test]
fn an_index_that_is_new_gets_settings_to_search_by() {
    let (project, service) = (Project::new(SITE), Service::start());
    push(&project, &service, "").code(0).stderr_has("creating the `zebra docs` index");
    let index = service.index(LIVE).expect("there is an index now");
    let facets = index.settings["attributesForFaceting"].as_array().expect("facets").clone();
    assert!(facets.contains(&json!("language")) && facets.contains(&json!("docusaurus_tag")));
    assert_eq!(index.settings["attributeForDistinct"], "section");
    assert!(!service.names().iter().any(|name| name.ends_with("copy")), "there is nothing to copy");
}

#[test]
fn a_page_and_its_copies_in_other_locales_are_one_result() {
    let records = Project::new(SITE).run("search push --dry-run").code(0).json();
    let of = |path: &str| {
        let own = |record: &&Json| {
            record["url"].as_str().is_some_and(|url| url.starts_with(&format!("https://zebra.example{path}")))
        };
        records.iter().filter(own).collect::<Vec<_>>()
    };
    let (originals, copies) = (of("/docs/a/"), of("/fr/docs/a/"));
    let sections =
        |records: &[&Json]| records.iter().map(|record| record["section"].clone()).collect::<Vec<_>>();
    assert!(originals.len() > 3 && sections(&originals) == sections(&copies), "{originals:?} {copies:?}");
    assert!(originals.iter().all(|record| record["weight"]["original"] == 1));
    assert!(copies.iter().all(|record| record["weight"]["original"] == 0 && record["language"] == "fr"));
}

#[test]
fn synonyms_that_the_config_has_no_longer_go() {
    let (project, service) = (Project::new(SITE), service());
    push(&project, &service, "").code(0);
    let config = project.read("docgen.toml");
    project.write("docgen.toml", config.replace("[\"k8s\", \"kubernetes\"]", "[\"css\", \"styles\"]"));
    push(&project, &service, "").code(0);
    let index = service.index(LIVE).expect("the live index is there");
    let groups: Vec<String> = index.synonyms.values().map(|group| group["synonyms"].to_string()).collect();
    assert_eq!(groups, ["[\"a\",\"b\"]", "[\"css\",\"styles\"]"]);
}

#[test]
fn the_live_index_is_as_it_was_after_any_failure() {
    let said = |status: u16| {
        Trouble::Status(status, "", json!({ "message": "because", "status": status }).to_string())
    };
    let project = Project::new(SITE);
    for step in [
        "DELETE",
        "/settings",
        "copy",
        "PUT",
        "synonyms/search",
        "synonyms/batch",
        "_tmp/batch",
        "task",
        "query",
        "move",
    ] {
        for status in [400, 403] {
            let service = service();
            service.trouble(step, 1, said(status));
            let run = push(&project, &service, "").code(2).stdout("");
            run.stderr_has("the `zebra docs` index is unchanged")
                .stderr_has(&format!("with status {status}: because"));
            assert_eq!(service.index(LIVE), Some(live()), "{step}");
            let last = service.names().pop();
            assert!(last.is_some_and(|name| name.contains(step)), "nothing is sent after a rejection");
        }
    }
}

#[test]
fn a_batch_that_is_refused_when_others_were_taken_ends_it() {
    let (project, service) = (long(600), service());
    let mut batches = 0;
    service.judge(move |call| {
        batches += u32::from(call.name.ends_with("_tmp/batch"));
        (batches == 2).then(|| Trouble::Status(413, "", "<html>\u{1b}[2J".into()))
    });
    push(&project, &service, "").code(2).stderr_has("rejected the request with status 413: <html> [2J");
    assert_eq!(service.index(LIVE), Some(live()));
}

#[test]
fn a_page_whose_address_fills_a_record_is_left_out_and_said_so() {
    let (project, service) = (Project::new(SITE), service());
    project.write("content/docs/far.md", format!("---\nslug: /{}\n---\n# Far\n", "far/".repeat(1_500)));
    push(&project, &service, "").code(0).stderr_has("a page isn't indexed because its URL is too long");
    let index = service.index(LIVE).expect("the live index is there");
    assert!(index.records.contains_key("/docs/a/"));
    assert!(!index.records.values().any(|record| record["hierarchy"]["lvl1"] == "Far"));
}

#[test]
fn an_index_that_somebody_else_fills_too_is_not_moved() {
    let (project, service) = (Project::new(SITE), service());
    let other = json!({ "hits": [], "nbHits": 3, "exhaustive": { "nbHits": true } }).to_string();
    service.trouble("query", u32::MAX, Trouble::Status(200, "", other));
    let run = push(&project, &service, "").code(2);
    run.stderr_has("contains 3 of").stderr_has("another push to this index");
    assert_eq!(service.index(LIVE), Some(live()));
}

#[test]
fn a_service_that_is_gone_is_given_up() {
    let (project, service) = (Project::new(SITE), service());
    service.trouble("batch", u32::MAX, Trouble::Close);
    let run = push(&project, &service, "").code(2);
    run.stderr_has("none of the service's hosts responded").stderr_has("closed the connection");
    assert_eq!(service.index(LIVE), Some(live()));
}

#[test]
fn what_fails_once_is_tried_again() {
    let project = Project::new(SITE);
    let records = project.run("search push --dry-run").code(0).json().len();
    let failing = [
        (Trouble::Status(500, "", "<html>".into()), "responded with status 500"),
        (Trouble::Status(503, "", String::new()), "responded with status 503"),
        (Trouble::Status(200, "", "{\"taskID\":".into()), "isn't JSON"),
        (Trouble::Close, "closed the connection"),
        (Trouble::CloseAfter, "closed the connection"),
        (Trouble::Hang, "didn't respond in time"),
        (Trouble::Status(429, "retry-after: 1\r\n", "{}".into()), "the service is busy; retrying in 1.00 s"),
    ];
    let check = |step: &'static str, trouble: &Trouble, said: &str| {
        let service = service();
        service.trouble(step, 1, trouble.clone());
        push(&project, &service, "--timeout 1").code(0).stderr_has(said);
        let index = service.index(LIVE).expect("the live index is there");
        assert_eq!(index.records.len(), records, "{step} {trouble:?}");
        assert_eq!(index.rules, live().rules, "{step} {trouble:?}");
    };
    for (trouble, said) in &failing {
        check("_tmp/batch", trouble, said);
    }
    // The push can't know whether these steps were completed.
    for step in ["copy", "move", "DELETE", "PUT", "synonyms/batch"] {
        check(step, &Trouble::CloseAfter, "closed the connection");
    }
}

#[test]
fn a_push_that_is_ended_leaves_the_live_index_and_the_next_one_tidies_up() {
    let project = long(600);
    // Don't use an interrupt, because programs that were started in the background might ignore interrupts.
    for signal in ["TERM", "KILL"] {
        let service = service();
        let mut batches = 0;
        service.judge(move |call| {
            batches += u32::from(call.name.ends_with("_tmp/batch"));
            (batches == 2).then_some(Trouble::Hang)
        });
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .current_dir(project.root())
            .args(["search", "push"])
            .env_remove("SSL_CERT_FILE")
            .env("ALGOLIA_ADMIN_KEY", KEY)
            .env("ALGOLIA_HOSTS", service.hosts())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was built before the tests");
        service.wait_for("_tmp/batch", 2);
        let ended = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(ended.expect("there is `kill`").success());
        assert!(!child.wait().expect("it ends").success());
        assert_eq!(service.index(LIVE), Some(live()), "{signal}");
        let mut left = live();
        left.records.insert("left".into(), json!({ "objectID": "left" }));
        service.put(TEMPORARY, left).judge(|_| None);
        push(&project, &service, "").code(0);
        let index = service.index(LIVE).expect("the live index is there");
        assert!(!index.records.contains_key("left") && !index.records.contains_key("old"));
        assert_eq!(service.index(TEMPORARY), None);
    }
}

#[test]
fn a_wrong_key_is_said_so_and_not_shown() {
    let (project, service) = (Project::new(SITE), service());
    let run = push_with(&project, &service, "", "ffffffffffffffffffffffffffffffff").code(2);
    run.stderr_has("rejected the key with status 403: Invalid Application-ID or API key").stderr_has("ACLs");
    assert_eq!(service.calls().len(), 1, "it isn't sent again");
    let echo = json!({ "message": format!("the key {KEY} is not yours") }).to_string();
    service.trouble("DELETE", 1, Trouble::Status(400, "", echo));
    push(&project, &service, "").code(2).stderr_has("the key [key] is not yours");
}

#[test]
fn what_is_missing_is_said_before_anything_is_sent() {
    let (project, service) = (Project::new(SITE), service());
    push_with(&project, &service, "", "two words").code(2).stderr_has("doesn't contain a valid key");
    project
        .run("search push")
        .code(2)
        .stderr_has("`ALGOLIA_ADMIN_KEY` environment variable isn't set")
        .stderr_has("hint");
    push_with(&project, &service, "", "public").code(2).stderr_has("the same key as `search.api_key`");
    let hosts = |hosts: &str| {
        project.run_with("search push", &[("ALGOLIA_ADMIN_KEY", KEY), ("ALGOLIA_HOSTS", hosts)])
    };
    hosts("http://elsewhere.example").code(2).stderr_has("invalid host `");
    let file = [("ALGOLIA_ADMIN_KEY", KEY), ("SSL_CERT_FILE", "docgen.toml")];
    project.run_with("search push", &file).code(2).stderr_has("SSL_CERT_FILE");
    let config = project.read("docgen.toml");
    project.write(
        "docgen.toml",
        config.replace("provider", "#").replace("app_id", "#").replace("index_name", "#"),
    );
    push(&project, &service, "")
        .code(2)
        .stderr_has("docgen.toml")
        .stderr_has("missing keys `app_id` and `index_name`");
    project.run("search push --dry-run").code(2).stdout("");
    project
        .write("docgen.toml", config.replace("\"ABC\"", "\"evil.example/\"").replace("\"algolia\"", "false"));
    push(&project, &service, "").code(1).stderr_has("invalid application ID");
    project.write("docgen.toml", &config).write("content/docs/d.md", "[x](./nowhere.md)");
    push(&project, &service, "").code(1).stderr_has("nothing was sent: 1 error");
    project.write("content/docs/d.md", "[x](#nowhere)");
    push(&project, &service, "--strict").code(1).stderr_has("nothing was sent: 1 warning");
    let nothing = Project::new(SITE);
    nothing.write("docgen.toml", config.replace("/docs/secret/**", "**"));
    push(&nothing, &service, "").code(2).stderr_has("nothing to send");
    assert_eq!(service.calls().len(), 0, "no request was sent");
}

#[test]
fn help_says_what_becomes_of_the_live_index_and_where_the_key_is() {
    let help = Project::new(SITE).run("search push --help").code(0).stdout;
    for said in ["Until then, readers get", "ALGOLIA_ADMIN_KEY", "ALGOLIA_HOSTS", "Exit codes:"] {
        assert!(help.contains(said), "`{said}` is not in\n{help}");
    }
}

#[test]
fn who_answers_the_site_itself_does_not_matter() {
    for provider in ["\"embedded\"", "\"none\"", "false"] {
        let (project, service) = (Project::new(SITE), service());
        let config = project.read("docgen.toml");
        project.write("docgen.toml", config.replace("\"algolia\"", provider));
        push(&project, &service, "").code(0);
        assert!(service.index(LIVE).is_some_and(|index| index.records.contains_key("/docs/a/")));
        let folder = project.root().to_str().expect("a path");
        let run = crate::harness::docgen(
            &std::env::temp_dir(),
            ["search", "push", "--dry-run", "--root", folder, "--base-url", "/sub/"],
            &[],
        );
        assert!(run.code(0).stdout.contains("https://zebra.example/sub/docs/a/"));
    }
}
