//! `docgen check --fix`: finds the changes that fix problems, tries them on the site in memory, and writes those that
//! help.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use clap::ValueEnum;

use super::session::{Run, Session};
use super::{Failure, Format, report};
use crate::component::{REPOSITORY, in_git};
use crate::diag::{Code, Diagnostic, Edit, Location, Severity};
use crate::fs;
use crate::path::SourcePath;
use crate::pipeline::Sources;
use crate::refactor::{Edits, Layer, Moves};

/// The maximum number of times that a site is checked. A round can reveal more problems, or be undone.
const ROUNDS: usize = 200;

/// The fixes to make.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Which {
    /// Only fixes that are certainly what the author meant
    Certain,
    /// Also fixes that are only likely, such as the most similar name
    All,
}

impl Which {
    fn allows(self, edit: &Edit) -> bool {
        edit.is_certain || self == Which::All
    }
}

/// A fix: the file, the problem, and the old and new text.
type Key = (SourcePath, Code, String, [Box<str>; 2]);

/// The original and the new text of each changed file.
type Texts = BTreeMap<SourcePath, (Arc<str>, String)>;

/// A change to a file's text.
struct Change<'a> {
    key: Key,
    edit: &'a Edit,
    range: Range<usize>,
}

/// A checked site and its problems.
pub(super) struct Checked {
    pub run: Run,
    pub problems: Vec<(Severity, Diagnostic)>,
}

/// A site with its problems fixed. Nothing is on disk yet.
pub(super) struct Fixed {
    /// The site after the fixes, and the problems that are left.
    pub checked: Checked,
    /// The changed files.
    texts: Texts,
    /// The location of each fix, the old text, and the new text.
    lines: Vec<String>,
}

impl Fixed {
    /// Fixes a site's problems in memory, and checks it again after each round of fixes. If a round makes a file worse, it
    /// is undone and repeated with fewer fixes.
    pub(super) fn find(
        session: &mut Session,
        which: Which,
        check: &mut dyn FnMut(&mut Session, Sources) -> Checked,
    ) -> Result<Self, Failure> {
        if session.bare.is_some() {
            return Err(Failure::new("`--fix` changes only sites, and this folder isn't a site")
                .hint("specify a folder that contains `docgen.toml` and `content`"));
        }
        let layer = Arc::new(Layer::default());
        session.layer = Some(Arc::clone(&layer));
        let mut sources = session.load();
        let checked = check(session, sources.clone());
        sources.openapi = checked.run.sources.openapi.clone();
        let mut fixed = Fixed { checked, texts: BTreeMap::new(), lines: Vec::new() };
        let (mut rejected, mut held) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..ROUNDS {
            let changes = fixed.changes(session, which, |key| !rejected.contains(key) && !held.contains(key));
            if changes.is_empty() {
                if held.is_empty() {
                    break;
                }
                held.clear();
                continue;
            }
            let (texts, lines) = fixed.with(session, &changes);
            let keys: BTreeSet<Key> = changes.into_iter().map(|change| change.key).collect();
            show(&layer, &texts);
            let after = check(session, layer.sources(&sources));
            let mut worse = worse(&fixed.checked.problems, &after.problems);
            if fixed.checked.run.assembled.site.is_none() && after.run.assembled.site.is_some() {
                // Until the config is valid, only some of the problems with pages are known.
                worse.retain(|file| keys.iter().any(|key| Some(&key.0) == *file));
            }
            let undone = undone(session, &fixed.checked, &after, &keys);
            if !undone.is_empty() {
                rejected.extend(undone);
                continue;
            }
            let blamed = blamed(&worse, &keys);
            if blamed.is_empty() {
                fixed.lines.extend(lines);
                (fixed.checked, fixed.texts) = (after, texts);
                continue;
            }
            let count: usize = blamed.iter().map(Vec::len).sum();
            if count < keys.len() {
                // Another file's fix could be the cause, so first try these fixes alone.
                held.extend(
                    keys.iter().filter(|key| !blamed.iter().flatten().any(|one| one == key)).cloned(),
                );
                continue;
            }
            for keys in blamed {
                match keys.as_slice() {
                    [key] => {
                        rejected.insert((*key).clone());
                    }
                    keys => held.extend(keys[keys.len() / 2..].iter().map(|key| (*key).clone())),
                }
            }
        }
        show(&layer, &fixed.texts);
        Ok(fixed)
    }

