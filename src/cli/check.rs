//! `docgen check`: reports everything that a build reports, and writes nothing.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::session::Run;
use super::{ExitStatus, Outcome, SiteArguments, external, prose, report, timings::Timings};
use crate::config::ConfigSource;
use crate::diag::{Diagnostic, Severity};
use crate::fs::{CUSTOM_CSS, DiskAssets};
use crate::markdown;
use crate::path::SourcePath;
use crate::pipeline::{self, Options};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    external: external::ExternalArguments,
    /// Also check alternative text, headings, link text, and colors
    #[arg(long)]
    accessibility: bool,
    /// Also report problems that a spelling or style checker found in the output of `docgen prose`
    #[arg(long, value_name = "FILE")]
    prose: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut session = arguments.site.open("check", None, None, true)?;
    session.is_check = true;
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let options = Options { live: false, lint: true };
    let mut run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let (_, mut diagnostics) = run.renderer(&session.theme, &session.output_cache(), None);
    if arguments.accessibility {
        let found = accessibility(&run, session.theme.custom_css.as_deref());
        session.add_imported(&mut run, &found);
        diagnostics.extend(found);
    }
    diagnostics.extend(prose::findings(&arguments.prose, &run)?);
    let mut links = String::new();
    diagnostics.extend(external::check(&arguments.external, &session, &run, &mut links)?);
    let counts =
        report::diagnostics(&diagnostics, |path| run.source(path), &session.root, arguments.site.format);
    let pages = run.assembled.site.as_ref().map_or(0, |site| site.page_count());
    report::summary(&format!("{} checked: {links}{counts}", report::plural(pages, "page")));
    Ok(if counts.fail(arguments.site.strict) { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Returns the problems that affect readers who are blind or have low vision.
fn accessibility(run: &Run, css: Option<&str>) -> Vec<(Severity, Diagnostic)> {
    let mut found: Vec<Diagnostic> = prose::sources_of(run)
        .into_par_iter()
        .flat_map_iter(|(_, parsed)| markdown::accessibility(&parsed.source, &parsed.document()))
        .collect();
    let config = &run.assembled.config;
    let source = run.sources.config.as_ref().map(ConfigSource::new);
    let path = SourcePath::new(CUSTOM_CSS);
    found.extend(config.low_contrast(source.as_ref(), css.map(|css| (&path, css))));
    pipeline::judge(config, found)
}
