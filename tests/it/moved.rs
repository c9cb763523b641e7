//! Files and folders that are created, moved, replaced, and removed. Regardless of the names, an incremental build and
//! `serve --watch` must show the same result as a clean build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use docgen::internals::SourcePath;
use docgen::internals::fs::{FOLDERS, links, load, reload};
use docgen::internals::pipeline::Sources;
use tempfile::TempDir;

use crate::harness::moves::Moves;
use crate::harness::{Numbers, Project, same_text, same_tree};

pub(crate) const SITE: &str = "
//- docgen.toml
[diagnostics]
missing-image = 'warn'
duplicate-route = 'warn'
unreadable-openapi = 'warn'
[[openapi]]
file = 'openapi/openapi.json'
[[openapi]]
file = 'static/openapi.json'
//- content/pages/start.md
# Start
//- content/docs/v1.0/index.md
# Old
//- content/docs/one/page.md
# One

![Dot](dot.svg)
//- content/docs/one/dot.svg
<svg width='1' height='1'/>
//- content/docs/shots.d/dot.svg
<svg width='2' height='2'/>
//- content/docs/shots.md
# Shots

![Dot](shots.d/dot.svg)
//- static/files.d/data.txt
data
";

/// Returns the loaded sources and files, one per line.
fn told(sources: &Sources) -> String {
    let texts = [&sources.markdown, &sources.categories, &sources.blog_files, &sources.messages];
    let texts = texts.into_iter().flatten().chain(&sources.config);
    let texts = texts.map(|source| format!("{} {:x}\n", source.path, source.hash));
    let files = sources.static_files.iter().map(|path| format!("{path}\n"));
    texts.chain(files).collect::<String>() + &format!("{:#?}", sources.diagnostics)
}

/// Returns every path that, because of symbolic links, appears or disappears together with `path`. The paths have the
/// form that the watcher reports.
fn with_links(site: &Project, links: &BTreeMap<SourcePath, PathBuf>, path: &str) -> Vec<PathBuf> {
    let moved = |path: &Path, from: &Path, to: &Path| match path.strip_prefix(from) {
        Ok(rest) => Some(to.components().chain(rest.components()).collect()),
        Err(_) => from.starts_with(path).then(|| to.to_owned()),
    };
    let mut places = vec![site.root().join(path)];
    let mut at = 0;
    while at < places.len() {
        for (link, target) in links {
            let link = site.root().join(link.as_str());
            let others = [moved(&places[at], target, &link), moved(&places[at], &link, target)];
            for other in others.into_iter().flatten() {
                if !places.contains(&other) {
                    places.push(other);
                }
            }
        }
        at += 1;
    }
    places
}

/// Makes one to three changes to a site. Returns descriptions of the changes, and every affected path.
pub(crate) fn moves(moves: &mut Moves<'_>, random: &mut Numbers) -> (Vec<String>, BTreeSet<SourcePath>) {
    let (mut words, mut changed) = (Vec::new(), BTreeSet::new());
    for _ in 0..=random.below(3) {
        let links = links(moves.site.root(), FOLDERS);
        let (told, touched) = moves.one(random);
        words.push(told);
        for path in touched {
            let places = with_links(moves.site, &links, &path);
            let below =
                places.iter().filter_map(|place| place.strip_prefix(moves.site.root()).ok()?.to_str());
            changed.extend(below.map(SourcePath::new));
        }
    }
    (words, changed)
}

/// Returns the random numbers of a script, which are the same on every run.
pub(crate) fn numbers(script: u64) -> Numbers {
    Numbers(script.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[test]
fn what_is_loaded_again_is_what_is_loaded_anew() {
    let mut wrong = Vec::new();
    for script in 1..=100 {
        let mut random = numbers(script);
        let (site, away) = (Project::new(SITE), TempDir::new().expect("there is room for temporary files"));
        let (root, out) = (site.root(), site.root().join("dist"));
        let mut disk = Moves { site: &site, away: away.path(), step: 0 };
        let mut sources = load(root, &out);
        let mut done = Vec::new();
        for _ in 0..20 {
            let (words, changed) = moves(&mut disk, &mut random);
            done.push(words);
            let before = told(&sources);
            let different = reload(root, &out, &mut sources, &changed);
            let (found, anew) = (told(&sources), told(&load(root, &out)));
            if found != anew || (found != before && different.is_empty()) {
                wrong.push((script, done, anew, found));
                break;
            }
        }
    }
    if let Some((script, done, anew, found)) = wrong.first() {
        println!("{} of 100 scripts; script {script}: {done:#?}", wrong.len());
        same_text(anew, found);
    }
    assert!(wrong.is_empty(), "something has changed, but no change was reported");
}

#[test]
fn an_incremental_build_shows_every_move() {
    for script in 1..=4 {
        let mut random = numbers(script);
        let (site, away) = (Project::new(SITE), TempDir::new().expect("there is room for temporary files"));
        let mut disk = Moves { site: &site, away: away.path(), step: 0 };
        for _ in 0..8 {
            let (words, _) = moves(&mut disk, &mut random);
            println!("script {script}: {words:?}");
            let run = site.run("build --format json");
            let (clean, dist) = site.clean();
            assert_eq!(run.json(), clean.json());
            // Nothing is written for a site with errors.
            if !dist.is_empty() {
                same_tree(&dist, &site.dist());
            }
        }
    }
}
