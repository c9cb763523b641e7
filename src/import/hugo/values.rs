//! The values that a Hugo page and its site provide to templates.

use std::rc::Rc;

use minijinja::Value;
use minijinja::value::Serde;
use serde_json::{Map, Value as Json};

use super::content::{Kind, Page};
use super::host::PageHost;
use super::template::{self, Item, Resource, Values};
use super::{Site, config, sidebars};
use crate::import::Origin;
use crate::import::shortcodes::{self, Call, Host as _};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node};

/// The maximum depth of shortcodes in the texts of templates.
const DEEPEST: usize = 3;

/// Returns the data in a file. If the format is unknown or the syntax isn't valid, returns `None`.
fn data_of(source: &Source) -> Option<Json> {
    match source.path.extension().to_ascii_lowercase().as_str() {
        "json" | "toml" | "yaml" | "yml" => Some(tree::of_other_program(source)?.json()),
        "csv" => {
            let mut rows = csv::ReaderBuilder::new();
            let mut rows = rows.has_headers(false).flexible(true).from_reader(source.text.as_bytes());
            let rows = rows.records().filter_map(Result::ok);
            Some(rows.map(|row| row.iter().map(Json::from).collect::<Json>()).collect())
        }
        _ => None,
    }
}

/// Returns the data files of a site and of the themes in the site's repository, as one table.
pub(super) fn data(origin: &dyn Origin, folder: &str) -> Value {
    let mut root = Map::new();
    let folder = format!("{}/", folder.trim_matches('/'));
    let mut files: Vec<_> = origin.files().iter().collect();
    // A site's own data replaces a theme's.
    files.sort_by_key(|path| path.as_str().starts_with(&folder));
    for path in files {
        let Some(below) = template::below(path.as_str(), &[&folder]) else { continue };
        let Some((stem, _)) = below.rsplit_once('.') else { continue };
        let Some(data) = origin.text(path).as_ref().and_then(data_of) else { continue };
        let mut table = &mut root;
        let (folders, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
            table = table_at(table, folder);
        }
        match data {
            Json::Object(data) => table_at(table, name).extend(data),
            data => _ = table.insert(name.to_owned(), data),
        }
    }
    Value::from(Serde(Json::Object(root)))
}

/// Returns the table at a key. If the value is something else, replaces the value.
fn table_at<'t>(table: &'t mut Map<String, Json>, key: &str) -> &'t mut Map<String, Json> {
    if !table.get(key).is_some_and(Json::is_object) {
        table.insert(key.to_owned(), Map::new().into());
    }
    table.get_mut(key).and_then(Json::as_object_mut).expect("the value is a table")
}

/// Returns the value for a list of pages.
fn list(pages: impl IntoIterator<Item = usize>) -> Value {
    pages.into_iter().map(|page| Value::from_object(Item::Page(page))).collect()
}

