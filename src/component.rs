//! Components: compiles the modules of a site and its pages, and renders pages that use these modules to HTML in a
//! sandbox.
//!
//! A page is a TSX module that exports a component by default. This module compiles the page and everything that the
//! page imports, runs the result with React on [`script`](crate::script), and returns the HTML. It reads files only
//! through [`Files`], and it doesn't depend on Markdown, routes, or URLs. Where these affect the HTML, the HTML
//! contains tokens.

mod aliases;
mod attempts;
mod blocks;
mod classes;
mod client;
mod compile;
mod css;
mod data;
mod declarations;
mod engine;
mod evaluate;
mod graph;
mod link;
mod module;
mod names;
mod outputs;
mod outside;
mod package;
mod props;
mod reference;
mod report;
mod resolve;
mod shims;
pub(crate) mod slots;
mod stack;
pub(crate) mod syntax;
mod threads;
mod thrown;
mod types;
mod variables;
mod web;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::script::Limits;
use crate::source::Source;
pub(crate) use blocks::{BLOCKS, CODE, CODE_ATTRIBUTES};
pub(crate) use client::{Client, ClientContent, ClientImport, ClientModule};
pub(crate) use compile::{MODULE, minified, own_image, rewritten, symbols, without_tokens};
pub(crate) use css::{Sheet, Url};
pub(crate) use declarations::{Named, modules};
pub(crate) use evaluate::{ConfigFiles, Evaluated, PART, evaluate, evaluate_with};
pub(crate) use graph::OF_VERSIONS;
use module::{Kind, Unit};
use outputs::Outputs;
pub(crate) use outside::{GIT, REPOSITORY, Root, from_root, in_git, located};
pub(crate) use props::PropInfo;
use resolve::is_asset;
pub(crate) use resolve::{is_image, parameters, with_parameters, without_parameters};
use variables::Variables;
pub(crate) use variables::{
    Unknown, VARIABLE, VariableSources, is_variables_module, variable_path, version_folder,
};

/// The stack size of the threads that compile and run code, in bytes. A thread takes up only the memory that the code
/// uses.
const STACK: usize = 64 << 20;

/// The limits for rendering a page. Running all the steps takes two to three seconds, so tests allow fewer steps.
const LIMITS: Limits =
    Limits { memory: 256 << 20, stack: 8 << 20, steps: if cfg!(test) { 250 } else { 2_500 } };

/// The site folder for package style sheets. They're published although the folder's name starts with a dot.
pub(crate) const PACKAGE_STYLES: &str = ".docgen/packages";

/// The internal module, which only docgen's own code imports.
const INTERNAL: &str = "docgen/internal";

/// The path that represents the build time in the list of files that a page uses.
const BUILD_TIME: &str = "env:SOURCE_DATE_EPOCH";

/// The prefix of package paths, which distinguishes them from the paths of the site's files.
const PACKAGE: &str = "npm:";

/// Reads the files that pages and components import. Implemented by `fs`, and by maps in tests.
pub trait Files: Send + Sync {
    /// Returns the other repositories that pages can show files from. The path of such a file starts with [`GIT`].
    fn repositories(&self) -> Option<&dyn Repositories> {
        None
    }
    /// Returns a text file in the site's folder. The error is only the reason that the file can't be read, such as `it's
    /// missing`.
    fn read(&self, path: &SourcePath) -> Result<Source, String>;
    /// Whether a file exists inside the site's folder (for images and other binary files).
    fn exists(&self, path: &SourcePath) -> bool;
    /// Returns the reason that the item at a path isn't one of the site's files, such as a link to a file outside the
    /// site. Returns `None` if there's nothing at the path.
    fn refusal(&self, path: &SourcePath) -> Option<String>;
    /// Returns an npm package, or one of its modules or style sheets, such as `clsx` or `@scope/name/part.css`.
    fn package(&self, specifier: &str, platform: &Platform) -> Result<Package, PackageProblem>;
    /// Returns the path of the site's folder in its repository, or an empty string if the folder is the repository's
    /// root or isn't in a repository.
    fn folder_in_repository(&self) -> &str {
        ""
    }
    /// Returns the file, line, and column in a package for a location in its bundled code, if they're known. Lines and
    /// columns start at 1, and columns count bytes.
    fn package_place(&self, specifier: &str, line: u32, column: u32) -> Option<String>;
}

/// The other Git repositories that pages can show files from, by their names in the config. Implemented by `git`.
pub trait Repositories: Send + Sync {
    /// Returns the names, sorted.
    fn names(&self) -> Vec<String>;
    /// Whether the files of a repository can be read.
    fn is_available(&self, name: &str) -> bool;
    /// Returns the paths of a repository's files.
    fn files(&self, name: &str) -> Vec<String>;
    /// Returns the URL of a file's web page or, for an image, of the image itself. Returns `None` if it's unknown.
    fn web_url(&self, name: &str, path: &str, is_image: bool) -> Option<String>;
}

