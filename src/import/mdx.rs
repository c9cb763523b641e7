//! Converts the Markdown of generators whose pages are MDX: imports, images in expressions, URLs, admonitions, and the
//! IDs of headings. Tags and expressions stay as they are.

use std::fmt::Write as _;

use super::left::Left;
use super::markdown::{Address, fence, with_links};
use crate::source::Source;

/// How the pages of a site are converted.
pub(super) struct Context<'c> {
    /// Returns the new form of the URL of a link or image; `None` if it stays.
    pub address: &'c Address<'c>,
    /// Returns the new form of the path that an import loads; `None` if it stays.
    pub specifier: &'c dyn Fn(&str) -> Option<String>,
    /// The names of admonitions whose title can follow without brackets.
    pub admonitions: &'c [String],
}

/// A converted text.
#[derive(Default)]
pub(super) struct Converted {
    pub text: String,
}

/// The words in the info string of a fence that only a plugin understands.
const PLUGIN_WORDS: [&str; 2] = ["live", "noInline"];

/// Converts the text of a page from an offset on.
pub(super) fn convert(source: &Source, start: usize, context: &Context<'_>, left: &mut Left) -> Converted {
    let mut converter = Converter { source, context, left, images: Vec::new(), out: Converted::default() };
    let text = &source.text[start..];
    let (mut at, mut open): (usize, Option<(usize, char)>) = (0, None);
    let mut prose = 0..0;
    for line in text.split_inclusive('\n') {
        let (from, to) = (at, at + line.len());
        at = to;
        match (open, fence(line)) {
            (None, Some((length, mark, info))) => {
                converter.prose(&text[prose.clone()]);
                converter.fence(start + from, line, info);
                open = Some((length, mark));
                prose = to..to;
            }
            (Some((length, mark)), found) => {
                let is_end =
                    found.is_some_and(|(n, c, info)| c == mark && n >= length && info.trim().is_empty());
                if is_end {
                    open = None;
                }
                converter.out.text += line;
                prose = to..to;
            }
            (None, None) => prose.end = to,
        }
    }
    converter.prose(&text[prose]);
    converter.finish()
}

struct Converter<'c, 'l> {
    source: &'c Source,
    context: &'c Context<'c>,
    left: &'l mut Left,
    /// The paths of images that `require()` loads.
    images: Vec<String>,
    out: Converted,
}

impl Converter<'_, '_> {
    fn finish(self) -> Converted {
        let mut out = self.out;
        if !self.images.is_empty() {
            let mut imports = String::new();
            for (index, path) in self.images.iter().enumerate() {
                let _ = writeln!(imports, "import image{} from \"{path}\";", index + 1);
            }
            out.text = format!("\n{imports}\n{}", out.text.trim_start_matches('\n'));
        }
        out
    }

    /// Writes the first line of a fence.
    fn fence(&mut self, at: usize, line: &str, info: &str) {
        let is_plugin = |word: &&str| PLUGIN_WORDS.contains(word);
        if !info.split_whitespace().any(|word| is_plugin(&word)) {
            self.out.text += line;
            return;
        }
        let range = at..at + line.trim_end().len();
        self.left.note(self.source, range, "a live code editor", "link an editor, or keep the code");
        let words: Vec<&str> = info.split_whitespace().filter(|word| !is_plugin(word)).collect();
        let _ = writeln!(self.out.text, "{}{}", &line[..line.len() - info.len()], words.join(" "));
    }

