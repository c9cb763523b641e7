//! The types of a page's modules and of their imports.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::module::Unit;
use super::resolve::Kind;
use crate::diag::Diagnostic;
use crate::path::SourcePath;

/// The ranges of a Markdown file's code that a person wrote, as in [`Module::places`].
pub(super) type Places = Arc<[(u32, u32, u32)]>;

/// A module of a page.
pub(super) struct Node {
    /// The file.
    pub path: SourcePath,
    /// How it's imported.
    pub kind: Kind,
    /// The module.
    pub unit: Arc<Unit>,
    /// For Markdown, the ranges of its code that a person wrote.
    pub places: Option<Places>,
    /// The module of each import, in the order of [`Unit::imports`].
    pub links: Vec<Link>,
}

/// What an import refers to.
pub(super) enum Link {
    /// A module that docgen provides.
    Builtin,
    /// Another module of the page, by name.
    Node(String),
    /// Nothing, which is reported.
    Broken,
}

/// The modules of a page.
pub(super) struct Graph {
    /// The name of the page's own module.
    pub main: String,
    /// All modules by name.
    pub nodes: BTreeMap<String, Node>,
    /// The files that were imported or looked for, each with its hash.
    pub files: BTreeMap<SourcePath, u64>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}
