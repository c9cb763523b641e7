//! Headers for hosts: caching, and the content security policy.
//!
//! The policy contains the hash of every inline script on the site's pages, so docgen derives the policy from the
//! finished pages. Reading the pages takes time, so only sites with `[csp]` have a policy.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use serde_json::json;

use super::agent_files::{CATALOG, LINKSET};
use super::{Earlier, Renderer};
use crate::config::Host;
use crate::path::{OutPath, decode_path};
use crate::site::PageKind;

/// The caching policy for files with a path from [`OutPath::immutable`].
pub(crate) const FOREVER: &str = "public, max-age=31536000, immutable";
/// The caching policy for all other files.
const REVALIDATE: &str = "no-cache";
/// The types of a `script` element that contains code. A browser never runs any other type.
const CODE: [&str; 5] = ["", "module", "text/javascript", "application/javascript", "importmap"];

impl Renderer<'_> {
    /// Returns the content of `_headers`. If a file's name changes with the file's content, `_headers` makes browsers
    /// cache the file forever. By default, hosts that read `_headers` make browsers revalidate all other files.
    pub(super) fn header_rules(&self, earlier: &Earlier<'_>) -> String {
        let policy = self.policy(earlier).map_or_else(String::new, |policy| {
            format!("{}*\n  Content-Security-Policy: {policy}\n", self.at.base_url)
        });
        let home = format!("{}\n  Link: {}\n", self.at.base_url, self.home_links());
        let catalog = self.has_api_catalog().then(|| format!("/{CATALOG}\n  Content-Type: {LINKSET}\n"));
        let immutable = format!("{}*\n  Cache-Control: {FOREVER}\n", self.immutable());
        [policy, immutable, home, catalog.unwrap_or_default()].concat()
    }

    /// Adds headers to the rules for a host that reads redirects and headers from the same file.
    pub(super) fn with_headers(&self, host: Host, rules: String, earlier: &Earlier<'_>) -> String {
        let immutable = self.immutable();
        match host {
            Host::Netlify | Host::Cloudflare | Host::S3 => rules,
            Host::Vercel => {
                let base = &self.at.base_url;
                let mut headers = vec![];
                if let Some(policy) = self.policy(earlier) {
                    headers.push(rule(&format!("{base}(.*)"), "Content-Security-Policy", &policy));
                }
                headers.push(rule(base, "Link", &self.home_links()));
                if self.has_api_catalog() {
                    headers.push(rule(&format!("/{CATALOG}"), "Content-Type", LINKSET));
                }
                headers.push(rule(&format!("{immutable}(.*)"), "Cache-Control", FOREVER));
                vercel(&rules, headers)
            }
            Host::Nginx => {
                let policy = self
                    .policy(earlier)
                    .map(|policy| format!("add_header Content-Security-Policy \"{policy}\" always;"));
                let policy = policy.as_deref().unwrap_or_default();
                let links = self.home_links().replace('"', "\\\"");
                let catalog = self.has_api_catalog().then(|| {
                    let media_type = LINKSET.replace('"', "\\\"");
                    format!("location = \"/{CATALOG}\" {{ types {{ }} default_type \"{media_type}\"; }}\n")
                });
                // nginx compares paths without escapes. A location with its own headers doesn't inherit the headers of
                // the server. nginx sends the file for a folder from the file's location.
                let immutable = decode_path(&immutable);
                format!(
                    "add_header Cache-Control \"{REVALIDATE}\";\n{policy}\n\
                     location = \"{}/index.html\" {{ add_header Cache-Control \"{REVALIDATE}\"; {policy} \
                     add_header Link \"{links}\"; }}\n{}\
                     location ^~ \"{immutable}\" {{ add_header Cache-Control \"{FOREVER}\"; {policy} }}\n{rules}",
                    self.at.base_path(),
                    catalog.unwrap_or_default()
                )
            }
            Host::Apache => {
                let policy = self.policy(earlier).map_or_else(String::new, |policy| {
                    format!("Header always set Content-Security-Policy \"{policy}\"\n")
                });
                let links = self.home_links().replace('"', "\\\"");
                let catalog = self.has_api_catalog().then(|| {
                    let media_type = LINKSET.replace('"', "\\\"");
                    format!("<Files \"api-catalog\">\nForceType \"{media_type}\"\n</Files>\n")
                });
                format!(
                    "<IfModule mod_headers.c>\nHeader set Cache-Control \"{REVALIDATE}\"\n\
                     Header set Cache-Control \"{FOREVER}\" \"expr=%{{REQUEST_URI}} =~ m#/_docgen/immutable/#\"\n\
                     Header set Link \"{links}\" \"expr=%{{REQUEST_URI}} =~ m#^{}/(index\\.html)?$#\"\n\
                     {policy}</IfModule>\n{}{rules}",
                    self.at.base_path(),
                    catalog.unwrap_or_default()
                )
            }
        }
    }

    /// Returns the path of the folder with immutable files, with a slash at the end.
    fn immutable(&self) -> String {
        self.at.file_href(&OutPath::immutable("*")).trim_end_matches('*').to_owned()
    }

    /// Returns the content security policy, or `None` if the site doesn't have one.
    fn policy(&self, earlier: &Earlier<'_>) -> Option<String> {
        let added = self.site.config.csp.as_ref()?;
        let mut found = (0..self.site.pages.len())
            .into_par_iter()
            .map(|index| Found::of(&self.finished(index, earlier)))
            .reduce(Found::default, Found::and);
        for redirect in &self.site.redirects {
            found = found.and(Found::of(&self.redirect_shell(redirect)));
        }
        let analytics = self.site.config.analytics.as_ref().filter(|_| !self.is_live);
        found.scripts.extend(analytics.and_then(|analytics| origin(&analytics.script())));
        let counters = analytics.map(|analytics| analytics.receivers()).unwrap_or_default();
        found.counters = counters.iter().filter_map(|url| source_of(url)).collect();
        found.receivers = self.receivers();
        Some(policy_of(found, added))
    }

    /// Returns the sources, besides those of analytics, that the config makes pages send data to: answers, searches, and
    /// requests of the API console.
    fn receivers(&self) -> BTreeSet<String> {
        let config = &self.site.config;
        let mut urls = Vec::new();
        urls.extend(config.feedback.as_ref().and_then(|feedback| feedback.url.clone()));
        urls.extend(config.search.hosts());
        for api in self.site.apis.iter().filter(|api| api.config.console) {
            match &api.config.proxy {
                Some(proxy) => urls.push(proxy.clone()),
                None => urls.extend(api.api.servers.iter().map(|server| server.url.to_string())),
            }
        }
        urls.iter().filter_map(|url: &String| source_of(url)).collect()
    }

    /// Returns a page's document, from an earlier build if possible.
    fn finished(&self, index: usize, earlier: &Earlier<'_>) -> String {
        let page = &self.site.pages[index];
        let page_data = self.page_data(index);
        let path = match page.kind {
            PageKind::NotFound => self.at.not_found(&page.route),
            _ => self.at.shell(&page.route),
        };
        earlier(&path, self.key(index, &page_data))
            .unwrap_or_else(|| self.shell(index, &page_data, &self.body(index, &page_data)))
    }
}

