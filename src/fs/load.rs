//! Loads a site: reads the relevant files in parallel and returns them sorted by path.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::{
    extracted,
    file::{self, read_text},
    locate::CONFIG,
    openapi,
};
use crate::component::slots;
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::pipeline::Sources;
use crate::site::{notes, unused};
use crate::source::Source;

/// The folders of a site.
pub const FOLDERS: [&str; 5] = ["components", "content", "static", "overrides", "openapi"];
/// The folder that contains the files to publish unchanged.
const PUBLISHED: &str = "static";
/// The folder that contains the site's components.
const COMPONENTS: &str = "components";
/// The folder that contains the site's own templates.
const TEMPLATES: &str = "overrides/templates";
/// The folder for the site's own templates of code samples.
const SAMPLES: &str = "overrides/samples";
/// The file with the site's own styles.
pub(crate) const CUSTOM_CSS: &str = "overrides/custom.css";
/// The file next to the config that pins other repositories to commits.
pub(crate) const PINS: &str = "docgen.lock";
/// Config filenames that people confuse with `docgen.toml`.
const OTHER_CONFIGS: [&str; 4] = ["docgen.yml", "docgen.yaml", "docgen.json", "docgen.config.toml"];

/// The maximum depth of folders. Page lists are nested like folders, and readers follow only a few levels.
const MAX_DEPTH: usize = 100;

/// The number of files to read at the same time. This number can exceed the number of cores, because the threads mostly
/// wait for the disk.
const READERS: usize = 16;
/// The minimum number of files that makes extra threads worthwhile.
const MANY: usize = 500;

/// Loads the site in `root`. `out` is the output folder, whose files never belong to the site. Reports files that can't
/// be read, and loads the other files.
pub fn load(root: &Path, out: &Path) -> Sources {
    let mut sources = Sources::default();
    let config_file = root.join(CONFIG);
    if config_file.symlink_metadata().is_ok() {
        match read_text(root, SourcePath::new(CONFIG)) {
            Ok(source) => sources.config = Some(source),
            Err(diagnostic) => sources.diagnostics.push(diagnostic),
        }
    }
    let mut texts = Vec::new();
    let mut content = walk_folder(root, "content", out, &mut sources.diagnostics);
    content.extend(walk_folder(root, notes::FOLDER, out, &mut sources.diagnostics));
    let versions = extracted::names(root);
    if !versions.is_empty() {
        content.extend(versions.iter().flat_map(|name| {
            walk_folder(&extracted::folder(root, name), "content", out, &mut sources.diagnostics)
        }));
        content.sort();
        content.dedup();
    }
    for path in content {
        match kind(&path) {
            Kind::Other if unused::stray(&path).is_some() => sources.strays.push(path),
            Kind::Other => {}
            _ => texts.push(path),
        }
    }
    put_texts(root, texts, &mut sources);
    sources.static_files = walk_folder(root, PUBLISHED, out, &mut sources.diagnostics);
    if !versions.is_empty() {
        sources.static_files.extend(published_files(root, out, &mut sources.diagnostics));
        sources.static_files.sort();
        sources.static_files.dedup();
    }
    sources.components = walk_folder(root, COMPONENTS, out, &mut sources.diagnostics);
    sources.slots =
        sources.components.iter().filter(|path| is_component(path, slots::FOLDER)).cloned().collect();
    sources.components.retain(|path| is_component(path, COMPONENTS));
    // The theme itself reads the files in `overrides`. Only the files that the theme can't use are recorded here.
    let overrides = walk_folder(root, "overrides", out, &mut sources.diagnostics);
    sources.strays.extend(overrides.into_iter().filter(|path| unused::stray(path).is_some()));
    for path in ["openapi", CUSTOM_CSS] {
        let error = file::special(&root.join(path));
        sources.diagnostics.extend(error.map(|error| file::unreadable(&SourcePath::new(path), &error)));
    }
    if sources.config.is_none()
        && let Some(other) = OTHER_CONFIGS.into_iter().find(|name| root.join(name).is_file())
    {
        let message = format!("`{other}` isn't used: docgen reads `{CONFIG}`");
        let diagnostic = Diagnostic::new(Code::UnusedContent, message).in_file(&SourcePath::new(other));
        sources
            .diagnostics
            .push(diagnostic.hint(format!("move its settings to `{CONFIG}`, and convert them to TOML")));
    }
    sources
}

