//! Finds the pages and URLs of a Docusaurus site and determines the new paths of all files.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Origin;
use super::super::front_matter;
use super::super::mdx;
use super::routes::{doc_route, joined, page_route, post_route};
use crate::path::SourcePath;
use crate::source::tree::{self, Node};

/// The extensions of code files.
pub(super) const CODE: [&str; 6] = ["js", "jsx", "ts", "tsx", "mjs", "css"];

/// An instance of the docs plugin.
pub(super) struct Docs {
    /// The instance's ID.
    pub id: String,
    /// The ID of the documentation set that the instance becomes.
    pub set: String,
    /// The folder of the current version.
    pub folder: String,
    /// The URL path of the pages, without leading or trailing slashes.
    pub route: String,
    /// The path of the sidebars file. If the sidebars are generated, the value is `None`.
    pub sidebars: Option<String>,
    /// Whether the folder is outside the original site's folder.
    pub is_outside: bool,
    /// Whether a number at the start of a name is a position.
    pub number_prefixes: bool,
    /// The paths of the versions, by name.
    pub paths: BTreeMap<String, String>,
    pub last_version: Option<String>,
    pub has_current: bool,
    pub only_versions: Vec<String>,
    /// The versions that have no documents.
    pub missing: Vec<String>,
}

/// A folder that contains pages of one kind.
struct Folder {
    old: String,
    new: String,
    kind: PageKind,
    /// The URL path of the pages, without leading or trailing slashes.
    route: String,
}

/// The part of the site that a page belongs to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PageKind {
    /// A document, with the index of its docs plugin instance.
    Doc(usize),
    /// A post.
    Post,
    /// A standalone page.
    Page,
}

/// A page on the original site.
#[derive(Clone, Debug)]
pub(super) struct OldPage {
    pub new: SourcePath,
    pub kind: PageKind,
    /// The URL path, without the base URL and without a trailing slash.
    pub url: String,
    /// The slug, if the page needs one to keep its URL.
    pub slug: Option<String>,
}

/// The site's files.
pub(super) struct Files {
    /// The pages, by path.
    pub pages: BTreeMap<SourcePath, OldPage>,
    /// The pages whose text contains component tags, expressions, or imports.
    pub with_code: BTreeSet<SourcePath>,
    /// The documents that were generated from APIs.
    pub generated: BTreeSet<SourcePath>,
    /// The paths of pages by URL path.
    pub urls: BTreeMap<String, SourcePath>,
    /// The folders and their new paths, with the longest paths first.
    pub folders: Vec<(String, String)>,
    /// The version names of each docs plugin instance, with the newest version first.
    pub versions: Vec<Vec<String>>,
    /// The major version of Docusaurus, if it's known. Since version 3, pages are MDX 2 or later.
    major: Option<u32>,
}

/// Returns the major version of Docusaurus that a project uses, according to its `package.json`.
fn major(origin: &dyn Origin, root: &str) -> Option<u32> {
    let paths = [below(root, "package.json"), "package.json".to_owned()];
    let version = paths.iter().find_map(|path| {
        let node = tree::of_other_program(&origin.text(&SourcePath::new(path))?)?;
        ["dependencies", "devDependencies"]
            .iter()
            .find_map(|list| node.at(&[list, "@docusaurus/core"]).and_then(Node::text))
    });
    let version = version?;
    version.trim_start_matches(|c: char| !c.is_ascii_digit()).split('.').next()?.parse().ok()
}

/// Returns the options of all presets, plugins, and themes in the config that have one of these names.
pub(super) fn plugins<'n>(config: &'n Node, names: &[&str]) -> Vec<Option<&'n Node>> {
    ["presets", "plugins", "themes"].into_iter().flat_map(|list| listed(config, list, names)).collect()
}