impl Site<'_> {
    /// Returns a site's parameters in a language.
    fn params(&self, table: &str) -> Json {
        let own = self.config.peek(&["languages", table, "params"]).chain(self.config.peek(&["params"]));
        let mut params = Map::new();
        for node in own {
            if let Json::Object(entries) = config::json(node) {
                for (key, value) in entries {
                    params.entry(key).or_insert(value);
                }
            }
        }
        params.into()
    }

    /// Returns the pages in a language that fulfill a condition.
    fn pages_with<'s>(
        &'s self,
        language: usize,
        is_it: impl Fn(&Page) -> bool + 's,
    ) -> impl Iterator<Item = usize> + 's {
        let is_it = move |at: &usize| {
            let page = &self.tree.pages[*at];
            page.language == language && !page.front.is_unlisted() && is_it(page)
        };
        (0..self.tree.pages.len()).filter(is_it)
    }

    /// Returns all pages in a language that aren't sections, in Hugo's order.
    fn regular(&self, language: usize, folder: &str) -> Value {
        let start = format!("{folder}/");
        let is_it = |page: &Page| !page.is_section() && (folder.is_empty() || page.path.starts_with(&start));
        let mut pages: Vec<usize> = self.pages_with(language, is_it).collect();
        pages.sort_by(|a, b| sidebars::order(self.tree.page(*a), self.tree.page(*b)));
        list(pages)
    }

    /// Returns the pages below a section, with the hidden pages that lists contain.
    fn listed_below(&self, page: &Page) -> Vec<usize> {
        if !page.is_section() {
            return Vec::new();
        }
        let is_below = |at: &usize| {
            let other = self.tree.page(*at);
            (other.language, other.parent()) == (page.language, &page.path) && !other.front.is_unlisted()
        };
        let mut found = self.below_path(page.language, &page.path);
        found.extend(self.tree.hidden().filter(is_below));
        found.sort_by(|a, b| sidebars::order(self.tree.page(*a), self.tree.page(*b)));
        found
    }

    /// Returns the hidden page at a path that a page refers to.
    fn hidden_at(&self, from: usize, path: &str) -> Option<usize> {
        let page = self.tree.page(from);
        let path = match path.strip_prefix('/') {
            Some(path) => path.to_owned(),
            None => format!("{}/{path}", page.folder()),
        };
        let path = path.trim_matches('/').to_lowercase();
        let bare = path.strip_suffix("/index.md").or_else(|| path.strip_suffix(".md")).unwrap_or(&path);
        let is_it = |at: &usize| {
            let other = self.tree.page(*at);
            other.language == page.language && other.path.to_lowercase() == bare
        };
        self.tree.hidden().find(is_it)
    }

    /// Returns the page in all languages.
    fn translations(&self, page: &Page) -> impl Iterator<Item = usize> {
        let path = page.path.to_lowercase();
        (0..self.languages.len())
            .filter_map(move |language| self.tree.by_path.get(&(language, path.clone())).copied())
    }

    /// Returns the page of the section that contains a page.
    fn section_page(&self, page: &Page) -> Option<usize> {
        let mut path = page.path.as_str();
        while let Some((folder, _)) = path.rsplit_once('/') {
            if let Some(found) = self.tree.by_path.get(&(page.language, folder.to_lowercase())) {
                return Some(*found);
            }
            path = folder;
        }
        self.tree.by_path.get(&(page.language, String::new())).copied()
    }

    /// Returns the files of a page.
    fn resources_of(&self, page: &Page) -> Vec<Resource> {
        if page.kind == Kind::Single {
            return Vec::new();
        }
        let folder =
            if page.path.is_empty() { String::new() } else { format!("{}/", page.path.to_lowercase()) };
        let files = self.tree.by_file.range((page.language, folder.clone())..);
        let inside =
            files.take_while(|((language, path), _)| *language == page.language && path.starts_with(&folder));
        let entries = page.front.at("resources").map_or(&[][..], Node::items);
        let files_of = |entry: &Node| crate::import::glob::glob(&entry.at(&["src"])?.text()?.to_lowercase());
        let listed: Vec<_> = entries.iter().filter_map(|entry| Some((files_of(entry)?, entry))).collect();
        let resource = |(_, path): &(usize, String), at: usize| {
            let file = &self.tree.resources[at];
            let name = &path[folder.len()..];
            let own = |key: &str| {
                // A later entry doesn't replace the value of an earlier one.
                let of_file = listed.iter().filter(|(files, _)| files.is_match(name));
                of_file
                    .filter_map(|(_, entry)| entry.at(&[key])?.text())
                    .find(|text| !text.contains(":counter"))
            };
            (page.kind == Kind::Bundle || !name.contains('/')).then(|| Resource {
                name: own("name").unwrap_or_else(|| name.to_owned()),
                title: own("title"),
                url: file.url.clone(),
                path: file.file.to_string(),
            })
        };
        inside.filter_map(|(key, at)| resource(key, *at)).collect()
    }

    /// Returns a field of a page.
    fn field(&self, at: usize, name: &str) -> Option<Value> {
        let page = self.tree.page(at);
        let front = &page.front;
        let text = |key: &str| Value::from(front.text(key).unwrap_or_default());
        let date = |keys: &[&str]| {
            let found = keys.iter().find_map(|key| front.date(key)).or_else(|| page.date());
            found.map_or(Value::UNDEFINED, Value::from)
        };
        let of =
            |page: Option<usize>| page.map_or(Value::UNDEFINED, |page| Value::from_object(Item::Page(page)));
        let below = || self.listed_below(page).into_iter();
        let is_section = |at: &usize| self.tree.page(*at).is_section();
        let file = || page.source.path.as_str().split_once('/').map_or("", |(_, below)| below).to_owned();
        Some(match name {
            "title" => Value::from(page.title()),
            "linktitle" => Value::from(front.text("linkTitle").unwrap_or_else(|| page.title())),
            "name" => Value::from(page.title()),
            "relpermalink" | "permalink" => Value::from(&page.url),
            "description" => text("description"),
            "summary" => Value::from(front.text("summary")?),
            "params" => Value::from(Serde(self.page_params(page))),
            "date" => date(&["date"]),
            "lastmod" => date(&["lastmod", "date"]),
            "publishdate" => date(&["publishdate", "date"]),
            "expirydate" => front.date("expirydate").map_or(Value::UNDEFINED, Value::from),
            "weight" => front.weight().map_or(Value::from(0), |weight| Value::from(weight as i64)),
            "weight order" => Value::from(front.weight().unwrap_or(f64::MAX)),
            "section" => Value::from(page.section()),
            "type" => Value::from(front.text("type").unwrap_or_else(|| match page.section() {
                "" => "page".to_owned(),
                section => section.to_owned(),
            })),
            "layout" => text("layout"),
            "kind" => Value::from(page.kind.name()),
            "pages" => list(below()),
            "regularpages" => list(below().filter(|at| !is_section(at))),
            "sections" => list(below().filter(is_section)),
            "regularpagesrecursive" => self.regular(page.language, &page.path),
            "parent" => of(self.section_page(page).filter(|above| *above != at)),
            "currentsection" => of(if page.is_section() { Some(at) } else { self.section_page(page) }),
            "firstsection" => {
                of(self.tree.by_path.get(&(page.language, page.section().to_lowercase())).copied())
            }
            "ancestors" => {
                let mut above = Vec::new();
                let mut own = at;
                while let Some(next) = self.section_page(self.tree.page(own)).filter(|next| *next != own) {
                    above.push(next);
                    own = next;
                }
                list(above)
            }
            "translations" => list(self.translations(page).filter(|other| *other != at)),
            "alltranslations" => list(self.translations(page)),
            "istranslated" => self.translations(page).any(|other| other != at).into(),
            "previnsection" | "nextinsection" => {
                let siblings = self.section_page(page).map(|above| self.listed_below(self.tree.page(above)));
                let mut siblings = siblings.unwrap_or_default();
                siblings.retain(|other| !is_section(other));
                let own = siblings.iter().position(|other| *other == at);
                // The previous page comes after the page in Hugo's order.
                let step = if name == "previnsection" { 1 } else { -1 };
                of(own.and_then(|own| siblings.get(own.checked_add_signed(step)?)).copied())
            }
            // docgen shows its own table of contents.
            "tableofcontents" => Value::from(""),
            "ispage" => (!page.is_section()).into(),
            "issection" => (page.kind == Kind::Section).into(),
            "isnode" => page.is_section().into(),
            "ishome" => (page.kind == Kind::Home).into(),
            "draft" => (front.flag("draft") == Some(true)).into(),
            "keywords" => front.list("keywords").into_iter().collect(),
            "aliases" => front.list("aliases").into_iter().collect(),
            "resources" => self
                .resources_of(page)
                .into_iter()
                .map(|file| Value::from_object(Item::Resource(file)))
                .collect(),
            "lang" => Value::from(&self.languages[page.language].key),
            "path" => Value::from(format!("/{}", page.path.to_lowercase())),
            "rawcontent" => Value::from(&page.source.text[front.end..]),
            "file.path" => Value::from(file()),
            "file.filename" => Value::from(page.source.path.as_str()),
            "file.logicalname" => Value::from(page.source.path.file_name()),
            "file.basefilename" | "file.translationbasename" => Value::from(page.source.path.stem()),
            "file.contentbasename" => Value::from(page.name()),
            "file.ext" => Value::from(page.source.path.extension()),
            "file.dir" => {
                Value::from(file().rsplit_once('/').map_or(String::new(), |(dir, _)| format!("{dir}/")))
            }
            _ => return None,
        })
    }

    /// Returns a page's parameters, with lowercase keys.
    fn page_params(&self, page: &Page) -> Json {
        let mut front = page.front.json();
        if let Some(own) = front.as_object_mut()
            && let Some(Json::Object(params)) = own.get("params").cloned()
        {
            own.extend(params);
        }
        front
    }
}