    /// Converts text between fences.
    fn prose(&mut self, text: &str) {
        let mut kept = String::new();
        let mut is_import = false;
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end();
            let is_first = starts_statement(bare);
            if is_first || is_import {
                kept += &self.import(line);
                // A statement ends at a line with its module or with a blank line.
                is_import = !bare.is_empty() && !ends_statement(bare);
                continue;
            }
            kept += &self.line(line);
        }
        let kept = self.required(&kept);
        let kept = with_links(&kept, self.context.address);
        self.out.text += &kept;
    }

    /// Converts the module of an import.
    fn import(&self, line: &str) -> String {
        let Some(close) = line.rfind(['"', '\'']) else { return line.to_owned() };
        let quote = &line[close..=close];
        let Some(open) = line[..close].rfind(quote) else { return line.to_owned() };
        let is_module = line[..open].trim_end().ends_with("from") || line[..open].trim() == "import";
        let to = (self.context.specifier)(&line[open + 1..close]).filter(|_| is_module);
        to.map_or_else(|| line.to_owned(), |to| format!("{}{to}{}", &line[..=open], &line[close..]))
    }

    /// Converts a line that can be a heading, an admonition, or a comment.
    fn line(&self, line: &str) -> String {
        let bare = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        if bare.starts_with(":::") {
            return self.admonition(indent, bare).map_or_else(|| line.to_owned(), |text| text + "\n");
        }
        if bare.starts_with('#')
            && let Some((title, comment)) = bare.strip_suffix("*/}").and_then(|rest| rest.rsplit_once("{/*"))
            && let Some(id) = comment.trim().strip_prefix('#')
        {
            return format!("{indent}{}{{#{}}}\n", title, id.trim());
        }
        if let Some(comment) = bare.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"))
            && comment.trim() == "truncate"
        {
            return "<!-- truncate -->\n".to_owned();
        }
        if let Some(comment) = bare.strip_prefix("{/*").and_then(|rest| rest.strip_suffix("*/}"))
            && comment.trim() == "truncate"
        {
            return "<!-- truncate -->\n".to_owned();
        }
        line.to_owned()
    }

    /// Puts the title of an admonition in brackets.
    fn admonition(&self, indent: &str, line: &str) -> Option<String> {
        let bare = line.trim_start_matches(':');
        let colons = &line[..line.len() - bare.len()];
        let bare = bare.trim_start();
        let (name, title) = bare.split_once(' ').unwrap_or((bare, ""));
        let name = self.context.admonitions.iter().find(|known| *known == name)?;
        let title = title.trim();
        // docgen has no secondary admonition; a note is the plainest one.
        let name = if name == "secondary" { "note" } else { name };
        Some(match title.is_empty() || title.starts_with(['{', '[']) {
            true => format!("{indent}{colons}{name}{title}"),
            false => format!("{indent}{colons}{name}[{title}]"),
        })
    }

    /// Replaces `require("./image.png").default` in expressions with a variable, and imports the image.
    fn required(&mut self, text: &str) -> String {
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(at) = rest.find("require(") {
            let after = &rest[at + "require(".len()..];
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let close = quote.and_then(|quote| after[1..].find(quote));
            let path = close.map(|close| &after[1..=close]);
            let tail = close.and_then(|close| after[close + 2..].trim_start().strip_prefix(')'));
            // In text, it isn't an expression.
            let is_code =
                out.ends_with(['{', ' ', ':', '(', '[']) || rest[..at].ends_with(['{', ' ', ':', '(', '[']);
            let is_open = rest[..at].matches('{').count() + out.matches('{').count()
                > rest[..at].matches('}').count() + out.matches('}').count();
            let (Some(path), Some(tail)) = (path.filter(|_| is_code && is_open), tail) else {
                out += &rest[..at + "require(".len()];
                rest = after;
                continue;
            };
            let path = (self.context.specifier)(path).unwrap_or_else(|| path.to_owned());
            let index = self.images.iter().position(|known| *known == path).unwrap_or_else(|| {
                self.images.push(path);
                self.images.len() - 1
            });
            let _ = write!(out, "{}image{}", &rest[..at], index + 1);
            rest = tail.strip_prefix(".default").unwrap_or(tail);
        }
        out + rest
    }
}

fn starts_statement(line: &str) -> bool {
    ["import ", "import{", "import\"", "import'", "export "].iter().any(|word| line.starts_with(word))
}

/// Whether a text contains tags of components, expressions, or imports, so that its file must be an `.mdx` file.
pub(super) fn has_code(text: &str) -> bool {
    let mut open: Option<(usize, char)> = None;
    let mut prose = String::new();
    for line in text.lines() {
        match (open, fence(line)) {
            (None, Some((length, mark, _))) => open = Some((length, mark)),
            (Some((length, mark)), found) => {
                if found.is_some_and(|(n, c, info)| c == mark && n >= length && info.trim().is_empty()) {
                    open = None;
                }
            }
            (None, None) if starts_statement(line) => return true,
            (None, None) => {
                prose += line;
                prose.push('\n');
            }
        }
    }
    is_mdx(&prose)
}

/// Whether the last line of an import or export is complete.
fn ends_statement(line: &str) -> bool {
    line.ends_with([';', '"', '\''])
        || (line.starts_with("export ") && line.ends_with('}') && line.contains('{'))
}

/// Whether text outside code contains tags of components or expressions.
fn is_mdx(text: &str) -> bool {
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let rest = &text[at..];
        match bytes[at] {
            b'`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                let close = super::markdown::closing(&rest[length..], &rest[..length]);
                at += close.map_or(length, |close| close + 2 * length);
                continue;
            }
            b'\\' => at += 1,
            // An ID of a heading, and the attributes of a directive, look like expressions.
            b'{' if !rest.starts_with("{#") && !is_attributes(text, at) => return true,
            b'<' if rest[1..].starts_with(|c: char| c.is_ascii_uppercase() || c == '>') => return true,
            b'<' if rest.starts_with("<!--") => at += rest.find("-->").unwrap_or(0),
            _ => {}
        }
        at += 1;
        while !text.is_char_boundary(at.min(text.len())) {
            at += 1;
        }
    }
    false
}

/// Whether a brace starts the attributes of a directive.
fn is_attributes(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |line| line + 1)..at];
    line.trim_start().starts_with(":::")
}
