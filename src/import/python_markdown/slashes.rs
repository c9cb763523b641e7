//! Rewrites the blocks of the `pymdownx.blocks` extension, such as `/// note | Title`, as blocks with indented content.

use std::collections::BTreeMap;

use super::super::inline::capitalized;
use super::super::lines::{indent_of, is_blank};
use super::super::markdown::fence;
use super::captions::Captions;
use super::is_admonition;

/// Rewrites slash-delimited blocks as blocks with indented content. `lines` can contain such blocks at any depth.
/// Unknown blocks become admonitions, and their names are added to `unknown`.
pub(super) fn indented<'l>(
    lines: &[&'l str],
    captions: &mut Captions<'_>,
    unknown: &mut Vec<&'l str>,
) -> Vec<String> {
    let mut ends: Ends = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(slashes) = end_mark(line) {
            ends.entry((indent_of(line) / 4, slashes)).or_default().push(at);
        }
    }
    let mut out = Vec::new();
    let (mut at, mut open): (usize, Option<(usize, char)>) = (0, None);
    while let Some(line) = lines.get(at) {
        match (open, fence(line)) {
            (None, Some((length, mark, _))) => open = Some((length, mark)),
            (Some((length, mark)), Some((n, c, info)))
                if c == mark && n >= length && info.trim().is_empty() =>
            {
                open = None;
            }
            _ => {}
        }
        match Block::of(lines, at, &ends).filter(|_| open.is_none()) {
            Some(block) => {
                at = block.end + 1;
                block.write(&mut out, captions, unknown);
            }
            None => {
                out.push((*line).to_owned());
                at += 1;
            }
        }
    }
    out
}

/// The indexes of the lines that end blocks, by depth and number of slashes. Up to three spaces don't change the depth.
type Ends = BTreeMap<(usize, usize), Vec<usize>>;

/// If a line consists of slashes, returns the number of slashes.
fn end_mark(line: &str) -> Option<usize> {
    let bare = line.trim();
    (bare.len() >= 3 && bare.bytes().all(|byte| byte == b'/')).then_some(bare.len())
}

/// A slash-delimited block.
struct Block<'l> {
    indent: usize,
    name: &'l str,
    /// The text after the vertical bar.
    title: Option<&'l str>,
    options: Vec<(&'l str, &'l str)>,
    content: Vec<&'l str>,
    /// The index of the last line.
    end: usize,
}

impl<'l> Block<'l> {
    fn of(lines: &[&'l str], at: usize, ends: &Ends) -> Option<Self> {
        let line = lines[at].trim();
        let slashes = line.len() - line.trim_start_matches('/').len();
        let rest = line[slashes..].trim();
        let (name, title) = match rest.split_once('|') {
            Some((name, title)) => (name.trim(), Some(title.trim())),
            None => (rest, None),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if slashes < 3 || name.is_empty() || !name.chars().all(is_name) {
            return None;
        }
        let indent = indent_of(lines[at]);
        let all = ends.get(&(indent / 4, slashes))?;
        let end = *all.get(all.partition_point(|end| *end <= at))?;
        let inside = &lines[at + 1..end];
        let is_option = |line: &&&str| indent_of(line) >= indent + 4 && line.contains(':');
        let count = inside.iter().take_while(is_option).count();
        let options = inside[..count].iter().filter_map(|line| line.trim().split_once(':'));
        let options =
            options.map(|(key, value)| (key.trim(), value.trim().trim_matches(['"', '\'']))).collect();
        let content = inside[count..].iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
        Some(Block { indent, name, title, options, content, end })
    }

    fn option(&self, name: &str) -> Option<&'l str> {
        self.options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    fn write(&self, out: &mut Vec<String>, captions: &mut Captions<'_>, unknown: &mut Vec<&'l str>) {
        let margin = " ".repeat(self.indent);
        let content = indented(&self.content, captions, unknown);
        let kind = self.option("type").unwrap_or("note");
        let title = |default: &str| format!("\"{}\"", self.title.unwrap_or(default));
        let opening = match self.name {
            "admonition" => format!("!!! {kind} {}", title("Note")),
            "details" => {
                let mark = if self.option("open").is_some_and(|open| open.eq_ignore_ascii_case("true")) {
                    "???+"
                } else {
                    "???"
                };
                format!("{mark} {kind} {}", title("Details"))
            }
            "tab" => format!("=== {}", title("Tab")),
            "html" => return self.html(&margin, content, out),
            name if is_admonition(name) => match self.title {
                Some(title) => format!("!!! {name} \"{title}\""),
                None => format!("!!! {name}"),
            },
            name if captions.has(name) => {
                let id = self.option("attrs").and_then(|attributes| attributes.split_once("id:"));
                let id = id.map(|(_, id)| {
                    id.split([',', '}']).next().unwrap_or(id).trim().trim_matches(['"', '\''])
                });
                return captions.add(name, self.title, id, &content, out);
            }
            name => {
                unknown.push(name);
                let words = capitalized(&name.replace(['-', '_'], " "));
                let title = self.title.map(|title| title.replace('"', "'")).unwrap_or_default();
                format!("!!! note \"{}\"", format!("{words} {title}").trim())
            }
        };
        out.push(format!("{margin}{opening}"));
        let indent = |line: String| if is_blank(&line) { line } else { format!("{margin}    {line}") };
        let first = content.iter().position(|line| !is_blank(line)).unwrap_or(content.len());
        let last = content.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
        out.extend(content.into_iter().take(last).skip(first).map(indent));
    }

    /// Writes an HTML element that a selector, such as `div.wide#id`, describes.
    fn html(&self, margin: &str, content: Vec<String>, out: &mut Vec<String>) {
        let selector = self.title.unwrap_or("div");
        let end = selector.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(selector.len());
        let (tag, mut rest) = selector.split_at(end);
        let tag = if tag.is_empty() { "div" } else { tag };
        let (mut classes, mut attributes) = (Vec::new(), String::new());
        while let Some(mark) = rest.chars().next() {
            let (part, after) = match mark {
                '[' => rest[1..].split_once(']').unwrap_or((&rest[1..], "")),
                _ => {
                    let part = &rest[mark.len_utf8()..];
                    part.split_at(part.find(['.', '#', '[']).unwrap_or(part.len()))
                }
            };
            match mark {
                '.' => classes.push(part),
                '#' => attributes += &format!(" id=\"{part}\""),
                '[' => {
                    let (name, value) = part.split_once('=').unwrap_or((part, ""));
                    let value = value.trim_matches(['"', '\'']).replace('"', "'");
                    attributes += &format!(" {}=\"{value}\"", name.trim());
                }
                _ => {}
            }
            rest = after;
        }
        if !classes.is_empty() {
            attributes += &format!(" class=\"{}\"", classes.join(" "));
        }
        out.push(format!("{margin}<{tag} markdown{attributes}>"));
        out.push(String::new());
        out.extend(
            content.into_iter().map(|line| if line.is_empty() { line } else { format!("{margin}{line}") }),
        );
        out.push(String::new());
        out.push(format!("{margin}</{tag}>"));
    }
}
