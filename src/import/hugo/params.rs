//! Converts theme parameters, such as the logo, the repository, the footer, and search.

use serde_json::{Value as Json, json};

use super::Site;
use super::files::text_in;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::site;
use crate::markdown::inline_html;
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The files that themes use as the site's icon.
const FAVICONS: [&str; 8] = [
    "favicon.svg",
    "favicon.ico",
    "favicon.png",
    "favicons/favicon.svg",
    "favicons/favicon.ico",
    "favicons/favicon-32x32.png",
    "favicon/favicon.ico",
    "images/favicon.png",
];

impl Site<'_> {
    /// Converts the parameters that themes read.
    pub(super) fn set_params(&self, settings: &mut Settings, left: &mut Left) {
        self.set_images(settings);
        self.set_repository(settings);
        self.set_footer(settings);
        self.set_search(settings, left);
        self.set_analytics(settings);
        if let Some(message) = self.param(&["banner", "message"]).or_else(|| self.param(&["announcement"])) {
            settings.set("announcement_bar.content", self.html(&message));
            settings.set_some("announcement_bar.id", self.param(&["banner", "key"]));
        }
        match self.param(&["theme", "default"]).or_else(|| self.param(&["BookTheme"])).as_deref() {
            Some("dark") => settings.set("color_mode.default_mode", "dark"),
            Some("light") => settings.set("color_mode.respect_prefers_color_scheme", false),
            _ => {}
        }
        settings.set_some("site.accent", self.accent());
        self.set_versions(settings);
    }

    fn set_images(&self, settings: &mut Settings) {
        let listed = [&["favicon"][..], &["BookFavicon"]].iter().find_map(|keys| self.param(keys));
        settings.set_some("site.favicon", self.first_file(listed.as_deref().into_iter().chain(FAVICONS)));
        let names = [
            &["navbar", "logo", "path"][..],
            &["logo"],
            &["logo", "src"],
            &["BookLogo"],
            &["geekdocLogo"],
            &["logo_image"],
        ];
        let logo = names.iter().find_map(|keys| self.param(keys));
        let src = self.first_file(logo.as_deref().into_iter().chain(["icons/logo.svg"]));
        if src.is_some() {
            let dark = self.param(&["navbar", "logo", "dark"]);
            settings.set_some("navbar.logo.src_dark", dark.and_then(|path| self.first_file([path.as_str()])));
        }
        settings.set_some("navbar.logo.src", src);
        let image = self.config.at(&["params", "images"]).map_or_else(Vec::new, super::config::texts);
        settings.set_some(
            "site.image",
            self.first_file(image.iter().map(String::as_str).filter(|path| !path.contains("://"))),
        );
    }

    /// Sets the repository URL and the URL for editing pages.
    fn set_repository(&self, settings: &mut Settings) {
        let names = [
            &["github_repo"][..],
            &["BookRepo"],
            &["geekdocRepo"],
            &["repo"],
            &["repoURL"],
            &["github_url"],
            &["repository"],
        ];
        let repository = names.iter().find_map(|keys| self.param(keys)).filter(|url| url.contains("://"));
        let repository = repository.map(|url| url.trim_end_matches('/').to_owned());
        if let Some(url) = &repository {
            settings.push("navbar_items", site::repository(url, None));
        }
        let base = self
            .param(&["editURL", "base"])
            .filter(|_| self.config.flag(&["params", "editURL", "enable"]) == Some(true));
        let branch = self.param(&["github_branch"]).or_else(|| self.param(&["BookBranch"]));
        let marks = ["/edit/", "/-/edit/"];
        let paths = [&["geekdocEditPath"][..], &["BookEditPath"], &["BookEditLink"]]
            .iter()
            .find_map(|keys| self.param(keys));
        // Replace the path after the branch, because paths are different in the new site.
        let with_branch = |text: &str| {
            let (start, rest) =
                marks.iter().find_map(|mark| text.find(mark).map(|at| text.split_at(at + mark.len())))?;
            Some(format!("{start}{}/{{path}}", rest.split('/').next()?))
        };
        let edit = base.as_deref().and_then(with_branch);
        let edit = edit.or_else(|| {
            let url = repository.as_ref()?;
            let path = paths.as_deref().map(|path| {
                format!("{url}/{}", path[path.find("edit/").unwrap_or(0)..].trim_start_matches('/'))
            });
            match path {
                Some(path) => with_branch(&path),
                None => self
                    .param(&["github_repo"])
                    .map(|_| format!("{url}/edit/{}/{{path}}", branch.as_deref().unwrap_or("main"))),
            }
        });
        settings.set_some("docs.edit_url", edit);
    }

    fn set_footer(&self, settings: &mut Settings) {
        let own = self.config.text(&["copyright"]).or_else(|| self.param(&["copyright"]));
        let authors = || {
            let authors = self.param(&["copyright", "authors"])?;
            let year =
                self.param(&["copyright", "from_year"]).map_or_else(String::new, |year| format!("{year} "));
            Some(format!("© {year}{}", authors.trim_end().trim_end_matches('|').trim_end()))
        };
        settings.set_some("footer.copyright", own.or_else(authors).map(|text| self.html(&text)));
        let columns: Vec<Json> = ["user", "developer"]
            .into_iter()
            .filter_map(|name| {
                let links = self.config.at(&["params", "links", name])?.items();
                let item = |node: &Node| Some(json!({ "label": text_in(node, &["name"])?, "href": self.footer_href(&text_in(node, &["url"])?) }));
                let items: Vec<Json> = links.iter().filter_map(item).collect();
                let title = crate::import::inline::capitalized(name);
                (!items.is_empty()).then(|| json!({ "title": title, "items": items }))
            })
            .collect();
        if !columns.is_empty() {
            settings.set("footer.columns", columns);
        }
    }

    fn footer_href(&self, url: &str) -> String {
        let redirects = std::collections::BTreeMap::new();
        if url.contains("://") || url.starts_with("mailto:") {
            url.to_owned()
        } else {
            self.existing(&super::urls::normal(url), &redirects)
        }
    }

    /// Converts single-line Markdown in a config value to HTML.
    fn html(&self, text: &str) -> String {
        let text = text.trim().replace('\n', " ");
        let mut out = String::new();
        let mut rest = &*text;
        while let Some((before, after)) = rest.split_once('[') {
            let parts = after.split_once("](").and_then(|(label, after)| Some((label, link_end(after)?)));
            let Some((label, (url, tail))) = parts else { break };
            let url = match url.split_once("ref \"").or_else(|| url.split_once("ref '")) {
                Some((_, path)) => {
                    let path = path.split(['"', '\'']).next().unwrap_or_default();
                    self.tree
                        .pages
                        .first()
                        .and_then(|page| self.reference(page, path))
                        .unwrap_or_else(|| path.to_owned())
                }
                None => url.to_owned(),
            };
            out.push_str(&format!("{before}<a href=\"{}\">{label}</a>", url.replace('"', "%22")));
            rest = tail;
        }
        inline_html(&(out + rest))
    }

    fn set_search(&self, settings: &mut Settings, left: &mut Left) {
        let mut all =
            self.config.all(&["params", "search", "algolia"]).chain(self.config.all(&["params", "algolia"]));
        if let Some((source, node)) = all.next() {
            settings.set_algolia(source, node, left);
        }
    }

    fn set_analytics(&self, settings: &mut Settings) {
        let id = self
            .config
            .text(&["services", "googleAnalytics", "ID"])
            .or_else(|| self.config.text(&["googleAnalytics"]));
        let id =
            id.or_else(|| ["gtmID", "gtm", "googleTagManager"].iter().find_map(|key| self.param(&[key])));
        site::analytics(settings, id);
    }

    /// Returns the primary color from the theme variables.
    fn accent(&self) -> Option<String> {
        let source = self.origin.text(&SourcePath::new("assets/scss/_variables_project.scss"))?;
        let (_, rest) = source.text.split_once("$primary:")?;
        let color = rest.split([';', '!', '\n']).next()?.trim();
        let is_hex = color.strip_prefix('#').is_some_and(|hex| {
            [3, 6].contains(&hex.len()) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        is_hex.then(|| color.to_owned())
    }

    /// Adds a dropdown with links to the sites of other versions.
    fn set_versions(&self, settings: &mut Settings) {
        let versions = self.config.at(&["params", "versions"]).map_or(&[][..], Node::items);
        let item = |node: &Node| {
            let label = text_in(node, &["version"]).or_else(|| text_in(node, &["name"]))?;
            let url = text_in(node, &["url"]).filter(|url| url.contains("://"))?;
            Some(json!({ "label": label, "href": url }))
        };
        let items: Vec<Json> = versions.iter().filter_map(item).collect();
        if !items.is_empty() {
            let label = self.param(&["version_menu"]).unwrap_or_else(|| "Versions".to_owned());
            settings.push(
                "navbar_items",
                json!({ "type": "dropdown", "label": label, "items": items, "position": "right" }),
            );
        }
    }
}

/// Splits text into the link target at the start and the text after the closing parenthesis. The target can contain a
/// shortcode.
fn link_end(text: &str) -> Option<(&str, &str)> {
    let from = if text.starts_with("{{") { text.find("}}")? } else { 0 };
    let end = from + text[from..].find(')')?;
    Some((&text[..end], &text[end + 1..]))
}
