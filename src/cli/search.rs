//! `docgen search`: commands that use the search index, one file for each.

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
    /// Search a built site, with the same results as in a browser
    Query(query::Arguments),
    /// Upload the site's records to the hosted index in `[search]`
    ///
    /// Reads the site in the same way as `docgen build`, regardless of `provider`, and sends its records to the Algolia index that
    /// `app_id` and `index_name` specify. The records go to a temporary index, which replaces the live index only
    /// when all records are in it. Until then, readers get the old results. The live index keeps its settings,
    /// synonyms, and rules.
    Push(push::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Query(arguments) => query::run(arguments),
        Command::Push(arguments) => push::run(arguments),
    }
}
