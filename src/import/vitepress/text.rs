//! Converts the blocks of a page: containers, alerts, and code.

use super::context::Context;
use super::{blocks as elements, code, include, inline};
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::{continued, end_of_comment, fence, fence_outside_comments, with_definition};

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
    let mut in_comment = false;
    for line in text.split_inclusive('\n') {
        if let Some(end) = closing {
            if line.contains(end) {
                closing = None;
            }
            continue;
        }
        let found = fence_outside_comments(line.trim_end(), open.is_some(), &mut in_comment);
        if let Some((length, mark, rest)) = found.filter(|_| indent_of(line) < 4 || open.is_some()) {
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
        if open.is_none() && !in_comment && (is_script || is_own_style) {
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
    let (mut out, mut paragraph, mut at): (Vec<String>, Vec<&str>, usize) = (Vec::new(), Vec::new(), 0);
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
        let in_html = paragraph.first().is_some_and(|first| inline::is_html(first));
        if let Some(end) = end_of_comment(lines, at).filter(|_| !in_html) {
            flush(&mut paragraph, &mut out, context);
            inline::note_include(bare.trim_end(), &bare[4..], context);
            out.extend(lines[at..end].iter().map(|line| (*line).to_owned()));
            at = end;
            continue;
        }
        if let Some((length, mark, info)) = fence(bare) {
            flush(&mut paragraph, &mut out, context);
            let end = end_of_fence(lines, at, length, mark);
            code::block(&lines[at..end], margin, info, context, in_group, &mut out);
            out.push(lines.get(end).map_or_else(
                || format!("{}{}", continued(start), mark.to_string().repeat(length)),
                |line| (*line).to_owned(),
            ));
            at = end + 1;
            continue;
        }
        if let Some(snippet) = include::snippet(bare) {
            flush(&mut paragraph, &mut out, context);
            code::snippet(bare, &snippet, start, context, in_group, &mut out);
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
        } else if let Some((length, markdown)) =
            paragraph.is_empty().then(|| elements::shown(&lines[at..], context)).flatten()
        {
            out.push(markdown);
            at += length;
            continue;
        } else if inline::is_component_line(bare) && !in_html {
            flush(&mut paragraph, &mut out, context);
            paragraph.push(line);
            flush(&mut paragraph, &mut out, context);
            // Otherwise, the text after the component would be part of the paragraph around it.
            if start.is_empty() && out.last().is_some_and(|last| !last.starts_with('<')) {
                let above = out.len().checked_sub(2).map(|above| out[above].as_str());
                if above.is_some_and(|above| !is_blank(above)) {
                    out.insert(out.len() - 1, String::new());
                }
                if lines.get(at + 1).is_some_and(|next| !is_blank(next)) {
                    out.push(String::new());
                }
            }
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
            let address =
                |url: &str| context.site.address((context.route, context.page), url, &context.assets);
            with_definition(line, &address).unwrap_or_else(|| line.to_owned())
        })
        .collect();
    out.push(inline::convert(&lines.join("\n"), context));
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
        let (title, attributes) = without_attributes(title.trim());
        let is_open = attributes.split_whitespace().any(|word| word == "open");
        Some(Container { colons, name: name.to_owned(), title: title.to_owned(), is_open })
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
        let custom = context.containers.iter().find(|(name, _)| *name == self.name);
        let is_own = ADMONITIONS.contains(&self.name.as_str())
            || ["details", "code-group", "tabs", "tab"].contains(&self.name.as_str());
        let is_raw = matches!(self.name.as_str(), "raw" | "v-pre") || has_no_tabs;
        let is_foreign = !is_own && custom.is_some_and(|(_, title)| title.is_empty());
        if is_foreign && !is_raw {
            let what = format!("the look of the `{}` container", self.name);
            context.note(&format!(" {}", self.name), &what, "check its content, which docgen shows");
        }
        if is_raw || is_foreign {
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
        if let Some(end) = end_of_comment(lines, at) {
            at = end;
            continue;
        }
        if let Some((length, mark, _)) = fence(bare) {
            at = end_of_fence(lines, at, length, mark) + 1;
            continue;
        }
        if let Some(container) = Container::open(bare, context) {
            // A container that isn't closed ends before the next tab.
            let end = container.end(lines, at, start);
            at = if end < lines.len() { end } else { at } + 1;
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
        let (title, _) = without_attributes(inner[start].trim_start().trim_start_matches('=').trim());
        let tab = Container { colons: 3, name: "tab".to_owned(), title: title.to_owned(), is_open: false };
        let margin = " ".repeat(indent_of(inner[start]));
        tab.write(&inner[start + 1..end], &margin, context, depth, out);
    }
}

/// Splits a title into the text and the attributes in braces at its end.
fn without_attributes(title: &str) -> (&str, &str) {
    let is_list = |word: &str| {
        word.starts_with(['.', '#'])
            || word.contains('=')
            || word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    };
    match title.strip_suffix('}').and_then(|title| title.rsplit_once('{')) {
        Some((text, list)) if !list.is_empty() && list.split_whitespace().all(is_list) => {
            (text.trim_end(), list)
        }
        _ => (title, ""),
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
