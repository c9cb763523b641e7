//! Converts pages' front matter and titles.

use std::cell::{Cell, RefCell};

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::links::Target;
use super::{Converted, Page, VitePress, home, include, settings, text};
use crate::import::front_matter::{self, Entry, FrontMatter};
use crate::import::left::Left;
use crate::import::lines::is_blank;
use crate::import::markdown::Fences;
use crate::import::place::Place;
use crate::import::site::{HeadNode, page_head};
use crate::path::{SourcePath, UniqueNames};
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The keys that affect only the appearance of a page or are converted elsewhere.
const IGNORED: &[&str] =
    &["hero", "features", "isHome", "pageClass", "aside", "navbar", "footer", "home", "lang"];

/// Whether a page has the layout of a home page.
pub(super) fn is_home(source: &Source) -> bool {
    let entries = front_matter::read(source).entries;
    entries.iter().any(|entry| entry.name == "layout" && entry.node.text().as_deref() == Some("home"))
}

impl VitePress<'_> {
    /// Converts a page.
    pub(super) fn page(&self, route: &str, page: &Page) -> Option<Converted> {
        let source = self.origin.text(&page.file)?;
        let front_matter = front_matter::read(&source);
        let context = self.context(route, page, &source, &front_matter);
        let mut entries = self.entries(&front_matter, &context);
        let expanded = include::expand(self, &source.text[front_matter.end..], page.file.as_str());
        let (expanded, formulas) = self.syntax.taken(&expanded.text);
        let text = formulas.restored(&text::convert(&expanded, &context));
        let mut text = self.syntax.with_emoji(&text, false);
        if page.place.folder == "pages" && is_home(&source) {
            text = home::convert(&mut entries, &context) + &text;
        } else {
            title(&mut entries, &text);
        }
        self.place_of(route, page, &mut entries);
        let text = front_matter::write(&entries) + text.trim_start_matches('\n');
        let Context { left, assets, headings, components: uses, .. } = context;
        let (assets, left, headings) = (assets.into_inner(), left.into_inner(), headings.into_inner());
        Some(Converted { path: page.place.file(), text, assets, left, headings, uses: uses.into_inner() })
    }

    fn context<'c>(
        &'c self,
        route: &'c str,
        page: &'c Page,
        source: &'c Source,
        front_matter: &'c FrontMatter,
    ) -> Context<'c> {
        Context {
            site: self,
            route,
            page,
            source,
            front_matter,
            line_numbers: self.is_set(&["markdown", "lineNumbers"]),
            containers: self.containers(),
            headings: RefCell::default(),
            ids: RefCell::new(UniqueNames::numbered_from(1)),
            left: RefCell::new(Left::default()),
            components: RefCell::default(),
            assets: RefCell::default(),
            is_verbatim: Cell::new(false),
        }
    }

    /// Converts a file that pages include. `path` is the file's path in the new site.
    pub(super) fn part(&self, file: &SourcePath, path: &SourcePath) -> Option<Converted> {
        let source = self.origin.text(file)?;
        let front_matter = front_matter::read(&source);
        let below = path.strip_dir("content/docs")?.to_owned();
        let place =
            Place { folder: "docs".into(), locale: None, route: format!("/{below}"), below: below.clone() };
        let page = Page { file: file.clone(), place };
        let context = self.context(&below, &page, &source, &front_matter);
        let expanded = include::expand(self, &source.text, file.as_str());
        let (text, formulas) = self.syntax.taken(&expanded.text);
        let text = formulas.restored(&text::convert(&text, &context));
        let text = self.syntax.with_emoji(&text, false);
        let Context { left, assets, components: uses, .. } = context;
        let (assets, left, uses) = (assets.into_inner(), left.into_inner(), uses.into_inner());
        Some(Converted { path: path.clone(), text, assets, left, headings: Vec::new(), uses })
    }

    /// Returns the names and titles of the site's custom containers. Containers that code adds have no title.
    fn containers(&self) -> Vec<(String, String)> {
        let node = self.config.at(&["markdown", "container", "customContainers"]);
        let entries = node.and_then(Node::entries).unwrap_or_default();
        let custom = entries.iter().filter_map(|(key, node)| Some((key.name.clone(), node.text()?)));
        custom.chain(self.names.iter().map(|name| (name.clone(), String::new()))).collect()
    }

    /// Sets a page's URL and sidebar.
    fn place_of(&self, route: &str, page: &Page, entries: &mut Map<String, Json>) {
        if let Some(slug) = page.place.slug() {
            entries.insert("slug".to_owned(), slug);
        }
        let bare = route.strip_suffix(".md").unwrap_or(route);
        let was_in_folder = self.main.as_ref().is_some_and(|main| route.starts_with(&format!("{main}/")));
        if was_in_folder {
            entries.insert("aliases".to_owned(), json!([format!("/{bare}")]));
        }
        if page.place.folder != "docs" || entries.contains_key("displayed_sidebar") {
            return;
        }
        // A translation has the same sidebar as its original unless its front matter names another one.
        let below = page.place.locale.as_ref().and_then(|code| route.strip_prefix(&format!("{code}/")));
        let original = below.map(|below| match &self.main {
            Some(main) => format!("{main}/{below}"),
            None => below.to_owned(),
        });
        let shown = match original.filter(|route| self.pages.contains_key(route)) {
            Some(original) => self.sidebar_of(&original).flatten(),
            None => page.place.id().and_then(|id| self.first_sidebar(id)),
        };
        match self.sidebar_of(route) {
            Some(None) => _ = entries.insert("displayed_sidebar".to_owned(), Json::Null),
            Some(own) if own != shown => _ = entries.insert("displayed_sidebar".to_owned(), own.into()),
            _ => {}
        }
    }

    /// Converts the front matter.
    fn entries(&self, front_matter: &FrontMatter, context: &Context<'_>) -> Map<String, Json> {
        let mut own: Vec<(&'static str, Json)> = Vec::new();
        for entry in &front_matter.entries {
            self.key(entry, context, &mut own);
        }
        let has_text = |name: &str| matches!(name, "title" | "description");
        let known = |name: &str, node: &Node| match name {
            _ if has_text(name) => node.text().is_none().then(Vec::new),
            "tags" | "keywords" => {
                let texts: Vec<String> = node.items().iter().filter_map(Node::text).collect();
                let texts = if texts.is_empty() {
                    node.text().map(|text| text.split(',').map(|word| word.trim().to_owned()).collect())
                } else {
                    Some(texts)
                };
                let name = if name == "tags" { "tags" } else { "keywords" };
                Some(texts.map(|texts| (name, json!(texts))).into_iter().collect())
            }
            _ => Some(Vec::new()),
        };
        let mut entries = front_matter.converted(context.source, &mut context.left.borrow_mut(), known);
        entries.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
        entries
    }

    /// Converts a front matter key.
    fn key(&self, entry: &Entry, context: &Context<'_>, own: &mut Vec<(&'static str, Json)>) {
        let node = &entry.node;
        let is_off = matches!(node.value, Value::Bool(false));
        let note = |what: String, hint: &str| {
            context.left.borrow_mut().note(context.source, entry.key.clone(), &what, hint);
        };
        match entry.name.as_str() {
            "title" | "description" | "tags" | "keywords" => {}
            "layout" => match node.text().as_deref() {
                Some("home") => own.push(("layout", "home".into())),
                Some("doc") => {}
                Some("page") => {
                    own.push(("displayed_sidebar", Json::Null));
                    own.push(("hide_table_of_contents", true.into()));
                }
                other => {
                    note(
                        format!("the `{}` layout", other.unwrap_or("false")),
                        "check the page in docgen's document layout",
                    );
                }
            },
            "outline" => match settings::levels(node) {
                _ if is_off => own.push(("hide_table_of_contents", true.into())),
                Some((min, max)) => {
                    own.extend([
                        ("toc_min_heading_level", min.into()),
                        ("toc_max_heading_level", max.into()),
                    ]);
                }
                None => {}
            },
            "aside" if is_off => own.push(("hide_table_of_contents", true.into())),
            "sidebar" if is_off => own.push(("displayed_sidebar", Json::Null)),
            "sidebar" => {}
            "prev" => own.extend(self.neighbor(node, &note).map(|value| ("pagination_prev", value))),
            "next" => own.extend(self.neighbor(node, &note).map(|value| ("pagination_next", value))),
            "editLink" if is_off => own.push(("custom_edit_url", Json::Null)),
            "search" if is_off => own.push(("search", false.into())),
            "editLink" | "search" => {}
            "lastUpdated" => {
                let written = context.source.text[entry.value.clone()].trim_matches(['"', '\'']);
                let date =
                    written.get(..10).filter(|date| date.bytes().filter(u8::is_ascii_digit).count() == 8);
                match date {
                    Some(date) => own.push(("last_update", json!({ "date": date }))),
                    None if is_off && self.config.at(&["lastUpdated"]).is_some() => {
                        note("the `lastUpdated` front matter key".to_owned(), "leave it out");
                    }
                    None => {}
                }
            }
            "head" => {
                let tags = node.items().iter().filter_map(|tag| {
                    let [tag, rest @ ..] = tag.items() else { return None };
                    let content = rest.get(1).and_then(Node::text);
                    Some(HeadNode { tag: tag.text().unwrap_or_default(), attributes: rest.first(), content })
                });
                let note = |what: &str, hint: &str| note(what.to_owned(), hint);
                own.extend(page_head(tags, &|url| self.without_base(url), &note));
            }
            name if IGNORED.contains(&name) => {}
            name => note(
                format!("the `{name}` front matter key"),
                "use an equivalent docgen key if there is one; otherwise, leave out this key",
            ),
        }
    }

    /// Returns the ID of the previous or next document. If there's no such document, the value is `null`.
    fn neighbor(&self, node: &Node, note: &dyn Fn(String, &str)) -> Option<Json> {
        let link = node.at(&["link"]).and_then(Node::text);
        match (&node.value, link.map(|link| self.target(&link))) {
            (Value::Bool(false), _) => Some(Json::Null),
            (_, Some(Target::Document(id, _))) if self.is_in_default_locale(&id) => Some(id.into()),
            _ => {
                note(
                    "the link text for the previous or next page".to_owned(),
                    "set `pagination_label` on that page",
                );
                None
            }
        }
    }
}

