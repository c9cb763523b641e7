//! Adds the versions that a tool built from earlier commits.
//!
//! Such a tool lists the site's versions in a file on a branch of the site's repository, and the versions' sources are
//! in other commits. An importer names the file ([`Listing`]). The caller reads the file and the commits, converts the
//! site of each commit, and calls [`add`].

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::left::Left;
use super::settings::Settings;
use super::{Content, Imported};
use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::source::Source;

/// Where a tool lists a site's versions.
#[derive(Debug)]
pub(crate) struct Listing {
    /// The branch.
    pub branch: String,
    /// The path of the file, relative to the repository root.
    pub file: String,
    /// The config, and the location of the setting that turns on versions.
    pub config: (Source, std::ops::Range<usize>),
    /// The settings of the new site.
    pub(super) settings: Settings,
}

/// A version in the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Version {
    /// The name, which is also the folder of the version in the original site.
    pub name: String,
    pub title: String,
    /// Other folders with the same version.
    pub aliases: Vec<String>,
}

/// The alias of the latest release.
const LATEST: [&str; 2] = ["latest", "stable"];

impl Listing {
    /// Returns the problem with versions that can't be imported.
    pub(crate) fn problem(&self, what: &str, hint: &str) -> Vec<Diagnostic> {
        let mut left = Left::default();
        let (source, range) = &self.config;
        left.note(source, range.clone(), what, hint);
        left.into_diagnostics()
    }
}

/// Reads the list of versions, which is in the format of mike's `versions.json` file. The newest version is first.
pub(crate) fn read(text: &str) -> Vec<Version> {
    let Ok(Json::Array(all)) = serde_json::from_str(text) else { return Vec::new() };
    let text = |node: &Json| node.as_str().map(str::to_owned);
    let version = |node: &Json| {
        let name = text(&node["version"])?;
        let aliases = node["aliases"].as_array().map_or(&[][..], Vec::as_slice);
        Some(Version {
            title: text(&node["title"]).filter(|title| !title.is_empty()).unwrap_or_else(|| name.clone()),
            aliases: aliases.iter().filter_map(text).collect(),
            name,
        })
    };
    all.iter().filter_map(version).filter(|version| crate::config::is_version_name(&version.name)).collect()
}

/// Returns the tag of a version: the tag with the same number, or the newest release whose number starts with the
/// version's number, such as `v1.2.9` for `1.2`.
pub(crate) fn tag_of<'t>(version: &Version, tags: &'t [String]) -> Option<&'t str> {
    let number = |text: &str| text.find(|c: char| c.is_ascii_digit()).map_or("", |at| &text[at..]).to_owned();
    let wanted = [number(&version.title), number(&version.name)];
    let same = |wanted: &String| {
        let is_same = |tag: &&String| number(tag) == *wanted;
        tags.iter().find(is_same).filter(|_| !wanted.is_empty())
    };
    let parts =
        |tag: &str| -> Option<Vec<u64>> { number(tag).split('.').map(|part| part.parse().ok()).collect() };
    let [_, short] = &wanted;
    let newest = || {
        let start = format!("{short}.");
        let inside = tags.iter().filter(|tag| !short.is_empty() && number(tag).starts_with(&start));
        inside.filter_map(|tag| Some((parts(tag)?, tag))).max().map(|(_, tag)| tag)
    };
    wanted.iter().find_map(same).or_else(newest).map(String::as_str)
}

/// A converted version. A version without a tag is the site itself.
pub(crate) struct Converted {
    pub version: Version,
    pub site: Option<Imported>,
}

