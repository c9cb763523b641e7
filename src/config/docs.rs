//! `[docs]`: the settings of the documentation.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems, Variables};
use crate::diag::{Code, Diagnostic};
use crate::path::{RoutePath, SourcePath, has_protocol};
use crate::source::Source;

/// The documentation sets. There's at least one. The first set is the main one: its settings also apply to pages
/// that don't belong to a set.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(from = "OneOrMore")]
#[schemars(with = "OneOrMore")]
pub struct Docs(Vec<DocsConfig>);

/// The settings of one documentation set, or a list of sets.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMore {
    /// The settings of the documentation.
    One(Box<DocsConfig>),
    /// The settings of each documentation set.
    More(Vec<DocsConfig>),
}

impl From<OneOrMore> for Docs {
    fn from(given: OneOrMore) -> Self {
        match given {
            OneOrMore::One(only) => Docs(vec![*only]),
            OneOrMore::More(sets) if sets.is_empty() => Docs::default(),
            OneOrMore::More(mut sets) => {
                for (index, docs) in sets.iter_mut().enumerate() {
                    docs.key = format!("docs.{index}");
                }
                Docs(sets)
            }
        }
    }
}

impl Default for Docs {
    fn default() -> Self {
        Docs(vec![DocsConfig::default()])
    }
}

impl Docs {
    /// Returns the main set.
    pub fn main(&self) -> &DocsConfig {
        &self.0[0]
    }

    /// Returns all sidebars: the key path, the ID, and the items of each sidebar.
    pub fn all_sidebars(&self) -> impl Iterator<Item = (String, &str, &[SidebarItemConfig])> {
        self.iter().flat_map(DocsConfig::all_sidebars)
    }
}

impl Deref for Docs {
    type Target = [DocsConfig];

    fn deref(&self) -> &[DocsConfig] {
        &self.0
    }
}

impl DerefMut for Docs {
    fn deref_mut(&mut self) -> &mut [DocsConfig] {
        &mut self.0
    }
}

/// A documentation set: the pages in a subfolder of `content`, with sidebars and versions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DocsConfig {
    /// The key path of these settings: `docs`, or `docs.0` in a list.
    #[serde(skip)]
    pub key: String,
    /// The folder of the current version, if it isn't the folder with the set's ID in `content`. This isn't a setting.
    /// docgen uses this field to show a folder that isn't a site.
    #[serde(skip)]
    pub folder: Option<String>,
    /// The set's ID, which is also the name of its folder in `content`. The ID must be unique among all sets and blogs.
    pub id: String,
    /// The path of the documentation. Default: `/` followed by the ID. Use `/` if the documentation is the whole site.
    pub route: Option<String>,
    /// The ID of the document that the documentation's path redirects to.
    pub main: Option<String>,
    /// Sidebars by ID. Default: one sidebar with the set's ID, generated from the folders.
    pub sidebars: Option<Sidebars>,
    /// Whether categories can be collapsed.
    pub sidebar_collapsible: bool,
    /// Whether categories start collapsed.
    pub sidebar_collapsed: bool,
    /// Keeps only one category open at a time.
    pub auto_collapse_categories: bool,
    /// Shows breadcrumbs above a page's title.
    pub breadcrumbs: bool,
    /// The content's URL in its repository. The file path replaces `{path}`. If the URL doesn't contain `{path}`, the
    /// file path is appended.
    #[schemars(extend("x-url" = "link"))]
    pub edit_url: Option<String>,
    /// Shows the date of each page's last change, from Git.
    pub show_last_update_time: bool,
    /// Shows the author of each page's last change, from Git.
    pub show_last_update_author: bool,
    /// The top heading level that the table of contents includes.
    #[schemars(range(min = 2, max = 6))]
    pub toc_min_heading_level: u8,
    /// The deepest heading level that the table of contents includes.
    #[schemars(range(min = 2, max = 6))]
    pub toc_max_heading_level: u8,
    /// Treats the number prefix of a filename, such as `01-`, as a position, not as part of the name.
    pub number_prefixes: bool,
    /// The version whose URLs don't contain a version segment. Default: the first of `versions` that is neither
    /// `current` nor a prerelease. If there's no such version, the default is the first version that isn't `current`.
    /// If `current` is the only version, it's the default.
    pub last_version: Option<String>,
    /// The settings of each version, newest first. The `2.0` version is in the `content/versions/2.0/<id>` folder, and
    /// `current` is in `content/<id>`.
    pub versions: Vec<VersionConfig>,
}

impl Docs {
    /// If a file belongs to a version that is built from Git, returns the version name.
    pub fn past_version<'f>(&self, file: &'f SourcePath) -> Option<&'f str> {
        let (_, name, below) = file.in_version()?;
        let id = below.split('/').next()?;
        let is_past = match self.iter().find(|docs| docs.id == id) {
            Some(docs) => docs.is_past(file),
            // The file belongs to an OpenAPI document.
            None => self.iter().any(|docs| docs.is_past(file)),
        };
        is_past.then_some(name)
    }
}

