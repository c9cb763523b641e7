//! Converts folders of Markdown files that don't belong to any generator. docgen can show such folders unchanged, so
//! the pages and the files to which they link are only copied.

use std::collections::BTreeSet;

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
    let mut left = Left::default();
    for page in files.iter().filter_map(|path| origin.text(path)).collect::<Vec<_>>() {
        let is_outside = |target: &&str| site::above(&format!("{}/{target}", page.path.parent())).is_some();
        for target in targets(&page.text).filter(is_outside) {
            let at = page.text.find(target).unwrap_or_default();
            let hint = "import a folder that contains the file, or use the file's URL";
            left.note(&page, at..at + target.len(), &format!("the file `{target}` outside the folder"), hint);
        }
        let targets = targets(&page.text).map(|target| match target.strip_prefix('/') {
            Some(rooted) => SourcePath::new(rooted),
            None => page.path.join_sibling(target),
        });
        files.extend(targets.filter_map(|path| {
            let decoded = SourcePath::new(decode_path(path.as_str()));
            own.get(&path).or_else(|| own.get(&decoded)).copied()
        }));
    }
    if pages == 0 || origin.files().iter().any(|path| path.as_str() == "docgen.toml") {
        return None;
    }
    let index = ["index.md", "README.md"].iter().find_map(|name| origin.text(&SourcePath::new(name)));
    let mut settings = Settings::default();
    settings.set_some("site.title", index.and_then(|index| title(&index.text)));
    settings.set("docs.route", "/");
    site::lower_diagnostics(&mut settings);
    let copied = files
        .iter()
        .map(|path| (SourcePath::new(format!("content/docs/{path}")), Content::Copy((*path).clone())));
    let config = (SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
    let config_of = |path: &SourcePath| IMPORTED.iter().find(|(name, _)| *name == path.file_name());
    for (path, (_, name)) in origin.files().iter().filter_map(|path| Some((path, config_of(path)?))) {
        if let Some(source) = origin.text(path) {
            let hint = "import a folder that contains both this file and the site's pages";
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
        files: copied.chain([config]).collect(),
        counts,
        left: left.into_diagnostics(),
        listing: None,
    })
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
