//! `docgen serve`.

use clap::Args;

use super::{ExitStatus, Outcome, SiteArguments};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
}

pub(super) fn run(_arguments: &Arguments) -> Outcome {
    Ok(ExitStatus::Success)
}
