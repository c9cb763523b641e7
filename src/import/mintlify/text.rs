//! Converts the text of pages: statements, fences, tags, links, and math. All other text and all expressions stay the
//! same.

use std::collections::{BTreeMap, BTreeSet};

use super::variables::{undefined, with_props};
use super::{code, tag};
use crate::component::BLOCKS;
use crate::import::Origin;
use crate::import::left::Left;
use crate::import::lines::margin_of;
use crate::import::markdown::{Address, closing, fence, target, with_definition};
use crate::import::math::Math;
use crate::path::{HeadingIds, SourcePath, UniqueNames};
use crate::source::Source;

/// How a site's pages are converted.
pub(super) struct Context<'c> {
    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`.
    pub address: &'c Address<'c>,
    /// Converts an import specifier. If the specifier doesn't change, returns `None`.
    pub specifier: &'c dyn Fn(&str) -> Option<String>,
    /// The values of variables, which pages use as `{{name}}`.
    pub variables: &'c BTreeMap<String, String>,
    /// Whether other files import the text.
    pub is_snippet: bool,
}

/// Converted text.
pub(super) struct Converted {
    pub text: String,
    /// The components that the new site needs.
    pub components: BTreeSet<&'static str>,
}

/// The React functions that pages can use without an import.
const HOOKS: [&str; 9] = [
    "useCallback",
    "useContext",
    "useEffect",
    "useId",
    "useLayoutEffect",
    "useMemo",
    "useReducer",
    "useRef",
    "useState",
];

/// Converts a page's text, starting at an offset.
pub(super) fn convert(source: &Source, start: usize, context: &Context<'_>, left: &mut Left) -> Converted {
    let text = replaced(&source.text[start..], context.variables);
    let defined = defined(&text);
    let mut converter = Converter {
        source,
        // If variables are replaced, offsets in the text differ from offsets in the source.
        base: (text.len() == source.text.len() - start).then_some(start),
        context,
        left,
        defined,
        imports: BTreeMap::new(),
        ids: UniqueNames::numbered_from(1),
        out: String::new(),
        components: BTreeSet::new(),
        math: Math::remark(true),
    };
    converter.lines(&text);
    converter.finish(&text)
}

struct Converter<'c, 'l> {
    source: &'c Source,
    base: Option<usize>,
    context: &'c Context<'c>,
    left: &'l mut Left,
    /// The names of the components that the page defines or imports.
    defined: BTreeSet<String>,
    /// The component names of snippets that tags include, by path.
    imports: BTreeMap<String, String>,
    /// The IDs of components.
    ids: UniqueNames,
    out: String,
    components: BTreeSet<&'static str>,
    math: Math,
}

impl Converter<'_, '_> {
    fn finish(mut self, text: &str) -> Converted {
        let mut head = String::new();
        for (path, name) in &self.imports {
            head += &format!("import {name} from \"{path}\";\n");
        }
        let hooks = missing_hooks(text);
        if !hooks.is_empty() {
            head += &format!("import {{ {} }} from \"react\";\n", hooks.join(", "));
            let at = text.find(hooks[0]).unwrap_or_default();
            let hint = "move the component to its own file, and start the file with \"use client\"";
            self.note(at, hooks[0].len(), "an interactive component in a page", hint);
        }
        if text.contains("export ") && needs_react(text) {
            head += IMPORT_REACT;
        }
        if !head.is_empty() {
            self.out = format!("{head}\n{}", self.out.trim_start_matches('\n'));
        }
        Converted { text: self.out, components: self.components }
    }

    fn note(&mut self, at: usize, length: usize, what: &str, hint: &str) {
        let base = self.base.map_or(0..0, |base| base + at..base + at + length);
        self.left.note(self.source, base, what, hint);
    }

    fn lines(&mut self, text: &str) {
        let mut at = 0;
        let mut prose = 0..0;
        while at < text.len() {
            let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
            let line = &text[at..end];
            let comment = line.trim_start().strip_prefix("<!--").and_then(|_| text[at..].find("-->"));
            if let Some(length) = comment {
                let rest = &text[at + length..];
                let close = at + length + rest.find('\n').map_or(rest.len(), |end| end + 1);
                prose.end = close;
                at = close;
                continue;
            }
            if let Some((length, mark, info)) = fence(line) {
                self.prose(text, prose.clone());
                let close = fence_end(text, end, length, mark);
                let indent = &line[..line.len() - line.trim_start().len()];
                let marks = String::from(mark).repeat(length);
                self.out += &format!("{indent}{marks}{}\n{}", code::info(info), &text[end..close]);
                at = close;
            } else if is_statement(line) {
                self.prose(text, prose.clone());
                let close = statement_end(text, at);
                match line.starts_with("export ") {
                    true => self.statement(text, at..close),
                    false => self.out += &with_specifiers(&text[at..close], self.context.specifier),
                }
                at = close;
            } else if let Some((formula, length)) = self.displayed(text, at) {
                self.prose(text, prose.clone());
                self.out += &line[..line.len() - line.trim_start().len()];
                self.out += &formula;
                at += line.len() - line.trim_start().len() + length;
            } else {
                at = end;
                prose.end = end;
                continue;
            }
            prose = at..at;
        }
        self.prose(text, prose);
    }

    /// Returns the formula that starts at a line and can contain blank lines, and the formula's length.
    fn displayed(&self, text: &str, at: usize) -> Option<(String, usize)> {
        let bare = text[at..].trim_start_matches([' ', '\t']);
        let is_fenced = bare.strip_prefix("$$").is_some_and(|rest| rest.starts_with('\n'));
        is_fenced
            .then(|| self.math.kept(text, text.len() - bare.len()))
            .flatten()
            .filter(|(_, length)| *length > 1)
    }

    /// Converts text outside fences and statements.
    fn prose(&mut self, text: &str, range: std::ops::Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let rest = &text[at..range.end];
            let is_line_start = at == range.start || text[..at].ends_with('\n');
            let length = match rest.as_bytes()[0] {
                b'`' => {
                    let length = rest.len() - rest.trim_start_matches('`').len();
                    closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length)
                }
                b'\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                b'{' => match self.variable(rest, at) {
                    Some(length) => {
                        at += length;
                        continue;
                    }
                    None => tag::braces(rest).unwrap_or(1),
                },
                b'<' if rest.starts_with("<!--") => rest.find("-->").map_or(rest.len(), |end| end + 3),
                b'<' => match self.tag(rest, at) {
                    Some(length) => {
                        at += length;
                        continue;
                    }
                    None => 1,
                },
                b'(' if self.out.ends_with(']') => match target(rest, self.context.address) {
                    Some((text, length)) => {
                        self.out += &text;
                        at += length;
                        continue;
                    }
                    None => 1,
                },
                b'[' if is_line_start => match self.definition(rest) {
                    Some(length) => {
                        at += length;
                        continue;
                    }
                    None => 1,
                },
                b'$' => match self.math.kept(&text[..range.end], at) {
                    Some((formula, length)) => {
                        self.out += &formula;
                        at += length;
                        continue;
                    }
                    None => 1,
                },
                _ => {
                    let first = rest.chars().next().map_or(1, char::len_utf8);
                    let next = rest[first..].find(['`', '\\', '{', '<', '(', '[', '$']);
                    next.map_or(rest.len(), |next| first + next)
                }
            };
            self.out += &rest[..length];
            at += length;
        }
    }

    /// Converts an expression that contains an undefined variable and returns the expression's length. In a snippet,
    /// the variable is an attribute of the snippet's tag. Elsewhere, the expression becomes text.
    fn variable(&mut self, rest: &str, at: usize) -> Option<usize> {
        let length = tag::braces(rest)?;
        let Some(path) = undefined(&rest[..length], &self.defined) else {
            let is_template = self.context.is_snippet && rest[..length].contains("${");
            let changed = is_template.then(|| with_props(&rest[..length], &self.defined));
            self.out += &changed.filter(|changed| *changed != rest[..length])?;
            return Some(length);
        };
        match self.context.is_snippet {
            true => self.out += &format!("{{props.{path}}}"),
            false => {
                self.out += &format!("\\{}", &rest[..length]);
                self.note(at, length, "an undefined variable", "define it, or leave it as text");
            }
        }
        Some(length)
    }

    /// Converts the tags of known components in a statement.
    fn statement(&mut self, text: &str, range: std::ops::Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let rest = &text[at..range.end];
            let is_known = tag::read(rest).is_some_and(|(tag, _)| tag.is_known());
            if let Some(length) = is_known.then(|| self.tag(rest, at)).flatten() {
                at += length;
                continue;
            }
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = rest[first..].find('<').map_or(rest.len(), |next| first + next);
            self.out += &rest[..length];
            at += length;
        }
    }

    /// Converts a tag and returns the tag's length.
    fn tag(&mut self, rest: &str, at: usize) -> Option<usize> {
        let (tag, length) = tag::read(rest)?;
        if let Some((formula, length)) = formula(rest, length) {
            self.out += &formula;
            return Some(length);
        }
        let converted = tag.convert(self.context.address, &self.defined);
        self.components.extend(converted.component);
        if converted.lacks_icon {
            let hint = "choose an icon from https://lucide.dev/icons";
            self.note(at, length, "an icon from a different set", hint);
        }
        if let Some(file) = converted.snippet {
            let specifier = format!("/_snippets/{}", file.trim_start_matches('/'));
            let specifier = (self.context.specifier)(&specifier)
                .or_else(|| (self.context.specifier)(&specifier.replacen("_snippets", "snippets", 1)));
            let Some(specifier) = specifier else {
                let hint = "add the file, or remove the tag";
                self.note(at, length, &format!("the missing snippet `{file}`"), hint);
                return Some(length);
            };
            let count = self.imports.len() + 1;
            let name = self.imports.entry(specifier).or_insert_with(|| format!("Snippet{count}"));
            self.out += &format!("<{name} />");
            return Some(length);
        }
        // The content belongs to the same list items and quotes as the tag.
        let line = self.out.rsplit('\n').next().unwrap_or_default();
        let margin = line[..margin_of(line)].chars().map(|c| if c == '>' { c } else { ' ' });
        let margin: String = margin.collect();
        self.out += &match self.context.is_snippet {
            true => with_props(&converted.text, &self.defined),
            false => converted.text,
        };
        let mut content: Vec<String> = Vec::new();
        if let Some((text, is_heading)) = tag.anchor().filter(|_| converted.is_open) {
            let id = match is_heading {
                true => HeadingIds::Mintlify.give(&mut self.ids, &text),
                false => self.ids.give(text, |id, number| format!("{id}-{number}")),
            };
            content.push(format!("<a id=\"{}\"></a>", id.replace('"', "")));
        }
        content.extend(converted.image.map(|url| format!("<img src=\"{url}\" alt=\"\" />")));
        content.extend(converted.shown.filter(|_| converted.is_open).map(|text| escaped(&text)));
        if !content.is_empty() {
            let is_block = rest[length..].starts_with(['\n', '\r']);
            let blank = format!("\n{}\n", margin.trim_end());
            let gap = if is_block { blank.clone() + &margin } else { String::new() };
            let end = if is_block { &blank } else { "" };
            self.out += &format!("{gap}{}{end}", content.join(if is_block { &gap } else { " " }));
        }
        if converted.is_open && tag.is_empty {
            self.out += &format!("</{}>", tag.name);
        }
        Some(length)
    }

    /// Converts a link definition and returns the definition's length.
    fn definition(&mut self, rest: &str) -> Option<usize> {
        let line = rest.lines().next()?;
        self.out += &with_definition(line, &|url| (self.context.address)(url, false))?;
        Some(line.len())
    }
}

