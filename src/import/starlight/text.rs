//! Converts the text of pages and of parts of pages.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::files::{FOREIGN, Needed, specifier};
use super::jsx::{Attribute, Tag, expression, mentions};
use super::{Converted, Page, Starlight, code};
use crate::import::front_matter::{self, FrontMatter};
use crate::import::left::Left;
use crate::import::lines::is_blank;
use crate::import::markdown::{closing, definition, fence, with_links};
use crate::markdown::Icon;
use crate::path::{HeadingIds, SourcePath, UniqueNames};
use crate::source::Source;

/// The components that docgen has under the same name.
const COMPONENTS: [&str; 12] = [
    "Aside",
    "Badge",
    "Card",
    "CardGrid",
    "Code",
    "FileTree",
    "Icon",
    "LinkButton",
    "LinkCard",
    "Steps",
    "TabItem",
    "Tabs",
];

/// The extensions of images.
const IMAGES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp"];

/// The module of these components.
const MODULE: &str = "@astrojs/starlight/components";

/// The names of Starlight's icons with those of docgen, if they differ.
const ICONS: &[(&str, &str)] = &[
    ("open-book", "book-open"),
    ("information", "info"),
    ("warning", "triangle-alert"),
    ("right-arrow", "arrow-right"),
    ("left-arrow", "arrow-left"),
    ("up-arrow", "arrow-up"),
    ("down-arrow", "arrow-down"),
    ("external", "external-link"),
    ("setting", "settings"),
    ("document", "file-text"),
    ("add-document", "file-plus"),
    ("list-format", "list"),
    ("approve-check", "check"),
    ("approve-check-circle", "circle-check"),
    ("error", "circle-alert"),
    ("magnifier", "search"),
    ("forward-slash", "slash"),
    ("close", "x"),
    ("bars", "menu"),
    ("translate", "languages"),
    ("up-caret", "chevron-up"),
    ("down-caret", "chevron-down"),
    ("right-caret", "chevron-right"),
    ("left-caret", "chevron-left"),
    ("random", "shuffle"),
    ("comment", "message-square"),
    ("comment-alt", "message-square"),
    ("email", "mail"),
    ("cloud-download", "cloud-download"),
    ("seti:folder", "folder"),
    ("bun", "package"),
    ("npm", "package"),
    ("pnpm", "package"),
    ("window", "app-window"),
    ("node", "hexagon"),
    ("apple", "apple"),
    ("linux", "terminal"),
    ("windows", "app-window"),
    ("seti:shell", "terminal"),
    ("codePen", "code"),
    ("vscode", "code"),
    ("github", "github"),
    ("rss", "rss"),
];

/// What a file is while it's being converted.
pub(super) struct Context<'c> {
    pub site: &'c Starlight<'c>,
    pub source: &'c Source,
    /// The page; `None` for a part of pages.
    pub page: Option<&'c Page>,
    pub front_matter: &'c FrontMatter,
    pub left: RefCell<Left>,
    pub needed: RefCell<BTreeSet<Needed>>,
    /// The IDs of the headings so far.
    pub ids: RefCell<UniqueNames>,
    /// The names of imports that aren't available.
    lost: RefCell<BTreeSet<String>>,
    /// The names of images, which are objects in Astro and URLs in docgen.
    images: RefCell<BTreeSet<String>>,
    /// The names of the components for images.
    pictures: RefCell<BTreeSet<String>>,
    /// The files of components, by name.
    files: RefCell<BTreeMap<String, SourcePath>>,
}

impl<'c> Context<'c> {
    pub(super) fn new(
        site: &'c Starlight<'c>,
        source: &'c Source,
        page: Option<&'c Page>,
        front_matter: &'c FrontMatter,
    ) -> Self {
        Context {
            site,
            source,
            page,
            front_matter,
            left: RefCell::default(),
            needed: RefCell::default(),
            ids: RefCell::new(UniqueNames::numbered_from(1)),
            lost: RefCell::default(),
            images: RefCell::default(),
            pictures: RefCell::default(),
            files: RefCell::default(),
        }
    }

