//! `docgen version`: commands for versions of the documentation, with one file for each command.

mod cut;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Save the current documentation as a version
    Cut(cut::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Cut(arguments) => cut::run(arguments),
    }
}
