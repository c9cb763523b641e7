//! The information about components that editors need: the site's own components, and the modules that only docgen
//! provides.

use super::graph::load;
use super::module::Kind;
use super::resolve::urls;
use super::{Inner, slots, threads};
use crate::path::SourcePath;

/// The TypeScript declarations of the modules that only docgen provides, except docgen's own components.
const MODULES: &str = include_str!("modules.d.ts");

/// A site component that pages can use by name.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    /// The name.
    pub name: String,
    /// The file.
    pub path: SourcePath,
    /// Whether the component is interactive.
    pub is_client: bool,
}

/// Returns the declarations of the modules that only docgen provides, except docgen's own components.
pub(crate) fn modules() -> String {
    let url = |extension| {
        format!("declare module \"*.{extension}\" {{\n  const url: string;\n  export default url;\n}}\n")
    };
    urls().map(url).fold(MODULES.to_owned() + "\n" + &slots::declarations(), |all, one| all + &one)
}

/// Returns a site's components that have a default export and whose names can be used as tags.
pub(super) fn named(library: &Inner) -> Vec<Named> {
    let named = |(name, path): (&String, &SourcePath)| {
        let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let (node, _) = load(library, path, Kind::Script, &mut |_| None).ok()?;
        let is_component = is_name && node.unit.exports.iter().any(|export| export == "default");
        let (name, path, is_client) = (name.clone(), path.clone(), node.unit.is_client);
        is_component.then_some(Named { name, path, is_client })
    };
    threads::THREADS.install(|| library.components.iter().filter_map(named).collect())
}
