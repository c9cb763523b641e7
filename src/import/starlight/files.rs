//! Resolves and copies the files that pages show, link to, or import.

use std::collections::BTreeSet;

use super::{Page, Starlight, join};
use crate::import::workspace;
use crate::path::{SourcePath, decode_path, has_protocol};
use crate::source::tree::{Syntax, parse};

/// A file that the new site needs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Needed {
    /// A file with a URL.
    Static(SourcePath),
    /// A file that a page or module imports.
    Module(SourcePath),
    /// A file outside the site whose text a page imports. The path starts with `..`.
    Outside(String),
    /// A module that contains a component that runs in browsers.
    Interactive(SourcePath),
}

/// The extensions of code files.
pub(super) const CODE: [&str; 6] = ["js", "jsx", "ts", "tsx", "mjs", "mts"];

/// The extensions that an import can omit.
const TRIED: [&str; 9] = ["", ".tsx", ".ts", ".jsx", ".js", ".mjs", ".mdx", "/index.ts", "/index.tsx"];

/// The extensions of files that contain components of other frameworks.
pub(super) const FOREIGN: [&str; 3] = ["vue", "svelte", "mdoc"];

/// The packages that docgen provides.
pub(super) const PROVIDED: [&str; 6] =
    ["react", "react-dom", "react/jsx-runtime", "clsx", "@astrojs/starlight/components", PACKAGE_MANAGERS];

/// The module of a component that shows the commands of several package managers.
pub(super) const PACKAGE_MANAGERS: &str = "starlight-package-managers";

/// The extensions of data and other files that modules can import.
const DATA: [&str; 21] = [
    "json", "yaml", "yml", "toml", "csv", "css", "md", "mdx", "png", "jpg", "jpeg", "gif", "svg", "webp",
    "avif", "ico", "mp4", "webm", "woff2", "pdf", "bmp",
];

