//! Converts Hugo and Zola Markdown: attributes, code fence options, alerts with titles, formulas, and links.

mod fences;
mod ids;

use super::inline::{self, attribute_list};
use super::lines::{indent_of, is_blank, margin_of};
use super::markdown::{Address, end_of_comment, fence, is_block_tag, with_definition, with_links, with_tags};
use super::math::IN_HTML;
use super::syntax::Syntax;
use crate::path::{HeadingIds, UniqueNames};
pub(super) use fences::MATH;
pub(super) use ids::IdRule;
use ids::Ids;

/// A site's Markdown options.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub syntax: Syntax,
    /// Whether lines that start with `:` are definitions.
    pub has_definitions: bool,
    /// How the site generates heading IDs.
    pub heading_ids: IdRule,
    /// Whether terms in definition lists have IDs, as headings do.
    pub has_term_ids: bool,
    /// Whether a line with an attribute list belongs to the preceding block.
    pub has_block_attributes: bool,
}

/// The description of a construct that can't be converted, and a hint.
pub(super) type Lost = (String, &'static str);

/// The state of a conversion.
struct Converter<'a> {
    rules: &'a Rules,
    address: &'a Address<'a>,
    out: Vec<String>,
    paragraph: Vec<String>,
    ids: Ids,
    lost: Vec<Lost>,
}

/// Converts text.
pub(super) fn convert(text: &str, rules: &Rules, address: &Address<'_>) -> (String, Vec<Lost>) {
    let (text, formulas) = rules.syntax.taken(text);
    let (ids, out, paragraph, lost) = (Ids::new(rules.heading_ids), Vec::new(), Vec::new(), Vec::new());
    let mut converter = Converter { rules, address, out, paragraph, ids, lost };
    let lines: Vec<&str> = text.lines().collect();
    converter.lines(&lines);
    let text = converter.out.join("\n") + "\n";
    if formulas.are_in_html(&text) {
        converter.lost.push((IN_HTML.0.to_owned(), IN_HTML.1));
    }
    let text = formulas.restored(&text);
    (rules.syntax.with_emoji(&text, false), converter.lost)
}

/// The elements whose content isn't Markdown.
const RAW: [&str; 4] = ["<pre", "<script", "<style", "<textarea"];

