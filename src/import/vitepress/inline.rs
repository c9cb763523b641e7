//! Converts the content of blocks: Vue tags and expressions, links, and attribute lists.

use super::components::{self, Components};
use super::context::Context;
use super::slugs;
use super::tag::Tag;
use crate::import::inline::{self, AttributeList, attribute_list};
use crate::import::lines::{is_blank, margin_of};
use crate::import::markdown::{code_span, escaped, escaped_character, with_replacements};
use crate::import::omitted::{self, comment};
use crate::markdown::{is_void_element, with_addresses};
use crate::path::{HeadingIds, UniqueNames};
use crate::source::tree::Value;

/// The components that affect only the layout of their content.
const PLAIN: [&str; 10] = [
    "ClientOnly",
    "template",
    "Transition",
    "TransitionGroup",
    "Suspense",
    "KeepAlive",
    "Teleport",
    "component",
    "slot",
    "Content",
];

/// Converts a block of lines.
pub(super) fn convert(text: &str, context: &Context<'_>) -> String {
    let is_html = is_html(text);
    let mut inline = Inline::new(context, is_html);
    let mut lines = Vec::new();
    if is_html {
        let (converted, margin) = (omitted::placed(&inline.run(text)), margin_of(text));
        return match inline.has_blocks && !text.contains("<pre") {
            true => unindented(&converted, margin),
            false => dedented(&converted, margin),
        };
    }
    // Unlike a heading, a paragraph can span several lines.
    let mut paragraph: Vec<&str> = Vec::new();
    for line in text.split('\n') {
        if let Some(converted) = heading(line, context) {
            if !paragraph.is_empty() {
                lines.push(inline.run(&paragraph.join("\n")));
                paragraph.clear();
            }
            lines.push(converted);
        } else {
            paragraph.push(line);
        }
    }
    if !paragraph.is_empty() {
        lines.push(inline.run(&paragraph.join("\n")));
    }
    omitted::placed(&lines.join("\n"))
}

/// Whether a block of lines is an HTML block, where Markdown has no effect.
pub(super) fn is_html(text: &str) -> bool {
    let first = text.trim_start_matches([' ', '>', '\t']);
    let is_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    first.strip_prefix('<').is_some_and(is_tag) && !is_autolink(first) && is_block(first)
}

/// Whether a line starts with a whole component: a closed tag, or a start tag and its end tag. VitePress reads Markdown
/// after the component and shows the line as a block of its own.
pub(super) fn is_component_line(line: &str) -> bool {
    let line = line.lines().next().unwrap_or_default();
    Tag::read(line).is_some_and(|tag| {
        !tag.is_end
            && is_component(&tag.name)
            && tag.name != "Badge"
            && (tag.is_closed || line.contains(&format!("</{}>", tag.name)))
    })
}

