//! Finds what a path on the command line refers to: a site, another folder, or a single file.

use std::path::{Path, PathBuf};

use super::{Failure, report, title, tools};
use crate::config::{self, Config, Level, NavbarItemConfig, Position};
use crate::fs::{self, Bare, Scratch};
use crate::path::SourcePath;
use crate::pipeline::Sources;

/// A folder and, if it isn't a site, the files to show.
pub(super) struct Place {
    pub root: PathBuf,
    pub bare: Option<Bare>,
    /// The temporary folder that contains a converted site.
    pub scratch: Option<Scratch>,
}

/// Finds what a path refers to. `command` is the subcommand, for hints.
pub(super) fn find(given: &Path, command: &str) -> Result<Place, Failure> {
    let root = fs::absolute(given);
    if !fs::exists(&root) {
        return Err(Failure::new(format!("file or folder not found: `{}`", given.display())));
    }
    if !fs::is_folder(&root) {
        return file(given, &root, command);
    }
    let is_site = fs::is_site(&root);
    let tool = (!fs::exists(&root.join(fs::CONFIG))).then(|| tools::find(&root, is_site)).flatten();
    if let Some(failure) = tool.as_ref().and_then(|found| found.failure(&root, given, command)) {
        return Err(failure);
    }
    if is_site {
        return Ok(Place { root, bare: None, scratch: None });
    }
    if let Some(reason) = fs::unlisted(&root) {
        return Err(Failure::new(format!("can't read {}: {reason}", tools::named(given))));
    }
    if let Some(failure) = around(given, &root, command).or_else(|| below(given, &root, command)) {
        return Err(failure);
    }
    let above = || Some((tools::find(root.parent()?, false)?, "../".to_owned()));
    let below = || {
        tools::folders(&root)
            .find_map(|(folder, name)| Some((tools::find(&folder, false)?, format!("{name}/"))))
    };
    if let Some((found, place)) = tool.map(|found| (found, String::new())).or_else(above).or_else(below) {
        report::note(&found.note(&place));
    }
    Ok(Place { root, bare: Some(Bare::default()), scratch: None })
}

/// Returns the failure for a folder that belongs to a site.
fn around(given: &Path, root: &Path, command: &str) -> Option<Failure> {
    let site = root.ancestors().skip(1).find(|above| fs::exists(&above.join(fs::CONFIG)))?;
    let below = root.strip_prefix(site).ok()?;
    let is_of_site = below.iter().next().is_some_and(|top| fs::FOLDERS.iter().any(|folder| top == *folder));
    let mut path = if given == Path::new(".") { PathBuf::new() } else { given.to_owned() };
    for _ in below.iter() {
        if path.file_name().is_none() || !path.pop() {
            path.push("..");
        }
    }
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { &path };
    let message = format!("{} is part of the site in `{}`", tools::named(given), site.display());
    is_of_site.then(|| Failure::new(message).hint(format!("run `docgen {command} {}`", path.display())))
}

/// Returns the failure for a project with a docgen site in one of its folders.
fn below(given: &Path, root: &Path, command: &str) -> Option<Failure> {
    let (_, name) = tools::folders(root).find(|(folder, _)| fs::exists(&folder.join(fs::CONFIG)))?;
    let path = tools::join(given, name);
    let message = format!("no site in {}; found one in `{path}`", tools::named(given));
    Some(Failure::new(message).hint(format!("run `docgen {command} {path}`")))
}

/// Returns the place for a file: the file alone or, if the file is a site's config, the site's folder.
fn file(given: &Path, path: &Path, command: &str) -> Result<Place, Failure> {
    let (Some(root), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Err(Failure::new(format!("`{}` is neither a file nor a folder", given.display())));
    };
    let root = root.to_owned();
    if name == fs::CONFIG {
        return Ok(Place { root, bare: None, scratch: None });
    }
    let only = SourcePath::new(name);
    if fs::is_markdown(&only) || fs::is_document_name(&only) && fs::is_document(&root, &only) {
        return Ok(Place { root, bare: Some(Bare::of(only)), scratch: None });
    }
    let folder = given.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let tool = tools::find(&root, false).filter(|found| found.mark == name);
    if let Some(failure) = tool.and_then(|found| found.failure(&root, folder, command)) {
        return Err(failure);
    }
    if fs::is_document_name(&only) {
        return Err(no_document(given, &only));
    }
    let message =
        format!("expected a folder, a Markdown file, or an OpenAPI document, found `{}`", given.display());
    let hint = "specify the site's folder, or a file with the `.md`, `.yaml`, or `.json` extension";
    Err(Failure::new(message).hint(hint))
}

/// Returns the failure for a file that isn't an OpenAPI document.
pub(super) fn no_document(given: &Path, path: &SourcePath) -> Failure {
    let message =
        format!("`{}` isn't an OpenAPI document: it has no `openapi` or `swagger` key", given.display());
    Failure::new(message).hint(if path.extension().eq_ignore_ascii_case("json") {
        "start the file with a version, such as `\"openapi\": \"3.1.0\",`"
    } else {
        "start the file with a version, such as `openapi: 3.1.0`"
    })
}

/// Sets the config of a folder that isn't a site. The documentation starts at the root. If the documentation has more
/// than one part, the navbar links to each part. The folder's files weren't written for docgen, so errors in them don't
/// keep the other files from being shown.
pub(super) fn configure(config: &mut Config, root: &Path, sources: &Sources) {
    let docs = &mut config.docs[0];
    docs.folder = Some(String::new());
    docs.route = Some("/".to_owned());
    config.markdown.loose_titles = true;
    config.openapi.clone_from(&sources.openapi.documents);
    let apis: Vec<(&str, &str)> = config
        .openapi
        .iter()
        .filter_map(|document| {
            let title = sources.openapi.files.get(&SourcePath::new(&document.file))?.file.title()?;
            Some((document.id.as_deref().unwrap_or("api"), title))
        })
        .collect();
    let has_pages = !sources.markdown.is_empty();
    config.site.title = match (&apis[..], has_pages) {
        ([(_, title)], false) => (*title).to_owned(),
        _ => title::guess(root),
    };
    let parts = has_pages.then_some(("docs", "Documentation")).into_iter().chain(apis);
    let parts = parts.map(|(sidebar, label)| NavbarItemConfig {
        kind: Some("docSidebar".to_owned()),
        sidebar_id: Some(sidebar.to_owned()),
        label: Some(label.to_owned()),
        position: Position::Left,
        ..NavbarItemConfig::default()
    });
    config.navbar.items = parts.collect();
    if config.navbar.items.len() < 2 {
        config.navbar.items.clear();
    }
    config.diagnostics.insert(config::ALL_ERRORS.to_owned(), Level::Warn);
}
