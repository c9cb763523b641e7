//! npm packages: bundles each package that a page or component imports, with the site's own esbuild.
//!
//! Takes the name of a package and returns one module that contains all of the package's code. Looks for `node_modules`
//! as Node.js does, from the site's folder upward, and only when something imports a package. docgen reads packages but
//! never installs any, and their code runs in the sandbox of `script`. Only this module starts esbuild.

mod esbuild;
mod inputs;
mod maps;
#[cfg(all(test, unix))]
mod tests;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::component::{Files, PACKAGE_STYLES, Package, PackageProblem, Platform};
use crate::fs::{self, Imports, PROGRAM};
use crate::path::{SourcePath, slugify};
use crate::source::Source;
use esbuild::{Bundle, Esbuild};
use inputs::Inputs;
use maps::SourceMap;

/// The files and packages that a site's pages can import.
pub(crate) struct Importable {
    /// The site's files.
    pub files: Arc<Imports>,
    /// The packages.
    pub packages: Arc<Packages>,
}

impl Files for Importable {
    fn read(&self, path: &SourcePath) -> Result<Source, String> {
        self.files.read(path)
    }

    fn exists(&self, path: &SourcePath) -> bool {
        self.files.exists(path)
    }

    fn refusal(&self, path: &SourcePath) -> Option<String> {
        self.files.refusal(path)
    }

    fn folder_in_repository(&self) -> &str {
        self.files.folder()
    }

    fn package(&self, specifier: &str, platform: &Platform) -> Result<Package, PackageProblem> {
        self.packages.get(specifier, platform)
    }

    fn package_place(&self, specifier: &str, line: u32, column: u32) -> Option<String> {
        self.packages.place(specifier, line, column)
    }
}

/// A site's packages.
pub(crate) struct Packages {
    /// The absolute path of the site's folder.
    root: PathBuf,
    /// The folder that contains the bundles from earlier builds.
    kept: Option<PathBuf>,
    /// Whether the folder is a site. Only sites can use packages.
    is_site: bool,
    /// The packages that were requested, by specifier. A thread that requests a package waits if another thread is
    /// bundling the package.
    found: Mutex<HashMap<Request, Arc<OnceLock<Found>>>>,
    /// The source maps of packages with problems, by specifier.
    maps: Mutex<HashMap<String, Option<SourceMap>>>,
}

/// A specifier, and the platform that the package is bundled for.
type Request = (String, Platform);
type Found = Result<Package, PackageProblem>;

/// A bundle from an earlier build.
#[derive(Serialize, Deserialize)]
struct Kept {
    specifier: String,
    platform: Platform,
    found: Installed,
    inputs: Inputs,
    bundle: Bundle,
}

/// The locations where Node.js would look for a package and for esbuild, starting from the site's folder.
#[derive(PartialEq, Serialize, Deserialize)]
struct Installed {
    package: Option<PathBuf>,
    esbuild: Option<PathBuf>,
}

impl Installed {
    fn find(root: &Path, specifier: &str) -> Self {
        let folder = |name: &str| {
            let folders = root.ancestors().map(|above| above.join("node_modules").join(name));
            { folders }
                .find(|folder| fs::exists(&folder.join("package.json")))
                .map(|folder| fs::absolute(&folder))
        };
        Installed { package: folder(name_of(specifier)), esbuild: folder("esbuild") }
    }
}

impl Kept {
    /// Whether a new bundle would be the same as this one.
    fn is_same(&self, root: &Path) -> bool {
        self.found == Installed::find(root, &self.specifier) && self.inputs.are_same()
    }

    /// Returns the state of everything that determines the bundle.
    fn state(&self, root: &Path) -> String {
        let Installed { package, esbuild } = Installed::find(root, &self.specifier);
        let platform = &self.platform;
        format!("{} {platform:?} {package:?} {esbuild:?} {:x}\n", self.specifier, self.inputs.now())
    }
}

impl Packages {
    /// Creates a site's packages without reading anything yet. `cache` is the site's cache folder, if the site has a
    /// cache.
    pub(crate) fn new(root: &Path, cache: Option<&Path>, is_site: bool) -> Self {
        let kept = cache.map(|cache| cache.join("packages"));
        Packages { root: fs::absolute(root), kept, is_site, found: Mutex::default(), maps: Mutex::default() }
    }

    /// Forgets the packages that couldn't be used, because they might be installed by now.
    pub(crate) fn forget_problems(&self) {
        self.found.lock().retain(|_, found| matches!(found.get(), Some(Ok(_)) | None));
        self.maps.lock().clear();
    }

    /// Forgets all packages.
    pub(crate) fn forget_all(&self) {
        self.found.lock().clear();
        self.maps.lock().clear();
    }

    /// Returns the state of everything that determines the cached bundles. The result is empty if there are no
    /// bundles.
    pub(crate) fn state(&self) -> String {
        self.kept().map(|(_, kept)| kept.state(&self.root)).collect()
    }

