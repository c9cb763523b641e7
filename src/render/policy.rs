//! The content security policy.
//!
//! The policy contains the hash of every inline script on the site's pages, so docgen derives the policy from the
//! rendered pages. This takes time, so only sites with `[csp]` have a policy. What each page needs is kept for the next
//! build.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parking_lot::Mutex;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Artifact, Body, Output, OutputKind, Renderer};
use crate::openapi::SecurityScheme;

/// The types of a `script` element that contains code. A browser never runs any other type.
const CODE: [&str; 5] = ["", "module", "text/javascript", "application/javascript", "importmap"];

/// The sources of the pages from the last build, by the pages' keys.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct PageSources {
    /// The different sets of sources. Most pages need the same sources.
    sets: Vec<Arc<Found>>,
    /// The index in `sets` for each key.
    pages: HashMap<u128, u32>,
}

/// The sources of the pages that are known so far.
#[derive(Default)]
pub(super) struct Sources {
    earlier: PageSources,
    found: Mutex<HashMap<u128, Arc<Found>>>,
    policy: OnceLock<String>,
}

impl Sources {
    /// Returns the sources of the page with this key, from this build or the last build.
    fn known(&self, key: u128) -> Option<Arc<Found>> {
        let mut found = self.found.lock();
        if let Some(known) = found.get(&key) {
            return Some(Arc::clone(known));
        }
        let index = *self.earlier.pages.get(&key)?;
        let known = self.earlier.sets.get(index as usize)?;
        found.insert(key, Arc::clone(known));
        Some(Arc::clone(known))
    }

    /// Records the sources of a page's document.
    fn note(&self, key: u128, html: &str) -> Arc<Found> {
        let found = Arc::new(Found::of(html));
        self.found.lock().insert(key, Arc::clone(&found));
        found
    }
}

impl Renderer<'_> {
    /// Adds the sources of the pages from the last build.
    pub(crate) fn with_sources(mut self, earlier: PageSources) -> Self {
        self.sources.earlier = earlier;
        self
    }

    /// Whether a file contains the policy. Such a file takes less time to render after the pages.
    pub(crate) fn has_policy(&self, output: &Output) -> bool {
        let is_of_host = matches!(output.kind, OutputKind::HeaderRules | OutputKind::HostRules(_));
        is_of_host && self.site.config.csp.is_some()
    }

    /// Returns the sources of the pages for the next build, or `None` if the site doesn't have a policy.
    pub(crate) fn page_sources(&self) -> Option<PageSources> {
        self.site.config.csp.as_ref()?;
        let found = self.sources.found.lock();
        let sets: BTreeSet<&Arc<Found>> = found.values().collect();
        let sets: Vec<Arc<Found>> = sets.into_iter().cloned().collect();
        let index =
            |one: &Arc<Found>| sets.binary_search(one).ok().and_then(|index| u32::try_from(index).ok());
        let pages = found.iter().filter_map(|(key, one)| Some((*key, index(one)?))).collect();
        Some(PageSources { sets, pages })
    }

    /// Records the sources of a page's file if the file is a document and the site has a policy.
    pub(super) fn note_sources(&self, key: u128, file: &Artifact) {
        if let Body::Bytes(html) = &file.body
            && self.site.config.csp.is_some()
            && file.path.as_str().ends_with(".html")
        {
            self.sources.note(key, &String::from_utf8_lossy(html));
        }
    }

    /// Returns the content security policy, or `None` if the site doesn't have one. For pages that haven't been rendered,
    /// uses the sources from an earlier build or renders the pages.
    pub(super) fn policy(&self) -> Option<&str> {
        let added = self.site.config.csp.as_ref()?;
        Some(self.sources.policy.get_or_init(|| self.policy_with(added)))
    }

    fn policy_with(&self, added: &BTreeMap<String, Vec<String>>) -> String {
        let of_pages: BTreeSet<Arc<Found>> = (0..self.site.pages.len())
            .into_par_iter()
            .filter(|index| !self.site.pages[*index].is_part())
            .map(|index| self.sources_of_page(index))
            .collect();
        let mut found = of_pages.iter().fold(Found::default(), |all, one| all.and(Found::clone(one)));
        for redirect in &self.site.redirects {
            found = found.and(Found::of(&self.redirect_shell(redirect)));
        }
        let analytics = self.site.config.analytics.as_ref().filter(|_| !self.is_live);
        found.scripts.extend(analytics.and_then(|analytics| origin(&analytics.script())));
        let counters = analytics.map(|analytics| analytics.receivers()).unwrap_or_default();
        found.counters = counters.iter().filter_map(|url| source_of(url)).collect();
        found.receivers = self.receivers();
        policy_of(found, added)
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
            // The console requests tokens directly from the authorization servers.
            urls.extend(api.api.schemes.iter().flat_map(SecurityScheme::fetched).map(str::to_owned));
        }
        urls.iter().filter_map(|url: &String| source_of(url)).collect()
    }

    /// Returns the sources that a page's document needs.
    fn sources_of_page(&self, index: usize) -> Arc<Found> {
        let page_data = self.page_data(index);
        let key = self.key(index, &page_data);
        self.sources.known(key).unwrap_or_else(|| {
            self.sources
                .note(key, &self.shell(index, &page_data, &self.body(index, &page_data, &<_>::default())))
        })
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

/// The sources that a page or a site needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
        elements(html, |name, attributes, rest| match (name, attribute(attributes, "src")) {
            ("script", Some(src)) => found.scripts.extend(origin(src)),
            ("script", None) => {
                if CODE.contains(&attribute(attributes, "type").unwrap_or_default()) {
                    found.scripts.insert(hash(content(rest, "</script")));
                }
            }
            ("style", _) => {
                found.styles.insert(hash(content(rest, "</style")));
            }
            _ => {
                if attribute(attributes, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet")) {
                    found.styles.extend(attribute(attributes, "href").and_then(origin));
                }
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

/// The elements that can have sources.
const ELEMENTS: [&str; 3] = ["script", "style", "link"];

/// Calls `read` with the name and the attributes of each element in [`ELEMENTS`], and the text after its start tag.
fn elements<'h>(html: &'h str, mut read: impl FnMut(&'static str, &'h str, &'h str)) {
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some(name) = ELEMENTS.into_iter().find(|name| rest.starts_with(name)) else { continue };
        let tag = &rest[name.len()..];
        if !tag.starts_with(|c: char| c.is_ascii_whitespace() || c == '>') {
            continue;
        }
        let Some((attributes, after)) = tag.split_at_checked(end_of_tag(tag)) else { break };
        rest = after.strip_prefix('>').unwrap_or(after);
        read(name, attributes, rest);
    }
}

/// Returns the content of an element that contains only text. `end` is the start of the end tag.
fn content<'h>(rest: &'h str, end: &str) -> &'h str {
    &rest[..rest.find(end).unwrap_or(rest.len())]
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
