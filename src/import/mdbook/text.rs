//! Converts the text of a chapter: code blocks with mdBook's flags and hidden lines, heading attributes, and links.

use std::collections::BTreeMap;

use super::summary::plain;
use crate::import::goldmark::colons_for;
use crate::import::inline::{attribute_list, capitalized};
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::{Address, definition, fence, inline_html, with_links};
use crate::import::python_markdown;
use crate::path::{HeadingIds, UniqueNames};

/// The Markdown options of a book.
#[derive(Default)]
pub(super) struct Rules {
    /// The prefixes of hidden lines, by language.
    pub hidden: BTreeMap<String, String>,
    /// Whether lines that start with `:` are definitions.
    pub has_definitions: bool,
}

/// Converts a chapter's text.
pub(super) fn convert(text: &str, rules: &Rules, address: &Address<'_>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut paragraph, mut at) = (Vec::new(), Vec::new(), 0);
    let mut is_list = false;
    while at < lines.len() {
        let line = lines[at];
        let margin = margin_of(line);
        if indent_of(line) < 2 && !is_blank(line) {
            is_list = line[..margin].trim_end().ends_with(['-', '*', '+', '.', ')']);
        }
        // An indented code block.
        if indent_of(line) >= 4 && !is_list && paragraph.is_empty() {
            out.push(line.to_owned());
            at += 1;
            continue;
        }
        if let Some((length, mark, info)) = fence(&line[margin..]) {
            flush(&mut paragraph, &mut out, rules, address);
            let is_end = |other: &str| {
                let bare = other.trim_start_matches([' ', '>', '\t']);
                fence(bare).is_some_and(|(other, c, rest)| c == mark && other >= length && is_blank(rest))
            };
            let until = lines[at + 1..].iter().position(|line| is_end(line));
            let end = until.map_or(lines.len(), |until| at + 1 + until);
            if let Some(opening) = admonition(info).filter(|_| is_blank(&line[..margin])) {
                let inside: Vec<&str> = lines[at + 1..end]
                    .iter()
                    .map(|line| line.get(margin..).unwrap_or(line.trim_start()))
                    .collect();
                let inside = convert(&inside.join("\n"), rules, address);
                let colons = colons_for(&inside);
                let indent = &line[..margin];
                out.push(format!("{indent}{colons}{opening}"));
                let indented =
                    |line: &str| if line.is_empty() { String::new() } else { format!("{indent}{line}") };
                out.extend(inside.trim_end_matches('\n').lines().map(indented));
                out.push(format!("{indent}{colons}"));
                at = end + 1;
                continue;
            }
            code(&lines[at..end], margin, info, &rules.hidden, &mut out);
            match lines.get(end) {
                Some(line) => out.push((*line).to_owned()),
                None => out.push(mark.to_string().repeat(length)),
            }
            at = end + 1;
            continue;
        }
        if is_blank(line) {
            flush(&mut paragraph, &mut out, rules, address);
            out.push(String::new());
        } else {
            paragraph.push(line);
        }
        at += 1;
    }
    flush(&mut paragraph, &mut out, rules, address);
    out.join("\n") + "\n"
}

/// If a block is an admonition of the `admonish` preprocessor, returns the name and label of the directive.
fn admonition(info: &str) -> Option<String> {
    let options = info.strip_prefix("admonish")?;
    if !options.is_empty() && !options.starts_with([' ', ',']) {
        return None;
    }
    let words = options.trim_start_matches([' ', ',']);
    let end = words.find([' ', '"', '=']).unwrap_or(words.len());
    let kind = if words[end..].starts_with('=') { "" } else { &words[..end] };
    let title = words.split_once('"').and_then(|(_, rest)| Some(rest.split_once('"')?.0));
    let look = if kind.is_empty() { "note" } else { python_markdown::look(kind) };
    let name = if words.contains("collapsible=true") { "details" } else { look };
    let shown = title.map(str::to_owned).or_else(|| (name != kind).then(|| capitalized(kind)));
    let label = shown.filter(|label| !label.is_empty());
    Some(label.map_or_else(|| name.to_owned(), |label| format!("{name}[{label}]")))
}

/// Writes a code block without its last line. Lines that mdBook hides are left out.
fn code(lines: &[&str], margin: usize, info: &str, hidden: &BTreeMap<String, String>, out: &mut Vec<String>) {
    let first = lines[0];
    let mut words = info.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let language = words.next().unwrap_or_default();
    let own = words.find_map(|word| word.strip_prefix("hidelines="));
    let prefix = own.or_else(|| hidden.get(language).map(String::as_str));
    out.push(format!("{}{language}", &first[..first.len() - info.len()]));
    let quotes = first[..margin].matches('>').count();
    for line in &lines[1..] {
        let mut start = 0;
        for _ in 0..quotes {
            let bare = line[start..].trim_start_matches(' ');
            let Some(rest) = bare.strip_prefix('>') else { break };
            start = line.len() - rest.len();
        }
        let (quote, code) = line.split_at(start);
        let shown = match prefix {
            Some(prefix) => (!code.trim_start().starts_with(prefix)).then(|| code.to_owned()),
            None if language == "rust" => of_rust(code),
            None => Some(code.to_owned()),
        };
        out.extend(shown.map(|code| format!("{quote}{code}")));
    }
}

