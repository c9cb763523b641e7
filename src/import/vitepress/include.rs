//! Includes the text and code of other files. Files that several pages include and files with code are kept as separate
//! files.

use std::borrow::Cow;

use super::{VitePress, join};
use crate::import::lines::is_blank;
use crate::import::markdown::{Fences, is_in_fence};
use crate::import::parts::{self, Part};
use crate::path::{HeadingIds, SourcePath, UniqueNames};

/// The maximum nesting depth of included files.
const DEEPEST: usize = 12;

/// The maximum size of a page and its included files, in bytes.
const LARGEST: usize = 4 << 20;

/// A page with all included files inserted.
pub(super) struct Expanded {
    pub text: String,
    /// The source text of comments that refer to missing files or missing parts of files.
    pub missing: Vec<String>,
}

/// Replaces comments such as `<!--@include: ./part.md-->` with the text of other files.
pub(super) fn expand(site: &VitePress<'_>, text: &str, file: &str) -> Expanded {
    let mut expanded = Expanded { text: String::new(), missing: Vec::new() };
    let mut size = text.len();
    expanded.text = insert(site, text, file, &mut Vec::new(), &mut size, &mut expanded.missing);
    expanded
}

fn insert(
    site: &VitePress<'_>,
    text: &str,
    file: &str,
    above: &mut Vec<String>,
    size: &mut usize,
    missing: &mut Vec<String>,
) -> String {
    let text = &*with_comments(site, text, file);
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("<!--") {
        let (before, comment) = rest.split_at(at);
        out.push_str(before);
        let end = comment.find("-->").map_or(comment.len(), |end| end + 3);
        let whole = &comment[..end];
        rest = &comment[end..];
        let Some((path, region, range)) = name(whole) else {
            out.push_str(whole);
            continue;
        };
        let path = resolved(site, file, path);
        let found = site.read(&path).and_then(|source| part(&source.text, &path, region, range));
        let is_alone = is_blank(before.rsplit('\n').next().unwrap_or_default())
            && rest.lines().next().is_none_or(is_blank);
        if let Some(text) = found.as_ref().filter(|_| is_alone && range.is_none() && !is_in_fence(&out)) {
            let region = region.map(str::to_owned);
            let part = Part { file: SourcePath::new(&path), region, lines: None };
            if let Some(include) = site.parts.include(site.origin, &part, text) {
                out.push_str(&include);
                continue;
            }
        }
        let is_deep = above.len() >= DEEPEST || above.contains(&path) || path == file;
        match found.filter(|found| !is_deep && *size + found.len() < LARGEST) {
            Some(found) => {
                *size += found.len();
                above.push(path.clone());
                out.push_str(&insert(site, &found, &path, above, size, missing));
                above.pop();
            }
            None => {
                missing.push(whole.to_owned());
                out.push_str(whole);
            }
        }
    }
    out + rest
}

/// Replaces the tags of components that are Markdown files with comments that include these files.
fn with_comments<'t>(site: &VitePress<'_>, text: &'t str, file: &str) -> Cow<'t, str> {
    let mut fences = Fences::default();
    let included = |line: &str| {
        let name = line.trim().strip_prefix('<')?.strip_suffix("/>")?.trim_end();
        let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let found = is_name.then(|| site.components.markdown(name, text, file)).flatten()?;
        let up = "../".repeat(file.matches('/').count());
        Some(format!("{}<!--@include: {up}{found}-->", &line[..line.len() - line.trim_start().len()]))
    };
    let mut changed = false;
    let lines = text.lines().map(|line| match fences.has(line) || fences.is_in_comment() {
        true => Cow::Borrowed(line),
        false => included(line).map_or(Cow::Borrowed(line), |comment| {
            changed = true;
            Cow::Owned(comment)
        }),
    });
    let lines: Vec<Cow<'_, str>> = lines.collect();
    if changed { Cow::Owned(lines.join("\n") + "\n") } else { Cow::Borrowed(text) }
}

