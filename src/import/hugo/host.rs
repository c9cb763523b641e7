//! The values that a Hugo page provides to its shortcodes.

use std::cell::RefCell;
use std::rc::Rc;

use minijinja::Value;
use serde_json::Value as Json;

use super::content::Page;
use super::mounts;
use super::template;
use super::{Site, Tool};
use crate::import::shortcodes::{Call, Child, Evaluated, Host, Listing, Piece, of_hugo, of_zola};
use crate::path::SourcePath;

/// A page and its site.
pub(super) struct PageHost<'h, 'o> {
    pub site: &'h Site<'o>,
    pub page: &'h Page,
    /// The state that the shortcodes on the page share.
    pub store: Value,
    /// The number of nested texts with shortcodes at the current position.
    pub depth: usize,
    /// The shortcodes around the current position, each with its own state.
    pub open: RefCell<Vec<(Rc<Call>, Value)>>,
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

impl<'h, 'o> PageHost<'h, 'o> {
    pub(super) fn new(site: &'h Site<'o>, page: &'h Page) -> Self {
        PageHost::within(site, page, template::store(), 0)
    }

    /// Returns the values for text that's nested this deep.
    pub(super) fn within(site: &'h Site<'o>, page: &'h Page, store: Value, depth: usize) -> Self {
        PageHost { site, page, store, depth, open: RefCell::default() }
    }

    /// Returns the name of the config table for the page's language, which can be a section of the site.
    pub(super) fn table(&self) -> String {
        super::languages::of_section(&self.site.config, &self.page.path)
            .unwrap_or_else(|| self.site.languages[self.page.language].table.clone())
    }

    /// Returns a parameter of the page.
    pub(super) fn own_param(&self, path: &str) -> Option<String> {
        let front = self.page.front.json();
        self.page.front.mark_as_read(path.split('.').next().unwrap_or(path));
        find(&front, path).or_else(|| find(front.get("params")?, path)).and_then(shown)
    }

    /// Returns a parameter of the site.
    fn site_param(&self, path: &str) -> Option<String> {
        let keys: Vec<&str> = std::iter::once("params").chain(path.split('.')).collect();
        let table = self.table();
        let of_language: Vec<&str> = ["languages", &table].into_iter().chain(keys.iter().copied()).collect();
        let found = |keys: &[&str]| shown(&self.site.config.at(keys)?.json());
        found(&of_language).or_else(|| found(&keys))
    }
}

impl Host for PageHost<'_, '_> {
    fn open(&self, call: &Call) {
        self.open.borrow_mut().push((Rc::new(call.without_content()), template::store()));
    }

    fn close(&self) {
        self.open.borrow_mut().pop();
    }

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

    fn lists_children(&self, call: &Call) -> Option<Listing> {
        let text = self.site.templates.get(&call.name)?;
        let lists = [".Page.Pages", ".Page.RegularPages", ".Page.Sections", ".CurrentSection.Pages"];
        let is_list = text.contains("range") && lists.iter().any(|list| text.contains(list));
        let changes = ["where", "sort", "first ", ".By", "Params", "GetPage", "partial"];
        (is_list && !text.contains("ite.Pages")).then(|| Listing {
            has_descriptions: text.contains(".Description"),
            is_whole: !changes.iter().any(|word| text.contains(word)),
        })
    }

    fn template(&self, call: &Call, inner: Option<&str>, count: usize) -> Result<Evaluated, String> {
        let text = match call.is_inline_template() {
            true => inner,
            false => self.site.templates.get(&call.name).map(String::as_str),
        };
        let text = text.ok_or_else(String::new)?;
        if self.site.tool == Tool::Zola {
            let read = |path: &SourcePath| self.site.origin.text(path);
            let written = super::zola::evaluate(text, call, (inner, count), &read).ok_or_else(String::new)?;
            if text.contains("load_data") && !template::has_content(&written) {
                return Err("data that docgen doesn't find".to_owned());
            }
            return Ok(Evaluated { text: written, is_html: text.contains('<'), removed: None });
        }
        // A partial template can also write HTML.
        let is_html = text.contains('<') || text.contains("partial");
        let scope = template::Scope { values: self, call, inner, count, is_html };
        let template::Written { text, removed, .. } = template::evaluate(text, &scope)?;
        Ok(Evaluated { text, is_html: !call.is_markdown || is_html, removed })
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