/// Returns the number of spaces and tabs at the start of a line.
fn space_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Removes the indentation of all lines in HTML that contains Markdown. After a blank line, indented lines would be code.
fn unindented(text: &str, base: usize) -> String {
    let line = |line: &str| line[space_of(line).saturating_sub(base)..].to_owned();
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Removes the indentation of lines whose component is left out, because such lines would become code blocks. `base` is
/// the indentation of the whole block.
fn dedented(text: &str, base: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_separate = |line: &&str| is_blank(line) || line.trim_start().starts_with("<!--");
    let (mut out, mut at): (Vec<&str>, usize) = (Vec::new(), 0);
    while at < lines.len() {
        let length = lines[at..].iter().position(&is_separate).unwrap_or(lines.len() - at);
        let group = &lines[at..at + length.max(1)];
        let extra = group.iter().map(|line| space_of(line)).min().unwrap_or(0).saturating_sub(base);
        out.extend(group.iter().map(|line| if at == 0 { line } else { &line[extra..] }));
        at += group.len();
        // The rest of the text belongs to an element that's kept.
        if group.iter().any(|line| line.trim_start().starts_with('<') && !is_separate(line)) {
            break;
        }
    }
    out.extend(&lines[at..]);
    out.join("\n")
}

/// Whether a line that starts with a tag is a block. A component tag starts a block, and so does the tag of an element
/// that can contain blocks.
fn is_block(line: &str) -> bool {
    const INLINE: &str = "a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em embed i \
        img input ins kbd label map mark meter noscript object output picture progress q ruby s samp select small span \
        strong sub sup svg textarea time tt u var video wbr";
    let rest = line.trim_start_matches(['<', '/']);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    if rest[..end].eq("Badge") || is_component_line(line) {
        return false;
    }
    // An inline element's tag starts a block only if nothing else is on the line.
    let is_alone = || {
        Tag::read(line).is_some_and(|tag| {
            line[tag.length..].split('\n').next().is_some_and(|rest| rest.trim().is_empty())
        })
    };
    !INLINE.split_ascii_whitespace().any(|name| name == &rest[..end]) || is_alone()
}

fn is_autolink(text: &str) -> bool {
    let end = text.find(['>', ' ', '\n']).unwrap_or(text.len());
    text[..end].contains([':', '@']) && text[end..].starts_with('>') && !text[..end].contains('=')
}

/// Converts a heading. If docgen would generate a different ID, adds the heading's ID.
fn heading(line: &str, context: &Context<'_>) -> Option<String> {
    let line = match context.site.attribute_delimiters() {
        Some((left, right)) if line.contains(&left) => &line.replace(&left, "{").replace(&right, "}"),
        _ => line,
    };
    let level = line.len() - line.trim_start_matches('#').len();
    let rest = line[level..].trim();
    if !(1..=6).contains(&level) || !line[level..].starts_with([' ', '\t']) {
        return None;
    }
    let (text, mut list) = match inline::heading(line) {
        Some((text, list)) => (text[level..].trim(), list),
        None => (rest, AttributeList::default()),
    };
    let text = text.trim_end_matches('#').trim_end();
    let converted = Inline::new(context, false).run(text);
    let has_emoji = text.match_indices(':').any(|(at, _)| slugs::emoji(&text[at..]).is_some());
    // In VitePress, the ID of a heading with `&lt;` contains `lt`.
    let has_entity = text.find('&').is_some_and(|at| text[at..].contains(';'));
    let is_other = converted != text || has_emoji || has_entity || text.contains('<');
    let mut ids = context.ids.borrow_mut();
    match &list.id {
        Some(own) => _ = ids.take(own),
        None => {
            let words = slugs::words(text);
            let usual = HeadingIds::Vitepress.give(&mut UniqueNames::numbered_from(1), &words);
            let own = context.site.slugs.get(&words).filter(|own| **own != usual).cloned();
            context.headings.borrow_mut().push(words);
            let is_other = is_other || own.is_some();
            let id = ids.give(own.unwrap_or(usual), |slug, number| format!("{slug}-{number}"));
            list.id = Some(id).filter(|_| is_other);
        }
    }
    let (list, is_lost) = list.written_in_heading();
    if is_lost {
        context.note(
            rest,
            "some heading attributes",
            "write the heading as HTML with these attributes, or leave them out",
        );
    }
    Some(format!("{} {converted}{list}", &line[..level]))
}

/// Returns the value of the `{{ … }}` expression at the start of the text, if known, and the expression's length.
fn expression(rest: &str, context: &Context<'_>) -> Option<(Option<String>, usize)> {
    let end = rest.find("}}")?;
    let inner = rest[2..end].trim();
    Some((value(inner, context), end + 2))
}

/// Replaces the `{{ … }}` expressions in code.
pub(super) fn in_code(line: &str, context: &Context<'_>) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find("{{") {
        out += &rest[..at];
        rest = &rest[at..];
        let Some((value, length)) = expression(rest, context) else { break };
        let whole = &rest[..length];
        if value.is_none() {
            note_expression(whole, context);
        }
        out += value.as_deref().unwrap_or(whole);
        rest = &rest[length..];
    }
    out + rest
}

fn note_expression(whole: &str, context: &Context<'_>) {
    let what = format!("the expression `{whole}`");
    context.note(whole, &what, "replace it with its value, or use an `.mdx` file");
}

