//! `docgen init`.

use std::path::PathBuf;

use clap::Args;

use super::{ExitStatus, Outcome};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Folder of the new site; it is made when it is not there
    #[arg(default_value = ".")]
    dir: PathBuf,
}

pub(super) fn run(_arguments: &Arguments) -> Outcome {
    Ok(ExitStatus::Success)
}
