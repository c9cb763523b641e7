//! `_category_` files: the settings of a folder in a generated sidebar.

use std::collections::{BTreeMap, BTreeSet};

use super::{Context, Input, Locale};
use crate::diag::{Code, Diagnostic, Location, Span};
use crate::source::{
    Source,
    settings::{Kind, Reader, fields},
    tree::{Key, Node, Value},
};

/// A folder's settings.
#[derive(Clone, Default)]
pub(super) struct CategoryFile {
    pub label: Option<String>,
    pub position: Option<f64>,
    pub collapsed: Option<bool>,
    pub collapsible: Option<bool>,
    pub class_name: Option<String>,
    pub description: Option<String>,
    /// The folder's path in URLs: relative to the parent folder or, with a slash, to the documentation.
    pub slug: Option<String>,
    pub link: Option<Link>,
}

/// The settings of folders in each locale and version, by folder.
pub(super) type Categories = BTreeMap<(usize, usize), BTreeMap<String, CategoryFile>>;

/// The target of a category's own link.
#[derive(Clone, Debug)]
pub(super) enum Link {
    /// A document: its ID, and the location of the ID.
    Doc { id: String, place: Location },
    /// A generated page that lists the category.
    GeneratedIndex(GeneratedIndex),
}

/// Partially read settings of a link to a document.
#[derive(Default)]
struct DocLink {
    id: Option<(String, Span)>,
}

/// A generated page that lists a category.
#[derive(Clone, Debug, Default)]
pub(super) struct GeneratedIndex {
    pub title: Option<String>,
    pub description: Option<String>,
    pub slug: Option<String>,
}

const KIND: Kind =
    Kind { code: Code::InvalidCategory, name: "`_category_` file", example: "label: Guides", lenient: true };

fn read(reader: &mut Reader<'_>, entries: &[(Key, Node)]) -> CategoryFile {
    fields!(reader, entries, "a `_category_` file", CategoryFile::default(), {
        label: text,
        position: number,
        collapsed: optional_flag,
        collapsible: optional_flag,
        class_name | "className": text,
        description: text,
        slug: text,
        link: category_link,
    })
}

impl Reader<'_> {
    fn category_link(&mut self, key: &Key, node: &Node) -> Option<Link> {
        if matches!(node.value, Value::Null) {
            return None;
        }
        let entries = self.table(key, node, "a table with `type`")?;
        let others = entries.iter().filter(|(key, _)| key.name != "type");
        let kind = node.entry("type").map(|(_, kind)| kind);
        match kind.and_then(|kind| self.scalar(kind)).as_deref() {
            Some("doc") => {
                let doc =
                    fields!(self, others, "a `link` to a document", DocLink::default(), { id: placed_text });
                let Some((id, place)) = doc.id else {
                    self.report("missing key `id` in a `link` to a document", node.range.clone());
                    return None;
                };
                Some(Link::Doc { id, place: Location::Span(self.source.path.clone(), place) })
            }
            Some("generated-index") => {
                let of = "a `link` to a generated index";
                Some(Link::GeneratedIndex(fields!(self, others, of, GeneratedIndex::default(), {
                    title: text,
                    description: text,
                    slug: text,
                })))
            }
            _ => {
                let range = kind.map_or(&key.range, |kind| &kind.range);
                self.report("invalid `type` in `link`: expected `doc` or `generated-index`", range.clone());
                None
            }
        }
    }
}

/// Returns the problems with the syntax and the keys of a file.
pub(crate) fn category_problems(source: &Source) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    Reader::file(&KIND, source, &mut found, read);
    found
}

/// Returns the reader-visible strings in the files.
pub(super) fn labels(files: &[Source]) -> BTreeSet<String> {
    files.iter().flat_map(labels_in).flatten().collect()
}

/// Returns the reader-visible strings in a file: the label, the description, and the title and description of the
/// generated page.
fn labels_in(source: &Source) -> [Option<String>; 4] {
    let Some(file) = Reader::file(&KIND, source, &mut Vec::new(), read) else { return [const { None }; 4] };
    let index = match file.link {
        Some(Link::GeneratedIndex(index)) => index,
        _ => GeneratedIndex::default(),
    };
    [file.label, file.description, index.title, index.description]
}

/// Returns the reader-visible strings that a locale translates neither in `labels.json` nor in a `_category_` file of
/// its own.
pub(crate) fn untranslated(files: &[Source], locale: &Locale) -> BTreeSet<String> {
    let folder = format!("content/i18n/{}", locale.code);
    let mut own: BTreeMap<&str, [Option<String>; 4]> = BTreeMap::new();
    for source in files {
        let place = source.path.strip_dir(&folder).and_then(|path| path.rsplit_once('/'));
        own.extend(place.map(|(folder, _)| (folder, labels_in(source))));
    }
    let mut all = BTreeSet::new();
    for source in files.iter().filter(|source| source.path.strip_dir("content/i18n").is_none()) {
        let folder = source.path.strip_dir("content").and_then(|path| path.rsplit_once('/'));
        let translated = folder.and_then(|(folder, _)| own.get(folder));
        for (place, label) in labels_in(source).into_iter().enumerate() {
            let is_translated = translated.is_some_and(|own| own[place].is_some());
            all.extend(label.filter(|text| !is_translated && !locale.labels.contains_key(text)));
        }
    }
    all
}

/// Reports the files whose folder has another such file.
pub(super) fn unused(input: &Input<'_>) -> Vec<Diagnostic> {
    let past = |source: &Source| input.config.docs.past_version(&source.path).is_some();
    let own = || input.categories.iter().filter(|source| !past(source));
    let same = own().zip(own().skip(1)).filter(|(one, next)| one.path.parent() == next.path.parent());
    let report = |(one, next): (&Source, &Source)| {
        let message =
            format!("`{}` isn't used: `{}` has the settings of the same folder", one.path, next.path);
        Diagnostic::new(Code::UnusedContent, message).in_file(&one.path).hint("remove one of the files")
    };
    same.map(report).collect()
}

/// Returns the settings of folders in each locale and version, by folder.
pub(super) fn parse_all(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) -> Categories {
    let parsed: Vec<(&Source, CategoryFile)> = context
        .categories
        .iter()
        .filter_map(|source| Some((source, Reader::file(&KIND, source, diagnostics, read)?)))
        .collect();
    let mut all = BTreeMap::new();
    for l in 0..context.locales.len() {
        for (v, version) in context.versions.iter().enumerate() {
            let mut folders = BTreeMap::new();
            for root in context.folders(l, &version.folder) {
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
