//! `docgen update`: pins other repositories to newer commits.

use std::path::{Path, PathBuf};

use clap::Args;

use super::repositories::{self, Pin, Pins, short};
use super::session::valid_config;
use super::{ExitStatus, Failure, Outcome, place, report};
use crate::diag::suggest;
use crate::fs::{self, PINS};

#[derive(Args)]
pub(super) struct Arguments {
    /// Names of the repositories in `[repositories]` (default: all repositories)
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let root = place::find(arguments.root.as_deref().unwrap_or(Path::new(".")), "update")?.root;
    let Some(config) = valid_config(&root) else { return Ok(ExitStatus::ContentErrors) };
    if config.repositories.is_empty() {
        return Err(Failure::new("the config has no repositories")
            .hint("add `[repositories]` to `docgen.toml` with a line such as `sdk = \"https://example.com/org/sdk\"`"));
    }
    for name in &arguments.names {
        if !config.repositories.contains_key(name) {
            let names = config.repositories.keys().map(String::as_str);
            let hint = suggest(name, names);
            return Err(Failure::new(format!("unknown repository `{name}`")).hint(hint));
        }
    }
    // A lock file that isn't valid is replaced only as a whole.
    let mut pins = match Pins::read(&root) {
        Ok(pins) => pins,
        Err(_) if arguments.names.is_empty() => Pins::default(),
        Err(problem) => {
            return Err(Failure::new(problem.message).hint("run `docgen update` without a name"));
        }
    };
    let before = pins.clone();
    let mut lines = Vec::new();
    for (name, repository) in &config.repositories {
        if !arguments.names.is_empty() && !arguments.names.contains(name) {
            continue;
        }
        let reference = repository.reference.as_deref();
        let commit = repositories::resolve(&root, repository)
            .map_err(|problem| repositories::failure(name, problem))?;
        repositories::fetched(&root, name, repository, &commit)
            .map_err(|problem| repositories::failure(name, problem))?;
        let of = reference.unwrap_or("default branch");
        let known = pins.repositories.get(name).map(|pin| pin.commit.clone());
        lines.push(match known {
            Some(known) if known == commit => format!("{name}: {} ({of}), unchanged", short(&commit)),
            Some(known) => format!("{name}: {} -> {} ({of})", short(&known), short(&commit)),
            None => format!("{name}: {} ({of})", short(&commit)),
        });
        let (git, reference) = (repository.git.clone(), repository.reference.clone());
        pins.repositories.insert(name.clone(), Pin { git, reference, commit });
    }
    pins.repositories.retain(|name, _| config.repositories.contains_key(name));
    if pins != before || !fs::exists(&root.join(PINS)) {
        pins.write(&root, &config).map_err(Failure::new)?;
    }
    report::data(&lines.join("\n"))?;
    Ok(ExitStatus::Success)
}
