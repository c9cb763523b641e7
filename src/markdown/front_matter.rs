//! Front matter: the settings at the top of a Markdown file.

use crate::diag::Diagnostic;
use crate::source::Source;

/// The settings of one page.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Whether only `docgen serve` shows the page.
    pub draft: bool,
    /// Whether the page is in no list.
    pub unlisted: bool,
    /// When and by whom it was changed last, when git does not know.
    pub last_update: Option<LastUpdate>,
    /// The template of the page.
    pub layout: Option<String>,
    /// The opening of a home page.
    pub hero: Option<Hero>,
}

/// When and by whom a page was changed last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastUpdate {
    /// The date as written.
    pub date: Option<String>,
    /// The author.
    pub author: Option<String>,
}

/// The opening of a home page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hero {
    /// The large words; the site's title when absent.
    pub title: Option<String>,
    /// The words below; the site's tagline when absent.
    pub tagline: Option<String>,
    /// What to do next.
    pub actions: Vec<HeroAction>,
}

/// A button of a [`Hero`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeroAction {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub href: String,
    /// How it looks.
    pub variant: Option<String>,
}

/// Reads the front matter of a source. Gives the settings and where the body begins.
pub(super) fn read(_source: &Source, _diagnostics: &mut Vec<Diagnostic>) -> (FrontMatter, usize) {
    (FrontMatter::default(), 0)
}
