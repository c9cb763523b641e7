//! Follows every link in the output and resolves its URL the way a static host does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value as Json;

use crate::harness::{Project, docgen, repository, tree};
use crate::html;

/// Fails if a URL in the output doesn't match any file, or if the URL's anchor doesn't match any element on the page.
#[track_caller]
pub(crate) fn walk(dist: &BTreeMap<String, Vec<u8>>, base_url: &str, trailing_slash: bool) {
    let host = Host { dist, base_url, trailing_slash, places: RefCell::default() };
    let mut broken = BTreeSet::new();
    let mut followed = 0;
    for (name, bytes) in dist {
        let text = || std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let addresses = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("html") => in_html(text()),
            Some("json") if name.starts_with("_docgen/immutable/nav/") => in_json(text()),
            Some("xml") => in_sitemap(text()),
            _ => continue,
        };
        for address in addresses {
            followed += 1;
            if let Err(reason) = host.follow(name, &address) {
                broken.insert(format!("{name}: {address}: {reason}"));
            }
        }
    }
    assert!(followed > 0, "an output without a link");
    let broken: Vec<String> = broken.into_iter().collect();
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

struct Host<'a> {
    dist: &'a BTreeMap<String, Vec<u8>>,
    base_url: &'a str,
    trailing_slash: bool,
    /// The IDs on each page that is the target of a link with an anchor.
    places: RefCell<HashMap<String, HashSet<String>>>,
}

impl Host<'_> {
    fn follow(&self, from: &str, address: &str) -> Result<(), String> {
        if address.starts_with("//")
            || address.split_once(':').is_some_and(|(scheme, _)| !scheme.contains('/'))
        {
            return Ok(());
        }
        let (rest, anchor) =
            address.split_once('#').map_or((address, None), |(rest, anchor)| (rest, Some(anchor)));
        let path = rest.split('?').next().unwrap_or(rest);
        let file = match path {
            "" => from.to_owned(),
            // The theme doesn't know the base URL, so the theme's own pages refer to their scripts with a path relative
            // to `_docgen`.
            path if from.starts_with("_docgen/") && !path.starts_with('/') => {
                self.file(&format!("{}_docgen/{path}", self.base_url))?
            }
            path => self.file(path)?,
        };
        let anchor = anchor.map(decode).filter(|anchor| !anchor.is_empty());
        if let Some(anchor) = anchor.filter(|_| file.ends_with(".html")) {
            let ids = |file: &String| -> HashSet<String> {
                let page = String::from_utf8_lossy(&self.dist[file]);
                html::tags(&page).iter().filter_map(|tag| tag.attribute("id").map(str::to_owned)).collect()
            };
            let mut places = self.places.borrow_mut();
            let named = places.entry(file.clone()).or_insert_with_key(ids).contains(&anchor);
            named.then_some(()).ok_or_else(|| format!("there is no such place in {file}"))?;
        }
        Ok(())
    }

    fn file(&self, path: &str) -> Result<String, String> {
        let below = path.strip_prefix(self.base_url).ok_or("it is not below the base URL")?;
        let below = decode(below);
        let candidates = match (below.as_str(), self.trailing_slash) {
            ("", _) => vec!["index.html".to_owned()],
            (below, _) if below.ends_with('/') => vec![format!("{below}index.html")],
            (below, true) => vec![below.to_owned()],
            (below, false) => vec![below.to_owned(), format!("{below}.html")],
        };
        let found = candidates.iter().find(|candidate| self.dist.contains_key(*candidate));
        found.cloned().ok_or_else(|| format!("there is no file {}", candidates.join(" or ")))
    }
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (bytes[at], code) {
            (b'%', Some(code)) => {
                out.push(code);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).expect("addresses decode to UTF-8")
}

fn in_html(text: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    for tag in html::tags(text) {
        for (name, value) in &tag.attributes {
            if matches!(*name, "href" | "src" | "poster" | "data-copy-page") {
                addresses.push(value.clone());
            }
        }
        if let Some((_, target)) = tag.attribute("content").and_then(|content| content.split_once("url=")) {
            addresses.push(target.to_owned());
        }
    }
    if let Some(site) = html::inlined(text, "docgen-site") {
        hrefs(&site, &mut addresses);
    }
    if let Some(page) = html::inlined(text, "docgen-page") {
        hrefs(&page, &mut addresses);
        let list =
            |key: &str| page[key].as_object().into_iter().flatten().filter_map(|(_, href)| href.as_str());
        addresses.extend(list("versions").chain(list("locales")).map(str::to_owned));
    }
    addresses
}

