//! Checks the names of output files. Reports names that can't be written, names that other systems don't allow, and
//! names that other systems treat as the same name.

use std::collections::{HashMap, HashSet};

use xxhash_rust::xxh3::xxh3_64;

use super::{Output, OutputKind, Renderer};
use crate::diag::{Code, Diagnostic};
use crate::path::{RoutePath, SourcePath, folded};
use crate::site::{Content, Entry, Page, PageKind, Target};

/// The maximum length of a file or folder name on nearly every system, in bytes.
const LONGEST_NAME: usize = 255;
/// The maximum length of a path in the output folder, in bytes. Some systems allow only 1,024 bytes, including the
/// folders above the output folder.
const LONGEST_PATH: usize = 900;
/// The maximum number of bytes that a page's file adds to the last segment of the page's path: `.request.json`, with a
/// margin.
const ENDING: usize = 20;
/// The folder for docgen's own files.
const OWN: &str = "_docgen/";
/// The maximum length of a name in messages, in characters.
const SHOWN: usize = 60;

impl Renderer<'_> {
    /// Reports output files whose names aren't allowed. `others` contains the files that don't belong to a page.
    pub(super) fn unwritable(&self, others: &[&Output]) -> Vec<Diagnostic> {
        let mut of_pages = Vec::new();
        for (index, page) in self.site.pages.iter().enumerate() {
            let route = page.route.as_str();
            // Nearly all paths are short and plain.
            let is_odd = route.len() > LONGEST_NAME - ENDING || route.contains(char::is_control);
            if is_odd || route[1..].starts_with(OWN) {
                self.add_files_of_page(index, &mut of_pages);
            }
        }
        let mut seen = HashSet::new();
        let mut diagnostics = Vec::new();
        for output in of_pages.iter().chain(others.iter().copied()) {
            let path = output.path.as_str();
            let is_redirect = matches!(output.kind, OutputKind::RedirectShell(_));
            let own = || {
                let is_in = path.starts_with(OWN) && (output.kind.page().is_some() || is_redirect);
                is_in.then(|| (path, "the `_docgen` folder is reserved for docgen's own files".to_owned()))
            };
            // The disk already contains a file with this name, so the name is allowed.
            let is_copy = matches!(output.kind, OutputKind::Static(_));
            let Some((part, why)) = fault(path, is_copy).or_else(own) else { continue };
            // Report each page and each folder only once, even if the page or folder has several files.
            let page = output.kind.page();
            if page.is_none_or(|page| seen.insert(page.to_string())) && seen.insert(part.to_owned()) {
                let message = match page {
                    Some(page) => {
                        format!(
                            "can't write the page `{}`: {why}",
                            shown(self.site.pages[page].route.as_str())
                        )
                    }
                    None => format!("can't write the file `{}`: {why}", shown(output.path.as_str())),
                };
                let diagnostic = Diagnostic::new(Code::InvalidPath, message);
                diagnostics.push(self.at_origin(&output.kind, diagnostic));
            }
        }
        diagnostics
    }

    /// Reports names that are the same on systems that ignore case or Unicode form, and names that Windows doesn't
    /// allow.
    pub(super) fn unportable(&self, statics: &[Output]) -> Vec<Diagnostic> {
        let pages = self.site.pages.iter().enumerate().filter(|(_, page)| !page.is_part());
        let pages = pages.map(|(index, page)| (&page.route.as_str()[1..], OutputKind::Shell(index)));
        let redirects = self.site.redirects.iter().enumerate();
        let redirects = redirects
            .map(|(index, redirect)| (&redirect.from.as_str()[1..], OutputKind::RedirectShell(index)));
        let statics = statics.iter().map(|output| (output.path.as_str(), output.kind.clone()));
        let mut known: HashMap<u64, &str> = HashMap::with_capacity(self.site.pages.len() * 2);
        let mut found = Vec::new();
        let mut last = "";
        for (path, kind) in pages.chain(redirects).chain(statics) {
            let folded = folded(path);
            // The part that the path shares with the previous path has already been checked.
            let common = path.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
            last = path;
            let (mut at, mut at_folded) = (0, 0);
            while at < path.len() {
                let end = path[at..].find('/').map_or(path.len(), |found| at + found);
                let end_folded =
                    folded[at_folded..].find('/').map_or(folded.len(), |found| at_folded + found);
                if end > common || end == path.len() {
                    let problem = match known.insert(xxh3_64(&folded.as_bytes()[..end_folded]), &path[..end])
                    {
                        Some(other) if other != &path[..end] => Some(collision(other, &path[..end])),
                        Some(_) => None,
                        None => reserved(&path[at..end]).map(|why| {
                            let path = shown(&path[..end]);
                            format!("`{path}` can't be the name of a file or folder on Windows: {why}")
                        }),
                    };
                    let locale = kind.page().map_or(0, |index| self.site.pages[index].locale);
                    found.extend(problem.map(|message| {
                        let diagnostic = Diagnostic::new(Code::UnportablePath, message);
                        (locale, &path[at..end], self.at_origin(&kind, diagnostic))
                    }));
                }
                (at, at_folded) = (end + 1, end_folded + 1);
            }
        }
        // The same file can have a page in every locale.
        found.sort_by_key(|(locale, ..)| *locale);
        let mut known = HashSet::new();
        found.retain(|(_, name, one)| known.insert((*name, one.location.clone())));
        found.into_iter().map(|(.., one)| one).collect()
    }

    /// Returns a problem with a name, and a hint. The problem's location is the origin of the name.
    pub(super) fn at_origin(&self, kind: &OutputKind, diagnostic: Diagnostic) -> Diagnostic {
        let config = SourcePath::new("docgen.toml");
        if let OutputKind::Asset(file) | OutputKind::Static(file) = kind {
            return diagnostic.in_file(file).hint("rename the file or its folder");
        }
        if let Some(index) = kind.page() {
            return self.at_page(&self.site.pages[index], diagnostic, &config);
        }
        match kind.redirect().map(|index| self.alias_of(index)) {
            Some(Some(page)) => diagnostic.hint("change the alias").in_front_matter(page, "aliases"),
            Some(None) => diagnostic.in_file(&config).hint("change the redirect's `from`"),
            None => diagnostic.in_file(&config).hint(OF_CONFIG),
        }
    }

    fn at_page(&self, page: &Page, diagnostic: Diagnostic, config: &SourcePath) -> Diagnostic {
        let of_route = |route: &RoutePath| {
            let index = self.site.pages.binary_search_by(|page| page.route.cmp(route)).ok()?;
            self.site.pages[index].parsed()
        };
        let first = |entries: &'_ [Entry]| {
            entries.iter().find_map(|entry| match &entry.href {
                Target::Route(route) => of_route(route),
                Target::Address { .. } => None,
            })
        };
        let (origin, key, hint) = match &page.content {
            Content::Markdown(parsed) => (Some(parsed), "slug", OF_PAGE),
            Content::Tag(entries) => (first(entries), "tags", "use a different tag"),
            Content::Category(entries) => (first(entries), "", "rename the category's folder"),
            Content::BlogList(list) => {
                let blog = &self.site.blogs[list.blog];
                let post = list.posts.first().map(|post| &blog.posts[*post].parsed);
                match (list.subject, page.kind) {
                    (None, _) => (None, "", OF_CONFIG),
                    (_, PageKind::BlogAuthor) => (post, "authors", "rename the author in the authors file"),
                    _ => (post, "tags", "use a different tag, or set the tag's `slug` in the tags file"),
                }
            }
            Content::Api(api, _) => {
                let file = SourcePath::new(&self.site.apis[*api].config.file);
                return diagnostic.in_file(&file).hint("change `route` in `[[openapi]]`");
            }
            _ => (None, "", OF_CONFIG),
        };
        let is_below = |other: &RoutePath| other.as_str().starts_with(page.route.as_str());
        let below =
            || self.site.pages.iter().filter(|other| is_below(&other.route)).find_map(|other| other.parsed());
        match origin.or_else(below) {
            Some(parsed) => diagnostic.hint(hint).in_front_matter(parsed, key),
            None => diagnostic.in_file(config).hint(hint),
        }
    }
}