/// The path, the region, and the lines that a comment includes.
type Name<'t> = (&'t str, Option<&'t str>, Option<(usize, usize)>);

/// Reads a comment that includes a file.
fn name(comment: &str) -> Option<Name<'_>> {
    let inner = comment.strip_prefix("<!--")?.strip_suffix("-->")?;
    let name = inner.trim().strip_prefix("@include:")?.trim();
    let (path, range) = split_range(name);
    let (path, region) = path.rsplit_once('#').map_or((path, None), |(path, region)| (path, Some(region)));
    (!path.is_empty()).then_some((path, region, range))
}

/// Returns the Markdown files that the text includes.
pub(super) fn files(site: &VitePress<'_>, text: &str, file: &str) -> Vec<SourcePath> {
    let text = &*with_comments(site, text, file);
    let comments = text.match_indices("<!--").filter_map(|(at, _)| {
        let comment = &text[at..];
        name(&comment[..comment.find("-->")? + 3])
    });
    let paths = comments.map(|(path, ..)| resolved(site, file, path));
    paths.filter(|path| path.ends_with(".md") && !path.starts_with("..")).map(SourcePath::new).collect()
}

/// Resolves a path in a file. The result is relative to the root folder and can start with `..`.
pub(super) fn resolved(site: &VitePress<'_>, file: &str, path: &str) -> String {
    let (folder, path) = match path.strip_prefix('@') {
        Some(below) => (site.src.as_str(), below),
        None => (file.rsplit_once('/').map_or("", |(folder, _)| folder), path),
    };
    let whole = format!("{folder}/{path}").replace('\\', "/");
    match crate::import::site::above(&whole) {
        Some(outside) => outside,
        None => join("", &whole),
    }
}

/// Splits a name from the line range at its end, such as `{3,10}`.
fn split_range(name: &str) -> (&str, Option<(usize, usize)>) {
    let parts = name.strip_suffix('}').and_then(|bare| bare.rsplit_once('{'));
    let range = parts.and_then(|(path, range)| {
        let (first, last) = range.split_once(',')?;
        let number =
            |text: &str, default| if text.is_empty() { Some(default) } else { text.trim().parse().ok() };
        Some((path, (number(first, 1)?, number(last, usize::MAX)?)))
    });
    range.map_or((name, None), |(path, range)| (path.trim_end(), Some(range)))
}

/// Returns part of a file: a region, the section below a heading, or lines.
fn part(text: &str, path: &str, region: Option<&str>, range: Option<(usize, usize)>) -> Option<String> {
    let has_front_matter = path.ends_with(".md") && (region.is_some() || range.is_none());
    let text = if has_front_matter { without_front_matter(text) } else { text };
    let all: Vec<&str> = text.lines().collect();
    let mut lines = match region {
        Some(name) => regions(&all, name).or_else(|| section(&all, name))?,
        None => all,
    };
    if let Some((first, last)) = range {
        let last = last.min(lines.len());
        lines = lines.get(first.saturating_sub(1)..last.max(first.saturating_sub(1)))?.to_vec();
    }
    Some(lines.join("\n"))
}

fn without_front_matter(text: &str) -> &str {
    let after = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"));
    let end = after.and_then(|after| Some((after, after.find("\n---")?)));
    end.map_or(text, |(after, end)| after[end + 4..].split_once('\n').map_or("", |(_, rest)| rest))
}

/// Returns the lines in all regions with this name. If there are no such regions, returns `None`.
pub(super) fn regions<'t>(lines: &[&'t str], name: &str) -> Option<Vec<&'t str>> {
    let (mut open, mut found, mut any): (Vec<&str>, Vec<&'t str>, bool) = (Vec::new(), Vec::new(), false);
    for line in lines {
        match marker(line) {
            Some((true, region)) => {
                any |= region == name;
                open.push(region);
            }
            Some((false, region)) => {
                let at = open.iter().rposition(|known| region.is_empty() || *known == region);
                open.truncate(at.unwrap_or(open.len()));
            }
            None if open.contains(&name) => found.push(line),
            None => {}
        }
    }
    any.then_some(found)
}