/// Returns the options of all items in a list of the config that have one of these names.
fn listed<'n>(config: &'n Node, list: &str, names: &[&str]) -> Vec<Option<&'n Node>> {
    let named =
        config.at(&[list]).map_or(&[][..], Node::items).iter().filter_map(|item| match item.items() {
            [] => Some((item.text()?, None)),
            [name, rest @ ..] => Some((name.text()?, rest.first())),
        });
    named.filter(|(name, _)| names.contains(&short(name))).map(|(_, options)| options).collect()
}

/// Returns a plugin's name without the scope and the usual prefixes.
pub(super) fn short(name: &str) -> &str {
    let name = name.strip_prefix("@docusaurus/").or_else(|| name.strip_prefix("docusaurus-")).unwrap_or(name);
    ["plugin-", "preset-", "theme-"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// Returns the options of a preset's plugin, such as `docs`. If the plugin is turned off, returns `None`.
pub(super) fn of_preset<'n>(config: &'n Node, name: &str) -> Option<Option<&'n Node>> {
    // A theme can have the same name.
    let preset = *listed(config, "presets", &["classic"]).first()?;
    let Some(options) = preset.and_then(|preset| preset.at(&[name])) else { return Some(None) };
    let is_off = matches!(options.value, tree::Value::Bool(false));
    (!is_off).then_some(Some(options))
}

fn flag(options: Option<&Node>, key: &str) -> Option<bool> {
    match options?.at(&[key])?.value {
        tree::Value::Bool(value) => Some(value),
        _ => None,
    }
}

impl Docs {
    /// Returns the instances of the docs plugin, with the preset's instance first.
    pub(super) fn all(config: &Node, root: &str) -> Vec<Docs> {
        let mut taken: BTreeSet<String> =
            ["docs", "pages", "versions", "i18n", "default"].map(str::to_owned).into();
        taken.extend(Blog::all(config).into_iter().map(|blog| blog.id));
        let mut all: Vec<Docs> = Docs::options(config).map(|options| Docs::new(options, root)).collect();
        for docs in all.iter_mut().skip(1) {
            while !taken.insert(docs.set.clone()) {
                docs.set.push_str("-docs");
            }
        }
        if let Some(main) = all.first_mut() {
            main.set = "docs".to_owned();
        }
        all
    }

    /// Returns the options of each instance, in the order of [`Docs::all`].
    pub(super) fn options(config: &Node) -> impl Iterator<Item = Option<&Node>> {
        of_preset(config, "docs").into_iter().chain(plugins(config, &["content-docs"]))
    }

    fn new(options: Option<&Node>, root: &str) -> Docs {
        let text = |key: &str| options.and_then(|options| options.at(&[key])).and_then(Node::text);
        let path = text("path").unwrap_or_else(|| "docs".to_owned());
        let path = path.trim_start_matches('/');
        let versions = options.and_then(|options| options.at(&["versions"])).and_then(Node::entries);
        let paths = versions
            .unwrap_or_default()
            .iter()
            .filter_map(|(key, node)| Some((key.name.clone(), node.at(&["path"]).and_then(Node::text)?)));
        let only =
            options.and_then(|options| options.at(&["onlyIncludeVersions"])).map_or(&[][..], Node::items);
        let has_prefixes = options.and_then(|options| options.entry("numberPrefixParser"));
        let id = text("id").unwrap_or_else(|| "default".to_owned());
        Docs {
            set: id.clone(),
            id,
            folder: below(root, path),
            route: text("routeBasePath").unwrap_or_else(|| "docs".to_owned()).trim_matches('/').to_owned(),
            sidebars: text("sidebarPath"),
            is_outside: is_outside(root, path),
            number_prefixes: has_prefixes
                .is_none_or(|(_, node)| !matches!(node.value, tree::Value::Bool(false))),
            paths: paths.collect(),
            last_version: text("lastVersion"),
            has_current: flag(options, "includeCurrentVersion").unwrap_or(true),
            only_versions: only.iter().filter_map(Node::text).collect(),
            missing: Vec::new(),
        }
    }

