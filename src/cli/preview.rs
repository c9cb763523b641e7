//! For `mv`, `rm`, and `version`: shows a site as it would be after moves and changes, and applies the moves and
//! changes.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::session::{Run, Session};
use super::{Failure, place, report, timings::Timings};
use crate::component::REPOSITORY;
use crate::diag::{Diagnostic, Severity, nearest};
use crate::fs::{self, DiskAssets};
use crate::path::SourcePath;
use crate::pipeline::{self, Options, Sources};
use crate::refactor::{self, Edits, Layer, Moves, Pairs, Whole, Wrong};
use crate::render::Renderer;
use crate::site::{Parsed, Site, translations};
use crate::source::Source;

/// The maximum number of times that a site is assembled: once for each destination that docgen tries for a link.
const ROUNDS: usize = 8;

/// A site, and the same site with moves and changes that aren't on disk yet.
pub(super) struct Preview<'s> {
    pub session: &'s mut Session,
    pub sources: Sources,
    /// The site without the moves and changes.
    pub before: Run,
    assets: &'s DiskAssets,
    layer: Arc<Layer>,
    /// The moves and changes that were shown last, and the site with them.
    shown: Option<(Moves, Edits, Rc<Run>)>,
    /// If only a part of the site is shown: the whole site.
    whole: Option<Whole>,
}

/// Opens a site for [`Preview::of_disk`]. `command` is the subcommand, for hints.
pub(super) fn open(root: &Path, command: &str) -> Result<(Session, DiskAssets), Failure> {
    let session = Session::open(place::find(root, command)?, None, None, true)?;
    if session.bare.is_some() {
        return Err(Failure::new("this folder isn't a site")
            .hint("run the command in the folder that contains `docgen.toml` and `content`, or specify the folder with `--root`"));
    }
    let assets = DiskAssets::new(&session.root);
    Ok((session, assets))
}

impl<'s> Preview<'s> {
    /// Shows the files on disk.
    pub(super) fn of_disk((session, assets): &'s mut (Session, DiskAssets)) -> Result<Self, Failure> {
        let sources = session.load();
        Preview::new(session, assets, sources)
    }

    /// Shows these files.
    pub(super) fn new(
        session: &'s mut Session,
        assets: &'s DiskAssets,
        mut sources: Sources,
    ) -> Result<Self, Failure> {
        let layer = Arc::clone(session.layer.get_or_insert_default());
        layer.set(&Moves::default(), &Edits::default());
        // Changes can add settings to a site without a config.
        sources.config.get_or_insert_with(|| Source::new(SourcePath::new(fs::CONFIG), ""));
        let before = assembled(session, &sources, assets);
        sources.openapi = before.sources.openapi.clone();
        let preview = Preview { session, sources, before, assets, layer, shown: None, whole: None };
        if preview.before.assembled.site.is_none() {
            return Err(Failure::new("the config is invalid, so docgen can't determine the site's pages")
                .hint("fix the problems that `docgen check` reports"));
        }
        Ok(preview)
    }

    /// Shows only these pages of a site.
    pub(super) fn of_part(
        session: &'s mut Session,
        assets: &'s DiskAssets,
        mut whole: Whole,
        pages: &BTreeSet<SourcePath>,
    ) -> Result<Self, Failure> {
        let markdown = std::mem::take(&mut whole.sources.markdown);
        let mut sources = whole.sources.clone();
        sources.markdown = markdown.iter().filter(|source| pages.contains(&source.path)).cloned().collect();
        whole.sources.markdown = markdown;
        Ok(Preview { whole: Some(whole), ..Preview::new(session, assets, sources)? })
    }

    /// Returns the whole site without the moves and changes.
    pub(super) fn whole_site(&self) -> &Site {
        self.whole.as_ref().map_or_else(|| site(&self.before), |whole| &whole.site)
    }

    /// Returns the files of the whole site.
    pub(super) fn all_sources(&self) -> &Sources {
        self.whole.as_ref().map_or(&self.sources, |whole| &whole.sources)
    }

