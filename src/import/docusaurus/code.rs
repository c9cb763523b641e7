//! Copies the files of a Docusaurus site that aren't pages: components, partials, and static files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::left::Left;
use super::super::{Content, front_matter, mdx};
use super::content::{Blog, CODE, Files, picture};
use super::{Docusaurus, data, head};
use crate::component::BLOCKS;
use crate::path::SourcePath;
use crate::source::tree::Node;

impl Docusaurus<'_> {
    /// Adds all files that aren't pages. Returns the number of these files.
    pub(super) fn others(
        &self,
        files: &mut BTreeMap<SourcePath, Content>,
        needed: BTreeSet<SourcePath>,
        left: &mut Left,
    ) -> usize {
        let before = files.len();
        let waiting = RefCell::new(needed);
        let Files { pages, generated, .. } = &self.files;
        let is_other = |path: &&SourcePath| !pages.contains_key(*path) && !generated.contains(*path);
        for path in self.origin.files().iter().filter(is_other) {
            if let Some(new) = self.other_path(path) {
                self.add(path, new, files, &waiting, left);
            }
        }
        let pages = self.files.pages.keys().filter(|path| !matches!(path.extension(), "md" | "mdx"));
        for path in pages {
            self.add(path, self.code_path(path), files, &waiting, left);
        }
        self.named_components(files, left);
        // Add the files that the code imports from elsewhere in the repository.
        let mut done = BTreeSet::new();
        loop {
            let next = waiting.borrow_mut().pop_first();
            let Some(path) = next else { break };
            if path.extension() == "svg" {
                let moved = self.files.moved(&path).unwrap_or_else(|| self.code_path(&path));
                files.entry(moved.clone()).or_insert(Content::Copy(path.clone()));
                let component = format!(
                    "import url from \"@site/{moved}\";\n\nexport default (props) => <img alt=\"\" {{...props}} src={{url}} />;\n"
                );
                files.insert(picture(&self.code_path(&path)), Content::Text(component));
            } else if done.insert(path.clone()) && self.exists(&path) {
                self.add(&path, self.code_path(&path), files, &waiting, left);
            }
        }
        files.len() - before
    }

    /// Adds the files with authors that the config refers to.
    pub(super) fn add_authors(&self, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        for blog in Blog::all(&self.config) {
            let path = blog.options.and_then(|options| options.at(&["authorsMapPath"])).and_then(Node::text);
            let path = path.map(|path| self.path(&format!("{}/{path}", blog.folder)));
            let Some(source) = path.and_then(|path| self.origin.text(&path)) else { continue };
            let new = SourcePath::new(format!("content/{}/authors.{}", blog.id, source.path.extension()));
            files.entry(new).or_insert_with(|| {
                Content::Text(data::authors(&source, left).unwrap_or_else(|| source.text.to_string()))
            });
        }
    }

    /// Adds the components that pages use without an import. The original site adds these components to
    /// `MDXComponents`.
    fn named_components(&self, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let names = ["MDXComponents", "MDXComponents/index"].iter();
        let paths =
            names.flat_map(|name| CODE.iter().map(move |end| self.path(&format!("src/theme/{name}.{end}"))));
        let Some(source) = paths.into_iter().find_map(|path| self.origin.text(&path)) else { return };
        let new = self.code_path(&source.path);
        let imports = imports(&source.text);
        for (name, value) in exported(&source.text) {
            let mut note = |what: &str, hint: &str| {
                let at = source.text.find(value).unwrap_or_default();
                left.note(&source, at..at + value.len(), &format!("{what} in `MDXComponents`"), hint);
            };
            if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
                note(
                    &format!("the component for `{name}`"),
                    "leave it out; docgen renders Markdown elements itself",
                );
                continue;
            }
            let Some((_, export, specifier)) = imports.iter().find(|(local, ..)| *local == value) else {
                note(&format!("the `{name}` component"), &format!("add it as `components/{name}.jsx`"));
                continue;
            };
            let to = match self.specifier(&source.path, &new, specifier, &RefCell::default()) {
                Some(to) => to,
                None if specifier.starts_with('.') => format!("@site/{}", new.join_sibling(specifier)),
                // docgen has most of the theme's components, which pages can use without an import.
                None if specifier.starts_with("@theme") => {
                    if !BLOCKS.iter().any(|(block, _)| *block == name) {
                        note(
                            &format!("the `{name}` component"),
                            &format!("add it as `components/{name}.jsx`"),
                        );
                    }
                    continue;
                }
                None => (*specifier).to_owned(),
            };
            let export =
                if *export == "default" { "default".to_owned() } else { format!("{export} as default") };
            let text = format!("export {{ {export} }} from \"{to}\";\n");
            files.entry(SourcePath::new(format!("components/{name}.jsx"))).or_insert(Content::Text(text));
        }
    }

    /// If a file is in a folder that's copied, returns the file's new path.
    fn other_path(&self, path: &SourcePath) -> Option<SourcePath> {
        let src = self.path("src");
        if let Some(below) = path.strip_dir(src.as_str()) {
            let is_code = CODE.contains(&path.extension());
            if below.contains("__tests__") || below.contains(".test.") {
                return None;
            }
            if is_code {
                return Some(SourcePath::new(format!("src/{below}")));
            }
        }
        self.files.moved(path)
    }

    fn add(
        &self,
        path: &SourcePath,
        new: SourcePath,
        files: &mut BTreeMap<SourcePath, Content>,
        waiting: &RefCell<BTreeSet<SourcePath>>,
        left: &mut Left,
    ) {
        let text = match path.extension() {
            "md" | "mdx" => self.origin.text(path).map(|source| {
                let start = front_matter::read(&source).end;
                let (converted, needed) = self.text(&source, start, &new, None, left);
                waiting.borrow_mut().extend(needed);
                converted.text
            }),
            extension if CODE.contains(&extension) && new.strip_dir("static").is_none() => {
                self.origin.text(path).map(|source| {
                    head::note(&source, left);
                    self.code(path, &new, &source.text, waiting)
                })
            }
            "yml" | "yaml" | "json" => self.origin.text(path).and_then(|source| match path.stem() {
                "_category_" => data::category(&source, path, &self.categories),
                "authors" => data::authors(&source, left),
                _ => None,
            }),
            _ => None,
        };
        let marked = || self.comments.convert(&self.origin.text(path)?.text);
        let text = text.or_else(|| if self.comments.is_empty() { None } else { marked() });
        let is_same = |text: &String| self.origin.text(path).is_some_and(|source| *source.text == **text);
        let content = match text.filter(|text| !is_same(text)) {
            Some(text) => Content::Text(text),
            None => Content::Copy(path.clone()),
        };
        files.entry(new).or_insert(content);
    }

    /// Converts the imports of a module and marks a component that works only in browsers.
    fn code(
        &self,
        path: &SourcePath,
        new: &SourcePath,
        text: &str,
        waiting: &RefCell<BTreeSet<SourcePath>>,
    ) -> String {
        if path.extension() == "css" {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        if self.interactive.contains(path) && !text.contains("use client") {
            out += "\"use client\";\n\n";
        }
        for line in text.split_inclusive('\n') {
            let quoted = line.rfind(['"', '\'']).and_then(|close| {
                let open = line[..close].rfind(&line[close..=close])?;
                let before = line[..open].trim_end();
                (before.ends_with("from") || before.trim_start() == "import" || before.ends_with("require("))
                    .then_some((open + 1, close))
            });
            let to = quoted.filter(|(open, close)| !mdx::is_required_image(&line[..*close], *open)).and_then(
                |(open, close)| Some((open, close, self.specifier(path, new, &line[open..close], waiting)?)),
            );
            match to {
                Some((open, close, to)) => out += &format!("{}{to}{}", &line[..open], &line[close..]),
                None => out += line,
            }
        }
        let imports = |specifier: &str| self.specifier(path, new, specifier, waiting);
        mdx::with_imports(&out, &imports)
    }
}