/// The environment that a package is bundled for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Platform {
    /// The sandbox, which is neither a browser nor Node.js.
    Neutral,
    /// Readers' browsers. The bundle contains only these exports or, if the list is empty, all exports.
    Browser(Vec<String>),
}

/// An npm package, ready for use by pages.
#[derive(Clone, Debug)]
pub struct Package {
    /// An ES module. Its `all` export is an object with everything that the package exports. If browsers need only some
    /// exports, the module contains only those instead. The module imports only docgen's modules and has no `await`
    /// outside functions.
    pub code: Arc<str>,
    /// docgen's modules that the package imports.
    pub imports: Vec<String>,
    /// The package's style sheet.
    pub styles: Option<SourcePath>,
    /// A hash of the code and style sheet. It isn't 0.
    pub hash: u64,
}

/// A problem that prevents a package from being imported.
#[derive(Clone, Debug)]
pub struct PackageProblem {
    /// The reason, in lowercase and without a final period.
    pub reason: String,
    /// The next step.
    pub hint: Option<String>,
    /// Whether there is no such package. If so, the name might contain a typo.
    pub is_missing: bool,
}

/// The code of a page or an imported Markdown file: a TSX module that exports a component by default. The
/// component returns the content.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    /// The Markdown file.
    pub path: SourcePath,
    /// The code.
    pub code: String,
    /// The parts of `code` that come from the source file, in order: the offset in `code`, the offset in the file, and
    /// the length. The code between these parts is generated.
    pub places: Vec<(u32, u32, u32)>,
}

/// The input for rendering a page.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    /// The result of `usePage()`. This module sets `url`.
    pub info: serde_json::Value,
    /// The locale, such as `pt-BR`.
    pub locale: String,
}

/// The result of rendering a page.
#[derive(Debug, Default)]
pub(crate) struct Rendered {
    /// The HTML with its tokens, without the parts that fail. If nothing is left, the value is `None`.
    pub html: Option<String>,
    /// Every file that the page imports directly or indirectly, including missing files, each with the result of
    /// [`Library::hash_of`].
    pub used: BTreeMap<SourcePath, u64>,
    /// The imported style sheets, in the order of the imports.
    pub styles: Vec<SourcePath>,
    /// The files whose URLs appear in client code, sorted.
    pub client_assets: Vec<SourcePath>,
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rendered {
    /// Whether a part of the page is missing because of a problem.
    pub(crate) fn is_incomplete(&self) -> bool {
        let is_failure = |one: &Diagnostic| matches!(one.code, Code::ComponentError | Code::InvalidImport);
        self.html.is_none() || self.diagnostics.iter().any(is_failure)
    }
}

/// A site's components.
#[derive(Clone)]
pub struct Library(Arc<Inner>);

struct Inner {
    components: BTreeMap<String, SourcePath>,
    /// The result of `useSite()`, as JSON.
    site: String,
    /// The site's default locale.
    locale: String,
    /// The build time in seconds since 1970, if it's known.
    build_time: Option<u64>,
    files: Arc<dyn Files>,
    variables: Variables,
    /// The latest version of each module.
    units: Mutex<BTreeMap<(SourcePath, Kind), Version>>,
    /// The outputs of runs.
    outputs: Outputs,
}

impl Inner {
    /// If code can import a variable by this name, returns the import statement.
    fn import_of_variable(&self, name: &str) -> Option<String> {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let is_exported = is_name && self.variables.exports(name);
        is_exported.then(|| format!("import {{ {name} }} from \"{}\"", variables::MODULE))
    }
}

/// A module, and the hash of its source text.
struct Version {
    hash: u64,
    unit: Arc<Unit>,
}

impl Library {
    /// Creates a library from the component files, by name, and from the result of `useSite()`. The build time is in
    /// seconds since 1970.
    pub(crate) fn new(
        components: BTreeMap<String, SourcePath>,
        site: &serde_json::Value,
        build_time: Option<u64>,
        variables: VariableSources,
        files: Arc<dyn Files>,
    ) -> Self {
        let locale = site["locale"].as_str().unwrap_or_default().to_owned();
        let site = compile::defused_json(&site.to_string()).into_owned();
        Library(Arc::new(Inner {
            components,
            site,
            locale,
            build_time,
            files,
            variables: Variables::new(variables),
            units: Mutex::default(),
            outputs: Outputs::default(),
        }))
    }

    /// Returns the site's default locale.
    pub(crate) fn default_locale(&self) -> &str {
        &self.0.locale
    }