/// Adds the versions to a site. In the site of a version, each file is [`Content::Text`] or [`Content::Bytes`].
pub(crate) fn add(site: &mut Imported, listing: Listing, versions: Vec<Converted>) {
    let mut settings = listing.settings;
    let is_latest = |version: &Version| version.aliases.iter().any(|alias| LATEST.contains(&alias.as_str()));
    let is_past = |one: &&Converted| one.site.is_some();
    let latest = versions.iter().filter(is_past).find(|one| is_latest(&one.version));
    let Some(latest) = latest.or_else(|| versions.iter().find(is_past)) else { return };
    let latest = latest.version.name.clone();
    let mut entries = Vec::new();
    if versions.iter().all(|one| one.site.is_some()) {
        entries.push(json!({ "name": "current" }));
    }
    let mut redirects = Vec::new();
    let mut count = 0;
    for Converted { version, site: past } in versions {
        let path = if version.name == latest { "" } else { &*version.name };
        let own = (version.name == latest).then_some(&version.name);
        for alias in version.aliases.iter().chain(own).filter(|alias| *alias != path) {
            let to = if path.is_empty() { "/*".to_owned() } else { format!("/{path}/*") };
            redirects.push(json!({ "from": format!("/{alias}/*"), "to": to }));
        }
        let Some(past) = past else {
            entries.push(json!({ "name": "current", "label": version.title, "path": version.name }));
            continue;
        };
        count += 1;
        let mut entry = json!({ "name": version.name, "label": version.title });
        if let Some(sidebars) = sidebars(&past) {
            entry["sidebars"] = sidebars;
        }
        entries.push(entry);
        carry(site, past, &version.name);
    }
    settings.set("docs.last_version", latest);
    settings.set("docs.versions", entries);
    for redirect in redirects {
        settings.push("redirects", redirect);
    }
    let mut items = settings.take("navbar.items");
    items.push(json!({ "type": "docsVersionDropdown" }));
    settings.set("navbar.items", items);
    site.files.insert(SourcePath::new("docgen.toml"), Content::Text(settings.to_toml()));
    site.counts.push(("version", count));
}

/// Returns the sidebars of a converted site.
fn sidebars(site: &Imported) -> Option<Json> {
    let Some(Content::Text(config)) = site.files.get(&SourcePath::new("docgen.toml")) else { return None };
    let config: toml::Table = config.parse().ok()?;
    serde_json::to_value(config.get("docs")?.get("sidebars")?).ok()
}

/// Adds the files of a version. As in versions that docgen builds from Git, the current site's files take precedence in
/// the `static` folder.
fn carry(site: &mut Imported, past: Imported, name: &str) {
    let folder = format!("content/versions/{name}/docs");
    let is_part = |path: &SourcePath| path.strip_dir("content").is_some_and(|below| !below.contains('/'));
    let parts: BTreeSet<String> =
        past.files.keys().filter(|path| is_part(path)).map(|path| path.file_name().to_owned()).collect();
    let own = |text: String| {
        parts.iter().fold(text, |text, part| {
            text.replace(&format!("file=\"/{part}\""), &format!("file=\"/versions/{name}/docs/{part}\""))
        })
    };
    let mut added = BTreeMap::new();
    for (path, content) in past.files {
        let new = match path.strip_dir("content/docs") {
            Some(below) => SourcePath::new(format!("{folder}/{below}")),
            None if is_part(&path) => SourcePath::new(format!("{folder}/{}", path.file_name())),
            None if path.strip_dir("static").is_some() && !site.files.contains_key(&path) => path,
            None => continue,
        };
        let content = match content {
            Content::Text(text) => Content::Text(own(text)),
            other => other,
        };
        added.insert(new, content);
    }
    site.files.extend(added);
}

#[cfg(test)]
mod tests {
    use super::{Version, read, tag_of};

    #[test]
    fn versions_have_the_tags_with_their_numbers() {
        let versions = read(
            r#"[{"version": "2.1", "title": "2.1.3", "aliases": ["latest"]}, {"version": "dev"}, {"version": "../x"}, 1]"#,
        );
        let version = |name: &str, title: &str, aliases: &[&str]| Version {
            name: name.into(),
            title: title.into(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        };
        assert_eq!(versions, [version("2.1", "2.1.3", &["latest"]), version("dev", "dev", &[])]);
        let tags =
            ["v1.2", "v2.1.3", "v2.1.10", "v2.1.11rc1", "lib-0.9", "v20.1", "v3.0.0"].map(str::to_owned);
        for (name, title, expected) in [
            ("2.1", "2.1.3", Some("v2.1.3")),
            ("2.1", "2.1", Some("v2.1.10")),
            ("1.2", "1.2", Some("v1.2")),
            ("0.9", "old", Some("lib-0.9")),
            ("v3", "Three", Some("v3.0.0")),
            ("2.0", "2.0", None),
            ("dev", "dev", None),
        ] {
            assert_eq!(tag_of(&version(name, title, &[]), &tags), expected, "{name}");
        }
    }
}
