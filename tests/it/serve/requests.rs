//! Requests that no browser sends. The paths consist of pieces that have confused other servers. The paths are sent
//! unchanged over the socket.
#![allow(clippy::disallowed_methods, reason = "these tests lay out files that must not be read")]

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};

use tempfile::TempDir;

use super::{SITE, Server, write};
use crate::harness::Numbers;

/// The content of every file that must not be readable.
const SECRET: &str = "nobody-may-read-this";

const PIECES: &[&str] = &[
    "/",
    "/",
    "/",
    "//",
    "\\",
    "%5c",
    "%2f",
    "%2F",
    "%252f",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    "%252e",
    "..;",
    "...",
    "%00",
    "%0d%0a",
    "%ff",
    "%c0%ae",
    "%e2%80%ae",
    "%",
    "%g1",
    "~",
    "?",
    "?x=/../",
    "#",
    "*",
    ":",
    "C:",
    "file:",
    "http://localhost/",
    "@",
    "&",
    "=",
    "+",
    " ",
    "é",
    "docs",
    "start",
    "other",
    "drafted",
    "files",
    "data.bin",
    "index.html",
    "index.json",
    "404.html",
    "_docgen",
    "search",
    "site.json",
    "events",
    "live.js",
    "nav",
    "static",
    "content",
    "docgen.toml",
    "secret.txt",
    "out",
    "dist",
    ".git",
    "config",
    ".docgen",
    "overrides",
    "templates",
    "etc",
    "passwd",
    "proc",
    "self",
    "environ",
    "root",
    ".ssh",
    "start.md",
    ".env",
    "Docs",
    "START",
    "con",
    "nul",
];

#[test]
fn no_path_leads_out_of_the_site() {
    let outside = TempDir::new().expect("the system has a folder for temporary files");
    write(outside.path(), "secret.txt", SECRET);
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in SITE {
        write(folder.path(), path, text);
    }
    let config = format!("[site]\ntitle = \"Tried\"\n# {SECRET}\n");
    for path in [".git/config", ".env", "notes/secret.txt", "content/docs/_secret.txt", "openapi/secret.yaml"]
    {
        write(folder.path(), path, SECRET);
    }
    write(folder.path(), "docgen.toml", &config);
    #[cfg(unix)]
    for (to, name) in
        [(outside.path().join("secret.txt"), "static/secret.txt"), (outside.path().to_owned(), "static/out")]
    {
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("links can be made");
    }
    let server = Server::of(folder, &[]);
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut statuses = BTreeSet::new();
    for _ in 0..4000 {
        let mut path = String::from(if numbers.below(8) == 0 { "" } else { "/" });
        for _ in 0..=numbers.below(7) {
            path.push_str(PIECES[numbers.below(PIECES.len())]);
        }
        // The event stream never ends.
        let path = path.replace("_docgen/events", "_docgen/event");
        let method = ["GET", "GET", "GET", "HEAD", "POST", "TRACE"][numbers.below(6)];
        let range =
            ["", "Range: bytes=0-\r\n", "Range: bytes=-18446744073709551616,5-1\r\n"][numbers.below(3)];
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\n{range}Connection: close\r\n\r\n",
            server.port
        );
        let mut bytes = Vec::new();
        let _ = server.send(&request).read_to_end(&mut bytes);
        let answer = String::from_utf8_lossy(&bytes);
        let status =
            answer.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok()).unwrap_or_default();
        assert!(!answer.contains(SECRET), "{request}{answer}");
        assert!((200..500).contains(&status), "{request}{answer}");
        let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase();
        let kept = head.contains("max-age") || head.contains("etag");
        assert!(status < 400 || status == 416 || !kept, "an error is not kept\n{request}{answer}");
        assert!(!head.contains("\nlocation: //") && !head.contains("\nlocation: http"), "{request}{answer}");
        statuses.insert(status);
    }
    // Check that the paths cover every kind of response.
    for status in [200, 307, 400, 404, 405] {
        assert!(statuses.contains(&status), "{status} is not among {statuses:?}");
    }
    assert_eq!(server.get("/docs/start/").status, 200);
}

#[test]
fn what_is_no_request_does_not_end_the_server() {
    let server = Server::start("", &[]);
    let long = "a".repeat(200_000);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let noise: Vec<u8> = (0..4096).map(|_| numbers.below(256) as u8).collect();
    let odd: [&[u8]; 8] = [
        b"",
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz\r\n",
        &noise,
    ];
    for bytes in odd {
        let mut stream = server.send("");
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.starts_with("HTTP/1.1 2"), "{:?}: {answer}", String::from_utf8_lossy(bytes));
    }
    for path in [format!("/{long}"), format!("/?{long}"), format!("/docs/{}", "a/".repeat(20_000))] {
        let mut answer = Vec::new();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", server.port);
        let _ = server.send(&request).read_to_end(&mut answer);
        let status = String::from_utf8_lossy(&answer).split(' ').nth(1).map(str::to_owned);
        assert!(
            matches!(status.as_deref(), Some("200" | "404" | "414" | "431") | None),
            "{} letters: {status:?}",
            path.len()
        );
    }
    assert_eq!(server.get("/docs/start/").status, 200);
}

