//! Converts the blocks of a page: containers, alerts, and code.

use super::context::Context;
use super::marks::without_mark;
use super::{include, inline};
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::{definition, fence};

/// The maximum nesting depth of containers.
const DEEPEST: usize = 20;

/// The admonitions, which are also the types of alerts.
const ADMONITIONS: [&str; 7] = ["tip", "info", "warning", "danger", "note", "important", "caution"];

/// Converts a page's text.
pub(super) fn convert(text: &str, context: &Context<'_>) -> String {
    let text = without_scripts(text, context);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = blocks(&lines, context, 0, false).join("\n");
    out.push('\n');
    out
}

/// Removes a page's Vue scripts and style sheets outside code blocks.
fn without_scripts(text: &str, context: &Context<'_>) -> String {
    let (mut out, mut open, mut closing): (String, Option<(usize, char)>, Option<&str>) =
        (String::new(), None, None);
    for line in text.split_inclusive('\n') {
        if let Some(end) = closing {
            if line.contains(end) {
                closing = None;
            }
            continue;
        }
        if let Some((length, mark, rest)) =
            fence(line.trim_end()).filter(|_| indent_of(line) < 4 || open.is_some())
        {
            match open {
                Some((opened, c)) if c == mark && length >= opened && is_blank(rest) => open = None,
                None => open = Some((length, mark)),
                _ => {}
            }
        }
        let bare = line.trim_start();
        let starts = |name: &str| {
            let rest = bare.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with([' ', '>', '\n', '\r']) || rest.is_empty())
        };
        let is_script = starts("<script");
        let is_own_style = starts("<style");
        if open.is_none() && (is_script || is_own_style) {
            let what = if is_script { "the page's script" } else { "the page's style sheet" };
            let hint = if is_script {
                "write components in TSX"
            } else {
                "put your styles in `overrides/custom.css`"
            };
            context.note(line.trim(), what, hint);
            let end = if is_script { "</script>" } else { "</style>" };
            let is_closed = line.contains(end) || (is_script && line.trim_end().ends_with("/>"));
            closing = (!is_closed).then_some(end);
            continue;
        }
        out.push_str(line);
    }
    out
}

/// Converts lines. `in_group` is `true` inside a code group.
fn blocks(lines: &[&str], context: &Context<'_>, depth: usize, in_group: bool) -> Vec<String> {
    let (mut out, mut paragraph, mut at) = (Vec::new(), Vec::new(), 0);
    let mut is_list = false;
    while at < lines.len() {
        let line = lines[at];
        let margin = margin_of(line);
        let (start, bare) = line.split_at(margin);
        if indent_of(line) < 2 && !is_blank(line) && paragraph.is_empty() {
            is_list = start.trim_end().ends_with(['-', '*', '+', '.', ')']);
        }
        // An indented code block.
        if indent_of(line) >= 4 && !is_list && paragraph.is_empty() && !is_blank(line) {
            out.push(line.to_owned());
            at += 1;
            continue;
        }
        if let Some((length, mark, info)) = fence(bare) {
            flush(&mut paragraph, &mut out, context);
            let end = end_of_fence(lines, at, length, mark);
            code(&lines[at..end], margin, info, context, in_group, &mut out);
            out.push(lines.get(end).map_or_else(
                || format!("{}{}", continued(start), mark.to_string().repeat(length)),
                |line| (*line).to_owned(),
            ));
            at = end + 1;
            continue;
        }
        if let Some(snippet) = include::snippet(bare) {
            flush(&mut paragraph, &mut out, context);
            snippet_block(bare, &snippet, start, context, in_group, &mut out);
        } else if let Some(container) = Container::open(bare, context).filter(|_| depth < DEEPEST) {
            flush(&mut paragraph, &mut out, context);
            let end = container.end(lines, at, start);
            let inner: Vec<&str> = lines[at + 1..end].to_vec();
            container.write(&inner, start, context, depth, &mut out);
            let has_end = lines
                .get(end)
                .is_some_and(|line| Container::colons(line.trim_start_matches([' ', '>', '\t'])).is_some());
            at = if has_end { end + 1 } else { end };
            continue;
        } else if let Some((length, block)) = alert(&lines[at..], start, bare, context, depth) {
            flush(&mut paragraph, &mut out, context);
            out.extend(block);
            at += length;
            continue;
        } else if is_blank(line) {
            flush(&mut paragraph, &mut out, context);
            out.push(String::new());
        } else if bare.trim().eq_ignore_ascii_case("[[toc]]") {
            flush(&mut paragraph, &mut out, context);
            let what = "an inline table of contents";
            context.note(bare.trim(), what, "use the table of contents that docgen shows beside the page");
        } else {
            paragraph.push(line);
        }
        at += 1;
    }
    flush(&mut paragraph, &mut out, context);
    out
}