/// Returns whether a line starts or ends a region, and the region's name.
fn marker(line: &str) -> Option<(bool, &str)> {
    let bare = line.trim();
    let prefixes = ["//", "/*", "<!--", "(*", "\"//", "--", "::", "REM", "rem", "#"];
    let inner = prefixes.iter().find_map(|prefix| bare.strip_prefix(prefix))?.trim_start();
    let inner = inner.strip_prefix('#').unwrap_or(inner).trim_start();
    let inner = inner.strip_prefix("pragma").unwrap_or(inner).trim_start();
    let word = |words: &[&str]| words.iter().find_map(|word| inner.strip_prefix(word));
    let (is_start, rest) = match word(&["endregion", "EndRegion", "End Region"]) {
        Some(rest) => (false, rest),
        None => (true, word(&["region", "Region"])?),
    };
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let suffixes = ["-->", "*/", "*)"];
    let rest = suffixes.iter().find_map(|suffix| rest.trim_end().strip_suffix(suffix)).unwrap_or(rest);
    let rest = rest.split("\":").next().unwrap_or(rest);
    Some((is_start, rest.trim().trim_matches('"')))
}

/// Returns the lines below a heading, up to the next heading at the same level or a higher level.
pub(super) fn section<'t>(lines: &[&'t str], id: &str) -> Option<Vec<&'t str>> {
    let mut ids = UniqueNames::numbered_from(1);
    let mut start: Option<(usize, usize)> = None;
    let mut fences = Fences::default();
    for (at, line) in lines.iter().enumerate() {
        let is_text = !fences.has(line) && !fences.is_in_comment();
        let level = line.len() - line.trim_start_matches('#').len();
        if !is_text || !(1..=6).contains(&level) || !line[level..].starts_with(' ') {
            continue;
        }
        if let Some((from, above)) = start {
            if level <= above {
                return Some(lines[from..at].to_vec());
            }
            continue;
        }
        let text = line[level..].trim();
        let own = text
            .strip_suffix('}')
            .and_then(|text| text.rsplit_once("{#"))
            .map(|(_, own)| own.trim().to_owned());
        if own.unwrap_or_else(|| HeadingIds::Vitepress.give(&mut ids, text)) == id {
            start = Some((at + 1, level));
        }
    }
    start.map(|(from, _)| lines[from..].to_vec())
}

/// A line that inserts code from a file: `<<< path#region{lines language} [title]`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Snippet {
    pub path: String,
    pub region: Option<String>,
    /// The info string of the code block, without the title.
    pub info: String,
    pub title: Option<String>,
}

/// Reads a line that inserts code from a file.
pub(super) fn snippet(line: &str) -> Option<Snippet> {
    let mut rest = line.trim().strip_prefix("<<<")?.trim();
    let mut found = Snippet::default();
    if let Some((before, title)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        found.title = Some(title.to_owned());
        rest = before.trim_end();
    }
    let (mut lines, mut language) = (String::new(), String::new());
    if let Some((before, meta)) = rest.strip_suffix('}').and_then(|rest| rest.rsplit_once('{')) {
        let is_lines =
            |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ",- ".contains(c));
        if is_lines(meta) {
            lines = meta.replace(' ', "");
        } else {
            let (first, after) = meta.trim().split_once(' ').unwrap_or((meta.trim(), ""));
            if is_lines(first) {
                first.clone_into(&mut lines);
                after.trim().clone_into(&mut language);
            } else {
                meta.trim().clone_into(&mut language);
            }
        }
        rest = before.trim_end();
    }
    if let Some((before, region)) = rest.rsplit_once('#')
        && !region.contains('/')
    {
        found.region = Some(region.to_owned());
        rest = before;
    }
    let name = rest.rsplit('/').next().unwrap_or(rest);
    if language.is_empty() {
        name.rsplit_once('.').map_or("", |(_, extension)| extension).clone_into(&mut language);
    } else if language.starts_with(':') {
        language = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_owned() + &language;
    }
    found.info = if lines.is_empty() { language } else { format!("{language}{{{lines}}}") };
    rest.clone_into(&mut found.path);
    (!rest.is_empty()).then_some(found)
}

