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
    let found = client.call("search", json!({ "query": "zebra", "version": "current" }));
    assert!(found.contains(&format!("{origin}/z/docs/next/a/")), "{found}");
    assert!(client.call("search", json!({ "query": "quagga" })).starts_with("No results for `quagga`."));
    let unknown = client.call("search", json!({ "query": "x", "version": "9" }));
    assert_eq!(unknown, "!No version `9`. The site has: current, 1.0.");
    let section = client.call("read", json!({ "page": format!("{origin}/z/docs/a/#stripes") }));
    assert!(
        section.starts_with(&format!("URL: {origin}/z/docs/a/#stripes\n\n## Stripes of it")),
        "{section}"
    );
    assert!(
        client
            .call("read", json!({ "page": "/docs/aa" }))
            .starts_with("!No page `/docs/aa`. Similar pages:\n- Alpha")
    );
    for outside in ["../docgen.toml", "/z/../../docgen.toml", "file:///etc/passwd", "..%2f..%2fdocgen.toml"] {
        assert!(client.call("read", json!({ "page": outside })).starts_with('!'), "{outside}");
    }
    assert!(client.call("outline", json!({})).contains(&format!("GET List pets {origin}/z/")));
    assert!(client.call("outline", json!({ "page": "/docs/a" })).contains("  - Stripes of it #stripes ("));
    assert!(client.call("operations", json!({})).contains("- GET /v1/pets: List pets"));
    let shown = client.call("operations", json!({ "operation": "GET /pets" }));
    assert!(shown.contains("# List pets") && shown.contains("`limit`"), "{shown}");
    assert!(
        client
            .call("operations", json!({ "operation": "GET /dogs" }))
            .starts_with("!No operation `GET /dogs`.")
    );
    let changes = client.call("diff", json!({ "page": "/docs/a", "from": "1.0", "to": "current" }));
    assert!(changes.contains("\n-The zebra walked.\n+The zebra runs.\n"), "{changes}");
    let unknown = client.call("diff", json!({ "page": "/docs/a", "from": "3" }));
    assert!(unknown.contains("Versions with this page: 1.0, current."), "{unknown}");
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
    site.run("mcp https://user:word@example.com/").code(2).stderr_has("user name");
}

/// Responds to the requests of a connection with the files below `/z/`.
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

#[test]
fn what_is_no_site_is_refused() {
    let site = Project::new("//- content/docs/a.md\n# A\n\n[gone](./gone.md)\n");
    site.run("mcp nowhere").code(2).stderr_has("file or folder not found: `nowhere`");
}
