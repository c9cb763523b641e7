//! `docgen export`: commands that write the site in other formats, with one file for each command.

mod mcp;
mod pdf;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the site, or a section of it, as a PDF book
    ///
    /// The book has a cover, a table of contents with page numbers, bookmarks, and working links between its pages.
    /// docgen prints the book with an installed Chromium-based browser, such as Chrome or Edge.
    Pdf(pdf::Arguments),
    /// Write an MCP server for edge hosts, as a JavaScript file
    ///
    /// AI agents can search and read the published site, and look up API operations. The server needs only the host's
    /// edge or serverless functions.
    Mcp(mcp::Arguments),
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Pdf(arguments) => pdf::run(arguments),
        Command::Mcp(arguments) => mcp::run(arguments),
    }
}