    /// Notes something that isn't converted, at its first place in the file.
    pub(super) fn note(&self, needle: &str, what: &str, hint: &str) {
        let start = self.source.text.find(needle);
        let range = start.map_or(0..0, |start| start..start + needle.len());
        self.left.borrow_mut().note(self.source, range, what, hint);
    }

    pub(super) fn address(&self, url: &str) -> Option<String> {
        self.site.address(&self.source.path, self.page, url, &mut self.needed.borrow_mut())
    }

    fn is_mdx(&self) -> bool {
        self.source.path.extension() == "mdx"
    }

    /// Whether a Markdown file becomes MDX, like its translations.
    fn becomes_mdx(&self) -> bool {
        !self.is_mdx() && self.page.is_some_and(|page| page.place.below.ends_with(".mdx"))
    }

    /// Returns a name in code that isn't available.
    fn lost_in(&self, code: &str) -> Option<String> {
        let lost = self.lost.borrow();
        let found = lost.iter().find(|name| mentions(code, name)).cloned();
        found.or_else(|| {
            ["Astro", "import.meta"].iter().find(|name| mentions(code, name)).map(|name| (*name).to_owned())
        })
    }
}

/// Converts a part of pages.
pub(super) fn part(site: &Starlight<'_>, source: &Source) -> Converted {
    let front_matter = front_matter::read(source);
    let context = Context::new(site, source, None, &front_matter);
    let text = convert(&source.text[front_matter.end..], &context);
    let Context { left, needed, .. } = context;
    Converted {
        path: site.module_path(&source.path),
        text,
        needed: needed.into_inner(),
        left: left.into_inner(),
    }
}

/// Converts the text of a file.
pub(super) fn convert(text: &str, context: &Context<'_>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut prose, mut at): (Vec<String>, Vec<&str>, usize) = (Vec::new(), Vec::new(), 0);
    let mut is_start = true;
    while at < lines.len() {
        let line = lines[at];
        if let Some((length, mark, info)) = fence(line) {
            flush(&mut prose, &mut out, context);
            let is_end = |other: &&str| {
                fence(other).is_some_and(|(n, c, rest)| c == mark && n >= length && is_blank(rest))
            };
            let end = lines[at + 1..].iter().position(is_end).map_or(lines.len(), |until| at + 1 + until);
            block(&lines[at..end], info, context, &mut out);
            out.push(
                lines.get(end).map_or_else(|| mark.to_string().repeat(length), |line| (*line).to_owned()),
            );
            at = end + 1;
            is_start = false;
            continue;
        }
        let is_statement =
            context.is_mdx() && (is_start || at == 0 || is_blank(lines[at - 1]) || prose.is_empty());
        if is_statement
            && (line.starts_with("import ") || line.starts_with("export ") || line.starts_with("import{"))
        {
            flush(&mut prose, &mut out, context);
            let end = end_of_statement(&lines, at);
            out.extend(statement(&lines[at..end].join("\n"), context));
            at = end;
            continue;
        }
        is_start = is_start && is_blank(line);
        prose.push(line);
        at += 1;
    }
    flush(&mut prose, &mut out, context);
    let text = out.join("\n") + "\n";
    let has_expression =
        ["{frontmatter.", "{frontmatter[", "(frontmatter."].iter().any(|start| text.contains(start));
    if context.is_mdx() && has_expression && !context.front_matter.entries.is_empty() {
        let entries: serde_json::Map<_, _> = context
            .front_matter
            .entries
            .iter()
            .map(|entry| (entry.name.clone(), entry.node.json()))
            .collect();
        return format!("export const frontmatter = {};\n\n{text}", serde_json::Value::from(entries));
    }
    text
}

