//! Converts the text of a chapter: code blocks with mdBook's flags and hidden lines, formulas, and links.

use std::collections::BTreeMap;

use super::summary::plain;
use crate::import::goldmark::colons_for;
use crate::import::inline::{self, capitalized};
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::{
    Address, end_of_comment, fence, fence_outside_comments, with_definition, with_links,
};
use crate::import::prose::with_element_names;
use crate::import::python_markdown;
use crate::import::syntax::Syntax;
use crate::path::{HeadingIds, UniqueNames};

/// The Markdown options of a book.
#[derive(Default)]
pub(super) struct Rules {
    /// The prefixes of hidden lines, by language.
    pub hidden: BTreeMap<String, String>,
    /// Whether lines that start with `:` are definitions.
    pub has_definitions: bool,
    pub syntax: Syntax,
}

impl Rules {
    /// Whether mdBook shows all lines of a code block.
    pub(super) fn shows_all(&self, language: &str, code: &str) -> bool {
        let prefix = self.hidden.get(language).map(String::as_str);
        code.lines().all(|line| shown(line, language, prefix).is_some_and(|shown| shown == line))
    }
}

/// Converts a chapter's text.
pub(super) fn convert(text: &str, rules: &Rules, address: &Address<'_>) -> String {
    rules.syntax.with_emoji(&with_formulas(text, rules, address), false)
}

/// Whether a chapter has a formula in a block of HTML.
pub(super) fn has_formula_in_html(text: &str, rules: &Rules) -> bool {
    let (text, formulas) = rules.syntax.taken(text);
    formulas.are_in_html(&text)
}

fn with_formulas(text: &str, rules: &Rules, address: &Address<'_>) -> String {
    let (text, formulas) = rules.syntax.taken(&with_element_names(text));
    formulas.restored(&blocks(&text, rules, address))
}

fn blocks(text: &str, rules: &Rules, address: &Address<'_>) -> String {
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
        if let Some(end) = end_of_comment(&lines, at) {
            flush(&mut paragraph, &mut out, rules, address);
            out.extend(lines[at..end].iter().map(|line| (*line).to_owned()));
            at = end;
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
                let inside = with_formulas(&inside.join("\n"), rules, address);
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

/// If a block is an admonition for the `admonish` preprocessor, returns the name and label of the directive.
fn admonition(info: &str) -> Option<String> {
    let options = info.trim_start().strip_prefix("admonish")?;
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
    // The options for code in a file.
    let file = info.find(" file=\"").map_or("", |at| &info[at..]);
    out.push(format!("{}{language}{file}", &first[..first.len() - info.len()]));
    let quotes = first[..margin].matches('>').count();
    for line in &lines[1..] {
        let mut start = 0;
        for _ in 0..quotes {
            let bare = line[start..].trim_start_matches(' ');
            let Some(rest) = bare.strip_prefix('>') else { break };
            start = line.len() - rest.len();
        }
        let (quote, code) = line.split_at(start);
        out.extend(shown(code, language, prefix).map(|code| format!("{quote}{code}")));
    }
}

/// Returns a line of code as mdBook shows it. `prefix` is the prefix of hidden lines.
fn shown(code: &str, language: &str, prefix: Option<&str>) -> Option<String> {
    match prefix {
        Some(prefix) => (!code.trim_start().starts_with(prefix)).then(|| code.to_owned()),
        None if language == "rust" => of_rust(code),
        None => Some(code.to_owned()),
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
    let has_definitions = paragraph.iter().skip(1).any(|line| is_details(line));
    if has_definitions && rules.has_definitions {
        out.push(with_links(&definitions(paragraph), address));
        paragraph.clear();
        return;
    }
    let lines: Vec<String> = paragraph
        .drain(..)
        .map(|line| {
            // Without the extension, the colon is text.
            if has_definitions && is_details(line) {
                return line.replacen(':', "\\:", 1);
            }
            with_definition(line, &|url| address(url, false)).unwrap_or_else(|| heading(line))
        })
        .collect();
    if !lines.is_empty() {
        out.push(with_links(&lines.join("\n"), address));
    }
}

/// Converts a heading's attributes, such as `{ #id .class }`.
fn heading(line: &str) -> String {
    let list = match inline::heading(line) {
        Some((text, list)) => return format!("{text}{}", list.written_in_heading().0),
        None => line.trim_end(),
    };
    // mdBook also removes braces that contain only words.
    let words = list.strip_suffix('}').and_then(|rest| rest.rsplit_once('{'));
    let is_text = |words: &str| words.contains(['{', '"', '`', '%', '\\', '<', '>']);
    match words.filter(|(text, words)| text.starts_with('#') && !is_text(words)) {
        Some((text, _)) => text.trim_end().to_owned(),
        None => line.to_owned(),
    }
}

/// Whether a line is a definition.
fn is_details(line: &str) -> bool {
    line.trim_start().starts_with(": ") && indent_of(line) < 3
}

/// Adds IDs to the terms of a definition list. Terms have IDs, as headings do.
fn definitions(lines: &[&str]) -> String {
    let mut is_open = false;
    let with_id = |line: &&str| {
        is_open |= is_details(line);
        if is_open {
            return (*line).to_owned();
        }
        let id = HeadingIds::Mdbook.give(&mut UniqueNames::numbered_from(1), line);
        let mut attribute = String::new();
        crate::markdown::escape::attribute(&id, &mut attribute);
        format!("<a id=\"{attribute}\"></a>{line}")
    };
    lines.iter().map(with_id).collect::<Vec<_>>().join("\n")
}

/// Returns the content of the level-one heading at the top of the text.
pub(super) fn title(text: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| is_blank(line));
    let first = lines.next()?;
    let is_underline = |line: &str| !is_blank(line) && line.trim_end().chars().all(|c| c == '=');
    let heading = match first.strip_prefix("# ") {
        Some(heading) => heading,
        None => lines.next().filter(|next| is_underline(next)).and(Some(first))?,
    };
    let heading = inline::heading(&format!("# {heading}"))
        .map_or(heading, |(text, _)| &heading[..text.len().saturating_sub(2)]);
    Some(plain(heading.trim().trim_end_matches(" #")))
}

/// Whether text doesn't need a title because it has a level-one heading anywhere or any heading at the top.
pub(super) fn has_own_heading(text: &str) -> bool {
    let is_heading = |line: &str| {
        let level = line.len() - line.trim_start_matches('#').len();
        (1..=6).contains(&level) && line[level..].starts_with(' ')
    };
    let mut open: Option<(usize, char)> = None;
    let (mut is_top, mut in_comment) = (true, false);
    for line in text.lines().filter(|line| !is_blank(line)) {
        let found = fence_outside_comments(line, open.is_some(), &mut in_comment);
        if let Some((length, mark, _)) = found {
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