/// Returns a policy with the sources that the site needs and the sources in the config.
fn policy_of(found: Found, added: &BTreeMap<String, Vec<String>>) -> String {
    let text = |sources: &[&str]| sources.iter().map(|source| (*source).to_owned()).collect::<Vec<_>>();
    let with = |own: &[&str], found: BTreeSet<String>| text(own).into_iter().chain(found).collect::<Vec<_>>();
    let scripts = with(&["'self'"], found.scripts);
    let mut policy = vec![
        ("script-src", scripts.clone()),
        ("object-src", text(&["'none'"])),
        ("base-uri", text(&["'self'"])),
    ];
    for (name, sources) in added {
        match policy.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => known.extend(sources.iter().cloned()),
            None => policy.push((name, sources.clone())),
        }
    }
    let default = added.get("default-src").cloned();
    let styles = with(&["'self'"], found.styles);
    // Some providers count page views with images.
    let needed = [
        ("connect-src", with(&["'self'"], &found.receivers | &found.counters), default.as_ref()),
        ("font-src", text(&["'self'"]), default.as_ref()),
        ("img-src", with(&["'self'", "data:"], found.counters), default.as_ref()),
        ("style-src", styles.clone(), default.as_ref()),
    ];
    // These directives replace those for styles and scripts.
    let elements = [("style-src-elem", styles, None), ("script-src-elem", scripts, None)];
    for (name, sources, fallback) in needed.into_iter().chain(elements) {
        match policy.iter_mut().find(|(known, _)| *known == name) {
            Some((name, known)) => known.extend(useful(name, known, sources)),
            None => {
                let missing = |known: &&Vec<String>| sources.iter().any(|source| !known.contains(source));
                let known = fallback.filter(missing).cloned();
                policy.extend(known.map(|known| {
                    let sources = useful(name, &known, sources);
                    (name, [known, sources].concat())
                }));
            }
        }
    }
    // The sources of the theme's `style` attributes can't be listed: code and the config's colors use them too.
    let restricts = policy.iter().any(|(name, _)| matches!(*name, "style-src" | "default-src"));
    if restricts && found.has_style_attributes && !added.contains_key("style-src-attr") {
        policy.push(("style-src-attr", text(&["'unsafe-inline'"])));
    }
    let directive = |(name, mut sources): (&str, Vec<String>)| {
        let mut seen = BTreeSet::new();
        sources.retain(|source| seen.insert(source.clone()));
        // `'none'` has no effect if there are other sources.
        if sources.len() > 1 {
            sources.retain(|source| source != "'none'");
        }
        format!("{name} {}", sources.join(" ")).trim_end().to_owned()
    };
    policy.into_iter().map(directive).collect::<Vec<_>>().join("; ")
}

