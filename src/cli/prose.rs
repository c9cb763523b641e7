//! `docgen prose`: writes the prose of pages for spelling and style checkers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::session::Session;
use super::{ExitStatus, Failure, Outcome, place, report, timings::Timings};
use crate::fs::{self, DiskAssets};
use crate::markdown;
use crate::path::SourcePath;
use crate::pipeline::Options;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder for the text files, which docgen creates
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
}

/// The file that marks a folder that docgen wrote and can replace.
const MARK: &str = ".docgen-prose";

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let root = arguments.root.as_deref().unwrap_or(Path::new("."));
    let mut session = Session::open(place::find(root, "prose --root")?, None, None, true)?;
    let dir = &arguments.dir;
    let failed = |error: std::io::Error| {
        Failure::new(format!("can't write to {}: {}", dir.display(), fs::reason(&error)))
    };
    if fs::exists(&dir.join(MARK)) {
        fs::remove_all(dir).map_err(failed)?;
    } else if fs::exists(dir) {
        return Err(Failure::new(format!("{} already exists, but docgen didn't create it", dir.display()))
            .hint("choose another folder, or remove this one"));
    }
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let options = Options { live: false, lint: false };
    let run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let pages = run.assembled.site.iter().flat_map(|site| &site.pages);
    let files: BTreeMap<&SourcePath, _> =
        pages.filter_map(|page| page.parsed()).map(|parsed| (&parsed.source.path, parsed)).collect();
    fs::write(&dir.join(MARK), b"").map_err(failed)?;
    for (path, parsed) in &files {
        let text = markdown::prose(&parsed.source, &parsed.document());
        fs::write(&dir.join(format!("{path}.txt")), text.as_bytes()).map_err(failed)?;
    }
    report::summary(&format!("wrote {} to {}", report::plural(files.len(), "file"), dir.display()));
    Ok(ExitStatus::Success)
}
