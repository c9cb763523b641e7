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
