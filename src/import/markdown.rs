//! Reads and converts the Markdown constructs that all generators support: fences, link definitions, links, and URLs in
//! raw HTML.

use super::lines::{indent_of, is_blank, margin_of};
use crate::markdown::with_addresses;
use crate::path::has_protocol;

/// A function that converts a URL. If the URL doesn't change, the function returns `None`. The second argument is
/// `true` in raw HTML.
pub(super) type Address<'a> = dyn Fn(&str, bool) -> Option<String> + 'a;

/// Finds the lines of fenced code. A fence in an HTML comment doesn't start code.
#[derive(Default)]
pub(super) struct Fences {
    open: Option<(usize, char)>,
    in_comment: bool,
}

impl Fences {
    /// Whether a line belongs to fenced code, including the lines with the fences. Call this function for each line, in
    /// order.
    pub(super) fn has(&mut self, line: &str) -> bool {
        let found = fence_outside_comments(line, self.is_open(), &mut self.in_comment);
        self.belongs(found)
    }

    /// The same as `has`, but comments can contain fenced code.
    pub(super) fn has_in_comments(&mut self, line: &str) -> bool {
        self.belongs(fence(line))
    }

    fn belongs(&mut self, found: Option<(usize, char, &str)>) -> bool {
        let Some((length, mark)) = self.open else {
            self.open = found.map(|(length, mark, _)| (length, mark));
            return found.is_some();
        };
        if found.is_some_and(|(n, c, info)| c == mark && n >= length && is_blank(info)) {
            self.open = None;
        }
        true
    }

    /// Whether the next line belongs to fenced code.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the next line belongs to an HTML comment.
    pub(super) fn is_in_comment(&self) -> bool {
        self.in_comment
    }
}

/// Returns the length of the fence that a line opens, the fence's character, and the info string.
pub(super) fn fence(line: &str) -> Option<(usize, char, &str)> {
    let bare = line.trim_start();
    let mark = bare.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = bare.chars().take_while(|c| *c == mark).count();
    let info = &bare[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((length, mark, info))
}

/// Returns the prefix for the lines that follow a line with this prefix. List markers become spaces.
pub(super) fn continued(start: &str) -> String {
    start.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect()
}

/// If a line is outside code and not part of an HTML comment, returns its fence. `in_comment` is the state between lines.
pub(super) fn fence_outside_comments<'l>(
    line: &'l str,
    is_code: bool,
    in_comment: &mut bool,
) -> Option<(usize, char, &'l str)> {
    if !is_code {
        let start = line.trim_start().strip_prefix("<!--").filter(|_| indent_of(line) < 4);
        let inside = if *in_comment { Some(line) } else { start };
        if let Some(inside) = inside {
            *in_comment = !inside.contains("-->");
            return None;
        }
    }
    fence(line)
}

/// If a line starts with an HTML comment, returns the index of the line after the comment.
pub(super) fn end_of_comment(lines: &[&str], at: usize) -> Option<usize> {
    let line = lines[at];
    line[margin_of(line)..].strip_prefix("<!--")?;
    Some(at + 1 + lines[at..].iter().position(|line| line.contains("-->"))?)
}

/// Whether a code block is open at the end of the text.
pub(super) fn is_in_fence(text: &str) -> bool {
    let mut fences = Fences::default();
    for line in text.lines() {
        fences.has(&line[margin_of(line)..]);
    }
    fences.is_open()
}

/// A link definition, such as `[name]: url "title"`.
pub(super) struct Definition<'l> {
    /// The name, without its brackets.
    pub name: &'l str,
    /// The range of the URL in the line, without angle brackets.
    pub url: std::ops::Range<usize>,
}

/// Reads a line as a link definition.
pub(super) fn definition(line: &str) -> Option<Definition<'_>> {
    let bare = line.trim_start();
    let rest = bare.strip_prefix('[').filter(|rest| !rest.starts_with('^'))?;
    let (name, rest) = rest.split_once("]:")?;
    let rest = rest.trim_start();
    let (url, title) = match rest.strip_prefix('<') {
        Some(inner) => inner.split_once('>')?,
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    let start = line.len() - rest.len() + usize::from(rest.starts_with('<'));
    let is_definition = !url.is_empty() && is_title(title);
    is_definition.then(|| Definition { name: name.trim(), url: start..start + url.len() })
}

