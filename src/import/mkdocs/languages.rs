//! The languages of a site that uses the `i18n` plugin (mkdocs-static-i18n). Each language is converted as a site of its
//! own: the files of the language, and the files of the default language for pages that aren't translated.

use std::collections::BTreeMap;

use serde_json::json;

use super::route;
use crate::import::place;
use crate::import::settings::Settings;
use crate::import::{Content, Imported, Origin, translations};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The plugin.
pub(super) const PLUGIN: &str = "i18n";

/// A site's languages.
pub(super) struct Languages {
    /// The languages. The default language is first.
    list: Vec<Language>,
    /// Whether each language has a folder. Otherwise, filenames contain the language, as in `index.fr.md`.
    has_folders: bool,
}

struct Language {
    code: String,
    name: Option<String>,
    /// The translations of the site's title and of titles in the navigation.
    labels: Vec<(String, String)>,
}

impl Language {
    /// Returns a page in which the title from the navigation is translated.
    fn titled(&self, text: String) -> String {
        let Some(rest) = text.strip_prefix("---\ntitle: ") else { return text };
        let Some((title, rest)) = rest.split_once('\n') else { return text };
        let Ok(title) = serde_json::from_str::<String>(title) else { return text };
        let label = self.labels.iter().find(|(label, _)| *label == title);
        label.map_or_else(|| text.clone(), |(_, own)| format!("---\ntitle: {}\n{rest}", json!(own)))
    }
}

impl Languages {
    /// Reads the plugin's options.
    pub(super) fn of(config: &Node, options: Option<&Node>) -> Option<Self> {
        let options = options?;
        let languages = options.at(&["languages"])?;
        let is_true = |node: &Node, key: &str| {
            matches!(node.at(&[key]).map(|node| &node.value), Some(Value::Bool(true)))
        };
        let old_default = options.at(&["default_language"]).and_then(Node::text);
        let mut list: Vec<(bool, Language)> = Vec::new();
        let translations = |code: &str, node: &Node| {
            let mut labels = Vec::new();
            let titles = [node.at(&["nav_translations"]), options.at(&["nav_translations", code])];
            for (key, value) in titles.into_iter().flatten().filter_map(Node::entries).flatten() {
                labels.extend(value.text().map(|text| (key.name.clone(), text)));
            }
            let titles = config.at(&["site_name"]).and_then(Node::text);
            let own = node.at(&["site_name"]).and_then(Node::text);
            labels.extend(titles.zip(own));
            labels
        };
        for node in languages.items() {
            let Some(code) = node.at(&["locale"]).and_then(Node::text) else { continue };
            let labels = translations(&code, node);
            list.push((
                is_true(node, "default"),
                Language { name: node.at(&["name"]).and_then(Node::text), code, labels },
            ));
        }
        for (key, node) in languages.entries().unwrap_or_default() {
            let name = node.text().or_else(|| node.at(&["name"])?.text());
            let labels = translations(&key.name, node);
            let is_default = old_default.as_ref() == Some(&key.name) || is_true(node, "default");
            list.push((is_default, Language { code: key.name.clone(), name, labels }));
        }
        list.retain(|(_, language)| place::code(&language.code).is_some());
        list.sort_by_key(|(is_default, _)| !is_default);
        let has_folders = options.at(&["docs_structure"]).and_then(Node::text).as_deref() == Some("folder");
        let list: Vec<Language> = list.into_iter().map(|(_, language)| language).collect();
        (!list.is_empty()).then_some(Languages { list, has_folders })
    }

    /// Sets the locales.
    pub(super) fn set(&self, settings: &mut Settings) {
        let code = |language: &Language| place::code(&language.code).unwrap_or_default();
        settings.set("i18n.default_locale", code(&self.list[0]));
        let locale = |language: &Language| json!({ "code": code(language), "label": language.name });
        settings.set("i18n.locales", self.list.iter().map(locale).collect::<Vec<_>>());
        settings.push("navbar_items", json!({ "type": "localeDropdown", "position": "right" }));
    }

    /// Converts the site in all languages. `convert` converts the site in one language.
    pub(super) fn convert(
        &self,
        origin: &dyn Origin,
        docs: &str,
        convert: &dyn Fn(&dyn Origin) -> Imported,
    ) -> Imported {
        let localized = Localized::new(origin, docs, self, 0);
        let mut whole = convert(&localized);
        whole.files =
            whole.files.into_iter().map(|(path, content)| (path, localized.original(content))).collect();
        for (index, language) in self.list.iter().enumerate().skip(1) {
            let localized = Localized::new(origin, docs, self, index);
            let translated = convert(&localized);
            let code = place::code(&language.code).unwrap_or_default();
            let mut count = 0;
            let own_files: Vec<String> = translated
                .files
                .keys()
                .filter_map(|path| path.strip_dir("static").filter(|below| localized.is_own(below)))
                .map(str::to_owned)
                .collect();
            for (path, content) in translated.files {
                let content = match localized.original(content) {
                    Content::Text(text) => {
                        Content::Text(language.titled(in_folder(&text, &code, &own_files)))
                    }
                    content => content,
                };
                let page = path.strip_dir("content/docs").map(str::to_owned);
                match page.filter(|page| localized.is_own(page)) {
                    Some(page) => {
                        count += 1;
                        let path = SourcePath::new(format!("content/i18n/{code}/docs/{page}"));
                        whole.files.insert(path, content);
                    }
                    None => {
                        let Some(below) = path.strip_dir("static") else { continue };
                        let own = own_files.iter().any(|file| file == below);
                        let path = if own { SourcePath::new(format!("static/{code}/{below}")) } else { path };
                        whole.files.entry(path).or_insert(content);
                    }
                }
            }
            if let Some((_, pages)) = whole.counts.first_mut() {
                *pages += count;
            }
            let config = match whole.files.get(&SourcePath::new("docgen.toml")) {
                Some(Content::Text(config)) => config.clone(),
                _ => String::new(),
            };
            // A label can belong to a page that doesn't exist.
            let is_known = |label: &str| config.contains(&json!(label).to_string());
            let labels = language.labels.iter().filter(|(label, _)| is_known(label)).cloned();
            translations::add(&code, labels, &mut whole.files);
            let is_own = |path: &SourcePath| localized.own.values().any(|own| own == path);
            let own = translated
                .left
                .into_iter()
                .filter(|found| found.location.as_ref().is_some_and(|location| is_own(location.path())));
            whole.left.extend(own);
        }
        whole
    }

