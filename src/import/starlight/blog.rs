//! Converts the blogs of the `starlight-blog` plugin.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::{Page, Starlight, join};
use crate::component::MODULE;
use crate::import::Content;
use crate::import::front_matter::Entry;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::path::{SourcePath, has_protocol, slugify};
use crate::source::tree::{Node, Value};

/// The plugin's package.
pub(super) const PLUGIN: &str = "starlight-blog";

/// The number of posts on a page of the list if the options don't contain it.
const POSTS: u64 = 5;

/// The options that are converted or have no meaning in docgen.
const OPTIONS: [&str; 9] = [
    MODULE,
    "authors",
    "navigation",
    "postCount",
    "prefix",
    "recentPostCount",
    "rss",
    "structuredData",
    "title",
];

/// A blog.
pub(super) struct Blog {
    /// The ID, which is also the name of the blog's folder in `content`.
    pub id: String,
    /// The path of the blog's folder and URL, without leading or trailing slashes.
    pub prefix: String,
    options: Node,
}

/// An author of a post.
pub(super) enum Writer {
    /// The key of an author in the options.
    Key(String),
    /// The name of an author whom only the post describes.
    Name(String),
}

/// Reads the authors of a post.
pub(super) fn writers(node: &Node) -> Vec<Writer> {
    let all = if node.items().is_empty() { std::slice::from_ref(node) } else { node.items() };
    let writer = |node: &Node| match node.text() {
        Some(key) => Some(Writer::Key(key)),
        None => node.at(&["name"]).and_then(Node::text).map(Writer::Name),
    };
    all.iter().filter_map(writer).collect()
}

impl Blog {
    /// Whether the blog contains the page at a URL path without leading slashes.
    pub(super) fn has(&self, route: &str) -> bool {
        route.strip_prefix(&self.prefix).is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
    }

    fn authors(&self) -> impl Iterator<Item = (&str, &Node)> {
        let entries = self.options.at(&["authors"]).and_then(Node::entries).unwrap_or_default();
        entries.iter().map(|(key, node)| (key.name.as_str(), node))
    }
}

