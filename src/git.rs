//! Last changes of files, from git. The only user of git.
#![allow(clippy::disallowed_methods, reason = "this is the module that runs git")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::path::SourcePath;
use crate::site::Change;

/// What git knows of a site's files.
#[derive(Debug, Default)]
pub struct Changes {
    /// The newest commit that changed each file.
    pub changes: BTreeMap<SourcePath, Change>,
    /// Why the dates may be wrong.
    pub warning: Option<String>,
}

/// The commit that is checked out: as long as it is the same, so is everything that [`changes`] reads.
pub fn head(root: &Path) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(["rev-parse", "HEAD"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Reads the newest commit of each file below the site's `content` in one walk of the history. The error says why
/// there is none.
pub fn changes(root: &Path) -> Result<Changes, String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(["-c", "core.quotePath=false"])
            .args(arguments)
            .output()
            .map_err(|error| format!("git cannot be run: {error}"))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err("the site is not in a git repository, or has no commit yet".to_owned()),
        }
    };
    let shallow = git(&["rev-parse", "--is-shallow-repository"])?.trim() == "true";
    // A line that begins with a control character is a commit; the lines below it are the files it changed.
    let log = git(&[
        "log",
        "--format=\u{1}%cd\u{1}%an",
        "--date=format-local:%Y-%m-%d",
        "--name-only",
        "--relative",
        "--",
        "content",
    ])?;
    let mut changes = BTreeMap::new();
    let mut current = Change { date: None, author: None };
    for line in log.lines().filter(|line| !line.is_empty()) {
        if let Some(rest) = line.strip_prefix('\u{1}') {
            let (date, author) = rest.split_once('\u{1}').unwrap_or((rest, ""));
            current = Change { date: Some(date.to_owned()), author: Some(author.to_owned()) };
        } else {
            changes.entry(SourcePath::new(line)).or_insert_with(|| current.clone());
        }
    }
    let warning = shallow.then(|| "this is a shallow clone, which lacks the older commits".to_owned());
    Ok(Changes { changes, warning })
}
