use super::*;

const FILES: &[&str] = &[
    "index.html",
    "index.json",
    "404.html",
    "fr/404.html",
    "docs/start/index.html",
    "docs/start/index.json",
    "docs/start.md",
    "docs/größe/index.html",
    "files/a b.txt",
    "about.html",
    "LICENSE",
];

fn at(path: &str, base_url: &str) -> Target {
    target(path, base_url, |file| FILES.contains(&file))
}

fn file(path: &str) -> Target {
    Target::File(path.into())
}

#[test]
fn an_address_means_a_file_or_the_right_spelling_of_one() {
    for (path, expected) in [
        ("/", file("index.html")),
        ("/index.html", file("index.html")),
        ("/docs/start/", file("docs/start/index.html")),
        ("/docs/start", Target::Elsewhere("docs/start/".into())),
        ("/docs/start/index.json", file("docs/start/index.json")),
        ("/docs/start.md", file("docs/start.md")),
        ("/docs/gr%C3%B6%C3%9Fe/", file("docs/größe/index.html")),
        ("/docs/größe", Target::Elsewhere("docs/größe/".into())),
        ("/files/a%20b.txt", file("files/a b.txt")),
        ("/about", file("about.html")),
        ("/about/", Target::Elsewhere("about".into())),
        ("/LICENSE", file("LICENSE")),
        ("/docs/", Target::Missing),
        ("/docs", Target::Missing),
        ("/nothing", Target::Missing),
    ] {
        assert_eq!(at(path, "/"), expected, "{path}");
    }
}

#[test]
fn a_base_url_is_part_of_every_address() {
    for (path, expected) in [
        ("/sub/", file("index.html")),
        ("/sub", Target::Elsewhere(String::new())),
        ("/sub/docs/start", Target::Elsewhere("docs/start/".into())),
        ("/", Target::Outside),
        ("/docs/start/", Target::Outside),
        ("/subway/", Target::Outside),
        ("//sub/", Target::Outside),
        ("", Target::Outside),
    ] {
        assert_eq!(at(path, "/sub/"), expected, "{path}");
    }
}

/// Paths that are never served, regardless of the files on disk: the server uses only the renderer's list of files and
/// doesn't even look up these paths in the list.
#[test]
fn hostile_paths_reach_nothing() {
    let climbs = [
        "..",
        "%2e%2e",
        "%2E.",
        ".%2e",
        "..%00",
        "%252e%252e",
        "..;",
        "...",
        "․․",
        "%c0%ae%c0%ae",
        "%uff0e%uff0e",
    ];
    let slashes = ["/", "%2f", "%5c", "\\", "//", "/./", "%2F%2F", "%c0%af"];
    let ends = ["etc/passwd", "docgen.toml", "index.html", "", ".git/config", "docs/start/index.html"];
    let starts = ["/", "/docs/", "/docs/start/", "//", "/%2f", "/C:/", "/%00", "/~root/", "/files/a b.txt/"];
    let anything =
        |path: &str| !path.split('/').any(|part| matches!(part, "." | "..")) && !path.contains(['\0', '\\']);
    for start in starts {
        for climb in climbs {
            for slash in slashes {
                for end in ends {
                    let path = format!("{start}{climb}{slash}{climb}{slash}{end}");
                    assert_eq!(at(&path, "/"), Target::Missing, "{path}");
                    // Even with a list that contains every name, no path with `..` is accepted.
                    if let Target::File(file) = target(&path, "/", |_| true) {
                        assert!(anything(&file) && !file.starts_with('/'), "{path} -> {file}");
                    }
                }
            }
        }
    }
    for path in [
        "/index.html%00.md",
        "/%",
        "/%2",
        "/%zz",
        "/%ff%fe",
        "/index.html/",
        "/docs//start/",
        "/docs/start//",
        "/./",
        "*",
    ] {
        assert!(matches!(at(path, "/"), Target::Missing | Target::Outside), "{path}");
    }
}

#[test]
fn a_redirect_stays_on_this_server() {
    assert_eq!(location("/sub/", "docs/größe/", Some("a=1")), "/sub/docs/gr%C3%B6%C3%9Fe/?a=1");
    assert_eq!(location("/", "files/a b%?#\r\n.txt", None), "/files/a%20b%25%3F%23%0D%0A.txt");
    // A path that starts with `//` would point to another host, so it's never an output file.
    assert_eq!(target("//evil.example/%2e", "/", |_| true), Target::Missing);
    assert_eq!(target("//evil.example", "/", |_| true), Target::Missing);
}

#[test]
fn the_nearest_not_found_page_stands_for_an_address() {
    let found = |path: &str| not_found(path).find(|page| FILES.contains(&page.as_str()));
    assert_eq!(found("fr/docs/nothing/").as_deref(), Some("fr/404.html"));
    assert_eq!(found("docs/nothing").as_deref(), Some("404.html"));
    assert_eq!(found("").as_deref(), Some("404.html"));
}

#[test]
fn addresses_local_names_and_allowed_hosts_are_answered() {
    let hosts = Hosts::new(["127.0.0.1", "docs.test", ".preview.example"]);
    for host in [
        "127.0.0.1:3000",
        "localhost:3000",
        "LocalHost",
        "site.localhost",
        "[::1]:3000",
        "127.0.0.1",
        "localhost:",
        "192.168.1.7:3000",
        "[2001:db8::1]",
        "0.0.0.0:3000",
        "DOCS.test:3000",
        "preview.example",
        "a.b.Preview.example:443",
    ] {
        assert!(hosts.allow(host), "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:3000",
        "localhost.evil.example",
        "evillocalhost",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "localhost:3000@evil.example",
        "[::1",
        "[::1]x",
        "",
        ":3000",
        "localhost,evil.example",
        "other.test",
        "a.docs.test",
        "evilpreview.example",
        "preview.example.evil",
        ".preview.example.",
    ] {
        assert!(!hosts.allow(host), "{host}");
    }
}

#[test]
fn hosts_to_allow_are_names_and_domains() {
    for host in ["docs.example.com", ".example.com", "xn--bcher-kva.example", "box", "box_1.internal"] {
        assert!(is_allowable(host), "{host}");
    }
    for host in [
        "",
        ".",
        "..com",
        "*.example.com",
        "https://a.example",
        "a.example:80",
        "a/b",
        "bücher.example",
        "a b",
    ] {
        assert!(!is_allowable(host), "{host}");
    }
}
