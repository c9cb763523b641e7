//! Front matter: the settings at the top of a Markdown file, as YAML between `---` lines or as TOML between `+++`
//! lines.
//!
//! Takes a source and returns the settings and the start of the body. Unknown keys and values of the wrong type are
//! reported with their locations, and the other settings still apply. Other modules decide what the settings mean.

mod head;
mod keys;

pub(crate) use keys::KEYS;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::variables::{self, Scope};
use crate::diag::{Code, Diagnostic, Span};
use crate::source::{
    Source, line_at,
    tree::{self, Syntax, Value},
};
pub(crate) use head::{PageTag, TagAttribute};

/// The settings of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FrontMatter {
    /// The last part of the document's ID. The default is the filename.
    pub id: Option<String>,
    /// The title. The default is the level-one heading at the top of the page. If there's no such heading, the default
    /// is the filename.
    pub title: Option<String>,
    /// The URL path. For a document, the slug is relative to the page's folder. If the slug starts with a slash, it's
    /// relative to the documentation root. For any other page, the slug is relative to the path of the blog or the home
    /// page.
    pub slug: Option<String>,
    /// A short description for search engines and previews.
    pub description: Option<String>,
    /// Keywords for search engines.
    pub keywords: Vec<String>,
    /// The preview image.
    pub image: Option<String>,
    /// The label in the sidebar.
    pub sidebar_label: Option<String>,
    /// The position among the page's siblings in the sidebar.
    pub sidebar_position: Option<f64>,
    /// A CSS class for the sidebar item.
    pub sidebar_class_name: Option<String>,
    /// Whether to hide the title.
    pub hide_title: bool,
    /// Whether to hide the table of contents.
    pub hide_table_of_contents: bool,
    /// The highest heading level in the table of contents, 2 to 6.
    pub toc_min_heading_level: Option<u8>,
    /// The lowest heading level in the table of contents.
    pub toc_max_heading_level: Option<u8>,
    /// The page's label in the pagination of other pages.
    pub pagination_label: Option<String>,
    /// The next document. If there's no next document, the value is `Some(None)`.
    pub pagination_next: Option<Option<String>>,
    /// The previous document. If there's no previous document, the value is `Some(None)`.
    pub pagination_prev: Option<Option<String>>,
    /// The page's sidebar. If the page has no sidebar, the value is `Some(None)`.
    pub displayed_sidebar: Option<Option<String>>,
    /// The edit URL. If there's no edit URL, the value is `Some(None)`.
    pub custom_edit_url: Option<Option<String>>,
    /// The tags.
    pub tags: Vec<String>,
    /// Paths that redirect to the page.
    pub aliases: Vec<String>,
    /// The original text of a post's publication date, which can include a time.
    pub date: Option<String>,
    /// A post's authors.
    pub authors: Vec<AuthorEntry>,
    /// Whether only `docgen serve` shows the page.
    pub draft: bool,
    /// Whether to leave the page out of all lists.
    pub unlisted: bool,
    /// Whether the page is a glossary. Other pages show the definitions of its terms.
    pub glossary: bool,
    /// The page's search settings.
    pub search: SearchSetting,
    /// The date and author of the last change, which replace the date and author from Git.
    pub last_update: Option<Change>,
    /// The hash of the original that a translation is based on.
    pub source_hash: Option<String>,
    /// The page's layout.
    pub layout: Option<String>,
    /// The home page's hero.
    pub hero: Option<Hero>,
    /// The tags that the page adds to its head.
    pub head: Vec<PageTag>,
}

impl FrontMatter {
    /// Replaces the variables in the values that readers see. `end` is the end of the front matter in the source.
    pub(super) fn replace_variables(&mut self, source: &Source, end: usize, scope: &Scope<'_>) {
        let texts =
            [&mut self.title, &mut self.description, &mut self.sidebar_label, &mut self.pagination_label];
        for text in texts.into_iter().flatten() {
            let start = source.text[..end].find(text.as_str());
            let place = |range: Range<usize>| match start {
                Some(start) => Span::from(start + range.start..start + range.end),
                // The source text differs from the value, for example, if the value spans several lines.
                None => Span::default(),
            };
            let replaced = scope.replaced(text, place);
            if replaced != *text {
                *text = replaced.into_owned();
            }
        }
    }

