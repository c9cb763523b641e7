//! Converts Zola sites: the config, page URLs, and shortcode templates.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::{Kwargs, Serde};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use parking_lot::Mutex;
use serde_json::{Value as Json, json};

use super::config::{Config, below};
use super::content::{self, Kind};
use super::languages::Language;
use super::template::marked;
use super::urls::normal;
use super::{Parts, Site, Tool, template};
use crate::import::goldmark::Rules;
use crate::import::left::Left;
use crate::import::settings::{Settings, is_empty, note_unknown};
use crate::import::shortcodes::{self, Argument, Call};
use crate::import::syntax::Syntax;
use crate::import::{Imported, Origin, site};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node};

/// The possible names of the config file.
const CONFIGS: [&str; 2] = ["zola.toml", "config.toml"];

/// The top-level settings that are converted or have no meaning in docgen.
const KNOWN: &[&str] = &[
    "base_url",
    "title",
    "description",
    "author",
    "default_language",
    "languages",
    "theme",
    "taxonomies",
    "markdown",
    "extra",
    "slugify",
    "search",
    "build_search_index",
    "generate_feed",
    "generate_feeds",
    "feed_filename",
    "feed_filenames",
    "feed_limit",
    "compile_sass",
    "minify_html",
    "output_dir",
    "ignored_content",
    "ignored_static",
    "hard_link_static",
    "link_checker",
    "generate_sitemap",
    "generate_robots_txt",
    "preserve_dotfiles_in_output",
    "exclude_paginated_pages_in_sitemap",
    "highlight_code",
    "highlight_theme",
    "translations",
    "mode",
];

/// Converts a site that has a Zola config.
pub(in crate::import) fn import(origin: &dyn Origin) -> Option<Imported> {
    let config = CONFIGS.iter().find_map(|name| {
        let config = Config::file(origin, name)?;
        let is_zola = config.at(&["base_url"]).is_some() && config.at(&["baseURL"]).is_none();
        is_zola.then_some(config)
    })?;
    let languages = languages(&config);
    let tree = content::read(Tool::Zola, origin, &config, &languages);
    if tree.pages.is_empty() {
        return None;
    }
    let flag = |name: &str| config.flag(&["markdown", name]) == Some(true);
    let parts = Parts {
        base_url: config.text(&["base_url"]).unwrap_or_default(),
        has_default_folder: false,
        files: super::files::of_static(origin, &config, &languages),
        rules: Rules {
            syntax: Syntax {
                math: super::formulas::syntax(origin, &config, "extra", &tree),
                emoji: flag("render_emoji"),
                ..Syntax::default()
            },
            has_definitions: flag("definition_list"),
            ..Rules::default()
        },
        templates: templates(origin),
        partials: template::read(origin, &template::PARTIALS, &[]),
    };
    Some(Site::new(Tool::Zola, origin, config, languages, tree, parts).convert())
}

/// Returns the templates of shortcodes: files in the folder of shortcodes, and components.
fn templates(origin: &dyn Origin) -> BTreeMap<String, String> {
    let mut templates = template::read(origin, &template::ZOLA, &[]);
    for path in origin.files().iter().filter(|path| template::below(path.as_str(), &["templates/"]).is_some())
    {
        let Some(source) = origin.text(path).filter(|source| source.text.contains("endcomponent")) else {
            continue;
        };
        for (name, text) in components(&source.text) {
            templates.entry(name).or_insert(text);
        }
    }
    templates
}

/// Returns the components that a template defines, as templates without arguments.
fn components(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("{%") {
        let head = text[at + 2..].trim_start_matches('-').trim_start().strip_prefix("component ");
        let Some((signature, rest)) = head.and_then(|head| head.split_once("%}")) else { continue };
        let end = rest.find("endcomponent").and_then(|end| rest[..end].rfind("{%"));
        let (Some(end), Some((name, parameters))) = (end, signature.split_once('(')) else { continue };
        let parameters = parameters.rsplit_once(')').map_or("", |(parameters, _)| parameters);
        found.push((name.trim().to_ascii_lowercase(), defaults(parameters) + &rest[..end]));
    }
    found
}

