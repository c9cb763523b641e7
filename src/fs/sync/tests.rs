use std::fs;
use std::io::ErrorKind;

use tempfile::TempDir;

use super::*;

/// A temporary output folder, with methods that sync files to it.
struct Out(TempDir);

impl Out {
    fn new() -> Self {
        Out(TempDir::new().expect("the system has a folder for temporary files"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("dist").join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }

    /// Returns a file's content. If the file doesn't exist, returns `None`.
    fn text(&self, name: &str) -> Option<String> {
        match fs::read_to_string(self.path(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            text => Some(text.expect("it can be read")),
        }
    }

    /// Marks a file by setting its modification time. Every later write removes the mark, even if the bytes are the
    /// same.
    fn age(&self, name: &str) {
        let file = fs::File::options().write(true).open(self.path(name)).expect("it is there");
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("times can be set");
    }

    /// Whether a file hasn't been written since it was marked.
    fn is_aged(&self, name: &str) -> bool {
        let facts = fs::metadata(self.path(name)).expect("it is there");
        facts.modified().expect("files have times") == std::time::SystemTime::UNIX_EPOCH
    }

    fn begin(&self, planned: &[&str], cache: OutputCache) -> Sync {
        let planned: Vec<OutPath> = planned.iter().map(OutPath::new).collect();
        let sync = Sync::begin(self.0.path(), &self.path(""), planned.iter(), cache, &|_, _| false);
        sync.expect("nothing is in the way")
    }

    /// Writes files, each with a hash of its content as its key.
    fn sync(&self, files: &[(&str, &str)]) -> (Report, OutputCache) {
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        let sync = self.begin(&names, OutputCache::default());
        for (name, text) in files {
            write(&sync, name, text);
        }
        let (report, _, cache) = sync.finish().expect("all can be written");
        (report, cache)
    }

    /// Starts a sync of the planned files but never finishes it, as if the build had been killed.
    fn break_off(&self, planned: &[&str]) {
        drop(self.begin(planned, OutputCache::default()));
    }

    /// Returns the names in a record and checks that they're sorted.
    fn recorded(&self, record: &str) -> Vec<String> {
        let names: Vec<String> =
            read_manifest(&self.path(record)).into_iter().map(|(name, _)| name).collect();
        assert!(names.is_sorted());
        names
    }
}

fn write(sync: &Sync, name: &str, text: &str) {
    let body = Body::Bytes(text.as_bytes().to_vec().into());
    sync.write(&Artifact { path: OutPath::new(name), body }, Some(key(text)));
}

fn key(text: &str) -> u128 {
    u128::from(xxh3_64(text.as_bytes()))
}

fn report(written: usize, unchanged: usize, removed: usize) -> Report {
    Report { written, unchanged, removed }
}

#[test]
fn the_record_names_every_file_that_may_be_written_or_removed() {
    let out = Out::new();
    out.sync(&[("kept", "1"), ("gone", "1")]);
    assert_eq!(out.recorded(MANIFEST), ["gone", "kept"]);
    assert_eq!(out.text(UNFINISHED), None, "a sync that ends leaves no record");
    out.break_off(&["kept", "new"]);
    assert_eq!(out.recorded(UNFINISHED), ["gone", "kept", "new"]);
    assert_eq!(out.recorded(MANIFEST), ["gone", "kept"], "the manifest is that of the last whole build");
    // The files that an interrupted sync might have written stay recorded until a sync finishes.
    out.break_off(&["kept", "newer", "line\nbreak"]);
    assert_eq!(out.recorded(UNFINISHED), ["gone", "kept", "line\nbreak", "new", "newer"]);
    assert!(read_manifest(&out.path(UNFINISHED)).iter().all(|(_, hash)| *hash == 0));
    for name in ["new", "newer", "line\nbreak"] {
        out.put(name, "half");
    }
    assert_eq!(out.sync(&[("kept", "1")]).0, report(0, 1, 4));
    assert_eq!(out.recorded(MANIFEST), ["kept"]);
    assert_eq!((out.text(UNFINISHED), out.text("new")), (None, None));
}

#[test]
fn a_file_is_written_exactly_if_its_bytes_change() {
    let out = Out::new();
    let first = [("a/same", "text"), ("a/longer", "text"), ("a/other", "text"), ("a/cut", "text")];
    assert_eq!(out.sync(&first).0, report(4, 0, 0));
    for (name, _) in first {
        out.age(name);
    }
    // The file was truncated: its hash in the manifest matches the planned bytes, but its length doesn't.
    out.put("a/cut", "te");
    let second = [
        ("a/same", "text"),
        ("a/longer", "text, more"),
        ("a/other", "next"),
        ("a/cut", "text"),
        ("new", "new"),
    ];
    assert_eq!(out.sync(&second).0, report(4, 1, 0));
    for (name, text) in second {
        assert_eq!(out.text(name).as_deref(), Some(text), "{name}");
    }
    assert!(out.is_aged("a/same") && !out.is_aged("a/longer") && !out.is_aged("a/other"));
    assert_eq!(out.sync(&second).0, report(0, 5, 0));
}

#[test]
fn after_a_broken_off_sync_files_of_the_same_length_are_compared() {
    let out = Out::new();
    let files = [("half", "text"), ("whole", "text")];
    out.sync(&files);
    out.break_off(&["half", "whole"]);
    out.put("half", "te\0\0");
    out.age("whole");
    assert_eq!(out.sync(&files).0, report(1, 1, 0));
    assert_eq!(out.text("half").as_deref(), Some("text"));
    assert!(out.is_aged("whole"), "it was right");
}

#[test]
fn a_file_that_came_after_the_survey_is_not_replaced() {
    let out = Out::new();
    let sync = out.begin(&["mine", "folder", "equal"], OutputCache::default());
    out.put("mine", "mine");
    out.put("folder/file", "mine");
    out.put("equal", "text");
    for name in ["mine", "folder", "equal"] {
        write(&sync, name, "text");
    }
    let failed: Vec<PathBuf> = match sync.finish() {
        Ok(_) => Vec::new(),
        Err(errors) => errors.into_iter().filter(SyncError::is_in_the_way).map(|error| error.path).collect(),
    };
    assert_eq!(failed, [out.path("folder"), out.path("mine")]);
    assert_eq!(out.text("mine").as_deref(), Some("mine"));
    assert_eq!(out.text(MANIFEST), None, "a sync that fails leaves no manifest");
    assert_eq!(out.recorded(UNFINISHED), ["equal", "folder", "mine"]);
}

#[test]
#[cfg(unix)]
fn a_link_in_the_place_of_a_file_is_neither_followed_nor_kept() {
    let out = Out::new();
    let (_, cache) = out.sync(&[("a", "text")]);
    let sync = out.begin(&["a"], cache);
    fs::write(out.0.path().join("elsewhere"), "text").expect("files can be written");
    fs::remove_file(out.path("a")).expect("it is there");
    std::os::unix::fs::symlink(out.0.path().join("elsewhere"), out.path("a")).expect("links can be made");
    let path = OutPath::new("a");
    assert!(!sync.keep(&path, key("text")) && !sync.keep_made([&path].into_iter(), key("text")));
    write(&sync, "a", "next");
    assert!(sync.finish().is_err());
    assert_eq!(fs::read_to_string(out.0.path().join("elsewhere")).ok().as_deref(), Some("text"));
}

/// Checks whether each of two files is kept: first based on its bytes, and then based on its length and key. `change`
/// runs between the two syncs.
#[track_caller]
fn check_keep(change: impl Fn(&Out), by_content: [bool; 2], by_length: [bool; 2]) {
    let files = [("a", "one"), ("b", "two")];
    for (expected, is_made) in [(by_content, false), (by_length, true)] {
        let out = Out::new();
        let (_, cache) = out.sync(&files);
        change(&out);
        let sync = out.begin(&["a", "b"], cache);
        let kept = files.map(|(name, text)| {
            let path = OutPath::new(name);
            let kept = match is_made {
                true => sync.keep_made([&path].into_iter(), key(text)),
                false => sync.keep(&path, key(text)),
            };
            if !kept {
                write(&sync, name, text);
            }
            kept
        });
        assert_eq!(kept, expected, "by what they were made of: {is_made}");
        let (report, written, cache) = sync.finish().expect("all can be written");
        assert_eq!(report.written + report.unchanged, 2);
        assert!(report.unchanged >= kept.iter().filter(|kept| **kept).count());
        // Kept files are recorded like written files.
        assert!(written.is_intact(&out.path("")) && written.lengths == [3, 3]);
        assert_eq!(out.recorded(MANIFEST), ["a", "b"]);
        assert!(files.iter().all(|(name, text)| cache.has(&OutPath::new(name), key(text))));
        assert_eq!(out.sync(&files).0, self::report(0, 2, 0));
    }
}

#[test]
fn a_file_is_kept_only_as_a_whole_sync_left_it() {
    check_keep(|_| {}, [true, true], [true, true]);
    check_keep(|out| out.put("a", "longer"), [false, true], [false, true]);
    // Reading the file detects a change even if the length stays the same. If the file isn't read, it counts as
    // unchanged.
    check_keep(|out| out.put("a", "eno"), [false, true], [true, true]);
    check_keep(|out| fs::remove_file(out.path("b")).expect("it is there"), [true, false], [true, false]);
    check_keep(|out| out.break_off(&["a", "b"]), [false, false], [false, false]);
    let lose = |out: &Out| fs::remove_file(out.path(MANIFEST)).expect("it is there");
    let out = Out::new();
    let (_, cache) = out.sync(&[("a", "one")]);
    lose(&out);
    fs::remove_file(out.path("a")).expect("it is there");
    let sync = out.begin(&["a"], cache);
    out.put("a", "one");
    let path = OutPath::new("a");
    assert!(!sync.keep(&path, key("one")) && !sync.keep_made([&path].into_iter(), key("one")));
}

#[test]
fn files_are_kept_by_what_they_were_made_of_all_or_none() {
    let out = Out::new();
    let (_, cache) = out.sync(&[("a", "same"), ("b", "same"), ("c", "other")]);
    let sync = out.begin(&["a", "b", "c"], cache);
    let [a, b, c] = ["a", "b", "c"].map(OutPath::new);
    assert!(!sync.keep_made([&a, &c].into_iter(), key("same")), "one is made of something else");
    assert!(!sync.keep_made([&a].into_iter(), key("next")), "it is to be made of something else");
    assert!(sync.keep_made([&a, &b].into_iter(), key("same")));
    write(&sync, "c", "next");
    assert_eq!(sync.finish().expect("all can be written").0, report(1, 2, 0));
    assert_eq!(out.recorded(MANIFEST), ["a", "b", "c"]);
}

/// Checks whether an output of two files counts as intact after a change.
#[track_caller]
fn check_intact(change: impl Fn(&Out), expected: bool) {
    let out = Out::new();
    let sync = out.begin(&["a", "b"], OutputCache::default());
    write(&sync, "a", "one");
    write(&sync, "b", "two");
    let (_, written, _) = sync.finish().expect("all can be written");
    change(&out);
    assert_eq!(written.is_intact(&out.path("")), expected);
}

#[test]
fn an_output_is_intact_only_as_a_whole_sync_left_it() {
    check_intact(|_| {}, true);
    check_intact(|out| out.put("mine", "mine"), true);
    check_intact(|out| out.put("a", "longer"), false);
    let remove = |out: &Out, name: &str| fs::remove_file(out.path(name)).expect("it is there");
    check_intact(|out| remove(out, "b"), false);
    check_intact(|out| remove(out, MANIFEST), false);
    for record in [UNFINISHED, HALF_WRITTEN] {
        check_intact(|out| out.put(record, ""), false);
    }
    check_intact(|out| out.put(MANIFEST, "0000000000000000 a\n"), false);
    #[cfg(unix)]
    check_intact(
        |out| {
            remove(out, "a");
            // The link's target path and the file have the same number of bytes.
            std::os::unix::fs::symlink("../", out.path("a")).expect("links can be made");
        },
        false,
    );
}

#[test]
fn files_give_way_to_folders_and_folders_to_files() {
    let out = Out::new();
    out.sync(&[("a", "1"), ("b/c/d/e", "1"), ("b/f", "1"), ("g/h", "1")]);
    assert_eq!(out.sync(&[("a/x/y", "2"), ("b/c", "2"), ("g/h", "1")]).0, report(2, 1, 3));
    assert_eq!(out.recorded(MANIFEST), ["a/x/y", "b/c", "g/h"]);
    assert_eq!((out.text("a/x/y").as_deref(), out.text("b/c").as_deref()), (Some("2"), Some("2")));
}

#[test]
fn folders_go_with_their_last_file_and_not_before() {
    let out = Out::new();
    out.sync(&[("a/b/c", "1"), ("d/e", "1"), ("d/f", "1"), ("g/h", "1")]);
    out.put("g/mine", "mine");
    assert_eq!(out.sync(&[("d/f", "1")]).0, report(0, 1, 3));
    assert!(!out.path("a").exists());
    assert_eq!((out.text("d/f").as_deref(), out.text("g/mine").as_deref()), (Some("1"), Some("mine")));
}

#[test]
fn what_a_broken_off_sync_left_half_written_is_removed() {
    let out = Out::new();
    let (half, other) = (temporary("a/b"), temporary("a/c"));
    assert!(half != other && half.starts_with("a/.") && temporary("b").starts_with('.'));
    out.break_off(&["a/b"]);
    out.put(&half, "half");
    out.put(&other, "mine");
    out.sync(&[("a/b", "text")]);
    assert_eq!((out.text(&half), out.text(&other).as_deref()), (None, Some("mine")));
}

#[test]
#[cfg(unix)]
fn nothing_is_removed_through_a_link() {
    let out = Out::new();
    out.sync(&[("a/b/c", "text"), ("kept", "text")]);
    out.break_off(&["a/b/c", "kept"]);
    let half = temporary("a/b/c");
    out.put(&half, "half");
    let elsewhere = out.0.path().join("elsewhere");
    fs::rename(out.path("a"), &elsewhere).expect("it can be moved");
    std::os::unix::fs::symlink(&elsewhere, out.path("a")).expect("links can be made");
    assert_eq!(out.sync(&[("kept", "text")]).0, report(0, 1, 0));
    assert!(elsewhere.join("b/c").exists());
    assert!(elsewhere.join(&half[2..]).exists());
}

/// Checks the obstacles to a sync of the planned files, and the reasons.
#[track_caller]
fn check_blocked(out: &Out, planned: &[&str], expected: &[(&str, &str)]) {
    let planned: Vec<OutPath> = planned.iter().map(OutPath::new).collect();
    let same = |_: &OutPath, bytes: &[u8]| bytes == b"same";
    let sync = Sync::begin(out.0.path(), &out.path(""), planned.iter(), OutputCache::default(), &same);
    let found: Vec<(PathBuf, String)> = match sync {
        Ok(_) => Vec::new(),
        Err(errors) => {
            assert!(errors.iter().all(SyncError::is_in_the_way));
            errors.into_iter().map(|error| (error.path, error.error.to_string())).collect()
        }
    };
    let expected: Vec<_> = expected.iter().map(|(name, why)| (out.path(name), (*why).to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_docgen_did_not_write_is_in_the_way() {
    const FILE: &str = "docgen didn't write the existing file";
    const FOLDER: &str = "it's a folder";
    let out = Out::new();
    out.sync(&[("own", "1"), ("tree/a/b", "1"), (MARK, "{}")]);
    out.put("mine", "mine");
    out.put("as it would be", "same");
    out.put("folder/mine", "mine");
    check_blocked(&out, &["own", "tree/a/b", "as it would be", "new/file"], &[]);
    check_blocked(&out, &["mine", "folder"], &[("folder", FOLDER), ("mine", FILE)]);
    check_blocked(&out, &["mine/a/b"], &[("mine", FILE)]);
    out.put("tree/a/mine", "mine");
    check_blocked(&out, &["tree"], &[("tree", FOLDER)]);
    fs::remove_file(out.path("tree/a/mine")).expect("it is there");
    check_blocked(&out, &["tree", "own/below"], &[]);
    #[cfg(unix)]
    {
        const LINK: &str = "it's a symbolic link, and docgen doesn't follow links in the output folder";
        let link = |name: &str| std::os::unix::fs::symlink(out.path("folder"), out.path(name));
        link("link").and_then(|()| link("folder/link")).expect("links can be made");
        let _socket = std::os::unix::net::UnixListener::bind(out.path("socket")).expect("it can be made");
        check_blocked(
            &out,
            &["link/mine", "link/other/a", "socket", "folder/link"],
            &[("folder/link", LINK), ("link", LINK), ("socket", "it's a socket")],
        );
    }
    let out = Out::new();
    out.put("_docgen", "mine");
    check_blocked(&out, &["a"], &[("_docgen", FILE)]);
    let out = Out::new();
    out.put(&format!("{MANIFEST}/mine"), "mine");
    check_blocked(&out, &["a"], &[(MANIFEST, FOLDER)]);
}

#[test]
fn without_a_manifest_files_beside_the_mark_of_docgen_are_replaced_and_named() {
    let out = Out::new();
    let files = [("a", "old"), (MARK, "{}")];
    out.sync(&files);
    fs::remove_file(out.path(MANIFEST)).expect("it is there");
    let sync = out.begin(&["a", "new", MARK], OutputCache::default());
    assert_eq!(sync.unsure, [MARK, "a"].map(OutPath::new));
    drop(sync);
    let out = Out::new();
    out.put("a", "old");
    check_blocked(&out, &["a"], &[("a", "docgen didn't write the existing file")]);
}

#[test]
fn a_failure_says_what_could_not_be_done_and_why() {
    let out = Out::new();
    let sync = out.begin(&["copy"], OutputCache::default());
    let body = Body::Copy(crate::path::SourcePath::new("static/missing"));
    sync.write(&Artifact { path: OutPath::new("copy"), body }, None);
    let errors = sync.finish().expect_err("the source is missing");
    assert!(matches!(&errors[..], [error] if error.read && !error.is_in_the_way()));
    for (kind, why) in [
        (ErrorKind::PermissionDenied, "permission denied"),
        (ErrorKind::StorageFull, "the disk is full"),
        (ErrorKind::ReadOnlyFilesystem, "the file system is read-only"),
    ] {
        let mut error = SyncError { path: "a/b".into(), read: false, error: io::Error::new(kind, "odd") };
        assert_eq!(error.to_string(), format!("a/b can't be written: {why}"));
        error.read = true;
        assert_eq!(error.to_string(), format!("a/b can't be read: {why}"));
    }
    let other = SyncError { path: "a".into(), read: false, error: io::Error::other("odd") };
    assert_eq!(other.to_string(), "a can't be written: odd");
}

#[test]
fn a_file_that_changes_only_its_case_goes_before_the_new_one_is_written() {
    let out = Out::new();
    out.sync(&[("docs/Guide/index.html", "a"), ("docs/cafe\u{301}.html", "b"), ("gone.html", "c")]);
    let sync = out.begin(&["docs/guide/index.html", "docs/caf\u{e9}.html"], OutputCache::default());
    assert_eq!(out.text("docs/Guide/index.html"), None, "it would be the new file where case doesn't matter");
    assert_eq!(out.text("docs/cafe\u{301}.html"), None);
    assert_eq!(out.text("gone.html").as_deref(), Some("c"), "all else stays until the end");
    write(&sync, "docs/guide/index.html", "a");
    write(&sync, "docs/caf\u{e9}.html", "b");
    let (report, ..) = sync.finish().expect("all can be written");
    assert_eq!(report, Report { written: 2, unchanged: 0, removed: 3 });
}