/// Reads the config. A problem with the config is reported when the site is loaded.
pub(crate) fn config(root: &Path) -> Option<Source> {
    read_text(root, SourcePath::new(CONFIG)).ok()
}

/// Reads the file that pins other repositories, if it exists.
pub(crate) fn pins(root: &Path) -> Result<Option<Source>, Diagnostic> {
    if root.join(PINS).symlink_metadata().is_err() {
        return Ok(None);
    }
    read_text(root, SourcePath::new(PINS)).map(Some)
}

/// Whether a folder is a site. A site has a config (even if the config's name is wrong), a `content` folder, or OpenAPI
/// documents in the `openapi` folder.
pub(crate) fn is_site(root: &Path) -> bool {
    let is_there = |name: &str| root.join(name).symlink_metadata().is_ok();
    is_there(CONFIG)
        || OTHER_CONFIGS.into_iter().any(is_there)
        || root.join("content").is_dir()
        || openapi::has_documents(root)
}

/// If a site has neither a page nor an OpenAPI document, returns a diagnostic.
pub(crate) fn missing_content(root: &Path, sources: &Sources) -> Option<Diagnostic> {
    if !sources.markdown.is_empty() || !sources.openapi.documents.is_empty() {
        return None;
    }
    if !is_site(root) {
        let message = format!("found no Markdown files or OpenAPI documents in {}", root.display());
        let hint = "add a `README.md`, or run `docgen init` to create a site here";
        return Some(Diagnostic::new(Code::MissingContent, message).hint(hint));
    }
    if !root.join("content").is_dir() {
        let message = format!("folder not found: `content` in {}", root.display());
        let hint = "create a site here with `docgen init`, or specify another folder with `--root`";
        return Some(Diagnostic::new(Code::MissingContent, message).hint(hint));
    }
    // If files couldn't be read, report only that.
    let is_readable = sources.diagnostics.iter().all(|found| found.code != Code::UnreadableFile);
    let message = "found no Markdown files in `content`";
    let hint = "add `content/docs/index.md`, or run `docgen init` in an empty folder to see an example";
    is_readable.then(|| Diagnostic::new(Code::MissingContent, message).hint(hint))
}

/// Updates sources after files or folders are changed, added, moved, or removed. The development server uses this
/// function. If nothing else can have changed, the function reads only the changed files. Returns the paths whose
/// changes affect the site. Pages need only details about images and other files, which [`super::DiskAssets`] handles.
pub fn reload(
    root: &Path,
    out: &Path,
    sources: &mut Sources,
    changed: &BTreeSet<SourcePath>,
) -> BTreeSet<SourcePath> {
    reload_with(root, sources, changed, None, &mut || load(root, out))
}

/// Updates sources as [`reload`] does. If the whole site has to be loaded again, calls `load_all`. If the files aren't
/// in a site's folders, `is_other` returns `true` for new files that don't affect the result.
pub(super) fn reload_with(
    root: &Path,
    sources: &mut Sources,
    changed: &BTreeSet<SourcePath>,
    is_other: Option<fn(&SourcePath) -> bool>,
    load_all: &mut dyn FnMut() -> Sources,
) -> BTreeSet<SourcePath> {
    let mut different = BTreeSet::new();
    let wanted: Vec<SourcePath> = sources.openapi.wanted().into_iter().collect();
    // Files that couldn't be read might be readable now.
    let mut is_all_loaded = sources.diagnostics.is_empty();
    for path in changed {
        let of_api = wanted.binary_search(path).is_ok()
            || has_below(&wanted, |file| file, path)
            || openapi::is_found(path);
        if of_api || path.as_str() == CONFIG {
            sources.openapi.is_loaded = false;
        }
        let is_different = if is_all_loaded { reload_one(root, sources, path, is_other) } else { None };
        is_all_loaded &= is_different.is_some();
        if of_api || is_different != Some(false) {
            different.insert(path.clone());
        }
    }
    if !is_all_loaded {
        *sources = load_all();
    }
    different
}