    /// Returns the changes for the problems that can be fixed, in the order of files and ranges. If two changes overlap,
    /// only the first one is returned.
    fn changes(&self, session: &Session, which: Which, is_wanted: impl Fn(&Key) -> bool) -> Vec<Change<'_>> {
        let Checked { run, problems } = &self.checked;
        let mut changes: Vec<Change<'_>> = problems
            .iter()
            .filter_map(|(_, problem)| change(session, run, problem))
            .filter(|change| which.allows(change.edit) && is_wanted(&change.key))
            .collect();
        changes.sort_by(|a, b| (&a.key.0, a.range.start).cmp(&(&b.key.0, b.range.start)));
        let mut last: Option<(SourcePath, usize)> = None;
        changes.retain(|change| {
            let is_free =
                last.as_ref().is_none_or(|(file, end)| *file != change.key.0 || *end <= change.range.start);
            if is_free {
                last = Some((change.key.0.clone(), change.range.end));
            }
            is_free
        });
        changes
    }

    /// Returns the texts with more changes, and a line that describes each change.
    fn with(&self, session: &Session, changes: &[Change<'_>]) -> (Texts, Vec<String>) {
        let run = &self.checked.run;
        let (mut texts, mut edits, mut lines) = (self.texts.clone(), Edits::default(), Vec::new());
        let mut locator = report::Locator::new(&session.root, Format::Human);
        for Change { key: (file, ..), edit, range } in changes {
            edits.set(file, range.clone(), edit.with.to_string());
            let location = Location::Span(file.clone(), range.clone().into());
            let place = locator.place(&location, run.source(file));
            let [old, new] = edit.shown();
            lines.push(format!("{place}: `{old}` -> `{new}`"));
        }
        for file in edits.files() {
            let Some(source) = run.source(file) else { continue };
            let Some(text) = edits.apply(file, &source.text) else { continue };
            let original = texts.get(file).map_or_else(|| Arc::clone(&source.text), |(text, _)| text.clone());
            texts.insert(file.clone(), (original, text));
        }
        (texts, lines)
    }

    /// Prints the fixes and their number.
    pub(super) fn report(&self, format: Format, is_dry: bool) -> Result<(), Failure> {
        match format {
            Format::Human if self.lines.is_empty() => {}
            Format::Human => report::data(&self.lines.join("\n"))?,
            // Standard output contains only problems.
            Format::Json | Format::Github => self.lines.iter().for_each(|line| report::summary(line)),
        }
        let verb = if is_dry { "would fix" } else { "fixed" };
        let problems = report::plural(self.lines.len(), "problem");
        let files = report::plural(self.texts.len(), "file");
        report::summary(&format!("{verb} {problems} in {files}"));
        Ok(())
    }

    /// Writes the changed files.
    pub(super) fn write(&self, session: &Session) -> Result<(), Failure> {
        let mark = "\u{feff}".as_bytes();
        for (file, (original, text)) in &self.texts {
            let path = fs::absolute(&fs::on_disk(&session.root, file.as_str()));
            let now = fs::read_any(&path).unwrap_or_default();
            let (mark, now) = match now.strip_prefix(mark) {
                Some(now) => (mark, now),
                None => (&[][..], &*now),
            };
            if now != original.as_bytes() {
                return Err(Failure::new(format!("`{file}` changed while docgen was checking it"))
                    .hint("run the command again"));
            }
            fs::write_whole(&path, &[mark, text.as_bytes()].concat()).map_err(|error| {
                Failure::new(format!("can't write `{}`: {}", path.display(), fs::reason(&error)))
            })?;
        }
        Ok(())
    }
}

/// Shows files with new texts in a layer.
fn show(layer: &Layer, texts: &Texts) {
    let mut edits = Edits::default();
    for (file, (original, text)) in texts {
        edits.set(file, 0..original.len(), text.clone());
    }
    layer.set(&Moves::default(), &edits);
}

/// Returns the change that fixes a problem, if its file can be changed.
fn change<'a>(session: &Session, run: &Run, problem: &'a Diagnostic) -> Option<Change<'a>> {
    problem.edit.as_ref()?;
    let file = problem.location.as_ref()?.path();
    let (edit, range) = problem.edit_in(&run.source(file)?.text)?;
    let key =
        (file.clone(), problem.code, problem.message.clone(), [edit.replace.clone(), edit.with.clone()]);
    can_change(session, run, file).then_some(Change { key, edit, range })
}

/// Whether a file is one of the site's own sources: not from Git or another repository, not a package, and not the target of
/// a link to another folder. A site's templates are excluded because they can't be checked before they're written.
fn can_change(session: &Session, run: &Run, file: &SourcePath) -> bool {
    let is_other = in_git(file).is_some()
        || file.as_str().starts_with(REPOSITORY)
        || file.as_str().split('/').any(|name| name.starts_with('.') || name == "node_modules")
        || fs::is_extracted(&session.root, file)
        || run.sources.templates.iter().any(|template| template.path == *file);
    let path = || fs::absolute(&fs::on_disk(&session.root, file.as_str()));
    !is_other && path().starts_with(&session.root) && !path().starts_with(&session.out)
}

