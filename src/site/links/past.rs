//! Finds the targets of links in versions built from Git.
//!
//! docgen doesn't change links in such versions. A link's target is a file in the version or, if there's none, the site
//! file that has the same path as the target at the commit. In another set, that's the file of the set's last version.
//! If this file is gone, the target is the redirect from the path that the file's page had.

use super::{Destination, Resolver, is_markdown, place::Place};
use crate::config::Config;
use crate::path::{RoutePath, SourcePath};
use crate::site::{Page, Version, blog, collect::strip_number, translations::original_of};

/// Returns the files that a path relative to a file can refer to, most likely first. In a translation, the same path
/// refers to the same file as in the original, unless the locale has its own file.
pub(super) fn targets(config: &Config, file: &SourcePath, path: &str) -> Vec<SourcePath> {
    let original = original_of(config, file);
    let files = std::iter::once(file).chain(&original);
    files.flat_map(|file| beside(config, file, path)).collect()
}

fn beside(config: &Config, file: &SourcePath, path: &str) -> Vec<SourcePath> {
    let mut targets = vec![file.join_sibling(path)];
    if let Some((name, then)) = origin(config, file) {
        let target = target(&then, path);
        targets.extend(in_version(config, name, &target));
        targets.push(target);
    }
    targets
}

/// Returns the files that a path from the root of the content can refer to, for a link in a file.
pub(super) fn absolute(config: &Config, file: &SourcePath, path: &str) -> Vec<SourcePath> {
    let target = SourcePath::new(format!("content{path}"));
    let own = origin(config, file).and_then(|(name, _)| in_version(config, name, &target));
    own.into_iter().chain([target, SourcePath::new(path)]).collect()
}

/// Returns the version that a file belongs to, and the path of the file at the commit. The path of a file from outside
/// the site's folder starts with `_repository`. Returns `None` for a file that isn't from Git.
fn origin<'f>(config: &Config, file: &'f SourcePath) -> Option<(&'f str, SourcePath)> {
    let name = config.docs.past_version(file)?;
    let (base, _, below) = file.in_version()?;
    let (id, rest) = below.split_once('/')?;
    let is_set = config.docs.iter().any(|docs| docs.id == id);
    let then = match rest.strip_prefix("_files/") {
        Some(rest) if is_set => rest.to_owned(),
        _ if is_set => format!("{base}/{below}"),
        // The file belongs to an OpenAPI document.
        _ => below.to_owned(),
    };
    Some((name, SourcePath::new(then)))
}

/// Returns the path of a link's target at a commit, given the path of the file with the link. If this file is outside the
/// site's folder, the target can be in the site's folder, which contains the `content` folder.
fn target(then: &SourcePath, path: &str) -> SourcePath {
    let target = then.join_sibling(path);
    match target.strip_dir("_repository").and_then(|path| Some(path.split_once("content/")?.1)) {
        Some(own) => SourcePath::new(format!("content/{own}")),
        None => target,
    }
}

/// Returns the file in a version that corresponds to a file of a set or of an OpenAPI document.
fn in_version(config: &Config, name: &str, target: &SourcePath) -> Option<SourcePath> {
    let Some(own) = target.in_content() else {
        return Some(SourcePath::new(format!("content/versions/{name}/{target}")));
    };
    let base = target.as_str().strip_suffix(own)?;
    let (id, _) = own.split_once('/')?;
    let is_set = config.docs.iter().any(|docs| docs.id == id);
    is_set.then(|| SourcePath::new(format!("{base}versions/{name}/{own}")))
}

impl Resolver<'_> {
    /// Returns the redirect that replaces the target of a link to a file, if the file is gone. Only for links in versions
    /// from Git: other links can change.
    pub(super) fn redirected(&self, page: &Page, place: Place<'_>, path: &str) -> Option<Destination> {
        let route = self.old_route(page, place, path).filter(|_| is_file(path))?;
        self.route_in(&self.context.locales[page.locale], &route)
    }

    /// For a link in a version from Git, returns the path from which a redirect makes the link work.
    pub(super) fn old_route(&self, page: &Page, place: Place<'_>, path: &str) -> Option<RoutePath> {
        self.context.config.docs.past_version(place.file)?;
        if !is_file(path) {
            return Some(RoutePath::new(path));
        }
        self.files(place.file, path).iter().find_map(|file| {
            let latest = self.latest(page.version, place, file);
            self.usual_route(page.locale, latest.as_ref().unwrap_or(file))
        })
    }

    /// Returns the page that a link in a version from Git to a current file of another set opens: the page of the same
    /// file in the set's last version, or the redirect from the path that this page had. The current file can have moved
    /// after the commit.
    pub(super) fn in_latest(
        &self,
        locale: usize,
        own: Option<usize>,
        place: Place<'_>,
        file: &SourcePath,
    ) -> Option<Destination> {
        let file = self.latest(own, place, file)?;
        let page = self.source_page(locale, &file).map(Destination::Page);
        page.or_else(|| self.route_in(&self.context.locales[locale], &self.usual_route(locale, &file)?))
    }

    /// Returns the file in the last version of a set that corresponds to a current file of the set, for a link in a
    /// version from Git that belongs to another set. `own` is this version.
    fn latest(&self, own: Option<usize>, place: Place<'_>, file: &SourcePath) -> Option<SourcePath> {
        let (config, versions) = (self.context.input.config, self.context.versions);
        config.docs.past_version(place.file)?;
        let (id, _) = file.in_content()?.split_once('/')?;
        let set = config.docs.iter().position(|docs| docs.id == id)?;
        let last = versions.iter().find(|version| version.docs == set && version.last)?;
        let is_other = own.is_none_or(|own| versions[own].docs != set);
        let last = Some(last).filter(|last| is_other && last.name != "current")?;
        in_version(config, &last.name, file)
    }

    /// Returns the path of a file's page, unless the settings of the file or its folder change the path.
    pub(super) fn usual_route(&self, locale: usize, file: &SourcePath) -> Option<RoutePath> {
        let of_version = file.in_version().map(|(_, name, below)| (name, below));
        let (name, below) = of_version.or(Some(("current", file.in_content()?)))?;
        let (id, below) = below.split_once('/')?;
        let sets = &self.context.config.docs;
        let (root, numbered) = match sets.iter().position(|docs| docs.id == id) {
            _ if id == "pages" && name == "current" => (self.context.locales[locale].home.clone(), false),
            Some(set) => {
                let is_own = |version: &Version| version.docs == set && version.name == name;
                let version = self.context.versions.iter().position(is_own)?;
                (self.context.docs_root(locale, version), sets[set].number_prefixes)
            }
            None if name == "current" => {
                return blog::usual_route(self.context, locale, file.in_content()?);
            }
            None => return None,
        };
        let below = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
        let names = below.split('/').map(|name| if numbered { strip_number(name).1 } else { name });
        let mut names: Vec<&str> = names.collect();
        names.pop_if(|name| matches!(name.to_ascii_lowercase().as_str(), "index" | "readme"));
        Some(root.join(&names.join("/")))
    }
}

/// Returns the hint for a broken link in a version from Git. A redirect from the path makes the link work.
pub(super) fn hint(route: &RoutePath) -> String {
    format!("the link is in a commit and can't change; to make it work, add a redirect from `{route}`")
}

/// Whether a link's path refers to a file rather than to a URL.
fn is_file(path: &str) -> bool {
    is_markdown(path) || !path.starts_with('/')
}