/// Returns the value of an expression that consists of a string, a number, or a front matter key.
fn value(expression: &str, context: &Context<'_>) -> Option<String> {
    let quote = expression.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = quote {
        let inner = expression.strip_prefix(quote)?.strip_suffix(quote)?;
        let is_plain = !inner.contains([quote, '\\']) && !inner.contains("${");
        return is_plain.then(|| inner.to_owned());
    }
    if expression.parse::<f64>().is_ok() {
        return Some(expression.to_owned());
    }
    if expression.contains([' ', '(']) {
        return computed(expression, context);
    }
    let path = expression
        .strip_prefix('$')
        .unwrap_or(expression)
        .replace("?.[", "[")
        .replace("?.", ".")
        .replace("['", ".")
        .replace("']", "");
    let mut keys = path.split('.').map(str::trim);
    let table = keys.next()?;
    let keys: Vec<&str> = keys.collect();
    match (table, &keys[..]) {
        ("frontmatter" | "page", [first, rest @ ..]) => {
            let rest = if table == "page" && *first == "frontmatter" { rest } else { &keys[..] };
            let (first, rest) = rest.split_first()?;
            let entry = context.front_matter.entries.iter().find(|entry| entry.name == *first)?;
            match entry.node.at(rest)? {
                node if matches!(node.value, Value::Bool(_)) => None,
                node if matches!(node.value, Value::Date) => None,
                node => node.text(),
            }
        }
        ("site", ["title"]) => context.site.text(&["title"]),
        ("site", ["description"]) => context.site.text(&["description"]),
        _ => None,
    }
}

/// Returns the value of an expression that computes something from the front matter.
fn computed(expression: &str, context: &Context<'_>) -> Option<String> {
    let is_front_matter = expression.contains("$frontmatter") && !expression.contains("import");
    let one = is_front_matter.then(|| Components::expression(expression, context))?;
    let value = context.site.components.shown(&one).map(str::to_owned);
    context.components.borrow_mut().insert(one);
    value
}

/// Text that's being converted.
struct Inline<'c> {
    context: &'c Context<'c>,
    /// Whether the text is an HTML block, where Markdown has no effect.
    is_html: bool,
    /// The open elements whose content Vue shows unchanged. Each entry contains the element's name and the number of
    /// open elements with the same name inside the element.
    hidden: Vec<(String, usize)>,
    /// The open components, each with the text that replaces its end tag.
    open: Vec<(String, String)>,
    /// Whether the HTML block contains blocks of Markdown that replace components.
    has_blocks: bool,
}

impl<'c> Inline<'c> {
    fn new(context: &'c Context<'c>, is_html: bool) -> Self {
        Inline { context, is_html, hidden: Vec::new(), open: Vec::new(), has_blocks: false }
    }

    fn run(&mut self, text: &str) -> String {
        with_replacements(text, |c, at, out| {
            let rest = &text[at..];
            match c {
                '\\' if !self.is_html => escaped_character(rest),
                '`' if !self.is_html => Some(code_span(rest)),
                '<' => self.tag(rest, out),
                '{' if rest.starts_with("{{")
                    && !self.context.is_verbatim.get()
                    && self.hidden.is_empty() =>
                {
                    self.expression(rest)
                }
                '{' if !self.is_html => self.attributes(rest, out),
                '(' if out.ends_with(']') && !self.is_html => self.target(rest),
                _ => None,
            }
        })
    }

    fn expression(&self, rest: &str) -> Option<(String, usize)> {
        let (value, length) = expression(rest, self.context)?;
        let whole = &rest[..length];
        let text = match value {
            Some(value) => escaped(&value),
            None => {
                note_expression(whole, self.context);
                comment(whole)
            }
        };
        Some((text, length))
    }

    /// Converts an attribute list after a link, an image, code, or emphasis, at the end of a block, or alone in a block.
    /// In a list item, an ID becomes an anchor.
    fn attributes(&self, rest: &str, before: &str) -> Option<(String, usize)> {
        let list = attribute_list(rest)?;
        let is_after = before.ends_with([')', '`', '*', '_', ']', '>']);
        let ends_line = rest[list.end..].is_empty() || rest[list.end..].starts_with('\n');
        let is_own = before.is_empty() || before.ends_with('\n');
        if !(is_after || ends_line && (is_own || before.ends_with(' '))) {
            return None;
        }
        let is_paragraph = before.lines().all(|line| margin_of(line) == 0) && rest.len() == list.end;
        let (text, is_lost) = list.written();
        let is_kept = is_after || is_own || is_paragraph;
        if is_lost || !is_kept && list.others.iter().any(|(name, _)| name != "loading") {
            let hint = "write the element as HTML with these attributes, or leave them out";
            self.context.note(
                &rest[..list.end],
                &format!("the attribute list `{}`", &rest[..list.end]),
                hint,
            );
        }
        let text = match (is_kept, list.id) {
            (true, _) if is_after || is_own || text.is_empty() => text,
            (true, _) => format!("\n{text}"),
            (false, id) => {
                id.map_or_else(String::new, |id| format!("<a id=\"{}\"></a>", id.replace('"', "")))
            }
        };
        Some((text, list.end))
    }