    /// Returns a problem for each path or tag that contains a variable.
    pub(super) fn variable_problems(&self, source: &Source, end: usize) -> Vec<Diagnostic> {
        let slugs = self.slug.iter().map(|slug| ("slug", slug));
        let texts = slugs.chain(self.tags.iter().map(|tag| ("tags", tag)));
        let with_variable = texts.filter(|(_, text)| variables::find(text).next().is_some());
        let problem = |(key, text): (&str, &String)| {
            let start = source.text[..end].find(text.as_str());
            let span = start.map_or(Span::default(), |start| Span::from(start..start + text.len()));
            Diagnostic::new(Code::InvalidFrontMatter, format!("`{key}` can't contain variables"))
                .at(&source.path, span)
                .hint("write the value itself")
        };
        with_variable.map(problem).collect()
    }
}

/// A page's search settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchSetting {
    /// Whether the page is left out of the search index.
    pub hidden: bool,
    /// The page's boost. The default is 1.
    pub boost: Option<f64>,
}

/// An author of a post.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AuthorEntry {
    /// An author's key in the blog's authors file.
    Key(String),
    /// An author that the post describes.
    Inline(Author),
}

/// An author's details.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Author {
    /// The name.
    pub name: String,
    /// The author's role, such as `Engineer`.
    pub title: Option<String>,
    /// The URL of a page about the author.
    pub url: Option<String>,
    /// An image: a file in `static/` or a URL.
    pub image: Option<String>,
}

/// A page's last change.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
pub struct Change {
    /// The date, such as `2025-01-05`. A date from Git is in UTC. A date in front matter stays unchanged.
    pub date: Option<String>,
    /// The author's name.
    pub author: Option<String>,
    /// The position of the commit in the history, starting with the newest commit. For front matter, the position is 0.
    #[serde(skip)]
    pub commit: usize,
}

/// A home page's hero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hero {
    /// The headline. The default is the site's title.
    pub title: Option<String>,
    /// The text below the headline. The default is the site's tagline.
    pub tagline: Option<String>,
    /// The buttons.
    pub actions: Vec<HeroAction>,
}

/// A button in a [`Hero`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeroAction {
    /// The label.
    pub label: String,
    /// The target.
    pub href: String,
    /// The style.
    pub variant: Option<String>,
    /// The location of `href` in the source.
    pub place: Span,
}

/// Parses a source's front matter. Returns the settings and the start of the body.
pub(super) fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    let text = &*source.text;
    let Some((syntax, Range { start, end: inner })) = opening(text) else {
        return with_long_fences(source, diagnostics).unwrap_or_default();
    };
    let fence = text[start..inner].trim_end();
    if start > 0 {
        let indent = start - line_at(text, start).start;
        // Read the settings anyway. Otherwise, the page would show the settings as text, and a draft would be
        // published. Text that's indented by four spaces or a tab is code, not front matter.
        if indent > 3 || text[..start].contains('\t') || !sets_something(text, inner) {
            return (FrontMatter::default(), 0);
        }
        let message = format!(
            "the front matter isn't at the start of the file: spaces or blank lines precede its `{fence}`"
        );
        diagnostics.push(
            Diagnostic::new(Code::InvalidFrontMatter, message)
                .at(&source.path, start..start + fence.len())
                .hint("remove the spaces and blank lines before it")
                .hint("for a thematic break, write `***`"),
        );
    }
    match closed(text, inner, fence) {
        Some(end) => {
            let settings = keys::read(syntax, source, inner..end, diagnostics);
            (settings, (line_at(text, end).end + 1).min(text.len()))
        }
        None => never_closed(syntax, source, start..inner, diagnostics),
    }
}

