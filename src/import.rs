//! Converts the site of another generator to a docgen site.
//!
//! Takes the files of the other site ([`Origin`]), and returns the files of the docgen site with a list of everything
//! that couldn't be converted ([`Imported`]). Each generator has a module, which maps its config and its folders, and
//! uses the modules for the constructs of its Markdown. This module is pure and doesn't change the other site.

mod docusaurus;
mod front_matter;
mod glob;
mod inline;
mod left;
mod lines;
mod markdown;
mod mdbook;
mod mdx;
mod mkdocs;
mod packages;
mod place;
mod python_markdown;
mod settings;
mod site;
mod snippets;
mod starlight;
mod vitepress;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;

/// The files of a site of another generator.
pub(crate) trait Origin: Sync {
    /// Returns the path of every file, sorted, except output and hidden files.
    fn files(&self) -> &[SourcePath];
    /// Returns the text of a file; `None` if the file doesn't exist or isn't UTF-8.
    fn text(&self, path: &SourcePath) -> Option<Source>;
    /// Returns the text of a file outside the folder of the site, in the same repository. The path is relative to the
    /// folder and starts with `..`.
    fn outside(&self, path: &str) -> Option<Source>;
    /// Returns the folder that was chosen, if the site is in the folder above it; otherwise nothing.
    fn folder(&self) -> &str;
    /// Returns the current year, for configs that show it.
    fn year(&self) -> u16;
}

/// The content of a file of the new site.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// This text.
    Text(String),
    /// The bytes of a file of the other site.
    Copy(SourcePath),
}

/// A converted site.
#[derive(Debug, Default)]
pub(crate) struct Imported {
    /// The name of the generator.
    pub tool: &'static str,
    /// The files of the new site.
    pub files: BTreeMap<SourcePath, Content>,
    /// What was converted: a noun in the singular, and the number.
    pub counts: Vec<(&'static str, usize)>,
    /// What couldn't be converted, each with its place in the other site.
    pub left: Vec<Diagnostic>,
}

/// The generators whose sites can be converted, in the order in which they're tried.
const IMPORTERS: &[fn(&dyn Origin) -> Option<Imported>] =
    &[mkdocs::import, mdbook::import, docusaurus::import, vitepress::import, starlight::import];

/// Converts a site. Returns `None` if no generator is recognized.
pub(crate) fn import(origin: &dyn Origin) -> Option<Imported> {
    let mut imported = IMPORTERS.iter().find_map(|import| import(origin))?;
    crate::diag::sort(&mut imported.left);
    Some(imported)
}
