//! Converts Hugo and Zola Markdown: attributes, code fence options, alerts with titles, definition lists, emoji, and
//! links.

mod fences;

use super::inline::attribute_list;
use super::lines::{indent_of, is_blank, margin_of};
use super::markdown::{Address, FORMULAS, closing, definition, fence, inline_html, with_links};
use crate::path::{HeadingIds, UniqueNames};

/// The Markdown options of a site.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rules {
    /// Whether `:name:` can be an emoji.
    pub has_emoji: bool,
    /// Whether lines that start with `:` are definitions.
    pub has_definitions: bool,
    /// Whether terms in definition lists have IDs, as headings do.
    pub has_term_ids: bool,
    /// Whether a line with an attribute list belongs to the preceding block.
    pub has_block_attributes: bool,
    /// Whether math is displayed.
    pub has_math: bool,
}

/// The description of a construct that can't be converted, and a hint.
pub(super) type Lost = (String, &'static str);

/// The state of a conversion.
struct Converter<'a> {
    rules: &'a Rules,
    address: &'a Address<'a>,
    out: Vec<String>,
    paragraph: Vec<String>,
    lost: Vec<Lost>,
}

/// Converts a text.
pub(super) fn convert(text: &str, rules: &Rules, address: &Address<'_>) -> (String, Vec<Lost>) {
    let mut converter =
        Converter { rules, address, out: Vec::new(), paragraph: Vec::new(), lost: Vec::new() };
    let lines: Vec<&str> = text.lines().collect();
    converter.lines(&lines);
    (converter.out.join("\n") + "\n", converter.lost)
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
        if fences::is_math(&info) {
            self.lost.push(("math".to_owned(), FORMULAS));
        }
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
        let mut converter = Converter { out: Vec::new(), paragraph: Vec::new(), lost: Vec::new(), ..*self };
        converter.lines(&inner.iter().map(String::as_str).collect::<Vec<_>>());
        self.lost.append(&mut converter.lost);
        let inner = converter.out;
        let colons = colons_for(&inner.join("\n"));
        let title = if title.is_empty() {
            super::inline::capitalized(&kind.to_lowercase())
        } else {
            title.to_owned()
        };
        let title = inline(&title, self.rules, &mut self.lost);
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
        if self.rules.has_definitions && lines.iter().skip(1).any(|line| details(line).is_some()) {
            lines = self.definitions(&lines);
        } else if self.rules.has_definitions && self.continues_definitions(&lines) {
            lines = self.definitions_again(&lines);
        }
        lines.retain(|line| !self.is_attributes(line));
        let lines: Vec<String> = lines.into_iter().map(|line| self.line(&line)).collect();
        if lines.is_empty() {
            return;
        }
        let text = inline(&lines.join("\n"), self.rules, &mut self.lost);
        self.out.push(with_links(&text, self.address));
    }

    /// Converts a link definition, a heading, or the line that marks the end of the summary.
    fn line(&mut self, line: &str) -> String {
        if line.trim() == "<!--more-->" || line.trim() == "<!-- more -->" {
            return "<!-- truncate -->".to_owned();
        }
        if let Some((name, target)) = definition(line) {
            let (url, title) = target.split_at(target.find(char::is_whitespace).unwrap_or(target.len()));
            return (self.address)(url, false)
                .map_or_else(|| line.to_owned(), |url| format!("{name}{url}{title}"));
        }
        heading(line)
    }

    /// Whether a line contains only the attributes of the preceding block. Records such attributes as lost.
    fn is_attributes(&mut self, line: &str) -> bool {
        let bare = line.trim();
        let list =
            attribute_list(bare).filter(|list| self.rules.has_block_attributes && list.end == bare.len());
        if list.is_some() {
            self.lost.push((format!("the attribute list `{bare}`"), "use a component or `custom.css`"));
        }
        list.is_some()
    }

    /// Whether a paragraph continues the preceding definition list.
    fn continues_definitions(&self, lines: &[String]) -> bool {
        details(&lines[0]).is_some()
            && self.out.iter().rev().find(|line| !is_blank(line)).is_some_and(|line| is_term(line))
    }

    /// Converts definitions that follow an empty line. The defined term is the last line of the preceding paragraph.
    fn definitions_again(&mut self, lines: &[String]) -> Vec<String> {
        while self.out.last().is_some_and(|line| is_blank(line)) {
            self.out.pop();
        }
        let before = self.out.pop().unwrap_or_default();
        if let Some(open) = before.strip_suffix("</dl>") {
            let rest = self.definitions(&[vec![String::new()], lines.to_vec()].concat());
            let rest = rest.join("\n").replacen("<dl>\n", "", 1);
            let rest = rest.find("</dt>\n").map_or(rest.as_str(), |at| &rest[at + 6..]).to_owned();
            return vec![open.trim_end().to_owned(), rest];
        }
        let (above, term) =
            before.rsplit_once('\n').map_or((None, &*before), |(above, term)| (Some(above), term));
        self.out.extend(above.map(str::to_owned));
        self.definitions(&[vec![term.to_owned()], lines.to_vec()].concat())
    }

    /// Converts a definition list to HTML.
    fn definitions(&mut self, lines: &[String]) -> Vec<String> {
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
                let id = HeadingIds::Hugo.give(&mut UniqueNames::numbered_from(1), line.trim());
                let id = if self.rules.has_term_ids { format!(" id=\"{id}\"") } else { String::new() };
                out.push(format!("<dt{id}>{}</dt>", inline_html(line.trim())));
            }
        }
        out.extend(is_open.then(|| "\n</dd>".to_owned()));
        out.push("</dl>".to_owned());
        out
    }
}