/// Reads front matter between lines of slightly more than three hyphens, and reports it. Longer lines are decoration.
fn with_long_fences(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Option<(FrontMatter, usize)> {
    let text = &*source.text;
    let first = line_at(text, 0);
    let (fence, inner) = (text[first.clone()].trim_end(), (first.end + 1).min(text.len()));
    let is_long = (4..7).contains(&fence.len()) && fence.bytes().all(|byte| byte == b'-');
    let end = closed(text, inner, fence).filter(|_| is_long && sets_something(text, inner))?;
    let message = format!("the front matter starts with `{fence}`");
    let diagnostic = Diagnostic::new(Code::InvalidFrontMatter, message).at(&source.path, 0..fence.len());
    diagnostics
        .push(diagnostic.hint("start and end it with `---`").hint("for a thematic break, write `***`"));
    let settings = keys::read(Syntax::Yaml, source, inner..end, diagnostics);
    Some((settings, (line_at(text, end).end + 1).min(text.len())))
}

/// Returns the syntax of front matter and the range of the line that opens it, including the line break. If the first
/// nonempty line doesn't open front matter, returns `None`.
fn opening(text: &str) -> Option<(Syntax, Range<usize>)> {
    let start = text.len() - text.trim_start().len();
    let end = line_at(text, start).end;
    let syntax = match text[start..end].trim_end() {
        "---" => Syntax::Yaml,
        "+++" => Syntax::Toml,
        _ => return None,
    };
    Some((syntax, start..(end + 1).min(text.len())))
}

/// Returns the start of the line that closes the front matter.
fn closed(text: &str, inner: usize, fence: &str) -> Option<usize> {
    let mut at = inner;
    while at < text.len() {
        let end = line_at(text, at).end;
        if text[at..end].trim_end() == fence {
            return Some(at);
        }
        at = end + 1;
    }
    None
}

/// Returns the syntax and the range of the settings in a file's front matter, between the lines that open and close it.
pub(crate) fn settings(text: &str) -> Option<(Syntax, Range<usize>)> {
    let (syntax, Range { start, end: inner }) = opening(text)?;
    Some((syntax, inner..closed(text, inner, text[start..inner].trim_end())?))
}

/// Returns the location of a key in a source's front matter. If the value ends on the same line, the location includes
/// the value. If `item` is set, returns the location of the first list item with this value. If the key doesn't exist,
/// returns `None`.
pub(crate) fn place(source: &Source, key: &str, item: Option<&str>) -> Option<Range<usize>> {
    let text = &*source.text;
    let (syntax, Range { start: inner, end }) = settings(text)?;
    let settings = &text[inner..end];
    let tree = tree::parse(syntax, settings).ok()?;
    let (name, node) = tree.entry(key)?;
    let is_item = |node: &&tree::Node| match &node.value {
        Value::Text(text) => item == Some(text),
        Value::Number(_) | Value::Date => item == settings.get(node.range.clone()).map(str::trim),
        _ => false,
    };
    let found = match &node.value {
        Value::List(nodes) => nodes.iter().find(is_item),
        _ => Some(node).filter(is_item),
    };
    let range = match found {
        Some(found) => found.range.clone(),
        None if node.range.end < name.range.end
            || settings[name.range.start..node.range.end].contains('\n') =>
        {
            name.range.clone()
        }
        None => name.range.start..node.range.end,
    };
    Some(inner + range.start..inner + range.end)
}

/// Whether the line at an offset looks like a setting.
fn sets_something(text: &str, at: usize) -> bool {
    let line = text[at..line_at(text, at).end].trim_end();
    let key = line.split([':', '=']).next().unwrap_or_default().trim();
    key.len() < line.len() && !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Reads the settings in unclosed front matter. The settings end at the first blank line, so the rest of the page is
/// still checked. If no settings follow an unclosed `---`, the line is a thematic break.
fn never_closed(
    syntax: Syntax,
    source: &Source,
    opening: Range<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (FrontMatter, usize) {
    let text = &*source.text;
    let inner = opening.end;
    if syntax == Syntax::Yaml && !sets_something(text, inner) {
        return (FrontMatter::default(), 0);
    }
    let fence = text[opening.clone()].trim_end();
    let mut diagnostic = Diagnostic::new(
        Code::InvalidFrontMatter,
        format!("the front matter that starts with `{fence}` is never closed"),
    )
    .at(&source.path, Span::from(opening.start..opening.start + fence.len()))
    .hint(format!("add the line `{fence}` after the last setting"));
    if syntax == Syntax::Yaml {
        diagnostic = diagnostic.hint("for a thematic break, write `***`");
    }
    diagnostics.push(diagnostic);
    let mut at = inner;
    while at < text.len() && !text[at..line_at(text, at).end].trim().is_empty() {
        at = (line_at(text, at).end + 1).min(text.len());
    }
    // The missing closing line can cause problems in the settings, so these problems aren't reported.
    (keys::read(syntax, source, inner..at, &mut Vec::new()), at)
}