/// Whether the text after a URL is a title or nothing.
fn is_title(text: &str) -> bool {
    let text = text.trim();
    let is_quoted = ["\"\"", "''", "()"].iter().any(|quotes| {
        let (open, close) = quotes.split_at(1);
        text.len() > 1 && text.starts_with(open) && text.ends_with(close)
    });
    text.is_empty() || is_quoted
}

/// Converts the URL of a link definition. If the line isn't a link definition, returns `None`.
pub(super) fn with_definition(line: &str, address: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let Definition { url, .. } = definition(line)?;
    let new = address(&line[url.clone()]).unwrap_or_else(|| line[url.clone()].to_owned());
    Some(format!("{}{new}{}", &line[..url.start], &line[url.end..]))
}

/// Converts the URLs in a paragraph. Code spans don't change.
pub(super) fn with_links(text: &str, address: &Address<'_>) -> String {
    with_replacements(text, |c, at, out| {
        let rest = &text[at..];
        match c {
            '`' => Some(code_span(rest)),
            '\\' => escaped_character(rest),
            '(' if out.ends_with(']') => target(rest, address),
            '<' => tag(rest, address),
            _ => None,
        }
    })
}

/// Rewrites text from its start to its end. For each character that isn't part of text that has been replaced, calls
/// `convert` with the character, its offset, and the new text so far. `convert` returns the replacement and the length
/// of the replaced text. If it returns `None`, the character stays.
pub(super) fn with_replacements(
    text: &str,
    mut convert: impl FnMut(char, usize, &str) -> Option<(String, usize)>,
) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        match convert(c, at, &out) {
            Some((new, length)) => {
                out.push_str(&new);
                at += length;
            }
            None => {
                out.push(c);
                at += c.len_utf8();
            }
        }
    }
    out
}

/// Returns the backslash at the start of the text with the next character, and their length.
pub(super) fn escaped_character(rest: &str) -> Option<(String, usize)> {
    let length = 1 + rest.chars().nth(1)?.len_utf8();
    Some((rest[..length].to_owned(), length))
}

/// Converts only the URLs in tags. In raw HTML, brackets and backticks are text.
pub(super) fn with_tags(text: &str, address: &Address<'_>) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('<') {
        out += &rest[..at];
        let (text, length) = tag(&rest[at..], address).unwrap_or_else(|| ("<".to_owned(), 1));
        out += &text;
        rest = &rest[at + length..];
    }
    out + rest
}

/// The elements that aren't inline.
const NOT_INLINE: &str = "address article aside blockquote body canvas center col colgroup dd details dialog dir div dl dt \
    fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main \
    map math menu menuitem meta nav noframes noscript object ol optgroup option output p param picture pre progress script \
    search section source style summary svg table tbody td textarea template tfoot th thead title tr track ul video";

/// Whether text starts with the tag of an element that isn't inline.
pub(super) fn is_block_tag(text: &str) -> bool {
    let name = text.trim_start_matches(['<', '/']);
    let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
    text.starts_with('<') && NOT_INLINE.split_ascii_whitespace().any(|block| block.eq_ignore_ascii_case(name))
}

/// Returns the code span at the start of the text, and the code span's length. If the code span isn't closed, returns
/// only its backticks.
pub(super) fn code_span(rest: &str) -> (String, usize) {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let end = closing(&rest[length..], &rest[..length]).map_or(length, |close| close + 2 * length);
    (rest[..end].to_owned(), end)
}

/// Returns the offset of the backticks that close a code span.
pub(super) fn closing(text: &str, fence: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(fence).map(|at| from + at) {
        let length = text[at..].chars().take_while(|c| *c == '`').count();
        if length == fence.len() {
            return Some(at);
        }
        from = at + length;
    }
    None
}

/// Returns the offset of the closing parenthesis for the opening parenthesis at the start of the text.
pub(super) fn closing_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Converts the parenthesized target of a link or image, which can include a title.
pub(super) fn target(rest: &str, address: &Address<'_>) -> Option<(String, usize)> {
    let bracketed = rest.strip_prefix("(<").and_then(|inner| inner.split_once('>'));
    if let Some((url, after)) = bracketed.filter(|(url, _)| !url.contains(['\n', '<'])) {
        let end = after.find(')')? + 1;
        let url = address(url, false).unwrap_or_else(|| url.to_owned());
        return Some((format!("(<{url}>{}", &after[..end]), rest.len() - after.len() + end));
    }
    let end = closing_parenthesis(rest)?;
    let inner = &rest[1..end];
    let (url, title) = inner.split_at(inner.find(char::is_whitespace).unwrap_or(inner.len()));
    if !is_title(title) {
        return None;
    }
    let url = address(url, false).unwrap_or_else(|| url.to_owned());
    Some((format!("({url}{title})"), end + 1))
}