    /// Returns the site with moves and changes.
    pub(super) fn with(&mut self, moves: &Moves, edits: &Edits) -> Result<Rc<Run>, Failure> {
        if let Some((known_moves, known_edits, run)) = &self.shown
            && (known_moves, known_edits) == (moves, edits)
        {
            return Ok(Rc::clone(run));
        }
        self.layer.set(moves, edits);
        let mut sources = self.layer.sources(&self.sources);
        // Versions built from Git still publish a file that moves or is removed. Loading has reported all problems.
        sources.static_files.extend(fs::published_files(
            &self.session.root,
            &self.session.out,
            &mut Vec::new(),
        ));
        sources.static_files.sort();
        sources.static_files.dedup();
        let run = Rc::new(assembled(self.session, &sources, self.assets));
        if run.assembled.site.is_none() {
            return Err(Failure::new("the change would make `docgen.toml` invalid")
                .hint("change `docgen.toml` yourself"));
        }
        self.shown = Some((moves.clone(), edits.clone(), Rc::clone(&run)));
        Ok(run)
    }

    /// Returns the site with another config, which can list more versions that are built from Git.
    pub(super) fn with_config(&mut self, text: &str) -> Result<Rc<Run>, Failure> {
        let config = Source::new(SourcePath::new(fs::CONFIG), text);
        let problems = self.session.fetch(Some(&config));
        let mut sources = fs::load(&self.session.root, &self.session.out);
        sources.diagnostics.extend(problems);
        sources.config = Some(config);
        self.sources = sources;
        self.shown = None;
        self.with(&Moves::default(), &Edits::default())
    }

    /// Updates every link whose target would change because of the moves, until all links have the same targets as
    /// before. Returns the site after the changes, and the links that couldn't be changed.
    pub(super) fn correct(
        &mut self,
        moves: &Moves,
        edits: &mut Edits,
    ) -> Result<(Rc<Run>, Vec<Wrong>), Failure> {
        let old_site = site(&self.before).clone();
        // In an OpenAPI document, all links in a text have the text's location. The candidates can differ between the
        // pages that show a file.
        let mut tried: BTreeMap<(SourcePath, u32, String), BTreeSet<String>> = BTreeMap::new();
        // The links in a site without the latest changes are already a good start.
        let mut after = match &self.shown {
            Some((known, _, run)) if known == moves => Rc::clone(run),
            _ => self.with(moves, edits)?,
        };
        let mut round = 0;
        loop {
            let pairs = Pairs::new(&old_site, site(&after), moves).of(self.whole_site());
            let mut stuck = BTreeMap::new();
            let mut changed = BTreeSet::new();
            for wrong in refactor::links(&pairs, moves, self.sources.config.as_ref(), &|path| self.text(path))
            {
                let key = (wrong.file.clone(), wrong.span.start, wrong.written.clone());
                if changed.contains(&key) || wrong.is_detour && tried.contains_key(&key) {
                    continue;
                }
                let tried = tried.entry(key.clone()).or_default();
                let mut untried = wrong.candidates.iter().filter(|new| !tried.contains(*new));
                match untried.next().filter(|_| !wrong.ranges.is_empty()) {
                    Some(new) => {
                        wrong
                            .ranges
                            .iter()
                            .for_each(|range| edits.set(&wrong.file, range.clone(), new.clone()));
                        tried.insert(new.clone());
                        changed.insert(key);
                    }
                    None => {
                        wrong.ranges.iter().for_each(|range| edits.unset(&wrong.file, range));
                        stuck.insert(key, wrong);
                    }
                }
            }
            round += 1;
            let new = self.with(moves, edits)?;
            if Rc::ptr_eq(&new, &after) || round == ROUNDS {
                return Ok((new, stuck.into_values().collect()));
            }
            after = new;
        }
    }

    /// Marks the outdated translations that are changed or copied. Without a mark, they would count as up to date, because
    /// Git knows only that they and their originals changed in the same commit. Also marks the up-to-date translations
    /// whose originals change but that don't change themselves: they would count as outdated.
    pub(super) fn mark_translations(&self, moves: &Moves, edits: &mut Edits) {
        let site = self.whole_site();
        let changed: BTreeSet<SourcePath> = edits.files().cloned().collect();
        let is_changed = |file: &SourcePath| moves.copy_of(file) != *file || changed.contains(file);
        let is_concerned = |(translation, original): (&Parsed, &Parsed)| {
            is_changed(&translation.source.path) || changed.contains(&original.source.path)
        };
        if !translations::need_git(site) || !translations::with_originals(site).any(is_concerned) {
            return;
        }
        let changes = self.session.changes().unwrap_or_default().changes;
        let outdated = translations::untranslated(site, &changes, |_| true);
        for page in outdated.iter().filter(|page| page.is_outdated() && is_changed(&page.file)) {
            if let Some(text) = self.text(&page.file) {
                refactor::mark_outdated(&Source::new(page.file.clone(), &text), edits);
            }
        }
        let outdated: BTreeSet<&SourcePath> = outdated.iter().map(|page| &page.file).collect();
        for (translation, original) in translations::with_originals(site) {
            let (file, original) = (&translation.source.path, &original.source);
            let is_known = changes.contains_key(file) && changes.contains_key(&original.path);
            if is_known && !outdated.contains(file) && !is_changed(file) && changed.contains(&original.path) {
                refactor::mark_up_to_date(&translation.source, original, edits);
            }
        }
    }

