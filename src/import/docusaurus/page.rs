//! Converts Docusaurus pages: their front matter, and the URLs and imports in their text.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::super::front_matter::{self, Entry, FrontMatter};
use super::super::left::Left;
use super::super::markdown::Fences;
use super::super::mdx::{self, Converted};
use super::super::placeholders;
use super::super::site::between;
use super::super::syntax::Syntax;
use super::super::workspace;
use super::Docusaurus;
use super::content::{CODE, OldPage, PageKind, of_preset, picture, plugins, static_folders};
use super::context::{CONTEXT, CONTEXT_FILE};
use super::head;
use super::heading_ids;
use super::routes;
use super::translate::{TRANSLATE, TRANSLATE_FILE};
use crate::markdown::is_thematic_break;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// A converted page.
pub(super) struct Page {
    pub path: SourcePath,
    pub text: String,
    pub left: Left,
    /// The files that the page imports.
    pub needed: BTreeSet<SourcePath>,
    /// The image for social cards, if its path is relative to the page, and its new path.
    pub card: Option<(SourcePath, SourcePath)>,
}

/// The front matter keys that have the same meaning in Docusaurus and docgen.
const SAME: &[&str] = &[
    "id",
    "title",
    "description",
    "keywords",
    "image",
    "draft",
    "unlisted",
    "hide_title",
    "hide_table_of_contents",
    "toc_min_heading_level",
    "toc_max_heading_level",
    "sidebar_label",
    "sidebar_position",
    "sidebar_class_name",
    "displayed_sidebar",
    "pagination_label",
    "pagination_next",
    "pagination_prev",
    "custom_edit_url",
];

/// The extensions of image files.
const IMAGES: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];

/// The front matter keys that have no meaning in docgen.
const MEANINGLESS: &[&str] =
    &["parse_number_prefixes", "sidebar_key", "original_id", "hide_reading_time", "format"];

/// The ends of file paths that imports can leave out.
const EXTENSIONS: [&str; 11] =
    ["", ".js", ".jsx", ".ts", ".tsx", ".mdx", ".md", "/index.js", "/index.tsx", "/index.jsx", "/index.ts"];

/// The prefixes of the theme components that a site replaces.
pub(super) const ORIGINALS: [&str; 2] = ["@theme-original/", "@theme-init/"];

/// The Docusaurus admonitions.
const ADMONITIONS: &[&str] =
    &["note", "tip", "info", "warning", "danger", "caution", "important", "success", "secondary"];

/// The components that have no counterpart in docgen.
const DROPPED: &[(&str, &str, &str)] = &[(
    "@theme/TOCInline",
    "an inline table of contents",
    "use the table of contents that docgen shows beside the page",
)];

/// The marker at the end of the text that lists of posts show.
const TRUNCATE: &str = "<!-- truncate -->";

/// The variable that contains the front matter in a page's code.
const FRONT_MATTER: &str = "frontMatter";

/// The date of a post that has no date in its front matter or path. The original site shows such a post with the date of
/// its first commit.
const UNDATED: &str = "1970-01-01";

