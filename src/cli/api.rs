//! `docgen api`: commands for OpenAPI documents, with one file for each command.

mod diff;
mod document;
mod shown;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare two OpenAPI documents, and report changes that break clients
    ///
    /// The report starts with the most serious changes. A change is breaking if a client that follows the old document
    /// can stop working. A warning is a change that breaks some clients, depending on facts that aren't in the
    /// documents.
    Diff(diff::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Diff(arguments) => diff::run(arguments),
    }
}
