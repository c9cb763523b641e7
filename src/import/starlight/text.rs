//! Converts the text of pages and partials.

use super::context::{Context, comment, icon};
use super::jsx::{Tag, expression};
use super::statements::{end_of_statement, statement, without_image_properties};
use super::tags::{html_tag, tag_of};
use super::{Converted, Starlight, code};
use crate::import::lines::is_blank;
use crate::import::markdown::{
    closing, code_span, end_of_comment, escaped_character, fence, target, with_definition, with_links,
    with_replacements,
};
use crate::import::prose::with_element_names;
use crate::import::{front_matter, placeholders};
use crate::path::{HeadingIds, UniqueNames};
use crate::source::Source;

/// Converts a partial.
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

/// Converts a file's text.
pub(super) fn convert(text: &str, context: &Context<'_>) -> String {
    let syntax = context.site.syntax(context.is_mdx());
    placeholders::note(context.source, &context.site.placeholders, &mut context.left.borrow_mut());
    let text = if context.is_mdx() { &*context.site.with_imports(text) } else { text };
    let (text, formulas) = syntax.taken(text);
    syntax.with_emoji(&formulas.restored(&blocks(&text, context)), context.is_mdx())
}

fn blocks(text: &str, context: &Context<'_>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut prose, mut at): (Vec<String>, Vec<&str>, usize) = (Vec::new(), Vec::new(), 0);
    let mut is_start = true;
    while at < lines.len() {
        let line = lines[at];
        if let Some(end) = end_of_comment(&lines, at) {
            prose.extend(&lines[at..end]);
            at = end;
            continue;
        }
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
        if let Some(end) = end_of_tag(text, &lines, at).filter(|_| context.is_mdx()) {
            prose.extend(&lines[at..end]);
            at = end;
            is_start = false;
            continue;
        }
        let is_statement =
            context.is_mdx() && (is_start || at == 0 || is_blank(lines[at - 1]) || prose.is_empty());
        if is_statement
            && (line.starts_with("import ") || line.starts_with("export ") || line.starts_with("import{"))
        {
            flush(&mut prose, &mut out, context);
            let mut end = end_of_statement(&lines, at);
            // Until a blank line, the lines after a statement are also code.
            while lines.get(end).is_some_and(|line| line.starts_with("//")) {
                end += 1;
            }
            out.extend(statement(&without_comments(&lines[at..end]), context));
            at = end;
            continue;
        }
        is_start = is_start && is_blank(line);
        prose.push(line);
        at += 1;
    }
    flush(&mut prose, &mut out, context);
    let mut text = out.join("\n") + "\n";
    if text.contains("<Fragment") && !text.contains("{ Fragment }") && context.has_slots() {
        text = format!("import {{ Fragment }} from \"react\";\n\n{text}");
    }
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

/// Joins the lines of a statement, without the comments after it.
fn without_comments(lines: &[&str]) -> String {
    let comments = lines.iter().rev().take_while(|line| line.starts_with("//")).count();
    lines[..lines.len() - comments].join("\n")
}

/// If a line starts with a tag that continues on other lines, returns the index of the line after the tag's last line.
/// Code in an attribute of the tag can look like statements or fences.
fn end_of_tag(text: &str, lines: &[&str], at: usize) -> Option<usize> {
    let line = lines[at].trim_start();
    if !line.starts_with('<') {
        return None;
    }
    let rest = &text[line.as_ptr() as usize - text.as_ptr() as usize..];
    let tag = &rest[..Tag::read(rest)?.length];
    let breaks = tag.matches('\n').count();
    (breaks > 0).then_some(at + breaks + 1)
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
        context.note(first.trim(), lost, "highlight lines instead, or leave the option out");
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
        let line =
            if context.site.has_badges() { badges(&line, &|text, kind| badge(text, kind)) } else { line };
        kept.push(with_definition(&line, &|url| context.address(url)).unwrap_or(line));
    }
    let text = kept.join("\n");
    let text = if context.is_mdx() { text } else { with_element_names(&text) };
    let converted = match context.is_mdx() {
        true => mdx(&text, context),
        false if context.becomes_mdx() => escaped(&text, context),
        false => with_links(&text, &|url, _| context.address(url)),
    };
    for line in converted.split('\n') {
        out.push(heading(line, context).unwrap_or_else(|| line.to_owned()));
    }
}

/// Converts the icon in an aside.
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