/// Converts a tag: resolves its URLs and removes the `markdown` attribute.
pub(super) fn tag(rest: &str, address: &Address<'_>) -> Option<(String, usize)> {
    if rest.starts_with("<!--") {
        let end = rest.find("-->").map_or(rest.len(), |at| at + 3);
        return Some((rest[..end].to_owned(), end));
    }
    let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    let end = tag_end(rest).filter(|_| is_tag)?;
    let is_component = rest[1..].starts_with(|c: char| c.is_ascii_uppercase());
    let mut tag = match is_component {
        true => rest[..end].to_owned(),
        false => with_addresses(&rest[..end], |url| address(url, true)),
    };
    // URLs with a scheme can point to the site itself.
    for name in ["src=\"", "href=\""] {
        let Some(start) = tag.find(name).map(|at| at + name.len()) else { continue };
        let Some(length) = tag[start..].find('"') else { continue };
        let url = &tag[start..start + length];
        if let Some(url) =
            Some(url).filter(|url| is_component || has_protocol(url)).and_then(|url| address(url, true))
        {
            tag.replace_range(start..start + length, &url);
        }
    }
    for attribute in [" markdown=\"1\"", " markdown=\"block\"", " markdown=\"span\"", " markdown"] {
        tag = tag.replace(attribute, "");
    }
    Some((tag, end))
}

/// Returns the offset after a tag. An angle bracket in a quoted value doesn't end the tag.
pub(super) fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in rest.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') if rest[..at].ends_with('=') => quote = Some(c),
            (None, '>') => return Some(at + 1),
            _ => {}
        }
    }
    // The quotation mark isn't closed.
    quote.and_then(|_| rest.find('>')).map(|at| at + 1)
}

/// Escapes the special HTML and Markdown characters in text.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::new();
    crate::markdown::escape::text(text, &mut html);
    html.chars()
        .flat_map(|c| matches!(c, '*' | '_' | '`' | '[' | ']').then_some('\\').into_iter().chain([c]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{tag, with_definition};

    #[test]
    fn all_urls_in_a_tag_change() {
        let address = |url: &str, _: bool| match url.strip_prefix("https://own.example/") {
            Some(rest) => Some(format!("/{rest}")),
            None => (!url.contains("://")).then(|| format!("/{url}")),
        };
        for (html, expected) in [
            (
                "<img src=a.png srcset=\"a.png 1x, b.png 2x\">",
                "<img src=\"/a.png\" srcset=\"/a.png 1x, /b.png 2x\">",
            ),
            ("<a title=\"a > b\" href='c'>d", "<a title=\"a > b\" href=\"/c\">"),
            ("<video poster=\"a.png\" src=\"b.mp4\">", "<video poster=\"/a.png\" src=\"/b.mp4\">"),
            ("<object data=\"a.svg\">", "<object data=\"/a.svg\">"),
            ("<a href=\"https://own.example/b\">", "<a href=\"/b\">"),
            ("<Card href=\"b\">", "<Card href=\"/b\">"),
            ("<a href=\"b>c", "<a href=\"b>"),
        ] {
            let found = tag(html, &address).map(|(text, _)| text);
            assert_eq!(found.as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn only_the_url_of_a_link_definition_changes() {
        let address = |url: &str| Some(format!("/{url}"));
        for (line, expected) in [
            ("[a]: b.png", Some("[a]: /b.png")),
            ("  [a b]:  b.png  \"T t\" \n", Some("  [a b]:  /b.png  \"T t\" \n")),
            ("[a]: b.png 'T'", Some("[a]: /b.png 'T'")),
            ("[a]: b.png (T)", Some("[a]: /b.png (T)")),
            ("[a]: <b c.png> \"T\"", Some("[a]: </b c.png> \"T\"")),
            ("[Note]: this is text", None),
            ("[^1]: b.png", None),
            ("[a]:", None),
            ("[a]: <>", None),
            ("text [a]: b", None),
        ] {
            assert_eq!(with_definition(line, &address).as_deref(), expected, "{line}");
        }
    }
}
