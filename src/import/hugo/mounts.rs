//! The content folders of a Hugo site: one folder for all languages, a folder for each language, or mounts.

use regex_lite::Regex;

use super::config::{Config, below, texts};
use super::languages::{Language, are_sections};
use crate::import::Origin;
use crate::import::glob::glob;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;

/// A folder that is mounted in the content folder.
#[derive(Clone)]
pub(super) struct Mount {
    /// The path of the folder or file in the site. The path can start with `..`.
    pub source: String,
    /// The path relative to the content folder.
    pub target: String,
    /// The indexes of the languages.
    pub languages: Vec<usize>,
    /// File patterns. If there are any, the mount contains only the files that match one of them.
    included: Vec<Regex>,
    /// The patterns for files that the mount doesn't contain.
    excluded: Vec<Regex>,
}

/// A content file.
pub(super) struct Mounted {
    pub language: usize,
    /// The path relative to the content folder.
    pub path: String,
    pub file: SourcePath,
    /// If the file is outside the site's folder, the file's path.
    pub outside: Option<String>,
}

/// The start of paths in packages, which `npm install` adds to the site's folder.
pub(super) const PACKAGES: &str = "node_modules/";

/// Returns the text files that are in packages or outside the site's folder and that are mounted in a folder, such as
/// `layouts`. Their paths start with the folder.
pub(super) fn texts_outside(origin: &dyn Origin, config: &Config, folder: &str) -> Vec<Source> {
    let mounts = of(config, folder, &[]);
    let files = mounts.iter().flat_map(|mount| mount.outside(origin));
    let text = |(path, file): (String, String)| {
        let text = origin.outside(&file)?.text;
        Some(Source::new(SourcePath::new(format!("{folder}/{path}")), &text))
    };
    files.filter_map(text).collect()
}

/// Returns the mounts whose target is this folder, such as `content`.
pub(super) fn of(config: &Config, folder: &str, languages: &[Language]) -> Vec<Mount> {
    let listed: Vec<&Node> = config
        .at(&["module", "mounts"])
        .map_or(&[][..], Node::items)
        .iter()
        .filter(|node| of_node(node, folder).is_some())
        .collect();
    listed.into_iter().flat_map(|node| mounts(config, node, folder, languages)).collect()
}

fn of_node(node: &Node, folder: &str) -> Option<String> {
    let target = SourcePath::new(below(node, &["target"])?.text()?);
    if target.as_str() == folder { Some(String::new()) } else { target.strip_dir(folder).map(str::to_owned) }
}

/// Returns the mounts that a table describes. If the languages are sections of the site, there's a mount for each of them.
fn mounts(config: &Config, node: &Node, folder: &str, languages: &[Language]) -> Vec<Mount> {
    let Some(mount) = mount(node, folder, languages) else { return Vec::new() };
    if !are_sections(config) {
        return vec![mount];
    }
    let in_folder = config.flag(&["defaultContentLanguageInSubdir"]) == Some(true);
    let default = config.text(&["defaultContentLanguage"]).unwrap_or_else(|| "en".to_owned());
    let target = |key: &String| match *key == default && !in_folder {
        true => mount.target.clone(),
        false => format!("{key}/{}", mount.target).trim_end_matches('/').to_owned(),
    };
    let keys = keys(node);
    let all = keys.iter().map(|key| Mount { target: target(key), ..mount.clone() }).collect();
    if keys.is_empty() { vec![mount] } else { all }
}

/// Returns the keys of a mount's languages, or of the languages that a target is for.
pub(super) fn keys(node: &Node) -> Vec<String> {
    below(node, &["sites", "matrix", "languages"])
        .map(|node| node.items().iter().chain(Some(node)).filter_map(Node::text).collect())
        .or_else(|| Some(vec![below(node, &["lang"])?.text()?]))
        .unwrap_or_default()
}

fn mount(node: &Node, folder: &str, languages: &[Language]) -> Option<Mount> {
    let source = below(node, &["source"])?.text()?;
    let keys = keys(node);
    let positions = keys.iter().filter_map(|key| languages.iter().position(|language| language.key == *key));
    let positions: Vec<usize> = positions.collect();
    let list = |key: &str| below(node, &[key]).map_or_else(Vec::new, texts);
    let (mut included, mut excluded) = (Vec::new(), Vec::new());
    for pattern in list("files").into_iter().chain(list("includeFiles")) {
        match pattern.strip_prefix('!') {
            Some(pattern) => excluded.extend(glob(pattern.trim())),
            None => included.extend(glob(pattern.trim())),
        }
    }
    excluded.extend(list("excludeFiles").iter().filter_map(|pattern| glob(pattern.trim())));
    Some(Mount {
        source: if source.starts_with("..") { source } else { SourcePath::new(&source).as_str().to_owned() },
        target: of_node(node, folder)?,
        languages: if positions.is_empty() { vec![0] } else { positions },
        included,
        excluded,
    })
}

