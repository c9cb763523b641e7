//! Copies the files that pages need, including indirectly imported files.

use std::collections::{BTreeMap, BTreeSet};

use super::files::{CODE, Needed, specifier};
use super::{Starlight, text};
use crate::import::Content;
use crate::import::left::Left;
use crate::path::SourcePath;

impl Starlight<'_> {
    /// Copies files and all their imports.
    pub(super) fn copy_needed(
        &self,
        mut waiting: BTreeSet<Needed>,
        files: &mut BTreeMap<SourcePath, Content>,
        left: &mut Left,
    ) {
        let mut done = BTreeSet::new();
        let interactive: BTreeSet<SourcePath> = waiting
            .iter()
            .filter_map(|needed| match needed {
                Needed::Interactive(file) => Some(file.clone()),
                _ => None,
            })
            .collect();
        while let Some(needed) = waiting.pop_first() {
            if !done.insert(needed.clone()) {
                continue;
            }
            match needed {
                Needed::Static(file) => {
                    let url = self.url_of_file(&file);
                    files
                        .entry(SourcePath::in_static(url.trim_start_matches('/')))
                        .or_insert(Content::Copy(file));
                }
                Needed::Outside(path) => {
                    if let Some(source) = self.origin.outside(&path) {
                        files.insert(Self::outside_path(&path), Content::Text(source.text.to_string()));
                    }
                }
                Needed::Module(file) | Needed::Interactive(file) => {
                    let new = self.module_path(&file);
                    if files.contains_key(&new) {
                        continue;
                    }
                    let component = || self.component(&self.origin.text(&file)?);
                    if let Some(component) = (file.extension() == "astro").then(component).flatten() {
                        let module = self.add_component(component, files);
                        waiting.extend(module.needed);
                        left.add(module.left);
                        continue;
                    }
                    let content = self.module(&file, interactive.contains(&file), &mut waiting, left);
                    files.insert(new, content);
                }
            }
        }
    }

    /// Converts a module or a partial.
    fn module(
        &self,
        file: &SourcePath,
        is_interactive: bool,
        waiting: &mut BTreeSet<Needed>,
        left: &mut Left,
    ) -> Content {
        let extension = file.extension();
        let Some(source) = self.origin.text(file) else { return Content::Copy(file.clone()) };
        if matches!(extension, "md" | "mdx") {
            let converted = text::part(self, &source);
            waiting.extend(converted.needed);
            left.add(converted.left);
            return Content::Text(converted.text);
        }
        if !CODE.contains(&extension) {
            return Content::Copy(file.clone());
        }
        let mut out = String::new();
        if is_interactive && !source.text.contains("use client") {
            out.push_str("\"use client\";\n");
        }
        for line in source.text.split_inclusive('\n') {
            let found = specifier(line)
                .and_then(|(start, specifier)| Some((start, specifier, self.file_at(file, specifier)?)));
            match found {
                Some((start, specifier, target)) => {
                    waiting.insert(Needed::Module(target.clone()));
                    let query =
                        specifier.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
                    out += &format!(
                        "{}/{}{query}{}",
                        &line[..start],
                        self.module_path(&target),
                        &line[start + specifier.len()..]
                    );
                }
                None => out += line,
            }
        }
        Content::Text(out)
    }
}
