//! `docgen search`: what is done with the search besides building it, one file a command.

mod push;
mod query;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer a question from a built site, as its search does in a browser
    Query(query::Arguments),
    /// Fill the hosted index that `[search]` names with what the site says
    ///
    /// Reads the site as `docgen build` does, whatever its `provider` is, and sends its records to the Algolia index
    /// that `app_id` and `index_name` name. They go into a temporary index, which takes the live one's place only when
    /// it is whole: until then, readers find what they found before. Settings, synonyms and rules of the live index
    /// are kept.
    Push(push::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Query(arguments) => query::run(arguments),
        Command::Push(arguments) => push::run(arguments),
    }
}