    /// Whether there is a component with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.components.contains_key(name)
    }

    /// Returns the components that pages can use by their names.
    pub(crate) fn named(&self) -> Vec<Named> {
        declarations::named(&self.0)
    }

    /// Returns the props of a component that a page names, sorted. `imports` contains the page's import statements.
    /// Returns `None` if there's no such component.
    pub(crate) fn props(&self, page: &SourcePath, imports: &str, name: &str) -> Option<Vec<PropInfo>> {
        threads::THREADS.install(|| props::of_component(&self.0, page, imports, name))
    }

    /// Compiles and renders a page. `partial` returns the module of an imported Markdown file, or `None` if there's no
    /// such file. `partial` runs on the calling thread and must not call this function.
    pub(crate) fn render(
        &self,
        module: &Module,
        page: &Page,
        partial: &dyn Fn(&SourcePath) -> Option<Module>,
    ) -> Rendered {
        threads::THREADS.render(self, module, page, partial)
    }

    /// Returns the value of one of the site's variables, as text. `folder` is the folder of the page's version.
    pub(crate) fn variable(&self, name: &str, folder: Option<&str>) -> Result<String, Unknown> {
        self.0.variables.value(&*self.0.files, name, folder)
    }

    /// If code can import a variable by this name, returns the import statement.
    pub(crate) fn import_of_variable(&self, name: &str) -> Option<String> {
        self.0.import_of_variable(name)
    }

    /// Returns a text file in the site's folder. The error is only the reason that the file can't be read.
    pub(crate) fn read(&self, path: &SourcePath) -> Result<Source, String> {
        self.0.files.read(path)
    }

    /// Returns the client graphs that start at these modules.
    pub(crate) fn client<'p>(&self, entries: impl Iterator<Item = &'p SourcePath>) -> Client {
        Client::new(&self.0, entries)
    }

    /// Returns a style sheet. The error explains why it can't be read.
    pub(crate) fn sheet(&self, path: &SourcePath) -> Result<Arc<Sheet>, String> {
        let source = self.read(path)?;
        let unit = self.0.cached(path, source.hash, Kind::Styles, || data::styles(&source));
        Ok(unit.sheet.clone().unwrap_or_default())
    }

    /// Suggests an existing file for the path of a missing file. The result is relative to `from`.
    pub(crate) fn near(&self, from: &SourcePath, path: &SourcePath) -> Option<String> {
        resolve::near(&self.0, from, path).map(|near| resolve::relative(from, &near))
    }

    /// Returns the language of a style sheet that must first be compiled to CSS, and a hint about how to compile it.
    pub(crate) fn compiled(path: &SourcePath) -> Option<(&'static str, String)> {
        resolve::compiled(path)
    }

    /// Returns the current hash of a file that a page used: a hash of its text, or, for a binary file, of its
    /// existence. If the file is missing, the hash is 0. The path of a package is [`PACKAGE`] and the package's name,
    /// and the path of a variable is [`VARIABLE`] and the variable's name. The path of the build time is
    /// [`BUILD_TIME`].
    pub(crate) fn hash_of(&self, path: &SourcePath) -> u64 {
        self.0.hash_of(path)
    }
}

impl Inner {
    fn hash_of(&self, path: &SourcePath) -> u64 {
        let exists = || u64::from(self.files.exists(path));
        if let Some(specifier) = path.as_str().strip_prefix(PACKAGE) {
            package::hash(&*self.files, specifier)
        } else if let Some(variable) = path.as_str().strip_prefix(VARIABLE) {
            self.variables.hash(&*self.files, variable)
        } else if path.as_str() == BUILD_TIME {
            self.build_time.map_or(0, |time| time + 1)
        } else if let Some(source) = self.own_module(path) {
            source.hash
        } else if is_asset(path) {
            exists()
        } else {
            let path = &resolve::without_parameters(path);
            self.files.read(path).map_or_else(|_| exists(), |source| source.hash)
        }
    }

    /// Returns the source of one of docgen's own modules.
    fn own_module(&self, path: &SourcePath) -> Option<Source> {
        shims::source(path).or_else(|| self.variables.module(path))
    }

    /// Returns a module from the cache or creates it.
    fn cached(&self, path: &SourcePath, hash: u64, kind: Kind, make: impl FnOnce() -> Unit) -> Arc<Unit> {
        let key = (path.clone(), kind);
        if let Some(version) = self.units.lock().get(&key)
            && version.hash == hash
        {
            return Arc::clone(&version.unit);
        }
        let unit = Arc::new(make());
        self.units.lock().insert(key, Version { hash, unit: Arc::clone(&unit) });
        unit
    }
}