impl Values for PageHost<'_, '_> {
    fn current(&self) -> usize {
        self.site.tree.pages.iter().position(|page| std::ptr::eq(page, self.page)).unwrap_or_default()
    }

    fn store(&self) -> Value {
        self.store.clone()
    }

    fn mark(&self, key: &str) {
        // A page without front matter doesn't record keys.
        let others = self.site.tree.pages.iter();
        let page = std::iter::once(self.page).chain(others).find(|page| !page.front.entries.is_empty());
        page.unwrap_or(self.page).front.mark_as_read(key);
        self.site.config.at(&["params", key]);
    }

    fn open_call(&self, level: usize) -> Option<(Rc<Call>, Value)> {
        let open = self.open.borrow();
        open.get(open.len().checked_sub(level + 1)?).cloned()
    }

    fn page_field(&self, page: usize, name: &str) -> Option<Value> {
        self.site.field(page, name)
    }

    fn language_of(&self, page: usize) -> usize {
        self.site.tree.page(page).language
    }

    fn language_field(&self, language: usize, name: &str) -> Option<Value> {
        let own = self.site.languages.get(language)?;
        // A section of the site can have its own language.
        let table = if language == self.page.language { self.table() } else { own.table.clone() };
        let text =
            |keys: &[&str]| keys.iter().find_map(|key| self.site.config.text(&["languages", &table, key]));
        Some(match name {
            "lang" => Value::from(table.to_ascii_lowercase()),
            "languagecode" | "locale" => {
                let tag = text(&["locale", "languageCode"]);
                Value::from(tag.unwrap_or_else(|| table.to_ascii_lowercase()))
            }
            "languagename" | "label" => {
                Value::from(text(&["label", "languageName"]).unwrap_or_else(|| table.clone()))
            }
            "languagedirection" | "direction" => Value::from(if own.is_rtl { "rtl" } else { "ltr" }),
            "weight" => Value::from(language + 1),
            "params" => Value::from(Serde(self.site.params(&table))),
            _ => return None,
        })
    }

