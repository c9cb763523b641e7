//! Converts MDX pages that were written for other generators: imports, images in expressions, URLs, admonitions, and
//! heading IDs. Tags and expressions don't change.

mod braces;
mod entities;
mod indented;

use std::cell::RefCell;
use std::fmt::Write as _;

use super::left::Left;
use super::markdown::{Address, code_span, fence, fence_outside_comments, with_definition, with_links};
use super::syntax::Syntax;
use crate::component::syntax::{Place, expression_end, is_name_start};
use crate::source::Source;
pub(super) use braces::with_escaped_braces;
pub(super) use entities::with_semicolons;
pub(super) use indented::{differs_from_markdown, with_fences};

/// How a site's pages are converted.
pub(super) struct Context<'c> {
    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`.
    pub address: &'c Address<'c>,
    /// Converts an import specifier. If the specifier doesn't change, returns `None`.
    pub specifier: &'c dyn Fn(&str) -> Option<String>,
    /// The components that have no counterpart in docgen: for each component, the module, a description, and a hint.
    pub dropped: &'c [(&'static str, &'static str, &'static str)],
    /// The optional syntax of the pages.
    pub syntax: &'c Syntax,
    /// The names of admonitions that can have a title without brackets. An admonition that docgen doesn't have is
    /// converted to another one, with its name as the title.
    pub admonitions: &'c [(&'c str, Option<&'static str>)],
    /// Converts the content of a code block. If the content doesn't change, returns `None`.
    pub code: &'c dyn Fn(&str) -> Option<String>,
}

/// Converted text.
#[derive(Default)]
pub(super) struct Converted {
    pub text: String,
}

/// The words in a fence's info string that only plugins understand.
const PLUGIN_WORDS: [&str; 2] = ["live", "noInline"];

/// Converts a page's text, starting at an offset.
pub(super) fn convert(source: &Source, start: usize, context: &Context<'_>, left: &mut Left) -> Converted {
    // Braces in formulas aren't expressions.
    let is_mdx = source.path.extension() == "mdx" || has_code(&context.syntax.taken(&source.text[start..]).0);
    let mut converter = Converter {
        source,
        context,
        left,
        is_mdx,
        images: Vec::new(),
        dropped: Vec::new(),
        directives: RefCell::default(),
        out: Converted::default(),
    };
    let text = &source.text[start..];
    let (mut at, mut open): (usize, Option<(usize, char)>) = (0, None);
    let (mut prose, mut code, mut in_tabs) = (0..0, 0, false);
    let mut in_comment = false;
    while let Some(line) = text[at..].split_inclusive('\n').next() {
        let (from, to) = (at, at + line.len());
        at = to;
        match (open, fence_outside_comments(line, open.is_some(), &mut in_comment)) {
            // Code that the generator runs as part of the page.
            (None, Some((length, mark, info))) if info.trim() == "mdx-code-block" => {
                converter.prose(&text[prose.clone()], start + prose.start);
                let end = end_of_fence(&text[to..], length, mark);
                converter.prose(&text[to..to + end.start], start + to);
                at = to + end.end;
                prose = at..at;
            }
            (None, Some((length, mark, info))) => {
                converter.prose(&text[prose.clone()], start + prose.start);
                if is_tab(info) {
                    converter.out.text += &open_tab(line, info, in_tabs);
                    in_tabs = true;
                }
                converter.fence(start + from, line, info);
                open = Some((length, mark));
                (prose, code) = (to..to, to);
            }
            (Some((length, mark)), found) => {
                let is_end =
                    found.is_some_and(|(n, c, info)| c == mark && n >= length && info.trim().is_empty());
                if !is_end && to < text.len() {
                    continue;
                }
                let content = &text[code..if is_end { from } else { to }];
                converter.out.text += (context.code)(content).as_deref().unwrap_or(content);
                if is_end {
                    converter.out.text += line;
                    open = None;
                    let next = text[to..].trim_start().lines().next().unwrap_or_default();
                    if in_tabs {
                        in_tabs = fence(next).is_some_and(|(.., info)| is_tab(info));
                        converter.out.text += &close_tab(line, in_tabs);
                    }
                }
                prose = to..to;
            }
            (None, None) => prose.end = to,
        }
    }
    converter.prose(&text[prose.clone()], start + prose.start);
    converter.finish()
}

/// Whether the fence with this info string is a tab in a group of fences.
fn is_tab(info: &str) -> bool {
    let info = info.trim_end();
    info.ends_with(" tab") || info.contains(" tab=") || info.contains(" tab ")
}

/// Returns the lines that open a tab for a fence.
fn open_tab(line: &str, info: &str, in_tabs: bool) -> String {
    let given = info.split_once(" tab=").and_then(|(_, tab)| {
        let table: serde_json::Value = serde_json::from_str(&tab[..tab.find('}')? + 1]).ok()?;
        Some(table["label"].as_str()?.to_owned())
    });
    let label = given.unwrap_or_else(|| match info.split_whitespace().next().unwrap_or_default() {
        "js" => "JavaScript".to_owned(),
        "ts" => "TypeScript".to_owned(),
        language => language.to_owned(),
    });
    let indent = indent_of(line);
    let first = if in_tabs { String::new() } else { format!("{indent}::::tabs\n") };
    format!("{first}{indent}:::tab[{label}]\n")
}

/// Returns the lines that close a tab.
fn close_tab(line: &str, has_next: bool) -> String {
    let indent = indent_of(line);
    let last = if has_next { String::new() } else { format!("{indent}::::\n") };
    format!("{indent}:::\n{last}")
}

/// Returns the whitespace at the start of a line.
fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// Returns the range of the line that closes a fence.
fn end_of_fence(text: &str, length: usize, mark: char) -> std::ops::Range<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if fence(line).is_some_and(|(n, c, info)| c == mark && n >= length && info.trim().is_empty()) {
            return at..at + line.len();
        }
        at += line.len();
    }
    at..at
}

struct Converter<'c, 'l> {
    source: &'c Source,
    context: &'c Context<'c>,
    left: &'l mut Left,
    /// Whether the new page is MDX.
    is_mdx: bool,
    /// The paths of images that `require()` loads.
    images: Vec<String>,
    /// The names of dropped components, each with its index in [`Context::dropped`].
    dropped: Vec<(String, usize)>,
    /// The open directives, each with its indentation and number of colons.
    directives: RefCell<Vec<(usize, usize)>>,
    out: Converted,
}

impl<'c> Converter<'c, '_> {
    fn finish(self) -> Converted {
        let mut out = self.out;
        if !self.images.is_empty() {
            let imports = imports_of(&self.images);
            out.text = format!("\n{imports}\n{}", out.text.trim_start_matches('\n'));
        }
        out
    }

    /// Writes the first line of a fence.
    fn fence(&mut self, at: usize, line: &str, info: &str) {
        if let Some((before, tab)) = info.split_once(" tab").filter(|_| is_tab(info)) {
            let rest =
                tab.strip_prefix('=').map_or(tab, |tab| tab.split_once('}').map_or("", |(_, rest)| rest));
            let marks = &line[..line.len() - info.len()];
            let _ = writeln!(self.out.text, "{marks}{before}{}", rest.trim_end());
            return;
        }
        let is_plugin = |word: &&str| PLUGIN_WORDS.contains(word);
        if !info.split_whitespace().any(|word| is_plugin(&word)) {
            self.out.text += line;
            return;
        }
        let range = at..at + line.trim_end().len();
        self.left.note(self.source, range, "a live code editor", "link to an editor, or keep the code");
        let words: Vec<&str> = info.split_whitespace().filter(|word| !is_plugin(word)).collect();
        let _ = writeln!(self.out.text, "{}{}", &line[..line.len() - info.len()], words.join(" "));
    }

    /// Converts text between fences. `at` is the offset of the text in the file.
    fn prose(&mut self, text: &str, mut at: usize) {
        let mut kept = String::new();
        let mut is_import = false;
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end();
            if starts_statement(bare) || is_import {
                if !self.drops(bare) {
                    kept += &self.import(line);
                }
                // A statement ends at a blank line or at a line that ends with the module's name.
                is_import = !bare.is_empty() && !ends_statement(bare);
            } else if let Some((_, what, hint)) = self.dropped_in(bare) {
                self.left.note(self.source, at..at + bare.len(), what, hint);
                let _ = writeln!(kept, "{{/* {} */}}", bare.trim());
            } else {
                kept += &self.line(line);
            }
            at += line.len();
        }
        let (kept, formulas) = self.context.syntax.taken(&kept);
        let kept = if self.is_mdx { escaped(&kept) } else { kept };
        let kept = required(&kept, self.context.specifier, &mut self.images);
        self.out.text += &formulas.restored(&with_links(&kept, self.context.address));
    }

    /// Whether a line imports a component that has no counterpart. Records the component's name.
    fn drops(&mut self, line: &str) -> bool {
        let is_of = |(module, ..): &&(&str, &str, &str)| {
            line.trim_end_matches(';').trim_end_matches(['"', '\'']).ends_with(module)
        };
        let Some(index) = self.context.dropped.iter().position(|one| is_of(&one)) else { return false };
        let name = line.split_whitespace().nth(1).unwrap_or_default();
        self.dropped.push((name.to_owned(), index));
        true
    }

    /// If the component in a line has no counterpart, returns the component.
    fn dropped_in(&self, line: &str) -> Option<&'c (&'static str, &'static str, &'static str)> {
        let rest = line.trim().strip_prefix('<').filter(|_| line.ends_with("/>"))?;
        let is_named = |(name, _): &&(String, usize)| {
            rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with([' ', '/']))
        };
        self.context.dropped.get(self.dropped.iter().find(is_named)?.1)
    }

    /// Converts an import specifier.
    fn import(&self, line: &str) -> String {
        let Some(close) = line.rfind(['"', '\'']) else { return line.to_owned() };
        let quote = &line[close..=close];
        let Some(open) = line[..close].rfind(quote) else { return line.to_owned() };
        let is_module = line[..open].trim_end().ends_with("from") || line[..open].trim() == "import";
        let to = (self.context.specifier)(&line[open + 1..close]).filter(|_| is_module);
        to.map_or_else(|| line.to_owned(), |to| format!("{}{to}{}", &line[..=open], &line[close..]))
    }

    /// Converts a line, which can be a heading, an admonition, or a comment.
    fn line(&self, line: &str) -> String {
        let bare = line.trim();
        let indent = &line[..line.len() - line.trim_start().len()];
        if bare.starts_with(":::") {
            if let Some(end) = self.outdented(indent, bare) {
                return end;
            }
            return self.admonition(indent, bare).map_or_else(|| line.to_owned(), |text| text + "\n");
        }
        if bare.starts_with('#')
            && let Some((title, comment)) = bare.strip_suffix('}').and_then(|rest| rest.rsplit_once('{'))
            && let Some(comment) = comment.trim().strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"))
            && let Some(id) = comment.trim().strip_prefix('#')
            && !id.trim().contains(char::is_whitespace)
        {
            return format!("{indent}{title}{{#{}}}\n", id.trim());
        }
        // Any text can be an ID, but braces with other characters would be an expression.
        let is_usual = |c: char| c.is_alphanumeric() || "-_.:".contains(c);
        if bare.trim_start_matches('#').starts_with([' ', '\t'])
            && bare.starts_with('#')
            && let Some((title, id)) = bare.strip_suffix('}').and_then(|rest| rest.rsplit_once("{#"))
            && !id.is_empty()
            && !id.contains(['{', '}', '='])
        {
            let is_apart = title.ends_with([' ', '\t']);
            let title = title.trim_end();
            if !id.chars().all(is_usual) {
                let id = id.replace('"', "&quot;");
                return format!("{indent}{title} <a id=\"{id}\"></a>\n");
            }
            if !is_apart {
                return format!("{indent}{title} {{#{id}}}\n");
            }
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
        // In CommonMark, the whole line would be raw HTML.
        if bare.starts_with("<!--")
            && let Some((comment, text)) = bare.split_once("-->")
            && !text.trim().is_empty()
        {
            return format!("{indent}{comment}-->\n{}", self.line(&format!("{indent}{}\n", text.trim())));
        }
        with_definition(line, &|url| (self.context.address)(url, false)).unwrap_or_else(|| line.to_owned())
    }

    /// If a line closes a directive but is indented as the content above it, returns the line with the indentation of the
    /// directive.
    fn outdented(&self, indent: &str, bare: &str) -> Option<String> {
        let mut open = self.directives.borrow_mut();
        let rest = bare.trim_start_matches(':');
        let colons = bare.len() - rest.len();
        if !rest.is_empty() {
            open.push((indent.len(), colons));
            return None;
        }
        let at = open.iter().rposition(|(_, own)| *own <= colons)?;
        let (margin, _) = open[at];
        open.truncate(at);
        let is_deeper = (margin + 1..margin + 4).contains(&indent.len());
        is_deeper.then(|| format!("{}{bare}\n", " ".repeat(margin)))
    }

    /// Adds brackets around the title of an admonition.
    fn admonition(&self, indent: &str, line: &str) -> Option<String> {
        let bare = line.trim_start_matches(':');
        let colons = &line[..line.len() - bare.len()];
        let bare = bare.trim_start();
        let (name, title) = bare.split_once(' ').unwrap_or((bare, ""));
        let (name, other) = self.context.admonitions.iter().find(|(known, _)| *known == name)?;
        let title = match title.trim() {
            "" if other.is_some() => name,
            title => title,
        };
        // docgen has no `secondary` admonition. A note is the plainest admonition.
        let name = if *name == "secondary" { "note" } else { other.unwrap_or(name) };
        Some(match title.is_empty() || title.starts_with(['{', '[']) {
            true => format!("{indent}{colons}{name}{title}"),
            false => format!("{indent}{colons}{name}[{title}]"),
        })
    }
}

/// The extensions of image and media files.
const IMAGES: [&str; 10] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "mp4", "webm", "mp3"];

/// Replaces `require("./image.png").default` in expressions with variables. Adds the paths of the images to `images`,
/// in the order of the variables.
fn required(text: &str, specifier: &dyn Fn(&str) -> Option<String>, images: &mut Vec<String>) -> String {
    let (mut out, mut rest, mut depth) = (String::with_capacity(text.len()), text, 0_isize);
    while let Some(at) = rest.find("require(") {
        let (before, after) = (&rest[..at], &rest[at + "require(".len()..]);
        depth += before.chars().map(|c| isize::from(c == '{') - isize::from(c == '}')).sum::<isize>();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let close = quote.and_then(|quote| after[1..].find(quote));
        let path = close.map(|close| &after[1..=close]);
        let is_image = |path: &&str| path.rsplit('.').next().is_some_and(|end| IMAGES.contains(&end));
        let tail = close.and_then(|close| after[close + 2..].trim_start().strip_prefix(')'));
        out += before;
        // Outside braces, `require` is text.
        let (Some(path), Some(tail)) = (path.filter(is_image).filter(|_| depth > 0), tail) else {
            out += "require(";
            rest = after;
            continue;
        };
        let path = specifier(path).unwrap_or_else(|| path.to_owned());
        let index = images.iter().position(|known| *known == path).unwrap_or_else(|| {
            images.push(path);
            images.len() - 1
        });
        let _ = write!(out, "image{}", index + 1);
        rest = tail.strip_prefix(".default").unwrap_or(tail);
    }
    out + rest
}

/// Whether a line loads an image with `require()`. `open` is the offset of the path.
pub(super) fn is_required_image(line: &str, open: usize) -> bool {
    let is_image = line[open..].rsplit('.').next().is_some_and(|end| IMAGES.contains(&end));
    is_image && line[..open - 1].trim_end().ends_with("require(")
}

/// Returns the statements that import images.
fn imports_of(images: &[String]) -> String {
    let import = |(index, path): (usize, &String)| format!("import image{} from \"{path}\";\n", index + 1);
    images.iter().enumerate().map(import).collect()
}

/// Replaces statements that load modules with `require()`, and `require()` calls for images, with imports.
pub(super) fn with_imports(code: &str, specifier: &dyn Fn(&str) -> Option<String>) -> String {
    let mut images = Vec::new();
    // A module with imports can't have CommonJS exports.
    let import = |line: &str| as_import(line).filter(|_| !code.contains("exports"));
    let code: String =
        code.split_inclusive('\n').map(|line| import(line).unwrap_or_else(|| line.to_owned())).collect();
    let text = required(&code, specifier, &mut images);
    let imports = imports_of(&images);
    match text.strip_prefix("\"use client\";\n") {
        Some(rest) if !images.is_empty() => format!("\"use client\";\n{imports}{rest}"),
        _ => imports + &text,
    }
}

/// If a line is a statement such as `const React = require("react");`, returns the import statement for the module.
fn as_import(line: &str) -> Option<String> {
    let rest = ["const ", "let ", "var "].iter().find_map(|word| line.strip_prefix(word))?;
    let (names, call) = rest.split_once("= require(")?;
    let quote = call.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (path, tail) = call[1..].split_once(quote)?;
    let tail = tail.trim_start().strip_prefix(')')?;
    let names = names.trim();
    let tail = match tail.strip_prefix(".default") {
        Some(tail) if !names.starts_with('{') => tail,
        _ => tail,
    };
    let tail = tail.trim_end();
    let is_image = path.rsplit('.').next().is_some_and(|end| IMAGES.contains(&end));
    let is_simple = |names: &str| names.chars().all(|c| c.is_alphanumeric() || "_$ ,".contains(c));
    let names = match names.strip_prefix('{').and_then(|names| names.strip_suffix('}')) {
        Some(inner) => format!("{{{}}}", inner.replace(':', " as")),
        None => names.to_owned(),
    };
    let is_known = is_simple(names.trim_matches(['{', '}'])) && matches!(tail, "" | ";") && !is_image;
    let end = if line.ends_with('\n') { "\n" } else { "" };
    is_known.then(|| format!("import {names} from {quote}{path}{quote};{end}"))
}

fn starts_statement(line: &str) -> bool {
    ["import ", "import{", "import\"", "import'", "export "].iter().any(|word| line.starts_with(word))
}

/// Whether text must be in an `.mdx` file because it contains component tags, expressions, or imports.
pub(super) fn has_code(text: &str) -> bool {
    let mut open: Option<(usize, char)> = None;
    let (mut prose, mut in_comment) = (String::new(), false);
    for line in text.lines() {
        match (open, fence_outside_comments(line, open.is_some(), &mut in_comment)) {
            (None, Some((_, _, info))) if info.trim() == "mdx-code-block" => return true,
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

/// Whether a line completes an import or export.
fn ends_statement(line: &str) -> bool {
    line.ends_with([';', '"', '\''])
        || (line.starts_with("export ") && line.ends_with('}') && line.contains('{'))
}

/// Whether text outside code contains component tags or expressions.
fn is_mdx(text: &str) -> bool {
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let rest = &text[at..];
        match bytes[at] {
            b'`' => {
                at += code_span(rest).1;
                continue;
            }
            b'\\' => at += 1,
            // Heading IDs and directive attributes look like expressions.
            b'{' if !rest.starts_with("{#") && !is_attributes(text, at) && is_expression(&rest[1..]) => {
                return true;
            }
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