/// Returns the sources that have an effect in a directive that already has other sources. Hashes of styles would make
/// browsers ignore `'unsafe-inline'`.
fn useful(name: &str, known: &[String], mut sources: Vec<String>) -> Vec<String> {
    let is_hash = |source: &String| source.starts_with("'sha") || source.starts_with("'nonce-");
    let is_inline = known.iter().any(|source| source == "'unsafe-inline'") && !known.iter().any(is_hash);
    if is_inline && name.starts_with("style-src") {
        sources.retain(|source| !is_hash(source));
    }
    sources
}

/// Returns a header rule for `vercel.json`.
fn rule(source: &str, name: &str, value: &str) -> serde_json::Value {
    json!({ "source": source, "headers": [{ "key": name, "value": value }] })
}

/// Adds headers to `vercel.json`.
fn vercel(rules: &str, headers: Vec<serde_json::Value>) -> String {
    let mut file: serde_json::Value =
        serde_json::from_str(rules).expect("the rules for this host are a JSON object");
    file["headers"] = headers.into();
    let text = serde_json::to_string_pretty(&file).expect("headers can be written as JSON");
    text + "\n"
}

/// The sources that a site needs.
#[derive(Default)]
struct Found {
    /// The hashes of inline scripts, and the origins of scripts from other sites.
    scripts: BTreeSet<String>,
    /// The hashes of `style` elements, and the origins of style sheets from other sites.
    styles: BTreeSet<String>,
    /// The sources that pages send page views to.
    counters: BTreeSet<String>,
    /// The sources that pages send other data to.
    receivers: BTreeSet<String>,
    /// Whether elements have `style` attributes.
    has_style_attributes: bool,
}

impl Found {
    /// Returns the sources of the scripts and styles in a document.
    fn of(html: &str) -> Self {
        let has_style_attributes = html.contains(" style=");
        let mut found = Found { has_style_attributes, ..Found::default() };
        elements(html, "script", |attributes, code| {
            let kind = attribute(attributes, "type").unwrap_or_default();
            match attribute(attributes, "src") {
                Some(src) => found.scripts.extend(origin(src)),
                None if CODE.contains(&kind) => {
                    found.scripts.insert(hash(code));
                }
                None => {}
            }
        });
        elements(html, "style", |_, code| {
            found.styles.insert(hash(code));
        });
        elements(html, "link", |attributes, _| {
            if attribute(attributes, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet")) {
                found.styles.extend(attribute(attributes, "href").and_then(origin));
            }
        });
        found
    }

    /// Returns all sources of both.
    fn and(mut self, other: Found) -> Self {
        self.scripts.extend(other.scripts);
        self.styles.extend(other.styles);
        self.counters.extend(other.counters);
        self.receivers.extend(other.receivers);
        self.has_style_attributes |= other.has_style_attributes;
        self
    }
}

/// Returns the source for an inline script or style.
fn hash(code: &str) -> String {
    let hash = ring::digest::digest(&ring::digest::SHA256, code.as_bytes());
    format!("'sha256-{}'", STANDARD.encode(hash))
}

/// Calls `read` with the attributes and the text of each element with a name. The content of an element must be text.
fn elements<'h>(html: &'h str, name: &str, mut read: impl FnMut(&'h str, &'h str)) {
    let (start, end) = (format!("<{name}"), format!("</{name}"));
    let mut rest = html;
    while let Some(at) = rest.find(&start) {
        rest = &rest[at + start.len()..];
        if !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '>') {
            continue;
        }
        let Some((attributes, code)) = rest.split_at_checked(end_of_tag(rest)) else { break };
        let code = code.strip_prefix('>').unwrap_or(code);
        read(attributes, &code[..code.find(&end).unwrap_or(code.len())]);
        rest = code;
    }
}

/// Returns the position of the `>` that ends a tag.
fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    tag.len()
}