impl DocsConfig {
    /// Returns a key of these settings as messages show it: `docs.main`, or `docs[1].main` in a list.
    pub fn shown(&self, key: &str) -> String {
        match self.key.strip_prefix("docs.").and_then(|index| index.parse::<usize>().ok()) {
            Some(index) => format!("docs[{}].{key}", index + 1),
            None => format!("docs.{key}"),
        }
    }

    /// Returns the folder of the current version.
    pub fn folder(&self) -> String {
        self.folder.clone().unwrap_or_else(|| format!("content/{}", self.id))
    }

    /// Returns each version that is built from Git, with the name or ID of its commit.
    pub fn past(&self) -> impl Iterator<Item = (&VersionConfig, &str)> {
        self.versions.iter().filter_map(|version| Some((version, version.git.as_deref()?)))
    }

    /// Whether a file belongs to a version with the name of a version of the set that is built from Git.
    pub fn is_past(&self, file: &SourcePath) -> bool {
        file.in_version().is_some_and(|(_, name, _)| self.past().any(|(version, _)| version.name == name))
    }

    /// Sets the config of the commit that a version is built from.
    pub fn set_past(&mut self, name: &str, source: &Source) {
        let versions = self.versions.iter_mut().filter(|version| version.name == name);
        versions.for_each(|version| version.past = Some(source.clone()));
    }

    /// Sets the sidebars of a version that is built from Git to the sidebars in its commit's config, unless the version
    /// has its own.
    pub fn set_past_sidebars(&mut self, name: &str, past: &DocsConfig) {
        let listed =
            self.versions.iter_mut().find(|version| version.name == name && version.sidebars.is_none());
        let Some(version) = listed else { return };
        let generated = || {
            let table =
                SidebarTableConfig { autogenerated: Some(".".into()), ..SidebarTableConfig::default() };
            Sidebars::from([(past.id.clone(), vec![SidebarItemConfig::Table(Box::new(table))])])
        };
        version.sidebars =
            Some(past.sidebars_of("current").map_or_else(generated, |(sidebars, _)| sidebars.clone()));
    }

    /// Returns the path of the documentation, without a locale or a version.
    pub fn route(&self) -> &str {
        self.route.as_deref().unwrap_or(&self.id)
    }

    /// Returns the sidebars of a version and their key path. Returns `None` if docgen generates the sidebar.
    pub fn sidebars_of(&self, version: &str) -> Option<(&Sidebars, String)> {
        let own = self.versions.iter().enumerate().filter(|(_, listed)| listed.name == version);
        let own = own.filter_map(|(index, listed)| {
            Some((listed.sidebars.as_ref()?, format!("{}.versions.{index}.sidebars", self.key)))
        });
        own.chain(self.sidebars.as_ref().map(|sidebars| (sidebars, format!("{}.sidebars", self.key)))).next()
    }

    fn all_sidebars(&self) -> impl Iterator<Item = (String, &str, &[SidebarItemConfig])> {
        let of_versions = self.versions.iter().enumerate().filter_map(|(index, version)| {
            Some((format!("{}.versions.{index}.sidebars", self.key), version.sidebars.as_ref()?))
        });
        let of_all = self.sidebars.iter().map(|sidebars| (format!("{}.sidebars", self.key), sidebars));
        of_all.chain(of_versions).flat_map(|(path, sidebars)| {
            sidebars.iter().map(move |(id, items)| (format!("{path}.{id}"), id.as_str(), items.as_slice()))
        })
    }
}

