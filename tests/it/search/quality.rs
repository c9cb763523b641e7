//! The quality of search results: the ranks of known pages in the results for readers' typical queries.
//! `tests/search/own.tsv` contains queries for docgen's own sites. `tests/search/corpora.tsv` contains queries for real
//! documentation in the folders that `DOCGEN_CORPUS` and `DOCGEN_SPECS` specify. Queries that are marked `held` were
//! written before the ranking algorithm and are never used to adjust it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use docgen::internals::RoutePath;
use serde_json::Value as Json;

use super::client;
use super::site::{self, Indexed};
use crate::harness::{Project, repository};

/// A query, and the pages that the query must find.
pub(crate) struct Query {
    pub(crate) site: String,
    pub(crate) language: String,
    category: String,
    held: bool,
    pub(crate) text: String,
    routes: Vec<RoutePath>,
}

/// Returns the queries in a file in `tests/search`.
pub(crate) fn queries(file: &str) -> Vec<Query> {
    let path = repository().join("tests/search").join(file);
    let text = std::fs::read_to_string(path).expect("the set is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let [site, category, set, text, routes] =
                line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("{line}"));
            let (site, language) = site.split_once(':').unwrap_or((site, "en"));
            assert!(matches!(set, "held" | "tune"), "{line}");
            Query {
                site: site.to_owned(),
                language: language.to_owned(),
                category: category.to_owned(),
                held: set == "held",
                text: text.to_owned(),
                routes: routes.split('|').map(RoutePath::new).collect(),
            }
        })
        .collect()
}

/// The totals of the ranks for one kind of query.
#[derive(Default)]
struct Sum {
    count: usize,
    reciprocal: f64,
}

impl Sum {
    fn add(&mut self, reciprocal: f64) {
        self.count += 1;
        self.reciprocal += reciprocal;
    }

    fn mean(&self) -> f64 {
        self.reciprocal / self.count.max(1) as f64
    }
}

/// Runs every query and compares the means with the minimums, overall and for each category.
fn check(file: &str, sites: &BTreeMap<String, Indexed>, (overall, each): (f64, f64)) {
    let mut sums: BTreeMap<(String, bool), Sum> = BTreeMap::new();
    let queries = queries(file);
    let mut answers: BTreeMap<&str, std::vec::IntoIter<Json>> = BTreeMap::new();
    for (name, indexed) in sites {
        let own = queries.iter().filter(|query| query.site == *name);
        let requests: Vec<Json> = own.map(|query| site::request(&query.text, &query.language)).collect();
        answers.insert(name, client::answers(indexed, &requests).into_iter());
    }
    for query in &queries {
        let indexed = &sites[&query.site];
        let at = indexed.site.config.addressing();
        for route in &query.routes {
            assert!(indexed.site.page(route).is_some(), "{file}: there is no page {route}");
        }
        let wanted: Vec<String> = query.routes.iter().map(|route| at.href(route)).collect();
        let answer = answers.get_mut(&*query.site).and_then(Iterator::next).expect("each has an answer");
        let hits = answer["hits"].as_array().unwrap_or_else(|| panic!("{}: {answer}", query.text));
        let is_wanted = |hit: &Json| wanted.iter().any(|href| hit["url_without_anchor"] == **href);
        let rank = hits.iter().take(10).position(is_wanted);
        let reciprocal = rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        // Held queries are counted but never inspected.
        if rank != Some(0) && !query.held {
            let first = hits.first().map_or(&Json::Null, |hit| &hit["url"]);
            println!(
                "{:12} {:34} {} ({first})",
                query.category,
                query.text,
                rank.map_or("-".to_owned(), |rank| (rank + 1).to_string())
            );
        }
        for category in [query.category.as_str(), "all"] {
            sums.entry((category.to_owned(), query.held)).or_default().add(reciprocal);
        }
    }
    println!("{:14} {:>12} {:>12}", "", "tuned", "held");
    let categories: BTreeSet<&String> = sums.keys().map(|(category, _)| category).collect();
    let mut wrong = Vec::new();
    for category in categories {
        let empty = Sum::default();
        let of = |held: bool| sums.get(&(category.clone(), held)).unwrap_or(&empty);
        let (tuned, held) = (of(false), of(true));
        println!(
            "{category:14} {:6.3} /{:3} {:6.3} /{:3}",
            tuned.mean(),
            tuned.count,
            held.mean(),
            held.count
        );
        let floor = if category == "all" { overall } else { each };
        for (sum, name) in [(tuned, "tuned"), (held, "held")] {
            if sum.count > 0 && sum.mean() < floor {
                wrong.push(format!("{category}, {name}: {:.3} is less than {floor:.2}", sum.mean()));
            }
        }
    }
    assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
}

