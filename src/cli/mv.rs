//! `docgen mv`: moves pages and updates everything that refers to them.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;

use super::preview::{self, Preview, print, site};
use super::session::{Run, Session};
use super::{ExitStatus, Failure, Outcome, report};
use crate::config::OpenApiConfig;
use crate::fs::{self, DiskAssets};
use crate::lsp::{Move, Moved};
use crate::path::SourcePath;
use crate::pipeline::{SiteOfDocuments, Sources};
use crate::refactor::{self, Edits, Moves, Pairs, Whole, Wrong};
use crate::source::Source;

#[derive(Args)]
pub(super) struct Arguments {
    /// Page, image, or folder to move
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// New path, or an existing folder to move it into; for a file, also a new folder with a slash at the end
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
    /// List the changes without making them
    #[arg(long)]
    dry_run: bool,
    /// Move the files even if the move causes errors
    #[arg(long)]
    force: bool,
    /// Don't redirect the old URLs
    #[arg(long)]
    no_redirect: bool,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut opened = preview::open(arguments.root.as_deref().unwrap_or(Path::new(".")), "mv")?;
    let mut preview = Preview::of_disk(&mut opened)?;
    let pairs = pairs(&preview, arguments)?;
    let renames: Vec<_> = pairs.iter().filter(|(old, _)| preview.exists(old)).cloned().collect();
    let moves = Moves::new(pairs.into_iter().map(|(old, new)| (old, Some(new))).collect());
    let Change { edits, after, redirects, stuck } = change(&mut preview, &moves, !arguments.no_redirect)?;
    let mut lines: Vec<String> = renames.iter().map(|(old, new)| format!("{old} -> {new}")).collect();
    lines.extend(preview.lines(&edits, &moves));
    print(&lines)?;
    let problems = preview.new_problems(&after, &moves);
    let root = &preview.session.root;
    let counts = report::diagnostics(&problems, |path| after.source(path), root, super::Format::Human);
    preview.warn(&stuck);
    for page in Pairs::new(site(&preview.before), site(&after), &moves).without_sidebar() {
        let (Some(parsed), Some(id)) = (page.parsed(), &page.doc_id) else { continue };
        report::warning(&format!(
            "`{}` isn't in a sidebar anymore; add `{id}` to a sidebar in `{}`",
            parsed.source.path,
            fs::CONFIG
        ));
    }
    for (link, target) in fs::links(root, fs::FOLDERS) {
        let target = target.strip_prefix(root).ok().and_then(Path::to_str).map(SourcePath::new);
        if moves.affect(&link) != target.is_some_and(|target| moves.affect(&target)) {
            report::warning(&format!("`{link}` is a symbolic link, and its target changes; check the link"));
        }
    }
    let is_refused = counts.fail(false) && !arguments.force;
    if !arguments.dry_run && !is_refused {
        for (old, new) in &renames {
            rename(root, old, new)?;
        }
        preview.write(&moves, &edits)?;
    }
    let moved = report::plural(renames.len(), "path");
    let changes = report::plural(edits.all().count(), "change");
    let files = report::plural(edits.files().count(), "file");
    let redirects = report::plural(redirects, "redirect");
    let verb = if arguments.dry_run || is_refused { "would move" } else { "moved" };
    let hint =
        if is_refused && !arguments.dry_run { "; to move the files anyway, add `--force`" } else { "" };
    report::summary(&format!("{verb} {moved}: {changes} in {files}, including {redirects}; {counts}{hint}"));
    Ok(if is_refused { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Returns what moving several paths changes. Writes nothing. The paths are absolute. `last` is the site of the sources
/// and its documents, if known.
pub(super) fn plan(
    session: &mut Session,
    assets: &DiskAssets,
    (sources, last): (Sources, Option<SiteOfDocuments>),
    paths: &[Move],
) -> Result<Moved, Failure> {
    let arguments = paths.iter().map(|(old, new)| Arguments {
        old: old.clone(),
        new: new.clone(),
        root: None,
        dry_run: true,
        force: false,
        no_redirect: false,
    });
    let arguments: Vec<_> = arguments.collect();
    let mut preview = match last {
        Some((site, documents)) => {
            let root = &session.root;
            let mut pairs = Vec::new();
            for arguments in &arguments {
                let (old, new) = located(root, arguments)?;
                let [old, new] = [old, new].map(|path| preview::in_locales(root, &path));
                pairs.extend(old.into_iter().zip(new.into_iter().map(Some)));
            }
            let whole = Whole { site, documents, sources };
            match refactor::scope(&whole, &Moves::new(pairs)) {
                Some(scope) => Preview::of_part(session, assets, whole, &scope)?,
                None => Preview::new(session, assets, whole.sources)?,
            }
        }
        None => Preview::new(session, assets, sources)?,
    };
    let preview = &mut preview;
    let mut all = Vec::new();
    for arguments in &arguments {
        all.extend(pairs(preview, arguments)?);
    }
    let renames = all.iter().filter(|(old, _)| preview.exists(old)).cloned().collect();
    let moves = Moves::new(all.into_iter().map(|(old, new)| (old, Some(new))).collect());
    let edits = change(preview, &moves, true)?.edits;
    let mut changes: Vec<(Source, Vec<_>)> = Vec::new();
    for (file, range, text) in edits.all() {
        if changes.last().is_none_or(|(source, _)| source.path != *file) {
            let Some(source) = preview.text(file) else { continue };
            changes.push((Source::new(file.clone(), &source), Vec::new()));
        }
        if let Some((_, of_file)) = changes.last_mut() {
            of_file.push((range, text.to_owned()));
        }
    }
    Ok(Moved { renames, changes })
}

fn rename(root: &Path, old: &SourcePath, new: &SourcePath) -> Result<(), Failure> {
    fs::rename(&root.join(old.as_str()), &root.join(new.as_str()))
        .map_err(|error| Failure::new(format!("can't move `{old}` to `{new}`: {}", fs::reason(&error))))
}

/// Returns the old and new paths in every locale. Fails if the move isn't possible.
fn pairs(preview: &Preview<'_>, arguments: &Arguments) -> Result<Vec<(SourcePath, SourcePath)>, Failure> {
    let (old, new) = located(&preview.session.root, arguments)?;
    let is_folder = fs::is_folder(&preview.session.root.join(old.as_str()));
    if new == old {
        return Err(Failure::new(format!("`{old}` already has this path")));
    }
    if new.strip_dir(old.as_str()).is_some() {
        return Err(Failure::new(format!("can't move `{old}` into itself")));
    }
    if let Some(rest) = old.strip_dir("content/i18n")
        && let Some((_, name)) = rest.split_once('/')
        && let original = SourcePath::new(format!("content/{name}"))
        && preview.exists(&original)
    {
        return Err(Failure::new(format!("`{old}` is a translation of `{original}`"))
            .hint("move the original; its translations move with it"));
    }
    let top = |path: &SourcePath| {
        let depth = if path.strip_dir("content/i18n").is_some() { 3 } else { 1 };
        path.as_str().split('/').take(depth).collect::<Vec<_>>().join("/")
    };
    if top(&old) != top(&new) {
        return Err(Failure::new(format!("can't move `{old}` out of `{}`", top(&old)))
            .hint("move pages within `content` or a locale's folder, and files within `static`"));
    }
    if !is_folder && old.extension() != new.extension() {
        let message = format!("`{new}` and `{old}` have different extensions");
        // Text after a dot can also be part of a name, such as `v1.0`.
        let is_extension = |text: &str| text.len() > 1 && text.chars().all(|c| c.is_ascii_alphabetic());
        let path = new.as_str();
        let bare = match is_extension(new.extension()) {
            true => {
                path.strip_suffix(new.extension()).and_then(|bare| bare.strip_suffix('.')).unwrap_or(path)
            }
            false => path,
        };
        let hint = format!("use `{bare}.{}`; docgen moves files but doesn't convert them", old.extension());
        return Err(Failure::new(message).hint(hint));
    }
    let is_hidden = |path: &SourcePath| path.as_str().split('/').any(|name| name.starts_with(['_', '.']));
    if is_hidden(&old) != is_hidden(&new) {
        return Err(Failure::new(format!("`{old}` and `{new}` aren't both pages"))
            .hint("check the names: files and folders whose names start with `_` or `.` aren't pages"));
    }
    let config = &preview.before.assembled.config;
    let is_below = |file: &SourcePath| *file == old || file.strip_dir(old.as_str()).is_some();
    if let Some(file) = config.openapi.iter().map(|api| SourcePath::new(&api.file)).find(is_below) {
        return Err(Failure::new(format!("`{file}` is an OpenAPI document"))
            .hint("move it yourself, and change `file` in `docgen.toml`"));
    }
    let is_found = |document: &&OpenApiConfig| {
        let file =
            Moves::new(vec![(old.clone(), Some(new.clone()))]).new_path(&SourcePath::new(&document.file));
        let below = file.as_ref().and_then(|file| file.strip_dir("content/versions")?.split_once('/'));
        below.is_some_and(|(_, below)| below == document.current_file())
    };
    let mut older = preview.sources.openapi.documents.iter().filter(|document| document.version.is_some());
    if let Some(document) = older.find(|document| !is_found(document)) {
        return Err(Failure::new(format!("`{}` is an OpenAPI document", document.file))
            .hint("leave it at this path in the folder of its version; otherwise, docgen wouldn't find it"));
    }
    let in_locales = |path| preview::in_locales(&preview.session.root, path);
    let pairs: Vec<_> = in_locales(&old).into_iter().zip(in_locales(&new)).collect();
    match pairs
        .iter()
        .find(|(old, new)| preview.exists(old) && preview.exists(new) && !is_same(preview, old, new))
    {
        Some((_, new)) => Err(Failure::new(format!("`{new}` already exists")).hint("choose another path")),
        None => Ok(pairs),
    }
}

/// Whether two paths refer to the same file because they differ only in case.
fn is_same(preview: &Preview<'_>, old: &SourcePath, new: &SourcePath) -> bool {
    let real = |path: &SourcePath| fs::absolute(&preview.session.root.join(path.as_str()));
    real(old) == real(new)
}

/// Returns the old and the new path in the site.
fn located(root: &Path, arguments: &Arguments) -> Result<(SourcePath, SourcePath), Failure> {
    let old = preview::existing(root, &arguments.old)?;
    let new = new_path(root, arguments, &old)?;
    Ok((old, new))
}

/// Returns the new path. If the given path is a folder, or if it ends with a slash and a file is moved, the new path is
/// the old name in this folder.
fn new_path(root: &Path, arguments: &Arguments, old: &SourcePath) -> Result<SourcePath, Failure> {
    // A path that exists only below the site's folder is interpreted as relative to the site's folder, and so is the
    // new path.
    let is_of_site = !fs::exists(&arguments.old);
    let path = if is_of_site { root.join(&arguments.new) } else { arguments.new.clone() };
    let ends_in_slash = arguments.new.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    let is_file = !fs::is_folder(&root.join(old.as_str()));
    let into = fs::is_folder(&path) || ends_in_slash && is_file;
    let path = if into { path.join(old.file_name()) } else { path };
    preview::in_site(root, &path, &arguments.new)
}

/// The result of [`change`].
struct Change {
    edits: Edits,
    /// The site after the moves and the changes.
    after: Rc<Run>,
    /// The number of redirects among the changes.
    redirects: usize,
    /// The links that couldn't be changed.
    stuck: Vec<Wrong>,
}

/// Finds the changes to other files.
fn change(preview: &mut Preview<'_>, moves: &Moves, redirects: bool) -> Result<Change, Failure> {
    let mut edits = Edits::default();
    let folder = preview.session.imports.folder();
    refactor::imports(preview.whole_site(), moves, folder, &|path| preview.text(path), &mut edits);
    refactor::references(&preview.sources.openapi, moves, &mut edits);
    let custom = preview.custom_css();
    refactor::sheets(preview.whole_site(), moves, custom.as_ref(), &|path| preview.text(path), &mut edits);
    let old_site = site(&preview.before).clone();
    // The pages of a renamed version exist only after the version's name changes in the config.
    let mut config = None;
    loop {
        let now = preview.with(moves, &edits)?;
        let pairs = Pairs::new(&old_site, site(&now), moves).of(preview.whole_site());
        refactor::settings(&pairs, moves, preview.all_sources(), &mut edits);
        let source = preview.sources.config.as_ref();
        let changed = source.and_then(|source| edits.apply(&source.path, &source.text));
        if changed == config {
            break;
        }
        config = changed;
    }
    // The files of versions that are built from Git don't change.
    edits.retain(|file| preview.text(file).is_some());
    let (after, stuck) = preview.correct(moves, &mut edits)?;
    let (mut aliases, mut added) = (0, Vec::new());
    if redirects {
        let pairs = Pairs::new(&old_site, site(&after), moves);
        aliases = refactor::aliases(&pairs, &|path| moves.old(path), &mut edits);
        added = refactor::root_redirects(&pairs, moves);
    }
    refactor::hashes(preview.whole_site(), moves, &mut edits);
    edits.drop_unchanged(|path| preview.text(path));
    preview.mark_translations(moves, &mut edits);
    let after = loop {
        if let Some(config) = &preview.sources.config {
            refactor::redirects(config, &added, &mut edits);
        }
        let after = preview.with(moves, &edits)?;
        let mut lost = refactor::lost_urls(&Pairs::new(&old_site, site(&after), moves));
        lost.retain(|redirect| redirects && !added.contains(redirect));
        if lost.is_empty() {
            break after;
        }
        added.extend(lost);
    };
    Ok(Change { edits, after, redirects: aliases + added.len(), stuck })
}
