//! What a page of a Hugo site provides to its shortcodes.

use serde_json::Value as Json;

use super::{Hugo, Tool};
use super::content::Page;
use super::template;
use crate::import::shortcodes::{Call, Host, Piece, of_hugo, of_zola};
use crate::path::SourcePath;

/// A page with its site.
pub(super) struct PageHost<'h, 'o> {
    pub hugo: &'h Hugo<'o>,
    pub page: &'h Page,
}

/// Returns the value below a path of names in lowercase.
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
    /// Returns a parameter of the page, by its path in lowercase.
    pub(super) fn own_param(&self, path: &str) -> Option<String> {
        let front = self.page.front.json();
        find(&front, path).or_else(|| find(front.get("params")?, path)).and_then(shown)
    }

    /// Returns a parameter of the site, by its path in lowercase.
    pub(super) fn site_param(&self, path: &str) -> Option<String> {
        let keys: Vec<&str> = std::iter::once("params").chain(path.split('.')).collect();
        let key = &self.hugo.languages[self.page.language].key;
        let of_language: Vec<&str> = ["languages", key].into_iter().chain(keys.iter().copied()).collect();
        let found = |keys: &[&str]| shown(&self.hugo.config.at(keys)?.json());
        found(&of_language).or_else(|| found(&keys))
    }
}

impl Host for PageHost<'_, '_> {
    fn address(&self, url: &str) -> Option<String> {
        self.hugo.address(self.page, url, true)
    }

    fn reference(&self, path: &str) -> Option<String> {
        self.hugo.reference(self.page, path)
    }

    fn image(&self, name: &str) -> Option<String> {
        self.hugo.image(self.page, name)
    }

    fn param(&self, path: &str) -> Option<String> {
        let path = path.to_ascii_lowercase();
        self.own_param(&path).or_else(|| self.site_param(&path))
    }

    fn file(&self, path: &str) -> Option<String> {
        let folder = self.page.source.path.parent();
        let bare = path.trim_start_matches('/');
        let candidates = [format!("{folder}/{path}"), format!("content/{bare}"), bare.to_owned(), format!("assets/{bare}")];
        let is_inside = |candidate: &&String| !candidate.contains("..") || candidate.starts_with(folder);
        let source = candidates.iter().filter(is_inside).find_map(|path| self.hugo.origin.text(&SourcePath::new(path)))?;
        let front = super::front::Front::read(&source);
        Some(source.text[front.end..].to_owned())
    }

    fn children(&self) -> Vec<(String, String)> {
        self.hugo.children(self.page)
    }

    fn template(&self, call: &Call, inner: Option<&str>) -> Option<(String, bool)> {
        let text = self.hugo.templates.get(&call.name)?;
        if self.hugo.tool == Tool::Zola {
            return Some((super::zola::evaluate(text, call, inner)?, text.contains('<')));
        }
        let result = template::evaluate(text, &template::Scope { host: self, call, inner })?;
        Some((result, !call.is_markdown || text.contains('<')))
    }

    fn parse(&self, text: &str) -> Vec<Piece> {
        match self.hugo.tool {
            Tool::Hugo => of_hugo(text),
            Tool::Zola => of_zola(text),
        }
    }
}
