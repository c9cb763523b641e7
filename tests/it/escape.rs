//! Output folders with planted entries. A build must not change anything outside the output folder, and must not
//! delete files that docgen didn't write.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{Numbers, Project};

const SITE: &str = "
//- site/content/docs/index.md
# Start
//- site/content/docs/deep/one.md
# One
//- site/content/docs/deep/two.md
# Two
//- site/content/pages/about.md
# About
//- site/static/files/a.txt
a
//- site/static/robots.txt
none
//- outside/index.html
an own page
//- outside/one/index.html
another
//- outside/manifest
0000000000000000 precious.txt
//- outside/precious.txt
precious
//- outside/a.txt
a
";

/// The entry at a path. Symbolic links are entries themselves and aren't followed.
#[derive(Clone, Debug, PartialEq)]
enum There {
    File(Vec<u8>),
    Link(PathBuf),
    Folder,
    Other,
}

/// Returns everything below a folder. Doesn't follow links.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, There> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(&at).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type().expect("files have a type"));
            let there = if kind.is_symlink() {
                There::Link(std::fs::read_link(&path).expect("it is a link"))
            } else if kind.is_dir() {
                folders.push(path.clone());
                There::Folder
            } else if kind.is_file() {
                There::File(std::fs::read(&path).expect("it can be read"))
            } else {
                There::Other
            };
            all.insert(path, there);
        }
    }
    all
}

/// Plants an entry at a path in the output folder and replaces any existing entry. Returns the exact path of the new
/// entry, and the entry.
fn plant(outer: &Path, path: &str, numbers: &mut Numbers) -> Option<(PathBuf, There)> {
    let mut at = outer.join("site/dist").join(path);
    // Sometimes, replace a folder above the path instead.
    for _ in 0..numbers.below(3) {
        match at.parent() {
            Some(parent) if parent != outer.join("site/dist") => at = parent.to_owned(),
            _ => break,
        }
    }
    let above = at.parent().expect("it has a folder");
    if std::fs::create_dir_all(above).is_err() || above.canonicalize().ok()? != above {
        return None;
    }
    let _ = std::fs::remove_file(&at);
    let _ = std::fs::remove_dir_all(&at);
    let outside = outer.join("outside");
    let there = match numbers.below(9) {
        0 => There::File(b"mine".to_vec()),
        1 => {
            std::fs::hard_link(outside.join("index.html"), &at).expect("links can be created");
            return Some((at, There::File(b"an own page\n".to_vec())));
        }
        2 => There::Link(outside.join("index.html")),
        3 => There::Link(outside.clone()),
        4 => There::Link(outside.join("nowhere")),
        5 => There::Link(PathBuf::from("/dev/null")),
        6 => There::Other,
        7 => There::Link(outside.join("manifest")),
        _ => {
            std::fs::create_dir(&at).ok()?;
            at.push("mine.txt");
            There::File(b"mine".to_vec())
        }
    };
    match &there {
        There::File(bytes) => std::fs::write(&at, bytes).ok()?,
        There::Link(to) => symlink(to, &at).ok()?,
        _ => assert!(Command::new("mkfifo").arg(&at).status().ok()?.success()),
    }
    Some((at, there))
}

