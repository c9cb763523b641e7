//! The amount of navigation data that a reader loads doesn't grow with the site.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::harness::Project;

/// Builds a site with the given number of folders and the given number of pages in each folder. Returns the navigation
/// files.
fn site(folders: usize, pages: usize) -> BTreeMap<String, Json> {
    let site = Project::new("//- docgen.toml\n[site]\ntitle = 'Large'\n");
    for folder in 0..folders {
        for page in 0..pages {
            site.write(
                &format!("content/docs/f{folder:03}/p{page:03}.md"),
                format!("# Page {folder} {page}\n"),
            );
        }
    }
    site.run("build --strict").code(0);
    let dist = site.dist();
    let files = dist.into_iter().filter(|(name, _)| name.starts_with("_docgen/immutable/nav/"));
    let parse = |bytes: Vec<u8>| serde_json::from_slice(&bytes).expect("the navigation is JSON");
    files.map(|(name, bytes)| (name["_docgen/immutable/".len()..].to_owned(), parse(bytes))).collect()
}

/// Adds the URLs of the nodes, the names of their parts, and the URLs of the nodes in those parts.
fn walk(items: &Json, files: &BTreeMap<String, Json>, pages: &mut Vec<String>, parts: &mut BTreeSet<String>) {
    for node in items.as_array().into_iter().flatten() {
        let text = |key: &str| node[key].as_str().map(str::to_owned);
        if node["unlinked"].is_null() {
            pages.extend(text("href"));
        }
        walk(&node["items"], files, pages, parts);
        if let Some(part) = text("part") {
            assert!(node["items"].is_null(), "a node has either items or a part");
            walk(&files[&part]["items"], files, pages, parts);
            assert!(parts.insert(part), "a part belongs to one node");
        }
    }
}

#[test]
fn a_large_tree_is_parted_and_nothing_is_lost() {
    let files = site(30, 25);
    let (_, tree) = files
        .iter()
        .find(|(_, tree)| tree["items"].as_array().is_some_and(|items| items.len() == 30))
        .expect("there is a tree");
    let (mut pages, mut parts) = (Vec::new(), BTreeSet::new());
    walk(&tree["items"], &files, &mut pages, &mut parts);
    assert_eq!(parts.len(), 30);
    assert_eq!(files.len(), 31);
    let expected =
        (0..30).flat_map(|folder| (0..25).map(move |page| format!("/docs/f{folder:03}/p{page:03}/")));
    assert_eq!(pages, expected.collect::<Vec<_>>());
    let largest = files.values().map(|file| file.to_string().len()).max();
    assert!(largest < Some(4_000), "{largest:?}");
}

#[test]
fn a_small_tree_is_one_file() {
    let files = site(10, 25);
    assert_eq!(files.len(), 1);
    assert!(!files.values().any(|tree| tree.to_string().contains("\"part\"")));
}

const LISTS: &str = "
//- docgen.toml
[site]
title = 'Tea'
url = 'https://tea.example'
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/index.md
---
sidebar_position: 1
---
# Start

::pages
//- content/docs/brew/index.md
# Brew

Before.

::include{file=\"../_list.md\"}

After.
//- content/docs/_list.md
::pages
//- content/docs/brew/green.md
# Green *tea*

Not too hot.
//- content/docs/brew/hot/black.mdx
---
description: Boil <the> water.
---
import DocCardList from '@theme/DocCardList';
import { useCurrentSidebarCategory } from '@docusaurus/theme-common';

# Black

<DocCardList items={useCurrentSidebarCategory().items} />
//- content/docs/brew/hot/white.md
# White
//- content/docs/brew/hot/_category_.toml
label = 'Hot [tea]'
//- content/i18n/fr/docs/brew/green.md
# Vert
";

/// Returns the links, titles, and descriptions of the cards on a page.
fn cards(site: &Project, page: &str) -> Vec<(String, String, String)> {
    let html = site.read(&format!("dist/{page}/index.html"));
    let between = |text: &str, from: &str, to: &str| {
        text.split_once(from)
            .and_then(|(_, rest)| rest.split_once(to))
            .map_or(String::new(), |(text, _)| text.to_owned())
    };
    let card = |text: &str| {
        (between(text, "href=\"", "\""), between(text, "card-title\"", "<"), between(text, "<p", "</p>"))
    };
    html.split("<a class=\"card\"")
        .skip(1)
        .map(|text| card(text.split("</a>").next().unwrap_or(text)))
        .collect()
}

#[test]
fn a_page_lists_the_pages_of_its_category() {
    let site = Project::new(LISTS);
    site.run("build --strict").code(0);
    let card = |href: &str, title: &str, text: &str| (href.to_owned(), format!(">{title}"), text.to_owned());
    assert_eq!(cards(&site, "docs"), [card("/docs/brew/", "Brew", "")]);
    let (green, hot) = (
        card("/docs/brew/green/", "Green tea", ">Not too hot."),
        card("/docs/brew/hot/black/", "Hot [tea]", ""),
    );
    assert_eq!(cards(&site, "docs/brew"), [green, hot]);
    let white = card("/docs/brew/hot/white/", "White", "");
    assert_eq!(cards(&site, "docs/brew/hot/black"), [white]);
    let french = cards(&site, "fr/docs/brew");
    assert_eq!(french[0], card("/fr/docs/brew/green/", "Vert", ""), "{french:?}");
    // The Markdown version contains the list.
    let markdown = site.read("dist/docs/brew.md");
    let list = "Before.\n\n- [Green tea](https://tea.example/docs/brew/green/): Not too hot.\n- [Hot tea](https://tea.example/docs/brew/hot/black/)\n\nAfter.\n";
    assert!(markdown.ends_with(list), "{markdown}");
    // A new page is in the list after the next build.
    site.write("content/docs/brew/cold.md", "# Cold\n\nWith <ice>.\n");
    site.run("build").code(0);
    assert_eq!(cards(&site, "docs/brew")[0], card("/docs/brew/cold/", "Cold", ">With &lt;ice&gt;."));
}

#[test]
fn an_empty_list_of_pages_is_reported() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'Tea'\n//- content/docs/index.md\n# One\n\n:::pages\nKept.\n:::\n//- content/pages/more.md\n# More\n\n::pages\n",
    );
    let run = site.run("build").code(0);
    for place in ["content/docs/index.md:3", "content/pages/more.md:3"] {
        assert!(run.stderr.contains(place), "{}", run.stderr);
    }
    let _ = run.stderr_has("`pages` has no pages to list");
    assert!(site.read("dist/docs/index.html").contains("Kept."));
}

#[test]
fn a_generated_page_with_its_own_url_takes_precedence() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = 'Tea'\n//- content/docs/pots/_category_.toml\nlink = { type = 'generated-index', slug = '/category/pots' }\n//- content/docs/pots/pots.md\n# All pots\n//- content/docs/pots/a.md\n# A\n",
    );
    site.run("build --strict").code(0);
    let links: Vec<String> = cards(&site, "docs/category/pots").into_iter().map(|(href, ..)| href).collect();
    assert_eq!(links, ["/docs/pots/", "/docs/pots/a/"]);
}