/// Returns the index of the line that closes a code block. If the code block isn't closed, returns the number of lines.
fn end_of_fence(lines: &[&str], at: usize, length: usize, mark: char) -> usize {
    let is_end = |line: &&str| {
        let bare = line.trim_start_matches([' ', '>', '\t']);
        fence(bare).is_some_and(|(other, c, rest)| c == mark && other >= length && is_blank(rest))
    };
    lines[at + 1..].iter().position(is_end).map_or(lines.len(), |until| at + 1 + until)
}

/// Returns the prefix for the lines that follow a line with this prefix. List markers become spaces.
fn continued(start: &str) -> String {
    start.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect()
}

/// Converts and writes the lines of a paragraph.
fn flush(paragraph: &mut Vec<&str>, out: &mut Vec<String>, context: &Context<'_>) {
    if paragraph.is_empty() {
        return;
    }
    let lines: Vec<String> = paragraph
        .drain(..)
        .map(|line| {
            // Colons that don't belong to a container are text.
            let (margin, bare) = line.split_at(margin_of(line));
            if bare.starts_with(":::") {
                return format!("{margin}\\{bare}");
            }
            let Some((name, target)) = definition(line) else { return line.to_owned() };
            let (url, title) = target.split_at(target.find(char::is_whitespace).unwrap_or(target.len()));
            let address = context.site.address((context.route, context.page), url, &context.assets);
            address.map_or_else(|| line.to_owned(), |url| format!("{name}{url}{title}"))
        })
        .collect();
    out.push(inline::convert(&lines.join("\n"), context));
}