    /// Returns the problems that the site has only after moves and changes, including problems with the paths of output
    /// files.
    pub(super) fn new_problems(&self, after: &Run, moves: &Moves) -> Vec<(Severity, Diagnostic)> {
        let all = |run: &Run| {
            let (_, found) = Renderer::new(site(run), &self.session.theme, &run.assembled.messages, None);
            let found = pipeline::judge(&run.assembled.config, found);
            run.assembled.diagnostics.iter().cloned().chain(found).collect::<Vec<_>>()
        };
        refactor::new_problems(&all(&self.before), all(after), moves)
    }

    /// Warns about the links that couldn't be changed.
    pub(super) fn warn(&self, stuck: &[Wrong]) {
        for wrong in stuck {
            let text = self.text(&wrong.file).unwrap_or_default();
            let line =
                text.get(..wrong.span.range().start).map_or(0, |before| before.matches('\n').count()) + 1;
            let is_elsewhere = wrong.ranges.is_empty();
            let what = if is_elsewhere { ", which an expression or another file contains" } else { "" };
            report::warning(&format!(
                "{}:{line}: can't update the link `{}`{what}; change it yourself",
                self.shown(&wrong.file),
                wrong.written
            ));
        }
    }

    /// Returns the site's own style sheet.
    pub(super) fn custom_css(&self) -> Option<Source> {
        let text = self.session.theme.custom_css.as_deref()?;
        Some(Source::new(SourcePath::new(fs::CUSTOM_CSS), text))
    }

    /// Returns the original text of a file, unless the file is in a commit and can't be changed.
    pub(super) fn text(&self, path: &SourcePath) -> Option<Arc<str>> {
        if fs::is_extracted(&self.session.root, path) {
            return None;
        }
        let whole = || self.whole.as_ref().and_then(|whole| whole.sources.source(path));
        let found = self.before.sources.source(path).or_else(whole).map(|source| Arc::clone(&source.text));
        found.or_else(|| self.session.imports.read(path).ok().map(|source| source.text))
    }

    /// Whether a file or folder exists in the site.
    pub(super) fn exists(&self, path: &SourcePath) -> bool {
        fs::exists(&self.session.root.join(path.as_str()))
    }

    /// Returns the lines that list changes: the location, the old text, and the new text. For a change to a copy, the
    /// location is in the copy.
    pub(super) fn lines(&self, edits: &Edits, moves: &Moves) -> Vec<String> {
        let line = |(file, range, new): (&SourcePath, std::ops::Range<usize>, &str)| {
            let text = self.text(file).unwrap_or_default();
            let number = text.get(..range.start).map_or(0, |before| before.matches('\n').count()) + 1;
            let old = text.get(range).unwrap_or_default();
            let change = match (old.trim(), new.trim()) {
                ("", new) => format!("add `{}`", on_one_line(new)),
                (old, "") => format!("remove `{}`", on_one_line(old)),
                (old, new) => format!("`{}` -> `{}`", on_one_line(old), on_one_line(new)),
            };
            format!("{}:{number}: {change}", self.shown(&moves.copy_of(file)))
        };
        edits.all().map(line).collect()
    }

    /// Returns the path of a file, relative to the site's folder.
    fn shown(&self, path: &SourcePath) -> String {
        let ups = || "../".repeat(self.session.imports.folder().split('/').count());
        match path.as_str().strip_prefix(REPOSITORY) {
            Some(path) => format!("{}{path}", ups()),
            None => path.to_string(),
        }
    }

    /// Writes the changed text. The files must already be at their new paths.
    pub(super) fn write(&self, moves: &Moves, edits: &Edits) -> Result<(), Failure> {
        for file in edits.files() {
            let (Some(text), Some(path)) = (self.text(file), moves.new_path(file)) else { continue };
            let Some(changed) = edits.apply(file, &text) else { continue };
            let path = self.session.imports.location(&path);
            // A source's text doesn't include the byte-order mark.
            let mark = fs::read_any(&path).filter(|bytes| bytes.starts_with("\u{feff}".as_bytes()));
            let mark = if mark.is_some() { "\u{feff}" } else { "" };
            fs::write_whole(&path, format!("{mark}{changed}").as_bytes()).map_err(|error| {
                Failure::new(format!("can't write `{}`: {}", path.display(), fs::reason(&error)))
            })?;
        }
        Ok(())
    }
}

