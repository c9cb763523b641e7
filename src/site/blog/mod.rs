//! Blogs: posts with their dates, authors, and tags, and the pages that list them.
//!
//! A post is a Markdown file in the folder of its blog. A post's date is in the file path or in the front matter. Other
//! locales have the same posts. Some of these posts are translated.

mod date;
mod files;
mod pages;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Context, Input, PageLink, Parsed, collect};
use crate::cldr;
use crate::config::BlogConfig;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::markdown::{Author, AuthorEntry, front_matter_place};
use crate::path::RoutePath;
pub(crate) use date::Date;
use files::{Files, TagFile};
pub(super) use pages::pages;

/// A blog in one locale.
#[derive(Debug)]
pub struct Blog {
    /// The blog's settings.
    pub config: BlogConfig,
    /// The index in [`super::Site::locales`].
    pub locale: usize,
    /// The path of the first page.
    pub route: RoutePath,
    /// The posts, newest first, including unlisted posts.
    pub posts: Vec<Post>,
    /// The authors in the authors file, sorted by name.
    pub authors: Vec<BlogAuthor>,
    /// The tags of the listed posts, sorted by label.
    pub tags: Vec<BlogTag>,
}

/// A post.
#[derive(Debug)]
pub struct Post {
    /// The document.
    pub parsed: Arc<Parsed>,
    /// The file path below the folder of the blog and locale.
    path: String,
    /// The URL path.
    pub route: RoutePath,
    /// The title.
    pub title: String,
    /// The publication date.
    pub date: Date,
    /// The authors.
    pub authors: Vec<PostAuthor>,
    /// The tags.
    pub tags: Vec<PageLink>,
    /// The reading time in minutes, or `None` if the post has no words or the time isn't shown.
    pub minutes: Option<u32>,
    /// The index of the event in the document at the post's truncate marker, where lists truncate the post. Without a
    /// marker, lists show only a description.
    pub cut: Option<usize>,
}

/// A post's author.
#[derive(Debug)]
pub struct PostAuthor {
    /// The author's details.
    pub author: Author,
    /// The index in [`Blog::authors`], for an author in the authors file.
    pub known: Option<usize>,
}

/// An author in the authors file.
#[derive(Debug)]
pub struct BlogAuthor {
    /// The key that posts use.
    pub key: String,
    /// The name and other details.
    pub author: Author,
    /// The description.
    pub description: Option<String>,
    /// Whether the author is a team or an organization.
    pub team: bool,
    /// The path of the author's page, if there is one.
    pub route: Option<RoutePath>,
    /// The indexes of the listed posts in [`Blog::posts`], newest first.
    pub posts: Vec<usize>,
}

/// A tag of listed posts.
#[derive(Debug)]
pub struct BlogTag {
    /// The key in the blog's tags file. For a tag that isn't in the file, the last segment of the path. The key is the
    /// same in all locales.
    pub key: String,
    /// The label.
    pub label: String,
    /// The description.
    pub description: Option<String>,
    /// The path of the tag's page.
    pub route: RoutePath,
    /// The indexes of the posts in [`Blog::posts`], newest first.
    pub posts: Vec<usize>,
}

impl Post {
    /// Whether the post is listed.
    pub fn listed(&self) -> bool {
        !self.parsed.metadata.front_matter.unlisted
    }
}

impl Blog {
    /// Returns the indexes of the listed posts in [`Blog::posts`], newest first.
    pub fn listed(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.posts.iter().enumerate().filter(|(_, post)| post.listed()).map(|(index, _)| index)
    }

    /// Returns the indexes of the listed posts in [`Blog::posts`], by year. The newest year comes first. Within each
    /// year, the oldest post comes first.
    pub fn years(&self) -> Vec<(i64, Vec<usize>)> {
        pages::by_year(self)
    }

    /// Whether the listed posts have different authors.
    pub fn has_several_authors(&self) -> bool {
        let authors = |index: usize| &self.posts[index].authors;
        let names = |index| authors(index).iter().map(|it| it.author.name.as_str()).collect::<Vec<_>>();
        let mut all = self.listed().map(names);
        let first = all.next();
        all.any(|names| Some(names) != first)
    }

    /// Returns the name of the blog's sidebar.
    pub fn name(&self) -> &str {
        &self.config.id
    }
}

