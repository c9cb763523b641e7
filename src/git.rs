//! Reads data from Git: the last changes to a site's files, the files in a commit, the repository's remote, and files
//! from other repositories. Only this module uses Git.
#![allow(clippy::disallowed_methods, reason = "this is the module that runs git")]

mod objects;
mod remote;
mod repositories;
mod tree;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;

use crate::path::SourcePath;
use crate::site::Change;
pub(crate) use remote::{Problem, fetch, is_id, resolve};
pub(crate) use repositories::{Repositories, Repository, WithRepositories};
pub(crate) use tree::{Tag, Tree, commit, is_reference, tags, tags_like};

/// The Git data about a site's files.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The newest commit that changed each file.
    pub changes: BTreeMap<SourcePath, Change>,
    /// The reason that the changes might be wrong.
    pub warning: Option<String>,
}

/// Variables that a caller, such as a hook, can set so that Git uses a different repository or interprets paths
/// differently. docgen always uses the repository that contains the site.
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

/// Prepares a Git command for a site's folder. Regardless of the user's settings, dates are in UTC and
/// `log.showRoot` has its default value.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    for variable in CLEARED {
        git.env_remove(variable);
    }
    git.arg("-C").arg(root).env("TZ", "UTC0").args(["-c", "log.showRoot=true"]);
    git
}

/// Returns the checked-out commit. If the commit stays the same, everything that [`changes`] reads also stays the same.
pub(crate) fn head(root: &Path) -> Option<String> {
    ask(root, &["rev-parse", "HEAD"])
}

/// Returns the output of a Git command in a folder, unless the command fails or the output is empty.
fn ask(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = git(folder).args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// Whether the repository is a shallow clone.
pub(crate) fn is_shallow(folder: &Path) -> bool {
    ask(folder, &["rev-parse", "--is-shallow-repository"]).as_deref() == Some("true")
}

/// Returns the name of the checked-out branch, or `None` if HEAD is detached.
pub(crate) fn branch(folder: &Path) -> Option<String> {
    ask(folder, &["branch", "--show-current"])
}

/// If the remote of a folder's repository has web pages, returns the URL of these pages.
pub(crate) fn repository(folder: &Path) -> Option<String> {
    web_url(&ask(folder, &["remote", "get-url", "origin"])?)
}

/// The remote of a repository.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The URL of the repository's web pages, such as `https://example.com/me/my-project`, without credentials.
    pub url: String,
    /// The checked-out branch.
    pub branch: String,
}

/// If the remote of a folder's repository has web pages, returns the remote.
pub(crate) fn origin(folder: &Path) -> Option<Origin> {
    branch(folder).zip(repository(folder)).map(|(branch, url)| Origin { url, branch })
}

/// Converts a clone URL (HTTP or SSH) to the URL of the repository's web pages. For an HTTP URL, keeps the scheme and the
/// port.
pub(crate) fn web_url(remote: &str) -> Option<String> {
    let (scheme, rest) = remote.split_once("://").unwrap_or(("", remote));
    let (host, path) = rest.split_once(if scheme.is_empty() { ':' } else { '/' })?;
    let host = host.rsplit('@').next()?;
    let name = host.split(':').next().filter(|name| name.contains('.'))?;
    let (scheme, host) = match scheme {
        "http" | "https" => (scheme, host),
        _ => ("https", name),
    };
    let path = path.trim_matches('/');
    Some(format!("{scheme}://{host}/{}", path.strip_suffix(".git").unwrap_or(path)))
}

/// Returns what Git ignores below a folder: files and folders, but not the content of ignored folders. Returns nothing
/// if Git isn't installed, if the folder isn't in a repository, or if Git ignores the folder itself.
pub(crate) fn ignored(folder: &Path) -> BTreeSet<SourcePath> {
    let arguments = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"];
    let output = git(folder).args(arguments).output().ok().filter(|output| output.status.success());
    let listed = output.map(|output| output.stdout).unwrap_or_default();
    let paths: BTreeSet<SourcePath> =
        String::from_utf8_lossy(&listed).split_terminator('\0').map(SourcePath::new).collect();
    if paths.contains(&SourcePath::new("")) { BTreeSet::new() } else { paths }
}

