//! The values that a Hugo page provides to its shortcodes.

use serde_json::Value as Json;

use super::content::Page;
use super::mounts;
use super::template::{self, Values};
use super::{Site, Tool};
use crate::import::shortcodes::{Call, Child, Host, Piece, of_hugo, of_zola};
use crate::path::SourcePath;

/// A page and its site.
pub(super) struct PageHost<'h, 'o> {
    pub site: &'h Site<'o>,
    pub page: &'h Page,
}

/// Returns the value at a path of lowercase names.
fn find<'j>(json: &'j Json, path: &str) -> Option<&'j Json> {
    path.split('.').try_fold(json, |json, name| json.get(name))
}

pub(super) fn shown(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        Json::Number(_) | Json::Bool(_) => Some(json.to_string()),
        _ => None,
    }
}

impl PageHost<'_, '_> {
    /// Returns the name of the config table for the page's language, which can be a section of the site.
    fn table(&self) -> String {
        super::languages::of_section(&self.site.config, &self.page.path)
            .unwrap_or_else(|| self.site.languages[self.page.language].table.clone())
    }
}

impl Values for PageHost<'_, '_> {
    fn own_param(&self, path: &str) -> Option<String> {
        let front = self.page.front.json();
        self.page.front.mark_as_read(path.split('.').next().unwrap_or(path));
        find(&front, path).or_else(|| find(front.get("params")?, path)).and_then(shown)
    }

    fn site_param(&self, path: &str) -> Option<String> {
        let keys: Vec<&str> = std::iter::once("params").chain(path.split('.')).collect();
        let table = self.table();
        let of_language: Vec<&str> = ["languages", &table].into_iter().chain(keys.iter().copied()).collect();
        let found = |keys: &[&str]| shown(&self.site.config.at(keys)?.json());
        found(&of_language).or_else(|| found(&keys))
    }

    fn page(&self, path: &str) -> Option<String> {
        self.site.reference(self.page, path)
    }

    fn page_title(&self, path: &str) -> Option<String> {
        Some(self.site.tree.pages[self.site.referenced(self.page, path)?].title())
    }

    fn text(&self, key: &str) -> Option<String> {
        let languages = [self.page.language, 0].map(|index| &self.site.languages[index]);
        let tables = languages.into_iter().flat_map(|language| [&language.table, &language.key]);
        let key = key.to_owned();
        let mut found =
            tables.filter_map(|table| self.site.texts.get(&(table.to_ascii_lowercase(), key.clone())));
        found.next().cloned()
    }

    fn field(&self, name: &str) -> Option<String> {
        match name {
            "title" => Some(self.page.title()),
            "url" => Some(self.page.url.clone()),
            "lang" => Some(self.table().to_ascii_lowercase()),
            "language name" => {
                let table = self.table();
                let text = |key: &str| self.site.config.text(&["languages", &table, key]);
                text("label").or_else(|| text("languageName")).or(Some(table))
            }
            name => self.page.front.text(name),
        }
    }
}

impl Host for PageHost<'_, '_> {
    fn address(&self, url: &str) -> Option<String> {
        self.site.address(self.page, url, true)
    }

    fn reference(&self, path: &str) -> Option<String> {
        self.site.reference(self.page, path)
    }

    fn image(&self, name: &str) -> Option<(String, Option<String>)> {
        // In Zola's templates, the path of an image is relative to `content` or `static`.
        let is_in = |folder: &str| {
            let path = SourcePath::new(format!("{folder}/{name}"));
            self.site.tool == Tool::Zola && self.site.origin.files().binary_search(&path).is_ok()
        };
        if ["content", "static"].into_iter().any(is_in) {
            let url = format!("/{name}");
            return Some((self.site.address(self.page, &url, true).unwrap_or(url), None));
        }
        self.site.image(self.page, name)
    }

    fn param(&self, path: &str) -> Option<String> {
        let path = path.to_ascii_lowercase();
        self.own_param(&path).or_else(|| self.site_param(&path))
    }

    fn file(&self, path: &str) -> Option<String> {
        let folder = self.page.source.path.parent();
        let bare = path.trim_start_matches('/');
        let mounts = mounts::of_content(&self.site.config, &self.site.languages);
        let mounted = mounts.iter().filter_map(|mount| mount.source_of(bare));
        let folders = [String::new(), "assets/".to_owned()].into_iter().map(|folder| folder + bare);
        let mut candidates = [format!("{folder}/{bare}")].into_iter().chain(mounted).chain(folders);
        let origin = self.site.origin;
        let read = |path: String| match path.contains("..") {
            true if path.starts_with("../") && !bare.contains("..") => origin.outside(&path),
            true if !path.starts_with(folder) => None,
            _ => origin.text(&SourcePath::new(path)),
        };
        let source = candidates.find_map(read)?;
        let front = super::front::Front::read(&source);
        Some(source.text[front.end..].to_owned())
    }

    fn children(&self) -> Vec<Child> {
        self.site.children(self.page)
    }

    fn lists_children(&self, call: &Call) -> (bool, bool) {
        let Some(text) = self.site.templates.get(&call.name) else { return (false, false) };
        let lists = [".Page.Pages", ".Page.RegularPages", ".Page.Sections", ".CurrentSection.Pages"];
        let is_list = text.contains("range") && lists.iter().any(|list| text.contains(list));
        (is_list && !text.contains("ite.Pages"), text.contains(".Description"))
    }

    fn template(&self, call: &Call, inner: Option<&str>, count: usize) -> Option<(String, bool)> {
        let text = match call.is_inline_template() {
            true => inner?,
            false => self.site.templates.get(&call.name)?,
        };
        if self.site.tool == Tool::Zola {
            let read = |path: &SourcePath| self.site.origin.text(path);
            return Some((super::zola::evaluate(text, call, (inner, count), &read)?, text.contains('<')));
        }
        let is_html = text.contains('<');
        let scope = template::Scope { values: self, call, inner, count, is_html };
        Some((template::evaluate(text, &scope)?, !call.is_markdown || is_html))
    }

    fn is_code(&self, call: &Call) -> bool {
        self.site
            .templates
            .get(&call.name)
            .is_some_and(|text| text.contains("highlight") || text.contains("Remarshal"))
    }

    fn parse(&self, text: &str) -> Vec<Piece> {
        match self.site.tool {
            Tool::Hugo => of_hugo(text),
            Tool::Zola => of_zola(text),
        }
    }
}