/// Sets the title of a page that doesn't start with a level-one heading. On such a page, VitePress doesn't show a
/// heading either.
fn title(entries: &mut Map<String, Json>, text: &str) {
    let mut lines = text.lines().filter(|line| !is_blank(line));
    let first = lines.next().unwrap_or_default();
    let is_underlined = |line: Option<&str>| {
        line.is_some_and(|line| line.starts_with('=') && line.trim_end().chars().all(|c| c == '='))
    };
    let is_top = first.starts_with("# ") || is_underlined(lines.next());
    let heading = level_one(text);
    if let Some(heading) = heading {
        let plain = plain(heading);
        if !entries.contains_key("title") && (!is_top || plain.is_some()) {
            entries.insert("title".to_owned(), plain.unwrap_or_else(|| heading.trim().to_owned()).into());
        }
    }
    if !is_top {
        entries.insert("hide_title".to_owned(), true.into());
    }
}

/// Returns the text of the first level-one heading outside code blocks.
fn level_one(text: &str) -> Option<&str> {
    let mut fences = Fences::default();
    for line in text.lines() {
        let is_text = !fences.has(line) && !fences.is_in_comment();
        if let Some(heading) = line.strip_prefix("# ").filter(|_| is_text) {
            return Some(heading.rfind(" {#").map_or(heading, |at| &heading[..at]));
        }
    }
    None
}

/// Returns the text of a heading without badges or tags. If the heading contains neither, returns `None`.
fn plain(heading: &str) -> Option<String> {
    let mut text = heading.to_owned();
    while let Some(at) = text.find(":badge[") {
        let end = text[at..].find('}').map_or(text.len(), |end| at + end + 1);
        text.replace_range(at..end, "");
    }
    // A tag after a backslash is text.
    let text = text.replace("\\<", "&lt;").replace("\\>", "&gt;").replace('\\', "");
    let bare = crate::import::site::plain(&text);
    (bare != heading.trim()).then(|| bare.replace('`', ""))
}
