//! Reads the OpenAPI documents of a site.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::{Content, Origin, site};
use crate::markdown::highlight;
use crate::openapi::{self, Api};
use crate::path::{SourcePath, has_protocol};
use crate::source::Source;
use crate::source::tree::{self, Node};

/// A document.
pub(super) struct Document {
    /// All files of the document.
    pub files: Vec<SourcePath>,
    /// The document as written.
    pub tree: Node,
    pub api: Api,
}

/// Reads a document and the files that it refers to. If the file isn't an OpenAPI document, returns `None`.
pub(super) fn read(origin: &dyn Origin, path: &SourcePath) -> Option<Document> {
    let source = origin.text(path)?;
    if !["\"openapi\"", "openapi:", "\"swagger\"", "swagger:"].iter().any(|key| source.text.contains(key)) {
        return None;
    }
    let tree = tree::of_other_program(&source)?;
    tree.at(&["openapi"]).or(tree.at(&["swagger"]))?;
    let mut files = BTreeMap::new();
    let mut waiting = VecDeque::from([path.clone()]);
    while let Some(path) = waiting.pop_front() {
        if let Some(source) = origin.text(&path).filter(|_| !files.contains_key(&path)) {
            let file = openapi::read(&source).0;
            waiting.extend(file.references.iter().cloned());
            files.insert(path, Arc::new(file));
        }
    }
    if !files.get(path)?.is_document() {
        return None;
    }
    let options = openapi::Options { smart_punctuation: false, extensions: &[], audience: &[] };
    let (api, _) = openapi::lower(path, &files, &options, &highlight::Cache::default());
    Some(Document { files: files.into_keys().collect(), tree, api })
}

/// The files in a folder that contains the site's folder.
struct Outside<'o> {
    origin: &'o dyn Origin,
    /// The relative path of the folder, such as `../`.
    above: String,
}

impl Origin for Outside<'_> {
    fn files(&self) -> &[SourcePath] {
        &[]
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        let source = self.origin.outside(&format!("{}{path}", self.above))?;
        Some(Source::new(path.clone(), &source.text))
    }

    fn outside(&self, _: &str) -> Option<Source> {
        None
    }

    fn folder(&self) -> &str {
        ""
    }

    fn year(&self) -> u16 {
        self.origin.year()
    }
}

/// A document with the places of its files in the new site.
pub(super) struct Placed {
    pub api: Api,
    /// The path of the document in the new site.
    pub file: SourcePath,
    /// All files of the document, by path in the new site.
    pub files: Vec<(SourcePath, Content)>,
}

/// Reads the document at a path, which is relative to the site's folder, `root`, and can be outside the folder. The new
/// paths are relative to the first folder in `folders` that contains all files of the document.
pub(super) fn placed(origin: &dyn Origin, root: &str, folders: &[&str], path: &str) -> Option<Placed> {
    if has_protocol(path) {
        return None;
    }
    let whole = format!("{root}/{}", path.trim_start_matches('/'));
    let (above, below) = site::above(&whole).map_or_else(
        || (String::new(), SourcePath::new(&whole)),
        |path| {
            let below = path.trim_start_matches("../");
            (path[..path.len() - below.len()].to_owned(), SourcePath::new(below))
        },
    );
    let outside = Outside { origin, above };
    let is_outside = !outside.above.is_empty();
    let origin: &dyn Origin = if is_outside { &outside } else { origin };
    let document = read(origin, &below)?;
    let contains = |folder: &&&str| document.files.iter().all(|file| file.strip_dir(folder).is_some());
    let folder = folders.iter().find(contains).copied().unwrap_or_default();
    let new = |file: &SourcePath| {
        SourcePath::new(match is_outside {
            false => format!("openapi/{}", file.strip_dir(folder).unwrap_or(file.as_str())),
            true => format!("openapi/repository/{file}"),
        })
    };
    let content = |file: &SourcePath| match origin.text(file) {
        Some(source) if is_outside => Content::Text(source.text.to_string()),
        _ => Content::Copy(file.clone()),
    };
    let files = document.files.iter().map(|file| (new(file), content(file))).collect();
    Some(Placed { file: new(&below), files, api: document.api })
}
