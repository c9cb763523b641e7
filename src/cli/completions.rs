//! `docgen completions`.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, ExitStatus, Outcome, report};

#[derive(Args)]
pub(super) struct Arguments {
    /// Shell to print the script for; load the script in the shell's startup file
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "docgen", &mut script);
    report::data(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitStatus::Success)
}
