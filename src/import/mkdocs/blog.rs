//! Converts a Material blog: posts, authors, and the URLs of post lists.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use super::{MkDocs, metadata, plugins};
use crate::import::Content;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::path::{SourcePath, slugify};
use crate::source::tree::{self, Node};

/// The names of the blog plugin.
const PLUGINS: [&str; 2] = ["blog", "material/blog"];

/// A blog.
pub(super) struct Blog {
    /// The blog's folder, relative to the folder that contains the pages.
    folder: String,
    /// The folder that contains the posts, with a trailing slash.
    posts: String,
    /// The format of dates in URLs, such as `yyyy/MM/dd`.
    dates: String,
    /// The format of post URLs, such as `{date}/{slug}`.
    format: String,
    /// The formats of the URLs of categories and years.
    lists: (String, String),
}

impl Blog {
    /// Returns the blog of a site.
    pub(super) fn of(config: &Node) -> Option<Self> {
        let (_, _, options) = plugins::of(config).into_iter().find(|(name, ..)| PLUGINS.contains(name))?;
        let option = |name: &str, default: &str| {
            options
                .and_then(|options| options.at(&[name]))
                .and_then(Node::text)
                .unwrap_or_else(|| default.to_owned())
        };
        let folder = option("blog_dir", "blog").trim_matches(['/', '.']).to_owned();
        let posts = option("post_dir", "{blog}/posts").replace("{blog}", &folder);
        Some(Blog {
            posts: format!("{}/", posts.trim_matches(['/', '.'])),
            folder,
            dates: option("post_url_date_format", "yyyy/MM/dd"),
            format: option("post_url_format", "{date}/{slug}"),
            lists: (
                option("categories_url_format", "category/{slug}"),
                option("archive_url_format", "archive/{date}"),
            ),
        })
    }

    /// Returns a post's path, relative to the folder that contains the posts. For other pages, returns `None`.
    pub(super) fn post<'p>(&self, page: &'p str) -> Option<&'p str> {
        page.strip_prefix(&self.posts)
    }

    /// Returns the blog's path.
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    /// If either page is a post or the list of posts, returns the path for a link from one page to the other.
    pub(super) fn page_url(&self, from: &str, page: &str) -> Option<String> {
        if self.is_list(page) {
            return Some(format!("/{}", self.folder));
        }
        match self.post(page) {
            Some(post) => Some(format!("/blog/{post}")),
            None => self.post(from).map(|_| format!("/docs/{page}")),
        }
    }

    /// Whether docgen generates a page.
    pub(super) fn is_list(&self, page: &str) -> bool {
        page == format!("{}/index.md", self.folder).trim_start_matches('/')
    }

    /// Converts the front matter of a post with this path and title. Returns the post's URL path.
    pub(super) fn convert(&self, entries: &mut Map<String, Json>, post: &str, title: &str) -> Option<String> {
        let date = match entries.get("date") {
            Some(Json::Object(dates)) => dates.get("created").cloned(),
            date => date.cloned(),
        };
        let day: String = date.as_ref()?.as_str()?.chars().take(10).collect();
        if let Some(Json::Object(dates)) = entries.insert("date".to_owned(), day.as_str().into())
            && let Some(updated) = dates.get("updated").and_then(Json::as_str)
        {
            entries.insert(
                "last_update".to_owned(),
                json!({ "date": updated.chars().take(10).collect::<String>() }),
            );
        }
        let category = entries.get("categories").and_then(|list| list.get(0)?.as_str()).map(slugify);
        let file = post.rsplit('/').next().unwrap_or(post).trim_end_matches(".md").to_owned();
        let mut tags: Vec<Json> = Vec::new();
        for key in ["categories", "tags"] {
            if let Some(Json::Array(more)) = entries.remove(key) {
                tags.extend(more);
            }
        }
        if !tags.is_empty() {
            entries.insert("tags".to_owned(), tags.into());
        }
        let slug = match entries.get("slug").and_then(Json::as_str) {
            Some(slug) => slug.to_owned(),
            None => slugify(title),
        };
        let mut parts = day.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let date = self.dates.replace("yyyy", year).replace("MM", month).replace("dd", day);
        let parts = [("{date}", date), ("{slug}", slug), ("{file}", file)];
        let parts = parts.into_iter().chain([("{categories}", category.unwrap_or_default())]);
        let url = parts.fold(self.format.clone(), |url, (name, part)| url.replace(name, &part));
        let url = url.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        entries.insert("slug".to_owned(), url.as_str().into());
        Some(format!("{}/{url}", self.at()))
    }

    /// Returns the start of the URL paths on the blog.
    fn at(&self) -> String {
        if self.folder.is_empty() { String::new() } else { format!("/{}", self.folder) }
    }

    /// Sets the new site's blog, and adds redirects for the lists whose URLs are different in docgen. `tags` contains
    /// the tags of all posts, and `years` contains the years of the posts' dates. A blog without posts is left out.
    pub(super) fn finish(
        &self,
        settings: &mut Settings,
        title: Option<String>,
        tags: &BTreeSet<String>,
        years: &BTreeSet<String>,
    ) {
        if years.is_empty() {
            return;
        }
        let mut blog = json!({ "route": format!("/{}", self.folder) });
        if let Some(title) = title {
            blog["title"] = title.into();
        }
        settings.push("blog", blog);
        let at = self.at();
        for tag in tags {
            let slug = slugify(tag);
            settings.push(
                "redirects",
                json!({ "from": format!("{at}/{}", self.lists.0.replace("{slug}", &slug)), "to": format!("{at}/tags/{slug}") }),
            );
        }
        for year in years {
            let to = format!("{at}/archive#{year}");
            settings.push(
                "redirects",
                json!({ "from": format!("{at}/{}", self.lists.1.replace("{date}", year)), "to": to }),
            );
        }
    }
}