/// Returns the content mounts of a site.
pub(super) fn of_content(config: &Config, languages: &[Language]) -> Vec<Mount> {
    let mounts = of(config, "content", languages);
    if !mounts.is_empty() {
        return mounts;
    }
    let shared = config.text(&["contentDir"]).unwrap_or_else(|| "content".to_owned());
    let folder = |language: &Language| {
        SourcePath::new(language.folder.as_ref().unwrap_or(&shared)).as_str().to_owned()
    };
    let mut mounts: Vec<Mount> = Vec::new();
    for (at, language) in languages.iter().enumerate() {
        let source = folder(language);
        if !mounts.iter().any(|mount| mount.source == source) {
            mounts.push(Mount {
                source,
                target: String::new(),
                languages: vec![at],
                included: Vec::new(),
                excluded: Vec::new(),
            });
        }
    }
    mounts
}

impl Mount {
    /// Returns the path of a file relative to the mounted folder.
    fn inside<'f>(&self, file: &'f SourcePath) -> Option<&'f str> {
        if file.as_str() == self.source { Some("") } else { file.strip_dir(&self.source) }
    }

    /// Returns the files in a package or outside the site's folder, each with its path relative to the mounted folder.
    fn outside(&self, origin: &dyn Origin) -> Vec<(String, String)> {
        if !self.source.starts_with("..") && !self.source.starts_with(PACKAGES) {
            return Vec::new();
        }
        if origin.outside_bytes(&self.source).is_some() {
            return vec![(self.target.clone(), self.source.clone())];
        }
        let files = origin.outside_files(&self.source).into_iter().filter_map(|file| {
            let below = file.strip_prefix(&*self.source)?.trim_start_matches('/');
            let path = SourcePath::new(format!("{}/{below}", self.target)).as_str().to_owned();
            self.has(below).then_some((path, file))
        });
        files.collect()
    }

    /// Returns the path of the file that a path relative to the content folder refers to.
    pub(super) fn source_of(&self, path: &str) -> Option<String> {
        let rest = if self.target.is_empty() { path } else { path.strip_prefix(&*self.target)? };
        let is_inside = self.target.is_empty() || rest.is_empty() || rest.starts_with('/');
        is_inside.then(|| format!("{}/{}", self.source, rest.trim_start_matches('/')))
    }

    /// Whether the mount contains a file. A pattern can match the file or a folder that contains it.
    fn has(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        let parts: Vec<&str> = folders.chain([path]).collect();
        let matches = |pattern: &Regex| parts.iter().any(|part| pattern.is_match(part));
        !self.excluded.iter().any(matches) && (self.included.is_empty() || self.included.iter().any(matches))
    }
}

/// Returns the files in mounts. If several mounts contain the same path in a language, the first mount takes
/// precedence.
pub(super) fn files(mounts: &[Mount], origin: &dyn Origin) -> Vec<Mounted> {
    let mut found = Vec::new();
    for mount in mounts {
        let is_elsewhere = |file: &SourcePath| {
            mounts.iter().any(|other| {
                other.source.len() > mount.source.len()
                    && other.target.is_empty()
                    && mount.target.is_empty()
                    && SourcePath::new(&other.source).strip_dir(&mount.source).is_some()
                    && other.inside(file).is_some()
            })
        };
        for file in origin.files() {
            let Some(below) = mount.inside(file).filter(|below| mount.has(below) && !is_elsewhere(file))
            else {
                continue;
            };
            let path = SourcePath::new(format!("{}/{below}", mount.target)).as_str().to_owned();
            found.extend(mount.languages.iter().map(|language| Mounted {
                language: *language,
                path: path.clone(),
                file: file.clone(),
                outside: None,
            }));
        }
        for (path, outside) in mount.outside(origin) {
            found.extend(mount.languages.iter().map(|language| Mounted {
                language: *language,
                path: path.clone(),
                file: SourcePath::new(&path),
                outside: Some(outside.clone()),
            }));
        }
    }
    found
}