/// Returns the index of the line after a statement.
fn end_of_statement(lines: &[&str], at: usize) -> usize {
    let mut depth = 0_i64;
    for (index, line) in lines.iter().enumerate().skip(at) {
        let count = |chars: &[char]| line.chars().filter(|c| chars.contains(c)).count() as i64;
        depth += count(&['{', '(', '[']) - count(&['}', ')', ']']);
        let is_open = line.trim_end().ends_with(['=', ',', '>']) && !line.trim_end().ends_with("/>");
        let next = lines.get(index + 1).copied().unwrap_or_default();
        let continues = next.trim_start().starts_with(['.', '?', '|', '&'])
            || (index == at && line.trim_end() == "import");
        if depth <= 0 && !is_open && !continues || (is_blank(next) && depth <= 0) {
            return index + 1;
        }
    }
    lines.len()
}

/// Converts an import or export. Returns nothing if it's left out.
fn statement(code: &str, context: &Context<'_>) -> Option<String> {
    let last = code.trim_end().lines().last().unwrap_or_default();
    let found = specifier(last).filter(|_| code.starts_with("import"));
    let Some((start, target)) = found else {
        if let Some(name) = context.lost_in(code) {
            lose(code, context);
            context.note(
                code.lines().next().unwrap_or_default(),
                &format!("code that uses `{name}`"),
                "rewrite it without this import",
            );
            return None;
        }
        return Some(without_image_properties(code, context));
    };
    let offset = code.trim_end().len() - last.len() + start;
    if code.starts_with("import type") {
        return None;
    }
    if target == MODULE {
        return names(code, context);
    }
    if target == "astro:assets" {
        context.pictures.borrow_mut().extend(imported(code));
        return None;
    }
    if code.starts_with("import ") && target.ends_with(".css") {
        context.note(code, "a style sheet of the page", "write your styles in `overrides/custom.css`");
        return None;
    }
    if matches!(target, "react" | "clsx") {
        return Some(code.to_owned());
    }
    let path = target.split('?').next().unwrap_or(target);
    let is_raw = target.ends_with("?raw");
    let file = context.site.file_at(&context.source.path, path);
    let is_usable = |file: &SourcePath| {
        is_raw || (!FOREIGN.contains(&file.extension()) && context.site.is_usable(file, &mut BTreeSet::new()))
    };
    let Some(file) = file.filter(is_usable) else {
        lose(code, context);
        let what = format!("the import of `{target}`");
        context.note(code.lines().next().unwrap_or_default(), &what, "write a component in TSX, or Markdown");
        return None;
    };
    let names = imported(code);
    let is_image = IMAGES.contains(&file.extension());
    if is_image && !is_raw {
        context.images.borrow_mut().extend(names);
    } else {
        context.files.borrow_mut().extend(names.into_iter().map(|name| (name, file.clone())));
    }
    let query = if is_raw { "?raw" } else { "" };
    let to = format!("/{}{query}", context.site.module_path(&file));
    context.needed.borrow_mut().insert(Needed::Module(file));
    Some(format!("{}{to}{}", &code[..offset], &code[offset + target.len()..]))
}

/// Remembers the names that a statement would define.
fn lose(code: &str, context: &Context<'_>) {
    let defined = code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    let mut words = defined.filter(|word| !word.is_empty());
    let names: Vec<String> = match code.starts_with("import") {
        true => imported(code),
        false => words.nth(2).map(str::to_owned).into_iter().collect(),
    };
    context.lost.borrow_mut().extend(names);
}

/// Returns the names that an import defines.
fn imported(code: &str) -> Vec<String> {
    let clause = code.trim_start_matches("import").split(" from").next().unwrap_or_default();
    let names = clause.split([',', '{', '}']).map(|part| part.rsplit(" as ").next().unwrap_or(part).trim());
    names.filter(|name| !name.is_empty() && !name.contains(['"', '\''])).map(str::to_owned).collect()
}

