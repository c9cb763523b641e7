//! The files of themes that aren't in the site's folder of themes. A theme's example site, for example, is a folder of
//! the theme.

use std::collections::BTreeMap;

use super::config::{Config, below, texts};
use crate::import::{Content, Imported, Origin};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;

/// The folder of themes, unless the config sets another one.
const FOLDER: &str = "themes";

/// The folders of a theme that affect a site's pages.
const PARTS: [&str; 5] = ["assets", "data", "i18n", "layouts", "static"];

/// The file that describes a theme.
const MARK: &str = "theme.toml";

/// The files of a site, together with the files of its themes. The paths of a theme's files start with `themes` and the
/// theme's name.
pub(super) struct Themed<'o> {
    origin: &'o dyn Origin,
    files: Vec<SourcePath>,
    /// The locations of the themes' files.
    places: BTreeMap<SourcePath, String>,
}

/// Returns the names of a site's themes.
pub(super) fn names(config: &Config) -> Vec<String> {
    let imports = config.at(&["module", "imports"]).map_or(&[][..], Node::items);
    let mut names = config.at(&["theme"]).map_or_else(Vec::new, texts);
    names.extend(imports.iter().filter_map(|import| below(import, &["path"])?.text()));
    names
}

impl<'o> Themed<'o> {
    pub(super) fn new(origin: &'o dyn Origin, config: &Config) -> Self {
        let mut themed = Themed { origin, files: origin.files().to_vec(), places: BTreeMap::new() };
        for name in names(config) {
            let own = SourcePath::new(format!("{FOLDER}/{name}"));
            if origin.files().iter().any(|file| file.strip_dir(own.as_str()).is_some()) {
                continue;
            }
            let found = candidates(config, &name).into_iter().find_map(|folder| {
                let files = themed.files_of(&folder);
                (!files.is_empty()).then_some(files)
            });
            for (below, place) in found.unwrap_or_default() {
                themed.places.insert(SourcePath::new(format!("{own}/{below}")), place);
            }
        }
        themed.files.extend(themed.places.keys().cloned());
        themed.files.sort();
        themed.files.dedup();
        themed
    }

    /// Returns the files of the theme in a folder: the path in the theme, and the location.
    fn files_of(&self, folder: &str) -> Vec<(String, String)> {
        if folder == ".." && self.origin.outside(&format!("../{MARK}")).is_none() {
            return Vec::new();
        }
        let of_part = |part: &&str| -> Vec<(String, String)> {
            let above = format!("{folder}/{part}");
            let files = match folder.starts_with("..") {
                true => self.origin.outside_files(&above),
                false => {
                    let inside = self.origin.files().iter().filter(|file| file.strip_dir(&above).is_some());
                    inside.map(ToString::to_string).collect()
                }
            };
            let below = |file: &String| file.strip_prefix(folder).map(|rest| rest[1..].to_owned());
            files.into_iter().filter_map(|file| Some((below(&file)?, file))).collect()
        };
        PARTS.iter().flat_map(of_part).collect()
    }

    /// Replaces the paths of the themes' files with their bytes.
    pub(super) fn loaded(&self, mut imported: Imported) -> Imported {
        for content in imported.files.values_mut() {
            let place = match content {
                Content::Copy(file) => self.places.get(file),
                _ => None,
            };
            if let Some(bytes) = place.and_then(|place| self.origin.outside_bytes(place)) {
                *content = Content::Bytes(bytes);
            }
        }
        imported
    }
}

/// Returns the folders that can contain a theme, relative to the site's folder.
fn candidates(config: &Config, name: &str) -> Vec<String> {
    let themes = config.text(&["themesDir"]).unwrap_or_else(|| FOLDER.to_owned());
    let replaced = config.at(&["module", "replacements"]).map_or_else(Vec::new, texts);
    let replaced = replaced.iter().flat_map(|list| list.split(',')).find_map(|pair| {
        let (from, to) = pair.split_once("->")?;
        (from.trim() == name).then(|| joined(&themes, to.trim()))
    });
    // The theme can also be the folder that contains the site.
    replaced.into_iter().chain([joined(&themes, name), "..".to_owned()]).collect()
}

/// Joins relative paths. The result can start with `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

impl Origin for Themed<'_> {
    fn files(&self) -> &[SourcePath] {
        &self.files
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        let Some(place) = self.places.get(path) else { return self.origin.text(path) };
        Some(Source::new(path.clone(), &self.origin.outside(place)?.text))
    }

    fn outside(&self, path: &str) -> Option<Source> {
        self.origin.outside(path)
    }

    fn outside_bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.origin.outside_bytes(path)
    }

    fn outside_files(&self, folder: &str) -> Vec<String> {
        self.origin.outside_files(folder)
    }

    fn folder(&self) -> &str {
        self.origin.folder()
    }

    fn year(&self) -> u16 {
        self.origin.year()
    }
}