/// Reads the newest commit of each file in the site's `content` in one pass over the history up to a commit. The position
/// of a commit doesn't count renames that leave the text unchanged. The error is the reason that the history can't be
/// read.
pub(crate) fn changes(root: &Path, commit: &str) -> Result<Changes, String> {
    let git = |arguments: &[&str]| {
        let output = git(root).args(arguments).output().map_err(|error| format!("can't run Git: {error}"))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err("the site isn't in a Git repository, or the repository has no commits".to_owned())
        }
    };
    let shallow = is_shallow(root);
    // The output is split at NUL characters. A piece that starts with a control character is a commit. The following
    // pieces are the commit's files: a letter for the kind of change, and the path or, for a renamed file, the old and the
    // new path. A line break precedes the first letter.
    let log = git(&[
        "log",
        "--format=\u{1}%cd\u{1}%aN",
        "--date=format-local:%Y-%m-%d",
        "--encoding=UTF-8",
        "--no-color",
        "--no-show-signature",
        "--no-follow",
        "--no-ext-diff",
        "--diff-merges=off",
        "--name-status",
        "--find-renames=100%",
        "--relative",
        "-z",
        commit,
        "--",
        "content",
    ])?;
    let mut changes: BTreeMap<SourcePath, Change> = BTreeMap::new();
    let mut current = Change::default();
    // The current paths of files that have only been renamed since, by their paths before.
    let mut renamed: HashMap<&str, SourcePath> = HashMap::new();
    let mut pieces =
        log.split('\0').map(|piece| piece.trim_start_matches('\n')).filter(|piece| !piece.is_empty());
    while let Some(piece) = pieces.next() {
        if let Some(rest) = piece.strip_prefix('\u{1}') {
            let (date, author) = rest.split_once('\u{1}').unwrap_or((rest, ""));
            let commit = current.commit + 1;
            current = Change { date: Some(date.to_owned()), author: Some(author.to_owned()), commit };
            continue;
        }
        let old = pieces.next().unwrap_or_default();
        let new = if piece.starts_with('R') { pieces.next() } else { None };
        let file = SourcePath::new(new.unwrap_or(old));
        let moved = renamed.remove(file.as_str());
        let is_known = changes.contains_key(&file);
        let renamed_later = moved.as_ref().filter(|_| new.is_none());
        if let Some(change) = renamed_later.and_then(|now| changes.get_mut(now)) {
            change.commit = current.commit;
        }
        if !is_known {
            changes.insert(file.clone(), current.clone());
        }
        if let (Some(_), Some(now)) = (new, moved.or((!is_known).then_some(file))) {
            renamed.insert(old, now);
        }
    }
    let warning = shallow.then(|| "the repository is a shallow clone without older commits".to_owned());
    Ok(Changes { changes, warning })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_has_pages_if_it_is_on_a_host() {
        let url = "https://example.com/me/tool";
        for remote in [
            "https://example.com/me/tool.git",
            "https://me:secret@example.com/me/tool/",
            "git@example.com:me/tool.git",
            "ssh://git@example.com:2222/me/tool.git",
        ] {
            assert_eq!(web_url(remote).as_deref(), Some(url), "{remote}");
        }
        let local = web_url("http://me@git.example:8080/me/tool.git");
        assert_eq!(local.as_deref(), Some("http://git.example:8080/me/tool"));
        for remote in ["/srv/git/tool.git", "../tool", "file:///srv/git/tool.git", "C:\\tool", "host:tool"] {
            assert_eq!(web_url(remote), None, "{remote}");
        }
    }
}
