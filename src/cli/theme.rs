//! `docgen theme`: lists and prints what a site can change in the theme.

use std::fmt::Write as _;

use clap::{Args, Subcommand};

use super::{ExitStatus, Failure, Outcome, report};
use crate::component::slots::{FOLDER, PAGE_DATA, SITE_DATA, SLOTS, Scope};
use crate::diag::suggest;
use crate::theme;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the slots that components can fill, and the props that docgen passes to them
    Slots,
    /// Print a template, which is where to start if you want to replace it
    Template {
        /// The template's name, such as `doc.html`. Without a name, docgen lists all templates
        name: Option<String>,
    },
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let text = match &arguments.command {
        Command::Slots => list(),
        Command::Template { name } => template(name.as_deref())?,
    };
    report::data(text.trim_end())?;
    Ok(ExitStatus::Success)
}

/// Returns the text of a template, or the names of all templates.
fn template(name: Option<&str>) -> Result<String, Failure> {
    let templates = theme::embedded().map_err(|error| Failure::new(error.to_string()))?.templates;
    let names = templates.keys().map(String::as_str);
    let Some(name) = name else { return Ok(names.collect::<Vec<_>>().join("\n")) };
    let found = templates.get(name).cloned();
    found.ok_or_else(|| Failure::new(format!("unknown template `{name}`")).hint(suggest(name, names)))
}

/// Returns the list of slots.
fn list() -> String {
    let mut text = format!("To fill a slot, add a component, such as `{FOLDER}/{}.tsx`.\n", SLOTS[0].name);
    let groups = [
        (Scope::Frame, "In the frame around every page", SITE_DATA),
        (Scope::Page, "On pages", PAGE_DATA),
        (Scope::Post, "In lists of blog posts", PAGE_DATA),
    ];
    for (scope, title, data) in groups {
        let children = if scope == Scope::Frame { "" } else { "` and `children" };
        let _ = writeln!(text, "\n{title} (props: `{}{children}`)", scope.prop());
        for slot in SLOTS.iter().filter(|slot| slot.scope == scope) {
            let _ = writeln!(text, "  {:<15}{}", slot.name, slot.about);
        }
        if scope != Scope::Post {
            let _ = writeln!(text, "\n  {}", scope.prop());
            for (name, kind) in data {
                let _ = writeln!(text, "    {name}: {kind}");
            }
        }
    }
    text.push_str("\nA `post` has the same properties as a `page`. `children` is what docgen shows without the component.\n");
    text
}
