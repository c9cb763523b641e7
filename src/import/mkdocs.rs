//! Converts MkDocs sites, with the Material theme or another theme, and Zensical sites.

mod announcement;
mod blog;
mod code_files;
mod edit;
mod environment;
mod extensions;
mod folders;
mod hooks;
mod included;
mod inherit;
mod languages;
mod literate;
mod logo;
mod macros;
mod metadata;
mod names;
mod navigation;
mod plugins;
mod snippets;
mod theme;
mod variants;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::front_matter::{self, FrontMatter};
use super::ignored::Ignored;
use super::left::Left;
use super::lines::is_blank;
use super::place::unhidden;
use super::python_markdown::{self, Context, Headings, Slugs};
use super::settings::{Settings, note_unknown};
use super::site;
use super::versions::Listing;
use super::{Content, Imported, Origin, parts, titles};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};
use blog::Blog;
use languages::Languages;
use macros::Variables;
use names::Names;
use snippets::OfSite;

/// The possible names of the config file. A Zensical config contains the same settings in the `project` table.
const CONFIGS: [&str; 6] =
    ["mkdocs.yml", "mkdocs.yaml", "zensical.toml", "zensical.yml", "properdocs.yml", "properdocs.yaml"];

/// The settings that are converted or have no meaning in docgen.
const KNOWN: &[&str] = &[
    "site_name",
    "site_url",
    "site_description",
    "site_author",
    "repo_name",
    "repo_url",
    "edit_uri",
    "edit_uri_template",
    "copyright",
    "theme",
    "plugins",
    "extra",
    "markdown_extensions",
    "nav",
    "hooks",
    "docs_dir",
    "site_dir",
    "use_directory_urls",
    "extra_css",
    "extra_javascript",
    "dev_addr",
    "watch",
    "strict",
    "validation",
    "not_in_nav",
    "exclude_docs",
    "remote_branch",
    "remote_name",
    "draft_docs",
];

/// The themes that have a page with search results.
const WITH_SEARCH_PAGE: [&str; 2] = ["mkdocs", "readthedocs"];

/// The patterns for files that MkDocs leaves out unless `exclude_docs` specifies otherwise.
const EXCLUDED: &str = ".*\n/templates/\n";

struct MkDocs<'o> {
    origin: &'o dyn Origin,
    source: Source,
    config: Node,
    /// The folder that contains the pages.
    docs: String,
    /// The patterns for files in `docs` that aren't part of the site.
    excluded: Ignored,
    /// The paths of the pages, relative to `docs`.
    pages: BTreeSet<String>,
    names: Names,
    blog: Option<Blog>,
    /// The languages, if a plugin translates the site.
    languages: Option<&'o Languages>,
}

/// A converted page.
#[derive(Default)]
struct Page {
    text: String,
    /// A post's tags.
    tags: Vec<String>,
    date: String,
    left: Left,
}

/// Converts a site that has an MkDocs or Zensical config. If the pages are outside the config's folder, the site is in the
/// parent folder.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let (source, config) = read(origin, "")?;
    site::above(&docs_of(&config)).is_none().then(|| convert(origin, source, config))
}

/// Converts a site whose config is in the chosen folder but whose pages aren't.
pub(super) fn import_chosen(origin: &dyn Origin) -> Option<Imported> {
    import_in(origin, Some(origin.folder()).filter(|folder| !folder.is_empty())?)
}

/// Converts a site whose config is in a nested folder but whose pages aren't.
pub(super) fn import_nested(origin: &dyn Origin) -> Option<Imported> {
    let configs = origin.files().iter().filter(|path| CONFIGS.contains(&path.file_name()));
    configs.map(SourcePath::parent).find_map(|folder| import_in(origin, folder))
}

fn import_in(origin: &dyn Origin, folder: &str) -> Option<Imported> {
    let (source, config) = read(origin, folder)?;
    let docs = docs_of(&config);
    let is_here = site::above(&format!("{folder}/{docs}")).is_none();
    (is_here && site::above(&docs).is_some()).then(|| convert(origin, source, config))
}

