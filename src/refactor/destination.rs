//! Writes new destinations in the style of the old ones: relative or absolute, with or without an extension.

use super::Moves;
use crate::path::{RoutePath, SourcePath, decode_path, encode_path};

/// The target of a link.
pub(super) enum Target {
    /// A page: the page's path before and after the moves, and the page's file after the moves, if the page has a file.
    Page { old: RoutePath, new: RoutePath, file: Option<SourcePath> },
    /// A page in the latest release: the page's path before and after the moves, and the file in another version whose
    /// path the link contains, after the moves.
    Release { old: RoutePath, new: RoutePath, file: Option<SourcePath> },
    /// A file next to pages, with its new path.
    File(SourcePath),
    /// A file in `static/`, with its new path below the folder.
    Static(String),
}

/// A link whose destination must change.
pub(super) struct Written<'a> {
    /// The path in the destination as written, without the query and fragment.
    pub path: &'a str,
    /// The file that contains the link, before and after the moves.
    pub file: (&'a SourcePath, &'a SourcePath),
    /// The path of the page that shows the link, before and after the moves.
    pub page: (&'a RoutePath, &'a RoutePath),
    /// The home page of the locale.
    pub home: &'a RoutePath,
    /// The base URL of the site.
    pub base_url: &'a str,
    /// Whether a relative path to a file in the same folder starts with `./`.
    pub dotted: bool,
}

/// The endings of a Markdown file's path that a link can omit.
pub(super) const ENDS: [&str; 3] = [".md", "/index.md", "/README.md"];

impl Written<'_> {
    /// Returns the destinations to try, best first.
    pub(super) fn candidates(&self, target: &Target, moves: &Moves) -> Vec<String> {
        let mut all = match (self.path.starts_with('/'), is_markdown(self.path)) {
            (true, true) => self.absolute_files(moves),
            (true, false) => Vec::new(),
            (false, true) => self.relative_files("", target, moves).into_iter().collect(),
            (false, false) => ENDS.iter().filter_map(|end| self.relative_files(end, target, moves)).collect(),
        };
        match target {
            Target::Page { old, new, file } => {
                if self.path.starts_with('/') {
                    all.push(self.absolute(old, new));
                } else {
                    // A destination without an extension can be the path of a page, relative to the page or to its
                    // folder.
                    let file = file.as_ref().map(|file| self.relative(self.file.1.parent(), file.as_str()));
                    if is_markdown(self.path) {
                        all.extend(file.clone());
                    }
                    let (page, new_page) = self.page;
                    let beside = self.relative_route(&new_page.parent(), new);
                    let below = self.relative_route(new_page, new);
                    let was_beside = page.parent().join(&decode_path(self.path)) == *old;
                    all.extend(if was_beside { [beside, below] } else { [below, beside] });
                    all.extend(file);
                }
                all.push(self.absolute(old, new));
            }
            Target::Release { old, new, .. } => all.push(self.absolute(old, new)),
            Target::File(file) => all.push(self.relative(self.file.1.parent(), file.as_str())),
            Target::Static(file) => {
                all.push(format!("{}{file}", self.base()));
                all.push(format!("/{file}"));
            }
        }
        let mut seen = std::collections::HashSet::new();
        let all = all.into_iter().map(|path: String| encode_path(&path).into_owned());
        all.filter(|path| seen.insert(path.clone())).collect()
    }

    /// Returns the new absolute paths to a Markdown file, from the root of the content or of the site.
    fn absolute_files(&self, moves: &Moves) -> Vec<String> {
        let decoded = decode_path(self.path);
        let new = |prefix: &str| {
            let old = SourcePath::new(format!("{prefix}{decoded}"));
            let new = moves.new_path(&old).filter(|new| *new != old)?;
            let shown = if prefix.is_empty() { new.as_str() } else { new.strip_dir(prefix)? };
            Some(format!("/{shown}"))
        };
        ["content", ""].into_iter().filter_map(new).collect()
    }

    /// Returns the new relative path to a Markdown file. `end` is the ending that the link leaves out.
    fn relative_files(&self, end: &str, target: &Target, moves: &Moves) -> Option<String> {
        let decoded = decode_path(self.path);
        let old = self.file.0.join_sibling(&format!("{}{end}", decoded.trim_end_matches('/')));
        let new = moves.new_path(&old)?;
        let path = self.relative(self.file.1.parent(), new.as_str());
        if end.is_empty() {
            return Some(path);
        }
        let (Target::Page { file: Some(file), .. } | Target::Release { file: Some(file), .. }) = target
        else {
            return None;
        };
        if file.in_content() != new.in_content() {
            return None;
        }
        let bare = ENDS.iter().rev().find_map(|end| path.strip_suffix(end))?;
        Some(format!("{bare}{}", self.slash()))
    }

    fn relative_route(&self, from: &RoutePath, to: &RoutePath) -> String {
        let path = self.relative(from.as_str(), to.as_str().trim_start_matches('/'));
        format!("{path}{}{}", self.html(), self.slash())
    }

    /// Returns a path relative to a folder.
    fn relative(&self, from: &str, to: &str) -> String {
        let path = relative(from, to);
        match path.strip_prefix("./") {
            Some(bare) if self.path.starts_with("./") => format!("./{bare}"),
            Some(bare) if !self.path.starts_with("../") || !self.dotted => bare.to_owned(),
            _ => path,
        }
    }

    /// Returns the path of a page from the root of the site.
    fn absolute(&self, old: &RoutePath, new: &RoutePath) -> String {
        let written = RoutePath::new(decode_path(self.path.strip_prefix(self.base()).unwrap_or(self.path)));
        let bare = written.as_str();
        let bare = bare.strip_suffix(self.html()).unwrap_or(bare);
        let new = match new.strip(self.home) {
            Some(rest) if bare != old.as_str() => rest,
            _ => new.as_str().trim_start_matches('/'),
        };
        let slash = if new.is_empty() { "" } else { self.slash() };
        format!("{}{new}{}{slash}", self.base(), self.html())
    }

    /// If the path as written starts with the base URL, returns the base URL. Otherwise, returns `/`.
    fn base(&self) -> &str {
        if self.path.starts_with(self.base_url) { self.base_url } else { "/" }
    }

    fn html(&self) -> &'static str {
        if self.path.ends_with(".html") { ".html" } else { "" }
    }

    fn slash(&self) -> &'static str {
        if self.path.ends_with('/') { "/" } else { "" }
    }
}

/// Whether a path has the extension of a Markdown file.
pub(super) fn is_markdown(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("md" | "mdx" | "markdown"))
}

/// Returns the path of a file relative to the `from` folder. The path starts with `./` or `../`.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|segment| !segment.is_empty()).collect();
    let to: Vec<&str> = to.split('/').collect();
    let most = to.len() - 1;
    let shared = from.iter().zip(&to[..most]).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - shared);
    format!("{}{}", if up.is_empty() { "./" } else { &up }, to[shared..].join("/"))
}
