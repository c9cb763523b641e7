//! Converts `book.toml`.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::text::Rules;
use super::{MdBook, route};
use crate::import::left::Left;
use crate::import::math::{Macros, Math};
use crate::import::settings::{Settings, note_unknown};
use crate::import::syntax::Syntax;
use crate::import::{Content, Origin, site};
use crate::path::SourcePath;
use crate::source::tree::{Key, Node, Value};

/// The keys of each table that are converted or have no meaning in docgen.
const KNOWN: &[(&str, &[&str])] = &[
    ("", &["book", "build", "output", "preprocessor", "rust"]),
    ("book", &["title", "authors", "description", "src", "language", "text-direction", "multilingual"]),
    ("build", &["build-dir", "create-missing", "use-default-preprocessors", "extra-watch-dirs"]),
    ("output", &["html", "linkcheck", "linkcheck2"]),
    (
        "output.html",
        &[
            "additional-css",
            "additional-js",
            "admonitions",
            "cname",
            "code",
            "copy-fonts",
            "curly-quotes",
            "default-theme",
            "definition-lists",
            "edit-url-template",
            "fold",
            "git-repository-icon",
            "git-repository-url",
            "hash-files",
            "mathjax-support",
            "no-section-label",
            "playground",
            "playpen",
            "preferred-dark-theme",
            "print",
            "redirect",
            "search",
            "sidebar-header-nav",
            "site-url",
            "smart-punctuation",
            "theme",
        ],
    ),
];

/// The preprocessors that the import replaces.
const BUILT_IN: [&str; 5] = ["links", "index", "katex", "admonish", "mermaid"];

/// The dark themes.
const DARK: [&str; 3] = ["coal", "navy", "ayu"];

/// The icon files in a theme, with the preferred file first.
const FAVICONS: [&str; 2] = ["favicon.svg", "favicon.png"];

/// Returns the book's Markdown options.
pub(super) fn rules(config: &Node, origin: &dyn Origin) -> Rules {
    let table = config.at(&["output", "html", "code", "hidelines"]).and_then(Node::entries);
    let entries = table.unwrap_or_default().iter();
    let hidden = entries.filter_map(|(key, node)| Some((key.name.clone(), node.text()?))).collect();
    let syntax = Syntax { math: math(config, origin), ..Syntax::default() };
    Rules { hidden, has_definitions: is(config, "definition-lists", true), syntax }
}

/// Returns the book's formula syntax. MathJax finds formulas in the pages. The `katex` preprocessor finds formulas in
/// the Markdown.
fn math(config: &Node, origin: &dyn Origin) -> Option<Math> {
    if let Some(options) = config.at(&["preprocessor", "katex"]) {
        let path = options.at(&["macros"]).and_then(Node::text);
        let file = path.and_then(|path| origin.text(&SourcePath::new(path)));
        // Each line contains a command, such as `\name:{body}`.
        let lines = file.iter().flat_map(|file| file.text.lines()).filter(|line| line.starts_with('\\'));
        let macros = lines.filter_map(|line| line.split_once(':'));
        let macros = macros.fold(Macros::default(), |macros, (name, body)| macros.with(name, body));
        let mut math = Math { spans_blocks: true, has_spaces: true, macros, ..Math::default() };
        for (key, mark, is_display) in [("block-delimiter", "$$", true), ("inline-delimiter", "$", false)] {
            let side = |side: &str| options.at(&[key, side]).and_then(Node::text);
            let (open, close) = (side("left"), side("right"));
            math = math.with(open.as_deref().unwrap_or(mark), close.as_deref().unwrap_or(mark), is_display);
        }
        return Some(math);
    }
    let math = Math { has_environments: true, is_markdown: true, ..Math::default() };
    let math = math.with("\\\\(", "\\\\)", false).with("\\\\[", "\\\\]", true).with("$$", "$$", true);
    is(config, "mathjax-support", false).then_some(math)
}

/// Returns a Boolean setting for the HTML output.
fn is(config: &Node, key: &str, default: bool) -> bool {
    let keys: Vec<&str> = ["output", "html"].into_iter().chain(key.split('.')).collect();
    match config.at(&keys).map(|node| &node.value) {
        Some(Value::Bool(is_on)) => *is_on,
        _ => default,
    }
}