/// Replaces the variables in text.
fn replaced(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut out = text.to_owned();
    if text.contains("{{") {
        for (name, value) in variables {
            for form in [format!("{{{{{name}}}}}"), format!("{{{{ {name} }}}}")] {
                out = out.replace(&form, value);
            }
        }
    }
    out
}

/// If a tag starts a formula, returns the formula and its length. `length` is the length of the tag.
fn formula(rest: &str, length: usize) -> Option<(String, usize)> {
    let inner = rest[length..].split_once("</Latex>").filter(|_| rest.starts_with("<Latex>"))?.0;
    let latex = inner.split_whitespace().collect::<Vec<_>>().join(" ");
    Some((format!("${latex}$"), length + inner.len() + "</Latex>".len()))
}

/// Returns the offset after the line that closes a fence.
fn fence_end(text: &str, from: usize, length: usize, mark: char) -> usize {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        at += line.len();
        if fence(line).is_some_and(|(n, c, info)| c == mark && n >= length && info.trim().is_empty()) {
            return at;
        }
    }
    at
}

/// Whether a line starts a statement.
fn is_statement(line: &str) -> bool {
    ["import ", "import{", "export "].iter().any(|word| line.starts_with(word))
        && (line.starts_with("export ")
            || line.contains(['"', '\''])
            || line.trim_end().ends_with(['{', ',']))
}

