//! The development server: its responses, the requests that it rejects, and what it tells browsers about an edit.
#![allow(clippy::disallowed_methods, reason = "these tests lay out sites, start the server and edit files")]

mod aliases;
mod bare;
mod hosts;
mod imported;
mod moves;
mod past;
mod redirects;
mod repositories;
mod reuse;
mod requests;
mod styles;
mod templates;
mod shown;
mod types;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::harness::tree;

const PAGE: &str = "---\ntitle: Start\n---\n\nThe first words. See [the other](./other.md).\n";

const SITE: [(&str, &str); 6] = [
    ("docgen.toml", "[site]\ntitle = \"Tried\"\n"),
    ("content/docs/start.md", PAGE),
    ("content/docs/other.md", "---\ntitle: Other\n---\n\n## A heading\n"),
    ("content/docs/drafted.md", "---\ntitle: Drafted\ndraft: true\n---\n\nNot yet.\n"),
    ("content/pages/index.md", "---\ntitle: Home\n---\n\nWelcome.\n"),
    ("static/files/data.bin", "raw"),
];

/// How long a test waits before it fails. The limit is generous, because the tests don't measure performance.
const PATIENCE: Duration = Duration::from_secs(30);

/// A site in a temporary folder, and its server. Both are removed when the test ends.
struct Server {
    /// The temporary folder. Absent if the caller owns the folder.
    folder: Option<TempDir>,
    root: PathBuf,
    child: Child,
    port: u16,
    terminal: Receiver<String>,
    /// The line with the site's URL.
    greeting: String,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}

impl Server {
    fn start(config: &str, arguments: &[&str]) -> Self {
        let folder = TempDir::new().expect("the system has a folder for temporary files");
        for (path, text) in SITE {
            write(
                folder.path(),
                path,
                if path == "docgen.toml" && !config.is_empty() { config } else { text },
            );
        }
        Server::of(folder, arguments)
    }

    fn of(folder: TempDir, arguments: &[&str]) -> Self {
        let mut server = Server::at(folder.path(), arguments);
        server.folder = Some(folder);
        server
    }

    fn at(root: &Path, arguments: &[&str]) -> Self {
        Server::showing("--root", root, arguments)
    }

    /// Starts a server for the folder that this option specifies.
    fn showing(option: &str, root: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .args(["serve", "--port", "0", option])
            .arg(root)
            .args(arguments)
            .env("NO_COLOR", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built before the tests");
        let (sender, terminal) = mpsc::channel();
        let lines = BufReader::new(child.stderr.take().expect("standard error is a pipe")).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut server =
            Server { folder: None, root: root.to_owned(), child, port: 0, terminal, greeting: String::new() };
        let line = server.said("serving ");
        server.greeting.clone_from(&line);
        let address = line.split("://").nth(1).and_then(|rest| rest.split('/').next());
        let port = address.and_then(|address| address.rsplit(':').next()?.parse().ok());
        server.port = port.unwrap_or_else(|| panic!("no address in: {line}"));
        server
    }

    /// Returns the next line in the terminal that contains this text.
    #[track_caller]
    fn said(&self, text: &str) -> String {
        let mut lines = Vec::new();
        while let Ok(line) = self.terminal.recv_timeout(PATIENCE) {
            if line.contains(text) {
                return line;
            }
            lines.push(line);
        }
        panic!("`{text}` wasn't printed:\n{}", lines.join("\n"));
    }

    fn write(&self, path: &str, text: &str) {
        write(&self.root, path, text);
    }

    /// Sends lines directly to the server, without changing them.
    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket can be set up");
        stream.write_all(request.as_bytes()).expect("the server reads");
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: localhost:{}\r\n", self.port)
        };
        let request = format!("{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
        let mut text = Vec::new();
        self.send(&request).read_to_end(&mut text).expect("the server answers");
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("{path}: {text}"));
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    /// Waits until a page exists.
    #[track_caller]
    fn waits_for(&self, page: &str) {
        self.waits_until(page, "");
    }