    /// Converts the parenthesized target of a link or image, which can include a title.
    fn target(&self, rest: &str) -> Option<(String, usize)> {
        if let Some(inner) = rest.strip_prefix("(<") {
            let end = inner.find('>')?;
            let url = self.address(&inner[..end]).unwrap_or_else(|| inner[..end].to_owned());
            return Some((format!("(<{url}>"), end + 3));
        }
        let end = crate::import::markdown::closing_parenthesis(rest)?;
        let inner = rest[1..end].trim_start();
        let (url, title) = inner.split_at(inner.find(char::is_whitespace).unwrap_or(inner.len()));
        let url = self.address(url).unwrap_or_else(|| url.to_owned());
        Some((format!("({url}{title})"), end + 1))
    }

    fn address(&self, url: &str) -> Option<String> {
        let Context { route, page, assets, site, .. } = self.context;
        site.address((route, page), url, assets)
    }

    /// Converts a comment, an HTML tag, or a component tag.
    fn tag(&mut self, rest: &str, before: &str) -> Option<(String, usize)> {
        if let Some(inner) = rest.strip_prefix("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |at| at + 3);
            note_include(&rest[..end], inner, self.context);
            return Some((rest[..end].to_owned(), end));
        }
        if is_autolink(rest) {
            let end = rest.find('>')? + 1;
            return Some((rest[..end].to_owned(), end));
        }
        let tag = Tag::read(rest)?;
        self.follow(&tag);
        if tag.name == "Badge" {
            return badge(rest, &tag, self);
        }
        if PLAIN.contains(&tag.name.as_str()) {
            if tag.name == "Content" {
                self.component(&rest[..tag.length], &tag.name);
            }
            return Some((String::new(), tag.length));
        }
        if is_component(&tag.name) {
            let text = match tag.is_end {
                true => {
                    let at = self.open.iter().rposition(|(name, _)| *name == tag.name);
                    at.map_or_else(String::new, |at| self.open.remove(at).1)
                }
                false => {
                    let shown = self.shown(&tag, before, &rest[tag.length..]);
                    let left_out = || (self.component(&rest[..tag.length], &tag.name), String::new());
                    let (start, end) = shown.unwrap_or_else(left_out);
                    if !tag.is_closed {
                        self.open.push((tag.name.clone(), end));
                    }
                    start
                }
            };
            return Some((text, tag.length));
        }
        Some((self.element(&rest[..tag.length], &tag), tag.length))
    }

    /// Reports a component and returns the comment that replaces it.
    fn component(&self, whole: &str, name: &str) -> String {
        let what = format!("the Vue component `{name}`");
        self.context.note(&format!("<{name}"), &what, "write a component in TSX, or use Markdown instead");
        comment(whole)
    }

    /// Returns the Markdown that replaces a component's tags. The text around the tag determines whether it's a block.
    fn shown(&mut self, tag: &Tag, before: &str, after: &str) -> Option<(String, String)> {
        let components = &self.context.site.components;
        let one = components.use_of(tag, self.context)?;
        let markdown = components.shown(&one).map(str::to_owned);
        self.context.components.borrow_mut().insert(one);
        let is_empty = tag.is_closed || after.trim_start().starts_with("</");
        let mut markdown = components::filled(&markdown?, is_empty)?;
        if tag.is_closed {
            markdown = markdown.replace(components::SLOT, "");
            markdown = markdown.trim().to_owned();
        }
        let (start, end) = components::place(&markdown, before, after, self.is_html)?;
        let mut inline = Inline::new(self.context, false);
        let start = with_ids(&inline.run(&start));
        let end = with_ids(&inline.run(&end));
        self.has_blocks |= self.is_html;
        Some((start, end))
    }

