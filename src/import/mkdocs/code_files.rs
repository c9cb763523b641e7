//! Lines such as `{* code.py ln[1:5] hl[3] *}`, which show a file as a code block.

use super::MkDocs;
use crate::import::markdown::Fences;
use crate::import::snippets::Snippets;

/// The extension that shows files.
pub(super) const EXTENSION: &str = "markdown_include_variants";

/// The comment in place of lines that aren't shown.
const OMITTED: &str = "# …";

/// The versions of Python that variants are for, each with the end of the file's name and the title. The first one is the
/// newest.
const VERSIONS: [(&str, &str); 4] =
    [("_py311", "Python 3.11+"), ("_py310", "Python 3.10+"), ("_py39", "Python 3.9+"), ("", "Python 3.8+")];

/// The end of the name of a file with `Annotated` types, before the version.
const ANNOTATED: &str = "_an";

/// A file that shows the same code for another version of Python, or with other types.
struct Variant {
    file: String,
    title: String,
    /// Whether the code has `Annotated` types. If there's only one file for the version, `None`.
    is_annotated: Option<bool>,
}

/// Replaces the lines that show files with code blocks that include the files. If the site doesn't have the extension,
/// returns `None`.
pub(super) fn inserted(site: &MkDocs<'_>, text: &str, snippets: &dyn Snippets) -> Option<String> {
    site.extension(EXTENSION).filter(|_| text.contains("{*"))?;
    let mut fences = Fences::default();
    let length = |file: &str| snippets.text(file).map(|text| text.lines().count());
    let lines = text.lines().map(|line| match fences.has(line) {
        true => line.to_owned(),
        false => block(line, &length).unwrap_or_else(|| line.to_owned()),
    });
    Some(lines.collect::<Vec<_>>().join("\n") + "\n")
}

/// Returns the blocks for a line: the file, the whole file if the line selects a part, and the other variants. `length`
/// returns the number of a file's lines.
fn block(line: &str, length: &dyn Fn(&str) -> Option<usize>) -> Option<String> {
    let inner = line.trim_end().strip_prefix("{*")?.strip_suffix("*}")?.trim();
    let (file, options) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let option = |name: &str| Some(options.split_once(&format!("{name}["))?.1.split_once(']')?.0);
    let (shown, marked) = (ranges(option("ln")), ranges(option("hl")));
    let title = option("title").map_or_else(String::new, |title| format!(" title={title}"));
    let fenced =
        |lines: &[(usize, usize)], code: &str| format!("```python{}{title}\n{code}\n```", marks(lines));
    let whole = |file: &str| format!("{{!{file}!}}");
    let all = variants(file, &|file| length(file).is_some());
    let (own, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|variant| variant.file == file);
    let tab = |code: String| match own.first() {
        Some(own) => format!("//// tab | {}\n{code}\n////", own.title),
        None => code,
    };
    let mut blocks = match shown[..] {
        [] => vec![tab(fenced(&marked, &whole(file)))],
        // No line is shown.
        [(0, 0)] => Vec::new(),
        _ => {
            let (code, lines) = part(file, &shown, &marked, length(file));
            vec![tab(fenced(&lines, &code))]
        }
    };
    if !shown.is_empty() {
        blocks.push(format!("///// details | The whole file\n{}\n/////", tab(fenced(&marked, &whole(file)))));
    }
    if !others.is_empty() {
        others.sort_by_key(|variant| {
            [Some(true), Some(false)].iter().position(|of| *of == variant.is_annotated).unwrap_or(2)
        });
        let tabs = others.iter().map(|variant| {
            let tip = match variant.is_annotated {
                Some(false) => "/// tip\nPrefer to use the `Annotated` version if possible.\n///\n\n",
                _ => "",
            };
            format!("//// tab | {}\n{tip}{}\n////\n", variant.title, fenced(&[], &whole(&variant.file)))
        });
        blocks
            .push(format!("///// details | Other versions and variants\n{}/////", tabs.collect::<String>()));
    }
    Some(blocks.join("\n\n"))
}

/// Returns the code that shows parts of a file, and its highlighted lines.
fn part(
    file: &str,
    shown: &[(usize, usize)],
    marked: &[(usize, usize)],
    length: Option<usize>,
) -> (String, Vec<(usize, usize)>) {
    let (mut code, mut lines) = (Vec::new(), Vec::new());
    for (at, (first, last)) in shown.iter().copied().enumerate() {
        match at {
            0 if first > 1 => code.extend([OMITTED.to_owned(), String::new()]),
            0 => {}
            _ => code.extend([String::new(), OMITTED.to_owned(), String::new()]),
        }
        // The lines above the code move its highlighted lines.
        let before: usize =
            code.len() + shown[..at].iter().map(|(first, last)| last.saturating_sub(*first)).sum::<usize>();
        let is_inside = |(start, end): &&(usize, usize)| *start >= first && *end <= last;
        lines.extend(
            marked
                .iter()
                .filter(is_inside)
                .map(|(start, end)| (start - first + before + 1, end - first + before + 1)),
        );
        code.push(format!("{{!{file}[ln:{first}-{last}]!}}"));
    }
    if shown.last().is_some_and(|(_, last)| length.is_some_and(|length| *last < length)) {
        code.extend([String::new(), OMITTED.to_owned()]);
    }
    (code.join("\n"), lines)
}