/// Returns the path of an existing file or folder in the site.
pub(super) fn existing(root: &Path, given: &Path) -> Result<SourcePath, Failure> {
    let paths = [given.to_owned(), root.join(given)];
    let Some(path) = paths.iter().find(|path| fs::exists(path)) else {
        let failure = Failure::new(format!("file or folder not found: `{}`", given.display()));
        return Err(match near(given, &paths) {
            Some(near) => failure.hint(format!("did you mean `{}`?", near.display())),
            None => failure,
        });
    };
    in_site(root, path, given)
}

/// Returns the path of a file or folder in the folders that `mv` and `rm` change.
pub(super) fn in_site(root: &Path, path: &Path, given: &Path) -> Result<SourcePath, Failure> {
    let outside = || {
        Failure::new(format!("`{}` isn't in `content` or `static`", given.display()))
            .hint("specify a page, an image, or a folder in `content` or `static`")
    };
    let path = fs::absolute(path);
    let below = path.strip_prefix(root).map_err(|_| outside())?;
    let path = SourcePath::new(below.to_str().ok_or_else(outside)?);
    // The folders of documentation, blogs, pages, versions, and locales stay. Other files can be next to them.
    let depth = path.as_str().split('/').count();
    let fixed = match path.as_str().split('/').next() {
        Some("content") => {
            if path.strip_dir("content/i18n").is_some() {
                4
            } else {
                2
            }
        }
        Some("static") => 1,
        _ => return Err(outside()),
    };
    let is_folder = fs::is_folder(&root.join(path.as_str()));
    let is_other = path.file_name().starts_with('_') || fs::exists(&root.join(path.as_str())) && !is_folder;
    match depth.cmp(&fixed) {
        Ordering::Greater => Ok(path),
        Ordering::Equal if is_other => Ok(path),
        Ordering::Equal if is_folder => {
            Err(Failure::new(format!("expected a path in `{path}`, found the folder itself"))
                .hint("specify a page, an image, or a folder in this folder"))
        }
        _ => Err(Failure::new(format!(
            "expected a path in a folder such as `content/docs`, found `{}`",
            given.display()
        ))
        .hint("specify a page, an image, or a folder in one of these folders")),
    }
}

/// Returns a content path and, if the path belongs to the default locale, the same path in the folder of every
/// other locale.
pub(super) fn in_locales(root: &Path, path: &SourcePath) -> Vec<SourcePath> {
    let mut all = vec![path.clone()];
    if let Some(rest) = path.strip_dir("content").filter(|rest| !rest.starts_with("i18n/")) {
        let codes = fs::folders_in(&root.join("content/i18n"));
        all.extend(codes.iter().map(|code| SourcePath::new(format!("content/i18n/{code}/{rest}"))));
    }
    all
}

/// Returns the path with a file or folder name that is similar to the given one. `paths` are the locations that the given
/// path can refer to.
fn near(given: &Path, paths: &[PathBuf]) -> Option<PathBuf> {
    let wanted = given.file_name()?.to_str()?;
    paths.iter().find_map(|path| {
        let names = fs::names_in(path.parent()?);
        let names = || names.iter().map(String::as_str);
        let is_same = |name: &&str| name.rsplit_once('.').is_some_and(|(stem, _)| stem == wanted);
        let near = names().find(is_same).or_else(|| nearest(wanted, names()))?;
        Some(given.with_file_name(near))
    })
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Assembles the site with its drafts so that their links are also changed.
fn assembled(session: &mut Session, sources: &Sources, assets: &DiskAssets) -> Run {
    let options = Options { live: true, repeated: true, ..Options::default() };
    session.assemble_from(sources.clone(), assets, options, None, &mut Timings::begin())
}

/// Returns a run's site. [`Preview`] has checked that the run has one.
pub(super) fn site(run: &Run) -> &Site {
    run.assembled.site.as_ref().expect("`Preview` rejects runs without a site")
}

/// Prints lines on standard output.
pub(super) fn print(lines: &[String]) -> Result<(), Failure> {
    if lines.is_empty() { Ok(()) } else { report::data(&lines.join("\n")) }
}