impl Docusaurus<'_> {
    /// Converts a page.
    pub(super) fn page(&self, path: &SourcePath, page: &OldPage) -> Page {
        let Some(source) = self.origin.text(path) else {
            return Page {
                path: page.new.clone(),
                text: String::new(),
                left: Left::default(),
                needed: BTreeSet::new(),
                card: None,
            };
        };
        match path.extension() {
            "md" | "mdx" => self.markdown(&source, page),
            _ => self.react(&source, page),
        }
    }

    /// Converts a Markdown page.
    fn markdown(&self, source: &Source, page: &OldPage) -> Page {
        let mut left = Left::default();
        let front_matter = front_matter::read(source);
        let is_read = self.files.with_code.contains(&source.path)
            && reads_front_matter(&source.text[front_matter.end..]);
        let mut entries = self.front_matter(source, &front_matter, (page, is_read), &mut left);
        if let Some(slug) = &page.slug {
            entries.insert("slug".to_owned(), slug.as_str().into());
        }
        let card = self.card(&source.path, entries.get("image"));
        if let Some((_, new)) = &card {
            entries.insert("image".to_owned(), new.as_str().trim_start_matches("static").into());
        }
        if page.kind == PageKind::Post && !entries.contains_key("date") && !routes::has_date(&page.new) {
            entries.insert("date".to_owned(), UNDATED.into());
            left.note(
                source,
                0..0,
                "the date of a post",
                "set `date` to the date of the post's first commit",
            );
        }
        let is_shown = self.files.has_titles_at_start() && page.kind != PageKind::Page;
        if !is_shown && hides_title(&source.text[front_matter.end..], &page.kind) {
            entries.insert("hide_title".to_owned(), true.into());
        }
        let taken = head::take(source, front_matter.end, &|url| self.head_url(url), &mut left);
        let (source, tags) = taken.as_ref().map_or((source, &[][..]), |(source, tags)| (source, tags));
        if !tags.is_empty() {
            entries.insert("head".to_owned(), json!(tags));
        }
        let (mut converted, needed) = self.text(source, front_matter.end, &page.new, Some(page), &mut left);
        // In lists, Docusaurus shows a post without a marker in full.
        if page.kind == PageKind::Post && !converted.text.contains(TRUNCATE) {
            converted.text = format!("{}\n\n{TRUNCATE}\n", converted.text.trim_end());
        }
        let path = self.files.moved(&source.path).unwrap_or_else(|| page.new.clone());
        let mut mark = front_matter::write(&entries);
        if is_read {
            let value = |entry: &Entry| match entry.node.value {
                Value::Date => source.text[entry.value.clone()].trim().into(),
                _ => entry.node.json(),
            };
            let values = front_matter.entries.iter().map(|entry| (entry.name.clone(), value(entry)));
            let values = Json::Object(values.collect());
            mark += &format!("export const {FRONT_MATTER} = {values:#};\n\n");
        }
        let text =
            if mark.is_empty() { converted.text } else { mark + converted.text.trim_start_matches('\n') };
        Page { path, text, left, needed, card }
    }

    /// Returns the file of a page's image for social cards and the file's new path, because docgen reads these images
    /// from `static`.
    fn card(&self, from: &SourcePath, image: Option<&Json>) -> Option<(SourcePath, SourcePath)> {
        let image = image?.as_str().filter(|image| image.starts_with('.'))?;
        let file = Some(from.join_sibling(image)).filter(|file| self.exists(file))?;
        let new = self.files.moved(&file)?;
        let below = new.strip_dir("content").unwrap_or(new.as_str());
        Some((file, SourcePath::new(format!("static/{below}"))))
    }

    /// Converts text. `new` is the file's new path. `page` is `None` for a partial.
    pub(super) fn text(
        &self,
        source: &Source,
        start: usize,
        new: &SourcePath,
        page: Option<&OldPage>,
        left: &mut Left,
    ) -> (Converted, BTreeSet<SourcePath>) {
        let needed = RefCell::new(BTreeSet::new());
        let mdx_2 = self.files.as_mdx_2(&source.text[start..]);
        let mdx_2 =
            mdx_2.map(|text| Source::new(source.path.clone(), &(source.text[..start].to_owned() + &text)));
        let source = mdx_2.as_ref().unwrap_or(source);
        placeholders::note(source, &self.placeholders, left);
        let syntax = self.syntax();
        let usual = ADMONITIONS.iter().map(|name| (*name, None));
        let admonitions: Vec<_> =
            usual.chain(self.admonitions.iter().map(|name| (name.as_str(), Some("note")))).collect();
        let address = |url: &str, _: bool| self.address(&source.path, new, page, url, &needed);
        let specifier = |specifier: &str| self.specifier(&source.path, new, specifier, &needed);
        let context = mdx::Context {
            address: &address,
            specifier: &specifier,
            admonitions: &admonitions,
            dropped: DROPPED,
            syntax: &syntax,
            code: &|code| self.comments.convert(code),
        };
        let mut converted = mdx::convert(source, start, &context, left);
        if self.files.has_other_ids() {
            converted.text = heading_ids::with_tags(&converted.text);
            let is_mdx = self.files.with_code.contains(&source.path);
            converted.text = Syntax::with_emoji_in_headings(&converted.text, is_mdx);
        }
        (converted, needed.into_inner())
    }

    fn front_matter(
        &self,
        source: &Source,
        front_matter: &FrontMatter,
        (page, is_read): (&OldPage, bool),
        left: &mut Left,
    ) -> Map<String, Json> {
        let mut entries = front_matter.converted(source, left, |name, node| {
            Some(match name {
                "slug" if page.kind == PageKind::Post => vec![("slug", node.json())],
                "tags" => vec![("tags", labels(node))],
                "last_update" => return None,
                "authors" => vec![("authors", authors(node))],
                "author" | "author_title" | "author_url" | "author_image_url" | "authorURL"
                | "authorTitle" | "authorImageURL" | "authorFBID" => vec![],
                "title_meta" => vec![],
                name if MEANINGLESS.contains(&name) => vec![],
                // A slug is added only if docgen would otherwise use a different URL.
                "slug" => vec![],
                name => match SAME.iter().find(|known| **known == name) {
                    Some(known) => vec![(*known, node.json())],
                    // The page's code reads the key.
                    None if is_read => vec![],
                    None => return None,
                },
            })
        });
        if let Some(change) = front_matter.entries.iter().find(|entry| entry.name == "last_update") {
            let mut value = change.node.json();
            if let Some((_, date)) = change.node.entry("date")
                && matches!(date.value, Value::Date)
            {
                value["date"] = Json::Null;
            }
            if let Some(table) = value.as_object_mut() {
                table.retain(|_, value| !value.is_null());
            }
            entries.insert("last_update".to_owned(), value);
        }
        if let Some(author) = single_author(front_matter) {
            entries.insert("authors".to_owned(), author);
        }
        entries
    }

    /// Converts the URL of a link or image.
    fn address(
        &self,
        from: &SourcePath,
        new: &SourcePath,
        page: Option<&OldPage>,
        url: &str,
        needed: &RefCell<BTreeSet<SourcePath>>,
    ) -> Option<String> {
        if let Some(path) = url.strip_prefix("pathname://") {
            // docgen supports `pathname://` in links, but not in images.
            let file = path.split(['#', '?']).next().unwrap_or_default();
            let is_image = IMAGES.contains(&SourcePath::new(file).extension());
            let is_static = self.has_static(file);
            return (is_image || is_static).then(|| path.to_owned());
        }
        let (path, suffix) = url.split_at(url.find(['#', '?']).unwrap_or(url.len()));
        if path.is_empty() || url.starts_with("//") || crate::path::has_protocol(url) {
            return None;
        }
        let decoded = crate::path::decode_path(path);
        let path = &*decoded;
        let candidates = match path.strip_prefix("@site/") {
            Some(path) => vec![self.path(path)],
            None => self.targets(from, path),
        };
        let is_markdown = path.ends_with(".md") || path.ends_with(".mdx");
        if let Some(target) = candidates.iter().find_map(|path| self.new_path_of(path)) {
            return Some(relative(new, &target) + suffix);
        }
        if !is_markdown
            && !path.starts_with('/')
            && let Some(found) = self.by_url(page, path)
        {
            let to = self.new_path_of(found)?;
            return Some(relative(new, &to) + suffix);
        }
        // Other URLs refer to images or downloads.
        let file = candidates.iter().find(|path| self.exists(path))?;
        if path.starts_with('/') && !path.starts_with("/static/") {
            return None;
        }
        let moved = self.new_path(file, needed);
        let to = match moved.strip_dir("static") {
            Some(below) => format!("/{below}"),
            None => relative(new, &moved),
        };
        (to.trim_start_matches("./") != path.trim_start_matches("./"))
            .then(|| to.replace(' ', "%20") + suffix)
    }

    /// Returns the page that a relative URL on a page refers to.
    fn by_url(&self, page: Option<&OldPage>, path: &str) -> Option<&SourcePath> {
        let url = &page?.url;
        let bare = path.trim_end_matches('/').trim_end_matches(".html");
        let of_folder = SourcePath::new(format!("{url}/page")).join_sibling(bare);
        let beside = SourcePath::new(url.trim_start_matches('/')).join_sibling(bare);
        [beside, of_folder].iter().find_map(|path| self.files.urls.get(&format!("/{path}")))
    }

    /// Returns the files that a link's path can refer to.
    fn targets(&self, from: &SourcePath, path: &str) -> Vec<SourcePath> {
        let mut targets = Vec::new();
        if !path.starts_with('/') {
            targets.push(from.join_sibling(path));
        }
        // A path can also be relative to the version's folder or to the site's folder.
        let folder = self.files.folders.iter().find(|(old, _)| from.strip_dir(old).is_some());
        targets.extend(folder.map(|(old, _)| SourcePath::new(format!("{old}/{path}"))));
        targets.push(self.path(path));
        if let Some(original) = self.original(from) {
            targets.extend(self.targets(&original, path));
        }
        targets
    }

    /// Returns the file that a translation is based on.
    fn original(&self, path: &SourcePath) -> Option<SourcePath> {
        let (old, new) = self.files.folders.iter().find(|(old, _)| path.strip_dir(old).is_some())?;
        let rest = new.strip_prefix("content/i18n/")?;
        let new = format!("content/{}", rest.split_once('/')?.1);
        let (folder, _) = self.files.folders.iter().find(|(_, other)| *other == new)?;
        Some(SourcePath::new(format!("{folder}/{}", path.strip_dir(old)?)))
    }

    /// Returns the new path of a page or a partial.
    fn new_path_of(&self, path: &SourcePath) -> Option<SourcePath> {
        self.files.pages.get(path)?;
        self.files.moved(path)
    }

    pub(super) fn exists(&self, path: &SourcePath) -> bool {
        self.origin.files().binary_search(path).is_ok()
    }

    /// Returns a file's new path and records that the site needs the file.
    pub(super) fn new_path(&self, path: &SourcePath, needed: &RefCell<BTreeSet<SourcePath>>) -> SourcePath {
        if let Some(moved) = self.new_path_of(path).filter(|_| matches!(path.extension(), "md" | "mdx")) {
            return moved;
        }
        let is_code = CODE.contains(&path.extension()) && path.strip_dir(self.path("src").as_str()).is_some();
        if is_code {
            return self.code_path(path);
        }
        if let Some(moved) = self.files.moved(path).filter(|_| !self.files.pages.contains_key(path)) {
            return moved;
        }
        needed.borrow_mut().insert(path.clone());
        self.code_path(path)
    }

    /// Returns the new path of a file that isn't content: its path relative to the original site's folder.
    pub(super) fn code_path(&self, path: &SourcePath) -> SourcePath {
        let below = match self.root.is_empty() {
            true => Some(path.as_str()),
            false => path.strip_dir(&self.root),
        };
        below.map_or_else(|| path.clone(), SourcePath::new)
    }

    /// Returns the file that an import refers to, and the part of the path that the specifier can leave out.
    pub(super) fn imported(&self, from: &SourcePath, specifier: &str) -> Option<(SourcePath, &'static str)> {
        let targets = match specifier.strip_prefix("@site/") {
            Some(path) => vec![self.path(path)],
            None if specifier.starts_with('.') => vec![from.join_sibling(specifier)],
            None if specifier.starts_with('/') => vec![self.path(specifier.trim_start_matches('/'))],
            None => match specifier.strip_prefix("@theme/") {
                // A component in the folder that contains replacements for theme components.
                Some(name) => vec![self.path(&format!("src/theme/{name}"))],
                None => workspace::paths(self.origin, specifier),
            },
        };
        let find = |target: &SourcePath| {
            EXTENSIONS.iter().find_map(|extension| {
                let path = SourcePath::new(format!("{target}{extension}"));
                let is_usable = self.exists(&path)
                    && !(specifier.starts_with("@theme/") && self.is_interactive_replacement(&path));
                is_usable.then_some((path, *extension))
            })
        };
        // A path from the root can also refer to a static file.
        let in_static = |folder: &String| find(&self.path(&format!("{folder}{specifier}")));
        targets.iter().find_map(find).or_else(|| {
            let folders = specifier.starts_with('/').then(|| static_folders(&self.config))?;
            folders.iter().find_map(in_static)
        })
    }

    /// Converts an import specifier.
    pub(super) fn specifier(
        &self,
        from: &SourcePath,
        new: &SourcePath,
        specifier: &str,
        needed: &RefCell<BTreeSet<SourcePath>>,
    ) -> Option<String> {
        let (loader, path) = specifier.rsplit_once('!').unwrap_or(("", specifier));
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        if path == CONTEXT && self.has_fields() {
            return Some(format!("@site/{CONTEXT_FILE}"));
        }
        if path == TRANSLATE && !self.translations.is_empty() {
            return Some(format!("@site/{TRANSLATE_FILE}"));
        }
        // A replacement for a theme component imports the component that it replaces.
        if let Some(name) = ORIGINALS.iter().find_map(|prefix| path.strip_prefix(prefix)) {
            return Some(format!("@theme/{name}"));
        }
        let raw = if loader.contains("raw-loader") || query == "raw" { "?raw" } else { "" };
        let Some((found, extension)) = self.imported(from, path) else {
            return (!loader.is_empty() && !raw.is_empty()).then(|| format!("{path}{raw}"));
        };
        // In code, an imported SVG is a component.
        if found.extension() == "svg" && !query.contains("url") && loader.is_empty() {
            needed.borrow_mut().insert(found.clone());
            return Some(format!("@site/{}", picture(&self.code_path(&found))));
        }
        let moved = self.new_path(&found, needed);
        let moved = moved.as_str().strip_suffix(extension).unwrap_or(moved.as_str());
        if path.starts_with('.') && relative(new, &SourcePath::new(moved)) == path && raw.is_empty() {
            return None;
        }
        Some(format!("@site/{moved}{raw}"))
    }
}