    /// Waits until a page contains this text.
    #[track_caller]
    fn waits_until(&self, page: &str, text: &str) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let answer = self.get(page);
            if answer.status == 200 && answer.body.contains(text) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("there is no {page} with `{text}`");
    }

    /// Waits until an edit and all earlier edits have been processed.
    #[track_caller]
    fn until_edits_are_heard(&self) {
        self.write("content/docs/start.md", &PAGE.replace("first", "other"));
        self.waits_until("/docs/start.md", "other words");
        self.write("content/docs/start.md", PAGE);
        self.waits_until("/docs/start.md", "first words");
    }

    fn events(&self, query: &str) -> Events {
        let request = format!("GET /_docgen/events{query} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        Events { lines: BufReader::new(self.send(&request)) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The events that a browser receives.
struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    fn next(&mut self) -> Json {
        let mut line = String::new();
        while self.lines.read_line(&mut line).expect("an event comes before the patience ends") > 0 {
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).expect("events are JSON");
            }
            line.clear();
        }
        panic!("the stream of events has ended");
    }

    /// Returns the site's next state that meets a condition. An edit can become visible in several steps.
    fn until(&mut self, holds: impl Fn(&Json) -> bool) -> Json {
        loop {
            let state = self.next();
            if holds(&state) {
                return state;
            }
        }
    }
}

fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().expect("files are in the site's folder"))
        .expect("folders can be created");
    std::fs::write(file, text).expect("files can be written");
}

#[test]
fn files_are_followed_in_a_terminal_alone_unless_a_flag_says_so() {
    let in_a_pipe = Server::start("", &[]);
    assert!(!in_a_pipe.greeting.contains("watching"), "{}", in_a_pipe.greeting);
    let asked = Server::start("", &["--watch"]);
    assert!(asked.greeting.contains("; watching for changes (press Ctrl+C to stop)"), "{}", asked.greeting);
}

