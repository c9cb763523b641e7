//! Converts `docs.json` to `docgen.toml`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::Mintlify;
use super::navigation::Navigation;
use crate::import::left::Left;
use crate::import::settings::{Settings, note_unknown};
use crate::import::site;
use crate::markdown::inline_html;
use crate::source::tree::{Node, Value};

/// The keys of each table that are converted or have no meaning in docgen.
const KNOWN: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "$schema",
            "name",
            "description",
            "colors",
            "logo",
            "favicon",
            "appearance",
            "navbar",
            "navigation",
            "footer",
            "redirects",
            "seo",
            "search",
            "integrations",
            "api",
            "banner",
            "variables",
        ],
    ),
    ("colors", &["primary"]),
    ("logo", &["light", "dark", "href"]),
    ("favicon", &["light", "dark"]),
    ("appearance", &["default", "strict", "isHidden"]),
    ("navbar", &["links", "primary"]),
    ("footer", &["socials", "links"]),
    ("seo", &["metatags", "indexing", "indexHiddenPages"]),
    ("search", &["prompt"]),
    ("integrations", &["gtm", "ga4", "plausible", "fathom", "posthog"]),
    ("api", &["openapi"]),
    ("banner", &["content", "dismissible"]),
];

/// The analytics services that docgen supports, each with the keys of the site's ID and of the service's host.
const ANALYTICS: [(&str, &str, &str); 5] = [
    ("gtm", "tagId", ""),
    ("ga4", "measurementId", ""),
    ("plausible", "domain", "server"),
    ("fathom", "siteId", ""),
    ("posthog", "apiKey", "apiHost"),
];

/// The names of social networks.
const SOCIALS: [(&str, &str); 9] = [
    ("x", "X"),
    ("github", "GitHub"),
    ("linkedin", "LinkedIn"),
    ("youtube", "YouTube"),
    ("hacker-news", "Hacker News"),
    ("x-twitter", "X"),
    ("earth-americas", "Website"),
    ("bluesky", "Bluesky"),
    ("tiktok", "TikTok"),
];

