//! `docgen check`: reports everything that a build reports, and writes nothing.

use clap::Args;

use super::{ExitStatus, Outcome, SiteArguments, report, timings::Timings};
use crate::fs::DiskAssets;
use crate::pipeline::Options;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut session = arguments.site.open("check", None, None, true)?;
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let options = Options { live: false, lint: true };
    let run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let (_, diagnostics) = run.renderer(&session.theme, &session.output_cache());
    let counts =
        report::diagnostics(&diagnostics, |path| run.source(path), &session.root, arguments.site.format);
    let pages = run.assembled.site.as_ref().map_or(0, |site| site.page_count());
    report::summary(&format!("{} checked: {counts}", report::plural(pages, "page")));
    Ok(if counts.fail(arguments.site.strict) { ExitStatus::ContentErrors } else { ExitStatus::Success })
}
