//! Finds the sites in the folders below a project's folder.

use std::path::Path;

use super::folders_of;
use crate::cli::tools;
use crate::fs::Folder;
use crate::import::Origin as _;
use crate::path::SourcePath;

/// The names of folders whose sites don't document the project.
const EXAMPLES: [&str; 17] = [
    "_vendor",
    "e2e",
    "example",
    "examples",
    "examplesite",
    "fixtures",
    "playground",
    "samples",
    "template",
    "templates",
    "test",
    "test-data",
    "testdata",
    "tests",
    "themes",
    "third_party",
    "vendor",
];

/// Returns the folders with the sites of generators that docgen can import. Leaves out sites in other sites, and the
/// sites of tests and examples.
pub(super) fn sites(folder: &Folder, root: &Path) -> Vec<SourcePath> {
    let mut sites: Vec<SourcePath> = Vec::new();
    for path in folders_of(folder).into_iter().filter(|path| !path.as_str().is_empty()) {
        let is_inside = sites.iter().any(|site| path.strip_dir(site.as_str()).is_some());
        let is_site =
            || tools::find(&root.join(path.as_str()), false).is_some_and(|found| found.can_import());
        if !is_inside && !is_example(&path) && is_site() {
            sites.push(path);
        }
    }
    sites
}

/// Whether sites contain at least half of a folder's pages.
pub(super) fn are_most(sites: &[SourcePath], folder: &Folder) -> bool {
    // Files such as `README.md` and `CHANGELOG.md` describe the code.
    let is_page = |path: &&SourcePath| {
        matches!(path.extension(), "md" | "markdown" | "mdx")
            && path.stem().chars().any(char::is_lowercase)
            && !is_example(path)
    };
    let pages: Vec<&SourcePath> = folder.files().iter().filter(is_page).collect();
    let is_of_site = |path: &&&SourcePath| sites.iter().any(|site| path.strip_dir(site.as_str()).is_some());
    pages.iter().filter(is_of_site).count() * 2 >= pages.len()
}

/// Whether a folder or file belongs to a test or an example.
fn is_example(path: &SourcePath) -> bool {
    path.as_str().split('/').any(|part| EXAMPLES.contains(&&*part.to_ascii_lowercase()))
}
