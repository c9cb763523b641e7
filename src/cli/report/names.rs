//! What the files of a site are called in what is printed: so that other tools find them, wherever docgen runs and however
//! far down in a repository the site is.

use std::path::{Component, Path, PathBuf};

use super::Format;
use crate::fs;
use crate::path::SourcePath;

/// Names the files of one site.
pub(super) struct Names<'a> {
    /// The site's folder.
    root: &'a Path,
    from: From,
}

/// Where the paths start.
enum From {
    /// In the folder in which docgen runs, an absolute path.
    Here(PathBuf),
    /// At the top of the repository, as annotations of GitHub do; an absolute path, where there is one.
    Top(Option<PathBuf>),
}

impl<'a> Names<'a> {
    /// The names in one form of output. `root` is the site's folder, an absolute path.
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

    /// What a file of the site is called.
    pub(super) fn of(&self, path: &SourcePath) -> String {
        let file = self.root.join(path.as_str());
        match &self.from {
            From::Here(here) => relative(&file, here).display().to_string(),
            From::Top(top) => {
                // Behind a symbolic link is the file that a change is made in.
                let places = [fs::absolute(&file), file.clone()];
                let below = |place: &PathBuf| Some(place.strip_prefix(top.as_ref()?).ok()?.to_owned());
                let name = places.iter().find_map(below).unwrap_or(file).display().to_string();
                if cfg!(windows) { name.replace('\\', "/") } else { name }
            }
        }
    }
}

/// The way to a file from a folder; both are absolute paths.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let way = folder.ancestors().enumerate().find_map(|(up, above)| {
        let down = file.strip_prefix(above).ok()?;
        Some(std::iter::repeat_n(Component::ParentDir, up).chain(down.components()).collect())
    });
    // On another drive, as Windows has them.
    way.unwrap_or_else(|| file.to_owned())
}
