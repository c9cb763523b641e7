use std::fs;

use tempfile::TempDir;

use super::*;

pub(super) fn folder() -> TempDir {
    TempDir::new().expect("the system has a folder for temporary files")
}

pub(super) fn put(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
}

#[test]
fn a_file_of_the_cache_is_replaced_whatever_was_left_beside_it() {
    let folder = folder();
    let cache = folder.path().join("cache");
    let file = cache.join("made");
    write_cache(&file, PROGRAM, &"one").expect("its folder is made");
    put(&cache.join("made.tmp"), "half of it");
    write_cache(&file, PROGRAM, &"two").expect("what was left is in nobody's way");
    assert_eq!(read_cache(&file, PROGRAM), Some("two".to_owned()));
    assert!(!exists(&cache.join("made.tmp")));
    assert!(create(&file, b"three").is_err(), "it is there");
    create(&cache.join("new/file"), b"three").expect("it is new");
    assert_eq!(read_own(&cache.join("new/file")).as_deref(), Some(&b"three"[..]));
    // If a file is where a folder is needed, nothing is removed.
    assert!(write_cache(&file.join("below"), PROGRAM, &"").is_err());
    assert_eq!(read_cache(&file, PROGRAM), Some("two".to_owned()));
}

#[test]
fn sweeping_removes_a_file_of_the_cache_and_what_is_half_written() {
    let folder = folder();
    for name in ["made", "made.tmp", "stamp", "stamp.tmp", "tmp", "other.made"] {
        put(&folder.path().join(name), "");
    }
    sweep_cache(folder.path(), "made");
    let left: Vec<&str> = ["made", "made.tmp", "stamp", "stamp.tmp", "tmp", "other.made"]
        .into_iter()
        .filter(|name| exists(&folder.path().join(name)))
        .collect();
    assert_eq!(left, ["stamp", "tmp", "other.made"]);
    sweep_cache(&folder.path().join("missing"), "made");
}

#[test]
fn a_repository_is_the_nearest_folder_above_with_one() {
    let folder = folder();
    let top = folder.path();
    put(&top.join("outer/.git/HEAD"), "");
    put(&top.join("outer/inner/.git"), "gitdir: elsewhere");
    put(&top.join("outer/inner/docs/a.md"), "");
    put(&top.join("outer/other/a.md"), "");
    assert_eq!(repository(&top.join("outer/inner/docs")), Some(top.join("outer/inner")));
    assert_eq!(repository(&top.join("outer/inner")), Some(top.join("outer/inner")));
    assert_eq!(repository(&top.join("outer/other")), Some(top.join("outer")));
}

#[test]
#[cfg(unix)]
fn links_are_resolved_as_far_as_a_path_exists() {
    let folder = folder();
    let top = dunce::canonicalize(folder.path()).expect("it is there");
    put(&top.join("real/file"), "");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(top.join(to), top.join(name)).expect("links can be made");
    };
    link("real", "link");
    link("nowhere", "lost");
    for (path, expected) in [
        ("link/file", "real/file"),
        ("link/new", "real/new"),
        ("link/new/a/b", "real/new/a/b"),
        ("link/./new/../other", "real/other"),
        ("new/../link/new", "real/new"),
        ("none/a", "none/a"),
    ] {
        assert_eq!(absolute(&top.join(path)), top.join(expected), "{path}");
    }
    let here = std::env::current_dir().and_then(dunce::canonicalize).expect("there is one");
    assert_eq!(absolute(Path::new("no such folder/../other/a")), here.join("other/a"));
    let is = |name: &str| {
        let path = top.join(name);
        (exists(&path), is_folder(&path), is_no_folder(&path), is_plain_file(&path))
    };
    assert_eq!(is("real"), (true, true, false, false));
    assert_eq!(is("link"), (true, true, false, false));
    assert_eq!(is("real/file"), (true, false, true, true));
    assert_eq!(is("lost"), (false, false, true, false));
    assert_eq!(is("none"), (false, false, false, false));
    let found = links(&top, ["link", "real", "lost", "none"]);
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        [(crate::path::SourcePath::new("link"), top.join("real"))]
    );
}

#[test]
fn a_file_is_as_read_until_its_text_is_another() {
    let folder = folder();
    let path = crate::path::SourcePath::new("content/a.md");
    let file = folder.path().join(path.as_str());
    put(&file, "one");
    let source = file::read_text(folder.path(), path).expect("it can be read");
    assert!(is_as_read(folder.path(), &source));
    put(&file, "\u{feff}one");
    assert!(is_as_read(folder.path(), &source), "a byte-order mark is no part of the text");
    put(&file, "two");
    assert!(!is_as_read(folder.path(), &source));
    fs::remove_file(&file).expect("it is there");
    assert!(!is_as_read(folder.path(), &source));
}
