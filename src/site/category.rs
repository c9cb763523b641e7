//! `_category_` files: what a folder says about itself in a generated sidebar.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::collect::docs_folder;
use super::settings::{self, Wording};
use super::{Input, Locale, Version};
use crate::diag::{Code, Diagnostic};
use crate::source::Source;

/// The settings of a folder.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CategoryFile {
    pub(super) label: Option<String>,
    pub(super) position: Option<f64>,
    pub(super) collapsed: Option<bool>,
    pub(super) collapsible: Option<bool>,
    #[serde(alias = "className")]
    pub(super) class_name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) link: Option<Link>,
    /// The file itself, for what is found wrong later.
    #[serde(skip)]
    source: Option<Source>,
}

impl CategoryFile {
    /// Places a problem at a value of the file.
    pub(super) fn at_value(&self, path: &[&str], diagnostic: Diagnostic) -> Option<Diagnostic> {
        self.source.as_ref().map(|source| settings::at_value(source, path, diagnostic))
    }
}

const KEYS: [&str; 7] =
    ["label", "position", "collapsed", "collapsible", "class_name", "description", "link"];

/// What the category itself leads to.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Link {
    /// A document, by its id.
    Doc { id: String },
    /// A page that lists what the category holds.
    GeneratedIndex { title: Option<String>, description: Option<String>, slug: Option<String> },
}

/// The settings of the folders of each language and version, by folder.
pub(super) fn parse_all(
    input: &Input<'_>,
    locales: &[Locale],
    versions: &[Version],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<(usize, usize), BTreeMap<String, CategoryFile>> {
    let parsed: Vec<(&Source, CategoryFile)> = input
        .categories
        .iter()
        .filter_map(|source| match parse(source) {
            Ok(file) => Some((source, CategoryFile { source: Some(source.clone()), ..file })),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                None
            }
        })
        .collect();
    let mut all = BTreeMap::new();
    for (l, locale) in locales.iter().enumerate() {
        for (v, version) in versions.iter().enumerate() {
            let mut folders = BTreeMap::new();
            let own = docs_folder(None, version);
            let translated = (l > 0).then(|| docs_folder(Some(locale), version));
            for root in std::iter::once(own).chain(translated) {
                for (source, file) in &parsed {
                    let folder = source.path.strip_dir(&root).and_then(|path| path.rsplit_once('/'));
                    if let Some((folder, _)) = folder {
                        folders.insert(folder.to_owned(), file.clone());
                    }
                }
            }
            all.insert((l, v), folders);
        }
    }
    all
}

fn parse(source: &Source) -> Result<CategoryFile, Diagnostic> {
    let wording = Wording { code: Code::InvalidCategory, what: "a `_category_` file", keys: &KEYS };
    settings::parse(source, &wording)
}
