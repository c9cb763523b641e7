//! Converts Expressive Code blocks.

use crate::import::inline::attributes;
use crate::import::lines::is_blank;

/// A converted code block.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Code {
    /// The info string.
    pub info: String,
    pub lines: Vec<String>,
    /// Descriptions of constructs that aren't converted.
    pub lost: Vec<&'static str>,
}

/// The languages of terminal blocks. In such a block, a comment that looks like a filename can also be a path.
const TERMINALS: [&str; 16] = [
    "ansi",
    "bash",
    "bat",
    "batch",
    "cmd",
    "console",
    "fish",
    "nu",
    "nushell",
    "powershell",
    "ps",
    "ps1",
    "sh",
    "shell",
    "shellsession",
    "zsh",
];

/// Groups of languages. The names of the languages are also file extensions.
const GROUPS: [&[&str]; 5] = [
    &[
        "astro",
        "cjs",
        "htm",
        "html",
        "js",
        "jsx",
        "mjs",
        "svelte",
        "ts",
        "tsx",
        "typescript",
        "javascript",
        "vue",
        "mts",
        "cts",
    ],
    &["cpp", "cs", "dart", "go", "java", "kt", "lua", "php", "py", "rb", "rs", "swift", "c", "h", "pl"],
    &["csv", "env", "ini", "json", "toml", "xml", "yaml", "yml"],
    &["css", "less", "sass", "scss", "styl", "stylus", "xsl"],
    &["markdown", "md", "mdx"],
];

/// The options that change only the appearance of a block.
const LOOK: [&str; 4] = ["frame", "preserveIndent", "hangingIndent", "theme"];

/// The description of a [`LOOK`] option that isn't converted.
const LOST_LOOK: &str = "an option for code appearance";

/// Converts a block's info string and lines.
pub(super) fn convert(info: &str, lines: &[&str]) -> Code {
    let mut code = Code { lines: lines.iter().map(|line| (*line).to_owned()).collect(), ..Code::default() };
    let info = info.trim();
    let end = info.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(info.len());
    let mut language = info[..end].to_owned();
    let mut options = Options::read(&info[end..], &mut code.lost);
    let is_diff = language == "diff" && options.language.is_some();
    if let Some(own) = options.language.take().filter(|_| is_diff) {
        language = own;
        if options.title.is_none() && !options.is_frameless {
            options.title = take_name(&mut code.lines, &language);
        }
        for line in &mut code.lines {
            if !line.starts_with(['+', '-', ' ']) && !line.is_empty() {
                line.insert(0, ' ');
            }
        }
    } else if options.title.is_none() && !options.is_frameless {
        options.title = take_name(&mut code.lines, &language);
    }
    code.info = options.write(&language, is_diff);
    code
}

/// The options after the language.
#[derive(Debug, Default)]
struct Options {
    title: Option<String>,
    language: Option<String>,
    lines: Vec<String>,
    /// The other marks, as docgen writes them.
    marks: Vec<String>,
    numbers: Option<String>,
    is_frameless: bool,
    /// Words that docgen might support.
    others: Vec<String>,
}