/// Returns statements that set the default values of a component's parameters.
fn defaults(parameters: &str) -> String {
    let types = regex_lite::Regex::new(r":\s*\w+").expect("the pattern is valid");
    let statement = |argument: Argument| {
        let name = argument.name?;
        let is_literal = matches!(&*argument.value, "true" | "false" | "none")
            || argument.value.starts_with('[')
            || argument.value.parse::<f64>().is_ok();
        let value = if is_literal { argument.value } else { Json::from(argument.value).to_string() };
        Some(format!("{{%- if {name} is undefined %}}{{% set {name} = {value} %}}{{% endif -%}}\n"))
    };
    shortcodes::arguments(&types.replace_all(parameters, ""), &[','])
        .into_iter()
        .filter_map(statement)
        .collect()
}

fn languages(config: &Config) -> Vec<Language> {
    let default = config.text(&["default_language"]).unwrap_or_else(|| "en".to_owned());
    let language = |key: &str| Language {
        key: key.to_owned(),
        table: key.to_owned(),
        label: config.text(&["languages", key, "extra", "language_name"]),
        ..Language::default()
    };
    let mut languages = vec![language(&default)];
    for (_, key, _) in config.entries(&["languages"]) {
        if key.name != default {
            languages.push(language(&key.name));
        }
    }
    languages
}

