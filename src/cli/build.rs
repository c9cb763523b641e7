//! `docgen build`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::prelude::*;

use super::{
    ExitStatus, Failure, Outcome, SiteArguments,
    deployment::DeploymentArguments,
    place::Place,
    report::{self, Counts},
    session::Session,
    timings::Timings,
};
use crate::fs::{self, DiskAssets, Lock, OutputCache, Report, Sync, SyncError, Written};
use crate::images::{Images, Memory, Read};
use crate::path::{OutPath, SourcePath};
use crate::pipeline::Options;
use crate::render::{BY_NAME, Body, Output, PageFiles, Renderer, by_page};
use crate::search;
use crate::site::Site;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    deployment: DeploymentArguments,
    /// Build a site made for another generator: convert it in a temporary folder, and write only the output
    #[arg(long, value_name = "DIR", conflicts_with_all = ["path", "root"])]
    from: Option<PathBuf>,
    /// Folder to write to (default: `dist` in the site's folder). Files in this folder that docgen didn't write are
    /// kept
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Build from scratch, without `.docgen/cache` (takes longer)
    #[arg(long)]
    no_cache: bool,
    /// Print how long each phase took, how many documents were parsed, and how many pages were rendered
    #[arg(long)]
    timings: bool,
}

/// The maximum number of unwritable files to name. If the disk is full, no file can be written.
const NAMED: usize = 10;
/// The delay before a build shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let mut timings = Timings::begin();
    let mut session = arguments.site.open(
        "build",
        arguments.from.as_deref(),
        arguments.out.as_deref(),
        !arguments.no_cache,
    )?;
    session.deployment = arguments.deployment.resolve(&session.root)?;
    if let Some(note) = session.deployment.note() {
        report::note(&note);
    }
    timings.ended("theme");
    let waiting = || report::note("waiting for another build of this site to finish");
    let _lock = session.bare.is_none().then(|| Lock::take(&session.root, waiting));
    let sources = session.load();
    timings.ended("load");
    let look = session.look(&sources);
    timings.ended("look for changes");
    if let Some(stamp) = look.as_ref().and_then(|look| look.last.as_ref()) {
        let report = Report { unchanged: stamp.written.lengths.len(), ..Report::default() };
        finished(&session, stamp.pages, started, report, Counts::default());
        report_timings(arguments, &timings);
        return Ok(ExitStatus::Success);
    }
    let assets = DiskAssets::new(&session.root);
    let cache = session.output_cache();
    let run = session.assemble_from(sources, &assets, Options::default(), None, &mut timings);
    let (store, memory) = (session.image_store(), Memory::default());
    let kept: &dyn search::Store = store.as_ref().map_or(&memory, |store| store);
    let read = |path: &SourcePath| fs::read_inside(&session.root, path).ok();
    let images = run.assembled.site.as_ref().map(|site| encode(site, &read, kept, started));
    timings.ended("images");
    let (renderer, diagnostics) = run.renderer(&session.theme, &cache, images.as_ref());
    let counts =
        report::diagnostics(&diagnostics, |path| run.source(path), &session.root, arguments.site.format);
    let Some(renderer) = renderer.filter(|_| !counts.fail(arguments.site.strict)) else {
        report::summary(&format!("nothing was written: {counts}"));
        return Ok(ExitStatus::ContentErrors);
    };
    let renderer = match run.assembled.config.csp {
        Some(_) => renderer.with_sources(session.page_sources()),
        None => renderer,
    };
    let (report, written, saved) = write(&session, &renderer, cache, started, &mut timings)?;
    // The process stops after the build, so freeing the memory of a large site would only take time.
    std::mem::forget(renderer);
    std::mem::forget(images);
    let saved = saved.and(store.map_or(Ok(()), fs::Store::finish));
    // Write the stamp last. If the stamp exists and still matches, the next build skips all other checks.
    let stamped = match look.filter(|_| counts == Counts::default()) {
        Some(look) => session.stamp(&look, &run, &assets, written),
        None => Ok(()),
    };
    if let Err(error) = saved.and(stamped) {
        report::warning(&format!("can't write the cache: {error}"));
    }
    timings.ended("manifest and cache");
    let pages = run.assembled.site.as_ref().map_or(0, |site| site.page_count());
    finished(&session, pages as u64, started, report, counts);
    report_timings(arguments, &timings);
    std::mem::forget((run, session));
    Ok(ExitStatus::Success)
}