/// Writes a code block without its last line.
fn code(
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
    let first_shown = match info.is_twoslash {
        true => lines
            .iter()
            .rposition(|line| line.contains("---cut---") || line.contains("---cut-before---"))
            .unwrap_or(0),
        false => 0,
    };
    for line in &lines[first_shown + 1..] {
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
        match without_mark(line).filter(|_| info.is_markdown()) {
            Some(bare) => {
                highlighted.push(body.len() + 1);
                body.push(bare);
            }
            None => body.push((*line).to_owned()),
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
fn snippet_block(
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
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2);
    let fence = "`".repeat(longest + 1);
    let mut info = Info::read(&snippet.info, context.line_numbers);
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

/// A container.
struct Container {
    colons: usize,
    name: String,
    title: String,
    is_open: bool,
}

impl Container {
    /// Returns the number of colons in a line that closes a container.
    fn colons(bare: &str) -> Option<usize> {
        let rest = bare.trim_start_matches(':');
        (bare.len() - rest.len() >= 3 && is_blank(rest)).then(|| bare.len() - rest.len())
    }

    fn open(bare: &str, context: &Context<'_>) -> Option<Self> {
        let rest = bare.trim_start_matches(':');
        let colons = bare.len() - rest.len();
        let rest = rest.trim();
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
        let (name, title) = rest.split_at(end);
        let is_known = ADMONITIONS.contains(&name)
            || ["details", "raw", "v-pre", "code-group", "tabs"].contains(&name)
            || context.containers.iter().any(|(known, _)| known == name);
        if colons < 3 || !is_known {
            return None;
        }
        let mut title = title.trim().to_owned();
        let mut is_open = false;
        if let Some((before, attributes)) = title.strip_suffix('}').and_then(|title| title.rsplit_once('{')) {
            let is_list = |word: &str| {
                word.starts_with(['.', '#'])
                    || word.contains('=')
                    || word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            };
            if !attributes.is_empty() && attributes.split_whitespace().all(is_list) {
                is_open = attributes.split_whitespace().any(|word| word == "open");
                title = before.trim_end().to_owned();
            }
        }
        Some(Container { colons, name: name.to_owned(), title, is_open })
    }

    /// Returns the index of the line that closes the container. If no line closes the container, returns the index of
    /// the first line after the container.
    fn end(&self, lines: &[&str], at: usize, start: &str) -> usize {
        let quotes = start.matches('>').count();
        let indent = if quotes > 0 { 0 } else { start.len() };
        for (index, line) in lines.iter().enumerate().skip(at + 1) {
            let bare = line.trim_start_matches([' ', '>', '\t']);
            let margin = &line[..line.len() - bare.len()];
            if quotes > 0 && margin.matches('>').count() < quotes {
                return index;
            }
            if !is_blank(line) && quotes == 0 && margin.len() < indent {
                return index;
            }
            if Self::colons(bare).is_some_and(|colons| colons >= self.colons)
                && (quotes > 0 || margin.len() < indent + 4)
            {
                return index;
            }
        }
        lines.len()
    }

    /// Writes the container. `start` is the prefix of the container's first line.
    fn write(&self, inner: &[&str], start: &str, context: &Context<'_>, depth: usize, out: &mut Vec<String>) {
        let was_verbatim = context.is_verbatim.get();
        context.is_verbatim.set(was_verbatim || self.name == "v-pre");
        let starts = if self.name == "tabs" { starts_of_tabs(inner, context) } else { Vec::new() };
        // Text before the first tab doesn't belong to a tab.
        let first = starts.first().copied().unwrap_or(inner.len());
        let mut content = blocks(&inner[..first], context, depth + 1, self.name == "code-group");
        context.is_verbatim.set(was_verbatim);
        let has_no_tabs = self.name == "tabs" && starts.is_empty();
        if matches!(self.name.as_str(), "raw" | "v-pre") || has_no_tabs {
            out.extend(content);
            return;
        }
        if self.name == "tabs" {
            out.append(&mut content);
            tabs(inner, &starts, context, depth, &mut content);
        }
        let longest = |line: &String| {
            line.lines()
                .map(|line| {
                    let bare = line.trim_start_matches([' ', '>', '\t']);
                    bare.len() - bare.trim_start_matches(':').len()
                })
                .max()
                .unwrap_or(0)
        };
        let colons = ":".repeat(content.iter().map(longest).max().unwrap_or(0).max(2) + 1);
        let custom = context.containers.iter().find(|(name, _)| *name == self.name);
        let is_own = ADMONITIONS.contains(&self.name.as_str())
            || ["details", "code-group", "tabs", "tab"].contains(&self.name.as_str());
        let name = if is_own { self.name.as_str() } else { "info" };
        let group = self.title.strip_prefix("key:").filter(|_| self.name == "tabs");
        let title = if self.name == "tabs" {
            ""
        } else if self.title.is_empty() {
            custom.map_or("", |(_, title)| title)
        } else {
            self.title.as_str()
        };
        let title = inline::convert(title, context);
        let title = if title.is_empty() { title } else { format!("[{title}]") };
        let open = if self.is_open {
            "{open}".to_owned()
        } else {
            group.map_or_else(String::new, |group| format!("{{group=\"{group}\"}}"))
        };
        let next = continued(start);
        if ends_with_html(out) {
            out.push(next.trim_end().to_owned());
        }
        out.push(format!("{start}{colons}{name}{title}{open}"));
        let needs_blank = ends_with_html(&content);
        out.extend(content);
        if needs_blank {
            out.push(next.trim_end().to_owned());
        }
        out.push(format!("{next}{colons}"));
    }
}

/// Whether blocks end with an HTML block, which only a blank line closes.
fn ends_with_html(blocks: &[String]) -> bool {
    let lines = blocks.iter().rev().flat_map(|block| block.split('\n').rev());
    let mut lines = lines
        .map(|line| line.trim_start_matches([' ', '>', '\t']))
        .take_while(|line| !is_blank(line) && fence(line).is_none() && !line.starts_with(":::"));
    let is_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    lines.any(|line| line.strip_prefix('<').is_some_and(is_tag))
}

/// Returns the indexes of the lines that start a container's tabs. Such a line consists of at least two equals signs
/// and a title. Lines in code blocks and nested containers don't start tabs.
fn starts_of_tabs(lines: &[&str], context: &Context<'_>) -> Vec<usize> {
    let (mut starts, mut marks, mut at) = (Vec::new(), None, 0);
    while at < lines.len() {
        let (start, bare) = lines[at].split_at(margin_of(lines[at]));
        if let Some((length, mark, _)) = fence(bare) {
            at = end_of_fence(lines, at, length, mark) + 1;
            continue;
        }
        if let Some(container) = Container::open(bare, context) {
            at = container.end(lines, at, start) + 1;
            continue;
        }
        let bare = lines[at].trim_start();
        let title = bare.trim_start_matches('=');
        let count = bare.len() - title.len();
        if count >= 2
            && title.starts_with([' ', '\t'])
            && !is_blank(title)
            && count == *marks.get_or_insert(count)
        {
            starts.push(at);
        }
        at += 1;
    }
    starts
}

/// Converts the tabs plugin's tabs. Each tab starts with a line such as `== title`.
fn tabs(inner: &[&str], starts: &[usize], context: &Context<'_>, depth: usize, out: &mut Vec<String>) {
    let ends = starts.iter().skip(1).copied().chain([inner.len()]);
    for (start, end) in starts.iter().copied().zip(ends) {
        let title = inner[start].trim_start().trim_start_matches('=').trim();
        let tab = Container { colons: 3, name: "tab".to_owned(), title: title.to_owned(), is_open: false };
        let margin = " ".repeat(indent_of(inner[start]));
        tab.write(&inner[start + 1..end], &margin, context, depth, out);
    }
}

/// Converts an alert that GitHub doesn't support because of its title or type.
fn alert(
    lines: &[&str],
    start: &str,
    bare: &str,
    context: &Context<'_>,
    depth: usize,
) -> Option<(usize, Vec<String>)> {
    let (name, title) = bare.strip_prefix("[!")?.split_once(']')?;
    let kind = name.to_ascii_lowercase();
    let quote = start.rfind('>')?;
    if !ADMONITIONS.contains(&kind.as_str()) || depth >= DEEPEST {
        return None;
    }
    let title = title.trim();
    if title.is_empty() && !matches!(kind.as_str(), "info" | "danger") {
        return None;
    }
    let quotes = start.matches('>').count();
    let is_inside = |line: &&str| {
        let bare = line.trim_start_matches([' ', '>', '\t']);
        line[..line.len() - bare.len()].matches('>').count() >= quotes
    };
    let length = lines.iter().take_while(|line| is_inside(line)).count();
    let before = &start[..quote];
    let strip = |line: &&'_ str| {
        let at = line.match_indices('>').nth(quotes - 1).map_or(0, |(at, _)| at + 1);
        line[at..].strip_prefix(' ').unwrap_or(&line[at..]).to_owned()
    };
    let inner: Vec<String> = lines[1..length].iter().map(strip).collect();
    let inner: Vec<&str> = inner.iter().map(String::as_str).collect();
    let container = Container { colons: 3, name: kind, title: title.to_owned(), is_open: false };
    let mut out = Vec::new();
    container.write(&inner, "", context, depth, &mut out);
    let next = continued(before);
    let placed = |(index, block): (usize, String)| {
        let lines = block.lines().enumerate().map(|(line, text)| {
            let start = if index == 0 && line == 0 { before } else { &next };
            format!("{start}{text}").trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    Some((length, out.into_iter().enumerate().map(placed).collect()))
}