/// Leaves the names out of an import that docgen's module doesn't have.
fn names(code: &str, context: &Context<'_>) -> Option<String> {
    let inner = code.split_once('{').and_then(|(_, rest)| rest.split_once('}'))?.0;
    let all: Vec<&str> = inner.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_known = |name: &&&str| COMPONENTS.contains(&name.split(" as ").next().unwrap_or(name).trim());
    let kept: Vec<&str> = all.iter().filter(is_known).copied().collect();
    for name in all.iter().filter(|name| !is_known(name)) {
        let own = name.rsplit(" as ").next().unwrap_or(name).trim();
        context.lost.borrow_mut().insert(own.to_owned());
        context.note(name, &format!("the import of `{name}`"), "write a component in TSX, or Markdown");
    }
    (!kept.is_empty()).then(|| format!("import {{ {} }} from \"{MODULE}\";", kept.join(", ")))
}

/// Replaces the properties of images, such as `logo.src`, with the images, which are URLs.
fn without_image_properties(code: &str, context: &Context<'_>) -> String {
    let mut code = code.to_owned();
    for name in context.images.borrow().iter() {
        code = code.replace(&format!("{name}.src"), name);
    }
    code
}

/// Writes a code block without its last line.
fn block(lines: &[&str], info: &str, context: &Context<'_>, out: &mut Vec<String>) {
    let first = lines[0];
    let start = first.len() - info.len();
    let indent = first.len() - first.trim_start().len();
    let bare: Vec<&str> = lines[1..]
        .iter()
        .map(|line| {
            line.get(indent..)
                .filter(|_| line[..indent].trim().is_empty())
                .unwrap_or_else(|| line.trim_start())
        })
        .collect();
    let code = code::convert(info, &bare);
    for lost in code.lost {
        context.note(first.trim(), lost, "highlight lines, or leave it out");
    }
    out.push(format!("{}{}", &first[..start], code.info));
    let margin = &first[..indent];
    out.extend(
        code.lines.into_iter().map(|line| if line.is_empty() { line } else { format!("{margin}{line}") }),
    );
}

/// Converts and writes lines outside code blocks and statements.
fn flush(prose: &mut Vec<&str>, out: &mut Vec<String>, context: &Context<'_>) {
    if prose.is_empty() {
        return;
    }
    let mut kept = Vec::new();
    for line in prose.drain(..) {
        let line = aside(line);
        kept.push(match definition(&line) {
            Some((name, target)) => {
                let (url, title) = target.split_at(target.find(char::is_whitespace).unwrap_or(target.len()));
                context.address(url).map_or_else(|| line.clone(), |url| format!("{name}{url}{title}"))
            }
            None => line.clone(),
        });
    }
    let text = kept.join("\n");
    let converted = match context.is_mdx() {
        true => mdx(&text, context),
        false if context.becomes_mdx() => escaped(&text, context),
        false => with_links(&text, &|url, _| context.address(url)),
    };
    for line in converted.split('\n') {
        out.push(heading(line, context).unwrap_or_else(|| line.to_owned()));
    }
}