/// Converts autolinks to links and escapes `<` in text, because MDX would parse both as tags.
fn escaped(text: &str) -> String {
    let (mut out, mut rest, mut depth) = (String::with_capacity(text.len()), text, 0_usize);
    while let Some(at) = rest.find(['<', '`', '\\', '{', '}']) {
        let after = &rest[at..];
        out += &rest[..at];
        let length = match after.as_bytes()[0] {
            b'\\' => 1 + after.chars().nth(1).map_or(0, char::len_utf8),
            b'`' => code_span(after).1,
            b'{' => {
                depth += 1;
                1
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if depth > 0 => 1,
            _ => {
                let end = after.find(['>', '\n', ' ']).filter(|end| after[*end..].starts_with('>'));
                // A link's destination can be between `<` and `>`, too.
                let is_destination = out.ends_with("](") || out.ends_with("]: ");
                let inner = end.map(|end| &after[1..end]).filter(|inner| is_autolink(inner));
                let inner = inner.filter(|_| !is_destination);
                if let Some(inner) = inner {
                    let scheme = if inner.contains(':') { "" } else { "mailto:" };
                    let _ = write!(out, "[{inner}]({scheme}{inner})");
                    rest = &after[inner.len() + 2..];
                    continue;
                }
                if after[1..].starts_with(|c: char| c != '/' && c != '>' && c != '!' && !is_name_start(c)) {
                    out.push('\\');
                }
                1
            }
        };
        out += &after[..length];
        rest = &after[length..];
    }
    out + rest
}

/// Whether the text between `<` and `>` is a URL or an email address.
fn is_autolink(inner: &str) -> bool {
    let scheme = inner.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme =
        scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme || (inner.contains('@') && !inner.contains(['=', '"', '/']))
}

/// The variables that are available on every page.
const PAGE_VARIABLES: [&str; 5] = ["props", "frontMatter", "toc", "contentTitle", "assets"];

/// Whether the text after a brace is an expression. A variable name counts as text, because a page without imports and
/// exports has no variables.
fn is_expression(text: &str) -> bool {
    let Ok(end) = expression_end(text, Place::Child) else { return false };
    let code = text[..end].trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let root = code.split('.').next().unwrap_or_default();
    !code.is_empty() && (!code.chars().all(is_name) || PAGE_VARIABLES.contains(&root) || is_number(code))
}

fn is_number(code: &str) -> bool {
    code.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a brace starts the attributes of a directive.
fn is_attributes(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |line| line + 1)..at];
    line.trim_start().starts_with(":::")
}
