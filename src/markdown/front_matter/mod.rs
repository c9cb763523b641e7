//! Front matter: the settings at the top of a Markdown file, YAML between lines of `---` or TOML between lines of `+++`.
//!
//! Takes a source, gives its settings and where its body begins. A key that is unknown and a value that is not what it
//! should be are reported where they stand, and the others still count. What the settings mean is decided elsewhere.

mod keys;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic, Span};
use crate::source::tree::{self, Syntax, Value};
use crate::source::{Source, line_at};

/// The settings of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FrontMatter {
    /// The name of the document in its folder, when it is not that of the file.
    pub id: Option<String>,
    /// The title, when it is not that of the first heading.
    pub title: Option<String>,
    /// The address, below the folder's or, with a leading slash, below that of all docs.
    pub slug: Option<String>,
    /// What the page says, in a sentence or two, for search engines and previews.
    pub description: Option<String>,
    /// Words for search engines.
    pub keywords: Vec<String>,
    /// The picture of previews.
    pub image: Option<String>,
    /// What the sidebar calls the page.
    pub sidebar_label: Option<String>,
    /// The place among its siblings in the sidebar.
    pub sidebar_position: Option<f64>,
    /// A class of the entry in the sidebar.
    pub sidebar_class_name: Option<String>,
    /// Whether the page shows no title.
    pub hide_title: bool,
    /// Whether the page has no table of contents.
    pub hide_table_of_contents: bool,
    /// The highest level of heading in the table of contents, 2 to 6.
    pub toc_min_heading_level: Option<u8>,
    /// The lowest one.
    pub toc_max_heading_level: Option<u8>,
    /// What the pager of its neighbours calls the page.
    pub pagination_label: Option<String>,
    /// The document after this one; `Some(None)` for none.
    pub pagination_next: Option<Option<String>>,
    /// The document before this one; `Some(None)` for none.
    pub pagination_prev: Option<Option<String>>,
    /// The sidebar shown on this page; `Some(None)` for none.
    pub displayed_sidebar: Option<Option<String>>,
    /// Where the page is edited; `Some(None)` for nowhere.
    pub custom_edit_url: Option<Option<String>>,
    /// The tags.
    pub tags: Vec<String>,
    /// Paths that redirect to the page.
    pub aliases: Vec<String>,
    /// When a post was published, as written: a day, or a day and a time.
    pub date: Option<String>,
    /// Who wrote a post.
    pub authors: Vec<AuthorEntry>,
    /// Whether only `docgen serve` shows the page.
    pub draft: bool,
    /// Whether the page is in no list.
    pub unlisted: bool,
    /// Whether and how it is found by the search.
    pub search: SearchSetting,
    /// When and by whom it was changed last, when git does not know.
    pub last_update: Option<Change>,
    /// The template of the page.
    pub layout: Option<String>,
    /// The opening of a home page.
    pub hero: Option<Hero>,
}

/// Whether and how a page is found by the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchSetting {
    /// Whether it is left out.
    pub hidden: bool,
    /// How much it counts, 1 being what others do.
    pub boost: Option<f64>,
}

/// An author of a post.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AuthorEntry {
    /// The key of an author in the blog's file of authors.
    Key(String),
    /// An author who is described here.
    Inline(Author),
}

/// Who wrote a post.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Author {
    /// The name.
    pub name: String,
    /// The part the author plays: `Engineer`.
    pub title: Option<String>,
    /// A page about the author.
    pub url: Option<String>,
    /// A picture: a file of `static/` or an address.
    pub image: Option<String>,
}

/// Who changed a page last, and when.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
pub struct Change {
    /// The day, `2025-01-05`, in UTC; in front matter as it is written.
    pub date: Option<String>,
    /// The author's name.
    pub author: Option<String>,
}

/// The opening of a home page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hero {
    /// The large words; the site's title when absent.
    pub title: Option<String>,
    /// The words below; the site's tagline when absent.
    pub tagline: Option<String>,
    /// What to do next.
    pub actions: Vec<HeroAction>,
}

/// A button of a [`Hero`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeroAction {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub href: String,
    /// How it looks.
    pub variant: Option<String>,
    /// Where `href` is in the source.
    pub place: Span,
}

/// Reads the front matter of a source. Gives the settings and where the body begins.
pub(super) fn read(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    let text = &*source.text;
    let Some((syntax, Range { start, end: inner })) = opening(text) else {
        return (FrontMatter::default(), 0);
    };
    let fence = text[start..inner].trim_end();
    if start > 0 {
        let indent = start - line_at(text, start).start;
        // Settings that stood in the page as its text would be told to readers, and a draft published. Four spaces make
        // it code.
        if indent > 3 || text[..start].contains('\t') || !sets_something(text, inner) {
            return (FrontMatter::default(), 0);
        }
        let message =
            format!("the front matter does not begin with the file: something is before its `{fence}`");
        diagnostics.push(
            Diagnostic::new(Code::InvalidFrontMatter, message)
                .at(&source.path, start..start + fence.len())
                .hint("remove the space and the empty lines before it")
                .hint("if a thematic break was meant, write `***`"),
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

/// The line that opens front matter, with its end, if that is what a text begins with.
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

/// Where the line starts that closes the front matter.
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

/// Where the front matter of a source sets a key, from the key to the end of its value if that is on one line; of a list,
/// with `item`, the first item that says this. None if the key isn't there.
pub(crate) fn place(source: &Source, key: &str, item: Option<&str>) -> Option<Range<usize>> {
    let text = &*source.text;
    let (syntax, Range { start, end: inner }) = opening(text)?;
    let settings = &text[inner..closed(text, inner, text[start..inner].trim_end())?];
    let tree = tree::parse(syntax, settings).ok()?;
    let (name, node) = (tree.key_at(&[key])?, tree.at(&[key])?);
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

/// Whether a line looks like a setting.
fn sets_something(text: &str, at: usize) -> bool {
    let line = text[at..line_at(text, at).end].trim_end();
    let key = line.split([':', '=']).next().unwrap_or_default().trim();
    key.len() < line.len() && !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A first line of `---` that nothing closes is a thematic break, unless settings follow it. In that case they are
/// taken up to the first empty line, so that the rest of the page is still checked.
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
        format!("the front matter opened by `{fence}` is never closed"),
    )
    .at(&source.path, Span::from(opening.start..opening.start + fence.len()))
    .hint(format!("add a line `{fence}` after the last setting"));
    if syntax == Syntax::Yaml {
        diagnostic = diagnostic.hint("if a thematic break was meant, write `***`");
    }
    diagnostics.push(diagnostic);
    let mut at = inner;
    while at < text.len() && !text[at..line_at(text, at).end].trim().is_empty() {
        at = (line_at(text, at).end + 1).min(text.len());
    }
    // What is wrong with the settings themselves may come from the missing line: it is not reported.
    (keys::read(syntax, source, inner..at, &mut Vec::new()), at)
}
