//! Raw HTML blocks with blank lines. In Python-Markdown, such a block ends with its element. In CommonMark, the block ends
//! at the first blank line, so the rest would be Markdown.

use crate::import::lines::{indent_of, is_blank};
use crate::import::markdown::{Fences, is_block_tag};

/// The elements that Python-Markdown copies as they are.
const BLOCKS: [&str; 12] =
    ["div", "pre", "table", "section", "figure", "center", "p", "ul", "ol", "dl", "article", "aside"];

/// The elements whose content isn't Markdown in any case.
const RAW: [&str; 4] = ["<pre", "<svg", "<style", "<script"];

/// Tags on their own lines that separate blocks.
const AROUND: [&str; 5] = ["<div", "</div>", "<section", "</section>", "</details>"];

/// Removes up to three spaces before tags that follow a blank line. In CommonMark, such a tag can belong to the list item
/// above it.
pub(super) fn with_tags_at_margin(text: &str) -> String {
    let (mut fences, mut is_apart) = (Fences::default(), false);
    let line = |line: &str| {
        let bare = line.trim_start_matches(' ');
        let is_tag = AROUND.iter().any(|tag| bare.starts_with(tag)) && bare.trim_end().ends_with('>');
        let is_moved = !fences.has(line) && is_tag && is_apart && line.len() - bare.len() < 4;
        // Tags can be directly below one another.
        is_apart = is_blank(line) || is_moved;
        if is_moved { bare.to_owned() } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns a raw HTML block at the start of the lines, without its blank lines outside fenced code, and the number of the
/// block's lines. If the block has no blank lines, or if its content can be Markdown, returns `None`.
pub(super) fn block(lines: &[&str]) -> Option<(Vec<String>, usize)> {
    let first = *lines.first()?;
    let name = first.trim_start().strip_prefix('<').filter(|_| indent_of(first) < 4)?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let (name, rest) = name.split_at(end);
    if !BLOCKS.contains(&name) || rest.split('>').next().is_some_and(|tag| tag.contains(" markdown")) {
        return None;
    }
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    // Fenced code is code in raw HTML too.
    let (mut depth, mut fences, mut is_fenced) = (0, Fences::default(), Vec::new());
    let last = lines.iter().position(|line| {
        is_fenced.push(fences.has(line));
        if is_fenced.last() == Some(&true) {
            return false;
        }
        depth += line.matches(&open).count();
        let closed = line.matches(&close).count();
        depth = depth.saturating_sub(closed);
        closed > 0 && depth == 0
    })?;
    let block = &lines[..=last];
    let starts_after_blank = |at: &usize| *at > 0 && is_blank(block[at - 1]) && !is_blank(block[*at]);
    let outside = || (0..block.len()).filter(|at| !is_fenced[*at]);
    let is_code = outside().filter(starts_after_blank).any(|at| indent_of(block[at]) >= 4);
    let has_raw = || outside().any(|at| RAW.iter().any(|tag| block[at].contains(tag)));
    if !outside().any(|at| is_blank(block[at])) || !is_code && !has_raw() {
        return None;
    }
    let (mut out, mut is_pre) = (Vec::new(), false);
    for (at, line) in block.iter().enumerate() {
        if is_fenced[at] || at > 0 && is_fenced[at - 1] {
            // A blank line separates the code from the tags.
            if at > 0 && is_fenced[at] != is_fenced[at - 1] {
                out.push(String::new());
            }
            let is_needed = is_fenced[at] || !is_blank(line);
            out.extend(is_needed.then(|| (*line).to_owned()));
            continue;
        }
        match is_blank(line) {
            // The blank lines of preformatted text are visible.
            true if is_pre => out.push("<!-- -->".to_owned()),
            true => {}
            false => out.push((*line).to_owned()),
        }
        let (open, close) = (line.rfind("<pre"), line.rfind("</pre>"));
        is_pre = if open == close { is_pre } else { open > close };
    }
    Some((out, last + 1))
}

/// If a line starts with an element or comment that ends before the end of the line, returns the offset of the text after
/// it. In Python-Markdown, this text is a paragraph of its own.
pub(super) fn tail(line: &str) -> Option<usize> {
    let bare = line.trim_start();
    if bare.starts_with("<!--") && indent_of(line) < 4 {
        return line.find("-->").map(|end| end + 3).filter(|end| !is_blank(&line[*end..]));
    }
    let name = bare.strip_prefix('<').filter(|_| indent_of(line) < 4)?;
    let (name, rest) = name.split_at(name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len()));
    if !BLOCKS.contains(&name) || rest.split('>').next().is_some_and(|tag| tag.contains(" markdown")) {
        return None;
    }
    let close = format!("</{name}>");
    let end = line.rfind(&close)? + close.len();
    let is_balanced = line[..end].matches(&format!("<{name}")).count() == line[..end].matches(&close).count();
    let text = &line[end..];
    (is_balanced && !is_blank(text) && !text.trim_start().starts_with('<')).then_some(end)
}

/// Other elements that are blocks in Python-Markdown.
const OTHERS: [&str; 18] = [
    "audio",
    "blockquote",
    "canvas",
    "details",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "iframe",
    "main",
    "nav",
    "object",
    "video",
];

/// Whether a line consists of an element that Python-Markdown copies.
pub(super) fn is_element(line: &str) -> bool {
    let name = line.trim_start().strip_prefix('<').unwrap_or_default();
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
    let is_block = BLOCKS.contains(&name) || OTHERS.contains(&name);
    is_block && line.trim_end().ends_with(&format!("</{name}>"))
        || name == "hr" && line.trim_end().ends_with('>')
}

/// Returns the lines of a comment that contains fences, with other ends of comments in the fences. Python-Markdown looks
/// for fences first, so the end of a comment in a fence doesn't end the comment.
pub(super) fn comment(lines: &[&str]) -> Option<Vec<String>> {
    let first = *lines.first()?;
    if !first.trim_start().starts_with("<!--") || indent_of(first) >= 4 || first.contains("-->") {
        return None;
    }
    let (mut fences, mut is_changed, mut out) = (Fences::default(), false, Vec::new());
    for line in lines {
        let is_code = fences.has_in_comments(line);
        if is_code && line.contains("-->") {
            is_changed = true;
            out.push(line.replace("-->", "--&gt;"));
            continue;
        }
        out.push((*line).to_owned());
        if line.contains("-->") {
            return is_changed.then_some(out);
        }
    }
    None
}

/// Returns the number of open elements after a line. `depth` is the number of open elements before the line.
pub(super) fn depth_after(line: &str, depth: usize) -> usize {
    if !line.contains('<') || depth == 0 && !line.trim_start().starts_with('<') {
        return depth;
    }
    let count = |start: &str| {
        let is_tag = |at: usize| {
            let rest = &line[at + start.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            BLOCKS.contains(&&rest[..end])
        };
        line.match_indices(start).filter(|(at, _)| is_tag(*at)).count()
    };
    (depth + count("<")).saturating_sub(count("</"))
}

/// Whether a line contains only the opening tag of an inline element, such as `<small>`. Python-Markdown treats the tag as
/// a part of a paragraph.
pub(super) fn is_inline_tag(line: &str) -> bool {
    let bare = line.trim();
    let Some(tag) = bare.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) else { return false };
    let name = tag.split([' ', '/']).next().unwrap_or_default();
    !name.is_empty()
        && indent_of(line) < 4
        && !tag.contains(['<', '>'])
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && !is_block_tag(bare)
        && !tag.contains(" markdown")
}