#[test]
fn pages_and_files_are_made_when_they_are_asked_for() {
    let server = Server::start("", &[]);
    let page = server.get("/docs/start/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.body.contains("The first words.") && page.body.contains("_docgen/live.js"));
    let chunk = server.get("/docs/start/index.json");
    let chunk: Json = serde_json::from_str(&chunk.body).expect("a chunk is JSON");
    assert_eq!(chunk["path"], "/docs/start/");
    assert!(server.get("/docs/start.md").body.contains("The first words."));
    assert!(server.get("/docs/drafted/").body.contains("Not yet."), "drafts are shown");
    let raw = server.get("/files/data.bin");
    assert_eq!((raw.body.as_str(), raw.header("content-type")), ("raw", Some("application/octet-stream")));
    let index: Json =
        serde_json::from_str(&server.get("/_docgen/site.json").body).expect("the index is JSON");
    let tree = index["nav"]["docs"].as_str().expect("there is a sidebar");
    let tree = server.get(&format!("/_docgen/immutable/{tree}"));
    assert_eq!(tree.status, 200);
    assert!(tree.header("cache-control").is_some_and(|control| control.contains("immutable")));
    assert_eq!(server.get("/_docgen/live.js").header("content-type"), Some("text/javascript; charset=utf-8"));
}

#[test]
fn what_the_next_edit_may_need_of_the_theme_is_there() {
    let server = Server::start("", &[]);
    let dist = Path::new(env!("OUT_DIR")).join("theme/dist");
    let manifest = std::fs::read_to_string(dist.join("manifest.json")).expect("there's a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("it's JSON");
    // Interactive components get the development version of React.
    let published = manifest["client"]["files"].as_array().expect("they're listed");
    let mut assets = tree(&dist.join("assets"));
    assets.retain(|name, _| !published.iter().any(|file| file == name));
    assets.extend(tree(&dist.join("dev")));
    let scripts = assets.iter().filter(|(name, _)| name.ends_with(".js"));
    let wrong = scripts.filter(|(name, bytes)| {
        let answer = server.get(&format!("/_docgen/immutable/{name}"));
        answer.status != 200 || answer.body.as_bytes() != &bytes[..]
    });
    assert_eq!(wrong.map(|(name, _)| name).collect::<Vec<_>>(), <[&String; 0]>::default());
}

#[test]
fn addresses_have_one_spelling_and_unknown_ones_a_page() {
    let server = Server::start("", &[]);
    let moved = server.get("/docs/start?a=1");
    assert_eq!((moved.status, moved.header("location")), (307, Some("/docs/start/?a=1")));
    let missing = server.get("/docs/nothing/");
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("Page not found"));
    assert_eq!(missing.header("etag"), None);
    assert_eq!(server.get("/docs/nothing/index.json").status, 404);
    for folder in ["/files/", "/files", "/_docgen/", "/docs/start/.."] {
        assert_eq!(server.get(folder).status, 404, "{folder} isn't listed");
    }
    let files = Server::start("[site]\ntrailing_slash = false\n", &[]);
    assert_eq!(files.get("/docs/start").status, 200);
    let moved = files.get("/docs/start/");
    assert_eq!((moved.status, moved.header("location")), (307, Some("/docs/start")));
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let server = Server::start("", &[]);
    let tag =
        server.get("/docs/start/index.json").header("etag").map(str::to_owned).expect("a chunk has a tag");
    let again = server.ask("GET", "/docs/start/index.json", &format!("If-None-Match: \"x\", W/{tag}\r\n"));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let part = server.ask("GET", "/files/data.bin", "Range: bytes=1-\r\n");
    assert_eq!((part.status, part.body.as_str()), (206, "aw"));
    assert_eq!(part.header("content-range"), Some("bytes 1-2/3"));
    let head = server.ask("HEAD", "/docs/start/", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let head = server.ask("HEAD", "/files/data.bin", "Range: bytes=1-\r\n");
    assert_eq!((head.status, head.header("content-length")), (200, Some("3")), "only GET returns parts");
    assert_eq!(server.ask("GET", "/files/data.bin", "If-None-Match: *\r\n").status, 304);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let refused = server.ask(method, "/docs/start/", "Content-Length: 0\r\n");
        assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
}

#[test]
fn nothing_but_the_site_is_served_and_to_nobody_else() {
    let server = Server::start("", &[]);
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""] {
        assert_eq!(server.ask("GET", "/", &format!("Host: {host}\r\n")).status, 403, "{host}");
    }
    assert_eq!(server.ask("GET", "http://evil.example/", "").status, 403);
    let hostile = [
        "/../docgen.toml",
        "/docgen.toml",
        "/content/docs/start.md",
        "/%2e%2e/docgen.toml",
        "/files/%2e%2e/%2e%2e/docgen.toml",
        "/files/..%2f..%2fdocgen.toml",
        "/files/..%5c..%5cdocgen.toml",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/files/data.bin%00",
        "/.git/config",
        "/files/data.bin/",
    ];
    for path in hostile {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_site_is_not_followed() {
    let outside = TempDir::new().expect("the system has a folder for temporary files");
    write(outside.path(), "secret.txt", "secret");
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    for (path, text) in SITE {
        write(folder.path(), path, text);
    }
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("links can be created")
    };
    link(&outside.path().join("secret.txt"), "static/secret.txt");
    link(outside.path(), "static/out");
    link(&folder.path().join("static/files/data.bin"), "static/inside.bin");
    let server = Server::of(folder, &[]);
    for path in ["/secret.txt", "/out/secret.txt"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"), "{path}");
    }
    assert_eq!(server.get("/inside.bin").body, "raw");
}

#[test]
fn an_edit_is_heard_of_and_is_in_the_next_chunk() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    let first = events.next();
    assert_eq!(first["problems"], Json::Array(Vec::new()));

    server.write("content/docs/start.md", &PAGE.replace("first", "second"));
    let edited = events.until(|state| state["generation"] != first["generation"]);
    assert_eq!((&edited["document"], &edited["navigation"]), (&first["document"], &first["navigation"]));
    assert!(server.get("/docs/start/index.json").body.contains("The second words."));

    // Save the file like an editor that first writes a new file next to the original.
    server.write("content/docs/.start.md.tmp", &PAGE.replace("first", "third"));
    let root = server.root.join("content/docs");
    std::fs::rename(root.join(".start.md.tmp"), root.join("start.md")).expect("files can be renamed");
    events.next();
    assert!(server.get("/docs/start/index.json").body.contains("The third words."));

    server.write("content/docs/later.md", "---\ntitle: Later\n---\n\nNew here.\n");
    let added = events.until(|state| state["navigation"] != first["navigation"]);
    assert_eq!(added["document"], first["document"]);
    assert_eq!(server.get("/docs/later/").status, 200);

    std::fs::rename(root.join("later.md"), root.join("moved.md")).expect("files can be renamed");
    events.until(|state| state["navigation"] != added["navigation"]);
    assert_eq!((server.get("/docs/later/").status, server.get("/docs/moved/").status), (404, 200));
    std::fs::remove_file(root.join("moved.md")).expect("files can be removed");
    events.until(|state| state["navigation"] == first["navigation"]);
    assert_eq!(server.get("/docs/moved/").status, 404);
}

#[test]
fn a_mistake_is_shown_with_its_place_until_it_is_mended() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    events.next();
    server.write("content/docs/start.md", &PAGE.replace("title: Start", "title: Start\ntitel: Start"));
    let broken = events.until(|state| state["problems"] != Json::Array(Vec::new()));
    let problem = &broken["problems"][0];
    assert_eq!((&problem["severity"], &problem["code"]), (&"error".into(), &"invalid-front-matter".into()));
    assert_eq!((&problem["file"], &problem["line"]), (&"content/docs/start.md".into(), &3.into()));
    assert_eq!(problem["snippet"]["marked"], "titel");
    server.said("content/docs/start.md:3");
    server.write("content/docs/start.md", PAGE);
    events.until(|state| state["problems"] == Json::Array(Vec::new()));
    server.said("no problems");
}

