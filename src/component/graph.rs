//! The modules of a page: the page itself, and everything that it imports directly or indirectly.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compile::{Compiled, compile};
use super::{Inner, Module};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;

/// The modules of a page, and what is wrong with them.
#[derive(Default)]
pub(super) struct Graph {
    /// The name of the page's module.
    pub main: String,
    /// The JavaScript of each module.
    pub code: BTreeMap<String, Arc<str>>,
    /// The module that each import refers to, by the importing module and the specifier.
    pub imports: BTreeMap<(String, String), String>,
    pub used: BTreeMap<SourcePath, u64>,
    pub styles: Vec<SourcePath>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Graph {
    pub(super) fn new(
        library: &Inner,
        module: &Module,
        partial: &dyn Fn(&SourcePath) -> Option<Module>,
    ) -> Self {
        let mut graph = Graph { main: module.path.to_string(), ..Graph::default() };
        let mut queue = vec![(module.path.clone(), Arc::new(compile("page.tsx", &module.code)), true)];
        while let Some((path, compiled, is_page)) = queue.pop() {
            for (message, _) in &compiled.faults {
                let error = Diagnostic::new(Code::ComponentError, message.as_str()).in_file(&path);
                graph.diagnostics.push(error);
            }
            let mut code = compiled.code.to_string();
            let mut wanted: Vec<(String, SourcePath)> = Vec::new();
            if is_page {
                for (name, _) in &compiled.unresolved {
                    if let Some(file) = library.components.get(name) {
                        code += &format!("import {name} from \"component:{name}\";\n");
                        wanted.push((format!("component:{name}"), file.clone()));
                    }
                }
            }
            for import in &compiled.imports {
                if !matches!(&*import.specifier, "react" | "react/jsx-runtime" | "docgen") {
                    wanted.push((import.specifier.clone(), path.join_sibling(&import.specifier)));
                }
            }
            for (specifier, file) in wanted {
                graph.imports.insert((path.to_string(), specifier), file.to_string());
                if graph.used.contains_key(&file) {
                    continue;
                }
                graph.used.insert(file.clone(), library.hash_of(&file));
                let next = match file.extension() {
                    "md" | "mdx" => partial(&file)
                        .map(|module| (file.clone(), Arc::new(compile("page.tsx", &module.code)), true)),
                    _ => library.compiled(&file).map(|compiled| (file.clone(), compiled, false)),
                };
                match next {
                    Some(next) => queue.push(next),
                    None => graph.diagnostics.push(
                        Diagnostic::new(Code::InvalidImport, format!("can't import `{file}`")).in_file(&path),
                    ),
                }
            }
            graph.code.insert(path.to_string(), code.into());
        }
        graph
    }
}

impl Inner {
    fn compiled(&self, path: &SourcePath) -> Option<Arc<Compiled>> {
        let source = self.files.read(path).ok()?;
        if let Some((hash, compiled)) = self.compiled.lock().get(path)
            && *hash == source.hash
        {
            return Some(Arc::clone(compiled));
        }
        let compiled = Arc::new(compile(path.as_str(), &source.text));
        self.compiled.lock().insert(path.clone(), (source.hash, Arc::clone(&compiled)));
        Some(compiled)
    }
}