    /// Tracks the elements whose content Vue shows unchanged.
    fn follow(&mut self, tag: &Tag) {
        if let Some((_, depth)) = self.hidden.last_mut().filter(|(name, _)| *name == tag.name) {
            match *depth {
                0 if tag.is_end => _ = self.hidden.pop(),
                _ if tag.is_end => *depth -= 1,
                _ if !tag.is_closed => *depth += 1,
                _ => {}
            }
        } else if tag.attributes.iter().any(|(name, _)| name == "v-pre") && !tag.is_closed {
            self.hidden.push((tag.name.clone(), 0));
        }
    }

    /// Converts the URLs in the value of a `srcset` attribute.
    fn image_set(&self, value: &str) -> String {
        let (start, end) = ("<source srcset=\"", "\">");
        let tag = with_addresses(&format!("{start}{value}{end}"), |url| self.address(url));
        let inner = tag.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        inner.unwrap_or(value).to_owned()
    }

    /// Returns the tag of an HTML element, without Vue attributes.
    fn element(&self, whole: &str, tag: &Tag) -> String {
        let is_vue = |name: &str| name.starts_with(['@', ':', '#']) || name.starts_with("v-");
        let is_url = |name: &str| matches!(name, "href" | "src" | "poster" | "srcset");
        // In HTML, only elements without content can end like this.
        let needs_end = tag.is_closed && !is_void_element(&tag.name);
        if tag.is_end || !needs_end && !tag.attributes.iter().any(|(name, _)| is_vue(name) || is_url(name)) {
            return whole.to_owned();
        }
        let mut out = format!("<{}", tag.name);
        for (name, value) in &tag.attributes {
            if is_vue(name) {
                if name != "v-pre" && name != "v-cloak" {
                    let what = format!("the Vue attribute `{name}`");
                    self.context.note(name, &what, "replace it with the HTML that it creates");
                }
                continue;
            }
            out.push(' ');
            out.push_str(name);
            if let Some(value) = value {
                let url = match name.as_str() {
                    "srcset" => Some(self.image_set(value)),
                    name if is_url(name) => self.address(&crate::markdown::decode(value)),
                    _ => None,
                };
                let quote = if value.contains('"') { '\'' } else { '"' };
                out += &format!("={quote}{}{quote}", url.as_deref().unwrap_or(value));
            }
        }
        match tag.is_closed {
            true if needs_end => format!("{out}></{}>", tag.name),
            true => out + " />",
            false => out + ">",
        }
    }
}

/// Writes the IDs of headings in a component.
fn with_ids(text: &str) -> String {
    let parts = text.split(components::ID).enumerate();
    parts
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => {
                AttributeList { id: Some(part.to_owned()), ..AttributeList::default() }.written_in_heading().0
            }
        })
        .collect()
}

/// Converts a badge. The badge's text is in an attribute or between the badge's tags.
fn badge(rest: &str, tag: &Tag, inline: &mut Inline<'_>) -> Option<(String, usize)> {
    if tag.is_end {
        return Some((String::new(), tag.length));
    }
    let value = |name: &str| {
        tag.attributes.iter().find(|(known, _)| known == name).and_then(|(_, value)| value.clone())
    };
    let bound = || value(":text").and_then(|text| self::value(&text, inline.context));
    let mut text = value("text").or_else(bound).unwrap_or_default();
    let mut length = tag.length;
    if !tag.is_closed {
        let end = rest.find("</Badge>")?;
        if end > length {
            text = rest[length..end].trim().to_owned();
        }
        length = end + "</Badge>".len();
    }
    let text = inline.run(&text.replace('\n', " "));
    let kind = match value("type").as_deref() {
        Some("info") => "note".to_owned(),
        Some(kind @ ("tip" | "warning" | "danger")) => kind.to_owned(),
        _ => "tip".to_owned(),
    };
    if text.is_empty() {
        return Some((inline.component(&rest[..length], "Badge"), length));
    }
    if inline.is_html {
        return Some((format!("<strong>{text}</strong>"), length));
    }
    Some((format!(":badge[{text}]{{kind={kind}}}"), length))
}

/// Whether a tag name is a component name. Such a name starts with a capital letter or contains a dot or hyphen.
fn is_component(name: &str) -> bool {
    name.contains(['-', '.']) || name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Reports a comment that includes a missing file. `inner` is the text after the comment's delimiter.
pub(super) fn note_include(whole: &str, inner: &str, context: &Context<'_>) {
    if inner.trim_start().starts_with("@include:") {
        context.note(whole, "text from a missing file or section", "copy the text into the page");
    }
}
