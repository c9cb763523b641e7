//! A site's default title.

use std::path::Path;

use serde_json::Value as Json;

use crate::fs;

/// Guesses a title: the name of the package in the folder or in its repository. If there's no package, the title is the
/// name of the folder or of its project.
pub(super) fn guess(folder: &Path) -> String {
    let package = || package(folder).or_else(|| package(&fs::repository(folder)?));
    let name = package().or_else(|| Some(words(named(folder).file_name()?.to_str()?)));
    let is_plain = |c: &char| !c.is_control() && !"\"\\{}<>`".contains(*c);
    let plain: String = name.unwrap_or_default().chars().filter(is_plain).collect();
    match plain.trim() {
        "" => "Documentation".to_owned(),
        title => title.to_owned(),
    }
}

/// Returns the folder that has a meaningful name: for `docs` in a project, the project's folder.
fn named(folder: &Path) -> &Path {
    let is_general = folder.file_name().is_some_and(|name| GENERAL.iter().any(|general| name == *general));
    folder.parent().filter(|above| is_general && above.file_name().is_some()).unwrap_or(folder)
}

/// Folder names that many projects use.
const GENERAL: [&str; 7] = ["content", "doc", "docs", "documentation", "site", "src", "website"];

/// Returns the package name in a folder's manifest, without its scope.
fn package(folder: &Path) -> Option<String> {
    let text = |file: &str| String::from_utf8(fs::read_own(&folder.join(file))?).ok();
    let of_npm =
        || Some(serde_json::from_str::<Json>(&text("package.json")?).ok()?["name"].as_str()?.to_owned());
    let of_toml = |(file, table): (&str, &str)| {
        let manifest: toml::Table = text(file)?.parse().ok()?;
        Some(manifest.get(table)?.get("name")?.as_str()?.to_owned())
    };
    let others = || [("Cargo.toml", "package"), ("pyproject.toml", "project")].into_iter().find_map(of_toml);
    let name = of_npm().or_else(others)?;
    Some(name.rsplit('/').next().unwrap_or(&name).to_owned())
}

/// Converts a folder name to words: `my-docs` becomes `My docs`.
fn words(name: &str) -> String {
    let mut letters = name.chars().map(|c| if matches!(c, '-' | '_') { ' ' } else { c });
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
