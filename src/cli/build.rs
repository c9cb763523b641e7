//! `docgen build`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::report::{self, Counts};
use super::session::Session;
use super::timings::Timings;
use super::{ExitStatus, Failure, Outcome, SiteArguments};
use crate::fs::{self, DiskAssets, Lock, Report, Sync};
use crate::pipeline::Options;
use crate::search;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Folder to write to; `dist` in the site's folder when left out. Files in it that are not the site's are left
    /// alone
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Neither read nor write `.docgen/cache`, which makes the next build faster
    #[arg(long)]
    no_cache: bool,
    /// Say at the end how long each part of the work took
    #[arg(long)]
    timings: bool,
}

/// How many files that cannot be written are named: where a disk is full, it is all of them.
const NAMED: usize = 10;
/// How long a build takes before it shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let mut timings = Timings::begin();
    let mut session = Session::open(&arguments.site, arguments.out.as_deref(), !arguments.no_cache)?;
    timings.ended("theme");
    let _lock = Lock::take(&session.root, || report::note("waiting for another build of this site to end"));
    let sources = session.load();
    timings.ended("load");
    let look = session.look(&sources);
    timings.ended("look for changes");
    if let Some(stamp) = look.as_ref().and_then(|look| look.last.as_ref()) {
        let report = Report { unchanged: stamp.written.lengths.len(), ..Report::default() };
        return Ok(finished(
            stamp.pages,
            started,
            report,
            Counts::default(),
            arguments.timings.then_some(&timings),
        ));
    }
    let assets = DiskAssets::new(&session.root);
    let run = session.assemble_from(sources, &assets, Options { live: false, lint: false }, &mut timings);
    let (renderer, diagnostics) = run.renderer(&session.theme);
    let counts = report::diagnostics(&diagnostics, |path| run.source(path), arguments.site.format);
    let Some(renderer) = renderer.filter(|_| !counts.fail(arguments.site.strict)) else {
        report::summary(&format!("nothing was written: {counts}"));
        return Ok(ExitStatus::ContentErrors);
    };
    let outputs = renderer.outputs();
    timings.ended("templates and shared parts");
    let progress = progress(outputs.len() as u64);
    let store = session.store();
    let kept: &dyn search::Store = store.as_ref().map_or(&search::Forgetful, |store| store);
    let mut index = renderer.search_files(kept);
    timings.ended("search index");
    let planned = outputs.iter().map(|output| &output.path).chain(index.iter().map(|file| &file.path));
    let sync =
        Sync::begin(&session.root, &session.out, planned).map_err(|error| Failure::new(error.to_string()))?;
    // What names the other files of the index comes last of all.
    let header = index.pop();
    index.into_par_iter().for_each(|file| sync.write(&file));
    timings.ended("write the search index");
    let done = AtomicU64::new(0);
    let groups: Vec<_> = outputs.chunk_by(|a, b| a.same_page(b)).collect();
    groups.par_iter().for_each(|group| {
        if !group.iter().all(|output| output.is_drawn() && sync.keep(&output.path)) {
            renderer.render_group(group, |artifact| sync.write(&artifact));
        }
        let done = done.fetch_add(group.len() as u64, Ordering::Relaxed);
        if done % 64 < group.len() as u64 {
            if progress.is_hidden() && started.elapsed() > PATIENCE {
                progress.set_draw_target(ProgressDrawTarget::stderr());
            }
            progress.set_position(done);
        }
    });
    header.iter().for_each(|file| sync.write(file));
    progress.finish_and_clear();
    timings.ended("render and write");
    let (report, written) = sync.finish().map_err(|errors| {
        let mut lines: Vec<String> = errors.iter().take(NAMED).map(ToString::to_string).collect();
        if let Some(more) = errors.len().checked_sub(NAMED).filter(|more| *more > 0) {
            lines.push(format!("and {} more", report::plural(more, "file")));
        }
        Failure::new(lines.join("\n")).hint("what was written so far is completed by the next build")
    })?;
    let stamped = match look.filter(|_| counts == Counts::default()) {
        Some(look) => session.stamp(&look, &run, &assets, written),
        None => Ok(()),
    };
    let kept = store.map_or(Ok(()), fs::Store::finish);
    if let Err(error) = session.save_cache().and(stamped).and(kept) {
        report::warning(&format!("the cache cannot be written: {error}"));
    }
    timings.ended("manifest and cache");
    let pages = run.assembled.site.as_ref().map_or(0, |site| site.page_count());
    Ok(finished(pages as u64, started, report, counts, arguments.timings.then_some(&timings)))
}

/// Says what a build did.
fn finished(
    pages: u64,
    started: Instant,
    report: Report,
    counts: Counts,
    timings: Option<&Timings>,
) -> ExitStatus {
    report::summary(&format!(
        "{} in {}: {} written, {} unchanged, {} removed{}",
        report::plural(pages as usize, "page"),
        report::duration(started.elapsed()),
        report::plural(report.written, "file"),
        report.unchanged,
        report.removed,
        if counts == Counts::default() { String::new() } else { format!(", {counts}") },
    ));
    if let Some(timings) = timings {
        report::timings(timings.parts());
    }
    ExitStatus::Success
}

fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} files")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden()).with_style(style)
}
