//! `docgen man`.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory as _};
use clap_mangen::Man;

use super::{Cli, ExitStatus, Failure, Outcome, report};
use crate::fs;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder to write to, such as `~/.local/share/man/man1`; created if it doesn't exist
    dir: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut pages = Vec::new();
    // The pages are the same for every commit and target.
    let mut docgen = Cli::command().long_version(None).disable_help_subcommand(true);
    docgen.build();
    collect(docgen, &mut pages);
    for page in &pages {
        let path = arguments.dir.join(page.get_filename());
        let mut text = Vec::new();
        page.render(&mut text).and_then(|()| fs::write(&path, &text)).map_err(|error| {
            Failure::new(format!("can't write `{}`: {}", path.display(), fs::reason(&error)))
        })?;
    }
    report::summary(&format!(
        "wrote {} to `{}`",
        report::plural(pages.len(), "man page"),
        arguments.dir.display()
    ));
    Ok(ExitStatus::Success)
}

/// Adds a page for a command and each of its subcommands.
fn collect(command: Command, pages: &mut Vec<Man>) {
    for below in command.get_subcommands().cloned() {
        collect(below, pages);
    }
    pages.push(Man::new(command));
}
