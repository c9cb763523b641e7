//! `docgen check --external`, against a local server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::harness::Project;

/// When the busy page was requested for the first time.
static BUSY: Mutex<Option<Instant>> = Mutex::new(None);

/// A local website that records its requests.
struct Website {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Website {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let shared = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || converse(&stream, &shared));
            }
        });
        Website { address, requests }
    }

    /// Returns the requests since the last call, sorted.
    fn requests(&self) -> Vec<String> {
        let mut requests = std::mem::take(&mut *self.requests.lock().expect("no thread panicked"));
        requests.sort();
        requests
    }
}

fn converse(stream: &TcpStream, requests: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    let agent =
        lines.by_ref().take_while(|line| !line.is_empty()).find(|line| line.starts_with("user-agent"));
    let agent = agent.unwrap_or_default();
    assert!(agent.contains("docgen/") && agent.contains("+https://"), "{agent}");
    let name = request.trim_end_matches(" HTTP/1.1").to_owned();
    let is_first = {
        let mut requests = requests.lock().expect("no thread panicked");
        requests.push(name.clone());
        requests.iter().filter(|one| **one == name).count() == 1
    };
    let (method, path) = name.split_once(' ').unwrap_or_default();
    if name == "HEAD /busy" {
        *BUSY.lock().expect("no thread panicked") = Some(Instant::now());
    }
    let (status, headers, body) = match path {
        "/page" => ("200 OK", "content-type: text/html\r\n", "<h1 id='there'>A</h1><a name='old'></a>"),
        "/no-head" if method == "HEAD" => ("405 Method Not Allowed", "", ""),
        "/no-head" => ("200 OK", "", ""),
        "/moved" => ("301 Moved Permanently", "location: /page\r\n", ""),
        "/found" => ("302 Found", "location: /page\r\n", ""),
        "/loop" => ("302 Found", "location: /loop\r\n", ""),
        "/inside" => ("302 Found", "location: http://localhost:1/secret\r\n", ""),
        "/private" => ("403 Forbidden", "", ""),
        // docgen shortens pauses on this machine to a twentieth: 50 ms of the second that the host requests.
        "/busy" if method == "GET" && is_first && is_hasty() => ("410 Gone", "", ""),
        "/busy" if method == "HEAD" || is_first => ("429 Too Many Requests", "retry-after: 1\r\n", ""),
        "/busy" => ("200 OK", "", ""),
        _ => ("404 Not Found", "", ""),
    };
    let length = body.len();
    let body = if method == "HEAD" { "" } else { body };
    let _ = write!(
        &*stream,
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
}

/// Whether the busy page is requested again without a pause.
fn is_hasty() -> bool {
    let before = *BUSY.lock().expect("no thread panicked");
    before.is_some_and(|before| before.elapsed() < Duration::from_millis(40))
}

fn site(website: &Website, page: &str) -> Project {
    let site = Project::new("");
    let config = format!("[external_links]\nallow = ['{0}/*']\nignore = ['*ignored*']\n", website.address);
    site.write("docgen.toml", config).write("content/docs/index.md", page.replace("SITE", &website.address));
    site
}

#[test]
fn links_and_images_in_html_and_components_are_checked() {
    let website = Website::start();
    let page = "# A\n\n<a href='SITE/a?x&y'>a</a> <img src=\"SITE/b\" alt=\"\">\n\n<div>\n<iframe src=SITE/c></iframe>\n</div>\n\n\
        <img src=\"x.png\" srcset=\"SITE/d 1x, SITE/e 2x\" alt=\"\">\n\n<link rel=\"preconnect\" href=\"SITE/f\">\n";
    let site = site(&website, page);
    let in_page = "# B\n\n<a href=\"SITE/g\">a</a>\n\n<Own />\n\nexport const Own = () => <p><img src=\"SITE/h\" alt=\"\" /></p>;\n";
    site.write("content/docs/b.mdx", in_page.replace("SITE", &website.address));
    site.write("content/docs/x.png", "");
    let settings = "[footer]\ncopyright = '<a href=\"SITE/i\">a</a>'\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n";
    site.write("docgen.toml", site.read("docgen.toml") + &settings.replace("SITE", &website.address));
    let labels = r#"{ "<a href=\"SITE/i\">a</a>": "<a href=\"SITE/j\">b</a>" }"#;
    site.write("content/i18n/de/labels.json", labels.replace("SITE", &website.address));
    let found = site.run("check --external --format json").code(0).json().into_iter().filter_map(|one| {
        let message = one["message"].as_str()?.replace(&website.address, "SITE");
        let url = message.strip_prefix("broken link to another site: `SITE/")?.split('`').next()?.to_owned();
        Some(format!("{}:{} {url}", one["file"].as_str().unwrap_or_default(), one["line"]))
    });
    let mut found: Vec<String> = found.collect();
    found.sort();
    assert_eq!(
        found,
        [
            "content/docs/b.mdx:3 g",
            "content/docs/b.mdx:7 h",
            "content/docs/index.md:3 a?x&y",
            "content/docs/index.md:3 b",
            "content/docs/index.md:6 c",
            "content/docs/index.md:9 d",
            "content/docs/index.md:9 e",
            "content/i18n/de/labels.json:1 j",
            "docgen.toml:5 i",
        ]
    );
}

#[test]
fn links_in_included_files_have_their_own_places() {
    let website = Website::start();
    let site = site(&website, "# A\n\n::include{file=\"./_part.md\"}\n");
    let part = "Text.\n\nMore.\n\n[gone](SITE/gone) [gone](<SITE/a b>)\n";
    site.write("content/docs/_part.md", part.replace("SITE", &website.address));
    let run = site.run("check --external --summary links.md").code(0);
    assert!(run.stderr.contains("content/docs/_part.md:5:8"), "{}", run.stderr);
    let summary = site.read("links.md").replace(&website.address, "SITE");
    assert!(summary.contains("| <SITE/gone> | status 404 | `content/docs/_part.md:5` |"), "{summary}");
    assert!(summary.contains("| <SITE/a%20b> |"), "{summary}");
}

#[test]
fn links_to_other_sites_are_checked_once_and_remembered() {
    let website = Website::start();
    let page = "# A\n\n[works](SITE/page) [again](SITE/page) [id](SITE/page#there) [name](SITE/page#old)\n\n\
        [no ID](SITE/page#missing) [no HEAD](SITE/no-head) [moved](SITE/moved) [found](SITE/found)\n\n\
        [gone](SITE/gone) ![gone](SITE/gone) [loop](SITE/loop) [private](SITE/private) [inside](SITE/inside) [busy](SITE/busy)\n\n\
        [example](https://example.com/) [local](http://localhost:1/) [ignored](https://rust-lang.org/ignored)\n";
    let site = site(&website, page);
    site.run("check").code(0).stderr_has("1 page checked: no problems");
    assert!(website.requests().is_empty());
    let run = site.run("check --external --format json --summary links.md").code(0);
    let found = run.json().into_iter().map(|one| {
        assert_eq!(one["code"], "broken-external-link");
        let message = one["message"].as_str().expect("it's a string").replace(&website.address, "SITE");
        format!("{}: {message}", one["line"])
    });
    let mut found: Vec<String> = found.collect();
    found.sort();
    assert_eq!(
        found,
        [
            "5: broken link to another site: `SITE/page#missing`: the page has no element with this ID",
            "7: broken link to another site: `SITE/gone`: status 404",
            "7: broken link to another site: `SITE/gone`: status 404",
            "7: broken link to another site: `SITE/loop`: it redirects too many times",
        ]
    );
    run.stderr_has(
        "1 page checked: 12 links to other sites checked (12 requested): 1 moved, 2 unknown; 4 warnings",
    );
    let requests = website.requests();
    assert_eq!(requests.iter().filter(|one| one.ends_with(" /page")).count(), 3, "{requests:?}");
    assert!(requests.contains(&"GET /no-head".to_owned()), "{requests:?}");
    let summary = site.read("links.md").replace(&website.address, "SITE");
    for part in [
        "12 links checked.",
        "## Broken (3)",
        "| <SITE/gone> | status 404 | `content/docs/index.md:7` |",
        "## Moved permanently (1)",
        "| <SITE/moved> | <SITE/page> | `content/docs/index.md:5` |",
        "## Unknown (2)",
        "| <SITE/private> | status 403 | `content/docs/index.md:7` |",
        "| <SITE/inside> | it redirects to a private host | `content/docs/index.md:7` |",
    ] {
        assert!(summary.contains(part), "`{part}` is not in\n{summary}");
    }
    // Only links that didn't work are checked again.
    site.run("check --external").code(0).stderr_has("(5 requested)").stderr_has("broken-external-link");
    assert!(website.requests().iter().all(|one| !one.ends_with("/no-head")));
    site.run("check --external --max-age 0").code(0).stderr_has("(12 requested)");
    site.run("check --external --strict").code(1);
    site.run("check --external --format github").code(0);
    site.run("check --summary links.md").code(2);
}

#[test]
fn the_new_url_of_a_moved_link_keeps_the_fragment() {
    let website = Website::start();
    let site = site(&website, "# A\n\n[id](SITE/moved#there) [page](SITE/moved)\n");
    site.run("check --external --summary links.md").code(0).stderr_has("2 moved");
    let summary = site.read("links.md").replace(&website.address, "SITE");
    assert!(summary.contains("| <SITE/moved#there> | <SITE/page#there> |"), "{summary}");
    assert!(summary.contains("| <SITE/moved> | <SITE/page> |"), "{summary}");
}