/// Loads the change at a path and returns whether the change affects the site. If the whole site has to be loaded
/// again, returns `None`: for example, if the name doesn't show whether the path is a file or a folder.
fn reload_one(
    root: &Path,
    sources: &mut Sources,
    path: &SourcePath,
    is_other: Option<fn(&SourcePath) -> bool>,
) -> Option<bool> {
    let Sources {
        config,
        markdown,
        categories,
        blog_files,
        messages,
        static_files,
        components,
        slots,
        strays,
        ..
    } = sources;
    let files: [&[SourcePath]; 4] = [static_files, components, slots, strays];
    if files.iter().any(|files| has_below(files, |file| file, path)) {
        return None;
    }
    let texts = [markdown, categories, blog_files, messages];
    let by_path = |texts: &mut Vec<Source>| texts.binary_search_by(|source| source.path.cmp(path));
    let known = texts.into_iter().find_map(|texts| by_path(texts).ok().map(|index| &mut texts[index]));
    let at = root.join(path.as_str());
    // Where a link leads is checked when the whole site is loaded.
    if at.is_symlink() {
        return None;
    }
    if let Some(source) = known.or(config.as_mut().filter(|config| config.path == *path))
        && let Ok(fresh) = read_text(root, path.clone())
    {
        let is_different = source.hash != fresh.hash;
        *source = fresh;
        return Some(is_different);
    }
    let is_gone = at.symlink_metadata().is_err();
    if let Some(is_other) = is_other {
        let is_file = is_gone || at.is_file();
        return (is_file && unused::stray(path).is_none() && is_other(path)).then_some(false);
    }
    if path.strip_dir("content").is_some() || is_at_or_below(path, notes::FOLDER) {
        return reload_texts(root, sources, path);
    }
    if path.as_str() == PINS {
        return Some(true);
    }
    if !is_gone && !at.is_file() || unused::stray(path).is_some() {
        return None;
    }
    let (folder, _) = path.as_str().split_once('/')?;
    match folder {
        // The files in `overrides` aren't listed.
        "overrides" => Some(true),
        // Only the names of components are listed.
        COMPONENTS if is_component(path, COMPONENTS) || is_component(path, slots::FOLDER) => {
            let is_known = |files: &[SourcePath]| files.binary_search(path).is_ok();
            ((is_known(components) || is_known(slots)) != is_gone).then_some(false)
        }
        "static" if static_files.binary_search(path).is_ok() => (!is_gone).then_some(true),
        _ if is_gone => Some(false),
        "static" => None,
        _ => Some(false),
    }
}

/// Reads the file or the folder at a path again, and returns whether its texts are different. If the whole site has to
/// be loaded again, for example because there are problems, returns `None`.
fn reload_texts(root: &Path, sources: &mut Sources, path: &SourcePath) -> Option<bool> {
    // Some files in this folder might be those of a commit.
    if is_at_or_below(path, "content/versions") && !extracted::names(root).is_empty() {
        return None;
    }
    let mut fresh = Sources::default();
    let at = root.join(path.as_str());
    let files = match at.symlink_metadata() {
        Err(_) => Vec::new(),
        Ok(_) if at.is_file() => vec![path.clone()],
        Ok(_) if at.is_dir() => walk_folder(root, path.as_str(), Path::new(""), &mut fresh.diagnostics),
        Ok(_) => return None,
    };
    let is_deep = |file: &SourcePath| file.as_str().split('/').count() > MAX_DEPTH;
    let is_stray = |file: &SourcePath| unused::stray(file).is_some();
    if is_stray(path) || files.iter().any(|file| is_deep(file) || is_stray(file)) {
        return None;
    }
    put_texts(root, files.into_iter().filter(|file| kind(file) != Kind::Other).collect(), &mut fresh);
    if !fresh.diagnostics.is_empty() {
        return None;
    }
    let lists = [
        (&mut sources.markdown, fresh.markdown),
        (&mut sources.categories, fresh.categories),
        (&mut sources.blog_files, fresh.blog_files),
        (&mut sources.messages, fresh.messages),
    ];
    let mut is_different = false;
    for (known, fresh) in lists {
        let gone: Vec<Source> =
            known.extract_if(.., |source| is_at_or_below(&source.path, path.as_str())).collect();
        let key = |source: &Source| (source.path.clone(), source.hash);
        is_different |= !gone.iter().map(key).eq(fresh.iter().map(key));
        known.extend(fresh);
        known.sort_by(|a, b| a.path.cmp(&b.path));
    }
    Some(is_different)
}