/// Encodes a site's images. If this takes a long time, shows the progress.
fn encode<'a>(site: &Site, read: &'a Read<'a>, store: &'a dyn search::Store, started: Instant) -> Images<'a> {
    let progress =
        ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(report::bar("images"));
    let images = Images::encode(site, read, store, &|done, all| {
        if progress.is_hidden() && started.elapsed() > PATIENCE {
            progress.set_draw_target(ProgressDrawTarget::stderr());
        }
        progress.set_length(all as u64);
        progress.set_position(done as u64);
    });
    progress.finish_and_clear();
    images
}

/// Builds a site without a cache into an empty folder. Doesn't report the site's problems, but fails if the site has
/// errors.
pub(super) fn build_to(place: Place, out: &Path) -> Result<(), Failure> {
    let mut session = Session::open(place, None, Some(out), false)?;
    let sources = session.load();
    let assets = DiskAssets::new(&session.root);
    let mut timings = Timings::begin();
    let options = Options::default();
    let run = session.assemble_from(sources, &assets, options, None, &mut timings);
    let cache = OutputCache::default();
    let (renderer, diagnostics) = run.renderer(&session.theme, &cache, None);
    let counts = Counts::of(&diagnostics);
    let Some(renderer) = renderer.filter(|_| !counts.fail(false)) else {
        return Err(Failure::new(format!("can't build the new site: {counts}"))
            .hint("run `docgen check` in the new site's folder"));
    };
    write(&session, &renderer, cache, Instant::now(), &mut timings).map(|_| ())
}

/// Writes everything that changed, and all caches except the stamp. If a cache couldn't be written, the last value is
/// an error.
fn write(
    session: &Session,
    renderer: &Renderer<'_>,
    cache: OutputCache,
    started: Instant,
    timings: &mut Timings,
) -> Result<(Report, Written, std::io::Result<()>), Failure> {
    let outputs = renderer.outputs();
    timings.ended("templates and shared parts");
    let progress = progress(outputs.len() as u64);
    let parsed = session.parsed();
    timings.note("parse and highlight", format!("{} parsed", report::plural(parsed, "document")));
    session.begin_cache();
    let store = session.store();
    let kept: &dyn search::Store = store.as_ref().map_or(&search::Forgetful, |store| store);
    let (pages, others) = by_page(&outputs);
    // Joining the index uses one core. Meanwhile, the other cores compute the keys of the pages.
    let was_built = !cache.is_empty();
    let keys = || pages.par_iter().map(|page| was_built.then(|| renderer.page_key(page))).collect();
    let (mut index, keys): (_, Vec<Option<u128>>) = rayon::join(|| renderer.search_files(kept), keys);
    timings.ended("search index");
    let again = session.parsed() - parsed;
    timings.note("search index", format!("{} parsed", report::plural(again, "document")));
    let planned = outputs.iter().map(|output| &output.path).chain(index.iter().map(|file| &file.path));
    let is_same = |path: &OutPath, bytes: &[u8]| {
        let output = outputs.binary_search_by(|output| output.path.cmp(path)).ok();
        let rendered = output.map(|at| renderer.render(&outputs[at]).body);
        let body = rendered.or_else(|| Some(index.iter().find(|file| file.path == *path)?.body.clone()));
        match body {
            Some(Body::Bytes(own)) => *own == *bytes,
            Some(Body::Copy(source)) => fs::read_inside(&session.root, &source).is_ok_and(|own| own == bytes),
            None => false,
        }
    };
    let sync = Sync::begin(&session.root, &session.out, planned, cache, &is_same)
        .map_err(|errors| in_the_way(&errors))?;
    warn_of_unsure(&sync, &session.out);
    // Last, write the file that names the other index files.
    let header = index.pop();
    index.into_par_iter().for_each(|file| sync.write(&file, None));
    timings.ended("write the search index");
    let render = || {
        render_all(renderer, &sync, (&pages, &keys), &others, |done| {
            if progress.is_hidden() && started.elapsed() > PATIENCE {
                progress.set_draw_target(ProgressDrawTarget::stderr());
            }
            progress.set_position(done);
        })
    };
    let (documents, rendered) = rayon::join(|| session.save_documents(), render);
    header.iter().for_each(|file| sync.write(file, None));
    progress.finish_and_clear();
    timings.ended("render and write");
    timings.note("render and write", format!("{} rendered", report::plural(rendered, "page")));
    let (report, written, cache) = sync.finish().map_err(|errors| {
        failure(&errors).hint("fix the cause and build again; the next build writes the remaining files")
    })?;
    let kept = store.map_or(Ok(()), fs::Store::finish);
    let (highlighted, outputs) =
        rayon::join(|| session.save_highlighted(), || session.save_output_cache(&cache));
    let sources = session.save_page_sources(renderer.page_sources());
    Ok((report, written, documents.and(highlighted).and(outputs).and(sources).and(kept)))
}

