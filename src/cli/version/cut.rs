//! `docgen version cut`: saves the current documentation as a version.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::cli::past;
use crate::cli::preview::{self, Preview, print, site};
use crate::cli::session::Run;
use crate::cli::{ExitStatus, Failure, Format, Outcome, report};
use crate::component::{VARIABLE, is_variables_module, version_folder};
use crate::config::{VersionBanner, is_version_name};
use crate::diag::{Code, Diagnostic, Severity};
use crate::fs;
use crate::path::SourcePath;
use crate::refactor::{self, Edits, Moves, NewVersion};
use crate::site::{Content, Page, Parsed, Site, Version, newest_first};

#[derive(Args)]
pub(in crate::cli) struct Arguments {
    /// Name of the version, such as 2.0
    #[arg(value_name = "NAME")]
    name: String,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
    /// ID of the documentation set (default: the first set)
    #[arg(long, value_name = "ID")]
    docs: Option<String>,
    /// Build the version from a tag, branch, or commit of the repository instead of copying files
    #[arg(long, value_name = "REF")]
    from_git: Option<String>,
    /// List the changes without making them
    #[arg(long)]
    dry_run: bool,
}

pub(in crate::cli) fn run(arguments: &Arguments) -> Outcome {
    let mut opened = preview::open(arguments.root.as_deref().unwrap_or(Path::new(".")), "version cut")?;
    let mut preview = Preview::of_disk(&mut opened)?;
    let docs = set(site(&preview.before), arguments.docs.as_deref())?;
    let cut = Cut { docs, name: &arguments.name };
    cut.check_name(&preview)?;
    if let Some(git) = &arguments.from_git {
        return cut.build_past(&mut preview, git, arguments.dry_run);
    }
    let folders = cut.folders(&preview)?;
    let moves = Moves::copies(cut.documents(&preview).into_iter().chain(folders).collect());
    let files = copies(&preview, &moves)?;
    let mut edits = Edits::default();
    let folder = preview.session.imports.folder();
    refactor::imports(site(&preview.before), &moves, folder, &|path| preview.text(path), &mut edits);
    refactor::references(&preview.sources.openapi, &moves, &mut edits);
    refactor::sheets(site(&preview.before), &moves, None, &|path| preview.text(path), &mut edits);
    cut.settings(&preview, None, &mut edits);
    preview.mark_translations(&moves, &mut edits);
    let (_, stuck) = preview.correct(&moves, &mut edits)?;
    refactor::hashes(site(&preview.before), &moves, &mut edits);
    let files = missing(&preview, &moves, files, &edits)?;
    let after = preview.with(&moves, &edits)?;
    let new = moves.all().filter(|(_, new)| !preview.exists(new));
    let mut lines: Vec<String> = new.map(|(old, new)| format!("{old} -> {new}")).collect();
    lines.extend(preview.lines(&edits, &moves));
    print(&lines)?;
    let problems = preview.new_problems(&after, &moves);
    let root = &preview.session.root;
    let counts = report::diagnostics(&problems, |path| after.source(path), root, Format::Human);
    preview.warn(&stuck);
    let is_dry = arguments.dry_run || has_taken_url(&problems);
    if !is_dry {
        write(&preview, &moves, &files, &edits)?;
    }
    cut.note(&preview.before, &after);
    let verb = if is_dry { "would cut" } else { "cut" };
    let count = report::plural(files.len(), "file");
    let changes = report::plural(edits.all().count(), "change");
    report::summary(&format!("{verb} version `{}`: {count}, {changes}; {counts}", cut.name));
    Ok(if counts.fail(false) { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Whether a URL that the new version needs is already taken, such as the URL of a version named `next`.
fn has_taken_url(problems: &[(Severity, Diagnostic)]) -> bool {
    problems
        .iter()
        .any(|(severity, found)| *severity == Severity::Error && found.code == Code::DuplicateRoute)
}

/// Returns the index of a documentation set.
fn set(site: &Site, id: Option<&str>) -> Result<usize, Failure> {
    let Some(id) = id else { return Ok(0) };
    let all = &site.config.docs;
    all.iter().position(|docs| docs.id == id).ok_or_else(|| {
        let ids: Vec<String> = all.iter().map(|docs| format!("`{}`", docs.id)).collect();
        Failure::new(format!("unknown documentation ID `{id}`")).hint(format!("use {}", ids.join(" or ")))
    })
}

/// Copies the files and writes the changed files. If a file can't be written, removes the copies.
fn write(preview: &Preview<'_>, moves: &Moves, files: &[SourcePath], edits: &Edits) -> Result<(), Failure> {
    let root = &preview.session.root;
    let new: Vec<&SourcePath> = moves.all().map(|(_, new)| new).filter(|new| !preview.exists(new)).collect();
    let copy = |file: &SourcePath| {
        let Some(new) = moves.new_path(file) else { return Ok(()) };
        let bytes = fs::read_site_file(root, file);
        bytes
            .and_then(|bytes| fs::create(&root.join(new.as_str()), &bytes))
            .map_err(|error| Failure::new(format!("can't copy `{file}` to `{new}`: {}", fs::reason(&error))))
    };
    files.iter().try_for_each(copy).and_then(|()| preview.write(moves, edits)).inspect_err(|_| {
        for new in new {
            // Everything at this path is a copy.
            let _ = fs::remove_all(&root.join(new.as_str()));
        }
    })
}

/// Returns the files whose copies don't exist yet. Two documentation sets can share a file. Fails if a copy would replace
/// a file with different content.
fn missing(
    preview: &Preview<'_>,
    moves: &Moves,
    files: Vec<SourcePath>,
    edits: &Edits,
) -> Result<Vec<SourcePath>, Failure> {
    let (mut missing, mut different) = (Vec::new(), Vec::new());
    let read = |file: &SourcePath| fs::read_site_file(&preview.session.root, file).ok();
    for file in files {
        let Some(new) = moves.new_path(&file).filter(|new| preview.exists(new)) else {
            missing.push(file);
            continue;
        };
        let text = preview.text(&file).and_then(|text| edits.apply(&file, &text));
        let copy = text.map(String::into_bytes).or_else(|| read(&file));
        if read(&new) != copy {
            different.push(format!("`{new}`"));
        }
    }
    match different.as_slice() {
        [] => Ok(missing),
        [one] => Err(format!("{one} already exists with different content")),
        several => Err(format!("these files already exist with different content: {}", several.join(", "))),
    }
    .map_err(|message| {
        Failure::new(message)
            .hint("use another version name, or use different filenames in each documentation set")
    })
}

/// Returns the files to copy.
fn copies(preview: &Preview<'_>, moves: &Moves) -> Result<Vec<SourcePath>, Failure> {
    let root = &preview.session.root;
    let mut files = Vec::new();
    for (old, _) in moves.all() {
        if fs::is_folder(&root.join(old.as_str())) {
            let (found, problems) = fs::files_below(root, old, &preview.session.out);
            if !problems.is_empty() {
                let problems: Vec<_> = problems.into_iter().map(|found| (Severity::Error, found)).collect();
                report::diagnostics(&problems, |_| None, root, Format::Human);
                return Err(Failure::new(format!("can't copy `{old}`")));
            }
            files.extend(found);
        } else {
            files.push(old.clone());
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// A version of a documentation set that doesn't exist yet.
struct Cut<'a> {
    /// The set's index.
    docs: usize,
    /// The version name.
    name: &'a str,
}

impl Cut<'_> {
    /// Fails if the name is invalid or the version already exists.
    fn check_name(&self, preview: &Preview<'_>) -> Result<(), Failure> {
        let name = self.name;
        if !is_version_name(name) || name.contains(char::is_whitespace) {
            return Err(Failure::new(format!("invalid version name `{name}`"))
                .hint("use a release name, such as `2.0` or `2.x`; the name is also part of URLs"));
        }
        if name == "current" {
            return Err(Failure::new("`current` is the version that you're working on")
                .hint("use a release name, such as `2.0`"));
        }
        let site = site(&preview.before);
        let same = |(_, version): &(usize, &Version)| {
            version.name.to_lowercase() == name.to_lowercase() && self.is_built(site, version)
        };
        let known = site.versions_of(self.docs).find(same).map(|(_, version)| version);
        if known.is_some_and(|known| known.is_past) {
            return Err(Failure::new(format!("version `{name}` already exists: it's built from Git"))
                .hint("use another name, or remove the version from `docgen.toml`"));
        }
        // A version can consist of OpenAPI documents.
        let folders = known.map(|known| [&*known.folder, known.folder.trim_end_matches(|c| c != '/')]);
        let known = folders.into_iter().flatten().map(|folder| SourcePath::new(format!("content/{folder}")));
        let folders = known.chain(self.pairs(preview).into_iter().map(|(_, new)| new));
        match folders.into_iter().find(|folder| preview.exists(folder)) {
            Some(folder) => Err(Failure::new(format!("version `{name}` already exists: `{folder}`"))
                .hint("use another name, or remove the folder")),
            None => Ok(()),
        }
    }

    /// Whether a version has pages.
    fn is_built(&self, site: &Site, version: &Version) -> bool {
        let is_own = |page: &crate::site::Page| {
            page.version.is_some_and(|own| site.versions[own].folder == version.folder)
        };
        site.pages.iter().any(|page| is_own(page))
    }

    /// Returns the folder of the current documentation and the folder of the version, in every locale.
    fn pairs(&self, preview: &Preview<'_>) -> Vec<(SourcePath, SourcePath)> {
        let docs = &site(&preview.before).config.docs[self.docs];
        let old = SourcePath::new(docs.folder());
        let new = SourcePath::new(format!("content/versions/{}/{}", self.name, docs.id));
        let in_locales = |path| preview::in_locales(&preview.session.root, path);
        in_locales(&old).into_iter().zip(in_locales(&new)).collect()
    }

    /// Returns the folders to copy, and the paths of the copies. Fails if there are no pages to copy.
    fn folders(&self, preview: &Preview<'_>) -> Result<Vec<(SourcePath, SourcePath)>, Failure> {
        let pairs: Vec<_> = self.pairs(preview).into_iter().filter(|(old, _)| preview.exists(old)).collect();
        let has_pages = preview
            .sources
            .markdown
            .iter()
            .any(|source| pairs.iter().any(|(old, _)| source.path.strip_dir(old.as_str()).is_some()));
        if has_pages {
            return Ok(pairs);
        }
        let folder = site(&preview.before).config.docs[self.docs].folder();
        Err(Failure::new(format!("`{folder}` has no pages to copy")).hint(
            "run the command in a site with documentation, or specify a documentation set with `--docs`",
        ))
    }

    /// Returns the files of the set's current OpenAPI documents, and the paths of the copies.
    fn documents(&self, preview: &Preview<'_>) -> Vec<(SourcePath, SourcePath)> {
        let openapi = &preview.sources.openapi;
        let site = site(&preview.before);
        let documents = openapi
            .documents
            .iter()
            .filter(|document| document.version.is_none() && self.is_of_set(site, document.docs.as_deref()));
        let paths = documents.flat_map(|document| document.overlays.iter().chain([&document.file]));
        let mut files: Vec<SourcePath> = paths.map(SourcePath::new).collect();
        let mut at = 0;
        while let Some(file) = files.get(at) {
            let references = openapi.files.get(file).map(|loaded| loaded.file.references.clone());
            for reference in references.into_iter().flatten() {
                if !files.contains(&reference) && openapi.files.contains_key(&reference) {
                    files.push(reference);
                }
            }
            at += 1;
        }
        files.retain(|file| openapi.files.contains_key(file));
        files.sort();
        files.dedup();
        let copy = |file: SourcePath| {
            let new = SourcePath::new(format!("content/versions/{}/{file}", self.name));
            (file, new)
        };
        files.into_iter().map(copy).chain(self.notes(preview)).collect()
    }

    /// Returns the notes that the pages of the set's current OpenAPI documents show, and the paths of the copies.
    fn notes(&self, preview: &Preview<'_>) -> BTreeMap<SourcePath, SourcePath> {
        let site = site(&preview.before);
        let is_own = |page: &Page| {
            let Content::Api(index, _) = page.content else { return false };
            let config = &site.apis[index].config;
            config.version.is_none() && self.is_of_set(site, config.docs.as_deref())
        };
        let notes = site.pages.iter().filter(|page| is_own(page)).filter_map(|page| page.note.as_ref());
        let copy = |note: &Arc<Parsed>| {
            let path = &note.source.path;
            let of_locale = path.strip_dir("content/i18n").and_then(|rest| rest.split_once('/'));
            let new = match of_locale {
                Some((code, rest)) => format!("content/i18n/{code}/versions/{}/{rest}", self.name),
                None => format!("content/versions/{}/{path}", self.name),
            };
            (path.clone(), SourcePath::new(new))
        };
        notes.map(copy).collect()
    }

    /// Whether the documentation set with an ID is this set. Without an ID, it's the first set.
    fn is_of_set(&self, site: &Site, id: Option<&str>) -> bool {
        site.config.docs.iter().position(|docs| id == Some(&*docs.id)).unwrap_or(0) == self.docs
    }

    /// Adds the version to the settings if they list versions or sidebars.
    fn settings(&self, preview: &Preview<'_>, git: Option<&str>, edits: &mut Edits) {
        let site = site(&preview.before);
        let mut all: Vec<&str> = site.versions_of(self.docs).map(|(_, version)| &*version.name).collect();
        all.extend((!all.contains(&self.name)).then_some(self.name));
        let all = newest_first(&all);
        let key = &site.config.docs[self.docs].key;
        let path = SourcePath::new(fs::CONFIG);
        let old = preview.text(&path).unwrap_or_default();
        let shown = self.variables(preview);
        let shows = &|name: &str| shown.as_ref().is_none_or(|shown| shown.contains(name));
        let new = NewVersion { key, name: self.name, git, shows, all: &all };
        if let Some(new) = refactor::with_version(&old, &new) {
            let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
            let same = |(a, b): &(&String, &String)| a == b;
            let length = |(line, _): (&String, &String)| line.len();
            let (before, after) = (lines(&old), lines(&new));
            let start: usize = before.iter().zip(&after).take_while(same).map(length).sum();
            let (before, after) = (lines(&old[start..]), lines(&new[start..]));
            let end: usize = before.iter().rev().zip(after.iter().rev()).take_while(same).map(length).sum();
            edits.set(&path, start..old.len() - end, new[start..new.len() - end].to_owned());
        }
    }

    /// Returns the first part of each variable name that the current pages use. Returns `None` if the pages can use all
    /// variables.
    fn variables(&self, preview: &Preview<'_>) -> Option<BTreeSet<String>> {
        let site = site(&preview.before);
        let docs = &site.config.docs[self.docs];
        let of_set = |path: &SourcePath| version_folder(path) == Some(docs.id.as_str());
        let pages = site.pages.iter().filter_map(|page| page.parsed());
        let pages = pages.filter(|parsed| of_set(&parsed.source.path));
        let mut names = BTreeSet::new();
        for (path, _) in pages.flat_map(|parsed| &parsed.metadata.imports) {
            if is_variables_module(path) {
                return None;
            }
            let name = path.as_str().strip_prefix(VARIABLE).and_then(|name| name.split(['.', '@']).next());
            names.extend(name.map(str::to_owned));
        }
        Some(names)
    }

    /// Adds a settings entry for a version that's built from Git.
    fn build_past(&self, preview: &mut Preview<'_>, git: &str, dry_run: bool) -> Outcome {
        let root = preview.session.root.clone();
        let docs = &site(&preview.before).config.docs[self.docs];
        past::find(&root, docs, git)?;
        let mut edits = Edits::default();
        self.settings(preview, Some(git), &mut edits);
        print(&preview.lines(&edits, &Moves::default()))?;
        // Problems with the current pages aren't new in the version.
        let copies = Moves::copies(self.documents(preview).into_iter().chain(self.pairs(preview)).collect());
        let path = SourcePath::new(fs::CONFIG);
        let text = preview.text(&path).unwrap_or_default();
        let text = edits.apply(&path, &text).unwrap_or_else(|| text.to_string());
        let after = preview.with_config(&text)?;
        let problems = preview.new_problems(&after, &copies);
        let counts = report::diagnostics(&problems, |path| after.source(path), &root, Format::Human);
        let is_refused = counts.fail(false);
        let is_dry = dry_run || is_refused;
        if !is_dry {
            preview.write(&Moves::default(), &edits)?;
        }
        self.note(&preview.before, &after);
        let name = self.name;
        report::summary(&match is_dry {
            true => format!("would build version `{name}` from `{git}`; {counts}"),
            false => format!("version `{name}` is built from `{git}`; {counts}"),
        });
        Ok(if is_refused { ExitStatus::ContentErrors } else { ExitStatus::Success })
    }

    /// Prints the version's URL and the versions whose URLs have changed.
    fn note(&self, before: &Run, after: &Run) {
        let (before, after) = (site(before), site(after));
        let old = |name: &str| before.versions_of(self.docs).find(|(_, version)| version.name == name);
        for (_, version) in after.versions_of(self.docs) {
            let url = url(after, version);
            let was = old(&version.name).map(|(_, old)| self::url(before, old));
            let what = match version.banner {
                VersionBanner::None if version.last => " as the latest release",
                VersionBanner::None => "",
                VersionBanner::Unreleased => " and shows the banner for unreleased versions",
                VersionBanner::Unmaintained => " and shows the banner for unmaintained versions",
            };
            let name = &version.name;
            match was {
                _ if name == self.name => {
                    report::note(&format!("`{name}` is at `{url}`{what}"));
                    let last =
                        after.config.docs[self.docs].last_version.as_ref().filter(|last| *last != name);
                    if let Some(last) = last {
                        report::note(&format!(
                            "`last_version` is `{last}`; if `{name}` is the latest release, change this setting"
                        ));
                    }
                }
                Some(was) if was != url => {
                    report::note(&format!("`{name}` moves from `{was}` to `{url}`{what}"))
                }
                _ => {}
            }
        }
    }
}

/// Returns a version's URL.
fn url(site: &Site, version: &Version) -> String {
    site.config.addressing().href(&site.locales[0].docs_root(&site.config, version))
}