    /// Returns the path of a file or folder, such as `versioned_docs`, that belongs to this instance's versions.
    pub(super) fn versioned(&self, root: &str, name: &str) -> String {
        let prefix = if self.id == "default" { String::new() } else { format!("{}_", self.id) };
        SourcePath::new(format!("{root}/{prefix}{name}")).as_str().to_owned()
    }

    /// Returns the folder in `content` for a version's documents.
    pub(super) fn new_folder(&self, version: &str) -> String {
        match version {
            "current" => self.set.clone(),
            version => format!("versions/{version}/{}", self.set),
        }
    }

    /// Returns the versions, newest first. The current version is called `current`.
    pub(super) fn versions(&self, origin: &dyn Origin, root: &str) -> Vec<String> {
        let file = origin.text(&SourcePath::new(self.versioned(root, "versions.json")));
        let listed = file.and_then(|source| serde_json::from_str::<Vec<String>>(&source.text).ok());
        let mut versions = listed.unwrap_or_default();
        versions.retain(|version| !self.missing.contains(version) && version != "current");
        if self.has_current || versions.is_empty() {
            versions.insert(0, "current".to_owned());
        }
        let is_wanted = |version: &String| self.only_versions.contains(version);
        if versions.iter().any(is_wanted) {
            versions.retain(is_wanted);
        }
        versions
    }

    /// Removes the versions that `versions.json` lists but that have no documents. Returns their names. If the last
    /// version is one of them, the current documents take its place.
    pub(super) fn leave_out_missing(&mut self, origin: &dyn Origin, root: &str) -> Vec<String> {
        let all = self.versions(origin, root);
        let folder = self.versioned(root, "versioned_docs");
        let has_documents = |version: &str| {
            let folder = format!("{folder}/version-{version}");
            origin.files().iter().any(|path| path.strip_dir(&folder).is_some())
        };
        let is_missing = |version: &&String| *version != "current" && !has_documents(version);
        let missing: Vec<String> = all.iter().filter(is_missing).cloned().collect();
        if missing.contains(&self.last(&all).to_owned()) {
            (self.last_version, self.has_current) = (Some("current".to_owned()), true);
            if !self.only_versions.is_empty() {
                self.only_versions.push("current".to_owned());
            }
        }
        self.missing.clone_from(&missing);
        missing
    }

    /// Returns the version that has no version segment in its URLs.
    pub(super) fn last<'v>(&'v self, versions: &'v [String]) -> &'v str {
        let released =
            versions.iter().find(|version| *version != "current").map_or("current", String::as_str);
        let own = self.last_version.as_deref();
        own.filter(|own| versions.iter().any(|version| version == own)).unwrap_or(released)
    }

    /// Returns the URL segment that identifies a version.
    pub(super) fn path_of(&self, version: &str, last: &str) -> String {
        let default = match version {
            version if version == last => "",
            "current" => "next",
            version => version,
        };
        let path = self.paths.get(version).map_or(default, String::as_str);
        path.trim_matches('/').to_owned()
    }
}

/// Returns the path of a folder that the config refers to, such as `./blog`.
fn below(root: &str, folder: &str) -> String {
    SourcePath::new(format!("{root}/{folder}")).as_str().to_owned()
}

/// Whether a folder that the config refers to is outside the original site's folder.
fn is_outside(root: &str, folder: &str) -> bool {
    crate::import::site::above(&format!("{root}/{folder}")).is_some()
}

/// Whether a folder of blog posts or standalone pages is outside the original site's folder.
pub(super) fn has_outside(config: &Node, root: &str) -> bool {
    let pages = pages_folder(config);
    let blogs = Blog::all(config);
    let mut folders = blogs.iter().map(|blog| &blog.folder).chain([&pages]);
    folders.any(|folder| is_outside(root, folder))
}

/// Returns the folder that contains the standalone pages.
fn pages_folder(config: &Node) -> String {
    let options = of_preset(config, "pages").flatten();
    let options = options.or_else(|| plugins(config, &["content-pages"]).into_iter().flatten().next());
    let path = options.and_then(|pages| pages.at(&["path"])).and_then(Node::text);
    path.unwrap_or_else(|| "src/pages".to_owned())
}