/// Returns the offset after a statement. A statement ends at the first blank line outside brackets.
fn statement_end(text: &str, from: usize) -> usize {
    let (mut depth, mut quote, mut at) = (0_i32, None, from);
    for line in text[from..].split_inclusive('\n') {
        let is_other = at > from && !is_statement(line);
        if depth <= 0 && quote.is_none() && (line.trim().is_empty() || is_other && ends(&text[from..at])) {
            break;
        }
        at += line.len();
        let mut is_escaped = false;
        for c in line.chars() {
            match (quote, c) {
                _ if is_escaped => is_escaped = false,
                (Some(_), '\\') => is_escaped = true,
                (Some(open), c) if open == c => quote = None,
                // Text in JSX can contain an apostrophe.
                (Some('"' | '\''), '\n') => quote = None,
                (Some(_), _) => {}
                (None, '"' | '`' | '\'') => quote = Some(c),
                (None, '{' | '(' | '[') => depth += 1,
                (None, '}' | ')' | ']') => depth -= 1,
                _ => {}
            }
        }
    }
    at
}

/// Whether `text` is a complete statement.
fn ends(text: &str) -> bool {
    text.trim_end().ends_with([';', '"', '\'', '}', ')', '`'])
}

/// Converts the specifiers in import statements.
fn with_specifiers(text: &str, specifier: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let found = line.rfind(['"', '\'']).and_then(|close| {
            let open = line[..close].rfind(line[close..].chars().next()?)?;
            let before = line[..open].trim_end();
            let is_module = before.ends_with("from") || before == "import";
            Some((open, close)).filter(|_| is_module)
        });
        match found.and_then(|(open, close)| Some((open, close, specifier(&line[open + 1..close])?))) {
            Some((open, close, to)) => out += &format!("{}{to}{}", &line[..=open], &line[close..]),
            None => out += line,
        }
    }
    out
}

