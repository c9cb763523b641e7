//! Captions of the `pymdownx.blocks.caption` extension, with their numbers.

use std::collections::BTreeMap;

use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::fence;

/// The options of captions.
pub(in crate::import) struct CaptionRule {
    /// The names of the blocks, each with the text before the caption, in which `{}` stands for the number.
    pub types: Vec<(String, String)>,
    /// Whether all captions with such a text have a number.
    pub is_numbered: bool,
    /// If it isn't zero, the depth from which captions have no number.
    pub level: usize,
}

impl Default for CaptionRule {
    fn default() -> Self {
        let types = [("caption", ""), ("figure-caption", "Figure {}."), ("table-caption", "Table {}.")];
        let types = types.map(|(name, prefix)| (name.to_owned(), prefix.to_owned())).to_vec();
        CaptionRule { types, is_numbered: true, level: 0 }
    }
}

/// The captions of a page.
pub(super) struct Captions<'c> {
    rule: &'c CaptionRule,
    /// The page's text.
    text: &'c str,
    /// The last number of each kind, and the depth of the last caption.
    numbers: BTreeMap<String, (Vec<usize>, usize)>,
}

/// The parts of the text after a caption's vertical bar.
#[derive(Default)]
struct Argument {
    depth: usize,
    number: Vec<usize>,
    id: Option<String>,
}

impl<'c> Captions<'c> {
    pub(super) fn new(rule: &'c CaptionRule, text: &'c str) -> Self {
        Captions { rule, text, numbers: BTreeMap::new() }
    }

    /// Whether a block is a caption.
    pub(super) fn has(&self, name: &str) -> bool {
        self.rule.types.iter().any(|(known, _)| known == name)
    }

    /// Adds a caption to the block before it. `id` is the ID from the block's options.
    pub(super) fn add(
        &mut self,
        name: &str,
        argument: Option<&str>,
        id: Option<&str>,
        content: &[String],
        out: &mut Vec<String>,
    ) {
        let argument = argument.map(Argument::of).unwrap_or_default();
        let number = self.number(name, &argument);
        let generated = number.as_ref().map(|number| format!("__{name}_{}", number.replace('.', "_")));
        // Only links on the page are likely to refer to a generated ID.
        let generated = generated.filter(|id| self.text.contains(&format!("#{id}")));
        let id = argument.id.or_else(|| id.map(str::to_owned)).or(generated);
        let prefix = self.rule.types.iter().find(|(known, _)| known == name).map(|(_, prefix)| prefix);
        let prefix = number.and_then(|number| Some(prefix?.replace("{}", &number))).unwrap_or_default();
        let text = format!("{prefix} {}", content.join("\n").trim());
        write(text.trim(), id.as_deref(), out);
    }

    /// Returns the number of the next caption, if it has one.
    fn number(&mut self, name: &str, argument: &Argument) -> Option<String> {
        let prefix = &self.rule.types.iter().find(|(known, _)| known == name)?.1;
        let is_off = self.rule.level > 0 && argument.depth >= self.rule.level;
        if prefix.is_empty() || is_off {
            return None;
        }
        let written = &argument.number;
        if !self.rule.is_numbered {
            let text = written.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
            return Some(text).filter(|text| !text.is_empty());
        }
        let depth = if written.is_empty() { argument.depth } else { written.len() - 1 };
        let (number, last) = self.numbers.entry(name.to_owned()).or_insert_with(|| (vec![0], 0));
        if depth <= *last {
            number.truncate(depth + 1);
            *number.last_mut()? += 1;
        }
        number.resize(depth + 1, 1);
        *last = depth;
        if *written > *number {
            number.clone_from(written);
        }
        Some(number.iter().map(usize::to_string).collect::<Vec<_>>().join("."))
    }
}

/// The maximum depth of a number.
const DEEPEST: usize = 20;