/// Returns a line of Rust code as mdBook shows it. A line that starts with `# ` is hidden, and `##` stands for `#`.
fn of_rust(line: &str) -> Option<String> {
    let bare = line.trim_start();
    let Some(rest) = bare.strip_prefix('#') else { return Some(line.to_owned()) };
    if rest.is_empty() || rest.starts_with(' ') {
        return None;
    }
    let indent = &line[..line.len() - bare.len()];
    Some(if rest.starts_with('#') { format!("{indent}{rest}") } else { line.to_owned() })
}

/// Converts and writes the lines of a paragraph.
fn flush(paragraph: &mut Vec<&str>, out: &mut Vec<String>, rules: &Rules, address: &Address<'_>) {
    if rules.has_definitions && paragraph.iter().skip(1).any(|line| details(line).is_some()) {
        out.push(with_links(&definitions(paragraph), address));
        paragraph.clear();
        return;
    }
    let lines: Vec<String> = paragraph
        .drain(..)
        .map(|line| {
            let Some((name, target)) = definition(line) else { return heading(line) };
            let (url, title) = target.split_at(target.find(char::is_whitespace).unwrap_or(target.len()));
            address(url, false).map_or_else(|| line.to_owned(), |url| format!("{name}{url}{title}"))
        })
        .collect();
    if !lines.is_empty() {
        out.push(with_links(&lines.join("\n"), address));
    }
}

/// Converts a heading's attributes, such as `{ #id .class }`. Keeps only the ID.
fn heading(line: &str) -> String {
    let bare = line.trim();
    let level = bare.len() - bare.trim_start_matches('#').len();
    let at = bare.rfind('{').filter(|_| (1..=6).contains(&level) && indent_of(line) < 4);
    let list = at.and_then(|at| Some((at, attribute_list(&bare[at..])?)));
    let Some((at, list)) = list.filter(|(at, list)| at + list.end == bare.len()) else {
        return line.to_owned();
    };
    let id = list.id.map_or_else(String::new, |id| format!(" {{#{id}}}"));
    format!("{}{id}", bare[..at].trim_end())
}

/// Returns the text after the colon that starts a definition.
fn details(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix(": ").filter(|_| indent_of(line) < 3)
}

/// Converts a definition list to HTML. Terms have IDs, as headings do.
fn definitions(lines: &[&str]) -> String {
    let mut out = vec!["<dl>".to_owned()];
    let mut is_open = false;
    for (at, line) in lines.iter().enumerate() {
        if let Some(text) = details(line).filter(|_| at > 0) {
            out.extend(is_open.then(|| "\n</dd>".to_owned()));
            out.push(format!("<dd>\n\n{}", text.trim_start()));
            is_open = true;
        } else if is_open {
            out.push(line.trim_start().to_owned());
        } else {
            let id = HeadingIds::Mdbook.give(&mut UniqueNames::numbered_from(1), line);
            let mut attribute = String::new();
            crate::markdown::escape::attribute(&id, &mut attribute);
            out.push(format!("<dt id=\"{attribute}\">{}</dt>", inline_html(line.trim())));
        }
    }
    out.extend(is_open.then(|| "\n</dd>".to_owned()));
    out.push("</dl>".to_owned());
    out.join("\n")
}

/// Returns the text of the level-one heading at the top of a text.
pub(super) fn title(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| is_blank(line));
    let first = lines.next()?;
    let is_underline = |line: &str| !is_blank(line) && line.trim_end().chars().all(|c| c == '=');
    let heading = match first.strip_prefix("# ") {
        Some(heading) => heading,
        None => lines.next().filter(|next| is_underline(next)).and(Some(first))?,
    };
    let heading = heading.rfind(" {#").map_or(heading, |at| &heading[..at]);
    Some(plain(heading.trim().trim_end_matches(" #")))
}

/// Whether a text doesn't need a title because it has a level-one heading anywhere or any heading at the top.
pub(super) fn has_own_heading(text: &str) -> bool {
    let is_heading = |line: &str| {
        let level = line.len() - line.trim_start_matches('#').len();
        (1..=6).contains(&level) && line[level..].starts_with(' ')
    };
    let mut open: Option<(usize, char)> = None;
    let mut is_top = true;
    for line in text.lines().filter(|line| !is_blank(line)) {
        if let Some((length, mark, _)) = fence(line) {
            match open {
                Some((opened, c)) if c == mark && length >= opened => open = None,
                None => open = Some((length, mark)),
                _ => {}
            }
        }
        if open.is_none() && (line.starts_with("# ") || (is_top && is_heading(line))) {
            return true;
        }
        is_top = is_top && line.starts_with('<');
    }
    false
}