/// Returns the statements in the text.
fn statements(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut at, mut open): (usize, Option<(usize, char)>) = (0, None);
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        let line = &text[at..end];
        match (open, fence(line)) {
            (None, Some((length, mark, _))) => open = Some((length, mark)),
            (Some((length, mark)), Some((n, c, info)))
                if c == mark && n >= length && info.trim().is_empty() =>
            {
                open = None;
            }
            (None, None) if is_statement(line) => {
                let close = statement_end(text, at).max(end);
                found.push(&text[at..close]);
                at = close;
                continue;
            }
            _ => {}
        }
        at = end;
    }
    found
}

/// Returns the specifiers in import statements.
fn specifiers(text: &str) -> Vec<String> {
    let found = std::cell::RefCell::new(Vec::new());
    let note = |specifier: &str| {
        found.borrow_mut().push(specifier.to_owned());
        None
    };
    for statement in statements(text) {
        with_specifiers(statement, &note);
    }
    found.into_inner()
}

/// Returns the Markdown files and components that a file imports.
pub(super) fn imports(text: &str, path: &SourcePath, origin: &dyn Origin) -> Vec<SourcePath> {
    if !text.contains("import") {
        return Vec::new();
    }
    specifiers(text).iter().filter_map(|specifier| module(path, specifier, origin)).collect()
}