/// Returns the names of the site's own admonitions.
pub(super) fn own_admonitions(config: &Node) -> Vec<String> {
    let options = ["docs", "blog", "pages"].into_iter().filter_map(|name| of_preset(config, name)?);
    let plugins = plugins(config, &["content-docs", "content-blog", "content-pages"]).into_iter().flatten();
    let all = options.chain(plugins).filter_map(|options| options.at(&["admonitions", "keywords"]));
    let mut names: Vec<String> = all.flat_map(Node::items).filter_map(Node::text).collect();
    names.retain(|name| !ADMONITIONS.contains(&name.as_str()));
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a page's expressions read its front matter.
fn reads_front_matter(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '`' | '"' | '\'');
    let reads = |line: &str| {
        line.match_indices(FRONT_MATTER).any(|(at, name)| {
            line[..at].contains(['{', '('])
                && !line[..at].ends_with(is_name)
                && !line[at + name.len()..].starts_with(['`', ':'])
        })
    };
    let mut fences = Fences::default();
    let is_declared =
        |line: &str| line.starts_with("export const frontMatter") || line.starts_with("import frontMatter");
    let mut is_read = false;
    for line in text.lines() {
        if !fences.has(line) {
            if is_declared(line) {
                return false;
            }
            is_read |= reads(line);
        }
    }
    is_read
}