impl Site<'_> {
    /// Converts a Zola site's settings and menus.
    pub(super) fn settings_of_zola(&self, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        settings
            .set("site.title", self.config.text(&["title"]).unwrap_or_else(|| "Documentation".to_owned()));
        settings
            .set_some("site.tagline", self.config.text(&["description"]).map(|text| text.replace('\n', " ")));
        site::set_url(&mut settings, &self.base_url);
        settings.set("markdown.heading_ids", "zola");
        if self.config.flag(&["markdown", "smart_punctuation"]) == Some(true) {
            settings.set("markdown.smart_punctuation", true);
        }
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        site::lower_diagnostics(&mut settings);
        self.set_locales(&mut settings);
        let own_icon = self.config.text(&["extra", "favicon"]).unwrap_or_default();
        settings.set_some(
            "site.favicon",
            self.first_file([
                own_icon.as_str(),
                "favicon.svg",
                "favicon.ico",
                "favicon.png",
                "images/favicon.png",
            ]),
        );
        let logo =
            self.config.text(&["extra", "logo"]).or_else(|| self.config.text(&["extra", "logo", "file"]));
        settings.set_some("navbar.logo.src", logo.and_then(|logo| self.first_file([logo.as_str()])));
        self.set_extra(&mut settings);
        self.set_menus(&mut settings, left);
        self.read_redirects();
        self.redirect_terms();
        self.redirect_sections();
        self.note_zola(left);
        settings
    }

    /// Converts the settings in `[extra]` that themes read.
    fn set_extra(&self, settings: &mut Settings) {
        let text = |names: &[&str]| names.iter().find_map(|name| self.config.text(&["extra", name]));
        let repository = text(&["docs_repo", "repo_url", "repository", "github_repo", "repo", "github"])
            .filter(|url| url.contains("://"));
        if let Some(url) = repository.map(|url| url.trim_end_matches('/').to_owned()) {
            settings.push("navbar_items", site::repository(&url, None));
            if self.config.flag(&["extra", "edit_page"]) == Some(true) {
                let branch = text(&["repo_branch", "branch"]).unwrap_or_else(|| "main".to_owned());
                settings.set("docs.edit_url", format!("{url}/edit/{branch}/{{path}}"));
            }
        }
        settings.set_some(
            "footer.copyright",
            text(&["copyright", "footer_text"]).or_else(|| self.config.text(&["extra", "footer", "info"])),
        );
        let items: Vec<_> = self
            .config
            .at(&["extra", "footer", "nav"])
            .map_or(&[][..], Node::items)
            .iter()
            .filter_map(|node| {
                let url = below(node, &["url"])?.text()?;
                let href = if url.contains("://") { url } else { normal(&url) };
                Some(json!({ "label": below(node, &["name"])?.text()?, "href": href }))
            })
            .collect();
        if !items.is_empty() {
            settings.set("footer.columns", json!([{ "title": "", "items": items }]));
        }
    }

    /// Returns the links in the first menu in `[extra]`.
    pub(super) fn menu_of_zola(&self) -> Vec<&Node> {
        let is_link = |node: &Node| {
            let has =
                |names: &[&str]| names.iter().any(|name| below(node, &[name]).and_then(Node::text).is_some());
            has(&["url", "path", "link", "href"]) && has(&["name", "title", "text", "label"])
        };
        let is_menu = |name: &str| {
            ["menu", "nav", "header", "links"].iter().any(|part| name.contains(part))
                && !name.contains("footer")
                && !name.contains("social")
        };
        for (_, key, node) in self.config.entries(&["extra"]) {
            let lists = node
                .entries()
                .unwrap_or_default()
                .iter()
                .filter(|(key, _)| matches!(key.name.as_str(), "main" | "items" | "links" | "nav"));
            let all = std::iter::once(node).chain(lists.map(|(_, node)| node));
            let found = all.map(Node::items).find(|items| !items.is_empty() && items.iter().all(is_link));
            if let Some(items) = found.filter(|_| is_menu(&key.name.to_ascii_lowercase())) {
                return items.iter().collect();
            }
        }
        Vec::new()
    }

    /// Adds the redirects for sections that have a `redirect_to` key.
    fn redirect_sections(&self) {
        for page in self.tree.pages.iter().filter(|page| matches!(page.kind, Kind::Section | Kind::Home)) {
            let Some(to) = page.front.text("redirect_to") else { continue };
            let to =
                if to.contains("://") { to } else { normal(&format!("/{}", to.trim_start_matches('/'))) };
            self.redirect(&page.url, &to);
        }
    }

    fn note_zola(&self, left: &mut Left) {
        for (source, table, entries) in self.config.tables() {
            note_unknown(source, entries, &table, KNOWN, left);
        }
        for (source, node) in self.config.all(&["taxonomies"]) {
            for taxonomy in node.items() {
                let name = below(taxonomy, &["name"]).and_then(Node::text).unwrap_or_default();
                if !matches!(name.as_str(), "tags" | "categories" | "authors" | "keywords") {
                    left.note(
                        source,
                        taxonomy.range.clone(),
                        &format!("the `{name}` taxonomy"),
                        "use tags instead",
                    );
                }
            }
        }
        if let Some((source, node)) = self.config.all(&["slugify", "anchors"]).next()
            && node.text().is_some_and(|anchors| anchors != "on")
        {
            left.note(
                source,
                node.range.clone(),
                "the `slugify.anchors` setting",
                "add heading IDs, as in `## Title {#id}`",
            );
        }
        for (source, key, node) in self.config.entries(&["extra"]) {
            let is_simple =
                matches!(node.value, tree::Value::Text(_) | tree::Value::List(_) | tree::Value::Table(_));
            let known = [
                "menu",
                "nav",
                "logo",
                "footer",
                "docs_repo",
                "repo",
                "github",
                "edit_page",
                "copyright",
                "author",
                "branch",
                "links",
            ];
            let name = key.name.to_ascii_lowercase();
            let is_used = name == "favicon" || known.iter().any(|known| name.contains(known));
            if is_simple && !is_used && !is_empty(node) {
                left.note(
                    source,
                    key.range.clone(),
                    &format!("the `extra.{}` setting", key.name),
                    "use an equivalent docgen setting if there is one; otherwise, leave out this setting",
                );
            }
        }
        site::note_templates(self.origin, "templates", &|below| !below.starts_with("shortcodes/"), left);
    }
}

