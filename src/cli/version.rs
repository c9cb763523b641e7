//! `docgen version`: commands for the versions of the documentation, one file for each.

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
    /// Keep the current documentation as a version
    Cut(cut::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Cut(arguments) => cut::run(arguments),
    }
}
