//! Which hosts and addresses the server responds to.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};

use super::{PATIENCE, Server};
use crate::harness::{Project, docgen};

#[test]
fn a_host_that_is_refused_is_told_how_to_be_allowed() {
    let server = Server::start("", &[]);
    let refused = server.ask("GET", "/docs/start/", "Host: docs.example.com:8080\r\n");
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("`docs.example.com`"), "{}", refused.body);
    let flag = refused.body.split('`').find(|part| part.starts_with("--allow-host"));
    let flag: Vec<&str> = flag.expect("there is a flag").split(' ').collect();
    let server = Server::start("", &flag);
    assert_eq!(server.ask("GET", "/docs/start/", "Host: docs.example.com:8080\r\n").status, 200);
    assert_eq!(server.ask("GET", "/docs/start/", "Host: a.docs.example.com\r\n").status, 403);
    let server = Server::start("", &["--allow-host", "one.test,.example.com", "--allow-host", "two.test"]);
    for (host, status) in [
        ("one.test", 200),
        ("two.test:80", 200),
        ("example.com", 200),
        ("a.b.example.com", 200),
        ("three.test", 403),
        ("notexample.com", 403),
    ] {
        let answer = server.ask("GET", "/docs/start/", &format!("Host: {host}\r\n"));
        assert_eq!(answer.status, status, "{host}");
    }
    let site = Project::new("//- content/docs/a.md\n# A\n");
    for (host, hint) in
        [("https://a.example/b", "`a.example`"), ("*.b.example", "`.b.example`"), ("b c", ".example.com")]
    {
        let run = docgen(site.root(), ["serve", "--allow-host", host], &[]);
        run.code(2).stderr_has(hint);
    }
}

#[test]
fn on_all_interfaces_the_addresses_of_the_network_are_printed() {
    for (host, is_possible) in [("0.0.0.0", true), ("::", TcpListener::bind("[::]:0").is_ok())] {
        if !is_possible {
            continue;
        }
        let server = Server::start("", &["--watch", "--host", host]);
        server.write("content/docs/start.md", "---\ntitle: Start\ntitel: a\n---\n");
        // docgen prints all its startup output before the output for the edit.
        let mut printed = Vec::new();
        while let Ok(line) = server.terminal.recv_timeout(PATIENCE) {
            if line.contains("titel") {
                break;
            }
            printed.push(line);
        }
        let network: Vec<&str> =
            printed.iter().filter_map(|line| line.strip_prefix("on your network at http://")).collect();
        let interfaces = if_addrs::get_if_addrs().expect("the system lists its interfaces");
        let others =
            interfaces.iter().filter(|interface| !interface.is_loopback() && interface.ip().is_ipv4());
        for interface in others {
            let address = format!("{}:{}/", interface.ip(), server.port);
            assert!(network.contains(&&*address), "{address} is not in {network:?}");
        }
        for address in network {
            let host = address.trim_end_matches('/');
            let mut stream = TcpStream::connect(host).expect("the server listens there");
            let request = format!("GET /docs/start/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("the server reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("the server answers");
            assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
        }
    }
}