/// Returns the value of an attribute in a tag's text.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = attributes
        .match_indices(name)
        .map(|(at, _)| (at, &attributes[at + name.len()..]))
        .find(|(at, _)| attributes[..*at].ends_with(|c: char| c.is_ascii_whitespace()))?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split(|c: char| c.is_ascii_whitespace()).next(),
    }
}

/// Returns the source for a URL or a pattern of hosts.
fn source_of(url: &str) -> Option<String> {
    if url.contains("://*.") { Some(url.to_owned()) } else { origin(url) }
}

/// Returns the scheme and host of a URL on another site.
fn origin(src: &str) -> Option<String> {
    let src = if src.starts_with("//") { format!("https:{src}") } else { src.to_owned() };
    let url = url::Url::parse(&src).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_allows_what_the_theme_needs() {
        for (added, expected) in [
            ("", ""),
            ("img-src https://a.example", "img-src https://a.example 'self' data:"),
            ("img-src 'none'", "img-src 'self' data:"),
            ("style-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'"),
            ("script-src-elem https://a.example", "script-src-elem https://a.example 'self' 'sha256-x'"),
            ("default-src 'self'", "default-src 'self'; img-src 'self' data:"),
            (
                "default-src 'none'",
                "default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self' data:; style-src 'self'",
            ),
            ("default-src 'self' data:", "default-src 'self' data:"),
            ("frame-ancestors 'none'", "frame-ancestors 'none'"),
            ("upgrade-insecure-requests", "upgrade-insecure-requests"),
        ] {
            let mut words = added.split_whitespace().map(str::to_owned);
            let added = words.next().map(|name| (name, words.collect())).into_iter().collect();
            let found = Found { scripts: ["'sha256-x'".to_owned()].into(), ..Found::default() };
            let policy = policy_of(found, &added);
            let own = "script-src 'self' 'sha256-x'; object-src 'none'; base-uri 'self'";
            let expected = if expected.is_empty() { own.to_owned() } else { format!("{own}; {expected}") };
            assert_eq!(policy, expected);
        }
    }

    #[test]
    fn a_policy_allows_what_the_config_asks_for() {
        for (added, expected) in [
            ("script-src https://a.example", ""),
            (
                "connect-src https://a.example",
                "connect-src https://a.example 'self' https://count.example https://in.example",
            ),
            (
                "default-src 'self'",
                "default-src 'self'; connect-src 'self' https://count.example https://in.example; \
                 img-src 'self' data: https://count.example; style-src 'self' 'sha256-y'; style-src-attr 'unsafe-inline'",
            ),
            ("style-src 'unsafe-inline'", "style-src 'unsafe-inline' 'self'; style-src-attr 'unsafe-inline'"),
            ("style-src-attr 'none'", "style-src-attr 'none'"),
        ] {
            let mut words = added.split_whitespace().map(str::to_owned);
            let added = words.next().map(|name| (name, words.collect())).into_iter().collect();
            let found = Found {
                styles: ["'sha256-y'".to_owned()].into(),
                counters: ["https://count.example".to_owned()].into(),
                receivers: ["https://in.example".to_owned()].into(),
                has_style_attributes: true,
                ..Found::default()
            };
            let policy = policy_of(found, &added);
            let end = policy.split_once("base-uri 'self'").unwrap_or_default().1;
            assert_eq!(end.trim_start_matches("; "), expected);
        }
    }

    #[test]
    fn the_sources_of_styles_are_hashes_and_origins() {
        let found = Found::of(
            "<html style=\"--a: b\"><link rel=stylesheet href=/own.css><link rel=\"stylesheet\" href=\"https://a.example/x.css\">\
             <svg><style>one</style></svg><styles>two</styles>",
        );
        let expected = ["'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='", "https://a.example"];
        assert_eq!(found.styles.into_iter().collect::<Vec<_>>(), expected);
        assert!(found.has_style_attributes && found.scripts.is_empty());
    }

    #[test]
    fn the_sources_of_scripts_are_hashes_and_origins() {
        let found = Found::of(
            "<script type=\"application/json\" id=\"a\">{}</script><script data-x=\"a>b\">one</script>\
             <SCRIPTS><script src=\"/own.js\"></script><script async src='https://cdn.example.com/x.js?y'></script>\
             <script type=module>two</script><script src=//other.example/a.js></script><script>one</script>",
        );
        assert_eq!(
            found.scripts.into_iter().collect::<Vec<_>>(),
            [
                "'sha256-P8TM/nRYcOLA2Z9x8w/wZWyN7dQcwdfT03aw2+aF4vM='",
                "'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='",
                "https://cdn.example.com",
                "https://other.example",
            ]
        );
    }
}
