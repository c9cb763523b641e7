//! Converts a Hugo site's pages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::config::texts;
use super::content::{Kind, Page};
use super::host::PageHost;
use super::places::{Place, route};
use super::{Site, Tool};
use crate::import::left::Left;
use crate::import::lines::is_blank;
use crate::import::place::visible;
use crate::import::shortcodes::{self, Child, Host as _};
use crate::import::{Content, front_matter, goldmark, titles};
use crate::markdown;
use crate::path::{SourcePath, decode_path};

impl Site<'_> {
    /// Converts a page. Returns the page's path in the new site.
    pub(super) fn page(&self, at: usize) -> Option<(SourcePath, String, Left)> {
        let (page, place) = (&self.tree.pages[at], &self.places[at]);
        let mut left = Left::default();
        self.note_layout(page, &mut left);
        if *place == Place::List {
            return Some((
                self.file(page, &format!("docs/{}/_category_.toml", visible(&page.path))),
                self.category(at),
                left,
            ));
        }
        self.aliases_of_others(page, place);
        if let Some(to) = page.redirect() {
            self.redirect(&page.url, &to);
        }
        let file = place.file()?;
        let mut entries = self.entries(at);
        if *place == Place::Home && page.is_blank() {
            self.home(page, &mut entries);
            return Some((self.file(page, &file), front_matter::write(&entries), left));
        }
        if let Some(blog) = self.blogs.iter().find(|blog| blog.has(page)) {
            if page.date().is_none() {
                left.note(&page.source, 0..0, "the post without a date", "set `date`");
            }
            self.post(page, blog, &mut entries);
        } else if let Place::Doc(path) = place {
            entries.extend(self.slug(page, path).map(|slug| ("slug".to_owned(), slug.into())));
            if page.kind == Kind::Home && self.has_main_menu() {
                entries.insert("displayed_sidebar".to_owned(), Json::Null);
            }
        }
        let mut text = self.text(page, &mut left);
        if self.has_shown_titles {
            text = titles::below(&entries, text);
        }
        if let Some(lead) =
            page.front.text("description").filter(|_| self.is_docsy() && page.kind != Kind::Home)
        {
            text = format!("{lead}\n\n{}", text.trim_start_matches('\n'));
        }
        if page.kind == Kind::Section && (text.trim().is_empty() || self.has_list(page)) {
            text = format!("{}\n\n{}", text.trim_end(), self.list(page));
        }
        if text.trim().is_empty() && page.kind != Kind::Home {
            left.note(
                &page.source,
                0..0,
                "the text of the page, which a template adds",
                "write the text in Markdown, or remove the page",
            );
        }
        Some((self.file(page, &file), front_matter::write(&entries) + text.trim_start_matches('\n'), left))
    }

    /// Reports a page with its own template, which can add text to the page or replace the page's text.
    fn note_layout(&self, page: &Page, left: &mut Left) {
        let front = page.front.json();
        let named = |key: &str| front.get(key).and_then(Json::as_str).map(str::to_owned);
        let is_own = |is_it: &dyn Fn(&str) -> bool| {
            let files = self.origin.files().iter().filter_map(|path| path.as_str().strip_prefix("layouts/"));
            let mut pages = files.filter(|path| !path.contains("shortcodes/") && !path.contains("partials/"));
            pages.any(is_it)
        };
        let layout = named("layout");
        let of_layout = layout.filter(|name| {
            let is_it =
                |path: &str| path.rsplit('/').next().and_then(|file| file.split('.').next()) == Some(name);
            !USUAL.contains(&name.as_str()) && (page.is_blank() || is_own(&is_it))
        });
        let kind = named("type").filter(|name| {
            let folder = format!("{name}/");
            *name != page.section() && is_own(&|path| path.starts_with(&folder) && !path.contains("/_"))
        });
        let (key, Some(name)) = (if of_layout.is_some() { "layout" } else { "type" }, of_layout.or(kind))
        else {
            return;
        };
        page.front.mark_as_read(key);
        let what = format!("the text that the template of the `{name}` {key} adds");
        left.note(
            &page.source,
            0..0,
            &what,
            "compare the page with the original, and add the text in Markdown",
        );
    }

    /// Returns the path of a file in a page's locale.
    pub(super) fn file(&self, page: &Page, below: &str) -> SourcePath {
        match page.language {
            0 => SourcePath::new(format!("content/{below}")),
            language => SourcePath::new(format!("content/i18n/{}/{below}", self.languages[language].key)),
        }
    }

    /// Returns a page's URL path in the new site. If the URLs of pages end in `.html`, the URL of a section contains the
    /// name `index`.
    pub(super) fn url_of(&self, page: &Page) -> String {
        match self.is_ugly && page.kind == Kind::Section && !page.url.ends_with(".html") {
            true => format!("{}/index", page.url),
            false => page.url.clone(),
        }
    }

    /// Returns a document's slug. If docgen derives the same URL path from the file path, returns `None`.
    fn slug(&self, page: &Page, path: &str) -> Option<String> {
        let prefix = self.prefix(page.language);
        let url = self.url_of(page);
        let own = url.strip_prefix(&prefix).filter(|own| !own.is_empty()).unwrap_or("/");
        let bare = match own.strip_suffix(".html") {
            Some(bare) => {
                if !self.is_ugly {
                    self.redirect(&page.url, &format!("{prefix}{bare}"));
                }
                bare.to_owned()
            }
            None => own.to_owned(),
        };
        (bare != route(path)).then(|| bare.replace('%', "%25"))
    }

    /// Adds a page's redirects. An alias that starts with a slash is relative to the site's root, in every language.
    fn aliases_of_others(&self, page: &Page, place: &Place) {
        let to = match place {
            Place::Posts => self
                .blogs
                .iter()
                .find(|blog| blog.has(page))
                .map(|blog| format!("{}{}", self.prefix(page.language), blog.route)),
            _ => Some(page.url.clone()),
        };
        for alias in page.front.list("aliases") {
            let alias = decode_path(&alias).into_owned();
            let from = match alias.strip_prefix('/') {
                Some(_) => alias.clone(),
                None if self.tool == Tool::Zola => format!("/{alias}"),
                None => format!("{}/../{alias}", page.url),
            };
            if let Some(to) = &to {
                self.redirect(&super::urls::normal(&from), to);
            }
        }
    }

    /// Whether Hugo doesn't publish a page.
    pub(super) fn is_draft(&self, page: &Page) -> bool {
        page.front.flag("draft") == Some(true) || self.is_out_of_date(page)
    }

    /// Whether Hugo doesn't publish a page yet, or doesn't publish it anymore. Only the year counts.
    fn is_out_of_date(&self, page: &Page) -> bool {
        let year = |key: &str| page.front.date(key).and_then(|date| date[..4].parse::<u16>().ok());
        let this = self.origin.year();
        let is_future =
            ["publishdate", "date"].iter().find_map(|key| year(key)).is_some_and(|year| year > this);
        let builds = |key: &str| self.config.flag(&[key]) == Some(true);
        self.tool == Tool::Hugo
            && (is_future && !builds("buildFuture")
                || year("expirydate").is_some_and(|year| year < this) && !builds("buildExpired"))
    }

    /// Converts a page's front matter.
    fn entries(&self, at: usize) -> Map<String, Json> {
        let page = &self.tree.pages[at];
        let front = &page.front;
        let mut entries = Map::new();
        let mut set =
            |name: &str, value: Option<Json>| _ = value.map(|value| entries.insert(name.to_owned(), value));
        let title = page.title();
        set("title", Some(title.as_str().into()).filter(|_| !title.is_empty()));
        set("sidebar_label", front.text("linkTitle").filter(|label| *label != title).map(Json::from));
        // Themes show descriptions as Markdown.
        set("description", front.text("description").map(|text| markdown::plain(&text).into()));
        let position = self.positions.get(&at).copied().or_else(|| front.weight());
        set(
            "sidebar_position",
            position.filter(|_| matches!(self.places[at], Place::Doc(_))).map(Json::from),
        );
        set("draft", self.is_draft(page).then_some(true.into()));
        set("unlisted", front.is_unlisted().then_some(true.into()));
        set("displayed_sidebar", self.sidebar_of_hidden(at).map(Json::from));
        let keywords = front.list("keywords");
        set("keywords", (!keywords.is_empty()).then(|| keywords.into()));
        let mut seen = BTreeSet::new();
        let tags: Vec<String> = [front.list("tags"), front.list("categories")].concat();
        let tags: Vec<String> = tags
            .into_iter()
            .filter(|tag| !tag.trim().is_empty() && seen.insert(tag.to_lowercase()))
            .collect();
        set("tags", (!tags.is_empty()).then(|| tags.into()));
        let updated = front.date("lastmod").or_else(|| front.date("updated"));
        set("last_update", updated.map(|date| json!({ "date": date })));
        set("hide_table_of_contents", hides_contents(page).then_some(true.into()));
        let is_unsearched = front.flag("excludeSearch") == Some(true)
            || front.flag("exclude_search") == Some(true)
            || front.flag("BookSearchExclude") == Some(true)
            || front.flag("in_search_index") == Some(false);
        set("search", is_unsearched.then_some(false.into()));
        let image = front.list("images").into_iter().next().or_else(|| front.text("image"));
        set("image", image.and_then(|image| self.first_file([image.as_str()])).map(Json::from));
        entries
    }

    /// Converts a page's text.
    fn text(&self, page: &Page, left: &mut Left) -> String {
        let host = PageHost::new(self, page);
        let mut expander = shortcodes::expander(&host);
        let start = page.front.end;
        let own = &page.source.text[start..];
        let text = expander.expand(&host.parse(own));
        for lost in &expander.lost {
            let at = start + own.find(&lost.raw).unwrap_or(0);
            let end = at + lost.raw.len().min(page.source.text.len() - at);
            left.note(&page.source, at..end, &lost.what, "look for an equivalent directive or component");
        }
        if page.source.path.extension().starts_with("htm") {
            // Shortcodes can become Markdown.
            return if own.contains("{{") { unindented(&text) } else { html(&text) };
        }
        let rules = self.rules_of(page, &|name| host.own_param(name));
        let (text, lost) = goldmark::convert(&text, &rules, &|url, raw| self.address(page, url, raw));
        for (what, hint) in lost {
            left.note(&page.source, start..start, &what, hint);
        }
        text
    }

    /// Whether the theme is Docsy, which shows descriptions and lists a section's pages after its text.
    fn is_docsy(&self) -> bool {
        self.themes().iter().any(|theme| theme.split('/').any(|part| part == "docsy"))
    }

    fn has_list(&self, page: &Page) -> bool {
        page.front.flag("no_list") != Some(true) && self.is_docsy()
    }

    /// Returns a list of the pages below a page. Themes show such a list on section pages.
    fn list(&self, page: &Page) -> String {
        let item = |Child { title, url, .. }: Child| {
            let description =
                self.tree.by_url.get(&url).and_then(|at| self.tree.pages[*at].front.text("description"));
            let description = description
                .filter(|_| page.front.flag("simple_list") != Some(true))
                .map_or_else(String::new, |text| format!(": {}", text.replace('\n', " ")));
            let url = self.address(page, &url, false).unwrap_or(url);
            format!("- [{}]({url}){description}\n", title.replace(['[', ']'], ""))
        };
        self.children(page).into_iter().map(item).collect()
    }

    /// Returns the settings of a folder that has a generated page.
    fn category(&self, at: usize) -> String {
        let page = &self.tree.pages[at];
        let title =
            Some(page.title()).filter(|title| !title.is_empty()).unwrap_or_else(|| humanized(page.name()));
        let prefix = self.prefix(page.language);
        self.aliases_of_others(page, &Place::List);
        let url = self.url_of(page);
        let url = url.strip_prefix(&prefix).unwrap_or(&url);
        let label = page.front.text("linkTitle").unwrap_or_else(|| title.clone());
        let description = page.front.text("description");
        let mut category = json!({
            "label": label,
            "link": { "type": "generated-index", "title": title, "slug": url },
        });
        if let Some(description) = description {
            category["link"]["description"] = markdown::plain(&description).into();
        }
        if let Some(position) = self.positions.get(&at).copied().or_else(|| page.front.weight()) {
            category["position"] = position.into();
        }
        toml::to_string_pretty(&category).unwrap_or_default()
    }

    /// Returns the top-level folders that contain pages but have no page, each with its language.
    fn bare_folders(&self) -> BTreeSet<(usize, &str)> {
        let pages = self.tree.pages.iter().zip(&self.places);
        let inside = pages.filter(|(page, place)| {
            matches!(place, Place::Doc(_) | Place::List)
                && page.path.contains('/')
                && !self.tree.by_path.contains_key(&(page.language, page.section().to_lowercase()))
        });
        inside.map(|(page, _)| (page.language, page.section())).collect()
    }

    /// Adds a page for each home page that only a template describes. The page has cards for the site's sections.
    pub(super) fn homes(&self, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let kinds = self.config.at(&["disableKinds"]).map_or_else(Vec::new, texts);
        let is_off = kinds.iter().any(|kind| kind == "home")
            || self.files.contains_key("/index.html")
            || self.blogs.iter().any(|blog| blog.route == "/");
        // In the other languages, docgen shows the home page of the default language.
        let is_doc = self.tree.by_url.get("/").is_some_and(|at| matches!(self.places[*at], Place::Doc(_)));
        for (at, language) in self.languages.iter().enumerate().filter(|_| !is_off) {
            let has_pages = self.tree.pages.iter().any(|page| page.language == at);
            if !has_pages || self.tree.by_url.contains_key(&super::urls::normal(&self.prefix(at))) {
                continue;
            }
            let text = |key: &str| {
                let own = self.config.text(&["languages", &language.table, key]);
                own.or_else(|| self.config.text(&[key]))
            };
            let title = text("title").unwrap_or_else(|| "Documentation".to_owned());
            let bare = self.bare_folders().into_iter().filter(|(language, _)| *language == at);
            let bare =
                bare.map(|(_, section)| (humanized(section), format!("{}/{section}", self.prefix(at))));
            let cards =
                self.children_of(at, "").into_iter().map(|page| (page.title, page.url)).chain(bare).map(
                    |(title, url)| format!("::card[{}]{{href=\"{url}\"}}\n", title.replace(['[', ']'], "")),
                );
            let cards: String = cards.collect();
            let entries = Map::from_iter([("title".to_owned(), title.into())]);
            let text = format!("{}::::cards\n{cards}::::\n", front_matter::write(&entries));
            let folder = if at == 0 { String::new() } else { format!("i18n/{}/", language.key) };
            let part = if is_doc { "docs" } else { "pages" };
            let path = SourcePath::new(format!("content/{folder}{part}/index.md"));
            if let Some((source, ..)) = self.config.tables().next() {
                let hint = format!("add the content to `{path}`");
                left.note(source, 0..0, "the home page, which only a template describes", &hint);
            }
            if !is_doc {
                files.entry(path).or_insert(Content::Text(text));
            }
        }
    }

    /// Like Hugo, adds generated pages for top-level folders that don't have their own page.
    pub(super) fn folders(&self, files: &mut BTreeMap<SourcePath, Content>) {
        for (language, section) in self.bare_folders() {
            let url = super::urls::normal(&super::urls::sanitized(
                section,
                self.config.flag(&["disablePathToLower"]) == Some(true),
            ));
            let folder = if language == 0 {
                "content/docs".to_owned()
            } else {
                format!("content/i18n/{}/docs", self.languages[language].key)
            };
            let folder = format!("{folder}/{}", visible(section));
            // The folder at which a sidebar starts isn't a category, so it doesn't have a generated page.
            if self.root().is_none() && self.has_main_menu() {
                let path = SourcePath::new(format!("{folder}/index.md"));
                files.entry(path).or_insert_with(|| Content::Text(self.index_of(language, section, &url)));
                continue;
            }
            let category = json!({
                "label": humanized(section),
                "link": { "type": "generated-index", "title": humanized(section), "slug": url },
            });
            let path = SourcePath::new(format!("{folder}/_category_.toml"));
            files
                .entry(path)
                .or_insert_with(|| Content::Text(toml::to_string_pretty(&category).unwrap_or_default()));
        }
    }

    /// Returns a page that lists the pages in a folder without a page.
    fn index_of(&self, language: usize, section: &str, url: &str) -> String {
        let entries = Map::from_iter([
            ("title".to_owned(), humanized(section).into()),
            ("slug".to_owned(), url.into()),
        ]);
        let is_inside = |page: &&Page| page.language == language && self.section_of(page) == section;
        let links = self
            .tree
            .pages
            .iter()
            .filter(is_inside)
            .map(|page| format!("- [{}]({})\n", page.title().replace(['[', ']'], ""), page.url));
        format!("{}\n{}", front_matter::write(&entries), links.collect::<String>())
    }

    /// Sets the content of a home page without text.
    fn home(&self, page: &Page, entries: &mut Map<String, Json>) {
        entries.insert("layout".to_owned(), "home".into());
        entries.remove("sidebar_position");
        let tagline = page.front.text("description").or_else(|| self.config.text(&["params", "description"]));
        let actions: Vec<Json> = self
            .children(page)
            .into_iter()
            .take(2)
            .map(|child| json!({ "label": child.title, "href": child.url }))
            .collect();
        let mut hero = Map::new();
        hero.extend(tagline.map(|tagline| ("tagline".to_owned(), tagline.replace('\n', " ").into())));
        if !actions.is_empty() {
            hero.insert("actions".to_owned(), actions.into());
        }
        if !hero.is_empty() {
            entries.insert("hero".to_owned(), hero.into());
        }
    }
}

