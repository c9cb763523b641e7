//! Converts code blocks and snippets.

use super::context::Context;
use super::marks::Marks;
use super::{include, inline};
use crate::import::markdown::continued;

/// Writes a code block without its last line.
pub(super) fn block(
    lines: &[&str],
    margin: usize,
    info: &str,
    context: &Context<'_>,
    in_group: bool,
    out: &mut Vec<String>,
) {
    let first = lines[0];
    let info = Info::read(info, context.line_numbers);
    if info.is_twoslash {
        context.note(
            first.trim(),
            "types in `twoslash` code",
            "check the code, which docgen shows without types",
        );
    }
    let mut highlighted: Vec<usize> = Vec::new();
    let mut body: Vec<String> = Vec::new();
    let is_cut = |line: &&str| line.contains("---cut---") || line.contains("---cut-before---");
    let cut = lines.iter().rposition(|line| info.is_twoslash && is_cut(line)).unwrap_or(0);
    // In a Vue component, only the code in the script is hidden.
    let is_script = |line: &&str| info.language == "vue" && line.trim_start().starts_with("<script");
    let start = lines[..cut].iter().rposition(is_script).unwrap_or(0);
    for line in lines[1..=start].iter().chain(&lines[cut + 1..]) {
        let evaluated = if info.is_vue { inline::in_code(line, context) } else { (*line).to_owned() };
        let line = evaluated.as_str();
        let is_query = |bare: &str| {
            bare.strip_prefix("//").is_some_and(|rest| {
                let rest = rest.trim_start();
                rest.starts_with("^?")
                    || rest.starts_with("^|")
                    || rest.starts_with('@')
                    || rest.starts_with("---cut")
            })
        };
        if info.is_twoslash && is_query(line.trim_start()) {
            continue;
        }
        match Marks::read(line) {
            // docgen keeps marks in Markdown as text.
            Some(marks) if info.is_markdown() => {
                highlighted.push(body.len() + 1);
                body.push(marks.bare);
            }
            Some(marks) => match marks.converted() {
                Some((lines, is_lost)) => {
                    if is_lost {
                        let hint = "choose one mark; docgen shows only one mark for each line";
                        context.note(line.trim(), "a second mark on a line of code", hint);
                    }
                    body.extend(lines);
                }
                None => body.push(line.to_owned()),
            },
            None => body.push(line.to_owned()),
        }
    }
    out.push(format!("{}{}", &first[..fence_end(first, margin)], info.write(&highlighted, in_group)));
    out.extend(body);
}

/// Returns the offset after the fence that opens a code block.
fn fence_end(line: &str, margin: usize) -> usize {
    let bare = &line[margin..];
    let mark = bare.chars().next().unwrap_or('`');
    margin + bare.len() - bare.trim_start_matches(mark).len()
}

/// The info string of a code block.
#[derive(Debug, Default)]
struct Info {
    language: String,
    title: Option<String>,
    lines: String,
    numbers: Option<String>,
    is_twoslash: bool,
    /// Whether Vue evaluates expressions in the code.
    is_vue: bool,
}

impl Info {
    fn read(text: &str, numbered: bool) -> Self {
        let mut info = Info { numbers: numbered.then(String::new), ..Info::default() };
        let mut rest = text.trim();
        if let Some((before, title)) = rest
            .rsplit_once(']')
            .and_then(|(inner, after)| Some((after, inner.split_once('[')?)))
            .map(|(after, (before, title))| (format!("{before} {after}"), title))
        {
            info.title = Some(title.to_owned());
            return Info { title: info.title, ..Info::read(&before, numbered) };
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '{' | ':')).unwrap_or(rest.len());
        let language = &rest[..end];
        info.is_vue = language.ends_with("-vue");
        info.language = match language.strip_suffix("-vue").unwrap_or(language) {
            "vue-html" => "html".to_owned(),
            language => language.to_owned(),
        };
        rest = &rest[end..];
        while !rest.trim_start().is_empty() {
            rest = rest.trim_start();
            if let Some((lines, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
                lines.split_whitespace().collect::<String>().clone_into(&mut info.lines);
                rest = after;
                continue;
            }
            let end = rest[1..]
                .find(|c: char| c.is_whitespace() || matches!(c, '{' | ':'))
                .map_or(rest.len(), |end| end + 1);
            match &rest[..end] {
                ":no-line-numbers" => info.numbers = None,
                "twoslash" => info.is_twoslash = true,
                word => {
                    if let Some(start) = word.strip_prefix(":line-numbers") {
                        info.numbers = Some(start.trim_start_matches('=').to_owned());
                    }
                }
            }
            rest = &rest[end..];
        }
        info
    }

    fn is_markdown(&self) -> bool {
        ["md", "markdown", "mdx"].contains(&self.language.as_str())
    }

    /// Returns the info string for docgen. `highlighted` contains additional lines to highlight.
    fn write(&self, highlighted: &[usize], in_group: bool) -> String {
        let mut out = self.language.clone();
        let has_more = self.title.is_some()
            || !self.lines.is_empty()
            || self.numbers.is_some()
            || !highlighted.is_empty();
        if out.is_empty() && has_more {
            out.push_str("text");
        }
        let default = (in_group && self.language.is_empty()).then(|| "txt".to_owned());
        if let Some(title) = self.title.clone().or(default) {
            out += &format!(" title=\"{}\"", title.replace('"', "'"));
        }
        let lines = std::iter::once(self.lines.clone()).chain(highlighted.iter().map(ToString::to_string));
        let lines: Vec<String> = lines.filter(|lines| !lines.is_empty()).collect();
        if !lines.is_empty() {
            out += &format!(" {{{}}}", lines.join(","));
        }
        match self.numbers.as_deref() {
            Some("") => out += " showLineNumbers",
            Some(start) => out += &format!(" showLineNumbers={start}"),
            None => {}
        }
        out
    }
}

/// Writes the code block for a snippet.
pub(super) fn snippet(
    line: &str,
    snippet: &include::Snippet,
    start: &str,
    context: &Context<'_>,
    in_group: bool,
    out: &mut Vec<String>,
) {
    let Some(code) = include::code(context.site, context.page.file.as_str(), snippet) else {
        let what = format!("code from the missing file `{}`", snippet.path);
        context.note(line.trim(), &what, "copy the code into the page");
        out.push(format!("{start}<!-- {} -->", line.trim().replace("--", "- -")));
        return;
    };
    let mut info = Info::read(&snippet.info, context.line_numbers);
    let evaluated = |code: &str| {
        let lines: Vec<String> = code.lines().map(|line| inline::in_code(line, context)).collect();
        lines.join("\n")
    };
    let code = if info.is_vue { evaluated(&code) } else { code };
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2);
    let fence = "`".repeat(longest + 1);
    let name = snippet.path.rsplit('/').next().unwrap_or_default().to_owned();
    info.title = snippet.title.clone().or_else(|| in_group.then_some(name));
    let next = continued(start);
    if let Some(options) = include::options(context.site, context.page.file.as_str(), snippet, &code) {
        // docgen derives a missing language from the filename.
        out.push(format!("{start}```{} {options}", info.write(&[], in_group)));
        out.push(format!("{next}```"));
        return;
    }
    out.push(format!("{start}{fence}{}", info.write(&[], in_group)));
    out.extend(
        code.lines()
            .map(|line| if line.is_empty() { next.trim_end().to_owned() } else { format!("{next}{line}") }),
    );
    out.push(format!("{next}{fence}"));
}