impl MdBook<'_> {
    fn html(&self, key: &str) -> Option<String> {
        self.text(&["output", "html", key])
    }

    fn is(&self, key: &str, default: bool) -> bool {
        is(&self.config, key, default)
    }

    /// Converts the settings, except the sidebar and redirects.
    pub(super) fn settings(&self, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        let title = self.text(&["book", "title"]).unwrap_or_else(|| "Documentation".to_owned());
        settings.set("site.title", title);
        let description = self.text(&["book", "description"]);
        settings.set_some("site.tagline", description.map(|text| text.trim().to_owned()));
        if let Some(url) = self.html("site-url") {
            site::set_url(&mut settings, &url);
        }
        settings.set_some("site.url", self.html("cname").map(|host| format!("https://{host}")));
        settings.set("site.trailing_slash", false);
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        settings.set("docs.sidebar_collapsed", self.is("fold.enable", false));
        settings.set_some("docs.edit_url", self.html("edit-url-template"));
        settings.set("markdown.heading_ids", "mdbook");
        let curly = self.is("curly-quotes", true);
        let smart = self.is("smart-punctuation", curly);
        settings.set("markdown.smart_punctuation", smart);
        site::lower_diagnostics(&mut settings);
        if let Some(repository) = self.html("git-repository-url") {
            settings.set("navbar.items", vec![site::repository(&repository, None)]);
        }
        let is_dark = self.html("default-theme").is_some_and(|theme| DARK.contains(&&*theme.to_lowercase()));
        settings.set_some("color_mode.default_mode", is_dark.then_some("dark"));
        settings.set_some("search.provider", (!self.is("search.enable", true)).then_some("none"));
        self.locale(&mut settings);
        let authors = self.config.at(&["book", "authors"]).map_or(&[][..], Node::items);
        let authors: Vec<String> = authors.iter().filter_map(Node::text).collect();
        if !authors.is_empty() {
            let attributes = json!({ "name": "author", "content": authors.join(", ") });
            settings.push("head", json!({ "tag": "meta", "attributes": attributes }));
        }
        self.note_others(left);
        settings
    }

    fn locale(&self, settings: &mut Settings) {
        let language = self.text(&["book", "language"]).unwrap_or_else(|| "en".to_owned());
        let direction = self.text(&["book", "text-direction"]);
        if language != "en" {
            settings.set("i18n.default_locale", &*language);
        }
        if let Some(direction) = direction {
            settings.set("i18n.locales", vec![json!({ "code": language, "direction": direction })]);
        }
    }

    /// Returns the preprocessors that the import doesn't replace.
    fn unknown_preprocessors(&self) -> impl Iterator<Item = &Key> {
        let preprocessors = self.config.at(&["preprocessor"]).and_then(Node::entries).unwrap_or_default();
        preprocessors.iter().map(|(key, _)| key).filter(|key| !BUILT_IN.contains(&&*key.name))
    }

    /// Whether a preprocessor that the import doesn't replace can change the pages.
    pub(super) fn has_unknown_preprocessor(&self) -> bool {
        self.unknown_preprocessors().next().is_some()
    }

    /// Reports the settings, preprocessors, and outputs that aren't converted.
    fn note_others(&self, left: &mut Left) {
        for (table, known) in KNOWN {
            let keys: Vec<&str> = table.split('.').filter(|key| !key.is_empty()).collect();
            let entries = self.config.at(&keys).and_then(Node::entries).unwrap_or_default();
            note_unknown(&self.source, entries, table, known, left);
        }
        for key in self.unknown_preprocessors() {
            let what = format!("the `{}` preprocessor", key.name);
            let hint = "look for an equivalent docgen feature";
            left.note(&self.source, key.range.clone(), &what, hint);
        }
    }

    /// Converts the redirects. Redirect targets are relative to the redirected page.
    pub(super) fn redirects(&self, settings: &mut Settings, left: &mut Left) {
        let table =
            self.config.at(&["output", "html", "redirect"]).and_then(Node::entries).unwrap_or_default();
        let is_redirect = |path: &str| table.iter().any(|(key, _)| key.name.trim_start_matches('/') == path);
        for (key, target) in table {
            let Some(target) = target.text() else { continue };
            if key.name.contains('#') {
                let what = format!("the redirect for the fragment `{}`", key.name);
                left.note(&self.source, key.range.clone(), &what, "add the ID to the new heading");
                continue;
            }
            let from = SourcePath::new(&key.name);
            let to = match (target.strip_prefix('/'), site::relative(&target)) {
                (Some(rooted), _) if !rooted.starts_with('/') => {
                    let (path, suffix) = rooted.split_at(rooted.find(['#', '?']).unwrap_or(rooted.len()));
                    let path = SourcePath::new(path);
                    // The path can start with the folder in which the book is published.
                    let exists = |path: &str| self.at(path, false).is_some() || is_redirect(path);
                    let bare = path.as_str().split_once('/').map(|(_, bare)| bare);
                    let bare = bare.filter(|bare| !exists(path.as_str()) && exists(bare));
                    self.path_of(bare.unwrap_or(path.as_str())) + suffix
                }
                (_, Some((path, _))) if site::above(&format!("{}/{path}", from.parent())).is_some() => {
                    let Some(url) = self.outside(&from, &target) else {
                        let what = format!("the redirect `{}` to a page outside the book", key.name);
                        left.note(&self.source, key.range.clone(), &what, "set the page's full URL");
                        continue;
                    };
                    url
                }
                (_, Some((path, suffix))) => self.path_of(from.join_sibling(path).as_str()) + suffix,
                _ => target,
            };
            let from = self.path_of(from.as_str());
            if from != to {
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        }
    }

    /// Returns the URL to which a page redirects if the target is outside the book and the book's URL is known.
    fn outside(&self, from: &SourcePath, target: &str) -> Option<String> {
        let book = self.html("site-url").filter(|url| url.contains("://"))?;
        let page = format!("{}/{from}", book.trim_end_matches('/'));
        Some(url::Url::parse(&page).ok()?.join(target).ok()?.into())
    }

    /// Returns the URL path for an HTML file's path.
    pub(super) fn path_of(&self, file: &str) -> String {
        match self.at(file, false) {
            Some(page) => route(&page),
            None => format!("/{}", file.strip_suffix(".html").unwrap_or(file)),
        }
    }

    /// Links to the book's own style sheets and scripts, and copies these files and the icon.
    pub(super) fn theme(
        &self,
        settings: &mut Settings,
        files: &mut BTreeMap<SourcePath, Content>,
        left: &mut Left,
    ) {
        let mut copy = |from: &str, to: &str| {
            let from = SourcePath::new(from);
            let exists = self.origin.files().binary_search(&from).is_ok();
            if exists {
                files.insert(SourcePath::in_static(to), Content::Copy(from));
            }
            exists
        };
        // docgen has its own scripts for diagrams.
        let has_diagrams = self.config.at(&["preprocessor", "mermaid"]).is_some();
        let is_own = |path: &SourcePath| has_diagrams && path.file_name().starts_with("mermaid");
        let mut link = |key: &str, head: fn(&str) -> Json| {
            let listed = self.config.at(&["output", "html", key]).map_or(&[][..], Node::items);
            for path in listed.iter().filter_map(Node::text).map(SourcePath::new) {
                if !is_own(&path) && copy(path.as_str(), path.as_str()) {
                    settings.push("head", head(&format!("/{path}")));
                }
            }
        };
        link("additional-css", site::style_sheet);
        link("additional-js", site::script);
        let folder = self.html("theme").unwrap_or_else(|| "theme".to_owned());
        site::note_templates(self.origin, &folder, &|below| below.ends_with(".hbs"), left);
        if let Some(name) = FAVICONS.iter().find(|name| copy(&format!("{folder}/{name}"), name)) {
            settings.set("site.favicon", format!("/{name}"));
        }
        if let Some(host) = self.html("cname") {
            files.insert(SourcePath::in_static("CNAME"), Content::Text(host + "\n"));
        }
    }
}