impl MkDocs<'_> {
    /// Returns the title of the page that lists a blog's posts. Reports the page's text, which docgen doesn't show.
    pub(super) fn blog_title(&self, blog: &Blog, left: &mut Left) -> Option<String> {
        let page = self.pages.iter().find(|page| blog.is_list(page))?;
        let source = self.origin.text(&SourcePath::new(format!("{}/{page}", self.docs)))?;
        let front_matter = metadata::read(&source);
        let text = &source.text[front_matter.end..];
        let heading = text.lines().find_map(|line| line.strip_prefix("# "));
        let mut rest = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("# "));
        if let Some(line) = rest.next() {
            let at = source.text.rfind(line).unwrap_or_default();
            let hint = "add it to the blog's `description`, or add a page with the text";
            left.note(&source, at..at + line.len(), "the text above the list of posts", hint);
        }
        let own = front_matter.entries.iter().find(|entry| entry.name == "title");
        own.and_then(|entry| entry.node.text())
            .or_else(|| Some(crate::markdown::plain(heading?.trim()).into_owned()))
    }

    /// Converts a blog's authors.
    pub(super) fn authors(&self, blog: &Blog, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let path = SourcePath::new(format!("{}/{}/.authors.yml", self.docs, blog.folder));
        let Some(source) = self.origin.text(&path) else { return };
        let Some(config) = tree::of_other_program(&source) else { return };
        let mut authors = Map::new();
        for (key, author) in config.at(&["authors"]).and_then(Node::entries).unwrap_or_default() {
            let text = |name: &str| author.at(&[name]).and_then(Node::text);
            let image = text("avatar").map(|url| {
                if url.contains("://") { url } else { format!("/{}", url.trim_start_matches('/')) }
            });
            let entry = json!({ "name": text("name"), "title": text("description"), "image": image, "url": text("url") });
            let entry: Map<String, Json> = entry
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            if entry.contains_key("name") {
                authors.insert(key.name.clone(), entry.into());
            } else {
                left.note(&source, key.range.clone(), &format!("the author `{}`", key.name), "add a name");
            }
        }
        let text = toml::to_string_pretty(&authors).unwrap_or_default();
        files.insert(SourcePath::new("content/blog/authors.toml"), Content::Text(text));
    }
}
