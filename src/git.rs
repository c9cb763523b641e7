//! Last changes of files, from git. The only user of git.
#![allow(clippy::disallowed_methods, reason = "this is the module that runs git")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::path::SourcePath;
use crate::site::Change;

/// What git knows of a site's files.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The newest commit that changed each file.
    pub changes: BTreeMap<SourcePath, Change>,
    /// Why the dates may be wrong.
    pub warning: Option<String>,
}

/// Variables by which a caller, such as a hook, points git at another repository or changes what a path means. The
/// repository is the one that the site is in.
const CLEARED: [&str; 8] = [
    "GIT_DIR",
    "GIT_COMMON_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_ICASE_PATHSPECS",
    "GIT_CEILING_DIRECTORIES",
    "GIT_EXTERNAL_DIFF",
];

/// Git in the folder of a site, whatever its user has set: dates are in UTC, and settings that change what is printed are
/// set to their defaults.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    for variable in CLEARED {
        git.env_remove(variable);
    }
    git.arg("-C").arg(root).env("TZ", "UTC0").args(["-c", "log.showRoot=true"]);
    git
}

/// The commit that is checked out: as long as it is the same, so is everything that [`changes`] reads.
pub(crate) fn head(root: &Path) -> Option<String> {
    let output = git(root).args(["rev-parse", "HEAD"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Reads the newest commit of each file below the site's `content` in one walk of the history. The error says why
/// there is none.
pub(crate) fn changes(root: &Path) -> Result<Changes, String> {
    let git = |arguments: &[&str]| {
        let output =
            git(root).args(arguments).output().map_err(|error| format!("git can't be run: {error}"))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err("the site is not in a git repository, or has no commit yet".to_owned()),
        }
    };
    let shallow = git(&["rev-parse", "--is-shallow-repository"])?.trim() == "true";
    // Of the pieces between NULs one that begins with a control character is a commit; those after it are the files it
    // changed, the first of them on a line of its own.
    let log = git(&[
        "log",
        "--format=\u{1}%cd\u{1}%an",
        "--date=format-local:%Y-%m-%d",
        "--encoding=UTF-8",
        "--no-color",
        "--no-show-signature",
        "--no-follow",
        "--no-ext-diff",
        "--diff-merges=off",
        "--name-only",
        "--relative",
        "-z",
        "--",
        "content",
    ])?;
    let mut changes = BTreeMap::new();
    let mut current = Change { date: None, author: None };
    for piece in log.split('\0').map(|piece| piece.trim_start_matches('\n')).filter(|piece| !piece.is_empty())
    {
        if let Some(rest) = piece.strip_prefix('\u{1}') {
            let (date, author) = rest.split_once('\u{1}').unwrap_or((rest, ""));
            current = Change { date: Some(date.to_owned()), author: Some(author.to_owned()) };
        } else {
            changes.entry(SourcePath::new(piece)).or_insert_with(|| current.clone());
        }
    }
    let warning = shallow.then(|| "this is a shallow clone, which lacks the older commits".to_owned());
    Ok(Changes { changes, warning })
}
