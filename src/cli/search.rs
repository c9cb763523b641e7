//! `docgen search`: what is done with the search besides building it, one file a command.

mod push;
mod query;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Answer a question from a built site, as its search does in a browser
    Query(query::Arguments),
    /// Fill the hosted index that `[search]` names with what the site says
    Push(push::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Query(arguments) => query::run(arguments),
        Command::Push(arguments) => push::run(arguments),
    }
}