/// Converts the icon of an aside.
fn aside(line: &str) -> String {
    let bare = line.trim_start();
    let Some(at) = line.find("icon=").filter(|_| bare.starts_with(":::")) else { return line.to_owned() };
    let rest = &line[at + 5..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let length = match quote {
        Some(quote) => rest[1..].find(quote).map_or(rest.len(), |end| end + 2),
        None => rest.find(['}', ' ']).unwrap_or(rest.len()),
    };
    let name = rest[..length].trim_matches(['"', '\'']);
    let text = icon(name).map_or_else(String::new, |name| format!("icon=\"{name}\""));
    format!("{}{text}{}", &line[..at], &rest[length..]).replace("{}", "")
}

/// Returns docgen's name of an icon.
pub(super) fn icon(name: &str) -> Option<&str> {
    let own = ICONS.iter().find(|(known, _)| *known == name).map(|(_, own)| *own);
    let name = own.unwrap_or(name);
    Icon::find(name).map(|_| name)
}

/// Writes the ID of a heading that contains more than text.
fn heading(line: &str, context: &Context<'_>) -> Option<String> {
    let level = line.len() - line.trim_start_matches('#').len();
    if !(1..=6).contains(&level) || !line[level..].starts_with(' ') {
        return None;
    }
    let text = line[level..].trim();
    let words = words(text);
    let mut ids = context.ids.borrow_mut();
    if let Some(own) = text.strip_suffix('}').and_then(|text| text.rsplit_once("{#")) {
        ids.take(own.1.trim());
        return None;
    }
    let id = HeadingIds::Github.give(&mut UniqueNames::numbered_from(1), &words);
    let id = ids.give(id.strip_suffix('-').unwrap_or(&id).to_owned(), |id, number| format!("{id}-{number}"));
    (words != text && (text.contains('<') || text.contains('{'))).then(|| format!("{line} {{#{id}}}"))
}

/// Returns the text of a heading without tags, expressions, and marks.
fn words(text: &str) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let skipped = match c {
            '<' => Tag::read(rest).map(|tag| tag.length),
            '{' => expression(rest),
            '`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                closing(&rest[length..], &rest[..length]).map(|close| {
                    out.push_str(&rest[length..length + close]);
                    close + 2 * length
                })
            }
            ']' if rest[1..].starts_with('(') => rest.find(')').map(|end| end + 1),
            '[' | ']' | '*' | '\\' => Some(1),
            _ => None,
        };
        match skipped {
            Some(length) => at += length,
            None => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

/// Converts text with tags and expressions.
fn mdx(text: &str, context: &Context<'_>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let converted = match c {
            '\\' => {
                rest.chars().nth(1).map(|next| (rest[..1 + next.len_utf8()].to_owned(), 1 + next.len_utf8()))
            }
            '`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                let end =
                    closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
                Some((rest[..end].to_owned(), end))
            }
            '<' => Tag::read(rest).map(|tag| (tag_of(&tag, &rest[..tag.length], context), tag.length)),
            // The attributes of a directive that isn't known.
            '{' if out.ends_with(']') && !last_line(&out).trim_start().starts_with(":::") => {
                Some(("\\{".to_owned(), 1))
            }
            '{' => expression(rest).map(|length| (value(&rest[..length], context), length)),
            '(' if out.ends_with(']') => {
                crate::import::markdown::target(rest, &|url, _| context.address(url))
            }
            _ => None,
        };
        let (text, length) = converted.unwrap_or_else(|| (c.to_string(), c.len_utf8()));
        out.push_str(&text);
        at += length;
    }
    out
}

/// Converts Markdown to MDX: characters that start tags or expressions are escaped, and tags have the form of JSX.
fn escaped(text: &str, context: &Context<'_>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_directive = || last_line(&text[..at]).trim_start().starts_with(":::");
        let converted = match c {
            '\\' => {
                rest.chars().nth(1).map(|next| (rest[..1 + next.len_utf8()].to_owned(), 1 + next.len_utf8()))
            }
            '`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                let end =
                    closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
                Some((rest[..end].to_owned(), end))
            }
            '(' if out.ends_with(']') => {
                crate::import::markdown::target(rest, &|url, _| context.address(url))
            }
            '<' if rest.starts_with("<!--") => {
                let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
                Some((rest[..end].to_owned(), end))
            }
            '<' => Some(html_tag(rest, context)),
            '{' if !is_directive() => Some(("\\{".to_owned(), 1)),
            _ => None,
        };
        let (text, length) = converted.unwrap_or_else(|| (c.to_string(), c.len_utf8()));
        out.push_str(&text);
        at += length;
    }
    out
}