/// Returns the fixes that the fixes of new problems would undo. Such a fix only moves a problem to another page.
fn undone(session: &Session, before: &Checked, after: &Checked, keys: &BTreeSet<Key>) -> BTreeSet<Key> {
    fn changes<'c>(session: &Session, checked: &'c Checked) -> impl Iterator<Item = Change<'c>> {
        checked.problems.iter().filter_map(|(_, problem)| change(session, &checked.run, problem))
    }
    let known: BTreeSet<Key> = changes(session, before).map(|change| change.key).collect();
    let new = changes(session, after).filter(|change| !known.contains(&change.key));
    let back: BTreeSet<(SourcePath, [Box<str>; 2])> =
        new.map(|change| (change.key.0, [change.edit.with.clone(), change.edit.replace.clone()])).collect();
    keys.iter().filter(|key| back.contains(&(key.0.clone(), key.3.clone()))).cloned().collect()
}

/// Returns the fixes that might have made the site worse, in groups that can be tried separately: by file or, if only other
/// files are worse, all of them.
fn blamed<'k>(worse: &BTreeSet<Option<&SourcePath>>, keys: &'k BTreeSet<Key>) -> Vec<Vec<&'k Key>> {
    let keys: Vec<&Key> = keys.iter().collect();
    let files = keys.chunk_by(|a, b| a.0 == b.0);
    let own: Vec<Vec<&Key>> =
        files.filter(|keys| worse.contains(&Some(&keys[0].0))).map(<[_]>::to_vec).collect();
    if own.is_empty() && !worse.is_empty() { vec![keys] } else { own }
}

/// Returns the files that have more errors, more problems, or a new problem. A new problem that can be fixed might only
/// have been hidden by another one, such as a misspelled key in a table whose name was misspelled.
fn worse<'a>(
    before: &'a [(Severity, Diagnostic)],
    after: &'a [(Severity, Diagnostic)],
) -> BTreeSet<Option<&'a SourcePath>> {
    let file = |problem: &'a Diagnostic| problem.location.as_ref().map(Location::path);
    let mut known: BTreeMap<(Option<&SourcePath>, Code, &str), i64> = BTreeMap::new();
    let mut counts: BTreeMap<Option<&SourcePath>, (i64, i64)> = BTreeMap::new();
    let mut count = |severity: Severity, problem: &'a Diagnostic, sign: i64| {
        let count = sign * i64::from(problem.count);
        let (errors, all) = counts.entry(file(problem)).or_default();
        *errors += if severity == Severity::Error { count } else { 0 };
        *all += count;
    };
    for (severity, problem) in before {
        count(*severity, problem, -1);
        *known.entry((file(problem), problem.code, &problem.message)).or_default() += 1;
    }
    let mut new = Vec::new();
    for (severity, problem) in after {
        count(*severity, problem, 1);
        let left = known.entry((file(problem), problem.code, &problem.message)).or_default();
        *left -= 1;
        if *left < 0 && problem.edit.is_none() {
            new.push((file(problem), *severity));
        }
    }
    // A warning can take the place of an error, such as a broken anchor in a link whose path is fixed.
    let is_worse = |(file, severity): &(Option<&'a SourcePath>, Severity)| {
        *severity == Severity::Error || counts.get(file).is_none_or(|(errors, _)| *errors >= 0)
    };
    let more = counts.iter().filter(|(_, (errors, all))| *errors > 0 || *all > 0).map(|(file, _)| *file);
    new.into_iter().filter(is_worse).map(|(file, _)| file).chain(more).collect()
}

/// Returns a line about the fixes that the command could still make.
pub(super) fn hint(
    session: &Session,
    run: &Run,
    problems: &[(Severity, Diagnostic)],
    made: Option<Which>,
) -> Option<String> {
    if session.bare.is_some() {
        return None;
    }
    let changes: Vec<Change<'_>> =
        problems.iter().filter_map(|(_, problem)| change(session, run, problem)).collect();
    let count = |which: Which| changes.iter().filter(|change| which.allows(change.edit)).count();
    let line = |count, option| {
        let problems = report::plural(count, "problem");
        format!("to fix {problems}, run `docgen check {option}`")
    };
    let certain = count(Which::Certain);
    match (made, certain, count(Which::All) - certain) {
        (None, 1.., _) => Some(line(certain, "--fix")),
        (None | Some(Which::Certain), _, likely @ 1..) => {
            Some(format!("{}, and review the changes", line(likely, "--fix=all")))
        }
        _ => None,
    }
}