#[test]
fn a_broken_config_keeps_the_last_good_site() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    let first = events.next();
    server.write("docgen.toml", "[site]\ntitle = \n");
    let broken = events.until(|state| state["problems"] != Json::Array(Vec::new()));
    assert_eq!(broken["generation"], first["generation"]);
    assert!(server.get("/docs/start/").body.contains("The first words."));
    server.write("docgen.toml", "[site]\ntitle = \"Renamed\"\n");
    let mended = events.until(|state| state["problems"] == Json::Array(Vec::new()));
    assert_ne!(mended["document"], first["document"], "the title is in the frame of every page");
    assert!(server.get("/docs/start/").body.contains("Renamed"));
}

#[test]
fn a_site_that_cannot_be_shown_yet_says_why() {
    let server = Server::start("[sight]\n", &["--watch"]);
    let answer = server.get("/docs/start/");
    assert_eq!(answer.status, 503);
    assert!(answer.body.contains("sight") && answer.body.contains("live.js"));
    let mut events = server.events("");
    events.next();
    server.write("docgen.toml", "");
    events.until(|state| state["problems"] == Json::Array(Vec::new()));
    assert_eq!(server.get("/docs/start/").status, 200);
}

#[test]
fn a_taken_port_that_was_asked_for_is_an_error() {
    let server = Server::start("", &[]);
    let second = Command::new(env!("CARGO_BIN_EXE_docgen"))
        .args(["serve", "--port", &server.port.to_string(), "--root"])
        .arg(&server.root)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary was built before the tests");
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains(&format!("127.0.0.1:{}", server.port)) && said.contains("--port"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let mut server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    events.next();
    let pid = server.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("there is a program `kill`");
    assert!(sent.success());
    assert_eq!(server.child.wait().expect("the server ends").code(), Some(0));
}

#[test]
fn documents_outside_their_folder_are_followed() {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let path = |operation: &str| {
        format!("openapi: 3.1.0\ninfo: {{ title: Shop, version: '1' }}\npaths: {{ /a: {operation} }}\n")
    };
    let operation = |id: &str| {
        format!("{{ get: {{ operationId: {id}, responses: {{ '200': {{ description: Fine }} }} }} }}\n")
    };
    for (file, text) in [
        ("docgen.toml", "[[openapi]]\nfile = 'specs/shop.yaml'\n".to_owned()),
        ("content/docs/start.md", "# Start\n".to_owned()),
        ("specs/shop.yaml", path(&operation("first"))),
    ] {
        write(folder.path(), file, &text);
    }
    let server = Server::of(folder, &["--watch"]);
    assert_eq!(server.get("/api/first/").status, 200);
    // A moment after its first response, the server starts to watch the files that the first load found. Edits before
    // that moment must not be lost.
    server.write("specs/shop.yaml", &path(&operation("second")));
    server.waits_for("/api/second/");
    // Refer to a file that doesn't exist yet, in a folder that doesn't exist yet.
    server.write("specs/shop.yaml", &path("{ $ref: parts/deep/a.yaml }"));
    server.said("unresolved-ref");
    server.write("specs/parts/deep/a.yaml", &operation("third"));
    server.waits_for("/api/third/");
    server.write("specs/parts/deep/a.yaml", &operation("fourth"));
    server.waits_for("/api/fourth/");
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_followed() {
    let outside = TempDir::new().expect("the system has a folder for temporary files");
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let document =
        |title: &str| format!("openapi: 3.1.0\ninfo: {{ title: {title}, version: '1' }}\npaths: {{}}\n");
    write(folder.path(), "content/docs/start.md", PAGE);
    write(folder.path(), "content/docs/guide/one.md", "Guide, first.\n");
    write(folder.path(), "CHANGELOG.md", "Changes, first.\n");
    write(outside.path(), "docs/deep/a.md", "Part, first.\n");
    write(outside.path(), "api/shop.yaml", &document("First"));
    write(outside.path(), "custom.css", "p { color: red }");
    let root = folder.path().to_owned();
    let link = |to: &Path, name: &str| {
        let file = root.join(name);
        std::fs::create_dir_all(file.parent().expect("links are in a folder")).expect("folders can be made");
        std::os::unix::fs::symlink(to, file).expect("links can be created");
    };
    link(Path::new("../../CHANGELOG.md"), "content/docs/changes.md");
    link(&outside.path().join("docs"), "content/docs/parts");
    link(Path::new("guide"), "content/docs/alias");
    link(&outside.path().join("api/shop.yaml"), "openapi/shop.yaml");
    link(&outside.path().join("custom.css"), "overrides/custom.css");
    let server = Server::of(folder, &["--watch"]);
    // The server starts to watch symbolic links a moment after its first response.
    server.until_edits_are_heard();

    server.write("CHANGELOG.md", "Changes, second.\n");
    server.waits_until("/docs/changes.md", "Changes, second.");
    // Save the file like an editor that first writes a new file next to the original.
    server.write("CHANGELOG.new", "Changes, third.\n");
    std::fs::rename(root.join("CHANGELOG.new"), root.join("CHANGELOG.md")).expect("files can be renamed");
    server.waits_until("/docs/changes.md", "Changes, third.");
    write(outside.path(), "docs/deep/a.md", "Part, second.\n");
    server.waits_until("/docs/parts/deep/a.md", "Part, second.");
    write(outside.path(), "api/shop.yaml", &document("Second"));
    server.waits_until("/api/intro/", "Second");
    write(outside.path(), "custom.css", "p { color: blue }");
    server.waits_until(
        "/docs/start/",
        &format!("custom.{:016x}.css", xxhash_rust::xxh3::xxh3_64(b"p { color: blue }")),
    );

    // Edit a file that has two paths. Then, remove one of the paths and edit the file again.
    server.write("content/docs/guide/one.md", "Guide, second.\n");
    server.waits_until("/docs/guide/one.md", "Guide, second.");
    server.waits_until("/docs/alias/one.md", "Guide, second.");
    std::fs::remove_file(root.join("content/docs/alias")).expect("links can be removed");
    server.said("content/docs/alias");
    server.until_edits_are_heard();
    server.write("content/docs/guide/one.md", "Guide, third.\n");
    server.waits_until("/docs/guide/one.md", "Guide, third.");

    // Create a symbolic link while the server is running.
    link(&outside.path().join("docs/deep"), "content/docs/later");
    server.waits_until("/docs/later/a.md", "Part, second.");
    server.until_edits_are_heard();
    write(outside.path(), "docs/deep/a.md", "Part, third.\n");
    server.waits_until("/docs/later/a.md", "Part, third.");
    server.waits_until("/docs/parts/deep/a.md", "Part, third.");
}

#[test]
fn a_document_that_cannot_be_read_is_shown_as_it_was() {
    let server = Server::start("", &["--watch"]);
    let mut events = server.events("");
    let operation =
        "responses: { '200': { description: Fine } }, description: 'To [nowhere](/docs/nowhere).'";
    let document = |id: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: Shop, version: '1' }}\npaths:\n  /a: {{ get: {{ operationId: {id}, {operation} }} }}\n"
        )
    };
    server.write("openapi/shop.yaml", &document("first"));
    server.waits_for("/api/first/");
    // The file is now so short that it doesn't contain the location of the broken link that was reported earlier.
    server.write("openapi/shop.yaml", "openapi: 3.1.0\ninfo: a: b\n");
    server.said("unreadable-openapi");
    let state = events.until(|state| state["problems"].to_string().contains("unreadable-openapi"));
    assert!(!state["problems"].to_string().contains("openapi-link"), "{state}");
    assert_eq!(server.get("/api/first/").status, 200);
    server.write("openapi/shop.yaml", &document("second"));
    server.waits_for("/api/second/");
    assert_eq!(server.get("/api/first/").status, 404);
}