/// Reads the config in a folder.
fn read(origin: &dyn Origin, folder: &str) -> Option<(Source, Node)> {
    let path = |name: &&str| SourcePath::new(format!("{folder}/{name}"));
    let source = CONFIGS.iter().find_map(|name| origin.text(&path(name)))?;
    let mut config = environment::read(&source)?;
    if source.path.extension() == "toml" {
        let Value::Table(tables) = config.value else { return None };
        config = tables.into_iter().find(|(key, _)| key.name == "project")?.1;
    }
    let config = inherit::whole(origin, &source, config);
    Some((source, config))
}

/// Returns the path of the folder that contains the pages, relative to the config's folder.
fn docs_of(config: &Node) -> String {
    config.at(&["docs_dir"]).and_then(Node::text).unwrap_or_else(|| "docs".to_owned())
}

/// Converts a site whose configs have names of their own, such as `mkdocs-online.yml`.
pub(super) fn import_variant(origin: &dyn Origin) -> Option<Imported> {
    let (source, config, others) = variants::choose(origin)?;
    if site::above(&docs_of(&config)).is_some() {
        return None;
    }
    let mut imported = convert(origin, source, config);
    let mut left = Left::default();
    for source in others {
        left.note(&source, 0..0, "another config of the site", "check whether you need its settings");
    }
    imported.left.extend(left.into_diagnostics());
    Some(imported)
}

/// Converts the site with this config, in all languages.
fn convert(origin: &dyn Origin, source: Source, config: Node) -> Imported {
    let docs = source.path.join_sibling(&docs_of(&config)).as_str().to_owned();
    let plugins = plugins::of(&config);
    let plugin = plugins.iter().find(|(name, ..)| *name == languages::PLUGIN);
    match plugin.and_then(|(_, _, options)| Languages::of(&config, *options)) {
        Some(languages) => languages.convert(origin, &docs, &|origin| {
            in_language(origin, (source.clone(), config.clone()), docs.clone(), Some(&languages))
        }),
        None => in_language(origin, (source, config.clone()), docs, None),
    }
}

/// Converts the site in one language. `docs` is the folder that contains the pages.
fn in_language(
    origin: &dyn Origin,
    (source, config): (Source, Node),
    docs: String,
    languages: Option<&Languages>,
) -> Imported {
    let below = |path: &SourcePath| path.strip_dir(&docs).map(str::to_owned);
    let excluded = config.at(&["exclude_docs"]).and_then(Node::text).unwrap_or_default();
    let plugins = plugins::of(&config);
    let excluded = Ignored::new(&format!("{EXCLUDED}{excluded}\n{}", plugins::excluded(&plugins)));
    let finds_by_name = plugins.iter().any(|(name, ..)| names::PLUGINS.contains(name));
    let names = if finds_by_name { Names::of(origin, &docs) } else { Names::default() };
    let is_page = |path: &String| path.ends_with(".md") && !excluded.has(path);
    let pages = origin.files().iter().filter_map(below).filter(is_page).collect();
    let blog = Blog::of(&config);
    let mut site = MkDocs { origin, source, config, docs, excluded, pages, names, blog, languages };
    let replaced = site.take_replaced();
    site.convert(&replaced)
}