impl Argument {
    /// Reads an argument such as `< ^1 #id.class`.
    fn of(text: &str) -> Argument {
        let text = text.trim_start_matches(['<', '>']).trim_start();
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let numbers = |text: &str| {
            let parts: Option<Vec<usize>> = text.split('.').map(|part| part.parse().ok()).collect();
            parts.filter(|parts| parts.len() <= DEEPEST).unwrap_or_default()
        };
        let depth = first.strip_prefix('^').map(|depth| numbers(depth).first().copied().unwrap_or_default());
        let number = numbers(first);
        let selector = if depth.is_some() || !number.is_empty() { rest } else { text };
        let id =
            selector.split_once('#').map(|(_, id)| id.split(['.', '[', ' ']).next().unwrap_or(id).to_owned());
        let id = id.filter(|id| !id.is_empty());
        Argument { depth: depth.unwrap_or_default().min(DEEPEST), number, id }
    }
}

/// Writes a caption: in the image or the table before it, or in an element around the block before it.
fn write(text: &str, id: Option<&str>, out: &mut Vec<String>) {
    let is_plain = !text.is_empty() && !text.contains(['\n', '"']);
    let last = out.iter().rposition(|line| !is_blank(line));
    let Some(last) = last.filter(|last| !is_plain || !inside(text, id, *last, out)) else {
        if last.is_none() {
            out.extend(text.lines().map(str::to_owned));
        }
        return;
    };
    let margin = " ".repeat(indent_of(&out[last]));
    let anchor = id.map(|id| format!("{margin}[](){{#{id}}}"));
    let lines =
        text.lines().map(|line| if line.is_empty() { String::new() } else { format!("{margin}{line}") });
    out.truncate(last + 1);
    let Some(start) = start_of(last, out) else {
        out.extend([String::new()].into_iter().chain(anchor));
        out.extend(lines);
        return;
    };
    let id = id.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
    out.splice(start..start, [format!("{margin}<figure markdown{id}>"), String::new()]);
    out.extend([String::new(), format!("{margin}<figcaption markdown>"), String::new()]);
    out.extend(lines);
    out.extend([
        String::new(),
        format!("{margin}</figcaption>"),
        format!("{margin}</figure>"),
        String::new(),
    ]);
}

/// Adds a caption to the image or table that ends in the line `at`. If there's no image or table, returns `false`.
fn inside(text: &str, id: Option<&str>, at: usize, out: &mut Vec<String>) -> bool {
    let line = out[at].trim().to_owned();
    let margin = " ".repeat(indent_of(&out[at]));
    let image = line.strip_prefix("![").and_then(|inner| {
        let (alt, rest) = inner.split_once("](")?;
        let (url, rest) = rest.split_once(')')?;
        (rest.is_empty() || rest.starts_with('{')).then_some((alt, url, rest))
    });
    match image {
        Some((alt, url, rest)) if !url.contains(' ') => {
            let list = match (id, rest.strip_prefix('{')) {
                (Some(id), Some(rest)) => format!("{{ #{id} {}", rest.trim_start_matches(':')),
                (Some(id), None) => format!("{{ #{id} }}"),
                (None, _) => rest.to_owned(),
            };
            out[at] = format!("{margin}![{alt}]({url} \"{text}\"){list}");
        }
        None if line.starts_with('|') && line.ends_with('|') => {
            out.truncate(at + 1);
            let id = id.map(|id| format!("#{id} ")).unwrap_or_default();
            out.push(format!("{margin}{{{id}caption=\"{text}\"}}"));
        }
        _ => return false,
    }
    true
}

/// Returns the first line of the code block or paragraph that ends in the line `last`. For other blocks, returns `None`.
fn start_of(last: usize, out: &[String]) -> Option<usize> {
    let indent = indent_of(&out[last]);
    if let Some((length, mark, "")) =
        fence(&out[last]).map(|(length, mark, info)| (length, mark, info.trim()))
    {
        let opens = |line: &String| {
            indent_of(line) == indent && fence(line).is_some_and(|(n, c, _)| c == mark && n <= length)
        };
        return out[..last].iter().rposition(opens);
    }
    let start = out[..last].iter().rposition(|line| is_blank(line)).map_or(0, |blank| blank + 1);
    let is_text = |line: &String| {
        indent_of(line) == indent && !line.trim_start().starts_with(['!', '?', '=', '-', '*', '+', ':', '|'])
            || line.trim_start().starts_with("![")
    };
    out[start..=last].iter().all(is_text).then_some(start)
}