/// The names of the layouts that all sites have.
const USUAL: [&str; 7] = ["all", "home", "list", "page", "section", "single", "baseof"];

/// Whether a page hides its table of contents.
fn hides_contents(page: &Page) -> bool {
    let is = |key: &str, value: bool| page.front.flag(key) == Some(value);
    is("toc", false)
        || is("BookToC", false)
        || is("notoc", true)
        || is("hide_toc", true)
        || is("disableToc", true)
}

/// Returns a title for a name.
pub(super) fn humanized(name: &str) -> String {
    crate::import::inline::capitalized(&name.replace(['-', '_'], " "))
}

/// Returns HTML as one block that contains no Markdown: without indentation, which would start a code block, and without
/// blank lines, which would end the block.
fn html(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    let mut is_raw = false;
    let mut out = "<div>\n".to_owned();
    for line in unindented(text).lines() {
        match (is_blank(line), is_raw) {
            // The blank lines of preformatted text are visible.
            (true, true) => out.push_str("<!-- -->\n"),
            (true, false) => {}
            (false, _) => out.push_str(&format!("{line}\n")),
        }
        is_raw = is_preformatted(line, is_raw);
    }
    out + "</div>\n"
}

/// Returns HTML without indentation, except in preformatted text.
fn unindented(text: &str) -> String {
    let mut is_raw = false;
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(if is_raw { line } else { line.trim_start() });
        out.push('\n');
        is_raw = is_preformatted(line, is_raw);
    }
    out
}

/// Whether the text after a line is preformatted. `before` is the state before the line.
fn is_preformatted(line: &str, before: bool) -> bool {
    let lower = line.to_ascii_lowercase();
    (before || lower.contains("<pre")) && !lower.contains("</pre")
}
