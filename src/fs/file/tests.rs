use std::fs;
use std::io::ErrorKind;

use super::*;
use crate::diag::Location;
use crate::fs::tests::{folder, put};

#[test]
fn a_text_that_is_not_utf_8_is_reported_at_its_first_wrong_byte() {
    let folder = folder();
    let path = SourcePath::new("a.md");
    for (bytes, byte, line, column) in [
        (&b"\xff"[..], "0xff", 1, 1),
        (b"ab\xfcc\xff", "0xfc", 1, 3),
        (b"\n\xe4", "0xe4", 2, 1),
        (b"ab\r\ncd\n\nef\xe4\n", "0xe4", 4, 3),
        // Columns are counted in characters, as everywhere else.
        (b"a\n\xc3\xbc\xc3\xbc\xff", "0xff", 2, 3),
        // The text ends in the middle of a character.
        (b"a\xc3", "0xc3", 1, 2),
    ] {
        put(&folder.path().join("a.md"), bytes);
        let expected = Diagnostic::new(Code::UnreadableFile, format!("this file isn't UTF-8: byte {byte}"))
            .at_position(&path, line, column)
            .hint("save it as UTF-8");
        assert_eq!(read_text(folder.path(), path.clone()), Err(expected));
    }
}

#[test]
fn a_text_is_read_up_to_64_mib() {
    let folder = folder();
    let path = SourcePath::new("a.md");
    let file = fs::File::create_new(folder.path().join("a.md")).expect("it is new");
    file.set_len(MAX_TEXT).expect("files have any length");
    let length = read_text(folder.path(), path.clone()).map(|source| source.text.len() as u64);
    assert_eq!(length, Ok(MAX_TEXT));
    file.set_len(MAX_TEXT + 1).expect("files have any length");
    let expected = Diagnostic::new(Code::UnreadableFile, "this file is larger than 64 MiB").in_file(&path);
    assert_eq!(read_text(folder.path(), path), Err(expected.hint("split it into pages")));
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_file_is_reported_and_not_opened() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    let folder = folder();
    let root = folder.path();
    put(&root.join("folder/file"), "text");
    put(&root.join("empty"), "");
    UnixListener::bind(root.join("socket")).expect("sockets can be made");
    for (to, name) in
        [("/dev/null", "device"), ("/proc/self/status", "kernel"), ("none", "lost"), ("folder/file", "link")]
    {
        symlink(to, root.join(name)).expect("links can be made");
    }
    let remove = "remove it, or replace it with a file";
    let gone = "can't read this file: it's missing, or it's a broken symbolic link";
    for (name, message, hint, is_special) in [
        ("socket", "expected a file, found a socket", Some(remove), true),
        ("device", "expected a file, found a device", Some(remove), true),
        ("kernel", "expected a file, found a kernel file", Some(remove), true),
        ("folder", "expected a file, found a folder", Some(remove), false),
        ("lost", gone, None, false),
        ("none", gone, None, false),
    ] {
        let path = SourcePath::new(name);
        let expected = Diagnostic::new(Code::UnreadableFile, message).in_file(&path).hint_if(hint);
        assert_eq!(read_text(root, path.clone()), Err(expected.clone()));
        let error = read(&root.join(name)).map_err(|error| unreadable(&path, &error));
        assert_eq!(error, Err(expected.clone()));
        let special = special(&root.join(name)).map(|error| unreadable(&path, &error));
        assert_eq!(special, is_special.then_some(expected), "{name}");
    }
    for (name, text) in [("folder/file", "text"), ("link", "text"), ("empty", "")] {
        assert_eq!(read(&root.join(name)).ok(), Some(text.as_bytes().to_vec()), "{name}");
        assert!(special(&root.join(name)).is_none(), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn what_is_published_is_in_the_site_and_not_of_git() {
    let folder = folder();
    let root = folder.path().join("site");
    put(&folder.path().join("outside/secret"), "secret");
    put(&root.join(".git/config"), "secret");
    put(&root.join("static/.gitignore"), "text");
    put(&root.join("shared/file"), "text");
    for (to, name) in [
        ("../shared/file", "in"),
        ("../../outside/secret", "out"),
        ("../../outside", "folder"),
        ("out", "twice"),
        ("../.git/config", "git"),
        ("../../site/shared/file", "around"),
    ] {
        std::os::unix::fs::symlink(to, root.join("static").join(name)).expect("links can be made");
    }
    for name in ["static/in", "static/.gitignore", "static/around"] {
        assert_eq!(read_inside(&root, &SourcePath::new(name)).ok(), Some(b"text".to_vec()), "{name}");
    }
    for name in ["static/out", "static/folder/secret", "static/twice", "static/git", ".git/config"] {
        let path = SourcePath::new(name);
        let found = read_inside(&root, &path).map_err(|error| unreadable(&path, &error));
        let expected = Diagnostic::new(Code::OutsideLink, "this symbolic link points outside the site")
            .in_file(&path)
            .hint("copy the file into the site, or link to a file in the site's folder");
        assert_eq!(found, Err(expected));
    }
}

#[test]
fn an_error_of_the_system_is_told_in_the_words_of_the_reader() {
    let path = SourcePath::new("a.md");
    for (kind, message) in [
        (ErrorKind::PermissionDenied, "can't read this file: permission denied"),
        (ErrorKind::NotFound, "can't read this file: it's missing, or it's a broken symbolic link"),
        (ErrorKind::TimedOut, "can't read this file: timed out"),
    ] {
        let found = unreadable(&path, &kind.into());
        assert_eq!((found.code, &*found.message), (Code::UnreadableFile, message));
        assert_eq!((found.location, found.hints.len()), (Some(Location::File(path.clone())), 0));
    }
}
