//! Selects the parts of files that pages show: ranges of lines, regions between comments, and declarations. Takes a
//! file's text and the attributes that select a part, and returns that part.

use std::ops::Range;

use super::symbols;
use crate::diag::{Hint, did_you_mean};

/// The attributes that select a part of a file.
#[derive(Clone, Default)]
pub(super) struct Selection {
    /// Ranges of lines, such as `3-9,12`.
    pub lines: Option<Box<str>>,
    /// The name of a region.
    pub region: Option<Box<str>>,
    /// The name of a declaration, in files that contain code.
    pub symbol: Option<Box<str>>,
}

/// The reason that a file doesn't have a part, and a hint.
pub(super) type Missing = (String, Hint);

/// The words that start and end a region in a comment. In the first two forms, the name can be missing, and an end
/// without a name ends the innermost region.
const MARKS: [(&str, &str); 6] = [
    ("region", "endregion"),
    ("pragma region", "pragma endregion"),
    ("ANCHOR:", "ANCHOR_END:"),
    ("[start:", "[end:"),
    ("tag::", "end::"),
    ("docregion", "enddocregion"),
];

/// The comment markers that can start a comment with a mark.
const COMMENTS: [&str; 17] =
    ["//", "#", "<!--", "/*", "{/*", "--", ";", "%", "'", "\"", "(*", "<#", "::", "{{!--", "@*", "///", ";;"];

/// A comment that starts or ends a region.
struct Mark<'t> {
    /// The index of the comment's form in [`MARKS`].
    form: usize,
    is_start: bool,
    /// The name, which can be empty.
    name: &'t str,
}

/// Returns the mark on a line. The line can contain only the start of a comment before the mark and the end of the
/// comment after it.
fn mark(line: &str) -> Option<Mark<'_>> {
    let line = line.trim();
    let at = line.find(|c: char| c.is_alphabetic() || c == '[')?;
    // MkDocs also allows `--8<-- [start:name]` without a comment marker.
    let (sign, inner) = match line.split_once("--8<--") {
        Some((sign, inner)) => (sign, inner.trim_start()),
        None => line.split_at(at),
    };
    let is_bare = sign.ends_with('#') || sign.len() + inner.len() < line.len();
    let sign = sign.trim_end();
    let sign = if is_bare { sign.strip_suffix('#').unwrap_or(sign).trim_end() } else { sign };
    if !(COMMENTS.contains(&sign) || is_bare && sign.is_empty()) {
        return None;
    }
    MARKS.iter().enumerate().find_map(|(form, (start, end))| {
        let (is_start, after) = match inner.strip_prefix(end) {
            Some(after) => (false, after),
            None => (true, inner.strip_prefix(start)?),
        };
        let is_whole =
            start.ends_with(':') || !after.starts_with(|c: char| c.is_alphanumeric() || "_-.(=".contains(c));
        let is_closing = |c: char| c.is_whitespace() || "\"-*/>])}#[".contains(c);
        let name = after.trim_start_matches([':', ' ', '\t', '"']).trim_end_matches(is_closing);
        // Without `#`, several words are probably a sentence.
        let is_name = is_bare || !name.contains(char::is_whitespace);
        (is_whole && is_name && (form < 2 || !name.is_empty())).then_some(Mark { form, is_start, name })
    })
}

/// Returns the selected part of a file's text, without the comments that mark regions and without the indentation that
/// all lines have in common. `file` is the name for messages.
pub(super) fn select(text: &str, selection: &Selection, file: &str) -> Result<String, Missing> {
    let mut text = text;
    if let Some(symbol) = &selection.symbol {
        if selection.lines.is_some() || selection.region.is_some() {
            let message = "`symbol` can't be combined with `lines` or `region`".to_owned();
            return Err((message, "remove one of them".into()));
        }
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        text = &text[symbols::find(text, extension, symbol, file)?];
    }
    let lines: Vec<&str> = text.lines().collect();
    let ranges = ranges(&lines, selection, file)?;
    let shown: Vec<&str> = ranges
        .into_iter()
        .flat_map(|range| &lines[range])
        .copied()
        .filter(|line| mark(line).is_none())
        .collect();
    Ok(dedented(&shown))
}

/// Returns the part of a file that a code block with these attributes shows. If there's no such part, returns `None`.
pub(crate) fn excerpt(text: &str, lines: Option<&str>, region: Option<&str>) -> Option<String> {
    let selection = Selection { lines: lines.map(Box::from), region: region.map(Box::from), symbol: None };
    select(text, &selection, "").ok()
}

/// Returns the byte range of the selected part, which consists of adjacent lines.
pub(super) fn select_range(text: &str, selection: &Selection, file: &str) -> Result<Range<usize>, Missing> {
    let lines: Vec<&str> = text.lines().collect();
    let ranges = ranges(&lines, selection, file)?;
    let [range] = &ranges[..] else {
        return Err((
            format!("expected one part of `{file}`, found {}", ranges.len()),
            "use one `include` for each part".into(),
        ));
    };
    let offset =
        |line: usize| lines.get(line).map_or(text.len(), |line| super::directive::offset(text, line));
    Ok(offset(range.start)..offset(range.end))
}

