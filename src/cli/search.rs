//! `docgen search`: commands that use the search index, with one file for each command.

mod index;
mod push;
mod query;
mod test;

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
    /// Test the search with a list of queries and the pages that they must return
    ///
    /// Each line of the file contains a query and the path of the page that answers it, separated by a tab. Several
    /// paths are separated by `|`. An optional third column contains the worst accepted rank, from 1 to 10. Without
    /// this column, the page must be among the first 10 results. To write the current ranks to the file, use
    /// `--update`.
    Test(test::Arguments),
    /// Upload the site's records to the hosted index that `[search]` specifies
    ///
    /// Reads the site in the same way as `docgen build`, regardless of `provider`, and sends its records to the Algolia
    /// index that `app_id` and `index_name` specify. The records go to a temporary index. When the temporary index
    /// contains all the records, it replaces the live index. Until then, readers get the old results. The live index
    /// keeps its settings, synonyms, and rules.
    Push(push::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Query(arguments) => query::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::Push(arguments) => push::run(arguments),
    }
}