/// Returns every blog in every locale.
pub(super) fn blogs(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Blog> {
    let files = files::read(&context, diagnostics);
    let mut blogs = Vec::with_capacity(context.config.blog.len() * context.locales.len());
    for (index, config) in context.config.blog.iter().enumerate() {
        let own = format!("content/{}", config.folder());
        if context.below(&own).next().is_none() {
            diagnostics.push(missing(&context, index, config, &own));
        }
        for (l, locale) in context.locales.iter().enumerate() {
            let route = locale.home.join(config.route().as_str());
            let files = files.of(&context.folders(l, config.folder()));
            let translated =
                |text: &Option<String>| text.as_deref().map(|text| locale.translate(text).to_owned());
            let config = &BlogConfig {
                title: translated(&config.title),
                description: translated(&config.description),
                sidebar_title: translated(&config.sidebar_title),
                copyright: translated(&config.copyright),
                ..config.clone()
            };
            let compare = &cldr::collation(&locale.lang);
            let reader = Reader { input: &context, config, route, files, locale: l, compare };
            blogs.push(reader.blog(context.files(l, config.folder()), diagnostics));
        }
    }
    blogs
}

fn missing(input: &Input<'_>, index: usize, config: &BlogConfig, folder: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingContent, format!("the blog `{}` has no posts in `{folder}`", config.id))
        .hint(format!(
            "add a post such as `{folder}/2025-01-05-hello.md`, or remove the `[[blog]]` table from the config"
        ))
        .at_value(input.config_source, &format!("blog.{index}"))
}

/// Returns the path of a post without its own `slug`, given the path of the blog.
fn route(config: &BlogConfig, blog: &RoutePath, date: Date, name: &str) -> RoutePath {
    match config.date_in_address {
        true => blog.join(&date.path()).join(name.rsplit('/').next().unwrap_or(name)),
        false => blog.join(name),
    }
}

/// Returns the path of the post in a file below `content`, whether or not the file exists, unless the file's settings
/// change the path. Returns `None` if the path contains a date that only the file's settings can contain.
pub(super) fn usual_route(context: Context<'_>, locale: usize, file: &str) -> Option<RoutePath> {
    context.config.blog.iter().find_map(|config| {
        let below = file.strip_prefix(config.folder())?.strip_prefix('/')?;
        let (date, name) = date::of_path(below.rsplit_once('.')?.0);
        let blog = context.locales[locale].home.join(config.route().as_str());
        match date {
            Some(date) => Some(route(config, &blog, date, &name)),
            None => (!config.date_in_address).then(|| blog.join(&name)),
        }
    })
}

struct Reader<'a> {
    input: &'a Input<'a>,
    config: &'a BlogConfig,
    route: RoutePath,
    files: Files,
    locale: usize,
    /// Sorts names in the language of the locale.
    compare: &'a dyn Fn(&str, &str) -> Ordering,
}

