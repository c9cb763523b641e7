//! Lines such as `{* code.py ln[1:5] hl[3] *}`, which show a file as a code block.

use super::MkDocs;
use crate::import::markdown::Fences;
use crate::import::snippets::Snippets;

/// The extension that shows files. It also shows the file's variants for other versions of Python, which aren't imported.
const EXTENSION: &str = "markdown_include_variants";

/// The comment in place of lines that aren't shown.
const OMITTED: &str = "# …";

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

/// Returns the code block for a line. `length` returns the number of a file's lines.
fn block(line: &str, length: &dyn Fn(&str) -> Option<usize>) -> Option<String> {
    let inner = line.trim_end().strip_prefix("{*")?.strip_suffix("*}")?.trim();
    let (file, options) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let option = |name: &str| Some(options.split_once(&format!("{name}["))?.1.split_once(']')?.0);
    let (shown, marked) = (ranges(option("ln")), ranges(option("hl")));
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
    match shown.last() {
        None => {
            code.push(format!("{{!{file}!}}"));
            lines.clone_from(&marked);
        }
        Some((_, last)) if length(file).is_some_and(|length| *last < length) => {
            code.extend([String::new(), OMITTED.to_owned()]);
        }
        Some(_) => {}
    }
    let title = option("title").map_or_else(String::new, |title| format!(" title={title}"));
    let fenced =
        |lines: &[(usize, usize)], code: &str| format!("```python{}{title}\n{code}\n```", marks(lines));
    let part = fenced(&lines, &code.join("\n"));
    if shown.is_empty() {
        return Some(part);
    }
    let whole = fenced(&marked, &format!("{{!{file}!}}"));
    Some(format!("{part}\n\n///// details | The whole file\n\n{whole}\n\n/////"))
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

    #[test]
    fn lines_that_show_files_are_code_blocks() {
        for (line, expected) in [
            ("{* a.py *}", "```python\n{!a.py!}\n```"),
            ("{* a.py hl[1,3:4] title[\"A\"] *}", "```python hl_lines=\"1 3-4\" title=\"A\"\n{!a.py!}\n```"),
            (
                "{* a.py ln[3:5,8] hl[4,8] *}",
                "```python hl_lines=\"4 9\"\n# …\n\n{!a.py[ln:3-5]!}\n\n# …\n\n{!a.py[ln:8-8]!}\n\n# …\n```\n\n///// details | The whole file\n\n```python hl_lines=\"4 8\"\n{!a.py!}\n```\n\n/////",
            ),
            (
                "{* a.py ln[1:9] *}",
                "```python\n{!a.py[ln:1-9]!}\n```\n\n///// details | The whole file\n\n```python\n{!a.py!}\n```\n\n/////",
            ),
        ] {
            assert_eq!(block(line, &|_| Some(9)).as_deref(), Some(expected), "{line}");
        }
        for line in ["{* a", "a {* b *}"] {
            assert_eq!(block(line, &|_| None), None, "{line}");
        }
    }
}
