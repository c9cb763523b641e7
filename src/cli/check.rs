//! `docgen check`: reports everything that a build reports. With `--fix`, it fixes what it can; otherwise, it writes
//! nothing.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::fix::{self, Checked, Fixed, Which};
use super::session::{Run, Session};
use super::{ExitStatus, Format, Outcome, SiteArguments, external, prose, report, timings::Timings};
use crate::config::ConfigSource;
use crate::diag::{Diagnostic, Severity};
use crate::fs::{CUSTOM_CSS, DiskAssets};
use crate::markdown;
use crate::path::SourcePath;
use crate::pipeline::{self, Options, Sources};

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
    /// Fix the problems whose fix is certain, such as misspelled keys, or also those whose fix is only likely
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain"
    )]
    fix: Option<Which>,
    /// List the fixes without making them
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut session = arguments.site.open("check", None, None, true)?;
    session.is_check = true;
    let assets = DiskAssets::new(&session.root);
    let mut check = |session: &mut Session, sources| checked(arguments, session, sources, &assets);
    let format = arguments.site.format;
    let Checked { mut run, problems: mut diagnostics } = match arguments.fix {
        Some(which) => {
            let fixed = Fixed::find(&mut session, which, &mut check)?;
            fixed.report(format, arguments.dry_run)?;
            if !arguments.dry_run {
                fixed.write(&session)?;
            }
            fixed.checked
        }
        None => {
            let sources = session.load();
            check(&mut session, sources)
        }
    };
    diagnostics.extend(prose::findings(&arguments.prose, &session, &mut run)?);
    let mut links = String::new();
    diagnostics.extend(external::check(&arguments.external, &session, &mut run, &mut links)?);
    let counts = report::diagnostics(&diagnostics, |path| run.source(path), &session.root, format);
    let pages = run.assembled.pages;
    report::summary(&format!("{} checked: {links}{counts}", report::plural(pages, "page")));
    if format == Format::Human
        && let Some(hint) = fix::hint(&session, &run, &diagnostics, arguments.fix)
    {
        report::summary(&hint);
    }
    Ok(if counts.fail(arguments.site.strict) { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Checks a site with these sources.
fn checked(arguments: &Arguments, session: &mut Session, sources: Sources, assets: &DiskAssets) -> Checked {
    let options = Options { lint: true, ..Options::default() };
    let mut run = session.assemble_from(sources, assets, options, None, &mut Timings::begin());
    let (_, mut problems) = run.renderer(&session.theme, &session.output_cache(), None);
    if arguments.accessibility {
        let found = accessibility(&run, session.theme.custom_css.as_deref());
        session.add_imported(&mut run, found.iter().filter_map(|(_, found)| found.location.as_ref()));
        problems.extend(found);
    }
    Checked { run, problems }
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