fn in_json(text: &str) -> Vec<String> {
    let mut addresses = Vec::new();
    hrefs(&serde_json::from_str(text).expect("trees are JSON"), &mut addresses);
    addresses
}

/// Returns the values of `href`, `src`, and `srcDark`, at any depth.
fn hrefs(value: &Json, addresses: &mut Vec<String>) {
    match value {
        Json::Object(object) => {
            for (key, value) in object {
                match value.as_str() {
                    Some(text) if matches!(key.as_str(), "href" | "src" | "srcDark") => {
                        addresses.push(text.to_owned())
                    }
                    _ => hrefs(value, addresses),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| hrefs(item, addresses)),
        _ => {}
    }
}

fn in_sitemap(text: &str) -> Vec<String> {
    let locations = text.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    locations
        .map(|location| {
            let location = html::unescape(location);
            let path = location.splitn(4, '/').nth(3).expect("locations have a host and a path");
            format!("/{path}")
        })
        .collect()
}

#[test]
fn every_link_of_this_repository_resolves() {
    for (base_url, trailing_slash) in [("/", true), ("/sub/path/", true)] {
        let out = Project::new("");
        let folder = out.root().to_str().expect("temporary folders have plain names");
        let arguments = ["build", "--no-cache", "--out", folder, "--base-url", base_url];
        docgen(repository(), arguments, &[]).code(0);
        walk(&tree(out.root()), base_url, trailing_slash);
    }
}

#[test]
fn every_link_of_the_manual_resolves() {
    let manual = repository().join("manual");
    if !manual.exists() {
        return;
    }
    let out = Project::new("");
    let folder = out.root().to_str().expect("temporary folders have plain names");
    docgen(&manual, ["build", "--strict", "--no-cache", "--out", folder], &[]).code(0);
    walk(&tree(out.root()), "/", true);
}

#[test]
fn a_site_of_documents_alone_has_a_start_page() {
    let site = Project::new("//- content/docs/intro.md\n# Intro\n");
    site.build();
    walk(&site.dist(), "/", true);
}

#[test]
fn spaces_in_full_urls_are_encoded_everywhere() {
    let site = Project::new(
        "
//- docgen.toml
[variables]
u = \"https://x.example/a b\"
//- content/docs/a.md
[l]({{ u }}) ![i](<https://x.example/c d.png>)
//- content/docs/b.mdx
<a href=\"https://x.example/a b\">l</a> ![i](<https://x.example/c d.png>)
//- content/docs/c.md
[l](<https://x.example/a b>) ![i](<https://x.example/c d.png>)
",
    );
    site.build();
    for page in ["a", "b", "c"] {
        let html = site.read(&format!("dist/docs/{page}/index.html"));
        let markdown = site.read(&format!("dist/docs/{page}.md"));
        assert!(html.contains("href=\"https://x.example/a%20b\""), "{page}: {html}");
        assert!(html.contains("src=\"https://x.example/c%20d.png\""), "{page}: {html}");
        let expected = "[l](https://x.example/a%20b) ![i](https://x.example/c%20d.png)";
        let is_same = markdown.replace(['<', '>'], "").contains(expected);
        assert!(is_same, "{page}: {markdown}");
    }
}

#[test]
fn links_of_the_config_resolve() {
    for trailing_slash in [true, false] {
        let site = Project::new(
            "
//- content/docs/intro.md
# Intro
//- content/pages/index.md
---
layout: home
hero:
  actions:
    - { label: Go, href: /docs/intro }
    - { label: Paper, href: /files/paper.pdf }
    - { label: Top, href: '#top' }
---
# Home

## Top
//- static/files/paper.pdf
paper
//- static/logo.svg
<svg viewBox='0 0 4 4'/>
",
        );
        site.write(
            "docgen.toml",
            format!(
                "[site]
url = 'https://example.com'
base_url = '/sub/'
trailing_slash = {trailing_slash}
favicon = 'logo.svg'

[navbar]
logo = {{ src = 'logo.svg', href = '/docs/intro' }}
items = [
  {{ label = 'Intro', href = '/docs/intro/' }},
  {{ label = 'Docs', href = '/docs' }},
  {{ label = 'Paper', href = '/files/paper.pdf' }},
  {{ label = 'Same', href = 'pathname:///files/paper.pdf' }},
  {{ label = 'Query', href = '/docs/intro?a=b#intro' }},
  {{ label = 'More', items = [{{ label = 'Intro', href = 'docs/intro' }}] }},
]

[footer]
columns = [{{ items = [
  {{ label = 'Intro', href = '/docs/intro' }},
  {{ label = 'Paper', href = '/files/paper.pdf' }},
  {{ label = 'Out', href = 'https://example.com/x' }},
] }}]

[docs.sidebars]
docs = ['intro', {{ href = '/files/paper.pdf', label = 'Paper' }}, {{ href = '/', label = 'Home' }}]
"
            ),
        );
        site.build();
        walk(&site.dist(), "/sub/", trailing_slash);
    }
}

#[test]
fn addresses_in_raw_html_resolve() {
    let site = Project::new(
        "
//- docgen.toml
[site]
base_url = '/sub/'
//- content/docs/index.md
# Start

<p align=\"center\"><a href='b.md'><img src=./a&amp;b.svg width=\"4\"></a></p>

<video poster=\"/logo.svg\"><source src=\"clip.mp4\"></video> <a href=\"/docs/b/#part\">b</a>
//- content/docs/a&b.svg
<svg width='4' height='4'/>
//- content/docs/clip.mp4
clip
//- content/docs/b.md
# B

## Part
//- static/logo.svg
<svg width='4' height='4'/>
",
    );
    site.build();
    let dist = site.dist();
    walk(&dist, "/sub/", true);
    let assets: Vec<&String> =
        dist.keys().filter(|name| name.starts_with("_docgen/immutable/assets/")).collect();
    let [picture, clip] = assets[..] else { panic!("the files are copied: {assets:?}") };
    let page = site.read("dist/docs/index.html");
    let expected = [
        format!(
            "<a href=\"/sub/docs/b/\"><img src=\"/sub/{picture}\" height=\"4\" loading=\"lazy\" decoding=\"async\" width=\"4\"></a>"
        ),
        format!("<video poster=\"/sub/logo.svg\"><source src=\"/sub/{clip}\"></video>"),
        "<a href=\"/sub/docs/b/#part\">b</a>".to_owned(),
    ];
    for part in expected {
        assert!(page.contains(&part), "{part} is not in\n{page}");
    }
    let twin = site.read("dist/docs.md");
    assert!(
        twin.contains(&format!("<a href='/sub/docs/b/'><img src=/sub/{picture} width=\"4\"></a>")),
        "{twin}"
    );
}

#[test]
fn names_that_look_encoded_resolve() {
    for slashes in [true, false] {
        let site = Project::new("");
        site.write("docgen.toml", format!("[site]\ntrailing_slash = {slashes}\n[navbar]\nitems = [{{ label = 'A', href = '/docs/%2541' }}]\n"));
        site.write(
            "content/docs/%41.md",
            "# A\n\n[100](100%25.md) [itself](%2541.md) [as named](%41.md) ![p](./p%25.svg)\n",
        );
        site.write("content/docs/100%.md", "# B\n\n[a](/docs/%2541) [c](/docs/a%20b) [f](/f%20%25.txt)\n");
        site.write("content/docs/c.md", "---\nslug: a%20b\n---\n# C\n");
        site.write("content/docs/p%.svg", "<svg width='4' height='4'/>");
        site.write("static/f %.txt", "f");
        site.build();
        let dist = site.dist();
        walk(&dist, "/", slashes);
        assert!(dist.contains_key("docs/%41.md") && dist.contains_key("docs/a b.md"), "{:?}", dist.keys());
    }
}

#[test]
fn the_footer_and_redirects_keep_to_the_language() {
    let site = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en', lang = 'en-GB' }, { code = 'fr', lang = 'fr-FR' }]
[[footer.columns]]
items = [{ label = 'A', href = '/docs/a' }, { label = 'Docs', href = '/docs/' }, { label = 'F', href = '/f.txt' }]
//- content/docs/a.md
# A
//- static/f.txt
f
",
    );
    site.build();
    walk(&site.dist(), "/", true);
    let page = site.read("dist/fr/docs/a/index.html");
    let (_, footer) = page.split_once("<footer").expect("the page has a footer");
    for href in ["/fr/docs/a/", "/fr/docs/", "/f.txt"] {
        assert!(footer.contains(&format!("href=\"{href}\"")), "{href} is not in\n{footer}");
        assert!(page.contains(&format!("\"href\":\"{href}\"")), "{href} is not in the data of\n{page}");
    }
    assert!(site.read("dist/fr/docs/index.html").contains("<html lang=\"fr-FR\">"));
    assert!(site.read("dist/docs/index.html").contains("<html lang=\"en-GB\">"));
}