impl MkDocs<'_> {
    fn text(&self, keys: &[&str]) -> Option<String> {
        self.config.at(keys).and_then(Node::text)
    }

    /// Returns a folder's path in the site. A path that is marked as relative can start with a variable.
    fn folder(&self, path: &str) -> String {
        let own = [("$config_dir", self.source.path.parent()), ("$docs_dir", &self.docs)];
        let found =
            own.iter().find_map(|(name, folder)| Some(format!("{folder}{}", path.strip_prefix(name)?)));
        found.map_or_else(|| self.in_config(path), |path| path.trim_start_matches('/').to_owned())
    }

    /// Returns the path in the site for a path that's relative to the config's folder.
    fn in_config(&self, path: &str) -> String {
        match self.source.path.parent() {
            "" => path.to_owned(),
            _ => self.source.path.join_sibling(path).as_str().to_owned(),
        }
    }

    /// Removes the pages that MkDocs replaces, because another page has the same URL. Returns their paths.
    fn take_replaced(&mut self) -> Vec<String> {
        let index = |page: &String| format!("{}/index.md", page.trim_end_matches(".md"));
        let has_index = |page: &&String| !self.has_file_urls() && self.pages.contains(&index(page));
        let replaced: Vec<String> = self.pages.iter().filter(has_index).cloned().collect();
        self.pages.retain(|page| !replaced.contains(page));
        replaced
    }

    fn convert(&self, replaced: &[String]) -> Imported {
        let (mut left, mut files) = (Left::default(), BTreeMap::new());
        let sources = replaced.iter().map(|page| SourcePath::new(format!("{}/{page}", self.docs)));
        for source in sources.filter_map(|path| self.origin.text(&path)) {
            let hint = "copy the content that you need to the other page";
            left.note(&source, 0..0, "the page, because an `index.md` file has the same URL", hint);
        }
        let slugs = self.slugs(&mut left);
        let mut settings = self.settings(&slugs, &mut left);
        let titles = self.navigation(&mut settings, &mut left);
        self.redirects(&mut settings);
        let snippets = OfSite::new(self);
        let variables = Variables::of(self);
        let has_references = self.plugins().iter().any(|(name, ..)| plugins::REFERENCES.contains(name));
        let headings = has_references.then(|| {
            let path = |page: &String| SourcePath::new(format!("{}/{page}", self.docs));
            Headings::of(self.pages.iter().filter_map(|page| self.origin.text(&path(page))), &slugs)
        });
        let context = Context {
            snippets: &snippets,
            syntax: self.syntax(),
            slugs,
            list_indent: self.list_indent(),
            added: Box::new(|text| snippets.added(text)),
            tabs: self.tab_ids(),
            has_spaced_headings: self.extension("pymdownx.saneheaders").is_some(),
            captions: self.captions(),
            callouts: self.callouts(),
            runs_code: self.plugins().iter().any(|(name, ..)| *name == plugins::RUNS_CODE),
            headings,
        };
        let all: Vec<&String> = self
            .pages
            .iter()
            .filter(|page| !self.blog.as_ref().is_some_and(|blog| blog.is_list(page)))
            .collect();
        let mut counts = vec![("page", all.len())];
        let converted: Vec<(SourcePath, Page)> =
            all.par_iter().filter_map(|page| self.page(page, &titles, &context, &variables)).collect();
        let (mut tags, mut years) = (BTreeSet::new(), BTreeSet::new());
        for (path, page) in converted {
            files.insert(path, Content::Text(page.text));
            left.add(page.left);
            tags.extend(page.tags);
            years.extend(page.date.get(..4).map(str::to_owned));
        }
        for (file, path) in snippets.parts.own() {
            let Some(source) = self.origin.text(file) else { continue };
            let page = path.strip_dir("content/docs").unwrap_or_else(|| path.file_name());
            let address = |target: &str, raw: bool| self.address(page, None, target, raw);
            let text = python_markdown::convert_part(&source, &context, &address, &mut left);
            files.insert(path.clone(), Content::Text(text));
        }
        if let Some(blog) = &self.blog {
            let title = self.blog_title(blog, &mut left);
            blog.finish(&mut settings, title, &tags, &years);
            self.authors(blog, &mut files, &mut left);
        }
        let is_left_out = |below: &str| {
            let name = below.rsplit('/').next().unwrap_or(below);
            below.ends_with(".md") || folders::CONFIGS.contains(&name) || self.excluded.has(below)
        };
        let others = site::copy_others(self.origin, &self.docs, &mut files, is_left_out);
        counts.push(("other file", others + self.theme_files(&mut files)));
        self.styles(&mut settings, &mut files);
        parts::carry(&mut files);
        context.syntax.turn_on(&files, &mut settings);
        let texts = files.values().filter_map(|content| match content {
            Content::Text(text) => Some(text.as_str()),
            Content::Copy(_) | Content::Bytes(_) => None,
        });
        for (name, value) in variables.used(texts) {
            settings.set(&format!("variables.{name}"), value);
        }
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
        let listing = self.listing(settings);
        Imported { tool: "MkDocs", files, counts, left: left.into_diagnostics(), listing }
    }

    /// Returns the location where mike lists the site's versions. mike builds each version from a different commit.
    fn listing(&self, settings: Settings) -> Option<Listing> {
        let provider = self.config.at(&["extra", "version", "provider"]);
        let provider = provider.filter(|node| node.text().as_deref() == Some("mike"));
        let plugin = self.plugins().into_iter().find(|(name, ..)| *name == "mike");
        let (range, options) = match (plugin, provider) {
            (Some((_, range, options)), _) => (range, options),
            (None, provider) => (provider?.range.clone(), None),
        };
        let prefix = options.and_then(|options| options.at(&["deploy_prefix"])).and_then(Node::text);
        let file = SourcePath::new(format!("{}/versions.json", prefix.unwrap_or_default()));
        let branch = self.text(&["remote_branch"]).unwrap_or_else(|| "gh-pages".to_owned());
        let config = (self.source.clone(), range);
        Some(Listing { branch, file: file.as_str().to_owned(), config, settings })
    }

    /// Converts the settings, except the navigation.
    fn settings(&self, slugs: &Slugs, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        settings.set("site.title", self.text(&["site_name"]).unwrap_or_else(|| "Documentation".to_owned()));
        settings
            .set_some("site.tagline", self.text(&["site_description"]).map(|text| text.trim().to_owned()));
        if let Some(url) = self.text(&["site_url"]).filter(|url| url.contains("://")) {
            site::set_url(&mut settings, &url);
        }
        if self.has_file_urls() {
            settings.set("site.trailing_slash", false);
        }
        settings.set("markdown.heading_ids", json!(slugs.nearest()));
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        settings.set_some("docs.edit_url", self.edit_url());
        site::lower_diagnostics(&mut settings);
        settings.set_some("footer.copyright", self.text(&["copyright"]));
        if let Some(repository) = self.text(&["repo_url"]).map(|url| url.trim_end_matches('/').to_owned()) {
            settings.push("navbar_items", site::repository(&repository, self.text(&["repo_name"])));
        }
        self.theme(&mut settings, left);
        note_unknown(&self.source, self.config.entries().unwrap_or_default(), "", KNOWN, left);
        self.note_extensions(left);
        for (name, range, _) in self.unknown_plugins() {
            let what = format!("the `{name}` plugin");
            left.note(&self.source, range, &what, plugins::hint(name));
        }
        self.note_hooks(left);
        settings
    }

    fn redirects(&self, settings: &mut Settings) {
        let plugins = self.plugins();
        let maps = plugins
            .iter()
            .filter(|(name, ..)| *name == "redirects")
            .filter_map(|(_, _, options)| options.as_ref()?.at(&["redirect_maps"]));
        for (key, target) in maps.filter_map(Node::entries).flatten() {
            let Some(target) = target.text() else { continue };
            let (file, anchor) = target
                .split_once('#')
                .map_or((&*target, String::new()), |(file, anchor)| (file, format!("#{anchor}")));
            let route_of = |file: &str| self.languages.map_or_else(|| route(file), |all| all.route(file));
            let to = if target.contains("://") { target.clone() } else { route_of(file) + &anchor };
            settings.push("redirects", json!({ "from": route(&key.name), "to": to }));
        }
        let theme =
            self.config.at(&["theme"]).and_then(|theme| theme.text().or_else(|| theme.at(&["name"])?.text()));
        let has_search_page = theme.is_some_and(|name| WITH_SEARCH_PAGE.contains(&&*name));
        if has_search_page && self.source.path.extension() != "toml" && !self.has_file_urls() {
            settings.push("redirects", json!({ "from": "/search.html", "to": "/search" }));
        }
    }

    /// Converts a page. Also returns the page's path in the new site.
    fn page(
        &self,
        page: &str,
        titles: &BTreeMap<String, String>,
        context: &Context<'_>,
        variables: &Variables,
    ) -> Option<(SourcePath, Page)> {
        let mut left = Left::default();
        let mut source = self.origin.text(&SourcePath::new(format!("{}/{page}", self.docs)))?;
        if let Some(text) = included::expanded(self, &source, &mut left) {
            source = Source::new(source.path.clone(), &text);
        }
        let front_matter: FrontMatter = metadata::read(&source);
        let post = self.blog.as_ref().and_then(|blog| Some((blog, blog.post(page)?)));
        let convert = |name: &str, node: &Node| {
            if post.is_some() { of_post(name, node) } else { None }.or_else(|| key(name, node))
        };
        let mut entries = front_matter.converted(&source, &mut left, convert);
        let url = match post {
            Some((blog, below)) => {
                let own = entries.get("title").and_then(Json::as_str).map(str::to_owned);
                let title = own.or_else(|| first_heading(&source.text[front_matter.end..]));
                blog.convert(&mut entries, below, &title.unwrap_or_else(|| name_of(below)))
            }
            None => None,
        };
        let address = |target: &str, raw: bool| self.address(page, url.as_deref(), target, raw);
        let text = variables.replaced(self, &source, &front_matter, &mut left);
        let text = self.with_named_links(page, text);
        let text = code_files::inserted(self, &text, context.snippets).unwrap_or(text);
        let mut text =
            python_markdown::convert(&source, front_matter.end, &text, context, &address, &mut left);
        // The navigation names the page, but the text keeps its heading. The home page has the site's title.
        let heading = titles::heading(&text);
        let is_own = |title: &&String| heading.as_ref().is_none_or(|own| own != *title && page != "index.md");
        if let Some(title) = titles.get(page).filter(|title| !entries.contains_key("title") && is_own(title))
        {
            entries.insert("title".to_owned(), title.as_str().into());
        }
        // Without a heading, the page shows its name in the navigation, not the title in its front matter.
        let shown = titles.get(page).filter(|title| {
            let own = entries.get("title").and_then(Json::as_str);
            own.is_some_and(|own| own != **title) && !titles::has_heading(&text)
        });
        if let Some(title) = shown {
            text = format!("# {}\n\n{}", super::markdown::escaped(title), text.trim_start_matches('\n'));
        }
        titles::keep(&mut entries, &text);
        let placed = self.placed(page);
        if post.is_none() && (placed != page || site::pinned(page, &route(page)).is_some()) {
            entries.insert("slug".to_owned(), route(page).into());
        }
        let path = match post {
            Some((_, below)) => SourcePath::new(format!("content/blog/{below}")),
            None => SourcePath::new(format!("content/docs/{placed}")),
        };
        let list = |name: &str| entries.get(name).and_then(Json::as_array).into_iter().flatten();
        let tags =
            list("tags").filter_map(Json::as_str).filter(|_| post.is_some()).map(str::to_owned).collect();
        let date = entries
            .get("date")
            .and_then(Json::as_str)
            .filter(|_| post.is_some())
            .unwrap_or_default()
            .to_owned();
        let text = front_matter::write(&entries) + text.trim_start_matches('\n');
        Some((path, Page { text, tags, date, left }))
    }

    /// Returns a page's path in the new site, relative to the folder that contains the pages.
    fn placed(&self, page: &str) -> String {
        unhidden(page, |path| self.pages.contains(path))
    }

    /// Returns a page's ID in sidebars.
    fn id_of(&self, page: &str) -> String {
        let placed = self.placed(page);
        placed.strip_suffix(".md").unwrap_or(&placed).to_owned()
    }

    /// Whether the URLs of pages are the paths of files.
    fn has_file_urls(&self) -> bool {
        let value = self.config.at(&["use_directory_urls"]).map(|node| &node.value);
        matches!(value, Some(Value::Bool(false)))
    }

    /// Converts the URL of a link or image on a page. MkDocs resolves file paths in links. In raw HTML, browsers
    /// resolve paths relative to the page's URL. If the page's URL isn't derived from the file path, `own` is the URL.
    fn address(&self, page: &str, own: Option<&str>, url: &str, raw: bool) -> Option<String> {
        let (written, suffix) = site::relative(url)?;
        let path = written.strip_suffix('/').filter(|path| path.ends_with(".md")).unwrap_or(written);
        let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
        let base = match own {
            Some(own) if raw => own.to_owned(),
            None if raw && !self.has_file_urls() => route(page),
            _ => format!("/{folder}"),
        };
        let exists = |path: &SourcePath| self.has_file(path.as_str());
        let joined = SourcePath::new(format!("{base}/{path}"));
        let decoded = SourcePath::new(crate::path::decode_path(joined.as_str()));
        let joined = if exists(&joined) || !exists(&decoded) { joined } else { decoded };
        // A link to a file can leave out the folder.
        let is_name = !raw && !path.is_empty() && !path.contains('/') && !exists(&joined);
        if let Some(named) = self.names.find(path).filter(|_| is_name) {
            let url = match (named.ends_with(".md"), own) {
                (true, None) => site::between(&self.placed(page), &self.placed(named)),
                (true, Some(_)) => route(named),
                (false, _) => format!("/{}", named.replace(' ', "%20")),
            };
            return Some(url + suffix);
        }
        // A link can name the language of the page.
        let bare =
            self.languages.map(|languages| SourcePath::new(languages.without_language(joined.as_str())));
        if let Some(bare) = bare.filter(|bare| *bare != joined && self.pages.contains(bare.as_str())) {
            return Some(site::between(&self.placed(page), &self.placed(bare.as_str())) + suffix);
        }
        if let Some(blog) = self.blog.as_ref().filter(|_| path.ends_with(".md")) {
            return blog.page_url(page, joined.as_str()).map(|url| url + suffix);
        }
        let is_file = !path.ends_with(".md") && exists(&joined);
        if self.pages.contains(joined.as_str())
            && (self.placed(page) != page || self.placed(joined.as_str()) != joined.as_str())
        {
            return Some(route(joined.as_str()) + suffix);
        }
        let page_of_file = || joined.as_str().strip_suffix(".html").map(|path| format!("{path}.md"));
        if let Some(page) =
            page_of_file().filter(|page| raw && !is_file && self.pages.contains(page.as_str()))
        {
            return Some(route(&page) + suffix);
        }
        if is_file || raw {
            // A path in raw HTML is relative to the page's URL.
            return Some(format!("/{}{suffix}", joined.as_str().replace(' ', "%20")));
        }
        (path != written).then(|| format!("{path}{suffix}"))
    }
}

