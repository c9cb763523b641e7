//! Loading: every file of the site that matters, read in parallel, sorted by path.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{MAIN_SEPARATOR, Path};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::file;
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::pipeline::Sources;
use crate::source::Source;

/// The sources of a site and the other files of `content`.
#[derive(Debug, Default)]
pub struct Loaded {
    /// What the pipeline takes.
    pub sources: Sources,
}

/// The folders that a site is made of.
pub const FOLDERS: [&str; 4] = ["content", "static", "overrides", "openapi"];
/// The folder whose files are published as they are.
const PUBLISHED: &str = "static";
/// The folder of the site's own templates.
const TEMPLATES: &str = "overrides/templates";
/// The site's own styles.
const CUSTOM_CSS: &str = "overrides/custom.css";
/// The config file, beside them.
pub const CONFIG: &str = "docgen.toml";
/// What it may be taken to be called.
const OTHER_CONFIGS: [&str; 4] = ["docgen.yml", "docgen.yaml", "docgen.json", "docgen.config.toml"];

/// Files above this size are not read as text: no one writes a page of 64 MiB by hand.
const MAX_TEXT: u64 = 64 << 20;

/// How many files are read at once: what is not in memory is waited for, not computed.
const READERS: usize = 16;
/// Fewer files are not worth threads of their own.
const MANY: usize = 500;

/// Loads the site in `root`. `out` is the output folder, whose files are not part of the site wherever it lies. What
/// cannot be read is reported, and the rest is loaded.
pub fn load(root: &Path, out: &Path) -> Loaded {
    let mut sources = Sources::default();
    let config = root.join(CONFIG);
    if config.symlink_metadata().is_ok() {
        match read_text(root, SourcePath::new(CONFIG)) {
            Ok(source) => sources.config = Some(source),
            Err(diagnostic) => sources.diagnostics.push(diagnostic),
        }
    }
    let mut texts = Vec::new();
    for path in walk(root, "content", out, &mut sources.diagnostics) {
        if kind(&path) != Kind::Other {
            texts.push(path);
        }
    }
    for result in read_texts(root, texts) {
        match result {
            Ok(source) if source.path.stem() == "_category_" => sources.categories.push(source),
            Ok(source) if kind(&source.path) == Kind::Blog => sources.blog_files.push(source),
            Ok(source) if source.path.extension() == "json" => sources.messages.push(source),
            Ok(source) => sources.markdown.push(source),
            Err(diagnostic) => sources.diagnostics.push(diagnostic),
        }
    }
    sources.static_files = walk(root, PUBLISHED, out, &mut sources.diagnostics);
    // The theme reads these; what of them is no file is passed over there.
    walk(root, TEMPLATES, out, &mut sources.diagnostics);
    for path in ["overrides", "openapi", CUSTOM_CSS] {
        let error = file::special(&root.join(path));
        sources.diagnostics.extend(error.map(|error| file::unreadable(&SourcePath::new(path), &error)));
    }
    if sources.config.is_none()
        && let Some(other) = OTHER_CONFIGS.into_iter().find(|name| root.join(name).is_file())
    {
        let message = format!("`{other}` is not read: the config is `{CONFIG}`");
        let diagnostic = Diagnostic::new(Code::UnusedContent, message).in_file(&SourcePath::new(other));
        sources.diagnostics.push(diagnostic.hint(format!("write its settings in `{CONFIG}`, as TOML")));
    }
    Loaded { sources }
}

/// What to say of a site that has neither a page nor an OpenAPI document: one of the two is enough.
pub fn missing_content(root: &Path, sources: &Sources) -> Option<Diagnostic> {
    if !sources.markdown.is_empty() || !sources.openapi.documents.is_empty() {
        return None;
    }
    if !root.join("content").is_dir() {
        let message = format!("there is no folder `content` in {}", root.display());
        let hint = "run `docgen init` to make a site here, or name another folder with `--root`";
        return Some(Diagnostic::new(Code::MissingContent, message).hint(hint));
    }
    // Where files could not be read, that is what is wrong.
    let is_readable = sources.diagnostics.iter().all(|found| found.code != Code::UnreadableFile);
    let message = "there is no Markdown file in `content`";
    let hint = "write `content/docs/index.md`, or run `docgen init` in an empty folder to see an example";
    is_readable.then(|| Diagnostic::new(Code::MissingContent, message).hint(hint))
}

