//! Reads the files in a commit.

use std::collections::BTreeMap;
use std::io::{BufRead, Write as _};
use std::path::{Path, PathBuf};

use super::objects::{Objects, Response, response};
use super::{ask, git};

/// The files in a commit of the repository that contains a site. docgen doesn't check out files.
pub(crate) struct Tree {
    root: PathBuf,
    /// The commit ID.
    pub commit: String,
    /// The path of the site's folder in the repository, with a slash at the end, or an empty string.
    pub folder: String,
    /// The ID of each file, and whether the file is a symbolic link.
    files: BTreeMap<String, (String, bool)>,
}

/// The maximum number of symbolic links to follow in a row, as on Linux.
const LINKS: usize = 40;

/// Returns the full ID of the commit that a tag, a branch, or a commit ID refers to. A branch can also be a branch of
/// the `origin` remote. The error is the reason that the commit is unknown.
pub(crate) fn commit(root: &Path, name: &str) -> Result<String, String> {
    if ask(root, &["rev-parse", "--git-dir"]).is_none() {
        return Err("the site isn't in a Git repository".to_owned());
    }
    let names = [name.to_owned(), format!("refs/remotes/origin/{name}")];
    names
        .iter()
        .find_map(|name| {
            ask(
                root,
                &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")],
            )
        })
        .ok_or_else(|| format!("the repository has no tag, branch, or commit `{name}`"))
}

/// Whether a name is the name of a tag or branch, or a commit ID. An expression such as `HEAD~1` has a different meaning
/// after the next commit. `commit` is the ID of the commit that the name refers to.
pub(crate) fn is_reference(root: &Path, name: &str, commit: &str) -> bool {
    let folders = ["refs/tags", "refs/heads", "refs/remotes", "refs/remotes/origin"];
    let has = |name: &str| ask(root, &["show-ref", "--verify", "--", name]).is_some();
    commit.starts_with(&name.to_ascii_lowercase())
        || name.starts_with("refs/") && has(name)
        || folders.iter().any(|folder| has(&format!("{folder}/{name}")))
}

/// Returns the names of all tags.
pub(crate) fn tags(root: &Path) -> Vec<String> {
    ask(root, &["tag", "--list"]).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// A tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    /// The name.
    pub name: String,
    /// The ID of the commit.
    pub commit: String,
    /// The date of the tag or, for a lightweight tag, of the commit, such as `2027-01-31`.
    pub date: String,
}

/// Returns the tags whose names match a pattern of `git tag --list`.
pub(crate) fn tags_like(root: &Path, pattern: &str) -> Vec<Tag> {
    let fields = "--format=%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(creatordate:short-local)";
    let listed = ask(root, &["tag", "--list", fields, "--", pattern]).unwrap_or_default();
    let tag = |line: &str| {
        let mut fields = line.split('\0').map(str::to_owned);
        let (name, id, target, date) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        Some(Tag { name, commit: if target.is_empty() { id } else { target }, date })
    };
    listed.lines().filter_map(tag).collect()
}

impl Tree {
    /// Lists the files in a commit.
    pub(crate) fn new(root: &Path, commit: &str) -> Result<Self, String> {
        let folder = ask(root, &["rev-parse", "--show-prefix"]).unwrap_or_default();
        let listed = git(root)
            .args(["ls-tree", "-r", "-z", "--full-tree", commit])
            .output()
            .ok()
            .filter(|output| output.status.success())
            .ok_or_else(|| format!("Git can't list the files in commit `{commit}`"))?;
        let listed = String::from_utf8_lossy(&listed.stdout);
        let file = |entry: &str| {
            let (facts, path) = entry.split_once('\t')?;
            let mut facts = facts.split(' ');
            let (mode, kind, id) = (facts.next()?, facts.next()?, facts.next()?);
            let is_safe = path.split('/').all(is_safe);
            (kind == "blob" && is_safe).then(|| (path.to_owned(), (id.to_owned(), mode == "120000")))
        };
        let files = listed.split_terminator('\0').filter_map(file).collect();
        Ok(Tree { root: root.to_owned(), commit: commit.to_owned(), folder, files })
    }