/// Replaces the badges in a line. `new` takes the text and the variant of a badge.
fn badges(line: &str, new: &dyn Fn(&str, &str) -> String) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(":badge[") {
        let inner = &rest[at + 7..];
        let Some(end) = inner.find(']') else { break };
        let (text, after) = (&inner[..end], &inner[end + 1..]);
        let attributes = after.strip_prefix('{').and_then(|inside| inside.split_once('}'));
        let variant = attributes.map_or("", |(inside, _)| {
            inside.trim().trim_start_matches("variant=").trim_start_matches("kind=").trim_matches(['"', '\''])
        });
        out += &rest[..at];
        out += &new(text, variant);
        rest = attributes.map_or(after, |(_, after)| after);
    }
    out + rest
}

/// Writes a badge.
fn badge(text: &str, variant: &str) -> String {
    match variant {
        "" | "default" => format!(":badge[{text}]"),
        variant => format!(":badge[{text}]{{kind={variant}}}"),
    }
}

/// Whether the attributes at the end of a line belong to a directive.
fn is_directive(line: &str) -> bool {
    line.trim_start().starts_with(":::")
        || line.rsplit_once('[').is_some_and(|(name, _)| name.ends_with(":badge"))
}

/// Adds an ID to a heading that contains more than text.
fn heading(line: &str, context: &Context<'_>) -> Option<String> {
    let level = line.len() - line.trim_start_matches('#').len();
    if !(1..=6).contains(&level) || !line[level..].starts_with(' ') {
        return None;
    }
    let text = line[level..].trim();
    let has_badge = text.contains(":badge[") && context.site.has_badges();
    let bare = if has_badge { badges(text, &|_, _| String::new()) } else { text.to_owned() };
    let words = words(bare.trim());
    let mut ids = context.ids.borrow_mut();
    if let Some(own) = text.strip_suffix('}').and_then(|text| text.rsplit_once("{#")) {
        ids.take(own.1.trim());
        return None;
    }
    let id = HeadingIds::Github.give(&mut UniqueNames::numbered_from(1), &words);
    let bare = id.strip_suffix('-').filter(|_| context.site.strips_hyphens);
    let id = ids.give(bare.unwrap_or(&id).to_owned(), |id, number| format!("{id}-{number}"));
    (has_badge || (words != text && (text.contains('<') || text.contains('{'))))
        .then(|| format!("{line} {{#{id}}}"))
}

/// Returns the text of a heading, without tags, expressions, or Markdown markers.
fn words(text: &str) -> String {
    with_replacements(text, |c, at, _| {
        let rest = &text[at..];
        let skipped = match c {
            '<' => Tag::read(rest).map(|tag| tag.length),
            '{' => expression(rest),
            '`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                let close = closing(&rest[length..], &rest[..length])?;
                return Some((rest[length..length + close].to_owned(), close + 2 * length));
            }
            ']' if rest[1..].starts_with('(') => target(&rest[1..], &|_, _| None).map(|(_, end)| end + 1),
            '[' | ']' | '*' | '\\' => Some(1),
            _ => None,
        };
        Some((String::new(), skipped?))
    })
}

/// Converts text that can contain tags and expressions.
fn mdx(text: &str, context: &Context<'_>) -> String {
    with_replacements(text, |c, at, out| {
        let rest = &text[at..];
        match c {
            '\\' => escaped_character(rest),
            '`' => Some(code_span(rest)),
            '<' => Tag::read(rest).map(|tag| (tag_of(&tag, &rest[..tag.length], context), tag.length)),
            // The attributes of an unknown directive are text.
            '{' if out.ends_with(']') && !is_directive(last_line(out)) => Some(("\\{".to_owned(), 1)),
            '{' => expression(rest).map(|length| (value(&rest[..length], context), length)),
            '(' if out.ends_with(']') => target(rest, &|url, _| context.address(url)),
            _ => None,
        }
    })
}

/// Converts Markdown to MDX. Escapes characters that would start tags or expressions, and converts HTML tags to JSX.
fn escaped(text: &str, context: &Context<'_>) -> String {
    with_replacements(text, |c, at, out| {
        let rest = &text[at..];
        let is_directive = || last_line(&text[..at]).trim_start().starts_with(":::");
        match c {
            '\\' => escaped_character(rest),
            '`' => Some(code_span(rest)),
            '(' if out.ends_with(']') => target(rest, &|url, _| context.address(url)),
            '<' if rest.starts_with("<!--") => {
                let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
                Some((rest[..end].to_owned(), end))
            }
            '<' => Some(html_tag(rest, context)),
            '{' if !is_directive() => Some(("\\{".to_owned(), 1)),
            _ => None,
        }
    })
}

/// Converts an expression in text.
fn value(code: &str, context: &Context<'_>) -> String {
    if code.starts_with("{/*") {
        return code.to_owned();
    }
    match context.lost_in(code) {
        Some(name) => {
            context.note(code, &format!("an expression with `{name}`"), "replace it with its value");
            comment(code)
        }
        None => without_image_properties(code, context),
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}