/// Returns the variants of a file, including the file, in the order of the versions. If the file has no other variants,
/// these are the files with the same name in the variants of its folder.
fn variants(file: &str, exists: &dyn Fn(&str) -> bool) -> Vec<Variant> {
    let Some(stem) = file.strip_suffix(".py") else { return Vec::new() };
    let own = variants_of(stem, ".py", exists);
    let Some((folder, name)) = file.rsplit_once('/').filter(|_| own.len() == 1) else { return own };
    let of_folder = variants_of(folder, &format!("/{name}"), exists);
    let is_plain = |variants: &[Variant]| variants.iter().all(|variant| variant.title == VERSIONS[3].1);
    let is_better = of_folder.len() > 1 || of_folder.len() == 1 && is_plain(&own) && !is_plain(&of_folder);
    if is_better { of_folder } else { own }
}

/// Returns the variants of a path, which `rest` follows.
fn variants_of(path: &str, rest: &str, exists: &dyn Fn(&str) -> bool) -> Vec<Variant> {
    let mut base = path;
    let ends = || VERSIONS.iter().map(|(end, _)| *end).chain([ANNOTATED]).filter(|end| !end.is_empty());
    while let Some(shorter) = ends().find_map(|end| base.strip_suffix(end)) {
        base = shorter;
    }
    let mut found = Vec::new();
    for (version, title) in VERSIONS {
        let of = |kind: &str| Some(format!("{base}{kind}{version}{rest}")).filter(|file| exists(file));
        let (annotated, plain) = (of(ANNOTATED), of(""));
        let has_both = annotated.is_some() && plain.is_some();
        let other = if has_both { " - non-Annotated" } else { "" };
        found.extend(annotated.map(|file| Variant {
            file,
            title: title.to_owned(),
            is_annotated: Some(true),
        }));
        let is_annotated = has_both.then_some(false);
        found.extend(plain.map(|file| Variant { file, title: format!("{title}{other}"), is_annotated }));
    }
    found
}

/// Returns the option of a code block that highlights lines.
fn marks(lines: &[(usize, usize)]) -> String {
    let numbers = lines.iter().map(|(start, end)| match start == end {
        true => start.to_string(),
        false => format!("{start}-{end}"),
    });
    let numbers = numbers.collect::<Vec<_>>().join(" ");
    if numbers.is_empty() { numbers } else { format!(" hl_lines=\"{numbers}\"") }
}

/// Returns the ranges of lines in an option.
fn ranges(option: Option<&str>) -> Vec<(usize, usize)> {
    let range = |range: &str| {
        let (first, last) = range.split_once(':').unwrap_or((range, range));
        Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
    };
    let mut ranges: Vec<_> = option.unwrap_or_default().split(',').filter_map(range).collect();
    ranges.sort_unstable();
    ranges
}

#[cfg(test)]
mod tests {
    use super::block;

    const WHOLE: &str = "///// details | The whole file\n";

    #[test]
    fn lines_that_show_files_are_code_blocks() {
        for (line, expected) in [
            ("{* a.rs *}", "```python\n{!a.rs!}\n```"),
            ("{* a.rs hl[1,3:4] title[\"A\"] *}", "```python hl_lines=\"1 3-4\" title=\"A\"\n{!a.rs!}\n```"),
            (
                "{* a.rs ln[3:5,8] hl[4,8] *}",
                &format!(
                    "```python hl_lines=\"4 9\"\n# …\n\n{{!a.rs[ln:3-5]!}}\n\n# …\n\n{{!a.rs[ln:8-8]!}}\n\n# …\n```\n\n{WHOLE}```python hl_lines=\"4 8\"\n{{!a.rs!}}\n```\n/////"
                ),
            ),
            (
                "{* a.rs ln[1:9] *}",
                &format!("```python\n{{!a.rs[ln:1-9]!}}\n```\n\n{WHOLE}```python\n{{!a.rs!}}\n```\n/////"),
            ),
            ("{* a.rs ln[0] *}", &format!("{WHOLE}```python\n{{!a.rs!}}\n```\n/////")),
        ] {
            assert_eq!(block(line, &|_| Some(9)).as_deref(), Some(expected), "{line}");
        }
        for line in ["{* a", "a {* b *}"] {
            assert_eq!(block(line, &|_| None), None, "{line}");
        }
    }

    #[test]
    fn files_have_variants_for_other_versions() {
        let tip = "/// tip\nPrefer to use the `Annotated` version if possible.\n///\n\n";
        let tab = |title: &str, inner: &str, file: &str| {
            format!("//// tab | {title}\n{inner}```python\n{{!{file}!}}\n```\n////")
        };
        let others = |tabs: &[String]| {
            format!("\n\n///// details | Other versions and variants\n{}\n/////", tabs.join("\n"))
        };
        let files: &[(&str, &[&str], String)] = &[
            ("x/a.py", &["x/a.py"], tab("Python 3.8+", "", "x/a.py")),
            (
                "x/a_an_py310.py",
                &["x/a_an_py310.py", "x/a_py310.py", "x/a_an.py", "x/a.py", "x/a_py39.py"],
                tab("Python 3.10+", "", "x/a_an_py310.py")
                    + &others(&[
                        tab("Python 3.8+", "", "x/a_an.py"),
                        tab("Python 3.10+ - non-Annotated", tip, "x/a_py310.py"),
                        tab("Python 3.8+ - non-Annotated", tip, "x/a.py"),
                        tab("Python 3.9+", "", "x/a_py39.py"),
                    ]),
            ),
            (
                "x_py39/a.py",
                &["x_py39/a.py", "x_an_py311/a.py"],
                tab("Python 3.9+", "", "x_py39/a.py")
                    + &others(&[tab("Python 3.11+", "", "x_an_py311/a.py")]),
            ),
            ("x_py39/a.py", &["x_py39/a.py"], tab("Python 3.9+", "", "x_py39/a.py")),
        ];
        for (file, exist, expected) in files {
            let length = |name: &str| exist.contains(&name).then_some(1);
            assert_eq!(block(&format!("{{* {file} *}}"), &length).as_ref(), Some(expected), "{file}");
        }
    }
}
