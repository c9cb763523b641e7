//! Loads an OpenAPI document that's specified on the command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::{Failure, Format, place, report};
use crate::config::OpenApiConfig;
use crate::diag::{Code, Diagnostic, Severity};
use crate::fs;
use crate::markdown::highlight::Cache;
use crate::openapi::{self, Api, Options, compare::SUNSET};
use crate::path::SourcePath;
use crate::pipeline::OpenApiFile;
use crate::source::Source;

/// The maximum number of problems to print for each document.
const MAX_SHOWN: usize = 10;

/// An OpenAPI document and the files that it was read from.
pub(super) struct Document {
    /// The folder that the paths of the files are relative to.
    pub root: PathBuf,
    pub api: Api,
    files: BTreeMap<SourcePath, OpenApiFile>,
}

impl Document {
    /// Returns a file of the document.
    pub(super) fn source(&self, path: &SourcePath) -> Option<&Source> {
        self.files.get(path).map(|file| &*file.source)
    }
}

/// Reads a document and prints the document's problems. If the document can't be read at all, prints the reason and
/// returns `None`.
pub(super) fn read(given: &Path) -> Result<Option<Document>, Failure> {
    let text = given.to_string_lossy();
    if text.starts_with("http://") || text.starts_with("https://") {
        return Err(Failure::new(format!("expected a file, found the URL `{text}`")).hint(
            "download the document, and specify the file: `curl -O https://example.com/openapi.yaml`",
        ));
    }
    let file = fs::absolute(given);
    if !fs::exists(&file) {
        return Err(Failure::new(format!("file not found: `{}`", given.display()))
            .hint("specify the path of an OpenAPI document"));
    }
    if fs::is_folder(&file) {
        return Err(Failure::new(format!("expected a file, found the folder `{}`", given.display()))
            .hint("specify the path of an OpenAPI document in this folder"));
    }
    let name = || Failure::new(format!("the name of `{}` isn't valid Unicode", given.display()));
    // References can point to other files in the site or, outside a site, in the document's folder.
    let folder = file.parent().unwrap_or(&file);
    let site = folder.ancestors().find(|above| fs::exists(&above.join(fs::CONFIG)));
    let root = site.unwrap_or(folder).to_owned();
    let below = file.strip_prefix(&root).ok().and_then(Path::to_str).ok_or_else(name)?;
    let path = SourcePath::new(below.replace('\\', "/"));
    let config = OpenApiConfig::of(path.as_str());
    let sources = fs::load_openapi(&root, &[config], &BTreeMap::new());
    let files = sources.files;
    let mut problems = sources.diagnostics;
    problems.extend(files.values().flat_map(|file| file.diagnostics.iter().cloned()));
    let print = |problems: Vec<Diagnostic>, severity| {
        let all: Vec<(Severity, Diagnostic)> = problems.into_iter().map(|one| (severity, one)).collect();
        let source = |path: &SourcePath| files.get(path).map(|file| &*file.source);
        report::first_diagnostics(&all, (MAX_SHOWN, crate::cli::CHECK), source, &root, Format::Human);
    };
    let Some(main) = files.get(&path).filter(|main| !main.file.broken) else {
        print(problems, Severity::Error);
        return Ok(None);
    };
    if !main.file.is_document() {
        return Err(place::no_document(given, &path));
    }
    let trees = files.iter().map(|(path, file)| (path.clone(), Arc::clone(&file.file))).collect();
    let extensions = [SUNSET.to_owned()];
    let options = Options { smart_punctuation: false, extensions: &extensions, audience: &[] };
    let (api, found) = openapi::lower(&path, &trees, &options, &Cache::default());
    // Other problems don't affect the comparison.
    let matters = |one: &Diagnostic| matches!(one.code, Code::InvalidOpenapi | Code::UnresolvedRef);
    problems.extend(found.into_iter().filter(matters));
    print(problems, Severity::Warning);
    Ok(Some(Document { root, api, files }))
}
