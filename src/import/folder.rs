//! Converts folders of Markdown files that don't belong to any generator. docgen can show such folders unchanged, so
//! the pages and the files to which they link are only copied.

use std::collections::{BTreeMap, BTreeSet};

use super::left::Left;
use super::settings::Settings;
use super::{Content, Imported, Origin, site};
use crate::path::{SourcePath, decode_path};

/// The config files of generators that docgen can't import, and the generators' names.
const OTHERS: [(&str, &str); 18] = [
    (".eleventy.js", "Eleventy"),
    (".gitbook.yaml", "GitBook"),
    (".vuepress/config.js", "VuePress"),
    (".vuepress/config.mjs", "VuePress"),
    (".vuepress/config.ts", "VuePress"),
    ("_config.yml", "Jekyll"),
    ("_quarto.yml", "Quarto"),
    ("_sidebar.md", "Docsify"),
    ("antora.yml", "Antora"),
    ("book.json", "GitBook"),
    ("conf.py", "Sphinx"),
    ("eleventy.config.js", "Eleventy"),
    ("myst.yml", "MyST"),
    ("redocly.yaml", "Redocly"),
    ("rspress.config.ts", "Rspress"),
    ("siteConfig.js", "Docusaurus 1"),
    ("theme.config.jsx", "Nextra"),
    ("theme.config.tsx", "Nextra"),
];

/// The folders that contain other people's code.
const OF_PACKAGES: [&str; 3] = ["node_modules", "third_party", "vendor"];

/// The config files of generators that docgen can import, and the generators' names.
const IMPORTED: [(&str, &str); 13] = [
    ("book.toml", "mdBook"),
    ("docusaurus.config.cjs", "Docusaurus"),
    ("docusaurus.config.js", "Docusaurus"),
    ("docusaurus.config.mjs", "Docusaurus"),
    ("docusaurus.config.mts", "Docusaurus"),
    ("docusaurus.config.ts", "Docusaurus"),
    ("hugo.toml", "Hugo"),
    ("hugo.yaml", "Hugo"),
    ("mint.json", "Mintlify"),
    ("mkdocs.yaml", "MkDocs"),
    ("mkdocs.yml", "MkDocs"),
    ("zensical.toml", "Zensical"),
    ("zola.toml", "Zola"),
];