impl Options {
    fn read(text: &str, lost: &mut Vec<&'static str>) -> Self {
        let mut options = Options::default();
        let mut rest = text.trim_start();
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '{' => {
                    let end = rest.find('}').map_or(rest.len(), |end| end + 1);
                    options.lines.extend(lines(&rest[1..end.max(2) - 1]));
                    end
                }
                '"' | '\'' | '/' => {
                    let end = end_of_text(rest, c);
                    options.marks.extend(rest.get(..end).map(str::to_owned));
                    end
                }
                _ => options.word(rest, lost),
            };
            rest = rest.get(length.max(1)..).unwrap_or_default().trim_start();
        }
        options
    }

    /// Reads a word, which can have a value. Returns the total length.
    fn word(&mut self, rest: &str, lost: &mut Vec<&'static str>) -> usize {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = &rest[..end];
        let Some(value) = rest[end..].strip_prefix('=') else {
            match name {
                "wrap" => self.marks.push(name.to_owned()),
                "showLineNumbers" => self.numbers = Some(String::new()),
                name if LOOK.contains(&name) => lost.push(LOST_LOOK),
                name => self.others.push(name.to_owned()),
            }
            return end;
        };
        let length = match value.chars().next() {
            Some('{') => value.find('}').map_or(value.len(), |close| close + 1),
            Some(quote @ ('"' | '\'' | '/')) => end_of_text(value, quote),
            _ => value.find(char::is_whitespace).unwrap_or(value.len()),
        };
        let value = &value[..length];
        let bare = value.trim_matches(['"', '\'', '{', '}']);
        let is_lines = value.starts_with('{');
        match name {
            "title" => {
                self.title =
                    attributes(&format!("title={value}")).into_iter().next().and_then(|(_, title)| title);
            }
            "lang" => self.language = Some(bare.to_owned()),
            "mark" if is_lines => self.lines.extend(lines(bare)),
            "ins" | "del" | "collapse" if is_lines => {
                let inner = value.trim_start_matches('{').trim_end_matches('}');
                self.marks.push(format!("{name}={{{}}}", lines(inner).join(",")));
            }
            "mark" => self.marks.push(value.to_owned()),
            "ins" | "del" => self.marks.push(format!("{name}={value}")),
            "wrap" if bare == "true" => self.marks.push(name.to_owned()),
            "showLineNumbers" => {
                self.numbers = (bare != "false").then(|| self.numbers.take().unwrap_or_default())
            }
            "startLineNumber" => self.numbers = Some(bare.to_owned()),
            name if LOOK.contains(&name) => {
                self.is_frameless |= name == "frame" && bare == "none";
                lost.push(LOST_LOOK);
            }
            _ => lost.push("a code block option"),
        }
        end + 1 + length
    }

    fn write(&self, language: &str, is_diff: bool) -> String {
        let mut out = language.to_owned();
        let has_marks = !self.lines.is_empty() || !self.marks.is_empty();
        let has_more = self.title.is_some() || has_marks || is_diff || self.numbers.is_some();
        if out.is_empty() && has_more {
            out.push_str("text");
        }
        if let Some(title) = &self.title {
            out += &format!(" title=\"{}\"", title.replace('"', "'"));
        }
        if !self.lines.is_empty() {
            out += &format!(" {{{}}}", self.lines.join(","));
        }
        for mark in &self.marks {
            out += &format!(" {mark}");
        }
        match self.numbers.as_deref() {
            Some("") => out += " showLineNumbers",
            Some(start) => out += &format!(" showLineNumbers={start}"),
            None => {}
        }
        if is_diff {
            out += " diff";
        }
        for other in &self.others {
            out += &format!(" {other}");
        }
        out
    }
}

/// Returns the length of quoted text or a regular expression.
fn end_of_text(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let close = text[1..].find(|c| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    close.map_or(text.len(), |close| close + 2)
}

/// Returns the line ranges in the text, without labels: for example, `1-3` for `"label":1-3`.
fn lines(text: &str) -> Vec<String> {
    let after = match text.trim_start().chars().next() {
        Some(quote @ ('"' | '\'')) => {
            text[end_of_text(text.trim_start(), quote).min(text.len())..].trim_start().trim_start_matches(':')
        }
        _ => text,
    };
    let is_range = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == '-');
    after.split(',').map(str::trim).filter(is_range).map(str::to_owned).collect()
}

/// Removes the filename comment from the first four lines and returns the filename.
fn take_name(lines: &mut Vec<String>, language: &str) -> Option<String> {
    let (at, name) =
        lines.iter().take(4).enumerate().find_map(|(at, line)| Some((at, file_name(line, language)?)))?;
    lines.remove(at);
    let fence = |line: Option<&String>| line.is_some_and(|line| matches!(line.trim(), "---" | "+++"));
    let mut at = at;
    if at > 0 && fence(lines.get(at - 1)) && fence(lines.get(at)) {
        at -= 1;
        lines.drain(at..at + 2);
    }
    if lines.get(at).is_some_and(|line| is_blank(line)) {
        lines.remove(at);
    }
    Some(name)
}

