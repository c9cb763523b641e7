//! `docgen diff` reports everything that is removed from docgen's manual, and nothing else.

use std::collections::BTreeMap;
use std::process::Command;

use regex_lite::Regex;
use serde_json::Value as Json;

use super::json;
use crate::harness::{Numbers, Project, repository, tree};

/// The kind of content that is removed from a site.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Removed {
    Page,
    Id,
    Word,
    Link,
    Image,
    Title,
}

/// Removes something from a page. Returns the new HTML and what was removed. If the page has nothing of this kind,
/// returns `None`.
fn remove(what: Removed, html: &str, numbers: &mut Numbers) -> Option<(String, String)> {
    let pattern = match what {
        Removed::Page => return Some((String::new(), String::new())),
        Removed::Id => r#"<h[2-6] (id="([^"]+)")"#,
        Removed::Word => r"<p>[^<>]*? (([a-z]{5,}) )[^<>]*</p>",
        // A link without letters, such as the number of an equation, counts as a mark rather than a link.
        Removed::Link => r#"<p>[^<>]*(<a href="([^"]+)">[^<>]*[A-Za-z][^<>]*</a>)"#,
        Removed::Image => r#"(<img [^>]*src="([^"]+)"[^>]* alt="[^"][^>]*>)"#,
        Removed::Title => r"<title>(([^<|]+) )",
    };
    let start = html.find("<main").filter(|_| what != Removed::Title).unwrap_or(0);
    // The content of a template isn't shown on the page.
    let is_shown =
        |at: usize| html[..at].matches("<template").count() == html[..at].matches("</template").count();
    let all: Vec<_> = Regex::new(pattern)
        .expect("the pattern is valid")
        .captures_iter(&html[start..])
        .filter(|found| found.get(1).is_some_and(|part| is_shown(start + part.start())))
        .collect();
    let found = all.get(numbers.below(all.len()))?;
    let (range, name) = (found.get(1)?.range(), found.get(2)?.as_str().to_owned());
    let (from, to) = (start + range.start, start + range.end);
    Some((format!("{}{}", &html[..from], &html[to..]), name))
}

/// Whether the report says that something is missing from a page.
fn is_reported(report: &Json, what: Removed, url: &str, name: &str) -> bool {
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let on_page = |key: &str| list(key).into_iter().filter(|one| one["url"] == url).collect::<Vec<_>>();
    match what {
        Removed::Page => !on_page("lost_urls").is_empty(),
        Removed::Id => on_page("lost_ids").iter().any(|one| one["id"] == name),
        Removed::Word => on_page("lost_words").iter().any(|page| {
            let mut excerpts = page["excerpts"].as_array().into_iter().flatten();
            excerpts.any(|excerpt| excerpt["lost"].as_str().is_some_and(|lost| lost.to_lowercase() == name))
        }),
        // If the link's target was also removed, the report lists the target instead of the link.
        Removed::Link => {
            let is_gone = list("lost_urls")
                .iter()
                .any(|lost| name.starts_with(lost["url"].as_str().unwrap_or_default()));
            (is_gone || !on_page("lost_links").is_empty()) && !on_page("lost_words").is_empty()
        }
        Removed::Image => !on_page("lost_images").is_empty(),
        Removed::Title => !on_page("changed_titles").is_empty(),
    }
}

#[test]
fn everything_that_disappears_is_reported() {
    let project = Project::new("");
    let old = project.root().join("old");
    let built = Command::new(env!("CARGO_BIN_EXE_docgen"))
        .args(["build", "--no-cache", "--out"])
        .arg(&old)
        .arg(repository().join("manual"))
        .status();
    assert!(built.is_ok_and(|status| status.success()));
    let files = tree(&old);
    let kinds = [Removed::Id, Removed::Word, Removed::Link, Removed::Image, Removed::Title, Removed::Page];
    let mut numbers = Numbers(20_26);
    let mut removed: BTreeMap<String, (Removed, String)> = BTreeMap::new();
    for (path, bytes) in &files {
        let mut bytes = bytes.clone();
        let is_page = path.ends_with("/index.html")
            && !String::from_utf8_lossy(&bytes).contains("http-equiv=\"refresh\"");
        if is_page {
            let html = String::from_utf8(bytes).expect("pages are UTF-8");
            // Few pages have images, so start with the kinds of content that were removed least often.
            let mut all = kinds;
            all.sort_by_key(|kind| removed.values().filter(|(what, _)| what == kind).count());
            let found = all.into_iter().find_map(|what| Some((what, remove(what, &html, &mut numbers)?)));
            let (what, (html, name)) = found.expect("every page can be removed");
            removed.insert(format!("/{}", path.trim_end_matches("index.html")), (what, name));
            if what == Removed::Page {
                continue;
            }
            bytes = html.into_bytes();
        }
        project.write(&format!("new/{path}"), bytes);
    }
    assert!(kinds.iter().all(|kind| removed.values().any(|(what, _)| what == kind)), "{removed:?}");
    let report = json(&project.run("diff old new --json").code(1));
    for (url, (what, name)) in &removed {
        let lists = ["lost_words", "lost_links", "lost_ids"].map(|key| report[key].to_string());
        assert!(is_reported(&report, *what, url, name), "{what:?} `{name}` on {url}\n{}", lists.join("\n"));
    }
    // The report must not contain anything else. Words are missing only if a word or text with words was removed.
    for page in report["lost_words"].as_array().into_iter().flatten() {
        let (what, _) = &removed[page["url"].as_str().expect("it's a URL")];
        assert!(matches!(what, Removed::Word | Removed::Link | Removed::Image), "{page:#}");
    }
    let same = project.run("diff old old").code(0);
    assert!(same.stdout.starts_with("nothing is lost: "), "{}", same.stdout);
}
