//! Whatever is edited in whatever order, and wherever a build is killed, the next one gives what one from nothing gives.

use std::time::Duration;

use crate::harness::{Numbers, Project, tree};

/// As many scripts as edits of each: enough to meet most pairs of edits, and done in seconds.
const SCRIPTS: u64 = 4;
const STEPS: usize = 12;

/// The Markdown files that there are, but the first page, which stays.
fn pages(site: &Project) -> Vec<String> {
    let files = tree(&site.root().join("content")).into_keys();
    files.filter(|name| name.ends_with(".md") && name != "docs/index.md").collect()
}

/// One edit, told in words for the report of a failure.
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

/// Begins a build and kills it at some point.
fn kill_a_build(site: &Project, after: Duration) {
    let mut build = site.start("build");
    std::thread::sleep(after);
    build.kill().and_then(|()| build.wait()).expect("it can be killed, or has ended");
}

#[test]
fn any_script_of_edits_and_kills_ends_in_the_same_output() {
    for seed in 1..=SCRIPTS {
        let mut random = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let site = Project::new("//- content/docs/index.md\n# Start\n");
        site.build();
        for step in 0..STEPS {
            let mut told = Vec::new();
            for _ in 0..=random.below(3) {
                told.push(edit(&site, &mut random, step * 3 + told.len()));
            }
            for _ in 0..random.below(3) {
                let after = random.below(150) as u64;
                kill_a_build(&site, Duration::from_millis(after));
                told.push(format!("kill a build after {after} ms"));
            }
            println!("script {seed}, step {step}: {told:?}");
            site.build();
            site.is_as_if_clean();
        }
    }
}