    /// Returns a path without the language in the filename.
    pub(super) fn without_language<'p>(&self, path: &'p str) -> std::borrow::Cow<'p, str> {
        if self.has_folders { path.into() } else { self.split(path).1 }
    }

    /// Returns the URL path of a page in the new site.
    pub(super) fn route(&self, page: &str) -> String {
        let (language, below) = self.split(page);
        let code = language.filter(|at| *at > 0).and_then(|at| place::code(&self.list[at].code));
        code.map_or_else(|| route(&below), |code| format!("/{code}{}", route(&below)))
    }

    /// Returns the language of a page or file, and the path without the language. `path` is relative to the folder that
    /// contains the pages.
    fn split<'p>(&self, path: &'p str) -> (Option<usize>, std::borrow::Cow<'p, str>) {
        let index = |code: &str| self.list.iter().position(|language| language.code == code);
        if self.has_folders {
            let found = path.split_once('/').and_then(|(code, rest)| Some((index(code)?, rest)));
            return found.map_or((None, path.into()), |(at, rest)| (Some(at), rest.into()));
        }
        let found = path.rsplit_once('.').and_then(|(stem, extension)| {
            let (stem, code) = stem.rsplit_once('.')?;
            Some((index(code)?, format!("{stem}.{extension}")))
        });
        found.map_or((None, path.into()), |(at, path)| (Some(at), path.into()))
    }
}

/// Returns text in which the URLs of these static files start with a folder.
fn in_folder(text: &str, folder: &str, files: &[String]) -> String {
    let mut text = text.to_owned();
    for file in files {
        for open in ["](", "](<", "=\"", "]: "] {
            text = text.replace(&format!("{open}/{file}"), &format!("{open}/{folder}/{file}"));
        }
    }
    text
}

/// The files of a site in one language, without the language in their paths.
struct Localized<'o> {
    origin: &'o dyn Origin,
    files: Vec<SourcePath>,
    /// The original paths of the files whose paths differ.
    moved: BTreeMap<SourcePath, SourcePath>,
    /// The pages and other files that exist in the language, relative to the folder that contains the pages, with their
    /// original paths.
    own: BTreeMap<String, SourcePath>,
}

impl<'o> Localized<'o> {
    fn new(origin: &'o dyn Origin, docs: &str, languages: &Languages, index: usize) -> Self {
        let (mut moved, mut own) = (BTreeMap::new(), BTreeMap::new());
        let mut chosen: BTreeMap<SourcePath, (u8, SourcePath)> = BTreeMap::new();
        for path in origin.files() {
            let Some(below) = path.strip_dir(docs) else {
                chosen.insert(path.clone(), (0, path.clone()));
                continue;
            };
            let (language, bare) = languages.split(below);
            let rank = match language {
                Some(language) if language == index => 0,
                None => 1,
                Some(0) => 2,
                Some(_) => continue,
            };
            if rank == 0 || bare.ends_with(".md") && index == 0 {
                own.insert(bare.clone().into_owned(), path.clone());
            }
            if !bare.ends_with(".md") && *bare != *below {
                // Links can also name the file of a language.
                chosen.insert(path.clone(), (0, path.clone()));
            }
            let new = SourcePath::new(format!("{docs}/{bare}"));
            let best = chosen.entry(new).or_insert_with(|| (rank, path.clone()));
            if rank < best.0 {
                *best = (rank, path.clone());
            }
        }
        let files = chosen.keys().cloned().collect();
        for (new, (_, old)) in chosen {
            if new != old {
                moved.insert(new, old);
            }
        }
        Localized { origin, files, moved, own }
    }

    fn is_own(&self, page: &str) -> bool {
        self.own.contains_key(page)
    }

    /// Returns content with the original path of a file.
    fn original(&self, content: Content) -> Content {
        match content {
            Content::Copy(path) => Content::Copy(self.moved.get(&path).cloned().unwrap_or(path)),
            content => content,
        }
    }
}

impl Origin for Localized<'_> {
    fn files(&self) -> &[SourcePath] {
        &self.files
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        self.files.binary_search(path).ok()?;
        self.origin.text(self.moved.get(path).unwrap_or(path))
    }

    fn outside(&self, path: &str) -> Option<Source> {
        self.origin.outside(path)
    }

    fn folder(&self) -> &str {
        self.origin.folder()
    }

    fn year(&self) -> u16 {
        self.origin.year()
    }
}