impl Reader<'_> {
    fn blog(&self, sources: BTreeMap<&str, &Arc<Parsed>>, diagnostics: &mut Vec<Diagnostic>) -> Blog {
        let mut blog = Blog {
            config: self.config.clone(),
            locale: self.locale,
            route: self.route.clone(),
            posts: Vec::with_capacity(sources.len()),
            authors: self.authors(),
            tags: Vec::new(),
        };
        for (path, parsed) in sources {
            let mut found = Vec::new();
            blog.posts.extend(self.post(path, parsed, &blog.authors, &mut found));
            // If several locales show the same post, report the post's problems only once.
            if self.locale == 0 || parsed.is_translated() {
                diagnostics.extend(found);
            }
        }
        blog.posts.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.route.cmp(&b.route)));
        let listed: Vec<usize> = blog.listed().collect();
        let mut tags: BTreeMap<RoutePath, BlogTag> = BTreeMap::new();
        for index in listed {
            for author in &blog.posts[index].authors {
                let known = author.known.filter(|known| blog.authors[*known].posts.last() != Some(&index));
                if let Some(known) = known {
                    blog.authors[known].posts.push(index);
                }
            }
            for link in &blog.posts[index].tags {
                let defined =
                    || self.files.tags.iter().find(|(key, file)| self.tag_route(key, file) == link.route);
                let tag = tags.entry(link.route.clone()).or_insert_with(|| BlogTag {
                    key: defined()
                        .map_or_else(|| link.route.last_segment().to_owned(), |(key, _)| key.clone()),
                    label: link.label.to_string(),
                    description: defined().and_then(|(_, file)| file.description.clone()),
                    route: link.route.clone(),
                    posts: Vec::new(),
                });
                if tag.posts.last() != Some(&index) {
                    tag.posts.push(index);
                }
            }
        }
        blog.tags = tags.into_values().collect();
        blog.tags.sort_by(|a, b| (self.compare)(&a.label, &b.label));
        blog
    }

    fn authors(&self) -> Vec<BlogAuthor> {
        let author = |(key, file): (&String, &files::AuthorFile)| BlogAuthor {
            key: key.clone(),
            author: Author {
                name: file.name.clone(),
                title: file.title.clone(),
                url: file.url.clone(),
                image: file.image.as_ref().map(|(image, _)| image.clone()),
            },
            description: file.description.clone(),
            team: file.team,
            route: file.page.then(|| self.route.join("authors").join(&collect::segment(key))),
            posts: Vec::new(),
        };
        let mut authors: Vec<BlogAuthor> = self.files.authors.iter().map(author).collect();
        authors.sort_by(|a, b| (self.compare)(&a.author.name, &b.author.name));
        authors
    }

    /// Returns the post that a file contains. Reports a missing or invalid date.
    fn post(
        &self,
        path: &str,
        parsed: &Arc<Parsed>,
        authors: &[BlogAuthor],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Post> {
        let metadata = &parsed.metadata;
        let front = &metadata.front_matter;
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let (in_path, name) = date::of_path(stem);
        let written = front.date.as_deref().map(|date| (date, Date::parse(date)));
        if let Some((date, None)) = written {
            diagnostics.push(
                Diagnostic::new(Code::InvalidPost, format!("invalid date `{date}`"))
                    .hint("use a date such as `2025-01-05` or `2025-01-05T10:00:00Z`")
                    .in_front_matter(parsed, "date"),
            );
        }
        let (authors, tags) =
            (self.authors_of(parsed, authors, diagnostics), self.tags_of(parsed, diagnostics));
        let Some(date) = written.and_then(|(_, date)| date).or(in_path) else {
            let source = &parsed.source;
            // An invalid date in the front matter is reported when the front matter is read.
            if written.is_none() && front_matter_place(source, "date", None).is_none() {
                let problem = |message: String| Diagnostic::new(Code::InvalidPost, message);
                diagnostics.push(match date::impossible(stem) {
                    Some(date) => problem(format!("the date `{date}` in the filename doesn't exist"))
                        .hint("correct the filename, or set `date` in the front matter")
                        .in_file(&source.path),
                    None => problem("missing post date".to_owned()).hint(
                        "start the filename with a date, as in `2025-01-05-name.md`, or set `date` in the front matter",
                    ).in_front_matter(parsed, "date"),
                });
            }
            return None;
        };
        let last = name.rsplit('/').next().unwrap_or(&name);
        let route = match front.slug.as_deref() {
            Some(slug) => self.route.join_written(slug),
            None => route(self.config, &self.route, date, &name),
        };
        let minutes = metadata.words.div_ceil(u32::from(self.config.words_per_minute));
        Some(Post {
            path: path.to_owned(),
            title: collect::title(parsed, last),
            date,
            authors,
            tags,
            minutes: (self.config.show_reading_time && minutes > 0).then_some(minutes),
            cut: metadata.cut.map(|cut| cut as usize),
            route,
            parsed: Arc::clone(parsed),
        })
    }

    fn authors_of(
        &self,
        parsed: &Parsed,
        authors: &[BlogAuthor],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<PostAuthor> {
        let mut found = Vec::new();
        for entry in &parsed.metadata.front_matter.authors {
            let key = match entry {
                AuthorEntry::Inline(author) => {
                    let image = author.image.as_deref();
                    diagnostics.extend(image.and_then(|image| {
                        let place = parsed.author_place("image", image).unwrap_or_default();
                        files::missing_image(self.input, &parsed.source, image, place)
                    }));
                    found.push(PostAuthor { author: author.clone(), known: None });
                    continue;
                }
                AuthorEntry::Key(key) => key,
            };
            match authors.iter().position(|author| author.key == *key) {
                Some(at) => {
                    found.push(PostAuthor { author: authors[at].author.clone(), known: Some(at) });
                }
                None if self.files.faulty.may_have(key) => {}
                None => {
                    let folder = self.config.folder();
                    let hint = did_you_mean(key, authors.iter().map(|author| author.key.as_str()));
                    let hint = hint.unwrap_or_else(|| {
                        format!(
                            "describe the author in `content/{folder}/authors.toml`, or here: `authors: [{{ name: … }}]`"
                        )
                        .into()
                    });
                    let message = format!("unknown author `{key}`");
                    diagnostics.push(
                        Diagnostic::new(Code::UnknownAuthor, message)
                            .hint(hint)
                            .in_list(parsed, "authors", key),
                    );
                }
            }
        }
        found
    }

    /// Returns the path of a tag in the blog's tags file.
    fn tag_route(&self, key: &str, file: &TagFile) -> RoutePath {
        let segment = file
            .slug
            .as_ref()
            .map_or_else(|| collect::segment(key), |slug| slug.trim_matches('/').to_owned());
        self.route.join("tags").join(&segment)
    }

    fn tags_of(&self, parsed: &Parsed, diagnostics: &mut Vec<Diagnostic>) -> Vec<PageLink> {
        let mut links: Vec<PageLink> = Vec::new();
        for tag in &parsed.metadata.front_matter.tags {
            let segment = collect::segment(tag);
            let same = |(key, file): &(&String, &TagFile)| {
                collect::segment(key) == segment || file.label.as_ref() == Some(tag)
            };
            let defined = self.files.tags.iter().find(same);
            if defined.is_none() && !self.files.tags.is_empty() && !self.files.faulty.may_have(tag) {
                let hint = did_you_mean(tag, self.files.tags.keys().map(String::as_str));
                let message = format!("undefined tag `{tag}`: it isn't in the blog's tags file");
                diagnostics.push(
                    Diagnostic::new(Code::UndefinedTag, message)
                        .hint(hint.unwrap_or_else(|| "add it to the tags file".into()))
                        .in_list(parsed, "tags", tag),
                );
            }
            let link = match defined {
                Some((key, file)) => PageLink {
                    label: file.label.as_deref().unwrap_or(key).into(),
                    route: self.tag_route(key, file),
                },
                None => {
                    PageLink { label: tag.as_str().into(), route: self.route.join("tags").join(&segment) }
                }
            };
            if links.iter().all(|other| other.route != link.route) {
                links.push(link);
            }
        }
        links
    }
}