impl Converter<'_> {
    fn lines(&mut self, lines: &[&str]) {
        let (mut at, mut is_list) = (0, false);
        while at < lines.len() {
            let line = lines[at];
            let margin = margin_of(line);
            if indent_of(line) < 2 && !is_blank(line) {
                is_list = line[..margin].trim_end().ends_with(['-', '*', '+', '.', ')']);
            }
            if indent_of(line) >= 4 && !is_list && self.paragraph.is_empty() {
                self.out.push(line.to_owned());
                at += 1;
            } else if let Some((length, mark, info)) = fence(&line[margin..]) {
                self.flush();
                at = self.fence(lines, at, margin, (length, mark, info));
            } else if let Some(end) = raw_end(lines, at) {
                self.flush();
                self.out.extend(lines[at..end].iter().map(|line| (*line).to_owned()));
                at = end;
            } else if let Some(count) = self.alert(&lines[at..], is_list) {
                at += count;
            } else {
                // The delimiter lines of directives aren't part of paragraphs.
                let is_alone = line.trim_start().starts_with(":::");
                if is_alone || is_blank(line) {
                    self.flush();
                }
                if is_blank(line) {
                    self.out.push(String::new());
                } else {
                    self.paragraph.push(line.to_owned());
                }
                if is_alone {
                    self.flush();
                }
                at += 1;
            }
        }
        self.flush();
    }

    /// Converts a code block. Returns the index of the line after the block.
    fn fence(
        &mut self,
        lines: &[&str],
        at: usize,
        margin: usize,
        (length, mark, info): (usize, char, &str),
    ) -> usize {
        let is_end = |other: &str| {
            let bare = other.trim_start_matches([' ', '>', '\t']);
            fence(bare).is_some_and(|(other, c, rest)| c == mark && other >= length && is_blank(rest))
        };
        let until = lines[at + 1..].iter().position(|line| is_end(line));
        let end = until.map_or(lines.len(), |until| at + 1 + until);
        let (info, lost) = fences::info(info);
        self.lost.extend(lost);
        self.out.push(format!("{}{}{info}", &lines[at][..margin], mark.to_string().repeat(length)));
        self.out.extend(lines[at + 1..end].iter().map(|line| (*line).to_owned()));
        self.out
            .push(lines.get(end).map_or_else(|| mark.to_string().repeat(length), |line| (*line).to_owned()));
        end + 1
    }

    /// Converts an alert that GitHub doesn't support because of its title or type. Returns the number of lines.
    fn alert(&mut self, lines: &[&str], is_list: bool) -> Option<usize> {
        let indent = indent_of(lines[0]);
        let (kind, rest) =
            lines[0].trim_start().strip_prefix('>')?.trim_start().strip_prefix("[!")?.split_once(']')?;
        let is_own =
            ["note", "tip", "important", "warning", "caution"].contains(&kind.to_ascii_lowercase().as_str());
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let title = rest.trim_start_matches(['+', '-']).trim();
        if (is_own && rest.trim().is_empty())
            || kind.is_empty()
            || !kind.chars().all(is_name)
            || (indent > 3 && !is_list)
        {
            return None;
        }
        self.flush();
        let quoted = lines.iter().take_while(|line| line.trim_start().starts_with('>')).count();
        let bare = |line: &&str| {
            let rest = line.trim_start().strip_prefix('>').unwrap_or_default();
            rest.strip_prefix(' ').unwrap_or(rest).to_owned()
        };
        let inner: Vec<String> = lines[1..quoted].iter().map(bare).collect();
        let outer = std::mem::take(&mut self.out);
        self.lines(&inner.iter().map(String::as_str).collect::<Vec<_>>());
        let inner = std::mem::replace(&mut self.out, outer);
        let colons = colons_for(&inner.join("\n"));
        let title = if title.is_empty() {
            super::inline::capitalized(&kind.to_lowercase())
        } else {
            title.to_owned()
        };
        let name = if rest.starts_with('-') { "details" } else { admonition(kind) };
        let pad = " ".repeat(indent);
        self.out.push(format!("{pad}{colons}{name}[{}]", with_links(&title, self.address)));
        self.out.extend(inner.iter().map(|line| format!("{pad}{line}").trim_end().to_owned()));
        self.out.push(format!("{pad}{colons}"));
        Some(quoted)
    }

    /// Converts and writes the lines of a paragraph.
    fn flush(&mut self) {
        let mut lines = std::mem::take(&mut self.paragraph);
        if lines.is_empty() {
            return;
        }
        if lines[0].trim_start().starts_with('<') && is_block_tag(lines[0].trim_start()) {
            return self.out.push(with_tags(&lines.join("\n"), self.address));
        }
        widen(&mut lines);
        self.definitions(&mut lines);
        let lines: Vec<String> = lines.into_iter().filter_map(|line| self.line(&line)).collect();
        if !lines.is_empty() {
            self.out.push(with_links(&lines.join("\n"), self.address));
        }
    }

    /// Converts a link definition, a heading, or the line that marks the end of the summary.
    fn line(&mut self, line: &str) -> Option<String> {
        let bare = line.trim();
        if bare == "<!--more-->" || bare == "<!-- more -->" {
            return Some("<!-- truncate -->".to_owned());
        }
        if let Some(definition) = with_definition(line, &|url| (self.address)(url, false)) {
            return Some(definition);
        }
        if let Some(list) = attribute_list(bare).filter(|list| list.end == bare.len()) {
            let margin = &line[..line.len() - line.trim_start().len()];
            // Without block attributes, the braces are text.
            if !self.rules.has_block_attributes {
                return Some(format!("{margin}\\{bare}"));
            }
            let (text, is_lost) = list.written();
            if is_lost {
                self.lose_list(bare);
            }
            return (!text.is_empty()).then(|| format!("{margin}{text}"));
        }
        Some(if indent_of(line) < 4 { self.heading(line) } else { line.to_owned() })
    }

    /// Reports an attribute list that docgen doesn't support.
    fn lose_list(&mut self, list: &str) {
        self.lost.push((format!("the attribute list `{list}`"), "use a component or `overrides/custom.css`"));
    }

    /// Adds the ID of a heading if docgen would assign another one. Other lines stay the same.
    fn heading(&mut self, line: &str) -> String {
        let text_of = |line: &'_ str| line.trim().trim_matches('#').trim().to_owned();
        if let Some((text, mut list)) = inline::heading(line) {
            match &list.id {
                Some(id) => self.ids.take(id),
                None => list.id = self.ids.pinned(&text_of(text)),
            }
            let (written, is_lost) = list.written_in_heading();
            if is_lost {
                self.lose_list(line.trim()[text.trim_start().len()..].trim());
            }
            return format!("{text}{written}");
        }
        let marks = line.trim_start();
        let rest = marks.trim_start_matches('#');
        let is_heading = (1..=6).contains(&(marks.len() - rest.len())) && rest.starts_with([' ', '\t']);
        let text = text_of(line);
        match Some(&text).filter(|text| is_heading && !text.is_empty()).and_then(|text| self.ids.pinned(text))
        {
            Some(id) => format!("{} {text} {{#{id}}}", &marks[..marks.len() - rest.len()]),
            None => line.to_owned(),
        }
    }

    /// Adds the IDs of the terms in a definition list. If the site has no definition lists, escapes the colons.
    fn definitions(&mut self, lines: &mut [String]) {
        let Some(first) = lines.iter().position(|line| is_details(line)) else { return };
        if !self.rules.has_definitions {
            for line in lines.iter_mut().filter(|line| is_details(line)) {
                *line = line.replacen(':', "\\:", 1);
            }
            return;
        }
        if !self.rules.has_term_ids {
            return;
        }
        for line in &mut lines[..first] {
            *line = with_id(line);
        }
        // After a blank line, the definitions belong to the last line of the preceding paragraph.
        if first == 0
            && let Some(block) = self.out.iter_mut().rev().find(|block| !is_blank(block))
        {
            let at = block.rfind('\n').map_or(0, |end| end + 1);
            if is_term(&block[at..]) {
                *block = format!("{}{}", &block[..at], with_id(&block[at..]));
            }
        }
    }
}