impl Mintlify<'_> {
    fn text(&self, keys: &[&str]) -> Option<String> {
        self.config.at(keys).and_then(Node::text)
    }

    /// Returns the text value of a key. If the value is a table, returns the text value of its `light` key.
    fn light(&self, key: &str) -> Option<String> {
        self.text(&[key]).or_else(|| self.text(&[key, "light"]))
    }

    pub(super) fn settings(&self, navigation: &Navigation, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        settings.set_some("site.title", self.text(&["name"]));
        settings.set_some("site.tagline", self.text(&["description"]));
        settings.set("site.trailing_slash", false);
        settings.set_some("site.accent", self.text(&["colors", "primary"]));
        settings.set_some("site.favicon", self.light("favicon").map(rooted));
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        settings.set("docs.toc_max_heading_level", 4);
        settings.set("markdown.heading_ids", "mintlify");
        settings.set("markdown.smart_punctuation", true);
        site::lower_diagnostics(&mut settings);
        self.look(&mut settings);
        for (id, items) in &navigation.sidebars {
            settings.set(&format!("docs.sidebars.{id}"), items.clone());
        }
        let items: Vec<Json> = navigation.items.iter().cloned().chain(self.navbar()).collect();
        let menu = (!self.languages.is_empty()).then(|| json!({ "type": "localeDropdown" }));
        settings.set("navbar.items", items.into_iter().chain(menu).collect::<Vec<_>>());
        self.footer(&mut settings);
        self.redirects(navigation, &mut settings, left);
        for (name, content) in
            self.config.at(&["seo", "metatags"]).and_then(Node::entries).unwrap_or_default()
        {
            let key = if name.name.starts_with("og:") { "property" } else { "name" };
            if let Some(content) = content.text().filter(|_| name.name != "canonical") {
                settings.push(
                    "head",
                    json!({ "tag": "meta", "attributes": { key: name.name, "content": content } }),
                );
            }
        }
        // The site's URL, which `hreflang` links need.
        let url = self.text(&["seo", "metatags", "canonical"]).filter(|url| url.contains("://"));
        if let Some(url) = url.filter(|url| url.trim_end_matches('/').matches('/').count() == 2) {
            site::set_url(&mut settings, &url);
        }
        settings.set_some("search.placeholder", self.text(&["search", "prompt"]));
        self.analytics(&mut settings, left);
        for (table, known) in KNOWN {
            let keys: Vec<&str> = table.split('.').filter(|key| !key.is_empty()).collect();
            let entries = self.config.at(&keys).and_then(Node::entries).unwrap_or_default();
            note_unknown(&self.source, entries, table, known, left);
        }
        settings
    }

    /// Sets the first analytics service. docgen supports only one.
    fn analytics(&self, settings: &mut Settings, left: &mut Left) {
        for (name, id, host) in ANALYTICS {
            let Some(node) = self.config.at(&["integrations", name]) else { continue };
            let text = |key: &str| node.at(&[key]).and_then(Node::text);
            let Some(id) = text(id).filter(|id| !id.is_empty()) else { continue };
            if settings.has("analytics.provider") {
                let what = format!("the `integrations.{name}` setting");
                left.note(&self.source, node.range.clone(), &what, "choose one provider in `[analytics]`");
                continue;
            }
            settings.set("analytics.provider", name);
            settings.set("analytics.id", id);
            let host = text(host);
            let url = host.map(|host| if host.contains("://") { host } else { format!("https://{host}") });
            settings.set_some("analytics.host", url);
        }
    }

    /// Converts the logo, the color mode, and the banner.
    fn look(&self, settings: &mut Settings) {
        if let Some(logo) = self.light("logo") {
            settings.set("navbar.logo.src", rooted(logo));
            settings.set_some("navbar.logo.src_dark", self.text(&["logo", "dark"]).map(rooted));
            settings.set_some("navbar.logo.href", self.text(&["logo", "href"]));
            settings.set("navbar.title", "");
        }
        let mode = self.text(&["appearance", "default"]);
        if let Some(mode) = mode.filter(|mode| matches!(mode.as_str(), "light" | "dark")) {
            settings.set("color_mode.default_mode", mode);
            settings.set("color_mode.respect_prefers_color_scheme", false);
        }
        let is_true =
            |keys: &[&str]| matches!(self.config.at(keys).map(|node| &node.value), Some(Value::Bool(true)));
        if is_true(&["appearance", "strict"]) || is_true(&["appearance", "isHidden"]) {
            settings.set("color_mode.disable_switch", true);
        }
        if let Some(content) = self.text(&["banner", "content"]) {
            settings.set("announcement_bar.content", inline_html(&content));
            settings.set("announcement_bar.is_closeable", is_true(&["banner", "dismissible"]));
        }
    }

    /// Returns the links in the navbar.
    fn navbar(&self) -> Vec<Json> {
        let links = self.config.at(&["navbar", "links"]).map_or(&[][..], Node::items);
        let mut items: Vec<Json> = links.iter().filter_map(link).collect();
        if let Some(mut button) = self.config.at(&["navbar", "primary"]).and_then(link) {
            button["class_name"] = "navbar-primary".into();
            items.push(button);
        }
        items
    }

    fn footer(&self, settings: &mut Settings) {
        let mut columns = Vec::new();
        for column in self.config.at(&["footer", "links"]).map_or(&[][..], Node::items) {
            let items: Vec<Json> = column
                .at(&["items"])
                .map_or(&[][..], Node::items)
                .iter()
                .filter_map(link)
                .map(bare)
                .collect();
            let title = column.at(&["header"]).and_then(Node::text);
            if !items.is_empty() {
                columns.push(json!({ "title": title, "items": items }));
            }
        }
        let socials = self.config.at(&["footer", "socials"]);
        let of_table = socials.and_then(Node::entries).unwrap_or_default();
        let of_table = of_table.iter().filter_map(|(key, url)| Some((key.name.clone(), url.text()?)));
        // In older sites, the value is a list.
        let of_list = socials
            .map_or(&[][..], Node::items)
            .iter()
            .filter_map(|one| Some((one.at(&["type"])?.text()?, one.at(&["href"])?.text()?)));
        let items: Vec<Json> = of_table
            .chain(of_list)
            .map(|(name, url)| {
                let known =
                    SOCIALS.iter().find(|(known, _)| *known == name).map(|(_, label)| (*label).to_owned());
                json!({ "label": known.unwrap_or_else(|| super::title_of(&name)), "href": url })
            })
            .collect();
        if !items.is_empty() {
            columns.push(json!({ "title": "Community", "items": items }));
        }
        if !columns.is_empty() {
            settings.set("footer.columns", columns);
        }
    }

    /// Reads the redirects in the config. Resolves targets that are themselves redirected.
    pub(super) fn read_redirects(&self) -> BTreeMap<String, String> {
        let all = self.config.at(&["redirects"]).map_or(&[][..], Node::items);
        let all: Vec<_> = all.iter().filter_map(|redirect| read_redirect(redirect)?.ok()).collect();
        // The redirects of a site that's published under a path can start with this path.
        let base = all.iter().find_map(|(from, to)| self.base_in(from, to)).unwrap_or_default();
        let below = |path: String| match path.strip_prefix(base).filter(|rest| rest.starts_with('/')) {
            Some(rest) if self.page_at(&path).is_none() => rest.to_owned(),
            _ => path,
        };
        let all: Vec<_> = all.iter().map(|(from, to)| (below(from.clone()), below(to.clone()))).collect();
        // A page takes precedence over a redirect.
        let is_free = |from: &str| self.page_at(from).is_none() && self.page_at(without_html(from)).is_none();
        let all: BTreeMap<String, String> =
            all.into_iter().filter(|(from, to)| from != "/" && from != to && is_free(from)).collect();
        let end = |to: &String| {
            let mut to = to;
            for _ in 0..10 {
                to = match all.get(to.trim_end_matches('/')) {
                    Some(next) => next,
                    None => break,
                };
            }
            match self.page_at(to).filter(|_| to.starts_with('/')) {
                Some(slug) => {
                    self.operation_of(slug).map_or_else(|| super::route(slug), |shown| shown.url.clone())
                }
                None => to.clone(),
            }
        };
        all.iter().map(|(from, to)| (from.clone(), end(to))).filter(|(from, to)| from != to).collect()
    }

    /// If both paths of a redirect start with the same folder, and the target is a page without this folder, returns the
    /// folder, such as `/docs`.
    fn base_in<'t>(&self, from: &str, to: &'t str) -> Option<&'t str> {
        let length = to.get(1..)?.find('/')? + 1;
        let (base, rest) = to.split_at(length);
        let is_below = from.strip_prefix(base).is_some_and(|rest| rest.starts_with('/'));
        (is_below && self.page_at(to).is_none() && self.page_at(rest).is_some()).then_some(base)
    }

    /// Whether a redirect has the same file as a redirect to another URL.
    fn is_hidden(&self, from: &str) -> bool {
        let (bare, to) = (without_html(from), self.redirects.get(from));
        bare != from && to.is_some() && self.redirects.get(bare).is_some_and(|other| Some(other) != to)
    }

    fn redirects(&self, navigation: &Navigation, settings: &mut Settings, left: &mut Left) {
        for (from, to) in &self.redirects {
            settings.push("redirects", json!({ "from": from, "to": to }));
        }
        for redirect in self.config.at(&["redirects"]).map_or(&[][..], Node::items) {
            let Some(read) = read_redirect(redirect) else { continue };
            let (from, hint) = match &read {
                Err(from) => (from, "add a redirect for each page"),
                Ok((from, _)) if self.is_hidden(from) => (from, "`/a` and `/a.html` are the same file"),
                Ok(_) => continue,
            };
            let what = format!("the redirect from `{from}`");
            left.note(&self.source, redirect.range.clone(), &what, hint);
        }
        for (from, to) in &navigation.redirects {
            let is_free = self.page_at(from).is_none_or(|slug| !navigation.pages.contains_key(slug));
            if from != to && is_free && !self.redirects.contains_key(from) {
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
        // Without an index page, the site's root shows the first page.
        let first = navigation.first.as_ref().filter(|first| *first != "/");
        if let Some(first) = first.filter(|_| !self.pages.contains_key("index")) {
            match self.page_at(first).filter(|_| !navigation.redirects.contains_key(first)) {
                Some(slug) => settings.set("docs.main", slug),
                None => settings.push("redirects", json!({ "from": "/", "to": first })),
            }
        }
    }
}

/// Returns a path without the extension of an HTML file.
fn without_html(path: &str) -> &str {
    path.strip_suffix(".html").unwrap_or(path)
}

/// Reads a redirect. If docgen doesn't support the redirect, returns the redirect's path as the error.
fn read_redirect(node: &Node) -> Option<Result<(String, String), String>> {
    let from = node.at(&["source"]).and_then(Node::text)?;
    let to = node.at(&["destination"]).and_then(Node::text)?;
    let from = rooted(from.trim_end_matches('/').to_owned());
    let Some((from, to)) = wildcard(&from, &to) else { return Some(Err(from)) };
    let to = if to.contains("://") { to } else { rooted(to) };
    Some(Ok((from, to)))
}

/// Converts the patterns in a redirect to docgen patterns, which allow `*` only at the end. For other patterns, returns
/// `None`.
fn wildcard(from: &str, to: &str) -> Option<(String, String)> {
    let is_plain = |text: &str| !text.contains(['*', ':', '#', '?']);
    let to_path = to.split_once("://").map_or(to, |(_, rest)| rest);
    if is_plain(from) && !to_path.contains(['*', ':']) {
        return Some((from.to_owned(), to.to_owned()));
    }
    let (folder, name) = from.rsplit_once('/')?;
    let is_wildcard = name == "*" || (name.starts_with(':') && name.ends_with('*'));
    if !is_wildcard || !is_plain(folder) {
        return None;
    }
    let to = match to.strip_suffix(name) {
        Some(folder) if folder.ends_with('/') => format!("{folder}*"),
        _ if to_path.contains(['*', ':']) => return None,
        _ => to.to_owned(),
    };
    Some((format!("{folder}/*"), to))
}

/// Converts a link in the navbar or footer.
fn link(node: &Node) -> Option<Json> {
    let href = node.at(&["href"]).and_then(Node::text)?;
    let kind = node.at(&["type"]).and_then(Node::text);
    let text = |key: &str| node.at(&[key]).and_then(Node::text).filter(|text| !text.is_empty());
    let label = text("label").or_else(|| match kind.as_deref() {
        Some("github") => Some("GitHub".to_owned()),
        Some("discord") => Some("Discord".to_owned()),
        _ => {
            let icon = text("icon").filter(|icon| !icon.contains(['/', '.']))?;
            let known = SOCIALS.iter().find(|(name, _)| *name == icon).map(|(_, label)| (*label).to_owned());
            Some(known.unwrap_or_else(|| super::title_of(&icon)))
        }
    });
    let href = if href.contains(':') || href.starts_with('#') { href } else { rooted(href) };
    Some(json!({ "label": label.unwrap_or_else(|| href.clone()), "href": href, "position": "right" }))
}

/// Converts a link to a footer item.
fn bare(mut link: Json) -> Json {
    link.as_object_mut().map(|link| link.remove("position"));
    link
}

fn rooted(path: String) -> String {
    match path.contains("://") || path.starts_with('/') {
        true => path,
        false => format!("/{}", path.trim_start_matches("./")),
    }
}
