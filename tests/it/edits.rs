//! After any edits in any order, and after builds that are killed at any time, the next build must produce the same
//! result as a clean build.

use std::collections::BTreeMap;

use crate::harness::kills::Killer;
use crate::harness::{Numbers, Project, same_tree, tree};

/// The number of edit scripts, and the number of edits in each script. These numbers cover most pairs of edits in a few
/// seconds.
const SCRIPTS: u64 = 4;
const STEPS: usize = 12;

/// Returns the Markdown files, except the first page, which is never edited.
fn pages(site: &Project) -> Vec<String> {
    let files = tree(&site.root().join("content")).into_keys();
    files.filter(|name| name.ends_with(".md") && name != "docs/index.md").collect()
}

/// Makes one edit and describes it for failure reports.
fn edit(site: &Project, random: &mut Numbers, step: usize) -> String {
    let pages = pages(site);
    let page = |random: &mut Numbers| format!("content/{}", pages[random.below(pages.len())]);
    let place = ["docs", "docs/one", "docs/one/deep", "docs/two"][random.below(4)];
    let new = format!("content/{place}/p{step}.md");
    match random.below(if pages.is_empty() { 6 } else { 11 }) {
        0 => {
            site.write(&new, format!("# Page {step}\n\nText.\n"));
            format!("add {new}")
        }
        1 => {
            site.write(
                &new,
                format!("---\ntags: [t{step}, all]\n---\n# Tagged {step}\n\n```rust\nlet a = {step};\n```\n"),
            );
            format!("add {new} with tags")
        }
        2 => {
            site.write(
                &format!("content/{place}/_category_.toml"),
                format!("label = 'Box {step}'\nposition = {}\n", random.below(4)),
            );
            format!("change the category of {place}")
        }
        3 => {
            let color = ["#123456", "#0a7d38", "#b3261e"][random.below(3)];
            let slash = random.below(2) == 0;
            site.write("docgen.toml", format!("[site]\ntitle = 'Site {step}'\nurl = 'https://a.example'\ntrailing_slash = {slash}\n[footer]\ncopyright = '{color}'\n"));
            "change the config".to_owned()
        }
        4 => {
            site.write("static/file.txt", format!("{step}"))
                .write(&format!("static/{place}/deep.txt"), "text");
            "change files of static".to_owned()
        }
        5 => {
            site.write("overrides/custom.css", format!("p {{ margin: {step}px }}"));
            "change the styles".to_owned()
        }
        6 => {
            let page = page(random);
            site.write(&page, site.read(&page) + &format!("\n## More {step}\n\nWords.\n"));
            format!("edit {page}")
        }
        7 => {
            let page = page(random);
            site.write(&page, format!("# Renamed {step}\n\n[start](/docs)\n"));
            format!("retitle {page}")
        }
        8 => {
            let page = page(random);
            site.rename(&page, &new);
            format!("move {page} to {new}")
        }
        9 => {
            let page = page(random);
            site.remove(&page);
            format!("delete {page}")
        }
        _ => {
            let page = page(random);
            site.write(&page, format!("---\ndraft: true\n---\n# Draft {step}\n"));
            format!("make {page} a draft")
        }
    }
}

#[test]
fn any_script_of_edits_and_kills_ends_in_the_same_output() {
    for seed in 1..=SCRIPTS {
        let mut random = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let site = Project::new("//- content/docs/index.md\n# Start\n");
        let mut killer = Killer::default();
        killer.build(&site);
        for step in 0..STEPS {
            let mut told = Vec::new();
            for _ in 0..=random.below(3) {
                told.push(edit(&site, &mut random, step * 3 + told.len()));
            }
            for _ in 0..random.below(3) {
                told.push(killer.kill(&site, &mut random));
            }
            println!("script {seed}, step {step}: {told:?}");
            killer.build(&site);
            site.is_as_if_clean();
        }
    }
}

/// The number of entries in each list of the large site, before a version omits some entries.
const ENTRIES: usize = 150;