/// Whether a path is the path of a file or folder, or of something in this folder.
fn is_at_or_below(path: &SourcePath, folder: &str) -> bool {
    path.as_str() == folder || path.strip_dir(folder).is_some()
}

/// Whether a sorted list contains a file in a folder.
fn has_below<T>(list: &[T], path: impl Fn(&T) -> &SourcePath, folder: &SourcePath) -> bool {
    let start = format!("{folder}/");
    let first = list.partition_point(|item| path(item).as_str() < start.as_str());
    list.get(first).is_some_and(|item| path(item).as_str().starts_with(&start))
}

/// The role of a file in the `content` folder.
#[derive(PartialEq)]
pub(super) enum Kind {
    Markdown,
    Category,
    Messages,
    Blog,
    Other,
}

pub(super) fn kind(path: &SourcePath) -> Kind {
    // A file isn't a page if its name or the name of a folder above it starts with `_`. Such a file is intended to be
    // included in other files.
    let is_part = path.as_str().split('/').any(|segment| segment.starts_with('_'));
    match (path.stem(), path.extension().to_ascii_lowercase().as_str()) {
        ("_category_", "toml" | "yml" | "yaml" | "json") => Kind::Category,
        _ if is_part => Kind::Other,
        _ if is_markdown(path) => Kind::Markdown,
        ("messages" | "labels", "json")
            if path.strip_dir("content/i18n").is_some_and(|rest| rest.split('/').count() == 2) =>
        {
            Kind::Messages
        }
        ("authors" | "tags", "toml" | "yml" | "yaml") if is_of_top_folder(path) => Kind::Blog,
        _ => Kind::Other,
    }
}

/// Whether a file in a folder is a component: `Name.tsx` or `Name.jsx`.
fn is_component(path: &SourcePath, folder: &str) -> bool {
    path.parent() == folder
        && path.file_name().starts_with(|c: char| c.is_ascii_uppercase())
        && matches!(path.extension(), "tsx" | "jsx")
}

/// Whether a new file at a path would be a page, or a page of a blog.
pub(crate) fn is_page(path: &SourcePath) -> bool {
    let is_hidden = |name| is_hidden("content", name);
    let below = path.strip_dir("content");
    below.is_some_and(|below| !below.split('/').any(is_hidden)) && kind(path) == Kind::Markdown
}

/// Whether a file is Markdown, judging by its name.
pub(crate) fn is_markdown(path: &SourcePath) -> bool {
    matches!(path.extension().to_ascii_lowercase().as_str(), "md" | "markdown" | "mdx")
}

/// Whether a file is directly in a top-level folder of `content` or of a locale. Such folders contain the authors and
/// tags files of blogs.
fn is_of_top_folder(path: &SourcePath) -> bool {
    let folder = path.parent();
    match folder.strip_prefix("content/i18n/") {
        Some(rest) => rest.split('/').count() == 2,
        None => folder.strip_prefix("content/").is_some_and(|rest| !rest.contains('/')),
    }
}