/// Converts a tag of HTML at the start of a text to JSX, or escapes its first character. Returns its length.
fn html_tag(rest: &str, context: &Context<'_>) -> (String, usize) {
    let end = rest.find(['>', ' ', '\n']).unwrap_or(rest.len());
    let inner = rest.get(1..end).unwrap_or_default();
    if rest[end..].starts_with('>') && inner.contains([':', '@']) {
        let url = if inner.contains(':') { inner.to_owned() } else { format!("mailto:{inner}") };
        return (format!("[{inner}]({url})"), end + 1);
    }
    const VOID: [&str; 6] = ["br", "hr", "img", "input", "source", "wbr"];
    match Tag::read(rest).filter(|tag| tag.name.starts_with(|c: char| c.is_ascii_lowercase())) {
        Some(mut tag) => {
            tag.is_closed |= VOID.contains(&tag.name.as_str());
            for attribute in &mut tag.attributes {
                if !attribute.value.is_empty() && !attribute.value.starts_with(['"', '\'']) {
                    attribute.value = format!("\"{}\"", attribute.value);
                }
            }
            (tag_of(&tag, &rest[..tag.length], context), tag.length)
        }
        None => ("\\<".to_owned(), 1),
    }
}

/// Converts an expression in text.
fn value(code: &str, context: &Context<'_>) -> String {
    if code.starts_with("{/*") {
        return code.to_owned();
    }
    match context.lost_in(code) {
        Some(name) => {
            context.note(code, &format!("an expression with `{name}`"), "write its value");
            comment(code)
        }
        None => without_image_properties(code, context),
    }
}

