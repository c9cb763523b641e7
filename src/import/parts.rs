//! Keeps included files as separate files: Markdown that several pages show, and the code in code blocks.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{is_blank, margin_of};
use super::markdown::{Fences, definition, fence};
use super::{Content, Origin, site};
use crate::path::SourcePath;

/// The folder for code in the new site.
const CODE: &str = "code";

/// The part of a file that a page shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub file: SourcePath,
    /// The name of a region.
    pub region: Option<String>,
    /// Line numbers, such as `3-9`.
    pub lines: Option<String>,
}

/// A page that includes a Markdown file.
pub(super) struct Use {
    /// The page's folder in the new site.
    pub folder: String,
    pub page: String,
    pub file: SourcePath,
}

/// The Markdown files that several pages include.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The path of each file in the new site.
    paths: BTreeMap<SourcePath, SourcePath>,
    /// The files that aren't also pages.
    own: BTreeSet<SourcePath>,
}

impl Parts {
    /// Returns the parts that have the same content on each page that includes them. `root` is the folder for
    /// parts without relative URLs. `page` returns the path that a file has in the new site if the file is also a page.
    pub(super) fn new(
        uses: Vec<Use>,
        origin: &dyn Origin,
        root: &str,
        page: &dyn Fn(&SourcePath) -> Option<SourcePath>,
    ) -> Self {
        let mut pages: BTreeMap<SourcePath, BTreeSet<(String, String)>> = BTreeMap::new();
        for Use { folder, page, file } in uses {
            pages.entry(file).or_default().insert((folder, page));
        }
        let mut names = BTreeSet::new();
        let mut parts = Parts::default();
        for (file, pages) in pages.into_iter().filter(|(_, pages)| pages.len() > 1) {
            let Some(source) = origin.text(&file) else { continue };
            let folders: BTreeSet<&String> = pages.iter().map(|(folder, _)| folder).collect();
            let folder = match (place(&source.text), folders.first()) {
                (Some(Place::Anywhere), _) => root,
                (Some(Place::Folder), Some(folder)) if folders.len() == 1 => folder.as_str(),
                _ => continue,
            };
            if let Some(path) = page(&file) {
                parts.paths.insert(file, path);
                continue;
            }
            let name = file.file_name().trim_start_matches(['_', '.']);
            let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "md"));
            let mut path = format!("{folder}/_{stem}.{extension}");
            let mut count = 1;
            while !names.insert(path.clone()) {
                count += 1;
                path = format!("{folder}/_{stem}-{count}.{extension}");
            }
            parts.own.insert(file.clone());
            parts.paths.insert(file, SourcePath::new(path));
        }
        parts
    }

    /// Returns the directive that includes a part. If the file isn't a part, or if the part's content differs from the
    /// `shown` text, returns `None`.
    pub(super) fn include(&self, origin: &dyn Origin, part: &Part, shown: &str) -> Option<String> {
        let path = self.paths.get(&part.file).filter(|_| part.lines.is_none())?;
        let source = origin.text(&part.file)?;
        let text = crate::markdown::excerpt(&source.text, None, part.region.as_deref())?;
        let region = part.region.as_ref().map_or_else(String::new, |region| format!(" region=\"{region}\""));
        let path = path.as_str().strip_prefix("content")?;
        is_same(&text, shown).then(|| format!("::include{{file=\"{path}\"{region}}}"))
    }

    /// Returns the parts that aren't pages, each with its path in the new site.
    pub(super) fn own(&self) -> impl Iterator<Item = (&SourcePath, &SourcePath)> {
        self.paths.iter().filter(|(file, _)| self.own.contains(*file))
    }
}

/// Whether two strings differ only in their indentation and in whitespace at the ends of lines.
fn is_same(text: &str, shown: &str) -> bool {
    let bare = |text: &str| {
        let lines = || text.trim_end().lines().filter(|line| !is_blank(line));
        let indent = lines().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let bare = text.trim_end().lines().map(|line| line.get(indent..).unwrap_or_default().trim_end());
        bare.collect::<Vec<_>>().join("\n")
    };
    bare(text) == bare(shown)
}

/// The places where a part has the same content.
#[derive(PartialEq)]
enum Place {
    Anywhere,
    /// The folder of the pages, because the part contains relative URLs.
    Folder,
}