/// Whether Docusaurus hides its own title above the text. This is the case if the first heading is a level-one heading
/// above all thematic breaks, and on standalone pages. docgen does the same if the text starts with a level-one heading.
fn hides_title(text: &str, kind: &PageKind) -> bool {
    let (mut fences, mut begun, mut previous) = (Fences::default(), false, "");
    for line in text.lines() {
        if fences.has(line) {
            begun = true;
            continue;
        }
        let bare = line.trim();
        let rest = bare.trim_start_matches('#');
        let level = match bare.len() - rest.len() {
            level @ 1..=6 if rest.is_empty() || rest.starts_with([' ', '\t']) => Some(level),
            _ if previous.is_empty() && is_thematic_break(bare.as_bytes()) => return *kind == PageKind::Page,
            _ if bare.is_empty() || previous.is_empty() => None,
            _ if bare.bytes().all(|byte| byte == b'=') => Some(1),
            _ if bare.bytes().all(|byte| byte == b'-') => Some(2),
            _ => None,
        };
        if let Some(level) = level {
            return match kind {
                PageKind::Doc(_) => level == 1 && begun,
                PageKind::Page => level != 1 || begun,
                PageKind::Post => false,
            };
        }
        begun |= !bare.is_empty() && !bare.starts_with("import ");
        previous = bare;
    }
    *kind == PageKind::Page
}