impl Default for DocsConfig {
    fn default() -> Self {
        DocsConfig {
            key: "docs".into(),
            folder: None,
            id: "docs".into(),
            route: None,
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
    /// The name of the version's folder in `content/versions`, or `current` for the folder in `content`.
    pub name: String,
    /// The tag, branch, or commit of the site's repository that the version is built from. By default, the version is
    /// built from its folder.
    pub git: Option<String>,
    /// The name that readers see. Default: the name, or `Next` for `current`.
    pub label: Option<String>,
    /// The path segment in the version's URLs. Default: the name, or `next` for `current`. By default, the last version
    /// has no segment.
    pub path: Option<String>,
    /// The banner on the version's pages. Default: `unreleased` for versions listed before `last_version`, and
    /// `unmaintained` for versions listed after it.
    pub banner: Option<VersionBanner>,
    /// The version's sidebars by ID. Default: the `sidebars` of the set. For a version that is built from Git, the
    /// default is the sidebars in the config of its commit.
    pub sidebars: Option<Sidebars>,
    /// Values that replace values in `[variables]` on the version's pages. For a version that is built from Git, the
    /// other values come from the config of its commit.
    pub variables: Option<Variables>,
    /// The config of the commit that the version is built from. This isn't a setting.
    #[serde(skip)]
    pub past: Option<Source>,
}

/// The banner on a version's pages.
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

/// A sidebar item that specifies more than the ID of a document. The table must contain one of these keys: `doc`,
/// `category`, `href`, `autogenerated`, or `html`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SidebarTableConfig {
    /// The ID of a document.
    pub doc: Option<String>,
    /// A category label.
    pub category: Option<String>,
    /// A URL or a path on this site.
    #[schemars(extend("x-url" = "link"))]
    pub href: Option<String>,
    /// The folder in the documentation to generate items from, or `.` for the whole documentation.
    pub autogenerated: Option<String>,
    /// Raw HTML.
    pub html: Option<String>,
    /// The label. Default: the page's label.
    pub label: Option<String>,
    /// The category's items.
    pub items: Vec<SidebarItemConfig>,
    /// The ID of the document that a category links to. If the value is `generated`, docgen generates a page that lists
    /// the category's items.
    pub link: Option<String>,
    /// The generated page's title. Default: the category's label.
    pub title: Option<String>,
    /// The generated page's description.
    pub description: Option<String>,
    /// Whether a category starts collapsed.
    pub collapsed: Option<bool>,
    /// Whether a category can be collapsed.
    pub collapsible: Option<bool>,
    /// A CSS class.
    pub class_name: Option<String>,
}

/// Reports and removes each set that has the same ID or path as an earlier set. Reports invalid heading levels.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let mut kept: Vec<DocsConfig> = Vec::with_capacity(config.docs.len());
    for mut docs in std::mem::take(&mut config.docs.0) {
        if docs.toc_min_heading_level > docs.toc_max_heading_level {
            let message = "`toc_min_heading_level` is greater than `toc_max_heading_level`";
            let keys =
                ["toc_min_heading_level", "toc_max_heading_level"].map(|key| format!("{}.{key}", docs.key));
            let path = keys.iter().find(|path| problems.source.place(path).is_some());
            let diagnostic = Diagnostic::new(Code::InvalidConfig, message);
            let path = path.map_or("", String::as_str);
            problems.diagnostics.push(diagnostic.at_value(problems.source, path));
        }
        let edit_url = format!("{}.edit_url", docs.key);
        problems.placeholders(&edit_url, docs.edit_url.as_deref(), &["path"]);
        if let Some(url) = docs.edit_url.as_deref()
            && !url.starts_with(['/', '{'])
            && !has_protocol(url)
        {
            problems.report(&edit_url, format!("invalid URL `{url}`"), format!("use `https://{url}`"));
        }
        let is_taken = RESERVED.contains(&docs.id.as_str());
        if is_taken || docs.id.is_empty() || docs.id.starts_with('.') || docs.id.contains(['/', '\\']) {
            let message = format!("invalid documentation ID `{}`", docs.id);
            let hint =
                "use the name of a folder in `content` other than `pages`, `versions`, `i18n`, and `openapi`";
            problems.report(&format!("{}.id", docs.key), message, hint);
            continue;
        }
        let route = |docs: &DocsConfig| RoutePath::written(docs.route());
        docs.versions.iter_mut().enumerate().for_each(|(index, version)| {
            let Some((key, message)) = odd_git(version) else { return };
            version.git = None;
            let hint = "specify a tag or branch, such as `git = \"v1.0\"`, and a release name, such as `name = \"1.0\"`";
            problems.report(&format!("{}.versions.{index}.{key}", docs.key), message, hint);
        });
        let same = kept.iter().find_map(|other| {
            let pairs = [
                ("ID", docs.id.clone(), other.id == docs.id),
                ("URL", route(&docs).as_str().to_owned(), route(other) == route(&docs)),
            ];
            pairs.into_iter().find(|(_, _, same)| *same)
        });
        let Some((what, value, _)) = same else {
            kept.push(docs);
            continue;
        };
        let message = format!("duplicate documentation {what} `{value}`");
        let hint =
            "give each `[[docs]]` table its own `id`, which also sets the folder and the default `route`";
        problems.report(&docs.key, message, hint);
    }
    if kept.is_empty() {
        kept.push(DocsConfig::default());
    }
    config.docs = Docs(kept);
}

/// If a version can't be built from Git, returns the key and the message.
fn odd_git(version: &VersionConfig) -> Option<(&'static str, String)> {
    let git = version.git.as_ref()?;
    if !is_version_name(&version.name) || version.name == "current" {
        return Some(("name", format!("can't build version `{}` from Git", version.name)));
    }
    let is_odd = git.is_empty() || git.starts_with('-') || git.contains(|c: char| c.is_control() || c == ' ');
    is_odd.then(|| ("git", format!("`{git}` isn't the name of a tag, branch, or commit")))
}

/// Whether a string can be the name of a version, which must be a valid folder name on every system and a valid URL
/// segment.
pub(crate) fn is_version_name(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || "/\\:*?\"<>|#%".contains(c);
    !name.is_empty()
        && name.trim() == name
        && !name.starts_with(['.', '_', '-'])
        && !name.ends_with('.')
        && !name.contains(is_odd)
}

/// The folders in `content` that are reserved for other purposes, and the name of the main set in search tags.
const RESERVED: [&str; 5] = ["pages", "versions", "i18n", "openapi", "default"];
