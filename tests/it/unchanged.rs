//! A build that has nothing to do stops immediately, and a build that has work to do never stops early.

use std::fs::{File, metadata};

use crate::harness::{Project, same_tree};

const SITE: &str = "
//- docgen.toml
[site]
title = 'Kettle'

[[openapi]]
file = 'apis/tea.yaml'
id = 'tea'
route = '/tea'
//- content/docs/a.md
# Kettle 1

![dot](dot.svg) ![above](../../pictures/dot.svg)
//- content/docs/dot.svg
<svg width='1' height='1'/>
//- pictures/dot.svg
<svg width='3' height='1'/>
//- content/docs/folder/_category_.yml
label: Box 1
//- content/docs/folder/c.md
# C
//- content/blog/authors.toml
jo = { name = 'Jo 1' }
//- content/blog/2025-01-01-post.md
---
authors: jo
---
# Post
//- content/i18n/en/messages.json
{ \"skip\": \"Skip 1\" }
//- static/plain.txt
plain 1
//- overrides/custom.css
p { margin: 1px }
//- overrides/templates/doc.html
<p>1</p>{{ content|safe }}
//- apis/tea.yaml
openapi: 3.0.3
servers: [{ url: https://tea.example }]
info: { title: Tea 1, version: '1' }
paths:
  /cups: { $ref: ../parts/cups.yaml }
//- parts/cups.yaml
get: { operationId: listCups, summary: Cups 1, responses: { '200': { description: Fine } } }
";

/// A step that a build reports only if the build doesn't stop early.
const LATER: &str = "render and write";

#[test]
fn a_build_with_nothing_to_do_stops() {
    let site = Project::new(SITE);
    site.run("build --timings").code(0).stderr_has(LATER);
    let files = site.dist().len() - 1;
    let unchanged = format!(": 0 files written, {files} unchanged, 0 removed");
    site.run("build --timings").code(0).stderr_has(&unchanged).stderr_lacks(LATER);
    // Files that aren't part of the site don't matter.
    site.write("notes.txt", "mine").write("dist/docs/notes.txt", "mine");
    site.run("build --timings --strict").code(0).stderr_lacks(LATER);
    site.run("build --timings --no-cache").code(0).stderr_has(LATER);
}

#[test]
fn what_became_of_the_output_is_seen() {
    let site = Project::new(SITE);
    site.build();
    let built = site.dist();
    let spoil: &[fn(&Project)] = &[
        |site| {
            site.remove("dist/docs/a/index.html");
        },
        |site| {
            site.write("dist/docs/a/index.html", "cut");
        },
        |site| {
            site.remove("dist/_docgen/manifest");
        },
        |site| {
            site.write("dist/_docgen/manifest.unfinished", "0000000000000000 docs/a/index.html\n");
        },
        |site| {
            site.remove(".docgen/cache/stamp");
        },
        |site| {
            let stamp = std::fs::read(site.root().join(".docgen/cache/stamp")).expect("there is one");
            site.write(".docgen/cache/stamp", &stamp[..stamp.len() / 2]);
        },
        |site| {
            site.run("build --base-url /elsewhere/").code(0);
        },
    ];
    for spoil in spoil {
        spoil(&site);
        site.run("build --timings").code(0).stderr_has(LATER);
        same_tree(&built, &site.dist());
        site.run("build --timings").code(0).stderr_lacks(LATER);
    }
}

#[test]
fn a_change_that_shows_in_neither_time_nor_length_is_seen() {
    let site = Project::new(SITE);
    site.build();
    for file in crate::harness::files(SITE).into_iter().map(|(path, _)| path) {
        let path = site.root().join(file);
        let before = metadata(&path).and_then(|file| file.modified()).expect("files have times");
        let text = site.read(file);
        let other = match file {
            "docgen.toml" => text.replace("'Kettle'", "'Bottle'"),
            "content/docs/folder/c.md" => text.replace("# C", "# D"),
            "content/blog/2025-01-01-post.md" => text.replace("Post", "Most"),
            _ => text.replace('1', "2"),
        };
        assert_eq!(text.len(), other.len());
        assert_ne!(text, other, "{file}");
        site.write(file, other);
        File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(before))
            .expect("times can be set");
        println!("{file}");
        site.run("build --timings").code(0).stderr_has(LATER);
        site.is_as_if_clean();
        site.run("build --timings").code(0).stderr_lacks(LATER);
    }
}

#[test]
fn a_file_that_comes_or_goes_is_seen() {
    let site = Project::new(SITE);
    site.build();
    for (file, text) in [
        ("content/docs/new.md", "# New\n"),
        ("static/new.txt", "new"),
        ("overrides/templates/home.html", "<p>home</p>"),
        ("openapi/new.yaml", "openapi: 3.0.3\n"),
    ] {
        site.write(file, text).run("build --timings").code(0).stderr_has(LATER);
        site.run("build --timings").code(0).stderr_lacks(LATER);
        site.remove(file).run("build --timings").code(0).stderr_has(LATER);
    }
}

#[test]
fn what_is_wrong_is_said_every_time() {
    let site = Project::new(SITE);
    site.write("content/docs/a.md", "# A\n\n:::nothing\nText.\n:::\n");
    let first = site.run("build").stderr_has("nothing");
    site.run("build").stderr_has("nothing");
    drop(first);
}