/// Converts a folder. If the folder contains no Markdown files or is already a docgen site, returns `None`.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    let is_left_out = |folder: &str| folder.starts_with('.') || OF_PACKAGES.contains(&folder);
    let is_own = |path: &&SourcePath| !path.parent().split('/').any(is_left_out);
    let own: BTreeSet<&SourcePath> = origin.files().iter().filter(is_own).collect();
    let is_page = |path: &SourcePath| matches!(path.extension(), "md" | "markdown" | "mdx");
    // A repository also contains files that have nothing to do with the pages.
    let mut files: BTreeSet<&SourcePath> = own.iter().copied().filter(|path| is_page(path)).collect();
    let pages = files.len();
    // The folders with pages but without a page of their own. Code hosts show a list of their files.
    let above = |path: &&SourcePath| path.parent().to_owned();
    let mut folders: BTreeSet<String> = files.iter().map(above).filter(|folder| !folder.is_empty()).collect();
    let is_index = |path: &&&SourcePath| matches!(&*path.stem().to_ascii_lowercase(), "index" | "readme");
    for path in files.iter().filter(is_index) {
        folders.remove(path.parent());
    }
    let mut left = Left::default();
    let mut texts: BTreeMap<SourcePath, String> = BTreeMap::new();
    let mut listed: BTreeSet<String> = BTreeSet::new();
    for page in files.iter().filter_map(|path| origin.text(path)).collect::<Vec<_>>() {
        let is_outside = |target: &&str| site::above(&format!("{}/{target}", page.path.parent())).is_some();
        for target in targets(&page.text).filter(is_outside) {
            let at = page.text.find(target).unwrap_or_default();
            let hint = "import a folder that contains the file, or use the file's URL";
            left.note(&page, at..at + target.len(), &format!("the file `{target}` outside the folder"), hint);
        }
        let mut edits: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        for target in targets(&page.text) {
            let path = match target.strip_prefix('/') {
                Some(rooted) => SourcePath::new(rooted),
                None => page.path.join_sibling(target),
            };
            let decoded = SourcePath::new(decode_path(path.as_str()));
            let found = own.get(&path).or_else(|| own.get(&decoded)).copied();
            if found.is_none() && folders.contains(decoded.as_str()) {
                listed.insert(decoded.as_str().to_owned());
            }
            // A path that starts with a slash starts in the repository's folder.
            if target.starts_with('/') && found.is_some() {
                let at = target.as_ptr() as usize - page.text.as_ptr() as usize;
                edits.insert(at, (target.len(), site::between(page.path.as_str(), path.as_str())));
            }
            files.extend(found);
        }
        let (mut text, mut copied) = (String::new(), 0);
        for (at, (length, new)) in edits {
            // Targets in unusual text can overlap.
            if let Some(before) = page.text.get(copied..at) {
                text.push_str(before);
                text.push_str(&new);
                copied = at + length;
            }
        }
        if copied > 0 {
            text.push_str(&page.text[copied..]);
            texts.insert(page.path.clone(), text);
        }
    }
    if pages == 0 || origin.files().iter().any(|path| path.as_str() == "docgen.toml") {
        return None;
    }
    let index = ["index.md", "README.md"].iter().find_map(|name| origin.text(&SourcePath::new(name)));
    let mut settings = Settings::default();
    settings.set_some("site.title", index.and_then(|index| title(&index.text)));
    settings.set("docs.route", "/");
    site::lower_diagnostics(&mut settings);
    // Without the numbers at the start of names such as `2025-report`, several pages would have the same URL.
    let mut seen = BTreeSet::new();
    if !files.iter().filter(|path| is_page(path)).all(|path| seen.insert(without_numbers(path.as_str()))) {
        settings.set("docs.number_prefixes", false);
    }
    let content = |path: &SourcePath| match texts.get(path) {
        Some(text) => Content::Text(text.clone()),
        None => Content::Copy(path.clone()),
    };
    let copied = files.iter().map(|path| (SourcePath::new(format!("content/docs/{path}")), content(path)));
    let lists = listed.iter().map(|folder| {
        let config = Content::Text("[link]\ntype = \"generated-index\"\n".to_owned());
        (SourcePath::new(format!("content/docs/{folder}/_category_.toml")), config)
    });
    let config = (SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
    let config_of = |path: &SourcePath| IMPORTED.iter().find(|(name, _)| *name == path.file_name());
    for (path, (_, name)) in origin.files().iter().filter_map(|path| Some((path, config_of(path)?))) {
        if let Some(source) = origin.text(path) {
            let hint = "docgen copies the site's pages unchanged; to convert them, import the folder of this file, or a \
                        folder that contains both this file and the pages";
            left.note(&source, 0..0, &format!("the {name} site that this file configures"), hint);
        }
    }
    for (path, name) in OTHERS.iter().flat_map(|(path, name)| {
        ["", "docs/", "source/", "src/", "website/"]
            .map(|folder| (SourcePath::new(format!("{folder}{path}")), name))
    }) {
        if let Some(source) = origin.text(&path) {
            let hint = "docgen can't import the settings of this generator, and it copies the pages unchanged; add the \
                        settings to `docgen.toml`, and run `docgen check` to find syntax that docgen doesn't know";
            left.note(&source, 0..0, &format!("the {name} settings"), hint);
        }
    }
    let counts = vec![("page", pages), ("other file", files.len() - pages)];
    Some(Imported {
        tool: "Markdown files",
        files: copied.chain(lists).chain([config]).collect(),
        counts,
        left: left.into_diagnostics(),
        listing: None,
    })
}

/// Returns a path without the numbers that docgen removes from the names of files and folders.
fn without_numbers(path: &str) -> String {
    path.split('/').map(|part| crate::site::strip_number(part).1).collect::<Vec<_>>().join("/")
}

/// The marks before the URLs of links and images.
const MARKS: [&str; 6] = ["](", "]:", "src=", "href=", "srcset=", "file="];

/// Returns the relative or rooted URLs to which a page links, without their queries and fragments.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let after = MARKS
        .iter()
        .flat_map(move |mark| text.match_indices(mark).map(move |(at, mark)| &text[at + mark.len()..]));
    after.filter_map(|rest| {
        let rest = rest.trim_start_matches([' ', '<', '"', '\'']);
        let end = rest.find([')', '>', '"', '\'', ' ', '\n', '#', '?']).unwrap_or(rest.len());
        (end > 0 && !rest[..end].contains("://")).then(|| &rest[..end])
    })
}

/// If the first line is a heading, returns the heading's text.
fn title(text: &str) -> Option<String> {
    let heading = text.lines().find(|line| !line.trim().is_empty())?.strip_prefix("# ")?;
    Some(crate::markdown::plain(heading).into_owned())
}
