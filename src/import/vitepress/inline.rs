//! Converts the content of blocks: Vue tags and expressions, links, and attribute lists.

use super::context::Context;
use crate::import::inline::{self, AttributeList, attribute_list};
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::closing;
use crate::markdown::escape;
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
    let first = text.trim_start_matches([' ', '>', '\t']);
    let is_tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let is_html = first.strip_prefix('<').is_some_and(is_tag) && !is_autolink(first) && is_block(first);
    let mut inline = Inline { context, is_html, hidden: Vec::new() };
    let mut lines = Vec::new();
    if is_html {
        return dedented(&inline.run(text), margin_of(text));
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
    lines.join("\n")
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
        let extra = group.iter().map(|line| indent_of(line)).min().unwrap_or(0).saturating_sub(base);
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
    const INLINE: [&str; 20] = [
        "a", "abbr", "b", "br", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "q", "s", "small",
        "span", "strong", "sub", "sup", "u",
    ];
    let rest = line.trim_start_matches(['<', '/']);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
    if rest[..end].eq("Badge") {
        return false;
    }
    // An inline element's tag starts a block only if nothing else is on the line.
    let is_alone = || {
        Tag::read(line).is_some_and(|tag| {
            line[tag.length..].split('\n').next().is_some_and(|rest| rest.trim().is_empty())
        })
    };
    !INLINE.contains(&&rest[..end]) || is_alone()
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
    let mut inline = Inline { context, is_html: false, hidden: Vec::new() };
    let converted = inline.run(text);
    let has_emoji = text.match_indices(':').any(|(at, _)| emoji(&text[at..]).is_some());
    let is_other = converted != text || has_emoji || text.contains('<');
    let mut ids = context.ids.borrow_mut();
    match &list.id {
        Some(own) => _ = ids.take(own),
        None => {
            let words = words(text, context);
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

/// Returns the text that VitePress uses to generate a heading's ID. The text doesn't contain tags or emoji.
fn words(text: &str, context: &Context<'_>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let skipped = match c {
            '<' => Tag::read(rest).map(|tag| tag.length),
            ':' => emoji(rest),
            '{' if rest.starts_with("{{") => expression(rest, context).map(|(value, length)| {
                out.push_str(&value.unwrap_or_default());
                length
            }),
            '`' => {
                let (span, length) = code_span(rest);
                out.push_str(span.trim_matches('`'));
                Some(length)
            }
            '\\' => Some(1),
            ']' if rest[1..].starts_with('(') => rest.find(')').map(|end| end + 1),
            '[' | ']' | '*' => Some(1),
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

/// Returns the length of the emoji shortcode at the start of the text.
fn emoji(rest: &str) -> Option<usize> {
    let end = rest[1..].find(':')? + 2;
    crate::markdown::emoji(&rest[..end]).map(|_| end)
}

/// Returns the value of the `{{ … }}` expression at the start of the text, if known, and the expression's length.
fn expression(rest: &str, context: &Context<'_>) -> Option<(Option<String>, usize)> {
    let end = rest.find("}}")?;
    let inner = rest[2..end].trim();
    Some((value(inner, context), end + 2))
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
    let path = expression
        .strip_prefix('$')
        .unwrap_or(expression)
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

/// Text that's being converted.
struct Inline<'c> {
    context: &'c Context<'c>,
    /// Whether the text is an HTML block, where Markdown has no effect.
    is_html: bool,
    /// The open elements whose content Vue shows unchanged. Each entry contains the element's name and the number of
    /// open elements with the same name inside the element.
    hidden: Vec<(String, usize)>,
}

impl Inline<'_> {
    fn run(&mut self, text: &str) -> String {
        let (mut out, mut at) = (String::new(), 0);
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let converted = match c {
                '\\' if !self.is_html => rest
                    .chars()
                    .nth(1)
                    .map(|next| (rest[..1 + next.len_utf8()].to_owned(), 1 + next.len_utf8())),
                '`' if !self.is_html => Some(code_span(rest)),
                '<' => self.tag(rest),
                '{' if rest.starts_with("{{")
                    && !self.context.is_verbatim.get()
                    && self.hidden.is_empty() =>
                {
                    self.expression(rest)
                }
                '{' if !self.is_html => self.attributes(rest, &out),
                '(' if out.ends_with(']') && !self.is_html => self.target(rest),
                _ => None,
            };
            let (text, length) = converted.unwrap_or_else(|| (c.to_string(), c.len_utf8()));
            out.push_str(&text);
            at += length;
        }
        out
    }

    fn expression(&self, rest: &str) -> Option<(String, usize)> {
        let (value, length) = expression(rest, self.context)?;
        let whole = &rest[..length];
        let text = match value {
            Some(value) => escaped(&value),
            None => {
                let what = format!("the expression `{whole}`");
                self.context.note(whole, &what, "replace it with its value, or use an `.mdx` file");
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
    fn tag(&mut self, rest: &str) -> Option<(String, usize)> {
        if let Some(inner) = rest.strip_prefix("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |at| at + 3);
            if inner.trim_start().starts_with("@include:") {
                let hint = "copy the text into the page";
                self.context.note(&rest[..end], "text from a missing file or section", hint);
            }
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
            let text =
                if tag.is_end { String::new() } else { self.component(&rest[..tag.length], &tag.name) };
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

    /// Returns the tag of an HTML element, without Vue attributes.
    fn element(&self, whole: &str, tag: &Tag) -> String {
        let is_vue = |name: &str| name.starts_with(['@', ':', '#']) || name.starts_with("v-");
        let is_url = |name: &str| matches!(name, "href" | "src" | "poster");
        if tag.is_end || !tag.attributes.iter().any(|(name, _)| is_vue(name) || is_url(name)) {
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
                let url = if is_url(name) { self.address(&crate::markdown::decode(value)) } else { None };
                let quote = if value.contains('"') { '\'' } else { '"' };
                out += &format!("={quote}{}{quote}", url.as_deref().unwrap_or(value));
            }
        }
        out + if tag.is_closed { " />" } else { ">" }
    }
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

/// Returns a comment that shows the omitted text.
fn comment(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("<!-- {} -->", text.replace("--", "- -"))
}

/// Escapes the special HTML and Markdown characters in text.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    escape::text(text, &mut html);
    html.chars()
        .flat_map(|c| matches!(c, '*' | '_' | '`' | '[' | ']').then_some('\\').into_iter().chain([c]))
        .collect()
}

/// Returns the code span at the start of the text, and the code span's length. If the code span isn't closed, returns
/// only its backticks.
fn code_span(rest: &str) -> (String, usize) {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let end = closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
    (rest[..end].to_owned(), end)
}

/// An HTML or Vue tag.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tag {
    pub name: String,
    pub attributes: Vec<(String, Option<String>)>,
    /// Whether the tag is an end tag.
    pub is_end: bool,
    /// Whether the tag ends with `/>`.
    pub is_closed: bool,
    pub length: usize,
}

impl Tag {
    /// Reads the tag at the start of the text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let mut tag = Tag { is_end: inner.starts_with('/'), ..Tag::default() };
        let start = 1 + usize::from(tag.is_end);
        let rest = text.get(start..).filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        rest[..end].clone_into(&mut tag.name);
        let mut at = start + end;
        loop {
            let rest = text.get(at..)?;
            let bare = rest.trim_start();
            let has_space = bare.len() < rest.len();
            at += rest.len() - bare.len();
            if bare.starts_with('>') {
                tag.length = at + 1;
                return Some(tag);
            }
            if bare.starts_with("/>") {
                tag.is_closed = true;
                tag.length = at + 2;
                return Some(tag);
            }
            if !has_space || bare.is_empty() || bare.starts_with(['<', '"', '\'', '=', '`']) {
                return None;
            }
            let end = bare.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>')).unwrap_or(bare.len());
            let end = if bare[..end].ends_with('/') && bare[end..].starts_with('>') { end - 1 } else { end };
            if end == 0 {
                return None;
            }
            let name = bare[..end].to_owned();
            let mut after = &bare[end..];
            let mut value = None;
            if let Some(rest) = after.trim_start().strip_prefix('=') {
                let rest = rest.trim_start();
                match rest.chars().next() {
                    Some(quote @ ('"' | '\'')) => {
                        let close = rest[1..].find(quote)? + 1;
                        value = Some(rest[1..close].to_owned());
                        after = &rest[close + 1..];
                    }
                    _ => {
                        let close = rest.find(|c: char| c.is_whitespace() || c == '>')?;
                        value = Some(rest[..close].to_owned());
                        after = &rest[close..];
                    }
                }
            }
            at += bare.len() - after.len();
            tag.attributes.push((name, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn tags_have_attributes_in_all_forms() {
        let tag = Tag::read("<My.Tag a :b=\"x > y\" @c='d' e=f/>rest").unwrap_or_default();
        let value = |value: &str| Some(value.to_owned());
        let expected = [("a", None), (":b", value("x > y")), ("@c", value("d")), ("e", value("f/"))];
        let expected: Vec<_> = expected.map(|(name, value)| (name.to_owned(), value)).into();
        assert_eq!((tag.name.as_str(), tag.attributes), ("My.Tag", expected));
        assert_eq!(Tag::read("</b >").map(|tag| (tag.is_end, tag.length)), Some((true, 5)));
        assert_eq!(Tag::read("<br/>").map(|tag| (tag.is_closed, tag.length)), Some((true, 5)));
        for text in ["<", "< a>", "<a", "<a b=\"", "<3", "a < b", "<a\"b>", "<a,b>"] {
            assert_eq!(Tag::read(text), None, "{text}");
        }
    }
}