/// Returns the ranges of selected lines, counted from 0.
fn ranges(lines: &[&str], selection: &Selection, file: &str) -> Result<Vec<Range<usize>>, Missing> {
    match (&selection.lines, &selection.region) {
        (Some(_), Some(_)) => {
            Err(("`lines` and `region` can't be combined".to_owned(), "remove one of them".into()))
        }
        (Some(written), None) => {
            written.split(',').map(|part| line_range(part.trim(), lines.len(), file)).collect()
        }
        (None, Some(region)) => self::region(lines, region, file),
        (None, None) => Ok(std::iter::once(0..lines.len()).collect()),
    }
}

/// Reads a range of lines: `3`, `3-9`, or `3-`.
fn line_range(written: &str, count: usize, file: &str) -> Result<Range<usize>, Missing> {
    let (first, last) = written.split_once('-').unwrap_or((written, written));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number > 0);
    let is_open = last.trim().is_empty() && !written.is_empty();
    let last = if is_open { number(first).map(|first| count.max(first)) } else { number(last) };
    let Some((first, last)) = number(first).zip(last) else {
        return Err((
            format!("invalid line range `{written}`"),
            "specify line numbers and ranges, as in `lines=\"3-9,12\"`".into(),
        ));
    };
    if first > last {
        let message = format!("the line numbers `{written}` are in the wrong order");
        return Err((message, format!("use `{last}-{first}`").into()));
    }
    if last > count {
        let lines = if count == 1 { "line" } else { "lines" };
        return Err((
            format!("can't show `{written}`: `{file}` has {count} {lines}"),
            "correct the line numbers".into(),
        ));
    }
    Ok(first - 1..last)
}

/// Returns the lines of all regions with this name.
fn region(lines: &[&str], name: &str, file: &str) -> Result<Vec<Range<usize>>, Missing> {
    let mut open: Vec<(Mark<'_>, usize)> = Vec::new();
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        let Some(mark) = mark(line) else { continue };
        if mark.is_start {
            names.push(mark.name);
            open.push((mark, at));
            continue;
        }
        let is_pair = |(start, _): &(Mark<'_>, usize)| {
            start.form == mark.form && (mark.name.is_empty() || start.name == mark.name)
        };
        if let Some(index) = open.iter().rposition(is_pair) {
            let (start, from) = open.remove(index);
            if start.name == name {
                found.push(from + 1..at);
            }
        }
    }
    if !found.is_empty() {
        found.sort_by_key(|range| range.start);
        return Ok(found);
    }
    if let Some((start, _)) = open.iter().find(|(start, _)| start.name == name) {
        let end = MARKS[start.form].1;
        return Err((
            format!("the region `{name}` in `{file}` has no end"),
            format!("add the comment that ends it, such as `{}`, to the file", comment(file, end)).into(),
        ));
    }
    let hint = match did_you_mean(name, names.iter().copied()) {
        Some(hint) => hint,
        None => {
            let [start, end] =
                [format!("#region {name}"), "#endregion".to_owned()].map(|text| comment(file, &text));
            format!("add the comments `{start}` and `{end}` to the file").into()
        }
    };
    Err((format!("`{file}` has no region `{name}`"), hint))
}

/// Returns a comment in a file's syntax.
fn comment(file: &str, text: &str) -> String {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" | "md" | "mdx" | "svelte" | "svg" | "vue" | "xml" => format!("<!-- {text} -->"),
        "bash" | "conf" | "ex" | "exs" | "nix" | "pl" | "py" | "r" | "rb" | "sh" | "tf" | "toml" | "yaml"
        | "yml" => format!("# {text}"),
        "elm" | "hs" | "lua" | "sql" => format!("-- {text}"),
        "css" => format!("/* {text} */"),
        _ => format!("// {text}"),
    }
}