/// Returns the filename in a comment that contains only a filename.
fn file_name(line: &str, language: &str) -> Option<String> {
    let bare = line.trim();
    let inner = ["//", "<!--", "/*"].iter().find_map(|mark| bare.strip_prefix(mark));
    let inner = inner.or_else(|| bare.strip_prefix('#').filter(|rest| !rest.starts_with('!')))?;
    let inner = inner.trim_end_matches("-->").trim_end_matches("*/").trim();
    // A label can precede a colon. A drive letter or a URL scheme isn't a label.
    let label = inner.find(':').filter(|at| *at != 1 && !inner[at + 1..].starts_with("//"));
    let (label, name) = match label {
        Some(at) => (inner[..at].trim(), inner[at + 1..].trim()),
        None => ("", inner),
    };
    let is_path = |c: char| c.is_alphanumeric() || "_./~%[]+\\-:".contains(c);
    if name.is_empty() || !name.chars().all(is_path) || label.eq_ignore_ascii_case("@filename") {
        return None;
    }
    if name.chars().all(|c| ".:/\\~".contains(c)) || (name.starts_with("..") && !name.starts_with("../")) {
        return None;
    }
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let is_path = name.contains('/')
        && name == name.to_lowercase()
        && name.chars().any(|c| !"/\\.0123456789".contains(c));
    let starts =
        ["/", "./", "~", ".\\"].iter().any(|start| name.starts_with(start) && name.len() > start.len());
    let is_typical = starts || file.starts_with('.') || is_path;
    let is_terminal = TERMINALS.contains(&language);
    if is_typical && (label.is_empty() || is_terminal) {
        return Some(name.to_owned());
    }
    let extension = file.rsplit_once('.').map(|(_, extension)| extension)?;
    let all: Vec<&str> = GROUPS.iter().flat_map(|group| group.iter().copied()).chain(TERMINALS).collect();
    let group = GROUPS.iter().find(|group| group.contains(&language));
    let fits = group.is_none_or(|group| group.contains(&extension))
        && (!is_terminal || TERMINALS.contains(&extension));
    (all.contains(&extension) && fits).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{LOST_LOOK, convert};

    #[test]
    fn code_blocks_keep_what_docgen_knows() {
        let table = [
            ("js title=\"a b.js\" {1,3-4}", "x|y", "js title=\"a b.js\" {1,3-4}", "x|y"),
            ("js ins={1} del={\"A\":2-3}", "a|b|c|d", "js ins={1} del={2-3}", "a|b|c|d"),
            (
                "js \"a b\" /c\\/d/ ins=\"e\" mark=/f/ collapse={1-2, 4} wrap",
                "a",
                "js \"a b\" /c\\/d/ ins=\"e\" /f/ collapse={1-2,4} wrap",
                "a",
            ),
            ("diff lang=\"js\"", "+a|-b|  c|d", "js diff", "+a|-b|  c| d"),
            ("diff lang=\"js\"", "// a.js|+a", "js title=\"a.js\" diff", "+a"),
            ("js showLineNumbers startLineNumber=5 wrap", "a", "js wrap showLineNumbers=5", "a"),
            ("js showLineNumbers=false", "a", "js", "a"),
            ("js {\"A\":1-2} mark={3}", "a", "js {1-2,3}", "a"),
            ("js", "// src/a.js||b", "js title=\"src/a.js\"", "b"),
            ("js frame=\"none\"", "// src/a.js|b", "js", "// src/a.js|b"),
            ("js", "// a comment|b", "js", "// a comment|b"),
            ("md", "---|# a.md|---|b", "md title=\"a.md\"", "b"),
            ("sh", "# install|b", "sh", "# install|b"),
            ("{2}", "a", "text {2}", "a"),
            ("", "a", "", "a"),
        ];
        for (info, lines, expected, shown) in table {
            let lines: Vec<&str> = lines.split('|').collect();
            let code = convert(info, &lines);
            assert_eq!((code.info.as_str(), code.lines.join("|").as_str()), (expected, shown), "{info}");
        }
        assert_eq!(convert("js wrap frame=\"none\" title=\"a\"", &["a"]).lost, [LOST_LOOK]);
    }
}
