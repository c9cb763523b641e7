//! Copies the files of a Docusaurus site that aren't pages: components, partials, and static files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::super::left::Left;
use super::super::{Content, front_matter, mdx};
use super::content::{CODE, picture};
use super::{Docusaurus, data};
use crate::path::SourcePath;

/// Code that works only in browsers.
const INTERACTIVE: [&str; 11] = [
    "<BrowserOnly",
    "useState(",
    "useEffect(",
    "useReducer(",
    "useRef(",
    "useLayoutEffect(",
    "onClick=",
    "onChange=",
    "onSubmit=",
    "useState<",
    "useRef<",
];

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
        for path in self.origin.files().iter().filter(|path| !self.files.pages.contains_key(*path)) {
            if let Some(new) = self.other_path(path) {
                self.add(path, new, files, &waiting, left);
            }
        }
        let pages = self.files.pages.keys().filter(|path| !matches!(path.extension(), "md" | "mdx"));
        for path in pages {
            self.add(path, self.code_path(path), files, &waiting, left);
        }
        self.named_components(files);
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

    /// Adds the components that pages use without an import, because the site adds them to `MDXComponents`.
    fn named_components(&self, files: &mut BTreeMap<SourcePath, Content>) {
        let names = ["MDXComponents", "MDXComponents/index"].iter();
        let paths =
            names.flat_map(|name| CODE.iter().map(move |end| self.path(&format!("src/theme/{name}.{end}"))));
        let Some(source) = paths.into_iter().find_map(|path| self.origin.text(&path)) else { return };
        let Some(exported) = source.text.find("export default").map(|at| &source.text[at..]) else { return };
        let new = self.code_path(&source.path);
        for line in source.text.lines() {
            let Some((name, module)) =
                line.strip_prefix("import ").and_then(|rest| rest.split_once(" from "))
            else {
                continue;
            };
            let name = name.trim();
            let specifier = module.trim().trim_end_matches(';').trim_matches(['"', '\'']);
            let is_component =
                name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(char::is_alphanumeric);
            let is_exported = exported.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
            if !is_component || !is_exported || specifier.contains("theme-original") {
                continue;
            }
            let specifier = self.specifier(&source.path, &new, specifier, &RefCell::default());
            let specifier = specifier.unwrap_or_else(|| {
                let path = new.join_sibling(module.trim().trim_end_matches(';').trim_matches(['"', '\'']));
                format!("@site/{path}")
            });
            let text = format!("export {{ default }} from \"{specifier}\";\n");
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
            extension
                if CODE.contains(&extension) && path.strip_dir(self.path("static").as_str()).is_none() =>
            {
                self.origin.text(path).map(|source| self.code(path, &new, &source.text, waiting))
            }
            "yml" | "yaml" | "json" => self.origin.text(path).and_then(|source| match path.stem() {
                "_category_" => data::category(&source, path),
                "authors" => data::authors(&source, left),
                _ => None,
            }),
            _ => None,
        };
        let is_same = |text: &String| self.origin.text(path).is_some_and(|source| *source.text == **text);
        let content = match text.filter(|text| !is_same(text)) {
            Some(text) => Content::Text(text),
            None => Content::Copy(path.clone()),
        };
        files.entry(new).or_insert(content);
    }

    /// Converts the imports of a module, and marks a component that works only in browsers.
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
        let is_interactive = INTERACTIVE.iter().any(|mark| text.contains(mark));
        if is_interactive && matches!(path.extension(), "jsx" | "tsx" | "js") && !text.contains("use client")
        {
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
