//! Determines how messages refer to the site's files. The names are paths that other tools can open, regardless of
//! where docgen runs and where the site is in its repository.

use std::path::{Component, Path, PathBuf};

use super::Format;
use crate::component::in_git;
use crate::fs;
use crate::path::SourcePath;

/// Converts the paths in a site to names.
pub(super) struct Names<'a> {
    /// The site's folder.
    root: &'a Path,
    from: From,
}

/// The base of relative names.
enum From {
    /// The folder that docgen runs in, as an absolute path. Names are relative to this folder.
    Here(PathBuf),
    /// The root of the repository, as an absolute path, if there is a repository. Names are relative to this root,
    /// as in GitHub annotations.
    Top(Option<PathBuf>),
}

impl<'a> Names<'a> {
    /// Returns the names for one output format. `root` is the site's folder, an absolute path.
    pub(super) fn new(root: &'a Path, format: Format) -> Self {
        let here = fs::absolute(Path::new("."));
        let from = match format {
            Format::Human | Format::Json => From::Here(here),
            Format::Github => {
                let workspace = std::env::var_os("GITHUB_WORKSPACE").filter(|folder| !folder.is_empty());
                let workspace = workspace.map(|folder| fs::absolute(Path::new(&folder)));
                let tops = [fs::repository(root), workspace].into_iter().flatten();
                let top = tops.filter(|top| root.starts_with(top)).max_by_key(|top| top.components().count());
                From::Top(top.or_else(|| root.starts_with(&here).then_some(here)))
            }
        };
        Names { root, from }
    }

    /// Returns the name of a file in the site.
    pub(super) fn of(&self, path: &SourcePath) -> String {
        // Writers refer to files in other repositories, and Git to files in a commit, in this form.
        if let Some((name, file)) = in_git(path) {
            return format!("{name}:{file}");
        }
        if let Some(origin) = fs::version_origin(self.root, path) {
            return origin;
        }
        let file = fs::on_disk(self.root, path.as_str());
        match &self.from {
            From::Here(here) => relative(&file, here).display().to_string(),
            From::Top(top) => {
                // For a symbolic link, name the file to edit.
                let places = [fs::absolute(&file), file.clone()];
                let below = |place: &PathBuf| Some(place.strip_prefix(top.as_ref()?).ok()?.to_owned());
                let name = places.iter().find_map(below).unwrap_or(file).display().to_string();
                if cfg!(windows) { name.replace('\\', "/") } else { name }
            }
        }
    }
}

/// Makes an absolute path relative to the folder that docgen runs in, if the path is in that folder. The folder itself
/// becomes `.`.
pub(in crate::cli) fn from_here(path: &Path) -> &Path {
    let path = path.strip_prefix(fs::absolute(Path::new("."))).unwrap_or(path);
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// Returns the path to a file relative to a folder; both are absolute.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let way = folder.ancestors().enumerate().find_map(|(up, above)| {
        let down = file.strip_prefix(above).ok()?;
        Some(std::iter::repeat_n(Component::ParentDir, up).chain(down.components()).collect())
    });
    // On Windows, the file can be on another drive.
    way.unwrap_or_else(|| file.to_owned())
}
