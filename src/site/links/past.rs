//! Finds the targets of links in versions built from Git.
//!
//! docgen doesn't change links in such versions. A link's target is a file in the version or, if there's none, the site
//! file that has the same path as the target at the commit.

use crate::config::Config;
use crate::path::SourcePath;
use crate::site::Version;

/// Returns the files that a path relative to a file can refer to, most likely first.
pub(super) fn targets(
    config: &Config,
    versions: &[Version],
    file: &SourcePath,
    path: &str,
) -> Vec<SourcePath> {
    let mut targets = vec![file.join_sibling(path)];
    if let Some((name, Some(then))) = origin(config, versions, file) {
        let target = then.join_sibling(path);
        targets.extend(in_version(config, name, &target));
        targets.push(target);
    }
    targets
}

/// Returns the files that a path from the root of the content can refer to, for a link in a file.
pub(super) fn absolute(
    config: &Config,
    versions: &[Version],
    file: &SourcePath,
    path: &str,
) -> Vec<SourcePath> {
    let target = SourcePath::new(format!("content{path}"));
    let own = origin(config, versions, file).and_then(|(name, _)| in_version(config, name, &target));
    own.into_iter().chain([target, SourcePath::new(path)]).collect()
}

/// Returns the version that a file belongs to, and the path of the file at the commit. The path is `None` for a file
/// from outside the site's folder. Returns `None` for a file that isn't from Git.
fn origin<'f>(
    config: &Config,
    versions: &[Version],
    file: &'f SourcePath,
) -> Option<(&'f str, Option<SourcePath>)> {
    if !versions.iter().any(|version| version.is_past) {
        return None;
    }
    let own = file.in_content()?;
    let base = file.as_str().strip_suffix(own)?;
    let (name, below) = own.strip_prefix("versions/")?.split_once('/')?;
    let (id, rest) = below.split_once('/')?;
    let is_set = config.docs.iter().any(|docs| docs.id == id);
    let is_past = |version: &Version| version.is_past && version.name == name;
    if !versions.iter().any(|version| is_past(version) && (!is_set || config.docs[version.docs].id == id)) {
        return None;
    }
    let then = match rest.strip_prefix("_files/") {
        Some(rest) if is_set => (!rest.starts_with("_repository/")).then(|| rest.to_owned()),
        _ if is_set => Some(format!("{base}{below}")),
        // The file belongs to an OpenAPI document.
        _ => Some(below.to_owned()),
    };
    Some((name, then.map(SourcePath::new)))
}

/// Returns the file in a version that corresponds to a file in a set.
fn in_version(config: &Config, name: &str, target: &SourcePath) -> Option<SourcePath> {
    let own = target.in_content()?;
    let base = target.as_str().strip_suffix(own)?;
    let (id, _) = own.split_once('/')?;
    let is_set = config.docs.iter().any(|docs| docs.id == id);
    is_set.then(|| SourcePath::new(format!("{base}versions/{name}/{own}")))
}