    /// Whether the commit contains a file, or a link to one. The path is relative to the repository's root.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Returns the paths of all files, relative to the repository's root.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the paths of the files in a folder, relative to the repository's root.
    pub(crate) fn below<'t>(&'t self, folder: &str) -> impl Iterator<Item = &'t str> {
        let start = format!("{folder}/");
        let first = start.clone();
        self.files
            .range(first..)
            .map(|(path, _)| path.as_str())
            .take_while(move |path| path.starts_with(&start))
    }

    /// Returns the bytes of files. Follows symbolic links to other files in the commit. Returns `None` for a file that
    /// doesn't exist, and for a link with any other target.
    pub(crate) fn read(&self, paths: &[String]) -> Result<Vec<Option<Vec<u8>>>, String> {
        let mut paths: Vec<Option<String>> = paths.iter().cloned().map(Some).collect();
        for _ in 0..LINKS {
            let is_link = |path: &&mut Option<String>| {
                path.as_ref().and_then(|path| self.files.get(path)).is_some_and(|(_, is_link)| *is_link)
            };
            let links: Vec<&mut Option<String>> = paths.iter_mut().filter(is_link).collect();
            if links.is_empty() {
                return self.blobs(&paths);
            }
            let current: Vec<Option<String>> = links.iter().map(|path| (**path).clone()).collect();
            for ((link, path), target) in links.into_iter().zip(&current).zip(self.blobs(&current)?) {
                *link = path
                    .as_ref()
                    .zip(target)
                    .and_then(|(path, target)| joined(path, std::str::from_utf8(&target).ok()?));
            }
        }
        let is_file = |path: &String| self.files.get(path).is_some_and(|(_, is_link)| !is_link);
        self.blobs(&paths.into_iter().map(|path| path.filter(is_file)).collect::<Vec<_>>())
    }

    /// Returns the bytes of files, or the targets of links.
    fn blobs(&self, paths: &[Option<String>]) -> Result<Vec<Option<Vec<u8>>>, String> {
        let ids: Vec<Option<&str>> = paths
            .iter()
            .map(|path| path.as_ref().and_then(|path| self.files.get(path)).map(|(id, _)| id.as_str()))
            .collect();
        let asked: String = ids.iter().flatten().flat_map(|id| [id, "\n"]).collect();
        if asked.is_empty() {
            return Ok(ids.iter().map(|_| None).collect());
        }
        let failed = || format!("Git can't read the files in commit `{}`", self.commit);
        let Objects { mut child, mut input, mut output } =
            Objects::start(&self.root, &[]).map_err(|error| format!("can't run Git: {error}"))?;
        // Git can't read all IDs until its output is read.
        let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
        let found: Option<Vec<Option<Vec<u8>>>> = ids
            .iter()
            .map(|id| if id.is_some() { blob(&mut output).map(Some) } else { Some(None) })
            .collect();
        drop(output);
        let _ = writer.join();
        let _ = child.wait();
        found.ok_or_else(failed)
    }
}

/// Returns the bytes of the next file.
fn blob(output: &mut impl BufRead) -> Option<Vec<u8>> {
    match response(output, u64::MAX).ok()? {
        Response::Object(kind, bytes) if kind == "blob" => Some(bytes),
        _ => None,
    }
}

/// Whether a part of a path is a valid filename on every system.
fn is_safe(part: &str) -> bool {
    !matches!(part, "" | "." | "..")
        && !part.eq_ignore_ascii_case(".git")
        && !part.contains(['\\', ':', '\u{fffd}'])
}

/// Returns the target of a link, relative to the repository's root.
fn joined(link: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = link.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