/// Returns the folders that contain the static files.
pub(super) fn static_folders(config: &Node) -> Vec<String> {
    match config.at(&["staticDirectories"]) {
        Some(folders) => folders.items().iter().filter_map(Node::text).collect(),
        None => vec!["static".to_owned()],
    }
}

impl Files {
    /// Finds the files of a site. `is_generated` takes the index of a docs plugin instance and a path below the instance's
    /// folder, and returns whether the document was generated from an API. Such documents aren't pages.
    pub(super) fn new(
        origin: &dyn Origin,
        config: &Node,
        root: &str,
        docs: &[Docs],
        is_generated: &dyn Fn(usize, &str) -> bool,
    ) -> Files {
        let mut folders = Vec::new();
        let mut versions = Vec::new();
        let locales = locales(config);
        for (index, docs) in docs.iter().enumerate() {
            let own = docs.versions(origin, root);
            let last = docs.last(&own).to_owned();
            for version in &own {
                let (old, name) = match version.as_str() {
                    "current" => (docs.folder.clone(), "current".to_owned()),
                    version => {
                        let folder = docs.versioned(root, "versioned_docs");
                        (format!("{folder}/version-{version}"), format!("version-{version}"))
                    }
                };
                let new = docs.new_folder(version);
                let route = joined(&[&docs.route, &docs.path_of(version, &last)]);
                let plugin = match docs.id.as_str() {
                    "default" => "docusaurus-plugin-content-docs".to_owned(),
                    id => format!("docusaurus-plugin-content-docs-{id}"),
                };
                let kind = PageKind::Doc(index);
                add(&mut folders, root, &locales, (&old, &new), (&plugin, &name), kind, &route);
            }
            versions.push(own);
        }
        for blog in Blog::all(config) {
            let old = below(root, &blog.folder);
            let plugin = match blog.id.as_str() {
                "blog" => "docusaurus-plugin-content-blog".to_owned(),
                id => format!("docusaurus-plugin-content-blog-{id}"),
            };
            add(&mut folders, root, &locales, (&old, &blog.id), (&plugin, ""), PageKind::Post, &blog.route);
        }
        let old = below(root, &pages_folder(config));
        let plugin = ("docusaurus-plugin-content-pages", "");
        add(&mut folders, root, &locales, (&old, "pages"), plugin, PageKind::Page, "");
        folders.sort_by_key(|folder: &Folder| std::cmp::Reverse(folder.old.len()));
        let mut files = Files {
            pages: BTreeMap::new(),
            with_code: BTreeSet::new(),
            generated: BTreeSet::new(),
            urls: BTreeMap::new(),
            folders: Vec::new(),
            versions,
            major: major(origin, root),
        };
        let format = config.at(&["markdown", "format"]).and_then(Node::text);
        let is_plain = matches!(format.as_deref(), Some("md" | "detect"));
        for path in origin.files() {
            let Some(folder) = folders.iter().find(|folder| path.strip_dir(&folder.old).is_some()) else {
                continue;
            };
            let below = path.strip_dir(&folder.old).unwrap_or_default();
            if matches!(folder.kind, PageKind::Doc(docs) if is_generated(docs, below)) {
                files.generated.insert(path.clone());
            } else {
                files.add(origin, path, folder, (docs, is_plain));
            }
        }
        files.share_extensions();
        files.folders = folders.into_iter().map(|folder| (folder.old, folder.new)).collect();
        let of_root = static_folders(config).into_iter().map(|old| (old, "static"));
        let of_root = of_root.chain([("src".to_owned(), "src")]);
        files.folders.extend(of_root.map(|(old, new)| (below(root, &old), new.to_owned())));
        files
    }