/// Checks which requests have a valid `Host` and which fail with 400 (RFC 9112, section 3.2).
#[test]
fn a_request_names_its_host_once() {
    let server = Server::start("", &[]);
    let own = format!("Host: localhost:{}\r\n", server.port);
    let full = format!("http://localhost:{}/docs/start/", server.port);
    let with_user = format!("http://a@localhost:{}/docs/start/", server.port);
    let path = "/docs/start/";
    let mut wrong = Vec::new();
    for (target, version, headers, expected) in [
        (path, "1.1", own.clone(), 200),
        (path, "1.1", own.to_uppercase(), 200),
        (path, "1.1", "Host: localhost\r\n".into(), 200),
        (path, "1.1", "Host: localhost:\r\n".into(), 200),
        (path, "1.1", "Host:  \t localhost \t\r\n".into(), 200),
        (path, "1.1", "Host: [::1]\r\n".into(), 200),
        (path, "1.1", "Host: LOCALHOST\r\n".into(), 200),
        // A request without a host isn't valid.
        (path, "1.1", String::new(), 400),
        (path, "1.1", "X-Host: localhost\r\n".into(), 400),
        (&full, "1.1", String::new(), 400),
        // A request can't have more than one host, even if the hosts are identical.
        (path, "1.1", own.repeat(2), 400),
        (path, "1.1", format!("{own}host: localhost\r\n"), 400),
        (path, "1.1", format!("{own}HOST: evil.example\r\n"), 400),
        (path, "1.1", format!("Host: evil.example\r\n{own}"), 400),
        (path, "1.1", format!("{own}Accept: */*\r\n{own}{own}"), 400),
        (path, "1.1", format!("{own}Host:\r\n"), 400),
        (path, "1.0", own.repeat(2), 400),
        (&full, "1.1", own.repeat(2), 400),
        // These hosts are invalid.
        (path, "1.1", "Host: local host\r\n".into(), 400),
        (path, "1.1", "Host: localhost, localhost\r\n".into(), 400),
        (path, "1.1", "Host: localhost/\r\n".into(), 400),
        (path, "1.1", "Host: http://localhost\r\n".into(), 400),
        (path, "1.1", "Host: a@localhost\r\n".into(), 400),
        (path, "1.1", "Host: localhost:http\r\n".into(), 400),
        (path, "1.1", "Host: localhost:1:2\r\n".into(), 400),
        (path, "1.1", "Host: [::1\r\n".into(), 400),
        (path, "1.1", "Host: [::1]x\r\n".into(), 400),
        (path, "1.1", "Host: [localhost]\r\n".into(), 400),
        (path, "1.1", "Host: ::1\r\n".into(), 400),
        (path, "1.1", "Host: local%zzhost\r\n".into(), 400),
        (path, "1.1", "Host: lo\u{e9}\r\n".into(), 400),
        (path, "1.1", "Host : localhost\r\n".into(), 400),
        // A different host.
        (path, "1.1", "Host: evil.example\r\n".into(), 403),
        (path, "1.1", "Host: localhost,evil.example\r\n".into(), 403),
        (path, "1.1", "Host:\r\n".into(), 403),
        (path, "1.1", "Host: :3000\r\n".into(), 403),
        (path, "1.1", "Host: local%68ost\r\n".into(), 403),
        // HTTP/1.0 doesn't require a host, but without one, the target of the request is unknown.
        (path, "1.0", own.clone(), 200),
        (path, "1.0", String::new(), 403),
        // A full URL overrides the `Host` header, but the header must be present.
        (&full, "1.1", own.clone(), 200),
        (&full, "1.1", "Host: evil.example\r\n".into(), 200),
        ("http://evil.example/docs/start/", "1.1", own.clone(), 403),
        (&with_user, "1.1", own.clone(), 400),
        // These request targets are for other methods.
        ("*", "1.1", own.clone(), 400),
        ("localhost:80", "1.1", own.clone(), 400),
    ] {
        let request = format!("GET {target} HTTP/{version}\r\n{headers}Connection: close\r\n\r\n");
        let mut bytes = Vec::new();
        let _ = server.send(&request).read_to_end(&mut bytes);
        let answer = String::from_utf8_lossy(&bytes);
        let status = answer.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
        if status != Some(expected) {
            wrong.push(format!("{status:?} and not {expected}: {request:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn clients_that_prefer_markdown_get_the_markdown_version_of_a_page() {
    let server = Server::start("", &[]);
    for (accept, expected) in [
        ("text/markdown", "text/markdown"),
        ("text/markdown, text/html, */*", "text/markdown"),
        ("text/html;q=0.9, Text/Markdown", "text/markdown"),
        ("text/html, text/markdown;q=0.5", "text/html"),
        ("text/markdown;q=0", "text/html"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
        ("*/*", "text/html"),
    ] {
        let answer = server.ask("GET", "/docs/start/", &format!("Accept: {accept}\r\n"));
        assert_eq!(answer.status, 200, "{accept}");
        let kind = answer.header("content-type").unwrap_or_default();
        assert!(kind.starts_with(expected), "{accept}: {kind}");
        assert_eq!(answer.header("vary"), Some("Accept"), "{accept}");
    }
    // Other files have only one form.
    let script = server.ask("GET", "/_docgen/live.js", "Accept: text/markdown\r\n");
    assert!(script.header("content-type").is_some_and(|kind| kind.contains("javascript")));
}