/// Returns the imports of a module: for each local name, the exported name and the specifier.
pub(super) fn imports(text: &str) -> Vec<(&str, &str, &str)> {
    let mut imports = Vec::new();
    let statements = text.match_indices("import ").map(|(at, word)| (at, &text[at + word.len()..]));
    for (_, rest) in statements.filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n')) {
        let Some((names, rest)) = rest.split_once(" from ").or_else(|| rest.split_once("}from ")) else {
            continue;
        };
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some(specifier) = rest[1..].split(quote).next() else { continue };
        if names.contains([';', '"', '\'']) {
            continue;
        }
        let (default, named) = names.split_once('{').unwrap_or((names, ""));
        let default = default.trim().trim_end_matches(',').trim_end();
        if !default.is_empty() {
            imports.push((default, "default", specifier));
        }
        for name in named.split([',', '}']).map(str::trim).filter(|name| !name.is_empty()) {
            let (export, local) = name.split_once(" as ").unwrap_or((name, name));
            imports.push((local.trim(), export.trim(), specifier));
        }
    }
    imports
}

/// Returns the entries of the object that a module exports. An entry without a value has its name as the value.
fn exported(text: &str) -> Vec<(&str, &str)> {
    let default = "export default";
    let Some(rest) = text.find(default).map(|at| text[at + default.len()..].trim_start()) else {
        return Vec::new();
    };
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let object = match name {
        "" => Some(rest),
        name => ["const", "let", "var"].iter().find_map(|word| {
            let (_, rest) = text.split_once(&format!("{word} {name}"))?;
            Some(rest.split_once('=')?.1.trim_start())
        }),
    };
    let Some(inside) = object.and_then(|object| object.strip_prefix('{')) else { return Vec::new() };
    let (mut entries, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '}' if depth == 0 => {
                entries.push(&inside[start..at]);
                break;
            }
            ',' if depth == 0 => {
                entries.push(&inside[start..at]);
                start = at + 1;
            }
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    entries.into_iter().filter_map(entry_of).collect()
}

/// Returns the name and value of an entry in an object, without the comments before it. Ignores spread values.
fn entry_of(text: &str) -> Option<(&str, &str)> {
    let mut rest = text.trim();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n')?.1.trim_start();
    }
    let (name, value) = rest.split_once(':').unwrap_or((rest, rest));
    let (name, value) = (name.trim().trim_matches(['"', '\'']), value.trim());
    (!name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')).then_some((name, value))
}