/// Returns a comment that shows what is left out.
fn comment(code: &str) -> String {
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{{/* {} */}}", code.replace("*/", "* /").replace("/*", "/ *"))
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}

/// Converts a tag.
fn tag_of(tag: &Tag, whole: &str, context: &Context<'_>) -> String {
    let base = tag.name.split('.').next().unwrap_or_default();
    if context.lost.borrow().contains(base) {
        if tag.is_end {
            return String::new();
        }
        let what = format!("the component `{}`", tag.name);
        context.note(&format!("<{}", tag.name), &what, "write a component in TSX, or Markdown");
        return comment(whole);
    }
    if tag.name == "Fragment" {
        return if tag.is_end {
            "</>"
        } else if tag.is_closed {
            ""
        } else {
            "<>"
        }
        .to_owned();
    }
    let is_picture = context.pictures.borrow().contains(&tag.name);
    if is_picture && tag.is_end {
        return String::new();
    }
    let is_element = is_picture || tag.name.starts_with(|c: char| c.is_ascii_lowercase());
    let mut new = Tag { attributes: Vec::new(), ..Tag::default() };
    new.name = if is_picture { "img".to_owned() } else { tag.name.clone() };
    (new.is_end, new.is_closed) = (tag.is_end, tag.is_closed || is_picture);
    for attribute in &tag.attributes {
        if let Some(name) = context.lost_in(&attribute.value).filter(|_| attribute.value.starts_with('{')) {
            context.note(&attribute.value, &format!("an attribute with `{name}`"), "write its value");
            continue;
        }
        let converted = match is_element {
            true => element(attribute, is_picture, context),
            false => component(&tag.name, attribute, context),
        };
        new.attributes.extend(converted);
    }
    if is_picture && new.attribute("alt").is_none() {
        new.attributes.push(Attribute { name: "alt".to_owned(), value: "\"\"".to_owned() });
    }
    if tag.name == "Icon" && new.attribute("name").is_none() && !tag.is_end {
        context.note(whole, "an icon that docgen doesn't have", "choose another icon, or an image");
        return tag.attribute("label").and_then(Attribute::text).unwrap_or_default().to_owned();
    }
    new.write()
}

/// The attributes of images that only affect how Astro converts them.
const OF_IMAGES: [&str; 10] = [
    "densities",
    "widths",
    "format",
    "formats",
    "quality",
    "inferSize",
    "priority",
    "layout",
    "fit",
    "position",
];

/// Returns an attribute in quotes with another value.
fn quoted(name: &str, value: &str) -> Attribute {
    let quote = if value.contains('"') { '\'' } else { '"' };
    Attribute { name: name.to_owned(), value: format!("{quote}{value}{quote}") }
}

/// Converts an attribute of an element to the form of React.
fn element(attribute: &Attribute, is_picture: bool, context: &Context<'_>) -> Option<Attribute> {
    let Attribute { name, value } = attribute;
    let text = attribute.text();
    let renamed = |name: &str| Some(Attribute { name: name.to_owned(), value: value.clone() });
    match name.as_str() {
        "" => Some(attribute.clone()),
        name if is_picture && OF_IMAGES.contains(&name) => None,
        "slot" => None,
        "class" => renamed("className"),
        "for" => renamed("htmlFor"),
        "set:html" => {
            let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).unwrap_or(value);
            Some(Attribute {
                name: "dangerouslySetInnerHTML".to_owned(),
                value: format!("{{{{ __html: {inner} }}}}"),
            })
        }
        name if name.starts_with("is:") || name.starts_with("set:") || name.starts_with("client:") => None,
        name if name.starts_with("on") && value.starts_with(['"', '\'']) => {
            context.note(value, &format!("the attribute `{name}`"), "write an interactive component");
            None
        }
        "style" if value.starts_with(['"', '\'']) => {
            Some(Attribute { name: "style".to_owned(), value: style(text?) })
        }
        "href" | "src" | "poster" => {
            if let Some(path) = value.strip_prefix("{import(").and_then(|rest| rest.strip_suffix(")}")) {
                let url = context.address(path.trim_matches(['"', '\'', '`']));
                return url.map(|url| quoted(name, &url));
            }
            match text.and_then(|url| context.address(url)) {
                Some(url) => Some(quoted(name, &url)),
                None => {
                    Some(Attribute { name: name.clone(), value: without_image_properties(value, context) })
                }
            }
        }
        _ => Some(attribute.clone()),
    }
}

/// Returns a style as an object.
fn style(css: &str) -> String {
    let property = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let name = name.trim();
        let key = match name.starts_with("--") {
            true => name.to_owned(),
            false => {
                let mut parts = name.split('-');
                let first = parts.next().unwrap_or_default().to_owned();
                first + &parts.map(crate::import::inline::capitalized).collect::<String>()
            }
        };
        Some(format!("{}: {}", serde_json::Value::from(key), serde_json::Value::from(value.trim())))
    };
    let properties: Vec<String> = css.split(';').filter_map(property).collect();
    format!("{{{{ {} }}}}", properties.join(", "))
}

/// Converts an attribute of a component.
fn component(tag: &str, attribute: &Attribute, context: &Context<'_>) -> Option<Attribute> {
    let Attribute { name, value } = attribute;
    let is_own = COMPONENTS.contains(&tag);
    match name.as_str() {
        "slot" => None,
        name if name.starts_with("client:") => {
            let kind = &name["client:".len()..];
            if let Some(file) = context.files.borrow().get(tag.split('.').next().unwrap_or(tag)) {
                context.needed.borrow_mut().insert(Needed::Interactive(file.clone()));
            }
            let kind = if ["load", "idle", "visible", "only"].contains(&kind) { kind } else { "load" };
            Some(quoted("client", kind))
        }
        "icon" | "name" if is_own && (name == "icon" || tag == "Icon") => match attribute.text() {
            Some(own) => icon(own).map(|own| quoted(name, own)),
            None => Some(attribute.clone()),
        },
        "href" | "link" if is_own => match attribute.text().and_then(|url| context.address(url)) {
            Some(url) => Some(quoted(name, &url)),
            None => Some(attribute.clone()),
        },
        "class" if is_own => None,
        _ => Some(Attribute { name: name.clone(), value: without_image_properties(value, context) }),
    }
}