/// Evaluates a shortcode's template with the call's arguments, its content, and the number of the call. If the template
/// needs anything else, such as the site's data, returns `None`.
pub(super) fn evaluate(
    template: &str,
    call: &Call,
    (inner, count): (Option<&str>, usize),
    read: &dyn Fn(&SourcePath) -> Option<Source>,
) -> Option<String> {
    let mut jinja = Environment::new();
    jinja.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    jinja.set_auto_escape_callback(|_| AutoEscape::None);
    jinja.set_fuel(Some(FUEL));
    let is_html = template.contains('<');
    jinja.add_filter("safe", |value: Value| match value.as_str() {
        Some(text) => Value::from_safe_string(text.to_owned()),
        None => value,
    });
    for name in ["linebreaksbr", "escape"] {
        jinja.add_filter(name, |value: Value| value);
    }
    // In HTML, Zola escapes each text that isn't marked as safe.
    jinja.set_formatter(move |out, _, value| match value.as_str().filter(|_| is_html && !value.is_safe()) {
        Some(text) => {
            let text = text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            Ok(out.write_str(&text)?)
        }
        None if value.is_undefined() => Err(minijinja::ErrorKind::UndefinedError.into()),
        None => Ok(write!(out, "{value}")?),
    });
    jinja.add_filter("markdown", move |text: String, _: Kwargs| marked(&text, is_html));
    jinja.add_filter("default", |value: Value, options: Kwargs| -> Result<Value, minijinja::Error> {
        let default: Value = options.get("value")?;
        Ok(if value.is_undefined() { default } else { value })
    });
    jinja.add_function("get_url", |options: Kwargs| -> Result<String, minijinja::Error> {
        let path: String = options.get("path")?;
        Ok(if path.starts_with(['/', '@']) || path.contains("://") { path } else { format!("/{path}") })
    });
    let files = DataFiles::default();
    jinja.add_function("load_data", files.loader());
    let typed = |text: &str| match text {
        "true" => true.into(),
        "false" => false.into(),
        text if text.starts_with('[') => match serde_json::from_str::<serde_json::Value>(text) {
            Ok(list) => Value::from(Serde(list)),
            Err(_) => Value::from(text),
        },
        text => Value::from(text),
    };
    let named =
        call.arguments.iter().filter_map(|argument| Some((argument.name.clone()?, typed(&argument.value))));
    let mut values: BTreeMap<String, Value> = named.collect();
    values.insert("body".to_owned(), inner.unwrap_or_default().into());
    values.insert("nth".to_owned(), count.into());
    // The template names a file, which is then read for the next attempt.
    let attempt = |_| match jinja.render_str(template, &values) {
        Ok(out) => Some(Some(out)),
        Err(_) => (!files.read(read)).then_some(None),
    };
    let out = (0..MOST_FILES).find_map(attempt)??;
    let lower = out.to_ascii_lowercase();
    (!lower.contains("<script") && !lower.contains("<style")).then(|| out.trim().to_owned())
}

/// The maximum number of files that a template can load.
const MOST_FILES: usize = 8;

/// The data files that a template loads, by their path and format.
#[derive(Clone, Default)]
struct DataFiles {
    found: Arc<Mutex<BTreeMap<(String, String), Value>>>,
    /// The file that the template needs next.
    wanted: Arc<Mutex<Option<(String, String)>>>,
}

impl DataFiles {
    /// Returns the `load_data` function.
    fn loader(&self) -> impl Fn(Kwargs) -> Result<Value, minijinja::Error> + use<> {
        let files = self.clone();
        move |options| {
            let path: String = options.get("path")?;
            let own = path.rsplit_once('.').map_or("plain", |(_, extension)| extension).to_owned();
            let key = (path, options.get::<Option<String>>("format")?.unwrap_or(own));
            options.assert_all_used()?;
            files.found.lock().get(&key).cloned().ok_or_else(|| {
                *files.wanted.lock() = Some(key);
                minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "the file isn't read yet")
            })
        }
    }

    /// Reads the file that the template needs. Returns whether there was such a file.
    fn read(&self, read: &dyn Fn(&SourcePath) -> Option<Source>) -> bool {
        let Some((path, format)) = self.wanted.lock().take() else { return false };
        let candidates = ["", "content", "static"].map(|folder| SourcePath::new(format!("{folder}/{path}")));
        let Some(source) = candidates.iter().find_map(read).filter(|_| !path.contains("://")) else {
            return false;
        };
        let value = match format.as_str() {
            "toml" | "json" | "yaml" | "yml" => {
                let named = SourcePath::new(format!("{}.{format}", source.path));
                tree::of_other_program(&Source::new(named, &source.text))
                    .map(|node| Value::from(Serde(node.json())))
            }
            // A cell with a separator or a quotation mark would need a parser for CSV.
            "csv" if source.text.contains('"') => None,
            "csv" => {
                let mut rows = source.text.lines().map(|line| line.split(',').collect::<Vec<_>>());
                let headers = rows.next().unwrap_or_default();
                Some(Value::from(Serde(json!({ "headers": headers, "records": rows.collect::<Vec<_>>() }))))
            }
            _ => Some(Value::from(&source.text)),
        };
        value.map(|value| self.found.lock().insert((path, format), value)).is_some()
    }
}

/// The maximum number of instructions for a template.
const FUEL: u64 = 50_000;