/// Brings sources up to date after files or folders have changed, been added or gone: the development server's way
/// to load, which reads the changed texts alone where nothing else can be different. Says whether anything is.
pub fn reload(root: &Path, out: &Path, sources: &mut Sources, changed: &BTreeSet<SourcePath>) -> bool {
    let is_file = |path: &SourcePath| root.join(path.as_str()).is_file();
    let mut different = false;
    let wanted = sources.openapi.wanted();
    for path in changed {
        let of_api =
            path.as_str() == "openapi" || path.strip_dir("openapi").is_some() || wanted.contains(path);
        // A folder that came or went, with one of them in it.
        let around = wanted.iter().any(|file| file.strip_dir(path.as_str()).is_some());
        if of_api || around || path.as_str() == CONFIG {
            sources.openapi.is_loaded = false;
            different |= of_api || around;
        }
        if of_api {
            continue;
        }
        let place = if path.as_str() == CONFIG {
            sources.config.as_mut()
        } else {
            match sources.markdown.binary_search_by(|source| source.path.cmp(path)) {
                Ok(index) => sources.markdown.get_mut(index),
                Err(_) => sources.categories.iter_mut().find(|source| source.path == *path),
            }
        };
        match place.map(|source| (read_text(root, path.clone()), source)) {
            Some((Ok(fresh), source)) => {
                different |= source.hash != fresh.hash;
                *source = fresh;
            }
            None if path.strip_dir("overrides").is_some() && is_file(path) => different = true,
            None if is_file(path) && sources.static_files.binary_search(path).is_ok() => different = true,
            // A picture, or one that has gone: pages know of it by its facts alone.
            None if path.strip_dir("content").is_some()
                && kind(path) == Kind::Other
                && !path.extension().is_empty() =>
            {
                different = true;
            }
            _ => {
                *sources = load(root, out).sources;
                return true;
            }
        }
    }
    if different && !sources.diagnostics.is_empty() {
        // What could not be read then may be readable now.
        *sources = load(root, out).sources;
    }
    different
}

/// What a file of `content` is to the loader.
#[derive(PartialEq, Eq)]
enum Kind {
    Markdown,
    Category,
    Messages,
    Blog,
    Other,
}

fn kind(path: &SourcePath) -> Kind {
    // What begins with `_` is there for other files to use, not a page.
    if path.stem() != "_category_" && path.as_str().split('/').any(|segment| segment.starts_with('_')) {
        return Kind::Other;
    }
    match (path.stem(), path.extension().to_ascii_lowercase().as_str()) {
        ("_category_", "toml" | "yml" | "yaml" | "json") => Kind::Category,
        (_, "md" | "markdown" | "mdx") => Kind::Markdown,
        ("messages", "json")
            if path.strip_dir("content/i18n").is_some_and(|rest| rest.split('/').count() == 2) =>
        {
            Kind::Messages
        }
        ("authors" | "tags", "toml" | "yml" | "yaml") if is_of_top_folder(path) => Kind::Blog,
        _ => Kind::Other,
    }
}

/// Whether a file lies directly in a folder of `content`, or in one of a language: where a blog has its files.
fn is_of_top_folder(path: &SourcePath) -> bool {
    let folder = path.parent();
    match folder.strip_prefix("content/i18n/") {
        Some(rest) => rest.split('/').count() == 2,
        None => folder.strip_prefix("content/").is_some_and(|rest| !rest.contains('/')),
    }
}

