//! Entries that take the place of a file but aren't files, and symbolic links to targets outside the site. docgen must
//! report such entries and never open them.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use crate::harness::Project;

/// A site in which every kind of file is read.
const SITE: &str = "
//- docgen.toml
[site]
title = 'Kettle'

[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/good.md
# Good

![a picture](./picture.png) ![another](/static.png) [a file](./sheet.pdf)
//- content/blog/2024-01-05-post.md
# Post
//- openapi/whole.yaml
openapi: 3.1.0
info: { title: Whole, version: '1' }
paths:
  /a: { $ref: './part.yaml' }
";

/// The paths where the test puts each kind of special entry.
const PLACES: [&str; 20] = [
    "docgen.toml",
    "content/docs/page.md",
    "content/docs/_category_.yml",
    "content/docs/picture.png",
    "content/docs/sheet.pdf",
    "content/docs/other.bin",
    "content/blog/2024-01-06-other.md",
    "content/blog/authors.yml",
    "content/blog/tags.yml",
    "content/pages/free.md",
    "content/i18n/fr/messages.json",
    "static/static.png",
    "static/deep/file.txt",
    "overrides/custom.css",
    "overrides/templates/doc.html",
    "openapi/document.yaml",
    "openapi/part.yaml",
    "content",
    "static",
    "openapi",
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Special {
    Pipe,
    Socket,
    Link(&'static str),
    Folder,
}

const SPECIALS: [Special; 8] = [
    Special::Pipe,
    Special::Socket,
    Special::Link("/dev/zero"),
    Special::Link("/dev/random"),
    Special::Link("/dev/tty"),
    Special::Link("/proc/self/mem"),
    Special::Link("/proc/kmsg"),
    Special::Folder,
];

fn put(path: &Path, special: Special) {
    let _ = std::fs::remove_file(path);
    let _ = std::fs::remove_dir_all(path);
    std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("folders can be made");
    match special {
        Special::Pipe => {
            let made = Command::new("mkfifo").arg(path).status().expect("mkfifo is there");
            assert!(made.success());
        }
        Special::Socket => drop(UnixListener::bind(path).expect("sockets can be made")),
        Special::Link(to) => symlink(to, path).expect("links can be made"),
        Special::Folder => std::fs::create_dir(path).expect("folders can be made"),
    }
}

fn site() -> Project {
    let site = Project::new(SITE);
    site.write("content/docs/picture.png", PNG).write("static/static.png", PNG);
    site.write("content/docs/sheet.pdf", "a sheet").write("openapi/part.yaml", "get: { responses: {} }\n");
    site
}

/// The start of a 1 × 1 PNG image.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";

#[test]
fn what_is_no_file_is_reported_and_never_opened() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for place in PLACES {
        for special in SPECIALS {
            if special == Special::Folder && !place.contains('.') {
                continue;
            }
            let site = site();
            put(&site.root().join(place), special);
            tried += 1;
            for command in ["check", "build"] {
                let Some(run) = site.run_within(command, 20) else {
                    wrong.push(format!("{place} {special:?}: {command} hangs"));
                    continue;
                };
                // Messages contain image paths as written on the page.
                let named = run.stderr.contains(place.trim_start_matches("content/docs/"));
                // A folder can have any name, and entries that nothing refers to aren't read.
                let fine = special == Special::Folder || place == "content/docs/other.bin";
                if !named && !fine {
                    wrong.push(format!("{place} {special:?}: {command} does not name it\n{}", run.stderr));
                }
                if run.stderr.contains("panicked") || run.stderr.contains("cannot write") {
                    wrong.push(format!("{place} {special:?}: {command}\n{}", run.stderr));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried} × 2\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_no_file_in_the_output_and_the_cache_is_never_opened() {
    let mut wrong = Vec::new();
    for place in [
        "dist/_docgen/manifest",
        "dist/_docgen/manifest.unfinished",
        "dist/_docgen/manifest.tmp",
        "dist/docs/good/index.html",
        "dist/static.png",
        ".docgen/lock",
        ".docgen/cache/stamp",
        ".docgen/cache/made",
        ".docgen/cache/documents",
        ".docgen/cache/highlight",
    ] {
        for special in SPECIALS {
            let site = site();
            site.run("build").code(0);
            put(&site.root().join(place), special);
            site.write("content/docs/good.md", "# Good\n\nOther words.\n");
            match site.run_within("build", 20) {
                None => wrong.push(format!("{place} {special:?} hangs")),
                Some(run) if run.stderr.contains("panicked") => {
                    wrong.push(format!("{place} {special:?}\n{}", run.stderr));
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Tests symbolic links to files that would be published unchanged, and to folders of such files.
#[test]
fn links_out_of_the_site_are_reported_and_not_published() {
    const SECRET: &str = "nobody-may-read-this";
    let mut wrong = Vec::new();
    for (place, to) in [
        ("static/secret.txt", "outside/secret.txt"),
        ("static/deep/secret.txt", "outside/secret.txt"),
        ("static/folder", "outside"),
        ("static/deep/folder", "outside"),
        ("static", "outside"),
        ("content/docs/secret.txt", "outside/secret.txt"),
        ("content/docs/secret.png", "outside/secret.txt"),
        ("content/docs/folder", "outside"),
    ] {
        for through in [false, true] {
            let outer = Project::new("");
            let text = "# Good\n\n[one](./secret.txt) ![two](./secret.png) [three](./folder/secret.txt)\n";
            outer.write("outside/secret.txt", SECRET).write("site/content/docs/good.md", text);
            let link = outer.root().join("site").join(place);
            std::fs::create_dir_all(link.parent().expect("it has a folder")).expect("folders can be made");
            let target = outer.root().join(to);
            match through {
                false => symlink(&target, &link).expect("links can be made"),
                // The link goes through another link inside the site.
                true => {
                    let step = outer.root().join("site/step");
                    symlink(&target, &step).expect("links can be made");
                    symlink(&step, &link).expect("links can be made");
                }
            }
            // Turn off the diagnostics for other problems in these sites, because such problems could prevent
            // publishing.
            outer.write("site/docgen.toml", "[diagnostics]\nbroken-link = 'off'\nmissing-image = 'off'\n");
            let reports: Vec<String> = ["check --root site", "build --root site"]
                .into_iter()
                .map(|command| {
                    let run = outer.run(command);
                    run.stderr
                        .lines()
                        .filter(|line| line.starts_with("error[") || line.contains("hint:"))
                        .map(|line| format!("{line}\n"))
                        .collect()
                })
                .collect();
            let published = crate::harness::tree(&outer.root().join("site/dist"));
            let leaked = published
                .values()
                .any(|bytes| bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()));
            if reports[0] != reports[1] || !reports[0].contains("error[outside-link]") || leaked {
                wrong.push(format!(
                    "{place} through {through}: leaked {leaked}\n{}\n{}",
                    reports[0], reports[1]
                ));
            }
            // The same applies if the problem is only a warning.
            let config = "[diagnostics]\noutside-link = 'warn'\nbroken-link = 'off'\nmissing-image = 'off'\n";
            outer.write("site/docgen.toml", config);
            outer.run("build --root site");
            let published = crate::harness::tree(&outer.root().join("site/dist"));
            let leaked = published
                .values()
                .any(|bytes| bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()));
            if leaked || published.is_empty() {
                wrong.push(format!(
                    "{place} through {through}: as a warning: leaked {leaked}, {} files",
                    published.len()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of 16\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn links_inside_the_site_are_followed() {
    let site = Project::new("//- content/docs/a.md\n# A\n\n![p](./p.svg) [f](/f.txt) [g](/in/g.txt)\n");
    site.write("shared/p.svg", "<svg width='1' height='1'/>")
        .write("shared/f.txt", "f")
        .write("shared/in/g.txt", "g");
    std::fs::create_dir_all(site.root().join("static")).expect("folders can be made");
    let shared = site.root().join("shared");
    for (to, at) in [
        (shared.join("p.svg"), "content/docs/p.svg"),
        (Path::new("../shared/f.txt").to_owned(), "static/f.txt"),
        (shared.join("in"), "static/in"),
    ] {
        symlink(to, site.root().join(at)).expect("links can be made");
    }
    site.build();
    assert_eq!((site.read("dist/f.txt"), site.read("dist/in/g.txt")), ("f".to_owned(), "g".to_owned()));
}