    fn site_field(&self, name: &str) -> Option<Value> {
        let (site, language) = (self.site, self.page.language);
        let table = self.table();
        let text = |keys: &[&str]| Value::from(site.config.text(keys).unwrap_or_default());
        Some(match name {
            "params" => Value::from(Serde(site.params(&table))),
            "data" => site.data.get_or_init(|| data(site.origin, &site.data_folder())).clone(),
            "title" => {
                let own = site.config.text(&["languages", &table, "title"]);
                own.map_or_else(|| text(&["title"]), Value::from)
            }
            "baseurl" => Value::from(&site.base_url),
            "copyright" => text(&["copyright"]),
            "pages" => list(site.pages_with(language, |_| true)),
            "allpages" => list((0..site.languages.len()).flat_map(|at| site.pages_with(at, |_| true))),
            "regularpages" => site.regular(language, ""),
            "sections" => {
                list(site.below_path(language, "").into_iter().filter(|at| site.tree.page(*at).is_section()))
            }
            "home" => {
                let home = site.tree.by_path.get(&(language, String::new()));
                home.map_or(Value::UNDEFINED, |at| Value::from_object(Item::Page(*at)))
            }
            "lang" => Value::from(table.to_ascii_lowercase()),
            "languages" => {
                (0..site.languages.len()).map(|at| Value::from_object(Item::Language(at))).collect()
            }
            "languageprefix" => Value::from(site.prefix(language)),
            "ismultilingual" => (site.languages.len() > 1).into(),
            _ => return None,
        })
    }

    fn referenced(&self, from: usize, path: &str) -> Option<usize> {
        let found = self.site.referenced(self.site.tree.page(from), path);
        found.or_else(|| self.site.hidden_at(from, path))
    }

    fn address(&self, from: usize, path: &str) -> Option<String> {
        self.site.reference(self.site.tree.page(from), path)
    }

    fn text(&self, key: &str) -> Option<String> {
        let languages = [self.page.language, 0].map(|index| &self.site.languages[index]);
        let tables = languages.into_iter().flat_map(|language| [&language.table, &language.key]);
        let key = key.to_owned();
        let mut found =
            tables.filter_map(|table| self.site.texts.get(&(table.to_ascii_lowercase(), key.clone())));
        found.next().cloned()
    }

    fn partial(&self, name: &str) -> Option<&str> {
        let name = name.to_ascii_lowercase();
        let bare = name.strip_suffix(".html").unwrap_or(&name);
        self.site.partials.get(bare).map(String::as_str)
    }

    fn expanded(&self, text: &str) -> Option<String> {
        let host = PageHost::within(self.site, self.page, self.store.clone(), self.depth + 1);
        if host.depth > DEEPEST {
            return None;
        }
        let mut expander = shortcodes::expander(&host);
        let text = expander.expand(&host.parse(text));
        expander.lost.is_empty().then_some(text)
    }

    fn file(&self, path: &str) -> Option<String> {
        shortcodes::Host::file(self, path)
    }

    fn parsed(&self, path: &str, text: &str) -> Option<Json> {
        data_of(&Source::new(SourcePath::new(path), text))
    }

    fn resources(&self, pattern: &str) -> Vec<Resource> {
        let pattern = pattern.trim_start_matches('/');
        let Some(regex) = crate::import::glob::glob(pattern) else { return Vec::new() };
        let matching = self.site.origin.files().iter().filter_map(|path| {
            let name = path.as_str().strip_prefix("assets/")?;
            (name == pattern || regex.is_match(name)).then(|| Resource {
                name: name.to_owned(),
                title: None,
                url: format!("/{name}"),
                path: path.to_string(),
            })
        });
        matching.collect()
    }

    fn publish(&self, file: &Resource) -> Option<String> {
        match file.path.strip_prefix("assets/") {
            Some(name) => self.site.first_file([name]),
            None => Some(file.url.clone()),
        }
    }
}

impl Site<'_> {
    fn data_folder(&self) -> String {
        self.config.text(&["dataDir"]).unwrap_or_else(|| "data".to_owned())
    }
}