    /// Whether the requested packages are unchanged. Also removes outdated bundles of packages that weren't
    /// requested.
    pub(crate) fn are_as_read(&self) -> bool {
        let found = self.found.lock();
        let requested: HashSet<String> =
            found.keys().map(|(specifier, platform)| kept_name(specifier, platform)).collect();
        for (name, kept) in self.kept() {
            if kept.is_same(&self.root) {
                continue;
            }
            if requested.contains(&name) {
                return false;
            }
            // If the file can't be removed, the only effect is that the next build takes longer.
            if let Some(file) = self.kept_file(&name) {
                fs::remove(&file);
            }
        }
        true
    }

    /// Returns the cached bundles by name, sorted.
    fn kept(&self) -> impl Iterator<Item = (String, Kept)> {
        let names = self.kept.as_deref().map(fs::names_in).unwrap_or_default().into_iter();
        names.filter_map(|name| Some((name.clone(), fs::read_cache(&self.kept_file(&name)?, PROGRAM)?)))
    }

    fn kept_file(&self, name: &str) -> Option<PathBuf> {
        self.kept.as_ref().map(|kept| kept.join(name))
    }

    /// Returns a package from memory or from an earlier build, or bundles it now.
    fn get(&self, specifier: &str, platform: &Platform) -> Found {
        let found =
            Arc::clone(self.found.lock().entry((specifier.to_owned(), platform.clone())).or_default());
        found.get_or_init(|| self.find(specifier, platform)).clone()
    }

    /// Returns the location in a package's files for a location in its bundled code. Source maps are needed only to
    /// locate problems, so this function bundles the package again to create one.
    fn place(&self, specifier: &str, line: u32, column: u32) -> Option<String> {
        let mut maps = self.maps.lock();
        let map = maps.entry(specifier.to_owned()).or_insert_with(|| {
            let esbuild = Esbuild::new(Installed::find(&self.root, specifier).esbuild?);
            esbuild.map(&self.root, specifier)
        });
        map.as_ref()?.place(&self.root, line, column)
    }

    fn find(&self, specifier: &str, platform: &Platform) -> Found {
        if !self.is_site {
            return Err(problem(
                "only a site can use npm packages",
                "create a `docgen.toml` file in the folder",
            ));
        }
        let kept = self.kept_file(&kept_name(specifier, platform));
        if let Some(known) = kept.as_ref().and_then(|kept| fs::read_cache::<Kept>(kept, PROGRAM))
            && known.is_same(&self.root)
        {
            return self.package(specifier, &known.bundle);
        }
        let found = Installed::find(&self.root, specifier);
        let esbuild = found.esbuild.clone().map(Esbuild::new);
        if found.package.is_none() {
            let also = if esbuild.is_some() { "" } else { " esbuild" };
            let hint = format!("run `npm install {}{also}`", name_of(specifier));
            return Err(PackageProblem { is_missing: true, ..problem("it isn't installed", &hint) });
        }
        let Some(esbuild) = esbuild else {
            return Err(problem(
                "bundling it needs esbuild, which isn't installed",
                "run `npm install esbuild`",
            ));
        };
        let (bundle, read) = esbuild.bundle(&self.root, specifier, platform)?;
        if let Some(file) = kept {
            let inputs = Inputs::new(read, &self.root, &esbuild);
            let (specifier, platform, bundle) = (specifier.to_owned(), platform.clone(), bundle.clone());
            let kept = Kept { specifier, platform, found, inputs, bundle };
            // If the bundle can't be cached, the only effect is that the next build takes longer.
            let _ = fs::write_cache(&file, PROGRAM, &kept);
        }
        self.package(specifier, &bundle)
    }

    /// Converts a bundle to a package. The bundle's style sheet becomes a file.
    fn package(&self, specifier: &str, bundle: &Bundle) -> Found {
        let mut hash = xxh3_64(bundle.code.as_bytes());
        let mut styles = None;
        if let Some(text) = &bundle.styles {
            let text_hash = xxh3_64(text.as_bytes());
            hash ^= text_hash.rotate_left(1);
            // The package's name becomes part of the published file's name.
            let name = slugify(name_of(specifier).rsplit('/').next().unwrap_or(specifier));
            let path = SourcePath::new(format!("{PACKAGE_STYLES}/{text_hash:016x}/{name}.css"));
            let file = self.root.join(path.as_str());
            if fs::read_own(&file).is_none_or(|known| known != text.as_bytes()) {
                fs::write_whole(&file, text.as_bytes()).map_err(|error| {
                    let reason =
                        format!("can't write its styles to `{PACKAGE_STYLES}`: {}", fs::reason(&error));
                    problem(&reason, "make the site's folder writable")
                })?;
            }
            styles = Some(path);
        }
        let (code, imports) = (bundle.code.as_str().into(), bundle.imports.clone());
        Ok(Package { code, imports, styles, hash: hash.max(1) })
    }
}

fn problem(reason: &str, hint: &str) -> PackageProblem {
    PackageProblem { reason: reason.to_owned(), hint: Some(hint.to_owned()), is_missing: false }
}

/// Returns the filename of a package's cached bundle.
fn kept_name(specifier: &str, platform: &Platform) -> String {
    format!("{:016x}", xxh3_64(format!("{specifier} {platform:?}").as_bytes()))
}

/// Returns the name of the package in a specifier, such as `@a/b` for `@a/b/c`.
fn name_of(specifier: &str) -> &str {
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(parts - 1).map_or(specifier.len(), |(at, _)| at);
    &specifier[..end]
}
