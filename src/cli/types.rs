//! `docgen types`: declares a site's components for editors.

use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::session::Session;
use super::{ExitStatus, Failure, Outcome, PathArguments, place, report};
use crate::fs;
use crate::npm::Importable;
use crate::pipeline::{self, Sources};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    path: PathArguments,
}

/// The file, in the site's folder.
const FILE: &str = "components.d.ts";

/// The first line of the file. docgen never replaces a file that doesn't start with this line.
const FIRST: &str =
    "// Written by `docgen types`. While this file exists, `docgen serve` keeps it up to date.\n";

/// The config files that tell editors which files belong to a project.
const CONFIGS: [&str; 2] = ["tsconfig.json", "jsconfig.json"];

/// The config to write for a site without a config.
const CONFIG: &str = r#"{
  "compilerOptions": {
    "target": "esnext",
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "allowJs": true,
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "paths": { "@site/*": ["./*"] }
  },
  "include": ["components.d.ts", "components", "content"]
}
"#;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut session = Session::open(place::find(arguments.path.path(), "types")?, None, None, true)?;
    if session.bare.is_some() {
        return Err(Failure::new("this folder isn't a site, so it has no components")
            .hint("create a site with `docgen init`"));
    }
    let sources = session.load();
    let path = session.root.join(FILE);
    if fs::exists(&path) && written(&path).is_none() {
        return Err(Failure::new(format!("`{FILE}` already exists, but docgen didn't create it"))
            .hint("rename the file, and run `docgen types` again"));
    }
    write(&path, &text(&session, &sources))?;
    let mut files = format!("`{FILE}`");
    let config = session.root.join(CONFIGS[0]);
    if !CONFIGS.iter().any(|name| fs::exists(&session.root.join(name))) {
        fs::create(&config, CONFIG.as_bytes()).map_err(|error| unwritable(&config, &error))?;
        files += &format!(" and `{}`", CONFIGS[0]);
    }
    report::summary(&format!("wrote {files}"));
    Ok(ExitStatus::Success)
}

/// Updates a site's file, if docgen wrote the file earlier.
pub(super) fn update(session: &Session, sources: &Sources) -> Result<(), Failure> {
    let path = session.root.join(FILE);
    match written(&path) {
        Some(known) if session.bare.is_none() => {
            let text = text(session, sources);
            if known == text.as_bytes() { Ok(()) } else { write(&path, &text) }
        }
        _ => Ok(()),
    }
}

/// Returns the file's content if docgen wrote it.
fn written(path: &Path) -> Option<Vec<u8>> {
    fs::read_own(path).filter(|bytes| bytes.starts_with(FIRST.as_bytes()))
}

/// Returns the file's content.
fn text(session: &Session, sources: &Sources) -> String {
    let (files, packages) = (Arc::clone(&session.imports), Arc::clone(&session.packages));
    FIRST.to_owned() + &pipeline::declarations(sources, Arc::new(Importable { files, packages }))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text.as_bytes()).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("can't write `{}`: {}", report::from_here(path).display(), fs::reason(error)))
}