/// Returns the options of a code block that shows a snippet's code.
pub(super) fn options(site: &VitePress<'_>, file: &str, snippet: &Snippet, code: &str) -> Option<String> {
    let path = resolved(site, file, &snippet.path);
    if path.starts_with("..") {
        return None;
    }
    let part = Part { file: SourcePath::new(path), region: snippet.region.clone(), lines: None };
    let published = part.file.strip_dir(&site.public).map(SourcePath::in_static);
    parts::code(site.origin, &part, published.as_ref(), code)
}

/// Returns the code that a snippet shows.
pub(super) fn code(site: &VitePress<'_>, file: &str, snippet: &Snippet) -> Option<String> {
    let source = site.read(&resolved(site, file, &snippet.path))?;
    let lines: Vec<&str> = source.text.lines().collect();
    let Some(region) = &snippet.region else { return Some(source.text.trim_end().to_owned()) };
    let lines = regions(&lines, region)?;
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !is_blank(line)).map(|line| indent(&line)).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(shared..).unwrap_or_default()).collect();
    Some(lines.join("\n").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Snippet, regions, section, snippet, split_range};

    #[test]
    fn snippets_have_parts_lines_languages_and_titles() {
        let table = [
            ("<<< @/a.js", "@/a.js", None, "js", None),
            ("<<< ./a.js{2,4-5}", "./a.js", None, "js{2,4-5}", None),
            (
                "<<< ./a.cs#part{1 c#:line-numbers} [Own]",
                "./a.cs",
                Some("part"),
                "c#:line-numbers{1}",
                Some("Own"),
            ),
            ("<<< ../b c/a.ts{ts:no-line-numbers}", "../b c/a.ts", None, "ts:no-line-numbers", None),
            ("<<< Makefile", "Makefile", None, "", None),
        ];
        for (line, path, region, info, title) in table {
            let expected = Snippet {
                path: path.into(),
                region: region.map(Into::into),
                info: info.into(),
                title: title.map(Into::into),
            };
            assert_eq!(snippet(line), Some(expected), "{line}");
        }
        assert_eq!((snippet("<<<"), snippet("<< a")), (None, None));
    }

    #[test]
    fn regions_can_be_in_comments_of_all_languages() {
        for (start, end) in [
            ("// #region a", "// #endregion a"),
            ("# region a", "# endregion"),
            ("<!-- #region a -->", "<!-- #endregion a -->"),
            ("/* #region a */", "/* #endregion */"),
            ("#region a", "#endregion"),
            ("#pragma region a", "#pragma endregion a"),
        ] {
            let lines = ["x", start, "one", "// #region b", "two", "// #endregion b", end, "y"];
            assert_eq!(regions(&lines, "a"), Some(vec!["one", "two"]), "{start}");
        }
        assert_eq!(regions(&["// #regions a"], "a"), None);
    }

    #[test]
    fn sections_end_at_the_next_heading() {
        let lines = ["# A", "## My part", "one", "### In", "```", "## No", "```", "## B"];
        assert_eq!(section(&lines, "my-part"), Some(lines[2..7].to_vec()));
        assert_eq!(section(&["## A {#own}", "x"], "own"), Some(vec!["x"]));
        assert_eq!(split_range("a.md{3,}"), ("a.md", Some((3, usize::MAX))));
    }
}
