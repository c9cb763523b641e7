//! `[docs]`: the settings of the documentation in `content/docs`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// The documentation in `content/docs`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DocsConfig {
    /// The folder of the current version. This isn't a setting. The folder differs from `content/docs` only if docgen
    /// shows a folder that isn't a site.
    #[serde(skip)]
    pub folder: String,
    /// The path of the documentation: `/docs`. Use `/` if the documentation is the whole site.
    pub route: String,
    /// The ID of the document that the documentation's path redirects to.
    pub main: Option<String>,
    /// Sidebars by ID. Default: one sidebar, `docs`, generated from the folders.
    pub sidebars: Option<Sidebars>,
    /// Whether categories can be collapsed.
    pub sidebar_collapsible: bool,
    /// Whether categories start collapsed.
    pub sidebar_collapsed: bool,
    /// Keeps only one category open at a time.
    pub auto_collapse_categories: bool,
    /// Shows breadcrumbs above the title of a page.
    pub breadcrumbs: bool,
    /// The URL of the content in its repository. The file path replaces `{path}`. If the URL doesn't contain `{path}`,
    /// the file path is appended.
    #[schemars(extend("x-url" = "link"))]
    pub edit_url: Option<String>,
    /// Shows the date of each page's last change, from git.
    pub show_last_update_time: bool,
    /// Shows the author of each page's last change, from git.
    pub show_last_update_author: bool,
    /// The top heading level that the table of contents includes.
    #[schemars(range(min = 2, max = 6))]
    pub toc_min_heading_level: u8,
    /// The deepest heading level that the table of contents includes.
    #[schemars(range(min = 2, max = 6))]
    pub toc_max_heading_level: u8,
    /// Treats the number prefix of a file name, such as `01-`, as a position, not as part of the name.
    pub number_prefixes: bool,
    /// The version whose URLs don't contain a version segment. Default: the first of `versions` that is neither
    /// `current` nor a prerelease. If there's no such version, the default is the first version that isn't `current`.
    /// If `current` is the only version, it's the default.
    pub last_version: Option<String>,
    /// The settings of each version, newest first. Each version is a folder in `content/versions`, except `current`,
    /// which is `content/docs`.
    pub versions: Vec<VersionConfig>,
}

impl DocsConfig {
    /// Returns the sidebars of a version and their key path. Returns `None` if docgen generates the sidebar.
    pub fn sidebars_of(&self, version: &str) -> Option<(&Sidebars, String)> {
        let own = self.versions.iter().enumerate().filter(|(_, listed)| listed.name == version);
        let own = own.filter_map(|(index, listed)| {
            Some((listed.sidebars.as_ref()?, format!("docs.versions.{index}.sidebars")))
        });
        own.chain(self.sidebars.as_ref().map(|sidebars| (sidebars, "docs.sidebars".to_owned()))).next()
    }

    /// Returns all sidebars: the key path, the ID, and the items of each sidebar.
    pub fn all_sidebars(&self) -> impl Iterator<Item = (String, &str, &[SidebarItemConfig])> {
        let of_versions = self.versions.iter().enumerate().filter_map(|(index, version)| {
            Some((format!("docs.versions.{index}.sidebars"), version.sidebars.as_ref()?))
        });
        let of_all = self.sidebars.iter().map(|sidebars| ("docs.sidebars".to_owned(), sidebars));
        of_all.chain(of_versions).flat_map(|(path, sidebars)| {
            sidebars.iter().map(move |(id, items)| (format!("{path}.{id}"), id.as_str(), items.as_slice()))
        })
    }
}

impl Default for DocsConfig {
    fn default() -> Self {
        DocsConfig {
            folder: "content/docs".into(),
            route: "/docs".into(),
            main: None,
            sidebars: None,
            sidebar_collapsible: true,
            sidebar_collapsed: true,
            auto_collapse_categories: false,
            breadcrumbs: true,
            edit_url: None,
            show_last_update_time: false,
            show_last_update_author: false,
            toc_min_heading_level: 2,
            toc_max_heading_level: 5,
            number_prefixes: true,
            last_version: None,
            versions: Vec::new(),
        }
    }
}

/// Sidebars by ID.
pub(super) type Sidebars = BTreeMap<String, Vec<SidebarItemConfig>>;

/// A version of the documentation.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VersionConfig {
    /// The name of the version's folder in `content/versions`, or `current` for `content/docs`.
    pub name: String,
    /// The name that readers see. Default: the name, or `Next` for `current`.
    pub label: Option<String>,
    /// The path segment in the version's URLs. Default: the name, or `next` for `current`. By default, the last version
    /// has no segment.
    pub path: Option<String>,
    /// The banner on the version's pages. Default: `unreleased` for versions listed before `last_version`, and
    /// `unmaintained` for versions listed after it.
    pub banner: Option<VersionBanner>,
    /// The version's sidebars by ID. Default: `docs.sidebars`.
    pub sidebars: Option<Sidebars>,
}

/// The banner on the pages of a version.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VersionBanner {
    /// No banner.
    None,
    /// The version isn't released yet.
    Unreleased,
    /// The version is no longer maintained.
    Unmaintained,
}

/// A sidebar item: the ID of a document, or a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SidebarItemConfig {
    /// The ID of a document.
    Doc(String),
    /// A table.
    Table(Box<SidebarTableConfig>),
}

/// A sidebar item that specifies more than the ID of a document. The table needs one of the keys `doc`, `category`,
/// `href`, `autogenerated`, and `html`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SidebarTableConfig {
    /// The ID of a document.
    pub doc: Option<String>,
    /// The label of a category.
    pub category: Option<String>,
    /// A URL or a path on this site.
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
    /// The folder in the documentation to generate items from, or `.` for the whole documentation.
    pub autogenerated: Option<String>,
    /// Raw HTML.
    pub html: Option<String>,
    /// The label. Default: the label of the page.
    pub label: Option<String>,
    /// The items of a category.
    pub items: Vec<SidebarItemConfig>,
    /// The ID of the document that a category links to. If the value is `generated`, docgen generates a page that lists
    /// the items of the category.
    pub link: Option<String>,
    /// The description of a generated page.
    pub description: Option<String>,
    /// Whether a category starts collapsed.
    pub collapsed: Option<bool>,
    /// Whether a category can be collapsed.
    pub collapsible: Option<bool>,
    /// A CSS class.
    pub class_name: Option<String>,
}
