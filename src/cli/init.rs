//! `docgen init`: writes a small site that explains itself. Its files are in the folder `init` beside this one.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{ExitStatus, Failure, Outcome, report};
use crate::fs;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder of the new site; it is made when it is not there
    #[arg(default_value = ".")]
    dir: PathBuf,
}

/// The files of a new site, in the order in which they are written.
const FILES: [(&str, &str); 11] = [
    ("docgen.toml", include_str!("init/docgen.toml")),
    (".gitignore", include_str!("init/gitignore")),
    ("content/pages/index.md", include_str!("init/home.md")),
    ("content/docs/01-introduction.md", include_str!("init/introduction.md")),
    ("content/docs/02-writing.md", include_str!("init/writing.md")),
    ("content/docs/03-organising/_category_.toml", include_str!("init/category.toml")),
    ("content/docs/03-organising/index.md", include_str!("init/organising.md")),
    ("content/docs/03-organising/01-addresses.md", include_str!("init/addresses.md")),
    ("content/docs/04-publishing.md", include_str!("init/publishing.md")),
    ("static/favicon.svg", include_str!("init/favicon.svg")),
    ("static/logo.svg", include_str!("init/logo.svg")),
];

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let dir = &arguments.dir;
    let there: Vec<&str> =
        FILES.iter().map(|(path, _)| *path).filter(|path| fs::exists(&dir.join(path))).collect();
    if !there.is_empty() {
        return Err(Failure::new(format!(
            "{} would be overwritten: {}",
            report::plural(there.len(), "file"),
            there.join(", ")
        ))
        .hint("nothing was written; name another folder, as in `docgen init my-docs`"));
    }
    for (path, text) in FILES {
        fs::create(&dir.join(path), text.as_bytes()).map_err(|error| {
            Failure::new(format!("{} can't be written: {error}", dir.join(path).display()))
        })?;
    }
    report::summary(&closing(dir));
    Ok(ExitStatus::Success)
}

/// What to do next.
fn closing(dir: &Path) -> String {
    let here = fs::absolute(dir) == fs::absolute(Path::new("."));
    let (place, enter) = match here {
        true => ("this folder".to_owned(), String::new()),
        false => (dir.display().to_string(), format!("    cd {}\n", quoted(dir))),
    };
    format!(
        "A new site is in {place}: {} files.\n\nNext:\n\n{enter}    docgen serve --watch --open\n\n\
         It begins with content/docs/01-introduction.md, its settings are in docgen.toml.",
        FILES.len()
    )
}

/// A path as it is typed into a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = text.chars().all(|c| c.is_alphanumeric() || "/._-\\:~".contains(c)) && !text.starts_with('-');
    if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
