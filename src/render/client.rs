//! The published modules of interactive components: their names, which contain hashes, and their code, which imports
//! other modules by relative URL.
//!
//! The hash of a module covers the names of the modules that it imports. The modules of an import cycle are hashed
//! together.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};

use xxhash_rust::xxh3::Xxh3;

use super::theme::{ClientTheme, Theme};
use crate::component::{Client, ClientContent, ClientImport, ClientModule, minified, rewritten};
use crate::path::{Addressing, OutPath, SourcePath, asset_name};
use crate::site::Site;

/// The published modules of a site.
#[derive(Debug)]
pub(super) struct ClientFiles<'a> {
    client: &'a Client,
    theme: &'a ClientTheme,
    /// Whether browsers get source maps and unminified code.
    is_live: bool,
    /// The files of the modules, by the names of the modules.
    files: BTreeMap<String, ClientFile>,
    /// The URL of each image or other asset that client code imports.
    urls: BTreeMap<SourcePath, String>,
}

/// A published module.
#[derive(Debug)]
struct ClientFile {
    path: OutPath,
    href: String,
}

impl<'a> ClientFiles<'a> {
    /// Names the modules of a site.
    pub(super) fn new(site: &'a Site, theme: &'a Theme, at: &Addressing, is_live: bool) -> Self {
        let (client, theme) = (&*site.client, if is_live { &theme.dev_client } else { &theme.client });
        let modules = &client.modules;
        let url = |module: &ClientModule| {
            let out = match (module.path.strip_dir("static"), site.assets.get(&module.path)) {
                (Some(published), _) => OutPath::new(published),
                (None, Some(name)) => OutPath::new(name),
                (None, None) => return None,
            };
            Some((module.path.clone(), at.file_href(&out)))
        };
        let is_url = |module: &&ClientModule| module.content == ClientContent::Url;
        let mut files = ClientFiles {
            client,
            theme,
            is_live,
            files: BTreeMap::new(),
            urls: modules.values().filter(is_url).filter_map(url).collect(),
        };
        for circle in circles(modules) {
            let mut hasher = Xxh3::new();
            for name in &circle {
                files.hash(name, &modules[*name], &mut hasher);
            }
            let hash = hasher.finish();
            for name in circle {
                let mut hasher = Xxh3::new();
                (hash, name).hash(&mut hasher);
                let file = format!("{}.js", modules[name].path.stem());
                let file = asset_name(&file, hasher.finish());
                let path = OutPath::immutable(format_args!("client/{file}"));
                let href = at.file_href(&path);
                files.files.insert(name.to_owned(), ClientFile { path, href });
            }
        }
        files
    }

    /// Hashes a module. The modules in the same import cycle don't have filenames yet.
    fn hash(&self, name: &str, module: &ClientModule, hasher: &mut Xxh3) {
        name.hash(hasher);
        match &module.content {
            ClientContent::Code { code, source } => (code, self.is_live.then_some(source)).hash(hasher),
            ClientContent::Url => self.urls.get(&module.path).hash(hasher),
        }
        for (specifier, import) in &module.imports {
            specifier.hash(hasher);
            match import {
                ClientImport::Builtin(name) => self.theme.modules.get(name).hash(hasher),
                ClientImport::Module(name) => {
                    (name, self.files.get(name).map(|file| &file.href)).hash(hasher)
                }
                ClientImport::Styles => {}
            }
        }
    }

    /// Returns each module's name and file.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &OutPath)> {
        self.files.iter().map(|(name, file)| (name.as_str(), &file.path))
    }

    /// Returns the URL of a file's module.
    pub(super) fn href(&self, path: &SourcePath) -> Option<&String> {
        self.files.get(path.as_str()).map(|file| &file.href)
    }

    /// Returns the published code of a module.
    pub(super) fn code(&self, name: &str) -> String {
        let Some(module) = self.client.modules.get(name) else { return String::new() };
        let code = match &module.content {
            ClientContent::Code { code, .. } => code,
            ClientContent::Url => {
                let url = self.urls.get(&module.path).map_or("", String::as_str);
                return format!("export default {};\n", serde_json::Value::from(url));
            }
        };
        let code = rewritten(code, |specifier| match module.imports.get(specifier)? {
            ClientImport::Builtin(name) => Some(format!("../{}", self.theme.modules.get(name)?)),
            ClientImport::Module(name) => {
                Some(format!("./{}", self.files.get(name)?.path.as_str().rsplit('/').next()?))
            }
            ClientImport::Styles => None,
        });
        if !self.is_live {
            return minified(&code);
        }
        let map = module.source_map().unwrap_or_default();
        format!("{code}//# sourceMappingURL={map}\n")
    }
}

/// A module that the search has visited.
struct Met {
    /// The number of modules that were visited before this module.
    number: usize,
    /// The smallest number of a module that this module reaches.
    reaches: usize,
    /// Whether the module's group isn't complete yet.
    is_open: bool,
}

/// Returns the modules in groups. The modules of a group import one another in a cycle, and each group comes after all
/// groups that it imports from (Tarjan, 1972). Most groups have one module.
fn circles(modules: &BTreeMap<String, ClientModule>) -> Vec<Vec<&str>> {
    let imports = |name: &str| -> Vec<&str> {
        let mut names = Vec::new();
        for import in modules.get(name).into_iter().flat_map(|module| module.imports.values()) {
            if let ClientImport::Module(name) = import
                && let Some((name, _)) = modules.get_key_value(name)
            {
                names.push(name.as_str());
            }
        }
        names
    };
    let mut met: BTreeMap<&str, Met> = BTreeMap::new();
    let (mut open, mut groups): (Vec<&str>, Vec<Vec<&str>>) = (Vec::new(), Vec::new());
    for start in modules.keys() {
        // Recursion could overflow the stack.
        let mut stack = vec![(start.as_str(), None::<Vec<&str>>)];
        while let Some((name, left)) = stack.pop() {
            let mut left = match left {
                Some(left) => left,
                None if met.contains_key(name) => continue,
                None => {
                    met.insert(name, Met { number: met.len(), reaches: met.len(), is_open: true });
                    open.push(name);
                    imports(name)
                }
            };
            if let Some(next) = left.pop() {
                stack.push((name, Some(left)));
                stack.push((next, None));
                continue;
            }
            let reached = imports(name).into_iter().filter_map(|next| met.get(next));
            let reached = reached.filter(|next| next.is_open).map(|next| next.reaches).min();
            let Some(own) = met.get_mut(name) else { continue };
            own.reaches = own.reaches.min(reached.unwrap_or(own.reaches));
            if own.reaches == own.number
                && let Some(at) = open.iter().rposition(|one| *one == name)
            {
                let mut group = open.split_off(at);
                group.sort_unstable();
                group.iter().for_each(|name| _ = met.entry(name).and_modify(|one| one.is_open = false));
                groups.push(group);
            }
        }
    }
    groups
}