/// Whether a line can be a term of a definition list.
fn is_term(line: &str) -> bool {
    let last = line.rsplit('\n').next().unwrap_or_default();
    let first = last.trim_start();
    !last.starts_with("    ")
        && !first.starts_with(['#', '>', '|', '`', '~', '-', '*', '+', ':'])
        && (!first.starts_with('<') || line.ends_with("</dl>"))
}

/// Returns the text after the colon that starts a definition.
fn details(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix(':').filter(|rest| indent_of(line) < 4 && rest.starts_with([' ', '\t']))
}

/// If a line starts an element whose content isn't Markdown, returns the index of the line after the element.
fn raw_end(lines: &[&str], at: usize) -> Option<usize> {
    let bare = lines[at].trim_start().to_ascii_lowercase();
    let name = RAW
        .iter()
        .find(|name| bare.strip_prefix(**name).is_some_and(|rest| rest.starts_with(['>', ' ', '\t'])))?;
    let end = format!("</{}", &name[1..]);
    let inside = lines[at..].iter().position(|line| line.to_ascii_lowercase().contains(&end));
    Some(at + inside.map_or(1, |inside| inside + 1))
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
    let id = list.id.map_or_else(String::new, |id| format!(" {{#{}}}", id.trim_matches('"')));
    format!("{}{id}", bare[..at].trim_end().trim_end_matches(" #").trim_end_matches('#').trim_end())
}

/// Converts emoji, and records math as lost. Code spans don't change.
fn inline(text: &str, rules: &Rules, lost: &mut Vec<Lost>) -> String {
    if rules.has_math && (text.contains("$$") || text.contains("\\(") || text.contains("\\[")) {
        lost.push(("math".to_owned(), FORMULAS));
    }
    if !rules.has_emoji || !text.contains(':') {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c == '`' {
            let length = rest.len() - rest.trim_start_matches('`').len();
            let end = closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
            out.push_str(&rest[..end]);
            at += end;
            continue;
        }
        match (c == ':').then(|| emoji(rest)).flatten() {
            Some((emoji, length)) => {
                out.push_str(emoji);
                at += length;
            }
            None => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

fn emoji(rest: &str) -> Option<(&'static str, usize)> {
    let end = rest[1..].find(':')? + 1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
    let name = Some(&rest[1..end]).filter(|name| !name.is_empty() && name.chars().all(is_name))?;
    Some((emojis::get_by_shortcode(name)?.as_str(), end + 1))
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

/// Returns the number of colons that a directive with this content needs, as a string of colons.
pub(super) fn colons_for(inner: &str) -> String {
    let longest = |line: &str| {
        let bare = line.trim_start_matches([' ', '>', '-', '\t']);
        bare.len() - bare.trim_start_matches(':').len()
    };
    let most = inner.lines().map(longest).max().unwrap_or(0);
    ":".repeat((most + 1).max(3))
}