    /// Gives all translations of a page the same extension, because docgen pairs translations by path.
    fn share_extensions(&mut self) {
        let key = |page: &OldPage| {
            let path = page.new.strip_dir("content").unwrap_or_default();
            let path = path.rsplit_once('.').map_or(path, |(bare, _)| bare);
            match path.strip_prefix("i18n/").and_then(|rest| rest.split_once('/')) {
                Some((_, below)) => below.to_owned(),
                None => path.to_owned(),
            }
        };
        let is_mdx = |(path, page): &(&SourcePath, &OldPage)| {
            self.with_code.contains(*path) || page.new.extension() == "mdx"
        };
        let with_code: BTreeSet<String> =
            self.pages.iter().filter(is_mdx).map(|(_, page)| key(page)).collect();
        let others = self.pages.iter().filter(|(_, page)| with_code.contains(&key(page)));
        self.with_code.extend(others.map(|(path, _)| path.clone()));
    }

    fn add(
        &mut self,
        origin: &dyn Origin,
        path: &SourcePath,
        folder: &Folder,
        (docs, is_plain): (&[Docs], bool),
    ) {
        let Some(below) = path.strip_dir(&folder.old) else { return };
        let is_markdown = matches!(path.extension(), "md" | "mdx");
        let is_code =
            matches!(path.extension(), "js" | "jsx" | "tsx" | "ts") && folder.kind == PageKind::Page;
        let is_part = below.split('/').any(|part| part.starts_with('_'));
        let is_test = below.contains(".test.") || below.contains("__tests__") || below.ends_with(".d.ts");
        if is_test || !(is_markdown || is_code && !is_part) {
            return;
        }
        let Some(source) = origin.text(path) else { return };
        let front_matter = front_matter::read(&source);
        let is_plain = is_plain && path.extension() == "md";
        let body = &source.text[front_matter.end..];
        let is_mdx = || {
            mdx::has_code(self.as_mdx_2(body).as_deref().unwrap_or(body))
                || self.is_strict() && mdx::differs_from_markdown(body)
        };
        if is_markdown && !is_plain && is_mdx() {
            self.with_code.insert(path.clone());
        }
        if is_part {
            return;
        }
        let text = |key: &str| {
            let entry = front_matter.entries.iter().find(|entry| entry.name == key)?;
            Some(entry.node.text().unwrap_or_else(|| source.text[entry.value.clone()].to_owned()))
        };
        let (route, own) = match &folder.kind {
            PageKind::Doc(index) => {
                let strips = docs[*index].number_prefixes
                    && text("parse_number_prefixes").is_none_or(|value| value != "false");
                doc_route(below, text("id").as_deref(), text("slug").as_deref(), strips)
            }
            PageKind::Post => post_route(below, text("slug").as_deref(), text("date").as_deref()),
            PageKind::Page => page_route(below, text("slug").as_deref()),
        };
        let slug = (route != own).then(|| format!("/{}", route.trim_matches('/')));
        let stem = path.as_str().rsplit_once('.').map_or(path.as_str(), |(stem, _)| stem);
        let below = SourcePath::new(stem).strip_dir(&folder.old).unwrap_or_default().to_owned();
        let extension = if is_markdown { path.extension() } else { "mdx" };
        let url = format!("/{}", joined(&[&folder.route, &route]));
        let new = SourcePath::new(format!("{}/{below}.{extension}", folder.new));
        self.urls.entry(url.clone()).or_insert_with(|| path.clone());
        self.pages.insert(path.clone(), OldPage { new, kind: folder.kind.clone(), url, slug });
    }

    /// Whether pages are MDX 2 or later.
    fn is_strict(&self) -> bool {
        self.major.is_some_and(|major| major >= 3)
    }

    /// Whether only a heading at the start of a page can replace the page's title.
    pub(super) fn has_titles_at_start(&self) -> bool {
        self.major.is_some_and(|major| major < 3)
    }

    /// Whether headings get their IDs from text that contains tags, and emoji instead of shortcodes.
    pub(super) fn has_other_ids(&self) -> bool {
        self.major == Some(2)
    }