#[test]
fn nothing_planted_in_the_output_makes_a_build_lose_anything() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let outer = Project::new(SITE);
    outer.run("build --root site --no-cache").code(0);
    let outputs: Vec<String> = crate::harness::tree(&outer.root().join("site/dist")).into_keys().collect();
    let mut wrong = Vec::new();
    let rounds = 120;
    for round in 0..rounds {
        let outer = Project::new(SITE);
        let root = outer.root().canonicalize().expect("it is there");
        let dist = root.join("site/dist");
        let before_build = numbers.below(3);
        if before_build > 0 {
            outer.run("build --root site").code(0);
            if before_build > 1 {
                std::fs::remove_file(dist.join("_docgen/manifest")).expect("it was written");
            }
        }
        let mut planted = BTreeMap::new();
        for _ in 0..=numbers.below(2) {
            let path = match numbers.below(6) {
                0 => "_docgen/manifest.tmp",
                1 => "_docgen/manifest.unfinished",
                2 => "_docgen/manifest",
                _ => &outputs[numbers.below(outputs.len())],
            };
            planted.extend(plant(&root, path, &mut numbers));
        }
        // Drop entries that a later entry has replaced.
        let now = snapshot(&dist);
        planted.retain(|path, there| now.get(path) == Some(there));
        match numbers.below(4) {
            0 => {
                outer.write("site/content/docs/deep/one.md", "# One\n\nOther words.\n");
            }
            1 => {
                outer.remove("site/content/docs/deep/two.md");
            }
            2 => {
                std::fs::remove_dir_all(root.join("site/content/docs/deep")).expect("it is there");
            }
            _ => {}
        }
        let outside = snapshot(&root.join("outside"));
        let links =
            |path: &str| std::fs::metadata(root.join(path)).map(|file| (file.ino(), file.mtime_nsec())).ok();
        let facts = links("outside/index.html");
        for _ in 0..2 {
            let Some(run) = outer.run_within("build --root site", 20) else {
                wrong.push(format!("round {round}: {planted:?} hangs"));
                break;
            };
            if run.stderr.contains("panicked") {
                wrong.push(format!("round {round}: {}", run.stderr));
            }
            if snapshot(&root.join("outside")) != outside || links("outside/index.html") != facts {
                wrong.push(format!("round {round}: outside changed, with {:?}\n{}", planted, run.stderr));
                break;
            }
            let after = snapshot(&dist);
            // Records are docgen's own files, regardless of their content.
            let is_record = |path: &Path, there: &There| {
                path.starts_with(dist.join("_docgen")) && matches!(there, There::File(_))
            };
            let lost = planted
                .iter()
                .find(|(path, there)| after.get(*path) != Some(there) && !is_record(path, there));
            if let Some((path, there)) = lost {
                // If a planted file replaces a file that docgen wrote, docgen treats the planted file as a changed
                // version of its own file.
                let in_manifest = before_build == 1 && matches!(there, There::File(_));
                // Without a manifest, docgen doesn't know which files it wrote. In this case, the build reports that it
                // replaces the file.
                let is_told = matches!(there, There::File(_)) && run.stderr.contains("replacing ");
                if !in_manifest && !is_told {
                    wrong.push(format!("round {round}: lost {path:?} {there:?}\n{}", run.stderr));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rounds}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_in_the_way_is_named_before_anything_is_written() {
    let site = Project::new(
        "//- content/docs/index.md\n# Start\n//- dist/CNAME\nkettle.example\n//- dist/docs/index.html\nmine\n",
    );
    let before = site.dist();
    let run =
        site.run("build").code(2).stderr_has("docs/index.html").stderr_has("hint: ").stderr_has("--out");
    assert!(!run.stderr.contains("CNAME"));
    assert_eq!(before, site.dist());
    site.remove("dist/docs/index.html").run("build").code(0);
    assert_eq!(site.read("dist/CNAME"), "kettle.example\n");
    // Replacing a file with an identical one loses nothing. This happens, for example, when an output folder is
    // restored without the manifest.
    site.remove("dist/_docgen/manifest").build();
    site.write("content/docs/index.md", "# Begin\n").build();
    assert!(site.read("dist/docs/index.html").contains("Begin"));
    let outside = Project::new("//- here/index.html\nmine\n");
    std::fs::remove_dir_all(site.root().join("dist/docs")).expect("it was written");
    symlink(outside.root().join("here"), site.root().join("dist/docs")).expect("links can be created");
    site.write("content/docs/index.md", "# Again\n");
    site.run("build").code(2).stderr_has("dist/docs").stderr_has("link").stderr_has("hint: ");
    assert_eq!(outside.read("here/index.html"), "mine\n");
}
