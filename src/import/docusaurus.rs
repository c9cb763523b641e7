//! Converts Docusaurus 2 and 3 sites.

mod api;
mod code;
mod comments;
mod content;
mod context;
mod data;
mod head;
mod heading_ids;
mod interactive;
mod labels;
mod navbar;
mod page;
mod react;
mod routes;
mod settings;
mod sidebars;
mod styles;
mod tags;
mod translate;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::left::Left;
use super::{Content, Imported, Origin, packages};
use crate::component::Evaluated;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;
use comments::Comments;
use content::{Docs, Files, PageKind};

/// The possible names of the config file.
const CONFIGS: [&str; 5] = [
    "docusaurus.config.ts",
    "docusaurus.config.js",
    "docusaurus.config.mjs",
    "docusaurus.config.mts",
    "docusaurus.config.cjs",
];

struct Docusaurus<'o> {
    origin: &'o dyn Origin,
    /// The folder that contains the config.
    root: String,
    source: Source,
    config: Node,
    /// The functions in the config, with their paths.
    functions: Vec<(String, std::ops::Range<usize>)>,
    /// The packages that the config and its modules import.
    packages: BTreeSet<String>,
    /// The placeholders that the config's own plugins replace.
    placeholders: BTreeSet<String>,
    /// The instances of the docs plugin.
    docs: Vec<Docs>,
    files: Files,
    /// The names of the site's own admonitions.
    admonitions: Vec<String>,
    comments: Comments,
    apis: Vec<api::Api>,
    /// The translations of the texts in components.
    translations: translate::Translations,
    /// The URL paths of the categories' generated pages, by the path of the category's file.
    categories: BTreeMap<SourcePath, String>,
    /// The modules that must run in browsers.
    interactive: BTreeSet<SourcePath>,
}

/// Converts a site that has a Docusaurus config.
pub(super) fn import(origin: &dyn Origin) -> Option<Imported> {
    convert(origin, config(origin)?)
}

/// Converts the site with the Docusaurus config that's closest to the root folder.
pub(super) fn import_nested(origin: &dyn Origin) -> Option<Imported> {
    let is_config = |path: &&SourcePath| CONFIGS.contains(&path.file_name());
    let depth = |path: &&SourcePath| path.as_str().matches('/').count();
    let path = origin.files().iter().filter(is_config).min_by_key(depth)?;
    convert(origin, (path.parent().to_owned(), origin.text(path)?))
}

fn convert(origin: &dyn Origin, (root, source): (String, Source)) -> Option<Imported> {
    let evaluated = super::settings::run(origin, &source, &[]);
    let Evaluated { node, functions, failure, lost, packages, placeholders, .. } = evaluated;
    let mut left = Left::default();
    if let Some(failure) = failure {
        let what = format!("the values that the config computes ({failure})");
        left.note(&source, 0..0, &what, "check the settings in `docgen.toml`");
    }
    for (what, range) in lost {
        left.note(&source, range, &what, "check the settings in `docgen.toml`");
    }
    let mut docs = Docs::all(&node, &root);
    for docs in &mut docs {
        let list = origin.text(&SourcePath::new(docs.versioned(&root, "versions.json")));
        for version in docs.leave_out_missing(origin, &root) {
            let list = list.as_ref().unwrap_or(&source);
            let at = list.text.find(&version).map_or(0..0, |at| at..at + version.len());
            let what = format!("the version `{version}`, which has no documents");
            left.note(list, at, &what, "add the version's documents, and import the site again");
        }
    }
    // The content can be in a sibling of the config's folder. For such a site, only an import of the parent
    // folder includes both folders.
    if docs.iter().any(|docs| docs.is_outside) || content::has_outside(&node, &root) {
        return None;
    }
    let apis = api::find(origin, (&source, &node), &root, &docs, &mut left);
    let is_generated = |docs: usize, below: &str| apis.iter().any(|api| api.has_page(docs, below));
    let files = Files::new(origin, &node, &root, &docs, &is_generated);
    let translations = translate::read(origin, &node, &root);
    let (admonitions, comments) = (page::own_admonitions(&node), Comments::of(&node));
    let mut site = Docusaurus {
        origin,
        root,
        source,
        config: node,
        functions,
        packages,
        placeholders,
        docs,
        files,
        admonitions,
        comments,
        apis,
        translations,
        categories: BTreeMap::new(),
        interactive: BTreeSet::new(),
    };
    site.interactive = site.interactive();
    site.categories = site.category_slugs();
    Some(site.convert(left))
}

/// Finds the config in the folder itself or in one of its subfolders.
fn config(origin: &dyn Origin) -> Option<(String, Source)> {
    let at = |folder: &str| {
        let path = |name: &&str| SourcePath::new(format!("{folder}/{name}"));
        CONFIGS.iter().find_map(|name| Some((folder.to_owned(), origin.text(&path(name))?)))
    };
    let folders: BTreeSet<&str> =
        origin.files().iter().filter_map(|path| Some(path.as_str().split_once('/')?.0)).collect();
    at("").or_else(|| at(origin.folder())).or_else(|| folders.into_iter().find_map(at))
}

impl Docusaurus<'_> {
    /// Whether there's a static file at a URL path.
    fn has_static(&self, below: &str) -> bool {
        let folders = content::static_folders(&self.config);
        folders.iter().any(|folder| self.exists(&self.path(&format!("{folder}/{below}"))))
    }

    /// Returns the path of a file or folder in the config's folder.
    fn path(&self, below: &str) -> SourcePath {
        SourcePath::new(format!("{}/{below}", self.root))
    }

    fn convert(&self, mut left: Left) -> Imported {
        let mut files = BTreeMap::new();
        let mut settings = self.settings(&mut left);
        let pages: Vec<_> = self.files.pages.iter().collect();
        let converted: Vec<page::Page> = pages.par_iter().map(|(path, page)| self.page(path, page)).collect();
        let mut needed = BTreeSet::new();
        for page in converted {
            files.insert(page.path, Content::Text(page.text));
            left.add(page.left);
            needed.extend(page.needed);
            files.extend(page.card.map(|(image, new)| (new, Content::Copy(image))));
        }
        self.write_apis(&mut settings, &mut files);
        let others = self.others(&mut files, needed, &mut left);
        self.add_authors(&mut files, &mut left);
        self.add_context(&mut files, &mut left);
        self.add_translations(&mut files);
        self.add_styles(&mut files);
        self.syntax().turn_on(&files, &mut settings);
        self.redirect_tags(&mut settings);
        let settings = settings.to_toml();
        self.labels(&settings, &mut files, &mut left);
        files.insert(SourcePath::new("docgen.toml"), Content::Text(settings));
        packages::add(self.origin, (&self.source, &self.path("package.json")), &mut files, &mut left);
        let of = |kind: fn(&PageKind) -> bool| pages.iter().filter(|(_, page)| kind(&page.kind)).count();
        let (_, locales) = content::locales(&self.config);
        let mut counts = vec![
            ("page", of(|kind| *kind != PageKind::Post)),
            ("post", of(|kind| *kind == PageKind::Post)),
            ("version", self.files.versions.iter().map(Vec::len).max().unwrap_or_default()),
            ("locale", locales.len()),
            ("other file", others),
        ];
        counts.retain(|(noun, count)| *count > usize::from(matches!(*noun, "version" | "locale")));
        Imported { tool: "Docusaurus", files, counts, left: left.into_diagnostics(), listing: None }
    }
}