/// Returns the static files that versions built from Git publish, whether or not the site has these files itself.
pub(crate) fn published_files(root: &Path, out: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<SourcePath> {
    let versions = extracted::names(root);
    let files = versions
        .iter()
        .flat_map(|name| walk_folder(&extracted::folder(root, name), PUBLISHED, out, diagnostics));
    files.collect()
}

/// Returns the sorted paths of all files below one of the site's folders, except hidden files and the output. See
/// [`walk`].
fn walk_folder(root: &Path, folder: &str, out: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<SourcePath> {
    let keep = |path: &Path, _| {
        path != out && !path.file_name().and_then(OsStr::to_str).is_some_and(|name| is_hidden(folder, name))
    };
    walk(root, folder, keep, diagnostics)
}

/// Returns the sorted paths of all files below one of the site's folders, and the problems.
pub(crate) fn files_below(
    root: &Path,
    folder: &SourcePath,
    out: &Path,
) -> (Vec<SourcePath>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let files = walk_folder(root, folder.as_str(), out, &mut problems);
    (files, problems)
}

/// Reads the bytes of a file as a build does: follows links to text in `content`, but reads other files only from the
/// site's folder.
pub(crate) fn read_site_file(root: &Path, path: &SourcePath) -> std::io::Result<Vec<u8>> {
    match kind(path) {
        Kind::Other => file::read_inside(root, path),
        _ => {
            let at = root.join(path.as_str());
            file::check_link(root, &at).and_then(|()| file::read(&at))
        }
    }
}

/// Returns the sorted paths of all files below a folder, except files and folders that `keep` rejects. `keep` receives
/// a path and whether the path is a folder. Reports files and folders that can't be read, and leaves them out. Follows
/// links and reports link cycles.
pub(super) fn walk(
    root: &Path,
    folder: &str,
    mut keep: impl FnMut(&Path, bool) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<SourcePath> {
    let start = root.join(folder);
    let below = |path: &Path| path.strip_prefix(root).ok().and_then(Path::to_str).map(SourcePath::new);
    if !start.is_dir() {
        let error = file::special(&start);
        diagnostics.extend(error.map(|error| file::unreadable(&SourcePath::new(folder), &error)));
        return Vec::new();
    }
    let mut outside = Vec::new();
    let walk = WalkDir::new(&start).follow_links(true).max_depth(MAX_DEPTH);
    let entries = walk.into_iter().filter_entry(|entry| {
        if !keep(entry.path(), entry.file_type().is_dir()) {
            return false;
        }
        let check = || match folder {
            PUBLISHED => file::inside(root, entry.path()).map(|_| ()),
            _ => file::check_link(root, entry.path()),
        };
        let error = entry.path_is_symlink().then(|| check().err()).flatten();
        outside.extend(
            error.as_ref().zip(below(entry.path())).map(|(error, path)| file::unreadable(&path, error)),
        );
        error.is_none()
    });
    let mut files = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                let Ok(relative) = entry.path().strip_prefix(root) else { continue };
                let unnamed = |why: &str| {
                    let message = format!("the name of `{}` {why}", relative.display());
                    // Report the nearest folder that has a valid name.
                    let is_plain = |above: &&str| !above.contains('\\');
                    let mut above = relative.ancestors().skip(1).filter_map(Path::to_str).filter(is_plain);
                    let folder = SourcePath::new(above.next().unwrap_or(folder));
                    Diagnostic::new(Code::UnreadableFile, message).in_file(&folder).hint("rename the file")
                };
                match relative.to_str() {
                    Some(path) if MAIN_SEPARATOR == '/' && path.contains('\\') => {
                        diagnostics.push(unnamed("contains a backslash, which separates folders on Windows"));
                    }
                    Some(path) => files.push(SourcePath::new(path)),
                    None => diagnostics.push(unnamed("isn't UTF-8")),
                }
            }
            Ok(entry) if entry.depth() == MAX_DEPTH && entry.file_type().is_dir() => {
                let message = format!("this folder is nested more than {MAX_DEPTH} levels deep");
                let diagnostic =
                    Diagnostic::new(Code::InvalidPath, message).hint("move it to a folder at a higher level");
                diagnostics.extend(below(entry.path()).map(|path| diagnostic.in_file(&path)));
            }
            Ok(entry) => {
                let error = below(entry.path()).zip(file::special(entry.path()));
                diagnostics.extend(error.map(|(path, error)| file::unreadable(&path, &error)));
            }
            Err(error) => {
                let path = error.path().and_then(below);
                let why = match error.loop_ancestor() {
                    Some(_) => {
                        "can't read this folder: a symbolic link points back to a parent folder".to_owned()
                    }
                    None => error.io_error().map_or_else(|| "can't read this folder".into(), file::message),
                };
                let diagnostic = Diagnostic::new(Code::UnreadableFile, why);
                diagnostics.push(match path {
                    Some(path) => diagnostic.in_file(&path),
                    None => diagnostic,
                });
            }
        }
    }
    diagnostics.extend(outside);
    files.sort();
    files
}