/// Finds the file that an import loads.
pub(super) fn module(from: &SourcePath, specifier: &str, origin: &dyn Origin) -> Option<SourcePath> {
    let path = match specifier.starts_with('.') {
        true => from.join_sibling(specifier),
        false => SourcePath::new(specifier.trim_start_matches('/')),
    };
    let exists = |path: &SourcePath| origin.files().binary_search(path).is_ok();
    let others =
        ["mdx", "md", "jsx", "tsx", "js"].map(|extension| SourcePath::new(format!("{path}.{extension}")));
    std::iter::once(path.clone()).chain(others).find(exists)
}

/// Returns the words in the text's statements. The words include the names that the statements define or import.
fn defined(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for statement in statements(text) {
        // An export defines the names before the exported value and the names in brackets.
        let end = match statement.starts_with("export ") {
            true => statement.find("=>").or(statement.find('\n')).unwrap_or(statement.len()),
            false => statement.len(),
        };
        let words = statement[..end].split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        names.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    names
}

/// Returns the React functions that the text uses without importing them.
fn missing_hooks(text: &str) -> Vec<&'static str> {
    let uses = |hook: &&&str| text.contains(&format!("{hook}("));
    let is_imported =
        ["from \"react\"", "from 'react'", "= React"].iter().any(|import| text.contains(import));
    if !text.contains("export ") || is_imported {
        return Vec::new();
    }
    HOOKS.iter().filter(uses).copied().collect()
}

/// The import of the object that Mintlify defines globally.
const IMPORT_REACT: &str = "import React from \"react\";\n";

/// Whether code uses the global `React` object.
fn needs_react(text: &str) -> bool {
    let has_react = text.contains("import React") || text.contains("import * as React");
    !has_react && (text.contains("React.") || text.contains("= React"))
}

/// Converts a file that contains components.
pub(super) fn script(text: &str, specifier: &dyn Fn(&str) -> Option<String>) -> Converted {
    let converted = with_specifiers(text, specifier);
    let defined = defined(text);
    let is_used = |name: &str| {
        let tag = format!("<{name}");
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        !defined.contains(name) && text.match_indices(&tag).any(|(at, _)| ends(&text[at + tag.len()..]))
    };
    let blocks: Vec<&str> = BLOCKS.iter().map(|(name, _)| *name).filter(|name| is_used(name)).collect();
    let hooks = missing_hooks(text);
    let mut head = String::new();
    if !blocks.is_empty() {
        head += &format!("import {{ {} }} from \"docgen\";\n", blocks.join(", "));
    }
    let components: BTreeSet<&'static str> = tag::components().filter(|name| is_used(name)).collect();
    for name in &components {
        head += &format!("import {name} from \"/components/{name}.jsx\";\n");
    }
    if !hooks.is_empty() {
        head += &format!("import {{ {} }} from \"react\";\n", hooks.join(", "));
    }
    if needs_react(text) {
        head += IMPORT_REACT;
    }
    // Browsers can't render docgen's built-in components.
    if blocks.is_empty() && is_interactive(text) && !text.contains("\"use client\"") {
        head.insert_str(0, "\"use client\";\n\n");
    }
    let text = if head.is_empty() { converted } else { format!("{head}\n{converted}") };
    Converted { text, components }
}

/// Whether a component needs a browser.
fn is_interactive(text: &str) -> bool {
    HOOKS.iter().any(|hook| text.contains(&format!("{hook}(")))
        || ["onClick=", "onChange=", "onSubmit=", "window.", "document."]
            .iter()
            .any(|word| text.contains(word))
}

/// Escapes text so that MDX shows it unchanged.
pub(super) fn escaped(text: &str) -> String {
    text.replace('{', "\\{").replace('<', "\\<")
}