/// The hint for the name of a page.
const OF_PAGE: &str = "change `slug` in the front matter, or rename the file or its folder";
/// The hint for a name from the config.
const OF_CONFIG: &str = "change the name in the config, or rename the folder";

/// Returns the path up to the first invalid part, and the reason that this part is invalid.
fn fault(path: &str, is_copy: bool) -> Option<(&str, String)> {
    let mut start = 0;
    for segment in path.split('/') {
        let part = &path[..start + segment.len()];
        start = part.len() + 1;
        if let Some(sign) = segment.chars().find(|c| c.is_control() && !is_copy) {
            return Some((
                part,
                format!("its path contains the control character `{}`", sign.escape_default()),
            ));
        }
        if segment.len() > LONGEST_NAME {
            let why = format!(
                "`{}` is {} bytes long, and a name can't be longer than {LONGEST_NAME} bytes",
                shown(segment),
                segment.len()
            );
            return Some((part, why));
        }
    }
    let why = || {
        format!("its path is {} bytes long, and a path can't be longer than {LONGEST_PATH} bytes", path.len())
    };
    (path.len() > LONGEST_PATH).then(|| (path, why()))
}

/// Describes two names that some systems treat as the same name.
fn collision(one: &str, other: &str) -> String {
    let is_case = one.to_lowercase() == other.to_lowercase();
    let what = if is_case { "in case" } else { "in Unicode normalization" };
    format!(
        "`{}` and `{}` differ only {what}, so they're the same name on macOS and Windows",
        shown(one),
        shown(other)
    )
}

/// Returns the reason that Windows doesn't allow a name ("Naming Files, Paths, and Namespaces" in the Windows
/// documentation).
fn reserved(name: &str) -> Option<String> {
    if let Some(sign) = name.chars().find(|c| "<>:\"|?*\\".contains(*c) || *c < ' ') {
        return Some(format!(
            "it contains `{}`",
            if sign < ' ' { sign.escape_default().to_string() } else { sign.into() }
        ));
    }
    if name.ends_with(['.', ' ']) {
        return Some("it ends with a dot or a space".to_owned());
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let device = stem.to_ascii_uppercase();
    let number = ["COM", "LPT"].iter().find_map(|port| device.strip_prefix(port));
    let mut digits = number.unwrap_or_default().chars();
    let is_port =
        digits.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && digits.next().is_none();
    let is_device = is_port || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*device);
    is_device.then(|| format!("`{stem}` is a device name"))
}

/// Formats a name for messages: truncates a long name and escapes control characters.
fn shown(name: &str) -> String {
    let mut text = String::new();
    for (count, c) in name.chars().enumerate() {
        if count == SHOWN {
            text.push('…');
            break;
        }
        if c.is_control() { text.extend(c.escape_default()) } else { text.push(c) }
    }
    text
}