/// Whether a file or folder is skipped because of its name. `folder` is the site folder that contains the file or
/// folder. In `static`, hidden files for hosts, such as `.well-known` and `.htaccess`, are published. Hidden files that
/// editors and operating systems create aren't.
pub(crate) fn is_hidden(folder: &str, name: &str) -> bool {
    let endings = ["~", ".tmp", ".swp", ".swx", ".swo", ".crswap", ".part", ".kate-swp"];
    let starts = [".goutputstream-", ".~lock.", ".#"];
    let is_left = || {
        matches!(name, ".DS_Store" | ".git")
            || endings.iter().any(|ending| name.ends_with(ending))
            || starts.iter().any(|start| name.starts_with(start))
    };
    name.starts_with('.') && (folder != PUBLISHED || is_left())
}

/// Reads files and adds each file to the matching part of the sources, in order.
pub(super) fn put_texts(root: &Path, paths: Vec<SourcePath>, sources: &mut Sources) {
    for result in read_texts(root, paths) {
        match result {
            Err(diagnostic) => sources.diagnostics.push(diagnostic),
            Ok(source) => match kind(&source.path) {
                Kind::Category => sources.categories.push(source),
                Kind::Blog => sources.blog_files.push(source),
                Kind::Messages => sources.messages.push(source),
                Kind::Markdown | Kind::Other => sources.markdown.push(source),
            },
        }
    }
}

/// Reads files in parallel and keeps their order.
fn read_texts(root: &Path, paths: Vec<SourcePath>) -> Vec<Result<Source, Diagnostic>> {
    let few = paths.len() < MANY;
    let read = || paths.into_par_iter().map(|path| read_text(root, path)).collect();
    let readers = if few { None } else { ThreadPoolBuilder::new().num_threads(READERS).build().ok() };
    match readers {
        Some(readers) => readers.install(read),
        None => read(),
    }
}

/// The files in `overrides`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Overrides {
    /// The templates of pages in `overrides/templates`, by name.
    pub templates: BTreeMap<String, String>,
    /// The templates of code samples in `overrides/samples`, by name without the extension.
    pub samples: BTreeMap<String, String>,
    /// `overrides/custom.css`.
    pub css: Option<String>,
}

/// Reads the site's own templates and styles.
pub(crate) fn read_overrides(root: &Path) -> Result<Overrides, Diagnostic> {
    let read = |folder: &str, extension: &str| {
        let mut texts = BTreeMap::new();
        for path in walk_folder(root, folder, Path::new(""), &mut Vec::new()) {
            let name = path.strip_dir(folder).unwrap_or_default();
            let Some(stem) = name.strip_suffix(extension) else { continue };
            let name = if folder == SAMPLES { stem } else { name }.to_owned();
            texts.insert(name, read_text(root, path)?.text.to_string());
        }
        Ok(texts)
    };
    let css = SourcePath::new(CUSTOM_CSS);
    let has_css = root.join(css.as_str()).is_file();
    Ok(Overrides {
        templates: read(TEMPLATES, ".html")?,
        samples: read(SAMPLES, ".j2")?,
        css: if has_css { Some(read_text(root, css)?.text.to_string()) } else { None },
    })
}

#[cfg(test)]
mod tests;