impl Starlight<'_> {
    /// Finds the blogs in the config. If the options are a list, each item is a blog.
    pub(super) fn find_blogs(&self) -> Vec<Blog> {
        let plugins = self.theme().and_then(|theme| theme.at(&["plugins"])).map_or(&[][..], Node::items);
        let nodes = plugins.iter().flat_map(|node| std::iter::once(node).chain(node.items()));
        let is_blog = |node: &&Node| node.at(&[MODULE]).and_then(Node::text).as_deref() == Some(PLUGIN);
        let mut all: Vec<Node> = nodes.filter(is_blog).cloned().collect();
        // A call without options has no value in the config.
        if all.is_empty() && self.is_imported(PLUGIN) {
            all.push(Node { value: Value::Null, range: 0..0 });
        }
        let blog = |options: Node| {
            let prefix = options.at(&["prefix"]).and_then(Node::text).unwrap_or_else(|| "blog".to_owned());
            let prefix = prefix.trim_matches('/').to_ascii_lowercase();
            let id: String = prefix.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
            let is_taken = matches!(id.as_str(), "" | "docs" | "pages" | "i18n" | "versions");
            Blog { id: if is_taken { format!("{id}-blog") } else { id }, prefix, options }
        };
        all.into_iter().map(blog).collect()
    }

    /// Whether the config imports a package.
    fn is_imported(&self, package: &str) -> bool {
        let mut specifiers = self.source.text.lines().filter_map(super::files::specifier);
        specifiers.any(|(_, name)| name == package)
    }

    /// Sets the blogs and writes their authors. Returns the links for the navbar.
    pub(super) fn set_blogs(
        &self,
        settings: &mut Settings,
        files: &mut BTreeMap<SourcePath, Content>,
        left: &mut Left,
    ) -> Vec<Json> {
        let mut links = Vec::new();
        for blog in &self.blogs {
            let options = &blog.options;
            let route = format!("/{}", blog.prefix);
            let title = self.in_main_locale(options.at(&["title"])).unwrap_or_else(|| "Blog".to_owned());
            let mut entry = json!({ "id": blog.id, "route": route, "title": title });
            let number = |key: &str| options.at(&[key]).and_then(|node| node.json().as_u64());
            let size = number("postCount").unwrap_or(POSTS).max(1);
            entry["posts_per_page"] = size.into();
            if let Some(count) = number("recentPostCount") {
                entry["sidebar_count"] = count.into();
            }
            settings.push("blog", entry);
            self.redirect_lists(blog, size, settings);
            if options.at(&["navigation"]).and_then(Node::text).as_deref() != Some("none") {
                links.push(json!({ "label": title, "href": route }));
            }
            let unknown = options.entries().unwrap_or_default().iter();
            for (key, _) in unknown.filter(|(key, _)| !OPTIONS.contains(&key.name.as_str())) {
                let what = format!("the `{}` option of `{PLUGIN}`", key.name);
                left.note(&self.source, key.range.clone(), &what, "look for an equivalent docgen setting");
            }
            let authors: Map<String, Json> =
                blog.authors().map(|(key, node)| (key.to_owned(), author(node, &url_of))).collect();
            if !authors.is_empty() {
                let path = SourcePath::new(format!("content/{}/authors.toml", blog.id));
                files.insert(path, Content::Text(toml::to_string_pretty(&authors).unwrap_or_default()));
            }
        }
        links
    }

    /// Redirects the lists of posts whose URLs change.
    fn redirect_lists(&self, blog: &Blog, size: u64, settings: &mut Settings) {
        let route = format!("/{}", blog.prefix);
        let is_post =
            |page: &&Page| page.place.folder == blog.id && page.place.locale.is_none() && !page.is_draft;
        let posts: Vec<&Page> = self.pages.values().filter(is_post).collect();
        let mut moved: BTreeMap<String, String> = (2..=(posts.len() as u64).div_ceil(size))
            .map(|page| (format!("{route}/{page}"), format!("{route}/page/{page}")))
            .collect();
        let name = |node: &Node| node.at(&["name"]).and_then(Node::text).unwrap_or_default();
        let known: BTreeMap<&str, String> = blog.authors().map(|(key, node)| (key, name(node))).collect();
        let all: Vec<Writer> = known.keys().map(|key| Writer::Key((*key).to_owned())).collect();
        for writer in posts.iter().flat_map(|post| post.authors.as_ref().unwrap_or(&all)) {
            let (name, new) = match writer {
                Writer::Key(key) => match known.get(key.as_str()) {
                    Some(name) => (name, format!("{route}/authors/{}", slugify(key.trim()))),
                    None => continue,
                },
                Writer::Name(name) => (name, route.clone()),
            };
            moved.entry(format!("{route}/authors/{}", slugify(name))).or_insert(new);
        }
        let mut redirect = |from: String, to: &str| {
            if from != to && self.page_at("", &from).is_none() {
                settings.push("redirects", json!({ "from": from, "to": to }));
            }
        };
        for (old, new) in &moved {
            redirect(old.clone(), new);
        }
        let Some(main) = &self.main else { return };
        for (old, new) in moved.iter().filter(|(old, new)| old != new) {
            redirect(format!("/{main}{old}"), new);
        }
        let folder = join(&self.public, &format!("{main}/{}", blog.prefix));
        if !self.origin.files().iter().any(|file| file.strip_dir(&folder).is_some()) {
            let (from, to) = (format!("/{main}{route}/*"), format!("{route}/*"));
            settings.push("redirects", json!({ "from": from, "to": to }));
        }
    }

    /// Returns translatable text in the language of the default locale.
    pub(super) fn in_main_locale(&self, node: Option<&Node>) -> Option<String> {
        let node = node?;
        let lang = self.lang(self.main.as_deref());
        node.text().or_else(|| {
            let entries = node.entries()?;
            let mut texts = entries.iter().filter(|(key, _)| key.name != MODULE);
            let own = entries.iter().find(|(key, _)| key.name == lang).or_else(|| texts.next());
            own.and_then(|(_, node)| node.text())
        })
    }

    /// Returns the blog that a post belongs to.
    pub(super) fn blog_of(&self, page: &Page) -> Option<&Blog> {
        self.blogs.iter().find(|blog| blog.id == page.place.folder)
    }

    /// Whether docgen generates the page at a URL path without leading slashes.
    pub(super) fn is_in_blog(&self, route: &str) -> bool {
        let route = route.trim_end_matches('/');
        self.blogs.iter().any(|blog| route == blog.prefix || blog.has(route))
    }

    /// Converts a front matter key that only posts have. Returns whether the key is such a key.
    pub(super) fn post_key(
        &self,
        entry: &Entry,
        context: &Context<'_>,
        own: &mut Vec<(&'static str, Json)>,
    ) -> bool {
        let node = &entry.node;
        let image = |path: String| context.address(&path).unwrap_or_else(|| url_of(path));
        match entry.name.as_str() {
            "date" => {
                let written = context.source.text[entry.value.clone()].trim_matches(['"', '\'']);
                own.extend(written.get(..10).map(|date| ("date", date.into())));
            }
            "tags" => own.push(("tags", node.json())),
            "authors" => {
                let all = if node.items().is_empty() { std::slice::from_ref(node) } else { node.items() };
                let author = |node: &Node| match node.text() {
                    Some(key) => key.into(),
                    None => author(node, &image),
                };
                own.push(("authors", all.iter().map(author).collect::<Vec<Json>>().into()));
            }
            "excerpt" => {
                let has_description = context.front_matter.entries.iter().any(|e| e.name == "description");
                match node.text().filter(|_| !has_description) {
                    Some(text) => own.push(("description", crate::markdown::plain(&text).into())),
                    None => return false,
                }
            }
            "cover" => {
                let text = |key: &str| node.at(&[key]).and_then(Node::text);
                own.extend(text("image").or_else(|| text("light")).map(|path| ("image", image(path).into())));
            }
            _ => return false,
        }
        true
    }

    /// Completes a post's front matter and text.
    pub(super) fn finish_post(
        &self,
        page: &Page,
        blog: &Blog,
        (entries, has_excerpt): (&mut Map<String, Json>, bool),
        text: &mut String,
    ) {
        let keys: Vec<Json> = blog.authors().map(|(key, _)| key.into()).collect();
        if !entries.contains_key("authors") && !keys.is_empty() {
            entries.insert("authors".to_owned(), keys.into());
        }
        entries.entry("date").or_insert_with(|| "1970-01-01".into());
        entries.remove("slug");
        let below = page.place.route.trim_matches('/').strip_prefix(&blog.prefix).unwrap_or_default();
        entries.insert("slug".to_owned(), below.trim_matches('/').into());
        for (mark, own) in [
            ("<!-- excerpt -->", "<!-- truncate -->"),
            ("<!--excerpt-->", "<!-- truncate -->"),
            ("{/* excerpt */}", "{/* truncate */}"),
        ] {
            *text = text.replace(mark, own);
        }
        // In lists, the plugin shows a post without an excerpt in full.
        let is_marked = ["<!-- truncate -->", "{/* truncate */}"].iter().any(|mark| text.contains(mark));
        if !has_excerpt && !is_marked && !text.trim().is_empty() {
            *text = format!("{}\n\n<!-- truncate -->\n", text.trim_end());
        }
    }
}

/// Converts an author.
fn author(node: &Node, image: &dyn Fn(String) -> String) -> Json {
    let text = |key: &str| node.at(&[key]).and_then(Node::text);
    let entries = [
        ("name", text("name")),
        ("title", text("title")),
        ("url", text("url")),
        ("image", text("picture").map(image)),
    ];
    let known = entries.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
    Json::Object(known.collect())
}

/// Returns a public file's URL.
fn url_of(path: String) -> String {
    if has_protocol(&path) { path } else { format!("/{}", path.trim_start_matches('/')) }
}