/// Creates the sites for `corpora.tsv` from folders of third-party documents.
pub(crate) fn corpora(corpus: &Path, specs: &Path) -> BTreeMap<String, Indexed> {
    let build = |name: &str, config: &str, parts: &[(&Path, &str)]| {
        let project = Project::new("");
        project.write("docgen.toml", format!("[site]\ntitle = \"{name}\"\n{config}"));
        project.write("content/pages/hidden.md", "---\nunlisted: true\n---\n");
        for (from, to) in parts {
            site::copy(from, &project.root().join(to));
        }
        (name.to_owned(), Indexed::new(project.root()))
    };
    let docs = |name: &str| build(name, "", &[(&corpus.join(name), "content/docs")]);
    let file = |name: &str| specs.join(name);
    let languages = "[i18n]\nlocales = [{ code = \"en\" }, { code = \"zh\" }, { code = \"ja\" }]\n";
    let fastapi = |language: &str| corpus.join("fastapi").join(language);
    let api = |id: &str, file: &str| {
        format!("[[openapi]]\nid = \"{id}\"\nroute = \"/api/{id}\"\nfile = \"openapi/{file}\"\n")
    };
    let small = api("petstore", "petstore/openapi.yaml")
        + &api("museum", "museum/openapi.yaml")
        + &api("galaxy", "galaxy/3.1.yaml");
    let ocean = "[[openapi]]\nfile = \"openapi/DigitalOcean-public.v2.yaml\"\n";
    BTreeMap::from([
        docs("eslint"),
        docs("rust-book"),
        docs("react-native"),
        build(
            "fastapi",
            languages,
            &[
                (&fastapi("en"), "content/docs"),
                (&fastapi("zh"), "content/i18n/zh/docs"),
                (&fastapi("ja"), "content/i18n/ja/docs"),
            ],
        ),
        build("stripe", "", &[(&file("stripe"), "openapi")]),
        build("ocean", ocean, &[(&file("digitalocean/specification"), "openapi")]),
        build(
            "small",
            &small,
            &[
                (&file("petstore"), "openapi/petstore"),
                (&file("museum"), "openapi/museum"),
                (&file("galaxy"), "openapi/galaxy"),
            ],
        ),
    ])
}

/// Returns docgen's own sites.
pub(crate) fn own() -> BTreeMap<String, Indexed> {
    let manual = repository().join("manual");
    BTreeMap::from([
        ("site".to_owned(), Indexed::new(repository())),
        ("manual".to_owned(), Indexed::new(&manual)),
    ])
}

#[test]
fn readers_of_our_own_sites_find_what_they_look_for() {
    // Here, each category has only two to five queries. A single page in second place must not cause a failure.
    check("own.tsv", &own(), (0.82, 0.5));
}

#[test]
fn readers_of_real_documentation_find_what_they_look_for() {
    let (Some(corpus), Some(specs)) = (site::named("DOCGEN_CORPUS"), site::named("DOCGEN_SPECS")) else {
        return;
    };
    check("corpora.tsv", &corpora(&corpus, &specs), (0.9, 0.8));
}