/// Returns the path from one file to another. Paths in translations are the same as in the originals.
fn relative(from: &SourcePath, to: &SourcePath) -> String {
    let original = |path: &SourcePath| match path.as_str().strip_prefix("content/i18n/") {
        Some(rest) => format!("content/{}", rest.split_once('/').map_or("", |(_, rest)| rest)),
        None => path.as_str().to_owned(),
    };
    let path = between(&original(from), &original(to)).replace(' ', "%20");
    if path.starts_with("../") { path } else { format!("./{path}") }
}

/// Returns the labels of tags. In the front matter, a tag can be a table.
fn labels(node: &Node) -> Json {
    let label = |node: &Node| node.at(&["label"]).and_then(Node::text).or_else(|| node.text());
    match &node.value {
        Value::List(items) => items.iter().filter_map(label).collect(),
        _ => label(node).into_iter().collect(),
    }
}

/// The keys of an author in docgen, each with the corresponding key in Docusaurus.
const AUTHOR: [(&str, &str); 5] =
    [("name", "name"), ("title", "title"), ("url", "url"), ("image", "image_url"), ("image", "imageURL")];

fn authors(node: &Node) -> Json {
    let author = |node: &Node| match node.entries() {
        Some(_) => {
            let values =
                AUTHOR.iter().filter_map(|(key, old)| Some(((*key).to_owned(), node.at(&[old])?.json())));
            let values: Map<String, Json> = values.collect();
            if values.contains_key("name") {
                Json::Object(values)
            } else {
                node.at(&["key"]).map_or(Json::Null, Node::json)
            }
        }
        None => node.json(),
    };
    match &node.value {
        Value::List(items) => items.iter().map(author).filter(|author| !author.is_null()).collect(),
        _ => author(node),
    }
}

/// Returns the author from the older front matter keys, such as `author_title`.
fn single_author(front_matter: &FrontMatter) -> Option<Json> {
    let text = |names: &[&str]| {
        let entry = front_matter.entries.iter().find(|entry| names.contains(&entry.name.as_str()))?;
        entry.node.text()
    };
    let name = text(&["author"])?;
    let values = [
        ("title", text(&["author_title", "authorTitle"])),
        ("url", text(&["author_url", "authorURL"])),
        ("image", text(&["author_image_url", "authorImageURL"])),
    ];
    let mut author = json!({ "name": name });
    for (key, value) in values {
        if let Some(value) = value {
            author[key] = value.into();
        }
    }
    Some(json!([author]))
}