/// Returns the places for a part. If the part depends on its page, returns `None`: for example, if the part and the
/// page share link definitions or footnotes, or if the part contains expressions or the page's title.
fn place(text: &str) -> Option<Place> {
    let is_own = |line: &str| line.starts_with("# ") || definition(line).is_some();
    let is_bound =
        ["[^", "][", "{{", "8<-"].iter().any(|mark| text.contains(mark)) || text.starts_with("---");
    if is_bound || text.lines().any(is_own) || !is_balanced(text) {
        return None;
    }
    let relative = |mark: &str, ends: &[char]| {
        let urls = text.split(mark).skip(1).filter_map(|rest| rest.split(ends).next());
        urls.map(|url| site::relative(url.trim_start_matches('<'))).any(|url| url.is_some())
    };
    if relative("src=\"", &['"']) || relative("href=\"", &['"']) {
        return None;
    }
    Some(if relative("](", &[')', ' ', '\n']) { Place::Folder } else { Place::Anywhere })
}

/// The elements that files with the start or the end of a block often contain.
const BLOCKS: [&str; 8] = ["div", "pre", "details", "section", "table", "ul", "ol", "figure"];

/// Whether each element that starts in the text also ends there, and the other way around.
fn is_balanced(text: &str) -> bool {
    let count = |mark: &str| {
        let ends = |rest: &str| rest.starts_with(|c: char| c == '>' || c.is_whitespace());
        text.match_indices(mark).filter(|(at, _)| ends(&text[at + mark.len()..])).count()
    };
    BLOCKS.iter().all(|name| count(&format!("<{name}")) == count(&format!("</{name}")))
}

/// Adds a blank line before each `::include` in a block of raw HTML, which would show the directive as text.
pub(super) fn separate(text: &mut String) {
    if !text.contains(INCLUDE) {
        return;
    }
    let (mut out, mut fences, mut is_html) = (String::new(), Fences::default(), false);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let is_code = fences.has(line);
        if is_html && !is_code && bare.starts_with(INCLUDE) {
            out.push('\n');
        }
        is_html =
            !is_code && !bare.starts_with(INCLUDE) && (bare.starts_with('<') || is_html && !is_blank(line));
        out.push_str(line);
    }
    *text = out;
}

/// The start of a directive that includes a file.
const INCLUDE: &str = "::include{";

/// Returns the options of a code block that show a part of a file. If docgen can't show the file or would show code
/// other than `shown`, returns `None`. `published` is the file's path in the new site if the file is published.
pub(super) fn code(
    origin: &dyn Origin,
    part: &Part,
    published: Option<&SourcePath>,
    shown: &str,
) -> Option<String> {
    let Part { file, region, lines } = part;
    let is_plain = |segment: &str| !segment.starts_with('.') && !segment.contains('"');
    let exists = origin.files().binary_search(file).is_ok();
    if !exists || shown.trim().is_empty() || !file.as_str().split('/').all(is_plain) {
        return None;
    }
    let text = crate::markdown::excerpt(&origin.text(file)?.text, lines.as_deref(), region.as_deref())?;
    if !is_same(&text, shown) {
        return None;
    }
    let mut options = match published {
        Some(path) => format!("file=\"@site/{path}\""),
        None => format!("file=\"@site/{CODE}/{file}\""),
    };
    for (name, value) in [("region", region), ("lines", lines)] {
        options += &value.as_ref().map_or_else(String::new, |value| format!(" {name}=\"{value}\""));
    }
    Some(options)
}

/// Copies the code that the pages show.
pub(super) fn carry(files: &mut BTreeMap<SourcePath, Content>) {
    let start = format!("file=\"@site/{CODE}/");
    let mut paths = BTreeSet::new();
    for content in files.values() {
        let Content::Text(text) = content else { continue };
        let blocks = text.lines().filter(|line| line.contains(&start));
        let infos = blocks.filter_map(|line| fence(&line[margin_of(line)..]));
        paths.extend(
            infos.filter_map(|(_, _, info)| info.split_once(&start)?.1.split('"').next().map(str::to_owned)),
        );
    }
    files.extend(
        paths
            .into_iter()
            .map(|path| (SourcePath::new(format!("{CODE}/{path}")), Content::Copy(SourcePath::new(path)))),
    );
}