/// Adds the empty cells that the first line of a table lacks, according to the line below it.
fn widen(lines: &mut [String]) {
    let cells = |line: &str| line.trim().trim_matches('|').replace("\\|", "").matches('|').count() + 1;
    for at in 1..lines.len() {
        let is_marks = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '\t');
        let line = &lines[at];
        let is_delimiter = line.contains("--") && line.contains('|') && line.chars().all(is_marks);
        if !is_delimiter || !lines[at - 1].contains('|') {
            continue;
        }
        let missing = cells(line).saturating_sub(cells(&lines[at - 1]));
        if missing > 0 {
            let end = if lines[at - 1].trim_end().ends_with('|') { "" } else { " |" };
            lines[at - 1] = format!("{}{end}{}", lines[at - 1].trim_end(), "  |".repeat(missing));
        }
    }
}

/// Adds the ID of a term.
fn with_id(term: &str) -> String {
    let id = HeadingIds::Hugo.give(&mut UniqueNames::numbered_from(1), term.trim());
    format!("<a id=\"{id}\"></a>{}", term.trim_start())
}

/// Whether a line can be a term of a definition list that doesn't have an ID yet.
fn is_term(line: &str) -> bool {
    !line.starts_with("    ")
        && !line.trim_start().starts_with(['#', '>', '|', '`', '~', '-', '*', '+', ':', '<'])
}

/// Whether a line is a definition.
fn is_details(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix(':').filter(|_| indent_of(line) < 4);
    rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// If a line starts an element whose content isn't Markdown, returns the index of the line after the element.
fn raw_end(lines: &[&str], at: usize) -> Option<usize> {
    if let Some(end) = end_of_comment(lines, at).filter(|end| *end > at + 1) {
        return Some(end);
    }
    let bare = lines[at].trim_start().to_ascii_lowercase();
    let name = RAW
        .iter()
        .find(|name| bare.strip_prefix(**name).is_some_and(|rest| rest.starts_with(['>', ' ', '\t'])))?;
    let end = format!("</{}", &name[1..]);
    let inside = lines[at..].iter().position(|line| line.to_ascii_lowercase().contains(&end));
    Some(at + inside.map_or(1, |inside| inside + 1))
}

/// Returns the name of the directive for a kind of admonition.
pub(super) fn admonition(kind: &str) -> &'static str {
    match kind.to_ascii_lowercase().as_str() {
        "tip" | "hint" | "idea" | "light" => "tip",
        "success" | "check" | "done" | "green" | "ok" => "success",
        "warning" | "attention" | "orange" | "yellow" | "warn" => "warning",
        "caution" | "question" => "caution",
        "danger" | "error" | "failure" | "bug" | "red" | "fail" | "alert" => "danger",
        "important" => "important",
        "info" | "abstract" | "summary" | "tldr" | "todo" | "blue" => "info",
        _ => "note",
    }
}

/// Returns a string with the number of colons that a directive with this content needs.
pub(super) fn colons_for(inner: &str) -> String {
    let longest = |line: &str| {
        let bare = line.trim_start_matches([' ', '>', '-', '\t']);
        bare.len() - bare.trim_start_matches(':').len()
    };
    let most = inner.lines().map(longest).max().unwrap_or(0);
    ":".repeat((most + 1).max(3))
}