/// Converts a post's front matter key.
fn of_post(name: &str, node: &Node) -> Option<Vec<(&'static str, Json)>> {
    Some(match name {
        "authors" => vec![("authors", node.json())],
        "draft" => vec![("draft", node.json())],
        "slug" => vec![("slug", node.json())],
        "categories" => vec![("categories", node.json())],
        "readtime" => Vec::new(),
        _ => return None,
    })
}

/// Converts a front matter key.
fn key(name: &str, node: &Node) -> Option<Vec<(&'static str, Json)>> {
    let hides = |part: &str| node.items().iter().any(|item| item.text().as_deref() == Some(part));
    Some(match name {
        "hide" => {
            let toc = hides("toc").then(|| ("hide_table_of_contents", true.into()));
            let navigation = hides("navigation").then_some(("displayed_sidebar", Json::Null));
            toc.into_iter().chain(navigation).collect()
        }
        "search" => match node.at(&["exclude"]).map(|node| &node.value) {
            Some(Value::Bool(true)) => vec![("search", false.into())],
            _ => node
                .at(&["boost"])
                .map(|boost| ("search", json!({ "boost": boost.json() })))
                .into_iter()
                .collect(),
        },
        // These keys change only how the theme shows a page.
        "icon" | "status" | "subtitle" | "comments" | "revision_date" | "author" => Vec::new(),
        // The text has been converted with these keys.
        "include_yaml" | "render_macros" | "ignore_macros" => Vec::new(),
        _ => return None,
    })
}

/// If the first line is a heading, returns its text.
fn first_heading(text: &str) -> Option<String> {
    let line = text.lines().find(|line| !is_blank(line))?;
    Some(line.trim().strip_prefix("# ")?.trim().to_owned())
}

/// Returns the title of a page that has no other title.
fn name_of(page: &str) -> String {
    page.rsplit('/').next().unwrap_or(page).trim_end_matches(".md").replace(['-', '_'], " ")
}

/// Returns a page's URL path.
fn route(file: &str) -> String {
    let bare = file.strip_suffix(".md").unwrap_or(file);
    let bare = match bare.rsplit_once('/') {
        Some((folder, "index" | "README")) => folder,
        None if matches!(bare, "index" | "README") => "",
        _ => bare,
    };
    format!("/{bare}")
}