/// Removes the indentation that all lines have in common.
fn dedented(lines: &[&str]) -> String {
    let indent = |line: &&str| -> usize { line.len() - line.trim_start_matches([' ', '\t']).len() };
    let filled = || lines.iter().filter(|line| !line.trim().is_empty());
    let first = filled().next().map_or("", |line| &line[..indent(line)]);
    let common = filled().map(|line| first.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count());
    let common = common.min().unwrap_or(0);
    lines.iter().map(|line| line.get(common..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Missing, Selection, select, select_range};

    fn lines(text: &str, lines: &str) -> Result<String, Missing> {
        select(text, &Selection { lines: Some(lines.into()), ..Selection::default() }, "a.rs")
    }

    fn region(text: &str, name: &str) -> Result<String, Missing> {
        select(text, &Selection { region: Some(name.into()), ..Selection::default() }, "a.rs")
    }

    #[test]
    fn lines_are_selected_and_dedented() {
        let text = "fn a() {\n    one();\n\n        two();\n}\n";
        assert_eq!(lines(text, "2-4").expect("the lines exist"), "one();\n\n    two();");
        assert_eq!(lines(text, "1,5").expect("the lines exist"), "fn a() {\n}");
        assert_eq!(lines(text, "4-").expect("the lines exist"), "        two();\n}");
        for (written, message) in [
            ("4-9", "can't show `4-9`: `a.rs` has 5 lines"),
            ("3-2", "the line numbers `3-2` are in the wrong order"),
            ("0", "invalid line range `0`"),
            ("", "invalid line range ``"),
            ("a-b", "invalid line range `a-b`"),
        ] {
            assert_eq!(lines(text, written).expect_err("the range is wrong").0, message);
        }
    }

    #[test]
    fn a_region_is_marked_by_the_comments_of_common_editors_and_tools() {
        for (start, end) in [
            ("// #region parse", "// #endregion parse"),
            ("//#region parse", "//#endregion"),
            ("# region parse", "# endregion"),
            ("#region parse", "#endregion"),
            ("#pragma region parse", "#pragma endregion"),
            ("/* #region parse */", "/* #endregion */"),
            ("<!-- #region parse -->", "<!-- #endregion -->"),
            ("<!-- #region parse-->", "<!-- #endregion parse-->"),
            ("{/* #region parse */}", "{/* #endregion parse */}"),
            ("// region: parse", "// endregion: parse"),
            ("-- #region parse", "-- #endregion"),
            ("// ANCHOR: parse", "// ANCHOR_END: parse"),
            ("<!-- ANCHOR: parse -->", "<!-- ANCHOR_END: parse -->"),
            ("# --8<-- [start:parse]", "# --8<-- [end:parse]"),
            ("<!-- --8<-- [start:parse] -->", "<!-- --8<-- [end:parse] -->"),
            ("// tag::parse[]", "// end::parse[]"),
            ("// #docregion parse", "// #enddocregion parse"),
        ] {
            let text = format!("before\n  {start}\n  inside\n    more\n  {end}\nafter\n");
            assert_eq!(region(&text, "parse").as_deref(), Ok("inside\n  more"), "{start}");
        }
    }

    #[test]
    fn regions_nest_and_their_marks_are_not_shown() {
        let text = "// #region a\none\n// #region b\ntwo\n// #endregion\nthree\n// #endregion\n// #region a\nfour\n// #endregion a\nregion = 5\n";
        assert_eq!(region(text, "a").as_deref(), Ok("one\ntwo\nthree\nfour"));
        assert_eq!(region(text, "b").as_deref(), Ok("two"));
        assert_eq!(
            select(text, &Selection::default(), "a").as_deref(),
            Ok("one\ntwo\nthree\nfour\nregion = 5")
        );
        let overlapping = "// ANCHOR: a\none\n// ANCHOR: b\ntwo\n// ANCHOR_END: a\nthree\n// ANCHOR_END: b\n";
        assert_eq!(region(overlapping, "a").as_deref(), Ok("one\ntwo"));
        assert_eq!(region(overlapping, "b").as_deref(), Ok("two\nthree"));
    }

    #[test]
    fn other_comments_and_code_are_not_marks() {
        for line in [
            "// region of interest",
            "*region = 5;",
            "region parse",
            "// regional",
            "# anchor: a",
            "let region: Region;",
            "// tag::",
            "#[start]",
            "é # region",
        ] {
            assert!(super::mark(line).is_none(), "{line}");
        }
        assert_eq!(region("#region Public methods\na\n#endregion\n", "Public methods").as_deref(), Ok("a"));
    }

    #[test]
    fn a_missing_region_is_described() {
        let text = "// #region parse_url\nx\n// #endregion\n// #region open\n";
        let (message, hint) = region(text, "parse_urls").expect_err("there is no such region");
        assert_eq!(
            (&*message, &*hint.text),
            ("`a.rs` has no region `parse_urls`", "did you mean `parse_url`?")
        );
        assert_eq!(
            region(text, "open").expect_err("it has no end").0,
            "the region `open` in `a.rs` has no end"
        );
    }

    #[test]
    fn one_part_of_a_text_has_a_range() {
        let text = "a\r\n<!-- #region r -->\r\nb\r\n<!-- #endregion -->\r\n";
        let selection = Selection { region: Some("r".into()), ..Selection::default() };
        let range = select_range(text, &selection, "a.md").expect("there is one region");
        assert_eq!(&text[range], "b\r\n");
        let selection = Selection { lines: Some("1,3".into()), ..Selection::default() };
        assert!(select_range(text, &selection, "a.md").is_err());
    }
}