/// Every file below a folder of the site, sorted; hidden files and what cannot be walked are left out, the latter
/// with a report. Links are followed, cycles of them reported.
fn walk(root: &Path, folder: &str, out: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<SourcePath> {
    let start = root.join(folder);
    let below = |path: &Path| path.strip_prefix(root).ok().and_then(Path::to_str).map(SourcePath::new);
    if !start.is_dir() {
        let error = file::special(&start);
        diagnostics.extend(error.map(|error| file::unreadable(&SourcePath::new(folder), &error)));
        return Vec::new();
    }
    // A folder `static` is copied as it is, with what hosts look for: `.well-known`, `.htaccess`.
    let hidden =
        |name: &str| name.starts_with('.') && folder == "content" || matches!(name, ".DS_Store" | ".git");
    let mut outside = Vec::new();
    let entries = WalkDir::new(&start).follow_links(true).into_iter().filter_entry(|entry| {
        if entry.path() == out || entry.depth() > 0 && entry.file_name().to_str().is_some_and(hidden) {
            return false;
        }
        let may_lead_out = folder == PUBLISHED && (entry.path_is_symlink() || entry.depth() == 0);
        let error = may_lead_out.then(|| file::inside(root, entry.path()).err()).flatten();
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
                    let message = format!("the name of {} {why}", relative.display());
                    // The nearest folder that can be named.
                    let is_plain = |above: &&str| !above.contains('\\');
                    let mut above = relative.ancestors().skip(1).filter_map(Path::to_str).filter(is_plain);
                    let folder = SourcePath::new(above.next().unwrap_or(folder));
                    Diagnostic::new(Code::UnreadableFile, message).in_file(&folder).hint("rename the file")
                };
                match relative.to_str() {
                    Some(path) if MAIN_SEPARATOR == '/' && path.contains('\\') => {
                        diagnostics.push(unnamed("holds a backslash, which parts folders elsewhere"));
                    }
                    Some(path) => files.push(SourcePath::new(path)),
                    None => diagnostics.push(unnamed("is not UTF-8")),
                }
            }
            Ok(entry) => {
                let error = below(entry.path()).zip(file::special(entry.path()));
                diagnostics.extend(error.map(|(path, error)| file::unreadable(&path, &error)));
            }
            Err(error) => {
                let path = error.path().and_then(below);
                let why = match error.loop_ancestor() {
                    Some(_) => "a link leads back to a folder above it".to_owned(),
                    None => error.io_error().map_or_else(|| "it cannot be read".into(), file::reason),
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

/// Reads files in their order.
fn read_texts(root: &Path, paths: Vec<SourcePath>) -> Vec<Result<Source, Diagnostic>> {
    let few = paths.len() < MANY;
    let read = || paths.into_par_iter().map(|path| read_text(root, path)).collect();
    let readers = if few { None } else { ThreadPoolBuilder::new().num_threads(READERS).build().ok() };
    match readers {
        Some(readers) => readers.install(read),
        None => read(),
    }
}

pub(super) fn read_text(root: &Path, path: SourcePath) -> Result<Source, Diagnostic> {
    let file = root.join(path.as_str());
    let mut bytes = Vec::new();
    let read = file::open(&file).and_then(|(mut file, length)| {
        if length <= MAX_TEXT {
            bytes.reserve_exact(length as usize);
            file.read_to_end(&mut bytes)?;
        }
        Ok(length)
    });
    if read.map_err(|error| file::unreadable(&path, &error))? > MAX_TEXT {
        let diagnostic =
            Diagnostic::new(Code::UnreadableFile, "this file is larger than 64 MiB").in_file(&path);
        return Err(diagnostic.hint("split it into pages"));
    }
    Source::from_bytes(path.clone(), &bytes).map_err(|at| {
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = at - bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1) + 1;
        Diagnostic::new(Code::UnreadableFile, format!("this file is not UTF-8: byte {:#04x}", bytes[at]))
            .at_position(&path, line as u32, column as u32)
            .hint("save it as UTF-8")
    })
}

/// The site's own templates and styles: `overrides/templates/*.html` by name, and `overrides/custom.css`.
pub fn read_overrides(root: &Path) -> Result<(BTreeMap<String, String>, Option<String>), Diagnostic> {
    let mut templates = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for path in walk(root, TEMPLATES, Path::new(""), &mut diagnostics) {
        let name = path.strip_dir(TEMPLATES).unwrap_or_default().to_owned();
        if name.ends_with(".html") {
            templates.insert(name, read_text(root, path)?.text.to_string());
        }
    }
    let css = SourcePath::new(CUSTOM_CSS);
    let custom = match root.join(css.as_str()).is_file() {
        true => Some(read_text(root, css)?.text.to_string()),
        false => None,
    };
    Ok((templates, custom))
}

/// The files of a built theme, by path below its folder.
pub fn read_theme_folder(folder: &Path) -> std::io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(std::io::Error::other)?;
        if entry.file_type().is_file()
            && let Some(name) = entry.path().strip_prefix(folder).ok().and_then(Path::to_str)
        {
            files.insert(name.replace('\\', "/"), std::fs::read(entry.path())?);
        }
    }
    Ok(files)
}
