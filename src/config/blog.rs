//! `[[blog]]`: the settings of a blog.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, DocsConfig, Problems};
use crate::path::RoutePath;

/// A blog: posts in a subfolder of `content`, with lists, an archive, authors, tags, and feeds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BlogConfig {
    /// The blog's ID, which must be unique among all blogs and sidebars.
    pub id: String,
    /// The folder in `content` that contains the posts. Default: the ID.
    pub folder: Option<String>,
    /// The path of the blog's first page. Default: `/` followed by the ID.
    pub route: Option<String>,
    /// The blog's title. Default: the UI string `blog`.
    pub title: Option<String>,
    /// A short description of the blog.
    pub description: Option<String>,
    /// The number of posts on each page of a list.
    #[schemars(range(min = 1, max = 1000))]
    pub posts_per_page: u16,
    /// The heading above the recent posts in the sidebar. Default: the UI string `blog_recent`.
    pub sidebar_title: Option<String>,
    /// The maximum number of posts in the sidebar, or `"ALL"` for every post. If this number is 0, the blog has no
    /// sidebar.
    pub sidebar_count: SidebarCount,
    /// Shows the reading time of each post.
    pub show_reading_time: bool,
    /// The reading speed, in words per minute.
    #[schemars(range(min = 1, max = 10000))]
    pub words_per_minute: u16,
    /// Includes the date in the URL of each post: `/blog/2025/01/05/name` instead of `/blog/name`. Posts with a `slug`
    /// aren't affected.
    pub date_in_address: bool,
    /// The feeds to generate. Feeds require `site.url`.
    pub feeds: Vec<FeedFormat>,
    /// The maximum number of posts in a feed.
    #[schemars(range(min = 1, max = 1000))]
    pub feed_count: u16,
    /// The copyright line in feeds.
    pub copyright: Option<String>,
}

impl Default for BlogConfig {
    fn default() -> Self {
        BlogConfig {
            id: "blog".into(),
            folder: None,
            route: None,
            title: None,
            description: None,
            posts_per_page: 10,
            sidebar_title: None,
            sidebar_count: SidebarCount::Number(5),
            show_reading_time: true,
            words_per_minute: 200,
            date_in_address: false,
            feeds: FeedFormat::ALL.to_vec(),
            feed_count: 20,
            copyright: None,
        }
    }
}

impl BlogConfig {
    /// Returns the folder in `content` that contains the blog's posts.
    pub fn folder(&self) -> &str {
        self.folder.as_deref().unwrap_or(&self.id).trim_matches('/')
    }

    /// Returns the path of the blog's first page, without a locale.
    pub fn route(&self) -> RoutePath {
        RoutePath::written(self.route.as_deref().unwrap_or(&self.id))
    }
}

/// The number of posts in a sidebar.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SidebarCount {
    /// At most this many posts, starting with the latest post.
    Number(u16),
    /// Every post.
    All(AllPosts),
}

/// The value that selects every post.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub enum AllPosts {
    /// Every post.
    #[serde(rename = "ALL")]
    All,
}

impl SidebarCount {
    /// Returns the maximum number of posts.
    pub fn limit(&self) -> usize {
        match self {
            SidebarCount::Number(number) => usize::from(*number),
            SidebarCount::All(AllPosts::All) => usize::MAX,
        }
    }
}

/// A feed format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedFormat {
    /// RSS 2.0, `rss.xml`.
    Rss,
    /// Atom 1.0, `atom.xml`.
    Atom,
    /// JSON Feed 1.1, `feed.json`.
    Json,
}

impl FeedFormat {
    /// Every format.
    pub const ALL: [FeedFormat; 3] = [FeedFormat::Rss, FeedFormat::Atom, FeedFormat::Json];

    /// Returns the filename.
    pub fn file_name(self) -> &'static str {
        match self {
            FeedFormat::Rss => "rss.xml",
            FeedFormat::Atom => "atom.xml",
            FeedFormat::Json => "feed.json",
        }
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            FeedFormat::Rss => "application/rss+xml",
            FeedFormat::Atom => "application/atom+xml",
            FeedFormat::Json => "application/feed+json",
        }
    }
}

impl Config {
    /// Whether a path on the site belongs to a feed.
    pub fn is_feed(&self, path: &str) -> bool {
        let Some((above, name)) = path.trim_start_matches('/').rsplit_once('/') else { return false };
        let locales = self.i18n.locales.iter().map(|locale| locale.code.as_str());
        let homes = || locales.clone().chain([""]);
        self.site.url.is_some()
            && self.blog.iter().any(|blog| {
                blog.feeds.iter().any(|feed| feed.file_name() == name)
                    && homes()
                        .any(|home| RoutePath::new(home).join(blog.route().as_str()) == RoutePath::new(above))
            })
    }
}

/// Reports and removes each blog that has the same ID, folder, or path as an earlier blog.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let mut kept: Vec<BlogConfig> = Vec::with_capacity(config.blog.len());
    for (index, blog) in std::mem::take(&mut config.blog).into_iter().enumerate() {
        if config.docs.iter().any(|docs| docs.id == blog.folder()) {
            let message = format!("the `{}` folder is for documentation, not for a blog", blog.folder());
            let hint = "move the posts to another folder, and set `folder` to its name";
            problems.report(&format!("blog.{index}"), message, hint);
            continue;
        }
        let same_route = |docs: &&DocsConfig| {
            let route = RoutePath::written(docs.route());
            route == blog.route() && !route.is_root()
        };
        if let Some(docs) = config.docs.iter().find(same_route) {
            let message = format!(
                "duplicate route `{}`: it belongs to a blog and to the documentation set `{}`",
                blog.route(),
                docs.id
            );
            let path = format!("blog.{index}");
            let own = Some(format!("{path}.route")).filter(|path| problems.source.place(path).is_some());
            problems.report(&own.unwrap_or(path), message, "set a different `route` for one of them");
            continue;
        }
        let same = kept.iter().find_map(|other| {
            let pairs = [
                ("id", blog.id.clone(), other.id == blog.id),
                ("folder", blog.folder().to_owned(), other.folder() == blog.folder()),
                ("URL", blog.route().as_str().to_owned(), other.route() == blog.route()),
            ];
            pairs.into_iter().find(|(_, _, same)| *same)
        });
        let Some((what, value, _)) = same else {
            kept.push(blog);
            continue;
        };
        let message = format!("duplicate blog {what} `{value}`");
        let hint =
            "give each `[[blog]]` table its own `id`, which also sets the default `folder` and `route`";
        problems.report(&format!("blog.{index}"), message, hint);
    }
    config.blog = kept;
}
