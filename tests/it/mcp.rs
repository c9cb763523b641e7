//! `docgen mcp`: drives the server over standard input and output, as an MCP client does.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use serde_json::{Value as Json, json};

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = \"Zebra\"
url = \"https://zebra.example\"
base_url = \"/z/\"
[docs]
last_version = \"1.0\"
[[docs.versions]]
name = \"current\"
label = \"Next\"
[[docs.versions]]
name = \"1.0\"
//- content/docs/a.md
# Alpha

The zebra runs.

## Stripes of it {#stripes}

Every zebra has `stripe_count`.
//- content/versions/1.0/docs/a.md
# Alpha

The zebra walked.

## Stripes of it {#stripes}

Every zebra has `stripe_count`.
//- content/docs/new.md
# New
//- content/docs/same.md
# Same

See [Alpha](./a.md).
//- content/versions/1.0/docs/same.md
# Same

See [Alpha](./a.md).
//- content/pages/about.md
# About
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      tags: [Pets]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: All pets } }
//- content/versions/1.0/openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      tags: [Pets]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { '200': { description: All pets } }
";

/// A running server, and the client's side of the connection.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    /// Starts the server and introduces the client.
    fn start(root: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .arg("mcp")
            .args(arguments)
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("docgen can be started");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut client = Client { child, input, output, last: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = client.request("initialize", hello);
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18", "{answer}");
        assert_eq!(answer["result"]["serverInfo"]["title"], "Zebra", "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        client
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the connection is open");
        writeln!(input, "{line}").expect("the server reads");
    }

    fn receive(&mut self) -> Json {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        serde_json::from_str(&line).expect("each line is JSON")
    }

    fn request(&mut self, method: &str, params: Json) -> Json {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let answer = self.receive();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Calls a tool and returns its text. An error starts with `!`.
    fn call(&mut self, tool: &str, arguments: Json) -> String {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        let mark = if answer["result"]["isError"] == true { "!" } else { "" };
        format!("{mark}{text}")
    }

    /// Closes the connection, after which the server stops.
    fn close(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().expect("it stops").success());
    }
}

/// Tries every tool and the resources. `origin` is the expected origin of URLs.
fn answers_everything(client: &mut Client, origin: &str) {
    let tools = client.request("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["search", "read", "outline", "operations", "diff"]);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        jsonschema::validator_for(&tool["inputSchema"]).expect("the schema is valid");
    }
    let found = client.call("search", json!({ "query": "zebra walked" }));
    assert!(found.contains(&format!("{origin}/z/docs/a/")) && !found.contains("next"), "{found}");
    assert!(found.contains("\nThe text of result 1:\n\n#"), "{found}");
    let found = client.call("search", json!({ "query": "zebra", "version": "current" }));
    assert!(found.contains(&format!("{origin}/z/docs/next/a/")), "{found}");
    assert!(client.call("search", json!({ "query": "quagga" })).starts_with("No results for `quagga`."));
    let unknown = client.call("search", json!({ "query": "x", "version": "9" }));
    assert_eq!(unknown, "!No version `9`. The site has: current (Next), 1.0.");
    let section = client.call("read", json!({ "page": "/docs/a", "section": "stripes" }));
    assert!(
        section.starts_with(&format!("URL: {origin}/z/docs/a/#stripes\n\n## Stripes of it")),
        "{section}"
    );
    let around = client.call("read", json!({ "page": format!("{origin}/z/docs/a/#stripes") }));
    assert!(around.contains("The zebra walked.") && around.contains("`stripe_count`"), "{around}");
    assert!(
        client
            .call("read", json!({ "page": "/docs/aa" }))
            .starts_with("!No page `/docs/aa`. Similar pages:\n- Alpha")
    );
    for outside in ["../docgen.toml", "/z/../../docgen.toml", "file:///etc/passwd", "..%2f..%2fdocgen.toml"] {
        assert!(client.call("read", json!({ "page": outside })).starts_with('!'), "{outside}");
    }
    assert!(client.call("outline", json!({})).contains("GET List pets /z/"));
    assert!(client.call("outline", json!({ "page": "/docs/a" })).contains("  - Stripes of it #stripes ("));
    let operations = client.call("operations", json!({}));
    assert!(operations.starts_with("1 operation:\n\nPets\n- GET /v1/pets: List pets "), "{operations}");
    let shown = client.call("operations", json!({ "operation": "GET /pets" }));
    assert!(shown.contains("# List pets") && shown.contains("`limit`"), "{shown}");
    assert!(
        client
            .call("operations", json!({ "operation": "GET /dogs" }))
            .starts_with("!No operation `GET /dogs`.")
    );
    let outline = client.call("outline", json!({}));
    assert!(outline.contains("\n- Alpha /z/docs/a/\n") && !outline.contains("/z/docs/next/"), "{outline}");
    assert!(client.call("outline", json!({ "under": "docs-current" })).contains("- Alpha /z/docs/next/a/\n"));
    let changes = client.call("diff", json!({ "from": "1.0", "to": "current" }));
    assert!(
        changes.starts_with("From 1.0 to current: pages added: 1, removed: 0, changed: 1, unchanged: 4."),
        "{changes}"
    );
    assert!(changes.contains(&format!("Added:\n- New {origin}/z/docs/next/new/\n")), "{changes}");
    assert!(changes.contains(&format!("- +1 -1 Alpha {origin}/z/docs/next/a/\n")), "{changes}");
    assert_eq!(client.call("diff", json!({ "from": "1.0" })), "!`from` and `to` are both `1.0`.");
    assert_eq!(
        client.call("diff", json!({ "from": "9" })),
        "!No version `9`. The site has: current (Next), 1.0."
    );
    let page = |to: &str| json!({ "page": "/docs/a", "from": "1.0", "to": to });
    let changes = client.call("diff", page("current"));
    assert_eq!(client.call("diff", page("Next")).replace("Next", "current"), changes);
    let found = client.call("search", json!({ "query": "zebra", "version": "Next" }));
    assert!(found.contains("/z/docs/next/a/"), "{found}");
    assert!(client.call("diff", json!({ "from": "1.0", "to": "Next" })).starts_with("From 1.0 to current: "));
    assert!(changes.contains("\n-The zebra walked.\n+The zebra runs.\n"), "{changes}");
    let unknown = client.call("diff", json!({ "page": "/docs/a", "from": "3" }));
    assert!(unknown.contains("Versions with this page: 1.0, current."), "{unknown}");
    let prompts = client.request("prompts/list", json!({}));
    let prompts = prompts["result"]["prompts"].as_array().expect("a list");
    let names: Vec<&str> = prompts.iter().filter_map(|prompt| prompt["name"].as_str()).collect();
    assert_eq!(names, ["answer", "request", "changes"]);
    let mut prompt = |name: &str, arguments: Json| {
        let answer = client.request("prompts/get", json!({ "name": name, "arguments": arguments }));
        let text = answer["result"]["messages"][0]["content"]["text"].as_str();
        text.or(answer["error"]["message"].as_str()).unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    assert!(
        prompt("answer", json!({ "question": "What runs?" })).contains("\n\nWhat runs?\n\nCall `search`")
    );
    assert_eq!(prompt("answer", json!({})), "Missing argument `question`.");
    let text = prompt("request", json!({ "operation": "listPets", "language": "Go" }));
    assert!(text.starts_with("Write a request with Go for ") && text.contains("# List pets"), "{text}");
    assert!(prompt("request", json!({ "operation": "dogs" })).starts_with("No operation `dogs`."));
    let text = prompt("changes", json!({ "from": "1.0", "to": "current", "topic": "zebras" }));
    assert!(text.starts_with("What changed about zebras between version 1.0 and version current?"), "{text}");
    assert_eq!(
        prompt("changes", json!({ "from": "9" })),
        "No version `9`. The site has: current (Next), 1.0."
    );
    assert_eq!(prompt("poem", json!({})), "unknown prompt `poem`");
    let listed = client.request("resources/list", json!({}));
    let uri =
        listed["result"]["resources"][0]["uri"].as_str().unwrap_or_else(|| panic!("{listed}")).to_owned();
    let read = client.request("resources/read", json!({ "uri": uri }));
    assert!(
        read["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.starts_with("# ")),
        "{read}"
    );
    assert!(client.request("resources/read", json!({ "uri": "docgen:///none.md" }))["error"].is_object());
    assert!(client.request("tools/call", json!({ "name": "write", "arguments": {} }))["error"].is_object());
}

#[test]
fn the_sources_are_served_and_changes_are_seen() {
    let site = Project::new(SITE);
    let mut client = Client::start(site.root(), &[]);
    answers_everything(&mut client, "https://zebra.example");
    assert!(!site.has("dist"));
    site.write("content/versions/1.0/docs/a.md", "# Alpha\n\nThe zebra trots.\n");
    let is_new = |client: &mut Client| client.call("read", json!({ "page": "/docs/a" })).contains("trots");
    for _ in 0..600 {
        if is_new(&mut client) {
            break;
        }
        thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(is_new(&mut client));
    client.close();
}

#[test]
fn a_built_site_is_served() {
    let site = Project::new(SITE);
    site.run("build").code(0);
    let mut client = Client::start(site.root(), &["dist"]);
    answers_everything(&mut client, "https://zebra.example");
    client.close();
}

#[test]
fn messages_that_are_wrong_do_not_stop_the_server() {
    let site = Project::new(SITE);
    site.run("build").code(0);
    let mut client = Client::start(site.root(), &["dist"]);
    client.send("no JSON");
    client.send(&"[".repeat(100_000));
    client.send(&format!("{{\"jsonrpc\":\"2.0\",\"id\":\"long\",\"method\":\"{}\"}}", "x".repeat(2 << 20)));
    client.send("{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":5}");
    assert!(client.call("search", json!({ "query": "x".repeat(301) })).starts_with("!The query is longer"));
    assert!(client.call("read", json!({ "page": ["x"] })).starts_with("!`page`: expected a string."));
    assert!(client.call("search", json!({ "query": "\"((*~^:\\ -" })).contains("esults for"));
    client.close();
}

#[test]
fn a_published_site_is_served_and_other_sites_are_not_contacted() {
    let site = Project::new(SITE);
    site.run("build").code(0);
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
    let root = site.root().join("dist");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let root = root.clone();
            thread::spawn(move || respond(stream, &root));
        }
    });
    let mut client = Client::start(site.root(), &[&format!("{origin}/z/docs/a/")]);
    answers_everything(&mut client, &origin);
    client.close();
    site.run(&format!("mcp {origin}/elsewhere/")).code(2).stderr_has("redirects to another site");
    site.run("mcp http://example.com/").code(2).stderr_has("must start with `https://`");
    site.run("mcp https://user:word@example.com/").code(2).stderr_has("username");
}

/// Responds to the requests on a connection with the files below `/z/`.
fn respond(mut stream: std::net::TcpStream, root: &Path) {
    let mut head = String::new();
    let mut reader = BufReader::new(stream.try_clone().expect("it can be shared"));
    while !head.ends_with("\r\n\r\n") {
        if reader.by_ref().read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let path = head.split(' ').nth(1).unwrap_or_default();
    let file = path.strip_prefix("/z/").and_then(|path| std::fs::read(root.join(path)).ok());
    let (status, location, body) = match file {
        _ if path.starts_with("/elsewhere/") => {
            ("302 Found", "location: http://127.0.0.2:9/x\r\n", Vec::new())
        }
        Some(body) => ("200 OK", "", body),
        None => ("404 Not Found", "", Vec::new()),
    };
    let head =
        format!("HTTP/1.1 {status}\r\n{location}connection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

/// A process that is stopped at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// Sends a request to an endpoint and returns the status and the body.
fn post(url: &str, headers: &str, body: &str) -> (u16, String) {
    let address = url.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp")).expect("a URL");
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    let host = if headers.starts_with("host:") { String::new() } else { format!("host: {address}\r\n") };
    let head = format!(
        "POST /mcp HTTP/1.1\r\n{host}{headers}content-type: application/json\r\n\
         accept: application/json, text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned())
}

#[test]
fn clients_are_served_over_http_and_pages_of_other_sites_are_not() {
    let site = Project::new(SITE);
    site.run("build").code(0);
    let child = Command::new(env!("CARGO_BIN_EXE_docgen"))
        .args(["mcp", "dist", "--http=0", "--allow-host", "docs.example"])
        .current_dir(site.root())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("docgen can be started");
    let mut child = Running(child);
    let mut line = String::new();
    let mut errors = BufReader::new(child.0.stderr.take().expect("it is piped"));
    errors.read_line(&mut line).expect("it says where it listens");
    let url = line.split(' ').find(|word| word.starts_with("http://127.0.0.1:")).expect("a URL");
    let call = |tool: &str| {
        let params = json!({ "name": tool, "arguments": { "page": "/docs/a" } });
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
    };
    let (status, body) = post(url, "", &call("read"));
    let answer: Json = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{status} {body}"));
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("URL: https://zebra.example/z/docs/a/\n\n# Alpha"), "{body}");
    assert!(post(url, "", &call("write")).1.contains("unknown tool `write`"));
    for allowed in
        ["host: docs.example\r\n", "origin: http://localhost:6274\r\n", "origin: https://docs.example\r\n"]
    {
        assert_eq!(post(url, allowed, &call("read")).0, 200, "{allowed}");
    }
    for refused in ["host: evil.example\r\n", "origin: https://evil.example\r\n", "origin: null\r\n"] {
        assert_eq!(post(url, refused, &call("read")).0, 403, "{refused}");
    }
    assert_eq!(post(url, "", &"x".repeat((1 << 20) + 1)).0, 413);
    assert!((400..500).contains(&post(url, "", "no JSON").0));
    assert_eq!(post(url, "", &call("read")).0, 200);
    let port = url.split([':', '/']).nth(4).expect("a port");
    site.run(&format!("mcp dist --http={port}")).code(2).stderr_has("choose another port");
    site.run("mcp dist --http=x").code(2).stderr_has("expected a port, an IP address, or both");
}

#[test]
fn what_is_no_site_is_refused() {
    let site = Project::new("//- content/docs/a.md\n# A\n\n[gone](./gone.md)\n");
    site.run("mcp nowhere").code(2).stderr_has("file or folder not found: `nowhere`");
}

#[test]
fn one_very_long_page_does_not_fill_the_answers() {
    let site = Project::new("//- docgen.toml\n[site]\ntitle = 'Zebra'\n");
    let release = |number: usize| {
        format!("## 1.{number}\n\n### Fixes\n\n- The zebra stumbles less.\n\n### Other\n\n- Words.\n\n")
    };
    site.write(
        "content/docs/releases.md",
        format!("# Releases\n\n{}", (0..1_200).map(release).collect::<String>()),
    );
    for name in ["a", "b", "c", "d"] {
        let text = "Some page about many other animals, and about what they eat.\n\n".repeat(20);
        site.write(
            &format!("content/docs/{name}.md"),
            format!("# Page {name}\n\n{text}One zebra stumbles.\n"),
        );
    }
    let mut client = Client::start(site.root(), &[]);
    let found = client.call("search", json!({ "query": "zebra stumbles" }));
    let (results, _) = found.split_once("The text of result 1").expect("there's a best result");
    assert_eq!(results.matches("   /docs/releases/").count(), 2, "{found}");
    assert_eq!(results.matches("   /docs/").count(), 6, "{found}");
    // Headings with the same text have the IDs of the page.
    let section = client.call("read", json!({ "page": "/docs/releases/", "section": "fixes-1100" }));
    assert!(
        section.starts_with("URL: /docs/releases/#fixes-1100\n\n### Fixes") && section.len() < 200,
        "{section}"
    );
    // A short section comes with the text around it.
    let around = client.call("read", json!({ "page": "/docs/releases/#fixes-1100" }));
    assert!(around.contains("\n\n## 1.1100\n\n### Fixes") && around.contains("### Other"), "{around}");
    assert!(around.len() < 250, "{around}");
    let whole = client.call("read", json!({ "page": "/docs/releases/" }));
    assert!(whole.len() < 6_000 && whole.contains("characters follow."), "{whole}");
    let outline = client.call("outline", json!({ "page": "/docs/releases/" }));
    assert!(
        outline.contains("- 1.248 #") && !outline.contains("Fixes") && outline.len() < 10_000,
        "{outline}"
    );
    client.close();
}
