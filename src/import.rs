//! Converts a site made for another generator to a docgen site.
//!
//! Takes the files of the original site ([`Origin`]) and returns the files of the docgen site and a list of all items
//! that couldn't be converted ([`Imported`]). Each generator has a module that maps the generator's config and folders.
//! The generator's module uses other modules to convert Markdown constructs. This module is pure and doesn't change the
//! original site.

mod api;
mod docusaurus;
mod folder;
mod footnotes;
mod front_matter;
mod glob;
mod goldmark;
mod hugo;
mod ignored;
mod inline;
mod left;
mod lines;
mod markdown;
mod math;
mod mdbook;
mod mdx;
mod mintlify;
mod mkdocs;
mod omitted;
mod packages;
mod parts;
mod place;
mod placeholders;
mod prose;
mod python_markdown;
mod redirect_rules;
mod refused;
mod replaced;
mod sass;
mod scripts;
mod settings;
mod sheets;
mod shortcodes;
mod site;
mod snippets;
mod starlight;
mod syntax;
mod titles;
mod translations;
mod versions;
mod vitepress;
mod workspace;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Fault, Syntax};
pub(crate) use glob::glob;
pub(crate) use inline::capitalized;
pub(crate) use versions::{Converted, Listing, Version, add as add_versions, read as read_versions, tag_of};

/// The folder of the files that a site imports from packages in the same workspace, below the names of the packages.
pub(crate) const WORKSPACE: &str = "workspace";

/// The files of a site made for another generator.
pub(crate) trait Origin: Sync {
    /// Returns the sorted paths of all files except output and hidden files. Includes the files of packages in the same
    /// workspace that the site depends on.
    fn files(&self) -> &[SourcePath];
    /// Returns a file's text. If the file doesn't exist or isn't UTF-8, returns `None`.
    fn text(&self, path: &SourcePath) -> Option<Source>;
    /// Returns the path of the folder of a package in the same workspace that the site depends on. The folders of packages
    /// outside the site's folder are in the [`WORKSPACE`] folder.
    fn package(&self, _name: &str) -> Option<&SourcePath> {
        None
    }
    /// Returns the text of a file that's in a package, or outside the site's folder but in the same repository. The path is
    /// relative to the site's folder and starts with `node_modules` or `..`.
    fn outside(&self, path: &str) -> Option<Source>;
    /// Returns the bytes of such a file.
    fn outside_bytes(&self, _path: &str) -> Option<Vec<u8>> {
        None
    }
    /// Returns the paths of the files below such a folder. The paths start with the given path.
    fn outside_files(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
    /// If the site is in the parent folder of the chosen folder, returns the chosen folder. Otherwise, returns an empty
    /// string.
    fn folder(&self) -> &str;
    /// Returns the current year, which some configs use.
    fn year(&self) -> u16;
}

/// The content of a file in the new site.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// This text.
    Text(String),
    /// The bytes of a file in the original site.
    Copy(SourcePath),
    /// These bytes.
    Bytes(Vec<u8>),
}

/// A converted site.
#[derive(Debug, Default)]
pub(crate) struct Imported {
    /// The generator's name.
    pub tool: &'static str,
    /// The files of the new site.
    pub files: BTreeMap<SourcePath, Content>,
    /// The numbers of converted items. Each number is paired with a singular noun for the kind of item.
    pub counts: Vec<(&'static str, usize)>,
    /// All items that couldn't be converted, with their locations in the original site.
    pub left: Vec<Diagnostic>,
    /// Where the original site's versions are listed if they're built from other commits.
    pub listing: Option<Listing>,
}

impl Imported {
    /// Returns the original static files with an extension that the new config loads with an attribute, such as `href`.
    fn loaded(&self, extension: &str, attribute: &str, origin: &dyn Origin) -> Vec<Source> {
        let Some(Content::Text(config)) = self.files.get(&SourcePath::new("docgen.toml")) else {
            return Vec::new();
        };
        let source = |(path, content): (&SourcePath, &Content)| {
            let Content::Copy(from) = content else { return None };
            let url = path.strip_dir("static").filter(|_| path.extension() == extension)?;
            let is_loaded = config.contains(&format!("{attribute} = \"/{url}\""));
            origin.text(from).filter(|_| is_loaded)
        };
        self.files.iter().filter_map(source).collect()
    }
}

/// The supported generators, in the order in which the importer tries them.
const IMPORTERS: &[fn(&dyn Origin) -> Option<Imported>] = &[
    mkdocs::import,
    mkdocs::import_chosen,
    mdbook::import,
    docusaurus::import,
    vitepress::import,
    starlight::import,
    mintlify::import,
    hugo::import_zola,
    hugo::import,
    mkdocs::import_variant,
    mdbook::import_bare,
];

/// Converts a site whose config is in a nested folder. Call this function only if [`import()`] finds no site in any of
/// the usual folders, because a config in a nested folder can belong to an example.
pub(crate) fn import_nested(origin: &dyn Origin) -> Option<Imported> {
    sorted(docusaurus::import_nested(origin).or_else(|| mkdocs::import_nested(origin))?, origin)
}

/// Converts a folder of Markdown files that don't belong to any generator. If there are no such files, returns `None`.
pub(crate) fn import_folder(origin: &dyn Origin) -> Option<Imported> {
    folder::import(origin)
}

/// Converts a site. If no generator is recognized, returns `None`.
pub(crate) fn import(origin: &dyn Origin) -> Option<Imported> {
    sorted(IMPORTERS.iter().find_map(|import| import(origin))?, origin)
}

/// The configs that are data files.
const CONFIGS: [&str; 11] = [
    "mkdocs.yml",
    "mkdocs.yaml",
    "properdocs.yml",
    "zensical.toml",
    "book.toml",
    "docs.json",
    "mint.json",
    "hugo.toml",
    "hugo.yaml",
    "hugo.json",
    "zola.toml",
];

/// If a config at the top level can't be parsed, returns its file and the problem.
pub(crate) fn unreadable(origin: &dyn Origin) -> Option<(Source, Fault)> {
    let sources = CONFIGS.iter().filter_map(|name| origin.text(&SourcePath::new(name)));
    sources.filter(|source| tree::of_other_program(source).is_none()).find_map(|source| {
        let fault = tree::parse(Syntax::of(&source), &source.text).err()?;
        Some((source, fault))
    })
}

fn sorted(mut imported: Imported, origin: &dyn Origin) -> Option<Imported> {
    for (path, content) in &mut imported.files {
        if let Content::Text(text) = content
            && matches!(path.extension(), "md" | "mdx")
        {
            front_matter::keep_rule(text);
            parts::separate(text);
        }
    }
    footnotes::keep(&mut imported);
    replaced::remove(&mut imported);
    redirect_rules::keep(&mut imported);
    refused::leave_out(&mut imported);
    sass::compile(&mut imported, origin);
    sheets::note(&mut imported, origin);
    scripts::note(&mut imported, origin);
    crate::diag::sort(&mut imported.left);
    Some(imported)
}