/// Returns the failure to report if obstacles kept the build from writing anything.
fn in_the_way(errors: &[SyncError]) -> Failure {
    failure(errors).hint(if errors.iter().all(SyncError::is_in_the_way) {
        "remove the conflicting files, or choose another folder with `--out`; nothing was written"
    } else {
        "choose another folder with `--out`; nothing was written"
    })
}

/// Warns about files that are replaced although docgen might not have written them.
fn warn_of_unsure(sync: &Sync, out: &Path) {
    let Some(first) = sync.unsure.first() else { return };
    let others = match sync.unsure.len() - 1 {
        0 => String::new(),
        more => format!(" and {}", report::plural(more, "other file")),
    };
    report::warning(&format!(
        "the output folder's manifest is missing or damaged, so docgen can't tell which files it wrote; replacing `{}`{others}",
        out.join(first.as_str()).display()
    ));
}

/// Renders and writes everything that changed, and returns the number of pages rendered. Regularly calls `advance`
/// with the number of finished files.
fn render_all(
    renderer: &Renderer<'_>,
    sync: &Sync,
    (pages, keys): (&[PageFiles<'_>], &[Option<u128>]),
    others: &[&Output],
    advance: impl Fn(u64) + Send + std::marker::Sync,
) -> usize {
    let (done, rendered) = (AtomicU64::new(0), AtomicUsize::new(0));
    let advance = |files: usize| {
        let done = done.fetch_add(files as u64, Ordering::Relaxed);
        if done % 64 < files as u64 {
            advance(done);
        }
    };
    let other = |output: &&Output| {
        let is_there = |key| {
            let path = &output.path;
            sync.keep_made([path].into_iter(), key) || key == BY_NAME && sync.keep(path, key)
        };
        match renderer.slow_key(output) {
            Some(key) if is_there(key) => {}
            Some(key) => sync.write(&renderer.render(output), Some(key)),
            None => {
                sync.write(&renderer.render_from(output, &|path, key| sync.made_text(path, key)), None);
            }
        }
        advance(1);
    };
    let page = |(page, known): (&PageFiles<'_>, &Option<u128>)| {
        let keep = |key| sync.keep_made(page.outputs.iter().map(|output| &output.path), key);
        let made = renderer.render_page(page, *known, keep, |artifact, key| {
            sync.write(&artifact, Some(key));
        });
        rendered.fetch_add(usize::from(made), Ordering::Relaxed);
        advance(page.outputs.len());
    };
    // A policy depends on what the rendered pages need.
    let (last, others): (Vec<_>, Vec<_>) =
        others.iter().copied().partition(|output| renderer.has_policy(output));
    let (first, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|output| renderer.precedes_pages(output));
    let (large, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|output| renderer.is_large(output));
    first.iter().for_each(other);
    // Start with the outputs that depend on all pages. They're slow: if they came last, everything would wait for them.
    rayon::join(
        || rayon::join(|| large.iter().for_each(other), || others.par_iter().for_each(other)),
        || pages.par_iter().zip(keys).for_each(page),
    );
    last.iter().for_each(other);
    rendered.into_inner()
}

/// Returns the failure for files that can't be written.
fn failure(errors: &[SyncError]) -> Failure {
    let mut lines: Vec<String> = errors.iter().take(NAMED).map(ToString::to_string).collect();
    if let Some(more) = errors.len().checked_sub(NAMED).filter(|more| *more > 0) {
        lines.push(format!("and {} more", report::plural(more, "file")));
    }
    Failure::new(lines.join("\n"))
}

/// Prints a build summary.
fn finished(session: &Session, pages: u64, started: Instant, report: Report, counts: Counts) {
    report::summary(&format!(
        "built {} to `{}` in {}: {} written, {} unchanged, {} removed{}",
        report::plural(pages as usize, "page"),
        report::from_here(&session.out).display(),
        report::duration(started.elapsed()),
        report::plural(report.written, "file"),
        report.unchanged,
        report.removed,
        if counts == Counts::default() { String::new() } else { format!(", {counts}") },
    ));
}

/// Prints the build phases if `--timings` is set.
fn report_timings(arguments: &Arguments, timings: &Timings) {
    if arguments.timings {
        report::timings(&timings.phases);
    }
}

fn progress(length: u64) -> ProgressBar {
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden()).with_style(report::bar("files"))
}