    /// Returns text that MDX 2 and later read like MDX 1: with fences around indented code, complete character references,
    /// and escaped braces. If nothing changes, returns `None`.
    pub(super) fn as_mdx_2(&self, text: &str) -> Option<String> {
        if self.is_strict() {
            return None;
        }
        let fenced = mdx::with_fences(text);
        let closed = mdx::with_semicolons(fenced.as_deref().unwrap_or(text)).or(fenced);
        if self.major.is_none() {
            return closed;
        }
        mdx::with_escaped_braces(closed.as_deref().unwrap_or(text)).or(closed)
    }

    /// Returns a file's new path. If the file isn't part of the new site yet, returns `None`.
    pub(super) fn moved(&self, path: &SourcePath) -> Option<SourcePath> {
        let new = match self.pages.get(path) {
            Some(page) => page.new.clone(),
            None => {
                let found = self.folders.iter().find_map(|(old, new)| Some((path.strip_dir(old)?, new)));
                let (below, new) = found?;
                SourcePath::new(format!("{new}/{below}"))
            }
        };
        let stem = new.as_str().rsplit_once('.').map_or(new.as_str(), |(stem, _)| stem);
        Some(if self.with_code.contains(path) { SourcePath::new(format!("{stem}.mdx")) } else { new })
    }
}

/// Adds a folder and the folders that contain its translations.
fn add(
    folders: &mut Vec<Folder>,
    root: &str,
    locales: &(String, Vec<String>),
    (old, new): (&str, &str),
    (plugin, name): (&str, &str),
    kind: PageKind,
    route: &str,
) {
    let folder = |old: String, new: String, route: String| Folder { old, new, kind: kind.clone(), route };
    folders.push(folder(old.to_owned(), format!("content/{new}"), route.to_owned()));
    let (default, all) = locales;
    for locale in all.iter().filter(|locale| *locale != default) {
        let old = joined(&[root, "i18n", locale, plugin, name]);
        folders.push(folder(old, format!("content/i18n/{locale}/{new}"), joined(&[locale, route])));
    }
}

/// Returns the default locale and all locales.
pub(super) fn locales(config: &Node) -> (String, Vec<String>) {
    let default = config.at(&["i18n", "defaultLocale"]).and_then(Node::text);
    let default = default.unwrap_or_else(|| "en".to_owned());
    let all = config.at(&["i18n", "locales"]).map_or(&[][..], Node::items);
    let all: Vec<String> = all.iter().filter_map(Node::text).collect();
    (default.clone(), if all.is_empty() { vec![default] } else { all })
}

/// A blog.
pub(super) struct Blog<'n> {
    pub id: String,
    pub folder: String,
    pub route: String,
    pub options: Option<&'n Node>,
}

impl<'n> Blog<'n> {
    /// Returns the blogs of a site.
    pub(super) fn all(config: &'n Node) -> Vec<Blog<'n>> {
        let preset = of_preset(config, "blog").into_iter();
        let all = preset.chain(plugins(config, &["content-blog"]));
        let blog = |options: Option<&'n Node>| {
            let text = |key: &str| options.and_then(|options| options.at(&[key])).and_then(Node::text);
            let id = text("id").filter(|id| id != "default").unwrap_or_else(|| "blog".to_owned());
            Blog {
                id,
                folder: text("path").unwrap_or_else(|| "blog".to_owned()),
                route: text("routeBasePath")
                    .unwrap_or_else(|| "blog".to_owned())
                    .trim_matches('/')
                    .to_owned(),
                options,
            }
        };
        all.map(blog).collect()
    }
}

/// Returns the path of the component that shows an image.
pub(super) fn picture(path: &SourcePath) -> SourcePath {
    let name = path.as_str().trim_end_matches(".svg").replace(['/', '.', ' '], "-");
    SourcePath::new(format!("src/pictures/{name}.jsx"))
}