impl Starlight<'_> {
    /// Returns the aliases in the TypeScript and Vite configs.
    pub(super) fn aliases(&self) -> Vec<(String, String)> {
        let mut aliases = Vec::new();
        for name in ["tsconfig.json", "jsconfig.json"] {
            let Some(source) = self.origin.text(&SourcePath::new(join(&self.root, name))) else { continue };
            let Ok(config) = parse(Syntax::Json, &without_comments(&source.text)) else { continue };
            let options = config.at(&["compilerOptions"]);
            let base = options.and_then(|node| node.at(&["baseUrl"])?.text()).unwrap_or_default();
            let paths = options.and_then(|node| node.at(&["paths"])?.entries()).unwrap_or_default();
            for (key, targets) in paths {
                let target = targets.items().first().and_then(|target| target.text());
                aliases.extend(target.map(|target| (key.name.clone(), format!("{base}/{target}"))));
            }
        }
        let vite =
            self.astro.at(&["vite", "resolve", "alias"]).and_then(|node| node.entries()).unwrap_or_default();
        for (key, target) in vite {
            if let Some(target) = target.text() {
                aliases.push((key.name.clone(), target.clone()));
                aliases.push((format!("{}/*", key.name.trim_end_matches('/')), format!("{target}/*")));
            }
        }
        aliases
    }

    /// Whether a file exists.
    pub(super) fn exists(&self, file: &SourcePath) -> bool {
        self.origin.files().binary_search(file).is_ok()
    }

    /// Returns the file that a path in an import, link, or image refers to.
    pub(super) fn file_at(&self, from: &SourcePath, path: &str) -> Option<SourcePath> {
        let path = decode_path(path.split(['?', '#']).next().unwrap_or(path));
        let tried = |base: SourcePath| {
            let paths = TRIED.iter().map(|end| SourcePath::new(format!("{base}{end}")));
            let bare = base.as_str().strip_suffix(".js").map(|bare| SourcePath::new(format!("{bare}.ts")));
            paths.chain(bare).find(|path| self.exists(path))
        };
        if path.starts_with('.') {
            return tried(from.join_sibling(&path));
        }
        for (alias, target) in &self.aliases {
            let target = match alias.split_once('*') {
                Some((before, after)) => path
                    .strip_prefix(before)
                    .and_then(|rest| rest.strip_suffix(after))
                    .map(|rest| target.replacen('*', rest, 1)),
                None => (*alias == *path).then(|| target.clone()),
            };
            if let Some(found) = target.and_then(|target| tried(SourcePath::new(join(&self.root, &target)))) {
                return Some(found);
            }
        }
        let mut modules = workspace::paths(self.origin, &path).into_iter();
        if let Some(found) = modules.find_map(tried) {
            return Some(found);
        }
        if let Some(below) = path.strip_prefix('/') {
            let without_base = path.strip_prefix(&*self.base).unwrap_or(below);
            let folders = [(&self.public, without_base), (&self.public, below), (&self.root, below)];
            return folders
                .iter()
                .map(|(folder, below)| SourcePath::new(join(folder, below)))
                .find(|path| self.exists(path));
        }
        path.strip_prefix("~/").and_then(|below| tried(SourcePath::new(join(&self.src, below))))
    }

    /// Returns the URL path of a file in the new site.
    pub(super) fn url_of_file(&self, file: &SourcePath) -> String {
        if let Some(below) = file.strip_dir(&self.public) {
            return format!("/{below}");
        }
        let below = file.strip_dir(&self.src).or_else(|| file.strip_dir(&self.root)).unwrap_or(file.as_str());
        let is_taken = self.exists(&SourcePath::new(join(&self.public, below)));
        let below = below.replace("/_", "/").trim_start_matches(['_', '.']).to_owned();
        if is_taken { format!("/src/{below}") } else { format!("/{below}") }
    }

    /// Returns the new path of a file that a page or module imports.
    pub(super) fn module_path(&self, file: &SourcePath) -> SourcePath {
        if let Some(page) = file.strip_dir(&self.docs).and_then(|below| self.pages.get(below)) {
            return page.place.file();
        }
        let new = match file.strip_dir(&self.docs) {
            Some(below) => format!("content/docs/{below}"),
            None => file.strip_dir(&self.root).unwrap_or(file.as_str()).to_owned(),
        };
        let component = file.as_str().strip_suffix(".astro").map(|bare| format!("{bare}.tsx"));
        match component.map(|path| self.exists(&SourcePath::new(path))) {
            Some(true) => SourcePath::new(new + ".tsx"),
            Some(false) => SourcePath::new(new.trim_end_matches("astro").to_owned() + "tsx"),
            None => SourcePath::new(new),
        }
    }

    /// Returns the new path of a file outside the site.
    pub(super) fn outside_path(path: &str) -> SourcePath {
        SourcePath::new(format!("outside/{}", path.trim_start_matches("../")))
    }

    /// Whether docgen can load an imported file and all its imports.
    pub(super) fn is_usable(&self, file: &SourcePath, seen: &mut BTreeSet<SourcePath>) -> bool {
        let extension = file.extension();
        if DATA.contains(&extension) || !seen.insert(file.clone()) {
            return true;
        }
        if extension == "astro" {
            return self.origin.text(file).is_some_and(|source| self.is_convertible(&source, seen));
        }
        let is_component = matches!(extension, "tsx" | "jsx");
        if !CODE.contains(&extension) || (is_component && !self.has_react()) {
            return false;
        }
        let Some(source) = self.origin.text(file) else { return false };
        specifiers(&source.text).all(|specifier| {
            PROVIDED.contains(&specifier)
                || specifier.contains("?raw")
                || self.file_at(file, specifier).is_some_and(|found| self.is_usable(&found, seen))
        })
    }

    /// Whether TSX components are React components.
    pub(super) fn has_react(&self) -> bool {
        self.integrations().iter().any(|name| name == "@astrojs/react")
    }

    /// Resolves a link path relative to a page's URL and returns the target page.
    pub(super) fn page_at(&self, from: &str, path: &str) -> Option<&Page> {
        let path = decode_path(path);
        let whole = match path.strip_prefix(&*self.base).filter(|_| self.base != "/") {
            Some(below) => join("", below),
            None if path.starts_with('/') => join("", &path),
            None => join(from, &path),
        };
        let bare = whole.strip_suffix(".html").or_else(|| whole.strip_suffix("/index")).unwrap_or(&whole);
        let known = |slug: &str| self.pages.get(self.slugs.get(slug)?);
        let main = || self.main.as_ref().and_then(|main| known(join(main, bare).as_str()));
        known(bare).or_else(|| known(&bare.to_ascii_lowercase())).or_else(main)
    }

    /// Returns the new URL of a page that docgen generates, or of a page whose URL changes.
    pub(super) fn generated_url(&self, path: &str) -> Option<String> {
        let path = decode_path(path);
        let below = path.strip_prefix(&*self.base).filter(|_| self.base != "/").unwrap_or(&path);
        let below = below.trim_matches('/');
        let below = below.strip_suffix(".html").unwrap_or(below);
        let known = |path: &str| {
            let is_list = || self.is_in_blog(path).then(|| format!("/{path}"));
            self.moved.get(path).cloned().or_else(is_list)
        };
        let in_main = || known(below.strip_prefix(self.main.as_deref()?)?.strip_prefix('/')?);
        known(below).or_else(in_main)
    }

    /// Returns the new URL of a path that the config refers to.
    pub(super) fn url_at(&self, path: &str) -> Option<String> {
        let rooted = format!("/{}", path.trim_start_matches('/'));
        let page = || Some(self.page_at("", &rooted)?.place.url());
        let file = || Some(self.url_of_file(&self.file_at(&self.source.path, &rooted)?));
        page().or_else(|| self.generated_url(&rooted)).or_else(file)
    }

    /// Returns the file that a relative path on a page refers to if the path doesn't start with a dot.
    fn beside(&self, file: &SourcePath, page: Option<&Page>, path: &str) -> Option<SourcePath> {
        if path.starts_with(['/', '.']) {
            return None;
        }
        let path = decode_path(path);
        let of_url = || Some(SourcePath::new(join(&self.public, &join(&page?.slug, &path))));
        let is_file = |file: &SourcePath| self.exists(file) && file.file_name().contains('.');
        Some(file.join_sibling(&path)).filter(is_file).or_else(|| of_url().filter(is_file))
    }

    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`.
    pub(super) fn address(
        &self,
        file: &SourcePath,
        page: Option<&Page>,
        url: &str,
        needed: &mut BTreeSet<Needed>,
    ) -> Option<String> {
        if url.is_empty() || has_protocol(url) || url.starts_with('#') {
            return None;
        }
        let (path, suffix) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
        let is_page = PAGES_IN_LINKS.iter().any(|end| path.ends_with(end));
        let found = self.file_at(file, path).or_else(|| self.beside(file, page, path));
        if let Some(found) = found.filter(|_| !path.ends_with('/')) {
            let below = found.strip_dir(&self.docs);
            if let Some(target) = below.and_then(|below| self.pages.get(below)).filter(|_| is_page) {
                return Some(link(target, page) + suffix);
            }
            if !is_page
                && found.file_name().contains('.')
                && below.is_none_or(|below| !self.pages.contains_key(below))
            {
                needed.insert(Needed::Static(found.clone()));
                return Some(self.url_of_file(&found).replace(' ', "%20") + suffix);
            }
        }
        let from = page.map_or("", |page| page.slug.as_str());
        match self.page_at(from, path) {
            Some(target) => Some(link(target, page) + suffix),
            None if path.starts_with('/') => {
                let new = self.generated_url(path)?;
                let is_same = new.trim_end_matches('/') == path.trim_end_matches('/');
                (!is_same).then(|| new + suffix)
            }
            None => None,
        }
    }
}

/// The extensions of pages in link paths.
const PAGES_IN_LINKS: [&str; 3] = [".md", ".mdx", ".html"];

fn link(target: &Page, from: Option<&Page>) -> String {
    from.map_or_else(|| target.place.url(), |from| target.place.link_from(&from.place))
}

/// Returns the offset and the text of the specifier in a line of code.
pub(super) fn specifier(line: &str) -> Option<(usize, &str)> {
    let close = line.rfind(['"', '\''])?;
    let open = line[..close].rfind(&line[close..=close])?;
    let before = line[..open].trim_end();
    let is_import =
        before.ends_with("from") || before.trim_start() == "import" || before.ends_with("import(");
    is_import.then(|| (open + 1, &line[open + 1..close]))
}

/// Returns the specifiers of the modules that code imports.
fn specifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_type = |line: &&str| !line.trim_start().starts_with("import type");
    text.lines().filter(is_type).filter_map(|line| specifier(line).map(|(_, specifier)| specifier))
}

/// Returns JSON without comments and trailing commas.
fn without_comments(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        if c == '"' {
            let mut is_escaped = false;
            let close = rest[1..].find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            length = close.map_or(rest.len(), |close| close + 2);
            out.push_str(&rest[..length]);
        } else if rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            length = rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else {
            if matches!(c, '}' | ']') && out.trim_end().ends_with(',') {
                out.truncate(out.trim_end().len() - 1);
            }
            out.push(c);
        }
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{specifier, without_comments};

    #[test]
    fn comments_and_trailing_commas_are_left_out() {
        assert_eq!(without_comments("{ // a\n\"b//\": [1, /* c */ ], }"), "{ \n\"b//\": [1]}");
        assert_eq!(specifier("import a from './b';"), Some((15, "./b")));
        assert_eq!((specifier("const a = 'b'"), specifier("import './c.css'")), (None, Some((8, "./c.css"))));
    }
}