/// Returns a version of a site in which every list is long: pages in a folder, tags, posts, operations, redirects, and
/// static files. Each version omits every fourth entry of a list and changes every third one.
fn large(version: usize) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut config = format!("[site]\ntitle = 'Site {}'\nurl = 'https://acme.example'\n", version % 2);
    let mut paths = String::new();
    files.insert("content/docs/index.md".to_owned(), "# Start\n".to_owned());
    for entry in (0..ENTRIES).filter(|entry| !(entry + version).is_multiple_of(4)) {
        let text = format!("Text {}.", if entry % 3 == 0 { version } else { 0 });
        let code =
            if entry % 10 == 1 { format!("\n```rust\nlet a = {entry};\n```\n") } else { String::new() };
        files.insert(
            format!("content/docs/box/p{entry}.md"),
            format!("---\ntags: [t{entry}, all]\n---\n# Page {entry}\n\n{text} [Start](/docs)\n{code}"),
        );
        files.insert(
            format!("content/blog/20{:02}-01-01-post-{entry}.md", entry % 90 + 10),
            format!("# Post {entry}\n\n{text}\n"),
        );
        files.insert(format!("static/files/f{entry}.txt"), text.clone());
        // A file in one version is a folder in another version.
        let deep = if version.is_multiple_of(2) { "" } else { "/deep" };
        files.insert(format!("static/turns/{entry}{deep}"), text.clone());
        config += &format!("[[redirects]]\nfrom = '/old/{entry}'\nto = '/docs/box/p{entry}'\n");
        paths += &format!(
            "  /cups/{entry}:\n    get:\n      operationId: getCup{entry}\n      summary: Cup {entry}\n      description: {text}\n      responses: {{ '200': {{ description: Fine }} }}\n"
        );
    }
    let head = "openapi: 3.1.0\ninfo: { title: Cups, version: '1' }\nservers: [{ url: https://acme.example }]\npaths:\n";
    files.insert("openapi/cups.yaml".to_owned(), head.to_owned() + &paths);
    files.insert("docgen.toml".to_owned(), config);
    files
}

/// Changes a site from one version to another.
fn turn(site: &Project, from: &BTreeMap<String, String>, to: &BTreeMap<String, String>) {
    for name in from.keys().filter(|name| !to.contains_key(*name)) {
        let folder = site.remove(name).root().join(name);
        // This call removes the folder only if the folder is empty.
        let _ = std::fs::remove_dir(folder.parent().expect("it is in a folder"));
    }
    for (name, text) in to.iter().filter(|(name, text)| from.get(*name) != Some(text)) {
        site.write(name, text);
    }
}

/// Returns the output and the cache, by path.
fn left(site: &Project) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(&site.root().join(".docgen/cache"));
    files.extend(site.dist().into_iter().map(|(name, bytes)| (format!("dist/{name}"), bytes)));
    files
}

#[test]
fn a_build_killed_at_any_moment_is_completed_by_the_next() {
    // With `DOCGEN_KILLS=200`, this test takes minutes.
    let kills = std::env::var("DOCGEN_KILLS").map_or(9, |kills| kills.parse().expect("it is a number"));
    let versions = [0, 1, 2].map(large);
    let clean = versions.each_ref().map(|files| {
        let site = Project::new("");
        turn(&site, &BTreeMap::new(), files);
        site.build();
        left(&site)
    });
    let (mut random, mut killer) = (Numbers(0x9e37_79b9_7f4a_7c15), Killer::default());
    let (site, mut now) = (Project::new(""), 0);
    turn(&site, &BTreeMap::new(), &versions[now]);
    killer.build(&site);
    for kill in 0..kills {
        let mut told = Vec::new();
        for folder in [".docgen/cache", "dist"] {
            if random.below(6) == 0 {
                std::fs::remove_dir_all(site.root().join(folder)).expect("it can be removed");
                told.push(format!("remove {folder}"));
            }
        }
        // Between the killed build and the next build, the site can change to any version, including an earlier one.
        for _ in 0..=random.below(2) {
            let next = random.below(versions.len());
            turn(&site, &versions[now], &versions[next]);
            now = next;
            told.push(format!("version {now}"));
            told.push(killer.kill(&site, &mut random));
        }
        if random.below(3) == 0 {
            let next = random.below(versions.len());
            turn(&site, &versions[now], &versions[next]);
            now = next;
            told.push(format!("version {now}"));
        }
        println!("{kill}: {told:?}");
        killer.build(&site);
        same_tree(&clean[now], &left(&site));
    }
    println!("killed while reading, writing, keeping, and too late: {:?}", killer.killed);
    assert!(killer.killed[..3].iter().all(|count| *count > 0), "{:?}", killer.killed);
}
